r"""A vector times itself, neither of the two transposed: ``x H x`` for ``x^T H x``, ``w w`` for ``w^T w``, in letters alone.

A vector is what stands transposed in the note: numbers never do.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.spellings import Spelling, taken_apart
from symformer.terms.parts import factors_of
from symformer.terms.show import show, show_styled
from symformer.terms.term import Index, Number, Power, Product, Symbol, Term, Transpose
from symformer.text.span import cover_all


def own_product_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product that begins and ends with one vector as it stands."""
    vectors = once(model, _vectors)
    if not vectors:
        return
    for statement, parts in once(model, asserted_formulas):
        inner = {id(each) for part in parts for each in _kept_out(part)}
        for part in parts:
            if not isinstance(part, Product) or part.sign != "" or id(part) in inner:
                continue
            ends = _ends(factors_of(part), vectors)
            if ends is None:
                continue
            name = show(ends[0])
            place = statement.place(cover_all((ends[0].origin, ends[1].origin)))
            yield Problem(
                place,
                f"{name} stands at both ends of this product, and is transposed at neither",
                help=f"try {name}^\\top at the left end",
                evidence={"kind": "shape", "symbol": name},
                key=f"own-product@{place.start}",
            )


def _kept_out(part: Term) -> tuple[Term, ...]:
    """What is no product of its own: the factors of a larger one, and the scripts of K_{xx}."""
    match part:
        case Product(factors=factors):
            return factors if factors[0] != Number(Fraction(-1)) else ()
        case Index(indices=below, upper=above):
            return (*below, *above)
    return ()


def _vectors(model: SemanticModel) -> frozenset[str]:
    """The small letters that a note has transposed somewhere, and all in bold type where it has one of them so."""
    every = [part for _, parts in once(model, asserted_formulas) for part in parts]
    turned = {show_styled(each.operand) for each in every if isinstance(each, Transpose) and _is_small(each.operand)}
    if not turned:
        return frozenset()
    bold = {show_styled(each) for each in every if _is_small(each) and _spelling(each).font == "bold"}
    return frozenset(turned | bold if turned & bold else turned)


def _spelling(term: Term) -> Spelling:
    base = term
    while isinstance(base, Index):
        base = base.base
    return taken_apart(base.name if isinstance(base, Symbol) else "")


def _is_small(term: Term) -> bool:
    return isinstance(term, Symbol | Index) and _spelling(term).is_letter and not _spelling(term).letter[0].isupper()


def _ends(factors: tuple[Term, ...], vectors: frozenset[str]) -> tuple[Term, Term] | None:
    """The two ends of a product that are one vector, with nothing but matrices between them."""
    places = [at for at, each in enumerate(factors) if _is_small(each) and show_styled(each) in vectors]
    if len(places) != 2 or show_styled(factors[places[0]]) != show_styled(factors[places[1]]):
        return None
    first, last = places
    if any(isinstance(each, Transpose) for each in factors) or last != len(factors) - 1:
        return None
    return (factors[first], factors[last]) if all(map(_is_matrix, factors[first + 1 : last])) else None


def _is_matrix(term: Term) -> bool:
    """Whether a factor is a capital letter, or the inverse of something."""
    if isinstance(term, Power):
        return isinstance(term.exponent, Number) and term.exponent.value == -1
    return isinstance(term, Symbol | Index) and _spelling(term).is_letter and not _is_small(term)
