"""What follows from the values of a note without being written: a length, a deviation, a result that is a whole number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.judging.judgement import Claim
from symformer.judging.numbers.comparison import cells_of, is_display
from symformer.reasoning.arrays import Array
from symformer.semantics.statement import Statement
from symformer.semantics.values import Binding, ValueTable, rests_on
from symformer.terms.term import Apply, Index, IndexedSum, Number, Power, Product, Relation, Symbol, Term, walk

NEAR = 300  # characters from the values of a formula to what follows from them


def follows_here(definition: Term, claim: Claim, table: ValueTable) -> bool:
    """Whether a whole number is said to follow from what is given right before: "for d = 512 and h = 8 we get k = 64".

    An array may stand anywhere in the section: nobody sets the mean of numbers that are listed.
    """
    bindings = [each for each in rests_on(definition, table).values() if each.key != claim.left]
    open_letters = {part for part in walk(definition) if isinstance(part, Symbol)} - {each.key for each in bindings}
    if not bindings or any(each.shown is None for each in bindings) or open_letters - _bound(definition):
        return False
    section, begin = claim.statement.section, claim.statement.span.start
    listed = any(isinstance(each.shown, Array) for each in bindings)
    if not listed and not claim.statement.concludes:
        return False  # k = 64 beside d = 512 and h = 8 may be a setting
    return all(each.section == section and (listed or 0 <= begin - each.at.end <= NEAR) for each in bindings)


def is_setting(term: Term) -> bool:
    """A bare whole number, also of thousands: more likely a new setting (d = 4, D = 300 · 10^9) than the result of a formula."""
    match term:
        case Product(factors=(Number() as number, Power(base=Number(value=base), exponent=Number()))) if base == TENS:
            return is_setting(number)
        case Number(printed=printed):
            return printed is None or printed.exact
    return False


TENS = 10


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Names that are given values side by side, "with $A = I$, $b = 3$ and $c = 1$:", and where that begins."""

    start: int
    names: frozenset[Term]


BESIDE = 12  # characters between two that stand side by side
FAR_BEFORE = 60  # characters between what a formula rests on and the values set anew


def settings_beside(statements: Sequence[Statement]) -> dict[int, SideBySide]:
    """For each statement that gives a name a value, those right before it and behind it that do."""
    found: dict[int, SideBySide] = {}
    runs: list[list[int]] = []
    for at, statement in enumerate(statements):
        if not _gives_value(statement):
            continue
        before = statements[runs[-1][-1]] if runs else None
        if before is not None and runs[-1][-1] == at - 1 and 0 <= statement.span.start - before.span.end <= BESIDE:
            runs[-1].append(at)
        else:
            runs.append([at])
    for run in runs:
        names = frozenset(side for at in run for side in _heads(statements[at]))
        found |= {at: SideBySide(statements[run[0]].span.start, names) for at in run if len(run) > 1}
    return found


def _gives_value(statement: Statement) -> bool:
    term = statement.term
    if not isinstance(term, Relation) or len(term.sides) != 2 or statement.formula is None:
        return False
    identity = isinstance(term.sides[1], Symbol) and term.sides[1].name in ("I", "bold(I)")
    return isinstance(term.sides[0], Symbol | Index) and (identity or is_display(term.sides[1]))


def _heads(statement: Statement) -> tuple[Term, ...]:
    return statement.term.sides[:1] if isinstance(statement.term, Relation) else ()


def is_set_anew(definition: Term, claim: Claim, beside: SideBySide | None, table: ValueTable) -> bool:
    """Whether a name is given a value beside others that its formula has nothing to do with, far from what it rests on."""
    if claim.statement.concludes:
        return False
    if claim.statement.sets and _gives_value(claim.statement):
        resting = [each for each in rests_on(definition, table).values() if each.key != claim.left]
        if not any(isinstance(part, Symbol | Index) for part in walk(definition)) and isinstance(claim.right, Number):
            return _is_another(table.binding(claim.left), claim.right)  # worked out once on numbers of its own
        return bool(resting) and all(each.at.end + FAR_BEFORE < claim.statement.span.start for each in resting)
    if beside is None or claim.left not in beside.names:
        return False
    if len(beside.names) > 1 and _is_of_another_section(claim, table):
        return True
    bindings = [each for each in rests_on(definition, table).values() if each.key != claim.left]
    own = {part for part in walk(definition) if isinstance(part, Symbol | Index)} | {each.key for each in bindings}
    strangers = beside.names - own - {claim.left}
    if not bindings or not strangers or own & (beside.names - {claim.left}):
        return False
    return all(each.at.end + FAR_BEFORE < beside.start for each in bindings)


