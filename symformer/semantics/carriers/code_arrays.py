"""Shapes of the arrays of program code, as far as its lines and their remarks tell: ``s = q @ k.T  # (T, T)``.

Statements that give names a value, or return one, are looked at one by one, and only sizes that have names or are numbers.
What a line does is worked out from what the lines before it, in the same function or as attributes of the same class,
say of its names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symformer.algebra.dimension import letter
from symformer.semantics.carriers.code_expressions import (
    Met,
    Names,
    joined_as,
    shape_of,
    shares_told,
    summed_over,
)
from symformer.semantics.carriers.code_layers import layer_of, misfits, name_of
from symformer.semantics.carriers.code_pieces import pieces_of, written_out
from symformer.semantics.carriers.code_remarks import MORE_AXES, Sizes, listed_in, named_in, said_in, size_of
from symformer.text.cued import Cued
from symformer.text.python_code import parsed
from symformer.text.span import Span

LONGEST_LINE, MOST_LINES = 400, 16
_REMARK = Cued(r"(?:^|[ \t])#+[ \t]*(?P<said>[^\n]{1,160})")
_BEGINS = re.compile(r"\s*(?:async\s+)?(def|class)\b")
_QUOTES = Cued(r"\"\"\"|'''")
_BRANCHES = Cued(r"\s*(if|elif|else|for|while|try|except|finally)\b.*:\s*$")
_OPENS, _CLOSES = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class ShapedLine:
    """What one line gives a name: the sizes that follow from the line, and those that its remark says.

    ``met`` holds pairs of sizes that would have to be one, and in what they meet.
    """

    name: str
    place: Span  # of the remark where there is one, else of the line
    derived: Sizes | None
    said: Sizes | None
    met: tuple[Met, ...] = ()
    asserted: bool = False  # ``assert x.shape == (B, T)``
    apart: Sizes = ()  # sizes that the line takes for different ones: of a layer, of a quotient


@dataclass(frozen=True, slots=True)
class _Line:
    """A statement of one or several lines, without its remarks, and the remark behind it."""

    code: str
    place: Span
    remark: str
    remark_place: Span | None


def shaped_lines(code: str, before: Mapping[str, Sizes] | None = None) -> Iterator[ShapedLine]:
    """Every line that gives a name a value, with what is known of its shape; ``before`` is what ran before this code.

    >>> found = list(shaped_lines("q = x  # (T, d)\\ns = q @ q.T  # (T, d)"))
    >>> [str(size) for size in found[1].derived], [str(size) for size in found[1].said]
    (['T', 'T'], ['T', 'd'])
    """
    names, quoted = Names(), False
    names.known.update(before or {})
    branches: list[tuple[int, dict[str, Sizes]]] = []  # how far each is indented, and what was known before it
    for line in _statements(code):
        opened = _QUOTES.findall(line.code)
        if not quoted and line.code.strip():
            _branch(line.code, branches, names)
        if (begins := _BEGINS.match(line.code)) is not None and not quoted:
            names = Names() if begins[1] == "class" else names.of_class()
        if quoted or opened or begins is not None or not line.code.strip():
            words = line.code if quoted or (opened and begins is None) else line.remark
            told = [*named_in(words), *_only_parameter(line)]
            for name, sizes in told:
                names.known[name] = sizes
                yield ShapedLine(name, line.place, None, sizes)
            if len(told) > 1:  # who lists several shapes in one line has a letter for each size
                every = dict.fromkeys(size for _, sizes in told for size in sizes if size.letter is not None)
                yield ShapedLine("", line.place, None, None, apart=tuple(every))
            quoted ^= len(opened) % 2 == 1
        elif "=" in line.code or re.match(r"\s*return\b", line.code):
            yield from _line(line, names)


_ONE_PARAMETER = re.compile(r"\s*def\s+\w+\(\s*(?:self\s*,\s*)?(?P<name>[a-z]\w*)\s*(?::[^,()]*)?\)")


def _only_parameter(line: _Line) -> Iterator[tuple[str, Sizes]]:
    """``def forward(self, x):  # (B, T, C)`` tells the shape of x."""
    found = _ONE_PARAMETER.match(line.code)
    sizes = said_in(line.remark) if found is not None and line.remark and "->" not in line.remark else None
    if found is not None and sizes is not None:
        yield found["name"], sizes


