"""Columns of a table that are the steps of a softmax, by their heads: scores, exponentials, shares.

``| Token | Score | exp | Weight |``: each share is that of its row's exponential in them all.  The rows of a table may
be the steps as well, with a column for each token.  A column is judged where all rows but one, or but a third, keep to
one way; numbers may have been rounded on the way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued

LEAST_ROWS, MOST_ROWS = 3, 60
LEAST_ROUNDED = 2  # decimals
LEAST_FOR_LOGS, LEAST_SHARE = 4, 0.005  # shares of which all but one tell the scores, and how large they have to be
LEAST_SHORT = 2  # columns of shares that do not come to one
LARGEST = 60.0  # of a score: what is larger is no score
_SHARE = Cued(
    r"soft-?max|\bweights?\b|\bprob(?:s|abilit\w+)?\b|\bshares?\b|\battention\b|\\alpha|α|权重|概率", re.IGNORECASE
)
_POWER = Cued(r"\bexp\b|\bexponential|e\s*\^|\\exp|指数", re.IGNORECASE)
_ONLY_POWER = Cued(r"\W*(?:exp|exponentials?|指数)\W*", re.IGNORECASE)
_SCORE = Cued(
    r"\bscores?\b|\blogits?\b|\bscaled\b|\bsimilarit\w+|\bdot\b|\benerg\w+|q\s*[·.]\s*k|\\cdot|/\s*(?:√|\\sqrt)|得分|分数",
    re.IGNORECASE,
)
_TOTAL = Cued(r"\b(?:sum|total)\b|∑|Σ|\\sum|合计|总", re.IGNORECASE)
_MASKED = Cued(r"\bmask\w*|\bpad\w*|\[PAD\]|\byes\b|掩码|填充", re.IGNORECASE)
_OTHER = Cued(
    r"\bbefore\b|\bmask\w*|\btemperature|\bT\s*=|\btop[- ][kp]\b|\btarget\b|\btrue\b|\bgradient|\bloss\b|%",
    re.IGNORECASE,
)

_TEMPERATURE = Cued(r"(?:softmax,?|P,?|p,?|\()?(?:T|τ|\\tau|temperature)=?(?P<t>\d+(?:\.\d+)?)\)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """One column or row of a table: what its head says, and its numbers."""

    head: str
    amounts: tuple[Amount, ...]

    @property
    def values(self) -> list[float]:
        """Its numbers."""
        return [float(each.number.value) for each in self.amounts]

    @property
    def half(self) -> float:
        """How far rounding may have moved one of them; numbers of one decimal are given."""
        rounded = [each.number for each in self.amounts if each.number.decimals >= LEAST_ROUNDED]
        return max((float(each.half_width()) for each in rounded), default=0.0)


def softmax_column_problems(tables: Sequence[Table], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every entry that the softmax of the other rows does not give; ``known`` says where wrong ones were found."""
    for table in tables:
        for steps in (_columns(table), _rows(table)):
            for problem in _judged(steps):
                if not any(place in known for place in range(problem.span.start, problem.span.end)):
                    yield problem


def _columns(table: Table) -> list[Step]:
    rows = [row for row in table.rows if row and not _TOTAL.search(row[0].text)]
    if any(_MASKED.search(cell.text) for row in rows for cell in row):
        return []
    width = min((len(row) for row in (table.header, *rows)), default=0)
    if not LEAST_ROWS <= len(rows) <= MOST_ROWS:
        return []
    return [
        step for at in range(width) if (step := _step(table.header[at].text, [row[at] for row in rows])) is not None
    ]


def _rows(table: Table) -> list[Step]:
    heads = [cell.text for cell in table.header]
    kept = [at for at in range(1, len(heads)) if not _TOTAL.search(heads[at])]
    if not LEAST_ROWS <= len(kept) <= MOST_ROWS:
        return []
    whole = [row for row in table.rows if len(row) == len(heads)]
    return [step for row in whole if (step := _step(row[0].text, [row[at] for at in kept])) is not None]


def _step(head: str, cells: Sequence[TableCell]) -> Step | None:
    amounts = [amount(cell) for cell in cells]
    found = tuple(each for each in amounts if each is not None and not each.unit)
    return Step(head, found) if len(found) == len(cells) else None


def _judged(steps: Sequence[Step]) -> Iterator[Problem]:
    if sum(map(_is_short, steps)) >= LEAST_SHORT:
        return  # the first rows of many
    for at, step in enumerate(steps):
        if (found := _TEMPERATURE.fullmatch(re.sub(r"[$*\s]", "", step.head))) is not None:
            yield from _at_temperature(step, float(found["t"]), steps[:at])
            continue
        if _OTHER.search(step.head):
            continue
        before = [each for each in steps[:at] if not _OTHER.search(each.head)]
        powers = [each for each in before if _POWER.search(each.head)]
        scores = [each for each in before if _SCORE.search(each.head) and not _SHARE.search(each.head)]
        if _POWER.search(step.head):
            sources = scores or (before[-1:] if _ONLY_POWER.fullmatch(step.head) else [])
            yield from _odd(step, [(f"exp of {each.head}", _exponential, each) for each in reversed(sources)])
        elif _SHARE.search(step.head) and all(0 <= value <= 1 for value in step.values):
            ways = [(f"the share of {each.head}", _shares, each) for each in reversed(powers)]
            yield from _odd(
                step, [*ways, *((f"the softmax of {each.head}", _softmax, each) for each in reversed(scores))]
            )


