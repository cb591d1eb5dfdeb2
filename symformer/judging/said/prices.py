r"""What a paragraph says that something costs, by the price of one: "941 GPU hours.  At \$2 per GPU hour the bill is \$1882"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document, Prose
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

_SIGN = r"(?:\\?\$\s?|€\s?|£\s?|USD\s)"
_DIGITS = r"(?:\d{1,3}(?:(?:,|\{,\})\d{3})+|\d+)(?:\.\d+)?"
_SCALE = r"(?:\s?(?:(?P<{0}>million|billion|thousand|[kKMB](?![A-Za-z]))))?"
_UNIT = r"(?:GPU|TPU|node|card|A100|H100|V100|machine|instance|CPU|core)?[-\s·]?(?:hour|day|month|week)|(?:million|thousand|billion)\s+(?:input\s+|output\s+)?tokens|token|request|query|image|kWh|GB|page|step|run"
_RATE = Cued(
    rf"(?:{_SIGN}(?P<r>{_DIGITS})|(?P<r2>{_DIGITS})\s?(?:dollars|euros|USD|EUR|€))\s*(?:per|an?|/|for\s+(?:each|every|an?)|each)\s*(?P<per>{_UNIT})\b",
    re.IGNORECASE,
)
_TOTAL = Cued(
    rf"(?:{_SIGN}(?P<t>{_DIGITS}){_SCALE.format('ts')}|(?P<t2>{_DIGITS}){_SCALE.format('ts2')}\s?(?:dollars|euros|USD|EUR|€))(?!\s*(?:per\b|an?\s+(?:{_UNIT})|/|for\s+(?:each|every|an?)\b|each\b))",
    re.IGNORECASE,
)
_OPEN = Cued(r"\b(?:discount|plus|extra|also|on top|fee|instead|spot|cheaper|save|saves|minimum)\b", re.IGNORECASE)
_SCALES = {"": 1, "thousand": 10**3, "k": 10**3, "million": 10**6, "m": 10**6, "billion": 10**9, "b": 10**9}
MOST_OFF = 25  # times: what is further off is of another thing
CARELESS = Fraction(3, 100)


def price_problems(document: Document) -> Iterator[Problem]:
    """Every sum of money that is not the price of one times how many there are."""
    for block in document.prose:
        text = block.text.text
        rates = list(_RATE.finditer(text)) if block.kind != "heading" else []
        if len(rates) == 1 and _OPEN.search(text) is None:
            yield from _judged(block, rates[0])


def _judged(block: Prose, rate: re.Match[str]) -> Iterator[Problem]:
    words, text = block.text, block.text.text
    price, unit = _number(rate["r"] or rate["r2"]), re.escape(rate["per"]).replace(r"\ ", r"[-\s]")
    pattern = re.compile(
        rf"(?<![\w.,^])(?P<n>{_DIGITS}){_SCALE.format('s')}[\s$]*(?:{unit})s?\b(?!\s*(?:per|each))", re.IGNORECASE
    )
    counts = [each for each in pattern.finditer(text) if each.start() != rate.start("per")]
    totals = [each for each in _TOTAL.finditer(text) if not (rate.start() <= each.start() < rate.end())]
    totals = [each for each in totals if not _in_formula(block, each)]
    if not counts or len(totals) != 1 or totals[0].start() < counts[0].start():
        return
    total = totals[0]
    group = "t" if total["t"] else "t2"
    shown = _number(total[group])
    scale = _SCALES[(total["ts"] or total["ts2"] or "").casefold()]
    for each in counts:
        many = _number(each["n"])
        value = many.value * _SCALES[(each["s"] or "").casefold()] * price.value / scale
        loose = value * (many.half_width("≈") / max(many.value, Fraction(1))) + shown.half_width("≈") + value * CARELESS
        if abs(value - shown.value) <= loose:
            return
    if not shown.value or not value or max(value / shown.value, shown.value / value) > MOST_OFF:
        return
    expected = decimal_text(value, max(shown.decimals, 0))
    span = words.origin_span(Span(*total.span(group)))
    message = f"{many.text} times {price.text} is {expected}, not {total[group]}"
    yield Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "number", "printed": shown.text, "expected": expected},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _in_formula(block: Prose, found: re.Match[str]) -> bool:
    """Whether the sign of a currency is that of a formula."""
    place = block.text.origin_starts([found.start()])[0]
    return found["t"] is not None and any(each.span.start <= place < each.span.end for each in block.formulas)


def _number(text: str) -> PrintedNumber:
    return printed(text.replace("{,}", "").replace(",", ""))


__all__ = ["price_problems"]
