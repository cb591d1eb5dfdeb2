"""Tables with a row for each step against single entries told elsewhere: the column of g_t at t = 3 against ``g_3 = 0.6``.

The other entries that are told have to agree, so that the table surely is about the same values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.documents.document import Document, Table
from symformer.findings.finding import Problem, Related
from symformer.judging.numbers.units import scales
from symformer.judging.said.slips import is_slip
from symformer.judging.tables.amounts import Amount, amount
from symformer.judging.tables.columns import heads_of
from symformer.judging.worked.name_instances import numbered
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.terms.parts import put_in
from symformer.terms.term import EQUAL, Index, Number, Relation, Symbol, Term
from symformer.text.span import Span

LEAST_AGREEING = 2
LONGEST_TABLE, MOST_COLUMNS = 40, 14

Told = Mapping[Term, tuple[PrintedNumber, Span]]


def indexed_entry_problems(document: Document, statements: Sequence[Statement], read: Read) -> Iterator[Problem]:
    """Every number of a table that alone is not what the note tells of that entry."""
    tables = [each for each in document.tables if 2 <= len(each.rows) <= LONGEST_TABLE and len(each.header) > 1]
    told = _told(statements) if tables else {}
    if len(told) <= LEAST_AGREEING:
        return
    written = [each for each in statements if each.formula is not None]
    for table in tables:
        if len(table.header) <= MOST_COLUMNS:
            yield from _of_table(table, heads_of(table, written, read, document.source.text), told)


def _told(statements: Sequence[Statement]) -> Told:
    """The entries that the note gives one number, whatever stands between."""
    found: dict[Term, tuple[PrintedNumber, Span]] = {}
    several: set[Term] = set()
    for statement in statements:
        if statement.stance != "asserted" or statement.hedged or statement.carrier in ("annotation", "output", "table"):
            continue
        match statement.term:
            case Relation(relations=relations, sides=(Index() as name, *_, Number(printed=PrintedNumber() as shown))):
                if not all(each in EQUAL for each in relations) or scales(statement.unit):
                    continue
                last = statement.term.sides[-1]
                if name in found and not _agree(found[name][0], shown):
                    several.add(name)
                found.setdefault(name, (shown, statement.place(last.origin)))
    return {name: each for name, each in found.items() if name not in several}


def _of_table(table: Table, heads: Sequence[Term | None], told: Told) -> Iterator[Problem]:
    letter, counts = heads[0] if heads else None, [_count(row[0].text) if row else None for row in table.rows]
    if any(each is None for each in counts) or len(set(counts)) != len(counts):
        return
    agreeing: list[Term] = []
    odd: list[tuple[Amount, PrintedNumber, Span]] = []
    for at, head in enumerate(heads[1:], 1):
        for row, count in zip(table.rows, counts, strict=True):
            name = _entry(head, letter, count or 0)
            shown = amount(row[at]) if at < len(row) else None
            if name is None or name not in told or shown is None or shown.unit:
                continue
            number, span = told[name]
            if table.span.contains(span):
                continue
            if _agree(number, shown.number):
                agreeing.append(name)
            else:
                odd.append((shown, number, span))
    slipped = [each for each in odd if _is_slip(each[0].number, each[1])]
    if len(slipped) != 1 or len(odd) > 2 or len(agreeing) < LEAST_AGREEING * len(odd):
        return
    shown, number, span = slipped[0]
    yield Problem(
        shown.span,
        f"this is {number.text} where the note tells it by itself, not {shown.text}",
        level="warning",
        evidence={"kind": "number", "printed": shown.number.text, "expected": number.text},
        related=(Related(span, "told here"),),
        key=f"value-contradicts-symbol@{shown.span.start}-{shown.span.end}",
    )


def _count(text: str) -> int | None:
    plain = text.strip("*`$ ")
    return int(plain) if plain.isdigit() and len(plain) < 6 else None


def _entry(head: Term | None, letter: Term | None, count: int) -> Term | None:
    """The entry that stands below a head in the row of a count: x_2 below x_{t-1} in the row of t = 3."""
    at = Number(Fraction(count))
    match head:
        case Index(indices=indices) if isinstance(letter, Symbol) and indices:
            return numbered(put_in(head, {letter: at}))
        case Symbol() if head != letter:
            return Index(head, (at,))
    return None


def _is_slip(one: PrintedNumber, other: PrintedNumber) -> bool:
    """Whether two numbers differ by a sign, a digit, or two digits that are exchanged, however long they are printed."""
    decimals = max(min(one.decimals, other.decimals), 0)
    first, second = (decimal_text(each.value, decimals) for each in (one, other))
    mixed = len(first) > 4 and sorted(first) == sorted(second) and first[:3] == second[:3]
    digits = first.lstrip("-"), second.lstrip("-")
    return one.value == -other.value or mixed or len(digits[0]) > 1 and is_slip(*digits)


def _agree(one: PrintedNumber, other: PrintedNumber) -> bool:
    """Whether two numbers may be one, rounded to different digits; the last digit is not held against it."""
    coarser = min(one.decimals, other.decimals)
    return abs(one.value - other.value) <= Fraction(3, 2) / Fraction(10) ** max(coarser, 0)


__all__ = ["indexed_entry_problems"]
