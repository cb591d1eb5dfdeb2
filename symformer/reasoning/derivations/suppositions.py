r"""What a derivation supposes of its letters, as something that can be put in for them.

What is positive is an exponential; shares that sum to one are a softmax of free letters, or, where they need not
be positive, their last is what the others leave; a vector of
length one is one divided by its length; a random number takes two values with the mean and the variance that
are told, and a skew that is left free: nothing higher enters where it is at most squared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as pairs

from symformer.catalogue.reading import Letter, term_of
from symformer.reading.vocabulary import Vocabulary
from symformer.reasoning.derivations.values import with_values
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Index, Matrix, Number, Power, Product, Quotient, Sum, Symbol, Term, walk

ONE, TWO, MINUS_ONE = Number(Fraction(1)), Number(Fraction(2)), Number(Fraction(-1))
EULER = Symbol("e")
SKEW = Symbol("skew")
MOST_OUTCOMES = 64


class TooManyOutcomes(ValueError):
    """An expectation over more random letters than are written out."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """What is supposed of one letter: its words, and the terms of a mean and a variance."""

    positive: bool = False
    share: bool = False
    unit: bool = False
    permutation: bool = False
    mean: Term | None = None
    variance: Term | None = None


def supposed(words: str) -> Supposed:
    r"""What the words of a supposition say.

    >>> supposed("positive, sums to one").share, supposed(r"mean 0, variance \sigma^2").variance is None
    (True, False)
    """
    parts = [part.strip() for part in words.split(",")]
    told = {part.partition(" ")[0]: part.partition(" ")[2] for part in parts}
    unknown = told.keys() - {"positive", "sums", "length", "permutation", "mean", "variance", "not"}
    if unknown:
        raise ValueError(f"nothing is known of what is {', '.join(sorted(unknown))}")
    return Supposed(
        "positive" in told, "sums" in told, "length" in told, "permutation" in told,
        term_of(told["mean"], Vocabulary()) if "mean" in told else None,
        term_of(told["variance"], Vocabulary()) if "variance" in told else None,
    )  # fmt: skip


def value_of(letter: Letter, told: Supposed, shape: tuple[int, ...]) -> Term | None:
    """What stands for a letter of which something is supposed; None where its letters stay free."""
    name = letter.term.name if isinstance(letter.term, Symbol) else letter.latex
    if told.permutation and len(shape) == 2:
        size = shape[0]
        return Matrix(
            tuple(
                tuple(Number(Fraction(int(column == (row + 1) % size))) for column in range(size))
                for row in range(size)
            )
        )
    if not shape and told.positive:
        return Power(EULER, Symbol(f"{name} free"))
    if len(shape) != 1 or not (told.share or told.unit or told.positive):
        return None
    free = [Symbol(f"{name} free {at + 1}") for at in range(shape[0])]
    if told.unit:
        length = Apply("sqrt", (Sum(tuple(Power(each, TWO) for each in free)),))
        return Matrix((tuple(Quotient(each, length) for each in free),), "tuple")
    if told.positive:
        powers = [Power(EULER, each) for each in free]
        shares = [Quotient(each, Sum(tuple(powers))) for each in powers]
        return Matrix((tuple(shares if told.share else powers),), "tuple")
    rest = Sum((ONE, *(Product((MINUS_ONE, each)) for each in free[:-1])))
    return Matrix(((*free[:-1], rest),), "tuple")


# -- chance ------------------------------------------------------------------------------------------------------------


def without_chance(term: Term, random: Mapping[Term, tuple[Supposed, tuple[int, ...]]]) -> Term:
    """The term with expectations and variances written out over the values of random letters.

    Raises TooManyOutcomes.
    """
    match term:
        case Apply("expectation", (body,)):
            return _mean(without_chance(body, random), random)
        case Apply("variance", (body,)):
            square, mean = without_chance(Power(body, TWO), random), without_chance(body, random)
            return Sum((_mean(square, random), Product((MINUS_ONE, Power(_mean(mean, random), TWO)))))
    return rebuilt(term, lambda part: without_chance(part, random))


def _mean(body: Term, random: Mapping[Term, tuple[Supposed, tuple[int, ...]]]) -> Term:
    held = [each for each in random if any(part == each for part in walk(body))]
    counts = [_count(random[each][1]) for each in held]
    if 2 ** sum(counts) > MOST_OUTCOMES:
        raise TooManyOutcomes("an expectation over so many random letters")
    addends: list[Term] = []
    for chosen in pairs((False, True), repeat=sum(counts)):
        outcomes = iter(chosen)
        weight: list[Term] = []
        values: dict[Term, Term] = {}
        for each, count in zip(held, counts, strict=True):
            told, shape = random[each]
            picked = [next(outcomes) for _ in range(count)]
            weight += [_weight(high=high) for high in picked]
            entries = tuple(_value(told, high=high) for high in picked)
            values[each] = Matrix((entries,), "tuple") if shape else entries[0]
        addends.append(Product((*weight, with_values(body, values))))
    return Sum(tuple(addends)) if len(addends) > 1 else body


def _count(shape: Sequence[int]) -> int:
    return shape[0] if shape else 1


def _weight(*, high: bool) -> Term:
    """w² / (1 + w²) for the value 1/w, and 1 / (1 + w²) for −w: mean 0, variance 1."""
    square = Power(SKEW, TWO)
    return Quotient(square if high else ONE, Sum((ONE, square)))


def _value(told: Supposed, *, high: bool) -> Term:
    standard: Term = Quotient(ONE, SKEW) if high else Product((MINUS_ONE, SKEW))
    mean = told.mean if told.mean is not None else Number(Fraction(0))
    deviation: Term = Apply("sqrt", (told.variance,)) if told.variance is not None else ONE
    return Sum((mean, Product((deviation, standard))))


def indices_of(term: Term) -> Iterator[tuple[Term, int, Symbol]]:
    """Each letter in an index: the array it picks from, which axis, and the letter."""
    for part in walk(term):
        if isinstance(part, Index):
            for axis, script in enumerate(part.slots):
                if isinstance(script, Symbol):
                    yield part.base, axis, script
