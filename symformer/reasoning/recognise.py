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
from symformer.catalogue.reading import ReadEquation, read, read_variant
from symformer.functions import lookup
from symformer.reasoning.matching import Bound, Pattern, functions_of, matches
from symformer.reasoning.normal import normal, turned
from symformer.reasoning.sampled import differ
from symformer.terms.parts import letter_names, put_in, rebuilt, unindexed
from symformer.terms.show import ACCENTS, closing_bracket
from symformer.terms.term import (
    EQUAL,
    Apply,
    Cases,
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
    Unknown,
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
    given: ReadEquation | None = None  # the form of it that it is, where that is a variant

    @property
    def form(self) -> ReadEquation:
        """The equation, or the variant of it, as read."""
        return self.given or read(self.equation)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One statement of the catalogue, ready to be matched."""

    given: ReadEquation
    statement: Relation
    left: Term  # of the statement, its letters as symbols of the pattern
    letters: Mapping[Symbol, Term]  # the letter that each symbol of the pattern stands for
    pattern: Pattern
    columns: bool
    telling: str  # "form", "names" or "some names": what it is told by
    variant: bool = False  # another form of the equation

    def names(self, bound: Bound) -> dict[Term, Term]:
        """What the letters of the equation are called, where the letters of the pattern are called so."""
        return {self.letters[letter]: found for letter, found in bound.items() if letter in self.letters}


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
    term = in_one_font(term)
    assert isinstance(term, Relation)
    return recognised_sides(normal(settled(term.sides[0])), normal(settled(term.sides[1])))


def recognised_sides(left: Term, right: Term) -> tuple[Recognition, ...]:
    """The standard equations that the sides of a formula, in normal form, are those of."""
    found: dict[str, tuple[int, Recognition]] = {}
    for candidate in _candidates_like(_outline(right)):
        if _arguments_are_swapped(candidate, left, right):
            return ()
        if candidate.given.equation.id not in found:
            agreeing = next(_agreeing(candidate, left, right), None)
            if agreeing is not None:
                names, functions = agreeing
                given = candidate.given if candidate.variant else None
                known = Recognition(
                    candidate.given.equation, candidate.statement, names, candidate.columns, functions, given
                )
                named = defines_the_same(candidate.left, left)
                found[candidate.given.equation.id] = (likeness(names) + MORE_THAN_NAMES * named, known)
    likeliest = _likeliest(found)
    plain = {name for name in likeliest if found[name][1].given is None}  # rather than a variant of another
    return tuple(known for name, (_, known) in found.items() if name in (plain or likeliest))


def settled(term: Term) -> Term:
    """A formula in which p_i (1 - p_j) is a product: what has entries is no function.

    >>> from symformer.terms.show import show
    >>> entry = Index(Symbol("p"), (Symbol("j"),))
    >>> show(settled(Sum((Apply("p", (Symbol("x"),), (Symbol("i"),)), entry))))
    'p[i]·x + p[j]'
    """
    entries = {part.base.name for part in walk(term) if isinstance(part, Index) and isinstance(part.base, Symbol)}
    return _settled(term, entries) if entries else term


def in_one_font(term: Term) -> Term:
    """A formula whose vectors and their entries are one letter: x_i is an entry of a bold x.

    >>> from symformer.terms.show import show
    >>> from symformer.terms.term import Sum
    >>> in_one_font(Sum((Symbol("bold(x)"), Index(Symbol("x"), (Symbol("i"),))))).terms[1].base.name
    'bold(x)'
    """
    names = letter_names(term)
    entries = {part.base.name for part in walk(term) if isinstance(part, Index) and isinstance(part.base, Symbol)}
    bold = {name: f"bold({name})" for name in entries if f"bold({name})" in names}

    def unified(part: Term) -> Term:
        match part:
            case Index(base=Symbol(name=name, origin=at)) if name in bold:
                return rebuilt(part, lambda each: Symbol(bold[name], at) if each == part.base else unified(each))
        return rebuilt(part, unified)

    return unified(term) if bold else term


def _settled(term: Term, entries: set[str]) -> Term:
    if isinstance(term, Unknown) and term.alternatives:
        left = [each for each in term.alternatives if not isinstance(_settled_call(each, entries), Product)]
        return _settled(left[0], entries) if len(left) == 1 else term
    inner = rebuilt(term, lambda part: _settled(part, entries))
    return _settled_call(inner, entries)


def _settled_call(term: Term, entries: set[str]) -> Term:
    match term:
        case Apply(function, (argument,), (Symbol() as index,)) if function in entries:
            return Product((Index(Symbol(function), (index,)), argument))
    return term


MORE_THAN_NAMES = 100  # what a left side that names the function counts, beside the names of letters


def _likeliest(found: Mapping[str, tuple[int, Recognition]]) -> set[str]:
    """Of several equations of one form, those whose letters are called most alike; one of them is preferred to
    those whose letters for functions stand for something that has a letter of its own."""
    fewest = min((len(known.functions) for _, known in found.values()), default=0)
    kept = {name: alike for name, (alike, known) in found.items() if len(known.functions) == fewest}
    return {name for name, alike in kept.items() if alike == max(kept.values())}


def _alike(standard: Term, left: Term, names: Mapping[Term, Term]) -> int:
    """How many letters are called as they usually are."""
    return sum(plain_name(letter) == plain_name(name) for letter, name in ((standard, left), *names.items()))


def likeness(names: Mapping[Term, Term]) -> int:
    """How much the letters of a formula are called as they usually are: capitals count, in any font.

    A letter that has no index in the equation, and stands for an entry, is called less alike: K_i is no K that all
    heads share.
    """
    pairs = [
        (plain_name(letter), plain_name(name), letter_as_written(letter), letter_as_written(name))
        for letter, name in names.items()
    ]
    alike = sum((ours == theirs) + (letter == name != "") for ours, theirs, letter, name in pairs)
    entries = [name for name in names.values() if isinstance(name, Index)]
    return alike - sum(any(isinstance(each, Symbol) for each in name.indices) for name in entries)


def _agreeing(candidate: Candidate, left: Term, right: Term) -> Iterator[tuple[dict[Term, Term], dict[str, str]]]:
    for bound in matches(candidate.pattern, right):
        if other_function(candidate.statement.sides[0], left) or _is_only_a_part(candidate, left):
            return
        names = candidate.names(bound)
        if not same_entry(candidate, left, bound) or swapped_arguments(candidate, left, bound):
            continue
        if crossed(candidate, left, bound) or shares_an_index(candidate, left, bound) or _mixes(candidate, bound):
            continue
        if candidate.telling == "form" or usual(candidate, left, names):
            yield names, functions_of(bound)


def same_entry(candidate: Candidate, left: Term, bound: Bound) -> bool:
    """Whether a formula tells the entry that the standard one does, where that is worked out: P[t, 2r]."""
    standard = candidate.left
    if not isinstance(standard, Index):
        return True
    places = left.arguments if isinstance(left, Apply) else left.indices if isinstance(left, Index) else ()
    if all(isinstance(each, Symbol) for each in standard.indices):
        if not isinstance(left, Index) and (len(places) < 2 or all(isinstance(each, Symbol) for each in places)):
            return True
        if len(places) != len(standard.indices):
            return all(
                isinstance(each, Symbol) for each in places
            )  # A_{ts}, and α(q, k): how an entry is named says nothing
    pattern = replace(candidate.pattern, term=Apply("entry", standard.indices))
    return any(_agree(bound, found) for found in matches(pattern, Apply("entry", places)))


def shares_an_index(candidate: Candidate, left: Term, bound: Bound) -> bool:
    """Whether an index of the left side, which the right side has no letter for, is called like a letter that it has:
    in M_{ij} = 0 where j ≤ i, the i is the row, and no number of columns."""
    standard = candidate.left
    if not isinstance(standard, Index) or not isinstance(left, Index) or len(standard.indices) != len(left.indices):
        return False
    pairs = zip(standard.indices, left.indices, strict=True)
    return any(letter not in bound and name in bound.values() for letter, name in pairs if isinstance(letter, Symbol))


def _mixes(candidate: Candidate, bound: Bound) -> bool:
    """Whether one matrix of an equation is named by an entry of it, and another as a whole: Q Kᵀ + b_{ij}."""
    matrices = [bound[letter] for letter, rank in candidate.pattern.ranks.items() if rank == 2 and letter in bound]
    entries = [isinstance(each, Index) and len(each.indices) > 1 for each in matrices]
    return any(entries) and not all(entries)


def _arguments_are_swapped(candidate: Candidate, left: Term, right: Term) -> bool:
    """Whether a formula defines the very function of the equation with its arguments in another order."""
    if not same_function(candidate.statement.sides[0], left):
        return False
    found = list(matches(candidate.pattern, right))
    return bool(found) and all(swapped_arguments(candidate, left, bound) for bound in found)


def swapped_arguments(candidate: Candidate, left: Term, bound: Bound) -> bool:
    """Whether a formula names the arguments of the function in another order than it uses them in: D_KL(q ‖ p)."""
    if not isinstance(candidate.left, Apply) or not isinstance(left, Apply):
        return False
    letters = [each for each in candidate.left.arguments if isinstance(each, Symbol) and each in candidate.letters]
    if all(each in bound and plain_name(candidate.letters[each]) == plain_name(bound[each]) for each in letters):
        return False  # each is used as its name says: Attention(K, Q, V)
    used = [bound.get(each) for each in candidate.left.arguments if isinstance(each, Symbol)]
    return used != list(left.arguments) and len(used) == len(left.arguments) == len(set(used) & set(left.arguments))


def crossed(candidate: Candidate, left: Term, bound: Bound) -> tuple[Symbol, Symbol] | None:
    """Two letters of the equation that are called by each other's names, where the left side does not say so."""
    arrays = [letter for letter, kind in candidate.pattern.kinds.items() if kind in CROSSING and letter in bound]
    ours = {letter: plain_name(candidate.letters[letter]) for letter in arrays}
    theirs = {letter: plain_name(bound[letter]) for letter in arrays}
    for one in arrays:
        if ours[one] == theirs[one]:
            continue
        for other in arrays:
            told = isinstance(left, Apply) and {bound[one], bound[other]} & set(left.arguments)
            if ours[one] == theirs[other] and theirs[one] == ours[other] and ours[one] != ours[other] and not told:
                return (one, other) if _counts(candidate, bound, one, other) else None
    return None


def _counts(candidate: Candidate, bound: Bound, one: Symbol, other: Symbol) -> bool:
    """Whether it makes a difference which of two letters is which: not so in (y - t)²."""
    pattern = candidate.pattern.term
    names = dict[Term, Term](bound.items())
    exchanged = {**names, one: bound[other], other: bound[one]}
    return differ(put_in(pattern, names), put_in(pattern, exchanged)) is not False


CROSSING = frozenset({"vector", "matrix", "tensor", "scalar"})


def _agree(one: Bound, other: Bound) -> bool:
    return all(one.get(letter, name) == name for letter, name in other.items())


def other_function(standard: Term, left: Term) -> bool:
    """Whether a formula defines another function than the standard equation does: GLU is no SiLU."""
    if _is_derivative(standard) != _is_derivative(left):
        return True
    if not isinstance(standard, Apply) or not isinstance(left, Apply):
        return False
    ours, theirs = lookup(standard.function), lookup(left.function)
    return ours is not None and theirs is not None and ours.id != theirs.id and ours.law in ("elementwise", "open")


def same_function(standard: Term, left: Term) -> bool:
    """Whether a formula defines the very function that the standard equation does, or an entry of what it gives."""
    if isinstance(standard, Index) and isinstance(left, Index) and not isinstance(standard.base, Index):
        return same_function(standard.base, left.base)
    if not isinstance(standard, Apply) or not isinstance(left, Apply):
        return False
    ours, theirs = lookup(standard.function), lookup(left.function)
    return ours is not None and theirs is not None and ours.id == theirs.id


def defines_the_same(standard: Term, left: Term) -> bool:
    """Whether a formula defines the function of the standard equation, or an entry of what it gives.

    >>> row = Apply("softmax", (Symbol("Z"),))
    >>> entry = Index(Apply("softmax", (Symbol("z"),)), (Symbol("j"),))
    >>> defines_the_same(entry, Index(row, (Symbol("i"), Symbol("j")))), defines_the_same(entry, Symbol("p"))
    (True, False)
    """
    return same_function(unindexed(standard), unindexed(left))


def _is_only_a_part(candidate: Candidate, left: Term) -> bool:
    """Whether a formula defines a function of which the equation is but one step: heads side by side are no MultiHead."""
    if not isinstance(left, Apply) or same_function(candidate.left, left):
        return False
    function = lookup(left.function)
    return function is not None and candidate.given.equation.id in _steps_of(function.id)


@lru_cache(maxsize=64)
def _steps_of(function: str) -> frozenset[str]:
    """The equations whose right side is a part of that of an equation that defines a function."""
    wholes = [
        each.pattern.term
        for each in candidates()
        if isinstance(each.left, Apply) and (known := lookup(each.left.function)) is not None and known.id == function
    ]
    parts = [part for whole in wholes for part in walk(whole) if part != whole and not isinstance(part, Symbol)]
    return frozenset(
        each.given.equation.id
        for each in candidates()
        if any(_outline(each.pattern.term) == _outline(part) and _matches(each.pattern, part) for part in parts)
    )


def _matches(pattern: Pattern, term: Term) -> bool:
    return next(matches(pattern, term), None) is not None


def _is_derivative(term: Term) -> bool:
    return isinstance(term, Apply) and (term.function in ("derivative", "gradient") or term.function.endswith("'"))


def usual(candidate: Candidate, left: Term, names: Mapping[Term, Term]) -> bool:
    """Whether letters are called as they usually are: all arrays but the input, and the left side."""
    arrays = {each.term for each in candidate.given.letters if each.shape and each.latex not in INPUTS}
    pairs = [(letter, found) for letter, found in names.items() if letter in arrays]
    alike = sum(plain_name(letter) == plain_name(found) for letter, found in pairs)
    if candidate.telling == "some names":
        return alike >= ENOUGH
    standard = candidate.statement.sides[0]
    if same_function(standard, left):
        return True
    if _is_of_a_whole(candidate, left):
        return False
    told = {letter: name for letter, name in names.items() if letter not in _indices(candidate)}
    names_alike = 2 * _alike(standard, left, told) >= len(told) + 2
    return alike == len(pairs) and _named_power(standard) == _named_power(left) and names_alike


def _indices(candidate: Candidate) -> set[Term]:
    """The letters of an equation that only count."""
    return {each.term for each in candidate.given.letters if each.kind == "index"}


def _named_power(term: Term) -> str:
    """What a left side is called, a power by what it is one of: σ²."""
    return plain_name(term.base) if isinstance(term, Power) else plain_name(term)


def _is_of_a_whole(candidate: Candidate, left: Term) -> bool:
    """Whether a number is told for a set, as σ²_B for a batch, where the equation tells it for the components of one."""
    standard, told = (each.base if isinstance(each, Power) else each for each in (candidate.statement.sides[0], left))
    scalars = {each.term for each in candidate.given.letters if each.kind == "scalar"}
    if standard not in scalars or not isinstance(told, Index):
        return False
    return any(isinstance(each, Symbol) and letter_as_written(each).isupper() for each in told.indices)


# what goes in has many names
INPUTS = frozenset({"X", "Y", r"X_{\text{enc}}", r"Z_{\text{masked}}"})
ENOUGH = 2  # arrays called as usual, where the form tells something too


def plain_name(term: Term) -> str:
    """The name of a letter without its font and with its marks in one place: bold(W)^q and W_Q are alike."""
    if isinstance(term, Apply):
        return term.function.casefold()
    return _plain(_spelled(term))[0]


def letter_as_written(term: Term) -> str:
    """The letter without its font and marks, capital or not."""
    return _plain(_spelled(term))[1]


def _spelled(term: Term) -> str:
    head = unindexed(term)
    return head.name if isinstance(head, Symbol) else ""


@lru_cache(maxsize=4096)
def _plain(name: str) -> tuple[str, str]:
    """A name without its font, all small and with its marks in one place; and its letter alone, as large as it is."""
    while (styled := re.match(r"([a-z]+)\(", name)) is not None and styled[1] not in ACCENTS:
        end = closing_bracket(name, styled.end() - 1)
        name = name[styled.end() : end] + name[end + 1 :]
    base, *marks = re.split(r"[_^]", name)
    return "_".join((base.casefold(), *sorted(mark.casefold() for mark in marks))), base


@lru_cache(maxsize=1)
def candidates() -> tuple[Candidate, ...]:
    """The statements of the catalogue and their variants, by rows and by columns, ready to be matched."""
    found = [each for equation in all_equations() for each in _candidates_of(read(equation))]
    found += [
        replace(each, variant=True)
        for equation in all_equations()
        for latex in equation.variants
        for each in _candidates_of(read_variant(equation, latex))
    ]
    return tuple(sorted(found, key=lambda each: (each.variant, each.telling != "form", each.columns)))


Outline = tuple[str, tuple[str, ...]]


def _outline(term: Term) -> Outline:
    """What two formulas must have alike to match at all: the kind of the whole, and the kinds of its parts."""
    if not isinstance(term, Sum | Product | Elementwise | Apply):
        return type(term).__name__, ()
    return type(term).__name__, tuple(sorted(NAMED.get(type(part), type(part).__name__) for part in children(term)))


NAMED: dict[type, str] = {Symbol: "name", Index: "name"}  # a letter may stand for either


@lru_cache(maxsize=256)
def _candidates_like(outline: Outline) -> tuple[Candidate, ...]:
    return tuple(each for each in candidates() if _outline(each.pattern.term) == outline)


def _candidates_of(given: ReadEquation) -> Iterator[Candidate]:
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
        yield Candidate(given, statement, left, letters, Pattern(right, kinds, ranks, functions), False, telling)
        other = turned(right)
        if other != right and not given.equation.as_laid_out:
            yield Candidate(given, statement, left, letters, Pattern(other, kinds, ranks, functions), True, telling)


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
    if isinstance(term, Cases) and Symbol("infty") in parts:
        return "form"
    roots = [part for part in parts if isinstance(part, Power) and part.exponent == Number(Fraction(-1, 2))]
    if any(isinstance(inner, IndexedSum) for root in roots for inner in walk(root)):
        return "form"
    return "some names" if roots and any(isinstance(part, Transpose) for part in parts) else "names"
