r"""Letters that one item of a list is told with: "3. ∇(a^T X b) = a b^T with a ∈ ℝ^m" says nothing of the a in item 1."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.term import Number, Product, Symbol, Term, Transpose
from symformer.text.cued import Cued
from symformer.text.span import Span

_WITH = Cued(r"(?:\$|\\\)|`)[\s,(]*(?:with|where|for)\b[^.;]{0,60}\Z|(?:其中|这里)[^。；]{0,40}\Z")
_FITTING = Cued(
    r"[^.;\n]{0,12}\b(?:for|of|with|whenever)\s+(?:the\s+)?(?:fitting|suitable|matching|compatible|conform(?:ing|able)|appropriate)\s+"
    r"(?:sizes|shapes|dimensions)\b"
)


def is_of_fitting_sizes(statement: Statement, model: SemanticModel) -> bool:
    """Whether the words right behind a formula say that its letters are any that fit."""
    return _FITTING.match(model.document.source.text, statement.span.end) is not None


def is_told_in_another_item(sides: tuple[Term, ...], statement: Statement, model: SemanticModel) -> bool:
    """Whether one of two terms is a small letter that another item of a list tells, which says with what its formula holds."""
    names = {bare.name for side in sides if isinstance(bare := _bare(side), Symbol) and len(bare.name) == 1}
    return any(_is_of_another_item(name, statement, model) for name in names if name.islower())


def _bare(term: Term) -> Term:
    match term:
        case Product(factors=(Number(), inner)) | Transpose(operand=inner):
            return _bare(inner)
    return term


def _is_of_another_item(name: str, statement: Statement, model: SemanticModel) -> bool:
    told = [each.span for each in model.table.all_of(name) if each.sizes is not None]
    nearest = min(told, key=lambda each: abs(each.start - statement.span.start), default=None)
    return nearest is not None and _is_for_its_item(nearest, statement, model)


def _is_for_its_item(place: Span, statement: Statement, model: SemanticModel) -> bool:
    text = model.document.source.text
    return any(
        item.contains(place) and not item.contains(statement.span) and _WITH.search(text, item.start, place.start)
        for item in once(model, _items)
    )


def _items(model: SemanticModel) -> tuple[Span, ...]:
    return tuple(_spans(model))


def _spans(model: SemanticModel) -> Iterator[Span]:
    for block in model.document.prose:
        if block.kind == "item":
            yield block.span


__all__ = ["is_of_fitting_sizes", "is_told_in_another_item"]
