r"""Sums that run to the count of another thing: ``c_i = \sum_{j=1}^{R} α_{ij} a_j`` where j counts to S and i to R.

What a letter or a family counts to is told by lists, by ranges and by the other sums of the note; a sum up to a size
that the formula itself counts something else with, or to the length of what is summed, is a slip of the pen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from symformer.findings.finding import Problem, Related
from symformer.judging.indices.runs import (
    Family,
    Run,
    end_problem,
    families_in,
    is_weighed,
    leading_letters,
    letter_of,
    run_of,
    says_so,
)
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.indices.ranges import counted, slots_of, unstyled
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.told_besides import spoken_names
from symformer.terms.show import spell
from symformer.terms.term import EQUAL, Index, IndexedSum, Relation, Symbol, Term
from symformer.text.span import Span

MAY_BE_FEWER = frozenset("kKbBtTrRsSpq")  # neighbours, experts, a batch, the steps so far, a rank

FEWEST_OTHERS = 3  # sums that all run to one size


@dataclass(slots=True)
class _Ends:
    """To which sizes families and letters are counted, each with the places that tell it."""

    families: dict[Family, dict[str, list[Span]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    letters: dict[str, dict[str, list[Span]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    told: set[tuple[Family, str]] = field(default_factory=set)  # by lists and ranges, not by sums

    def of_letter(self, name: str) -> str | None:
        """What a letter counts to, where the note says only one thing."""
        ends = self.letters.get(name, {})
        return next(iter(ends)) if len(ends) == 1 else None


def ends_of_others(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum over a family that runs to the count of another letter of its formula."""
    formulas = once(model, asserted_formulas)
    totals = [
        (statement, parts, run)
        for statement, parts in formulas
        for part in parts
        if isinstance(part, IndexedSum) and (run := run_of(part)) is not None and run.size == run.count
    ]
    if len({run.size for _, _, run in totals}) < 2 and len(once(model, counted)) <= len(totals):
        return
    ends = _ends(model, [(statement, run) for statement, _, run in totals])
    leading = once(model, leading_letters)
    for statement, parts, run in totals:
        size = run.size.letter
        if size is None or size in leading or size in model.index_names or run.total.index is None:
            continue
        found = _counted_otherwise(statement, run, size, ends)
        if found is None or says_so(model, statement):
            continue
        family, usual, place = found
        other = _letter_of_size(parts, run, size, ends)
        instead = f"which {other} does" if other is not None else _size_of_another(model, run, size, family, ends)
        counted_to = (family, usual) in ends.told or not _is_told_nowhere(model, usual)
        if instead is None and counted_to and _is_told_nowhere(model, size):
            instead = "and nothing says what that is"
        if instead is None and _is_alone_among_many(run, size, usual, ends):
            instead = "as no other sum over these does"
        if instead is None or _are_equal(model, size, usual):
            continue
        yield end_problem(
            statement,
            run,
            f"{letter_of(run)} runs to {spell(size)} here, {instead}; {spell(family[0])} is counted to {spell(usual)}",
            f"try {spell(usual)} as the last",
            Related(place, f"counted to {spell(usual)} here"),
        )


def _ends(model: SemanticModel, totals: list[tuple[Statement, Run]]) -> _Ends:
    ends = _Ends()
    for each in once(model, counted):
        size = each.size.letter if each.size is not None else None
        if size is None:
            continue
        if each.kind == "family":
            family = (each.name, each.slot, each.slots)
            ends.families[family][size].append(each.span)
            ends.told.add((family, size))
        elif each.kind == "letter" and each.within is None:
            ends.letters[each.name][size].append(each.span)
    for statement, run in totals:
        if run.size.letter is None or run.total.index is None:
            continue
        place = statement.place(run.total.origin)
        for family in families_in(run.total.body, run.total.index):
            ends.families[family][run.size.letter].append(place)
    _by_letters(model, ends)
    for statement, run in totals:
        if run.size.letter is not None and run.total.index is not None:
            ends.letters[run.total.index.name][run.size.letter].append(statement.place(run.total.origin))
    return ends


def _by_letters(model: SemanticModel, ends: _Ends) -> None:
    """The members x_t with a letter of which a range is told count as far as it does."""
    for statement, parts in once(model, asserted_formulas):
        bound = {part.index.name for part in parts if isinstance(part, IndexedSum) and part.index is not None}
        for part in parts:
            if not isinstance(part, Index) or not isinstance(part.base, Symbol):
                continue
            slots = slots_of(part)
            for at, slot in enumerate(slots):
                if isinstance(slot, Symbol) and slot.name not in bound and (end := ends.of_letter(slot.name)):
                    family = (unstyled(part.base.name), at, len(slots))
                    if (family, end) not in ends.told:
                        ends.told.add((family, end))
                        ends.families[family][end].append(statement.place(part.origin))


