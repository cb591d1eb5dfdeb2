"""What the columns of a table have to do with one another, told by its own rows.

Where a column is the product, the difference, the logarithm, … of others in all rows but one, that row is at
odds with the table.  Nothing in the note has to say what the columns are.  Few digits prove nothing: the rows
that agree must leave no room for chance, and whole numbers may follow a pattern that nobody meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations

from symformer.algebra import interval as bounds
from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.documents.document import Table
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import amount, is_one_multiple, is_total
from symformer.judging.tables.rows import Row
from symformer.judging.tables.ways import (
    ACTIVATIONS,
    CHOSEN,
    OF_ONE,
    OF_TWO,
    Result,
    Way,
    added,
    average,
    in_percent,
)
from symformer.text.cued import Cued

LEAST_ROWS = 3
LONGEST_TABLE = 60
MOST_TURNED = 12  # columns of a table that is looked at by its rows as well
MOST_COLUMNS = 8
LEAST_DIGITS = 6  # that the agreeing rows show between them
LEAST_AGREEING = 3
FEW_AGREEING, DIGITS_OF_NAMED, DIGITS_OF_FEW = 2, 4, 8  # rows that are enough where each shows many digits
DIGITS_AT_THEIR_WORD = 5  # that agree beyond what rounded sources would settle
MOST_DIGITS = 4  # of one row, that count: a long number is one coincidence

_SUMMED = Cued(r"\b(?:total|sum|overall|combined|all|altogether)\b|合计|总", re.IGNORECASE)
_WORKED = Cued(
    r"\b(?:total|product|params?|parameters|size|memory|FLOPs?|operations|count|area|cost|difference|change|increase"
    r"|ratio|error|squared?)\b|[×·*/²Δ−^]|\\times|\\cdot|总|积|差|比",
    re.IGNORECASE,
)
_DIFFERENCE = Cued(
    r"\b(?:errors?|differences?|diff|residuals?|deltas?|gaps?|change)\b|[ΔΔ]|\\Delta|误差|差", re.IGNORECASE
)
_CHOSEN = {
    CHOSEN[0]: Cued(r"\bmin(?:imum)?\b|\\min\b|\bsmaller\b|较小|最小|取\s*小", re.IGNORECASE),
    CHOSEN[1]: Cued(r"\bmax(?:imum)?\b|\\max\b|\blarger\b|较大|最大|取\s*大", re.IGNORECASE),
}
_CENTRED = Cued(
    r"\b(?:re-?)?cent(?:re|er)e?d\b|\bdemeaned\b|\bdeviations?\b|\bzero-mean\b|中心化|去均值|离差", re.IGNORECASE
)
_ROUNDED = Cued(r"\b(?:round(?:ed)?|nearest|integer|int\d*|quanti[sz]ed)\b|取整|量化", re.IGNORECASE)
_RATE = Cued(r"\b(?:rate|ctr|share|ratio|accuracy|precision|recall|proportion|fraction)\b|率|占比", re.IGNORECASE)
_SHARE = Cued(
    r"\b(?:dequanti[sz]ed|restored|reconstructed|shares?|sav(?:ings?|ed)|fraction|proportion|percent(?:age)?|reduction|relative|ratio|of (?:the )?total|of all)\b"
    r"|%|占比|比例|节省",
    re.IGNORECASE,
)
_COUNTED = Cued(r"\b(?:params?|parameters|weights|bytes|entries|numbers|operations|FLOPs)\b|参数", re.IGNORECASE)
LONG_COUNT = 4  # digits
MANY_SHARES = 5  # rows in percent that are in proportion by no chance
LEAST_RATES, MOST_RATES = 3, 4  # rows
LEAST_RATE_DIGITS, LEAST_SHARE_DIGITS = 4, 2  # that two agreeing rows show; shares in percent of long counts
_SUMMARY = Cued(
    r"\b(?:total|sum|average|avg|mean|median|overall|std|sd|se|standard (?:deviation|error)|variance|all|max|min)\b|合计|总|平均",
    re.IGNORECASE,
)
_NEAR = Cued(r"[~≈<>±]|\\approx|\\sim|\\pm|\babout\b|约")


@dataclass(frozen=True, slots=True)
class Relation:
    """One column as a function of others; ``telling`` is whether whole numbers may follow it by chance."""

    target: int
    sources: tuple[int, ...]
    way: Way
    wording: str
    telling: bool = True
    exact: bool = False  # the numbers of its sources are taken at their word
    fitted: bool = False  # its factor is taken from the rows themselves
    told: bool = False  # the head of the column is this very formula
    named: bool = False  # the head of the column is made of those of its sources: tf-idf of tf and idf


def relation_problems(tables: Sequence[Table], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every row that breaks what all other rows of its table keep to; ``known`` says where wrong numbers were found."""
    for table in tables:
        yield from _broken(table, known)


