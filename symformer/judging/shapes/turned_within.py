r"""A transpose that one of several like products of a formula lacks: ``u_j v_i`` above ``Σ_k u_k^T v_i``.

So it is with gradients that come back through several layers: ``W ∂L/∂h + V^T ∂L/∂o``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of, unindexed, untransposed
from symformer.terms.show import show
from symformer.terms.term import Apply, Product, Sum, Symbol, Term, Transpose


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two vectors side by side, and whether the first one is transposed."""

    first: Term
    second: Term
    turned: bool

    @property
    def family(self) -> tuple[str, str]:
        """The names of the two without their indices."""
        return _letter(self.first), _letter(self.second)


def turned_within_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product of two vectors that lacks the transpose that its twin in the same formula has."""
    for statement, parts in once(model, asserted_formulas):
        pairs = [pair for part in parts if isinstance(part, Product) for pair in _pairs(part)]
        if len(pairs) < 2 or statement.hedged:
            continue
        families: dict[tuple[str, str], list[_Pair]] = {}
        for pair in pairs:
            families.setdefault(pair.family, []).append(pair)
        for alike in families.values():
            plain = [each for each in alike if not each.turned]
            if len(plain) == 1 and len(alike) > 1:
                yield _problem(statement, plain[0], next(each for each in alike if each.turned))


def turned_gradients(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each weight that is not transposed in a sum of gradients taken back, where those beside it are."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, Sum) or statement.hedged:
                continue
            for gradient_at in (0, 1):
                pairs = [pair for term in part.terms if (pair := _taken_back(term, gradient_at)) is not None]
                plain = [each for each in pairs if not each.turned]
                if len(pairs) == len(part.terms) > 1 and len(plain) == 1:
                    yield _problem(statement, plain[0], next(each for each in pairs if each.turned))


def _taken_back(term: Term, gradient_at: int) -> _Pair | None:
    """A weight and the gradient that it is multiplied by, which stands before it (0) or behind it (1)."""
    if not isinstance(term, Product) or term.sign not in ("", "·", "@") or len(term.factors) != 2:
        return None
    gradient, weight = term.factors[gradient_at], term.factors[1 - gradient_at]
    inner = untransposed(weight)
    base = unindexed(inner)
    if not _is_gradient(gradient) or not isinstance(base, Symbol) or not taken_apart(base.name).letter[:1].isupper():
        return None
    return _Pair(inner, gradient, isinstance(weight, Transpose))


def _pairs(product: Product) -> Iterator[_Pair]:
    """The neighbours in a product that are members of two families of vectors, or a vector and a gradient."""
    if product.sign:
        return
    for one, other in zip(product.factors, product.factors[1:], strict=False):
        inner = untransposed(one)
        if _is_vector(inner) and (_is_vector(other) or _is_gradient(other)) and _letter(inner) != _letter(other):
            yield _Pair(inner, other, isinstance(one, Transpose))


def _is_gradient(term: Term) -> bool:
    return isinstance(term, Apply) and term.function in ("derivative", "gradient")


def _is_vector(term: Term) -> bool:
    """Whether a term is named as a vector is: a small letter in bold type or under an arrow."""
    base = unindexed(term)
    if not isinstance(base, Symbol):
        return False
    spelling = taken_apart(base.name)
    bold = spelling.font == "bold" or "vec" in spelling.accents
    return bold and len(spelling.letter) == 1 and spelling.letter.islower()


def _letter(term: Term) -> str:
    base = unindexed(term)
    if isinstance(base, Apply):
        return base.function  # of a gradient
    return base.name.partition("_")[0] if isinstance(base, Symbol) else ""


def _problem(statement: Statement, plain: _Pair, twin: _Pair) -> Problem:
    place = statement.place(origin_of(plain.first))
    whole, other = show(Product((plain.first, plain.second))), show(Product((Transpose(twin.first), twin.second)))
    return Problem(
        place,
        f"{show(plain.first)} is not transposed in {whole}, as it is in {other}",
        help=f"try {show(Transpose(plain.first))}",
        related=(Related(statement.place(origin_of(twin.first)), "transposed here"),),
        evidence={"kind": "shape", "found": whole, "beside": other},
        key=f"turned@{place.start}",
    )
