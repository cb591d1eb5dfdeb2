"""Lists with dots, written out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from symformer.reasoning.running.laid import CannotRun
from symformer.terms.parts import with_part
from symformer.terms.term import Ellipsis, Number, Term, children


def unrolled(parts: tuple[Term, ...], number: Callable[[Term], int]) -> tuple[Term, ...]:
    """A list with its dots written out: head_1, …, head_h becomes head_1, head_2, head_3.

    What stands before and behind the dots must differ in one whole number only, which counts up.

    Raises:
        CannotRun: no such rule is seen.
    """
    gap = next((place for place, part in enumerate(parts) if isinstance(part, Ellipsis)), None)
    if gap is None:
        return parts
    if not 0 < gap < len(parts) - 1:
        raise CannotRun("dots at the end of a list")
    before, after = parts[gap - 1], parts[gap + 1]
    pairs = _differences(before, after)
    if len(pairs) != 1 or ((before, after) in pairs and not isinstance(before, Number)):
        raise CannotRun("dots whose rule is not seen")
    (pair,) = pairs
    first, last = (number(end) for end in pair)
    between = tuple(_between(before, after, pair, Number(Fraction(at))) for at in range(first + 1, last))
    kept = parts[gap + 1 :] if last > first else parts[gap + 2 :]  # one member is written twice: x_1, …, x_1
    return (*parts[:gap], *between, *unrolled(kept, number))


def _differences(left: Term, right: Term) -> set[tuple[Term, Term]]:
    """The smallest parts in which two terms differ."""
    if left == right:
        return set()
    inner = list(zip(children(left), children(right), strict=False))
    if type(left) is not type(right) or not inner or len(children(left)) != len(children(right)):
        return {(left, right)}
    return set().union(*(_differences(one, other) for one, other in inner)) or {(left, right)}


def _between(before: Term, after: Term, pair: tuple[Term, Term], new: Term) -> Term:
    """A member of the list: what stands before the dots, with another number where the two differ."""
    if (before, after) == pair:
        return new
    made = before
    for place, (left, right) in enumerate(zip(children(before), children(after), strict=True)):
        if left != right:
            made = with_part(made, place, _between(left, right, pair, new))
    return made
