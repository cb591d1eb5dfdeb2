r"""``x_1 \cdots x_n``: a sequence that is written without commas, or a product."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symformer.terms.term import Apply, Ellipsis, Index, Number, Product, Sum, Symbol, Term, Unknown

SEQUENCE_OR_PRODUCT = "a sequence or a product"


def perhaps_sequence(product: Product) -> Term:
    """Both readings of members of one family side by side, from a number or over a window; a product of matrices is one."""
    bases = {factor.base for factor in product.factors if isinstance(factor, Index)}
    dots = [at for at, factor in enumerate(product.factors) if isinstance(factor, Ellipsis)]
    members = sum(isinstance(factor, Index) for factor in product.factors)
    if len(bases) != 1 or len(dots) != 1 or members + 1 != len(product.factors) or not 0 < dots[0] < members:
        return product
    base, first = bases.pop(), product.factors[0]
    if not isinstance(base, Symbol) or not _is_small(base.name) or not isinstance(first, Index):
        return product
    if not _starts(first, product.factors[-1]) and not _is_window(first, product.factors[-1]):
        return product
    together = Apply("tuple", product.factors, (), product.origin)
    return Unknown(SEQUENCE_OR_PRODUCT, "", (together, product), product.origin)


def _is_small(name: str) -> bool:
    return len(name.rstrip("+-*'").rstrip("^")) == 1 and name[:1].islower()  # x, and the s⁻ of negative samples


def _starts(member: Index, last: Term) -> bool:
    """Whether a member is the first, ``x_1`` or ``x_1^k`` before ``x_n^k``."""
    scripts = (*member.indices, *member.upper)
    kept = [script for script in scripts if not isinstance(script, Number) or script.value not in (0, 1)]
    return len(kept) + 1 == len(scripts) and (
        not kept or isinstance(last, Index) and set(kept) <= {*last.indices, *last.upper}
    )


def _is_window(first: Index, last: Term) -> bool:
    r"""``u_{i-k} \cdots u_{i-1}``: members that are told by how far they are from one."""
    if not isinstance(last, Index):
        return False
    match (first.indices, last.indices):
        case ((Sum(terms=(Symbol() as one, *_)),), (Symbol() | Sum(terms=(Symbol(), *_)) as end,)):
            return one == (end.terms[0] if isinstance(end, Sum) else end)
    return False


def with_members(terms: Iterable[Term]) -> Iterator[Term]:
    """Terms of a list, an argument, a set: there a run of members is a sequence."""
    for term in terms:
        match term:
            case Unknown(reason=reason, alternatives=(Apply() as together, _)) if reason == SEQUENCE_OR_PRODUCT:
                yield from together.arguments
            case _:
                yield term
