r"""The values of functions: ``\phi(s) \in \mathbb{R}^d``, ``f: \mathbb{R}^n \to \mathbb{R}^m``.

A function with values of one length at vectors has as many such values at the rows of a matrix:
what is declared of it says something only where its arguments have no more axes than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from symformer.algebra.dimension import Dimension, letter
from symformer.algebra.shape import Shape
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.functions import lookup
from symformer.semantics.shapes.given import Given, ShapesByName, add_given
from symformer.semantics.shapes.sizes import shape_of_sizes
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Apply, Index, Product, Relation, Space, Symbol, Term
from symformer.text.span import Span

DERIVATIVES = frozenset({"derivative", "gradient"})
WRITTEN = frozenset(  # by which a reader keeps how something is written, or what is no map of arrays
    "tuple set range upper marked labelled primed evaluated at given versus parameters family augmented differential "
    "expectation inner norm absolute times mod if binomial convolution indicator shape dim size".split()
)


@dataclass(frozen=True, slots=True)
class FunctionValues:
    """What a note says of the values of its functions, and of what they are taken at."""

    values: ShapesByName
    parameters: dict[Span, tuple[Term, ...]] = field(default_factory=dict)  # of a definition, by its place
    types: dict[str, list[tuple[Span, int, tuple[Shape | None, ...], Shape | None]]] = field(
        default_factory=dict
    )  # f: A × B → C: the section, what it takes, what it gives

    def value_of(
        self, term: Apply, at: int, document: Document, shape_of: Callable[[Term], Shape | None]
    ) -> Given | None:
        """The shape of a function's value at a place; None where an argument may hold several at once."""
        shapes = self.values.get(_key(term))
        found = shapes.in_force(at, document) if shapes is not None else None
        if found is None or found.shape is None:
            return None
        arguments = [shape_of(each) for each in term.arguments]
        if any(shape is not None and shape.rank > max(1, found.shape.rank) for shape in arguments):
            return None
        parameters = self.parameters.get(found.span, ())
        if parameters == term.arguments or len(parameters) != len(arguments):
            return found
        value = _at_arguments(found.shape, [shape_of(each) for each in parameters], arguments)
        return replace(found, shape=value) if value is not None else None

    def shapes_of_parameters(self, term: Term, at: int, document: Document) -> dict[Term, Given]:
        r"""What ``f: A \times B \to C`` says of x and y where ``f(x, y) = …`` defines the function in the same section."""
        match term:
            case Relation(relations=(sign, *_), sides=(Apply() as value, *_)) if sign in EQUAL:
                pass
            case Relation(relations=(sign, *_), sides=(Index(base=Apply() as value), *_)) if sign in EQUAL:
                pass
            case _:
                return {}
        section = section_at(document, at)
        told = [each for each in self.types.get(_key(value), ()) if each[0].start < at and each[1] == section]
        if not told or len(told[-1][2]) != len(value.arguments) or len(set(value.arguments)) < len(value.arguments):
            return {}
        span, _, shapes, result = told[-1]
        found: dict[Term, Given] = {
            parameter: Given(span.start, shape, span, True, section)
            for parameter, shape in zip(value.arguments, shapes, strict=True)
            if shape is not None and isinstance(parameter, Symbol)
        }
        return found | ({value: Given(span.start, result, span, True, section)} if result is not None else {})


NO_FUNCTIONS = FunctionValues({})


def function_values(document: Document, statements: Iterable[Statement]) -> FunctionValues:
    """All that memberships and arrows say of functions that are no standard ones."""
    found = FunctionValues({})
    for statement in statements:
        if statement.stance != "asserted":
            continue
        for named, value in _told(statement.term):
            section = section_at(document, statement.span.start)
            if (taken := _taken(statement.term)) and named.function not in WRITTEN:
                found.types.setdefault(_key(named), []).append((statement.span, section, taken, value))
            if value is not None and _is_function(named.function):
                add_given(found.values, _key(named), Given(statement.span.start, value, statement.span, True, section))
                found.parameters[statement.span] = named.arguments
    return found


def _at_arguments(value: Shape, told: Sequence[Shape | None], given: Sequence[Shape | None]) -> Shape | None:
    """The shape of a function at other arguments than those it was defined with, whose sizes go over to its value.

    >>> rows = Shape((letter("a"), letter("d")))
    >>> str(_at_arguments(rows, [rows], [Shape((letter("n"), letter("d")))]))
    '(n × d)'
    """
    followed: dict[str, Dimension | None] = {}
    for parameter, argument in zip(told, given, strict=True):
        if parameter is None:
            continue
        same = argument is not None and argument.rank == parameter.rank
        for axis, size in enumerate(parameter.sizes):
            if size.letter is not None:
                followed[size.letter] = followed.get(size.letter) or (
                    argument.sizes[axis] if argument is not None and same else None
                )
    sizes = [followed.get(size.letter, size) if size.letter is not None else size for size in value.sizes]
    known = [size for size in sizes if size is not None]
    composed = [name for size in value.sizes if size.letter is None for name in size.letters]
    if len(known) < len(sizes) or any(followed.get(name, letter(name)) != letter(name) for name in composed):
        return None  # nobody told how large an argument is
    return replace(value, sizes=tuple(known))


def _key(term: Apply) -> str:
    """One for all values of a function; one for each derivative."""
    if term.function in DERIVATIVES:
        return show(term)
    return f"{term.function}({', '.join(show(label) for label in term.labels)})"


def _is_function(name: str) -> bool:
    """Whether a name is a function of the note's own, not a standard one nor a way of writing."""
    return name in DERIVATIVES or (name not in WRITTEN and lookup(name) is None)


def _told(term: Term) -> Iterator[tuple[Apply, Shape | None]]:
    """A function, and the shape of its values."""
    match term:
        case Relation(relations=relations, sides=(Apply() as value, *_, Space() as space)) if relations[-1] == "∈":
            if all(isinstance(each, Symbol | Index) for each in value.arguments):
                yield value, shape_of_sizes(space.sizes)
        case Relation(
            relations=(":",),
            sides=(Symbol(name=name), Relation(relations=("→",), sides=(domain, Space() as space))),
        ):
            if isinstance(domain, Space | Product):
                yield Apply(name, ()), shape_of_sizes(space.sizes)


def _taken(term: Term) -> tuple[Shape | None, ...]:
    r"""The shapes of the arguments that an arrow tells: ``\mathbb{R}^n \times \mathbb{R}^{n \times d} \to …``."""
    match term:
        case Relation(relations=(":",), sides=(_, Relation(relations=("→",), sides=(domain, _)))):
            factors = domain.factors if isinstance(domain, Product) else (domain,)
            return tuple(shape_of_sizes(each.sizes) if isinstance(each, Space) else None for each in factors)
    return ()
