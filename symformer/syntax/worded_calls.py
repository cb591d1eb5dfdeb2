r"""Calls that are written as one word: ``\text{RMSNorm(x)}`` is ``\text{RMSNorm}(x)``.

A plural with its letter in brackets, ``\text{token(s)}``, is a word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from symformer.syntax.tokens import Token

CALL = re.compile(r"([A-Za-z][A-Za-z\d-]*[A-Za-z\d])\(([A-Za-z](?:, ?[A-Za-z])*)\)")
PLURALS = frozenset("sn")


def part_calls(tokens: list[Token], gaps: list[Sequence[Token]], latex: str) -> None:
    """Cut each word that is a call of single letters into its name, its brackets and its letters."""
    for at in range(len(tokens) - 1, -1, -1):
        token = tokens[at]
        found = CALL.fullmatch(token.text) if token.kind in ("word", "function") else None
        if found is None or found[1].islower() and found[2] in PLURALS or _is_label(tokens, at):
            continue
        begin = latex.find(token.text, token.start, token.end)
        if begin < 0:
            continue
        opens = begin + found.end(1)
        made = [Token("word", found[1], token.start, opens), Token("open", "(", opens, opens + 1)]
        for place, letter in enumerate(found[2], opens + 1):
            if letter == ",":
                made.append(Token("separator", ",", place, place + 1))
            elif letter != " ":
                made.append(Token("name", letter, place, place + 1))
        made.append(Token("close", ")", begin + found.end() - 1, token.end))
        blanks: list[Sequence[Token]] = []
        for one, other in pairwise(made):
            blanks.append([Token("space", " ", one.end, other.start)] if other.start > one.end else ())
        tokens[at : at + 1] = made
        gaps[at + 1 : at + 1] = blanks


def _is_label(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is what stands below or above a letter."""
    before = [each.kind for each in tokens[max(0, at - 2) : at]]
    return before[-1:] in (["_"], ["^"]) or before[-1:] == ["{"] and before[:1] in (["_"], ["^"])


__all__ = ["part_calls"]
