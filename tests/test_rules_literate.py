"""Every note in ``tests/rules`` has the findings that stand beside its lines, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from literate import LiterateTest, differences, literate_tests

FOLDER = Path(__file__).parent / "rules"
FILES = sorted(FOLDER.glob("*.md"))
TESTS = [test for path in FILES for test in literate_tests(path)]


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_note(test: LiterateTest) -> None:
    assert differences(test) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_expectation_is_read(path: Path) -> None:
    """A comment that is misspelt would expect nothing and pass."""
    written = len(re.findall(r"<!-- *(?:error|warning|info)\b", path.read_text("utf-8")))
    assert written == sum(len(test.expected) for test in literate_tests(path))


def test_a_missing_and_an_unexpected_finding_are_told() -> None:
    silent = LiterateTest("", "no mathematics\n", "md", ())
    assert differences(silent) == []
    loud = LiterateTest("", "<!-- symformer: ignore no-such-rule because it is a test -->\n", "md", ())
    assert len(differences(loud)) == 1
