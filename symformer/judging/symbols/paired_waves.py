r"""The sine and the cosine of one pair, taken of two things: ``sin(p / 10000^{2i/d})`` beside ``cos(p / 10000^{2i/h})``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import pairwise

from symformer.algebra.unify import Equal
from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import VARIES, called_a_variant, words_before
from symformer.semantics.indices.ranges import counted
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.expressions import dimension_of
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show_styled
from symformer.terms.term import EQUAL, Apply, Index, Number, Product, Relation, Sum, Symbol, Term, children, walk
from symformer.text.cued import Cued

WAVES = frozenset({"sin", "cos"})
FAR = 400  # characters between the two
OWN = Cued(
    VARIES.pattern + r"|\b(?:own|each|every|distinct) (?:dimension|component|frequenc|wave|entry)", re.IGNORECASE
)


def paired_wave_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each two entries of one array, a sine and a cosine, whose arguments differ in one name, number or by one."""
    waves = [(each, wave) for each in model.shapes if (wave := _wave(each.statement)) is not None]
    for (earlier, (array, one)), (shaped, (other_array, other)) in pairwise(waves):
        before, statement = earlier.statement, shaped.statement
        if array != other_array or one.function == other.function or statement.span.start - before.span.end > FAR:
            continue
        if one.function == "cos" and _is_numbered(before) and _is_numbered(statement):
            continue  # the cosine of one pair, and the sine of the next
        apart = list(_apart(one.arguments[0], other.arguments[0]))
        if len(apart) != 1 or apart[0] is None:
            continue
        first, second = apart[0]
        letters = isinstance(first, Symbol)
        if not letters and OWN.search(words_before(model, statement)):
            continue
        owned = letters and _is_own(first, before) and _is_own(second, statement)
        if owned and not (_is_own(first, statement) and _is_own(second, before)) or _are_equal(first, second, shaped):
            continue
        yield Problem(
            statement.place(second.origin),
            f"the {_name(other)} has {show_styled(second)} where the {_name(one)} of the same pair has {show_styled(first)}",
            help=f"try {show_styled(first)} in both, or {show_styled(second)}",
            related=(Related(before.place(first.origin), f"{show_styled(first)} here"),),
            evidence={"kind": "symbol", "symbol": show_styled(second)},
        )


def twin_wave_problems(model: SemanticModel, told: Collection[int] = ()) -> Iterator[Problem]:
    """A problem for each two neighbouring entries, 2i and 2i + 1, that are the same sine, or the same cosine.

    ``told`` are statements, by identity, of which something is said already.
    """
    waves = [(each.statement, wave) for each in model.shapes if (wave := _wave(each.statement)) is not None]
    for (before, (array, one)), (statement, (other_array, other)) in pairwise(waves):
        if array != other_array or one.function != other.function or statement.span.start - before.span.end > FAR:
            continue
        if one.arguments != other.arguments or not _are_neighbours(before, statement):
            continue
        if id(before) in told or id(statement) in told or before.hedged or called_a_variant(model, statement):
            continue
        meant = "cos" if other.function == "sin" else "sin"
        yield Problem(
            statement.place(other.origin),
            f"both entries of this pair are the {_name(other)} of one angle: one of them tells nothing that the other does not",
            help=f"try {meant} here (Vaswani et al. (2017), section 3.5: the sine at even, the cosine at odd places)",
            related=(Related(before.place(one.origin), f"the {_name(one)} of the same angle"),),
            evidence={"kind": "symbol", "symbol": other.function},
        )


def misplaced_wave_problems(model: SemanticModel, told: Collection[int] = ()) -> Iterator[Problem]:
    """A problem for each sine and cosine of one angle that do not stand side by side: entries 2i and 2i - 1, 2i and 2i + 2.

    Entries half the width apart, ``i`` and ``i + d/2``, are a custom of their own.
    """
    waves = [(each.statement, wave) for each in model.shapes if (wave := _wave(each.statement)) is not None]
    for (before, (array, one)), (statement, (other_array, other)) in pairwise(waves):
        if array != other_array or (one.function, other.function) != ("sin", "cos"):
            continue
        if statement.span.start - before.span.end > FAR or one.arguments != other.arguments:
            continue
        if id(before) in told or id(statement) in told or before.hedged or called_a_variant(model, statement):
            continue
        slots, others = _places(before), _places(statement)
        apart = [(a, b) for a, b in zip(slots, others, strict=False) if a != b]
        if len(slots) != len(others) or len(slots) < 2 or len(apart) > 1:
            continue
        sine, cosine = apart[0] if apart else (slots[-1], others[-1])
        if not _is_of_pairs(sine) or (distance := _distance(sine, cosine)) is None or distance == 1:
            continue
        if distance == -1 and (_counted_from(cosine)[1] == 0 or _begins_with_one(sine, model)):
            continue  # cosines first, as long as the note keeps to it
        yield Problem(
            statement.place(origin_of(cosine)),
            f"the sine of this pair stands at {show_styled(sine)}, and its cosine at {show_styled(cosine)}",
            help="the two stand side by side, the sine first (Vaswani et al. (2017), section 3.5)",
            related=(Related(before.place(origin_of(sine)), "the sine here"),),
            evidence={"kind": "symbol", "symbol": other.function},
        )


