"""Plain text: delimiters, lines of arithmetic, and nothing of Markdown."""

from __future__ import annotations

import pytest

from symformer.analysis import check
from symformer.documents.document import Document
from symformer.documents.reading import read_document


def read(text: str) -> Document:
    return read_document("note.txt", text.encode())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Let $x$ and \\(y\\) be.", [("x", "inline"), ("y", "inline")]),
        ("$$\na = b\n$$", [("a = b", "display")]),
        ("$$\n\na = b\n\n$$\n\nThen \\[ c = d \\].", [("a = b", "display"), ("c = d", "display")]),
        ("\\begin{align}\na &= b\n\\end{align}", [("\\begin{align}\na &= b\n\\end{align}", "display")]),
        ("\\begin{equation}\na = b\n\\end{equation}", [("a = b", "display")]),
        ("# Not a title with $x$\n* and $y$\n    and $z$", [("x", "inline"), ("y", "inline"), ("z", "inline")]),
        ("It costs $5, or $6 and $7.", []),
        ("From $5 to $x_1$.", [("x_1", "inline")]),
        ("Set $HOME and $PATH.", []),
        ("An open $x\n\nand another $y.", []),
        ("An open $$ x and\n\nsome words that go on and on and then $$ end.", []),
        ("\\( a \\( b \\)", [("b", "inline")]),
        ("```\n$x$\n```\n", []),
        ("`$x$` is set apart by its author", [("x", "inline")]),
        ("a~~~~\n$x$", [("x", "inline")]),
    ],
)
def test_delimiters(text, expected):
    assert [(formula.text, formula.display) for formula in read(text).formulas] == expected


def test_nothing_is_markup():
    text = "# no title\n\n> no quote\n\n    no code\n\n<!-- no comment -->\n\n* no list\n"
    document = read(text)
    shown = [(block.kind, block.text.text) for block in document.prose]
    assert shown == [
        ("paragraph", "# no title"),
        ("paragraph", "> no quote"),
        ("paragraph", "no code"),
        ("paragraph", "<!-- no comment -->"),
        ("paragraph", "* no list"),
    ]
    assert len(document.sections) == 1


def test_titles_are_underlined_or_set_between_signs():
    text = "Note\n====\n\nA part\n------\nText.\n\n=== B ===\n\nx = 3\n-----\n\n----\n\n3 + 4\n===\n"
    document = read(text)
    assert [(s.level, s.title) for s in document.sections[1:]] == [(1, "Note"), (5, "A part"), (1, "B")]
    assert len(document.thematic_breaks) == 1


def test_items_stand_under_each_other():
    text = "The names are:\n- $Q$: the queries\n  of all heads\n- $K$: the keys\n\n1. one\n2. two\n\n- alone\n"
    found = [(b.kind, b.ordinal, b.text.text) for b in read(text).prose]
    assert found == [
        ("paragraph", None, "The names are:"),
        ("item", None, "$Q$: the queries\nof all heads"),
        ("item", None, "$K$: the keys"),
        ("item", "1", "one"),
        ("item", "2", "two"),
        ("paragraph", None, "- alone"),
    ]


@pytest.mark.parametrize(
    ("text", "sheets"),
    [
        ("3 + 4 = 7\n", ["3 + 4 = 7"]),
        ("The scores:\nS =\n[1 2]\n[3 4]\n", ["The scores:\nS =\n[1 2]\n[3 4]"]),
        (
            "We now add the two numbers up.\n3 + 4 = 7\n5 + 1 = 6\nAnd that is all there is to it.\n",
            ["3 + 4 = 7\n5 + 1 = 6"],
        ),
        ("    x = [1 2]\n    y = [3 4]\n", ["    x = [1 2]\n    y = [3 4]"]),
        ("```\n3 + 4 = 7\n```\n", ["3 + 4 = 7"]),
        ("```python\nx = 3 + 4\n```\n", []),
        ("We add 3 + 4 = 7 in a sentence.\n", []),
        ("import os\nx = 3 + 4\n", []),
        ("Only words\n", []),
    ],
)
def test_worksheets(text, sheets):
    assert [sheet.text.text for sheet in read(text).worksheets] == sheets


@pytest.mark.parametrize(
    "line",
    [
        "symformer: let Q: n × d",
        "# symformer: let Q: n × d",
        "  % symformer: let Q: n × d",
        "// symformer: let Q: n × d",
        "<!-- symformer: let Q: n × d -->",
        ".. symformer: let Q: n × d",
    ],
)
def test_annotations_stand_on_a_line_of_their_own(line):
    document = read(f"Some words.\n{line}\nMore words.\n")
    assert [each.text for each in document.annotations] == ["let Q: n × d"]
    assert [block.text.text for block in document.prose] == ["Some words.", "More words."]


def test_faults_are_found_at_their_places():
    text = (
        "Tea\n===\n\nThe sum is 3 + 4 = 8 here.\n\n    2 + 2 = 5\n\n"
        "With $Q \\in \\mathbb{R}^{n \\times d}$ and $K \\in \\mathbb{R}^{m \\times d}$:\n\n$$\nS = Q K\n$$\n"
    )
    report = check(text, name="note.txt")
    assert report.source is not None
    places = [report.source.place(finding.problem.span.start) for finding in report.findings]
    assert [
        (finding.rule, place.line, place.column) for finding, place in zip(report.findings, places, strict=True)
    ] == [
        ("sum-differs", 4, 20),
        ("sum-differs", 6, 13),
        ("inner-dimensions-differ", 11, 5),
    ]


def test_a_form_feed_begins_a_page():
    found = [block.text.text for block in read("one $x\n\ftwo$ three\n").prose]
    assert found == ["one $x", "two$ three"]


@pytest.mark.parametrize("unit", ["```\n", "$x ", "$$x ", "\\( ", "\\[ x\n", "- a\n", "\\begin{align} ", "\f"])
def test_many_of_a_kind(unit):
    assert isinstance(read(unit * 3000), Document)
