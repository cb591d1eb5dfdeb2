"""The shape of an expression in program code: ``q @ k.transpose(-2, -1)``, ``torch.cat([a, b], dim=1)``."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import mul
from typing import Literal

from symformer.algebra.dimension import Dimension, divide, number
from symformer.semantics.carriers.axis_patterns import Einsum, composed
from symformer.semantics.carriers.code_layers import Layer, layer_of, name_of, through
from symformer.semantics.carriers.code_remarks import MORE_AXES, Sizes, size_of

_ALIKE = frozenset(
    "softmax log_softmax relu gelu silu tanh sigmoid exp log sqrt dropout masked_fill contiguous float half to clone detach "
    "cuda cpu type_as abs sin cos tril triu normalize clamp masked_fill_ Parameter pow leaky_relu softplus rsqrt square copy bool long int".split()
)
_MADE = frozenset("randn rand zeros ones empty full random standard_normal".split())
LIBRARIES = frozenset("torch np numpy F jnp tf nn functional linalg".split())
_REDUCED = frozenset("sum mean std var argmax argmin amax amin logsumexp prod norm".split())
_BATCHES = frozenset({"B", "batch", "batch_size", "bs", "bsz"})
_HEADS = frozenset("heads n_heads num_heads nheads n_head num_head nhead nh".split())
_ARRAYS = frozenset("q k v x y z Q K V X Y Z W A".split())  # a size may have the name, and an array most often has
_KEPT = frozenset({"device", "dtype", "requires_grad"})


Meeting = Literal["product", "layer", "entries", "pieces", "scale", "loss", "shares", "heads", "count", "order"]
Met = tuple[Dimension, Dimension, Meeting]


@dataclass(slots=True)
class Names:
    """The arrays and layers of a function, filled from its first line to its last, and those of its class."""

    known: dict[str, Sizes] = field(default_factory=dict)
    layers: dict[str, Layer] = field(default_factory=dict)
    summed: dict[str, Dimension] = field(
        default_factory=dict
    )  # what products with something transposed are summed over
    met: list[Met] = field(default_factory=list)  # sizes that one line makes one
    given: set[str] = field(default_factory=set)  # names that lines gave a value

    def of_class(self) -> Names:
        """What another function of the same class knows."""
        attributes = {name: sizes for name, sizes in self.known.items() if name.startswith("self.")}
        return Names(attributes, {name: layer for name, layer in self.layers.items() if name.startswith("self.")})

    def tell(self, name: str, shape: Sizes | None) -> None:
        """A name has a new value."""
        self.forget(name)
        if shape is not None and name:
            self.known[name] = shape

    def forget(self, name: str) -> None:
        """A name has a value of which nothing is known."""
        self.given.add(name)
        self.known.pop(name, None)
        self.layers.pop(name, None)
        self.summed.pop(name, None)

    def meet(self, one: Dimension, other: Dimension, where: Meeting = "product") -> None:
        """Two sizes have to be one."""
        self.met.append((one, other, where))


def shape_of(node: ast.expr, names: Names) -> Sizes | None:
    """The shape of an expression; None where it cannot be told."""
    if (name := name_of(node)) and name in names.known:
        return names.known[name]
    match node:
        case ast.BinOp(left=one, op=ast.MatMult(), right=other):
            return _product(shape_of(one, names), shape_of(other, names), names)
        case ast.BinOp(left=one, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() as sign, right=other):
            _look_at_scale(one, sign, other, names)
            return _broadcast(one, other, names)
        case ast.Compare(left=one, comparators=[other]):
            return _broadcast(one, other, names)
        case ast.UnaryOp(operand=one):
            return shape_of(one, names)
        case ast.BinOp(left=one, op=ast.Pow(), right=other):
            return _broadcast(one, other, names)
        case ast.Attribute(value=inner, attr="T" | "mT" | "H"):
            shape = shape_of(inner, names)
            return shape[::-1] if shape is not None and len(shape) == 2 and MORE_AXES not in shape else None
        case ast.Subscript(value=inner, slice=index):
            return _indexed(inner, index, names)
        case ast.Call(
            func=ast.Attribute(attr="einsum") | ast.Name(id="einsum"),
            args=[ast.Constant(value=str() as pattern), *operands],
        ):
            return _summed(pattern, operands, names)
        case ast.Call(
            func=ast.Attribute(attr="rearrange") | ast.Name(id="rearrange"),
            args=[inner, ast.Constant(value=str() as pattern)],
            keywords=keywords,
        ):
            return _rearranged(pattern, inner, keywords, names)
        case ast.Call(func=function, args=[argument]) if (layer := layer_of(function, names.layers)) is not None:
            return _layered(layer, argument, names)
        case ast.Call(func=ast.Attribute(value=inner, attr=called), args=arguments, keywords=keywords):
            if isinstance(inner, ast.Name) and inner.id in LIBRARIES or _is_library(inner):
                return _called(called, list(arguments), keywords, names)
            return _called(called, [inner, *arguments], keywords, names)
    return None


def joined_as(node: ast.expr, said: Sizes, names: Names) -> None:
    """Arrays joined to one of a told shape: along all other axes each of them is as long as the whole."""
    match node:
        case ast.Call(
            func=ast.Attribute(attr="cat" | "concat" | "concatenate"),
            args=[ast.List(elts=parts) | ast.Tuple(elts=parts), *rest],
            keywords=keywords,
        ):
            axis = told_axis(rest, keywords, len(said), usual=0)
            for part in parts if axis is not None and MORE_AXES not in said else ():
                shape = shape_of(part, names)
                if shape is None or MORE_AXES in shape or len(shape) != len(said):
                    continue
                for at, (size, whole) in enumerate(zip(shape, said, strict=True)):
                    if at != axis and size != whole:
                        names.meet(size, whole, "entries")


def _layered(layer: Layer, argument: ast.expr, names: Names) -> Sizes | None:
    shape = shape_of(argument, names)
    if shape is None or MORE_AXES in shape and layer.law not in ("same", "linear", "width", "embedding"):
        return None
    found, inner = through(layer, shape)
    if inner is not None:
        names.meet(*inner, "layer")
    return found


def _indexed(inner: ast.expr, index: ast.expr, names: Names) -> Sizes | None:
    """``x[:, None]``, ``x[:, -1]``, ``mask[:T, :T]``."""
    shape = shape_of(inner, names)
    if shape is None or MORE_AXES in shape:
        return None
    parts = list(index.elts) if isinstance(index, ast.Tuple) else [index]
    sizes: list[Dimension] = []
    at = 0
    for part in parts:
        match part:
            case ast.Constant(value=None):
                sizes.append(number(1))
                continue
            case ast.Slice(lower=None, upper=None, step=None) if at < len(shape):
                sizes.append(shape[at])
            case ast.Slice(lower=None, upper=ast.expr() as end, step=None) if at < len(shape):
                if (size := size_of(end)) is None:
                    return None
                sizes.append(size)
            case ast.Constant(value=int()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()) if at < len(shape):
                pass
            case _:
                return None
        at += 1
    return (*sizes, *shape[at:])


def _summed(pattern: str, operands: list[ast.expr], names: Names) -> Sizes | None:
    """What einsum gives: each letter is one size."""
    parsed = Einsum.of(pattern)
    if parsed is None or len(parsed.operands) != len(operands):
        return None
    shapes = [shape_of(each, names) for each in operands]
    shapes = [None if shape is not None and MORE_AXES in shape else shape for shape in shapes]
    if (apart := parsed.inner(shapes)) is not None:
        names.meet(*apart)
        return None
    return parsed.shape(shapes)


def _rearranged(pattern: str, inner: ast.expr, keywords: list[ast.keyword], names: Names) -> Sizes | None:
    """What einops' rearrange gives, with the sizes that it is told."""
    given = {each.arg: size for each in keywords if each.arg is not None and (size := size_of(each.value)) is not None}
    shape = shape_of(inner, names)
    if shape is not None and MORE_AXES in shape:
        return None
    return composed(pattern, shape, given) if len(given) == len(keywords) else None


