"""Every rule has a place where it is expected to speak: a literate case, and a note of the casebook if it is loud."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from literate import literate_tests

from symformer.rules.rule import Rule
from symformer.rules.selection import all_rules

ROOT = Path(__file__).resolve().parent
CASEBOOK = ROOT.parent / "notes" / "casebook"

LITERATE = {
    expected.rule
    for path in (ROOT / "rules").glob("*.md")
    for test in literate_tests(path)
    for expected in test.expected
}
IN_CASEBOOK = {
    rule
    for path in CASEBOOK.glob("*.*")
    for head in re.findall(r"casebook: expects (.*)", path.read_text("utf-8"))
    for rule in re.findall(r"([\w-]+) at line \d+", head)
}


# too-long needs a very long note, file-not-included a folder:
# tests/documents/test_limits.py, tests/faces/test_included.py
SHOWABLE = [each for each in all_rules() if each.id not in ("too-long", "file-not-included")]


@pytest.mark.parametrize("rule", SHOWABLE, ids=lambda rule: rule.id)
def test_a_literate_case_expects_the_rule(rule: Rule) -> None:
    assert rule.id in LITERATE


@pytest.mark.parametrize(
    "rule",
    [each for each in SHOWABLE if each.level != "info" and not each.pedantic and each.compare is None],
    ids=lambda rule: rule.id,
)
def test_a_note_of_the_casebook_has_the_fault(rule: Rule) -> None:
    assert rule.id in IN_CASEBOOK


def test_each_fault_of_the_casebook_is_of_a_known_rule() -> None:
    assert {rule.id for rule in all_rules()} >= IN_CASEBOOK
    assert len(list(CASEBOOK.glob("*.right.*"))) >= 200
