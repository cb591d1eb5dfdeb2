r"""LaTeX documents: the mathematics, the sections and the running text between them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from symformer.documents.clean import trim
from symformer.documents.document import (
    Annotation,
    Code,
    Display,
    Document,
    Formula,
    Notice,
    Prose,
    ProseKind,
    Reader,
    Table,
    TableCell,
)
from symformer.documents.parts import Heading, Parts, document
from symformer.text.mapped import MappedText
from symformer.text.source import Source
from symformer.text.span import Span

_LEVELS = {
    "part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
}  # fmt: skip
_MATH = r"equation|align|gather|multline|eqnarray|alignat|flalign|displaymath|math|dmath"
_WRAPPERS = ("equation", "displaymath", "math", "dmath")
_VERBATIM = r"verbatim|Verbatim|lstlisting|minted|tikzpicture|tikzcd|comment|pycode|python|filecontents|thebibliography"
_BLANK_LINE = re.compile(r"\n[ \t]*\r?\n")
_ANNOTATION = re.compile(r"%+\s*symformer\s*:\s*", re.I)
_SKIPPED = re.compile(
    rf"\\begin\{{(?P<env>(?:{_VERBATIM})\*?)\}}"
    r"|\\(?:verb|lstinline)\*?(?P<bar>[^\sA-Za-z{*])[^\n]*?(?P=bar)"
    r"|\\iffalse\b|\\[\\%]|(?P<comment>%[^\n]*)"
)
_EVENT = re.compile(rf"\\\\|\\\$|\$\$?|\\[(\[]|\\begin\{{(?P<env>(?:{_MATH})\*?)\}}")
_CLOSE = re.compile(r"\\[)\]]|\\.|\$\$?", re.S)
_BREAK = re.compile(
    r"""
    (?P<blank>\n[ \t]*\n\s*|\\par\b)
    | \\(?P<section>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?\s*(?:\[[^\]\n]*\])?\s*(?=\{)
    | \\(?P<caption>caption)\*?\s*(?:\[[^\]\n]*\])?\s*(?=\{)
    | (?P<item>\\item\b(?:\s*\[(?P<name>[^\]\n]*)\])?)
    | \\begin\{(?P<begin>[A-Za-z]+\*?)\}(?:\s*\[[^\]\n]*\])?
    | \\end\{(?P<end>[A-Za-z]+\*?)\}
    """,
    re.X,
)
_TABULAR = re.compile(r"\\begin\{(tabular[xy*]?|longtable)\}")
_TABLE_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule)\b|\\(?:cmidrule|cline)(?:\([^)]*\))?\{[^}]*\}|\\end(?:first)?head\b"
)
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_LISTS = ("itemize", "enumerate", "description")


def read(uri: str, raw: str) -> Document:
    """The document that a LaTeX file is: what stands between ``\\begin{document}`` and its end."""
    parts = Parts()
    hidden = _hidden(raw, parts)
    masked = _mask(raw, hidden)
    body = _body(masked)
    formulas = list(_formulas(masked, raw, body, hidden, parts))
    parts.formulas = formulas
    _Prose(raw, masked, hidden, formulas, parts).take(body)
    parts.tables = list(_tables(masked, body, [f.span for f in formulas]))
    return document(parts, Source.of(uri, raw), "tex")


@dataclass(slots=True)
class _Search:
    """Finds closing marks in one text, and repeats no search that has failed."""

    text: str
    absent: set[str] = field(default_factory=set)
    next: dict[str, int] = field(default_factory=dict)  # where each mark was last found
    blank_at: int = -1

    def find(self, mark: str, at: int, end: int) -> int:
        """The first ``mark`` in ``[at, end)``, or -1."""
        if mark in self.absent:
            return -1
        known = self.next.get(mark, -1)
        if at <= known < end:
            return known
        found = self.text.find(mark, at, end)
        if found == -1:
            self.absent.add(mark)
        self.next[mark] = found
        return found

    def blank(self, at: int, end: int) -> int:
        """Where the next blank line starts."""
        if self.blank_at < at:
            found = _BLANK_LINE.search(self.text, at, end)
            self.blank_at = found.start() if found else end
        return self.blank_at


def _hidden(text: str, parts: Parts) -> list[Span]:
    """Comments and verbatim text, in order, counted; annotations are taken out of the comments."""
    spans: list[Span] = []
    search = _Search(text)
    at = 0
    while (found := _SKIPPED.search(text, at)) is not None:
        if found["comment"] is not None:
            spans.append(_comment(text, Span(found.start("comment"), found.end()), parts))
            at = found.end()
            continue
        escaped = found.group() in ("\\\\", "\\%")
        end = None if escaped else _verbatim_end(search, found)
        if end is not None:
            spans.append(Span(found.start(), end))
            _verbatim(text, found["env"], spans[-1], parts)
        at = end or found.end()
    return spans


def _verbatim_end(search: _Search, found: re.Match[str]) -> int | None:
    """Where what ``found`` opens ends, or nothing where it never does."""
    if found["bar"]:
        return found.end()
    closing = f"\\end{{{found['env']}}}" if found["env"] else "\\fi"
    close = search.find(closing, found.end(), len(search.text))
    return close + len(closing) if close >= 0 else None


def _verbatim(text: str, environment: str | None, span: Span, parts: Parts) -> None:
    name = (environment or "").rstrip("*")
    if name.startswith("tikz"):
        parts.skip("drawing")
    elif name == "comment" or text.startswith("\\iffalse", span.start):
        parts.skip("comment")
    elif name == "thebibliography":
        parts.skip("bibliography")
    else:
        parts.code.append(Code(span, None, span.slice(text)))
        parts.skip("code")


def _comment(text: str, span: Span, parts: Parts) -> Span:
    body = span.slice(text)
    marker = _ANNOTATION.match(body)
    if marker is not None:
        parts.annotations.append(Annotation(span, body[marker.end() :].strip()))
    elif body.strip("% \t\r"):
        parts.skip("comment")
    return span


def _mask(text: str, hidden: list[Span]) -> str:
    """``text`` with blanks (line ends kept) in place of ``hidden``.

    A line that holds only a comment becomes ``%`` and blanks, as it ends no paragraph.
    """
    pieces: list[str] = []
    at = 0
    for span in hidden:
        pieces.append(text[at : span.start])
        inside = span.slice(text)
        pieces.append("%" + " " * (span.length - 1) if inside.startswith("%") else re.sub(r"[^\n]", " ", inside))
        at = span.end
    pieces.append(text[at:])
    return "".join(pieces)


def _body(masked: str) -> Span:
    start = masked.find("\\begin{document}")
    end = masked.rfind("\\end{document}")
    first = start + len("\\begin{document}") if start >= 0 else 0
    return Span(first, end if end >= first else len(masked))


def _formulas(masked: str, raw: str, body: Span, hidden: list[Span], parts: Parts) -> Iterator[Formula]:
    at, search = body.start, _Search(masked)
    while (event := _EVENT.search(masked, at, body.end)) is not None:
        opening = event.group()
        if opening in ("\\\\", "\\$"):
            at = event.end()
            continue
        found = _close(search, event, body.end)
        if found is None:
            parts.skip("unmatched dollar" if opening == "$" else "unmatched display")
            if opening == "$$" and len(parts.notices) < 50:
                first = masked.count("\n", 0, event.start()) + 1
                message = f"a $$ on line {first} has no partner before the next blank line; it is not read as a formula"
                parts.notices.append(Notice("delimiters-out-of-step", Span(*event.span()), message))
            at = event.end()
            continue
        yield _formula(raw, event, found, hidden)
        at = found[1]


_PAIRS = {"\\(": "\\)", "\\[": "\\]"}


def _close(search: _Search, event: re.Match[str], end: int) -> tuple[int, int] | None:
    """Where the formula's closing delimiter starts and ends; a dollar formula ends with its paragraph."""
    opening, text = event.group(), search.text
    if event["env"]:
        closing = f"\\end{{{event['env']}}}"
        at = search.find(closing, event.end(), end)
        # the same environment opened again: the first one was never closed
        return (at, at + len(closing)) if at >= 0 and text.find(opening, event.end(), at) == -1 else None
    closing, limit = _PAIRS.get(opening, opening), search.blank(event.end(), end)
    key = f"{closing} before {limit}"
    if key in search.absent:
        return None
    for found in _CLOSE.finditer(text, event.end(), limit):
        if found.group() == closing or (closing == "$" and found.group() == "$$"):
            return found.start(), found.start() + len(closing)
    search.absent.add(key)
    return None


