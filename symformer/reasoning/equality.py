"""Whether two terms are equal for all values of their letters: proved, supported, refuted, or why not known.

A claim holds if it does under one plausible reading; it is refuted only if it fails under every reading that
can be written out, at several points, for positive and for small values and under customary conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from symformer.reasoning.expanded.canonical import NoNormalForm, Normalizer
from symformer.reasoning.expanded.entries import CannotExpand, Entries
from symformer.reasoning.expanded.expand import expanded
from symformer.reasoning.expanded.expressions import MOST_EXPRESSIONS, Expression, Expressions, TooLarge
from symformer.reasoning.expanded.extremes import same_extreme
from symformer.reasoning.expanded.points import KINDS, WEIGHT, WHOLE, Point, entries_of_members, small, under_conditions
from symformer.reasoning.expanded.reading import Meaning, Reading
from symformer.reasoning.expanded.readings import NOTHING_GIVEN, Given, readings, signs_within
from symformer.terms.parts import letter_names, rebuilt
from symformer.terms.term import Number, Power, Product, Quotient, Sum, Symbol, Term, Unknown, walk

Outcome = Literal["proved", "supported", "refuted", "unknown"]
MOST_READINGS = 200
MOST_WORK = 15_000  # expressions, over all readings
MOST_TO_PROVE = 6
MOST_UNREAD = 10  # readings in a row that cannot be written out
MOST_OF_OTHER_LETTERS = 6  # readings in which the sides are made of different letters
CLOSE, FAR, TINY = 1e-8, 1e-5, 1e-9
IMAGINARY = frozenset({"i", "j", "roman(i)", "roman(j)"})


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Values at which two terms differ; ``place`` is the entry, counted from 1, where they are arrays."""

    point: Point
    left: float
    right: float
    place: tuple[int, ...] = ()
    sizes: tuple[tuple[str, int], ...] = ()
    ratio: float | None = None  # right / left, where it is the same at all points


@dataclass(frozen=True, slots=True)
class Equality:
    """What was found out about two terms.

    ``how`` names the proof or says why nothing is known; ``condition`` is what it holds under ("for positive
    values", "where shares sum to one").  ``same_letters`` tells of a refutation whether both sides are made of
    the same letters: else the claim may say something of one of them.
    """

    outcome: Outcome
    how: str = ""
    condition: str = ""
    counterexample: Counterexample | None = None
    same_letters: bool = False
    reading: Reading | None = None
    work: int = 0  # how many expressions were written out for it


@dataclass(slots=True)
class Tables:
    """What one side is written out to under each reading, kept while it is held against many others."""

    made: list[tuple[Reading, Expressions]] = field(default_factory=list)

    def at(self, reading: Reading) -> Expressions:
        """The table of a reading; a new one where there is none yet, or where it is a quarter full."""
        for place, (known, table) in enumerate(self.made):
            if known == reading:
                if len(table.nodes) < MOST_EXPRESSIONS // 4:
                    return table
                del self.made[place]
                break
        table = Expressions()
        self.made.append((reading, table))
        return table


def equality(
    left: Term, right: Term, given: Given = NOTHING_GIVEN, *, prove: bool = True, tables: Tables | None = None
) -> Equality:
    """Decide whether two terms are equal.

    Without ``prove`` what agrees at all points is only "supported", which is quicker.  ``tables`` keeps what is
    written out for the next question about the same left side under the same ``given``.

    >>> from fractions import Fraction
    >>> from symformer.terms.term import Number, Power, Product, Sum, Symbol
    >>> a, b, two = Symbol("a"), Symbol("b"), Number(Fraction(2))
    >>> square = Power(Sum((a, b)), two)
    >>> written = Sum((Power(a, two), Product((two, a, b)), Power(b, two)))
    >>> equality(square, written).outcome
    'proved'
    >>> wrong = equality(square, Sum((Power(a, two), Power(b, two))))
    >>> wrong.outcome, wrong.counterexample.point, wrong.counterexample.left, wrong.counterexample.right
    ('refuted', {'a': 2.0, 'b': 3.0}, 25.0, 13.0)
    """
    if left == right:
        return Equality("proved", "the two sides are the same")
    left, right = signs_within(left), signs_within(right)
    if not (_is_ambiguous(left) or _is_ambiguous(right)):
        return _decided(left, right, given, tables, prove=prove)
    ways = [_decided(settled(left, at), settled(right, at), given, None, prove=prove) for at in (0, 1)]
    return min(ways, key=_worth)


