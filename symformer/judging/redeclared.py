"""Declarations of one symbol that turn each other round: m × d here and d × m there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.algebra.shape import Shape
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes import shape_of_sizes
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show

TURNED = re.compile(
    r"\b(?:now|instead|alternativ\w+|convention|transpos\w+|other\w*|column|row|if|when|or|some authors|in code|pytorch|stored)\b"
    r"|转置|或者|也可|另",
    re.IGNORECASE,
)


def turned_declarations(model: SemanticModel) -> Iterator[Problem]:
    """Each declaration that repeats one of its section with rows and columns exchanged."""
    first: dict[tuple[str, int], tuple[Declaration, Shape]] = {}
    text = model.document.source.text
    for declaration in model.table.declarations:
        key = exact_key(declaration.symbol)
        shape = shape_of_sizes(declaration.sizes) if declaration.sizes else None
        if key is None or shape is None or shape.rank != 2 or shape.first == shape.last:
            continue
        place = (key, section_at(model.document, declaration.span.start))
        before, told = first.setdefault(place, (declaration, shape))
        if (shape.first, shape.last) != (told.last, told.first) or before.span.start >= declaration.span.start:
            continue
        start = max(text.rfind("\n\n", 0, declaration.evidence.start), declaration.evidence.start - 240, 0)
        if TURNED.search(text[start : declaration.evidence.end]):
            continue  # another convention, announced
        name = show(declaration.symbol)
        yield Problem(
            declaration.evidence,
            f"{name} is {shape.content} here, but {told.content} above",
            help=f"try {told.content}, or another name for the transpose",
            related=(Related(before.evidence, f"{name} declared here"),),
            evidence={"kind": "shape", "left": str(told), "right": str(shape)},
            key=f"turned@{declaration.span.start}",
        )
