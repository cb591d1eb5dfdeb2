"""Which standard equation a formula is: matched with the catalogue up to names, order and convention.

Only whole right sides are matched.  What says little by its form, a product of two matrices, is recognised
only where its letters have their usual names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from symformer.catalogue.equation import Equation
from symformer.catalogue.lookup import all_equations
from symformer.catalogue.reading import ReadEquation, read
from symformer.functions import lookup
from symformer.reasoning.matching import Bound, Pattern, functions_of, matches
from symformer.reasoning.normal import normal, turned
from symformer.terms.parts import rebuilt
from symformer.terms.show import ACCENTS, closing_bracket
from symformer.terms.term import (
    EQUAL,
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

# functions that are the field's own: a formula with one of them is told by its form
TELLING = frozenset({
    "softmax", "log_softmax", "LayerNorm", "RMSNorm", "BatchNorm", "MultiHead", "MaskedMultiHead", "Attention", "FFN",
    "Concat", "ReLU", "GELU", "SiLU", "tanh", "erf", "sigmoid", "sigma", "sin", "cos",
})  # fmt: skip
ALSO = {"sigma": frozenset({"sigma", "sigmoid"})}  # letters for functions that mean one function
FEWEST_PARTS = 5  # a formula with fewer says little by its form


@dataclass(frozen=True, slots=True)
class Recognition:
    """A formula as a standard equation; ``names`` are what its letters are called in the formula.

    ``columns``: it is written for column vectors, so that its arrays are those of the catalogue transposed.
    """

    equation: Equation
    statement: Relation
    names: Mapping[Term, Term]
    columns: bool = False
    functions: Mapping[str, str] = field(default_factory=dict)  # letters for functions, and their names here


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One statement of the catalogue, ready to be matched."""

    given: ReadEquation
    statement: Relation
    left: Term  # of the statement, its letters as symbols of the pattern
    letters: Mapping[Symbol, Term]  # the letter that each symbol of the pattern stands for
    pattern: Pattern
    columns: bool
    telling: str  # "form", "names" or "some names": what it is told by


def recognised(term: Term) -> tuple[Recognition, ...]:
    """The standard equations that a formula is; of several forms alike, those whose letters are called most alike.

    >>> from symformer.terms.term import Product, Quotient, Transpose
    >>> G, H, w = map(Symbol, ("G", "H", "w"))
    >>> weights = Apply("softmax", (Quotient(Product((G, Transpose(H))), Apply("sqrt", (w,))),))
    >>> [each.equation.id for each in recognised(Relation(("=",), (Symbol("T"), weights)))]
    ['attention-weights-of-queries']
    """
    if not isinstance(term, Relation) or term.relations[0] not in EQUAL:
        return ()
    left, right = normal(term.sides[0]), normal(term.sides[1])
    found: dict[str, tuple[int, Recognition]] = {}
    for candidate in _candidates_like(_outline(right)):
        if candidate.given.equation.id not in found:
            agreeing = next(_agreeing(candidate, left, right), None)
            if agreeing is not None:
                names, functions = agreeing
                known = Recognition(candidate.given.equation, candidate.statement, names, candidate.columns, functions)
                found[candidate.given.equation.id] = (_likeness(names), known)
    likeliest = _likeliest(found)
    return tuple(known for name, (_, known) in found.items() if name in likeliest)


def _likeliest(found: Mapping[str, tuple[int, Recognition]]) -> set[str]:
    """Of several equations of one form, those whose letters are called most alike; one of them is preferred to
    those whose letters for functions stand for something that has a letter of its own."""
    fewest = min((len(known.functions) for _, known in found.values()), default=0)
    kept = {name: alike for name, (alike, known) in found.items() if len(known.functions) == fewest}
    return {name for name, alike in kept.items() if alike == max(kept.values())}


def _alike(standard: Term, left: Term, names: Mapping[Term, Term]) -> int:
    """How many letters are called as they usually are."""
    return sum(_plain(letter) == _plain(name) for letter, name in ((standard, left), *names.items()))


def _likeness(names: Mapping[Term, Term]) -> int:
    """How much the letters of a formula are called as they usually are: capitals count."""
    pairs = [(_plain(letter), _plain(name), _head(letter), _head(name)) for letter, name in names.items()]
    return sum((ours == theirs) + (ours == theirs and letter == name) for ours, theirs, letter, name in pairs)


def _agreeing(candidate: _Candidate, left: Term, right: Term) -> Iterator[tuple[dict[Term, Term], dict[str, str]]]:
    for bound in matches(candidate.pattern, right):
        if _other_function(candidate.statement.sides[0], left):
            return
        names = {candidate.letters[letter]: found for letter, found in bound.items() if letter in candidate.letters}
        if not _same_entry(candidate, left, bound):
            continue
        if candidate.telling == "form" or _usual(candidate, left, names):
            yield names, functions_of(bound)


def _same_entry(candidate: _Candidate, left: Term, bound: Bound) -> bool:
    """Whether a formula tells the entry that the standard one does, where that is worked out: P[t, 2r]."""
    standard = candidate.left
    if not isinstance(standard, Index) or all(isinstance(each, Symbol) for each in standard.indices):
        return True
    places = left.arguments if isinstance(left, Apply) else left.indices if isinstance(left, Index) else ()
    pattern = replace(candidate.pattern, term=Apply("entry", standard.indices))
    return any(_agree(bound, found) for found in matches(pattern, Apply("entry", places)))


def _agree(one: Bound, other: Bound) -> bool:
    return all(one.get(letter, name) == name for letter, name in other.items())


