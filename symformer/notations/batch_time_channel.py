"""The letters of compact programs: batch, time and channels."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

BATCH_TIME_CHANNEL = Notation(
    id="batch-time-channel",
    title="B, T, C",
    source=Citation("A. Karpathy", 2022, "nanoGPT", "model.py"),
    letters={
        "sequence-length": "T",
        "memory-length": r"T_{\text{mem}}",
        "model-width": "C",
        "batch-size": "B",
        "concatenated": r"Y_{\text{heads}}",
        "heads": r"n_{\text{head}}",
        "key-value-heads": r"n_{\text{kv}}",
        "head-index": "h",
        "key-width": r"h_s",
        "value-width": r"h_v",
        "query-width": r"h_q",
        "hidden-width": r"C_{\text{ff}}",
        "vocabulary-size": r"n_{\text{vocab}}",
        "layers": r"n_{\text{layer}}",
        "one-hot": "I",
        "embedding": r"W_{\text{te}}",
        "positions": r"W_{\text{pe}}",
        "unembedding": r"W_{\text{head}}",
        "query-weights": "W_q",
        "key-weights": "W_k",
        "value-weights": "W_v",
        "output-weights": "W_{\\text{proj}}",
        "query-bias": "b_q",
        "key-bias": "b_k",
        "value-bias": "b_v",
        "output-bias": r"b_{\text{proj}}",
        "first-weights": r"W_{\text{fc}}",
        "first-bias": r"b_{\text{fc}}",
        "second-weights": r"W_{\text{out}}",
        "second-bias": r"b_{\text{out}}",
    },
    functions={"LayerNorm": r"\operatorname{LN}", "FFN": r"\operatorname{MLP}"},
    heads="above",
    first=0,
)
