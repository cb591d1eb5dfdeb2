"""Tables whose columns are headed by formulas of other columns: each row is worked out again.

``| x | x^2 |`` says what stands in the second column; so does ``| t | f(t) |`` where the note gives
``f(t) = t^2 + 1``.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import printed
from symformer.algebra.verdict import Proved, Refuted
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.comparison import Comparison, best, compare
from symformer.judging.numbers.rounded import fraction_behind
from symformer.judging.numbers.settled import Settled, settled_numbers, with_plain_words
from symformer.judging.tables.entries_beside import SUMMARY, with_entries
from symformer.judging.tables.relations import turned_over
from symformer.judging.wording import short
from symformer.reasoning.arrays import Value
from symformer.reasoning.evaluate import Literal, Lookup, evaluate, exactly
from symformer.reasoning.readings import Readings, readings_of
from symformer.semantics.prose.plain import plain_prefix
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.semantics.surroundings import sentence_before
from symformer.semantics.values import widened_literal
from symformer.terms.parts import put_in, rebuilt
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

NUMERAL = Cued(r"[*_`$\s]*([-−–]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)[*_`$\s]*\Z")
NEEDS = Cued(
    r"\b(?:needs?|requires?|(?:can|may|could) be (?:had|achieved|kept)|is (?:had|achieved|kept) (?:with|by))\b|需要|要求",
    re.IGNORECASE,
)
AT_THE_END = Cued(r"[^$]*\$[^$]+\$[*_\s]*\Z")  # what stands behind a formula may be a unit
SCIENTIFIC = Cued(
    r"[*_$\s]*(?P<number>(?:(?P<n>[-−]?\d+(?:\.\d+)?)\s*(?:\\cdot|\\times|·|×)\s*)?10\^\{?(?P<power>-?\d+)\}?)[*_$\s]*\Z"
)
FUNCTION = Cued(r"[A-Za-zα-ωσ]{1,2}[′']{0,2}\([a-z]\)")
NAMED_BY = re.compile(r"(?:[A-Za-z][a-z]+[ -]){1,3}\(?([b-zB-HJ-Z](?:_\w{1,5})?)\)?")  # Hidden size h
SPACED = Cued(r"[A-Za-z]{3,} ")
AFTER = Cued(r"[ ]*(?:[.,;:!。，；)]|\Z|\n|[A-Za-z]{2,}\b)")
MOST_PLACES, LONGEST_POWER = 8, 3
LONGEST_TABLE = 400
LONGEST_HEAD = 60
LEAST_WORD = 3
LEAST_SHARED = 3  # rows that two tables have for the same things
IN_UNITS = Cued(r"[ ]\((?:in[ ])?(?:rad(?:ian)?s?|deg(?:ree)?s?|°|%|m?s|seconds?|bytes?|bits|[KMGT]i?B)\)\Z")

Row = Mapping[Term, Number]


@dataclass(frozen=True, slots=True)
class Tested:
    """One cell beside what its column's formula gives in its row.

    ``strict`` takes the row's other numbers at their word where the cell prints more decimals than they do.
    """

    cell: TableCell
    number: Number
    found: Comparison
    strict: Comparison


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table with the formula that its head is, or stands for; ``names`` head the columns of its letters."""

    table: Table
    at: int
    body: Term
    names: Mapping[Term, int]
    settled: Settled
    by_name: bool

    @property
    def used(self) -> dict[Term, int]:
        """The letters of the formula that have a column."""
        others = {name: at for name, at in self.names.items() if at != self.at}
        return {part: others[part] for part in _outermost(self.body, others)}


def _outermost(term: Term, names: Mapping[Term, int]) -> Iterator[Term]:
    """The names in a formula, but for those within another one: q · k, and not the k in it."""
    if term in names:
        yield term
        return
    for part in children(term):
        yield from _outermost(part, names)


def judge_columns(
    statements: Sequence[Statement], tables: Sequence[Table], read: Read | None = None, text: str = ""
) -> Iterator[Judgement]:
    """Every column of every table that is headed by a formula, or by a name that the note defines in ``text``."""
    for each in formula_columns(statements, tables, read, text):
        yield from _judge_column(each)


