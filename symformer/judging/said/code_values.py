"""Arrays in the remarks of program code, beside the line that makes them of literals: ``Q = X @ W  # [[0.3, 0.8], [1.2, 0.7]]``.

Only what is made of arrays and numbers that the code itself writes out, by products, roots, exponentials, sums along rows and
softmax, is worked out; a name that is made otherwise has no value, and nothing is said of what rests on it.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Code, Document
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

Rows = list[list[float]]
Value = Rows | float
LONGEST, LARGEST = 20_000, 12  # characters of a block, rows and columns
_SHOWN = Cued(r"#[^\n\[]{0,20}(?P<array>\[\s*\[[-\d.,\s#\[\]e+]*\]\s*\])")
_NUMBER = re.compile(r"-?\d+(?:\.\d*)?(?:e[-+]?\d+)?|-?\.\d+")
_LITERAL = frozenset({"array", "tensor", "asarray"})
_REAL = re.compile(r"(?:\w+\.)?(?:float|float32|float64|double)")
_ROUNDS = frozenset({"round", "around"})
_ALONG_ROWS = Cued(r"(?:axis|dim)\s*=\s*-?1\b")
_OWN = "def "  # before the name of a function that the note has of its own
_OTHERWISE = Cued(
    r"\b(?:approx\w*|wrong|not|expected|before|old|shape|e\.g\.|was|were|had|still|instead|cf\.?|vs\.?|versus|after|next|then|mask\w*|scaled|will|target|want\w*|goal)\b|\?",
    re.IGNORECASE,
)


def code_value_problems(document: Document) -> Iterator[Problem]:
    """A problem for each entry of an array in a remark that is not what the line above it makes."""
    names: dict[str, Value] = {}
    for code in document.code:
        if len(code.text) > LONGEST or (code.language or "python").lower() not in (
            "python",
            "py",
            "python3",
            "ipython",
        ):
            continue
        at = document.source.text.find(code.text, code.span.start, code.span.end)
        if at >= 0:
            yield from _of_block(code, at, names)


def _of_block(code: Code, at: int, names: dict[str, Value]) -> Iterator[Problem]:
    try:
        tree = ast.parse(code.text)
    except (SyntaxError, ValueError, RecursionError):
        return
    starts = [0]
    for line in code.text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for number, statement in enumerate(tree.body):
        value: Value | None = None
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            value = _value(statement.value, names)
            name = statement.targets[0].id
            names.pop(name, None)
            if any(_changes(call) for call in ast.walk(statement) if isinstance(call, ast.Call)):
                _forget(names)
            elif value is not None and not _rounds(statement.value):
                names[name] = value
        elif isinstance(statement, ast.Expr):
            shown = statement.value
            prints = isinstance(shown, ast.Call) and isinstance(shown.func, ast.Name) and shown.func.id == "print"
            if prints and isinstance(shown, ast.Call) and len(shown.args) == 1:
                shown = shown.args[0]
            value = _value(shown, names)
            if value is None and not prints:
                _forget(names)  # a call may change what it is given
        elif isinstance(statement, ast.FunctionDef):
            if statement.name == "softmax" and _ALONG_ROWS.search(ast.unparse(statement)) is None:
                names[_OWN + statement.name] = 0.0
        elif isinstance(statement, ast.ImportFrom):
            names.update({_OWN + (each.asname or each.name): 0.0 for each in statement.names})
        elif not isinstance(statement, ast.Import):
            _forget(names)  # who knows what a loop does
        if not isinstance(value, list) or statement.end_lineno is None:
            continue
        begin = starts[statement.end_lineno - 1]
        following = tree.body[number + 1].lineno - 1 if number + 1 < len(tree.body) else len(starts) - 1
        found = _SHOWN.search(code.text, begin, starts[following])
        if found is not None and "\n\n" in re.sub(r"[ \t]", "", code.text[begin : found.start()]):
            continue  # it stands above what follows
        if found is not None and _OTHERWISE.search(found[0]) is None:
            yield from _beside(value, found, at, names)


def _forget(names: dict[str, Value]) -> None:
    for name in [each for each in names if not each.startswith(_OWN)]:
        del names[name]


def _changes(call: ast.Call) -> bool:
    """Whether a call changes what it is given: ``x.fill_(0)``, ``np.exp(x, out=x)``."""
    in_place = isinstance(call.func, ast.Attribute) and call.func.attr.endswith("_")
    return in_place or any(each.arg in ("out", "inplace") for each in call.keywords)


def _rounds(node: ast.expr) -> bool:
    """Whether anything is rounded on the way."""
    calls = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(
        (each.attr if isinstance(each, ast.Attribute) else each.id if isinstance(each, ast.Name) else "") in _ROUNDS
        for each in calls
    )


def _beside(value: Rows, found: re.Match[str], at: int, names: dict[str, Value]) -> Iterator[Problem]:
    rows = [list(_NUMBER.finditer(row[0])) for row in re.finditer(r"\[([^\[\]]*)\]", found["array"])]
    begins = [row.start() for row in re.finditer(r"\[([^\[\]]*)\]", found["array"])]
    if [len(row) for row in rows] != [len(row) for row in value]:
        return
    wrong: list[tuple[Span, str, float]] = []
    for begin, shown, line in zip(begins, rows, value, strict=True):
        for each, right in zip(shown, line, strict=True):
            unit = 10.0 ** -len(each[0].partition(".")[2]) if "e" not in each[0] else abs(float(each[0])) / 100
            whole = abs(right / unit - round(right / unit)) < 1e-6  # it needs no rounding
            if abs(float(each[0]) - right) > (0.5 if whole else 1.1) * unit + 1e-9:
                start = at + found.start("array") + begin + each.start()
                wrong.append((Span(start, start + len(each[0])), each[0], right))
    if not wrong or 2 * len(wrong) > sum(map(len, rows)):
        return
    written = [[float(each[0]) for each in row] for row in rows]
    if written in names.values():
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


# -- what lines make -----------------------------------------------------------------------------------------------------


def _value(node: ast.expr, names: dict[str, Value]) -> Value | None:
    try:
        return _worked(node, names)
    except (ValueError, OverflowError, ZeroDivisionError, TypeError, IndexError, KeyError):
        return None


def _worked(node: ast.expr, names: dict[str, Value]) -> Value:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.Name(id=name):
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _each(_worked(operand, names), lambda x: -x)
        case ast.Attribute(value=inner, attr="T"):
            return [list(column) for column in zip(*_rows(_worked(inner, names)), strict=True)]
        case ast.BinOp(left=left, op=op, right=right) if not _rounds(node):
            return _combined(_worked(left, names), op, _worked(right, names))
        case ast.Subscript(value=ast.Attribute(value=inner, attr="shape"), slice=place):
            rows = _rows(_worked(inner, names))
            return float((len(rows), len(rows[0]))[ast.literal_eval(place)])
        case ast.Call():
            return _called(node, names)
    raise ValueError


def _called(node: ast.Call, names: dict[str, Value]) -> Value:
    function = (
        node.func.attr
        if isinstance(node.func, ast.Attribute)
        else node.func.id
        if isinstance(node.func, ast.Name)
        else ""
    )
    keywords = {each.arg: each.value for each in node.keywords}
    if function in _LITERAL and len(node.args) == 1:
        if "dtype" in keywords and _REAL.fullmatch(ast.unparse(keywords["dtype"])) is None:
            return _fail()  # whole numbers and short ones run over and are cut off
        return _literal(node.args[0])
    of_module = isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id in ("np", "numpy", "torch", "F", "math", "scipy", "special", "jnp", "nn")  # fmt: skip
    if isinstance(node.func, ast.Name) and _OWN + function in names:
        return _fail()
    given = list(node.args)
    if isinstance(node.func, ast.Attribute) and not of_module:
        given.insert(0, node.func.value)
    first = _worked(given[0], names)
    axis = keywords.get("axis", keywords.get("dim", given[1] if len(given) > 1 and function in ("softmax", "sum", "max") else None))  # fmt: skip
    along_rows = axis is not None and ast.unparse(axis) in ("-1", "1")
    kept = ast.unparse(keywords.get("keepdims", keywords.get("keepdim", ast.Constant(value=False)))) == "True"
    match function:
        case "sqrt":
            return _each(first, math.sqrt)
        case "exp":
            return _each(first, math.exp)
        case "round" | "around":
            return first
        case "relu":
            return _each(first, lambda x: max(x, 0.0))
        case "maximum" if len(given) == 2:
            other = _worked(given[1], names)
            array, floor = (first, other) if isinstance(other, float) else (other, first)
            return _each(array, lambda x: max(x, float(floor))) if isinstance(floor, float) else _fail()
        case "softmax" if along_rows or axis is None and not of_module:
            return [_shares(row) for row in _rows(first)]
        case "sum" | "max" if along_rows and kept:
            return [[math.fsum(row) if function == "sum" else max(row)] for row in _rows(first)]
    return _fail()


def _fail() -> Value:
    raise ValueError


def _literal(node: ast.expr) -> Rows:
    value = ast.literal_eval(node)
    rows = [[float(entry) for entry in row] for row in value]
    if not 0 < len(rows) <= LARGEST or len({len(row) for row in rows}) != 1 or not 0 < len(rows[0]) <= LARGEST:
        raise ValueError
    return rows


def _rows(value: Value) -> Rows:
    if not isinstance(value, list):
        raise ValueError
    return value


def _shares(row: list[float]) -> list[float]:
    powers = [math.exp(each - max(row)) for each in row]
    return [each / math.fsum(powers) for each in powers]


def _each(value: Value, function: object) -> Value:
    assert callable(function)
    if isinstance(value, list):
        return [[float(function(entry)) for entry in row] for row in value]
    return float(function(value))


def _combined(one: Value, op: ast.operator, other: Value) -> Value:
    if isinstance(op, ast.MatMult):
        left, right = _rows(one), _rows(other)
        columns = list(zip(*right, strict=True))
        return [[math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]
    if isinstance(one, float) and isinstance(other, float):
        return _of_numbers(one, op, other)
    if isinstance(one, float):
        return [[_of_numbers(one, op, entry) for entry in row] for row in _rows(other)]
    if isinstance(other, float):
        return [[_of_numbers(entry, op, other) for entry in row] for row in one]
    wide = [[row[0]] * len(one[0]) if len(row) == 1 else row for row in other]
    return [[_of_numbers(a, op, b) for a, b in zip(x, y, strict=True)] for x, y in zip(one, wide, strict=True)]


def _of_numbers(one: float, op: ast.operator, other: float) -> float:
    match op:
        case ast.Add():
            return one + other
        case ast.Sub():
            return one - other
        case ast.Mult():
            return one * other
        case ast.Div():
            return one / other
        case ast.Pow() if one >= 0:
            return float(one**other)
    raise ValueError


__all__ = ["code_value_problems"]
