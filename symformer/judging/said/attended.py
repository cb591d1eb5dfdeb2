"""What is said of single rows of attention weights: to whom most goes, how much goes where, how even they are.

"*like* puts most of its weight (0.62) on *tea*", "only 1 % of the weight of step 2 goes to step 1", "its largest
weight is 0.50".  Rows go by the names of the tokens, in the order in which the note lists them, or by number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.algebra.printed import PrintedNumber, printed
from symformer.documents.document import Document, Table
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.worked.displayed_arrays import Shown, displayed_arrays
from symformer.semantics.statement import Statement
from symformer.text.cued import Cued
from symformer.text.span import Span

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_ORDINALS_ZH = "一二三四五六七八"
_THINGS = r"token|word|position|row|query|key|step|time step|query token|key token|character"
_QUOTES = "[\"“”'‘’*`「」]{0,3}"
_NUMBERED = Cued(
    rf"\b(?:(?P<ordinal>{'|'.join(_ORDINALS)})(?:\s+(?:{_THINGS}))?|(?:{_THINGS})\s+(?P<digit>\d))\b"
    rf"|第\s*(?P<zh>[{_ORDINALS_ZH}1-8])\s*(?:个)?(?:词元|词|位置|行|token|字|步)",
    re.IGNORECASE,
)
_ITSELF = Cued(r"\b(?:itself|themselves|oneself)\b|自身|自己|它本身", re.IGNORECASE)
_TOPIC = Cued(
    r"\battend|\battention\b|\bweights?\b|\blooks? at\b|\bprefers?\b|\bfocus(?:es|ed)?\b|关注|注意力|权重",
    re.IGNORECASE,
)
_MOST = Cued(
    r"\b(?:most|mostly|mainly|chiefly|primarily|predominantly|strongest|strongly|largest|highest|greatest|heaviest)\b|最",
    re.IGNORECASE,
)
_LEAST = Cued(r"\b(?:least|smallest|lowest|weakest|weakly|hardly|barely)\b|最(?:小|低|少|弱)", re.IGNORECASE)
_LARGEST = Cued(
    r"\b(?:its|the|whose)\s+(?P<which>largest|highest|greatest|biggest|maximum|top|smallest|lowest|minimum)\s+(?:attention\s+)?(?:weight|share|entry|probability)"
    r"\s+(?:there\s+)?(?:is|being|of|reaches|=|equals)\s+(?:only\s+|just\s+|about\s+|≈\s*)?(?P<n>0?\.\d+|\d{1,3}(?:\.\d+)?\s?%)",
    re.IGNORECASE,
)
_EVEN = Cued(
    r"\b(?:more|(?P<less>less))\s+(?P<even>evenly|uniformly|broadly|diffusely|equally|uniform|spread out)\b[^.;]{0,30}?\bthan\b"
    r"|\b(?:(?:more|(?P<less2>less))\s+(?P<sharp>sharply|peaked|concentrated|focused|selectively|strongly)|sharper)\b[^.;]{0,30}?\bthan\b",
    re.IGNORECASE,
)
_NUMBER = Cued(
    r"(?<![\w.,^/·×+-])(?P<n>0?\.\d+|\d{1,3}(?:\.\d+)?\s?(?:%|percent\b)|[01]\.0+)(?![\w^]|\.\d|\s?[/*·×+^])"
)
_MORE_THAN = Cued(
    r"\b(?:(?P<more>more)|(?P<less>less))\s+(?:(?:strongly|heavily|closely|weight|attention|of\s+its\s+(?:weight|attention))\s+)?(?:at|to|on)\b[^.;]{0,40}?\b(?P<than>than)\b",
    re.IGNORECASE,
)
_CLAUSE = Cued(r"(?:,\s*(?:while|whereas|but|and)\b|;|；|，而|，但)", re.IGNORECASE)
_OPEN = Cued(
    r"\b(?:if|would|could|should|might|may|not|never|expect\w*|want|instead|suppose|wrong\w*|mistake\w*|except|besides|before|without|unmasked|heads?|layers?|together|both|each|all|rest|others?|remaining|sum|average|mean|(?:second|next)[\s-](?:most|largest|highest|strongest))\b|n['’]t\b|\?|不|若|如果|其余|一共|头|层",
    re.IGNORECASE,
)
_RECEIVES = Cued(r"\b(?:receiv\w*|gets?|got|attracts?|from|by|between)\b|得到|收到|来自", re.IGNORECASE)
_LISTED = Cued(
    r"(?P<list>(?:[*\"“'‘`「“][^\W\d_][\w'’-]*[*\"”'’`」”](?:\s*[,，、]\s*(?:and\s+|和)?|\s+and\s+|\s*和\s*)?){2,10})"
)
_SENTENCE = Cued(
    r"(?:\b(?:tokens?|words?|sentence|sequence|phrase|input|prompt|example)\b|句子|输入|序列)[^.;\"“*\n]{0,40}?[\"“*「](?P<list>[^\n\"”*」]{3,60})[\"”*」]",
    re.IGNORECASE,
)
_COMMON = frozenset("the a an i it is on in to of and or he she they we you this that was be at for with not".split())
_ELLIPTIC = Cued(
    rf"(?:\s+(?:{_THINGS}))?\s+(?:mostly\s+)?(?:to|on|at)\b", re.IGNORECASE
)  # "the first to …, the second to …"
FAR = 3000
SURELY_EVENER = 0.03  # nats of entropy

Names = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Weights:
    """A matrix whose rows are shares, and what its rows and columns are called."""

    shown: Shown
    rows: Names
    columns: Names

    def at(self, row: int, column: int) -> PrintedNumber | None:
        """An entry as it is printed."""
        return self.shown.rows[row][column].number


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    row: int | None
    column: int | None


def attended_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Everything that sentences say of rows of weights, where the matrix above shows otherwise."""
    blocks = [each for each in document.prose if each.kind != "heading" and _TOPIC.search(each.text.text)]
    if not blocks:
        return
    shown = [each for each in displayed_arrays(document, statements) if _is_shares(each)]
    lists = list(_name_lists(document)) if shown else []
    for block in blocks if shown else ():
        for sentence in sentences(block.text):
            if _TOPIC.search(sentence.text) is None:
                continue
            near = [each for each in shown if 0 < sentence.place(0) - each.span.end < FAR]
            if near:
                yield from _of_sentence(sentence, _weights(document, near[-1], lists), near)


