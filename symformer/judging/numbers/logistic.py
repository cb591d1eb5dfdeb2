"""What σ( … ) of numbers is: the logistic function, where the note or its numbers say so.

A letter may stand for any activation.  It is read as the sigmoid where the note speaks of a sigmoid or its
numbers are those of one, and where it does not define the letter as something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, rounds_to
from symformer.judging.numbers.learnt import chains
from symformer.judging.numbers.settled import settled_numbers
from symformer.reasoning.evaluate import Lookup, evaluate
from symformer.semantics.statement import Statement
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Index, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

LETTERS = frozenset({"sigma", "σ"})
SAID = Cued(r"sigmoid|logistic|\bLSTM\b|\bGRU\b|\bgates?\b", re.IGNORECASE)
OTHERS = ("tanh", "relu", "silu", "gelu", "softplus")  # what the letter stands for in other notes


def with_logistic(statements: Sequence[Statement], text: str) -> Sequence[Statement]:
    """The statements with σ of a single thing as the sigmoid, where σ is surely that."""
    called = [each for each in statements if any(_is_call(part) for part in walk(each.term))]
    if not called or not _is_logistic(called, statements, settled_numbers(statements), is_spoken_of(statements, text)):
        return statements
    changed = {id(each) for each in called}
    return [replace(each, term=_named(each.term)) if id(each) in changed else each for each in statements]


def is_spoken_of(statements: Sequence[Statement], text: str) -> bool:
    """Whether the words of a note or its formulas say that σ is the sigmoid: log σ(z) and 1 - σ(z) are of no other."""
    if any(map(is_named_otherwise, statements)):
        return False
    return SAID.search(text) is not None or any(
        _is_of_a_chance(part) or _defines_sigmoid(part) for each in statements for part in walk(each.term)
    )


def _defines_sigmoid(term: Term) -> bool:
    """Whether a statement says that σ of a letter is 1/(1 + e^-x), however that is written."""
    sides = term.sides if isinstance(term, Relation) else ()
    place = Interval.point(Fraction(7, 10))
    for call, body in pairwise(sides):
        match call:
            case Apply(arguments=(Symbol() | Index() as letter,)) if _is_call(call):
                value = evaluate(body, _only(letter, place))
                known = evaluate(Apply("sigmoid", (Number(Fraction(7, 10)),)))
                if isinstance(value, Interval) and isinstance(known, Interval) and value.meets(known):
                    return True
    return False


def _only(letter: Term, place: Interval) -> Lookup:
    """One letter with a value, and no other."""
    return lambda part: place if part == letter else None


def _is_of_a_chance(term: Term) -> bool:
    """Whether a term takes σ(z) for a chance: its logarithm, or what it lacks to one."""
    match term:
        case Apply(function="log" | "ln", arguments=(inner,)):
            return _is_call(inner)
        case Sum(terms=(Number(value=one), Product(factors=(Number(value=minus), inner)))):
            return one == 1 and minus == -1 and _is_call(inner)
    return False


def _is_call(term: Term) -> bool:
    return isinstance(term, Apply) and term.function in LETTERS and len(term.arguments) == 1 and not term.labels


def _named(term: Term) -> Term:
    found = rebuilt(term, _named)
    return replace(found, function="sigmoid") if isinstance(found, Apply) and _is_call(found) else found


def _is_logistic(
    called: Sequence[Statement], every: Sequence[Statement], settled: Mapping[Term, Number], said: bool
) -> bool:
    """Whether the numbers that σ is said to give are mostly those of a sigmoid, or the words say so and nothing else fits."""
    if any(_defines_otherwise(each.term) for each in called) or any(map(is_named_otherwise, every)):
        return False
    agreeing = differing = others = 0
    for score, shown in dict.fromkeys(_shown(called, settled)):
        if _gives("sigmoid", score, shown):
            agreeing += 1
        elif any(_gives(name, score, shown) for name in OTHERS):
            others += 1  # one may be a slip for the other, among calls that agree
        else:
            differing += 1
    if others:
        return agreeing > others + differing or said and agreeing >= others and differing <= 1
    return agreeing > differing or said and differing <= 1


def _defines_otherwise(term: Term) -> bool:
    """Whether a statement says what σ of a letter is, and it is no quotient of exponentials."""
    match term:
        case Relation(sides=(Apply(arguments=(Symbol(),)) as call, body, *_)) if _is_call(call):
            exponential = any(isinstance(part, Symbol) and part.name == "e" for part in walk(body))
            exponential = exponential or any(isinstance(part, Apply) and part.function == "exp" for part in walk(body))
            numbers = all(isinstance(part, Number) or _is_call(part) for part in (body,))
            return not exponential and not numbers and not isinstance(body, Apply)
    return False


def is_named_otherwise(statement: Statement) -> bool:
    r"""Whether a statement says by name that σ is another function: ``\sigma = \tanh``."""
    match statement.term:
        case Relation(
            relations=("=" | ":=" | "≡",), sides=(Symbol(name=letter), Symbol(name=name) | Apply(function=name))
        ):
            return letter in LETTERS and re.sub(r"\W", "", name).casefold() in OTHERS
    return False


def _shown(called: Sequence[Statement], settled: Mapping[Term, Number]) -> Iterator[tuple[Term, PrintedNumber]]:
    """Each argument of σ in numbers, or with one number in the whole note, with the number that stands behind it."""
    for statement in called:
        for chain in chains(statement.term):
            for left, right in zip(chain.sides, chain.sides[1:], strict=False):
                if (
                    isinstance(left, Apply)
                    and _is_call(left)
                    and isinstance(right, Number)
                    and right.printed is not None
                ):
                    score = settled.get(left.arguments[0], left.arguments[0])
                    if isinstance(evaluate(score), Interval):
                        yield score, right.printed


def _gives(name: str, score: Term, shown: PrintedNumber) -> bool:
    value = evaluate(Apply(name, (score,)))
    return isinstance(value, Interval) and rounds_to(value, shown, "≈") != "no"


__all__ = ["is_named_otherwise", "is_spoken_of", "with_logistic"]
