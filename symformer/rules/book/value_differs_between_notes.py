"""Two notes of a book give one quantity two values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.judging.books import other_values
from symformer.rules.rule import rule_on_books
from symformer.semantics.notation.book import Profile


@rule_on_books(level="warning", since="0.1")
def value_differs_between_notes(book: Sequence[Profile]) -> Iterator[tuple[str, Problem]]:
    r"""Two notes of a book give one quantity two values.

    Only notes that are declared to be one book are compared: `symformer check FOLDER --book`, or the
    setting `book`.

    ## Why it matters
    One of them is a slip, and a reader cannot know which.

    ## Examples
    ```md bad
    $$ \text{Parameters of the block} = 2099712 $$
    <!-- next note -->
    $$ \text{Parameters of the block} = 2099200 $$
    ```
    ```md good
    $$ \text{Parameters of the block} = 2099712 $$
    <!-- next note -->
    $$ \text{Parameters of the block} = 2099712 $$
    ```
    """
    yield from other_values(book)
