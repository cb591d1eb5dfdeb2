"""What one row of a table saves beside another: "compared with MHA, GQA saves 25%", where its cells are a quarter of those of MHA.

A sentence is told only where no column bears it out, and where a column gives what is left instead of what is saved, or two
columns agree on another share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.printed import decimal_text, printed
from symformer.documents.document import Document, Table
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.tables.amounts import BINARY, BYTES, COUNTS, amount
from symformer.text.cued import Cued

_SAVES = Cued(
    r"\b(?P<who>[A-Za-z][\w-]*)\s+(?:thus\s+|therefore\s+|already\s+|even\s+)?(?:saves?|cuts?|reduces?|shrinks?)\s+(?:(?:the\s+)?[\w\s-]{1,30}?\s+by\s+)?(?P<about>about|around|roughly|almost|nearly|over|more\s+than|some|≈)?\s*(?P<p>\d{1,2}(?:\.\d+)?)\s?%"
)
_BESIDE = Cued(
    r"\b(?:[Cc]ompared\s+(?:with|to)|[Rr]elative\s+to|against|over|versus|vs\.?|than)\s+(?:the\s+)?(?:full\s+)?(?P<whom>[A-Za-z][\w-]*)"
)
_OPEN = Cued(r"\?|\b(?:if|would|could|up\s+to|another|further|additional|not|paper|report\w*)\b", re.IGNORECASE)
_UNITS = {**BYTES, **BINARY, **COUNTS}  # a B alone is a billion
FAR = 4000

Cells = Sequence[Fraction | None]


def saved_problems(document: Document) -> Iterator[Problem]:
    """A problem for each share that a row is said to save beside another, and does not."""
    for block in document.prose if document.tables else ():
        if block.kind == "heading" or "%" not in block.text.text:
            continue
        at = block.span.start
        near = [
            each
            for each in document.tables
            if 0 <= at - each.span.end < FAR and section_at(document, at) == section_at(document, each.span.start)
        ]
        for sentence in sentences(block.text) if near else ():
            beside = _BESIDE.search(sentence.text)
            if beside is not None and _OPEN.search(sentence.text) is None:
                yield from _of_sentence(sentence, beside["whom"], near[-1])


def _of_sentence(sentence: Sentence, whom: str, table: Table) -> Iterator[Problem]:
    rows = _rows(table)
    base = rows.get(whom.casefold())
    for found in _SAVES.finditer(sentence.text):
        own = rows.get(found["who"].casefold())
        if base is None or own is None or own is base:
            continue
        saved = [
            (1 - mine / theirs) * 100
            for mine, theirs in zip(own, base, strict=False)
            if mine is not None and theirs and 0 < mine < theirs
        ]
        said = printed(found["p"])
        room = max(said.unit, Fraction(2 if found["about"] else 1)) if found["about"] else said.unit
        if not saved or any(abs(each - said.value) <= room for each in saved):
            continue
        rest = [each for each in saved if abs(100 - each - said.value) <= room]
        alike = [each for each in saved if saved.count(each) > 1]
        if not rest and not alike:
            continue
        share = decimal_text((rest or alike)[0], 1).removesuffix(".0")
        span = sentence.span(found.start("p"), found.end("p"))
        yield Problem(
            span,
            f"by the table {found['who']} saves {share}% beside {whom}, not {found['p']}%",
            level="warning",
            related=(Related(table.span, "the table"),),
            evidence={"kind": "number", "printed": f"{found['p']}%", "expected": f"{share}%"},
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


def _rows(table: Table) -> Mapping[str, Cells]:
    """The numbers of each row, in one unit for each column, by its label."""
    found: dict[str, Cells] = {}
    for row in table.rows:
        label = re.sub(r"[*_`$]", "", row[0].text).strip().casefold() if row else ""
        cells = [amount(cell) for cell in row[1:]]
        found[label] = [
            each.number.value * _UNITS[each.unit] if each is not None and each.unit in _UNITS else None
            for each in cells
        ]
    return found


__all__ = ["saved_problems"]