def formula_columns(
    statements: Sequence[Statement], tables: Sequence[Table], read: Read | None = None, text: str = ""
) -> Iterator[Column]:
    """The columns of all tables for which a formula is known."""
    given = _definitions([each for each in statements if not _is_of_a_choice(each, text)])
    settled = settled_numbers(statements)
    written = [each for each in statements if each.formula is not None]
    for table in (*tables, *(turned for each in tables if (turned := turned_over(each, 1)) is not None)):
        heads = heads_of(table, written, read, text)
        names = named_columns(heads)
        if not any(heads) or len(table.rows) > LONGEST_TABLE:
            continue
        here = with_plain_words(settled, text, table.span.start)
        for at, head in enumerate(heads):
            body = _body(head, given)
            if body in names and body is not head:
                continue  # a column that is another one: said of a case, for nobody shows the same numbers twice
            known = names if body is None else {**_by_word(table, body, names), **_by_call(heads, body, names), **names}
            if body is not None and any(part in known and known[part] != at for part in walk(body)):
                wide, more = _with_columns_of_others(body, table, tables, known, written, read, text)
                if not more:
                    wide, more = with_entries(body, table, known, statements, text)
                yield Column(wide, at, body, {**more, **known}, here, body is not head)


def _with_columns_of_others(
    body: Term,
    table: Table,
    tables: Sequence[Table],
    known: Mapping[Term, int],
    written: Sequence[Statement],
    read: Read | None,
    text: str,
) -> tuple[Table, Mapping[Term, int]]:
    """A table with the columns that another one has for the same things, where a formula needs one: y_i of point i."""
    needed = {part for part in walk(body) if isinstance(part, Symbol | Index) and part not in known}
    for other in tables:
        if other is table or not needed or not _is_of_the_same_things(table, other):
            continue
        names = {name: at for name, at in named_columns(heads_of(other, written, read, text)).items() if name in needed}
        if names:
            width = len(table.header)
            header = (*table.header, *(other.header[at] for at in names.values()))
            rows = tuple(
                (*own, *(theirs[at] for at in names.values()))
                for own, theirs in itertools.zip_longest(table.rows, other.rows)
            )
            return Table(table.span, header, rows), {name: width + at for at, name in enumerate(names)}
    return table, {}


def _is_of_the_same_things(one: Table, other: Table) -> bool:
    """Whether two tables begin with the same column, under the same head."""
    firsts = [
        [row[0].text for row in each.rows if len(row) == len(each.header)] for each in (one, other) if each.header
    ]
    return (
        len(firsts) == 2
        and firsts[0] == firsts[1]
        and len(firsts[0]) == len(one.rows) == len(other.rows) >= LEAST_SHARED
        and len(set(firsts[0])) == len(firsts[0])
        and one.header[0].text == other.header[0].text != ""
    )


def _by_word(table: Table, body: Term, names: Mapping[Term, int]) -> dict[Term, int]:
    """The columns headed by the words that a formula uses as names: "Position" for ``0.1 · position``."""
    found: dict[Term, int] = {}
    for part in walk(body):
        if isinstance(part, Symbol) and part not in names and len(part.name) >= LEAST_WORD:
            word = part.name.casefold()
            places = [at for at, cell in enumerate(table.header) if cell.text.strip("*_`$ ").casefold() == word]
            if len(places) == 1:
                found[part] = places[0]
    return found


def _by_call(heads: Sequence[Term | None], body: Term, names: Mapping[Term, int]) -> dict[Term, int]:
    """The columns headed by a value of what a formula names alone: "P(w)" for ``-\\log_2 P``."""
    found: dict[Term, int] = {}
    for part in walk(body):
        if isinstance(part, Symbol) and part not in names:
            places = [at for at, head in enumerate(heads) if isinstance(head, Apply) and head.function == part.name]
            if len(places) == 1:
                found[part] = places[0]
    return found


def heads_of(table: Table, written: Sequence[Statement], read: Read | None, text: str) -> list[Term | None]:
    """What each column is headed by, among statements with a formula, in plain text, or as typed elsewhere."""
    heads = _heads(table, written, read)
    if read is None or not text:
        return heads
    return [_typed(cell, text, read) or head for cell, head in zip(table.header, heads, strict=True)]


