"""Symbols as Python identifiers: ``W^Q`` is W_Q, ``hat(y)`` is y_hat, λ is lambda_."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

from symformer.terms.show import ACCENTS, closing_bracket

_STYLED = re.compile(r"([a-z]+)\(")
_OTHER = re.compile(r"\W+")


def identifier(name: str) -> str:
    """A symbol's name as an identifier; fonts are dropped.

    >>> [identifier(name) for name in ("W^Q", "bold(W)_q", "hat(y)", "X'", "lambda", "d_model", "Token Indices")]
    ['W_Q', 'W_q', 'y_hat', 'X_prime', 'lambda_', 'd_model', 'Token_Indices']
    """
    styled = _STYLED.match(name)
    if styled is not None:
        end = closing_bracket(name, styled.end() - 1)
        mark = f"_{styled[1]}" if styled[1] in ACCENTS else ""
        name = identifier(name[styled.end() : end]) + mark + name[end + 1 :]
    name = name.replace("'", "_prime").replace("*", "_star")
    plain = _OTHER.sub("_", name).strip("_") or "_"
    if plain[0].isdigit():
        plain = f"_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def identifiers(names: Iterable[str]) -> dict[str, str]:
    """An identifier for each name, all different.

    >>> identifiers(["W", "bold(W)"])
    {'W': 'W', 'bold(W)': 'W_2'}
    """
    found: dict[str, str] = {}
    for name in dict.fromkeys(names):
        plain = identifier(name)
        number, chosen = 2, plain
        while chosen in found.values():
            chosen, number = f"{plain}_{number}", number + 1
        found[name] = chosen
    return found
