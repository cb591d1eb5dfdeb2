"""A text made from another keeps the way back."""

from hypothesis import given
from hypothesis import strategies as st

from symformer.text.mapped import MappedText, Segment
from symformer.text.source import Cell, Source
from symformer.text.span import Span, cover_all


@st.composite
def cut_text(draw):
    text = draw(st.text(min_size=1, max_size=40))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=8)))
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False) if a < b]
    return text, spans


@given(cut_text())
def test_joined_characters_lead_back_to_themselves(case):
    text, spans = case
    made = MappedText.join(text, spans)
    for at, character in enumerate(made.text):
        assert made.origin_span(Span(at, at + 1)).slice(text) == character


@given(cut_text(), st.data())
def test_two_steps_lead_where_one_leads_after_the_other(case, data):
    text, spans = case
    outer = MappedText.join(text, spans)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(outer.text)), min_size=2, max_size=6)))
    inner = MappedText.join(outer.text, [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False) if a < b])
    both = inner.then(outer)
    for at in range(len(inner.text)):
        assert both.origin_span(Span(at, at + 1)) == outer.origin_span(inner.origin_span(Span(at, at + 1)))


def test_an_atomic_segment_stands_for_the_whole_of_its_origin():
    made = MappedText("a\nb", (Segment(0, 1, 10, 11), Segment(1, 2, 11, 13), Segment(2, 3, 13, 14)))
    assert made.origin_span(Span(1, 2)) == Span(11, 13)
    assert made.origin_span(Span(0, 3)) == Span(10, 14)
    assert made.origin_span(Span(3, 3)).start == 14


def test_an_atomic_segment_that_grows_keeps_its_ends():
    made = MappedText("xyz", (Segment(0, 3, 4, 6),))
    assert made.origin_span(Span(1, 2)) == Span(4, 6)


def test_an_empty_text_has_a_place():
    assert MappedText.join("abc", []).origin_span(Span(0, 0)) == Span(0, 0)
    assert MappedText.identity("", 7).origin_span(Span(0, 0)) == Span(7, 7)


def test_places_count_lines_and_columns_from_one():
    source = Source.of("n.md", "one\ntwo\r\nthree")
    assert [(p.line, p.column) for p in map(source.place, (0, 4, 9, 14))] == [(1, 1), (2, 1), (3, 1), (3, 6)]
    assert source.line_at(5).slice(source.text) == "two"


def test_carriage_returns_alone_end_lines():
    place = Source.of("n.md", "one\rtwo").place(4)
    assert (place.line, place.column) == (2, 1)


def test_an_end_before_a_stripped_part_does_not_jump_over_it():
    text = "> a\n> b"
    made = MappedText.join(text, [Span(2, 4), Span(6, 7)])
    source = Source.of("n.md", text, made)
    start, end = source.places(Span(0, 1))
    assert ((start.line, start.column), (end.line, end.column)) == ((1, 3), (1, 4))


def test_cells_count_from_zero_and_their_lines_from_one():
    text = "first\n\nsecond\nline"
    cells = (Cell(0, "markdown", Span(0, 5)), Cell(1, "code", Span(7, 18)))
    place = Source.of("n.ipynb", text, cells=cells).place(14)
    assert (place.cell, place.cell_line, place.cell_column) == (1, 2, 1)


def test_spans_cover_and_contain():
    assert cover_all([Span(3, 4), Span(1, 2)]) == Span(1, 4)
    assert Span(0, 5).contains(Span(5, 5))
    assert not Span(0, 5).contains(Span(4, 6))
