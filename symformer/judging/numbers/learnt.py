"""What the judge of numbers has learnt of a note, and the chains and names it judges by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from symformer.algebra.interval import Interval, NotEvaluated, divide
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.comparison import Comparison, compare, decimals, told
from symformer.judging.numbers.entries import EntryFormulas
from symformer.judging.numbers.following import SideBySide
from symformer.judging.numbers.units import scales
from symformer.reasoning.arrays import Value
from symformer.reasoning.constants import EULER_NAMES, PI_NAMES
from symformer.reasoning.evaluate import Literal, Lookup, evaluate, is_variance
from symformer.reasoning.named import SCALARS, canonical
from symformer.reasoning.readings import Readings, has_turns, looks_like_degrees, readings_of
from symformer.semantics import values as known
from symformer.semantics.values import ValueTable
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Power,
    Quotient,
    Relation,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.terms.term import Unknown as Unread
from symformer.text.cued import Cued

COMPUTED = frozenset({*SCALARS, "softmax", "layernorm", "norm", "dot", "concat", "max", "min", "sum", "mean", "var",
                      "std", "mod", "binomial", "argmax", "argmin", "trace", "det", "inv", "rank", "log", "sin", "cos", "tan", "gelu", "rmsnorm", "logsumexp", "logsoftmax"})  # fmt: skip


CONSTANTS = EULER_NAMES | PI_NAMES
LEAST_AGREEING = 3
LONG = 3  # digits of a decimal that looks worked out
AGREEING_TO_DOUBTED = 2

LookupOf = Callable[[ValueTable, Readings, Term | None], Lookup]


@dataclass(slots=True)
class Note:
    """What the judge has learnt of a note so far."""

    values: ValueTable = field(default_factory=ValueTable)
    flagged_rows: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    flagged_claims: dict[tuple[Term, Term], tuple[str, ...]] = field(default_factory=dict)
    lone_scores: dict[int, list[tuple[Number, Number]]] = field(default_factory=dict)
    siblings: dict[int, bool] = field(default_factory=dict)  # per section, whether its lone scores make one softmax
    wrong_tables: tuple[Judgement, ...] = ()  # by where they end
    entries: EntryFormulas = field(default_factory=EntryFormulas)
    at: int = 0
    steps: Mapping[int, int] = field(default_factory=dict)  # of each section, which speaks for its worked example
    cited: Mapping[int, int] = field(default_factory=dict)  # of a section, the one whose example its words go back to
    beside: Mapping[int, SideBySide] = field(default_factory=dict)  # values given side by side, by statement
    own_operators: frozenset[str] = frozenset()  # signs that the note says the meaning of
    first_seen: Mapping[str, int] = field(default_factory=dict)  # where in the source each long decimal stands first
    decimals: frozenset[str] = frozenset()  # all long decimals of the source
    unrounded: bool = False  # the note says that only what it shows is rounded
    rounds_to: int | None = None  # the decimals that the note says it keeps of its results
    # single numbers that rest on values of other sections: whether they are to be trusted, how many agree, how many not
    trusting: bool = False
    agreeing: int = 0
    doubted: int = 0

    @property
    def trustworthy(self) -> bool:
        """Whether the values of other sections are surely those meant: most of what rests on them comes out right."""
        return (
            self.doubted > 0 and self.agreeing >= LEAST_AGREEING and self.agreeing >= AGREEING_TO_DOUBTED * self.doubted
        )


LONG_DECIMAL = Cued(r"(?<![\w.])\d+\.\d{2,15}(?![\w.]?\d)")


def decimals_in(text: str) -> Mapping[str, int]:
    """Where each decimal of three digits or more stands first in a text: 0.079 has as many, though two of them tell."""
    found: dict[str, int] = {}
    for number in LONG_DECIMAL.finditer(text):
        telling = len(number[0].replace(".", "").lstrip("0"))
        if telling >= LONG or telling > 1 and len(number[0].partition(".")[2]) >= LONG:
            found.setdefault(number[0], number.start())
    return found


_UNROUNDED = Cued(
    r"\b(?:(?:full|double|higher|machine) precision|un-?rounded|more (?:digits|decimals)|without (?:intermediate )?rounding"
    r"|(?:before|not) rounding|rounded? only (?:for display|(?:at|in) the end|what)|last (?:digit|decimal)s? (?:may|might|can)\b)"
    r"|中间(?:结果|步骤|过程)[^。\n]{0,6}不(?:作|做)?(?:四舍五入|取整|舍入)|最后一位可能",
    re.IGNORECASE,
)
_ROUNDS_TO = Cued(
    r"\b(?:rounded|rounding|round) (?:off )?to (?P<count>\d|two|three|four|five|six) (?:decimals?|digits|places)\b"
    r"|保留(?:到)?\s*(?P<kept>\d|两|二|三|四|五|六)\s*位(?:小数|有效)?",
    re.IGNORECASE,
)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6}


def is_unrounded(text: str) -> bool:
    """Whether a note says that it rounds only what it shows.

    >>> is_unrounded("I carry full precision in between, so the last digit may be off by one.")
    True
    """
    return _UNROUNDED.search(text) is not None


def decimals_kept(text: str) -> int | None:
    """To how many decimals a note says it rounds its results; None where it says nothing, or several things.

    >>> decimals_kept("All numbers are rounded to three decimals."), decimals_kept("所有结果保留 4 位小数。")
    (3, 4)
    """
    found = {count["count"] or count["kept"] for count in _ROUNDS_TO.finditer(text)}
    if len(found) != 1:
        return None
    word = found.pop().casefold()
    return int(word) if word.isdigit() else _COUNTS[word]


@dataclass(frozen=True, slots=True)
class Tested:
    """A claim with its three tests."""

    claim: Claim
    literal: Comparison | NotEvaluated
    truth: Comparison | NotEvaluated
    interval: Comparison | NotEvaluated
    roots: tuple[str, ...]
    worked: Term | None = None  # what was worked out: the left side, or the formula its name stands for

    @property
    def outcomes(self) -> dict[str, str]:
        """Each test's outcome in a word."""
        return {"literal": told(self.literal), "truth": told(self.truth), "interval": told(self.interval)}


