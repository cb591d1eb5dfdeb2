"""What has to come to one or to a hundred percent: rows that are said to, lists of weights, and what remains."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text, printed, printed_as_written
from symformer.documents.document import Document, Prose, Table
from symformer.documents.places import around, section_at
from symformer.findings.finding import Level, Problem
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import PLAIN_NUMBER, Said, Sentence, sentences
from symformer.judging.said.slips import is_slip
from symformer.judging.wording import long_text
from symformer.semantics.statement import Statement
from symformer.terms.term import Matrix, Number, Relation
from symformer.text.cued import Cued
from symformer.text.span import Span

_NUMBER = rf"(?<![\w.^/·×+*_-])(?:{PLAIN_NUMBER})(?![\w^]|[.,]\d|\s?[/*·×^+=])"
_AND = r"\s*(?:,\s*and|,|、|，|\band\b|和|与|及)\s*"
_ABOUT_WEIGHTS = (
    r"(?:attention|softmax|mixing|mixture|routing|gate|convex|normali[sz]ed|averaging)\s+(?:weights?|coefficients?|scores?|outputs?|probabilities|distribution)"
    r"|(?:output|class|predicted|transition|next-(?:token|word))\s+probabilities|probabilities\s+(?:of|for)\s+the\s+(?:(?:two|three|four|five)\s+)?(?:classes|words|tokens|outcomes)"
    r"|\bdivid(?:ing|ed)\s+(?:\w+\s+){0,3}?by\s+(?:the|their|this|its|that)\s+(?:sum|total)\b|\bnormali[sz](?:ing|ed|ation)\b(?!\s+by\b)|除以(?:总和|和|它们的和)|归一化后"
    r"|\bsoftmax\b(?!\s+of\b)|\bmixture\b[^.;:\d]{0,20}?\bweights|(?:attention|softmax|routing|router|gate|gating)[^.;:\d]{0,40}?\b(?:weights|shares)|(?:probability\s+)?distribution|注意力权重|概率分布|输出概率|注意力分布|(?:[两二三四五]类|各类|类别)的?概率"
)
_LISTED = Cued(
    rf"(?P<what>{_ABOUT_WEIGHTS})(?P<between>[^\d.;:!?。；]{{0,60}}?(?:\b(?:is|are|was|were|be|gives?|becomes?|yields?|returns?|outputs?|into|to)\b|[=≈:：]|[为是得]|(?<=weights )|(?<=shares ))[^\d.;!?。；]{{0,24}}?)"
    rf"[\[(]?\s*(?P<list>{_NUMBER}(?:{_AND}{_NUMBER}){{1,9}})\s*[\])]?",
    re.IGNORECASE,
)
_CLASSES = Cued(
    rf"\bprobabilities\b[^\d.;:!?]{{0,40}}?[=≈:(\[\s]\s*(?P<list>{_NUMBER}(?:{_AND}{_NUMBER}){{1,9}})\s*[\])]?\s+(?:for|of|to|over)\s+(?:the|its|all)\s+(?:(?:two|three|four|five|\d)\s+)?(?:classes|words|tokens|outcomes|categories|states)\b",
    re.IGNORECASE,
)
# a list in brackets right behind the word: of three and more that nearly come to one
_BARE = Cued(
    rf"\b(?:probabilities|probability\s+vector|softmax(?:\s+output)?)\s*(?:[:=≈]|are|is|vector)?\s*\[\s*(?P<list>{_NUMBER}(?:\s*,\s*{_NUMBER}){{2,9}})\s*\]",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:\A|\n)\s*(?:[-*+•]|\d+[.)])?\s*(?:softmax\s+)?probabilities\s*:\s*\[\s*\Z", re.IGNORECASE)
_BARE_NEAR = Fraction(1, 5)
_EACH = Cued(_NUMBER)
_NO_SUM = Cued(
    r"\b(?:un-?normali[sz]ed|before (?:the )?(?:softmax|normali[sz]\w*)|independent\w*|sigmoid\w*|logits?|raw|multi-?label|each (?:example|coin|label)|bernoulli|top|most likely|largest|first|other|rest"
    r"|denominator|plus one|quiet|off[- ]by[- ]one|not|n['’]t|never|if|would|should|wrong\w*|(?<!by the )(?<!by their )(?<!by its )(?<!by this )(?<!by that )sum(?:s|ming)?|add(?:s|ing)?|rather|before|causal|masked|dropped|pruned|respectively on|success|failure|remaining|among|only|per|true|correct|update|change\w*|differ\w*)\b"
    r"|…|\.\.\.|\?|未归一|不|独立|最大|前",
    re.IGNORECASE,
)
_ROWS = Cued(
    r"\b(?:each|every|all(?: the)?|the|its|both|these|whose)\s+(?:\w+\s+){0,2}?rows?\b(?P<of>[^.;!?]{0,60}?)\b(?:sums?|add(?:s|ing)?(?:\s+up)?|summing|total(?:s|ling)?)\s+(?:up\s+)?to\s+(?:exactly\s+)?(?:1(?![\d.]*\d)|one\b|100\s?%)"
    r"|(?:每一?行|各行)[^。；，]{0,16}?(?:之和|求和|加起来|和)(?:都|均)?(?:为|是|等于)\s*(?:1(?![\d.]*\d)|一)",
    re.IGNORECASE,
)
_COLUMNS = Cued(_ROWS.pattern.replace("rows?\\b", "columns?\\b").replace("行", "列"), re.IGNORECASE)
_COLUMNS_OPEN = Cued(
    r"\b(?:not|never|no longer|if|would|should|must|rows?|after|before|unless|wrong\w*|once|so that|instead|until)\b|n['’]t\b|\?|不|行",
    re.IGNORECASE,
)
_ROWS_OPEN = Cued(
    r"\b(?:not|never|no longer|if|would|should|must|column\w*|after|before|unless|wrong\w*|once|so that|instead|until)\b|n['’]t\b|\?|不|列",
    re.IGNORECASE,
)
_NAME = Cued(r"\b(?:of|in)\s+(?:the\s+)?(?:[a-z]+\s+)?(?:matrix\s+)?\\?(?P<name>[A-Za-z])(?![A-Za-z])")
FAR = 8000  # characters between a display and what is said of it
LEAST_RIGHT = 2  # rows out of three
NEAR = Fraction(1, 2)


_OF_OTHERS = Cued(
    r"\b(?:squares?|products?|exponentials?|logarithms?|powers?|deviations?|differences?|reciprocals?)\b|平方|指数",
    re.IGNORECASE,
)


def of_other_numbers(sentence: Sentence, listed: Sequence[Said], until: int) -> bool:
    """Whether what is added up is made of other numbers than those that a name is given: "β = (0, 1), the squares add up to"."""
    named = re.search(r"=\s*[\[(]\s*\Z", sentence.text[: listed[0].start]) is not None
    return named and _OF_OTHERS.search(sentence.text, listed[-1].end, until) is not None


def sums_to_one(row: Sequence[PrintedNumber], whole: Fraction = Fraction(1)) -> bool:
    """Whether rounding explains how far printed shares are from one; chosen ones, of one decimal each, are exact.

    >>> from symformer.algebra.printed import printed
    >>> sums_to_one([printed("0.33")] * 3), sums_to_one([printed("0.2"), printed("0.5"), printed("0.4")])
    (True, False)
    """
    off = abs(sum((share.value for share in row), Fraction(0)) - whole)
    if chosen(row):
        return off == 0
    return off <= min((share.unit for share in row), default=Fraction(0)) * Fraction(len(row), 2)


def chosen(row: Sequence[PrintedNumber]) -> bool:
    """Whether shares look chosen rather than worked out: one decimal each, and not all alike as rounded thirds are."""
    alike = len({share.value for share in row}) == 1
    return not alike and all(share.decimals <= 1 for share in row)


def tells_of_rows(text: str) -> bool:
    """Whether words say of some matrix that its rows, or columns, sum to one."""
    return _ROWS.search(text) is not None or _COLUMNS.search(text) is not None


# -- lists in sentences ---------------------------------------------------------------------------------------------


def weight_lists(sentence: Sentence) -> Iterator[Word]:
    """ "The attention weights are 0.2, 0.5 and 0.4"."""
    for pattern in (_LISTED, _CLASSES, _BARE):
        for found in pattern.finditer(sentence.text):
            texts = _EACH.findall(found["list"])
            shares = [printed(text.replace("−", "-")) for text in texts]
            if _NO_SUM.search(sentence.text):
                continue
            if not all(0 <= each.value < 1 for each in shares):
                yield from _above_one(sentence, found, shares)
                continue
            if all(each.exact for each in shares) or sums_to_one(shares):
                continue
            added = sum((each.value for each in shares), Fraction(0))
            if pattern is _BARE and (
                _seen(sentence, found) or abs(added - 1) > _BARE_NEAR or not _look_like_shares(shares)
            ):
                continue
            if abs(added - 1) > NEAR or len(shares) == 2 and abs(added - 1) > Fraction(3, 20):
                continue  # something is left out, or these are no shares
            shown = long_text(Interval.point(added))
            yield sentence, *found.span("list"), "", "", f"{' + '.join(texts)} is {shown}, not 1"


def _seen(sentence: Sentence, found: re.Match[str]) -> bool:
    """Whether a list was found by its words already, or stands under a label, where the lines are read as a recipe."""
    if _LABEL.search(sentence.text, 0, found.start("list")) is not None:
        return True
    return any(
        other.start("list") <= found.start("list") < other.end("list")
        for pattern in (_LISTED, _CLASSES)
        for other in pattern.finditer(sentence.text)
    )


def _look_like_shares(shares: Sequence[PrintedNumber]) -> bool:
    """Whether numbers are printed alike, with two digits and more."""
    return len({each.decimals for each in shares}) == 1 and shares[0].decimals > 1


_TOLD = Cued(r"\b(?:the|this|its|our)\s+(?:[\w-]+\s+){0,2}?distribution\b(?!s)[^.;!?]{0,60}?\b(?:is|was|at|over|of)\b|分布[^。；]{0,20}[为是]", re.IGNORECASE)  # fmt: skip
_IT_IS = Cued(
    rf"\s*(?:(?:so|hence|then|here|thus),?\s+|(?:at|for|with|after|in|when)\s[^.,;!?]{{1,30}}?,?\s)?(?:\b(?:it|this|the result)\s+(?:is|was|becomes|equals|gives)|它?[为是])\s*[\[(]\s*(?P<list>{_NUMBER}(?:{_AND}{_NUMBER}){{1,9}})\s*[\])]",
    re.IGNORECASE,
)


def lists_of_it(before: Sentence, sentence: Sentence) -> Iterator[Word]:
    """ "The smoothed distribution is γ. At t = 2 it is (0.6, 0.5)": what the sentence before speaks of comes to one."""
    found = _IT_IS.match(sentence.text)
    told = _TOLD.match(before.text.lstrip()) if found is not None else None
    if found is None or told is None or _NO_SUM.search(before.text):
        return
    texts = _EACH.findall(found["list"])
    shares = [printed(text.replace("−", "-")) for text in texts]
    added = sum((each.value for each in shares), Fraction(0))
    if not all(0 <= each.value < 1 for each in shares) or sums_to_one(shares) or abs(added - 1) > Fraction(3, 20):
        return
    shown = long_text(Interval.point(added))
    yield sentence, *found.span("list"), "", "", f"{' + '.join(texts)} is {shown}, not 1"


def _above_one(sentence: Sentence, found: re.Match[str], shares: Sequence[PrintedNumber]) -> Iterator[Word]:
    """The one share above one, where the others leave room for it but for a slip of the pen."""
    above = [each for each in shares if each.value > 1 and not each.exact]
    rest = sum((each.value for each in shares if each.value <= 1), Fraction(0))
    if len(above) != 1 or len(shares) < 3 or not 0 < rest < 1 or any(each.value < 0 for each in shares):
        return
    expected = decimal_text(1 - rest, above[0].decimals)
    if is_slip(expected, above[0].text):
        place = next(each for each in _EACH.finditer(found["list"]) if each[0] == above[0].text)
        start = found.start("list") + place.start()
        message = f"{above[0].text} is more than 1; the others leave {expected}"
        yield sentence, start, start + len(place[0]), above[0].text, expected, message


# -- what remains -----------------------------------------------------------------------------------------------------

_PERCENT = Cued(r"(?<![\w.,])(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)", re.IGNORECASE)
_REST = Cued(
    r"\b(?:the|its|their)\s+(?:remaining|rest,?|other)\s*(?:\w+\s+){0,2}(?:\(|of\s+|is\s+|are\s+)?\Z|(?:其余|剩余|剩下)的?[^\d，。]{0,6}\Z",
    re.IGNORECASE,
)
_SHORTFALL = Cued(
    r"\s*(?:error|gap|loss|points|drop|improvement|decrease|increase|difference|faster|slower)", re.IGNORECASE
)
_CHANCE = Cued(
    rf"\b(?:probability|chance|weight|share|fraction|mass)\s+(?:of\s+)?(?P<a>{_NUMBER})[^\d.;]{{0,80}}?\b(?:remaining|rest|complementary|other)\s+(?:probability|chance|weight|share|fraction|mass)?\s*(?:of\s+|is\s+|\()?(?P<b>{_NUMBER})",
    re.IGNORECASE,
)
_NOT_MEANT = Cued(
    r"\b(?:if|suppose|imagine|would|could|might|instead|not|never|wrong(?:ly)?|mistake|naive(?:ly)?|half|third|quarter)\b|n['’]t\b|\?|若|如果|错误",
    re.IGNORECASE,
)


def remainders(sentence: Sentence) -> Iterator[Word]:
    """ "80 % are masked, 10 % replaced, and the remaining 20 % are kept"."""
    percents = list(_PERCENT.finditer(sentence.text))
    if len(percents) > 1 and not _NOT_MEANT.search(sentence.text[: percents[-1].start()]):
        for at, last in enumerate(percents[1:], 1):
            before = percents[:at]
            if _REST.search(sentence.text, before[-1].end(), last.start()) is None or _SHORTFALL.match(sentence.text, last.end()):  # fmt: skip
                continue
            yield from _complement(sentence, [printed_as_written(each["n"]) for each in before], last)
    for found in _CHANCE.finditer(sentence.text):
        one, other = printed_as_written(found["a"]), printed_as_written(found["b"])
        if one.exact or other.exact or not 0 < one.value < 1 or _NOT_MEANT.search(sentence.text[: found.end()]):
            continue
        if abs(one.value + other.value - 1) > max(one.unit, other.unit) / 2:
            expected = decimal_text(1 - one.value, one.decimals)
            message = f"what remains of 1 beside {one.text} is {expected}, not {other.text}"
            yield sentence, *found.span("b"), found["b"], expected, message


def _complement(sentence: Sentence, before: Sequence[PrintedNumber], last: re.Match[str]) -> Iterator[Word]:
    shown = printed_as_written(last["n"])
    unit = max(each.unit for each in (*before, shown))
    sums = [sum((each.value for each in before[at:]), Fraction(0)) for at in range(len(before))]
    if any(abs(each + shown.value - 100) <= unit for each in sums):
        return
    whole = sum((each.value for each in before), Fraction(0))
    if whole >= 100:
        return
    places = max(0, *(each.decimals for each in before))
    expected = decimal_text(100 - whole, places)
    beside = " and ".join(f"{each.text}%" for each in before)
    yield (
        sentence,
        *last.span("n"),
        last["n"],
        expected,
        f"what remains of 100% beside {beside} is {expected}%, not {shown.text}%",
    )


# -- rows that are said to sum to one -----------------------------------------------------------------------------------


def row_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every row of a matrix or table that does not sum to one, though a sentence says that all its rows do."""
    told: set[int] = set()
    for block in document.prose:
        if block.kind == "heading":
            continue
        for sentence in sentences(block.text):
            for pattern, open_ in ((_ROWS, _ROWS_OPEN), (_COLUMNS, _COLUMNS_OPEN)):
                found = pattern.search(sentence.text)
                if found is not None and open_.search(sentence.text) is None:
                    for problem in _of_rows(document, statements, block, sentence, found):
                        if problem.span.start not in told:
                            told.add(problem.span.start)
                            yield problem