def _is_shares(shown: Shown) -> bool:
    """Whether all rows of a matrix but one are shares of one; some are no whole numbers."""
    rows = shown.values
    if len(rows) < 2 or not 2 <= len(rows[0]) <= 10 or any(not 0 <= value <= 1 for row in rows for value in row):
        return False
    near = [abs(sum(row) - 1) <= sum(wide) + 1e-9 for row, wide in zip(rows, shown.halves, strict=True)]
    return sum(near) >= max(2, len(rows) - 1) and any(value not in (0.0, 1.0) for row in rows for value in row)


def _name_lists(document: Document) -> Iterator[tuple[int, list[str]]]:
    """The lists of words of a note, which may be its tokens, and where they stand."""
    for block in document.prose:
        text = block.text.text
        for found in _LISTED.finditer(text):
            words = [each.casefold() for each in re.findall(r"[*\"“'‘`「]([^\W\d_][\w'’-]*)[*\"”'’`」]", found["list"])]
            yield block.text.origin_starts([found.start()])[0], words
        for found in _SENTENCE.finditer(text):
            words = [each.casefold() for each in re.findall(r"[^\W\d_][\w'’-]*", found["list"])]
            yield block.text.origin_starts([found.start()])[0], words


def _weights(document: Document, shown: Shown, lists: Sequence[tuple[int, list[str]]]) -> _Weights:
    height, width = shown.size
    table = next((each for each in document.tables if each.span == shown.span), None)
    if table is not None:
        return _Weights(shown, _labels(table, rows=True), _labels(table, rows=False))

    def named(count: int) -> Names:
        fitting = [words for at, words in lists if len(words) == count == len(set(words)) and at < shown.span.start]
        fitting = fitting or [words for _, words in lists if len(words) == count == len(set(words))]
        return {word: at for at, word in enumerate(fitting[-1])} if fitting else {}

    return _Weights(shown, named(height), named(width))


def _labels(table: Table, *, rows: bool) -> Names:
    cells = [row[0] for row in table.rows] if rows else table.header[1:]
    words = [re.sub(r"[*`$\"“”'→()]", "", cell.text).strip().casefold() for cell in cells]
    return {word: at for at, word in enumerate(words)} if len(set(words)) == len(words) else {}


def _of_sentence(sentence: Sentence, weights: _Weights, near: Sequence[Shown]) -> Iterator[Problem]:
    ends = [found.start() for found in _CLAUSE.finditer(sentence.text)]
    whole = list(_mentions(sentence, weights))
    if _OPEN.search(sentence.text) is None:
        yield from _largest(sentence, whole, weights)
        yield from _evener(sentence, whole, weights)
    for start, end in zip([0, *ends], [*ends, len(sentence.text)], strict=True):
        clause = sentence.text[start:end]
        if _OPEN.search(clause) or _EVEN.search(clause) or _LARGEST.search(clause) or "?" in sentence.text:
            continue
        mentions = [each for each in whole if start <= each.start < end]
        yield from _more_than(sentence, start, end, mentions, weights, near)
        pair = _pair(clause, mentions)
        if pair is not None and _ELLIPTIC.match(sentence.text, mentions[1].end) is None:
            yield from _amount(sentence, start, end, pair, weights, near)
            yield from _mostly(sentence, start, end, pair, mentions, weights, near)


