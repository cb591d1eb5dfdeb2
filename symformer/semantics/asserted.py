"""The formulas that a note asserts, with all their parts: gone through once for the many rules that look at each part."""

from __future__ import annotations

from itertools import groupby

from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.term import Term, walk

Parts = tuple[Term, ...]


def asserted_formulas(model: SemanticModel) -> tuple[tuple[Statement, Parts], ...]:
    """Each formula that a note asserts, with its parts as ``walk`` gives them: asked ``once`` of a note."""
    return tuple(
        (statement, tuple(walk(statement.term)))
        for statement in model.statements
        if statement.carrier == "formula" and statement.stance == "asserted"
    )


def by_formula(model: SemanticModel) -> tuple[tuple[Statement, ...], ...]:
    """What a note asserts, the statements of one formula together: asked ``once`` of a note."""
    asserted = (each for each in model.statements if each.carrier == "formula" and each.stance == "asserted")
    return tuple(tuple(group) for _, group in groupby(asserted, key=lambda each: id(each.formula)))


__all__ = ["Parts", "asserted_formulas", "by_formula"]
