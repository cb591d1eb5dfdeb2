"""Whatever a file holds, it is read, and every span lies within the text and nests."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symformer.documents.document import Document, UnreadableDocument
from symformer.documents.reading import read_document
from symformer.text.span import Span

PIECES = st.sampled_from(
    [
        "$",
        "$$",
        "`",
        "```",
        "~~~",
        "```math",
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "\\\\[",
        "\\\\]",
        "\\begin{align}",
        "\\end{align}",
        "\\$",
        "\\",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "    ",
        "\t",
        "> ",
        "- ",
        "1. ",
        "12) ",
        "# ",
        "---",
        "===",
        "|",
        "|-|",
        "<!--",
        "-->",
        "<!-- symformer: let x = 1 -->",
        "<div>",
        "</div>",
        "<a href='$'>",
        "<pre>",
        "</pre>",
        ":::",
        "::: {math}",
        "```{note}",
        "x",
        "_",
        "^",
        "{",
        "}",
        "5",
        "where the matrix is",
        "é",
        "‚Äô",
        "\u2028",
        "\x0c",
        "&lt;",
        "%",
        "&",
        "\\item",
        "\\section{",
        "\\begin{itemize}",
        "\\end{itemize}",
        "\\begin{tabular}{ll}",
        "\\end{tabular}",
        "\\begin{comment}",
        "\\verb|",
    ]
)
RST_PIECES = st.sampled_from(
    [
        ":math:`",
        "`",
        "``",
        "`x`:math:",
        ":ref:`a <b>`",
        ".. math::",
        ".. math:: x = 1",
        "   :label: a",
        ".. role:: m(math)",
        ":m:`y`",
        ".. default-role:: math",
        ".. code-block:: python",
        ".. note::",
        ".. raw:: latex",
        ".. list-table::",
        "   * - a",
        "     - b",
        ".. csv-table::",
        '"a, b"',
        ".. figure:: a.png",
        ".. [1] note",
        ".. _target:",
        ".. symformer: let x = 1",
        "..",
        ".. ",
        "\n   ",
        "\n      ",
        "\n\n   ",
        "\n",
        "\n\n",
        "\t",
        "::",
        "::\n\n    3 + 4 = 7\n",
        ">>> x",
        "| line",
        "+---+---+",
        "|",
        "+===+===+",
        "===  ===",
        "=====",
        "-----",
        '""""',
        "- ",
        "1. ",
        "(a) ",
        "#. ",
        ":field: ",
        "Title",
        "$",
        "$$",
        "$x_1$",
        "\\",
        "\\ ",
        "\\(",
        "\\)",
        "\\begin{align}",
        "\\end{align}",
        "{",
        "x = 3",
        "[1 2]",
        "```",
        "维度",
        "\r",
        "\r\n",
        "\x0c",
        "\u2028",
    ]
)
RST_NOTES = st.one_of(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=80),
    st.lists(st.one_of(RST_PIECES, st.just("\n")), max_size=40).map("".join),
)
NOTES = st.one_of(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=80),
    st.lists(PIECES, max_size=40).map("".join),
)


def check(document: Document) -> None:
    """The laws of a document."""
    text = document.source.text
    whole = Span(0, len(text))
    for part in (*document.prose, *document.formulas, *document.tables, *document.worksheets, *document.code):
        assert whole.contains(part.span), part
        assert part.span.start <= part.span.end
    for formula in document.formulas:
        assert formula.span.contains(formula.body)
        assert formula.body.contains(formula.latex.origin_span(Span(0, len(formula.text))))
        assert [f for f in document.formulas if f.span == formula.span] == [formula]
    for before, after in zip(document.formulas, document.formulas[1:], strict=False):
        assert before.span.end <= after.span.start
    for prose in document.prose:
        assert prose.span.contains(prose.text.origin_span(Span(0, len(prose.text.text))))
        for formula in prose.formulas:
            assert prose.span.contains(formula.span)
            assert formula in document.formulas
    for table in document.tables:
        for cell in (*table.header, *(c for row in table.rows for c in row)):
            assert table.span.contains(cell.span)
            several = document.format == "rst" and cell in table.header  # its words stand on several lines
            assert cell.span.slice(text) == cell.text or document.format == "tex" or several
    for one in document.sections:
        assert one.span.contains(one.heading)
        for other in document.sections:
            apart = one.span.end <= other.span.start or other.span.end <= one.span.start
            assert apart or one.span.contains(other.span) or other.span.contains(one.span)
    for part in (*document.annotations, *document.notices):
        assert whole.contains(part.span)
    for formula in document.formulas:
        start, end = document.source.places(formula.span)
        assert (start.line, start.column) <= (end.line, end.column)


@settings(max_examples=400, deadline=None)
@given(NOTES)
def test_any_text_is_a_markdown_document(text):
    check(read_document("note.md", text.encode("utf-8", "replace")))


@settings(max_examples=300, deadline=None)
@given(NOTES)
def test_any_text_is_a_latex_document(text):
    check(read_document("paper.tex", text.encode("utf-8", "replace")))


@settings(max_examples=400, deadline=None)
@given(RST_NOTES)
def test_any_text_is_a_restructuredtext_document(text):
    check(read_document("note.rst", text.encode("utf-8", "replace")))


@settings(max_examples=300, deadline=None)
@given(st.one_of(NOTES, RST_NOTES))
def test_any_text_is_a_plain_text(text):
    check(read_document("note.txt", text.encode("utf-8", "replace")))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["markdown", "code", "raw", "heading"]), NOTES, st.booleans()), max_size=4),
    st.booleans(),
)
def test_any_cells_are_a_notebook(cells, plain):
    listed = [
        {"cell_type": kind, "source": text.splitlines(keepends=True) if split else text} for kind, text, split in cells
    ]
    raw = json.dumps({"cells": listed, "metadata": {}}, ensure_ascii=plain, indent=1)
    document = read_document("n.ipynb", raw.encode("utf-8", "replace"))
    check(document)
    assert len(document.source.cells) == len(cells)
    if not document.notices:
        for cell, (_, text, _) in zip(document.source.cells, cells, strict=True):
            if not any("\ud800" <= c <= "\udfff" for c in text):
                assert cell.span.slice(document.source.text) == re.sub(r"\r\n?", "\n", text)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.sampled_from(["a.md", "a.ipynb", "a.tex", "a.rst", "a.txt", "a"]))
def test_any_bytes_give_a_document_or_a_clear_line(data, name):
    try:
        check(read_document(name, data))
    except UnreadableDocument as error:
        assert "\n" not in str(error)
        assert len(str(error)) > 20


@pytest.mark.parametrize("name", ["a.md", "a.ipynb", "a.tex", "a.rst", "a.txt"])
def test_an_empty_file_is_an_empty_document(name):
    document = read_document(name, b"")
    assert (document.formulas, document.prose, document.notices) == ((), (), ())
