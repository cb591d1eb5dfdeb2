"""A column of formulas beside a column of their values: ``4D^2``, 2 359 296.

The letters may have several values in a note, of two models.  Those by which all rows but one come out are the ones
that the table is worked out with, and the one row is a slip.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product

from symformer.algebra.interval import Interval
from symformer.documents.document import Document, TableCell
from symformer.findings.finding import Problem
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.statement import Statement
from symformer.terms.parts import whole_letters
from symformer.terms.term import Index, Number, Relation, Symbol, Term

FEWEST_RIGHT = 2
MOST_LETTERS = 4
MOST_CHOICES = 200
_WHOLE = re.compile(r"[\s*_$`]*(\d{1,3}(?:(?:[ ,\u00a0\u202f]|\\,|\{,\})\d{3})+|\d+)[\s*_$`]*")
_GROUPS = re.compile(r"[ ,\u00a0\u202f{}\\]")
Values = Mapping[Term, Fraction]


def formula_column_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for the one number of a table that its formula does not give, where those of all other rows do."""
    if not document.tables:
        return
    told = _told_values(statements)
    for table in document.tables:
        rows = [found for row in table.rows if (found := _row(row, statements)) is not None]
        letters = sorted({letter for term, _, _ in rows for letter in whole_letters(term)}, key=repr)
        if (
            len(rows) <= FEWEST_RIGHT
            or not 0 < len(letters) <= MOST_LETTERS
            or not all(each in told for each in letters)
        ):
            continue
        choices = islice(product(*(told[letter] for letter in letters)), MOST_CHOICES)
        wrong = min((_wrong(rows, dict(zip(letters, choice, strict=True))) for choice in choices), key=len, default=[])
        if len(wrong) == 1 and len(rows) - 1 >= FEWEST_RIGHT:
            cell, number, value = wrong[0]
            yield Problem(
                cell.span,
                f"the working beside it gives {value}, not {number}",
                evidence={"kind": "number", "printed": str(number), "expected": str(value)},
                key=f"formula-column@{cell.span.start}",
            )


def _wrong(rows: Sequence[tuple[Term, TableCell, int]], values: Values) -> list[tuple[TableCell, int, Fraction]]:
    found: list[tuple[TableCell, int, Fraction]] = []
    for term, cell, number in rows:
        value = _value(term, values)
        if value is None or value != number and not _is_rounded(number, value):
            found.append((cell, number, value if value is not None else Fraction(0)))
    return found


def _is_rounded(number: int, value: Fraction) -> bool:
    """Whether a number in whole thousands is the value as far as these go."""
    return number % 1000 == 0 and value != 0 and abs(number - value) < value / 200


def _value(term: Term, values: Values) -> Fraction | None:
    points = {letter: Interval.point(value) for letter, value in values.items()}
    found = evaluate(term, lambda part: points.get(part))
    return found.middle if isinstance(found, Interval) and found.lo == found.hi else None


def _row(row: Sequence[TableCell], statements: Sequence[Statement]) -> tuple[Term, TableCell, int] | None:
    """The one formula with letters of a row, and the one whole number behind it."""
    formulas = [(at, term) for at, cell in enumerate(row) if (term := _formula(cell, statements)) is not None]
    if len(formulas) != 1:
        return None
    at, term = formulas[0]
    numbers = [(cell, found) for cell in row[at + 1 :] if (found := _WHOLE.fullmatch(cell.text)) is not None]
    if len(numbers) != 1:
        return None
    cell, found = numbers[0]
    return term, cell, int(_GROUPS.sub("", found[1]))


def _formula(cell: TableCell, statements: Sequence[Statement]) -> Term | None:
    bare = cell.text.strip("* ")
    if not bare.startswith(("$", r"\(")) or bare.strip("$").count("$"):
        return None
    first = bisect_left(statements, cell.span.start, key=lambda each: each.span.start)
    last = bisect_left(statements, cell.span.end, lo=first, key=lambda each: each.span.start)
    inside = statements[first:last]
    if len(inside) != 1 or isinstance(inside[0].term, Relation | Symbol | Index | Number):
        return None
    return inside[0].term if any(whole_letters(inside[0].term)) else None


def _told_values(statements: Sequence[Statement]) -> dict[Term, list[Fraction]]:
    """All the whole numbers that a note gives to each of its letters."""
    found: dict[Term, list[Fraction]] = {}
    for each in statements:
        match each.term:
            case Relation(relations=("=", *_), sides=(Symbol() | Index() as letter, *sides)):
                values = [side.value for side in sides if isinstance(side, Number) and side.value.denominator == 1]
                found.setdefault(letter, []).extend(value for value in values if value > 0)
    return {letter: list(dict.fromkeys(values)) for letter, values in found.items() if values}