def _branch(code: str, branches: list[tuple[int, dict[str, Sizes]]], names: Names) -> None:
    """What a branch makes of a name holds in it: behind it, nobody knows whether it was taken."""
    indent = len(code) - len(code.lstrip())
    starts = _BRANCHES.match(code)
    while branches and indent <= branches[-1][0]:
        at, before = branches.pop()
        if starts is not None and starts[1] in ("else", "elif", "except", "finally") and indent == at:
            names.known = dict(before)
            break
        for name in {*names.known, *before}:
            if names.known.get(name) != before.get(name):
                names.known.pop(name, None)
    if starts is not None:
        branches.append((indent, dict(names.known)))


def _statements(code: str) -> Iterator[_Line]:
    """The lines of code, those that go on in brackets joined; a docstring is a line each."""
    at, opened, start = 0, "", 0
    begun = 0
    for line in code.split("\n"):
        here, at = at, at + len(line) + 1
        if len(line) > LONGEST_LINE:
            opened = ""
            continue
        remark = _REMARK.search(line)
        bare = line[: remark.start()] if remark is not None else line
        if opened and re.match(r"\s*(?:def|class|return|for|if|with)\b", line):
            opened = ""  # the brackets were never closed
        if not opened:
            start, begun = here + len(line) - len(line.lstrip()), 0
        joined = f"{opened} {bare.strip()}" if opened else bare
        begun += 1
        if _depth(joined) > 0 and begun < MOST_LINES and not re.match(r"\s*(?:def|class)\b", joined):
            opened = joined
            continue
        opened = ""
        told = Span(here + remark.start("said"), here + len(line.rstrip())) if remark is not None else None
        end = here + len(bare.rstrip())
        said = remark["said"] if remark is not None else ""
        if re.match(r"\s*(?:def|class)\b", bare) is None and not bare.strip() and remark is None:
            continue
        yield _Line(joined, Span(min(start, end), end), said, told)


def _depth(code: str) -> int:
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", code)
    return sum(bare.count(mark) for mark in _OPENS) - sum(bare.count(mark) for mark in _CLOSES)


def _line(line: _Line, names: Names) -> Iterator[ShapedLine]:
    program = parsed(line.code.strip())
    if program is None:
        if (opened := re.match(r"\s*([A-Za-z_][\w.]*)\s*=", line.code)) is not None:
            names.forget(opened[1])
        return
    match program.body:
        case [ast.Assign(targets=[ast.Tuple(elts=targets)], value=value)]:
            yield from _several(targets, value, line, names)
        case [ast.Assign(targets=[ast.Name() | ast.Attribute() as target], value=value)] if name_of(target):
            yield from _one(name_of(target), value, line, names)
        case [ast.Return(value=ast.expr() as value)]:
            yield from _one("", value, line, names)
        case [ast.Assert(test=test)]:
            yield from _asserted(test, line, names)
        case [ast.Assign(targets=targets)]:
            for each in targets:
                for part in ast.walk(each):
                    names.forget(name_of(part))
        case [ast.AugAssign(target=target, op=ast.MatMult())]:
            names.forget(name_of(target))
        case [ast.AugAssign(target=ast.Name(id=name), op=sign, value=value)]:
            yield from _one(name, ast.BinOp(ast.Name(name), sign, value), line, names)


def _several(targets: list[ast.expr], value: ast.expr, line: _Line, names: Names) -> Iterator[ShapedLine]:
    """``B, T, C = x.shape`` and ``q, k, v = qkv.chunk(3, dim=-1)``."""
    called = [name_of(each) for each in targets]
    match value:
        case (
            ast.Attribute(value=ast.Name(id=name), attr="shape")
            | ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="size"), args=[])
        ):
            if all(each and each != "_" for each in called):
                names.known[name] = tuple(letter(each) for each in called)
                yield ShapedLine(name, line.place, None, names.known[name])
            return
    names.met.clear()
    derived = pieces_of(value, len(called), names)
    if derived is None and isinstance(value, ast.Tuple) and len(value.elts) == len(called):
        shapes = [shape_of(each, names) for each in value.elts]
        for each, shape in zip(called, shapes, strict=True):
            names.tell(each, shape)
        return
    listed = listed_in(line.remark) if line.remark else ()
    if len(listed) == len(called) > 1:  # U, s, Vt = svd(X)  # (n, p), (p,), (p, p)
        for each, own in zip(called, listed, strict=True):
            names.tell(each, own)
            yield _shaped(each, derived, own, line, names)
            names.met.clear()
        return
    said = said_in(line.remark) if line.remark else None
    for each in called:
        names.tell(each, _settled(derived, said))
    inside = {name_of(part) for target in targets for part in ast.walk(target)}
    for name, sizes in named_in(line.remark):
        if name in inside:
            names.tell(name, sizes)
    yield _shaped(", ".join(called), derived, said, line, names)


