"""What brackets behind a number say once more: ``16-bit precision (FP16)``, ``30 % faster (4.7 / 3.6 = 1.3)``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import decimal_text, printed
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued

_FORMAT = r"(?:fp|bf|tf|float|bfloat|u?int)[-\s]?(?:64|32|16|8|4)(?!\d)"
_BITS = Cued(
    rf"(?<![\w.,-])(?P<n>\d{{1,2}})(?:[-\s]?bits?\b|\s?位)(?P<noun>[^()（）.;,，。\d]{{0,24}})[(（]\s*(?P<formats>{_FORMAT}(?:\s*(?:,|/|or|and|或|和|、)\s*{_FORMAT})*)\s*[)）]",
    re.IGNORECASE,
)
_FORMATS = Cued(r"[a-z][-\s]?(?P<width>\d+)", re.IGNORECASE)
_FASTER = Cued(
    r"(?:(?P<before>快|提升|加速|提高)了?(?:约|大约)?\s*)?(?<![\w.])(?P<p>\d{1,3})\s?%(?P<words>[^()（）.;。\d]{0,24})"
    r"[(（][^()（）\d]{0,16}(?:\d+(?:\.\d+)?\s?[a-z]{0,3}\s?[/÷]\s?\d+(?:\.\d+)?\s?[a-z]{0,3}\s?[=≈]\s?)?(?P<r>\d\.\d{1,2})\s?[x×倍]?\s?[)）]",
    re.IGNORECASE,
)
_SPEED = Cued(r"\b(?:faster|speed-?\s?up|speeds?|quicker|improvement|higher|more)\b|快|提升|加速", re.IGNORECASE)


def gloss_problems(sentence: Sentence) -> Iterator[Word]:
    """Every number that its own brackets say otherwise."""
    text = sentence.text
    for found in _BITS.finditer(text):
        widths = {each["width"] for each in _FORMATS.finditer(found["formats"])}
        if len(widths) == 1 and found["n"] not in widths:
            width = widths.pop()
            message = (
                f"{found['formats']} {'has' if ' ' not in found['formats'] else 'have'} {width} bits, not {found['n']}"
            )
            yield sentence, *found.span("n"), found["n"], width, message
    for found in _FASTER.finditer(text):
        if not found["before"] and _SPEED.search(found["words"]) is None:
            continue
        shown, ratio = printed(found["p"]), printed(found["r"])
        low, high = ratio.value - ratio.unit / 2, ratio.value + ratio.unit / 2
        if ratio.value <= 1:
            continue
        ways = ((low - 1) * 100, (high - 1) * 100), ((1 - 1 / low) * 100, (1 - 1 / high) * 100), (low * 100, high * 100)
        if any(low - 1 <= shown.value <= high + 1 for low, high in ways):
            continue
        expected = decimal_text(Fraction((ratio.value - 1) * 100), 0)
        if is_slip(expected, shown.text):
            message = f"{ratio.text} times as much is {expected} % more, not {shown.text} %"
            yield sentence, *found.span("p"), found["p"], expected, message


__all__ = ["gloss_problems"]
