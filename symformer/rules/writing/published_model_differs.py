"""Sizes of published models that are not those of their papers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.said.published_models import published_model_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def published_model_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A note gives a published model another number of layers, heads, dimensions or parameters than its paper.

    ## Why it matters
    Readers take such numbers over.  It stays a remark: a note may mean a variant of the model without saying so.
    What is published is listed by ``symformer explain bert-base`` and the like, each with its source.

    ## Examples
    ```md bad
    BERT-base has 6 layers and 12 heads.
    ```
    ```md good
    BERT-base has 12 layers and 12 heads.
    ```
    """
    yield from published_model_problems(note.document)
