"""What whole notes declare: ``declarations.txt`` holds sentences, lists, tables and code, and what each says."""

from __future__ import annotations

from pathlib import Path

import pytest

from symformer.documents.reading import read_document
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import build_model
from symformer.terms.show import show

CASES = Path(__file__).with_name("declarations.txt")


def _cases() -> list[tuple[str, list[str]]]:
    """Each note with the lines that say what it declares."""
    found: list[tuple[str, list[str]]] = []
    for case in CASES.read_text(encoding="utf-8").split("\n---\n"):
        lines = [line for line in case.splitlines() if not line.startswith("% ")]
        note = [line for line in lines if not line.startswith("> ")]
        found.append(("\n".join(note).strip("\n"), [line[2:] for line in lines if line.startswith("> ")]))
    return found


def _shaped(declarations: tuple[Declaration, ...]) -> set[str]:
    return {
        f"{show(d.symbol)} : {' × '.join(map(show, d.sizes)) or 'scalar'}" for d in declarations if d.sizes is not None
    } | {f"{show(d.symbol)} : scalar" for d in declarations if d.role == "scalar" and d.sizes is None}


def _said(declarations: tuple[Declaration, ...]) -> set[str]:
    concepts = {f"{show(d.symbol)} ~ {d.concept}" for d in declarations if d.concept is not None}
    return concepts | {f"{show(d.symbol)} = {show(d.value)}" for d in declarations if d.value is not None}


@pytest.mark.parametrize(("note", "expected"), _cases())
def test_what_a_note_declares(note: str, expected: list[str]) -> None:
    """Every shape that is listed and no other; every concept and value that is listed."""
    declarations = build_model(read_document("note.md", note.encode())).table.declarations
    assert _shaped(declarations) == {line for line in expected if " : " in line}
    assert {line for line in expected if " : " not in line} - {"nothing"} <= _said(declarations)


def test_every_case_says_something() -> None:
    """A case without expectations would test nothing but that the program runs."""
    assert all(note and expected for note, expected in _cases())
