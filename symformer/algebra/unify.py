"""What a note has told about its dimensions, and whether two of them are equal, different, or open.

A *theory* holds facts: equations (``d_k = D/H``), values (``h = 8``), concepts (``n`` is the
sequence length), and letters that stand together in one declared shape (``Q: n × d_k``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import gcd

from symformer.algebra.concepts import concepts_differ
from symformer.algebra.dimension import (
    Dimension,
    clear,
    divide,
    integer_root,
    letter,
    number,
    substitute,
)
from symformer.algebra.shape import Shape

MAX_TERMS = 40


@dataclass(frozen=True, slots=True)
class Equality:
    """Two dimensions are the same: ``d_k = D/H``, or ``d_k = 64``.

    ``place`` is whatever the caller knows the declaration by (a span); it is handed back in trails.
    """

    left: Dimension
    right: Dimension
    place: object = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.left} = {self.right}"


@dataclass(frozen=True, slots=True)
class Concept:
    """What a letter stands for: ``n``: "sequence length"."""

    letter: str
    concept: str
    place: object = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.letter} is the {self.concept}"


@dataclass(frozen=True, slots=True)
class Together:
    """Two letters stand in one declared shape, so they are two different sizes."""

    left: str
    right: str
    place: object = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.left} and {self.right} stand in one declared shape"


Fact = Equality | Concept | Together
Trail = tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Equal:
    """The two are one size; ``trail`` are the facts that make them so (none: by algebra alone)."""

    trail: Trail = ()


@dataclass(frozen=True, slots=True)
class Different:
    """The two are two sizes, in the author's own terms."""

    reason: str
    trail: Trail = ()


@dataclass(frozen=True, slots=True)
class NotKnown:
    """Nothing told decides it."""

    reason: str


Comparison = Equal | Different | NotKnown


def together(declared: Shape, place: object = None) -> tuple[Together, ...]:
    """The facts that a declared shape gives: each pair of its letters is told apart.

    >>> from symformer.algebra.shape import shape
    >>> [str(fact) for fact in together(shape("n", "d_k"))], together(shape("d", "d"))
    (['n and d_k stand in one declared shape'], ())
    """
    names = list(dict.fromkeys(size.letter for size in declared.sizes if size.letter))
    return tuple(Together(a, b, place) for a, b in combinations(names, 2))


@dataclass(frozen=True, slots=True)
class _Solution:
    """``name`` may be replaced by ``value``, because of ``facts``."""

    name: str
    value: Dimension
    facts: frozenset[Equality]


@dataclass(frozen=True, slots=True)
class _Apart:
    """Two letters are different, because of ``facts``."""

    left: str
    right: str
    reason: str
    facts: Trail


