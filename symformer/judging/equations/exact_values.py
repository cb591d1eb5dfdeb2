"""The results that a note prints rounded, beside the values behind them to ten digits, each correctly rounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from symformer.algebra.dimension import letter
from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.unify import Theory
from symformer.functions import lookup
from symformer.judging.note import JudgedNote
from symformer.judging.numbers.comparison import Cell
from symformer.reasoning.arrays import Array, Value
from symformer.reasoning.evaluate import evaluate
from symformer.terms.term import EXACTLY_EQUAL, Apply, Index, Matrix, Number, Relation, Space, Symbol, Term, walk
from symformer.text.span import Span

DIGITS = 10


@dataclass(frozen=True, slots=True)
class ExactValue:
    """A named result: its rows as printed, and the same rows to ten digits behind the point."""

    span: Span
    name: Term
    printed: tuple[tuple[str, ...], ...]
    exact: tuple[tuple[str, ...], ...]


def exact_values(note: JudgedNote) -> Iterator[ExactValue]:
    """The arrays that a note gives names to by a formula and prints in decimals, where all their values are known.

    Nothing that the note has rounded on the way goes into them: each formula takes the values behind the names.
    """
    elsewhere = {term: each.true for judged in note.judgements for term, each in judged.rests_on.items()}
    worked: dict[Term, Value] = {}  # by a formula
    given: dict[Term, Value] = {}  # by its numbers

    for shaped in note.shapes:
        statement, term = shaped.statement, shaped.statement.term

        known = partial(_known, worked, given, elsewhere, shaped.environment.theory)
        if not isinstance(term, Relation) or statement.stance != "asserted" or not _is_name(term.sides[0]):
            continue
        if term.relations[0] not in EXACTLY_EQUAL:
            continue
        if all(isinstance(side, Symbol) for side in term.sides):
            alike = evaluate(term.sides[-1], known)
            if not isinstance(alike, NotEvaluated):
                given |= dict.fromkeys(term.sides[:-1], alike)
            continue
        name, formula = term.sides[0], next((side for side in term.sides[1:] if _is_formula(side)), None)
        display = next((side for side in reversed(term.sides) if isinstance(side, Matrix | Number)), None)
        found = evaluate(formula, known) if formula is not None else None
        if found is not None and not isinstance(found, NotEvaluated):
            worked[name] = found
        shown = evaluate(display) if display is not None else None
        if display is None or shown is None or isinstance(shown, NotEvaluated):
            continue
        value = worked.get(name)
        if value is None or formula is None and not _is_near(value, shown):
            worked.pop(name, None)
            first = evaluate(term.sides[1])  # unrounded where it is worked out in numbers: √2 ≈ 1.414
            given[name] = shown if isinstance(first, NotEvaluated) else first  # an input, or another example
            continue
        rows = _beside(display, value) if isinstance(display, Matrix) else None
        if rows is not None:
            yield ExactValue(statement.place(display.origin), name, *rows)


def _known(
    worked: Mapping[Term, Value],
    given: Mapping[Term, Value],
    elsewhere: Mapping[Term, Value | None],
    theory: Theory,
    term: Term,
) -> Value | None:
    """The value of a name: by its formula, by its numbers, by what the note says elsewhere, as a size."""
    found = worked.get(term) or given.get(term) or elsewhere.get(term)
    if found is None and isinstance(term, Symbol) and theory.speaks_of(term.name):
        size = theory.reduce(letter(term.name))[0].number
        return Interval.point(size) if size is not None else None
    return found


def _is_formula(side: Term) -> bool:
    return not isinstance(side, Space) and _has_letters(side)


def _is_near(value: Value, shown: Value) -> bool:
    """Whether a display may be of a value, rightly or wrongly rounded, and is not of another example."""
    if not isinstance(value, Array) or not isinstance(shown, Array) or value.shape != shown.shape:
        return False
    pairs = list(zip(value.cells, shown.cells, strict=True))
    largest = max((abs(cell.middle) for cell in value.cells), default=Fraction(0))
    return sum(abs(one.middle - other.middle) <= largest / 5 for one, other in pairs) * 2 > len(pairs)


def _has_letters(term: Term) -> bool:
    return any(isinstance(part, Symbol) for part in walk(term))


def _beside(display: Matrix, value: Value) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]] | None:
    """The rows of a display beside those of a value; None where it is printed in full, or cannot be told."""
    if not isinstance(value, Array) or [len(row) for row in display.rows] != [len(row) for row in value.rows]:
        return None
    printed = tuple(tuple(_text(cell) for cell in row) for row in display.rows)
    exact = tuple(tuple(in_digits(cell) for cell in row) for row in value.rows)
    told = [text for row in exact for text in row if text is not None]
    if len(told) < sum(map(len, exact)) or any(text is None for row in printed for text in row):
        return None
    shown = [
        (cell, other)
        for row, others in zip(display.rows, value.rows, strict=True)
        for cell, other in zip(row, others, strict=True)
    ]
    if all(other.exact and _number(cell) == other.lo for cell, other in shown):
        return None
    return tuple(tuple(each or "" for each in row) for row in printed), tuple(
        tuple(each or "" for each in row) for row in exact
    )


def _text(cell: Term) -> str | None:
    found = Cell((), cell).printed
    return None if found is None else found.text


def _number(cell: Term) -> Fraction | None:
    found = Cell((), cell).printed
    return None if found is None else found.value


def _is_name(term: Term) -> bool:
    """A letter, a member of a family, or a function of letters: Attention(Q, K)."""
    if isinstance(term, Apply):
        function = lookup(term.function)
        return (function is None or function.law != "elementwise") and all(
            isinstance(each, Symbol | Index) for each in term.arguments
        )
    return isinstance(term, Symbol | Index)


def in_digits(value: Interval, digits: int = DIGITS) -> str | None:
    """A value to so many digits behind the point; None where its bounds do not decide the last one.

    >>> in_digits(Interval.point(Fraction(2, 3)), 4), in_digits(Interval.point(Fraction(-1, 2)), 2)
    ('0.6667', '-0.50')
    """
    scale = 10**digits
    low, high = (_nearest(end * scale) for end in (value.lo, value.hi))
    if low != high:
        return None
    whole, rest = divmod(abs(low), scale)
    sign = "-" if low < 0 else ""
    return f"{sign}{whole}.{rest:0{digits}d}"


def _nearest(value: Fraction) -> int:
    """The nearest whole number; of two the one further from zero, as everybody rounds."""
    doubled = abs(value) + Fraction(1, 2)
    return (1 if value >= 0 else -1) * (doubled.numerator // doubled.denominator)
