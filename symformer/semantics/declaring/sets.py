r"""Sets of arrays that are not written as powers of a number set: ``\{0,1\}^{n \times d}``, ``\mathcal{M}_{n,d}(\mathbb{R})``.

Behind "∈" they are what ``\mathbb{R}^{n \times d}`` is: they say which sizes the thing on the left has.
"""

from __future__ import annotations

from dataclasses import replace

from symformer.semantics.prose.snippets import is_size
from symformer.terms.show import show
from symformer.terms.term import Apply, Matrix, Number, Power, Product, Relation, Space, Symbol, Term, Transpose

_MATRICES = frozenset({"M", "Mat", "calligraphic(M)", "blackboard(M)", "roman(M)", "bold(M)", "Matrix"})
_NUMBERS = {"Re": "R", "R": "R", "roman(R)": "R", "calligraphic(R)": "R", "bold(R)": "R"}
_SYMMETRIC = frozenset({"blackboard(S)_+", "calligraphic(S)_+", "S_+"})


def with_spaces(term: Term) -> Term:
    """A relation with each set behind "∈" as the space it is, where it is one."""
    if not isinstance(term, Relation) or "∈" not in term.relations:
        return term
    sides = list(term.sides)
    for at, relation in enumerate(term.relations):
        if relation == "∈" and (space := _space(sides[at + 1])) is not None:
            sides[at + 1] = space
    return replace(term, sides=tuple(sides))


def _space(term: Term) -> Space | None:
    """The space that a set is, or None."""
    match term:
        case Power(base=base, exponent=exponent):
            return _power(base, exponent, term)
        case Transpose(operand=base) if _is_set(base):
            return Space(show(base), (Symbol("T"),), term.origin)  # {1, …, V}^T: as many as T says
        case Apply(function=name, arguments=(Space(domain=domain, sizes=()),), labels=labels) if name in _MATRICES:
            sizes = _listed(labels)
            return Space(domain, sizes, term.origin) if sizes is not None else None
    return None


def _power(base: Term, exponent: Term, term: Term) -> Space | None:
    crossed = isinstance(exponent, Product) and exponent.sign == "×"
    sizes = exponent.factors if isinstance(exponent, Product) and crossed else (exponent,)
    if not all(is_size(size) for size in sizes):
        return None
    if _is_set(base):
        return Space(show(base), sizes, term.origin)
    if not isinstance(base, Symbol):
        return None
    if base.name in _SYMMETRIC and not crossed:
        return Space("R", (exponent, exponent), term.origin)
    if base.name in _NUMBERS and (crossed or base.name == "Re"):
        return Space(_NUMBERS[base.name], sizes, term.origin)
    if crossed and base.name.startswith(("calligraphic(", "blackboard(")):
        return Space(base.name, sizes, term.origin)
    return None


def _is_set(term: Term) -> bool:
    """``\\{0, 1\\}``, ``[0, 1]``, ``(0, 1)``: what an entry may be."""
    match term:
        case Apply(function="set" | "range" | "interval []" | "interval ()"):
            return True
        case Matrix(rows=((Number(), Number()),), style=style):
            return style != "matrix"
    return False


def _listed(labels: tuple[Term, ...]) -> tuple[Term, ...] | None:
    r"""The sizes below ``\mathcal{M}_{n,d}``, ``M_{n \times d}``, ``M_n``."""
    if len(labels) == 1 and isinstance(product := labels[0], Product) and product.sign == "×":
        labels = product.factors
    elif len(labels) == 1:
        labels = (labels[0], labels[0])
    return labels if len(labels) == 2 and all(is_size(size) for size in labels) else None
