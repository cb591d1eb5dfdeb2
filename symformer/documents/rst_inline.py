"""What stands within the running text of reStructuredText: formulas, literals, references, escapes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from symformer.documents.delimiters import between_dollars, between_two_dollars
from symformer.documents.scanning import Found
from symformer.text.span import Span

_EVENT = re.compile(
    r"""
      (?P<escape>\\.)
    | (?P<literal>``)
    | :(?P<role>[A-Za-z][\w.+-]{0,60}+(?::[\w.+-]{1,60}+){0,3}+):`
    | (?P<tick>`)
    | (?P<dollars>\$++)
    """,
    re.X | re.S,
)
_BEHIND = re.compile(r":(?P<role>[A-Za-z][\w.+-]{0,60}(?::[\w.+-]{1,60}){0,3}):")
_CLOSING = re.compile(r"(?:[^`\\]|\\.)*+`", re.S)
_DOLLAR = re.compile(r"\\.|\$", re.S)
_TARGET = re.compile(r"\s*<[^<>`]*>\Z")
# roles whose text is the name of a place, and not shown
_REFERENCES = frozenset(
    "ref eq numref doc any cite cite:p cite:t cite:ps cite:ts footcite footcite:p footcite:t download index label"
    " math:numref mod class func meth attr obj data exc".split()
)


@dataclass(slots=True)
class Roles:
    """Which names of roles are mathematics at a place of the document."""

    mathematical: set[str] = field(default_factory=lambda: {"math"})
    default: str = ""

    def is_math(self, name: str) -> bool:
        """Whether the text of a role is LaTeX."""
        return name.lower() in self.mathematical


@dataclass(slots=True)
class Inline:
    """What is found in a document: its formulas, and the marks that are no words (spans in order)."""

    found: list[Found] = field(default_factory=list)
    hidden: list[Span] = field(default_factory=list)


def scan_inline(text: str, span: Span, roles: Roles, inline: Inline) -> None:
    """Add what stands within ``span``, lines of one block.

    >>> inline = Inline()
    >>> scan_inline("Of :math:`x` and ``$y$``", Span(0, 24), Roles(), inline)
    >>> [found.body for found in inline.found]
    [Span(start=10, end=11)]
    """
    _Scan(text, span.end, roles, inline).run(span.start)


class _Scan:
    def __init__(self, text: str, end: int, roles: Roles, inline: Inline) -> None:
        self.text, self.end, self.roles, self.inline = text, end, roles, inline
        self.exhausted: set[str] = set()  # marks of which there is no more

    def run(self, at: int) -> None:
        while (event := _EVENT.search(self.text, at, self.end)) is not None:
            at = max(self.take(event), event.start() + 1)

    def take(self, event: re.Match[str]) -> int:
        """Take in one event; where to go on."""
        match event.lastgroup:
            case "escape":
                if event.group()[1].isspace():  # an escaped blank only parts a word from its markup
                    self.hide(event.start(), event.end())
            case "literal":
                return self.literal(event)
            case "role":
                return self.interpreted(event.start(), event.end(), event["role"])
            case "tick":
                return self.interpreted(event.start(), event.end(), "")
            case "dollars":
                return self.dollars(event)
        return event.end()

    def literal(self, event: re.Match[str]) -> int:
        close = -1 if "``" in self.exhausted else self.text.find("``", event.end(), self.end)
        if close < 0:
            self.exhausted.add("``")
            return event.end()
        while close + 2 < self.end and self.text[close + 2] == "`":
            close += 1
        return close + 2

    def interpreted(self, start: int, inside: int, role: str) -> int:
        """Text in single backquotes: a formula, a reference, or words with a role."""
        found = None if "`" in self.exhausted else _CLOSING.match(self.text, inside, self.end)
        if found is None:
            self.exhausted.add("`")
            return inside
        close, end = found.end() - 1, found.end()
        behind = _BEHIND.match(self.text, end, self.end) if not role else None
        role = behind["role"] if behind is not None else role or self.roles.default
        end = behind.end() if behind is not None else end
        if self.roles.is_math(role):
            if self.text[inside:close].strip():
                found_here = Found(Span(start, end), Span(inside, close), "inline", self.text[start:inside])
                self.inline.found.append(found_here)
        elif role or self.text.startswith("_", end):
            self.reference(start, inside, close, end, role)
        return end

    def reference(self, start: int, inside: int, close: int, end: int, role: str) -> None:
        """Words in backquotes: what is set is shown, the marks and the place they lead to are not."""
        target = _TARGET.search(self.text, max(inside, close - 400), close)
        end = min(end + len(self.text[end : end + 2]) - len(self.text[end : end + 2].lstrip("_")), self.end)
        if role.lower() in _REFERENCES and target is None:
            self.hide(start, end)
            return
        self.hide(start, inside)
        self.hide(target.start() if target is not None else close, end)

    def dollars(self, event: re.Match[str]) -> int:
        at, run = event.start(), len(event.group())
        if run == 2:
            found = between_two_dollars(self.text, at, self.end)
        elif run == 1 and "$" not in self.exhausted:
            close = next((m.start() for m in _DOLLAR.finditer(self.text, at + 1, self.end) if m.group() == "$"), None)
            if close is None:
                self.exhausted.add("$")
            found = between_dollars(self.text, at, close) if close is not None else None
        else:
            found = None
        if found is None or "`" in found.body.slice(self.text):
            return event.end()
        self.inline.found.append(found)
        return found.span.end

    def hide(self, start: int, end: int) -> None:
        if end > start:
            self.inline.hidden.append(Span(start, end))
