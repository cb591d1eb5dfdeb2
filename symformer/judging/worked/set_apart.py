"""Lines that no formula is held against, by where they stand: in the limit, in another exercise."""

from __future__ import annotations

import re

from symformer.documents.document import Document
from symformer.documents.places import item_at
from symformer.judging.worked.book import Book, Formula, Line
from symformer.judging.worked.name_instances import instance, numbered
from symformer.terms.parts import put_in
from symformer.terms.term import Index, Symbol, walk
from symformer.text.cued import Cued

# "at r = ∞ … a share of r/(3r + 3) = 1/3": what the formula comes near to
FAR_BACK = 500  # characters
_IN_THE_LIMIT = Cued(
    r"\\infty\b|∞|\b(?:in the limit|asymptotic\w*|tends? to|goes to|approach(?:es|ing))\b|趋于|极限", re.IGNORECASE
)


def is_in_the_limit(line: Line, document: Document) -> bool:
    """Whether the paragraph has spoken of a limit before it comes to a line."""
    text, at = document.source.text, line.statement.span.start
    return _IN_THE_LIMIT.search(text, max(text.rfind("\n\n", 0, at), at - FAR_BACK, 0), at) is not None


def is_of_another_task(formula: Formula, line: Line, book: Book, document: Document) -> bool:
    """Whether a formula and a line stand in two exercises, and the values for the one are no values of the other.

    Two steps of Adam beside those of a heavy ball: both move θ_t, and only what is told before all exercises is shared.
    """
    own = item_at(document, line.statement.span.start)
    if item_at(document, formula.statement.span.start) in (0, own):
        return False
    bound = instance(formula.name, line.name) if formula.name is not None and line.name is not None else None
    body = numbered(put_in(formula.body, bound or {}))
    for name in {part for part in walk(body) if isinstance(part, Symbol | Index)}:
        told = [each for each in book.told.get(name, ()) if each.at < line.at]
        if told and item_at(document, book.statements[told[-1].at].span.start) not in (0, own):
            return True
    return False


__all__ = ["is_in_the_limit", "is_of_another_task"]
