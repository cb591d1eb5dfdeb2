r"""Superlatives that mean a column without naming it: "position 2 is the hardest one" beside losses or probabilities of the targets.

The hardest has the largest loss, or the smallest probability of what is right; the slowest the longest time; the cheapest the
lowest price.  A table speaks only where every column that the word may mean agrees on the row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.cells_named import Grid, Named, grids_near, rows_named
from symformer.judging.said.sentences import Sentence, sentences
from symformer.text.cued import Cued

_THINGS = r"position|token|step|word|example|sample|point|item|class|target|sentence|query|layer|head|row|task|problem|case|model|run"
_LOSS = Cued(
    r"\b(?:loss(?:es)?|nll|cross[- ]?entropy|surprisal|perplexity|ppl|errors?)\b|-\s*\\?(?:ln|log)\b|−\s*(?:ln|log)\b|损失",
    re.IGNORECASE,
)
_CHANCE = Cued(r"\b(?:prob(?:ability|\.)?|confidence|accuracy|acc)\b|\A[\s$]*(?:\\hat\s*)?\{?[pP]\}?(?:_\{?\w\}?)?(?:\([^()]*\))?[\s$]*\Z|概率", re.IGNORECASE)  # fmt: skip
_TIME = Cued(r"\b(?:time|latency|duration|runtime|seconds|ms)\b|时间|延迟", re.IGNORECASE)
_SPEED = Cued(r"\b(?:throughput|speed|tokens/s|samples/s|rate per second)\b|吞吐", re.IGNORECASE)
_PRICE = Cued(r"\b(?:price|cost|dollars|usd)\b|\$\s*/|价格|成本", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a superlative says: of some columns that they are largest, of others that they are smallest."""

    largest: Cued
    smallest: Cued


