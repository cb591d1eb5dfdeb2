r"""Which entries are sines and which cosines: ``p_t[2m] = \cos(\omega_m t)`` in a note whose table and code have ``p_t[0] = \sin t``.

Each definition, row of heads and piece of code tells whether the even entries are sines.  A way of one's own is right as
long as the note keeps to it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import VARIES, words_before
from symformer.semantics.carriers.code_blocks import python_blocks
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.term import EQUAL, Apply, Index, Number, Product, Relation, Sum, Term
from symformer.text.span import Span

_OTHER = {"sin": "cos", "cos": "sin"}
_CALLED = {"sin": "sines", "cos": "cosines"}
NEAR = 400  # characters between entries that are told together


@dataclass(frozen=True, slots=True)
class _Told:
    """That an entry with an even number is a sine, or a cosine, by what stands at a place."""

    even: str
    place: Span
    together: int  # entries with one number here are told in one breath


def wave_parity_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one place of a note that has its sines where all others have their cosines."""
    told = [*_in_formulas(model), *_in_code(model)]
    sources = [list(group) for _, group in groupby(sorted(told, key=_order), key=lambda each: each.together)]
    plain = [group for group in sources if len({each.even for each in group}) == 1]
    ways = {way: [group for group in plain if group[0].even == way] for way in _OTHER}
    if len(plain) < 2 or not all(ways.values()) or len(plain) < len(sources):
        return
    fewer = min(ways, key=lambda way: (len(ways[way]), -ways[way][0][0].place.start))
    if len(ways[fewer]) != 1:
        return
    odd, usual = ways[fewer][0][0], ways[_OTHER[fewer]][0][0]
    yield Problem(
        odd.place,
        f"the entries with even numbers are {_CALLED[odd.even]} here, and {_CALLED[usual.even]} elsewhere in this note",
        related=(Related(usual.place, f"{_CALLED[usual.even]} here"),),
        evidence={"kind": "symbol", "symbol": odd.even},
        key=f"wave-parity@{odd.place.start}",
    )


def _order(told: _Told) -> tuple[int, int]:
    return told.together, told.place.start


def _in_formulas(model: SemanticModel) -> Iterator[_Told]:
    before: tuple[int, int] | None = None  # where the last entry ended, and its number
    tables = model.document.tables
    for statement in model.statements:
        found = _entry(statement)
        if found is None or VARIES.search(words_before(model, statement)) is not None:
            continue
        span = statement.span
        table = next((each for each in tables if each.span.start <= span.start < each.span.end), None)
        together = span.start if before is None or span.start - before[0] > NEAR else before[1]
        if table is not None:
            together = table.span.start
        else:
            before = span.end, together
        yield _Told(found, span, together)


def _entry(statement: Statement) -> str | None:
    """What the even entries are by an equation for one entry: sines, where an odd one is a cosine."""
    if statement.carrier not in ("formula", "table") or statement.stance != "asserted" or statement.hedged:
        return None
    match statement.term:
        case Relation(
            relations=(sign, *_), sides=(left, Apply(function="sin" | "cos" as wave, arguments=(_,)), *_)
        ) if sign in EQUAL:
            slot = _last_slot(left)
            parity = _parity(slot) if slot is not None else None
            return None if parity is None else wave if parity == 0 else _OTHER[wave]
    return None


def _last_slot(left: Term) -> Term | None:
    match left:
        case Index(base=Index(), indices=(slot,)):
            return slot
        case Index(indices=(_, slot)) | Apply(arguments=(_, slot)):
            return slot
    return None


def _parity(term: Term) -> int | None:
    match term:
        case Number(value=value) if value.denominator == 1:
            return int(value) % 2
        case Product(factors=factors) if any(isinstance(each, Number) and each.value % 2 == 0 for each in factors):
            return 0
        case Sum(terms=terms):
            parts = [_parity(each) for each in terms]
            return None if None in parts else sum(each for each in parts if each is not None) % 2
    return None


def _in_code(model: SemanticModel) -> Iterator[_Told]:
    """``P[:, 0::2] = np.sin(t * w)``."""
    for block in python_blocks(model.document):
        for node in ast.walk(block.tree):
            match node:
                case ast.Assign(targets=[ast.Subscript(slice=places)], value=value):
                    parity, waves = _every_other(places), set(_waves(value))
                    if parity is not None and len(waves) == 1 and not block.called_wrong(node):
                        (wave,) = waves
                        yield _Told(wave if parity == 0 else _OTHER[wave], block.span(node), block.at)


def _every_other(places: ast.expr) -> int | None:
    last = places.elts[-1] if isinstance(places, ast.Tuple) and places.elts else places
    match last:
        case ast.Slice(lower=None | ast.Constant(value=0), upper=None, step=ast.Constant(value=2)):
            return 0
        case ast.Slice(lower=ast.Constant(value=1), upper=None, step=ast.Constant(value=2)):
            return 1
    return None


def _waves(value: ast.expr) -> Iterator[str]:
    for node in ast.walk(value):
        match node:
            case ast.Call(func=ast.Attribute(attr="sin" | "cos" as wave) | ast.Name(id="sin" | "cos" as wave)):
                yield wave


__all__ = ["wave_parity_problems"]
