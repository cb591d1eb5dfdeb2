"""What a note may leave open about a formula's value, and which choices a formula is open to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

from symformer.reasoning.named import canonical
from symformer.terms.term import Apply, Index, Number, Product, Quotient, Symbol, Term, walk

MOST_READINGS = 24
WAVES = frozenset({"sin", "cos", "tan"})


@dataclass(frozen=True, slots=True)
class Readings:
    """One way to take a note's open conventions.

    >>> PLAIN.log, PLAIN.angle
    ('ln', 'radians')
    """

    log: Literal["ln", "log10", "log2"] = "ln"
    angle: Literal["radians", "degrees"] = "radians"
    first_index: Literal[0, 1] = 1
    axis: Literal["rows", "columns"] = "rows"
    gelu: Literal["exact", "tanh", "sigmoid"] = "exact"
    spread: Literal["population", "sample"] = "population"
    scaling: Literal["root", "none"] = "root"
    mixed: bool = False  # 1½ is one and a half
    whole: bool = False  # log a / b is the logarithm of the quotient
    turned: bool = False  # a kernel is turned before it is moved over an image


PLAIN = Readings()


def readings_of(*found: Term) -> Iterator[Readings]:
    """Every way to take what ``found`` leaves open, the usual one first."""
    names = {canonical(part.function) for term in found for part in walk(term) if isinstance(part, Apply)}
    opened = names | {
        part.name for term in found for part in walk(term) if isinstance(part, Symbol) and len(part.name) > 1
    }
    choices: list[list[tuple[str, Any]]] = []
    if "log" in names:
        choices.append([("log", "ln"), ("log", "log10"), ("log", "log2")])
    if names & WAVES:
        choices.append([("angle", "radians"), ("angle", "degrees")])
    if names & {"argmax", "argmin"} or any(_indexed(part) for term in found for part in walk(term)):
        choices.append([("first_index", 1), ("first_index", 0)])
    if names & {"softmax", "layernorm", "logsoftmax", "rmsnorm"}:
        choices.append([("axis", "rows"), ("axis", "columns")])
    if "gelu" in names:
        choices.append([("gelu", "exact"), ("gelu", "tanh"), ("gelu", "sigmoid")])
    if opened & {"layernorm", "var", "std", "batchnorm"}:
        choices.append([("spread", "population"), ("spread", "sample")])
    if "attention" in names:
        choices.append([("scaling", "root"), ("scaling", "none")])
    if any(is_mixed(part) for term in found for part in walk(term)):
        choices.append([("mixed", False), ("mixed", True)])
    if any(isinstance(part, Quotient) and is_log_of_quotient(part) for term in found for part in walk(term)):
        choices.append([("whole", False), ("whole", True)])
    if any(isinstance(part, Product) and part.sign == "*" for term in found for part in walk(term)):
        choices.append([("turned", False), ("turned", True)])
    for count, chosen in enumerate(product(*choices)):
        if count == MOST_READINGS:
            return
        yield replace(PLAIN, **dict(chosen))


def is_mixed(part: Term) -> bool:
    """Whether a whole number stands right before a proper fraction: 1 ½."""
    match part:
        case Product(factors=(Number() as whole, Quotient(Number() as above, Number() as below)), sign=""):
            integral = all(each.value.denominator == 1 and each.value > 0 for each in (whole, above, below))
            return integral and above.value < below.value
    return False


def is_log_of_quotient(part: Quotient) -> bool:
    r"""Whether a logarithm without brackets is followed by a stroke, which may divide what it is taken of: ``\log 3 / 4``."""
    match part.numerator:
        case Apply(function="log" | "ln", arguments=(argument,), labels=()) as log:
            bare = log.origin.end == argument.origin.end > argument.origin.start
            return bare and isinstance(argument, Number) and part.origin.start == log.origin.start
    return False


def _indexed(part: Term) -> bool:
    return isinstance(part, Index) and any(isinstance(index, Number | Symbol) for index in part.indices)


def is_wave(term: Term) -> bool:
    """Whether a term is a sine, cosine or tangent."""
    return isinstance(term, Apply) and canonical(term.function) in WAVES


def looks_like_degrees(term: Term) -> bool:
    """Whether every wave in a term has an angle such as 30, 45 or 90."""
    angles = [part.arguments[0] for part in walk(term) if isinstance(part, Apply) and is_wave(part) and part.arguments]
    return bool(angles) and all(
        isinstance(angle, Number) and angle.value >= 15 and angle.value.denominator == 1 and angle.value % 5 == 0
        for angle in angles
    )


def has_turns(term: Term) -> bool:
    r"""Whether an angle of a wave is told in multiples of π: no one writes those in degrees.

    >>> from fractions import Fraction
    >>> half = Quotient(Symbol("pi"), Number(Fraction(2)))
    >>> has_turns(Apply("sin", (half,))), has_turns(Apply("sin", (Number(Fraction(30)),)))
    (True, False)
    """
    return any(
        isinstance(inner, Symbol) and inner.name in ("pi", "π")
        for part in walk(term)
        if is_wave(part) and isinstance(part, Apply)
        for argument in part.arguments
        for inner in walk(argument)
    )
