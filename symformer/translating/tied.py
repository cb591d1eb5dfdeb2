"""Which symbol of a note stands for which concept: by the note's own words, by the form of its equations.

A symbol is named here by its *handle*: the name and those scripts that belong to it (the 1 of W₁, the q of
``W_i^{(q)}``), without the indices that run.  A handle has a *sense* for each concept that it stands for.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from symformer.catalogue.reading import Letter, read, term_of
from symformer.notations import Notation
from symformer.notations.concept import Concept, all_concepts, concepts_by_id
from symformer.reasoning.recognise import Recognition, recognised
from symformer.semantics.model import SemanticModel
from symformer.semantics.notation.profile import Meaning, notation_of
from symformer.semantics.symbols import name_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Relation, Symbol, Term, Transpose
from symformer.text.span import Span

Kind = Literal["number", "index", "array"]

# what words and the form of equations call it, and the concept that notations have a letter for
SIZES = {
    "sequence length": "sequence-length", "number of queries": "sequence-length", "target sequence length": "sequence-length",
    "number of keys": "memory-length", "source sequence length": "memory-length", "embedding dimension": "model-width",
    "number of heads": "heads", "number of key-value heads": "key-value-heads", "key dimension": "key-width",
    "head dimension": "key-width", "query dimension": "query-width", "value dimension": "value-width",
    "feed-forward dimension": "hidden-width", "vocabulary size": "vocabulary-size", "number of layers": "layers",
    "batch size": "batch-size",
}  # fmt: skip
INDICES = {
    "head index": "head-index", "position": "position", "dimension index": "feature-index", "pair index": "pair-index",
    "layer index": "layer-index",
}  # fmt: skip
ARRAYS = {
    "embedding matrix": "embedding", "positional encoding": "positions", "input": "input", "attention input": "input",
    "query weight": "query-weights", "key weight": "key-weights", "value weight": "value-weights",
    "output weight": "output-weights", "attention weights": "weights", "attention scores": "scores", "mask": "mask",
}  # fmt: skip
BY_RANK = {  # one word for the row and for the matrix of them
    "query": {1: "query", 2: "queries"}, "key": {1: "key", 2: "keys"}, "value": {1: "value", 2: "values"},
}  # fmt: skip
WEIGHTED = ("-weights", "-bias")  # named by the first letter of what they make: W^{(q)}
NUMBERED = frozenset({
    "first-weights", "first-bias", "second-weights", "second-bias", "gate-weights",
})  # fmt: skip
# what goes in has a name of its own in each equation, and may be anything there
GOES_IN = frozenset({
    "input", "target-input", "output", "memory", "masked-output", "cross-output", "decoder-output", "vector",
})  # fmt: skip
COUNTED = frozenset({"query-weights", "key-weights", "value-weights", "head-output"})  # one for each head
TOLD, BY_FORM, RECOGNISED = 4, 2, 3
LETTER = re.compile(r"[A-Za-z](?:_[A-Za-z])?")
MOST_RECOGNISED = 400  # equations that are matched with the catalogue


@dataclass(frozen=True, slots=True)
class Handle:
    """A symbol without its running indices; ``lower`` and ``upper`` are the scripts that belong to it."""

    name: str
    lower: tuple[str, ...] = ()
    upper: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sense:
    """A concept that a handle stands for, and the places where that is told, in order.

    Of several handles for one concept one is ``chosen`` to have its letter.
    """

    concept: Concept
    places: tuple[Span, ...]
    weight: int = 0
    chosen: bool = True

    @property
    def kind(self) -> Kind:
        """Whether it is a number, an index or an array."""
        kind = self.concept.kind
        return "index" if kind == "index" else "number" if kind in ("size", "scalar") else "array"


@dataclass(frozen=True, slots=True)
class Tied:
    """The senses of every handle of a note, and the handle that is chosen for each concept."""

    senses: Mapping[Handle, tuple[Sense, ...]]
    chosen: Mapping[str, Handle]

    def handle_of(self, term: Symbol | Index) -> Handle | None:
        """The handle that a symbol is written with: of several the one with the most scripts of its own."""
        name = name_of(term)
        best: Handle | None = None
        for handle in self.by_name.get(name or "", ()):
            if not _is_on(handle, term):
                continue
            if best is None or len(handle.lower) + len(handle.upper) > len(best.lower) + len(best.upper):
                best = handle
        return best

    @property
    def by_name(self) -> dict[str, list[Handle]]:
        """The handles of each name."""
        found: dict[str, list[Handle]] = defaultdict(list)
        for handle in self.senses:
            found[handle.name].append(handle)
        return found


def scripts_shown(term: Symbol | Index) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The indices of a symbol below and above, as text."""
    if isinstance(term, Symbol):
        return (), ()
    return tuple(map(show, term.indices)), tuple(map(show, term.upper))


