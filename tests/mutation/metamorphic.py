r"""Notes that say the same as another note: under other letters, with rows for columns, in another order.

What the program says of a note may not depend on any of this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase

import numpy as np
from faults import Mutant
from judge import Run, Unreadable, Wrong
from latex import Node, parse, plain
from sheets import Note

MATHEMATICS = re.compile(
    r"\$\$.+?\$\$|\$[^$]+\$|\\\[.+?\\\]|\\\(.+?\\\)"
    r"|\\begin\{((?:align|equation|gather)\*?)\}.+?\\end\{\1\}|\|[^|\n]*(?=\|)",
    re.DOTALL,
)
# commands, words, sets, transposes: what no renaming may touch
KEPT = re.compile(
    r"\\(?:text|mathrm|operatorname|mathbb|mathcal|textrm|textit|begin|end|label|mathsf|tag)\*?\s*\{[^{}]*\}|\\[A-Za-z]+"
    r"|\^\s*(?:T|\{\s*(?:T|\\top)\s*\})(?![A-Za-z])|[A-Za-z]{3,}"
)
LETTER = re.compile(r"[A-Za-z]")
# transposes, losses, the identity, the reals, complexity; a bias, differentials, e, and what counts by custom
CAPITALS_KEPT, SMALL_KEPT = frozenset("TLJECIRO"), frozenset("bdeijklt")


class NotDual(Exception):
    """The note holds something whose transpose this module does not know how to write."""


# -- other letters -------------------------------------------------------------------------------------


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether its letters are names."""
    at = 0
    for formula in MATHEMATICS.finditer(text):
        yield text[at : formula.start()], False
        inner, at = formula.start(), formula.end()
        for kept in KEPT.finditer(text, formula.start(), formula.end()):
            yield text[inner : kept.start()], True
            yield kept.group(), False
            inner = kept.end()
        yield text[inner : formula.end()], True
    yield text[at:], False


def renamed(text: str, letters: Mapping[str, str]) -> str:
    """The text with other letters in its formulas."""
    return "".join(
        LETTER.sub(lambda found: letters.get(found.group(), found.group()), piece) if named else piece
        for piece, named in pieces(text)
    )


def names_in(text: str) -> set[str]:
    """The single letters that are names in the formulas of a text."""
    return {letter for piece, named in pieces(text) if named for letter in LETTER.findall(piece)}


def fresh_letters(text: str, shift: int = 3) -> dict[str, str]:
    """Other letters for all names that are free to be called otherwise: each class of letters turned round."""
    used = names_in(text)
    found: dict[str, str] = {}
    for alphabet, kept in ((ascii_uppercase, CAPITALS_KEPT), (ascii_lowercase, SMALL_KEPT)):
        free = [letter for letter in alphabet if letter not in kept]
        own = [letter for letter in free if letter in used]
        for letter in own:
            found[letter] = free[(free.index(letter) + shift) % len(free)]
    return found


# -- rows for columns ----------------------------------------------------------------------------------

SIZE = (
    r"(?:(?:\d*[A-Za-z](?:_(?:\w|\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}))?(?:\^\d)?|\\sqrt\{[^{}]*(?:\{[^{}]*\})?\}|\d+)\s?)+"
)
SIZES = re.compile(rf"(?<!\\times )(?<![A-Za-z\\_])({SIZE})(\s*\\times\s*)({SIZE})(?!\s*\\times)")
WORDS = {"row": "column", "column": "row", "rows": "columns", "columns": "rows", "Rows": "Columns", "Columns": "Rows"}


def dual(note: Note, mutant: Mutant | None = None) -> str:
    """The note with every matrix transposed: sizes exchanged, products turned round, rows called columns.

    Of a mutant, the note with its fault.  Raises NotDual where entries of matrices are written out.
    """
    text, sheet = (note.text, note.sheet) if mutant is None else (mutant.text, mutant.sheet)
    if sheet.indices or sheet.functions:
        raise NotDual("entries")
    run = Run(note.sheet)
    run.shapes()
    at, written = 0, []
    for latex in sheet.equations:
        found = text.find(latex, at)
        start = found if found >= 0 else text.index(latex)
        at = start
        written.append((start, start + len(latex), _relation(latex, run)))
    for start, end, turned in sorted(set(written), reverse=True):
        text = text[:start] + turned + text[end:]
    return "".join(SIZES.sub(_exchanged, piece) if formula else _words(piece) for piece, formula in _formulas(text))


def _exchanged(sizes: re.Match[str]) -> str:
    blank = " " * (len(sizes[3]) - len(sizes[3].rstrip()))
    return f"{sizes[3].rstrip()} {sizes[2].strip()} {sizes[1].rstrip()}{blank}"


def _formulas(text: str) -> Iterator[tuple[str, bool]]:
    at = 0
    for formula in MATHEMATICS.finditer(text):
        yield text[at : formula.start()], False
        yield formula.group(), True
        at = formula.end()
    yield text[at:], False


def _words(text: str) -> str:
    return re.sub(r"\b(?:rows?|columns?|Rows|Columns)\b", lambda found: WORDS[found.group()], text)


def _relation(latex: str, run: Run) -> str:
    tree = parse(latex, run.notation)
    return _with_parts(latex, tree, run, 0, len(latex))


def _with_parts(latex: str, node: Node, run: Run, start: int, end: int) -> str:
    """The text of a node with each of its parts turned."""
    made, at = "", start
    for part in sorted(node.parts, key=lambda part: part.start):
        if part.kind == "space":
            continue
        begin = _with_command(latex, part.start) if part.kind == "product" else part.start
        made += latex[at:begin] + _turned(latex, part, run)
        at = part.end
    return made + latex[at:end]


def _turned(latex: str, node: Node, run: Run) -> str:
    match node.kind:
        case "block" | "joined" | "total" | "dots":
            raise NotDual(node.kind)
        case "product" if set(node.text.split("|")) <= {"", "·", "/"}:
            return _product(latex, node, run)
        case "name" | "number":
            return latex[node.start : node.end]
        case _:
            return _with_parts(latex, node, run, node.start, node.end)


def _product(latex: str, node: Node, run: Run) -> str:
    """Numbers first, as they stand, then the arrays the other way round."""
    starts = [_with_command(latex, part.start) for part in node.parts]
    texts = [
        latex[start : part.start] + _turned(latex, part, run) for start, part in zip(starts, node.parts, strict=True)
    ]
    between = [latex[part.end : start] for part, start in zip(node.parts, starts[1:], strict=False)]
    arrays = [at for at, part in enumerate(node.parts) if _is_array(part, run)]
    order = list(range(len(texts)))
    for at, other in zip(arrays, reversed(arrays), strict=True):
        order[at] = other
    made = ""
    for number, at in enumerate(order):
        made += texts[at] + (f"{between[number] or ' '}" if number < len(between) else "")
    return made


def _with_command(latex: str, start: int) -> int:
    r"""Where a factor begins, the ``\left`` before its bracket included."""
    before = latex[:start].rstrip()
    return len(before) - len(r"\left") if before.endswith(r"\left") else start


def _is_array(node: Node, run: Run) -> bool:
    if node.kind in ("number", "norm", "root"):
        return False
    if node.kind == "name":
        if plain(node.text).startswith("∂"):
            return True
        try:
            return np.ndim(run.of(node)) > 0
        except (Wrong, Unreadable):
            return True  # a name that nobody told: it takes the place of a matrix
    parts = node.parts[:1] if node.kind == "fraction" else node.parts
    return any(_is_array(part, run) for part in parts)