def turned_over(table: Table, least: int = 2) -> Table | None:
    """A table with its rows, at least so many, for columns, where each row is labelled and what it holds stands in its label."""
    width = min((len(row) for row in table.rows), default=0)
    if not LEAST_ROWS <= width - 1 <= MOST_TURNED or not least <= len(table.rows) <= MOST_COLUMNS:
        return None
    if any(amount(row[0]) is not None for row in table.rows) or len(table.header) < width:
        return None
    header = (table.header[0], *(row[0] for row in table.rows))
    rows = tuple((table.header[at], *(row[at] for row in table.rows)) for at in range(1, width))
    return Table(table.span, header, rows)


def _broken(table: Table, known: Mapping[int, Fraction]) -> Iterator[Problem]:
    yield from _rates(table, known)
    rows = _in_one_unit(list(_rows(table)))
    if not LEAST_ROWS <= len(rows) <= LONGEST_TABLE:
        return
    columns = _columns(rows)
    if len(columns) < 2 or len(columns) > MOST_COLUMNS:
        return
    kept: list[Relation] = []
    odd: dict[int, list[Relation]] = {}
    for loose in (
        *_relations(table, rows, columns),
        *_proportions(table, rows, columns),
        *_shifts(table, rows, columns),
    ):
        for relation in (replace(loose, exact=True), loose):
            breaking = _breaking(relation, rows)
            if (
                breaking is None
                or breaking >= 0
                and not relation.telling
                or not _beyond_chance(relation, rows, breaking)
            ):
                continue
            if breaking >= 0 and _is_only_near(relation, rows, breaking):
                break
            if breaking < 0:
                kept.append(relation)
            elif _breaking(loose, rows) == breaking or _taken_at_their_word(loose, rows, breaking):
                odd.setdefault(breaking, []).append(relation)
            break
    for at, every in sorted(odd.items()):
        relations = _most_kept(
            [each for each in every if not _is_product(each, rows) and not _adds_up(each, rows[at])], rows
        )
        if not relations:
            continue
        places = (place for each in rows[at].amounts.values() for place in range(each.span.start, each.span.end))
        if any(place in known for place in places):
            continue  # the row is wrong for a reason that is known
        if any(
            _of_another_function(relation, rows[at]) or _of_other_class(relation, rows[at]) for relation in relations
        ):
            continue  # the candidate of an LSTM goes through tanh, its gates through σ
        yield _problem(table, rows[at], relations, kept)


MEAN_BEFORE = "the mean of the columns before it"
NEAR = Fraction(1, 20)  # of a number that was measured


def _is_only_near(relation: Relation, rows: Sequence[Row], breaking: int) -> bool:
    """Whether another row keeps to a relation by its last digit alone, and the odd one comes near it: both are measured."""
    value, odd = _value(relation, rows[breaking]), rows[breaking].amounts[relation.target].number.value
    if not isinstance(value, Interval) or abs(value.middle - odd) > NEAR * abs(odd):
        return False
    others = [row for at, row in enumerate(rows) if at != breaking]
    return not all(_agrees(relation, row, strictly=True) for row in others)


