"""Shares whose denominator sums other entries than the one above it: exp(e_ij) / Σ_k exp(e_jk), Σ_{k≤i} exp(e_kj)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.findings.finding import Problem
from symformer.semantics.indices.unused import sums_never_used
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.by_axis import named_axes
from symformer.terms.parts import letter_names
from symformer.terms.show import show, spell
from symformer.terms.term import Apply, Index, IndexedSum, Quotient, Symbol, Term, children, walk
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An entry of the sum below a line that keeps another letter than the entry above it."""

    above: Index
    below: Index
    letter: str  # above the line
    found: str  # below it, in the same slot
    origin: Span


def normaliser_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each share whose denominator does not sum what stands above it over one of its letters."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            found = mismatch(part) if isinstance(part, Quotient) else None
            same = _summed_as_it_stands(part) if isinstance(part, Quotient) else None
            if isinstance(part, Quotient) and same is not None and same.name not in once(model, named_axes):
                yield Problem(
                    statement.place(part.denominator.origin),
                    f"the sum below the line runs over {spell(same.name)}, and each of its terms is what stands above it",
                    note=f"{spell(same.name)} does not stand in {show(part.numerator)}: shares like these do not sum to one",
                    evidence={"kind": "index", "letter": same.name},
                )
            if found is not None:
                kept = found.above == found.below
                yield Problem(
                    statement.place(found.origin),
                    f"{show(found.below)} does not go along with the sum over {spell(found.letter)} that it stands in"
                    if kept
                    else f"the sum below the line is over {show(found.below)}, and {show(found.above)} stands above it",
                    note=f"shares like these do not sum to one: {spell(found.found)} for {spell(found.letter)}",
                    help=f"try {spell(found.letter)} for {spell(found.found)}",
                    evidence={"kind": "index", "letter": found.found},
                )


def mismatch(share: Quotient) -> Mismatch | None:
    """How the sum in a denominator differs from the numerator, where they are alike but for letters of their slots.

    >>> i, j, k = Symbol("i"), Symbol("j"), Symbol("k")
    >>> def share(above, below): return Quotient(Index(Symbol("e"), above), IndexedSum("sum", k, None, None, Index(Symbol("e"), below)))
    >>> mismatch(share((i, j), (i, k))) is None, mismatch(share((i, j), (k, j))) is None
    (True, True)
    >>> mismatch(share((i, j), (j, k))).found
    'j'

    A sum that goes as far as the row says runs along that row, and not down a column:

    >>> below = IndexedSum("sum", k, None, i, Index(Symbol("e"), (k, j)))
    >>> mismatch(Quotient(Index(Symbol("e"), (i, j)), below)).letter
    'i'

    Every entry goes along with the sum:

    >>> from symformer.terms.term import Product
    >>> def biased(one, other): return Product((Index(Symbol("e"), (i, one)), Index(Symbol("m"), (other,))))
    >>> kept = mismatch(Quotient(biased(j, j), IndexedSum("sum", k, None, None, biased(k, j))))
    >>> kept.letter, kept.found
    ('k', 'j')
    """
    below = share.denominator
    if not isinstance(below, IndexedSum) or below.kind != "sum" or below.index is None:
        return None
    pairs = list(_pairs(share.numerator, below.body))
    if not pairs or any(pair is None for pair in pairs):
        return None
    summed: set[str] = set()
    odd: list[Mismatch] = []
    limits = _letters(below.lower) | _letters(below.upper)
    both = {below.index.name} | _letters(below.condition) - _letters(share.numerator)  # over all k ≠ l
    for pair in pairs:
        assert pair is not None
        above, under = pair
        for one, other in zip(above.indices, under.indices, strict=True):
            if one == other or not isinstance(one, Symbol) or not isinstance(other, Symbol):
                continue
            if other.name in both:
                summed.add(one.name)
                if one.name in limits and len(above.indices) > 1:
                    odd.append(Mismatch(above, under, one.name, other.name, under.origin))
            else:
                odd.append(Mismatch(above, under, one.name, other.name, under.origin))
    if not odd and len(summed) == 1:
        odd = list(_kept([pair for pair in pairs if pair is not None], summed.pop(), below.index.name))
        return odd[0] if odd else None
    return odd[0] if summed and odd else None


def _kept(pairs: Sequence[tuple[Index, Index]], summed: str, index: str) -> Iterator[Mismatch]:
    """The entries that keep a letter which the sum replaces in others: m_j in Σ_k exp(s_ik + m_j), where it is m_k.

    Not where the letter is all that the others have: in exp(u_i · v_i) / Σ_k exp(u_i · v_k) it is an anchor.
    """
    letter = Symbol(summed)
    replaced = [above for above, under in pairs if letter in above.indices and letter not in under.indices]
    if not any(set(above.indices) - {letter} for above in replaced):
        return
    for above, under in pairs:
        for one, other in zip(above.indices, under.indices, strict=True):
            if one == other == Symbol(summed):
                yield Mismatch(above, under, index, summed, under.origin)


def _summed_as_it_stands(share: Quotient) -> Symbol | None:
    """The letter of a sum over terms that are all the numerator: exp(f(s, a)) / Σ_b exp(f(s, a)).

    Where that is told as an index that is never used, it is not told again.
    """
    match share.denominator:
        case IndexedSum(kind="sum", index=Symbol() as letter, body=body) if body == share.numerator:
            parts = list(walk(body))
            if letter in parts or not any(isinstance(part, Apply) and part.arguments for part in parts):
                return None
            primed = letter.name.rstrip("'") in {
                part.name.rpartition("_")[2] for part in parts if isinstance(part, Symbol)
            }
            return None if primed or any(sums_never_used(share.denominator)) else letter
    return None


def _letters(term: Term | None) -> frozenset[str]:
    return letter_names(term) if term is not None else frozenset()


def _pairs(above: Term, below: Term) -> Iterator[tuple[Index, Index] | None]:
    """The entries that two terms of one form have in the same places; None where the forms differ."""
    if isinstance(above, Index) and isinstance(below, Index):
        alike = above.base == below.base and above.upper == below.upper and len(above.indices) == len(below.indices)
        fixed = all(
            one == other or isinstance(one, Symbol) and isinstance(other, Symbol)
            for one, other in zip(above.indices, below.indices, strict=False)
        )
        yield (above, below) if alike and fixed else None
        return
    if type(above) is not type(below):
        yield None
        return
    held, inside = tuple(children(above)), tuple(children(below))
    if len(held) != len(inside) or (not held and above != below):
        yield None
        return
    if getattr(above, "function", None) != getattr(below, "function", None):
        yield None
        return
    for one, other in zip(held, inside, strict=True):
        yield from _pairs(one, other)
