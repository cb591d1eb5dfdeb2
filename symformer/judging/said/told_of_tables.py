"""What a sentence says of the cells of a table by the names of their rows and columns: which is the largest, how many
times one is another, how much of the total it is.

"The recall is largest at 0.3", "XL has 12.6 times as many parameters as small", "78 % of the parameters are in C5":
each is held against the cells that it names.  A sentence is told only where no column that it may mean bears it out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.cells_named import Grid, Named, columns_named, grids_near, rows_named, scaled
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.tables.amounts import Amount, of_one_kind
from symformer.text.cued import Cued

_MOST = r"largest|biggest|highest|greatest|longest|strongest|most|maximal|最大|最高|最多|最长"
_LEAST = r"smallest|lowest|least|fewest|shortest|weakest|minimal|最小|最低|最少|最短"
_EXTREME = Cued(rf"(?<!\bat )(?:(?<![\w-])|(?<=[\u4e00-\u9fff]))(?:(?P<most>{_MOST})|(?P<least>{_LEAST}))(?![\w-]*[a-z])", re.IGNORECASE)  # fmt: skip
_IS = Cued(
    r"\s*+(?:values?\s++|scores?\s++)?(?:is|are|was|were|becomes?|的|在)?\s*(?:by far|thus|therefore|clearly|then|again|also|the|值)?\s*",
    re.IGNORECASE,
)
_CLAUSES = Cued(
    r"[;；:：]|,\s+(?!and\s+\d)|，|\b(?:while|whereas|but)\b|\band\s+(?=(?:(?:has|reaches|gets|gives|needs|achieves|takes|shows|attains|ends\s+with)\s+)?the\b)",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|may|might|not|never|no|neither|nor|usually|often|generally|expected?|unless|when|whenever|always|suppose|among|remaining|except|besides|other|others|otherwise|apart|except|without|so far|per|relative|respectively|both|differences?|gaps?|each|every|estimated?)\b"
    r"|n['’]t\b|\?|若|如果|不|除|之差|分别",
    re.IGNORECASE,
)
_NEXT = Cued(r"\b(?:second|third|next)\b|其次|第二", re.IGNORECASE)
_OF_CHANGE = Cued(r"\b(?:increase\w*|improve\w*|gains?|drops?|falls?|rises?|change[sd]?)\b|提升|下降", re.IGNORECASE)
_OF_SOME = Cued(r"\bof\s+(?:the|these|those|its|their|our)\s+(?:two|three|four|\w+\s+)?\w*s\b", re.IGNORECASE)
_WORDS: dict[str, Fraction] = {
    "twice": Fraction(2), "double": Fraction(2), "half": Fraction(2), "halved": Fraction(2), "third": Fraction(3), "quarter": Fraction(4), "fifth": Fraction(5),
    "sixth": Fraction(6), "eighth": Fraction(8), "tenth": Fraction(10), "two": Fraction(2), "three": Fraction(3), "four": Fraction(4), "five": Fraction(5),
    "six": Fraction(6), "eight": Fraction(8), "ten": Fraction(10), "一半": Fraction(2), "两": Fraction(2), "三": Fraction(3), "四": Fraction(4), "五": Fraction(5),
}  # fmt: skip
_ABOUT = r"(?P<about>about|around|roughly|approximately|nearly|almost|some|over|more than|less than|under|close to|not quite|约|大约|近)?\s*"
_TIMES = Cued(
    rf"{_ABOUT}(?<![\w.])(?:(?P<k>\d+(?:\.\d+)?|two|three|four|five|six|eight|ten)\s*(?:times|×|x\b|-?fold\b)(?!\s*\d)(?P<more>\s+(?:more|larger|bigger|higher|longer|fewer|smaller|less))?"
    r"|(?P<word>twice|double|half(?!-))(?=\s+(?:as|the|of|that))|(?:an?|one)\s+(?P<part>third|quarter|fifth|sixth|eighth|tenth)\b(?=\s+(?:of|as)\b|\W*\Z)|\bfactor\s+of\s+(?P<factor>\d+(?:\.\d+)?)(?![\w.]*\d)"
    r"|(?P<zh>\d+(?:\.\d+)?|[两三四五])\s*倍|(?P<zh2>一半))",
    re.IGNORECASE,
)
_PEAK = Cued(
    r"\b(?:the|its)\s+(?P<peak>maximum|maximal|peak|largest|highest)\b(?!\s+(?:number|length|size))|(?P<peak2>最大值|峰值|最高值)",
    re.IGNORECASE,
)
_PERCENT = Cued(rf"{_ABOUT}(?<![\w.])(?P<p>\d{{1,3}}(?:\.\d+)?)\s?(?:%|percent\b)", re.IGNORECASE)
_SHARE = Cued(
    r"\b(?:of|account\w*|make\w*\s+up|share|fraction|part|belongs?|(?:are|is|sits?|lies?|lives?)\s+in)\b|占",
    re.IGNORECASE,
)
# "doubling the length makes the scores four times as expensive, but the projections only twice": beside what they were
_CHANGED = Cued(
    r"\b(?:doubling|halving|tripling|quadrupling|increasing|reducing)\b|\b(?:makes?|becomes?|gets?)\b[^.;,]{0,40}\btimes\b|变为原来|加倍|减半|增加到|降到",
    re.IGNORECASE,
)
_AS = Cued(
    r"\s*(?:as\s+(?:much|many|large|big|long|high|fast|slow|expensive|wide|deep)(?:\s+[a-z]+){0,2}?\s+as|the\s+[a-z]+(?:\s+[a-z]+)?\s+of"
    r"|(?:more|fewer|less|larger|smaller|longer|bigger)?(?:\s+[a-z]+){0,2}?\s+than)\s+(?:that\s+of\s+|those\s+of\s+|the\s+)?",
    re.IGNORECASE,
)
_SUBJECT = Cued(r"[\W_]*(?:(?:so|thus|hence|here|now|the|model|method|variant),?\s+)*", re.IGNORECASE)
NEAR, ROUGH, WORDED = Fraction(4, 100), Fraction(1, 4), Fraction(1, 10)  # how far a ratio may be off
ALIKE = Fraction(103, 100)  # between ratios of several columns that all say the same
MOST_COLUMNS = 4  # that a ratio may be of, where none is named


def table_word_problems(document: Document) -> Iterator[Problem]:
    """Everything said of cells by their rows and columns that these cells contradict."""
    if not document.tables:
        return
    for block in document.prose:
        text = block.text.text
        says = (_EXTREME.search(text), _TIMES.search(text), _PERCENT.search(text))
        if block.kind == "heading" or not any(says):
            continue
        grids = grids_near(document, block.span.start)
        for sentence in sentences(block.text) if grids else ():
            yield from _of_sentence(sentence, grids)


def _of_sentence(sentence: Sentence, grids: Sequence[Sequence[Grid]]) -> Iterator[Problem]:
    for judge in (_extremes, _multiples, _shares):
        known = [each for ways in grids if (each := _either(judge, sentence, ways)) is not None]
        if known and all(known):  # no table bears it out
            yield from known[0]


Judged = list[Problem] | None
"""What is wrong; None where the sentence says nothing of a table, [] where it is right of it."""


def _either(judge: Callable[[Sentence, Grid], Judged], sentence: Sentence, ways: Sequence[Grid]) -> Judged:
    """What a sentence says of a table as it stands, or else of it turned over."""
    return next((each for grid in ways if (each := judge(sentence, grid)) is not None), None)


# -- the largest and the smallest --------------------------------------------------------------------------------------


def _extremes(sentence: Sentence, grid: Grid) -> Judged:
    told: list[Problem] = []
    said = False
    way: str | None = None
    row: Named | None = None
    for start, end in _clauses(sentence.text):
        clause = sentence.text[start:end]
        rows, columns = rows_named(clause, grid), columns_named(clause, grid)
        pair = next(((found, column) for found in _EXTREME.finditer(clause) for column in columns if _belongs(clause, found, column)), None)  # fmt: skip
        if any(pattern.search(clause) for pattern in (_OPEN, _OF_CHANGE, _NEXT)):
            return None
        if _OF_SOME.search(clause, pair[0].start() if pair is not None else 0):
            return None
        if pair is not None:
            way = "most" if pair[0]["most"] else "least"
            column = pair[1]
        elif way is None or len(columns) != 1 or not rows or _EXTREME.search(clause):
            row = rows[0] if len(rows) == 1 else None
            continue
        else:
            column = columns[0]
        if len({each.at for each in rows}) > 1:
            return None
        row = Named(rows[0].at, rows[0].start + start, rows[0].end + start) if rows else row
        values = grid.column(column.at)
        if row is None or values is None:
            continue
        said = True
        best = max(values) if way == "most" else min(values)
        if values[row.at] != best:
            told.append(_not_extreme(sentence, grid, row, column.at, values.index(best), way))
    return told if said else None


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _CLAUSES.finditer(text):
        yield start, found.start()
        start = found.end()
    yield start, len(text)


def _belongs(clause: str, extreme: re.Match[str], column: Named) -> bool:
    """Whether it is the column that is said to be largest: "the highest recall", "the recall is highest"."""
    if extreme.end() <= column.start:
        between = clause[extreme.end() : column.start]
        return (
            re.fullmatch(r"\s*(?:的|number of|value of|share of|overall|final)?\s*", between, re.IGNORECASE) is not None
        )
    if extreme[0].casefold() == "most" or column.end > extreme.start():
        return False
    return _IS.fullmatch(clause, column.end, extreme.start()) is not None


def _not_extreme(sentence: Sentence, grid: Grid, row: Named, column: int, best: int, way: str) -> Problem:
    mine, its = grid.cells[row.at][column], grid.cells[best][column]
    sign = ">" if way == "most" else "<"
    message = f"{_shown(its)} ({grid.labels[best]}) {sign} {_shown(mine)} ({grid.labels[row.at]})"
    return _problem(sentence, (row.start, row.end), grid.labels[row.at], grid.labels[best], message, (mine, its))


def _shown(cell: Amount | None) -> str:
    return cell.text if cell is not None else ""


# -- multiples -----------------------------------------------------------------------------------------------------


def _multiples(sentence: Sentence, grid: Grid) -> Judged:
    text = sentence.text
    places = list(_TIMES.finditer(text))
    if not places or _OPEN.search(text) or _CHANGED.search(text):
        return None
    told: list[Problem] = []
    said = False
    for at, found in enumerate(places):
        members = _members(text, grid, found, _PEAK.search(text) is not None)
        if members is None:
            continue
        end = places[at + 1].start() if at + 1 < len(places) else len(text)
        named = columns_named(text[found.start() : end], grid)[:1] or columns_named(text[: found.start()], grid)[-1:]
        numeric = [each for each in range(len(grid.heads)) if grid.column(each) is not None]
        columns = [each.at for each in named] or numeric
        ratios = [ratio for column in columns for ratio in _ratios(grid, column, members)]
        factor, loose = _factor(found)
        if _is_part_in_cell(found, factor, grid, members, [each.at for each in columns_named(text, grid)]):
            continue  # "a third of the weight of *cat* goes to *the*": the cell holds the part
        if len(members) == 2 and all(_has_within(grid, row, numeric, factor, loose, found) for row in members):
            continue  # "weights and gradients are half as large": in one column as in another
        said = said or bool(ratios)
        if not ratios or any(_fits(ratio, factor, loose, found) for ratio in ratios):
            continue
        everywhere = (ratio for each in numeric for ratio in _ratios(grid, each, members))
        alike = len(ratios) == len(columns) and max(ratios) <= min(ratios) * ALIKE
        if len(columns) > 1 and not alike or any(_fits(ratio, factor, loose, found) for ratio in everywhere):
            return None  # of which column it is said is left open
        told.append(_not_times(sentence, grid, found, members, columns[0], ratios[0]))
    return told if said else None


def _is_part_in_cell(
    found: re.Match[str], factor: Fraction, grid: Grid, rows: Sequence[int], columns: Sequence[int]
) -> bool:
    """Whether a part of a whole is what stands in a row and a column that the sentence names."""
    if not (found["part"] or found["word"] == "half"):
        return False
    part = min(factor, 1 / factor)
    cells = (grid.cells[row][column] for row in rows for column in columns)
    return any(cell is not None and abs(cell.number.value - part) <= WORDED * part for cell in cells)


def _has_within(
    grid: Grid, row: int, columns: Sequence[int], factor: Fraction, loose: Fraction, found: re.Match[str]
) -> bool:
    """Whether two numbers of one row have the ratio."""
    values = [cell.number.value for each in columns if (cell := grid.cells[row][each]) is not None]
    pairs = (sorted(each) for each in combinations(values, 2))
    return any(one > 0 and _fits(other / one, factor, loose, found) for one, other in pairs)


def _members(text: str, grid: Grid, factor: re.Match[str], peak: bool) -> tuple[int, ...] | None:
    """The two rows that a factor lies between, or the one that is compared with the largest of all."""
    named = rows_named(text, grid)
    behind = [each for each in named if each.start >= factor.end() and _AS.fullmatch(text, factor.end(), each.start)]
    clause = max(text.rfind(mark, 0, factor.start()) for mark in ";:") + 1
    before = [each for each in named if clause <= each.start and each.end <= factor.start()]
    if behind and before and _SUBJECT.fullmatch(text, clause, before[0].start) is not None:
        one, other = before[0].at, behind[0].at  # "MHA needs 4 times as much memory as GQA and 32 times as much as MQA"
        return (one, other) if one != other else None
    clauses = (each for each in _clauses(text) if each[0] <= factor.end() - 1 < each[1])
    start, end = next(clauses, (0, len(text)))
    for stretch in (text[start:end], text):
        rows = tuple(dict.fromkeys(each.at for each in rows_named(stretch, grid)))
        if len(rows) == 2 or len(rows) == 1 and peak:
            return rows
        if rows and (peak or len(rows) > 2):
            return None
    return None


def _ratios(grid: Grid, column: int, members: Sequence[int]) -> list[Fraction]:
    values = grid.column(column)
    if values is None:
        return []
    units = {cell.unit for row in members if (cell := grid.cells[row][column]) is not None}
    if not of_one_kind(units - {""}):
        return []  # parameters and bytes
    one = values[members[0]]
    other = values[members[1]] if len(members) == 2 else max(values)
    if one <= 0 or other <= 0:
        return []
    return [max(one, other) / min(one, other)]


def _factor(found: re.Match[str]) -> tuple[Fraction, Fraction]:
    """How many times, and how far from it the ratio may be, as a share."""
    word = (found["k"] or found["word"] or found["part"] or found["factor"] or found["zh"] or found["zh2"]).casefold()
    loose = ROUGH if found["about"] else Fraction(0)
    if word in _WORDS:
        return _WORDS[word], max(loose, WORDED)
    number: PrintedNumber = printed(word)
    rounded = WORDED if number.exact else number.unit * Fraction(6, 10) / number.value
    return number.value, max(loose, NEAR, rounded)


def _fits(ratio: Fraction, factor: Fraction, loose: Fraction, found: re.Match[str]) -> bool:
    wanted = [factor, factor + 1] if found["more"] else [factor]
    return any(abs(ratio - max(each, 1 / each)) <= loose * ratio for each in wanted if each > 0)


def _not_times(sentence: Sentence, grid: Grid, found: re.Match[str], members: Sequence[int], column: int, ratio: Fraction) -> Problem:  # fmt: skip
    name = next(each for each in ("k", "word", "part", "factor", "zh", "zh2") if found[each])
    if len(members) == 2:
        first, second = (grid.cells[at][column] for at in members)
    else:
        values = grid.column(column) or []
        first, second = grid.cells[members[0]][column], grid.cells[values.index(max(values))][column]
    shown = decimal_text(ratio, 0 if ratio.denominator == 1 else 1 if ratio >= 2 else 2)
    message = f"{_shown(first)} and {_shown(second)}: that is a factor of {shown}"
    word = found[name] if name in ("k", "factor", "zh") and found[name][0].isdigit() else ""
    return _problem(sentence, found.span(name), word, shown if word else "", message, (first, second))


# -- shares of the total ----------------------------------------------------------------------------------------------


def _shares(sentence: Sentence, grid: Grid) -> Judged:
    text = sentence.text
    places = list(_PERCENT.finditer(text))
    rows = list(dict.fromkeys(each.at for each in rows_named(text, grid)))
    if (
        len(places) != 1
        or grid.total is None
        or not 1 <= len(rows) <= 2
        or _OPEN.search(text)
        or _OF_CHANGE.search(text)
    ):
        return None
    (found,) = places
    shown = printed(found["p"])
    wanted = shown.unit * Fraction(6, 10) + (5 if found["about"] and shown.exact and shown.value % 5 == 0 else 2 if found["about"] else 0)  # fmt: skip
    named = [each.at for each in columns_named(text, grid)]
    ways = [(column, share) for column in range(len(grid.heads)) for share in _possible(grid, column, rows)]
    if not ways or any(abs(share - shown.value) <= wanted for _, share in ways):
        return [] if ways else None
    told = [(column, share) for column in range(len(grid.heads)) for share in _share(grid, column, rows)]
    told = [each for each in told if not named or each[0] in named]
    if len(told) != 1 or _SHARE.search(text) is None:
        return None
    column, share = told[0]
    cells = [grid.cells[row][column] for row in rows]
    total = grid.total[column]
    expected = decimal_text(share, max(shown.decimals, 0))
    what = " and ".join(_shown(each) for each in cells)
    message = f"{what} of {_shown(total)} is {expected}%, not {found['p']}%"
    return [_problem(sentence, found.span("p"), found["p"], expected, message, (*cells, total))]


def _share(grid: Grid, column: int, rows: Sequence[int]) -> list[Fraction]:
    """What the rows together are of the total, in percent."""
    total = grid.total[column] if grid.total is not None else None
    values = [grid.value(row, column) for row in rows]
    known = [each for each in values if each is not None]
    if total is None or len(known) < len(values) or scaled(total) <= 0 or total.unit == "%":
        return []
    return [100 * sum(known, Fraction(0)) / scaled(total)]


def _possible(grid: Grid, column: int, rows: Sequence[int]) -> list[Fraction]:
    """All that a percentage beside the rows may say: their share, the rest, one of another, by how much they differ."""
    found = _share(grid, column, rows)
    found += [100 - each for each in found]
    for row in rows:
        found += _share(grid, column, [row])
        cell = grid.cells[row][column]
        found += [cell.number.value, 100 * cell.number.value] if cell is not None else []
    values = [each for row in range(len(grid.labels)) if (each := grid.value(row, column))]
    own = [each for row in rows if (each := grid.value(row, column))]
    for one, other in ((a, b) for a in own for b in values):
        found += [
            100 * one / other,
            100 * other / one,
            100 * (1 - one / other),
            100 * (one / other - 1),
            100 * (other / one - 1),
        ]
    return found


def _problem(
    sentence: Sentence, place: tuple[int, int], shown: str, expected: str, message: str, cells: Sequence[Amount | None]
) -> Problem:
    span = sentence.span(*place)
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", **({"printed": shown, "expected": expected} if shown else {})},
        related=tuple(Related(each.span, f"{each.text} stands here") for each in cells if each is not None),
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["table_word_problems"]
