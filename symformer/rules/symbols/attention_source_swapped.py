"""Queries of the encoder, keys and values of the decoder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.keys_apart import problems_of_keys
from symformer.judging.symbols.sources import source_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def attention_source_swapped(note: JudgedNote) -> Iterator[Problem]:
    r"""In cross-attention, queries are taken from the encoder, or keys and values from the decoder; or keys alone from elsewhere.

    ## Why it matters
    It is the decoder that asks: each of its positions looks up what the encoder has stored.
    With the sources exchanged, the output has one row for each position of the wrong sequence.

    ## Examples
    ```md bad
    In cross-attention the queries come from the encoder output.
    ```
    ```md good
    In cross-attention the queries come from the decoder, keys and values from the encoder output.
    ```
    """
    yield from source_problems(note)
    yield from problems_of_keys(note)
