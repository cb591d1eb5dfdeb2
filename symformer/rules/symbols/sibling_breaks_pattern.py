"""One of several equations of one form that deviates from the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.equations.near_standard import cited_near_misses
from symformer.judging.indices.shares_apart import shares_of_another_whole
from symformer.judging.shapes.turned_siblings import turned_sibling_problems
from symformer.judging.symbols.keys_and_values import value_of_other_keys
from symformer.judging.symbols.listed_siblings import listed_siblings
from symformer.judging.symbols.lists_with_gaps import letters_out_of_step, lists_with_gaps
from symformer.judging.symbols.misnamed_projections import misnamed_projections
from symformer.judging.symbols.numbered_maps import numbered_map_problems
from symformer.judging.symbols.paired_waves import misplaced_wave_problems, paired_wave_problems, twin_wave_problems
from symformer.judging.symbols.parallel_groups import borrowed_name_problems
from symformer.judging.symbols.rows_that_count_on import rows_that_count_on
from symformer.judging.symbols.siblings import sibling_problems
from symformer.judging.symbols.waves_by_parity import wave_parity_problems
from symformer.judging.symbols.worked_waves import worked_wave_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def sibling_breaks_pattern(note: JudgedNote) -> Iterator[Problem]:
    r"""Equations are alike but for a running letter or number, and one of them does not run along.

    ## Why it matters
    Such rows are copied and changed by hand, and the one change that was forgotten makes the equation define
    another thing: the values from the keys' weights, the third state from the second input.

    At least three equations must be of one form, and all but one of them must agree.
    So are the terms of one sum that are counted: w_1 x_1 + x_2 has lost the factor w_2 that the note speaks of.

    A sine and a cosine that are the entries of one pair are taken of the same thing, in letters and in numbers.

    Of two groups of one make in one formula each keeps to its own label; weights and bias of one map have one number.

    ## Examples
    ```md bad
    $$ Q = X W_Q, \quad K = X W_K, \quad V = X W_K $$
    ```
    ```md good
    $$ Q = X W_Q, \quad K = X W_K, \quad V = X W_V $$
    ```
    """
    yield from sibling_problems(note)
    yield from listed_siblings(note)
    yield from misnamed_projections(note)
    yield from lists_with_gaps(note)
    yield from letters_out_of_step(note)
    yield from shares_of_another_whole(note)
    yield from rows_that_count_on(note)
    yield from paired_wave_problems(note)
    yield from twin_wave_problems(note, cited_near_misses(note))
    yield from misplaced_wave_problems(note, cited_near_misses(note))
    yield from wave_parity_problems(note)
    yield from value_of_other_keys(note)
    yield from worked_wave_problems(note)
    yield from turned_sibling_problems(note)
    yield from borrowed_name_problems(note)
    yield from numbered_map_problems(note)
