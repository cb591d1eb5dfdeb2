"""The tokens of mathematics typed without LaTeX, and the cursor that turns them into mapped LaTeX."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from symformer.documents.typed_signs import SUPER
from symformer.semantics.prose.plain_names import NAME, TRANSPOSE
from symformer.syntax.characters import VULGAR_FRACTIONS
from symformer.text.mapped import MappedText, Segment

_TOKEN = re.compile(
    r"(?P<dot> \. (?=[A-Za-z\[(]))"
    r"|(?P<space>[ \t\u00a0]+|(?<=[=≈][ ])\*\*(?=[-−]?\d)|(?<=[=≈])\*\*(?=[-−]?\d)"  # emphasis of a number
    r"|(?<=\d)\*\*(?=[\s.,;:)!。，；]|\Z))"
    r"|(?P<number>(?:\d+\.\d+|\.\d+|\d+\.?)[eE][-+]?\d+(?![\w.])|\d+\.\d+|\.\d+|\d{1,3}(?:,\d{3})+(?!\d|,\d|\.\d)|\d+)"
    rf"|(?P<fraction>[{''.join(VULGAR_FRACTIONS)}])"
    r"|(?P<times>(?<=[\d)][ ])x(?=[ ](?:\d|\([\d\s.,*+/·×−-]+\))))"  # 64 x 64
    rf"|(?P<name>{NAME}|∂(?={NAME}/∂))"
    rf"|(?P<power>[{''.join(SUPER)}]+)"
    rf"|(?P<transpose>{TRANSPOSE})"
    r"|(?P<dots>\.\.\.|…|⋯)"
    r"|(?P<operator>\*\*|~=|//(?=[ ]?[\w(])|[-+−–*×·⋅∙/÷^@=≈()\[\],;√%∞‖∑⌊⌋⌈⌉]|\\[*_])"
)
RELATIONS = {"=": "=", "≈": r"\approx", "~=": r"\approx"}
SIGNS = {
    "*": r"\cdot",
    r"\*": r"\cdot",
    "×": r"\times",
    "x": r"\times",
    "·": r"\cdot",
    "⋅": r"\cdot",
    "∙": r"\cdot",
    "@": "@",
    " . ": r"\cdot",
}
QUOTIENTS = {"/": "/", "÷": "/", "//": "//"}
MINUS = ("-", "−", "–")

Token = tuple[str, str, int, int]
"""Kind, text, start and end."""


class NoMathematics(Exception):
    """The text does not fit the grammar."""


@dataclass(slots=True)
class Cursor:
    """A place in a text, and the LaTeX made of what stands before it.

    ``sheet`` is True in a worksheet, where lines are known to be mathematics: there names stand side
    by side for a product, unknown words may be functions, and units may follow numbers.  Where quantities
    are wanted (``quantified``), 7B is seven billion, and ``32 layers ×`` is 32.  Where ``letters`` are known to
    name arrays, several of them written together are their product.
    """

    text: str
    at: int
    end: int
    sheet: bool = False
    side_by_side: bool = True  # whether names with a blank between may be a product
    pieces: list[tuple[str, int, int]] = field(default_factory=list)
    depth: int = 0
    open: list[str] = field(default_factory=list)  # the brackets around: "[", "(" of a group, "call"
    quantities: int = 0
    quantified: bool = False
    letters: frozenset[str] = frozenset()  # capitals that name arrays: XW is a product of two

    def peek(self) -> Token | None:
        """The next token that is no blank."""
        at = self.at
        while (found := _TOKEN.match(self.text, at, self.end)) is not None:
            if found.lastgroup != "space":
                kind = "operator" if found.lastgroup == "times" else found.lastgroup or ""
                return kind, found.group(), found.start(), found.end()
            at = found.end()
        return None

    def take(self) -> Token:
        """The next token, which must be there."""
        token = self.peek()
        if token is None:
            raise NoMathematics
        return token

    def emit(self, latex: str, start: int, end: int) -> None:
        """Add a piece of LaTeX that was written at ``start:end``; the blanks before it are kept."""
        if self.at < start:
            self.pieces.append((" ", self.at, start))
        self.pieces.append((latex, start, end))
        self.at = end

    def is_next(self, *texts: str) -> bool:
        """Whether the next token is one of the given operators."""
        token = self.peek()
        return token is not None and token[0] == "operator" and token[1] in texts

    def expect(self, closing: str, latex: str) -> None:
        """Take ``closing`` and write ``latex`` for it."""
        token = self.peek()
        if token is None or token[1] != closing:
            raise NoMathematics
        self.emit(latex, token[2], token[3])

    def made(self) -> MappedText:
        """The LaTeX so far."""
        segments: list[Segment] = []
        parts: list[str] = []
        length = 0
        for latex, start, end in self.pieces:
            segments.append(Segment(length, length + len(latex), start, end))
            parts.append(latex)
            length += len(latex)
        return MappedText("".join(parts), tuple(segments))
