r"""A letter in a style in which it stands once, where it always stands in another: ``\mathbf{V}`` once beside ``\mV``.

Styles often tell things apart, a matrix from its entries, a set from its size.  So the letter has to stand where
the usual one stands as well: the same product, sum or call is in the note with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import Spelling, taken_apart
from symformer.terms.parts import put_in, untransposed
from symformer.terms.show import spell_styled
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    Matrix,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

OFTEN, SELDOM = 5, 3  # times of the usual style: where nothing else tells, and where the same expression has it
FONTS = frozenset({"", "bold", "blackboard", "roman", "sans"})
# of things of their own: the same expression has to stand there with the usual letter
OWN_FONTS = frozenset({"calligraphic", "script", "fraktur"})
SETS = frozenset("R N Z Q C E P I 1 B".split())  # blackboard letters that everybody keeps for a set or an operator


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a name stands: the smallest expression around it."""

    statement: Statement
    symbol: Symbol
    around: Term


def problems_of_styles(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter that stands once in another style than everywhere else in the note."""
    places: dict[str, list[_Place]] = defaultdict(list)
    times = Counter[str]()
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            times.update([part.name] if isinstance(part, Symbol) else ())
            if isinstance(part, Transpose):
                continue  # what stands around a transposed name tells more
            for child in children(part):
                symbol = untransposed(child)
                if isinstance(symbol, Symbol):
                    places[symbol.name].append(_Place(statement, symbol, part))
    by_letter: dict[Spelling, list[str]] = defaultdict(list)
    for name in times:
        spelling = taken_apart(name)
        if spelling.is_letter and spelling.letter.isupper():
            by_letter[replace(spelling, font="")].append(name)
    for names in by_letter.values():
        found = _astray(names, times, model)
        if found is not None:
            yield from _problem(*found, places, times)


def _astray(names: list[str], times: Counter[str], model: SemanticModel) -> tuple[str, str] | None:
    """The name that stands once and is told nowhere, and the only other one, which stands often."""
    if len(names) != 2:
        return None
    rare, usual = sorted(names, key=lambda name: times[name])
    fonts = {taken_apart(rare).font, taken_apart(usual).font}
    apart = bool(fonts & OWN_FONTS)
    if times[rare] != 1 or times[usual] < SELDOM - apart or not fonts <= FONTS | OWN_FONTS:
        return None
    if "blackboard" in fonts and taken_apart(rare).letter in SETS:
        return None
    uses = model.uses.of(rare)
    if uses.is_told or uses.is_mentioned or [each.part for each in uses.occurrences] not in (["used"], ["unsure"]):
        return None
    return rare, usual


def _problem(rare: str, usual: str, places: dict[str, list[_Place]], times: Counter[str]) -> Iterator[Problem]:
    for here in places[rare][:1]:
        if _is_style_of_another(here, rare, usual, times):
            return  # Y = X W in bold, for a batch, and in italics before
        if not isinstance(here.around, Product | Sum | Apply | Quotient | Elementwise | Matrix | Index):
            return
        meant = put_in(here.around, {Symbol(rare): Symbol(usual)})
        there = [each for each in places[usual] if each.around == meant and not isinstance(each.around, Relation)]
        if any(each.symbol.name == usual for each in places[usual] if each.statement is here.statement) and not there:
            return  # both in one formula: told apart there
        if not there and (times[usual] < OFTEN or OWN_FONTS & {taken_apart(name).font for name in (rare, usual)}):
            return
        shown, other = spell_styled(rare), spell_styled(usual)
        yield Problem(
            here.statement.place(here.symbol.origin),
            f"{shown} stands here only, and {other} in the {times[usual]} other places",
            help=f"try {other}",
            level=None if there else "info",
            related=tuple(Related(each.statement.span, f"the same with {other}") for each in there[:1]),
            evidence={"kind": "symbol", "symbol": rare, "expected": usual},
        )


def _is_style_of_another(here: _Place, rare: str, usual: str, times: Counter[str]) -> bool:
    """Whether another letter of the same formula has changed its style in the same way."""
    font, before = taken_apart(rare).font, taken_apart(usual).font
    for part in walk(here.statement.term):
        spelling = taken_apart(part.name) if isinstance(part, Symbol) else None
        if spelling is None or not spelling.letter.isupper() or spelling.font != font:
            continue
        if spelling.letter != taken_apart(rare).letter and any(
            taken_apart(name) == replace(spelling, font=before) for name in times
        ):
            return True
    return False


__all__ = ["problems_of_styles"]
