"""Long numbers that are quoted again with a slip of a digit: ``L = 0.298371`` above, ``L = 0.298731`` here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber
from symformer.findings.finding import Problem, Related
from symformer.judging.wording import short
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.statement import Statement
from symformer.terms.term import EXACTLY_EQUAL, ROUGHLY_EQUAL, Index, Number, Relation, Sum, Symbol, Term, walk
from symformer.text.span import Span

LEAST_DIGITS = 6
COPIED_DIGITS = 7  # of a number, that makes its like no accident
A_FEW = 10  # statements
MOST_BEFORE = 60  # long numbers that one is compared with

Quoted = tuple[PrintedNumber, Span]


def requoted_problems(statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every long value of a name that is one slip away from the only other value the note gives it."""
    quoted: dict[Term, list[Quoted]] = {}
    for statement in statements:
        if statement.stance == "asserted" and statement.carrier not in ("annotation", "output"):
            for name, value, span in _named(statement):
                quoted.setdefault(name, []).append((value, span))
    for name, values in quoted.items():
        texts = list(dict.fromkeys(value.text for value, _ in values))
        long = [text for text in texts if len(_digits(text)) >= LEAST_DIGITS]
        if len(texts) == 2 and _short_slip(name, texts):
            long = texts
        if len(long) != 2 or len(texts) > 3:
            continue  # a name of many values is one that changes
        first = next(each for each in values if each[0].text == long[0])
        second = next(each for each in values if each[0].text == long[1])
        if one_slip(first[0], second[0]) or exchanged(*long):
            label = short(name, "the value")
            yield Problem(
                second[1],
                f"{label} is {second[0].text} here and {first[0].text} above: one digit is another",
                related=(Related(first[1], f"{label} as it stands first"),),
                evidence={"kind": "number", "printed": second[0].text, "expected": first[0].text},
                key=f"requoted-value-differs@{second[1].start}-{second[1].end}",
            )


def _short_slip(name: Term, texts: Sequence[str]) -> bool:
    """Whether the two values of a name are the same digits, two neighbours of them exchanged: α_12 = 0.27 and 0.72."""
    numbered = isinstance(name, Index) and all(isinstance(each, Number) for each in name.indices)
    return exchanged(*texts) and min(len(_digits(text)) for text in texts) >= (2 if numbered else 3)


def exchanged(one: str, other: str) -> bool:
    """Whether two numbers differ in two neighbouring digits that are exchanged.

    >>> exchanged("0.27", "0.72"), exchanged("1.386", "1.368"), exchanged("1.386", "1.366")
    (True, True, False)
    """
    places = [n for n, (mark, its) in enumerate(zip(one, other, strict=False)) if mark != its]
    if len(one) != len(other) or len(places) != 2 or places[1] != places[0] + 1 or "." not in one:
        return False
    return one[places[0]] == other[places[1]] and one[places[1]] == other[places[0]]