def named_columns(heads: Sequence[Term | None]) -> dict[Term, int]:
    """Which column each name heads, alone or before the sign of its formula."""
    found: dict[Term, int] = {}
    for at, head in enumerate(heads):
        match head:
            case Symbol() | Index() | Product():
                found[head] = at
            case Relation(relations=(sign,), sides=(Symbol() | Index() as name, _)) if sign in EXACTLY_EQUAL:
                found[name] = at
    return found


def _is_of_a_choice(statement: Statement, text: str) -> bool:
    """Whether the words before an equation say what it takes for something, which the rows may do without."""
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    return bool(text) and NEEDS.search(sentence_before(text, start)) is not None


def _definitions(statements: Sequence[Statement]) -> dict[Term, Term]:
    """What names and functions of names are said to be, where the note says only one thing."""
    found: dict[Term, set[Term]] = {}
    for statement in statements:
        match statement.term:
            case Relation(relations=(sign, *_), sides=(Symbol() | Index() | Apply() as name, body, *_)) if (
                sign in EXACTLY_EQUAL
            ):
                letters = any(isinstance(part, Symbol) and part != name for part in walk(body))
                if isinstance(body, Symbol) and isinstance(statement.term.sides[-1], Number):
                    continue  # m = n = 1000 is one case
                if letters and not any(isinstance(part, Matrix) for part in walk(body)):
                    found.setdefault(name, set()).add(body)
    return {name: bodies.pop() for name, bodies in found.items() if len(bodies) == 1}


def _start_of_formula(statement: Statement) -> int:
    return statement.formula.span.start if statement.formula is not None else -1


def _heads(table: Table, statements: Sequence[Statement], read: Read | None) -> list[Term | None]:
    """The one term that each head of a column holds, perhaps behind words: ``Layers $L$``, or in plain text."""
    heads: list[Term | None] = []
    letters = [found[1] for cell in table.header if (found := NAMED_BY.fullmatch(cell.text.strip("*_` $")))]
    for cell in table.header:
        first = bisect_left(statements, cell.span.start, key=_start_of_formula)
        last = bisect_left(statements, cell.span.end, lo=first, key=_start_of_formula)
        inside = [s for s in statements[first:last] if s.formula is not None and cell.span.contains(s.formula.span)]
        if not inside and read is not None and "$" not in cell.text:
            heads.append(_plain_head(cell, read, letters))
        else:
            heads.append(inside[0].term if len(inside) == 1 and AT_THE_END.match(cell.text) else None)
    return heads


def _plain_head(cell: TableCell, read: Read, letters: Sequence[str]) -> Term | None:
    """The term that a head is in plain text: ``exp(score)``, ``12lh^2`` beside ``Layers l`` and ``Width h``, or a name alone."""
    text = IN_UNITS.sub("", cell.text.strip("*_` "))
    if (named := NAMED_BY.fullmatch(text)) is not None:
        text = named[1]
    elif len(letters) > 1 and not SPACED.search(text):
        text = re.sub(r"[A-Za-z]{2,}", lambda run: "*".join(run[0]) if set(run[0]) <= {*letters} else run[0], text)
        text = re.sub(r"(?<=\d)(?=[A-Za-z])", "*", text)
    made = plain_prefix(text, 0, sheet=True) if 0 < len(text) <= LONGEST_HEAD else None
    if made is None or made[1] != len(text):
        return None
    term = read(made[0].text, cell.span)
    return None if any(isinstance(part, Unknown) for part in walk(term)) else term


def _body(head: Term | None, given: Mapping[Term, Term]) -> Term | None:
    """The formula that a column's head is, or stands for."""
    match head:
        case Symbol() | Index():
            return given.get(head)
        case Apply() if head in given:
            return given[head]
        case Relation(relations=(sign,), sides=(Symbol() | Index() | Apply(), body)) if sign in EXACTLY_EQUAL:
            return body
        case None | Relation() | Number():
            return None
    return head


