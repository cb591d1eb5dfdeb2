r"""Members of families in formulas: the ``h_{t-1}`` of h, one step back, the ``z^{l+1}`` of z, one ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from symformer.functions import lookup
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.term import Index, Number, Sum, Symbol, Term, Unknown, children

STEPS = frozenset({"t", "l", "ell", "k", "n", "i"})
OF_ENTRIES = frozenset({"sigma", "phi", "psi", "f", "g"})  # letters of functions that take an array entry by entry


@dataclass(frozen=True, slots=True)
class Member:
    """A part of a formula that is a member of a family, and by how much one of its indices is ahead of the letter."""

    part: Term
    base: str
    letter: str
    shift: int


def member_of(part: Term, letters: Iterable[str] = STEPS) -> Member | None:
    """A member of a family by the first of its indices that is a step, or a step and one.

    >>> from fractions import Fraction
    >>> found = member_of(Index(Symbol("h"), (Sum((Symbol("t"), Number(Fraction(1)))),)))
    >>> found.base, found.letter, found.shift
    ('h', 't', 1)
    """
    if not isinstance(part, Index) or not isinstance(part.base, Symbol):
        return None
    best: Member | None = None
    for slot in part.slots:
        found = _at(part, part.base.name, slot)
        if found is None or found.letter not in letters:
            continue
        if found.shift:
            return found
        best = best or found
    return best


def lone_member_of(part: Term) -> Member | None:
    """``z'_{l-1}`` as a member of z' that stands one step back, by its only index or its label, whatever the letter.

    >>> lone_member_of(Symbol("z_l")).base, lone_member_of(Symbol("z_max"))
    ('z', None)
    """
    if isinstance(part, Symbol):
        spelling = taken_apart(part.name)
        label = spelling.below
        if len(label) != 1 and label != "ell" or not label.islower() or spelling.above:
            return None
        return Member(part, part.name.replace(f"_{label}", "", 1), label, 0)
    if not isinstance(part, Index) or not isinstance(part.base, Symbol):
        return None
    slots = part.slots
    return _at(part, part.base.name, slots[0]) if len(slots) == 1 else None


def member_at_any_step(part: Term) -> Member | None:
    """A member by its one index, or its label, any whole number of steps away from the letter.

    >>> from fractions import Fraction
    >>> member_at_any_step(Index(Symbol("c"), (Sum((Symbol("t"), Number(Fraction(-2)))),))).shift
    -2
    """
    if isinstance(part, Index) and isinstance(part.base, Symbol) and len(slots := part.slots) == 1:
        match slots[0]:
            case Sum(terms=(Symbol(name=letter), Number(value=by))) if by.denominator == 1:
                return Member(part, part.base.name, letter, int(by))
    return lone_member_of(part)


def _at(part: Term, base: str, slot: Term) -> Member | None:
    match slot:
        case Symbol(name=letter):
            return Member(part, base, letter, 0)
        case Sum(terms=(Symbol(name=letter), Number(value=by))) if by in (1, -1):
            return Member(part, base, letter, int(by))
    return None


def members_in(term: Term, read: Callable[[Term], Member | None] = member_of) -> Iterator[Member]:
    """The members in a term, each once; two readings of one place hold the same members, and count once."""
    stack = [term]
    while stack:
        top = stack.pop()
        if (found := read(top)) is not None:
            yield found
        elif isinstance(top, Unknown):
            stack.extend(top.alternatives[-1:])
        elif not isinstance(top, Index):
            stack.extend(reversed(children(top)))


def is_of_entries(function: str) -> bool:
    """Whether a function takes an array entry by entry, by its name or by the letter that such functions have.

    >>> [is_of_entries(each) for each in ("tanh", "ReLU", "phi", "softmax", "h")]
    [True, True, True, False, False]
    """
    known = lookup(function)
    return function in OF_ENTRIES or known is not None and known.elementwise


__all__ = ["STEPS", "Member", "is_of_entries", "lone_member_of", "member_at_any_step", "member_of", "members_in"]
