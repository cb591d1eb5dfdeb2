"""Equations that break the pattern of their siblings, worded for the note's author."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.coupled_arguments import coupled_problems
from symformer.judging.symbols.entry_letters import entry_letter_problems
from symformer.judging.symbols.matrix_patterns import matrix_problems
from symformer.judging.symbols.numbered_steps import step_problems
from symformer.judging.symbols.twin_terms import twin_term_problems
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.copied import Copied, copied_names
from symformer.semantics.usage.gates import Odd, odd_rows
from symformer.semantics.usage.siblings import Broken, broken_lists, broken_patterns
from symformer.terms.show import show, spell, spell_styled
from symformer.terms.term import Relation


def sibling_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each equation, list member or entry that deviates from those beside it."""
    patterns = list(broken_patterns(model))
    for broken in patterns:
        yield _problem(broken)
    places = {broken.sibling.statement.place(broken.origin).start for broken in patterns}
    for copied in copied_names(model):
        problem = _copied_problem(copied)
        if problem.span.start not in places:
            places.add(problem.span.start)
            yield problem
    for row in odd_rows(model):
        problem = _odd_problem(row)
        if problem.span.start not in places:
            places.add(problem.span.start)
            yield problem
    yield from matrix_problems(model)
    yield from (each for each in step_problems(model) if each.span.start not in places)
    yield from coupled_problems(model)
    yield from twin_term_problems(model)
    for statement, odd, usual, meant in broken_lists(model):
        one, other = show(odd), show(usual)
        place = statement.place(odd.origin)
        places.add(place.start)
        yield Problem(
            place,
            f"{one} stands in one list with {other}",
            help=f"try {show(meant)}",
            evidence={"kind": "symbol", "found": one, "beside": other},
        )
    yield from (each for each in entry_letter_problems(model) if each.span.start not in places)


def _copied_problem(copied: Copied) -> Problem:
    place = copied.statement.place(copied.name.origin)
    found, meant = show(copied.name), show(copied.idle)
    term = copied.statement.term
    name = show(term.sides[0]) if isinstance(term, Relation) else ""
    related: tuple[Related, ...] = ()
    if copied.twin is not None:
        related = (Related(copied.twin.place(copied.twin.term.origin), "the other one"),)
    if copied.told is None:
        message = f"{found} in the equation for {name} too, where its label gives {meant}"
    else:
        related = (*related, Related(copied.told.span, f"{meant} is told here"))
        twice = "again" if copied.twin is None else "too"
        message = f"{found} in the equation for {name} {twice}; {meant} is declared, and used nowhere"
    return Problem(
        place,
        message,
        help=f"try {meant}",
        related=related,
        evidence={"kind": "symbol", "found": found, "expected": meant},
        key=f"copied@{place.start}",
    )


def _odd_problem(odd: Odd) -> Problem:
    row, other = odd.row, odd.other
    name, meant = show(row.term.sides[0]), spell(odd.meant)
    place = row.statement.place((odd.found or row.term.sides[1]).origin)
    match odd.deviation:
        case "lost":
            found, message, help = (
                "",
                f"the others add such a term; {meant} is missing in the equation for {name}",
                f"add {meant}",
            )
        case "label":
            found = show(odd.found) if odd.found is not None else ""
            message = f"{found} in the equation for {name} too, whose other names are its own"
            help = f"try {meant}"
        case "index":
            found = show(odd.found) if odd.found is not None else ""
            message, help = f"the index is {found} here, and {meant} in the others", f"try {meant}"
    return Problem(
        place,
        message,
        help=help,
        related=(Related(other.statement.place(other.term.origin), "one of the others"),),
        evidence={"kind": "symbol", "found": found, "expected": odd.meant},
        key=f"sibling@{place.start}",
    )


def _problem(broken: Broken) -> Problem:
    sibling = broken.sibling
    place = sibling.statement.place(broken.origin)
    related = tuple(
        Related(other.statement.place(other.term.origin), "one of the others") for other in broken.others[:2]
    )
    name = show(sibling.term.sides[0]) if isinstance(sibling.term, Relation) else ""
    evidence: dict[str, object] = {"kind": "symbol", "found": broken.found, "expected": broken.expected}
    if broken.deviation == "no relation":
        return Problem(
            place,
            f"a sum stands where the others define {name}",
            help=f"try {name} = …",
            level="error",
            related=related,
            evidence=evidence,
        )
    found, expected = spell(broken.found), spell(broken.expected or "")
    if found == expected:
        found, expected = spell_styled(broken.found), spell_styled(broken.expected or "")
    return Problem(
        place,
        f"{found} in the equation for {name}, where the pattern of the others gives {expected}",
        help=f"try {expected}",
        related=related,
        evidence=evidence,
        key=f"sibling@{place.start}",
    )
