"""One formula matched against another up to the names of its letters, both in normal form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from symformer.reasoning.normal import negated
from symformer.terms.parts import unindexed
from symformer.terms.show import GREEK
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

MOST_STEPS = 4000
EVEN = frozenset({"norm", "Norm", "absolute"})  # functions to which a sign does not matter
ANY_NUMBER, ANY_ARRAY = "any number", "any array"  # kinds of letters that stand for whatever is one thing
NUMERIC = frozenset({"size", "scalar", "index", ANY_NUMBER})  # kinds of letters that stand for one number
Bound = Mapping[Symbol, Term]
Split = tuple[tuple[Term, ...], tuple[Term, ...]]  # the factors that stand for numbers, and the others


@dataclass(slots=True)
class Pattern:
    """A formula whose letters may take other names: the kind and the number of axes of each."""

    term: Term
    kinds: Mapping[Symbol, str]
    ranks: Mapping[Symbol, int]
    functions: Mapping[str, frozenset[str]] = field(default_factory=dict)  # functions that may have other names
    steps: list[int] = field(default_factory=lambda: [MOST_STEPS])
    split: dict[int, Split] = field(init=False)  # the products of its own formula, by identity

    def __post_init__(self) -> None:
        products = (each for each in walk(self.term) if isinstance(each, Product))
        self.split = {id(each): numbers_and_arrays(each.factors, self) for each in products}


def matches(pattern: Pattern, subject: Term) -> Iterator[Bound]:
    """Every way to name the letters of a pattern so that it becomes the subject.

    >>> x, y, a = Symbol("x"), Symbol("y"), Symbol("a")
    >>> law = Pattern(Sum((x, Transpose(y))), {x: "matrix", y: "matrix"}, {x: 2, y: 2})
    >>> [sorted((k.name, v.name) for k, v in each.items()) for each in matches(law, Sum((Transpose(a), x)))]
    [[('x', 'x'), ('y', 'a')]]
    """
    pattern.steps[0] = MOST_STEPS
    yield from match_term(pattern.term, subject, {}, pattern)


FUNCTION = "function "  # begins what stands in a binding for the name of a function


def functions_of(bound: Bound) -> dict[str, str]:
    """The names of functions that a binding has for the letters of the pattern."""
    pairs = ((letter.name, name) for letter, name in bound.items() if letter.name.startswith(FUNCTION))
    return {letter.removeprefix(FUNCTION): name.name for letter, name in pairs if isinstance(name, Symbol)}


def match_term(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Iterator[Bound]:
    """Every way to go on naming letters so that a part of the pattern becomes a part of the subject."""
    pattern.steps[0] -= 1
    if pattern.steps[0] < 0:
        return
    if isinstance(term, Symbol):
        yield from _letter(term, subject, bound, pattern)
        return
    if type(term) is not type(subject) and not {type(term), type(subject)} <= {Product, Elementwise}:
        return  # most pairs are of two kinds: they need not be gone through one by one
    match term, subject:
        case Number(), Number():
            if term.value == subject.value:
                yield bound
        case Sum(), Sum():
            yield from match_unordered(term.terms, subject.terms, bound, pattern)
        case Product(), Product():
            yield from match_product(term, subject, bound, pattern)
        case Elementwise(), Elementwise() if term.sign == subject.sign:
            yield from match_unordered(term.factors, subject.factors, bound, pattern)
        case Elementwise(sign="⊙"), Product():  # side by side for entry by entry, as where γ is a vector
            yield from match_unordered(term.factors, subject.factors, bound, pattern)
        case Product(), Elementwise(sign="⊙") if all(is_number(each, pattern) for each in term.factors):
            yield from match_unordered(term.factors, subject.factors, bound, pattern)
        case Power(), Power():
            yield from match_all(((term.base, subject.base), (term.exponent, subject.exponent)), bound, pattern)
            if isinstance(subject.base, Sum) and isinstance(term.exponent, Number) and term.exponent.value % 2 == 0:
                turned = negated(subject.base)  # (p - y)^2 for (y - p)^2
                yield from match_all(((term.base, turned), (term.exponent, subject.exponent)), bound, pattern)
        case Transpose(), Transpose():
            yield from match_term(term.operand, subject.operand, bound, pattern)
        case Apply(), Apply():
            yield from _apply(term, subject, bound, pattern)
            if subject.function in EVEN and isinstance(subject.arguments[0], Sum):
                turned = negated(subject.arguments[0])  # |p - y| for |y - p|
                subject = replace(subject, arguments=(turned, *subject.arguments[1:]))
                yield from _apply(term, subject, bound, pattern)
        case IndexedSum(), IndexedSum():
            yield from _big(term, subject, bound, pattern)
        case Index(), Index() if len(term.indices) == len(subject.indices):
            pairs = zip((term.base, *term.indices), (subject.base, *subject.indices), strict=True)
            yield from match_all(tuple(pairs), bound, pattern)
        case Index(base=Symbol() as base, indices=(Symbol() as place,)), Index() if pattern.ranks.get(base) == 1:
            row = Index(subject.base, subject.indices[:-1])  # a component of one of several vectors: x_{t,j}
            yield from match_all(((base, row), (place, subject.indices[-1])), bound, pattern)
        case Slice(), Slice():
            yield from match_optional(((term.start, subject.start), (term.stop, subject.stop)), bound, pattern)
        case Cases(), Cases() if len(term.branches) == len(subject.branches):
            branches = zip(term.branches, subject.branches, strict=True)
            parts = (pair for ours, theirs in branches for pair in zip(ours, theirs, strict=True))
            yield from match_optional(tuple(parts), bound, pattern)
        case Relation(), Relation() if term.relations == subject.relations:
            yield from match_all(tuple(zip(term.sides, subject.sides, strict=True)), bound, pattern)
        case Matrix(), Matrix() if [len(row) for row in term.rows] == [len(row) for row in subject.rows]:
            yield from match_all(tuple(zip(children(term), children(subject), strict=True)), bound, pattern)
        case Ellipsis(), Ellipsis():
            yield bound


def _letter(letter: Symbol, subject: Term, bound: Bound, pattern: Pattern) -> Iterator[Bound]:
    if letter not in pattern.kinds:  # a constant, or a word
        if letter == subject or _is_the_same_word(letter.name, subject):
            yield bound
        return
    if letter in bound:
        if bound[letter] == subject or _is_called(bound[letter], subject) and pattern.kinds[letter] == ANY_NUMBER:
            yield bound
        return
    if pattern.kinds[letter] in (ANY_NUMBER, ANY_ARRAY):
        number = isinstance(subject, Symbol) and subject.name in USUAL_NUMBERS
        array = pattern.kinds[letter] == ANY_ARRAY
        if is_one_thing(subject) and not _is_taken(subject, bound) and not (array and number):
            yield {**bound, letter: subject}
        return
    if not is_name(subject) or subject in bound.values():
        return
    if pattern.kinds[letter] == "size" and not _could_be_size(subject):
        return
    if pattern.kinds[letter] == "scalar" and _is_usual_size(subject):
        return
    if letter.name in CONSTANTS or (isinstance(subject, Symbol) and subject.name in CONSTANTS):
        return
    yield {**bound, letter: subject}


def _is_taken(subject: Term, bound: Bound) -> bool:
    """Whether another letter stands for a term already; a function may have the letter of a number: n(x) and n."""
    return any(value == subject and not letter.name.startswith(FUNCTION) for letter, value in bound.items())


CONSTANTS = frozenset({"pi", "infty"})
USUAL_NUMBERS = frozenset({"alpha", "eta", "gamma", "lambda", "tau", "r"})  # letters that no array has


def _is_the_same_word(name: str, subject: Term) -> bool:
    """Whether a name that stands for itself does so in another font, or with its size: I and I_d."""
    head = unindexed(subject)
    return isinstance(head, Symbol) and re.sub(r"^(?:bold|roman)\((.*?)\)", r"\1", head.name).partition("_")[0] == name


def _is_called(value: Term, name: Term) -> bool:
    """Whether a value is that of a function of a name: P(x) and P."""
    return isinstance(value, Apply) and isinstance(name, Symbol) and value.function == name.name


def _could_be_size(term: Term) -> bool:
    """Sizes have Latin letters."""
    head = unindexed(term)
    return isinstance(head, Symbol) and re.split(r"[_^')]", head.name.split("(")[-1])[0] not in GREEK


def _is_usual_size(term: Term) -> bool:
    """Whether a name is one that widths and numbers of positions have: d_k is no temperature."""
    head = unindexed(term)
    return isinstance(head, Symbol) and re.split(r"[_^']", head.name)[0] in USUAL_SIZES


USUAL_SIZES = frozenset("dDnNkhH")


def is_name(term: Term) -> bool:
    """A letter, or a letter with an index that only names it: W_1, Q_i."""
    if isinstance(term, Index):
        return isinstance(term.base, Symbol) and all(isinstance(each, Symbol | Number) for each in term.indices)
    return isinstance(term, Symbol)


# functions that make a formula of what they are given, rather than name something
WORKED_OUT = frozenset({
    "exp", "log", "log_2", "log_10", "sqrt", "sin", "cos", "tanh", "sigmoid", "ReLU", "max", "min", "softmax",
    "expectation", "versus", "given", "erf", "absolute", "norm", "inner", "floor", "clip", "argmax", "argmin",
    "expectation over", "diag", "variance", "sign", "determinant", "trace", "Concat",
})  # fmt: skip


def is_one_thing(term: Term) -> bool:
    """A letter, an entry, or a function of the note's own at a place: p(x), V(s_{t+1}), h_θ(x_i)."""
    match term:
        case Symbol():
            return True
        case Index():
            return isinstance(term.base, Symbol | Apply)
        case Apply():
            return term.function not in WORKED_OUT
    return False


