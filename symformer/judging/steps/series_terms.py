r"""Series written out beside their sum: ``\sum_n x^n / n! = 1 + x + x/2 + …``, each term against the general one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.reasoning.equality import equality
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of, put_in
from symformer.terms.show import show
from symformer.terms.term import EXACTLY_EQUAL, Ellipsis, Index, IndexedSum, Number, Relation, Sum, Symbol, Term, walk

LEAST_TERMS = 3  # written out before the dots
MOST_TERMS = 8


def series_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one term of a series written out that is not what the sum beside it has there."""
    for statement, parts in once(model, asserted_formulas):
        term = statement.term
        if statement.hedged or not isinstance(term, Relation) or not any(isinstance(part, Ellipsis) for part in parts):
            continue
        for (left, right), sign in zip(pairwise(term.sides), term.relations, strict=True):
            for total, written in ((left, right), (right, left)):
                if sign in EXACTLY_EQUAL and isinstance(total, IndexedSum) and isinstance(written, Sum):
                    yield from _of_series(statement, total, written)


def _of_series(statement: Statement, total: IndexedSum, written: Sum) -> Iterator[Problem]:
    shown = _before_dots(written)
    if shown is None or total.kind != "sum" or not isinstance(total.index, Symbol) or total.condition is not None:
        return
    if not isinstance(total.lower, Number) or any(isinstance(part, Index) for part in walk(total.body)):
        return  # entries are read by their indices
    first = total.lower.value
    general = [put_in(total.body, {total.index: Number(first + Fraction(at))}) for at in range(len(shown))]
    outcomes = [equality(meant, each, prove=False).outcome for meant, each in zip(general, shown, strict=True)]
    wrong = [at for at, outcome in enumerate(outcomes) if outcome == "refuted"]
    agreeing = sum(outcome in ("supported", "proved") for outcome in outcomes)
    if len(wrong) != 1 or agreeing < LEAST_TERMS - 1 or agreeing + 1 < len(shown):
        return
    odd, meant = shown[wrong[0]], general[wrong[0]]
    place = statement.place(origin_of(odd))
    yield Problem(
        place,
        f"the sum has another term for {show(total.index)} = {show(Number(first + wrong[0]))} than {show(odd)}",
        help=f"try {show(meant)}",
        related=(Related(statement.place(total.origin), "the sum"),),
        evidence={"kind": "text", "found": show(odd)},
        key=f"series@{place.start}",
    )


def _before_dots(written: Sum) -> list[Term] | None:
    """The terms of a sum that stand before its dots."""
    dots = [at for at, each in enumerate(written.terms) if isinstance(each, Ellipsis)]
    if len(dots) != 1 or not LEAST_TERMS <= dots[0] <= MOST_TERMS:
        return None
    return list(written.terms[: dots[0]])
