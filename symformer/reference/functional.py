"""The functions that Transformers are made of, entry by entry or along one axis.

Arrays are float64.  Leading axes are batches: what is said of ``(n, d)`` holds for ``(…, n, d)``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


def softmax(X: Array, axis: int = -1) -> Array:
    """Positive weights that add up to one along an axis: exp(x_i) / Σ_j exp(x_j).

    Shapes: (n, m) -> (n, m).  Source: Bridle, "Probabilistic interpretation of feedforward
    classification network outputs" (1990); the maximum is taken off so that nothing overflows.

    >>> softmax(np.log([[1.0, 2.0, 5.0]]))
    array([[0.125, 0.25 , 0.625]])
    """
    E = np.exp(X - X.max(axis=axis, keepdims=True))  # (n, m)
    return E / E.sum(axis=axis, keepdims=True)  # (n, m) / (n, 1)


def log_sum_exp(X: Array, axis: int = -1) -> Array:
    """The logarithm of the sum of exponentials along an axis, a smooth maximum.

    Shapes: (n, m) -> (n).  Source: Blanchard, Higham and Higham, "Accurately computing the log-sum-exp and
    softmax functions" (2021).

    >>> float(log_sum_exp(np.array([1000.0, 1000.0])).round(6))
    1000.693147
    """
    top = X.max(axis=axis, keepdims=True)  # (n, 1)
    return np.squeeze(top, axis) + np.log(np.exp(X - top).sum(axis=axis))  # (n)


def log_softmax(X: Array, axis: int = -1) -> Array:
    """The logarithm of the softmax: x_i − log Σ_j exp(x_j).

    Shapes: (n, m) -> (n, m).  Source: Blanchard, Higham and Higham (2021).

    >>> bool(np.allclose(np.exp(log_softmax(np.array([3.0, 1.0]))), softmax(np.array([3.0, 1.0]))))
    True
    """
    return X - np.expand_dims(log_sum_exp(X, axis), axis)  # (n, m) - (n, 1)


def sigmoid(X: Array) -> Array:
    """The logistic function 1 / (1 + exp(−x)), from 0 to 1, in a form that never overflows.

    Shapes: any, kept.  Source: Goodfellow, Bengio and Courville, "Deep Learning" (2016), equation 3.30.

    >>> sigmoid(np.array([-1000.0, 0.0, 1000.0]))
    array([0. , 0.5, 1. ])
    """
    E = np.exp(-np.abs(X))  # at most 1
    return np.where(X >= 0, 1.0, E) / (1.0 + E)


def tanh(X: Array) -> Array:
    """The hyperbolic tangent, from −1 to 1.  Shapes: any, kept.

    >>> X = np.array([-2.0, 0.5])
    >>> bool(np.allclose(tanh(X), 2 * sigmoid(2 * X) - 1))
    True
    """
    return np.tanh(X)


def softplus(X: Array) -> Array:
    """log(1 + exp(x)), a smooth ReLU.  Shapes: any, kept.

    Source: Goodfellow, Bengio and Courville (2016), equation 3.31.

    >>> float(softplus(np.array(0.0))) == math.log(2)
    True
    """
    return np.maximum(X, 0.0) + np.log1p(np.exp(-np.abs(X)))


def relu(X: Array) -> Array:
    """What is positive stays, the rest becomes zero: max(0, x).  Shapes: any, kept.

    Source: Nair and Hinton, "Rectified linear units improve restricted Boltzmann machines" (2010), section 2.

    >>> relu(np.array([-1.0, 2.0]))
    array([0., 2.])
    """
    return np.maximum(X, 0.0)


def leaky_relu(X: Array, alpha: float = 0.01) -> Array:
    """A ReLU that lets a little of what is negative through.  Shapes: any, kept.

    Source: Maas, Hannun and Ng, "Rectifier nonlinearities improve neural network acoustic models" (2013),
    equation 2.

    >>> leaky_relu(np.array([-1.0, 2.0]))
    array([-0.01,  2.  ])
    """
    return np.where(X > 0, X, alpha * X)


def elu(X: Array, alpha: float = 1.0) -> Array:
    """The exponential linear unit: x, or α (exp(x) − 1) where x is negative.  Shapes: any, kept.

    Source: Clevert, Unterthiner and Hochreiter, "Fast and accurate deep network learning by exponential
    linear units" (2016), equation 15.

    >>> elu(np.array([0.0, 2.0]))
    array([0., 2.])
    """
    return np.where(X > 0, X, alpha * np.expm1(np.minimum(X, 0.0)))


SELU_ALPHA, SELU_SCALE = 1.6732632423543772, 1.0507009873554805


def selu(X: Array) -> Array:
    """The self-normalising exponential linear unit, λ·ELU with fixed α and λ.  Shapes: any, kept.

    Source: Klambauer and others, "Self-normalizing neural networks" (2017), equations 2 and 14.

    >>> float(selu(np.array(1.0)))
    1.0507009873554805
    """
    return SELU_SCALE * elu(X, SELU_ALPHA)


def erf(X: Array) -> Array:
    """The error function, 2/√π ∫₀ˣ exp(−t²) dt.  Shapes: any, kept.

    >>> float(erf(np.array(1.0))) == math.erf(1.0)
    True
    """
    return np.asarray(_erf(X), dtype=np.float64)  # NumPy has none of its own


_erf = np.frompyfunc(math.erf, 1, 1)


def gelu(X: Array) -> Array:
    """The Gaussian error linear unit x Φ(x), with the exact normal distribution.  Shapes: any, kept.

    Source: Hendrycks and Gimpel, "Gaussian error linear units" (2016), section 2.

    >>> gelu(np.array([-1.0, 0.0, 1.0])).round(4)
    array([-0.1587,  0.    ,  0.8413])
    """
    return 0.5 * X * (1.0 + erf(X / math.sqrt(2.0)))


def gelu_tanh(X: Array) -> Array:
    """The tanh form of GELU: 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³))).  Shapes: any, kept.

    Source: Hendrycks and Gimpel (2016), section 2; the form of GPT-2.

    >>> gelu_tanh(np.array([-1.0, 0.0, 1.0])).round(4)
    array([-0.1588,  0.    ,  0.8412])
    """
    return 0.5 * X * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (X + 0.044715 * X**3)))


def gelu_sigmoid(X: Array) -> Array:
    """The sigmoid form of GELU: x σ(1.702 x).  Shapes: any, kept.

    Source: Hendrycks and Gimpel (2016), section 2.

    >>> gelu_sigmoid(np.array([-1.0, 0.0, 1.0])).round(4)
    array([-0.1542,  0.    ,  0.8458])
    """
    return X * sigmoid(1.702 * X)


def silu(X: Array, beta: float = 1.0) -> Array:
    """x σ(β x): SiLU at β = 1, Swish at any β.  Shapes: any, kept.

    Source: Hendrycks and Gimpel (2016); Ramachandran, Zoph and Le, "Searching for activation
    functions" (2017), section 4.

    >>> silu(np.array([0.0, 1.0])).round(4)
    array([0.    , 0.7311])
    """
    return X * sigmoid(beta * X)


def glu(X: Array, W: Array, V: Array) -> Array:
    """A gated linear unit: σ(X W) ⊙ (X V).

    Shapes: (n, d), (d, d_ff), (d, d_ff) -> (n, d_ff).  Source: Dauphin and others (2017), equation 1, as in
    Shazeer, "GLU variants improve Transformer" (2020), equation 4, without biases.

    >>> glu(np.ones((1, 2)), np.zeros((2, 1)), np.ones((2, 1)))
    array([[1.]])
    """
    return sigmoid(X @ W) * (X @ V)  # (n, d_ff) ⊙ (n, d_ff)


def reglu(X: Array, W: Array, V: Array) -> Array:
    """A gated linear unit whose gate is a ReLU: max(0, X W) ⊙ (X V).

    Shapes: (n, d), (d, d_ff), (d, d_ff) -> (n, d_ff).  Source: Shazeer (2020), equation 5.

    >>> reglu(np.ones((1, 2)), np.ones((2, 1)), np.ones((2, 1)))
    array([[4.]])
    """
    return relu(X @ W) * (X @ V)


def geglu(X: Array, W: Array, V: Array) -> Array:
    """A gated linear unit whose gate is a GELU: GELU(X W) ⊙ (X V).

    Shapes: (n, d), (d, d_ff), (d, d_ff) -> (n, d_ff).  Source: Shazeer (2020), equation 5.

    >>> geglu(np.ones((1, 1)), np.ones((1, 1)), np.ones((1, 1))).round(4)
    array([[0.8413]])
    """
    return gelu(X @ W) * (X @ V)


def swiglu(X: Array, W: Array, V: Array) -> Array:
    """A gated linear unit whose gate is a SiLU: SiLU(X W) ⊙ (X V).

    Shapes: (n, d), (d, d_ff), (d, d_ff) -> (n, d_ff).  Source: Shazeer (2020), equation 5.

    >>> swiglu(np.ones((1, 1)), np.ones((1, 1)), np.ones((1, 1))).round(4)
    array([[0.7311]])
    """
    return silu(X @ W) * (X @ V)


def sparsemax(X: Array, axis: int = -1) -> Array:
    """The nearest point of the simplex: weights that add up to one, many of them zero.

    Shapes: (n, m) -> (n, m).  Source: Martins and Astudillo, "From softmax to sparsemax" (2016), algorithm 1.

    >>> sparsemax(np.array([2.0, 1.5, 0.0]))
    array([0.75, 0.25, 0.  ])
    """
    Z = -np.sort(-np.moveaxis(X, axis, -1), axis=-1)  # (n, m), falling
    k = np.arange(1, Z.shape[-1] + 1)  # (m)
    sums = np.cumsum(Z, axis=-1)  # (n, m)
    support = (1.0 + k * Z > sums).sum(axis=-1, keepdims=True)  # (n, 1)
    threshold = (np.take_along_axis(sums, support - 1, axis=-1) - 1.0) / support  # (n, 1)
    return np.moveaxis(np.maximum(np.moveaxis(X, axis, -1) - threshold, 0.0), -1, axis)


def one_hot(tokens: Integers, N_V: int) -> Array:
    """A row of the identity for each token, tokens counted from 0.

    Shapes: (n), vocabulary size N_V -> (n, N_V).

    >>> one_hot(np.array([2, 0]), 3)
    array([[0., 0., 1.],
           [1., 0., 0.]])
    """
    return np.eye(N_V)[tokens]  # (n, N_V)


def linear(X: Array, W: Array, b: Array | float = 0.0) -> Array:
    """A linear layer on rows: X W + b.  Shapes: (n, d), (d, p), (p) -> (n, p).

    >>> linear(np.array([[1.0, 2.0]]), np.array([[1.0], [10.0]]), np.array([0.5]))
    array([[21.5]])
    """
    return X @ W + b


def dot(x: Array, y: Array) -> Array:
    """The dot product along the last axis: Σ_i x_i y_i.  Shapes: (n, d), (n, d) -> (n).

    >>> float(dot(np.array([1.0, 2.0]), np.array([3.0, 4.0])))
    11.0
    """
    return (x * y).sum(axis=-1)


def norm(x: Array, p: float = 2.0) -> Array:
    """The p-norm of all entries, the Euclidean or Frobenius norm at p = 2.  Shapes: any -> scalar.

    >>> float(norm(np.array([3.0, 4.0]))), float(norm(np.array([3.0, -4.0]), 1)), float(norm(np.array([3.0]), np.inf))
    (5.0, 7.0, 3.0)
    """
    size = np.abs(x)
    return size.max() if p == np.inf else (size**p).sum() ** (1.0 / p)


def cosine_similarity(x: Array, y: Array) -> Array:
    """The cosine of the angle between vectors: x·y / (‖x‖ ‖y‖).  Shapes: (n, d), (n, d) -> (n).

    >>> float(cosine_similarity(np.array([1.0, 0.0]), np.array([3.0, 4.0])))
    0.6
    """
    return dot(x, y) / np.sqrt(dot(x, x) * dot(y, y))
