"""Values put into the note's own formula in words: "the pairs are $H (H - 1) / 2$; at $H = 8$ this is 28".

The sentence gives every letter of the formula that is nowhere else settled, and its number follows at once, said of
"this", "it", "the result" or of the formula itself.  What any other formula of the paragraph gives is not accused.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text, printed, rounds_to
from symformer.documents.document import Document, Prose
from symformer.findings.finding import Problem
from symformer.judging.numbers.settled import Settled, lookup_of
from symformer.judging.worked.book import of_numbers
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.reasoning.readings import readings_of
from symformer.semantics.statement import Statement
from symformer.semantics.values import widened_literal
from symformer.terms.show import show
from symformer.terms.term import Index, IndexedSum, Matrix, Number, Relation, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

Near = Callable[[int], Settled]

_NUMBER = r"(?:\d{1,3}(?:(?:,|\{,\})\d{3})+|\d+)(?:\.\d+)?"
_SAYS = Cued(
    r"\s*(?:\b(?:is|are|gives?|equals?|makes?|yields?|becomes?|comes?\s+(?:out\s+)?(?:to|at)|amounts?\s+to|(?:we|you|one)\s+(?:gets?|have|has|obtains?|finds?))|得到?|为|是|等于)"
    r"\s*(?:(?:us|then|only|just|exactly|about|roughly|around|approximately|already|still|equal to|to be)\s+|≈\s*|\\approx\s*){0,2}"
    rf"(?:\$\s*(?:=|\\approx)?\s*)?(?P<n>{_NUMBER})(?P<after>\s*\$?)",
    re.IGNORECASE,
)
_WORKED = Cued(
    rf"(?:\s*(?:[-+*/×·]|\\cdot|\\times)\s*{_NUMBER})+\s*(?:=|\\approx|≈)\s*(?P<n>{_NUMBER})(?P<after>\s*\$?)"
)
_GOES_ON = Cued(r"\s*(?:[-+*/^·×=_]|\\(?:cdot|times|pm|frac|sqrt|%)|%|percent|times\b|per\b|of\s+(?:the|them|all|these)\b|[.,]?\d|million|billion|thousand|[kKMGT]i?B?\b|and\b|or\b|to\b|–)")  # fmt: skip
_GIVEN = Cued(r"(?:\b(?:for|with|at|when|where|if|taking|take|setting|choosing|say|e\.g\.,?|and|plugging in)|[对当取令设若])\s*\$?\s*\Z", re.IGNORECASE)  # fmt: skip
_SUBJECT = Cued(
    r"[\s,;:)$]*(?:时，?)?(?:(?:then|so|thus|hence|and|already|therefore)\s+){0,2}(?:this|it|that|which|these|the\s+(?:result|value|total|number|sum|count|formula|expression|product)|)\s*",
    re.IGNORECASE,
)
_OF_FORMULA = Cued(r"[\s,;:)$]*(?:(?:then|so|thus|hence|and)\s+)?(?:(?:the|a|an|its|our|this)\s+(?:[a-z-]+\s+){0,4})?\$?\s*", re.IGNORECASE)  # fmt: skip
_MARKS = Cued(r"[\s$]*")
_SENTENCE = Cued(r"(?<=[.!?])\s|[。！？]|\n\s*\n|;\s")
_OPEN = Cued(r"\b(?:not|never|would|instead|wrong\w*|should|at (?:least|most)|more than|less than|up to|per|each)\b|n['’]t\b|\?|不", re.IGNORECASE)  # fmt: skip
FAR, MOST_FORMULAS = 200, 12  # characters from a display to the sentence below it
SCALES = tuple(Fraction(10) ** k for k in range(-12, 13) if k) + tuple(
    Fraction(base) ** k for base in (1024, 60, 8, 2, 4) for k in (-3, -2, -1, 1, 2, 3)
)


@dataclass(frozen=True, slots=True)
class _Put:
    """A place where values are put in: what is given, where the number stands, and the formula it is said of, if named."""

    given: Mapping[Term, Number]
    number: PrintedNumber
    place: Span
    start: int  # of the sentence
    named: Statement | None


def put_in_problems(document: Document, statements: Sequence[Statement], near: Near) -> Iterator[Problem]:
    """Every number that the formula just above it does not give at the values put in."""
    text = document.source.text
    for block in document.prose:
        first = bisect_left(statements, block.span.start, key=lambda each: each.span.start)
        last = bisect_left(statements, block.span.end, lo=first, key=lambda each: each.span.start)
        inside = [each for each in statements[first:last] if each.carrier == "formula" and each.stance == "asserted"]
        if block.kind == "heading" or not inside:
            continue
        above = [each for each in statements[max(0, first - 3) : first] if block.span.start - each.span.end <= FAR]
        formulas = [each for each in (*above, *inside) if _body(each) is not None]
        farther = [each for each in statements[max(0, first - MOST_FORMULAS) : first] if _body(each) is not None]
        for put in _puts(text, block, inside):
            problem = _judged(
                put, [each for each in formulas if each.span.end <= put.place.start][-MOST_FORMULAS:], near
            )
            if problem is not None and not any(_gives(each, put, near) for each in farther):
                yield problem


def _puts(text: str, block: Prose, inside: Sequence[Statement]) -> Iterator[_Put]:
    """The places of a paragraph where letters get numbers and a number follows."""
    for at, statement in enumerate(inside):
        setting = _setting(statement)
        following = inside[at + 1] if at + 1 < len(inside) else None
        if (
            setting is None
            or following is not None
            and _setting(following) is not None
            and _is_listed(text, statement, following)
        ):
            continue
        given = dict([setting])
        begin = at
        while (
            begin
            and (before := _setting(inside[begin - 1])) is not None
            and _is_listed(text, inside[begin - 1], inside[begin])
        ):
            given.setdefault(*before)
            begin -= 1
        start = inside[begin].span.start
        if _GIVEN.search(text, max(block.span.start, start - 20), start) is None:
            continue
        found = _said(text, block, statement, following)
        if found is None:
            continue
        says, named = found
        opens = max(
            (each.end() for each in _SENTENCE.finditer(text, block.span.start, start)), default=block.span.start
        )
        if _OPEN.search(text, opens, says.end()) is None:
            number = printed(says["n"].replace("{,}", "").replace(",", ""))
            yield _Put(given, number, Span(*says.span("n")), opens, named)


def _is_listed(text: str, one: Statement, other: Statement) -> bool:
    """Whether two settings stand in one list: "d = 4, h = 2 and n = 8"."""
    return (
        re.fullmatch(r"[\s,$]*(?:and|with|和)?[\s$]*|\s*\\q?quad\s*", text[one.span.end : other.span.start]) is not None
    )


def _said(
    text: str, block: Prose, setting: Statement, following: Statement | None
) -> tuple[re.Match[str], Statement | None] | None:
    """What is said right behind a setting: of a pronoun, or of a formula that follows."""
    subject = _SUBJECT.match(text, setting.span.end, block.span.end)
    says = _SAYS.match(text, subject.end(), block.span.end) if subject is not None else None
    named = None
    if says is None and following is not None and _body(following) is not None:
        words = _OF_FORMULA.match(text, setting.span.end, block.span.end)
        if words is None or words.end() != following.span.start:
            return None
        named = following
        marks = _MARKS.match(text, following.span.end, block.span.end)
        says = _SAYS.match(text, marks.end() if marks else following.span.end, block.span.end)
    if says is None:
        return None
    worked = _WORKED.match(text, says.end(), block.span.end)
    if worked is not None and _is_plain_working(says, worked):
        says = worked
    if _GOES_ON.match(text, says.end(), block.span.end) is not None:
        return None
    return says, named


def _is_plain_working(says: re.Match[str], worked: re.Match[str]) -> bool:
    """Whether a result stands behind sums and products of numbers in one formula: "this is $6 + 12 = 18$"."""
    return not says["after"].rstrip().endswith("$")


def _setting(statement: Statement) -> tuple[Term, Number] | None:
    match statement.term:
        case Relation(relations=("=",), sides=(Symbol() | Index() as name, Number() as number)):
            return name, number
    return None


def _body(statement: Statement) -> Term | None:
    """The formula in letters that a statement is, or ends in."""
    term = statement.term
    if isinstance(term, Relation):
        if any(sign not in ("=", ":=", "≈", "≡") for sign in term.relations) or isinstance(term.sides[-1], Number):
            return None
        term = term.sides[-1]
    term = of_numbers(term)
    parts = list(walk(term))
    if isinstance(term, Symbol | Index | Number) or any(
        isinstance(part, Unknown | Matrix | Relation | IndexedSum) for part in parts
    ):
        return None
    return term if any(isinstance(part, Symbol) for part in parts) and len(parts) > 2 else None


def _judged(put: _Put, formulas: Sequence[Statement], near: Near) -> Problem | None:
    settled = {**near(put.place.start), **put.given}
    values: list[tuple[Statement, Term, Interval]] = []
    for each in formulas:
        body = _body(each)
        if body is None or not set(put.given) <= set(walk(body)):
            continue
        for readings in readings_of(body):
            wide = evaluate(body, lookup_of(settled, widened_literal), exactly, readings)
            if not isinstance(wide, Interval):
                values.clear()  # what is nearest is meant, whatever it comes to
                break
            if _shows(wide, put.number):
                return None
            exact = evaluate(body, lookup_of(settled, exactly), exactly, readings)
            if isinstance(exact, Interval):
                values.append((each, body, exact))
    values = [each for each in values if each[0] is put.named] if put.named is not None else values
    if not values or put.named is None and _is_far(put, values[-1][0]):
        return None
    statement, body, value = values[-1]
    if value.middle <= 0 or not Fraction(1, 2) < put.number.value / value.middle < 2 or _is_other(statement, values):
        return None
    expected = decimal_text(value.middle, max(put.number.decimals, 0))
    told = ", ".join(
        f"{show(name)} = {number.printed.text if number.printed else show(number)}"
        for name, number in put.given.items()
    )
    return Problem(
        put.place,
        f"{show(body)} at {told} is {expected}, not {put.number.text}",
        level="warning",
        evidence={"kind": "number", "printed": put.number.text, "expected": expected},
        key=f"sentence-contradicts-number@{put.place.start}-{put.place.end}",
    )


def _gives(statement: Statement, put: _Put, near: Near) -> bool:
    """Whether a formula gives the number: another one than the nearest may be meant."""
    body = _body(statement)
    if body is None or not set(put.given) <= set(walk(body)):
        return False
    value = evaluate(body, lookup_of({**near(put.place.start), **put.given}, widened_literal), exactly)
    return isinstance(value, Interval) and _shows(value, put.number)


def _is_far(put: _Put, statement: Statement) -> bool:
    """Whether the formula stands more than a sentence or a display above."""
    return put.start - statement.span.end > FAR


def _is_other(statement: Statement, values: Sequence[tuple[Statement, Term, Interval]]) -> bool:
    """Whether several formulas may be meant: those that hold the same letters and differ."""
    return len({value.middle for each, _, value in values}) > 1 and not all(each is statement for each, _, _ in values)


def _shows(value: Interval, number: PrintedNumber) -> bool:
    """Whether a number shows a value, in whatever unit, rounded or cut off."""
    if rounds_to(value, number, "≈") != "no":
        return True
    for scale in SCALES:
        if rounds_to(value * Interval.point(scale), number, "≈") != "no":
            return True
    return abs(value.middle - number.value) < number.last_significant_unit


__all__ = ["put_in_problems"]