def holds_under(reading: Reading, left: Term, right: Term, given: Given, tables: Tables) -> bool:
    """Whether two terms agree at many points when they are taken in one way, as far as that can be told."""
    if _is_ambiguous(left) or _is_ambiguous(right):
        return equality(left, right, given, prove=False).outcome in ("proved", "supported")
    found = _under(tables.at(reading), reading, signs_within(left), signs_within(right), given, prove=False)
    return found.outcome in ("proved", "supported")


def _is_ambiguous(term: Term) -> bool:
    return any(isinstance(part, Unknown) and part.alternatives for part in walk(term))


def settled(term: Term, at: int) -> Term:
    """A term with one of the two readings of each ambiguous part: x to the n, or the n-th x."""
    if isinstance(term, Unknown) and term.alternatives:
        return settled(term.alternatives[min(at, len(term.alternatives) - 1)], at)
    return rebuilt(term, lambda part: settled(part, at))


def _worth(found: Equality) -> tuple[bool, bool, bool, bool]:
    """What holds in one of two ways holds; it is refuted only if it is in both, and most plainly by the same letters."""
    holds = found.outcome in ("proved", "supported")
    return not holds, not found.condition, found.outcome == "refuted", not found.same_letters


def _decided(left: Term, right: Term, given: Given, tables: Tables | None, *, prove: bool) -> Equality:
    search = _Search([])
    for group in readings((left, right), given):
        for reading in _worth_trying(group, search):
            table = Expressions() if tables is None else tables.at(reading)
            before = len(table.nodes)
            found = _under(table, reading, left, right, given, prove)
            search.work -= len(table.nodes) - before
            if found.outcome in ("proved", "supported") or found.condition:
                return replace(found, work=MOST_WORK - search.work)
            if found.outcome == "refuted":
                search.failed.append(found)
                search.unread = 0
            else:
                search.reason, search.unread = found.how or search.reason, search.unread + 1
    if search.work < 0 or search.readings > MOST_READINGS:
        return Equality("unknown", "too long to decide", work=MOST_WORK - search.work)
    if not search.failed:
        return Equality("unknown", search.reason, work=MOST_WORK - search.work)
    best = next((each for each in search.failed if each.same_letters), search.failed[0])
    return replace(best, work=MOST_WORK - search.work)


@dataclass(slots=True)
class _Search:
    """How far the search for a reading that holds has come."""

    failed: list[Equality]
    reason: str = "no reading of it can be written out"
    unread: int = 0  # readings of this group in a row that could not be written out
    readings: int = 0
    work: int = MOST_WORK


def _worth_trying(group: Iterator[Reading], search: _Search) -> Iterator[Reading]:
    """The readings of a group, while they can be written out and may still change the answer."""
    search.unread = 0
    for reading in group:
        if search.work < 0 or search.readings > MOST_READINGS or search.unread >= MOST_UNREAD:
            return
        # what fails where names stand for nothing says little of what they stand for
        failed = [
            each for each in search.failed if each.reading is not None and each.reading.meanings == reading.meanings
        ]
        if failed and failed[-1].reading is not None and failed[-1].reading.shapes and not reading.shapes:
            return  # of arrays it does not hold, so that of numbers it need not be asked
        if len(failed) >= MOST_OF_OTHER_LETTERS and not any(each.same_letters for each in failed):
            return
        search.readings += 1
        yield reading


