r"""Lists under a name that a formula makes shares: ``α_{ij} = \exp(e_{ij}) / \sum_k \exp(e_{ik})`` and ``α_3 = (0.3, 0.6, 0.2)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber
from symformer.findings.finding import Problem, Related
from symformer.judging.numbers.comparison import cells_of
from symformer.judging.said.shares import sums_to_one
from symformer.judging.wording import long_text
from symformer.reasoning.named import canonical
from symformer.semantics.statement import Statement
from symformer.terms.parts import put_in
from symformer.terms.term import EQUAL, Apply, Index, IndexedSum, Quotient, Relation, Symbol, Term, walk

MOST_OFF = Fraction(1, 2)
LEAST, MOST = 2, 12  # shares
LEAST_DIGITS = 2  # decimals, from which on a list looks worked out


def shares_of_names_problems(statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each list of shares under such a name that does not add up to one."""
    told: dict[Symbol, Statement] = {}
    for statement in statements:
        if statement.stance != "asserted" or not isinstance(statement.term, Relation):
            continue
        base = _base(statement.term.sides[0])
        if base is None:
            continue
        if statement.term.relations[0] in EQUAL and any(map(_is_share, statement.term.sides[1:])):
            told.setdefault(base, statement)
        if base in told and _speaks_of(statement, told[base]) and len(statement.term.sides) == 2:
            yield from _off(statement, told[base])


def _speaks_of(statement: Statement, told: Statement) -> bool:
    """Whether a list is of the shares that were told: in the same section, or of a member of the same family."""
    if statement is told or not isinstance(statement.term, Relation) or not isinstance(told.term, Relation):
        return False
    members = isinstance(statement.term.sides[0], Index) and isinstance(told.term.sides[0], Index)
    return members or statement.section == told.section


def _off(statement: Statement, told: Statement) -> Iterator[Problem]:
    assert isinstance(statement.term, Relation)
    shown = statement.term.sides[-1]
    cells = cells_of(shown) or ()
    shares = [each.printed for each in cells if each.printed is not None]
    if len(shares) != len(cells) or not LEAST <= len(shares) <= MOST or len({each.place[:1] for each in cells}) != 1:
        return
    if not _looks_worked_out(shares) or sums_to_one(shares):
        return
    added = sum((each.value for each in shares), Fraction(0))
    if abs(added - 1) > MOST_OFF:
        return
    span = statement.place(shown.origin)
    yield Problem(
        span,
        f"{' + '.join(each.text for each in shares)} is {long_text(Interval.point(added))}, not 1",
        level="error" if added > 1 else "warning",  # of less than one, some may be left out
        related=(Related(told.span, "these are shares of their sum"),),
        evidence={"kind": "number", "printed": long_text(Interval.point(added)), "expected": "1"},
        key=f"sum-differs@{span.start}-{span.end}",
    )


def _looks_worked_out(shares: Sequence[PrintedNumber]) -> bool:
    return all(0 <= each.value <= 1 for each in shares) and max(each.decimals for each in shares) >= LEAST_DIGITS


def _base(term: Term) -> Symbol | None:
    match term:
        case Symbol():
            return term
        case Index(base=Symbol() as base, upper=()):
            return base
    return None


def _is_share(term: Term) -> bool:
    """Whether a formula is one part over the sum of all such parts, or a softmax."""
    match term:
        case Apply(function=function):
            return canonical(function) == "softmax"
        case Quotient(numerator=part, denominator=IndexedSum(kind="sum", index=Symbol() as letter, body=body)):
            letters = {each for each in walk(part) if isinstance(each, Symbol)}
            return any(put_in(body, {letter: each}) == part for each in letters)
    return False


__all__ = ["shares_of_names_problems"]
