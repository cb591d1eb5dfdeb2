"""The shapes that a note gives its names, by the place from which on they are in force."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from symformer.algebra.dimension import Dimension, letter, substitute
from symformer.algebra.shape import SCALAR, Shape
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.semantics.declaration import Declaration
from symformer.semantics.reach import aside_around
from symformer.semantics.shapes.expressions import shape_of_sizes
from symformer.semantics.shapes.facts import size_letters
from symformer.semantics.shapes.sizes import at_index, at_step, dimension_of, index_place
from symformer.semantics.symbols import SymbolTable, exact_key, family_key
from symformer.terms.term import Apply, Index, Number, Slice, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

REST_OF_SENTENCE = 160  # characters
ENDS = Cued(r"[.。!?！？;；]\s|\n\s*\n")
NUMBER_ROLES = frozenset({"dimension", "index", "scalar"})


@dataclass(frozen=True, slots=True)
class Given:
    """A shape in force from an offset on, and where it was given."""

    visible_from: int
    shape: Shape | None  # None: the symbol was given anew, by something whose shape is not known
    span: Span
    explicit: bool
    section: int
    member: Index | None = None  # the member that was spoken of, where its sizes follow its index: K_t of t × d
    places: bool = False  # its entries are places in a list: tokens of a vocabulary, classes


@dataclass(slots=True)
class Shapes:
    """All shapes given to one name, in the order from which they are in force.

    What words and memberships gave is counted by section and by shape, so that a question about all
    of it is no walk through all of it: some names are declared in every section of a long note.
    """

    entries: list[Given] = field(default_factory=list)
    _told: list[Given] = field(default_factory=list)  # by words and memberships, in the order they were added
    _by_section: dict[int, int] = field(default_factory=dict)
    _by_shape: dict[Shape | None, int] = field(default_factory=dict)
    _by_both: dict[tuple[int, Shape | None], int] = field(default_factory=dict)

    def add(self, given: Given) -> None:
        """One shape more."""
        self.entries.insert(bisect_right(self.entries, given.visible_from, key=_visible_from), given)
        if given.explicit:
            self._told.append(given)
            both = given.section, given.shape
            self._by_section[given.section] = self._by_section.get(given.section, 0) + 1
            self._by_shape[given.shape] = self._by_shape.get(given.shape, 0) + 1
            self._by_both[both] = self._by_both.get(both, 0) + 1

    def in_force(self, at: int, document: Document, *, result: bool = True) -> Given | None:
        """The last shape given before ``at``; else the next one, within the section.

        What the sentence itself tells behind that place goes before what another section told:
        "the logits are $W x$, with $x \\in \\mathbb{R}^d$"; not so for the ``result`` of an equation.
        """
        index = bisect_right(self.entries, at, key=_visible_from) - 1
        if index >= 0:
            ahead = self.entries[index + 1] if index + 1 < len(self.entries) else None
            same = not result and ahead is not None and _is_told_in_sentence(ahead, self.entries[index], at, document)
            return ahead if same else self.entries[index]
        first = self.entries[0] if self.entries else None
        if first is None or first.section != section_at(document, at):
            return None
        text = document.source.text
        return None if _is_example_of_another_item(first, at, text) or _is_of_each_head(first, at, text) else first

    def in_letters(self, at: int) -> Given | None:
        """The last shape in letters that was told before ``at``, whatever an example showed since."""
        index = bisect_right(self.entries, at, key=_visible_from)
        told = (each for each in reversed(self.entries[:index]) if each.explicit and each.shape is not None)
        found = next(told, None)
        return found if found is not None and found.shape is not None and _has_letters(found.shape) else None

    def told_once(self) -> Given | None:
        """What was said in words, where the note says only one thing."""
        return self._told[0] if len(self._by_shape) == 1 else None

    def told_otherwise(self, section: int, shape: Shape | None) -> bool:
        """Whether another shape was said in another section."""
        here, alike = self._by_section.get(section, 0), self._by_shape.get(shape, 0)
        same = here + alike - self._by_both.get((section, shape), 0)
        return len(self._told) > same


def _is_told_in_sentence(ahead: Given, before: Given, at: int, document: Document) -> bool:
    """Whether a shape is told in the rest of the sentence, in a section that began since the last one was told."""
    if not ahead.explicit or ahead.visible_from - at > REST_OF_SENTENCE or before.section == ahead.section:
        return False
    if section_at(document, at) != ahead.section or before.visible_from > at:
        return False
    return ENDS.search(document.source.text[at : ahead.span.start]) is None


ITEM = re.compile(r"(?:\\(?:textbf|emph|item)\b[{ ]?|[*_])*\(?(?:\d{1,3}|[a-z])[.)](?:[*_}]*\s)")


def _is_example_of_another_item(ahead: Given, at: int, text: str) -> bool:
    """Whether a shape in numbers is told further down, in another item of a numbered list: an example of its own."""
    if ahead.shape is None or not ahead.shape.sizes or any(size.number is None for size in ahead.shape.sizes):
        return False
    start = max(text.rfind("\n\n", 0, ahead.span.start) + 2, text.rfind("\n- ", 0, ahead.span.start) + 1)
    return at < start and ITEM.match(text, start) is not None


EACH_HEAD = Cued(
    r"\b(?:(?:for|in|of) (?:each|every|one|a single|any) head|per head|head by head)\b|每个?(?:注意力)?头|单头",
    re.IGNORECASE,
)


def _is_of_each_head(ahead: Given, at: int, text: str) -> bool:
    """Whether a paragraph further down tells the shape that an array has within a head."""
    start = text.rfind("\n\n", 0, ahead.span.start) + 2
    return at < start and EACH_HEAD.search(text, start, ahead.span.start) is not None


def _has_letters(shape: Shape) -> bool:
    return any(size.number is None for size in shape.sizes)


def _visible_from(given: Given) -> int:
    return given.visible_from


ShapesByName = dict[str, Shapes]


def add_given(given: ShapesByName, key: str, entry: Given) -> None:
    """One shape more, for the name of this key."""
    given.setdefault(key, Shapes()).add(entry)


def _add_asides(given: ShapesByName, asides: Sequence[tuple[str, Given, Span]], document: Document) -> None:
    """What asides tell holds for their item, and behind it the letters are what they were.

    Where an aside tells none of its letters anew it is where they are declared.
    """
    known = {
        (key, item): before
        for key, _, item in asides
        if key in given and (before := given[key].in_force(item.start, document)) is not None
        if before.visible_from <= item.start
    }
    anew = {item for _, item in known}
    for key, entry, item in asides:
        if item not in anew:
            add_given(given, key, entry)
            continue
        before = known.get((key, item))
        if before is None:
            before = Given(0, None, entry.span, False, -1)
            add_given(given, key, before)
        add_given(given, key, replace(entry, visible_from=min(entry.visible_from, item.start)))
        add_given(given, key, replace(before, visible_from=item.end))


def declared_shapes(document: Document, table: SymbolTable) -> ShapesByName:
    """All that words, memberships and tables say of shapes."""
    given: ShapesByName = {}
    asides: list[tuple[str, Given, Span]] = []
    text = document.source.text
    for declaration in table.declarations:
        shape = _shape(declaration)
        if shape is None:
            continue
        entry = Given(
            declaration.visible_from, shape, declaration.span, declaration.sizes is not None,
            section_at(document, declaration.span.start), running_member(declaration.symbol, shape),
            declaration.domain in ("N", "Z") or "…" in (declaration.domain or ""),
        )  # fmt: skip
        aside = aside_around(text, declaration.span.start) if declaration.sizes is not None else None
        for key in keys_of(declaration.symbol):
            if aside is None:
                add_given(given, key, entry)
            else:
                asides.append((key, entry, aside))
    _add_asides(given, asides, document)
    # letters that are sizes of something are numbers, wherever nothing else is said of them
    for name in size_letters(table):
        if name not in given:
            add_given(given, name, Given(0, SCALAR, Span(0, 0), False, -1))
    return given


def _shape(declaration: Declaration) -> Shape | None:
    if declaration.sizes is not None:
        return shape_of_sizes(declaration.sizes)
    if declaration.role in NUMBER_ROLES:
        return SCALAR
    return None


def running_member(symbol: Term, shape: Shape | None) -> Index | None:
    """The member of a family of which a size follows the index: the K_t of t × d, the W^l of n_l × n_{l-1}."""
    if shape is None or not isinstance(symbol, Index):
        return None
    places = [index_place(_up_to(index)[1]) for index in symbol.slots]
    running = [place[0] for place in places if place is not None and place[0]]
    letters = {letter for size in shape.sizes for letter in size.letters}
    follows = any(index in letters or any(_runs(letter, index) for letter in letters) for index in running)
    return symbol if follows else None


def _up_to(index: Term) -> tuple[str, Term]:
    r"""An index that names all members up to one, by how it does and the last of them: ``K_{\le t}``, ``K_{1:t}``."""
    match index:
        case Apply(function="prefix ≤" | "prefix <" as sign, arguments=(last,)):
            return sign, last
        case Slice(start=Number(value), stop=last) if last is not None:
            return f"{value}:", last
    return "", index


def _runs(letter: str, index: str) -> bool:
    """Whether the name of a size holds the index: n_l and n_{l-1} hold l."""
    return at_index(letter, index, Symbol(f"{index}'")) != letter


def shape_of_member(given: Given, term: Term) -> Shape | None:
    """The shape of another member of the family: (t − 1) × d for K_{t-1} where K_t is t × d."""
    return member_shape(given.shape, given.member, term) if given.shape is not None else None


def member_shape(shape: Shape, member: Index | None, term: Term) -> Shape | None:
    """The shape of a member of a family of which ``member`` has ``shape``, its sizes following its index."""
    if member is None or member == term or not isinstance(term, Index):
        return shape
    told, asked = member.slots, term.slots
    if len(told) != len(asked):
        return None
    sizes = list(shape.sizes)
    for index, other in zip(told, asked, strict=True):
        (kind, index), (other_kind, other) = _up_to(index), _up_to(other)
        if kind != other_kind:
            return None
        place = index_place(index)
        if place is None or not place[0] or index == other:
            continue
        value = at_step(other, -place[1])  # told of l - 1: the member l is at l + 1 of it
        if value is None:
            return None
        changed = [_at_member(size, place[0], value) for size in sizes]
        known = [size for size in changed if size is not None]
        if len(known) < len(sizes):
            return None
        sizes = known
    return replace(shape, sizes=tuple(sizes))


def _at_member(size: Dimension, index: str, other: Term) -> Dimension | None:
    """A size where the index has another value: t - 1 for t, and n_{l-1} for n_l."""
    value = dimension_of(other)
    if value is None:
        return None
    moved = {name: at_index(name, index, other) for name in size.letters}
    aside = {
        name: f"{name} moved" for name, there in moved.items() if there != name
    }  # n_l may become n_{l-1}, which is there
    for name, there in (*aside.items(), (index, None), *((aside[name], moved[name]) for name in aside)):
        changed = substitute(size, name, letter(there) if there is not None else value)
        if changed is None:
            return None
        size = changed
    return size


def keys_of(symbol: Term) -> Iterable[str]:
    """The names under which a symbol is kept: its own, and that of the family that it speaks for."""
    if (key := exact_key(symbol)) is not None:
        yield key
    family = family_key(symbol)
    if family is not None and isinstance(symbol, Index):
        if not all(isinstance(index, Number) for index in symbol.slots):
            yield family


__all__ = [
    "Given",
    "Shapes",
    "ShapesByName",
    "add_given",
    "declared_shapes",
    "keys_of",
    "member_shape",
    "running_member",
    "shape_of_member",
]
