"""Counting: parameters, operations, bytes, sizes."""

from __future__ import annotations

from symformer.catalogue.derivation import Derivation, Step
from symformer.catalogue.sources import AINSLIE, HU, KAPLAN, PRESS_TYING, RADFORD, SHAZEER_MQA, VASWANI

COUNTED = {r"N_{\text{par}}": "scalar : number of parameters"}

DERIVATIONS = (
    Derivation(
        id="attention-parameters",
        title="The parameters of multi-head attention",
        given=(r"d_v = \frac{d}{h}", r"d_k = \frac{d}{h}"),
        start=r"h (d d_k + d_k) + h (d d_k + d_k) + h (d d_v + d_v) + h d_v d + d",
        steps=(
            Step(r"3 h \left(d \frac{d}{h} + \frac{d}{h}\right) + h \frac{d}{h} d + d", "widths of the heads"),
            Step(r"3 (d^2 + d) + d^2 + d", "the number of heads cancels"),
            Step(r"4 d^2 + 4 d", "like terms"),
        ),
        source=VASWANI.at("section 3.2.2"),
    ),
    Derivation(
        id="block-parameters",
        title="The parameters of an encoder block",
        given=(r"d_{\text{ff}} = 4 d",),
        start=r"4 d^2 + 4 d + (d d_{\text{ff}} + d_{\text{ff}} + d_{\text{ff}} d + d) + 2 d + 2 d",
        steps=(
            Step(r"4 d^2 + 4 d + (8 d^2 + 5 d) + 4 d", "the inner width is four times the width"),
            Step(r"12 d^2 + 13 d", "like terms"),
        ),
        source=KAPLAN.at("section 2.1"),
    ),
    Derivation(
        id="gated-width",
        title="The inner width of a gated network with as many weights",
        where={"p": "scalar : inner width of the gated network"},
        given=(r"p = \frac{8 d}{3}", r"d_{\text{ff}} = 4 d"),
        start=r"3 d p",
        steps=(
            Step(r"3 d \frac{8 d}{3}", "two thirds of four times the width"),
            Step(r"8 d^2", "the three cancels"),
            Step(r"2 d d_{\text{ff}}", "as many as without the gate"),
        ),
    ),
    Derivation(
        id="product-operations",
        title="The operations of a product of matrices",
        where={"p": "size : width of the output"},
        start=r"\sum_{t=1}^{n} \sum_{j=1}^{p} (d + d)",
        steps=(
            Step(r"\sum_{t=1}^{n} \sum_{j=1}^{p} 2 d", "as many additions as products, the first onto zero"),
            Step(r"2 n p d", "as many as there are entries"),
        ),
        source=KAPLAN.at("section 2.1"),
    ),
    Derivation(
        id="attention-operations",
        title="The operations of self-attention",
        given=(r"d_k = \frac{d}{h}",),
        start=r"6 n d^2 + 2 h n^2 d_k + 2 h n^2 d_k + 2 n d^2",
        steps=(
            Step(r"8 n d^2 + 4 h n^2 d_k", "projections, then scores and weighted sums"),
            Step(r"8 n d^2 + 4 n^2 d", "the number of heads cancels"),
        ),
        source=KAPLAN.at("section 2.1"),
    ),
    Derivation(
        id="training-operations",
        title="Six operations for each parameter and token",
        where={**COUNTED, r"N_{\text{tok}}": "scalar : number of tokens"},
        start=r"2 N_{\text{par}} N_{\text{tok}} + 2 N_{\text{par}} N_{\text{tok}} + 2 N_{\text{par}} N_{\text{tok}}",
        steps=(
            Step(
                r"2 N_{\text{par}} N_{\text{tok}} + 4 N_{\text{par}} N_{\text{tok}}",
                "the way there, and twice as many on the way back: for inputs and weights",
            ),
            Step(r"6 N_{\text{par}} N_{\text{tok}}", "like terms"),
        ),
        source=KAPLAN.at("section 2.1"),
    ),
    Derivation(
        id="cache-of-one-key-head",
        title="One head of keys and values shrinks the cache by the number of heads",
        where={"c": "scalar : bytes of one number"},
        given=(r"h_{\text{kv}} = 1",),
        start=r"\frac{2 c B n L h d_k}{2 c B n L h_{\text{kv}} d_k}",
        steps=(
            Step(r"\frac{h}{h_{\text{kv}}}", "common factors cancel"),
            Step("h", "one head of keys and values"),
        ),
        source=SHAZEER_MQA.at("section 3"),
    ),
    Derivation(
        id="cache-of-groups",
        title="Grouped keys and values shrink the cache by the size of a group",
        where={"c": "scalar : bytes of one number", "g": "size : heads of a group"},
        given=(r"h_{\text{kv}} = \frac{h}{g}",),
        start=r"\frac{2 c B n L h d_k}{2 c B n L h_{\text{kv}} d_k}",
        steps=(
            Step(r"\frac{h}{h_{\text{kv}}}", "common factors cancel"),
            Step("g", "heads of a group"),
        ),
        source=AINSLIE.at("section 2.2"),
    ),
    Derivation(
        id="tied-embeddings",
        title="Tied embeddings save one matrix",
        start=r"(N_V d + L (12 d^2 + 13 d) + d N_V) - (N_V d + L (12 d^2 + 13 d))",
        steps=(
            Step(r"d N_V", "all else cancels"),
            Step(r"N_V d", "the order of factors does not matter"),
        ),
        source=PRESS_TYING.at("section 3"),
    ),
    Derivation(
        id="language-model-parameters",
        title="The parameters of a language model with tied embeddings",
        where={r"n_{\text{max}}": "size : longest sequence"},
        start=r"N_V d + n_{\text{max}} d + L (4 d^2 + 4 d + 8 d^2 + 5 d + 4 d) + 2 d",
        steps=(
            Step(r"N_V d + n_{\text{max}} d + L (12 d^2 + 13 d) + 2 d", "like terms"),
            Step(r"d (N_V + n_{\text{max}} + 12 L d + 13 L + 2)", "common factor"),
        ),
        source=RADFORD.at("section 2.3"),
    ),
    Derivation(
        id="low-rank-parameters",
        title="The share of parameters that a low-rank adapter trains",
        where={"p": "size : width of the output", "r": "size : rank"},
        given=("p = d",),
        start=r"\frac{d r + r p}{d p}",
        steps=(
            Step(r"\frac{r (d + p)}{d p}", "common factor"),
            Step(r"\frac{2 r}{d}", "a square matrix"),
        ),
        source=HU.at("section 4.1"),
    ),
    Derivation(
        id="convolution-size",
        title="The output size of a convolution",
        where={
            "g": "size : input size",
            "p": "size : padding on each side",
            "k": "size : size of the kernel",
            "c": "size : stride",
            "a": "scalar : number of outputs",
        },
        given=("g = (a - 1) c + k - 2 p",),
        start=r"\frac{g + 2 p - k}{c} + 1",
        steps=(
            Step(r"\frac{(a - 1) c + k - 2 p + 2 p - k}{c} + 1", "the last kernel ends where the padded input ends"),
            Step(r"(a - 1) + 1", "paddings and kernels cancel, then the stride"),
            Step("a", "the ones cancel"),
        ),
    ),
)
