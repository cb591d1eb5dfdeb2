"""Displays that words call a Gram, kernel, covariance or correlation matrix: they have a mirror image, and bounds.

Of such a matrix an entry is that of the mirrored place, and its square is at most the product of the two on the
diagonal; a correlation is at most one.  Where points are listed by name, a Gram matrix holds their inner products.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.findings.finding import Problem
from symformer.judging.numbers.comparison import cells_of
from symformer.judging.said.slips import is_slip
from symformer.semantics.statement import Statement
from symformer.terms.parts import untransposed
from symformer.terms.term import Apply, Index, Matrix, Number, Relation, Symbol, Term
from symformer.text.cued import Cued

NEAR = 90  # characters between the words and the display
BEFORE = 24  # characters before these words
MOST = 8  # rows
_KIND = Cued(
    r"\b(?P<kind>gram|kernel|(?:sample |empirical |prior |posterior )?covariance|correlation)[- ]?matri(?:x|ces)\b[^.;:\n]{0,50}?(?:\bis\b|\bare\b|\breads?\b|=|:|\bgives?\b|\bobtain\b|\bget\b)?[\s:,$]*(?:\\\[|\\begin\{\w+\*?\}|\$\$|\$)?\s*[^.;\n]{0,24}\Z"
    r"|(?P<chinese>协方差矩阵|相关(?:系数)?矩阵|核矩阵|Gram\s*矩阵|格拉姆矩阵)[^。;\n]{0,16}[\s:,:$]*(?:\\\[|\$\$|\$)?\s*[^。;\n]{0,16}\Z",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:not|invalid|wrong|broken|never|cannot|fails?|inverse|precision|cross|centering|block|factor|root)\b|不|逆",
    re.IGNORECASE,
)
_FILTERS = Cued(r"\bconv\w*|\bfilters?\b|\bstride\b|卷积", re.IGNORECASE)
FAR = 900  # characters above in which words tell that a matrix is one of these
LEAST_DIGITS = 2  # of a number that is not there by chance
LEAST_OFF = Fraction(2, 100)
_MIRRORED = Cued(
    r"\b(?:distances?|gram|kernels?|similarit\w+|cosines?|correlations?|covariances?|symmetric|scatter|laplacian|hessian)\b"
    r"|距离|相似|相关|协方差|对称|核",
    re.IGNORECASE,
)
_ONE_WAY = Cued(r"\b(?:asymmetric\w*|not symmetric|directed|one-way|non-?symmetric)\b|不对称|非对称", re.IGNORECASE)
Grid = Sequence[Sequence[PrintedNumber]]


def matrix_kind_problems(text: str, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for the first entry of each such display that cannot be one."""
    points, kernels = _points(statements), _kernels(statements)
    for statement in statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        shown = statement.term.sides[-1] if isinstance(statement.term, Relation) else statement.term
        if not isinstance(shown, Matrix) or (numbers := _numbers(shown)) is None:
            continue
        start = statement.formula.span.start if statement.formula is not None else statement.span.start
        lead = text[max(0, start - NEAR) : statement.place(shown.origin).start]
        lead = lead[lead.rfind("\n\n", 0, max(0, len(lead) - 6)) + 1 :]
        kind = _KIND.search(lead)
        if kind is None or _OPEN.search(lead[max(0, kind.start() - BEFORE) :]):
            words = text[max(0, start - FAR) : start + FAR // 4]
            name = statement.term.sides[0] if isinstance(statement.term, Relation) else None
            said = _MIRRORED.search(words) is not None or name is not None and name in kernels
            odd = _odd_pair(numbers) if said and not _ONE_WAY.search(words) else None
            if odd is not None:
                (row, column), message = odd
                yield _problem(statement, shown.rows[row][column], message)
            continue
        word = (kind["kind"] or kind["chinese"]).casefold()
        if ("kernel" in word or "核" in word) and _FILTERS.search(text):
            continue  # the kernel of a convolution
        found = _fault(numbers, word, points)
        if found is not None:
            (row, column), message = found
            yield _problem(statement, shown.rows[row][column], message)


def _problem(statement: Statement, cell: Term, message: str) -> Problem:
    span = statement.place(cell.origin)
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "number", "printed": message.partition(" ")[0]},
        key=f"matrix-kind@{span.start}-{span.end}",
    )


def _numbers(shown: Matrix) -> list[list[PrintedNumber]] | None:
    rows = [
        [cell.printed for cell in row if isinstance(cell, Number) and cell.printed is not None] for row in shown.rows
    ]
    square = 1 < len(rows) <= MOST and all(len(row) == len(rows) == len(shown.rows[0]) for row in rows)
    return rows if square else None


