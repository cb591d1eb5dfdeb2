"""What a note concludes from its numbers: which of them is the largest, where the attention goes.

"Attends most to *cat*" is held against the numbers that stand labelled above it in the same section:
``q · k_cat = 0.28``, ``- cat: 0.28``, ``P(cat) ≈ 0.28``, ``| cat | 0.28 |``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.printed import PrintedNumber, printed
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence, sentences
from symformer.text.cued import Cued
from symformer.text.span import Span

_LABELLED = Cued(
    r"(?:\A|\n)\s*(?:[-*+•]\s+|\d+[.)]\s+)?(?:[\w·.₀-₉ˡ→\"“”' ]*?(?:[·∙]\s*|\b))?"
    r"(?:\w+_\{?|[PpQ]\(|[\"“'‘])?(?P<label>[^\W\d_][\w-]{1,20})[\"”'’)}]*\s*(?:[:：=≈]|→|->)[^\n]*?(?P<n>(?<![\w.])"
    + PLAIN_NUMBER
    + r")(?P<percent>\s?%)?\s*(?:[,;.。；，]?\s*(?=\n|\Z)|[(（←])"
)
_MOST = Cued(
    r"\b(?:attends?|attending|pays?|focus(?:es)?|looks?|leans?|points?|assigns?|gives?|puts?)\b[^.\n]{0,30}?"
    r"\b(?P<which>more|most|mostly|mainly|highest|largest|strongest|strongly|least)\b(?:\s+(?:attention|weight|focus|probability))?"
    r"\s+(?:attention\s+|weight\s+)?(?:to|on|at|towards?|for)\s+(?:the\s+(?:token|word|key|value)?\s*)?[\"“'‘*`]*(?P<name>[^\W\d_][\w-]{1,20})"
    r"|\b(?:the\s+)?(?P<which2>highest|largest|greatest|lowest|smallest|strongest|best|most likely|winning)\s+"
    r"(?:score|weight|probability|attention|value|logit|one|token|word|class|similarity|connection|link|match|share)?\s*"
    r"(?:is|goes to|belongs to|falls on|=|:|are)\s+(?:the\s+)?(?:for\s+|on\s+|of\s+|to\s+|with\s+)?[\"“'‘*`]*(?P<name2>[^\W\d_][\w-]{1,20})"
    r"|\bpredict(?:s|ed|ion)?(?:\s+is|:)?\s+[\"“'‘*`]+(?P<name3>[^\W\d_][\w-]{1,20})",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|might|may|not|never|expect\w*|want|hope\w*|after|before|instead|suppose|wrong\w*|mistake\w*|except|other than)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
NEAR = 700  # characters between the numbers and the conclusion


@dataclass(frozen=True, slots=True)
class Labelled:
    """A number under a label, and where it stands."""

    label: str
    number: PrintedNumber
    span: Span
    section: int


def conclusion_problems(document: Document) -> Iterator[Problem]:
    """Every conclusion about the largest or smallest of a few labelled numbers that names another one."""
    blocks = [*(each.text for each in document.prose), *(each.text for each in document.worksheets)]
    if not any(_MOST.search(words.text) for words in blocks):
        return
    lines = [line for words in blocks for line in sentences(words, lines=True)]
    lines.sort(key=lambda line: line.place(0))
    known = [found for line in lines for found in _labelled(line, document)]
    known += [found for table in document.tables for found in _rows(table.rows, document)]
    known.sort(key=lambda each: each.span.start)
    for line in lines:
        for found in _MOST.finditer(line.text):
            if not _OPEN.search(line.text):
                yield from _judged(line, found, known, document)


def _labelled(line: Sentence, document: Document) -> Iterator[Labelled]:
    found = _LABELLED.match(line.text)
    if found is not None:
        span = line.span(*found.span("n"))
        text = found["n"].replace(",", "").replace("−", "-")
        yield Labelled(found["label"].casefold(), printed(text), span, section_at(document, span.start))


def _rows(rows: Sequence[Sequence[object]], document: Document) -> Iterator[Labelled]:
    """The rows of a table of a label and one number."""
    for row in rows:
        cells = [(str(getattr(cell, "text", "")).strip("*_`\"' $"), getattr(cell, "span", Span(0, 0))) for cell in row]
        numbers = [(text, span) for text, span in cells[1:] if re.fullmatch(PLAIN_NUMBER + "%?", text)]
        if len(cells) >= 2 and len(numbers) == 1 and re.fullmatch(r"[^\W\d_][\w-]{1,20}", cells[0][0]):
            text, span = numbers[0]
            number = printed(text.rstrip("%").replace(",", "").replace("−", "-"))
            yield Labelled(cells[0][0].casefold(), number, span, section_at(document, span.start))


def _judged(line: Sentence, found: re.Match[str], known: Sequence[Labelled], document: Document) -> Iterator[Problem]:
    name = found["name"] or found["name2"] or found["name3"]
    span = line.span(*found.span("name" if found["name"] else "name2" if found["name2"] else "name3"))
    which = (found["which"] or found["which2"] or "most").casefold()
    group = _group(known, span, name.casefold(), section_at(document, span.start))
    if group is None:
        return
    low = which in ("least", "lowest", "smallest")
    best = min(group, key=lambda each: each.number.value) if low else max(group, key=lambda each: each.number.value)
    mine = next(each for each in group if each.label == name.casefold())
    if best.number.value == mine.number.value:
        return
    sign = "<" if low else ">"
    said = re.sub(r"[\"“”'‘’*`]", "", found[0]).strip()
    message = f'"{said}", but {best.number.text} ({best.label}) {sign} {mine.number.text} ({mine.label})'
    yield Problem(
        span,
        " ".join(message.split()),
        level="warning",
        evidence={"kind": "text", "printed": mine.label, "expected": best.label},
        related=(Related(best.span, f"{best.number.text} stands here"),),
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _group(known: Sequence[Labelled], place: Span, name: str, section: int) -> list[Labelled] | None:
    """The labelled numbers right above a conclusion that it chooses from; None where it is not clear which they are."""
    above = [each for each in known if each.section == section and place.start - NEAR <= each.span.start < place.start]
    run: list[Labelled] = []
    for each in reversed(above):
        if any(each.label == other.label for other in run):
            break  # the same labels again: numbers of another step
        run.append(each)
    if len(run) < 2 or name not in {each.label for each in run}:
        return None
    scale = {each.number.exact for each in run}
    values = [abs(each.number.value) for each in run]
    alike = len(scale) == 1 and max(values) <= 1000 * max(min(values), max(values) / 10**9)
    return run if alike else None
