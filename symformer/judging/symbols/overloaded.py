"""Letters with two meanings, and things with two letters, worded for the note's author."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.meanings import Meaning, fonts_apart, overloads, synonyms
from symformer.terms.show import spell, spell_styled


def overload_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter that is declared to be two things, and one for all that only fonts tell apart."""
    for found in overloads(model):
        name = spell(found.symbol.name)
        yield Problem(
            found.second.span,
            f"{name} is {found.second.told} here, and {found.first.told} before",
            help=f"try another letter for {_rarer(found.first, found.second).told}",
            related=(Related(found.first.span, f"{name} is {found.first.told}"),),
            evidence={"kind": "symbol", "symbol": found.symbol.name, "meanings": [found.first.told, found.second.told]},
            key=f"overloaded:{found.symbol.name}",
        )
    alike = fonts_apart(model)
    if alike:
        shown = ", ".join(" and ".join(spell_styled(each.name) for each in group) for group in alike)
        last = alike[0][-1]
        place = last.declarations[0].span if last.declarations else last.occurrences[0].span
        yield Problem(
            place,
            f"only the font tells apart {shown}",
            level="info",
            evidence={"kind": "symbol", "symbols": [[each.name for each in group] for group in alike]},
        )


def _rarer(first: Meaning, second: Meaning) -> Meaning:
    """The meaning that another letter would suit better: custom gives V to the values, h to neither."""
    return first if second.kind == "array" else second


def synonym_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each thing that is given a second letter."""
    for found in synonyms(model):
        one, other = (spell(name_of(each.symbol) or "") for each in (found.first, found.second))
        yield Problem(
            found.second.span,
            f"the {found.concept} is {other} here, and {one} before",
            help=f"try {one}, or say that {other} = {one}",
            level=None if found.is_sure else "info",
            related=(Related(found.first.span, f"{one} is the {found.concept}"),),
            evidence={"kind": "symbol", "concept": found.concept, "symbols": [one, other]},
        )