def _counted_otherwise(statement: Statement, run: Run, size: str, ends: _Ends) -> tuple[Family, str, Span] | None:
    """A family of the sum that is counted to one other size, where none of them is counted to this one elsewhere."""
    assert run.total.index is not None
    here = statement.place(run.total.origin)
    found: tuple[Family, str, Span] | None = None
    for family in sorted(families_in(run.total.body, run.total.index)):
        elsewhere = {
            end: places
            for end, every in ends.families.get(family, {}).items()
            if (places := [place for place in every if place != here]) or (family, end) in ends.told
        }
        if size in elsewhere or len(elsewhere) > 1:
            return None
        for end, places in elsewhere.items():
            if found is not None and found[1] != end:
                return None
            if (family, end) in ends.told or len(places) > 1 or is_weighed(run.total.body, run.total.index):
                found = found or (family, end, places[0] if places else here)
    return found


def _letter_of_size(parts: tuple[Term, ...], run: Run, size: str, ends: _Ends) -> str | None:
    """The other index of the formula that counts to the size of a sum."""
    assert run.total.index is not None
    slots = {
        slot.name for part in parts if isinstance(part, Index) for slot in slots_of(part) if isinstance(slot, Symbol)
    }
    others = sorted(name for name in slots - {run.total.index.name} if _only(ends.letters, name) == size)
    return spell(others[0]) if others else None


def _size_of_another(model: SemanticModel, run: Run, size: str, family: Family, ends: _Ends) -> str | None:
    """What a size is, where it can be no count of things that are listed: how wide they are, or how many others.

    Sums of products take all there are; a mean may be one of a few only, and the first k are often some.
    """
    usual = {end for known, end in ends.told if known == family}
    if len(usual) != 1 or size in MAY_BE_FEWER or run.total.index is None:
        return None
    if not is_weighed(run.total.body, run.total.index):
        return None
    for declaration in model.table.declarations:
        sizes = [name_of(each) for each in declaration.sizes or ()]
        entry = declaration.symbol
        of_family = isinstance(entry, Index) and name_of(entry.base) == family[0] and len(slots_of(entry)) == family[2]
        if size in sizes and of_family and family[2] == 1:
            what = "how long" if len(sizes) == 1 else "how wide" if sizes[-1] == size else "how high"
            return f"which is {what} {spell(family[0])} is"
    told = [each for each in model.table.all_of(size) if each.role == "dimension" and each.concept]
    return f"which is the {told[0].concept}" if told and told[0].by == "prose" else None


def _is_alone_among_many(run: Run, size: str, usual: str, ends: _Ends) -> bool:
    """Whether several families are summed together, and all of them run to one size in every other sum of the note."""
    assert run.total.index is not None
    families = families_in(run.total.body, run.total.index)
    if size in MAY_BE_FEWER or len({family[0] for family in families}) < 2:
        return False
    return all(len(ends.families.get(family, {}).get(usual, ())) >= FEWEST_OTHERS for family in families)


def _is_told_nowhere(model: SemanticModel, size: str) -> bool:
    """Whether a size stands once in the note, as the end of a sum, and nothing speaks of it.

    One that a mean is divided by as well is the author's name for the length: ``\\frac1n \\sum_{i=1}^n a_i^2``.
    """
    uses = model.uses.of(size)
    if uses.is_told or uses.is_mentioned or size in spoken_names(model.document) or size in MAY_BE_FEWER:
        return False
    return len(uses.occurrences) == 1


def _only(letters: Mapping[str, Mapping[str, list[Span]]], name: str) -> str | None:
    ends = letters.get(name, {})
    return next(iter(ends)) if len(ends) == 1 else None


def _are_equal(model: SemanticModel, size: str, usual: str) -> bool:
    """Whether the note says somewhere that two sizes are one."""
    pair = {size, usual}
    return any(
        isinstance(each.term, Relation)
        and EQUAL.issuperset(each.term.relations)
        and pair <= {side.name for side in each.term.sides if isinstance(side, Symbol)}
        for each in model.statements
    )


__all__ = ["ends_of_others"]
