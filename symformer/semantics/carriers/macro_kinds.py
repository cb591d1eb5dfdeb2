r"""What authors say a macro is for: ``let \oc{..}: colour; let \p: punctuation``.

A macro that is defined where it cannot be seen is understood all the same, and one whose body is
about its looks is read through.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from symformer.syntax.macros import Macro
from symformer.text.cued import Cued

_DECLARED = Cued(
    r"(?:^|[;\n])\s*(?:let\s+)?\\(?P<name>[A-Za-z]+)\s*(?P<groups>(?:\{[^{}]*\}\s*)*)"
    r":\s*(?P<kind>colou?r|punctuation|font|spacing|operator|marker)\s*(?=[;\n]|\Z)",
    re.I,
)


def declared_macros(texts: Iterable[str]) -> dict[str, Macro]:
    r"""The macros whose kind is declared in annotations or settings.

    A colour shows its (last) argument; punctuation, spacing and markers say nothing; a font sets
    bold letters, which differ from the plain ones, and an operator is a name.

    >>> declared_macros([r"let \oc{..}: colour; let \p: punctuation"])["oc"].body
    '#1'
    """
    found: dict[str, Macro] = {}
    for text in texts:
        for said in _DECLARED.finditer(text):
            name, arity = said["name"], said["groups"].count("{")
            found[name] = _meant(name, arity, said["kind"].lower())
    return found


def _meant(name: str, arity: int, kind: str) -> Macro:
    match kind:
        case "color" | "colour":
            return Macro(name, arity or 1, f"#{arity or 1}")
        case "font":
            return Macro(name, arity or 1, f"\\mathbf{{#{arity or 1}}}")
        case "operator":
            return Macro(name, arity, f"\\operatorname{{{name}}}")
        case _:
            return Macro(name, arity, "")
