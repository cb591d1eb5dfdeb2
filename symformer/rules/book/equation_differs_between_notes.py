"""Two notes of a book define the same thing, and differ in one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.judging.books import other_equations
from symformer.rules.rule import rule_on_books
from symformer.semantics.notation.book import Profile


@rule_on_books(level="warning", since="0.1")
def equation_differs_between_notes(book: Sequence[Profile]) -> Iterator[tuple[str, Problem]]:
    r"""Two notes of a book define the same thing, and differ in one place.

    Only notes that are declared to be one book are compared: `symformer check FOLDER --book`, or the
    setting `book`.

    ## Why it matters
    A number, a root or a transpose is wrong in one of them.

    ## Examples
    ```md bad
    $$ \text{PE}(pos, 2i) = \sin\left(\frac{pos}{10000^{2i/d}}\right) $$
    <!-- next note -->
    $$ \text{PE}(pos, 2i) = \sin\left(\frac{pos}{1000^{2i/d}}\right) $$
    ```
    ```md good
    $$ \text{PE}(pos, 2i) = \sin\left(\frac{pos}{10000^{2i/d}}\right) $$
    <!-- next note -->
    $$ \text{PE}(p, 2j) = \sin\left(\frac{p}{10000^{2j/D}}\right) $$
    ```
    """
    yield from other_equations(book)
