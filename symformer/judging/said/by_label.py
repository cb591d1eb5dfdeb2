"""What is said of labelled numbers by their labels: which one wins, how many times one is another, what two make.

``- a cat: -1.43``, ``- the cat: -1.56``, "so *the cat* wins"; "*cat* is twice as likely as *dog*" below a table of
both; ``- cat + dog: 0.861``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product

from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.labelled import Group, Labelled, bare, groups
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued
from symformer.text.span import Span

_WINS = Cued(
    r"(?P<name>[^.;:!?\d]{1,50}?)\s+(?:wins\b|is\s+(?:thus\s+|therefore\s+|then\s+)?(?:the\s+winner|chosen|selected|picked|emitted|predicted|the\s+best\s+(?:hypothesis|candidate|beam|one|sequence))\b(?!\s+(?:as|at random|by|from|for)\b)|comes\s+out\s+on\s+top|comes\s+first|ranks\s+first|胜出)",
    re.IGNORECASE,
)
_LOWER_WINS = Cued(r"\b(?:loss|cost|distance|perplexity|error|rank|lowest|smallest|least|minim\w+|nearest|closest)\b|最小|最低|距离|误差", re.IGNORECASE)  # fmt: skip
_WORDS: dict[str, int | Fraction] = {
    "twice": 2,
    "half": Fraction(1, 2),
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "eight": 8,
    "ten": 10,
}
_TIMES = Cued(
    r"(?P<one>[^.;:!?\d]{1,40}?)\s+(?:is|has|gets|receives|weighs|occurs|appears|takes|needs|costs|was)\s+(?:thus\s+|therefore\s+|still\s+|only\s+|just\s+)?"
    r"(?P<about>about|almost|nearly|roughly|approximately|over|more than|less than|around)?\s*(?P<exact>exactly\s+)?"
    rf"(?P<k>{'|'.join(_WORDS)}|\d+(?:\.\d+)?)(?:\s+times)?\s+(?:as\s+(?:likely|probable|large|big|much|many|high|long|often|similar|heavy|important|strongly|expensive|frequent|frequently)(?:\s+[a-z]+){{0,2}}?\s+as|the\s+(?:weight|score|probability|value|size|cost|number)\s+of)\s+(?:the\s+)?(?P<two>[^.;:!?,\d()]{{1,40}})",
    re.IGNORECASE,
)
_TIMES_AS_MANY = Cued(
    rf"\A\s*(?:(?:so|thus|hence|therefore|that means),?\s+(?:that\s+)?)?(?P<one>[^.;:!?,]{{1,30}}?)\s+(?:thus\s+|therefore\s+)?(?:[a-z]+\s+){{1,5}}?(?P<about>about|almost|nearly|roughly|over|more\s+than|around)?\s*(?P<k>twice|(?:{'|'.join(_WORDS)}|\d+(?:\.\d+)?)\s+times|half)\s+as\s+(?:many|(?:much|large|big|long|high|fast)(?!\s+[a-z]))\b(?P<rest>[^.;:!?]*)",
    re.IGNORECASE,
)
RIGHT_BEHIND = 16  # characters between a list of two and the sentence that compares them
_OPEN = Cued(
    r"\b(?:if|would|could|should|may|might|not|never|unless|instead|suppose|without|nobody|both|before|greedy|greedily|temperature)\b|n['’]t\b|\?|若|如果|不",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+(?:\+|plus)\s+|\s*\+\s*")
FAR = 2500
MOST_WAYS = 200
ABOUT, EXACTLY = Fraction(1, 4), Fraction(1, 8)  # how far a ratio may be off


def by_label_problems(document: Document) -> Iterator[Problem]:
    """Everything said of labelled numbers by their labels that the numbers contradict."""
    known = groups(document)
    if not known:
        return
    yield from _sums(known)
    for block in document.prose:
        if block.kind == "heading":
            continue
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None:
                yield from _winners(document, sentence, known)
                yield from _multiples(document, sentence, known)
                yield from _of_two(document, sentence, known)


def _above(document: Document, sentence: Sentence, known: Sequence[Group]) -> list[Group]:
    """The groups above a sentence in its section, the nearest last."""
    at = sentence.place(0)
    here = section_at(document, at)
    return [each for each in known if each.section == here and 0 <= at - each.span.end < FAR]


def _label_in(text: str, group: Group, *, last: bool) -> str | None:
    """The label that a run of words ends (or begins) with; a longer one goes before a shorter."""
    words = bare(text)
    for label in sorted((each.label for each in group.members), key=len, reverse=True):
        if label and (words.endswith(label) if last else words.startswith(label)):
            cut = words.removesuffix(label) if last else words.removeprefix(label)
            edge = cut[-1:] if last else cut[:1]
            if not (edge.isalnum() and edge.isascii()):
                return label
    return None


def _winners(document: Document, sentence: Sentence, known: Sequence[Group]) -> Iterator[Problem]:
    for found in _WINS.finditer(sentence.text):
        above = _above(document, sentence, known)
        named = [(group, label) for group in above if (label := _label_in(found["name"], group, last=True))]
        if not named or len({group.span for group, _ in named}) != 1 and named[-1][0] is not above[-1]:
            continue
        tables = [pair for pair in named if pair[0].span == named[-1][0].span]
        if any(_is_first(group, label) for group, label in tables) or _LOWER_WINS.search(sentence.text):
            continue
        group, label = tables[-1]
        if len(tables) > 1 or _LOWER_WINS.search(group.head):
            continue
        best, mine = max(group.members, key=lambda each: each.number.value), group.find(label)
        if mine is None or any(each.number.exact != mine.number.exact for each in group.members):
            continue
        start = found.start("name") + found["name"].casefold().rfind(label.split()[0])
        span = sentence.span(start, found.end("name"))
        message = f"{best.number.text} ({best.label}) > {mine.number.text} ({label})"
        yield _problem(span, message, label, best.label, (best, mine))


def _is_first(group: Group, label: str) -> bool:
    mine = group.find(label)
    return mine is None or mine.number.value >= max(each.number.value for each in group.members)


def _multiples(document: Document, sentence: Sentence, known: Sequence[Group]) -> Iterator[Problem]:
    for found in _TIMES.finditer(sentence.text):
        tried: list[tuple[Labelled, Labelled]] = []
        for group in _above(document, sentence, known):
            first = group.find(_label_in(found["one"], group, last=True) or "")
            second = group.find(_label_in(found["two"], group, last=False) or "")
            if first is not None and second is not None and first is not second and second.number.value > 0:
                tried.append((first, second))
        word = found["k"].casefold()
        factor = Fraction(_WORDS[word]) if word in _WORDS else Fraction(found["k"])
        slack = ABOUT if found["about"] else EXACTLY
        ratios = [one.number.value / two.number.value for one, two in tried]
        if not ratios or any(abs(ratio - factor) <= slack * factor for ratio in ratios) or len(ratios) > 3:
            continue
        one, two = tried[-1]
        span = sentence.span(*found.span("k"))
        shown = decimal_text(ratios[-1], 2 if ratios[-1] < 10 else 1)
        message = f"{one.number.text} ({one.label}) is {shown} times {two.number.text} ({two.label}), not {found['k']}"
        yield _problem(span, message, found["k"], shown, (one, two))


def _of_two(document: Document, sentence: Sentence, known: Sequence[Group]) -> Iterator[Problem]:
    """A sentence right behind a list of two numbers, which tells of the one how many times the other it is."""
    found = _TIMES_AS_MANY.match(sentence.text)
    above = _above(document, sentence, known) if found is not None else []
    if found is None or not above or re.search(r"\bas\b|\bthan\b|\d", found["rest"]):
        return
    group = above[-1]
    if group.head or len(group.members) != 2 or sentence.place(0) - group.span.end > RIGHT_BEHIND:
        return
    mine = next((each for each in group.members if _begins_with(found["one"], each.label)), None)
    other = next((each for each in group.members if each is not mine), None)
    if mine is None or other is None or min(mine.number.value, other.number.value) <= 0:
        return
    word = " ".join(found["k"].casefold().split())
    bare_word = word.removesuffix(" times")
    factor = Fraction(_WORDS.get(bare_word) or bare_word)
    ratio = mine.number.value / other.number.value
    slack = ABOUT if found["about"] else EXACTLY
    if any(abs(each - factor) <= slack * factor for each in (ratio, 1 / ratio)):
        return
    shown = decimal_text(ratio, 0 if ratio.denominator == 1 else 2)
    message = f"{mine.number.text} ({mine.label}) is {shown} times {other.number.text} ({other.label}), not {word}"
    yield _problem(sentence.span(*found.span("k")), message, found["k"], shown, (mine, other))


def _begins_with(words: str, label: str) -> bool:
    found = re.match(rf"(?:the\s+)?{re.escape(label)}(?![\w-])", bare(words))
    return bool(label) and found is not None


def _sums(known: Sequence[Group]) -> Iterator[Problem]:
    """Items whose label is a sum of other labels: ``cat + dog: 0.861``."""
    for at, group in enumerate(known):
        for each in group.members:
            parts = [bare(part) for part in _AND.split(each.label)]
            if len(parts) < 2 or not all(parts):
                continue
            near = [other for other in known[max(0, at - 12) : at + 1] if group.span.start - other.span.start < 2 * FAR]
            choices = [[one.number for other in near if (one := other.find(part)) is not None] for part in parts]
            if not all(choices):
                continue
            ways = list(islice(product(*choices), MOST_WAYS))
            if any(_makes(way, each.number) for way in ways):
                continue
            sums = (
                sum((one.value for one in way), Fraction(0)) for way in ways if len({one.decimals for one in way}) == 1
            )
            texts = (decimal_text(total, max(each.number.decimals, 0)) for total in sums)
            expected = next((text for text in texts if is_slip(text, each.number.text)), None)
            if expected is not None:
                message = f"{each.label} is {expected}, not {each.number.text}"
                yield _problem(each.span, message, each.number.text, expected, ())


def _makes(way: Sequence[PrintedNumber], total: PrintedNumber) -> bool:
    added = sum((one.value for one in way), Fraction(0))
    loose = sum((one.half_width() for one in way), Fraction(0)) + total.half_width()
    return abs(added - total.value) <= loose


def _problem(span: Span, message: str, shown: str, expected: str, numbers: Sequence[Labelled]) -> Problem:
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": shown, "expected": expected},
        related=tuple(Related(each.span, f"{each.number.text} stands here") for each in numbers),
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["by_label_problems"]
