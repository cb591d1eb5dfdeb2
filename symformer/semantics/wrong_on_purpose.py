"""Where a note holds what is wrong by intent: the left column of errata, and exercises to find faults in."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from symformer.documents.document import Document, Section, Table
from symformer.text.cued import Cued
from symformer.text.span import Span

# the head of a column that says what stood there, and the head of the one beside it that says what ought to
_STOOD = re.compile(
    r"\W*(?:(?:the|it|book|paper|text|as|what|old|first|original)\s+)*(?:reads?|printed|prints|wrong|incorrect|mistakes?|errors?|erroneous|faulty|slips?|typos?|misprints?"
    r"|ha[sd]|was|says?|said|old|original|theirs|claim(?:s|ed)?|stands|instead of|for|students?|myths?|misconceptions?|fiction|beliefs?|falsch|faux|erreur|错误?|误|原文|误写)\b\W*\Z",
    re.IGNORECASE,
)
_OUGHT = re.compile(
    r"\W*(?:(?:the|it|as|what)\s+)*(?:(?:should|must|has to|ought to)\s+(?:be|read|say|have been|have read)|correct(?:ed|ion|ly|ions)?|right|read|fix(?:ed)?|truth|facts?|reality|richtig|corrigé|更正|正确|改为|应为|勘误)"
    r"(?:\s+(?:version|form|formula|value|text|reading))?\W*\Z",
    re.IGNORECASE,
)
_FAULT = r"(?:mistakes?|errors?|slips?|bugs?|faults?|typos?)"
_PIECE = r"(?:items?|statements?|lines?|formulas?|formulae|equations?|claims?|expressions?|derivations?|steps?|rows?|cells?|sentences?|examples?|exercises?|proofs?|computations?|solutions?)"
_FAULTS_WITHIN = Cued(
    rf"\b(?:each|every|all)\s+(?:one\s+)?(?:of\s+(?:the|these|them|those)\s+)?(?:following\s+|next\s+|\w+\s+)?{_PIECE}[^.!?:\n]{{0,40}}"
    r"\b(?:contains?|has|have|hides?|holds?)\s+(?:exactly\s+|at\s+least\s+|precisely\s+|only\s+)?"
    rf"(?:an?|one|1|two|some)\s+(?:\w+\s+)?{_FAULT}\b(?!\s+(?:of|in|at|term|rate|less|below|bound))"
    rf"|\bthe\s+following\s+(?:\w+\s+)?{_PIECE}[^.!?:\n]{{0,40}}\b(?:(?:are|is)\s+(?:all\s+)?(?:wrong|false|incorrect|not true)|(?:contains?|has|have)\s+(?:\w+\s+)?(?:an?|one|two|three|\d+)\s+(?:\w+\s+)?{_FAULT})\b"
    r"|(?:下列|下面|以下)[^。：\n]{0,20}(?:都|均|各)(?:有|含|存在)[^。：\n]{0,6}错",
    re.IGNORECASE,
)
_HEADED = re.compile(
    rf"\W*(?:[\w.]+\s*[:.)–—-]\s+)?(?:(?:bonus|exercise|part|problem|quiz|puzzle)s?\s*+\d*\s*[:.–—-]?\s*)?"
    rf"(?:(?:find|spot|hunt for|catch)\s+(?:the|all|an?|one)\s+(?:\w+\s+)?{_FAULT}|what(?:['’]s|\s+is)\s+wrong\b(?!\s+with\s+(?!(?:this|these|that|the\s+(?:following|proof|derivation|argument|formula|computation))\b))"
    r"|(?:wrong|false|incorrect|untrue|not\s+true)\b(?!\s+(?:positive|negative|discover|alarm))|找错|改错)",
    re.IGNORECASE,
)
_SOLVED = Cued(
    r"(?:^|\n)[\s>*_#]*(?:<summary>|\\(?:textbf|emph|paragraph|subsection\*?)\{)?[*_]*(?:solutions?|answers?|corrections?|corrected|key|what is right|答案|解答|解析|更正)\b[^\n]{0,60}(?:[:：.]|\n|\Z)",
    re.IGNORECASE,
)


def wrong_on_purpose(document: Document) -> tuple[Span, ...]:
    """The places of a note where what stands is meant to be wrong, in order."""
    found = [*_columns(document.tables), *_exercises(document)]
    return tuple(sorted(found, key=lambda span: span.start))


def stands_in(places: tuple[Span, ...], at: int) -> bool:
    """Whether an offset lies within one of some places, which are in order and apart."""
    index = bisect_right(places, at, key=lambda span: span.start) - 1
    return index >= 0 and at < places[index].end


def _columns(tables: tuple[Table, ...]) -> Iterator[Span]:
    """The cells below "reads", where the column beside it is headed "should read"."""
    for table in tables:
        stood = [index for index, cell in enumerate(table.header) if _STOOD.match(cell.text)]
        ought = [index for index, cell in enumerate(table.header) if _OUGHT.match(cell.text)]
        wrong = {index for index in stood if any(index < other for other in ought)} - set(ought[-1:])
        for row in table.rows:
            yield from (cell.span for index, cell in enumerate(row) if index in wrong)


def _exercises(document: Document) -> Iterator[Span]:
    """From the words that say that each line holds a fault, or a heading that says so, to the next heading."""
    text = document.source.text
    reached = 0
    for start in sorted([*_told(document), *_under_headings(document.sections, text)]):
        if start < reached:
            continue
        reached = _end_of_part(document.sections, text, start)
        yield Span(start, reached)


def _told(document: Document) -> Iterator[int]:
    for prose in document.prose:
        if _FAULTS_WITHIN.search(prose.text.text) is not None:
            yield prose.span.end


def _under_headings(sections: tuple[Section, ...], text: str) -> Iterator[int]:
    for section in sections:
        end = text.find("\n", section.span.start)
        if section.title and _HEADED.match(section.title) and end >= 0:
            yield end


def _end_of_part(sections: tuple[Section, ...], text: str, start: int) -> int:
    end = min((section.span.start for section in sections if section.span.start > start), default=len(text))
    solved = _SOLVED.search(text, start, end)
    return solved.start() if solved is not None else end


__all__ = ["stands_in", "wrong_on_purpose"]
