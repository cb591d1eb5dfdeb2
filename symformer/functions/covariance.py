"""How two quantities vary together."""

from __future__ import annotations

from symformer.functions.function import Function

COVARIANCE = Function(
    id="covariance",
    name="Cov",
    summary="How two quantities vary together.",
    spellings=(),
    law="open",
    arguments=(1, 2),
)
