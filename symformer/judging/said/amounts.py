"""The amounts that a sentence names: a number with its power of ten, its unit and the things it counts.

``1.2 \\times 10^{9}`` bytes, ``7 B parameters``, ``2,000 tokens per second``, ``175 亿``.  A kilobyte is 1000 bytes
or 1024, so that an amount may have several values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from symformer.algebra.printed import PrintedNumber, printed
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence
from symformer.text.cued import Cued

Kind = tuple[tuple[str, int], ...]
"""What is counted and in which power, by name: tokens in a second are ``(("time", -1), ("token", 1))``."""

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_POWER = r"10\s?(?:\^\s?\{?\s?(?P<exponent>[-−]?\d{1,3})\s?\}?|(?P<raised>⁻?[⁰¹²³⁴-⁹]{1,3}))"
_BEFORE = (
    r"(?<![A-Za-zα-ωΑ-Ω0-9.^/·×+*_{<>\\±])(?<!\d,)(?<![\dA-Z][-−–:])(?<![{^][-−])(?<![A-Za-z][(\[])(?<![×·*/+±^]\s)(?<!\w\s[-−]\s)(?<!\d\s\s)"
    r"(?:(?<!\d\s)|(?<=[A-Za-z]\d\s)|(?<=[A-Za-z]\d\d\s)|(?<=[A-Za-z]\d\d\d\s))"
)  # in FP32 28 GB
_AMOUNT = re.compile(
    rf"{_BEFORE}(?:(?P<alone>10\s?(?:\^\s?\{{?\s?(?P<power>[-−]?\d{{1,3}})\s?\}}?|(?P<high>⁻?[⁰¹²³⁴-⁹]{{1,3}})))"
    rf"|(?P<one>[Oo]ne|a)(?=\s(?:thousand|million|billion|trillion)\b)|(?P<mantissa>(?>{PLAIN_NUMBER}))(?:\s?[×·*x]\s?{_POWER})?)"
    r"(?![.,:]\d|\s?[/*·×+±^](?!\s?[a-z])|\s?[-−–]\s?\d|[_^]|\d)"
)
_WORDS = "thousand|million|billion|trillion"
_SCALE = re.compile(rf"\s?(?P<scale>{_WORDS}|万亿|百万|千万|千|万|亿|mn\b|bn\b|[kKMBTG](?![\w]))", re.IGNORECASE)
_SCALES: Mapping[str, int] = {
    "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "mn": 6, "bn": 9, "k": 3, "K": 3, "M": 6, "G": 9, "B": 9, "T": 12,
    "千": 3, "万": 4, "百万": 6, "千万": 7, "亿": 8, "万亿": 12,
}  # fmt: skip
_PREFIX: Mapping[str, int] = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
_BYTES = Cued(r"(?P<prefix>[kKMGTP]?)(?P<binary>i?)B|bytes?|字节")
_OPERATIONS = Cued(r"(?P<prefix>[kKMGTPE]?)(?:FLOPs?|flops?|FLOPS)(?P<rate>/s)?")
_ENERGY = Cued(r"(?P<prefix>[kMGT]?)(?:(?P<hours>W\s?h)|(?P<watt>W)|J)")
_TIMES: Mapping[str, Fraction] = {
    "ns": Fraction(1, 10**9), "us": Fraction(1, 10**6), "µs": Fraction(1, 10**6), "μs": Fraction(1, 10**6), "微秒": Fraction(1, 10**6),
    "ms": Fraction(1, 1000), "milliseconds": Fraction(1, 1000), "millisecond": Fraction(1, 1000), "毫秒": Fraction(1, 1000),
    "s": Fraction(1), "sec": Fraction(1), "secs": Fraction(1), "second": Fraction(1), "seconds": Fraction(1), "秒": Fraction(1),
    "min": Fraction(60), "mins": Fraction(60), "minute": Fraction(60), "minutes": Fraction(60), "分钟": Fraction(60),
    "h": Fraction(3600), "hour": Fraction(3600), "hours": Fraction(3600), "小时": Fraction(3600),
    "day": Fraction(86400), "days": Fraction(86400), "天": Fraction(86400), "week": Fraction(604800), "weeks": Fraction(604800),
}  # fmt: skip
_UNIT = re.compile(
    r"[\s-]?(?P<unit>[kKMGTP]?i?B(?![\w])|bytes?\b|字节|[kKMGTPE]?(?:FLOPs?|flops?|FLOPS)(?:/s)?(?!\w)|[kMGT]?(?:W\s?h|W|J)(?!\w)"
    rf"|%|percent\b|(?:{'|'.join(sorted(_TIMES, key=len, reverse=True))})(?![A-Za-z]))"
)
_BY_HOURS = Cued(
    r"\s?(?P<noun>GPU|TPU|node|card|device|core|machine|CPU|worker|person|卡)s?[-\s·]?(?P<time>hours?|days?|minutes?|时|小时|天)(?![\w])",
    re.IGNORECASE,
)
_NO_NOUN = (
    r"is|was|has|does|as|this|its|us|plus|minus|times|versus|less|yes|thus|his|across|gives|takes|needs|makes|costs|runs|uses|adds"
    r"|becomes|saves|remains|means|comes|goes|grows|holds|fits|gets|equals|stays|shrinks|falls|rises|drops|requires|leaves|yields"
    r"|besides|sometimes|always|perhaps|unless|these|those|towards|reaches|takes|lasts|does|contains|results|bits|contributes|occupies"
)
_NOUN = Cued(rf"[\s-]?\s?(?:of\s+)?(?:(?!(?:{_NO_NOUN}|and|or|to|in|on|with|for|at|by|from|per|each|than|instead|the|a)\b)[A-Za-z][a-z]*[\s-]+){{0,2}}?(?!(?:{_NO_NOUN})\b)(?P<noun>[A-Za-z][A-Za-z]+s)(?![\w-])")  # fmt: skip
_MEASURE = re.compile(r"\s?个?\s?(?P<noun>参数|权重|词元|token|样本|层|头|步|卡|词|类|轮|维)(?!\w*[\d])")
_PER = re.compile(
    r"\s*(?:/\s?|\bper\s+|\b(?:for\s+)?(?:each|every)\s+|\ban?\s+(?=second|minute|hour|day|week)|每个?)(?P<per>[A-Za-z]+|[\u4e00-\u9fff]{1,2})",
    re.IGNORECASE,
)
PER_AHEAD = re.compile(r"每(?P<per>秒|分钟|小时|天)\s*(?:可以?|能|大?约|生成|处理|产生|解码|输出)*\s*\Z")
_COUNTED: Mapping[str, str] = {"参数": "parameter", "权重": "parameter", "param": "parameter", "词元": "token", "weight": "parameter", "层": "layer", "头": "head", "卡": "card"}  # fmt: skip
MOST_ROUNDED = Fraction(1, 25)  # of a whole number: 40 is no 44


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with what it counts: its possible values in the smallest unit of its kind, and where it stands."""

    number: PrintedNumber
    values: tuple[Fraction, ...]
    kind: Kind
    unit: str
    text: str
    start: int
    ends_number: int
    end: int

    @property
    def loose(self) -> Fraction:
        """By how much of itself the number may be off, as it is printed; a rounded whole number by half its last digit."""
        if not self.number.value:
            return Fraction(0)
        half = self.number.half_width("≈" if self.unit and self.number.digits > 1 else "=")
        share = half / abs(self.number.value)
        return min(share, MOST_ROUNDED) if self.number.exact else share