def _formula(raw: str, event: re.Match[str], close: tuple[int, int], hidden: list[Span]) -> Formula:
    environment = event["env"]
    span, body = Span(event.start(), close[1]), Span(event.end(), close[0])
    if environment and environment.rstrip("*") not in _WRAPPERS:
        body = span
    display: Display = "inline" if event.group() in ("$", "\\(") or environment == "math" else "display"
    pieces = trim(raw, list(_lines(raw, body, hidden)))
    latex = MappedText.join(raw, pieces) if pieces else MappedText.identity("", body.start)
    label = _LABEL.search(latex.text)
    return Formula(span, body, latex, display, event.group(), environment, label[1] if label else None)


def _without(span: Span, hidden: list[Span]) -> Iterator[Span]:
    """``span`` without the comments in it; a comment takes the line end and the next indent with it."""
    at = span.start
    first = bisect_right(hidden, span.start, key=lambda s: s.end)
    last = bisect_left(hidden, span.end, key=lambda s: s.start)
    for part in hidden[first:last]:
        if part.start > at:
            yield Span(at, part.start)
        at = max(at, part.end)
    if at < span.end:
        yield Span(at, span.end)


def _lines(raw: str, body: Span, hidden: list[Span]) -> Iterator[Span]:
    """The lines of a formula without comments and indents."""
    for part in _without(body, hidden):
        at = part.start
        while at < part.end:
            newline = raw.find("\n", at, part.end)
            end = part.end if newline == -1 else newline + 1
            inside = raw[at:end]
            indent = len(inside) - len(inside.lstrip(" \t")) if at == 0 or raw[at - 1] == "\n" else 0
            if at + indent < end:
                yield Span(at + indent, end)
            at = end


