"""Letters that stand once, in the place of another one, worded for the note's author."""

from __future__ import annotations

import re
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
            yield _problem(stranger)


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
