"""What is said of a list of numbers: their sum, mean, median, product, and the like.

The list stands before the words in the same paragraph, or is the last one shown above under the name that is given;
for a matrix the words are about its rows or columns.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed_as_written
from symformer.documents.places import around
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Index, Matrix, Number, Relation, Symbol, Term
from symformer.text.cued import Cued

_NUMBER = rf"(?<![\w.^/·×+*_])(?:{PLAIN_NUMBER})(?![\w^]|[.,]\d|\s?[/*·×^+=])"
_AND = r"\s*(?:,\s*and|,|、|，|;|\band\b|和|与|及)\s*"
_LIST = Cued(rf"[\[({{]?\s*{_NUMBER}(?:{_AND}{_NUMBER}){{2,11}}\s*[\])}}]?")
_EACH = Cued(_NUMBER)
_KINDS = (
    r"(?P<sum>sum|total|之和|总和|和)|(?P<mean>(?:arithmetic\s+)?mean|average|均值|平均值?|平均数)|(?P<median>median|中位数)|(?P<product>(?<!dot )(?<!dot-)(?<!inner )(?<!scalar )(?<!cross )(?<!outer )(?<!matrix )product|乘积)"
    r"|(?P<variance>(?:(?P<sample>sample|unbiased)\s+)?variance|方差)|(?P<deviation>standard deviation|标准差)|(?P<squares>sum of (?:their |the )?squares|squared (?:norm|length)|平方和)"
    r"|(?P<norm>(?:Euclidean\s+)?(?<!max )(?<!RMS )(?<!infinity )(?<!spectral )(?:norm|(?<!to )(?<!of )(?<!in )(?<!same )(?<!equal )(?<!sequence )length)|L2 norm|范数)|(?P<entropy>entropy|熵)|(?P<greatest>maximum|largest(?:\s+(?:of them|entry|value|one))?|最大值)|(?P<least>minimum|smallest(?:\s+(?:of them|entry|value|one))?|最小值)"
)
_SAID = Cued(
    rf"(?:\b(?:their|its|the|whose|an?|with|and)\s+|其|它们的|，|,)?\s*(?:{_KINDS})(?:\s+of\s+(?:them|these|the (?:\w+\s+)?(?:numbers|values|entries|logarithms|terms|scores|weights|losses|list|vector|row)|\\?(?P<name>[A-Za-z])(?![A-Za-z])))?"
    rf"\s*(?:is|are|was|of|being|=|≈|:|为|是|等于)?\s*(?:then\s+|exactly\s+|about\s+|≈\s*|约\s*)?(?P<n>{_NUMBER})",
    re.IGNORECASE,
)
# "its length", "and length": of the list; "a stride length", "a block length": of something that is no vector
_OF_A_VECTOR = Cued(
    r"(?:\A|[^\w\s-]|\b(?:the|its|their|whose|an?|with|and|has|have|of|is|are|at|vector|euclidean|total))\s*\Z",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|might|not|never|wrong\w*|mistake\w*|weighted|geometric|harmonic|running|moving|remaining|other|first (?:two|three|four)|last (?:two|three|four)|absolute|per|cumulative|reciprocal\w*"
    r"|after\s+(?:\w+\s+)?(?:normali[sz]|standardi[sz]|cent(?:er|r)|scal|layer)\w*|once\s+normali[sz]ed|exponentials?\b(?!\s+are\b)|logarithms? of|rows?\b(?!\s+\d+\s*:)|columns?\b(?!\s+\d+\s*:)|minus|plus|times)\b|n['’]t\b|\?|…|\.\.\.|加权|几何|不|如果|若|前(?!馈)|之?后|归一化|标准化|中心化|exp(?!onentials?\b)|ln|log\b",
    re.IGNORECASE,
)
# a value that the list comes near to, and has not: "10, 12.7, 13.3: the softer, the closer to the mean 15"
_MOVES_TO = Cued(
    r"\b(?:closer|nearer|close|near|towards?|approach(?:es|ing)?|converg\w+|tends?|far(?:ther)?|further|away|differs?)\b"
    r"(?:\s+(?:to|from|the|their|its|plain|true|overall))*\s*\Z|(?:接近|趋于|趋近|远离)\S{0,4}\Z",
    re.IGNORECASE,
)
_COLUMNS = Cued(
    rf"\b(?:the\s+)?(?P<which>column|row)[\s-](?P<what>means?|averages?|sums?|totals?|maxim\w+|minim\w+)\s+(?:of\s+\S{{1,12}}\s+)?(?:are|is|=|:)\s*(?:\S{{1,10}}\s*=\s*|\\bar\{{\w\}}\s*=\s*)?[\[(]?\s*(?P<list>{_NUMBER}(?:{_AND}{_NUMBER})+)",
    re.IGNORECASE,
)
_OF_LIST = Cued(
    rf"\b(?:{_KINDS})\s+of\s+(?:the\s+(?:vector|numbers|list|distribution|values|probabilities)\s+)?[\[(]?\s*(?P<list>{_NUMBER}(?:{_AND}{_NUMBER}){{1,11}})\s*[\])]?\s*(?:is|=|≈|equals)\s*(?:about\s+|≈\s*|then\s+)?(?P<n>{_NUMBER})",
    re.IGNORECASE,
)
_SOFTMAX = Cued(
    rf"\bsoftmax\s+of\s+(?:the\s+(?:vector|scores|numbers|logits)\s+)?[\[(]\s*(?P<list>{_NUMBER}(?:{_AND}{_NUMBER}){{1,9}})\s*[\])]\s*(?:is|=|≈|gives)\s*(?:about\s+|≈\s*)?[\[(]\s*(?P<shares>{_NUMBER}(?:{_AND}{_NUMBER}){{1,9}})\s*[\])]",
    re.IGNORECASE,
)
_OF_SQUARE = Cued(
    rf"\b(?P<kind>trace|determinant)\s+(?:of\s+(?:the\s+matrix\s+)?\\?(?P<name>[A-Za-z])(?![A-Za-z])\s+)?(?:is|=|equals)\s*(?:then\s+|thus\s+)?(?P<n>{_NUMBER})",
    re.IGNORECASE,
)
LEAST = 3
FAR = 20_000  # characters between a list and what is said of it

Numbers = Sequence[PrintedNumber]
_WAYS: Mapping[str, Callable[[Sequence[float]], Sequence[float]]] = {
    "sum": lambda x: [math.fsum(x)],
    "mean": lambda x: [math.fsum(x) / len(x)],
    "median": lambda x: [sorted(x)[len(x) // 2], (sorted(x)[(len(x) - 1) // 2] + sorted(x)[len(x) // 2]) / 2],
    "product": lambda x: [math.prod(x)],
    "variance": lambda x: _spreads(x),
    "deviation": lambda x: [math.sqrt(each) for each in _spreads(x)],
    "squares": lambda x: [math.fsum(each * each for each in x)],
    "norm": lambda x: [math.sqrt(math.fsum(each * each for each in x)), float(len(x)), math.fsum(map(abs, x))],
    "entropy": lambda x: _entropies(x),
    "greatest": lambda x: [max(x), max(map(abs, x))],
    "least": lambda x: [min(x), min(map(abs, x))],
}


def _spreads(values: Sequence[float]) -> list[float]:
    """The variance of all, and of a sample."""
    middle = math.fsum(values) / len(values)
    squares = math.fsum((each - middle) ** 2 for each in values)
    return [squares / len(values), squares / max(len(values) - 1, 1)]


def _entropies(values: Sequence[float]) -> list[float]:
    """The entropy in bits, and in nats."""
    nats = -math.fsum(each * math.log(each) for each in values if each > 0)
    return [nats / math.log(2), nats]


def list_words(block: Sentence, statements: Sequence[Statement]) -> Iterator[Word]:
    """Every sum, mean and the like in a paragraph that is not that of its list."""
    lists = [(found.start(), found.end(), _numbers(found[0])) for found in _LIST.finditer(block.text)]
    lists = [each for each in lists if len(each[2]) >= LEAST]
    told = 0
    for found in _SAID.finditer(block.text):
        if found.start() < told:
            continue
        clause = block.text[max(0, found.start() - 60) : found.end() + 20]
        before = [each for each in lists if each[1] <= found.start() and found.start() - each[1] <= 90]
        within = any(a <= found.start("n") < b for a, b, _ in lists)
        if _OPEN.search(clause) or within or _MOVES_TO.search(block.text[max(0, found.start() - 30) : found.start()]):
            continue
        if found["name"]:
            values = _shown(around(statements, block.place(found.start()), FAR, FAR), found["name"])
        else:
            values = (
                before[-1][2]
                if before and _EACH.search(block.text, before[-1][1], found.start()) is None
                else _none(before, block, found)
            )
        if values is None or len(values) < 2:
            continue
        kind = next(each for each in _WAYS if found[each])
        if kind == "entropy":
            continue  # of two distributions, perhaps
        if found[kind].casefold() == "length" and _OF_A_VECTOR.search(block.text[: found.start(kind)]) is None:
            continue
        told = found.end()
        yield from _judged(block, found, kind, values)
    for found in _OF_LIST.finditer(block.text):
        values = _numbers(found["list"])
        if not _OPEN.search(block.text[max(0, found.start() - 60) : found.start()]) and len(values) > 1:
            yield from _judged(block, found, next(each for each in _WAYS if found[each]), values)
    for found in _SOFTMAX.finditer(block.text):
        yield from _softmax(block, found)
    for found in _OF_SQUARE.finditer(block.text):
        yield from _of_square(block, found, statements)
    for found in _COLUMNS.finditer(block.text):
        yield from _of_matrix(block, found, statements)


def _none(before: Sequence[tuple[int, int, Numbers]], block: Sentence, found: re.Match[str]) -> Numbers | None:
    """The list that several things in a row are said of: "their sum is 6 and the mean 2"."""
    if not before:
        return None
    between = block.text[before[-1][1] : found.start()]
    earlier = list(_SAID.finditer(between))
    numbers = len(_EACH.findall(between))
    return before[-1][2] if numbers and numbers == len(earlier) else None


def _numbers(text: str) -> Numbers:
    return [printed_as_written(each) for each in _EACH.findall(text)]


def _shown(statements: Sequence[Statement], name: str) -> Numbers | None:
    """The one vector of numbers that a name stands for in the whole note."""
    found = {
        tuple(each.text for each in vector): vector
        for each in statements
        if (vector := _vector(each, name)) is not None
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _vector(statement: Statement, name: str) -> Numbers | None:
    term = statement.term
    if not isinstance(term, Relation) or statement.stance != "asserted":
        return None
    first, last = term.sides[0], term.sides[-1]
    if not isinstance(first, Symbol) or first.name not in (name, f"bold({name})", f"vec({name})"):
        return None
    cells = _cells(last)
    return cells if cells is not None and len(cells) >= LEAST else None


def _cells(term: Term) -> Numbers | None:
    match term:
        case Matrix(rows=rows) if len(rows) == 1 or all(len(row) == 1 for row in rows):
            cells = [cell for row in rows for cell in row]
        case Apply(function="tuple", arguments=arguments):
            cells = list(arguments)
        case _:
            return None
    numbers = [cell.printed for cell in cells if isinstance(cell, Number) and cell.printed is not None]
    return numbers if len(numbers) == len(cells) else None


def _judged(block: Sentence, found: re.Match[str], kind: str, values: Numbers) -> Iterator[Word]:
    shown = printed_as_written(found["n"])
    ways = _WAYS[kind]([float(each.value) for each in values])
    if kind == "variance" and found["sample"]:
        ways = ways[1:]
    loose = _room(kind, values) + float(shown.unit) * (0.5 if shown.exact else 1.0)
    if any(abs(each - float(shown.value)) <= loose + 1e-9 for each in ways):
        return
    if shown.exact and any(not each.exact for each in values) and abs(ways[0] - float(shown.value)) < 1:
        return
    expected = decimal_text(Fraction(ways[0]), max(shown.decimals, 0 if abs(ways[0] - round(ways[0])) < 1e-9 else 2))
    listed = ", ".join(each.text for each in values)
    name = found[kind].casefold()
    yield block, *found.span("n"), found["n"], expected, f"the {name} of {listed} is {expected}, not {found['n']}"


def _room(kind: str, values: Numbers) -> float:
    """How far rounding of the listed numbers may take what is worked out from them."""
    finest = min((float(each.half_width()) for each in values if not each.exact), default=0.0)
    halves = [finest if not each.exact else 0.0 for each in values]  # 0.5 beside 0.25 is 0.50
    largest = max(abs(float(each.value)) for each in values)
    if kind == "sum":
        return math.fsum(halves)
    if kind in ("product", "variance", "deviation", "squares", "norm", "entropy"):
        return 2 * len(values) * max(halves) * max(largest, 1.0)
    return max(halves)


def _softmax(block: Sentence, found: re.Match[str]) -> Iterator[Word]:
    """ "The softmax of (1, 2, 3) is (0.09, 0.24, 0.67)"."""
    scores = [float(each.value) for each in _numbers(found["list"])]
    places = list(_EACH.finditer(block.text, *found.span("shares")))
    if len(scores) != len(places):
        return
    powers = [math.exp(min(each - max(scores), 0)) for each in scores]
    true = [each / math.fsum(powers) for each in powers]
    wrong = [(place, share) for place, share in zip(places, true, strict=True) if abs(float(printed_as_written(place[0]).value) - share) > float(printed_as_written(place[0]).unit)]  # fmt: skip
    if not 0 < len(wrong) < len(places):
        return
    for place, share in wrong:
        expected = decimal_text(Fraction(share), max(printed_as_written(place[0]).decimals, 0))
        yield block, *place.span(), place[0], expected, f"this entry of the softmax is {expected}, not {place[0]}"


def _of_square(block: Sentence, found: re.Match[str], statements: Sequence[Statement]) -> Iterator[Word]:
    """ "The trace of S is 8 and its determinant is 13", of the one square matrix S."""
    name = found["name"] or next((each["name"] for each in _OF_SQUARE.finditer(block.text, 0, found.start()) if each["name"]), None)  # fmt: skip
    near = around(statements, block.place(found.start()), FAR, FAR)
    shown = [each for each in near if _is_named(each, name) and (_grid(each) is not None)]
    grids = {
        tuple(tuple(cell.text for cell in row) for row in grid): grid
        for each in shown
        if (grid := _grid(each)) is not None
    }
    if len(grids) != 1 or re.search(
        r"\b(?:if|would|not|n['’]t)\b|\?", block.text[max(0, found.start() - 40) : found.end()]
    ):
        return
    grid = next(iter(grids.values()))
    if len(grid) != len(grid[0]) or len(grid) > 3:
        return
    rows = [[cell.value for cell in row] for row in grid]
    value = (
        sum((rows[n][n] for n in range(len(rows))), Fraction(0))
        if found["kind"].casefold() == "trace"
        else _determinant(rows)
    )
    number = printed_as_written(found["n"])
    rounded = any(not cell.exact for row in grid for cell in row)
    loose = number.unit / 2 if not number.exact else Fraction(0)
    if rounded:
        largest = max([Fraction(1), *(abs(cell) for row in rows for cell in row)])
        loose += 3 * largest * max(cell.unit for row in grid for cell in row)
    if abs(value - number.value) <= loose:
        return
    expected = decimal_text(value, max(number.decimals, *(cell.decimals for row in grid for cell in row)))
    yield (
        block,
        *found.span("n"),
        found["n"],
        expected,
        f"the {found['kind'].casefold()} of {name} is {expected}, not {found['n']}",
    )


def _is_named(statement: Statement, name: str | None) -> bool:
    term = statement.term
    return isinstance(term, Relation) and isinstance(term.sides[0], Symbol) and term.sides[0].name == name


def _determinant(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """The determinant of a small square matrix, along its first row."""
    if len(rows) == 1:
        return rows[0][0]
    minors = ([[*row[:at], *row[at + 1 :]] for row in rows[1:]] for at in range(len(rows)))
    return sum(((-1) ** at * rows[0][at] * _determinant(minor) for at, minor in enumerate(minors)), Fraction(0))


def _of_matrix(block: Sentence, found: re.Match[str], statements: Sequence[Statement]) -> Iterator[Word]:
    """ "The column means are (2, 5)", of the matrix shown last."""
    above = [
        each
        for each in around(statements, block.place(found.start()), FAR)
        if each.span.end <= block.place(found.start()) and _grid(each) is not None
    ]
    grid = _grid(above[-1]) if above else None
    listed = list(_EACH.finditer(block.text, *found.span("list")))
    if grid is None or _OPEN.search(found[0].replace(found["which"], "", 1)):
        return
    lines = (
        [list(each) for each in zip(*grid, strict=True)]
        if found["which"].casefold() == "column"
        else [list(row) for row in grid]
    )
    if len(lines) != len(listed) or len({len(line) for line in lines}) != 1:
        return
    what = found["what"].casefold()
    kind = next((each for each, stem in (("mean", "mea"), ("mean", "ave"), ("sum", "sum"), ("sum", "tot"), ("greatest", "max"), ("least", "min")) if what.startswith(stem)), None)  # fmt: skip
    wrong = []
    for line, place in zip(lines, listed, strict=True):
        shown = printed_as_written(place[0])
        value = _WAYS[kind or "mean"]([float(each.value) for each in line])[0]
        if abs(value - float(shown.value)) > _room(kind or "mean", line) + float(shown.unit) * (
            1e-6 if shown.exact else 1.0
        ):
            wrong.append((place, shown, value))
    if kind is None or not wrong or len(wrong) == len(lines) > 1:
        return
    for place, shown, value in wrong:
        expected = decimal_text(Fraction(value), max(shown.decimals, 0 if abs(value - round(value)) < 1e-9 else 2))
        yield (
            block,
            *place.span(),
            place[0],
            expected,
            f"the {found['which']} {what} is {expected} here, not {place[0]}",
        )


def _grid(statement: Statement) -> Sequence[Numbers] | None:
    term = statement.term
    last = term.sides[-1] if isinstance(term, Relation) else term
    named = isinstance(term, Relation) and isinstance(term.sides[0], Symbol | Index)
    if not isinstance(last, Matrix) or len(last.rows) < 2 or not named:
        return None
    rows = [
        [cell.printed for cell in row if isinstance(cell, Number) and cell.printed is not None] for row in last.rows
    ]
    full = len(rows[0]) > 1 and all(len(row) == len(last.rows[0]) for row in rows)
    return rows if full else None


__all__ = ["list_words"]
