"""Lists of numbers in the text of a notebook, beside what its cells printed."""

from __future__ import annotations

import json

import pytest

from symformer.analysis import check

PRINTED = "tensor([[0.4421, 0.5931, 0.5790],\n        [0.4419, 0.6515, 0.5683]])"


def said_of(text: str) -> list[str]:
    """What is said of a text below a cell that printed two rows."""
    output = {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {"text/plain": [PRINTED]}}
    cells = [
        {"cell_type": "code", "metadata": {}, "execution_count": 1, "source": ["z"], "outputs": [output]},
        {"cell_type": "markdown", "metadata": {}, "source": [text]},
    ]
    note = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    report = check(note, name="note.ipynb")
    return [each.problem.message for each in report.findings if each.rule == "requoted-value-differs"]


@pytest.mark.parametrize(
    "text",
    ["The second row is $z = [0.4419, 0.6515, 0.5638]$.", "We get [0.4419, 0.6551, 0.5683] below.", "It is (0.4419, 0.651, 0.56) or (0.4419, 0.625, 0.5683)."],
)  # fmt: skip
def test_an_entry_with_a_slip(text: str) -> None:
    assert len(said_of(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "The second row is $z = [0.4419, 0.6515, 0.5683]$, and the first begins [0.442, 0.593, 0.579].",
        "Cut off, these are [0.44, 0.65, 0.56].",
        "Other weights are [0.4419, 0.6515, 0.1234] and [0.2, 0.3, 0.5].",
    ],
)
def test_what_agrees_or_is_something_else(text: str) -> None:
    assert said_of(text) == []