def _within(few: Sequence[str], many: Sequence[str]) -> bool:
    return not Counter(few) - Counter(many)


@dataclass(frozen=True, slots=True)
class _Vote:
    handle: Handle
    concept: str
    weight: int
    place: Span


def tied(model: SemanticModel, source: Notation | None = None) -> Tied:
    """The concepts of a note's symbols; ``source`` is the notation it is written in, where that is known."""
    votes = [*_told(model), *_recognised(model)]
    votes += [*_sizes(model, votes), *_heads_counted(model, votes)]
    if source is not None:
        votes += _by_notation(model, source, {vote.handle for vote in votes if vote.weight >= TOLD})
    return _settled(votes, model)


def _by_notation(model: SemanticModel, source: Notation, told: set[Handle]) -> Iterator[_Vote]:
    """The letters of a notation, where the note does not say itself what they are."""
    letters: dict[str, list[tuple[Handle, str]]] = defaultdict(list)
    shared = {concept for group in source.shared for concept in group}
    for concept in all_concepts():
        term = _named(term_of(source.letter(concept), model.vocabulary))
        if term is not None and concept.id not in shared:
            for form in forms(Handle(name_of(term) or "", *scripts_shown(term))):
                letters[form.name].append((form, concept.id))
    for name, found in letters.items():
        if name.startswith("|"):  # no symbol of the note's own, but the size of one
            yield from (_Vote(form, concept, TOLD, Span(0, 0)) for form, concept in found)
        for occurrence in model.uses.of(name).occurrences:
            term = _named(occurrence.term)
            fitting = [each for each in found if term is not None and _is_on(each[0], term)]
            if fitting:
                form, concept_id = max(fitting, key=lambda each: len(each[0].lower) + len(each[0].upper))
                if form not in told:
                    yield _Vote(form, concept_id, TOLD, occurrence.span)


def forms(handle: Handle) -> Iterator[Handle]:
    """A handle as it may be read: what stands below it may be a label or an index, by what else the note holds."""
    yield handle
    if handle.lower and not handle.upper:
        yield Handle(f"{handle.name}_{','.join(handle.lower)}")
    elif not handle.lower and not handle.upper:
        name, mark, label = handle.name.rpartition("_")
        if mark and len(label) == 1 and "^" not in name:
            yield Handle(name, (label,))


def _is_on(handle: Handle, term: Symbol | Index) -> bool:
    """Whether a symbol has the scripts of a handle."""
    lower, upper = scripts_shown(term)
    return _within(handle.lower, lower) and _within(handle.upper, upper)


# -- by words and form ---------------------------------------------------------------------------------


def _told(model: SemanticModel) -> Iterator[_Vote]:
    """What the note's table of symbols says."""
    entries = notation_of(model)
    inputs = [entry.name for entry in entries if "attention input" in entry.concepts]
    for entry in entries:
        term = _named(entry.term)
        if term is None or entry.is_function and not isinstance(entry.term, Symbol):
            continue
        for meaning in entry.meanings:
            concept = _concept_of(meaning)
            if concept is None or meaning.concept == "attention input" and (len(set(inputs)) > 1 or not meaning.told):
                continue
            if concept == "input" and not entry.name.replace("bold(", "").rstrip(")").isalpha():
                continue  # X' and X_input are one of several inputs
            places = [span for span in entry.told if span == meaning.span] or [meaning.span]
            weight = TOLD if meaning.told else BY_FORM
            for place in places:
                yield _Vote(_handle(term, concept), concept, weight, place)


