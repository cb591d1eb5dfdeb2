r"""What a layer adds up, where one of it is subtracted: ``\sigma(W_f x - U_f h + b_f)`` beside gates that add all.

The sign of a learned weight or bias is a matter of custom, and the custom is to add.  A note that keeps to it
everywhere but in one place has a slip there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import VARIES, words_after, words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import letter_of
from symformer.terms.parts import origin_of, untransposed
from symformer.terms.show import show
from symformer.terms.term import Apply, IndexedSum, Number, Product, Relation, Sum, Term
from symformer.text.cued import Cued

WEIGHTS = frozenset("WUVRAw")
BIASES = frozenset({"b", "c"})
ACTIVATIONS = frozenset(
    "sigma phi tanh sigmoid relu ReLU softmax max GELU SiLU Swish swish ELU softplus gelu silu psi rho f g act".split()
)
FEWEST = 2  # layers elsewhere that add; for a bias one is enough
# a threshold is subtracted by its meaning
THRESHOLD = Cued(
    r"\b(?:threshold|perceptron|hyperplane|margin|support vector|subtract\w*|minus|negat\w*)\b|阈值|减去|超平面",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Layer:
    """A sum of weighted inputs and a bias, and whether it stands under an activation."""

    statement: Statement
    term: Sum
    weights: frozenset[str]
    bias: str
    subtracted: tuple[Term, ...]
    activated: bool


def subtracted_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each weighted input or bias that is subtracted, in a note that adds them elsewhere."""
    layers = [layer for statement, parts in once(model, asserted_formulas) for layer in _layers(statement, parts)]
    odd = [layer for layer in layers if layer.subtracted]
    for layer in odd:
        likes = [
            each for each in layers if not each.subtracted and each.bias == layer.bias and each.weights & layer.weights
        ]
        of_layer = not layer.weights.isdisjoint("WUVw")  # A x - b is a residual
        fewest = 1 if of_layer and letter_of(layer.subtracted[0]) in BIASES else FEWEST
        called = _is_called_bias(model, layer)
        if len(odd) > 1 or len(layer.subtracted) > 1 or (len(likes) < fewest and not (layer.activated or called)):
            continue
        statement = layer.statement
        if THRESHOLD.search(words_before(model, statement)) or THRESHOLD.search(words_after(model, statement)):
            continue
        if VARIES.search(words_before(model, statement)) or VARIES.search(words_after(model, statement)):
            continue
        yield _problem(layer, likes, sure=bool(likes) or called)


def _is_called_bias(model: SemanticModel, layer: _Layer) -> bool:
    """Whether words near a formula call what it subtracts a bias: that is what a layer adds."""
    if letter_of(layer.subtracted[0]) not in BIASES:
        return False
    text, span = model.document.source.text, layer.statement.span
    near = text[max(0, span.start - NEAR) : span.end + NEAR]
    return BIAS.search(near) is not None and THRESHOLD.search(near) is None


NEAR = 400  # characters in which words tell what the letters of a layer are
BIAS = Cued(r"\bbias(?:es)?\b|偏置", re.IGNORECASE)


def _problem(layer: _Layer, likes: Sequence[_Layer], *, sure: bool) -> Problem:
    found = layer.subtracted[0]
    place = layer.statement.place(origin_of(found))
    return Problem(
        place,
        f"{show(found)} is subtracted here, {'and other layers add all they sum' if likes else 'where a layer adds all it sums'}",
        help="try a plus, or a word on why it is subtracted",
        related=tuple(Related(like.statement.place(origin_of(like.term)), "all is added here") for like in likes[:1]),
        level=None if sure else "info",
        evidence={"kind": "symbol", "found": show(found)},
        key=f"subtracted@{place.start}",
    )


def _layers(statement: Statement, parts: tuple[Term, ...]) -> Iterator[_Layer]:
    if not isinstance(statement.term, Relation) or statement.hedged or statement.renewed:
        return
    under = {
        id(argument)
        for part in parts
        if isinstance(part, Apply) and part.function.partition("_")[0] in ACTIVATIONS
        for argument in part.arguments
    }
    summed = {id(part.body) for part in parts if isinstance(part, IndexedSum)}  # e^{-Σ W v - b} may mean -(Σ W v) - b
    for part in parts:
        if (
            isinstance(part, Sum)
            and id(part) not in summed
            and (made := _layer(statement, part, id(part) in under)) is not None
        ):
            yield made


def _layer(statement: Statement, total: Sum, activated: bool) -> _Layer | None:
    """A sum as a layer, if each summand but its one or no bias is a weight times an input."""
    weights: set[str] = set()
    biases: list[str] = []
    subtracted: list[Term] = []
    for each in total.terms:
        negative, inner = _without_sign(each)
        if (weight := _weight(inner)) is not None:
            weights.add(weight)
        elif (bias := letter_of(_once(inner))) in BIASES:
            biases.append(bias)
            inner = _once(inner)
        else:
            return None
        if negative:
            subtracted.append(inner)
    if not weights or len(biases) != 1:
        return None
    return _Layer(statement, total, frozenset(weights), biases[0], tuple(subtracted), activated)


def _without_sign(term: Term) -> tuple[bool, Term]:
    match term:
        case Product(factors=(Number(value=value), *rest), sign=sign) if value == -1 and rest:
            return True, rest[0] if len(rest) == 1 else Product(tuple(rest), sign, term.origin)
    return False, term


def _once(term: Term) -> Term:
    """``b · 1`` as b: a bias is the weight of an input that is always one."""
    match term:
        case Product(factors=(inner, Number(value=1))) | Product(factors=(Number(value=1), inner)):
            return inner
    return term


def _weight(term: Term) -> str | None:
    """The letter of the weight in a product of a weight and an input, or of a call."""
    if not isinstance(term, Product):
        return None
    for factor in (term.factors[0], term.factors[-1]):
        inner = untransposed(factor)
        if (letter := letter_of(inner)) in WEIGHTS:
            return letter
    return None
