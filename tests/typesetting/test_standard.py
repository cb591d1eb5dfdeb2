"""An equation as a Python object."""

from __future__ import annotations

import numpy as np
import pytest

import symformer
from symformer.catalogue.lookup import UnknownEquation
from symformer.reference.attention import scaled_dot_product_attention


def test_it_writes_runs_and_shows_itself() -> None:
    attention = symformer.equation("scaled-dot-product-attention")
    assert attention.shapes == {"Q": ("n", "d_k"), "K": ("m", "d_k"), "V": ("m", "d_v")}
    assert r"\mathbf{V}" in attention.latex(notation="phuong-hutter")
    assert "+ M" in attention.latex(options=["causal"])
    assert attention.steps[-1].endswith("X W^V")
    assert attention._repr_latex_().startswith(r"$\displaystyle \operatorname{Attention}")
    rng = np.random.default_rng(0)
    Q, K, V = (rng.normal(size=shape) for shape in ((3, 2), (5, 2), (5, 4)))
    np.testing.assert_allclose(attention.numpy(Q=Q, K=K, V=V), scaled_dot_product_attention(Q, K, V), rtol=1e-12)


def test_every_equation_can_be_shown() -> None:
    from symformer.catalogue.lookup import all_equations

    for each in all_equations():
        assert symformer.equation(each.id)._repr_latex_().startswith("$")


def test_what_does_not_fit_is_told() -> None:
    attention = symformer.equation("scaled-dot-product-attention")
    with pytest.raises(ValueError, match="d_k is 2, and 3 in K"):
        attention.numpy(Q=np.ones((4, 2)), K=np.ones((5, 3)), V=np.ones((5, 4)))
    with pytest.raises(ValueError, match="has no W: it has Q, K, V"):
        attention.numpy(W=np.ones((4, 2)))
    with pytest.raises(ValueError, match="Q has 1 axes, and wants 2: n × d_k"):
        attention.numpy(Q=np.ones(4))
    with pytest.raises(ValueError, match="the value of"):
        attention.numpy(Q=np.ones((4, 2)))
    with pytest.raises(UnknownEquation, match="did you mean attention-scores"):
        symformer.equation("attention-score-s")
