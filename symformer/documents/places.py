"""Where in a document an offset lies."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from symformer.documents.document import Document, Formula
from symformer.text.cued import Cued
from symformer.text.span import Span


class Placed(Protocol):
    """Anything with a place in a text."""

    @property
    def span(self) -> Span:
        """Where it stands."""


Item = TypeVar("Item", bound=Placed)


def around(items: Sequence[Item], at: int, before: int, after: int = 0) -> Sequence[Item]:
    """Those of ``items``, which are in order, that begin at most so far before or after an offset."""
    first = bisect_left(items, at - before, key=lambda each: each.span.start)
    return items[first : bisect_left(items, at + after, lo=first, key=lambda each: each.span.start)]


def section_at(document: Document, offset: int) -> int:
    """The index of the innermost section that holds an offset, or -1."""
    index = bisect_right(document.sections, offset, key=lambda section: section.span.start) - 1
    while index >= 0 and offset >= document.sections[index].span.end:
        index -= 1
    return index


OPENING = 600  # characters below a title that may say what all its parts are about
LEAST_LEVEL = 3  # of a heading that only parts what another one is about


def topic_of(document: Document, section: int) -> int:
    """The section that a small one is a part of: the gates of a cell may have a heading each, ``### Forget gate``."""
    if not 0 <= section < len(document.sections) or document.sections[section].level < LEAST_LEVEL:
        return section
    level = document.sections[section].level
    return next((at for at in range(section - 1, -1, -1) if document.sections[at].level < level), section)


def words_around(document: Document, span: Span, around: int) -> str:
    """The words around a place that may speak of it: so many characters to both sides, as far as its topic goes.

    What another section says is said of its own matters.  What the titles above say, and the text right below them,
    holds for all that they stand above, and comes first.
    """
    topic = topic_span(document, span.start)
    begin, end = max(topic.start, span.start - around), min(topic.end, span.end + around)
    return f"{_above(document, topic)}{document.source.text[begin:end]}"


def words_of_topic(document: Document, offset: int) -> str:
    """All words of the topic that holds an offset, behind the titles above it and the text right below them."""
    topic = topic_span(document, offset)
    return f"{_above(document, topic)}{document.source.text[topic.start : topic.end]}"


def topic_span(document: Document, offset: int) -> Span:
    """Where the topic that holds an offset is; before the first heading it is all up to there."""
    section = topic_of(document, section_at(document, offset))
    if section >= 0:
        return document.sections[section].span
    return Span(0, document.sections[0].span.start if document.sections else len(document.source.text))


def _above(document: Document, topic: Span) -> str:
    """The sections that a topic is a part of, from their titles to their first part."""
    text, sections = document.source.text, document.sections
    first = bisect_left(sections, topic.start, key=lambda section: section.span.start)
    found: list[str] = []
    level = sections[first].level if first < len(sections) else 0
    for at in range(first - 1, -1, -1):
        if sections[at].level < level:
            level = sections[at].level
            start = sections[at].span.start
            found.append(text[start : min(start + OPENING, sections[at + 1].span.start)] + "\n\n")
    return "".join(reversed(found))


# "**9.** Jensen–Shannon …", "**Question 3.**": what begins a problem of its own, without a heading
_ITEM = Cued(
    r"^[ \t>]*(?:\*\*|__)\(?(?:(?:question|exercise|problem|task|q)\.?[ ]?)?\d{1,3}[.):]{0,2}[ ]?(?:\([^()\n]{0,20}\)[.:]?)?(?:\*\*|__)(?=[.:)]?[ \t])"
    r"|^[ \t]*\\begin\{(?:exercise|problem|example)\}",
    re.IGNORECASE | re.MULTILINE,
)


@lru_cache(maxsize=2)  # of the note at hand: every statement asks
def items_in(text: str) -> tuple[int, ...]:
    """Where the problems of a text begin that have a number and no heading, such as those of an exam.

    >>> items_in("**1.** What is KL?\\n\\n**Question 2.** And JS?\\n\\n**3. Attention**")
    (0, 20)
    """
    return tuple(found.start() for found in _ITEM.finditer(text))


def item_at(document: Document, offset: int) -> int:
    """How many problems of their own begin before an offset."""
    return bisect_right(items_in(document.source.text), offset)


# "**Low rank.** …", "\\paragraph{Low rank}": what begins a paragraph of its own matter; steps go on with what was
_LABELLED = Cued(
    r"^[ \t>]*(?:\*\*(?!step|part|then|next|\d)[^*\n]{1,60}(?:[.:]\*\*|\*\*[.:])|\\paragraph\*?\{)",
    re.IGNORECASE | re.MULTILINE,
)


@lru_cache(maxsize=2)  # of the note at hand
def _labels_in(text: str) -> tuple[int, ...]:
    return tuple(found.start() for found in _LABELLED.finditer(text))


def label_at(document: Document, offset: int) -> int:
    """How many paragraphs with a label in front begin before an offset."""
    return bisect_right(_labels_in(document.source.text), offset)


def formulas_within(document: Document, span: Span) -> tuple[Formula, ...]:
    """The formulas that stand in a place, found without a walk over all of them."""
    first = bisect_left(document.formulas, span.start, key=lambda formula: formula.span.start)
    last = bisect_left(document.formulas, span.end, lo=first, key=lambda formula: formula.span.start)
    return tuple(formula for formula in document.formulas[first:last] if span.contains(formula.span))