def _typed(cell: TableCell, text: str, read: Read) -> Term | None:
    """What the note says in plain text, and only once, that the function at the head of a column is: f(x) = (x - 3)²."""
    head = cell.text.strip("*_` $")
    if FUNCTION.fullmatch(head) is None:
        return None
    found: set[Term] = set()
    for place in itertools.islice(re.finditer(rf"(?<![\w({{]){re.escape(head)}[ ]?=[ ]?", text), MOST_PLACES):
        line_end = text.find("\n", place.end())
        made = plain_prefix(text, place.end(), line_end if line_end >= 0 else len(text), sheet=True)
        whole = Span(place.end(), made[1]) if made is not None else None
        if made is None or whole is None or AFTER.match(text, whole.end) is None:
            return None
        body = read(made[0].text, whole)
        if any(isinstance(part, Unknown) for part in walk(body)) or isinstance(body, Relation):
            return None
        if any(isinstance(part, Symbol) for part in walk(body)):
            found.add(body)
    return Relation(("=",), (Symbol(head), found.pop()), Span(0, 0)) if len(found) == 1 else None


def _judge_column(column: Column) -> Iterator[Judgement]:
    body, used, by_name = column.body, column.used, column.by_name
    found: list[Tested] | None = None
    for rows in ways_to_read(column.table, column.at, used):
        summed = _over_rows(body, [row for _, _, row in rows])
        beside = [(cell, number, {**column.settled, **row}) for cell, number, row in rows]
        rounded = summed is not body or any(part in column.settled for part in walk(body))
        read = best_reading(summed, beside, rounded=rounded)
        if read is not None and (found is None or _wrong_in(read) < _wrong_in(found)):
            found = read
    if found is None:
        return
    if 3 * sum(each.strict.holds for each in found) >= 2 * len(found):
        found = [replace(each, found=each.strict) for each in found]  # the others are worked out from exact numbers
    wrong = [each for each in found if not each.found.holds]
    if len(found) < 2 or 2 * len(wrong) > len(found) or len(used) > 1 and 4 * len(wrong) > len(found) + 4:
        return  # the column shows something else
    if by_name and len(wrong) > 1 and 4 * len(wrong) > len(found):
        return  # the formula holds for some of the rows only
    for each in wrong if wrong else found:
        yield _judged(each, body)


def ways_to_read(table: Table, at: int, used: Mapping[Term, int]) -> Iterator[list[tuple[TableCell, Number, Row]]]:
    """The cells of a column with their rows; and with what stands to the right of them taken from the row above.

    A table of steps shows what a step leaves behind at the end of its row: the next row begins with it.
    """
    rows = [row_of(each, at, used) for each in table.rows if not each or SUMMARY.match(each[0].text) is None]
    yield [row for row in rows if row is not None and set(used) <= set(row[2])]
    own = [table.span.contains(cell.span) for cell in table.header]  # and not of another table
    later = {name for name, place in used.items() if place > at and own[place]}
    if not later:
        return
    before = (
        (row[0], row[1], {name: (above if name in later else row)[2][name] for name in used})
        for above, row in itertools.pairwise(rows)
        if above is not None and row is not None and set(used) <= set(above[2]) & set(row[2])
    )
    yield list(before)


def _wrong_in(found: Sequence[Tested]) -> int:
    return sum(not each.found.holds for each in found)


def _over_rows(body: Term, rows: Sequence[Row]) -> Term:
    """The formula with each sum that names no range, or no other letter, as the sum over the rows of the table."""

    match body:
        case IndexedSum(kind="sum", lower=None, upper=None, condition=None, body=inner):
            return Sum(tuple(put_in(inner, row) for row in rows), body.origin) if len(rows) > 1 else body
    return rebuilt(body, lambda part: _over_rows(part, rows))


def best_reading(
    body: Term, rows: Sequence[tuple[TableCell, Number, Row]], *, rounded: bool = False
) -> list[Tested] | None:
    """All cells of a column in the reading that leaves the fewest wrong; ``rounded``: the formula holds printed numbers."""
    best_found: list[Tested] | None = None
    for readings in readings_of(body):
        tested = [_tested(body, cell, number, row, readings, rounded=rounded) for cell, number, row in rows]
        found = [each for each in tested if each is not None]
        if len(found) < len(tested):
            continue
        wrong = sum(not each.found.holds for each in found)
        if best_found is None or wrong < sum(not each.found.holds for each in best_found):
            best_found = found
    return best_found


