"""Worksheets and what is understood of them: the cases stand in ``worksheets.txt``, one needs no Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from semantics.reading_words import read

from symformer.analysis import analyse, check
from symformer.documents.document import Document, Worksheet
from symformer.faces.understood import as_json, understood
from symformer.findings.report import Report
from symformer.semantics.carriers.worksheet_lines import lines_of
from symformer.semantics.carriers.worksheets import worked
from symformer.settings import Settings
from symformer.terms.show import show_styled
from symformer.terms.term import Number, walk
from symformer.text.source import Source
from symformer.text.span import Span

FILE = Path(__file__).with_name("worksheets.txt")


def cases() -> Iterator[tuple[str, list[str]]]:
    body = "\n".join(line for line in FILE.read_text("utf-8").split("\n") if not line.startswith("# "))
    for case in body.split("\n---\n"):
        lines = case.strip("\n").split("\n")
        sheet = [line for line in lines if not line.startswith("> ")]
        yield "\n".join(sheet), [line[2:].strip() for line in lines if line.startswith("> ")]


CASES = list(cases())


def paper(body: str) -> Document:
    source = Source.of("note.md", body)
    return Document(source, "markdown", worksheets=(Worksheet(Span(0, len(body)), source.mapped),))


@pytest.mark.parametrize(("sheet", "expected"), CASES, ids=[sheet.split("\n")[0][:40] for sheet, _ in CASES])
def test_understood(sheet: str, expected: list[str]) -> None:
    made = worked(paper(sheet), read)
    told = [(statement.span.start, show_styled(statement.term)) for statement in made.statements]
    told += [(span.start, "-") for span in made.unread]
    assert [line for _, line in sorted(told)] == expected


@pytest.mark.parametrize("sheet", [sheet for sheet, _ in CASES], ids=[sheet.split("\n")[0][:40] for sheet, _ in CASES])
def test_each_number_stands_where_it_points(sheet: str) -> None:
    for statement in worked(paper(sheet), read).statements:
        for part in walk(statement.term):
            if isinstance(part, Number) and part.printed is not None and "e" not in part.printed.text:
                written = statement.place(part.origin).slice(sheet).replace("−", "-").replace(",", "").strip("-")
                assert (
                    not (written.isascii() and written.isdigit())
                    or int(written) == abs(part.value)
                    or part.value in (1, -1)
                )


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 55


SIGNS = "x1 2.0[],()=≈|⎡⎣+-*/×√_^T\n:#"


@settings(max_examples=300)
@given(st.text(alphabet=SIGNS, max_size=60))
def test_any_text_is_read_and_every_line_leads_back(text: str) -> None:
    for line in lines_of(text):
        for at in range(len(line.text.text)):
            place = line.text.origin_span(Span(at, at + 1))
            assert 0 <= place.start <= place.end <= len(text)
    made = worked(paper(text), read)
    assert all(0 <= span.start <= span.end <= len(text) for span in made.unread)
    assert all(0 <= each.span.start <= each.span.end <= len(text) for each in made.statements)


def test_the_work_grows_with_the_sheet() -> None:
    from symformer.semantics.carriers import worksheet_grids

    sheet = "".join(f"a{n} = [1, 2]\n     [3, 4]\n\nb = {n} × 2\n  = {2 * n}\n\n" for n in range(400))
    assert len(worked(paper(sheet), read).statements) == 800
    tall = "X = [1, 2]\n" + "    [3, 4]\n" * (worksheet_grids.MOST_ROWS - 1)
    assert len(lines_of(tall)) == 1


NOTEBOOK = """{{"cells": [
 {{"cell_type": "code", "source": ["show()"], "metadata": {{}}, "execution_count": 1,
  "outputs": [{{"output_type": "stream", "name": "stdout", "text": {printed}}}]}},
 {{"cell_type": "markdown", "metadata": {{}}, "source": ["And so $q_1^\\\\top q_1 = {square}$."]}}
], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}"""


def notebook(printed: list[str], square: str) -> Report:
    return check(NOTEBOOK.format(printed=json.dumps(printed), square=square), name="note.ipynb")


def test_what_a_cell_printed_under_a_name_is_its_value() -> None:
    printed = ["q_1:\n", "[[0.3000000]\n", " [0.4000000]]\n", "With shape: (2, 1)\n"]
    assert notebook(printed, "0.25").findings == ()
    assert [finding.rule for finding in notebook(printed, "0.75").findings] == ["value-differs"]


def test_what_a_cell_printed_is_not_judged() -> None:
    assert notebook(["2 * 3 = 7\n", "q_1 = [0.3, 0.4] = [0.4, 0.3]\n"], "0.75").findings == ()
    assert notebook(["q_1:\n", "[0.3 ... 0.4]\n"], "0.75").findings == ()


def test_lines_that_were_not_read_are_counted_and_shown() -> None:
    note = "```\n2 × 3 = 6\nQ = X of the query\nW = [1, 2]\n    [3]\n```\n"
    found = analyse("note.md", note.encode(), Settings())
    assert (found.report.statistics.stated, found.report.statistics.unread_lines) == (1, 2)
    shown = understood(found)
    assert [(each.place.line, each.place.column, each.lines) for each in shown] == [
        (2, 1, ("2 × 3 = 6",)), (3, 1, ()), (4, 1, ())
    ]  # fmt: skip
    rows = json.loads(as_json(shown, "note.md"))
    assert rows["formulas"] == []
    assert [row["reason"] is None for row in rows["statements"]] == [True, False, False]
    assert rows["statements"][0]["text"] == "2 × 3 = 6"


def test_a_wrong_number_points_at_its_own_digits() -> None:
    note = "> ```\n> A = [1, 2]\n>     [3, 4]\n>\n> A + A = [2, 4]   # twice\n>         [6, 9]\n> ```\n"
    (finding,) = check(note).findings
    start = finding.problem.span.start
    assert note[start : finding.problem.span.end] == "9"
    assert note.count("\n", 0, start) == 5