def _adds_up(relation: Relation, row: Row) -> bool:
    """Whether the odd one among means is a sum: how many there are of each class, below their scores."""
    parts = sum((row.amounts[each].number.value for each in relation.sources), Fraction(0))
    return relation.wording == MEAN_BEFORE and row.amounts[relation.target].number.value == parts


def _is_product(relation: Relation, rows: Sequence[Row]) -> bool:
    """Whether the two columns of a relation are tied by a third one in all rows: m n where n² holds in most."""
    if len(relation.sources) != 1:
        return False
    pair = (relation.target, relation.sources[0])
    shared = set.intersection(*(set(row.amounts) for row in rows))
    return any(
        all(row.amounts[whole].number.value == row.amounts[part].number.value * row.amounts[third].number.value != 0
            for row in rows)
        for whole, part in (pair, pair[::-1])
        for third in shared - set(pair)
    )  # fmt: skip


def _rates(table: Table, known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """The one rate of a short table that is no quotient of two counts beside it, where all others are."""
    rows = _in_one_unit(list(_rows(table, summaries=True)))
    if not LEAST_RATES <= len(rows) <= LONGEST_TABLE:
        return
    columns = [at for at in _columns(rows, least=2) if at < len(table.header)]
    for target in columns if len(rows) <= MOST_RATES else ():
        percent = all(row.amounts[target].unit == "%" for row in rows)
        if not percent and not _RATE.search(table.header[target].text):
            continue
        of_shares = percent and _SHARE.search(table.header[target].text) is not None
        whole = [at for at in columns if at != target and all(row.amounts[at].number.exact or of_shares and row.amounts[at].unit for row in rows)]  # fmt: skip
        for pair in permutations(whole, 2):
            way, wording = (in_percent, "100 · {} / {}") if percent else (bounds.divide, "{} / {}")
            exact = all(row.amounts[at].number.exact for row in rows for at in pair)
            relation = Relation(target, pair, way, wording, exact=exact)
            odd = _breaking(relation, rows)
            if odd is None or odd < 0:
                continue
            digits = sum(_digits(relation, row) for at, row in enumerate(rows) if at != odd)
            places = (p for each in rows[odd].amounts.values() for p in range(each.span.start, each.span.end))
            counts = [row.amounts[at].number.digits for row in rows for at in pair]
            shares = of_shares and (
                min(counts) >= LONG_COUNT or all(row.amounts[at].unit for row in rows for at in pair)
            )
            if digits >= (LEAST_SHARE_DIGITS if shares else LEAST_RATE_DIGITS) and not any(place in known for place in places):  # fmt: skip
                yield _problem(table, rows[odd], [relation], [])
                return


def _rows(table: Table, *, summaries: bool = False) -> Iterator[Row]:
    """The rows of numbers: those that sum up others only where asked for, none that gives a number only nearly."""
    for cells in table.rows:
        if not cells or not summaries and (_SUMMARY.search(cells[0].text) or is_total(cells)):
            continue
        found = {
            at: number
            for at, cell in enumerate(cells)
            if (number := amount(cell)) is not None and _NEAR.search(cell.text) is None
        }
        if found:
            yield Row(found)


def _in_one_unit(rows: Sequence[Row]) -> list[Row]:
    """The rows with each column in the unit of its first number: 1.1 GB below 302 MB are 1100 MB."""
    made = [dict(row.amounts) for row in rows]
    for at in {at for row in rows for at in row.amounts}:
        column = [(n, row[at]) for n, row in enumerate(made) if at in row]
        scale = next((each for each in SCALES if all(one.unit in each for _, one in column)), None)
        unit = column[0][1].unit
        if scale is None or all(one.unit == unit for _, one in column):
            continue
        for n, one in column:
            made[n][at] = replace(one, number=_scaled(one.number, scale[one.unit] - scale[unit]), unit=unit)
    return [Row(each) for each in made]


SCALES: tuple[Mapping[str, int], ...] = (
    {"kB": 3, "KB": 3, "MB": 6, "GB": 9, "TB": 12},
    {"K": 3, "k": 3, "M": 6, "B": 9, "T": 12},
    {"ms": -3, "s": 0},
)


def _scaled(number: PrintedNumber, power: int) -> PrintedNumber:
    """A number times a power of ten, printed to the same place."""
    value, decimals = number.value * Fraction(10) ** power, number.decimals - power
    return PrintedNumber(decimal_text(value, max(decimals, 0)), value, decimals, False, number.digits)


def _columns(rows: Sequence[Row], *, least: int = 3) -> list[int]:
    """The columns that hold a number in one unit in every row, and so many different ones."""
    shared = set.intersection(*(set(row.amounts) for row in rows))
    return [
        at
        for at in sorted(shared)
        if len({row.amounts[at].unit for row in rows}) == 1
        and len({row.amounts[at].number.value for row in rows}) >= least
    ]


def _of_other_class(relation: Relation, row: Row) -> bool:
    """Whether the loss of a row is the one of the other class: -ln(1 - p), where all others have -ln p."""
    if relation.wording != "-ln({})":
        return False
    share = row.widened(relation.sources[0])
    rest = Interval(1 - share.hi, 1 - share.lo)
    value = bounds.ln(rest) if rest.lo > 0 else None
    return isinstance(value, Interval) and Interval(-value.hi, -value.lo).meets(row.widened(relation.target))


# -- what may be ----------------------------------------------------------------------------------------------


def _relations(table: Table, rows: Sequence[Row], columns: Sequence[int]) -> Iterator[Relation]:
    """All relations that are looked for, the simplest first."""
    for target in columns:
        others = [each for each in columns if each != target]
        decimal = any(not row.amounts[target].number.exact for row in rows)
        head = table.header[target].text if target < len(table.header) else ""
        long = min(row.amounts[target].number.digits for row in rows) >= LONG_COUNT
        telling = decimal or _WORKED.search(head) is not None
        for source in others:
            for wording, way in OF_ONE:
                if wording == "{}, rounded" and _ROUNDED.search(head) is None:
                    continue
                named = "π" in wording or _told_by_heads(
                    head, table.header[source].text if source < len(table.header) else "", wording
                )
                yield Relation(target, (source,), way, wording, decimal or long, named=named)
        for pair in combinations(others, 2):
            named = _made_of_heads(table, target, pair)
            for wording, way, ordered in OF_TWO:
                if wording in CHOSEN and not _CHOSEN[wording].search(head):
                    continue
                percent = "percent" in wording and rows[0].amounts[target].unit == "%"
                differs = wording == "{} - {}" and _DIFFERENCE.search(head) is not None
                by_name = (
                    named
                    and wording == "{} · {}"
                    or differs
                    or wording in CHOSEN
                    or percent
                    and _SHARE.search(head) is not None
                )
                telling_here = telling or percent or wording in CHOSEN
                yield Relation(target, pair, way, wording, telling_here, named=by_name)
                quotient = wording == "{} / {}" and _is_quotient_of(table, target, pair)
                yield from [Relation(target, pair, way, wording, True, told=True)] if quotient else []
                if ordered:
                    back = wording == "{} / {}" and _is_quotient_of(table, target, pair[::-1])
                    by_name = by_name and (percent or differs)
                    yield Relation(
                        target, pair[::-1], way, wording, telling or percent or back, told=back, named=by_name
                    )
        before = [each for each in others if each < target]
        if len(before) > 2:
            yield Relation(target, tuple(before), added, "the sum of the columns before it", decimal)
            yield Relation(target, tuple(before), average, MEAN_BEFORE, decimal)


_HEADS: tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...] = (
    ("exp", re.compile(r"perplexity|\bppl\b|\bexp\b|e\^|困惑度", re.I), re.compile(r"loss|entropy|nll|score|logit|\bx\b|损失", re.I)),
    ("ln", re.compile(r"\blog|\bln\b|nll|loss|surprisal|对数", re.I), re.compile(r"prob|perplexity|\bp\b|概率", re.I)),
    ("√", re.compile(r"deviation|\bstd\b|sqrt|√|root|norm|scale", re.I), re.compile(r"variance|square|\bd|dim|方差", re.I)),
)  # fmt: skip


