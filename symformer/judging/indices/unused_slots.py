r"""An index of a result that nothing it is made of has: ``S_{ij} = Σ_c Q_{ic} K_{ic}``, ``e_{ij} = q_i^\top k_i``, ``J_{ij} = ∂f_i/∂x_i``.

Two entries of one product have the same letters there, so that every entry of a row of the result is one number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.equations.around import between_displays
from symformer.semantics.indices.ranges import COUNTERS
from symformer.semantics.indices.slots import slot_letters
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.restated import one_leaf
from symformer.terms.parts import letter_names
from symformer.terms.show import show_styled, spell
from symformer.terms.term import (
    EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Slice,
    Symbol,
    Term,
    Transpose,
    Unknown,
    walk,
)
from symformer.text.cued import Cued

SAME = Cued(
    r"\b(?:same|regardless|independent|irrespective|broadcast\w*|diagonal|repeat\w*|copies|shar(?:e|es|ed|ing)|constant|whatever|no matter"
    r"|does not (?:depend|look|vary|change)|(?:all|each|every) (?:its |the |of the )?(?:columns?|rows?|heads?))\b|相同|无关|广播|对角|共享|不依赖|不随|每一?[行列]|所有[行列头]",
    re.IGNORECASE,
)
WAVES = frozenset({"sin", "cos"})
NEXT_PARAGRAPH = re.compile(r"\n[ \t]*\n(?=[A-Z#])")
NEAR = 300
DOTS = frozenset({"·", "cdot", "\\cdot"})


def unused_slot_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each entry, told by two indices, that is made of a product with one of them in both factors."""
    text = model.document.source.text
    yield from copied_slot_problems(model)
    yield from unplaced_wave_problems(model)
    for statement, left, right in _entries(model):
        if any(isinstance(part, Slice) for part in walk(left)) or not all(map(_is_letter, left.slots)):
            continue
        pair = _pair(right)
        if pair is None:
            continue
        have = set(slot_letters(left))
        unused = have - _names(right)
        own = [have & set(slot_letters(each)) for each in pair]
        if len(unused) != 1 or len(have) < 2 or not own[0] or own[0] != own[1] or own[0] | unused != have:
            continue
        span = statement.place(right.origin)
        begin, end = between_displays(model, span)
        behind = NEXT_PARAGRAPH.split(text[span.end : min(end, span.end + NEAR)], maxsplit=1)[0]
        if SAME.search(text[max(begin, span.start - NEAR) : span.end] + behind):
            continue
        letter = unused.pop()
        one, other = map(show_styled, pair)
        yield Problem(
            span,
            f"{spell(letter)} of {show_styled(left)} stands nowhere in this: {one} and {other} have the same letters",
            help=f"try {spell(letter)} in one of them",
            evidence={"kind": "index", "letter": letter},
        )


