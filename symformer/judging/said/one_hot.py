"""Lists called one-hot that hold two ones, or none, where the others of the section hold one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.document import Document
from symformer.documents.places import section_at, topic_of, words_of_topic
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

_CALLED = Cued(r"\bone[-\s]?hot\b|独热", re.IGNORECASE)
_OTHERS = Cued(r"\b(?:multi[-\s]?hot|multi[-\s]?label|k[-\s]?hot|binary\s+(?:codes?|encodings?)|masks?|bag[-\s]of[-\s]words|sums?|adding|union)\b|多热|多标签|二进制", re.IGNORECASE)  # fmt: skip
_LIST = re.compile(r"[\[(]\s*(?P<items>[01](?:\s*(?:,|\\,|&|\s)+\s*[01]){2,39})\s*[\])]")
LEAST_RIGHT = 2
FAR = 1500  # characters from the words to the list


def one_hot_problems(document: Document) -> Iterator[Problem]:
    """A problem for the one list of zeros and ones near the words that has not just one 1, where others of its length have."""
    text = document.source.text
    places = [found.start() for found in _CALLED.finditer(text)]
    if not places:
        return
    lists: dict[tuple[int, int], list[tuple[int, Span]]] = {}
    for found in _LIST.finditer(text):
        near = [place for place in places if -FAR // 3 < found.start() - place < FAR]
        topic = topic_of(document, section_at(document, found.start()))
        if near and any(topic_of(document, section_at(document, place)) == topic for place in near):
            digits = re.findall(r"[01]", found["items"])
            lists.setdefault((topic, len(digits)), []).append((digits.count("1"), Span(*found.span())))
    for members in lists.values():
        odd = [(ones, span) for ones, span in members if ones != 1]
        if len(odd) != 1 or len(members) - 1 < LEAST_RIGHT:
            continue
        (ones, span), *_ = odd
        if _OTHERS.search(words_of_topic(document, span.start)) is not None:
            continue
        yield Problem(
            span,
            f"a one-hot list has a single 1, and this one has {ones}",
            level="warning",
            evidence={"kind": "number", "printed": text[span.start : span.end], "expected": "one 1"},
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


__all__ = ["one_hot_problems"]