def _fault(numbers: Grid, word: str, points: Sequence[Sequence[Fraction]]) -> tuple[tuple[int, int], str] | None:
    size = len(numbers)
    for row, column in combinations(range(size), 2):
        one, other = numbers[row][column], numbers[column][row]
        if abs(one.value - other.value) > (0 if one.exact else one.unit):
            return (column, row), f"{other.text} stands here, and {one.text} in the mirrored place of this matrix"
    if "gram" in word or "格拉姆" in word:
        if (found := _beside_points(numbers, points)) is not None:
            return found
    for row, column in combinations(range(size), 2):
        entry, first, second = numbers[row][column], numbers[row][row], numbers[column][column]
        least = abs(entry.value) - _half(entry)
        most = [each.value + _half(each) for each in (first, second)]
        if min(most) < 0 or least > 0 and least * least > most[0] * most[1]:
            place = (row, column)
            return (
                place,
                f"{entry.text}² is more than {first.text} · {second.text}, the entries on the diagonal beside it",
            )
    if ("correlation" in word or "相关" in word) and all(numbers[at][at].value == 1 for at in range(size - 1)):
        if numbers[-1][-1].value != 1:
            return (size - 1, size - 1), f"{numbers[-1][-1].text} stands where a correlation is 1"
    return None


def _kernels(statements: Sequence[Statement]) -> frozenset[Term]:
    """The names whose entries are told to be one function of two members of a family: K_ij = k(x_i, x_j)."""
    found = set[Term]()
    for statement in statements:
        match statement.term:
            case Relation(
                relations=("=", *_),
                sides=(
                    Index(base=Symbol() as name, indices=(Symbol() as i, Symbol() as j)),
                    Apply(arguments=(Index(base=one, indices=(first,)), Index(base=other, indices=(second,)))),
                    *_,
                ),
            ) if one == other and {i, j} == {first, second} and i != j:
                found.add(name)
    return frozenset(found)


def _odd_pair(numbers: Grid) -> tuple[tuple[int, int], str] | None:
    """The one entry that differs from its mirror image by a slip of the pen, of a matrix that is its mirror image else.

    Rows that add up to one, as weights do, are alike both ways by chance.
    """
    pairs = [((at, to), numbers[at][to], numbers[to][at]) for at, to in combinations(range(len(numbers)), 2)]
    odd = [each for each in pairs if each[1].value != each[2].value]
    telling = [one for _, one, other in pairs if one.value == other.value and _digits(one) >= LEAST_DIGITS]
    if (
        len(odd) != 1
        or len(telling) < 2
        or any(abs(sum((each.value for each in row), Fraction(-1))) <= LEAST_OFF for row in numbers)
    ):
        return None
    (row, column), one, other = odd[0]
    if min(_digits(one), _digits(other)) < LEAST_DIGITS or not is_slip(one.text, other.text):
        return None
    return (column, row), f"{other.text} stands here, and {one.text} in the mirrored place: all other pairs are alike"


def _digits(number: PrintedNumber) -> int:
    return len(re.sub(r"\D", "", number.text).lstrip("0"))


def _points(statements: Sequence[Statement]) -> list[list[Fraction]]:
    """The points x_1, x_2, … of a note, where each has one value."""
    found: dict[str, dict[int, list[Fraction]]] = {}
    for statement in statements:
        term = statement.term
        if statement.stance != "asserted" or not isinstance(term, Relation) or len(term.sides) != 2:
            continue
        name, shown = term.sides
        shown = untransposed(shown)
        match name:
            case Index(base=Symbol(name=base), indices=(Number(value=at),), upper=()) if at.denominator == 1:
                cells = [each.printed for each in cells_of(shown) or ()]
                values = [each.value for each in cells if each is not None]
                if len(values) > 1 and len(values) == len(cells):
                    before = found.setdefault(base, {}).setdefault(int(at), values)
                    if before != values:
                        found[base][int(at)] = []
    lists = [[members[at] for at in sorted(members)] for members in found.values() if len(members) > 1]
    whole = [each for each in lists if all(each) and len({len(point) for point in each}) == 1]
    return whole[0] if len(whole) == 1 else []


def _beside_points(numbers: Grid, points: Sequence[Sequence[Fraction]]) -> tuple[tuple[int, int], str] | None:
    """The one entry that is no inner product of the points, where all others are."""
    if len(points) != len(numbers):
        return None
    products = [[sum((a * b for a, b in zip(one, two, strict=True)), Fraction(0)) for two in points] for one in points]
    places = [(row, column) for row in range(len(numbers)) for column in range(len(numbers))]
    wrong = [(row, column) for row, column in places if not _is_about(numbers[row][column], products[row][column])]
    if not wrong or len(wrong) > 2 or len(wrong) == 2 and wrong[0] != wrong[1][::-1]:
        return None
    row, column = wrong[0]
    expected = decimal_text(products[row][column], max(numbers[row][column].decimals, 0))
    return (
        row,
        column,
    ), f"{numbers[row][column].text} stands here; points {row + 1} and {column + 1} have the inner product {expected}"


def _half(number: PrintedNumber) -> Fraction:
    return Fraction(0) if number.exact else number.unit / 2


def _is_about(number: PrintedNumber, value: Fraction) -> bool:
    return abs(number.value - value) <= (0 if number.exact else number.unit)


__all__ = ["matrix_kind_problems"]
