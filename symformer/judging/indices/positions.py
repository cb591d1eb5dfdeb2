"""The rows beside columns that are filled in pairs: positions run over the whole length, and only pairs over half."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.indices.ranges import doubled_entries, slots_of
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import EQUAL, Number, Quotient, Relation, Symbol
from symformer.text.span import Span

NEAR = 1200  # characters between the formulas and the range
BELOW = frozenset({"<", "≤"})


def positions_cut_short(model: SemanticModel) -> Iterator[Problem]:
    """``P(k, 2i)`` with ``0 ≤ k < L/2``: the half belongs to the pairs i, and k is one for each token."""
    rows = dict(_rows(model))
    told: set[str] = set()
    for statement in model.statements if rows else ():
        found = _halved(statement)
        if found is None or found[0] not in rows or found[0] in told:
            continue
        letter, end = found
        pair, place = rows[letter]
        if not place.start - NEAR < statement.span.start < place.end + NEAR:
            continue
        told.add(letter)
        name, length = spell(letter), show(end.numerator)
        yield Problem(
            statement.span,
            f"{name} counts positions, but runs over half of {length} only: the half is that of the pairs {spell(pair)}",
            help=f"try {name} < {length}",
            related=(Related(place, f"{name} and {spell(pair)} stand here"),),
            evidence={"kind": "index", "letter": name},
            key=f"positions:{letter}",
        )


def _rows(model: SemanticModel) -> Iterator[tuple[str, tuple[str, Span]]]:
    """Each letter that stands by itself beside a doubled one, with that one and the place."""
    doubled = {entry.span.start: entry for entry in doubled_entries(model)}
    for statement in model.statements if doubled else ():
        if not isinstance(statement.term, Relation) or statement.term.relations[0] not in EQUAL:
            continue
        slots = slots_of(statement.term.sides[0])
        pairs = {entry.letter for entry in doubled.values() if statement.span.contains(entry.span)}
        if len(slots) == 2 and isinstance(slots[0], Symbol) and len(pairs) == 1 and slots[0].name not in pairs:
            yield slots[0].name, (pairs.pop(), statement.span)


def _halved(statement: Statement) -> tuple[str, Quotient] | None:
    """The letter and the end of ``0 ≤ k < L/2``."""
    if not isinstance(statement.term, Relation) or not BELOW.issuperset(statement.term.relations):
        return None
    match statement.term.sides:
        case (Number(), Symbol(name=letter), Quotient(numerator=Symbol(), denominator=Number(value=two)) as end):
            return (letter, end) if two == 2 else None
    return None
