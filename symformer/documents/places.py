"""Where in a document an offset lies."""

from __future__ import annotations

from bisect import bisect_right

from symformer.documents.document import Document


def section_at(document: Document, offset: int) -> int:
    """The index of the innermost section that holds an offset, or -1."""
    index = bisect_right(document.sections, offset, key=lambda section: section.span.start) - 1
    while index >= 0 and offset >= document.sections[index].span.end:
        index -= 1
    return index
