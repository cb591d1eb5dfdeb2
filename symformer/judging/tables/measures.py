"""Columns whose head says what they are worked out from: an entropy beside two counts, a share of ``spam (of 4)``.

Here three rows tell enough, since the head names the measure: one row that does not keep to it is a slip.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from symformer.algebra import interval as bounds
from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import decimal_text
from symformer.documents.document import Table
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued

Result = Interval | NotEvaluated
Way = Callable[..., Result]

LEAST_ROWS = 3
LEAST_AGREEING = 2
LONGEST_TABLE = 40
_SUMMARY = Cued(
    r"\W*(?:total|sum|average|avg|mean|median|std|standard|variance|s\.?[de]\.?\W*\Z|标准差|weighted|overall|macro|micro|gain|合计|总|平均)",
    re.IGNORECASE,
)
_OF = Cued(r"\((?:out )?(?:of|von|共)\s*(?P<n>\d{1,6})(?:\s+\w+)?\)|/\s?(?P<n2>\d{1,6})\s*\Z", re.IGNORECASE)
_SHARE = Cued(
    r"\bP\s?\(|\\Pr|probab|share|fraction|frequency|estimate|likelihood|\bp\b|\btf\b|概率|频率", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Measure:
    """What a head calls a number, and how it follows from two counts."""

    head: re.Pattern[str]
    wording: str
    way: Way


def _shares(a: Interval, b: Interval) -> tuple[Interval, Interval] | None:
    whole = a + b
    one, other = bounds.divide(a, whole), bounds.divide(b, whole)
    return (one, other) if isinstance(one, Interval) and isinstance(other, Interval) else None


def _entropy(a: Interval, b: Interval) -> Result:
    shares = _shares(a, b)
    if shares is None:
        return NotEvaluated("no share")
    found = Interval.point(0)
    for share in shares:
        if share.lo <= 0:
            continue
        logarithm = bounds.logarithm(share, Interval.point(2))
        if not isinstance(logarithm, Interval):
            return logarithm
        found = found - share * logarithm
    return found


def _gini(a: Interval, b: Interval) -> Result:
    shares = _shares(a, b)
    return NotEvaluated("no share") if shares is None else Interval.point(2) * shares[0] * shares[1]


def _error(a: Interval, b: Interval) -> Result:
    shares = _shares(a, b)
    return NotEvaluated("no share") if shares is None else min(shares, key=lambda share: share.middle)


_MEASURES = (
    _Measure(re.compile(r"\bentropy\b|\A\W*H\b|熵", re.IGNORECASE), "the entropy of {} and {}", _entropy),
    _Measure(re.compile(r"\bgini\b|基尼", re.IGNORECASE), "the Gini impurity of {} and {}", _gini),
    _Measure(re.compile(r"misclassification|\berror rate\b", re.IGNORECASE), "the smaller share of {} and {}", _error),
)


_RATES: tuple[tuple[re.Pattern[str], str, tuple[str, ...], tuple[str, ...]], ...] = (
    (re.compile(r"\W*(?:precision|PPV|prec\.?|精确率|查准率)\W*\Z", re.IGNORECASE), "TP/(TP + FP)", ("tp",), ("tp", "fp")),
    (re.compile(r"\W*(?:recall|sensitivity|TPR|rec\.?|召回率|查全率)\W*\Z", re.IGNORECASE), "TP/(TP + FN)", ("tp",), ("tp", "fn")),
    (re.compile(r"\W*(?:FPR|false positive rate|fall-?out)\W*\Z", re.IGNORECASE), "FP/(FP + TN)", ("fp",), ("fp", "tn")),
    (re.compile(r"\W*(?:specificity|TNR)\W*\Z", re.IGNORECASE), "TN/(TN + FP)", ("tn",), ("tn", "fp")),
    (re.compile(r"\W*(?:FNR|miss rate)\W*\Z", re.IGNORECASE), "FN/(FN + TP)", ("fn",), ("fn", "tp")),
    (re.compile(r"\W*(?:accuracy|acc\.?|准确率)\W*\Z", re.IGNORECASE), "(TP + TN)/all", ("tp", "tn"), ("tp", "fp", "fn", "tn")),
    (re.compile(r"\W*F_?1(?:[- ]?score)?\W*\Z", re.IGNORECASE), "2 TP/(2 TP + FP + FN)", ("tp", "tp"), ("tp", "tp", "fp", "fn")),
)  # fmt: skip
_WHOLE = Cued(r"\W*(?:total|samples|sum|all|count|n|days|cases|合计|总数)\W*\Z", re.IGNORECASE)


def measure_problems(tables: Sequence[Table], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every number that is not what the head of its column says of the counts beside it."""
    for table in tables:
        rows = [row for row in table.rows if row and not _SUMMARY.match(row[0].text)]
        if not LEAST_AGREEING <= len(rows) <= LONGEST_TABLE:
            continue
        width = min(len(table.header), *(len(row) for row in rows))
        columns: dict[int, list[Amount]] = {}
        for at in range(width):
            cells = [amount(row[at]) for row in rows]
            numbers = [each for each in cells if each is not None]
            if len(numbers) == len(rows):
                columns[at] = numbers
        heads = [cell.text for cell in table.header]
        yield from (each for each in _measured(heads, columns) if not _known(each, known))
        yield from (each for each in _counted(heads, columns) if not _known(each, known))
        yield from (each for each in _rated(heads, columns) if not _known(each, known))
        yield from (each for each in _added(heads, columns) if not _known(each, known))
        yield from (each for each in _balanced(heads, columns) if not _known(each, known))