def _under(table: Expressions, reading: Reading, left: Term, right: Term, given: Given, prove: bool) -> Equality:
    """What becomes of the claim under one reading."""
    try:
        one, other = expanded(table, reading, (left, right))
        if one.shape != other.shape:
            return Equality("unknown", "its sides differ in shape")
        roots = table.resolved([*one.items, *other.items])
    except CannotExpand as failure:
        return Equality("unknown", failure.reason)
    except (TooLarge, RecursionError):
        return Equality("unknown", "too long to write out")
    lefts, rights = roots[: len(one.items)], roots[len(one.items) :]
    alike = _is_plain(left) and _is_plain(right) and letter_names(left) == letter_names(right)  # some may cancel
    found = compared(table, lefts, rights, given.conditions, thorough=prove, alike=alike)
    if found.outcome == "supported":
        found = replace(found, reading=reading)
        return _proved(table, found, lefts, rights, reading) if prove else found
    if found.outcome == "refuted":
        return replace(found, reading=reading, counterexample=_placed(found.counterexample, one, reading))
    return found


def _is_plain(term: Term) -> bool:
    """Whether a side is made of letters and numbers by addition, multiplication, division and powers alone."""
    plain = Symbol | Number | Sum | Product | Quotient | Power
    return all(isinstance(part, plain) for part in walk(term)) and not letter_names(term) & IMAGINARY


def _placed(found: Counterexample | None, entries: Entries, reading: Reading) -> Counterexample | None:
    """The counterexample with the place of its entry, and the sizes it is for."""
    if found is None:
        return None
    sizes = tuple(sorted((*reading.sizes.items(), *reading.indices.items())))
    if entries.rank == 0:
        return replace(found, place=(), sizes=sizes)
    at, places = found.place[0], []
    for size in reversed(entries.shape):
        places.append(at % size + 1)
        at //= size
    return replace(found, place=tuple(reversed(places)), sizes=sizes)


# -- at points ----------------------------------------------------------------------------------------------------------


def compared(
    table: Expressions,
    lefts: Sequence[Expression],
    rights: Sequence[Expression],
    conditions: frozenset[str] = frozenset(),
    *,
    thorough: bool = True,
    alike: bool = False,
) -> Equality:
    """Whether lists of expressions agree at many points: everywhere, under a condition, or nowhere.

    Unless ``thorough`` the first points at which they agree are enough.  ``alike`` says that both sides are
    written in the same letters, though some of these may be gone from the expressions.
    """
    if list(lefts) == list(rights):
        return Equality("supported", "the two sides are one when written out")
    letters = frozenset(
        str(table.nodes[each].told) for each in table.reached([*lefts, *rights]) if table.nodes[each].kind == "letter"
    ) - {"π"}
    found = Equality("unknown")
    for taken in entries_of_members(letters):
        claim = _Claim(table, lefts, rights, letters, taken, alike)
        found = _compared(claim, conditions, thorough=thorough)
        if found.outcome != "refuted":
            return found
    return found


@dataclass(frozen=True, slots=True)
class _Claim:
    """Two lists of expressions, their letters, and which of these are one, by two names."""

    table: Expressions
    lefts: Sequence[Expression]
    rights: Sequence[Expression]
    letters: frozenset[str]
    taken: Mapping[str, str]
    alike: bool  # whether both are written in the same letters

    def at(self, point: Point) -> Counterexample | Literal["equal", "close"] | None:
        """Whether the two agree at a point."""
        one_value = {letter: point[other] for letter, other in self.taken.items()}
        return _at(self.table, self.lefts, self.rights, {**point, **one_value} if one_value else point)


