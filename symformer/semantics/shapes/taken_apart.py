r"""Arrays that one equation takes apart: ``[q, k, v] = z U`` gives each of them a third of the columns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import add

from symformer.algebra.dimension import Dimension, number
from symformer.algebra.shape import Shape
from symformer.algebra.unify import Different
from symformer.semantics.shapes.records import Derived, Run, ShapeConflict
from symformer.terms.term import Apply, Index, Matrix, Symbol, Term
from symformer.text.span import cover_all

SPLITS = frozenset({"split", "chunk", "roman(split)", "roman(chunk)", "Split", "Chunk"})


def pieces(left: Term, right: Term, run: Run) -> Iterator[Derived]:
    """What each of several names on the left gets, where nothing else told their shapes."""
    names = _names(left)
    inside = right.arguments[0] if isinstance(right, Apply) and right.function in SPLITS and right.arguments else right
    whole = run.of(inside).sole if len(names) > 1 else None
    if whole is None or whole.rank < 2 or whole.shown:
        return
    told = [shape for name in names if (shape := run.environment.shape_of(name)) is not None]
    if told:
        if len(told) == len(names):
            _compare(left, told, whole, right, run)
        return
    width = _share(whole.last, len(names))
    if width is not None:
        for name in names:
            yield Derived(name, Shape((*whole.sizes[:-1], width)), name.origin)


def _compare(left: Term, told: list[Shape], whole: Shape, right: Term, run: Run) -> None:
    """Report pieces that are together wider or narrower than what they are taken from."""
    if any(shape.rank != whole.rank or shape.shown for shape in told):
        return
    width = reduce(add, (shape.last for shape in told))
    found = run.environment.theory.compare(width, whole.last)
    if isinstance(found, Different):
        joined = Shape((*told[0].sizes[:-1], width))
        place = cover_all((left.origin, right.origin))
        sizes = (width, whole.last)
        run.report(ShapeConflict("sides-differ", place, left, right, joined, whole, sizes, found.reason, found.trail))


def _names(left: Term) -> tuple[Symbol | Index, ...]:
    """The names of ``[q, k, v]``, ``(Q, K, V)``, ``Q, K, V``."""
    match left:
        case Apply(function="tuple" | "Concat" | "concat", arguments=parts):
            pass
        case Matrix(rows=(parts,)):
            pass
        case _:
            return ()
    names = tuple(part for part in parts if isinstance(part, Symbol | Index))
    return names if len(names) == len(parts) else ()


def _share(size: Dimension, count: int) -> Dimension | None:
    """A size in equal parts, where its number can be parted so.

    >>> from symformer.algebra.dimension import letter
    >>> str(_share(number(3) * letter("d"), 3)), _share(letter("d"), 3)
    ('d', None)
    """
    part = size / number(count)
    return part if all(factor.denominator == 1 for _, factor in part.terms) else None
