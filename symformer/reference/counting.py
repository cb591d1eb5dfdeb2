"""What a Transformer costs: parameters, floating-point operations, bytes of the key–value cache.

A multiplication and an addition are two operations; a product (n, k) (k, m) takes 2 n k m.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class GptSizes:
    """The sizes of a decoder-only model in the form of GPT-2."""

    L: int  # blocks
    d: int  # width
    h: int  # heads
    N_V: int = 50257  # vocabulary
    n_max: int = 1024  # positions


# Radford and others, "Language models are unsupervised multitask learners" (2019), table 2
GPT_2 = {
    "small": GptSizes(L=12, d=768, h=12),
    "medium": GptSizes(L=24, d=1024, h=16),
    "large": GptSizes(L=36, d=1280, h=20),
    "xl": GptSizes(L=48, d=1600, h=25),
}


def parameters_of(weights: object) -> int:
    """How many numbers a record of weights holds.

    >>> from symformer.reference.weights import feed_forward_weights
    >>> parameters_of(feed_forward_weights(np.random.default_rng(0), 2, 8)) == feed_forward_parameters(2, 8)
    True
    """
    if isinstance(weights, np.ndarray):
        return weights.size
    if isinstance(weights, tuple):
        return sum(map(parameters_of, weights))
    assert is_dataclass(weights), f"no weights: {weights!r}"
    return sum(parameters_of(getattr(weights, each.name)) for each in fields(weights))


def linear_parameters(d: int, p: int, *, bias: bool = True) -> int:
    """Those of a linear layer: d p, and p biases.

    >>> linear_parameters(2, 3), linear_parameters(2, 3, bias=False)
    (9, 6)
    """
    return d * p + p * bias


def attention_parameters(
    d: int, h: int, *, d_k: int | None = None, d_v: int | None = None, g: int | None = None, bias: bool = True
) -> int:
    """Those of multi-head attention: 4 d² and 4 d biases where d_k = d_v = d / h and nothing is shared.

    >>> attention_parameters(512, 8, bias=False) == 4 * 512**2
    True
    """
    d_k = d_k or d // h
    d_v, g = d_v or d_k, g or h
    shared = linear_parameters(d, g * d_k, bias=bias) + linear_parameters(d, g * d_v, bias=bias)
    return linear_parameters(d, h * d_k, bias=bias) + shared + linear_parameters(h * d_v, d, bias=bias)


def feed_forward_parameters(d: int, d_ff: int, *, bias: bool = True) -> int:
    """Those of the position-wise network: 2 d d_ff, and d_ff + d biases.

    >>> feed_forward_parameters(512, 2048)
    2099712
    """
    return linear_parameters(d, d_ff, bias=bias) + linear_parameters(d_ff, d, bias=bias)


def gated_feed_forward_parameters(d: int, d_ff: int) -> int:
    """Those of the network with a gate: 3 d d_ff.

    >>> gated_feed_forward_parameters(4096, 11008)
    135266304
    """
    return 3 * d * d_ff


def norm_parameters(d: int, *, bias: bool = True) -> int:
    """Those of a norm: a scale, and a shift where it has one.

    >>> norm_parameters(512)
    1024
    """
    return d + d * bias


def encoder_block_parameters(d: int, h: int, d_ff: int, *, bias: bool = True) -> int:
    """Those of a block with self-attention: 12 d² + 13 d where d_ff = 4 d.

    >>> encoder_block_parameters(768, 12, 3072) == 12 * 768**2 + 13 * 768
    True
    """
    sublayers = attention_parameters(d, h, bias=bias) + feed_forward_parameters(d, d_ff, bias=bias)
    return sublayers + 2 * norm_parameters(d, bias=bias)


def decoder_block_parameters(d: int, h: int, d_ff: int, *, bias: bool = True) -> int:
    """Those of a block with self-attention and cross-attention.

    >>> decoder_block_parameters(512, 8, 2048)
    4204032
    """
    sublayers = 2 * attention_parameters(d, h, bias=bias) + feed_forward_parameters(d, d_ff, bias=bias)
    return sublayers + 3 * norm_parameters(d, bias=bias)


def gpt_parameters(sizes: GptSizes, *, bias: bool = True) -> int:
    """Those of a model in the form of GPT-2, the embedding shared with the output.

    >>> gpt_parameters(GPT_2["small"]), gpt_parameters(GPT_2["small"], bias=False)
    (124439808, 124337664)
    """
    d = sizes.d
    tables = sizes.N_V * d + sizes.n_max * d
    return tables + sizes.L * encoder_block_parameters(d, sizes.h, 4 * d, bias=bias) + norm_parameters(d, bias=bias)


def llama_parameters(L: int, d: int, h: int, g: int, d_ff: int, N_V: int) -> int:
    """Those of a model in the form of LLaMA: gated networks, RMS norms, no biases, an output of its own.

    >>> llama_parameters(L=32, d=4096, h=32, g=32, d_ff=11008, N_V=32000)
    6738415616
    """
    block = attention_parameters(d, h, g=g, bias=False) + gated_feed_forward_parameters(d, d_ff)
    return 2 * N_V * d + L * (block + 2 * norm_parameters(d, bias=False)) + norm_parameters(d, bias=False)


def product_flops(n: int, k: int, m: int) -> int:
    """Those of a product (n, k) (k, m).

    >>> product_flops(2, 3, 5)
    60
    """
    return 2 * n * k * m


def attention_flops(n: int, d: int) -> int:
    """The forward pass of multi-head self-attention: projections, scores, sums of values, output.

    The softmax is left out.  8 n d² + 4 n² d, whatever the number of heads.

    >>> attention_flops(1024, 768)
    8053063680
    """
    projections = 4 * product_flops(n, d, d)
    return projections + product_flops(n, d, n) + product_flops(n, n, d)


def feed_forward_flops(n: int, d: int, d_ff: int) -> int:
    """The forward pass of the position-wise network: 4 n d d_ff.

    >>> feed_forward_flops(1024, 768, 3072)
    9663676416
    """
    return product_flops(n, d, d_ff) + product_flops(n, d_ff, d)


def gpt_flops(sizes: GptSizes, n: int) -> int:
    """The forward pass over n tokens, products of matrices only, with the logits.

    >>> gpt_flops(GPT_2["small"], 1024)
    291648307200
    """
    block = attention_flops(n, sizes.d) + feed_forward_flops(n, sizes.d, 4 * sizes.d)
    return sizes.L * block + product_flops(n, sizes.d, sizes.N_V)


def training_flops(N: int, D: int) -> int:
    """The usual estimate for training N parameters on D tokens: 6 N D.

    Source: Kaplan and others, "Scaling laws for neural language models" (2020), section 2.1.

    >>> f"{training_flops(174_600_000_000, 300_000_000_000):.3g}"
    '3.14e+23'
    """
    return 6 * N * D


def cache_bytes(n: int, L: int, g: int, d_k: int, *, d_v: int | None = None, size: int = 2, batch: int = 1) -> int:
    """The key–value cache of n positions: a key and a value for each block and each pair, of ``size`` bytes a number.

    Source: Pope and others, "Efficiently scaling Transformer inference" (2023), section 2.1.

    >>> cache_bytes(1, L=40, g=40, d_k=128) // 1024
    800
    """
    return batch * n * L * g * (d_k + (d_v or d_k)) * size