_SPEAKS_OF_SHARES = Cued(
    r"soft-?max|attention (?:weights?|matri\w+|patterns?)|probabilit|stochastic|distribution|注意力|概率", re.IGNORECASE
)
FEWEST_ROWS = 3


def odd_row_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """The one row of a displayed matrix that does not sum to one as all the others do, in a note about shares."""
    if _SPEAKS_OF_SHARES.search(document.source.text) is None:
        return
    for statement in statements:
        matrix = _display(statement)
        if statement.stance != "asserted" or statement.hedged or not isinstance(matrix, Matrix):
            continue
        found = list(_matrix(statement, down=False)) if len(matrix.rows) >= FEWEST_ROWS else []
        if len(found) == 1 and found[0].level == "error" and _has_shares(matrix):  # more than roundings can make
            yield replace(found[0], note="all other rows of it do")


def _has_shares(matrix: Matrix) -> bool:
    """Whether a row of a matrix holds several shares of one: of rows like (1, 0, 0) all may be inputs."""
    for row in matrix.rows:
        numbers = [cell.printed for cell in row if isinstance(cell, Number) and cell.printed is not None]
        if sum(number.value > 0 and not number.exact for number in numbers) > 1 and sums_to_one(numbers):
            return True
    return False


def _of_rows(
    document: Document, statements: Sequence[Statement], block: Prose, sentence: Sentence, found: re.Match[str]
) -> Iterator[Problem]:
    place = sentence.span(*found.span())
    down = _COLUMNS.made(found)
    here = section_at(document, place.start)
    named = _NAME.search(found["of"] or "")
    shown = [
        each
        for each in around(statements, place.start, FAR, FAR)
        if isinstance(_display(each), Matrix) and each.stance == "asserted"
    ]
    shown = [each for each in shown if section_at(document, each.span.start) == here]
    if named is not None:
        chosen_ones = [each for each in shown if _is_called(each, named["name"])]
        for statement in chosen_ones:
            yield from _matrix(statement, down=down)
        return
    near: list[tuple[int, Statement | Table]] = []
    tables = [
        each for each in around(document.tables, place.start, FAR, FAR) if section_at(document, each.span.start) == here
    ]
    candidates: list[Statement | Table] = [*shown, *tables]
    for each in candidates:
        gap = place.start - each.span.end if each.span.end <= place.start else each.span.start - block.span.end
        near.append((max(gap, 0), each))
    if near:
        _, nearest = min(near, key=lambda pair: pair[0])
        yield from _table(nearest, down=down) if isinstance(nearest, Table) else _matrix(nearest, down=down)


