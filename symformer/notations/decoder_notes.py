"""The letters of lecture notes that write a decoder over m tokens beside an encoder over n."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

DECODER_NOTES = Notation(
    id="decoder-notes",
    title="Notes on the decoder: m, n, d, k, h",
    source=Citation("gnoejh", None, "ict1022, Decoder Equations"),
    letters={
        "sequence-length": "m",
        "memory-length": "n",
        "input": r"Y_{\text{input}}",
        "target-input": r"Y",
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
        "mask": r"\text{mask}",
        "pair-index": "p",
        "key-position": "u",
    },
    functions={"softmax": r"\text{softmax}", "LayerNorm": r"\text{LayerNorm}", "Concat": r"\text{Concat}"},
    heads="above",
    transpose="T",
    softmax_along="row",
    spare={"head-index": "c"},
    shared=(frozenset({"head-index", "position"}),),
    remark="m is the length of the decoder's own sequence, n that of the encoder's",
)
