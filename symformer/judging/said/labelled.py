"""Numbers under labels: the items of a list (``- the cat: … = -1.56``) and the rows of a table, as groups."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.printed import PrintedNumber, printed_as_written
from symformer.documents.document import Document, Prose
from symformer.documents.places import section_at
from symformer.judging.said.sentences import whole_block
from symformer.judging.tables.amounts import amount
from symformer.text.cued import Cued
from symformer.text.span import Span

_ITEM = Cued(r"\W*(?P<label>[^\W\d_][^:：=≈→\n]{0,44}?)\W*?\s*(?:[:：=≈→]|->)")
_LAST = Cued(
    r"(?<![\w.,^/])(?P<n>[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*+(?P<unit>%|[a-zA-Z]{0,12})\s*[.;,。；]?\s*\Z"
)
_MARKS = "*_`$\"“”'‘’「」《》 ()"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A number under a label, and where it stands."""

    label: str
    number: PrintedNumber
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    """The numbers of one list, or of one column of a table, under their labels."""

    head: str
    members: tuple[Labelled, ...]
    span: Span
    section: int

    def find(self, label: str) -> Labelled | None:
        """The number under a label."""
        return next((each for each in self.members if each.label == label), None)


def bare(label: str) -> str:
    """A label without marks around it, in small letters."""
    return " ".join(re.sub(r"[*`$\"“”‘’]", "", label).strip(_MARKS).casefold().split())


def groups(document: Document) -> list[Group]:
    """All lists and columns with two labels and more, each once, in order."""
    found = [*_lists(document), *_columns(document)]
    return sorted(found, key=lambda group: group.span.start)


def _lists(document: Document) -> Iterator[Group]:
    run: list[Labelled] = []
    last: Prose | None = None
    for block in (*document.prose, None):
        item = _item(block) if block is not None and block.kind == "item" else None
        beside = last is not None and block is not None and block.span.start - last.span.end < 12
        if item is None or last is not None and not beside:
            yield from _group(run, document)
            run = []
        if item is not None:
            run.append(item)
            last = block
        else:
            last = None


def _item(block: Prose) -> Labelled | None:
    whole = whole_block(block.text)
    text = whole.text.rstrip()
    label, last = _ITEM.match(text), _LAST.search(text)
    if label is None or last is None or last.start("n") < label.end():
        return None
    number = printed_as_written(last["n"])
    return Labelled(bare(label["label"]), number, whole.span(*last.span("n")))


def _group(run: Sequence[Labelled], document: Document) -> Iterator[Group]:
    labels = [each.label for each in run]
    if len(run) > 1 and len(set(labels)) == len(labels):
        span = Span(run[0].span.start, run[-1].span.end)
        yield Group("", tuple(run), span, section_at(document, span.start))


def _columns(document: Document) -> Iterator[Group]:
    for table in document.tables:
        width = min((len(row) for row in table.rows), default=0)
        labels = [bare(row[0].text) for row in table.rows if row]
        if len(table.rows) < 2 or len(set(labels)) != len(labels) or not all(re.search(r"[^\W\d_]", each) for each in labels):  # fmt: skip
            continue
        for at in range(1, min(width, 12)):
            numbers = [amount(row[at]) for row in table.rows]
            members = tuple(
                Labelled(label, each.number, each.span) for label, each in zip(labels, numbers, strict=True) if each
            )
            head = bare(table.header[at].text) if at < len(table.header) else ""
            if len(members) == len(labels):
                yield Group(head, members, table.span, section_at(document, table.span.start))


__all__ = ["Group", "Labelled", "bare", "groups"]
