"""Displays that the words right before or behind them call something that their entries are not: "a lower triangular matrix:".

Triangular, diagonal, symmetric, the identity: what entries show by themselves.  Orthogonal, unitary, permutations, rotations
and gates of quantum circuits: where all entries have values, those are worked out.
"""

from __future__ import annotations

import cmath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show_styled
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

FAR = 600  # characters between a name's display and what is said of it
CLOSE = 1e-3
PRINTED_CLOSE = 0.06  # where entries are printed rounded
_ONE = 1 + 0j

_KINDS = r"(?P<kind>(?:strictly\s+)?(?:lower|upper)[\s-]triangular|block[\s-]diagonal|diagonal|identity|skew[\s-]symmetric|anti-?symmetric|symmetric|orthogonal|orthonormal|unitary|permutation|rotation)"
_ARTICLE = r"(?:(?:then|thus|therefore|simply|just|always|also|now|again|a|an|the|following|so-called|square|real|called|\d+\s*(?:×|x|by)\s*\d+)\s+)*"
_BEFORE = Cued(
    rf"\b(?:is|are|be|becomes?|forms?|have|has|as|consider|take|get|obtain|define|use|by)\s+{_ARTICLE}{_KINDS}\s+(?:matrix|mask|one)\b"
    r"(?:\s+(?!of\b|times\b|and\b|with\b|to\b|for\b|from\b|whose\b|where\b|in\b|that\b)\S+){0,3}?\s*+(?:of\s+the\s+form|given\s+by|as\s+follows|defined\s+(?:as|by))?\s*[:,]?\s*\Z",
    re.IGNORECASE,
)
_GATE = Cued(
    r"(?:\A|\n)\W*(?P<kind>(?!(?:The\s+)?(?:Forget|Input|Output|Update|Reset|Cell|Candidate|Highway|Memory|Carry|Transform|Write|Read|Logic|Or|And|Xor|Soft|Attention|Expert)\b)(?:[A-Z][\w-]*\s+){1,2}gate)\s*(?:\([^()\n]{1,12}\)\s*)?(?:\s+is(?:\s+(?:given\s+by|defined\s+as))?)?\s*+[:,]?\s*\Z"
)
_BEHIND = Cued(
    rf"\A[\s.,]*(?:(?:this|which|it)\s+is|is)\s+{_ARTICLE}{_KINDS}(?:\s+matrix)?(?=\s*(?:[.,;:]|\Z))",
    re.IGNORECASE,
)
_NAMED = Cued(
    rf"\A[\s,]*(?:is|be|becomes)\s+{_ARTICLE}{_KINDS}(?:\s+matrix)?(?=\s*(?:[.,;:]|\Z|and\b|with\b))", re.IGNORECASE
)
_OPEN = Cued(
    r"\?|\b(?:not|never|if|unless|suppose|assume|would|could|wrong\w*|mistake\w*|approximat\w*|almost|nearly|unlike|instead|inverse|product|times|multipl\w*|decompos\w*|eigen\w*|whether|when|of\s+a)\b|n['’]t\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Grid:
    """A display with its factor: the cells, and what stands in front of them."""

    statement: Statement
    rows: Sequence[Sequence[Term]]
    factor: Term | None
    name: Term | None


def called_display_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each display that is not what the words beside it call it."""
    grids = [grid for each in model.statements if (grid := _grid(each)) is not None]
    if not grids:
        return
    text = model.document.source.text
    told: set[int] = set()
    for grid, kind, start, end in (*_beside(grids, text), *_by_name(grids, model)):
        why = _against(grid, kind)
        if why and start not in told:
            told.add(start)
            yield _problem(grid, kind, why, start, end, text)


def _grid(statement: Statement) -> _Grid | None:
    if (
        statement.carrier != "formula"
        or statement.stance != "asserted"
        or statement.hedged
        or statement.formula is None
    ):
        return None
    term, name = statement.term, None
    if isinstance(term, Relation):
        if len(term.sides) != 2 or term.relations[0] not in ("=", ":="):
            return None
        name, term = term.sides
    match term:
        case Matrix(rows=rows, style="matrix"):
            factor = None
        case Product(factors=(factor, Matrix(rows=rows, style="matrix"))):
            pass
        case _:
            return None
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        return None
    return _Grid(statement, rows, factor, name)


def _beside(grids: Sequence[_Grid], text: str) -> Iterator[tuple[_Grid, str, int, int]]:
    """What the words right before and right behind a display call it."""
    for grid in grids:
        assert grid.statement.formula is not None
        span = grid.statement.formula.span
        start = max(0, span.start - 240)
        lead = re.sub(
            r"\$\$|\\\[|\\begin\{(?:equation|align|displaymath)\*?\}|[*_$`]",
            lambda found: " " * len(found[0]),
            text[start : span.start],
        )
        cut = max(lead.rfind(". "), lead.rfind("\n\n", 0, max(0, len(lead.rstrip()))) if lead.strip() else -1)
        sentence = lead[cut + 1 :]
        found = _BEFORE.search(sentence) or _GATE.search(sentence)
        if found is not None and not _OPEN.search(sentence):
            yield (
                grid,
                found["kind"].lower(),
                start + cut + 1 + found.start("kind"),
                start + cut + 1 + found.end("kind"),
            )
        behind = text[span.end : span.end + 160].replace("$", " ").replace("\\]", "  ")
        after = _BEHIND.search(behind)
        if after is not None and not _OPEN.search(behind[: after.end()]):
            yield grid, after["kind"].lower(), span.end + after.start("kind"), span.end + after.end("kind")


def _by_name(grids: Sequence[_Grid], model: SemanticModel) -> Iterator[tuple[_Grid, str, int, int]]:
    """What words call a name that one display near by gives: "where $L$ is lower triangular"."""
    text = model.document.source.text
    for each in model.statements:
        if (
            each.carrier != "formula"
            or each.formula is None
            or each.formula.display != "inline"
            or isinstance(each.term, Relation)
        ):
            continue
        found = _NAMED.search(text[each.formula.span.end : each.formula.span.end + 90])
        if found is None or _OPEN.search(
            text[max(0, each.formula.span.start - 40) : each.formula.span.end + found.end()]
        ):
            continue
        here = section_at(model.document, each.span.start)
        mine = [
            grid
            for grid in grids
            if grid.name == each.term
            and abs(grid.statement.span.start - each.span.start) < FAR
            and section_at(model.document, grid.statement.span.start) == here
        ]
        if len(mine) == 1 and "triangular" not in found["kind"].lower():  # which half is empty is told by halves
            shift = each.formula.span.end
            yield mine[0], found["kind"].lower(), shift + found.start("kind"), shift + found.end("kind")


# -- what the entries say ------------------------------------------------------------------------------------------------


def _against(grid: _Grid, kind: str) -> str:
    """The entry that speaks against a kind, in words; nothing where none does."""
    rows = grid.rows
    kind = re.sub(r"[\s-]+", " ", kind.removeprefix("strictly "))
    if kind.startswith(("lower", "upper")):
        above = kind.startswith("lower")
        return _first_not_zero(rows, lambda row, column: (column > row) if above else (column < row))
    if kind in ("diagonal", "identity"):
        off = _first_not_zero(rows, lambda row, column: row != column)
        if off or kind == "diagonal":
            return off
        values = [_value(rows[at][at]) for at in range(len(rows))]
        return (
            next(
                (
                    f"its entry {at + 1}, {at + 1} is not 1"
                    for at, each in enumerate(values)
                    if each is not None and each != 1
                ),
                "",
            )
            if grid.factor is None
            else ""
        )
    if kind in ("symmetric", "skew symmetric", "antisymmetric", "anti symmetric"):
        return _mirrored(rows, 1 if kind == "symmetric" else -1)
    if kind in ("orthogonal", "orthonormal", "unitary", "rotation", "permutation") or kind.endswith("gate"):
        return _lengths(grid)
    return ""


def _first_not_zero(rows: Sequence[Sequence[Term]], where: Callable[[int, int], bool]) -> str:
    """The first entry of a part of a display that is plainly no zero; behind dots the ends of the first and the last row count."""
    last_row, last = len(rows) - 1, len(rows[0]) - 1
    dotted_rows = False
    for at, row in enumerate(rows):
        dotted = False
        for to, cell in enumerate(row):
            dotted = dotted or isinstance(cell, Ellipsis)
            at_the_end = to == last and at in (0, last_row) or to == 0 and at == last_row
            if (dotted or dotted_rows) and not at_the_end:
                continue
            if where(at, to) and _is_something(cell):
                return f"its entry {at + 1}, {to + 1} is {show_styled(cell)}"
        dotted_rows = dotted_rows or any(isinstance(cell, Ellipsis) for cell in row[:1])
    return ""


_ENDLESS = frozenset({"infty", "∞", "inf"})


def _is_something(cell: Term) -> bool:
    if any(isinstance(part, Symbol) and part.name in _ENDLESS for part in walk(cell)):
        return False  # the half of a mask that hides
    match cell:
        case Number(value=value):
            return value != 0
        case Symbol(name=name):
            return name not in ("0", "O", "o", "∗", "*", "") and not name.startswith(("mathbf(0", "bold"))
        case Ellipsis() | Unknown() | Matrix():
            return False
        case Apply(function="phantom" | "text" | "labelled" | "marked"):
            return False
    return True


def _mirrored(rows: Sequence[Sequence[Term]], sign: int) -> str:
    """Two entries that mirror each other and are different numbers."""
    for at in range(len(rows)):
        for to in range(at + (sign > 0), len(rows)):
            one, other = _value(rows[at][to]), _value(rows[to][at])
            if one is not None and other is not None and abs(one - sign * other) > CLOSE:
                return f"its entries {at + 1}, {to + 1} and {to + 1}, {at + 1} are {show_styled(rows[at][to])} and {show_styled(rows[to][at])}"
    return ""


def _lengths(grid: _Grid) -> str:
    """Rows that have not the length one, or do not stand at right angles."""
    values = [[_value(cell) for cell in row] for row in grid.rows]
    factor = _ONE if grid.factor is None else _value(grid.factor)
    if factor is None or any(each is None for row in values for each in row):
        return ""
    known = [[factor * (each or 0) for each in row] for row in values]
    rounded = any(isinstance(cell, Number) and cell.value.denominator != 1 for row in grid.rows for cell in row)
    loose = PRINTED_CLOSE if rounded else CLOSE
    for at, row in enumerate(known):
        length = sum(abs(each) ** 2 for each in row)
        if abs(length - 1) > loose:
            return f"the squares of its row {at + 1} sum to {length:.4g}, not 1"
        for to in range(at):
            if abs(sum(each * other.conjugate() for each, other in zip(row, known[to], strict=True))) > loose:
                return f"its rows {to + 1} and {at + 1} are not orthogonal"
    return ""


_CONSTANTS = {"i": 1j, "j": 1j, "pi": cmath.pi + 0j, "π": cmath.pi + 0j, "e": cmath.e + 0j}
_ANGLE = 0.7316 + 0j  # any real number will do for an angle
_FUNCTIONS: dict[str, Callable[[complex], complex]] = {
    "cos": cmath.cos, "sin": cmath.sin, "exp": cmath.exp, "sqrt": cmath.sqrt,
}  # fmt: skip
_ANGLES = frozenset({"theta", "θ", "phi", "φ", "ϕ", "varphi", "alpha", "α", "lambda", "λ", "omega", "ω"})


def _value(term: Term) -> complex | None:
    """What a cell of numbers and angles comes to; nothing where another letter stands in it."""
    match term:
        case Number(value=value):
            return complex(value)
        case Symbol(name=name):
            bare = name.removeprefix("\\")
            return _CONSTANTS.get(bare, _ANGLE if bare in _ANGLES else None)
        case Apply(function=name, arguments=(inner,), labels=()) if name in _FUNCTIONS:
            within = _value(inner)
            return None if within is None else _FUNCTIONS[name](within)
        case Sum(terms=terms):
            values = [_value(each) for each in terms]
            return None if None in values else sum((each for each in values if each is not None), 0j)
        case Product(factors=factors):
            made = _ONE
            for each in factors:
                part = _value(each)
                if part is None:
                    return None
                made *= part
            return made
        case Quotient(numerator=above, denominator=below):
            one, other = _value(above), _value(below)
            return None if one is None or other is None or other == 0 else one / other
        case Power(base=base, exponent=exponent):
            one, other = _value(base), _value(exponent)
            return None if one is None or other is None or one == 0 else one**other
    return None


def _problem(grid: _Grid, kind: str, why: str, start: int, end: int, text: str) -> Problem:
    called = "unitary" if kind.endswith("gate") else kind
    return Problem(
        Span(start, end),
        f"the matrix shown is not {called}: {why}",
        level="warning",
        related=(Related(grid.statement.span, "shown here"),),
        evidence={"kind": "property", "printed": text[start:end], "property": called},
        key=f"display-called@{start}",
    )


__all__ = ["called_display_problems"]
