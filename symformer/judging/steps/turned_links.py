r"""The one factor of a chain of derivatives that has to be turned over for the chain to hold.

``∂f/∂a = ∂u/∂f · ∂u/∂a`` holds once its first factor is turned over, and ``∂a/∂f = ∂f/∂u · ∂u/∂a`` once its left side is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from symformer.terms.term import (
    EQUAL,
    Apply,
    Ellipsis,
    IndexedSum,
    Number,
    Product,
    Relation,
    Sum,
    Term,
    Transpose,
)

Names = tuple[str, str]  # what is differentiated, and by what
Link = tuple[Apply, Names]


def turned_links(term: Term, names: Mapping[int, Names]) -> list[Apply]:
    """The derivatives of a formula that go against the others in it; ``names`` has those whose ends are plain names."""
    if not isinstance(term, Relation) or not set(term.relations) <= EQUAL:
        return []
    wholes = [(side, names[id(side)]) for side in term.sides if isinstance(side, Apply) and id(side) in names]
    found: list[Apply] = []
    for side in term.sides:
        chains = [chain for product in _summands(side) if (chain := _chain(product, names))]
        for whole in wholes[:1]:
            found += _turned_beside(whole, chains) if side is not whole[0] else []
            found += [whole[0]] if side is not whole[0] and _is_head_below(whole, side, names) else []
        if not wholes:
            found += [link for chain in chains if (link := _turned_within(chain)) is not None]
    return found


def _summands(side: Term) -> Iterator[Term]:
    match side:
        case Sum(terms=terms):
            for term in terms:
                yield from _summands(term)
        case IndexedSum(kind="sum", body=body):
            yield from _summands(body)
        case _:
            yield side


def _chain(product: Term, names: Mapping[int, Names]) -> list[Link | None]:
    """The links of a product of derivatives only, with None for dots."""
    links: list[Link | None] = []
    for factor in _factors(product):
        match factor:
            case Apply() if id(factor) in names:
                links.append((factor, names[id(factor)]))
            case Ellipsis():
                links.append(None)
            case Number():
                continue
            case _:
                return []
    return links if sum(link is not None for link in links) > 1 else []


def _factors(product: Term) -> Iterator[Term]:
    match product:
        case Product(factors=factors):
            for factor in factors:
                yield from _factors(factor)
        case Transpose(operand=operand):
            yield operand
        case _:
            yield product


def _turned_beside(whole: tuple[Apply, Names], chains: Sequence[Sequence[Link | None]]) -> list[Apply]:
    """What is to be turned over for each of the chains to lead where the whole derivative says."""
    above, below = whole[1]
    if not chains or above == below:
        return []
    if all(_leads(_ends(chain), (below, above)) for chain in chains):
        return [whole[0]]
    found: list[Apply] = []
    for chain in chains:
        if _leads(_ends(chain), whole[1]):
            continue
        mended = [
            link[0]
            for at, link in enumerate(chain)
            if link is not None and _leads(_ends(_with_turned(chain, at)), whole[1])
        ]
        found += mended if len(mended) == 1 else []
    return found


def _turned_within(chain: Sequence[Link | None]) -> Apply | None:
    """The one of at least three links that is to be turned over for each to go on where the one before it ends."""
    if len(chain) < 3 or _goes_on(_ends(chain)):
        return None
    mended = [link[0] for at, link in enumerate(chain) if link is not None and _goes_on(_ends(_with_turned(chain, at)))]
    return mended[0] if len(mended) == 1 else None


def _ends(chain: Sequence[Link | None]) -> list[Names | None]:
    return [link[1] if link is not None else None for link in chain]


def _with_turned(chain: Sequence[Link | None], at: int) -> list[Link | None]:
    link = chain[at]
    assert link is not None
    return [*chain[:at], (link[0], link[1][::-1]), *chain[at + 1 :]]


def _leads(chain: Sequence[Names | None], whole: Names) -> bool:
    """Whether the links lead from what is differentiated to what by, in whatever order they stand.

    >>> _leads([("f", "u"), ("u", "a")], ("f", "a")), _leads([("u", "a"), ("f", "u")], ("f", "a"))
    (True, True)
    >>> _leads([("u", "f"), ("u", "a")], ("f", "a")), _leads([("f", "h3"), None, ("h1", "a")], ("f", "a"))
    (False, True)
    """
    if None in chain:
        ordered = [chain, chain[::-1]]
        return any(
            each[0] is not None and each[-1] is not None and each[0][0] == whole[0] and each[-1][1] == whole[1]
            for each in ordered
            if _goes_on_in_order(each)
        )
    above = Counter([link[0] for link in chain if link is not None] + [whole[1]])
    below = Counter([link[1] for link in chain if link is not None] + [whole[0]])
    return above == below


def _goes_on(chain: Sequence[Names | None]) -> bool:
    return _goes_on_in_order(chain) or _goes_on_in_order(chain[::-1])


def _goes_on_in_order(chain: Sequence[Names | None]) -> bool:
    return all(one is None or other is None or one[1] == other[0] for one, other in pairwise(chain))


def _is_head_below(whole: tuple[Apply, Names], side: Term, names: Mapping[int, Names]) -> bool:
    """Whether ``∂W/∂L`` is worked out from the derivatives of L alone: ``∂L/∂Y X``."""
    above, below = whole[1]
    for product in _summands(side):
        inside = [names[id(factor)] for factor in _factors(product) if id(factor) in names]
        if len(inside) != 1 or inside[0][0] != below or above in inside[0]:
            return False
    return above != below
