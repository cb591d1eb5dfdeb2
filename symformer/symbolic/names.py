"""Names of letters as SymPy knows them: accents behind the letter, so that SymPy's printers set them."""

from __future__ import annotations

import re

ACCENTS = ("hat", "bar", "tilde", "vec", "ddot", "dot")
_ACCENTED = re.compile(rf"({'|'.join(ACCENTS)})\((\w+)\)(.*)")
_BEHIND = re.compile(
    rf"([A-Za-z]|alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|psi|omega)({'|'.join(ACCENTS)})([_^].*)?"
)


def sympy_name(name: str) -> str:
    """A canonical name for SymPy.

    >>> sympy_name("bar(S)_1"), sympy_name("W^Q")
    ('Sbar_1', 'W^Q')
    """
    found = _ACCENTED.fullmatch(name)
    return f"{found[2]}{found[1]}{found[3]}" if found is not None else name


def own_name(name: str) -> str:
    """The canonical name of one of SymPy's.

    >>> own_name("Sbar_1"), own_name("W^Q"), own_name("crossbar")
    ('bar(S)_1', 'W^Q', 'crossbar')
    """
    found = _BEHIND.fullmatch(name)
    return f"{found[2]}({found[1]}){found[3] or ''}" if found is not None else name