def _is_short(step: Step) -> bool:
    """Whether the shares of a column leave some for rows that are not shown."""
    named = _SHARE.search(step.head) or _TEMPERATURE.fullmatch(re.sub(r"[$*\s]", "", step.head))
    if named is None or not all(0 <= value <= 1 for value in step.values):
        return False
    return 0 < math.fsum(step.values) < 1 - math.fsum(map(_last, step.amounts))


def _at_temperature(step: Step, temperature: float, before: Sequence[Step]) -> Iterator[Problem]:
    """A column headed T = 0.5: the softmax of the scores over it."""
    if not temperature or not all(0 <= value <= 1 for value in step.values):
        return

    def softened(values: Sequence[float]) -> list[float]:
        return _softmax([value / temperature for value in values])

    scores = [each for each in before if _SCORE.search(each.head) and not _SHARE.search(each.head)]
    scores = [each for each in scores if not _OTHER.search(each.head)]
    way = _softmax if temperature == 1 else softened
    name = "the softmax of {}" if temperature == 1 else f"the softmax of {{}} / {temperature:g}"
    yield from _odd(step, [(name.format(each.head), way, each) for each in reversed(scores)])


Way = tuple[str, Callable[[Sequence[float]], list[float]], Step]


def _exponential(values: Sequence[float]) -> list[float]:
    return [math.exp(value) for value in values]


def _softmax(values: Sequence[float]) -> list[float]:
    return _shares([math.exp(value - max(values)) for value in values])


def _shares(values: Sequence[float]) -> list[float]:
    whole = math.fsum(values)
    return [value / whole for value in values] if whole > 0 else []


def _odd(step: Step, ways: Sequence[Way]) -> Iterator[Problem]:
    """The entries at odds with the way that most keep to; nothing where one way explains them all."""
    best: tuple[list[int], list[float], str] | None = None
    for what, way, source in ways:
        if max(map(abs, source.values)) > LARGEST and way is not _shares:
            continue
        expected = way(source.values)
        if len(expected) != len(step.values):
            continue
        room = 2 * source.half / (min(map(abs, source.values)) or 1.0) if way is _shares else 2 * source.half
        wrong = [
            at
            for at, (value, shown) in enumerate(zip(expected, step.amounts, strict=True))
            if abs(value - float(shown.number.value)) > _last(shown) + abs(value) * math.expm1(min(room, 1.0))
        ]
        if not wrong:
            return
        if 3 * len(wrong) <= len(expected) and (best is None or len(wrong) < len(best[0])):
            best = wrong, expected, what
    if best is None and len(ways) > 0:
        yield from _of_one_score(step, [source for _, way, source in ways if way is _softmax])
    if best is None or not any(value not in (0.0, 1.0) for value in step.values):
        return
    for at in best[0]:
        yield _problem(step.amounts[at], best[1][at], best[2])


def _of_one_score(step: Step, scores: Sequence[Step]) -> Iterator[Problem]:
    """The one score that is as large as its share says only in another row: the others differ as the logarithms do.

    A wrong score moves all shares, so that no single one of them is at odds with it.
    """
    for source in scores[:1]:
        if len(step.values) < LEAST_FOR_LOGS or any(value < LEAST_SHARE for value in step.values):
            return
        if abs(math.fsum(step.values) - 1) > sum(map(_last, step.amounts)):
            return  # it is a share that is wrong
        off = [math.log(share) - score for share, score in zip(step.values, source.values, strict=True)]
        room = [_last(shown) / share + source.half for shown, share in zip(step.amounts, step.values, strict=True)]
        odd = [at for at in range(len(off)) if _all_alike(off, room, at)]
        if len(odd) != 1 or len({value for at, value in enumerate(source.values) if at != odd[0]}) < 2:
            return
        at = odd[0]
        others = [each for place, each in enumerate(off) if place != at]
        value = math.log(step.values[at]) - sum(others) / len(others)
        if abs(value - source.values[at]) <= 2 * (max(room) + _last(source.amounts[at])):
            return
        yield _problem(source.amounts[at], value, f"the score that goes with {step.head}")


def _all_alike(values: Sequence[float], room: Sequence[float], left_out: int) -> bool:
    """Whether all numbers but one are the same, but for rounding, and that one is another."""
    others = [(value, about) for at, (value, about) in enumerate(zip(values, room, strict=True)) if at != left_out]
    low, high = max(value - about for value, about in others), min(value + about for value, about in others)
    return low <= high and not low - room[left_out] <= values[left_out] <= high + room[left_out]


def _last(shown: Amount) -> float:
    """How far a printed number may be off: a unit of its last place, half of one where it is whole."""
    return float(shown.number.unit) * (0.5 if shown.number.exact else 1.0)


def _problem(found: Amount, value: float, what: str) -> Problem:
    right = decimal_text(Fraction(value), max(found.number.decimals, 0))
    return Problem(
        found.span,
        f"{what.strip()} is {right} here, not {found.text}: the other rows keep to it",
        evidence={"kind": "number", "printed": found.text, "expected": right},
        key=f"row-breaks-relation@{found.span.start}-{found.span.end}",
    )


__all__ = ["softmax_column_problems"]
