"""The largest of a vector or of a row, by its number: "the third token attends most to the first", "the second class is the most likely".

The vector, or the matrix whose rows are shares, is the last one above in the same section; tokens may be named
by the words of a sentence or list with as many words as the matrix has rows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from symformer.algebra.printed import PrintedNumber
from symformer.documents.document import Document
from symformer.documents.places import around, section_at
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.said.shares import sums_to_one
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Matrix, Number, Relation, Term
from symformer.text.cued import Cued

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_CHINESE = "一二三四五六七八"
_THINGS = (
    r"token|word|position|class|row|query|key|entry|score|weight|component|element|value|option|expert|head|state|label"
)
_SIDE = r"(?:(?:encoder|decoder|source|target|input|output)\s+)?"
_MOST = r"attends?|looks?|puts?|gives?|pays?|leans?|focus(?:es)?|listens?"
_QUOTED = "[\"“”'‘’*`]{0,2}"
_ATTENDS = Cued(
    rf"(?:\b(?:the\s+)?(?P<row>{'|'.join(_ORDINALS)})\s+{_SIDE}(?:{_THINGS})(?:\s+\([^()]{{1,20}}\))?|\b(?:{_THINGS})\s+(?P<rown>\d)|\b(?:the\s+)?(?:(?:token|word|query)\s+)?{_QUOTED}(?P<rowword>[^\W\d_][\w-]*){_QUOTED})\s+(?:thus\s+|now\s+|also\s+|therefore\s+)?(?:{_MOST})\b(?:[^.;\d]{{0,24}}?\b(?:most|mostly|mainly|strongest|strongly)\b(?:\s+(?:of\s+(?:its|the)\s+)?(?:attention|weight))?|\s+(?:its|the)\s+(?:largest|highest|greatest|biggest)\s+(?:attention\s+)?weight,?(?:\s+(?:of\s+)?[(\[$]?[01]\.\d+[)\]$]?,?)?)\s+(?:to|at|on)\s+"
    rf"(?:(?:the\s+)?(?P<col>{'|'.join(_ORDINALS)})\b(?!\s+(?:half|two|three|layer))|(?:the\s+)?{_SIDE}(?:{_THINGS})\s+(?P<coln>\d)(?!\d)|(?:the\s+)?(?:(?:token|word|key)\s+)?{_QUOTED}(?P<colword>[^\W\d_][\w-]*))",
    re.IGNORECASE,
)
_LARGEST = Cued(
    rf"\bthe\s+(?P<n>{'|'.join(_ORDINALS)})\s+(?:{_THINGS})?\s*(?:is|has|gets|receives|wins|carries)\s+(?:by far\s+)?(?:(?:the\s+)?(?P<top>most likely|largest|highest|greatest|best|most probable|biggest|heaviest)|(?:the\s+)?(?P<low>smallest|lowest|least likely|least))\b(?!\s+(?:two|three))"
    rf"|\bthe\s+(?:(?P<top2>largest|highest|greatest|most likely|biggest)|(?P<low2>smallest|lowest|least likely))\s+(?:{_THINGS}|one|probability|logit)?\s*(?:is|comes)\s+(?:the\s+)?(?P<n2>{'|'.join(_ORDINALS)})\b"
    rf"|第\s?(?P<n3>[1-8{_CHINESE}])(?![\d{_CHINESE}十])\s?[个类项]?(?:权重|分数|得分|元素|分量|值|概率|类别|词|位置|键)?(?:的(?:权重|分数|得分|概率|值))?(?:(?P<top3>最大|最高)|(?P<low3>最小|最低))"
    rf"|(?:(?P<top4>最大|最高)|(?P<low4>最小|最低))的?(?:权重|分数|得分|元素|分量|值|概率|类别|词|token)?(?:[是为]|在|出现在|对应)第\s?(?P<n4>[1-8{_CHINESE}])(?![\d{_CHINESE}十]|大|小)\s?(?:个|类|项|位)",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|might|may|not|never|except|besides|apart|wrong\w*|before|after|layers?|second[\s-](?:most|largest|highest|best))\b|n['’]t\b|\?|不|若|如果|除|第[二三]大|第[二三]高|之?前的|之后|层",
    re.IGNORECASE,
)
_LISTED = Cued(r"(?P<list>(?:[*\"“'‘][^\W\d_][\w-]*[*\"”'’](?:,\s*(?:and\s+)?|\s+and\s+)?){2,8})")
_WORDS = Cued(
    r"\b(?:tokens?|words?|sentence|sequence|phrase|input)\b[^.:;\"“\d]{0,30}?(?:[:\s]\s*)?(?P<list>[\"“*'‘][^\n.;]{3,80}?[\"”*'’](?=[\s.,;:]|\Z))",
    re.IGNORECASE,
)
_MARKED = re.compile(r"[*\"“'‘]([^\W\d_][\w-]*)[*\"”'’]")
_WORD = re.compile(r"[^\W\d_][\w-]*")
FAR = 1500

Rows = Sequence[Sequence[PrintedNumber]]


def ordinal_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every number of an entry that is said to be the largest, where another entry is."""
    shown = [
        (each, rows) for each in statements if each.stance == "asserted" and (rows := rows_shown(each)) is not None
    ]
    for block in document.prose if shown else ():
        for sentence in sentences(block.text) if block.kind != "heading" else ():
            if _OPEN.search(sentence.text) is None and not _is_of_one_of_several_heads(document, sentence):
                yield from _attending(document, sentence, shown)
                yield from _standing_out(document, sentence, shown)


