"""What a note says of its symbols, written in the grammar of annotations: ready to correct and to paste."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape import Shape
from symformer.semantics.carriers.annotations import parse_annotation
from symformer.semantics.convention import Convention
from symformer.semantics.notation.profile import ARRAYS, Entry, Meaning
from symformer.semantics.prose.concepts import concept_of
from symformer.semantics.prose.snippets import Read
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show
from symformer.terms.term import Number, Symbol
from symformer.text.cued import Cued
from symformer.text.span import Span

Speller = Callable[[str], str]
_PLAIN_NAME = Cued(r"[A-Za-z](?:_[A-Za-z0-9]+)?'*\Z")
_SPECIAL = Cued(r"[;:=,\n]|--|×")
NOWHERE = Span(0, 0)


def declarations_of(
    entries: Sequence[Entry], conventions: Sequence[Convention], read: Read, spelled: Speller
) -> tuple[str, ...]:
    """One item for each symbol that the note tells one thing of; each reads back as what it says."""
    found: dict[str, None] = {}
    for entry in entries:
        item = _item(entry, spelled)
        if item is not None and _reads_back(item, entry, read):
            found[item] = None
    for convention in conventions:
        if convention.name in ("vectors", "softmax") and convention.value in ("rows", "columns"):
            found[f"{convention.name} = {convention.value}"] = None
    return tuple(found)


def _item(entry: Entry, spelled: Speller) -> str | None:
    name = _name(entry, spelled)
    if name is None or entry.is_function or len(entry.meanings) != 1:
        return None
    (meaning,) = entry.meanings
    if not meaning.told:
        return None
    if meaning.kind in ARRAYS and meaning.shape is not None and meaning.shape.rank:
        sizes = _sizes(meaning.shape, spelled)
        return f"let {name}: {sizes}" if sizes is not None else None
    value = meaning.definition
    given = f" = {show(value)}" if isinstance(value, Number) and value.value.denominator == 1 else ""
    if meaning.kind == "dimension" and _may_lead(meaning):
        return f"{meaning.concept} {name}{given}"
    if meaning.kind not in ("dimension", "index", "scalar"):
        return None
    return f"let {name}{given}" if given else f"let {name}: {meaning.kind}"


def _may_lead(meaning: Meaning) -> bool:
    """Whether the grammar knows the concept by its name: ``embedding dimension d``."""
    known = concept_of((meaning.concept or "").split())
    return known is not None and known.name == meaning.concept


def _name(entry: Entry, spelled: Speller) -> str | None:
    """A name as the grammar takes it: ``K``, ``d_k``, or LaTeX."""
    if isinstance(entry.term, Symbol) and _PLAIN_NAME.match(entry.term.name):
        return entry.term.name
    latex = spelled(entry.term.name) if isinstance(entry.term, Symbol) else entry.latex
    plain = _PLAIN_NAME.match(latex) is not None
    return latex if (plain or re.search(r"[\\{]", latex)) and not _SPECIAL.search(latex) else None


def _sizes(shape: Shape, spelled: Speller) -> str | None:
    sizes = [_size(size, spelled) for size in shape.sizes]
    if any(size is None for size in sizes):
        return None
    joined = " × ".join(size for size in sizes if size is not None)
    return f"vector {joined}" if shape.rank == 1 else joined


def _size(size: Dimension, spelled: Speller) -> str | None:
    if size.number is not None or (size.letter is not None and _PLAIN_NAME.match(size.letter)):
        return str(size)
    if all(_PLAIN_NAME.match(name) for name in size.letters):
        text = str(size)
        return f"({text})" if len(size.terms) > 1 else text
    return None


def _reads_back(item: str, entry: Entry, read: Read) -> bool:
    """Whether an item says what it is meant to say, of the symbol it is meant for."""
    made = parse_annotation(item, NOWHERE, read)
    return (
        not made.errors
        and len(made.declarations) == 1
        and exact_key(made.declarations[0].symbol) == exact_key(entry.term)
    )


def as_annotation(items: Sequence[str], format: str) -> str:
    """The items as a comment of the document's format."""
    if not items:
        return ""
    if format == "tex":
        return "".join(f"% symformer: {item}\n" for item in items)
    if format == "rst":
        return "".join(f".. symformer: {item}\n" for item in items)
    if format == "plain":
        return "".join(f"symformer: {item}\n" for item in items)
    return "<!-- symformer:\n" + "".join(f"{item};\n" for item in items) + "-->\n"
