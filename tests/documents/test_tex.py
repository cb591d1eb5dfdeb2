"""LaTeX documents."""

import time

import pytest

from symformer.documents.document import Document
from symformer.documents.reading import read_document
from symformer.semantics.model import build_model
from symformer.syntax.macros import collect_macros
from symformer.text.span import Span


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


def formulas(text: str) -> list[tuple[str, str]]:
    return [(f.text, f.display) for f in read(text).formulas]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\newcommand{\be}{\begin{equation}}\def\ee{\end{equation}} \be a = b \ee", r"\be a = b \ee"),
        (r"\newcommand{\bea}{\begin{eqnarray}}\newcommand{\eea}{\end{eqnarray}} \bea a &=& b \eea", r"\bea a &=& b \eea"),
        (r"\newcommand{\eq}[1]{\begin{equation}#1\end{equation}} \eq{a = {b}}", r"\eq{a = {b}}"),
        (r"\newcommand{\al}[1]{\begin{align}\begin{split}#1\end{split}\end{align}} \al{a &= b}", r"\al{a &= b}"),
        (r"\def\beq#1\eeq{\begin{equation}#1\end{equation}} \beq a = b \eeq", r"\beq a = b \eeq"),
        (r"\newenvironment{eqn}{\begin{equation}}{\end{equation}} \begin{eqn} a = b \end{eqn}", r"\begin{eqn} a = b \end{eqn}"),
        (r"\newcommand{\bd}{\[} \newcommand{\ed}{\]} \bd a = b \ed", r"\bd a = b \ed"),
        (r"\begin{dmath} a = b \end{dmath}", "a = b"),
        (r"\begin{displaymath} a = b \end{displaymath}", "a = b"),
        (r"\begin{IEEEeqnarray}{rCl} a &=& b \IEEEyesnumber \end{IEEEeqnarray}", None),
        (r"\begin{alignat}{2} a &= b \end{alignat}", None),
        (r"\begin{flalign*} a &= b \end{flalign*}", None),
        (r"\begin{subequations}\begin{align} a &= b \end{align}\end{subequations}", r"\begin{align} a &= b \end{align}"),
        (r"\begin{align} a &= b \intertext{and} c &= d \end{align}", None),
    ],
)  # fmt: skip
def test_displays_in_every_dress_are_found_and_read(text: str, expected: str | None) -> None:
    document = read(text)
    (formula,) = document.formulas
    assert (formula.text, formula.display) == (expected or text, "display")
    (understood,) = build_model(document).formulas
    assert understood.tree.read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\newcommand{\dk}{$d_k$\xspace} Of size \dk here.", r"\dk"),
        (r"\newcommand{\R}{\ensuremath{\mathbb{R}}} Numbers in \R are real.", r"\R"),
        (r"\newcommand{\at}[2][x]{\ensuremath{#1_{#2}}} Now \at[y]{3} is set.", r"\at[y]{3}"),
        (r"So \ensuremath{a_1} it is.", "a_1"),
        (r"So \begin{math}a_1\end{math} it is.", "a_1"),
        (r"\newcommand{\R}{\mathbb{R}} In text $\R$ is defined.", r"\R"),
        (r"\newif\ifdraft \ifdraft $no$ \else $x$ \fi", "x"),
        (r"\newif\ifdraft\drafttrue \ifdraft $x$ \else $no$ \fi", "x"),
        (r"\iffalse $no$ \ifnum 1>2 $no$ \fi $no$ \fi $x$", "x"),
        (r"$x$ \endinput $no$", "x"),
        (r"\tikz[red] \draw node {$no$}; $x$ \tikz{\node{$no$};}", "x"),
        (r"\begin{circuitikz}$no$\end{circuitikz}\begin{forest}$no$\end{forest}\begin{picture}(1,1)$no$\end{picture}$x$", "x"),
        (r"\begin{minted}{python}$no$\end{minted}\lstinline{$no$}\mintinline{c}|$no$| $x$", "x"),
        (r"\url{http://a.b/c%20d} and $x$", "x"),
    ],
)  # fmt: skip
def test_inline_formulas_are_found_where_they_are_shown(text: str, expected: str) -> None:
    assert formulas(text) == [(expected, "inline")]


def test_a_preamble_and_a_package_hold_no_text() -> None:
    assert read("\\documentclass{book}\n\\title{On $x$}\n").formulas == ()
    package = read_document("own.sty", b"\\newcommand{\\R}{$r$} $x$")
    assert (package.formulas, package.prose) == ((), ())
    assert collect_macros(package.definitions).keys() == {"R"}


