"""Which of a list are its largest: "the top-2 experts are 3 and 1" below the scores of all experts.

Experts, tokens and classes go by number, counted from one or from zero, or by the labels of a list or table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.documents.document import Document, Table
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.tables.amounts import amount
from symformer.judging.worked.displayed_arrays import Shown, displayed_arrays
from symformer.semantics.statement import Statement
from symformer.text.cued import Cued

_KIND = r"experts?|classes|class|tokens?|indices|entries|words?|documents?|docs?|passages?|candidates?|logits?|专家|词元|类别|文档|候选"
_TOP = Cued(
    r"\btop[-\s]?(?P<k>[2-5]|two|three)\b|前\s*(?P<zh>[2-5两二三四])\s*[个名大]|\bthe\s+(?P<word>two|three)\s+(?:largest|highest|best|strongest)\b|最(?:大|高)的(?P<zh2>[两二三四])个",
    re.IGNORECASE,
)
_AND = r"\s*(?:,\s*and|,|、|，|\band\b|和|与|及|&)\s*"
_LIST = Cued(
    rf"(?:(?:{_KIND}|E)\s*(?:are|is|:)?\s*_?#?\{{?(?P<first>\d)\}}?(?:{_AND}(?:(?:{_KIND}|E)\s*)?_?#?\{{?\d\}}?){{1,4}})(?!\d|\.\d|\s?%)",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|may|might|not|never|instead|suppose|without|random\w*|wrong\w*)\b|n['’]t\b|\?|若|如果|不",
    re.IGNORECASE,
)
# "experts 1 and 2 are selected", of a note that says elsewhere that the largest are
_CHOSEN = Cued(
    r"\b(?:are|is|get|were) (?:thus |therefore |then )?(?:selected|chosen|kept|picked|activated)\b|\b(?:selects?|picks?|chooses?|keeps?|activates?)\b"
    r"|被?选中(?:的(?:是|为)|了)?|被?激活(?:的(?:是|为)|了)?",
    re.IGNORECASE,
)
_BY_SIZE = Cued(r"\btop[-\s]?(?:k|\d|two|three|\$|\\)|\b(?:largest|highest|best)\b|最[大高]|前\s*\$?k", re.IGNORECASE)
_ADJUSTED = Cued(
    r"\b(?:bias|penalt\w+|capacity|noise|full|random\w*|sampl\w+|distance|loss)\b|偏置|容量|噪声|距离|损失", re.I
)
_LABEL = Cued(rf"(?:(?:{_KIND}|E)\s*)?_?#?(?P<n>\d{{1,2}})", re.IGNORECASE)
_COUNTS = {"two": 2, "three": 3, "两": 2, "二": 2, "三": 3, "四": 4}
FAR = 1500
NEXT = 400  # characters between a table of scores and what is said of it


def top_chosen_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every choice of the k largest of a list that names others."""
    yield from _chosen_by_size(document)
    blocks = [each for each in document.prose if each.kind != "heading" and _TOP.search(each.text.text)]
    if not blocks:
        return
    shown = [each for each in displayed_arrays(document, statements) if len(each.rows) == 1 and len(each.rows[0]) > 2]
    for block in blocks if shown else ():
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None:
                yield from _judged(sentence, shown)


def _chosen_by_size(document: Document) -> Iterator[Problem]:
    """Experts that are said to be selected, below a table of their scores of which others are the largest."""
    if not document.tables or _BY_SIZE.search(document.source.text) is None:
        return
    for block in document.prose:
        if block.kind == "heading" or _CHOSEN.search(block.text.text) is None:
            continue
        tables = [each for each in document.tables if 0 < block.span.start - each.span.end < NEXT]
        if tables and _ADJUSTED.search(document.source.text, max(0, tables[-1].span.start - NEXT), block.span.end):
            continue
        for sentence in sentences(block.text) if tables else ():
            if _OPEN.search(sentence.text) is None and _CHOSEN.search(sentence.text) is not None:
                yield from _beside_table(sentence, tables[-1])


