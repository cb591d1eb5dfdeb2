r"""Numbered layers of which one has its bias and another has not: ``\max(0, x W_1) W_2 + b_2``.

A layer is a product with a numbered weight as a factor; it has a bias where a letter of the same number is added to
the product.  Who leaves the biases out leaves out all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import VARIES, words_after, words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)


@dataclass(frozen=True, slots=True)
class _Layer:
    """A product with a numbered weight, and the letter of that number that is added to it."""

    weight: Index
    bias: Index | None
    product: Product
    alone: bool  # nothing is added to it


def bias_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each layer without a bias beside one of the same equation that has it."""
    members = once(model, _members_of_note)
    for statements in _displays(model):
        layers = [(statement, layer) for statement in statements for layer in _layers_of(statement)]
        with_bias = [(statement, each) for statement, each in layers if each.bias is not None]
        if len(with_bias) == len(layers):
            continue
        biased = {each.weight for _, each in with_bias}
        for statement, layer in layers:
            if layer.bias is not None or layer.weight in biased or not layer.alone:
                continue
            beside = next(((told, each) for told, each in with_bias if _are_of_one_net(each, layer)), None)
            if beside is not None and _is_lost(model, statement, layer, beside[1], members):
                yield _problem(statement, layer, beside[1], beside[0])


def _is_lost(
    model: SemanticModel, statement: Statement, layer: _Layer, beside: _Layer, members: frozenset[Index]
) -> bool:
    """Whether a layer without a bias was to have one; a last one may do without, unless the note has a bias for it."""
    if VARIES.search(words_before(model, statement)) or VARIES.search(words_after(model, statement)):
        return False
    term = statement.term
    named = isinstance(term, Relation) and isinstance(term.sides[0], Apply) and term.sides[0].function in WITH_BIASES
    return _number(layer.weight) < _number(beside.weight) or named or _lost(layer, beside) in members


WITH_BIASES = frozenset({"FFN", "FeedForward"})  # whose second layer has a bias where the first one has


def _lost(layer: _Layer, beside: _Layer) -> Index:
    assert beside.bias is not None
    return Index(beside.bias.base, layer.weight.indices, layer.weight.upper)


def _displays(model: SemanticModel) -> Iterator[list[Statement]]:
    """The statements of each formula, together."""
    run: list[Statement] = []
    for statement, _ in once(model, asserted_formulas):
        if run and statement.formula is not run[-1].formula:
            yield run
            run = []
        run.append(statement)
    if run:
        yield run


def _layers_of(statement: Statement) -> Iterator[_Layer]:
    term = statement.term
    if isinstance(term, Relation) and set(term.relations) <= EXACTLY_EQUAL and not statement.hedged:
        if _is_equation_of_layers(term, list(walk(term))):
            for side in term.sides[1:]:
                yield from _layers(side)


def _problem(statement: Statement, layer: _Layer, beside: _Layer, told: Statement) -> Problem:
    assert beside.bias is not None
    place = statement.place(origin_of(layer.product))
    return Problem(
        place,
        f"{show(beside.bias)} is added after {show(beside.weight)}, and nothing after {show(layer.weight)}",
        help=f"try {show(_lost(layer, beside))} there, or say that this layer has no bias",
        related=(Related(told.place(origin_of(beside.bias)), f"{show(beside.bias)} is added here"),),
        evidence={"kind": "symbol", "missing": show(_lost(layer, beside)), "beside": show(beside.bias)},
        key=f"bias@{place.start}",
    )


def _is_equation_of_layers(term: Relation, parts: Sequence[Term]) -> bool:
    """Whether an equation tells a name or a call by a formula without gradients and arrays written out."""
    left = term.sides[0]
    if name_of(left) is None and not isinstance(left, Apply) or isinstance(left, Apply) and left.function in GRADIENTS:
        return False
    return not any(
        isinstance(part, Transpose | Matrix | Unknown) or isinstance(part, Apply) and part.function in GRADIENTS
        for part in parts
    )


GRADIENTS = frozenset({"derivative", "gradient", "differential"})


def _members_of_note(model: SemanticModel) -> frozenset[Index]:
    """The numbered members that stand anywhere in a note."""
    return frozenset(
        part
        for statement in model.statements
        for part in walk(statement.term)
        if isinstance(part, Index) and _is_numbered(part)
    )


def _layers(term: Term) -> Iterator[_Layer]:
    """The products with a numbered weight in a formula, the outermost first."""
    summands = term.terms if isinstance(term, Sum) else (term,)
    numbered = {each for each in summands if isinstance(each, Index) and _is_numbered(each)}
    for each in summands:
        if isinstance(each, Product) and (weight := _weight(each)) is not None:
            own = [bias for bias in numbered if bias.slots == weight.slots]
            yield _Layer(weight, own[0] if len(own) == 1 else None, each, len(summands) == 1)
        for part in children(each) if not isinstance(each, Index) else ():
            yield from _layers(part)


def _weight(product: Product) -> Index | None:
    """The one numbered capital letter among the factors."""
    found = [each for each in product.factors if isinstance(each, Index) and _is_numbered(each) and _is_capital(each)]
    return found[0] if len(found) == 1 and len(product.factors) == 2 else None


def _is_capital(member: Index) -> bool:
    base = member.base
    return isinstance(base, Symbol) and base.name.rstrip(")").rpartition("(")[2][:1].isupper()


def _is_numbered(member: Index) -> bool:
    slots = member.slots
    return len(slots) == 1 and isinstance(slots[0], Number) and isinstance(member.base, Symbol)


def _number(member: Index) -> int:
    slot = member.slots[0]
    return int(slot.value) if isinstance(slot, Number) else 0


def _are_of_one_net(one: _Layer, other: _Layer) -> bool:
    return one.weight.base == other.weight.base and _number(one.weight) != _number(other.weight)
