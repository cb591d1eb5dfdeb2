"""Dropout written out in program code: what survives is divided by the chance with which it survives.

``mask = rand(n) > p`` keeps with a chance of 1 - p, and so ``mask * x / (1 - p)`` has the mean x: Srivastava et al. (2014),
"Dropout: a simple way to prevent neural networks from overfitting", in the form that leaves inference as it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem
from symformer.judging.code.arithmetic import factors_of
from symformer.semantics.carriers.code_blocks import (
    PythonBlock,
    called_name,
    functions_of,
    keyword_of,
    number_of,
    python_blocks,
)
from symformer.semantics.model import SemanticModel

_UNIFORM = frozenset("rand random uniform rand_like random_sample random_uniform".split())
_DROPPED = re.compile(r"(?:p_?)?drop(?:out)?(?:_?(?:p|prob|probability|rate|ratio))?")
_KEPT = re.compile(r"(?:p_?)?(?:keep|retain)(?:_?(?:p|prob|probability|rate|ratio))?")


@dataclass(frozen=True, slots=True)
class _Chance:
    """A name, or one less it."""

    name: str
    rest: bool = False

    def other(self) -> _Chance:
        return _Chance(self.name, not self.rest)

    def __str__(self) -> str:
        return f"1 - {self.name}" if self.rest else self.name


def survivor_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each mask whose survivors are scaled by another chance than theirs, or that keeps what it is to drop."""
    for block in python_blocks(model.document):
        if "drop" not in block.text.lower() and "keep" not in block.text.lower():
            continue
        for scope in (block.tree, *functions_of(block.tree)):
            scaled, drawn = list[Problem](), list[Problem]()
            _look(scope, block, scaled, drawn)
            yield from scaled or drawn  # a sign that is astray shows in both


def _look(scope: ast.AST, block: PythonBlock, scaled: list[Problem], drawn: list[Problem]) -> None:
    """What a scope divides its survivors by, and how it draws them."""
    kept: dict[str, _Chance] = {}  # masks, and what was multiplied by one
    for statement in _statements(scope):
        value = statement.value
        if value is None:
            continue
        for node in ast.walk(value):
            match node:
                case ast.BinOp(left=product, op=ast.Div(), right=below):
                    scaled.extend(_unlike(below, _kept_by(product, kept), block))
        match statement:
            case ast.AugAssign(target=target, op=sign):
                name = ast.unparse(target)
                if isinstance(sign, ast.Div):
                    scaled.extend(_unlike(value, kept.get(name), block))
                chance = _kept_by(value, kept) if isinstance(sign, ast.Mult) else None
                if chance is not None:
                    kept[name] = chance
            case ast.Assign(targets=[target]):
                chance = _kept_by(value, kept)
                kept.pop(ast.unparse(target), None)
                if chance is not None:
                    kept[ast.unparse(target)] = chance
                    drawn.extend(_named_otherwise(value, chance, block))


