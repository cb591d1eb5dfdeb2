r"""Weighted means that divide by another number than the sum of their weights, or sum without them.

``\mu_k = \frac{1}{N_k} \sum_i r_{ik} x_i`` beside ``N_k = \sum_i r_{ik}``: where one mean of a note is taken like
this, another with the same weights is taken over the same sum of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.judging.indices.named_normalisers import Told, named_sums
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.parts import origin_of, put_in
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    walk,
)
from symformer.text.cued import Cued

FAR = 300  # characters around a mean that are looked at
_ESTIMATE = Cued(
    r"\b(?:importance|propensit\w+|(?:un)?biased|horvitz|off-policy|re-?weight\w*|class weights?|weighted (?:loss|cross))\b|重要性|无偏|加权损失",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Mean:
    """A sum over a letter that is divided by something."""

    shaped: StatementShape
    left: Term
    total: IndexedSum
    divisor: Term


def weighted_mean_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each mean with weights over another number than their sum, or over their sum without them."""
    sums = {name: told for name, told in named_sums(model).items() if isinstance(name, Symbol | Index)}
    if not sums:
        return
    means = list(_means(model))
    for name, told in sums.items():
        with_weights = [each for each in means if _weighs(each, name, told)]
        right = [each for each in with_weights if each.divisor == _divisor(each, name)]
        if not right:
            continue
        for each in with_weights:
            if any(each.total.body == other.total.body for other in right) or _is_estimate(model, each):
                continue  # one sum, taken over its weights and over its terms
            if each not in right and isinstance(each.divisor, Symbol | Index) and each.divisor not in sums:
                yield _problem(each, f"the weights sum to {show(_divisor(each, name))}", each.divisor, name, right[0])
        for each in means:
            if each.divisor == _divisor(each, name) and each not in right and _sums_alike(each, right[0]):
                words = f"the weights {show(told[1].body)} are summed in {show(name)}, and stand in no term here"
                yield _problem(each, words, each.total, name, right[0])


def _problem(mean: _Mean, words: str, place: Term, name: Term, beside: _Mean) -> Problem:
    over = place is mean.divisor
    return Problem(
        mean.shaped.statement.place(origin_of(place)),
        f"{words}, and this sum is divided by {show(mean.divisor)}" if over else words,
        help=f"try {show(_divisor(mean, name))}" if over else "try the weights in front",
        related=(Related(beside.shaped.statement.span, "a mean with these weights"),),
        evidence={"kind": "text", "found": show(place), "beside": show(name)},
    )


def _means(model: SemanticModel) -> Iterator[_Mean]:
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
            continue
        match statement.term:
            case Relation(relations=(sign,), sides=(Symbol() | Index() as left, right)) if sign in EQUAL:
                match right:
                    case Quotient(IndexedSum(kind="sum") as total, divisor):
                        yield _Mean(shaped, left, total, divisor)
                    case Product(factors=(Quotient(Number(value=one), divisor), IndexedSum(kind="sum") as total)):
                        if one == 1:
                            yield _Mean(shaped, left, total, divisor)


def _divisor(mean: _Mean, name: Term) -> Term:
    """The sum of the weights, at the index of a mean."""
    match name, mean.left:
        case Index(indices=(Symbol() as letter,)), Index(indices=(Symbol() as ours,)):
            return put_in(name, {letter: ours})
    return name


def _weighs(mean: _Mean, name: Term, told: Told) -> bool:
    """Whether each term of a mean is something times the weight that the named sum sums, and not that weight alone."""
    weight, letter = told[1].body, told[1].index
    match name, mean.left:
        case Index(indices=(Symbol() as index,)), Index(indices=(Symbol() as ours,)):
            weight = put_in(weight, {index: ours})
    if letter is None or mean.total.index is None:
        return False
    weight = put_in(weight, {letter: mean.total.index})
    factors = list(_factors(mean.total.body))
    return not isinstance(weight, Number) and weight in factors and len(factors) > 1


def _factors(term: Term) -> Iterator[Term]:
    match term:
        case Product(factors=factors) | Elementwise(factors=factors):
            for each in factors:
                yield from _factors(each)
        case _:
            yield term


def _is_estimate(model: SemanticModel, mean: _Mean) -> bool:
    """Whether the words around speak of weights that have the mean one, and need not be divided by."""
    place, text = mean.shaped.statement.span, model.document.source.text
    return _ESTIMATE.search(text, max(0, place.start - FAR), place.end + FAR) is not None


def _sums_alike(mean: _Mean, other: _Mean) -> bool:
    """Whether two sums run alike, and the terms of the first are no condition or weight of another kind."""
    ours, theirs = mean.total, other.total
    alike = (ours.index, ours.lower, ours.upper) == (theirs.index, theirs.lower, theirs.upper)
    known = {part for part in walk(theirs.body) if isinstance(part, Symbol)}
    return alike and {part for part in walk(ours.body) if isinstance(part, Symbol)} <= known


__all__ = ["weighted_mean_problems"]
