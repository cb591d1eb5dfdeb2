"""reStructuredText: what is read as mathematics, as prose, as code; and where it stands."""

from __future__ import annotations

import pytest

from symformer.analysis import check
from symformer.documents.document import Document, Formula
from symformer.documents.reading import read_document


def read(text: str) -> Document:
    return read_document("note.rst", text.encode())


def formulas(text: str) -> list[str]:
    return [formula.text for formula in read(text).formulas]


def prose(text: str) -> list[str]:
    return [block.text.text for block in read(text).prose]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Take :math:`x_1`, and :math:`y`.", ["x_1", "y"]),
        ("Take `x_1`:math: and nothing.", ["x_1"]),
        ("The :math:`k`\\ th and the :math:`n`th of them.", ["k", "n"]),
        ("A :math:`d_k`-dimensional one (:math:`a`).", ["d_k", "a"]),
        (":math:`a`:math:`b`", ["a", "b"]),
        ("It goes :math:`a +\nb` over lines.", ["a +\nb"]),
        ("- It goes :math:`a +\n  b` over lines.", ["a +\nb"]),
        ("A set :math:`\\{x\\}` and a blank :math:`x\\ `.", ["\\{x\\}", "x\\"]),
        ("Not ``:math:`x```, but :math:`y`.", ["y"]),
        ("Not :math:`x and no more", []),
        ("Not \\:math:`x`", []),
        (":eq:`x` and :ref:`the :math one <x>`", []),
        (".. default-role:: math\n\nNow `x` and `y`.\n\n.. default-role::\n\nNow `z`.", ["x", "y"]),
        (".. role:: m(math)\n\nNow :m:`x` and :n:`y`.", ["x"]),
        ("`x` is code to many.", []),
        (":math:``x`` is a slip", []),
    ],
)
def test_roles(text, expected):
    assert formulas(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".. math:: a = b", [("a = b", None)]),
        (".. math::\n\n   a = b\n   + c\n\nWords.", [("a = b\n+ c", None)]),
        (".. math::\n   :label: one\n\n   a = b", [("a = b", "one")]),
        (".. math::\n   :label: one\n   a = b", [("a = b", "one")]),
        (".. math:: a = b\n   :label: one", [("a = b", "one")]),
        (".. math:: a\n   = b\n   :label: one\n\n   c = d", [("a\n= b", "one"), ("c = d", None)]),
        (".. math::\n\n   a = b\n\n   c = d\n\n\n   e = f", [("a = b", None), ("c = d", None), ("e = f", None)]),
        (
            ".. math::\n   :nowrap:\n\n   \\begin{align}\n   a &= b \\\\\n\n   c &= d\n   \\end{align}",
            [("\\begin{align}\na &= b \\\\\n\nc &= d\n\\end{align}", None)],
        ),
        (".. math::\n   :nowrap:\n\n   \\[ a = b \\]\n\n   $$ c = d $$", [("a = b", None), ("c = d", None)]),
        (".. math::\n   :nowrap:\n\n   \\begin{equation}\n   a = b\n   \\end{equation}", [("a = b", None)]),
        (".. math::\n\n   \\frac{a\n\n   }{b}", [("\\frac{a\n\n}{b}", None)]),
        (".. math::\n\n   a = b \\label{two}", [("a = b \\label{two}", "two")]),
        ("- item\n\n  .. math:: a\n\n  .. math::\n\n     b", [("a", None), ("b", None)]),
        (".. note::\n\n   .. math:: a", [("a", None)]),
        ("Words\n.. math:: a\n\nMore.", [("a", None)]),
        (".. math::\n\nWords", []),
        (".. math::\n\n\ta = b\n\n\tc = d", [("a = b", None), ("c = d", None)]),
    ],
)
def test_directives(text, expected):
    found = read(text).formulas
    assert [(formula.text, formula.label) for formula in found] == expected
    assert all(formula.display == "display" and formula.delimiter == ".. math::" for formula in found)


