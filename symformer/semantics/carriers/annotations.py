"""What authors tell symformer: ``let K: m × d_k; d = d_model; vectors = rows; softmax = rows``.

One grammar in every carrier: an HTML comment, a LaTeX comment, a notebook cell, the settings.  Items
are parted by semicolons or line ends:

    let NAME[, NAME]: SIZE × SIZE …     a shape; ``: scalar``, ``: vector n``, ``: matrix``, ``: index``
    let NAME: SIZES -> SIZES            a function between shapes
    let NAME = VALUE                    a value, or another name of the same thing
    CONCEPT NAME [= VALUE]              ``heads h = 8``, ``sequence length n``
    vectors = rows | columns            softmax = rows | columns
    let \\MACRO: colour                  also ``punctuation``, ``font``: what a macro is for
    assume zero-mean Q, K               a hypothesis
    ignore …, wrong-on-purpose          passed through: suppressions are read elsewhere
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from symformer.semantics.convention import Convention
from symformer.semantics.declaration import Declaration, Role
from symformer.semantics.prose.concepts import concept_of, named
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Read, Snippet, is_size, named_term, sizes_in, split
from symformer.terms.term import Apply, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

By = Literal["annotation", "settings"]

FORMS = (
    "let K: m × d_k; let d = 512; heads h = 8; vectors = rows; softmax = rows; f: n × d -> n × k; assume zero-mean Q"
)


@dataclass(frozen=True, slots=True)
class AnnotationError:
    """An item that could not be read: where it stands, and one line for the author."""

    span: Span
    message: str
    help: str = f"try one of: {FORMS}"


@dataclass(frozen=True, slots=True)
class Annotations:
    """All that one annotation says. ``suppressions`` are raw requests with their places."""

    declarations: tuple[Declaration, ...] = ()
    conventions: tuple[Convention, ...] = ()
    suppressions: tuple[tuple[str, Span], ...] = ()
    errors: tuple[AnnotationError, ...] = ()


_SUPPRESSION = Cued(r"(?:ignore(?:-section|-file)?|wrong-on-purpose)\b", re.IGNORECASE)
_CONVENTION = Cued(r"(?:let\s+)?(vectors?|softmax)\s*(?:=|:|are|over)\s*(?:each\s+|per\s+)?(\w+)\Z", re.I)
_LET = Cued(r"let\b", re.IGNORECASE)
_VERBS = ("let", "assume", "ignore", "ignore-section", "ignore-file", "wrong-on-purpose")
_KIND = Cued(r"(colou?r|punctuation|font|spacing|operator|marker)\Z", re.I)
_VALUES = {"row": "rows", "rows": "rows", "column": "columns", "columns": "columns", "last": "last"}
_SHORT = {
    "heads": "number of heads", "head": "number of heads", "layers": "number of layers", "tokens": "sequence length",
    "length": "sequence length", "vocabulary": "vocabulary size", "batch": "batch size", "experts": "number of experts",
    "groups": "number of groups", "classes": "number of classes", "model": "embedding dimension",
}  # fmt: skip
_ROLES: dict[str, Role] = {
    "scalar": "scalar", "index": "index", "dimension": "dimension", "size": "dimension", "vector": "vector",
    "matrix": "matrix", "tensor": "tensor", "function": "function", "set": "set",
}  # fmt: skip


def parse_annotation(text: str, at: Span, read: Read, *, by: By = "annotation") -> Annotations:
    """The declarations, conventions and requests of an annotation; ``at`` is where ``text`` stands."""
    found = Annotations()
    for start, end in _items(text):
        item = Snippet(MappedText.join(text, [Span(start, end)]).then(_placed(text, at)))
        found = _with_item(found, item, at, read, by)
    return found


def _placed(text: str, at: Span) -> MappedText:
    """Character by character where the lengths agree; else the whole place for each part."""
    if at.length == len(text):
        return MappedText.identity(text, at.start)
    return MappedText(text, (Segment(0, len(text), at.start, at.end),))


def _items(text: str) -> Iterator[tuple[int, int]]:
    if (request := _SUPPRESSION.match(text.lstrip())) is not None and request:
        yield len(text) - len(text.lstrip()), len(text.rstrip())  # a reason may hold semicolons
        return
    for piece in re.finditer(r"[^;\n]+", text):
        body = piece.group()
        if body.strip():
            yield piece.start() + len(body) - len(body.lstrip()), piece.start() + len(body.rstrip())


def _with_item(found: Annotations, item: Snippet, at: Span, read: Read, by: By) -> Annotations:
    text = item.text
    if _SUPPRESSION.match(text):
        return replace(found, suppressions=(*found.suppressions, (text, item.span)))
    if (convention := _convention(item, at, by)) is not None:
        return replace(found, conventions=(*found.conventions, convention))
    if (said := re.match(r"(?:let\s+)?(vectors|softmax)\s*=", text, re.IGNORECASE)) is not None:
        message = f"bad declaration: {said[1]} can be rows or columns"
        return replace(found, errors=(*found.errors, AnnotationError(item.span, message)))
    if (misspelt := _misspelt(text)) is not None:
        return replace(found, errors=(*found.errors, AnnotationError(item.span, misspelt)))
    made = _declared(item, at, read, by)
    if isinstance(made, AnnotationError):
        return replace(found, errors=(*found.errors, made))
    if isinstance(made, Convention):
        return replace(found, conventions=(*found.conventions, made))
    return replace(found, declarations=(*found.declarations, *made))


def _misspelt(text: str) -> str | None:
    """What to say of ``lett K: m × d``, which would else declare a thing called "lett K"."""
    first = re.match(r"[A-Za-z-]+(?=\s)", text)
    if first is None or first[0].lower() in _VERBS:
        return None
    meant = difflib.get_close_matches(first[0].lower(), _VERBS, 1, 0.75)
    return f'"{first[0]}" is no request, did you mean "{meant[0]}"?' if meant else None


def _convention(item: Snippet, at: Span, by: By) -> Convention | None:
    text = item.text
    if (said := _CONVENTION.match(text)) is not None and said[2].lower() in _VALUES:
        name = "softmax" if said[1].lower() == "softmax" else "vectors"
        return Convention(name, _VALUES[said[2].lower()], item.span, at.start, by=by)
    if (said := re.match(r"assume\s+(?P<what>[\w-]+)\s+(?P<of>.+)\Z", text, re.DOTALL | re.IGNORECASE)) is not None:
        return Convention("assume", said["what"].lower(), item.span, at.start, said["of"].strip(), by=by)
    return None


def _declared(item: Snippet, at: Span, read: Read, by: By) -> tuple[Declaration, ...] | Convention | AnnotationError:
    text = item.text
    body = item.part(Span(len("let"), len(text))) if _LET.match(text) else item
    if not body.text:
        return AnnotationError(item.span, "nothing is declared after let")
    sides = split(body.text, (":", "="))
    separator = next((s for s, _ in sides if s), "")
    left, right = _divided(body, sides[0][1])
    if separator == ":" and right is not None and _KIND.match(right.text):
        return Convention(
            "kind", right.text.lower().replace("color", "colour"), item.span, at.start, _macro(left.text), by
        )
    concept, name_part = _concept_before(left)
    names = [_name(name_part.part(span), read) for _, span in split(name_part.text, (",",))]
    kept = [n for n in names if n is not None]
    if len(kept) != len(names) or not kept:
        return AnnotationError(item.span, f"bad declaration: {left.text or text!r} is no name")
    if right is None:
        if concept is None:
            return AnnotationError(item.span, f"bad declaration: {text!r} says nothing of {left.text}")
        return tuple(_declaration(n, item, at, by, concept=concept) for n in kept)
    if separator == ":":
        return _typed(kept, right, item, at, read, by, concept)
    return _equal(kept, right, item, at, read, by, concept)


def _divided(body: Snippet, left: Span) -> tuple[Snippet, Snippet | None]:
    rest = Span(min(left.end + 1, len(body.text)), len(body.text))
    return body.part(left), body.part(rest) if left.end < len(body.text) and rest.slice(body.text).strip() else None


def _macro(text: str) -> str:
    return re.sub(r"\{.*\}\s*\Z", "", text).strip()


def _concept_before(left: Snippet) -> tuple[str | None, Snippet]:
    """``heads h``: the concept, and the name after it."""
    words = left.text.split()
    for count in range(len(words) - 1, 0, -1):
        phrase = " ".join(words[:count])
        concept = concept_of(words[:count])
        name = concept.name if concept is not None else _SHORT.get(phrase.lower())
        if name is not None:
            start = re.match(r"\s*" + r"\s+".join(re.escape(w) for w in words[:count]), left.text)
            return name, left.part(Span(start.end() if start else 0, len(left.text)))
    return None, left


@dataclass(frozen=True, slots=True)
class _Name:
    symbol: Term
    span: Span


def _latex(snippet: Snippet) -> Snippet:
    """An author may type LaTeX or plain text: ``\\mathbf{W}_q``, ``d_model``."""
    if "\\" in snippet.text or "{" in snippet.text:
        return snippet
    made = plain_latex(snippet.text)
    return Snippet(made.then(snippet.latex)) if made is not None else snippet


def _name(snippet: Snippet, read: Read) -> _Name | None:
    plain = snippet.part(Span(1, len(snippet.text) - 1)) if re.fullmatch(r"\$[^$]+\$", snippet.text) else snippet
    if re.fullmatch(r"[A-Za-z]{2,}(?: [A-Za-z]+)*", plain.text):
        return _Name(Symbol(plain.text), plain.span)
    latex = _latex(plain)
    symbol = named_term(latex, read)
    return _Name(symbol, plain.span) if symbol is not None else None


def _declaration(name: _Name, item: Snippet, at: Span, by: By, *, concept: str | None = None, role: Role = "unknown",
                 sizes: tuple[Term, ...] | None = None, value: Term | None = None) -> Declaration:  # fmt: skip
    known = named(concept) if concept is not None else None
    if role == "unknown" and known is not None:
        role = known.role
    if role == "unknown" and sizes is not None:
        role = ("scalar", "vector", "matrix")[len(sizes)] if len(sizes) <= 2 else "tensor"
    return Declaration(name.symbol, name.span, item.span, at.start, sizes, None, concept, role, value, by=by)


def _typed(names: list[_Name], right: Snippet, item: Snippet, at: Span, read: Read, by: By,
           concept: str | None) -> tuple[Declaration, ...] | AnnotationError:  # fmt: skip
    arrow = re.search(r"->|→|\\to\b", right.text)
    if arrow is not None:
        ends = [right.part(Span(0, arrow.start())), right.part(Span(arrow.end(), len(right.text)))]
        shapes = [_sizes(end, read) for end in ends]
        if any(s is None for s in shapes):
            return AnnotationError(item.span, f"bad declaration: {right.text!r} is no map between shapes")
        # the shape of a function is the pair of its shapes, as an application of the arrow
        arrowed = Apply("->", tuple(Apply("shape", s or ()) for s in shapes))
        return tuple(_declaration(n, item, at, by, concept=concept, role="function", value=arrowed) for n in names)
    word, _, rest = right.text.partition(" ")
    if word.lower() in _ROLES:
        role = _ROLES[word.lower()]
        sizes: tuple[Term, ...] | None = () if role == "scalar" else None
        if rest.strip():
            sizes = _sizes(right.part(Span(len(word), len(right.text))), read)
            if sizes is None:
                return AnnotationError(item.span, f"bad declaration: {rest.strip()!r} is no shape")
        return tuple(_declaration(n, item, at, by, concept=concept, role=role, sizes=sizes) for n in names)
    sizes = _sizes(right, read)
    if sizes is not None:
        return tuple(_declaration(n, item, at, by, concept=concept, sizes=sizes) for n in names)
    known = concept_of(right.text.split())
    if known is not None:
        return tuple(_declaration(n, item, at, by, concept=known.name) for n in names)
    return AnnotationError(item.span, f"bad declaration: {right.text!r} is no shape, such as n × d_k")


def _sizes(right: Snippet, read: Read) -> tuple[Term, ...] | None:
    """``n × d_k``, ``n x d``, ``(B, T, C)``, ``n d_k``, or one size."""
    text = right.text
    if "\\" in text:
        one = _size(right, read)
        return sizes_in(right, read) or ((one,) if one is not None else None)
    inner = re.match(r"\s*[(\[](.*)[)\]]\s*\Z", text, re.DOTALL)
    body = right.part(Span(inner.start(1), inner.end(1))) if inner else right
    between = r"\s*[×,]\s*|\s+x\s+|(?<=\d)x(?=\d)"
    if not re.search(between, body.text) and not re.search(r"[-+*/·]", body.text):
        between = r"\s+"  # n d_k
    sizes: list[Term] = []
    start = 0
    for cut in [*re.finditer(between, body.text), None]:
        end = cut.start() if cut is not None else len(body.text)
        size = _size(body.part(Span(start, end)), read)
        if size is None:
            return None
        sizes.append(size)
        start = cut.end() if cut is not None else end
    return tuple(sizes)


def _size(piece: Snippet, read: Read) -> Term | None:
    if not piece.text:
        return None
    latex = _latex(piece)
    if latex is piece and "\\" not in piece.text and "{" not in piece.text:
        return None
    term = latex.read(read)
    return term if is_size(term) else None


def _equal(names: list[_Name], right: Snippet, item: Snippet, at: Span, read: Read, by: By,
           concept: str | None) -> tuple[Declaration, ...] | AnnotationError:  # fmt: skip
    latex = _latex(right)
    if latex is right and "\\" not in right.text and "{" not in right.text:
        return AnnotationError(item.span, f"bad declaration: {right.text!r} is no value")
    value = latex.read(read)
    if any(isinstance(part, Unknown) for part in walk(value)):
        return AnnotationError(item.span, f"bad declaration: cannot read {right.text!r}")
    return tuple(_declaration(n, item, at, by, concept=concept, value=value) for n in names)
