"""Made-up arithmetic, printed rightly and wrongly: the judge finds the wrong and no other."""

import math
import random
from fractions import Fraction

import pytest

from symformer.algebra.printed import decimal_text, printed
from symformer.judging.judge import judge
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Matrix, Number, Power, Product, Quotient, Relation, Sum, Symbol
from symformer.text.mapped import MappedText
from symformer.text.span import Span

SEEDS = range(120)


def literal(draw, decimals):
    text = decimal_text(Fraction(draw.randint(1, 10 ** (decimals + 1)), 10**decimals), decimals)
    return Number(Fraction(text), printed(text), Span(0, 1))


def expression(draw):
    """A formula of numbers as worked examples have them."""
    decimals = draw.choice((0, 1, 2))
    pairs = tuple(Product((literal(draw, decimals), literal(draw, decimals)), "·") for _ in range(draw.randint(2, 4)))
    match draw.randrange(5):
        case 0:
            return Sum(pairs)
        case 1:
            return Quotient(literal(draw, decimals), Sum((literal(draw, decimals), literal(draw, decimals))))
        case 2:
            return Power(Symbol("e"), Quotient(literal(draw, 1), Apply("sqrt", (literal(draw, 0),))))
        case 3:
            return Apply("tanh", (literal(draw, 1),))
        case _:
            return Quotient(Sum(pairs), Apply("sqrt", (literal(draw, 0),)))


def claims(left, texts, sign="="):
    """One statement that prints ``texts`` as the value of ``left``."""
    cells = tuple(Number(Fraction(text), printed(text), Span(at, at + 1)) for at, text in enumerate(texts, 2))
    right = cells[0] if len(cells) == 1 else Matrix((cells,), "matrix", Span(2, 2 + len(cells)))
    term = Relation((sign,), (left, right), Span(0, 2 + len(cells)))
    return [Statement(term, MappedText.identity("?" * 40), "formula")]


def found(statements):
    return [(each.fault, each.problem.level or "error") for each in judge(statements) if each.problem is not None]


def shown(value, decimals):
    return decimal_text(value.middle, decimals)


@pytest.mark.parametrize("seed", SEEDS)
def test_rounded_results_are_silent_and_wrong_ones_are_not(seed):
    draw = random.Random(seed)
    term = expression(draw)
    value = evaluate(term)
    decimals = draw.randint(1, 6)
    text = shown(value, decimals)
    assert found(claims(term, [text], draw.choice("=≈"))) == []
    if printed(text).machine:
        return
    unit = Fraction(1, 10**decimals)
    off = decimal_text(Fraction(text) + draw.choice((-1, 1)) * draw.randint(2, 9) * unit, decimals)
    levels = [level for _, level in found(claims(term, [off]))]
    assert levels == ["error"] or _log_of_long(term, levels)


def _log_of_long(term, levels):
    """A function of a long decimal may have been worked out from a longer one: no more than a warning."""
    return levels in (["warning"], ["info"]) and isinstance(term, Power | Apply | Quotient)


@pytest.mark.parametrize("seed", SEEDS)
def test_swapped_digits_are_noticed(seed):
    draw = random.Random(1000 + seed)
    term = expression(draw)
    text = shown(evaluate(term), 3)
    digits = [at for at, letter in enumerate(text[:-1]) if letter.isdigit() and text[at + 1].isdigit()]
    pairs = [at for at in digits if text[at] != text[at + 1]]
    if not pairs:
        return
    at = draw.choice(pairs)
    swapped = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    assert found(claims(term, [swapped])), (text, swapped)


@pytest.mark.parametrize("seed", SEEDS)
def test_softmax_rows(seed):
    draw = random.Random(2000 + seed)
    scores = [round(draw.uniform(-2, 3), 1) for _ in range(draw.randint(2, 5))]
    total = sum(math.exp(score) for score in scores)
    row = tuple(Number(Fraction(str(score)), printed(str(score)), Span(0, 1)) for score in scores)
    term = Apply("softmax", (Matrix((row,), "tuple", Span(0, 1)),), (), Span(0, 1))
    right = [f"{math.exp(score) / total:.3f}" for score in scores]
    assert found(claims(term, right)) == []
    place = draw.randrange(len(right))
    wrong = list(right)
    wrong[place] = f"{float(right[place]) + 0.02:.3f}"
    assert found(claims(term, wrong)) == [("softmax-differs", "error")]
