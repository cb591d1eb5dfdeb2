"""What ``verify`` says beside running: standard equations missed by one edit, and indices read as one-hot rows."""

from __future__ import annotations

from symformer.analysis import analyse
from symformer.faces.verifying import as_text, equations
from symformer.judging.equations.verified import Verified, verified
from symformer.settings import Settings

WRONG_SCALE = r"""Let $Q \in \mathbb{R}^{n \times d_k}$, $K \in \mathbb{R}^{m \times d_k}$ and $V \in \mathbb{R}^{m \times d_v}$.

$$ O = \operatorname{softmax}\left(\frac{Q K^\top}{d_k}\right) V $$
"""
TOKENS = r"""The tokens are $\text{Token Indices} \in \mathbb{R}^{n}$, the embedding matrix is $W_E \in \mathbb{R}^{V \times d}$.

$$ X = \text{Token Indices} \cdot W_E \in \mathbb{R}^{n \times d} $$
"""


def outcomes(note: str) -> list[Verified]:
    model = analyse("note.md", note.encode(), Settings()).model
    assert model is not None
    return list(verified(model))


def test_a_near_miss_runs_and_says_what_it_misses() -> None:
    (found,) = outcomes(WRONG_SCALE)
    assert found.outcome == "runs"
    assert found.near == "differs from scaled-dot-product-attention: it has 1 / d_k where the standard has 1 / √d_k"
    analysis = analyse("note.md", WRONG_SCALE.encode(), Settings())
    assert analysis.document is not None
    assert found.near in as_text(equations(analysis, 0), analysis.document, "note.md")


def test_the_standard_form_misses_nothing() -> None:
    (found,) = outcomes(WRONG_SCALE.replace("{d_k}\\right", r"{\sqrt{d_k}}\right"))
    assert found.outcome == "agrees"
    assert not found.near


def test_indices_times_the_embedding_are_read_as_one_hot_rows() -> None:
    (found,) = outcomes(TOKENS)
    assert found.outcome == "not run"
    assert found.reason == (
        "as one-hot rows (n × V) it is token-embedding, to the last digit; "
        "Token Indices (n) itself cannot multiply W_E (V × d)"
    )


def test_one_hot_rows_that_are_declared_need_no_other_reading() -> None:
    (found,) = outcomes(TOKENS.replace(r"\mathbb{R}^{n}$", r"\mathbb{R}^{n \times V}$"))
    assert found.outcome in ("agrees", "runs")
