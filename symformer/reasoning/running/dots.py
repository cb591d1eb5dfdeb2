"""Lists with dots, written out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from symformer.reasoning.running.laid import CannotRun
from symformer.terms.dots import counted, member
from symformer.terms.term import Ellipsis, Number, Term


def unrolled(parts: tuple[Term, ...], number: Callable[[Term], int]) -> tuple[Term, ...]:
    """A list with its dots written out: head_1, …, head_h becomes head_1, head_2, head_3.

    ``number`` gives the whole number that a term is.

    Raises:
        CannotRun: no rule is seen.
    """
    gap = next((place for place, part in enumerate(parts) if isinstance(part, Ellipsis)), None)
    if gap is None:
        return parts
    if not 0 < gap < len(parts) - 1:
        raise CannotRun("dots at the end of a list")
    before, after = parts[gap - 1], parts[gap + 1]
    pair = counted(before, after)
    if pair is None:
        raise CannotRun("dots whose rule is not seen")
    first, last = (number(end) for end in pair)
    between = tuple(member(before, after, Number(Fraction(at))) for at in range(first + 1, last))
    kept = parts[gap + 1 :] if last > first else parts[gap + 2 :]  # one member is written twice: x_1, …, x_1
    return (*parts[:gap], *between, *unrolled(kept, number))