def _is_library(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in LIBRARIES


def _product(left: Sizes | None, right: Sizes | None, names: Names) -> Sizes | None:
    """Rows by columns over equal axes before them."""
    if left is None or right is None or not left or not right:
        return None
    if right[:1] == (MORE_AXES,) and len(right) < 3 or left[:1] == (MORE_AXES,) and len(left) == 2 != len(right):
        return None
    inner = right[-2] if len(right) > 1 else right[-1]
    if left[-1] != inner:
        names.meet(left[-1], inner)
        return None
    if len(right) == 1:
        return left[:-1] or None
    if len(left) == 1:
        return (*right[:-2], right[-1])
    longer = left if len(left) >= len(right) else right
    return (*longer[:-2], left[-2], right[-1])


def _broadcast(one: ast.expr, other: ast.expr, names: Names) -> Sizes | None:
    """Two arrays whose axes agree from the last one on, or an array and a number."""
    left, right = shape_of(one, names), shape_of(other, names)
    if left is None or right is None:
        known, rest = (left, other) if left is not None else (right, one)
        return known if known is not None and _is_number(rest, names) else None
    if MORE_AXES in (left[0], right[0]):
        return _broadcast_below(left, right, names)
    axes = max(len(left), len(right))
    pairs = zip((number(1),) * (axes - len(left)) + left, (number(1),) * (axes - len(right)) + right, strict=True)
    sizes: list[Dimension] = []
    for size, beside in pairs:
        if size != beside and 1 not in (size.number, beside.number):
            names.meet(size, beside, "entries")
            return None
        sizes.append(beside if size.number == 1 else size)
    return tuple(sizes)


def _broadcast_below(left: Sizes, right: Sizes, names: Names) -> Sizes | None:
    """The same where any axes may stand before the told ones: only those are looked at that both have."""
    told, others = ([size for size in shape if size != MORE_AXES] for shape in (left, right))
    short = min(len(told), len(others))
    if any(MORE_AXES not in shape and len(shape) > short for shape in (left, right)):
        return None
    below: list[Dimension] = []
    for size, beside in zip(told[len(told) - short :], others[len(others) - short :], strict=True):
        if size != beside and 1 not in (size.number, beside.number):
            names.meet(size, beside, "entries")
            return None
        below.append(beside if size.number == 1 else size)
    return (MORE_AXES, *told[: len(told) - short], *others[: len(others) - short], *below)


def _look_at_scale(one: ast.expr, sign: ast.operator, other: ast.expr, names: Names) -> None:
    """Products with something transposed, ``q @ k.T / sqrt(d)``: the root is that of what they are summed over."""
    under = _under_root(other, inverse=isinstance(sign, ast.Mult))
    summed = names.summed.get(name_of(one)) if name_of(one) else summed_over(one, names)
    size = size_at(under, names) if under is not None else None
    if size is not None and summed is not None and size != summed and isinstance(sign, ast.Div | ast.Mult):
        names.meet(summed, size, "scale")


def _under_root(node: ast.expr, *, inverse: bool) -> ast.expr | None:
    """d of ``math.sqrt(d)`` and ``d ** 0.5``; of ``d ** -0.5`` where it is multiplied by."""
    match node:
        case ast.Call(func=ast.Attribute(attr="sqrt") | ast.Name(id="sqrt"), args=[inner]) if not inverse:
            match inner:
                case ast.Call(func=ast.Attribute(attr="tensor") | ast.Name(id="float"), args=[told, *_]):
                    return told
            return inner
        case ast.BinOp(left=inner, op=ast.Pow(), right=ast.Constant(value=0.5)) if not inverse:
            return inner
        case ast.BinOp(left=inner, op=ast.Pow(), right=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=0.5))):
            return inner if inverse else None
    return None


