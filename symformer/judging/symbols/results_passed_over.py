r"""Results that the next equation passes over: ``h = \tanh(W x)``, ``z = V h + b``, and then ``p = \mathrm{softmax}(h)``.

What a layer gives is made for the activation behind it. Where that is taken of what the layer took, which has been
through one already, and the layer's own result is of use nowhere, one letter stands in the place of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of, untransposed
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Product, Relation, Sum, Symbol, Term, walk

NEAR = 6  # definitions between a layer and the activation behind it
DEFINED = frozenset({"=", ":=", "≡", "≜"})
ACTIVATIONS = frozenset(
    "softmax sigma sigmoid phi psi rho g tanh relu gelu silu swish elu selu softplus leakyrelu logistic act activation".split()
)


@dataclass(frozen=True, slots=True)
class _Made:
    """A name and what it is made of."""

    statement: Statement
    name: Symbol | Index
    value: Term


def results_passed_over(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each activation of what has been through one, where the layer between them is of no use."""
    made = [each for statement, _ in once(model, asserted_formulas) if (each := _made(statement)) is not None]
    for at, last in enumerate(made):
        taken = _activated(last.value)
        if taken is None or taken == last.name:
            continue
        before = made[max(0, at - NEAR) : at]
        sources = [each for each in made[:at] if each.name == taken]
        if not sources or not _is_activated(sources[-1].value):
            continue
        layers = [
            each
            for each in before
            if each.statement.section == last.statement.section and _is_layer_of(each.value, taken)
        ]
        if len(layers) != 1 or layers[0].name in (taken, last.name):
            continue
        layer = layers[0]
        if _is_used(layer, model) and not _shares_label(layer.name, last.name, taken):
            continue
        place = last.statement.place(origin_of(taken))
        yield Problem(
            place,
            f"{show(taken)} stands here, and {show(layer.name)}, made of it just before, is passed over",
            help=f"try {show(layer.name)}",
            related=(Related(layer.statement.span, f"{show(layer.name)} is made here"),),
            evidence={"kind": "symbol", "symbol": show(taken)},
            key=f"passed over@{place.start}",
        )


def _made(statement: Statement) -> _Made | None:
    term = statement.term
    if not isinstance(term, Relation) or statement.hedged or term.relations[0] not in DEFINED:
        return None
    left, value = term.sides[:2]
    return _Made(statement, left, value) if isinstance(left, Symbol | Index) else None


def _is_activated(value: Term) -> bool:
    """Whether a value is an activation of something, or a cut at zero."""
    if not isinstance(value, Apply):
        return False
    if value.function == "max":
        return any(isinstance(each, Number) and each.value == 0 for each in value.arguments)
    return taken_apart(value.function).letter.casefold().replace("-", "") in ACTIVATIONS


def _activated(value: Term) -> Symbol | Index | None:
    """The bare name that an activation is taken of."""
    if not _is_activated(value) or not isinstance(value, Apply):
        return None
    names = [each for each in value.arguments if not isinstance(each, Number)]
    return names[0] if len(names) == 1 and isinstance(names[0], Symbol | Index) else None


def _is_layer_of(value: Term, taken: Term) -> bool:
    """``W h + b``, ``h^T W``: one product of a name and weights, and at most a bias."""
    terms: Sequence[Term] = value.terms if isinstance(value, Sum) else (value,)
    products = [each for each in terms if isinstance(each, Product)]
    if len(terms) > 2 or len(products) != 1 or not all(isinstance(each, Product | Symbol | Index) for each in terms):
        return False
    factors = [untransposed(each) for each in products[0].factors]
    return len(factors) == 2 and taken in factors and all(isinstance(each, Symbol | Index) for each in factors)


def _is_used(layer: _Made, model: SemanticModel) -> bool:
    """Whether the note has a use for what a layer gives, apart from telling what it is."""
    for statement in model.statements:
        term = statement.term
        if statement is layer.statement or term == layer.name:
            continue
        sides = term.sides[1:] if isinstance(term, Relation) and term.sides[0] == layer.name else (term,)
        if any(part == layer.name for side in sides for part in walk(side)):
            return True
    return False


def _shares_label(layer: Term, result: Term, taken: Term) -> bool:
    """z_2 and a_2 beside a_1: by their numbers the activation belongs to the layer."""
    labels = [each.indices + each.upper if isinstance(each, Index) else () for each in (layer, result, taken)]
    return bool(labels[0]) and labels[0] == labels[1] != labels[2] and bool(labels[2])
