"""What is known after a claim: results that are repeated, names that are bound, displays seen again."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.algebra.verdict import Refuted, Unknown
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement, Repeat
from symformer.judging.numbers.comparison import Comparison, cells_of, compare, is_display, texts_by_row
from symformer.judging.numbers.learnt import Chain, Note, Tested, all_literal, keys_of, nameable
from symformer.judging.numbers.rounded import told_roughly
from symformer.judging.numbers.units import multiplies
from symformer.reasoning.arrays import Array, Identity, Value
from symformer.reasoning.constants import EULER_NAMES, PI_NAMES
from symformer.reasoning.evaluate import Literal, Lookup, evaluate, exactly
from symformer.semantics import values as known
from symformer.semantics.statement import Statement
from symformer.semantics.values import Binding, Result, ValueTable
from symformer.terms.term import (
    ROUGHLY_EQUAL,
    Apply,
    Matrix,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    Term,
    walk,
)

LEAST_ROUNDED = 2  # decimals
SHORT = 2  # digits of a number that many things are


def repeats(claim: Claim, note: Note) -> Judgement | None:
    """A side that repeats a flagged row or result, though nothing else is known of it."""
    for side in (claim.left, claim.right):
        found = repeats_within(claim, side, note)
        if found is not None:
            return found
    return None


def repeats_within(claim: Claim, side: Term, note: Note) -> Judgement | None:
    """A display or number within a side that stands above and is wrong there."""
    for part in walk(side):
        if isinstance(part, Matrix) or isinstance(part, Apply) and part.function == "tuple":
            causes = _rows_flagged(part, note)
            if causes:
                flagged = _flagged_cells(part, note)
                problem = faults.repetition(claim, flagged[0] if flagged else part, causes, flagged)
                return Judgement(claim, Unknown("repeats an earlier result"), {}, causes, problem, "carried-on")
        if isinstance(part, Number) and part.printed is not None and part.printed.digits >= 3:
            result = note.values.result(part)
            if result is not None and result.roots:
                problem = faults.repetition(claim, part, result.roots, _flagged_cells(side, note))
                return Judgement(claim, Unknown("repeats an earlier result"), {}, result.roots, problem, "carried-on")
    return None


def restated(claim: Claim, note: Note) -> Judgement | None:
    """A display that repeats an earlier one of the same name but for one entry."""
    binding = note.values.binding(claim.left)
    if binding is None or binding.shown is None or not is_display(claim.right) or binding.display is None:
        return None
    if binding.example != note.values.example:
        return None
    found = compare(binding.shown, claim.right, "=", known.as_shown(note.values))
    if isinstance(found, NotEvaluated) or len(found.cells) < 4 or len(found.wrong) != 1:
        return None
    (wrong,) = found.wrong
    if wrong.cell.printed is None or wrong.cell.printed.value == 0 or wrong.value.lo == 0:
        return None  # an entry that is masked or dropped is another matrix
    problem = faults.restated(claim, found, binding.at)
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    return Judgement(claim, verdict, {"display": "fails"}, (), problem, "value-contradicts-symbol", found)


def grounded(judgement: Judgement, worked: Term | None, note: Note) -> Judgement:
    """A judgement with what it rests on: the names in its working, and the wrong numbers it takes over."""
    rests_on = known.rests_on(worked, note.values) if worked is not None else {}
    return replace(judgement, worked=worked, rests_on=rests_on, repeats=tuple(_repeats(judgement, note)))


def _repeats(judgement: Judgement, note: Note) -> Iterator[Repeat]:
    """The numbers of a claim that stand above and are wrong there: long ones, those of a whole row, those of an echo."""
    if not note.flagged_claims:
        return  # nothing is wrong so far
    claim = judgement.claim
    echo = judgement.fault == "carried-on"
    for side in (claim.left, claim.right):
        copied = {id(each.number): each for part in walk(side) for each in _copied_rows(part, note)}
        yield from copied.values()
        if side is claim.right and judgement.comparison is not None:
            continue
        for part in walk(side):
            if isinstance(part, Number) and part.printed is not None and id(part) not in copied:
                result = note.values.result(part)
                telling = part.printed.digits >= 3 or echo and side is claim.left
                if telling and result is not None and result.roots:
                    yield Repeat(part, part.origin, result.roots)


def _copied_rows(term: Term, note: Note) -> Iterator[Repeat]:
    """The numbers of a row that is wrong above: of a display, or one factor in each product of a sum."""
    match term:
        case Matrix(rows=rows):
            listed = rows
        case Apply(function="tuple", arguments=arguments):
            listed = (arguments,)
        case Sum(terms=terms) if all(isinstance(each, Product) and len(each.factors) == 2 for each in terms):
            listed = tuple(zip(*(each.factors for each in terms if isinstance(each, Product)), strict=True))
        case _:
            return
    for cells in listed:
        numbers = [cell for cell in cells if isinstance(cell, Number) and cell.printed is not None]
        texts = tuple(cell.printed.text for cell in numbers if cell.printed is not None)
        causes = note.flagged_rows.get(texts, ()) if 1 < len(texts) == len(cells) else ()
        for column, number in enumerate(numbers) if causes else ():
            yield Repeat(number, number.origin, causes, texts, column)


def _flagged_cells(display: Term, note: Note) -> list[Number]:
    """The entries of a display that repeat a flagged number."""
    return [
        part
        for part in walk(display)
        if isinstance(part, Number) and part.printed is not None
        if (result := note.values.results.get(part.printed.text)) is not None and result.roots
    ]


def _rows_flagged(term: Term, note: Note) -> tuple[str, ...]:
    causes: dict[str, None] = {}
    for row in texts_by_row(term):
        if len(row) > 1 and row in note.flagged_rows:
            causes.update(dict.fromkeys(note.flagged_rows[row]))
    return tuple(causes)


def remember(tested: Tested, judgement: Judgement, note: Note) -> None:
    """Let the printed results stand for their true values from here on."""
    truth = tested.truth if isinstance(tested.truth, Comparison) else tested.literal
    if not isinstance(truth, Comparison):
        return
    unknown = judgement.fault == "working-does-not-yield-result" and isinstance(judgement.verdict, Unknown)
    if unknown or not judgement.fault and told_roughly(tested.claim.left, note.values):
        for each in truth.cells:  # what stands behind these numbers is not known
            if each.cell.printed is not None:
                note.values.results.pop(each.cell.printed.text, None)
        return
    keys = keys_of(judgement) if judgement.fault in (*faults.ROOTS, "carried-on") else ()
    blamed = tested.literal if isinstance(tested.literal, Comparison) and not tested.literal.holds else truth
    wrong = {each.cell.place for each in blamed.wrong} if keys else set()
    for each in truth.cells:
        number = each.cell.printed
        if number is None or number.exact:
            continue
        flagged = each.cell.place in wrong
        before = note.values.results.get(number.text)
        if flagged and judgement.fault == "carried-on" and before is not None:
            continue  # what stands here repeats it
        corrected = faults.rounded(each.value, number) if flagged else number.value
        note.values.record(
            Result(
                number.text,
                each.value,
                corrected,
                keys if flagged else (),
                note.values.example,
                tested.claim.statement.place(each.cell.origin),
            )
        )
        if flagged and (right := decimal_text(corrected, max(number.decimals, 0))) not in note.values.results:
            # who goes on with the right number has not taken over the wrong one
            at = tested.claim.statement.place(each.cell.origin)
            note.values.record(Result(right, each.value, corrected, (), note.values.example, at))
    if keys and wrong:
        note.flagged_claims.setdefault((tested.claim.left, tested.claim.right), keys)
        rows = list(texts_by_row(tested.claim.right))
        for place in wrong:
            if place and place[0] < len(rows) and len(rows[place[0]]) > 1:
                note.flagged_rows.setdefault(rows[place[0]], keys)


_BEGINS_A_RANGE = re.compile(r"\s*,\s*(?:\\[lc]?dots\b|…|\.\.\.)")  # i = 0, …, 3: no value of i


def bind(statement: Statement, chain: Chain, roots: tuple[str, ...], last: Tested | None, note: Note) -> None:
    """Let the names at the head of a chain stand for what the chain gives them."""
    if _BEGINS_A_RANGE.match(statement.latex.text, statement.term.origin.end):
        return
    _give_anew(chain, last, note)
    names = [side for side in chain.sides[:-1] if nameable(side)]
    if not nameable(chain.sides[0]) and not isinstance(chain.sides[0], Product):
        _forget_restated(chain, names, note)
        return
    if not names:
        if _value(chain.sides[0], known.as_shown(note.values), exactly) is not None:
            return
        names = [chain.sides[0]]
    named = set(names)
    rest = [side for side in chain.sides[1:] if not (nameable(side) and side in named)]
    display = next((side for side in reversed(rest) if is_display(side)), None)
    formulas = [side for side in rest if not is_display(side)]
    roughly = not ROUGHLY_EQUAL.isdisjoint(chain.signs)
    for name in names if len(names) == 1 or not formulas else names[: _heads(chain)]:
        _bind_one(statement, name, formulas[0] if formulas else None, display, roots, last, note, roughly=roughly)


def _give_anew(chain: Chain, last: Tested | None, note: Note) -> None:
    """``P = 0.1``: a short number that a name is given stands for itself from here on, not for a result above."""
    match chain.sides:
        case (name, Number(printed=PrintedNumber() as number)) if last is None and nameable(name):
            if number.digits <= SHORT:
                note.values.results.pop(number.text, None)


def _forget_restated(chain: Chain, names: list[Term], note: Note) -> None:
    """``s^2 = r(0) = 2.5``: a name within a chain that is given another value than it had is known no more."""
    displayed = next((side for side in reversed(chain.sides) if is_display(side)), None)
    value = _value(displayed, known.as_shown(note.values), exactly) if displayed is not None else None
    for name in names if value is not None else ():
        before = note.values.binding(name)
        if before is not None and before.shown is not None and before.shown != value:
            note.values.bindings.pop(name, None)


def _heads(chain: Chain) -> int:
    """How many names stand at the head of a chain: A = B = C = [..] names three."""
    count = 0
    for side in chain.sides[:-1]:
        if not nameable(side):
            break
        count += 1
    return max(count, 1)


def _bind_one(
    statement: Statement,
    name: Term,
    formula: Term | None,
    display: Term | None,
    roots: tuple[str, ...],
    last: Tested | None,
    note: Note,
    *,
    roughly: bool,
) -> None:
    table = note.values
    before = table.binding(name)
    if formula is not None and known.self_referring(name, formula):
        if display is None:
            table.drop(name)
            return
        formula = None
    if display is None and formula is not None and _symbolic(before, table):
        if all_literal(formula):
            display = formula  # C = 10^{21}, below C = 6 N D: its value here
        elif isinstance(_value(formula, known.as_shown(table), exactly), Identity):
            display, formula = formula, None  # P = I, from which P = (I - K H) P^- goes on
    retold = before.retold if before is not None else -1
    if before is not None and before.definition is not None and formula not in (None, before.definition):
        if formula is not None and not all_literal(formula):  # numbers put in are no other formula
            retold = note.at
    valued = display
    if before is not None and before.example == table.example and before.definition is not None:
        if formula is None or all_literal(formula) and not all_literal(before.definition):
            valued = formula if display is None else display  # "For C = 10^{21}"
            formula = before.definition  # the symbols say more than the numbers put in their place
    shown = _value(valued, known.as_shown(table), exactly) if valued is not None else None
    widened = _value(valued, known.as_widened(table), known.widened_literal) if valued is not None else None
    if isinstance(name, Apply) and display is not None and len(name.arguments) == 1:
        table.drop(Symbol(name.function))  # f(1) = 2.9: what f was at another point
    binding = Binding(
        name,
        statement.span,
        note.at,
        table.example,
        formula,
        display,
        shown,
        widened,
        section=statement.section,
        tested=last is not None,
        rebound=_rebound(before, shown, name, last),
        authored=statement.carrier == "annotation",
        roughly=roughly or _shows_rounded(display, note) or _is_of_rounded(display, table),
        scaled=multiplies(statement.unit),
        retold=retold,
        former=_former(before, shown, statement),
    )
    if last is not None and isinstance(last.truth, Comparison) and shown is not None:
        binding = replace(
            binding,
            true=_array_like(shown, [each.value for each in last.truth.cells]),
            corrected=_corrected(shown, last.truth),
            roots=roots,
        )
    elif roots:
        binding = replace(binding, roots=roots)
    elif formula is None and (constant := _constant(name, widened)) is not None:
        binding = replace(binding, true=constant, corrected=shown, tested=True)
    elif display is not None and (causes := _rows_flagged(display, note)):
        binding = replace(binding, roots=causes)
    table.bind(_put_right(binding, statement, note) if shown is not None and not roots else binding)


def _shows_rounded(display: Term | None, note: Note) -> bool:
    """Whether a displayed array was rounded: as the note says of its results, or its rows add up to nearly one."""
    cells = cells_of(display) if display is not None else None
    shown = [each.printed for each in cells or ()]
    if cells is None or len(cells) < 2 or any(each is None for each in shown):
        return False
    numbers = [each for each in shown if each is not None]
    finest = max(each.decimals for each in numbers)
    if finest < LEAST_ROUNDED or any(not 0 <= each.value <= 1 for each in numbers) and finest != note.rounds_to:
        return False
    if finest == note.rounds_to:
        return True
    rows: dict[int, list[Fraction]] = {}
    for cell, number in zip(cells, numbers, strict=True):
        rows.setdefault(cell.place[0], []).append(number.value)
    off = [abs(sum(row, Fraction(0)) - 1) for row in rows.values()]
    return any(off) and all(each <= Fraction(len(cells), 2 * 10**finest) for each in off)


def _is_of_rounded(display: Term | None, table: ValueTable) -> bool:
    """Whether a displayed vector is a row or a column of a display above that the note gives only roughly."""
    if not isinstance(display, Matrix | Apply) or (texts := _of_vector(display)) is None:
        return False
    for each in table.bindings.values():
        shown = list(texts_by_row(each.display)) if each.roughly and isinstance(each.display, Matrix) else []
        if texts in shown or len({len(row) for row in shown}) == 1 and texts in zip(*shown, strict=True):
            return True
    return False


def _of_vector(display: Term) -> tuple[str, ...] | None:
    """The numbers of a vector as they are written, where they are no whole numbers."""
    rows = list(texts_by_row(display))
    texts = rows[0] if len(rows) == 1 else tuple(text for row in rows for text in row)
    if len(texts) < 2 or len(rows) > 1 and any(len(row) != 1 for row in rows):
        return None
    return texts if any(len(text.partition(".")[2]) >= LEAST_ROUNDED for text in texts) else None


def _symbolic(binding: Binding | None, table: ValueTable) -> bool:
    """Whether a name stands for a formula with letters in the example at hand."""
    if binding is None or binding.definition is None or binding.example != table.example:
        return False
    return not all_literal(binding.definition)


def _constant(name: Term, widened: Value | None) -> Interval | None:
    r"""The value of e or π where a note shows it rounded, as ``e \approx 2.718``: it is still that constant."""
    if not isinstance(name, Symbol) or name.name not in EULER_NAMES | PI_NAMES or not isinstance(widened, Interval):
        return None
    value = evaluate(Power(name, Number(Fraction(1))))  # e is the constant only where it is raised
    return value if isinstance(value, Interval) and widened.lo <= value.lo and value.hi <= widened.hi else None


def _put_right(binding: Binding, statement: Statement, note: Note) -> Binding:
    """A table that contradicts its formula stands for what the formula gives."""
    if binding.display is None or binding.shown is None:
        return binding
    place = statement.place(binding.display.origin)
    first = bisect_right(note.wrong_tables, place.start, key=lambda wrong: wrong.claim.result_span.end)
    for each in note.wrong_tables[first : first + 2]:
        found, key = each.comparison, each.problem.key if each.problem is not None else None
        if found is None or key is None or place.end <= each.claim.result_span.start:
            continue
        true = _array_like(binding.shown, [one.value for one in found.cells])
        return replace(binding, true=true, corrected=_corrected(binding.shown, found), roots=(key,), tested=True)
    return binding


def _rebound(before: Binding | None, shown: Value | None, name: Term, last: Tested | None) -> int:
    """One more than before where a name's displayed value is replaced by another one."""
    if before is None:
        return 0
    if shown is None or before.shown is None or before.shown == shown:
        return before.rebound
    judged = last is not None and last.claim.left == name
    return before.rebound if judged else before.rebound + 1


