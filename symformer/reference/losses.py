"""Losses: how far predictions are from the truth; logarithms are natural, means are over rows."""

from __future__ import annotations

import numpy as np

from symformer.reference.functional import Array, Integers, log_softmax, softplus


def cross_entropy(p: Array, q: Array) -> Array:
    """How surprised q is by p: −Σ_i p_i log q_i, where p_i = 0 adds nothing.

    Shapes: (n, c), (n, c) -> (n), or (c), (c) -> scalar.  Source: Goodfellow, Bengio and Courville, "Deep
    Learning" (2016), equation 3.51.

    >>> float(cross_entropy(np.array([0.0, 1.0]), np.array([0.75, 0.25])).round(6))
    1.386294
    """
    return -_times(p, np.log(np.where(p > 0, q, 1.0))).sum(axis=-1)


def entropy(p: Array) -> Array:
    """How uncertain p is: −Σ_i p_i log p_i.  Shapes: (n, c) -> (n).  Source: Shannon (1948).

    >>> float(entropy(np.array([0.5, 0.5])).round(6))
    0.693147
    """
    return cross_entropy(p, p)


def kl_divergence(p: Array, q: Array) -> Array:
    """What is lost where q stands for p: Σ_i p_i log(p_i / q_i).

    Shapes: (n, c), (n, c) -> (n).  Source: Kullback and Leibler (1951); Goodfellow, Bengio and
    Courville (2016), equation 3.50.

    >>> float(kl_divergence(np.array([0.5, 0.5]), np.array([0.25, 0.75])).round(6))
    0.143841
    """
    return cross_entropy(p, q) - entropy(p)


def token_loss(Z: Array, y: Integers) -> Array:
    """The mean cross-entropy of next tokens: −1/n Σ_t log softmax(z_t)[y_t].

    Shapes: logits (n, N_V), targets (n) counted from 0 -> scalar.  Source: Radford and others, "Improving
    language understanding by generative pre-training" (2018), equation 1, as a mean.

    >>> float(token_loss(np.zeros((3, 4)), np.array([0, 1, 2])).round(6))
    1.386294
    """
    return -np.take_along_axis(log_softmax(Z), y[..., None], axis=-1).mean()


def perplexity(Z: Array, y: Integers) -> Array:
    """The exponential of the mean loss: among how many tokens the model hesitates.

    Shapes: (n, N_V), (n) -> scalar.  Source: Jelinek and others (1977).

    >>> float(perplexity(np.zeros((3, 4)), np.array([0, 1, 2])).round(9))
    4.0
    """
    return np.exp(token_loss(Z, y))


def smoothed_targets(y: Integers, N_V: int, epsilon: float = 0.1) -> Array:
    """Targets with a share ε spread evenly: (1 − ε) one_hot + ε / N_V.  Shapes: (n) -> (n, N_V).

    Source: Szegedy and others, "Rethinking the inception architecture" (2016), section 7.

    >>> smoothed_targets(np.array([1]), 2, 0.5)
    array([[0.25, 0.75]])
    """
    return (1.0 - epsilon) * np.eye(N_V)[y] + epsilon / N_V


def binary_cross_entropy(y: Array, p: Array) -> Array:
    """The mean of −(y log p + (1 − y) log(1 − p)).  Shapes: (n), (n) -> scalar.

    Source: Goodfellow, Bengio and Courville (2016), section 5.5.

    >>> float(binary_cross_entropy(np.array([1.0]), np.array([0.5])).round(6))
    0.693147
    """
    return cross_entropy(np.stack((y, 1.0 - y), axis=-1), np.stack((p, 1.0 - p), axis=-1)).mean()


def binary_cross_entropy_of_logits(y: Array, z: Array) -> Array:
    """The same of logits, p = σ(z), without overflow: the mean of softplus(z) − y z.  Shapes: (n), (n) -> scalar.

    >>> float(binary_cross_entropy_of_logits(np.array([1.0]), np.array([1000.0])))
    0.0
    """
    return (softplus(z) - y * z).mean()


def mean_squared_error(y: Array, p: Array) -> Array:
    """The mean of (y − p)².  Shapes: any, the same -> scalar.

    >>> float(mean_squared_error(np.array([1.0, 2.0]), np.array([1.0, 4.0])))
    2.0
    """
    return ((y - p) ** 2).mean()


def _times(p: Array, logarithm: Array) -> Array:
    """p·log q, which is 0 where p is, even where log q is −∞."""
    return np.where(p > 0, p * np.where(p > 0, logarithm, 0.0), 0.0)
