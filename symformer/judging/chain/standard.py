"""What the reference makes of each stage, in rows, from its own earlier results.

A stage may have several forms that are as legitimate; the first is the usual one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Forms = dict[str, Any]  # the name of a form, and what it gives
Rows = Any  # an array whose rows are positions; heads before them


def projected(X: Rows, W: Rows, b: Any) -> Rows:
    """Queries, keys or values.  Shapes: (n, d), (d, k), (k) -> (n, k); heads of W in front stay there."""
    found = X @ W
    if b is None:
        return found
    return found + (b[..., None, :] if b.ndim > 1 else b)


def scores(Q: Rows, K: Rows, M: Any) -> Forms:
    """The scaled scores with the mask; before they are scaled.  Shapes: (n, d_k), (m, d_k), (n, m) -> (n, m)."""
    from symformer.reference.attention import attention_scores

    scaled = attention_scores(Q, K)
    raw = Q @ K.swapaxes(-1, -2)
    if M is None:
        return {"scaled": scaled, "not scaled yet": raw}
    return {"scaled": scaled + M, "not scaled yet": raw + M, "masked before scaling": (raw + M) / K.shape[-1] ** 0.5}


def weights(Q: Rows, K: Rows, M: Any) -> Rows:
    """The shares of each query.  Shapes: (n, d_k), (m, d_k), (n, m) -> (n, m)."""
    from symformer.reference.functional import softmax

    return softmax(scores(Q, K, M)["scaled"])


def weights_of_scores(S: Rows) -> Rows:
    """Shares along the last axis.  Shapes: (n, m) -> (n, m)."""
    from symformer.reference.functional import softmax

    return softmax(S)


def joined(H: Rows) -> Rows:
    """The heads side by side.  Shapes: (h, n, d_v) -> (n, h d_v)."""
    from symformer.reference.multi_head import join_heads

    return join_heads(H) if H.ndim > 2 else H


def norm_of(name: str) -> Callable[[Rows], Rows]:
    """The norm that a note calls."""
    from symformer.reference.normalization import layer_norm, rms_norm

    found: Callable[[Rows], Rows] = rms_norm if name == "rms-norm" else layer_norm
    return found


def activation_of(name: str) -> Callable[[Rows], Rows]:
    """The activation that a note calls; where it calls none, the rectifier."""
    import numpy as np

    from symformer.reference import functional

    found: Mapping[str, Callable[[Rows], Rows]] = {
        "gelu": functional.gelu, "silu": functional.silu, "sigmoid": functional.sigmoid, "tanh": np.tanh,
        "elu": functional.elu, "leaky-relu": functional.leaky_relu, "softplus": functional.softplus,
    }  # fmt: skip
    return found.get(name, functional.relu)


def feed_forward(X: Rows, first: Any, b_1: Any, second: Any, b_2: Any, activation: str) -> Rows:
    """The position-wise network.  Shapes: (n, d), (d, d_ff), (d_ff), (d_ff, d), (d) -> (n, d)."""
    hidden = activation_of(activation)(projected(X, first, b_1))
    return projected(hidden, second, b_2)


def sublayer_forms(X: Rows, inside: Callable[[Rows], Rows], norm: str) -> Forms:
    """A sublayer with its residual: the norm behind the sum, before the sublayer, or elsewhere."""
    N = norm_of(norm)
    plain = inside(X)
    return {
        "post-norm": N(X + plain),
        "pre-norm": X + inside(N(X)),
        "sum": X + plain,
        "norm of the sublayer": X + N(plain),
    }


def some_attention(X: Rows, Y: Rows, V: Rows) -> Rows:
    """Attention without weights, for a function that a note calls and nowhere defines."""
    from symformer.reference.attention import scaled_dot_product_attention

    return scaled_dot_product_attention(X, Y, V)


def some_network(X: Rows) -> Rows:
    """A map of each position, for a function that a note calls and nowhere defines."""
    import numpy as np

    return np.tanh(X) + 0.25 * X * X


def encoded(n: int, d: int, first: int) -> Rows:
    """The sinusoidal positions, counted from ``first``.  Shapes: n, d -> (n, d)."""
    from symformer.reference.positions import sinusoidal_encoding

    return sinusoidal_encoding(n + first, d)[first:]
