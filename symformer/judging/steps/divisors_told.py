r"""Divisors that words and formula give otherwise: "with division by d" beside ``\frac{1}{d-1} \sum``, weights ``n / n_v`` of parts.

A variance is told only where the words speak of one of the two estimates; an inverted share only where a gain or an impurity is
the mean of its parts, as class weights are meant to be the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, IndexedSum, Number, Power, Product, Quotient, Sum, Symbol, Term, walk
from symformer.text.span import Span

BEFORE, AFTER = 220, 60  # characters in which words tell how a variance is taken
_WHOLE = r"(?:divi(?:sion|ded|des|ding)\s+by\s+\$?{letter}\$?(?!\s*[-−_^\w])|(?<!un)\bbiased\s+(?:sample\s+)?(?:variance|estimat|version|std|standard)|population\s+(?:variance|std|standard))"
_LESS = r"(?:divi(?:sion|ded|des|ding)\s+by\s+\$?{letter}\s*[-−]\s*1|\bunbiased\b(?!\s*=)|Bessel|sample\s+variance\s+\(?(?:with\s+)?\$?{letter}\s*[-−]\s*1)"
_ENDS = re.compile(r"[.;]\s|\n\n|\b(?:whereas|while|but)\b|\band (?:at|in|for)\b", re.IGNORECASE)
_IMPURITIES = frozenset(
    {"H", "G", "Gini", "gini", "I", "Entropy", "entropy", "impurity", "Impurity", "Imp", "E", "Ent", "i"}
)


def divisor_problems(model: SemanticModel, told_elsewhere: Collection[int]) -> Iterator[Problem]:
    """A problem for each variance that divides by another number than the words say, and for each inverted share."""
    text = model.document.source.text
    told = re.search(r"biased|divi(?:sion|ded|des|ding) by|Bessel|population (?:variance|st)", text)
    since = 0  # the end of the last formula with a divisor of its own: the words before it are said of that
    for statement in model.statements:
        if statement.stance != "asserted" or statement.carrier != "formula" or id(statement) in told_elsewhere:
            continue
        parts = list(walk(statement.term))
        divided = [each for each in parts if isinstance(each, Product | Quotient) and _divisor(each)] if told else []
        for quotient in divided:
            yield from _variance(statement, quotient, text, since)
        since = statement.span.end if divided else since
        for part in parts:
            if isinstance(part, IndexedSum) and part.kind == "sum":
                yield from _inverted(statement, part)


def _variance(statement: Statement, part: Product | Quotient, text: str, since: int) -> Iterator[Problem]:
    found = _divisor(part)
    if found is None:
        return
    count, less, place = found
    letter = re.escape(show(count))
    start, end = statement.span.start, statement.span.end
    # what is said of another formula is not of this
    before = _ENDS.split(text[max(since, start - BEFORE) : start])[-1]
    after = _ENDS.split(text[end : end + AFTER])[0]
    around = (before + text[start:end] + after).replace("\\,", "")
    whole = re.search(_WHOLE.format(letter=letter), around)
    minus = re.search(_LESS.format(letter=letter), around, re.IGNORECASE)
    if bool(whole) == bool(minus) or (minus is not None) == less:
        return
    if re.search(
        r"\bnot\b|n['’]t\b|instead|unlike|rather|\bor\b|wrong|\bif\b|(?<!well[- ])\bknown\b(?! (?:as|to|for|by)\b)|\btrue mean",
        around,
        re.IGNORECASE,
    ):
        return
    words = whole or minus
    span = statement.place(place)
    yield Problem(
        span,
        f'this divides by {show(count)}{" - 1" if less else ""}, and the words say "{words[0] if words else ""}"',
        level="warning",
        evidence={"kind": "text", "printed": show(count)},
        key=f"said-property@{span.start}",
    )


def _divisor(part: Product | Quotient) -> tuple[Symbol, bool, Span] | None:
    """The count that a sum of squared deviations is divided by, and whether it is one less."""
    match part:
        case Product(
            factors=(Quotient(numerator=Number(value=1), denominator=below), IndexedSum(kind="sum", body=body))
        ):
            pass
        case Quotient(numerator=IndexedSum(kind="sum", body=body), denominator=below):
            pass
        case _:
            return None
    match body:
        case Power(base=Sum(terms=(_, Product(factors=(Number(value=-1), *_)))), exponent=Number(value=2)):
            pass
        case _:
            return None
    match below:
        case Symbol():
            return below, False, below.origin
        case Sum(terms=(Symbol() as count, Number(value=-1))):
            return count, True, below.origin
    return None


def _inverted(statement: Statement, total: IndexedSum) -> Iterator[Problem]:
    """``\\sum_v (n / n_v) H_v``: the whole over its part, where the part's share is meant."""
    if not isinstance(total.body, Product) or total.index is None:
        return
    index = total.index
    if not any(_is_impurity(each, index) for each in total.body.factors):
        return
    for factor in total.body.factors:
        if not isinstance(factor, Quotient):
            continue
        above, below = show(factor.numerator), show(factor.denominator)
        if above != below and above == below.replace(f"[{show(index)}]", ""):
            span = statement.place(factor.origin)
            yield Problem(
                span,
                f"{above} / {below} is the whole over its part: the parts are weighted by their shares, {below} / {above}",
                level="warning",
                evidence={"kind": "text", "printed": above, "expected": f"{below} / {above}"},
                key=f"said-property@{span.start}",
            )


def _is_impurity(term: Term, index: Symbol) -> bool:
    match term:
        case Index(base=Symbol(name=name), indices=indices):
            return name in _IMPURITIES and index in indices
        case Apply(function=name, arguments=arguments):
            return name in _IMPURITIES and any(part == index for each in arguments for part in walk(each))
    return False


__all__ = ["divisor_problems"]