def _one(name: str, value: ast.expr, line: _Line, names: Names) -> Iterator[ShapedLine]:
    layer = layer_of(value, names.layers)
    if layer is not None and name:
        names.forget(name)
        names.layers[name] = layer
        if layer.takes is not None and layer.gives is not None:
            yield ShapedLine(name, line.place, None, None, apart=(layer.takes, layer.gives))
        for inner in misfits(layer):
            yield ShapedLine(name, line.place, None, None, ((*inner, "layer"),))
        return
    names.met.clear()
    for part in ast.walk(value):  # d_k = d_model // n_heads
        match part:
            case ast.BinOp(left=whole, op=ast.FloorDiv(), right=parts):
                own = letter(name.removeprefix("self.")) if part is value and name else None
                sizes = (own, size_of(whole), size_of(parts))
                known = tuple(size for size in sizes if size is not None and size.letter is not None)
                yield ShapedLine(name, line.place, None, None, apart=known)
    derived = shape_of(value, names)
    said = said_in(line.remark) if line.remark else None
    if said is None and line.remark:
        said = next((sizes for each, sizes in named_in(line.remark) if each == name), None)
    if derived is None and (written := written_out(value)) is not None:
        derived = _of_literal(value, written, said)
    if derived is None and said is not None:
        joined_as(value, said, names)
        shares_told(value, said, names)
    if name:
        summed = summed_over(value, names)
        size = size_of(value)
        names.tell(name, _settled(derived, said))
        if size is not None and derived is None and said is None:
            names.given.discard(name)  # d = D // H is a size
        if summed is not None:
            names.summed[name] = summed
    yield _shaped(name or "what is returned", derived, said, line, names)


def _of_literal(value: ast.expr, written: Sizes, said: Sizes | None) -> Sizes | None:
    """The shape of an array that is written out, beside numbers; one row beside a letter is one example of many."""
    if said is None:
        return written if all(size.number != 1 for size in written) else None
    entries = [part.value for part in ast.walk(value) if isinstance(part, ast.Constant)]
    told = [size.number for size in said]
    return written if None not in told and entries != told else None


def _asserted(test: ast.expr, line: _Line, names: Names) -> Iterator[ShapedLine]:
    """``assert x.shape == (B, T, C)``: what a line above gives has another shape."""
    match test:
        case ast.Compare(
            left=ast.Attribute(value=ast.Name(id=name), attr="shape")
            | ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="size"), args=[]),
            ops=[ast.Eq()],
            comparators=[ast.Tuple(elts=sizes) | ast.Call(args=[ast.Tuple(elts=sizes) | ast.List(elts=sizes)])],
        ):
            said = tuple(size for each in sizes if (size := size_of(each)) is not None)
            known = names.known.get(name)
            if known is None or not len(said) == len(sizes) > 0:
                return
            if any(
                one.number == 1 and other.letters
                for pair in zip(known, said, strict=False)
                for one, other in (pair, pair[::-1])
            ):
                return  # one example of a batch
            yield ShapedLine(name, line.place, known, said, asserted=True)


def _settled(derived: Sizes | None, said: Sizes | None) -> Sizes | None:
    """The shape that the lines below go by; none where the same sizes stand in another order: which of the two is right?"""
    if said is not None and derived is not None and said != derived and MORE_AXES in (said[0], derived[0]):
        return derived if MORE_AXES in said else said
    if said is not None and derived is not None and said != derived:
        apart = [one for one, other in zip(said, derived, strict=False) if one != other and one.letters & other.letters]
        return None if apart or sorted(map(str, said)) == sorted(map(str, derived)) else said
    return said or derived


def _shaped(name: str, derived: Sizes | None, said: Sizes | None, line: _Line, names: Names) -> ShapedLine:
    place = line.remark_place if said is not None and line.remark_place is not None else line.place
    return ShapedLine(name, place, derived, said, tuple(names.met))


__all__ = ["ShapedLine", "Sizes", "shaped_lines"]
