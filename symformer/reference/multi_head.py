"""Attention in several heads: as separate heads, as one large projection, with shared keys, in columns.

All forms of full multi-head attention here are equal; the suite shows it.  Heads are the axis before
positions: (h, n, d_k).
"""

from __future__ import annotations

import math

import numpy as np

from symformer.reference.attention import column_attention, scaled_dot_product_attention
from symformer.reference.functional import Array


def head(X: Array, Y: Array, W_Q: Array, W_K: Array, W_V: Array, M: Array | float = 0.0) -> Array:
    """One head: Attention(X W_Q, Y W_K, Y W_V).

    Shapes: (n, d), (m, d), (d, d_k), (d, d_k), (d, d_v), (n, m) -> (n, d_v).  Source: Vaswani and others,
    "Attention is all you need" (2017), section 3.2.2.

    >>> head(np.zeros((2, 3)), np.ones((5, 3)), np.ones((3, 2)), np.ones((3, 2)), np.ones((3, 4))).shape
    (2, 4)
    """
    return scaled_dot_product_attention(X @ W_Q, Y @ W_K, Y @ W_V, M)


def multi_head_attention(
    X: Array, Y: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, M: Array | float = 0.0
) -> Array:
    """MultiHead = Concat(head_1, …, head_h) W_O with head_i = Attention(X W_Q^i, Y W_K^i, Y W_V^i).

    Shapes: (n, d), (m, d), (h, d, d_k), (h, d, d_k), (h, d, d_v), (h d_v, d), (n, m) -> (n, d).  Source:
    Vaswani and others (2017), section 3.2.2.

    >>> W_Q = W_K = np.zeros((2, 4, 3)); W_V = np.ones((2, 4, 5)); W_O = np.ones((10, 4))
    >>> multi_head_attention(np.ones((1, 4)), np.ones((6, 4)), W_Q, W_K, W_V, W_O)
    array([[40., 40., 40., 40.]])
    """
    heads = [head(X, Y, W_Q[i], W_K[i], W_V[i], M) for i in range(len(W_Q))]  # h times (n, d_v)
    return np.concatenate(heads, axis=-1) @ W_O  # (n, h d_v) (h d_v, d) -> (n, d)


def multi_head_attention_as_sum(
    X: Array, Y: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, M: Array | float = 0.0
) -> Array:
    """The same as a sum over heads: Σ_i head_i W_O^i, each head with its own rows of W_O.

    Shapes: (n, d), (m, d), (h, d, d_k), (h, d, d_k), (h, d, d_v), (h, d_v, d), (n, m) -> (n, d).  Source:
    Elhage and others, "A mathematical framework for transformer circuits" (2021), "attention heads are
    independent and additive".

    >>> W_Q = W_K = np.zeros((2, 4, 3)); W_V = np.ones((2, 4, 5)); W_O = np.ones((2, 5, 4))
    >>> multi_head_attention_as_sum(np.ones((1, 4)), np.ones((6, 4)), W_Q, W_K, W_V, W_O)
    array([[40., 40., 40., 40.]])
    """
    terms = [head(X, Y, W_Q[i], W_K[i], W_V[i], M) @ W_O[i] for i in range(len(W_Q))]  # h times (n, d)
    return np.sum(terms, axis=0)  # (n, d)


