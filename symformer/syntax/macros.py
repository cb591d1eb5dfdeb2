r"""The commands a note defines for itself, and formulas with those commands expanded.

Only what notes do in practice is followed: ``\newcommand`` and its kin, ``\def`` with plain
parameters, ``\let``, ``\DeclareMathOperator`` and ``\DeclarePairedDelimiter``.  A macro is never
expanded inside its own expansion, so ``\let\old\phi \renewcommand\phi{\old_0}`` means what it
should and nothing runs for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from symformer.syntax.commands import Role, command, customary
from symformer.text.mapped import MappedText, Segment

MAX_BODY = 2_000
MAX_DEPTH = 32
MAX_LENGTH = 200_000

_COMMAND = re.compile(r"\\(?:[A-Za-z@]+|.)", re.DOTALL)
_DEFINER = re.compile(
    r"\\(?P<definer>newcommand|renewcommand|providecommand|DeclareRobustCommand|DeclareMathOperator"
    r"|DeclarePairedDelimiter|(?:New|Renew|Provide|Declare)DocumentCommand|[gex]?def|let)(?P<star>\*?)(?![A-Za-z@])"
)
# These mean to replace what there is; \newcommand of a standard command only repeats it for an older LaTeX.
_REDEFINERS = frozenset({"renewcommand", "RenewDocumentCommand", "def", "gdef", "edef", "xdef", "let"})
_NAME = re.compile(r"\s*(?:\{\s*\\([A-Za-z@]+|[^A-Za-z\s])\s*\}|\\([A-Za-z@]+|[^A-Za-z\s]))")
_ARITY = re.compile(r"\s*\[\s*([0-9])\s*\]")
_PARAMETERS = re.compile(r"\s*((?:#[1-9])*)\s*(?=\{)")
_MANDATORY = re.compile(r"\s*\{([m\s]*)\}")
_ALIASED = re.compile(r"\s*=?\s*(\\(?:[A-Za-z@]+|[^A-Za-z\s]))")
_PARAMETER = re.compile(r"#([1-9])")
_LINE_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n[ \t]*")
_WORD_AT_END = re.compile(r"(?<!\\)(?:\\\\)*\\[A-Za-z]+\Z")


@dataclass(frozen=True, slots=True)
class Macro:
    r"""A command a note defines. ``body`` refers to its arguments as ``#1`` to ``#9``.

    With a ``default`` the first argument is optional, in square brackets.
    """

    name: str
    arity: int
    body: str
    default: str | None = None


# What packages and preambles that a note does not show give these names; its own definitions win.
CUSTOMARY_MACROS: Mapping[str, Macro] = {
    "abs": Macro("abs", 2, r"\left| #2 \right|", default=""),
    "norm": Macro("norm", 2, r"\left\| #2 \right\|", default=""),
    "ceil": Macro("ceil", 2, r"\left\lceil #2 \right\rceil", default=""),
    "floor": Macro("floor", 2, r"\left\lfloor #2 \right\rfloor", default=""),
}


@dataclass(frozen=True, slots=True)
class _Definition:
    macro: Macro
    start: int
    end: int
    definer: str


@dataclass(frozen=True, slots=True)
class _Stream:
    """A text with the origin range of each of its characters."""

    text: str
    origins: tuple[tuple[int, int], ...]

    def part(self, start: int, end: int) -> _Stream:
        return _Stream(self.text[start:end], self.origins[start:end])


@dataclass(slots=True)
class _Budget:
    """How many more expansions a formula may have: one counter for all nested ones."""

    expansions: int


# -- definitions ------------------------------------------------------------------------------


def collect_macros(text: str) -> dict[str, Macro]:
    r"""The macros that a text defines, by name; a later definition replaces an earlier one.

    >>> collect_macros(r"\newcommand{\vect}[1]{\mathbf{#1}}")
    {'vect': Macro(name='vect', arity=1, body='\\mathbf{#1}', default=None)}
    """
    macros: dict[str, Macro] = {}
    for definition in _definitions(text):
        name = definition.macro.name
        provided = definition.definer == "providecommand" and name in macros
        if not provided and _counts(definition):
            macros[name] = definition.macro
    return macros


def _counts(definition: _Definition) -> bool:
    """Whether a definition changes anything for the parser."""
    macro = definition.macro
    if len(macro.body) > MAX_BODY or macro.body.strip() == "\\" + macro.name:
        return False
    row = command(macro.name)
    if row is None:
        return True
    if row.role == Role.FUNCTION and _spells(macro.body, row.text):
        return False  # \DeclareMathOperator{\softmax}{softmax} says what the parser knows
    return customary(macro.name) or definition.definer in _REDEFINERS


def _spells(body: str, word: str) -> bool:
    r"""Whether a body sets just a word: ``\mathop{\rm arg\,max}``."""
    letters = re.sub(r"\\[A-Za-z]+\*?|[^A-Za-z#]", "", body)
    return letters.lower() == word.lower()


def _definitions(text: str) -> Iterator[_Definition]:
    """The definitions of a text, in order, without those in comments or inside other definitions."""
    at = 0
    while match := _DEFINER.search(text, at):
        at = match.end()
        if _escaped(text, match.start()) or _commented(text, match.start()):
            continue
        if (definition := _definition(text, match)) is not None:
            yield definition
            at = definition.end


def _escaped(text: str, at: int) -> bool:
    """Whether the backslash at a position belongs to a pair of backslashes begun before it."""
    before = text[max(0, at - 64) : at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _commented(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line.lstrip().startswith("%")


def _definition(text: str, match: re.Match[str]) -> _Definition | None:
    """The definition that a definer begins, or None where it is none we follow."""
    name = _NAME.match(text, match.end())
    if name is None:
        return None
    word = name[1] or name[2]
    definer = match["definer"]
    if definer == "let":
        made = _let(text, word, name.end())
    elif definer.endswith("def"):
        made = _def(text, word, name.end())
    elif definer == "DeclareMathOperator":
        made = _operator(text, word, name.end(), match["star"])
    elif definer == "DeclarePairedDelimiter":
        made = _paired_delimiter(text, word, name.end())
    elif definer.endswith("DocumentCommand"):
        made = _document_command(text, word, name.end())
    else:
        made = _newcommand(text, word, name.end())
    return made and _Definition(made[0], match.start(), made[1], definer)


def _newcommand(text: str, name: str, at: int) -> tuple[Macro, int] | None:
    arity, default = 0, None
    if match := _ARITY.match(text, at):
        arity, at = int(match[1]), match.end()
        if (bracket := _bracket(text, at)) is not None and arity:
            default, at = text[bracket[0] : bracket[1]], bracket[2]
    return _with_body(text, name, arity, at, default)


def _document_command(text: str, name: str, at: int) -> tuple[Macro, int] | None:
    match = _MANDATORY.match(text, at)
    return _with_body(text, name, match[1].count("m"), match.end()) if match else None


def _def(text: str, name: str, at: int) -> tuple[Macro, int] | None:
    match = _PARAMETERS.match(text, at)
    return _with_body(text, name, len(match[1]) // 2, match.end()) if match else None


def _let(text: str, name: str, at: int) -> tuple[Macro, int] | None:
    match = _ALIASED.match(text, at)
    return (Macro(name, 0, match[1]), match.end()) if match else None


def _operator(text: str, name: str, at: int, star: str) -> tuple[Macro, int] | None:
    made = _with_body(text, name, 0, at)
    return made and (replace(made[0], body=rf"\operatorname{star}{{{made[0].body}}}"), made[1])


def _paired_delimiter(text: str, name: str, at: int) -> tuple[Macro, int] | None:
    left = _argument(text, at)
    right = left and _argument(text, left[2])
    if not left or not right:
        return None
    opening, closing = text[left[0] : left[1]], text[right[0] : right[1]]
    body = rf"\left{opening} #2 \right{closing}"
    return Macro(name, 2, body, default=""), right[2]


def _with_body(text: str, name: str, arity: int, at: int, default: str | None = None) -> tuple[Macro, int] | None:
    argument = _argument(text, at)
    if argument is None:
        return None
    start, end, after = argument
    body = _LINE_COMMENT.sub("", text[start:end]).strip()
    return Macro(name, arity, body, default), after


# -- arguments --------------------------------------------------------------------------------


def _argument(text: str, at: int) -> tuple[int, int, int] | None:
    """Start and end of an argument's content, and where the text goes on; None where there is none."""
    while at < len(text) and text[at].isspace():
        at += 1
    if at >= len(text) or text[at] in "}&":
        return None
    if text[at] == "{":
        end = _matching(text, at, "{", "}")
        return None if end is None else (at + 1, end, end + 1)
    match = _COMMAND.match(text, at)
    end = match.end() if match else at + 1
    return at, end, end


