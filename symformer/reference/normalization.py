"""Normalisation: rows, or features over a batch, brought to one scale."""

from __future__ import annotations

import numpy as np

from symformer.reference.functional import Array

EPSILON = 1e-5


def layer_norm(X: Array, gamma: Array | float = 1.0, beta: Array | float = 0.0, epsilon: float = EPSILON) -> Array:
    """Each row with mean 0 and variance 1, scaled and shifted: γ ⊙ (x − μ) / √(σ² + ε) + β.

    The variance divides by d, not by d − 1.  Shapes: (n, d), (d), (d) -> (n, d).  Source: Ba, Kiros and
    Hinton, "Layer normalization" (2016), equations 3 and 4.

    >>> layer_norm(np.array([[1.0, 3.0]]), epsilon=0.0)
    array([[-1.,  1.]])
    """
    mu = X.mean(axis=-1, keepdims=True)  # (n, 1)
    variance = ((X - mu) ** 2).mean(axis=-1, keepdims=True)  # (n, 1)
    return gamma * (X - mu) / np.sqrt(variance + epsilon) + beta


def rms_norm(X: Array, gamma: Array | float = 1.0, epsilon: float = EPSILON) -> Array:
    """Each row with mean square 1, scaled: γ ⊙ x / √(mean(x²) + ε).

    Shapes: (n, d), (d) -> (n, d).  Source: Zhang and Sennrich, "Root mean square layer normalization" (2019),
    equation 4; ε as in LLaMA.

    >>> rms_norm(np.array([[3.0, 4.0]]), epsilon=0.0) ** 2
    array([[0.72, 1.28]])
    """
    mean_square = (X**2).mean(axis=-1, keepdims=True)  # (n, 1)
    return gamma * X / np.sqrt(mean_square + epsilon)


def batch_norm(X: Array, gamma: Array | float = 1.0, beta: Array | float = 0.0, epsilon: float = EPSILON) -> Array:
    """Each feature with mean 0 and variance 1 over the rows of a batch, scaled and shifted.

    Shapes: (N, d), (d), (d) -> (N, d).  Source: Ioffe and Szegedy, "Batch normalization" (2015), algorithm 1.

    >>> batch_norm(np.array([[1.0], [3.0]]), epsilon=0.0)
    array([[-1.],
           [ 1.]])
    """
    mu = X.mean(axis=0)  # (d)
    variance = ((X - mu) ** 2).mean(axis=0)  # (d)
    return gamma * (X - mu) / np.sqrt(variance + epsilon) + beta


def standardize(X: Array) -> Array:
    """Each row with mean 0 and variance 1, exactly: a layer norm without ε, γ and β.  Shapes: (n, d) -> (n, d).

    >>> standardize(np.array([[0.0, 0.0, 3.0]])).mean().round(12) + 0.0
    np.float64(0.0)
    """
    return layer_norm(X, epsilon=0.0)
