"""A recognised formula run beside the standard equation, at the same random values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from symformer.catalogue.reading import ReadEquation
from symformer.functions import lookup
from symformer.reasoning.recognise import Recognition, in_one_font
from symformer.reasoning.running.compiled import NotRun, compiled, difference
from symformer.reasoning.running.standard import ARGUMENT, SOME_FUNCTION, definitions_for, reference_value, sample
from symformer.reasoning.running.state import Definition
from symformer.terms.conventions import COLUMNS, ROWS, Conventions
from symformer.terms.term import Apply, Index, IndexedSum, Relation, Symbol, Term, walk

CLOSE = 1e-10  # else the equation leaves to others what the reference is given
INDEX_AT = 2  # where free indices are put: an entry that is not the first


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a formula is from the standard equation, at most, and at which sizes it was run.

    ``by_reference``: it was compared with the reference function, not with the standard formula only.
    """

    difference: float
    sizes: Mapping[str, int]
    seed: int
    by_reference: bool = False


def agreement(found: Recognition, term: Relation, seed: int = 0) -> Agreement | NotRun:
    """A formula against the standard equation that it was recognised as; names may differ, values may not.

    >>> from symformer.terms.term import Product, Quotient, Symbol, Transpose
    >>> from symformer.reasoning.recognise import recognised
    >>> G, H, w = map(Symbol, ("G", "H", "w"))
    >>> weights = Apply("softmax", (Quotient(Product((G, Transpose(H))), Apply("sqrt", (w,))),))
    >>> formula = Relation(("=",), (Symbol("T"), weights))
    >>> agreement(recognised(formula)[0], formula).difference < 1e-12
    True
    """
    given = found.form
    unified = in_one_font(term)
    assert isinstance(unified, Relation)
    term = unified
    drawn = sample(given, seed)
    ours: dict[Any, Any] = {**drawn.bindings, **_places(given, found.statement)}
    conventions = COLUMNS if found.columns else ROWS
    theirs = {key: value for letter, name in found.names.items() for key, value in _named(letter, name, ours, found)}
    theirs = {**_rows(theirs), **theirs}
    standard = _value(found.statement, ours, given, ROWS)
    value = _value(term, theirs, given, conventions, found.functions)
    if isinstance(standard, NotRun):
        return standard
    if isinstance(value, NotRun):
        return value
    value = _as_rows(value) if found.columns else value
    whole = not any(each.kind == "index" for each in given.letters) and given.statements[0] == found.statement
    whole = whole and found.given is None
    reference = reference_value(given, drawn) if whole and given.equation.reference else NotRun("no reference")
    by_reference = not isinstance(reference, NotRun) and difference(reference, standard).difference < CLOSE
    expected = reference if by_reference and not isinstance(reference, NotRun) else standard
    return Agreement(difference(value, expected).difference, drawn.sizes, seed, by_reference)


def _places(given: ReadEquation, statement: Relation) -> dict[Term, Any]:
    """A place for each index that the equation is told for: not for those of its sums."""
    summed = {part.index for part in walk(statement) if isinstance(part, IndexedSum)}
    return {each.term: float(INDEX_AT) for each in given.letters if each.kind == "index" and each.term not in summed}


def _named(letter: Term, name: Term, ours: Mapping[Any, Any], found: Recognition) -> Iterator[tuple[Term, Any]]:
    """The value of a letter under the name that the formula has for it, in the ways an index may be written."""
    if letter not in ours:
        return
    value = ours[letter]
    if found.columns and np.ndim(value) > 1:
        value = np.swapaxes(value, -1, -2)
    yield name, value
    if isinstance(name, Index):
        yield Index(name.base, (), name.indices), value
        if len(name.indices) > 1:
            yield Index(name.base, name.indices[1:], name.indices[:1]), value


def _rows(named: Mapping[Any, Any]) -> dict[Any, Any]:
    """For each vector that is one of several, x_t, all of them: a formula may name its components x_{tj}."""
    found: dict[Any, Any] = {}
    for name, value in named.items():
        if isinstance(name, Index) and not name.upper and np.ndim(value) == 1:
            found[name.base] = np.broadcast_to(value, (*(INDEX_AT + 1 for _ in name.indices), len(value)))
            found |= {index: float(INDEX_AT) for index in name.indices if isinstance(index, Symbol)}
    return found


def _as_rows(value: np.ndarray) -> np.ndarray:
    return np.swapaxes(value, -1, -2) if value.ndim > 1 else value


def _value(
    term: Relation,
    bindings: Mapping[Any, Any],
    given: ReadEquation,
    conventions: Conventions,
    functions: Mapping[str, str] | None = None,
) -> np.ndarray | NotRun:
    """The right side of an equation; a function that nothing tells is some function of its first argument."""
    right = term.sides[-1] if functions is None else term.sides[1]
    standard = definitions_for(given)
    told = {(functions or {}).get(name, name): definition for name, definition in standard.items()}
    return compiled(right, conventions, {**assumed(right), **told})(bindings)


def assumed(term: Term) -> dict[str, Definition]:
    """Some function for each that a term calls by a name which does not say what it does: FFN, MultiHead.

    It keeps the shape of its first argument, as those do.

    >>> from symformer.terms.term import Symbol
    >>> sorted(assumed(Apply("LayerNorm", (Apply("FFN", (Symbol("x"),)),))))
    ['FFN']
    """
    found = {}
    for part in walk(term):
        if isinstance(part, Apply) and part.arguments and _keeps_shape(part.function):
            names = (ARGUMENT.name, *(f"argument {number}" for number in range(2, len(part.arguments) + 1)))
            found[part.function] = Definition(SOME_FUNCTION, (), names)
    return found


def _keeps_shape(name: str) -> bool:
    function = lookup(name)
    return function is not None and function.value is None and function.law in ("same", "multi-head")