def _other_function(standard: Term, left: Term) -> bool:
    """Whether a formula defines another function than the standard equation does: GLU is no SiLU."""
    if _is_derivative(standard) != _is_derivative(left):
        return True
    if not isinstance(standard, Apply) or not isinstance(left, Apply):
        return False
    ours, theirs = lookup(standard.function), lookup(left.function)
    return ours is not None and theirs is not None and ours.id != theirs.id and ours.law in ("elementwise", "open")


def _same_function(standard: Term, left: Term) -> bool:
    """Whether a formula defines the very function that the standard equation does."""
    if not isinstance(standard, Apply) or not isinstance(left, Apply):
        return False
    ours, theirs = lookup(standard.function), lookup(left.function)
    return ours is not None and theirs is not None and ours.id == theirs.id


def _is_derivative(term: Term) -> bool:
    return isinstance(term, Apply) and term.function in ("derivative", "gradient")


def _usual(candidate: _Candidate, left: Term, names: Mapping[Term, Term]) -> bool:
    """Whether letters are called as they usually are: all arrays but the input, and the left side."""
    arrays = {each.term for each in candidate.given.letters if each.shape and each.latex not in INPUTS}
    pairs = [(letter, found) for letter, found in names.items() if letter in arrays]
    alike = sum(_plain(letter) == _plain(found) for letter, found in pairs)
    if candidate.telling == "some names":
        return alike >= ENOUGH
    standard = candidate.statement.sides[0]
    if _same_function(standard, left):
        return True
    names_alike = 2 * _alike(standard, left, names) >= len(names) + 2
    return alike == len(pairs) and _plain(standard) == _plain(left) and names_alike


# what goes in has many names
INPUTS = frozenset({"X", "Y", r"X_{\text{enc}}", r"Z_{\text{masked}}"})
ENOUGH = 2  # arrays called as usual, where the form tells something too


def _head(term: Term) -> Term:
    return term.base if isinstance(term, Index) else term


def _plain(term: Term) -> str:
    """The name of a letter without its font and with its marks in one place: bold(W)^q and W_Q are alike."""
    if isinstance(term, Apply):
        return term.function.casefold()
    head = _head(term)
    name = head.name if isinstance(head, Symbol) else ""
    while (styled := re.match(r"([a-z]+)\(", name)) is not None and styled[1] not in ACCENTS:
        end = closing_bracket(name, styled.end() - 1)
        name = name[styled.end() : end] + name[end + 1 :]
    base, *marks = re.split(r"[_^]", name)
    return "_".join((base.casefold(), *sorted(mark.casefold() for mark in marks)))


@lru_cache(maxsize=1)
def _candidates() -> tuple[_Candidate, ...]:
    found = [each for equation in all_equations() for each in _candidates_of(read(equation))]
    return tuple(sorted(found, key=lambda each: (each.telling != "form", each.columns)))


Outline = tuple[str, tuple[str, ...]]


def _outline(term: Term) -> Outline:
    """What two formulas must have alike to match at all: the kind of the whole, and the kinds of its parts."""
    if not isinstance(term, Sum | Product | Elementwise | Apply):
        return type(term).__name__, ()
    return type(term).__name__, tuple(sorted(NAMED.get(type(part), type(part).__name__) for part in children(term)))


NAMED: dict[type, str] = {Symbol: "name", Index: "name"}  # a letter may stand for either


@lru_cache(maxsize=256)
def _candidates_like(outline: Outline) -> tuple[_Candidate, ...]:
    return tuple(each for each in _candidates() if _outline(each.pattern.term) == outline)


def _candidates_of(given: ReadEquation) -> Iterator[_Candidate]:
    atoms = {each.term: Symbol(f"letter {number}") for number, each in enumerate(given.letters)}
    kinds = {atoms[each.term]: each.kind for each in given.letters if each.kind != "function"}
    ranks = {atoms[each.term]: len(each.shape) for each in given.letters}
    letters = {symbol: term for term, symbol in atoms.items()}
    named = [each.term.name for each in given.letters if each.kind == "function" and isinstance(each.term, Symbol)]
    functions = {name: ALSO.get(name, frozenset()) for name in named}
    for statement in given.statements:
        if not isinstance(statement, Relation) or statement.relations[0] not in EQUAL:
            continue
        left, right = (normal(_with_atoms(side, atoms)) for side in (statement.sides[0], statement.sides[-1]))
        if any(isinstance(part, Matrix) for part in walk(right)) or isinstance(right, Symbol):
            continue
        telling = _told_by(right)
        yield _Candidate(given, statement, left, letters, Pattern(right, kinds, ranks, functions), False, telling)
        other = turned(right)
        if other != right and not given.equation.as_laid_out:
            yield _Candidate(given, statement, left, letters, Pattern(other, kinds, ranks, functions), True, telling)


def _with_atoms(term: Term, atoms: Mapping[Term, Symbol]) -> Term:
    """The term with each letter of the catalogue as one symbol: W_1 too."""
    if (atom := atoms.get(term)) is not None:
        return atom
    return rebuilt(term, lambda part: _with_atoms(part, atoms))


def _told_by(term: Term) -> str:
    parts = list(walk(term))
    if len(parts) < FEWEST_PARTS:
        return "names"
    own = any(isinstance(part, Apply) and part.function in TELLING for part in parts)
    sums_of_exponentials = any(
        isinstance(part, IndexedSum)
        and any(isinstance(inner, Apply) and inner.function == "exp" for inner in walk(part))
        for part in parts
    )
    if own or sums_of_exponentials or any(isinstance(part, Number) and abs(part.value) >= 100 for part in parts):
        return "form"
    roots = [part for part in parts if isinstance(part, Power) and part.exponent == Number(Fraction(-1, 2))]
    if any(isinstance(inner, IndexedSum) for root in roots for inner in walk(root)):
        return "form"
    return "some names" if roots and any(isinstance(part, Transpose) for part in parts) else "names"