def _display(statement: Statement) -> object:
    return statement.term.sides[-1] if isinstance(statement.term, Relation) else statement.term


def _is_called(statement: Statement, name: str) -> bool:
    term = statement.term
    return isinstance(term, Relation) and getattr(term.sides[0], "name", None) == name


def _matrix(statement: Statement, *, down: bool) -> Iterator[Problem]:
    matrix = _display(statement)
    if not isinstance(matrix, Matrix):
        return
    rows: list[list[tuple[PrintedNumber, Span]]] = []
    for row in matrix.rows:
        cells = [
            (cell.printed, statement.place(cell.origin)) for cell in row if isinstance(cell, Number) and cell.printed
        ]
        rows.append(cells if len(cells) == len(row) else [])
    yield from _rows(_turned(rows) if down else rows)


def _table(table: Table, *, down: bool) -> Iterator[Problem]:
    rows: list[list[tuple[PrintedNumber, Span]]] = []
    for row in table.rows:
        cells = [(cell.span, re.sub(r"[*`$\s]|\\?%", "", cell.text)) for cell in row[1:]]
        numbers = [(printed(text), span) for span, text in cells if re.fullmatch(r"\d{1,3}(?:\.\d+)?", text)]
        rows.append(numbers if len(numbers) == len(row) - 1 else [])
    yield from _rows(_turned(rows) if down else rows)


