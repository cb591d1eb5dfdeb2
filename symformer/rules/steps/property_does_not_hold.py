"""Matrices that are said to be symmetric or orthogonal, and are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.equations.means_written_out import mean_problems
from symformer.judging.equations.near_forms import loud_near_forms
from symformer.judging.equations.near_standard import near_by_statement
from symformer.judging.indices.deviations import centred_problems, deviation_problems
from symformer.judging.said.called_displays import called_display_problems
from symformer.judging.steps.cases_apart import case_range_problems
from symformer.judging.steps.crossovers import crossover_problems
from symformer.judging.steps.divisors_told import divisor_problems
from symformer.judging.steps.gates_told import gate_problems
from symformer.judging.steps.much_larger import much_larger_problems
from symformer.judging.steps.no_rotations import no_rotation_problems
from symformer.judging.steps.pieces_that_part import parting_problems
from symformer.judging.steps.properties import property_problems
from symformer.judging.steps.said_properties import said_property_problems
from symformer.judging.steps.same_ranges import same_range_problems
from symformer.judging.steps.scaled_words import scaled_word_problems
from symformer.judging.steps.told_behaviour import told_behaviour_problems
from symformer.judging.steps.turned_columns import turned_column_problems
from symformer.judging.steps.turning import turning_problems
from symformer.judging.steps.uniform_shares import uniform_share_problems
from symformer.rules.rule import rule
from symformer.semantics.model import once

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def property_does_not_hold(note: JudgedNote) -> Iterator[Problem]:
    r"""A formula is said to be symmetric, skew-symmetric or orthogonal, and values are shown for which it is not.

    ## Why it matters
    What is concluded from the property, real eigenvalues or kept lengths, does not hold either.

    A rotation that is said to turn clockwise, and turns columns the other way, is told as well, and so is
    one whose sines have one sign: its rows are not perpendicular.

    Also told are words that the formula beside them contradicts: where a function takes its values (a tanh between 0 and 1),
    how an O(…) grows with the length, which half of a triangular matrix is zero, at which end a gate keeps the old state, what doubling one letter does to another,
    what a variance is divided by, a loss in two pieces that do not meet.  A display that words call triangular, diagonal, symmetric, the identity, orthogonal or
    unitary has to be that.  Of two terms the one that is called small where one letter is much larger has to be the small one.

    Of a letter that the note does not define nothing is said: the words may define it.

    ## Examples
    ```md bad
    Let $A, B \in \mathbb{R}^{n \times n}$. Then $A^\top B$ is symmetric.
    ```
    ```md good
    Let $A \in \mathbb{R}^{m \times n}$. Then $A^\top A$ is symmetric.
    ```
    """
    yield from property_problems(note)
    yield from called_display_problems(note)
    yield from much_larger_problems(note)
    yield from turning_problems(note)
    yield from no_rotation_problems(note, loud_near_forms(note))
    yield from turned_column_problems(note, loud_near_forms(note))
    yield from said_property_problems(note)
    yield from told_behaviour_problems(note)
    yield from same_range_problems(note)
    yield from crossover_problems(note)
    yield from uniform_share_problems(note)
    told = near_by_statement(note).keys() | once(note, mean_problems).keys()
    yield from deviation_problems(note, told)
    yield from centred_problems(note, told)
    yield from gate_problems(note)
    yield from parting_problems(note)
    yield from case_range_problems(note)
    yield from scaled_word_problems(note)
    yield from divisor_problems(note, loud_near_forms(note))
