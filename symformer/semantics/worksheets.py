"""Worked sums in plain text: the lines of unlabelled fences that hold arithmetic, values and matrices.

Each line is taken if it begins with a clear equation; what follows it in words is a comment.  What
is not clear is left out and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.documents.document import Document, Worksheet
from symformer.documents.places import section_at
from symformer.semantics.prose_plain import plain_prefix
from symformer.semantics.prose_snippets import Read
from symformer.semantics.prose_values import UNIT
from symformer.semantics.statement import Statement
from symformer.terms.term import Relation, Unknown, walk
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class Worked:
    """The statements of the worksheets, and how many lines held an equals sign and were not taken."""

    statements: tuple[Statement, ...] = ()
    left_out: int = 0


_LEAD = re.compile(
    r"\s*(?:[-*+•→⇒▸►]\s+|\d+[.)]\s+|(?:Step|step)\s+\d+\s*[:.]\s*|[A-Za-z][\w ()\"'-]{0,40}:\s+|=>\s*|->\s*)?"
)
_CODE = re.compile(
    r"\bdef |\breturn\b|\bimport\b|\bprint\(|\bfor \w+ in\b|\w\.\w+\(|==|:=|\+=|-=|!=|\bself\b|;\s*$|\{|\}|https?://|\$|<-|->\s*\w|\""
)
_COMMENT = re.compile(r"\s*(?:$|[(（,;←⇐→✓✔✅❌#|]|--|//|\.(?:\s|$)|%|[A-Za-z\u3400-\u9fff])")
_ROW = re.compile(r"\s*(\[{1,2}\s*[-−\d.][^\[\]=]*\]{1,2})\s*,?\s*(?:[#←(].*)?$")
_CONTINUES = re.compile(r"\s*[=≈]\s*[-−\d(√]")
_OPENS = re.compile(r"\s*[-−\d(√][^A-Za-z]*[\d)]\s*\Z")
_ARITHMETIC = re.compile(r"\d[\s)}\]]*(?:[-+*/]|\\(?:cdot|times|frac|div)|\^)|\\(?:frac|sqrt)|\^")
_HEAD = re.compile(
    r"\s*(?P<left>.*?)\s*(?P<note>\([^()=]*\)\s*)?(?P<sign>[=≈:])\s*(?P<rest>\[[^\[\]]*\][^=≈]*|\[\[[^\[\]]*\][^\[\]=≈]*|)$"
)


def statements_in_worksheets(document: Document, read: Read) -> tuple[Statement, ...]:
    """The equations and the values in the note's worksheets, in order."""
    return worked(document, read).statements


def worked(document: Document, read: Read) -> Worked:
    """The statements of all worksheets, with the count of the lines that were left out."""
    found: list[Statement] = []
    left_out = 0
    for sheet in document.worksheets:
        section = section_at(document, sheet.span.start)
        for latex in _pieces(sheet):
            if latex is None:
                left_out += 1
                continue
            mapped = latex.then(sheet.text)
            term = read(mapped.text, mapped.origin_span(Span(0, len(mapped.text))))
            if isinstance(term, Relation) and not any(isinstance(part, Unknown) for part in walk(term)):
                found.append(Statement(term, mapped, "worksheet", section))
            else:
                left_out += 1
    return Worked(tuple(found), left_out)


def _pieces(sheet: Worksheet) -> Iterator[MappedText | None]:
    """The LaTeX of each equation, mapped to the sheet's text; None for a line that could not be read."""
    text = sheet.text.text
    lines = _lines(text)
    index = 0
    while index < len(lines):
        block = _matrix_block(text, lines, index)
        if block is not None:
            yield block[0]
            index = block[1]
            continue
        start, end = lines[index]
        index += 1
        line = text[start:end]
        goes_on = index < len(lines) and _CONTINUES.match(text[slice(*lines[index])]) is not None
        if "=" not in line and "≈" not in line and not (goes_on and _OPENS.match(line)):
            continue
        if _CODE.search(line):
            yield None
            continue
        while index < len(lines) and _CONTINUES.match(text[slice(*lines[index])]):
            end = lines[index][1]  # "= 0.4" on a line of its own goes on with the line before
            index += 1
        several = "\n" in text[start:end]
        joined = f"{text[:start]}{text[start:end].replace(chr(10), ' ')}{text[end:]}" if several else text
        yield _equation(joined, start, end) or _tail(joined, start, end)


def _lines(text: str) -> list[tuple[int, int]]:
    lines: list[tuple[int, int]] = []
    at = 0
    for line in text.splitlines(keepends=True):
        lines.append((at, at + len(line.rstrip("\r\n"))))
        at += len(line)
    return lines


