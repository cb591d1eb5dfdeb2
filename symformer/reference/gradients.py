"""Backward functions, by hand: from the gradient of a result to those of its parts.

``dY`` is the gradient of a loss by Y, and has Y's shape.  Each is checked against finite differences and,
where PyTorch is installed, against its automatic differentiation.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from symformer.reference.attention import attention_weights
from symformer.reference.functional import Array, Integers, erf, one_hot, relu, sigmoid, silu, softmax
from symformer.reference.normalization import EPSILON


def finite_differences(loss: Callable[[Array], Array | float], X: Array, step: float = 1e-5) -> Array:
    """The gradient of a number by X, by central differences: (f(x + s) − f(x − s)) / 2s.  Shapes: any, kept.

    >>> finite_differences(lambda x: (x**2).sum(), np.array([1.0, 3.0])).round(6)
    array([2., 6.])
    """
    gradient = np.zeros_like(X)
    for place in np.ndindex(X.shape):
        nudge = np.zeros_like(X)
        nudge[place] = step
        gradient[place] = (loss(X + nudge) - loss(X - nudge)) / (2.0 * step)
    return gradient


def linear_backward(dY: Array, X: Array, W: Array) -> tuple[Array, Array, Array]:
    """Of Y = X W + b: dX = dY Wᵀ, dW = Xᵀ dY, db = Σ_rows dY.

    Shapes: (n, p), (n, d), (d, p) -> (n, d), (d, p), (p).

    >>> [part.tolist() for part in linear_backward(np.array([[1.0]]), np.array([[2.0]]), np.array([[3.0]]))]
    [[[3.0]], [[2.0]], [1.0]]
    """
    return dY @ W.T, X.T @ dY, dY.sum(axis=0)


def softmax_jacobian(x: Array) -> Array:
    """∂a_i/∂x_j = a_i (δ_ij − a_j), that is diag(a) − a aᵀ.  Shapes: (m) -> (m, m).

    Source: Goodfellow, Bengio and Courville, "Deep Learning" (2016), section 6.2.2.3.

    >>> softmax_jacobian(np.zeros(2))
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    a = softmax(x)  # (m)
    return np.diag(a) - np.outer(a, a)


def softmax_backward(dA: Array, A: Array) -> Array:
    """Of A = softmax(S), by rows: dS = A ⊙ (dA − Σ_j dA_j A_j).  Shapes: (n, m), (n, m) -> (n, m).

    >>> softmax_backward(np.array([[1.0, 0.0]]), np.array([[0.5, 0.5]]))
    array([[ 0.25, -0.25]])
    """
    return A * (dA - (dA * A).sum(axis=-1, keepdims=True))


def log_softmax_backward(dY: Array, X: Array) -> Array:
    """Of Y = log softmax(X), by rows: dX = dY − softmax(X) Σ_j dY_j.  Shapes: (n, m), (n, m) -> (n, m).

    >>> log_softmax_backward(np.array([[1.0, 0.0]]), np.zeros((1, 2)))
    array([[ 0.5, -0.5]])
    """
    return dY - softmax(X) * dY.sum(axis=-1, keepdims=True)


def token_loss_backward(Z: Array, y: Integers) -> Array:
    """Of the mean cross-entropy of logits: dZ = (softmax(Z) − one_hot(y)) / n.  Shapes: (n, N_V), (n) -> (n, N_V).

    >>> token_loss_backward(np.zeros((1, 2)), np.array([0]))
    array([[-0.5,  0.5]])
    """
    n, N_V = Z.shape
    return (softmax(Z) - np.eye(N_V)[y]) / n


def log_sum_exp_backward(dy: Array, X: Array) -> Array:
    """Of y = log Σ_j exp(x_j), by rows: dX = softmax(X) dy.  Shapes: (n), (n, m) -> (n, m).

    >>> log_sum_exp_backward(np.array([2.0]), np.zeros((1, 2)))
    array([[1., 1.]])
    """
    return softmax(X) * dy[:, None]


def embedding_backward(dX: Array, tokens: Integers, N_V: int) -> Array:
    """Of X_t = E_{w_t}: each row of dE is the sum over the positions of its word.  Shapes: (n, d), (n) -> (N_V, d).

    >>> embedding_backward(np.array([[1.0], [2.0], [4.0]]), np.array([0, 1, 0]), 2).tolist()
    [[5.0], [2.0]]
    """
    return one_hot(tokens, N_V).T @ dX  # (N_V, n) (n, d) -> (N_V, d)


def batch_norm_backward(dY: Array, X: Array, gamma: Array, epsilon: float = EPSILON) -> tuple[Array, Array, Array]:
    """Of Y = γ ⊙ x̂ + β with the mean and deviation of each column: as layer_norm_backward, along the other axis.

    Shapes: (n, d), (n, d), (d) -> (n, d), (d), (d).  Source: Ioffe and Szegedy, "Batch normalization" (2015),
    section 3.

    >>> dX, _, dbeta = batch_norm_backward(np.ones((3, 1)), np.array([[1.0], [2.0], [4.0]]), np.ones(1))
    >>> bool(np.allclose(dX, 0.0)), dbeta.tolist()
    (True, [3.0])
    """
    centred = X - X.mean(axis=0)  # (n, d)
    sigma = np.sqrt((centred**2).mean(axis=0) + epsilon)  # (d)
    X_hat, g = centred / sigma, gamma * dY  # (n, d), (n, d)
    dX = (g - g.mean(axis=0) - X_hat * (g * X_hat).mean(axis=0)) / sigma
    return dX, (dY * X_hat).sum(axis=0), dY.sum(axis=0)


