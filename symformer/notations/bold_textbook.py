"""A textbook style: bold arrays, capital sizes, what a weight is for in brackets above it."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

BOLD_TEXTBOOK = Notation(
    id="bold-textbook",
    title="Bold letters: N, D, H",
    source=Citation("Bishop and Bishop", 2024, "Deep Learning: Foundations and Concepts", "section 12.1"),
    letters={
        "sequence-length": "N",
        "memory-length": "M",
        "model-width": "D",
        "heads": "H",
        "head-index": "h",
        "key-value-heads": r"H_{\text{kv}}",
        "key-width": "D_k",
        "query-width": "D_q",
        "value-width": "D_v",
        "hidden-width": r"D_{\text{ff}}",
        "vocabulary-size": "K_{\\text{vocab}}",
        "position": "n",
        "key-position": "m",
        "feature-index": "i",
        "mask": r"\mathbf{M}",
        "head-output": r"\mathbf{H}",
        "attention-output": r"\mathbf{O}",
        "query-weights": r"\mathbf{W}^{(\mathrm{q})}",
        "key-weights": r"\mathbf{W}^{(\mathrm{k})}",
        "value-weights": r"\mathbf{W}^{(\mathrm{v})}",
        "output-weights": r"\mathbf{W}^{(\mathrm{o})}",
        "query-bias": r"\mathbf{b}^{(\mathrm{q})}",
        "key-bias": r"\mathbf{b}^{(\mathrm{k})}",
        "value-bias": r"\mathbf{b}^{(\mathrm{v})}",
        "output-bias": r"\mathbf{b}^{(\mathrm{o})}",
    },
    functions={"softmax": r"\operatorname{Softmax}", "FFN": r"\operatorname{MLP}"},
    matrices="bold",
    vectors="bold",
)
