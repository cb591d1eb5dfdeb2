"""From a formula as it stands in a note to the LaTeX inside: quote marks, indents and doubled backslashes undone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from symformer.documents.document import Display, Formula
from symformer.documents.scanning import WRAPPERS, Found
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_OPTION = Cued(r"^[ \t>]*:label:[ \t]*(\S+)", re.M)
_BEHIND = re.compile(r"[ \t]*(?:\(([A-Za-z][\w:.-]*)\)[ \t]*$|\{#([\w:.-]+)[^}\n]*\}|\s*:eqlabel:`([^`\n]+)`)", re.M)
_INDENT = re.compile(r"[ \t]*")
_ENTITY = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&nbsp;": " "}
_DOUBLED = re.compile(r"\\\\\\\\|\\\\(?=[A-Za-z{}_,;:!|()\[\]&%#])|\\[_*](?=.)")
_QUADRUPLE = re.compile(r"(?<!\\)\\\\\\\\(?!\\)")
_DOUBLE = re.compile(r"(?<!\\)\\\\(?!\\)")
# an underscore that Markdown made the author escape, where it can only be a subscript; words are left alone
_SUBSCRIPT = re.compile(
    r"\\(?:text\w*|mbox|mathrm|mathtt|operatorname)\*?\s*\{[^{}]*\}"
    r"|(?<=[A-Za-z)}])\\_(?=\{)|(?<=[A-Za-z)}])(?<![A-Za-z]{2})\\_(?=[A-Za-z0-9](?![A-Za-z0-9]))"
)
_ENTITIES = re.compile("|".join(_ENTITY))
_RUN = re.compile(r"`\{?(?:r|python|julia)\}?[ \t][^`\n]*`")  # code whose result is printed here: R Markdown, Quarto
# what Jekyll makes an author double within $…$, where no row can end
_DOUBLED_INLINE = re.compile(r"(?<!\\)\\\\(?=[A-Za-z]{2,}|[{},;:!|])")
# what a string in a program makes an author double: no row begins with letters that name a command
_DOUBLED_COMMAND = Cued(
    r"(?<!\\)\\\\(?=(?:frac|sqrt|sum|prod|left|right|text|mathrm|mathbf|mathcal|mathbb|operatorname|hat|bar|partial|nabla"
    r"|alpha|beta|gamma|delta|epsilon|theta|lambda|sigma|omega|times|cdot|ast|quad|ldots|cdots|approx|leq|geq)(?![A-Za-z]))"
)
# a string in a program doubles each of them: no run of backslashes is odd, and an environment begins or a command stands
_ODD_RUN = re.compile(r"(?<!\\)(?:\\\\)*\\(?!\\)")
_BEGUN_DOUBLED = re.compile(r"(?<!\\)\\\\begin\{")
_PAIR = re.compile(r"\\\\")
_ALL_DOUBLED = re.compile(r"(?<!\\)\\\\\\\\(?!\\)|" + _DOUBLED_COMMAND.pattern)
_WRITTEN = re.compile(r"[\\@]f\{(?P<name>[A-Za-z]+\*?)\}(?:[ \t]*\{)?")
_STAR = re.compile(r"(?<!\\)\\\*")
_BAR = re.compile(r"\\\|")


def formula_of(text: str, found: Found, *, in_table: bool = False) -> Formula:
    r"""The record of a formula found in ``text``; in a table ``\|`` is written for a bar."""
    span, body, environment = found.span, found.body, found.environment
    several = "\n" in span.slice(text)  # the first line of a formula begins with no quote mark
    depth = quote_depth(text, span.start) if several else 0
    if environment is not None and environment.rstrip("*") in WRAPPERS and found.delimiter in ("$$", "\\[", "\\\\["):
        body = _inside_environment(text, body)
    written = _WRITTEN.match(text, body.start) if found.delimiter[1:] == "f{" and body == span else None
    if written is not None:
        body = Span(written.end(), body.end - 3)
    pieces = list(_strip_lines(text, body, depth))
    latex = MappedText.join(text, pieces)
    if in_table and "\\|" in latex.text:
        latex = _substitute(latex, _BAR, lambda found: "|")
    latex = rewrite(latex, found.delimiter, found.display)
    if not pieces:
        latex = MappedText.identity("", body.start)
    elif written is not None:
        latex = _wrapped(latex, span, body, written["name"])
    label = _label(text, span, body, latex.text)
    behind = _BEHIND.match(text, span.end) if label is not None and text[span.end - 2 : span.end] == "$$" else None
    if behind is not None and "\n" not in behind[0]:
        span = Span(span.start, behind.end())  # the name belongs to the display, not to the words behind it
    return Formula(span, found.body if written else body, latex, found.display, found.delimiter, environment, label)


def _wrapped(latex: MappedText, whole: Span, body: Span, environment: str) -> MappedText:
    r"""Doxygen's ``\f{align*}{…\f}`` as the environment that it stands for."""
    opening, closing = f"\\begin{{{environment}}}", f"\\end{{{environment}}}"
    by, end = len(opening), len(opening) + len(latex.text)
    inner = (Segment(s.start + by, s.end + by, s.origin_start, s.origin_end) for s in latex.segments)
    before = Segment(0, by, whole.start, body.start)
    behind = Segment(end, end + len(closing), body.end, whole.end)
    return MappedText(opening + latex.text + closing, (before, *inner, behind))