def _told_by_heads(target: str, source: str, wording: str) -> bool:
    """Whether the heads of two columns tell the function that one of them is of the other."""
    return any(sign in wording and above.search(target) and below.search(source) for sign, above, below in _HEADS)


def _proportions(table: Table, rows: Sequence[Row], columns: Sequence[int]) -> Iterator[Relation]:
    """Shares and savings that are another column times a number that nothing names: what is measured may be so by chance."""
    for target, source in permutations(columns, 2):
        head = table.header[target].text if target < len(table.header) else ""
        whole = all(row.amounts[target].number.exact for row in rows)
        long = min(row.amounts[target].number.digits for row in rows) >= LONG_COUNT
        multiple = is_one_multiple([(row.amounts[target], row.amounts[source]) for row in rows])
        fine = not whole and len(rows) >= MANY_SHARES and rows[0].amounts[target].unit == "%"
        if (
            _SHARE.search(head) is None
            and _RATE.search(head) is None
            and not fine
            and not (whole and long and (_COUNTED.search(head) or multiple))
        ):
            continue  # what is measured may be in proportion by chance
        if whole and not long:
            continue
        percent = rows[0].amounts[target].unit == "%"
        for wording, power, rest in _PROPORTIONS if percent else _PROPORTIONS[:-1]:
            factor = _common([_factor(row, target, source, power, rest=rest) for row in rows])
            if factor is not None:
                named = (percent or "%" in head) and _SHARE.search(head) is not None
                yield Relation(target, (source,), _times(factor, power, rest=rest), wording, named=named, fitted=True)


