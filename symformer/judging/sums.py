"""Lists and rows of which the words say that they sum to one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber
from symformer.algebra.verdict import Proved, Refuted
from symformer.findings.finding import Problem
from symformer.judging.comparison import in_percent
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.wording import long_text
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Matrix, Number, Relation, Term


def judge_sums(statements: Sequence[Statement]) -> Iterator[Judgement]:
    """Every row of printed shares that is said to sum to one; what rounding explains is sound."""
    for statement in statements:
        if not statement.sums_to_one or statement.stance != "asserted":
            continue
        display = statement.term.sides[-1] if isinstance(statement.term, Relation) else statement.term
        for row in _rows(display):
            yield _judged(statement, display, row)


def _rows(display: Term) -> list[tuple[PrintedNumber, ...]]:
    """The rows of a display, where all of it is shares between nothing and one, with decimals."""
    match display:
        case Matrix(rows=rows):
            lines = [list(row) for row in rows]
        case Apply(function="tuple", arguments=arguments):
            lines = [list(arguments)]
        case _:
            return []
    if len(lines) > 1 and all(len(line) == 1 for line in lines):
        lines = [[line[0] for line in lines]]
    found = [[_share(cell) for cell in line] for line in lines]
    shares = [tuple(share for share in line if share is not None) for line in found]
    whole = all(len(row) == len(line) > 1 for row, line in zip(shares, lines, strict=True))
    decimal = any(not share.exact for row in shares for share in row)
    return shares if whole and decimal and all(0 <= share.value <= 1 for row in shares for share in row) else []


def _share(cell: Term) -> PrintedNumber | None:
    return cell.printed if isinstance(cell, Number) else in_percent(cell)


def _judged(statement: Statement, display: Term, row: tuple[PrintedNumber, ...]) -> Judgement:
    claim = Claim(statement, 0, display, display, "=")
    total = sum((share.value for share in row), Fraction(0))
    coarsest = max(share.unit for share in row if not share.exact) if any(not s.exact for s in row) else Fraction(0)
    if abs(total - 1) <= coarsest * len(row) / 2:
        return Judgement(claim, Proved("the shares, rounded as they are, sum to one"), {"literal": "holds"})
    span = statement.place(display.origin)
    shown = long_text(Interval.point(total))
    problem = Problem(
        span,
        f"{' + '.join(share.text for share in row)} is {shown}, not 1",
        evidence={"kind": "number", "printed": "1", "expected": shown, "exact": str(total)},
        note="the text says that these sum to one",
        key=f"sum-differs@{span.start}-{span.end}",
    )
    return Judgement(claim, Refuted((("sum", shown),)), {"literal": "fails"}, (), (), problem, "sum-differs")
