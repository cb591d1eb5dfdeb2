"""A parameter after one step of gradient descent, by its value before, its gradient and the learning rate shown above.

"∂L/∂b = -8.  With η = 0.05 the new parameters are … b = 0.8": the step from 0 leads to 0.4.  Told is only what the
step does not give from any value before, and would give but for a sign, a forgotten rate, a factor of two or ten, or a
slip of the pen: momentum, weight decay and other optimisers go elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.slips import is_slip
from symformer.judging.wording import plain
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Index, Number, Relation, Symbol, Term
from symformer.text.span import Span

_RATE = re.compile(
    r"(?:learning[\s-]rate|step[\s-]size|学习率)[^.。;\d]{0,24}?(?P<n>0?\.\d+|1(?:\.0)?)(?![\w.]*\d)", re.IGNORECASE
)
_RATES = frozenset({"eta", "alpha", "η", "α", "lr"})
_OTHER_STEPS = re.compile(
    r"\b(?:momentum|adam\w*|rmsprop|adagrad|nesterov|weight decay|regulari[sz]\w+|clip\w*|newton|velocity|decay)\b|动量|正则|裁剪|衰减",
    re.IGNORECASE,
)
_UPDATED = re.compile(
    r"\b(?:new|updat\w+|steps?|becomes?|after|now|moves?|next|get|obtain)\b|新|更新|一步|得", re.IGNORECASE
)
NEAR = 160  # characters before a value in which a word says that it is a new one
FACTORS = tuple(Fraction(each) for each in (-1, 2, 10, Fraction(1, 2), Fraction(1, 10)))


def gradient_step_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every value after a step that the step does not lead to."""
    if not any(_gradient(each.term) for each in statements):
        return
    sections: dict[int, list[Statement]] = {}
    for statement in statements:
        sections.setdefault(statement.section, []).append(statement)
    text = document.source.text
    for index, own in sections.items():
        if any(_gradient(each.term) for each in own):
            whole = document.sections[index].span if index >= 0 else Span(0, len(text))
            if _OTHER_STEPS.search(text, whole.start, whole.end) is None:
                yield from _in_section(text, whole, own)


def _in_section(text: str, whole: Span, statements: Sequence[Statement]) -> Iterator[Problem]:
    before: dict[Term, list[Number]] = {}
    gradients: dict[Term, tuple[Number, Span]] = {}
    rates = {Fraction(found["n"]) for found in _RATE.finditer(text, whole.start, whole.end)}
    rates |= {number.value for each in statements for name, number in _values(each) if _is_rate(name)}
    for statement in statements:
        if statement.stance != "asserted":
            continue
        gradient = _gradient(statement.term)
        if gradient is not None:
            gradients[gradient[0]] = (gradient[1], statement.span)
            continue
        for name, number in _values(statement):
            if name in gradients and name in before and rates:
                yield from _judged(text, statement, name, number, before[name], gradients[name], rates)
            before.setdefault(name, []).append(number)


def _gradient(term: Term) -> tuple[Term, Number] | None:
    """The parameter that a loss is derived by, and the number that the derivative comes to."""
    match term:
        case Relation(
            sides=(Apply(function="derivative", arguments=(_, Symbol() | Index() as name)), *_, Number() as last)
        ):
            return name, last
        case Relation(sides=(Apply(function="gradient", labels=(Symbol() | Index() as name,)), *_, Number() as last)):
            return name, last
    return None


def _values(statement: Statement) -> Iterator[tuple[Term, Number]]:
    """The names that a statement gives a number, all of ``a = b = 0``."""
    match statement.term:
        case Relation(sides=(*names, Number() as number)) if all(isinstance(each, Symbol | Index) for each in names):
            yield from ((name, number) for name in names)


def _is_rate(name: Term) -> bool:
    return isinstance(name, Symbol) and name.name in _RATES


def _judged(
    text: str,
    statement: Statement,
    name: Term,
    number: Number,
    before: Sequence[Number],
    gradient: tuple[Number, Span],
    rates: set[Fraction],
) -> Iterator[Problem]:
    shown = number.printed
    begin = statement.span.start
    if shown is None or len(rates) > 1 or _UPDATED.search(text, max(0, begin - NEAR), begin) is None:
        return
    (rate,) = rates
    step = rate * gradient[0].value
    half = shown.half_width("≈") + (gradient[0].printed.half_width() * rate if gradient[0].printed is not None else 0)
    ways = [each.value - step for each in before]
    if any(abs(way - shown.value) <= half for way in (*ways, *(each.value for each in before))):
        return
    likely = [
        way
        for each, way in zip(before, ways, strict=True)
        if _slipped(each.value, step, gradient[0].value, way, shown, half)
    ]
    if not likely or step == 0:
        return
    expected = decimal_text(likely[-1], _places(likely[-1], shown))
    span = statement.place(number.origin)
    message = f"the step leads {plain(name)} to {expected}, not to {shown.text}"
    yield Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "number", "printed": shown.text, "expected": expected},
        related=(Related(gradient[1], "the gradient stands here"),),
        key=f"value-differs@{span.start}-{span.end}",
    )


def _slipped(
    old: Fraction, step: Fraction, gradient: Fraction, way: Fraction, shown: PrintedNumber, half: Fraction
) -> bool:
    """Whether a number is what a step gives that goes the wrong way, forgets the rate or is off by two or ten."""
    taken = [old - factor * step for factor in FACTORS] + [old - gradient, old + gradient]
    if any(abs(each - shown.value) <= half for each in taken):
        return True
    return shown.digits > 1 and is_slip(decimal_text(way, max(shown.decimals, 0)), shown.text)


def _places(value: Fraction, shown: PrintedNumber) -> int:
    places = max(shown.decimals, 0)
    while places < 6 and round(value, places) != value:
        places += 1
    return places if round(value, places) == value else max(shown.decimals, 0)


__all__ = ["gradient_step_problems"]
