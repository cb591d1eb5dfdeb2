"""Pairs of coordinates that program code turns by one angle, and that would lean: ``x1 * cos - x2 * sin`` beside ``x1 * cos + x2 * sin``.

The second coordinate of a rotation takes the sine where the first takes the cosine, with one sign the other way.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.judging.steps.no_rotations import ROTATION
from symformer.semantics.carriers.code_blocks import python_blocks, suites_of
from symformer.semantics.model import SemanticModel

_WAVE = re.compile(r"(?:\A|(?<=_)|(?<=[a-z]))(?P<wave>cos|sin)(?=\Z|_|s?\Z|\d)", re.IGNORECASE)

Wave = tuple[str, int, str]  # the function, its sign, and the angle as it is written
Row = dict[str, Wave]  # by what it is multiplied by


def rotations_in_code(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each two values, side by side or one behind the other, that turn two names and keep no right angle."""
    if ROTATION.search(model.document.source.text) is None:
        return
    for block in python_blocks(model.document):
        for pair in _pairs(block.tree):
            rows = [_row(each) for each in pair]
            if rows[0] is not None and rows[1] is not None and _leans(rows[0], rows[1]):
                if not block.called_wrong(pair[1]):
                    yield Problem(
                        block.span(pair[1]),
                        f"{ast.unparse(pair[0])} and {ast.unparse(pair[1])} are no rotation: they do not keep lengths",
                        help="try a cos - b sin for the one, and a sin + b cos for the other",
                        related=(Related(block.span(pair[0]), "the other coordinate of the pair"),),
                        evidence={"kind": "property", "property": "rotation"},
                    )


def _pairs(tree: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    for suite in suites_of(tree):
        for one, other in pairwise(suite):
            if isinstance(one, ast.Assign) and isinstance(other, ast.Assign):
                yield one.value, other.value
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List) and len(node.elts) == 2:
            yield node.elts[0], node.elts[1]


def _row(node: ast.expr) -> Row | None:
    """``a * cos - b * sin``: two names, each with its wave."""
    found: Row = {}
    for sign, part in _summands(node, 1):
        weighed = _weighed(part, sign)
        if weighed is None or weighed[0] in found:
            return None
        found[weighed[0]] = weighed[1]
    return found if len(found) == 2 else None


def _summands(node: ast.expr, sign: int) -> Iterator[tuple[int, ast.expr]]:
    match node:
        case ast.BinOp(left=one, op=ast.Add() | ast.Sub() as between, right=other):
            yield from _summands(one, sign)
            yield from _summands(other, sign if isinstance(between, ast.Add) else -sign)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            yield from _summands(inner, -sign)
        case _:
            yield sign, node


def _weighed(node: ast.expr, sign: int) -> tuple[str, Wave] | None:
    """What stands beside a sine or cosine in a product of two."""
    match node:
        case ast.BinOp(left=ast.UnaryOp(op=ast.USub(), operand=inner), op=ast.Mult() as by, right=other):
            return _weighed(ast.BinOp(inner, by, other), -sign)
        case ast.BinOp(left=one, op=ast.Mult(), right=other):
            waves = [_wave(one), _wave(other)]
            match waves:
                case [None, (function, angle)]:
                    return ast.unparse(one), (function, sign, angle)
                case [(function, angle), None]:
                    return ast.unparse(other), (function, sign, angle)
    return None


def _wave(node: ast.expr) -> tuple[str, str] | None:
    """``np.cos(a)``, ``a.cos()``, ``cos``, ``cos_t[:, None]``: the function, and what it is taken of."""
    match node:
        case ast.Call(func=ast.Attribute(attr="cos" | "sin" as function) | ast.Name(id="cos" | "sin" as function)):
            of = node.args or ([node.func.value] if isinstance(node.func, ast.Attribute) else [])
            return function, ", ".join(ast.unparse(each) for each in of)
        case ast.Name() | ast.Attribute() | ast.Subscript():
            text = ast.unparse(node)
            bare = text.partition("[")[0]
            found = _WAVE.search(bare)
            return None if found is None else (found["wave"].lower(), _WAVE.sub("~", bare) + text[len(bare) :])
    return None


def _leans(one: Row, other: Row) -> bool:
    """Whether two rows of one angle, over the same two names, are not perpendicular, or not of one length."""
    names: Sequence[str] = sorted(one)
    if sorted(other) != names or len({wave[2] for row in (one, other) for wave in row.values()}) != 1:
        return False
    first, second = ([row[name] for name in names] for row in (one, other))
    if any(row[0][0] == row[1][0] for row in (first, second)) or first[0][0] == second[0][0]:
        return True
    return first[0][1] * second[0][1] + first[1][1] * second[1][1] != 0


__all__ = ["rotations_in_code"]
