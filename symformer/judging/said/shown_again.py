"""Numbers of a matrix, a table or a list that are shown again elsewhere in the note with one of them another.

``A_{23} = 0.3`` beside the matrix A; a table that repeats a matrix; a list and a table with the same labels;
"mostly at itself, with weight 0.186", where 0.186 is the largest of no row.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.documents.document import Document, Prose, Table
from symformer.documents.places import around, section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.requoted import exchanged
from symformer.judging.said.sentences import sentences, whole_block
from symformer.judging.said.shares import sums_to_one
from symformer.judging.tables.amounts import Amount, amount
from symformer.semantics.statement import Statement
from symformer.terms.term import Index, Matrix, Number, Relation, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

Cell = tuple[PrintedNumber, Span]
Grid = Sequence[Sequence[Cell]]
_Entry = tuple[str, Sequence[tuple[int, int]], Number]

FAR = 5000  # characters between two that show the same
NEAR = 2000  # between an entry worked out and the matrix below it
LEAST_CELLS = 6
LEAST_AGREEING = 2  # rows that a list and a table share
LEAST_DIGITS = 3
CHANGED = Cued(
    r"\b(?:updat\w*|chang\w*|replac\w*|mask\w*|after|new|now|instead|perturb\w*|modif\w*|drop\w*|prun\w*|previous|before|second|other|another|without|swap\w*|set(?:ting)? to)\b"
    r"|更新|改|换|遮|之后|另",
    re.IGNORECASE,
)
_MOSTLY = Cued(
    r"\b(?:mostly|most|mainly|largest|highest|strongest|strongly|greatest)\b[^.;!?\d]{0,60}?\b(?:with|at|by)\s+(?:an?\s+|the\s+)?(?:attention\s+)?(?:weight|score|probability|share)s?\s+(?:of\s+|=\s*|≈\s*)?(?P<n>0\.\d{2,})(?!\d)",
    re.IGNORECASE,
)
_NOT_MEANT = Cued(
    r"\b(?:if|would|not|never|(?:second|next)[\s-](?:most|largest|highest|strongest|best)|except|besides|other than|apart|wrong\w*)\b|n['’]t\b|\?",
    re.I,
)
_NAMED = Cued(
    r"\b(?:the|its|this|an?|our)\s+(?P<adjective>[a-z-]{3,})\s+(?P<noun>[a-z]{3,})\s+(?:is|was|of|equals|=|≈|:)\s*(?:only\s+|about\s+|then\s+|now\s+)?(?:[^.;,!?]{0,25}?[=≈]\s*)?(?P<n>\d{1,3}\.\d{2,6})(?!\d)",
    re.IGNORECASE,
)
_LABEL = Cued(r"\W*(?P<label>[^\W\d_][\w-]*(?:\s\w+)?)\W*?[:：=]")
_LONG = Cued(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w]|[.,]\d)")


def shown_again_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every number that is another where it is shown again."""
    grids = [(each, grid) for each in statements if (grid := _grid(each)) is not None and each.stance == "asserted"]
    yield from _entries(document, statements, grids)
    yield from _tables_again(document, [(each.span, grid) for each, grid in grids])
    yield from _largest(document, [(each.span, grid) for each, grid in grids])
    yield from _named_in_words(document)
    for table in document.tables:
        yield from _listed(document, table)


def _named_in_words(document: Document) -> Iterator[Problem]:
    """ "The initial loss is 1.386", and "the initial loss of 1.368" further on: two digits are exchanged."""
    said: dict[tuple[str, str], list[tuple[str, Span]]] = {}
    for block in document.prose:
        for sentence in sentences(block.text) if block.kind != "heading" else ():
            for found in _NAMED.finditer(sentence.text):
                if not _NOT_MEANT.search(found[0]):
                    key = (found["adjective"].casefold(), found["noun"].casefold())
                    said.setdefault(key, []).append((found["n"], sentence.span(*found.span("n"))))
    for (adjective, noun), numbers in said.items():
        texts = list(dict.fromkeys(text for text, _ in numbers))
        if len(texts) == 2 and exchanged(*texts):
            first, second = (next(each for each in numbers if each[0] == text) for text in texts)
            message = f"the {adjective} {noun} is {first[0]} above and {second[0]} here: two digits are exchanged"
            yield _problem(second[1], second[0], first[0], message, first[1], "the number as it stands first")


