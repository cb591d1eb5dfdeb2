"""Scores divided by the root of a number that is not the size of their vectors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from symformer.algebra.verdict import Refuted
from symformer.findings.finding import Problem, Related
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.substitution import aligned
from symformer.judging.wording import plain, short
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Matrix, Number, Product, Quotient, Relation, Sum, Symbol, Term, Transpose, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

# elsewhere a sum of products over a root is a mean, an amplitude or an error
_OF_ATTENTION = Cued(
    r"attention|\battend|softmax|\bquer(?:y|ies)\b|\bscor(?:es?|ing)\b|similarit|dot[- ]product|注意力|得分|相似度|点积",
    re.IGNORECASE,
)
_STANDS_FOR = Cued(
    r"\b(?:pretend\w*|as if|(?:real|actual|full) (?:model|vector|size|width)s?|in practice|shortened|truncated|abbreviat\w+"
    r"|(?:only|just) (?:show\w*|the first|a few)|(?:first|leading) (?:few|two|three|four|\d+) (?:components|entries|dimensions|coordinates|numbers|values))\b",
    re.IGNORECASE,
)
FAR = 1200  # characters before a score in which its vectors are said to stand for longer ones


def speaks_of_scores(text: str) -> bool:
    """Whether a note has scores of queries and keys, which are divided by the root of their width."""
    return _OF_ATTENTION.search(text) is not None


def is_shown_in_part(text: str, span: Span) -> bool:
    """Whether the vectors before a place are said to be shown in part."""
    return _STANDS_FOR.search(text, max(0, span.start - FAR), span.end) is not None


@dataclass(slots=True)
class Scores:
    """Within one section: the printed dot products with the size of their vectors, printed roots, and where both stand."""

    section: int = -2
    vectors: dict[str, int] = field(default_factory=dict)
    dots: dict[str, int] = field(default_factory=dict)
    roots: dict[str, Number] = field(default_factory=dict)
    places: dict[tuple[str, str], Span] = field(default_factory=dict)  # of a dot product or root, as it is printed


def judge_scaling(statements: Sequence[Statement], text: str) -> tuple[Judgement, ...]:
    """Each dot product of n components that is divided by the root of something other than n."""
    if not speaks_of_scores(text):
        return ()
    scores = Scores()
    sizes = _sizes_given(statements)
    judged: list[Judgement] = []
    for statement in statements:
        if statement.section != scores.section:
            scores = Scores(statement.section)
        term = statement.term
        sides = term.sides if isinstance(term, Relation) else (term,)
        found = [each for at, side in enumerate(sides) for each in _scaled(statement, at, side, sides, scores)]
        found = [each for each in found if not is_shown_in_part(text, each.claim.span)]
        judged.extend(found[:1])  # the steps of one chain repeat it
        if isinstance(term, Relation):
            _learn(statement, term, scores)
            judged.extend(_put_in(statement, term, sizes))
    return tuple(judged)


def _sizes_given(statements: Sequence[Statement]) -> dict[Term, int]:
    """The whole numbers that the note gives for its sizes, where it gives each only one."""
    found: dict[Term, set[int]] = {}
    for statement in statements:
        match statement.term:
            case Relation(sides=(Symbol() as name, Number(value=value))) if value.denominator == 1 and value > 1:
                found.setdefault(name, set()).add(int(value))
            case Relation(sides=(Symbol() as name, *others)) if any(isinstance(side, Number) for side in others):
                found.setdefault(name, set()).add(-1)
    return {name: values.pop() for name, values in found.items() if len(values) == 1 and -1 not in values}


def _put_in(statement: Statement, term: Relation, sizes: dict[Term, int]) -> Iterator[Judgement]:
    """√3 put in the place of √d, where d is given as 5 and the rest of the formula is the same."""
    for at, (left, right) in enumerate(pairwise(term.sides)):
        leaves = aligned(left, right) or []
        wrong = [leaf for leaf in leaves if leaf.symbol in sizes and _is_other(leaf.shown, sizes[leaf.symbol])]
        if len(wrong) != 1:
            continue
        leaf = wrong[0]
        radicand = next((part for part in walk(right) if _radicand(part) is leaf.shown), None)
        if radicand is None or not isinstance(leaf.shown, Number) or leaf.shown.printed is None:
            continue
        name, size, shown = plain(leaf.symbol), sizes[leaf.symbol], leaf.shown.printed.text
        span = statement.place(radicand.origin)
        problem = Problem(
            span,
            f"√{shown} stands for √{name}, but {name} is {size}",
            help=f"try √{size}",
            evidence={"kind": "number", "printed": f"√{shown}", "expected": f"√{size}"},
            key=f"scale-contradicts-size@{span.start}-{span.end}",
        )
        verdict = Refuted((("printed", f"√{shown}"), ("expected", f"√{size}")))
        claim = Claim(statement, at, left, right, "=", "step")
        yield Judgement(claim, verdict, {"sizes": "fails"}, (), problem, "scale-contradicts-size")


def _is_other(shown: Term, size: int) -> bool:
    return isinstance(shown, Number) and shown.value.denominator == 1 and shown.value not in (size, 1)


def _learn(statement: Statement, term: Relation, scores: Scores) -> None:
    first, last = term.sides[0], term.sides[-1]
    if isinstance(first, Symbol) and (size := _length(last)) is not None:
        scores.vectors[first.name] = size
    if not isinstance(last, Number) or last.printed is None:
        return
    sizes = {size for side in term.sides[:-1] if (size := _components(side, scores)) is not None}
    if len(sizes) == 1:
        scores.dots[last.printed.text] = sizes.pop()
        scores.places["dot", last.printed.text] = statement.place(last.origin)
    for side in term.sides[:-1]:
        if (radicand := _radicand(side)) is not None:
            scores.roots[last.printed.text] = radicand
            scores.places["root", last.printed.text] = statement.place(last.origin)


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
        case (
            Product(factors=(Symbol() as one, Symbol() as other), sign="·")
            | Product(factors=(Transpose(operand=Symbol() as one), Symbol() as other))
            | Product(factors=(Symbol() as one, Transpose(operand=Symbol() as other)))
        ):
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


def _size_of_score(score: Term, sides: tuple[Term, ...], scores: Scores) -> int | None:
    """How many components the vectors have whose product is divided."""
    if isinstance(score, Number):
        return scores.dots.get(score.printed.text) if score.printed is not None else None
    if isinstance(score, Product):
        return _components(score, scores)
    named = {
        _components(side.numerator, scores)
        for side in sides
        if isinstance(side, Quotient) and isinstance(side.numerator, Product)
    }
    shown = _components(score, scores) if isinstance(score, Sum) else None
    return shown if shown in named else None


def _scaled(statement: Statement, at: int, side: Term, sides: tuple[Term, ...], scores: Scores) -> Iterator[Judgement]:
    for part in walk(side):
        if not isinstance(part, Quotient) or (size := _size_of_score(part.numerator, sides, scores)) is None:
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
        above = [("dot", part.numerator, "the dot product"), ("root", below, f"√{radicand.printed.text}")]
        problem = Problem(
            span,
            f"the score is scaled by √{radicand.printed.text}, but its vectors have {size} components",
            help=f"try dividing by √{size}, or show vectors of {radicand.printed.text} components",
            evidence={"kind": "number", "printed": f"√{radicand.printed.text}", "expected": f"√{size}"},
            note=f"{short(part.numerator, 'the score')} is a dot product of {size} components",
            related=tuple(_told_above(above, statement, scores)),
            key=f"scale-contradicts-size@{span.start}-{span.end}",
        )
        verdict = Refuted((("printed", f"√{radicand.printed.text}"), ("expected", f"√{size}")))
        yield Judgement(claim, verdict, {"sizes": "fails"}, (), problem, "scale-contradicts-size")


def _told_above(parts: Sequence[tuple[str, Term, str]], statement: Statement, scores: Scores) -> Iterator[Related]:
    """Where the score that is divided was worked out, and the root by which it is."""
    for kind, part, name in parts:
        if isinstance(part, Number) and part.printed is not None:
            place = scores.places.get((kind, part.printed.text))
            if place is not None and place.end < statement.span.start:
                yield Related(place, f"{name} is worked out here")
