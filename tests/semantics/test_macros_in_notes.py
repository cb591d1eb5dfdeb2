"""What macros do in a note: where findings point, what is declared of them, what is not read."""

from __future__ import annotations

import pytest

from symformer.analysis import analyse, check
from symformer.documents.reading import read_document
from symformer.findings.report import Report
from symformer.semantics.model import build_model
from symformer.settings import Settings
from symformer.terms.show import show_styled


def understood(note: str, *let: str, name: str = "note.md") -> list[str]:
    return [show_styled(s.term) for s in build_model(read_document(name, note.encode()), let).statements]


def places(report: Report) -> list[tuple[int, int, int]]:
    assert report.source is not None
    found = [report.source.places(finding.problem.span) for finding in report.findings]
    return [(start.line, start.column, end.column) for start, end in found]


@pytest.mark.parametrize(
    ("note", "place"),
    [
        ("$$\\newcommand{\\wrong}{1 + 1 = 3}$$\n\nSo $x = \\wrong$ then.\n", (3, 9, 15)),
        ("$$\\newcommand{\\sum3}[1]{#1}\\newcommand{\\plus}[2]{#1 + #2}$$\n\n$\\plus{1}{1} = \\plus{0}{3}$\n", (3, 16, 27)),
        ("---\nmacros: {three: \"3\"}\n---\n\nSo $1 + 1 = \\three$.\n", (5, 13, 19)),
    ],
)  # fmt: skip
def test_a_finding_in_an_expansion_points_at_the_use(note: str, place: tuple[int, int, int]) -> None:
    assert places(check(note)) == [place]


def test_macros_of_looks_are_read_through() -> None:
    preamble = "\\newcommand{\\blu}[1]{{\\color{blue}#1}}\n\\newcommand{\\p}{\\,\\text{.}}\n\\newcommand{\\hl}[1]{\\colorbox{red}{$#1$}}\n"
    body = "\\begin{document}\n$\\blu{x} + \\blu{y_1} = z\\p$ and $x + y_1 = z$\n\\end{document}"
    first, second = understood(preamble + body, name="a.tex")
    assert first == second


@pytest.mark.parametrize("carrier", ["<!-- symformer: {} -->\n\n", "settings"])
def test_the_kind_of_a_macro_can_be_declared(carrier: str) -> None:
    said = r"let \oc{..}: colour; let \p: punctuation; let \vx{}: font; \tn{..}{..}: color; let \OP: operator"
    let = (said,) if carrier == "settings" else ()
    head = "" if carrier == "settings" else carrier.format(said)
    plain = understood("$x + y = z$\n")
    assert understood(head + r"$\oc{x} + \tn{red}{y} = z \p$" + "\n", *let) == plain
    assert understood(head + r"$\vx{x} + y = z$" + "\n", *let) != plain
    assert "OP" in understood(head + r"$\OP(x) = z$" + "\n", *let)[0]


def test_what_is_defined_nowhere_stays_unread_and_is_named() -> None:
    (formula,) = build_model(read_document("n.md", rb"$\mystery{x} = 1$")).formulas
    assert not formula.tree.read
    assert [problem.message for problem in formula.tree.problems if problem.fatal] == ["\\mystery is not known"]


def test_a_macro_without_end_is_a_problem_of_its_formula() -> None:
    model = build_model(read_document("n.md", rb"$$\def\a{\b\b}\def\b{\a}$$ Then $x + \a$ and $1 + 1 = 2$."))
    told = [[problem.kind for problem in formula.tree.problems if problem.fatal][:1] for formula in model.formulas]
    assert told[1:] == [["macro-limit"], []]
    assert model.formulas[1].tree.problems[0].span.slice(model.formulas[1].latex.text) == "\\a"


def test_bombs_in_every_formula_cost_little() -> None:
    bomb = "".join(rf"\def\{chr(97 + i)}{{\{chr(98 + i)}\{chr(98 + i)}}}" for i in range(25))
    wide = r"\def\wide{" + "x + " * 2_000 + "y}"
    note = f"$${bomb}{wide}$$\n\n" + "".join(rf"$\a + {n}$ and $\wide + {n}$" + "\n\n" for n in range(300))
    model = build_model(read_document("n.md", note.encode()))
    kinds = {problem.kind for formula in model.formulas for problem in formula.tree.problems}
    assert "macro-limit" in kinds
    assert sum(len(formula.latex.text) for formula in model.formulas) < 500_000 + 10 * len(note)


def test_settings_may_hold_kinds_of_macros() -> None:
    report = analyse("n.md", rb"So $1 + \oc{1} = 3$.", Settings(let=(r"\oc{..}: colour",))).report
    assert [finding.rule for finding in report.findings] == ["sum-differs"]
