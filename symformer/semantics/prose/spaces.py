r"""Shapes typed without LaTeX: ``X ∈ ℝ^{n×d}`` in a sentence, ``X: (n, d)`` on a line of a worksheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from symformer.documents.document import Document
from symformer.documents.typed_signs import SIZES_RAISED
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.names import shaped_role
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.plain_names import name_latex
from symformer.semantics.prose.shapes import is_shape
from symformer.semantics.prose.snippets import Read, is_size
from symformer.semantics.prose.tokens import holes
from symformer.terms.term import Index, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText
from symformer.text.span import Span

# all repetitions are bounded: a search that fails begins anew at every letter
_NAME = r"[A-Za-zα-ωΑ-Ω](?:\d{1,2}|[₀-₉ᵢⱼ]{1,9})?(?:_\{\w{1,40}\}|_\w{1,40})?['’]{0,4}"
_NAMES = rf"{_NAME}(?:(?:\s{{0,9}},\s{{0,9}}|\s{{0,9}},?\s{{1,9}}and\s{{1,9}}){_NAME}){{0,24}}"
_SPACE = (
    r"\s*∈\s*(?:ℝ|R(?=\^))"
    rf"(?:\^\{{(?P<braced>[^{{}}\n]{{1,60}})\}}|\^\((?P<round>[^()\n]{{1,60}})\)|(?P<raised>[{''.join(SIZES_RAISED)}]+)"
    r"|\^(?P<bare>[A-Za-z0-9]+(?:_[A-Za-z0-9]+)?(?:×[A-Za-z0-9]+(?:_[A-Za-z0-9]+)?)*))(?![\w^×])"
)
_MEMBER = Cued(rf"(?<![\w.\\^_{{}}$])(?P<names>{_NAMES}){_SPACE}")
_IN = Cued(_SPACE)
_LINE = Cued(
    rf"(?:[-*•][ \t]+)?(?P<names>{_NAMES})[ \t]*:[ \t]*(?:shape[ \t]+)?"
    r"(?P<shape>\([^()\n]{3,60}\)|\[[^\[\]\n]{3,60}\]|[\w·*/]+(?:[ \t]*×[ \t]*[\w·*/]+)+)[ \t]*(?:$|[#,;←(|]|--|//)",
    re.MULTILINE,
)
_CROSS = re.compile(r"\s*(?:×|(?<=\s)x(?=\s))\s*")


_LAST_WORD = Cued(r".*\s", re.DOTALL)  # all but it
FAR = 200  # characters of the line that are looked at before a name


class _Typed(NamedTuple):
    names: Span
    sizes: tuple[str, ...]
    evidence: Span
    text: str


def shapes_in_plain_text(document: Document, read: Read) -> Iterator[Declaration]:
    """The memberships of running text and of worksheets, and the lines of worksheets that name a shape."""
    for block in document.prose:
        if "∈" in block.text.text:
            for typed in _members(_blanked(block.text.text, [(start, end) for start, end, _ in holes(block)])):
                yield from _declared(typed, block.text, block.span.start, read)
    lines: list[Declaration] = []
    for sheet in document.worksheets:
        for typed in _members(sheet.text.text):
            yield from _declared(typed, sheet.text, sheet.span.start, read)
        for typed in _lines(sheet.text.text):
            lines.extend(_declared(typed, sheet.text, sheet.span.start, read, guarded=True))
    for code in document.code:
        if code.language in (None, "", "text", "txt") and _lists_shapes(code.text):
            at = document.source.text.find(code.text, code.span.start, code.span.end)
            for typed in _lines(code.text) if at >= 0 else ():
                lines.extend(_declared(typed, MappedText.identity(code.text, at), code.span.start, read, guarded=True))
    yield from _said_once(lines)


def _lists_shapes(text: str) -> bool:
    """Whether every line of a fence names a shape and nothing else."""
    return all(_LINE.match(line.lstrip(" \t")) for line in text.splitlines() if line.strip())


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with a sign for each character of a formula, so that offsets stay."""
    kept: list[str] = []
    at = 0
    for start, end in sorted(spans):
        kept += (text[at:start], "$" * (end - max(at, start)))
        at = max(at, end)
    return "".join((*kept, text[at:]))


