"""Sizes in canonical form, and what a theory knows of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symformer.algebra.dimension import Dimension, divide, letter, number, power
from symformer.algebra.shape import Shape, shape
from symformer.algebra.unify import (
    Comparison,
    Concept,
    Different,
    Equal,
    Equality,
    Fact,
    NotKnown,
    Theory,
    Together,
    together,
)

D, H, W, P, N = (letter(name) for name in "DHWPN")
d, n, m, r = (letter(name) for name in "dnmr")
d_k, d_v, d_ff, d_model = (letter(name) for name in ("d_k", "d_v", "d_ff", "d_model"))
n_heads, n_kv, groups = (letter(name) for name in ("n_heads", "n_kv", "g"))


def num(value: int) -> Dimension:
    return number(value)


HEADS = Equality(d_k, D / H)

PROBLEMS: list[tuple[str, list[Fact], Dimension, Dimension, type[Comparison]]] = [
    ("a head times the number of heads", [], H * (D / H), D, Equal),
    ("all heads side by side", [HEADS], H * d_k, D, Equal),
    ("heads of values", [Equality(d_v, D / H)], H * d_v, D, Equal),
    ("keys and values split alike", [HEADS, Equality(d_v, D / H)], d_k, d_v, Equal),
    ("four times wider", [Equality(d_ff, num(4) * d)], d_ff - d, num(3) * d, Equal),
    ("inner size in numbers", [Equality(d, num(512)), Equality(d_ff, num(4) * d)], d_ff, num(2048), Equal),
    ("head size in numbers", [HEADS, Equality(D, num(512)), Equality(H, num(8))], d_k, num(64), Equal),
    ("groups of key heads", [Equality(groups, n_heads / n_kv)], n_kv * groups * d_k, n_heads * d_k, Equal),
    ("pairs of features", [], num(2) * (d / num(2)), d, Equal),
    ("patches of an image", [Equality(N, H * W / (P * P))], N * P * P, H * W, Equal),
    ("a chain of names", [Equality(d_k, d_v), Equality(d_v, d_ff)], d_k, d_ff, Equal),
    ("two factors of an update", [], d * r + r * m, r * (d + m), Equal),
    ("a size solved backwards", [HEADS, Equality(d_k, num(64)), Equality(H, num(12))], D, num(768), Equal),
    ("a square", [Equality(N, n * n)], N * n, n * n * n, Equal),
    ("one head is not all heads", [HEADS], d_k, D, Different),
    ("the special token counts", [], n + num(1), n, Different),
    ("two numbers", [], num(512), num(64), Different),
    ("letters of one shape", [Together("n", "d_k")], n, d_k, Different),
    ("nothing said", [], n, m, NotKnown),
    ("a letter and a number", [], n, num(4), NotKnown),
    ("a relation that may hold", [], d_ff, num(4) * d, NotKnown),
]


@pytest.mark.parametrize(
    ("facts", "left", "right", "expected"), [p[1:] for p in PROBLEMS], ids=[p[0] for p in PROBLEMS]
)
def test_problem(facts: list[Fact], left: Dimension, right: Dimension, expected: type[Comparison]) -> None:
    for order in permutations(facts):
        theory = Theory(order)
        assert isinstance(theory.compare(left, right), expected)
        assert isinstance(theory.compare(right, left), expected)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (num(2) * d, d),
        (d + num(1), d),
        (num(2) * n, num(7)),
        (num(2) * n, num(2) * m + num(1)),
        (n * n, num(2)),
        (n, power(n, Fraction(1, 2)) or n),
        (H * d, d),
        (D / H, D),
        (n + m, m),
    ],
)
def test_certainly_different(left: Dimension, right: Dimension) -> None:
    assert isinstance(Theory().compare(left, right), Different)


@pytest.mark.parametrize(
    ("left", "right"), [(H * d, num(8) * d), (n * n, m), (n, m + num(1)), (n * m, d), (num(2) * n, num(8)), (H, num(1))]
)
def test_open(left: Dimension, right: Dimension) -> None:
    assert isinstance(Theory().compare(left, right), NotKnown)


@pytest.mark.parametrize(
    ("dimension", "expected"),
    [
        (D / H, "D/H"),
        (num(4) * d, "4d"),
        (num(2) * n + num(1), "2n + 1"),
        (n - num(1), "n - 1"),
        (letter("h") * d_v, "h·d_v"),
        (H * W / (P * P), "HW/P^2"),
        (d / num(2), "d/2"),
        (D / (num(2) * H), "D/(2H)"),
        (num(0), "0"),
        (n - n, "0"),
        (num(3) * d_model * n, "3n·d_model"),
    ],
)
def test_print(dimension: Dimension, expected: str) -> None:
    assert str(dimension) == expected


def test_shapes_print_as_authors_write() -> None:
    assert str(shape("n", "d_k")) == "(n × d_k)"
    assert str(Shape((n, num(2) * d + num(1)))) == "(n × (2d + 1))"
    assert str(Shape()) == "scalar"


class TestTrail:
    """What an answer rests on."""

    def test_only_the_facts_that_matter(self) -> None:
        unneeded = Equality(d_ff, num(4) * D, place=9)
        answer = Theory([unneeded, Equality(d_k, D / H, place=3)]).compare(H * d_k, D)
        assert isinstance(answer, Equal)
        assert [fact.place for fact in answer.trail] == [3]

    def test_the_shape_in_which_two_letters_stand(self) -> None:
        answer = Theory(together(shape("n", "d_k"), place=5)).compare(d_k, n)
        assert answer == Different("n and d_k stand in one declared shape", (Together("n", "d_k"),))

    def test_values_are_shown(self) -> None:
        answer = Theory([Equality(n, num(3)), Equality(d, num(4))]).compare(n, d)
        assert isinstance(answer, Different) and answer.reason == "n = 3 is not d = 4"

    def test_the_letter_that_would_be_one(self) -> None:
        answer = Theory([HEADS]).compare(D, d_k)
        assert isinstance(answer, Different) and answer.reason == "they agree only where H = 1"


class TestTheory:
    def test_equations_carry_differences_over(self) -> None:
        theory = Theory([Together("n", "d_k"), HEADS])
        assert isinstance(theory.compare(n * H, D), Different)

    def test_equations_outweigh_standing_together(self) -> None:
        theory = Theory([Together("d_k", "d_v"), Equality(d_k, d_v)])
        assert isinstance(theory.compare(d_k, d_v), Equal)

    def test_a_square_declaration_tells_nothing(self) -> None:
        assert together(shape("d", "d")) == ()

    def test_concepts(self) -> None:
        told = [Concept("n", "sequence length"), Concept("V", "vocabulary size"), Concept("z", "colour of the tea")]
        assert isinstance(Theory(told).compare(n, letter("V")), Different)
        assert isinstance(Theory(told).compare(n, letter("z")), NotKnown)

    def test_an_index_is_no_size(self) -> None:
        told = [Concept("D", "embedding dimension"), Concept("d", "dimension index")]
        assert isinstance(Theory(told).compare(D, d), Different)
        assert isinstance(Theory([*told, Concept("d", "embedding dimension")]).compare(D, d), NotKnown)

    def test_contradictions_are_kept_apart(self) -> None:
        theory = Theory([Equality(d, num(4)), Equality(d, num(8)), HEADS])
        assert isinstance(theory.compare(H * d_k, D), Equal)
        assert len(theory.contradictions) == 1

    def test_sums_below_a_line(self) -> None:
        theory = Theory([Equality(d_k, D / H), Equality(D, n + m)])
        assert isinstance(theory.compare(H * d_k, n + m), Equal)

    def test_adding_leaves_the_old_theory_alone(self) -> None:
        old = Theory()
        assert isinstance(old.add(HEADS).compare(H * d_k, D), Equal)
        assert isinstance(old.compare(H * d_k, D), NotKnown)


NAMES = st.sampled_from(["a", "b", "c", "e"])
SIZES = st.recursive(
    st.one_of(NAMES.map(letter), st.integers(1, 9).map(number)),
    lambda inner: st.tuples(inner, inner, st.sampled_from("+*")).map(
        lambda part: part[0] + part[1] if part[2] == "+" else part[0] * part[1]
    ),
    max_leaves=4,
)
FACTS = st.lists(st.builds(Equality, NAMES.map(letter), SIZES), max_size=3)


def at(dimension: Dimension, values: dict[str, int]) -> Fraction:
    """The number a dimension is, for given letters."""
    total = Fraction(0)
    for monomial, factor in dimension.terms:
        for name, exponent in monomial:
            factor *= Fraction(values[name]) ** int(exponent)
        total += factor
    return total


@settings(deadline=None)
@given(SIZES, SIZES, SIZES)
def test_arithmetic_is_that_of_numbers(a: Dimension, b: Dimension, c: Dimension) -> None:
    assert a + b == b + a and a * b == b * a
    assert a * (b + c) == a * b + a * c
    assert a - a == num(0)
    quotient = divide(a * b, b)
    assert quotient is None or quotient * b == a * b
    values = {"a": 2, "b": 3, "c": 5, "e": 7}
    assert at(a * b + c, values) == at(a, values) * at(b, values) + at(c, values)


@settings(deadline=None)
@given(SIZES, SIZES, FACTS)
def test_comparing_is_symmetric(left: Dimension, right: Dimension, facts: list[Equality]) -> None:
    theory = Theory(facts)
    assert type(theory.compare(left, right)) is type(theory.compare(right, left))
    assert isinstance(theory.compare(left, left), Equal)


@settings(deadline=None)
@given(SIZES, SIZES, FACTS)
def test_the_order_of_telling_is_no_matter(left: Dimension, right: Dimension, facts: list[Equality]) -> None:
    answers = {type(Theory(order).compare(left, right)) for order in permutations(facts)}
    assert len(answers) == 1


@settings(deadline=None)
@given(SIZES, SIZES, st.tuples(*[st.integers(2, 9)] * 4))
def test_different_has_no_counterexample(left: Dimension, right: Dimension, sizes: tuple[int, int, int, int]) -> None:
    """Where two sizes agree at some numbers (none of them 1), they are not called different."""
    values = dict(zip("abce", sizes, strict=True))
    answer = Theory().compare(left, right)
    if at(left, values) == at(right, values):
        assert not isinstance(answer, Different)
    else:
        assert not isinstance(answer, Equal)


@settings(deadline=None)
@given(st.tuples(*[st.integers(2, 9)] * 4), st.lists(st.tuples(NAMES, SIZES), max_size=3), SIZES, SIZES)
def test_true_facts_lead_to_no_false_answer(
    sizes: tuple[int, int, int, int], told: list[tuple[str, Dimension]], left: Dimension, right: Dimension
) -> None:
    """Facts that hold at some numbers never make sizes equal that differ there, nor the reverse."""
    values = dict(zip("abce", sizes, strict=True))
    true_facts = [Equality(letter(name), size) for name, size in told if at(size, values) == values[name]]
    answer = Theory([*true_facts, Equality(letter("a"), number(values["a"]))]).compare(left, right)
    if at(left, values) == at(right, values):
        assert not isinstance(answer, Different)
    else:
        assert not isinstance(answer, Equal)
