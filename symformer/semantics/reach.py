"""How far back a declaration speaks: "where …" after a formula is about that formula.

``WhereLists`` says it for what words declare, block by block; ``reaching_back`` for what formulas
declare that stand in such words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from symformer.documents.document import Document, Formula, Prose
from symformer.documents.places import section_at
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.tokens import Token, is_where
from symformer.text.cued import Cued
from symformer.text.span import Span

# "With W of this shape the scores are …" speaks of what follows, "with W of this shape" of what came before
WHERE = Cued(r"(?:^|[\s,;(.])(?i:where|here|in which|such that)\b|(?:^|[\s,;(.])with\b|其中|这里|式中")
_BETWEEN = Cued(r"(?<=[.!?。])\s")
_MARKS = re.compile(r"(?:[\s>*+•-]|\d+[.)])*+")
_APPENDED = Cued(r"(?:\$|\\\)|`)[ \t\n]*[,;，；][ \t\n]*(?:and\s+|与|和)?(?:\$|\\\(|:math:`|`)\s*\Z")
OPENS_LIST = Cued(r"(?:\bwhere|\bhere|\bwith|其中|这里|式中)\W*$", re.IGNORECASE)


def aside_around(text: str, offset: int) -> Span | None:
    """The paragraph or item whose letters an aside in brackets tells, for it alone: "(Here $B$ is $n \\times n$.)"."""
    if _ASIDE.search(text, max(0, offset - FAR_IN_ASIDE), offset) is None:
        return None
    breaks = [found.end() for found in _ITEMS.finditer(text, max(0, offset - FAR_IN_ITEM), offset)]
    end = _ITEMS.search(text, offset)
    return Span(breaks[-1] if breaks else max(0, offset - FAR_IN_ITEM), end.start() if end is not None else len(text))


_ASIDE = Cued(r"[(（](?:here|now|this time|in this \w+|这里|此处)\b[^()（）\n]*\Z", re.IGNORECASE)
_ITEMS = re.compile(r"\n[ \t]*\n|\n[ \t]*(?:[-*+]|\d+[.)])[ \t]|\n#|\n[ \t]*\\(?:item\b|begin\{|end\{)")
FAR_IN_ASIDE, FAR_IN_ITEM = 200, 2000  # characters before a declaration


def reaching_back(document: Document, declared: tuple[Declaration, ...]) -> list[Declaration]:
    """A formula in a "where …" sentence or list declares for the display before it, as its words do."""
    displays = [formula for formula in document.formulas if formula.display == "display"]
    return [_moved(document, displays, declaration) for declaration in declared]


def _moved(document: Document, displays: Sequence[Formula], declaration: Declaration) -> Declaration:
    if declaration.by != "formula" or declaration.sizes is None:
        return declaration
    start = _display_around(displays, declaration.span.start)
    if start is None:
        start = _where_start(document, displays, declaration.span.start)
    if start is None or start >= declaration.visible_from:
        return declaration
    return replace(declaration, visible_from=start)


def _display_around(displays: Sequence[Formula], offset: int) -> int | None:
    """The start of the display that holds an offset: ``Y = X W, \\quad W \\in …`` speaks of the W beside it."""
    index = bisect_right(displays, offset, key=lambda formula: formula.span.start) - 1
    return displays[index].span.start if index >= 0 and offset < displays[index].span.end else None


def _where_start(document: Document, displays: Sequence[Formula], offset: int) -> int | None:
    """The start of the display that a "where …" around ``offset`` explains, or None."""
    index = bisect_right(document.prose, offset, key=lambda prose: prose.span.start) - 1
    while index >= 0 and not document.prose[index].span.start <= offset < document.prose[index].span.end:
        index -= 1
        if index < 0 or offset - document.prose[index].span.end > 2000:
            return None
    if index < 0:
        return None
    prose = document.prose[index]
    starts = _sentence_starts(document.source.text, prose.span.start, prose.span.end)
    sentence = starts[bisect_right(starts, offset) - 1]
    begins = document.source.text[sentence : min(offset, sentence + 400)]
    if (found := WHERE.search(begins)) is not None:
        if begins[: found.start()].strip():
            return sentence  # Y = WX with W ∈ …: what is said holds for the whole sentence
        return _display_before(document, displays, offset)
    if _APPENDED.search(begins):
        return sentence  # Y = WX, W ∈ …: nothing but a comma parts the formula from what is said of its letters
    opener = _list_opener(document, index)
    if opener is not None and OPENS_LIST.search(_last_words(document.source.text, opener.span)):
        return _display_before(document, displays, opener.span.end)
    return None


def _last_words(text: str, span: Span) -> str:
    return text[max(span.start, span.end - 400) : span.end].rstrip()


@lru_cache(maxsize=4)  # of the block at hand: every declaration in it asks
def _sentence_starts(text: str, start: int, end: int) -> tuple[int, ...]:
    """Where the sentences of a stretch of text begin."""
    return (start, *(found.end() for found in _BETWEEN.finditer(text, start + 1, end)))


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


def _display_before(document: Document, displays: Sequence[Formula], offset: int) -> int | None:
    """Where the display before an offset begins, unless a heading stands between them."""
    index = bisect_right(displays, offset, key=lambda formula: formula.span.end) - 1
    if index < 0 or offset - displays[index].span.end >= 1500:
        return None
    if section_at(document, displays[index].span.start) != section_at(document, offset):
        return None
    return displays[index].span.start


class WhereLists:
    """From where a block's declarations can be seen: a "where" reaches back over the formula before it."""

    def __init__(self, document: Document, displays: list[Formula]) -> None:
        self._text = document.source.text
        self._displays = displays
        self._ends = [f.span.end for f in displays]
        self._where: tuple[int, int] | None = None  # end of the "where:" paragraph, offset it reaches back to
        self._depth: int | None = None  # of the list under that paragraph

    def visible_from(self, block: Prose, tokens: tuple[Token, ...]) -> int:
        """The offset from which what the block declares is in force."""
        start = block.span.start
        if block.kind == "item":
            deep_enough = self._depth is None or block.depth >= self._depth
            if self._where is not None and deep_enough and self._touch(self._where[0], start):
                self._where = (block.span.end, self._where[1])
                self._depth = block.depth if self._depth is None else self._depth
                return self._where[1]
            self._where = None
        self._depth = None
        back = self._formula_before(start)
        opens = is_where(tokens)
        reach = back if opens and back is not None else start
        if opens == "alone" or (opens and block.text.text.rstrip().endswith((":", "："))):
            self._where = (block.span.end, reach)
        elif self._ends_in_where(tokens):
            self._where = (block.span.end, start)
        elif block.kind != "item":
            self._where = None
        return reach

    @staticmethod
    def _ends_in_where(tokens: tuple[Token, ...]) -> bool:
        words = [t for t in tokens[-2:] if t.kind == "word"]
        return bool(words) and words[-1].lower in ("where", "其中")

    def _touch(self, start: int, end: int) -> bool:
        """Whether nothing but the marks of lists and quotes stands between two places; stops at anything else."""
        return start >= end or _MARKS.fullmatch(self._text, start, end) is not None

    def _formula_before(self, start: int) -> int | None:
        index = bisect_right(self._ends, start) - 1
        if index < 0 or not self._touch(self._ends[index], start):
            return None
        while index > 0 and self._touch(self._ends[index - 1], self._displays[index].span.start):
            index -= 1
        return self._displays[index].span.start
