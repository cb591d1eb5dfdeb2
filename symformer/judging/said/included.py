"""A number and the parts that are said to be in it: "a vocabulary of 128,256, including 128,000 words and 256 others".

In a table the number may stand in a cell of its own.  Heads that share keys are parts of another kind: 32 query heads
and 8 key heads make four of them share one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fractions import Fraction

from symformer.algebra.printed import printed
from symformer.documents.document import Document, Table
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import digits_in, sentences, whole_block
from symformer.judging.tables.amounts import amount, mistyped
from symformer.text.cued import Cued
from symformer.text.span import Span

_COUNT = r"(?<![\w.,^/·×+*_$-])(?:\d{1,3}(?:,\d{3})+|\d{2,9})(?![\w^]|[.,]\d|\s?[/*·×^+=%])"
_INCLUDED = Cued(
    rf"\b(?:including|comprising|consist(?:s|ing) of|made up of|of which|split into|namely|i\.e\.,?|包括|包含|其中)\s*(?:the\s+)?(?P<a>{_COUNT})\s*(?:[a-z-]+\s*){{0,4}}?[\u4e00-\u9fff]{{0,8}}\s*(?:,\s*)?(?:and|plus|和|与|及)\s*(?:the\s+|are\s+)?(?P<b>{_COUNT})(?![^.;]*\d)",
    re.IGNORECASE,
)
_ROUGH = Cued(
    r"\b(?:about|around|roughly|approximately|nearly|almost|over|more than|up to|at (?:least|most)|if|would|not|another|others?|further)\b|≈|~|约|不",
    re.IGNORECASE,
)
_WHOLE = Cued(_COUNT)
LEAST_WHOLE, NEAR = 100, Fraction(1, 25)

_NUMBER = r"(?P<{}>\d{{1,3}})"
_KEYS = Cued(rf"\b(?:key[-–/ ]?values?|kv)\b(?:\s+attention)?\s+(?:has|have|with|uses?)\s+(?:\w+\s*=\s*)?{_NUMBER.format('n')}\s+heads|\b{_NUMBER.format('m')}\s+(?:key[-–/ ]?value|kv)\s+heads|{_NUMBER.format('z')}\s*个\s*(?:键值|KV)\s*头", re.IGNORECASE)  # fmt: skip
_QUERIES = Cued(rf"\bquer(?:y|ies)\b\s+(?:has|have|with|uses?)\s+(?:\w+\s*=\s*)?{_NUMBER.format('n')}\s+heads|\b{_NUMBER.format('m')}\s+query\s+heads|{_NUMBER.format('z')}\s*个\s*(?:查询|Q)\s*头", re.IGNORECASE)  # fmt: skip
_SHARED = Cued(rf"\b(?:every|each group of|groups? of)\s+{_NUMBER.format('n')}\s+query\s+heads?\b[^.;\d]{{0,40}}?\b(?:shares?|uses?)\b|每\s*{_NUMBER.format('z')}\s*个\s*(?:查询|Q)\s*头[^。;;\d]{{0,6}}(?:共享|共用)", re.IGNORECASE)  # fmt: skip


def included_problems(document: Document) -> Iterator[Problem]:
    """Every number that its parts do not come to, though nearly, and every count of heads that share keys."""
    elsewhere = {
        int(each[_named(each)])
        for block in document.prose
        for plain in (whole_block(block.text).text,)
        for each in _QUERIES.finditer(plain)
        if not _SHARED.search(plain, max(0, each.start() - 12), each.end() + 40)
    }
    for block in document.prose:
        if block.kind == "heading" or not digits_in(block.text.text):
            continue
        for sentence in sentences(block.text):
            for found in _INCLUDED.finditer(sentence.text):
                wholes = list(_WHOLE.finditer(sentence.text, 0, found.start()))
                if wholes and not _ROUGH.search(sentence.text):
                    problem = _of_parts(wholes[-1][0], found, sentence.span(*found.span("b")))
                    if problem is not None:
                        yield problem
        whole = whole_block(block.text)
        for shared, problem_text in _of_heads(whole.text, elsewhere):
            yield _problem(whole.span(*shared.span(_named(shared))), *problem_text)
    for table in document.tables:
        yield from _in_a_table(table)


def _in_a_table(table: Table) -> Iterator[Problem]:
    for row in table.rows:
        numbers = [number for cell in row if (number := amount(cell)) is not None and number.number.exact]
        for cell in row:
            for found in _INCLUDED.finditer(cell.text) if len(numbers) == 1 else ():
                if not _ROUGH.search(cell.text) and _WHOLE.search(cell.text, 0, found.start()) is None:
                    problem = _of_parts(numbers[0].number.text, found, _place(cell.span, cell.text, found.span("b")))
                    if problem is not None:
                        yield problem
            for shared, told in _of_heads(cell.text):
                yield _problem(_place(cell.span, cell.text, shared.span(_named(shared))), *told)


def _place(cell: Span, text: str, inside: tuple[int, int]) -> Span:
    """Where a part of a cell stands: in its middle where the cell is longer in the source than it reads."""
    return Span(cell.start + inside[0], cell.start + inside[1]) if cell.length == len(text) else cell


def _of_parts(whole_text: str, found: re.Match[str], place: Span) -> Problem | None:
    whole, one, other = (int(text.replace(",", "")) for text in (whole_text, found["a"], found["b"]))
    added = one + other
    if added == whole or whole < LEAST_WHOLE or max(one, other) >= whole:
        return None
    if abs(added - whole) > NEAR * whole and not mistyped(Fraction(added), printed(str(whole))):
        return None
    return _problem(place, found["b"], f"{whole - one:,}" if "," in found["b"] else str(whole - one),
                    f"{found['a']} and {found['b']} make {added:,}, not {whole_text}")  # fmt: skip


def _named(found: re.Match[str]) -> str:
    """The group of a pattern that holds its number."""
    return next(name for name, number in found.groupdict().items() if number is not None)


def _of_heads(text: str, elsewhere: Collection[int] = ()) -> Iterator[tuple[re.Match[str], tuple[str, str, str]]]:
    """ "8 key–value heads, 32 query heads: every 4 query heads share one"."""
    for shared in _SHARED.finditer(text):
        name = _named(shared)
        keys = {int(each[_named(each)]) for each in _KEYS.finditer(text)}
        queries = {int(each[_named(each)]) for each in _QUERIES.finditer(text) if each.start(_named(each)) != shared.start(name)}  # fmt: skip
        queries = queries or set(elsewhere)
        if len(keys) != 1 or len(queries) != 1:
            continue
        (of_keys,), (of_queries,) = keys, queries
        if 0 < of_keys < of_queries and of_queries % of_keys == 0 and int(shared[name]) * of_keys != of_queries:
            right = str(of_queries // of_keys)
            yield shared, (shared[name], right, f"{of_queries} query heads for {of_keys} key heads are {right} for each, not {shared[name]}")  # fmt: skip


def _problem(place: Span, shown: str, expected: str, message: str) -> Problem:
    return Problem(
        place,
        message,
        level="warning",
        evidence={"kind": "number", "printed": shown, "expected": expected},
        key=f"sentence-contradicts-number@{place.start}-{place.end}",
    )


__all__ = ["included_problems"]
