"""The letters of the paper that introduced the Transformer."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

ORIGINAL_PAPER = Notation(
    id="original-paper",
    title="The original paper",
    source=Citation("Vaswani et al.", 2017, "Attention Is All You Need", "sections 3.1 to 3.5"),
    letters={
        "model-width": r"d_{\text{model}}",
        "layers": "N",
        "vocabulary-size": r"d_{\text{vocab}}",
        "head-output": r"\mathrm{head}",
        "positions": r"\mathrm{PE}",
        "position": r"\mathrm{pos}",
        "pair-index": "i",
        "batch-size": r"n_{\text{batch}}",
    },
    transpose="T",
    first=0,
    spare={"pair-index": "j"},
    shared=(frozenset({"head-index", "pair-index"}),),
    remark="i counts heads, and the pairs of the positional encoding; positions are counted from 0",
)
