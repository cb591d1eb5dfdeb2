"""LaTeX documents."""

from symformer.documents.document import Document
from symformer.documents.reading import read_document


def read(text: str) -> Document:
    return read_document("paper.tex", text.encode())


def test_only_the_body_is_read():
    document = read("\\newcommand{\\R}{$r$}\n\\begin{document}\nLet $x \\in \\R$.\n\\end{document}\n$y$")
    assert [f.text for f in document.formulas] == ["x \\in \\R"]


def test_all_kinds_of_formulas():
    text = (
        "A $a$, \\(b\\), \\[ c \\], $$d$$ and\n"
        "\\begin{equation}\\label{eq:e} e % not $this$\n = 1 \\end{equation}\n"
        "\\begin{align*} f &= g \\\\[2pt] h &= i \\end{align*}\n"
        "\\$5 and \\verb|$x$| and \\\\[3pt] end $j$\n"
    )
    found = [(f.text, f.display, f.environment, f.label) for f in read(text).formulas]
    assert found == [
        ("a", "inline", None, None),
        ("b", "inline", None, None),
        ("c", "display", None, None),
        ("d", "display", None, None),
        ("\\label{eq:e} e \n= 1", "display", "equation", "eq:e"),
        ("\\begin{align*} f &= g \\\\[2pt] h &= i \\end{align*}", "display", "align*", None),
        ("j", "inline", None, None),
    ]


def test_comments_verbatim_and_drawings_are_skipped_and_counted():
    text = (
        "% $a$\n$x$ 50\\% $y$\n\\begin{lstlisting}\n$b$\n\\end{lstlisting}\n"
        "\\begin{tikzpicture}$c$\\end{tikzpicture}\n\\iffalse $d$ \\fi\n"
    )
    document = read(text)
    assert [f.text for f in document.formulas] == ["x", "y"]
    assert document.skipped == {"code": 1, "comment": 2, "drawing": 1}


def test_annotations_stand_in_comments():
    assert [a.text for a in read("% symformer: let d = 4\n%% symformer: ignore-file\n").annotations] == [
        "let d = 4",
        "ignore-file",
    ]


def test_sections_nest_and_have_titles():
    document = read("\\section{One \\textbf{two}}\\label{s}\na\n\\subsection*{Sub $x$}\nb\n\\section{Three}\nc\n")
    assert [(s.level, s.title) for s in document.sections] == [
        (0, ""), (2, "One two"), (3, "Sub $x$"), (2, "Three"),
    ]  # fmt: skip
    assert document.sections[1].span.contains(document.sections[2].span)


def test_a_paragraph_holds_its_displays():
    text = "Take\n% a remark\n\\begin{equation}\nS = A B\n\\end{equation}\nwhere $B$ is square.\n\nNext.\n"
    document = read(text)
    first, second = document.prose
    assert [f.text for f in first.formulas] == ["S = A B", "B"]
    assert second.text.text == "Next."


def test_items_have_depth_and_ordinal():
    text = "\\begin{enumerate}\n\\item a\n\\begin{itemize}\\item[$x$] b\\end{itemize}\n\\item c\n\\end{enumerate}\nd"
    found = [(p.kind, p.depth, p.ordinal, p.text.text) for p in read(text).prose]
    assert found == [
        ("item", 1, "1", "a"), ("item", 2, "$x$", "[$x$] b"), ("item", 1, "2", "c"), ("paragraph", 0, None, "d"),
    ]  # fmt: skip


def test_tabular_is_a_table():
    text = "\\begin{tabular}{l|c}\n\\hline\na & $x & y$ \\\\ \\midrule\n1 \\& 2 & 3 \\\\\n\\end{tabular}"
    (table,) = read(text).tables
    assert [c.text for c in table.header] == ["a", "$x & y$"]
    assert [[c.text for c in row] for row in table.rows] == [["1 \\& 2", "3"]]


def test_a_formula_ends_with_its_paragraph():
    document = read("It costs $5.\n\nLet $x$ be.\n\n$$ a\n\nText $y$.")
    assert [f.text for f in document.formulas] == ["x", "y"]
    assert [n.kind for n in document.notices] == ["delimiters-out-of-step"]
