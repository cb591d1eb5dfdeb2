"""The letters of the textbook that runs: bold arrays, n queries, m pairs of keys and values."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

D2L = Notation(
    id="d2l",
    title="Dive into Deep Learning",
    source=Citation("Zhang et al.", 2023, "Dive into Deep Learning", "chapter 11"),
    letters={
        "key-width": "d",
        "model-width": r"d_{\text{model}}",
        "value-width": "v",
        "hidden-width": r"d_{\text{hidden}}",
        "vocabulary-size": r"\lvert \mathcal{V} \rvert",
        "position": "i",
        "head-output": r"\mathbf{h}",
        "query-weights": r"\mathbf{W}^{(q)}",
        "key-weights": r"\mathbf{W}^{(k)}",
        "value-weights": r"\mathbf{W}^{(v)}",
        "output-weights": r"\mathbf{W}_o",
        "query-bias": r"\mathbf{b}^{(q)}",
        "key-bias": r"\mathbf{b}^{(k)}",
        "value-bias": r"\mathbf{b}^{(v)}",
        "output-bias": r"\mathbf{b}_o",
    },
    matrices="bold",
    vectors="bold",
    first=0,
    spare={"head-index": "a"},
    shared=(frozenset({"head-index", "position"}),),
)
