"""Twenty thousand printed values of what notes work out, right and wrong in every way that hands go wrong."""

import random
from fractions import Fraction

import pytest

from symformer.algebra.printed import decimal_text, printed, truncates_to
from symformer.judging.numbers.walk import judge_numbers as judge
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Matrix, Number, Power, Product, Quotient, Relation, Sum, Symbol
from symformer.text.mapped import MappedText
from symformer.text.span import Span

BATCHES = range(20)
EACH = 500  # of each batch: some 20,000 printed values in all
E = Symbol("e")


def literal(text):
    return Number(Fraction(text), printed(text), Span(0, 1))


def small(draw, least=1):
    """A number of one or two digits, which nobody takes for a rounding."""
    return literal(
        decimal_text(Fraction(draw.randint(least, 39), 10), 1) if draw.random() < 0.7 else str(draw.randint(1, 9))
    )


def exponential(number):
    return Power(E, number)


def ratio(draw):
    logits = [small(draw) for _ in range(draw.randint(2, 4))]
    return Quotient(exponential(logits[0]), Sum(tuple(exponential(each) for each in logits)))


def dot(draw):
    return Sum(tuple(Product((small(draw), small(draw)), "·") for _ in range(draw.randint(2, 4))))


def mean(draw):
    numbers = tuple(small(draw) for _ in range(draw.randint(2, 6)))
    return Quotient(Sum(numbers), literal(str(len(numbers))))


def scaled(draw):
    return Quotient(dot(draw), Apply("sqrt", (literal(str(draw.choice((2, 3, 4, 8, 64)))),)))


KINDS = (ratio, dot, mean, scaled)


def claim(left, text, sign="="):
    right = Number(Fraction(text), printed(text), Span(2, 3))
    return Statement(Relation((sign,), (left, right), Span(0, 3)), MappedText.identity("?" * 8), "formula")


def levels(*statements):
    return [each.problem.level or "error" for each in judge(statements) if each.problem is not None]


def off_by(text, units, draw):
    number = printed(text)
    return decimal_text(Fraction(text) + draw.choice((-1, 1)) * units * number.unit, number.decimals)


def is_tie(value, decimals):
    """Whether both neighbours are right."""
    return (value * 10**decimals * 2).denominator == 1 and (value * 10**decimals).denominator == 2


def swapped(text, draw):
    places = [n for n in range(len(text) - 1) if text[n].isdigit() and text[n + 1].isdigit() and text[n] != text[n + 1]]
    if not places:
        return None
    at = draw.choice(places)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


@pytest.mark.parametrize("batch", BATCHES)
def test_what_is_rounded_is_left_alone_and_what_is_wrong_is_found(batch):
    draw = random.Random(batch)
    for _ in range(EACH // 2):
        left, decimals = draw.choice(KINDS)(draw), draw.randint(1, 6)
        value = evaluate(left)
        text = decimal_text(value.middle, decimals)
        sign = draw.choice("=≈")
        assert levels(claim(left, text, sign)) == [], (left, text)
        if printed(text).machine or is_tie(value.middle, decimals):
            continue
        one = off_by(text, 1, draw)
        assert levels(claim(left, one, sign)), (left, one)
        two = off_by(text, draw.randint(2, 9), draw)
        assert levels(claim(left, two, sign)) == ["error"], (left, two)
        other = swapped(text, draw)
        if other is not None and Fraction(other) != Fraction(text):
            assert levels(claim(left, other, sign)), (left, other)


@pytest.mark.parametrize("batch", BATCHES)
def test_rows_of_a_softmax(batch):
    draw = random.Random(1000 + batch)
    for _ in range(EACH // 10):
        row = tuple(small(draw) for _ in range(draw.randint(2, 5)))
        left = Apply("softmax", (Matrix((row,), "tuple", Span(0, 1)),), (), Span(0, 1))
        decimals = draw.randint(2, 6)
        texts = [decimal_text(cell.middle, decimals) for cell in evaluate(left).cells]

        def shown(texts, left=left):
            cells = tuple(Number(Fraction(each), printed(each), Span(2 + n, 3 + n)) for n, each in enumerate(texts))
            term = Relation(("=",), (left, Matrix((cells,), "tuple", Span(2, 8))), Span(0, 8))
            return levels(Statement(term, MappedText.identity("?" * 9), "formula"))

        assert shown(texts) == []
        at = draw.randrange(len(texts))
        wrong = [*texts]
        wrong[at] = off_by(texts[at], draw.randint(2, 9), draw)
        assert shown(wrong) == ["error"], (row, wrong)


def chain(draw):
    """A score, its scaling and its exponential, each at its decimals; the second and third from rounded values or not."""
    score = dot(draw)
    first = evaluate(score).middle
    decimals = draw.randint(2, 4)
    root = Apply("sqrt", (literal("2"),))
    one = decimal_text(first, decimals)
    from_rounded = draw.random() < 0.5
    second = evaluate(Quotient(literal(one) if from_rounded else score, root)).middle
    two = decimal_text(second, decimals)
    third = evaluate(exponential(literal(two) if draw.random() < 0.5 else Quotient(score, root))).middle
    three = decimal_text(third, decimals)
    steps = (
        claim(score, one),
        claim(Quotient(literal(one), root), two, "≈"),
        claim(exponential(literal(two)), three, "≈"),
    )
    return steps, (one, two, three)


@pytest.mark.parametrize("batch", BATCHES)
def test_chains_may_go_on_from_rounded_and_from_unrounded_values(batch):
    draw = random.Random(2000 + batch)
    for _ in range(EACH // 20):
        steps, texts = chain(draw)
        assert set(levels(*steps)) <= {"info"}, texts


@pytest.mark.parametrize("batch", BATCHES)
def test_what_follows_from_a_wrong_number_is_an_echo_and_what_follows_from_rounding_is_not(batch):
    draw = random.Random(3000 + batch)
    for _ in range(EACH // 20):
        score = dot(draw)
        right = decimal_text(evaluate(score).middle, 2)
        wrong = decimal_text(Fraction(right) + Fraction(draw.choice((-1, 1)) * draw.randint(20, 80), 100), 2)
        half = Quotient(literal(wrong), literal("2"))
        echo = decimal_text(evaluate(half).middle, 2)
        if truncates_to(evaluate(score), printed(wrong)):
            continue
        judged = judge((claim(score, wrong), claim(half, echo, "≈")))
        assert [each.fault for each in judged if each.problem is not None][1:] == ["carried-on"], (wrong, echo)
        root, carried = (each for each in judged if each.problem is not None)
        assert carried.causes == (root.problem.key,)
        rounded = judge(
            (
                claim(score, right),
                claim(Quotient(literal(right), literal("2")), decimal_text(Fraction(right) / 2, 2), "≈"),
            )
        )
        assert "carried-on" not in {each.fault for each in rounded}