def summed_over(node: ast.expr, names: Names) -> Dimension | None:
    """What the product of an array and a transposed one is summed over."""
    match node:
        case (
            ast.BinOp(left=one, op=ast.MatMult(), right=other)
            | ast.Call(func=ast.Attribute(attr="matmul" | "bmm"), args=[one, other])
        ) if _is_turned(other):
            left, right = shape_of(one, names), shape_of(other, names)
            if left and right and len(left) > 1 and len(right) > 1 and left[-1] == right[-2]:
                return left[-1]
        case ast.Call(
            func=ast.Attribute(attr="einsum"),
            args=[ast.Constant(value=str() as pattern), ast.expr() as one, ast.expr()],
        ):
            parsed, shape = Einsum.of(pattern), shape_of(one, names)
            if parsed is None or len(parsed.operands) != 2 or shape is None or len(shape) != len(parsed.operands[0]):
                return None
            summed = [
                size
                for name, size in zip(parsed.operands[0], shape, strict=True)
                if name in parsed.operands[1] and name not in parsed.result
            ]
            return summed[0] if len(summed) == 1 and len(parsed.result) > 1 else None
    return None


def _is_turned(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(attr="T" | "mT"):
            return True
        case ast.Call(func=ast.Attribute(attr="transpose" | "swapaxes" | "t" | "permute")):
            return True
    return False


def size_at(node: ast.expr, names: Names) -> Dimension | None:
    """A size, also by its place in an array that is known: ``q.size(-1)``, ``q.shape[-1]``."""
    match node:
        case (
            ast.Call(func=ast.Attribute(value=inner, attr="size"), args=[place])
            | ast.Subscript(value=ast.Attribute(value=inner, attr="shape"), slice=place)
        ):
            shape = shape_of(inner, names)
            axis = _axis(place, len(shape)) if shape is not None else None
            if shape is None or axis is None or MORE_AXES in shape and (axis == 0 or isinstance(place, ast.Constant)):
                return None
            return shape[axis]
    return size_of(node)


def _is_number(node: ast.expr, names: Names) -> bool:
    if _under_root(node, inverse=True) is not None or _under_root(node, inverse=False) is not None:
        return True
    match node:
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left=one, right=other):
            return all(_is_number(each, names) or _is_size(each) for each in (one, other))
        case ast.UnaryOp(operand=inner):
            return _is_number(inner, names)
        case ast.Attribute(value=ast.Name(id="self"), attr="scale" | "scaling" | "alpha"):
            return True
        case ast.Name(id="scale" | "scaling" | "eps" | "base" | "temperature"):
            return True
        case ast.Name(id=name) if name not in names.given and name not in _ARRAYS:
            return any(name in size.letters for shape in names.known.values() for size in shape)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="math" | "np"), attr="sqrt")):
            return True
    return False


