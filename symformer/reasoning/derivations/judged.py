"""Each step of a derivation: proved, and how; supported by numbers; refuted, with values; or not known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product as pairs
from math import isfinite

from symformer.algebra.shape import Shape
from symformer.catalogue.derivation import Derivation
from symformer.catalogue.derived import ReadDerivation, read_derivation
from symformer.catalogue.shapes import letter_shapes
from symformer.reasoning.derivations.limits import equal_limits
from symformer.reasoning.derivations.suppositions import (
    Supposed,
    TooManyOutcomes,
    indices_of,
    supposed,
    value_of,
    without_chance,
)
from symformer.reasoning.derivations.values import size_at, with_values
from symformer.reasoning.equality import Counterexample, Outcome, compared
from symformer.reasoning.expanded.by_sympy import equal_by_sympy
from symformer.reasoning.expanded.canonical import NoNormalForm, Normalizer
from symformer.reasoning.expanded.entries import CannotExpand
from symformer.reasoning.expanded.expand import Expansion
from symformer.reasoning.expanded.expressions import Expression, Expressions, TooLarge
from symformer.reasoning.expanded.points import KINDS
from symformer.reasoning.expanded.reading import Meaning, Reading
from symformer.reasoning.normal import normal
from symformer.symbolic.bridge import NotInSympy, ShapesDisagree, to_sympy
from symformer.terms.parts import rebuilt
from symformer.terms.show import spell
from symformer.terms.term import Apply, Index, IndexedSum, Matrix, Number, Relation, Symbol, Term, children, walk

SIZES = {"n": 3, "c": 3, "d": 3}
OTHER_SIZE = 2
MOST_PLACES = 12
MOST_TO_PROVE = 9  # entries, by SymPy
FAR = Number(Fraction(10**9))  # for infinity
SLACK, CLEARLY = 1e-9, 1e-3


@dataclass(frozen=True, slots=True)
class JudgedStep:
    """What was found out about one step; ``how`` names the proof, or how much supports it."""

    outcome: Outcome
    how: str = ""
    sizes: tuple[tuple[str, int], ...] = ()
    condition: str = ""
    counterexample: Counterexample | None = None

    def mark(self, spelled: Callable[[str], str] = spell) -> str:
        """In words: ``proved (entry by entry, n = 3)``."""
        sizes = ", ".join(f"{spelled(name)} = {size}" for name, size in self.sizes)
        inside = ", ".join(part for part in (self.how, sizes, self.condition) if part)
        return f"{self.outcome} ({inside})" if inside else self.outcome


@lru_cache(maxsize=128)
def judged(given: Derivation) -> tuple[JudgedStep, ...]:
    """Every step of a derivation."""
    found = read_derivation(given)
    return tuple(judged_step(found, found.sides, at) for at in range(len(found.relations)))


def judged_step(given: ReadDerivation, sides: Sequence[Term], at: int) -> JudgedStep:
    """The step from side ``at`` to the next; ``sides`` may be others than the derivation's own."""
    left, right, relation = sides[at], sides[at + 1], given.relations[at]
    if relation == "=" and normal(left) == normal(right):
        return JudgedStep("proved", "normal form")
    setting = _setting(given)
    match left, right:
        case Apply("lim"), Apply("lim") if left.labels == right.labels:
            left, right = left.arguments[0], right.arguments[0]
    limits = any(isinstance(part, Apply) and part.function == "lim" for side in (left, right) for part in walk(side))
    worst: JudgedStep | None = None
    for indices in setting.indices or ({},):
        found = _at(setting, indices, left, right, relation, prove=not limits)
        if found.outcome in ("refuted", "unknown"):
            return found
        if worst is None or found.outcome == "supported" or found.how.startswith("SymPy"):
            worst = found
    return worst or JudgedStep("unknown", "no index has a place")


