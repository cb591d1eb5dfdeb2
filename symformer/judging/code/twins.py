"""One function written for several libraries, of which one version takes another logarithm, or another number.

Notes that show PyTorch, JAX and TensorFlow side by side define one name in each.  And branches of a block that are joined
along the channels: a convolution among them has to keep the width, as all others there do.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.semantics.carriers.code_blocks import PythonBlock, called_name, keyword_of, number_of, python_blocks
from symformer.semantics.model import SemanticModel

_LOGS = {"log": "log", "log2": "log2", "log10": "log10"}
_JOINED = ("cat", "concatenate", "concat", "Concatenate")
_LIBRARIES = (
    ("torch", re.compile(r"\btorch\b|\bnn\.(?:Module|Lazy|Linear|Conv2d)\b")),
    ("tf", re.compile(r"\btf\.|\bkeras\b")),
    ("mxnet", re.compile(r"\bmx\b|\bnpx\b|\bautograd\b|\bnn\.(?:Block|Dense|Conv2D)\b|\bgluon\b|(?<![\w.])np\.")),
    ("jax", re.compile(r"\bjnp\b|\bjax\b|\bnn\.compact\b|\bsetup\(self\)")),
)
FEWEST = 3  # convolutions of a block, of which one is odd


@dataclass(frozen=True, slots=True)
class _Version:
    """One definition: where it stands, by which library, and its logarithms in order."""

    block: PythonBlock
    function: ast.FunctionDef
    library: str
    section: int
    logs: tuple[tuple[str, ast.Call], ...]


def twin_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each version that differs from the others in one place."""
    blocks = list(python_blocks(model.document))
    versions: dict[str, list[_Version]] = {}
    for block in blocks:
        library = next((name for name, pattern in _LIBRARIES if pattern.search(block.text)), "")
        section = section_at(model.document, block.at)
        for function in block.tree.body:
            if library and isinstance(function, ast.FunctionDef):
                logs = tuple(_logs(function))
                versions.setdefault(function.name, []).append(_Version(block, function, library, section, logs))
        yield from _odd_convolutions(block)
    for same in versions.values():
        for section in sorted({each.section for each in same}):
            yield from _odd_logarithm([each for each in same if each.section == section])


def _logs(function: ast.FunctionDef) -> Iterator[tuple[str, ast.Call]]:
    """The logarithms of a function; none where one divides another, which changes the base."""
    if any(
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and called_name(node.right) in _LOGS
        for node in ast.walk(function)
    ):
        return
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and called_name(node) in _LOGS:
            yield called_name(node), node


def _odd_logarithm(versions: Sequence[_Version]) -> Iterator[Problem]:
    """The one version with another logarithm than the others, which are at least two, or one and its words."""
    if len({each.library for each in versions}) < FEWEST:
        return
    kinds = [tuple(name for name, _ in each.logs) for each in versions]
    for at, each in enumerate(versions):
        others = {kind for to, kind in enumerate(kinds) if to != at and kind}
        if len(others) != 1 or sum(1 for kind in kinds if kind) < FEWEST:
            continue
        (expected,) = others
        mine = kinds[at]
        if mine and len(mine) == len(expected) and sum(a != b for a, b in zip(mine, expected, strict=True)) == 1:
            place = next(to for to in range(len(mine)) if mine[to] != expected[to])
            call = each.logs[place][1]
            other = next(version for to, version in enumerate(versions) if to != at and kinds[to])
            if each.block.called_wrong(call):
                continue
            yield Problem(
                each.block.span(call),
                f"{each.function.name} takes {mine[place]} here, and {expected[place]} in its other versions",
                related=(Related(other.block.span(other.logs[place][1]), "as here"),),
                evidence={"kind": "symbol", "symbol": each.function.name},
            )


# -- branches that are joined --------------------------------------------------------------------------------------------


def _odd_convolutions(block: PythonBlock) -> Iterator[Problem]:
    for made in ast.walk(block.tree):
        if not isinstance(made, ast.ClassDef):
            continue
        calls = [node for node in ast.walk(made) if isinstance(node, ast.Call)]
        if not any(called_name(call) in _JOINED for call in calls):
            continue
        windows = [each for call in calls if (each := _window(call)) is not None]
        wide = [each for each in windows if each[1] > 1]
        odd = [each for each in wide if each[1] - 1 != 2 * each[2]]
        if len(wide) < FEWEST or len(odd) != 1 or odd[0][2] == 0 or block.called_wrong(odd[0][0]):
            continue
        call, kernel, padding = odd[0]
        change = 2 * padding - kernel + 1
        yield Problem(
            block.span(call),
            f"a kernel of {kernel} with a padding of {padding} changes the width by {change}; all others that are joined here keep it",
            help=f"try padding={(kernel - 1) // 2}" if kernel % 2 else None,
            evidence={"kind": "shape"},
        )


def _window(call: ast.Call) -> tuple[ast.Call, int, int] | None:
    """A convolution or pooling of stride one: its kernel and its padding."""
    name = called_name(call)
    if re.fullmatch(r"(?:Lazy)?Conv\d[dD]|(?:Max|Avg|Average)Pool\d[dD]", name) is None:
        return None
    if any(keyword.arg in ("dilation", "groups", "output_padding") for keyword in call.keywords):
        return None
    kernel = number_of(keyword_of(call, "kernel_size", "pool_size"))
    stride = keyword_of(call, "stride", "strides")
    pooling = "Pool" in name
    if kernel is None or stride is not None and number_of(stride) != 1 or pooling and stride is None:
        return None
    told = keyword_of(call, "padding")
    padding = 0 if told is None else number_of(told)
    return None if padding is None else (call, kernel, padding)


__all__ = ["twin_problems"]
