"""Terms with known symbols have values."""

from fractions import Fraction

import numpy
import pytest

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import printed
from symformer.reasoning.arrays import IDENTITY, Array
from symformer.reasoning.evaluate import evaluate
from symformer.reasoning.readings import PLAIN, Readings, readings_of
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Slice,
    Sum,
    Symbol,
    Transpose,
    Unknown,
)


def number(text):
    return Number(Fraction(text), printed(text))


def matrix(rows):
    return Matrix(tuple(tuple(number(str(cell)) for cell in row) for row in rows))


def array(rows):
    return Array(tuple(tuple(Interval.point(Fraction(str(cell))) for cell in row) for row in rows))


def floats(value):
    return numpy.array([[float(cell.middle) for cell in row] for row in value.rows])


A = [[1, 2, 0.5], [0, -1, 3]]
B = [[2, 1], [0.25, 4], [1, 1]]


def test_matrix_products_agree_with_numpy():
    found = evaluate(Product((matrix(A), matrix(B))))
    assert numpy.allclose(floats(found), numpy.array(A) @ numpy.array(B))


def test_attention_agrees_with_numpy():
    Q, K, V = (numpy.random.default_rng(3).integers(-3, 4, (3, 2)) for _ in range(3))
    names = {name: array(rows.tolist()) for name, rows in (("Q", Q), ("K", K), ("V", V))}
    score = Quotient(Product((Symbol("Q"), Transpose(Symbol("K")))), Apply("sqrt", (number("2"),)))
    term = Product((Apply("softmax", (score,)), Symbol("V")))
    found = evaluate(term, lambda name: names.get(getattr(name, "name", None)))
    weights = numpy.exp(Q @ K.T / numpy.sqrt(2))
    weights /= weights.sum(axis=1, keepdims=True)
    assert numpy.allclose(floats(found), weights @ V)


def test_a_softmax_over_columns_is_another_reading():
    square = Apply("softmax", (matrix([[1, 2], [3, 5]]),))
    by_rows, by_columns = evaluate(square), evaluate(square, readings=Readings(axis="columns"))
    assert by_rows != by_columns
    assert {reading.axis for reading in readings_of(square)} == {"rows", "columns"}


@pytest.mark.parametrize(
    ("left", "right", "shape"),
    [
        ([[1, 2, 3]], [[4, 5, 6]], ()),  # two rows side by side are a dot product
        ([[1], [2]], [[3, 4]], (2, 2)),
        ([[1, 2], [3, 4]], [[5, 6]], (2,)),  # a row after a matrix is meant as a column
    ],
)
def test_vectors_are_tolerant_of_their_orientation(left, right, shape):
    found = evaluate(Product((matrix(left), matrix(right)), "·"))
    assert (found.shape if isinstance(found, Array) else ()) == shape


def test_the_identity_takes_the_size_beside_it():
    known = {"W": IDENTITY, "X": array(A)}
    found = evaluate(Product((Symbol("X"), Symbol("W"))), lambda name: known.get(getattr(name, "name", None)))
    assert found == array(A)


def test_layer_norm_has_mean_zero_and_spread_one():
    found = evaluate(Apply("layer-norm", (matrix([[1, 2, 4, 9]]),)))
    assert abs(float(sum(cell.middle for cell in found.cells))) < 1e-20
    assert numpy.isclose(floats(found).std(), 1)


def test_sums_over_a_range_bind_their_index():
    squares = IndexedSum("sum", Symbol("i"), number("1"), number("4"), Power(Symbol("i"), number("2")))
    assert evaluate(squares) == Interval.point(30)
    entries = IndexedSum("sum", Symbol("i"), number("1"), number("3"), Index(Symbol("x"), (Symbol("i"),)))
    known = {"x": Array.vector([Interval.point(n) for n in (5, 6, 7)])}
    assert evaluate(entries, lambda term: known.get(getattr(term, "name", None))) == Interval.point(18)


def test_euler_is_the_base_of_powers_unless_bound():
    power = Power(Symbol("e"), number("0"))
    assert evaluate(power) == Interval.point(1)
    assert evaluate(Power(Symbol("e"), number("2")), lambda term: Interval.point(3)) == Interval.point(9)


def test_entries_rows_and_columns():
    known = {"A": array(A)}

    def lookup(term):
        return known.get(getattr(term, "name", None))

    assert evaluate(Index(Symbol("A"), (number("1"), number("2"))), lookup) == Interval.point(2)
    assert evaluate(Index(Symbol("A"), (number("1"), number("2"))), lookup, readings=Readings(first_index=0)) == (
        Interval.point(3)
    )
    assert evaluate(Index(Symbol("A"), (Slice(), number("1"))), lookup).shape == (2,)
    assert isinstance(evaluate(Index(Symbol("A"), (number("1"),)), lookup), NotEvaluated)  # a row, or a head


@pytest.mark.parametrize(
    "term",
    [
        Quotient(number("1"), number("0")),
        Product((matrix(A), matrix(A))),
        Sum((matrix(A), matrix(B))),
        Unknown("unread"),
        Apply("Encoder", (number("1"),)),
        IndexedSum("sum", Symbol("i"), number("1"), number("100000"), Symbol("i")),
        Matrix((tuple(number("1") for _ in range(200)),) * 200),
    ],
)
def test_what_has_no_value_says_why(term):
    found = evaluate(term)
    assert isinstance(found, NotEvaluated)
    assert found.reason


def test_missing_symbols_are_named_together():
    found = evaluate(Sum((Symbol("a"), Product((Symbol("b"), number("2"))), Symbol("a"))))
    assert found.missing == ("a", "b")


def test_deep_terms_end():
    term = Symbol("x")
    for _ in range(3000):
        term = Apply("exp", (term,))
    assert isinstance(evaluate(term), NotEvaluated)


def test_the_usual_reading_comes_first():
    assert next(readings_of(Apply("log", (number("2"),)))) == PLAIN
