r"""Formulas of every written form, each with what it means in one line: written by hand, then compared.

The files of ``faithful/`` hold records between empty lines: a formula (behind ``given: …``, names that
are known of the note), then, set in by four blanks, a line for each statement as ``symformer read``
shows it.  ``tree: …`` is the tree of what is written, where that must leave open what types decide;
``reports: …`` are the kinds of the problems told of it.  A record whose lines begin with ``> `` is a
small document.  A heading ``# row: …`` names the written form that the records below it cover.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from symformer.analysis import analyse
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary, vocabulary_of
from symformer.settings import Settings
from symformer.syntax.nodes import leaves
from symformer.syntax.parser import parse
from symformer.syntax.show import sexpr
from symformer.terms.show import show_styled

FOLDER = Path(__file__).with_name("faithful")
FORMS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "forms.tsv"
LEFT_OUT = ("wishes.txt",)  # not read as they should be yet


@dataclass(frozen=True, slots=True)
class Case:
    """One record: what is written, and what is expected of it."""

    file: str
    row: str
    written: str
    given: str
    lines: tuple[str, ...]
    tree: str
    reports: str
    is_document: bool


def cases() -> Iterator[Case]:
    """Every record of every file, with the written form it stands under."""
    for path in sorted(FOLDER.glob("*.txt")):
        if path.name not in LEFT_OUT:
            yield from cases_of(path)


def cases_of(path: Path) -> Iterator[Case]:
    """The records of one file."""
    row = ""
    for record in path.read_text(encoding="utf-8").split("\n\n"):
        lines = record.strip("\n").split("\n")
        if lines[0].startswith("# "):
            row = lines[0][2:]
            continue
        told = [line.strip() for line in lines if line.startswith("    ")]
        written = [line for line in lines if not line.startswith("    ")]
        given = written.pop(0)[7:] if written[0].startswith("given: ") else ""
        marked = {
            key: line.removeprefix(key) for key in ("tree: ", "reports: ") for line in told if line.startswith(key)
        }
        yield Case(
            path.name,
            row,
            "\n".join(line[2:] if line.startswith(">") else line for line in written),
            given,
            tuple(line for line in told if not line.startswith(("tree: ", "reports: "))),
            marked.get("tree: ", ""),
            marked.get("reports: ", ""),
            written[0].startswith(">"),
        )


CASES = list(cases())
FORMULAS = [case for case in CASES if not case.is_document]
DOCUMENTS = [case for case in CASES if case.is_document]


def known(given: str) -> Vocabulary:
    """The names that a record takes as known: ``functions f, g; scalars n``."""
    roles = [part.split(maxsplit=1) for part in given.split(";") if part.strip()]
    return Vocabulary(**{role: frozenset(name.strip() for name in names.split(",")) for role, names in roles})


def told(case: Case) -> tuple[str, ...]:
    """What is said of a formula, a line for each statement."""
    tree = parse(case.written)
    vocabulary = vocabulary_of([tree]).joined(known(case.given))
    return tuple(composed(show_styled(term)) for term in lower_formula(tree, vocabulary))


def told_of_document(case: Case) -> tuple[str, ...]:
    """Every statement of a document, whether it stands in a formula, in words, a table or a worksheet."""
    model = analyse("note.md", case.written.encode(), Settings()).model
    assert model is not None
    return tuple(composed(show_styled(statement.term)) for statement in model.statements)


def composed(line: str) -> str:
    return unicodedata.normalize("NFC", line)


def name_of(case: Case) -> str:
    return f"{case.file}:{case.written[:50]}"


@pytest.mark.parametrize("case", FORMULAS, ids=name_of)
def test_read_as_it_is_meant(case: Case) -> None:
    assert told(case) == tuple(map(composed, case.lines))


@pytest.mark.parametrize("case", [case for case in FORMULAS if case.tree], ids=name_of)
def test_open_in_the_tree(case: Case) -> None:
    assert sexpr(parse(case.written)) == case.tree


@pytest.mark.parametrize("case", FORMULAS, ids=name_of)
def test_nothing_is_lost_and_nothing_kept_quiet(case: Case) -> None:
    tree = parse(case.written)
    assert "".join(leaf.span.slice(case.written) for leaf in leaves(tree.root)) == case.written
    assert ", ".join(sorted({problem.kind for problem in tree.problems})) == case.reports


@pytest.mark.parametrize("case", DOCUMENTS, ids=name_of)
def test_document_read_as_it_is_meant(case: Case) -> None:
    assert told_of_document(case) == tuple(map(composed, case.lines))


def test_there_are_many() -> None:
    assert len({(case.written, case.given) for case in FORMULAS}) >= 330


@pytest.mark.skipif(not FORMS.is_file(), reason="the table of written forms does not stand beside the project")
def test_every_written_form_is_covered() -> None:
    rows = FORMS.read_text(encoding="utf-8").splitlines()[1:]
    covered = {case.row.removeprefix("row:").strip() for case in CASES}
    assert [form for form in (row.split("\t")[0].strip() for row in rows) if form not in covered] == []
