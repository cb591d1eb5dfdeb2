"""Steps of known methods that program code takes otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.code.initialised import initialisation_problems
from symformer.judging.code.methods import methods_of_code
from symformer.judging.code.rotations import rotations_in_code
from symformer.judging.code.scales import scales_of_scores
from symformer.judging.code.survivors import survivor_problems
from symformer.judging.code.twins import twin_problems
from symformer.judging.code.updates import update_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def code_method_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A step of program code is not that of the method it belongs to.

    ## Why it matters
    A loss that applies the softmax itself is handed logits; what is handed shares is squeezed twice, and hardly learns.
    A norm divides by the root of the variance, and a head has its part of the width.
    Dropout divides what survives by the chance to survive.
    What words start from zero, the code does not draw.
    A rotation takes the sine in the one coordinate where it takes the cosine in the other.
    Scores are divided by the root of the size that queries and keys have, and a step down the loss subtracts.
    Versions of one function for several libraries take one logarithm, and branches that are joined keep the width.
    A learning rate that decays along a cosine ends low.

    Lines that call themselves wrong are left alone.

    ## Examples
    ```md bad
    ~~~python
    probs = F.softmax(logits, dim=-1)
    loss = F.cross_entropy(probs, y)
    ~~~
    ```
    ```md good
    ~~~python
    probs = F.softmax(logits, dim=-1)
    loss = F.cross_entropy(logits, y)
    ~~~
    ```
    """
    yield from methods_of_code(note)
    yield from survivor_problems(note)
    yield from rotations_in_code(note)
    yield from initialisation_problems(note)
    yield from scales_of_scores(note)
    yield from update_problems(note)
    yield from twin_problems(note)
