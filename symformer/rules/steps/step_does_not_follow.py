"""Two neighbours of a chain that are not equal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.steps.by_cases import case_problems
from symformer.judging.steps.implied import implied_problems
from symformer.judging.steps.inequalities import turned_inequalities
from symformer.judging.steps.laws_of_chance import chance_problems
from symformer.judging.steps.letters_in_steps import letters_exchanged_in_steps
from symformer.judging.steps.listed_terms import listed_terms
from symformer.judging.steps.logs_of_told import problems_of_both_sides, problems_of_logarithms
from symformer.judging.steps.moments import moment_problems
from symformer.judging.steps.norm_degrees import norm_degree_problems
from symformer.judging.steps.rewritten import rewritten_problems
from symformer.judging.steps.series_terms import series_problems
from symformer.judging.steps.sides_alike import sides_alike_problems
from symformer.judging.steps.solved import solved_problems
from symformer.judging.steps.spoken_formulas import spoken_values
from symformer.judging.steps.step_faults import problems_of_steps
from symformer.judging.steps.transposed_products import transposed_product_problems
from symformer.judging.steps.unrolled import unrolled_problems
from symformer.judging.steps.values_put_in import problems_of_values
from symformer.judging.steps.worlds_of_chance import untold_worlds
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def step_does_not_follow(note: JudgedNote) -> Iterator[Problem]:
    r"""A step of a derivation, or a law of algebra, is false: values are shown at which its sides differ.

    ## Why it matters
    What follows from a false step is worth nothing, however right the rest is.

    The solution of an equation is put into it, and must make it true; so is an equation behind an arrow, with a letter
    expressed by the one before the arrow; so is one that words call the equation
    before it, written otherwise; a value, a limit or an extreme that words
    give of a formula is worked out; a list of numbers must be what the formula at its end gives; what is said of a member of a recurrence
    must be what the recurrence comes to.  What a formula comes to where its letters have a value is worked out, an
    inequality must hold somewhere, and a variance be what independent entries of known mean and variance give.  The
    logarithm of what a formula above gives must be the logarithm of that formula, and a norm that is written out must
    grow as its vector does.

    A step is called false only where both sides are made of the same letters and no plausible reading makes
    it true: neither positive letters nor shares that sum to one, neither another base of the logarithm nor
    vectors that lie the other way.  It is an info in a sentence that supposes what may make it true; the range of
    a letter ("for $x > 0$") does not, and what a condition says a letter is is put in.

    What a function is by cases is held against the formula beside it, at numbers for which each condition holds.

    ## Examples
    ```md bad
    $$ L = (y - w x)^2 = y^2 - w x y + w^2 x^2 $$
    ```
    ```md good
    $$ L = (y - w x)^2 = y^2 - 2 w x y + w^2 x^2 $$
    ```
    """
    steps = list(problems_of_steps(note, derivatives=False))
    yield from steps
    yield from case_problems(note)
    yield from solved_problems(note)
    yield from implied_problems(note)
    yield from rewritten_problems(note)
    yield from spoken_values(note)
    yield from listed_terms(note)
    by_law = list(chance_problems(note))
    yield from by_law
    known = [each.span for each in (*steps, *by_law)]
    for found in untold_worlds(note):
        if not any(span.contains(found.span) or found.span.contains(span) for span in known):
            yield found
    yield from unrolled_problems(note)
    yield from problems_of_values(note)
    yield from turned_inequalities(note)
    yield from moment_problems(note)
    yield from transposed_product_problems(note)
    told = {each.span for each in steps}
    yield from (each for each in problems_of_logarithms(note) if each.span not in told)
    yield from (each for each in problems_of_both_sides(note) if each.span not in told)
    yield from norm_degree_problems(note)
    yield from series_problems(note)
    yield from (each for each in sides_alike_problems(note) if each.span not in told)
    yield from letters_exchanged_in_steps(note)
