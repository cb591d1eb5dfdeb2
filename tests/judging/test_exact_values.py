"""What a note prints in decimals, beside the values behind it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from symformer.algebra.interval import Interval
from symformer.analysis import analyse
from symformer.judging.equations.exact_values import ExactValue, exact_values, in_digits
from symformer.reference.attention import attention_weights
from symformer.settings import Settings
from symformer.terms.show import show

NOTES = Path(__file__).parents[2] / "notes"


def values(text: str) -> dict[str, ExactValue]:
    model = analyse("note.md", text.encode(), Settings()).model
    assert model is not None
    return {show(each.name): each for each in exact_values(model)}


def test_weights_and_outputs_of_a_worked_note_are_those_of_the_reference() -> None:
    found = values((NOTES / "worked-attention.md").read_text("utf-8"))
    Q, K, V = (
        np.array(rows, float) for rows in ([[1, 0], [2, 1], [0, 1]], [[0, 0], [2, 1], [1, 1]], [[1, 0], [3, 2], [1, 1]])
    )
    A = attention_weights(Q, K)
    for name, array in (("S", Q @ K.T / 2**0.5), ("A", A), ("O", A @ V)):
        exact = np.array(found[name].exact, float)
        assert np.abs(exact - array).max() <= 0.5e-10 + 1e-15
    assert found["O"].printed == (("2.152", "1.436"), ("2.572", "1.763"), ("1.802", "1.203"))


TEA = r"""# Tea

$$ X = \begin{bmatrix} 0 & 3 \\ 2 & 1 \end{bmatrix} $$

$$ W_Q = W_K = I $$

$$ Q = X W_Q = X, \quad K = X W_K = X $$

$$ A = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{2}}\right) $$

$$ A = \begin{bmatrix} 0.98 & 0.02 \\ 0.17 & 0.83 \end{bmatrix} $$
"""


def test_a_result_is_worked_out_from_the_inputs_though_it_is_printed_wrong() -> None:
    exact = np.array(values(TEA)["A"].exact, float)
    X = np.array([[0.0, 3.0], [2.0, 1.0]])
    assert np.abs(exact - attention_weights(X, X)).max() <= 0.5e-10 + 1e-15


def test_another_example_is_no_rounding() -> None:
    assert "A" not in values(TEA.replace("0.98 & 0.02", "0.3 & 0.7").replace("0.17 & 0.83", "0.9 & 0.1"))


def test_what_is_printed_in_full_is_left_out() -> None:
    assert (
        values(r"$$ X = \begin{bmatrix} 0.5 & 3 \end{bmatrix} $$ $$ Y = 2 X = \begin{bmatrix} 1.0 & 6 \end{bmatrix} $$")
        == {}
    )


@pytest.mark.parametrize(("low", "high", "told"), [(1, 1, "0.3333"), (1, 2, None)])
def test_a_digit_that_is_not_decided_is_not_told(low: int, high: int, told: str | None) -> None:
    assert in_digits(Interval(Fraction(low, 3), Fraction(high, 3)), 4) == told
