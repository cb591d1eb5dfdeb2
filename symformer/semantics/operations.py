"""What words say was done to the numbers above: "applying the softmax to each row:", and then a matrix.

Such a matrix is the result of the one before it, though no formula says so.  The words are believed only
where the numbers bear them out: at least half of the entries have to be what the operation gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symformer.algebra.interval import Interval
from symformer.documents.document import Document
from symformer.reasoning.arrays import Array
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.statement import Statement
from symformer.terms.parts import rebuilt
from symformer.terms.term import ROUGHLY_EQUAL, Apply, Index, Matrix, Number, Relation, Symbol, Term, walk
from symformer.text.span import Span

FARTHEST = 400  # characters from one display to the next
BACK = 6  # statements between them
_OPERATIONS = {
    "softmax": re.compile(r"soft-?max", re.IGNORECASE),
    "relu": re.compile(r"\bReLU\b|rectif\w+", re.IGNORECASE),
    "sigmoid": re.compile(r"\bsigmoid\b", re.IGNORECASE),
    "tanh": re.compile(r"\btanh\b|hyperbolic tangent", re.IGNORECASE),
}
_NOT_YET = re.compile(
    r"\b(?:before|without|instead of|prior to|columns?|column-wise|unnormali[sz]ed)\b|之前|按列|每一?列", re.IGNORECASE
)


def told_by_words(document: Document, statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The statements, where a matrix below "after the softmax:" is said to be the softmax of the one above."""
    defined = {
        statement.term.sides[0]
        for statement in statements
        if isinstance(statement.term, Relation)
        if any(_shown(side) is None for side in statement.term.sides[1:])
    }
    made: list[Statement] = []
    for at, statement in enumerate(statements):
        found = _told(document, statement, statements[max(0, at - BACK) : at], defined)
        made.append(found or statement)
    return tuple(made)


def _told(
    document: Document, statement: Statement, before: Sequence[Statement], defined: set[Term]
) -> Statement | None:
    term = statement.term
    if statement.formula is None or statement.formula.display != "display":
        return None
    sides = term.sides if isinstance(term, Relation) else (term,)
    display = _shown(sides[-1])
    if display is None or len(sides) > 2 or len(sides) == 2 and (not _is_name(sides[0]) or sides[0] in defined):
        return None
    for earlier in reversed(before):
        shown = _shown(earlier.term.sides[-1] if isinstance(earlier.term, Relation) else earlier.term)
        if shown is None:
            continue
        operation = _operation(document, earlier, statement)
        if operation is None or not _borne_out(operation, shown, display):
            return None
        return replace(statement, term=_joined(statement, operation, _operand(earlier, shown)))
    return None


def _operation(document: Document, earlier: Statement, statement: Statement) -> str | None:
    """The one operation that the text between two displays names."""
    start = (earlier.formula.span if earlier.formula is not None else earlier.span).end
    end = statement.formula.span.start if statement.formula is not None else statement.span.start
    text = document.source.text[start:end] if 0 <= end - start <= FARTHEST else ""
    if _NOT_YET.search(text):
        return None
    named = [name for name, words in _OPERATIONS.items() if words.search(text)]
    return named[0] if len(named) == 1 else None


def _borne_out(operation: str, shown: Matrix, display: Matrix) -> bool:
    """Whether half of what is displayed is what the operation gives, to a unit of the last place."""
    found = evaluate(Apply(operation, (shown,)))
    numbers = list(_numbers(display))
    if not isinstance(found, Array) or len(found.cells) != len(numbers):
        return False
    alike = sum(_near(cell, number) for cell, number in zip(found.cells, numbers, strict=True))
    return 2 * alike >= len(numbers) and _rows(shown) == _rows(display)


def _near(cell: Interval, number: Number) -> bool:
    unit = number.printed.unit if number.printed is not None and not number.printed.exact else 0
    return cell.lo - unit <= number.value <= cell.hi + unit


def _rows(display: Matrix) -> int:
    return len(display.rows)


def _numbers(display: Matrix) -> Iterator[Number]:
    for row in display.rows:
        yield from (cell for cell in row if isinstance(cell, Number))


def _shown(term: Term) -> Matrix | None:
    """A matrix or list of two printed numbers or more, and nothing else."""
    if not isinstance(term, Matrix) or sum(len(row) for row in term.rows) < 2:
        return None
    return (
        term
        if all(isinstance(cell, Number) and cell.printed is not None for row in term.rows for cell in row)
        else None
    )


def _is_name(term: Term) -> bool:
    return isinstance(term, Symbol) or isinstance(term, Index) and isinstance(term.base, Symbol)


def _operand(earlier: Statement, shown: Matrix) -> Term:
    """The name of the display above, or its numbers where it has none."""
    term = earlier.term
    if isinstance(term, Relation) and len(term.sides) == 2 and _is_name(term.sides[0]):
        return _placeless(term.sides[0])
    return _placeless(shown)


def _placeless(term: Term) -> Term:
    """The term without the places where it was written, which are in another formula."""
    made = rebuilt(term, _placeless)
    return replace(made, origin=Span(0, 0))


def _joined(statement: Statement, operation: str, operand: Term) -> Relation:
    """The statement with the side that its words add."""
    term = statement.term
    at = term.sides[-1].origin.start if isinstance(term, Relation) else term.origin.start
    side = Apply(operation, (operand,), (), Span(at, at))
    if isinstance(term, Relation):
        sign = "≈" if term.relations[0] in ROUGHLY_EQUAL else "="
        return Relation(("=", sign), (term.sides[0], side, term.sides[1]), term.origin)
    rough = any(isinstance(part, Number) and part.printed is not None and not part.printed.exact for part in walk(term))
    return Relation(("≈" if rough else "=",), (side, term), term.origin)