def _begins_with_one(slot: Term, model: SemanticModel) -> bool:
    """Whether the note lets the letter of a slot run from one."""
    letters = {part.name for part in walk(slot) if isinstance(part, Symbol)}
    return any(each.kind == "letter" and each.name in letters and each.base == 1 for each in once(model, counted))


def _distance(one: Term, other: Term) -> Fraction | None:
    """How many entries a slot stands behind another one that counts the same: 1 for 2i + 1 behind 2i."""
    (first, start), (second, end) = _counted_from(one), _counted_from(other)
    return end - start if first == second else None


def _counted_from(slot: Term) -> tuple[tuple[Term, ...], Fraction]:
    terms = slot.terms if isinstance(slot, Sum) else (slot,)
    numbers = [each for each in terms if isinstance(each, Number)]
    return tuple(each for each in terms if each not in numbers), sum((each.value for each in numbers), Fraction())


def _are_neighbours(one: Statement, other: Statement) -> bool:
    """Whether two equations tell entries 2i and 2i + 1 of one array, in either order."""
    slots, others = _places(one), _places(other)
    apart = [(a, b) for a, b in zip(slots, others, strict=False) if a != b]
    if len(slots) != len(others) or len(apart) != 1:
        return False
    even, odd = apart[0] if isinstance(apart[0][1], Sum) else reversed(apart[0])
    return isinstance(even, Product) and isinstance(odd, Sum) and odd.terms == (even, Number(Fraction(1)))


def _places(statement: Statement) -> tuple[Term, ...]:
    left = statement.term.sides[0] if isinstance(statement.term, Relation) else statement.term
    return left.arguments if isinstance(left, Apply) else left.indices if isinstance(left, Index) else ()


def _wave(statement: Statement) -> tuple[Term, Apply] | None:
    """The array of which an entry is told, and the sine or cosine that it is."""
    if statement.carrier != "formula" or statement.stance != "asserted":
        return None
    match statement.term:
        case Relation(relations=(sign,), sides=(left, Apply(arguments=(_,)) as wave)) if sign in EQUAL:
            if wave.function in WAVES and (array := _array(left)) is not None:
                return array, wave
    return None


def _array(left: Term) -> Term | None:
    """What a side is an entry of, in ``PE_{p, 2i}`` or ``PE(p, 2i)``."""
    match left:
        case Index(base=base, indices=slots) if (
            len(slots) > 1 or isinstance(base, Index) or any(map(_is_of_pairs, slots))
        ):
            return base
        case Apply(function=name, arguments=arguments) if len(arguments) > 1:
            return Symbol(name)
    return None


def _is_of_pairs(slot: Term) -> bool:
    """Whether a slot counts pairs: 2i, 2i + 1."""
    even = slot.terms[0] if isinstance(slot, Sum) else slot
    return isinstance(even, Product) and even.factors[0] == Number(Fraction(2))


def _is_numbered(statement: Statement) -> bool:
    """Whether the entry of which a statement tells has a number: ``PE_{p, 1}``."""
    left = statement.term.sides[0] if isinstance(statement.term, Relation) else statement.term
    slots = left.indices if isinstance(left, Index) else left.arguments if isinstance(left, Apply) else ()
    return bool(slots) and isinstance(slots[-1], Number)


def _is_own(letter: Term, statement: Statement) -> bool:
    """Whether an equation is told for this letter: ``E_{p,i}`` for even i beside ``E_{p,j}`` for odd j.

    Where both letters stand on both left sides, the two are told for the same.
    """
    term = statement.term
    return isinstance(term, Relation) and letter in set(walk(term.sides[0]))


def _are_equal(one: Term, other: Term, shaped: StatementShape) -> bool:
    """Whether two letters are one size by what the note says: d beside d_model."""
    left, right = dimension_of(one), dimension_of(other)
    if left is None or right is None:
        return False
    return isinstance(shaped.environment.theory.compare(left, right), Equal)


def _apart(one: Term, other: Term) -> Iterator[tuple[Term, Term] | None]:
    """The names and numbers in which two terms of one form differ; None where the form does."""
    match one, other:
        case (Symbol(), Symbol()) | (Number(), Number()):
            if one != other:
                yield one, other
            return
        case (even, Sum(terms=(low, Number(value=1)))) | (Sum(terms=(low, Number(value=1))), even) if even == low:
            yield one, other  # 2i beside 2i + 1: each would have a frequency of its own
            return
    held, beside = tuple(children(one)), tuple(children(other))
    if type(one) is not type(other) or len(held) != len(beside):
        yield None
        return
    for left, right in zip(held, beside, strict=True):
        yield from _apart(left, right)


def _name(wave: Apply) -> str:
    return "sine" if wave.function == "sin" else "cosine"
