"""Edits are applied at the offsets of the text as given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symformer.text.edit import apply_edits


def test_edits_in_any_order():
    assert apply_edits("x + y = z", [(8, 9, "w"), (0, 1, "\\alpha"), (3, 3, " 2")]) == "\\alpha + 2 y = w"


def test_insertions_at_one_place_keep_their_order():
    assert apply_edits("ab", [(1, 1, "1"), (1, 1, "2")]) == "a12b"


@pytest.mark.parametrize("edits", [[(0, 2, ""), (1, 3, "")], [(2, 9, "")], [(2, 1, "")], [(-1, 1, "")]])
def test_edits_that_overlap_or_lie_outside_are_refused(edits):
    with pytest.raises(ValueError, match="overlaps another or lies outside"):
        apply_edits("abcd", edits)


@given(st.text(), st.data())
def test_replacing_a_part_by_itself_changes_nothing(text, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    edits = [(a, b, text[a:b]) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    assert apply_edits(text, edits) == text
