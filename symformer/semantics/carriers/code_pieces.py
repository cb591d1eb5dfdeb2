"""What one line of program code gives several names: ``q, k, v = qkv.chunk(3, dim=-1)``, ``top, at = p.topk(k, dim=-1)``."""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.dimension import Dimension, divide, number
from symformer.semantics.carriers.code_expressions import LIBRARIES, Names, shape_of, told_axis
from symformer.semantics.carriers.code_remarks import MORE_AXES, Sizes, size_of

_IN_PIECES = ("chunk", "split", "unbind")
_WITH_PLACES = ("topk", "sort", "max", "min", "median", "mode", "kthvalue", "cummax", "cummin")


def pieces_of(node: ast.expr, count: int, names: Names) -> Sizes | None:
    """The shape of each of so many equal pieces: ``qkv.chunk(3, dim=-1)``, ``x.split(C, dim=2)``, ``t.unbind(0)``."""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr=called), args=arguments, keywords=keywords) if (
            called in _IN_PIECES or called in _WITH_PLACES and count == 2
        ):
            rest = list(arguments)
            if isinstance(inner, ast.Name) and inner.id in LIBRARIES and rest:
                inner, rest = rest[0], rest[1:]
        case _:
            return None
    shape = shape_of(inner, names)
    if shape is None or MORE_AXES in shape:
        return None
    if called in _WITH_PLACES:
        return _with_places(called, shape, rest, keywords)
    how = rest.pop(0) if called != "unbind" and rest else None
    axis = told_axis(rest, keywords, len(shape), usual=0)
    if axis is None:
        return None
    match called:
        case "unbind":
            return (*shape[:axis], *shape[axis + 1 :])
        case "chunk" if how is not None and size_of(how) == number(count):
            part = divide(shape[axis], number(count))
            if not _parts_evenly(shape[axis], count):
                names.meet(shape[axis], number(count) * _letters_of(shape[axis]), "pieces")
        case "split" if how is not None:
            part = size_of(how)
            if part is not None and shape[axis] != part * number(count) and _is_multiple(shape[axis], part):
                names.meet(shape[axis], part * number(count), "pieces")
        case _:
            part = None
    return (*shape[:axis], part, *shape[axis + 1 :]) if part is not None else None


def _is_multiple(whole: Dimension, part: Dimension) -> bool:
    """Whether one size is so many times the other, by a number."""
    times = divide(whole, part)
    return times is not None and times.number is not None


def _letters_of(size: Dimension) -> Dimension:
    """A size without the number before it: d of 2d."""
    ((monomial, _),) = size.terms
    return replace(size, terms=((monomial, Fraction(1)),))


def _parts_evenly(size: Dimension, count: int) -> bool:
    """Whether a multiple of a letter is one of so many times it: 3d in three, but not 2d."""
    if len(size.terms) != 1 or size.number is not None:
        return True
    times = size.terms[0][1]
    return times == 1 or times.denominator != 1 or (times / count).denominator == 1


def _with_places(called: str, shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    """The shape of the values along an axis that are the largest, or in order, and of the places where they stand."""
    count = next((each.value for each in keywords if each.arg == "k"), None)
    if called in ("topk", "kthvalue"):
        count = count or (rest.pop(0) if rest else None)
    axis = told_axis(rest, keywords, len(shape), usual=len(shape) - 1)
    if axis is None:
        return None
    match called:
        case "topk":
            size = size_of(count) if count is not None else None
            return (*shape[:axis], size, *shape[axis + 1 :]) if size is not None else None
        case "sort" | "cummax" | "cummin":
            return shape
    kept = any(each.arg == "keepdim" for each in keywords)
    return (*shape[:axis], *((number(1),) if kept else ()), *shape[axis + 1 :])


_MAKES_ARRAYS = frozenset("array asarray tensor as_tensor Tensor FloatTensor constant".split())


def written_out(node: ast.expr) -> Sizes | None:
    """The shape of a matrix or a tensor that is written out: ``np.array([[1, 2, 3], [4, 5, 6]])``.

    >>> def shape(text: str) -> list[str]:
    ...     return [str(size) for size in written_out(ast.parse(text, mode="eval").body) or ()]
    >>> shape("np.array([[1, 2, 3], [4, 5, 6]])"), shape("np.array([[1, 2], [4]])"), shape("np.array([1, 2])")
    (['2', '3'], [], [])
    """
    match node:
        case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called), args=[ast.List() as outer, *_]) if (
            called in _MAKES_ARRAYS
        ):
            sizes = _nested(outer)
            return tuple(map(number, sizes)) if sizes is not None and len(sizes) > 1 and 0 not in sizes else None
    return None


def _nested(node: ast.expr) -> tuple[int, ...] | None:
    """How long the lists in each other are; None where one is longer than its neighbour, or holds more than numbers."""
    if isinstance(node, ast.Constant | ast.UnaryOp | ast.BinOp):
        return ()
    if not isinstance(node, ast.List):
        return None
    inside = {_nested(each) for each in node.elts}
    inner = inside.pop() if len(inside) == 1 else None
    return (len(node.elts), *inner) if inner is not None else None


__all__ = ["pieces_of", "written_out"]
