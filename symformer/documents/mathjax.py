r"""Macros that a note defines for its renderer: in the head of the note, in a script, in a file of settings.

MathJax and KaTeX, and with them MyST, Quarto and Jupyter Book, take a table of names and bodies::

    macros: { R: "\\mathbb{R}", vec: ["\\mathbf{#1}", 1] }

It is turned into the LaTeX definitions that say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from symformer.text.groups import closing

MOST_MACROS = 1_000
MOST_TABLES = 20  # in one place
LONGEST = 100_000  # characters of one table

_HEAD = re.compile(r"\ufeff?---[ \t]*\r?\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
_SCRIPT = re.compile(r"<script\b[^>]*>", re.I)
_FLOW = re.compile(r"(?<![\w.])[\"']?(?:macros|Macros)[\"']?\s*[:=]\s*\{")
_BLOCK = re.compile(r"^(?P<indent>[ \t]*)(?:- )?[\"']?(?:macros|math)[\"']?[ \t]*:[ \t]*\r?\n", re.M)
_STRING = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.|'')*'"
_MARK = re.compile(rf"{_STRING}|[{{}}]")
_KEY = rf"(?P<key>{_STRING}|\\?[A-Za-z]+)\s*:\s*"
_LIST = rf"\[\s*(?P<body>{_STRING})\s*(?:,\s*(?P<arity>[0-9])\s*(?:,\s*(?P<default>{_STRING})\s*)?)?,?\s*\]"
_ENTRY = re.compile(rf"{_KEY}(?:{_LIST}|(?P<text>{_STRING}))")
_LINE = re.compile(rf"[ \t]+{_KEY}(?:{_LIST}|(?P<text>{_STRING})|(?P<plain>[^\s\"'\[{{][^\n]*?))[ \t]*\r?$")


def configured_macros(text: str, *, whole: bool = False) -> str:
    r"""LaTeX definitions of the macros that are configured in a note, or in a ``whole`` file of settings.

    >>> configured_macros('---\nmacros: {R: "\\\\mathbb{R}", half: ["\\\\frac{#1}{2}", 1]}\n---\n# A')
    '\\renewcommand{\\R}{\\mathbb{R}}\n\\renewcommand{\\half}[1]{\\frac{#1}{2}}'
    """
    if "acros" not in text and "math" not in text:
        return ""
    found: dict[str, str] = {}
    for place in [text] if whole else _places(text):
        for name, definition in _entries(place):
            if len(found) < MOST_MACROS:
                found[name] = definition
    return "\n".join(found.values())


def _places(text: str) -> Iterator[str]:
    """Where a note may configure its renderer: its head, and scripts."""
    if (head := _HEAD.match(text)) is not None:
        yield head["yaml"]
    at = 0
    while (script := _SCRIPT.search(text, at)) is not None:
        end = text.find("</script", script.end())
        if end < 0:
            return
        yield text[script.end() : end]
        at = end


def _entries(text: str) -> Iterator[tuple[str, str]]:
    for opening in islice(_FLOW.finditer(text), MOST_TABLES):
        start = opening.end() - 1
        inside = text[start + 1 : _end_of_flow(text, start)]
        for found in _ENTRY.finditer(inside):
            yield from _definition(found, found["body"] or found["text"])
    for block in islice(_BLOCK.finditer(text), MOST_TABLES):
        for line in text[block.end() : block.end() + LONGEST].splitlines():
            if line.strip() and not line.startswith((block["indent"] + " ", block["indent"] + "\t")):
                break
            entry = _LINE.match(line)
            if entry is not None:
                plain = entry["plain"]
                body = entry["body"] or entry["text"] or f"'{plain.split(' #')[0].strip()}'"
                yield from _definition(entry, body)


def _end_of_flow(text: str, start: int) -> int:
    depth = 0
    for found in _MARK.finditer(text, start, min(len(text), start + LONGEST)):
        mark = found.group()
        depth += {"{": 1, "}": -1}.get(mark, 0)
        if depth == 0:
            return found.start()
    return start + 1


def _definition(entry: re.Match[str], written: str) -> Iterator[tuple[str, str]]:
    name, body = _decoded(entry["key"]).removeprefix("\\"), _decoded(written)
    default = _decoded(entry["default"]) if entry["default"] is not None else None
    used = max((int(digit) for digit in re.findall(r"#([1-9])", body)), default=0)
    arity = int(entry["arity"]) if entry["arity"] is not None else used
    sound = closing(f"{{{body}}}", 0) == len(body) + 1 and (default is None or "]" not in default)
    if re.fullmatch(r"[A-Za-z]+", name) and sound:
        taken = f"[{arity}]" if arity else ""
        optional = f"[{default}]" if default is not None and arity else ""
        yield name, f"\\renewcommand{{\\{name}}}{taken}{optional}{{{body}}}"


def _decoded(written: str) -> str:
    """What a string says; backslashes that nobody doubled are taken as they stand."""
    if written[:1] not in ("'", '"'):
        return written
    inside = written[1:-1]
    if written[0] == "'":
        return inside.replace("''", "'").replace("\\\\", "\\").replace("\\'", "'")
    return inside.replace("\\\\", "\\").replace('\\"', '"')
