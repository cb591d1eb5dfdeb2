"""Names of program code that are made and not used, where another one is used twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.code.left_out import names_left_out
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def code_name_left_out(note: JudgedNote) -> Iterator[Problem]:
    r"""Program code uses one name twice, and one of its kind not at all.

    ## Why it matters
    Where the weights are multiplied by the keys, the values are left out, and the code still runs: all shapes agree.
    The same holds for a second layer in whose place the first one stands.

    Only queries, keys and values, layers of one class, and entries that are set twice in a row are looked at, and only
    in Python that is there as a whole.

    ## Examples
    ```md bad
    ~~~python
    def attend(q, k, v):
        weights = (q @ k.T / 8).softmax(-1)
        return weights @ k
    ~~~
    ```
    ```md good
    ~~~python
    def attend(q, k, v):
        weights = (q @ k.T / 8).softmax(-1)
        return weights @ v
    ~~~
    ```
    """
    yield from names_left_out(note)
