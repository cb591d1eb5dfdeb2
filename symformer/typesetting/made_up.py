"""Numbers for letters that nobody gave any: small, the same for a seed, and such as the letter can have.

A distribution sums to one, a learning rate is small, the position of an entry is a place that there is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.catalogue.reading import Letter, term_of
from symformer.reading.vocabulary import Vocabulary
from symformer.reasoning.evaluate import evaluate
from symformer.reasoning.named import canonical, unknown_function
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Index, IndexedSum, Matrix, Number, Relation, Slice, Symbol, Term, children, walk
from symformer.typesetting.numbers import MINUS_INFINITY, CannotWork, Numbers

HEAD, MASK = "head-index", "mask"
HALF = Number(Fraction(1, 2))
SOMETHING = (HALF, Matrix(((HALF, HALF),), "tuple"), Matrix(((HALF, HALF), (HALF, HALF)), "matrix"))
SMALL = {
    "n": 2,
    "m": 3,
    "d": 4,
    "h": 2,
    "d_k": 2,
    "d_v": 2,
    "d_q": 2,
    r"d_{\text{ff}}": 3,
    "N_V": 4,
    "L": 2,
    "B": 2,
    r"h_{\text{kv}}": 1,
}
STEPS = 4  # a schedule of three has its cosine at a half, and sums that end between two roundings
WHOLE = {"d / 2": ("d", 2), "d_k / 2": ("d_k", 2)}  # sizes that are a part of another
DISTRIBUTION = ("probabilities", "distribution", "true distribution", "estimated distribution")
PROBABILITY = "p"
WORDS = "number of the word"  # places in the vocabulary
ROWS = (
    "n",
    "m",
    "c",
    "N_V",
    "B",
    "2 n - 1",
)  # counts of vectors: of what has another number of rows there is one for each index
POSITIVE = ("probability", "squared", "the square", "positive", "standard deviation")
# what a number is usually, by a word of its meaning, in the order in which they are asked for
USUAL = {
    "small number": Fraction(1, 100_000), "learning rate": Fraction(1, 10), "largest": Fraction(3, 10),
    "decay of a running mean": Fraction(9, 10), "weight decay": Fraction(1, 100), "momentum": Fraction(9, 10),
    "temperature": Fraction(2), "discount": Fraction(9, 10), "probability": Fraction(1, 5), "share": Fraction(1, 10),
}  # fmt: skip
SMALLEST = {"smallest learning rate": Fraction(0)}


class Draws:
    """Small numbers with one decimal, the same for a seed on every machine: a linear congruential sequence."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2862933555777941757 + 3037000493) % 2**64

    def whole(self, low: int, high: int) -> int:
        """A whole number between two ends."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return low + (self.state >> 33) % (high - low + 1)

    def number(self, low: int, high: int) -> Fraction:
        """A number of tenths between two ends."""
        return Fraction(self.whole(low, high), 10)

    def rows(self, shape: Sequence[int], low: int = -9, high: int = 9) -> Numbers:
        """An array of numbers of tenths."""
        if not shape:
            return Numbers(((self.number(low, high),),), 0, 1)
        rows = shape[0] if len(shape) == 2 else 1
        made = tuple(tuple(self.number(low, high) for _ in range(shape[-1])) for _ in range(rows))
        return Numbers(made, len(shape), 1)

    def shares(self, shape: Sequence[int]) -> Numbers:
        """Rows of hundredths that are positive and sum to one."""
        rows = shape[0] if len(shape) == 2 else 1
        return Numbers(tuple(self._shared(shape[-1]) for _ in range(rows)), len(shape), 2)

    def _shared(self, parts: int) -> tuple[Fraction, ...]:
        weights = [self.whole(1, 9) for _ in range(parts)]
        first = [Fraction(round(Fraction(100 * each, sum(weights))), 100) for each in weights[:-1]]
        return (*first, 1 - sum(first, Fraction(0)))


def small_sizes(letters: Sequence[Letter]) -> dict[str, int]:
    """A small number for each size of an equation."""
    return {
        letter.latex: STEPS if letter.meaning == "number of steps" else SMALL.get(letter.latex, 3)
        for letter in letters
        if letter.kind == "size"
    }


def in_numbers(shape: Sequence[str], letter: Letter, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """A shape as numbers: ``h d_v`` is a product. Raises CannotWork."""
    return tuple(_size(text, letter, sizes) for text in shape)


def _size(text: str, letter: Letter, sizes: Mapping[str, int]) -> int:
    if text in WHOLE:
        name, parts = WHOLE[text]
        return sizes.get(name, SMALL[name]) // parts
    known = {term_of(name, Vocabulary()): Interval.point(Fraction(size)) for name, size in sizes.items()}
    found = evaluate(term_of(text, Vocabulary()), known.get)
    if not isinstance(found, Interval) or not found.exact or found.lo.denominator != 1:
        raise CannotWork(f"the size {text} of {letter.latex} cannot be made up")
    return int(found.lo)


def made_up(letter: Letter, shape: Sequence[int], draws: Draws) -> Numbers:
    """Numbers of a shape that a letter, or a member of its family, may have."""
    meaning = letter.meaning
    if meaning.startswith(WORDS):
        return Numbers((tuple(Fraction(draws.whole(1, SMALL["N_V"])) for _ in range(shape[-1])),), 1, 0)
    if letter.concept is not None and letter.concept.id == MASK and len(shape) > 1:
        return _causal(shape)
    if shape and meaning.startswith(DISTRIBUTION):
        return draws.shares(shape)
    if shape:
        positive = any(word in meaning for word in POSITIVE)
        return draws.rows(shape, 1, 9) if positive else draws.rows(shape)
    usual = next((value for words, value in (SMALLEST | USUAL).items() if words in meaning), None)
    if usual is None:
        return draws.rows(shape, 1, 9)
    return Numbers(((usual,),), 0, _decimals(usual))


def _causal(shape: Sequence[int]) -> Numbers:
    """A mask that lets no position see those behind it."""
    zero = Fraction(0)
    rows = (tuple(zero if key <= row else MINUS_INFINITY for key in range(shape[1])) for row in range(shape[0]))
    return Numbers(tuple(rows), 2, 0)


def _decimals(value: Fraction) -> int:
    """How many decimals a number has."""
    return next(places for places in range(9) if (value * 10**places).denominator == 1)


def places(statements: Sequence[Relation], letters: Sequence[Letter]) -> dict[Term, Number]:
    """A number for each index that nothing binds: the entry that is worked, the second along one axis, the first along others."""
    indices = [each for each in letters if each.kind == "index" and (each.concept is None or each.concept.id != HEAD)]
    open_somewhere = {term for each in statements for term in _open_in(each)}
    free = [each.term for each in indices if each.term in open_somewhere]
    return {term: Number(Fraction(2 if at == 0 else 1)) for at, term in enumerate(free)}


def _open_in(term: Term) -> Iterable[Term]:
    """The symbols of a term that no sum and no maximum in it runs along."""
    if isinstance(term, Symbol):
        return {term}
    inner = {symbol for part in children(term) for symbol in _open_in(part)}
    return inner - {_runs_along(term)}


def _runs_along(term: Term) -> Term | None:
    """The index that a sum, or a maximum with a label, runs along."""
    match term:
        case IndexedSum(index=index):
            return index
        case Apply("max" | "min" | "argmax" | "argmin", _, (label,)):
            return label
    return None


def with_numbered_members(term: Term, sizes: Mapping[Term, Number]) -> Term:
    """A term in which the number of a member is worked out from sizes: ``K_{⌈2 · 1 / 2⌉}`` is ``K_1``."""
    made = rebuilt(term, lambda part: with_numbered_members(part, sizes))
    if not isinstance(made, Index) or all(isinstance(each, Symbol | Number | Slice) for each in made.indices):
        return made
    known = {size: Interval.point(number.value) for size, number in sizes.items()}
    found = [each if isinstance(each, Slice) else evaluate(each, known.get) for each in made.indices]
    return replace(
        made,
        indices=tuple(
            Number(value.lo) if isinstance(value, Interval) and value.exact else place
            for value, place in zip(found, made.indices, strict=True)
        ),
    )


def at_places(term: Term, chosen: Mapping[Term, Number]) -> Term:
    """A term at chosen places, differences of places worked out: ``u_{t-1}`` is ``u_1`` for ``t = 2``."""
    if term in chosen:
        return chosen[term]
    if (along := _runs_along(term)) in chosen:
        chosen = {index: place for index, place in chosen.items() if index != along}
    made = rebuilt(term, lambda part: at_places(part, chosen))
    if isinstance(made, Index) and made != term:
        return Index(made.base, tuple(map(_plain, made.indices)), tuple(map(_plain, made.upper)))
    return made


def _plain(place: Term) -> Term:
    found = place if isinstance(place, Slice) else evaluate(place)
    return Number(found.lo) if isinstance(found, Interval) and found.exact else place


def members(letter: Letter, terms: Iterable[Term], steps: Collection[Term] = ()) -> dict[Term, tuple[str, ...]]:
    """A letter with its shape, or the members of its family that are spoken of, with theirs.

    There is one member for each head (``W_1``), each step (``u_1``) and each row that stands by itself (``q_2``).
    """
    found: dict[Term, tuple[str, ...]] = {}
    for part in (part for term in terms for part in walk(term)):
        if not isinstance(part, Index) or part.base != letter.term or part.upper:
            continue
        if not all(isinstance(each, Number) for each in part.indices):
            continue
        family = letter.family or letter.term in steps or len(part.indices) > len(letter.shape)
        if family and len(part.indices) == 1:
            found[part] = letter.shape
        elif len(part.indices) < len(letter.shape):
            found[part] = letter.shape[len(part.indices) :] if letter.shape[0] in ROWS else letter.shape
    return found or {letter.term: letter.shape}


def in_order(statements: Sequence[Relation]) -> list[Relation]:
    """Statements so that what a statement takes is worked out before it, where that can be."""
    found: list[Relation] = []
    left = list(statements)
    while left:
        later = {each.sides[0] for each in left}
        free = (each for each in left if not any(part in later - {each.sides[0]} for part in walk(each.sides[-1])))
        first = next(free, left[0])
        left.remove(first)
        found.append(first)
    return found


def unknown_calls(term: Term) -> tuple[Apply, ...]:
    """The calls of functions that nothing defines, the inner ones first."""
    found = [part for part in _told_parts(with_named_functions(term)) if isinstance(part, Apply) and not is_known(part)]
    return tuple(dict.fromkeys(reversed(found)))


def _told_parts(term: Term) -> Iterator[Term]:
    """The parts of a term without what a probability is of: that has no value of its own."""
    yield term
    if not is_probability(term):
        for part in children(term):
            yield from _told_parts(part)


def is_probability(term: Term) -> bool:
    """Whether a term is the probability of something that is no number: ``p(w_t | w_{<t})``."""
    return isinstance(term, Apply) and term.function == PROBABILITY


def valued_parts(term: Term) -> set[Term]:
    """The parts of a term that have to have a value."""
    return set(_told_parts(term))


def is_known(call: Apply) -> bool:
    """Whether a function has a value somewhere: at numbers, at vectors or at matrices."""
    unknown = unknown_function(canonical(call.function))
    return any(evaluate(Apply(call.function, (each,) * len(call.arguments))) != unknown for each in SOMETHING)


def with_named_functions(term: Term) -> Term:
    """A term in which σ(x) is the sigmoid."""
    match term:
        case Apply("sigma", arguments, labels):
            return Apply("sigmoid", tuple(map(with_named_functions, arguments)), labels)
    return rebuilt(term, with_named_functions)