def layer_norm_backward(dY: Array, X: Array, gamma: Array, epsilon: float = EPSILON) -> tuple[Array, Array, Array]:
    """Of Y = γ ⊙ x̂ + β, x̂ = (x − μ)/σ: dx = (g − mean(g) − x̂ mean(g ⊙ x̂)) / σ with g = γ ⊙ dY.

    Shapes: (n, d), (n, d), (d) -> (n, d), (d), (d).

    >>> dX, _, dbeta = layer_norm_backward(np.ones((1, 3)), np.array([[1.0, 2.0, 4.0]]), np.ones(3))
    >>> bool(np.allclose(dX, 0.0)), dbeta.tolist()
    (True, [1.0, 1.0, 1.0])
    """
    centred = X - X.mean(axis=-1, keepdims=True)  # (n, d)
    sigma = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + epsilon)  # (n, 1)
    X_hat, g = centred / sigma, gamma * dY  # (n, d), (n, d)
    dX = (g - g.mean(axis=-1, keepdims=True) - X_hat * (g * X_hat).mean(axis=-1, keepdims=True)) / sigma
    return dX, (dY * X_hat).sum(axis=0), dY.sum(axis=0)


def rms_norm_backward(dY: Array, X: Array, gamma: Array, epsilon: float = EPSILON) -> tuple[Array, Array]:
    """Of Y = γ ⊙ x̂, x̂ = x/r: dx = (g − x̂ mean(g ⊙ x̂)) / r with g = γ ⊙ dY.

    Shapes: (n, d), (n, d), (d) -> (n, d), (d).

    >>> rms_norm_backward(np.array([[1.0, 1.0]]), np.array([[1.0, 1.0]]), np.ones(2), 0.0)[0]
    array([[0., 0.]])
    """
    r = np.sqrt((X**2).mean(axis=-1, keepdims=True) + epsilon)  # (n, 1)
    X_hat, g = X / r, gamma * dY  # (n, d), (n, d)
    return (g - X_hat * (g * X_hat).mean(axis=-1, keepdims=True)) / r, (dY * X_hat).sum(axis=0)


def attention_backward(dO: Array, Q: Array, K: Array, V: Array, M: Array | float = 0.0) -> tuple[Array, Array, Array]:
    """Of O = softmax(Q Kᵀ / √d_k + M) V: the gradients of Q, K and V.

    Shapes: (n, d_v), (n, d_k), (m, d_k), (m, d_v), (n, m) -> (n, d_k), (m, d_k), (m, d_v).  Source: Dao and
    others, "FlashAttention" (2022), appendix B.2.

    >>> dQ, dK, dV = attention_backward(np.ones((1, 1)), np.ones((1, 2)), np.ones((2, 2)), np.ones((2, 1)))
    >>> dV.tolist()
    [[0.5], [0.5]]
    """
    A, scale = attention_weights(Q, K, M), math.sqrt(Q.shape[-1])  # (n, m)
    dA, dV = dO @ V.T, A.T @ dO  # (n, d_v) (d_v, m) -> (n, m); (m, n) (n, d_v) -> (m, d_v)
    dS = softmax_backward(dA, A) / scale  # (n, m)
    return dS @ K, dS.T @ Q, dV  # (n, m) (m, d_k) -> (n, d_k); (m, n) (n, d_k) -> (m, d_k)


def multi_head_backward(
    dZ: Array, X: Array, Y: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, M: Array | float = 0.0
) -> tuple[Array, Array, Array, Array, Array, Array]:
    """Of Z = Concat(head_1, …, head_h) W_O: the gradients of X, Y, W_Q, W_K, W_V and W_O.

    The output projection is a sum over heads, so that each head has its own rows of dW_O, and those of dX and
    dY are added.  Shapes: (n, d), (n, d), (m, d), (h, d, d_k), (h, d, d_k), (h, d, d_v), (h d_v, d), (n, m) ->
    (n, d), (m, d), (h, d, d_k), (h, d, d_k), (h, d, d_v), (h d_v, d).

    >>> W, W_O = np.ones((2, 4, 3)), np.ones((6, 4))
    >>> parts = multi_head_backward(np.ones((1, 4)), np.ones((1, 4)), np.ones((5, 4)), W, W, W, W_O)
    >>> [part.shape for part in parts]
    [(1, 4), (5, 4), (2, 4, 3), (2, 4, 3), (2, 4, 3), (6, 4)]
    """
    d_v = W_V.shape[-1]
    dX, dY, dW_Q, dW_K, dW_V, dW_O = map(np.zeros_like, (X, Y, W_Q, W_K, W_V, W_O))
    for i in range(len(W_Q)):
        rows = slice(i * d_v, (i + 1) * d_v)
        Q, K, V = X @ W_Q[i], Y @ W_K[i], Y @ W_V[i]  # (n, d_k), (m, d_k), (m, d_v)
        H = attention_weights(Q, K, M) @ V  # (n, d_v)
        dH, dW_O[rows] = dZ @ W_O[rows].T, H.T @ dZ  # (n, d_v), (d_v, d)
        dQ, dK, dV = attention_backward(dH, Q, K, V, M)
        dX += dQ @ W_Q[i].T
        dY += dK @ W_K[i].T + dV @ W_V[i].T
        dW_Q[i], dW_K[i], dW_V[i] = X.T @ dQ, Y.T @ dK, Y.T @ dV
    return dX, dY, dW_Q, dW_K, dW_V, dW_O


