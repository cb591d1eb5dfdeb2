"""One note of a book counts positions from 0, another from 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.judging.books import other_convention
from symformer.rules.rule import rule_on_books
from symformer.semantics.notation.book import Profile


@rule_on_books(level="info", since="0.1")
def positions_count_otherwise(book: Sequence[Profile]) -> Iterator[tuple[str, Problem]]:
    r"""One note of a book counts positions from 0, another from 1.

    Only notes that are declared to be one book are compared: `symformer check FOLDER --book`, or the
    setting `book`.

    ## Why it matters
    Formulas for the encoding of positions, masks and ranges of sums shift by one between the notes.

    ## Examples
    ```md bad
    The position $i$ runs over $i = 0, 1, \dots, n - 1$.
    <!-- next note -->
    The position $i$ runs over $i = 1, 2, \dots, n$.
    ```
    ```md good
    The position $i$ runs over $i = 0, 1, \dots, n - 1$.
    <!-- next note -->
    The position $i$ runs over $i = 0, \dots, n - 1$.
    ```
    """
    yield from other_convention(book, "positions")