class Theory:
    """Facts about dimensions, immutable; the order in which they were told does not matter.

    >>> theory = Theory([Equality(letter("d_k"), letter("D") / letter("H"))])
    >>> isinstance(theory.compare(letter("D"), letter("H") * letter("d_k")), Equal)
    True
    """

    __slots__ = ("_apart", "_cache", "_contradictions", "_direct", "_letters", "_solutions", "_strict", "facts")

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.facts: tuple[Fact, ...] = tuple(dict.fromkeys(facts))
        self._contradictions: tuple[Equality, ...] = ()
        self._solutions: dict[str, _Solution] | None = None
        self._apart: dict[Dimension, _Apart] | None = None
        self._direct: dict[frozenset[str | None], _Apart] = {}
        self._cache: dict[tuple[Dimension, Dimension], Comparison] = {}
        self._strict: Theory | None = None
        self._letters: frozenset[str] | None = None

    @property
    def contradictions(self) -> tuple[Equality, ...]:
        """The equations that cannot hold beside the others; they are left out of all answers."""
        self._solve()
        return self._contradictions

    @property
    def letters(self) -> frozenset[str]:
        """Every letter that some fact speaks of: the sizes of the note."""
        if self._letters is None:
            found: set[str] = set()
            for fact in self.facts:
                match fact:
                    case Equality(left, right):
                        found |= left.letters | right.letters
                    case Concept(name):
                        found.add(name)
                    case Together(one, two):
                        found |= {one, two}
            self._letters = frozenset(found)
        return self._letters

    def speaks_of(self, name: str) -> bool:
        """Whether some fact is about a letter: then it is a size of the note."""
        return name in self.letters

    def add(self, *facts: Fact) -> Theory:
        """A theory that knows more."""
        return Theory((*self.facts, *facts)) if facts else self

    def compare(self, left: Dimension, right: Dimension) -> Comparison:
        """Whether two sizes are equal, different, or not known to be either."""
        if left == right:
            return Equal()
        key = (left, right)
        if key not in self._cache:
            self._cache[key] = self._compare(left, right)
        return self._cache[key]

    @property
    def strict(self) -> Theory:
        """The same facts, for whoever wants proof: what is not known to be equal counts as different."""
        if self._strict is None:
            self._strict = _Strict(self.facts)
        return self._strict

    def value(self, dimension: Dimension) -> Fraction | None:
        """The number a dimension is known to be."""
        reduced, _ = self.reduce(dimension)
        return reduced.number

    def reduce(self, dimension: Dimension) -> tuple[Dimension, Trail]:
        """The dimension in the letters that no fact expresses by others, and the facts used."""
        solutions, result, used = self._solve(), dimension, set[Equality]()
        for name in sorted(dimension.letters & solutions.keys()):
            replaced = substitute(result, name, solutions[name].value)
            if replaced is not None and len(replaced.terms) <= MAX_TERMS:
                result = replaced
                used |= solutions[name].facts
        return result, _in_order(used)

    def _compare(self, left: Dimension, right: Dimension) -> Comparison:
        difference, shared = clear(left - right)
        # Fractions are cleared first, so that sums can be put in for letters below a line.
        reduced, trail = self.reduce(difference)
        rest, also_shared = clear(reduced)
        if not rest.terms:
            return Equal(self._needed(left, right, trail))
        apart = self._known_apart()
        told = self._direct.get(frozenset((left.letter, right.letter)))
        if told is not None:
            return Different(told.reason, told.facts)
        told = apart.get(_unsigned(rest))
        if told is not None:
            return Different(told.reason, _in_order({*told.facts, *trail}))
        factored = bool(shared or also_shared) and left.number is None and right.number is None
        impossible = _surely_nonzero(rest, factored=factored)
        if impossible is not None:
            return Different(self._values_differ(left, right) or impossible, trail)
        return NotKnown(f"nothing says whether {left} is {right}")

    def _values_differ(self, left: Dimension, right: Dimension) -> str | None:
        one, two = self.value(left), self.value(right)
        if one is None or two is None:
            return None
        shown = (
            f"{size}" if size.number is not None else f"{size} = {value}" for size, value in ((left, one), (right, two))
        )
        return " is not ".join(shown)

    def _needed(self, left: Dimension, right: Dimension, trail: Trail) -> Trail:
        """The facts that already suffice, dropping one at a time those that do not matter."""
        if len(trail) > 8:
            return trail
        kept = list(trail)
        for fact in trail:
            fewer = [each for each in kept if each != fact]
            if isinstance(Theory(fewer).compare(left, right), Equal):
                kept = fewer
        return tuple(kept)

    def _solve(self) -> dict[str, _Solution]:
        if self._solutions is not None:
            return self._solutions
        solved: dict[str, _Solution] = {}
        self._solutions = solved
        contradictions: list[Equality] = []
        equalities = [fact for fact in self.facts if isinstance(fact, Equality)]
        for fact in sorted(equalities, key=_fact_order):
            remainder, used = _reduce_with(solved, clear(fact.left - fact.right)[0])
            remainder = clear(remainder)[0]
            if not remainder.terms:
                continue
            if _surely_nonzero(remainder, factored=False) is not None:
                contradictions.append(fact)
                continue
            _take(solved, remainder, used | {fact})
        self._contradictions = tuple(contradictions)
        return solved

    def _known_apart(self) -> dict[Dimension, _Apart]:
        """Differences of letters that are known not to vanish, as reduced polynomials."""
        if self._apart is None:
            self._apart = {}
            for told in (*self._by_shapes(), *self._by_concepts()):
                self._direct.setdefault(frozenset((told.left, told.right)), told)
                reduced, _ = self.reduce(letter(told.left) - letter(told.right))
                rest = _unsigned(clear(reduced)[0])
                # n ≠ d and n = 2 do not make d another number than 2: values are often for one example.
                if all(monomial for monomial, _ in rest.terms):
                    self._apart.setdefault(rest, told)
        return self._apart

    def _by_shapes(self) -> Iterator[_Apart]:
        for fact in self.facts:
            if isinstance(fact, Together):
                yield _Apart(fact.left, fact.right, str(fact), (fact,))

    def _by_concepts(self) -> Iterator[_Apart]:
        meanings: dict[str, list[Concept]] = {}
        for fact in self.facts:
            if isinstance(fact, Concept):
                meanings.setdefault(fact.letter, []).append(fact)
        for (left, ones), (right, twos) in combinations(sorted(meanings.items()), 2):
            # A letter with several meanings is told apart only where all of them agree on it.
            if all(concepts_differ(one.concept, two.concept) for one in ones for two in twos):
                yield _Apart(left, right, f"{ones[0]}, {twos[0]}", (ones[0], twos[0]))


class _Strict(Theory):
    """A theory that takes an open question for a difference."""

    __slots__ = ()

    def _compare(self, left: Dimension, right: Dimension) -> Comparison:
        found = super()._compare(left, right)
        return Different(found.reason) if isinstance(found, NotKnown) else found


