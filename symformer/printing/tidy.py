r"""LaTeX taken apart at its scripts and put together again, and freed of needless braces."""

from __future__ import annotations

import re

from symformer.text.groups import closing

_NEEDLESS = re.compile(r"([_^])\{(\w|\\[a-zA-Z]+)\}(?![\w])")
_BLANK = re.compile(r"(\\[a-zA-Z]+) (?=[a-zA-Z])| ")
_WORDS = re.compile(r"(\\(?:text|mathrm)\{[^{}]*\})")
_TALL = re.compile(r"\\(frac|sum|prod|int|begin|left|underbrace|bigcup|sqrt\{\\frac)(?![a-zA-Z])")


def tidy(text: str) -> str:
    r"""Without braces around a script of one sign, where nothing follows that would join it.

    >>> print(tidy(r"d_{k} x^{2}y W^{\top}"))
    d_k x^{2}y W^\top
    """
    return _NEEDLESS.sub(r"\1\2", text)


def compact(text: str) -> str:
    r"""What stands in a script, without the blanks that LaTeX has no need of.

    >>> print(compact(r"2 j / \theta t"), compact(r"\text{if so} + 1"))
    2j/\theta t \text{if so}+1
    """
    return "".join(
        part if part.startswith(("\\text", "\\mathrm")) else _BLANK.sub(_kept, part) for part in _WORDS.split(text)
    )


def _kept(blank: re.Match[str]) -> str:
    return blank[0] if blank[1] else ""


def is_tall(text: str) -> bool:
    """Whether brackets around it ought to grow."""
    return _TALL.search(text) is not None


def merged_scripts(text: str, lower: str = "", upper: str = "", *, alone: bool = False) -> str | None:
    r"""A name with scripts, and more scripts joined to them; None where they cannot be joined.

    ``alone``: what comes above may share its place with nothing.

    >>> print(merged_scripts("W^Q", lower="i"), merged_scripts("W_Q", upper="(i)"), merged_scripts("K^{(i)}", upper=r"\top"))
    W_{i}^{Q} W_{Q}^{(i)} K^{(i)\top}
    """
    parted = parted_scripts(text)
    if parted is None:
        return None
    base, below, above = parted
    if below and lower:
        return None
    if above and upper:
        if alone:
            return None
        upper = f"{above}{upper}" if above[-1] in ")}" else f"{above} {upper}"
    lower, upper = lower or below, upper or above
    return base + (f"_{{{lower}}}" if lower else "") + (f"^{{{upper}}}" if upper else "")


def parted_scripts(text: str) -> tuple[str, str, str] | None:
    r"""The base of a name, what stands below it and what above; None for what is no name with scripts.

    >>> parted_scripts(r"\mathbf{W}_i^{(q)}")
    ('\\mathbf{W}', 'i', '(q)')
    """
    base, at = _group(text, 0)
    while at < len(text) and text[at] == "{":  # the arguments of a command
        more, at = _group(text, at)
        base += more
    while at < len(text) and text[at] == "'":
        base, at = base + "'", at + 1
    scripts = {"_": "", "^": ""}
    while at < len(text):
        mark = text[at]
        if mark not in scripts or scripts[mark]:
            return None
        script, at = _group(text, at + 1)
        scripts[mark] = script[1:-1] if script.startswith("{") else script
    return (base, scripts["_"], scripts["^"]) if base else None


def _group(text: str, at: int) -> tuple[str, int]:
    """A group in braces, a command or one sign, and where it ends."""
    if at >= len(text):
        return "", at
    if text[at] == "{":
        end = closing(text, at)
        return (text[at : end + 1], end + 1) if end is not None else (text[at:], len(text))
    if text[at] == "\\":
        command = re.compile(r"\\([a-zA-Z]+|.)").match(text, at)
        return (command[0], command.end()) if command else (text[at:], len(text))
    return text[at], at + 1
