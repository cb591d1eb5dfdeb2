"""Along which axis an array of program code sums to one: by its softmax, by assertions, and by the words around."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from symformer.documents.document import Code, Document
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

_SOFTMAX = Cued(
    r"^[ \t]*(?P<name>[A-Za-z_]\w*)[ \t]*=[ \t]*(?:\w+\.)*softmax\([^#\n]*?(?:axis|dim)[ \t]*=[ \t]*(?P<axis>-?\d)\b",
    re.MULTILINE,
)
_ONES = Cued(
    r"(?<![\w.])(?P<name>[A-Za-z_]\w*)\.sum\([ \t]*(?:(?:axis|dim)[ \t]*=[ \t]*)?(?P<axis>-?\d)\b[^()\n]*\)[ \t]*(?:,[ \t]*(?:\w+\.)?(?:ones\b|ones_like\b|tensor\([ \t]*1\b|1(?:\.0*)?[ \t]*[,)])|==[ \t]*1\b|-[ \t]*1(?:\.0*)?[ \t]*\))"
)
_TOLD = Cued(
    r"\b(?:(?:each|every|all|the|all the)\s+)?(?P<what>rows?|columns?)\s+of\s+[$`*]{0,2}(?P<name>[A-Za-z]\w*)[$`*]{0,2}\s+"
    r"(?:(?:now|then|again|always|must|should|has to|have to|therefore)\s+){0,2}(?:sums?|adds?(?:\s+up)?)\s+(?:up\s+)?to\s+\$?(?:one|1)\b(?![.]\d)"
)
_ALONG: Mapping[str, tuple[int, int]] = {"row": (1, -1), "column": (0, -2)}


def code_sum_problems(
    document: Document, codes: Sequence[tuple[Code, int]], ranks: Mapping[str, int]
) -> Iterator[Problem]:
    """Assertions and sentences that let an array sum to one along another axis than its softmax runs along.

    ``codes`` are the blocks of program code with where their text begins; ``ranks`` how many axes a name has.
    """
    axes: dict[str, int] = {}
    often: set[str] = set()
    for code, at in codes:
        made = [(each.start(), each) for each in _SOFTMAX.finditer(code.text)]
        asked = [(each.start(), each) for each in _ONES.finditer(code.text)]
        for _, found in sorted((*made, *asked), key=lambda each: each[0]):
            name, axis = found["name"], int(found["axis"])
            if _SOFTMAX.made(found):
                often |= {name} if axes.get(name, axis) != axis else set()
                axes[name] = axis
            elif name in axes and _differ(axes[name], axis, ranks.get(name)):
                yield Problem(
                    Span(*found.span("axis")).shift(at),
                    f"{name} is a softmax along axis {axes[name]}, and its sums along axis {axis} are not one",
                    help=f"try axis {axes[name]}",
                    evidence={"kind": "shape", "symbol": name},
                )
    for block in document.prose:
        for found in _TOLD.finditer(document.source.text, block.span.start, block.span.end):
            name, what = found["name"], found["what"].removesuffix("s")
            if ranks.get(name) == 2 and name in axes and name not in often and axes[name] not in _ALONG[what]:
                other = "columns" if what == "row" else "rows"
                yield Problem(
                    Span(*found.span("what")),
                    f"{name} is a softmax along axis {axes[name]} in the code: its {other} sum to one, not its {what}s",
                    help=f"try {other}",
                    evidence={"kind": "shape", "symbol": name},
                )


def _differ(one: int, other: int, rank: int | None) -> bool:
    """Whether two axes are two: of one sign by their numbers, else by how many axes there are."""
    if (one < 0) == (other < 0):
        return one != other
    return rank is not None and one % rank != other % rank


__all__ = ["code_sum_problems"]
