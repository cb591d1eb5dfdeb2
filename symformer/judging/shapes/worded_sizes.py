r"""What words say of an array against its sizes beside them: "a symmetric matrix $M \in \mathbb{R}^{m \times n}$".

The words are those between two formulas that follow each other, so that what they speak of is certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.algebra.unify import Different, Equal, NotKnown
from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Product, Quotient, Relation, Space, Sum, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

SQUARE = (
    r"(?P<square>(?<!non-)(?<!not )symmetric|(?<!non-)(?<!not )square|(?<!cross-)covariance|(?<!non-)(?<!not )invertible"
    r"|positive[- ](?:semi-?)?definite|hermitian|permutation|identity|对称|可逆|协方差|单位)"
)
MATRIX_BEFORE = Cued(SQUARE + r"(?:,? [\w-]+){0,2} ?(?:matrix|matrices|矩阵),? *\Z", re.IGNORECASE)
MATRIX_AFTER = Cued(
    r"\A *,? *(?:is|be|are|为|是) *(?:an?|the|一个)? *(?:[\w-]+ ){0,2}?" + SQUARE + r"(?:\b|矩阵)", re.IGNORECASE
)
_VECTOR = r"(?:vectors?|spaces?|embeddings?|representations?|inputs?|outputs?|features?|states?|tokens?|query|queries|keys?|values?)"
LONG_BEFORE = Cued(
    rf"\A *-? ?(?:dimensional|dim)(?: (?:real|word|latent|hidden|input|output|dense|feature|column|row|vector|Euclidean|token)){{0,3}} {_VECTOR}"
    r"(?:,? denoted (?:as|by)| \(| in)? *\Z|\A *维(?:的|词|特征|隐|实|列|行|输入|输出){0,3}(?:向量|空间|嵌入)?[(（]? *\Z",
    re.IGNORECASE,
)
IS_LONG = Cued(
    r"\A *+,? *+(?:is|are|be|denotes?|represents?|as|being|是|为)? *+(?:an?|the|our|its|each|一个)? *+(?:(?<= )(?:real|single|dense))? *+\Z",
    re.IGNORECASE,
)
LONG_AFTER = Cued(r"\A *-? ?(?:dimensional|dim\b|维)", re.IGNORECASE)
OF_NUMBERS = Cued(r"\A *(?:real |scalar )?(?:numbers|components|entries|elements|logits)\b", re.IGNORECASE)
WITHIN = 80  # characters between two formulas of which words speak together


@dataclass(frozen=True, slots=True)
class _Written:
    """A formula of the text: what it says, and the words before it and behind it."""

    span: Span
    shapes: tuple[StatementShape, ...]


def worded_size_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each array whose sizes are others than the words beside it say."""
    text = model.document.source.text
    written = _written(model)
    for at, formula in enumerate(written):
        if (lines := _of_lines(written, at, text)) is not None:
            yield lines
        space = _space(formula)
        if space is None:
            continue
        shaped, sizes = space
        before = written[at - 1] if at else None
        after = _behind(written, at, text)
        if len(sizes) == 2 and (kind := _called_square(before, formula, text)) is not None:
            if not _is_equal(shaped, sizes[0], sizes[1]):
                yield _problem(formula, shaped, f"is {show(sizes[0])} × {show(sizes[1])} here, and called {kind}",
                               "as many rows as columns")  # fmt: skip
        if len(sizes) == 1 and (told := _called_long(written, at, after, text)) is not None:
            if not _is_equal(shaped, sizes[0], told):
                yield _problem(formula, shaped, f"has {show(sizes[0])} entries here, and the words beside it say {show(told)}",
                               f"ℝ^{show(told)}, or {show(sizes[0])} in the words")  # fmt: skip


HAS = Cued(r"\A *(?:\([^()$]*\) *)?(?:thus |then |therefore |also |now )?(?:has|have|with) *\Z")
LINES = re.compile(r"\A *(?P<lines>rows|columns)\b(?! *,? *(?:and|by|for each|of (?:each|every)) *\$)")


