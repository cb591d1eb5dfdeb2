"""Which way a rotation turns: "rotates clockwise" beside ``[[cos θ, -sin θ], [sin θ, cos θ]]``, which turns the other way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.terms.term import Apply, Matrix, Number, Product, Term, Transpose, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_CLOCKWISE = Cued(
    r"\b(?:rotat\w+|turn(?:s|ed|ing)?|spin\w*)\W+(?:\w+\W+){0,4}?(?P<way>(?:counter|anti)?-?clockwise)\b|(?P<chinese>[顺逆]时针)(?:方向)?(?:地)?旋转",
    re.IGNORECASE,
)
_ANY_WAY = Cued(r"(?:counter|anti)?-?clockwise|[顺逆]时针", re.IGNORECASE)
_OPEN = Cued(
    r"\b(?:not|never|if|negative|inverse|opposite|transpose\w*|(?:image|screen|pixel) coordinates|y-?\s?axis (?:points|pointing|is) down\w*|left-handed)\b|n['’]t\b",
    re.IGNORECASE,
)
AROUND = 150


def turning_problems(model: SemanticModel) -> Iterator[Problem]:
    """Every place that says of the note's only rotation that it turns the other way."""
    text = model.document.source.text
    said = list(_CLOCKWISE.finditer(text))
    if not said or len({_is_clockwise(found[0]) for found in _ANY_WAY.finditer(text)}) > 1:
        return  # a note that speaks of both tells them apart
    rotations = list(_rotations(model))
    if not rotations or len({clockwise for clockwise, _ in rotations}) > 1:
        return
    clockwise, place = rotations[0]
    for found in said:
        words = found["way"] or found["chinese"]
        if _is_clockwise(words) == clockwise or _OPEN.search(
            text[max(0, found.start() - AROUND) : found.end() + AROUND]
        ):
            continue
        span = Span(*(found.span("way") if found["way"] else found.span("chinese")))
        yield Problem(
            span,
            f"the rotation of this note turns {'clockwise' if clockwise else 'counterclockwise'}: (1, 0) goes to (cos θ, {'-' if clockwise else ''}sin θ)",
            related=(Related(place, "the rotation"),),
            evidence={"kind": "property", "property": words},
            key=f"property@{span.start}",
        )


def _is_clockwise(words: str) -> bool:
    return words.casefold() in ("clockwise", "顺时针")


def _rotations(model: SemanticModel) -> Iterator[tuple[bool, Span]]:
    """Each rotation matrix that turns columns, and whether it turns them clockwise; nothing where one may turn rows."""
    found: list[tuple[bool, Span]] = []
    for statement in model.statements:
        if statement.stance != "asserted":
            continue
        inside = [part for part in walk(statement.term) if isinstance(part, Matrix) and _way(part) is not None]
        for part in walk(statement.term) if inside else ():
            if isinstance(part, Transpose) and any(each in inside for each in walk(part)):
                return
            if isinstance(part, Product) and any(each in inside for each in part.factors) and part.factors[0] not in inside:  # fmt: skip
                return
        for matrix in inside:
            way = _way(matrix)
            if way is not None:
                found.append((way, statement.span))
    yield from found


def _way(matrix: Matrix) -> bool | None:
    """Whether a matrix of two rows turns columns clockwise; None where it is no rotation."""
    match matrix.rows:
        case ((first, second), (third, fourth)) if first == fourth and isinstance(first, Apply) and first.function == "cos":  # fmt: skip
            angle = first.arguments
            if any(isinstance(part, Number) and part.value < 0 for each in angle for part in walk(each)):
                return None
            above, below = _sine(second, angle), _sine(third, angle)
            if above is not None and below is not None and above != below:
                return above > 0
    return None


def _sine(term: Term, angle: tuple[Term, ...]) -> int | None:
    """The sign of a sine of an angle."""
    match term:
        case Apply(function="sin", arguments=arguments) if arguments == angle:
            return 1
        case Product(factors=(Number(value=value), Apply(function="sin", arguments=arguments))) if value == -1:
            return -1 if arguments == angle else None
    return None


__all__ = ["turning_problems"]
