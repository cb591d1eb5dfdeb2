"""What a note has told about its sizes: values, equations, concepts, and letters that are told apart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from symformer.algebra.dimension import Dimension
from symformer.algebra.unify import Concept, Equality, Fact, Theory, Together, together
from symformer.documents.document import Document
from symformer.semantics.declaration import Declaration
from symformer.semantics.shapes import dimension_of, shape_of_sizes
from symformer.semantics.symbols import SymbolTable, exact_key
from symformer.terms.term import Apply, Index, Symbol, Term, walk
from symformer.text.span import Span


def size_letters(table: SymbolTable) -> set[str]:
    """The letters that stand in declared shapes."""
    return {
        key
        for declaration in table.declarations
        for size in declaration.sizes or ()
        for part in walk(size)
        if isinstance(part, Symbol | Index) and (key := exact_key(part)) is not None
    }


class Facts:
    """The facts about dimensions, as far as they were told at a place."""

    def __init__(self, document: Document, table: SymbolTable) -> None:
        sizes = size_letters(table) | {
            name for d in table.declarations if d.role == "dimension" and (name := exact_key(d.symbol)) is not None
        }
        self._events: list[tuple[int, str, Equality]] = []
        self._always: list[Fact] = []
        concepts: dict[str, set[str]] = {}
        for declaration in table.declarations:
            self._add(declaration, sizes, concepts)
        self._add_concepts(table, concepts, sizes)
        self._always.extend(_told_apart_in_a_sentence(document, table))
        self._always.extend(_indices_as_sizes(table, sizes))
        self._events.sort(key=lambda event: event[0])
        self._later = self._told_once()
        self._theories: dict[tuple[Equality, ...], Theory] = {}
        self._by_count: dict[int, Theory] = {}  # the same, by the number of events that come before

    def _add(self, declaration: Declaration, sizes: set[str], concepts: dict[str, set[str]]) -> None:
        key = exact_key(declaration.symbol)
        if declaration.sizes and (shape := shape_of_sizes(declaration.sizes)) is not None:
            self._always.extend(together(shape, declaration.span))
        if key is None or key not in sizes:
            return
        if declaration.concept is not None:
            concepts.setdefault(key, set()).add(declaration.concept)
        letter = dimension_of(declaration.symbol)
        value = dimension_of(declaration.value) if declaration.value is not None else None
        if letter is not None and value is not None and _is_plain(declaration.value):
            fact = Equality(letter, value, declaration.span)
            self._events.append((declaration.visible_from, str(letter), fact))

    def _add_concepts(self, table: SymbolTable, concepts: dict[str, set[str]], sizes: set[str]) -> None:
        for declaration in table.declarations:
            key = exact_key(declaration.symbol)
            if key in sizes and declaration.concept is not None and len(concepts.get(key or "", ())) == 1:
                letter = dimension_of(declaration.symbol)
                if (
                    letter is not None
                    and letter.letter is not None
                    and declaration.role in ("dimension", "index", "unknown")
                ):
                    self._always.append(Concept(letter.letter, declaration.concept, declaration.span))

    def _told_once(self) -> list[tuple[str, Equality]]:
        """Equations of letters that are told once in the note, as in "where m = n" below the display."""
        places: dict[str, set[object]] = {}
        for _, letter, fact in self._events:
            places.setdefault(letter, set()).add(fact.place)
        return [
            (letter, fact)
            for _, letter, fact in self._events
            if len(places[letter]) == 1 and fact.left.letter is not None and fact.right.letter is not None
        ]

    def theory(self, at: int) -> Theory:
        """The theory in force: the latest equation of each letter, and all that holds everywhere."""
        told_before = bisect_right(self._events, at, key=lambda event: event[0])
        if told_before not in self._by_count:
            self._by_count[told_before] = self._theory_of(told_before)
        return self._by_count[told_before]

    def _theory_of(self, told_before: int) -> Theory:
        latest: dict[str, list[Equality]] = {}
        for _, letter, fact in self._events[:told_before]:
            told = latest.setdefault(letter, [])
            if told and told[-1].place != fact.place:
                told.clear()  # said anew: what was said before no longer holds
            told.append(fact)
        for letter, fact in self._later:
            if fact not in (told := latest.setdefault(letter, [])):
                told.append(fact)
        key = tuple(fact for told in latest.values() for fact in told)
        if key not in self._theories:
            self._theories[key] = Theory([*self._always, *key])
        return self._theories[key]


def _told_apart_in_a_sentence(document: Document, table: SymbolTable) -> Iterable[Together]:
    """``E ∈ R^{n × d} and F ∈ R^{m × d}`` in one paragraph: two letters for two lengths."""
    blocks = [block.span for block in document.prose]
    starts = [block.start for block in blocks]
    seen: dict[tuple[int, Dimension], dict[str, Span]] = {}
    for declaration in table.declarations:
        shape = shape_of_sizes(declaration.sizes) if declaration.sizes else None
        at = bisect_right(starts, declaration.span.start) - 1
        if shape is None or shape.rank != 2 or at < 0 or declaration.span.end > blocks[at].end:
            continue
        if (one := shape.first.letter) is None:
            continue
        others = seen.setdefault((at, shape.last), {})
        for two, place in others.items():
            if one.partition("_")[0] != two.partition("_")[0]:
                yield Together(one, two, place)
        others.setdefault(one, declaration.span)


def _indices_as_sizes(table: SymbolTable, sizes: set[str]) -> Iterable[Together]:
    """A letter that runs through something is the size of nothing else, where it is used as one only once."""
    used: dict[str, int] = {}
    for declaration in table.declarations:
        shape = shape_of_sizes(declaration.sizes) if declaration.sizes else None
        for letter in {letter for size in shape.sizes for letter in size.letters} if shape is not None else ():
            used[letter] = used.get(letter, 0) + 1
    for declaration in table.declarations:
        index = exact_key(declaration.symbol)
        if declaration.role != "index" or declaration.ranges is None or index is None or used.get(index) != 1:
            continue
        yield from (Together(index, size, declaration.span) for size in sorted(sizes) if size != index)


def _is_plain(value: Term | None) -> bool:
    """Whether a value is a size or a formula of sizes, not a call or a sum over something."""
    return value is not None and not any(isinstance(part, Apply) for part in walk(value))