def _bracket(text: str, at: int) -> tuple[int, int, int] | None:
    """The same for an optional argument in square brackets."""
    while at < len(text) and text[at] in " \t\n":
        at += 1
    if not text.startswith("[", at):
        return None
    end = _matching(text, at, "[", "]")
    return None if end is None else (at + 1, end, end + 1)


def _matching(text: str, at: int, opening: str, closing: str) -> int | None:
    """Where the group that opens at a position closes; braces hide brackets."""
    depth = braces = 0
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 2
            continue
        if char == opening and not braces:
            depth += 1
        elif char == closing and not braces:
            depth -= 1
            if depth == 0:
                return at
        elif char in "{}":
            braces = max(0, braces + (1 if char == "{" else -1))
        at += 1
    return None


# -- expansion --------------------------------------------------------------------------------


def expand(latex: MappedText, macros: Mapping[str, Macro], *, limit: int = 1_000) -> MappedText:
    r"""A formula with the macros in it expanded (at most ``limit`` times) and definitions in it left out.

    What an expansion adds maps to the whole use; the arguments map to where they are written.

    >>> from symformer.text.span import Span
    >>> macros = collect_macros(r"\newcommand{\vect}[1]{\mathbf{#1}}")
    >>> made = expand(MappedText.identity(r"\vect{x} + y"), macros)
    >>> made.text
    '\\mathbf{x} + y'
    >>> made.origin_span(Span(8, 9)), made.origin_span(Span(0, 10))
    (Span(start=6, end=7), Span(start=0, end=8))
    """
    text = latex.text
    defines = _DEFINER.search(text) is not None
    names = [match[0][1:] for match in _COMMAND.finditer(text)]
    if not defines and not any(name in macros or name in CUSTOMARY_MACROS for name in names):
        return latex
    macros = {**CUSTOMARY_MACROS, **macros}
    stream = _Stream(text, tuple((at, at + 1) for at in range(len(text))))
    if defines:
        stream, macros = _without_definitions(stream, macros)
    expanded = _expand(stream, macros, frozenset(), _Budget(limit))
    return MappedText(expanded.text, _segments(expanded)).then(latex)