def _shifts(table: Table, rows: Sequence[Row], columns: Sequence[int]) -> Iterator[Relation]:
    """Columns of what is left of another one when a number that nothing names is taken off: "centred x" beside x."""
    for target, source in permutations(columns, 2):
        head, other = (table.header[at].text if at < len(table.header) else "" for at in (target, source))
        if _CENTRED.search(head) is None or _CENTRED.search(other) is not None:
            continue
        if not _words(other) <= _words(head):
            continue
        shifts = [row.widened(source) - row.widened(target) for row in rows]
        for left_out in range(len(rows)):
            kept = [each for at, each in enumerate(shifts) if at != left_out]
            low, high = max(each.lo for each in kept), min(each.hi for each in kept)
            if low <= high and len(kept) > 2:
                way = _less(Interval(low, high))
                yield Relation(target, (source,), way, "{} less the same number", told=True, fitted=True)


def _words(head: str) -> set[str]:
    return set(re.findall(r"\w+", head.casefold()))


def _less(shift: Interval) -> Way:
    return lambda source: source - shift


_PROPORTIONS = (
    ("proportional to {}", 1, False),
    ("proportional to 1/{}", -1, False),
    ("100% less a share of {}", 1, True),
)


def _factor(row: Row, target: int, source: int, power: int, *, rest: bool) -> Result:
    shown, by = row.widened(target), row.widened(source)
    shown = Interval.point(100) - shown if rest else shown
    return bounds.divide(shown, by) if power > 0 else shown * by


def _times(factor: Interval, power: int, *, rest: bool) -> Way:
    def way(source: Interval) -> Result:
        found = factor * source if power > 0 else bounds.divide(factor, source)
        return Interval.point(100) - found if rest and isinstance(found, Interval) else found

    return way


def _common(factors: Sequence[Result]) -> Interval | None:
    """What all factors but one have in common; None where two or more have nothing in common with the others."""
    known = [each for each in factors if isinstance(each, Interval)]
    if len(known) < len(factors):
        return None
    for left_out in (None, *range(len(known))):
        kept = [each for at, each in enumerate(known) if at != left_out]
        low, high = max(each.lo for each in kept), min(each.hi for each in kept)
        if low <= high and low * high > 0:
            return Interval(low, high)
    return None


