"""What derivations come to is what the backward functions of the reference compute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from symformer.catalogue.derived import derivation, read_derivation
from symformer.catalogue.lookup import equation
from symformer.catalogue.reading import read
from symformer.reasoning.running.compiled import NotRun, compiled, definitions_of
from symformer.reference import functional, gradients
from symformer.terms.term import Index, Relation, Symbol

rng = np.random.default_rng(7)
z, x, y_bar = rng.normal(size=5), rng.normal(size=5), rng.normal(size=5)
A, A_bar = functional.softmax(rng.normal(size=(3, 5))), rng.normal(size=(3, 5))
ONE, UNIT = np.ones(5), np.eye(5)
p, y = functional.softmax(z), functional.softmax(x)

# the derivation, the indices of its last side, what its letters are, and what it must come to
CASES: dict[str, tuple[str, dict[str, Any], Callable[[], np.ndarray]]] = {
    "softmax-jacobian": ("j r", {"z": z, "p": p, "delta": UNIT}, lambda: gradients.softmax_jacobian(z)),
    "log-softmax-gradient": (
        "j r", {"z": z, "p": p, "delta": UNIT},
        lambda: np.array([gradients.log_softmax_backward(row[None], z[None])[0] for row in UNIT]),
    ),
    "log-sum-exp-gradient": ("r", {"z": z}, lambda: gradients.log_sum_exp_backward(np.ones(1), z[None])[0]),
    "cross-entropy-gradient": ("r", {"p": p, "y": UNIT[2]}, lambda: gradients.token_loss_backward(z[None], np.array([2]))[0]),
    "layer-norm-gradient": (
        "r", {"x": x, "bar(y)": y_bar, "d": 5},
        lambda: gradients.layer_norm_backward(y_bar[None], x[None], ONE, 0.0)[0][0],
    ),
    "rms-norm-gradient": (
        "r", {"x": x, "bar(y)": y_bar, "d": 5},
        lambda: gradients.rms_norm_backward(y_bar[None], x[None], ONE, 0.0)[0][0],
    ),
    "attention-gradient-scores": (
        "t s", {"A": A, "bar(A)": A_bar, "m": 5}, lambda: gradients.softmax_backward(A_bar, A),
    ),
    "sigmoid-derivative": ("", {"z": 0.7}, lambda: gradients.sigmoid_derivative(np.array(0.7))),
    "tanh-derivative": ("", {"z": 0.7}, lambda: gradients.tanh_derivative(np.array(0.7))),
    "softplus-derivative": ("", {"z": 0.7}, lambda: gradients.softplus_derivative(np.array(0.7))),
    "silu-derivative": ("", {"z": 0.7}, lambda: gradients.silu_derivative(np.array(0.7))),
    "gelu-derivative": ("", {"z": 0.7}, lambda: gradients.gelu_derivative(np.array(0.7))),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_last_side_is_what_the_reference_computes(name: str) -> None:
    indices, bindings, expected = CASES[name]
    found = read_derivation(derivation(name))
    letters = tuple(map(Symbol, indices.split()))
    told = Relation(("=",), (Index(Symbol("result"), letters), found.sides[-1])) if letters else found.sides[-1]
    sigmoid = read(equation("sigmoid")).statements
    value = compiled(told, definitions=definitions_of((*found.given, *sigmoid)))(bindings)
    assert not isinstance(value, NotRun), value
    np.testing.assert_allclose(value, expected(), rtol=1e-10, atol=1e-12)
