"""What the tests of a claim say: the judgement table, and every reason to doubt before accusing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import rounds_to, units_apart
from symformer.algebra.verdict import Proved, Refuted, Unknown, Verdict
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.comparison import (
    Comparison,
    best,
    compare,
    decimals,
    is_display,
    is_inverse,
    nothing_agrees,
    some_agree,
    texts_by_row,
    told,
    worked_out_but_for_a_few,
)
from symformer.judging.numbers.excuses import among_percents, excuse, wrong_prefix
from symformer.judging.numbers.former import holds_with_former
from symformer.judging.numbers.learnt import (
    Note,
    Tested,
    all_literal,
    compared,
    has_unit,
    lone_score,
    nameable,
)
from symformer.judging.numbers.off_by_one import is_off_by_one
from symformer.judging.numbers.rounded import (
    by_a_digit,
    may_be_rounded,
    of_constants,
    of_fractions,
    of_rounded,
    of_rounded_names,
    of_rounded_shares,
)
from symformer.judging.numbers.units import bare_unit, measured
from symformer.reasoning.arrays import Array
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.reasoning.named import canonical
from symformer.semantics import values as known
from symformer.semantics.values import Binding
from symformer.symbolic.second_reader import second_value
from symformer.terms.term import (
    Apply,
    Index,
    Matrix,
    Number,
    Quotient,
    Sum,
    Symbol,
    Term,
    walk,
)

OF_RESULTS = 3  # decimals: what shows fewer may be exact
ROUNDINGS = 2  # units of the last place, of results worked out from rounded ones
MOST_UNITS, LARGEST_SHARE = 10, Fraction(1, 50)  # that rounding in between may move a result by
ANOTHER_EXAMPLE = "the values may belong to another example"


def weigh(tested: Tested, note: Note) -> Judgement:
    """The judgement table: literal against truth against interval."""
    literal, truth = tested.literal, tested.truth
    match literal, truth:
        case NotEvaluated(), NotEvaluated():
            reason = literal.reason
            names = literal.missing
            settled = f"let {names[0]} = …" if len(names) == 1 else None
            return _judged(tested, Unknown(reason, settled))
        case Comparison(), _ if literal.holds:
            if isinstance(truth, Comparison) and not truth.holds:
                return _holds_as_printed(tested, truth, note)
            return _judged(tested, Proved("exact arithmetic on the printed numbers"))
        case NotEvaluated(), Comparison() if truth.holds:
            return _judged(tested, Proved("the formula on known values"))
        case Comparison(), Comparison() if truth.holds:
            if _is_open(truth) and isinstance(tested.interval, Comparison) and not tested.interval.holds:
                return _wrong(tested, literal, None, note)
            return _careless(tested, literal, note)
        case NotEvaluated(), Comparison():
            return _contradicts(tested, truth, note)
        case Comparison(), _:
            return _wrong(tested, literal, truth if isinstance(truth, Comparison) else None, note)
    return _judged(tested, Unknown("not decided"))


def _judged(tested: Tested, verdict: Verdict, **more: Any) -> Judgement:
    shown = next((each for each in (tested.literal, tested.truth) if isinstance(each, Comparison)), None)
    more.setdefault("comparison", shown)
    return Judgement(tested.claim, verdict, tested.outcomes, **more)


def _is_open(found: Comparison) -> bool:
    """Whether the values behind a claim are so little known that they speak neither for it nor against it."""
    return all(each.answer == "cannot tell" for each in found.cells)


def _holds_as_printed(tested: Tested, truth: Comparison, note: Note) -> Judgement:
    """Follows from what is printed, but not from what stands behind: an echo, or rounding that added up."""
    proved = Proved("the printed numbers, rounded")
    if tested.roots and not _holds_corrected(tested, note):
        problem = faults.echo(tested.claim, truth, tested.roots)
        return _judged(tested, proved, problem=problem, fault="carried-on", causes=tested.roots, comparison=truth)
    if not _is_near(truth):
        return _judged(tested, proved)  # what stands behind is another value, from before a step or another example
    problem = faults.accumulated(tested.claim, truth)
    return _judged(tested, proved, problem=problem, fault="rounding-accumulated", comparison=truth)


def _is_near(truth: Comparison) -> bool:
    """Whether all that is off is off by so little that rounding may have done it."""
    for each in truth.wrong:
        shown = each.cell.printed
        if shown is not None and not shown.exact:
            off = abs(shown.value - each.value.middle)
            if off > MOST_UNITS * shown.unit and off > LARGEST_SHARE * abs(shown.value):
                return False
    return True


def _holds_corrected(tested: Tested, note: Note) -> bool:
    """Whether the claim still holds once the flagged inputs are put right as they would be printed."""
    table = note.values
    term = tested.claim.left
    found = best(compared(term, tested.claim, known.as_corrected, known.corrected_literal(table), table, False))
    if isinstance(found, NotEvaluated):
        return False
    chained = isinstance(tested.truth, Comparison) and not tested.truth.holds and not known.roots_of(term, table)
    return found.holds and not chained


def _careless(tested: Tested, literal: Comparison, note: Note) -> Judgement:
    """The value is right, but the working shown beside it gives another."""
    right = isinstance(tested.truth, Comparison) and tested.truth.holds
    possible = (
        isinstance(tested.interval, Comparison) and tested.interval.holds and _justified(tested.claim, literal, note)
    )
    others = right and not tested.roots and _is_of_others(tested, literal, note)
    if not tested.roots:
        whole = any(faults.is_whole_arithmetic(tested.claim.left, each) for each in literal.wrong)
        if right and not whole and not _shows_rounded(tested.claim.left) and not others:
            return _judged(tested, Proved("the values behind the names"))
        maybe = isinstance(tested.interval, Comparison) and tested.interval.holds
        if right and maybe and isinstance(tested.claim.right, Quotient) and all_literal(tested.claim.right):
            return _judged(tested, Proved("the fraction behind the rounded numbers"))
        if possible and all(map(faults.rounded_to_whole, literal.wrong)):
            return _judged(tested, Proved("the printed numbers, rounded to a whole one"))
    problem = faults.working(tested.claim, literal, tested.roots, right=right, possible=possible)
    problem = replace(problem, level="warning") if others else problem
    proved = Proved("the values behind the printed numbers") if right else Unknown("the numbers may be rounded")
    return _judged(tested, proved, problem=problem, fault="working-does-not-yield-result", causes=tested.roots)


def _is_of_others(tested: Tested, literal: Comparison, note: Note) -> bool:
    """Whether the names of a working, all given their values here, come to something else altogether: ``D = B A``, for 2 B A."""
    claim, interval = tested.claim, tested.interval
    if not isinstance(claim.right, Matrix) or not isinstance(interval, Comparison) or interval.holds:
        return False
    rested = known.rests_on(claim.left, note.values).values()
    here = all(each.section == claim.statement.section and each.rebound <= 1 for each in rested)
    exact = any(each.cell.printed is not None and each.cell.printed.exact for each in literal.wrong)
    return here and (exact or not _is_near(literal)) and reliable(claim.left, claim, note, literal)


def _is_off_by_roundings(literal: Comparison) -> bool:
    """Whether no entry of an array, with decimals that only results have, is off by more than a unit or two of its last."""
    shown = [(each.value, each.cell.printed) for each in literal.wrong]
    return len(literal.cells) > 1 and all(
        printed is not None and printed.decimals >= OF_RESULTS and units_apart(value, printed) <= ROUNDINGS
        for value, printed in shown
    )


def _is_of_grown_roundings(term: Term, literal: Comparison) -> bool:
    """Whether roundings grow in an array: the exponential of another one, or what is solved for with an inverse."""
    shown = [each.cell.printed for each in literal.wrong]
    fine = all(printed is not None and printed.decimals >= OF_RESULTS for printed in shown)
    exponential = isinstance(term, Apply) and canonical(term.function) == "exp"
    return fine and len(literal.cells) > 1 and (exponential or any(map(is_inverse, walk(term))))


def _shows_rounded(term: Term) -> bool:
    """Whether a number stands in a formula that may have been rounded: names alone show no working."""
    return any(isinstance(part, Number) and part.printed is not None and not part.printed.exact for part in walk(term))


def _justified(claim: Claim, literal: Comparison, note: Note) -> bool:
    """Whether a result shows no more digits than the roundings it is worked out from; a sum, no more decimals."""
    shown = literal.wrong[0].cell.printed
    if shown is not None and not shown.exact and isinstance(claim.right, Matrix):
        shows = [each.display for each in known.rests_on(claim.left, note.values).values() if each.display is not None]
        inner = [part for each in (claim.left, *shows) for part in walk(each) if isinstance(part, Number)]
        return shown.decimals <= max((part.printed.decimals for part in inner if part.printed is not None), default=0)
    if isinstance(claim.left, Sum) and shown is not None and not shown.exact:
        finest = (part.printed.decimals for part in walk(claim.left) if isinstance(part, Number) and part.printed)
        return shown.decimals <= max(finest, default=0)
    used = [part.printed.digits for part in walk(claim.left) if isinstance(part, Number) and part.printed is not None
            and not part.printed.exact]  # fmt: skip
    return shown is not None and bool(used) and shown.digits <= max(used)


def _contradicts(tested: Tested, truth: Comparison, note: Note) -> Judgement:
    """A display of a name against the formula that defines it."""
    table, claim = note.values, tested.claim
    definition = claim.left
    if _is_equation(claim):
        return _judged(tested, Unknown("an equation to be solved"))
    if claim.statement.of_others:
        return _judged(tested, Unknown("the way of others"))
    binding = table.binding(claim.left)
    if nameable(claim.left) and binding is not None and binding.definition is not None:
        definition = binding.definition
    explained = _explained(truth, claim.right, note)
    if explained is not None:
        if not explained:
            return _judged(tested, Proved("repeats results shown before"))
        return _carried(tested, truth, explained)
    near = all(each.section == claim.statement.section for each in known.rests_on(definition, table).values())
    near = near and (binding is None or binding.section == claim.statement.section)
    near = near or binding is not None and binding.statement >= note.at - 1
    if claim.statement.hedged and not worked_out_but_for_a_few(truth):
        return _judged(tested, Unknown("the note supposes these values"))
    if _is_off_by_roundings(truth) and _is_no_finer_than_its_sources(truth, definition, note):
        return _judged(tested, Unknown("the numbers may be rounded"))
    if _is_in_scales(definition, claim, truth, note):
        return _judged(tested, Unknown("counted in another unit"))
    undisturbed = binding is not None and _undisturbed(binding, definition, claim, note)
    if not undisturbed and (not reliable(definition, claim, note, truth) or not near and nothing_agrees(truth)):
        return _judged(tested, Unknown(ANOTHER_EXAMPLE))
    return _refuted(tested, truth, None, note)


def _is_no_finer_than_its_sources(truth: Comparison, definition: Term, note: Note) -> bool:
    """Whether a display shows no more decimals than one that it is worked out from: each may be rounded by itself."""
    shown = max((each.cell.printed.decimals for each in truth.wrong if each.cell.printed is not None), default=0)
    direct = list(known.rests_on(definition, note.values).values())
    behind = [told for each in direct for told in (each.definition, each.display) if told is not None]
    rests = [*direct, *(each for name in behind for each in known.rests_on(name, note.values).values())]
    shows = (each.display for each in rests if each.display is not None)
    inner = (part.printed for each in shows for part in walk(each) if isinstance(part, Number) and part.printed)
    return any(each.decimals >= max(shown, OF_RESULTS) for each in inner)


LATELY = 10


def _undisturbed(binding: Binding, definition: Term, claim: Claim, note: Note) -> bool:
    """Whether a display follows soon after the definition of its name, and no value in it was ever replaced."""
    rested = known.rests_on(definition, note.values).values()
    shown = [each for each in rested if each.shown is not None]
    return (
        binding.definition is not None
        and binding.rebound == 0
        and note.at - binding.statement <= LATELY
        and bool(shown)
        and all(each.rebound == 0 and isinstance(each.shown, Array) for each in shown)
        and any(isinstance(part, Matrix) for part in walk(claim.right))
        and known.unmixed(definition, note.values)
    )


def _is_equation(claim: Claim) -> bool:
    """Whether letters are set to zero: what is asked, rather than what is found."""
    return isinstance(claim.right, Number) and claim.right.value == 0


def reliable(term: Term, claim: Claim, note: Note, found: Comparison | None = None) -> bool:
    """Whether all values a formula rests on surely are those meant here; entries that agree speak for it."""
    if holds_with_former(term, claim, note.values):
        return False
    section = claim.statement.section
    rested = [each for each in known.rests_on(term, note.values).values() if not each.authored]
    here = (section, note.cited.get(section, section))
    if all(binding.section in here and binding.shown is not None for binding in rested):
        return True
    if not known.unmixed(term, note.values):
        return False
    if found is not None and some_agree(found):
        return True
    if _single(rested) and (note.trusting or all(_of_one_example(each.section, section, note) for each in rested)):
        return True
    # a size or setting given in another section may not be the one meant here
    if found is not None and is_off_by_one(found, rested, section):
        return True
    # but for a size that one of the arrays here has
    sides = {side for each in rested if isinstance(each.shown, Array) for side in each.shown.shape}
    if any(
        isinstance(binding.shown, Interval) and binding.section != section and binding.shown.middle not in sides
        for binding in rested
    ):
        return False
    if _puts_in_entries(claim.right, rested):
        return True
    # a single number has no other entries that show it is about the same values
    return all_literal(term) or any(isinstance(part, Matrix) for part in walk(claim.right))


def _puts_in_entries(working: Term, rested: Sequence[Binding]) -> bool:
    """Whether a working puts in all entries of an array it is said to be of: ``q · k = 0.42 · 0.56 - 0.22 · 0.20``."""
    if not all_literal(working) or any(each.rebound for each in rested):
        return False
    written = {abs(part.value) for part in walk(working) if isinstance(part, Number)}
    arrays = [{abs(cell.middle) for cell in each.shown.cells} - {0} for each in rested if isinstance(each.shown, Array)]
    return any(len(entries) > 1 and entries <= written for entries in arrays)


def _of_one_example(section: int, other: int, note: Note) -> bool:
    """Whether two sections are steps of one worked example."""
    return note.steps.get(section, section) == note.steps.get(other, other)


def _single(rested: Sequence[Binding]) -> bool:
    """Whether all names have had one value only, and some of them numbers."""
    return all(each.rebound == 0 for each in rested) and any(isinstance(each.shown, Interval) for each in rested)


def count_agreement(tested: Tested, judgement: Judgement, note: Note) -> None:
    """Count a number that rests on values of other sections: whether it comes out right, or is doubted."""
    claim, found = tested.claim, judgement.comparison
    if judgement.tests.get("truth") is None or tested.worked is None or found is None or len(found.cells) != 1:
        return
    number = found.cells[0].cell.printed
    if number is not None and (number.digits < 2 or number.exact and number.digits < 4):
        return  # too little to tell
    rested = list(known.rests_on(tested.worked, note.values).values())
    if all(each.section == claim.statement.section for each in rested) or not _single(rested):
        return
    if isinstance(judgement.verdict, Proved):
        note.agreeing += 1
    elif isinstance(judgement.verdict, Unknown) and judgement.verdict.reason == ANOTHER_EXAMPLE:
        note.doubted += 1


NEARLY = Fraction(1, 20)  # how far apart a number and the formula that it is said to be close to may be


def _said_to_be_close(claim: Claim, note: Note) -> bool:
    """``120 ≈ 118.02``, ``n ≈ 1000 ≈ 2d``: a number with fewer decimals is no rounding of the other, only near it."""
    left, right = claim.left, claim.right
    if claim.sign != "≈" or not isinstance(left, Number):
        return False
    if not isinstance(right, Number):
        value = evaluate(right, known.as_shown(note.values), exactly)
        return isinstance(value, Interval) and value.middle != 0 and abs(left.value / value.middle - 1) < NEARLY
    if left.printed is None or right.printed is None:
        return False
    return right.printed.decimals > left.printed.decimals


def _wrong(tested: Tested, literal: Comparison, truth: Comparison | None, note: Note) -> Judgement:
    claim = tested.claim
    if _said_to_be_close(claim, note):
        return _judged(tested, Unknown("two numbers said to be close"))
    causes = note.flagged_claims.get((claim.left, claim.right))
    if causes:
        return _carried(tested, literal, causes)
    if (reason := excuse(claim, literal)) is not None:
        return _judged(tested, Unknown(reason))
    if not all_literal(claim.left):
        formula = claim.statement.formula
        if claim.statement.hedged and formula is not None and formula.display == "inline":
            return _judged(tested, Unknown("the note says for which values something holds"))
        explained = _explained(truth if truth is not None else literal, claim.right, note)
        if explained:
            return _carried(tested, literal, explained)
        if (
            _is_equation(claim)
            or claim.statement.sets
            and isinstance(claim.left, Sum)
            and isinstance(claim.right, Number)
        ):
            return _judged(tested, Unknown("an equation to be solved"))
        symbols = any(isinstance(part, Symbol | Index) for part in walk(claim.right))
        if symbols or not reliable(claim.left, claim, note, literal):
            return _judged(tested, Unknown(ANOTHER_EXAMPLE))
        possible = isinstance(tested.interval, Comparison) and tested.interval.holds
        if (
            possible
            and not isinstance(claim.left, Sum)
            and (_is_off_by_roundings(literal) or _is_of_grown_roundings(claim.left, literal))
            and _justified(claim, literal, note)
        ):
            return _careless(tested, literal, note)  # what stands behind the names was rounded once or twice itself
    if (inherited := known.roots_of(claim.right, note.values)) and not is_display(claim.right):
        return _carried(tested, literal, inherited)
    if isinstance(claim.right, Quotient) and told(tested.interval) == "holds" and _is_close(claim, literal):
        return _judged(tested, Unknown("the numbers may be rounded"))  # worked further, from what stands behind them
    rounded = not decimals(claim.right) <= decimals(claim.left) and of_rounded(claim.left)
    if (rounded or of_constants(claim.left)) and isinstance(tested.interval, Comparison) and tested.interval.holds:
        return _careless(tested, literal, note)
    if (truth is None or claim.converted) and isinstance(tested.interval, Comparison) and tested.interval.holds:
        return _careless(tested, literal, note)
    if claim.statement.by_words and told(tested.interval) != "fails" and by_a_digit(literal):
        return _judged(tested, Unknown("the numbers may be rounded"))  # only words say what was done to them
    if has_unit(claim) and len(literal.cells) == 1:
        (only,) = literal.cells
        scale = Fraction(1) if bare_unit(claim.unit) else wrong_prefix(claim, only.value, only.cell.printed)
        if scale is not None:
            value = Interval(only.value.lo / scale, only.value.hi / scale)
            return _refuted(tested, Comparison((replace(only, value=value),)), None, note)
    if claim.statement.unit and _is_thousands(claim, literal) or _is_in_scales(claim.left, claim, literal, note):
        return _judged(tested, Unknown("counted in another unit"))
    if _is_norm_of_a_number(claim, note):
        return _judged(tested, Unknown(ANOTHER_EXAMPLE))
    if of_rounded_shares(claim, note):
        return _judged(tested, Unknown("the numbers may be rounded"))
    if isinstance(claim.right, Matrix) and _justified(claim, literal, note) and of_rounded_names(tested, literal, note):
        return _judged(tested, Unknown("the numbers may be rounded"))
    if may_be_rounded(tested, literal, note):
        return _careless(tested, literal, note)
    if of_fractions(tested, note):
        return _judged(tested, Proved("the fractions that stand rounded in it"))
    if _softmax_of_siblings(claim, note):
        return _judged(tested, Proved("one softmax over the scores listed together"))
    if has_unit(claim) and measured(claim.unit) and len(literal.cells) == 1:
        return _refuted(tested, _in_its_unit(claim, literal), None, note)
    return _refuted(tested, among_percents(claim, literal), truth, note)


def _is_norm_of_a_number(claim: Claim, note: Note) -> bool:
    r"""Whether the letter in ``\|g\|`` stood for a number above, and here for an array: ``\|g\| = \sqrt{0.6^2 + 0.8^2}``."""
    if not isinstance(claim.left, Apply) or claim.left.function != "norm" or len(claim.left.arguments) != 1:
        return False
    binding = note.values.binding(claim.left.arguments[0])
    several = any(isinstance(part, Sum) for part in walk(claim.right))
    return several and binding is not None and isinstance(binding.shown, Interval)


def _in_its_unit(claim: Claim, literal: Comparison) -> Comparison:
    """The comparison in the scale of the unit in which value and printed number are nearest: 17.9 ms for 0.0179."""
    (only,) = literal.cells
    shown = only.cell.printed
    if shown is None or not shown.value or not only.value.middle:
        return literal

    def far(scale: Fraction) -> Fraction:
        ratio = abs(only.value.middle / scale / shown.value)
        return max(ratio, 1 / ratio)

    thousands = [Fraction(1000) ** power for power in range(-4, 5)]
    best_scale = min([Fraction(1), *thousands], key=far)
    if best_scale == 1 or far(best_scale) * 4 > far(Fraction(1)):
        return literal
    value = Interval(only.value.lo / best_scale, only.value.hi / best_scale)
    return Comparison((replace(only, value=value),))


def _is_thousands(claim: Claim, literal: Comparison, powers: Sequence[int] = range(1, 5)) -> bool:
    """Whether a number is the other one in thousands, millions or more: 2P = 2.6 of 2.6 GB."""
    shown = evaluate(claim.right)
    if len(literal.cells) != 1 or not isinstance(shown, Interval) or shown.middle == 0:
        return False
    ratios = (literal.cells[0].value.middle / shown.middle / Fraction(1000) ** power for power in powers)
    return any(abs(ratio - 1) < Fraction(1, 100) for ratio in ratios)


def _is_in_scales(term: Term, claim: Claim, literal: Comparison, note: Note) -> bool:
    """Whether what is off by thousands rests on a number before a word for thousands or more: ``$D = 60$ billion``."""
    scaled = any(each.scaled for each in known.rests_on(term, note.values).values())
    return scaled and _is_thousands(claim, literal, (*range(-8, 0), *range(1, 9)))


def _is_close(claim: Claim, literal: Comparison) -> bool:
    """Whether a formula of numbers comes to nearly what stands left of it."""
    shown = evaluate(claim.right)
    if len(literal.cells) != 1 or not isinstance(shown, Interval) or shown.middle == 0:
        return False
    far = Fraction(1, 1000 if all_literal(claim.left) else 200)  # names show fewer digits than they have
    return abs(literal.cells[0].value.middle / shown.middle - 1) < far


def _refuted(tested: Tested, wrong: Comparison, truth: Comparison | None, note: Note) -> Judgement:
    fault, problem = faults.wrong(tested.claim, wrong, truth)
    if problem.level in (None, "error") and _defended(tested.claim, wrong):
        return _judged(tested, Unknown("a second reader reads the formula otherwise"))
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    if fault == "truncated":
        return _judged(tested, Proved("cut off instead of rounded"), problem=problem, fault=fault)
    return _judged(tested, verdict, problem=problem, fault=fault, comparison=wrong, behind=truth)


def _defended(claim: Claim, wrong: Comparison) -> bool:
    """Whether the second reader, where one is installed, takes a scalar formula to be what is printed."""
    shown = wrong.cells[0].cell.printed if len(wrong.cells) == 1 else None
    if shown is None or claim.statement.carrier != "formula" or not all_literal(claim.left):
        return False
    if isinstance(claim.left, Number) or any(isinstance(part, Matrix) for part in walk(claim.left)):
        return False
    value = second_value(claim.left.origin.slice(claim.statement.latex.text))
    return value is not None and rounds_to(value, shown, claim.sign) == "yes"


def _carried(tested: Tested, wrong: Comparison, causes: tuple[str, ...]) -> Judgement:
    problem = faults.echo(tested.claim, wrong, causes)
    refuted = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    return _judged(tested, refuted, problem=problem, fault="carried-on", causes=causes, comparison=wrong)


def _explained(wrong: Comparison, right: Term, note: Note) -> tuple[str, ...] | None:
    """The faults that all wrong entries repeat; () where they repeat sound results; None: something is new."""
    rows = list(texts_by_row(right))
    causes: dict[str, None] = {}
    for each in wrong.wrong:
        row = rows[each.cell.place[0]] if each.cell.place and each.cell.place[0] < len(rows) else ()
        number = each.cell.printed
        if len(row) > 1 and row in note.flagged_rows:
            causes.update(dict.fromkeys(note.flagged_rows[row]))
            continue
        result = note.values.results.get(number.text) if number is not None else None
        if result is None:
            return None
        if result.roots:
            causes.update(dict.fromkeys(result.roots))
        elif number is None or abs(result.true.middle - each.value.middle) > 3 * number.unit:
            return None
    return tuple(causes)


def _softmax_of_siblings(claim: Claim, note: Note) -> bool:
    """softmax(2) = 0.67, softmax(1) = 0.24, softmax(0.1) = 0.10 means one softmax over three scores."""
    if lone_score(claim.left) is None:
        return False
    section = claim.statement.section
    if section not in note.siblings:
        note.siblings[section] = _make_one_softmax(note.lone_scores.get(section, ()))
    return note.siblings[section]


def _make_one_softmax(scores: Sequence[tuple[Number, Number]]) -> bool:
    listed = list(dict.fromkeys(scores))
    if len(listed) < 2:
        return False
    joint = Apply("softmax", tuple(score for score, _ in listed))
    shown = Matrix((tuple(result for _, result in listed),), "tuple")
    value = evaluate(joint)
    if isinstance(value, NotEvaluated):
        return False
    found = compare(value, shown, "≈", lambda term: None)
    return isinstance(found, Comparison) and found.holds
