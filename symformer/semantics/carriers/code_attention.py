"""Attention in program code: what its lines multiply, by the names of queries, keys and values.

The scores of ``q @ k.T`` have one row for each query, those of ``k @ q.T`` one for each key, and those of ``k.T @ q``
too, where vectors are columns: the weights meet the values in another order each time.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from symformer.semantics.carriers.axis_patterns import Einsum
from symformer.semantics.carriers.code_arrays import shaped_lines
from symformer.semantics.carriers.code_remarks import MORE_AXES
from symformer.text.cued import Cued
from symformer.text.python_code import parsed
from symformer.text.span import Span

Part = Literal["query", "key", "value"]
Fault = Literal["order", "not-transposed", "axis", "no-key", "heads-first"]
LONGEST_LINE = 400

_NAMES: dict[str, Part] = {
    **dict.fromkeys(("q", "Q", "xq", "query", "queries", "Query", "Queries", "q_h", "Q_h", "Qh", "q_i", "Q_i"), "query"),
    **dict.fromkeys(("k", "K", "xk", "key", "keys", "Key", "Keys", "k_h", "K_h", "Kh", "k_i", "K_i"), "key"),
    **dict.fromkeys(("v", "V", "xv", "value", "values", "Value", "Values", "v_h", "V_h", "Vh", "v_i", "V_i"), "value"),
}  # fmt: skip
_KEPT = frozenset(
    "softmax log_softmax masked_fill masked_fill_ dropout attn_dropout where float half to type_as contiguous tril triu exp "
    "clamp maximum".split()
)
_PRODUCTS = frozenset("matmul bmm dot".split())
_TURNS = frozenset("transpose permute T mT t swapaxes swapdims movedim rearrange einsum moveaxis".split())
_LAST_TWO = frozenset({(-1, -2), (-2, -1), (2, 3), (3, 2), (0, 1), (1, 0), (1, 2), (2, 1)})
_MARKED = re.compile(r"\\[A-Za-z]+\{(\w+)\}")  # a word in bold or in a colour
_SPACES = re.compile(r"\\(?:tab|quad|qquad)(?![A-Za-z])|\\hspace\*?\{[^}]*\}")
_LENGTH = Cued(r"(?:\w*(?:seq|len|tok|time|position)\w*|T|L|S|N|t)\Z", re.IGNORECASE)
_HEADS = Cued(r"(?:\w*heads?\w*|h|H|nh|n_h)\Z")


@dataclass(frozen=True, slots=True)
class CodeFault:
    """One product or softmax that cannot be meant, with the names in it."""

    fault: Fault
    place: Span  # in the code
    written: str
    instead: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class _Rows:
    """One row for each query, key or value: queries, keys and values as they are; ``turned`` to columns."""

    part: Part
    turned: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class _Scores:
    """A number for each pair of a query and a key; ``columns`` where the vectors are columns."""

    rows: Part
    columns: bool
    made: str  # as it was written
    turned: bool = False

    @property
    def across(self) -> Part:
        return "query" if self.rows == "key" else "key"


_Meaning = _Rows | _Scores


@dataclass(slots=True)
class _Reading:
    """What the names of one function are, line by line."""

    known: dict[str, _Meaning | None] = field(default_factory=dict)
    shapes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    axes: dict[str, int] = field(default_factory=dict)  # how many each name has, in all of the code
    faults: list[tuple[Fault, ast.expr, str, str]] = field(default_factory=list)


def attention_faults(code: str) -> Iterator[CodeFault]:
    """The products of a piece of code that cannot be.

    >>> [found.instead for found in attention_faults("s = keys @ queries.T\\nout = values @ s")]
    ['s.T @ values']
    """
    if not any(each in code for each in ("@", "matmul", "bmm", "einsum")):
        return
    reading, at = _Reading(axes=_axes_of(code)), 0
    for line in code.split("\n"):
        start, at = at, at + len(line) + 1
        if re.match(r"\s*(?:\\textbf\{)?(?:def|class|function)\b", line):
            reading = _Reading(axes=reading.axes)
        if len(line) > LONGEST_LINE:
            continue
        for fault, node, instead, because in _of_line(line, reading):
            text = line.strip()
            begin = start + len(line) - len(line.lstrip())
            yield CodeFault(fault, Span(begin, begin + len(text)), ast.unparse(node), instead, because)


def _axes_of(code: str) -> dict[str, int]:
    """The names that have as many axes wherever the lines or their remarks tell a shape."""
    told: dict[str, set[int]] = {}
    for line in shaped_lines(code):
        for shape in (line.said, line.derived):
            if shape is not None:
                told.setdefault(line.name, set()).add(0 if MORE_AXES in shape else len(shape))
    return {name: counts.pop() for name, counts in told.items() if name and len(counts) == 1 and 0 not in counts}


def _of_line(line: str, reading: _Reading) -> Iterator[tuple[Fault, ast.expr, str, str]]:
    statement, _, remark = line.partition("#")
    plain = _MARKED.sub(r"\1", _SPACES.sub("", statement.replace("\\_", "_"))).replace("←", "=").strip()
    program = parsed(plain)
    if program is None:
        if (opened := re.match(r"\s*([A-Za-z_]\w*)\s*=", plain)) is not None:
            reading.known[opened[1]] = None
        return
    reading.faults.clear()
    match program.body:
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
            reading.known[name] = _given(name, value, reading)
            if (sizes := re.search(r"[(\[]([\w\s,.*/]+)[)\]]\s*\Z", remark.strip())) is not None:
                reading.shapes[name] = tuple(each.strip() for each in sizes[1].split(","))
            else:
                reading.shapes.pop(name, None)
        case [ast.Return(value=ast.expr() as value)] | [ast.Expr(value=value)]:
            _meaning(value, reading)
        case [ast.Assign(targets=targets, value=value)]:
            _meaning(value, reading)
            for target in targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name) and part.id not in _NAMES:
                        reading.known[part.id] = None
    yield from reading.faults


def _given(name: str, value: ast.expr, reading: _Reading) -> _Meaning | None:
    """What a name is once a line has given it a value."""
    made = _meaning(value, reading)
    if made is not None:
        return made
    part = _NAMES.get(name)
    if part is None:
        return None
    called = {each.attr for each in ast.walk(value) if isinstance(each, ast.Attribute)}
    called |= {
        each.func.id for each in ast.walk(value) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    }
    return None if called & _TURNS and not _splits_heads(value) else _Rows(part, False, name)


def _splits_heads(node: ast.expr) -> bool:
    """Whether the only axes that change places are those of the length and the heads: ``view(…).transpose(1, 2)``."""
    turned = [
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in _TURNS
    ]
    if len(turned) != 1 or any(isinstance(each, ast.Attribute) and each.attr in ("T", "mT") for each in ast.walk(node)):
        return False
    match turned[0]:
        case ast.Call(
            func=ast.Attribute(value=ast.Call(func=ast.Attribute(attr="view" | "reshape" | "unflatten"))), args=axes
        ):
            return tuple(map(_number, axes)) in ((1, 2), (2, 1), (0, 2, 1, 3))
    return False


def _meaning(node: ast.expr, reading: _Reading) -> _Meaning | None:
    match node:
        case ast.Name(id=name):
            if name in reading.known:
                return reading.known[name]
            return _Rows(_NAMES[name], False, name) if name in _NAMES else None
        case ast.Attribute(value=inner, attr="T" | "mT"):
            return _turned(_meaning(inner, reading))
        case ast.BinOp(left=one, op=ast.MatMult(), right=other):
            return _product(node, _meaning(one, reading), _meaning(other, reading), one, other, reading)
        case ast.BinOp(left=one, op=ast.Mult() | ast.Div() | ast.Add() | ast.Sub(), right=other):
            left, right = _meaning(one, reading), _meaning(other, reading)
            return next((each for each in (left, right) if isinstance(each, _Scores)), None)
        case ast.Call(func=called, args=arguments, keywords=keywords):
            return _called(node, called, arguments, keywords, reading)
    return None


def _called(
    node: ast.Call, called: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword], reading: _Reading
) -> _Meaning | None:
    name, given = "", list(arguments)
    if isinstance(called, ast.Name):
        name = called.id
    elif isinstance(called, ast.Attribute):
        name = called.attr
        owner = called.value
        if not isinstance(owner, ast.Name) or owner.id not in ("torch", "np", "numpy", "F", "jnp", "tf", "nn", "self"):
            if not (isinstance(owner, ast.Attribute) and owner.attr in ("functional", "nn")):
                given = [owner, *given]
    elif isinstance(called, ast.Call):  # nn.Softmax(dim=-1)(scores)
        inner = called.func
        name = (inner.attr if isinstance(inner, ast.Attribute) else getattr(inner, "id", "")).lower()
        keywords = called.keywords
    if not given:
        return None
    first = _meaning(given[0], reading)
    if name in _PRODUCTS and len(given) == 2:
        other = _meaning(given[1], reading)
        if any(each.arg == "transpose_b" for each in keywords):
            other = _turned(other)
        elif keywords:
            return None
        return _product(node, first, other, given[0], given[1], reading)
    if name == "einsum" and len(given) == 3:
        return _of_pattern(node, given, reading)
    if name in ("transpose", "swapaxes", "swapdims", "t"):
        axes = tuple(_number(each) for each in given[1:])
        return _turned(first) if axes == () or axes in _LAST_TWO else None
    if name in _KEPT:
        kept = first if name != "where" else next((m for each in given if (m := _meaning(each, reading))), None)
        if name.endswith("softmax") and isinstance(kept, _Scores):
            _look_at_axis(node, kept, given, keywords, reading)
        return kept if isinstance(kept, _Scores) else None
    return None


def _of_pattern(node: ast.Call, given: list[ast.expr], reading: _Reading) -> _Meaning | None:
    """The scores that ``einsum("bhqd,bhkd->bhqk", q, k)`` gives: which of the two has the rows."""
    pattern = given[0].value if isinstance(given[0], ast.Constant) else None
    parsed = Einsum.of(pattern) if isinstance(pattern, str) else None
    match _meaning(given[1], reading), _meaning(given[2], reading):
        case _Rows(first), _Rows(second) if {first, second} == {"query", "key"} and parsed is not None:
            if len(parsed.operands) != 2 or len(parsed.result) < 2:
                return None
            one, other = (set(each) - set(parsed.operands[1 - at]) for at, each in enumerate(parsed.operands))
            last, before = parsed.result[-1], parsed.result[-2]
            if last in other and before in one:
                return _Scores(first, False, ast.unparse(node))
            return _Scores(second, False, ast.unparse(node)) if last in one and before in other else None
    return None


def _number(node: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, int) else None


def _turned(meaning: _Meaning | None) -> _Meaning | None:
    match meaning:
        case _Rows(part, turned, name):
            return _Rows(part, not turned, name)
        case _Scores(rows, columns, made, turned):
            return _Scores("query" if rows == "key" else "key", columns, made, not turned)
    return None


def _product(
    node: ast.expr, left: _Meaning | None, right: _Meaning | None, one: ast.expr, other: ast.expr, reading: _Reading
) -> _Meaning | None:
    match left, right:
        case _Rows(first, turned, name), _Rows(second, turned_too, other_name) if {first, second} == {"query", "key"}:
            if _is_many(name) != _is_many(other_name):
                return None  # one query and all the keys: what has one axis needs no turning
            if turned != turned_too:
                _look_at_heads(node, one, other, reading)
                return _Scores(first, turned, ast.unparse(node))
            if not turned and not turned_too and _is_many(name) and not _is_told_turned(other, reading):
                reading.faults.append(("not-transposed", node, f"{ast.unparse(one)} @ {ast.unparse(other)}.T", ""))
        case _Scores() as scores, _Rows("value", turned, name):
            fits = scores.across == "key" and turned == scores.columns
            if not fits and not (scores.columns and scores.turned):
                _fault_of_order(node, scores, name, one, reading)
        case _Rows("value", turned, name), _Scores() as scores:
            fits = scores.rows == "key" and turned != scores.columns
            if not fits:
                _fault_of_order(node, scores, name, other, reading)
    return None


def _is_many(name: str) -> bool:
    """Whether a name is that of a matrix: Q, queries."""
    return name[:1].isupper() or name.endswith("s")


def _is_told_turned(node: ast.expr, reading: _Reading) -> bool:
    """Whether a remark gives the keys a shape whose last axis is a length."""
    sizes = reading.shapes.get(node.id, ()) if isinstance(node, ast.Name) else ()
    return bool(sizes) and _LENGTH.match(sizes[-1]) is not None


def _fault_of_order(node: ast.expr, scores: _Scores, value: str, written: ast.expr, reading: _Reading) -> None:
    weights = ast.unparse(written)
    turned = weights.removesuffix(".T") if weights.endswith(".T") else f"{weights}.T"
    if scores.columns:
        instead = f"{value} @ {weights if scores.rows == 'key' else turned}"
    else:
        instead = f"{weights if scores.across == 'key' else turned} @ {value}"
    because = f"{scores.made} has a {'column' if scores.turned else 'row'} for each {scores.rows}"
    if scores.turned:
        because = f"the rows of {scores.made} are no longer rows here"
    if instead != ast.unparse(node):
        reading.faults.append(("order", node, instead, because))


def _look_at_axis(
    node: ast.Call, scores: _Scores, given: list[ast.expr], keywords: list[ast.keyword], reading: _Reading
) -> None:
    axes = [_number(each.value) for each in keywords if each.arg in ("dim", "axis")]
    axes = axes or [_number(each) for each in given[1:2]]
    if len(axes) != 1 or axes[0] is None:
        return
    count = reading.axes.get(given[0].id) if isinstance(given[0], ast.Name) else None
    axis = axes[0] - count if axes[0] >= 0 and count is not None and count > max(axes[0], 1) else axes[0]
    if axis < -2:
        right = "-1" if scores.across == "key" else "-2"
        reading.faults.append(("no-key", node, right, f"{scores.made} has its keys along axis {right}"))
        return
    over = scores.across if axis == -1 else scores.rows if axis in (-2, 0) else "key"
    if over != "key":
        right = "-1" if scores.across == "key" else "-2"
        reading.faults.append(("axis", node, right, f"{scores.made} has its keys along axis {right}"))


def _look_at_heads(node: ast.expr, one: ast.expr, other: ast.expr, reading: _Reading) -> None:
    """``(batch, length, heads, size) @ (batch, length, size, heads)``: heads meet heads, and positions never meet."""
    name = one.id if isinstance(one, ast.Name) else ""
    sizes = reading.shapes.get(name, ())
    if len(sizes) != 4 or _LENGTH.match(sizes[1]) is None or _LENGTH.match(sizes[2]) is not None:
        return
    if _HEADS.match(sizes[2]) is not None or sizes[2].isdigit():
        because = f"by its remark, {name} is ({', '.join(sizes)}): each head would be held against the other heads"
        reading.faults.append(("heads-first", node, f"{name}.transpose(1, 2)", because))