def _known(problem: Problem, known: Mapping[int, Fraction]) -> bool:
    return any(place in known for place in range(problem.span.start, problem.span.end))


def _measured(heads: Sequence[str], columns: Mapping[int, Sequence[Amount]]) -> Iterator[Problem]:
    counts = [at for at, column in columns.items() if all(_is_count(each) for each in column)]
    for target, column in columns.items():
        measure = next((each for each in _MEASURES if each.head.search(heads[target])), None)
        if measure is None or target in counts:
            continue
        parts = [at for at in counts if not _WHOLE.match(heads[at])]
        if len(column) == LEAST_AGREEING and len(parts) != 2:
            continue  # two rows cannot tell which counts are meant
        ways = [
            (
                [
                    measure.way(Interval.point(a.number.value), Interval.point(b.number.value))
                    for a, b in zip(columns[one], columns[other], strict=True)
                ],
                measure.wording.format(_plain(heads[one]), _plain(heads[other])),
            )
            for one, other in combinations(parts, 2)
        ]
        yield from _by_the_best(ways, column, least=LEAST_AGREEING if len(column) > LEAST_AGREEING else 1)


def _by_the_best(
    ways: Sequence[tuple[Sequence[Result], str]], column: Sequence[Amount], *, least: int
) -> Iterator[Problem]:
    """The odd number by the first way that explains all others; nothing where one way explains them all."""
    if any(all(_agrees(value, found) for value, found in zip(values, column, strict=True)) for values, _ in ways):
        return
    for values, wording in ways:
        wrong = _the_odd_one(values, column, least=least)
        if wrong is not None:
            yield _problem(column[wrong], values[wrong], wording)
            return


def _counted(heads: Sequence[str], columns: Mapping[int, Sequence[Amount]]) -> Iterator[Problem]:
    """Shares beside counts that are "of 4"."""
    sources = [
        (at, int(found["n"] or found["n2"]))
        for at, counts in columns.items()
        if (found := _OF.search(heads[at])) is not None and all(_is_count(each) for each in counts)
    ]
    for target, column in columns.items():
        if not _SHARE.search(heads[target]) or all(_is_count(each) for each in column):
            continue
        ways = [
            (
                [bounds.divide(Interval.point(each.number.value), Interval.point(whole)) for each in columns[source]],
                f"{_plain(heads[source])}, over {whole}",
            )
            for source, whole in sources
            if whole > 0
        ]
        yield from _by_the_best(ways, column, least=LEAST_AGREEING)


def _rated(heads: Sequence[str], columns: Mapping[int, Sequence[Amount]]) -> Iterator[Problem]:
    """Precision, recall and the like beside TP, FP, FN and TN."""
    counts = {
        re.sub(r"\W", "", heads[at]).casefold(): column for at, column in columns.items() if all(map(_is_count, column))
    }
    for target, column in columns.items():
        for head, wording, above, below in _RATES:
            if head.match(heads[target]) is None or not {*above, *below} <= set(counts):
                continue
            values = [
                bounds.divide(
                    *(Interval.point(sum(counts[name][at].number.value for name in names)) for names in (above, below))
                )
                for at in range(len(column))
            ]
            wrong = _the_odd_one(values, column, least=1)
            if wrong is not None:
                yield _problem(column[wrong], values[wrong], wording)


