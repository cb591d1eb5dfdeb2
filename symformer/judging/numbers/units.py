"""Units that stand behind a formula: in which scales ``14`` GB, ``16.8`` million or ``75`` % may be meant."""

from __future__ import annotations

import re
from fractions import Fraction

from symformer.algebra import interval as bounds
from symformer.algebra.interval import Interval
from symformer.text.cued import Cued

PERCENTS = frozenset({"%", "percent", "percentage", "points", "point", "pp", "pts"})  # "about 20 points more"
_PREFIXES = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_BYTES = Cued(r"([kKMGTP]?)(i?)(?:[Bb]|[Bb]ytes?|[Bb]its?|bit/s|B/s)\Z")
_RATES = Cued(r"([kKMGTP]?)(?:FLOPs?|FLOPS|flops?|FLOP/s|Hz|tokens?/s|W|Wh|ops|OPS)\Z")
_MULTIPLES = {"thousand": 1, "k": 1, "million": 2, "millions": 2, "mil": 2, "mln": 2, "m": 2, "billion": 3, "billions": 3,
              "bn": 3, "b": 3, "trillion": 4, "trillions": 4, "t": 4}  # fmt: skip
_TIMES: dict[str, tuple[int, ...]] = {
    "s": (60, 3600), "sec": (60, 3600), "second": (60, 3600), "seconds": (60, 3600),
    "min": (60,), "mins": (60,), "minute": (60,), "minutes": (60,),
    "h": (60, 3600), "hour": (60, 3600), "hours": (60, 3600),
    "day": (24, 1440, 86400), "days": (24, 1440, 86400),
    "week": (7, 168, 604800), "weeks": (7, 168, 604800),
    "month": (30, 720, 2592000), "months": (30, 720, 2592000),
    "year": (12, 365, 8760, 31536000), "years": (12, 365, 8760, 31536000),
}  # fmt: skip
_METRIC = Cued(r"(?:[munpµμkcd]?(?:m|g|l|V|A|J|eV)|[munµμ]s|ms|dB|rad)\Z")
_PER_TIME = Cued(r".{2,}/(?:m?s|sec|seconds?|min|minutes?|h|hr|hours?|days?)\.?\Z")
_COUNTED = Cued(
    r"(?:(?:mini-?)?batch(?:es)?|pages?|groups?|chunks?|blocks?|steps?|tiles?|GPUs?|TPUs?|nodes?|shards?|iterations?|passes"
    r"|files?|machines?|servers?|buckets?|segments?|windows?|calls?|requests?|rounds?|epochs?|boxes|trips|people|updates?"
    r"|patches|pieces|bins?|slots?|lines?|rows?|layers?|devices?|bits?|bytes?|sequences?|streams?|copies|users?)\Z",
    re.IGNORECASE,
)


def scales(unit: str) -> tuple[Interval, ...]:
    """What one of a unit may count for, besides 1.

    >>> [int(scale.lo) for scale in scales("million")]
    [1000000, 1048576]
    >>> scales("words")
    ()
    """
    if unit in PERCENTS:
        return (Interval.point(Fraction(1, 100)),)
    if unit in ("万", "亿"):
        return (Interval.point(10**4 if unit == "万" else 10**8),)
    if unit.casefold() in ("degree", "degrees", "deg"):
        return (bounds.pi() * Interval.point(Fraction(1, 180)),)
    if unit in _TIMES:
        return _points(*(Fraction(each) for each in _TIMES[unit]), Fraction(1, 1000), Fraction(1000))
    found: list[Fraction] = []
    if (order := _MULTIPLES.get(unit.casefold())) is not None:
        found += [Fraction(1000**order), Fraction(1024**order)]
    if (byte := _BYTES.match(unit)) is not None:
        order = _PREFIXES[byte[1]]
        for power in dict.fromkeys((order, max(order - 1, 0), max(order - 2, 0))):
            found += [Fraction(1000**power), Fraction(1024**power)]
        found += [each * 8 for each in found] + [each / 8 for each in found]
    if (rate := _RATES.match(unit)) is not None:
        found.append(Fraction(1000 ** _PREFIXES[rate[1]]))
    if _METRIC.match(unit):
        found += [Fraction(10) ** power for power in (-9, -6, -3, -2, -1, 1, 2, 3, 6, 9)]
    if _PER_TIME.match(unit):
        found += [Fraction(1000) ** power for power in (-3, -2, -1, 1, 2, 3)]
        found += [Fraction(60), Fraction(3600), Fraction(86400), Fraction(1, 60), Fraction(1, 3600)]
    return _points(*dict.fromkeys(each for each in found if each != 1))


def multiplies(unit: str) -> bool:
    """Whether a unit is a word for thousands, millions or more.

    >>> multiplies("billion"), multiplies("万"), multiplies("tokens")
    (True, True, False)
    """
    return unit.casefold() in _MULTIPLES or unit in ("万", "亿")


def _points(*values: Fraction) -> tuple[Interval, ...]:
    return tuple(Interval.point(value) for value in values)


def measured(unit: str) -> bool:
    """Whether a unit has prefixes and hidden factors (bytes of a number, bits of a byte): too loose to accuse."""
    single = unit in ("B", "b", "T", "t", "m")
    return not single and any(pattern.match(unit) is not None for pattern in (_BYTES, _RATES, _METRIC, _PER_TIME))


def bare_unit(unit: str) -> bool:
    """Whether a unit counts bytes or operations themselves, without a prefix: no power of ten hides in it.

    >>> bare_unit("bytes"), bare_unit("FLOPs"), bare_unit("GB")
    (True, True, False)
    """
    return unit in ("bytes", "bits", "FLOP", "FLOPs", "FLOPS", "flops", "FLOP/s", "tokens/s")


def prefix_of(unit: str) -> Fraction | None:
    """What one of a unit of bytes or operations with a prefix counts for, in thousands.

    >>> prefix_of("TFLOPs"), prefix_of("GB"), prefix_of("FLOPs"), prefix_of("Gb")
    (Fraction(1000000000000, 1), Fraction(1000000000, 1), None, None)
    """
    found = re.fullmatch(r"([MGTP])(?:FLOPs?|FLOPS|flops?|B|[Bb]ytes?)", unit)
    return Fraction(1000 ** _PREFIXES[found[1]]) if found is not None else None


def counted(unit: str) -> bool:
    """Whether a unit names things that come whole, so that a quotient is rounded up: 313 batches."""
    return _COUNTED.match(unit.split("/")[0]) is not None  # 313 batches/epoch


def is_power_of_ten(value: Fraction, loose: Fraction) -> bool:
    """Whether a ratio is a power of ten, but for what is loose."""
    while value > 3:
        value /= 10
    while value < Fraction(3, 10):
        value *= 10
    return abs(value - 1) <= loose
