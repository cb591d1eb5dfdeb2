"""Products of which only the outer factors have a shape: ``A C`` has the rows of A, whatever C is."""

from __future__ import annotations

from symformer.algebra.dimension import Dimension, is_free
from symformer.algebra.shape import Shape
from symformer.functions import lookup
from symformer.semantics.shapes.records import Run
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed, untransposed
from symformer.terms.term import Apply, Ellipsis, Index, Product, Quotient, Sum, Symbol, Term, Transpose

SHAPE_KEEPING = frozenset({"softmax", "relu", "sigmoid", "tanh", "gelu", "silu"})


def half_told(term: Term, run: Run) -> Shape | None:
    """The rows or the columns of a product of matrices one of which nobody tells, or None.

    What is added to such a product has its rows and columns, or is repeated along them; what the
    section gives a name by such a product is as far told as the product.
    """
    match term:
        case Quotient(numerator=above, denominator=below) if run.of(below).is_scalar:
            return half_told(above, run)
        case Apply(arguments=(inner,)) if (known := lookup(term.function)) is not None and known.id in SHAPE_KEEPING:
            return half_told(inner, run)
        case Sum(terms=(Product() as product, *others)) if all(_is_unknown_name(each, run) for each in others):
            return half_told(product, run)
    if not isinstance(term, Product) or term.sign not in ("", "@"):
        return None
    factors = [each for each in term.factors if not run.of(each).is_scalar]
    if len(factors) < 2 or any(isinstance(each, Ellipsis) or not _is_name(each) for each in factors):
        return None
    if all(run.of(each).shapes for each in factors):
        return None
    first, last = _as_told(factors[0], run), _as_told(factors[-1], run)
    rows = first.first if first is not None and first.rank == 2 and not first.shown else None
    columns = last.last if last is not None and last.rank == 2 and not last.shown else None
    rows, columns = _told_size(rows), _told_size(columns)
    if rows is None and columns is None:
        return None
    return Shape((rows or run.free_size(), columns or run.free_size()))


VECTORS = frozenset("x u v h z a s y q g r e o p f".split())


def half_told_vector(term: Term, run: Run) -> Shape | None:
    """A matrix times a vector that nobody tells: as long as the matrix has rows, or columns where it stands behind."""
    match term:
        case Product(factors=(first, last), sign="" | "@"):
            pass
        case _:
            return None
    one, other = run.of(first).sole, run.of(last).sole
    if one is not None and one.rank == 2 and not one.shown and _is_untold_vector(last, run):
        size = _told_size(one.first)
    elif other is not None and other.rank == 2 and not other.shown and _is_untold_vector(first, run):
        size = _told_size(other.last)
    else:
        return None
    return Shape((size,)) if size is not None else None


def _is_untold_vector(factor: Term, run: Run) -> bool:
    """Whether a factor is a small letter that vectors go by, of which nothing tells the shape."""
    name = untransposed(factor)
    base = unindexed(name)
    if not isinstance(base, Symbol) or run.of(factor).shapes:
        return False
    spelling = taken_apart(base.name)
    return spelling.letter in VECTORS and spelling.font in ("", "bold", "vec")


def _as_told(factor: Term, run: Run) -> Shape | None:
    """The shape of a factor, or as much of it as the product tells that the section gives it by."""
    found = run.of(factor)
    if found.shapes:
        return found.sole
    turned = isinstance(factor, Transpose)
    name = untransposed(factor)
    value = run.environment.defined_as(name)
    half = half_told(value, run) if isinstance(value, Product) else None
    return Shape(half.sizes[::-1]) if half is not None and turned else half


def _told_size(size: Dimension | None) -> Dimension | None:
    return size if size is not None and not is_free(size) else None


def _is_unknown_name(term: Term, run: Run) -> bool:
    return isinstance(term, Symbol | Index) and not run.of(term).shapes


def _is_name(term: Term) -> bool:
    inner = untransposed(term)
    return isinstance(inner, Symbol | Index)