def _is_another(before: Binding | None, number: Number) -> bool:
    """Whether a number is far from the one that a name had: no slip of it."""
    shown = before.display if before is not None else None
    if not isinstance(shown, Number) or not shown.value or not number.value:
        return False
    return not Fraction(1, 2) < number.value / shown.value < 2


def _is_of_another_section(claim: Claim, table: ValueTable) -> bool:
    """Whether a name stood in an earlier section for numbers of which none is left: another thing of the same letter."""
    before = table.binding(claim.left)
    if before is None or before.section == claim.statement.section or before.display is None:
        return False
    old, new = cells_of(before.display), cells_of(claim.right)
    if old is None or new is None or len(new) < 2:
        return False
    values = {each.printed.value for each in old if each.printed is not None}
    return not any(each.printed is not None and each.printed.value in values for each in new)


def _bound(term: Term) -> set[Symbol]:
    return {part.index for part in walk(term) if isinstance(part, IndexedSum) and part.index is not None}


AVERAGED = frozenset({"bar(x)", "bar(y)", "bar(z)", "overline(x)", "overline(y)", "overline(z)", "x̄", "ȳ", "z̄"})


def _under_bar(name: Term, table: ValueTable) -> Symbol | None:
    """The list that a letter with a bar is the mean of: x̄ of x = (1, 2, 4)."""
    if not isinstance(name, Symbol) or name.name not in AVERAGED:
        return None
    letter = Symbol(next(mark for mark in name.name.removeprefix("bar(").removeprefix("overline(") if mark in "xyz"))
    binding = table.binding(letter)
    shown = binding.shown if binding is not None else None
    return letter if isinstance(shown, Array) and shown.rank == 1 and len(shown.cells) > 2 else None


def deviation_or_variance(name: Term, claim: Claim, table: ValueTable) -> Term | None:
    """The root of σ² where the note gives σ² a number, the square of σ where it gives one to σ, the mean for a bar."""
    if (listed := _under_bar(name, table)) is not None:
        average = Apply("mean", (listed,), (), name.origin)
        return average if follows_here(average, claim, table) else None
    if isinstance(name, Power):
        binding = table.binding(name.base)
        return name if binding is not None and binding.shown is not None else None
    square = Power(name, Number(Fraction(2)))
    binding = table.binding(square)
    if binding is None or binding.shown is None or binding.example != table.example:
        return None
    root = Apply("sqrt", (square,), (), name.origin)
    whole = isinstance(claim.right, Number) and (claim.right.printed is None or claim.right.printed.exact)
    return root if not whole or follows_here(root, claim, table) else None


def learn_lengths(definition: Term, table: ValueTable) -> None:
    """Let the last index of a sum over the entries of a known vector stand for its length, where it has no value."""
    for size, length, source in _lengths(definition, table):
        if table.binding(size) is None:
            value = Interval.point(Fraction(length))
            table.bind(Binding(size, source.at, source.statement, table.example, shown=value, section=source.section))


def _lengths(definition: Term, table: ValueTable) -> Iterator[tuple[Symbol, int, Binding]]:
    for part in walk(definition):
        if not isinstance(part, IndexedSum) or not isinstance(part.upper, Symbol):
            continue
        if not isinstance(part.lower, Number) or part.lower.value != 1:
            continue
        for entry in walk(part.body):
            if isinstance(entry, Index) and entry.indices == (part.index,) and not entry.upper:
                source = table.binding(entry.base)
                if source is not None and isinstance(source.shown, Array) and source.shown.rank == 1:
                    yield part.upper, len(source.shown.cells), source
