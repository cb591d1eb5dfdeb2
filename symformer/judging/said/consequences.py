"""Amounts that follow from those of the sentence before, or beside, by one word: what is left, what each gets, how long it takes.

"The weights take 14 GB. On a GPU with 24 GB this leaves 12 GB", "15.6 GB are split over 4 GPUs into 9.3 GB each", "it costs
14 TFLOPs; at 140 TFLOPS this takes 1 s", "128 MiB … four times as large: 256 MiB".  Each is told only where one amount, and
no other, can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from symformer.judging.said.amounts import Amount, amounts, joined
from symformer.judging.said.conversions import Found, judged
from symformer.judging.said.sentences import Sentence, whole_block
from symformer.text.cued import Cued

_LEAVES = Cued(
    r"\b(?:leav(?:es|ing)|(?:there\s+)?remains?)\s+(?:us\s+|it\s+|only\s+|just\s+|about\s+)*\Z|(?:剩下?|剩余|余下|留下)\s*(?:约|大约|只有|仅)?\s*\Z",
    re.IGNORECASE,
)
_ARE_LEFT = Cued(r"\s*(?:of\s+(?:memory|it)\s+)?(?:(?:is|are)\s+(?:then\s+|thus\s+|still\s+)?(?:left|free|available)|remains?)\b", re.IGNORECASE)  # fmt: skip
_SPLIT = Cued(r"\b(?:split|divided|sharded|partitioned|spread|distributed|cut)\b", re.IGNORECASE)
_HOLDERS = Cued(
    r"(?<![\w.,×·*/-])(?P<k>\d{1,4})\s+(?:GPUs|TPUs|devices|nodes|ranks|workers|shards|machines|cards|chunks|parts|pieces|groups)\b",
    re.IGNORECASE,
)
_EACH = Cued(r"\s*(?:each|apiece|per\s+(?:GPU|TPU|device|node|rank|worker|shard|machine|card|chunk|part|piece|group))\b", re.IGNORECASE)  # fmt: skip
_TAKES = Cued(r"[^.;]{0,30}\b(?:this|it|that|which|one\s+\w+|the\s+\w+)\s+(?:then\s+|would\s+|thus\s+)?(?:takes?|lasts?|needs?)\s+(?:about\s+|only\s+|roughly\s+|≈\s*)?\Z", re.IGNORECASE)  # fmt: skip
_OR = Cued(r"\s*,?\s+or\s+(?:about\s+|roughly\s+|almost\s+)?", re.IGNORECASE)
_ENDS = Cued(r"\s*(?:[.,;:)]|\Z)")
_ABOUT = Cued(r"(?:about|around|roughly|≈|=|that is|i\.e\.|takes?|which is)\s*\Z", re.IGNORECASE)
_TIMES = Cued(
    r"\b(?P<word>twice|half|(?:two|three|four|five|six|eight|ten|\d{1,2})\s+times)\s+(?:as\s+(?:wide|large|long|big|many|much|high)|the\s+(?:size|memory|cost|number))\s*[,(:—–=]\s*(?:namely\s+|i\.e\.,?\s+|or\s+|that is,?\s+|now\s+)?\Z",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|suppose|imagine|would|could|might|instead|not|never|wrong\w*|another|other|overhead|utili[sz]ation|efficiency|in practice|respectively|more than|less than|at (?:least|most)|up to|nearly|almost|peak|ideal\w*)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_PART = Cued(
    r"\b(?:half|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?|part|most|rest|remaining|remainder|what\s+is\s+left|without|after|besides)\b|%|\bpercent\b",
    re.IGNORECASE,
)
_SEVERAL = Cued(
    r"\b(?:\d+|two|three|four|six|eight|ten|sixteen|both|several|all)\s+(?:\d[\d.]*\s*G[Bi]+\s+|\w+\s+)?(?:cards|GPUs|TPUs|devices|nodes|machines|accelerators|ranks)\b",
    re.IGNORECASE,
)
_MORE = Cued(
    r"\b(?:backward|forward|including|plus|both|together|also|too|recomput\w*|checkpoint\w*|all|whole|extra|further|more|times|with\s+(?:an?|the)\s+(?!GPU|card|device|machine|accelerator|chip|rate|speed|peak|throughput))\b|(?<![\w.])(?:\d+|two|three|four|six|eight|ten|sixteen)\s+(?:GPU|TPU|device|card|node|chip)s?\b",
    re.IGNORECASE,
)
MOST_OTHERS = 10
_WORDS = {"twice": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}


def consequences(sentence: Sentence, before: Sentence | None = None) -> Iterator[Found]:
    """Every amount of a sentence that is not what follows from the others; ``before`` is the sentence before."""
    said = amounts(sentence)
    if not said or _OPEN.search(sentence.text):
        return
    earlier = amounts(before) if before is not None and _OPEN.search(before.text) is None else []
    for at, shown in enumerate(said):
        known = [*earlier, *said[:at]]
        yield from _left(sentence, shown, said[:at], earlier)
        yield from _each(sentence, shown, said[:at])
        yield from _multiple(sentence, shown, known)
    if earlier and len(said) == 2:
        yield from _duration(sentence, earlier, *said)
    for one, other in pairwise(said):
        yield from _in_words_again(sentence, one, other)


def _alike(one: Amount, other: Amount) -> bool:
    return bool(one.kind) and one.kind == other.kind and one.unit == other.unit


def _counted(amount: Amount) -> dict[str, int]:
    """What an amount is of, whatever it is said to be per."""
    return {name: degree for name, degree in amount.kind if degree > 0}


def _left(sentence: Sentence, shown: Amount, before: Sequence[Amount], earlier: Sequence[Amount]) -> Iterator[Found]:
    """ "On a GPU with 24 GB this leaves 10 GB", of which the sentence before took 14 GB."""
    left = _LEAVES.search(sentence.text[: shown.start]) or _ARE_LEFT.match(sentence.text, shown.end)
    if not shown.unit or left is None or _EACH.match(sentence.text, shown.end):
        return
    here = [each for each in before if _alike(each, shown)]
    there = [each for each in earlier if _alike(each, shown)]
    taken = {each.number.value for each in (*there, *here[:-1])}
    if len(here) not in (1, 2) or len(taken) != 1 or len(here) == 2 and there:
        return
    whole, part = here[-1].number.value, taken.pop()
    if whole == part or shown.number.value in (whole, part):
        return
    scale = shown.values[0] / shown.number.value if shown.number.value else Fraction(1)
    what = f"{max(whole, part)} - {min(whole, part)}" if whole.denominator == part.denominator == 1 else "what is left"
    if not _is_of_others(sentence, shown) and _SEVERAL.search(sentence.text) is None:
        yield from judged(sentence, shown, [abs(whole - part) * scale], here[-1].loose, what)


def _is_of_others(sentence: Sentence, shown: Amount) -> bool:
    """Whether an amount is what two or three others of its paragraph leave: what takes room may have been said long before."""
    paragraph = [each for each in amounts(whole_block(sentence.words)) if _alike(each, shown)]
    values = [each.number.value for each in paragraph if each.number.value != shown.number.value][:MOST_OTHERS]
    loose = max(shown.number.unit if not shown.number.exact else Fraction(0), shown.number.value / 50)
    return any(
        abs(max(taken) * 2 - sum(taken) - shown.number.value) <= loose
        for count in (2, 3, 4)
        for taken in combinations(values, count)
    )


def _each(sentence: Sentence, shown: Amount, before: Sequence[Amount]) -> Iterator[Found]:
    """ "the 15.6 GB are split over 4 GPUs into 3.9 GB each"."""
    text = sentence.text
    split = _SPLIT.search(text, 0, shown.start)
    if not shown.unit or split is None or _EACH.match(text, shown.end) is None:
        return
    if _PART.search(text, 0, split.start()) is not None:
        return  # "two thirds of the 90 GB"
    counts = {
        int(found["k"]) for found in _HOLDERS.finditer(text, 0, shown.end)
    }  # the same number, wherever it is said
    start = max(text.rfind(mark, 0, split.start()) for mark in ";:")
    wholes = [each for each in before if _alike(each, shown) and start < each.start < split.start()]
    between = [each for each in before if _alike(each, shown) and each.start > split.start()]
    if len(counts) != 1 or len(wholes) != 1 or between or 0 in counts:
        return
    count = counts.pop()
    values = [value / count for value in wholes[0].values]
    yield from judged(sentence, shown, values, wholes[0].loose, f"{wholes[0].text.strip()} over {count}")


def _multiple(sentence: Sentence, shown: Amount, known: Sequence[Amount]) -> Iterator[Found]:
    """ "128 MiB per layer.  Twice the context makes it four times as large: 512 MiB"."""
    found = _TIMES.search(sentence.text[: shown.start])
    if found is None or not shown.unit or not shown.kind:
        return
    word = found["word"].casefold().removesuffix("times").strip()
    factor = Fraction(1, 2) if word == "half" else Fraction(_WORDS.get(word) or int(word))
    alike = [each for each in known if _counted(each) == _counted(shown)]
    same = {each.number.value for each in alike if each.unit == shown.unit}
    if len(same) != 1 or not factor:
        return
    if any(abs(value * factor - mine) <= mine / 50 for each in alike for value in each.values for mine in shown.values):
        return
    paragraph = [each.number.value for each in amounts(whole_block(sentence.words)) if _alike(each, shown)][
        :MOST_OTHERS
    ]
    wholes = {*paragraph, *(one + other for one, other in combinations(paragraph, 2))}
    if any(abs(value * factor - shown.number.value) <= shown.number.value / 50 for value in wholes):
        return  # of another amount, or of two together
    base = next(each for each in alike if each.unit == shown.unit)
    values = [value * factor for value in base.values]
    yield from judged(sentence, shown, values, base.loose, f"{' '.join(found['word'].split())} {base.text.strip()}")


def _duration(sentence: Sentence, earlier: Sequence[Amount], rate: Amount, time: Amount) -> Iterator[Found]:
    """ "It costs 14 TFLOPs.  On hardware that sustains 140 TFLOPS this takes 0.1 s"."""
    work = earlier[-1]
    per_second = joined(rate.kind, (("time", 1),), -1) if rate.unit.endswith("FLOPS") else rate.kind
    if time.kind != (("time", 1),) or dict(per_second).get("time") != -1 or not work.kind:
        return
    if _MORE.search(sentence.text[: time.start]) is not None:
        return  # it is no more the work of the sentence before alone
    if joined(work.kind, per_second, -1) != time.kind or _TAKES.fullmatch(sentence.text[rate.end : time.start]) is None:
        return
    values = [one / other for one in work.values for other in rate.values if other]
    what = f"{work.text.strip()} at {rate.text.strip()}: that"
    yield from judged(sentence, time, values, work.loose + rate.loose, what)


def _in_words_again(sentence: Sentence, one: Amount, other: Amount) -> Iterator[Found]:
    """ "about 56.5 hours or 2.4 days"."""
    between = _OR.fullmatch(sentence.text[one.end : other.start])
    if _ENDS.match(sentence.text, other.end) is None:
        return  # "2.0 days with queueing"
    if between is None or one.kind != (("time", 1),) or other.kind != one.kind or one.unit == other.unit:
        return
    if one.number.exact and other.number.exact:
        return  # "24 hours or 2 days" may be two choices
    ratio = one.values[0] / other.values[0] if other.values[0] else Fraction(0)
    if not Fraction(1, 2) <= ratio <= 2 or _ABOUT.search(sentence.text[: one.start]) is None:
        return
    if re.search(r"\bbetween\b|\beither\b", sentence.text, re.IGNORECASE):
        return
    yield from judged(sentence, other, list(one.values), one.loose, one.text.strip())


__all__ = ["consequences"]
