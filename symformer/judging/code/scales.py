"""Scores in program code that are divided by the root of another size than queries and keys have.

``q @ k.transpose(-2, -1) / math.sqrt(d_model)`` behind ``q.view(B, T, h, d_k)``; ``math.sqrt(self.v_head_dim)`` beside a
``qk_head_dim``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.code.arithmetic import without_casts
from symformer.semantics.carriers.code_blocks import called_name, python_blocks
from symformer.semantics.model import SemanticModel

_QUERY = re.compile(r"(?:xq|q|Q|quer(?:y|ies)\w*|q_\w+|Q_\w+)")
_KEY = re.compile(r"(?:xk|k|K|keys?\w*|k_\w+|K_\w+)")
_VALUE_SIZE = re.compile(r"d_?v|v_?(?:head_?)?dim|v_?head_?(?:dim|size)|value_?(?:dim|size)|head_?v_?dim|d_value")
_KEY_SIZE = re.compile(
    r"d_?[kq]|(?:qk|[kq])_?(?:head_?)?(?:dim|size)|(?:key|query)_?(?:dim|size)|d_?head|head_?dim|head_?size|d_?h|hs|hd|d_(?:key|query)"
)
_HEAD_SIZE = re.compile(r"d_?[kqh]|head_?dim|head_?size|d_?head|hs|hd|(?:qk|[kq])_?head_?dim")
_MODEL_SIZE = re.compile(r"d_?model|n_?embd|embed_?dim|emb_?dim|emb_?size|embed_?size|hidden_?(?:dim|size)|model_?dim")
_ROOTS = ("sqrt",)


def scales_of_scores(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each score that the root of another size divides."""
    for block in python_blocks(model.document):
        names = {node.id if isinstance(node, ast.Name) else node.attr for node in ast.walk(block.tree) if isinstance(node, ast.Name | ast.Attribute)}  # fmt: skip
        for node in ast.walk(block.tree):
            match node:
                case ast.BinOp(left=scores, op=ast.Div(), right=by) if _are_scores(scores):
                    size = _under_root(by)
                case ast.BinOp(left=scores, op=ast.Mult(), right=by) if _are_scores(scores):
                    size = _inverse_root(by)
                case _:
                    continue
            wrong = _why_wrong(_last(size), names, block.tree) if size is not None else ""
            if size is not None and wrong and not block.called_wrong(node):
                yield Problem(
                    block.span(size),
                    f"scores of queries and keys are divided by the root of {ast.unparse(size)}, {wrong}",
                    evidence={"kind": "symbol", "symbol": ast.unparse(size)},
                )


def _are_scores(node: ast.expr) -> bool:
    """Whether a product is that of queries and keys."""
    match node:
        case ast.BinOp(left=one, op=ast.MatMult(), right=other):
            return _is_of(one, _QUERY) and _is_of(other, _KEY)
        case ast.Call(args=[one, other, *_]) if called_name(node) in ("matmul", "bmm", "dot"):
            return _is_of(one, _QUERY) and _is_of(other, _KEY)
        case ast.Call(args=[ast.Constant(), one, other]) if called_name(node) == "einsum":
            return _is_of(one, _QUERY) and _is_of(other, _KEY)
    return False


def _is_of(node: ast.expr, pattern: re.Pattern[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=inner), args=_):
            arguments = node.args if called_name(node) in ("transpose", "permute", "swapaxes") else []
            return _is_of(inner, pattern) or bool(arguments) and _is_of(arguments[0], pattern)
        case ast.Attribute(value=inner, attr="T" | "mT"):
            return _is_of(inner, pattern)
        case ast.Subscript(value=inner):
            return _is_of(inner, pattern)
    return pattern.fullmatch(_last(node)) is not None


def _under_root(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(args=[size]) if called_name(node) in _ROOTS:
            return without_casts(size)
        case ast.BinOp(left=size, op=ast.Pow(), right=ast.Constant(value=0.5)):
            return without_casts(size)
    return None


def _inverse_root(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.BinOp(left=size, op=ast.Pow(), right=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=0.5))):
            return without_casts(size)
        case ast.BinOp(left=ast.Constant(value=1 | 1.0), op=ast.Div(), right=by):
            return _under_root(by)
    return None


def _last(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _why_wrong(size: str, names: set[str], tree: ast.Module) -> str:
    """Why a size is not that of queries and keys, as far as the same code tells."""
    others = sorted(name for name in names if name != size and _KEY_SIZE.fullmatch(name))
    if _VALUE_SIZE.fullmatch(size) and others:
        return f"the size of the values; queries and keys have {others[0]}"
    if _MODEL_SIZE.fullmatch(size):
        heads = sorted(_last_sizes(tree))
        if heads:
            return f"and a head has {heads[0]}"
    return ""


def _last_sizes(tree: ast.Module) -> set[str]:
    """The width of a head by the shape that queries are brought into: ``q.view(B, T, h, d_k)``."""
    found = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=of, attr="view" | "reshape"), args=[*_, last]) if (
                _HEAD_SIZE.fullmatch(_last(last)) and any(_is_of(part, _QUERY) for part in _names_of(of))
            ):
                found.add(_last(last))
    return found


def _names_of(node: ast.expr) -> Iterator[ast.expr]:
    yield from (part for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute))


__all__ = ["scales_of_scores"]