@dataclass(slots=True)
class _Item:
    """The list a stretch of text stands in: its kind and how many items it has had."""

    kind: str
    count: int = 0


class _Prose:
    """Cuts the body into paragraphs, items, headings and captions."""

    def __init__(self, raw: str, masked: str, hidden: list[Span], formulas: list[Formula], parts: Parts) -> None:
        self.raw, self.masked, self.hidden, self.formulas, self.parts = raw, masked, hidden, formulas, parts
        self.formula_spans = [f.span for f in formulas]
        self.search = _Search(masked)
        self.lists: list[_Item] = []
        self.ordinal: str | None = None
        self.in_item = False

    def take(self, body: Span) -> None:
        """Read the whole body."""
        at = start = body.start
        while (found := _BREAK.search(self.masked, at, body.end)) is not None:
            inside = self._formula_end(found.start())
            if inside is not None:
                at = inside
                continue
            self._paragraph(Span(start, found.start()))
            at = start = max(self._break(found, body.end), found.start() + 1)
        self._paragraph(Span(start, body.end))

    def _formula_end(self, at: int) -> int | None:
        index = bisect_right(self.formula_spans, at, key=lambda s: s.start) - 1
        if index < 0 or at >= self.formula_spans[index].end:
            return None
        return self.formula_spans[index].end

    def _break(self, found: re.Match[str], end: int) -> int:
        """Act on what ended the paragraph; where the next one begins."""
        if found["section"]:
            return self._braced(found, end, "heading", _LEVELS[found["section"]])
        if found["caption"]:
            return self._braced(found, end, "caption", 0)
        if found["item"]:
            self.in_item = True
            self.ordinal = found["name"]
            if self.lists and self.lists[-1].kind == "enumerate":
                self.lists[-1].count += 1
                self.ordinal = self.ordinal or str(self.lists[-1].count)
            if found["name"]:
                return found.start("name") - 1  # what an item is called is part of what it says
        elif found["begin"] and found["begin"].rstrip("*") in _LISTS:
            self.lists.append(_Item(found["begin"]))
        elif found["end"] and found["end"].rstrip("*") in _LISTS and self.lists:
            self.lists.pop()
            self.in_item = bool(self.lists)
        elif found["begin"] and found["begin"].startswith(("tabular", "longtable")):
            closing = self.search.find(f"\\end{{{found['begin']}}}", found.end(), end)
            return closing if closing >= 0 else found.end()
        return found.end()

    def _braced(self, found: re.Match[str], end: int, kind: ProseKind, level: int) -> int:
        close = _matching_brace(self.masked, found.end(), end)
        inner = Span(found.end() + 1, close)
        text = self._text(inner)
        if kind == "heading":
            title = re.sub(r"\\label\{[^}]*\}", "", text.text).strip()
            self.parts.headings.append(Heading(Span(found.start(), min(close + 1, end)), level, title))
            self.lists, self.in_item = [], False
        if text.text.strip():
            self.parts.prose.append(Prose(inner, text, kind, self._inside(inner)))
        return min(close + 1, end)

    def _paragraph(self, span: Span) -> None:
        inside = self.masked[span.start : span.end]
        lead = re.match(r"(?:\s|%)*", inside)
        start = span.start + (lead.end() if lead else 0)
        end = span.start + len(inside.rstrip(" \t\r\n%"))
        if start >= end:
            return
        tight = Span(start, end)
        formulas = self._inside(tight)
        text = self._text(tight)
        if not re.search(r"\w", _outside(tight, formulas, self.masked)) and not any(
            f.display == "inline" for f in formulas
        ):
            return
        kind: ProseKind = "item" if self.in_item else "paragraph"
        self.parts.prose.append(Prose(tight, text, kind, formulas, len(self.lists), self.ordinal))
        self.ordinal = None

    def _inside(self, span: Span) -> tuple[Formula, ...]:
        first = bisect_left(self.formula_spans, span.start, key=lambda s: s.start)
        last = bisect_right(self.formula_spans, span.end, key=lambda s: s.end)
        return tuple(self.formulas[first : max(first, last)])

    def _text(self, span: Span) -> MappedText:
        pieces = list(_lines(self.raw, span, self.hidden))
        return MappedText.join(self.raw, pieces) if pieces else MappedText.identity("", span.start)


