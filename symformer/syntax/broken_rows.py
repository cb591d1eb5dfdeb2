r"""Rows that break within brackets: ``f(a + \\ b)`` in an alignment is one row, ``\substack{h \\ w}`` has two lines."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.syntax.commands import environment
from symformer.syntax.tokens import Token
from symformer.syntax.typed_words import INFIX

PAIRS = {"(": ")", "[": "]", "{": "}"}


def join_rows(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    """A line that breaks within brackets goes on: the break, and the column marks behind it, are blanks there."""
    for first, last in sorted(_broken(tokens, gaps), reverse=True):
        gaps[first] = [*gaps[first], *_flat(tokens, gaps, first, last)]
        del tokens[first:last]
        del gaps[first + 1 : last + 1]


def _flat(tokens: list[Token], gaps: list[Sequence[Token]], first: int, last: int) -> list[Token]:
    """The tokens of a range, each followed by the blanks before the next."""
    return [each for at in range(first, last) for each in (tokens[at], *gaps[at + 1])]


def _broken(tokens: list[Token], gaps: list[Sequence[Token]]) -> set[tuple[int, int]]:
    """The ranges of tokens that break a line within brackets of an aligned block."""
    found: set[tuple[int, int]] = set()
    scopes: list[tuple[bool, list[tuple[str, list[int]]]]] = [(False, [])]  # aligned?, the brackets open in it
    stacks: list[int] = []  # how many braces were open around each \substack{…}, whose lines are its own
    braces = 0
    for at, token in enumerate(tokens):
        aligned, brackets = scopes[-1]
        match token.kind:
            case "{":
                if at and tokens[at - 1].kind == "substack":
                    stacks.append(braces)
                    scopes.append((False, []))
                braces += 1
            case "}":
                braces -= 1
                if stacks and braces <= stacks[-1]:
                    stacks.pop()
                    scopes.pop()
            case "begin":
                known = environment(token.text)
                scopes.append((known is not None and known.kind == "aligned", []))
            case "end" if len(scopes) > 1 + len(stacks):
                scopes.pop()
            case "open":
                brackets.append((token.text, []))
            case "close" if brackets:
                opener, rows = brackets.pop()
                if PAIRS.get(opener) == token.text:
                    found.update(_break(tokens, row) for row in rows)
                    if brackets:
                        brackets[-1][1].extend(rows)
            case "row" if brackets and (aligned or len(scopes) == 1 and _goes_on(tokens, gaps, at)):
                brackets[-1][1].append(at)
            case "row" if aligned and _parts_delimiters(tokens, at):
                end = _break(tokens, _break(tokens, at)[1])[1]
                found.add((at - 1, end))
    return found


def _goes_on(tokens: list[Token], gaps: list[Sequence[Token]], at: int) -> bool:
    """Whether a sum breaks here: a sign ends the line, or begins the next and stands apart from what it adds."""
    end = at + 1
    if at > 0 and tokens[at - 1].kind in INFIX:
        return True
    return end + 1 < len(tokens) and tokens[end].kind in INFIX and bool(gaps[end + 1])


def _break(tokens: list[Token], at: int) -> tuple[int, int]:
    """A line break with the column marks behind it."""
    end = at + 1
    while end < len(tokens) and (tokens[end].kind == "&" or tokens[end].text == "quad"):
        end += 1
    return at, end


def _parts_delimiters(tokens: list[Token], at: int) -> bool:
    r"""``\right. \\ \left.``: delimiters that LaTeX makes their author close and open again."""
    end = _break(tokens, at)[1]
    if at == 0 or end >= len(tokens):
        return False
    before, after = tokens[at - 1], tokens[end]
    return (before.kind, before.text, after.kind, after.text) == ("close", "", "open", "")
