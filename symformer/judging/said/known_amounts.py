"""All amounts of a note, wherever they stand: what a sentence says of one may rest on any of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.judging.said.amounts import Amount, amounts
from symformer.judging.said.sentences import running_words, whole_block
from symformer.text.mapped import MappedText

LEAST_BARE = 1000  # a number of a display that may be one of bytes without saying so
MOST = 600  # amounts of a note that is asked about


@dataclass(frozen=True, slots=True)
class Known:
    """An amount with its place, and the section that it stands in."""

    amount: Amount
    place: int
    section: int
    is_shown: bool  # in a table, where its unit may stand in the head, or in a display, where it may be left out
    in_table: bool

    def is_of(self, other: Amount) -> bool:
        """Whether it counts what another amount does, whatever it is per, or may do so."""
        return counted(self.amount) == counted(other) or self.is_shown and not self.amount.kind

    def values_like(self, other: Amount) -> tuple[Fraction, ...]:
        """What it may be worth beside another amount: a bare number of a table in the unit of that one, too."""
        if counted(self.amount) == counted(other):
            return self.amount.values
        if not self.in_table:
            return self.amount.values if self.amount.number.value >= LEAST_BARE else ()
        scale = other.values[0] / other.number.value if other.number.value else Fraction(1)
        return (*self.amount.values, self.amount.number.value * scale)


def counted(amount: Amount) -> tuple[tuple[str, int], ...]:
    """What an amount is of, whatever it is said to be per."""
    return tuple((name, degree) for name, degree in amount.kind if degree > 0)


def known_amounts(document: Document) -> list[Known]:
    """Every amount of words, tables and displays, in order; none where there are too many to choose from."""
    found = [
        Known(amount, place, section_at(document, place), kind != "words", kind == "table")
        for words, kind in _stretches(document)
        for amount, place in _placed(words)
    ]
    return sorted(found, key=lambda each: each.place) if len(found) <= MOST else []


def _stretches(document: Document) -> Iterator[tuple[MappedText, str]]:
    for _, words in running_words(document):
        yield words, "words"
    for each in document.formulas:
        if each.display == "display":
            yield each.latex, "display"
    for table in document.tables:
        for row in table.rows:
            for cell in row:
                if re.search(r"\d", cell.text):
                    yield MappedText.identity(cell.text, cell.span.start), "table"


def _placed(words: MappedText) -> Iterator[tuple[Amount, int]]:
    block = whole_block(words)
    for each in amounts(block):
        yield each, block.place(each.start)


def any_near(values: Iterable[Fraction], shown: Iterable[Fraction], loose: Fraction) -> bool:
    """Whether one of the values is one of those shown, give or take a share of it."""
    others = list(shown)
    return any(abs(one - other) <= loose * other for one in values for other in others if other > 0)


__all__ = ["Known", "any_near", "counted", "known_amounts"]
