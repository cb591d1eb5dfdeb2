"""Run the equations of a note in NumPy, at sizes that are distinct primes.

What a note declares comes from the data beside it (``notes/NAME.toml``), never from our own inference.
An equation fails where NumPy cannot work it out, where a name is not defined, where an index is bound
twice, or where the result has another shape than the note says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from latex import TRANSPOSES, Node, Notation, Unreadable, parse, parse_expression, plain, walk

PRIMES = (7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59)
FEW = {"H": 3, "h": 3, "L": 5, "G": 2, "g": 2, "K": 5}  # counts that others are multiples of stay small
SAME = (
    "softmax", "sigma", r"\sigma", r"\phi", r"\tanh", "tanh", "ReLU", "GELU", "SiLU", r"\exp", r"\log", r"\ln",
    "LayerNorm", "LN", "Dropout", "RMSNorm", "relu", "sigmoid", "gelu", "mask", "Norm",
)  # fmt: skip
NUMBERS = ("tr", r"\det", r"\max", "mean", "Var")


class Wrong(Exception):
    """The equation cannot be worked out, or gives another shape than the note says."""


@dataclass(frozen=True)
class Sheet:
    """What is known of a note: its sizes, its declared names and its equations, all as LaTeX."""

    sizes: Sequence[str]  # "n", or "D = H d_k"
    declared: Sequence[tuple[Sequence[str], Sequence[str]]]  # names and sizes
    equations: Sequence[str]
    claims: Sequence[tuple[Sequence[str], Sequence[str]]] = ()
    vectors: str = "columns"
    indices: Mapping[str, str] = field(default_factory=dict)  # letter and the last place
    functions: Mapping[str, str] = field(default_factory=dict)  # spelling and kind
    free: Sequence[str] = ()  # indices that the words around bind
    macros: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Closure:
    """A function that the note defines."""

    parameters: tuple[str, ...]
    body: Node


def shapes_of(sheet: Sheet) -> tuple[tuple[int, ...], ...]:
    """The shape of each equation's result; ``Wrong`` where something fails."""
    return Run(sheet).shapes()