def split_heads(X: Array, h: int) -> Array:
    """Each row cut into h pieces, heads in front: reshape to (n, h, d_k), then exchange n and h.

    A reshape to (h, n, d_k) alone would mix positions.  Shapes: (n, h d_k) -> (h, n, d_k).

    >>> split_heads(np.array([[1.0, 2.0], [3.0, 4.0]]), 2)
    array([[[1.],
            [3.]],
           [[2.],
            [4.]]])
    """
    *batch, n, width = X.shape
    return np.swapaxes(X.reshape(*batch, n, h, width // h), -2, -3)  # (n, h, d_k) -> (h, n, d_k)


def join_heads(H: Array) -> Array:
    """Heads side by side again.  Shapes: (h, n, d_v) -> (n, h d_v).

    >>> join_heads(split_heads(np.array([[1.0, 2.0], [3.0, 4.0]]), 2))
    array([[1., 2.],
           [3., 4.]])
    """
    *batch, h, n, d_v = H.shape
    return np.swapaxes(H, -2, -3).reshape(*batch, n, h * d_v)  # (n, h, d_v) -> (n, h d_v)


def multi_head_attention_in_one_projection(
    X: Array, Y: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, h: int, M: Array | float = 0.0
) -> Array:
    """Multi-head attention with one large matrix each for queries, keys and values, then split into heads.

    Shapes: (n, d), (m, d), (d, h d_k), (d, h d_k), (d, h d_v), (h d_v, d), h, (n, m) -> (n, d).  Source: the
    way in which libraries compute Vaswani and others (2017), section 3.2.2.

    >>> W = np.ones((4, 4))
    >>> multi_head_attention_in_one_projection(np.ones((1, 4)), np.ones((6, 4)), W, W, W, W, 2)
    array([[16., 16., 16., 16.]])
    """
    Q, K, V = (split_heads(Z, h) for Z in (X @ W_Q, Y @ W_K, Y @ W_V))  # (h, n, d_k), (h, m, d_k), (h, m, d_v)
    return join_heads(scaled_dot_product_attention(Q, K, V, M)) @ W_O  # (n, h d_v) (h d_v, d) -> (n, d)


def multi_head_attention_by_slices(
    X: Array, Y: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, h: int, M: Array | float = 0.0
) -> Array:
    """The same by slices: head i takes the columns i d_k to (i + 1) d_k of Q_all, i counted from 0.

    Shapes: (n, d), (m, d), (d, h d_k), (d, h d_k), (d, h d_v), (h d_v, d), h, (n, m) -> (n, d).

    >>> W = np.ones((4, 4))
    >>> multi_head_attention_by_slices(np.ones((1, 4)), np.ones((6, 4)), W, W, W, W, 2)
    array([[16., 16., 16., 16.]])
    """
    Q_all, K_all, V_all = X @ W_Q, Y @ W_K, Y @ W_V  # (n, h d_k), (m, h d_k), (m, h d_v)
    d_k, d_v = Q_all.shape[-1] // h, V_all.shape[-1] // h
    heads = []
    for i in range(h):
        Q, K = (Z[..., i * d_k : (i + 1) * d_k] for Z in (Q_all, K_all))  # (n, d_k), (m, d_k)
        V = V_all[..., i * d_v : (i + 1) * d_v]  # (m, d_v)
        heads.append(scaled_dot_product_attention(Q, K, V, M))  # (n, d_v)
    return np.concatenate(heads, axis=-1) @ W_O  # (n, h d_v) (h d_v, d) -> (n, d)


def joined_projection(W: Array) -> Array:
    """The one large projection from those of the heads.  Shapes: (h, d, d_k) -> (d, h d_k).

    >>> joined_projection(np.array([[[1.0]], [[2.0]]]))
    array([[1., 2.]])
    """
    return np.concatenate(list(W), axis=-1)  # h times (d, d_k) -> (d, h d_k)


def grouped_query_attention(
    X: Array, Y: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, M: Array | float = 0.0
) -> Array:
    """Several heads share keys and values: head i uses the pair ⌊i g / h⌋ of g.

    Shapes: (n, d), (m, d), (h, d, d_k), (g, d, d_k), (g, d, d_v), (h d_v, d), (n, m) -> (n, d).  Source:
    Ainslie and others, "GQA: training generalized multi-query Transformer models from multi-head
    checkpoints" (2023), section 2.2.

    Raises:
        ValueError: the number of groups does not divide the number of heads.

    >>> W_Q, W_K, W_V = np.zeros((4, 2, 3)), np.zeros((2, 2, 3)), np.ones((2, 2, 1))
    >>> grouped_query_attention(np.ones((1, 2)), np.ones((5, 2)), W_Q, W_K, W_V, np.ones((4, 2)))
    array([[8., 8.]])
    """
    h, g = len(W_Q), len(W_K)
    if h % g:
        raise ValueError(f"{h} heads cannot share {g} pairs of keys and values evenly")
    return multi_head_attention(X, Y, W_Q, np.repeat(W_K, h // g, axis=0), np.repeat(W_V, h // g, axis=0), W_O, M)


def multi_query_attention(
    X: Array, Y: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, M: Array | float = 0.0
) -> Array:
    """All heads share one pair of keys and values.

    Shapes: (n, d), (m, d), (h, d, d_k), (d, d_k), (d, d_v), (h d_v, d), (n, m) -> (n, d).  Source: Shazeer,
    "Fast Transformer decoding: one write-head is all you need" (2019), section 3.

    >>> W_Q, W_K, W_V = np.zeros((4, 2, 3)), np.zeros((2, 3)), np.ones((2, 1))
    >>> multi_query_attention(np.ones((1, 2)), np.ones((5, 2)), W_Q, W_K, W_V, np.ones((4, 2)))
    array([[8., 8.]])
    """
    return grouped_query_attention(X, Y, W_Q, W_K[None], W_V[None], W_O, M)


def column_multi_head_attention(
    q: Array, k: Array, v: Array, W_q: Array, W_k: Array, W_v: Array, W_o: Array, M: Array | float = 0.0
) -> Array:
    """Multi-head attention of columns: W_o [h_1; …; h_h] with h_i = f(W_q^i q, W_k^i k, W_v^i v).

    Shapes: (d_q, n), (d_k, m), (d_v, m), (h, p_q, d_q), (h, p_q, d_k), (h, p_v, d_v), (p_o, h p_v), (m, n)
    -> (p_o, n).  Source: Zhang and others, "Dive into Deep Learning" (2023), equations 11.5.1 and 11.5.2.

    >>> W_q, W_k, W_v = np.zeros((2, 3, 4)), np.zeros((2, 3, 5)), np.ones((2, 1, 6))
    >>> column_multi_head_attention(np.ones((4, 1)), np.ones((5, 7)), np.ones((6, 7)), W_q, W_k, W_v, np.ones((1, 2)))
    array([[12.]])
    """
    heads = [column_attention(W_q[i] @ q, W_k[i] @ k, W_v[i] @ v, M) for i in range(len(W_q))]  # h times (p_v, n)
    return W_o @ np.concatenate(heads, axis=-2)  # (p_o, h p_v) (h p_v, n) -> (p_o, n)


def head_width(d: int, h: int) -> int:
    """The usual width of a head: d_k = d_v = d / h.

    Raises:
        ValueError: h does not divide d.

    >>> head_width(512, 8)
    64
    """
    width, rest = divmod(d, h)
    if rest:
        raise ValueError(f"{h} heads do not divide a width of {d}")
    return width


def score_deviation(d_k: int) -> float:
    """The standard deviation of q·k for independent entries of variance 1: √d_k, hence the scale.

    Source: Vaswani and others (2017), footnote 4.

    >>> score_deviation(64)
    8.0
    """
    return math.sqrt(d_k)