def _at(
    setting: Setting, indices: Mapping[str, int], left: Term, right: Term, relation: str, *, prove: bool
) -> JudgedStep:
    """The step at one place of its free indices."""
    table = Expressions()
    try:
        lefts, rights = _written_out(table, setting, indices, left, right)
    except CannotExpand as cannot:
        return _unfitting(setting, left, right) or JudgedStep("unknown", str(cannot))
    except TooManyOutcomes as cannot:
        return JudgedStep("unknown", str(cannot))
    except ShapesDiffer as differ:
        return JudgedStep("refuted", str(differ))
    except (TooLarge, RecursionError):
        return JudgedStep("unknown", "too long to write out")
    if relation != "=":
        return _ordered(table, lefts, rights, relation)
    found = compared(table, lefts, rights)
    if found.outcome == "unknown" and (apart := _apart(table, lefts, rights)) is not None:
        return JudgedStep("refuted", "its sides differ", setting.sizes_used, "", apart)
    if found.outcome != "supported":
        return JudgedStep(found.outcome, found.how, setting.sizes_used, counterexample=found.counterexample)
    told = JudgedStep("supported", "at many points", setting.sizes_used, found.condition)
    if prove:
        return _proved(table, told, lefts, rights)
    equal = equal_limits(left, right, indices, setting.reading.sizes, setting.shapes, setting.positive)
    return replace(told, outcome="proved", how="SymPy's limit, entry by entry") if equal else told


def _apart(table: Expressions, lefts: Sequence[Expression], rights: Sequence[Expression]) -> Counterexample | None:
    """A point at which the sides clearly differ, though they may be near to each other at others.

    What a derivation supposes is put in for its letters, so that one such point is enough.
    """
    letters = _letters(table, [*lefts, *rights])
    for make in KINDS[""]:
        point = make(letters)
        values = table.evaluated([*lefts, *rights], point)
        for left, right in zip(values[: len(lefts)], values[len(lefts) :], strict=True):
            if isinstance(left, complex) or isinstance(right, complex) or not (isfinite(left) and isfinite(right)):
                continue
            if abs(left - right) > CLEARLY * max(1.0, abs(left), abs(right)):
                return Counterexample(point, left, right)
    return None


def _letters(table: Expressions, roots: Sequence[Expression]) -> set[str]:
    nodes = (table.nodes[each] for each in table.reached(roots))
    return {str(node.told) for node in nodes if node.kind == "letter"} - {"π"}


def _unfitting(setting: Setting, *sides: Term) -> JudgedStep | None:
    """A side whose parts do not fit together by their shapes."""
    for side in sides:
        try:
            to_sympy(side, setting.shapes, families=setting.families)
        except ShapesDisagree as disagree:
            return JudgedStep("refuted", str(disagree))
        except NotInSympy:
            continue
    return None


def _proved(
    table: Expressions, told: JudgedStep, lefts: Sequence[Expression], rights: Sequence[Expression]
) -> JudgedStep:
    normalizer = Normalizer(table)
    try:
        if all(normalizer.equal(one, other) for one, other in zip(lefts, rights, strict=True)):
            how = "entry by entry" if told.sizes else "normal form"
            return replace(told, outcome="proved", how=how)
    except (NoNormalForm, RecursionError):
        pass
    if len(lefts) <= MOST_TO_PROVE and all(
        equal_by_sympy(table, one, other) for one, other in zip(lefts, rights, strict=True)
    ):
        return replace(told, outcome="proved", how="SymPy, entry by entry" if told.sizes else "SymPy")
    return told


def _ordered(
    table: Expressions, lefts: Sequence[Expression], rights: Sequence[Expression], relation: str
) -> JudgedStep:
    """An inequality, at points: they can refute it, and never prove it."""
    letters = _letters(table, [*lefts, *rights])
    tried = 0
    for make in (make for makers in KINDS.values() for make in makers):
        point = make(letters)
        values = table.evaluated([*lefts, *rights], point)
        for left, right in zip(values[: len(lefts)], values[len(lefts) :], strict=True):
            if isinstance(left, complex) or isinstance(right, complex) or not (isfinite(left) and isfinite(right)):
                continue
            tried += 1
            apart = left - right if relation in ("≥", ">") else right - left
            if apart < -SLACK * max(1.0, abs(left), abs(right)):
                return JudgedStep(
                    "refuted", "its sides are the other way round", (), "", Counterexample(point, left, right)
                )
    return JudgedStep("supported", f"at {tried} points") if tried else JudgedStep("unknown", "it has no value")