class Run:
    """The names and values of one note, filled while its equations are worked out."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        kinds = dict.fromkeys(SAME, "same") | dict.fromkeys(NUMBERS, "number")
        kinds |= {"Concat": "concat", "concat": "concat", "diag": "diagonal", "vec": "flat"} | dict(sheet.functions)
        self.kinds = {plain(name): kind for name, kind in kinds.items()}
        self.values: dict[str, Any] = {}
        self.bound: dict[str, int] = {}
        self.random = np.random.default_rng(5)
        self.add_sizes()

    @property
    def notation(self) -> Notation:
        return Notation(frozenset(self.kinds), self.sheet.macros)

    def add_sizes(self) -> None:
        primes = iter(PRIMES)
        for told in self.sheet.sizes:
            name, _, value = told.partition("=")
            if value:
                self.values[plain(name)] = self.number(self.expression(value))
            else:
                self.values[plain(name)] = FEW.get(plain(name)) or next(primes)

    def expression(self, latex: str) -> Node:
        return parse_expression(latex, self.notation)

    def shape(self, sizes: Sequence[Node]) -> tuple[int, ...]:
        found = []
        for size in sizes:
            value = self.number(size)
            if value != int(value) or value < 1:
                raise Wrong("a size that is no whole number")
            found.append(int(value))
        if len(found) == 1:
            found = [found[0], 1] if self.sheet.vectors == "columns" else [1, found[0]]
        return tuple(found)

    def number(self, node: Node) -> float:
        value = self.of(node)
        if np.ndim(value):
            raise Wrong("an array for a number")
        return float(value)

    def shapes(self) -> tuple[tuple[int, ...], ...]:
        for names, sizes in self.sheet.declared:
            shape = self.shape([self.expression(size) for size in sizes]) if sizes else ()
            for name in names:
                self.values[self.key(name)] = self.random.normal(size=shape) if shape else 1.5
        found = tuple(self.equation(parse(latex, self.notation)) for latex in self.sheet.equations)
        for names, sizes in self.sheet.claims:
            for name in names:
                if np.shape(self.values[self.key(name)]) != self.shape([self.expression(size) for size in sizes]):
                    raise Wrong(f"{name} is {np.shape(self.values[self.key(name)])}")
        return found

    def key(self, name: str) -> str:
        node = self.expression(name)
        return full_key(node)

    # -- equations -----------------------------------------------------------------------------------

    def equation(self, node: Node) -> tuple[int, ...]:
        sides = [side for side in node.parts if side.kind != "space"]
        spaces = [side for side in node.parts if side.kind == "space"]
        left = sides[0]
        if left.kind == "call" and plain(left.text) not in self.closures() and len(sides) > 1:
            return self.definition(left, sides[1])
        self.bound = {}
        free = [*self.sheet.free, *self.indices_in(left)] if len(sides) > 1 else list(self.sheet.free)
        results = [self.at_place(sides, free, last) for last in (False, True)]
        result = results[0]
        self.bound = {}
        for space in spaces:
            if np.shape(result) != self.shape(space.parts) and np.size(result) > 1:
                raise Wrong(f"{np.shape(result)} in {self.shape(space.parts)}")
        return np.shape(result)

    def closures(self) -> set[str]:
        return {name for name, value in self.values.items() if isinstance(value, Closure)}

    def definition(self, left: Node, body: Node) -> tuple[int, ...]:
        if any(part.kind != "name" for part in left.parts):
            raise Unreadable("a definition of something else")
        self.values[plain(left.text)] = Closure(tuple(full_key(part) for part in left.parts), body)
        self.kinds[plain(left.text)] = "closure"
        known = all(full_key(part) in self.values for part in left.parts)
        return np.shape(self.of(body)) if known else ()

    def indices_in(self, left: Node) -> list[str]:
        scripts = " ".join(f"{each.sub} {each.sup}" for each in walk(left) if each.kind == "name")
        return [
            name for name in self.sheet.indices if re.search(rf"(?<![\\A-Za-z]){re.escape(name)}(?![a-z])", scripts)
        ]

    def at_place(self, sides: Sequence[Node], free: Sequence[str], last: bool) -> Any:
        self.bound = {name: self.end_of(name) if last else 1 for name in free}
        if len(sides) == 1:
            return self.of(sides[0])
        values = [self.of(side) for side in sides[1:]]
        for value in values[1:]:
            if np.shape(value) != np.shape(values[0]):
                raise Wrong("sides of two shapes")
        self.define(sides[0], values[0])
        return values[0]

    def end_of(self, index: str) -> int:
        return int(self.number(self.expression(self.sheet.indices[index])))

    def define(self, left: Node, value: Any) -> None:
        if left.kind != "name":
            known = self.of(left)
            if np.shape(known) != np.shape(value):
                raise Wrong(f"{np.shape(value)} for {np.shape(known)}")
            return
        key = full_key(left)
        expected = self.expected(left, key)
        if expected is not None and np.shape(value) != expected and np.size(value) > 1:
            raise Wrong(f"{np.shape(value)} for {expected}")
        if not self.is_entry(left):
            self.values.setdefault(key, value)

    def expected(self, left: Node, key: str) -> tuple[int, ...] | None:
        if key.startswith("∂") and "/∂" in key:
            by = key.partition("/∂")[2]
            if by in self.values:
                return np.shape(self.values[by])
        if key in self.values:
            return np.shape(self.values[key])
        if self.is_entry(left):
            return np.shape(self.of(left))
        return None

    # -- expressions ---------------------------------------------------------------------------------

    def of(self, node: Node) -> Any:
        match node.kind:
            case "number":
                return float(node.text)
            case "name":
                return self.name(node)
            case "group":
                return self.of(node.parts[0])
            case "negative":
                return -self.of(node.parts[0])
            case "sum":
                return self.entrywise([self.of(part) for part in node.parts], np.add)
            case "product":
                return self.product(node)
            case "fraction":
                return self.entrywise([self.of(part) for part in node.parts], np.divide)
            case "root":
                return np.sqrt(np.abs(self.of(node.parts[0])))
            case "norm":
                self.of(node.parts[0])
                return 1.5
            case "raised":
                return self.raised(self.of(node.parts[0]), node.sup)
            case "call":
                return self.call(node)
            case "total":
                return self.total(node)
            case "joined":
                return self.join(self.members(node.parts), 0 if node.text == ";" else 1)
            case "block":
                return self.block(node)
        raise Unreadable(node.kind)

    def entrywise(self, values: Sequence[Any], law: Any) -> Any:
        result = values[0]
        for value in values[1:]:
            try:
                result = law(result, value)
            except ValueError as unlike:
                raise Wrong(str(unlike)) from unlike
        return result

    def product(self, node: Node) -> Any:
        signs = node.text.split("|")
        result = self.of(node.parts[0])
        for sign, part in zip(signs[1:], node.parts[1:], strict=True):
            value = self.of(part)
            if sign == "⊙":
                result = self.entrywise((result, value), np.multiply)
            elif sign == "/":
                result = self.entrywise((result, value), np.divide)
            else:
                result = multiplied(result, value)
        return result

    def raised(self, value: Any, sup: str) -> Any:
        if plain(sup) in {plain(each) for each in TRANSPOSES}:
            return np.swapaxes(value, -1, -2) if np.ndim(value) > 1 else value
        if plain(sup) == "-1" and np.ndim(value):
            if np.shape(value)[-1] != np.shape(value)[-2]:
                raise Wrong("the inverse of what is not square")
            return value
        if not np.ndim(value) and re.fullmatch(r"-?\d+", plain(sup)):
            return value ** int(plain(sup))
        if plain(sup).startswith("\\frac") or re.fullmatch(r"-?[\d./]+", plain(sup)):
            return value
        raise Wrong(f"the power {sup}")

    def call(self, node: Node) -> Any:
        name = plain(node.text + ("_" + node.sub if node.sub else ""))
        kind = self.kinds[name]
        if kind == "closure":
            return self.applied(self.values[name], node.parts)
        values = self.members(node.parts)
        match kind:
            case "same":
                return values[0]
            case "number":
                return 1.5
            case "concat":
                return self.join(values, 1)
            case "diagonal":
                return np.diagflat(values[0])
            case "flat":
                return np.reshape(values[0], (-1, 1) if self.sheet.vectors == "columns" else (1, -1))
        raise Unreadable(kind)

    def applied(self, closure: Closure, arguments: Sequence[Node]) -> Any:
        if len(arguments) != len(closure.parameters):
            raise Wrong("the number of arguments")
        given = {name: self.of(part) for name, part in zip(closure.parameters, arguments, strict=True)}
        before, self.values = self.values, self.values | given
        try:
            return self.of(closure.body)
        finally:
            self.values = before

    def members(self, parts: Sequence[Node]) -> list[Any]:
        if not any(part.kind == "dots" for part in parts):
            return [self.of(part) for part in parts]
        first, last = parts[0], parts[-1]
        count = self.number(self.expression(last.sub)) - self.number(self.expression(first.sub)) + 1
        return [self.of(last)] * int(count)

    def join(self, values: Sequence[Any], axis: int) -> Any:
        arrays = [np.atleast_2d(value) for value in values]
        if all(1 in each.shape for each in arrays):
            axis = 0 if self.sheet.vectors == "columns" else 1
        try:
            return np.concatenate(arrays, axis=axis)
        except ValueError as unlike:
            raise Wrong(str(unlike)) from unlike

    def block(self, node: Node) -> Any:
        try:
            return np.block([[np.atleast_2d(self.of(cell)) for cell in row.parts] for row in node.parts])
        except ValueError as unlike:
            raise Wrong(str(unlike)) from unlike

    def total(self, node: Node) -> Any:
        index, _, start = plain(node.sub).partition("=")
        if index in self.bound:
            raise Wrong(f"{index} is bound twice")
        if index not in self.sheet.indices:
            raise Wrong(f"{index} runs over nothing")
        stop = int(self.number(self.expression(node.sup))) if node.sup else self.end_of(index)
        for value in (int(start or 1), stop):
            self.bound[index] = value
            result = self.of(node.parts[0])
        del self.bound[index]
        return result

    # -- names ---------------------------------------------------------------------------------------

    def name(self, node: Node) -> Any:
        loose = [
            name for name in self.sheet.indices if name in (plain(node.sub), plain(node.sup)) and name not in self.bound
        ]
        if loose:
            raise Wrong(f"{loose[0]} is free in {full_key(node)}")
        if full_key(node) in self.values:
            return self.values[full_key(node)]
        if node.sup:
            transposed = plain(node.sup) in {plain(each) for each in TRANSPOSES}
            if transposed or re.fullmatch(r"-?[\d./]+|\\frac.*", plain(node.sup)):
                return self.raised(self.name(without_sup(node)), node.sup)
            return self.family(node)
        if plain(node.text) in self.bound and not node.sub:
            return self.bound[plain(node.text)]
        if self.is_entry(node):
            return self.entry(self.values[full_key(node, sub=False)], plain(node.sub))
        return self.family(node)

    def is_entry(self, node: Node) -> bool:
        """X_{ij} of a known X, where i and j are indices; X_0 is a name of its own."""
        places = split_indices(plain(node.sub)) if node.sub else []
        known = np.ndim(self.values.get(full_key(node, sub=False), 0.0)) > 0
        return known and bool(places) and all(place in self.sheet.indices or place in self.bound for place in places)

    def entry(self, array: Any, sub: str) -> Any:
        at = [self.place(each) for each in split_indices(sub)]
        if np.ndim(array) == 2 and 1 in np.shape(array) and len(at) == 1:
            array = np.ravel(array)
        if len(at) == 1 and np.ndim(array) == 2:
            if at[0] >= len(array):
                raise Wrong("a row that does not exist")
            row = array[at[0]]
            return row[:, None] if self.sheet.vectors == "columns" else row[None, :]
        if len(at) != np.ndim(array) or any(place >= size for place, size in zip(at, array.shape, strict=True)):
            raise Wrong("an entry that does not exist")
        return array[tuple(at)]

    def place(self, index: str) -> int:
        return int(self.number(self.expression(index))) - 1

    def family(self, node: Node) -> Any:
        """W_2 where W_l was declared: a member, if what stands there is an index or a number."""
        for name in self.sheet.indices:
            for sub, sup in ((name, node.sup), (node.sub, name), (node.sub, f"({name})"), (name, f"({name})")):
                key = key_of(node.text, sub, sup)
                if key in self.values:
                    changed = node.sub if sub == name else node.sup.strip("()")
                    self.number(self.expression(changed))
                    return self.values[key]
        raise Wrong(f"{full_key(node)} is not defined")


def multiplied(left: Any, right: Any) -> Any:
    """A matrix product; numbers multiply anything."""
    if np.size(left) == 1 or np.size(right) == 1:
        one, other = (left, right) if np.size(left) == 1 else (right, left)
        return np.reshape(one, ()) * other
    try:
        return left @ right
    except ValueError as unlike:
        raise Wrong(str(unlike)) from unlike


def key_of(text: str, sub: str, sup: str) -> str:
    return plain(text) + (f"_{plain(sub)}" if sub else "") + (f"^{plain(sup)}" if sup else "")


def full_key(node: Node, *, sub: bool = True) -> str:
    """The name of an atom, scripts included."""
    return key_of(node.text, node.sub if sub else "", node.sup)


def without_sup(node: Node) -> Node:
    return Node("name", node.start, node.end, (), node.text, node.sub)


def split_indices(sub: str) -> list[str]:
    """``ij``, ``i,j``, ``2i``: the places of an entry."""
    if "," in sub:
        return sub.split(",")
    return list(sub) if re.fullmatch(r"[a-z]{2,3}", sub) else [sub]


__all__ = ["Sheet", "Unreadable", "Wrong", "shapes_of"]
