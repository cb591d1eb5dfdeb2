"""How far back a declaration speaks: "where …" after a formula is about that formula."""

from __future__ import annotations

import re
from bisect import bisect_right

from symformer.documents.document import Document, Prose

WHERE = re.compile(r"(?:^|[\s,;(.])(?:where|here|with|in which|such that)\b|其中|这里|式中", re.IGNORECASE)
OPENS_LIST = re.compile(r"(?:\bwhere|\bhere|\bwith|其中|这里|式中)\W*$", re.IGNORECASE)


def where_start(document: Document, offset: int) -> int | None:
    """The start of the display that a "where …" around ``offset`` explains, or None."""
    index = bisect_right(document.prose, offset, key=lambda prose: prose.span.start) - 1
    while index >= 0 and not document.prose[index].span.start <= offset < document.prose[index].span.end:
        index -= 1
        if index < 0 or offset - document.prose[index].span.end > 2000:
            return None
    if index < 0:
        return None
    prose = document.prose[index]
    before = document.source.text[prose.span.start : offset]
    last_sentence = re.split(r"(?<=[.!?。])\s", before)[-1]
    if (found := WHERE.search(last_sentence[:400])) is not None:
        sentence = offset - len(last_sentence)
        if last_sentence[: found.start()].strip():
            return sentence  # Y = WX with W ∈ …: what is said holds for the whole sentence
        return _display_before(document, offset)
    opener = _list_opener(document, index)
    if opener is not None and OPENS_LIST.search(document.source.text[opener.span.start : opener.span.end].rstrip()):
        return _display_before(document, opener.span.end)
    return None


def _list_opener(document: Document, index: int) -> Prose | None:
    """The text that introduces the list an item belongs to."""
    prose = document.prose[index]
    if prose.kind != "item":
        return None
    for before in reversed(document.prose[max(0, index - 12) : index]):
        if before.kind == "heading":
            return None
        if before.kind != "item" or before.depth < prose.depth:
            return before
    return None


def _display_before(document: Document, offset: int) -> int | None:
    for formula in reversed(document.formulas[: bisect_right(document.formulas, offset, key=lambda f: f.span.start)]):
        if formula.display == "display" and formula.span.end <= offset:
            return formula.span.start if offset - formula.span.end < 1500 else None
    return None
