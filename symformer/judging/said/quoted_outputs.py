"""Numbers that the text of a notebook takes from what its cells printed, with one of them another.

"the context vector z = [0.4419, 0.6515, 0.5638]" beside a printed row [0.4419, 0.6515, 0.5683]: a list that agrees
with a printed row in all entries but one, where that one differs by a digit or two neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text, printed, rounds_to
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_ENTRIES, LEAST_DIGITS, LONGEST_OUTPUT = 3, 6, 20_000  # digits: but for zeros at the end
_DECIMAL = r"[-−]?\d+\.\d+(?:e[-+]?\d+)?"
_QUOTED = Cued(
    rf"(?<![\w.])(?P<list>{_DECIMAL}(?:\s*[,&]\s*{_DECIMAL}){{2,15}})(?![\w]|\.\d|\s*[,&]\s*(?:\.\.\.|…|\\))"
)
_ROW = Cued(rf"\[\s*(?P<list>{_DECIMAL}(?:[\s,]+{_DECIMAL}){{2,15}})\s*,?\s*\]")
_EACH = Cued(_DECIMAL)


def quoted_output_problems(document: Document) -> Iterator[Problem]:
    """Every list in the text of a notebook that is a printed row but for a slip in one entry."""
    rows = list(dict.fromkeys(_printed(document)))
    if not rows:
        return
    text = document.source.text
    spans = [block.span for block in document.prose if block.kind != "heading"]
    spans += [formula.span for formula in document.formulas if formula.display != "inline"]
    told: set[int] = set()
    for span in spans:
        for found in _QUOTED.finditer(text, span.start, span.end):
            places = [Span(*each.span()) for each in _EACH.finditer(text, *found.span("list"))]
            shown = [printed(place.slice(text).replace("−", "-")) for place in places]
            odd = _odd_one(shown, rows)
            if odd is not None and places[odd[0]].start not in told:
                told.add(places[odd[0]].start)
                yield _problem(places[odd[0]], shown[odd[0]], odd[1])


def _printed(document: Document) -> Iterator[tuple[str, ...]]:
    for code in document.code:
        for output in code.outputs:
            if len(output) <= LONGEST_OUTPUT:
                yield from (tuple(_EACH.findall(row["list"])) for row in _ROW.finditer(output))


def _odd_one(shown: Sequence[PrintedNumber], rows: Sequence[tuple[str, ...]]) -> tuple[int, str] | None:
    """The entry that is another than in the one row that agrees otherwise; None where a row agrees in all."""
    found: set[tuple[int, str]] = set()
    for row in rows:
        if len(row) != len(shown):
            continue
        odd = [at for at, (number, its) in enumerate(zip(shown, row, strict=True)) if not _shows(number, its)]
        if not odd:
            return None
        digits = sum(_telling(number) for at, number in enumerate(shown) if at != odd[0])
        if len(odd) == 1 and digits >= LEAST_DIGITS and _is_slip(shown[odd[0]], row[odd[0]]):
            found.add((odd[0], row[odd[0]]))
    return found.pop() if len(found) == 1 else None


def _telling(number: PrintedNumber) -> int:
    """The digits by which a number is told from others: zeros at its end tell little."""
    return number.digits - (len(number.text) - len(number.text.rstrip("0")) if "." in number.text else 0)


def _shows(number: PrintedNumber, text: str) -> bool:
    """Whether a number shows what was printed, as it stands or rounded."""
    value = printed(text.rstrip(".")).value
    return (
        number.value == value
        or rounds_to(Interval.point(value), number, "≈") != "no"
        or abs(number.value - value) < number.unit
    )


def _is_slip(number: PrintedNumber, text: str) -> bool:
    """Whether one digit is another, or two neighbours stand in each other's place; or the sign is lost."""
    one = number.text.replace("−", "-")
    if one.lstrip("-") == text.lstrip("-")[: len(one.lstrip("-"))]:
        return True
    rounded = decimal_text(printed(text.rstrip(".")).value, max(number.decimals, 0))
    return any(_one_slip(one, other) for other in (text[: len(one)], rounded))


def _one_slip(one: str, other: str) -> bool:
    places = [at for at, (mark, its) in enumerate(zip(one, other, strict=False)) if mark != its]
    if len(one) != len(other) or len(places) > 2:
        return False
    return len(places) == 1 or places[1] == places[0] + 1 and one[places[0]] == other[places[1]] and one[places[1]] == other[places[0]]  # fmt: skip


def _problem(place: Span, shown: PrintedNumber, expected: str) -> Problem:
    return Problem(
        place,
        f"{shown.text} here, and {expected} in the row that was printed: the other numbers are the same",
        level="warning",
        evidence={"kind": "number", "printed": shown.text, "expected": expected},
        key=f"requoted-value-differs@{place.start}-{place.end}",
    )


__all__ = ["quoted_output_problems"]
