r"""Forms of formulas that one dialect of Markdown has: doxygen, MyST, Hugo and Jekyll, MDX."""

from __future__ import annotations

import re

from symformer.documents.document import Display
from symformer.documents.scanning import ENVIRONMENTS, WRAPPERS, Found, State
from symformer.text.span import Span

_DOXYGEN: dict[str, tuple[str, Display]] = {
    "$": ("f$", "inline"),
    "(": ("f)", "inline"),
    "[": ("f]", "display"),
    "{": ("f}", "display"),
}
_DOXYGEN_ENVIRONMENT = re.compile(r"([A-Za-z]+\*?)\}(?:[ \t]*\{)?")
_SHORTCODE = re.compile(
    r"\{\{(?P<kind>[<%])-?[ \t]*(?P<close>/?)[ \t]*(?P<name>[\w.-]+)(?P<rest>[^{}\n]*)[>%]\}\}"
    r"|\{%-?[ \t]*(?P<end>end)?(?P<liquid>\w+)(?P<given>[^{}\n]*)%\}"
)
_MATH_NAMES = frozenset({"katex", "math", "mathjax", "latex", "tex"})
_CODE_NAMES = frozenset({"highlight", "code", "mermaid"})
_MARKED = re.compile(r"\$|\\[(\[]|\\begin\{(?:" + "|".join(ENVIRONMENTS) + r")\*?\}")
_IMPORT = re.compile(
    r"import[ \t]++(?:[\w*, \t]*(?:\{[^{}]*\})?[ \t]*(?:as[ \t]+\w+[ \t]+)?from[ \t]+)?(?P<quote>['\"])[^'\"\n]+(?P=quote);?[ \t]*\r?$",
    re.M,
)
_EXPORT = re.compile(r"export[ \t]+(?:(?:default|const|let|var|function|async|class)\b|[{*])")
_BEFORE_MODULE = re.compile(r"(?:^|\n|[;'\"])[ \t]*\r?\n$")  # a blank line, or another such statement
_BLOCK_COMPONENT = re.compile(r"<(?:Block|Display)\w*\W[^<]*$")
_BRACE = re.compile(r"[{}()\[\]]")


def take_doxygen(state: State, event: re.Match[str]) -> int:
    r"""``\f$…\f$``, ``\f(…\f)``, ``\f[…\f]``, ``\f{align*}{…\f}``, and the same with ``@``."""
    text, start, at = state.text, event.start(), event.end()
    closing, display = _DOXYGEN[event["form"]]
    environment = None
    if event["form"] == "{":
        named = _DOXYGEN_ENVIRONMENT.match(text, at)
        if named is None:
            return at
        environment, at = named[1], named.end()
    limit = state.limit(start) if display == "inline" else state.region(start)
    close = state.find(text[start] + closing, at, limit)
    if close == -1 or not text[at:close].strip():
        return event.end()
    whole, inside = Span(start, close + 3), Span(at, close)
    rows = environment is not None and environment.rstrip("*") not in WRAPPERS
    return state.scan.add(Found(whole, whole if rows else inside, display, event.group(), environment))


def take_role(state: State, event: re.Match[str]) -> int:
    """The role of MyST: ``{math}`x```."""
    at = event.end()
    length = at - event.start("quote")
    close = state.closing_ticks(length, at, state.limit(event.start()))
    if close == -1 or not state.text[at:close].strip():
        return at
    return state.scan.add(Found(Span(event.start(), close + length), Span(at, close), "inline", "{math}`"))


def take_raw_string(state: State, event: re.Match[str]) -> int:
    """A formula that MDX hands to a component: ``{String.raw`x`}``."""
    text, at = state.text, event.end()
    close = state.find("`", at, len(text))
    behind = re.compile(r"\s*\}").match(text, close + 1) if close != -1 else None
    if behind is None or not text[at:close].strip():
        return at
    apart = "\n" in text[at:close] or _BLOCK_COMPONENT.search(text[max(0, event.start() - 80) : event.start()])
    display: Display = "display" if apart else "inline"
    return state.scan.add(Found(Span(event.start(), behind.end()), Span(at, close), display, "String.raw`"))


def take_shortcode(state: State, event: re.Match[str]) -> int:
    """A shortcode of Hugo or a tag of Liquid; between those named for mathematics stands a formula."""
    text = state.text
    found = _SHORTCODE.match(text, event.start())
    if found is None:
        return event.end()
    name = (found["name"] or found["liquid"]).lower()
    if found["close"] or found["end"] or name not in _MATH_NAMES | _CODE_NAMES or f"%{name}" in state.unclosed:
        return state.scan.zone("tag", *found.span())
    ending = (
        r"\{%-?[ \t]*end" + name + r"[ \t]*-?%\}"
        if found["liquid"]
        else r"\{\{[<%]-?[ \t]*/[ \t]*" + name + r"[^{}\n]*\}\}"
    )
    close = re.compile(ending, re.I).search(text, found.end())
    if close is None:
        state.unclosed[f"%{name}"] = 0
        return state.scan.zone("tag", *found.span())
    body = Span(found.end(), close.start())
    if name in _CODE_NAMES:
        state.scan.skip("code")
        return state.scan.zone("html", found.start(), close.end(), body)
    if _MARKED.search(text, body.start, body.end) or not body.slice(text).strip():
        return state.scan.zone("tag", *found.span())
    given = found["rest"] or found["given"] or ""
    display: Display = "display" if re.search(r"display|block", given) or "\n" in body.slice(text) else "inline"
    return state.scan.add(Found(Span(found.start(), close.end()), body, display, found.group()))


def take_module(state: State, event: re.Match[str]) -> int:
    """``import … from "…"`` and ``export const …`` of MDX: program code, not prose."""
    text, start = state.text, event.start()
    if start and not _BEFORE_MODULE.search(text[max(0, start - 200) : start]):
        return event.end()
    found = _IMPORT.match(text, start)
    if found is not None:
        state.scan.skip("code")
        return state.scan.zone("html", *found.span())
    if _EXPORT.match(text, start) is None or "export" in state.unclosed:
        return event.end()
    end = _end_of_statement(text, start)
    if end is None:
        state.unclosed["export"] = 0
        return event.end()
    state.scan.skip("code")
    return state.scan.zone("html", start, end)


def _end_of_statement(text: str, start: int) -> int | None:
    """The end of the line on which all brackets opened since ``start`` are closed again."""
    at, depth = start, 0
    while at < len(text):
        newline = text.find("\n", at)
        end = len(text) if newline == -1 else newline
        for brace in _BRACE.finditer(text, at, end):
            depth += 1 if brace.group() in "{([" else -1
        if depth <= 0:
            return end
        at = end + 1
    return None
