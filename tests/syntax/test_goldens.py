"""Every written form of the golden files gives its tree, and loses no character."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location("goldens", Path(__file__).with_name("goldens.py"))
assert _SPEC is not None and _SPEC.loader is not None
goldens = sys.modules.setdefault("goldens", importlib.util.module_from_spec(_SPEC))
_SPEC.loader.exec_module(goldens)

CASES = list(goldens.cases())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file}:{case.latex[:40]}")
def test_tree(case: goldens.Case) -> None:  # type: ignore[name-defined]
    assert case.expected is not None, "write it with: python tests/syntax/goldens.py"
    assert goldens.told(case.latex) == case.expected


def test_there_are_many_forms() -> None:
    assert len({case.latex for case in CASES}) >= 200


@pytest.mark.parametrize("file", ["names", "scripts", "products", "calls", "relations", "blocks"])
def test_sound_forms_are_read_whole(file: str) -> None:
    unread = [case.latex for case in CASES if case.file == f"{file}.txt" and "unread" in (case.expected or "")]
    assert unread == []