def match_all(pairs: tuple[tuple[Term, Term], ...], bound: Bound, pattern: Pattern) -> Iterator[Bound]:
    """All of the pairs, one after the other."""
    if not pairs:
        yield bound
        return
    (term, subject), rest = pairs[0], pairs[1:]
    for found in match_term(term, subject, bound, pattern):
        yield from match_all(rest, found, pattern)


def match_optional(
    pairs: tuple[tuple[Term | None, Term | None], ...], bound: Bound, pattern: Pattern
) -> Iterator[Bound]:
    """Pairs of which both or neither are there."""
    if any((term is None) != (subject is None) for term, subject in pairs):
        return
    present = tuple((term, subject) for term, subject in pairs if term is not None and subject is not None)
    yield from match_all(present, bound, pattern)


def match_unordered(
    terms: tuple[Term, ...], subjects: tuple[Term, ...], bound: Bound, pattern: Pattern
) -> Iterator[Bound]:
    """Every term with a subject of its own, in any order."""
    if len(terms) != len(subjects):
        return
    if not terms:
        yield bound
        return
    for place, subject in enumerate(subjects):
        for found in match_term(terms[0], subject, bound, pattern):
            yield from match_unordered(terms[1:], (*subjects[:place], *subjects[place + 1 :]), found, pattern)


