"""A symbol that stands in one step of a chain only, where all other steps have another one in its place."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import slip_between, taken_apart
from symformer.terms.parts import letter_names
from symformer.terms.show import spell, spell_styled
from symformer.terms.term import EXACTLY_EQUAL, Apply, Index, IndexedSum, Relation, Symbol, Term, Unknown, walk

FEWEST_SIDES = 3
CHOOSING = frozenset({"argmax", "argmin", "max", "min", "sup", "inf"})  # over the letters below them
CHANGED = frozenset({"font", "mark", "accent"})  # one letter in another style


def strangers_in_chains(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each name that replaces another one in a single step, and is gone in the next."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if len(term.sides) < FEWEST_SIDES or not EXACTLY_EQUAL.issuperset(term.relations):
            continue
        if any(isinstance(part, Unknown) and not part.alternatives for part in walk(term)):
            continue  # of two readings both have the same letters
        names = [_names(side) for side in term.sides]
        for at, side in enumerate(term.sides):
            if (found := _stranger(names, at)) is None:
                continue
            stranger, usual = found
            if at == 0 and (
                isinstance(side, Symbol) or _is_asked_of(side, stranger) or _is_changed(side, term.sides[1])
            ):
                continue  # what a chain begins with alone is what it tells: the fit of what is observed
            place = next(part for part in walk(side) if isinstance(part, Symbol) and part.name == stranger)
            one, other = spell(stranger), spell(usual)
            if one == other:
                one, other = spell_styled(stranger), spell_styled(usual)
            span = statement.place(place.origin)
            yield Problem(
                span,
                f"{one} stands in this step only; the other steps have {other}",
                help=f"try {other}",
                evidence={"kind": "symbol", "symbol": stranger, "meant": usual},
                key=f"step@{span.start}",
            )


def _is_asked_of(side: Term, name: str) -> bool:
    """Whether a chain begins with the mean, the size, … of a thing with a mark, which is worked out from the thing without."""
    return isinstance(side, Apply) and bool(taken_apart(name).accents) and Symbol(name) in side.arguments


def _is_changed(side: Term, behind: Term) -> bool:
    r"""Whether a chain begins with a change of variables: ``f(x) = \bar f(\bar x) = …``."""
    return (
        isinstance(side, Apply)
        and isinstance(behind, Apply)
        and slip_between(side.function, behind.function) in CHANGED
    )


def _names(side: Term) -> frozenset[str]:
    """The single letters of a side, but for those that count."""
    bound = {part.index.name for part in walk(side) if isinstance(part, IndexedSum) and part.index is not None}
    chosen = (
        each for part in walk(side) if isinstance(part, Apply) and part.function in CHOOSING for each in part.labels
    )
    bound |= {part.name for label in chosen for part in walk(label) if isinstance(part, Symbol)}
    entries = {part.base.name for part in walk(side) if isinstance(part, Index) and isinstance(part.base, Symbol)}
    names = letter_names(side) - bound - entries
    return frozenset(name for name in names if taken_apart(name).is_letter)


def _stranger(names: list[frozenset[str]], at: int) -> tuple[str, str] | None:
    """The one name that a step alone has, and the one that it alone has not: within the chain, or but for its style."""
    others = [each for number, each in enumerate(names) if number != at]
    inside = 0 < at < len(names) - 1
    beside = [names[at - 1], names[at + 1]] if inside else others
    own = names[at] - frozenset().union(*others)
    missing = frozenset.intersection(*beside) - names[at]
    if len(own) != 1 or len(missing) != 1:
        return None
    (stranger,), (usual,) = own, missing
    if slip_between(stranger, usual) in CHANGED:
        return stranger, usual
    one, two = taken_apart(stranger), taken_apart(usual)
    alike = one.font == two.font and one.accents == two.accents and one.letter.isupper() == two.letter.isupper()
    steady = frozenset.intersection(names[at], *beside)
    return (stranger, usual) if inside and alike and steady and not (one.below or one.above) else None
