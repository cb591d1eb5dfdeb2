"""Axes of program code along which nothing of the kind is done: means and variances along two, shares along a third.

``E = exp(Z - Z.max(axis=1))`` is divided by its sums along the same axis; heads are joined along their features.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.carriers.code_blocks import (
    PythonBlock,
    called_name,
    functions_of,
    keyword_of,
    number_of,
    python_blocks,
)
from symformer.semantics.model import SemanticModel

_SPREADS = frozenset({"var", "std"})
_JOINED = frozenset({"cat", "concat", "concatenate", "hstack", "vstack"})


def axes_of_code(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each axis that is at odds with the axis of the step it belongs to."""
    for block in python_blocks(model.document):
        for scope in (block.tree, *functions_of(block.tree)):
            yield from _shares(scope, block)
            yield from _moments(scope, block)
        yield from _heads(block)


def _statements(scope: ast.AST) -> Iterator[ast.Assign | ast.Return]:
    """The assignments and results of a scope, and of its branches, but not of functions in it."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.Assign) or isinstance(node, ast.Return) and node.value is not None:
            yield node
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _statements(node)


def _axis_of(call: ast.Call, *, of_library: bool) -> int | None:
    """The axis that a reduction is told, by name or by place."""
    told = keyword_of(call, "axis", "dim")
    if told is None:
        rest = call.args[1:] if of_library else call.args
        told = rest[0] if rest else None
    return number_of(told)


def _reduced(node: ast.expr, names: frozenset[str]) -> tuple[str, int, ast.Call] | None:
    """What a reduction goes over, as written, and its axis: ``x.mean(dim=-1)``, ``np.sum(E, axis=1)``."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=called), args=arguments) if called in names:
            library = isinstance(owner, ast.Name) and owner.id in ("np", "numpy", "torch", "jnp", "tf")
            if library and not arguments:
                return None
            axis = _axis_of(node, of_library=library)
            of = arguments[0] if library else owner
            return (ast.unparse(of), axis, node) if axis is not None else None
    return None


def _differ(one: int, other: int) -> bool:
    """Whether two axes differ however many there are."""
    return one != other and (one < 0) == (other < 0)


def _shares(scope: ast.AST, block: PythonBlock) -> Iterator[Problem]:
    """Exponentials whose greatest exponent is taken along one axis, and whose sum along another."""
    greatest: dict[str, int] = {}
    for statement in _statements(scope):
        for node in ast.walk(statement):
            match node:
                case ast.BinOp(left=one, op=ast.Div(), right=below):
                    total = _reduced(below, frozenset({"sum"}))
                    along = greatest.get(ast.unparse(one)) if not isinstance(one, ast.Call) else _greatest(one)
                    if total is None or along is None or total[0] != ast.unparse(one) or not _differ(along, total[1]):
                        continue
                    yield Problem(
                        block.span(total[2]),
                        f"the shares sum to one along axis {total[1]}, and the greatest exponent is taken along axis {along}",
                        help=f"try one axis for both: {along} or {total[1]}",
                        evidence={"kind": "shape"},
                    )
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                along = _greatest(call)
                greatest.pop(name, None)
                if along is not None:
                    greatest[name] = along
            case ast.Assign(targets=[ast.Name(id=name)]):
                greatest.pop(name, None)


def _greatest(node: ast.expr) -> int | None:
    """The axis of the maximum that is taken from what is exponentiated."""
    match node:
        case ast.Call(args=[ast.BinOp(op=ast.Sub(), right=most)]) if called_name(node) == "exp":
            if isinstance(most, ast.Attribute):
                most = most.value  # x.max(dim=1).values
            if isinstance(most, ast.Subscript):
                most = most.value  # x.max(dim=1)[0]
            found = _reduced(most, frozenset({"max", "amax"}))
            return found[1] if found is not None else None
    return None


def _moments(scope: ast.AST, block: PythonBlock) -> Iterator[Problem]:
    """The mean and the variance of one array along two axes."""
    means: dict[str, int] = {}
    for statement in _statements(scope):
        if not isinstance(statement, ast.Assign):
            continue
        mean, spread = _reduced(statement.value, frozenset({"mean"})), _reduced(statement.value, _SPREADS)
        if mean is not None:
            means[mean[0]] = mean[1]
        if spread is not None and spread[0] in means and _differ(means[spread[0]], spread[1]):
            yield Problem(
                block.span(spread[2]),
                f"the mean of {spread[0]} is taken along axis {means[spread[0]]}, and what it varies by along axis {spread[1]}",
                evidence={"kind": "shape", "symbol": spread[0]},
            )
        for target in statement.targets:
            means.pop(ast.unparse(target), None)


def _heads(block: PythonBlock) -> Iterator[Problem]:
    """Heads that are joined along the first axis, one below the other."""
    for node in ast.walk(block.tree):
        match node:
            case ast.Call(
                args=[
                    ast.ListComp(
                        elt=ast.Call(func=ast.Name(id=head)),
                        generators=[ast.comprehension(target=ast.Name(id=each), iter=family)],
                    ),
                    *rest,
                ]
            ) if called_name(node) in _JOINED and head == each and "head" in ast.unparse(family).lower():
                axis = number_of(keyword_of(node, "dim", "axis") or (rest[0] if rest else ast.Constant(0)))
                if axis == 0 and not block.called_wrong(node):
                    yield Problem(
                        block.span(node),
                        "the heads are joined along the first axis, one below the other, and not along their features",
                        help="try the last axis, -1",
                        evidence={"kind": "shape"},
                    )


__all__ = ["axes_of_code"]
