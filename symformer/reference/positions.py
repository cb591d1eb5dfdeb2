"""How positions enter: sinusoids, learned rows, rotations, biases.  Positions count from 0."""

from __future__ import annotations

import math

import numpy as np

from symformer.reference.functional import Array

BASE = 10000.0


def sinusoidal_encoding(n: int, d: int, base: float = BASE) -> Array:
    """PE[pos, 2i] = sin(pos / 10000^(2i/d)), PE[pos, 2i+1] = cos(pos / 10000^(2i/d)).

    Shapes: (n, d), d even.  Source: Vaswani and others, "Attention is all you need" (2017), section 3.5.

    Raises:
        ValueError: d is odd.

    >>> sinusoidal_encoding(2, 4).round(4)
    array([[0.    , 1.    , 0.    , 1.    ],
           [0.8415, 0.5403, 0.01  , 1.    ]])
    """
    angles = np.arange(n)[:, None] * frequencies(d, base)  # (n, 1) (d/2) -> (n, d/2)
    return np.stack((np.sin(angles), np.cos(angles)), axis=-1).reshape(n, d)  # (n, d/2, 2) -> (n, d)


def frequencies(d: int, base: float = BASE) -> Array:
    """How fast each pair of features turns: θ_i = 10000^(−2i/d), i = 0, …, d/2 − 1, in radians a position.

    Shapes: (d/2).  Source: Vaswani and others (2017), section 3.5; Su and others, "RoFormer" (2021),
    equation 15, where i counts from 1.

    Raises:
        ValueError: d is odd.

    >>> frequencies(4)
    array([1.  , 0.01])
    """
    if d % 2:
        raise ValueError(f"a width of {d} cannot be split into pairs")
    return base ** (-np.arange(0, d, 2) / d)


def learned_encoding(P: Array, n: int) -> Array:
    """The first n rows of a learned table.  Shapes: (n_max, d) -> (n, d).

    Source: Gehring and others, "Convolutional sequence to sequence learning" (2017), section 3.1.

    Raises:
        ValueError: the table has fewer than n rows.

    >>> learned_encoding(np.array([[1.0], [2.0], [3.0]]), 2)
    array([[1.],
           [2.]])
    """
    if n > len(P):
        raise ValueError(f"{n} positions, but a table of {len(P)}")
    return P[:n]


def rotary_encoding(X: Array, position: float | None = None, base: float = BASE) -> Array:
    """Each pair of neighbouring features turned by position times θ_i (rotary positions).

    Shapes: (n, d) -> (n, d), the rows being at ``position`` (or 0) and those after it; or (d) -> (d), one
    vector at ``position``.  Source: Su and others (2021), equation 34.

    Raises:
        ValueError: d is odd, or the position of a single vector is not told.

    >>> rotary_encoding(np.array([[1.0, 0.0], [1.0, 0.0]])).round(4)
    array([[1.    , 0.    ],
           [0.5403, 0.8415]])
    """
    even, odd = X[..., 0::2], X[..., 1::2]  # (n, d/2)
    turned = _turned(even, odd, _angles(X, position, base))  # (n, d/2), (n, d/2)
    return np.stack(turned, axis=-1).reshape(X.shape)  # (n, d/2, 2) -> (n, d)


def rotary_encoding_by_halves(X: Array, position: float | None = None, base: float = BASE) -> Array:
    """Rotary positions with feature i paired with feature i + d/2, as in GPT-NeoX and LLaMA.

    Shapes: (n, d) -> (n, d), or (d) -> (d).  The same as the other up to the order of features.

    Raises:
        ValueError: d is odd, or the position of a single vector is not told.

    >>> rotary_encoding_by_halves(np.array([1.0, 1.0, 0.0, 0.0]), 1).round(4)
    array([0.5403, 1.    , 0.8415, 0.01  ])
    """
    d = X.shape[-1]
    left, right = X[..., : d // 2], X[..., d // 2 :]  # (n, d/2)
    return np.concatenate(_turned(left, right, _angles(X, position, base)), axis=-1)  # (n, d)


def _angles(X: Array, position: float | None, base: float) -> Array:
    if X.ndim == 1:
        if position is None:
            raise ValueError("the position of a single vector is not told")
        return position * frequencies(len(X), base)  # (d/2)
    n, d = X.shape[-2:]
    return ((position or 0) + np.arange(n))[:, None] * frequencies(d, base)  # (n, 1) (d/2) -> (n, d/2)


def _turned(a: Array, b: Array, angles: Array) -> tuple[Array, Array]:
    """Points (a, b) turned by angles."""
    return a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)


def rotation_matrix(position: int, d: int, base: float = BASE) -> Array:
    """R_m of rotary positions, for column vectors: 2 × 2 rotations by m θ_i down the diagonal.

    Shapes: (d, d).  Source: Su and others (2021), equation 15.

    >>> rotation_matrix(1, 2).round(4)
    array([[ 0.5403, -0.8415],
           [ 0.8415,  0.5403]])
    """
    R = np.zeros((d, d))
    for i, theta in enumerate(frequencies(d, base)):
        cosine, sine = math.cos(position * theta), math.sin(position * theta)
        R[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[cosine, -sine], [sine, cosine]]
    return R


def alibi_slopes(h: int) -> Array:
    """How strongly each head fades with distance: 2^(−8/h), 2^(−16/h), …, 2^(−8), h a power of two.

    Shapes: (h).  Source: Press, Smith and Lewis, "Train short, test long" (2022), section 3.

    Raises:
        ValueError: h is no power of two.

    >>> alibi_slopes(8)[:3]
    array([0.5  , 0.25 , 0.125])
    """
    if h & (h - 1) or h < 1:
        raise ValueError(f"{h} heads are not a power of two")
    return 2.0 ** (-8.0 * np.arange(1, h + 1) / h)


def alibi_bias(n: int, h: int) -> Array:
    """Attention with linear biases: what is added to the scores, −slope · (i − j) for j ≤ i, else −∞.

    Shapes: (h, n, n).  Source: Press, Smith and Lewis (2022), section 3.

    >>> alibi_bias(2, 8)[0]
    array([[ 0. , -inf],
           [-0.5,  0. ]])
    """
    distance = np.arange(n)[:, None] - np.arange(n)[None, :]  # (n, n), i - j
    bias = np.where(distance >= 0, -distance, -np.inf)  # (n, n)
    return alibi_slopes(h)[:, None, None] * bias  # (h, 1, 1) (n, n) -> (h, n, n)


def add_positions(X: Array, P: Array) -> Array:
    """Positions added to embeddings: X + P.  Shapes: (n, d), (n, d) -> (n, d).

    >>> add_positions(np.ones((1, 2)), np.array([[0.0, 1.0]]))
    array([[1., 2.]])
    """
    return X + P
