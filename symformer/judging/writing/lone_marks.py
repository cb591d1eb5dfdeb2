r"""Signs that LaTeX takes for something else: a ``$`` that nothing closes, a ``%`` that hides the rest of its line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.syntax.commands import command
from symformer.text.cued import Cued
from symformer.text.span import Span

_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_DOLLAR = Cued(r"(?<![\\$\w])\$(?![\s$])")
_COMMAND = Cued(r"\\([A-Za-z]{2,})")
_PERCENT = Cued(r"(?<=\d)%")
_LINE_END = Cued(r"[ \t]*\r?\n")
_WITHIN_LINE = Cued(r"(?<=\d)%(?=[^\n]*\S)")


def lone_dollars(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each paragraph or item in which a formula is begun and never ended: ``- cost: $3 \\cdot n``."""
    document = model.document
    if document.format not in ("markdown", "notebook"):
        return
    for block in document.prose:
        begin, end = block.span.start, block.span.end
        left = block.span.slice(document.source.text)
        for formula in block.formulas:
            first, last = max(formula.span.start - begin, 0), formula.span.end - begin
            left = left[:first] + " " * (min(last, len(left)) - first) + left[last:]
        left = _CODE.sub(lambda found: " " * len(found[0]), left)
        marks = [found.start() for found in _DOLLAR.finditer(left)]
        if len(marks) != 1 or not any(command(each[1]) is not None for each in _COMMAND.finditer(left, marks[0])):
            continue
        line = left.find("\n", marks[0])
        yield Problem(
            Span(begin + marks[0], begin + line if line > 0 else end),
            "the formula that begins here is never closed",
            help="try a $ where it ends",
            evidence={"kind": "text"},
        )


def hiding_percents(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``5%`` in a formula: what follows on the line is a comment to LaTeX."""
    document = model.document
    text = document.source.text
    for formula in document.formulas:
        for found in _PERCENT.finditer(text, formula.body.start, formula.body.end):
            if document.format == "tex" and _LINE_END.match(text, found.end(), formula.body.end):
                continue  # it hides the end of the line alone
            yield _hidden(found.start())
    if document.format != "tex":
        return
    for block in document.prose:
        end = text.find("\n", block.span.end)  # the reader leaves out what is hidden
        for found in _WITHIN_LINE.finditer(text, block.span.start, end if end >= 0 else len(text)):
            line = text.rfind("\n", 0, found.start()) + 1
            if "%" not in text[line : found.start()].replace(r"\%", ""):
                yield _hidden(found.start())


def _hidden(at: int) -> Problem:
    return Problem(Span(at, at + 1), "a % hides the rest of its line", help=r"try \%", evidence={"kind": "text"})


__all__ = ["hiding_percents", "lone_dollars"]
