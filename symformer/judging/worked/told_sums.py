"""Sums that the note tells in letters, held against its own numbers: ``Σ_e c_e = B`` beside ``c = [1, 2, 1]`` and ``B = 3``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber
from symformer.findings.finding import Problem, Related
from symformer.judging.numbers.settled import Settled
from symformer.judging.said.shares import sums_to_one
from symformer.judging.wording import long_text, short
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Index, IndexedSum, Matrix, Number, Relation, Symbol, Term
from symformer.text.span import Span

LEAST_ENTRIES = 2

Entries = tuple[PrintedNumber, ...]


def told_sum_problems(statements: Sequence[Statement], near: Callable[[int], Settled]) -> Iterator[Problem]:
    """Every sum over a family that its only list of numbers does not come to; ``near`` tells what names stand for."""
    laws = [(each, *law) for each in statements if (law := _law(each)) is not None]
    if not laws:
        return
    lists = _lists(statements, {base for _, base, _, _ in laws})
    for _, base, whole, place in laws:
        if base not in lists:
            continue
        entries, span = lists[base]
        known = whole if isinstance(whole, Number) else near(span.start).get(whole)
        if known is None or known.printed is None:
            continue
        total = sum((each.value for each in entries), Fraction(0))
        if sums_to_one(entries, known.value):
            continue
        name, shown = short(base, "the family"), long_text(Interval.point(total))
        place = span if isinstance(whole, Number) else place  # the law of a distribution is none to be doubted
        letter = "" if isinstance(whole, Number) else f"{short(whole, 'the sum')} = "
        yield Problem(
            place,
            f"{name} sums to {shown} where its numbers are shown, not to {letter}{known.printed.text}",
            level="warning",
            related=(Related(span, f"the numbers of {name}"),),
            evidence={"kind": "number", "expected": shown},
            key=f"total-differs@{place.start}-{place.end}",
        )


def _law(statement: Statement) -> tuple[Symbol, Symbol | Number, Span] | None:
    """The family, and what it is said to sum to, of ``Σ_e c_e = B``."""
    term = statement.term
    if statement.stance != "asserted" or statement.hedged or statement.carrier in ("annotation", "output"):
        return None
    match term:
        case Relation(
            relations=("=",),
            sides=(
                IndexedSum(
                    kind="sum",
                    index=Symbol() as index,
                    lower=None | Number(),
                    condition=None,
                    body=Index(base=Symbol() as base, indices=(Symbol() as runs,), upper=()),
                ),
                (Symbol() | Number()) as whole,
            ),
        ) if runs == index and whole not in (base, index):
            return base, whole, statement.place(term.origin)
    return None


def _lists(statements: Sequence[Statement], names: set[Symbol]) -> Mapping[Symbol, tuple[Entries, Span]]:
    """The one list of numbers that each name is given in the note; names with several are left out."""
    found: dict[Symbol, tuple[Entries, Span]] = {}
    several: set[Symbol] = set()
    for statement in statements:
        match statement.term:
            case Relation(sides=(Symbol() as name, *_, last)) if name in names and statement.stance == "asserted":
                entries = _entries(last)
                if entries is None:
                    continue
                if name in found and [each.value for each in found[name][0]] != [each.value for each in entries]:
                    several.add(name)
                found.setdefault(name, (entries, statement.span))
    return {name: each for name, each in found.items() if name not in several}


def _entries(term: Term) -> Entries | None:
    match term:
        case Matrix(rows=(row,)):
            cells = row
        case Matrix(rows=rows) if all(len(row) == 1 for row in rows):
            cells = tuple(row[0] for row in rows)
        case Apply(function="tuple", arguments=arguments):
            cells = arguments
        case _:
            return None
    numbers = tuple(cell.printed for cell in cells if isinstance(cell, Number) and cell.printed is not None)
    return numbers if len(numbers) == len(cells) >= LEAST_ENTRIES else None


__all__ = ["told_sum_problems"]
