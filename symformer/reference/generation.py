"""Generation with a key–value cache: each step works on the new tokens only, and gives what a full pass gives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symformer.reference.attention import causal_mask
from symformer.reference.functional import Array, Integers, gelu_tanh
from symformer.reference.transformer import (
    attend,
    embedding,
    feed_forward_layer,
    keys_and_values,
    language_model,
    normalized,
    output_projection,
    queries,
)
from symformer.reference.weights import EncoderBlockWeights, LanguageModelWeights


@dataclass(frozen=True, slots=True)
class KeyValueCache:
    """The keys and values of one block for the positions that are past."""

    K: Array  # (g, t, d_k)
    V: Array  # (g, t, d_v)

    @property
    def length(self) -> int:
        """How many positions are past."""
        return self.K.shape[-2]


def empty_cache(weights: LanguageModelWeights) -> tuple[KeyValueCache, ...]:
    """A cache for each block, before the first token."""
    parts = [block.attention for block in weights.blocks]
    return tuple(KeyValueCache(each.W_K[:, :0, :], each.W_V[:, :0, :]) for each in parts)  # (g, 0, d_k), (g, 0, d_v)


def continued(
    tokens: Integers, weights: LanguageModelWeights, caches: tuple[KeyValueCache, ...]
) -> tuple[Array, tuple[KeyValueCache, ...]]:
    """The logits after each of the new tokens, and the caches that hold them too.

    Shapes: (n) -> (n, N_V).  Source: Pope and others, "Efficiently scaling Transformer inference" (2023),
    section 2.

    >>> from symformer.reference.weights import language_model_weights
    >>> weights = language_model_weights(0, d=6, h=3, d_ff=24, L=2, N_V=11, n_max=5)
    >>> tokens = np.array([1, 2, 3])
    >>> _, caches = continued(tokens[:2], weights, empty_cache(weights))
    >>> logits, _ = continued(tokens[2:], weights, caches)
    >>> bool(np.allclose(logits, language_model(tokens, weights)[2:]))
    True
    """
    t, n = caches[0].length, tokens.shape[-1]
    X = embedding(tokens, weights.E) + weights.P[t : t + n]  # (n, d)
    grown = []
    for block, cache in zip(weights.blocks, caches, strict=True):
        X, cache = _block(X, block, cache)
        grown.append(cache)
    return output_projection(normalized(X, weights.norm), weights.E.T), tuple(grown)


def _block(X: Array, weights: EncoderBlockWeights, cache: KeyValueCache) -> tuple[Array, KeyValueCache]:
    """A pre-norm block for the new positions."""
    N = normalized(X, weights.norm_1)
    K, V = keys_and_values(N, weights.attention)  # (g, n, d_k), (g, n, d_v)
    cache = KeyValueCache(np.concatenate((cache.K, K), axis=-2), np.concatenate((cache.V, V), axis=-2))
    M = causal_mask(cache.length)[-X.shape[-2] :]  # (n, t + n)
    X = X + attend(queries(N, weights.attention), cache.K, cache.V, weights.attention, M)
    return X + feed_forward_layer(normalized(X, weights.norm_2), weights.feed_forward, gelu_tanh), cache


def generated(prompt: Integers, weights: LanguageModelWeights, count: int) -> Integers:
    """The prompt and ``count`` tokens after it, each the most probable one, with a cache.

    Shapes: (n) -> (n + count).

    >>> from symformer.reference.weights import language_model_weights
    >>> weights = language_model_weights(0, d=6, h=3, d_ff=24, L=2, N_V=11, n_max=9)
    >>> prompt = np.array([1, 2, 3])
    >>> bool(np.all(generated(prompt, weights, 5) == generated_by_full_passes(prompt, weights, 5)))
    True
    """
    logits, caches = continued(prompt, weights, empty_cache(weights))
    tokens = prompt
    for left in reversed(range(count)):
        newest = logits[-1:].argmax(axis=-1)  # (1)
        tokens = np.concatenate((tokens, newest))
        if left:
            logits, caches = continued(newest, weights, caches)
    return tokens


def generated_by_full_passes(prompt: Integers, weights: LanguageModelWeights, count: int) -> Integers:
    """The same without a cache.  Shapes: (n) -> (n + count)."""
    tokens = prompt
    for _ in range(count):
        tokens = np.concatenate((tokens, language_model(tokens, weights)[-1:].argmax(axis=-1)))
    return tokens
