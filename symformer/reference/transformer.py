"""A Transformer from its parts: embedding, blocks with the norm behind or before, stacks, logits, loss.

Rows are positions, leading axes are batches.  The weights are the records of ``weights``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from symformer.reference.attention import causal_mask, scaled_dot_product_attention
from symformer.reference.functional import Array, Integers, gelu_tanh, linear, one_hot, relu, silu
from symformer.reference.losses import token_loss
from symformer.reference.multi_head import join_heads
from symformer.reference.normalization import EPSILON, layer_norm
from symformer.reference.positions import learned_encoding, sinusoidal_encoding
from symformer.reference.weights import (
    AttentionWeights,
    DecoderBlockWeights,
    EncoderBlockWeights,
    FeedForwardWeights,
    GatedFeedForwardWeights,
    LanguageModelWeights,
    NormWeights,
    TransformerWeights,
)

Activation = Callable[[Array], Array]


def embedding(tokens: Integers, E: Array) -> Array:
    """The row of E for each token.  Shapes: (n), (N_V, d) -> (n, d).

    >>> embedding(np.array([1, 0]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[3., 4.],
           [1., 2.]])
    """
    return E[tokens]  # (n, d)


def embedding_by_product(tokens: Integers, E: Array) -> Array:
    """The same as a product with one-hot rows.  Shapes: (n), (N_V, d) -> (n, d).

    >>> embedding_by_product(np.array([1, 0]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[3., 4.],
           [1., 2.]])
    """
    return one_hot(tokens, len(E)) @ E  # (n, N_V) (N_V, d) -> (n, d)


def scaled_embedding(tokens: Integers, E: Array) -> Array:
    """Embeddings times √d.  Shapes: (n), (N_V, d) -> (n, d).

    Source: Vaswani and others, "Attention is all you need" (2017), section 3.4.

    >>> scaled_embedding(np.array([0]), np.ones((1, 4)))
    array([[2., 2., 2., 2.]])
    """
    return embedding(tokens, E) * math.sqrt(E.shape[-1])


def feed_forward(
    X: Array, W_1: Array, b_1: Array | float, W_2: Array, b_2: Array | float, activation: Activation = relu
) -> Array:
    """The position-wise network max(0, X W_1 + b_1) W_2 + b_2, or with another activation.

    Shapes: (n, d), (d, d_ff), (d_ff), (d_ff, d), (d) -> (n, d).  Source: Vaswani and others (2017),
    equation 2.

    >>> feed_forward(np.array([[1.0]]), np.array([[1.0, -1.0]]), 0.0, np.array([[2.0], [5.0]]), 0.5)
    array([[2.5]])
    """
    return linear(activation(linear(X, W_1, b_1)), W_2, b_2)  # (n, d) -> (n, d_ff) -> (n, d)


def gated_feed_forward(X: Array, W: Array, V: Array, W_2: Array, gate: Activation = silu) -> Array:
    """The position-wise network with a gate: (SiLU(X W) ⊙ (X V)) W_2, or with another gate.

    Shapes: (n, d), (d, d_ff), (d, d_ff), (d_ff, d) -> (n, d).  Source: Shazeer, "GLU variants improve
    Transformer" (2020), equation 6.

    >>> gated_feed_forward(np.array([[1.0]]), np.array([[1.0]]), np.array([[2.0]]), np.array([[3.0]]), relu)
    array([[6.]])
    """
    return (gate(X @ W) * (X @ V)) @ W_2  # (n, d_ff) (d_ff, d) -> (n, d)


def attention_layer(X: Array, Y: Array, weights: AttentionWeights, M: Array | float = 0.0) -> Array:
    """Multi-head attention with biases; heads may share keys and values.

    Shapes: (n, d), (m, d), (n, m) -> (n, d).  Source: Vaswani and others (2017), section 3.2.2; Ainslie and
    others, "GQA" (2023), section 2.2.

    >>> from symformer.reference.weights import attention_weights
    >>> attention_layer(np.ones((5, 6)), np.ones((7, 6)), attention_weights(np.random.default_rng(0), 6, 3)).shape
    (5, 6)
    """
    return attend(queries(X, weights), *keys_and_values(Y, weights), weights, M)


def queries(X: Array, weights: AttentionWeights) -> Array:
    """The queries of all heads.  Shapes: (n, d) -> (h, n, d_k)."""
    return X[..., None, :, :] @ weights.W_Q + weights.b_Q[:, None, :]  # (1, n, d) (h, d, d_k) -> (h, n, d_k)


def keys_and_values(Y: Array, weights: AttentionWeights) -> tuple[Array, Array]:
    """The keys and values of all groups.  Shapes: (m, d) -> (g, m, d_k), (g, m, d_v)."""
    Y = Y[..., None, :, :]  # (1, m, d)
    return Y @ weights.W_K + weights.b_K[:, None, :], Y @ weights.W_V + weights.b_V[:, None, :]


def attend(Q: Array, K: Array, V: Array, weights: AttentionWeights, M: Array | float = 0.0) -> Array:
    """Attention of each head, joined and projected.

    Shapes: (h, n, d_k), (g, m, d_k), (g, m, d_v), (n, m) -> (n, d).
    """
    shared = len(weights.W_Q) // len(weights.W_K)  # heads to a pair of keys and values
    K, V = np.repeat(K, shared, axis=-3), np.repeat(V, shared, axis=-3)  # (h, m, d_k), (h, m, d_v)
    H = scaled_dot_product_attention(Q, K, V, M)  # (h, n, d_v)
    return linear(join_heads(H), weights.W_O, weights.b_O)  # (n, h d_v) (h d_v, d) -> (n, d)


def normalized(X: Array, weights: NormWeights, epsilon: float = EPSILON) -> Array:
    """A layer norm with its weights.  Shapes: (n, d) -> (n, d)."""
    return layer_norm(X, weights.gamma, weights.beta, epsilon)


def feed_forward_layer(X: Array, weights: FeedForwardWeights, activation: Activation = relu) -> Array:
    """The position-wise network with its weights.  Shapes: (n, d) -> (n, d)."""
    return feed_forward(X, weights.W_1, weights.b_1, weights.W_2, weights.b_2, activation)


def gated_feed_forward_layer(X: Array, weights: GatedFeedForwardWeights, gate: Activation = silu) -> Array:
    """The gated network with its weights.  Shapes: (n, d) -> (n, d)."""
    return gated_feed_forward(X, weights.W, weights.V, weights.W_2, gate)


def encoder_block_post_norm(
    X: Array, weights: EncoderBlockWeights, M: Array | float = 0.0, activation: Activation = relu
) -> Array:
    """A block of the original encoder: LayerNorm(x + Sublayer(x)), twice.

    Shapes: (n, d), (n, n) -> (n, d).  Source: Vaswani and others (2017), section 3.1.

    >>> from symformer.reference.weights import encoder_block_weights
    >>> encoder_block_post_norm(np.ones((5, 6)), encoder_block_weights(np.random.default_rng(0), 6, 3, 24)).shape
    (5, 6)
    """
    X = normalized(X + attention_layer(X, X, weights.attention, M), weights.norm_1)
    return normalized(X + feed_forward_layer(X, weights.feed_forward, activation), weights.norm_2)


def encoder_block_pre_norm(
    X: Array, weights: EncoderBlockWeights, M: Array | float = 0.0, activation: Activation = relu
) -> Array:
    """A block with the norm inside of each sublayer: x + Sublayer(LayerNorm(x)), twice.

    Shapes: (n, d), (n, n) -> (n, d).  Source: Xiong and others, "On layer normalization in the Transformer
    architecture" (2020), table 1.

    >>> from symformer.reference.weights import encoder_block_weights
    >>> encoder_block_pre_norm(np.ones((5, 6)), encoder_block_weights(np.random.default_rng(0), 6, 3, 24)).shape
    (5, 6)
    """
    N = normalized(X, weights.norm_1)
    X = X + attention_layer(N, N, weights.attention, M)
    return X + feed_forward_layer(normalized(X, weights.norm_2), weights.feed_forward, activation)


def decoder_block_post_norm(
    X: Array, Y: Array, weights: DecoderBlockWeights, M: Array | float, activation: Activation = relu
) -> Array:
    """A block of the original decoder: masked self-attention, attention to Y, feed-forward.

    Shapes: (n, d), (m, d), (n, n) -> (n, d).  Source: Vaswani and others (2017), section 3.1.

    >>> from symformer.reference.weights import decoder_block_weights
    >>> weights = decoder_block_weights(np.random.default_rng(0), 6, 3, 24)
    >>> decoder_block_post_norm(np.ones((5, 6)), np.ones((7, 6)), weights, causal_mask(5)).shape
    (5, 6)
    """
    X = normalized(X + attention_layer(X, X, weights.self_attention, M), weights.norm_1)
    X = normalized(X + attention_layer(X, Y, weights.cross_attention), weights.norm_2)
    return normalized(X + feed_forward_layer(X, weights.feed_forward, activation), weights.norm_3)


def decoder_block_pre_norm(
    X: Array, Y: Array, weights: DecoderBlockWeights, M: Array | float, activation: Activation = relu
) -> Array:
    """The same with the norm inside of each sublayer; Y is not normalised here.

    Shapes: (n, d), (m, d), (n, n) -> (n, d).  Source: Xiong and others (2020), table 1.

    >>> from symformer.reference.weights import decoder_block_weights
    >>> weights = decoder_block_weights(np.random.default_rng(0), 6, 3, 24)
    >>> decoder_block_pre_norm(np.ones((5, 6)), np.ones((7, 6)), weights, causal_mask(5)).shape
    (5, 6)
    """
    N = normalized(X, weights.norm_1)
    X = X + attention_layer(N, N, weights.self_attention, M)
    X = X + attention_layer(normalized(X, weights.norm_2), Y, weights.cross_attention)
    return X + feed_forward_layer(normalized(X, weights.norm_3), weights.feed_forward, activation)


def encoder(X: Array, blocks: Sequence[EncoderBlockWeights], M: Array | float = 0.0) -> Array:
    """A stack of post-norm encoder blocks.  Shapes: (n, d) -> (n, d).

    >>> encoder(np.ones((5, 6)), ()).shape
    (5, 6)
    """
    for weights in blocks:
        X = encoder_block_post_norm(X, weights, M)
    return X


def encoder_pre_norm(
    X: Array, blocks: Sequence[EncoderBlockWeights], norm: NormWeights, M: Array | float = 0.0
) -> Array:
    """A stack of pre-norm encoder blocks with a norm at its end.  Shapes: (n, d) -> (n, d)."""
    for weights in blocks:
        X = encoder_block_pre_norm(X, weights, M)
    return normalized(X, norm)


def decoder(X: Array, Y: Array, blocks: Sequence[DecoderBlockWeights]) -> Array:
    """A stack of post-norm decoder blocks that sees the past only.  Shapes: (n, d), (m, d) -> (n, d).

    >>> decoder(np.ones((5, 6)), np.ones((7, 6)), ()).shape
    (5, 6)
    """
    for weights in blocks:
        X = decoder_block_post_norm(X, Y, weights, causal_mask(X.shape[-2]))
    return X


def decoder_pre_norm(X: Array, Y: Array, blocks: Sequence[DecoderBlockWeights], norm: NormWeights) -> Array:
    """A stack of pre-norm decoder blocks with a norm at its end.  Shapes: (n, d), (m, d) -> (n, d)."""
    for weights in blocks:
        X = decoder_block_pre_norm(X, Y, weights, causal_mask(X.shape[-2]))
    return normalized(X, norm)


def output_projection(X: Array, W_U: Array, b: Array | float = 0.0) -> Array:
    """Logits over the vocabulary: X W_U + b.  Shapes: (n, d), (d, N_V), (N_V) -> (n, N_V).

    Source: Vaswani and others (2017), section 3.4; W_U is Eᵀ where it is shared with the embedding.

    >>> output_projection(np.array([[1.0, 2.0]]), np.eye(2))
    array([[1., 2.]])
    """
    return linear(X, W_U, b)


def transformer(source: Integers, target: Integers, weights: TransformerWeights) -> Array:
    """The whole original model: logits for what follows each token of the target.

    Shapes: (m), (n) -> (n, N_V).  Source: Vaswani and others (2017), figure 1.

    >>> from symformer.reference.weights import transformer_weights
    >>> weights = transformer_weights(0, d=6, h=3, d_ff=24, L=2, N_V=11)
    >>> transformer(np.array([1, 2, 3]), np.array([4, 5]), weights).shape
    (2, 11)
    """
    Y = encoder(_with_sinusoids(source, weights.E), weights.encoder)  # (m, d)
    X = decoder(_with_sinusoids(target, weights.E), Y, weights.decoder)  # (n, d)
    return output_projection(X, weights.E.T)  # (n, d) (d, N_V) -> (n, N_V)


def _with_sinusoids(tokens: Integers, E: Array) -> Array:
    return scaled_embedding(tokens, E) + sinusoidal_encoding(tokens.shape[-1], E.shape[-1])  # (n, d)


def language_model(tokens: Integers, weights: LanguageModelWeights) -> Array:
    """A decoder-only model in the form of GPT-2: logits for what follows each token.

    Shapes: (n) -> (n, N_V).  Source: Radford and others, "Language models are unsupervised multitask
    learners" (2019), section 2.3.

    >>> from symformer.reference.weights import language_model_weights
    >>> weights = language_model_weights(0, d=6, h=3, d_ff=24, L=2, N_V=11, n_max=5)
    >>> language_model(np.array([1, 2, 3]), weights).shape
    (3, 11)
    """
    n = tokens.shape[-1]
    X = embedding(tokens, weights.E) + learned_encoding(weights.P, n)  # (n, d)
    for block in weights.blocks:
        X = encoder_block_pre_norm(X, block, causal_mask(n), gelu_tanh)
    return output_projection(normalized(X, weights.norm), weights.E.T)  # (n, d) (d, N_V) -> (n, N_V)


def language_model_loss(tokens: Integers, weights: LanguageModelWeights) -> Array:
    """The mean cross-entropy of each token after the ones before it.  Shapes: (n + 1) -> scalar.

    Source: Radford and others, "Improving language understanding by generative pre-training" (2018),
    equation 1, as a mean.

    >>> from symformer.reference.weights import language_model_weights
    >>> weights = language_model_weights(0, d=6, h=3, d_ff=24, L=2, N_V=11, n_max=5)
    >>> bool(language_model_loss(np.array([1, 2, 3]), weights) > 0)
    True
    """
    return token_loss(language_model(tokens[..., :-1], weights), tokens[..., 1:])
