r"""Sizes that a sentence makes equal for the case it speaks of: "If $m = n$, the power $W^2 = W W$ is defined"."""

from __future__ import annotations

from symformer.algebra.dimension import Dimension
from symformer.semantics.declaring.declared import OTHERWISE, is_condition
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.expressions import dimension_of
from symformer.terms.term import EXACTLY_EQUAL, Relation
from symformer.text.cued import Cued
from symformer.text.span import Span

SENTENCE_END = Cued(r"[.!?](?=\s|\Z)|[;。；！？]|\n\s*\n")
Case = tuple[Span, frozenset[Dimension]]


def are_equal_in_case(left: Dimension | None, right: Dimension | None, place: Span, model: SemanticModel) -> bool:
    """Whether the sentence around a place supposes that two sizes are one."""
    if left is None or right is None or left == right:
        return False
    text = model.document.source.text
    for span, sizes in once(model, _cases):
        first, last = sorted((span.start, place.start))
        if {left, right} <= sizes and SENTENCE_END.search(text, first, last) is None:
            return True
    return False


def _cases(model: SemanticModel) -> tuple[Case, ...]:
    """The equations of sizes that are suppositions, or stand aside in brackets."""
    text = model.document.source.text
    found: list[Case] = []
    for statement in model.statements:
        term = statement.term
        if not isinstance(term, Relation) or set(term.relations) - EXACTLY_EQUAL or statement.carrier != "formula":
            continue
        sizes = [dimension_of(side) for side in term.sides]
        letters = frozenset(size for size in sizes if size is not None)
        if statement.formula is not None and OTHERWISE.match(text, statement.formula.span.end):
            continue  # "we need r = p or another matrix"
        if len(letters) != len(sizes) or len(letters) < 2 or all(size.number is not None for size in letters):
            continue
        if (
            is_condition(statement, text)
            or text[max(0, statement.span.start - 2) : statement.span.start].strip("$ ") == "("
        ):
            found.append((statement.span, letters))
    return tuple(found)


__all__ = ["are_equal_in_case"]