@dataclass(frozen=True, slots=True)
class Chain:
    """Sides joined by signs of equality, exact or approximate."""

    signs: tuple[str, ...]
    sides: tuple[Term, ...]


def chains(term: Term) -> Iterator[Chain]:
    """The chains of a statement, also those that stand in the cells of a matrix."""
    for relation in _relations(term):
        if ":" in relation.relations:  # 64 : 128 = 1 : 2 is a proportion
            continue
        start = 0
        for at, sign in enumerate((*relation.relations, "")):
            if sign in EQUAL:
                continue
            if at > start:
                yield Chain(relation.relations[start:at], tuple(map(_laid_flat, relation.sides[start : at + 1])))
            start = at + 1


ASSIGNMENTS = frozenset({"←", "⟵"})


def assignments(term: Term) -> Iterator[Chain]:
    r"""What names are given anew, ``w \leftarrow w - 0.1 g = 2.5``: the name, and the chain behind the arrow."""
    for relation in _relations(term):
        if relation.relations[0] in ASSIGNMENTS and all(sign in EQUAL for sign in relation.relations[1:]):
            yield Chain(("=", *relation.relations[1:]), tuple(map(_laid_flat, relation.sides)))


def _laid_flat(side: Term) -> Term:
    """A display that is transposed where it stands, ``(1, 0)^\\top``, as the display that it comes to."""
    match side:
        case Transpose(operand=Matrix(style="tuple") as listed):
            return listed
        case Transpose(operand=Apply(function="tuple") as listed):
            return listed
        case Transpose(operand=Matrix(rows=rows) as shown) if len({len(row) for row in rows}) == 1:
            return replace(shown, rows=tuple(zip(*rows, strict=True)))
    return side


