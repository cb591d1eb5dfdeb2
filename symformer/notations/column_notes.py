"""The letters of notes that write a head for one query as a column vector, before and after projection."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

COLUMN_NOTES = Notation(
    id="column-notes",
    title="Notes on notation, column vectors: p_q, d_q, W_o",
    source=Citation("Zhang et al.", 2023, "Dive into Deep Learning", "section 11.5.1"),
    letters={
        "key-width": "p_k",
        "query-width": "p_q",
        "value-width": "p_v",
        "head-output": r"\mathbf{h}",
        "query-weights": r"\mathbf{W}^{(q)}",
        "key-weights": r"\mathbf{W}^{(k)}",
        "value-weights": r"\mathbf{W}^{(v)}",
        "output-weights": r"\mathbf{W}_o",
        "query-bias": r"\mathbf{b}^{(q)}",
        "key-bias": r"\mathbf{b}^{(k)}",
        "value-bias": r"\mathbf{b}^{(v)}",
        "output-bias": r"\mathbf{b}_o",
        "positions": r"\mathbf{P}",
    },
    matrices="bold",
    vectors="bold",
    lay="columns",
    remark="d is a width before projection, p one after it",
)
