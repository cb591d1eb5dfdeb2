"""Names that stand astray: used and never told, while another that is easily written for it is told and never used.

A name that stands once in a note may also stand where the same expression has another name elsewhere:
``(I - L_k H)`` beside ``(I - K_k H)``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import SWAPPED_ACCENTS, Spelling, taken_apart
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.parts import rebuilt
from symformer.terms.term import (
    Apply,
    Index,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)
from symformer.text.cued import Cued

MOST_USES = 3
MOST_LEAVES = 8
VARIANTS = frozenset(
    frozenset({letter, f"var{letter}"}) for letter in ("epsilon", "theta", "phi", "rho", "sigma", "kappa", "pi")
)
COUNT = Cued(
    r"[`$)\\\s]{0,4}(?:is|are|denotes?|stands\s+for|:|-|–|—)\s*(?:the\s+)?(?:total\s+)?(?:number|count|size|dimension\w*|length|width)\b"
    r"|[`$)\\\s]{0,4}(?:为|是|表示)[^,，。;；]{0,8}(?:数|维|长度|大小)"
)
PLACED = frozenset({"used", "size", "index", "called", "bound", "unsure", "parameter"})


@dataclass(frozen=True, slots=True)
class Stray:
    """A name nobody tells, at its first use, and the one that was meant."""

    use: Occurrence
    times: int
    meant: SymbolUses


def stray_names(untold: Iterable[SymbolUses], model: SemanticModel) -> Iterator[Stray]:
    """Each of the names that are not told which is a slip of an idle name, or stands in the place of another."""
    yield from _sizes_in_another_case(model)
    strays = [symbol for symbol in untold if 0 < len(symbol.uses) <= MOST_USES and _only_used(symbol)]
    if not strays:
        return
    idle = [symbol for symbol in model.uses if _is_idle(symbol)]
    places: dict[Term, dict[str, int]] | None = None
    for stray in strays:
        near = [symbol for symbol in idle if _is_near(stray, symbol, model)]
        if len(near) == 1 and sum(_is_near(other, near[0], model) for other in strays) == 1:
            yield Stray(stray.uses[0], len(stray.uses), near[0])
        elif len(stray.occurrences) == 1 and (kin := _with_idle_entry(stray, model)) is not None:
            yield Stray(stray.uses[0], 1, kin)
        elif len(stray.occurrences) == 1:
            places = _places(model.statements) if places is None else places
            if (meant := _in_its_place(stray, places, model)) is not None:
                yield Stray(stray.uses[0], 1, meant)


def _sizes_in_another_case(model: SemanticModel) -> Iterator[Stray]:
    """The K of ``V ∈ ℝ^{K × m}`` where "k is the number of classes", and no formula has a k."""
    for idle in model.uses:
        spelling = taken_apart(idle.name)
        if len(idle.name) != 1 or not _is_idle(idle) or not _counts(idle, model.document.source.text):
            continue
        sections = {each.section for each in idle.occurrences}
        other = model.uses.of(spelling.letter.swapcase())
        here = [each for each in other.occurrences if each.section in sections or not sections]
        if here and all(each.part == "size" for each in here) and not other.is_told:
            yield Stray(here[0], len(other.uses), idle)


def _counts(symbol: SymbolUses, text: str) -> bool:
    """Whether words call a name the size or the number of something."""
    if symbol.roles:
        return set(symbol.roles) <= {"dimension", "scalar"}
    return any(COUNT.match(text, each.span.end) for each in symbol.occurrences)


def _only_used(symbol: SymbolUses) -> bool:
    return all(each.part in ("used", "size") for each in symbol.occurrences)


def _is_idle(symbol: SymbolUses) -> bool:
    """Whether a name is told or named once, and then neither used nor spoken of."""
    if any(each.part in PLACED for each in symbol.occurrences):
        return False
    mentions = sum(each.part == "mentioned" for each in symbol.occurrences)
    defined = sum(each.part in ("defined", "declared") for each in symbol.occurrences)
    return mentions + defined == 1 or bool(symbol.declarations) and mentions + defined == 0


def _is_near(stray: SymbolUses, idle: SymbolUses, model: SemanticModel) -> bool:
    """Whether one name is easily written for the other: another letter of its kind, another case, another accent."""
    one, two = taken_apart(stray.name), taken_apart(idle.name)
    if (one.below, one.above, one.primes) != (two.below, two.above, two.primes):
        return False
    if {each.at for each in stray.occurrences} & {each.at for each in idle.occurrences}:
        return False  # both in one formula: they are two things
    if one.letter == two.letter:
        return one.font == two.font and _are_swapped(one, two) and not _stand_elsewhere(one, two, model)
    if (one.font, one.accents) != (two.font, two.accents):
        return False
    labelled = len(one.below) > 0 and not one.below.isdigit()
    if one.letter.casefold() == two.letter.casefold() and one.is_letter and len(one.letter) == 1:
        return labelled or one.letter.isupper() and _is_matrix(idle) and _stands_in_equations(stray, model)
    if frozenset({one.letter, two.letter}) in VARIANTS:
        return True
    return labelled and _is_of_kind(two, model) and not _is_of_kind(one, model)


def _is_matrix(symbol: SymbolUses) -> bool:
    sizes = [each.sizes for each in symbol.declarations if each.sizes is not None]
    return any(len(each) == 2 and not any(isinstance(size, Number) for size in each) for each in sizes)


def _stands_in_equations(symbol: SymbolUses, model: SemanticModel) -> bool:
    return all(isinstance(model.statements[each.at].term, Relation) for each in symbol.uses)


def _are_swapped(one: Spelling, two: Spelling) -> bool:
    accents = {*one.accents, *two.accents}
    return len(one.accents) == len(two.accents) == 1 and one.accents != two.accents and accents <= SWAPPED_ACCENTS


def _stand_elsewhere(one: Spelling, two: Spelling, model: SemanticModel) -> bool:
    """Whether another letter of the note has both accents: the two then mean something."""
    every = [taken_apart(symbol.name) for symbol in model.uses]
    first, second = ({each.letter for each in every if each.accents == own.accents} for own in (one, two))
    return bool((first & second) - {one.letter})


def _is_of_kind(spelling: Spelling, model: SemanticModel) -> bool:
    """Whether the letter stands under other labels too: the W of W_o beside W_f and W_i."""
    others = (taken_apart(symbol.name) for symbol in model.uses if symbol.name != "")
    labels = {
        other.below
        for other in others
        if (other.letter, other.font, other.accents) == (spelling.letter, spelling.font, spelling.accents)
    }
    return len(labels - {spelling.below, ""}) > 1


def _with_idle_entry(stray: SymbolUses, model: SemanticModel) -> SymbolUses | None:
    """The W of ``X_4``, where W_4 is told and never used, W_1 and W_2 are used, and there is no other X."""
    use = stray.uses[0].term
    if not isinstance(use, Index) or use.upper or not all(isinstance(each, Number) for each in use.indices):
        return None
    found = []
    for symbol in model.uses:
        entries = [each for each in symbol.occurrences if isinstance(each.term, Index)]
        same = [each for each in entries if isinstance(each.term, Index) and each.term.indices == use.indices]
        others = {each.term for each in entries if each not in same and each.part == "used"}
        if same and len(others) > 1 and all(each.part in ("declared", "mentioned") for each in same):
            found.append(symbol)
    return found[0] if len(found) == 1 else None


# -- in the place of another -------------------------------------------------------------------------

_HOLE = Symbol("□")


def _places(statements: Sequence[Statement]) -> dict[Term, dict[str, int]]:
    """Each expression of the note with a hole for one of its names: which names stand there, and how often."""
    found: dict[Term, dict[str, int]] = defaultdict(dict)
    for statement in statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            for name, place in _with_holes(part):
                found[place][name] = found[place].get(name, 0) + 1
    return found


def _with_holes(part: Term) -> Iterator[tuple[str, Term]]:
    if not isinstance(part, Product | Sum | Apply | Transpose | Power):
        return
    leaves = _leaves(part)
    if leaves is None or len(leaves) < 2:
        return
    for name in dict.fromkeys(leaf.name for leaf in leaves if isinstance(leaf, Symbol)):
        if sum(leaf == Symbol(name) for leaf in leaves) == 1:
            yield name, _with_hole(part, name)


def _with_hole(part: Term, name: str) -> Term:
    if isinstance(part, Symbol):
        return _HOLE if part.name == name else part
    return rebuilt(part, lambda inner: _with_hole(inner, name))


def _leaves(part: Term) -> list[Term] | None:
    """The names and numbers of an expression, left to right; None where there are many."""
    found: list[Term] = []
    stack = [part]
    while stack:
        top = stack.pop()
        if isinstance(top, Symbol | Number):
            found.append(top)
            if len(found) > MOST_LEAVES:
                return None
        else:
            stack.extend(reversed(children(top)))
    return found


def _things(part: Term) -> int:
    """How many names and numbers an expression has, an array with its indices being one."""
    if isinstance(part, Symbol | Number | Index):
        return 1
    return sum(_things(each) for each in children(part))


def _in_its_place(stray: SymbolUses, places: dict[Term, dict[str, int]], model: SemanticModel) -> SymbolUses | None:
    """The one told name that stands elsewhere in an expression like that in which this one stands once."""
    use, own = stray.uses[0], taken_apart(stray.name)
    if use.part != "used":
        return None
    for part in walk(model.statements[use.at].term):
        for name, place in _with_holes(part):
            if name != stray.name:
                continue
            others = {other: times for other, times in places.get(place, {}).items() if other != name}
            if len(others) != 1:
                continue
            (other, times), *_ = others.items()
            names = {leaf for leaf in _leaves(part) or () if isinstance(leaf, Symbol)}
            told = model.uses.of(other)
            spelling = taken_apart(other)
            if any(each.part in ("bound", "index") for each in told.occurrences):
                continue  # what a sum runs along stands for nothing elsewhere
            alike = spelling.letter.casefold() == own.letter.casefold()
            if spelling.letter == own.letter or (spelling.accents, spelling.font) != (own.accents, own.font):
                continue
            if any(each.at == use.at for each in model.uses.of(other).occurrences):
                continue  # both in one formula: they are two things
            labelled = own.below and own.below == spelling.below  # x_1 E_{xh} beside x_1 W_{xh}
            few = _things(part) < 3 and (alike or times < 2) and not labelled  # but D x beside B x is no slip
            if not (told.is_told or told.is_mentioned) or len(names) < 2 or few:
                continue
            return told
    return None
