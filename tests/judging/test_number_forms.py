"""Every form of number that notes write is read: the right result is left in peace, a wrong one is found."""

from pathlib import Path

import pytest

from symformer.analysis import analyse
from symformer.settings import Settings

LINES = (Path(__file__).parent / "number_forms.txt").read_text("utf-8").splitlines()
FORMS = [tuple(part.strip() for part in line.split(" | ")) for line in LINES if line and not line.startswith("#")]


def said(text: str) -> list[str]:
    """What is said at error and at warning."""
    done = analyse("note.md", text.encode("utf-8"), Settings())
    assert done.report.failures == ()
    return [each.problem.message for each in done.report.findings if each.level != "info"]


@pytest.mark.parametrize(("text", "right", "wrong"), FORMS)
def test_a_right_result_is_left_in_peace(text: str, right: str, wrong: str) -> None:
    assert said(text.replace("@", right)) == []


@pytest.mark.parametrize(("text", "right", "wrong"), [each for each in FORMS if each[2] != "~"])
def test_a_wrong_result_is_found(text: str, right: str, wrong: str) -> None:
    assert said(text.replace("@", wrong)) != []
