"""Single values of a function of position and column, ``PE(1, 2) = sin(…) = 0.01``, against its definition.

Some notes count the second argument in columns, some in pairs of columns: a value is wrong only where the
note's other values show that it counts columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.verdict import Proved, Refuted
from symformer.findings.finding import Problem
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.angles import in_radians
from symformer.judging.numbers.comparison import Comparison, best, compare
from symformer.judging.tables.claims import Column, columns_in, entry_at, short_name
from symformer.reasoning.evaluate import evaluate
from symformer.reasoning.readings import readings_of
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Index, Number, Power, Quotient, Relation, Symbol, Term, walk

LEAST_BASE = 1000  # of the wavelengths


@dataclass(frozen=True, slots=True)
class Instance:
    """A value that the note works out for one position and one column."""

    statement: Statement
    name: str
    position: int
    place: int
    result: Number


@dataclass(frozen=True, slots=True)
class Tested:
    """An instance beside its formula, the second argument counted in columns and in pairs."""

    instance: Instance
    by_column: Comparison
    by_pair: bool


def judge_instances(statements: Sequence[Statement]) -> Iterator[Judgement]:
    """Every single value that contradicts the formulas of its columns."""
    columns = [column for statement in statements for column in columns_in(statement)]
    instances = list(_instances(statements, {column.name for column in columns}))
    sizes = {**_sizes_in_working(instances, columns), **_sizes(statements)}
    columns_surely = _more_than_pairs(instances, sizes)
    radians = in_radians(statements)
    tested = [
        found for instance in instances if (found := _tested(instance, columns, sizes, radians=radians)) is not None
    ]
    columns_only = sum(each.by_column.holds and not each.by_pair for each in tested)
    pairs_only = sum(each.by_pair and not each.by_column.holds for each in tested)
    for each in tested:
        if each.by_column.holds:
            proved = Proved("the formula of its column")
            yield Judgement(_claim(each.instance), proved, {"truth": "holds"}, comparison=each.by_column)
        elif columns_surely or columns_only >= max(pairs_only, 1):
            yield _contradicting(each)


def _sizes(statements: Sequence[Statement]) -> Mapping[str, int]:
    """The sizes of vectors that the note gives one whole number for."""
    found: dict[str, set[int]] = {}
    for statement in statements:
        match statement.term:
            case Relation(sides=(Symbol(name=name), Number(value=value))) if name.casefold().startswith("d"):
                if value.denominator == 1 and value > 1:
                    found.setdefault(name, set()).add(int(value))
    return {name: values.pop() for name, values in found.items() if len(values) == 1}


def _sizes_in_working(instances: Sequence[Instance], columns: Sequence[Column]) -> Mapping[str, int]:
    """The size that the workings all divide exponents by: the 4 in 10000^(2·1/4)."""
    found = {
        int(below.value)
        for instance in instances
        for part in walk(instance.statement.term)
        if isinstance(part, Power) and isinstance(part.base, Number) and part.base.value >= LEAST_BASE
        for below in (part.exponent.denominator if isinstance(part.exponent, Quotient) else None,)
        if isinstance(below, Number) and below.value.denominator == 1 and below.value > 1
    }
    if len(found) != 1:
        return {}
    size = found.pop()
    letters = {column.row.name for column in columns} | {column.index.name for column in columns}
    return {
        part.name: size
        for column in columns
        for part in walk(column.body)
        if isinstance(part, Symbol) and part.name not in letters and part.name.casefold().startswith("d")
    }


def _more_than_pairs(instances: Sequence[Instance], sizes: Mapping[str, int]) -> bool:
    """Whether the places that the values are given for are too many to count pairs of columns."""
    size = set(sizes.values())
    return len(size) == 1 and bool(instances) and 2 * max(each.place for each in instances) >= min(size)


def _instances(statements: Sequence[Statement], names: set[str]) -> Iterator[Instance]:
    for statement in statements:
        match statement.term:
            case Relation(
                sides=(Apply(arguments=(Number() as row, Number() as column)) as head, *_, Number() as result)
            ):
                name = head.function
            case Relation(
                sides=(
                    Index(base=Symbol(name=name), indices=(Number() as row, Number() as column)),
                    *_,
                    Number() as result,
                )
            ):
                pass
            case _:
                continue
        whole = all(each.value.denominator == 1 and each.value >= 0 for each in (row, column))
        if whole and short_name(name) in names and result.printed is not None:
            yield Instance(statement, short_name(name), int(row.value), int(column.value), result)


def _tested(instance: Instance, columns: Sequence[Column], sizes: Mapping[str, int], *, radians: bool) -> Tested | None:
    mine = [column for column in columns if column.name == instance.name]
    if len({(column.factor, column.offset, column.body) for column in mine}) > 2:
        return None  # several definitions
    known = dict(sizes)

    def by_column() -> Iterator[Comparison | NotEvaluated]:
        for readings in readings_of(*(column.body for column in mine)):
            if radians and readings.angle == "degrees":
                continue
            for first in (0, 1):
                value = entry_at(mine, instance.position, instance.place - first, known, None, readings)
                if isinstance(value, NotEvaluated):
                    yield value
                else:
                    yield compare(value, instance.result, "≈", lambda term: None)

    found = best(by_column())
    if isinstance(found, NotEvaluated):
        return None
    return Tested(instance, found, any(_holds_by_pair(instance, column, known) for column in mine))


def _holds_by_pair(instance: Instance, column: Column, sizes: Mapping[str, int]) -> bool:
    """Whether the value is right where the second argument counts pairs of columns."""
    for readings in readings_of(column.body):

        def lookup(term: Term) -> Interval | None:
            if term == column.row:
                return Interval.point(instance.position)
            if term == column.index:
                return Interval.point(instance.place)
            return Interval.point(sizes[term.name]) if isinstance(term, Symbol) and term.name in sizes else None

        value = evaluate(column.body, lookup, readings=readings)
        if isinstance(value, Interval):
            found = compare(value, instance.result, "≈", lambda term: None)
            if isinstance(found, Comparison) and (found.holds or faults.truncated(found)):
                return True
    return False


def _claim(instance: Instance) -> Claim:
    term = instance.statement.term
    head = term.sides[0] if isinstance(term, Relation) else term
    return Claim(instance.statement, 0, head, instance.result, "≈")


def _contradicting(each: Tested) -> Judgement:
    instance, claim = each.instance, _claim(each.instance)
    if faults.truncated(each.by_column) or faults.last_digit(each.by_column):
        return Judgement(claim, Proved("the formula of its column, cut off"), {"truth": "holds"})
    first = each.by_column.wrong[0]
    span = claim.result_span
    problem = Problem(
        span,
        f"{instance.name} at position {instance.position}, column {instance.place}: "
        f"the definition gives {faults.expected_text(first)}, not {faults.printed_text(first)}",
        evidence=faults.evidence(claim, each.by_column),
        note="columns are counted from 0, as in the values beside it",
        key=f"value-differs@{span.start}-{span.end}",
    )
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    return Judgement(claim, verdict, {"truth": "fails"}, (), problem, "value-differs", each.by_column)