def _relations(term: Term) -> Iterator[Relation]:
    """A statement that is a chain, and the chains that are cells of a displayed matrix or list."""
    match term:
        case Relation():
            yield term
            for side in term.sides:
                if isinstance(side, Matrix):
                    yield from _relations(side)
        case Matrix():
            for row in term.rows:
                for cell in row:
                    yield from _relations(cell)


def keys_of(judgement: Judgement) -> tuple[str, ...]:
    """The faults that what follows from a judged claim carries on."""
    problem = judgement.problem
    if problem is None or judgement.fault not in faults.ROOTS or problem.level == "info":
        return judgement.causes
    return judgement.causes or ((problem.key,) if problem.key else ())


def nameable(term: Term) -> bool:
    """Whether a side can be given a value by the chain it begins, rather than having one.

    >>> nameable(Symbol("Q")), nameable(Quotient(Symbol("a"), Symbol("b")))
    (True, False)
    """
    if any(isinstance(part, Unread) for part in walk(term)):
        return False  # what is not read cannot be told from something else that is not read
    match term:
        case Symbol():
            return True
        case Index():
            return nameable(term.base)
        case Apply():
            return canonical(term.function) not in COMPUTED
        case Transpose():
            return nameable(term.operand)
        case Power():
            return is_variance(term)
    return False


def compared(
    term: Term, claim: Claim, lookup_of: LookupOf, literal: Literal, table: ValueTable, division: bool
) -> Iterator[Comparison | NotEvaluated]:
    """What a claim shows beside the value of a term, in each plausible reading."""
    rested = [b.definition for b in known.rests_on(term, table).values() if b.definition is not None]
    given = frozenset[str]() if literal is known.widened_literal else decimals(term)
    for readings in readings_of(term, claim.right, *rested):
        if readings.angle == "degrees" and (table.radians and not looks_like_degrees(term) or has_turns(term)):
            continue
        if readings.spread == "sample" and table.population:
            continue
        lookup = lookup_of(table, readings, claim.left if nameable(claim.left) or table.binding(claim.left) else None)
        value = evaluate(term, lookup, literal, readings)
        if isinstance(value, NotEvaluated):
            yield value
            continue
        widened = known.as_widened(table, readings)
        for scaled in _in_unit(value, claim):
            yield compare(
                scaled, claim.right, claim.sign, widened,
                division=division, given=given, at_its_word=literal, readings=readings,
            )  # fmt: skip


def _in_unit(value: Value, claim: Claim) -> Iterator[Value]:
    """A value, and what it is in the unit that stands behind the formula; first that which is near what is shown."""
    if not isinstance(value, Interval) or not has_unit(claim):
        yield value
        return
    ways = [value]
    for scale in scales(claim.unit):
        scaled = divide(value, scale)
        if isinstance(scaled, Interval):
            ways.append(scaled)
    shown = claim.right.value if isinstance(claim.right, Number) else Fraction(0)
    yield from sorted(ways, key=lambda way: not 0 < _distance(way.middle, shown) <= 2)


def _distance(value: Fraction, shown: Fraction) -> Fraction:
    """How many times one number is the other, the larger over the smaller; 0 where one of them is nothing."""
    if value * shown <= 0:
        return Fraction(0)
    ratio = value / shown
    return ratio if ratio >= 1 else 1 / ratio


def has_unit(claim: Claim) -> bool:
    """Whether a unit stands right behind the number that a claim is about."""
    return bool(claim.unit)


def all_literal(term: Term) -> bool:
    """Whether a term holds numbers only, no names but those of e and π."""
    return not any(
        isinstance(part, Index) or isinstance(part, Symbol) and part.name not in CONSTANTS for part in walk(term)
    )


def whole_division(term: Term) -> bool:
    """Whether a term is one whole number over another."""
    match term:
        case Quotient(numerator=Number() as above, denominator=Number() as below):
            return above.value.denominator == 1 and below.value.denominator == 1
    return False


def lone_score(term: Term) -> Number | None:
    """The numeral in softmax(0.7)."""
    match term:
        case Apply(arguments=(Number() as score,)) if canonical(term.function) == "softmax":
            return score
    return None
