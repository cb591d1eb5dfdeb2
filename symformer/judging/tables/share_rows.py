"""Rows of a display that each list the shares of a whole, one of which does not come to one as all others do.

``p(a) = 0.4, p(b) = 0.6`` in the first row, ``p_T(a) = 0.31, p_T(b) = 0.59`` in the second.  In a matrix of numbers with
many digits the odd row has to come to one by another digit of one of its numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.shares import sums_to_one, tells_of_rows
from symformer.judging.said.slips import is_slip
from symformer.judging.tables.result_rows import rows_of
from symformer.semantics.statement import Statement
from symformer.terms.term import Matrix, Number, walk
from symformer.text.span import Span

LEAST_ROWS, LEAST_ALIKE = 3, 2
FINE = 3  # decimals, which nobody chooses
_SHARE = re.compile(
    r"(?:=|\\approx|≈)\s*(?P<n>[01](?:\.\d+)?|\.\d+)(?![\w.]*\d|\s*(?:[-+*/^]|\\(?:cdot|times|frac|pm)))"
)
_SIGN = re.compile(r"(?:=|\\approx|≈)\s*(?=[-\d.\\a-zA-Z])")
_SCRIPT = re.compile(r"[_^]\s*(?:\{[^{}]*\}|\w)")  # p_{T = 0.5}: no share


def share_row_problems(document: Document) -> Iterator[Problem]:
    """The one row of a display whose shares do not come to one, where those of all other rows do."""
    text = document.source.text
    for formula in document.formulas:
        if formula.display == "inline":
            continue
        rows = [(row, _shares(row.slice(text))) for row in rows_of(text, formula.span)]
        shown = [(row, shares) for row, shares in rows if shares]
        odd = [(row, shares) for row, shares in shown if not _whole(shares)]
        kept = {tuple(share.value for share, _ in shares) for _, shares in shown if _whole(shares)}
        if len(shown) < LEAST_ROWS or len(odd) != 1 or len(kept) < LEAST_ALIKE:
            continue
        if len({len(shares) for _, shares in shown}) == 1:
            yield _problem(*odd[0])


def share_matrix_problems(
    document: Document, statements: Sequence[Statement], known: Mapping[int, Fraction]
) -> Iterator[Problem]:
    """The one row of a matrix of shares that does not come to one but for a digit, where those of all other rows do.

    ``known`` says where wrong numbers were found; where words say that rows sum to one, these are held against them.
    """
    if tells_of_rows(document.source.text):
        return
    for statement in statements:
        if statement.stance != "asserted" or statement.carrier == "annotation":
            continue
        for part in walk(statement.term):
            if isinstance(part, Matrix) and len(part.rows) >= LEAST_ROWS and (rows := _numbers(part, statement)):
                if not any(at in known for row in rows for _, span in row for at in range(span.start, span.end)):
                    yield from _of_matrix(rows)


def _of_matrix(rows: Sequence[list[tuple[PrintedNumber, Span]]]) -> Iterator[Problem]:
    odd = [row for row in rows if not _whole(row)]
    kept = {tuple(share.value for share, _ in row) for row in rows if _whole(row) and _spread(row) > 1}
    fine = max(share.decimals for row in rows for share, _ in row) >= FINE
    if len(odd) != 1 or len(kept) < (LEAST_ALIKE if fine else LEAST_ROWS) or _spread(odd[0]) < 2:
        return
    if all(_whole(list(column)) for column in zip(*rows, strict=True)):
        return
    lacking = 1 - sum((share.value for share, _ in odd[0]), Fraction(0))
    places = [share.decimals for share, _ in odd[0] if share.decimals > 0]
    rounding = sum((Fraction(1, 2 * 10**each) for each in places), Fraction(0))
    if len(set(places)) > 1 and abs(lacking) <= rounding:
        return  # rounded, each to its own place
    for share, _ in odd[0]:
        meant = decimal_text(share.value + lacking, max(share.decimals, 0))
        if 0 < share.value + lacking <= 1 and is_slip(decimal_text(share.value, max(share.decimals, 0)), meant):
            yield _problem(Span(0, 0), odd[0])
            return


def _spread(row: list[tuple[PrintedNumber, Span]]) -> int:
    """How many numbers of a row are between zero and one."""
    return sum(0 < share.value < 1 for share, _ in row)


def _numbers(matrix: Matrix, statement: Statement) -> Sequence[list[tuple[PrintedNumber, Span]]]:
    """The rows of a matrix of numbers between 0 and 1; nothing where it holds others."""
    rows = [
        [(cell.printed, statement.place(cell.origin)) for cell in row if isinstance(cell, Number) and cell.printed]
        for row in matrix.rows
    ]
    whole = all(len(row) == len(cells) == len(rows[0]) > 1 for row, cells in zip(rows, matrix.rows, strict=True))
    return rows if whole and all(0 <= share.value <= 1 for row in rows for share, _ in row) else ()


def _shares(row: str) -> list[tuple[PrintedNumber, Span]]:
    """The numbers between 0 and 1 that a row gives names, where it gives them to two names or more, and no others."""
    bare = _SCRIPT.sub(lambda found: " " * len(found[0]), row)
    found = [(printed(each["n"]), Span(*each.span("n"))) for each in _SHARE.finditer(bare)]
    all_shares = len(found) == len(_SIGN.findall(bare)) and all(0 <= number.value <= 1 for number, _ in found)
    return found if len(found) > 1 and all_shares else []


def _whole(shares: list[tuple[PrintedNumber, Span]]) -> bool:
    return sums_to_one([share for share, _ in shares])


def _problem(row: Span, shares: list[tuple[PrintedNumber, Span]]) -> Problem:
    added = decimal_text(sum((share.value for share, _ in shares), Fraction(0)), max(s.decimals for s, _ in shares))
    span = Span(row.start + shares[0][1].start, row.start + shares[-1][1].end)
    return Problem(
        span,
        f"the numbers of all other rows add up to 1, these to {added}",
        level="warning",
        evidence={"kind": "number"},
        key=f"row-breaks-relation@{span.start}-{span.end}",
    )


__all__ = ["share_matrix_problems", "share_row_problems"]
