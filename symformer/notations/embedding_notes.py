"""The letters of notes that go from one-hot tokens to heads: L positions, D features, H heads, head h."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

EMBEDDING_NOTES = Notation(
    id="embedding-notes",
    title="Notes on notation: L, D, H, h",
    source=Citation("L. Weng", 2023, "The Transformer Family Version 2.0", "section Notations"),
    letters={
        "sequence-length": "L",
        "memory-length": "S",
        "model-width": "D",
        "heads": "H",
        "head-index": "h",
        "key-value-heads": r"H_{\text{kv}}",
        "vocabulary-size": "V",
        "hidden-width": r"D_{\text{ff}}",
        "layers": r"N",
        "batch-size": "B",
        "position": "i",
        "key-position": "j",
        "feature-index": "d",
        "input": r"\mathbf{Z}",
        "output": r"\tilde{\mathbf{Z}}",
        "one-hot": r"O",
        "attention-output": r"\mathbf{C}",
        "concatenated": r"\bar{\mathbf{H}}",
        "scores": r"\mathbf{S}",
        "query-weights": r"\mathbf{W}^q",
        "key-weights": r"\mathbf{W}^k",
        "value-weights": r"\mathbf{W}^v",
        "output-weights": r"\mathbf{W}^o",
        "query-bias": r"\mathbf{b}^q",
        "key-bias": r"\mathbf{b}^k",
        "value-bias": r"\mathbf{b}^v",
        "output-bias": r"\mathbf{b}^o",
    },
    matrices="bold",
    vectors="bold",
    remark="after the source, with D for the width of the model, H for the number of heads and their small letters as indices",
)
