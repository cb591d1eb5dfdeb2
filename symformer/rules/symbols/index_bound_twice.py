"""One letter that runs over two things at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.binding import index_problems, ranges_carried_on
from symformer.judging.indices.own_letters import letters_of_their_own_range
from symformer.judging.indices.quantified import quantified_and_summed
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def index_bound_twice(note: JudgedNote) -> Iterator[Problem]:
    r"""One letter is two indices: a position and a doubled column, or the letter of two sums.

    ## Why it matters
    Only the entries where both indices agree are defined; the rest of the table is left open.
    Where the inner sum has no part in what the outer letter does, the value is clear, and it is a warning.
    An equation that sums over a letter has nothing left to hold "for all" values of it, and that is a warning, too.
    A softmax whose sum reuses the letter of its numerator is an idiom and only noted.

    ## Examples
    ```md bad
    The code of position $t$ is $c_{t, 2t} = \sin(t / 100^{2t/d})$.
    ```
    ```md good
    The code of position $t$ is $c_{t, 2r} = \sin(t / 100^{2r/d})$ for each pair $r$.
    ```
    """
    told = False
    for problem in index_problems(note, "two-jobs", "nested-rebinds", "nested-apart", "bound-in-a-pair", "sum-rebinds"):
        if problem.level == "info":
            if told:
                continue  # an idiom is noted once per document
            told = True
        yield problem
    yield from ranges_carried_on(note)
    yield from quantified_and_summed(note)
    unused = [each.span for each in index_problems(note, "never-used")]  # told as that
    for problem in letters_of_their_own_range(note):
        if not any(span.start <= problem.span.end and problem.span.start <= span.end for span in unused):
            yield problem
