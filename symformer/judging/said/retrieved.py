"""Found, missed and false: "precision = 40/50, recall = 40/64" leaves 24 missed and 10 false alarms.

Precision is the share of what was found that is right, recall that of what is there: the two quotients of a section
tell the counts of false positives and false negatives that its words may name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, whole_block
from symformer.text.cued import Cued

_OVER = r"\s*(?:[=≈:：]|\bis\b)\s*(?:\\frac\s*\{\s*)?(?P<a>\d{1,6})\s*(?:/|\}\s*\{|÷)\s*(?P<b>\d{1,6})(?![\d.])"
_PRECISION = Cued(
    rf"\b(?:[Pp]recision|Prec\.?|P)\b[^\d.;\n=≈:]{{0,24}}{_OVER}|精确率{_OVER.replace('<a>', '<c>').replace('<b>', '<d>')}"
)
_RECALL = Cued(
    rf"\b(?:[Rr]ecall|Rec\.?|R)\b[^\d.;\n=≈:]{{0,24}}{_OVER}|召回率{_OVER.replace('<a>', '<c>').replace('<b>', '<d>')}"
)
_MISSED = Cued(
    r"\b(?:misses|missed|overlooks|fails\s+to\s+find)\s+(?P<n>\d{1,6})\b(?!\.\d|\s*(?:\\?%|percent|per\s+cent))|(?<![\d.])(?P<n2>\d{1,6})\s+(?:false\s+negatives|(?:[a-z]+\s+){0,2}(?:are|were)\s+missed)\b|\bFN\s*=\s*(?P<n3>\d{1,6})\b|漏(?:掉|检|报)了?\s*(?P<n4>\d{1,6})",
    re.IGNORECASE,
)
_FALSE = Cued(
    r"(?<![\d.])(?P<n>\d{1,6})\s+(?:false\s+(?:positives|alarms)|spurious|wrong\s+(?:hits|names|items|answers))\b|\bFP\s*=\s*(?P<n3>\d{1,6})\b|误(?:报|检)了?\s*(?P<n4>\d{1,6})",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|suppose|would|could|might|other|another|second|instead|now|more|fewer)\b|\?|若|如果", re.IGNORECASE
)


@dataclass(slots=True)
class _Counts:
    """What a section tells: what is right of what was found, and of what is there."""

    precision: tuple[int, int] | None = None
    recall: tuple[int, int] | None = None
    several: bool = False


def retrieved_problems(document: Document) -> Iterator[Problem]:
    """Every count of what is missed or false that precision and recall do not leave."""
    blocks = [(each, whole_block(each.text)) for each in document.prose if each.kind != "heading"]
    told: dict[int, _Counts] = {}
    for block, whole in blocks:
        for pattern, name in ((_PRECISION, "precision"), (_RECALL, "recall")):
            for found in pattern.finditer(whole.text):
                counts = told.setdefault(section_at(document, block.span.start), _Counts())
                right, of = int(found["a"] or found["c"]), int(found["b"] or found["d"])
                counts.several |= getattr(counts, name) not in (None, (right, of)) or not 0 < right <= of
                setattr(counts, name, (right, of))
    for block, whole in blocks if told else ():
        counts = told.get(section_at(document, block.span.start), _Counts())
        if not counts.several:
            yield from _judged(whole, counts)


def _judged(whole: Sentence, counts: _Counts) -> Iterator[Problem]:
    for pattern, told, what in ((_MISSED, counts.recall, "missed"), (_FALSE, counts.precision, "false")):
        found = pattern.search(whole.text)
        if found is None or told is None or counts.precision is None or counts.recall is None:
            continue
        before = whole.text[max(0, whole.text.rfind(".", 0, found.start())) : found.end()]
        if counts.precision[0] != counts.recall[0] or _OPEN.search(before):
            continue
        name = next(each for each in ("n", "n2", "n3", "n4") if found.groupdict().get(each))
        right, shown = told[1] - told[0], int(found[name])
        if shown == right:
            continue
        span = whole.span(*found.span(name))
        yield Problem(
            span,
            f"of {told[1]} with {told[0]} right, {right} are {what}, not {shown}",
            level="warning",
            evidence={"kind": "number", "printed": found[name], "expected": str(right)},
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


__all__ = ["retrieved_problems"]
