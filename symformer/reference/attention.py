"""Attention: rows of values, averaged with weights that queries and keys give.

Rows are positions: Q is (n, d_k), K is (m, d_k), V is (m, d_v).  A mask M is added to the scores: 0 where
a query may look, −∞ where it may not.  Leading axes are batches or heads.
"""

from __future__ import annotations

import math

import numpy as np

from symformer.reference.functional import Array, elu, softmax


def attention_scores(Q: Array, K: Array) -> Array:
    """How well each query fits each key: Q Kᵀ / √d_k.

    Shapes: (n, d_k), (m, d_k) -> (n, m).  Source: Vaswani and others, "Attention is all you need" (2017),
    equation 1.

    >>> attention_scores(np.array([[1.0, 1.0, 1.0, 1.0]]), np.array([[2.0, 0.0, 0.0, 0.0]]))
    array([[1.]])
    """
    d_k = Q.shape[-1]
    return Q @ np.swapaxes(K, -1, -2) / math.sqrt(d_k)  # (n, d_k) (d_k, m) -> (n, m)


def attention_weights(Q: Array, K: Array, M: Array | float = 0.0) -> Array:
    """How much of each value each query takes: softmax(Q Kᵀ / √d_k + M), rows that add up to one.

    Shapes: (n, d_k), (m, d_k), (n, m) -> (n, m).  Source: Vaswani and others (2017), equation 1 and section
    3.2.3.

    >>> attention_weights(np.zeros((1, 2)), np.ones((4, 2)))
    array([[0.25, 0.25, 0.25, 0.25]])
    """
    return softmax(attention_scores(Q, K) + M)  # (n, m)


def scaled_dot_product_attention(Q: Array, K: Array, V: Array, M: Array | float = 0.0) -> Array:
    """Attention(Q, K, V) = softmax(Q Kᵀ / √d_k + M) V.

    Shapes: (n, d_k), (m, d_k), (m, d_v), (n, m) -> (n, d_v).  Source: Vaswani and others (2017), equation 1.

    >>> scaled_dot_product_attention(np.zeros((1, 2)), np.ones((2, 2)), np.array([[1.0], [3.0]]))
    array([[2.]])
    """
    return attention_weights(Q, K, M) @ V  # (n, m) (m, d_v) -> (n, d_v)


def dot_product_attention(Q: Array, K: Array, V: Array, M: Array | float = 0.0) -> Array:
    """Attention without the scale: softmax(Q Kᵀ + M) V.

    Shapes: (n, d_k), (m, d_k), (m, d_v), (n, m) -> (n, d_v).  Source: Luong, Pham and Manning, "Effective
    approaches to attention-based neural machine translation" (2015), section 3.1, "dot".

    >>> dot_product_attention(np.zeros((1, 2)), np.ones((2, 2)), np.array([[1.0], [3.0]]))
    array([[2.]])
    """
    return softmax(Q @ np.swapaxes(K, -1, -2) + M) @ V


def attention_at_temperature(Q: Array, K: Array, V: Array, tau: float, M: Array | float = 0.0) -> Array:
    """Attention with the scores divided by a temperature: softmax(Q Kᵀ / τ + M) V.

    Shapes: (n, d_k), (m, d_k), (m, d_v), scalar, (n, m) -> (n, d_v).

    >>> Q, K, V = np.ones((1, 4)), np.arange(8.0).reshape(2, 4), np.array([[1.0], [3.0]])
    >>> bool(np.all(attention_at_temperature(Q, K, V, 2.0) == scaled_dot_product_attention(Q, K, V)))
    True
    """
    return softmax(Q @ np.swapaxes(K, -1, -2) / tau + M) @ V


