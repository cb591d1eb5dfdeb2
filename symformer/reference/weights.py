"""Weights: what each part of a Transformer holds, and a seeded set of them for any sizes.

All of them are drawn at random, biases and scales too, so that nothing that is left out goes unnoticed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from symformer.reference.functional import Array


@dataclass(frozen=True, slots=True)
class AttentionWeights:
    """Those of multi-head attention; g = h unless keys and values are shared."""

    W_Q: Array  # (h, d, d_k)
    W_K: Array  # (g, d, d_k)
    W_V: Array  # (g, d, d_v)
    W_O: Array  # (h d_v, d)
    b_Q: Array  # (h, d_k)
    b_K: Array  # (g, d_k)
    b_V: Array  # (g, d_v)
    b_O: Array  # (d)


@dataclass(frozen=True, slots=True)
class FeedForwardWeights:
    """Those of the position-wise network of two layers."""

    W_1: Array  # (d, d_ff)
    b_1: Array  # (d_ff)
    W_2: Array  # (d_ff, d)
    b_2: Array  # (d)


@dataclass(frozen=True, slots=True)
class GatedFeedForwardWeights:
    """Those of the position-wise network with a gate, which has no biases."""

    W: Array  # (d, d_ff)
    V: Array  # (d, d_ff)
    W_2: Array  # (d_ff, d)


@dataclass(frozen=True, slots=True)
class NormWeights:
    """Scale and shift of a layer norm."""

    gamma: Array  # (d)
    beta: Array  # (d)


@dataclass(frozen=True, slots=True)
class EncoderBlockWeights:
    """Those of a block with self-attention only; a decoder-only model is made of them too."""

    attention: AttentionWeights
    feed_forward: FeedForwardWeights
    norm_1: NormWeights
    norm_2: NormWeights


@dataclass(frozen=True, slots=True)
class DecoderBlockWeights:
    """Those of a block that attends to itself and to the encoder's output."""

    self_attention: AttentionWeights
    cross_attention: AttentionWeights
    feed_forward: FeedForwardWeights
    norm_1: NormWeights
    norm_2: NormWeights
    norm_3: NormWeights


@dataclass(frozen=True, slots=True)
class TransformerWeights:
    """Those of an encoder and a decoder over one vocabulary; E also gives the logits."""

    E: Array  # (N_V, d)
    encoder: tuple[EncoderBlockWeights, ...]
    decoder: tuple[DecoderBlockWeights, ...]


@dataclass(frozen=True, slots=True)
class LanguageModelWeights:
    """Those of a decoder-only model in the form of GPT-2; E also gives the logits."""

    E: Array  # (N_V, d)
    P: Array  # (n_max, d)
    blocks: tuple[EncoderBlockWeights, ...]
    norm: NormWeights


Generator = np.random.Generator


def attention_weights(rng: Generator, d: int, h: int, g: int | None = None, d_v: int | None = None) -> AttentionWeights:
    """Random weights of attention with h heads of width d / h, and g pairs of keys and values.

    >>> attention_weights(np.random.default_rng(0), 6, 3, 1).W_K.shape
    (1, 6, 2)
    """
    d_k, g = d // h, g or h
    d_v = d_v or d_k
    return AttentionWeights(
        W_Q=matrices(rng, h, d, d_k), W_K=matrices(rng, g, d, d_k), W_V=matrices(rng, g, d, d_v),
        W_O=matrices(rng, h * d_v, d),
        b_Q=small(rng, h, d_k), b_K=small(rng, g, d_k), b_V=small(rng, g, d_v), b_O=small(rng, d),
    )  # fmt: skip


def feed_forward_weights(rng: Generator, d: int, d_ff: int) -> FeedForwardWeights:
    """Random weights of the position-wise network.

    >>> feed_forward_weights(np.random.default_rng(0), 2, 8).W_1.shape
    (2, 8)
    """
    return FeedForwardWeights(matrices(rng, d, d_ff), small(rng, d_ff), matrices(rng, d_ff, d), small(rng, d))


