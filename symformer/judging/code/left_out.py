"""Names of program code that are made and never used, where one of their kind is used in their place.

``out = weights @ k`` leaves the values out, a second ``self.fc1`` leaves the second layer out.  A name that is only left
over is nobody's fault.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.semantics.carriers.code_blocks import (
    LANGUAGES,
    PythonBlock,
    functions_of,
    is_whole,
    python_blocks,
    suites_of,
)
from symformer.semantics.model import SemanticModel

# queries, keys and values, by what their names have in common
FAMILIES = (
    ("q", "k", "v"), ("Q", "K", "V"), ("query", "key", "value"), ("queries", "keys", "values"), ("xq", "xk", "xv"),
    ("q_h", "k_h", "v_h"), ("Qh", "Kh", "Vh"), ("q_i", "k_i", "v_i"), ("Qi", "Ki", "Vi"),
)  # fmt: skip
_BY_ANOTHER_WAY = frozenset({"children", "modules", "named_children", "named_modules", "_modules", "__dict__"})
_OPEN = re.compile(r"\.\.\.|…|\betc\b|\bomitted\b|\bas before\b", re.IGNORECASE)


def names_left_out(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each value or layer that nothing uses, where its like is used twice; and each entry set twice."""
    blocks = list(python_blocks(model.document))
    if len(blocks) == sum((each.language or "").lower() in LANGUAGES for each in model.document.code):
        yield from _outside(blocks)
    for block in blocks:
        for function in functions_of(block.tree):
            yield from _values(function, block)
        for node in ast.walk(block.tree):
            if isinstance(node, ast.ClassDef):
                yield from _layers(node, block, blocks)
        for suite in suites_of(block.tree):
            yield from _set_twice(suite, block)


def _outside(blocks: list[PythonBlock]) -> Iterator[Problem]:
    """Queries, keys and values made outside of functions, of which no code of the note uses one."""
    stored: dict[str, tuple[PythonBlock, ast.expr]] = {}
    loads: dict[str, list[tuple[PythonBlock, ast.expr]]] = {}
    for block in blocks:
        for node in ast.walk(block.tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                return
            if isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Store):
                    stored[node.id] = (block, node)
                else:
                    loads.setdefault(node.id, []).append((block, node))
    if not any("softmax" in block.text or "exp(" in block.text for block in blocks):
        return
    for family in FAMILIES:
        if not set(family) <= set(stored):
            continue
        query, key, value = (loads.get(each, []) for each in family)
        if query and not value and len(key) > 1:
            block, node = key[-1]
            yield Problem(
                block.span(node),
                f"{family[1]} is used here, and {family[2]} is used nowhere",
                help=f"try {family[2]}",
                related=(Related(stored[family[2]][0].span(stored[family[2]][1]), f"{family[2]} is made here"),),
                evidence={"kind": "symbol", "symbol": family[2]},
            )


def family_of(name: str) -> tuple[str, str, str] | None:
    """Queries, keys and values, where a name is one of them."""
    return next((each for each in FAMILIES if name in each), None)


def _values(function: ast.FunctionDef, block: PythonBlock) -> Iterator[Problem]:
    """One of queries, keys and values that a function is handed or makes, and does not use."""
    if not is_whole(function) or not any(isinstance(node, ast.Return) for node in ast.walk(function)):
        return
    made = {each.arg: each for each in function.args.args}
    stored: dict[str, ast.expr] = {}
    loaded = Counter[str]()
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                stored[node.id] = node
            else:
                loaded[node.id] += 1
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            own = node.targets[0].id  # v = v.view(…) is no use of it
            loaded[own] -= sum(isinstance(each, ast.Name) and each.id == own for each in ast.walk(node.value))
    for name in {*made, *stored}:
        family = family_of(name)
        if family is None or loaded[name] or not set(family) <= {*made, *stored}:
            continue
        twice = next((each for each in family if each != name and loaded[each] > 1), None)
        if twice is None or any(not loaded[each] for each in family if each != name):
            continue
        place = max(
            (
                node
                for node in ast.walk(function)
                if isinstance(node, ast.Name) and node.id == twice and isinstance(node.ctx, ast.Load)
            ),
            key=lambda node: (node.lineno, node.col_offset),
        )
        if block.called_wrong(place):
            continue
        told = stored.get(name)
        yield Problem(
            block.span(place),
            f"{twice} is used here, and {name} is used nowhere in {function.name}",
            help=f"try {name}",
            related=(Related(block.span(told), f"{name} is made here"),) if told is not None else (),
            evidence={"kind": "symbol", "symbol": name},
        )


