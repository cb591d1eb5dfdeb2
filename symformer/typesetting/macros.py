r"""LaTeX in the reader's own macros: what a macro stands for is written by its name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symformer.text.definitions import Macro, definitions_in

MOST_ARGUMENTS = 1


def macros_of(preamble: str) -> tuple[Macro, ...]:
    r"""The macros of a preamble that can stand for something here, the longest first.

    >>> [macro.name for macro in macros_of(r"\newcommand{\R}{\mathbb{R}} \newcommand{\mat}[1]{\mathbf{#1}}")]
    ['mat', 'R']
    """
    found = [macro for each in definitions_in(preamble) for macro in each.macros if _is_usable(macro)]
    return tuple(sorted(found, key=lambda macro: -len(macro.body)))


def _is_usable(macro: Macro) -> bool:
    plain = macro.arity <= MOST_ARGUMENTS and macro.default is None and not macro.parameters
    wrapper = macro.arity == 0 or re.fullmatch(r"[^#]*\{#1\}", macro.body) is not None
    return plain and wrapper and len(macro.body.strip()) > 1 and macro.name.isalpha()


def in_macros(text: str, macros: Sequence[Macro]) -> str:
    r"""The LaTeX with macros in the place of what they stand for.

    >>> print(in_macros(r"Q \in \mathbb{R}^{n}", macros_of(r"\newcommand{\R}{\mathbb{R}}")))
    Q \in \R^{n}
    """
    for macro in macros:
        text = _replaced(text, macro)
    return text


def _replaced(text: str, macro: Macro) -> str:
    body = macro.body.strip()
    if macro.arity:
        opening = re.escape(body[: -len("{#1}")]) + r"\{"
        return re.sub(opening, lambda _: rf"\{macro.name}{{", text)
    end = r"(?![a-zA-Z])" if body[-1].isalpha() and "\\" in body else ""
    pattern = re.compile(re.escape(body) + end)

    def called(found: re.Match[str]) -> str:
        follows = text[found.end() : found.end() + 1]
        return rf"\{macro.name}" + (" " if follows.isalpha() else "")

    return pattern.sub(called, text)