def _concept_of(meaning: Meaning) -> str | None:
    words = meaning.concept
    if words is None:
        return None
    rank = meaning.shape.rank if meaning.shape is not None else None
    if words in SIZES:
        return SIZES[words] if rank in (None, 0) and meaning.kind in ("dimension", "scalar", "unknown") else None
    if words in INDICES:
        return INDICES[words] if meaning.kind in ("index", "unknown") else None
    if words in ARRAYS:
        return ARRAYS[words] if rank is None or rank >= 1 else None
    if words in BY_RANK:
        return BY_RANK[words].get(2 if rank is None else rank)
    if words == "feed-forward weight" and meaning.shape is not None and rank == 2:
        return None  # first or second: recognition tells
    return None


# -- by recognition ------------------------------------------------------------------------------------


def _recognised(model: SemanticModel) -> Iterator[_Vote]:
    """What the letters of the standard equations are called in the note's own."""
    left = MOST_RECOGNISED
    for statement in model.statements:
        if statement.carrier != "formula" or not isinstance(statement.term, Relation) or not left:
            continue
        left -= 1
        found = recognised(statement.term)
        votes = [list(_of_equation(each, statement.term, statement.span, model)) for each in found]
        for vote in votes[0] if votes else ():
            # where the form is that of several equations, what all of them say
            others = [{(each.handle, each.concept) for each in list_} for list_ in votes[1:]]
            if all((vote.handle, vote.concept) in other for other in others):
                yield vote


def _of_equation(found: Recognition, term: Relation, place: Span, model: SemanticModel) -> Iterator[_Vote]:
    letters = {letter.term: letter for letter in read(found.equation).letters}
    pairs: list[tuple[Term, Term]] = list(found.names.items())
    standard, own = found.statement.sides[0], term.sides[0]
    pairs.append((standard.base if isinstance(standard, Index) and standard not in letters else standard, own))
    for plain, name in pairs:
        letter = letters.get(plain)
        named = _named(name)
        if letter is None or letter.concept is None or named is None or letter.concept.id in GOES_IN:
            continue
        yield _Vote(_handle(named, letter.concept.id), letter.concept.id, _weight(letter), place)


def _weight(letter: Letter) -> int:
    """An index may have any letter where it is bound: its form says less."""
    return 1 if letter.kind == "index" else RECOGNISED


def _named(term: Term) -> Symbol | Index | None:
    if isinstance(term, Transpose):
        term = term.operand
    if isinstance(term, Apply) and term.function == "absolute" and isinstance(term.arguments[0], Symbol):
        return Symbol(f"|{term.arguments[0].name}|", term.origin)
    return term if isinstance(term, Symbol) or isinstance(term, Index) and isinstance(term.base, Symbol) else None


def _handle(term: Symbol | Index, concept: str) -> Handle:
    """A symbol without its running indices; a number among them belongs to it where the concept has one."""
    if isinstance(term, Symbol):
        return Handle(term.name)
    kept = [tuple(show(each) for each in slots if _belongs(each, concept)) for slots in (term.indices, term.upper)]
    return Handle(name_of(term) or "", kept[0], kept[1])


def _belongs(slot: Term, concept: str) -> bool:
    match slot:
        case Number():
            return concept in NUMBERED
        case Symbol(name) if concept.endswith(WEIGHTED) and name.casefold() == concept[0]:
            return True
    return False


# -- by what is known already --------------------------------------------------------------------------


def _sizes(model: SemanticModel, votes: Sequence[_Vote]) -> Iterator[_Vote]:
    """The letter of a size of which nothing is told, by an array that has it beside one that is told."""
    told = {vote.handle.name: vote.concept for vote in votes if vote.weight >= RECOGNISED}
    known = {vote.handle for vote in votes}
    by_handle = {vote.handle: concepts_by_id()[vote.concept] for vote in votes if vote.weight >= RECOGNISED}
    for entry in notation_of(model):
        term = _named(entry.term)
        concepts = [by_handle[each] for each in _handles_of(term) if each in by_handle] if term else []
        for shape in entry.shapes if concepts else ():
            for name, concept in _other_size([size.letter for size in shape.sizes], concepts[0], told):
                if Handle(name) not in known:
                    yield _Vote(Handle(name), concept, BY_FORM, entry.meanings[0].span)


