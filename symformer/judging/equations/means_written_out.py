r"""Means and variances as they are written out, in whatever notation: over members of a set, over several axes.

A mean divides what it sums by how many there are, and a variance squares each deviation before it is summed.  What the
left side calls μ or σ² is read apart into its sums, its counts and what is summed; only what is nothing but that is
judged: weights and shares make another mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.findings.finding import Problem
from symformer.judging.equations.around import label_of, words_after, words_before
from symformer.reasoning.form_miss import LIKE_EQUAL
from symformer.reasoning.plainer import plain
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of, unindexed
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    walk,
)
from symformer.text.cued import Cued

ONE, TWO, HALF = Fraction(1), Fraction(2), Fraction(1, 2)
MEANS = frozenset({"mu", "hat(mu)", "tilde(mu)", "bar(x)", "bar(X)"})
SPREADS = frozenset({"sigma", "hat(sigma)", "tilde(sigma)", "s", "S"})
VARIANCES = frozenset({"variance", "Var", "var"})
SHARES = frozenset({"hat(F)", "acc", "Acc", "ACC", "accuracy", "Accuracy"})  # how many of all
COUNTS = frozenset("nNmMdDHWCGTKLB")
# words that say that the deviations add up to nothing, or that all is meant as it stands
TO_NOTHING = Cued(
    r"\bcancel\w*|\b(?:sums? (?:up )?to|adds? up to|is|equals?|always|be) (?:zero|0|nothing)\b|\bvanish(?:es)?[.,;]"
    r"|\bfirst (?:central )?moment\b|(?:\bis|=) ?\$?0\b|为零|等于零|抵消",
    re.IGNORECASE,
)
NOT_DIVIDED = Cued(
    r"\bun-?normali[sz]ed|\bwithout (?:the )?(?:divi|normali)|\bup to (?:a |the )?(?:constant|factor|scale)|\bproportional"
    r"|\b(?:scatter|totals?|wrong\w*|mistake\w*|incorrect\w*)\b|归一化前|成正比",
    re.IGNORECASE,
)
SMALL = frozenset({"epsilon", "varepsilon", "eps"})


@dataclass(frozen=True, slots=True)
class _Written:
    """A mean written out: what is summed, over what, and by which counts all is multiplied and divided."""

    body: Term
    sums: tuple[IndexedSum, ...]
    times: tuple[Term, ...] = ()
    divided: tuple[Term, ...] = ()


def mean_problems(model: SemanticModel) -> dict[int, Problem]:
    """A problem for each mean without its count, or with it upside down, and each variance without its square.

    They stand by the identities of their statements.
    """
    return dict(_problems(model))


def _problems(model: SemanticModel) -> Iterator[tuple[int, Problem]]:
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or not LIKE_EQUAL.issuperset(term.relations):
            continue
        kind = _kind(term.sides[0])
        faults = (_fault(kind, term.sides[0], side) or _by_one(side) for side in term.sides[1:])
        found = next(filter(None, faults), None)
        if found is None or _is_said(model, statement):
            continue
        part, message, help_ = found
        place = statement.place(origin_of(part))
        evidence: dict[str, object] = {"kind": "text", "found": show(part)}
        yield id(statement), Problem(place, message, help=help_, evidence=evidence, key=f"moment@{place.start}")


def _is_said(model: SemanticModel, statement: Statement) -> bool:
    said = f"{words_before(model, statement)} {label_of(model, statement)}", words_after(model, statement)
    return any(TO_NOTHING.search(each) or NOT_DIVIDED.search(each) for each in said)


def _fault(kind: str, left: Term, right: Term) -> tuple[Term, str, str] | None:
    """What is wrong with a mean or a spread as it is written out: where, what, and what to try."""
    match right:
        case Sum(terms=(inner, Product(factors=(Number(value=value), Symbol(name=name))) as small)) if (
            kind in ("variance", "deviation") and value == -ONE and plain(name) in SMALL and _written(inner)
        ):
            return small, f"{name} is subtracted, and a small number keeps from zero what it is added to", "try a plus"
    written = _written(_inside(right)) if kind else None
    if written is None:
        return None
    counted = [each for each in written.times if _is_count(each)]
    upside_down = bool(counted) and not written.divided and len(counted) == len(written.times)
    if kind == "mean":
        if not _is_member(written.body, written) or _head(written.body) in MEANS | {"mu"}:
            return None
        if upside_down:
            return (
                right,
                f"the sum is multiplied by {_told(counted)}, and a mean is divided by it",
                f"try 1 / {_told(counted)}",
            )
        if not written.times and not written.divided and _is_own_mean(left, written.body):
            return (
                right,
                f"{show(left)} is a sum here, and a mean divides it by how many there are",
                "divide by their number",
            )
        return None
    if kind == "share":
        if not isinstance(written.body, Apply) or written.body.function != "indicator":
            return None
        if upside_down:
            return (
                right,
                f"the count is multiplied by {_told(counted)}, and a share is divided by it",
                f"try 1 / {_told(counted)}",
            )
        if not written.times and not written.divided:
            return (
                right,
                f"{show(left)} counts here, and a share divides the count by how many there are",
                "divide by their number",
            )
        return None
    inner, squared = _base(written.body)
    deviation = _deviation(inner)
    if deviation is None or not _is_member(deviation[0], written):
        return None
    if not squared:
        what = "a variance sums their squares" if kind == "variance" else "a deviation is the root of their mean square"
        return written.body, f"{show(inner)} is not squared: {what}", f"try ({show(inner)})^2"
    if deviation[1]:
        return written.body, f"the mean is added in {show(inner)}, and a deviation is from the mean", "try a minus"
    if upside_down:
        return (
            right,
            f"the sum is multiplied by {_told(counted)}, and a variance is divided by it",
            f"try 1 / {_told(counted)}",
        )
    return None


def _by_one(right: Term) -> tuple[Term, str, str] | None:
    """A sum that is multiplied by n / 1, which nobody writes but by a slip."""
    for part in walk(right):
        if not isinstance(part, Product) or not any(isinstance(each, IndexedSum) for each in part.factors):
            continue
        for each in part.factors:
            if isinstance(each, Quotient) and each.denominator == Number(ONE) and _is_size(each.numerator):
                return each, f"the sum is multiplied by {show(each.numerator)} / 1", f"try 1 / {show(each.numerator)}"
    return None


def _is_size(term: Term) -> bool:
    """Whether a term is made of counts alone."""
    return all(map(_is_count, _factors(term))) and bool(_factors(term))


def _told(counted: list[Term]) -> str:
    return show(Product(tuple(counted)) if len(counted) > 1 else counted[0])


# -- what the left side is called -------------------------------------------------------------------------------------


def _kind(left: Term) -> str:
    """Whether a left side is called a mean, a variance or a deviation."""
    match left:
        case Power(base, Number(value=value)) if value == TWO:
            return "variance" if _head(base) in SPREADS else ""
    name = _head(left)
    if name in MEANS:
        return "mean"
    if name in SHARES:
        return "share"
    if isinstance(left, Apply) and name in VARIANCES:
        return "variance"
    return "deviation" if name in SPREADS - {"S"} else ""


def _head(term: Term) -> str:
    """What a thing is called, without marks and indices: mu of μ_B, of μ^l and of μ_{ng}(x)."""
    head = term.base if isinstance(term, Index | Power) else term
    head = unindexed(head)
    name = plain(head.function if isinstance(head, Apply) else head.name if isinstance(head, Symbol) else "")
    name = name.partition("_")[0].partition("^")[0]
    return f"{name[: name.find('(')]}({plain(name[name.find('(') + 1 : -1])})" if name.endswith(")") else name


def _is_own_mean(left: Term, member: Term) -> bool:
    """Whether a left side is μ, or x̄ where entries of x are summed."""
    name = _head(left)
    return name.endswith(("mu", "mu)")) or name == f"bar({_head(member)})"


# -- what stands on the right -----------------------------------------------------------------------------------------


def _inside(term: Term) -> Term:
    """What is under the root, without the small number that is added."""
    match term:
        case Apply(function="sqrt", arguments=(inner,)):
            return _inside(inner)
        case Power(base, Number(value=value)) if value == HALF:
            return _inside(base)
        case Sum(terms=(inner, Symbol(name=name))) if plain(name) in SMALL:
            return inner
        case Sum(terms=(Symbol(name=name), inner)) if plain(name) in SMALL:
            return inner
    return term


def _written(term: Term) -> _Written | None:
    """A term as sums of something, with what these are multiplied and divided by; None if it is anything else."""
    match term:
        case IndexedSum(kind="sum", body=body):
            inner = _written(body)
            if inner is None or not inner.sums:
                return _Written(body, (term,))
            return replace(inner, sums=(term, *inner.sums))
        case Quotient(numerator=above, denominator=below):
            inner = _written(above)
            if inner is None or any(isinstance(part, IndexedSum) for part in walk(below)):
                return None
            return replace(inner, divided=(*inner.divided, *_factors(below)))
        case Product(factors=factors):
            parts = [each for each in factors if isinstance(each, IndexedSum) or _holds_sum(each)]
            inner = _written(parts[0]) if len(parts) == 1 else None
            if inner is None:
                return None
            for each in factors:
                if each is not parts[0]:
                    over, under = _parted(each)
                    inner = replace(inner, times=(*inner.times, *over), divided=(*inner.divided, *under))
            return inner
    return None


def _parted(factor: Term) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """What a factor multiplies by, and what it divides by."""
    match factor:
        case Quotient(numerator=above, denominator=below):
            return _factors(above), _factors(below)
    return _factors(factor), ()


def _holds_sum(term: Term) -> bool:
    return isinstance(term, Quotient | Product) and any(isinstance(part, IndexedSum) for part in walk(term))


def _factors(term: Term) -> tuple[Term, ...]:
    """The factors of a count, without those that are one."""
    match term:
        case Number(value=value) if value == ONE:
            return ()
        case Product(factors=factors):
            return tuple(part for each in factors for part in _factors(each))
    return (term,)


def _is_count(term: Term) -> bool:
    """Whether a factor is how many there are: n, |B|, C / G."""
    match term:
        case Apply(function="absolute" | "cardinality"):
            return True
        case Quotient(numerator=above, denominator=below):
            return _is_count(above) and _is_count(below)
        case Symbol(name=name) | Index(base=Symbol(name=name)):
            return plain(name).partition("_")[0] in COUNTS
    return False


def _is_member(term: Term, written: _Written) -> bool:
    """Whether a term is what all the sums run over: x_i, x_{nchw}, or the members x of a set themselves."""
    if not isinstance(term, Symbol | Index):
        return False
    places = {each for part in walk(term) if isinstance(part, Index) for slot in part.indices for each in walk(slot)}
    for each in written.sums:
        over = each.condition.sides[0] if isinstance(each.condition, Relation) else None
        if each.index is not None and each.index in (*places, term):
            continue
        if over is not None and over == term:
            continue
        return each.index is None and over is None
    return True


def _base(term: Term) -> tuple[Term, bool]:
    match term:
        case Power(base, Number(value=value)) if value == TWO:
            return base, True
    return term, False


def _deviation(term: Term) -> tuple[Term, bool] | None:
    """What a mean is taken from, and whether it is added instead: x_i of x_i - μ."""
    if not isinstance(term, Sum) or len(term.terms) != 2:
        return None
    for one, other in (term.terms, term.terms[::-1]):
        match other:
            case Product(factors=(Number(value=value), centre)) if value == -ONE and _is_centre(centre, one):
                return one, False
            case _ if _is_centre(other, one) and not isinstance(one, Product):
                return one, True
    match term.terms:  # μ - x_i
        case (centre, Product(factors=(Number(value=value), one))) if value == -ONE and _is_centre(centre, one):
            return one, False
    return None


def _is_centre(term: Term, member: Term) -> bool:
    """Whether a term is called the mean of what a member is of."""
    name = _head(term)
    return (
        name in MEANS
        and _head(member) not in MEANS
        or name == f"bar({_head(member)})"
        or (isinstance(term, Apply) and term.function == "expectation")
    )


__all__ = ["mean_problems"]
