"""What a note is like beside other notes: its notation, its conventions, its named equations and values.

A ``Profile`` is all that the rules for books and the notation map look at: it is small, and goes from
one process to another, which the model of a note does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.semantics.model import SemanticModel
from symformer.semantics.notation.profile import Entry, notation_of
from symformer.semantics.notation.roles import layouts, projections
from symformer.semantics.prose.concepts import concept_of, longest_phrase, named, normal_words
from symformer.semantics.symbols import name_of
from symformer.terms.parts import letter_names
from symformer.terms.show import GREEK, show, show_styled
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Relation,
    Space,
    Symbol,
    Term,
    Unknown,
    walk,
)
from symformer.text.mapped import MappedText
from symformer.text.source import Source
from symformer.text.span import Span

NEAR = 0.005  # two decimals


@dataclass(frozen=True, slots=True)
class Stated:
    """Something that a note says, in words, and where."""

    said: str
    span: Span


@dataclass(frozen=True, slots=True)
class NamedEquation:
    """A definition of something that has the same name in every note: PE(pos, 2i) = …"""

    name: str
    shown: str
    right: Term
    span: Span
    latex: MappedText

    def place(self, part: Term) -> Span:
        """Where a part of the right side stands in the source text."""
        return self.latex.origin_span(part.origin)


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A number that a note gives to something which it calls by name, in words."""

    name: str
    value: Fraction
    printed: str
    span: Span


@dataclass(frozen=True, slots=True)
class Profile:
    """One note of a book."""

    path: str
    source: Source
    entries: tuple[Entry, ...]
    inputs: tuple[Stated, ...] = ()  # what queries are made from
    layouts: tuple[Stated, ...] = ()  # "rows", "columns": as declared, else each that products show
    bases: tuple[Stated, ...] = ()  # "0" or "1": from where positions are counted
    equations: tuple[NamedEquation, ...] = ()
    values: tuple[NamedValue, ...] = ()


def profile_of(path: str, model: SemanticModel) -> Profile:
    """The profile of a note."""
    return Profile(
        path,
        model.document.source,
        notation_of(model),
        tuple(_inputs(model)),
        tuple(_layouts(model)),
        tuple(_bases(model)),
        tuple(_equations(model)),
        tuple(_values(model)),
    )


def _inputs(model: SemanticModel) -> Iterator[Stated]:
    seen: set[str] = set()
    for each in projections([shaped.statement for shaped in model.shapes]):
        shown = show_styled(each.source)
        if shown not in seen:
            seen.add(shown)
            yield Stated(shown, each.span)


def _layouts(model: SemanticModel) -> Iterator[Stated]:
    """How vectors lie: as the author declared, as products show, or as a sentence says."""
    said = [each for each in model.conventions if each.name == "vectors"]
    declared = [each for each in said if each.by != "prose"]
    found: dict[str, Span] = {each.value: each.span for each in declared}
    if not declared:
        for layout, span in layouts(model.shapes):
            found.setdefault(layout, span)
    if not found:  # a sentence may speak of how others write
        found = {each.value: each.span for each in said}
    for layout_name, span in found.items():
        yield Stated(layout_name, span)


def _bases(model: SemanticModel) -> Iterator[Stated]:
    """From where positions are counted: the first value of an index over them."""
    concepts = {name_of(each.symbol): each.concept for each in model.table.declarations if each.concept == "position"}
    for each in model.table.declarations:
        if each.role != "index" or each.ranges is None or name_of(each.symbol) not in concepts:
            continue
        first = each.ranges[0]
        if isinstance(first, Number) and first.value in (0, 1):
            yield Stated(str(first.value), each.span)
    yield from _bases_of_encodings(model)


def _bases_of_encodings(model: SemanticModel) -> Iterator[Stated]:
    """What position the first row of a positional encoding that is written out is for.

    By the indices of its entries, p_{1,1}; else by its numbers: sin 0 and cos 0, or sin 1 and cos 1.
    """
    named_so = {name_of(each.symbol) for each in model.table.declarations if each.concept == "positional encoding"}
    for statement in model.statements:
        term = statement.term
        if statement.stance != "asserted" or not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL:
            continue
        left, right = term.sides[:2]
        if not isinstance(right, Matrix) or len(right.rows) < 2 or len(right.rows[0]) < 2:
            continue
        if isinstance(left, Symbol) and (left.name == "PE" or name_of(left) in named_so):
            base = _base_of_row(right.rows[0])
            if base is not None:
                yield Stated(base, statement.span)


