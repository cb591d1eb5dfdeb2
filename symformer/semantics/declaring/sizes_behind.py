r"""Sizes written behind an equation within its display: ``C = A V \quad \text{shape } (n, d)``, ``Z = X W \quad (n \times h)``.

They are no side of the equation, and are read as what is said behind it in words would be: the name on the left lies in
that space, or the last side where there is no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.semantics.prose.snippets import Read, Snippet, sizes_in
from symformer.semantics.statement import Statement
from symformer.terms.term import EQUAL, Index, Matrix, Number, Relation, Space, Symbol, Term, Unknown, walk
from symformer.text.span import Span

FARTHEST = 160  # characters that sizes with the words before them take
_ROW_ENDS = re.compile(r"\\\\|\\newline(?![A-Za-z])|\\cr(?![A-Za-z])|\\end(?![A-Za-z])")
_TEXT = re.compile(
    r"\\(?:text|textrm|textit|textsf|textnormal|mathrm|mbox)\s*\{|\\(?:small|footnotesize|scriptsize)(?![A-Za-z])"
)
_GAP = re.compile(r"(?:\\q?quad(?![A-Za-z])|\\[,;:! ]|[\s,.;~&]|\\[hm]space\*?\{[^{}]*\})+")
_BLANKS = re.compile(r"\\(?:left|right|q?quad)(?![A-Za-z])|\\[,;:! ]|[&~]")
_SIZES = r"(?:[^()\[\]=]|\([^()\[\]]*\))+?"
_TOLD = re.compile(
    r"\s*[(\[]?\s*(?:(?:of|with|has|having|is)\s+)?(?:the\s+)?(?:shape|size|dimensions?|dims?|形状|维度)(?:\s+(?:is|of)\b)?"
    rf"\s*[:：=]?\s*(?P<sizes>[(\[]{_SIZES}[)\]]|{_SIZES})\s*[)\]]?[\s.,;]*"
)
_BARE = re.compile(r"\s*(?P<sizes>[(\[](?:[^()\[\]=+/-]|\([^()\[\]]*\))+[)\]])[\s.,;]*")
_CROSS = re.compile(r"\\times(?![A-Za-z])|×")


def shapes_behind(statements: Sequence[Statement], read: Read) -> list[Statement]:
    """The memberships that sizes behind equations of displays tell."""
    return [
        Statement(told, statement.latex, "formula", statement.section, statement.formula)
        for statement in statements
        if statement.formula is not None and statement.formula.display == "display" and statement.carrier == "formula"
        for told in _memberships(statement, read)
    ]


def _memberships(statement: Statement, read: Read) -> Iterator[Relation]:
    term = statement.term
    if not isinstance(term, Relation) or not set(term.relations) <= EQUAL:
        return
    value = term.sides[-1]
    if isinstance(value, Space | Matrix | Number) or any(isinstance(x, Unknown | Relation) for x in walk(value)):
        return
    sizes = _sizes_behind(statement, read)
    if sizes is None or len(sizes) < 2:
        return
    told = term.sides[0] if isinstance(term.sides[0], Symbol | Index) else value
    yield Relation(("∈",), (told, Space("R", sizes, told.origin)), told.origin)


def _sizes_behind(statement: Statement, read: Read) -> tuple[Term, ...] | None:
    """The sizes in the rest of the row behind a statement, where the row holds nothing else there."""
    text, start = statement.latex.text, statement.term.origin.end
    ended = _ROW_ENDS.search(text, start)
    end = ended.start() if ended is not None else len(text)
    if end - start > FARTHEST or (gap := _GAP.match(text, start, end)) is None:
        return None
    apart = bool(re.search(r"quad|&|\\;|space", gap.group()))
    behind = _without_text(text[gap.end() : end])
    told = _TOLD.fullmatch(behind)
    if told is None and apart:
        told = bare if (bare := _BARE.fullmatch(behind)) is not None and _CROSS.search(bare["sizes"]) else None
    if told is None:
        return None
    place = Span(gap.end() + told.start("sizes"), gap.end() + told.end("sizes"))
    return sizes_in(Snippet(statement.latex).part(place), read)


def _without_text(latex: str) -> str:
    r"""LaTeX with blanks for the commands that set words as words and for spaces, character for character.

    >>> _without_text(r"\text{(shape: } n \times d_{\text{k}}\text{)}")
    '      (shape:   n \\times d_{\\text{k}}      ) '
    """
    found, at, depth, opened = list(latex), 0, 0, list[int]()
    while at < len(latex):
        if depth == 0 and (worded := _TEXT.match(latex, at)) is not None:
            found[at : worded.end()] = " " * (worded.end() - at)
            opened += [at] if worded.group().endswith("{") else []
            at = worded.end()
            continue
        if depth == 0 and (gap := _BLANKS.match(latex, at)) is not None:
            found[at : gap.end()] = " " * (gap.end() - at)
            at = gap.end()
            continue
        if latex[at] == "{":
            depth += 1
        elif latex[at] == "}" and depth:
            depth -= 1
        elif latex[at] == "}" and opened:
            opened.pop()
            found[at] = " "
        at += 1
    return "".join(found)
