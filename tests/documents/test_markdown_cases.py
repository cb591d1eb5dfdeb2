"""The cases of ``cases/markdown_formulas.txt``: what is found in a text, of which kind, and what is noticed."""

import re
from pathlib import Path

import pytest

from symformer.documents.reading import read_document

CASES = Path(__file__).with_name("cases") / "markdown_formulas.txt"


def cases():
    listed = []
    for case in re.split(r"^=== ", CASES.read_text("utf-8"), flags=re.M)[1:]:
        name, _, rest = case.partition("\n")
        found = re.findall(r"^=> (inline|display) (.*)$", rest, re.M)
        expected = [(kind, latex.replace("⏎", "\n")) for kind, latex in found]
        notices = re.findall(r"^=! (.*)$", rest, re.M)
        text = re.sub(r"^=[>!] .*\n?", "", rest, flags=re.M)
        listed.append(pytest.param(text, expected, notices, id=name))
    return listed


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize(("text", "expected", "notices"), cases())
def test_formulas_are_found_where_they_are_and_nothing_else(text, expected, notices, ending):
    document = read_document("note.mdx", text.replace("\n", ending).encode())
    assert [(f.display, f.text.replace("\r\n", "\n")) for f in document.formulas] == expected
    assert len(document.notices) == len(notices)
    for notice, words in zip(document.notices, notices, strict=True):
        assert words in notice.message
