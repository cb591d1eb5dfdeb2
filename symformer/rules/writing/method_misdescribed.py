"""Sentences that say of a method of the field the opposite of what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.said.directions import direction_problems
from symformer.judging.said.misdescribed import misdescribed_problems
from symformer.judging.said.signs_named import sign_named_problems
from symformer.judging.symbols.moment_names import moment_name_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def method_misdescribed(note: JudgedNote) -> Iterator[Problem]:
    r"""A sentence says of a named method the opposite of what it does.

    Which way one quantity sends another, and what holds of the counterpart of a method, is a remark only: what a
    sentence leaves out may turn it.

    ## Why it matters
    A "not" too many or too few, or two methods exchanged, is what a reader takes away.
    Told is only what holds of the method by its definition (which mean a norm takes, what a mask hides, which way a
    temperature works), in closed phrases, and which way two quantities of the field go with each other (the more data,
    the less overfitting), and what a sign is called (no ⊙ joins two vectors); what is asked, supposed, denied or said of a variant is left alone.

    ## Examples
    ```md bad
    RMSNorm subtracts the mean and divides by the root mean square.
    ```
    ```md good
    RMSNorm does not subtract the mean; it only divides by the root mean square.
    ```
    """
    told = list(misdescribed_problems(note.document))
    yield from told
    yield from (
        each
        for each in direction_problems(note.document)
        if not any(each.span.start < other.span.end and other.span.start < each.span.end for other in told)
    )
    yield from sign_named_problems(note.document)
    yield from moment_name_problems(note)
