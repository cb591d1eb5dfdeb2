"""Sentences with the thing that they are about, where that stands in front of them.

An item that only says what something does is said of its heading ("ReLU": "zeros out negative values"), what stands behind
a label and a colon of the label, and a cell of a table of its row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.judging.said.sentences import Sentence, sentences
from symformer.text.cued import Cued
from symformer.text.span import Span

LONGEST = 50  # characters of a heading or label that names a thing
# an item that says what something does, and nothing of which thing: "Zeros out negative values"
_BARE = re.compile(
    r"\W*(?:(?:[A-Za-z][a-z]{2,}s|[Dd]oes(?:\s+not|n['’]t)?|[Cc]an)\s+(?!of\b|for\b|are\b|is\b|in\b|with\b|from\b|and\b|to\b|that\b|[:(=])|(?:[Ii]s|[Hh]as)\s)"
)
_LABEL = re.compile(
    r"\W*(?P<label>[A-Za-z][\w\s/-]{1,38}(?:\([^()]{1,30}\))?)\s*(?P<sign>:|—|–|→|=|\s-\s)\s*(?=[A-Za-z]{2,})"
)
_SEVERAL = Cued(
    r"\b(?:vs|versus|and|or|compar\w*|differ\w*|over|problems?|alternativ\w*|without|wrong\w*|limitations?|issues?|beyond|from|variants?|drawbacks?|mistakes?|myths?|exercises?|questions?)\b|[,/&→]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A sentence, or a cell of a table, with what it is said of in front of it."""

    text: str
    shift: int  # how many characters of it stand elsewhere
    plain: str  # the sentence itself
    sentence: Sentence | None
    cell: Span
    before: str = ""  # the sentence before it

    def span(self, start: int, end: int) -> Span:
        """The place in the source of a stretch of the text, as far as it stands there."""
        if self.sentence is None:
            return self.cell
        return self.sentence.span(max(start - self.shift, 0), max(end - self.shift, 1))


def named(document: Document) -> Iterator[tuple[str, Iterator[Named]]]:
    """For each block of a document, and each row of its tables: all its words, and its sentences when they are asked for."""
    heading = ""
    for block in document.prose:
        text = block.text.text
        if block.kind == "heading":
            heading = "" if _SEVERAL.search(text) or len(text) > LONGEST else re.sub(r"[^\w\s-]+", " ", text)
            continue
        subject = heading if block.kind == "item" and _BARE.match(text) else ""
        yield (
            f"{subject} {text}",
            (_with_subject(each, subject, before) for before, each in _pairs(sentences(block.text))),
        )
    for table in document.tables:
        for row in table.rows:
            label = re.sub(r"[*`_$\\{}]+", "", row[0].text) if row else ""
            if not label or _SEVERAL.search(label) or len(label) > LONGEST:
                continue
            for cell in row[1:]:
                words = re.sub(r"[*`]+", "", cell.text)
                if _BARE.match(words):
                    said = f"{label} {words}"
                    yield said, iter((Named(said, 0, said, None, cell.span),))


def _pairs(found: Iterator[Sentence]) -> Iterator[tuple[str, Sentence]]:
    before = ""
    for each in found:
        yield before, each
        before = each.text


def _with_subject(sentence: Sentence, subject: str, before: str) -> Named:
    said = sentence.text
    labelled = _LABEL.match(said)
    if subject and not before:
        return Named(f"{subject} {said}", len(subject) + 1, said, sentence, Span(0, 0), before)
    if labelled is not None:  # without the sign between a label and what is said of it
        start, end = labelled.span("sign")
        return Named(f"{said[:start]}{' ' * (end - start)}{said[end:]}", 0, said, sentence, Span(0, 0), before)
    return Named(said, 0, said, sentence, Span(0, 0), before)


__all__ = ["Named", "named"]
