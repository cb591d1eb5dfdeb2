r"""Residual connections past two layers: ``Z = LN(X + MHA(X))``, and then ``Y = LN(X + FFN(Z))``.

A layer adds what it makes of its input to that input.  It is told where the note writes the layer before so, and this
one adds what went into that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.functions import lookup
from symformer.judging.equations.around import VARIES, words_after, words_before
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

NORMS = frozenset({
    "ln", "layernorm", "norm", "rmsnorm", "layer_norm", "layernormalization", "layernormalisation", "batchnorm", "bn",
    "addnorm",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Layer:
    """A layer with its residual: what it gives, what is added, what it works on, and where its norm stands."""

    statement: Statement
    gives: Term
    added: Term
    input: Term
    after: bool


def residuals_past_layers(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each layer that adds the input of the layer before to what it makes of its own."""
    layers = [each for statement in model.statements if (each := _layer(statement)) is not None]
    plain = {each.gives: each for each in layers if each.added == each.input}
    summands = _summands(model)
    for each in layers:
        before = plain.get(each.input)
        if before is None or each.after != before.after or each is before or each.added == each.input:
            continue
        if each.added != before.added and each.added not in summands.get(before.added, ()):
            continue
        if VARIES.search(words_before(model, each.statement)) or VARIES.search(words_after(model, each.statement)):
            continue
        yield _problem(each, before)


def residuals_of_strangers(model: SemanticModel) -> Iterator[Problem]:
    """``LayerNorm(d_1 + FFN(Z_1))``: what is added has the index of the input, and stands nowhere else in the note."""
    layers = [each for statement in model.statements if (each := _layer(statement)) is not None]
    for each in layers:
        match each.added, each.input:
            case Index() as added, Index() as taken if added.slots == taken.slots and added.base != taken.base:
                pass
            case _:
                continue
        times = sum(part == added for statement in model.statements for part in walk(statement.term))
        if times == 1 and not model.uses.of(show(added)).is_told:
            place = each.statement.place(added.origin)
            yield Problem(
                place,
                f"this layer works on {show(taken)}, and {show(added)}, which stands nowhere else, is added to what it makes of it",
                help=f"try {show(taken)}",
                evidence={"kind": "symbol", "name": show(added)},
                key=f"residual@{place.start}",
            )


def _summands(model: SemanticModel) -> dict[Term, tuple[Term, ...]]:
    """What each name is the plain sum of: X of X' = X + P, which goes into the first layer as X'."""
    found: dict[Term, tuple[Term, ...]] = {}
    for statement in model.statements:
        match statement.term:
            case Relation(relations=("=",), sides=(Symbol() as name, Sum(terms=terms))) if all(
                isinstance(each, Symbol) for each in terms
            ):
                found[name] = terms
    return found


