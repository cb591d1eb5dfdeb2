r"""Lists that end in the formula of their terms: ``1, 3, 7, 15, \dots, 2^n`` says one term too few of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from symformer.algebra.interval import Interval
from symformer.findings.finding import Problem
from symformer.judging.worked.book import of_numbers
from symformer.judging.worked.one_edit import one_edit_away
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Ellipsis, Index, Number, Symbol, Term, Unknown, walk

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

LEAST_SHOWN = 3
PACES = (Fraction(1), Fraction(2), Fraction(1, 2))
SHIFTS = range(-4, 9)


def listed_terms(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each list whose last term, a formula of one letter, gives none of the runs of numbers before it."""
    formulas = (each for each in model.statements if each.carrier == "formula" and each.formula is not None)
    for _, group in groupby(formulas, key=lambda each: id(each.formula)):
        statements = list(group)
        if any(each.stance != "asserted" for each in statements):
            continue
        for at, statement in enumerate(statements):
            if isinstance(statement.term, Ellipsis) and at + 1 < len(statements):
                yield from _checked(_numbers_before(statements[:at]), statements[at + 1])


def _numbers_before(statements: Sequence[Statement]) -> list[Fraction]:
    """The numbers that stand last in a list."""
    found: list[Fraction] = []
    for each in reversed(statements):
        if not isinstance(each.term, Number):
            break
        found.append(each.term.value)
    return found[::-1]


def _checked(shown: Sequence[Fraction], last: Statement) -> Iterator[Problem]:
    term = of_numbers(last.term)
    letters = {part for part in walk(term) if isinstance(part, Symbol)}
    if len(shown) < LEAST_SHOWN or len(letters) != 1 or any(isinstance(part, Unknown | Index) for part in walk(term)):
        return
    letter = letters.pop()
    if _is_even_run(shown) or _is_linear(term, letter) or _fits(term, letter, shown) is not False:
        return
    likely = next((each for each in one_edit_away(term) if _fits(each, letter, shown)), None)
    listed = ", ".join(f"{float(each):g}" for each in shown)
    yield Problem(
        last.span,
        f"the terms before it are not of this form: {show(term)} is nowhere {listed} in a row",
        help=f"try {show(likely)}" if likely is not None else None,
        level="warning",
        evidence={"kind": "list", "formula": show(term)},
    )


def _is_even_run(shown: Sequence[Fraction]) -> bool:
    """Whether the numbers go up in equal steps: then the last term may only say where they end."""
    return len({after - before for before, after in pairwise(shown)}) == 1


def _is_linear(term: Term, letter: Symbol) -> bool:
    values = [_at(term, letter, Fraction(at)) for at in (1, 2, 3)]
    first, second, third = values
    return first is not None and second is not None and third is not None and second - first == third - second


def _at(term: Term, letter: Symbol, value: Fraction) -> Fraction | None:
    known = Interval.point(value)
    found = evaluate(term, lambda part: known if part == letter else None)
    return found.middle if isinstance(found, Interval) and found.narrow else None


def _fits(term: Term, letter: Symbol, shown: Sequence[Fraction]) -> bool | None:
    """Whether a formula gives numbers in a row, from any start at any customary pace; None where it has no values."""
    evaluated = False
    for pace in PACES:
        for shift in SHIFTS:
            values = [_at(term, letter, pace * at + shift) for at in range(len(shown))]
            evaluated = evaluated or all(each is not None for each in values)
            if all(
                one is not None and abs(one - other) < Fraction(1, 10**9)
                for one, other in zip(values, shown, strict=True)
            ):
                return True
    return False if evaluated else None