_SENTENCES = 2048  # of the note at hand: many checks ask the same ones for their amounts
_RAISED = re.compile(r"\w\s?\*\*\s?[-−]?\Z")  # d ** 0.5: an exponent of program code


def amounts(sentence: Sentence) -> list[Amount]:
    r"""All amounts of a sentence, in order.

    >>> from symformer.judging.said.sentences import whole_block
    >>> from symformer.text.mapped import MappedText
    >>> said = whole_block(MappedText.identity("At 2,000 tokens per second, $3 \\times 10^6$ tokens take 25 minutes."))
    >>> [(each.kind, *map(int, each.values)) for each in amounts(said)]
    [((('time', -1), ('token', 1)), 2000), ((('token', 1),), 3000000), ((('time', 1),), 1500)]
    """
    return list(_amounts_in(sentence.text))


@lru_cache(maxsize=_SENTENCES)
def _amounts_in(text: str) -> tuple[Amount, ...]:
    found = (
        _amount(text, match)
        for match in _AMOUNT.finditer(text)
        if _RAISED.search(text, max(0, match.start() - 6), match.start()) is None
    )
    return tuple(each for each in found if each is not None)


def _amount(text: str, match: re.Match[str]) -> Amount | None:
    exponent = match["exponent"] or match["raised"] or match["power"] or match["high"]
    power = int(exponent.translate(_SUPERSCRIPTS).replace("−", "-")) if exponent else 0
    if abs(power) > 60:
        return None
    mantissa = "1" if match["alone"] or match["one"] else match["mantissa"].replace(",", "").replace("−", "-")
    number = printed(f"{mantissa}e{power}" if power and "e" not in mantissa.casefold() else mantissa)
    end = match.end()
    scales: tuple[Fraction, ...] = (Fraction(1),)
    kind: dict[str, int] = {}
    unit = ""
    if (worked := _BY_HOURS.match(text, end)) is not None:
        unit, end = worked["time"], worked.end()
        scales, kind = (_TIMES.get(unit.casefold(), Fraction(3600)),), {singular(worked["noun"]): 1, "time": 1}
    elif (measured := _UNIT.match(text, end)) is not None and not _is_count(text, measured):
        unit = measured["unit"]
        end = measured.end()
        scales, kind = _scale(unit)
    else:
        if (scaled := _SCALE.match(text, end)) is not None:
            unit = scaled["scale"]
            power = _SCALES.get(unit, _SCALES.get(unit.casefold(), 0))
            scales = (
                (Fraction(10**power),)
                if len(unit) > 1 or unit in "万亿千"
                else (Fraction(10**power), Fraction(1024 ** (power // 3)))
            )
            end = scaled.end()
            if (measured := _UNIT.match(text, end)) is not None and unit.upper() not in "KMBTG":  # 2 b s h
                more, kind = _scale(measured["unit"])
                scales = tuple(one * other for one in scales for other in more)
                unit = f"{unit} {measured['unit']}"
                end = measured.end()
        if not kind and (noun := _NOUN.match(text, end) or _MEASURE.match(text, end)) is not None:
            kind = {singular(noun["noun"]): 1}
            end = noun.end()
        elif not unit and end < len(text) and re.match(r"[A-Za-z\d]", text[end]):
            return None  # 3D, 2x, 4bit
    if (per := _PER.match(text, end)) is not None and "percent" not in kind:
        end = per.end()
        scales, kind = _divided(scales, kind, per["per"])
    elif (
        (ahead := PER_AHEAD.search(text, max(0, match.start() - 12), match.start())) is not None
        and kind
        and "time" not in kind
    ):
        scales, kind = _divided(scales, kind, ahead["per"])
    values = tuple(dict.fromkeys(number.value * scale for scale in scales))
    shown = text[match.start() : end]
    return Amount(number, values, tuple(sorted(kind.items())), unit, shown, match.start(), match.end(), end)


def _is_count(text: str, unit: re.Match[str]) -> bool:
    """Whether a ``B`` counts billions: of parameters or tokens, or in the name of a model."""
    return unit["unit"] == "B" and (
        re.match(r"[\s-](?:parameters?|params|tokens?|weights?|models?|words)\b|\s?参数", text[unit.end() :])
        is not None
    )


def _scale(unit: str) -> tuple[tuple[Fraction, ...], dict[str, int]]:
    """How many of the smallest unit one of a unit may be, and of which kind it is."""
    if unit in ("%", "percent"):
        return (Fraction(1),), {"percent": 1}
    if (seconds := _TIMES.get(unit)) is not None:
        return (seconds,), {"time": 1}
    if (found := _BYTES.fullmatch(unit)) is not None:
        power = _PREFIX[found["prefix"] or ""]
        binary = Fraction(1024**power)
        return ((binary,) if found["binary"] else tuple(dict.fromkeys((Fraction(1000**power), binary)))), {"bytes": 1}
    if (found := _OPERATIONS.fullmatch(unit)) is not None:
        scale = (Fraction(1000 ** _PREFIX[found["prefix"] or ""]),)
        return scale, {"operation": 1, "time": -1} if found["rate"] else {"operation": 1}
    if (found := _ENERGY.fullmatch(unit)) is not None:
        joules = Fraction(1000 ** _PREFIX[found["prefix"] or ""]) * (3600 if found["hours"] else 1)
        return (joules,), {"power": 1} if found["watt"] else {"power": 1, "time": 1}
    return (Fraction(1),), {}


def _divided(
    scales: tuple[Fraction, ...], kind: Mapping[str, int], per: str
) -> tuple[tuple[Fraction, ...], dict[str, int]]:
    if (seconds := _TIMES.get(per)) is not None:
        name, scales = "time", tuple(scale / seconds for scale in scales)
    else:
        name = singular(per)
    joined = {**kind, name: kind.get(name, 0) - 1}
    return scales, {each: degree for each, degree in joined.items() if degree}


def singular(noun: str) -> str:
    """What a noun counts, in the singular: ``entries`` are counted by the entry."""
    word = noun.casefold()
    if word.endswith("ies"):
        word = f"{word[:-3]}y"
    elif word.endswith(("ches", "shes", "sses", "xes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    return _COUNTED.get(word, word)


def joined(one: Kind, other: Kind, sign: int = 1) -> Kind:
    """The kind of a product; ``sign`` -1 for that of a quotient."""
    degrees = dict(one)
    for name, degree in other:
        degrees[name] = degrees.get(name, 0) + sign * degree
    return tuple(sorted((name, degree) for name, degree in degrees.items() if degree))


def near(one: Fraction, other: Fraction, loose: Fraction) -> bool:
    """Whether two positive values differ by no more than a share of the smaller one."""
    return abs(one - other) <= loose * min(abs(one), abs(other))


def each_pair(one: Amount, other: Amount) -> Iterator[tuple[Fraction, Fraction]]:
    """All values of two amounts together."""
    return ((first, second) for first in one.values for second in other.values)


__all__ = ["PER_AHEAD", "Amount", "Kind", "amounts", "each_pair", "joined", "near", "singular"]
