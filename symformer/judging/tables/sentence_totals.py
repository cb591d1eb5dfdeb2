"""Multiples of one product of letters that a sentence lists, beside the multiple it says they come to.

"Attention has ``4 d^2`` weights, the network ``8 d^2``, together ``10 d^2``."
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.documents.document import Document, Prose
from symformer.findings.finding import Problem
from symformer.judging.tables.listed import Basis, monomial_total, multiples
from symformer.semantics.statement import Statement
from symformer.text.cued import Cued

Multiple = tuple[Statement, Fraction, Basis]

LEAST_ITEMS = 2
_BEFORE = Cued(
    r"(?:\b(?:together|altogether|in (?:all|total)|(?:for|with|making|giving) a total of|a total of|(?:so|and) (?:the|a|each|one) (?:whole )?[\w-]+ has"
    r"|(?:which|that) (?:makes|gives)|in sum|adding up to)|共|合计|总共|共计|总计)[^.;。；\d]{0,30}\Z",
    re.IGNORECASE,
)
_IN_ALL = Cued(r"[\s\w-]{0,30}\b(?:in (?:all|total)|altogether|together)\b", re.IGNORECASE)
_HAS = Cued(r"\b(?:has|have|needs?|takes?|costs?|is|are|makes?|holds?)\W{0,3}\Z", re.IGNORECASE)
_ENDS = Cued(r"[.。!?！？](?:\s|\Z)|\n\s*\n")
_OTHERWISE = Cued(
    r"\b(?:of which|including|includes|instead|rather|from|to|about|roughly|approximately|plus|minus|without|except|besides|only|than|per|each|every|if|or)\b"
    r"|≈|~|约|其中|包括|或|每",
    re.IGNORECASE,
)


def sentence_total_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each sentence whose multiples do not come to what it says."""
    asserted = [each for each in statements if each.stance == "asserted" and each.carrier == "formula"]
    text = document.source.text
    for block in document.prose:
        if block.kind != "heading":
            found = multiples(block, asserted, squares=True)
            if len(found) > LEAST_ITEMS:
                first = bisect_left(asserted, block.span.start, key=lambda each: each.span.start)
                last = bisect_left(asserted, block.span.end, lo=first, key=lambda each: each.span.start)
                yield from _of_block(block, found, asserted[first:last], text)


def _of_block(block: Prose, found: Sequence[Multiple], formulas: Sequence[Statement], text: str) -> Iterator[Problem]:
    at = {id(each[0]): n for n, each in enumerate(found)}
    run: list[Multiple] = []
    before: list[Multiple] = []
    last: Statement | None = None
    for statement in formulas:
        words = text[last.span.end if last is not None else block.span.start : statement.span.start]
        if _ENDS.search(words) or id(statement) not in at:
            run = []
        last = statement
        if id(statement) not in at:
            continue
        multiple = found[at[id(statement)]]
        if len(run) >= LEAST_ITEMS and _is_total(words, text[statement.span.end : statement.span.end + 60]):
            if not _comes_to(before, multiple):
                yield from monomial_total([[each] for each in run], [multiple])
            run = []
            continue
        before.append(multiple)
        run = [*run, multiple] if not run or not _OTHERWISE.search(words) else [multiple]


def _comes_to(before: Sequence[Multiple], total: Multiple) -> bool:
    """Whether a total takes in what an earlier sentence told: it is the sum of all from some multiple on."""
    added = Fraction(0)
    for _, factor, basis in reversed(before):
        added += factor if dict(basis) == dict(total[2]) else 0
        if added == total[1]:
            return True
    return False


def _is_total(before: str, after: str) -> bool:
    """Whether the words around a multiple say that it is what those before it come to."""
    if _OTHERWISE.search(before):
        return False
    return _BEFORE.search(before.rstrip(" $")) is not None or (
        _HAS.search(before.rstrip(" $")) is not None and _IN_ALL.match(after.lstrip(" $")) is not None
    )
