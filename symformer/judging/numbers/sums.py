"""Lists and rows that sum to one: the words say so, or call them a distribution, or they are a softmax."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber
from symformer.algebra.verdict import Proved, Refuted
from symformer.findings.finding import Problem
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.comparison import in_percent
from symformer.judging.wording import long_text
from symformer.reasoning.named import canonical
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Matrix, Number, Relation, Symbol, Term, walk


def judge_sums(statements: Sequence[Statement]) -> Iterator[Judgement]:
    """Every row of printed shares that has to sum to one; what rounding explains is sound."""
    called: set[Term] = set()  # what the note introduces as a distribution: "the initial distribution π"
    for statement in statements:
        if statement.shares:
            called.add(statement.term.sides[0] if isinstance(statement.term, Relation) else statement.term)
        if statement.stance != "asserted":
            continue
        display = statement.term.sides[-1] if isinstance(statement.term, Relation) else statement.term
        if (beyond := _beyond(display)) is not None and (statement.sums_to_one or _why(statement, called) is not None):
            yield _out_of_range(statement, display, *beyond)
        elif statement.sums_to_one:
            for row in _rows(display):
                yield _judged(statement, display, row, "the text says that these sum to one")
        elif (why := _why(statement, called)) is not None:
            rows = _rows(display)
            odd = [row for row in rows if not _sums_to_one(row)]
            joint = _sums_to_one([share for row in rows for share in row])
            if len(odd) == 1 and not (len(rows) > 1 and (joint or _columns_do(rows))):
                yield _judged(statement, display, odd[0], why)


def _why(statement: Statement, called: set[Term]) -> str | None:
    """Why the entries of a display are shares of one, where it is not said."""
    term = statement.term
    if isinstance(term, Relation):
        middle = [side for side in term.sides[:-1] if isinstance(side, Apply) and canonical(side.function) == "softmax"]
        if middle and not any(isinstance(part, Number | Matrix) for part in walk(middle[-1])):
            return "a softmax sums to one"
        if term.sides[0] in called and isinstance(term.sides[0], Symbol):
            return "a distribution sums to one"
    return "a distribution sums to one" if statement.shares else None


def _columns_do(rows: Sequence[tuple[PrintedNumber, ...]]) -> bool:
    """Whether the columns of a matrix sum to one, as some authors have it."""
    return len({len(row) for row in rows}) == 1 and all(_sums_to_one(column) for column in zip(*rows, strict=True))


def _slack(row: Sequence[PrintedNumber]) -> Fraction:
    """How far rounding may take the sum of printed shares from one."""
    return max((share.unit for share in row if not share.exact), default=Fraction(0)) * len(row) / 2


def _sums_to_one(row: Sequence[PrintedNumber]) -> bool:
    off = abs(sum((share.value for share in row), Fraction(0)) - 1)
    return off == 0 or off < _slack(row) or off == _slack(row) and len(row) > 2  # two shares are never both cut in half


def _beyond(display: Term) -> tuple[Term, PrintedNumber] | None:
    """The one entry of a list that is above one or below nothing, where all others are shares that leave room for one."""
    lines = _lines(display)
    if len(lines) != 1:
        return None
    shares = [_share(cell) for cell in lines[0]]
    known = [share for share in shares if share is not None]
    within = [share for share in known if 0 <= share.value <= 1]
    if len(known) < len(shares) or len(within) != len(known) - 1 or len(within) < 2:
        return None
    if sum((share.value for share in within), Fraction(0)) > 1 or all(share.exact for share in within):
        return None
    return next((cell, share) for cell, share in zip(lines[0], known, strict=True) if not 0 <= share.value <= 1)


def _out_of_range(statement: Statement, display: Term, cell: Term, share: PrintedNumber) -> Judgement:
    span = statement.place(cell.origin)
    problem = Problem(
        span,
        f"{share.text} is {'more than 1' if share.value > 1 else 'less than 0'}, and these are shares of 1",
        evidence={"kind": "number", "printed": share.text},
        key=f"sum-differs@{span.start}-{span.end}",
    )
    claim = Claim(statement, 0, display, display, "=")
    return Judgement(claim, Refuted((("share", share.text),)), {"literal": "fails"}, (), problem, "sum-differs")


def _rows(display: Term) -> list[tuple[PrintedNumber, ...]]:
    """The rows of a display, where all of it is shares between nothing and one, with decimals."""
    lines = _lines(display)
    found = [[_share(cell) for cell in line] for line in lines]
    shares = [tuple(share for share in line if share is not None) for line in found]
    whole = all(len(row) == len(line) > 1 for row, line in zip(shares, lines, strict=True))
    decimal = any(not share.exact for row in shares for share in row)
    return shares if whole and decimal and all(0 <= share.value <= 1 for row in shares for share in row) else []


def _lines(display: Term) -> list[list[Term]]:
    """The rows of a matrix or tuple; a column is one row."""
    match display:
        case Matrix(rows=rows):
            lines = [list(row) for row in rows]
        case Apply(function="tuple", arguments=arguments):
            lines = [list(arguments)]
        case _:
            return []
    return [[line[0] for line in lines]] if len(lines) > 1 and all(len(line) == 1 for line in lines) else lines


def _share(cell: Term) -> PrintedNumber | None:
    return cell.printed if isinstance(cell, Number) else in_percent(cell)


def _judged(statement: Statement, display: Term, row: tuple[PrintedNumber, ...], why: str) -> Judgement:
    claim = Claim(statement, 0, display, display, "=")
    if _sums_to_one(row):
        return Judgement(claim, Proved("the shares, rounded as they are, sum to one"), {"literal": "holds"})
    total = sum((share.value for share in row), Fraction(0))
    span = statement.place(display.origin)
    shown = long_text(Interval.point(total))
    problem = Problem(
        span,
        f"{' + '.join(share.text for share in row)} is {shown}, not 1",
        evidence={"kind": "number", "printed": "1", "expected": shown, "exact": str(total)},
        note=why,
        key=f"sum-differs@{span.start}-{span.end}",
    )
    return Judgement(claim, Refuted((("sum", shown),)), {"literal": "fails"}, (), problem, "sum-differs")
