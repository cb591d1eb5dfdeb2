"""The shape of each part of a statement, from the shapes of its letters: sizes as they are written."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Slice,
    Sum,
    Symbol,
    Term,
    Transpose,
)
from symformer.text.record import record

Sizes = tuple[str, ...]
NUMBERS = frozenset({"norm", "absolute", "argmax", "argmin", "derivative", "trace", "variance", "expectation"})


@record
class Told:
    """The sizes of letters; of which there is one for each head, and its number; and whether vectors are columns."""

    sizes: Mapping[Term, Sizes]
    families: Collection[Term] = ()
    head: Term | None = None
    columns: bool = False


def shape_of(term: Term, told: Told) -> Sizes | None:
    """The sizes of a term, none for a number; None where its letters do not tell.

    >>> told = Told({Symbol("Q"): ("n", "d_k"), Symbol("K"): ("m", "d_k")})
    >>> shape_of(Product((Symbol("Q"), Transpose(Symbol("K")))), told)
    ('n', 'm')
    """
    if term in told.sizes:
        return told.sizes[term]
    match term:
        case Number() | Symbol():
            return ()
        case Transpose(operand):
            inner = shape_of(operand, told)
            return inner[::-1] if inner is not None else None
        case Sum(parts) | Elementwise(parts):
            return _widest([shape_of(part, told) for part in parts])
        case Quotient(above, _):
            return shape_of(above, told)
        case Power(base, _):
            return shape_of(base, told)
        case IndexedSum(body=body):
            return shape_of(body, told)
        case Index():
            return _entry(term, told)
        case Apply(function=name, arguments=arguments):
            if name in NUMBERS or not arguments:
                return ()
            if name == "Attention" and len(arguments) == 3:
                return _attended(arguments, told)
            if name in ("Concat", "transpose", "reshape"):
                return None
            return _widest([shape_of(each, told) for each in arguments[: 2 if name in ("max", "min") else 1]])
        case Product(factors):
            return _product([shape_of(each, told) for each in factors], factors, columns=told.columns)
    return None


def _attended(arguments: tuple[Term, ...], told: Told) -> Sizes | None:
    first, last = (shape_of(arguments[at], told) for at in (0, 2))
    if first is None or last is None or len(first) != 2 or len(last) != 2:
        return None
    return (last[0], first[1]) if told.columns else (first[0], last[1])


def _widest(shapes: list[Sizes | None]) -> Sizes | None:
    if any(shape is None for shape in shapes):
        return None
    return max((shape for shape in shapes if shape is not None), key=len, default=())


def letter_in(term: Index, letters: Collection[Term]) -> Term | None:
    """The letter of an indexed one, that may itself have scripts: ``W^{(q)}`` of ``W_i^{(q)}``.

    >>> w = Index(Symbol("W"), (), (Symbol("q"),))
    >>> letter_in(Index(Symbol("W"), (Symbol("i"),), (Symbol("q"),)), {w}) == w
    True
    """
    for above in range(len(term.upper), -1, -1):
        for below in range(len(term.indices), -1, -1):
            kept = Index(term.base, term.indices[:below], term.upper[:above]) if below or above else term.base
            if kept != term and kept in letters:
                return kept
    return None


def _entry(term: Index, told: Told) -> Sizes | None:
    letter = letter_in(term, told.families)
    if letter is not None and isinstance(letter, Index):
        return told.sizes.get(letter)  # one of several, of a letter that has scripts itself
    base = shape_of(term.base, told)
    if base is None:
        return None
    if len(term.indices) + len(term.upper) == 1 and len(base) == 2:
        if term.base in told.families or term.upper or term.indices == (told.head,):
            return base if term.base in told.sizes else None  # one of several matrices
        one = isinstance(term.base, Symbol) and not isinstance(term.indices[0], Slice)
        return (base[:1] if told.columns else base[1:]) if one else None  # the vector of one position
    kept = [size for size, each in zip(base, term.indices, strict=False) if isinstance(each, Slice)]
    return (*kept, *base[len(term.indices) :]) if term.indices else base


def _product(shapes: list[Sizes | None], factors: tuple[Term, ...], *, columns: bool) -> Sizes | None:
    """Row vectors stand for one row, column vectors for one column; a product of both is a number or a matrix."""
    if any(shape is None for shape in shapes):
        return None
    pairs: list[Sizes] = []
    for shape, factor in zip(shapes, factors, strict=True):
        if not shape:
            continue
        if len(shape) > 2:
            return None
        turned = isinstance(factor, Transpose)
        lies = ("1", shape[0]) if columns == turned else (shape[0], "1")
        pairs.append(shape if len(shape) == 2 else lies)
    if not pairs:
        return ()
    sizes = (pairs[0][0], pairs[-1][1])
    return tuple(size for size in sizes if size != "1")
