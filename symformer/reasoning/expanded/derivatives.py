"""Derivatives, gradients and Jacobians of what a reading says of letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from symformer.reasoning.expanded.entries import CannotExpand, Entries, mapped, matrix, transpose
from symformer.reasoning.expanded.expressions import Expression
from symformer.terms.parts import unindexed
from symformer.terms.term import Apply, Index, Symbol, Term, walk

if TYPE_CHECKING:
    from symformer.reasoning.expanded.expand import Expansion

Change = Callable[[Expression, Expression], Expression]


def derivative(expansion: Expansion, term: Apply) -> Entries:
    """What a derivative or gradient is, through all that letters stand for.

    Raises:
        CannotExpand: by what, or how it depends on it, is not told.
    """
    if term.function == "gradient":
        if len(term.arguments) != 1 or len(term.labels) != 1:
            raise CannotExpand("a gradient by what is not told")
        by_terms: tuple[Term, ...] = term.labels
    else:
        by_terms = term.arguments[1:]
    made = _function(expansion, term.arguments[0])
    for by_term in by_terms:
        by = expansion.expand(by_term)
        if any(expansion.table.nodes[each].kind != "letter" for each in by.items):
            raise CannotExpand("a derivative by what is no letter")
        before, made = made, _changed(expansion, made, by, _rule(expansion, term.arguments[0]))
        gone = all(expansion.table.value(each) == 0 for each in made.items)
        if gone and (
            expansion.left_open or _is_open(expansion, before) or not _leads_to(expansion, term.arguments[0], by_term)
        ):
            raise CannotExpand("how it depends on what it is differentiated by is not told")
    return made


def _leads_to(expansion: Expansion, of: Term, by: Term) -> bool:
    """Whether what a name stands for, or a formula, speaks at all of the letter that it is differentiated by."""
    goal = unindexed(by)
    if not isinstance(of, Symbol | Index):
        return True
    queue: list[Term] = [of]
    seen: set[str] = set()
    while queue:
        for part in walk(queue.pop()):
            if part == goal:
                return True
            if isinstance(part, Symbol) and part.name not in seen:
                seen.add(part.name)
                queue += [
                    meaning.body for meaning in (expansion.reading.meanings.get(part.name),) if meaning is not None
                ]
                queue += expansion.reading.depends.get(part.name, ())
    return False


def _is_open(expansion: Expansion, entries: Entries) -> bool:
    """Whether something in it may depend on letters in ways that nothing tells."""
    nodes = (expansion.table.nodes[each] for each in expansion.table.reached(expansion.table.resolved(entries.items)))
    return any(node.kind == "some" for node in nodes)


def _function(expansion: Expansion, term: Term) -> Entries:
    """What is differentiated; f, where f(x) is defined, is that."""
    meaning = expansion.reading.meanings.get(term.name) if isinstance(term, Symbol) else None
    if meaning is not None and meaning.parameters:
        return expansion.expand(meaning.body)
    return expansion.expand(term)


def _rule(expansion: Expansion, of: Term) -> Change:
    """What is seen to change: all that letters stand for, or only what is shown."""
    table = expansion.table
    named = isinstance(of, Symbol | Index)
    if expansion.reading.through == "all" or named and expansion.reading.through == "names":
        return table.derivative
    return lambda each, by: table.shown_derivative(table.definitions.get(each, each) if each != by else each, by)


def _changed(expansion: Expansion, of: Entries, by: Entries, change: Change) -> Entries:
    if by.rank == 0:
        return mapped(of, lambda each: change(each, by.only))
    turned = expansion.reading.layout == "turned"
    if of.rank == 0:
        made = Entries(by.shape, tuple(change(of.only, each) for each in by.items), by.lie)
        return transpose(made) if turned else made
    if of.rank == by.rank == 1:
        jacobian = matrix([change(one, other) for other in by.items] for one in of.items)
        return transpose(jacobian) if turned else jacobian
    raise CannotExpand("a derivative with more than two axes")


def primed(expansion: Expansion, name: str, times: int, term: Apply) -> Entries:
    """f'(x): the derivative of a function that is known, or of one that nothing tells."""
    at = expansion.expand(term.arguments[0])
    place = expansion.table.letter("the place of a derivative")
    meaning = expansion.reading.meanings.get(name)
    inside: Term = Symbol("the place of a derivative")
    of = replace(term, function=name, arguments=(inside,))
    made = expansion.of_meaning(meaning, of) if meaning is not None and meaning.parameters else expansion.expand(of)
    changed = made.only
    for _ in range(times):
        changed = expansion.table.derivative(changed, place)
    return mapped(at, lambda each: _put(expansion, changed, place, each))


def _put(expansion: Expansion, root: Expression, letter: Expression, value: Expression) -> Expression:
    """An expression with another in place of a letter."""
    made: dict[Expression, Expression] = {letter: value}
    for each in expansion.table.reached([root]):
        if each not in made:
            node = expansion.table.nodes[each]
            made[each] = expansion.table.rebuilt(node, tuple(made[p] for p in node.parts)) if node.parts else each
    return made[root]
