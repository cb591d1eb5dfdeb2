r"""Probabilities that are set equal to the logarithm of one, and losses that add up probabilities without their logarithms.

``\log p(x) = \int p(x \mid z) p(z)\, dz`` has a logarithm on one side only.  And a loss that is the sum over positions
of how likely each token is after those before it is none that anyone trains by: its logarithms are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.equations.around import called_a_variant, label_of
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
    Matrix,
    Number,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    walk,
)

CONDITIONAL = frozenset({"p", "q", "P", "Q", "Pr", "pi", "f"})
ALONE = frozenset({"p", "P", "Pr"})  # letters that stand for probabilities also where no condition is told
LOGARITHMS = frozenset({"log", "ln"})
LOSSES = frozenset({"L", "l", "J", "loss", "Loss", "ell", "NLL", "cost", "CE"})
EQUALS = frozenset({"=", ":=", "≡"})
PROBABILITY, LOGARITHM = "probability", "logarithm"


def logs_left_out_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each equation with a logarithm on one side only, and each loss without its logarithms."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or len(term.relations) + 1 != len(term.sides):
            continue
        found = _one_sided(term) or _bare_loss(term)
        if found is None or called_a_variant(model, statement, label_of(model, statement)):
            continue
        yield _problem(statement, *found)


def _problem(statement: Statement, part: Term, message: str, advice: str) -> Problem:
    place = statement.place(origin_of(part))
    return Problem(
        place, message, help=advice, evidence={"kind": "text", "found": show(part)}, key=f"logarithm@{place.start}"
    )


def _one_sided(term: Relation) -> tuple[Term, str, str] | None:
    """The side that has no logarithm where the one before it has, or the other way round."""
    for left, relation, right in zip(term.sides, term.relations, term.sides[1:], strict=False):
        kinds = (_kind(left), _kind(right))
        if relation not in EQUALS or set(kinds) != {PROBABILITY, LOGARITHM}:
            continue
        if kinds[0] == PROBABILITY:
            return right, f"{show(left)} is a probability, and this is the logarithm of one", f"try log({show(left)})"
        return right, f"{show(left)} is a logarithm, and this has none", "try its logarithm"
    return None


def _kind(term: Term) -> str:
    """Whether a term is made of probabilities, or of their logarithms; nothing where it is made of both or of others."""
    match term:
        case Unknown(alternatives=alternatives) if alternatives:
            kinds = {_kind(each) for each in alternatives}
            return kinds.pop() if len(kinds) == 1 else ""
        case Apply(function=function, arguments=(inner,)) if function.partition("_")[0] in LOGARITHMS:
            return LOGARITHM if _kind(inner) == PROBABILITY else ""
        case Apply() if _is_probability(term):
            return PROBABILITY
        case IndexedSum(kind="sum" | "integral", body=body):
            return _kind(body)
        case IndexedSum(kind="product", body=body):
            return PROBABILITY if _kind(body) == PROBABILITY else ""
        case Product(factors=factors):
            kinds = {_kind(each) for each in factors if not _is_number(each)}
            return kinds.pop() if kinds == {PROBABILITY} or len(kinds) == 1 and len(factors) == 2 else ""
        case Quotient(numerator=above, denominator=below):
            return PROBABILITY if _kind(above) == _kind(below) == PROBABILITY else ""
        case Sum(terms=terms):
            kinds = {_kind(each) for each in terms}
            return LOGARITHM if kinds == {LOGARITHM} else ""
    return ""


def _is_number(term: Term) -> bool:
    return isinstance(term, Number) or isinstance(term, Quotient) and isinstance(term.numerator, Number)


def _is_probability(term: Term) -> bool:
    if not isinstance(term, Apply):
        return False
    name = term.function
    while name.endswith(")") and "(" in name:  # the hat, bar or font of a letter
        name = name[name.index("(") + 1 : -1]
    head = name.partition("_")[0].partition("^")[0]
    given = any(isinstance(each, Apply) and each.function == "given" for each in term.arguments)
    return given and head in CONDITIONAL - {"f"} or head in ALONE


# -- losses -----------------------------------------------------------------------------------------------------------


def _bare_loss(term: Relation) -> tuple[Term, str, str] | None:
    """The probability that a loss adds up as it is."""
    for side in term.sides[1:]:
        negative, body, indices = _summed(side)
        if not indices or not isinstance(body, Apply) or not _is_probability(body):
            continue
        seen = _is_of_member(body, indices) or any(_is_of_a_set(each, _outcome(body)) for each in walk(side))
        if _is_after_those_before(body, indices) or negative and is_loss(term.sides[0]) and seen:
            return (
                body,
                f"the probabilities {show(body)} are added up without their logarithms",
                f"try log({show(body)})",
            )
    return None


def _summed(term: Term, negative: bool = False) -> tuple[bool, Term, tuple[Term, ...]]:
    """What the sums of a side are of, over which letters, and whether all has a minus."""
    match term:
        case IndexedSum(kind="sum", index=index, body=body, condition=condition):
            over = index or (condition.sides[0] if isinstance(condition, Relation) else None)
            minus, inner, indices = _summed(body, negative)
            return minus, inner, (*((over,) if over is not None else ()), *indices)
        case Product(factors=factors):
            sums = [each for each in factors if isinstance(each, IndexedSum | Product | Apply)]
            minus = any(isinstance(each, Number) and each.value < 0 for each in factors)
            if len(sums) == 1 and all(each is sums[0] or isinstance(each, Number | Quotient) for each in factors):
                return _summed(sums[0], negative != minus)
    return negative, term, ()


def is_loss(left: Term) -> bool:
    """Whether a left side is called a loss, or is the least that a loss comes to."""
    if isinstance(left, Apply) and left.function.partition("_")[0] in ("min", "argmin") and len(left.arguments) == 1:
        return is_loss(left.arguments[0])
    head = unindexed(left)
    name = plain(head.function if isinstance(head, Apply) else head.name if isinstance(head, Symbol) else "")
    return name.partition("_")[0].partition("^")[0] in LOSSES


def _is_of_member(body: Apply, indices: tuple[Term, ...]) -> bool:
    """Whether it is the probability of what is summed over as it was seen: y_i, and not of each y that there may be."""
    outcome = _outcome(body)
    slots = (slot for part in walk(outcome) if isinstance(part, Index) for slot in part.indices)
    return any(each in set(walk(slot)) for slot in slots for each in indices)


def _is_of_a_set(part: Term, outcome: Term) -> bool:
    """Whether a sum runs over the members of a set, and these are the outcomes."""
    return isinstance(part, IndexedSum) and part.condition is not None and part.index == outcome


def _outcome(body: Apply) -> Term:
    first = body.arguments[0]
    return first.arguments[0] if isinstance(first, Apply) and first.function == "given" and first.arguments else first


def _is_after_those_before(body: Apply, indices: tuple[Term, ...]) -> bool:
    """Whether it is the probability of a member, given those before it: p(x_t | x_{<t}), p(x_t | x_1, …, x_{t-1})."""
    first = body.arguments[0]
    if not isinstance(first, Apply) or first.function != "given" or not _is_of_member(body, indices):
        return False
    outcome = _outcome(body)
    base = outcome.base if isinstance(outcome, Index) else None
    given = [
        part for each in first.arguments[1:] for part in walk(each) if isinstance(part, Index) and part.base == base
    ]
    return any(_is_earlier(slot, indices) for part in given for slot in part.indices)


def _is_earlier(slot: Term, indices: tuple[Term, ...]) -> bool:
    """Whether an index tells those before the one summed over: <t, 1:t-1, t-1."""
    match slot:
        case Apply(function="prefix <"):
            return True
        case Sum(terms=(first, Number(value=value))):
            return value < 0 and first in indices
        case Sum(terms=(first, Product(factors=(Number(value=value), *_)))):
            return value < 0 and first in indices
        case Apply() | Matrix():
            return any(_is_earlier(part, indices) for part in walk(slot) if part is not slot and isinstance(part, Sum))
    return False


__all__ = ["is_loss", "logs_left_out_problems"]