_SIZES = re.compile(r"(?:self\.)?(?:[dnh]|[dn]_\w+|n_?heads?|num_\w+|\w+_(?:dim|size|heads|width)|dim|width)")


def _is_size(node: ast.expr) -> bool:
    """Whether a name is one that sizes have: an array whose shape is not known may have any other."""
    return _SIZES.fullmatch(name_of(node)) is not None


def _called(name: str, arguments: list[ast.expr], keywords: list[ast.keyword], names: Names) -> Sizes | None:
    """The shape that a method or a function of a library gives."""
    if name == "cross_entropy" and len(arguments) > 1:
        _look_at_loss(arguments[0], arguments[1], names)
        return None
    if name in _MADE:
        return _sizes_given(arguments) if not keywords or all(each.arg in _KEPT for each in keywords) else None
    if not arguments:
        return None
    rest = arguments[1:]
    if name == "arange":
        size = size_of(arguments[min(1, len(arguments) - 1)]) if _starts_at_zero(arguments) else None
        step = size_of(arguments[2]) if len(arguments) > 2 else number(1)
        count = divide(size, step) if size is not None and step is not None else None
        return (count,) if count is not None else None
    if name in ("maximum", "minimum") and len(rest) == 1:
        return _broadcast(arguments[0], rest[0], names)
    if name in ("cat", "concat", "concatenate", "stack"):
        return _joined(name, arguments[0], rest, keywords, names)
    first = shape_of(arguments[0], names)
    if name in ("softmax", "log_softmax") and first is not None:
        _look_at_shares(first, rest, keywords, names)
    if name in _ALIKE:
        return first
    if name in ("matmul", "bmm", "mm") and len(rest) == 1:
        return _product(first, shape_of(rest[0], names), names)
    if first is None:
        return _sizes_given(rest) if name in ("view", "reshape") and rest else None
    if MORE_AXES in first:
        return None  # a place counted from the first axis may be any
    if name in _REDUCED or name in ("max", "min") and any(each.arg == "axis" for each in keywords):
        return _reduced(first, rest, keywords)
    if name in ("view", "reshape") and (given := _sizes_given(rest)) is not None:
        _look_at_view(first, given, names)
    rule = _RULES.get(name)
    return rule(first, rest, keywords) if rule is not None else None


