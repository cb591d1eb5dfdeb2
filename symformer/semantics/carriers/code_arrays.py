"""Shapes of the arrays of program code, as far as its lines and their remarks tell: ``s = q @ k.T  # (T, T)``.

Only single lines that give one name a value are looked at, and only sizes that have names or are numbers.
What a line does is worked out from what the lines before it, in the same function, say of its names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from symformer.algebra.dimension import Dimension, divide, letter, number
from symformer.semantics.carriers.axis_patterns import Einsum, composed
from symformer.text.span import Span

Sizes = tuple[Dimension, ...]
LONGEST_LINE, MOST_AXES = 400, 6

_REMARK = re.compile(r"[ \t]#[ \t]*(?P<said>[^\n]{1,160})")
_ARROW = re.compile(r"-+>|→|=+>")
_SHAPE = re.compile(
    r"(?:\b(?:shape|size|dims?)\b\s*(?:[:=]|is)?\s*)?(?P<open>[(\[])(?P<sizes>[^()\[\]]{1,80})[)\]](?P<after>.*)"
)
_RAW_SIZE = re.compile(r"[\w.+*/ -]{1,40}")
_ALIKE = frozenset(
    "softmax log_softmax relu gelu silu tanh sigmoid exp log sqrt dropout masked_fill contiguous float half to clone detach "
    "cuda cpu type_as abs sin cos tril triu normalize clamp masked_fill_".split()
)
_MADE = frozenset("randn rand zeros ones empty full random standard_normal".split())
_LIBRARIES = frozenset("torch np numpy F jnp tf nn functional linalg".split())


@dataclass(frozen=True, slots=True)
class ShapedLine:
    """What one line gives a name: the sizes that follow from the line, and those that its remark says.

    ``inner`` holds two sizes that a product would have to have in common.
    """

    name: str
    place: Span  # of the remark where there is one, else of the line
    derived: Sizes | None
    said: Sizes | None
    inner: tuple[Dimension, Dimension] | None = None


@dataclass(slots=True)
class _Block:
    """The names of a function, filled from its first line to its last."""

    known: dict[str, Sizes] = field(default_factory=dict)
    inner: tuple[Dimension, Dimension] | None = None


def shaped_lines(code: str) -> Iterator[ShapedLine]:
    """Every line that gives a name a value, with what is known of its shape.

    >>> found = list(shaped_lines("q = x  # (T, d)\\ns = q @ q.T  # (T, d)"))
    >>> [str(size) for size in found[1].derived], [str(size) for size in found[1].said]
    (['T', 'T'], ['T', 'd'])
    """
    block, at = _Block(), 0
    for line in code.split("\n"):
        start, at = at, at + len(line) + 1
        if re.match(r"\s*(?:def|class)\b", line):
            block = _Block()
        if len(line) > LONGEST_LINE or "=" not in line:
            continue
        if (found := _line(line, start, block)) is not None:
            yield found


def _line(line: str, start: int, block: _Block) -> ShapedLine | None:
    remark = _REMARK.search(line)
    statement = line[: remark.start()] if remark is not None else line
    try:
        body = ast.parse(statement.strip()).body
    except (SyntaxError, ValueError):
        if (opened := re.match(r"\s*([A-Za-z_]\w*)\s*=", line)) is not None:
            block.known.pop(opened[1], None)  # goes on in the next line
        return None
    match body:
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
            pass
        case [ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Attribute(value=ast.Name(id=name), attr="shape"))]:
            if all(isinstance(each, ast.Name) and each.id != "_" for each in names):
                block.known[name] = tuple(letter(each.id) for each in names if isinstance(each, ast.Name))
            return None
        case [ast.Assign(targets=targets)]:
            for target in targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        block.known.pop(part.id, None)
            return None
        case [ast.AugAssign(target=ast.Name(id=name), op=ast.MatMult())]:
            block.known.pop(name, None)
            return None
        case _:
            return None
    block.inner = None
    derived = _shape(value, block)
    said = _said(remark["said"]) if remark is not None else None
    shape = said or derived
    if (
        said is not None
        and derived is not None
        and said != derived
        and sorted(map(str, said)) == sorted(map(str, derived))
    ):
        shape = None  # which of the two is right, the lines below need not decide
    if shape is not None:
        block.known[name] = shape
    else:
        block.known.pop(name, None)
    if remark is not None and said is not None:
        place = Span(start + remark.start("said"), start + len(line.rstrip()))
    else:
        place = Span(start + len(line) - len(line.lstrip()), start + len(statement.rstrip()))
    return ShapedLine(name, place, derived, said, block.inner)


# -- remarks -----------------------------------------------------------------------------------------


def _said(remark: str) -> Sizes | None:
    """The sizes in ``(B, T, C)``, ``shape: [n, d]``, ``(B, T, C) -> (B, T, H*d)``."""
    last = _ARROW.split(remark)[-1].strip()
    found = _SHAPE.match(last)
    if found is None or found["after"].lstrip()[:1] in ("@", "*", "+", "x", "×", "-", "/", "=", "(", "["):
        return None
    parts = [part.strip() for part in found["sizes"].split(",")]
    parts = [part for part in parts if part]
    if not 1 <= len(parts) <= MOST_AXES or (len(parts) == 1 and "," not in found["sizes"]):
        return None
    sizes = [_size_of_text(part) for part in parts]
    known = tuple(size for size in sizes if size is not None)
    return known if len(known) == len(sizes) else None


def _size_of_text(text: str) -> Dimension | None:
    if _RAW_SIZE.fullmatch(text) is None:
        return None
    try:
        return _size(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError):
        return None


def _size(node: ast.expr) -> Dimension | None:
    """A size in code: names and whole numbers under + − * // /."""
    match node:
        case ast.Name(id=name):
            return letter(name)
        case ast.Attribute(value=ast.Name(id="self" | "config" | "cfg" | "args"), attr=name):
            return letter(name)
        case ast.Constant(value=int() as value) if not isinstance(value, bool) and 0 < value < 10**9:
            return number(value)
        case ast.BinOp(left=one, op=sign, right=other):
            left, right = _size(one), _size(other)
            if left is None or right is None:
                return None
            match sign:
                case ast.Add():
                    return left + right
                case ast.Sub():
                    return left - right
                case ast.Mult():
                    return left * right
                case ast.FloorDiv() | ast.Div():
                    return divide(left, right)
    return None


