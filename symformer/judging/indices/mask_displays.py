r"""Masks that are written out with one entry astray: a row that lets its token see a later one, where all others hide what follows.

``\begin{bmatrix} 2 & -\infty & -\infty \\ 1 & 2 & 1 \\ … \end{bmatrix}`` has a number above the diagonal where minus infinity belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.indices.causal import AROUND, CAUSAL, TURNED, has_scores_by_keys, speaks_of_causality
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.term import Matrix, Number, Product, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_OTHER_MASKS = Cued(
    r"prefix|window|\blocal\b|sliding|sparse|strided|dilated|block-?\s?(?:wise|diagonal|causal|sparse)|\bpadd?(?:ing|ed)?\b|<pad>|\[PAD\]|packed|packing|\btree\b|infilling|permutation|wrong|mistake|leak|cross-attention|encoder[\s-]decoder",
    re.IGNORECASE,
)
_MASK = Cued(r"\bmask", re.IGNORECASE)
Place = tuple[int, int]


def mask_display_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each entry of a causal mask that alone shows what follows, or alone hides what was before."""
    text = model.document.source.text
    if _MASK.search(text) is None or not once(model, speaks_of_causality) or once(model, has_scores_by_keys):
        return
    if any(each.name == "vectors" and each.value == "columns" for each in model.conventions):
        return
    for statement in model.statements:
        if statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            if isinstance(part, Matrix) and len(part.rows) > 1 and all(len(row) == len(part.rows) for row in part.rows):
                yield from _judged(statement, part, text)


def _judged(statement: Statement, matrix: Matrix, text: str) -> Iterator[Problem]:
    start, end = statement.span.start, statement.span.end
    around = text[max(0, start - AROUND) : end + AROUND // 2]
    size = len(matrix.rows)
    cells = [(row, column) for row in range(size) for column in range(size)]
    later = {(row, column) for row, column in cells if column > row}
    hidden = {(row, column) for row, column in cells if _is_endless(matrix.rows[row][column])}
    if hidden:
        known = all(_is_plain(matrix.rows[row][column]) for row, column in set(cells) - hidden)
        earlier = {(row, column) for row, column in cells if column < row}
        if known and hidden == earlier and _speaks_of_causal(around):
            yield _problem(
                statement, matrix.rows[1][0], "this mask hides what was before each position and shows what follows it"
            )
        if known:
            yield from _astray(statement, matrix, hidden, later, around)
        return
    ones = {(row, column) for row, column in cells if _is(matrix.rows[row][column], 1)}
    zeros = {(row, column) for row, column in cells if _is(matrix.rows[row][column], 0)}
    if size > 2 and len(ones) + len(zeros) == len(cells) and _MASK.search(around):
        if zeros == set(cells) - later - {(at, at) for at in range(size)}:
            if _speaks_of_causal(around):
                yield _problem(
                    statement, matrix.rows[0][1], "ones on and above the diagonal let each position see what follows it"
                )
        else:
            yield from _astray(statement, matrix, zeros, later, around)


def _speaks_of_causal(around: str) -> bool:
    return CAUSAL.search(around) is not None and TURNED.search(around) is None and _OTHER_MASKS.search(around) is None


def _astray(
    statement: Statement, matrix: Matrix, hidden: set[Place], later: set[Place], around: str
) -> Iterator[Problem]:
    """The one entry in which what is hidden is not what follows."""
    shown, lost = later - hidden, hidden - later
    if len(shown) + len(lost) != 1 or len(later) < 3 or _OTHER_MASKS.search(around) or TURNED.search(around):
        return
    if lost and CAUSAL.search(around) is None:
        return
    row, column = next(iter(shown or lost))
    what = "lets it see column" if shown else "hides column"
    yield _problem(
        statement,
        matrix.rows[row][column],
        f"row {row + 1} {what} {column + 1}, and all other rows see just what comes up to them",
    )


def _is_endless(term: Term) -> bool:
    if isinstance(term, Number):
        return term.value <= -(10**4)
    negative = isinstance(term, Product) and any(isinstance(part, Number) and part.value < 0 for part in term.factors)
    return negative and any(isinstance(part, Symbol) and part.name in ("infty", "∞", "inf") for part in walk(term))


def _is_plain(term: Term) -> bool:
    """A number, or a score in letters."""
    return not any(isinstance(part, Symbol) and part.name in ("infty", "∞", "inf") for part in walk(term))


def _is(term: Term, value: int) -> bool:
    return isinstance(term, Number) and term.value == value


def _problem(statement: Statement, entry: Term, message: str) -> Problem:
    place: Span = statement.place(entry.origin)
    return Problem(place, message, level="warning", evidence={"kind": "index"}, key=f"causal@{place.start}")


__all__ = ["mask_display_problems"]
