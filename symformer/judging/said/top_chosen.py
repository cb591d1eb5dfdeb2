"""Which of a list are its largest: "the top-2 experts are 3 and 1" below the scores of all experts.

Experts, tokens and classes go by number, counted from one or from zero, or by the labels of a list or table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.worked.displayed_arrays import Shown, displayed_arrays
from symformer.semantics.statement import Statement

_KIND = r"experts?|classes|class|tokens?|indices|entries|words?|documents?|docs?|passages?|candidates?|logits?|专家|词元|类别|文档|候选"
_TOP = re.compile(
    r"\btop[-\s]?(?P<k>[2-5]|two|three)\b|前\s*(?P<zh>[2-5两二三四])\s*[个名大]|\bthe\s+(?P<word>two|three)\s+(?:largest|highest|best|strongest)\b|最(?:大|高)的(?P<zh2>[两二三四])个",
    re.IGNORECASE,
)
_AND = r"\s*(?:,\s*and|,|、|，|\band\b|和|与|及|&)\s*"
_LIST = re.compile(
    rf"(?:(?:{_KIND}|E)\s*(?:are|is|:)?\s*_?#?\{{?(?P<first>\d)\}}?(?:{_AND}(?:(?:{_KIND}|E)\s*)?_?#?\{{?\d\}}?){{1,4}})(?!\d|\.\d|\s?%)",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:if|would|could|should|may|might|not|never|instead|suppose|without|random\w*|wrong\w*)\b|n['’]t\b|\?|若|如果|不",
    re.IGNORECASE,
)
_COUNTS = {"two": 2, "three": 3, "两": 2, "二": 2, "三": 3, "四": 4}
FAR = 1500


def top_chosen_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every choice of the k largest of a list that names others."""
    blocks = [each for each in document.prose if each.kind != "heading" and _TOP.search(each.text.text)]
    if not blocks:
        return
    shown = [each for each in displayed_arrays(document, statements) if len(each.rows) == 1 and len(each.rows[0]) > 2]
    for block in blocks if shown else ():
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None:
                yield from _judged(sentence, shown)


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
    names = " and ".join(map(str, best)) if len(best) == 2 else ", ".join(map(str, best))
    span = sentence.span(*lists[0].span())
    yield Problem(
        span,
        f"of {', '.join(numbers)} the {count} largest are those of {names}",
        level="warning",
        evidence={"kind": "text", "printed": lists[0][0], "expected": names},
        related=(Related(array.span, "the list"),),
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
