"""Equations of a note, recognised and run."""

from __future__ import annotations

import json

import pytest

from symformer.analysis import analyse
from symformer.faces.verifying import as_json, as_text, equations
from symformer.judging.equations.verified import Verified, verified
from symformer.settings import Settings

NOTE = r"""# Attention

Let $Q \in \mathbb{R}^{n \times d_k}$, $K \in \mathbb{R}^{m \times d_k}$ and $V \in \mathbb{R}^{m \times d_v}$.

$$ A = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) $$
$$ O = A V $$
$$ T = Q K^\top V $$
$$ (Q K^\top) V = Q (K^\top V) $$
$$ (Q K^\top) V = 2 Q (K^\top V) $$
$$ R = T U $$
$$ B = \operatorname{softmax}(Q K) $$
"""


def outcomes(note: str) -> list[Verified]:
    model = analyse("note.md", note.encode(), Settings()).model
    assert model is not None
    return list(verified(model))


def test_each_equation_is_recognised_or_run_or_told_why_not() -> None:
    found = outcomes(NOTE)
    assert [each.outcome for each in found] == [
        "agrees", "agrees", "runs", "equal", "no identity", "not run", "not run",
    ]  # fmt: skip
    weights, output, triple, associative, doubled, missing, wrong = found
    assert [each.id for each in weights.equations] == ["attention-weights-of-queries"]
    assert [each.id for each in output.equations] == ["attention-output"]
    sizes = dict(triple.sizes)
    assert triple.shape == (sizes["n"], sizes["d_v"])
    assert len(set(sizes.values())) == len(sizes)
    assert associative.difference is not None and associative.difference < 1e-12
    assert doubled.difference == pytest.approx(0.5)
    assert missing.reason == "nothing says what U is"
    assert wrong.reason.startswith("a product of ")


def test_names_order_and_columns_do_not_matter() -> None:
    note = r"""$$ \mathbf{Y} = \operatorname{softmax}\left(\tfrac{1}{\sqrt{p}} \mathbf{G} \mathbf{H}^\top\right) \mathbf{J} $$

$$ y = W_2 \max(0, W_1 x + b_1) + b_2 $$
"""
    rows, columns = outcomes(note)
    # one query or several: the form is one
    assert [each.id for each in rows.equations] == ["scaled-dot-product-attention", "single-query-attention"]
    assert [each.id for each in columns.equations] == ["feed-forward"]


def test_a_reference_for_rows_is_no_hindrance() -> None:
    (found,) = outcomes(r"$$ a(q, k) = w_v^\top \tanh(W_q q + W_k k) $$")
    assert [each.id for each in found.equations] == ["additive-score"]


def test_a_side_with_letters_of_its_own_is_no_claim() -> None:
    note = r"""Let $X \in \mathbb{R}^{n \times d}$, $W^{(1)}, W^{(2)}, W \in \mathbb{R}^{d \times d}$.

$$ O = X W^{(1)} W^{(2)} = X W $$
"""
    assert [each.outcome for each in outcomes(note)] == ["runs"]


def test_a_wrong_scale_is_not_the_standard_equation() -> None:
    note = NOTE.replace(r"\sqrt{d_k}", "d_k")
    first = outcomes(note)[0]
    assert first.outcome == "runs"
    assert not first.equations


def test_sizes_follow_what_the_note_ties_together() -> None:
    note = r"""Let $X \in \mathbb{R}^{n \times d}$ and $W \in \mathbb{R}^{d \times k}$ and $h$ heads of width $k = d / h$ each.

$$ P = X W $$
"""
    found = outcomes(note)[-1]
    assert found.outcome == "runs", found.reason
    sizes = dict(found.sizes)
    assert sizes["d"] % sizes["k"] == 0


def test_what_is_printed() -> None:
    analysis = analyse("note.md", NOTE.encode(), Settings())
    found = equations(analysis, 0)
    assert analysis.document is not None
    text = as_text(found, analysis.document, "note.md")
    assert "agrees with attention-output" in text
    assert "not run: nothing says what U is" in text
    assert text.endswith(
        "7 equations: 2 agree with a standard equation, 1 have equal sides, 1 are no identity, 1 run, 2 not run\n"
    )
    rows = json.loads(as_json([(analysis, "note.md", found)]))["documents"][0]["equations"]
    assert rows[0]["standard"][0]["source"].startswith("Vaswani")
    assert rows[0]["line"] == 5
    assert rows[2]["shape"] == list(found[2].shape or ())


def test_a_function_that_nothing_tells_is_some_function() -> None:
    note = r"""Let $X \in \mathbb{R}^{n \times d}$ and $G \in \mathbb{R}^{n \times d}$.

$$ Y = G \odot \operatorname{FFN}(X) + \operatorname{SelfAttention}(G) $$
"""
    (found,) = outcomes(note)
    assert found.outcome == "runs", found.reason
    assert found.assumed == ("FFN", "SelfAttention")


def test_the_same_seed_gives_the_same() -> None:
    model = analyse("note.md", NOTE.encode(), Settings()).model
    assert model is not None
    assert verified(model, 4) == verified(model, 4)


def test_sizes_that_come_out_negative_are_not_run() -> None:
    """Sizes are different primes, drawn without a look at which of them a difference takes from which."""
    (found,) = (
        outcomes(r"""Let $x \in \mathbb{R}^{d}$, $a \in \mathbb{R}^{k}$ and $b \in \mathbb{R}^{d - k}$, all columns.

$$ y = b + 2 b + 0 \cdot a^\top a $$
""")
    )
    assert (found.outcome, found.reason) == ("not run", "its sizes do not all come out positive")
