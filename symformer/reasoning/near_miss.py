"""Which standard equation a formula is but for one small edit, and what the edit is.

A formula that is a standard equation, or a known variant of one, is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from symformer.catalogue.equation import Equation
from symformer.reasoning.likely import Likely, likely, operators_of
from symformer.reasoning.matching import Bound, functions_of, matches
from symformer.reasoning.nearly import Edit, nearly
from symformer.reasoning.normal import normal
from symformer.reasoning.recognise import (
    Candidate,
    crossed,
    in_one_font,
    likeness,
    other_function,
    recognised_sides,
    same_entry,
    same_function,
    settled,
    swapped_arguments,
    usual,
)
from symformer.reasoning.sampled import differ
from symformer.terms.dual import dual
from symformer.terms.parts import rebuilt
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Relation,
    Symbol,
    Term,
    Transpose,
    Unknown,
    walk,
)

FEWEST_AGREEING = 6  # parts that agree beside the edit
FEWEST_NAMED = 3  # the same where the left side or the words name the equation
FEWEST_OF_FUNCTION = 1  # the same where one known function stands for another: min for max
SHARE = 3  # what agrees is at least as many times what the edit touches
Cited = Callable[[], frozenset[str]]


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A formula that is one edit away from a standard equation.

    ``standard`` is the right side of that in the formula's own letters, and so is the edit's; ``named``: the left
    side is the function that the equation defines; ``variant``: it is near to another form of the equation.
    """

    equation: Equation
    statement: Relation
    names: Mapping[Term, Term]
    edit: Edit
    standard: Term
    named: bool
    variant: bool
    side: int = 1


def near_miss(term: Term, cited: Cited = frozenset) -> NearMiss | None:
    """The standard equation that a formula is but for one edit; None where it is one, or is near to none.

    ``cited`` gives the equations, by id, that the words around the formula name; it is asked where that matters.

    >>> from fractions import Fraction
    >>> from symformer.terms.term import Product, Quotient
    >>> Q, K, V, d = map(Symbol, ("Q", "K", "V", "d_k"))
    >>> weights = Apply("softmax", (Quotient(Product((Q, Transpose(K))), d),))
    >>> found = near_miss(Relation(("=",), (Symbol("O"), Product((weights, V)))))
    >>> found.equation.id, found.edit.kind
    ('scaled-dot-product-attention', 'other')
    """
    if not isinstance(term, Relation) or not EQUAL.issuperset(term.relations):
        return None
    term = in_one_font(term)
    assert isinstance(term, Relation)
    left = normal(settled(term.sides[0]))
    for at, side in enumerate(term.sides[1:], 1):
        miss = _near_side(left, side, cited)
        if miss is not None and (len(term.sides) == 2 or miss.named and _is_of_letters(left)):
            return replace(miss, side=at)
    return None


def _is_of_letters(left: Term) -> bool:
    """Whether a left side is a call or an entry with letters, and no worked example with numbers."""
    return any(isinstance(part, Symbol) for part in walk(left)) and not any(
        isinstance(part, Apply) and any(isinstance(each, Number) for each in part.arguments) for part in walk(left)
    )


def _near_side(left: Term, side: Term, cited: Cited) -> NearMiss | None:
    """The standard equation that a left side with one side of its chain is but for one edit."""
    if isinstance(side, Symbol | Index | Number | Matrix):
        return None
    right = normal(settled(side))
    chosen = likely(left, right)
    if not chosen or any(isinstance(part, Unknown) for part in walk(right)) or recognised_sides(left, right):
        return None
    told = cited()
    claimed = [each for each in chosen if _claims(each, left, told)]
    if any(_is_it(each.candidate, left, right) for each in claimed or chosen):
        # by its form, under other names; but the left side may have its own arguments in each other's place
        own = (each for each in chosen if _is_named(each, left))
        turned = (miss for each in own for miss in _misses(each, left, right, told) if miss.edit.kind == "arguments")
        return min(turned, key=_rank, default=None)
    found = [miss for each in chosen for miss in _misses(each, left, right, told)]
    return min(found, key=_rank, default=None)


def _rank(miss: NearMiss) -> tuple[bool, int, bool, int]:
    return not miss.named, miss.edit.size, miss.variant, -likeness(miss.names)


def _is_it(candidate: Candidate, left: Term, right: Term) -> bool:
    return any(
        same_entry(candidate, left, bound)
        and not swapped_arguments(candidate, left, bound)
        and not crossed(candidate, left, bound)
        for bound in matches(candidate.pattern, right)
    )


def _claims(each: Likely, left: Term, cited: frozenset[str]) -> bool:
    """Whether a formula is said to be an equation, by its left side or by words."""
    return _is_named(each, left) or each.candidate.given.equation.id in cited


def _is_named(each: Likely, left: Term) -> bool:
    return same_function(each.candidate.statement.sides[0], left) or bool(operators_of(left) & each.defines)


def _defines_another(each: Likely, left: Term) -> bool:
    """Whether a formula defines a function by a name of its own where the equation is one for a function: Φ(x)."""
    return isinstance(left, Apply) and bool(each.defines) and not _is_named(each, left)