def _other_size(letters: Sequence[str | None], concept: Concept, told: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The size of a matrix, or of its transpose, beside one that is what it has to be."""
    plain = {each.letter: each.id for each in all_concepts() if each.kind == "size"}
    sizes = [plain.get(size, "") for size in concept.sizes]
    if len(letters) != 2 or len(sizes) != 2 or not all(sizes) or sizes[0] == sizes[1]:
        return
    for laid in (sizes, sizes[::-1]):
        for at in (0, 1):
            here, other = letters[at], letters[1 - at]
            if other is not None and here is not None and told.get(other) == laid[1 - at]:
                yield here, laid[at]


def _handles_of(term: Symbol | Index) -> Iterator[Handle]:
    yield _handle(term, "first-weights")
    yield _handle(term, "query-weights")
    yield _handle(term, "")


def _heads_counted(model: SemanticModel, votes: Sequence[_Vote]) -> Iterator[_Vote]:
    """An index of a weight of which there is one for each head counts heads."""
    weights = {vote.handle for vote in votes if vote.concept in COUNTED and vote.weight >= RECOGNISED}
    for symbol in model.uses:
        for occurrence in symbol.occurrences:
            term = _named(occurrence.term)
            if not isinstance(term, Index) or weights.isdisjoint(_handles_of(term)):
                continue
            running = [each for each in term.slots if not _belongs(each, "query-weights")]
            if len(running) == 1 and isinstance(running[0], Symbol) and running[0].name in model.index_names:
                yield _Vote(Handle(running[0].name), "head-index", TOLD, occurrence.span)


# -- put in order --------------------------------------------------------------------------------------


def _settled(votes: Iterable[_Vote], model: SemanticModel) -> Tied:
    weights: dict[tuple[Handle, str], int] = defaultdict(int)
    places: dict[tuple[Handle, str], list[Span]] = defaultdict(list)
    for vote in votes:
        weights[vote.handle, vote.concept] = max(weights[vote.handle, vote.concept], vote.weight)
        places[vote.handle, vote.concept].append(vote.place)
    senses: dict[Handle, list[Sense]] = defaultdict(list)
    for (handle, concept), weight in weights.items():
        ordered = tuple(sorted(dict.fromkeys(places[handle, concept])))
        senses[handle].append(Sense(concepts_by_id()[concept], ordered, weight))
    written = {
        model.statements[each.at].carrier == "formula" and symbol.name
        for symbol in model.uses
        for each in symbol.occurrences
    }
    kept = {
        handle: _believed(found) for handle, found in senses.items() if handle.name in written or _is_letter(handle)
    }
    return _once_each(kept, model)


def _is_letter(handle: Handle) -> bool:
    """Whether a name is a letter also where no formula has it; other names in words may be those of a program."""
    return handle.name.startswith("|") or LETTER.fullmatch(handle.name) is not None


def _believed(found: Sequence[Sense]) -> list[Sense]:
    """What words tell rather than what a form suggests: of several concepts of one kind those with most weight."""
    best: dict[Kind, int] = {}
    for sense in found:
        best[sense.kind] = max(best.get(sense.kind, 0), sense.weight)
    strong = [sense for sense in found if sense.weight == best[sense.kind]]
    told = [sense for sense in strong if sense.weight >= TOLD]
    for kind in best:
        alike = [sense for sense in strong if sense.kind == kind and sense.weight < TOLD]
        if alike and not (kind == "array" and any(sense.kind == kind for sense in told)):
            told.append(max(alike, key=lambda sense: len(sense.places)))
    return told


def _once_each(senses: Mapping[Handle, Sequence[Sense]], model: SemanticModel) -> Tied:
    """One handle for each concept: that of which the note says it most clearly, and which it uses most."""
    claims: dict[str, list[tuple[tuple[int, ...], Handle]]] = defaultdict(list)
    for at, (handle, found) in enumerate(senses.items()):
        used = len(model.uses.of(handle.name).occurrences)
        for sense in found:
            rank = (sense.weight, " " not in handle.name, len(sense.places), used, -at)
            claims[sense.concept.id].append((rank, handle))
    chosen = {concept: max(rows, key=lambda row: row[0])[1] for concept, rows in claims.items()}
    kept = {
        handle: tuple(replace(sense, chosen=chosen[sense.concept.id] == handle) for sense in found)
        for handle, found in senses.items()
        if found
    }
    return Tied(kept, chosen)