def residuals_only_named(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sublayer under its norm that adds nothing, where the sentence that leads to it has a residual."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted" or (bare := _bare(statement)) is None:
            continue
        before = words_before(model, statement).rpartition("\n")[2]
        if not bare[2] or NAMED.search(before) is None or NOT_HERE.search(before) or VARIES.search(before):
            continue
        if VARIES.search(words_after(model, statement)) or NOT_HERE.search(words_after(model, statement)):
            continue
        if _is_added_elsewhere(bare[:2], statement, model):
            continue
        assert isinstance(statement.term, Relation)
        yield Problem(
            statement.place(statement.term.sides[1].origin),
            f"the words name a residual connection, but {show(bare[1])} is not added here",
            help=f"try {show(bare[1])} + … within the norm",
            evidence={"kind": "symbol", "name": show(bare[1])},
            key=f"residual@{statement.span.start}",
        )


def _is_added_elsewhere(ends: tuple[Term, Term], here: Statement, model: SemanticModel) -> bool:
    """Whether what a sublayer gives and what it takes are added in another equation of the section."""
    return any(
        isinstance(part, Sum) and set(ends) <= set(part.terms)
        for each in model.statements
        if each.section == here.section
        for part in walk(each.term)
    )


# a residual connection that is applied together with a norm
NAMED = Cued(
    r"\b(?:residual|skip)(?:[ -]connections?)?(?: is added)?(?:,? (?:and|followed by|then|with)) (?:an? |the |by )*(?:layer|RMS)[ -]?norm"
    r"|\badd (?:&|and) norm|残差(?:连接)?(?:和|与|及|以及|、)层?归一化",
    re.IGNORECASE,
)
NOT_HERE = Cued(
    r"\b(?:no|not|never|before|later|below|next|first|both|each|every|afterwards?|follow(?:s|ed) (?:in|later|below))\b|之前|之后|没有|不",
    re.IGNORECASE,
)


def residuals_left_out(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sublayer without a residual connection right before or behind one of its kind that has it.

    ``Z' = MSA(LN(Z))``, and then ``Z = MLP(LN(Z')) + Z'``: what the one gives is what the other adds.
    """
    statements = [each for each in model.statements if each.carrier == "formula" and each.stance == "asserted"]
    for before, after in pairwise(each for each in statements if isinstance(each.term, Relation)):
        first, second = _layer(before), _layer(after)
        if (first is None) == (second is None) or after.span.start - before.span.end > APART:
            continue
        layer, other = (first, after) if first is not None else (second, before)
        assert layer is not None
        bare = _bare(other)
        if bare is None or layer.added != layer.input or bare[2] != layer.after:
            continue
        gives, taken, _ = bare
        stream = {_letter(layer.added), _letter(layer.gives)}  # a head gives something else
        linked = gives == layer.added if second is not None else taken == layer.gives and _letter(gives) in stream
        if not linked or any(VARIES.search(words(model, other)) for words in (words_before, words_after)):
            continue
        assert isinstance(other.term, Relation)
        yield Problem(
            other.place(other.term.sides[1].origin),
            f"{show(taken)} is not added to what this layer makes of it, as {show(layer.added)} is in the layer "
            + ("before" if first is not None else "behind it"),
            help=f"try + {show(taken)}",
            related=(Related(layer.statement.span, "a layer with its residual connection"),),
            evidence={"kind": "symbol", "name": show(taken)},
            key=f"residual@{other.span.start}",
        )


APART = 200  # characters between two sublayers of one layer
SUBLAYERS = frozenset({
    "attention", "multi-head-attention", "masked-multi-head-attention", "self-attention", "masked-self-attention",
    "cross-attention", "feed-forward", "mlp", "sublayer",
})  # fmt: skip


def is_sublayer(name: str) -> bool:
    """Whether a function is one of the layers that work on a stream and are added to it, under whichever of its names.

    >>> is_sublayer("MHSA"), is_sublayer("FeedForward"), is_sublayer("softmax")
    (True, True, False)
    """
    found = lookup(name)
    return found is not None and found.id in SUBLAYERS


def _bare(statement: Statement) -> tuple[Term, Term, bool] | None:
    """What a sublayer without a residual gives, what it takes, and whether its norm is behind it."""
    match _equation(statement.term):
        case (Symbol() | Index() as gives, Apply(arguments=(Apply() as inner, *others)) as outer):
            layer, norm = (inner, outer) if is_norm(outer.function) else (outer, inner)
            if not is_sublayer(layer.function) or not is_norm(norm.function) or len(norm.arguments) != 1:
                return None
            if len(set(inner.arguments)) != 1 or any(each != inner for each in others):
                return None  # MHA(X, X, X) takes one thing, MHA(Q, K, V) several
            taken = inner.arguments[0]
            return (gives, taken, layer is inner) if isinstance(taken, Symbol | Index) and taken != gives else None
    return None


def _equation(term: Term) -> tuple[Term, Term] | None:
    """The two sides of an equation, which may tell behind them what they are elements of."""
    if not isinstance(term, Relation) or term.relations[0] != "=" or set(term.relations[1:]) - {"∈"}:
        return None
    return term.sides[0], term.sides[1]


def _letter(term: Term) -> str:
    base = unindexed(term)
    return base.name.rstrip("'").partition("_")[0].partition("^")[0] if isinstance(base, Symbol) else ""


def _layer(statement: Statement) -> _Layer | None:
    equation = _equation(statement.term)
    if statement.carrier != "formula" or statement.stance != "asserted" or equation is None:
        return None
    gives, right = equation
    if not isinstance(gives, Symbol | Index):
        return None
    match right:
        case Apply(function=norm, arguments=(Sum() as total,)) if is_norm(norm):
            return _of_sum(statement, gives, total, after=True)
        case Sum():
            return _of_sum(statement, gives, right, after=False)
    return None


def _of_sum(statement: Statement, gives: Term, total: Sum, *, after: bool) -> _Layer | None:
    if len(total.terms) != 2:
        return None
    added = next((each for each in total.terms if isinstance(each, Symbol | Index)), None)
    made = next((each for each in total.terms if isinstance(each, Apply) and not is_norm(each.function)), None)
    if added is None or made is None or not made.arguments:
        return None
    first = made.arguments[0]
    if not after:
        if not isinstance(first, Apply) or not is_norm(first.function) or len(first.arguments) != 1:
            return None
        first = first.arguments[0]
    if not isinstance(first, Symbol | Index) or added != first and added in set(walk(made)):
        return None
    return _Layer(statement, gives, added, first, after)


def is_norm(name: str) -> bool:
    """Whether a function is one of the norms of layers, under whichever of its names.

    >>> is_norm("LayerNorm"), is_norm("norm of x")
    (True, False)
    """
    return name.rpartition("(")[2].rstrip(")").replace(" ", "").casefold() in NORMS


def _problem(found: _Layer, before: _Layer) -> Problem:
    place = found.statement.place(found.added.origin)
    return Problem(
        place,
        f"this layer works on {show(found.input)}, and {show(found.added)} is added to what it makes of it",
        help=f"the residual connection of the layer before adds its own input; here that is {show(found.input)}",
        related=(Related(before.statement.span, "the layer before"),),
        evidence={"kind": "symbol", "name": show(found.added)},
        key=f"residual@{place.start}",
    )