def _mentions(sentence: Sentence, weights: _Weights) -> Iterator[_Mention]:
    """The tokens that a sentence speaks of, by name or by number."""
    text, start, end = sentence.text, 0, len(sentence.text)
    height, width = weights.shown.size
    found: list[_Mention] = []
    for each in _NUMBERED.finditer(text, start, end):
        at = (
            _ORDINALS.index(each["ordinal"].casefold())
            if each["ordinal"]
            else _ORDINALS_ZH.index(each["zh"])
            if each["zh"] and each["zh"] in _ORDINALS_ZH
            else int(each["digit"] or each["zh"]) - 1
        )
        found.append(_Mention(*each.span(), at if 0 <= at < height else None, at if 0 <= at < width else None))
    for name in {**weights.rows, **weights.columns}:
        pattern = rf"{_QUOTES}(?<!\w){re.escape(name)}(?!\w){_QUOTES}" if name.isascii() else re.escape(name)
        for each in re.finditer(pattern, text[start:end], re.IGNORECASE):
            one = _Mention(each.start() + start, each.end() + start, weights.rows.get(name), weights.columns.get(name))
            if not (len(name) == 1 and name.isascii() or name in _COMMON) or sentence.is_marked(one.start, one.end):
                found.append(one)
    for each in _ITSELF.finditer(text, start, end):
        before = [one for one in sorted(found, key=lambda one: one.start) if one.start < each.start()]
        if before:
            found.append(_Mention(*each.span(), None, before[-1].row))
    yield from sorted(found, key=lambda one: one.start)


def _pair(clause: str, mentions: Sequence[_Mention]) -> tuple[int, int] | None:
    """From which row to which column a clause speaks: of the first that it names to the second."""
    if len(mentions) != 2 or _RECEIVES.search(clause):
        return None
    row, column = mentions[0].row, mentions[1].column
    return (row, column) if row is not None and column is not None else None


def _shows(entry: PrintedNumber | None, told: PrintedNumber, *, percent: bool) -> bool:
    if entry is None:
        return False
    value = entry.value * (100 if percent else 1)
    half = entry.half_width() * (100 if percent else 1)
    return value == told.value or abs(value - told.value) < half + told.unit / 2


def _amount(
    sentence: Sentence, start: int, end: int, pair: tuple[int, int], weights: _Weights, near: Sequence[Shown]
) -> Iterator[Problem]:
    """ "only 1 % of the weight of step 2 goes to step 1"."""
    numbers = list(_NUMBER.finditer(sentence.text, start, end))
    if len(numbers) != 1 or re.search(r"\b(?:half|third|quarter|nearly|almost|over|more than|less than|under|roughly)\b", sentence.text[start:end]):  # fmt: skip
        return
    percent = bool(re.search(r"%|percent", numbers[0]["n"]))
    told = printed(re.sub(r"\s?(?:%|percent)", "", numbers[0]["n"]).replace(" ", ""))
    row, column = pair
    for shown in near:
        for i, j in ((row, column), (column, row)):
            if i < shown.size[0] and j < shown.size[1] and _shows(shown.rows[i][j].number, told, percent=percent):
                return
    entry = weights.at(row, column)
    if entry is None:
        return
    right = f"{round(float(entry.value) * 100)}%" if percent else entry.text
    span = sentence.span(*numbers[0].span("n"))
    message = f"row {row + 1}, column {column + 1} of the weights is {entry.text}, not {numbers[0]['n'].strip()}"
    yield _problem(span, numbers[0]["n"], right, message, weights)


def _mostly(
    sentence: Sentence,
    start: int,
    end: int,
    pair: tuple[int, int],
    mentions: Sequence[_Mention],
    weights: _Weights,
    near: Sequence[Shown],
) -> Iterator[Problem]:
    """ "like puts most of its weight on tea"."""
    row, column = pair
    clause = sentence.text[start:end]
    least = _LEAST.search(clause) is not None
    if least and re.search(r"hardly|barely", clause) or not least and _MOST.search(clause) is None:
        return
    choose = min if least else max
    if len(near) > 1 and not _same(near):
        return
    values = weights.shown.values[row]
    if values[column] == choose(values) or least and 0.0 in values:
        return
    best = values.index(choose(values))
    name = next((each for each, at in weights.columns.items() if at == best), _ORDINALS[best])
    here, there = weights.at(row, column), weights.at(row, best)
    if here is None or there is None:
        return
    sign = "<" if least else ">"
    message = f"row {row + 1} of the weights has {there.text} ({name}) {sign} {here.text}"
    span = sentence.span(mentions[1].start, mentions[1].end)
    yield _problem(span, sentence.text[mentions[1].start : mentions[1].end], name, message, weights)