def copied_problems(statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every long number that stands once, one slip away from another that stands a few statements before it."""
    long: list[tuple[int, PrintedNumber, Span]] = []
    for at, statement in enumerate(statements):
        if statement.stance != "asserted" or statement.carrier in ("annotation", "output") or statement.hedged:
            continue
        for part in walk(statement.term):
            if isinstance(part, Number) and part.printed is not None and not part.printed.exact:
                if len(_digits(part.printed.text)) >= COPIED_DIGITS:
                    long.append((at, part.printed, statement.place(part.origin)))
    count = Counter(number.text.lstrip("-") for _, number, _ in long)
    for n, (at, number, span) in enumerate(long):
        if count[number.text.lstrip("-")] > 1:
            continue
        for before, other, place in (*long[max(0, n - MOST_BEFORE) : n], *long[n + 1 : n + MOST_BEFORE]):
            alike = abs(at - before) <= A_FEW and other.text.lstrip("-") != number.text.lstrip("-")
            if place.start > span.start and not _sums_up(statements[before].term, other):
                continue  # the first is right, unless what is worked out with the second comes out
            if place.start < span.start and _sums_up(statements[at].term, number):
                continue
            if alike and len(other.text) != len(number.text) and one_slip(_bare(other), _bare(number)):
                yield Problem(
                    span,
                    f"{number.text} stands here, and {other.text} {'above' if place.start < span.start else 'below'}: one digit is another",
                    related=(Related(place, "the number as it stands there"),),
                    evidence={"kind": "number", "printed": number.text, "expected": other.text},
                    key=f"requoted-value-differs@{span.start}-{span.end}",
                )
                break


def _sums_up(term: Term, number: PrintedNumber) -> bool:
    """Whether a sum that holds a number comes to what is printed behind it, to the last of many digits."""
    if not isinstance(term, Relation):
        return False
    for left, right in zip(term.sides, term.sides[1:], strict=False):
        if isinstance(left, Sum) and isinstance(right, Number) and right.printed is not None:
            terms = [part.printed for part in walk(left) if isinstance(part, Number) and part.printed is not None]
            value = evaluate(left)
            if number in terms and isinstance(value, Interval) and right.printed.digits >= COPIED_DIGITS - 1:
                return abs(value.middle - right.value) <= right.printed.unit
    return False


def _bare(number: PrintedNumber) -> PrintedNumber:
    """A number without its sign."""
    return replace(number, text=number.text.lstrip("-"), value=abs(number.value))


def _named(statement: Statement) -> Iterator[tuple[Term, PrintedNumber, Span]]:
    """The name and the last number of a chain that gives a name its value."""
    match statement.term:
        case Relation(
            sides=(Symbol() | Index() as name, *_, Number(printed=PrintedNumber() as value) as last), relations=signs
        ):
            if all(sign in EXACTLY_EQUAL or sign in ROUGHLY_EQUAL for sign in signs):
                yield name, value, statement.place(last.origin)


def _digits(text: str) -> str:
    return "".join(mark for mark in text.partition("e")[0] if mark.isdigit()).lstrip("0")


def one_slip(one: PrintedNumber, other: PrintedNumber) -> bool:
    """Whether two numbers differ by one digit left out, put in, changed or exchanged with its neighbour.

    What rounding explains, or a change of the last digit, is no slip.

    >>> from symformer.algebra.printed import printed
    >>> one_slip(printed("1.1059059067"), printed("1.105905967")), one_slip(printed("0.298371"), printed("0.298731"))
    (True, True)
    >>> one_slip(printed("1.386294"), printed("1.38629")), one_slip(printed("0.298371"), printed("0.298372"))
    (False, False)
    """
    if abs(one.value - other.value) <= max(one.unit, other.unit) or one.value * other.value < 0:
        return bool(len(_digits(one.text)) > 8 and _left_out(one.text, other.text))
    if one.decimals != other.decimals and not _left_out(one.text, other.text):
        return False
    return _left_out(one.text, other.text) or _changed(one.text, other.text)


def _left_out(one: str, other: str) -> bool:
    """Whether one text is the other with a digit left out, not at its end."""
    long, short_ = (one, other) if len(one) > len(other) else (other, one)
    if len(long) != len(short_) + 1:
        return False
    at = next((n for n, mark in enumerate(short_) if mark != long[n]), len(short_))
    return at < len(short_) and long[at].isdigit() and long[at + 1 :] == short_[at:]


def _changed(one: str, other: str) -> bool:
    """Whether two texts of one length differ in a digit, or in two neighbours exchanged; not in the last alone."""
    if len(one) != len(other):
        return False
    places = [n for n, (mark, its) in enumerate(zip(one, other, strict=True)) if mark != its]
    if not all(one[n].isdigit() and other[n].isdigit() for n in places) or not places or places[0] >= len(one) - 2:
        return False
    if len(places) == 1:
        return True
    first = places[0]
    return places == [first, first + 1] and one[first] == other[first + 1] and one[first + 1] == other[first]
