"""One note of a book writes vectors as rows, another as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.judging.books import other_convention
from symformer.rules.rule import rule_on_books
from symformer.semantics.notation.book import Profile


@rule_on_books(level="info", since="0.1")
def vectors_lie_otherwise(book: Sequence[Profile]) -> Iterator[tuple[str, Problem]]:
    r"""One note of a book writes vectors as rows, another as columns.

    Only notes that are declared to be one book are compared: `symformer check FOLDER --book`, or the
    setting `book`.

    ## Why it matters
    Both are right; but a product copied from one note into the other has its factors in the wrong order.

    ## Examples
    ```md bad
    With $X \in \mathbb{R}^{n \times d}$ we have $Q = X W_Q$.
    <!-- next note -->
    With $x \in \mathbb{R}^{d}$ we have $q = W_q x$.
    ```
    ```md good
    With $X \in \mathbb{R}^{n \times d}$ we have $Q = X W_Q$.
    <!-- next note -->
    With $x \in \mathbb{R}^{d}$ we have $q = x W_q$.
    ```
    """
    yield from other_convention(book, "vectors")
