r"""Which way a column of a table goes, in words: "the training loss falls while the validation loss rises", "$\bar\alpha_t$ decreases with $t$".

From the first row to the last, or from the row that the sentence names: "after epoch 3".  A column that goes both ways says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.cells_named import Grid, grids_near, words_of
from symformer.judging.said.sentences import Sentence, sentences, speaks_of_another
from symformer.text.cued import Cued

_UP = r"rises?|grows?|increases?|goes\s+up|climbs?|is\s+increasing|keeps\s+(?:rising|growing|increasing)"
_DOWN = r"falls?|shrinks?|decreases?|decays?|goes\s+down|drops?|declines?|is\s+decreasing|keeps\s+(?:falling|shrinking|decreasing)"
_WAY = Cued(
    rf"(?P<what>(?:\\?[\w{{}}^\\-]+\s+){{1,4}}?)(?:(?:still|also|steadily|monotonically|always|only|then|again|slowly|quickly)\s+)*(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b"
    r"(?!\s+(?:from|to|by|between|below|above|fastest|faster|slower|more|less|the)\b)",
    re.IGNORECASE,
)
_FROM = Cued(r"\b(?:after|from|past|beyond)\s+(?:\w+\s+)?(?P<n>\d+)\b(?!\.\d)(?:\s+on(?:wards?)?)?", re.IGNORECASE)
_OPEN = Cued(
    r"\?|\b(?:if|would|could|should|might|may|not|never|no|neither|nor|until|up\s+to|before|first|then|usually|often|unless|when(?:ever)?|as\s+\w+\s+(?:grows|increases)|per|rate|between|except|without|instead|suddenly|again|once)\b|n['’]t\b",
    re.IGNORECASE,
)
_STEPS = Cued(
    r"\b(?:epoch|step|iteration|round|layer|position|time|stage|depth|update)s?\b|\A[\s$]*[tknil][\s$]*\Z",
    re.IGNORECASE,
)
LEAST = 3


def column_trend_problems(document: Document) -> Iterator[Problem]:
    """Every column of a table of steps that goes the other way."""
    if not document.tables:
        return
    for block in document.prose:
        if block.kind == "heading" or _WAY.search(block.text.text.replace("$", "")) is None:
            continue
        grids = [ways[0] for ways in grids_near(document, block.span.start) if ways]
        steps = [each for each in grids if _STEPS.search(each.first_head) and _counts_on(each)]
        for sentence in sentences(block.text) if len(steps) == 1 else ():
            if speaks_of_another(sentence.text):
                continue
            if _OPEN.search(sentence.text) is None and sentence.place(0) > steps[0].table.span.start:
                yield from _of_sentence(sentence, steps[0])


def _counts_on(grid: Grid) -> bool:
    """Whether the labels are numbers that grow from row to row."""
    numbers = [Fraction(each) for each in grid.labels if re.fullmatch(r"\d+", each)]
    return len(numbers) == len(grid.labels) >= LEAST and numbers == sorted(numbers)


def _of_sentence(sentence: Sentence, grid: Grid) -> Iterator[Problem]:
    start = _FROM.search(sentence.text)
    first = next((at for at, label in enumerate(grid.labels) if start is not None and label == start["n"]), 0)
    if start is not None and first == 0 and start["n"] != grid.labels[0]:
        return
    for found in _WAY.finditer(sentence.text):
        columns = [at for at in range(len(grid.heads)) if _is_named(found["what"], grid.heads[at])]
        columns = [at for at in columns if len(grid.heads[at]) == max(len(grid.heads[each]) for each in columns)]
        if len(columns) != 1:
            continue
        column = grid.column(columns[0])
        steps = column[first:] if column is not None else []
        if len(steps) < 2 or len(steps) < LEAST and start is None:
            continue
        way = _way(steps)
        if way is None or way == (found["up"] is not None):
            continue
        group = "up" if found["up"] else "down"
        span = sentence.span(*found.span(group))
        cells = grid.cells[first][columns[0]], grid.cells[-1][columns[0]]
        shown = [each.text if each is not None else "" for each in cells]
        yield Problem(
            span,
            f"{grid.heads[columns[0]].strip()} goes from {shown[0]} to {shown[1]}",
            level="warning",
            evidence={"kind": "text", "printed": found[group], "expected": "rises" if way else "falls"},
            related=(Related(grid.table.span, "the table"),),
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


def _is_named(words: str, head: str) -> bool:
    """Whether words end in what a column is headed by: its words, or its formula."""
    plain = re.sub(r"[\s{}$*_]|\\", "", head).casefold()
    told = re.sub(r"[\s{}$*_]|\\", "", words).casefold()
    named = words_of(head)
    if "$" in head or len(plain) < 4:
        return (
            len(plain) > 0
            and re.sub(r"^the|^so|^and|^while", "", told).endswith(plain)
            and (len(plain) > 2 or words.strip() in (head.strip(" $"),))
        )
    last = [each.casefold() for each in re.findall(r"[A-Za-z][\w-]*", words)][-len(named) :]
    return bool(named) and last == [each.casefold() for each in named]


def _way(values: Sequence[Fraction]) -> bool | None:
    """Whether numbers go up all the way, or down; None where they do both, or stand still."""
    pairs = list(pairwise(values))
    if all(one < other for one, other in pairs):
        return True
    return False if all(one > other for one, other in pairs) else None


__all__ = ["column_trend_problems"]
