"""Two sides with limits in them, at numbers for their sizes and indices, compared by SymPy."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from symformer.algebra.dimension import number
from symformer.algebra.shape import Shape
from symformer.reasoning.derivations.values import size_at, with_values
from symformer.symbolic.bridge import NotInSympy, ShapesDisagree, to_sympy
from symformer.terms.term import Number, Symbol, Term

MOST_OPERATIONS = 80  # beyond which SymPy is not asked


def equal_limits(
    left: Term,
    right: Term,
    indices: Mapping[str, int],
    sizes: Mapping[str, int],
    shapes: Mapping[Term, Shape],
    positive: Collection[str] = (),
) -> bool:
    """Whether SymPy makes one of both, every entry a letter of its own; False where it would take long."""
    put_in: dict[Term, Term] = {Symbol(name): Number(Fraction(at)) for name, at in {**sizes, **indices}.items()}
    told = {
        term: Shape(tuple(number(size_at(size, sizes)) for size in shape.sizes))
        for term, shape in shapes.items()
        if shape.rank
    }
    try:
        return bool(
            worked_out(with_values(left, put_in), told, positive)
            == worked_out(with_values(right, put_in), told, positive)
        )
    except (NotInSympy, ShapesDisagree):
        return False


def worked_out(term: Term, shapes: Mapping[Term, Shape], positive: Collection[str] = ()) -> Any:
    """What SymPy makes of a term; the term's own expression where it would take long."""
    import sympy
    from sympy.matrices.expressions.matexpr import MatrixElement

    from symformer.symbolic.expressions import Entry

    found = to_sympy(term, shapes)
    found = found.replace(lambda part: isinstance(part, sympy.Sum), lambda part: part.doit(deep=False))
    entries = found.atoms(Entry, MatrixElement)
    found = found.xreplace({each: sympy.Symbol(str(each.doit()), real=True) for each in entries})
    found = found.xreplace({sympy.Symbol(name): sympy.Symbol(name, positive=True) for name in positive})
    return sympy.simplify(found.doit()) if found.count_ops() <= MOST_OPERATIONS else found
