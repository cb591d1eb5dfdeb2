"""Functions are found under the names that authors give them."""

from __future__ import annotations

import pytest

from symformer.functions import all_functions, lookup


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("Layer Norm", "LayerNorm"),
        ("layer-norm", "LayerNorm"),
        ("LN", "LayerNorm"),
        ("ln", "ln"),
        ("Ln", "ln"),
        ("LayerNormalization", "LayerNorm"),
        ("Norm", "Norm"),
        ("norm", "norm"),
        ("Multi-Head Attention", "MultiHead"),
        ("multihead_attention", "MultiHead"),
        ("MHA", "MultiHead"),
        ("MHSA", "MultiHead"),
        ("FFN", "FFN"),
        ("Feed Forward", "FFN"),
        ("Softmax", "softmax"),
        ("log_softmax", "log_softmax"),
        ("relu", "ReLU"),
        ("arg max", "argmax"),
        ("concat", "Concat"),
        ("tr", "trace"),
    ],
)
def test_spelling(spelling: str, name: str) -> None:
    found = lookup(spelling)
    assert found is not None and found.name == name


@pytest.mark.parametrize("spelling", ["Q", "d_k", "tea", ""])
def test_no_function(spelling: str) -> None:
    assert lookup(spelling) is None


def test_records_are_sound() -> None:
    functions = all_functions()
    assert len({function.id for function in functions}) == len(functions)
    for function in functions:
        assert lookup(function.name) is function
        assert all(lookup(spelling) is function for spelling in function.spellings)
        fewest, most = function.arguments
        assert most is None or 1 <= fewest <= most
        assert function.summary.endswith(".")