def _without_definitions(stream: _Stream, macros: Mapping[str, Macro]) -> tuple[_Stream, Mapping[str, Macro]]:
    """A formula without the definitions in it, and the macros with those added."""
    kept: list[_Stream] = []
    at = 0
    for definition in _definitions(stream.text):
        kept.append(stream.part(at, definition.start))
        at = definition.end
    kept.append(stream.part(at, len(stream.text)))
    return _joined(kept), {**macros, **collect_macros(stream.text)}


def _expand(
    stream: _Stream, macros: Mapping[str, Macro], hidden: frozenset[str], budget: _Budget, depth: int = 0
) -> _Stream:
    """A stream with its macros expanded, except the ``hidden`` ones, which are being expanded already."""
    pieces: list[_Stream] = []
    at = done = length = 0
    while match := _COMMAND.search(stream.text, at):
        start, at = match.span()
        macro = macros.get(match[0][1:])
        if macro is None or macro.name in hidden or depth >= MAX_DEPTH or budget.expansions <= 0:
            continue
        use = _arguments(stream.text, at, macro)
        if use is None:
            continue
        budget.expansions -= 1
        spans, end = use
        arguments = [_expand(stream.part(*span), macros, hidden, budget, depth + 1) for span in spans]
        if length + _size(macro, arguments) > MAX_LENGTH:
            budget.expansions = 0
            break
        body = _substituted(stream, start, end, macro, arguments)
        expansion = _expand(body, macros, hidden | {macro.name}, budget, depth + 1)
        if _needs_group(stream.text[max(0, start - 64) : start], expansion.text):
            expansion = _grouped(expansion)
        pieces += [stream.part(done, start), expansion]
        length += start - done + len(expansion.text)
        at = done = end
    if not pieces:
        return stream
    return _joined([*pieces, stream.part(done, len(stream.text))])


def _size(macro: Macro, arguments: list[_Stream]) -> int:
    """An upper bound for the length of a macro's body with these arguments in it."""
    uses = macro.body.count("#")
    return len(macro.body) + uses * max((len(argument.text) for argument in arguments), default=0)


