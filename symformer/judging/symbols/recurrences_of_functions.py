"""Functions with a step that are worked out from themselves: ``V_k(s) = r + Σ_{s'} P V_k(s')`` beside ``V_0(s) = 0``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    IndexedSum,
    Number,
    Power,
    Relation,
    Sum,
    Symbol,
    Term,
    walk,
)
from symformer.text.cued import Cued

AROUND = 300  # characters in which words may say that both sides are to agree
FIXED = Cued(
    r"\b(?:implicit|fixed[- ]point|equilibri\w+|solv\w+|self-consisten\w+|converg\w+|stationary|infinite)\b"
    r"|隐式|不动点|收敛",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Member:
    """A function at a step: its name, the letter of the step, and how far that is shifted; or the number of the step."""

    call: Apply
    base: str
    letter: str
    shift: int


def functions_of_themselves(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each function at a step that takes itself at the same step, in a note that goes step by step."""
    text = model.document.source.text
    calls = [each for statement in model.statements for part in walk(statement.term) if (each := _member(part))]
    stepwise = {(each.base, each.letter) for each in calls if each.shift == -1}
    begun = {each.base for each in calls if not each.letter}
    for statement in model.statements:
        found = _of_itself(statement)
        if found is None or found.base not in begun and (found.base, found.letter) not in stepwise:
            continue
        if FIXED.search(text, max(0, statement.span.start - AROUND), statement.span.end + AROUND):
            continue
        place = statement.place(origin_of(found.call))
        yield Problem(
            place,
            f"{show(found.call)} is needed for the same step {found.letter} here, and the note goes step by step",
            help=f"try {found.letter} - 1 for {found.letter}",
            evidence={"kind": "index", "symbol": show(found.call)},
            key=f"itself@{place.start}",
        )


def _of_itself(statement: Statement) -> _Member | None:
    """The one function on the right of an equation that is the one on its left, at the same step."""
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
        return None
    left = _member(term.sides[0])
    if left is None or not left.letter or left.shift or term.relations[0] not in EXACTLY_EQUAL:
        return None
    members = [each for part in walk(term.sides[1]) if (each := _member(part)) and each.base == left.base]
    if len(members) != 1 or (members[0].letter, members[0].shift) != (left.letter, 0):
        return None
    inside = members[0].call.arguments
    summed = {part.index for part in walk(term.sides[1]) if isinstance(part, IndexedSum) and part.index is not None}
    return members[0] if inside == left.call.arguments or summed & set(inside) else None


def _member(part: Term) -> _Member | None:
    """V at step k, k - 1 or 0, however the step is written.

    >>> from symformer.terms.term import Index
    >>> found = _member(Apply("V^h_pi", (Symbol("s"),)))
    >>> found.base, found.letter, found.shift
    ('V_pi', 'h', 0)
    """
    if isinstance(part, Power) and isinstance(part.exponent, Number) and isinstance(part.base, Apply):
        return _Member(part.base, part.base.function, "", 0) if part.exponent.value == 0 else None
    if not isinstance(part, Apply) or not part.function or not part.arguments:
        return None
    if any(isinstance(each, Apply) and each.function == "given" for each in part.arguments):
        return None
    if not part.labels:
        return _by_name(part)
    label = part.labels[0]
    match label.arguments[0] if isinstance(label, Apply) and label.function == "upper" else label:
        case Symbol(name=letter) if _is_step(letter):
            return _Member(part, part.function, letter, 0)
        case Sum(terms=(Symbol(name=letter), Number(value=by))) if by in (1, -1) and _is_step(letter):
            return _Member(part, part.function, letter, int(by))
        case Number(value=step) if step in (Fraction(0), Fraction(1)):
            return _Member(part, part.function, "", 0)
    return None


def _by_name(part: Apply) -> _Member | None:
    spelling = taken_apart(part.function)
    for sign, label in (("^", spelling.above), ("_", spelling.below)):
        if _is_step(label):
            return _Member(part, part.function.replace(f"{sign}{label}", "", 1), label, 0)
    return None


def _is_step(letter: str) -> bool:
    return letter == "ell" or len(letter) == 1 and letter.isascii() and letter.islower()
