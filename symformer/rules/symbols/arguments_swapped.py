"""A function called with the arguments of its definition in another order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.argument_order import argument_order_problems, values_of_another_name
from symformer.judging.symbols.arguments_exchanged import (
    exchanged_argument_problems,
    labelled_orders,
    swapped_entries,
    turned_beside,
)
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def arguments_swapped(note: JudgedNote) -> Iterator[Problem]:
    r"""A call has the letters of the definition, but two of them have changed places.

    ## Why it matters
    Keys for values and values for keys give an output of the right shape and of the wrong meaning.

    Of functions of two arguments only those with a word for a name are looked at, and none that may take them
    either way, such as a distance.  One of several letters must be that of the argument or a label of it.

    ## Examples
    ```md bad
    $$ \text{Attention}(Q, K, V) = \text{softmax}(QK^\top) V $$

    $$ Z = \text{Attention}(Q, V, K) $$
    ```
    ```md good
    $$ \text{Attention}(Q, K, V) = \text{softmax}(QK^\top) V $$

    $$ Z = \text{Attention}(Q, K, V) $$
    ```
    """
    yield from argument_order_problems(note)
    yield from exchanged_argument_problems(note)
    yield from labelled_orders(note)
    yield from swapped_entries(note)
    yield from turned_beside(note)
    yield from values_of_another_name(note)
