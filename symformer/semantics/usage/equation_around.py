"""What the equation around a symbol says of it: whether it was read whole, and whether the symbol is all it leaves open."""

from __future__ import annotations

from collections.abc import Iterable

from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import letter_names
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    walk,
)

MOST_SIDES = 3


def is_clear(statement: Statement) -> bool:
    """Whether a statement was read whole, and is meant."""
    if statement.carrier != "formula" or statement.formula is None or statement.stance != "asserted":
        return False
    if statement.tree is not None and statement.tree.problems:
        return False
    return not any(isinstance(part, Unknown) for part in walk(statement.term))


def is_whole(term: Term) -> bool:
    """Whether a formula says something: more than a name or a product in passing."""
    return isinstance(term, Relation) and not any(_is_display(part) for part in walk(term))


def _is_display(term: Term) -> bool:
    """Whether a term is a matrix of entries, not of blocks that are worked out."""
    if not isinstance(term, Matrix):
        return False
    cells = [cell for row in term.rows for cell in row]
    return not any(
        isinstance(cell, Product) and all(isinstance(each, Symbol) for each in cell.factors) for cell in cells
    )


def is_alone(name: str, statement: Statement, untold: set[str]) -> bool:
    """Whether the symbol is the one thing of a definition that is not told."""
    term = statement.term
    if not isinstance(term, Relation) or term.relations[0] not in EQUAL or len(term.sides) > MOST_SIDES:
        return False
    if not isinstance(term.sides[0], Symbol | Index | Apply):
        return False
    if any(name in ("c", "C") and Symbol(name) in part.terms for part in walk(term) if isinstance(part, Sum)):
        return False  # … + c, a constant
    names = letter_names(term)
    label = taken_apart(name).below
    if len(label) == 1 and label.islower() and any(taken_apart(each).below == label for each in names - {name}):
        return False  # q_w = W e_w: the label is an index
    if label and any(label in (name_of(each) for each in part.arguments) for part in calls_in(term.sides[0])):
        return False  # f(P) = N s_P
    if any(_is_power_of(side, name) for side in term.sides):
        return False  # n^l = m^{l+1}: one told by the other
    called = {part.function for part in walk(term) if isinstance(part, Apply)}
    return (
        len(names | called) >= 3
        and not (names - {name}) & untold
        and any(_is_factor(side, name) for side in term.sides[1:])
    )


def calls_in(side: Term) -> Iterable[Apply]:
    """The calls of functions in a term."""
    return (part for part in walk(side) if isinstance(part, Apply))


def _is_power_of(side: Term, name: str) -> bool:
    return isinstance(side, Power) and not isinstance(side.exponent, Number) and side.base == Symbol(name)


def _is_factor(side: Term, name: str) -> bool:
    """Whether a side uses a name as a quantity, not within sets, integrals and displays of entries."""
    return not any(_is_display(part) for part in walk(side)) and any(
        isinstance(part, Symbol) and part.name == name for part in walk(side)
    )
