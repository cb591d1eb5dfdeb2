"""What a note is like beside other notes: its notation, its conventions, its named equations and values.

A ``Profile`` is all that the rules for books and the notation map look at: it is small, and goes from
one process to another, which the model of a note does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.semantics.concepts import concept_of, longest_phrase, named
from symformer.semantics.convention import Convention
from symformer.semantics.model import SemanticModel
from symformer.semantics.notation import Entry, notation_of
from symformer.semantics.roles import Layout, layouts, projections
from symformer.terms.show import show_styled
from symformer.text.source import Source
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class Stated:
    """Something that a note says, in words, and where."""

    said: str
    span: Span


@dataclass(frozen=True, slots=True)
class Profile:
    """One note of a book."""

    path: str
    source: Source
    entries: tuple[Entry, ...]
    inputs: tuple[Stated, ...] = ()  # what queries are made from
    layouts: tuple[Stated, ...] = ()  # "rows", "columns": as declared, else each that products show
    conventions: tuple[Convention, ...] = ()


def profile_of(path: str, model: SemanticModel) -> Profile:
    """The profile of a note."""
    return Profile(
        path,
        model.document.source,
        notation_of(model),
        tuple(_inputs(model)),
        tuple(_layouts(model)),
        model.conventions,
    )


def _inputs(model: SemanticModel) -> Iterator[Stated]:
    seen: set[str] = set()
    for each in projections([shaped.statement for shaped in model.shapes]):
        shown = show_styled(each.source)
        if shown not in seen:
            seen.add(shown)
            yield Stated(shown, each.span)


def _layouts(model: SemanticModel) -> Iterator[Stated]:
    declared = [each for each in model.conventions if each.name == "vectors"]
    if declared:
        for convention in declared:
            yield Stated(convention.value, convention.span)
        return
    found: dict[Layout, list[Span]] = {}
    for layout, span in layouts(model.shapes):
        found.setdefault(layout, []).append(span)
    for layout, spans in found.items():
        yield Stated(layout, spans[0])


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


def concepts_in(profiles: Sequence[Profile]) -> dict[str, list[tuple[Profile, Entry, Span]]]:
    """Who means what: by concept, each symbol that stands for it, note by note."""
    found: dict[str, list[tuple[Profile, Entry, Span]]] = {}
    for profile in profiles:
        for entry in profile.entries:
            if entry.is_function:
                continue
            for meaning in entry.meanings:
                if meaning.concept is not None:
                    found.setdefault(general_concept(meaning.concept), []).append((profile, entry, meaning.span))
    return found