def _compared(claim: _Claim, conditions: frozenset[str], *, thorough: bool) -> Equality:
    letters = claim.letters
    same = claim.alike or same_letters(claim.table.atoms(claim.lefts), claim.table.atoms(claim.rights))
    if (
        not same and not letters & IMAGINARY
    ):  # of different letters: nothing is claimed of all their values, so that one point says enough
        first = claim.at(small(letters))
        same = isinstance(first, Counterexample) and _cancel(claim, small(letters), first)
        if isinstance(first, Counterexample) and not same:
            return Equality("refuted", "its sides differ", counterexample=first)
    failures: list[Counterexample] = []
    held: list[str] = []
    tried = 0
    kinds = {**KINDS, **WHOLE} if _rounds(claim) else KINDS
    for condition, makers in kinds.items():
        outcomes = [claim.at(make(letters)) for make in makers]
        decided = [each for each in outcomes if each is not None]
        tried += len(decided)
        failed = [each for each in decided if isinstance(each, Counterexample)]
        if "close" in decided and not failed:  # beside points at which they differ, one term may outgrow the rest
            return Equality("unknown", "its sides are too near to each other to tell")
        failures += failed if condition in KINDS else []
        if len(decided) > 1 and not failed:
            held.append(condition)
            if not thorough and not failures:
                break
    if not failures and held:
        return Equality("supported", "equal at many points", "" if "" in held or not letters else held[0])
    if held and set(held) != {"for negative values"}:
        return Equality("supported", "equal at many points", next((each for each in held if each), ""))
    if len(failures) < 2:
        why = "it has no value at the points tried" if not tried else "its sides differ at single points only"
        return Equality("unknown", why)
    imaginary = letters & IMAGINARY
    if imaginary and _holds_for_imaginary(claim, imaginary):
        return Equality("supported", "equal at many points", f"for {min(imaginary)} the imaginary unit")
    for condition, points in under_conditions(letters, conditions):
        outcomes = [claim.at(point) for point in points]
        if len([each for each in outcomes if each is not None]) > 1 and not any(
            isinstance(each, Counterexample) for each in outcomes
        ):
            return Equality("unknown", f"equal only {condition}", condition)
    best = _shown(failures)
    ratios = {round(each.right / each.left, 7) for each in failures if each.left}
    ratio = ratios.pop() if len(ratios) == 1 and len(failures) > 3 else None
    return Equality(
        "refuted",
        "its sides differ",
        counterexample=replace(best, ratio=ratio),
        same_letters=same,
    )


def _cancel(claim: _Claim, point: Point, first: Counterexample) -> bool:
    """Whether the letters that one side has more do not matter: n(a + b) - n(a/n + b) is made of n and a alone.

    ``first`` is what the two sides come to at a point.
    """
    ours, theirs = claim.table.atoms(claim.lefts), claim.table.atoms(claim.rights)
    more = ours - theirs
    if not more or not theirs <= ours or not theirs or any("[" in each or "(" in each for each in more):
        return False
    for shift in (1, 2):
        other = claim.at({name: value + shift if name in more else value for name, value in point.items()})
        if not isinstance(other, Counterexample) or other.place != first.place:
            return False
        if abs(other.left - first.left) > CANCELLED * max(abs(first.left), 1.0) or other.right != first.right:
            return False
    return True


CANCELLED = 1e-9


def _shown(failures: Sequence[Counterexample]) -> Counterexample:
    """The failure with the plainest numbers: whole letters, and sides that are neither huge nor tiny."""

    def plainness(each: Counterexample) -> tuple[bool, bool]:
        sides = (abs(each.left), abs(each.right))
        readable = all(side == 0 or 1e-3 <= side < 1e5 for side in sides)
        return not readable, not all(value == int(value) for value in each.point.values())

    return min(failures, key=plainness)


