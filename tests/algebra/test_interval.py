"""Enclosures hold the truth, and nothing raises."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symformer.algebra import enclosure, interval
from symformer.algebra.interval import Interval, NotEvaluated

numbers = st.fractions(min_value=-50, max_value=50, max_denominator=1000)

TRUE = {
    "exp": mpmath.exp,
    "ln": mpmath.log,
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "tanh": mpmath.tanh,
    "sqrt": mpmath.sqrt,
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
}


def truth(name, value):
    with mpmath.workdps(80):
        found = TRUE[name](mpmath.mpf(value.numerator) / value.denominator)
        return Fraction(str(mpmath.nstr(found, 60)))


@pytest.fixture(params=["arb", "mpmath"])
def backend(request, monkeypatch):
    if request.param == "mpmath":
        monkeypatch.setattr(enclosure, "_arb", lambda: None)
    else:
        pytest.importorskip("flint")
    enclosure.bounds.cache_clear()
    enclosure.pi.cache_clear()
    yield request.param
    enclosure.bounds.cache_clear()
    enclosure.pi.cache_clear()


@pytest.mark.parametrize("name", sorted(TRUE))
def test_enclosures_hold_the_true_value(name, backend):
    for value in (Fraction(1, 3), Fraction(7, 2), Fraction(40), Fraction(123, 100)):
        found = getattr(interval, name)(Interval.point(value))
        margin = Fraction(1, 10**30) * max(1, abs(found.hi))
        assert found.lo - margin <= truth(name, value) <= found.hi + margin
        assert found.hi - found.lo <= margin


@given(numbers, numbers, st.fractions(min_value=0, max_value=1))
@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize("name", ["sin", "cos", "exp", "sigmoid", "tanh"])
def test_wide_intervals_hold_every_sample(name, one, other, share):
    wide = Interval(min(one, other), max(one, other))
    inside = wide.lo + share * (wide.hi - wide.lo)
    found, sample = getattr(interval, name)(wide), getattr(interval, name)(Interval.point(inside))
    assert found.lo <= sample.hi
    assert sample.lo <= found.hi


@given(numbers, numbers, numbers, numbers)
def test_arithmetic_is_exact(a, b, c, d):
    left, right = Interval(min(a, b), max(a, b)), Interval(min(c, d), max(c, d))
    for found, samples in (
        (left + right, (a + c, b + d)),
        (left - right, (a - c, b - d)),
        (left * right, (a * c, b * d)),
    ):
        assert all(found.holds(sample) for sample in samples)


@given(st.lists(numbers, min_size=1, max_size=6))
@settings(deadline=None, max_examples=40)
def test_a_softmax_sums_to_one(logits):
    shares = interval.softmax([Interval.point(logit) for logit in logits])
    total = sum((share.middle for share in shares), Fraction(0))
    assert abs(total - 1) < Fraction(1, 10**20)


def test_softmax_bounds_know_that_a_share_falls_in_the_others():
    wide = Interval(Fraction(0), Fraction(1))
    share = interval.softmax([Interval.point(1), wide])[0]
    low = interval.softmax([Interval.point(1), Interval.point(1)])[0]
    high = interval.softmax([Interval.point(1), Interval.point(0)])[0]
    assert (share.lo, share.hi) == (low.lo, high.hi)


@pytest.mark.parametrize(
    "found",
    [
        interval.exp(Interval.point(10**6)),
        interval.ln(Interval.point(0)),
        interval.sqrt(Interval.point(-1)),
        interval.divide(interval.ONE, interval.ZERO),
        interval.power(Interval.point(-2), Interval.point(Fraction(1, 3))),
        interval.integer_power(Interval.point(3), 10**9),
        interval.sin(Interval.point(10**40)),
    ],
)
def test_what_has_no_value_says_why(found):
    assert isinstance(found, NotEvaluated)
    assert found.reason


def test_roots_and_whole_logarithms_are_exact():
    assert interval.sqrt(Interval.point(64)) == Interval.point(8)
    assert interval.logarithm(Interval.point(1000), Interval.point(10)) == Interval.point(3)
    assert interval.power(Interval.point(10000), Interval.point(Fraction(2, 4))) == Interval.point(100)


def test_long_fractions_are_rounded_outward():
    value = Interval.point(Fraction(1, 3))
    for _ in range(2000):
        value = value * Interval.point(Fraction(1000003, 1000007)) + Interval.point(Fraction(1, 3))
    assert value.lo.denominator.bit_length() <= interval.TRIM_BITS + 64
    assert value.lo <= value.hi
    assert value.narrow


boxes = st.lists(
    st.tuples(
        st.fractions(min_value=-4, max_value=4, max_denominator=100),
        st.fractions(min_value=0, max_value=1, max_denominator=100),
    ),
    min_size=2,
    max_size=5,
)


@given(boxes, st.data())
@settings(max_examples=60, deadline=None)
def test_a_softmax_of_intervals_holds_every_softmax_within(box, data):
    logits = [Interval(low, low + width) for low, width in box]
    shares = interval.softmax(logits)
    places = [data.draw(st.fractions(min_value=0, max_value=1, max_denominator=50)) for _ in logits]
    points = [each.lo + place * (each.hi - each.lo) for each, place in zip(logits, places, strict=True)]
    for share, exact in zip(shares, interval.softmax([Interval.point(point) for point in points]), strict=True):
        assert share.lo <= exact.hi and exact.lo <= share.hi


@given(boxes)
@settings(max_examples=60, deadline=None)
def test_the_bounds_of_a_softmax_are_attained(box):
    logits = [Interval(low, low + width) for low, width in box]
    shares = interval.softmax(logits)
    for at, share in enumerate(shares):
        top = [Interval.point(each.hi if n == at else each.lo) for n, each in enumerate(logits)]
        bottom = [Interval.point(each.lo if n == at else each.hi) for n, each in enumerate(logits)]
        close = Fraction(1, 10**20)
        assert abs(interval.softmax(top)[at].middle - share.hi) <= close
        assert abs(interval.softmax(bottom)[at].middle - share.lo) <= close
