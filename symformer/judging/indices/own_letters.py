r"""Letters that stand where only another letter has a meaning: ``\sum_{n=1}^{n}``, ``softmax(x_i) = e^{x_j} / \sum_j e^{x_j}``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.indices.ranges import slots_of
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show, spell
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    walk,
)

WHOLES = frozenset({"softmax", "sigma", "smax"})  # of a whole vector
COUNTED = frozenset({"sum", "product", "mean", "union", "concat", "max", "min"})


def letters_of_their_own_range(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum whose letter is the end of its own range, and each share of a letter that is bound."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if isinstance(part, IndexedSum) and part.kind in COUNTED and part.index is not None:
                if any(_is_near(end, part.index) for end in (part.lower, part.upper) if end is not None):
                    yield _own_end(statement, part)
        if isinstance(statement.term, Relation):
            yield from _shares_of_the_bound(statement, statement.term)
            yield from _whole_up_to_a_part(statement, statement.term)


def _is_near(end: Term, letter: Symbol) -> bool:
    """Whether an end is the letter itself, or some steps from it; the t of n_t is a label.

    >>> _is_near(Symbol("n"), Symbol("n")), _is_near(Index(Symbol("n"), (Symbol("t"),)), Symbol("t"))
    (True, False)
    """
    if isinstance(end, Product):
        return False  # j2 and j·1 are no counts but names: the second place of its kind
    last, here = dimension_of(end), dimension_of(letter)
    if last is None or here is None:
        return False
    apart = last - here
    return not apart.terms or apart.number is not None


def _own_end(statement: Statement, total: IndexedSum) -> Problem:
    letter = spell(show(total.index)) if total.index is not None else ""
    place = statement.place(total.origin)
    return Problem(
        place,
        f"{letter} runs here, and it is also the end of its own range",
        help="try another letter for what runs, or for the end",
        evidence={"kind": "index", "letter": letter},
        key=f"own-end@{place.start}",
    )


def _shares_of_the_bound(statement: Statement, relation: Relation) -> Iterator[Problem]:
    """``p(x_i) = e^{x_j} / Σ_j e^{x_j}``: what stands above has the letter of the sum, and i stands nowhere."""
    left, right = relation.sides[0], relation.sides[1]
    if relation.relations[0] not in EXACTLY_EQUAL or not isinstance(left, Apply):
        return  # an entry with another index is told as one with a free index
    told = {slot for part in walk(left) for slot in _slots(part) if isinstance(slot, Symbol)}
    used = {slot for part in walk(right) for slot in _slots(part)}
    for part in walk(right):
        match part:
            case Quotient(numerator=above, denominator=IndexedSum(kind="sum", index=Symbol() as letter, body=body)):
                if above == body and told and letter not in told and letter in used and told.isdisjoint(used):
                    own, other = (spell(each.name) for each in (letter, min(told, key=lambda each: each.name)))
                    place = statement.place(origin_of(above))
                    yield Problem(
                        place,
                        f"{own} is the letter of the sum below the line, and {other} of the left side stands nowhere here",
                        help=f"try {other} for {own} above the line",
                        level="warning",
                        evidence={"kind": "index", "letter": own},
                        key=f"bound-above@{place.start}",
                    )


def _whole_up_to_a_part(statement: Statement, relation: Relation) -> Iterator[Problem]:
    r"""``\sigma(z)_j = e^{z_j} / \sum_{k=1}^{j} e^{z_k}``: the whole of a softmax does not end at the entry that is asked for."""
    left, right = relation.sides[0], relation.sides[1]
    match left:
        case Index(base=Apply(function=function, arguments=(_,)), indices=(Symbol() as own,)):
            named = function.casefold() in WHOLES
        case Apply(function=function, arguments=(Index(indices=(Symbol() as own,)),)):
            named = function.casefold() == "softmax"
        case _:
            return
    if not named or relation.relations[0] not in EXACTLY_EQUAL:
        return
    for part in walk(right):
        match part:
            case Quotient(denominator=IndexedSum(kind="sum", upper=Symbol() as last) as total) if last == own:
                place = statement.place(origin_of(total))
                yield Problem(
                    place,
                    f"the sum below the line ends at {spell(own.name)}, which is the entry that the left side asks for",
                    help="try the number of entries as its end",
                    level="warning",
                    evidence={"kind": "index", "letter": own.name},
                    key=f"own-whole@{place.start}",
                )


def _slots(part: Term) -> tuple[Term, ...]:
    return slots_of(part) if isinstance(part, Index) else ()


# -- under a sum over the steps ----------------------------------------------------------------------------------


def outcomes_that_stand_still(model: SemanticModel) -> Iterator[Problem]:
    """``Σ_t log p(x_n | x_{t-1}, …, x_1)``: what is given runs along with t, and the outcome does not."""
    for statement, parts in once(model, asserted_formulas):
        for total in parts:
            if not isinstance(total, IndexedSum) or total.index is None:
                continue
            for part in walk(total.body):
                match part:
                    case Apply(function="given", arguments=(Index() as outcome, Apply(arguments=conditions))):
                        slots = slots_of(outcome)
                        still = len(slots) == 1 and isinstance(slots[0], Symbol) and slots[0] != total.index
                        if still and _ends_before(outcome, conditions, total.index):
                            yield _still(statement, outcome, total.index)


def _ends_before(outcome: Index, conditions: tuple[Term, ...], letter: Symbol) -> bool:
    """Whether a list of members of one family goes up to the one before the letter's."""
    if not any(isinstance(each, Ellipsis) for each in conditions):
        return False
    slots = [slots_of(each) for each in conditions if isinstance(each, Index) and each.base == outcome.base]
    here = dimension_of(letter)
    places = [dimension_of(each[0]) for each in slots if len(each) == 1]
    return here is not None and any(place is not None and (here - place).number == 1 for place in places)


def _still(statement: Statement, outcome: Index, letter: Symbol) -> Problem:
    place, wanted = statement.place(origin_of(outcome)), spell(letter.name)
    return Problem(
        place,
        f"what is given goes up to the one before {wanted}, and the outcome is {show(outcome)} for each {wanted}",
        help=f"try {wanted} as its index",
        evidence={"kind": "index", "letter": wanted},
        key=f"still@{place.start}",
    )
