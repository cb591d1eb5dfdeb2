"""Sums that end one term short of what they are of, or one past it: by what they are, and by what stands beside."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.indices.ends_beside_others import ends_beside_others
from symformer.judging.indices.ends_of_totals import ends_of_totals
from symformer.semantics.model import SemanticModel


def ends_astray(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each mean, share, joint chance or sum of a family whose last term is not the last there is."""
    told: set[int] = set()
    for problem in (*ends_of_totals(model), *ends_beside_others(model)):
        if problem.span.start not in told:
            told.add(problem.span.start)
            yield problem
