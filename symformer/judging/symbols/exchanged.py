"""Letters that stand once, in the place of another one, worded for the note's author."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.indices.binding import index_problems
from symformer.judging.symbols.strangers import Stranger, strangers
from symformer.judging.symbols.undefined import undefined_problems
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.exchanged_letters import exchanged_letters
from symformer.semantics.usage.played_once import PlayedOnce, played_once
from symformer.terms.parts import origin_of
from symformer.terms.show import show, spell
from symformer.terms.term import Apply


def exchanged_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter that stands once, where the same expression has another elsewhere."""
    told = {problem.span for problem in undefined_problems(model)}
    for found in exchanged_letters(model):
        name, meant = spell(found.leaf.name), spell(found.meant.name)
        place = found.statement.place(found.leaf.term.origin)
        if (
            place in told
            or found.leaf.called
            and _is_spelled_out(found.leaf.name, place.slice(model.document.source.text))
        ):
            continue  # that nothing tells it is said already; Beta is a distribution, as Gamma is
        yield Problem(
            place,
            f"{name} stands here only, where {meant} stands in the same expression elsewhere",
            help=f"try {meant}, or say what {name} is",
            related=(Related(found.there.place(found.meant.term.origin), f"{meant} stands here"),),
            evidence={"kind": "symbol", "found": found.leaf.name, "expected": found.meant.name},
            key=f"exchanged@{place.start}",
        )
        told.add(place)
    for stranger in strangers(model):
        place = stranger.statement.place(stranger.letter.origin)
        if place not in told:
            told.add(place)
            yield _problem(stranger)
    unused = {problem.span.start for problem in index_problems(model, "never-used")}
    for odd in played_once(model):
        place = odd.statement.place(origin_of(odd.term))
        if odd.part == "own index" and any(
            odd.statement.span.start <= each <= odd.statement.span.end for each in unused
        ):
            continue  # told of the sum that it stands in
        if place not in told:
            told.add(place)
            yield _problem_of_part(odd)


def _problem_of_part(found: PlayedOnce) -> Problem:
    place = found.statement.place(origin_of(found.term))
    letter, shown = spell(found.letter), show(found.term)
    match found.part:
        case "entries":
            message = f"{letter} is an index, and {shown} stands here as if {letter} had entries of its own"
        case "called":
            message = f"{letter} is an index or a size, and {shown} stands here as if it were a function"
        case "counted":
            message = f"{letter} is how far the sum runs, and {shown} stands in it as if {letter} had entries"
        case "own index":
            message = f"{letter} stands below itself here, and has another index elsewhere"
        case "own entry":
            message = f"{letter} is the whole array here, and one of its own entries"
        case _ if isinstance(found.term, Apply):
            message = f"{letter} is called here, and is one of its own arguments"
        case _:
            message = f"{letter} is a function, and {shown} is among its arguments here"
    meant = show(found.meant) if found.meant is not None else None
    return Problem(
        place,
        message,
        help=f"try {meant}" if meant is not None else f"try another letter for {shown}",
        evidence={"kind": "symbol", "found": shown, "expected": meant},
        key=f"exchanged@{place.start}",
    )


def _is_spelled_out(name: str, written: str) -> bool:
    r"""Whether a letter of another alphabet is written as a word: ``\mathrm{Beta}``.

    >>> _is_spelled_out("Beta", r"\mathrm{Beta}(a, b)"), _is_spelled_out("Gamma", r"\Gamma(a)")
    (True, False)
    """
    return len(name) > 1 and re.search(rf"(?<!\\){name}", written) is not None


def _problem(found: Stranger) -> Problem:
    place = found.statement.place(found.letter.origin)
    name, meant = spell(found.name), spell(found.meant)
    return Problem(
        place,
        f"{name} stands here only, and the equation has {meant}, {found.because}",
        help=f"try {meant}, or say what {name} is",
        evidence={"kind": "symbol", "found": found.name, "expected": found.meant},
        key=f"exchanged@{place.start}",
    )
