"""Lists with dots: what changes from one member to the next."""

from __future__ import annotations

from symformer.terms.parts import with_part
from symformer.terms.term import Number, Term, children


def counted(before: Term, after: Term) -> tuple[Term, Term] | None:
    """Where the list starts and ends that has dots between two members; None where no rule is seen.

    The members must differ in one number only: head_1, …, head_h counts from 1 to h.

    >>> from symformer.terms.term import Index, Symbol
    >>> first, last = Index(Symbol("head"), (Symbol("a"),)), Index(Symbol("head"), (Symbol("h"),))
    >>> [each.name for each in counted(first, last)]
    ['a', 'h']
    >>> counted(Symbol("a"), Symbol("b"))
    """
    pairs = _differences(before, after)
    if len(pairs) != 1 or ((before, after) in pairs and not isinstance(before, Number)):
        return None
    return pairs.pop()


def member(before: Term, after: Term, at: Term) -> Term:
    """The member of such a list at one number.

    >>> from symformer.terms.term import Index, Symbol
    >>> first, last = Index(Symbol("head"), (Symbol("a"),)), Index(Symbol("head"), (Symbol("h"),))
    >>> member(first, last, Symbol("i")).indices[0].name
    'i'
    """
    pair = counted(before, after)
    return before if pair is None else _between(before, after, pair, at)


def _differences(left: Term, right: Term) -> set[tuple[Term, Term]]:
    """The smallest parts in which two terms differ."""
    if left == right:
        return set()
    inner = list(zip(children(left), children(right), strict=False))
    if type(left) is not type(right) or not inner or len(children(left)) != len(children(right)):
        return {(left, right)}
    return set().union(*(_differences(one, other) for one, other in inner)) or {(left, right)}


def _between(before: Term, after: Term, pair: tuple[Term, Term], new: Term) -> Term:
    if (before, after) == pair:
        return new
    made = before
    for place, (left, right) in enumerate(zip(children(before), children(after), strict=True)):
        if left != right:
            made = with_part(made, place, _between(left, right, pair, new))
    return made