def _outside(span: Span, formulas: tuple[Formula, ...], masked: str) -> str:
    """The text of ``span`` without its formulas and without commands that print nothing."""
    pieces: list[str] = []
    at = span.start
    for formula in formulas:
        pieces.append(masked[at : formula.span.start])
        at = formula.span.end
    pieces.append(masked[at : span.end])
    return re.sub(
        r"\\(?:label|vspace|hspace|includegraphics|bibliography\w*|input|include)\*?(?:\[[^\]]*\])?\{[^}]*\}|\\[A-Za-z]+",
        " ",
        " ".join(pieces),
    )


def _matching_brace(text: str, at: int, end: int) -> int:
    """Where the brace at ``at`` is closed (or the end)."""
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.S).finditer(text, at, end):
        if found.group() == "{":
            depth += 1
        elif found.group() == "}":
            depth -= 1
            if depth == 0:
                return found.start()
    return end


def _tables(masked: str, body: Span, formula_spans: list[Span]) -> Iterator[Table]:
    at, search = body.start, _Search(masked)
    while (found := _TABULAR.search(masked, at, body.end)) is not None:
        closing = f"\\end{{{found[1]}}}"
        end = search.find(closing, found.end(), body.end)
        at = found.end()
        if end < 0 or masked.find(found.group(), at, end) >= 0:
            continue  # never closed, or a table of tables: the inner ones are read
        start = at
        for _ in range(2 if found[1] in ("tabularx", "tabulary", "tabular*") else 1):
            start = _after_arguments(masked, start, end)
        rows = [row for row in _rows(masked, start, end, formula_spans) if any(cell.text for cell in row)]
        at = end + len(closing)
        if rows:
            yield Table(Span(found.start(), at), rows[0], tuple(rows[1:]))


def _after_arguments(text: str, at: int, end: int) -> int:
    blanks = re.compile(r"\s*(?:\[[^\]]*\])?\s*").match(text, at, end)
    start = blanks.end() if blanks else at
    return _matching_brace(text, start, end) + 1 if text[start : start + 1] == "{" else start


def _rows(text: str, start: int, end: int, formula_spans: list[Span]) -> Iterator[tuple[TableCell, ...]]:
    cells: list[TableCell] = []
    at = start
    for found in re.compile(r"\\\\(?:\[[^\]]*\])?|\\.|&", re.S).finditer(text, start, end):
        index = bisect_right(formula_spans, found.start(), key=lambda s: s.start) - 1
        if index >= 0 and found.start() < formula_spans[index].end:
            continue
        if found.group() == "&" or found.group().startswith("\\\\"):
            cells.append(_cell(text, at, found.start()))
            at = found.end()
        if found.group().startswith("\\\\"):
            yield tuple(cells)
            cells = []
    cells.append(_cell(text, at, end))
    yield tuple(cells)


def _cell(text: str, start: int, end: int) -> TableCell:
    while (rule := re.compile(r"(?:\s|%)*(?:" + _TABLE_RULES.pattern + r")").match(text, start, end)) is not None:
        start = rule.end()
    inside = text[start:end]
    first = start + len(inside) - len(inside.lstrip())
    stripped = re.sub(r"(?<!\\)%[ ]*\n?", "", inside).strip()
    return TableCell(Span(min(first, end), min(first, end) + len(inside.strip())), stripped)


READER = Reader("tex", (".tex", ".ltx", ".latex"), read)