def bilinear_attention(Q: Array, K: Array, V: Array, W: Array, M: Array | float = 0.0) -> Array:
    """Attention whose scores pass through a matrix: softmax(Q W Kᵀ + M) V.

    Shapes: (n, d_q), (m, d_k), (m, d_v), (d_q, d_k), (n, m) -> (n, d_v).  Source: Luong, Pham and Manning
    (2015), section 3.1, "general".

    >>> bilinear_attention(np.ones((1, 2)), np.ones((2, 3)), np.array([[1.0], [3.0]]), np.ones((2, 3)))
    array([[2.]])
    """
    return softmax(Q @ W @ np.swapaxes(K, -1, -2) + M) @ V


def additive_scores(Q: Array, K: Array, W_Q: Array, W_K: Array, w: Array) -> Array:
    """Scores from a hidden layer: e_ij = wᵀ tanh(W_Qᵀ q_i + W_Kᵀ k_j).

    Shapes: (n, d_q), (m, d_k), (d_q, d_a), (d_k, d_a), (d_a) -> (n, m).  Source: Bahdanau, Cho and Bengio,
    "Neural machine translation by jointly learning to align and translate" (2015), appendix A.1.2.

    >>> additive_scores(np.zeros((1, 2)), np.zeros((3, 2)), np.ones((2, 4)), np.ones((2, 4)), np.ones(4))
    array([[0., 0., 0.]])
    """
    queries, keys = (Q @ W_Q)[..., :, None, :], (K @ W_K)[..., None, :, :]  # (n, 1, d_a), (1, m, d_a)
    return np.tanh(queries + keys) @ w  # (n, m, d_a) (d_a) -> (n, m)


def additive_attention(Q: Array, K: Array, V: Array, W_Q: Array, W_K: Array, w: Array, M: Array | float = 0.0) -> Array:
    """Attention with the scores of a hidden layer: softmax over j of wᵀ tanh(W_Qᵀ q_i + W_Kᵀ k_j), times V.

    Shapes: (n, d_q), (m, d_k), (m, d_v), (d_q, d_a), (d_k, d_a), (d_a), (n, m) -> (n, d_v).  Source:
    Bahdanau, Cho and Bengio (2015), equations 5 and 6.

    >>> V = np.array([[1.0], [3.0]])
    >>> additive_attention(np.zeros((1, 2)), np.zeros((2, 2)), V, np.ones((2, 4)), np.ones((2, 4)), np.ones(4))
    array([[2.]])
    """
    return softmax(additive_scores(Q, K, W_Q, W_K, w) + M) @ V


def causal_mask(n: int) -> Array:
    """The mask that hides the future: 0 where j ≤ i, −∞ where j > i.

    Shapes: (n, n).  Source: Vaswani and others (2017), section 3.2.3.

    >>> causal_mask(2)
    array([[  0., -inf],
           [  0.,   0.]])
    """
    return mask_of(np.arange(n)[:, None] >= np.arange(n)[None, :])


def padding_mask(lengths: Array, m: int) -> Array:
    """The mask that hides what lies behind the end of each sequence.

    Shapes: (B) lengths -> (B, 1, m), which fits (B, n, m).

    >>> padding_mask(np.array([1, 2]), 2)
    array([[[  0., -inf]],
           [[  0.,   0.]]])
    """
    return mask_of(np.arange(m) < np.asarray(lengths)[:, None, None])


def mask_of(allowed: np.ndarray) -> Array:
    """The mask to add, from where a query may look.  Shapes: booleans (n, m) -> (n, m).

    >>> mask_of(np.array([True, False]))
    array([  0., -inf])
    """
    return np.where(allowed, 0.0, -np.inf)


def causal_attention(Q: Array, K: Array, V: Array) -> Array:
    """Attention in which a position sees itself and what came before it.

    Shapes: (n, d_k), (n, d_k), (n, d_v) -> (n, d_v).  Source: Vaswani and others (2017), section 3.2.3.

    >>> causal_attention(np.zeros((2, 1)), np.zeros((2, 1)), np.array([[1.0], [3.0]]))
    array([[1.],
           [2.]])
    """
    return scaled_dot_product_attention(Q, K, V, causal_mask(Q.shape[-2]))


