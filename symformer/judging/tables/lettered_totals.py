"""Columns of formulas beside the total below them: ``6 T d^2``, ``2 T^2 d`` and ``18 T d^2`` are ``24 T d^2 + 2 T^2 d``.

Summands with the same letters are counted together, and the total is looked at where it has just the letters of the rows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.documents.document import Document, Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.tables.listed import Basis, monomial
from symformer.judging.wording import long_text
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Relation, Sum, Term
from symformer.text.cued import Cued

Letters = frozenset[tuple[Term, int]]
Counted = dict[Letters, Fraction]

LEAST_ROWS = 2
_TOTAL = Cued(r"\W*(?:(?:grand|overall)\s+)?(?:total|totals|sum|in total|altogether|合计|总计|总和|共计)\W*", re.I)
_NO_PART = Cued(
    r"total|\bsum\b|of which|thereof|includ|average|mean|\bper\b|\beach\b|×|(?<![A-Za-z])x\s?\\?[\dA-Za-z]|\d\s?[×x]|\.\.\.|…|dots"
    r"|without|instead|\bor\b|其中|小计|每|平均",
    re.I,
)
_NOT_ADDED = Cued(r"average|\bmean|\bmax|\bmin|ratio|complexity|平均|复杂度", re.I)
_COUNT = Cued(r"\s*\$?\d{1,3}\$?\s*")
_NOTHING = frozenset(("", "0", "—", "-", "–"))


def lettered_total_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each column of formulas whose last row does not come to those above."""
    tables = [each for each in document.tables if len(each.rows) > LEAST_ROWS and _ends_in_total(each)]
    asserted = [each for each in statements if each.stance == "asserted" and each.formula] if tables else []
    for table in tables:
        for column in range(1, len(table.rows[-1])):
            if not _NOT_ADDED.search(table.header[column].text if column < len(table.header) else ""):
                yield from _of_column([row[column] for row in table.rows if column < len(row)], table, asserted)


def _ends_in_total(table: Table) -> bool:
    """Whether the last row, and no other one, is what the rows come to."""
    *rows, last = table.rows
    if not last or _TOTAL.fullmatch(last[0].text) is None:
        return False
    if any(not row or _NO_PART.search(row[0].text) for row in rows):
        return False
    columns = zip(*(row[1:] for row in rows), strict=False)
    return not any(all(_COUNT.fullmatch(cell.text) for cell in column) for column in columns)  # how often a row counts


def _of_column(cells: Sequence[TableCell], table: Table, statements: Sequence[Statement]) -> Iterator[Problem]:
    if len(cells) < len(table.rows):
        return
    *items, below = cells
    total = _in_cell(below, statements)
    if total is None:
        return
    told = _counted(total)
    added: Counted = {}
    rows = 0
    for cell in items:
        if cell.text in _NOTHING:
            continue
        term = _in_cell(cell, statements)
        counted = _counted(term) if term is not None else None
        if counted is None:
            return
        rows += 1
        for letters, times in counted.items():
            added[letters] = added.get(letters, Fraction(0)) + times
    if told is None or rows < LEAST_ROWS or set(told) != set(added) or not _is_slip(added, told):
        return
    wrong = next(each for each in added if added[each] != told[each])
    right, shown = (_written(times, wrong) for times in (added[wrong], told[wrong]))
    yield Problem(
        below.span,
        f"the rows add up to {right}, not {shown}",
        level="warning",
        evidence={"kind": "number", "expected": right},
        key=f"total-differs@{below.span.start}-{below.span.end}",
    )


def _is_slip(added: Counted, told: Counted) -> bool:
    """Whether one of the sums is wrong, and not by a factor that all have, as of the layers of a stack."""
    wrong = [each for each in added if added[each] != told[each]]
    if len(wrong) != 1 or not any(letters for letters in wrong):
        return False
    right, shown = added[wrong[0]], told[wrong[0]]
    return right > 0 and right < 2 * shown < 4 * right and right + shown > 2


def _in_cell(cell: TableCell, statements: Sequence[Statement]) -> Term | None:
    """The one formula that a cell consists of: of ``3 H d_k d = 3 d^2`` what it comes to."""
    first = bisect_left(statements, cell.span.start, key=_start)
    last = bisect_left(statements, cell.span.end, lo=first, key=_start)
    inside = statements[first:last]
    bare = cell.text.strip("* ")
    if len(inside) != 1 or not bare.startswith(("$", r"\(")) or bare.strip("$").count("$"):
        return None
    term = inside[0].term
    if not isinstance(term, Relation):
        return term
    return term.sides[-1] if set(term.relations) == {"="} else None


def _start(statement: Statement) -> int:
    return statement.formula.span.start if statement.formula is not None else -1


def _counted(term: Term) -> Counted | None:
    """The summands of a term by their letters; None where it has others."""
    found: Counted = {}
    for part in term.terms if isinstance(term, Sum) else (term,):
        known = monomial(part)
        if known is None or known[0] <= 0:
            return None
        times, basis = known
        letters = frozenset(basis)
        found[letters] = found.get(letters, Fraction(0)) + times
    return found


def _written(times: Fraction, letters: Letters) -> str:
    basis: Basis = tuple(sorted(letters, key=lambda each: show(each[0])))
    powers = "·".join(show(base) + (f"^{power}" if power != 1 else "") for base, power in basis)
    return f"{long_text(Interval.point(times))} {powers}".strip() if times != 1 else powers


__all__ = ["lettered_total_problems"]