def _is_of_one_of_several_heads(document: Document, sentence: Sentence) -> bool:
    """Whether a sentence speaks of heads where its section is not that of one."""
    if _HEADS.search(sentence.text) is None:
        return False
    section = section_at(document, sentence.place(0))
    return section < 0 or _HEADS.search(document.sections[section].title) is None


_HEADS = Cued(r"\bheads?\b", re.IGNORECASE)


def rows_shown(statement: Statement) -> Rows | None:
    """The rows of the matrix or list of printed numbers that a statement ends in."""
    display: Term = statement.term.sides[-1] if isinstance(statement.term, Relation) else statement.term
    match display:
        case Matrix(rows=rows):
            lines = [list(row) for row in rows]
        case Apply(function="tuple", arguments=arguments):
            lines = [list(arguments)]
        case _:
            return None
    if len(lines) > 1 and all(len(line) == 1 for line in lines):
        lines = [[line[0] for line in lines]]
    numbers = [
        [cell.printed for cell in line if isinstance(cell, Number) and cell.printed is not None] for line in lines
    ]
    return numbers if all(len(row) == len(line) > 1 for row, line in zip(numbers, lines, strict=True)) else None


def nearest(document: Document, at: int, shown: Sequence[tuple[Statement, Rows]], *, matrix: bool) -> Rows | None:
    """The last matrix, or list, above a place in the same section."""
    here = section_at(document, at)
    last = bisect_left(shown, at, key=lambda pair: pair[0].span.start) - 1
    if last < 0:
        return None
    statement, rows = shown[last]
    near = statement.span.start >= at - FAR and section_at(document, statement.span.start) == here
    return rows if near and (len(rows) > 1) == matrix else None


def _attending(document: Document, sentence: Sentence, shown: Sequence[tuple[Statement, Rows]]) -> Iterator[Problem]:
    for found in _ATTENDS.finditer(sentence.text):
        at = sentence.place(found.start())
        shares = [each for each in shown if len(each[1]) > 1 and all(sums_to_one(row) for row in each[1])]
        rows = nearest(document, at, shares, matrix=True)
        if rows is None:
            yield from _attending_by_one_row(document, sentence, found, shown)
        if rows is None or len({len(row) for row in rows}) != 1:
            continue
        names = _names(document, at, len(rows))
        pairs = _places(found, names, len(rows), len(rows[0]))
        if not pairs or any(rows[row][column].value == max(cell.value for cell in rows[row]) for row, column in pairs):
            continue
        row, column = pairs[0]
        best = max(range(len(rows[row])), key=lambda each: rows[row][each].value)
        group = next(name for name in ("col", "coln", "colword") if found[name])
        name = names[best] if found["colword"] and best < len(names) else _ORDINALS[best] if best < len(_ORDINALS) else str(best + 1)  # fmt: skip
        message = f"in that row the largest is {rows[row][best].text} ({name}), not {rows[row][column].text}"
        yield _problem(sentence, found.span(group), found[group], name, message)


