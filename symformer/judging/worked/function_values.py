"""Values of a function beside the value of its argument: ``x = 3.0, f(x) = 9.8`` where the note has ``f(x) = x^2``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text, rounds_to
from symformer.findings.finding import Problem, Related
from symformer.judging.numbers.settled import Settled, lookup_of
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.reasoning.readings import readings_of
from symformer.semantics.statement import Statement
from symformer.semantics.values import widened_literal
from symformer.terms.show import show
from symformer.terms.term import Apply, Number, Relation, Symbol, Term, Unknown, walk

NEAR = 60  # characters from the value of the argument
MOST_DEFINITIONS = 200


def function_value_problems(statements: Sequence[Statement], settled: Settled, text: str) -> Iterator[Problem]:
    """Every value of a function that its one formula in the note does not give at the argument told on the same line."""
    formulas = _formulas(statements)
    if not formulas:
        return
    for at, statement in enumerate(statements):
        match statement.term:
            case Relation(sides=(Apply() as call, Number(printed=PrintedNumber() as shown) as last)) if (
                call in formulas
            ):
                body, told = formulas[call]
            case _:
                continue
        argument = _argument(call)
        given = _given(statements, at, argument, text) if argument is not None else None
        if argument is None or given is None or statement.stance != "asserted" or statement.hedged:
            continue
        known = {**settled, argument: given}
        if any(_gives(body, known, shown, literal) is not False for literal in (exactly, widened_literal)):
            continue
        value = evaluate(body, lookup_of(known, exactly), exactly)
        if not isinstance(value, Interval):
            continue
        expected = decimal_text(value.middle, max(shown.decimals, 0))
        span = statement.place(last.origin)
        number = given.printed.text if given.printed is not None else ""
        yield Problem(
            span,
            f"{show(body)} is {expected} at {show(argument)} = {number}, not {shown.text}",
            related=(Related(told.span, "the formula"),),
            evidence={"kind": "number", "printed": shown.text, "expected": expected},
            key=f"value-differs@{span.start}-{span.end}",
        )


def _formulas(statements: Sequence[Statement]) -> Mapping[Term, tuple[Term, Statement]]:
    """What calls of one letter are said to be, where the note says one thing only."""
    found: dict[Term, tuple[Term, Statement]] = {}
    several: set[Term] = set()
    for statement in statements[: MOST_DEFINITIONS * 10]:
        match statement.term:
            case Relation(relations=("=", *_), sides=(Apply() as call, body, *_)) if not isinstance(body, Number):
                argument = _argument(call)
                parts = list(walk(body))
                if argument is None or argument not in parts or any(isinstance(part, Unknown) for part in parts):
                    continue
                if call in found and found[call][0] != body:
                    several.add(call)
                found.setdefault(call, (body, statement))
    return {call: each for call, each in found.items() if call not in several}


def _argument(call: Apply) -> Symbol | None:
    """The letter that a function is applied to, or that a derivative is taken by."""
    match call:
        case Apply(function="derivative", arguments=(Symbol(), Symbol() as by)):
            return by
        case Apply(arguments=(Symbol() as argument,)):
            return argument
    return None


def _given(statements: Sequence[Statement], at: int, argument: Symbol, text: str) -> Number | None:
    """The number that the statements just before, on the same line, give the argument."""
    end = statements[at].span.start
    for before in reversed(statements[max(0, at - 3) : at]):
        if end - before.span.end > NEAR or "\n" in text[before.span.end : end]:
            return None
        match before.term:
            case Relation(sides=(Symbol() as name, Number() as number)) if name == argument:
                return number
    return None


def _gives(body: Term, known: Mapping[Term, Number], shown: PrintedNumber, literal: object) -> bool | None:
    """Whether a formula gives a number as it is printed, in one reading of it; None where it cannot be worked out."""
    way = exactly if literal is exactly else widened_literal
    values = [evaluate(body, lookup_of(known, way), way, readings) for readings in readings_of(body)]
    if not all(isinstance(value, Interval) for value in values):
        return None
    return any(isinstance(value, Interval) and rounds_to(value, shown, "≈") != "no" for value in values)


__all__ = ["function_value_problems"]
