"""What an edit that parts a formula from a standard one is: whether it happens to writers, and how it is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from symformer.reasoning.nearly import Edit
from symformer.reasoning.normal import negated
from symformer.semantics.shapes.adjoints import without_hat
from symformer.terms.parts import rebuilt, untransposed
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)
from symformer.text.cued import Cued

COUNTS = frozenset("nNmMdDTKLBV")
FAMILIES = (
    frozenset({"sin", "cos"}),
    frozenset({"sigmoid", "sigma", "tanh"}),
    frozenset({"tanh", "sinh", "cosh"}),
    frozenset({"exp", "log"}),
    frozenset({"max", "min"}),
    frozenset({"argmax", "argmin"}),
    frozenset({"argmax", "max"}),
    frozenset({"argmin", "min"}),
)
NEVER_CHOSEN = frozenset({"exp", "log", "ln", "sqrt"})
COSTS = Cued(r"\b(?:costs?|cost-to-go|shortest)\b|代价|成本|惩罚|最小化", re.IGNORECASE)
INVERTIBLE = frozenset({"exp", "log", "ln", "sqrt", "sigmoid", "tanh", "logit"})  # algebra gets at what they hold
SCALAR_FUNCTIONS = frozenset({"exp", "log", "tanh", "sigmoid", "sin", "cos", "erf", "sqrt"})


def is_of_costs(edit: Edit, before: str, term: Term | None = None) -> bool:
    """Whether the least is asked where the standard asks the most, of what the words or its letter call a cost."""
    told = {in_words(edit)} & {"it has min where the standard has max", "it has argmin where the standard has argmax"}
    return bool(told) and (COSTS.search(before) is not None or term is not None and any(map(_is_cost, walk(term))))


def _is_cost(part: Term) -> bool:
    """Whether a part is called as costs are: c(s, a), g_t."""
    match part:
        case Apply(function=name) | Index(base=Symbol(name=name)) | Symbol(name=name):
            return name.partition("_")[0] in COST_LETTERS
    return False


COST_LETTERS = frozenset({"c", "C", "cost", "Cost", "ell"})


def is_slip(edit: Edit) -> bool:
    """Whether an edit is one that happens to a writer: a sign, a transpose, a root, a number, a letter for another.

    What is added or left out altogether, such as a bias or a dropout, is a choice.
    """
    match edit.kind:
        case "inverted" | "negated" | "branches" | "operation" | "moved" | "regrouped":
            return True
        case "order":
            return _is_of_matrices(edit.standard)
        case "entry" | "arguments" | "crossed":
            return True
        case "function":
            return (
                isinstance(edit.standard, Apply) and isinstance(edit.found, Apply) and _kin(edit.standard, edit.found)
            )
        case "wrapped":
            return _is_slip_of_wrapping(edit.standard, edit.found)
        case "missing":
            return isinstance(edit.standard, Number) or _is_power_of_product(edit.standard, edit.within)
        case "extra":
            return _is_extra_slip(edit)
        case "letter":
            return _letter_of(edit.standard) != _letter_of(edit.found)  # no more than the font or an index
    return _is_constant(edit.standard) and _is_constant(edit.found)


def is_slip_of_form(edit: Edit) -> bool:
    """Whether an edit is one that happens to a writer, of a formula that is known in all the ways to write it.

    There what is left out altogether is no choice, if it is a function or something that is divided by.
    """
    standard, found = edit.standard, edit.found
    match edit.kind:
        case "exchanged" | "relation" | "crossed" | "letter" | "divisor" | "powered":
            return True
        case "function" if isinstance(standard, Apply) and isinstance(found, Apply):
            return is_slip(edit) or _is_called_by_another_letter(standard, found)
        case "wrapped":
            if isinstance(standard, Power) and isinstance(found, Index) and not isinstance(standard.exponent, Number):
                return False  # a power that was read as an index
            if isinstance(standard, Power) and isinstance(found, Index) and found.indices == (standard.exponent,):
                return False
            if isinstance(standard, Apply) and standard.function in NEVER_CHOSEN and standard.arguments == (found,):
                return True  # log π for which π stands; an activation may be another one
            if isinstance(standard, Power) and standard.base == found and isinstance(standard.exponent, Number):
                return True  # a norm for its square
            if isinstance(found, Apply):
                return False  # a function of its own in place of the usual one
            softmax = isinstance(standard, Apply) and standard.function == "softmax"
            return softmax or is_slip(edit)
        case "extra" if isinstance(found, Number) and found.value == 0:
            return False
        case "missing":
            divisor = isinstance(standard, Power) and _is_divisor(standard)
            return isinstance(standard, Number) or divisor or _is_count_of(standard, edit.within)
        case "other" if isinstance(standard, Symbol) and isinstance(found, Symbol):
            return True  # names that stand for themselves: FP for FN
        case "other" if standard is not None and found is not None:
            return is_slip(edit) or _is_rest(standard, found) or _is_rest(found, standard)
    return is_slip(edit)


def is_turned_over(edit: Edit) -> bool:
    """Whether an edit turns a sign or a quotient, or takes a logarithm for an exponential: no simpler form has that."""
    sign = edit.standard if edit.kind == "missing" else edit.found
    match edit.kind, edit.standard, edit.found:
        case (("missing" | "extra"), _, _):
            return isinstance(sign, Number) and sign.value == -1
        case "function", Apply(function=one), Apply(function=other):
            return {one, other} == {"exp", "log"}
    return edit.kind in ("negated", "inverted")


RELATED = frozenset("QqVv")  # values of states and of actions, each of which may be made of the other


def _is_called_by_another_letter(standard: Apply, found: Apply) -> bool:
    """Whether a function of the note's own is called by a letter that is none of its names: K(s, a) for Q(s, a)."""
    ours, theirs = standard.function, found.function
    letters = len(ours) == len(theirs) == 1 and ours.isalpha() and theirs.isalpha()
    return letters and ours.casefold() != theirs.casefold() and not {ours, theirs} <= RELATED


