"""Shapes in the remarks of program code: ``# (B, T, C)``, ``# each (n, d)``, ``# x: (N, F), adj: (N, N)``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from symformer.algebra.dimension import Dimension, divide, letter, number
from symformer.text.cued import Cued
from symformer.text.python_code import parsed

Sizes = tuple[Dimension, ...]
MOST_AXES = 6
MORE_AXES = letter("...")  # in the first place of a shape: any axes before those that are told

_ARROW = re.compile(r"-+>|→|=+>")
_SHAPE = Cued(
    r"(?:(?:each|both|all|still|now|also|again|of|with|has|is|a|the|new)\b[\s:]*)*"
    r"(?:(?:\bshaped?\b|\bsize\b|\bdims?\b|形状|尺寸)\s*(?:[:=：]|is|为|是)?\s*)?"
    r"(?P<open>[(\[])(?P<sizes>[^()\[\]]{1,80})[)\]](?P<after>.*)",
    re.IGNORECASE,
)
_PRINTED = re.compile(r"\b(?:torch\.Size|TensorShape)\(\s*\[([^\[\]]*)\]\s*\)")  # torch.Size([2, 3])
# (n, d) @ (d, m) = (n, m): what comes out is the last
_MULTIPLIED = re.compile(r"[(\[][^()\[\]]+[)\]](?:\s*@\s*[(\[][^()\[\]]+[)\]])+\s*=\s*(?=[(\[][^()\[\]]+[)\]]\s*\Z)")
_ASIDE = re.compile(r"\s*\((?:[a-z-]+\s+){2,}[^()]*\)\s*\Z", re.IGNORECASE)  # (B, T, C) (read from the file)
_CROSSES = re.compile(r"(?<=\d)x(?=\d)")  # [17x64]
_NAMED = re.compile(
    r"(?<![\w.])(?P<names>[A-Za-z_]\w*(?:\s*(?:,|and|/)\s*[A-Za-z_]\w*){0,5})\s*(?:\([\w.]*\)\s*)?(?::|=|is|are|has|have|的?形状(?:为|是|[::])?)\s*"
    r"(?:(?:[A-Za-z.-]+\s+){0,5}?(?=(?:of |with |has )?shape))?"
    r"(?:(?:Tensor|torch\.Tensor|ndarray|np\.ndarray|array|tensor|each|both|all|of|with|a|the|shape|size|,|:|形状为|形状)\s*)*"
    r"[(\[](?P<sizes>[^()\[\]]{1,80})[)\]]"
)
_LISTED = re.compile(r"\([^()]{1,60}\)(?:\s*(?:,|and|;)\s*\([^()]{1,60}\))+")
_RAW_SIZE = re.compile(r"[\w.+*/ -]{1,40}")
_DOT = re.compile(r"\s*[·⋅×]\s*")
_SIDE_BY_SIDE = re.compile(r"(?<![\w.])(\d+)\s*(?=[A-Za-z_])")
_CALCULATED = ("@", "*", "+", "x", "×", "-", "/", "=", "(", "[")


def said_in(remark: str) -> Sizes | None:
    """The sizes in ``(B, T, C)``, ``shape: [n, d]``, ``(B, T, C) -> (B, T, H*d)``.

    >>> [str(size) for size in said_in("each (B, T, 3C)")], [str(size) for size in said_in("(..., d)")]
    (['B', 'T', '3C'], ['...', 'd'])
    >>> [[str(size) for size in said_in(each)] for each in ("torch.Size([2, 8])", "(n, d) @ (d, m) = (n, m)", "Shaped [17x64]")]
    [['2', '8'], ['n', 'm'], ['17', '64']]
    """
    last = _ASIDE.sub("", _PRINTED.sub(r"(\1)", _ARROW.split(remark)[-1]).strip())
    last = _MULTIPLIED.sub("", last)
    found = _SHAPE.match(last)
    if found is None or found["after"].lstrip()[:1] in _CALCULATED and found["after"].strip():
        return None
    return _perhaps_more(found["sizes"])


def listed_in(remark: str) -> tuple[Sizes, ...]:
    """The shapes that a remark lists, and nothing else: one for each of several names.

    >>> [[str(size) for size in sizes] for sizes in listed_in("(n, p), (p,), (p, p)")]
    [['n', 'p'], ['p'], ['p', 'p']]
    """
    if _LISTED.fullmatch(remark.strip()) is None:
        return ()
    found = [sizes_of(each[1]) for each in re.finditer(r"\(([^()]*)\)", remark)]
    known = tuple(each for each in found if each is not None)
    return known if len(known) == len(found) else ()


def named_in(remark: str) -> Iterator[tuple[str, Sizes]]:
    """The names that a remark gives shapes.

    >>> [(name, [str(size) for size in sizes]) for name, sizes in named_in("q, k: (n, d), and x has shape (n, w)")]
    [('q', ['n', 'd']), ('k', ['n', 'd']), ('x', ['n', 'w'])]
    """
    for found in _NAMED.finditer(remark):
        sizes = _perhaps_more(found["sizes"])
        if sizes is None or ("=" in found.group() and all(size.number is not None for size in sizes)):
            continue  # x = (1, 2)
        for name in re.split(r"\s*(?:,|\band\b|/)\s*", found["names"]):
            if name:
                yield name, sizes


def _perhaps_more(text: str) -> Sizes | None:
    """The sizes between brackets, where any axes may stand before them: ``..., d``."""
    first, comma, rest = text.partition(",")
    if first.strip() not in ("...", "…", "*") or not comma:
        return sizes_of(text)
    last = sizes_of(f"{rest},")
    return (MORE_AXES, *last) if last is not None else None


def sizes_of(text: str) -> Sizes | None:
    """The sizes between brackets; one alone needs a comma behind it."""
    text = _CROSSES.sub(",", text) if "," not in text else text
    parts = [part.strip() for part in text.split(",")]
    parts = [part for part in parts if part]
    if not 1 <= len(parts) <= MOST_AXES or (len(parts) == 1 and "," not in text):
        return None
    sizes = [_size_of_text(part) for part in parts]
    known = tuple(size for size in sizes if size is not None)
    return known if len(known) == len(sizes) else None


def _size_of_text(text: str) -> Dimension | None:
    text = _DOT.sub("*", text)
    if _RAW_SIZE.fullmatch(text) is None:
        return None
    program = parsed(_SIDE_BY_SIDE.sub(r"\1*", text))
    match program.body if program is not None else []:
        case [ast.Expr(value=value)]:
            return size_of(value)
    return None


def size_of(node: ast.expr) -> Dimension | None:
    """A size in code: names and whole numbers under + − * // /."""
    match node:
        case ast.Name(id=name):
            return letter(name)
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner == "self" or name not in (
            "T",
            "mT",
            "H",
            "shape",
        ):
            return letter(name)
        case ast.Constant(value=int() as value) if not isinstance(value, bool) and 0 < value < 10**9:
            return number(value)
        case ast.BinOp(left=one, op=sign, right=other):
            left, right = size_of(one), size_of(other)
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


__all__ = ["MORE_AXES", "Sizes", "named_in", "said_in", "size_of", "sizes_of"]
