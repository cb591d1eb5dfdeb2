r"""The canonical name of a symbol as LaTeX: ``bold(W)_q`` is ``\mathbf{W}_{q}``."""

from __future__ import annotations

import re

from symformer.terms.show import ACCENTS, GREEK, closing_bracket

FONTS = {
    "bold": r"\mathbf", "calligraphic": r"\mathcal", "script": r"\mathscr", "blackboard": r"\mathbb",
    "fraktur": r"\mathfrak", "roman": r"\mathrm", "sans": r"\mathsf", "italic": r"\mathit", "typewriter": r"\mathtt",
}  # fmt: skip
_STYLED = re.compile(r"([a-z]+)\(")
_MARK = re.compile(r"([_^']+)")
_NUMBER = re.compile(r"\d+")
_SPECIAL = re.compile(r"([#$%&{}_])")
MOST_STYLES = 8


def name_latex(name: str) -> str:
    r"""A symbol's name as LaTeX that reads back as that name.

    >>> print(name_latex("bold(W)_q"), name_latex("d_model"), name_latex("hat(alpha)'"))
    \mathbf{W}_{q} d_{\text{model}} \hat{\alpha}'
    """
    return _latex(name, MOST_STYLES)


def _latex(name: str, room: int) -> str:
    styled = _STYLED.match(name)
    if styled is None or not room:
        return _plain(name)
    end = closing_bracket(name, styled.end() - 1)
    inner, rest = name[styled.end() : end], name[end + 1 :]
    style = styled[1]
    if style in ACCENTS:
        return f"\\{style}{{{_latex(inner, room - 1)}}}{_scripts(rest)}"
    if style in FONTS:
        greek = style == "bold" and inner in GREEK
        command = r"\boldsymbol" if greek else FONTS[style]
        return f"{command}{{{_latex(inner, room - 1) if greek or len(inner) == 1 or '(' in inner else inner}}}{_scripts(rest)}"
    return _plain(name)


def _plain(name: str) -> str:
    base, *rest = _MARK.split(name, maxsplit=1)
    return _word(base) + _scripts("".join(rest))


def _scripts(rest: str) -> str:
    """What hangs on a name: primes, and labels below and above, of which some have a label of their own."""
    text = ""
    mark = below = ""
    for piece in _MARK.split(rest):
        if not piece:
            continue
        if _MARK.fullmatch(piece):
            text += "'" * piece.count("'")
            below = mark or below if text.endswith("}") else ""
            mark = piece.replace("'", "")[-1:]
        elif mark == "_" == below:
            number = _NUMBER.match(piece)
            held = number[0] if number is not None else piece
            text = f"{text[:-1]}_{{{_word(held)}}}{_word(piece.removeprefix(held))}}}"  # the b of \sigma_{w_b}
            mark = ""
        elif mark:
            below = mark
            text += f"{mark}{{{','.join(_word(word) for word in piece.split(','))}}}"
            mark = ""
        else:
            text += _word(piece)
    return text


def _word(word: str) -> str:
    if word in GREEK:
        return "\\" + word
    if word.partition("(")[0] in FONTS and word.endswith(")"):
        return _latex(word, 1)
    if len(word) <= 1 or word.isdecimal():
        return word
    escaped = _SPECIAL.sub(r"\\\1", word)
    return f"\\text{{{escaped}}}"
