r"""A name that is declared and stands nowhere else, right before one that is told nowhere: ``W^P \in …``, and then ``… W^O``.

The two are one letter with two labels: the declaration was meant for the name that is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import Spelling, taken_apart
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.term import Symbol

NEAR = 300  # characters from the declaration to the first use of the other name


@dataclass(frozen=True, slots=True)
class DeclaredIdly:
    """Where the idle name is declared, and where the other one is first used."""

    declared: Occurrence
    used: Occurrence


def declared_idly(model: SemanticModel) -> Iterator[DeclaredIdly]:
    """Each name that is declared for nothing where exactly one name with another label waits to be told."""
    untold = [each for each in model.uses if not each.is_told and each.uses and _label(taken_apart(each.name))]
    for symbol in model.uses if untold else ():
        place = _only_declared(symbol)
        own = taken_apart(symbol.name)
        if place is None or not _label(own):
            continue
        meant = [
            first
            for other in untold
            if 0 < (first := other.occurrences[0]).span.start - place.span.end < NEAR
            and _differ_in_label(own, taken_apart(other.name))
        ]
        if len(meant) == 1:
            yield DeclaredIdly(place, meant[0])


def _only_declared(symbol: SymbolUses) -> Occurrence | None:
    """The one place where a name stands, if that is a declaration of it alone."""
    match symbol.occurrences:
        case (Occurrence(part="declared", term=Symbol()) as only,):
            return only
    return None


def _label(spelling: Spelling) -> str:
    """The label of a letter, where it is a capital or a word: a small letter may be an index."""
    found = [each for each in (spelling.below, spelling.above) if each]
    return found[0] if len(found) == 1 and (len(found[0]) > 1 or found[0].isupper()) else ""


def _differ_in_label(one: Spelling, other: Spelling) -> bool:
    """Whether two names are one letter, in one font, with labels in one place."""
    if (one.letter, one.font, one.accents, one.primes) != (other.letter, other.font, other.accents, other.primes):
        return False
    return bool(one.below) == bool(other.below) and _label(one) != _label(other) != ""
