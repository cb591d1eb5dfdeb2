"""Formulas made plainer before they are compared with those that notes cite: sums without their ranges, one norm, numbers that commute."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeGuard

from symformer.reasoning.matching import is_one_thing
from symformer.reasoning.normal import normal
from symformer.terms.parts import rebuilt, unindexed
from symformer.terms.show import ACCENTS, closing_bracket
from symformer.terms.term import (
    Apply,
    Elementwise,
    Ellipsis,
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
    Unknown,
    bare_sign,
    children,
    walk,
)


@lru_cache(maxsize=256)
def with_arrays(term: Term) -> Term:
    """A formula made plain, where products keep their order."""
    return normal(_simple(normal(_simple(term))))


@lru_cache(maxsize=256)
def as_numbers(term: Term) -> Term:
    """A formula made plain, where all letters are numbers."""
    return normal(_simple(_commuting(normal(_simple(term)))))


def _commuting(term: Term) -> Term:
    inner = rebuilt(term, _commuting)
    return Product(inner.factors) if isinstance(inner, Elementwise) and inner.sign in ("⊙", "∘", "·") else inner


LAWS = frozenset("p q P Q".split())  # E_p [log p / q] is over p


def without_law(term: Term) -> Term:
    """A formula with its expectations under no law in particular."""
    inner = rebuilt(term, without_law)
    return Apply("expectation", inner.arguments[:1]) if is_told_over(inner) else inner


def is_told_over(term: Term) -> TypeGuard[Apply]:
    """Whether a term is an expectation under a law that is told."""
    return isinstance(term, Apply) and term.function == "expectation over"


def _simple(term: Term) -> Term:
    """A sum without its range, an integral as a sum, a gradient without what it is taken by, a norm as the usual one."""
    if isinstance(term, Unknown) and term.alternatives:
        return _simple(_likelier(term)) if _likelier(term) is not term else term
    inner = rebuilt(term, _simple)
    match inner:
        case Apply("expectation", (of,), (over,)):
            named = _distribution(over)
            if isinstance(over, Symbol) and over.name not in LAWS and over in set(walk(of)):
                named = None  # E_z f(z) tells what is drawn, and not from what
            return Apply("expectation", (of,)) if named is None else Apply("expectation over", (of, named))
        case Apply("given", (of, Apply("tuple", (Index() as last, Ellipsis() as dots, Index() as first)))) if (
            _goes_down(last, first)
        ):
            return Apply("given", (of, Apply("tuple", (first, dots, last))))
        case IndexedSum(kind="sum", index=None, condition=Apply("tuple", (Symbol() as first, Symbol() as second))):
            return IndexedSum("sum", first, None, None, IndexedSum("sum", second, None, None, inner.body))
        case IndexedSum(kind="sum" | "product" as kind, index=None, condition=Relation(("∈",), (over, _))) if _counts(
            over
        ):
            return IndexedSum(kind, _counts(over), None, None, inner.body)
        case Apply("max" | "min" | "argmax" | "argmin" as extreme, of, (Relation(("∈",), (Symbol() as over, _)),)):
            return Apply(extreme, of, (over,))
        case IndexedSum(kind="sum" | "integral", index=Symbol()):
            return IndexedSum("sum", inner.index, None, None, inner.body)
        case Elementwise(factors, "*" | "×" | "∗"):
            return Elementwise(factors, "⊙")
        case IndexedSum(kind="product", index=Symbol()):
            return IndexedSum("product", inner.index, None, None, inner.body)
        case Apply("gradient" | "derivative", (Product(factors), *_)) if len(factors) == 2 and _is_logarithm(
            factors[0]
        ):
            return Product((Apply("slope", factors[:1]), factors[1]))  # a gradient reaches as far as a logarithm
        case Apply("gradient" | "derivative", (of, *_)):
            return Apply("slope", (of,))
        case Apply("norm", (of,), (Number(value),)) if value == 2:
            return Apply("norm", (of,))
    return inner


MEANS, SPREADS = frozenset({"mu", "m", "mean"}), frozenset({"sigma", "s", "sigmoid", "std"})


def with_plain_letters(term: Term) -> Term:
    r"""A formula with the mean and spread of a vector as letters, ``\mu(x)`` as μ, and in one row without its number: ``r_{1j}``.

    >>> from symformer.terms.show import show
    >>> x, sigma = Symbol("x"), Apply("sigma", (Symbol("x"),))
    >>> show(with_plain_letters(Sum((x, Apply("mu", (x,)), sigma))))
    'x + μ + σ'
    """
    calls = [part for part in walk(term) if isinstance(part, Apply) and len(part.arguments) == 1 and not part.labels]
    means, spreads = ({part.arguments[0] for part in calls if part.function in some} for some in (MEANS, SPREADS))
    both = {each for each in means & spreads if isinstance(each, Symbol | Index)}
    pairs = [part for part in walk(term) if isinstance(part, Index) and len(part.indices) == 2]
    numbers = {part.indices[0] for part in pairs}
    row = numbers.pop() if len(numbers) == 1 else None
    if not both and not (isinstance(row, Number) and all(isinstance(part.indices[1], Symbol) for part in pairs)):
        return term

    def plainer(part: Term) -> Term:
        match part:
            case Apply(function, (of,), ()) if of in both and function in MEANS | SPREADS:
                return Symbol("mu" if function in MEANS else "sigma", part.origin)
            case Index(base, (first, second), ()) if isinstance(row, Number) and first == row:
                return Index(base, (second,), (), part.origin)
        return rebuilt(part, plainer)

    return plainer(term)


def _counts(over: Term) -> Symbol | None:
    """By what a sum over the members of a set counts: u of (u, i) ∈ T, i of x_i ∈ X."""
    match over:
        case Matrix(rows=((Symbol() as first, *_),)) | Index(indices=(Symbol() as first, *_)):
            return first
    return None


def _goes_down(begin: Index, end: Index) -> bool:
    """Whether a list of what is given goes back to the first: ``x_{t-1}, …, x_1`` is ``x_1, …, x_{t-1}``."""
    return (
        begin.base == end.base
        and isinstance(end.slots[0], Number)
        and not isinstance(begin.slots[0], Number)
        and len(begin.slots) == len(end.slots) == 1
    )


def _is_logarithm(term: Term) -> bool:
    return isinstance(term, Apply) and term.function == "log"


def _distribution(over: Term) -> Symbol | None:
    """What an expectation is over, by its name: p of x ∼ p(x)."""
    if isinstance(over, Relation) and bare_sign(over.relations[0]) == "∼":
        return _distribution(over.sides[1])
    name = own_name(over)
    return Symbol(name) if name else None


def _likelier(term: Unknown) -> Term:
    """Of two readings the likelier: a logarithm of the next factor only, a product with what is put together in brackets."""
    if "logarithm" in term.reason:
        return term.alternatives[0]
    if "sum reaches" in term.reason:
        return term.alternatives[-1] if _runs_on(term.alternatives[0]) else term.alternatives[0]
    called = [each for each in term.alternatives if isinstance(each, Apply)]
    others = [each for each in term.alternatives if isinstance(each, Product)]
    if len(called) == len(others) == 1 and any(isinstance(each, Sum | Elementwise) for each in called[0].arguments):
        return others[0]
    return term


def likelier_within(term: Term) -> Term:
    """A formula with the likelier reading of each part that has two: m (i - j) and U (r ⊙ h) multiply, L(w + v) calls."""
    if isinstance(term, Unknown) and term.alternatives and _multiplies(term):
        return likelier_within(_likelier(term))
    return rebuilt(term, likelier_within)


CALLED = frozenset("f g h p q s u v y r phi psi sigma pi ell".split())  # small letters that are called as often


def _multiplies(term: Unknown) -> bool:
    likelier = _likelier(term)
    called = next((each for each in term.alternatives if isinstance(each, Apply)), None)
    if likelier is term or called is None or not isinstance(likelier, Product):
        return False
    name = called.function
    entrywise = any(isinstance(each, Elementwise) for each in called.arguments)
    return name[:1].isupper() if entrywise else name[:1].islower() and name not in CALLED


def features_of(term: Term) -> tuple[dict[str, int], int]:
    """How many parts of each kind a formula has, where what is one thing is one part."""
    found: dict[str, int] = {}
    stack, size = [term], 0
    while stack:
        part = stack.pop()
        size += 1
        whole = is_one_thing(part)
        kind = "name" if whole else _kind(part)
        found[kind] = found.get(kind, 0) + 1
        if not whole:
            stack.extend(children(part))
    return found, size


def _kind(part: Term) -> str:
    match part:
        case Apply():
            return part.function
        case Power(exponent=Number(value=exponent)):
            return "root" if exponent.denominator == 2 else "power"
    return type(part).__name__


def _runs_on(term: Term) -> bool:
    """Whether what stands behind a sum has its index: Σ_i a_i + b_i is the sum of both."""
    if not isinstance(term, Sum) or not isinstance(term.terms[0], IndexedSum):
        return False
    index = term.terms[0].index
    return index is not None and any(index in walk(each) for each in term.terms[1:])


def plain(name: str) -> str:
    """A name without its font: L of a calligraphic L; accents stay."""
    while (styled := re.match(r"([a-z]+)\(", name)) is not None and styled[1] not in ACCENTS:
        end = closing_bracket(name, styled.end() - 1)
        name = name[styled.end() : end] + name[end + 1 :]
    return name


def own_name(term: Term) -> str:
    """What one thing is called, without font and indices; capitals count."""
    head = unindexed(term)
    return plain(head.function if isinstance(head, Apply) else head.name if isinstance(head, Symbol) else "")


def told_over(term: Term) -> bool:
    """Whether a formula tells the law of an expectation in it."""
    return any(is_told_over(part) for part in walk(term))


__all__ = [
    "as_numbers",
    "features_of",
    "is_told_over",
    "likelier_within",
    "own_name",
    "plain",
    "told_over",
    "with_arrays",
    "with_plain_letters",
    "without_law",
]
