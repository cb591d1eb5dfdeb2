"""Products of which only the outer factors have a shape: ``A C`` has the rows of A, whatever C is."""

from __future__ import annotations

from symformer.algebra.shape import Shape
from symformer.functions import lookup
from symformer.semantics.shapes.records import Run
from symformer.terms.term import Apply, Ellipsis, Index, Product, Quotient, Symbol, Term, Transpose

SHAPE_KEEPING = frozenset({"softmax", "relu", "sigmoid", "tanh", "gelu", "silu"})


def half_told(term: Term, run: Run) -> Shape | None:
    """The rows or the columns of a product of matrices one of which nobody tells, or None."""
    match term:
        case Quotient(numerator=above, denominator=below) if run.of(below).is_scalar:
            return half_told(above, run)
        case Apply(arguments=(inner,)) if (known := lookup(term.function)) is not None and known.id in SHAPE_KEEPING:
            return half_told(inner, run)
    if not isinstance(term, Product) or term.sign not in ("", "@"):
        return None
    factors = [each for each in term.factors if not run.of(each).is_scalar]
    if len(factors) < 2 or any(isinstance(each, Ellipsis) or not _is_name(each) for each in factors):
        return None
    if all(run.of(each).shapes for each in factors):
        return None
    first, last = run.of(factors[0]).sole, run.of(factors[-1]).sole
    rows = first.first if first is not None and first.rank == 2 and not first.shown else None
    columns = last.last if last is not None and last.rank == 2 and not last.shown else None
    if rows is None and columns is None:
        return None
    return Shape((rows or run.free_size(), columns or run.free_size()))


def _is_name(term: Term) -> bool:
    inner = term.operand if isinstance(term, Transpose) else term
    return isinstance(inner, Symbol | Index)
