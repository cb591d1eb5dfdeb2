"""How far one distribution is from another."""

from __future__ import annotations

from symformer.functions.function import Function

DIVERGENCE = Function(
    id="divergence",
    name="KL",
    summary="How far one distribution is from another.",
    spellings=("D_KL", "KL divergence"),
    law="scalar",
    value="symformer.reference.losses.kl_divergence",
    arguments=(1, 2),
)
