"""Square sizes with a slip in one of their two numbers: ``224 × 224`` in the note, and once ``274 × 224``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import sentences
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_DIGITS = 3
_SIZES = Cued(r"(?<![\w.,×*/^=+-])(?<![×x*/^+]\s)(?P<a>\d{2,5})\s?[×x]\s?(?P<b>\d{2,5})(?![\w.,]*\d|\s?[×x*/^+=])")
_SIGN = Cued(r"\d[\s$]*(?:[×x]|\\times)[\s$]*\d")
_NUMBER = Cued(r"(?<![\d.,])\d{2,5}(?![\d]|[.,]\d)")
_RECTANGLE = Cued(
    r"\b(?:non-?square|rectang\w*|crop\w*|resiz\w*|aspect|width|height|wide|high|tall|pad\w*)\b|矩形|宽|高", re.I
)


def square_size_problems(document: Document) -> Iterator[Problem]:
    """Every size that is square elsewhere in the note, and here has a number that stands nowhere else."""
    found: list[tuple[str, str, Span, Span, bool]] = []
    for block in document.prose:
        for sentence in sentences(block.text) if "x" in block.text.text or "×" in block.text.text or r"\times" in block.text.text else ():  # fmt: skip
            open_ = _RECTANGLE.search(sentence.text) is not None
            for each in _SIZES.finditer(sentence.text):
                places = sentence.span(*each.span("a")), sentence.span(*each.span("b"))
                found.append((each["a"], each["b"], *places, open_))
    squares = {one: place for one, other, place, _, _ in reversed(found) if one == other}
    odd = [each for each in found if each[0] != each[1]]
    if not squares or not odd:
        return
    text = document.source.text
    for one, other, first, second, open_ in odd:
        for wrong, right, span in ((one, other, first), (other, one, second)):
            if open_ or right not in squares or len(right) < LEAST_DIGITS or not is_slip(right, wrong):
                continue
            if sum(each[0] == wrong for each in _NUMBER.finditer(text)) > 1 or wrong in squares:
                continue
            yield Problem(
                span,
                f"{wrong} stands here beside {right}; elsewhere the size is {right} × {right}",
                level="warning",
                related=(Related(squares[right], "the square size"),),
                evidence={"kind": "number", "printed": wrong, "expected": right},
                key=f"sentence-contradicts-number@{span.start}-{span.end}",
            )


__all__ = ["square_size_problems"]
