"""A large projection parted into heads: what is proved of slices, and what a bare reshape does instead."""

from __future__ import annotations

import re

import pytest

from symformer.analysis import understood
from symformer.judging.equations.head_splits import HeadSplit, head_splits
from symformer.settings import Settings

HEAD = r"""# Heads

Let $X \in \mathbb{R}^{n \times d}$ hold $n$ tokens, and $W \in \mathbb{R}^{d \times h p}$ the weights of all $h$ heads.

"""


def splits(text: str) -> list[HeadSplit]:
    return list(head_splits(understood("note.md", (HEAD + text).encode(), Settings())))


@pytest.mark.parametrize(
    ("slice_", "counted"),
    [
        (r"A[:, i p : (i + 1) p]", "i from 0"),
        (r"A[:, (i - 1) p : i p]", "i from 1"),
        (r"A[:, p i : p i + p]", "i from 0"),
        (r"A[:, (i - 1) p + 1 : i p]", "i from 1"),
    ],
)
def test_the_slices_of_a_large_projection_are_proved_to_be_the_heads(slice_: str, counted: str) -> None:
    (found,) = splits(rf"$$ A = X W $$ $$ A_i = {slice_} $$")
    assert found.outcome == "proved"
    assert found.words == f"proved: each head is X times its own slice of W, entry by entry, {counted}"


def test_other_names_and_columns() -> None:
    (found,) = splits(r"$$ \mathbf{G} = \mathbf{W}_g \mathbf{E} $$ $$ \mathbf{G}_r = \mathbf{G}[r s : (r + 1) s, :] $$")
    assert (found.outcome, "E times its own slice of" in found.words.replace("𝐄", "E")) == ("proved", True)


@pytest.mark.parametrize(
    ("slice_", "told"),
    [
        (r"A[i p : (i + 1) p, :]", "parts the positions of X, not W"),
        (r"A[:, i p : (i + 2) p]", "is in two heads"),
        (r"A[:, i p : (i + 1) p - 1]", "is in no head"),
        (r"A[:, 2 i p : 2 i p + p]", "is in no head"),
    ],
)
def test_slices_that_are_no_heads_are_refuted(slice_: str, told: str) -> None:
    (found,) = splits(rf"$$ A = X W $$ $$ A_i = {slice_} $$")
    assert found.outcome == "refuted"
    assert told in found.words


@pytest.mark.parametrize(
    "sentence",
    [
        r"The queries of all heads are reshaped to $(N, H, S, d_q)$, where $H$ is the number of heads and $S$ the sequence length.",
        r"The queries are reshaped from $(B, T, H \cdot k)$ to $(B, H, T, k)$.",
        r"We reshape the keys of shape $(B, T, H \cdot k)$ to $(B, H, T, k)$.",
    ],
)
def test_a_bare_reshape_has_a_counterexample(sentence: str) -> None:
    (found,) = splits(sentence)
    assert found.outcome == "refuted"
    places = [tuple(map(int, each.split(", "))) for each in re.findall(r"\[([\d, ]+)\]", found.words)]
    entry, bare, meant = places
    assert entry == (1, 1, 2, 1)  # the second position of the first head
    assert meant == (1, 2, 1)
    assert bare[:2] == (1, 1)  # is taken from the first position


def test_what_a_library_says_of_the_counterexample() -> None:
    import numpy as np

    (found,) = splits(r"The queries are reshaped from $(B, T, H \cdot k)$ to $(B, H, T, k)$.")
    sizes = {name: int(size) for name, size in re.findall(r"(\w) = (\d+)", found.words)}
    B, T, H, k = (sizes[name] for name in "BTHk")
    stored = np.arange(B * T * H * k).reshape(B, T, H * k)
    entry, bare, meant = [
        tuple(int(each) - 1 for each in place.split(", ")) for place in re.findall(r"\[([\d, ]+)\]", found.words)
    ]
    assert stored.reshape(B, H, T, k)[entry] == stored[bare]
    assert stored.reshape(B, T, H, k).swapaxes(1, 2)[entry] == stored[meant] != stored[bare]


@pytest.mark.parametrize(
    "sentence",
    [
        r"The queries are reshaped from $(B, T, H \cdot k)$ to $(B, T, H, k)$, and the two middle axes transposed.",
        r"The tokens are reshaped to $(B T, d)$.",
    ],
)
def test_reshapes_that_move_no_axis_are_no_claim(sentence: str) -> None:
    assert splits(sentence) == []
