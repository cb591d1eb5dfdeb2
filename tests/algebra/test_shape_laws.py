"""Products, sums and equations of shapes, with NumPy as the judge of what is legal."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from symformer.algebra.dimension import letter, number
from symformer.algebra.shape import SCALAR, Shape, shape
from symformer.algebra.shape_laws import Clash, broadcast, match_shapes, multiply
from symformer.algebra.unify import Equality, Theory, together

TOLD = Theory([*together(shape("n", "d")), *together(shape("m", "d")), *together(shape("n", "m"))])


class TestMultiply:
    def test_scalar_in_the_middle(self) -> None:
        factors = [[shape("n", "d")], [shape("m")], [shape("m")]]
        assert multiply(factors, TOLD).shapes == (shape("n", "d"),)

    def test_both_layouts_of_a_score(self) -> None:
        found = multiply([[shape("d")], [shape("d")]], TOLD).shapes
        assert set(found) == {SCALAR, shape("d", "d")}

    def test_clash_is_the_narrowest(self) -> None:
        result = multiply([[shape("n", "d")], [shape("d", "m")], [shape("d", "n")]], TOLD)
        assert result.clash is not None
        assert (result.clash.start, result.clash.split, result.clash.stop) == (1, 2, 3)

    def test_values_make_a_product_exist(self) -> None:
        told = TOLD.add(Equality(letter("n"), number(4)), Equality(letter("d"), number(4)))
        assert multiply([[shape("n", "d")], [shape("n", "d")]], told).clash is None


class TestBroadcast:
    def test_bias_along_either_axis(self) -> None:
        assert broadcast(shape("n", "d"), shape("d"), TOLD) == shape("n", "d")
        assert broadcast(shape("n"), shape("n", "d"), TOLD) == shape("n", "d")
        assert isinstance(broadcast(shape("m"), shape("n", "d"), TOLD), Clash)

    def test_ones_stretch(self) -> None:
        assert broadcast(shape("n", 1), shape(1, "d"), TOLD) == shape("n", "d")
        assert broadcast(shape("n", "d"), shape("n", 1), TOLD) == shape("n", "d")

    def test_numbers(self) -> None:
        assert broadcast(SCALAR, shape("n", "d"), TOLD) == shape("n", "d")
        assert broadcast(shape(1, 1), shape("d"), TOLD) == shape("d")


class TestMatch:
    def test_vectors_and_thin_matrices(self) -> None:
        assert match_shapes(shape("d"), shape("d", 1), TOLD).grade == "yes"
        assert match_shapes(shape("d"), shape("n", "d"), TOLD).grade == "no"
        assert match_shapes(shape("d"), SCALAR, TOLD).grade == "no"
        assert match_shapes(shape(1, 1), SCALAR, TOLD).grade == "yes"

    def test_batches_may_be_left_out(self) -> None:
        assert match_shapes(shape("B", "n", "d"), shape("n", "d"), TOLD).grade == "open"


SIZES = st.integers(1, 3)
ARRAYS = st.lists(SIZES, min_size=1, max_size=2).map(tuple)
MATRICES = st.tuples(st.integers(2, 3), st.integers(2, 3))
VECTORS = st.lists(st.integers(2, 3).map(lambda size: (size,)), max_size=1)


@settings(deadline=None)
@given(VECTORS, st.lists(MATRICES, min_size=1, max_size=4), VECTORS)
def test_exactly_what_numpy_multiplies_is_legal(
    first: list[tuple[int, ...]], middle: list[tuple[int, int]], last: list[tuple[int, ...]]
) -> None:
    """Matrices, with a vector at either end: one layout only is possible, and NumPy knows it."""
    import numpy as np

    sizes = [*first, *middle, *last]
    result = multiply([[shape(*each)] for each in sizes], Theory())
    try:
        product = np.ones(sizes[0])
        for each in sizes[1:]:
            product = np.matmul(product, np.ones(each))
    except ValueError:
        assert result.clash is not None
        return
    assert [tuple(size.number for size in each.sizes) for each in result.shapes] == [product.shape]


@settings(deadline=None)
@given(ARRAYS, ARRAYS)
def test_whatever_numpy_adds_is_legal(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    import numpy as np

    found = broadcast(shape(*left), shape(*right), Theory())
    try:
        expected = np.broadcast_shapes(left, right)
    except ValueError:
        return
    assert not isinstance(found, Clash)
    if isinstance(found, Shape) and len(left) == len(right):
        assert [size.number for size in found.sizes if size.number != 1] == [size for size in expected if size != 1]


@given(ARRAYS, ARRAYS)
def test_matching_is_symmetric(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    one, two = shape(*left), shape(*right)
    assert match_shapes(one, two, Theory()).grade == match_shapes(two, one, Theory()).grade
    assert match_shapes(one, one, Theory()).grade == "yes"