# -- expressions -------------------------------------------------------------------------------------


def _shape(node: ast.expr, block: _Block) -> Sizes | None:
    """The shape of an expression; None where it cannot be told."""
    match node:
        case ast.Name(id=name):
            return block.known.get(name)
        case ast.BinOp(left=one, op=ast.MatMult(), right=other):
            return _product(_shape(one, block), _shape(other, block), block)
        case ast.BinOp(left=one, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right=other):
            return _broadcast(one, other, block)
        case ast.Attribute(value=inner, attr="T" | "mT" | "H"):
            shape = _shape(inner, block)
            return (*shape[:-2], shape[-1], shape[-2]) if shape is not None and len(shape) == 2 else None
        case ast.Call(
            func=ast.Attribute(attr="einsum") | ast.Name(id="einsum"),
            args=[ast.Constant(value=str() as pattern), *operands],
        ):
            return _summed(pattern, operands, block)
        case ast.Call(
            func=ast.Attribute(attr="rearrange") | ast.Name(id="rearrange"),
            args=[inner, ast.Constant(value=str() as pattern)],
            keywords=keywords,
        ):
            return _rearranged(pattern, inner, keywords, block)
        case ast.Call(func=ast.Attribute(value=inner, attr=called), args=arguments, keywords=keywords):
            if isinstance(inner, ast.Name) and inner.id in _LIBRARIES or _is_library(inner):
                return _called(called, list(arguments), keywords, block)
            return _called(called, [inner, *arguments], keywords, block)
    return None


