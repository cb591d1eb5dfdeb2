"""Words that are typed as letters where they part what is stated: ``s.t.``, ``where``, ``if``, ``or``."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.syntax.tokens import Token

INFIX = frozenset({"relation", "sum-operator", "operator"})
BEFORE_CELL = frozenset({"&", "row", "begin"})


def join_subject_to(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    """``s.t.``, set as letters and dots, parts a problem from its conditions."""
    for at in range(len(tokens) - 3, -1, -1):
        if at + 3 > len(tokens):
            continue  # what was joined behind it is the last token now
        first, dot, last = tokens[at : at + 3]
        close = first.end == dot.start and dot.end == last.start
        if not close or (first.text, dot.text, last.text) != ("s", "·", "t") or dot.end - dot.start > 1:
            continue
        stop = at + 3 < len(tokens) and tokens[at + 3].text in ("stop", ".") and tokens[at + 3].start == last.end
        end = at + 4 if stop else at + 3
        tokens[at:end] = [Token("separator", "s.t.", first.start, tokens[end - 1].end)]
        del gaps[at + 1 : end]
        if at and tokens[at - 1].text == "quad":
            gaps[at - 1 : at + 1] = [[*gaps[at - 1], tokens.pop(at - 1), *gaps[at]]]


def join_where(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    r"""``a = b, ~ where ~ b = c``: the word, typed as letters with a blank on either side, parts statements."""
    for at in range(len(tokens) - 5, -1, -1):
        letters = tokens[at : at + 5]
        if [each.text for each in letters] != [*"where"] or any(each.kind != letters[0].kind for each in letters):
            continue
        close = letters[-1].end - letters[0].start == 5
        apart = not at or tokens[at - 1].end < letters[0].start or tokens[at - 1].kind == "row"
        if not close or not apart or at + 5 >= len(tokens) or tokens[at + 5].kind in INFIX:
            continue
        if tokens[at + 5].start > letters[-1].end:
            tokens[at : at + 5] = [Token("separator", "where", letters[0].start, letters[-1].end)]
            del gaps[at + 1 : at + 5]


def join_if(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    r"""``x & if \ x > 0``: the word, typed as letters where a cell begins, with a blank behind it."""
    for at in range(len(tokens) - 3, 0, -1):
        one, other, following = tokens[at : at + 3]
        if one.text != "i" or other.text != "f" or one.end != other.start or not {one.kind, other.kind} <= {"name"}:
            continue
        if tokens[at - 1].kind in BEFORE_CELL and following.start > other.end and following.kind not in INFIX:
            tokens[at : at + 2] = [Token("separator", "if", one.start, other.end)]
            del gaps[at + 1]


def join_between_blanks(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    r"""``a = b \ or \ c = d``: the word, typed as letters between blanks that are written, parts statements."""
    for word in ("or", "and"):
        for at in range(len(tokens) - len(word) - 1, 0, -1):
            end = at + len(word)
            letters = tokens[at:end]
            if [each.text for each in letters] != [*word] or letters[-1].end - letters[0].start != len(word):
                continue
            if all(any(blank.end - blank.start > 1 for blank in gaps[place]) for place in (at, end)):
                tokens[at:end] = [Token("separator", word, letters[0].start, letters[-1].end)]
                del gaps[at + 1 : end]
