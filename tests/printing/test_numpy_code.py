"""Terms as NumPy source: the source runs, gives what the term gives, and reads well."""

from __future__ import annotations

import numpy as np
import pytest
from formulas_on_arrays import BOUND, CASES, EQUATIONS, IN_COLUMNS, SHAPES, statements

from symformer.printing.identifiers import identifier
from symformer.printing.numpy_code import numpy_expression, numpy_function, numpy_imports
from symformer.printing.numpy_pieces import CannotWrite
from symformer.terms.conventions import COLUMNS, ROWS, Conventions
from symformer.terms.term import Relation, Term


def evaluated(term: Term, conventions: Conventions, shapes: dict[str, tuple[str | None, ...]]) -> np.ndarray:
    names = {identifier(name): value for name, value in BOUND.items()}
    exec("\n".join(numpy_imports(term, shapes, conventions)), names)
    with np.errstate(all="ignore"):
        return np.asarray(eval(numpy_expression(term, shapes, conventions), names))


@pytest.mark.parametrize("latex", CASES)
def test_the_source_gives_what_the_formula_gives(latex: str) -> None:
    (term,) = statements(latex)
    found = evaluated(term, ROWS, SHAPES)
    expected = np.asarray(CASES[latex])
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("latex", IN_COLUMNS)
def test_the_source_of_column_vectors(latex: str) -> None:
    (term,) = statements(latex)
    found = evaluated(term, COLUMNS, SHAPES)
    np.testing.assert_allclose(found, IN_COLUMNS[latex], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("latex", EQUATIONS)
def test_an_equation_as_a_function(latex: str) -> None:
    (equation,) = statements(latex)
    assert isinstance(equation, Relation)
    left = {"S": ("n", "m"), "o": ("n", "d_v")} if "_" in latex.split("=")[0] else {}
    source = numpy_function("f", equation, {**SHAPES, **left})
    names: dict[str, object] = {}
    exec(source, names)
    function = names["f"]
    assert callable(function)
    given = function.__code__.co_varnames[: function.__code__.co_argcount]
    values = {identifier(name): np.asarray(value) if np.ndim(value) else value for name, value in BOUND.items()}
    found = function(*(values[name] for name in given))
    np.testing.assert_allclose(found, EQUATIONS[latex], rtol=1e-12, atol=1e-12)


READABLE = {
    r"\text{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right) V": "softmax(Q @ K.T / np.sqrt(d_k)) @ V",
    r"\max(0, x W + b) U": "np.maximum(0, x @ W + b) @ U",
    r"\gamma \odot \frac{x - \lambda}{\sqrt{\lambda + \epsilon}} + \beta": (
        "gamma * ((x - lambda_) / np.sqrt(lambda_ + epsilon)) + beta"
    ),
    r"\frac{1}{d} \sum_{i=1}^{d} x_i": "1 / d * sum(x[i] for i in range(d))",
    r"\operatorname{diag}(p) - p^\top p": "np.diag(p) - np.outer(p, p)",
    r"(X^\top X + \lambda Y^\top Y)^{-1} X^\top": "np.linalg.inv(X.T @ X + lambda_ * Y.T @ Y) @ X.T",
    r"x_1 + x_2 + \cdots + x_d": "x[0] + sum(x[i] for i in range(1, d))",
    r"\lvert \lambda - 2 \rvert": "np.abs(lambda_ - 2)",
    r"X[:, 2:4]": "X[:, 1:4]",
    r"\sum_{i \neq 3} x_i": "sum(x[i] for i in range(d) if i + 1 != 3)",
}


@pytest.mark.parametrize("latex", READABLE)
def test_the_source_reads_well(latex: str) -> None:
    (term,) = statements(latex)
    assert numpy_expression(term, SHAPES) == READABLE[latex]


REFUSED = {
    r"\sigma(x)": "what sigma does is not known",
    r"X \oplus X": "the sign ⊕",
    r"x_1 + \cdots + y_d": "dots whose rule is not seen",
    r"\int_0^1 x \, dx": "a big operator over integral",
}


@pytest.mark.parametrize("latex", REFUSED)
def test_what_has_no_source_says_why(latex: str) -> None:
    (term,) = statements(latex)
    with pytest.raises(CannotWrite, match=REFUSED[latex]):
        numpy_expression(term, SHAPES)