def _is_count_of(part: Term | None, within: Term | None) -> bool:
    """Whether a part is one of some counts that are added up, each by a name of its own: FN of TP + FN."""
    names = within.terms if isinstance(within, Sum) else ()
    counts = all(isinstance(each, Symbol) and len(each.name) > 1 and each.name.isupper() for each in names)
    return part in names and counts


def is_log_of_a_size(term: Relation, is_size: Callable[[str], bool]) -> bool:
    r"""Whether a chain ends in the logarithm of a count, as the loss of even chances does: ``L \approx \log V``."""
    last = term.sides[-1]
    return (
        isinstance(last, Apply)
        and last.function in ("log", "ln", "log_2")
        and all(isinstance(each, Symbol) and (each.name in COUNTS or is_size(each.name)) for each in last.arguments)
    )


def begins_with_itself(term: Term, edit: Edit) -> bool:
    """Whether the standard is said to have something else where an update begins from what it updates: w ← w - …."""
    if not isinstance(term, Relation) or not isinstance(edit.found, Symbol | Index) or edit.found != term.sides[0]:
        return False
    return any(edit.found in set(walk(side)) for side in term.sides[1:])


def _is_rest(part: Term, rest: Term) -> bool:
    """Whether one share is what another one leaves: 1 - p for p."""
    match rest:
        case Sum(terms) if Number(Fraction(1)) in terms and len(terms) == 2:
            return negated(part) in terms
    return False


def _is_extra_slip(edit: Edit) -> bool:
    """Whether what a formula has too much is a factor in numbers or a letter twice: a letter of its own is a choice."""
    if isinstance(edit.found, Number):
        return edit.found.value != 1 and not isinstance(edit.within, Sum)  # a gain counted from one: 1 + g
    known = {part for part in walk(edit.within) if isinstance(part, Symbol)} if edit.within is not None else set()
    own = {part for part in walk(edit.found) if isinstance(part, Symbol)} if edit.found is not None else set()
    return _is_power_of_product(edit.found, edit.within) and own <= known


def _is_power_of_product(part: Term | None, within: Term | None) -> bool:
    return isinstance(part, Power) and isinstance(within, Product)


def _is_constant(term: Term | None) -> bool:
    """Whether a term holds numbers only: 1/2, √2, π."""
    parts = [] if term is None else list(walk(term))
    return bool(parts) and not any(isinstance(each, Symbol | Index) and each != Symbol("pi") for each in parts)


def _kin(standard: Apply, found: Apply) -> bool:
    names = {_over_anything(each.function) for each in (standard, found)}
    return any(names <= family for family in FAMILIES)


def _over_anything(function: str) -> str:
    """The name of an extreme without what it is taken over: max of max_a; σ_g is a gate's own function."""
    head = function.partition("_")[0]
    return head if head.removeprefix("arg") in ("max", "min") else function