def _layers(made: ast.ClassDef, block: PythonBlock, blocks: list[PythonBlock]) -> Iterator[Problem]:
    """A layer that a class makes and does not use, where another one is used twice in one function."""
    start = next((each for each in made.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
    others = [each for each in made.body if isinstance(each, ast.FunctionDef) and each.name != "__init__"]
    if start is None or not others or not is_whole(made):
        return
    span = block.span(made)
    if _OPEN.search(block.text, span.start - block.at, span.end - block.at) is not None:
        return
    layers: dict[str, ast.Assign] = {}
    for node in ast.walk(start):
        match node:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=ast.Call() as call):
                if _is_layer(call):
                    layers[name] = node
    used = {name for each in blocks for name in _attributes(each.tree)}
    if used & _BY_ANOTHER_WAY or "getattr" in block.text:
        return
    unused = [name for name in layers if name not in used]
    for name in unused:
        for function in others:
            called = Counter(
                node.func.attr
                for node in ast.walk(function)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_self(node.func.value)
            )
            twice = [
                each
                for each in layers
                if each != name and called[each] > 1 and _alike(layers[each], layers[name], each, name)
            ]
            if len(twice) == 1 and len(unused) == 1:
                yield Problem(
                    block.span(layers[name].targets[0]),
                    f"self.{name} is made and never used, and self.{twice[0]} is used twice in {function.name}",
                    evidence={"kind": "symbol", "symbol": f"self.{name}"},
                )


def _is_layer(call: ast.Call) -> bool:
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return called[:1].isupper() and called not in (
        "Parameter",
        "ModuleList",
        "Dropout",
        "ReLU",
        "GELU",
        "Tensor",
        "Identity",
    )


def _alike(one: ast.Assign, other: ast.Assign, name: str, other_name: str) -> bool:
    """Whether two layers are of a kind: made alike, or both blocks of their own."""
    kinds = [
        call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        for each in (one, other)
        if isinstance(call := each.value, ast.Call)
    ]
    own = all(isinstance(each.value, ast.Call) and isinstance(each.value.func, ast.Name) for each in (one, other))
    stems = [re.sub(r"\d+|_[a-z]\Z", "", each) for each in (name, other_name)]
    handed = [ast.dump(call) for each in (one, other) if isinstance(call := each.value, ast.Call)]
    return kinds[0] == kinds[1] and (stems[0] == stems[1] or handed[0] == handed[1]) or own and kinds[0] != kinds[1]


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _attributes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr


def _set_twice(suite: list[ast.stmt], block: PythonBlock) -> Iterator[Problem]:
    """``pe[:, 0::2] = sin(x)`` and in the next line ``pe[:, 0::2] = cos(x)``."""
    for one, other in pairwise(suite):
        match one, other:
            case (
                ast.Assign(targets=[ast.Subscript() as first], value=value),
                ast.Assign(targets=[ast.Subscript() as second], value=again),
            ):
                if (
                    ast.dump(first) == ast.dump(second)
                    and ast.dump(value) != ast.dump(again)
                    and not _reads(again, first)
                ):
                    yield Problem(
                        block.span(second),
                        f"{ast.unparse(second)} was set in the line before, and that is lost",
                        evidence={"kind": "symbol", "symbol": ast.unparse(second)},
                    )


def _reads(value: ast.expr, target: ast.Subscript) -> bool:
    base = ast.dump(target.value).replace("Store()", "Load()")
    return any(
        ast.dump(node).replace("Store()", "Load()") == base for node in ast.walk(value) if isinstance(node, ast.expr)
    )


__all__ = ["family_of", "names_left_out"]
