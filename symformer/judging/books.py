"""What disagrees between the notes of a book, worded for their authors.

Every comparison is of a note with the first note, by path, that says something about the matter, so
that nothing depends on the order in which notes are given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.findings.finding import Elsewhere, Problem, Related
from symformer.semantics.book import Profile, Stated, concepts_in
from symformer.semantics.clashes import SAME, differ
from symformer.semantics.notation import Entry
from symformer.semantics.renaming import is_telling, only_difference
from symformer.terms.show import show
from symformer.text.span import Span

Found = tuple[str, Problem]
LONGEST = 40


def in_order(profiles: Sequence[Profile]) -> list[Profile]:
    """The notes by path."""
    return sorted(profiles, key=lambda each: each.path)


def elsewhere(profile: Profile, span: Span, message: str) -> Related:
    """A place in another note."""
    source = profile.source
    line = source.line_at(span.start)
    place = source.place(span.start)
    return Related(span, message, Elsewhere(profile.path, place, line.slice(source.text), span.start - line.start))


def other_letters(profiles: Sequence[Profile]) -> Iterator[Found]:
    """Notes that write the same things with other letters: one finding for each note."""
    first: dict[str, tuple[Profile, Entry, Span]] = {}
    for profile in in_order(profiles):
        told = concepts_in([profile], in_letters=True)
        differing: list[tuple[str, Entry, Span, tuple[Profile, Entry, Span]]] = []
        for concept, rows in told.items():
            if concept not in SAME:
                continue
            _, entry, span = rows[0]
            before = first.setdefault(concept, (profile, entry, span))
            if before[0] is not profile and all(each.name != before[1].name for _, each, _ in rows):
                differing.append((concept, entry, span, before))
        if differing:
            yield profile.path, _other_letters(sorted(differing, key=lambda each: each[2]))


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
    """A letter that stands for one thing here and for another in a note before."""
    first: dict[str, tuple[Profile, str, Span]] = {}
    for profile in in_order(profiles):
        meanings: dict[str, dict[str, Span]] = {}
        shown: dict[str, str] = {}
        for concept, rows in concepts_in([profile], in_letters=True).items():
            for _, entry, span in rows:
                meanings.setdefault(entry.name, {}).setdefault(concept, span)
                shown[entry.name] = entry.shown
        for name, told in meanings.items():
            if len(told) > 1:
                continue
            ((concept, span),) = told.items()
            before = first.setdefault(name, (profile, concept, span))
            if before[0] is not profile and differ(before[1], concept):
                message = f"{shown[name]} is the {concept} here, the {before[1]} in another note"
                evidence: dict[str, object] = {
                    "kind": "symbol",
                    "symbol": shown[name],
                    "meanings": [before[1], concept],
                }
                related = (elsewhere(before[0], before[2], f"{shown[name]} is the {before[1]}"),)
                yield profile.path, Problem(span, message, related=related, evidence=evidence)


def other_convention(profiles: Sequence[Profile], kind: str) -> Iterator[Found]:
    """Notes that lay out vectors, or count positions, in another way than the first that does."""
    first: tuple[Profile, Stated] | None = None
    for profile in in_order(profiles):
        stated = profile.layouts if kind == "vectors" else profile.bases
        if len({each.said for each in stated}) != 1:
            continue  # says nothing, or both
        here = stated[0]
        if first is None:
            first = profile, here
        elif first[1].said != here.said:
            words = {
                "vectors": "vectors are {} here, {} in another note",
                "positions": "positions count from {} here, from {} in another note",
            }
            message = words[kind].format(here.said, first[1].said)
            evidence: dict[str, object] = {"kind": "convention", "here": here.said, "there": first[1].said}
            related = (
                elsewhere(
                    first[0], first[1].span, f"{'vectors are ' if kind == 'vectors' else 'from '}{first[1].said}"
                ),
            )
            yield profile.path, Problem(here.span, message, related=related, evidence=evidence)


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
