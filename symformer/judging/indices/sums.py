"""Sums over one family that begin with 0 here and with 1 there, and means of one term too many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension, number
from symformer.findings.finding import Problem, Related
from symformer.judging.indices.runs import Family, Run, families_in, letter_of, named_by_zero, run_of
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import IndexedSum, Number, Product, Quotient, Term, walk


@dataclass(frozen=True, slots=True)
class _Summed:
    """A sum over the members of a family, from 0 or 1 to ``last``."""

    run: Run
    statement: Statement
    families: frozenset[Family]

    @property
    def total(self) -> IndexedSum:
        return self.run.total

    @property
    def first(self) -> int:
        return self.run.first

    @property
    def last(self) -> Dimension:
        return self.run.last


def sums_begun_otherwise(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum from 0 to n over what is summed from 1 to n elsewhere, or divided by n."""
    runs = [run for statement in model.statements if _counts(statement) for run in _summed(statement)]
    zeroth = named_by_zero(model) if any(run.first == 0 for run in runs) else frozenset()
    runs = [run for run in runs if run.families.isdisjoint(zeroth)]
    by_family: dict[tuple[Family, Dimension], list[_Summed]] = defaultdict(list)
    for run in runs:
        for family in run.families:
            by_family[family, run.last].append(run)
    told: set[int] = set()
    for (family, _), alike in by_family.items():
        ones, zeros = ([run for run in alike if run.first == first] for first in (1, 0))
        odd, usual = (zeros, ones) if len(zeros) <= len(ones) else (ones, zeros)
        if len(odd) == 1 and usual and id(odd[0].total) not in told and not _is_counted(odd[0]):
            told.add(id(odd[0].total))
            yield _otherwise(odd[0], usual[0], family)
    for run in runs:
        if run.first == 0 and id(run.total) not in told and _is_mean(run):
            yield _mean(run)


def _counts(statement: Statement) -> bool:
    return statement.carrier == "formula" and statement.stance == "asserted"


def _summed(statement: Statement) -> Iterator[_Summed]:
    for part in walk(statement.term):
        run = run_of(part)
        if run is None or run.last != run.size or run.total.index is None:
            continue
        if families := families_in(run.total.body, run.total.index):
            yield _Summed(run, statement, families)


def _otherwise(run: _Summed, beside: _Summed, family: Family) -> Problem:
    letter = letter_of(run.run)
    ranges = f"from {run.first} to {run.last}", f"from {beside.first} to {run.last}"
    return Problem(
        run.statement.place(run.total.origin),
        f"{letter} runs {ranges[0]} here, and {spell(family[0])} is summed {ranges[1]} elsewhere",
        help=f"try {ranges[1]}",
        level="warning",
        related=(Related(beside.statement.place(beside.total.origin), f"summed {ranges[1]} here"),),
        evidence={"kind": "index", "letter": letter},
    )


def _is_mean(run: _Summed) -> bool:
    """Whether a sum to n is divided by n."""
    for part in walk(run.statement.term):
        match part:
            case Quotient(numerator=numerator, denominator=denominator) if dimension_of(denominator) == run.last:
                if numerator is run.total:
                    return True
            case Product(factors=factors) if any(factor is run.total for factor in factors):
                return any(_is_share(factor, run.last) for factor in factors)
    return False


def _is_counted(run: _Summed) -> bool:
    """Whether a sum from 0 to n is divided by n + 1: then it means so many."""
    return run.first == 0 and any(
        isinstance(part, Quotient) and dimension_of(part.denominator) == run.last + number(1)
        for part in walk(run.statement.term)
    )


def _is_share(factor: Term, last: Dimension) -> bool:
    return (
        isinstance(factor, Quotient)
        and isinstance(factor.numerator, Number)
        and dimension_of(factor.denominator) == last
    )


def _mean(run: _Summed) -> Problem:
    body = show(run.total.index) if run.total.index is not None else ""
    return Problem(
        run.statement.place(run.total.origin),
        f"{body} runs from 0 to {run.last}, which are {run.last} + 1 terms, and the sum is divided by {run.last}",
        help=f"try from 1 to {run.last}, or from 0 to {run.last} - 1",
        level="warning",
        evidence={"kind": "index", "letter": body},
    )