def _in_order(facts: Iterable[Fact]) -> Trail:
    return tuple(sorted(facts, key=lambda fact: (type(fact).__name__, str(fact))))


def _fact_order(fact: Equality) -> tuple[int, str]:
    """Values first: they settle most; then by text, so that the order of telling is no matter."""
    valued = fact.left.number is not None or fact.right.number is not None
    return (0 if valued else 1, min(str(fact), f"{fact.right} = {fact.left}"))


def _unsigned(difference: Dimension) -> Dimension:
    """The same polynomial with a positive first coefficient: a − b and b − a tell the same."""
    if difference.terms and difference.terms[0][1] < 0:
        return Dimension(tuple((monomial, -factor) for monomial, factor in difference.terms))
    return difference


def _reduce_with(solved: dict[str, _Solution], dimension: Dimension) -> tuple[Dimension, frozenset[Equality]]:
    used: frozenset[Equality] = frozenset()
    for name in sorted(dimension.letters & solved.keys()):
        replaced = substitute(dimension, name, solved[name].value)
        if replaced is not None and len(replaced.terms) <= MAX_TERMS:
            dimension, used = replaced, used | solved[name].facts
    return dimension, used


def _take(solved: dict[str, _Solution], remainder: Dimension, facts: frozenset[Equality]) -> None:
    """Solve ``remainder = 0`` for one letter, and put the solution into all others."""
    for name, value in _solutions_of(remainder):
        updated: dict[str, _Solution] = {}
        for other in solved.values():
            if name not in other.value.letters:
                continue
            replaced = substitute(other.value, name, value)
            if replaced is None:
                break
            updated[other.name] = _Solution(other.name, replaced, other.facts | facts)
        else:
            solved.update(updated)
            solved[name] = _Solution(name, value, facts)
            return


def _solutions_of(remainder: Dimension) -> list[tuple[str, Dimension]]:
    """The letters that ``remainder = 0`` expresses by the rest, the simplest solution first."""
    found: list[tuple[tuple[int, int, int, str], str, Dimension]] = []
    for name in remainder.letters:
        holding = [(m, f) for m, f in remainder.terms if any(n == name for n, _ in m)]
        if len(holding) != 1 or dict(holding[0][0])[name] != 1:
            continue
        ((monomial, factor),) = holding
        beside = Dimension(((tuple(part for part in monomial if part[0] != name), -factor),))
        value = divide(remainder - Dimension(tuple(holding)), beside)
        if value is None or not value.terms or all(f < 0 for _, f in value.terms):
            continue
        below = sum(1 for m, f in value.terms if f.denominator > 1 or any(e < 0 for _, e in m))
        found.append(((below, len(value.terms), -len(name), name), name, value))
    return [(name, value) for _, name, value in sorted(found, key=lambda each: each[0])]


def _surely_nonzero(rest: Dimension, *, factored: bool) -> str | None:
    """Why a cleared polynomial over positive integers has no zero, or None.

    ``factored``: a common letter was divided out of two compound sizes, so that a zero would need
    a factor to be 1 (``H·d`` is ``d`` only where H = 1): letters are not introduced for that.
    """
    if len({factor > 0 for _, factor in rest.terms}) == 1:
        return "one is larger whatever the letters are"
    if not all(isinstance(e, int) for monomial, _ in rest.terms for _, e in monomial):
        return _only_ones(rest) if factored else None
    if _parity_differs(rest):
        return "no whole numbers make them equal"
    return _only_ones(rest) if factored else None


def _parity_differs(rest: Dimension) -> bool:
    """a·M = c without a whole solution, as in 2d = 7 or 2a = 2b + 1, or d² = 2."""
    constant = next((factor for monomial, factor in rest.terms if not monomial), Fraction(0))
    others = [(monomial, factor) for monomial, factor in rest.terms if monomial]
    if not constant:
        return False
    if constant % gcd(*(int(factor) for _, factor in others)):
        return True
    if len(others) != 1:
        return False
    monomial, factor = others[0]
    degrees = {int(e) for _, e in monomial}
    return len(degrees) == 1 and integer_root(int(-constant / factor), degrees.pop()) is None


def _only_ones(rest: Dimension) -> str | None:
    """M − 1 = 0 for a product M of letters: they would all be 1."""
    if len(rest.terms) != 2:
        return None
    (monomial, first), (lower, second) = rest.terms
    if lower or first != -second:
        return None
    return f"they agree only where {Dimension(((monomial, Fraction(1)),))} = 1"


__all__ = [
    "Comparison",
    "Concept",
    "Different",
    "Equal",
    "Equality",
    "Fact",
    "NotKnown",
    "Theory",
    "Together",
    "Trail",
    "letter",
    "number",
    "together",
]
