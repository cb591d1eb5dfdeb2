"""Two things compared by their names: "conv2 has more parameters than fc1", "the weighted mean is larger".

The names are labels of a table or of a list in the same section, with one number each, or sentences of the section give each its
number: "precision is 30/50 = 0.6, recall is 30/40 = 0.75".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from symformer.algebra.printed import PrintedNumber, printed, printed_as_written
from symformer.documents.document import Document, Table
from symformer.documents.places import around, section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import Sentence, sentences, whole_block
from symformer.judging.tables.amounts import amount
from symformer.text.cued import Cued
from symformer.text.span import Span

NEAR = 1500  # characters between the sentences that give two numbers and what compares them
FAR = 8000  # characters between a table and what is said of it
Numbers = Mapping[str, tuple[PrintedNumber, Span]]

_MORE = r"more|larger|greater|higher|bigger|longer|slower"
_LESS = r"fewer|less|smaller|lower|shorter|faster"
_COMPARED = Cued(
    rf"(?P<one>[^\W\d_][\w-]*(?:\s[\w-]+)?)[\"”'*`]?\s+(?:(?:still|also|thus|therefore)\s+)?(?:is|are|has|have|needs|gives|takes|gets|uses|holds|costs|reaches|receives)\s+(?:an?\s+|the\s+)?(?:much|far|clearly|slightly|even|a little|somewhat)?\s*"
    rf"(?:(?P<more>{_MORE})|(?P<less>{_LESS}))\s+(?P<noun>[a-z]+\s+)?(?:[a-z]+\s+)?than\s+(?:that\s+of\s+|those\s+of\s+|the\s+one\s+of\s+|for\s+)?(?:the\s+)?[\"“'*`]?(?P<two>[^\W\d_][\w-]*(?:\s[\w-]+)?)",
    re.IGNORECASE,
)
_ALONE = Cued(
    rf"\bthe\s+(?P<one>[a-z][\w-]*)\s+(?P<what>mean|average|score|loss|error|value|sum|weight|norm|result|one|version|estimate|variant)\s+is\s+(?:the\s+)?(?:(?P<more>{_MORE})|(?P<less>{_LESS}))\b(?!\s+than)(?:\s+one\b)?\s*(?:,|\.|;|:|since|because|as|here|\Z)",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|may|might|not|never|no|neither|nor|usually|often|generally|expected|unless|when|whenever|always|tends?|per|relative\w*|twice|times|half)\b|n['’]t\b|\?|%",
    re.IGNORECASE,
)
_ITEM = Cued(r"\W*(?P<label>[^\W\d_][\w-]*(?:\s[\w-]+)?)\W*?[:：]")
_LAST = Cued(r"(?<![\w.,])(?P<n>[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*(?P<unit>%|[a-zA-Z]*)\W*\Z")


def named_pair_problems(document: Document) -> Iterator[Problem]:
    """Every comparison by names that the numbers under these names contradict."""
    for block in document.prose:
        text = block.text.text
        compares = "than" in text.lower() and _COMPARED.search(text)
        if block.kind == "heading" or not (compares or _ALONE.search(text)):
            continue
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None:
                yield from _by_table(document, sentence)
                yield from _by_list(document, sentence)
                yield from _by_sentences(document, sentence)


def _by_table(document: Document, sentence: Sentence) -> Iterator[Problem]:
    for found in _COMPARED.finditer(sentence.text):
        place = sentence.span(*found.span())
        here = section_at(document, place.start)
        tables = [
            each
            for each in around(document.tables, place.start, FAR, FAR)
            if section_at(document, each.span.start) == here
        ]
        tried = [numbers for table in tables for numbers in _columns(table, (found["noun"] or "").strip())]
        if len(tried) == 1:
            yield from _judged(sentence, found, tried[0], found["one"], found["two"])


def _columns(table: Table, noun: str) -> Iterator[Numbers]:
    """The column that a noun names; the only one where there is one column of numbers."""
    numeric: dict[int, dict[str, tuple[PrintedNumber, Span]]] = {}
    width = min((len(row) for row in table.rows), default=0)
    for at in range(1, width):
        cells = [(row[0].text.strip("*_`$\"' ").casefold(), amount(row[at])) for row in table.rows]
        known = {label: (each.number, each.span) for label, each in cells if each is not None and label}
        if len(known) == len(table.rows):
            numeric[at] = known
    heads = {at: table.header[at].text.casefold() for at in numeric if at < len(table.header)}
    named = [at for at, head in heads.items() if noun and noun.casefold().rstrip("s") in head]
    chosen = named if noun and noun not in ("one", "ones") else list(numeric)
    if len(chosen) == 1:
        yield numeric[chosen[0]]


def _by_list(document: Document, sentence: Sentence) -> Iterator[Problem]:
    """The items right above, each of a label and a result."""
    matches = [*_COMPARED.finditer(sentence.text), *_ALONE.finditer(sentence.text)]
    if not matches:
        return
    start = sentence.place(0)
    numbers = _items(document, start)
    for found in matches:
        one = found["one"].casefold()
        if _ALONE.made(found):
            others = [label for label in numbers if label != one]
            if len(numbers) == 2 and one in numbers:
                yield from _judged(sentence, found, numbers, one, others[0])
        else:
            yield from _judged(sentence, found, numbers, found["one"], found["two"])


def _by_sentences(document: Document, sentence: Sentence) -> Iterator[Problem]:
    """The numbers that the sentences above give both names."""
    for found in _COMPARED.finditer(sentence.text):
        if (found["noun"] or "").strip() not in ("", "value"):
            continue
        one, other = (found[name].casefold().removeprefix("the ").strip() for name in ("one", "two"))
        start, here = sentence.place(0), section_at(document, sentence.place(0))
        numbers: dict[str, set[tuple[PrintedNumber, Span]]] = {one: set(), other: set()}
        for block in around(document.prose, start, NEAR):
            if block.kind == "heading" or section_at(document, block.span.start) != here:
                continue
            for each in sentences(block.text):
                if each.place(0) >= start:
                    break
                for name, told in numbers.items():
                    told.update(_given(each, name))
        values = {name: {number.value for number, _ in told} for name, told in numbers.items()}
        if one != other and all(len(each) == 1 for each in values.values()):
            yield from _judged(sentence, found, {name: next(iter(told)) for name, told in numbers.items()}, one, other)


def _given(sentence: Sentence, name: str) -> Iterator[tuple[PrintedNumber, Span]]:
    """The number that a sentence gives a name: "recall is 30/40 = 0.75"."""
    pattern = rf"(?<![\w-])(?:the\s+)?{re.escape(name)}\s+(?:is|was|equals|=)\s+(?:about\s+)?(?:[\d\s./+·×()-]+[=≈]\s*)?(?P<n>\d+(?:\.\d+)?)(?=\s*(?:[,;]|\.(?:\s|\Z)|and\b|\Z))"
    for found in re.finditer(pattern, sentence.text, re.IGNORECASE):
        yield printed(found["n"]), sentence.span(*found.span("n"))


def _items(document: Document, before: int) -> Numbers:
    found: dict[str, tuple[PrintedNumber, Span]] = {}
    for block in reversed([each for each in around(document.prose, before, FAR) if each.span.end <= before]):
        if block.kind != "item":
            if found:
                break
            continue
        whole = whole_block(block.text)
        label, last = _ITEM.match(whole.text), _LAST.search(whole.text.rstrip())
        if label is None or last is None or label["label"].casefold() in found:
            return {}
        number = printed_as_written(last["n"])
        found[label["label"].casefold()] = (number, whole.span(*last.span("n")))
    return found


def _name(text: str, numbers: Numbers) -> str | None:
    """The label that a run of words ends or begins with."""
    words = text.casefold().split()
    tried: Sequence[str] = (" ".join(words), words[-1], words[0])
    return next((each for each in tried if each in numbers), None)


def _judged(sentence: Sentence, found: re.Match[str], numbers: Numbers, one: str, other: str) -> Iterator[Problem]:
    first, second = _name(one, numbers), _name(other, numbers)
    if first is None or second is None or first == second:
        return
    (mine, here), (its, there) = numbers[first], numbers[second]
    more = found["more"] is not None
    if mine.value == its.value or (mine.value > its.value) == more:
        return
    word = "more" if more else "less"
    span = sentence.span(*found.span(word))
    message = f"{mine.text} ({first}) is {'less' if more else 'more'} than {its.text} ({second})"
    yield Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": found[word]},
        related=(Related(here, "the one number"), Related(there, "the other")),
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["named_pair_problems"]
