"""How alike two vectors are."""

from __future__ import annotations

from symformer.functions.function import Function

SIMILARITY = Function(
    id="similarity",
    name="sim",
    summary="How alike two vectors are.",
    spellings=("cosine similarity", "cossim"),
    law="open",
    value="symformer.reference.functional.cosine_similarity",
    arguments=(1, 2),
)