def unplaced_wave_problems(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each wave of a position that is the same at all: ``p_{k, 2i} = \sin(i / 10000^{2i/D})``."""
    entries = list(_entries(model))
    placed = {left.base for _, left, right in entries if left.slots and _names(left.slots[0]) & _names(right)}
    for statement, left, right in entries:
        slots = left.slots
        if left.base in placed:
            continue  # its sine has the position: told of the two together
        if not isinstance(right, Apply) or right.function not in WAVES or len(slots) != 2:
            continue
        place, pair = slots
        if not isinstance(place, Symbol) or not _is_letter(place) or isinstance(pair, Symbol | Number):
            continue
        letters = {part.name for part in walk(pair) if isinstance(part, Symbol)}
        names = _names(right)
        if place.name in names | letters or len(letters) != 1 or not letters <= names:
            continue
        if any(len(name) == 1 and name in COUNTERS - letters for name in names):
            continue  # of another letter for it, which is told by that
        yield Problem(
            statement.place(right.origin),
            f"{spell(place.name)} of {show_styled(left)} stands nowhere in this: every position would be told alike",
            help=f"try {spell(place.name)} in the numerator",
            evidence={"kind": "index", "letter": place.name},
        )


def copied_slot_problems(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``k_n = R(m) k`` beside ``q_m = R(m) q``: the right side kept the index of its twin."""
    before: tuple[Statement, Index, Term] | None = None
    for statement, left, right in _entries(model, ambiguous=True):
        twin, before = before, (statement, left, right)
        if twin is None or not 0 < statement.span.start - twin[0].span.end < NEAR:
            continue
        if statement.formula is twin[0].formula:
            continue  # told by the letters of one formula
        own, other = left.slots, twin[1].slots
        if len(own) != 1 or len(other) != 1 or own == other or left.base == twin[1].base:
            continue
        if not (isinstance(own[0], Symbol) and isinstance(other[0], Symbol) and _is_letter(own[0])):
            continue
        names = letter_names(right)
        pair = one_leaf(twin[2], right)
        if own[0].name in names or other[0].name not in names or pair is None or other[0] in pair:
            continue
        yield Problem(
            statement.place(right.origin),
            f"{spell(own[0].name)} of {show_styled(left)} stands nowhere in this, and {spell(other[0].name)} does, as for {show_styled(twin[1])}",
            help=f"try {spell(own[0].name)} for {spell(other[0].name)}",
            evidence={"kind": "index", "letter": own[0].name},
        )


def _entries(model: SemanticModel, *, ambiguous: bool = False) -> Iterator[tuple[Statement, Index, Term]]:
    """The equations that define the entries of a name; those that may be read in two ways, if that does no harm."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        left, right = term.sides[:2]
        if term.relations[0] in EQUAL and isinstance(left, Index) and isinstance(left.base, Symbol):
            if not any(
                isinstance(part, Ellipsis) or isinstance(part, Unknown) and not (ambiguous and part.alternatives)
                for part in walk(right)
            ):
                yield statement, left, right


def _pair(right: Term) -> tuple[Index, Index] | None:
    """The two entries that are multiplied, under one sum or as vectors, whatever number stands before or below them."""
    match right:
        case Quotient(numerator=inner) | Apply(function="exp" | "log" | "ln" | "sigma", arguments=(inner,)):
            return _pair(inner)
        case IndexedSum(kind="sum", index=Symbol() as letter, body=Product(factors=(Index() as one, Index() as other))):
            return (one, other) if letter in one.slots and letter in other.slots else None
        case Product(
            factors=(Transpose(operand=Index() as one), Index() as other)
            | (Index() as one, Transpose(operand=Index() as other))
        ):
            return (one, other) if all(len(each.slots) == 1 for each in (one, other)) else None
        case Apply(
            function="dot" | "inner" | "derivative" | "cosine" | "kl", arguments=(Index() as one, Index() as other)
        ):
            return one, other
        case Product(factors=(Index() as one, Index() as other), sign=sign) if sign in DOTS:
            return one, other
        case Product(factors=(Index() as one, Quotient(numerator=Index() as other, denominator=below)), sign=sign) if (
            sign in DOTS and _is_scale(below)
        ):
            return one, other
        case Product(factors=(factor, inner)) if _is_scale(factor):
            return _pair(inner)
    return None


def _is_scale(term: Term) -> bool:
    """Whether a factor is a number or a name alone, with or without a root: no entry, no sum."""
    return not any(isinstance(part, Index | IndexedSum) for part in walk(term))


def _is_letter(slot: Term) -> bool:
    return isinstance(slot, Symbol) and len(slot.name) == 1 and slot.name.islower() or isinstance(slot, Number)


def _names(term: Term) -> frozenset[str]:
    """All names of a term, and the letters of their labels."""
    found = letter_names(term)
    labels = {name.rpartition("_")[2] for name in found if "_" in name}
    return found | {letter for label in labels if len(label) < 3 for letter in label}
