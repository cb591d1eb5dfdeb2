"""The shape of each part of a statement, from the shapes of its letters: sizes as they are written."""

from __future__ import annotations

from collections.abc import Mapping

from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Matrix,
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

Sizes = tuple[str, ...]
NUMBERS = frozenset({"norm", "absolute", "argmax", "argmin", "derivative", "trace", "variance", "expectation"})


def shape_of(term: Term, known: Mapping[Term, Sizes], *, columns: bool = False) -> Sizes | None:
    """The sizes of a term, none for a number; None where its letters do not tell.

    >>> known = {Symbol("Q"): ("n", "d_k"), Symbol("K"): ("m", "d_k")}
    >>> shape_of(Product((Symbol("Q"), Transpose(Symbol("K")))), known)
    ('n', 'm')
    """
    if term in known:
        return known[term]
    match term:
        case Number() | Symbol():
            return ()
        case Transpose(operand):
            inner = shape_of(operand, known, columns=columns)
            return inner[::-1] if inner is not None else None
        case Sum(parts) | Elementwise(parts):
            return _widest([shape_of(part, known, columns=columns) for part in parts])
        case Quotient(above, _):
            return shape_of(above, known, columns=columns)
        case Power(base, _):
            return shape_of(base, known, columns=columns)
        case IndexedSum(body=body):
            return shape_of(body, known, columns=columns)
        case Index():
            return _entry(term, known, columns=columns)
        case Apply(function=name, arguments=arguments):
            if name in NUMBERS or not arguments:
                return ()
            if name == "Attention" and len(arguments) == 3:
                return _attended(arguments, known, columns=columns)
            if name in ("Concat", "transpose", "reshape"):
                return None
            return _widest(
                [shape_of(each, known, columns=columns) for each in arguments[: 2 if name in ("max", "min") else 1]]
            )
        case Product(factors):
            return _product([shape_of(each, known, columns=columns) for each in factors], factors, columns=columns)
        case Matrix():
            return None
    return None


def _attended(arguments: tuple[Term, ...], known: Mapping[Term, Sizes], *, columns: bool) -> Sizes | None:
    first, last = (shape_of(arguments[at], known, columns=columns) for at in (0, 2))
    if first is None or last is None or len(first) != 2 or len(last) != 2:
        return None
    return (last[0], first[1]) if columns else (first[0], last[1])


def _widest(shapes: list[Sizes | None]) -> Sizes | None:
    if any(shape is None for shape in shapes):
        return None
    return max((shape for shape in shapes if shape is not None), key=len, default=())


def _entry(term: Index, known: Mapping[Term, Sizes], *, columns: bool) -> Sizes | None:
    base = shape_of(term.base, known, columns=columns)
    if base is None:
        return None
    if len(term.indices) + len(term.upper) == 1 and len(base) == 2:
        return base if term.base in known else None  # one of several matrices
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
