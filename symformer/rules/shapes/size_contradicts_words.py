"""Sizes of an array that are others than the words beside it say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.code.window_sizes import window_size_problems
from symformer.judging.shapes.bias_lengths import bias_length_problems
from symformer.judging.shapes.counts_carried import carried_count_problems
from symformer.judging.shapes.counts_in_letters import count_in_letters_problems
from symformer.judging.shapes.counts_of_shapes import count_of_shape_problems
from symformer.judging.shapes.head_sizes import head_size_problems
from symformer.judging.shapes.lengths_beside import flattened_lengths, lengths_beside_vectors, shapes_beside_arrays
from symformer.judging.shapes.numbered_shapes import numbered_shape_problems
from symformer.judging.shapes.same_sizes import same_size_problems
from symformer.judging.shapes.shape_tables import table_shape_problems
from symformer.judging.shapes.sizes_told_beside import sizes_told_beside
from symformer.judging.shapes.spoken import spoken_shape_problems
from symformer.judging.shapes.tables_of_vectors import table_of_vectors_problems
from symformer.judging.shapes.told_lines import told_line_problems
from symformer.judging.shapes.turned_sizes import turned_size_problems
from symformer.judging.shapes.window_tables import window_table_problems
from symformer.judging.shapes.worded_sizes import worded_size_problems
from symformer.judging.shapes.written_products import written_product_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def size_contradicts_words(note: JudgedNote) -> Iterator[Problem]:
    r"""An array is declared with sizes that the words beside it contradict.

    ## Why it matters
    A reader takes the size from either, and what rests on the wrong one does not fit.
    The same holds where the words give no letter: "all three are", "the score matrix is", "one row per word", "its rows".

    ## Examples
    ```md bad
    Each token is a $d$-dimensional vector $x_i \in \mathbb{R}^{k}$.
    ```
    ```md good
    Each token is a $d$-dimensional vector $x_i \in \mathbb{R}^{d}$.
    ```
    """
    yield from worded_size_problems(note)
    yield from sizes_told_beside(note)
    yield from spoken_shape_problems(note)
    yield from head_size_problems(note)
    yield from same_size_problems(note)
    yield from told_line_problems(note)
    yield from table_shape_problems(note)
    yield from count_of_shape_problems(note)
    yield from count_in_letters_problems(note)
    yield from carried_count_problems(note)
    yield from numbered_shape_problems(note)
    yield from window_table_problems(note)
    yield from written_product_problems(note.document)
    yield from turned_size_problems(note)
    yield from lengths_beside_vectors(note)
    yield from shapes_beside_arrays(note)
    yield from flattened_lengths(note)
    yield from bias_length_problems(note)
    yield from window_size_problems(note)
    yield from table_of_vectors_problems(note)
