"""A number with two digits exchanged: ``157 billion parameters`` where the note otherwise has ``175 billion parameters``.

The twin has to stand in the note twice or more before the same word, and the odd one once, wherever that is.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import digits_in, sentences
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_TWINS = 2
MOST_NUMBERS = 60  # before one word: among more, some two are alike by chance
_COUNTED = Cued(
    r"(?<![\w.,$/×+*^_=<>-])(?<![×+*/=<>-]\s)(?P<n>\d{3,}|\d+\.\d{2,}|\d{1,3}(?:,\d{3})+)(?:[\s-]?(?P<unit>%|[A-Za-z]{1,12}\b|亿|万|个|层|维|头))"
)
_YEAR = Cued(r"(?:19|20)\d\d")
_SMALL = frozenset(
    "and or to in of is are for from with at by on the a an as but than that which when if so then vs we".split()
)


def exchanged_digit_problems(document: Document) -> Iterator[Problem]:
    """Every number that is one told more often, two neighbours of its digits exchanged, before the same word."""
    said: dict[str, dict[str, list[Span]]] = {}
    for block in document.prose:
        if block.kind == "heading" or digits_in(block.text.text) < 3:
            continue
        for sentence in sentences(block.text):
            for found in _COUNTED.finditer(sentence.text):
                unit = found["unit"].casefold()
                if unit in _SMALL or _YEAR.fullmatch(found["n"]):
                    continue
                said.setdefault(unit, {}).setdefault(found["n"], []).append(sentence.span(*found.span("n")))
    for unit, numbers in said.items():
        if len(numbers) > MOST_NUMBERS:
            continue
        for shown, places in numbers.items():
            if len(places) > 1:
                continue
            twins = [each for each in _twins(shown) if len(numbers.get(each, ())) >= LEAST_TWINS]
            if len(twins) == 1:
                meant = twins[0]
                yield Problem(
                    places[0],
                    f"{shown} {unit} stands here, and {meant} elsewhere: two digits are exchanged",
                    level="warning",
                    related=(Related(numbers[meant][0], "the number as it stands there"),),
                    evidence={"kind": "number", "printed": shown, "expected": meant},
                    key=f"requoted-value-differs@{places[0].start}-{places[0].end}",
                )


def _twins(text: str) -> Iterator[str]:
    for at in range(len(text) - 1):
        one, other = text[at], text[at + 1]
        if one.isdigit() and other.isdigit() and one != other and (at or other != "0"):
            yield text[:at] + other + one + text[at + 2 :]


__all__ = ["exchanged_digit_problems"]
