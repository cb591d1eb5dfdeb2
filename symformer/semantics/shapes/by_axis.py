r"""Arrays whose axes have names instead of an order: ``Q \underset{key}{\odot} K`` (Chiang, Rush and Barak 2021).

A shape is then a set of names.  What meets entry by entry is broadcast along the axes that only one
side has; a sign with a name below it multiplies and adds up along that axis, which both sides must have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from symformer.functions import lookup
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Space,
    Sum,
    Symbol,
    Term,
    walk,
)
from symformer.text.span import Span

Axes = frozenset[str]

CONTRACTION = "contraction"
KEEPING = frozenset({"softmax", "log-softmax", "layer-norm", "rms-norm", "normalization", "standardize", "normalize"})
REMOVING = frozenset(
    {"max", "min", "argmax", "argmin", "mean", "sum", "variance", "var", "norm", "log-sum-exp", "std", "prod"}
)
OF_ENTRIES = frozenset({"sqrt", "absolute", "exp"})
FAR = 1_000  # characters behind a formula in which "where …" tells its letters
COMPARED = frozenset({"=", ":=", "≜", "∈"})


@dataclass(frozen=True, slots=True)
class AxisFault:
    """An axis that is named where it is not: ``operand`` has the axes ``axes``, and ``axis`` is none of them.

    Of two factors of a product it is none where ``both`` is set.  Of two sides of an equation ``other`` holds the
    axes of the first, and ``axis`` is one that the other lacks.
    """

    shaped: StatementShape
    operand: Term
    axes: Axes
    axis: str
    other: Axes | None = None
    both: bool = False


def named_axes(model: SemanticModel) -> Axes:
    """The names of all axes of a note that multiplies along named ones; none in a note whose axes have an order.

    They are the names that signs of products have below them, and all other sizes of arrays with such an axis.
    """
    names = _multiplied_along(model)
    shapes = [_bare_names(each.sizes) for each in model.table.declarations if each.sizes] if names else []
    while (reached := names.union(*(each for each in shapes if each & names))) != names:
        names = reached
    return names


def _multiplied_along(model: SemanticModel) -> Axes:
    return frozenset(
        show(axis)
        for statement in model.statements
        for part in walk(statement.term)
        if isinstance(part, Apply) and part.function == CONTRACTION
        for axis in part.labels
    )


def _bare_names(sizes: Sequence[Term]) -> Axes:
    return frozenset(
        show(size)
        for size in sizes
        if isinstance(size, Symbol)
        or isinstance(size, Index)
        and all(isinstance(each, Number) for each in size.indices)
    )


def axis_faults(model: SemanticModel, names: Axes) -> Iterator[AxisFault]:
    """The faults of a note that names its axes, in the order of its formulas."""
    told = {each.span: each for each in model.table.declarations if each.sizes}
    derived: dict[str, Axes] = {}
    section = -1
    for shaped in model.shapes:
        if shaped.statement.section != section:
            section = shaped.statement.section
            derived.clear()  # another section may use its letters anew
        run = _Run(shaped, shaped.environment, told, derived, names)
        run.statement(shaped.statement.term)
        yield from run.faults


@dataclass(slots=True)
class _Run:
    """One statement gone through."""

    shaped: StatementShape
    environment: ScopedEnvironment
    told: dict[Span, Declaration]
    derived: dict[str, Axes]
    names: Axes
    faults: list[AxisFault] = field(default_factory=list)

    def statement(self, term: Term) -> None:
        """A statement: what is equal has the same axes, and a name is given those of what it is equal to."""
        if not isinstance(term, Relation):
            self.of(term)
            return
        found = self.of(term.sides[0])
        for relation, left, right in zip(term.relations, term.sides, term.sides[1:], strict=False):
            if relation == "∈":  # what a name was declared with before is another rule's matter
                found, other = self._made(left, found), self._home(right)
            else:
                other = self.of(right)
            if relation not in COMPARED or other is None:
                found = other
                continue
            if found is None and isinstance(left, Symbol | Index) and relation != "∈":
                self.derived[show(left)] = other
            elif found and other and found != other:  # what has no axes is the same everywhere: Σ p = 1
                self.faults.append(AxisFault(self.shaped, right, other, min(found ^ other), found))
            found = other

    def _made(self, left: Term, found: Axes | None) -> Axes | None:
        if isinstance(left, Symbol | Index):
            return self.derived.get(show(left))
        return None if isinstance(left, Power) else found  # b^1 may be the first of several

    def _home(self, space: Term) -> Axes | None:
        return frozenset(map(self._axis, space.sizes)) if isinstance(space, Space) and space.sizes else None

    def of(self, term: Term) -> Axes | None:
        """The axes of a term; None where they are not known."""
        match term:
            case Number():
                return frozenset()
            case Symbol() | Index():
                return self._name(term)
            case Sum(terms=terms) | Elementwise(factors=terms) | Product(factors=terms):
                return self._together(terms)
            case Quotient(numerator=above, denominator=below):
                return self._together((above, below))
            case Power(base=base, exponent=Number()):
                return self.of(base)
            case IndexedSum(kind="sum", lower=None, upper=None):
                return self._added_up(term)
            case Apply():
                return self._applied(term)
        return None

    def _added_up(self, term: IndexedSum) -> Axes | None:
        """A sum along axes; of a sum over a letter that stands in it, what it is for one value of the letter."""
        match term:
            case IndexedSum(index=Symbol() as axis, condition=None):
                over: tuple[Term, ...] = (axis,)
            case IndexedSum(index=None, condition=Apply(function="tuple", arguments=over)):
                pass
            case _:
                return None
        if all(self._axis(each) in self.names for each in over):
            return self._without(term.body, over)
        inside = set(walk(term.body))
        return self.of(term.body) if all(each in inside for each in over) else None

    def _applied(self, term: Apply) -> Axes | None:
        match term:
            case Apply(function="contraction", arguments=(left, right), labels=axes):
                return self._multiplied(term, left, right, axes)
            case Apply(function="absolute", arguments=(Symbol() | Index() as axis,)) if self._axis(axis) in self.names:
                return frozenset()  # |key| is the length of an axis
            case Apply(arguments=(single,), labels=labels):
                return self._function(term.function, single, labels)
        return None

    def _multiplied(self, product: Apply, left: Term, right: Term, axes: Sequence[Term]) -> Axes | None:
        first, second = self.of(left), self.of(right)
        if first is None or second is None:
            return None
        names = [self._axis(axis) for axis in axes]
        for name in names:
            if name not in first | second:
                self.faults.append(AxisFault(self.shaped, product, first | second, name, both=True))
            elif name not in first & second:
                operand, found = (right, second) if name in first else (left, first)
                self.faults.append(AxisFault(self.shaped, operand, found, name))
        return (first | second) - frozenset(names) if first & second >= frozenset(names) else None

    def _function(self, name: str, argument: Term, labels: Sequence[Term]) -> Axes | None:
        known = lookup(name)
        name = known.id if known is not None else name
        if name in OF_ENTRIES or known is not None and known.elementwise:
            return self.of(argument)
        axes = tuple(each for each in labels if isinstance(each, Symbol | Index))
        if not axes or len(axes) < len(labels) or name not in KEEPING | REMOVING:
            self.of(argument)
            return None
        rest = self._without(argument, axes)
        return rest if name in REMOVING else self.of(argument) if rest is not None else None

    def _without(self, operand: Term, axes: Sequence[Term]) -> Axes | None:
        """The axes of an operand but those along which it is added up; a fault for each that it does not have."""
        found = self.of(operand)
        if found is None:
            return None
        names = [self._axis(axis) for axis in axes]
        lacking = [name for name in names if name not in found]
        self.faults += [AxisFault(self.shaped, operand, found, name) for name in lacking]
        return found - frozenset(names) if not lacking else None

    def _together(self, terms: Sequence[Term]) -> Axes | None:
        found = [self.of(each) for each in terms]
        known = [each for each in found if each is not None]
        return frozenset().union(*known) if len(known) == len(found) else None

    def _name(self, term: Symbol | Index) -> Axes | None:
        """The axes that a name was declared with; those of an array, of which an index takes one away or renames it."""
        told = self._told(term)
        if told is not None or not isinstance(term, Index) or term.upper:
            return told
        whole = self.of(term.base)
        for index in term.indices:
            if whole is None:
                return None
            whole = self._indexed(term, whole, index)
        return whole

    def _indexed(self, term: Index, whole: Axes, index: Term) -> Axes | None:
        match index:
            case Apply(function=axis, arguments=(_,)) if axis in self.names:
                return self._taken(term, whole, axis, frozenset())
            case Relation(relations=("→",), sides=(Symbol() | Index() as old, Symbol() | Index() as new)):
                return self._taken(term, whole, self._axis(old), frozenset({self._axis(new)}))
        return None

    def _taken(self, term: Index, whole: Axes, axis: str, instead: Axes) -> Axes | None:
        if axis in whole:
            return whole - {axis} | instead
        self.faults.append(AxisFault(self.shaped, term.base, whole, axis))
        return None

    def _told(self, term: Symbol | Index) -> Axes | None:
        if (place := self.environment.declared_at(term)) is not None and (declared := self.told.get(place)) is not None:
            axes = frozenset(map(self._axis, declared.sizes or ()))
            whole = not any(axis.isupper() and len(axis) == 1 for axis in axes)  # ℝ^S: S may stand for several
            return axes if whole and self._stays(term, axes) else None
        if not self._is_declared(term):
            return self.derived.get(show(term))
        shape = self.environment.shape_of(term)
        return frozenset() if shape is not None and not shape.sizes else None

    def _stays(self, term: Term, axes: Axes) -> bool:
        """Whether no declaration behind the statement, in its section, tells other axes: "where W has …"."""
        statement = self.shaped.statement
        return all(
            frozenset(map(self._axis, each.sizes or ())) == axes
            for each in self.told.values()
            if each.symbol == term and statement.span.start <= each.span.start < statement.span.start + FAR
        )

    def _is_declared(self, term: Term) -> bool:
        place = self.environment.declared_at(term)
        return place is not None and place in self.told

    def _axis(self, size: Term) -> str:
        """The name of an axis: ``seq[n]`` is the axis seq, and has the length n."""
        if isinstance(size, Index) and show(size) not in self.names and isinstance(size.base, Symbol):
            return size.base.name
        return show(size)
