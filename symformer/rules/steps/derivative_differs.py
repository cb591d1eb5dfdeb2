"""Derivatives that are not those of the note's own formulas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.steps.activation_slopes import activation_slope_problems
from symformer.judging.steps.backwards import backward_problems
from symformer.judging.steps.chain_links import letters_without_index
from symformer.judging.steps.errors_of_outputs import output_error_problems
from symformer.judging.steps.gradient_vectors import gradient_vector_problems
from symformer.judging.steps.lost_factors import lost_factor_problems
from symformer.judging.steps.named_derivatives import named_derivatives
from symformer.judging.steps.outer_gradients import outer_gradient_problems
from symformer.judging.steps.product_gradients import product_gradient_problems
from symformer.judging.steps.spoken_formulas import spoken_derivatives
from symformer.judging.steps.step_faults import problems_of_steps
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def derivative_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A derivative is not that of the formula, or of what the note itself defines.

    ## Why it matters
    A lost factor or a turned sign in a gradient makes a model learn another thing, or nothing.

    What is differentiated is looked up in the note, through all that its letters stand for; the gradient of an
    array may lie either way, and a formula may be differentiated where it shows the letter only.

    ## Examples
    ```md bad
    The loss is $L = \frac{1}{n} \sum_{i=1}^n (y_i - \hat y_i)^2$, so

    $$ \frac{\partial L}{\partial \hat y_i} = \frac{1}{n} (\hat y_i - y_i) $$
    ```
    ```md good
    The loss is $L = \frac{1}{n} \sum_{i=1}^n (y_i - \hat y_i)^2$, so

    $$ \frac{\partial L}{\partial \hat y_i} = \frac{2}{n} (\hat y_i - y_i) $$
    ```
    """
    told = [
        *problems_of_steps(note, derivatives=True),
        *backward_problems(note),
        *letters_without_index(note),
        *spoken_derivatives(note),
        *named_derivatives(note),
        *gradient_vector_problems(note),
    ]
    yield from told
    slopes = activation_slope_problems(note)
    for found in (
        *product_gradient_problems(note),
        *outer_gradient_problems(note),
        *lost_factor_problems(note),
        *output_error_problems(note),
        *slopes,
    ):
        if not any(each.span.contains(found.span) or found.span.contains(each.span) for each in told):
            yield found