# -- the reading -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """How the letters of a derivation are read while it is judged."""

    reading: Reading
    indices: tuple[dict[str, int], ...]
    random: Mapping[Term, tuple[Supposed, tuple[int, ...]]]
    shapes: Mapping[Term, Shape]
    families: frozenset[Term]
    positive: frozenset[str]
    sizes_used: tuple[tuple[str, int], ...]


@lru_cache(maxsize=128)
def _setting_of(given: Derivation) -> Setting:
    found = read_derivation(given)
    statements = (*found.given, *found.sides)
    shapes = letter_shapes(found.letters)
    by_latex = {letter.latex: letter for letter in found.letters}
    told = {by_latex[latex].term: supposed(words) for latex, words in given.supposed.items()}
    chance = any(each.mean is not None for each in told.values())
    sizes = _sizes(found, [each for shape in shapes.values() for size in shape.sizes for each in size.letters])
    if chance:
        sizes = dict.fromkeys(sizes, OTHER_SIZE)
    arrays = {
        term: tuple(int(size_at(size, sizes)) for size in shape.sizes) for term, shape in shapes.items() if shape.rank
    }
    members = _members(statements, arrays)
    arrays.update(members)
    families = frozenset(each.base for each in members if isinstance(each, Index))
    meanings = _meanings(found, arrays)
    for letter in found.letters:
        if letter.term in told and isinstance(letter.term, Symbol):
            value = value_of(letter, told[letter.term], arrays.get(letter.term, ()))
            if value is not None:
                meanings[letter.term.name] = Meaning(value)
    reading = Reading(shapes=arrays, sizes=sizes, meanings=meanings, functions={"sigma": "sigmoid"}, vectors="row")
    random = {term: (each, arrays.get(term, ())) for term, each in told.items() if each.mean is not None}
    positive = frozenset(term.name for term, each in told.items() if each.positive and isinstance(term, Symbol))
    used = tuple((name, size) for name, size in sorted(sizes.items()))
    return Setting(reading, tuple(_places(found, arrays, sizes)), random, shapes, families, positive, used)


def _setting(given: ReadDerivation) -> Setting:
    return _setting_of(given.derivation)


def _sizes(found: ReadDerivation, in_shapes: Sequence[str]) -> dict[str, int]:
    """Numbers for the sizes of arrays and the ends of sums; others stay letters."""
    counted = dict.fromkeys(in_shapes)
    for statement in (*found.given, *found.sides):
        for part in walk(statement):
            if isinstance(part, IndexedSum):
                ends = (end for end in (part.lower, part.upper) if end is not None)
                counted |= dict.fromkeys(each.name for end in ends for each in walk(end) if isinstance(each, Symbol))
    kinds = {letter.term: letter.kind for letter in found.letters}
    return {name: SIZES.get(name, OTHER_SIZE) for name in counted if kinds.get(Symbol(name)) == "size"}


def _members(statements: Sequence[Term], arrays: Mapping[Term, tuple[int, ...]]) -> dict[Term, tuple[int, ...]]:
    """The members of families that appear, H_1 and H_2, each with the shape of the family."""
    return {
        part: arrays[part.base]
        for statement in statements
        for part in walk(statement)
        if isinstance(part, Index) and len(part.indices) == 1 and isinstance(part.indices[0], Number)
        and part not in arrays and len(arrays.get(part.base, ())) == 2
    }  # fmt: skip


def _meanings(found: ReadDerivation, arrays: Mapping[Term, tuple[int, ...]]) -> dict[str, Meaning]:
    """What is given: of letters as a whole, and of arrays entry by entry."""
    meanings: dict[str, Meaning] = {}
    entries: dict[Symbol, dict[tuple[int, ...], Term]] = {}
    for statement in found.given:
        if not isinstance(statement, Relation):
            continue
        left, right = statement.sides[0], statement.sides[-1]
        if isinstance(left, Symbol):
            meanings[left.name] = Meaning(right)
        elif isinstance(left, Index) and isinstance(left.base, Symbol):
            shape = arrays.get(left.base, ())
            for place in pairs(*(range(1, size + 1) for size in shape)):
                chosen = dict(zip(left.slots, place, strict=False))
                if all(not isinstance(index, Number) or index.value == at for index, at in chosen.items()):
                    put_in: dict[Term, Term] = {
                        index: Number(Fraction(at)) for index, at in chosen.items() if isinstance(index, Symbol)
                    }
                    entries.setdefault(left.base, {})[place] = with_values(right, put_in)
    for base, told in entries.items():
        meanings[base.name] = Meaning(_whole(told, arrays[base]))
    return meanings


