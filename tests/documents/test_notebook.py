"""Notebooks: cells, positions in the raw JSON, bad files."""

import json

import pytest

from symformer.documents.document import UnreadableDocument
from symformer.documents.reading import read_document
from symformer.text.span import Span


def notebook(*cells: dict[str, object], **more: object) -> bytes:
    return json.dumps({"cells": list(cells), "metadata": {}, **more}, indent=1).encode()


def markdown(*source: str) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": list(source)}


def code(source: str, *outputs: dict[str, object]) -> dict[str, object]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def test_a_formula_leads_to_its_line_in_the_raw_file():
    data = notebook(markdown("# A\n"), markdown("Wir prüfen\n", "\n", "$$\n", "a = \\frac{1}{2} \\\\\n", "$$\n"))
    document = read_document("n.ipynb", data)
    (formula,) = document.formulas
    assert formula.text == "a = \\frac{1}{2} \\\\"
    start, end = document.source.places(formula.body)
    lines = data.decode().split("\n")
    assert "$$" in lines[start.line - 1]
    assert (start.cell, start.cell_line, end.cell_line) == (1, 3, 5)
    fraction = formula.latex.origin_span(Span(4, 9))
    assert document.source.raw_span(fraction).slice(document.source.raw) == "\\\\frac"


def test_surrogates_and_escapes_are_one_character_each():
    document = read_document("n.ipynb", notebook(markdown('\U0001f525 "é" $x$')))
    (formula,) = document.formulas
    assert document.source.text == '\U0001f525 "é" $x$'
    assert document.source.raw_span(formula.span).slice(document.source.raw) == "$x$"
    assert document.source.raw_span(Span(0, 1)).slice(document.source.raw) == "\\ud83d\\udd25"


def test_code_is_never_mathematics_and_keeps_what_it_printed():
    shown = {"output_type": "stream", "text": ["0.5\n"]}, {"output_type": "execute_result", "data": {"text/plain": "7"}}
    document = read_document("n.ipynb", notebook(code("x = '$y$'\n# symformer: let d = 4\n", *shown)))
    assert document.formulas == ()
    assert document.code[0].outputs == ("0.5\n", "7")
    assert [(a.text, a.span.slice(document.source.text)) for a in document.annotations] == [
        ("let d = 4", "# symformer: let d = 4")
    ]


def test_sections_span_cells():
    document = read_document("n.ipynb", notebook(markdown("# A"), code("1"), markdown("$x$"), markdown("# B")))
    first = next(s for s in document.sections if s.title == "A")
    assert first.span.contains(document.formulas[0].span)
    assert first.span.end == document.source.cells[3].span.start


def test_an_odd_delimiter_ends_with_its_cell():
    document = read_document("n.ipynb", notebook(markdown("$$ a"), markdown("$$\nb\n$$")))
    assert [f.text for f in document.formulas] == ["b"]


def test_the_old_format_is_read():
    old = {
        "worksheets": [
            {
                "cells": [
                    {"cell_type": "heading", "level": 2, "source": ["A"]},
                    markdown("$x$"),
                    {"cell_type": "code", "input": ["1"]},
                ]
            }
        ]
    }
    document = read_document("n.ipynb", json.dumps(old).encode())
    assert [s.title for s in document.sections] == ["", "A"]
    assert [f.text for f in document.formulas] == ["x"]
    assert document.code[0].text == "1"


def test_formulas_in_headings_of_the_old_format_are_read():
    old = {"worksheets": [{"cells": [{"cell_type": "heading", "level": 1, "source": ["On $x$"]}]}]}
    document = read_document("n.ipynb", json.dumps(old).encode())
    assert [f.text for f in document.formulas] == ["x"]
    assert [(p.kind, p.text.text) for p in document.prose] == [("heading", "On $x$")]
    assert document.sections[1].title == "On $x$"


@pytest.mark.parametrize(
    ("metadata", "found"),
    [
        ({"raw_mimetype": "text/markdown"}, ["x"]),
        ({"format": "text/latex"}, ["x"]),
        ({}, []),
        ({"format": "text/x-rst"}, []),
    ],
)
def test_raw_cells_are_read_where_they_are_said_to_hold_text(metadata, found):
    document = read_document("n.ipynb", notebook({"cell_type": "raw", "metadata": metadata, "source": "Let $x$"}))
    assert [f.text for f in document.formulas] == found


def test_no_cells_is_an_empty_document():
    assert read_document("n.ipynb", notebook()).source.text == ""


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "not valid JSON"),
        (b"# A note", "not valid JSON"),
        (b"[]", "no notebook"),
        (b'{"a": 1}', "no notebook"),
        (b"[" * 100_000, "not valid JSON"),
        (b'"cells"', "no notebook"),
        (b'{"cells": 7}', '"cells" is not a list'),
        (b'{"cells": null}', '"cells" is not a list'),
        (b'{"worksheets": {}}', '"worksheets" is not a list'),
        (b"\x89PNG\x00\x01", "binary"),
    ],
)
def test_what_is_no_notebook_is_refused_in_one_line(data, message):
    with pytest.raises(UnreadableDocument, match=message) as caught:
        read_document("n.ipynb", data)
    assert "\n" not in str(caught.value)
