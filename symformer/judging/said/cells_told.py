"""A value told for a row and a column by their names, and another one in that cell: "the gradient of w2 is 0.069", "| w2 | 0.138 |".

Told is only where the sentence names the head of the column and the label of the row, the value is told once, no other table
has that row and column, and the two are no roundings of each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from symformer.documents.document import Document, Table
from symformer.findings.finding import Problem, Related
from symformer.judging.said.labelled import bare
from symformer.judging.said.sentences import Said, Sentence, digits_in, numeral, said, sentences
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued

FAR = 6000
MOST_ROWS, MOST_COLUMNS = 30, 10
_HEAD = re.compile(r"[A-Za-z][a-z-]{2,}(?: [a-z-]+){0,2}")
_LABEL = re.compile(r"[A-Za-z][\w .+-]{0,24}")
_VALUE = numeral("n")
_TOLD = Cued(
    rf"(?P<head>[A-Za-z][A-Za-z-]{{2,}})\s+(?:of|for|at)\s+(?:the\s+|our\s+)?(?P<label>[A-Za-z][\w.+-]*(?:[ -][\w.+-]+){{0,2}}?)\s*(?:\([^()]{{0,20}}\)\s*)?(?:is|was|equals|=|≈|:|comes\s+to|of|reaches)\s*(?:then\s+|therefore\s+|thus\s+|only\s+|about\s+)?{_VALUE}",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|not|on|averaged?|clipped|dev|seeds?|runs?|fine-?tuned|larger|smaller|never|before|after|initial\w*|old|previous\w*|new|updated?|now|next|then|first|instead|another|other|second|expected|target|true|validation|without|with|when|original\w*|per|each|change\w*|increase\w*|decrease\w*|compared|than|reference|published|reported|paper|step|epoch|iteration|run|batch)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_CHANGES = Cued(
    r"\b(?:before|after|old|new|previous|update\w*|initial|final|step|epoch|iteration|layer)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Cell:
    table: Table
    amount: Amount


def told_cell_problems(document: Document) -> Iterator[Problem]:
    """A problem for each cell that is not what a sentence tells for its row and column."""
    cells = _cells(document)
    if not cells:
        return
    told: dict[tuple[str, str], list[tuple[Sentence, Said]]] = {}
    for block in document.prose:
        if block.kind == "heading" or not digits_in(block.text.text):
            continue
        for sentence in sentences(block.text):
            for found in _TOLD.finditer(sentence.text):
                key = bare(found["label"]), _stem(found["head"])
                if key in cells and _OPEN.search(sentence.text) is None:
                    told.setdefault(key, []).append((sentence, said(found, "n")))
    for key, values in told.items():
        mine = cells[key]
        if len(mine) == 1 and len({each.number.value for _, each in values}) == 1:
            sentence, number = values[0]
            cell = mine[0]
            near = abs(sentence.place(number.start) - cell.amount.span.start) < FAR
            if near and not _agree(cell.amount, number):
                yield _problem(cell, sentence, number, key)


def _cells(document: Document) -> dict[tuple[str, str], list[_Cell]]:
    """The numbers of all tables by the label of their row and the head of their column."""
    found: dict[tuple[str, str], list[_Cell]] = {}
    for table in document.tables:
        if not 0 < len(table.rows) <= MOST_ROWS or not 1 < len(table.header) <= MOST_COLUMNS:
            continue
        heads = [bare(each.text) for each in table.header]
        if any(_CHANGES.search(each) for each in heads):
            continue
        for row in table.rows:
            label = bare(row[0].text) if row else ""
            if not _LABEL.fullmatch(label):
                continue
            for head, cell in zip(heads[1:], row[1:], strict=False):
                value = amount(cell) if _HEAD.fullmatch(head) else None
                if value is not None:
                    found.setdefault((label, _stem(head)), []).append(_Cell(table, value))
    return found


def _stem(word: str) -> str:
    return re.sub(r"(?<!s)s\Z", "", word.lower())


def _agree(cell: Amount, number: Said) -> bool:
    """Whether one of two values is the other one rounded, or in percent."""
    if cell.unit and number.unit and cell.unit != number.unit:
        return True
    one, other = abs(cell.number.value), abs(number.number.value)
    return any(
        abs(one * way - other) <= max(cell.number.unit * way, number.number.unit, other / 1000)
        for way in (Fraction(1), Fraction(100), Fraction(1, 100))
    )


def _problem(cell: _Cell, sentence: Sentence, number: Said, key: tuple[str, str]) -> Problem:
    place = sentence.span(number.start, number.end)
    return Problem(
        cell.amount.span,
        f"{cell.amount.number.text} here, and {number.text} where the text tells the {key[1]} of {key[0]}",
        level="warning",
        related=(Related(place, "told here"),),
        evidence={"kind": "number", "printed": cell.amount.number.text, "expected": number.text},
        key=f"sentence-contradicts-number@{cell.amount.span.start}-{cell.amount.span.end}",
    )


__all__ = ["told_cell_problems"]