def _summed(pattern: str, operands: list[ast.expr], block: _Block) -> Sizes | None:
    """What einsum gives: each letter is one size."""
    parsed = Einsum.of(pattern)
    if parsed is None or len(parsed.operands) != len(operands):
        return None
    shapes = [_shape(each, block) for each in operands]
    if (apart := parsed.inner(shapes)) is not None:
        block.inner = block.inner or apart
        return None
    return parsed.shape(shapes)


def _rearranged(pattern: str, inner: ast.expr, keywords: list[ast.keyword], block: _Block) -> Sizes | None:
    """What einops' rearrange gives, with the sizes that it is told."""
    given = {each.arg: size for each in keywords if each.arg is not None and (size := _size(each.value)) is not None}
    return composed(pattern, _shape(inner, block), given) if len(given) == len(keywords) else None


def _is_library(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in _LIBRARIES


def _product(left: Sizes | None, right: Sizes | None, block: _Block) -> Sizes | None:
    """Rows by columns over equal axes before them."""
    if left is None or right is None or len(left) < 2 or len(right) < 2:
        return None
    if left[-1] != right[-2]:
        block.inner = block.inner or (left[-1], right[-2])
        return None
    longer = left if len(left) >= len(right) else right
    return (*longer[:-2], left[-2], right[-1])


def _broadcast(one: ast.expr, other: ast.expr, block: _Block) -> Sizes | None:
    """Two arrays of one shape, or an array and a number."""
    left, right = _shape(one, block), _shape(other, block)
    if left is not None and right is not None:
        return left if left == right else None
    known, rest = (left, other) if left is not None else (right, one)
    return known if known is not None and _is_number(rest) else None


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left=one, right=other):
            return all(_is_number(each) or _size(each) is not None for each in (one, other))
        case ast.UnaryOp(operand=inner):
            return _is_number(inner)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="math" | "np"), attr="sqrt")):
            return True
    return False


def _called(name: str, arguments: list[ast.expr], keywords: list[ast.keyword], block: _Block) -> Sizes | None:
    """The shape that a method or a function of a library gives."""
    if name in _MADE:
        return _sizes_given(arguments) if not keywords or all(each.arg in _KEPT for each in keywords) else None
    if not arguments:
        return None
    first = _shape(arguments[0], block)
    rest = arguments[1:]
    if name in _ALIKE:
        return first
    if name in ("matmul", "bmm") and len(rest) == 1:
        return _product(first, _shape(rest[0], block), block)
    if first is None:
        return _sizes_given(rest) if name in ("view", "reshape") and rest else None
    match name:
        case "view" | "reshape":
            return _sizes_given(rest)
        case "transpose" | "swapaxes" if len(rest) == 2:
            return _exchanged(first, rest)
        case "permute" if len(rest) == len(first):
            axes = [_axis(each, len(first)) for each in rest]
            known = [axis for axis in axes if axis is not None]
            return tuple(first[axis] for axis in known) if sorted(known) == list(range(len(first))) else None
        case "t" if len(first) == 2 and not rest:
            return first[::-1]
        case "unsqueeze" if len(rest) == 1 and (axis := _axis(rest[0], len(first) + 1)) is not None:
            return (*first[:axis], number(1), *first[axis:])
        case "repeat_interleave" if len(rest) == 1:
            return _repeated(first, rest[0], keywords)
    return None


_KEPT = frozenset({"device", "dtype", "requires_grad"})


def _sizes_given(arguments: list[ast.expr]) -> Sizes | None:
    """The sizes that are handed to view, reshape, zeros."""
    if len(arguments) == 1 and isinstance(arguments[0], ast.Tuple | ast.List):
        arguments = list(arguments[0].elts)
    sizes = [_size(each) for each in arguments]
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


def _repeated(shape: Sizes, times: ast.expr, keywords: list[ast.keyword]) -> Sizes | None:
    count = _size(times)
    match keywords:
        case [ast.keyword(arg="dim", value=value)]:
            axis = _axis(value, len(shape))
            if axis is not None and count is not None:
                return (*shape[:axis], shape[axis] * count, *shape[axis + 1 :])
    return None
