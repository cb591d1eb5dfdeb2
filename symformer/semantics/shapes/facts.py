"""What a note has told about its sizes: values, equations, concepts, and letters that are told apart."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from symformer.algebra.dimension import Dimension
from symformer.algebra.unify import Comparison, Concept, Equality, Fact, Theory, Together, Trail, together
from symformer.documents.document import Document
from symformer.semantics.declaring.special_cases import SpecialCases
from symformer.semantics.shapes.expressions import dimension_of, shape_of_sizes
from symformer.semantics.shapes.sizes import neighbours
from symformer.semantics.symbols import SymbolTable, exact_key
from symformer.terms.term import Apply, Index, Number, Symbol, Term, walk
from symformer.text.span import Span

# the names of widths that stand for nothing else, also where all shapes of a note are numbers
WIDTHS = frozenset({"d_k", "d_q", "d_v", "d_h", "d_head", "d_model", "d_ff", "d_in", "d_out"})


def size_letters(table: SymbolTable) -> set[str]:
    """The letters that stand in declared shapes, and the usual names of widths that are given a whole number."""
    declared = {
        key
        for declaration in table.declarations
        for size in declaration.sizes or ()
        for part in _counted(size)
        if isinstance(part, Symbol | Index) and (key := exact_key(part)) is not None
    }
    return declared | {
        key
        for declaration in table.declarations
        if isinstance(declaration.value, Number) and (key := exact_key(declaration.symbol)) in WIDTHS
    }


def _counted(size: Term) -> Iterator[Term]:
    """The parts of a size that are numbers: in ``|V|`` the letter is a set, whatever it holds."""
    sets = {part for each in walk(size) if isinstance(each, Apply) for part in each.arguments}
    return (part for part in walk(size) if part not in sets)


class Facts:
    """The facts about dimensions, as far as they were told at a place.

    A note may speak of thousands of sizes, and a question is about two or three of them: each is
    answered from the facts that are about its letters, and those that lead on from these.
    """

    def __init__(self, document: Document, table: SymbolTable) -> None:
        sizes = size_letters(table) | {
            name for d in table.declarations if d.role == "dimension" and (name := exact_key(d.symbol)) is not None
        }
        self._equations = Equations(_equations(document, table, sizes))
        self._apart = Apart(document, table, sizes)
        # where an equation ends in a number: of c = r = 2 nothing holds in general
        self._numbered = {d.span for d in table.declarations if isinstance(d.value, Number)}
        self._theories: dict[tuple[Fact, ...], Theory] = {}
        self._by_count: dict[int, Theory] = {}  # by the number of equations that were told before

    def theory(self, at: int) -> Theory:
        """The theory in force: the latest equation of each letter, and all that holds everywhere."""
        told_before = self._equations.told_before(at)
        if told_before not in self._by_count:
            self._by_count[told_before] = TheoryAt(self, told_before)
        return self._by_count[told_before]

    def around(self, letters: frozenset[str], told_before: int, *, in_letters: bool = False) -> Theory:
        """What is known of some letters, and of the letters that these are known by."""
        equations, reached = self._equations.around(letters, told_before)
        if in_letters:
            equations = [fact for fact in equations if fact.place not in self._numbered]
        facts = (*self._apart.among(reached), *equations)
        if facts not in self._theories:
            self._theories[facts] = Theory(facts)
        return self._theories[facts]

    def speaks_of(self, name: str, told_before: int) -> bool:
        """Whether some fact in force is about a letter."""
        return self._apart.speaks_of(name) or self._equations.speaks_of(name, told_before)


class TheoryAt(Theory):
    """The facts in force at one place of a note."""

    __slots__ = ("_facts", "_in_letters", "_strictly", "_told_before")

    def __init__(self, facts: Facts, told_before: int, *, strictly: bool = False, in_letters: bool = False) -> None:
        super().__init__()
        self._in_letters = in_letters
        self._facts = facts
        self._told_before = told_before
        self._strictly = strictly

    @property
    def strict(self) -> Theory:
        """The same facts, for whoever wants proof."""
        if self._strict is None:
            self._strict = TheoryAt(self._facts, self._told_before, strictly=True)
        return self._strict

    @property
    def in_letters(self) -> Theory:
        """The same facts without those of examples, which end in numbers."""
        return TheoryAt(self._facts, self._told_before, in_letters=True)

    def speaks_of(self, name: str) -> bool:
        """Whether some fact is about a letter: then it is a size of the note."""
        return self._facts.speaks_of(name, self._told_before)

    def reduce(self, dimension: Dimension) -> tuple[Dimension, Trail]:
        """The dimension in the letters that no fact expresses by others, and the facts used."""
        known = self._facts.around(dimension.letters, self._told_before, in_letters=self._in_letters)
        return known.reduce(dimension)

    def _compare(self, left: Dimension, right: Dimension) -> Comparison:
        known = self._facts.around(left.letters | right.letters, self._told_before, in_letters=self._in_letters)
        return (known.strict if self._strictly else known).compare(left, right)


MOST_LETTERS = 60  # that an answer rests on
MOST_EQUATIONS = 240
MOST_SIDES = 24  # of one chain, that a letter is said to equal


@dataclass(frozen=True, slots=True)
class Told:
    """An equation for a letter, told at an offset; ``bounded`` where it holds in a part of the note only.

    What ``ends`` was told before, and holds no longer from here on.
    """

    at: int
    letter: str
    fact: Equality
    bounded: bool = False
    ends: bool = False


class Equations:
    """The equations of a note by the letters they are about; the latest of each letter is in force."""

    def __init__(self, told: Iterable[Told]) -> None:
        self._told = sorted(told, key=lambda each: each.at)
        self._about: dict[str, list[str]] = {}  # the letters whose equations speak of a letter
        self._states: dict[str, list[tuple[int, tuple[Equality, ...]]]] = {}  # from which equation on what is in force
        self._first: dict[str, int] = {}
        replaced: dict[Equality, tuple[Equality, ...]] = {}  # what was in force before an equation for a part
        for index, each in enumerate(self._told):
            self._first.setdefault(each.letter, index)
            states = self._states.setdefault(each.letter, [])
            before = states[-1][1] if states else ()
            if each.ends:
                states.append((index, replaced.get(each.fact, ()) if each.fact in before else before))
                continue
            if each.bounded:
                replaced[each.fact] = before
            # said anew: what was said before no longer holds
            kept = before if before and before[-1].place == each.fact.place else ()
            states.append((index, (*kept[:MOST_SIDES], each.fact)))
            for name in sorted(each.fact.left.letters | each.fact.right.letters):
                about = self._about.setdefault(name, [])
                if not about or about[-1] != each.letter:
                    about.append(each.letter)
        self._always = self._told_once()

    def _told_once(self) -> dict[str, tuple[Equality, ...]]:
        """Equations of letters that are told once in the note, as in "where m = n" below the display."""
        places: dict[str, set[object]] = {}
        examples = {each.fact.place for each in self._told if each.fact.right.number is not None}
        for each in self._told:
            places.setdefault(each.letter, set()).add(each.fact.place)
        found: dict[str, list[Equality]] = {}
        for each in self._told:
            if each.fact.place in examples:
                continue  # "take n = m = 2": so they are in an example
            if not each.bounded and len(places[each.letter]) == 1 and each.fact.left.letter and each.fact.right.letter:
                found.setdefault(each.letter, []).append(each.fact)
        return {letter: tuple(facts) for letter, facts in found.items()}

    def told_before(self, at: int) -> int:
        """How many equations were told up to an offset."""
        return bisect_right(self._told, at, key=lambda each: each.at)

    def around(self, letters: frozenset[str], told_before: int) -> tuple[list[Equality], list[str]]:
        """The equations that lead from some letters to others, in the order of telling, and all letters reached."""
        reached = dict.fromkeys(sorted(letters))
        found: dict[str, tuple[Equality, ...]] = {}
        tried = 0
        level = list(reached)
        while level and len(reached) <= MOST_LETTERS:
            own = (name for name in level if name in self._states)
            others = (about for name in level for about in self._about.get(name, ()))
            level = []
            for letter in (*own, *islice(others, MOST_EQUATIONS)):
                tried += letter not in found
                if letter in found or tried > MOST_EQUATIONS or len(reached) > MOST_LETTERS:
                    continue
                found[letter] = self._in_force(letter, told_before)
                for fact in found[letter]:
                    new = [name for name in sorted(fact.left.letters | fact.right.letters) if name not in reached]
                    reached.update(dict.fromkeys(new))
                    level += new
        order = sorted((letter for letter in found if found[letter]), key=lambda each: self._order(each, told_before))
        return [fact for letter in order for fact in found[letter]], list(reached)

    def speaks_of(self, name: str, told_before: int) -> bool:
        """Whether an equation in force is about a letter."""
        return any(
            name in fact.left.letters or name in fact.right.letters
            for letter in islice(self._about.get(name, ()), MOST_EQUATIONS)
            for fact in self._in_force(letter, told_before)
        )

    def _in_force(self, letter: str, told_before: int) -> tuple[Equality, ...]:
        states = self._states[letter]
        index = bisect_left(states, told_before, key=lambda state: state[0]) - 1
        told = states[index][1] if index >= 0 else ()
        return (*told, *(fact for fact in self._always.get(letter, ()) if fact not in told))

    def _order(self, letter: str, told_before: int) -> tuple[bool, int]:
        return self._first[letter] >= told_before, self._first[letter]


def _equations(document: Document, table: SymbolTable, sizes: set[str]) -> Iterator[Told]:
    cases = SpecialCases(document)
    for declaration in table.declarations:
        if exact_key(declaration.symbol) not in sizes:
            continue
        letter = dimension_of(declaration.symbol)
        value = dimension_of(declaration.value) if declaration.value is not None else None
        if letter is None or value is None or not _is_plain(declaration.value):
            continue
        fact = Equality(letter, value, declaration.span)
        if letter.letter is None or value.letter is None or declaration.by == "annotation":
            yield Told(declaration.visible_from, str(letter), fact)
            continue
        parts = cases.parts_in_force(declaration.span.start, (letter.letter, value.letter))
        if parts is None:
            yield Told(declaration.visible_from, str(letter), fact)
            continue
        for part in parts:
            yield Told(part.start, str(letter), fact, bounded=True)
            yield Told(part.end, str(letter), fact, bounded=True, ends=True)


Order = tuple[int, ...]  # by which the facts about some letters are sorted as if all had been listed


class Apart:
    """What tells the letters of a note apart, wherever it stands: shapes, concepts, sentences, indices."""

    def __init__(self, document: Document, table: SymbolTable, sizes: set[str]) -> None:
        self._shapes: dict[tuple[str, str], tuple[Order, Together]] = {}
        self._stepped: dict[str, tuple[Order, Span]] = {}  # families of sizes, each other than the next: n_l, n_{l-1}
        self._concepts: dict[str, list[tuple[Order, Concept]]] = {}
        self._groups: list[dict[str, tuple[int, Span]]] = []  # letters that one paragraph gives as one length
        self._groups_of: dict[str, list[int]] = {}
        self._indices = _indices(table)
        self._sizes = sizes
        self._pairs: dict[tuple[str, str], list[tuple[Order, Together]]] = {}
        for at, declaration in enumerate(table.declarations):
            if declaration.sizes and (shape := shape_of_sizes(declaration.sizes)) is not None:
                for fact in together(shape, declaration.span):
                    self._shapes.setdefault((fact.left, fact.right), ((0, at), fact))
                    if (family := neighbours(fact.left, fact.right)) is not None:
                        self._stepped.setdefault(family, ((0, at), declaration.span))
        self._add_concepts(table, sizes)
        self._add_sentences(document, table)
        self._letters = self._all_letters()

    def _add_concepts(self, table: SymbolTable, sizes: set[str]) -> None:
        concepts: dict[str, set[str]] = {}
        named = [
            (d, key) for d in table.declarations if (key := exact_key(d.symbol)) in sizes and d.concept is not None
        ]
        for declaration, key in named:
            if key is not None and declaration.concept is not None:
                concepts.setdefault(key, set()).add(declaration.concept)
        for at, (declaration, key) in enumerate(named):
            letter = dimension_of(declaration.symbol)
            if key is None or len(concepts[key]) != 1 or letter is None or letter.letter is None:
                continue
            if declaration.concept is not None and declaration.role in ("dimension", "index", "unknown"):
                fact = Concept(letter.letter, declaration.concept, declaration.span)
                told = self._concepts.setdefault(letter.letter, [])
                if all(known != fact for _, known in told):
                    told.append(((1, at), fact))

    def _add_sentences(self, document: Document, table: SymbolTable) -> None:
        """``E ∈ R^{n × d} and F ∈ R^{m × d}`` in one paragraph: two letters for two lengths."""
        groups: dict[tuple[int, Dimension], dict[str, tuple[int, Span]]] = {}
        for order, declaration in enumerate(table.declarations):
            shape = shape_of_sizes(declaration.sizes) if declaration.sizes else None
            if shape is None or shape.rank != 2 or (letter := shape.first.letter) is None:
                continue
            at = bisect_right(document.prose, declaration.span.start, key=lambda block: block.span.start) - 1
            if at >= 0 and declaration.span.end <= document.prose[at].span.end:
                groups.setdefault((at, shape.last), {}).setdefault(letter, (order, declaration.span))
        for group in groups.values():
            if len({letter.partition("_")[0] for letter in group}) > 1:
                for letter in group:
                    self._groups_of.setdefault(letter, []).append(len(self._groups))
                self._groups.append(group)

    def _all_letters(self) -> frozenset[str]:
        indexed = self._indices.keys() | self._sizes if self._indices and len(self._sizes) > 1 else set[str]()
        pairs = {letter for pair in self._shapes for letter in pair}
        return frozenset(pairs | self._concepts.keys() | self._groups_of.keys() | indexed)

    def speaks_of(self, name: str) -> bool:
        """Whether some of it is about a letter."""
        return name in self._letters or name.partition("_")[0] in self._stepped

    def among(self, letters: Sequence[str]) -> list[Fact]:
        """What tells some letters apart, in the order of telling."""
        found: list[tuple[Order, Fact]] = [told for name in letters for told in self._concepts.get(name, ())]
        for one, other in combinations(sorted(letters), 2):
            found += self._pair(one, other)
        return [fact for _, fact in sorted(found, key=lambda told: told[0])]

    def _pair(self, one: str, other: str) -> list[tuple[Order, Together]]:
        if (one, other) not in self._pairs:
            self._pairs[one, other] = list(self._told_of_pair(one, other))
        return self._pairs[one, other]

    def _told_of_pair(self, one: str, other: str) -> Iterator[tuple[Order, Together]]:
        for pair in ((one, other), (other, one)):
            if pair in self._shapes:
                yield self._shapes[pair]
            if pair[0] in self._indices and pair[1] in self._sizes:
                at, span = self._indices[pair[0]]
                yield (3, at), Together(*pair, span)
        family = neighbours(one, other)
        if family is not None and family in self._stepped:
            order, span = self._stepped[family]
            yield order, Together(one, other, span)
        if one.partition("_")[0] != other.partition("_")[0]:
            fewer = min(self._groups_of.get(one, ()), self._groups_of.get(other, ()), key=len)
            both = (group for at in fewer if one in (group := self._groups[at]) and other in group)
            groups = sorted(both, key=lambda group: max(group[one], group[other]))
            for group in groups[:1]:
                first, second = sorted((one, other), key=lambda letter: group[letter])
                yield (2, group[second][0], group[first][0]), Together(second, first, group[first][1])


def _indices(table: SymbolTable) -> dict[str, tuple[int, Span]]:
    """A letter that runs through something is the size of nothing else, where it is used as one only once."""
    used: dict[str, int] = {}
    for declaration in table.declarations:
        shape = shape_of_sizes(declaration.sizes) if declaration.sizes else None
        for letter in {letter for size in shape.sizes for letter in size.letters} if shape is not None else ():
            used[letter] = used.get(letter, 0) + 1
    found: dict[str, tuple[int, Span]] = {}
    for at, declaration in enumerate(table.declarations):
        index = exact_key(declaration.symbol)
        if (
            declaration.role == "index"
            and declaration.ranges is not None
            and index is not None
            and used.get(index) == 1
        ):
            found.setdefault(index, (at, declaration.span))
    return found


def _is_plain(value: Term | None) -> bool:
    """Whether a value is a size or a formula of sizes, not a call or a sum over something."""
    return value is not None and not any(isinstance(part, Apply) for part in walk(value))
