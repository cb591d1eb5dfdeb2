"""What the entries of a vector are said to add up to: "the gradient is $(-0.3, 0.2, 0.1)$, whose entries sum to 0"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.findings.finding import Problem
from symformer.judging.wording import long_text
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.statement import Statement
from symformer.semantics.values import widened_literal
from symformer.terms.term import Matrix, Relation, Term
from symformer.text.cued import Cued

_SAID = Cued(
    r"[\s$.,，)\\\]`]{0,6}(?:and\s+)?(?:whose|its|(?:all\s+)?(?:the|these)|which)\s*(?:(?:entries|components|elements|coordinates|numbers|values)\s+)?"
    r"(?:again\s+|always\s+|all\s+|indeed\s+|of course\s+|correctly\s+)?(?:sums?|adds?)\s+(?:up\s+)?to\s+\$?(?P<sum>[-−]?\d+(?:\.\d+)?|zero)(?![\d.]*\d|\s*[·×^/*])",
    re.IGNORECASE,
)
LEAST_ENTRIES = 2


def added_entries_problems(text: str, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each vector whose entries do not add up to what the words behind it say; 1 is told as shares are."""
    for statement in statements:
        if statement.carrier in ("annotation", "output") or statement.stance != "asserted":
            continue
        place = statement.formula.span if statement.formula is not None else statement.span
        cells = _cells(statement.term)
        found = _SAID.match(text, place.end) if len(cells) >= LEAST_ENTRIES else None
        if found is None:
            continue
        said = Fraction(0) if found["sum"].casefold() == "zero" else Fraction(found["sum"].replace("−", "-"))
        values, widened = (
            [evaluate(each, literal=literal) for each in cells] for literal in (exactly, widened_literal)
        )
        total, near = _sum(values), _sum(widened)
        if said == 1 or total is None or near is None or near.lo <= said <= near.hi:
            continue
        shown = long_text(total)
        yield Problem(
            place,
            f"the entries add up to {shown}, not {found['sum']}",
            evidence={"kind": "number", "expected": shown},
            key=f"sum-differs@{place.start}-{place.end}",
        )


def _cells(term: Term) -> list[Term]:
    """The numbers of a vector that stands at the end of a statement."""
    last = term.sides[-1] if isinstance(term, Relation) else term
    if not isinstance(last, Matrix):
        return []
    rows = last.rows
    return list(rows[0]) if len(rows) == 1 else [row[0] for row in rows] if all(len(row) == 1 for row in rows) else []


def _sum(values: Sequence[object]) -> Interval | None:
    total = Interval.point(0)
    for each in values:
        if isinstance(each, NotEvaluated) or not isinstance(each, Interval):
            return None
        total = total + each
    return total
