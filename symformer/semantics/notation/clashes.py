"""What is at odds in the notation of a note: one symbol for two things, two symbols for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from symformer.algebra.concepts import concepts_differ
from symformer.semantics.notation.profile import NUMBERS, Entry, Meaning
from symformer.semantics.prose.concepts import named
from symformer.text.span import Span

ClashKind = Literal["two meanings", "two shapes", "two symbols", "not told", "used before told"]
STANDARD = frozenset({"e", "pi", "i", "infty", "∞", "I", "partial", "nabla", "top"})


@dataclass(frozen=True, slots=True)
class Clash:
    """Something at odds, in a few words; ``places`` are where it shows."""

    kind: ClashKind
    message: str
    places: tuple[Span, ...] = ()


def clashes_of(entry: Entry, letters: dict[str, list[Entry]]) -> Iterator[Clash]:
    """What is at odds about one symbol; ``letters`` are the symbols of the note by concept."""
    named_ones = [each for each in entry.meanings if each.concept is not None]
    concepts = list(dict.fromkeys(each.concept for each in named_ones if each.concept is not None))
    if len(concepts) > 1:
        places = tuple(next(each.span for each in named_ones if each.concept == concept) for concept in concepts)
        yield Clash("two meanings", f"{_count(len(concepts))} meanings: {', '.join(concepts)}", places)
    elif len({_kind(each) for each in entry.meanings if _kind(each)}) > 1:
        kinds = list(dict.fromkeys(_kind(each) for each in entry.meanings if _kind(each)))
        yield Clash("two meanings", f"{_count(len(kinds))} kinds of thing: {', '.join(kinds)}", _spans(entry.meanings))
    shapes = [each for each in entry.meanings if each.shape is not None and each.shape.rank > 0]
    distinct = list(dict.fromkeys(str(each.shape) for each in shapes))
    if len(distinct) > 1:
        yield Clash("two shapes", f"{_count(len(distinct))} shapes: {', '.join(distinct)}", _spans(shapes))
    others = [each for concept in concepts for each in letters.get(concept, ()) if each.name != entry.name]
    if others:
        shown = list(dict.fromkeys(each.shown for each in others))
        yield Clash(
            "two symbols",
            f"{', '.join(shown)} {_verb(shown)} the same",
            tuple(each.meanings[0].span for each in others),
        )
    if not (entry.told or entry.in_words or entry.is_function or _is_standard(entry)):
        yield Clash("not told", "nothing says what it is", entry.used[:1])
    elif entry.told and entry.used and entry.used[0].start < entry.told[0].start - LEAD:
        yield Clash("used before told", "used before it is told", entry.used[:1])


LEAD = 400  # characters: "where …" and the list below a formula come after it
SAME = frozenset({
    "sequence length", "embedding dimension", "number of heads", "vocabulary size", "batch size", "number of layers",
    "key dimension", "value dimension", "query dimension", "head dimension", "feed-forward dimension",
    "number of experts", "number of classes", "head index", "layer index", "learning rate",
})  # fmt: skip


def letters_by_concept(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The symbols that stand for one concept of the field, where there can be only one of it in a note."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        for concept in entry.concepts:
            if concept in SAME and all(each.name != entry.name for each in found.get(concept, ())):
                found.setdefault(concept, []).append(entry)
    return found


def differ(one: str, other: str) -> bool:
    """Whether two concepts are two things: of different kinds, or sizes that are never one."""
    known = named(one), named(other)
    if known[0] is None or known[1] is None or one == other:
        return False
    kinds = {each.role for each in known if each is not None} - {"unknown"}
    return len(kinds) > 1 or concepts_differ(one, other)


def _kind(meaning: Meaning) -> str:
    return "" if meaning.kind == "unknown" else "number" if meaning.kind in NUMBERS else meaning.kind


def _spans(meanings: Sequence[Meaning]) -> tuple[Span, ...]:
    return tuple(each.span for each in meanings)


def _count(number: int) -> str:
    return {2: "two", 3: "three", 4: "four"}.get(number, str(number))


def _verb(shown: Sequence[str]) -> str:
    return "means" if len(shown) == 1 else "mean"


def _is_standard(entry: Entry) -> bool:
    return entry.name in STANDARD or bool(entry.meanings)
