r"""A reader's own notation, as a TOML file::

    title = "My chapter"
    vectors-lie-as = "rows"           # or "columns"
    head-number = "above"             # W_Q^{(i)}, or "below": W_i^Q
    transpose = 'T'
    first-position = 1
    matrices = "bold"                 # of letters that are not told; or "italic", "bold-italic"
    vectors = "bold"
    shared = [["head-index", "position"]]

    [letters]
    sequence-length = 'n'
    queries = '\mathbf{Q}'

Only ``letters`` is needed; what is not told is as in the plain notation.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from symformer.notations.citation import Citation
from symformer.notations.concept import all_concepts, concepts_by_id
from symformer.notations.notation import CollidingLetters, Font, Notation

TABLES = ("letters", "functions", "spare")
WORDS = (
    "title",
    "source",
    "vectors-lie-as",
    "head-number",
    "transpose",
    "softmax-along",
    "matrices",
    "vectors",
    "remark",
)
FONTS: tuple[Font, ...] = ("italic", "bold", "bold-italic")
KEYS = (*WORDS, "first-position", "shared", *TABLES)
CHOICES: dict[str, tuple[str, ...]] = {
    "vectors-lie-as": ("rows", "columns"),
    "head-number": ("below", "above"),
    "matrices": FONTS,
    "vectors": FONTS,
}


class BadNotation(ValueError):
    """A file that tells no notation; the message is one line that says what is wrong with it."""


def notation_in(text: str, where: str) -> Notation:
    """The notation that a TOML file tells; ``where`` is its name.  Raises BadNotation.

    >>> notation_in("[letters]\\nqueries = 'F'", "my.toml").letters["queries"]
    'F'
    >>> notation_in("[letters]\\nquerys = 'F'", "my.toml")
    Traceback (most recent call last):
    symformer.notations.own.BadNotation: my.toml: letters: there is no concept "querys": did you mean query or queries?
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadNotation(f"{where}: no TOML: {str(error).lower()}") from None
    _refuse_unknown(table, KEYS, f"{where}: ", "setting")
    words = {key: _word(table, key, where) for key in WORDS}
    letters, functions, spare = (_letters(table, key, where) for key in TABLES)
    for key, told in (("letters", letters), ("spare", spare)):
        _refuse_unknown(told, concepts_by_id(), f"{where}: {key}: ", "concept")
    if not letters:
        raise BadNotation(f'{where}: it tells no letters: a table "[letters]" is needed')
    lay: Literal["rows", "columns"] = "columns" if words["vectors-lie-as"] == "columns" else "rows"
    heads: Literal["below", "above"] = "above" if words["head-number"] == "above" else "below"
    fonts: list[Font] = [
        next((font for font in FONTS if font == words[key]), "italic") for key in ("matrices", "vectors")
    ]
    stem = where.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".toml")
    try:
        return Notation(
            id=stem,
            title=words["title"] or stem,
            source=Citation(words["source"] or where, None, words["title"] or stem),
            letters=letters,
            functions=functions,
            matrices=fonts[0],
            vectors=fonts[1],
            lay=lay,
            heads=heads,
            transpose=words["transpose"] or r"\top",
            softmax_along=words["softmax-along"],
            first=_first(table, where),
            shared=_shared(table, where),
            spare=spare,
            remark=words["remark"],
        )
    except CollidingLetters as collision:
        raise BadNotation(
            f"{where}: {str(collision).partition(': ')[2]}; list them as shared, or give one another letter"
        ) from None


def _refuse_unknown(told: Iterable[str], known: Iterable[str], head: str, what: str) -> None:
    names = list(known)
    for key in told:
        if key not in names:
            near = difflib.get_close_matches(key, names, 2, 0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(names[:6])}, …"
            raise BadNotation(f'{head}there is no {what} "{key}": {hint}')


def _word(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise BadNotation(f"{where}: {key} must be a text")
    if value and value not in CHOICES.get(key, (value,)):
        raise BadNotation(f'{where}: {key} must be one of {", ".join(CHOICES[key])}, not "{value}"')
    return value


def _letters(table: Mapping[str, Any], key: str, where: str) -> dict[str, str]:
    told = table.get(key, {})
    if not isinstance(told, dict) or not all(isinstance(each, str) and each.strip() for each in told.values()):
        raise BadNotation(f"{where}: {key} must be a table of texts")
    return dict(told)


def _first(table: Mapping[str, Any], where: str) -> int:
    value = table.get("first-position", 1)
    if value not in (0, 1) or isinstance(value, bool):
        raise BadNotation(f"{where}: first-position must be 0 or 1")
    return int(value)


def _shared(table: Mapping[str, Any], where: str) -> tuple[frozenset[str], ...]:
    groups = table.get("shared", [])
    if not isinstance(groups, list) or not all(
        isinstance(group, list) and all(isinstance(each, str) for each in group) for group in groups
    ):
        raise BadNotation(f"{where}: shared must be a list of lists of concepts")
    for group in groups:
        _refuse_unknown(group, concepts_by_id(), f"{where}: shared: ", "concept")
    return tuple(frozenset(group) for group in groups)


def as_toml(notation: Notation) -> str:
    """A notation as the TOML file that tells it: letters in the order of the list of concepts, each with its meaning."""
    lines = [f"title = {_quoted(notation.title)}", f"source = {_quoted(notation.source.authors)}"]
    lines += [f"vectors-lie-as = {_quoted(notation.lay)}", f"head-number = {_quoted(notation.heads)}"]
    lines += [f"transpose = {_quoted(notation.transpose)}", f"first-position = {notation.first}"]
    lines += [f"matrices = {_quoted(notation.matrices)}", f"vectors = {_quoted(notation.vectors)}"]
    lines += [f"softmax-along = {_quoted(notation.softmax_along)}"] if notation.softmax_along else []
    lines += [f"remark = {_quoted(notation.remark)}"] if notation.remark else []
    order = {concept.id: at for at, concept in enumerate(all_concepts())}
    if notation.shared:
        groups = (
            ", ".join(_quoted(each) for each in sorted(group, key=order.__getitem__)) for group in notation.shared
        )
        lines.append(f"shared = [{', '.join(f'[{group}]' for group in groups)}]")
    for title, told in (("letters", notation.letters), ("spare", notation.spare)):
        rows = [
            (name, _quoted(told[name]), concepts_by_id()[name].meaning) for name in sorted(told, key=order.__getitem__)
        ]
        wide = max((len(f"{name} = {letter}") for name, letter, _ in rows), default=0)
        lines += ["", f"[{title}]"] if rows else []
        lines += [f"{f'{name} = {letter}':{wide}}  # {meaning}" for name, letter, meaning in rows]
    if notation.functions:
        lines += [
            "",
            "[functions]",
            *(f"{name} = {_quoted(text)}" for name, text in sorted(notation.functions.items())),
        ]
    return "".join(line + "\n" for line in lines)


def _quoted(text: str) -> str:
    """A text of TOML: without escapes where that can be, so that LaTeX stands as it is."""
    if "'" not in text and text.isprintable() and ("\\" in text or '"' in text):
        return f"'{text}'"
    escaped = "".join(
        {"\\": "\\\\", '"': '\\"'}.get(each, each if each.isprintable() else f"\\u{ord(each):04x}") for each in text
    )
    return f'"{escaped}"'
