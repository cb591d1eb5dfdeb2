"""The letters the catalogue is written in: those of the original paper, one for each thing."""

from __future__ import annotations

from symformer.notations.citation import Citation
from symformer.notations.notation import Notation

PLAIN = Notation(
    id="plain",
    title="Plain letters",
    source=Citation("Vaswani et al.", 2017, "Attention Is All You Need", "sections 3.1 to 3.5"),
    remark="the original paper's letters, with d for the width of the model and a letter for whatever it has none for",
)
