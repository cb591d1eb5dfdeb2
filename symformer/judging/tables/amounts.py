"""The one number that a cell of a table holds, and numbers that are another but for a slip of typing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import TableCell
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

MARKS = re.compile(r"[*_`$\s]|\{,\}|\\[,;!]")
_CELL = re.compile(
    r"[~≈]?(?P<sign>[-−+]?)(?P<n>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+−]?\d{1,3})?)(?P<power>(?:\\times|\\cdot|[×·])10(?:\^\{?(?P<exponent>[-−]?\d{1,3})\}?|(?P<high>⁻?[⁰¹²³⁴-⁹]{1,3})))?(?P<unit>%|\\%|[×x](?=\Z)|[KMBT]|[kKMGT]i?B|ms|s|万|亿)?\Z"
)
TOTAL = Cued(
    r"\W*(?:grand\s+|overall\s+)?(?:total|totals|sum|in total|altogether|合计|总计|总和|共计|Σ|∑|\\[Ss](?:um|igma)(?![a-z]))(?:\s*[\w ()]{0,24})?\W*\Z",
    re.IGNORECASE,
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_SUMMARY = Cued(
    r"\W*(?:(?:weighted|overall|row|column|plain|arithmetic|head|final|mean|max)\s+)*(?:sums?|totals?|means?|averages?|avg|median|max|maximum|min|minimum|std|"
    r"std\.?\s*dev|variance|outputs?|results?|differences?|products?|pool(?:ed|ing)?|norm|peak|μ|µ|σ|Δ|\\mu|\\sigma|\\Delta|平均|均值|差|峰值)(?:\s*[\w ()]{0,24})?\W*\Z",
    re.IGNORECASE,
)


# units of one kind, and how many of the smallest each is; B is a byte or a billion, by what stands beside it
BINARY: Mapping[str, int] = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
BYTES: Mapping[str, int] = {"B": 1, "kB": 10**3, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
COUNTS: Mapping[str, int] = {
    "": 1,
    "k": 10**3,
    "K": 10**3,
    "M": 10**6,
    "B": 10**9,
    "T": 10**12,
    "万": 10**4,
    "亿": 10**8,
}
KINDS: tuple[Mapping[str, int], ...] = (COUNTS, BYTES, {"B": 1, **BINARY}, {"ms": 1, "s": 1000})


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in a cell, with its unit and place."""

    number: PrintedNumber
    unit: str
    span: Span

    @property
    def text(self) -> str:
        """As a message shows it."""
        return self.number.text + self.unit


def amount(cell: TableCell) -> Amount | None:
    """The one plain number that a cell holds."""
    bare = MARKS.sub("", cell.text)
    found = _CELL.match(bare)
    if found is None or found["sign"] == "+":
        return None
    digits = found["n"].replace(",", "")
    if found["power"]:
        exponent = (found["exponent"] or found["high"]).translate(_RAISED)
        digits = f"{digits}e{exponent}" if "e" not in digits.casefold() else digits
    return Amount(printed(found["sign"].replace("−", "-") + digits), (found["unit"] or "").replace("\\", ""), cell.span)


def of_one_kind(units: Iterable[str]) -> bool:
    """Whether units are one, or all of them multiples of the same: KiB, MiB and GiB.

    >>> of_one_kind(["KiB", "MiB"]), of_one_kind(["M", "MB"])
    (True, False)
    """
    told = set(units)
    return len(told) < 2 or any(told <= set(each) for each in KINDS)


def in_one_unit(found: Sequence[Amount]) -> list[Fraction] | None:
    """Numbers in the smallest unit of their kind; None where they are of several kinds: 700M and 1.3B, but not 3 MB and 2 s."""
    units = {each.unit for each in found}
    kind = next((each for each in KINDS if units <= set(each)), None)
    if kind is None:
        return [each.number.value for each in found] if len(units) == 1 else None
    return [each.number.value * kind[each.unit] for each in found]


def is_total(row: Sequence[TableCell]) -> bool:
    """Whether a row is headed as the total of the rows above it."""
    return bool(row) and TOTAL.fullmatch(row[0].text) is not None


def without_summaries(rows: Sequence[tuple[TableCell, ...]]) -> list[tuple[TableCell, ...]]:
    """The rows of a table but for those below the others that are made of them: sums, means, differences, the output."""
    kept = list(rows)
    while len(kept) > 1 and kept[-1] and (is_total(kept[-1]) or _SUMMARY.fullmatch(kept[-1][0].text)):
        kept.pop()
    return [row for row in kept if not is_total(row)]


def mistyped(added: Fraction, total: PrintedNumber) -> bool:
    """Whether a total is the sum with its sign lost, a factor of ten, another digit, or two neighbours exchanged."""
    shown = printed(decimal_text(added, max(total.decimals, 0)))
    if shown.value == 0 or shown.digits < 3:
        return False
    if total.value in (-shown.value, shown.value * 10, shown.value / 10):
        return True
    one, other = shown.text, total.text
    if one.find(".") == other.find("."):
        one, other = one.replace(".", ""), other.replace(".", "")  # digits are exchanged across the point, too
    places = [at for at, (mark, its) in enumerate(zip(one, other, strict=False)) if mark != its]
    if len(one) == len(other) and len(places) == 1:
        return places[0] < len(one) - 1 and (total.value / shown.value).denominator > 1  # the layers of a stack
    return (
        len(one) == len(other)
        and len(places) == 2
        and places[1] == places[0] + 1
        and one[places[0]] == other[places[1]]
        and one[places[1]] == other[places[0]]
    )


def differing(found: Amount, expected: str, message: str, note: str | None = None) -> Problem:
    """The problem of a number in a table that is not what it ought to be."""
    span = found.span
    evidence: dict[str, object] = {"kind": "number", "printed": found.text, "expected": expected}
    return Problem(span, message, note=note, evidence=evidence, key=f"total-differs@{span.start}-{span.end}")


LEAST_MULTIPLES = 3


def is_one_multiple(rows: Sequence[tuple[Amount, Amount]]) -> bool:
    """Whether all rows but one, and three at least, have exactly so many times the other count: no chance makes 8192 r.

    What stands twice is as large as it may become.
    """
    pairs = [(one.number, other.number) for one, other in rows]
    if any(not one.exact or not other.exact or 0 in (one.value, other.value) for one, other in pairs):
        return False
    factor, kept = Counter(one.value / other.value for one, other in pairs).most_common(1)[0]
    distinct = len({one.value for one, _ in pairs}) == len(pairs)
    return distinct and factor.denominator == 1 != factor and kept == len(pairs) - 1 >= LEAST_MULTIPLES
