r"""Steps that carry gradients, means and divergences along as they are: ``W - η (∇L + λ W) = (1 - η λ) W - η ∇L``.

What such a term is worth is not known, and need not be: where both sides have the same ones, and nothing else but
arithmetic, each is a letter.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.reasoning.equality import Equality, Given, equality
from symformer.terms.parts import rebuilt
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Index, Number, Power, Product, Quotient, Sum, Symbol, Term, children, walk

CARRIED = frozenset({"gradient", "derivative", "expectation", "variance", "Cov", "D_KL", "KL", "D", "H", "I"})
PLAIN = (Symbol, Index, Number, Sum, Product, Quotient, Power)


def as_atoms(left: Term, right: Term) -> Equality | None:
    """Whether two sides are equal where each term that both carry along is a letter; None where they carry others.

    >>> from fractions import Fraction
    >>> slope, w = Apply("gradient", (Symbol("L"),)), Symbol("w")
    >>> minus = Product((Number(Fraction(-1)), slope))
    >>> as_atoms(Sum((w, slope)), Sum((w, minus))).outcome
    'refuted'
    >>> as_atoms(Sum((w, slope)), w) is None
    True
    """
    ours, theirs = dict.fromkeys(_carried(left)), dict.fromkeys(_carried(right))
    if not ours or ours.keys() != theirs.keys():
        return None
    letters: dict[Term, Term] = {each: Symbol(show_styled(each)) for each in ours}
    one, other = (_with_letters(side, letters) for side in (left, right))
    if not all(isinstance(part, PLAIN) for side in (one, other) for part in walk(side)):
        return None
    return equality(one, other, Given(), prove=False)


def _carried(term: Term) -> Iterator[Term]:
    """The outermost terms of a formula whose worth is not worked out."""
    if isinstance(term, Apply) and term.function in CARRIED:
        yield term
        return
    for part in children(term):
        yield from _carried(part)


def _with_letters(term: Term, letters: dict[Term, Term]) -> Term:
    return letters[term] if term in letters else rebuilt(term, lambda part: _with_letters(part, letters))