def _balanced(heads: Sequence[str], columns: Mapping[int, Sequence[Amount]]) -> Iterator[Problem]:
    """F1 beside precision and recall, where nothing but rounding parts all other rows from their harmonic mean."""
    of = [[at for at in columns if _RATES[which][0].match(heads[at])] for which in (0, 1, -1)]
    if any(len(each) != 1 for each in of):
        return
    precisions, recalls, shown = (columns[at] for (at,) in of)
    if len({each.unit for each in (*precisions, *recalls, *shown)}) > 1:
        return
    scale = Interval.point(100 if shown[0].unit == "%" else 1)
    values: list[Result] = []
    for precision, recall in zip(precisions, recalls, strict=True):
        one, other = precision.number.interval("≈"), recall.number.interval("≈")
        values.append(bounds.divide(_harmonic(one, other), scale) if one.lo > 0 < other.lo else NotEvaluated("zero"))
    wrong = _the_odd_one(values, shown)
    if wrong is not None:
        yield _problem(shown[wrong], values[wrong], "the harmonic mean of precision and recall")


def _harmonic(one: Interval, other: Interval) -> Interval:
    """Of two positive numbers: it grows with each."""

    def of(a: Fraction, b: Fraction) -> Fraction:
        return 2 * a * b / (a + b)

    return Interval(of(one.lo, other.lo), of(one.hi, other.hi))


def _added(heads: Sequence[str], columns: Mapping[int, Sequence[Amount]]) -> Iterator[Problem]:
    """How many there are in all, beside the two counts that they are made of."""
    counts = [at for at, column in columns.items() if all(_is_count(each) for each in column)]
    for target in counts:
        if _WHOLE.match(heads[target]) is None or len(counts) < LEAST_ROWS:
            continue
        for one, other in combinations([each for each in counts if each < target], 2):
            pairs = zip(columns[one], columns[other], strict=True)
            values = [Interval.point(a.number.value + b.number.value) for a, b in pairs]
            wrong = _the_odd_one(values, columns[target])
            if wrong is not None and other == one + 1 == target - 1:
                yield _problem(
                    columns[target][wrong], values[wrong], f"{_plain(heads[one])} and {_plain(heads[other])} together"
                )


def _is_count(found: Amount) -> bool:
    return found.number.exact and found.number.value >= 0 and not found.unit


def _the_odd_one(values: Sequence[Result], shown: Sequence[Amount], *, least: int = LEAST_AGREEING) -> int | None:
    """The one number that a measure does not give; None where it gives all, or too few to be meant."""
    wrong = [at for at, (value, found) in enumerate(zip(values, shown, strict=True)) if not _agrees(value, found)]
    agreeing = {
        (found.number.value, value.middle)
        for at, (value, found) in enumerate(zip(values, shown, strict=True))
        if at not in wrong and isinstance(value, Interval)
    }
    return wrong[0] if len(wrong) == 1 and len(agreeing) >= least else None


def _agrees(value: Result, found: Amount) -> bool:
    if not isinstance(value, Interval):
        return True
    scaled = value * Interval.point(100) if found.unit == "%" else value
    slack = found.number.unit / 2 if not found.number.exact else Fraction(0)
    allowed = found.number.interval("≈")
    return scaled.meets(Interval(allowed.lo - slack, allowed.hi + slack))


def _plain(head: str) -> str:
    return re.sub(r"[*_`$\\{}]", "", head).strip()[:30]


def _problem(found: Amount, value: Result, what: str) -> Problem:
    middle = value.middle if isinstance(value, Interval) else Fraction(0)
    middle = middle * 100 if found.unit == "%" else middle
    expected = decimal_text(middle, max(found.number.decimals, 0)) + found.unit
    evidence: dict[str, object] = {"kind": "number", "printed": found.text, "expected": expected}
    span = found.span
    return Problem(
        span,
        f"{what}: that is {expected}, not {found.text}",
        level="warning",
        evidence=evidence,
        key=f"row-breaks-relation@{span.start}-{span.end}",
    )


__all__ = ["measure_problems"]
