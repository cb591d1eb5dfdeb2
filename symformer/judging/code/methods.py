"""Steps of known methods that program code takes otherwise: a loss of logits that is handed shares, a norm without its root.

Each is told by what the library defines, or by what the same lines say: nothing is held against a way of one's own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.code.arithmetic import added_terms_of, factors_of
from symformer.semantics.carriers.code_blocks import (
    PythonBlock,
    called_name,
    functions_of,
    keyword_of,
    number_of,
    python_blocks,
)
from symformer.semantics.model import SemanticModel

# losses, and the functions that they apply themselves
_APPLIED = {
    "cross_entropy": ("softmax", "log_softmax"), "CrossEntropyLoss": ("softmax", "log_softmax"),
    "binary_cross_entropy_with_logits": ("sigmoid",), "BCEWithLogitsLoss": ("sigmoid",),
}  # fmt: skip
_LIBRARIES = ("F", "nn", "functional", "torch")
_HEADS = re.compile(r"(?:n|num|no|nr)_?(?:of_)?heads?|heads|h|H|n_h|nhead|n_head")
_WIDTH = re.compile(
    r"d_?model|n_?embd|embed_?dim|emb_?dim|emb_?size|embed_?size|hidden_?(?:dim|size)|model_?dim|dim|C|D|d|E"
)
_HEAD_SIZE = re.compile(r"d_?[kvq]|d_?head|head_?dim|head_?size|d_?h|hs|hd|head_?width|depth")
_PASSED_ON = frozenset("view reshape flatten squeeze transpose permute contiguous float".split())


def methods_of_code(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each step that the method it belongs to takes otherwise."""
    for block in python_blocks(model.document):
        losses = dict(_losses_named(block.tree))
        for scope in (block.tree, *functions_of(block.tree)):
            yield from _handed_shares(scope, losses, block)
        yield from _without_root(block)
        yield from _head_sizes(block)
        yield from _norms(block)
        yield from _schedules(block)


def _losses_named(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """``loss_fn = nn.CrossEntropyLoss()``."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name) | ast.Attribute(attr=name)],
                value=ast.Call(func=ast.Attribute(value=ast.Name(id="nn"), attr=kind)),
            ) if kind in _APPLIED:
                yield name, kind


def _handed_shares(scope: ast.AST, losses: dict[str, str], block: PythonBlock) -> Iterator[Problem]:
    shares: dict[str, str] = {}  # names, and the function that made them
    for statement in _statements(scope):
        for call in (node for node in ast.walk(statement) if isinstance(node, ast.Call)):
            loss = _loss_of(call, losses)
            given = (keyword_of(call, "input") or (call.args[0] if call.args else None)) if loss else None
            made = _made_by(given, shares) if given is not None else ""
            if loss and made in _APPLIED[loss] and not block.called_wrong(call):
                yield Problem(
                    block.span(call),
                    f"{loss} takes logits, and is handed what {made} gives",
                    help="try the logits themselves",
                    evidence={"kind": "symbol", "symbol": loss},
                )
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                name = ast.unparse(target)
                shares.pop(name, None)
                made = _made_by(statement.value, shares)
                if made:
                    shares[name] = made


def _statements(scope: ast.AST) -> Iterator[ast.stmt]:
    """Simple statements in order, but not those of functions in the scope."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef | ast.expr):
            continue
        if isinstance(node, ast.Assign | ast.Return | ast.Expr | ast.AugAssign | ast.AnnAssign):
            yield node
        yield from _statements(node)


def _loss_of(call: ast.Call, losses: dict[str, str]) -> str:
    match call.func:
        case ast.Attribute(value=ast.Name(id=owner) | ast.Attribute(attr=owner), attr=name) if name in _APPLIED:
            return name if owner in _LIBRARIES else ""
        case ast.Call(func=ast.Attribute(value=ast.Name(id="nn"), attr=name)) if name in _APPLIED:
            return name
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self"), attr=name):
            return losses.get(name, "")
    return ""


def _made_by(node: ast.expr, shares: dict[str, str]) -> str:
    """softmax or sigmoid, where that made an array; nothing else."""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr=called)) if called in _PASSED_ON:
            return _made_by(inner, shares)
        case ast.Call() if called_name(node) in ("softmax", "log_softmax", "sigmoid"):
            return called_name(node)
        case ast.Call(func=ast.Call() as layer) if called_name(layer) in ("Softmax", "Sigmoid", "LogSoftmax"):
            return {"Softmax": "softmax", "Sigmoid": "sigmoid"}.get(called_name(layer), "log_softmax")
        case ast.Name() | ast.Attribute():
            return shares.get(ast.unparse(node), "")
    return ""


