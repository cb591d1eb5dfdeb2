r"""Sums that do nothing: ``\sum_{s'} P(s' \mid s, a)\, V(s)`` is V(s); and means that divide by another count."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.algebra.unify import Different, Equal
from symformer.findings.finding import Problem
from symformer.semantics.inference import StatementShape
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes import dimension_of
from symformer.terms.show import show, spell
from symformer.terms.term import Apply, Index, IndexedSum, Number, Power, Product, Quotient, Sum, Symbol, Term, walk

NORMALISERS = frozenset({"Z", "C", "c", "h", "tau"})  # what is divided by and counts nothing


def sums_of_shares(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum of probabilities over all next states, times what is taken at the state before."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            if not isinstance(part, IndexedSum) or part.kind != "sum" or part.index is None:
                continue
            if (
                not isinstance(part.body, Product)
                or part.condition is not None
                and part.index not in walk(part.condition)
            ):
                continue
            shares = [each for each in part.body.factors if part.index in walk(each)]
            others = [each for each in part.body.factors if part.index not in walk(each)]
            if len(shares) != 1 or not _is_share(shares[0], part.index):
                continue
            twin = next((each for each in others if _is_valued(each) and _has_earlier(each, part.index)), None)
            if twin is None:
                continue
            yield Problem(
                statement.place(part.origin),
                f"{show(twin)} is the same for every {spell(part.index.name)}, and the probabilities sum to one",
                help=f"try what depends on {spell(part.index.name)}",
                evidence={"kind": "index", "letter": part.index.name},
            )


def _is_share(term: Term, index: Symbol) -> bool:
    """Whether a factor is the chance of the outcome, whatever it is conditional on: ``P(s' | s, a)``."""
    match term:
        case Apply(arguments=(Apply(function="given", arguments=(outcome, given)),)):
            return outcome == index and index not in walk(given)
    return False


def _has_earlier(term: Term, index: Symbol) -> bool:
    """Whether a factor is taken at what the outcome comes from: at s, where the sum runs over s'."""
    earlier = index.name.rstrip("'")
    return earlier != index.name and Symbol(earlier) in walk(term)


def _is_valued(term: Term) -> bool:
    """Whether a factor is the value of something, and no rate."""
    return isinstance(term, Apply | Index) and any(isinstance(part, Symbol) for part in walk(term))


def means_over_another_count(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``\frac{1}{M} \sum_{i=1}^{N}`` where M is known to be no N, or stands nowhere else."""
    for shaped in model.shapes:
        if shaped.statement.carrier != "formula" or shaped.statement.stance != "asserted":
            continue
        for divisor, total in _means(shaped.statement.term):
            count = _count(total)
            if count is None or not _is_another(divisor, count, total, shaped, model):
                continue
            yield Problem(
                shaped.statement.place(divisor.origin),
                f"{show(count)} things are summed, and the sum is divided by {show(divisor)}",
                help=f"try {show(count)}, or say what {show(divisor)} is",
                evidence={"kind": "symbol", "symbol": divisor.name},
            )


def _means(term: Term) -> Iterator[tuple[Symbol, IndexedSum]]:
    for part in walk(term):
        match part:
            case Product(factors=(Quotient(Number(value=1), Symbol() as divisor), IndexedSum(kind="sum") as total)):
                yield divisor, total
            case Quotient(IndexedSum(kind="sum") as total, Symbol() as divisor):
                yield divisor, total


def _count(total: IndexedSum) -> Symbol | None:
    """How many things a sum takes: N, of i = 1 to N, or of i = 0 to N - 1."""
    match total.lower, total.upper:
        case Number(value=1), Symbol() as last:
            return last
        case Number(value=0), Sum(terms=(Symbol() as last, Product(factors=(Number(value=-1), Number(value=1))))):
            return last
    return None


def _is_another(
    divisor: Symbol, count: Symbol, total: IndexedSum, shaped: StatementShape, model: SemanticModel
) -> bool:
    if divisor == count or divisor.name.partition("_")[0] in NORMALISERS or divisor == total.index:
        return False
    if any(divisor in walk(part.upper) for part in walk(total) if isinstance(part, IndexedSum) and part.upper):
        return False  # the mean is that of a sum within
    if any(isinstance(part, Power) and part.exponent == divisor for part in walk(total)):
        return False
    one, two = dimension_of(divisor), dimension_of(count)
    if one is None or two is None:
        return False
    found = shaped.environment.theory.compare(one, two)
    if isinstance(found, Equal | Different):
        return isinstance(found, Different)
    uses = model.uses.of(divisor.name)
    return len(uses.occurrences) == 1 and not uses.declarations and len(model.uses.of(count.name).occurrences) > 1
