r"""Names that stand in their own shape: ``\mathbf{w} \in \mathbb{R}^w``, where w counts nothing."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import spell
from symformer.terms.term import Symbol, walk


def sizes_of_themselves(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each vector or matrix one of whose sizes is its own letter.

    In another font that letter may be a number of its own, ``\\mathbf{h} \\in \\mathbb{R}^h``: then it stands elsewhere too.
    """
    for declaration in model.table.declarations:
        name = name_of(declaration.symbol)
        if declaration.by != "formula" or not declaration.sizes or name is None:
            continue
        letter = taken_apart(name).letter
        if len(letter) != 1 or Symbol(letter) not in {part for size in declaration.sizes for part in walk(size)}:
            continue
        uses = model.uses.of(letter)
        times = sum(each.part != "declared" for each in uses.occurrences)
        if (
            name != letter
            and (times > 1 or uses.declarations)
            or sum(each.part == "size" for each in uses.occurrences) > 1
        ):
            continue
        yield Problem(
            declaration.span,
            f"{spell(name)} stands in its own shape: {letter} is no number here",
            help=f"try another letter for the size, or say what the number {letter} is",
            evidence={"kind": "symbol", "symbol": letter},
            key=f"own-size@{declaration.span.start}",
        )
