"""Scores divided by the root of a number that is not the size of their vectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from symformer.algebra.verdict import Refuted
from symformer.findings.finding import Problem
from symformer.judging.judgement import Claim, Judgement
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Matrix, Number, Product, Quotient, Relation, Sum, Symbol, Term, walk


@dataclass(slots=True)
class Scores:
    """Within one section: the printed dot products with the size of their vectors, and printed roots."""

    section: int = -2
    vectors: dict[str, int] = field(default_factory=dict)
    dots: dict[str, int] = field(default_factory=dict)
    roots: dict[str, Number] = field(default_factory=dict)


def judge_scaling(statements: Sequence[Statement]) -> tuple[Judgement, ...]:
    """Each dot product of n components that is divided by the root of something other than n."""
    scores = Scores()
    judged: list[Judgement] = []
    for statement in statements:
        if statement.section != scores.section:
            scores = Scores(statement.section)
        term = statement.term
        sides = term.sides if isinstance(term, Relation) else (term,)
        for at, side in enumerate(sides):
            judged.extend(_scaled(statement, at, side, sides, scores))
        if isinstance(term, Relation):
            _learn(term, scores)
    return tuple(judged)


def _learn(term: Relation, scores: Scores) -> None:
    first, last = term.sides[0], term.sides[-1]
    if isinstance(first, Symbol) and (size := _length(last)) is not None:
        scores.vectors[first.name] = size
    if not isinstance(last, Number) or last.printed is None:
        return
    sizes = {size for side in term.sides[:-1] if (size := _components(side, scores)) is not None}
    if len(sizes) == 1:
        scores.dots[last.printed.text] = sizes.pop()
    for side in term.sides[:-1]:
        if (radicand := _radicand(side)) is not None:
            scores.roots[last.printed.text] = radicand


def _length(term: Term) -> int | None:
    """How many components a displayed vector has."""
    if isinstance(term, Matrix) and all(isinstance(cell, Number) for row in term.rows for cell in row):
        if len(term.rows) == 1:
            return len(term.rows[0])
        if all(len(row) == 1 for row in term.rows):
            return len(term.rows)
    return None


def _components(term: Term, scores: Scores) -> int | None:
    """The size of the vectors whose dot product a side works out."""
    match term:
        case Sum(terms=terms) if len(terms) > 1 and all(_pair(part) for part in terms):
            return len(terms)
        case Product(factors=(Symbol() as one, Symbol() as other), sign="·"):
            size = scores.vectors.get(one.name)
            return size if size == scores.vectors.get(other.name) else None
    return None


def _pair(term: Term) -> bool:
    return isinstance(term, Product) and len(term.factors) == 2 and all(isinstance(f, Number) for f in term.factors)


def _radicand(term: Term) -> Number | None:
    match term:
        case Apply(function="sqrt", arguments=(Number() as inner,)) if inner.printed is not None:
            return inner
    return None


def _scaled(statement: Statement, at: int, side: Term, sides: tuple[Term, ...], scores: Scores) -> Iterator[Judgement]:
    for part in walk(side):
        if not isinstance(part, Quotient) or not isinstance(part.numerator, Number):
            continue
        score = part.numerator.printed
        if score is None or (size := scores.dots.get(score.text)) is None:
            continue
        below = part.denominator
        radicand = _radicand(below)
        if radicand is None and isinstance(below, Number) and below.printed is not None:
            radicand = scores.roots.get(below.printed.text)
        if radicand is None or radicand.value == size or radicand.printed is None:
            continue
        other = sides[at + 1] if at + 1 < len(sides) else side
        claim = Claim(statement, at, side, other, "=", "step")
        span = statement.place(below.origin)
        problem = Problem(
            span,
            f"the score is scaled by √{radicand.printed.text}, but its vectors have {size} components",
            help=f"try dividing by √{size}, or show vectors of {radicand.printed.text} components",
            evidence={"kind": "number", "printed": f"√{radicand.printed.text}", "expected": f"√{size}"},
            note=f"{score.text} is a dot product of {size} components",
            key=f"scale-contradicts-size@{span.start}-{span.end}",
        )
        verdict = Refuted((("printed", f"√{radicand.printed.text}"), ("expected", f"√{size}")))
        yield Judgement(claim, verdict, {"sizes": "fails"}, (), (), problem, "scale-contradicts-size")