def _statements(scope: ast.AST) -> Iterator[ast.Assign | ast.AugAssign | ast.Return]:
    """What gives names a value or returns one, in order, but not in functions of the scope."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef | ast.Lambda | ast.expr):
            continue
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Return):
            yield node
        yield from _statements(node)


def _chance(node: ast.expr | None) -> _Chance | None:
    """``p``, ``self.p``, ``1 - p``, ``(1.0 - p)``."""
    match node:
        case ast.Name() | ast.Attribute(value=ast.Name(id="self")):
            return _Chance(ast.unparse(node))
        case ast.BinOp(left=ast.Constant(value=1 | 1.0), op=ast.Sub(), right=part):
            inner = _chance(part)
            return inner.other() if inner is not None else None
    return None


def _kept_by(node: ast.expr, kept: dict[str, _Chance]) -> _Chance | None:
    """The chance with which an entry of a product is not made zero."""
    found = [chance for factor in factors_of(node) if (chance := _drawn(factor) or kept.get(ast.unparse(factor)))]
    return found[0] if len(found) == 1 else None


def _drawn(node: ast.expr) -> _Chance | None:
    """The chance of one that a mask is drawn with: ``rand(n) > p``, ``bernoulli(full_like(x, 1 - p))``."""
    match node:
        case ast.Compare(left=one, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() as sign], comparators=[other]):
            below = isinstance(sign, ast.Lt | ast.LtE)
            if called_name(other) in _UNIFORM:
                one, other, below = other, one, not below
            chance = _chance(other)
            if called_name(one) not in _UNIFORM or chance is None or not _is_standard(one):
                return None
            return chance if below else chance.other()
        case ast.Call(args=[first, *_]) if called_name(node) == "bernoulli":
            inner = first
            if isinstance(first, ast.Call) and called_name(first) in ("full_like", "full") and len(first.args) > 1:
                inner = first.args[1]
            return _chance(keyword_of(node, "p") or inner)
        case ast.Call(args=[count, chance, *_]) if called_name(node) == "binomial" and number_of(count) == 1:
            return _chance(chance)
    return None


def _is_standard(node: ast.expr) -> bool:
    """Whether numbers are drawn between zero and one, as far as the call says."""
    if not isinstance(node, ast.Call):
        return False
    if called_name(node) == "uniform" and [ast.unparse(each) for each in node.args[:2]] not in (
        *([least, most] for least in ("0", "0.0") for most in ("1", "1.0")),
        [],
    ):
        return 0 < len(node.args) < 3 and isinstance(node.args[0], ast.Name)  # the key that JAX draws with
    least, most = keyword_of(node, "low", "minval"), keyword_of(node, "high", "maxval")
    for told, usual in ((least, (0, 0.0)), (most, (1, 1.0))):
        if told is not None and not (isinstance(told, ast.Constant) and told.value in usual):
            return False
    return True


def _unlike(below: ast.expr, chance: _Chance | None, block: PythonBlock) -> Iterator[Problem]:
    """A product with a mask that is divided by another chance than that of the mask."""
    divisor = _chance(below)
    if chance is None or divisor is None or divisor != chance.other() or block.called_wrong(below):
        return
    yield Problem(
        block.span(below),
        f"an entry survives with a chance of {chance} here, and is divided by {divisor}: its mean does not stay as it is",
        help=f"try {chance} for the divisor, or the other sign where the mask is drawn",
        evidence={"kind": "symbol", "symbol": chance.name},
    )


def _named_otherwise(value: ast.expr, chance: _Chance, block: PythonBlock) -> Iterator[Problem]:
    """A mask that keeps with the chance that is called one of dropping."""
    mask = next((each for each in factors_of(value) if _drawn(each) is not None), None)
    name = chance.name.removeprefix("self.").lower()
    dropped, survives = _DROPPED.fullmatch(name), _KEPT.fullmatch(name)
    if mask is None or not (dropped and not chance.rest or survives and chance.rest) or block.called_wrong(mask):
        return
    if _is_multiplied(mask, block):
        yield Problem(
            block.span(mask),
            f"an entry survives with a chance of {chance} here, and {name} is called the chance to {'drop' if dropped else 'keep'} one",
            evidence={"kind": "symbol", "symbol": chance.name},
        )


def _is_multiplied(mask: ast.expr, block: PythonBlock) -> bool:
    """Whether what a mask shows as one is kept: a name that it is given stands in a product."""
    for node in ast.walk(block.tree):
        match node:
            case ast.Assign(targets=[target], value=value) if any(each is mask for each in ast.walk(value)):
                name = ast.unparse(target)
                return any(
                    isinstance(each, ast.BinOp)
                    and isinstance(each.op, ast.Mult)
                    and name in {ast.unparse(factor) for factor in factors_of(each)}
                    for each in ast.walk(block.tree)
                )
    return False


__all__ = ["survivor_problems"]