def same_letters(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sides are made of the same, so that one cannot say what a letter of the other is."""
    first, second = _bare(one), _bare(other)
    if first == second:
        return True  # the imaginary unit among them has been tried as one
    if (first | second) & IMAGINARY:
        return False
    primed = {each.partition("' (")[0] for each in first if "' (" in each}
    if primed and first < second:  # ∇f on both sides, and f on one: no law of f is told
        return all(" (" in each and each.partition(" (")[0] in primed for each in second - first)
    changed = {each for each in second if "' (" in each}
    return bool(changed) and second < first and all("' (" in each for each in first - second)


def _bare(atoms: frozenset[str]) -> frozenset[str]:
    """The names of letters, entries without their places: x_1 and x_2 are of one family, x is none of it."""
    return frozenset(
        each if " (" in each else f"{each.partition('[')[0]}[]" if "[" in each else each
        for each in atoms
        if not each.startswith(WEIGHT) and each != "π"
    )


def _holds_for_imaginary(claim: _Claim, imaginary: frozenset[str]) -> bool:
    found = []
    for make in (*KINDS[""], *KINDS["for positive values"]):
        point: dict[str, Any] = dict(make(claim.letters))
        point.update(dict.fromkeys(imaginary, 1j))
        found.append(claim.at(point))
    return found.count("equal") > 2 and all(each in ("equal", None) for each in found)


def _rounds(claim: _Claim) -> bool:
    """Whether something is rounded off, as is done with what is counted."""
    table = claim.table
    return any(table.nodes[each].told in ("floor", "ceil") for each in table.reached([*claim.lefts, *claim.rights]))


def _at(
    table: Expressions, lefts: Sequence[Expression], rights: Sequence[Expression], point: Point
) -> Counterexample | Literal["equal", "close"] | None:
    """Whether two lists agree at a point; None where one has no value there."""
    values = table.evaluated([*lefts, *rights], point)
    some: Literal["equal", "close"] = "equal"
    for at, (left, right) in enumerate(zip(values[: len(lefts)], values[len(lefts) :], strict=True)):
        if left != left or right != right or max(abs(left), abs(right)) > 1e12:
            return None
        apart, scale = abs(left - right), max(abs(left), abs(right))
        if apart <= CLOSE * scale + TINY:
            continue
        if apart < FAR * scale:
            some = "close"
            continue
        return Counterexample(point, _real(left), _real(right), (at,))
    return some


def _real(value: Any) -> float:
    return float(value.real) if isinstance(value, complex) else float(value)


# -- proofs -------------------------------------------------------------------------------------------------------------


def _proved(
    table: Expressions, found: Equality, lefts: Sequence[Expression], rights: Sequence[Expression], reading: Reading
) -> Equality:
    """The same with a proof, where one is found."""
    normalizer = Normalizer(table)
    condition = found.condition
    if len(lefts) == 1 and same_extreme(table, lefts[0], rights[0]):
        return replace(found, outcome="proved", how="one is made larger by what makes the other larger")
    try:
        if all(normalizer.equal(one, other) for one, other in zip(lefts, rights, strict=True)):
            return replace(found, outcome="proved", how=_by(reading, table, lefts), condition=condition)
    except (NoNormalForm, RecursionError):
        pass
    if len(lefts) <= MOST_TO_PROVE:
        from symformer.reasoning.expanded.by_sympy import equal_by_sympy

        if all(equal_by_sympy(table, one, other) for one, other in zip(lefts, rights, strict=True)):
            return replace(found, outcome="proved", how="SymPy" + _sized(reading), condition=condition)
    return found


def _by(reading: Reading, table: Expressions, lefts: Sequence[Expression]) -> str:
    return "entry by entry" + _sized(reading) if len(lefts) > 1 or _sized(reading) else "normal form"


def _sized(reading: Reading) -> str:
    """At which sizes something is proved."""
    sizes = [f"{name} = {size}" for name, size in sorted(reading.sizes.items())]
    shapes = sorted({" × ".join(map(str, shape)) for shape in reading.shapes.values()})
    told = ", ".join(sizes) or (f"at {' and '.join(shapes)}" if shapes else "")
    if not told:
        return ""
    return f" for {told}" if sizes else f" {told}"


__all__ = ["NOTHING_GIVEN", "Counterexample", "Equality", "Given", "Meaning", "Tables", "equality", "holds_under"]