def _starts_at_zero(arguments: list[ast.expr]) -> bool:
    return len(arguments) == 1 or isinstance(arguments[0], ast.Constant) and arguments[0].value == 0


def _look_at_view(shape: Sizes, given: Sizes, names: Names) -> None:
    """A reshape keeps how many entries there are, and how many stand before each axis that stays."""
    before, after = reduce(mul, shape), reduce(mul, given)
    if before != after:
        names.meet(before, after, "count")
        return
    for size in shape:
        if size.letter is None or shape.count(size) != 1 or given.count(size) != 1:
            continue
        ahead, now = (reduce(mul, sizes[: sizes.index(size)], number(1)) for sizes in (shape, given))
        if ahead != now:
            names.meet(ahead, now, "order")
            return


def _look_at_shares(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword], names: Names) -> None:
    """A softmax along the axis of the examples, whose shares would sum to one over the batch, or along that of the heads."""
    axis = told_axis(rest, keywords, len(shape), usual=None)
    if axis is None or not 0 <= axis < len(shape) - 1:
        return
    along = shape[axis].letter
    scores = len(shape) == 4 and axis == 1 and shape[2] == shape[3]  # a row of scores for each position and head
    if axis == 0 and along in _BATCHES:
        names.met.append((shape[0], shape[-1], "shares"))
    elif len(shape) > 2 and (along in _HEADS or scores and along in ("h", "H")):
        names.met.append((shape[axis], shape[-1], "heads"))


def shares_told(value: ast.expr, said: Sizes, names: Names) -> None:
    """The same where only a remark tells the shape: a softmax keeps that of what it is taken of."""
    match value:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments, keywords=keywords) if name in (
            "softmax",
            "log_softmax",
        ):
            method = isinstance(value.func, ast.Attribute) and not (
                isinstance(value.func.value, ast.Name)
                and value.func.value.id in LIBRARIES
                or isinstance(value.func.value, ast.Attribute)
                and value.func.value.attr in LIBRARIES
            )
            _look_at_shares(said, arguments if method else arguments[1:], keywords, names)


def _look_at_loss(logits: ast.expr, targets: ast.expr, names: Names) -> None:
    """Scores and classes of as many examples: the first axes agree."""
    one, other = shape_of(logits, names), shape_of(targets, names)
    if one is not None and other is not None and len(one) == 2 and len(other) == 1 and one[0] != other[0]:
        names.meet(one[0], other[0], "loss")


def _joined(
    name: str, parts: ast.expr, rest: list[ast.expr], keywords: list[ast.keyword], names: Names
) -> Sizes | None:
    """Arrays one behind the other along an axis that they have, or along a new one."""
    if not isinstance(parts, ast.List | ast.Tuple):
        return None
    shapes = [shape_of(each, names) for each in parts.elts]
    known = [shape for shape in shapes if shape is not None and MORE_AXES not in shape]
    if not known or len(known) < len(shapes) or len({len(shape) for shape in known}) > 1:
        return None
    first = known[0]
    axis = told_axis(rest, keywords, len(first) + (name == "stack"), usual=0)
    if axis is None:
        return None
    if name == "stack":
        return (*first[:axis], number(len(known)), *first[axis:]) if set(known) == {first} else None
    others = [(*shape[:axis], *shape[axis + 1 :]) for shape in known]
    if any(each != others[0] for each in others):
        return None
    total = known[0][axis]
    for shape in known[1:]:
        total = total + shape[axis]
    return (*first[:axis], total, *first[axis + 1 :])