def _base_of_row(row: Sequence[Term]) -> str | None:
    """The position that a row is for, where it tells."""
    match row[0], row[1]:
        case Index(indices=(Number(value), Number())), Index() if value in (0, 1):
            return str(value)
        case Number(sine), Number(cosine):
            near = (at for at in (0, 1) if abs(sine - math.sin(at)) < NEAR and abs(cosine - math.cos(at)) < NEAR)
            return next(map(str, near), None)
    return None


def _equations(model: SemanticModel) -> Iterator[NamedEquation]:
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        left = term.sides[0]
        if term.relations[0] not in EXACTLY_EQUAL or isinstance(term.sides[1], Number | Matrix | Space):
            continue
        name = _name_of_definition(left)
        if name is not None and not any(isinstance(part, Unknown) for part in walk(term)):
            yield NamedEquation(name, show_styled(left), term.sides[1], statement.span, statement.latex)


def _name_of_definition(left: Term) -> str | None:
    """``PE(pos, 2i)``, ``PE_{i,2j}``, ``Attention(Q, K, V)``: the function, and what is fixed in its arguments."""
    match left:
        case Apply(function=name, arguments=arguments) if _is_word(name):
            slots = arguments
        case Index(base=Symbol(name), indices=slots, upper=()) if _is_word(name):
            pass
        case _:
            return None
    return f"{name}({', '.join(_form(slot) for slot in slots)})"


def _is_word(name: str) -> bool:
    """Whether a name is the same in every note: PE, softmax; not f, nor θ."""
    return len(name) > 1 and name.isalpha() and name not in GREEK


def _form(slot: Term) -> str:
    """An argument, letters left open: ``·``, ``2·``, ``2· + 1``."""
    letters = letter_names(slot)
    text = show(slot)
    for letter in sorted(letters, key=len, reverse=True):
        text = text.replace(letter, "·")
    return text.replace("··", "·")


LEAST_DIGITS = 3  # of a number that is a result and no example


def _values(model: SemanticModel) -> Iterator[NamedValue]:
    for statement in model.statements:
        term = statement.term
        if statement.carrier == "output" or statement.stance != "asserted" or statement.hedged:
            continue
        if not isinstance(term, Relation) or not isinstance(term.sides[0], Symbol):
            continue
        words, value = term.sides[0].name.split(), term.sides[-1]
        if len(words) < 2 or term.relations[-1] not in EXACTLY_EQUAL or not isinstance(value, Number):
            continue
        printed = value.printed.text if value.printed is not None else str(value.value)
        if sum(character.isdigit() for character in printed) >= LEAST_DIGITS:
            yield NamedValue(" ".join(normal_words(words)), value.value, printed, statement.place(value.origin))


def general_concept(concept: str) -> str:
    """The term of the field that a note's own words begin with, or the words themselves.

    >>> general_concept("dimension of key after applying key weight matrix"), general_concept("bowl of tea")
    ('key dimension', 'bowl of tea')
    """
    if named(concept) is not None:
        return concept
    words = concept.split()
    for length in range(min(len(words) - 1, longest_phrase()), 1, -1):
        known = concept_of(words[:length])
        if known is not None and words[length] in ("after", "before", "for", "per"):
            return known.name
    return concept


def concepts_in(
    profiles: Sequence[Profile], *, in_letters: bool = False
) -> dict[str, list[tuple[Profile, Entry, Span]]]:
    """Who means what: by concept, each symbol that stands for it, note by note.

    ``in_letters``: only what a note itself says, and of letters ("8 heads" names none).
    """
    found: dict[str, list[tuple[Profile, Entry, Span]]] = {}
    for profile in profiles:
        for entry in profile.entries:
            if entry.is_function or (in_letters and named(entry.name) is not None):
                continue
            for meaning in entry.meanings:
                if meaning.concept is not None and (meaning.told or not in_letters):
                    found.setdefault(general_concept(meaning.concept), []).append((profile, entry, meaning.span))
    return found