def gated_feed_forward_weights(rng: Generator, d: int, d_ff: int) -> GatedFeedForwardWeights:
    """Random weights of the position-wise network with a gate.

    >>> gated_feed_forward_weights(np.random.default_rng(0), 2, 8).V.shape
    (2, 8)
    """
    return GatedFeedForwardWeights(matrices(rng, d, d_ff), matrices(rng, d, d_ff), matrices(rng, d_ff, d))


def norm_weights(rng: Generator, d: int) -> NormWeights:
    """A random scale around 1 and a random shift around 0.

    >>> norm_weights(np.random.default_rng(0), 3).gamma.shape
    (3,)
    """
    return NormWeights(1.0 + small(rng, d), small(rng, d))


def encoder_block_weights(rng: Generator, d: int, h: int, d_ff: int, g: int | None = None) -> EncoderBlockWeights:
    """Random weights of a block with self-attention.

    >>> encoder_block_weights(np.random.default_rng(0), 6, 3, 24).attention.W_O.shape
    (6, 6)
    """
    attention, feed_forward = attention_weights(rng, d, h, g), feed_forward_weights(rng, d, d_ff)
    return EncoderBlockWeights(attention, feed_forward, norm_weights(rng, d), norm_weights(rng, d))


def decoder_block_weights(rng: Generator, d: int, h: int, d_ff: int) -> DecoderBlockWeights:
    """Random weights of a block with self-attention and cross-attention.

    >>> decoder_block_weights(np.random.default_rng(0), 6, 3, 24).cross_attention.W_O.shape
    (6, 6)
    """
    first, second = attention_weights(rng, d, h), attention_weights(rng, d, h)
    norms = (norm_weights(rng, d), norm_weights(rng, d), norm_weights(rng, d))
    return DecoderBlockWeights(first, second, feed_forward_weights(rng, d, d_ff), *norms)


def transformer_weights(seed: int, d: int, h: int, d_ff: int, L: int, N_V: int) -> TransformerWeights:
    """A whole encoder and decoder of L blocks each.

    >>> transformer_weights(0, d=6, h=3, d_ff=24, L=2, N_V=11).E.shape
    (11, 6)
    """
    rng = np.random.default_rng(seed)
    return TransformerWeights(
        E=rng.normal(size=(N_V, d)),
        encoder=tuple(encoder_block_weights(rng, d, h, d_ff) for _ in range(L)),
        decoder=tuple(decoder_block_weights(rng, d, h, d_ff) for _ in range(L)),
    )


def language_model_weights(
    seed: int, d: int, h: int, d_ff: int, L: int, N_V: int, n_max: int, g: int | None = None
) -> LanguageModelWeights:
    """A whole decoder-only model of L blocks, with a table of n_max positions.

    >>> language_model_weights(0, d=6, h=3, d_ff=24, L=2, N_V=11, n_max=5).P.shape
    (5, 6)
    """
    rng = np.random.default_rng(seed)
    return LanguageModelWeights(
        E=rng.normal(size=(N_V, d)),
        P=rng.normal(size=(n_max, d)),
        blocks=tuple(encoder_block_weights(rng, d, h, d_ff, g) for _ in range(L)),
        norm=norm_weights(rng, d),
    )


def matrices(rng: Generator, *shape: int) -> Array:
    """A matrix, or a stack of them, with entries of variance 1 / rows: what is multiplied keeps its scale.

    >>> matrices(np.random.default_rng(0), 2, 3, 4).shape
    (2, 3, 4)
    """
    return rng.normal(size=shape) / math.sqrt(shape[-2])


def small(rng: Generator, *shape: int) -> Array:
    """Small numbers around zero, for biases.

    >>> small(np.random.default_rng(0), 3).shape
    (3,)
    """
    return 0.1 * rng.normal(size=shape)
