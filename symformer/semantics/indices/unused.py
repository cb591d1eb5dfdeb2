"""Sums over a letter that what is summed does not have, or has in one factor only."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.semantics.indices.slots import (
    RUNNING,
    IndexFault,
    bound_letters,
    call_letters,
    names_letter,
    run_by,
    slot_letters,
)
from symformer.terms.parts import letter_names
from symformer.terms.show import GREEK, show
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Power,
    Product,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Unknown,
    bare_sign,
    walk,
)

DENSITIES = frozenset({"p", "q", "P", "Q"})


def _draws(term: Term) -> bool:
    r"""Whether a mean says what is drawn: each of the k terms of ``\sum_{i=1}^k E_{n \sim P}`` has a draw of its own."""
    return (
        isinstance(term, Apply)
        and term.function == "expectation"
        and any(isinstance(label, Relation) and "∼" in map(bare_sign, label.relations) for label in term.labels)
    )


def sums_never_used(statement: Term) -> Iterator[IndexFault]:
    """A sum or product over a letter that its body has not, though it has another index: Σ_i x_j."""
    for term in walk(statement):
        if not isinstance(term, IndexedSum) or term.kind not in ("sum", "product"):
            continue
        if term.index is None:
            yield from _conditions_never_used(term)
            continue
        if any(isinstance(part, Unknown) or _draws(part) for part in walk(term.body)) or _is_of_a_set(term):
            continue
        names = letter_names(term.body)
        beside = {*slot_letters(term.body), *(call_letters(term.body) if term.index.name in RUNNING else ())}
        others = sorted(letter for letter in beside - bound_letters(term.body) if letter.islower())
        if any(isinstance(part, Ellipsis) for part in walk(term.body)):  # x_1, …, x_n: the last letter is no index
            ends = {
                part.name
                for limit in (term.lower, term.upper)
                if limit
                for part in walk(limit)
                if isinstance(part, Symbol)
            }
            running = term.index.name in RUNNING
            others = [letter for letter in others if running and letter in RUNNING and letter not in ends]
        letter = term.index.name
        others = others or sorted(_labels_for(letter, term.body, statement))
        if not others and letter in RUNNING:
            others = sorted(_outcomes_only_in(term, statement))
        bare = letter.rstrip("'")
        if bare != letter and letter not in names and letter not in slot_letters(term.body):
            labels = {label for name in names if (label := name.rpartition("_")[2]) != name}
            if bare in labels | set(slot_letters(term.body)):
                others = [bare]  # Σ_{c'} exp(u_c^T v): the prime was forgotten
        if others and not any(names_letter(name, letter) for name in names):
            yield IndexFault("never-used", letter, term.index.origin, term.kind, True, others[0])
        elif (left_out := _left_out(term)) is not None:
            yield IndexFault(
                "left-out", letter, left_out.origin, show(left_out.base), True, next(slot_letters(left_out))
            )


def _outcomes_only_in(total: IndexedSum, statement: Term) -> set[str]:
    r"""The outcome of a density that stands in a sum and nowhere else: the x of ``H(p) = \sum_i p(x) \log p(x)``."""
    inside = [part for part in walk(total) if isinstance(part, Symbol)]
    everywhere = [part for part in walk(statement) if isinstance(part, Symbol)]
    outcomes = {
        part.arguments[0].name
        for part in walk(total.body)
        if isinstance(part, Apply) and part.function in DENSITIES and len(part.arguments) == 1
        and isinstance(part.arguments[0], Symbol)
    }  # fmt: skip
    return {
        name for name in outcomes
        if len(name) == 1 and name.islower() and inside.count(Symbol(name)) == everywhere.count(Symbol(name))
    }  # fmt: skip


def extremes_never_used(statement: Term) -> Iterator[IndexFault]:
    """The greatest or least over a letter that what is looked at has not, though it has another index: argmax_i y_j."""
    for term in walk(statement):
        match term:
            case Apply(
                function="argmax" | "argmin" | "max" | "min", labels=(Symbol(name=letter) as label,), arguments=(body,)
            ) if len(letter) == 1 and letter.islower():
                if any(isinstance(part, Unknown | Ellipsis) for part in walk(body)):
                    continue
                names = letter_names(body)
                others = sorted(set(slot_letters(body)) - bound_letters(body))
                if labels := sorted(_labels_for(letter, body, statement)):
                    yield IndexFault("never-used", letter, label.origin, term.function, True, labels[0])
                    continue
                counted = len(others) == 1 and others[0] in "ijklmnrst" and letter in "ijklmnrst"
                if counted and not any(names_letter(name, letter) for name in names):
                    yield IndexFault("never-used", letter, label.origin, term.function, True, others[0])


def _labels_for(letter: str, body: Term, statement: Term) -> set[str]:
    """The label of a name in a body without the letter, where the formula has its entry for that: x_x beside x_j."""
    if any(isinstance(part, Symbol) and names_letter(part.name, letter) for part in walk(body)):
        return set()
    members = {
        part.base.name
        for part in walk(statement)
        if isinstance(part, Index) and part.indices == (Symbol(letter),) and isinstance(part.base, Symbol)
    }
    parts = (part.name.partition("_") for part in walk(body) if isinstance(part, Symbol))
    return {label for name, _, label in parts if name in members and len(label) == 1 and label.isalpha()}


def _conditions_never_used(term: IndexedSum) -> Iterator[IndexFault]:
    r"""The letter that a condition lets run, and that the terms have not: ``\prod_{-m \leq j \leq m} p(x_{t+t})``."""
    middle = run_by(term)
    if middle is None or any(isinstance(part, Unknown | Ellipsis) or _draws(part) for part in walk(term.body)):
        return
    names = [part.name for part in walk(term.body) if isinstance(part, Symbol)]
    others = sorted(set(slot_letters(term.body)) - bound_letters(term.body))
    if others and not any(names_letter(name, middle.name) for name in names):
        yield IndexFault("never-used", middle.name, middle.origin, term.kind, True, others[0])


def _is_of_a_set(term: IndexedSum) -> bool:
    r"""Whether what stands below names what is run through, not a letter that runs: ``\sum_{\Omega}``, ``\prod_{right}``."""
    name = term.index.name if term.index is not None else ""
    alone = term.lower is None and term.upper is None and term.condition is None
    return alone and name.isalpha() and (name[0].isupper() or len(name) > 2 and name not in GREEK)


def _left_out(term: IndexedSum) -> Index | None:
    """The h_i of ``Σ_j α_ij h_i``: a factor for each j that has the other letters of the weights instead."""
    match term:
        case IndexedSum(kind="sum", index=Symbol() as letter, body=Product(factors=(weight, *rest))):
            factor = _lone_member(rest)
            if factor is None:
                return None
            own, others = frozenset(slot_letters(factor)), _others_of(weight, letter)
            if not own or letter.name in own or factor in walk(weight):
                return None
            if len({each for each in factor.indices if isinstance(each, Symbol)}) == len(factor.indices):
                return factor if others == own else None
            # V_{b,⌊h/g⌋,i,:}: a whole axis, or a letter of the weights within a slot
            return factor if others and others <= own and all(map(_is_plain_slot, factor.indices)) else None
    return None


def _is_plain_slot(slot: Term) -> bool:
    """Whether a slot is a letter, a whole axis, or a letter rounded off: ⌊h/g⌋."""
    match slot:
        case Symbol() | Slice(start=None, stop=None) | Apply(function="floor" | "ceil"):
            return True
    return False


def _lone_member(factors: list[Term]) -> Index | None:
    """The h_i of ``W h_i`` or ``(h_i W)``: the only one of the factors that has an index."""
    flat = [
        part for each in factors for part in (each.factors if isinstance(each, Product) and not each.sign else (each,))
    ]
    members = [each for each in flat if isinstance(each, Index) and each.indices]
    others = [each for each in flat if each not in members]
    if len(members) != 1 or members[0].upper:
        return None
    return (
        members[0]
        if all(isinstance(each, Symbol) or (isinstance(each, Index) and not each.indices) for each in others)
        else None
    )


def _others_of(weight: Term, letter: Symbol) -> frozenset[str]:
    r"""The letters beside the one that is summed over, where weights run with it: of ``a_{tsi}``, of ``\gamma^{k-t}``."""
    match weight:
        case Index(indices=slots, upper=()) if letter in slots and len(set(slots)) == len(slots) > 1:
            names = frozenset(slot.name for slot in slots if isinstance(slot, Symbol))
            return names - {letter.name} if len(names) == len(slots) else frozenset()
        case Power(base=Symbol(), exponent=Sum(terms=terms)) if letter in terms:
            return letter_names(weight.exponent) - {letter.name}
    return frozenset()
