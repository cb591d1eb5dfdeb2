"""The letters that a note gets: those of the notation for its concepts, free ones for what they would collide with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from symformer.catalogue.reading import plain_name, term_of, vocabulary_for
from symformer.notations import Concept, Notation
from symformer.notations.concept import Kind, all_concepts
from symformer.reading.spelling import COUNTING
from symformer.reading.vocabulary import Vocabulary
from symformer.semantics.model import SemanticModel
from symformer.semantics.notation.profile import notation_of
from symformer.semantics.symbols import name_of
from symformer.terms.show import show, show_styled
from symformer.terms.term import Apply, Index, Symbol, Term, walk
from symformer.text.span import Span
from symformer.translating.found import FormulaFound, Found
from symformer.translating.free import bare, free_letter
from symformer.translating.tied import Handle, Sense, Tied, scripts_shown
from symformer.translating.written import Written


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter that a symbol gets: as LaTeX, and as it is read; ``concept`` is None for a letter of the note's own.

    ``same``: the note has that letter already.
    """

    text: str
    term: Term
    concept: Concept | None = None
    same: bool = False

    @property
    def handle(self) -> Handle:
        """The name with its own scripts."""
        return handle_of_term(self.term)


@dataclass(frozen=True, slots=True)
class Letters:
    """Which letter each symbol gets: by handle and concept, and by name for those of the note's own.

    ``functions`` are the notation's names for functions that the note calls, by their canonical names.
    """

    notation: Notation
    by_concept: Mapping[tuple[Handle, str], Letter]
    own: Mapping[Handle, Letter]
    functions: Mapping[str, str] = field(default_factory=dict)

    def of(self, found: Found) -> Letter | None:
        """The letter for a symbol at a place; None where it keeps its own."""
        if found.sense is None:
            return self.own.get(found.handle)
        return self.by_concept.get((found.handle, found.sense.concept.id))

    def of_own(self, written: Written) -> Letter | None:
        """The letter for a symbol that is tied to nothing, where its own is taken for something else."""
        return self.own.get(handle_written(written.term)) or self.own.get(Handle(name_of(written.term) or ""))

    @property
    def all(self) -> tuple[Letter, ...]:
        """Every letter once."""
        return tuple(dict.fromkeys((*self.by_concept.values(), *self.own.values())))


def handle_of_term(term: Term) -> Handle:
    """The handle of a letter of a notation: what is indexed there belongs to it."""
    if isinstance(term, Apply) and isinstance(term.arguments[0], Symbol):
        return Handle(f"|{term.arguments[0].name}|")
    assert isinstance(term, Symbol | Index)
    return Handle(name_of(term) or show(term), *scripts_shown(term))


def handle_written(term: Symbol | Index) -> Handle:
    """A symbol of the note's own, by its name and all that stands on it."""
    return Handle(name_of(term) or "", *scripts_shown(term))


def letters_for(model: SemanticModel, ties: Tied, formulas: Sequence[FormulaFound], notation: Notation) -> Letters:
    """The letters of a note in another notation."""
    senses: dict[tuple[Handle, str], Sense] = {}
    for formula in formulas:
        for each in formula.symbols:
            if each.sense is not None:
                senses.setdefault((each.handle, each.sense.concept.id), each.sense)
    for handle, told in ties.senses.items():
        for sense in told if not handle.name.startswith("|") else ():
            senses.setdefault((handle, sense.concept.id), sense)  # it stands in words only
    texts = _texts((sense.concept for sense in senses.values() if sense.chosen), notation, _meetings(formulas))
    by_concept: dict[tuple[Handle, str], Letter] = {}
    for key, sense in senses.items():
        term = letter_term(texts[key[1]], sense.concept, notation) if key[1] in texts else None
        if term is not None:
            same = handle_of_term(term) == key[0]
            if sense.chosen or same:  # another name for it may be the very letter
                by_concept[key] = Letter(texts[key[1]], term, sense.concept, same)
    free = _Free(model, formulas, notation, by_concept)
    for key in senses:
        if key not in by_concept and (letter := free.instead_of(key[0])) is not None:
            by_concept[key] = letter
    own = {handle: letter for handle in dict.fromkeys(_kept_names(formulas)) if (letter := free.instead_of(handle))}
    return Letters(notation, by_concept, own, _functions(formulas, notation))


def _functions(formulas: Iterable[FormulaFound], notation: Notation) -> dict[str, str]:
    """The names of functions that a notation writes otherwise, where the note calls nothing else by them."""
    called = {
        part.function
        for formula in formulas
        for each in formula.statements
        for part in walk(each)
        if isinstance(part, Apply)
    }
    return {name: new for name, new in notation.functions.items() if read_as(new) == name or read_as(new) not in called}


def read_as(function: str) -> str:
    """What a name of a function is read as, before brackets."""
    term = term_of(function + "(x)", Vocabulary())
    return term.function if isinstance(term, Apply) else ""


def _meetings(formulas: Iterable[FormulaFound]) -> frozenset[frozenset[str]]:
    """The concepts that stand together in a formula."""
    return frozenset(
        frozenset(each.sense.concept.id for each in formula.symbols if each.sense is not None) for formula in formulas
    )


