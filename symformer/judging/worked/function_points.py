"""Functions that the note defines, at numbers: ``f(x) = x^2 - x`` and below ``f(0.5) = 0.25``.

The note has to define the function once, or once in the section; the parameters get the numbers, and every other
letter has to be settled.  The working behind the call is held against the formula as well: ``f(3) = 3^2 - 2``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text, rounds_to
from symformer.findings.finding import Problem, Related
from symformer.judging.numbers.learnt import all_literal
from symformer.judging.numbers.settled import Settled, lookup_of, settled_numbers
from symformer.judging.wording import long_text
from symformer.reasoning.arrays import Value
from symformer.reasoning.evaluate import Literal, evaluate, exactly
from symformer.reasoning.readings import readings_of
from symformer.semantics.statement import Statement
from symformer.semantics.values import widened_literal
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Apply, Number, Relation, Symbol, Term, Unknown, walk

MOST_DEFINITIONS = 200
CHANCES = frozenset({"P", "p", "Pr", "E", "Var", "Cov", "H", "I", "O", "D", "KL", "text", "derivative", "upper"})


@dataclass(frozen=True, slots=True)
class Defined:
    """A function as one formula of its parameters."""

    parameters: tuple[Symbol, ...]
    body: Term
    told: Statement


def function_point_problems(statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every value of a function at numbers that the note's own formula for it does not give."""
    defined = _defined(statements)
    for statement in statements if defined else ():
        match statement.term:
            case Relation(relations=relations, sides=(Apply() as call, *sides)) if relations[0] in EQUAL:
                numbers = tuple(each for each in call.arguments if isinstance(each, Number))
            case _:
                continue
        if not numbers or len(numbers) != len(call.arguments) or statement.stance != "asserted" or statement.hedged:
            continue
        function = _meant(defined.get((call.function, len(numbers)), ()), statement)
        if function is not None and not _is_another(sides, function, statement):
            here = [each for each in statements if each.section == statement.section == function.told.section]
            yield from _judged(call, sides, function, numbers, statement, settled_numbers(here))


def _defined(statements: Sequence[Statement]) -> Mapping[tuple[str, int], Sequence[Defined]]:
    """The functions with a formula, by their name and how many parameters they have."""
    found: dict[tuple[str, int], list[Defined]] = {}
    for statement in statements:
        match statement.term:
            case Relation(relations=("=", *_), sides=(Apply(labels=()) as call, body, *_)) if (
                len(found) < MOST_DEFINITIONS
            ):
                parameters = tuple(each for each in call.arguments if isinstance(each, Symbol))
            case _:
                continue
        parts = list(walk(body))
        if call.function in CHANCES or not parameters or len(set(parameters)) != len(call.arguments):
            continue
        if statement.stance != "asserted" or any(isinstance(part, Unknown) for part in parts):
            continue
        if isinstance(body, Symbol) or not any(each in parts for each in parameters):
            continue
        key = call.function, len(parameters)
        found.setdefault(key, []).append(Defined(parameters, body, statement))
    return found


def _meant(defined: Sequence[Defined], statement: Statement) -> Defined | None:
    """The one formula that a call means: the only one of the note, or of its section above it."""
    if len(defined) > 1:
        above = [each for each in defined if each.told.section == statement.section]
        defined = [each for each in above if each.told.span.start <= statement.span.start]
    if len(defined) == 1 and defined[0].told.span.start - statement.span.end < FAR_BEHIND:
        return defined[0]
    return None  # what is only told much further down is another function by then


FAR_BEHIND = 400  # characters between a value and the formula behind it


def _is_another(sides: Sequence[Term], function: Defined, statement: Statement) -> bool:
    """Whether working stands behind a call far from the formula: one letter may be another function by then."""
    near = function.told.section == statement.section
    return not near and any(not isinstance(side, Number) for side in sides)


def _judged(
    call: Apply,
    sides: Sequence[Term],
    function: Defined,
    numbers: Sequence[Number],
    statement: Statement,
    near: Settled,
) -> Iterator[Problem]:
    known: dict[Term, Number] = {**near, **dict(zip(function.parameters, numbers, strict=True))}
    values = list(_values(function.body, known))
    if not values:
        return
    relations = statement.term.relations if isinstance(statement.term, Relation) else ()
    for side in sides:
        shown = side.printed if isinstance(side, Number) else None
        if shown is None and not all_literal(side) or any(isinstance(part, Unknown) for part in walk(side)):
            return  # letters, or words: nothing to compare with
        if _agrees(side, shown, values, roughly="=" not in relations):
            continue
        exact = values[0].middle
        expected = decimal_text(exact, max(shown.decimals, 0)) if shown is not None else ""
        told = shown.text if shown is not None else show(side)
        span = statement.place(side.origin)
        right = expected if expected and expected != told else long_text(values[0])
        evidence: dict[str, object] = {"kind": "number", "printed": told, "expected": right}
        yield Problem(
            span,
            f"{show(call)} is {right} by {show(function.body)}, not {told}",
            related=(Related(function.told.span, "the formula"),),
            evidence=evidence,
            key=f"value-differs@{span.start}-{span.end}",
        )
        return


def _values(body: Term, known: Settled) -> Iterator[Interval]:
    """What a formula comes to in each of its readings, the numbers at their word and as all that prints like them."""
    ways: tuple[Literal, ...] = (exactly, widened_literal)
    for literal in ways:
        for readings in readings_of(body):
            value: object = evaluate(body, lookup_of(known, literal), literal, readings)
            if not isinstance(value, Interval):
                return
            yield value


def _agrees(side: Term, shown: PrintedNumber | None, values: Sequence[Interval], *, roughly: bool) -> bool:
    if shown is not None:
        if any(rounds_to(value, shown, "≈" if roughly else "=") != "no" for value in values):
            return True
        if shown.exact and values[0].middle.denominator != 1 and abs(values[0].middle - shown.value) * 2 <= 1:
            return True
        return not shown.exact and abs(values[0].middle - shown.value) <= shown.unit  # cut off, or worked out rounded
    value: Value | object = evaluate(side, lambda term: None, widened_literal)
    if not isinstance(value, Interval):
        return True
    loose = max(abs(value.middle), abs(values[0].middle)) / 1000
    return any(value.lo - loose <= each.hi and each.lo <= value.hi + loose for each in values)


__all__ = ["function_point_problems"]