def feed_forward_backward(
    dY: Array, X: Array, W_1: Array, b_1: Array, W_2: Array
) -> tuple[Array, Array, Array, Array, Array]:
    """Of Y = ReLU(X W_1 + b_1) W_2 + b_2: the gradients of X, W_1, b_1, W_2 and b_2.

    Shapes: (n, d), (n, d), (d, d_ff), (d_ff), (d_ff, d) -> (n, d), (d, d_ff), (d_ff), (d_ff, d), (d).

    >>> dX, *_ = feed_forward_backward(np.ones((1, 1)), np.ones((1, 1)), np.array([[2.0, -1.0]]), np.zeros(2), np.ones((2, 1)))
    >>> dX.tolist()
    [[2.0]]
    """
    Z = X @ W_1 + b_1  # (n, d_ff)
    dA, dW_2, db_2 = linear_backward(dY, relu(Z), W_2)
    dX, dW_1, db_1 = linear_backward(dA * relu_derivative(Z), X, W_1)
    return dX, dW_1, db_1, dW_2, db_2


def swiglu_backward(dY: Array, X: Array, W: Array, V: Array) -> tuple[Array, Array, Array]:
    """Of Y = SiLU(X W) ⊙ (X V): the gradients of X, W and V.

    Shapes: (n, d_ff), (n, d), (d, d_ff), (d, d_ff) -> (n, d), (d, d_ff), (d, d_ff).  Source: Shazeer, "GLU
    variants improve Transformer" (2020), eq. 5.

    >>> swiglu_backward(np.ones((1, 1)), np.zeros((1, 1)), np.ones((1, 1)), np.ones((1, 1)))[0].tolist()
    [[0.0]]
    """
    gate, up = X @ W, X @ V  # (n, d_ff), (n, d_ff)
    dgate, dup = dY * up * silu_derivative(gate), dY * silu(gate)
    return dgate @ W.T + dup @ V.T, X.T @ dgate, X.T @ dup


def softplus_derivative(X: Array) -> Array:
    """σ(x).  Shapes: any, kept.

    >>> softplus_derivative(np.array([0.0]))
    array([0.5])
    """
    return sigmoid(X)


def relu_derivative(X: Array) -> Array:
    """1 where x is positive, else 0.  Shapes: any, kept.

    >>> relu_derivative(np.array([-1.0, 2.0]))
    array([0., 1.])
    """
    return np.where(X > 0, 1.0, 0.0)


def sigmoid_derivative(X: Array) -> Array:
    """σ(x) (1 − σ(x)).  Shapes: any, kept.

    >>> sigmoid_derivative(np.array([0.0]))
    array([0.25])
    """
    return sigmoid(X) * (1.0 - sigmoid(X))


def tanh_derivative(X: Array) -> Array:
    """1 − tanh²(x).  Shapes: any, kept.

    >>> tanh_derivative(np.array([0.0]))
    array([1.])
    """
    return 1.0 - np.tanh(X) ** 2


def silu_derivative(X: Array) -> Array:
    """σ(x) (1 + x (1 − σ(x))).  Shapes: any, kept.

    >>> silu_derivative(np.array([0.0]))
    array([0.5])
    """
    S = sigmoid(X)
    return S * (1.0 + X * (1.0 - S))


def gelu_derivative(X: Array) -> Array:
    """Φ(x) + x φ(x), of the exact GELU.  Shapes: any, kept.

    >>> gelu_derivative(np.array([0.0]))
    array([0.5])
    """
    density = np.exp(-0.5 * X**2) / math.sqrt(2.0 * math.pi)
    return 0.5 * (1.0 + erf(X / math.sqrt(2.0))) + X * density


def gelu_tanh_derivative(X: Array) -> Array:
    """½ (1 + t) + ½ x (1 − t²) √(2/π) (1 + 3·0.044715 x²), t being the tanh.  Shapes: any, kept.

    >>> gelu_tanh_derivative(np.array([0.0]))
    array([0.5])
    """
    slope = math.sqrt(2.0 / math.pi)
    t = np.tanh(slope * (X + 0.044715 * X**3))
    return 0.5 * (1.0 + t) + 0.5 * X * (1.0 - t**2) * slope * (1.0 + 3.0 * 0.044715 * X**2)
