"""The running text of a LaTeX document: paragraphs, items, headings, captions, notes, and where they stand."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace

from symformer.documents.document import Formula, Prose, ProseKind
from symformer.documents.parts import Heading, Parts
from symformer.documents.tex_formulas import lines_of
from symformer.documents.tex_hidden import Search, holds, merged
from symformer.documents.tex_markup import markup_of
from symformer.text.groups import Groups
from symformer.text.mapped import MappedText
from symformer.text.span import Span

_LEVELS = {
    "part": 1, "chapter": 1, "section": 2, "subsection": 3, "frametitle": 4, "subsubsection": 4, "framesubtitle": 5,
    "paragraph": 5, "subparagraph": 6,
}  # fmt: skip
_BREAK = re.compile(
    r"""
    (?P<blank>\n[ \t]*\n\s*|\\par\b)
    | \\(?P<section>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|frame(?:sub)?title)
        \*?(?:<[^<>\n]*>)?\s*(?:\[[^\]\n]*\])?\s*(?=\{)
    | \\(?P<caption>(?:sub)?caption|captionof\s*\{[a-z]+\})\*?\s*(?:\[[^\]\n]*\])?\s*(?=\{)
    | (?P<item>\\item\b(?:<[^<>\n]*>)?(?:\s*\[(?P<name>[^\]\n]*)\])?)
    | \\begin\{(?P<begin>[A-Za-z@]+\*?)\}
    | \\end\{(?P<end>[A-Za-z@]+\*?)\}
    """,
    re.X,
)
_LISTS = ("itemize", "enumerate", "description")
DEEPEST = 50  # statements within each other
_TABULAR = ("tabular", "tabulary", "longtable", "longtabu", "tabu")
# arguments of an environment that are no text
_ARGUMENTS = {
    "minipage": 1, "multicols": 1, "column": 1, "wrapfigure": 2, "wraptable": 2, "subfigure": 1, "subtable": 1,
    "adjustbox": 1, "adjustwidth": 2, "spacing": 1, "list": 2, "CJK": 2, "otherlanguage": 1, "varwidth": 1,
    "overlayarea": 2, "textblock": 1, "turn": 1, "rotate": 1, "enumerate": 0, "savenotes": 0, "mdframed": 0,
}  # fmt: skip
_TITLED = ("block", "alertblock", "exampleblock")  # the title stands in braces
_STATEMENTS = frozenset(
    "theorem lemma proposition corollary definition remark example proof claim conjecture assumption axiom exercise"
    " problem solution observation fact property notation hypothesis question answer abstract".split()
)
_NEW_THEOREM = re.compile(
    r"\\(?:newtheorem|declaretheorem)\*?\s*(?:\[[^\]\n]*\])?\s*\{([A-Za-z]+\*?)\}\s*(?:\[[^\]\n]*\])?\s*(?:\{([^{}\n]*)\})?"
)


@dataclass(slots=True)
class _List:
    """The list a stretch of text stands in: its kind and how many items it has had."""

    kind: str
    count: int = 0


class ProseReader:
    """Cuts the body into paragraphs, items, headings, captions and notes."""

    def __init__(
        self, raw: str, masked: str, hidden: list[Span], formulas: list[Formula], body: Span, parts: Parts
    ) -> None:
        self.raw, self.masked, self.body, self.parts = raw, masked, body, parts
        self.formulas = formulas
        self.formula_spans = [f.span for f in formulas]
        self.search, self.groups = Search(masked), Groups(masked)
        markup = markup_of(masked, body, self.formula_spans)
        self.cuts = merged(hidden, markup.cuts)
        self.notes, self.said = markup.notes, markup.inside
        self.outside_notes = merged(self.cuts, self.notes)
        self.statements = {**dict.fromkeys(_STATEMENTS), **_theorems(masked)}
        self.lists: list[_List] = []
        self.open: list[str] = []  # statements that are open
        self.ordinal: str | None = None
        self.in_item = False

    def take(self) -> None:
        """Read the whole body."""
        at = start = self.body.start
        while (found := _BREAK.search(self.masked, at, self.body.end)) is not None:
            inside = self._formula_end(found.start())
            if inside is not None:
                at = inside
                continue
            self._paragraph(Span(start, found.start()))
            at = start = max(self._break(found), found.start() + 1)
        self._paragraph(Span(start, self.body.end))
        for inside_note in merged(self.said):
            self._add(inside_note, "paragraph", self.cuts, self._inside(inside_note))

    def _formula_end(self, at: int) -> int | None:
        index = bisect_right(self.formula_spans, at, key=lambda s: s.start) - 1
        if index < 0 or at >= self.formula_spans[index].end:
            return None
        return self.formula_spans[index].end

    def _break(self, found: re.Match[str]) -> int:
        """Act on what ended the paragraph; where the next one begins."""
        if found["section"]:
            return self._braced(found.end(), "heading", _LEVELS[found["section"]], found.start())
        if found["caption"]:
            return self._braced(found.end(), "caption", 0, found.start())
        if found["item"]:
            return self._item(found)
        if found["begin"]:
            return self._begin(found["begin"], found.end())
        if found["end"]:
            self._end(found["end"].rstrip("*"))
        return found.end()

    def _item(self, found: re.Match[str]) -> int:
        self.in_item = True
        self.ordinal = found["name"]
        if self.lists and self.lists[-1].kind == "enumerate":
            self.lists[-1].count += 1
            self.ordinal = self.ordinal or str(self.lists[-1].count)
        # what an item is called is part of what it says
        return found.start("name") - 1 if found["name"] else found.end()

    def _begin(self, written: str, at: int) -> int:
        """Enter an environment; where its text begins."""
        name = written.rstrip("*")
        if name in _TABULAR or name.startswith("tabular"):
            closing = self.search.find(f"\\end{{{written}}}", at, self.body.end)
            return closing if closing >= 0 else at
        if name in _LISTS:
            self.lists.append(_List(name))
        statement = name in self.statements
        if statement and len(self.open) < DEEPEST:
            self.open.append(name)
        at = self._after_options(at, titled=statement)
        if name == "frame":
            while self.masked.startswith("{", at):
                at = self._braced(at, "heading", _LEVELS["frametitle"], at)
        elif name in _TITLED and self.masked.startswith("{", at):
            at = self._braced(at, "caption", 0, at)
        for _ in range(_ARGUMENTS.get(name, 0)):
            taken = self.groups.argument(at) if self.masked.startswith("{", at) else None
            at = min(taken.after, self.body.end) if taken is not None else at
        return at

    def _end(self, name: str) -> None:
        if name in _LISTS and self.lists:
            self.lists.pop()
            self.in_item = bool(self.lists)
        if name in self.open:
            del self.open[len(self.open) - 1 - self.open[::-1].index(name) :]

    def _after_options(self, at: int, *, titled: bool) -> int:
        """Behind ``[…]`` and ``<…>``; the option of a statement is its title."""
        while self.masked.startswith(("[", "<"), at):
            option = self.groups.bracketed(at, "[]" if self.masked[at] == "[" else "<>")
            if option is None or option.after > self.body.end:
                return at
            if titled and self.masked[at] == "[":
                self._titled(Span(option.start, option.end))
            at = option.after
        return at

    def _titled(self, inner: Span) -> None:
        self._add(inner, "caption", self.outside_notes, self._inside(inner))

    def _braced(self, at: int, kind: ProseKind, level: int, start: int) -> int:
        """A heading or caption in the braces at ``at``; where the text goes on."""
        taken = self.groups.argument(at)
        close = min(taken.end, self.body.end) if taken is not None else self.body.end
        inner = Span(min(at + 1, close), close)
        end = min(close + 1, self.body.end)
        text = self._text(inner, self.outside_notes)
        if kind == "heading":
            self.parts.headings.append(Heading(Span(start, end), level, " ".join(text.text.split())))
            self.lists, self.open, self.in_item = [], [], False
        if text.text.strip():
            self.parts.prose.append(Prose(inner, text, kind, self._inside(inner)))
        return end

    def _paragraph(self, span: Span) -> None:
        inside = self.masked[span.start : span.end]
        lead = re.match(r"(?:\s|%)*", inside)
        start = span.start + (lead.end() if lead else 0)
        end = span.start + len(inside.rstrip(" \t\r\n%"))
        if start >= end:
            return
        tight = Span(start, end)
        formulas = tuple(f for f in self._inside(tight) if not holds(self.notes, f.span))
        kind: ProseKind = "item" if self.in_item else "paragraph"
        if self._add(tight, kind, self.outside_notes, formulas):
            self.ordinal = None

    def _add(self, span: Span, kind: ProseKind, cuts: list[Span], formulas: tuple[Formula, ...]) -> bool:
        """Add a stretch of text that says something."""
        if not any(f.display == "inline" for f in formulas) and not self._has_words(span, formulas, cuts):
            return False
        text = self._text(span, cuts)
        made = Prose(span, text, kind, formulas, len(self.lists), self.ordinal)
        if self.open:
            name = self.open[-1]
            made = replace(made, environment=self.statements[name] or name)
        self.parts.prose.append(made)
        return True

    def _has_words(self, span: Span, formulas: tuple[Formula, ...], cuts: list[Span]) -> bool:
        """Whether there is text beside the formulas."""
        at = span.start
        for end, after in [*((f.span.start, f.span.end) for f in formulas), (span.end, span.end)]:
            gap = Span(at, end)
            if at < end and any(re.search(r"\w", piece.slice(self.raw)) for piece in lines_of(self.raw, gap, cuts)):
                return True
            at = after
        return False

    def _inside(self, span: Span) -> tuple[Formula, ...]:
        first = bisect_left(self.formula_spans, span.start, key=lambda s: s.start)
        last = bisect_right(self.formula_spans, span.end, key=lambda s: s.end)
        return tuple(self.formulas[first : max(first, last)])

    def _text(self, span: Span, cuts: list[Span]) -> MappedText:
        pieces = list(lines_of(self.raw, span, cuts))
        if not pieces:
            return MappedText.identity("", span.start)
        made = MappedText.join(self.raw, pieces)
        return MappedText(made.text.replace("~", " "), made.segments)


def _theorems(text: str) -> dict[str, str | None]:
    r"""The statements that ``\newtheorem`` names, with what they are called in print."""
    return {
        found[1].rstrip("*"): (found[2] or found[1]).strip().lower() or None for found in _NEW_THEOREM.finditer(text)
    }