def _is_slip_of_wrapping(standard: Term | None, found: Term | None) -> bool:
    match standard, found:
        case Transpose(operand), _:
            return _is_matrix(operand)
        case _, Transpose(operand):
            return _is_matrix(operand)
        case Apply(function), _:  # exp(z) for which z stands
            return function in SCALAR_FUNCTIONS
    return isinstance(standard, Power) or isinstance(found, Power)


def _is_of_matrices(term: Term | None) -> bool:
    """Whether no factor is a vector by its name: of an inner product either factor may stand first."""
    factors = term.factors if isinstance(term, Product) else ()
    bare = (untransposed(each) for each in factors)
    return all(_is_matrix(each) for each in bare if isinstance(each, Symbol | Index))


def is_unscaled(edit: Edit) -> bool:
    """Whether the root of a width is left out, which is a form of its own."""
    part = edit.standard
    root = isinstance(part, Power) and isinstance(part.exponent, Number) and part.exponent.value == Fraction(-1, 2)
    return edit.kind == "missing" and root and isinstance(edit.within, Product)


def _is_matrix(term: Term) -> bool:
    """Whether a name is one that matrices have: of two vectors, a product is often an inner one as it stands."""
    return _letter_of(term)[:1].isupper() or not isinstance(term, Symbol | Index)


def _letter_of(term: Term | None) -> str:
    head = term.base if isinstance(term, Index) else term
    return head.name.rpartition("(")[2].replace(")", "") if isinstance(head, Symbol) else show(head) if head else ""


def is_of_pairs(term: Term, edit: Edit) -> bool:
    r"""Whether letters are compared that run together over unlike pairs: the i and j of ``\sum_{i \neq j} p_{ij}``."""
    return any(
        isinstance(part, IndexedSum)
        and isinstance(part.condition, Relation)
        and "≠" in part.condition.relations
        and (edit.found in part.condition.sides or edit.standard in part.condition.sides)
        for part in walk(term)
    )


def in_words(edit: Edit) -> str:
    """What an edit changes, in words.

    >>> in_words(Edit("wrapped", Transpose(Symbol("K")), Symbol("K")))
    'K is not transposed'
    >>> in_words(Edit("other", Number(Fraction(-1, 2)), Number(Fraction(-1)), Power(Symbol("d"), Number(Fraction(-1, 2)))))
    'it has 1 / d where the standard has 1 / √d'
    >>> in_words(Edit("other", Number(Fraction(1)), Number(Fraction(2)), Power(Sum((Number(Fraction(1)), Symbol("x"))), Number(Fraction(-1)))))
    'it has 2 where the standard has 1'
    """
    standard, found = edit.standard, edit.found
    match edit.kind, standard, found:
        case "wrapped", Transpose(), _ if found is not None and not isinstance(found, Transpose):
            return f"{_told(found)} is not transposed"
        case "wrapped", _, Transpose() if standard is not None:
            return f"{_told(standard)} is transposed"
        case "function", Apply(), Apply():
            return f"it has {found.function} where the standard has {standard.function}"
        case "missing", Number(value=value), _ if value == -1:
            return f"the minus of {_told(_without(edit.within, standard))} is missing"
        case "extra", _, Number(value=value) if value == -1 and edit.within is not None:
            return f"{_told(edit.within)} has a minus"
        case "missing", _, _ if standard is not None:
            return f"{_part_told(standard, edit.within)} is missing"
        case "extra", _, _ if found is not None:
            return f"{_part_told(found, edit.within)} is one too many"
        case "moved", _, _ if standard is not None:
            return f"{_part_told(standard, Product(()))} stands outside or inside of what it does in the standard"
        case "order", _, _:
            return "its factors stand in another order"
        case "regrouped", _, _:
            return f"its brackets stand otherwise: it has {_told(found)} where the standard has {_told(standard)}"
        case "negated", _, _:
            return f"it has the other sign: {_told(found)} where the standard has {_told(standard)}"
        case "branches", _, _:
            return "its two cases are exchanged"
        case "relation", _, _ if standard is not None and found is not None:
            return f"it has {show(found)} where the standard has {show(standard)}"
        case "crossed" | "exchanged", _, _:
            return f"{_told(found)} and {_told(standard)} stand in each other's place"
        case "inverted", _, _:
            return f"a quotient is upside down: it has {_told(found)} where the standard has {_told(standard)}"
        case "entry" | "arguments", _, _:
            return f"the right side is that of {_told(standard)}, not of {_told(found)}"
        case "other", Number(), Number() if isinstance(edit.within, Power | Product):
            other = rebuilt(edit.within, lambda part: found if part == standard else part)
            if other != edit.within:
                return f"it has {_told(other)} where the standard has {_told(edit.within)}"
    return f"it has {_told(found)} where the standard has {_told(standard)}"


