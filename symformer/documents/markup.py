"""HTML within Markdown: comments, tags, and elements whose text is no Markdown; mathematics in some of them."""

from __future__ import annotations

import re

from symformer.documents.document import Display
from symformer.documents.scanning import Found, State
from symformer.text.span import Span

_TAG = re.compile(
    r"""</?[A-Za-z][A-Za-z0-9.-]*+(?:\s++[A-Za-z_:@{.][^\s=<>"'$]*+(?:\s*+=\s*+(?:"[^"]*"|'[^']*'"""
    r"""|\{(?:[^{}]++|\{[^{}]*+\})*+\}|[^\s"'=<>`$]++))?)*+\s*+/?>"""
)
_MATH_SCRIPT = re.compile(
    r"""<script[^>]*?\stype\s*=\s*["']math/tex(?P<display>\s*;\s*mode\s*=\s*display)?\s*["']""", re.I
)
_TEX_ANNOTATION = re.compile(r"""<annotation[^>]*?application/x-tex["'][^>]*>(?P<body>[^<]*)</annotation""", re.I)
_FORMULA_ATTRIBUTE = re.compile(  # of a component of MDX
    r"""=\s*\{\s*String\.raw`(?P<body>[^`]*)`\s*\}"""
)
_MOST = 4_000  # characters in one tag


def take_comment(state: State, event: re.Match[str]) -> int:
    """A comment of HTML, or one of MDX: ``{/* … */}``."""
    closing = "-->" if event.group() == "<!--" else "*/}"
    close = state.find(closing, event.end(), len(state.text))
    if close == -1:
        return event.end()
    return state.scan.zone("comment", event.start(), close + 3, Span(event.end(), close))


def take_raw_element(state: State, event: re.Match[str]) -> int:
    """An element whose text is not Markdown; scripts of type ``math/tex`` and ``<math>`` may hold a formula."""
    element = event["element"].lower()
    if element in state.unclosed:
        return event.end()
    closing = re.compile(rf"</{element}\s*>", re.I).search(state.text, event.end())
    opened = state.text.find(">", event.end())
    if closing is None or not event.end() <= opened < closing.start():
        state.unclosed[element] = 0
        return event.end()
    inside = Span(opened + 1, closing.start())
    formula = _formula_in(state.text, element, state.text[event.start() : opened + 1], inside)
    if formula is not None and formula[0].slice(state.text).strip():
        body, display = formula
        return state.scan.add(Found(Span(event.start(), closing.end()), body, display, f"<{element}>"))
    state.scan.skip("MathML" if element == "math" else "html")
    return state.scan.zone("html", event.start(), closing.end(), Span(event.end(), closing.start()))


def _formula_in(text: str, element: str, tag: str, inside: Span) -> tuple[Span, Display] | None:
    """The LaTeX that an element holds, and how it is set."""
    if element == "script":
        script = _MATH_SCRIPT.match(tag)
        return (inside, "display" if script["display"] else "inline") if script is not None else None
    if element != "math":
        return None
    display: Display = "display" if re.search(r"""display\s*=\s*["']block""", tag) else "inline"
    annotation = _TEX_ANNOTATION.search(text, inside.start, inside.end)
    if annotation is not None:
        return Span(*annotation.span("body")), display
    return None if re.search(r"</?[A-Za-z]", inside.slice(text)) else (inside, display)


def take_tag(state: State, event: re.Match[str]) -> int:
    """A tag: what stands in its attributes is not read."""
    limit = min(state.limit(event.start()), event.start() + _MOST)
    tag = _TAG.match(state.text, event.start(), limit)
    if tag is None:
        return event.end() - 1
    formula = _FORMULA_ATTRIBUTE.search(tag.group())
    if formula is not None and formula["body"].strip():
        body = Span(*formula.span("body")).shift(tag.start())
        apart = "\n" in formula["body"] or re.match(r"<(?:Block|Display)", tag.group())
        return state.scan.add(Found(Span(*tag.span()), body, "display" if apart else "inline", "String.raw`"))
    if "$" in tag.group() or "\\(" in tag.group():
        state.scan.skip("html")
    return state.scan.zone("tag", *tag.span())
