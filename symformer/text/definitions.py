r"""The macros that a text defines: ``\newcommand`` and its kin, ``\def``, ``\let``, environments.

What is found here is what is written; which definitions change anything is decided by who uses them.
An environment ``x`` is a pair of macros, ``begin{x}`` and ``end{x}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from symformer.text.groups import Argument, Groups, argument
from symformer.text.span import Span

NO_VALUE = "-NoValue-"  # what LaTeX passes for an optional argument without a default that is left out


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a macro takes, where it is more than a group.

    ``marks`` are the two brackets of an optional argument, the sign of a flag, the text up to which an
    argument goes, or the text that must stand there.
    """

    kind: Literal["mandatory", "optional", "flag", "until", "literal"]
    marks: str = ""
    default: str = NO_VALUE


@dataclass(frozen=True, slots=True)
class Macro:
    r"""A command a note defines. ``body`` refers to its arguments as ``#1`` to ``#9``.

    With a ``default`` the first argument is optional, in square brackets.  ``parameters`` say what it
    takes where that is not enough.  What a ``final`` macro stands for is not expanded again.
    """

    name: str
    arity: int
    body: str
    default: str | None = None
    parameters: tuple[Parameter, ...] = ()
    final: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition, where it stands, and the command that makes it."""

    definer: str
    span: Span
    macros: tuple[Macro, ...]


DEFINERS = frozenset(  # the commands that define something
    "newcommand renewcommand providecommand newrobustcmd renewrobustcmd DeclareRobustCommand DeclareMathOperator "
    "DeclarePairedDelimiter DeclarePairedDelimiterX DeclarePairedDelimiterXPP newenvironment renewenvironment "
    "def gdef edef xdef let".split()
) | {
    f"{verb}{how}Document{what}"
    for verb in ("New", "Renew", "Provide", "Declare")
    for how in ("", "Expandable")
    for what in ("Command", "Environment")
}
_DEFINER = re.compile(
    r"^[ \t]*%[^\n]*|\\\\"  # comments, and the ends of rows: \\newcommand defines nothing
    rf"|\\(?P<definer>{'|'.join(sorted(DEFINERS))})(?P<star>\*?)(?![A-Za-z@])",
    re.M,
)
_NAME = re.compile(r"\s*(?:\{\s*\\([A-Za-z@]+|[^A-Za-z\s])\s*\}|\\([A-Za-z@]+|[^A-Za-z\s]))")
_ENVIRONMENT = re.compile(r"\s*\{\s*([A-Za-z@]+\*?)\s*\}")
_ARITY = re.compile(r"\s*\[\s*([0-9])\s*\]")
_PARAMETERS = re.compile(r"((?:#[1-9]|[^#{}\\\n]|\\[A-Za-z@]+|\\[^A-Za-z])*?)\s*(?=\{)")
_ALIASED = re.compile(r"\s*=?\s*(\\(?:[A-Za-z@]+|[^A-Za-z\s])|[^\s\\{}#%&$])")
_LINE_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n[ \t]*")


def definitions_in(text: str) -> Iterator[Definition]:
    r"""The definitions of a text, in order, without those in comments or inside other definitions.

    >>> [d.macros[0].name for d in definitions_in(r"\newcommand{\R}{\mathbb{R}} \let\eps\varepsilon")]
    ['R', 'eps']
    """
    if "\\" not in text:
        return
    source = Groups(text)
    at = 0
    while (found := _DEFINER.search(text, at)) is not None:
        at = found.end()
        if found["definer"] is None:
            continue
        made = _definition(source, found["definer"], found["star"], at)
        if made is not None:
            macros, at = made
            yield Definition(found["definer"], Span(found.start(), at), macros)


_Made = tuple[tuple[Macro, ...], int]  # what is defined, and where the text goes on


def _definition(source: Groups, definer: str, star: str, at: int) -> _Made | None:
    """The definition that a definer begins, or None where it is none we follow."""
    if definer.lower().endswith("environment"):
        return _environment(source, definer, at)
    named = _NAME.match(source.text, at)
    if named is None:
        return None
    name, at = named[1] or named[2], named.end()
    match definer:
        case "let":
            return _let(source.text, name, at)
        case "DeclareMathOperator":
            return _operator(source, name, at, star)
        case "DeclarePairedDelimiter":
            return _paired(source, name, at)
        case "DeclarePairedDelimiterX" | "DeclarePairedDelimiterXPP":
            return _paired_with_body(source, name, at, definer)
    if definer.endswith("def"):
        return _def(source, name, at)
    if definer.endswith("DocumentCommand"):
        return _document_command(source, name, at)
    return _newcommand(source, name, at)


def _newcommand(source: Groups, name: str, at: int) -> _Made | None:
    arity, default, at = _arity(source, at)
    body = source.argument(at)
    return None if body is None else ((Macro(name, arity, _cleaned(source.text, body), default),), body.after)


def _arity(source: Groups, at: int) -> tuple[int, str | None, int]:
    """``[2][x]``: how many arguments there are, and the default of the first where it has one."""
    arity, default = 0, None
    if (match := _ARITY.match(source.text, at)) is not None:
        arity, at = int(match[1]), match.end()
        if arity and (bracket := source.bracketed(at)) is not None:
            default, at = source.text[bracket.start : bracket.end], bracket.after
    return arity, default, at


def _environment(source: Groups, definer: str, at: int) -> _Made | None:
    named = _ENVIRONMENT.match(source.text, at)
    if named is None:
        return None
    name, at = named[1], named.end()
    parameters: tuple[Parameter, ...] = ()
    if "Document" in definer:
        specified = source.argument(at)
        wanted = _specified(source.text[specified.start : specified.end]) if specified else None
        if specified is None or wanted is None:
            return None
        parameters, arity, default, at = wanted, len(wanted), None, specified.after
    else:
        arity, default, at = _arity(source, at)
    begin = source.argument(at)
    end = begin and source.argument(begin.after)
    if begin is None or end is None:
        return None
    macros = (
        Macro(f"begin{{{name}}}", arity, _cleaned(source.text, begin), default, parameters),
        Macro(f"end{{{name}}}", 0, _cleaned(source.text, end)),
    )
    return macros, end.after


def _document_command(source: Groups, name: str, at: int) -> _Made | None:
    specified = source.argument(at)
    parameters = _specified(source.text[specified.start : specified.end]) if specified else None
    body = source.argument(specified.after) if specified else None
    if parameters is None or body is None:
        return None
    plain = all(each.kind == "mandatory" for each in parameters)
    macro = Macro(name, len(parameters), _cleaned(source.text, body), None, () if plain else parameters)
    return (macro,), body.after


def _specified(text: str) -> tuple[Parameter, ...] | None:
    """The parameters that ``m o O{1} s d()`` stands for, or None where another letter occurs.

    >>> [each.kind for each in _specified("s O{n} m") or ()]
    ['flag', 'optional', 'mandatory']
    """
    found: list[Parameter] = []
    at = 0
    while at < len(text):
        letter, at = text[at], at + 1
        if letter in " \t\n+!>":
            continue
        default = NO_VALUE
        marks = {"o": "[]", "O": "[]", "s": "*"}.get(letter, "")
        if letter in "dDt":
            width = 1 if letter == "t" else 2
            marks, at = text[at : at + width], at + width
        if letter in "OD":
            given = argument(text, at)
            if given is None:
                return None
            default, at = text[given.start : given.end], given.after
        match letter:
            case "m":
                found.append(Parameter("mandatory"))
            case "o" | "O" | "d" | "D" if len(marks) == 2:
                found.append(Parameter("optional", marks, default))
            case "s" | "t" if marks:
                found.append(Parameter("flag", marks))
            case _:
                return None
    return tuple(found) if len(found) <= 9 else None


def _def(source: Groups, name: str, at: int) -> _Made | None:
    match = _PARAMETERS.match(source.text, at, min(len(source.text), at + 200))
    body = source.argument(match.end()) if match else None
    if match is None or body is None:
        return None
    written = match[1].strip()
    arity = written.count("#")
    plain = len(written) == 2 * arity
    parameters = () if plain else _delimited(written)
    return (Macro(name, arity, _cleaned(source.text, body), None, parameters),), body.after


def _delimited(written: str) -> tuple[Parameter, ...]:
    """``(#1,#2)``: what must stand there, and up to what each argument goes."""
    first, *rest = re.split(r"#[1-9]", written)
    found = [Parameter("literal", first.strip())] if first.strip() else []
    for mark in rest:
        found.append(Parameter("until", mark.strip()) if mark.strip() else Parameter("mandatory"))
    return tuple(found)


def _let(text: str, name: str, at: int) -> _Made | None:
    match = _ALIASED.match(text, at)
    return ((Macro(name, 0, match[1]),), match.end()) if match else None


def _operator(source: Groups, name: str, at: int, star: str) -> _Made | None:
    body = source.argument(at)
    if body is None:
        return None
    return (Macro(name, 0, rf"\operatorname{star}{{{_cleaned(source.text, body)}}}"),), body.after


def _paired(source: Groups, name: str, at: int) -> _Made | None:
    left = source.argument(at)
    right = left and source.argument(left.after)
    if left is None or right is None:
        return None
    opening, close = source.text[left.start : left.end], source.text[right.start : right.end]
    return (Macro(name, 2, rf"\left{opening or '.'} #2 \right{close or '.'}", default=""),), right.after


def _paired_with_body(source: Groups, name: str, at: int, definer: str) -> _Made | None:
    r"""``\DeclarePairedDelimiterX\inner[2]{\langle}{\rangle}{#1,#2}``; XPP has something before and behind."""
    arity, _, at = _arity(source, at)
    texts: list[str] = []
    for _ in range(5 if definer.endswith("XPP") else 3):
        found = source.argument(at)
        if found is None:
            return None
        texts.append(_cleaned(source.text, found))
        at = found.after
    before, left, right, behind, body = texts if len(texts) == 5 else ("", *texts[:2], "", texts[2])
    whole = rf"{before}\left{left or '.'} {body} \right{right or '.'}{behind}"
    # the size in brackets comes first, so the arguments move on by one
    shifted = re.sub(r"#([1-8])", lambda digit: f"#{int(digit[1]) + 1}", whole)
    shifted = re.sub(r"\\delimsize\b", r"\\middle", shifted)
    return (Macro(name, arity + 1, shifted, default=""),), at


def _cleaned(text: str, body: Argument) -> str:
    """What a definition says, without comments."""
    return _LINE_COMMENT.sub("", text[body.start : body.end]).strip()
