r"""Bars that part the blocks of a matrix: ``[A | B | C]``, ``[C_1 \,|\, \cdots \,|\, C_h]``, and not ``[a |b| c]``.

The bars of an absolute value stand close to what they enclose.  Those that part stand free on both sides, each
between two things.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from symformer.syntax.tokens import Token

BEFORE = frozenset({"name", "number", "close", "}", "word", "ellipsis"})
AFTER = frozenset({"name", "number", "open", "word", "font", "accent", "ellipsis", "{"})
FEWEST = 2  # one bar alone is read as a condition or a block by what it stands in


@dataclass(slots=True)
class _Nesting:
    """What stands between two brackets: the bracket, the bars, and whether dots do."""

    bracket: str
    bars: list[int] = field(default_factory=list)
    dots: bool = False


def part_by_bars(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    """Turn the free bars within brackets into bars that part, where there are two or more and no others."""
    nestings: list[_Nesting] = []
    for at, token in enumerate(tokens):
        if token.kind in ("open", "{", "begin"):
            nestings.append(_Nesting(token.text))
        elif token.kind in ("close", "}", "end") and nestings:
            _settle(nestings.pop(), tokens, gaps)
        elif nestings and token.kind == "fence-bar" and token.text == "|":
            nestings[-1].bars.append(at)
        elif nestings and token.kind == "ellipsis":
            nestings[-1].dots = True


def _settle(nesting: _Nesting, tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    if len(nesting.bars) < FEWEST or not (nesting.bracket == "[" or nesting.bracket == "(" and nesting.dots):
        return
    if all(_is_free(at, tokens, gaps) for at in nesting.bars):
        for at in nesting.bars:
            tokens[at] = Token("bar", "|", tokens[at].start, tokens[at].end)


def _is_free(at: int, tokens: list[Token], gaps: list[Sequence[Token]]) -> bool:
    """Whether a bar stands between two things, with a blank on both sides."""
    around = at > 0 and at + 1 < len(tokens) and tokens[at - 1].kind in BEFORE and tokens[at + 1].kind in AFTER
    return around and bool(gaps[at]) and bool(gaps[at + 1])