def match_product(term: Product, subject: Product, bound: Bound, pattern: Pattern) -> Iterator[Bound]:
    """Numbers in any order, arrays in theirs."""
    if len(term.factors) != len(subject.factors):
        return
    numbers, arrays = pattern.split.get(id(term)) or numbers_and_arrays(term.factors, pattern)
    yield from _numbers_first(numbers, arrays, subject.factors, bound, pattern)


def match_factors(
    factors: tuple[Term, ...], subjects: tuple[Term, ...], bound: Bound, pattern: Pattern
) -> Iterator[Bound]:
    """Some of the factors of a product: numbers in any order, arrays in theirs."""
    if len(factors) == len(subjects):
        yield from _numbers_first(*numbers_and_arrays(factors, pattern), subjects, bound, pattern)


def numbers_and_arrays(factors: tuple[Term, ...], pattern: Pattern) -> Split:
    """The factors that stand for one number, and the others."""
    told = [(each, is_number(each, pattern)) for each in factors]
    return tuple(each for each, number in told if number), tuple(each for each, number in told if not number)


def _numbers_first(
    numbers: tuple[Term, ...], arrays: tuple[Term, ...], subjects: tuple[Term, ...], bound: Bound, pattern: Pattern
) -> Iterator[Bound]:
    if not numbers:
        yield from match_all(tuple(zip(arrays, subjects, strict=True)), bound, pattern)
        return
    for place, subject in enumerate(subjects):
        for found in match_term(numbers[0], subject, bound, pattern):
            rest = (*subjects[:place], *subjects[place + 1 :])
            yield from _numbers_first(numbers[1:], arrays, rest, found, pattern)


