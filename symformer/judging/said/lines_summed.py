r"""Which lines of a shown matrix sum to one, in words: "each column of $A$ sums to one" below a matrix whose rows do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import sentences
from symformer.judging.worked.displayed_arrays import Shown, displayed_arrays
from symformer.semantics.statement import Statement
from symformer.text.cued import Cued
from symformer.text.span import Span

FAR = 600  # characters from a matrix to the words about its lines
_SAID = Cued(
    r"\b(?:each|every|all|the)\s+(?P<line>row|column)s?\b(?:\s+(?:of|in)\s+(?:the\s+)?[^.,;]{1,25})?\s+(?:then\s+|now\s+|again\s+)?(?:sums?|adds?)\s+(?:up\s+)?to\s+(?:one|1)\b(?!\.\d)"
    r"|每一?(?P<side>行|列)(?:的|之|元素|所有|权重)*和[都均]?(?:为|是|等于)\s*1(?![.\d])",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|not|never|no|would|should|instead|transpos\w*|before|until|unlike)\b|n['’]t\b|\?|[不若]", re.IGNORECASE
)


def lines_summed_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each sentence that says of the columns of a shown matrix what is so of its rows, or the other way round."""
    arrays: list[Shown] | None = None
    for block in document.prose:
        if block.kind == "heading" or _SAID.search(block.text.text) is None:
            continue
        for sentence in sentences(block.text):
            for found in _SAID.finditer(sentence.text):
                if _OPEN.search(sentence.text) is not None:
                    continue
                arrays = displayed_arrays(document, statements) if arrays is None else arrays
                group = "line" if found["line"] is not None else "side"
                span = sentence.span(*found.span(group))
                above = [each for each in arrays if span.start - FAR < each.span.end <= span.start]
                if not above or section_at(document, above[-1].span.start) != section_at(document, span.start):
                    continue
                columns = found[group].casefold() in ("column", "列")
                yield from _judged(above[-1], columns, found[group], span)


def _judged(shown: Shown, columns: bool, word: str, span: Span) -> Iterator[Problem]:
    if min(shown.size) < 2:
        return
    rows = [(sum(row), sum(halves)) for row, halves in zip(shown.values, shown.halves, strict=True)]
    turned = zip(zip(*shown.values, strict=True), zip(*shown.halves, strict=True), strict=True)
    lines = [(sum(values), sum(halves)) for values, halves in turned]
    said, others = (lines, rows) if columns else (rows, lines)
    if all(map(_is_one, others)) and not all(map(_is_one, said)):
        meant = {"column": "row", "row": "column", "列": "行", "行": "列"}[word.casefold()]
        ours, theirs = ("rows", "columns") if columns else ("columns", "rows")
        off = next(value for value, half in said if not _is_one((value, half)))
        yield Problem(
            span,
            f"the {ours} of the matrix shown sum to one, and its {theirs} do not: one of them is {off:.3g}",
            help=f"try {meant}",
            level="warning",
            related=(Related(shown.span, "the matrix"),),
            evidence={"kind": "text", "printed": word, "expected": meant},
            key=f"summed@{span.start}",
        )


def _is_one(line: tuple[float, float]) -> bool:
    value, half = line
    return abs(value - 1) <= half + 1e-9


__all__ = ["lines_summed_problems"]
