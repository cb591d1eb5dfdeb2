"""Arrays in the remarks of program code, beside the line that makes them of literals: ``Q = X @ W  # [[0.3, 0.8], [1.2, 0.7]]``.

Only what is made of arrays and numbers that the code itself writes out, by products, roots, exponentials, sums along rows and
softmax, is worked out; a name that is made otherwise has no value, and nothing is said of what rests on it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.semantics.carriers.code_blocks import PythonBlock, called_name, keyword_of, python_blocks
from symformer.text.cued import Cued
from symformer.text.span import Span

if TYPE_CHECKING:
    from symformer.reference.functional import Array

LARGEST = 12  # rows and columns of an array that somebody wrote down
_SHOWN = Cued(r"#[^\n\[]{0,20}(?P<array>\[\s*\[[-\d.,\s#\[\]e+]*\]\s*\])")
_ROW = re.compile(r"\[([^\[\]]*)\]")
_NUMBER = re.compile(r"-?\d+(?:\.\d*)?(?:e[-+]?\d+)?|-?\.\d+")
_LITERAL = frozenset({"array", "tensor", "asarray"})
_REAL = re.compile(r"(?:\w+\.)?(?:float|float32|float64|double)")
_ROUNDS = frozenset({"round", "around"})
_LIBRARIES = frozenset({"np", "numpy", "torch", "F", "math", "scipy", "special", "jnp", "nn"})
_ALONG_ROWS = frozenset({"-1", "1"})
_ROWS_KEPT = Cued(r"(?:axis|dim)\s*=\s*-?1\b")
_OTHERWISE = Cued(
    r"\b(?:approx\w*|wrong|not|expected|before|old|shape|e\.g\.|was|were|had|still|instead|cf\.?|vs\.?|versus|after|next|then|mask\w*|scaled|will|target|want\w*|goal)\b|\?",
    re.IGNORECASE,
)


class _UnknownError(Exception):
    """A part of the code of which nobody knows what it makes."""


@dataclass(slots=True)
class _Names:
    """What the names of the code stand for at a line, and the functions that it defines or imports by name."""

    values: dict[str, Array] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)


def shown_value_problems(document: Document) -> Iterator[Problem]:
    """A problem for each entry of an array in a remark that is not what the line above it makes."""
    names = _Names()
    for block in python_blocks(document):
        body = block.tree.body
        for at, statement in enumerate(body, 1):
            following = body[at] if at < len(body) else None
            made = _followed(statement, names)
            found = _remark(block, statement, following) if made is not None and made.ndim == 2 else None
            if made is not None and found is not None and not block.called_wrong(statement):
                yield from _beside(made, found, block.at, names)


def _remark(block: PythonBlock, statement: ast.stmt, following: ast.stmt | None) -> re.Match[str] | None:
    """The array in the remark behind a line, or right below it."""
    begin = block.starts[(statement.end_lineno or statement.lineno) - 1]
    end = block.starts[following.lineno - 1] if following is not None else len(block.text)
    found = _SHOWN.search(block.text, begin, end)
    if found is None or _OTHERWISE.search(found[0]) is not None:
        return None
    between = re.sub(r"[ \t]", "", block.text[begin : found.start()])
    return found if "\n\n" not in between else None  # else it stands above what follows


def _beside(made: Array, found: re.Match[str], at: int, names: _Names) -> Iterator[Problem]:
    rows = [(row.start(), list(_NUMBER.finditer(row[0]))) for row in _ROW.finditer(found["array"])]
    if [len(row) for _, row in rows] != [made.shape[1]] * made.shape[0]:
        return
    wrong: list[tuple[Span, str, float]] = []
    for (begin, shown), line in zip(rows, made.tolist(), strict=True):
        for each, right in zip(shown, line, strict=True):
            if not _rounds_to(each[0], right):
                start = at + found.start("array") + begin + each.start()
                wrong.append((Span(start, start + len(each[0])), each[0], right))
    if not wrong or 2 * len(wrong) > made.size:
        return
    written = [[float(each[0]) for each in row] for _, row in rows]
    if any(each.tolist() == written for each in names.values.values()):
        return  # the remark shows another array again
    for span, text, right in wrong:
        expected = decimal_text(Fraction(right), len(text.partition(".")[2]))
        yield Problem(
            span,
            f"the line above makes this {expected}, not {text}",
            level="warning",
            evidence={"kind": "number", "printed": text, "expected": expected},
            key=f"value-differs@{span.start}-{span.end}",
        )


def _rounds_to(text: str, right: float) -> bool:
    """Whether a printed number is a value, cut off or rounded to its digits."""
    unit = 10.0 ** -len(text.partition(".")[2]) if "e" not in text else abs(float(text)) / 100
    whole = abs(right / unit - round(right / unit)) < 1e-6  # it needs no rounding
    return abs(float(text) - right) <= (0.5 if whole else 1.1) * unit + 1e-9


# -- what lines make -----------------------------------------------------------------------------------------------------


def _followed(statement: ast.stmt, names: _Names) -> Array | None:
    """What a statement makes or prints; the names are those behind it afterwards."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            made = _value(value, names)
            names.values.pop(name, None)
            if any(_changes(call) for call in ast.walk(value) if isinstance(call, ast.Call)):
                names.values.clear()
            elif made is not None and not _rounds(value):
                names.values[name] = made
            return made
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[shown])):
            return _value(shown, names)
        case ast.Expr(value=shown):
            made = _value(shown, names)
            if made is None:
                names.values.clear()  # a call may change what it is given
            return made
        case ast.FunctionDef(name=name):
            if name != "softmax" or _ROWS_KEPT.search(ast.unparse(statement)) is None:
                names.own.add(name)
        case ast.ImportFrom(names=imported):
            names.own.update(each.asname or each.name for each in imported)
        case ast.Import():
            pass
        case _:
            names.values.clear()  # who knows what a loop does
    return None


