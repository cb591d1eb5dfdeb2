"""Letters that stand once, in the place of another one, worded for the note's author."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.strangers import Stranger, strangers
from symformer.judging.symbols.undefined import undefined_problems
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.exchanged_letters import exchanged_letters
from symformer.terms.show import spell


def exchanged_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter that stands once, where the same expression has another elsewhere."""
    told = {problem.span for problem in undefined_problems(model)}
    for found in exchanged_letters(model):
        name, meant = spell(found.leaf.name), spell(found.meant.name)
        place = found.statement.place(found.leaf.term.origin)
        if place in told:
            continue  # that nothing tells it is said already
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
            yield _problem(stranger)


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