MOST_FORMER = 3


def _former(before: Binding | None, shown: Value | None, statement: Statement) -> tuple[Value, ...]:
    """The values of a name that words such as "for" and "with" set to another one for a while."""
    if before is None or before.shown is None or shown is None:
        return ()
    if before.shown == shown:
        return before.former
    return (before.shown, *before.former)[:MOST_FORMER] if statement.sets else ()


def _value(term: Term, lookup: Lookup, literal: Literal) -> Value | None:
    found = evaluate(term, lookup, literal)
    return None if isinstance(found, NotEvaluated) else found


def _array_like(shown: Value, cells: list[Interval]) -> Value | None:
    match shown:
        case Interval():
            return cells[0] if len(cells) == 1 else None
        case Array() if len(cells) == len(shown.cells):
            width = len(shown.rows[0])
            rows = tuple(tuple(cells[at : at + width]) for at in range(0, len(cells), width))
            return Array(rows, shown.rank)
    return None


def _corrected(shown: Value, truth: Comparison) -> Value | None:
    cells = [
        Interval.point(faults.rounded(each.value, each.cell.printed))
        if each.answer == "no" and each.cell.printed is not None
        else Interval.point(each.cell.printed.value)
        if each.cell.printed is not None
        else each.value
        for each in truth.cells
    ]
    return _array_like(shown, cells)
