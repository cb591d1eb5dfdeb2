"""The parts of the model, as the equations that compute them."""

from __future__ import annotations

from symformer.catalogue.equation import Block

BLOCKS = (
    Block(
        "attention-step-by-step",
        "Scaled dot-product attention, step by step",
        ("self-attention-projections", "attention-scores", "attention-weights", "attention-output"),
    ),
    Block(
        "multi-head-attention",
        "Multi-head attention",
        ("head-projections", "head", "concatenated-heads", "output-projection"),
    ),
    Block(
        "encoder-block",
        "Encoder block",
        (
            "head-projections", "head", "concatenated-heads", "output-projection", "encoder-attention", "feed-forward-relu",
            "encoder-output",
        ),
    ),
    Block(
        "encoder-block-pre-norm",
        "Encoder block with the normalisation first",
        (
            "head-projections", "head", "concatenated-heads", "output-projection", "encoder-attention-pre-norm",
            "feed-forward-relu", "encoder-output-pre-norm",
        ),
    ),
    Block(
        "decoder-block",
        "Decoder block",
        (
            "causal-mask", "masked-attention", "decoder-masked-attention", "cross-attention-projections", "cross-attention",
            "decoder-cross-attention", "feed-forward-relu", "decoder-output",
        ),
    ),
    Block(
        "input",
        "From tokens to the input of the first block",
        ("token-embedding", "sinusoid-even", "sinusoid-odd", "add-positions"),
    ),
    Block(
        "adam",
        "Adam",
        ("adam-first-moment", "adam-second-moment", "adam-correction", "adam-step"),
    ),
    Block(
        "attention-backward",
        "Gradients of attention",
        (
            "attention-backward-values", "attention-backward-weights", "attention-backward-score",
            "attention-backward-queries", "attention-backward-keys",
        ),
    ),
)  # fmt: skip