def _equation(text: str, start: int, end: int) -> MappedText | None:
    """The equation that a line begins with, after a list mark or a label."""
    lead = _LEAD.match(text, start, end)
    for begin in dict.fromkeys((lead.end() if lead else start, start)):
        found = plain_prefix(text, begin, end)
        if found is None:
            continue
        latex, stop = found
        if not re.search(r"=|\\approx", latex.text) or not _clear(text, begin, stop, end):
            continue
        return latex
    return None


def _tail(text: str, start: int, end: int) -> MappedText | None:
    """The arithmetic behind a name that could not be read: ``score[1][0] = 0.1 × 0.2 = 0.02``."""
    signs = [found.end() for found in re.finditer(r"[=≈]", text[start:end])]
    for sign in signs[:-1]:
        begin = start + sign
        while begin < end and text[begin].isspace():
            begin += 1
        found = plain_prefix(text, begin, end)
        if found is None:
            continue
        latex, stop = found
        if re.search(r"=|\\approx", latex.text) and _ARITHMETIC.search(latex.text):
            if _clear(text, begin, stop, end):
                return latex
    return None


def _clear(text: str, begin: int, stop: int, end: int) -> bool:
    """Whether the rest of the line is a comment, and the equation more than a label."""
    rest = text[stop:end]
    if re.match(r"\s*[(\[]?\s*(?:approx|roughly|about|nearly|约|大约|近似)", rest, re.IGNORECASE):
        return False
    if not _COMMENT.match(rest) or re.match(r"\s*[A-Za-z\u3400-\u9fff]+\s*(?:[=(+*/×]|\[)", rest):
        return False
    if re.match(r"[A-Za-z_]", rest) and text[stop - 1 : stop].isalnum():
        return False  # 8x, 64KB
    if re.match(r"\s*[A-Za-z_]", rest) and (
        text[stop - 1] not in "0123456789])" or not re.match(r"\s*[A-Za-z]{3,}(?![\w(\[{^])", rest)
    ):
        return False  # Q = X W: what follows may belong to the product
    if UNIT.match(rest):
        return False  # 4 · 2^30 = 4 GB counts in other units
    sides = re.split(r"=|≈", text[begin:stop])
    words = re.findall(r"[A-Za-z]{4,}", re.sub(r"softmax|sigmoid|sqrt|LayerNorm|Concat|Attention|tanh", "", sides[-1]))
    return not words and bool(re.search(r"\d|[A-Z@]", text[begin:stop]))


def _matrix_block(text: str, lines: list[tuple[int, int]], index: int) -> tuple[MappedText | None, int] | None:
    """A matrix that stands in rows under (or beside) ``X =``, and the index of the line after it."""
    start, end = lines[index]
    head = _HEAD.match(text, start, end)
    if head is None:
        return None
    rows = [(head.start("rest"), end)] if head["rest"] else []
    following = index + 1
    while following < len(lines) and (found := _ROW.match(text[slice(*lines[following])])) is not None:
        rows.append((lines[following][0] + found.start(1), lines[following][1]))
        following += 1
    if not rows or (head["rest"] and len(rows) < 2):
        return None
    numbers = [list(_numbers(text, *row)) for row in rows]
    left = plain_prefix(text, head.start("left"), head.end("left"))
    if len({len(r) for r in numbers}) != 1 or not numbers[0] or left is None or left[1] != head.end("left"):
        return None, following
    sign = r"\approx" if head["sign"] == "≈" else "="
    if head["sign"] == ":" and not re.fullmatch(r"[A-Za-zα-ωΑ-Ω][\w'’^]*", head["left"]):
        return None, following
    return _with_matrix(left[0], sign, numbers), following


def _numbers(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    close = text.find("]", start, end)
    close = end if close < 0 else close
    for found in re.finditer(r"[-−]?\d+(?:\.\d+)?", text[start:close]):
        yield found.group().replace("−", "-"), start + found.start(), start + found.end()


def _with_matrix(left: MappedText, sign: str, rows: list[list[tuple[str, int, int]]]) -> MappedText:
    """``LEFT = matrix``, each number mapped to its place."""
    first = rows[0][0][1]
    pieces = [(f" {sign} ", first, first), (r"\begin{bmatrix} ", first, first)]
    for index, row in enumerate(rows):
        if index:
            pieces.append((r" \\ ", row[0][1], row[0][1]))
        for column, (number, start, end) in enumerate(row):
            if column:
                pieces.append((" & ", start, start))
            pieces.append((number, start, end))
    last = rows[-1][-1][2]
    pieces.append((r" \end{bmatrix}", last, last))
    segments = list(left.segments)
    at = len(left.text)
    for latex, start, end in pieces:
        segments.append(Segment(at, at + len(latex), start, end))
        at += len(latex)
    return MappedText(left.text + "".join(p[0] for p in pieces), tuple(segments))
