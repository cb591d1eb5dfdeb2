r"""Members that stay the same in a sum where they ought to run along: ``\sum_i \gamma^i r_{t+k}``.

What is weighted by powers of a rate, or by a function of the running member of its own family, runs with the sum: a member
that does not could be taken out of it, and nobody writes it inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.terms.parts import factors_of, origin_of
from symformer.terms.show import show_styled, spell
from symformer.terms.term import Apply, Index, IndexedSum, Number, Power, Quotient, Sum, Symbol, Term, walk


def constant_summands(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each member in a sum over an index that it does not have, where all that goes with it has."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        bound = {part.index for part in walk(statement.term) if isinstance(part, IndexedSum) and part.index}
        for part in walk(statement.term):
            if isinstance(part, IndexedSum) and (found := constant_member(part, bound)) is not None:
                index = part.index.name if part.index is not None else ""
                yield Problem(
                    statement.place(origin_of(found)),
                    f"{show_styled(found)} does not run along in the sum over {spell(index)}",
                    note="as it stands it could be taken out of the sum",
                    help=f"try an index with {spell(index)}",
                    evidence={"kind": "index", "symbol": show_styled(found)},
                    key=f"constant@{origin_of(found).start}",
                )


def constant_member(total: IndexedSum, bound: set[Symbol]) -> Term | None:
    """The member that a sum leaves as it is, beside powers of a rate or a function of another member of its family.

    >>> i, t, k, rate = (Symbol(each) for each in ("i", "t", "k", "gamma"))
    >>> from symformer.terms.term import Product
    >>> reward = Index(Symbol("r"), (Sum((t, k)),))
    >>> constant_member(IndexedSum("sum", i, Number(0), k, Product((Power(rate, i), reward))), {i}) == reward
    True
    """
    index = total.index
    if total.kind != "sum" or index is None:
        return None
    factors = factors_of(total.body)
    running = [each for each in factors if index in set(walk(each))]
    still = [each for each in factors if each not in running]
    if len(running) != 1 or len(still) != 1 or len(factors) != 2:
        return None
    member = still[0].base if isinstance(still[0], Power) and isinstance(still[0].exponent, Number) else still[0]
    if _is_discount(running[0], index):
        return member if isinstance(member, Index) and _has_letters(member) and not _is_bound(member, bound) else None
    return member if _is_of_family(member, running[0], index) and not _is_bound(member, bound) else None


def _is_discount(weight: Term, index: Symbol) -> bool:
    """Whether a weight is a power of a rate in which nothing but the exponent runs."""
    return isinstance(weight, Power) and isinstance(weight.base, Symbol | Index) and index not in set(walk(weight.base))


def _has_letters(member: Index) -> bool:
    return any(isinstance(part, Symbol) for slot in (*member.indices, *member.upper) for part in walk(slot))


def _is_bound(member: Term, bound: set[Symbol]) -> bool:
    """Whether a member runs along with another sum of the formula."""
    return not bound.isdisjoint(walk(member))


def _is_of_family(member: Term, weight: Term, index: Symbol) -> bool:
    """Whether a weight is a number made of the running member of a family by a function, and the member is another one."""
    family = _family(member)
    if not family:
        return False
    inside = [part for call in _calls(weight) for part in walk(call) if isinstance(part, Index)]
    return any(_family(each) == family and each.indices == (index,) for each in inside)


def _calls(weight: Term) -> Sequence[Term]:
    """The functions of one number in a weight: σ(u_k^T v), 1 - σ(u_k^T v)."""
    found = [part for part in walk(weight) if isinstance(part, Apply) and len(part.arguments) == 1]
    return found if isinstance(weight, Apply | Sum | Quotient) else ()


def _family(member: Term) -> str:
    """The letter of a member or of a name with a short label."""
    if isinstance(member, Index) and isinstance(member.base, Symbol) and len(member.indices) == 1:
        return member.base.name
    if isinstance(member, Symbol):
        base, _, label = member.name.rpartition("_")
        return base if len(label) == 1 and label.islower() else ""
    return ""
