"""The row of a table for each token."""

from __future__ import annotations

from symformer.functions.function import Function

EMBEDDING = Function(
    id="embedding",
    name="Embedding",
    summary="The row of a table for each token.",
    spellings=("Embed", "Emb", "TokenEmbedding"),
    law="open",
    arguments=(1, 2),
)
