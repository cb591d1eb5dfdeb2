"""Names that a section declares in both ways, once with rows and columns exchanged, and says so.

"If the samples are stored in columns, $X \\in \\mathbb{R}^{d \\times n}$": which of the two a formula further on goes by, no word tells.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection

from symformer.algebra.shape import Shape
from symformer.documents.places import section_at
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.expressions import shape_of_sizes
from symformer.semantics.statement import Statement
from symformer.semantics.surroundings import sentence_before
from symformer.semantics.symbols import exact_key
from symformer.terms.term import Relation

_ANNOUNCED = re.compile(
    r"\b(?:conventions?|layouts?|some|other|others|many|most|older|if|when|whenever|in\s+code|pytorch|tensorflow|keras|instead|alternatively)\b"
    r"|\b(?:in|as|by|into|with)\s+(?:the\s+)?(?:rows?|columns?)\b|若|如果|有的|有些|另一|[按逐][行列]|[行列](?:向量|存放|排列|优先|主序)",
    re.IGNORECASE,
)
MATRIX = 2


def told_both_ways(model: SemanticModel) -> frozenset[str]:
    """The names that are declared with rows and columns exchanged, where words announce the other convention."""
    text = model.document.source.text
    first: dict[tuple[str, int], Shape] = {}
    found: set[str] = set()
    for declaration in model.table.declarations:
        key = exact_key(declaration.symbol)
        shape = shape_of_sizes(declaration.sizes) if declaration.sizes else None
        if key is None or shape is None or shape.rank != MATRIX:
            continue
        told = first.setdefault((key, section_at(model.document, declaration.span.start)), shape)
        turned = (shape.first, shape.last) == (told.last, told.first) and shape != told
        if turned and _ANNOUNCED.search(sentence_before(text, declaration.evidence.start)):
            found.add(key)
    return frozenset(found)


_RUN_IN = re.compile(r"\n[ \t>]*(?:[-*+][ \t]+)?(?:\*\*|__)[A-Z\u4e00-\u9fff][^*_\n]{1,40}(?:\*\*|__)")
FEWEST = 2  # other paragraphs that tell what a formula tells, each in its own way


def _run_ins(model: SemanticModel) -> list[int]:
    """Where the paragraphs under words in bold begin."""
    return [found.start() for found in _RUN_IN.finditer(model.document.source.text)]


def is_of_another_kind(names: Collection[str], statement: Statement, model: SemanticModel) -> bool:
    """Whether paragraphs under words in bold each tell one thing in their own way, and a name was declared in another one.

    "**Elman.** $h_t = …$", "**Bidirectional.** $h_t = …$ with $W \\in …$", "**Leaky.** $h_t = … W h_{t-1}$".
    """
    starts = once(model, _run_ins)
    own = bisect_right(starts, statement.span.start)
    if not own or not isinstance(statement.term, Relation):
        return False
    left = statement.term.sides[0]
    others = {
        bisect_right(starts, each.span.start)
        for each in model.statements
        if isinstance(each.term, Relation) and each.term.sides[0] == left and each.section == statement.section
        if "=" in each.term.relations  # where it is said to lie tells no way to make it
    }
    declared = {
        bisect_right(starts, each.span.start)
        for each in model.table.declarations
        if each.sizes and exact_key(each.symbol) in names
    }
    return len(others - {own, 0}) >= FEWEST and bool(declared - {own, 0}) and own not in declared


__all__ = ["is_of_another_kind", "told_both_ways"]
