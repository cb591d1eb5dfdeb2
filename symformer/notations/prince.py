"""The letters of a textbook that writes all weights with Greek capitals and positions as columns."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

PRINCE = Notation(
    id="prince",
    title="Understanding Deep Learning",
    source=Citation("S. Prince", 2023, "Understanding Deep Learning", "chapter 12"),
    letters={
        "sequence-length": "N",
        "memory-length": "M",
        "model-width": "D",
        "heads": "H",
        "head-index": "h",
        "key-value-heads": r"H_{\text{kv}}",
        "key-width": "D_q",
        "query-width": r"D_{\text{head}}",
        "value-width": "D_v",
        "hidden-width": r"D_{\text{ff}}",
        "vocabulary-size": r"V_{\text{size}}",
        "layers": "K_{\\text{layers}}",
        "position": "n",
        "key-position": "m",
        "mask": r"\mathbf{A}_{\text{mask}}",
        "weights": r"\mathbf{A}",
        "query-weights": r"\boldsymbol{\Omega}_q",
        "key-weights": r"\boldsymbol{\Omega}_k",
        "value-weights": r"\boldsymbol{\Omega}_v",
        "output-weights": r"\boldsymbol{\Omega}_c",
        "query-bias": r"\boldsymbol{\beta}_q",
        "key-bias": r"\boldsymbol{\beta}_k",
        "value-bias": r"\boldsymbol{\beta}_v",
        "output-bias": r"\boldsymbol{\beta}_c",
        "first-weights": r"\boldsymbol{\Omega}_0",
        "first-bias": r"\boldsymbol{\beta}_0",
        "second-weights": r"\boldsymbol{\Omega}_1",
        "second-bias": r"\boldsymbol{\beta}_1",
        "embedding": r"\boldsymbol{\Omega}_e",
        "positions": r"\boldsymbol{\Pi}",
        "head-output": r"\mathbf{H}",
        "gain": r"\boldsymbol{\gamma}",
        "shift": r"\boldsymbol{\delta}",
    },
    functions={"softmax": r"\operatorname{Softmax}", "FFN": r"\operatorname{mlp}", "MultiHead": r"\operatorname{MhSa}"},
    matrices="bold",
    vectors="bold",
    lay="columns",
    heads="above",
)