def _reduced(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    axis = told_axis(rest, keywords, len(shape), usual=None)
    if axis is None:
        return None
    kept = any(each.arg in ("keepdim", "keepdims") for each in keywords)
    return (*shape[:axis], *((number(1),) if kept else ()), *shape[axis + 1 :])


def told_axis(rest: list[ast.expr], keywords: list[ast.keyword], rank: int, *, usual: int | None) -> int | None:
    """Along which axis, counted from the first, a call goes: the one it is told by name, or by its first argument."""
    node = next((each.value for each in keywords if each.arg in ("dim", "axis")), rest[0] if rest else None)
    return _axis(node, rank) if node is not None else usual


def _view(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    return _sizes_given(rest)


def _transposed(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    return _exchanged(shape, rest) if len(rest) == 2 else _permuted(shape, rest, keywords)


def _permuted(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    axes = [_axis(each, len(shape)) for each in rest]
    known = [axis for axis in axes if axis is not None]
    return tuple(shape[axis] for axis in known) if sorted(known) == list(range(len(shape))) else None


def _turned(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    return shape[::-1] if len(shape) == 2 and not rest else None


def _widened(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    axis = _axis(rest[0], len(shape) + 1) if len(rest) == 1 else None
    return (*shape[:axis], number(1), *shape[axis:]) if axis is not None else None


def _narrowed(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    axis = _axis(rest[0], len(shape)) if len(rest) == 1 else None
    return (*shape[:axis], *shape[axis + 1 :]) if axis is not None and shape[axis].number == 1 else None


def _flattened(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    axis = told_axis(rest, [each for each in keywords if each.arg == "start_dim"], len(shape), usual=None)
    if axis is None or len(rest) > 1:
        return None
    total = number(1)
    for size in shape[axis:]:
        total = total * size
    return (*shape[:axis], total)


def _repeated(shape: Sizes, rest: list[ast.expr], keywords: list[ast.keyword]) -> Sizes | None:
    count = size_of(rest[0]) if len(rest) == 1 else None
    match keywords:
        case [ast.keyword(arg="dim", value=value)]:
            axis = _axis(value, len(shape))
            if axis is not None and count is not None:
                return (*shape[:axis], shape[axis] * count, *shape[axis + 1 :])
    return None


_RULES: Mapping[str, Callable[[Sizes, list[ast.expr], list[ast.keyword]], Sizes | None]] = {
    "view": _view, "reshape": _view, "transpose": _transposed, "swapaxes": _transposed, "permute": _permuted,
    "t": _turned, "unsqueeze": _widened, "squeeze": _narrowed, "flatten": _flattened, "repeat_interleave": _repeated,
}  # fmt: skip


def _sizes_given(arguments: list[ast.expr]) -> Sizes | None:
    """The sizes that are handed to view, reshape, zeros."""
    if len(arguments) == 1 and isinstance(arguments[0], ast.Tuple | ast.List):
        arguments = list(arguments[0].elts)
    sizes = [size_of(each) for each in arguments]
    known = tuple(size for size in sizes if size is not None)
    return known if len(known) == len(sizes) and known else None


def _axis(node: ast.expr, rank: int) -> int | None:
    match node:
        case ast.Constant(value=int() as value) if -rank <= value < rank:
            return value % rank
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)) if 0 < value <= rank:
            return rank - value
    return None


def _exchanged(shape: Sizes, axes: list[ast.expr]) -> Sizes | None:
    one, other = (_axis(each, len(shape)) for each in axes)
    if one is None or other is None:
        return None
    sizes = list(shape)
    sizes[one], sizes[other] = sizes[other], sizes[one]
    return tuple(sizes)


__all__ = [
    "LIBRARIES",
    "Meeting",
    "Met",
    "Names",
    "joined_as",
    "shape_of",
    "shares_told",
    "size_at",
    "summed_over",
    "told_axis",
]
