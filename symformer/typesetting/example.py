"""A whole worked note: an encoder block on small numbers, every step from the numbers printed before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from symformer.catalogue.reading import Letter, plain_letters, plain_name, term_of, vocabulary_for
from symformer.notations import Notation
from symformer.printing.latex import latex
from symformer.reading.vocabulary import Vocabulary
from symformer.terms.parts import flattened
from symformer.terms.term import Apply, Power, Quotient, Relation, Sum, Symbol, Term
from symformer.typesetting.made_up import Draws
from symformer.typesetting.notating import Renaming, renaming_of
from symformer.typesetting.numbers import CannotWork, Numbers, number_term
from symformer.typesetting.setting import Display, Line
from symformer.typesetting.worked import Session

CONCEPTS = (*"X W^Q W^K W^V W^O W_1 b_1 W_2 b_2 Q K V S A H C Z n d h d_k d_v".split(), r"d_{\text{ff}}")
OWN = {
    "R": ("n × d", "input and output of attention, added"),
    "Z_1": ("n × d", "output of the first sublayer"),
    "F": (r"n × d_{\text{ff}}", "hidden layer of the feed-forward network"),
    "G": ("n × d", "output of the feed-forward network"),
    "Z_2": ("n × d", "output of the block"),
}
SHADES = " ░▒▓█"
LARGEST = {"n": 8, "d": 12, "heads": 6}


class WrongSizes(ValueError):
    """No example has these sizes; the message says why."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of an example: positions, width, heads, width of the hidden layer. Raises WrongSizes."""

    n: int
    d: int
    heads: int
    hidden: int

    def __post_init__(self) -> None:
        for name, size in (("n", self.n), ("d", self.d), ("heads", self.heads)):
            least = 1 if name == "heads" else 2  # of one position, or one component, nothing is left to work out
            if not least <= size <= LARGEST[name]:
                raise WrongSizes(f"--{name} must be from {least} to {LARGEST[name]}, not {size}")
        if self.d % self.heads:
            raise WrongSizes(
                f"{self.heads} heads do not divide the width d = {self.d}: take d = {self.heads * (self.d // self.heads + 1)}"
            )

        if self.width < 2:
            raise WrongSizes(f"{self.heads} heads of width 1 are too narrow to show: take d = {2 * self.heads}")
        if not 2 <= self.hidden <= LARGEST["d"]:
            raise WrongSizes(f"--hidden must be from 2 to {LARGEST['d']}, not {self.hidden}")

    @property
    def width(self) -> int:
        """The width of a head."""
        return self.d // self.heads


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, words, and displays, in the order in which they stand."""

    title: str
    parts: tuple[str | Display | HeatMap, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Weights between 0 and 1, one row for each position: shown as shades."""

    rows: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked note."""

    title: str
    sections: tuple[Section, ...]
    declaration: str


def encoder_block(sizes: Sizes, notation: Notation, *, decimals: int, seed: int) -> Example:
    """An encoder block, normalisation behind each sublayer, on small numbers.

    A row that comes out constant has no layer normalisation: then other small numbers are taken.
    """
    for attempt in range(20):
        try:
            return _Encoder(sizes, notation, decimals, seed + 1000003 * attempt).example()
        except CannotWork:
            if attempt == 19:
                raise
    raise AssertionError


class _Encoder:
    """One note in the making."""

    def __init__(self, sizes: Sizes, notation: Notation, decimals: int, seed: int) -> None:
        self.sizes = sizes
        letters = _letters()
        self.how: Renaming = renaming_of(letters, notation, columns=notation.lay == "columns")
        self.vocabulary: Vocabulary = vocabulary_for([(plain_name(each.term), each.kind) for each in letters])
        self.session = Session(self.how, decimals)
        self.draws = Draws(seed)
        for name, size in (("d_k", sizes.width), ("d", sizes.d), ("h", sizes.heads), ("n", sizes.n)):
            self.session.values[plain_letters()[name].term] = Numbers(((Fraction(size),),), 0, 0)

    def example(self) -> Example:
        sections = (self.sizes_told(), self.attention(), self.joined(), self.network())
        along = "columns" if self.how.columns else "rows"
        return Example("An encoder block, worked by hand", sections, f"vectors = {along}; softmax = {along}")

    def term(self, text: str) -> Term:
        return flattened(term_of(text, self.vocabulary))

    def letter(self, text: str) -> str:
        return f"${self.session.written(self.term(text))}$"

    def given(self, text: str, *shape: int) -> Line:
        return self.session.given(self.term(text), self.draws.rows(shape))

    def step(self, text: str) -> Display:
        relation = self.term(text)
        assert isinstance(relation, Relation)
        return Display(self.session.step(relation.sides[0], relation.sides[1]))

    # -- the sections ------------------------------------------------------------------------------

    def sizes_told(self) -> Section:
        n, d, h, width = self.sizes.n, self.sizes.d, self.sizes.heads, self.sizes.width
        laid = "column" if self.how.columns else "row"
        head = self.session.written(self.term(r"d_k = \frac{d}{h}"))
        told = (
            f"The sequence has {self.letter('n')} = ${n}$ positions, the model the width {self.letter('d')} = ${d}$, "
            f"and there are {self.letter('h')} = ${h}$ heads of width ${head} = {width}$."
        ).replace("$ = $", " = ")
        rule = (
            f"Each {laid} of {self.letter('X')} is the vector of one position, and softmax acts on each {laid}. "
            "Every step takes the numbers as they are printed and rounds its result."
        )
        return Section("Sizes and input", (told, rule, Display((self.given("X", n, d),))))

    def attention(self) -> Section:
        parts: list[str | Display | HeatMap] = []
        for head in range(1, self.sizes.heads + 1):
            parts += self.head(head)
        return Section("Attention", tuple(parts))

    def head(self, i: int) -> Iterator[str | Display | HeatMap]:
        d, width = self.sizes.d, self.sizes.width
        yield f"Head {i} has the weights" if self.sizes.heads > 1 else "The one head has the weights"
        yield Display(tuple(self.given(f"W_{i}^{part}", d, width) for part in "QKV"))
        yield "and from these its queries, keys and values:"
        for part in "QKV":
            yield self.step(f"{part}_{i} = X W_{i}^{part}")
        yield "Its scores are"
        yield self.step(rf"S_{i} = \frac{{Q_{i} K_{i}^\top}}{{\sqrt{{d_k}}}}")
        yield "and its weights"
        yield self.step(rf"A_{i} = \operatorname{{softmax}}(S_{i})")
        weights = self.session.values[self.term(f"A_{i}")]
        yield "The first of them is"
        yield Display((Line("", "", self.first_weight(i)),))
        yield "and all of them together, darker where they are greater:"
        yield HeatMap(weights.rows)
        yield "The output of the head is"
        yield self.step(f"H_{i} = A_{i} V_{i}")

    def first_weight(self, i: int) -> str:
        scores = self.session.values[self.term(f"S_{i}")]
        powers = tuple(Power(Symbol("e"), number_term(score, scores.decimals)) for score in scores.rows[0])
        share = Quotient(powers[0], Sum(powers) if len(powers) > 1 else powers[0])
        result = self.session.result(share)
        sign = "=" if self.session.is_exact(share, result) else r"\approx"
        return f"{latex(share, self.how.style)} {sign} {latex(result.term, self.how.style)}"

    def joined(self) -> Section:
        heads = ", ".join(f"H_{i}" for i in range(1, self.sizes.heads + 1))
        parts: list[str | Display | HeatMap] = []
        if self.sizes.heads > 1:
            parts += ["Side by side the heads are" if not self.how.columns else "Below one another the heads are"]
            parts += [self.step(rf"C = \operatorname{{Concat}}({heads})")]
        joined = "C" if self.sizes.heads > 1 else "H_1"
        parts += ["The output projection is", Display((self.given("W^O", self.sizes.d, self.sizes.d),))]
        parts += ["and gives", self.step(f"Z = {joined} W^O")]
        parts += ["The input is added,", self.step("R = X + Z")]
        parts += ["and each position is normalised to mean 0 and variance 1:", self.normalised("Z_1", "R")]
        return Section("Output of attention", tuple(parts))

    def network(self) -> Section:
        d, hidden = self.sizes.d, self.sizes.hidden
        return Section(
            "Feed-forward network",
            (
                "The feed-forward network has the weights",
                Display((
                    self.given("W_1", d, hidden), self.given("b_1", hidden), self.given("W_2", hidden, d), self.given("b_2", d),
                )),
                "Its hidden layer is",
                self.step(r"F = \operatorname{ReLU}(Z_1 W_1 + b_1)"),
                "its output",
                self.step("G = F W_2 + b_2"),
                "and the output of the block is",
                self.normalised("Z_2", "Z_1 + G"),
            ),
        )  # fmt: skip

    def normalised(self, left: str, right: str) -> Display:
        inner = self.session.value(self.term(right))
        rows = getattr(inner, "rows", ())
        if any(len({(cell.lo, cell.hi) for cell in row}) == 1 for row in rows):
            raise CannotWork("a position with equal components has no normalisation")
        return Display(self.session.step(self.term(left), Apply("LayerNorm", (self.term(right),))))


def _letters() -> tuple[Letter, ...]:
    vocabulary = Vocabulary()
    own = [
        Letter(text, term_of(text, vocabulary), "matrix", tuple(shape.split(" × ")), meaning)
        for text, (shape, meaning) in OWN.items()
    ]
    return (*(plain_letters()[name] for name in CONCEPTS), *own)


def shade(value: Fraction) -> str:
    """A weight as a shade.

    >>> shade(Fraction(1, 10)), shade(Fraction(9, 10))
    ('░', '█')
    """
    return SHADES[min(4, max(1, int(value * 4) + 1))]
