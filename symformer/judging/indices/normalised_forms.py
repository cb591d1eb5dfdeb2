"""Shares of exponentials whose denominator sums another function of the scores: exp(e_i) / Σ_j exp(-e_j)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from symformer.findings.finding import Problem
from symformer.reasoning.constants import EULER_NAMES
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)

Pair = tuple[Term, Term]
OPPOSITES = ({"max", "min"}, {"sin", "cos"}, {"log", "exp"})


def normalised_form_problems(model: SemanticModel, told: Collection[int] = ()) -> Iterator[Problem]:
    """A problem for each share of exponentials that is divided by a sum of other things than these.

    ``told`` are statements, by identity, of which something is said already.
    """
    for statement, parts in once(model, asserted_formulas):
        if statement.hedged or id(statement) in told:
            continue
        for part in parts:
            found = odd_part(part) if isinstance(part, Quotient) else None
            if found is not None:
                above, below = found
                yield Problem(
                    statement.place(below.origin),
                    f"the sum below the line is over {show(below)}, and {show(above)} stands above it",
                    note="shares like these do not sum to one",
                    help=f"try the form of {show(above)}, or that of {show(below)}, in both places",
                    evidence={"kind": "text", "found": show(below), "beside": show(above)},
                )


def odd_part(share: Quotient) -> Pair | None:
    """The one part in which a numerator differs from what is summed below it, but for the letters of their slots.

    >>> i, j, e = Symbol("i"), Symbol("j"), Symbol("e")
    >>> def exp(term): return Apply("exp", (term,))
    >>> def share(below): return Quotient(exp(Index(e, (i,))), IndexedSum("sum", j, None, None, exp(below)))
    >>> odd_part(share(Index(e, (j,)))) is None
    True
    >>> show(odd_part(share(Product((Number(-1), Index(e, (j,))))))[1])
    '-e[j]'
    """
    below = share.denominator
    if not isinstance(below, IndexedSum) or below.kind != "sum" or not isinstance(below.index, Symbol):
        return None
    ours, theirs = _exponent(share.numerator), _exponent(below.body)
    if (ours is None) != (theirs is None):
        return _only_one_raised(share.numerator, below.body, below.index)
    if ours is None or theirs is None:
        return None
    found = _differences(ours, theirs, below.index)
    return found[0] if found is not None and len(found) == 1 else None


def _only_one_raised(above: Term, below: Term, letter: Symbol) -> Pair | None:
    """The numerator and what is summed, where only one of them is the exponential of the scores: exp(a_i) / Σ_j a_j."""
    raised = _exponent(above)
    scores, other = (raised, below) if raised is not None else (above, _exponent(below))
    if other is None or scores is None or not _runs_with(below, letter):
        return None
    return (above, below) if _same(scores, other, letter) else None


def _runs_with(term: Term, letter: Symbol) -> bool:
    return any(part == letter for part in walk(term))


def _exponent(term: Term) -> Term | None:
    match term:
        case Apply("exp", (inner,)):
            return inner
        case Power(Symbol(name), inner) if name in EULER_NAMES:
            return inner
    return None


def _differences(one: Term, other: Term, letter: Symbol) -> list[Pair] | None:
    """Where two terms are each other but for one thing; None where they are of different forms."""
    if _same(one, other, letter):
        return []
    if _is_slip(one, other, letter) or _is_slip(other, one, letter):
        return [(one, other)]
    held, inside = children(one), children(other)
    if type(one) is not type(other) or not held or len(held) != len(inside) or _kind(one) != _kind(other):
        return None
    found: list[Pair] = []
    for ours, theirs in zip(held, inside, strict=True):
        apart = _differences(ours, theirs, letter)
        if apart is None:
            return None
        found += apart
    return found


def _same(one: Term, other: Term, letter: Symbol) -> bool:
    """Whether two terms are one but for the letters of their slots, or the letter that is summed over."""
    if one == other or other == letter and isinstance(one, Symbol):
        return True
    match one, other:
        case Index(), Index():
            return _same(one.base, other.base, letter) and len(one.indices) == len(other.indices)
        case (Symbol(name), Index(base=Symbol(base))) | (Index(base=Symbol(base)), Symbol(name)):
            return name.partition("_")[0] == base  # w_e above and w_{e'} below
    held, inside = children(one), children(other)
    alike = type(one) is type(other) and bool(held) and len(held) == len(inside) and _kind(one) == _kind(other)
    return alike and all(_same(ours, theirs, letter) for ours, theirs in zip(held, inside, strict=True))


def _is_slip(one: Term, other: Term, letter: Symbol) -> bool:
    """Whether a term is another with a minus or a root about it, its opposite, or a sum for its product."""
    match one, other:
        case Product((Number(value=value), inner)), _ if value == -1:
            return _same(inner, other, letter)
        case Apply("sqrt", (inner,)), _:
            return _same(inner, other, letter)
        case Apply(), Apply() if len(one.arguments) == len(other.arguments):
            pair = {one.function.partition("_")[0], other.function.partition("_")[0]}
            return pair in OPPOSITES and all(
                _same(ours, theirs, letter) for ours, theirs in zip(one.arguments, other.arguments, strict=True)
            )
        case (Product(ours), Sum(theirs)) | (Elementwise(ours), Sum(theirs)) if len(ours) == len(theirs) > 1:
            return all(_same(a, b, letter) for a, b in zip(ours, theirs, strict=True))
    return False


def _kind(term: Term) -> object:
    return getattr(term, "function", None) or getattr(term, "kind", None)


__all__ = ["normalised_form_problems", "odd_part"]
