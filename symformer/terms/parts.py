"""Terms made from terms: the same node with other parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from symformer.terms.term import Term, children, is_term


def rebuilt(term: Term, change: Callable[[Term], Term]) -> Term:
    """The term with each of its direct parts changed; itself where none of them changes.

    >>> from symformer.terms.term import Sum, Symbol
    >>> rebuilt(Sum((Symbol("a"), Symbol("b"))), lambda part: Symbol("c")).terms[1].name
    'c'
    """
    if not children(term):
        return term
    made: dict[str, Any] = {}
    for each in fields(term):
        before = getattr(term, each.name)
        after = _changed(before, change)
        if after is not before:
            made[each.name] = after
    return replace(term, **made) if made else term


def _changed(value: Any, change: Callable[[Term], Term]) -> Any:
    if is_term(value):
        return change(value)
    if isinstance(value, tuple):
        items = tuple(_changed(item, change) for item in value)
        return items if any(one is not other for one, other in zip(items, value, strict=True)) else value
    return value


def with_part(term: Term, at: int, other: Term) -> Term:
    """The term with its direct part number ``at``, counted from 0, replaced.

    >>> from symformer.terms.term import Sum, Symbol
    >>> with_part(Sum((Symbol("a"), Symbol("b"))), 1, Symbol("c")).terms[1].name
    'c'
    """
    numbers = iter(range(len(children(term))))
    return rebuilt(term, lambda part: other if next(numbers) == at else part)