def _without_root(block: PythonBlock) -> Iterator[Problem]:
    """``(x - mean) / (var + eps)``: it is the root of the variance that a norm divides by."""
    for scope in (block.tree, *functions_of(block.tree)):
        spreads, means = set[str](), set[str]()
        for statement in _statements(scope):
            for node in ast.walk(statement):
                match node:
                    case ast.BinOp(
                        left=ast.BinOp(op=ast.Sub(), right=mean),
                        op=ast.Div(),
                        right=ast.BinOp(left=var, op=ast.Add(), right=small),
                    ) if (
                        ast.unparse(var) in spreads
                        and ast.unparse(mean) in means
                        and "eps" in ast.unparse(small).lower()
                    ):
                        if not block.called_wrong(node):
                            yield Problem(
                                block.span(node.right),
                                f"what is centred is divided by the variance {ast.unparse(var)}, not by its root",
                                help=f"try the root of {ast.unparse(node.right)}",
                                evidence={"kind": "symbol", "symbol": ast.unparse(var)},
                            )
            match statement:
                case ast.Assign(targets=[target], value=ast.Call() as call):
                    name = ast.unparse(target)
                    spreads.discard(name)
                    means.discard(name)
                    if called_name(call) == "var":
                        spreads.add(name)
                    elif called_name(call) == "mean":
                        means.add(name)
                case ast.Assign(targets=[target]):
                    spreads.discard(ast.unparse(target))


def _head_sizes(block: PythonBlock) -> Iterator[Problem]:
    """``d_k = d_model * n_heads``: a head has its part of the width."""
    for node in ast.walk(block.tree):
        match node:
            case ast.Assign(targets=[target], value=ast.BinOp(left=one, op=ast.Mult(), right=other)):
                name, first, second = (_last(each) for each in (target, one, other))
                pair = {bool(_HEADS.fullmatch(first)), bool(_HEADS.fullmatch(second))}
                width = second if _HEADS.fullmatch(first) else first
                if (
                    _HEAD_SIZE.fullmatch(name)
                    and pair == {True, False}
                    and _WIDTH.fullmatch(width)
                    and not _HEAD_SIZE.fullmatch(width)
                ):
                    yield Problem(
                        block.span(node.value),
                        f"{name} is the width of one head, and {ast.unparse(node.value)} is more than that of all of them",
                        help=f"try {ast.unparse(one)} // {ast.unparse(other)}" if width == first else None,
                        evidence={"kind": "shape", "symbol": name},
                    )


def _last(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _norms(block: PythonBlock) -> Iterator[Problem]:
    """What a layer normalisation writes out of its own: the divisor of its variance, and where its shift begins."""
    for made in ast.walk(block.tree):
        if not isinstance(made, ast.ClassDef) or re.search(r"(?:Layer|Batch|Instance|Group)_?Norm", made.name) is None:
            continue
        for node in ast.walk(made):
            match node:
                case ast.Call(func=ast.Attribute(attr="var" | "std")):
                    told = keyword_of(node, "unbiased")
                    ddof = number_of(keyword_of(node, "ddof", "correction"))
                    if isinstance(told, ast.Constant) and told.value is True or ddof == 1:
                        yield Problem(
                            block.span(node),
                            "this variance divides by one less than how many entries there are, and a normalisation by all of them",
                            help="try unbiased=False" if told is not None else None,
                            evidence={"kind": "symbol"},
                        )
                case ast.Assign(targets=[ast.Attribute(attr="beta" | "shift" | "bias" as name)], value=value) if (
                    re.search(r"\bones\(", ast.unparse(value))
                ):
                    yield Problem(
                        block.span(node.value),
                        f"{name} is added, and begins with ones: that is no identity",
                        help="try zeros",
                        evidence={"kind": "symbol", "symbol": name},
                    )


_DECAYS = re.compile(r"(?:lr|learning_?rate|sched\w*|cosine|decay|anneal\w*)", re.IGNORECASE)
_GROWS = re.compile(r"beta|momentum|ramp|increas|grow|kl_|weight_decay|noise|mask|warm_?restart", re.IGNORECASE)
_RATE = re.compile(
    r"(?:max|peak|base|init\w*|start)_?(?:lr|learning_?rate)|lr(?:_?(?:max|peak|base|init\w*|0))?|learning_?rate|eta(?:_?max)?"
)


def _schedules(block: PythonBlock) -> Iterator[Problem]:
    """``max_lr * 0.5 * (1 - cos(pi * t))``: a rate that decays along a cosine takes the plus."""
    for function in functions_of(block.tree):
        if not _DECAYS.search(function.name) or _GROWS.search(ast.unparse(function)):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                for term in added_terms_of(node.value):
                    factors = list(factors_of(term))
                    wave = next((each for each in factors if _is_rising(each)), None)
                    rate = any(
                        _RATE.fullmatch(_last(part))
                        for each in factors
                        for part in ast.walk(each)
                        if isinstance(part, ast.Name | ast.Attribute)
                    )
                    if wave is not None and rate and not block.called_wrong(node):
                        yield Problem(
                            block.span(wave),
                            "this begins at zero and rises: a rate that decays along a cosine takes 1 + cos",
                            help="try a plus",
                            evidence={"kind": "symbol", "symbol": function.name},
                        )


def _is_rising(node: ast.expr) -> bool:
    match node:
        case ast.BinOp(left=ast.Constant(value=1 | 1.0), op=ast.Sub(), right=ast.Call() as wave):
            return called_name(wave) == "cos"
    return False


__all__ = ["methods_of_code"]
