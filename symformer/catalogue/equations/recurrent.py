"""Recurrent networks: gates, cells and hidden states."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import CHO, HOCHREITER

HIDDEN = {"p": "size : width of the hidden state"}

EQUATIONS = (
    Equation(
        id="lstm-hidden-state",
        title="Hidden state of a long short-term memory",
        latex=r"h_t = o_t \odot \tanh(c_t)",
        source=HOCHREITER.at("section 4"),
        where={
            "h": "n × p : hidden state",
            "o": "n × p : output gate",
            "c": "n × p : cell at each position",
            **HIDDEN,
        },
    ),
    Equation(
        id="gru-state",
        title="Hidden state of a gated recurrent unit",
        latex=r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t",
        variants=(r"h_t = z_t \odot h_{t-1} + (1 - z_t) \odot \tilde{h}_t",),
        source=CHO.at("section 2.3"),
        where={
            "h": "n × p : hidden state",
            "z": "n × p : update gate",
            r"\tilde{h}": "n × p : candidate for the hidden state",
            **HIDDEN,
        },
    ),
)
