"""Arithmetic of program code: the factors of a product, the terms of a sum, and what is only cast to another type."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from symformer.semantics.carriers.code_blocks import called_name

_CAST = frozenset("astype float float32 half to type cast asarray array type_as bool int double int8 tensor".split())
_LIBRARIES = ("np", "jnp", "tf", "torch", "numpy")


def without_casts(node: ast.expr) -> ast.expr:
    """What is only cast to another type: d of ``tf.cast(d, tf.float32)``."""
    while isinstance(node, ast.Call) and called_name(node) in _CAST:
        inner = node.func.value if isinstance(node.func, ast.Attribute) else None
        of_library = inner is None or isinstance(inner, ast.Name) and inner.id in _LIBRARIES
        if of_library and not node.args:
            return node
        node = node.args[0] if of_library or inner is None else inner
    return node


def factors_of(node: ast.expr) -> Iterator[ast.expr]:
    """The factors of a product, without what it is divided by."""
    node = without_casts(node)
    match node:
        case ast.BinOp(left=one, op=ast.Mult(), right=other):
            yield from factors_of(one)
            yield from factors_of(other)
        case ast.BinOp(left=one, op=ast.Div()):
            yield from factors_of(one)
        case _:
            yield node


def added_terms_of(node: ast.expr) -> Iterator[ast.expr]:
    """The terms of a sum that stand there with a plus."""
    match node:
        case ast.BinOp(left=one, op=ast.Add(), right=other):
            yield from added_terms_of(one)
            yield from added_terms_of(other)
        case ast.BinOp(left=one, op=ast.Sub()):
            yield from added_terms_of(one)
        case _:
            yield node


__all__ = ["added_terms_of", "factors_of", "without_casts"]
