"""Counts against published figures."""

from __future__ import annotations

import pytest

from symformer.reference import counting, weights

# The counts of the published checkpoints, and of nanoGPT's sizing notebook (transformer_sizing.ipynb), which leaves
# out all biases. "124M, 355M, 774M, 1558M" are the sizes that the GPT-2 repository gives for them.
GPT_2 = {"small": 124_439_808, "medium": 354_823_168, "large": 774_030_080, "xl": 1_557_611_200}


@pytest.mark.parametrize("name", GPT_2)
def test_gpt_2(name: str) -> None:
    assert counting.gpt_parameters(counting.GPT_2[name]) == GPT_2[name]
    rounded = {"small": 124, "medium": 355, "large": 774, "xl": 1558}
    assert round(GPT_2[name] / 1e6) == rounded[name]


def test_nano_gpt_without_biases() -> None:
    assert counting.gpt_parameters(counting.GPT_2["small"], bias=False) == 124_337_664


@pytest.mark.parametrize(
    ("sizes", "count"),
    [
        # Touvron and others, "LLaMA" (2023), table 2: 6.7B, 13.0B, 32.5B, 65.2B
        ({"L": 32, "d": 4096, "h": 32, "g": 32, "d_ff": 11008, "N_V": 32000}, 6.7),
        ({"L": 40, "d": 5120, "h": 40, "g": 40, "d_ff": 13824, "N_V": 32000}, 13.0),
        ({"L": 60, "d": 6656, "h": 52, "g": 52, "d_ff": 17920, "N_V": 32000}, 32.5),
        ({"L": 80, "d": 8192, "h": 64, "g": 64, "d_ff": 22016, "N_V": 32000}, 65.3),
        # Jiang and others, "Mistral 7B" (2023), table 1 for the sizes: 7.24B, grouped queries
        ({"L": 32, "d": 4096, "h": 32, "g": 8, "d_ff": 14336, "N_V": 32000}, 7.2),
    ],
)
def test_llama(sizes: dict[str, int], count: float) -> None:
    assert round(counting.llama_parameters(**sizes) / 1e9, 1) == count


def test_the_original_transformer() -> None:
    """Vaswani and others (2017), table 3: 65 and 213 million, with a shared vocabulary of about 37000."""
    for d, h, d_ff, millions in ((512, 8, 2048, 65), (1024, 16, 4096, 213)):
        blocks = counting.encoder_block_parameters(d, h, d_ff) + counting.decoder_block_parameters(d, h, d_ff)
        assert (37_000 * d + 6 * blocks) / 1e6 == pytest.approx(millions, rel=0.03)


def test_operations_of_gpt_2() -> None:
    """nanoGPT's sizing notebook: the forward pass over 1024 tokens."""
    assert counting.gpt_flops(counting.GPT_2["small"], 1024) == 291_648_307_200


def test_the_cost_of_training_gpt_3() -> None:
    """Brown and others, "Language models are few-shot learners" (2020), table D.1: 3.14e23 for 174.6 billion."""
    assert counting.training_flops(174_600_000_000, 300_000_000_000) == pytest.approx(3.14e23, rel=1e-3)


def test_published_cache_sizes() -> None:
    """Kwon and others, "Efficient memory management for large language model serving with PagedAttention" (2023),
    section 3: 800 KB a token for OPT-13B in 16 bits, up to 1.6 GB for a request of 2048 tokens."""
    token = counting.cache_bytes(1, L=40, g=40, d_k=128)
    assert token == 800 * 1024
    assert counting.cache_bytes(2048, L=40, g=40, d_k=128) / 2**30 == pytest.approx(1.6, abs=0.05)


def test_shared_keys_shrink_the_cache_by_the_size_of_a_group() -> None:
    full, grouped = (counting.cache_bytes(4096, L=80, g=g, d_k=128) for g in (64, 8))
    assert full == 8 * grouped


def test_the_formulas_count_what_records_of_weights_hold() -> None:
    sizes = counting.GptSizes(L=3, d=12, h=4, N_V=17, n_max=9)
    drawn = weights.language_model_weights(0, d=12, h=4, d_ff=48, L=3, N_V=17, n_max=9)
    assert counting.parameters_of(drawn) == counting.gpt_parameters(sizes)
    pair = weights.transformer_weights(0, d=12, h=3, d_ff=20, L=2, N_V=17)
    blocks = counting.encoder_block_parameters(12, 3, 20) + counting.decoder_block_parameters(12, 3, 20)
    assert counting.parameters_of(pair) == 17 * 12 + 2 * blocks
