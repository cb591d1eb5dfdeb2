from __future__ import annotations

from dataclasses import replace

import pytest
from reporters.samples import NOTE, SUM, notebook, report, unreadable

from symformer.findings.finding import Finding, Problem
from symformer.findings.report import Report
from symformer.reporters.reporter import RenderOptions
from symformer.reporters.screen import ANSI, clip, columns, printable
from symformer.reporters.text import SHOWN_FIRST, TEXT
from symformer.text.source import Source
from symformer.text.span import Span

WHOLE = """\
tea.md:3:8 error[inner-dimensions-differ]: cannot multiply A (2 × 3) by A (2 × 3)
    3 | $$ B = A A $$
      |        ^^^ inner sizes 3 and 2
    1 | Let $A$ be 2 × 3.    A declared here
   help: try A A^\\top
tea.md:5:12 warning[sum-differs]: the sum is 2, not 3
    5 | so 1 + 1 = 3, and later 3 again
      |            ^^
   carried on: line 5, prints 3, which becomes 2
not decided  3: undeclared symbol  let B: 2 × 2
read 2 of 2 formulas, shapes known in 1, skipped 3 · 4 claims: 2 hold, 1 wrong, 1 not decided · 1 remark hidden: --info
"""


def test_the_screen() -> None:
    assert TEXT.render((report(),), RenderOptions()) == WHOLE


def test_remarks_are_shown_when_asked_for() -> None:
    shown = TEXT.render((report(),), RenderOptions(info=True))
    assert "info[sum-differs]" in shown
    assert "hidden" not in shown


def test_one_line_per_finding_and_nothing_else() -> None:
    assert TEXT.render((report(),), RenderOptions(quiet=True)).count("\n") == 2


def test_colours_come_and_go() -> None:
    assert "\x1b" not in TEXT.render((report(),), RenderOptions())
    coloured = TEXT.render((report(),), RenderOptions(colour=True))
    assert ANSI["error"] in coloured
    assert ANSI["warning"] in coloured


def many(number: int) -> Report:
    text = "x" * number
    findings = tuple(
        Finding(str(at), "r", "error" if at % 2 else "warning", Problem(Span(at, at + 1), "m")) for at in range(number)
    )
    return Report("many.md", Source.of("many.md", text), findings)


def test_twenty_are_shown_first_and_the_rest_counted() -> None:
    shown = TEXT.render((many(60),), RenderOptions())
    assert shown.count("error[r]") == SHOWN_FIRST
    assert "and 10 errors and 30 warnings: -w" in shown


def test_all_are_shown_when_asked_for() -> None:
    shown = TEXT.render((many(60),), RenderOptions(warnings=True))
    assert (shown.count("error[r]"), shown.count("warning[r]")) == (30, 30)
    assert shown.index("warning[r]") > shown.rindex("error[r]")
    assert "-w" not in shown


def test_a_notebook_names_its_cell() -> None:
    shown = TEXT.render((notebook(),), RenderOptions())
    assert shown.startswith("n.ipynb:3:15 (cell 0, line 2) error[sum-differs]")
    assert '    2 | say "x" = 3\n      |           ^\n' in shown


def test_an_unreadable_document_is_counted() -> None:
    shown = TEXT.render((report(), unreadable()), RenderOptions())
    assert shown.endswith("1 document not checked whole\n")


def test_no_documents_at_all() -> None:
    assert TEXT.render((), RenderOptions()) == "no formulas found in 0 documents\n"


@pytest.mark.parametrize("width", [30, 40, 80])
def test_long_lines_are_clipped_around_the_fault(width: int) -> None:
    text = "比 " * 400 + "FAULT" + " word" * 400
    span = Span(text.index("FAULT"), text.index("FAULT") + 5)
    finding = replace(SUM, problem=Problem(span, "m"))
    shown = TEXT.render((Report("a.md", Source.of("a.md", text), (finding,)),), RenderOptions(width=width))
    quoted, carets = shown.splitlines()[1:3]
    assert columns(quoted) <= width
    assert "FAULT" in quoted
    assert columns(carets[: carets.index("^")]) == columns(quoted[: quoted.index("FAULT")])
    assert carets.count("^") == 5


def test_a_note_cannot_steer_the_terminal() -> None:
    text = "a\x1b[31mb\u202e\x07"
    finding = replace(SUM, problem=Problem(Span(0, 1), "quotes \x1b[2J"))
    shown = TEXT.render((Report("\x1b.md", Source.of("", text), (finding,)),), RenderOptions(warnings=True))
    assert not set(shown) & {"\x1b", "\u202e", "\x07"}


def test_a_line_as_long_as_a_file_is_quick_to_quote() -> None:
    text = "x" * 5_000_000
    findings = tuple(replace(SUM, problem=Problem(Span(at, at + 1), "m")) for at in range(0, 5_000_000, 250_000))
    shown = TEXT.render((Report("a.md", Source.of("a.md", text), findings),), RenderOptions())
    assert len(shown) < 10_000


def test_clipping_keeps_what_fits() -> None:
    assert clip("short", 1, 2, 80) == ("short", 1, 2)
    line, start, end = clip("a" * 100, 0, 100, 20)
    assert (start, len(line)) == (0, 18)
    assert end == 16


def test_printable_keeps_the_length() -> None:
    assert len(printable(NOTE)) == len(NOTE)
