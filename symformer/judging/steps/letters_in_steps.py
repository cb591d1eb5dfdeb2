r"""Steps that only write a formula otherwise, but for one letter: ``2 \cdot 2 n b (s + o) = 4 n b (b + o)``.

Both sides are products, sums and powers of plain letters, and are one and the same once the letter is put back.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.reasoning.sampled import differ
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import with_part
from symformer.terms.show import show, spell
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)

FEWEST_LETTERS = 3
MOST_LEAVES = 24


def letters_exchanged_in_steps(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter of a side that stands for another one of the side before it."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or statement.hedged or not EXACTLY_EQUAL.issuperset(term.relations):
            continue
        for before, side in pairwise(term.sides):
            found = _exchanged(before, side, model) if _is_plain(before) and _is_plain(side) else None
            if found is not None:
                yield _problem(statement, before, *found)


def _is_plain(side: Term) -> bool:
    """Whether a side is made of numbers and letters by arithmetic only, and of enough of them."""
    parts = list(walk(side))
    return (
        isinstance(side, Product | Sum | Quotient)
        and len(parts) <= MOST_LEAVES
        and all(isinstance(each, Number | Symbol | Sum | Product | Quotient | Power) for each in parts)
        and len(_letters(side)) >= FEWEST_LETTERS
    )


def _letters(side: Term) -> set[str]:
    return {each.name for each in walk(side) if isinstance(each, Symbol)}


def _exchanged(before: Term, side: Term, model: SemanticModel) -> tuple[Symbol, Symbol] | None:
    """The letter of a side in the place of one that it has lost."""
    lost = _letters(before) - _letters(side)
    if len(lost) != 1 or _letters(side) - _letters(before):
        return None  # what comes anew may be told as what it stands for
    meant = Symbol(lost.pop())
    for put_back, odd in _with_one_letter(side, meant):
        if differ(before, put_back) is False and _are_apart(odd, meant, model):
            return odd, meant
    return None


def _with_one_letter(term: Term, meant: Symbol) -> Iterator[tuple[Term, Symbol]]:
    """The term with each of its letters in turn replaced, where it stands once."""
    if isinstance(term, Symbol):
        yield meant, term
        return
    for at, part in enumerate(children(term)):
        for changed, odd in _with_one_letter(part, meant):
            yield with_part(term, at, changed), odd


def _are_apart(one: Symbol, other: Symbol, model: SemanticModel) -> bool:
    """Whether two letters are of one kind, and nothing in the note makes them one."""
    first, second = taken_apart(one.name), taken_apart(other.name)
    if first.letter == second.letter or not (first.is_letter and second.is_letter) or first.font != second.font:
        return False
    return not any(
        {one, other} <= set(each.term.sides)
        for each in model.statements
        if isinstance(each.term, Relation) and len(each.term.sides) <= FEWEST_LETTERS
    )


def _problem(statement: Statement, before: Term, odd: Symbol, meant: Symbol) -> Problem:
    place = statement.place(odd.origin)
    return Problem(
        place,
        f"{spell(odd.name)} stands here, where {show(before)} has {spell(meant.name)}: all else is the same",
        help=f"try {spell(meant.name)}",
        evidence={"kind": "symbol", "found": odd.name, "expected": meant.name},
        key=f"step-letter@{place.start}",
    )


__all__ = ["letters_exchanged_in_steps"]
