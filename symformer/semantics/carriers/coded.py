"""Shapes that program code tells of the names in formulas: ``x = torch.randn(B, T, C)``, ``q = f(x)  # (B, T, d)``.

Code is never mathematics.  Only what it says of a name that the note's formulas use,
in sizes that have names, and always the same, is taken as a hint where the note itself gives no shape.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from symformer.documents.document import Code, Document
from symformer.semantics.carriers.code_blocks import LANGUAGES
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.names import shaped_role
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Read, is_size
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.terms.term import Index, Number, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

# all repetitions are bounded
_ASSIGNED = Cued(
    r"^[ \t]{0,40}(?P<name>[A-Za-z]\w{0,40})[ \t]*=(?!=)(?P<value>[^\n#]{0,200})(?P<remark>#[^\n]{0,120})?",
    re.MULTILINE,
)
_MADE = Cued(
    r"\s*(?:\w{1,20}\.){1,3}(?:randn|rand|zeros|ones|empty|random|standard_normal)"
    r"\(\s*(?:size\s*=\s*)?(?P<sizes>\([^()]{1,80}\)|[^()=]{1,80}?)\s*(?:,\s*\w{1,20}\s*=[^()]{0,60})?\)\s*\Z"
)
_REMARKED = Cued(
    r"(?:\b(?:shape|size|dims?)\b\s*[:=]?\s*)?(?P<sizes>\([^()]{1,60}\)|\[[^\[\]]{1,60}\]|\w{1,20}(?:\s*[x×]\s*\w{1,20}){1,4})(?P<after>.*)\Z"
)
_ARROW = re.compile(r"->|→|=>")
_RESHAPED = Cued(
    r"\.(?:view|reshape|permute|transpose|flatten|squeeze|unsqueeze|T|mT|swapaxes)\b|\b(?:reshape|transpose|rearrange)\("
)
_SIZE = Cued(r"[A-Za-z]\w{0,20}|\d{1,6}")
MOST_SIZES = 6


class _Hint(NamedTuple):
    name: str
    sizes: tuple[str, ...] | None  # None: the name gets another shape here, and nothing says which
    place: Span


def shapes_in_code(
    document: Document, statements: Iterable[Statement], declared: Collection[Declaration], read: Read
) -> Iterator[Declaration]:
    """What code says of the shapes of names that formulas use, and of which nothing else tells the shape."""
    hints: dict[str, list[tuple[_Hint, Code]]] = {}
    for code in document.code:
        if (code.language or "").lower() not in LANGUAGES:
            continue
        at = document.source.text.find(code.text, code.span.start, code.span.end) if code.text else -1
        for hint in _hints(code.text):
            place = Span(at + hint.place.start, at + hint.place.end) if at >= 0 else code.span
            hints.setdefault(hint.name, []).append((hint._replace(place=place), code))
    if not hints:
        return
    used = {part.name for each in statements for part in walk(each.term) if isinstance(part, Symbol)}
    told = {name_of(each.symbol) or "" for each in declared if each.sizes is not None}
    used -= told
    # what an equation makes of arrays that are told has its shape from them: the code may hold a batch of it
    used -= _made_of(declared, told)
    for said in hints.values():
        if len({hint.sizes for hint, _ in said}) != 1 or said[0][0].sizes is None:
            continue
        yield from _declared(*said[0], used, read)


def _made_of(declared: Collection[Declaration], told: Collection[str]) -> set[str]:
    """The names that equations give a value made of arrays that are told, or of such names."""
    made = {name_of(each.symbol) or "": each.value for each in declared if each.value is not None}
    known, found = set(told), set[str]()
    while True:
        more = {
            name
            for name, value in made.items()
            if name not in found
            and any(name_of(part) in known for part in walk(value) if isinstance(part, Symbol | Index))
        }
        if not more:
            return found
        found |= more
        known |= more


def _hints(text: str) -> Iterator[_Hint]:
    for line in _ASSIGNED.finditer(text):
        place = Span(*line.span("name"))
        made = _MADE.match(line["value"].rstrip())
        remarked = _remarked(line["remark"]) if line["remark"] else None
        sizes = remarked or (_sizes(made["sizes"]) if made is not None else None)
        if sizes is not None or _RESHAPED.search(line["value"]) is not None:
            yield _Hint(line["name"], sizes, place)


def _remarked(remark: str) -> tuple[str, ...] | None:
    """The sizes in ``# (B, T, C)``, ``# shape: (n, d)``, ``# (B, T, C) -> (B, T, d)``."""
    said = _ARROW.split(remark.lstrip("# \t"))[-1].strip()
    found = _REMARKED.match(said)
    if found is None or found["after"].lstrip()[:1] in ("@", "*", "+", "="):
        return None
    return _sizes(found["sizes"])


def _sizes(text: str) -> tuple[str, ...] | None:
    """Sizes parted by commas or crosses, one of them a name."""
    parts = [part.strip() for part in re.split(r"[,×]|\sx\s", text.strip("()[] "))]
    parts = [part for part in parts if part]
    if not 2 <= len(parts) <= MOST_SIZES or not all(_SIZE.fullmatch(part) for part in parts):
        return None
    return tuple(parts) if any(part[0].isalpha() for part in parts) else None


def _declared(hint: _Hint, code: Code, used: Collection[str], read: Read) -> Iterator[Declaration]:
    symbol = _term(hint.name, read)
    sizes = [_term(size, read) for size in hint.sizes or ()]
    known = tuple(size for size in sizes if size is not None and is_size(size))
    if not isinstance(symbol, Symbol | Index) or name_of(symbol) not in used or len(known) < len(sizes):
        return
    if all(isinstance(size, Number) for size in known):
        return
    yield Declaration(
        symbol=symbol,
        span=hint.place,
        evidence=hint.place,
        visible_from=code.span.start,
        sizes=known,
        role=shaped_role("unknown", known),
        by="prose",
    )


def _term(name: str, read: Read) -> Term | None:
    latex = plain_latex(name)
    return read(latex.text, Span(0, len(latex.text))) if latex is not None else None