def _more_than(
    sentence: Sentence,
    start: int,
    end: int,
    mentions: Sequence[_Mention],
    weights: _Weights,
    near: Sequence[Shown],
) -> Iterator[Problem]:
    """ "Token 3 looks more at token 2 than at itself": two entries of one row."""
    found = _MORE_THAN.search(sentence.text, start, end)
    if found is None or len(mentions) != 3 or _RECEIVES.search(sentence.text, start, end):
        return
    subject, one, other = mentions
    if not (subject.end <= found.start() and one.end <= found.start("than") <= other.start) or subject.row is None:
        return
    columns = [subject.row if _ITSELF.fullmatch(sentence.text, *_of(each)) else each.column for each in (one, other)]
    first, second = columns
    if first is None or second is None or first == second:
        return
    for shown in near:
        if subject.row >= shown.size[0] or max(first, second) >= shown.size[1]:
            return
        row = shown.values[subject.row]
        if row[first] == row[second] or (row[first] > row[second]) != bool(found["less"]):
            return
    here, there = weights.at(subject.row, first), weights.at(subject.row, second)
    if here is None or there is None:
        return
    sign = ">" if found["less"] else "<"
    message = f"row {subject.row + 1} of the weights has {here.text} {sign} {there.text}"
    place = found.span("less" if found["less"] else "more")
    yield _problem(sentence.span(*place), found[0], "more" if found["less"] else "less", message, weights)


def _of(mention: _Mention) -> tuple[int, int]:
    return mention.start, mention.end


def _same(near: Sequence[Shown]) -> bool:
    """Whether all matrices of weights in reach are one, shown again."""
    return all(each.values == near[-1].values for each in near)


def _largest(sentence: Sentence, mentions: Sequence[_Mention], weights: _Weights) -> Iterator[Problem]:
    """ "The third token …: its largest weight is only 0.50"."""
    for found in _LARGEST.finditer(sentence.text):
        before = [each.row for each in mentions if each.start < found.start() and each.row is not None]
        if not before:
            continue
        percent = "%" in found["n"]
        told = printed(found["n"].replace("%", "").strip())
        low = found["which"].casefold() in ("smallest", "lowest", "minimum")
        extremes = []
        for row in before:
            cells = [entry.number for entry in weights.shown.rows[row] if entry.number is not None]
            extremes.append((min if low else max)(cells, key=lambda cell: cell.value))
        if any(_shows(each, told, percent=percent) for each in extremes):
            continue
        span = sentence.span(*found.span("n"))
        message = (
            f"the {found['which'].casefold()} weight of row {before[0] + 1} is {extremes[0].text}, not {found['n']}"
        )
        yield _problem(span, found["n"], extremes[0].text, message, weights)


def _evener(sentence: Sentence, mentions: Sequence[_Mention], weights: _Weights) -> Iterator[Problem]:
    """ "spreads its attention more evenly than the second": by the entropy of the two rows."""
    found = _EVEN.search(sentence.text)
    if found is None:
        return
    before = [each for each in mentions if each.start < found.start() and each.row is not None]
    behind = [each.row for each in mentions if each.start >= found.end() and each.row is not None]
    if not 1 <= len(before) <= 2 or not behind or before[0].row is None or before[0].row == behind[0]:
        return
    rows = weights.shown.values[before[0].row], weights.shown.values[behind[0]]
    if re.match(r"\s*(?:it\s+\w+\s+)?(?:to|on|at)\b", sentence.text[found.end() :]):
        return  # "attends more strongly to token 1 than to token 3": within one row
    one, other = (_entropy(row) for row in rows)
    evener = bool(found["even"]) != bool(found["less"] or found["less2"])
    if abs(one - other) < SURELY_EVENER or (one > other) == evener:
        return
    if len(before) == 2:  # "token 3 prefers token 2 more sharply than token 1 does" speaks of one column first of all
        column = before[1].column
        if column is None or rows[0][column] == rows[1][column] or (rows[0][column] < rows[1][column]) == evener:
            return
    elif found["sharp"] == "strongly":
        return  # attends more strongly, to what is not said
    word = "less" if evener else "more"
    message = f"row {before[0].row + 1} of the weights is {word} even than row {behind[0] + 1}"
    yield _problem(sentence.span(*found.span()), found[0], "", message, weights)


def _entropy(row: Sequence[float]) -> float:
    return -sum(value * math.log(value) for value in row if value > 0)


def _problem(span: Span, shown: str, expected: str, message: str, weights: _Weights) -> Problem:
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": shown.strip(), "expected": expected},
        related=(Related(weights.shown.span, "the weights"),),
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["attended_problems"]
