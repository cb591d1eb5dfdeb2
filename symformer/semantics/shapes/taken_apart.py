r"""Arrays that one equation takes apart: ``[q, k, v] = z U`` gives each of them a third of the columns."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.algebra.dimension import Dimension, number
from symformer.algebra.shape import Shape
from symformer.semantics.shapes.records import Derived, Run
from symformer.terms.term import Apply, Index, Matrix, Symbol, Term

SPLITS = frozenset({"split", "chunk", "roman(split)", "roman(chunk)", "Split", "Chunk"})


def pieces(left: Term, right: Term, run: Run) -> Iterator[Derived]:
    """What each of several names on the left gets, where nothing else told their shapes."""
    names = _names(left)
    inside = right.arguments[0] if isinstance(right, Apply) and right.function in SPLITS and right.arguments else right
    whole = run.of(inside).sole if len(names) > 1 else None
    if whole is None or whole.rank < 2 or whole.shown or any(run.environment.shape_of(name) for name in names):
        return
    width = _share(whole.last, len(names))
    if width is not None:
        for name in names:
            yield Derived(name, Shape((*whole.sizes[:-1], width)), name.origin)


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
