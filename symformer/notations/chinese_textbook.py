"""The letters of a Chinese textbook: column vectors in bold italics, N inputs, M heads, head m."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

CHINESE_TEXTBOOK = Notation(
    id="chinese-textbook",
    title="A Chinese textbook (NNDL)",
    source=Citation("Qiu Xipeng (邱锡鹏)", 2020, "神经网络与深度学习", "section 8.3"),
    letters={
        "sequence-length": "N",
        "memory-length": r"N_{\text{enc}}",
        "model-width": "D_x",
        "heads": "M",
        "head-index": "m",
        "key-value-heads": r"M_{\text{kv}}",
        "key-width": "D_k",
        "query-width": "D_q",
        "value-width": "D_v",
        "hidden-width": "D_h",
        "vocabulary-size": r"\lvert \mathcal{V} \rvert",
        "position": "n",
        "query-weights": r"\boldsymbol{W}_q",
        "key-weights": r"\boldsymbol{W}_k",
        "value-weights": r"\boldsymbol{W}_v",
        "output-weights": r"\boldsymbol{W}_o",
        "query-bias": r"\boldsymbol{b}_q",
        "key-bias": r"\boldsymbol{b}_k",
        "value-bias": r"\boldsymbol{b}_v",
        "output-bias": r"\boldsymbol{b}_o",
        "mask": r"\boldsymbol{B}",
    },
    matrices="bold-italic",
    vectors="bold-italic",
    lay="columns",
    heads="above",
    language="zh",
)