def row_of(row: tuple[TableCell, ...], at: int, names: Mapping[Term, int]) -> tuple[TableCell, Number, Row] | None:
    """A cell with the numbers of its row; None where it holds no plain number."""
    if at >= len(row) or (number := _number(row[at])) is None:
        return None
    others = {name: _number(row[place]) for name, place in names.items() if place < len(row) and place != at}
    return row[at], number, {name: value for name, value in others.items() if value is not None}


def _number(cell: TableCell) -> Number | None:
    power = SCIENTIFIC.match(cell.text)
    if power is not None and len(power["power"]) <= LONGEST_POWER:
        number = printed(f"{(power['n'] or '1').replace('−', '-')}e{power['power']}")
        return Number(number.value, number, Span(*power.span("number")))
    found = NUMERAL.match(cell.text)
    if found is None:
        return None
    number = printed(found[1].replace("–", "-").replace(",", ""))
    return Number(number.value, number, Span(found.start(1), found.end(1)))


def _tested(
    body: Term, cell: TableCell, number: Number, row: Row, readings: Readings, *, rounded: bool
) -> Tested | None:
    """The cell against the formula, taken at the printed numbers and at all that print like them."""

    def outcome(literal: Literal) -> Comparison | NotEvaluated:
        value = evaluate(body, _lookup(row, literal), literal if rounded else exactly, readings)
        if isinstance(value, NotEvaluated):
            return value
        return compare(value, number, "=" if not _rounds(value, number) else "≈", lambda term: None)

    strict = best(iter((outcome(exactly), outcome(_by_fraction))))
    found = best(iter((strict, outcome(widened_literal))))
    if isinstance(found, NotEvaluated):
        return None
    finer = _decimals(number) > max((_decimals(row[part]) for part in walk(body) if part in row), default=0)
    return Tested(cell, number, found, strict if finer and isinstance(strict, Comparison) else found)


def _by_fraction(number: Number) -> Interval:
    """What a number stands for where it is a fraction that was rounded: 2/3 for 0.667."""
    fraction = fraction_behind(number.printed)
    return exactly(number) if fraction is None else Interval.point(fraction)


def _decimals(number: Number) -> int:
    return number.printed.decimals if number.printed is not None else 0


def _rounds(value: Value, number: Number) -> bool:
    """Whether a whole number stands for a value that is none."""
    whole = number.printed is not None and number.printed.exact
    return whole and isinstance(value, Interval) and value.lo.denominator != 1


def _lookup(row: Row, literal: Literal) -> Lookup:
    def lookup(term: Term) -> Value | None:
        number = row.get(term)
        return literal(number) if number is not None else None

    return lookup


def _judged(each: Tested, body: Term) -> Judgement:
    cell, number = each.cell, each.number
    text = number.printed.text if number.printed is not None else ""
    start = cell.span.start + number.origin.start
    place = Span(start, start + number.origin.length)
    latex = MappedText(text, (Segment(0, len(text), place.start, place.end),))
    whole = Span(0, len(text))
    shown = replace(number, origin=whole)
    claim = Claim(Statement(Relation(("=",), (shown, shown), whole), latex, "table"), 0, shown, shown, "=")
    found = Comparison(tuple(replace(one, cell=replace(one.cell, term=shown)) for one in each.found.cells))
    if found.holds:
        return Judgement(
            claim, Proved("the formula over the column"), {"truth": "holds"}, comparison=found, worked=body
        )
    expected = faults.expected_text(found.wrong[0])
    hard = not faults.last_digit(found) and not faults.truncated(found)
    fault = "table-contradicts-formula" if hard else "last-digit-differs"
    problem = Problem(
        place,
        f"{short(body, 'the formula')} is {expected} in this row, not {text}",
        level=None if hard else "warning",
        evidence=faults.evidence(claim, found),
        key=f"{fault}@{place.start}-{place.end}",
    )
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    return Judgement(claim, verdict, {"truth": "fails"}, (), problem, fault, found, worked=body)


__all__ = ["Column", "best_reading", "formula_columns", "heads_of", "judge_columns", "named_columns", "ways_to_read"]
