"""Functions that a sentence names with their arguments and their value.

"The dot product of [1, 2] and [3, 4] is 11", "the probability is 0.7, so the loss is 0.357", "the sigmoid of 2 is 0.88".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed_as_written
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence
from symformer.text.cued import Cued

_NUMBER = rf"(?<![\w.^/·×+*_])(?:{PLAIN_NUMBER})(?![\w^]|[.,]\d|\s?[/*·×^+=%])"
_LIST = rf"(?:\\?\w{{1,8}}\s*=\s*)?[\[(]\s*{_NUMBER}(?:\s*[,;]\s*{_NUMBER}){{1,11}}\s*[\])]"
_IS = r"\s*(?:is|are|was|of|equals|=|≈|:|gives|comes to|为|是|等于)?\s*(?:then\s+|therefore\s+|thus\s+|only\s+|about\s+|roughly\s+|approximately\s+|≈\s*|约\s*)*"
_PAIR_KIND = (
    r"(?P<dot>(?:dot|inner|scalar)[ -]products?|点积|内积)|(?P<cosine>cosine(?:\s+similarity)?|余弦相似度)"
    r"|(?P<distance>(?:Euclidean\s+|L2\s+)?distance|欧氏距离)"
)
_OF_PAIR = Cued(
    rf"(?:{_PAIR_KIND})\s+(?:of|between)\s+(?:the\s+(?:vectors|points)\s+)?(?P<one>{_LIST})\s*(?:and|with|和|与)\s*(?P<two>{_LIST}){_IS}(?P<n>{_NUMBER})",
    re.IGNORECASE,
)
_PAIR_HAS = Cued(
    rf"(?P<one>{_LIST})\s*(?:and|和|与)\s*(?P<two>{_LIST})\s*(?:have|has|的)\s*(?:a\s+|an\s+|the\s+)?(?:{_PAIR_KIND}){_IS}(?P<n>{_NUMBER})",
    re.IGNORECASE,
)
_EACH = Cued(_NUMBER)
_CHANCE = r"\bprobability\b(?:[^.;\d=]{0,60}?(?:\bis|\bof|=|≈|:))?\s*(?:about\s+|only\s+|≈\s*)?"
_TO = r"[^.;\d=≈]{0,60}?"
_LOSS = r"\b(?:loss|cross[- ]entropy|negative log[- ](?:likelihood|probability)|surprisal|surprise|NLL)\b[^.;\d=≈]{0,24}?(?:\bis|\bof|=|≈|:)\s*(?:then\s+|thus\s+|about\s+|only\s+|≈\s*)?"
_PERPLEXITY = r"\bperplexity\b[^.;\d=≈]{0,24}?(?:\bis|\bof|=|≈|:)\s*(?:then\s+|thus\s+|about\s+|only\s+|≈\s*)?"
_LOG = r"\blog[- ](?:probability|likelihood)\b[^.;\d=≈]{0,24}?(?:\bis|\bof|=|≈|:)\s*(?:about\s+|≈\s*)?"
_STEPS: Sequence[tuple[str, Cued, Sequence[tuple[str, Callable[[float], float]]]]] = (
    (
        "loss",
        Cued(rf"{_CHANCE}(?P<x>{_NUMBER}){_TO}{_LOSS}(?P<n>{_NUMBER})", re.IGNORECASE),
        (("-ln {}", lambda p: -math.log(p)), ("-log2 {}", lambda p: -math.log2(p)), ("", lambda p: -math.log10(p))),
    ),
    (
        "perplexity",
        Cued(rf"{_LOSS}(?P<x>{_NUMBER})(?P<unit>\s*(?:bits?|nats?))?{_TO}{_PERPLEXITY}(?P<n>{_NUMBER})", re.IGNORECASE),
        (("e^{}", math.exp), ("2^{}", lambda x: 2.0**x)),
    ),
    (
        "probability",
        Cued(rf"{_LOG}(?P<x>[-−]{_NUMBER}){_TO}(?<!log-)(?<!log )\bprobability\b\s*(?:is|of|=|≈|:)\s*(?:about\s+|≈\s*)?(?P<n>{_NUMBER})", re.IGNORECASE),
        (("e^({})", math.exp), ("", lambda x: 2.0**x), ("", lambda x: 10.0**x)),
    ),
)  # fmt: skip
_UNARY: Mapping[str, tuple[str, Sequence[Callable[[float], float]]]] = {
    "sigmoid": (r"sigmoid", (lambda x: 1 / (1 + math.exp(-x)),)),
    "hyperbolic tangent": (r"tanh|hyperbolic tangent", (math.tanh,)),
    "exponential": (r"exponential", (math.exp,)),
    "logarithm": (r"(?:natural )?log(?:arithm)?", (lambda x: math.log(x), lambda x: math.log2(x), lambda x: math.log10(x))),
    "square root": (r"square root", (math.sqrt,)),
    "square": (r"square", (lambda x: x * x,)),
}  # fmt: skip
_OF_ONE = {
    name: Cued(rf"\b(?:{words})\s+of\s+(?P<x>{_NUMBER}){_IS}(?P<n>{_NUMBER})", re.IGNORECASE)
    for name, (words, _) in _UNARY.items()
}
_OPEN = Cued(
    r"\b(?:if|would|could|should|might|not|never|wrong\w*|mistake\w*|average|mean|averaged|total|overall|smooth\w*|weight\w*|expected|initial"
    r"|at least|at most|less|more|below|above|under|over|between|from|to|falls?|fell|drops?|dropped|increas\w*|decreas\w*|reduc\w*|grows?|rises?"
    r"|per|minimum|lower|upper|bound)\b|n['’]t\b|\?|…|\.\.\.|不|如果|平均",
    re.IGNORECASE,
)
# another function of the same name, or of more than is shown
_QUALIFIED = Cued(
    r"\b(?:Manhattan|Hamming|L_?1|squared|cosine distance|angular|taxicab|city[- ]block|Mahalanobis|metric|scaled|normali[sz]\w*|average|mean|per dimension"
    r"|weighted|unit|kernel)\b",
    re.IGNORECASE,
)
_OTHER_LOSS = Cued(
    r"\b(?:negatives?(?![- ]log)|fake|label (?:is )?0|squared|Brier|focal|hinge|margin|class weight|weight is|weighted|tokens|each|two|both|binary|ham"
    r"|auxiliary|penalty|regulari\w+|included|sentence['’]s|word['’]s)\b|\bfirst\b[^.]*\bsecond\b",
    re.IGNORECASE,
)
_LEAD = 40  # characters before what is said


def function_words(sentence: Sentence, before: Sentence | None = None) -> Iterator[Word]:
    """Every value in a sentence that is not what the function it names gives; ``before`` may tell the loss of a perplexity."""
    text = sentence.text
    if before is not None:
        yield from _perplexity_of(before, sentence)
    for pattern in (_OF_PAIR, _PAIR_HAS):
        for found in pattern.finditer(text):
            if not _supposed(text, found, found.start("two")) and not _QUALIFIED.search(sentence.words.text):
                yield from _of_pair(sentence, found)
    for name, pattern, ways in _STEPS:
        for found in pattern.finditer(text):
            said = _OPEN.search(text[max(0, found.start() - _LEAD) : found.end()])
            if not said and not _OTHER_LOSS.search(sentence.words.text):
                yield from _step(sentence, found, name, ways)
    for name, pattern in _OF_ONE.items():
        for found in pattern.finditer(text):
            if not _supposed(text, found, found.start("x")):
                yield from _step(sentence, found, name, [(f"the {name} of {{}}", way) for way in _UNARY[name][1]])


_LAST_LOSS = Cued(rf"{_LOSS}(?P<x>{_NUMBER})(?P<unit>\s*(?:bits?|nats?))?[^\d]{{0,40}}\Z", re.IGNORECASE)
_ITS_PERPLEXITY = Cued(
    rf"\A\s*(?:so\s+|thus\s+|hence\s+|then\s+)?,?\s*(?:the|its)\s+(?:corresponding\s+)?perplexity\s+(?:is|becomes|equals|=|≈|(?:drops|falls|rises|goes|comes)\s+to)\s*(?:then\s+|thus\s+|therefore\s+|about\s+|e\^\{{?[\d.]+\}}?\s*[=≈]\s*|≈\s*)*(?P<n>{_NUMBER})",
    re.IGNORECASE,
)
_ANOTHER_LOSS = Cued(r"\b(?:if|would|could|not|never|per\s+(?:character|byte|word)|validation|test|train(?:ing)?|bits?)\b|n['’]t\b|\?", re.IGNORECASE)  # fmt: skip


def _perplexity_of(before: Sentence, sentence: Sentence) -> Iterator[Word]:
    """ "The mean loss is 0.841.  The perplexity is then 2.32"."""
    loss, found = _LAST_LOSS.search(before.text), _ITS_PERPLEXITY.search(sentence.text)
    if loss is None or found is None or _ANOTHER_LOSS.search(before.text) or _ANOTHER_LOSS.search(sentence.text):
        return
    given, shown = printed_as_written(loss["x"]), printed_as_written(found["n"])
    half = 0.0 if given.exact else float(given.half_width())
    low, high = math.exp(float(given.value) - half), math.exp(float(given.value) + half)
    if float(given.value) > 20 or low - _last(shown) <= float(shown.value) <= high + _last(shown):
        return
    if abs(2.0 ** float(given.value) - float(shown.value)) <= _last(shown) + 0.01 * float(shown.value):
        return
    others = (printed_as_written(each[0]) for each in re.finditer(_NUMBER, before.text))
    if any(abs(math.exp(float(each.value)) - float(shown.value)) <= _last(shown) for each in others if each.value < 20):
        return  # of another loss of the sentence
    expected = _text(math.exp(float(given.value)), shown, 3)
    yield sentence, *found.span("n"), found["n"], expected, f"e^{given.text} is {expected}, not {found['n']}"


_SUPPOSED = Cued(r"\b(?:if|would|could|might|not|never|wrong\w*|mistake\w*|claim\w*)\b|n['’]t\b|\?", re.IGNORECASE)


def _supposed(text: str, found: re.Match[str], until: int) -> bool:
    around = f"{text[max(0, found.start() - _LEAD) : found.start()]} {text[until : found.end() + 2]}"
    return _SUPPOSED.search(around) is not None


def _of_pair(sentence: Sentence, found: re.Match[str]) -> Iterator[Word]:
    one, two = _numbers(found["one"]), _numbers(found["two"])
    if len(one) != len(two):
        return
    kind = next(each for each in ("dot", "cosine", "distance") if found[each])
    a, b = [float(each.value) for each in one], [float(each.value) for each in two]
    value = _PAIRED[kind](a, b)
    shown = printed_as_written(found["n"])
    room = sum(float(each.half_width()) * (1 + max(map(abs, a + b))) for each in (*one, *two) if not each.exact)
    if value is None or abs(value - float(shown.value)) <= room + _last(shown):
        return
    expected = _text(value, shown, 2)
    name = found[kind].casefold()
    yield sentence, *found.span("n"), found["n"], expected, f"the {name} of these is {expected}, not {found['n']}"


def _cosine(a: Sequence[float], b: Sequence[float]) -> float | None:
    lengths = math.hypot(*a) * math.hypot(*b)
    return math.fsum(x * y for x, y in zip(a, b, strict=True)) / lengths if lengths else None


_PAIRED: Mapping[str, Callable[[Sequence[float], Sequence[float]], float | None]] = {
    "dot": lambda a, b: math.fsum(x * y for x, y in zip(a, b, strict=True)),
    "cosine": _cosine,
    "distance": lambda a, b: math.dist(a, b),
}


def _step(
    sentence: Sentence, found: re.Match[str], name: str, ways: Sequence[tuple[str, Callable[[float], float]]]
) -> Iterator[Word]:
    given, shown = printed_as_written(found["x"]), printed_as_written(found["n"])
    half = 0.0 if given.exact else float(given.half_width())
    try:
        worked = [sorted((way(float(given.value) - half), way(float(given.value) + half))) for _, way in ways]
        value = ways[0][1](float(given.value))
    except (ValueError, OverflowError):
        return
    if name == "loss" and not 0 < given.value < 1:
        return
    if any(low - _last(shown) <= float(shown.value) <= high + _last(shown) for low, high in worked):
        return
    expected = _text(value, shown, 3)
    yield (
        sentence,
        *found.span("n"),
        found["n"],
        expected,
        f"{ways[0][0].format(given.text)} is {expected}, not {found['n']}",
    )


def _last(shown: PrintedNumber) -> float:
    """How far a number may be from what it is: a unit of its last place, half of one where it is whole."""
    return float(shown.unit) * (0.5 if shown.exact else 1.0) + 1e-9


def _text(value: float, shown: PrintedNumber, most: int) -> str:
    whole = abs(value - round(value)) < 1e-9
    return decimal_text(Fraction(value), max(shown.decimals, 0 if whole else most if shown.exact else 0))


def _numbers(text: str) -> Sequence[PrintedNumber]:
    return [printed_as_written(each) for each in _EACH.findall(text[text.rfind("=") + 1 :])]


__all__ = ["function_words"]
