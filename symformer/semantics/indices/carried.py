"""The letter above that all members of an equation carry: of one head, one layer or one step, as is the equation."""

from __future__ import annotations

from symformer.terms.parts import rebuilt
from symformer.terms.term import Index, Relation, Symbol, Term, walk


def without_carried(statement: Term) -> Term:
    r"""An equation of members that all carry one letter above, without it: what their other indices do is as if it were not there.

    ``o_i^h = \sum_j a_{ij}^h v_j^h`` holds for each h as ``o_i = \sum_j a_{ij} v_j`` does; where one of the letters above
    is another one, all are left as they are.

    >>> from symformer.terms.show import show
    >>> i, h = Symbol("i"), Symbol("h")
    >>> show(without_carried(Relation(("=",), (Index(Symbol("o"), (i,), (h,)), Index(Symbol("v"), (i,), (h,))))))
    'o[i] = v[i]'
    """
    if not isinstance(statement, Relation) or not isinstance(left := statement.sides[0], Index) or not left.indices:
        return statement
    above = left.upper
    if len(above) != 1 or not isinstance(above[0], Symbol):
        return statement
    members = [part for part in walk(statement) if isinstance(part, Index)]
    if any(each.upper not in ((), above) or above[0] in each.indices for each in members):
        return statement
    return _stripped(statement, above)


def _stripped(term: Term, above: tuple[Term, ...]) -> Term:
    inner = rebuilt(term, lambda part: _stripped(part, above))
    if isinstance(inner, Index) and inner.upper == above and inner.indices:
        return Index(inner.base, inner.indices, (), inner.origin)
    return inner


__all__ = ["without_carried"]
