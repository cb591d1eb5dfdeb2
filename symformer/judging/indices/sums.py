"""Sums over one family that begin with 0 here and with 1 there, and means of one term too many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from symformer.algebra.dimension import Dimension, number
from symformer.findings.finding import Problem, Related
from symformer.judging.indices.runs import Family, Run, families_in, letter_of, named_by_zero, run_of
from symformer.semantics.indices.ranges import counted, slots_of, unstyled
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    children,
    walk,
)
from symformer.text.span import Span

FEWEST = 2  # other sums with one letter to one end that tell from where it runs


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
    every, runs = runs, [run for run in runs if run.families and run.families.isdisjoint(zeroth)]
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
            place = usual[0].statement.place(usual[0].total.origin)
            yield _otherwise(odd[0], place, family, "summed", usual[0].first)
    for run in runs:
        if run.first == 0 and id(run.total) not in told and _is_mean(run):
            told.add(id(run.total))
            yield _mean(run)
    for run, place, family in _told_from_one(
        [run for run in runs if run.first == 0 and id(run.total) not in told], model
    ):
        told.add(id(run.total))
        yield _otherwise(run, place, family, "told")
    yield from _by_their_letter([run for run in every if id(run.total) not in told], zeroth)


def _told_from_one(runs: Sequence[_Summed], model: SemanticModel) -> Iterator[tuple[_Summed, Span, Family]]:
    """The sums from 0 to n over the members of a family that are told to be those from 1 to n, and where."""
    if not runs:
        return
    wanted = {(family, run.last) for run in runs for family in run.families}
    firsts: dict[tuple[Family, Dimension], dict[int | None, Span]] = defaultdict(dict)
    letters: dict[str, dict[int | None, tuple[Dimension, Span]]] = defaultdict(dict)
    for each in counted(model):
        if each.kind == "family":
            firsts[(each.name, each.slot, each.slots), each.last].setdefault(each.base, each.span)
        elif each.kind == "letter" and each.within is None:
            letters[each.name].setdefault(each.base, (each.last, each.span))
    for name, ranges in letters.items():
        if set(ranges) == {1}:
            last, span = ranges[1]
            for family in _indexed_by(name, model):
                if (family, last) in wanted:
                    firsts[family, last].setdefault(1, span)
    for run in runs:
        for family in run.families:
            if set(firsts.get((family, run.last), {})) == {1} and not _is_counted(run):
                yield run, firsts[family, run.last][1], family
                break


def _indexed_by(letter: str, model: SemanticModel) -> Iterator[Family]:
    for statement in model.statements:
        if _is_derivative(statement.term):
            continue  # told for all parameters there are: the class of reference has none
        for part in walk(statement.term):
            if isinstance(part, Index) and isinstance(part.base, Symbol):
                slots = slots_of(part)
                for at, slot in enumerate(slots):
                    if slot == Symbol(letter):
                        yield unstyled(part.base.name), at, len(slots)


def _is_derivative(term: Term) -> bool:
    left = term.sides[0] if isinstance(term, Relation) else term
    return isinstance(left, Apply) and left.function in ("derivative", "gradient")


def _by_their_letter(runs: Sequence[_Summed], zeroth: frozenset[Family]) -> Iterator[Problem]:
    """A problem for each sum from 0 to n that is a mean, or whose letter runs from 1 to n in all others."""
    names = {name for name, _, _ in zeroth}
    by_letter: dict[tuple[str, Dimension], list[_Summed]] = defaultdict(list)
    for run in runs:
        if run.total.index is not None:
            by_letter[run.total.index.name, run.last].append(run)
    for (letter, _), alike in by_letter.items():
        odd = [run for run in alike if run.first == 0]
        for run in odd:
            if names.intersection(_bases(run.total.body)) or not _only_indexes(run.total.body, Symbol(letter)):
                continue
            if _is_mean(run):
                yield _mean(run)
            elif len(odd) == 1 and len(alike) > FEWEST and not _is_counted(run):
                usual = next(each for each in alike if each.first == 1)
                yield _letter_otherwise(run, usual, letter)


def _bases(body: Term) -> set[str]:
    return {
        unstyled(part.base.name) for part in walk(body) if isinstance(part, Index) and isinstance(part.base, Symbol)
    }


def _only_indexes(body: Term, letter: Symbol) -> bool:
    """Whether a letter stands in scripts alone, so that nothing is zero where it is 0."""
    match body:
        case Symbol():
            return body != letter
        case Index(base=base):
            return _only_indexes(base, letter)
        case Power(base=Symbol() | Index(), exponent=exponent) if exponent == letter:
            return True
        case Apply(arguments=arguments):
            return all(_only_indexes(each, letter) for each in arguments)
    return all(_only_indexes(each, letter) for each in children(body))


def _counts(statement: Statement) -> bool:
    return statement.carrier == "formula" and statement.stance == "asserted"


def _summed(statement: Statement) -> Iterator[_Summed]:
    for part in walk(statement.term):
        run = run_of(part)
        if run is None or run.last != run.size or run.total.index is None:
            continue
        yield _Summed(run, statement, families_in(run.total.body, run.total.index))


def _otherwise(run: _Summed, beside: Span, family: Family, how: Literal["summed", "told"], first: int = 1) -> Problem:
    letter = letter_of(run.run)
    ranges = f"from {run.first} to {run.last}", f"from {first} to {run.last}"
    return Problem(
        run.statement.place(run.total.origin),
        f"{letter} runs {ranges[0]} here, and {spell(family[0])} is {how} {ranges[1]} elsewhere",
        help=f"try {ranges[1]}",
        level="warning",
        related=(Related(beside, f"{how} {ranges[1]} here"),),
        evidence={"kind": "index", "letter": letter},
    )


def _letter_otherwise(run: _Summed, beside: _Summed, letter: str) -> Problem:
    return Problem(
        run.statement.place(run.total.origin),
        f"{spell(letter)} runs from 0 to {run.last} here, and from 1 to {run.last} in the other sums",
        help=f"try from 1 to {run.last}",
        level="warning",
        related=(Related(beside.statement.place(beside.total.origin), f"from 1 to {run.last} here"),),
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
    if not isinstance(factor, Quotient) or not isinstance(factor.numerator, Number):
        return False
    below = factor.denominator
    return any(dimension_of(each) == last for each in (below, *(below.factors if isinstance(below, Product) else ())))


def _mean(run: _Summed) -> Problem:
    body = show(run.total.index) if run.total.index is not None else ""
    return Problem(
        run.statement.place(run.total.origin),
        f"{body} runs from 0 to {run.last}, which are {run.last} + 1 terms, and the sum is divided by {run.last}",
        help=f"try from 1 to {run.last}, or from 0 to {run.last} - 1",
        level="warning",
        evidence={"kind": "index", "letter": body},
    )
