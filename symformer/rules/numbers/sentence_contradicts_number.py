"""Sentences that say of their numbers what they are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def sentence_contradicts_number(note: JudgedNote) -> Iterator[Problem]:
    r"""A sentence says that a number rose, is twice another or is the largest, and the numbers in it say otherwise.

    ## Why it matters
    Readers take the sentence for the conclusion; one of the two, the word or the number, is a slip.
    The words are a closed list (rose and fell, "at each step", more and less, twice, half, "k times", percent of,
    "p % fewer", largest, smallest, "attends mostly to", "sum to", mean, the rest), each beside the numbers of the same
    sentence, list or table; what is supposed, asked, denied or said to be about right is left alone.
    Amounts are followed through their units: the same in another unit, a rate for one thing, a product, the bytes
    that weights take in a format, the entries of a matrix of known sizes.
    A list that is said to sum to something else is an error.

    ## Examples
    ```md bad
    After the update the loss fell from 0.52 to 0.61.
    ```
    ```md good
    After the update the loss fell from 0.61 to 0.52.
    ```
    """
    return problems_of(note, "sentence-contradicts-number")