def _beside_table(sentence: Sentence, table: Table) -> Iterator[Problem]:
    lists = list(_LIST.finditer(sentence.text))
    labels = [_LABEL.fullmatch(re.sub(r"[$*`\s]", "", row[0].text)) for row in table.rows if row]
    numbers = [int(each["n"]) for each in labels if each is not None]
    if len(lists) != 1 or len(numbers) != len(table.rows) or len(set(numbers)) != len(numbers):
        return
    chosen = [int(each) for each in re.findall(r"\d", lists[0][0])]
    if not 1 < len(chosen) < len(numbers) or len(set(chosen)) != len(chosen) or not set(chosen) <= set(numbers):
        return
    columns = [column for at in range(1, len(table.rows[0])) if (column := _column(table, at)) is not None]
    if not columns or any(_are_largest(column, numbers, chosen) for column in columns):
        return
    if any(_are_largest([-value for value in column], numbers, chosen) for column in columns):
        return  # the nearest, or the easiest
    order = sorted(range(len(numbers)), key=lambda at: -columns[0][at])
    best = sorted(numbers[at] for at in order[: len(chosen)])
    told = f"the {len(chosen)} largest in the table above"
    yield _problem(sentence, lists[0], told, best, Related(table.span, "the table"))


def _column(table: Table, at: int) -> list[Fraction] | None:
    """The numbers of a column, where each cell holds one."""
    cells = [amount(row[at]) if at < len(row) else None for row in table.rows]
    found = [cell.number.value for cell in cells if cell is not None]
    return found if len(found) == len(cells) else None


def _are_largest(column: Sequence[Fraction], numbers: Sequence[int], chosen: Sequence[int]) -> bool:
    least = min(value for value, each in zip(column, numbers, strict=True) if each in chosen)
    return all(value <= least for value, each in zip(column, numbers, strict=True) if each not in chosen)


def _judged(sentence: Sentence, shown: Sequence[Shown]) -> Iterator[Problem]:
    tops, lists = list(_TOP.finditer(sentence.text)), list(_LIST.finditer(sentence.text))
    if len(tops) != 1 or len(lists) != 1:
        return
    word = next(each for each in tops[0].groups() if each).casefold()
    count = _COUNTS.get(word) or int(word)
    chosen = [int(each) for each in re.findall(r"\d", lists[0][0])]
    near = [each for each in shown if 0 < sentence.place(0) - each.span.end < FAR]
    near = near or [each for each in shown if each.span.start >= sentence.place(0) and each.span.end <= sentence.place(len(sentence.text) - 1)]  # fmt: skip
    if len(chosen) != count or not near or len(set(chosen)) != count:
        return
    for array in near[-2:]:
        if _fits(array, chosen):
            return
    array = near[-1]
    values = [entry.value for entry in array.rows[0]]
    order = sorted(range(len(values)), key=lambda at: -values[at])
    if not all(1 <= each <= len(values) for each in chosen) or len(set(values)) < len(values):
        return
    best = sorted(at + 1 for at in order[:count])
    numbers = [entry.number.text for entry in array.rows[0] if entry.number is not None]
    told = f"of {', '.join(numbers)} the {count} largest"
    yield _problem(sentence, lists[0], told, best, Related(array.span, "the list"))


def _problem(sentence: Sentence, chosen: re.Match[str], largest: str, best: Sequence[int], beside: Related) -> Problem:
    names = " and ".join(map(str, best)) if len(best) == 2 else ", ".join(map(str, best))
    span = sentence.span(*chosen.span())
    return Problem(
        span,
        f"{largest} are those of {names}",
        level="warning",
        evidence={"kind": "text", "printed": chosen[0], "expected": names},
        related=(beside,),
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _fits(array: Shown, chosen: Sequence[int]) -> bool:
    """Whether the chosen are the largest, counted from one or from zero."""
    values = [entry.value for entry in array.rows[0]]
    for base in (1, 0):
        places = [each - base for each in chosen]
        if all(0 <= at < len(values) for at in places):
            least = min(values[at] for at in places)
            if all(values[at] <= least for at in range(len(values)) if at not in places):
                return True
    return False


__all__ = ["top_chosen_problems"]
