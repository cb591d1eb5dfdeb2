"""Pieces of Markdown spliced at random, seeded: no exception, spans nest, and a formula behind a heading is read.

``SYMFORMER_SPLICES=100000 python -m pytest tests/documents/test_markdown_splices.py`` runs more.
"""

import os
import random
import re
from pathlib import Path

from symformer.documents.reading import read_document
from tests.documents.test_fuzz import check

CASES = Path(__file__).with_name("cases") / "markdown_formulas.txt"
ROUNDS = int(os.environ.get("SYMFORMER_SPLICES", "400"))
MARKS = (
    "$",
    "$$",
    "`",
    "```",
    "\\[",
    "\\]",
    "\\(",
    "<!--",
    "-->",
    "\\begin{align}",
    "\\end{align}",
    "> ",
    "- ",
    "\n\n",
    "|",
)
# what hides all that follows, a heading included, in every renderer
HIDES = re.compile(r"```|~~~|<!--|\{/\*|<(?:script|style|pre|textarea|svg|math)\b|String\.raw|\{[{%]|\bexport\b", re.I)


def spliced(chance: random.Random, texts: list[str]) -> str:
    """Parts of a few texts one after the other, with some marks put in and some characters taken out."""
    pieces = []
    for _ in range(chance.randint(1, 4)):
        text = chance.choice(texts)
        start = chance.randrange(len(text))
        pieces.append(text[start : start + chance.randint(1, 200)])
        pieces.append(chance.choice(("", "\n", "\n\n", chance.choice(MARKS))))
    made = "".join(pieces)
    at = chance.randrange(len(made) + 1)
    return made[:at] + made[at + chance.randint(0, 3) :]


def test_spliced_notes_are_read_and_what_follows_a_heading_is_not_lost():
    chance = random.Random(20)
    texts = [text for text in re.split(r"^===.*\n", CASES.read_text("utf-8"), flags=re.M)[1:] if text.strip()]
    for _ in range(ROUNDS):
        text = spliced(chance, texts)
        document = read_document("note.md", text.encode())
        check(document)
        followed = read_document("note.md", (text + "\n\n## Next\n\nAt last $z_9$ and\n\n$$\nw_9\n$$\n").encode())
        check(followed)
        if not HIDES.search(text):
            assert [f.text for f in followed.formulas][-2:] == ["z_9", "w_9"], text