def _misses(each: Likely, left: Term, right: Term, cited: frozenset[str]) -> Iterator[NearMiss]:
    candidate = each.candidate
    if other_function(candidate.statement.sides[0], left) or _defines_another(each, left):
        return
    named, claimed = _is_named(each, left), _claims(each, left, cited)
    yield from _with_letters_crossed(candidate, left, right, named)
    if named:
        yield from _of_another_entry(candidate, left, right)
    for bound, edit in nearly(candidate.pattern, right):
        agreeing = each.size - edit.touched
        fewest = FEWEST_OF_FUNCTION if edit.kind == "function" else FEWEST_NAMED
        if agreeing < (fewest if claimed else FEWEST_AGREEING) or (not claimed and agreeing < SHARE * edit.size):
            continue
        if not same_entry(candidate, left, bound) or crossed(candidate, left, bound):
            continue
        if not _left_agrees(candidate, left, bound):
            continue
        names = candidate.names(bound)
        if not claimed and candidate.telling != "form" and not usual(candidate, left, names):
            continue
        if _confirmed(_in_its_letters(candidate, bound, candidate.pattern.term), right, edit):
            yield _miss(candidate, bound, edit, named)


def _left_agrees(candidate: Candidate, left: Term, bound: Bound) -> bool:
    """Whether the left side is that of the equation, where its arguments tell something: p(a | b) is no p(a, b)."""
    standard = candidate.left
    if not isinstance(standard, Apply) or all(isinstance(each, Symbol) for each in standard.arguments):
        return True
    if standard.function in ("derivative", "gradient"):
        return True
    pattern = replace(candidate.pattern, term=standard)
    return any(all(bound.get(letter, name) == name for letter, name in each.items()) for each in matches(pattern, left))


def _with_letters_crossed(candidate: Candidate, left: Term, right: Term, named: bool) -> Iterator[NearMiss]:
    """The right side of the equation with two of its letters in each other's place: β for γ and γ for β."""
    for bound in matches(candidate.pattern, right):
        pair = crossed(candidate, left, bound)
        if pair:
            own = {letter: candidate.letters[letter] for letter in bound if letter in candidate.letters}
            swap = {letter: bound[other] for letter, other in (pair, pair[::-1])}
            edit = Edit("crossed", candidate.letters[pair[0]], candidate.letters[pair[1]])
            yield _miss(candidate, {**own, **bound, **swap}, edit, named)


def _of_another_entry(candidate: Candidate, left: Term, right: Term) -> Iterator[NearMiss]:
    """The right side of the equation, where the left side tells another entry, or the arguments in another order."""
    if isinstance(left, Index) and isinstance(candidate.left, Index):
        if all(isinstance(each, Symbol) for each in left.indices) or len(left.indices) != len(candidate.left.indices):
            return  # it may tell each entry by a rule of its own
    for bound in matches(candidate.pattern, right):
        swapped = swapped_arguments(candidate, left, bound)
        if swapped or not same_entry(candidate, left, bound):
            standard = _called_alike(candidate.left, left)
            yield _miss(candidate, bound, Edit("arguments" if swapped else "entry", standard, left), True)


def _called_alike(standard: Term, left: Term) -> Term:
    """The left side of the equation under the name that the formula has for it."""
    match standard, left:
        case Index(), Index():
            return Index(left.base, standard.indices)
        case Index(), Apply():
            return Apply(left.function, standard.indices)
    return standard


def _miss(candidate: Candidate, bound: Bound, edit: Edit, named: bool) -> NearMiss:
    standard, within = (
        None if part is None else _in_its_letters(candidate, bound, part) for part in (edit.standard, edit.within)
    )
    return NearMiss(
        candidate.given.equation,
        candidate.statement,
        candidate.names(bound),
        Edit(edit.kind, standard, edit.found, within),
        _whole(candidate, bound),
        named,
        candidate.variant,
    )


def _whole(candidate: Candidate, bound: Bound) -> Term:
    """The right side of the equation as it is written, in the letters of the formula."""
    names, functions = candidate.names(bound), functions_of(bound)
    whole = candidate.statement.sides[-1]
    return _renamed(dual(whole, candidate.given.ranks) if candidate.columns else whole, names, functions)


def _renamed(term: Term, names: Mapping[Term, Term], functions: Mapping[str, str]) -> Term:
    if (name := names.get(term)) is not None:
        return name
    inner = rebuilt(term, lambda part: _renamed(part, names, functions))
    if isinstance(inner, Apply) and inner.function in functions:
        return Apply(functions[inner.function], inner.arguments, inner.labels)
    return inner


def _confirmed(standard: Term, right: Term, edit: Edit) -> bool:
    """Whether two formulas differ in value: as numbers, or since arrays stand otherwise."""
    apart = differ(standard, right)
    return apart is True or apart is False and (edit.kind == "order" or _is_transpose(edit))


def _is_transpose(edit: Edit) -> bool:
    return edit.kind == "wrapped" and isinstance(edit.standard, Transpose) != isinstance(edit.found, Transpose)


def _in_its_letters(candidate: Candidate, bound: Bound, term: Term) -> Term:
    """A part of the pattern in the letters of the formula; a letter that has none there keeps its own."""
    names: dict[Term, Term] = dict(candidate.letters.items())
    names.update(bound.items())
    return _renamed(term, names, functions_of(bound))