def _whole(entries: Mapping[tuple[int, ...], Term], shape: tuple[int, ...]) -> Matrix:
    if len(shape) == 1:
        return Matrix((tuple(entries[at + 1,] for at in range(shape[0])),), "tuple")
    rows = (tuple(entries[row + 1, column + 1] for column in range(shape[1])) for row in range(shape[0]))
    return Matrix(tuple(rows))


def _places(
    found: ReadDerivation, arrays: Mapping[Term, tuple[int, ...]], sizes: Mapping[str, int]
) -> Iterator[dict[str, int]]:
    """The places at which free indices are looked at: all, or the first of many."""
    indices = {letter.term for letter in found.letters if letter.kind == "index"}
    bound = {part.index for side in found.sides for part in walk(side) if isinstance(part, IndexedSum)}
    ranges: dict[str, range] = {}
    told = {letter.term: found.derivation.ranges.get(letter.latex) for letter in found.letters}
    for side in found.sides:
        for base, axis, letter in indices_of(side):
            if letter not in indices or letter in bound and not _stands_free(letter, found.sides):
                continue
            if (shape := arrays.get(base)) is not None and axis < len(shape):
                ranges.setdefault(letter.name, range(1, shape[axis] + 1))
    for letter_term, ends in told.items():
        if ends is not None and isinstance(letter_term, Symbol):
            ranges[letter_term.name] = _range(ends, sizes)
    names = list(ranges)
    for at, chosen in enumerate(pairs(*ranges.values())):
        if at < MOST_PLACES:
            yield dict(zip(names, chosen, strict=True))


def _range(ends: str, sizes: Mapping[str, int]) -> range:
    """``2 … n``: from the first to the last value of an index."""
    first, last = (part.strip() for part in ends.split("…"))
    return range(int(first), (int(last) if last.isdigit() else sizes[last]) + 1)


def _stands_free(letter: Symbol, sides: Sequence[Term]) -> bool:
    """Whether an index stands somewhere outside of the sums that bind it."""

    def free(term: Term) -> bool:
        if term == letter:
            return True
        if isinstance(term, IndexedSum) and term.index == letter:
            return any(free(end) for end in (term.lower, term.upper) if end is not None)
        return any(map(free, children(term)))

    return any(map(free, sides))


class ShapesDiffer(Exception):
    """Two sides are arrays of different shapes."""


def _written_out(
    table: Expressions, setting: Setting, indices: Mapping[str, int], left: Term, right: Term
) -> tuple[list[Expression], list[Expression]]:
    """The entries of both sides."""
    one, other = (_without_limits(without_chance(side, setting.random)) for side in (left, right))
    expansion = Expansion(table, replace(setting.reading, indices=indices), dict(indices))
    first, second = expansion.expand(one), expansion.expand(other)
    if [size for size in first.shape if size != 1] != [size for size in second.shape if size != 1]:
        shapes = (" × ".join(map(str, each.shape)) or "a number" for each in (first, second))
        raise ShapesDiffer(f"its sides are {' and '.join(shapes)}")
    roots = table.resolved([*first.items, *second.items])
    return roots[: len(first.items)], roots[len(first.items) :]


def _without_limits(term: Term) -> Term:
    """Limits at infinity by a large number."""
    inner = rebuilt(term, _without_limits)
    match inner:
        case Apply("lim", (body,), labels) if labels and isinstance(goal := labels[0], Relation):
            if goal.sides[-1] == Symbol("infty"):
                return with_values(body, {goal.sides[0]: FAR})
    return inner
