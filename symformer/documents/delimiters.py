r"""Formulas between dollars, ``\(…\)``, ``\[…\]`` and environments, in text that has no markup of its own.

A dollar is money more often than mathematics there, so that what is between two of them must not
begin or end with a blank, and must not read as prose or as a price.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from symformer.documents.document import Display
from symformer.documents.scanning import Found
from symformer.documents.wording import is_money, is_prose, is_stray
from symformer.text.span import Span

_EVENT = re.compile(
    r"\\begin\{(?P<env>(?:equation|align|gather|aligned|multline|eqnarray|alignat|flalign|displaymath)\*?)\}"
    r"|(?P<open>\\[\[(])|\\.|(?P<dollars>\$++)",
    re.S,
)
_DOLLAR = re.compile(r"\\.|\$", re.S)
_TWO_DOLLARS = re.compile(r"\\.|\$\$", re.S)
_BLANK_LINE = re.compile(r"\n[ \t\f]*+(?=\n|\Z)|\f")
_WRAPPERS = ("equation", "displaymath")  # environments without rows: only their inside is read
_LONGEST_DISPLAY = 20_000
_GOES_ON = re.compile(r"(?!(?:th|st|nd|rd|s)\b)[A-Za-z0-9]")  # a word or number, but for the ending of an ordinal
_NEAR = 8  # characters behind a formula that tell whether it is one
_EVIDENT = re.compile(
    r"\\[A-Za-z]{2}|[_^]\{|(?<![A-Za-z])[A-Za-z][_^][A-Za-z0-9\\*]|\A[A-Za-z]'?\Z|\A[^;\"'$]*[A-Za-z)][^;\"'$]*[=<>]"
)


@dataclass(slots=True)
class _Searches:
    """Finds marks in one text, and repeats no search."""

    text: str
    found: dict[str, int] = field(default_factory=dict)
    blank_at: int = -1
    no_dollar_before: int = -1

    def mark(self, mark: str, at: int) -> int:
        """The first ``mark`` from ``at`` on; the length of the text where there is none."""
        known = self.found.get(mark, -1)
        if known < at:
            known = self.text.find(mark, at)
            self.found[mark] = known = known if known >= 0 else len(self.text)
        return known

    def paragraph_end(self, at: int) -> int:
        """Where the next blank line starts."""
        if self.blank_at < at:
            found = _BLANK_LINE.search(self.text, at)
            self.blank_at = found.start() if found else len(self.text)
        return self.blank_at


def delimited(text: str) -> Iterator[Found]:
    r"""The formulas of a plain text, in order.

    >>> [found.body.slice(r"Of $5 and $x$: \(y\).") for found in delimited(r"Of $5 and $x$: \(y\).")]
    ['x', 'y']
    """
    searches, at = _Searches(text), 0
    while (event := _EVENT.search(text, at)) is not None:
        found = _opened(searches, event)
        if found is not None:
            yield found
        at = found.span.end if found is not None else event.end()


def _opened(searches: _Searches, event: re.Match[str]) -> Found | None:
    """The formula that an event opens, if it does."""
    text, at = searches.text, event.start()
    if event["env"]:
        return _environment(searches, event)
    if event["open"]:
        return _bracketed(searches, event)
    match len(event["dollars"] or ""):
        case 1:
            limit = searches.paragraph_end(at)
            if searches.no_dollar_before >= limit:
                return None
            close = next((m.start() for m in _DOLLAR.finditer(text, at + 1, limit) if m.group() == "$"), None)
            if close is None:
                searches.no_dollar_before = limit
                return None
            return between_dollars(text, at, close)
        case 2 | 3:
            if searches.mark("$$", at + 2) >= len(text):
                return None
            return between_two_dollars(text, at, len(text))
    return None


def between_dollars(text: str, start: int, close: int) -> Found | None:
    """The formula between a dollar and the next one, unless it is a price or a piece of prose."""
    body, after = text[start + 1 : close], text[close + 1 : close + 1 + _NEAR]
    if not body.strip() or body[0].isspace() or body[-1].isspace() or after[:1] == "$":
        return None
    before = text[start - 1 : start] if start else ""
    if _GOES_ON.match(after) or before.isalnum() and before.isascii():
        return None
    if is_money(body, after) or is_stray(body, before, after) or is_prose(body):
        return None
    return Found(Span(start, close + 1), Span(start + 1, close), "inline", "$")


def between_two_dollars(text: str, start: int, limit: int) -> Found | None:
    """The display that ``$$`` at ``start`` opens, if it is closed before ``limit`` and is no prose."""
    limit = min(limit, start + _LONGEST_DISPLAY)
    close = next((m.start() for m in _TWO_DOLLARS.finditer(text, start + 2, limit) if m.group() == "$$"), None)
    if close is None or is_prose(text[start + 2 : close]) or not text[start + 2 : close].strip():
        return None
    body = Span(start + 2, close)
    environment = environment_of(body.slice(text))
    return Found(Span(start, close + 2), body, "display", "$$", environment)


def is_evident(found: Found, text: str) -> bool:
    """Whether what stands between dollars is mathematics beyond doubt, as its author writes it that way.

    >>> is_evident(Found(Span(0, 5), Span(1, 4), "inline", "$"), "$d_k$")
    True
    """
    return found.display == "display" or _EVIDENT.search(found.body.slice(text)) is not None


def environment_of(body: str) -> str | None:
    r"""The environment that fills the whole of ``body``, if one does.

    >>> environment_of(r"\begin{align} a &= b \end{align}")
    'align'
    """
    opened = re.match(r"\s*\\begin\{([A-Za-z]+\*?)\}", body)
    if opened is None:
        return None
    closing = f"\\end{{{opened[1]}}}"
    return opened[1] if body.rstrip().endswith(closing) and body.count(closing) == 1 else None


def _environment(searches: _Searches, event: re.Match[str]) -> Found | None:
    closing = f"\\end{{{event['env']}}}"
    close = searches.mark(closing, event.end())
    again = searches.mark(event.group(), event.end())
    if close >= len(searches.text) or again < close:
        return None
    span = Span(event.start(), close + len(closing))
    body = Span(event.end(), close) if event["env"].rstrip("*") in _WRAPPERS else span
    return Found(span, body, "display", event.group(), event["env"])


def _bracketed(searches: _Searches, event: re.Match[str]) -> Found | None:
    closing = "\\]" if event.group() == "\\[" else "\\)"
    close = searches.mark(closing, event.end())
    again = searches.mark(event.group(), event.end())
    if close >= searches.paragraph_end(event.end()) or again < close:
        return None
    body = Span(event.end(), close)
    if not body.slice(searches.text).strip() or is_prose(body.slice(searches.text)):
        return None
    display: Display = "display" if closing == "\\]" else "inline"
    environment = environment_of(body.slice(searches.text)) if display == "display" else None
    return Found(Span(event.start(), close + 2), body, display, event.group(), environment)