def _made_of_heads(table: Table, target: int, sources: Sequence[int]) -> bool:
    """Whether the words that head a column are those of the columns it is made of, joined: tf-idf, price × count."""
    if max((target, *sources)) >= len(table.header):
        return False
    whole = re.findall(r"[a-z]+", table.header[target].text.casefold())
    parts = [re.findall(r"[a-z]+", table.header[each].text.casefold())[:1] for each in sources]
    return len(whole) == len(parts) and all(parts) and sorted(whole) == sorted(each[0] for each in parts)


def _is_quotient_of(table: Table, target: int, sources: Sequence[int]) -> bool:
    """Whether a head is the quotient of two others, as they are written: ``p_1/p_2``."""
    if max((target, *sources)) >= len(table.header):
        return False
    whole, *parts = (_bare_head(table.header[each].text) for each in (target, *sources))
    return all(parts) and whole == f"{parts[0]}/{parts[1]}"


def _bare_head(text: str) -> str:
    plain = re.sub(r"\\[dt]?frac\{([^{}]+|[^{}]*\{[^{}]*\}[^{}]*)\}\{([^{}]+|[^{}]*\{[^{}]*\}[^{}]*)\}", r"\1/\2", text)
    return re.sub(r"=.*|[\s$*`{}]|\\[,;!]", "", plain)


def _of_another_function(relation: Relation, row: Row) -> bool:
    """Whether a row that does not keep to an activation keeps to another one."""
    if relation.wording not in ACTIVATIONS:
        return False
    others = (
        *(way for wording, way in OF_ONE if wording == "exp({})"),
        lambda a: a,
        lambda a: bounds.absolute(a) if a.lo > 0 else Interval.point(0),
    )
    return any(_agrees(replace(relation, way=way, wording=""), row) for way in others)


def _is_gate(relation: Relation, row: Row) -> bool:
    """Whether a row keeps to one of the two activations of a cell: its gates go through σ, its candidate through tanh."""
    every = [replace(relation, way=way, wording="") for wording, way in OF_ONE if wording in ACTIVATIONS]
    if not all(isinstance(_value(each, row), Interval) for each in every):
        return _agrees(replace(relation, wording=""), row)
    return any(_agrees(each, row) for each in every)


def _breaking(relation: Relation, rows: Sequence[Row]) -> int | None:
    """The one row that breaks a relation, -1 where none does, None where several do."""
    found = -1
    for at, row in enumerate(rows):
        if not _agrees(relation, row):
            if found >= 0:
                return None
            found = at
    return found


def _most_kept(relations: Sequence[Relation], rows: Sequence[Row]) -> Sequence[Relation]:
    """The relations, but of the two activations only the one that more rows keep to."""

    def kept(relation: Relation) -> int:
        return sum(_agrees(replace(relation, wording=""), row) for row in rows)

    gates = [each for each in relations if each.wording in ACTIVATIONS]
    best = max(gates, key=kept, default=None)
    return [each for each in relations if each not in gates or each is best]


def _taken_at_their_word(loose: Relation, rows: Sequence[Row], breaking: int) -> bool:
    """Whether the sources were not rounded: numbers of one digit, of which the other rows agree in far more.

    ``loose`` widens its sources, so that 2π/0.01 is anything; where 2π/0.1 and 2π/0.001 are right to four digits, 0.01 is exact.
    """
    exact = replace(loose, exact=True)
    if any(row.amounts[each].number.digits > 1 for row in rows for each in loose.sources):
        return False
    others = [row for at, row in enumerate(rows) if at != breaking]
    gained = sum(_digits(exact, row) - _digits(loose, row) for row in others)
    return gained >= DIGITS_AT_THEIR_WORD and _breaking(exact, rows) == breaking


def _value(relation: Relation, row: Row) -> Result:
    return row.worked(relation.way, relation.sources, exact=relation.exact)