def _label(text: str, span: Span, body: Span, latex: str) -> str | None:
    """The name of a formula: in the LaTeX, or as MyST, Quarto and d2lbook write it around the display."""
    if (inside := _LABEL.search(latex)) is not None:
        return inside[1]
    if (option := _OPTION.search(text, span.start, body.start)) is not None:
        return option[1]
    if text[span.end - 2 : span.end] == "$$" and (behind := _BEHIND.match(text, span.end)) is not None:
        return behind[1] or behind[2] or behind[3]
    return None


def quote_depth(text: str, at: int) -> int:
    """How many ``>`` stand before ``at`` at the start of its line."""
    start = text.rfind("\n", 0, at) + 1
    prefix = re.compile(r"(?:[ \t]*>)*").match(text, start, at)
    return prefix.group().count(">") if prefix else 0


def _inside_environment(text: str, body: Span) -> Span:
    """``body`` without the ``\\begin{…}`` and ``\\end{…}`` that enclose it."""
    start = text.index("}", body.start, body.end) + 1
    return Span(start, max(start, text.rfind("\\end", start, body.end)))


def _strip_lines(text: str, body: Span, depth: int) -> Iterator[Span]:
    """The lines of ``body`` without quote marks, indents and the blanks at both ends."""
    pieces: list[Span] = []
    at, first = body.start, True
    quote = re.compile(rf"[ \t]*(?:>[ \t]?){{0,{depth}}}") if depth else _INDENT
    while at <= body.end:
        newline = text.find("\n", at, body.end)
        end = body.end if newline == -1 else newline
        start = at
        if not first:
            prefix = quote.match(text, at, end)
            start = prefix.end() if prefix else at
            blanks = _INDENT.match(text, start, end)
            start = blanks.end() if blanks else start
        stop = end - 1 if end > start and text[end - 1] == "\r" else end
        pieces.append(Span(start, stop))
        if newline == -1:
            break
        pieces.append(Span(newline, newline + 1))
        at, first = newline + 1, False
    yield from trim(text, pieces)


def trim(text: str, pieces: list[Span]) -> list[Span]:
    """``pieces`` without the blanks before the first and after the last character."""
    kept = [piece for piece in pieces if piece.length]
    while kept:
        inside = kept[0].slice(text)
        start = kept[0].start + len(inside) - len(inside.lstrip())
        if start < kept[0].end:
            kept[0] = Span(start, kept[0].end)
            break
        kept.pop(0)
    while kept:
        inside = kept[-1].slice(text)
        end = kept[-1].start + len(inside.rstrip())
        if end > kept[-1].start:
            kept[-1] = Span(kept[-1].start, end)
            break
        kept.pop()
    return kept


def rewrite(latex: MappedText, delimiter: str, display: Display = "display") -> MappedText:
    r"""Undo what Markdown made the author write: doubled backslashes, ``&lt;``; what is run first is ``\\Sexpr{}``."""
    if "`" in latex.text:
        latex = _substitute(latex, _RUN, lambda found: "\\Sexpr{}")
    if delimiter.startswith("\\\\"):
        return _substitute(latex, _DOUBLED, lambda found: "\\\\" if len(found) == 4 else _halve(found))
    if "\\\\" in latex.text and _is_doubled_throughout(latex.text):
        latex = _substitute(latex, _PAIR, lambda found: "\\")
    if "\\\\\\\\" in latex.text and "\\begin" in latex.text and not _DOUBLE.search(latex.text):
        latex = _substitute(latex, _QUADRUPLE, lambda found: "\\\\")
    if display == "inline" and "\\\\" in latex.text and "\\begin" not in latex.text and "\n" not in latex.text:
        latex = _substitute(latex, _DOUBLED_INLINE, lambda found: "\\")
    if display == "display" and "\\begin" not in latex.text and _DOUBLED_COMMAND.search(latex.text):
        latex = _substitute(latex, _ALL_DOUBLED, lambda found: "\\\\" if len(found) == 4 else "\\")
    if "\\*" in latex.text:
        latex = _substitute(latex, _STAR, lambda found: "*")
    if "\\_" in latex.text:
        latex = _substitute(latex, _SUBSCRIPT, lambda found: "_" if found == "\\_" else found)
    if "&" in latex.text and ";" in latex.text:
        latex = _substitute(latex, _ENTITIES, lambda found: _ENTITY[found])
    return latex


def _is_doubled_throughout(latex: str) -> bool:
    r"""Whether no backslash of a formula stands alone, and some are those of commands.

    >>> _is_doubled_throughout(r"\\begin{aligned} a &= B^\\top \\\\ b \\end{aligned}")
    True
    >>> _is_doubled_throughout(r"\begin{aligned} a \\ b \end{aligned}"), _is_doubled_throughout(r"a \\ b")
    (False, False)
    """
    return not _ODD_RUN.search(latex) and bool(_DOUBLED_COMMAND.search(latex) or _BEGUN_DOUBLED.search(latex))


def _halve(found: str) -> str:
    return "\\" if found == "\\\\" else found[1:]


def _substitute(latex: MappedText, pattern: re.Pattern[str], replacement: Callable[[str], str]) -> MappedText:
    """``latex`` with every match replaced, each replacement standing for the whole of what it replaces."""
    pieces: list[str] = []
    segments: list[Segment] = []
    at = made = 0
    for found in pattern.finditer(latex.text):
        for start, end, text in ((at, found.start(), None), (found.start(), found.end(), replacement(found.group()))):
            new = latex.text[start:end] if text is None else text
            if new:
                segments.append(Segment(made, made + len(new), start, end))
            pieces.append(new)
            made += len(new)
        at = found.end()
    if not pieces:
        return latex
    rest = latex.text[at:]
    if rest:
        segments.append(Segment(made, made + len(rest), at, len(latex.text)))
    return MappedText("".join([*pieces, rest]), tuple(segments)).then(latex)
