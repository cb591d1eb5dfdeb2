"""Inverses, determinants and ranks against NumPy's, and enclosures that hold."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.reasoning.arrays import Array
from symformer.reasoning.linear_algebra import LARGEST, determinant, inverse, rank

ENTRIES = st.integers(-6, 6)


def array(rows: list[list[int]], slack: Fraction = Fraction(0)) -> Array:
    return Array(tuple(tuple(Interval(cell - slack, cell + slack) for cell in row) for row in rows))


def squares(size: int) -> st.SearchStrategy[list[list[int]]]:
    return st.lists(st.lists(ENTRIES, min_size=size, max_size=size), min_size=size, max_size=size)


@given(st.integers(1, 4).flatmap(squares))
def test_as_numpy_has_it(rows: list[list[int]]) -> None:
    exact, wanted = determinant(array(rows)), np.linalg.det(np.array(rows, dtype=float))
    assert isinstance(exact, Interval) and exact.exact
    assert float(exact.lo) == pytest.approx(wanted, abs=1e-6)
    assert rank(array(rows)) == np.linalg.matrix_rank(np.array(rows))
    turned = inverse(array(rows))
    if exact.lo == 0:
        assert isinstance(turned, NotEvaluated)
        return
    assert isinstance(turned, Array)
    found = np.array([[float(cell.lo) for cell in row] for row in turned.rows])
    assert found == pytest.approx(np.linalg.inv(np.array(rows, dtype=float)), abs=1e-6)


@given(squares(3), st.data())
def test_enclosures_hold_what_lies_within(rows: list[list[int]], data: st.DataObject) -> None:
    slack = Fraction(1, 100)
    inside = [[cell + data.draw(st.fractions(-slack, slack)) for cell in row] for row in rows]
    wide, narrow = inverse(array(rows, slack)), inverse(Array(tuple(tuple(map(Interval.point, row)) for row in inside)))
    if isinstance(wide, Array) and isinstance(narrow, Array):
        assert all(
            one.lo <= other.lo and other.hi <= one.hi for one, other in zip(wide.cells, narrow.cells, strict=True)
        )
    around = determinant(array(rows, slack))
    if isinstance(around, Interval):
        exact = determinant(Array(tuple(tuple(map(Interval.point, row)) for row in inside)))
        assert isinstance(exact, Interval)
        assert around.lo <= exact.lo <= around.hi


def test_what_has_none_or_is_too_large_is_not_evaluated() -> None:
    assert isinstance(inverse(array([[1, 2], [2, 4]])), NotEvaluated)
    assert isinstance(inverse(array([[1, 2, 3], [4, 5, 6]])), NotEvaluated)
    assert isinstance(determinant(array([[1] * (LARGEST + 1)] * (LARGEST + 1))), NotEvaluated)
    assert isinstance(rank(array([[1, 2]], Fraction(1, 10))), NotEvaluated)
