"""Names that stand for one number throughout a note: the settings and results that its tables count on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from symformer.algebra.interval import Interval
from symformer.algebra.printed import printed
from symformer.documents.document import Document
from symformer.documents.places import around, section_at
from symformer.judging.numbers.learnt import chains
from symformer.reasoning.arrays import Value
from symformer.reasoning.constants import EULER, PI_NAMES
from symformer.reasoning.evaluate import Literal, Lookup
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Index, Number, Product, Symbol, Term
from symformer.text.cued import Cued

Settled = Mapping[Term, Number]
CONSTANTS: Mapping[Term, float] = {**dict.fromkeys(EULER, math.e), **{Symbol(name): math.pi for name in PI_NAMES}}
CAPTION = 400  # characters above a table in which plain words may give a letter its number
_PLAIN = Cued(r"(?<![\w$\\^_{/*+-])(?P<name>[A-Za-z])\s*=\s*(?P<number>\d+(?:\.\d+)?)(?![\w$.^/*+-]*[\w$^/*+-])")
FAR = 3000  # characters from where a setting is given to where it is used


def settled_numbers(statements: Sequence[Statement]) -> Settled:
    """Each name that is given a number, and never another one.

    A number before its unit (``24 layers``) counts; one that is only supposed does not.
    """
    found: dict[Term, Number] = {}
    several: set[Term] = set()
    for statement in statements:
        if statement.carrier == "output" or statement.stance != "asserted":
            continue
        for chain in chains(statement.term):
            name, last = chain.sides[0], _number(chain.sides[-1])
            if not isinstance(name, Symbol | Index) or last is not None and _is_constant(name, last):
                continue  # e ≈ 2.72 tells what that comes to, and settles nothing
            if last is None or name in found and found[name].value != last.value:
                several.update((name,) if last is not None else ())
                continue
            found.setdefault(name, last)
    return {name: number for name, number in found.items() if name not in several}


def _is_constant(name: Term, number: Number) -> bool:
    """Whether e or π is given what they are, rounded."""
    value = CONSTANTS.get(name)
    shown = number.printed
    return value is not None and shown is not None and abs(float(shown.value) - value) <= float(shown.unit)


def settled_for(document: Document, statements: Sequence[Statement], at: int, everywhere: Settled) -> Settled:
    """The numbers that names stand for at a place: those that its own section gives them right above it come first.

    ``statements`` are in order; ``everywhere`` are those that hold throughout the note.
    """
    here = section_at(document, at)
    near = around(statements, at, FAR)
    above = [each for each in near if section_at(document, each.span.start) == here]
    throughout = {name: number for name, number in everywhere.items() if not _is_of_example(name)}
    return {**throughout, **settled_numbers(above)}


def _is_of_example(name: Term) -> bool:
    """Whether a name is a member by its number, as g_2: the next section may have another example."""
    return isinstance(name, Index) and any(isinstance(slot, Number) for slot in name.slots)


def with_plain_words(settled: Settled, text: str, at: int) -> Settled:
    """The numbers, but for letters that a heading or caption right above a place gives another one: "for d = 8"."""
    if not settled:
        return settled
    heading = text.rfind("\n#", 0, at)
    told = {
        Symbol(found["name"]): _told(found["number"])
        for found in _PLAIN.finditer(text, max(heading, at - CAPTION, 0), at)
    }
    return {**settled, **{name: number for name, number in told.items() if name in settled}} if told else settled


def _told(text: str) -> Number:
    number = printed(text)
    return Number(number.value, number)


def _number(term: Term) -> Number | None:
    match term:
        case Number():
            return term
        case Product(factors=(Number() as number, Apply(function="text"))):
            return number
    return None


def lookup_of(settled: Settled, literal: Literal) -> Lookup:
    """The numbers as what a term's names stand for."""

    def lookup(term: Term) -> Value | None:
        number = settled.get(term)
        found: Interval | None = literal(number) if number is not None else None
        return found

    return lookup
