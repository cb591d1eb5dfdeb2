"""Which equations say what something is worth for all values of its letters, and are none to be solved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from symformer.judging.steps.definitions import IDENTITIES, is_defined
from symformer.reasoning.equality import Meaning
from symformer.terms.parts import base_name, letter_names, rebuilt
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)
from symformer.text.cued import Cued

NAMES_AN_IDENTITY = Cued(
    r"\b(?:(?:algebraic|useful|following|known|trigonometric|this|by the|(?:us(?:e|es|ing)) the) identity|identities|expand(?:s|ed|ing)?|expansion|simplif(?:y|ies|ied|ying)|rewrit\w+|multiplying out|factor(?:s|ing|is\w+|iz\w+)?"
    r"|algebra\w*|completing the square|recall that|by linearity|log(?:arithm)? rules?|chain rule|product rule|quotient rule)\b"
    r"|^\W*the identity\b|恒等式|展开|化简|整理得|线性性",
    re.IGNORECASE,
)
ACTIVATIONS = frozenset({"sigma", "sigmoid", "tanh", "softplus"})
CHANCE = frozenset({"expectation", "variance", "Cov"})


@dataclass(frozen=True, slots=True)
class Known:
    """What a note tells of the names in an equation, and whether the words before it call it an identity."""

    told: Mapping[str, Meaning]
    functions: Mapping[str, tuple[str, ...]]
    as_identity: bool = False


def is_law(left: Term, right: Term, known: Known) -> bool:
    """Whether an equation says what something is worth, and is none to be solved."""
    if _is_of_formula(left) or known.as_identity or _is_square_of_sum(left) or _is_made_of_told(left, known):
        return True
    if is_of_plain_chance(left, right):
        return True
    if _is_written_out(left, known) and any(isinstance(part, Matrix) for part in walk(right)):
        return True
    match left:
        case Apply(function="log" | "ln", arguments=(Symbol() | Index() as inner,)):
            return base_name(inner) in known.told
        case Apply(function="tanh" | "sigmoid", arguments=(Symbol(name),)):
            return name.isalpha() and name.islower()  # of a matrix it may be another function
        case Apply(function="sinh" | "cosh" | "tan", arguments=(Symbol(),)):
            return _is_of_waves(right)  # tan x = 2 x is one to be solved
        case IndexedSum(kind="integral"):
            return left.lower is not None and left.upper is not None and not isinstance(right, Number)
        case IndexedSum(kind="sum" | "product", index=Symbol() as index):
            return _is_closed(left, index) and not isinstance(right, Number)
        case Product() if any(isinstance(each, IndexedSum) for each in left.factors):
            return _is_closed_product(left) and not isinstance(right, Number)
        case Product() | Power() | Sum() | Apply() | Quotient() | Matrix():
            return is_trigonometric(left) and is_trigonometric(right) or _is_of_activation(left, right, known)
    return False


def _is_of_waves(term: Term) -> bool:
    """Whether a side is made of exponentials, sines and cosines, none of its letters standing outside of them."""
    match term:
        case Number() | Power(base=Symbol(name="e")) | Apply(function="exp" | "sin" | "cos" | "sinh" | "cosh" | "tan"):
            return True
        case Sum() | Product() | Quotient() | Power():
            return all(map(_is_of_waves, children(term)))
    return False


def _is_written_out(left: Term, known: Known) -> bool:
    """Whether a side is the inverse or the transpose of a matrix that the note writes out in letters."""
    match left:
        case Power(Symbol(name), Number(value)) if value == -1:
            pass
        case Transpose(Symbol(name)):
            pass
        case _:
            return False
    body = known.told[name].body if name in known.told else None
    return (
        isinstance(body, Matrix)
        and len(body.rows) > 1
        and len({each for each in walk(body) if isinstance(each, Symbol)}) > 1
    )


def _is_square_of_sum(term: Term) -> bool:
    """Whether a side is a whole power of a sum of at least two letters: (a + b)^2."""
    match term:
        case Power(Sum(terms) as base, Number(value)) if value > 1 and value.denominator == 1:
            letters = {part for part in walk(base) if isinstance(part, Symbol)}
            return len(letters) > 1 and all(any(isinstance(part, Symbol) for part in walk(each)) for each in terms)
    return False


def _is_made_of_told(term: Term, known: Known) -> bool:
    """Whether a side is a product or quotient of members alone whose families the note defines: p_i / p_j."""
    if not isinstance(term, Product | Quotient):
        return False
    letters = _letters(term)
    calls = [part for part in walk(term) if isinstance(part, Apply)]
    told = all(isinstance(part, Index) and base_name(part) in known.told for part in letters)
    return len(letters) > 1 and not calls and told


def _letters(term: Term) -> list[Symbol | Index]:
    """The letters in a term, those with an index as one."""
    if isinstance(term, Symbol | Index):
        return [term]
    return [each for part in children(term) for each in _letters(part)]


def is_of_plain_chance(left: Term, right: Term) -> bool:
    """Whether the left side is the mean or variance of a linear formula, and the right side is made of those of its letters.

    Nothing is said of what a law of chance is taken under: there is no condition, no index, no name of a law.
    """
    match left:
        case Apply(function="expectation" | "variance", arguments=(Sum() | Product() as inner,), labels=()):
            pass
        case _:
            return False
    if any(isinstance(part, Apply | Index | IndexedSum | Unknown | Transpose | Power) for part in walk(inner)):
        return False
    calls = [part for part in walk(right) if isinstance(part, Apply)]
    if not calls or any(call.function not in CHANCE or call.labels for call in calls):
        return False
    if any(not isinstance(each, Symbol) for call in calls for each in call.arguments):
        return False
    names = letter_names(left)
    random = {part.name for call in calls for part in walk(call) if isinstance(part, Symbol)}
    plain = not any(isinstance(part, Index | IndexedSum | Unknown) for part in walk(right))
    spread = left.function == "variance" or len(random) > 1  # of one letter alone its mean may be known to be 0 or 1
    return plain and spread and letter_names(right) <= names


LEAST_NODES, MOST_OF_SUM = 5, 3


def are_alike(left: Term, right: Term) -> bool:
    """Whether two sides are made of the same letters by arithmetic, at some length: they may be meant to be identical."""
    plain = Symbol | Index | Number | Sum | Product | Quotient | Power | Elementwise
    sides = [list(walk(side)) for side in (left, right)]
    if any(len(side) < LEAST_NODES or not all(isinstance(part, plain) for part in side) for side in sides):
        return False
    if not any(isinstance(part, Sum) for side in sides for part in side if not isinstance(part, Index)):
        return False  # products alone may be those of a group
    letters = [set(_letters(side)) for side in (left, right)]
    if letters[0] != letters[1] or not isinstance(left, Sum | Product | Quotient | Power):
        return False
    if len(letters[0]) == 1:
        return _is_collected(left, right)
    # multiples of one product are counted, and told of, elsewhere
    return not (isinstance(left, Sum) and all(set(_letters(each)) == letters[0] for each in left.terms))


def _is_collected(left: Term, right: Term) -> bool:
    """Whether a sum in one letter is added up, like terms with like ones: 4h² + 8h² + 4h + h = 12h² + 5h."""
    before, after = _powers(left), _powers(right)
    return len(before) - 1 > len(after) == len(set(after)) > 1


def _powers(term: Term) -> list[int]:
    """How often letters stand in each summand of a polynomial."""
    if isinstance(term, Sum):
        return [each for part in term.terms for each in _powers(part)]
    return [_degree(term)]


def _degree(term: Term) -> int:
    match term:
        case Symbol() | Index():
            return 1
        case Power(base, Number(value)) if value.denominator == 1:
            return int(value) * _degree(base)
        case Product(factors) | Elementwise(factors):
            return sum(map(_degree, factors))
    return 0


def _is_closed(term: IndexedSum, index: Symbol) -> bool:
    """Whether what is added up is made of the index, numbers and few letters: a sum one can work out."""
    ends = {part for each in (term.lower, term.upper) if each is not None for part in walk(each)}
    body = as_powers(term.body)
    letters = {part for part in walk(body) if isinstance(part, Symbol)} - {index} - ends
    told = term.lower is not None and term.upper is not None
    return told and len(letters) <= MOST_OF_SUM and not any(isinstance(part, Index) for part in walk(body))


def as_powers(term: Term) -> Term:
    """A formula in which what may be a power or a member of a family is a power: the first of its two readings."""
    if isinstance(term, Unknown) and term.alternatives:
        return term.alternatives[0]
    return rebuilt(term, as_powers)


def _is_closed_product(term: Product) -> bool:
    """Whether a product is a sum that one can work out times what is made of letters: (1 - b) Σ b^i, R Σ b^i."""
    sums = [each for each in term.factors if isinstance(each, IndexedSum) and each.kind == "sum"]
    if len(sums) != 1 or sums[0].index is None or not _is_closed(sums[0], sums[0].index):
        return False
    others = [part for each in term.factors if each is not sums[0] for part in walk(each)]
    return not any(isinstance(part, Apply | Index) for part in others)


def _is_of_activation(left: Term, right: Term, known: Known) -> bool:
    """Whether a side is put together from an activation that the note defines or names, at a letter: 1 - σ(z)."""
    calls = [part for part in walk(left) if isinstance(part, Apply)]
    inside = {part for call in calls for each in call.arguments for part in walk(each) if isinstance(part, Symbol)}
    letters = {part for part in walk(left) if isinstance(part, Symbol)}
    named = known.told.keys() | known.functions.keys() | (ACTIVATIONS - {"sigma"})
    defined = all(call.function in ACTIVATIONS and call.function in named for call in calls)
    return bool(calls) and defined and letters <= inside and not is_defined(left) and not isinstance(right, Number)


def is_trigonometric(term: Term) -> bool:
    """Whether a side is made of sines and cosines of sums or multiples, or of more than one of them."""
    calls = [part for part in walk(term) if isinstance(part, Apply) and part.function in ("sin", "cos")]
    others = any(isinstance(part, Apply) and part not in calls for part in walk(term))
    inside = {part for call in calls for part in walk(call) if isinstance(part, Symbol)}
    outside = {part for part in walk(term) if isinstance(part, Symbol)} - inside - {Symbol("pi")}
    return bool(calls) and not others and not outside


def _is_of_formula(term: Term) -> bool:
    """Whether what is worked out is a function of a formula."""
    match term:
        case Power(base=Apply(function="norm" | "absolute")):
            return True
        case Apply(function=name) if name in IDENTITIES or name in ("sigmoid", "softmax", "log_softmax"):
            return any(not isinstance(each, Symbol | Index | Number) for each in term.arguments)
        case Transpose(operand) | Power(operand, Number(value=-1)):
            return not isinstance(operand, Symbol | Index)
        case Index(base=base):
            return _is_of_formula(base) or isinstance(base, Product)
    return False