def _problem(span: Span, shown: str, expected: str, message: str, other: Span, why: str) -> Problem:
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "number", "printed": shown, "expected": expected},
        related=(Related(other, why),),
        key=f"value-contradicts-symbol@{span.start}-{span.end}",
    )


def _grid(statement: Statement) -> Grid | None:
    """The numbers of a matrix that a statement gives a name, with their places."""
    term = statement.term
    if not isinstance(term, Relation) or not isinstance(term.sides[0], Symbol | Index):
        return None
    last = term.sides[-1]
    if not isinstance(last, Matrix) or len(last.rows) < 2 or len({len(row) for row in last.rows}) != 1:
        return None
    grid = [[(cell.printed, statement.place(cell.origin)) for cell in row if isinstance(cell, Number) and cell.printed is not None] for row in last.rows]  # fmt: skip
    return grid if all(len(row) == len(last.rows[0]) > 1 for row in grid) else None


# -- entries ------------------------------------------------------------------------------------------------------------


def _entries(
    document: Document, statements: Sequence[Statement], grids: Sequence[tuple[Statement, Grid]]
) -> Iterator[Problem]:
    """``A_{23} = 0.3``, where the only matrix A of the note has another number there, however its rows are counted."""
    by_name: dict[str, list[tuple[Statement, Grid]]] = {}
    for statement, grid in grids:
        name = _name(statement.term)
        if name is not None:
            by_name.setdefault(name, []).append((statement, grid))
    entries = [
        (each, entry) for each in statements if (entry := _entry(each)) is not None and _is_worked_out(each.term)
    ]
    for statement, (name, places, shown) in entries:
        if statement.stance != "asserted" or statement.hedged or statement.renewed:
            continue
        if len(by_name.get(name, ())) != 1 or shown.printed is None:
            continue
        matrix, grid = by_name[name][0]
        if _MOVED.search(paragraph_before(document, statement)):
            continue
        bases: tuple[int, ...] = (1, 0)
        if statement.span.start < matrix.span.start:  # worked out one by one, and then the whole
            bases = _bases_before(document, statement, matrix, grid, [each for each in entries if each[1][0] == name])
        values = [grid[row - base][column - base] for base in bases for row, column in places if 0 <= row - base < len(grid) and 0 <= column - base < len(grid[0])]  # fmt: skip
        if not values or any(_same(number, shown.printed) for number, _ in values):
            continue
        first, place = values[0]
        span = statement.place(shown.origin)
        message = f"this entry of {name} is {first.text} in the matrix, not {shown.printed.text}"
        yield _problem(span, shown.printed.text, first.text, message, place, "the entry in the matrix")


_MOVED = Cued(  # "Q_11 → 1.01: then S_11 = 0.71", one entry is moved by a little, and all that rests on it
    r"(?:\\to|\\(?:long)?[Rr]ightarrow|\\leftarrow|→|←|\+=|-=)\s*[-−+]?\d|\bfinite[- ]differences?\b|\bperturb\w*|\bnudg\w+|有限差分|扰动",
    re.IGNORECASE,
)


def paragraph_before(document: Document, statement: Statement) -> str:
    """The paragraph of a statement, up to it."""
    text, at = document.source.text, statement.span.start
    return text[max(text.rfind("\n\n", 0, at), at - NEAR, 0) : at]


def _bases_before(
    document: Document, entry: Statement, matrix: Statement, grid: Grid, family: Sequence[tuple[Statement, _Entry]]
) -> tuple[int, ...]:
    """From where rows count, if the matrix shows another of the entries worked out just before it as it was worked out."""
    between = document.source.text[entry.span.start : matrix.span.start]
    if len(between) > NEAR:
        return ()
    others = [
        (row, column, shown.printed)
        for other, (_, places, shown) in family
        if other is not entry and entry.span.start - NEAR < other.span.start < matrix.span.start
        for row, column in places
        if shown.printed is not None
    ]
    agreeing = {
        base: {(row, column) for row, column, number in others if _has(grid, row - base, column - base, number)}
        for base in (1, 0)
    }
    most = max(len(each) for each in agreeing.values())
    if most < LEAST_AGREEING and CHANGED.search(between):
        return ()
    return tuple(base for base in (1, 0) if len(agreeing[base]) == most and 2 * most >= max(len(others), 2))


