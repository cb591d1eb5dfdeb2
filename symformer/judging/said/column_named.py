"""A column or row that is said to be a vector of the note, where another one is: "the first column equals δ"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.said.ordinals import Rows, rows_shown
from symformer.judging.said.sentences import sentences
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Index, Relation, Symbol
from symformer.text.cued import Cued

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "last")
_EQUALS = Cued(
    rf"\b(?P<nth>{'|'.join(_ORDINALS)})\s+(?P<axis>column|row)\s+(?:of\s+\S+\s+)?(?:is|equals|is\s+(?:just|exactly|simply|equal\s+to|the\s+same\s+as)|repeats|matches)\s+(?:just\s+|exactly\s+|the\s+vector\s+)?(?P<name>\\?[A-Za-z]+(?:_\{{?\w+\}}?)?)(?![\w^({{_])",
    re.IGNORECASE,
)
_OPEN = Cued(r"\?|\b(?:if|would|not|never|wrong\w*|times|transpos\w*)\b|n['’]t\b|⊤|\\top", re.IGNORECASE)
FAR = 1500


def column_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every row or column that is said to be a vector that stands in another one of the same matrix."""
    shown: list[tuple[Statement, Rows]] | None = None
    for block in document.prose:
        if block.kind == "heading" or _EQUALS.search(block.text.text.replace("$", "")) is None:
            continue
        if shown is None:
            shown = [(each, rows) for each in statements if each.stance == "asserted" and (rows := rows_shown(each))]
        for sentence in sentences(block.text):
            for found in _EQUALS.finditer(sentence.text) if _OPEN.search(sentence.text) is None else ():
                place = sentence.place(found.start())
                yield from (
                    Problem(
                        span := sentence.span(*found.span("nth")),
                        f"{found['name']} is the {name} {found['axis']} of the matrix above",
                        level="warning",
                        evidence={"kind": "text", "printed": found["nth"], "expected": name},
                        key=f"sentence-contradicts-number@{span.start}-{span.end}",
                    )
                    for name in _another(document, found, place, shown)
                )


def _another(
    document: Document, found: re.Match[str], place: int, shown: Sequence[tuple[Statement, Rows]]
) -> Iterator[str]:
    """Which row or column the vector is, where it is not the one that is named."""
    here = section_at(document, place)
    above = [
        (each, rows)
        for each, rows in shown
        if place - FAR <= each.span.start < place and section_at(document, each.span.start) == here
    ]
    matrices = [rows for _, rows in above if len(rows) > 1 and len({len(row) for row in rows}) == 1]
    wanted = re.sub(r"[\\{}]", "", found["name"])
    vectors = [rows[0] for each, rows in shown if len(rows) == 1 and each.span.start < place and _name(each) == wanted]
    if not matrices or not vectors:
        return
    matrix = matrices[-1] if found["axis"].lower() == "row" else list(zip(*matrices[-1], strict=True))
    vector = [cell.value for cell in vectors[-1]]
    at = _ORDINALS.index(found["nth"].lower()) if found["nth"].lower() != "last" else len(matrix) - 1
    if at >= len(matrix) or len(matrix[at]) != len(vector) or _alike([cell.value for cell in matrix[at]], vector):
        return
    same = [other for other, line in enumerate(matrix) if _alike([cell.value for cell in line], vector)]
    if len(same) == 1 and same[0] < len(_ORDINALS) - 1:
        yield _ORDINALS[same[0]]


def _alike(one: Sequence[Fraction], other: Sequence[Fraction]) -> bool:
    return all(abs(a - b) <= Fraction(2, 10**4) for a, b in zip(one, other, strict=True))


def _name(statement: Statement) -> str:
    match statement.term:
        case Relation(sides=(Symbol() | Index() as left, *_)):
            return re.sub(r"\[(.*)\]$", r"_\1", show(left)) if isinstance(left, Index) else left.name
    return ""


__all__ = ["column_problems"]
