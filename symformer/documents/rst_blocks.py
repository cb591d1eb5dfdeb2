"""The blocks of a reStructuredText document: sections, paragraphs, lists, directives, tables, literal text.

A walk over the lines, indent by indent, as docutils does; where docutils reports a fault and drops
text (a directive without a blank line before it, content right after the options), the author's
meaning is taken.  Each block names the lines it stands on, exact to the character.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from symformer.documents.document import ProseKind
from symformer.documents.lines import BLANKS, Lines
from symformer.text.span import Span

Kind = Literal["paragraph", "heading", "math", "code", "comment", "rule", "directive", "skipped", "grid", "simple"]

DEEPEST = 24  # levels of indent; beyond, everything is a paragraph

_BULLET = re.compile(r"[-+*•‣⁃](?:[ \t]+|\Z)")
_ENUMERATOR = re.compile(r"\(?(?P<label>\d{1,9}|#|[ivxlcdm]{1,12}|[IVXLCDM]{1,12}|[A-Za-z])[.)](?:[ \t]+|\Z)")
_FIELD = re.compile(r":(?![: ])(?P<name>(?:[^:\\\n]|\\.|:(?!(?:[ `]|\Z)))++)(?<! ):(?:[ \t]+|\Z)")
_DOCTEST = re.compile(r">>>(?:[ \t]|\Z)")
_LINE_BLOCK = re.compile(r"\|(?:[ \t]+|\Z)")
_GRID = re.compile(r"\+-[-+]*\+\Z")
_SIMPLE = re.compile(r"=++(?:[ \t]++=++)++\Z")
_EXPLICIT = re.compile(r"\.\.(?:[ \t]+|\Z)")
_DIRECTIVE = re.compile(r"\.\.[ \t]+(?:\|[^|\n]+\|[ \t]+)?(?P<name>\w[\w.+:-]*?) ?::(?:[ \t]+|\Z)")
_FOOTNOTE = re.compile(r"\.\.[ \t]+\[[#*\w.-]+\](?:[ \t]+|\Z)")
_TARGET = re.compile(r"(?:\.\.[ \t]+_|__(?:[ \t]|\Z))")
_RULE = re.compile(r"([!-/:-@\[-`{-~])\1*\Z")

CODE = frozenset(
    "code code-block sourcecode parsed-literal ipython testcode testsetup testcleanup testoutput doctest prompt plot"
    " jupyter-execute jupyter-input jupyter-output jupyter-kernel pyodide thebe-code exec runblock productionlist"
    " highlight-block math-code script".split()
)
DRAWINGS = frozenset(
    "graphviz digraph graph tikz mermaid uml plantuml aafig blockdiag seqdiag actdiag nwdiag ditaa chart vega".split()
)
SKIPPED = frozenset(
    "raw toctree include literalinclude image contents index highlight meta bibliography sectnum section-numbering"
    " currentmodule module automodule autoclass autofunction autosummary autodata automethod tabularcolumns title"
    " target-notes unicode date header footer role default-role nbinfo youtube video iframe".split()
)
TABLES = frozenset({"csv-table", "list-table"})
# what stands behind these names is text; behind other names it is a signature, a file or an option
TITLED = frozenset(
    "note tip warning important hint caution danger error attention seealso admonition topic sidebar rubric todo"
    " versionadded versionchanged deprecated epigraph highlights pull-quote compound centered table tab dropdown"
    " theorem definition lemma proof corollary remark example exercise solution proposition property observation axiom"
    " conjecture criterion assumption algorithm".split()
)


@dataclass(frozen=True, slots=True)
class RstBlock:
    """A block: ``lines`` the source range of each of its lines, without the indent and the marks around it."""

    kind: Kind
    span: Span
    lines: tuple[Span, ...] = ()
    level: int = 0  # of a heading
    name: str = ""  # of a directive; the language of code
    argument: str = ""
    options: dict[str, Span] = field(default_factory=dict)
    prose: ProseKind = "paragraph"
    depth: int = 0
    ordinal: str | None = None


@dataclass(frozen=True, slots=True)
class _Around:
    """The containers around the lines at hand."""

    level: int = 0  # how many containers
    depth: int = 0  # how many lists
    prose: ProseKind = "paragraph"


def rst_blocks(text: str) -> list[RstBlock]:
    """The blocks of ``text``, in order."""
    walk = _Walk(Lines(text))
    walk.region(0, len(walk.lines), 0, _Around())
    return walk.blocks


class _Walk:
    """Goes through lines of one indent, and through those within them."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.blocks: list[RstBlock] = []
        self.styles: list[str] = []  # the underlines of sections, by level
        self.ordinal: str | None = None  # of the list item that has just begun

    def region(self, at: int, end: int, base: int, around: _Around) -> None:
        """The lines from ``at`` to ``end``, which stand at column ``base`` or are indented further."""
        lines = self.lines
        if around.level > DEEPEST:
            self.flat(at, end, around)
            return
        while at < end:
            if lines.blank(at):
                at += 1
            elif lines.column[at] > base:
                stop = self.within(at, end, base)
                inner = min(lines.column[k] for k in range(at, stop) if not lines.blank(k))
                quote = around if around.prose == "item" else replace(around, prose="quote")
                self.region(at, stop, inner, replace(quote, level=around.level + 1))
                at = stop
            else:
                at = max(self.construct(at, end, base, around), at + 1)

    def flat(self, at: int, end: int, around: _Around) -> None:
        """Lines nested too deeply, as paragraphs."""
        here: list[int] = []
        for number in range(at, end + 1):
            if number < end and not self.lines.blank(number):
                here.append(number)
            elif here:
                self.paragraph([self.lines.span(k) for k in here], around)
                here = []

    def within(self, at: int, end: int, base: int) -> int:
        """Behind the last line that is indented further than ``base``, from line ``at`` on."""
        lines, last = self.lines, at
        for number in range(at, end):
            if lines.blank(number):
                continue
            if lines.column[number] <= base:
                break
            last = number + 1
        return last

    def construct(self, at: int, end: int, base: int, around: _Around) -> int:
        """Take in what begins on line ``at``; the line after it."""
        content = self.lines.content(at)
        mark = content[0]
        if (bullet := _BULLET.match(content)) is not None:
            return self.item(at, end, base, around, bullet.end(), None)
        if (number := _ENUMERATOR.match(content)) is not None and self.enumerates(at, end, base):
            return self.item(at, end, base, around, number.end(), number["label"])
        if mark == ":" and (named := _FIELD.match(content)) is not None:
            return self.item(at, end, base, around, named.end(), None, listed=False)
        if mark == ">" and _DOCTEST.match(content):
            return self.code(at, self.run(at, end, base), base, "python")
        if mark == "|" and _LINE_BLOCK.match(content):
            return self.line_block(at, end, base, around)
        if mark == "+" and _GRID.match(content) and self.followed(at, end, base, "+|"):
            stop = self.run(at, end, base, "+|")
            return self.table("grid", at, stop, base)
        if mark == "=" and _SIMPLE.match(content):
            return self.simple_table(at, end, base)
        if mark in "._" and (explicit := self.explicit(at, end, base, around)):
            return explicit
        if content != "::" and _RULE.match(content):
            return self.ruled(at, end, base, around)
        return self.text(at, end, base, around)

    # lists

    def item(
        self, at: int, end: int, base: int, around: _Around, width: int, ordinal: str | None, *, listed: bool = True
    ) -> int:
        """A list item or a field: what stands behind its mark, and all that is indented under it."""
        lines = self.lines
        stop = max(self.within(at + 1, end, base), at + 1)
        inside = replace(around, level=around.level + 1)
        if listed:
            inside = replace(inside, depth=around.depth + 1, prose="item")
            self.ordinal = ordinal
        self.enter(at, stop, lines.first[at] + width)
        rest = [lines.column[k] for k in range(at, stop) if not lines.blank(k)]
        self.region(at, stop, min(rest, default=0), inside)
        self.ordinal = None
        return stop

    def enter(self, at: int, stop: int, offset: int) -> None:
        """Line ``at`` begins at ``offset``, and stands at the column of the lines under it."""
        lines = self.lines
        lines.consume(at, offset)
        under = [lines.column[k] for k in range(at + 1, stop) if not lines.blank(k)]
        if under and not lines.blank(at):
            lines.column[at] = min(lines.column[at], *under)

    def enumerates(self, at: int, end: int, base: int) -> bool:
        """Whether the line after a number leaves it a list item: "A. Einstein" at the start of a paragraph is none."""
        if at + 1 >= end or self.lines.blank(at + 1) or self.lines.column[at + 1] > base:
            return True
        following = self.lines.content(at + 1)
        return _ENUMERATOR.match(following) is not None or _DIRECTIVE.match(following) is not None

    def line_block(self, at: int, end: int, base: int, around: _Around) -> int:
        lines, spans = self.lines, []
        number = at
        while number < end and not lines.blank(number):
            content = lines.content(number)
            mark = _LINE_BLOCK.match(content)
            if mark is None and lines.column[number] <= base:
                break
            start = lines.first[number] + (mark.end() if mark else 0)
            spans.append(Span(min(start, lines.end[number]), lines.end[number]))
            number += 1
        self.paragraph([span for span in spans if span.length], around)
        return number

    # text

    def underlined(self, at: int, end: int, base: int, around: _Around) -> bool:
        """Whether the line after this one makes it the title of a section."""
        if around.level or at + 1 >= end or self.lines.column[at + 1] != base:
            return False
        under = self.lines.content(at + 1)
        long_enough = len(under) >= min(4, len(self.lines.content(at)))
        return long_enough and under != "::" and under != ".." and _RULE.match(under) is not None

    def text(self, at: int, end: int, base: int, around: _Around) -> int:
        """A section title, a paragraph, a term with its definition, and the literal block a paragraph may lead to."""
        lines = self.lines
        if self.underlined(at, end, base, around):
            self.heading(lines.span(at), at, at + 1, lines.content(at + 1)[0])
            return at + 2
        stop = at + 1
        while stop < end and not lines.blank(stop) and lines.column[stop] == base:
            if _DIRECTIVE.match(lines.content(stop)):
                break
            stop += 1
        leads = lines.content(stop - 1).endswith("::")
        spans = [lines.span(k) for k in range(at, stop)]
        if not leads and stop < end and not lines.blank(stop) and lines.column[stop] > base:
            # a term and its definition, or a paragraph whose author let its lines step in
            return self.stepped(spans, stop, end, base, around)
        self.paragraph(spans, around)
        return self.literal(stop, end, base) if leads else stop

    def stepped(self, spans: list[Span], at: int, end: int, base: int, around: _Around) -> int:
        """The lines indented under a paragraph: its end, then whatever follows."""
        lines, last = self.lines, self.within(at, end, base)
        stop = at
        while stop < last and not lines.blank(stop) and not self.opens(stop):
            spans.append(lines.span(stop))
            stop += 1
        self.paragraph(spans, around)
        inner = min((lines.column[k] for k in range(at, last) if not lines.blank(k)), default=base + 1)
        if stop > at and lines.content(stop - 1).endswith("::"):
            stop = self.literal(stop, last, inner)
        self.region(stop, last, inner, replace(around, level=around.level + 1))
        return last

    def opens(self, at: int) -> bool:
        """Whether a line begins a list or explicit markup."""
        content = self.lines.content(at)
        return any(mark.match(content) for mark in (_BULLET, _EXPLICIT, _FIELD, _GRID, _LINE_BLOCK))

    def literal(self, at: int, end: int, base: int) -> int:
        """The block after a paragraph that ends in ``::``: indented, or each line with the same mark."""
        lines = self.lines
        while at < end and lines.blank(at):
            at += 1
        if at >= end:
            return at
        if lines.column[at] > base:
            return self.code(at, self.within(at, end, base), base, "")
        mark = lines.content(at)[0]
        if mark.isalnum() or not mark.isascii():
            return at
        return self.code(at, self.run(at, end, base, mark), base, "")

    def ruled(self, at: int, end: int, base: int, around: _Around) -> int:
        """A line of one sign over and over: the overline of a title, a transition, or text."""
        lines, content = self.lines, self.lines.content(at)
        if not around.level and at + 2 < end and not lines.blank(at + 1) and not lines.blank(at + 2):
            under = lines.content(at + 2)
            if under[0] == content[0] and _RULE.match(under) and lines.column[at + 2] == base and len(content) > 1:
                self.heading(lines.span(at + 1), at, at + 2, content[0] * 2)
                return at + 3
        alone = at + 1 >= end or lines.blank(at + 1)
        if len(content) >= 4 and alone:
            self.blocks.append(RstBlock("rule", lines.span(at)))
            return at + 1
        return self.text(at, end, base, around)

    def heading(self, title: Span, first: int, last: int, style: str) -> None:
        if style not in self.styles:
            self.styles.append(style)
        span = Span(self.lines.first[first], self.lines.end[last])
        level = self.styles.index(style) + 1
        self.blocks.append(RstBlock("heading", span, (title,), level=level, prose="heading"))

    def paragraph(self, spans: list[Span], around: _Around) -> None:
        """A piece of running text."""
        ordinal, self.ordinal = self.ordinal, None
        if spans:
            whole = Span(spans[0].start, spans[-1].end)
            block = RstBlock("paragraph", whole, tuple(spans), prose=around.prose, depth=around.depth, ordinal=ordinal)
            self.blocks.append(block)

    # code and tables

    def run(self, at: int, end: int, base: int, marks: str = "") -> int:
        """Behind the lines up to a blank one, those that begin with one of ``marks`` where such are named."""
        number = at
        while number < end and not self.lines.blank(number) and self.lines.column[number] >= base:
            if marks and self.lines.content(number)[0] not in marks:
                break
            number += 1
        return max(number, at + 1)

    def followed(self, at: int, end: int, base: int, marks: str) -> bool:
        return self.run(at, end, base, marks) > at + 2

    def code(self, at: int, stop: int, base: int, language: str, start: int | None = None) -> int:
        """Lines that are no text, without the indent they have in common."""
        lines = self.lines
        filled = [lines.column[k] for k in range(at, stop) if not lines.blank(k)]
        if filled:
            common = min(filled)
            spans = tuple(lines.from_column(k, common) for k in range(at, stop))
            whole = Span(spans[0].start if start is None else start, spans[-1].end)
            self.blocks.append(RstBlock("code", whole, spans, name=language))
        return stop

    def table(self, kind: Literal["grid", "simple"], at: int, stop: int, base: int) -> int:
        spans = tuple(self.lines.from_column(k, base) for k in range(at, stop))
        self.blocks.append(RstBlock(kind, Span(spans[0].start, spans[-1].end), spans))
        return stop

    def simple_table(self, at: int, end: int, base: int) -> int:
        """A table between borders of ``=``; its last border is followed by a blank line."""
        lines, borders = self.lines, 1
        for number in range(at + 1, end):
            if lines.blank(number):
                continue
            if lines.column[number] < base:
                break
            if _SIMPLE.match(lines.content(number)) or re.fullmatch(r"=+", lines.content(number)):
                borders += 1
                if number + 1 >= end or lines.blank(number + 1) or borders == 3:
                    return self.table("simple", at, number + 1, base)
        return self.text(at, end, base, _Around(level=1))

    # explicit markup

    def explicit(self, at: int, end: int, base: int, around: _Around) -> int:
        """What begins with two dots: a directive, a note, a target or a comment; 0 where it is none of them."""
        lines, content = self.lines, self.lines.content(at)
        opened = _EXPLICIT.match(content)
        if _TARGET.match(content):
            return self.within(at + 1, end, base) if opened else at + 1
        if opened is None:
            return 0
        if (directive := _DIRECTIVE.match(content)) is not None:
            stop = max(self.within(at + 1, end, base), at + 1)
            self.directive(at, stop, directive, around)
            return stop
        if (note := _FOOTNOTE.match(content)) is not None:
            return self.item(at, end, base, around, note.end(), None, listed=False)
        alone = content == ".." and (at + 1 >= end or lines.blank(at + 1))
        stop = at + 1 if alone else max(self.within(at + 1, end, base), at + 1)
        if not alone:
            spans = [lines.span(k) for k in range(at, stop)]
            spans[0] = Span(min(lines.first[at] + opened.end(), lines.end[at]), lines.end[at])
            self.blocks.append(RstBlock("comment", Span(lines.first[at], spans[-1].end), tuple(spans)))
        return stop

    def directive(self, at: int, stop: int, found: re.Match[str], around: _Around) -> None:
        """A directive with its argument, its options and what is indented under it."""
        lines, start = self.lines, self.lines.first[at]
        name = found["name"].lower()
        kind = name.rpartition(":")[2]
        argument = found.string[found.end() :].strip(BLANKS)
        options = self.options(at, stop)
        block = RstBlock("directive", Span(start, lines.end[at]), name=name, argument=argument, options=options)
        if name in ("role", "default-role"):
            self.blocks.append(block)
        elif "|" in found.group():
            return  # a substitution
        elif name in SKIPPED or name in DRAWINGS:
            self.blocks.append(replace(block, kind="skipped", span=self.covered(at, stop)))
        elif name in CODE:
            self.code(at + 1, stop, 0, argument, start)
        elif name == "math":
            lines.consume(at, start + found.end())
            self.math(at, stop, start, options)
        else:
            self.container(at, stop, found, around, block, kind)

    def container(self, at: int, stop: int, found: re.Match[str], around: _Around, block: RstBlock, kind: str) -> None:
        """A directive that holds text: its title or first words, a table, or blocks."""
        lines, name = self.lines, block.name
        titled = kind in TITLED or name in TABLES or "`" in block.argument
        if name in TABLES:
            if titled and block.argument:
                title = Span(lines.first[at] + found.end(), lines.end[at])
                self.paragraph([title], replace(around, prose="caption"))
            spans = [lines.span(k) for k in range(at + 1, stop)]
            whole = Span(block.span.start, spans[-1].end if spans else block.span.end)
            self.blocks.append(replace(block, span=whole, lines=tuple(spans)))
            return
        self.enter(at, stop, lines.first[at] + found.end() if titled else lines.end[at])
        prose: ProseKind = "caption" if name in ("figure", "table") else around.prose
        columns = [lines.column[k] for k in range(at, stop) if not lines.blank(k)]
        inside = replace(around, level=around.level + 1, prose=prose)
        self.region(at, stop, min(columns, default=0), inside)

    def covered(self, at: int, stop: int) -> Span:
        """From the start of a line to the end of the last one that holds something."""
        lines = self.lines
        return Span(lines.first[at], max(lines.end[k] for k in range(at, stop)))

    def options(self, at: int, stop: int) -> dict[str, Span]:
        """The options of a directive, ``:name: value``, before its content; their lines are taken out."""
        lines, found = self.lines, dict[str, Span]()
        inner = None
        for number in range(at + 1, stop):
            if lines.blank(number):
                break
            option = _FIELD.match(lines.content(number))
            if option is not None:
                inner = lines.column[number]
                start = lines.first[number] + option.end()
                found[option["name"].strip()] = Span(min(start, lines.end[number]), lines.end[number])
            elif inner is None:
                continue  # the argument goes on
            elif lines.column[number] <= inner:
                break
            lines.consume(number, lines.end[number])
        return found

    def math(self, at: int, stop: int, start: int, options: dict[str, Span]) -> None:
        """The equations of a directive: blocks apart by a blank line, unless an environment or a brace is open."""
        lines, here = self.lines, list[Span]()
        opened = 0
        for number in range(at, stop):
            if not lines.blank(number):
                here.append(lines.span(number))
                opened += _opened(lines.content(number))
            elif here and opened <= 0:
                start = self.equation(start, here, options)
                here, opened, options = [], 0, {}
        if here:
            self.equation(start, here, options)

    def equation(self, start: int, spans: list[Span], options: dict[str, Span]) -> int:
        start = min(start, spans[0].start)
        self.blocks.append(RstBlock("math", Span(start, spans[-1].end), tuple(spans), options=options))
        return len(self.lines.text)  # only the first equation holds the name of the directive


def _opened(line: str) -> int:
    """How many environments and braces a line opens and does not close."""
    plain = line.replace("\\\\", "").replace("\\{", "").replace("\\}", "")
    return plain.count("{") - plain.count("}") + 8 * (plain.count("\\begin{") - plain.count("\\end{"))
