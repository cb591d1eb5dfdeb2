"""The letters of a compact and complete account in pseudocode: column vectors, lengths and widths by label."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

PHUONG_HUTTER = Notation(
    id="phuong-hutter",
    title="Formal algorithms",
    source=Citation("Phuong and Hutter", 2022, "Formal Algorithms for Transformers", "appendix B"),
    letters={
        "sequence-length": r"\ell_{\text{x}}",
        "memory-length": r"\ell_{\text{z}}",
        "model-width": r"d_{\text{e}}",
        "heads": "H",
        "head-index": "h",
        "key-value-heads": r"H_{\text{kv}}",
        "key-width": r"d_{\text{attn}}",
        "query-width": r"d_{\text{q}}",
        "value-width": r"d_{\text{mid}}",
        "hidden-width": r"d_{\text{mlp}}",
        "vocabulary-size": r"N_{\text{V}}",
        "memory": r"\mathbf{Z}",
        "output": r"\tilde{\mathbf{X}}",
        "head-output": r"\mathbf{Y}",
        "target-input": r"\mathbf{X}_{\text{dec}}",
        "concatenated": r"\bar{\mathbf{Y}}",
        "attention-output": r"\tilde{\mathbf{V}}",
        "query-weights": r"\mathbf{W}_{\text{q}}",
        "key-weights": r"\mathbf{W}_{\text{k}}",
        "value-weights": r"\mathbf{W}_{\text{v}}",
        "output-weights": r"\mathbf{W}_{\text{o}}",
        "query-bias": r"\mathbf{b}_{\text{q}}",
        "key-bias": r"\mathbf{b}_{\text{k}}",
        "value-bias": r"\mathbf{b}_{\text{v}}",
        "output-bias": r"\mathbf{b}_{\text{o}}",
        "first-weights": r"\mathbf{W}_{\text{mlp1}}",
        "first-bias": r"\mathbf{b}_{\text{mlp1}}",
        "second-weights": r"\mathbf{W}_{\text{mlp2}}",
        "second-bias": r"\mathbf{b}_{\text{mlp2}}",
        "embedding": r"\mathbf{W}_{\text{e}}",
        "positions": r"\mathbf{W}_{\text{p}}",
        "unembedding": r"\mathbf{W}_{\text{u}}",
        "mean": "m",
        "deviation": "v",
        "mask": r"\mathbf{M}",
    },
    functions={"LayerNorm": r"\operatorname{layer\_norm}"},
    matrices="bold",
    vectors="bold",
    lay="columns",
    heads="above",
)