def _texts(concepts: Iterable[Concept], notation: Notation, meetings: frozenset[frozenset[str]]) -> dict[str, str]:
    """The letter of each concept; the spare one for one of several that share theirs and meet in a formula."""
    by_letter: dict[str, list[Concept]] = defaultdict(list)
    for concept in dict.fromkeys(concepts):
        by_letter[bare(notation.letter(concept))].append(concept)
    found: dict[str, str] = {}
    for group in by_letter.values():
        ids = {concept.id for concept in group}
        meet = any(len(ids & together) > 1 for together in meetings)
        for concept in group:
            spare = notation.spare.get(concept.id) if meet else None
            found[concept.id] = spare if spare is not None else notation.letter(concept)
    return found


def letter_term(text: str, concept: Concept, notation: Notation) -> Term | None:
    """What a letter of a notation is read as."""
    first = Vocabulary(indices=frozenset({text} if concept.kind == "index" and len(text) == 1 else ()))
    name = plain_name(term_of(text, first))
    term = term_of(text, first.joined(vocabulary_for([(name, concept.kind)])))
    return term if isinstance(term, Symbol | Index | Apply) else None


# -- letters of the note's own --------------------------------------------------------------------------


class _Free:
    """Free letters for the symbols that keep their names, where the notation means something else by these."""

    def __init__(
        self,
        model: SemanticModel,
        formulas: Sequence[FormulaFound],
        notation: Notation,
        by_concept: Mapping[tuple[Handle, str], Letter],
    ) -> None:
        self.model, self.formulas, self.notation = model, formulas, notation
        self.new: dict[Handle, list[tuple[Handle, Concept]]] = defaultdict(list)
        for (handle, _), letter in by_concept.items():
            if letter.concept is not None:
                self.new[letter.handle].append((handle, letter.concept))
        self.taken = {bare(each) for each in _names_written(formulas)}
        self.taken |= {bare(notation.letter(each)) for each in all_concepts()}
        self.kinds = _kinds(model)
        self.found: dict[Handle, Letter] = {}

    def instead_of(self, handle: Handle) -> Letter | None:
        """The letter for a symbol whose name is taken; None where it keeps its name."""
        meant = [(other, concept) for other, concept in self.new.get(handle, ()) if other != handle]
        if not meant or self.is_label(handle):
            return None
        if handle not in self.found:
            kind = self.kinds.get(handle.name, "scalar")
            if kind == "index" and all(concept.kind == "index" for _, concept in meant):
                if not _together(handle, [other for other, _ in meant], self.formulas):
                    return None
            text = self.notation.in_font(free_letter(kind, self.taken), kind)
            self.taken.add(bare(text))
            self.found[handle] = Letter(text, term_of(text, Vocabulary()))
        return self.found[handle]

    def is_label(self, handle: Handle) -> bool:
        """Whether a name only ever hangs on others, and counts nothing: the q of W^{(q)}."""
        occurrences = self.model.uses.of(handle.name).occurrences
        hangs = bool(occurrences) and all(each.part == "index" for each in occurrences)
        return hangs and handle.name not in self.model.index_names | COUNTING


def _kept_names(formulas: Iterable[FormulaFound]) -> Iterator[Handle]:
    """The names of the note that are tied to nothing, at some place."""
    for formula in formulas:
        for written in formula.others:
            yield handle_written(written.term)
            yield Handle(name_of(written.term) or "")
        for found in formula.symbols:
            if found.sense is None:
                yield found.handle


def _together(handle: Handle, others: Collection[Handle], formulas: Iterable[FormulaFound]) -> bool:
    """Whether a name stands in one formula with one of the others."""
    for formula in formulas:
        names = {handle_written(written.term) for written in formula.others}
        names |= {found.handle for found in formula.symbols}
        if handle in names and any(found.handle in others for found in formula.symbols):
            return True
    return False


def _names_written(formulas: Iterable[FormulaFound]) -> Iterator[str]:
    for formula in formulas:
        text = formula.read.latex.text
        for written in (*formula.others, *(found.written for found in formula.symbols)):
            yield written.base.slice(text)
            yield show_styled(written.term)
            yield written.span.slice(text)


def _kinds(model: SemanticModel) -> dict[str, Kind]:
    """What kind of thing each name of the note is."""
    found: dict[str, Kind] = dict.fromkeys(model.size_names, "size")
    for entry in notation_of(model):
        for meaning in entry.meanings:
            if meaning.kind in ("matrix", "tensor"):
                found.setdefault(entry.name, "matrix")
            elif meaning.kind == "vector":
                found.setdefault(entry.name, "vector")
            elif meaning.kind == "dimension":
                found.setdefault(entry.name, "size")
    return {**found, **dict.fromkeys(model.index_names, "index")}


def places_of(letter: Letter, formulas: Iterable[FormulaFound], letters: Letters) -> list[Span]:
    """Where a symbol gets a letter."""
    return [
        formula.read.latex.origin_span(each.written.span)
        for formula in formulas
        for each in formula.symbols
        if letters.of(each) is letter
    ]
