"""A normal form of expressions: quotients of polynomials in letters, exponentials, logarithms and the like.

Two expressions with one normal form are equal wherever both are defined and their letters are positive.
``e^{a+b}`` is ``e^a e^b``, ``ln ab`` is ``ln a + ln b``, the squares of a sine are one less those of the cosine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from symformer.reasoning.expanded.expressions import Expression, Expressions

Monomial = tuple[tuple[int, Fraction], ...]  # generators by number, ascending, and their exponents
Polynomial = dict[Monomial, Fraction]
ONE: Monomial = ()
MOST_MONOMIALS = 3_000
MOST_WORK = 400_000
LARGEST_POWER = 12


class NoNormalForm(Exception):
    """An expression whose normal form would be too long."""


@dataclass(slots=True)
class Ratio:
    """A quotient of polynomials; where the denominator is one monomial it is 1."""

    above: Polynomial
    below: Polynomial


@dataclass(slots=True)
class Generator:
    """What a polynomial is made of: a letter, or a function at a normal form."""

    kind: str  # "letter", "exp" (of a monomial), "ln" (of a prime, a generator or a polynomial), "sin", "cos", …
    told: Any
    square: Polynomial | None = None  # what its square is, for sines and absolute values
    inside: Polynomial | None = None  # the polynomial that a "root" stands for


@dataclass(slots=True)
class Normalizer:
    """Normal forms of the expressions of one table."""

    table: Expressions
    generators: list[Generator] = field(default_factory=list)
    known: dict[tuple[str, Any], int] = field(default_factory=dict)
    forms: dict[Expression, Ratio] = field(default_factory=dict)
    logarithms: dict[Expression, Ratio] = field(default_factory=dict)
    angles: dict[Monomial, int] = field(default_factory=dict)  # by what the angles of a monomial are divided
    work: int = MOST_WORK

    # -- equality -------------------------------------------------------------------------------------------------

    def equal(self, left: Expression, right: Expression) -> bool:
        """Whether two expressions have one normal form.

        Raises:
            NoNormalForm: it would be too long.
        """
        if left == right:
            return True
        self._measure_angles((left, right))
        one, other = self.form(left), self.form(right)
        return not self._cleared(self._minus(self._times(one.above, other.below), self._times(other.above, one.below)))

    def _cleared(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial without negative or fractional powers of what has a square, and reduced again."""
        for _ in range(4):
            least: dict[int, Fraction] = {}
            for monomial in polynomial:
                for generator, exponent in monomial:
                    reducible = (
                        self.generators[generator].square is not None or self.generators[generator].kind == "root"
                    )
                    if reducible and exponent < least.get(generator, Fraction(0)):
                        least[generator] = exponent
            if not least:
                return polynomial
            factor = tuple(sorted((generator, -exponent) for generator, exponent in least.items()))
            polynomial = self._times(polynomial, {factor: Fraction(1)})
        return polynomial

    # -- polynomials ----------------------------------------------------------------------------------------------

    def _plus(self, one: Polynomial, other: Polynomial) -> Polynomial:
        made = dict(one)
        for monomial, factor in other.items():
            total = made.get(monomial, Fraction(0)) + factor
            if total:
                made[monomial] = total
            else:
                made.pop(monomial, None)
        if len(made) > MOST_MONOMIALS:
            raise NoNormalForm
        return made

    def _minus(self, one: Polynomial, other: Polynomial) -> Polynomial:
        return self._plus(one, {monomial: -factor for monomial, factor in other.items()})

    def _times(self, one: Polynomial, other: Polynomial) -> Polynomial:
        self.work -= len(one) * len(other)
        if self.work < 0:
            raise NoNormalForm
        made: Polynomial = {}
        odd: list[tuple[Monomial, Fraction]] = []
        for left, factor in one.items():
            for right, other_factor in other.items():
                monomial = _joined(left, right)
                if self._is_reducible(monomial):
                    odd.append((monomial, factor * other_factor))
                    continue
                total = made.get(monomial, Fraction(0)) + factor * other_factor
                if total:
                    made[monomial] = total
                else:
                    made.pop(monomial, None)
        if len(made) > MOST_MONOMIALS:
            raise NoNormalForm
        for monomial, factor in odd:
            made = self._plus(made, self._reduced(monomial, factor))
        return made

    def _is_reducible(self, monomial: Monomial) -> bool:
        for generator, exponent in monomial:
            found = self.generators[generator]
            if found.square is not None and exponent >= 2 or found.kind == "root" and exponent >= 1:
                return True
        return False

    def _reduced(self, monomial: Monomial, factor: Fraction) -> Polynomial:
        """Squares of sines, and whole powers of roots, written out."""
        kept: list[tuple[int, Fraction]] = []
        made: Polynomial = {ONE: factor}
        for generator, exponent in monomial:
            found = self.generators[generator]
            whole = exponent // (2 if found.square is not None else 1)
            replaced = found.square if found.square is not None else found.inside if found.kind == "root" else None
            if replaced is None or whole < 1:
                kept.append((generator, exponent))
                continue
            rest = exponent - whole * (2 if found.square is not None else 1)
            if rest:
                kept.append((generator, rest))
            for _ in range(int(whole)):
                made = self._times(made, replaced)
        return self._times(made, {tuple(kept): Fraction(1)})

    # -- normal forms ---------------------------------------------------------------------------------------------

    def form(self, root: Expression) -> Ratio:
        """The normal form of an expression."""
        for each in self.table.reached([root]):
            if each not in self.forms:
                self.forms[each] = self._form(each)
        return self.forms[root]

    def _form(self, each: Expression) -> Ratio:
        node = self.table.nodes[each]
        match node.kind:
            case "number":
                return Ratio({ONE: Fraction(node.told)} if node.told else {}, {ONE: Fraction(1)})
            case "letter":
                return self._of_generator("letter", node.told)
            case "sum":
                total = Ratio({}, {ONE: Fraction(1)})
                for part in node.parts:
                    total = self._sum(total, self.forms[part])
                return total
            case "product":
                product = Ratio({ONE: Fraction(1)}, {ONE: Fraction(1)})
                for part in node.parts:
                    product = self._product(product, self.forms[part])
                return product
            case "power":
                return self._power(*node.parts)
            case "call":
                return self._call(node.told, node.parts)
        return self._of_generator("some", (node.told, tuple(self._key(self.forms[part]) for part in node.parts)))

    def _of_generator(self, kind: str, told: Any) -> Ratio:
        return Ratio({((self._generator(kind, told), Fraction(1)),): Fraction(1)}, {ONE: Fraction(1)})

    def _generator(self, kind: str, told: Any) -> int:
        found = self.known.get((kind, told))
        if found is None:
            found = self.known[kind, told] = len(self.generators)
            self.generators.append(Generator(kind, told))
        return found

    def _sum(self, one: Ratio, other: Ratio) -> Ratio:
        if one.below == other.below:
            return self._tidy(Ratio(self._plus(one.above, other.above), one.below))
        above = self._plus(self._times(one.above, other.below), self._times(other.above, one.below))
        return self._tidy(Ratio(above, self._times(one.below, other.below)))

    def _product(self, one: Ratio, other: Ratio) -> Ratio:
        above, below = (one.above, other.above), [one.below, other.below]
        factors = list(above)
        for at, factor in enumerate(factors):  # (a + b) / (a + b)
            for place, divisor in enumerate(below):
                if factor == divisor and len(factor) > 1:
                    factors[at], below[place] = {ONE: Fraction(1)}, {ONE: Fraction(1)}
                    break
        return self._tidy(Ratio(self._times(*factors), self._times(*below)))

    def _tidy(self, ratio: Ratio) -> Ratio:
        """A denominator of one monomial goes above; a numerator that is a multiple of it becomes a number."""
        if not ratio.above:
            return Ratio({}, {ONE: Fraction(1)})
        if len(ratio.below) == 1:
            ((monomial, factor),) = ratio.below.items()
            if monomial == ONE and factor == 1:
                return ratio
            turned = tuple((generator, -exponent) for generator, exponent in monomial)
            return Ratio(self._times(ratio.above, {turned: 1 / factor}), {ONE: Fraction(1)})
        if len(ratio.above) == len(ratio.below):
            (first, factor) = next(iter(ratio.above.items()))
            for monomial, other in ratio.below.items():
                quotient = _divided(first, monomial)
                if all(
                    ratio.above.get(_joined(each, quotient)) == value * factor / other
                    for each, value in ratio.below.items()
                ):
                    return Ratio(self._times({quotient: factor / other}, {ONE: Fraction(1)}), {ONE: Fraction(1)})
        return ratio

    def _power(self, base: Expression, exponent: Expression) -> Ratio:
        raised = self.table.value(exponent)
        node = self.table.nodes[base]
        if raised is None:
            return self._exponential(self._product(self.forms[exponent], self.logarithm(base)))
        if node.kind == "product" and raised.denominator != 1:
            made = Ratio({ONE: Fraction(1)}, {ONE: Fraction(1)})
            for part in node.parts:
                made = self._product(made, self._raised(self.forms[part], raised))
            return made
        if node.kind == "power" and (inner := self.table.value(node.parts[1])) is not None:
            return self._raised(self.forms[node.parts[0]], inner * raised)
        return self._raised(self.forms[base], raised)

    def _raised(self, base: Ratio, exponent: Fraction) -> Ratio:
        if exponent < 0:
            if not base.above:
                raise NoNormalForm  # a division by zero
            return self._raised(self._tidy(Ratio(base.below, base.above)), -exponent)
        whole = exponent.numerator // exponent.denominator
        if whole > LARGEST_POWER:
            raise NoNormalForm
        made = Ratio({ONE: Fraction(1)}, {ONE: Fraction(1)})
        for _ in range(whole):
            made = self._product(made, base)
        rest = exponent - whole
        if rest:
            made = self._product(made, self._tidy(Ratio(self._root(base.above, rest), self._root(base.below, rest))))
        return made

    def _root(self, polynomial: Polynomial, exponent: Fraction) -> Polynomial:
        """A polynomial to a power between 0 and 1."""
        if not polynomial:
            return {}
        factor, content, rest = self._primitive(polynomial)
        made: Polynomial = {tuple((generator, each * exponent) for generator, each in content): Fraction(1)}
        for prime, times in _prime_powers(factor):
            made = self._times(made, self._monomial(self._prime(prime), times * exponent))
        if rest != {ONE: Fraction(1)}:
            root = self._generator("root", _frozen(rest))
            self.generators[root].inside = rest
            made = self._times(made, {((root, exponent),): Fraction(1)})
        return made

    def _prime(self, prime: int) -> int:
        """The generator that stands for a prime under a root."""
        found = self._generator("root", prime)
        self.generators[found].inside = {ONE: Fraction(prime)}
        return found

    def _monomial(self, generator: int, exponent: Fraction) -> Polynomial:
        monomial: Monomial = ((generator, exponent),) if exponent else ONE
        return self._reduced(monomial, Fraction(1)) if self._is_reducible(monomial) else {monomial: Fraction(1)}

    def _primitive(self, polynomial: Polynomial) -> tuple[Fraction, Monomial, Polynomial]:
        """A positive number, a monomial and what is left: their product is the polynomial."""
        exponents: dict[int, Fraction] = {}
        first = next(iter(polynomial))
        for generator, exponent in first:
            exponents[generator] = exponent
        for monomial in polynomial:
            inside = dict(monomial)
            exponents = {each: min(exponent, inside.get(each, Fraction(0))) for each, exponent in exponents.items()}
            for each, exponent in inside.items():
                if exponent < 0 and each not in exponents:
                    exponents[each] = exponent
        content = tuple(sorted((each, exponent) for each, exponent in exponents.items() if exponent))
        leading = polynomial[max(polynomial)]
        factor = abs(leading)
        rest = {_divided(monomial, content): value / factor for monomial, value in polynomial.items()}
        if len(polynomial) == 1 and leading < 0:
            raise NoNormalForm  # the root of what is negative for positive letters
        return factor, content, rest

    # -- exponentials and logarithms ------------------------------------------------------------------------------

    def _exponential(self, argument: Ratio) -> Ratio:
        made: Polynomial = {ONE: Fraction(1)}
        for monomial, factor in self._as_polynomial(argument).items():
            if len(monomial) == 1 and monomial[0][1] == 1 and self.generators[monomial[0][0]].kind == "ln":
                made = self._times(made, self._of_logarithm(monomial[0][0], factor))
            else:
                made = self._times(made, {((self._generator("exp", monomial), factor),): Fraction(1)})
        return Ratio(made, {ONE: Fraction(1)})

    def _of_logarithm(self, generator: int, factor: Fraction) -> Polynomial:
        """e to a multiple of a logarithm."""
        told = self.generators[generator].told
        if isinstance(told, int):
            return self._monomial(self._prime(told), factor)
        if isinstance(told, tuple) and told and told[0] == "generator":
            return self._monomial(told[1], factor)
        root = self._generator("root", told)
        self.generators[root].inside = dict(told)
        return self._monomial(root, factor)

    def _as_polynomial(self, ratio: Ratio) -> Polynomial:
        """A quotient as a polynomial, what it is divided by being a letter of its own."""
        if ratio.below == {ONE: Fraction(1)}:
            return ratio.above
        leading = ratio.below[max(ratio.below)]
        divisor = _frozen({monomial: value / leading for monomial, value in ratio.below.items()})
        return self._times(ratio.above, {((self._generator("one over", divisor), Fraction(1)),): 1 / leading})

    def logarithm(self, each: Expression) -> Ratio:
        """The logarithm of an expression: that of a product is a sum."""
        if each not in self.logarithms:
            self.logarithms[each] = self._logarithm(each)
        return self.logarithms[each]

    def _logarithm(self, each: Expression) -> Ratio:
        node = self.table.nodes[each]
        match node.kind:
            case "product":
                total = Ratio({}, {ONE: Fraction(1)})
                for part in node.parts:
                    total = self._sum(total, self.logarithm(part))
                return total
            case "power":
                return self._product(self.form(node.parts[1]), self.logarithm(node.parts[0]))
            case "call" if node.told == "exp":
                return self.form(node.parts[0])
        ratio = self.form(each)
        above, below = self._logarithm_of(ratio.above), self._logarithm_of(ratio.below)
        return Ratio(self._minus(above, below), {ONE: Fraction(1)})

    def _logarithm_of(self, polynomial: Polynomial) -> Polynomial:
        if not polynomial:
            raise NoNormalForm
        factor, content, rest = self._primitive(polynomial)
        made: Polynomial = {}
        for prime, times in _prime_powers(factor):
            made = self._plus(made, {((self._generator("ln", prime), Fraction(1)),): times})
        for generator, exponent in content:
            made = self._plus(made, self._logarithm_of_generator(generator, exponent))
        if rest != {ONE: Fraction(1)}:
            made = self._plus(made, {((self._generator("ln", _frozen(rest)), Fraction(1)),): Fraction(1)})
        return made

    def _logarithm_of_generator(self, generator: int, exponent: Fraction) -> Polynomial:
        found = self.generators[generator]
        match found.kind:
            case "exp":
                return {found.told: exponent}
            case "root":
                told = found.told
                return {((self._generator("ln", told), Fraction(1)),): exponent}
        return {((self._generator("ln", ("generator", generator)), Fraction(1)),): exponent}

    # -- functions ------------------------------------------------------------------------------------------------

    def _call(self, name: str, parts: Sequence[Expression]) -> Ratio:
        match name:
            case "exp":
                return self._exponential(self.forms[parts[0]])
            case "ln":
                return self.logarithm(parts[0])
            case "sin" | "cos":
                return Ratio(self._turned(self._as_polynomial(self.forms[parts[0]]))[name == "cos"], {ONE: Fraction(1)})
            case "tan":
                sine, cosine = self._turned(self._as_polynomial(self.forms[parts[0]]))
                return self._tidy(Ratio(sine, cosine))
            case "absolute":
                return self._absolute(self.forms[parts[0]])
            case "max" | "min" if len(parts) == 2:
                return self._extreme(name, *(self.forms[part] for part in parts))
        keys = [self._key(self.forms[part]) for part in parts]
        return self._of_generator(name, tuple(sorted(keys, key=repr) if name in ("max", "min") else keys))

    def _absolute(self, of: Ratio) -> Ratio:
        positive = max(of.above.values(), default=Fraction(0)) if len(of.above) < 2 and len(of.below) < 2 else None
        if positive is not None and all(self.generators[each].kind == "exp" for each, _ in next(iter(of.above), ())):
            return Ratio({monomial: abs(value) for monomial, value in of.above.items()}, of.below)
        polynomial = self._as_polynomial(of)
        if polynomial and polynomial[max(polynomial)] < 0:
            polynomial = {monomial: -value for monomial, value in polynomial.items()}
        generator = self._generator("absolute", _frozen(polynomial))
        self.generators[generator].square = self._times(polynomial, polynomial)
        return Ratio({((generator, Fraction(1)),): Fraction(1)}, {ONE: Fraction(1)})

    def _extreme(self, name: str, one: Ratio, other: Ratio) -> Ratio:
        """Half the sum and half the distance, for the larger of two; less half of it for the smaller."""
        half = Ratio({ONE: Fraction(1, 2)}, {ONE: Fraction(1)})
        minus = Ratio({ONE: Fraction(-1)}, {ONE: Fraction(1)})
        apart = self._absolute(self._sum(one, self._product(minus, other)))
        signed = apart if name == "max" else self._product(minus, apart)
        return self._product(half, self._sum(self._sum(one, other), signed))

    def _key(self, ratio: Ratio) -> Any:
        return _frozen(self._as_polynomial(ratio))

    def _measure_angles(self, roots: Iterable[Expression]) -> None:
        """Of what each angle is a whole multiple, so that x and 2x meet."""
        reached = self.table.reached(roots)
        for each in reached:
            node = self.table.nodes[each]
            if node.kind != "call" or node.told not in ("sin", "cos", "tan"):
                continue
            inside = self.table.reached(node.parts)
            if any(self.table.nodes[part].told in ("sin", "cos", "tan") for part in inside):
                continue
            for monomial, factor in self._as_polynomial(self.form(node.parts[0])).items():
                self.angles[monomial] = lcm(self.angles.get(monomial, 1), factor.denominator)

    def _turned(self, angle: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Sine and cosine of a sum of angles."""
        sine: Polynomial = {}
        cosine: Polynomial = {ONE: Fraction(1)}
        for monomial, factor in angle.items():
            divided = lcm(self.angles.get(monomial, 1), factor.denominator)
            times = factor * divided
            if abs(times) > LARGEST_POWER:
                raise NoNormalForm
            one_sine, one_cosine = self._unit(monomial, divided)
            if times < 0:
                one_sine = {each: -value for each, value in one_sine.items()}
            for _ in range(abs(int(times))):
                sine, cosine = (
                    self._plus(self._times(sine, one_cosine), self._times(cosine, one_sine)),
                    self._minus(self._times(cosine, one_cosine), self._times(sine, one_sine)),
                )
        return sine, cosine

    def _unit(self, monomial: Monomial, divided: int) -> tuple[Polynomial, Polynomial]:
        if len(monomial) == 1 and monomial[0][1] == 1:
            found = self.generators[monomial[0][0]]
            if found.kind == "letter" and found.told == "π" and divided in (1, 2):
                return ({}, {ONE: Fraction(-1)}) if divided == 1 else ({ONE: Fraction(1)}, {})
        cosine = self._generator("cos", (monomial, divided))
        sine = self._generator("sin", (monomial, divided))
        self.generators[sine].square = {ONE: Fraction(1), ((cosine, Fraction(2)),): Fraction(-1)}
        return {((sine, Fraction(1)),): Fraction(1)}, {((cosine, Fraction(1)),): Fraction(1)}


def _joined(one: Monomial, other: Monomial) -> Monomial:
    if not one:
        return other
    if not other:
        return one
    exponents = dict(one)
    for generator, exponent in other:
        exponents[generator] = exponents.get(generator, Fraction(0)) + exponent
    return tuple(sorted((generator, exponent) for generator, exponent in exponents.items() if exponent))


def _divided(one: Monomial, other: Monomial) -> Monomial:
    return _joined(one, tuple((generator, -exponent) for generator, exponent in other))


def _frozen(polynomial: Polynomial) -> tuple[tuple[Monomial, Fraction], ...]:
    return tuple(sorted(polynomial.items()))


def _prime_powers(number: Fraction) -> Iterator[tuple[int, Fraction]]:
    """The primes in a positive number, with their exponents."""
    exponents: dict[int, int] = {}
    for value, sign in ((number.numerator, 1), (number.denominator, -1)):
        rest, prime = value, 2
        while rest > 1:
            if prime * prime > rest or prime > 1000:
                exponents[rest] = exponents.get(rest, 0) + sign
                break
            while rest % prime == 0:
                exponents[prime] = exponents.get(prime, 0) + sign
                rest //= prime
            prime += 1
    yield from ((prime, Fraction(times)) for prime, times in sorted(exponents.items()))
