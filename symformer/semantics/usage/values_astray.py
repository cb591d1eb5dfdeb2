"""Values given to the wrong name: in a list of values one name has two of them, or one that nothing else speaks of.

``A = 2``, ``B = 1`` and ``B = 3`` in one list, where the formulas have A, B and C: the third value is that of C.
``β_1 = 0.9`` as ``α_1 = 0.9``, where no formula has an α_1: the name with the same label that has no value was meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.reasoning.constants import INFINITY_NAMES
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import Spelling, taken_apart
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.parts import base_name, unindexed
from symformer.terms.show import GREEK
from symformer.terms.term import Apply, Index, Matrix, Relation, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued

BETWEEN = Cued(r"[\s$,;，、；`\\()]*(?:and|und|et|和|及|与)?[\s$,;，、；`\\()]*\Z")
_OF_A_CASE = Cued(
    r"(?:[\s$)`]|\\\))*,?\s*(?:(?:it|this|that|we)\s+)?(?:is|are|gives?|becomes?|reduces?|equals?|yields?|amounts?|has|have|looks?)\b"
)
BESIDE = 80  # characters from a formula to the one value that is given for it
FEWEST = 3  # values in a list of which one name has two
_SHAPES = (
    ("epsilon", "varepsilon"),
    ("phi", "varphi"),
    ("theta", "vartheta"),
    ("rho", "varrho"),
    ("sigma", "varsigma"),
)
OTHER_SHAPES = {one: other for pair in _SHAPES for one, other in (pair, pair[::-1])}
CONSTANTS = frozenset({"e", "pi", "i", *INFINITY_NAMES})


@dataclass(frozen=True, slots=True)
class Astray:
    """A value that stands at the wrong name, and the name that was meant; ``twice`` where the name has another value beside."""

    statement: Statement
    name: Term
    meant: str
    use: Occurrence
    twice: bool


def values_astray(model: SemanticModel) -> Iterator[Astray]:
    """Each value of a list that was given to a name which has one already, or which stands nowhere else."""
    for values in _lists(model):
        names = [_named(each) for each in values]
        repeated = [name for name, times in Counter(names).items() if times > 1]
        if len(repeated) == 1 and len(values) >= FEWEST and len(set(names)) >= FEWEST - 1:
            yield from _twice(values, names, repeated[0], model)
        elif not repeated:
            yield from _nowhere_else(values, names, model)


def _lists(model: SemanticModel) -> Iterator[list[Statement]]:
    """Runs of values with nothing but a comma or "and" between them."""
    text = model.document.source.text
    run: list[Statement] = []
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted" or not _gives_value(statement.term):
            continue
        if run and not BETWEEN.match(text[run[-1].span.end : statement.span.start]):
            yield run
            run = []
        run.append(statement)
    if run:
        yield run


def _gives_value(term: Term) -> bool:
    if not isinstance(term, Relation) or set(term.relations) != {"="} or not isinstance(term.sides[0], Symbol | Index):
        return False
    return all(isinstance(each, Symbol | Index) for each in term.sides[1:-1]) and _is_number(term.sides[-1])


def _is_number(term: Term) -> bool:
    """Whether there is nothing but numbers in it: 3, -1, 10^-8."""
    return not any(isinstance(part, Symbol | Index | Unknown | Matrix | Apply) for part in walk(term))


def _named(statement: Statement) -> Term:
    assert isinstance(statement.term, Relation)
    return statement.term.sides[0]


def _twice(values: Sequence[Statement], names: Sequence[Term], name: Term, model: SemanticModel) -> Iterator[Astray]:
    """The two values of one name, where a name of its kind is used and has none."""
    given = [_value(each) for each, own in zip(values, names, strict=True) if own == name]
    if len(set(given)) < len(given) or _is_run_of_steps(values, names, model):
        return
    found = _without_value(name, values, model)
    if len(found) == 1:
        at = names.index(name)
        yield Astray(values[at], name, found[0].name, found[0], True)


def _is_run_of_steps(values: Sequence[Statement], names: Sequence[Term], model: SemanticModel) -> bool:
    """Whether a list goes on from a value of one of its own names, "From m_2 = 1: m_1 = 0.8, m_2 = 0.64, m_1 = 0.512"."""
    start = values[0].span.start
    return any(
        0 < start - each.span.end < STEP and _gives_value(each.term) and _named(each) in names
        for each in model.statements
        if each.carrier == "formula"
    )


STEP = 12  # characters from the value that a run of steps goes on from


def _value(statement: Statement) -> Term:
    assert isinstance(statement.term, Relation)
    return statement.term.sides[-1]


def _nowhere_else(values: Sequence[Statement], names: Sequence[Term], model: SemanticModel) -> Iterator[Astray]:
    """A name that stands in this list only, where one name with its label is used and has no value."""
    alone = [name for name in names if _is_marked(name) and _stands_once(name, model)]
    if len(alone) != 1 or _OF_A_CASE.match(model.document.source.text, values[-1].span.end):
        return  # "a Matérn kernel with ν = 1/2 is …": the parameter of what is named, whose formula is left out
    found = _without_value(alone[0], values, model)
    if len(found) == 1:
        yield Astray(values[names.index(alone[0])], alone[0], found[0].name, found[0], False)


def _is_marked(name: Term) -> bool:
    """Whether a name is Greek or has a label: a plain letter may be of a formula that the note leaves out."""
    return bool(_label(name)) or _spelling(name).letter in GREEK


def _stands_once(name: Term, model: SemanticModel) -> bool:
    """Whether the letter, in neither of its shapes, stands nowhere but where it is given this value."""
    held = _uses(name, model)
    if held is None or len(held.occurrences) != 1:
        return False
    other = OTHER_SHAPES.get(held.name)
    return other is None or not model.uses.of(other).occurrences


def _uses(name: Term, model: SemanticModel) -> SymbolUses | None:
    base = unindexed(name)
    return model.uses.of(base.name) if isinstance(base, Symbol) else None


def _without_value(name: Term, values: Sequence[Statement], model: SemanticModel) -> list[Occurrence]:
    """The first use of each name that could be meant: same label, same alphabet, used here or before, and never told."""
    own = _spelling(name)
    section, start, end = values[0].section, values[0].span.start, values[-1].span.end
    listed = {base_name(_named(each)) for each in values}
    found = []
    for symbol in model.uses:
        other = taken_apart(symbol.name)
        if other.letter == own.letter or not _of_one_kind(own, other):
            continue
        uses = [each for each in symbol.uses if _label(each.term) == _label(name)]
        near = [each for each in uses if each.section == section and each.part == "used" and each.span.start < end]
        if len(values) == 1:
            near = [each for each in near if start - each.span.end < BESIDE]
        if near and (_label(name) or symbol.name not in listed) and not _is_told(symbol, name):
            found.append(near[0])
    return found


def _is_told(symbol: SymbolUses, name: Term) -> bool:
    """Whether anything says what a symbol is, or its entry with the label of the name."""
    if not _label(name):
        return symbol.is_told or symbol.is_mentioned
    if symbol.is_told and all(isinstance(each, Symbol) for each in _label(name)):
        return True  # y_i is an entry of the y that is told
    return any(
        each.tells or each.part == "mentioned" for each in symbol.occurrences if _label(each.term) == _label(name)
    )


def _label(name: Term) -> tuple[Term, ...]:
    return name.slots if isinstance(name, Index) else ()


def _spelling(name: Term) -> Spelling:
    return taken_apart(base_name(name))


def _of_one_kind(one: Spelling, two: Spelling) -> bool:
    """Whether two names are letters of one alphabet and case, with the same marks."""
    if not one.is_letter or not two.is_letter or {one.letter, two.letter} & CONSTANTS:
        return False
    marks = (one.font, one.accents, one.below, one.above, one.primes)
    if marks != (two.font, two.accents, two.below, two.above, two.primes):
        return False
    greek = [spelling.letter in GREEK for spelling in (one, two)]
    return greek[0] == greek[1] and one.letter[0].isupper() == two.letter[0].isupper()


__all__ = ["Astray", "values_astray"]
