"""Columns held against what the note says of them elsewhere: a formula of their name, or one made of their letters.

``m_t = max(m_{t-1}, s_t)`` is worked out down the rows that ``t`` counts; ``(p - 1) / (m + p - 1)`` is what stands
beside ``p`` and ``m`` where all rows but one bear it out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document, Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.numbers.settled import Settled, lookup_of
from symformer.judging.tables.amounts import amount
from symformer.judging.tables.columns import formula_columns, heads_of, named_columns, row_of
from symformer.judging.tables.entries_beside import SUMMARY
from symformer.judging.worked.book import CONSTANTS, Book, Formula
from symformer.judging.worked.name_instances import instance, numbered
from symformer.judging.worked.tables import keeps
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.terms.parts import put_in
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Product, Symbol, Term, walk
from symformer.text.cued import Cued

LEAST_ROWS, LONGEST_TABLE, MOST_FORMULAS = 3, 40, 60
LEAST_KEPT = 2  # rows that bear a formula out, beside the odd one
LEAST_DIGITS = 5  # that they show together, where no name says that the formula is meant

Values = Mapping[Term, Number]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A number of a column, with what stands in its row and in what unit it is."""

    cell: TableCell
    number: Number
    count: int | None  # what the counting letter is in this row
    row: Values
    unit: str


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A table with the terms that head its columns."""

    table: Table
    heads: Sequence[Term | None]
    names: Mapping[Term, int]
    letter: Symbol | None  # that counts the rows
    settled: Settled

    def cells(self, at: int) -> list[_Cell] | None:
        """The numbers of a column; None where a row has none."""
        found: list[_Cell] = []
        for row in self.table.rows:
            if row and SUMMARY.match(row[0].text) is not None:
                continue
            read = row_of(row, at, self.names)
            shown = amount(row[at]) if at < len(row) else None
            if read is not None:
                cell, number, values = read
            elif shown is not None and shown.unit == "%":
                beside = row_of((*row, row[0]), len(row), self.names)
                cell, number = row[at], Number(shown.number.value, shown.number)
                values = beside[2] if beside is not None else {}
            else:
                return None
            count = values.get(self.letter) if self.letter is not None else None
            whole = int(count.value) if count is not None and count.value.denominator == 1 else None
            if self.letter is not None and self.names[self.letter] == at:
                return None
            found.append(_Cell(cell, number, whole, values, shown.unit if shown is not None else ""))
        return found if len(found) >= LEAST_ROWS else None

    def entries(self) -> dict[Term, Number]:
        """What is told of all rows: x_3 from the row of t = 3 in the column of x_t."""
        found: dict[Term, Number] = {}
        for at, head in enumerate(self.heads):
            if isinstance(head, Index) and self.letter is not None:
                for each in self.cells(at) or ():
                    if each.count is not None:
                        found[_at(head, self.letter, each.count)] = each.number
        return found


def told_column_problems(
    document: Document,
    statements: Sequence[Statement],
    read: Read,
    known: Mapping[int, Fraction],
    settled_at: Callable[[int], Settled],
) -> Iterator[Problem]:
    """Every number of a table that is not what the note says of its column; ``known`` are wrong already."""
    tables = [each for each in document.tables if LEAST_ROWS <= len(each.rows) <= LONGEST_TABLE]
    if not tables:
        return
    text = document.source.text
    book = Book(tuple(statements))
    formulas = [*book.formulas[:MOST_FORMULAS], *book.expressions[:MOST_FORMULAS]]
    written = [each for each in statements if each.formula is not None]
    columns = list(formula_columns(statements, tables, read, text))
    for table in tables:
        heads = heads_of(table, written, read, text)
        names = named_columns(heads)
        if not names:
            continue
        letter = next((name for name, at in names.items() if at == 0 and isinstance(name, Symbol)), None)
        sheet = _Sheet(table, heads, names, letter, settled_at(table.span.start))
        covered = {each.at for each in columns if each.table is table and not _goes_back(each.body, heads[each.at])}
        odd = next(
            (found for at in range(len(heads)) if at not in covered and (found := _odd(sheet, at, formulas))), None
        )
        if odd is not None and not any(odd.span.start <= place < odd.span.end for place in known):
            yield odd  # the first: others may follow from it


def _goes_back(body: Term, head: Term | None) -> bool:
    """Whether a formula is made of other entries of what it gives."""
    return isinstance(head, Index) and any(isinstance(part, Index) and part.base == head.base for part in walk(body))


def _odd(sheet: _Sheet, at: int, formulas: Sequence[Formula]) -> Problem | None:
    cells = sheet.cells(at)
    if cells is None:
        return None
    head = sheet.heads[at]
    named = [(each, bound) for each in formulas if (bound := _names(each, head)) is not None]
    if not named and isinstance(head, Symbol | Index | Apply) and "$" in sheet.table.header[at].text:
        return None  # a quantity of its own
    if not named and _is_chosen(sheet, at):
        return None
    made = named or [(each, {}) for each in formulas if _is_made_of(each.body, sheet, at)]
    found: Problem | None = None
    for formula, bound in made:
        body = put_in(formula.body, bound)
        odd = _tested(sheet, at, cells, body, sure=bool(named))
        if odd == "holds":
            return None
        if isinstance(odd, _Cell) and found is None:
            found = _problem(sheet, at, odd, body)
    return found


_CHOICE = Cued(
    r"\b(?:min|max)(?:imum)?\b|\b(?:smaller|larger|lower|higher|better|chosen|taken)\b|较[小大低高]|取[小大]",
    re.IGNORECASE,
)


def _is_chosen(sheet: _Sheet, at: int) -> bool:
    """Whether a column holds one of two others in each row, as its head says: the smaller of what is clipped and what is not."""
    if _CHOICE.search(sheet.table.header[at].text) is None:
        return False
    rows = [[cell.text.strip(" $*`") for cell in row] for row in sheet.table.rows if len(row) > at]
    return all(row[at] in (*row[:at], *row[at + 1 :]) for row in rows)


def _names(formula: Formula, head: Term | None) -> dict[Term, Term] | None:
    """What the letters in the name of a formula are in the head of a column; None where that is another name."""
    if formula.name is None or head is None:
        return None
    match formula.name, head:
        case (Apply(function=function), Symbol(name=name)) if function == name:
            return {}
        case (Index(), Index()) | (Apply(), Apply()):
            return instance(formula.name, head)
    return None


def _is_made_of(body: Term, sheet: _Sheet, at: int) -> bool:
    """Whether all letters of a formula have a column or one number, two of them a column."""
    letters = {part for part in walk(body) if isinstance(part, Symbol) and part.name not in CONSTANTS}
    headed = {each for each in letters if sheet.names.get(each, at) != at}
    return len(headed) >= LEAST_KEPT and all(each in headed or each in sheet.settled for each in letters)


def _tested(sheet: _Sheet, at: int, cells: Sequence[_Cell], body: Term, *, sure: bool) -> _Cell | str | None:
    """The one number of a column that a formula does not give; "holds" where it gives all of them."""
    entries = sheet.entries()
    kept = [_holds(sheet, each, body, entries) for each in cells]
    right = [each for each, holds in zip(cells, kept, strict=True) if holds]
    wrong = [each for each, holds in zip(cells, kept, strict=True) if holds is False]
    if not wrong:
        return "holds" if right else None
    odd = wrong[0]
    others = [each for each in wrong if each is not odd]
    head = sheet.heads[at]
    if others or isinstance(head, Index):
        healed = _healed(sheet, at, odd, wrong, body, entries)
        if healed is None:
            return None
        odd, back = healed
        right = [*right, *back]
    digits = sum(each.number.printed.digits for each in right if each.number.printed is not None)
    varied = len({each.number.value for each in right}) >= LEAST_KEPT
    enough = len(right) >= (LEAST_KEPT if sure else LEAST_KEPT + 1)
    return odd if enough and (sure or varied and digits >= LEAST_DIGITS) else None


def _healed(
    sheet: _Sheet, at: int, odd: _Cell, wrong: Sequence[_Cell], body: Term, entries: Values
) -> tuple[_Cell, list[_Cell]] | None:
    """The number that, put right, puts all others right; with the rows that are right by it."""
    head = sheet.heads[at]
    for each in wrong:
        expected = _value(sheet, each, body, entries)
        if expected is None:
            return None
        mended = dict(entries)
        if isinstance(head, Index) and sheet.letter is not None and each.count is not None:
            mended[_at(head, sheet.letter, each.count)] = Number(expected.middle)
        others = [one for one in wrong if one is not each]
        if all(_holds(sheet, one, body, mended) for one in others):
            return each, others
    return None


def _holds(sheet: _Sheet, each: _Cell, body: Term, entries: Values) -> bool | None:
    if each.unit not in ("", "%"):
        return None
    body = Product((Number(Fraction(100)), body)) if each.unit == "%" else body
    settled = {name: Number(number.value) for name, number in sheet.settled.items()}  # a setting is no rounded one
    return keeps(_in_row(sheet, each, body), each.number, {**settled, **entries, **each.row})


def _value(sheet: _Sheet, each: _Cell, body: Term, entries: Values) -> Interval | None:
    body = Product((Number(Fraction(100)), body)) if each.unit == "%" else body
    value = evaluate(_in_row(sheet, each, body), lookup_of({**sheet.settled, **entries, **each.row}, exactly), exactly)
    return value if isinstance(value, Interval) else None


def _in_row(sheet: _Sheet, each: _Cell, body: Term) -> Term:
    return _at(body, sheet.letter, each.count) if sheet.letter is not None and each.count is not None else body


def _at(term: Term, letter: Symbol, count: int) -> Term:
    """A term where a letter counts so far."""
    return numbered(put_in(term, {letter: Number(Fraction(count))}))


def _problem(sheet: _Sheet, at: int, odd: _Cell, body: Term) -> Problem | None:
    expected = _value(sheet, odd, body, sheet.entries())
    if expected is None or odd.number.printed is None:
        return None
    shown = decimal_text(expected.middle, max(odd.number.printed.decimals, 0)) + odd.unit
    if shown == odd.number.printed.text + odd.unit:
        return None
    span = odd.cell.span
    return Problem(
        span,
        f"{show(body)} is {shown} in this row, not {odd.number.printed.text}{odd.unit}",
        level="warning",
        evidence={"kind": "number", "printed": odd.number.printed.text, "expected": shown},
        key=f"table-contradicts-formula@{span.start}-{span.end}",
    )


__all__ = ["told_column_problems"]
