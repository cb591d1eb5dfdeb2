from __future__ import annotations

import pytest

from symformer.findings.finding import Finding, Problem
from symformer.findings.suppression import (
    Request,
    SuppressionLedger,
    apply,
    parse_request,
    place_request,
)
from symformer.text.span import Span

NOTE = """# Tea

<!-- symformer: HERE -->

First block with $a$
on two lines.

Second block. <!-- trailing -->

## Deeper

Third block.
"""


def span_of(text: str, note: str = NOTE) -> Span:
    start = note.index(text)
    return Span(start, start + len(text))


BLOCKS = [
    span_of("First block with $a$\non two lines."),
    span_of("$a$"),
    span_of("Second block."),
    span_of("Third block."),
]
SECTIONS = [Span(0, len(NOTE)), Span(NOTE.index("## Deeper"), len(NOTE))]


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("ignore a-b because it is quoted", Request("ignore", ("a-b",), "it is quoted")),
        ("ignore a-b, c because\n   it is\n   quoted.", Request("ignore", ("a-b", "c"), "it is quoted")),
        ("ignore a-b c", Request("ignore", ("a-b", "c"), None)),
        ("ignore because drafts", Request("ignore", (), "drafts")),
        ("Ignore-Section sum-differs because x", Request("ignore-section", ("sum-differs",), "x")),
        ("ignore-file", Request("ignore-file", (), None)),
        ("wrong-on-purpose", Request("wrong-on-purpose", (), None)),
        ("wrong-on-purpose because students look for it", Request("wrong-on-purpose", (), "students look for it")),
        ("ignore a because: b", Request("ignore", ("a",), "b")),
        ("ignore a because ", Request("ignore", ("a",), None)),
    ],
)
def test_requests_are_read(text: str, request_: Request) -> None:
    assert parse_request(text) == request_


@pytest.mark.parametrize("text", ["let K: m × d_k", "", "ignorant readers", "ignore-most x", "assume zero-mean Q"])
def test_other_annotations_are_left_alone(text: str) -> None:
    assert parse_request(text) is None


def covers(verb: str, at: Span, note: str = NOTE, displays: tuple[Span, ...] = ()) -> tuple[Span, ...]:
    request = Request(verb, ("sum-differs",), "x")
    return place_request(request, at, note, blocks=BLOCKS, displays=displays, sections=SECTIONS).covers


def test_the_next_block_is_the_whole_paragraph() -> None:
    assert covers("ignore", span_of("<!-- symformer: HERE -->")) == (BLOCKS[0],)


def test_at_the_end_of_a_line_it_is_the_line() -> None:
    at = span_of("<!-- trailing -->")
    assert covers("ignore", at) == (span_of("Second block. <!-- trailing -->"),)


def test_behind_a_display_of_several_lines_it_is_the_display() -> None:
    note = "$$\na = 1\n$$ <!-- here -->\n"
    display = span_of("$$\na = 1\n$$", note)
    request = Request("ignore", (), None)
    placed = place_request(
        request, span_of("<!-- here -->", note), note, blocks=[display], displays=[display], sections=[]
    )
    assert display in placed.covers


@pytest.mark.parametrize("marker", ["- ", "> ", "12. ", "   ", "% ", "> - "])
def test_a_list_or_quote_mark_before_it_is_no_text(marker: str) -> None:
    note = f"{marker}<!-- here -->\n\nNext.\n"
    placed = place_request(
        Request("ignore", (), None),
        span_of("<!-- here -->", note),
        note,
        blocks=[span_of("Next.", note)],
        displays=[],
        sections=[],
    )
    assert placed.covers == (span_of("Next.", note),)


def test_a_section_is_the_innermost() -> None:
    assert covers("ignore-section", span_of("Third")) == (SECTIONS[1],)
    assert covers("ignore-section", span_of("Second")) == (SECTIONS[0],)


def test_a_file_is_all_of_it() -> None:
    assert covers("ignore-file", span_of("Third")) == (Span(0, len(NOTE)),)


def test_nothing_follows_the_last_line() -> None:
    assert covers("ignore", Span(len(NOTE), len(NOTE))) == ()


def finding(rule: str, span: Span) -> Finding:
    return Finding("1", rule, "error", Problem(span, "wrong"))


def test_only_the_named_rules_are_silenced() -> None:
    suppression = place_request(
        Request("ignore", ("sum-differs",), "x"),
        span_of("<!-- symformer: HERE -->"),
        NOTE,
        blocks=BLOCKS,
        displays=[],
        sections=SECTIONS,
    )
    there = finding("sum-differs", span_of("$a$"))
    renamed = finding("total-differs", span_of("$a$"))
    elsewhere = finding("sum-differs", span_of("Third"))
    other = finding("last-digit", span_of("$a$"))
    names = {"total-differs": frozenset({"total-differs", "sum-differs"})}
    kept, used = apply([there, renamed, elsewhere, other], (suppression,), names)
    assert kept == (elsewhere, other)
    assert used == {suppression.span}


def test_the_ledger_tells_unused_from_misspelt() -> None:
    good = place_request(Request("ignore", ("a",), "x"), Span(0, 1), NOTE, blocks=BLOCKS, displays=[], sections=[])
    misspelt = place_request(Request("ignore", ("b",), "x"), Span(2, 3), NOTE, blocks=BLOCKS, displays=[], sections=[])
    ledger = SuppressionLedger((good, misspelt), frozenset(), frozenset({"a"}))
    assert list(ledger.unused()) == [good]
    assert ledger.unknown_rules(misspelt) == ("b",)
    assert list(SuppressionLedger((good,), frozenset({good.span}), frozenset({"a"})).unused()) == []
