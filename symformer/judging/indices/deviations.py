r"""Sums of deviations from their own mean, which are 0: a variance without its square, ``\frac1n \sum_i (x_i - \bar x)``."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import words_after, words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Apply, Index, IndexedSum, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

MEANT = Cued(
    r"\b(?:zero|vanish\w*|cancel\w*|sums? to|add up|first (?:central )?moment)\b|(?:\bis|=) ?0\b|为零|等于零",
    re.IGNORECASE,
)


def deviation_problems(model: SemanticModel, told_elsewhere: Container[int]) -> Iterator[Problem]:
    """A problem for each sum of deviations from a name that the note tells as the mean of the very same things.

    ``told_elsewhere`` are statements, by their identity, of which it is said that they differ from a standard equation.
    """
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, IndexedSum) or (deviation := _deviation(part)) is None:
                continue
            told = once(model, means_told).get(deviation)
            if (
                told is None
                or told is statement
                or id(statement) in told_elsewhere
                or _is_zero(statement)
                or MEANT.search(words_before(model, statement))
            ):
                continue
            if MEANT.search(words_after(model, statement)):
                continue
            place = statement.place(origin_of(part.body))
            yield Problem(
                place,
                f"the deviations {show(part.body)} from their own mean add up to 0",
                help=f"try ({show(part.body)})^2",
                related=(Related(told.span, "the mean is told here"),),
                evidence={"kind": "text", "found": show(part.body)},
                level="warning",
                key=f"deviations@{place.start}",
            )


def centred_problems(model: SemanticModel, told_elsewhere: Container[int]) -> Iterator[Problem]:
    r"""A problem for each mean of what its own mean is taken from, without a square: ``\mathrm{Var}(X) = E[X - E[X]]``."""
    for statement, parts in once(model, asserted_formulas):
        if not isinstance(statement.term, Relation) or _is_zero(statement) or id(statement) in told_elsewhere:
            continue
        left = statement.term.sides[0]
        spread = isinstance(left, Apply) and left.function == "variance"
        centred = next((part for part in parts if _is_centred(part, spread)), None)
        if centred is None or any(MEANT.search(words(model, statement)) for words in (words_before, words_after)):
            continue
        assert isinstance(centred, Apply)
        inside = centred.arguments[0]
        yield Problem(
            statement.place(origin_of(inside)),
            f"the mean of {show(inside)} is 0, whatever it is taken of",
            help=f"try ({show(inside)})^2",
            evidence={"kind": "text", "found": show(inside)},
            level="warning",
        )


def _is_centred(part: Term, spread: bool) -> bool:
    """Whether a part is E[X - E[X]], or E[X - μ] where a variance is told."""
    match part:
        case Apply(
            function="expectation",
            arguments=(Sum(terms=(value, Product(factors=(Number(value=minus), centre)))), *_),
        ) if minus == -1:
            match centre:
                case Apply(function="expectation", arguments=(inner, *_)):
                    return inner == value
                case Symbol(name="mu") | Index(base=Symbol(name="mu")):
                    return spread
    return False


def _deviation(total: IndexedSum) -> tuple[Term, Term] | None:
    """The x and the m of ``Σ_i (x_i - m)``."""
    match total:
        case IndexedSum(
            kind="sum",
            body=Sum(terms=(Index(base=values) as member, Product(factors=(Number(value=minus), Symbol() as mean)))),
        ) if minus == -1 and _runs(total, member):
            return values, mean
    return None


def _runs(total: IndexedSum, member: Index) -> bool:
    """Whether a sum runs over the index of a member, or over the members."""
    if total.index is not None:
        return total.index in member.indices
    return isinstance(total.condition, Relation) and member == total.condition.sides[0]


def means_told(model: SemanticModel) -> dict[tuple[Term, Term], Statement]:
    """Of values and the name of their mean, the statement that tells it."""
    found: dict[tuple[Term, Term], Statement] = {}
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or term.relations[0] not in EQUAL or not isinstance(term.sides[0], Symbol):
            continue
        for part in walk(term.sides[1]):
            match part:
                case IndexedSum(kind="sum", body=Index(base=values)):
                    found[values, term.sides[0]] = statement
    return found


def _is_zero(statement: Statement) -> bool:
    term = statement.term
    return isinstance(term, Relation) and any(isinstance(side, Number) and side.value == 0 for side in term.sides)
