"""Two matrices that a note makes in one way, so that both lie alike: their product has a transpose or is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.algebra.unify import Equal
from symformer.reasoning.nearly import Edit
from symformer.semantics.model import once
from symformer.semantics.shapes.records import ShapeEnvironment
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    EQUAL,
    Elementwise,
    Index,
    Product,
    Relation,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel


def lacks_its_transpose(note: SemanticModel, edit: Edit) -> bool:
    """Whether an edit leaves the transpose of a matrix out whose neighbour the note makes in the same way.

    Where ``Q = X W_Q`` and ``K = X W_K``, both have a row for each position, and Q K is no product of theirs.
    Small letters may be vectors, whose product is told with a dot.
    """
    if not _is_lost_transpose(edit) or edit.found is None or edit.standard is None:
        return False
    if not isinstance(edit.within, Product) or edit.standard not in edit.within.factors:
        return False
    at = edit.within.factors.index(edit.standard)
    neighbour = edit.within.factors[at - 1] if at else None
    if neighbour is None or not _is_matrix(edit.found) or not _is_matrix(neighbour):
        return False
    return frozenset({neighbour, edit.found}) in once(note, _told_alike)


def holds_its_transpose(note: SemanticModel, edit: Edit, words: str) -> bool:
    """Whether a letter that seems to lack its transpose is told to be one: K = W_K Xᵀ, "K holds the keys, transposed"."""
    if not _is_lost_transpose(edit):
        return False
    if TRANSPOSED.search(words) is not None:
        return True
    for statement in note.statements:
        term = statement.term
        if isinstance(term, Relation) and edit.found in term.sides[:-1] and EQUAL.issuperset(term.relations):
            if any(isinstance(part, Transpose) for part in walk(term.sides[-1])):
                return True
    return False


def fits_as_it_lies(edit: Edit, environment: ShapeEnvironment) -> bool:
    """Whether the note tells shapes by which a matrix goes with the one before it untransposed: Q: n × d, and K: d × m."""
    if not _is_lost_transpose(edit) or edit.found is None or not isinstance(edit.within, Product):
        return False
    factors = edit.within.factors
    places = [at for at, each in enumerate(factors) if each in (edit.standard, edit.found)]
    if not places or not places[0]:
        return False
    before, found = environment.shape_of(factors[places[0] - 1]), environment.shape_of(edit.found)
    if before is None or found is None or before.rank != 2 or found.rank != 2:
        return False
    equal = [isinstance(environment.theory.compare(before.last, size), Equal) for size in found.sizes]
    return equal == [True, False]


# not "times the transpose of K", which says that the formula has lost it
TRANSPOSED = Cued(
    r"\b(?:already|pre-?)[ ]?transposed|\b(?:for|is|holds|stores|are) (?:the )?(?:keys, )?transposed\b|\bas (?:its |their |the )?columns\b|已转置|按列",
    re.IGNORECASE,
)


def _is_lost_transpose(edit: Edit) -> bool:
    return edit.kind == "wrapped" and isinstance(edit.standard, Transpose) and edit.standard.operand == edit.found


def _is_matrix(term: Term) -> bool:
    head = unindexed(term)
    return isinstance(head, Symbol) and head.name.rpartition("(")[2][:1].isupper()


def _told_alike(note: SemanticModel) -> frozenset[frozenset[Term]]:
    """The pairs of names that one chain equates, or whose products share a factor at one end."""
    pairs: set[frozenset[Term]] = set()
    made: dict[tuple[int, Term], list[Term]] = {}
    for statement in note.statements:
        term = statement.term
        if statement.stance != "asserted" or not isinstance(term, Relation) or not EQUAL.issuperset(term.relations):
            continue
        *names, last = term.sides
        names = [each for each in names if isinstance(each, Symbol | Index)]
        pairs |= {frozenset({one, other}) for one in names for other in names if one != other}
        for place, factor in _ends(last):
            made.setdefault((place, factor), []).extend(names)
    for names in made.values():
        pairs |= {frozenset({one, other}) for one in names for other in names if one != other}
    return frozenset(pairs)


def _ends(term: Term) -> Iterator[tuple[int, Term]]:
    """The first and the last factor of a product of two, where both are plain names."""
    if isinstance(term, Product | Elementwise) and len(term.factors) == 2:
        if all(isinstance(each, Symbol | Index) for each in term.factors):
            yield from enumerate(term.factors)
