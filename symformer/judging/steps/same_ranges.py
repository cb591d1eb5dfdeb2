r"""Two conditions on one letter that words call the same: "$|1 - 2\eta| < 1$, i.e. $0 < \eta < 1$".

Both are worked out at many values of the letter.  Letters of steps and rates are taken to be positive, and so is every letter that
one of the two conditions bounds by zero alone: what is said of the rest is not accused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from symformer.algebra.interval import Interval
from symformer.findings.finding import Problem, Related
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.model import SemanticModel
from symformer.terms.parts import put_in
from symformer.terms.show import show
from symformer.terms.term import Index, Number, Relation, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued

_SAME = re.compile(
    r"[\s$,;(]*(?:i\.\s?e\.|that\s+is(?:\s+to\s+say)?|in\s+other\s+words|or\s+equivalently|equivalently|which\s+(?:is|means)|if\s+and\s+only\s+if|iff|exactly\s+(?:if|when))[\s$,:]*\Z",
    re.IGNORECASE,
)
_HEDGED = Cued(
    r"\?|\b(?:roughly|about|for\s+(?:small|large)|at\s+least|in\s+particular|integers?|whole\s+numbers?)\b|≈",
    re.IGNORECASE,
)
WHOLE = frozenset("ijklmnhdtNMKLHDTBP")  # letters of whole numbers, of which n > 2 and n ≥ 3 are one
_ORDERS = frozenset({"<", ">", "≤", "≥"})
STEP, OFFSET, REACH = Fraction(3, 64), Fraction(1, 127), 130  # values that no bound of a note is likely to be


def same_range_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each condition that holds elsewhere than the one it is said to be."""
    text = model.document.source.text
    formulas = [each for each in model.statements if each.carrier == "formula" and each.formula is not None]
    for one, other in pairwise(formulas):
        if one.formula is None or other.formula is None or "asserted" not in (one.stance, other.stance):
            continue
        between = text[one.formula.span.end : other.formula.span.start]
        if len(between) > 40 or _SAME.match(between) is None:
            continue
        around = text[max(0, one.formula.span.start - 80) : other.formula.span.end + 40]
        letter = _letter(one.term, other.term)
        if letter is None or show(letter) in WHOLE or _HEDGED.search(around):
            continue
        apart = _apart(one.term, other.term, letter)
        if apart is None:
            continue
        value, first = apart
        shown = f"{float(value):g}"
        yield Problem(
            other.span,
            f"at {show(letter)} = {shown} the condition before it {'holds' if first else 'does not hold'}, and this one {'does not' if first else 'does'}",
            level="warning",
            evidence={"kind": "text", "printed": other.latex.text, "counterexample": shown},
            related=(Related(one.span, "the condition before it"),),
            key=f"said-property@{other.span.start}",
        )


def _letter(one: Term, other: Term) -> Term | None:
    """The one letter of two conditions."""
    for each in (one, other):
        if not isinstance(each, Relation) or not set(each.relations) <= _ORDERS:
            return None
        if any(isinstance(part, Unknown | Index) for part in walk(each)):
            return None
    letters = {part for each in (one, other) for part in walk(each) if isinstance(part, Symbol)}
    both = [letter for letter in letters if all(letter in set(walk(each)) for each in (one, other))]
    return both[0] if len(letters) == len(both) == 1 else None


def _apart(one: Relation | Term, other: Relation | Term, letter: Term) -> tuple[Fraction, bool] | None:
    """A positive value at which one condition holds and the other does not, if there is one."""
    seen = {True: 0, False: 0}
    found: tuple[Fraction, bool] | None = None
    for at in range(REACH):
        value = STEP * at + OFFSET
        first, second = (_holds(each, letter, value) for each in (one, other))
        if first is None or second is None:
            return None
        seen[first] += 1
        if first != second and found is None:
            found = value, first
    return found if all(seen.values()) else None


def _holds(condition: Term, letter: Term, value: Fraction) -> bool | None:
    if not isinstance(condition, Relation):
        return None
    sides = [evaluate(put_in(side, {letter: Number(value)})) for side in condition.sides]
    known = [each for each in sides if isinstance(each, Interval)]
    if len(known) < len(sides):
        return None
    truth = True
    for sign, (left, right) in zip(condition.relations, pairwise(known), strict=True):
        if not (left.hi < right.lo or right.hi < left.lo):
            return None  # too near to tell
        truth = truth and (left.hi < right.lo) == (sign in ("<", "≤"))
    return truth


__all__ = ["same_range_problems"]
