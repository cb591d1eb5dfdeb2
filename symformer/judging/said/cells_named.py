"""The rows and columns of a table that a sentence names by their labels and heads.

"The recall is largest at 0.3" below a table with a column *recall* and a row of the threshold 0.3.  A head is named by
its words in any number, a label as it is written; a label that is a number has to stand where such a number would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.documents.document import Document, Table
from symformer.documents.places import around, section_at
from symformer.judging.said.amounts import singular
from symformer.judging.said.labelled import bare
from symformer.judging.tables.amounts import BINARY, Amount, amount, is_total
from symformer.judging.tables.relations import SCALES, turned_over
from symformer.text.cued import Cued

FAR = 6000  # characters between a table and what is said of it
MOST_ROWS, MOST_COLUMNS = 40, 12
_ASIDE = Cued(r"[(\[（][^()\[\]（）]*[)\]）]|\\[A-Za-z]+|[$*_`^{}#|]")
_LETTERS = Cued(r"[^\W\d_][\w-]*")
_NO_WORDS = frozenset("of the a an in per for at on by and or to number no nr with".split())
_IDEOGRAPHS = Cued(r"[\u4e00-\u9fff]{2,}")
_NUMERAL = Cued(r"[-−]?\d[\d,]*(?:\.\d+)?\s?[kKMB%]?")
_SUMMARY = Cued(r"\b(?:total|sum|average|avg|mean|median|overall|std|all|max|min)\b|合计|总|平均|最", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Named:
    """A word or number of a sentence that names a row or a column: which, and where it stands."""

    at: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A table by its labels and heads; ``total`` is the row that sums up the others."""

    table: Table
    first_head: str
    labels: tuple[str, ...]
    heads: tuple[str, ...]
    cells: tuple[tuple[Amount | None, ...], ...]
    total: tuple[Amount | None, ...] | None

    def value(self, row: int, column: int) -> Fraction | None:
        """The number of a cell in the smallest unit of its kind."""
        cell = self.cells[row][column]
        return scaled(cell) if cell is not None else None

    def column(self, at: int) -> list[Fraction] | None:
        """All numbers of a column; None where one is missing."""
        found = [self.value(row, at) for row in range(len(self.labels))]
        known = [each for each in found if each is not None]
        return known if len(known) == len(found) else None


def scaled(cell: Amount) -> Fraction:
    """A number of a table times the power of ten of its unit."""
    if cell.unit in BINARY:
        return cell.number.value * BINARY[cell.unit]
    scale = next((each[cell.unit] for each in SCALES if cell.unit in each), 0)
    return cell.number.value * Fraction(10) ** scale


def grids_near(document: Document, at: int) -> list[list[Grid]]:
    """The tables of the section around a place, each by rows and, where that makes sense, by columns as well."""
    here = section_at(document, at)
    near = (each for each in around(document.tables, at, FAR, FAR) if section_at(document, each.span.start) == here)
    return [list(_grids(table)) for table in near]


def _grids(table: Table) -> Iterator[Grid]:
    for each in (table, turned_over(table)):
        grid = _grid(each) if each is not None else None
        if grid is not None:
            yield grid


def _grid(table: Table) -> Grid | None:
    width = min((len(row) for row in (table.header, *table.rows)), default=0)
    if not 2 <= width <= MOST_COLUMNS or not 2 <= len(table.rows) <= MOST_ROWS:
        return None
    rows = [row for row in table.rows if not is_total(row) and not _SUMMARY.search(row[0].text)]
    total = next((row for row in table.rows if is_total(row)), None)
    labels = tuple(bare(row[0].text) for row in rows)
    if len(rows) < 2 or len(set(labels)) != len(labels):
        return None
    cells = tuple(tuple(amount(cell) for cell in row[1:width]) for row in rows)
    heads = tuple(cell.text for cell in table.header[1:width])
    summed = tuple(amount(cell) for cell in total[1:width]) if total is not None else None
    return Grid(table, table.header[0].text, labels, heads, cells, summed)


def rows_named(text: str, grid: Grid) -> list[Named]:
    """The rows whose labels a text holds, in the order in which it names them; each place for the longest label."""
    found: list[Named] = []
    plain = text.casefold()
    for at in sorted(range(len(grid.labels)), key=lambda at: -len(grid.labels[at])):
        label = grid.labels[at]
        for place in _label_places(plain, label, grid.first_head):
            if not any(each.start < place[1] and place[0] < each.end for each in found):
                found.append(Named(at, *place))
    return sorted(found, key=lambda each: each.start)


