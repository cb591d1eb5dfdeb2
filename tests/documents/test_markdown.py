"""Markdown as authors write it."""

import pytest

from symformer.documents.document import Document
from symformer.documents.reading import read_document
from symformer.text.span import Span


def read(text: str) -> Document:
    return read_document("note.md", text.encode())


def formulas(text: str) -> list[str]:
    return [f.text for f in read(text).formulas]


FOUND = [
    ("Let $x$ be.", ["x"]),
    ("Let $ x $ be.", ["x"]),
    ("A sum $$a+b$$ in a sentence.", ["a+b"]),
    ("$$\na = b\n$$", ["a = b"]),
    ("- item:\n  $$\n  a\n  - b\n  $$\n", ["a\n- b"]),
    ("- item\n\n      $$\n      a = b\n      $$\n", ["a = b"]),
    ("> $$\n> a\n> = b\n> $$", ["a\n= b"]),
    ("> > $x\n> > \\cdot y$", ["x\n\\cdot y"]),
    (r"Let \(Q\) and \[ K = 1 \] be.", ["Q", "K = 1"]),
    ("A \\\\(Q_i\\\\) is", ["Q_i"]),
    (r"\\[ \\begin{pmatrix} a \\\\ b \\end{pmatrix} \\]", [r"\begin{pmatrix} a \\ b \end{pmatrix}"]),
    ("\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}", ["\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}"]),
    ("\\begin{equation*}\na = b\n\\end{equation*}", ["a = b"]),
    ("```math\na = b\n```", ["a = b"]),
    ("~~~math\na = b\n~~~", ["a = b"]),
    ("```{math}\n:label: eq\na = b\n```", ["a = b"]),
    (":::{math}\na = b\n:::", ["a = b"]),
    ("GitLab $`a_1`$ too", ["a_1"]),
    ("`$x$` is code, $y$ is not", ["y"]),
    ("A stray `` 1`` `` and $y$", ["y"]),
    ("1``\n\n$x$ and ``` `` $y$", ["x", "y"]),
    (r"It costs \$5 and $x$ is 3.", ["x"]),
    ("It costs $5 and $10.", []),
    ("It costs $3.50.", []),
    ("From $5M to $7M, with $x$ fixed", ["x"]),
    ("Tickets ($20 each) or $x$", ["x"]),
    ("Set $HOME and $PATH and let $x$ be", ["x"]),
    ("It is 5$ or 10$, with $x$", ["x"]),
    ("| $5 | $10 |\n|---|---|\n| $x$ | R$ 20 |", ["x"]),
    ("\\[ a\n\\[ b \\\\[2pt] = c \\]", ["b \\\\[2pt] = c"]),
    ("\\begin{align} a\n\n\\begin{align} b \\end{align}", ["\\begin{align} b \\end{align}"]),
    (r"Take $W\_i^Q$ and $d\_{\text{a\_b}}$, $BW\_math$", [r"W_i^Q", r"d_{\text{a\_b}}", r"BW\_math"]),
    ("The number $5$ and $3.5$", ["5", "3.5"]),
    ("With $3 \\times 4$ and $2x$", ["3 \\times 4", "2x"]),
    ("$x$\n\n$y", ["x"]),
    ("$a\n\nb$", []),
    ("A set ${0, 1, ..., V-1}$ of", ["{0, 1, ..., V-1}"]),
    ("see \\[1\\] and \\[link\\] and \\(see the text below\\)", []),
    ("```python\ncost = '$x$ $y$'\n```\n$z$", ["z"]),
    ("    $x$ in code\n\n$z$", ["z"]),
    ("<!-- $x$ -->\n$z$ <!-- $$ -->", ["z"]),
    ("<!--\n$$\nx\n\ny\n$$\n-->\n$z$", ["z"]),
    ("<script>let a = '$x$'</script>\n\n$z$", ["z"]),
    ('<img alt="$x$" src="a.png"/> and $z$', ["z"]),
    ("<div>\nHere $x$.\n</div>", ["x"]),
    ("<details>\n<summary>Sum $s$</summary>\n\n$$\nx\n$$\n</details>", ["s", "x"]),
    ("| a | b |\n|---|---|\n| $|x|$ | $y$ |", ["|x|", "y"]),
    ("```{note}\nHere $x$.\n```\nand $y$", ["x", "y"]),
    ("::: {.callout}\nHere $x$.\n:::\n", ["x"]),
    ("---\ntitle: $x$\n---\n$y$", ["y"]),
    ("---\n\n### A\n\n$$\nx\n$$\n\nwhere:\n\n---\n", ["x"]),
    ("$$\na &lt; b\n$$", ["a < b"]),
    ("$$\n\\begin{matrix} a \\\\\\\\ b \\end{matrix}\n$$", ["\\begin{matrix} a \\\\ b \\end{matrix}"]),
    ("$$\n\na = b\n\n$$\n\nText.", ["a = b"]),
    ("$$\r\na = b\r\n$$\r\n", ["a = b"]),
    ("$a <b$ and $c> d$", ["a <b", "c> d"]),
    ("$x$-axis, $y$s and ($z$)", ["x", "y", "z"]),
    ("中文$x$中文", ["x"]),
    ("The $n$-th of $n$", ["n", "n"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_formulas_are_found_and_nothing_else(text, expected):
    assert formulas(text) == expected


@pytest.mark.parametrize(("text", "expected"), [case for case in FOUND if case[1]])
def test_each_formula_leads_back_to_its_characters(text, expected):
    document = read(text)
    for formula in document.formulas:
        first = formula.latex.origin_span(Span(0, 1)).slice(document.source.text)
        assert first.startswith((formula.text[0], "\\", "&"))


@pytest.mark.parametrize(
    ("text", "kind", "count"),
    [
        ("It costs $5 and $10.", "price", 2),
        ("```python\nx\n```\n\n    y = f()\n", "code", 2),
        ("<!-- a --> <!-- b -->", "comment", 2),
        ("<!-- $x$ and $$y$$ -->", "formula in comment", 2),
        ("<style>a</style>", "html", 1),
        ("`$x$`", "inline code", 1),
        ("$$ a", "unmatched display", 1),
    ],
)
def test_what_is_not_read_is_counted(text, kind, count):
    assert read(text).skipped[kind] == count


def test_a_list_item_holds_its_display_and_what_follows():
    (item,) = read("1. **Scores**:\n   Given $A$, take:\n   $$\n   S = A B\n   $$\n   where $B$ is square.\n").prose
    assert (item.kind, item.ordinal, item.depth) == ("item", "1", 1)
    assert item.text.text.startswith("**Scores**:\nGiven $A$, take:\n$$\nS = A B\n$$\nwhere")
    assert [f.text for f in item.formulas] == ["A", "S = A B", "B"]


def test_a_display_between_paragraphs_stands_alone():
    document = read("We take\n\n$$\na = b\n$$\n\nwhere $b$ is given.\n")
    assert [p.text.text for p in document.prose] == ["We take", "where $b$ is given."]
    assert [f.display for f in document.formulas] == ["display", "inline"]


def test_lines_that_look_like_markdown_within_a_display_start_nothing():
    document = read("Take\n$$\na\n=\n- b\n+ c\n# d\n$$\n".replace("# d\n", "> e\n") + "and $x$.")
    assert [p.kind for p in document.prose] == ["paragraph"]
    assert len(document.sections) == 1


def test_a_rule_under_a_display_is_a_rule():
    document = read("$$\na = b\n$$\n---\nText")
    assert len(document.thematic_breaks) == 1
    assert len(document.sections) == 1


def test_sections_reach_to_the_next_heading_of_their_level():
    text = "# A\na\n## B\nb\n### C\nc\n## D\nd\n# E $x$\n"
    document = read(text)
    titles = [(s.level, s.title, s.span.slice(text).count("\n")) for s in document.sections]
    assert titles == [(0, "", 9), (1, "A", 8), (2, "B", 4), (3, "C", 2), (2, "D", 2), (1, "E $x$", 1)]


def test_prose_is_stripped_of_quote_marks_and_comments():
    text = "> one\n> two <!-- c --> three\n"
    (prose,) = read(text).prose
    assert (prose.kind, prose.text.text) == ("quote", "one\ntwo  three")
    assert prose.text.origin_span(Span(4, 7)).slice(text) == "two"


def test_table_cells_have_exact_spans():
    text = "- item\n\n  | $a|b$ | `c` |\n  |:--|--:|\n  | 1 \\| 2 | $3$ |\n"
    (table,) = read(text).tables
    assert [c.text for c in table.header] == ["$a|b$", "`c`"]
    assert [[c.text for c in row] for row in table.rows] == [["1 \\| 2", "$3$"]]
    assert all(c.span.slice(text) == c.text for row in (table.header, *table.rows) for c in row)


@pytest.mark.parametrize(
    "text",
    [
        "```\n(0.5 × 0.2) + (0.1 × 0.4) = 0.14\n```",
        "```text\nX = [[1, 2], [3, 4]]\n```",
        "```\nA = 0.5*B\n```",
        "```plaintext\nscore = 3*2 + 1*4 = 10\n```",
        "```\n3.6 MB × 8 = 28.8 MB\n```",
        "```\nm = 4\nd = 1.25\n```",
        "    q · k = 1*2 + 3*4 = 14\n",
    ],
)
def test_hand_calculation_is_a_worksheet(text):
    document = read(text)
    assert len(document.worksheets) == 1
    assert document.code == ()


@pytest.mark.parametrize(
    "text",
    [
        "```python\nx = 1 + 2 * 3\n```",
        "```\nimport numpy as np\nx = np.array([[1, 2], [3, 4]])\n```",
        "```\n$ pip install x\n```",
        "```\nsrc/\n  main.py\n```",
        "```\ntensor([[1.0, 2.0], [3.0, 4.0]])\n```",
        "```bash\nA=0.5\n```",
    ],
)
def test_programs_are_code(text):
    document = read(text)
    assert document.worksheets == ()
    assert len(document.code) == 1


def test_annotations_are_read_and_other_comments_are_not():
    document = read("<!-- symformer: let K: m × d_k;\n  d = 4 -->\n<!-- TODO -->\n")
    assert [a.text for a in document.annotations] == ["let K: m × d_k;\n  d = 4"]
    assert document.skipped == {"comment": 1}


def test_an_odd_display_delimiter_does_not_invert_the_rest():
    text = "$$\na = b\n\n## Next\n\nSome words about the sum:\n\n$$\nc = d\n$$\n\nThe end, with\n\n$$\ne\n$$\n"
    document = read(text)
    assert [f.text for f in document.formulas] == ["c = d", "e"]
    (notice,) = document.notices
    assert notice.kind == "delimiters-out-of-step"
    assert "lines 1 to 2" in notice.message


def test_a_stray_closing_delimiter_does_not_invert_the_rest():
    text = "a = b\n$$\n\nSome words about the following sum:\n\n$$\nc = d\n$$\n"
    assert formulas(text) == ["c = d"]


def test_labels_and_environments_are_kept():
    (formula,) = read("$$\n\\begin{equation}\\label{eq:one}\na\n\\end{equation}\n$$").formulas
    assert (formula.label, formula.environment, formula.delimiter) == ("eq:one", "equation", "$$")


@pytest.mark.parametrize(
    "text",
    ["$$a$$ (eq:one)", "$$\na\n$$ {#eq:one}", "$$a$$\n:eqlabel:`eq:one`", "```{math}\n:label: eq:one\na\n```"],
)
def test_names_written_around_a_display_are_its_label(text):
    assert [f.label for f in read(text).formulas] == ["eq:one"]


def test_nested_lists_have_depth():
    items = [(p.depth, p.ordinal, p.text.text) for p in read("1. a\n   - b\n     more\n2. c\n").prose]
    assert items == [(1, "1", "a"), (2, None, "b\nmore"), (1, "2", "c")]
