"""The letters of lecture notes that write a decoder over m tokens beside an encoder over n."""

from __future__ import annotations

from dataclasses import replace

from symformer.notations.citation import Citation
from symformer.notations.encoder_notes import ENCODER_NOTES

DECODER_NOTES = replace(
    ENCODER_NOTES,
    id="decoder-notes",
    title="Notes on the decoder: m, n, d, k, h",
    source=Citation("gnoejh", None, "ict1022, Decoder Equations"),
    letters={
        **ENCODER_NOTES.letters,
        "sequence-length": "m",
        "memory-length": "n",
        "input": r"Y_{\text{input}}",
        "target-input": r"Y",
        "mask": r"\text{mask}",
    },
    remark="m is the length of the decoder's own sequence, n that of the encoder's",
)
