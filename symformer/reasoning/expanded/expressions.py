"""Expressions of numbers, letters and functions: each made once and known by its number, parts before wholes."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

Expression = int  # its place in the table that made it
Kind = str  # "number", "letter", "sum", "product", "power", "call", "some"

MOST_EXPRESSIONS = 12_000
LARGEST_EXPONENT = 64


class TooLarge(Exception):
    """There is more to write out than the table holds."""


@dataclass(slots=True)
class Node:
    """One expression: its kind, what tells it apart from others of the kind, and its parts.

    ``told`` is the value of a number, the name of a letter or function, or for "some" (a function that
    nothing tells) its name and how often it is differentiated by each argument.
    """

    kind: Kind
    told: Any
    parts: tuple[Expression, ...]


@dataclass(slots=True)
class Expressions:
    """The table of all expressions made so far.

    >>> table = Expressions()
    >>> x = table.letter("x")
    >>> table.sum((x, table.number(0))) == x, table.product((x, x)) == table.power(x, table.number(2))
    (True, True)
    """

    nodes: list[Node] = field(default_factory=list)
    known: dict[tuple[Kind, Any, tuple[Expression, ...]], Expression] = field(default_factory=dict)
    definitions: dict[Expression, Expression] = field(default_factory=dict)  # letters that stand for something
    _changes: dict[tuple[Expression, Expression], Expression] = field(default_factory=dict)
    _numbers: dict[Fraction | int, Expression] = field(default_factory=dict)
    _orders: dict[Expression, list[Expression]] = field(default_factory=dict)
    _shown: dict[tuple[Expression, Expression], Expression] = field(default_factory=dict)

    def _make(self, kind: Kind, told: Any, parts: tuple[Expression, ...] = ()) -> Expression:
        key = (kind, told, parts)
        found = self.known.get(key)
        if found is None:
            found = len(self.nodes)
            if found >= MOST_EXPRESSIONS:
                raise TooLarge
            self.nodes.append(Node(kind, told, parts))
            self.known[key] = found
        return found

    def number(self, value: Fraction | int) -> Expression:
        """A number."""
        found = self._numbers.get(value)
        if found is None:
            exact = Fraction(value)
            whole = exact.denominator == 1  # kept as an int: to add and multiply these is ten times as fast
            found = self._numbers[value] = self._make("number", exact.numerator if whole else exact)
        return found

    def letter(self, name: str) -> Expression:
        """A letter that stands for one number."""
        return self._make("letter", name)

    def value(self, each: Expression) -> Fraction | None:
        """The number that an expression is, or None."""
        node = self.nodes[each]
        return Fraction(node.told) if node.kind == "number" else None

    def sum(self, terms: Iterable[Expression]) -> Expression:
        """A sum; numbers in it are added up, and equal terms counted."""
        constant: Fraction | int = 0
        counts: dict[Expression, Fraction | int] = {}
        stack = list(terms)
        while stack:
            each = stack.pop()
            node = self.nodes[each]
            if node.kind == "number":
                constant += node.told
            elif node.kind == "sum":
                stack.extend(node.parts)
            else:
                rest, factor = self._without_factor(each)
                counts[rest] = counts.get(rest, 0) + factor
        parts = sorted(self._scaled(rest, factor) for rest, factor in counts.items() if factor)
        if constant:
            parts.append(self.number(constant))
        if not parts:
            return self.number(0)
        return parts[0] if len(parts) == 1 else self._make("sum", None, tuple(parts))

    def _without_factor(self, each: Expression) -> tuple[Expression, Fraction | int]:
        node = self.nodes[each]
        if node.kind == "product" and (first := self.nodes[node.parts[0]]).kind == "number":
            rest = node.parts[1:]
            return (rest[0] if len(rest) == 1 else self._make("product", None, rest)), first.told
        return each, 1

    def _scaled(self, each: Expression, factor: Fraction | int) -> Expression:
        if factor == 1:
            return each
        node = self.nodes[each]
        parts = node.parts if node.kind == "product" else (each,)
        return self._make("product", None, (self.number(factor), *parts))

    def product(self, factors: Iterable[Expression]) -> Expression:
        """A product, its number first; equal factors become a power."""
        constant: Fraction | int = 1
        one = self.number(1)
        exponents: dict[Expression, list[Expression]] = {}
        stack = list(factors)
        while stack:
            each = stack.pop()
            node = self.nodes[each]
            if node.kind == "number":
                constant *= node.told
            elif node.kind == "product":
                stack.extend(node.parts)
            elif node.kind == "power":
                exponents.setdefault(node.parts[0], []).append(node.parts[1])
            else:
                exponents.setdefault(each, []).append(one)
        if not constant:
            return self.number(0)
        single = [one]
        parts = sorted(base if each == single else self.power(base, self.sum(each)) for base, each in exponents.items())
        parts = [each for each in parts if each != one]
        if any(self.nodes[each].kind in ("number", "product") for each in parts):
            return self.product([self.number(constant), *parts])
        if constant != 1 or not parts:
            parts.insert(0, self.number(constant))
        return parts[0] if len(parts) == 1 else self._make("product", None, tuple(parts))

    def power(self, base: Expression, exponent: Expression) -> Expression:
        """A power; whole powers of numbers are worked out, and whole powers of powers joined."""
        raised, below = self.value(exponent), self.value(base)
        if raised == 1:
            return base
        if raised == 0:
            return self.number(1)
        if below is not None and raised is not None and raised.denominator == 1 and (below or raised > 0):
            if abs(raised) <= LARGEST_EXPONENT:
                return self.number(below**raised.numerator)
        node = self.nodes[base]
        if node.kind == "power" and raised is not None and raised.denominator == 1:
            return self.power(node.parts[0], self.product((node.parts[1], exponent)))
        if node.kind == "product" and raised is not None and raised.denominator == 1:
            return self.product([self.power(part, exponent) for part in node.parts])
        return self._make("power", None, (base, exponent))

    def call(self, name: str, *arguments: Expression) -> Expression:
        """A function of numbers: exp, ln, sin, …, max, min, argmax."""
        if len(arguments) == 1 and (value := self.value(arguments[0])) is not None:
            exact = EXACT.get((name, value))
            if exact is not None:
                return self.number(exact)
        if name in ("max", "min"):
            arguments = tuple(sorted(set(arguments)))
            if len(arguments) == 1:
                return arguments[0]
        return self._make("call", name, arguments)

    def some(self, name: str, arguments: tuple[Expression, ...], orders: tuple[int, ...] = ()) -> Expression:
        """A function that nothing tells, differentiated so often by each of its arguments."""
        return self._make("some", (name, orders or (0,) * len(arguments)), arguments)

    # -- shorthands -----------------------------------------------------------------------------------------------

    def negative(self, each: Expression) -> Expression:
        """The expression with the other sign."""
        return self.product((self.number(-1), each))

    def quotient(self, above: Expression, below: Expression) -> Expression:
        """above / below."""
        return self.product((above, self.power(below, self.number(-1))))

    # -- what is in it --------------------------------------------------------------------------------------------

    def reached(self, roots: Iterable[Expression]) -> list[Expression]:
        """All parts of some expressions, parts before wholes."""
        seen: set[Expression] = set()
        stack = list(roots)
        while stack:
            each = stack.pop()
            if each not in seen:
                seen.add(each)
                stack.extend(self.nodes[each].parts)
        return sorted(seen)

    def atoms(self, roots: Iterable[Expression]) -> frozenset[str]:
        """The letters in some expressions and the functions in them that nothing tells, each with what it is of."""
        found = set()
        for each in self.reached(roots):
            node = self.nodes[each]
            if node.kind == "letter":
                found.add(str(node.told))
            elif node.kind == "some":
                name, orders = node.told
                primes = "'" * sum(orders)
                found.add(f"{name}{primes} ({node.parts} {orders})" if node.parts else str(name))
        return frozenset(found)

    def resolved(self, roots: Sequence[Expression]) -> list[Expression]:
        """The expressions with what the letters in them stand for put in, until none stands for anything."""
        made: dict[Expression, Expression] = {}
        for root in roots:
            for each in self._behind(root):
                if each in made:
                    continue
                node, definition = self.nodes[each], self.definitions.get(each)
                if definition is not None:
                    made[each] = made.get(definition, each)
                else:
                    made[each] = self.rebuilt(node, tuple(made.get(p, p) for p in node.parts)) if node.parts else each
        return [made[root] for root in roots]

    def rebuilt(self, node: Node, parts: tuple[Expression, ...]) -> Expression:
        """The same kind of expression with other parts."""
        match node.kind:
            case "sum":
                return self.sum(parts)
            case "product":
                return self.product(parts)
            case "power":
                return self.power(*parts)
            case "call":
                return self.call(node.told, *parts)
            case "some":
                return self.some(node.told[0], parts, node.told[1])
        raise AssertionError(node.kind)

    # -- derivatives ----------------------------------------------------------------------------------------------

    def shown_derivative(self, of: Expression, by: Expression) -> Expression:
        """The derivative by a letter where it stands, all other letters staying as they are."""
        for each in self.reached([of]):
            if (each, by) not in self._shown:
                node = self.nodes[each]
                if each == by:
                    self._shown[each, by] = self.number(1)
                elif node.parts:
                    self._shown[each, by] = self._change(each, node, [self._shown[part, by] for part in node.parts])
                else:
                    self._shown[each, by] = self.number(0)
        return self._shown[of, by]

    def derivative(self, of: Expression, by: Expression) -> Expression:
        """The derivative by a letter, through all that letters stand for.

        >>> table = Expressions()
        >>> x = table.letter("x")
        >>> cube = table.power(x, table.number(3))
        >>> table.evaluated([table.derivative(cube, x)], {"x": 2.0})
        [12.0]
        """
        for each in self._behind(of):
            if (each, by) in self._changes:
                continue
            node = self.nodes[each]
            if each == by:
                change = self.number(1)
            elif each in self.definitions:
                change = self._changes.get((self.definitions[each], by), self.number(0))
            elif node.parts:  # what stands for itself in the end does not change
                inner = [self._changes.get((part, by), self.number(0)) for part in node.parts]
                change = self._change(each, node, inner)
            else:
                change = self.number(0)
            self._changes[each, by] = change
        return self._changes[of, by]

    def _behind(self, root: Expression) -> list[Expression]:
        """All parts of an expression and of what its letters stand for, parts and meanings before wholes."""
        if root not in self._orders:
            order: list[Expression] = []
            seen: set[Expression] = set()
            stack = [(root, False)]
            while stack:
                each, done = stack.pop()
                if done:
                    order.append(each)
                    continue
                if each in seen:
                    continue
                seen.add(each)
                stack.append((each, True))
                definition = self.definitions.get(each)
                inner = self.nodes[each].parts if definition is None else (definition,)
                stack.extend((part, False) for part in inner if part not in seen)
            self._orders[root] = order
        return self._orders[root]

    def _change(self, each: Expression, node: Node, changes: Sequence[Expression]) -> Expression:
        zero = self.number(0)
        if all(change == zero for change in changes):
            return zero
        match node.kind:
            case "sum":
                return self.sum(changes)
            case "product":
                return self.sum(
                    self.product((*node.parts[:at], change, *node.parts[at + 1 :]))
                    for at, change in enumerate(changes)
                    if change != zero
                )
            case "power":
                base, exponent = node.parts
                lowered = self.power(base, self.sum((exponent, self.number(-1))))
                by_base = self.product((exponent, lowered, changes[0]))
                if changes[1] == zero:
                    return by_base
                return self.sum((by_base, self.product((each, self.call("ln", base), changes[1]))))
            case "call":
                outer = self._change_of_call(each, node)
            case _:
                name, orders = node.told
                outer = [
                    self.some(name, node.parts, (*orders[:at], orders[at] + 1, *orders[at + 1 :]))
                    for at in range(len(node.parts))
                ]
        return self.sum(self.product((one, change)) for one, change in zip(outer, changes, strict=True))

    def _change_of_call(self, each: Expression, node: Node) -> list[Expression]:
        """The derivative of a function by each of its arguments."""
        x = node.parts[0]
        match node.told:
            case "exp":
                return [each]
            case "ln":
                return [self.power(x, self.number(-1))]
            case "sin":
                return [self.call("cos", x)]
            case "cos":
                return [self.negative(self.call("sin", x))]
            case "tan":
                return [self.power(self.call("cos", x), self.number(-2))]
            case "arctan":
                return [self.power(self.sum((self.number(1), self.power(x, self.number(2)))), self.number(-1))]
            case "absolute":
                return [self.call("sign", x)]
            case "sign" | "floor" | "ceil" | "step" | "round":
                return [self.number(0)]
            case "erf":
                square = self.negative(self.power(x, self.number(2)))
                root = self.power(self.letter("π"), self.number(Fraction(-1, 2)))
                return [self.product((self.number(2), root, self.call("exp", square)))]
            case "max" | "min":
                return [self._is_extreme(part, node) for part in node.parts]
        raise TooLarge  # no rule for it: whoever asks cannot go on

    def _is_extreme(self, part: Expression, node: Node) -> Expression:
        others = [other for other in node.parts if other != part]
        rest = self.call(node.told, *others)
        ahead = (part, self.negative(rest)) if node.told == "max" else (rest, self.negative(part))
        return self.call("step", self.sum(ahead))

    # -- values ---------------------------------------------------------------------------------------------------

    def evaluated(self, roots: Sequence[Expression], letters: Mapping[str, Any]) -> list[Any]:
        """The values of some expressions where all their letters have one; nan where there is no value."""
        values: dict[Expression, Any] = {}
        complex_ = any(isinstance(each, complex) for each in letters.values())
        calls = COMPLEX_CALLS if complex_ else CALLS
        for each in self.reached(roots):
            node = self.nodes[each]
            try:
                values[each] = _value(node, values, letters, calls)
            except (ValueError, OverflowError, ZeroDivisionError, TypeError, KeyError):
                values[each] = math.nan
        return [values[root] for root in roots]


def _value(node: Node, values: Mapping[Expression, Any], letters: Mapping[str, Any], calls: Mapping[str, Any]) -> Any:
    match node.kind:
        case "number":
            return float(node.told)
        case "letter":
            return letters[node.told] if node.told != "π" else math.pi
        case "sum":
            return sum([values[part] for part in node.parts])
        case "product":
            return math.prod([values[part] for part in node.parts])
        case "power":
            base, exponent = (values[part] for part in node.parts)
            raised = base**exponent
            return math.nan if isinstance(raised, complex) and not isinstance(base, complex) else raised
        case "call":
            arguments = [values[part] for part in node.parts]
            if any(each != each for each in arguments):
                return math.nan
            return calls[node.told](*arguments)  # some have no value at complex numbers
    name, orders = node.told
    return some_value(name, orders, [values[part] for part in node.parts])


def some_value(name: str, orders: Sequence[int], arguments: Sequence[Any]) -> Any:
    """A smooth function that its name alone decides, or a derivative of it; its values lie between 0 and 1.

    >>> 0 < some_value("f", (0,), [0.5]) < 1
    True
    """
    seed = _seed(name)
    angle = 0.3 + seed
    factor = 0.35
    for at, (order, argument) in enumerate(zip(orders, arguments, strict=True)):
        rate = 0.4 + 0.5 * _seed(f"{name} {at}")
        angle = angle + rate * argument
        factor *= rate**order
    turned = angle + sum(orders) * math.pi / 2
    sine = cmath.sin(turned) if isinstance(turned, complex) else math.sin(turned)
    return factor * sine + (0 if any(orders) else 0.5)


def _seed(name: str) -> float:
    total = 7
    for letter in name:
        total = (total * 131 + ord(letter)) % 1_000_003
    return total / 1_000_003


def _step(x: float) -> float:
    return 1.0 if x > 0 else 0.0 if x < 0 else math.nan


def _sign(x: float) -> float:
    return math.nan if x == 0 else math.copysign(1.0, x)


def _first_most(*values: float) -> float:
    return float(max(range(len(values)), key=values.__getitem__))


def _first_least(*values: float) -> float:
    return float(min(range(len(values)), key=values.__getitem__))


SETTLED, STEADY, SAME = 1e-13, 1e-9, 1e-7


def _series(*terms: float) -> float:
    """What a sum comes to, by its first terms; nan where that cannot be told.

    >>> round(_series(1.0, *[0.5**k for k in range(1, 12)]), 9), _series(*[1.0] * 12)
    (2.0, nan)
    """
    sums, total = [], 0.0
    for each in terms:
        total += each
        sums.append(total)
    if abs(terms[-1]) <= SETTLED * max(abs(total), SETTLED):
        return total
    if abs(terms[-1]) >= abs(terms[-2]):
        return math.nan
    return _accelerated(sums[-9:])


def _accelerated(sums: list[float]) -> float:
    """Where partial sums run to, by the epsilon algorithm; nan where two of its estimates differ."""
    before, here = [0.0] * (len(sums) + 1), list(sums)
    known = math.nan
    for column in range(1, len(sums)):
        gaps = [second - first for first, second in pairwise(here)]
        if 0.0 in gaps:
            return here[-1] if column % 2 else known
        before, here = here, [before[at + 1] + 1 / gap for at, gap in enumerate(gaps)]
        if column % 2 == 0:
            if abs(here[-1] - known) <= STEADY * max(abs(known), STEADY):
                return here[-1]
            known = here[-1]
    return math.nan


def _agreeing(one: float, other: float) -> float:
    """A number that two rules give alike; nan where they differ.

    >>> _agreeing(1.0, 1.0 + 1e-12), _agreeing(1.0, 1.1)
    (1.000000000001, nan)
    """
    return other if abs(one - other) <= SAME * max(abs(one), abs(other), SAME) else math.nan


CALLS: dict[str, Callable[..., float]] = {
    "exp": math.exp, "ln": math.log, "sin": math.sin, "cos": math.cos, "tan": math.tan, "arctan": math.atan,
    "arcsin": math.asin, "arccos": math.acos, "absolute": abs, "sign": _sign, "floor": math.floor, "ceil": math.ceil,
    "step": _step, "erf": math.erf, "max": max, "min": min, "round": round, "argmax": _first_most,
    "argmin": _first_least, "gamma": math.gamma, "series": _series, "agreeing": _agreeing,
}  # fmt: skip
COMPLEX_CALLS: dict[str, Callable[..., Any]] = {
    "exp": cmath.exp, "ln": cmath.log, "sin": cmath.sin, "cos": cmath.cos, "tan": cmath.tan, "absolute": abs,
    "real": lambda z: complex(z).real, "imaginary": lambda z: complex(z).imag,
    "conjugate": lambda z: complex(z).conjugate(),
}  # fmt: skip
EXACT: dict[tuple[str, Fraction], int] = {
    ("exp", Fraction(0)): 1, ("ln", Fraction(1)): 0, ("sin", Fraction(0)): 0, ("cos", Fraction(0)): 1,
    ("tan", Fraction(0)): 0, ("arctan", Fraction(0)): 0, ("erf", Fraction(0)): 0, ("absolute", Fraction(0)): 0,
}  # fmt: skip
