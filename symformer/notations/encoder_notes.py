"""The letters of lecture notes that write an encoder over n tokens with heads of width k."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

ENCODER_NOTES = Notation(
    id="encoder-notes",
    title="Notes on the encoder: n, d, k, h",
    source=Citation("gnoejh", None, "ict1022, Encoder Equations"),
    letters={
        "key-width": "k",
        "query-width": "k_q",
        "query-weights": "W_Q",
        "key-weights": "W_K",
        "value-weights": "W_V",
        "output-weights": "W_O",
        "query-bias": "b_Q",
        "key-bias": "b_K",
        "value-bias": "b_V",
        "output-bias": "b_O",
        "head-output": r"\mathrm{Head}",
        "position": "i",
        "embedding": "W_E",
        "positions": r"\mathrm{PE}",
        "vocabulary-size": r"V_{\text{size}}",
        "query": r"\mathbf{q}",
        "key": r"\mathbf{k}",
        "value": r"\mathbf{v}",
        "memory": r"Z_{\text{encoder}}",
        "decoder-output": r"Z_{\text{decoder}}",
        "pair-index": "p",
        "key-position": "u",
    },
    functions={"softmax": r"\text{softmax}", "LayerNorm": r"\text{LayerNorm}", "Concat": r"\text{Concat}"},
    heads="above",
    transpose="T",
    softmax_along="row",
    spare={"head-index": "c"},
    shared=(frozenset({"head-index", "position"}),),
    remark="i counts heads and positions",
)