def test_the_places_of_formulas():
    text = "Über\n====\n\n.. math:: a\n   :label: x\n\n   b = c\n\n- then :math:`d\n  + e`\n"
    document = read(text)
    shown = [(f.span.slice(text), f.body.slice(text)) for f in document.formulas]
    assert shown == [(".. math:: a", "a"), ("b = c", "b = c"), (":math:`d\n  + e`", "d\n  + e")]
    places = [document.source.place(f.body.start) for f in document.formulas]
    assert [(place.line, place.column) for place in places] == [(4, 11), (7, 4), (9, 15)]
    last = document.formulas[-1]
    assert last.text == "d\n+ e"
    plus = last.latex.origin_span(type(last.span)(last.text.index("+"), last.text.index("+") + 1))
    assert plus.slice(text) == "+"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("With $x_1$ and $y$ we have $x$.", ["x_1", "y", "x"]),
        ("The $k$th one of $k$.", ["k", "k"]),
        ("A display $$a = b$$ within.", ["a = b"]),
        ("It costs $5 or $6, and $7.", []),
        ("Set $HOME/bin and $PATH first.", []),
        ("Between $5 and $x_1$ lies $6.", ["x_1"]),
        ("Run ``echo $A$`` first.", []),
        ("::\n\n   echo $A$ $x_1$\n\nIt costs $5.", []),
    ],
)
def test_dollars(text, expected):
    assert formulas(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        ".. raw:: latex\n\n   $x$ \\[ a = b \\]\n",
        ".. code-block:: python\n   :linenos:\n\n   x = ':math:`a`'\n",
        "Thus::\n\n   :math:`a`\n\n   .. math:: b\n",
        "Thus::\n\n> :math:`a`\n> def f(x):\n",
        "::\n\n   :math:`a`\n",
        ">>> f(':math:`a`')\n:math:`b`\n",
        ".. parsed-literal::\n\n   return :math:`a`\n",
        ".. a comment with :math:`a`\n   and .. math:: b\n",
        "..\n   .. math:: b\n",
        ".. |x| image:: a.png\n",
        ".. _target: https://example.org/:math:`a`\n",
        ".. image:: a.png\n   :alt: the :math:`a`\n",
        ".. toctree::\n\n   :math:`a`\n",
        ".. tikz::\n\n   \\node {$a$};\n",
    ],
)
def test_what_is_no_mathematics(text):
    document = read(text + "\nEnd.\n")
    assert document.formulas == ()
    assert [block.text.text for block in document.prose] in (["Thus::", "End."], ["End."])


def test_what_is_skipped_is_counted():
    text = ".. a comment :math:`a`\n\n.. raw:: html\n\n   x\n\n.. code::\n\n   f(x)\n\n.. graphviz::\n\n   a\n"
    assert read(text).skipped == {"code": 1, "comment": 1, "drawing": 1, "formula in comment": 1, "raw": 1}


def test_an_empty_comment_ends_nothing_else():
    assert formulas("..\n\n   A quote with :math:`a`.\n") == ["a"]


def test_sections_nest_by_the_order_of_their_underlines():
    text = "=====\nNote\n=====\n\nA\n-\n\nB\n~~~~\n\n1. C\n----\n\nText\n----\n\nD\n====\n"
    found = [(s.level, s.title, s.heading.slice(text)) for s in read(text).sections[1:]]
    assert found == [
        (1, "Note", "=====\nNote\n====="),
        (2, "A", "A\n-"),
        (3, "B", "B\n~~~~"),
        (2, "1. C", "1. C\n----"),
        (2, "Text", "Text\n----"),
        (4, "D", "D\n===="),
    ]


def test_a_title_may_hold_a_formula():
    document = read("The :math:`d_k` of it\n=====================\n")
    (heading,) = document.prose
    assert (heading.kind, [f.text for f in heading.formulas]) == ("heading", ["d_k"])


def test_rules_are_no_titles():
    document = read("Text.\n\n-----\n\nMore.\n")
    assert len(document.thematic_breaks) == 1
    assert len(document.sections) == 1


def test_lists_and_quotes():
    text = (
        "- one\n\n  more\n\n  1. deep\n     on\n  2) next\n- two\n\n  (iv) last\n\n   quote\n\nA. Einstein\nsaid so.\n"
    )
    found = [(b.kind, b.depth, b.ordinal, b.text.text) for b in read(text).prose]
    assert found == [
        ("item", 1, None, "one"),
        ("item", 1, None, "more"),
        ("item", 2, "1", "deep\non"),
        ("item", 2, "2", "next"),
        ("item", 1, None, "two"),
        ("item", 2, "iv", "last"),
        ("item", 2, None, "quote"),
        ("paragraph", 0, None, "A. Einstein\nsaid so."),
    ]


def test_other_blocks_of_text():
    text = (
        "term\n   its definition\n\n    quoted\n\n:field: said\n   on\n\n| line\n| other\n\n.. [1] A footnote.\n\n"
        ".. figure:: a.png\n   :width: 3\n\n   The caption.\n\n.. theorem:: Said\n\n   Then so.\n\n.. unknown:: f(x)\n\n   Done.\n"
    )
    found = [(b.kind, b.text.text) for b in read(text).prose]
    assert found == [
        ("paragraph", "term\nits definition"),
        ("quote", "quoted"),
        ("paragraph", "said\non"),
        ("paragraph", "line\nother"),
        ("paragraph", "A footnote."),
        ("caption", "The caption."),
        ("paragraph", "Said"),
        ("paragraph", "Then so."),
        ("paragraph", "Done."),
    ]


def test_marks_are_no_words():
    text = "See `the page <https://a.b>`_ and :term:`query`, :ref:`x`, :ref:`this <y>` of :math:`Q`\\ s."
    assert prose(text) == ["See the page and query, , this of :math:`Q`s."]