def test_definitions_in_comments_and_listings_do_not_count() -> None:
    text = "% \\newcommand{\\a}{1}\nx % \\def\\b{2}\n\\begin{verbatim}\n\\def\\c{3}\n\\end{verbatim}\n\\def\\zz{4}\n"
    assert collect_macros(read(text).definitions).keys() == {"zz"}


def test_words_are_read_without_their_markup() -> None:
    text = "{\\bf The} \\emph{query}~$q$ \\textcolor{red}{is} \\model{} of Eq.~\\eqref{a}, see~\\cite[p. 2]{b}: 50\\%.\\vspace{1em}"
    (prose,) = read(text).prose
    assert " ".join(prose.text.text.split()) == "The query $q$ is model of Eq. , see : 50%."
    q = prose.text.text.index("q$")
    assert prose.text.origin_span(Span(q, q + 1)).slice(text) == "q"


def test_a_footnote_is_lifted_out_of_its_sentence() -> None:
    first, second = read("Let $n$\\footnote{But $m$ differs.} be one.").prose
    assert (first.text.text, [f.text for f in first.formulas]) == ("Let $n$ be one.", ["n"])
    assert (second.text.text, [f.text for f in second.formulas]) == ("But $m$ differs.", ["m"])


def test_statements_carry_their_name_and_title() -> None:
    text = (
        "\\newtheorem{thm}{Theorem}\n\\begin{thm}[On $m$]\\label{t} All $k$.\n\nMore $l$.\\end{thm}\n"
        "\\begin{proof} Clear. \\end{proof} After $x$."
    )
    found = [(p.environment, p.kind, " ".join(p.text.text.split())) for p in read(text).prose]
    assert found == [
        ("theorem", "caption", "On $m$"), ("theorem", "paragraph", "All $k$."), ("theorem", "paragraph", "More $l$."),
        ("proof", "paragraph", "Clear."), (None, "paragraph", "After $x$."),
    ]  # fmt: skip


def test_frames_have_titles_and_overlays_say_nothing() -> None:
    text = (
        "\\begin{frame}<2>[plain]{On \\emph{tea}}\n\\begin{itemize}[<+->]\\item<1-> \\only<2>{A} cup $c$ \\pause\n\\end{itemize}"
        "\\begin{block}{Note $b$} Text. \\end{block}\\end{frame}\\frametitle<1>{Next}"
    )
    document = read(text)
    assert [s.title for s in document.sections] == ["", "On tea", "Next"]
    found = [(p.kind, " ".join(p.text.text.split())) for p in document.prose]
    assert found == [
        ("heading", "On tea"), ("item", "A cup $c$"), ("caption", "Note $b$"), ("paragraph", "Text."), ("heading", "Next"),
    ]  # fmt: skip


def test_wide_and_long_tables() -> None:
    text = (
        "\\begin{tabularx}{\\textwidth}{lX} \\toprule a & b \\\\ \\cmidrule(lr){1-2} 1 & 2 \\tabularnewline \\end{tabularx}"
        "\\begin{longtable}[c]{ll} c & d \\\\ \\endhead 3 & 4 \\\\ \\end{longtable}"
    )
    found = [[[c.text for c in row] for row in (t.header, *t.rows)] for t in read(text).tables]
    assert found == [[["a", "b"], ["1", "2"]], [["c", "d"], ["3", "4"]]]


def test_arguments_of_environments_are_no_text() -> None:
    text = "\\begin{minipage}[t]{0.5\\textwidth} In it. \\end{minipage}\\begin{multicols}{2} Two. \\end{multicols}"
    assert [p.text.text.strip() for p in read(text).prose] == ["In it.", "Two."]


GOOD = (
    "\\section{On \\emph{it} $x$} % remark\nLet $Q \\in \\R$\\footnote{See \\cite{a} for $d$.} be~given, \\dk.\n"
    "\\begin{theorem}[Big $n$] So\n\\begin{align} a &= b \\\\ c &= d \\end{align}\n\\end{theorem}\n"
    "\\newcommand{\\dk}{$d_k$} \\verb|$x$| 50\\%\n\\begin{enumerate}\\item one $y$ \\item[$z$] two\\end{enumerate}\n\n"
)
BAD = "$a \\( \\begin{equation} \\footnote{ \\section{ \\begin{theorem}[ \\ensuremath{ \\newcommand{\\a}{ \\iffalse \\tikz \\ifx "


@pytest.mark.parametrize("unit", [GOOD, BAD + "\n", BAD], ids=["good", "bad", "one line"])
def test_time_grows_with_length(unit: str) -> None:
    def seconds(characters: int) -> float:
        text = unit * (characters // len(unit))
        started = time.process_time()
        read(text)
        return time.process_time() - started

    seconds(10_000)
    assert min(seconds(160_000) for _ in range(2)) < 10 * max(min(seconds(40_000) for _ in range(3)), 0.005)
