"""What is kept of the products of a pattern is never mistaken for another product's."""

from __future__ import annotations

from fractions import Fraction

from symformer.reasoning.matching import Pattern, match_product
from symformer.terms.term import Number, Product, Sum, Symbol

W, x, a = Symbol("W"), Symbol("x"), Symbol("a")
TWO = Number(Fraction(2))


def test_only_products_of_the_pattern_itself_are_kept() -> None:
    own = Product((TWO, W, x))
    pattern = Pattern(Sum((own, a)), {W: "matrix", x: "vector", a: "scalar"}, {W: 2, x: 1, a: 0})
    for factors in ((W, x), (x, W), (a, W, x), (TWO, x)):
        made = Product(factors)  # gone right behind: another one may be made at its place
        assert list(match_product(made, Product(factors), {}, pattern))
        del made
    assert set(pattern.split) == {id(own)}
    assert pattern.split[id(own)] == ((TWO,), (W, x))
