r"""Symbols that a note's own macros write: ``\newcommand{\Q}{\mathbf{Q}}`` gets another letter where it is defined."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from symformer.documents.document import Formula
from symformer.semantics.formulas import ReadFormula
from symformer.semantics.model import SemanticModel
from symformer.syntax.parser import parse
from symformer.text.groups import closing
from symformer.text.mapped import MappedText
from symformer.text.span import Span
from symformer.translating.found import formula_found
from symformer.translating.letters import Letters
from symformer.translating.rewriting import fitted, rewritten
from symformer.translating.tied import Handle, Tied

_DEFINITION = re.compile(
    r"\\(?:(?:re|provide)?newcommand\*?\s*\{?\s*\\(?P<new>[A-Za-z]+)\s*\}?|def\s*\\(?P<old>[A-Za-z]+))\s*(?=\{)"
)


@dataclass(frozen=True, slots=True)
class Body:
    """What a macro stands for: its place in the source text, and what is replaced there."""

    name: str
    span: Span
    edits: tuple[tuple[int, int, str], ...]


def bodies_of(model: SemanticModel, ties: Tied, letters: Letters, heads: frozenset[Handle]) -> Mapping[str, Body]:
    """The macros without arguments that the note defines once, whose body holds symbols that get another letter."""
    text = model.document.source.text
    found: dict[str, Body] = {}
    twice: set[str] = set()
    for definition in _DEFINITION.finditer(text):
        name = definition["new"] or definition["old"]
        end = closing(text, definition.end())
        if end is None:
            continue
        if name in found:
            twice.add(name)
        span = Span(definition.end() + 1, end)
        found[name] = Body(name, span, _edits(span, model, ties, letters, heads))
    return {name: body for name, body in found.items() if body.edits and name not in twice}


def _edits(
    span: Span, model: SemanticModel, ties: Tied, letters: Letters, heads: frozenset[Handle]
) -> tuple[tuple[int, int, str], ...]:
    body = span.slice(model.document.source.text)
    tree = parse(body)
    if "#" in body or not tree.read:
        return ()
    latex = MappedText.identity(body, span.start)
    formula = Formula(span, span, latex, "inline", "")
    made = rewritten(formula_found(ReadFormula((formula,), latex, tree), model, ties), letters, heads)
    if made.left:
        return ()
    return tuple(
        (span.start + each.span.start, span.start + each.span.end, fitted(body, each)) for each in made.replaced
    )
