"""What disagrees between the notes of a book, worded for their authors.

A note is compared with what most notes do, and of several as frequent ways with the first, by path: so
nothing depends on the order in which notes are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from symformer.findings.finding import Elsewhere, Problem, Related
from symformer.semantics.notation.book import Profile, Stated, concepts_in
from symformer.semantics.notation.clashes import SAME, differ
from symformer.semantics.notation.profile import Entry
from symformer.semantics.notation.renaming import is_telling, only_difference
from symformer.terms.show import show
from symformer.text.span import Span

Found = tuple[str, Problem]
Chosen = TypeVar("Chosen")
LONGEST = 40
STANDARD = frozenset({"query", "key", "value"})  # Q, K and V are so everywhere, whatever else V is


def in_order(profiles: Sequence[Profile]) -> list[Profile]:
    """The notes by path."""
    return sorted(profiles, key=lambda each: each.path)


def elsewhere(profile: Profile, span: Span, message: str) -> Related:
    """A place in another note."""
    source = profile.source
    line = source.line_at(span.start)
    place = source.place(span.start)
    return Related(span, message, Elsewhere(profile.path, place, line.slice(source.text), span.start - line.start))


def usual(choices: Iterable[tuple[str, Chosen]]) -> Chosen | None:
    """Of (what is chosen, by whom) the first who chose as most did; of choices as frequent, the first one."""
    listed = list(choices)
    counts = Counter(what for what, _ in listed)
    return max(listed, key=lambda each: counts[each[0]])[1] if listed else None


def other_letters(profiles: Sequence[Profile]) -> Iterator[Found]:
    """Notes that write the same things with other letters than most: one finding for each note."""
    told = {profile.path: _letters(profile) for profile in profiles}
    reference: dict[str, tuple[Profile, Entry, Span]] = {}
    for concept in sorted({concept for letters in told.values() for concept in letters}):
        choices = [
            (entry.name, (profile, entry, span))
            for profile in in_order(profiles)
            for entry, span in told[profile.path].get(concept, ())
        ]
        if (found := usual(choices)) is not None:
            reference[concept] = found
    for profile in in_order(profiles):
        differing = [
            (concept, *letters[0], reference[concept])
            for concept, letters in told[profile.path].items()
            if all(entry.name != reference[concept][1].name for entry, _ in letters)
        ]
        if differing:
            yield profile.path, _other_letters(sorted(differing, key=lambda each: each[2]))


def _letters(profile: Profile) -> dict[str, list[tuple[Entry, Span]]]:
    """The letters of a note for what a note has but one of."""
    found: dict[str, list[tuple[Entry, Span]]] = {}
    for concept, rows in concepts_in([profile], in_letters=True).items():
        for _, entry, span in rows:
            if concept in SAME and all(entry.name != each.name for each, _ in found.get(concept, ())):
                found.setdefault(concept, []).append((entry, span))
    return found


def _other_letters(differing: Sequence[tuple[str, Entry, Span, tuple[Profile, Entry, Span]]]) -> Problem:
    told = [f"{concept} is {entry.shown} here, {there.shown} there" for concept, entry, _, (_, there, _) in differing]
    related = tuple(
        elsewhere(note, span, f"{concept} is {there.shown}") for concept, _, _, (note, there, span) in differing
    )
    evidence: dict[str, object] = {
        "kind": "symbol",
        "concepts": {concept: [there.shown, entry.shown] for concept, entry, _, (_, there, _) in differing},
    }
    return Problem(
        differing[0][2],
        f"written otherwise than in another note: {'; '.join(told)}",
        related=related,
        evidence=evidence,
    )


def other_meanings(profiles: Sequence[Profile]) -> Iterator[Found]:
    """A letter that stands for one thing here and for another in most notes."""
    told: dict[str, list[tuple[str, tuple[Profile, Entry, Span]]]] = {}
    for profile in in_order(profiles):
        meanings: dict[str, dict[str, tuple[Profile, Entry, Span]]] = {}
        for concept, rows in concepts_in([profile], in_letters=True).items():
            if concept in STANDARD:
                continue
            for row in rows:
                meanings.setdefault(row[1].name, {}).setdefault(concept, row)
        for name, own in meanings.items():
            if len(own) == 1:  # several: at odds in itself, which is for the note alone
                told.setdefault(name, []).extend(own.items())
    for rows_of_name in told.values():
        reference = usual((concept, (concept, row)) for concept, row in rows_of_name)
        if reference is None:
            continue
        usually, (there, _, place) = reference
        for concept, (profile, entry, span) in rows_of_name:
            if differ(usually, concept):
                message = f"{entry.shown} is the {concept} here, the {usually} in another note"
                evidence: dict[str, object] = {"kind": "symbol", "symbol": entry.shown, "meanings": [usually, concept]}
                related = (elsewhere(there, place, f"{entry.shown} is the {usually}"),)
                yield profile.path, Problem(span, message, related=related, evidence=evidence)


CONVENTIONS = {
    "vectors": ("vectors are {} here, {} in another note", "vectors are {}"),
    "positions": ("positions count from {} here, from {} in another note", "from {}"),
}


def other_convention(profiles: Sequence[Profile], kind: str) -> Iterator[Found]:
    """Notes that lay out vectors, or count positions, in another way than most; one that does both is no measure."""
    told: list[tuple[Profile, Stated]] = []
    for profile in in_order(profiles):
        stated = profile.layouts if kind == "vectors" else profile.bases
        if len({each.said for each in stated}) == 1:
            told.append((profile, stated[0]))
    reference = usual((stated.said, (profile, stated)) for profile, stated in told)
    if reference is None:
        return
    there, usually = reference
    message, beside = CONVENTIONS[kind]
    for profile, here in told:
        if here.said != usually.said:
            evidence: dict[str, object] = {"kind": "convention", "here": here.said, "there": usually.said}
            related = (elsewhere(there, usually.span, beside.format(usually.said)),)
            problem = Problem(here.span, message.format(here.said, usually.said), related=related, evidence=evidence)
            yield profile.path, problem


def other_equations(profiles: Sequence[Profile]) -> Iterator[Found]:
    """The same equation, letters renamed, but for one place: one of the two notes has a slip."""
    first: dict[str, list[tuple[Profile, int]]] = {}
    ordered = in_order(profiles)
    for profile in ordered:
        for at, equation in enumerate(profile.equations):
            told = first.setdefault(equation.name, [])
            others = [(note, note.equations[number]) for note, number in told if note is not profile]
            agreeing = False
            found: Found | None = None
            for note, other in others[:MOST_OTHERS]:
                difference = only_difference(other.right, equation.right)
                if difference is None:
                    agreeing = agreeing or other.right == equation.right
                elif is_telling(difference) and found is None:
                    here, there = _short(show(difference.right)), _short(show(difference.left))
                    message = f"{equation.shown} has {here} where another note has {there}"
                    evidence: dict[str, object] = {"kind": "equation", "here": here, "there": there}
                    related = (elsewhere(note, other.span, f"{there} here"),)
                    found = (
                        profile.path,
                        Problem(equation.place(difference.right), message, related=related, evidence=evidence),
                    )
            if found is not None and not agreeing:
                yield found
            told.append((profile, at))


MOST_OTHERS = 12  # notes that one equation is compared with


def other_values(profiles: Sequence[Profile]) -> Iterator[Found]:
    """One quantity, called by the same words, with two numbers that nearly agree."""
    first: dict[str, tuple[Profile, int]] = {}
    for profile in in_order(profiles):
        for at, value in enumerate(profile.values):
            note, number = first.setdefault(value.name, (profile, at))
            other = note.values[number]
            if note is profile or other.value == value.value or not _are_near(other.value, value.value):
                continue
            message = f"{value.name} is {value.printed} here, {other.printed} in another note"
            evidence: dict[str, object] = {"kind": "number", "here": value.printed, "there": other.printed}
            related = (elsewhere(note, other.span, f"{other.printed} here"),)
            yield profile.path, Problem(value.span, message, related=related, evidence=evidence)


def _are_near(one: Fraction, other: Fraction) -> bool:
    """Whether two numbers can be meant as one: within a tenth of each other."""
    return one * other > 0 and 10 * abs(one - other) <= max(abs(one), abs(other))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
