"""The catalogue's LaTeX, read by our own reader: each equation's terms and what its letters are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from symformer.catalogue.equation import Equation
from symformer.notations import Concept, all_concepts
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary, vocabulary_of
from symformer.syntax.parser import parse
from symformer.terms.parts import flattened, rebuilt
from symformer.terms.term import Apply, Index, Product, Symbol, Term, Unknown, children, walk
from symformer.text.record import record

WORDS = ("size", "index", "scalar", "function", "set")


@record
class Letter:
    """A letter of an equation: what it is, its sizes in plain letters, and what it means.

    ``kind`` is "size", "index", "scalar", "vector", "matrix", "tensor", "function" or "set".
    """

    latex: str
    term: Term
    kind: str
    shape: tuple[str, ...]
    meaning: str
    concept: Concept | None = None

    @property
    def family(self) -> bool:
        """Whether there is one for each head."""
        return self.concept is not None and self.concept.family


@record
class ReadEquation:
    """An equation with its statements as terms, and its letters in the order in which they appear."""

    equation: Equation
    statements: tuple[Term, ...]
    letters: tuple[Letter, ...]

    @property
    def ranks(self) -> dict[Term, int]:
        """How many axes each letter has."""
        return {letter.term: len(letter.shape) for letter in self.letters}


def term_of(latex: str, vocabulary: Vocabulary) -> Term:
    """The term that a letter or an expression means."""
    return lower_formula(parse(latex), vocabulary)[0]


def vocabulary_for(letters: Iterable[tuple[str, str]]) -> Vocabulary:
    """What the reader must know of letters, given as canonical name and kind."""
    names: dict[str, set[str]] = defaultdict(set)
    for name, kind in letters:
        names[kind].add(name)
    return Vocabulary(
        functions=frozenset(names["function"]),
        indices=frozenset(names["index"]),
        scalars=frozenset(names["size"] | names["scalar"]),
        arrays=frozenset(names["vector"] | names["matrix"] | names["tensor"]),
        transposed=frozenset(names["matrix"]),
    )


def plain_name(term: Term) -> str:
    """The name that carries a letter: ``W`` of ``W_1``."""
    while isinstance(term, Index):
        term = term.base
    if isinstance(term, Apply):
        return plain_name(term.arguments[0]) if term.arguments else term.function
    return term.name if isinstance(term, Symbol) else ""


@lru_cache(maxsize=1)
def _concept_letters() -> tuple[Letter, ...]:
    indices = frozenset(each.letter for each in all_concepts() if each.kind == "index")
    first = Vocabulary(indices=indices)
    return tuple(
        Letter(each.letter, term_of(each.letter, first), each.kind, each.sizes, each.meaning, each)
        for each in all_concepts()
    )


@lru_cache(maxsize=1)
def plain_letters() -> dict[str, Letter]:
    """The letters of all concepts, by their plain LaTeX."""
    return {each.latex: each for each in _concept_letters()}


@lru_cache(maxsize=1)
def _plain_kinds() -> dict[str, tuple[str, str]]:
    """Name and kind of the letters of all concepts, by their plain LaTeX."""
    return {latex: (plain_name(each.term), each.kind) for latex, each in plain_letters().items()}


@lru_cache(maxsize=1)
def _plain_by_term() -> dict[Term, Letter]:
    return {each.term: each for each in plain_letters().values()}


@lru_cache(maxsize=512)
def read(equation: Equation) -> ReadEquation:
    """An equation with its terms and letters; raises ValueError where a letter or a part is not known."""
    own = _told(equation)
    kinds = {**_plain_kinds(), **{latex: (plain_name(each.term), each.kind) for latex, each in own.items()}}
    vocabulary = vocabulary_for(kinds.values())
    tree = parse(equation.latex)
    statements = lower_formula(tree, vocabulary_of([tree]).joined(vocabulary))
    arrays = {name for name, kind in kinds.values() if kind != "function"}
    statements = tuple(flattened(resolved(each, arrays)) for each in statements)
    by_term = dict(_plain_by_term())
    for latex in own:
        if (plain := plain_letters().get(latex)) is not None and by_term.get(plain.term) is plain:
            del by_term[plain.term]
    by_term.update((each.term, each) for each in own.values())
    found: dict[Term, Letter] = {}
    for statement in statements:
        for letter in letters_in(statement, by_term):
            found.setdefault(letter.term, letter)
    return ReadEquation(equation, statements, _with_sizes(found, by_term, vocabulary))


# letters that variants of an equation may have beside those of the equation itself
BESIDE = {
    "u": "scalar : shift",
    r"\Phi": "function : distribution function of the normal distribution",
    r"\sigma": "function : logistic sigmoid",
    r"\omega": "d / 2 : frequency of a pair",
}


@lru_cache(maxsize=512)
def read_variant(equation: Equation, latex: str) -> ReadEquation:
    """Another form of an equation, in its letters."""
    told = {
        letter: words
        for letter, words in BESIDE.items()
        if letter not in equation.where and (f"{letter}(" if words.startswith("function") else letter) in latex
    }
    given = read(replace(equation, latex=latex, reference="", variants=(), where={**equation.where, **told}))
    return ReadEquation(equation, given.statements, given.letters)


def resolved(term: Term, names: Collection[str]) -> Term:
    """The term without readings that call one of the names, which are no functions."""
    if isinstance(term, Unknown) and term.alternatives:
        left = [each for each in term.alternatives if not _calls(each, names)]
        found = {resolved(each, names) for each in left}
        return found.pop() if len(found) == 1 else term
    inner = rebuilt(term, lambda part: resolved(part, names))
    if isinstance(inner, Apply) and inner.function in names and len(inner.arguments) == 1:
        letter = Symbol(inner.function)
        return Product((Index(letter, inner.labels) if inner.labels else letter, inner.arguments[0]))
    return inner


def _calls(term: Term, names: Collection[str]) -> bool:
    return any(isinstance(each, Apply) and each.function in names for each in walk(term))


def _told(equation: Equation) -> dict[str, Letter]:
    """The letters of which an equation says something itself."""
    own: dict[str, Letter] = {}
    for latex, told in equation.where.items():
        shape, _, meaning = (part.strip() for part in told.partition(":"))
        concept = plain_letters().get(latex) if not meaning else None
        kind, sizes = _kind(shape)
        if concept is not None:
            own[latex] = Letter(latex, concept.term, kind, sizes, concept.meaning, concept.concept)
            continue
        if not meaning:
            raise ValueError(f"{equation.id}: nothing says what {latex} is")
        own[latex] = Letter(latex, term_of(latex, Vocabulary()), kind, sizes, meaning)
    return own


def _kind(shape: str) -> tuple[str, tuple[str, ...]]:
    if shape in WORDS:
        return shape, ()
    sizes = tuple(shape.split(" × "))
    return ("vector", "matrix", "tensor")[min(len(sizes), 3) - 1], sizes


def letters_in(term: Term, by_term: Mapping[Term, Letter]) -> Iterator[Letter]:
    """The letters of a term, outermost first: of ``W_1`` the whole, where that is a letter."""
    if (whole := by_term.get(term)) is not None:
        yield whole
        return
    if isinstance(term, Apply) and (head := by_term.get(Symbol(term.function))) is not None:
        yield head
    for part in children(term):
        yield from letters_in(part, by_term)


def _with_sizes(
    found: dict[Term, Letter], by_term: Mapping[Term, Letter], vocabulary: Vocabulary
) -> tuple[Letter, ...]:
    """The letters, and those of their sizes."""
    for letter in tuple(found.values()):
        for size in letter.shape:
            for each in letters_in(term_of(size, vocabulary), by_term):
                found.setdefault(each.term, each)
    return tuple(found.values())


def unknown_names(given: ReadEquation) -> set[str]:
    """The names in an equation that are nobody's letter."""
    by_term = {each.term: each for each in given.letters}
    known = {plain_name(each.term) for each in given.letters}
    names: set[str] = set()
    for statement in given.statements:
        for part in walk(statement):
            if isinstance(part, Symbol) and part.name not in known and part not in by_term:
                names.add(part.name)
    return names
