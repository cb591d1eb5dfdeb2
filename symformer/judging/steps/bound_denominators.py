r"""Derivatives by a bound index: ``\partial\ell/\partial z_j = \sum_i … \partial p_j/\partial z_i``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Apply, Index, IndexedSum, Relation, Symbol, Term, walk


def bound_denominators(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each derivative by one entry that is worked out by derivatives by the entries of a sum."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if not set(term.relations) <= EQUAL or (own := _by(term.sides[0])) is None:
            continue
        for side in term.sides[1:]:
            found = [(part, by) for part in walk(side) if (by := _by(part)) is not None and by.base == own.base]
            bound = {part.index for part in walk(side) if isinstance(part, IndexedSum)}
            if not found or any(by.indices == own.indices for _, by in found):
                continue
            if any(isinstance(part, IndexedSum) and part.kind == "product" for part in walk(side)):
                continue  # link by link: ∂x_L / ∂x_l is the product of all ∂x_{k+1} / ∂x_k
            if not all(by.indices[0] in bound for _, by in found) or own.indices[0] in bound:
                continue
            part, by = found[0]
            yield Problem(
                statement.place(part.origin),
                f"{show(part)} is by {show(by)}, over which the sum runs, but the left side is by {show(own)}",
                help=f"try a derivative by {show(own)}",
                evidence={"kind": "index", "letter": show(by.indices[0])},
            )
            break


def _by(term: Term) -> Index | None:
    """The entry with one index, a letter, that a derivative is taken by."""
    match term:
        case Apply(function="derivative", arguments=(_, Index(indices=(Symbol(),), upper=()) as by)):
            return by
    return None