def _attending_by_one_row(
    document: Document, sentence: Sentence, found: re.Match[str], shown: Sequence[tuple[Statement, Rows]]
) -> Iterator[Problem]:
    """What is attended to most, where only the weights of the one that attends are shown."""
    group = "col" if found["col"] else "coln"
    rows = nearest(document, sentence.place(found.start()), shown, matrix=False)
    if rows is None or not found[group] or len(rows[0]) < 3 or not sums_to_one(rows[0]):
        return
    row = rows[0]
    meant = [_ORDINALS.index(found["col"].casefold())] if found["col"] else [int(found["coln"]) - 1, int(found["coln"])]
    largest = max(cell.value for cell in row)
    best = [at for at, cell in enumerate(row) if cell.value == largest]
    if not all(0 <= each < len(row) for each in meant) or set(meant) & set(best) or best[0] >= len(_ORDINALS):
        return
    message = f"the largest of {', '.join(cell.text for cell in row)} is {row[best[0]].text}, the {_ORDINALS[best[0]]}"
    yield _problem(sentence, found.span(group), found[group], _ORDINALS[best[0]], message)


def _places(found: re.Match[str], names: Sequence[str], height: int, width: int) -> list[tuple[int, int]]:
    """The entries that may be meant: digits count from one or from nothing."""
    if found["row"] and found["col"]:
        pairs = [(_ORDINALS.index(found["row"].casefold()), _ORDINALS.index(found["col"].casefold()))]
    elif found["rown"] and found["coln"]:
        row, column = int(found["rown"]), int(found["coln"])
        pairs = [(row - 1, column - 1), (row, column)]
    elif found["row"] and found["coln"]:
        pairs = [(_ORDINALS.index(found["row"].casefold()), int(found["coln"]) - back) for back in (1, 0)]
    elif found["rown"] and found["col"]:
        pairs = [(int(found["rown"]) - back, _ORDINALS.index(found["col"].casefold())) for back in (1, 0)]
    elif found["rowword"] and found["colword"] and names.count(found["rowword"].casefold()) == 1 == names.count(found["colword"].casefold()):  # fmt: skip
        pairs = [(names.index(found["rowword"].casefold()), names.index(found["colword"].casefold()))]
    else:
        return []
    return [(row, column) for row, column in pairs if 0 <= row < height and 0 <= column < width]


def _names(document: Document, at: int, count: int) -> Sequence[str]:
    """The words of the last sentence or list above that has as many words as there are rows."""
    for block in reversed(list(around(document.prose, at + 1, 4 * FAR))):
        for found in (*_WORDS.finditer(block.text.text), *_LISTED.finditer(block.text.text)):
            marked = _MARKED.findall(found["list"])  # what joins words that are quoted one by one is none of them
            words = [word.casefold() for word in (marked if len(marked) > 1 else _WORD.findall(found["list"]))]
            words = [word for word in words if word != "and"] if "," in found["list"] else words
            if block.text.origin_starts([found.end() - 1])[0] >= at:
                continue  # the claim itself
            if len(words) == count == len(set(words)):
                return words
    return []


def _standing_out(document: Document, sentence: Sentence, shown: Sequence[tuple[Statement, Rows]]) -> Iterator[Problem]:
    for found in _LARGEST.finditer(sentence.text):
        rows = nearest(document, sentence.place(found.start()), shown, matrix=False)
        group = next(name for name in ("n", "n2", "n3", "n4") if found[name])
        place = _place(found[group])
        if rows is None or place >= len(rows[0]) or len(rows[0]) < 3:
            continue
        row = rows[0]
        low = bool(found["low"] or found["low2"] or found["low3"] or found["low4"])
        extreme = (min if low else max)(cell.value for cell in row)
        if row[place].value == extreme:
            continue
        best = next(at for at, cell in enumerate(row) if cell.value == extreme)
        name = _ORDINALS[best] if best < len(_ORDINALS) else str(best + 1)
        message = f"the {'smallest' if low else 'largest'} of {', '.join(cell.text for cell in row)} is {row[best].text}, the {name}"
        yield _problem(sentence, found.span(group), found[group], name, message)


def _place(word: str) -> int:
    """Which entry a word or digit names, counted from nothing."""
    if word in _CHINESE:
        return _CHINESE.index(word)
    return int(word) - 1 if word.isdigit() else _ORDINALS.index(word.casefold())


def _problem(sentence: Sentence, place: tuple[int, int], shown: str, expected: str, message: str) -> Problem:
    span = sentence.span(*place)
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": shown, "expected": expected},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["Rows", "nearest", "ordinal_problems", "rows_shown"]
