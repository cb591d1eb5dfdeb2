"""A share divided by a sum over other entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.equations.near_standard import cited_near_misses
from symformer.judging.equations.weighted_sums import weighted_sum_problems
from symformer.judging.indices.named_normalisers import named_normaliser_problems
from symformer.judging.indices.normalisations import normalisation_problems
from symformer.judging.indices.normalised_forms import normalised_form_problems
from symformer.judging.indices.normalisers import normaliser_problems
from symformer.judging.indices.stuck_factors import stuck_in_shares
from symformer.judging.indices.told_axes import told_axis_problems
from symformer.judging.indices.transitions import lettered_denominator_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def normaliser_of_another_entry(note: JudgedNote) -> Iterator[Problem]:
    r"""A softmax, or another share, is divided by a sum over other entries than the one above the line.

    ## Why it matters
    Shares sum to one only if what is above the line is one of the terms below it.
    Most often the indices of the sum are exchanged, or a factor in it keeps the letter of the one above; or the
    exponent below has another sign, root or function than the one above.

    ## Examples
    ```md bad
    The weights are $\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{k} \exp(e_{jk})}$.
    ```
    ```md good
    The weights are $\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{k} \exp(e_{ik})}$.
    ```
    """
    yield from normaliser_problems(note)
    yield from normalisation_problems(note)
    yield from weighted_sum_problems(note)
    yield from told_axis_problems(note)
    yield from stuck_in_shares(note)
    yield from normalised_form_problems(note, cited_near_misses(note))
    yield from named_normaliser_problems(note)
    yield from lettered_denominator_problems(note)