def _agrees(relation: Relation, row: Row, *, strictly: bool = False) -> bool:
    """Whether a row keeps to a relation, its last digit aside, or cannot tell."""
    if relation.wording in ACTIVATIONS:
        return _is_gate(relation, row)
    value, number = _value(relation, row), row.amounts[relation.target].number
    if relation.wording in CHOSEN:  # one of two numbers, as it stands there
        chosen = _value(replace(relation, exact=True), row)
        return isinstance(chosen, Interval) and abs(number.value - chosen.middle) < number.unit
    slack = number.unit if not number.exact and not strictly else Fraction(0)
    if number.exact and "percent" in relation.wording:
        slack = Fraction(1, 2)  # whole percents are rounded
    allowed = number.interval("=")
    if not isinstance(value, Interval):
        return True  # nothing over nothing: it may be anything
    return value.meets(Interval(allowed.lo - slack, allowed.hi + slack))


def _beyond_chance(relation: Relation, rows: Sequence[Row], breaking: int) -> bool:
    """Whether the rows that agree show enough digits: fewer where the heads name the relation, as in tf-idf."""
    seen: set[tuple[Fraction, ...]] = set()
    digits = 0
    for at, row in enumerate(rows):
        number = row.amounts[relation.target].number
        key = (number.value, *(row.amounts[each].number.value for each in relation.sources))
        if at == breaking or key in seen or number.value == 0:
            continue
        if any(row.amounts[each].number.value in (0, 1) for each in relation.sources):
            continue  # zero and one say little of a product
        seen.add(key)
        digits += _digits(relation, row)
    least = LEAST_AGREEING if relation.named else LEAST_DIGITS
    few = (len(seen) >= FEW_AGREEING and digits >= (DIGITS_OF_NAMED if relation.named else DIGITS_OF_FEW)) and not relation.fitted  # fmt: skip
    return len(seen) >= LEAST_AGREEING and digits >= least or few or relation.told and len(seen) >= FEW_AGREEING


def _digits(relation: Relation, row: Row) -> int:
    """How many digits of the target the sources settle."""
    value, number = _value(relation, row), row.amounts[relation.target].number
    if not isinstance(value, Interval):
        return 0
    room = max(value.hi - value.lo, number.unit)
    digits, size = 0, abs(number.value)
    while digits < MOST_DIGITS and size >= room * 10 ** (digits + 1):
        digits += 1
    return digits


# -- which number is at odds --------------------------------------------------------------------------------------


def _problem(table: Table, row: Row, broken: Sequence[Relation], kept: Sequence[Relation]) -> Problem:
    """What is wrong in a row: the number that all broken relations share and none of the kept ones has."""
    shared = set.intersection(*({each.target, *each.sources} for each in broken))
    cleared = {column for each in kept for column in (each.target, *each.sources)}
    suspects = (shared - cleared) or shared or {broken[0].target}
    relation = max(broken, key=lambda each: (each.target in suspects, each.target, each.exact))
    blamed = relation.target if relation.target in suspects else max(suspects)
    found = row.amounts[blamed]
    value = _value(relation, row)
    evidence: dict[str, object] = {"kind": "number", "printed": found.text}
    what = _worded(table, relation)
    target = _head(table, relation.target)
    if blamed == relation.target and isinstance(value, Interval):
        expected = decimal_text(value.middle, max(found.number.decimals, 0)) + found.unit
        evidence["expected"] = expected
        message = f"in all other rows {target} is {what}: here that is {expected}, not {found.text}"
    else:
        message = f"in all other rows {target} is {what}: not so with {found.text} here"
    span = found.span
    return Problem(
        span, message, level="warning", evidence=evidence, key=f"row-breaks-relation@{span.start}-{span.end}"
    )


def _worded(table: Table, relation: Relation) -> str:
    heads = [_head(table, each) for each in relation.sources]
    return relation.wording.format(*heads) if "{}" in relation.wording else relation.wording


def _head(table: Table, column: int) -> str:
    text = re.sub(r"[*_`$]", "", table.header[column].text).strip() if column < len(table.header) else ""
    return text if 0 < len(text) <= 30 else f"column {column + 1}"


__all__ = ["relation_problems", "turned_over"]