def _arguments(text: str, at: int, macro: Macro) -> tuple[list[tuple[int, int]], int] | None:
    """The spans of a use's arguments, and where the use ends; None where an argument is missing."""
    spans: list[tuple[int, int]] = []
    if macro.arity and text.startswith(("*{", "*["), at):
        at += 1
    if macro.default is not None:
        if (bracket := _bracket(text, at)) is not None:
            spans.append(bracket[:2])
            at = bracket[2]
        else:
            spans.append((-1, -1))  # stands for the default
    while len(spans) < macro.arity:
        argument = _argument(text, at)
        if argument is None:
            return None
        spans.append(argument[:2])
        at = argument[2]
    return spans, at


def _substituted(stream: _Stream, start: int, end: int, macro: Macro, arguments: list[_Stream]) -> _Stream:
    """The body of a macro with the arguments of one use in it."""
    whole = (stream.origins[start][0], max(origin[1] for origin in stream.origins[start:end]))
    if macro.default is not None and not arguments[0].text:
        arguments = [_at_use(macro.default, whole), *arguments[1:]]
    pieces: list[_Stream] = []
    done = reached = 0
    for match in _PARAMETER.finditer(macro.body):
        index = int(match[1])
        if index > len(arguments):
            continue
        pieces.append(_at_use(macro.body[done : match.start()], whole))
        argument = arguments[index - 1]
        # an argument that stands earlier than its predecessor would turn the ranges of the origin round
        pieces.append(argument if index >= reached else _at_use(argument.text, whole))
        reached = max(reached, index)
        done = match.end()
    pieces.append(_at_use(macro.body[done:], whole))
    return _joined(pieces)


def _at_use(text: str, whole: tuple[int, int]) -> _Stream:
    return _Stream(text, (whole,) * len(text))


def _needs_group(before: str, expansion: str) -> bool:
    r"""Whether an expansion stands for one argument of what is before it: ``\hat\weights``, ``x_\index``."""
    if len(expansion) < 2 or _COMMAND.fullmatch(expansion) or _is_group(expansion):
        return False
    before = before.rstrip()
    if before.endswith(("_", "^")) and not before.endswith(("\\_", "\\^")):
        return True
    return any(_awaits_argument(before, match) for match in _COMMAND.finditer(before))


def _awaits_argument(before: str, match: re.Match[str]) -> bool:
    """Whether a text stops where an argument of the matched command must follow."""
    row = command(match[0][1:])
    if row is None or row.role == Role.IGNORED:
        return False
    at = match.end()
    if at == len(before):
        return row.arguments.startswith(("m", "om"))
    first = _argument(before, at) if row.arguments == "mm" else None
    return first is not None and first[2] == len(before)


def _is_group(text: str) -> bool:
    return text.startswith("{") and _matching(text, 0, "{", "}") == len(text) - 1


def _grouped(stream: _Stream) -> _Stream:
    first, last = stream.origins[0], stream.origins[-1]
    return _Stream("{" + stream.text + "}", (first, *stream.origins, last))


def _joined(pieces: list[_Stream]) -> _Stream:
    r"""Streams one after the other, with a blank where ``\mathbf`` would run into a letter."""
    text: list[str] = []
    origins: list[tuple[int, int]] = []
    tail = ""
    for piece in pieces:
        if not piece.text:
            continue
        if piece.text[0].isalpha() and origins and _WORD_AT_END.search(tail):
            text.append(" ")
            origins.append(origins[-1])
        text.append(piece.text)
        origins.extend(piece.origins)
        tail = piece.text[-64:] if len(piece.text) >= 64 else (tail + piece.text)[-64:]
    return _Stream("".join(text), tuple(origins))


def _segments(stream: _Stream) -> tuple[Segment, ...]:
    """The ranges of a stream, as long as possible."""
    segments: list[Segment] = []
    origins = stream.origins
    start = 0
    while start < len(origins):
        first = origins[start]
        end = start + 1
        if first[1] - first[0] == 1:
            while end < len(origins) and origins[end] == (first[0] + end - start, first[1] + end - start):
                end += 1
            segments.append(Segment(start, end, first[0], origins[end - 1][1]))
        else:
            while end < len(origins) and origins[end] == first:
                end += 1
            segments.extend(_atomic(start, end, first))
        start = end
    return tuple(segments) or (Segment(0, 0, 0, 0),)


def _atomic(start: int, end: int, origin: tuple[int, int]) -> tuple[Segment, ...]:
    """Segments that are atomic even where a range is as long as its origin."""
    if end - start != origin[1] - origin[0]:
        return (Segment(start, end, *origin),)
    return Segment(start, start + 1, *origin), Segment(start + 1, end, *origin)