@pytest.mark.parametrize(
    "text",
    [
        "+---+-----------+\n| S | shape     |\n+===+===========+\n| a | :math:`|x|` |\n+---+-----------+\n| b | 2         |\n+---+-----------+\n",
        "==  ===========\nS   shape\n==  ===========\na   :math:`|x|`\nb   2\n==  ===========\n",
        '.. csv-table::\n   :header: S, shape\n\n   a, ":math:`|x|`"\n   b, 2\n',
        ".. csv-table::\n   :header-rows: 1\n   :delim: ;\n\n   S; shape\n   a; :math:`|x|`\n   b; 2\n",
        ".. list-table::\n   :header-rows: 1\n\n   * - S\n     - shape\n   * - a\n     - :math:`|x|`\n   * - b\n     - 2\n",
    ],
)
def test_tables(text):
    document = read(text)
    (table,) = document.tables
    assert [cell.text for cell in table.header] == ["S", "shape"]
    assert [[cell.text for cell in row] for row in table.rows] == [["a", ":math:`|x|`"], ["b", "2"]]
    assert all(cell.span.slice(text) == cell.text for row in table.rows for cell in row)
    assert [formula.text for formula in document.formulas] == ["|x|"]
    assert table.rows[0][1].span.contains(document.formulas[0].span)


def test_cells_of_several_lines_say_nothing_by_halves():
    text = "+------+-----+\n| of   | n   |\n| all  |     |\n+======+=====+\n| 1000 | 12  |\n| 000  |     |\n+------+-----+\n"
    (table,) = read(text).tables
    assert [cell.text for cell in table.header] == ["of all", "n"]
    assert [[cell.text for cell in row] for row in table.rows] == [["", "12"]]


def test_columns_are_counted_as_they_are_seen():
    text = "====  ====\n维度  值\n====  ====\n模型  512\n====  ====\n"
    (table,) = read(text).tables
    assert [[c.text for c in row] for row in (table.header, *table.rows)] == [["维度", "值"], ["模型", "512"]]


@pytest.mark.parametrize(
    ("text", "sheets"),
    [
        ("We add::\n\n   3 + 4 = 7\n\n   x = [1 2]\n", ["3 + 4 = 7\n\nx = [1 2]"]),
        (".. code-block:: text\n\n   3 + 4 = 7\n", ["3 + 4 = 7"]),
        (".. code-block::\n\n   3 + 4 = 7\n", ["3 + 4 = 7"]),
        (".. code-block:: python\n\n   x = 3 + 4 == 7\n", []),
        ("We run::\n\n   import numpy as np\n   x = 3 + 4\n", []),
    ],
)
def test_worksheets(text, sheets):
    assert [sheet.text.text.strip("\n") for sheet in read(text).worksheets] == sheets


def test_annotations_stand_in_comments():
    text = ".. symformer: let Q: n × d\n\n..\n   symformer: let K: m × d;\n   V: m × e\n\n.. symformer:: no directive\n"
    assert [each.text for each in read(text).annotations] == ["let Q: n × d", "let K: m × d;\nV: m × e"]


WRONG = (
    "With :math:`Q \\in \\mathbb{R}^{n \\times d_k}` and :math:`K \\in \\mathbb{R}^{m \\times d_k}` the scores are\n\n"
    ".. math::\n   :label: scores\n\n   S = Q K\n"
)


def test_a_fault_is_found_at_its_place():
    (finding,) = check(WRONG, name="note.rst").findings
    assert finding.rule == "inner-dimensions-differ"
    assert finding.problem.span.slice(WRONG) == "Q K"
    assert check(WRONG.replace("Q K", "Q K^\\top"), name="note.rst").findings == ()


def test_suppressions_stand_before_the_display():
    ignored = WRONG.replace(".. math", ".. symformer: ignore shapes because it is a test\n\n.. math")
    assert check(ignored, name="note.rst").findings == ()


def test_a_literal_block_is_calculated():
    report = check("We add::\n\n   3 + 4 = 8\n", name="note.rst")
    assert [finding.rule for finding in report.findings] == ["sum-differs"]


@pytest.mark.parametrize(
    "unit", ["- a\n", " - a\n  - b\n", "::\n\n  x\n\n", ":math:`x ", "`", "+-+\n", ".. math::\n\n"]
)
def test_no_depth_is_too_deep(unit):
    assert isinstance(read(unit * 3000), Document)


def test_a_staircase_is_read_to_its_foot():
    text = "".join(" " * (2 * k) + f"- step :math:`x_{{{k}}}`\n\n" for k in range(60))
    assert len(formulas(text)) == 60


def test_formulas_of_prose_are_those_of_the_document():
    document = read("One :math:`a` and\nother :math:`b`.\n\n- :math:`c`\n")
    inside: list[Formula] = [formula for block in document.prose for formula in block.formulas]
    assert inside == list(document.formulas)


def test_backslashes_that_a_program_doubled_are_single():
    (formula,) = formulas(".. math::\n\n   H = \\\\frac{a}{b} + 1 \\\\\\\\ W = \\\\sigma\n")
    assert formula.strip() == "H = \\frac{a}{b} + 1 \\\\ W = \\sigma"


def test_rows_of_a_display_stay_rows():
    (formula,) = formulas(".. math::\n\n   a = b \\\\\n   \\text{x} = c \\\\ d = e\n")
    assert formula.count("\\\\") == 2