def _has(grid: Grid, row: int, column: int, number: PrintedNumber) -> bool:
    return 0 <= row < len(grid) and 0 <= column < len(grid[0]) and _same(grid[row][column][0], number)


def _name(term: Term) -> str | None:
    match term:
        case Relation(sides=(Symbol(name=name), *_)):
            return name
    return None


def _entry(statement: Statement) -> _Entry | None:
    """The name, the possible places and the number of ``A_{2,3} = 0.3`` and ``A_{23} = 0.1 + 0.2 = 0.3``."""
    match statement.term:
        case Relation(sides=(Index(base=Symbol(name=name), indices=indices, upper=()), *_, Number(printed=PrintedNumber()) as shown)):  # fmt: skip
            numbers = [each.value for each in indices if isinstance(each, Number) and each.value.denominator == 1]
            if len(numbers) == len(indices) == 2:
                return name, [(int(numbers[0]), int(numbers[1]))], shown
            if len(numbers) == len(indices) == 1 and 10 <= numbers[0] <= 99:
                return name, [divmod(int(numbers[0]), 10)], shown
    return None


def _is_worked_out(term: Term) -> bool:
    """Whether all that stands between an entry and its number is equal to it: no bound, no step that is taken."""
    return isinstance(term, Relation) and all(sign in ("=", "≈") for sign in term.relations)


def _same(one: PrintedNumber, other: PrintedNumber) -> bool:
    return abs(one.value - other.value) <= max(one.unit, other.unit) / 2 or abs(one.value * 100 - other.value) <= 1


# -- a table that repeats a matrix ------------------------------------------------------------------------------------


def _tables_again(document: Document, grids: Sequence[tuple[Span, Grid]]) -> Iterator[Problem]:
    for table in document.tables:
        cells = _cells(table)
        for span, grid in _close(grids, table.span.start):
            if cells is None or (len(cells), len(cells[0])) != (len(grid), len(grid[0])):
                continue
            pairs = [
                (one, other)
                for row, others in zip(cells, grid, strict=True)
                for one, other in zip(row, others, strict=True)
            ]
            odd = [(one, other) for one, other in pairs if not _same(one[0], other[0])]
            told = len({one[0].value for one, _ in pairs})
            if len(odd) != 1 or len(pairs) < LEAST_CELLS or told < LEAST_CELLS // 2:
                continue
            between = document.source.text[min(span.end, table.span.end) : max(span.start, table.span.start)]
            if len(between) > 1500 or CHANGED.search(between):
                continue
            (shown, place), (other, there) = odd[0]
            if table.span.start < span.start:
                (shown, place), (other, there) = (other, there), (shown, place)
            message = f"{shown.text} stands here, and {other.text} at this place above; all other numbers are the same"
            yield _problem(place, shown.text, other.text, message, there, "the number as it stands there")


def _close(grids: Sequence[tuple[Span, Grid]], at: int) -> Sequence[tuple[Span, Grid]]:
    """The matrices that stand near a place."""
    first = bisect_left(grids, at - FAR, key=lambda pair: pair[0].start)
    return grids[first : bisect_left(grids, at + FAR, lo=first, key=lambda pair: pair[0].start)]


def _cells(table: Table) -> Grid | None:
    """The numbers of a table behind its column of labels."""
    rows: list[list[Cell]] = []
    for row in table.rows:
        cells = [amount(cell) for cell in row]
        skip = 1 if row and cells[0] is None else 0
        rows.append([(each.number, each.span) for each in cells[skip:] if each is not None and not each.unit])
        if len(rows[-1]) != len(row) - skip:
            return None
    return rows if rows and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1 and len(rows) > 1 else None