def _turned(rows: Sequence[Sequence[tuple[PrintedNumber, Span]]]) -> list[list[tuple[PrintedNumber, Span]]]:
    return [list(column) for column in zip(*rows, strict=False)] if len({len(row) for row in rows}) == 1 else []


def _rows(rows: Sequence[Sequence[tuple[PrintedNumber, Span]]]) -> Iterator[Problem]:
    """The rows that do not sum to one where the others do; nothing where the numbers are no shares at all."""
    full = [row for row in rows if len(row) > 1]
    values = [number for row in full for number, _ in row]
    if len(full) < len(rows) or len(rows) < 2 or all(number.exact for number in values):
        return
    if not all(0 <= number.value <= 1 for number in values):
        return
    wrong = [row for row in full if not sums_to_one([number for number, _ in row])]
    if not wrong or len(wrong) * LEAST_RIGHT > len(full):
        return
    for row in wrong:
        numbers = [number for number, _ in row]
        added = sum((number.value for number in numbers), Fraction(0))
        loose = max(number.unit for number in numbers) * Fraction(len(numbers), 2)
        level: Level = "error" if abs(added - 1) > loose else "warning"
        span = Span(row[0][1].start, row[-1][1].end) if _beside(row) else row[-1][1]
        yield Problem(
            span,
            f"{' + '.join(number.text for number in numbers)} is {long_text(Interval.point(added))}, not 1",
            level=level,
            note="the text says that each of these sums to one",
            evidence={"kind": "number", "expected": "1"},
            key=f"sum-differs@{span.start}-{span.end}",
        )


def _beside(row: Sequence[tuple[PrintedNumber, Span]]) -> bool:
    """Whether the numbers stand in one line, not below one another."""
    return row[-1][1].end - row[0][1].start < 12 * len(row) + 20


__all__ = ["chosen", "lists_of_it", "odd_row_problems", "remainders", "row_problems", "sums_to_one", "weight_lists"]
