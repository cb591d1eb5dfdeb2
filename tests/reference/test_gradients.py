"""The backward functions against finite differences."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from symformer.reference import functional, gradients, losses, normalization
from symformer.reference.attention import causal_mask, scaled_dot_product_attention
from symformer.reference.multi_head import multi_head_attention

Array = np.ndarray


@pytest.fixture(params=(0, 1, 2))
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    return np.random.default_rng(request.param)


def agrees(gradient: Array, function: Callable[[Array], Array], at: Array, dY: Array) -> None:
    """The gradient of Σ dY ⊙ f(x) by x."""
    expected = gradients.finite_differences(lambda x: (dY * function(x)).sum(), at)
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("masked", [False, True])
def test_attention(rng: np.random.Generator, masked: bool) -> None:
    Q, K, V, dO = (rng.normal(size=shape) for shape in ((5, 3), (5, 3), (5, 2), (5, 2)))
    M = causal_mask(5) if masked else np.zeros((5, 5))
    dQ, dK, dV = gradients.attention_backward(dO, Q, K, V, M)
    agrees(dQ, lambda x: scaled_dot_product_attention(x, K, V, M), Q, dO)
    agrees(dK, lambda x: scaled_dot_product_attention(Q, x, V, M), K, dO)
    agrees(dV, lambda x: scaled_dot_product_attention(Q, K, x, M), V, dO)


def test_norms(rng: np.random.Generator) -> None:
    X, gamma, beta, dY = rng.normal(size=(3, 5)), rng.normal(size=5), rng.normal(size=5), rng.normal(size=(3, 5))
    dX, dgamma, dbeta = gradients.layer_norm_backward(dY, X, gamma)
    agrees(dX, lambda x: normalization.layer_norm(x, gamma, beta), X, dY)
    agrees(dgamma, lambda x: normalization.layer_norm(X, x, beta), gamma, dY)
    agrees(dbeta, lambda x: normalization.layer_norm(X, gamma, x), beta, dY)
    dX, dgamma = gradients.rms_norm_backward(dY, X, gamma)
    agrees(dX, lambda x: normalization.rms_norm(x, gamma), X, dY)
    agrees(dgamma, lambda x: normalization.rms_norm(X, x), gamma, dY)


def test_batch_norm(rng: np.random.Generator) -> None:
    X, gamma, beta, dY = rng.normal(size=(5, 3)), rng.normal(size=3), rng.normal(size=3), rng.normal(size=(5, 3))
    dX, dgamma, dbeta = gradients.batch_norm_backward(dY, X, gamma)
    agrees(dX, lambda x: normalization.batch_norm(x, gamma, beta), X, dY)
    agrees(dgamma, lambda x: normalization.batch_norm(X, x, beta), gamma, dY)
    agrees(dbeta, lambda x: normalization.batch_norm(X, gamma, x), beta, dY)


@pytest.mark.parametrize("masked", [False, True])
def test_multi_head_attention(rng: np.random.Generator, masked: bool) -> None:
    shapes = ((5, 4), (5, 4), (2, 4, 3), (2, 4, 3), (2, 4, 2), (4, 4))
    arrays, dZ = [rng.normal(size=shape) for shape in shapes], rng.normal(size=(5, 4))
    M = causal_mask(5) if masked else np.zeros((5, 5))
    for at, gradient in enumerate(gradients.multi_head_backward(dZ, *arrays, M)):
        agrees(gradient, lambda x, at=at: multi_head_attention(*arrays[:at], x, *arrays[at + 1 :], M), arrays[at], dZ)


def test_feed_forward_networks(rng: np.random.Generator) -> None:
    arrays = [rng.normal(size=shape) for shape in ((5, 3), (3, 7), (7,), (7, 3), (3,))]
    dY = rng.normal(size=(5, 3))

    def network(X: Array, W_1: Array, b_1: Array, W_2: Array, b_2: Array) -> Array:
        return functional.relu(X @ W_1 + b_1) @ W_2 + b_2

    for at, gradient in enumerate(gradients.feed_forward_backward(dY, *arrays[:4])):
        agrees(gradient, lambda x, at=at: network(*arrays[:at], x, *arrays[at + 1 :]), arrays[at], dY)
    X, W, V, dZ = arrays[0], rng.normal(size=(3, 7)), rng.normal(size=(3, 7)), rng.normal(size=(5, 7))
    dX, dW, dV = gradients.swiglu_backward(dZ, X, W, V)
    agrees(dX, lambda x: functional.swiglu(x, W, V), X, dZ)
    agrees(dW, lambda x: functional.swiglu(X, x, V), W, dZ)
    agrees(dV, lambda x: functional.swiglu(X, W, x), V, dZ)


def test_embedding_and_log_sum_exp(rng: np.random.Generator) -> None:
    E, tokens, dX = rng.normal(size=(7, 3)), rng.integers(7, size=5), rng.normal(size=(5, 3))
    agrees(gradients.embedding_backward(dX, tokens, 7), lambda x: x[tokens], E, dX)
    X, dy = rng.normal(size=(5, 3)), rng.normal(size=5)
    agrees(gradients.log_sum_exp_backward(dy, X), functional.log_sum_exp, X, dy)


def test_linear(rng: np.random.Generator) -> None:
    X, W, b, dY = rng.normal(size=(3, 5)), rng.normal(size=(5, 2)), rng.normal(size=2), rng.normal(size=(3, 2))
    dX, dW, db = gradients.linear_backward(dY, X, W)
    agrees(dX, lambda x: functional.linear(x, W, b), X, dY)
    agrees(dW, lambda x: functional.linear(X, x, b), W, dY)
    agrees(db, lambda x: functional.linear(X, W, x), b, dY)


def test_softmax_and_losses(rng: np.random.Generator) -> None:
    X, dY, y = rng.normal(size=(3, 5)), rng.normal(size=(3, 5)), rng.integers(5, size=3)
    agrees(gradients.softmax_backward(dY, functional.softmax(X)), functional.softmax, X, dY)
    agrees(gradients.log_softmax_backward(dY, X), functional.log_softmax, X, dY)
    agrees(gradients.token_loss_backward(X, y), lambda x: losses.token_loss(x, y), X, np.array(1.0))
    rows = [gradients.finite_differences(lambda x, at=i: functional.softmax(x)[at], X[0]) for i in range(5)]
    np.testing.assert_allclose(gradients.softmax_jacobian(X[0]), rows, rtol=1e-6, atol=1e-8)


DERIVATIVES = {
    functional.relu: gradients.relu_derivative,
    functional.sigmoid: gradients.sigmoid_derivative,
    functional.tanh: gradients.tanh_derivative,
    functional.softplus: gradients.softplus_derivative,
    functional.silu: gradients.silu_derivative,
    functional.gelu: gradients.gelu_derivative,
    functional.gelu_tanh: gradients.gelu_tanh_derivative,
}


@pytest.mark.parametrize("function", DERIVATIVES, ids=lambda function: function.__name__)
def test_derivatives_of_activations(function: Callable[[Array], Array]) -> None:
    X = np.linspace(-4.05, 4.05, 28)
    agrees(DERIVATIVES[function](X), function, X, np.ones(28))
