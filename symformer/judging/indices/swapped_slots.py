r"""Two indices in each other's place: ``t_{nk} \ln y_{kn}`` where every other entry of y has the data point first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show, spell
from symformer.terms.term import Apply, Index, IndexedSum, Symbol, Term, Transpose, walk
from symformer.text.cued import Cued

ALIKE = ("ijkl", "mn", "pq", "rs", "st", "uv", "xy", "ab", "cd", "gh")  # pairs of these may stand for one another
TURNED = Cued(
    r"(?<!-)\b(?:transpos\w+|symmetric\w*|swap\w*|exchang\w+|reciproc\w+|vice versa)\b|转置|对称", re.IGNORECASE
)
AROUND = 200  # characters
OFTEN = 3  # times that a chance given something stands in one order
Entry = tuple[Statement, Index]


def swapped_slots(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one entry of a family whose two indices stand the other way round than in all others."""
    orders: dict[tuple[str, frozenset[str]], dict[tuple[str, str], list[Entry]]] = defaultdict(
        lambda: defaultdict(list)
    )
    conditional: dict[tuple[str, frozenset[str]], dict[tuple[str, str], list[Entry]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            match part:
                case Index(base=Symbol(name=name), indices=(Symbol(name=one), Symbol(name=other)), upper=()) if (
                    one != other
                ):
                    orders[name, frozenset((one, other))][one, other].append((statement, part))
                case Index(
                    base=Symbol(name=name),
                    indices=(Apply(function="given", arguments=(Symbol(name=one), Symbol(name=other))),),
                ) if one != other:
                    conditional[name, frozenset((one, other))][one, other].append((statement, part))
    yield from _given_otherwise(conditional)
    ends: Mapping[str, set[Term]] | None = None
    text = model.document.source.text
    for (name, letters), found in orders.items():
        if len(found) != 2:
            continue
        odd, usual = sorted(found.values(), key=len)
        if len(odd) != 1 or len(usual) < 2 and odd[0][0] is not usual[0][0]:
            continue
        ends = ends if ends is not None else _ends(model)
        if not any(letter in model.index_names or letter in ends for letter in letters):
            continue  # labels of blocks: K_fu and K_uf
        statement, entry = odd[0]
        if _may_be_exchanged(letters, ends) or any(isinstance(part, Transpose) for part in walk(statement.term)):
            continue
        if TURNED.search(text, max(0, statement.span.start - AROUND), statement.span.end + AROUND):
            continue
        yield _problem(statement, entry, usual[0], name)


def _given_otherwise(
    orders: Mapping[tuple[str, frozenset[str]], Mapping[tuple[str, str], list[Entry]]],
) -> Iterator[Problem]:
    r"""A problem for the one u_{i|j} of a note that has u_{j|i} three times or more, and never both in one formula."""
    for found in orders.values():
        if len(found) != 2:
            continue
        odd, usual = sorted(found.values(), key=len)
        (statement, entry), *others = odd
        if others or len(usual) < OFTEN or any(each.formula is statement.formula for each, _ in usual):
            continue
        yield _problem(statement, entry, usual[0], show(entry.base))


def _ends(model: SemanticModel) -> dict[str, set[Term]]:
    """Up to where each letter runs in the sums of a note."""
    found: dict[str, set[Term]] = defaultdict(set)
    for _, parts in once(model, asserted_formulas):
        for part in parts:
            if isinstance(part, IndexedSum) and part.index is not None:
                found[part.index.name].update((part.upper,) if part.upper is not None else ())
    return found


def _may_be_exchanged(letters: frozenset[str], ends: Mapping[str, set[Term]]) -> bool:
    """Whether two letters run over the same things, as far as the note, or custom, tells.

    >>> _may_be_exchanged(frozenset("ij"), {}), _may_be_exchanged(frozenset("nk"), {})
    (True, False)
    >>> _may_be_exchanged(frozenset("ij"), {"i": {Symbol("n")}, "j": {Symbol("K")}})
    False
    """
    one, other = (ends.get(letter, set()) for letter in sorted(letters))
    if one and other:
        return not one.isdisjoint(other)
    return any(letters <= set(group) for group in ALIKE) or not all(len(each) == 1 for each in letters)


def _problem(statement: Statement, entry: Index, usual: Entry, name: str) -> Problem:
    place, wanted = statement.place(origin_of(entry)), show(usual[1])
    return Problem(
        place,
        f"{show(entry)} stands here, and {spell(name)} has these indices the other way round elsewhere: {wanted}",
        help=f"try {wanted}",
        related=(Related(usual[0].place(origin_of(usual[1])), f"{wanted} stands here"),),
        evidence={"kind": "index", "symbol": show(entry)},
        key=f"swapped@{place.start}",
    )