def _of_lines(written: list[_Written], at: int, text: str) -> Problem | None:
    """ "The matrix $S$ has $n$ columns": of an array whose shape is known."""
    if at + 1 >= len(written) or len(written[at].shapes) != 1:
        return None
    shaped = written[at].shapes[0]
    term, told = shaped.statement.term, _size(written[at + 1])
    between = text[written[at].span.end : written[at + 1].span.start].replace("\n", " ")
    found = LINES.match(text[written[at + 1].span.end : written[at + 1].span.end + WITHIN].replace("\n", " "))
    if told is None or found is None or HAS.match(between) is None or not isinstance(term, Symbol | Index | Product):
        return None
    shape = (
        shaped.environment.shape_of(term) if not isinstance(term, Product) else infer(term, shaped.environment).shape
    )
    if shape is None or shape.rank != 2 or shape.shown:
        return None
    size, said = shape.first if found["lines"] == "rows" else shape.last, dimension_of(told)
    if (
        said is None
        or size.number is not None
        or not isinstance(shaped.environment.theory.compare(size, said), Different | NotKnown)
    ):
        return None
    if isinstance(shaped.environment.theory.compare(size, said), NotKnown) and said.letter is None:
        return None
    return Problem(
        written[at + 1].span,
        f"{show(term)} is {shape}, and is said to have {show(told)} {found['lines']}",
        help=f"try {size} {found['lines']}",
        evidence={"kind": "shape", "symbol": show(term)},
        key=f"worded@{written[at + 1].span.start}",
    )


def _written(model: SemanticModel) -> list[_Written]:
    """The formulas in the order of the text, each once."""
    by_place: dict[Span, list[StatementShape]] = {}
    for shaped in model.shapes:
        formula = shaped.statement.formula
        if formula is not None and shaped.statement.carrier == "formula" and shaped.statement.stance == "asserted":
            by_place.setdefault(formula.span, []).append(shaped)
    return [_Written(place, tuple(by_place[place])) for place in sorted(by_place)]


def _space(formula: _Written) -> tuple[StatementShape, tuple[Term, ...]] | None:
    """The sizes that a formula ends in: of ``x \\in R^d``, or of ``R^d`` alone."""
    term = formula.shapes[-1].statement.term
    last = term.sides[-1] if isinstance(term, Relation) and term.relations[-1] == "∈" else term
    return (formula.shapes[-1], last.sizes) if isinstance(last, Space) and last.domain in ("R", "C") else None


def _behind(written: list[_Written], at: int, text: str) -> int:
    """The number of the next formula that is not in brackets, and where the words before it begin."""
    here = at + 1
    if here < len(written) and text[written[at].span.end : written[here].span.start].strip() == "(":
        while here + 1 < len(written) and ")" not in text[written[here].span.end : written[here + 1].span.start]:
            here += 1
        here += 1
    return here


def _words(start: int, end: int, text: str) -> str:
    """The words from here to there on one line, what stands in brackets first left out."""
    words = text[start:end].replace("\n", " ") if end - start <= 4 * WITHIN else ""
    return words.partition(")")[2] if ")" in words and "(" not in words else words


def _called_square(before: _Written | None, formula: _Written, text: str) -> str | None:
    start = max(before.span.end if before is not None else 0, formula.span.start - WITHIN)
    found = MATRIX_BEFORE.search(_words(start, formula.span.start, text))
    found = found or MATRIX_AFTER.search(text[formula.span.end : formula.span.end + WITHIN].replace("\n", " "))
    return found["square"].lower() if found is not None else None


def _called_long(written: list[_Written], at: int, after: int, text: str) -> Term | None:
    """How long the words call a vector: before it, "$d$-dimensional vector", or behind it."""
    formula = written[at]
    if at and (size := _size(written[at - 1])) is not None:
        if LONG_BEFORE.match(_words(written[at - 1].span.end, formula.span.start, text)):
            return size
    if after >= len(written) or (size := _size(written[after])) is None:
        return None
    between = _words(written[after - 1].span.end, written[after].span.start, text)
    behind = text[written[after].span.end : written[after].span.end + WITHIN]
    if IS_LONG.match(between) and LONG_AFTER.match(behind):
        return size
    return size if between.strip() == "of" and OF_NUMBERS.match(behind) else None


def _size(formula: _Written) -> Term | None:
    """What a formula is that is nothing but a size."""
    term = formula.shapes[-1].statement.term
    named = isinstance(term, Symbol | Number | Product | Quotient | Sum) and not isinstance(term, Apply)
    return term if len(formula.shapes) == 1 and named and dimension_of(term) is not None else None


def _is_equal(shaped: StatementShape, one: Term, other: Term) -> bool:
    """Whether two sizes are equal by what the note says, or cannot be compared."""
    left, right = dimension_of(one), dimension_of(other)
    if left is None or right is None:
        return True
    return isinstance(shaped.environment.theory.compare(left, right), Equal)


def _problem(formula: _Written, shaped: StatementShape, what: str, meant: str) -> Problem:
    term = shaped.statement.term
    name = show(term.sides[0]) if isinstance(term, Relation) else show(term)
    return Problem(
        formula.span,
        f"{name} {what}",
        help=f"try {meant}",
        evidence={"kind": "shape", "symbol": name},
        key=f"worded@{formula.span.start}",
    )