# -- the largest of a row -----------------------------------------------------------------------------------------------


def _largest(document: Document, grids: Sequence[tuple[Span, Grid]]) -> Iterator[Problem]:
    """ "Mostly at itself, with weight 0.186": a weight of the last matrix that is the largest of no row or column."""
    for block in document.prose:
        for sentence in sentences(block.text) if block.kind != "heading" else ():
            for found in _MOSTLY.finditer(sentence.text):
                span = sentence.span(*found.span("n"))
                above = [grid for place, grid in _close(grids, span.start) if place.end <= span.start and section_at(document, place.start) == section_at(document, span.start)]  # fmt: skip
                if not above or _NOT_MEANT.search(sentence.text):
                    continue
                value = Fraction(found["n"])
                rows = [list(row) for row in above[-1]]
                shares = all(sums_to_one([number for number, _ in row]) for row in rows)
                lines = rows if shares else [*rows, *map(list, zip(*rows, strict=True))]
                holding = [line for line in lines if any(number.value == value for number, _ in line)]
                if not holding or any(max(number.value for number, _ in line) == value for line in holding):
                    continue
                best = max((cell for cell in holding[0]), key=lambda cell: cell[0].value)
                message = f"{found['n']} is the largest of no row: beside it stands {best[0].text}"
                yield _problem(span, found["n"], best[0].text, message, best[1], "a larger one")


# -- a list and a table with the same labels ------------------------------------------------------------------------------


def _listed(document: Document, table: Table) -> Iterator[Problem]:
    """The one cell of a column that the item of its label does not hold, where those of the other labels do."""
    items = _items(document, table)
    if len(items) <= LEAST_AGREEING:
        return
    rows = [(row[0].text.strip("*_`$ ").casefold(), row) for row in table.rows if row]
    for at in range(1, min((len(row) for _, row in rows), default=0)):
        beside = [(label, found) for label, row in rows if label in items and (found := amount(row[at])) is not None]
        long = [(label, found) for label, found in beside if found.number.digits >= LEAST_DIGITS]
        odd = [(label, found) for label, found in long if found.number.value not in items[label]]
        agreeing = {found.number.value for label, found in long if found.number.value in items[label]}
        if len(odd) != 1 or len(agreeing) < LEAST_AGREEING:
            continue
        (label, found) = odd[0]
        likely = _likely(items[label], found)
        if likely is not None:
            text = decimal_text(likely[0], max(found.number.decimals, 0))
            message = f"the text gives {text} for {label}, and this is {found.text}; all other labels agree"
            yield _problem(found.span, found.text, text, message, likely[1], "the number in the text")


def _items(document: Document, table: Table) -> Mapping[str, Mapping[Fraction, Span]]:
    """The long numbers of each item that begins with a label of the table, by label."""
    labels = {row[0].text.strip("*_`$ ").casefold() for row in table.rows if row}
    here = section_at(document, table.span.start)
    found: dict[str, dict[Fraction, Span]] = {}
    repeated: set[str] = set()
    for block in around(document.prose, table.span.start, FAR, FAR):
        label = _label(block)
        if label not in labels or section_at(document, block.span.start) != here or label is None:
            continue
        whole = whole_block(block.text)
        if label in found:
            repeated.add(label)
        found[label] = {Fraction(each[0].replace(",", "")): whole.span(*each.span()) for each in _LONG.finditer(whole.text)}  # fmt: skip
    return {label: numbers for label, numbers in found.items() if label not in repeated and numbers}


def _label(block: Prose) -> str | None:
    match = _LABEL.match(re.sub(r"[*_`$]", "", block.text.text)) if block.kind in ("item", "paragraph") else None
    return match["label"].casefold() if match is not None else None


def _likely(numbers: Mapping[Fraction, Span], found: Amount) -> tuple[Fraction, Span] | None:
    """The last number of an item that may be meant by a cell: of its size."""
    near = [each for each in numbers.items() if each[0] and 3 * each[0] >= found.number.value >= each[0] / 3]
    near = [each for each in near if each[0] >= 100]
    return near[-1] if near else None


__all__ = ["CHANGED", "shown_again_problems"]