def _label_places(plain: str, label: str, head: str) -> Iterator[tuple[int, int]]:
    if not label:
        return
    if _NUMERAL.fullmatch(label):
        before = "|".join(re.escape(word) for word in words_of(head)) or "at"
        cue = rf"(?:\b(?:at|for|with|in|of|after|to|from|than)\s+(?:an?\s+|the\s+)?(?:[a-z]+\s+){{0,2}}?|[=]\s?|\b(?:{before})s?\s+(?:of\s+)?)"
        for found in re.finditer(rf"{cue}(?P<n>{re.escape(label)})(?![\w%]|[.,]\d|\s?[×·*/^+])", plain):
            yield found.span("n")
        return
    if len(label) < 2 and not "\u4e00" <= label <= "\u9fff":
        return
    edge = r"(?<![A-Za-z0-9_])" if label[0].isascii() else ""
    for found in re.finditer(rf"{edge}{re.escape(label)}(?:s\b)?(?![A-Za-z0-9_-]|\.\d)", plain):
        yield found.span()


def words_of(head: str) -> list[str]:
    """The words that a head is named by, in the singular, without units and signs.

    >>> words_of("KV heads (total)"), words_of("$d_k$"), words_of("bytes per token")
    (['kv', 'head'], ['d', 'k'], ['byte', 'token'])
    """
    plain = _ASIDE.sub(" ", head)
    return [singular(each) for each in _LETTERS.findall(plain) if each.casefold() not in _NO_WORDS]


def columns_named(text: str, grid: Grid) -> list[Named]:
    """The columns of numbers whose head a text holds, those with more words first."""
    words = [(singular(found[0]), found.start(), found.end()) for found in _LETTERS.finditer(text)]
    found: list[Named] = []
    for at, head in enumerate(grid.heads):
        if any(row[at] is None for row in grid.cells):
            continue
        place = _ideographs(text, head) or _in_a_row(words_of(head), words)
        if place is not None:
            found.append(Named(at, *place))
    if not found:
        found = list(_by_last_word(text, words, grid))
    longest = [each for each in found if not any(_covers(other, each) for other in found)]
    return sorted(longest, key=lambda each: each.start)


def _by_last_word(text: str, words: Sequence[tuple[str, int, int]], grid: Grid) -> Iterator[Named]:
    """The one column whose head ends in a word of the text that no other head has: "the loss" of ``final loss``."""
    heads = [words_of(head) for head in grid.heads]
    for at, head in enumerate(heads):
        if len(head) < 2 or len(head[-1]) < LEAST_NOUN or any(row[at] is None for row in grid.cells):
            continue
        if any(head[-1] in other for place, other in enumerate(heads) if place != at):
            continue
        for word, start, end in words:
            if word == head[-1] and _OF_ANOTHER.search(text[:start]) is None:
                yield Named(at, start, end)
                break


LEAST_NOUN = 4  # letters
# "the training loss" is not that of a column headed "final loss"
_OF_ANOTHER = Cued(
    r"\b(?:train(?:ing)?|test|validation|val|dev|relative|average|mean|total|per|peak|initial|first|other)[\s-]+\Z",
    re.IGNORECASE,
)


def _covers(one: Named, other: Named) -> bool:
    return one.at != other.at and one.start <= other.start and other.end <= one.end and one.end - one.start > other.end - other.start  # fmt: skip


def _ideographs(text: str, head: str) -> tuple[int, int] | None:
    found = _IDEOGRAPHS.search(head)
    start = text.find(found[0]) if found is not None else -1
    return (start, start + len(found[0])) if found is not None and start >= 0 else None


def _in_a_row(wanted: Sequence[str], words: Sequence[tuple[str, int, int]]) -> tuple[int, int] | None:
    """Where a text has the words of a head one behind the other."""
    if not wanted or max(map(len, wanted)) < 2:
        return None
    for at in range(len(words) - len(wanted) + 1):
        run = words[at : at + len(wanted)]
        if [each[0] for each in run] == list(wanted):
            return run[0][1], run[-1][2]
    return None


__all__ = ["Grid", "Named", "columns_named", "grids_near", "rows_named", "scaled", "words_of"]