def _part_told(part: Term, within: Term | None) -> str:
    """A factor, a divisor or a term."""
    if isinstance(within, Product) and isinstance(part, Power) and _is_divisor(part):
        return f"the division by {_told(_turned(part))}"
    if isinstance(within, Sum):
        return f"the term {_told(part)}"
    return f"the factor {_told(part)}" if isinstance(within, Product) else _told(part)


def _without(within: Term | None, part: Term) -> Term | None:
    match within:
        case Product(factors):
            rest = tuple(each for each in factors if each != part)
            return rest[0] if len(rest) == 1 else Product(rest)
    return within


def _is_divisor(term: Term) -> bool:
    return isinstance(term, Power) and isinstance(term.exponent, Number) and term.exponent.value < 0


def _turned(term: Power) -> Term:
    assert isinstance(term.exponent, Number)
    exponent = -term.exponent.value
    return term.base if exponent == 1 else Power(term.base, Number(exponent))


def _told(term: Term | None) -> str:
    return "nothing" if term is None else show(readable(term))


def readable(term: Term) -> Term:
    """A term of the normal form as one would write it: quotients and roots.

    >>> x, y = Symbol("x"), Symbol("y")
    >>> show(readable(Product((x, Power(y, Number(Fraction(-1, 2)))))))
    'x / √y'
    """
    inner = rebuilt(term, readable) if not isinstance(term, Product) else term
    match inner:
        case Power(base, Number(value=value)) if value < 0:
            return Quotient(Number(Fraction(1)), readable(_turned(inner)))
        case Power(base, Number(value=value)) if value == Fraction(1, 2):
            return Apply("sqrt", (base,))
        case Product(factors) if divisors := [
            each for each in factors if isinstance(each, Power) and _is_divisor(each)
        ]:
            above = tuple(readable(each) for each in factors if each not in divisors)
            below = tuple(readable(_turned(each)) for each in divisors)
            return Quotient(_one(above), _one(below))
        case Product(factors):
            return Product(tuple(readable(each) for each in factors))
    return inner


def _one(factors: tuple[Term, ...]) -> Term:
    return Number(Fraction(1)) if not factors else factors[0] if len(factors) == 1 else Product(factors)


def is_solved_for_another(term: Term, told: Relation) -> bool:
    """Whether an equation tells, of what another one is made, what that one tells: x_0 from x_t, where x_t is made of x_0."""
    if not isinstance(term, Relation):
        return False
    left = without_hat(term.sides[0]) or term.sides[0]
    if left in walk(term.sides[-1]):
        return False  # what is normalised is made of what it was before
    return left != told.sides[0] and _is_solvable(left, told.sides[-1]) and _is_solvable(told.sides[0], term.sides[-1])


def is_fixed_point(term: Term) -> bool:
    """Whether a sum stands for a name that it holds within calls alone, ``x ← y - f(x)``: how a map is turned back."""
    match term:
        case Relation(sides=(Symbol() as left, Sum(terms=terms))):
            calls = [part for each in terms for part in walk(each) if isinstance(part, Apply)]
            return left in {part for call in calls for part in walk(call)} and left not in terms
    return False


def comes_down_to_two(term: Relation, at: int) -> bool:
    """Whether a later side of a chain has two letters left, ``= 4 H d T / (2 G d T b) = 2 g / b``: any formula may come to that."""
    side = term.sides[at] if at < len(term.sides) else term
    letters = {part for part in walk(side) if isinstance(part, Symbol)}
    first = {part for part in walk(term.sides[1]) if isinstance(part, Symbol)}
    return at > 1 and isinstance(side, Quotient) and len(letters) < OF_A_FORMULA <= len(first)


OF_A_FORMULA = 3  # letters


def _is_solvable(part: Term, side: Term) -> bool:
    """Whether a part stands where algebra gets at it: not only within a call, as the Σ of a density N(x | μ, Σ)."""
    if part == side:
        return True
    if isinstance(side, Apply) and side.function not in INVERTIBLE:
        return False
    return any(_is_solvable(part, each) for each in children(side))
