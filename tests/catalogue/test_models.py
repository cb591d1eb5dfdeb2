"""What is published of models, held against the counting equations of the reference."""

from __future__ import annotations

import pytest

from symformer.catalogue.models import MODELS, PublishedModel
from symformer.reference import counting

MODEL = pytest.mark.parametrize("model", MODELS, ids=lambda each: each.id)
UNITS = {"M": 10**6, "B": 10**9}


def printed_number(text: str) -> float:
    return float(text[:-1]) * UNITS[text[-1]]


@MODEL
def test_heads_divide_the_width(model: PublishedModel) -> None:
    assert model.width % model.heads == 0
    assert model.source.place and model.source.year


@MODEL
def test_the_parameters_are_of_the_size_that_layers_and_width_give(model: PublishedModel) -> None:
    # 12 L d² for one stack; the encoder-decoder has two, the second with cross-attention; a gated network adds a third
    stacks = 28 / 12 if model.id.startswith("transformer") else 1
    rough = 12 * stacks * model.layers * model.width**2
    assert 0.6 < rough / printed_number(model.parameters) < 1.25


def test_gpt_2_small_to_the_last_one() -> None:
    small = next(each for each in MODELS if each.id == "gpt-2-small")
    sizes = counting.GptSizes(
        L=small.layers, d=small.width, h=small.heads, N_V=small.vocabulary or 0, n_max=small.positions or 0
    )
    assert counting.gpt_parameters(sizes) == 124_439_808
    assert "124,439,808" in small.remark
