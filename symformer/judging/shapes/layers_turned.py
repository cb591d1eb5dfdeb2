r"""Layers that act from the left and from the right: ``W_2 f(x W_1)``, where one of the two must be on the other side.

Between the weights of two layers stands a function of every entry, so that no product is meant that takes both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.judging.symbols.members import is_of_entries
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of, unindexed, untransposed
from symformer.terms.show import show
from symformer.terms.term import Apply, Number, Product, Sum, Symbol, Term


def turned_layers(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each layer whose weights stand on the other side than those of the layer within."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if isinstance(part, Product) and part.sign in ("", "@"):
                yield from _of_product(part, statement)


def _of_product(term: Product, statement: Statement) -> Iterator[Problem]:
    for left, right in pairwise(term.factors):
        for weight, layer, from_left in ((left, right, True), (right, left, False)):
            letter = _letter(weight)
            if not letter or not isinstance(layer, Apply) or not _is_of_entries(layer):
                continue
            inner = next((each for each in map(_inner, layer.arguments) if each is not None), None)
            found = _turned(inner, letter, from_left=from_left) if inner is not None else None
            if found is not None:
                yield _problem(statement, weight, found, from_left=from_left)


def _is_of_entries(layer: Apply) -> bool:
    """Whether a layer is a function of every entry: an activation, or a maximum with zero."""
    return is_of_entries(layer.function) or layer.function == "max"


def _letter(term: Term) -> str:
    """The letter of a weight matrix: a capital one, with a label or an index."""
    bare = untransposed(term)
    base = unindexed(bare)
    if not isinstance(base, Symbol):
        return ""
    spelling = taken_apart(base.name)
    labelled = bare is not base or spelling.below or spelling.above
    return f"{spelling.letter} {spelling.font}" if labelled and spelling.letter[:1] == "W" else ""


def _inner(argument: Term) -> Product | None:
    """The one product of two factors that a function of entries takes, with what is added to it."""
    terms = argument.terms if isinstance(argument, Sum) else (argument,)
    products = [each for each in terms if isinstance(each, Product) and not isinstance(each.factors[0], Number)]
    return products[0] if len(products) == 1 and len(products[0].factors) == 2 else None


def _turned(inner: Product, letter: str, *, from_left: bool) -> Product | None:
    """The product, if its weights stand on the other side of what they are applied to."""
    first, last = (_letter(each) for each in inner.factors)
    if from_left:
        return inner if last == letter and not first else None
    return inner if first == letter and not last else None


def _problem(statement: Statement, weight: Term, inner: Product, *, from_left: bool) -> Problem:
    place = statement.place(origin_of(inner))
    exchanged = show(Product(inner.factors[::-1]))
    sides = ("left", "right") if from_left else ("right", "left")
    return Problem(
        place,
        f"{show(weight)} is applied from the {sides[0]}, and the weights in {show(inner)} from the {sides[1]}",
        help=f"try {exchanged}, or {show(weight)} on the other side",
        evidence={"kind": "shape", "left": show(inner), "right": show(weight)},
        key=f"layers@{place.start}",
    )
