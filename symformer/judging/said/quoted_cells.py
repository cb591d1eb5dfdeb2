"""A number that a sentence quotes for one row of a table, and that stands in another one: "*cat* falls to 0.238", the cell of *dog*.

Told is only a number of three digits or more that stands in no cell of the row that the clause names, and in one of another
row that it does not name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.documents.document import Document, Table
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import Said, Sentence, digits_in, sentences
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued

LEAST_DIGITS = 3
LEAST_ROWS, MOST_ROWS = 3, 40
LEAST_COLUMNS = 2  # of numbers, so that a row has cells that it may be taken for
FAR = 4000
# a row of such a word is named by every sentence
FUNCTION_WORDS = frozenset(
    "the and its his her our for with from that this these those are was were has had not but all one".split()
)
_CLAUSES = Cued(r"[;；:：]|,\s+(?:and|but|while|whereas)\b|\b(?:while|whereas|but)\b|，而|，但|。", re.IGNORECASE)
_WORKED = Cued(
    r"\b(?:differences?|gap|sum|total|together|ratio|times|average|mean|instead|not|if|would|than|by|from|other|others|next|both|all|respectively|between|minus|plus|and|thresholds?|cut-?off|limit|above|below|over|under|until|like|as|also|too|same|even|more|end|later|finally|before|after|now|would|another)\b|\?|[+×*/−]|差|和|共",
    re.IGNORECASE,
)
_LABEL = Cued(r"[^\W\d_][\w'’-]{2,}(?: [\w'’-]+)?")


@dataclass(frozen=True, slots=True)
class _Row:
    label: str
    cells: tuple[Amount, ...]


def quoted_cell_problems(document: Document) -> Iterator[Problem]:
    """A problem for each number quoted for one row that is another row's."""
    tables = [(table, rows) for table in document.tables if (rows := _rows(table))]
    for block in document.prose if tables else ():
        if block.kind == "heading" or not digits_in(block.text.text):
            continue
        at = block.span.start
        near = [
            (table, rows)
            for table, rows in tables
            if 0 <= at - table.span.end < FAR and section_at(document, at) == section_at(document, table.span.start)
        ]
        if near:
            for sentence in sentences(block.text):
                yield from _of_sentence(sentence, *near[-1])


def _rows(table: Table) -> Sequence[_Row]:
    """The rows of a table of numbers by their labels; none where labels are no words, or one stands twice."""
    if not LEAST_ROWS <= len(table.rows) <= MOST_ROWS:
        return ()
    found: list[_Row] = []
    for row in table.rows:
        label = re.sub(r"[*_`$\"“”]", "", row[0].text).strip().casefold() if row else ""
        cells = tuple(cell for each in row[1:] if (cell := amount(each)) is not None)
        if _LABEL.fullmatch(label) is None or label in FUNCTION_WORDS or len(cells) < LEAST_COLUMNS:
            return ()
        found.append(_Row(label, cells))
    return found if len({each.label for each in found}) == len(found) else ()


def _of_sentence(sentence: Sentence, table: Table, rows: Sequence[_Row]) -> Iterator[Problem]:
    start = 0
    for end in [*(found.start() for found in _CLAUSES.finditer(sentence.text)), len(sentence.text)]:
        clause = sentence.text[start:end]
        named = [row for row in rows if re.search(rf"(?<![\w-]){re.escape(row.label)}(?![\w-])", clause.casefold())]
        if len(named) == 1 and _WORKED.search(clause) is None:
            for number in sentence.numbers():
                if start <= number.start < end and (other := _of_another(number, named[0], rows)) is not None:
                    yield _problem(sentence, number, named[0], other, table)
        start = end


def _of_another(number: Said, row: _Row, rows: Sequence[_Row]) -> _Row | None:
    """The one other row in which a quoted number stands, where it does not stand in the row that is named."""
    if max(number.number.digits, number.number.decimals) < LEAST_DIGITS or number.number.exact:
        return None
    if any(_near(cell, number) for cell in row.cells):
        return None
    others = [each for each in rows if each is not row and any(_is(cell, number) for cell in each.cells)]
    return others[0] if len(others) == 1 else None


def _is(cell: Amount, number: Said) -> bool:
    return cell.unit == number.unit and cell.number.value == number.number.value


def _near(cell: Amount, number: Said) -> bool:
    """Whether a cell may be what is quoted, rounded or in percent."""
    quoted = number.number.value / (100 if number.unit == "%" and cell.unit != "%" else 1)
    return abs(cell.number.value - quoted) <= max(cell.number.unit, number.number.unit, Fraction(0))


def _problem(sentence: Sentence, number: Said, row: _Row, other: _Row, table: Table) -> Problem:
    span = sentence.span(number.start, number.end)
    return Problem(
        span,
        f"{number.text} stands in the row of {other.label}, and in no cell of {row.label}",
        level="warning",
        related=(Related(table.span, "the table"),),
        evidence={"kind": "number", "printed": number.text},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["quoted_cell_problems"]
