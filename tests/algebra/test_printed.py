"""A printed number stands for an interval."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symformer.algebra.interval import Interval
from symformer.algebra.printed import as_printed_like, printed, rounds_to, truncates_to, units_apart

values = st.fractions(min_value=-1000, max_value=1000, max_denominator=10**6)
places = st.integers(min_value=1, max_value=6)


def rounded(value: Fraction, decimals: int, how: str) -> str:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-decimals), how))


@given(values, places)
def test_a_correctly_rounded_value_is_accepted(value, decimals):
    if value * 10**decimals * 2 == int(value * 10**decimals * 2):
        return  # an exact tie: see below
    text = rounded(value, decimals, ROUND_HALF_UP)
    assert rounds_to(Interval.point(value), printed(text)) == "yes"


@given(st.integers(-(10**5), 10**5), places)
def test_both_ways_of_breaking_a_tie_are_right(half, decimals):
    value = Fraction(2 * half + 1, 2 * 10**decimals)
    for how in (ROUND_HALF_UP, ROUND_HALF_EVEN):
        assert rounds_to(Interval.point(value), printed(rounded(value, decimals, how))) == "yes"


@given(values, st.integers(min_value=1, max_value=2), st.sampled_from([-3, -2, 2, 3]))
def test_two_units_off_is_refused(value, decimals, units):
    text = rounded(value, decimals, ROUND_HALF_UP)
    shifted = str(Decimal(text) + units * Decimal(1).scaleb(-decimals))
    assert rounds_to(Interval.point(value), printed(shifted)) == "no"
    assert units_apart(Interval.point(value), printed(shifted)) >= abs(units) - 1


def test_integers_are_exact_after_equals_and_rounded_after_approx():
    value = Interval.point(Fraction("580.54"))
    assert rounds_to(value, printed("581"), "=") == "no"
    assert rounds_to(value, printed("581"), "≈") == "yes"
    assert rounds_to(value, printed("600"), "≈") == "yes"
    assert rounds_to(value, printed("570"), "≈") == "no"


def test_numbers_from_code_are_compared_relatively():
    third = Interval.point(Fraction(1, 3))
    assert rounds_to(third, printed("0.33333331")) == "yes"
    assert rounds_to(third, printed("0.333331")) == "no"


@pytest.mark.parametrize(
    ("value", "text", "cut"),
    [("0.428", "0.42", True), ("-0.428", "-0.42", True), ("0.432", "0.42", False), ("0.42", "0.42", True)],
)
def test_truncation(value, text, cut):
    assert truncates_to(Interval.point(Fraction(value)), printed(text)) is cut


@pytest.mark.parametrize(
    ("text", "value", "decimals", "exact"),
    [("12.50", "12.5", 2, False), ("-3", "-3", 0, True), ("1e-3", "0.001", 3, True), ("2.5e6", "2500000", -5, False)],
)
def test_reading_the_text(text, value, decimals, exact):
    number = printed(text)
    assert (number.value, number.decimals, number.exact) == (Fraction(value), decimals, exact)


def test_what_is_no_number_raises_a_value_error():
    for text in ("", "1.2.3", "x", "1e99999"):
        with pytest.raises(ValueError):
            printed(text)


def test_the_expected_text_has_as_many_decimals():
    assert as_printed_like(Interval.point(Fraction("3.18")), printed("3.28")) == "3.18"
    assert as_printed_like(Interval.point(Fraction("-0.004")), printed("0.01")) == "0.00"