_MEANINGS: tuple[tuple[Cued, _Meaning], ...] = (
    (Cued(r"hardest|most\s+(?:difficult|surprising)|least\s+(?:expected|likely|probable|confident)", re.IGNORECASE), _Meaning(_LOSS, _CHANCE)),
    (Cued(r"easiest|least\s+(?:difficult|surprising)|most\s+(?:expected|likely|probable|confident)|surest", re.IGNORECASE), _Meaning(_CHANCE, _LOSS)),
    (Cued(r"slowest", re.IGNORECASE), _Meaning(_TIME, _SPEED)),
    (Cued(r"fastest|quickest", re.IGNORECASE), _Meaning(_SPEED, _TIME)),
    (Cued(r"cheapest|least\s+expensive", re.IGNORECASE), _Meaning(Cued(r"(?!)"), _PRICE)),
    (Cued(r"dearest|costliest|most\s+expensive", re.IGNORECASE), _Meaning(_PRICE, Cued(r"(?!)"))),
)  # fmt: skip
_VALUE = Cued(
    r"\bQ\b|\bvalues?\b|\breturns?\b|\brewards?\b|\bprob|\bscores?\b|\bp\b|logit|σ|softmax|概率", re.IGNORECASE
)
_CHOSEN = Cued(
    r"\b(?:the|a)\s+(?P<word>(?:greedy|best|most\s+likely|predicted|optimal|chosen|preferred)\s+(?:action|class|arm|token|word|choice|label|option|move))\s+(?:here\s+)?(?:is|would\s+be|:)\s+(?:again\s+|therefore\s+|thus\s+)?(?:the\s+)?[\"“'‘*`]{0,2}(?P<label>[\w-]+)[\"”'’*`]{0,2}(?=\s*(?:[.,;:(]|with\b|because\b|since\b|\Z))",
    re.IGNORECASE,
)
_WORD = Cued("|".join(pattern.pattern for pattern, _ in _MEANINGS), re.IGNORECASE)
_SAID = Cued(
    rf"\A(?:\s+(?:{_THINGS}|variant|version|method)\b)?(?:\W|\b(?:is|are|was|were|comes?\s+out|clearly|thus|therefore|then|by\s+far|also|again)\b)*\b(?:the|is|as|was)\b[\s*_]*(?P<word>{_WORD.pattern})"
    rf"(?:\s+(?:one|{_THINGS}|to\s+predict|of\s+all|of\s+the\s+(?:two|three|four|five|six)))*(?=\W*(?:[.,;:(]|\band\b|\bwhile\b|\bwhereas\b|\Z))",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|may|might|not|never|no|usually|often|generally|second|next|among|except|besides|other|others|"
    r"otherwise|without|both|per|respectively|expected|tends?|becomes?|before|after)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


def implied_column_problems(document: Document) -> Iterator[Problem]:
    """Every row that is called the hardest, the fastest, the cheapest, where the table has another."""
    if not document.tables:
        return
    for block in document.prose:
        text = block.text.text
        chosen = _CHOSEN.search(text) is not None
        if block.kind == "heading" or not chosen and _WORD.search(text) is None:
            continue
        grids = grids_near(document, block.span.start)
        for sentence in sentences(block.text) if grids else ():
            if _WORD.search(sentence.text) and not _OPEN.search(sentence.text):
                yield from _of_sentence(sentence, [ways[0] for ways in grids if ways])
            if chosen and not _OPEN.search(sentence.text):
                yield from _chosen(sentence, [ways[0] for ways in grids if ways])


def _of_sentence(sentence: Sentence, grids: Sequence[Grid]) -> Iterator[Problem]:
    """What a sentence says of the one table that has rows by its names and a column that its word may mean."""
    known = [(grid, told) for grid in grids if (told := list(_told(sentence, grid)))]
    if len(known) != 1:
        return
    grid, told = known[0]
    for row, word in told:
        best = _best(grid, word["word"])
        if best is None or best[0] == row.at:
            continue
        at, column = best
        cells = grid.cells[row.at][column], grid.cells[at][column]
        shown = [each.text if each is not None else "" for each in cells]
        span = sentence.span(row.start, row.end)
        yield Problem(
            span,
            f"the {word['word']} is {grid.labels[at]}: {grid.heads[column].strip()} is {shown[1]} there, and {shown[0]} at {grid.labels[row.at]}",
            level="warning",
            evidence={"kind": "text", "printed": sentence.text[row.start : row.end], "expected": grid.labels[at]},
            related=(Related(grid.table.span, "the table"),),
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


def _chosen(sentence: Sentence, grids: Sequence[Grid]) -> Iterator[Problem]:
    """ "The greedy action is left", of the one table with actions and one column of their values."""
    for found in _CHOSEN.finditer(sentence.text):
        label = found["label"].casefold()
        known = [
            (grid, at, column)
            for grid in grids
            if grid.first_head.strip("*_ ").casefold().rstrip("s") in ("", found["word"].split()[-1].casefold())
            for at in [i for i, head in enumerate(grid.heads) if _VALUE.search(head)]
            if label in grid.labels and (column := grid.column(at)) is not None
        ]
        if len(known) != 1:
            continue
        grid, at, column = known[0]
        best = column.index(max(column))
        if column.count(max(column)) > 1 or grid.labels[best] == label:
            continue
        cells = [grid.cells[each][at] for each in (best, grid.labels.index(label))]
        shown = [each.text if each is not None else "" for each in cells]
        span = sentence.span(*found.span("label"))
        yield Problem(
            span,
            f"the {found['word']} is {grid.labels[best]}: {shown[0]} is more than {shown[1]}",
            level="warning",
            evidence={"kind": "text", "printed": found["label"], "expected": grid.labels[best]},
            related=(Related(grid.table.span, "the table"),),
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


def _told(sentence: Sentence, grid: Grid) -> Iterator[tuple[Named, re.Match[str]]]:
    """Each row that a superlative follows at once: "position 2 is the hardest one, position 3 the easiest"."""
    rows = {
        (each.start, each.end): each for each in (*rows_named(sentence.text, grid), *_numbered(sentence.text, grid))
    }
    for row in sorted(rows.values(), key=lambda each: each.start):
        found = _SAID.match(sentence.text[row.end :])
        if found is not None and _best(grid, found["word"]) is not None:
            yield row, found


def _numbered(text: str, grid: Grid) -> Iterator[Named]:
    """The rows that a sentence names by their number, where the first column counts: "token 2" below ``$t$``."""
    if not all(label.isdigit() for label in grid.labels) or len(grid.first_head.strip("$*_ `\\{}")) > 2:
        return
    for found in re.finditer(rf"\b(?:{_THINGS})\s+(?P<n>\d+)\b(?!\.\d)", text, re.IGNORECASE):
        if found["n"] in grid.labels:
            yield Named(grid.labels.index(found["n"]), *found.span("n"))


def _best(grid: Grid, word: str) -> tuple[int, int] | None:
    """The row that a word is true of, and a column that shows it; None where the columns it may mean do not agree on one."""
    meaning = next(each for pattern, each in _MEANINGS if pattern.fullmatch(word))
    found: list[tuple[int, int]] = []
    for at, head in enumerate(grid.heads):
        # a loss may be written by the chance it is made of: -ln p
        loss = _LOSS.search(head) is not None
        ways = ((meaning.largest, max), (meaning.smallest, min))
        for pattern, choose in ways:
            if pattern.search(head) is None or pattern is _CHANCE and loss:
                continue
            column = grid.column(at)
            if column is None or column.count(choose(column)) != 1:
                return None
            found.append((column.index(choose(column)), at))
    return found[-1] if len({row for row, _ in found}) == 1 else None


__all__ = ["implied_column_problems"]
