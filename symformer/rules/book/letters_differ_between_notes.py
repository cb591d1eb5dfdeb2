"""Two notes of a book write the same thing with different letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.judging.books import other_letters
from symformer.rules.rule import rule_on_books
from symformer.semantics.notation.book import Profile


@rule_on_books(level="info", since="0.1")
def letters_differ_between_notes(book: Sequence[Profile]) -> Iterator[tuple[str, Problem]]:
    r"""Two notes of a book write the same thing with different letters.

    Only notes that are declared to be one book are compared: `symformer check FOLDER --book`, or the
    setting `book`.

    ## Why it matters
    A reader of both has to keep two alphabets in mind, and copies a formula with the wrong one.

    ## Examples
    ```md bad
    Let $n$ be the sequence length.
    <!-- next note -->
    Let $L$ be the sequence length.
    ```
    ```md good
    Let $n$ be the sequence length.
    <!-- next note -->
    Let $n$ be the sequence length.
    ```
    """
    yield from other_letters(book)