def _members(text: str) -> Iterator[_Typed]:
    for found in _MEMBER.finditer(text):
        if not _stands_free(text, found.start()):
            continue
        inside = _inside(found)
        sizes = tuple(_CROSS.split(inside.strip()))
        yield _Typed(Span(*found.span("names")), sizes, Span(*found.span()), inside)


def space_at(text: str, at: int) -> tuple[str, int] | None:
    r"""The space that stands behind an expression, as LaTeX, and where it ends.

    >>> space_at("Q = XW ∈ ℝ^(n×d_k)", 6)
    ('\\in \\mathbb{R}^{n \\times d_{k}}', 18)
    """
    found = _IN.match(text, at)
    if found is None:
        return None
    sizes = [plain_latex(each) for each in _CROSS.split(_inside(found).strip())]
    written = [each.text for each in sizes if each is not None]
    if len(written) != len(sizes):
        return None
    return r"\in \mathbb{R}^{" + r" \times ".join(written) + "}", found.end()


def _inside(found: re.Match[str]) -> str:
    raised = found["raised"]
    return "".join(SIZES_RAISED[c] for c in raised) if raised else found["braced"] or found["round"] or found["bare"]


def arrays_named(text: str) -> frozenset[str]:
    """The letters that running text declares as arrays: ``X ∈ ℝ^(n×d)``."""
    found = (each for member in _MEMBER.finditer(text) for each in re.findall(_NAME, member["names"]))
    return frozenset(name[0] for name in found)


def _stands_free(text: str, at: int) -> bool:
    """Whether a name begins there and no product: in ``Y = X W ∈ …`` it is not W that is spoken of."""
    line = text[max(0, at - FAR) : at].rpartition("\n")[2].rstrip(" \t")
    last = _LAST_WORD.sub("", line).strip("*_`\"'“”(")
    return (
        not last
        or last[-1] in ",.:;，。：；、-•–—>|"
        or re.fullmatch(r"[A-Za-z]{2,}|a|[\u3400-\u9fff]+", last) is not None
    )


def _lines(text: str) -> Iterator[_Typed]:
    for found in _LINE.finditer(text):
        inside = found["shape"]
        bracketed = inside[0] in "(["
        parts = re.split(r"\s*,\s*", inside[1:-1].strip()) if bracketed else _CROSS.split(inside)
        if bracketed and len(parts) == 1:
            parts = _CROSS.split(inside[1:-1].strip())
        yield _Typed(Span(*found.span("names")), tuple(parts), Span(found.start("names"), found.end("shape")), inside)


def _declared(
    typed: _Typed, text: MappedText, visible_from: int, read: Read, *, guarded: bool = False
) -> Iterator[Declaration]:
    sizes = tuple(_size(size, read) for size in typed.sizes)
    kept = tuple(size for size in sizes if size is not None)
    if not kept or len(kept) < len(sizes):
        return
    for found in re.finditer(rf"(?!and\b){_NAME}", typed.names.slice(text.text)):
        place = Span(typed.names.start + found.start(), typed.names.start + found.end())
        symbol = _symbol(place.slice(text.text), read)
        if symbol is None or (guarded and not is_shape(symbol, kept, typed.text)):
            continue
        yield Declaration(
            symbol=symbol,
            span=text.origin_span(place),
            evidence=text.origin_span(typed.evidence),
            visible_from=visible_from,
            sizes=kept,
            domain=None if guarded else "R",
            role=shaped_role("unknown", kept),
            by="prose",
        )


def _symbol(name: str, read: Read) -> Symbol | Index | None:
    latex = name_latex(name)
    term = read(latex, Span(0, len(latex))) if latex is not None else None
    return term if isinstance(term, Symbol | Index) else None


def _size(text: str, read: Read) -> Term | None:
    latex = plain_latex(text)
    term = read(latex.text, Span(0, len(latex.text))) if latex is not None else None
    return term if term is not None and is_size(term) else None


def _said_once(lines: list[Declaration]) -> Iterator[Declaration]:
    """Leave out names that worksheets give two shapes: they trace how a shape changes."""
    shapes: dict[Term, set[tuple[Term, ...] | None]] = {}
    for declaration in lines:
        shapes.setdefault(declaration.symbol, set()).add(declaration.sizes)
    yield from (declaration for declaration in lines if len(shapes[declaration.symbol]) == 1)
