r"""No letter or digit of a formula is lost on the way to its tree, and none changes case or place.

Leaves join to the input by construction; here it is checked that no letter or digit hides in a blank or
a mark, but for what carries no mathematics (labels, tags, colours, lengths, the names of environments),
and that names, numbers and words say what is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from symformer.documents.reading import read_document
from symformer.syntax.commands import command
from symformer.syntax.macros import collect_macros, expand
from symformer.syntax.nodes import Kind, Node, leaves
from symformer.syntax.parser import parse
from tests.syntax.test_canonical import CASES
from tests.syntax.test_total import SOUND

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "docs"
COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?|.)", re.DOTALL)
COMMENT = re.compile(r"(?<!\\)%[^\n]*")
LENGTH = re.compile(r"-?[\d.]+\s*(?:mu|em|ex|pt|cm|mm|in|bp|sp|px|\\[a-z]+)?")


def hidden(latex: str) -> list[str]:
    """The letters and digits of blanks and marks that some command's arguments do not explain."""
    found: list[str] = []
    carrier = ""  # the command whose arguments are no mathematics
    for leaf in leaves(parse(latex).root):
        written = leaf.span.slice(latex)
        if leaf.kind not in (Kind.SPACE, Kind.MARK):
            if leaf.kind is not Kind.MISSING:
                carrier = ""
            continue
        named = COMMAND.match(written)
        if named is not None:
            carrier = named.group()[1:]
            written = written[named.end() :]
        rest = re.sub(r"[^A-Za-z0-9]", "", LENGTH.sub("", COMMAND.sub("", COMMENT.sub("", written))))
        if rest and not explains(carrier):
            found.append(f"{rest} behind \\{carrier}")
    return found


def explains(name: str) -> bool:
    """Whether a command has arguments that are no mathematics."""
    row = command(name) or command(name.rstrip("*"))
    return row is not None and (
        row.role in ("begin", "end", "ignored", "arrow", "stack") or set("iod") & set(row.arguments) != set()
    )


def told(leaf: Node, latex: str) -> bool:
    """Whether a name, number or word says what is written."""
    written = leaf.span.slice(latex)
    match leaf.kind:
        case Kind.NAME if written.isascii() and not written.startswith("\\"):
            return leaf.text == ("T" if written == ".T" else written)  # K.T, as in code
        case Kind.NUMBER if written.isascii():
            return re.sub(r"[^0-9.]", "", leaf.text) == re.sub(r"[^0-9.]", "", written)
        case Kind.WORD if written.startswith("\\"):
            inside = COMMAND.sub("", written) or written  # a command alone: what stands over a sign
            return letters(leaf.text) == letters(inside)
        case Kind.WORD:
            return letters(leaf.text) == letters(written.replace("\\", ""))
    return True


def letters(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", text)


def check(latex: str) -> None:
    assert hidden(latex) == []
    assert [leaf for leaf in leaves(parse(latex).root) if not told(leaf, latex)] == []


@pytest.mark.parametrize("latex", [*SOUND, *CASES])
def test_nothing_hides_in_blanks_and_marks(latex: str) -> None:
    check(latex)


@pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpus of notes at {CORPUS}: own formulas only")
def test_nothing_is_lost_in_the_corpus() -> None:
    lost = [(latex, what) for latex in corpus_formulas() if (what := hidden(latex))]
    changed = [latex for latex in corpus_formulas() for leaf in leaves(parse(latex).root) if not told(leaf, latex)]
    assert lost == []
    assert changed == []


def corpus_formulas() -> Iterator[str]:
    """Every formula of every fifth document, with the document's macros expanded."""
    for path in sorted(path for path in CORPUS.rglob("*") if path.suffix in (".md", ".ipynb", ".tex"))[::5]:
        document = read_document(str(path), path.read_bytes())
        macros = collect_macros(document.source.text)
        yield from {expand(formula.latex, macros).text for formula in document.formulas}
