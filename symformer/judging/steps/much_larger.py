r"""Which of two terms is the small one where one letter is much larger than another: "$h \gg s$, so $4bs^2h$ is small beside $24bsh^2$".

Both terms are products of powers.  Their quotient in the two letters tells which one wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show_styled
from symformer.terms.term import Index, Number, Power, Product, Quotient, Relation, Symbol, Term
from symformer.text.cued import Cued

FAR = 260  # characters of one sentence
_MUCH = {"≫": 1, "≪": -1}
_SMALL = Cued(
    r"\A[\s$\\()]*(?:(?:term|part|cost)\s+)?(?:(?:is|are|can\s+be|becomes?|will\s+be|may\s+be)\s+(?:(?:much|far|relatively|comparatively|very)\s+)*(?:smaller|small|negligible|dominated|insignificant|minor|less|lower)\s*(?:(?:relative|compared|in\s+comparison)\s+(?:to|with)|than|beside|by|against|next\s+to)|远?小于|相对于?[^，。]{0,6}可忽略)\s*(?:the\s+)?(?:(?:term|part|cost)\s+)?[\s$\\()]*\Z",
    re.IGNORECASE,
)
_LARGE = Cued(
    r"\A[\s$\\()]*(?:(?:term|part|cost)\s+)?(?:dominates|outweighs|exceeds|(?:is|are|can\s+be|becomes?|will\s+be)\s+(?:(?:much|far)\s+)*(?:larger|greater|bigger)\s*(?:(?:relative|compared)\s+to|than)|远?大于)\s*(?:the\s+)?(?:(?:term|part|cost)\s+)?[\s$\\()]*\Z",
    re.IGNORECASE,
)
_OPEN = Cued(r"\b(?:not|unless|until|never|no\s+longer|otherwise|except|unlike)\b|n['’]t\b|\?|不", re.IGNORECASE)


def much_larger_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each term that is called small, or large, and is the other."""
    text = model.document.source.text
    inline = [
        each
        for each in model.statements
        if each.carrier == "formula" and each.formula is not None and each.formula.display == "inline"
    ]
    for at, condition in enumerate(inline):
        told = _condition(condition)
        if told is None:
            continue
        behind = [each for each in inline[at + 1 : at + 7] if each.span.start - condition.span.end < FAR]
        for one, other in pairwise(behind):
            assert one.formula is not None and other.formula is not None
            between = text[one.formula.span.end : other.formula.span.start]
            said = -1 if _SMALL.match(between) else 1 if _LARGE.match(between) else 0
            sentence = text[condition.span.start : other.span.end]
            if not said or _OPEN.search(sentence) or re.search(r"[.。]\s", sentence):
                continue
            wins = _wins(one.term, other.term, *told)
            if wins and wins != said:
                yield _problem(condition, one, other, wins)


def _condition(statement: Statement) -> tuple[Term, Term] | None:
    """The letter that is much larger, and the one beside it."""
    match statement.term:
        case Relation(relations=("≫" | "≪" as sign,), sides=(Symbol() | Index() as one, Symbol() | Index() as other)):
            return (one, other) if _MUCH[sign] > 0 else (other, one)
    return None


def _wins(one: Term, other: Term, large: Term, small: Term) -> int:
    """1 where the first of two terms is the larger one, -1 where it is the smaller, 0 where that cannot be told."""
    first, second = _powers(one), _powers(other)
    if first is None or second is None:
        return 0
    left = {
        letter: first.get(letter, Fraction(0)) - second.get(letter, Fraction(0))
        for letter in first.keys() | second.keys()
    }
    left = {letter: power for letter, power in left.items() if power}
    if set(left) != {large, small} or left[large] + left[small] != 0:
        return 0
    return 1 if left[large] > 0 else -1


def _powers(term: Term) -> Mapping[Term, Fraction] | None:
    """The letters of a product with their powers; nothing for what is no product."""
    match term:
        case Number():
            return {}
        case Symbol() | Index():
            return {term: Fraction(1)}
        case Power(base=Symbol() | Index() as base, exponent=Number(value=value)):
            return {base: value}
        case Product(factors=factors):
            parts = [(_powers(each), 1) for each in factors]
        case Quotient(numerator=above, denominator=below):
            parts = [(_powers(above), 1), (_powers(below), -1)]
        case _:
            return None
    made: dict[Term, Fraction] = {}
    for powers, sign in parts:
        if powers is None:
            return None
        for letter, power in powers.items():
            made[letter] = made.get(letter, Fraction(0)) + sign * power
    return made


def _problem(condition: Statement, one: Statement, other: Statement, wins: int) -> Problem:
    shown = show_styled(condition.term)
    which = "larger" if wins > 0 else "smaller"
    return Problem(
        condition.span,
        f"where {shown}, {show_styled(one.term)} is the {which} one beside {show_styled(other.term)}",
        level="warning",
        evidence={"kind": "text", "printed": shown},
        key=f"property@{condition.span.start}",
    )


__all__ = ["much_larger_problems"]
