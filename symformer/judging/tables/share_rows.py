"""Rows of a display that each list the shares of a whole, one of which does not come to one as all others do.

``p(a) = 0.4, p(b) = 0.6`` in the first row, ``p_T(a) = 0.31, p_T(b) = 0.59`` in the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.shares import sums_to_one
from symformer.judging.tables.result_rows import rows_of
from symformer.text.span import Span

LEAST_ROWS, LEAST_ALIKE = 3, 2
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


__all__ = ["share_row_problems"]
