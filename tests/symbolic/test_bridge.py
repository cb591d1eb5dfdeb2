"""Every equation of the catalogue as a SymPy expression: in our solver's shape, and back to the same term."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from noted import note_of

import symformer
from symformer.algebra.shape import Shape, shape
from symformer.analysis import analyse
from symformer.catalogue.equation import Equation
from symformer.catalogue.lookup import all_equations, equation
from symformer.catalogue.reading import read
from symformer.faces.shaped import equations
from symformer.notations import notation
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import vocabulary_of
from symformer.reference import attention
from symformer.settings import Settings
from symformer.symbolic.bridge import NotInSympy, ShapesDisagree, to_sympy
from symformer.symbolic.terms import from_sympy
from symformer.syntax.parser import parse
from symformer.terms.parts import flattened
from symformer.terms.show import show
from symformer.terms.term import Elementwise, Number, Power, Product, Relation, Sum, Symbol, Term, Transpose
from symformer.typesetting.sympy_forms import sympy_form

sympy = pytest.importorskip("sympy")

# what SymPy has no words for, with why; a new equation that joins them has to be added by hand
NOT_IN_SYMPY = {
    "dots between the cells": {
        "vocabulary", "token-sequence", "one-hot-rows", "embedding-rows", "embedded-rows", "embedded-positions", "position-rows",
    },
    "more than two axes": {"split-heads", "joined-heads", "head-in-batch"},
    "a sum over a set": {"nucleus-choice"},
    "what comes before in a sequence": {"chain-rule", "sequence-loss", "perplexity"},
}  # fmt: skip
LEFT_OUT = frozenset[str]().union(*NOT_IN_SYMPY.values())
EXPRESSED = [each for each in all_equations() if each.id not in LEFT_OUT]
EQUATIONS = pytest.mark.parametrize("given", EXPRESSED, ids=lambda each: each.id)


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_what_has_no_words_in_sympy_says_so(name: str) -> None:
    with pytest.raises(NotInSympy, match=r"no counterpart in SymPy|axes"):
        sympy_form(read(equation(name)))


def test_nearly_all_of_the_catalogue_is_expressed() -> None:
    assert len(LEFT_OUT) == 14
    assert len(EXPRESSED) >= 174


@EQUATIONS
def test_comes_back_as_the_same_term(given: Equation) -> None:
    found = read(given)
    assert tuple(flattened(from_sympy(each)) for each in sympy_form(found)) == tuple(map(flattened, found.statements))


@EQUATIONS
def test_prints_as_latex_and_as_text(given: Equation) -> None:
    for each in sympy_form(read(given)):
        assert sympy.latex(each).count("{") == sympy.latex(each).count("}")
        assert "Tuple" not in str(each)


def sides_of(relation: object) -> tuple[object, object]:
    """The first and the last side of a relation, or of a chain of them."""
    chain = list(relation.args) if isinstance(relation, sympy.Tuple) else [relation]  # type: ignore[attr-defined]
    return chain[0].args[0], chain[-1].args[1]


def same_shape(expression: object, told: Shape) -> bool:
    """Whether a SymPy expression has a shape of ours; a vector is a matrix of one row, or lies as a column."""
    if told.is_scalar or not told.rank:
        return not getattr(expression, "is_Matrix", False) or expression.shape == (1, 1)  # type: ignore[attr-defined]
    beside = to_sympy(Symbol("beside"), {Symbol("beside"): told}).shape
    found = getattr(expression, "shape", None)
    return found is not None and all(sympy.expand(one - other) == 0 for one, other in zip(found, beside, strict=True))


def test_it_has_the_shape_that_our_solver_gives() -> None:
    sides = 0
    for each in EXPRESSED:
        given = read(each)
        forms = dict(zip(map(flattened, given.statements), sympy_form(given), strict=True))
        for shown in equations(analyse("note.md", note_of(given, notation("plain")).encode(), Settings())):
            relation = forms.get(flattened(shown.statement.term))
            if relation is None or not isinstance(shown.statement.term, Relation):
                continue
            shapes = {part.term: part.shapes for part in shown.parts}
            ends = (shown.statement.term.sides[0], shown.statement.term.sides[-1])
            for side, expression in zip(ends, sides_of(relation), strict=True):
                if told := shapes.get(side, ()):
                    assert any(same_shape(expression, one) for one in told), f"{each.id}: {side}"
                    sides += 1
    assert sides >= 300


Q, K, V = Symbol("Q"), Symbol("K"), Symbol("V")
SHAPES: dict[Term, Shape] = {Q: shape("n", "d"), K: shape("m", "d"), V: shape("m", "d_v")}


@pytest.mark.parametrize(
    ("term", "message"),
    [
        (Product((Q, K)), r"cannot multiply Q \(n × d\) by K \(m × d\): d and m"),
        (Sum((Q, V)), r"V is \(m × d_v\), beside \(n × d\)"),
        (Elementwise((Q, K), "⊙"), r"K is \(m × d\), beside \(n × d\)"),
        (Relation(("=",), (Q, Product((Q, Transpose(K))))), r"Q is \(n × d\), and Q·Kᵀ \(n × m\)"),
    ],
    ids=lambda each: show(each) if not isinstance(each, str) else "",
)
def test_our_shapes_are_checked_first(term: Term, message: str) -> None:
    with pytest.raises(ShapesDisagree, match=message):
        to_sympy(term, SHAPES)


def test_sympy_alone_would_not_have_minded() -> None:
    n, d = sympy.symbols("n d", integer=True, positive=True)
    assert sympy.MatMul(sympy.MatrixSymbol("Q", n, d), sympy.MatrixSymbol("K", n, d)).shape == (n, d)


def test_attention_at_explicit_entries_is_what_the_reference_gives() -> None:
    right = symformer.equation("scaled-dot-product-attention").sympy.args[1]
    sizes = {sympy.Symbol(name, integer=True, positive=True): value for name, value in
             {"n": 2, "m": 3, "d_k": 2, "d_v": 2}.items()}  # fmt: skip
    rng = np.random.default_rng(0)
    arrays = {name: rng.normal(size=size) for name, size in {"Q": (2, 2), "K": (3, 2), "V": (3, 2)}.items()}
    explicit = right.subs(sizes).as_explicit()
    numbers = {
        sympy.MatrixSymbol(name, *array.shape)[at]: value for name, array in arrays.items()
        for at, value in np.ndenumerate(array)
    }  # fmt: skip
    found = np.array(explicit.subs(numbers).tolist(), np.float64)
    np.testing.assert_allclose(found, attention.scaled_dot_product_attention(**arrays), rtol=1e-12)


def test_softmax_is_worked_out_where_its_size_is_known() -> None:
    whole = symformer.equation("softmax").sympy
    p, j = sympy.Symbol("p", integer=True, positive=True), sympy.Symbol("j")
    left, right = whole.subs(p, 2).doit().args
    assert sympy.simplify((left - right).subs(j, 2)) == 0
    assert sympy.simplify((left - right).subs(j, 1)) == 0


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"\lim_{x \to 0} \frac{\sin x}{x}", sympy.Integer(1)),
        (r"\lim_{x \to 0^+} \frac{1}{x}", sympy.oo),
        (r"\lim_{x \to \infty} \frac{e^x}{1 + e^x}", sympy.Integer(1)),
        (r"\int_0^1 x^2 \, dx", sympy.Rational(1, 3)),
        (r"\int_{-\infty}^{\infty} e^{-x^2} dx", sympy.sqrt(sympy.pi)),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_limits_and_integrals_are_worked_out_and_come_back(latex: str, value: object) -> None:
    tree = parse(latex)
    (term,) = lower_formula(tree, vocabulary_of([tree]))
    found = to_sympy(term, {})
    assert found.doit() == value
    assert from_sympy(found) == term


def test_what_sympy_made_of_it_comes_back_as_a_term() -> None:
    found = to_sympy(Sum((Power(Symbol("x"), Number(Fraction(2))), Symbol("x"))), {})
    assert show(from_sympy(sympy.diff(found.doit(), sympy.Symbol("x")))) == "1 + 2·x"
    with pytest.raises(NotInSympy, match="no term says"):
        from_sympy(sympy.Interval(0, 1))
