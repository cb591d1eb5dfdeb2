"""Worksheets and what is understood of them: the cases stand in ``worksheets.txt``, one needs no Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from semantics.reading_words import read

from symformer.documents.document import Document, Worksheet
from symformer.semantics.worksheet_lines import lines_of
from symformer.semantics.worksheets import worked
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
                assert not (written.isascii() and written.isdigit()) or int(written) == abs(part.value) or part.value in (1, -1)


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 55


SIGNS = "x1 2.0[],()=≈|⎡⎣+-*/×√_^T\n:#"


@settings(max_examples=300, deadline=None)
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
    from symformer.semantics import worksheet_grids

    sheet = "".join(f"a{n} = [1, 2]\n     [3, 4]\n\nb = {n} × 2\n  = {2 * n}\n\n" for n in range(400))
    assert len(worked(paper(sheet), read).statements) == 800
    tall = "X = [1, 2]\n" + "    [3, 4]\n" * (worksheet_grids.MOST_ROWS - 1)
    assert len(lines_of(tall)) == 1
