"""Sizes are the names of axes, in upright letters: what is summed over is named, not counted."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

NAMED_AXES = Notation(
    id="named-axes",
    title="Named axes",
    source=Citation("Chiang, Rush and Barak", 2021, "Named Tensor Notation", "section 4.1"),
    letters={
        "sequence-length": r"\lvert \mathsf{seq} \rvert",
        "memory-length": r"\lvert \mathsf{mem} \rvert",
        "model-width": r"\lvert \mathsf{chans} \rvert",
        "heads": r"\lvert \mathsf{heads} \rvert",
        "key-value-heads": r"\lvert \mathsf{kvheads} \rvert",
        "key-width": r"\lvert \mathsf{key} \rvert",
        "query-width": r"\lvert \mathsf{query} \rvert",
        "value-width": r"\lvert \mathsf{val} \rvert",
        "hidden-width": r"\lvert \mathsf{hidden} \rvert",
        "vocabulary-size": r"\lvert \mathsf{vocab} \rvert",
        "layers": r"\lvert \mathsf{layers} \rvert",
        "batch-size": r"\lvert \mathsf{batch} \rvert",
    },
    softmax_along="memory-length",
    remark="arrays stand as matrices whose sizes are the names of their axes",
)
