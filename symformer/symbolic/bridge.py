r"""Terms as SymPy expressions over matrix symbols, as they are written: nothing is worked out before ``doit``.

Shapes are ours and checked first, since SymPy multiplies (n × d) by (n × d) without a word.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape import Shape
from symformer.functions import lookup
from symformer.symbolic.names import sympy_name
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sign,
    Slice,
    Sum,
    Symbol,
    Term,
    Transpose,
)

Expression = Any  # SymPy tells its types too loosely to be checked
Size = tuple[Expression, Expression]
CONSTANTS = ("e", "pi", "infty")
OWN = ("exp", "log", "ln", "sin", "cos", "tanh", "erf")  # functions that SymPy keeps as they are written
RELATIONS = {"<": "StrictLessThan", ">": "StrictGreaterThan", "≤": "LessThan", "≥": "GreaterThan", "≠": "Unequality"}
NO_NUMBERS = frozenset({"prefix <", "set", "reshape", "transpose"})


class NotInSympy(ValueError):
    """A term has no counterpart in SymPy; the message says what."""


class ShapesDisagree(ValueError):
    """Parts of a term do not fit together; the message says which, with their sizes."""


def to_sympy(term: Term, shapes: Mapping[Term, Shape], *, families: Collection[Term] = frozenset()) -> Expression:
    r"""The term as a SymPy expression that says what is written; ``.doit()`` works it out.

    ``shapes`` are the shapes of arrays by their letters, whose sizes become positive integers; other letters
    are numbers.  Of ``families`` there is one for each index, as ``Q_i`` for each head.  Raises NotInSympy,
    and ShapesDisagree where parts do not fit.

    >>> from symformer.algebra.shape import shape
    >>> Q, K = Symbol("Q"), Symbol("K")
    >>> shapes = {Q: shape("n", "d"), K: shape("m", "d")}
    >>> to_sympy(Product((Q, Transpose(K))), shapes)
    Q*K.T
    >>> to_sympy(Product((Q, K)), shapes)
    Traceback (most recent call last):
    symformer.symbolic.bridge.ShapesDisagree: cannot multiply Q (n × d) by K (m × d): d and m
    """
    sizes = frozenset(name for shape in shapes.values() for size in shape.sizes for name in size.letters)
    return _Bridge(dict(shapes), frozenset(families), sizes).statement(term)


@dataclass(slots=True)
class _Bridge:
    shapes: Mapping[Term, Shape]
    families: frozenset[Term]
    sizes: frozenset[str]
    forced: dict[Term, Size | None] = field(default_factory=dict)  # of calls that the other side of an equation tells

    def statement(self, term: Term) -> Expression:
        import sympy

        if not isinstance(term, Relation):
            return self.of(term)
        sides = self._sides(term)
        found = [
            self._relation(sign, left, right)
            for sign, left, right in zip(term.relations, sides, sides[1:], strict=False)
        ]
        return found[0] if len(found) == 1 else sympy.Tuple(*found)

    def _sides(self, term: Relation) -> list[Expression]:
        """The sides, those that call what only the other side tells the shape of last."""
        open_calls = [each for each in term.sides if isinstance(each, Apply) and self._is_open(each)]
        known = {each: self.of(each) for each in term.sides if each not in open_calls}
        if known:
            told = next(iter(known.values()))
            for call in open_calls:
                self.forced[call] = told.shape if _is_array(told) else None
        sides = [known[each] if each in known else self.of(each) for each in term.sides]
        for left, right, one, other in zip(term.sides, term.sides[1:], sides, sides[1:], strict=False):
            if _is_array(one) and _is_array(other) and not _alike(one.shape, other.shape):
                raise ShapesDisagree(f"{show(left)} is {_shown(one.shape)}, and {show(right)} {_shown(other.shape)}")
        return sides

    def _is_open(self, call: Apply) -> bool:
        function = lookup(call.function)
        return function is None or not function.standard or function.law in ("open", "scalars")

    def _relation(self, sign: str, left: Expression, right: Expression) -> Expression:
        import sympy

        from symformer.symbolic.expressions import Approximately

        if sign == "=":
            return sympy.Eq(left, right, evaluate=False)
        if sign == "≈":
            return Approximately(left, right)
        if sign in RELATIONS:
            return getattr(sympy, RELATIONS[sign])(left, right, evaluate=False)
        raise NotInSympy(f"the relation {sign}")

    def of(self, term: Term) -> Expression:
        import sympy

        match term:
            case Number(value):
                return sympy.Rational(value.numerator, value.denominator)
            case Symbol():
                return self._symbol(term)
            case Sum(terms):
                return self._sum(terms)
            case Product(factors, ""):
                return self._product(factors)
            case Elementwise(factors, "⊙"):
                parts = self._broadcast(factors)
                return sympy.HadamardProduct(*parts) if _is_array(parts[0]) else sympy.Mul(*parts, evaluate=False)
            case Quotient():
                return self._quotient(term)
            case Power():
                return self._power(term)
            case Transpose(operand):
                inner = self.of(operand)
                return sympy.Transpose(inner) if _is_array(inner) else _no(term)
            case Apply():
                return self._apply(term)
            case IndexedSum():
                return self._indexed_sum(term)
            case Index():
                return self._index(term)
            case Matrix(rows, "matrix") if not any(isinstance(cell, Ellipsis) for row in rows for cell in row):
                return self._matrix(rows)
            case Cases():
                return self._cases(term)
        return _no(term)

    # -- letters -------------------------------------------------------------------------------------------------------

    def _symbol(self, term: Symbol) -> Expression:
        import sympy

        from symformer.symbolic.expressions import RowSymbol

        if (shape := self.shapes.get(term)) is not None and shape.rank:
            kind = RowSymbol if shape.rank == 1 else sympy.MatrixSymbol
            return kind(sympy_name(term.name), *self.size(shape, term))
        if term.name in CONSTANTS and term not in self.shapes:
            return {"e": sympy.E, "pi": sympy.pi, "infty": sympy.oo}[term.name]
        return self._letter(term.name)

    def _letter(self, name: str) -> Expression:
        import sympy

        told = {"integer": True, "positive": True} if name in self.sizes else {}
        return sympy.Symbol(sympy_name(name), **told)

    def size(self, shape: Shape, term: Term) -> Size:
        """The rows and columns of a shape."""
        import sympy

        if shape.rank > 2:
            raise NotInSympy(f"{show(term)} has {shape.rank} axes, and SymPy's matrices two")
        sizes = [self.dimension(each) for each in shape.sizes]
        return (sympy.Integer(1), sizes[0]) if len(sizes) == 1 else (sizes[0], sizes[1])

    def dimension(self, size: Dimension) -> Expression:
        """A size as an expression."""
        import sympy

        found = sympy.Integer(0)
        for monomial, factor in size.terms:
            part = sympy.Rational(factor.numerator, factor.denominator)
            for name, exponent in monomial:
                part = part * self._letter(name) ** sympy.Rational(exponent)
            found = found + part
        return found

    def _index(self, term: Index) -> Expression:
        import sympy

        from symformer.symbolic.expressions import Entry

        if any(isinstance(part, Apply) and part.function in NO_NUMBERS for part in term.slots):
            _no(term)
        whole = self.shapes.get(term)
        if whole is not None and whole.rank:
            return self._member(term, whole, term.indices)
        shape = self.shapes.get(term.base)
        if shape is not None and shape.rank and (term.base in self.families or term.upper):
            counted = term.indices[:1] if term.base in self.families else ()
            member = self._member(Index(term.base, counted, term.upper), shape, counted)
            return self._part(member, term.indices[len(counted) :])
        base = self.of(term.base)
        if _is_array(base):
            return self._part(base, term.indices)
        if term.upper:
            _no(term)
        return Entry(base, sympy.Tuple(*map(self.script, term.indices)))

    def _member(self, term: Index, shape: Shape, counted: Sequence[Term]) -> Expression:
        import sympy
        from sympy.core.symbol import Str

        from symformer.symbolic.expressions import Member

        if not isinstance(term.base, Symbol):
            _no(term)
        lower = sympy.Tuple(*map(self.of, counted))
        upper = sympy.Tuple(*map(self.of, term.upper))
        name = term.base.name if isinstance(term.base, Symbol) else ""
        return Member(Str(sympy_name(name)), lower, upper, *self.size(shape, term))

    def _part(self, base: Expression, scripts: Sequence[Term]) -> Expression:
        import sympy

        from symformer.symbolic.expressions import Entry, Part

        if not scripts:
            return base
        axes = (base.shape[1],) if base.shape[0] == 1 and len(scripts) == 1 else base.shape
        held = sympy.Tuple(*map(self.script, scripts))
        kept = [
            self._length(script, size) if isinstance(script, Slice) else sympy.Integer(1)
            for script, size in zip(scripts, axes, strict=False)
        ]
        if len(scripts) == len(axes) and not any(isinstance(each, Slice) for each in scripts):
            return Entry(base, held)
        if len(axes) == 1:
            return Part(base, held, sympy.Integer(1), kept[0])
        return Part(base, held, kept[0], kept[1] if len(kept) > 1 else base.shape[1])

    def script(self, term: Term) -> Expression:
        """What stands in an index."""
        from sympy.core.symbol import Str

        from symformer.symbolic.expressions import Span

        if isinstance(term, Slice):
            return Span(*(Str("") if each is None else self.of(each) for each in (term.start, term.stop)))
        return self.of(term)

    def _length(self, script: Slice, size: Expression) -> Expression:
        import sympy

        start = sympy.Integer(0) if script.start is None else self.of(script.start)
        stop = size if script.stop is None else self.of(script.stop)
        return sympy.expand((stop - start).doit())

    # -- signs ---------------------------------------------------------------------------------------------------------

    def _broadcast(self, terms: Sequence[Term]) -> list[Expression]:
        """The terms in one shape: numbers at every entry, rows in every row."""
        from symformer.symbolic.expressions import Broadcast

        parts = [self.of(each) for each in terms]
        whole: Size | None = None
        for term, part in zip(terms, parts, strict=True):
            if _is_array(part):
                whole = part.shape if whole is None else _wider(whole, part.shape, term)
        if whole is None:
            return parts
        return [
            part if _is_array(part) and _alike(part.shape, whole) else Broadcast(part, whole[0], whole[1])
            for part in parts
        ]

    def _sum(self, terms: Sequence[Term]) -> Expression:
        import sympy

        parts = self._broadcast(terms)
        return (sympy.MatAdd if _is_array(parts[0]) else sympy.Add)(*parts, evaluate=False)

    def _product(self, factors: Sequence[Term]) -> Expression:
        import sympy

        from symformer.symbolic.expressions import OnlyEntry

        parts = [self.of(each) for each in factors]
        arrays = [(term, part) for term, part in zip(factors, parts, strict=True) if _is_array(part)]
        if not arrays:
            minus_infinity = parts == [sympy.S.NegativeOne, sympy.oo]  # written out, it would mislead SymPy
            return -sympy.oo if minus_infinity else sympy.Mul(*parts, evaluate=False)
        for (left, one), (right, other) in pairwise(arrays):
            if not _same(one.shape[1], other.shape[0]):
                raise ShapesDisagree(
                    f"cannot multiply {show(left)} {_shown(one.shape)} by {show(right)} {_shown(other.shape)}: "
                    f"{one.shape[1]} and {other.shape[0]}"
                )
        found = sympy.MatMul(*parts, evaluate=False)
        return OnlyEntry(found) if found.shape == (1, 1) and len(arrays) > 1 else found

    def _quotient(self, term: Quotient) -> Expression:
        import sympy

        above, below = self.of(term.numerator), self.of(term.denominator)
        if _is_array(below):
            above, below = self._broadcast((term.numerator, term.denominator))
            return sympy.HadamardProduct(above, sympy.HadamardPower(below, -1))
        over = sympy.Pow(below, -1, evaluate=False)
        return (sympy.MatMul if _is_array(above) else sympy.Mul)(above, over, evaluate=False)

    def _power(self, term: Power) -> Expression:
        import sympy

        base, exponent = self.of(term.base), self.of(term.exponent)
        if _is_array(base):
            return sympy.HadamardPower(base, exponent)
        if isinstance(term.exponent, Number) and term.exponent.value in (-1, Fraction(1, 2)):
            exponent = sympy.UnevaluatedExpr(exponent)  # told from a quotient and a root
        return sympy.Pow(base, exponent, evaluate=False)

    def _matrix(self, rows: Sequence[Sequence[Term]]) -> Expression:
        """A matrix of numbers, or of blocks that fit."""
        import sympy

        cells = [[self.of(cell) for cell in row] for row in rows]
        if not any(_is_array(cell) for row in cells for cell in row):
            return sympy.ImmutableDenseMatrix(cells)
        for told, row in zip(rows, cells, strict=True):
            for term, cell, first, above in zip(told, row, row[:1] * len(row), cells[0], strict=True):
                if not _is_array(cell):
                    _no(term)
                if not (_same(cell.shape[0], first.shape[0]) and _same(cell.shape[1], above.shape[1])):
                    raise ShapesDisagree(
                        f"the block {show(term)} {_shown(cell.shape)} does not fit in its row or column"
                    )
        return sympy.BlockMatrix(cells)

    # -- functions and big signs ---------------------------------------------------------------------------------------

    def _apply(self, term: Apply) -> Expression:
        import sympy

        from symformer.symbolic.expressions import array_function, number_function

        if term.function in NO_NUMBERS:
            _no(term)
        if term.function == "derivative":
            return self._derivative(term)
        if term.function == "lim":
            return self._limit(term)
        parts = [self._argument(each) for each in term.arguments]
        labels = sympy.Tuple(*map(self.of, term.labels))
        size = self.forced[term] if term in self.forced else self._size_of_call(term, parts)
        if size is not None:
            return array_function(term.function)(sympy.Tuple(*parts), labels, *size)
        if len(parts) == 1 and not labels and not _is_array(parts[0]):
            if term.function == "sqrt":
                return sympy.Pow(parts[0], sympy.S.Half, evaluate=False)
            if term.function in OWN:
                return getattr(sympy, {"ln": "log"}.get(term.function, term.function))(parts[0], evaluate=False)
        return number_function(term.function)(sympy.Tuple(*parts), labels)

    def _argument(self, term: Term) -> Expression:
        from symformer.symbolic.expressions import Dots

        return Dots() if isinstance(term, Ellipsis) else self.of(term)

    def _size_of_call(self, term: Apply, parts: Sequence[Expression]) -> Size | None:
        arrays = [each for each in parts if _is_array(each)]
        function = lookup(term.function)
        law = function.law if function is not None else "elementwise"
        if not arrays or law in ("scalar", "scalars", "argument", "open") or term.function == "versus":
            return None
        match law:
            case "concat":
                return self._side_by_side(term, arrays)
            case "attention" if len(arrays) == 3:
                return (arrays[0].shape[0], arrays[2].shape[1])
            case "reduce" | "extremum" if len(parts) == 1:
                return None
            case "elementwise" | "extremum":
                whole = arrays[0].shape
                for part, given in zip(parts, term.arguments, strict=True):
                    whole = _wider(whole, part.shape, given) if _is_array(part) else whole
                return (whole[0], whole[1])
            case "diagonal" | "stack" | "transpose":
                _no(term)
        return (arrays[0].shape[0], arrays[0].shape[1])

    def _side_by_side(self, term: Apply, arrays: Sequence[Expression]) -> Size:
        import sympy

        if not any(isinstance(each, Ellipsis) for each in term.arguments):
            return (arrays[0].shape[0], sum((each.shape[1] for each in arrays), sympy.Integer(0)))
        first, last = term.arguments[0], term.arguments[-1]
        if not (isinstance(first, Index) and isinstance(last, Index) and len(first.indices) == len(last.indices) == 1):
            return _no_size(term)
        count = self.of(last.indices[0]) - self.of(first.indices[0]) + 1
        return (arrays[0].shape[0], count * arrays[0].shape[1])

    def _derivative(self, term: Apply) -> Expression:
        from symformer.symbolic.expressions import ArrayDerivative, Differentiated

        above, below = (self.of(each) for each in term.arguments[:2])
        if term.labels or len(term.arguments) != 2 or _is_array(above):
            _no(term)
        return ArrayDerivative(above, below) if _is_array(below) else Differentiated(above, below)

    def _limit(self, term: Apply) -> Expression:
        """A limit, from one side where the goal is marked with a sign."""
        import sympy

        match term.labels, term.arguments:
            case (Relation(("→",), (Symbol() as letter, goal)),), (body,):
                side = "+-"
                if isinstance(goal, Apply) and goal.function == "marked" and isinstance(goal.labels[0], Sign):
                    side, goal = goal.labels[0].text, goal.arguments[0]
                inside = self.of(body)
                if not _is_array(inside) and side in ("+", "-", "+-"):
                    return sympy.Limit(inside, self.of(letter), self.of(goal), side)
        return _no(term)

    def _integral(self, term: IndexedSum) -> Expression:
        import sympy

        if term.index is None or term.condition is not None or (term.lower is None) != (term.upper is None):
            return _no(term)
        body = self.of(term.body)
        ends = [self.of(end) for end in (term.lower, term.upper) if end is not None]
        return _no(term) if _is_array(body) else sympy.Integral(body, (self.of(term.index), *ends))

    def _indexed_sum(self, term: IndexedSum) -> Expression:
        import sympy

        from symformer.symbolic.expressions import ArraySum

        if term.kind == "integral":
            return self._integral(term)
        if term.index is None or term.lower is None or term.upper is None or term.condition is not None:
            return _no(term)
        body = self.of(term.body)
        ends = tuple(map(self.of, (term.index, term.lower, term.upper)))
        if _is_array(body):
            return ArraySum(body, *ends) if term.kind == "sum" else _no(term)
        if term.kind not in ("sum", "product"):
            _no(term)
        return (sympy.Sum if term.kind == "sum" else sympy.Product)(body, ends)

    def _cases(self, term: Cases) -> Expression:
        import sympy

        branches = []
        for value, condition in term.branches:
            told = condition is None or condition == Symbol("otherwise")
            branches.append((self.of(value), sympy.true if told else self._condition(condition)))
        return sympy.Piecewise(*branches, evaluate=False)

    def _condition(self, term: Term | None) -> Expression:
        import sympy

        if not isinstance(term, Relation):
            return _no(term)
        found = self.statement(term)
        return sympy.And(*found, evaluate=False) if isinstance(found, sympy.Tuple) else found


def _is_array(expression: Expression) -> bool:
    return bool(getattr(expression, "is_Matrix", False))


def _same(one: Expression, other: Expression) -> bool:
    import sympy

    return bool(one == other or sympy.expand(one - other) == 0)


def _alike(one: Size, other: Size) -> bool:
    return _same(one[0], other[0]) and _same(one[1], other[1])


def _wider(one: Size, other: Size, term: Term) -> Size:
    """The shape of both together, where an axis of size 1 goes along."""
    sizes = []
    for left, right in zip(one, other, strict=True):
        if not (_same(left, right) or left == 1 or right == 1):
            raise ShapesDisagree(f"{show(term)} is {_shown(other)}, beside {_shown(one)}")
        sizes.append(right if left == 1 else left)
    return (sizes[0], sizes[1])


def _shown(size: Size) -> str:
    return f"({size[0]} × {size[1]})" if size[0] != 1 else f"({size[1]})"


def _no_size(term: Term) -> Size:
    raise NotInSympy(f"nothing says how wide {show(term)} is")


def _no(term: Term | None) -> Any:
    raise NotInSympy(f"{show(term)} has no counterpart in SymPy" if term is not None else "an empty condition")