def is_number(term: Term, pattern: Pattern) -> bool:
    """Whether a part of the pattern stands for one number."""
    match term:
        case Number():
            return True
        case Symbol():
            return pattern.kinds.get(term) in NUMERIC
        case Power():
            return is_number(term.base, pattern)
        case Index() if isinstance(term.base, Symbol):
            slices = sum(isinstance(each, Slice) for each in term.indices)
            return not slices and pattern.ranks.get(term.base, 0) <= len(term.indices)
        case Apply("absolute" | "norm" | "inner"):
            return True
        case Apply():
            return bool(term.arguments) and all(is_number(each, pattern) for each in term.arguments)
        case IndexedSum():
            return is_number(term.body, pattern)
        case Sum():
            return all(is_number(each, pattern) for each in term.terms)
        case Product():
            return all(is_number(each, pattern) for each in term.factors)
    return False


def _apply(term: Apply, subject: Apply, bound: Bound, pattern: Pattern) -> Iterator[Bound]:
    if len(term.arguments) != len(subject.arguments) or len(term.labels) != len(subject.labels):
        return
    called = with_function(term.function, subject.function, bound, pattern)
    if called is not None:
        pairs = zip((*term.arguments, *term.labels), (*subject.arguments, *subject.labels), strict=True)
        yield from match_all(tuple(pairs), called, pattern)


def with_function(standard: str, found: str, bound: Bound, pattern: Pattern) -> Bound | None:
    """The binding under which a function of the pattern is called as it is in the subject; None if it cannot be."""
    if standard not in pattern.functions:
        return bound if standard == found else None
    allowed = pattern.functions[standard]
    name = Symbol(FUNCTION + standard)
    if (allowed and found not in allowed) or bound.get(name, Symbol(found)) != Symbol(found):
        return None
    return {**bound, name: Symbol(found)}


def _big(term: IndexedSum, subject: IndexedSum, bound: Bound, pattern: Pattern) -> Iterator[Bound]:
    """A sum over an index; bounds that only one of the two tells are left aside, if it goes over a whole axis."""
    if term.kind != subject.kind or (term.condition is None) != (subject.condition is None):
        return
    if term.index is None or subject.index is None:
        return
    pairs: list[tuple[Term, Term]] = [(term.index, subject.index)]
    if isinstance(term.upper, Symbol) and pattern.kinds.get(term.upper) == "index" and subject.upper is None:
        return
    for ours, theirs in ((term.lower, subject.lower), (term.upper, subject.upper)):
        if ours is not None and theirs is not None:
            pairs.append((ours, theirs))
    if term.condition is not None and subject.condition is not None:
        pairs.append((term.condition, subject.condition))
    yield from match_all((*pairs, (term.body, subject.body)), bound, pattern)
