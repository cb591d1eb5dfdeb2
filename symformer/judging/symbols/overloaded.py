"""Letters with two meanings, and things with two letters, worded for the note's author."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.declared_idly import declared_idly
from symformer.semantics.usage.labels_varied import varied_labels
from symformer.semantics.usage.made_of_itself import made_of_themselves
from symformer.semantics.usage.meanings import Meaning, fonts_apart, letter_of_the_same, overloads, synonyms
from symformer.semantics.usage.redefined import Redefined, redefined, widths_misplaced
from symformer.terms.show import show, spell, spell_styled
from symformer.terms.term import Relation


def overload_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter that is declared to be two things, and one for all that only fonts tell apart."""
    for found in overloads(model):
        name = spell(found.symbol.name)
        advice = f"try another letter for {_rarer(found.first, found.second).told}"
        related: tuple[Related, ...] = ()
        if (other := letter_of_the_same(found.second, found.symbol, model)) is not None:
            letter = spell(name_of(other.symbol) or "")
            advice = f"try {letter}, which is {found.second.told} above"
            related = (Related(other.span, f"{letter} is {found.second.told}"),)
        yield Problem(
            found.second.span,
            f"{name} is {found.second.told} here, and {found.first.told} before",
            help=advice,
            related=(Related(found.first.span, f"{name} is {found.first.told}"), *related),
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


def label_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for weights whose label is written in two ways."""
    for found in varied_labels(model):
        was, now = show(found.first.symbol), show(found.second.symbol)
        before, here = (_shape_told(each, model) for each in (found.first, found.second))
        turned = bool(before and here and before != here)
        yield Problem(
            found.second.span,
            f"the {found.concept} of a head is written {now}{here if turned else ''} here, and "
            f"{was}{before if turned else ''} before",
            note="the two are told with other shapes, so that vectors lie another way or a size has another meaning"
            if turned
            else None,
            help=f"try the form of {was} throughout",
            related=(Related(found.first.span, f"{was} is the {found.concept}"),),
            evidence={"kind": "symbol", "concept": found.concept, "symbols": [was, now]},
        )


def idle_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each name that is declared for nothing, right before one with another label that nothing tells."""
    for found in declared_idly(model):
        idle, meant = spell(found.declared.name), spell(found.used.name)
        yield Problem(
            found.declared.span,
            f"{idle} is declared here and stands nowhere else; {meant}, which is used, is declared nowhere",
            help=f"try {meant} here, or {idle} there",
            related=(Related(found.used.span, f"{meant} is used here"),),
            evidence={"kind": "symbol", "symbols": [found.declared.name, found.used.name]},
            key=f"label:{found.declared.name}",
        )


def _shape_told(declaration: Declaration, model: SemanticModel) -> str:
    """The shape told of a name, in brackets; "" where none is."""
    told = (each.sizes for each in model.table.declarations if each.symbol == declaration.symbol and each.sizes)
    sizes = next(told, None)
    return f" ({' × '.join(map(show, sizes))})" if sizes else ""


def redefinition_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each name that the words of one section give two meanings."""
    for found in redefined(model):
        name, was, now = spell(found.symbol.name), found.first.concept, found.second.concept
        yield Problem(
            found.second.span,
            f"{name} is said to be the {now} here, and the {was} above",
            help=f"try another letter for the {now}",
            related=(Related(found.first.span, f"{name} is the {was}"),),
            evidence={"kind": "symbol", "symbol": found.symbol.name, "meanings": [was, now]},
            key=f"redefined:{found.symbol.name}",
        )
    yield from _made_of_themselves(model)
    misplaced = sorted(widths_misplaced(model), key=lambda each: each.second.span.start)
    if misplaced:
        yield _misplaced_widths(misplaced)


def _made_of_themselves(model: SemanticModel) -> Iterator[Problem]:
    """One problem for each array that a section defines a second time, from what was made of the first."""
    for found in made_of_themselves(model):
        name = show(found.name)
        assert isinstance(found.between.term, Relation)
        maker = show(found.between.term.sides[0])
        yield Problem(
            found.second.span,
            f"{name} is defined here by way of {maker}, which is made of the {name} defined above: two arrays have one name",
            help="try another letter for the second one, or say that it takes the place of the first",
            related=(
                Related(found.first.span, f"{name}, the first time"),
                Related(found.between.span, f"{maker} is made of it"),
            ),
            evidence={"kind": "symbol", "symbol": found.name.name},
            key=f"redefined:{found.name.name}@{found.second.span.start}",
        )


def _misplaced_widths(misplaced: list[Redefined]) -> Problem:
    """One problem for all widths of heads that words call those before the projection: they stand in one list."""
    *others, last = (spell(each.symbol.name) for each in misplaced)
    names = f"{', '.join(others)} and {last}" if others else last
    first = misplaced[0]
    share = show(first.first.value) if first.first.value is not None else ""
    one = len(misplaced) == 1
    verb, width = ("is", "the width") if one else ("are", "the widths")
    return Problem(
        first.second.span,
        f"{names} {verb} said here to be {width} before the projection, and above to be {share}, {width} after it",
        help="try another letter for a width before the projection",
        related=(
            *(Related(each.second.span, f"{spell(each.symbol.name)}, before the projection") for each in misplaced[1:]),
            *(Related(each.first.span, f"{spell(each.symbol.name)} is {share}") for each in misplaced),
        ),
        evidence={"kind": "symbol", "symbol": first.symbol.name},
        key=f"redefined:{first.symbol.name}",
    )