def _changes(call: ast.Call) -> bool:
    """Whether a call changes what it is given: ``x.fill_(0)``, ``np.exp(x, out=x)``."""
    in_place = isinstance(call.func, ast.Attribute) and call.func.attr.endswith("_")
    return in_place or keyword_of(call, "out", "inplace") is not None


def _rounds(node: ast.expr) -> bool:
    """Whether anything is rounded on the way."""
    return any(called_name(each) in _ROUNDS for each in ast.walk(node) if isinstance(each, ast.Call))


def _value(node: ast.expr, names: _Names) -> Array | None:
    import numpy as np

    try:
        with np.errstate(all="raise"):
            return _worked(node, names)
    except (_UnknownError, ValueError, TypeError, IndexError, ArithmeticError):
        return None


def _worked(node: ast.expr, names: _Names) -> Array:
    """Raises _UnknownError, or what NumPy raises where shapes do not go together or nothing is the result."""
    import numpy as np

    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return np.array(float(number))
        case ast.Name(id=name) if name in names.values:
            return names.values[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_worked(operand, names)
        case ast.Attribute(value=inner, attr="T"):
            return _worked(inner, names).T
        case ast.BinOp(left=left, op=op, right=right) if not _rounds(node):
            return _combined(_worked(left, names), op, _worked(right, names))
        case ast.Subscript(value=ast.Attribute(value=inner, attr="shape"), slice=place):
            return np.array(float(_worked(inner, names).shape[ast.literal_eval(place)]))
        case ast.Call():
            return _called(node, names)
    raise _UnknownError


def _combined(one: Array, op: ast.operator, other: Array) -> Array:
    match op:
        case ast.MatMult():
            return one @ other
        case ast.Add():
            return one + other
        case ast.Sub():
            return one - other
        case ast.Mult():
            return one * other
        case ast.Div():
            return one / other
        case ast.Pow() if one.min() >= 0:
            return one**other
    raise _UnknownError


def _called(call: ast.Call, names: _Names) -> Array:
    import numpy as np

    from symformer.reference.functional import relu, softmax

    function, of = called_name(call), call.func.value if isinstance(call.func, ast.Attribute) else None
    if function in _LITERAL and len(call.args) == 1:
        return _literal(call)
    if of is None and function in names.own:
        raise _UnknownError
    of_library = isinstance(of, ast.Name) and of.id in _LIBRARIES
    given = [*([of] if of is not None and not of_library else []), *call.args]
    if not given:
        raise _UnknownError
    first, axis = _worked(given[0], names), _axis(call, given[1:])
    match function:
        case "sqrt":
            return np.sqrt(first)
        case "exp":
            return np.exp(first)
        case "round" | "around":
            return first
        case "relu":
            return relu(first)
        case "maximum" if len(given) == 2:
            return np.maximum(first, _worked(given[1], names))
        case "softmax" if axis in _ALONG_ROWS or axis is None and not of_library:
            return softmax(first)
        case "sum" | "max" if axis in _ALONG_ROWS and _keeps_axis(call):
            along = np.sum if function == "sum" else np.max
            return np.asarray(along(first, axis=-1, keepdims=True), dtype=np.float64)
    raise _UnknownError


def _axis(call: ast.Call, rest: list[ast.expr]) -> str | None:
    """The axis that a call works along, as it is written."""
    axis = keyword_of(call, "axis", "dim") or (rest[0] if rest else None)
    return ast.unparse(axis) if axis is not None else None


def _keeps_axis(call: ast.Call) -> bool:
    kept = keyword_of(call, "keepdims", "keepdim")
    return kept is not None and ast.unparse(kept) == "True"


def _literal(call: ast.Call) -> Array:
    """An array that is written out; whole numbers and short ones run over and are cut off, and are not followed."""
    import numpy as np

    kind = keyword_of(call, "dtype")
    if kind is not None and _REAL.fullmatch(ast.unparse(kind)) is None:
        raise _UnknownError
    made = np.array(ast.literal_eval(call.args[0]), dtype=np.float64)
    if not made.size or max(made.shape, default=1) > LARGEST:
        raise _UnknownError
    return made


__all__ = ["shown_value_problems"]