def self_attention(X: Array, W_Q: Array, W_K: Array, W_V: Array, M: Array | float = 0.0) -> Array:
    """Attention of a sequence to itself: Q = X W_Q, K = X W_K, V = X W_V.

    Shapes: (n, d), (d, d_k), (d, d_k), (d, d_v), (n, n) -> (n, d_v).  Source: Vaswani and others (2017),
    section 3.2.3.

    >>> self_attention(np.array([[1.0], [3.0]]), np.zeros((1, 1)), np.ones((1, 1)), np.ones((1, 1)))
    array([[2.],
           [2.]])
    """
    return cross_attention(X, X, W_Q, W_K, W_V, M)


def cross_attention(X: Array, Y: Array, W_Q: Array, W_K: Array, W_V: Array, M: Array | float = 0.0) -> Array:
    """Attention of X to Y: queries from X, keys and values from Y.

    Shapes: (n, d_x), (m, d_y), (d_x, d_k), (d_y, d_k), (d_y, d_v), (n, m) -> (n, d_v).  Source: Vaswani and
    others (2017), section 3.2.3, "encoder-decoder attention".

    >>> cross_attention(np.ones((1, 1)), np.array([[1.0], [3.0]]), np.zeros((1, 1)), np.ones((1, 1)), np.ones((1, 1)))
    array([[2.]])
    """
    return scaled_dot_product_attention(X @ W_Q, Y @ W_K, Y @ W_V, M)


def column_attention(Q: Array, K: Array, V: Array, M: Array | float = 0.0) -> Array:
    """Attention of columns: V softmax(Kᵀ Q / √d_k + M), whose columns of weights add up to one.

    Shapes: (d_k, n), (d_k, m), (d_v, m), (m, n) -> (d_v, n).  Source: Phuong and Hutter, "Formal algorithms
    for Transformers" (2022), algorithm 4.

    >>> column_attention(np.zeros((2, 1)), np.ones((2, 2)), np.array([[1.0, 3.0]]))
    array([[2.]])
    """
    d_k = Q.shape[-2]
    scores = np.swapaxes(K, -1, -2) @ Q / math.sqrt(d_k)  # (m, d_k) (d_k, n) -> (m, n)
    return V @ softmax(scores + M, axis=-2)  # (d_v, m) (m, n) -> (d_v, n)


def single_query_attention(q: Array, K: Array, V: Array) -> Array:
    """Attention of one query: Σ_t α_t v_t with α = softmax(K q / √d_k).

    Shapes: (d_k), (m, d_k), (m, d_v) -> (d_v).  Source: Phuong and Hutter (2022), algorithm 3.

    >>> single_query_attention(np.zeros(2), np.ones((2, 2)), np.array([[1.0], [3.0]]))
    array([2.])
    """
    alpha = softmax(K @ q / math.sqrt(q.shape[-1]))  # (m)
    return alpha @ V  # (m) (m, d_v) -> (d_v)


def linear_attention(Q: Array, K: Array, V: Array) -> Array:
    """Attention without a softmax: φ(Q) (φ(K)ᵀ V) over φ(Q) Σ_j φ(k_j), with φ(x) = elu(x) + 1.

    Shapes: (n, d_k), (m, d_k), (m, d_v) -> (n, d_v).  Source: Katharopoulos and others, "Transformers are
    RNNs" (2020), equations 5 to 7.

    >>> linear_attention(np.zeros((1, 2)), np.zeros((2, 2)), np.array([[1.0], [3.0]]))
    array([[2.]])
    """
    phi_Q, phi_K = elu(Q) + 1.0, elu(K) + 1.0  # (n, d_k), (m, d_k)
    above = phi_Q @ (np.swapaxes(phi_K, -1, -2) @ V)  # (n, d_k) (d_k, d_v) -> (n, d_v)
    return above / (phi_Q @ phi_K.sum(axis=-2)[..., None])  # (n, d_v) / (n, 1)
