"""Layers of a network in program code, by what they do to shapes: ``nn.Linear(d, 4 * d)``, ``nn.Conv2d(3, 32, 5)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension, divide, number, substitute
from symformer.semantics.carriers.code_remarks import Sizes, size_of

_LAWS = {
    "Linear": "linear", "LazyLinear": "", "Dense": "", "Embedding": "embedding",
    "Conv1d": "convolution", "Conv2d": "convolution", "Conv3d": "convolution",
    "BatchNorm1d": "channels", "BatchNorm2d": "channels", "InstanceNorm2d": "channels",
    "MaxPool2d": "pool", "AvgPool2d": "pool", "Flatten": "flatten",
    "Sequential": "sequence",
    **dict.fromkeys(
        "ReLU GELU SiLU Tanh Sigmoid LeakyReLU ELU Softmax Dropout Dropout2d Identity".split(), "same"
    ),
    "LayerNorm": "width", "RMSNorm": "width",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer: its law, the sizes it takes and gives, and how its window lies."""

    law: str
    takes: Dimension | None = None
    gives: Dimension | None = None
    window: tuple[int, int, int] | None = None  # width, stride, padding, alike along all axes
    parts: tuple[Layer, ...] = ()


def name_of(node: ast.AST) -> str:
    """``x``, ``self.A``; nothing for anything else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return f"self.{name}"
    return ""


def layer_of(node: ast.expr, layers: Mapping[str, Layer]) -> Layer | None:
    """The layer that an expression makes, or the name of one stands for."""
    if (name := name_of(node)) and name in layers:
        return layers[name]
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="nn" | "torch"), attr=kind) | ast.Name(id=kind)) if (
            _LAWS.get(kind)
        ):
            return _made(kind, node, layers)
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="nn"), attr=kind)) if _LAWS.get(kind):
            return _made(kind, node, layers)
    return None


def _made(kind: str, node: ast.Call, layers: Mapping[str, Layer]) -> Layer | None:
    law, sizes = _LAWS[kind], [size_of(each) for each in node.args]
    named = {each.arg: each.value for each in node.keywords if each.arg is not None}
    match law:
        case "same":
            return Layer(law)
        case "linear" | "embedding":
            takes = sizes[0] if sizes else _named(named, "in_features", "num_embeddings")
            gives = sizes[1] if len(sizes) > 1 else _named(named, "out_features", "embedding_dim")
            return Layer(law, takes, gives)
        case "convolution":
            if "dilation" in named or "groups" in named or any(isinstance(each, ast.Starred) for each in node.args):
                return Layer("unknown")
            takes = sizes[0] if sizes else _named(named, "in_channels")
            gives = sizes[1] if len(sizes) > 1 else _named(named, "out_channels")
            return Layer(law, takes, gives, _window(node.args[2:], named, 1))
        case "channels" | "width":
            return Layer(law, sizes[0] if sizes else _named(named, "normalized_shape", "num_features"))
        case "pool":
            return Layer(law, window=_window(node.args, named, None))
        case "flatten" if not node.args and not named:
            return Layer(law)
        case "sequence":
            parts = [layer_of(each, layers) or Layer("unknown") for each in node.args]
            return Layer(law, parts=tuple(parts))
    return Layer("unknown")


def _named(named: Mapping[str, ast.expr], *names: str) -> Dimension | None:
    return next((size_of(named[name]) for name in names if name in named), None)


def _window(rest: list[ast.expr], named: Mapping[str, ast.expr], stride: int | None) -> tuple[int, int, int] | None:
    """Width, stride and padding, where they are whole numbers; a pool's stride is its width unless it is told."""
    told: list[int | None] = []
    for at, (name, usual) in enumerate((("kernel_size", None), ("stride", stride), ("padding", 0))):
        node = rest[at] if at < len(rest) else named.get(name)
        if node is None:
            told.append(told[0] if name == "stride" and usual is None else usual)
            continue
        match node:
            case ast.Constant(value=int() as value):
                told.append(value)
            case _:
                return None
    width, step, padding = told
    return None if width is None or not step or padding is None or "ceil_mode" in named else (width, step, padding)


def misfits(layer: Layer) -> Iterator[tuple[Dimension, Dimension]]:
    """Pairs of what one layer of a sequence gives and the next one takes, where they are known to differ."""
    given: Dimension | None = None
    flat = False
    for part in layer.parts:
        if part.law == "unknown" or part.law == "sequence":
            given, flat = None, False
            continue
        if part.law == "flatten":
            flat = True
        if part.takes is not None and given is not None and part.law in ("linear", "convolution", "channels"):
            quotient = divide(part.takes, given)
            if flat:
                if quotient is not None and quotient.number is not None and quotient.number.denominator != 1:
                    yield given, part.takes
            elif quotient is not None and quotient.number not in (None, 1):
                yield given, part.takes
        if part.gives is not None or part.law in ("linear", "convolution", "embedding"):
            given, flat = part.gives, False


def through(layer: Layer, shape: Sizes) -> tuple[Sizes | None, tuple[Dimension, Dimension] | None]:
    """The shape behind a layer, and two sizes that ought to be one and may not be."""
    match layer.law:
        case "same":
            return shape, None
        case "embedding":
            return ((*shape, layer.gives) if layer.gives is not None else None), None
        case "linear":
            inner = (shape[-1], layer.takes) if layer.takes is not None and layer.takes != shape[-1] else None
            gives = _in_terms(layer.gives, layer.takes, shape[-1])
            return ((*shape[:-1], gives) if gives is not None else None), inner
        case "width":
            return shape, (shape[-1], layer.takes) if layer.takes not in (None, shape[-1]) else None
        case "channels" if len(shape) >= 2:
            return shape, (shape[1], layer.takes) if layer.takes not in (None, shape[1]) else None
        case "convolution" | "pool" if len(shape) >= 3:
            inner = (shape[1], layer.takes) if layer.takes is not None and layer.takes != shape[1] else None
            channels = layer.gives if layer.law == "convolution" else shape[1]
            axes = [_slid(size, layer.window) for size in shape[2:]]
            known = tuple(size for size in axes if size is not None)
            if channels is None or len(known) < len(axes):
                return None, inner
            return (shape[0], channels, *known), inner
        case "flatten" if len(shape) >= 2:
            rest = number(1)
            for size in shape[1:]:
                rest = rest * size
            return (shape[0], rest), None
        case "sequence":
            found: Sizes | None = shape
            for part in layer.parts:
                if found is None:
                    return None, None
                found, inner = through(part, found)
                if inner is not None:
                    return None, inner
            return found, None
    return None, None


def _in_terms(gives: Dimension | None, takes: Dimension | None, width: Dimension) -> Dimension | None:
    """What a layer gives, in the letters of what it was handed: 3C where it takes n_embd and gives 3 n_embd."""
    if gives is None or takes is None or takes.letter is None or takes.letter not in gives.letters:
        return gives
    return substitute(gives, takes.letter, width)


def _slid(size: Dimension, window: tuple[int, int, int] | None) -> Dimension | None:
    if window is None or size.number is None:
        return None
    width, stride, padding = window
    length = (int(size.number) + 2 * padding - width) // stride + 1
    return number(length) if length > 0 else None


__all__ = ["Layer", "layer_of", "misfits", "name_of", "through"]
