r"""What a rate told in the same paragraph makes of a multiple: "at a rate of 1/\sqrt{n} … twice as precisely, twice as many".

And multiples between two numbers of one thing: "64 channels, … triples the number of channels, … 128 channels".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.asserted import is_repeated, sentence_problem
from symformer.judging.said.sentences import Sentence, sentences, whole_block
from symformer.text.cued import Cued

_NUMBERS = {
    "twice": 2, "double": 2, "doubling": 2, "two": 2, "three": 3, "triple": 3, "four": 4, "quadruple": 4, "five": 5, "eight": 8, "nine": 9, "ten": 10,
    "sixteen": 16, "hundred": 100, "half": 2, "halve": 2, "halving": 2, "halves": 2, "a hundred": 100,
}  # fmt: skip
_N = r"(?:twice|(?:two|three|four|five|eight|nine|ten|sixteen|a\s+hundred|hundred|\d+)(?:\s+times|\s*×|x)?|double|triple|quadruple)"
_ROOT_RATE = Cued(
    r"1\s*/\s*\\?sqrt|\\frac\{\\?\w+\}\{\\sqrt|/\s*\\sqrt\s*\{?\s*[nNmM]|1/√|inverse\s+square\s+root|square\s+root\s+of\s+the\s+(?:number|sample)|n\^\{?-\s*(?:1/2|0\.5|\\frac)",
    re.IGNORECASE,
)
_PRECISE = Cued(
    rf"\b(?P<k>{_N})\s+(?:as\s+|more\s+)?(?:precise(?:ly)?|accurate(?:ly)?|tight(?:ly)?|certain)\b"
    r"|\b(?P<k2>halve|halving|halves|half)\s+(?:of\s+)?(?:the|our|its)\s+(?:\w+\s+){0,2}?(?:error|deviation|uncertainty|width|interval|noise)\b"
    rf"|\b(?:reduc|shrink|cut|decreas|lower)\w*\s+(?:the|our|its)\s+(?:\w+\s+){{0,2}}?(?:error|deviation|uncertainty|width|interval|noise)\s+by\s+(?:a\s+factor\s+(?:of\s+)?)?(?P<k3>{_N}|half)\b",
    re.IGNORECASE,
)
_MORE_DATA = Cued(
    rf"\b(?P<m>{_N})\s+(?:as\s+(?:large|many|much|big)\s+(?:an?\s+)?|more\s+|the\s+(?:number\s+of\s+|amount\s+of\s+)?|larger\s+)?(?:\w+\s+){{0,2}}?(?:data|samples?|examples|test\s+set|observations|measurements|simulations|points|sets?|trials)\b",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:not|never|at least|more than|would\s+not|wrong\w*|rather|instead|about)\b|n['’]t\b|\?", re.IGNORECASE
)
_THINGS = r"channels?|filters?|units?|neurons?|feature\s+maps?|heads?|layers?|hidden\s+units?|experts?"
_MULTIPLE = Cued(
    rf"(?<![\w.,×])(?P<old>\d{{1,5}})[- ](?:(?!{_THINGS})[a-z]+\s+){{0,2}}?(?P<one>{_THINGS})\b(?P<between>[^;]{{0,160}}?)\b(?P<how>doubl(?:es|ing)|tripl(?:es|ing)|quadrupl(?:es|ing)|halv(?:es|ing))\s+the\s+(?:number\s+of\s+)?(?P<two>{_THINGS})\b(?P<rest>[^;]{{0,160}}?)(?<![\w.,×])(?P<new>\d{{1,5}})[- ](?P<three>{_THINGS})\b",
    re.IGNORECASE,
)
_FACTOR = {
    "doubl": Fraction(2),
    "tripl": Fraction(3),
    "quadr": Fraction(4),
    "halv": Fraction(1, 2),
    "halvi": Fraction(1, 2),
}


def power_law_problems(document: Document) -> Iterator[Problem]:
    """A problem for each multiple that the rate or the numbers of its paragraph make another one."""
    for block in document.prose:
        if block.kind == "heading":
            continue
        text = block.text.text
        if _ROOT_RATE.search(text) is not None and _PRECISE.search(text) is not None:
            for sentence in sentences(block.text):
                yield from _of_rate(sentence)
        if _MULTIPLE.search(text) is not None:
            yield from _of_numbers(whole_block(block.text))


def _of_rate(sentence: Sentence) -> Iterator[Problem]:
    precise, more = _PRECISE.search(sentence.text), _MORE_DATA.search(sentence.text)
    if (
        precise is None
        or more is None
        or _OPEN.search(sentence.text)
        or precise.start() <= more.start() < precise.end()
    ):
        return
    by = _read(precise["k"] or precise["k2"] or precise["k3"] or "")
    data = _read(more["m"])
    if by is None or data is None or data == by * by:
        return
    yield sentence_problem(
        sentence,
        *more.span("m"),
        f"an error that falls like one over the root takes {by * by} times as many, not {data}",
        "warning",
    )


def _of_numbers(sentence: Sentence) -> Iterator[Problem]:
    for found in _MULTIPLE.finditer(sentence.text):
        things = {re.sub(r"\s+", " ", found[name].lower()).rstrip("s") for name in ("one", "two", "three")}
        if (
            len(things) != 1
            or re.search(r"\d", found["rest"].replace("At this point", ""))
            and re.search(r"\d+[- ](?:channel|filter|unit)", found["rest"])
        ):
            continue
        if _OPEN.search(found[0]) or re.search(r"\b(?:then|again|each|every)\b", found["rest"], re.IGNORECASE):
            continue
        old, new = int(found["old"]), int(found["new"])
        factor = _FACTOR[found["how"].lower()[:5] if found["how"].lower()[:5] in _FACTOR else "halv"]
        if new <= 0 or is_repeated(Fraction(new, old), Fraction(factor)):
            continue  # three times over
        if new != old * factor and (new % old == 0 or old % new == 0):
            yield sentence_problem(
                sentence,
                *found.span("how"),
                f"from {old} to {new} {found['three']}: that is {Fraction(new, old)} times as many",
                "warning",
            )


def _read(text: str) -> int | None:
    words = re.sub(r"\s*(?:times|×|x)\Z", "", " ".join(text.lower().split()))
    return int(words) if words.isdigit() else _NUMBERS.get(words)


__all__ = ["power_law_problems"]
