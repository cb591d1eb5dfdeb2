"""Calls whose arguments stand in another order than those of the definition: ``Attention(Q, V, K)``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.functions import lookup
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.arities import VARIADIC, Call, calls_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.uses import FORMS
from symformer.terms.parts import unindexed
from symformer.terms.show import show, spell
from symformer.terms.term import Relation, Symbol, Term, walk
from symformer.text.cued import Cued

MANY = 3  # arguments: of two, the order is often free
LEAST_WORD = 4  # letters of a name that is a word
STANDARD = {"attention": ("Q", "K", "V"), "multi-head": ("Q", "K", "V")}
# what may take its arguments in any order
EITHER_WAY = Cued(r"dist|sim|cos|cov|corr|kernel|inner|dot|overlap|jaccard|iou|mutual|joint|equal|swap|xor", re.I)


@dataclass(frozen=True, slots=True)
class _Order:
    """The order of a function's arguments, by letters, and the call that shows it."""

    letters: tuple[str, ...]
    shown: Call


def argument_order_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each call that has the arguments of the definition, or of all other calls, in another order."""
    for name, made in calls_of(model).items():
        known = lookup(name)
        if name in FORMS or EITHER_WAY.search(name) or known is not None and known.id in VARIADIC:
            continue
        order = _order(made, known.law if known is not None else "")
        if order is None or len(order.letters) < MANY and _is_short(name):
            continue
        odd = [call for call in made if call is not order.shown and _is_exchanged(call, order.letters)]
        if order.shown.defines and 1 < len(odd) == len(made) - 1 and (others := _order_of_all(odd)) is not None:
            yield _problem(order.shown, others)  # every call has one order, and the definition another
            continue
        if odd and len(odd) <= max(1, len(made) // 3) and not _are_tried(odd[0].statement, order.shown.statement):
            yield _problem(odd[0], order)


def values_of_another_name(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each ``MultiHead(Q, K, W) = …`` that has no W of its own, in a note whose values are V."""
    if not model.uses.of("V").occurrences:
        return
    for name, made in calls_of(model).items():
        known = lookup(name)
        for call in made if known is not None and known.law in STANDARD else ():
            term = call.statement.term
            *first, last = call.term.arguments
            rights = term.sides[1:] if call.defines and isinstance(term, Relation) else ()
            if first != [Symbol("Q"), Symbol("K")] or not isinstance(last, Symbol) or len(last.name) > 1:
                continue
            if last.name != "V" and last.name.isupper() and rights and not _stands_in(last, rights):
                place = call.statement.place(last.origin)
                yield Problem(
                    place,
                    f"{last.name} stands where {name} takes the values V, and nowhere in what it is",
                    help="try V",
                    evidence={"kind": "symbol", "symbol": last.name},
                    key=f"values@{place.start}",
                )


def _stands_in(name: Symbol, terms: Sequence[Term]) -> bool:
    return any(part == name for term in terms for part in walk(term))


def _order(made: Sequence[Call], function: str) -> _Order | None:
    """What the one definition says, or what two other calls have in common with the custom of the field."""
    definitions = [call for call in made if call.defines]
    letters = [_letters(call.term.arguments) for call in definitions]
    if definitions and None not in letters and len(set(letters)) == 1 and letters[0] is not None:
        return _Order(letters[0], definitions[0])
    custom = STANDARD.get(function)
    usual = [call for call in made if custom is not None and _matched(call.term.arguments, custom) == custom]
    return _Order(custom, usual[0]) if custom is not None and len(usual) > 1 else None


def _order_of_all(calls: Sequence[Call]) -> _Order | None:
    """The order that all calls of a function have, of plain letters."""
    letters = {_letters(call.term.arguments) for call in calls}
    only = letters.pop() if len(letters) == 1 else None
    return _Order(only, calls[0]) if only is not None else None


def _is_short(name: str) -> bool:
    """Whether a function is called by a letter, or by so few that they are no word."""
    return len(name) < LEAST_WORD or taken_apart(name).is_letter


def _letters(arguments: Sequence[Term]) -> tuple[str, ...] | None:
    """The letters of plain arguments, where each has its own."""
    found = [_letter(each) for each in arguments]
    known = tuple(each for each in found if each is not None)
    return known if len(known) == len(found) > 1 and len(set(known)) == len(known) else None


def _letter(term: Term) -> str | None:
    base = unindexed(term)
    return taken_apart(base.name).letter if isinstance(base, Symbol) else None


def _is_exchanged(call: Call, order: tuple[str, ...]) -> bool:
    found = _matched(call.term.arguments, order)
    return found is not None and found != order and sorted(found) == sorted(order)


def _matched(arguments: Sequence[Term], order: tuple[str, ...]) -> tuple[str, ...] | None:
    """For each argument the one letter of the definition that it is about: V of ``V W_i^V``, of ``X W_V``."""
    if len(arguments) != len(order):
        return None
    found = []
    for each in arguments:
        about = {letter for part in walk(each) for letter in order if letter in _marks(part)}
        if len(about) != 1:
            return None
        found.append(about.pop())
    return tuple(found)


def _marks(part: Term) -> set[str]:
    """The letter of a name and its labels."""
    if not isinstance(part, Symbol):
        return set()
    spelling = taken_apart(part.name)
    return {spelling.letter, spelling.below, spelling.above}


def _are_tried(one: Statement, other: Statement) -> bool:
    """Whether both orders stand in one formula: then the order is what it is about."""
    return one.formula is not None and one.formula is other.formula


def _problem(call: Call, order: _Order) -> Problem:
    place = call.statement.place(call.term.origin)
    moved = [
        show(each) for each, own in zip(call.term.arguments, order.letters, strict=True)
        if own not in {mark for part in walk(each) for mark in _marks(part)}
    ]  # fmt: skip
    shown = show(order.shown.term)
    return Problem(
        place,
        f"{' and '.join(moved)} stand in another order here than in {shown}",
        help=f"try the order of {shown}",
        related=(
            Related(order.shown.statement.place(order.shown.term.origin), f"{spell(call.term.function)} stands here"),
        ),
        evidence={"kind": "symbol", "symbol": call.term.function, "expected": ", ".join(order.letters)},
        key=f"order@{place.start}",
    )


__all__ = ["argument_order_problems"]
