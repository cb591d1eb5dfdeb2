r"""What is meant: a small algebra of terms, made from trees by reading, free of any notation.

Every term carries ``origin``, the span of the formula's LaTeX it was read from; origins take no
part in equality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, fields
from fractions import Fraction
from operator import attrgetter
from typing import Any, get_args

from symformer.algebra.printed import PrintedNumber
from symformer.text.record import record
from symformer.text.span import Span

NOWHERE = Span(0, 0)


@record
class Symbol:
    """A name. ``name`` is its identity: letter, case, font, accents, primes and label subscripts.

    Canonical spellings: ``x``, ``alpha``, ``bold(W)``, ``hat(y)``, ``d_k``, ``d_model``,
    ``X'``, ``W^Q``, ``"Token Indices"`` for words of several letters is ``Token Indices``.
    Index scripts are no part of it: ``W_i^Q`` is ``Index(Symbol("W^Q"), (i,))``.
    """

    name: str
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Number:
    """A literal: its exact value, and how it was printed (None for numbers the reader made)."""

    value: Fraction
    printed: PrintedNumber | None = field(default=None, compare=False)
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Sum:
    """a + b + …; a subtracted term is ``Product((Number(-1), b))``."""

    terms: tuple[Term, ...]
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Product:
    """Factors in order: matrix, scalar or dot product, as the shapes decide.

    ``sign`` is "" (side by side), "·", "×", "*" or "@", as written.
    """

    factors: tuple[Term, ...]
    sign: str = ""
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Elementwise:
    """Hadamard product, or another entry-by-entry or tensor operation: sign "⊙", "⊗", "⊕", "∘"."""

    factors: tuple[Term, ...]
    sign: str
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Quotient:
    """numerator / denominator."""

    numerator: Term
    denominator: Term
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Power:
    """base ^ exponent (never a transpose, label or index)."""

    base: Term
    exponent: Term
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Transpose:
    """The transpose of a matrix or vector, or its conjugate transpose, which is the same where all is real."""

    operand: Term
    origin: Span = field(default=NOWHERE, compare=False)
    conjugate: bool = False


@record
class Apply:
    """A function at arguments: ``function`` is a canonical name ("softmax", "sqrt", "exp", "ln",
    "sin", "LayerNorm", "ReLU", "Concat", "norm", "absolute", "floor", "Attention", ...).

    ``labels`` are scripts on the function's name ("row" of softmax_row, an index, a base of log); one
    written above is ``Apply("upper", …)``.  A "derivative" has what is differentiated, then what by,
    and its order as label where that is not one; "labelled", "marked" and "primed" keep a script that
    names an expression; an argument behind a semicolon, f(x; θ), is in "parameters".
    """

    function: str
    arguments: tuple[Term, ...]
    labels: tuple[Term, ...] = ()
    origin: Span = field(default=NOWHERE, compare=False)


@record
class IndexedSum:
    """A big operator: kind "sum", "product", "integral", "concat", ...; bound ``index`` may be None.

    The index of an integral is the variable it is taken over.  A ``\\sum_i`` that is only quoted has
    the body ``Sign("")``.
    """

    kind: str
    index: Symbol | None
    lower: Term | None
    upper: Term | None
    body: Term
    condition: Term | None = None
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Index:
    """An entry, row or member of a family: base with index scripts, subscripts then superscripts.

    A ``Slice`` among the indices keeps that axis.
    """

    base: Term
    indices: tuple[Term, ...]
    upper: tuple[Term, ...] = ()  # superscript indices: the (i) of Q^{(i)}
    origin: Span = field(default=NOWHERE, compare=False)

    @property
    def slots(self) -> tuple[Term, ...]:
        """All its indices, those below first."""
        return (*self.indices, *self.upper)


@record
class Slice:
    """start:stop within an index; both None for the whole axis."""

    start: Term | None = None
    stop: Term | None = None
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Matrix:
    """Rows of cells. ``style`` is "matrix" (2-d), "tuple" (a list in brackets: a vector)."""

    rows: tuple[tuple[Term, ...], ...]
    style: str = "matrix"
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Ellipsis:
    """Dots: in a matrix, a list, or a sum."""

    direction: str = "horizontal"
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Sign:
    """A sign that is quoted (``⊙`` in a sentence), or that holds a place: the dot of ``f(·)``."""

    text: str
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Cases:
    """A definition by cases: (value, condition or None)."""

    branches: tuple[tuple[Term, Term | None], ...]
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Space:
    """A set written as a power: R^{n × d}: ``field`` "R", "Z", "N", "{0,1}" and its sizes as terms."""

    domain: str
    sizes: tuple[Term, ...]
    origin: Span = field(default=NOWHERE, compare=False)


EXACTLY_EQUAL = frozenset({"=", ":=", "≜", "≡"})
ROUGHLY_EQUAL = frozenset({"≈", "≃", "≅", "≐"})
EQUAL = EXACTLY_EQUAL | ROUGHLY_EQUAL


def bare_sign(sign: str) -> str:
    """A relation without what stands over it: the ∼ of ``∼[i.i.d.]``."""
    return sign.partition("[")[0]


@record
class Relation:
    """A chain: sides[0] relations[0] sides[1] …; relations are canonical ("=", "≈", "∈", "≤" …)."""

    relations: tuple[str, ...]
    sides: tuple[Term, ...]
    origin: Span = field(default=NOWHERE, compare=False)


@record
class Unknown:
    """A part that could not be read, with the reason. ``alternatives`` are the readings left."""

    reason: str
    text: str = ""
    alternatives: tuple[Term, ...] = ()
    origin: Span = field(default=NOWHERE, compare=False)


Term = (
    Symbol | Number | Sum | Product | Elementwise | Quotient | Power | Transpose | Apply | IndexedSum
    | Index | Slice | Matrix | Ellipsis | Sign | Cases | Space | Relation | Unknown
)  # fmt: skip


# of each kind of term, the fields, and those that can hold terms: looked up once, since every walk asks
_FIELDS: dict[type, tuple[str, ...]] = {kind: tuple(each.name for each in fields(kind)) for kind in get_args(Term)}
_NO_PARTS = frozenset({"origin", "printed", "name", "sign", "style", "function", "kind", "direction", "reason", "text"})
_PARTS: dict[type, tuple[str, ...]] = {
    kind: tuple(name for name in names if name not in _NO_PARTS) for kind, names in _FIELDS.items()
}


KINDS_OF_TERM: frozenset[type] = frozenset(_FIELDS)


def _all_parts(names: tuple[str, ...]) -> Callable[[Any], Sequence[Term]]:
    """What gets the parts of a kind of term whose fields hold terms, lists of them, or something else."""

    def parts(term: Any) -> list[Term]:
        found: list[Term] = []
        for name in names:
            value = getattr(term, name)
            if type(value) is tuple:
                if value:
                    _flatten(value, found)
            elif type(value) in _PARTS:
                found.append(value)
        return found

    return parts


# what gets the parts of each kind that has any; most of what is walked over holds just one list, or one or two terms
_GET_PARTS: dict[type, Callable[[Any], Sequence[Term]]] = {
    kind: _all_parts(names) for kind, names in _PARTS.items() if names
} | {
    Sum: attrgetter("terms"),
    Product: attrgetter("factors"),
    Elementwise: attrgetter("factors"),
    Relation: attrgetter("sides"),
    Quotient: attrgetter("numerator", "denominator"),
    Power: attrgetter("base", "exponent"),
    Transpose: lambda term: (term.operand,),
}


def children(term: Term) -> Sequence[Term]:
    """The direct parts of a term, left to right."""
    get = _GET_PARTS.get(type(term))
    return get(term) if get is not None else ()


def fields_of(term: Term) -> tuple[str, ...]:
    """The names of all fields of a term, in the order in which it is made of them.

    >>> fields_of(Symbol("a"))
    ('name', 'origin')
    """
    return _FIELDS[type(term)]


def fields_of_parts(term: Term) -> tuple[str, ...]:
    """The names of the fields that may hold the parts of a term.

    >>> fields_of_parts(Sum((Symbol("a"), Symbol("b"))))
    ('terms',)
    """
    return _PARTS[type(term)]


def _flatten(value: tuple[Any, ...], found: list[Term]) -> None:
    for item in value:
        if type(item) is tuple:
            _flatten(item, found)
        elif type(item) in _PARTS:
            found.append(item)


def is_term(value: object) -> bool:
    """Whether ``value`` is a node of the algebra."""
    return type(value) in _PARTS


def walk(term: Term) -> Iterator[Term]:
    """The term and all its parts, parents first."""
    known = _WALKED.get(id(term))
    return iter(_walked(term) if known is None else known)


# Every check walks over the same few terms, some seventeen times each: what a walk finds is kept under the
# identity of its term, which the first entry keeps alive.
_WALKED: dict[int, tuple[Term, ...]] = {}
_MOST_WALKED = 20_000  # terms kept at once
_LONGEST_WALKED = 500  # parts of a term that is kept: deeply nested ones are not kept at every depth


def _walked(term: Term) -> Sequence[Term]:
    found: list[Term] = []
    stack = [term]
    while stack:
        top = stack.pop()
        found.append(top)
        get = _GET_PARTS.get(type(top))
        if get is not None:
            stack += get(top)[::-1]
    if len(found) <= _LONGEST_WALKED:
        if len(_WALKED) >= _MOST_WALKED:
            _WALKED.clear()
        _WALKED[id(term)] = tuple(found)
    return found
