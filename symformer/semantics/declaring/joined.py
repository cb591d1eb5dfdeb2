r"""Signs that a note's words give another meaning: "where $\oplus$ denotes concatenation"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.semantics.convention import Convention
from symformer.semantics.statement import Statement
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Elementwise, Term, walk
from symformer.text.cued import Cued

JOINING = "⊕"
FAR = 600  # characters from the words to the formula
ADDS = Cued(
    r"(?:element|entry|point)-?\s?wise\s+(?:sum|addition)\b[^.]{0,20}(?:\\oplus|⊕)"
    r"|(?:\\oplus|⊕)[^.]{0,40}(?:element|entry|point)-?\s?wise\s+(?:sum|addition)\b",
    re.IGNORECASE,
)


def with_signs_as_told(
    document: Document, statements: tuple[Statement, ...], conventions: Iterable[Convention]
) -> tuple[Statement, ...]:
    """The statements, with concatenations for the circled plus in the sections whose words say so.

    Where a section says that it is a sum as well, each formula goes by the words that stand nearest to it.
    """
    told: dict[int, list[Convention]] = {}
    for each in conventions:
        if each.name == JOINING:
            told.setdefault(section_at(document, each.visible_from), []).append(each)
    if not told:
        return statements
    return tuple(
        _told(each) if _is_joining(document, told.get(each.section, ()), each) else each for each in statements
    )


def _is_joining(document: Document, told: Sequence[Convention], statement: Statement) -> bool:
    """Whether the nearest words say so; those right before a formula that call the sign a sum of entries do not."""
    said = statement.span
    nearest = min(told, key=lambda each: max(said.start - each.span.end, each.span.start - said.end), default=None)
    if nearest is None or nearest.value != "concatenation":
        return False
    far = max(said.start - nearest.span.end, nearest.span.start - said.end)
    before = document.source.text[max(0, said.start - min(FAR, max(far, 0))) : said.start]
    return ADDS.search(before) is None


def _told(statement: Statement) -> Statement:
    signed = any(isinstance(part, Elementwise) and part.sign == JOINING for part in walk(statement.term))
    return replace(statement, term=_joined(statement.term)) if signed else statement


def _joined(term: Term) -> Term:
    inside = rebuilt(term, _joined)
    match inside:
        case Elementwise(factors=factors, sign=sign) if sign == JOINING:
            return Apply("concat", factors, (), inside.origin)
    return inside
