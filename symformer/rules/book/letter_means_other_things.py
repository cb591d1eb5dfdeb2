"""One letter stands for different things in two notes of a book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.judging.books import other_meanings
from symformer.rules.rule import rule_on_books
from symformer.semantics.notation.book import Profile


@rule_on_books(level="info", since="0.1")
def letter_means_other_things(book: Sequence[Profile]) -> Iterator[tuple[str, Problem]]:
    r"""One letter stands for different things in two notes of a book.

    Only notes that are declared to be one book are compared: `symformer check FOLDER --book`, or the
    setting `book`.

    ## Why it matters
    What was learnt in one note is wrong in the next, and nothing warns the reader.

    ## Examples
    ```md bad
    Let $h$ be the number of heads.
    <!-- next note -->
    For each head $h$ there is a matrix $W_h$.
    ```
    ```md good
    Let $h$ be the number of heads.
    <!-- next note -->
    Let $h$ be the number of heads. There are $W_1$ to $W_h$.
    ```
    """
    yield from other_meanings(book)
