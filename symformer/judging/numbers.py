"""The judge of numbers: each claim of a note about numbers, tested and weighed, from top to bottom.

Three tests (see ``tests``): *literal*, from the numbers printed on the left; *truth*, from the
unrounded values behind them; *interval*, from some values that print as those shown.  A claim is
wrong only if every plausible reading of it is.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.verdict import Proved, Refuted, Unknown
from symformer.documents.document import Section
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.substitution import MOVED_ON, misfits
from symformer.judging.tests import Comparison, best, cells_of, compare, decimals, is_display, texts_by_row, told
from symformer.judging.wording import plain
from symformer.reasoning.arrays import Array, Value
from symformer.reasoning.evaluate import Literal, Lookup, evaluate, exactly
from symformer.reasoning.named import SCALARS, canonical
from symformer.reasoning.readings import Readings, readings_of
from symformer.semantics import values as known
from symformer.semantics.statement import Statement
from symformer.semantics.values import NEW_EXAMPLE, Binding, Result, ValueTable
from symformer.terms.term import (
    Apply,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.terms.term import Unknown as Unread

EQUAL = frozenset({"=", ":=", "≜", "≡", "≝"})
NEAR = frozenset({"≈", "≃", "≅", "≐"})
COMPUTED = frozenset({*SCALARS, "softmax", "layernorm", "norm", "dot", "concat", "max", "min", "sum", "mean", "var",
                      "std", "log", "sin", "cos", "tan", "gelu", "rmsnorm", "logsumexp", "logsoftmax"})  # fmt: skip


LookupOf = Callable[[ValueTable, Readings, Term | None], Lookup]


@dataclass(slots=True)
class Note:
    """What the judge has learnt of a note so far."""

    values: ValueTable = field(default_factory=ValueTable)
    flagged_rows: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    flagged_claims: dict[tuple[Term, Term], tuple[str, ...]] = field(default_factory=dict)
    lone_scores: dict[int, list[tuple[Number, Number]]] = field(default_factory=dict)
    truncations: int = 0
    at: int = 0


@dataclass(frozen=True, slots=True)
class Tested:
    """A claim with its three tests."""

    claim: Claim
    literal: Comparison | NotEvaluated
    truth: Comparison | NotEvaluated
    interval: Comparison | NotEvaluated
    roots: tuple[str, ...]

    @property
    def outcomes(self) -> dict[str, str]:
        """Each test's outcome in a word."""
        return {"literal": told(self.literal), "truth": told(self.truth), "interval": told(self.interval)}


def judge_numbers(statements: Sequence[Statement], sections: Sequence[Section] = ()) -> tuple[Judgement, ...]:
    """Every claim about numbers in a note, judged; statements are in document order."""
    note = Note()
    note.lone_scores = _lone_scores(statements)
    judged: list[Judgement] = []
    examples = _examples(sections)
    headed = _names_in_headings(statements, sections)
    for at, statement in enumerate(statements):
        note.at = at
        note.values.example = examples.get(statement.section, 0)
        for chain in _chains(statement.term):
            judged.extend(_judge_chain(statement, chain, note))
        name = headed.get(statement.section)
        if name is not None and isinstance(statement.term, Matrix) and is_display(statement.term):
            # the first bare matrix under a heading that names a symbol is that symbol's value
            del headed[statement.section]
            chain = Chain(("=",), (Symbol(name, statement.term.origin), statement.term))
            judged.extend(_judge_chain(statement, chain, note))
    return tuple(_once(judged))


def _once(judged: Sequence[Judgement]) -> Iterator[Judgement]:
    """Each problem once, though two sides or two claims may show it."""
    seen: set[str] = set()
    for each in judged:
        key = each.problem.key if each.problem is not None else None
        yield replace(each, problem=None, fault=None) if key in seen else each
        if key is not None:
            seen.add(key)


def _names_in_headings(statements: Sequence[Statement], sections: Sequence[Section]) -> dict[int, str]:
    """For each section, the one symbol that its heading holds."""
    found: dict[int, list[str]] = {}
    for statement in statements:
        if not isinstance(statement.term, Symbol) or not 0 <= statement.section < len(sections):
            continue
        if sections[statement.section].heading.contains(statement.span):
            found.setdefault(statement.section, []).append(statement.term.name)
    return {section: names[0] for section, names in found.items() if len(names) == 1}


def _examples(sections: Sequence[Section]) -> dict[int, int]:
    """For each section, which example of the note it belongs to: a heading that announces one starts it."""
    found: dict[int, int] = {}
    example = 0
    for at, section in enumerate(sections):
        if at and NEW_EXAMPLE.search(section.title):
            example += 1
        found[at] = example
    return found


@dataclass(frozen=True, slots=True)
class Chain:
    """Sides joined by signs of equality, exact or approximate."""

    signs: tuple[str, ...]
    sides: tuple[Term, ...]


def _chains(term: Term) -> Iterator[Chain]:
    """The chains of a statement, also those that stand in the cells of a matrix."""
    for relation in _relations(term):
        if ":" in relation.relations:  # 64 : 128 = 1 : 2 is a proportion
            continue
        start = 0
        for at, sign in enumerate((*relation.relations, "")):
            if sign in EQUAL or sign in NEAR:
                continue
            if at > start:
                yield Chain(relation.relations[start:at], relation.sides[start : at + 1])
            start = at + 1


def _relations(term: Term) -> Iterator[Relation]:
    """A statement that is a chain, and the chains that are cells of a displayed matrix or list."""
    match term:
        case Relation():
            yield term
            for side in term.sides:
                if isinstance(side, Matrix):
                    yield from _relations(side)
        case Matrix():
            for row in term.rows:
                for cell in row:
                    yield from _relations(cell)


# -- one chain ---------------------------------------------------------------------------------------


def _judge_chain(statement: Statement, chain: Chain, note: Note) -> Iterator[Judgement]:
    signs = tuple("≈" if sign in NEAR else "=" for sign in chain.signs)
    roots: tuple[str, ...] = ()
    last: Tested | None = None
    first = 0  # the first side whose symbols still have the values known here
    for at, sign in enumerate(signs):
        claim = Claim(statement, at, chain.sides[at], chain.sides[at + 1], sign)
        wrong = _substitution(claim, note)
        if isinstance(wrong, str):
            first = at + 1
            continue
        if isinstance(wrong, Judgement):
            yield wrong
            roots = (*roots, *_keys(wrong))
            continue
        tested = _test(claim, chain.sides[first : at + 1], roots, note)
        if tested is None:
            carried = _repeats(claim, note) or _restated(claim, note)
            if carried is not None:
                yield carried
            continue
        judgement = _weigh(tested, note)
        last = tested if not isinstance(judgement.verdict, Unknown) else None
        yield judgement
        roots = (*roots, *_keys(judgement))
        _remember(tested, judgement, note)
        for side in (claim.left, claim.right) if judgement.problem is None else (claim.left,):
            carried = _repeats_within(claim, side, note) if judgement.fault != "carried-on" else None
            if carried is not None:
                yield carried
                break
    _bind(statement, chain, roots, last, note)


def _keys(judgement: Judgement) -> tuple[str, ...]:
    problem = judgement.problem
    if problem is None or judgement.fault not in faults.ROOTS or problem.level == "info":
        return judgement.causes
    return judgement.causes or ((problem.key,) if problem.key else ())


def nameable(term: Term) -> bool:
    """Whether a side can be given a value by the chain it begins, rather than having one.

    >>> nameable(Symbol("Q")), nameable(Quotient(Symbol("a"), Symbol("b")))
    (True, False)
    """
    if any(isinstance(part, Unread) for part in walk(term)):
        return False  # what is not read cannot be told from something else that is not read
    match term:
        case Symbol() | Index(base=Symbol()):
            return True
        case Apply():
            return canonical(term.function) not in COMPUTED
        case Transpose():
            return nameable(term.operand)
    return False


def _known_transpose(term: Term, table: ValueTable) -> bool:
    """Whether a side is the transpose of something that has a value."""
    return isinstance(term, Transpose) and table.binding(term.operand) is not None


def _test(claim: Claim, before: tuple[Term, ...], roots: tuple[str, ...], note: Note) -> Tested | None:
    """The three tests of a claim; None where no side of it has a value."""
    table = note.values
    left = claim.left
    division = _whole_division(left)
    naming = nameable(left) and not _known_transpose(left, table) or table.binding(left) is not None

    def run(term: Term, lookup_of: LookupOf, literal: Literal) -> Comparison | NotEvaluated:
        return best(_readings(term, claim, lookup_of, literal, table, division))

    if naming:
        literal: Comparison | NotEvaluated = NotEvaluated("a name, given a value here")
        interval = literal
        definition = _own_definition(left, claim, note)
        if definition is None:
            return None
        literal = run(definition, known.as_shown, exactly) if _all_literal(definition) else literal
        truth = run(definition, known.as_true, known.true_literal(table))
        if isinstance(truth, NotEvaluated) and isinstance(literal, NotEvaluated):
            return None
        return Tested(claim, literal, truth, truth, (*known.roots_of(definition, table), *roots))
    literal = run(left, known.as_shown, exactly)
    truth = run(left, known.as_true, known.true_literal(table))
    if len(before) > 1 and not (isinstance(truth, Comparison) and truth.holds and not roots):
        for earlier in before[:-1]:
            found = _truth_of_first(earlier, claim, note)
            arrays_shown = any(isinstance(part, Matrix) for part in walk(claim.right))
            telling = isinstance(literal, Comparison) or arrays_shown
            if isinstance(found, Comparison) and (found.holds or telling and _reliable(earlier, claim, note, found)):
                truth = found if roots or found.holds or not isinstance(truth, Comparison) else truth
                break
    if isinstance(literal, NotEvaluated) and isinstance(truth, NotEvaluated):
        open_result = literal.missing and is_display(claim.right)
        return Tested(claim, literal, truth, literal, roots) if open_result else None
    interval = literal
    if not (isinstance(literal, Comparison) and literal.holds):
        interval = run(left, known.as_widened, known.widened_literal)
    return Tested(claim, literal, truth, interval, (*known.roots_of(left, table), *roots))


def _readings(
    term: Term, claim: Claim, lookup_of: LookupOf, literal: Literal, table: ValueTable, division: bool
) -> Iterator[Comparison | NotEvaluated]:
    rested = [b.definition for b in known.rests_on(term, table).values() if b.definition is not None]
    given = decimals(term) if literal is exactly else frozenset[str]()
    for readings in readings_of(term, *rested):
        lookup = lookup_of(table, readings, claim.left if nameable(claim.left) or table.binding(claim.left) else None)
        value = evaluate(term, lookup, literal, readings)
        if isinstance(value, NotEvaluated):
            yield value
            continue
        widened = known.as_widened(table, readings)
        yield compare(value, claim.right, claim.sign, widened, division=division, given=given)


def _truth_of_first(side: Term, claim: Claim, note: Note) -> Comparison | NotEvaluated:
    """The value behind an earlier side of the chain, beside what this claim shows."""
    table = note.values
    term = side
    if nameable(side):
        definition = _own_definition(side, claim, note)
        if definition is None:
            return NotEvaluated("a name, given a value here")
        term = definition
    return best(_readings(term, claim, known.as_true, known.true_literal(table), table, _whole_division(term)))


def _own_definition(name: Term, claim: Claim, note: Note) -> Term | None:
    """The formula an earlier statement of the same example gave for a name, where it can be relied on."""
    binding = note.values.binding(name)
    if binding is None and isinstance(name, Apply) and canonical(name.function) == "attention":
        return name if len(name.arguments) == 3 and is_display(claim.right) else None
    if binding is None or binding.definition is None or binding.example != note.values.example:
        return None
    if not is_display(claim.right) or _is_setting(claim.right):
        return None
    if isinstance(claim.right, Number) and isinstance(name, Apply):
        return None  # a function at another point
    return binding.definition


def _is_setting(term: Term) -> bool:
    """A bare whole number: more likely a new setting (d = 4) than the result of a formula."""
    return isinstance(term, Number) and (term.printed is None or term.printed.exact)


def _all_literal(term: Term) -> bool:
    return not any(isinstance(part, Symbol | Index) for part in walk(term))


def _whole_division(term: Term) -> bool:
    match term:
        case Quotient(numerator=Number() as above, denominator=Number() as below):
            return above.value.denominator == 1 and below.value.denominator == 1
    return False


# -- what the tests say --------------------------------------------------------------------------------


def _weigh(tested: Tested, note: Note) -> Judgement:
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
            return _careless(tested, literal, note)
        case NotEvaluated(), Comparison():
            return _contradicts(tested, truth, note)
        case Comparison(), _:
            return _wrong(tested, literal, truth if isinstance(truth, Comparison) else None, note)
    return _judged(tested, Unknown("not decided"))


def _judged(tested: Tested, verdict: object, **more: object) -> Judgement:
    return Judgement(tested.claim, verdict, tested.outcomes, tested.roots, **more)  # type: ignore[arg-type]


def _holds_as_printed(tested: Tested, truth: Comparison, note: Note) -> Judgement:
    """Follows from what is printed, but not from what stands behind: an echo, or rounding that added up."""
    proved = Proved("the printed numbers, rounded")
    if tested.roots and not _holds_corrected(tested, note):
        problem = faults.echo(tested.claim, truth, tested.roots)
        return _judged(tested, proved, problem=problem, fault="carried-on", causes=tested.roots)
    problem = faults.accumulated(tested.claim, truth)
    return _judged(tested, proved, problem=problem, fault="rounding-accumulated")


def _holds_corrected(tested: Tested, note: Note) -> bool:
    """Whether the claim still holds once the flagged inputs are put right as they would be printed."""
    table = note.values
    term = tested.claim.left
    found = best(_readings(term, tested.claim, known.as_corrected, known.corrected_literal(table), table, False))
    if isinstance(found, NotEvaluated):
        return False
    chained = isinstance(tested.truth, Comparison) and not tested.truth.holds and not known.roots_of(term, table)
    return found.holds and not chained


def _careless(tested: Tested, literal: Comparison, note: Note) -> Judgement:
    """The value is right, but the working shown beside it gives another."""
    right = isinstance(tested.truth, Comparison) and tested.truth.holds
    problem = faults.working(tested.claim, literal, tested.roots, right=right)
    proved = Proved("the values behind the printed numbers") if right else Unknown("the numbers may be rounded")
    return _judged(tested, proved, problem=problem, fault="working-does-not-yield-result", causes=tested.roots)


def _contradicts(tested: Tested, truth: Comparison, note: Note) -> Judgement:
    """A display of a name against the formula that defines it."""
    table, claim = note.values, tested.claim
    definition = claim.left
    if _is_equation(claim):
        return _judged(tested, Unknown("an equation to be solved"))
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
    if not _reliable(definition, claim, note, truth) or not near and _nothing_agrees(truth):
        return _judged(tested, Unknown("the values may belong to another example"))
    return _refuted(tested, truth, None, note)


def _is_equation(claim: Claim) -> bool:
    """Whether letters are set to zero: what is asked, rather than what is found."""
    return isinstance(claim.right, Number) and claim.right.value == 0


def _some_agree(found: Comparison) -> bool:
    """Whether entries that tell something (neither zero nor one) are as expected."""
    telling = [each for each in found.cells if not (each.value.exact and each.value.lo in (0, 1))]
    return len(found.cells) > 1 and sum(each.answer == "yes" for each in telling) * 3 >= len(telling) > 0


def _nothing_agrees(found: Comparison) -> bool:
    """Whether a whole array is other than expected: then it was surely meant to be another one."""
    telling = [each for each in found.cells if not (each.value.exact and each.value.lo == 0)]
    return len(telling) > 1 and all(each.answer == "no" for each in telling)


def _reliable(term: Term, claim: Claim, note: Note, found: Comparison | None = None) -> bool:
    """Whether all values a formula rests on surely are those meant here; entries that agree speak for it."""
    section = claim.statement.section
    rested = known.rests_on(term, note.values).values()
    if all(binding.section == section and binding.shown is not None for binding in rested):
        return True
    if not known.unmixed(term, note.values):
        return False
    if found is not None and _some_agree(found):
        return True
    # a size or setting given in another section may not be the one meant here
    if any(isinstance(binding.shown, Interval) and binding.section != section for binding in rested):
        return False
    # a single number has no other entries that show it is about the same values
    return _all_literal(term) or any(isinstance(part, Matrix) for part in walk(claim.right))


def _wrong(tested: Tested, literal: Comparison, truth: Comparison | None, note: Note) -> Judgement:
    claim = tested.claim
    causes = note.flagged_claims.get((claim.left, claim.right))
    if causes:
        return _carried(tested, literal, causes)
    if not _all_literal(claim.left):
        explained = _explained(truth if truth is not None else literal, claim.right, note)
        if explained:
            return _carried(tested, literal, explained)
        if _is_equation(claim):
            return _judged(tested, Unknown("an equation to be solved"))
        symbols = any(isinstance(part, Symbol | Index) for part in walk(claim.right))
        if symbols or not _reliable(claim.left, claim, note, literal):
            return _judged(tested, Unknown("the values may belong to another example"))
    if (inherited := known.roots_of(claim.right, note.values)) and not is_display(claim.right):
        return _carried(tested, literal, inherited)
    rounded = not decimals(claim.right) <= decimals(claim.left) and _of_rounded(claim.left)
    if rounded and isinstance(tested.interval, Comparison) and tested.interval.holds:
        return _careless(tested, literal, note)
    if truth is None and isinstance(tested.interval, Comparison) and tested.interval.holds:
        return _careless(tested, literal, note)
    if _softmax_of_siblings(claim, note):
        return _judged(tested, Proved("one softmax over the scores listed together"))
    return _refuted(tested, literal, truth, note)


def _refuted(tested: Tested, wrong: Comparison, truth: Comparison | None, note: Note) -> Judgement:
    fault, problem = faults.wrong(tested.claim, wrong, truth, first_truncation=not note.truncations)
    if fault == "truncated":
        note.truncations += 1
    if problem is None:
        return _judged(tested, Proved("cut off instead of rounded"))
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    if fault == "truncated":
        return _judged(tested, Proved("cut off instead of rounded"), problem=problem, fault=fault)
    return _judged(tested, verdict, problem=problem, fault=fault)


def _carried(tested: Tested, wrong: Comparison, causes: tuple[str, ...]) -> Judgement:
    problem = faults.echo(tested.claim, wrong, causes)
    refuted = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    return _judged(tested, refuted, problem=problem, fault="carried-on", causes=causes)


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


TRANSCENDENTAL = frozenset({"exp", "ln", "log", "log2", "log10", "softmax", "sigmoid", "tanh", "sin", "cos"})


def _of_rounded(term: Term) -> bool:
    """A function of numbers that look rounded: log 0.0159 may be the logarithm of a longer number."""
    through = any(
        isinstance(part, Apply)
        and canonical(part.function) in TRANSCENDENTAL
        or isinstance(part, Power)
        and not isinstance(part.exponent, Number)
        for part in walk(term)
    )
    digits = [part.printed.digits for part in walk(term) if isinstance(part, Number) and part.printed is not None
              and not part.printed.exact]  # fmt: skip
    return through and bool(digits) and max(digits) >= 3


# -- softmax, one score at a time -----------------------------------------------------------------------


def _lone_scores(statements: Sequence[Statement]) -> dict[int, list[tuple[Number, Number]]]:
    """Per section, each softmax of a single numeral with what it is said to be."""
    found: dict[int, list[tuple[Number, Number]]] = {}
    for statement in statements:
        for chain in _chains(statement.term):
            for left, right in zip(chain.sides, chain.sides[1:], strict=False):
                if (score := lone_score(left)) is not None and isinstance(right, Number):
                    found.setdefault(statement.section, []).append((score, right))
    return found


def lone_score(term: Term) -> Number | None:
    """The numeral in softmax(0.7)."""
    match term:
        case Apply(arguments=(Number() as score,)) if canonical(term.function) == "softmax":
            return score
    return None


def _softmax_of_siblings(claim: Claim, note: Note) -> bool:
    """softmax(2) = 0.67, softmax(1) = 0.24, softmax(0.1) = 0.10 means one softmax over three scores."""
    if lone_score(claim.left) is None:
        return False
    listed = list(dict.fromkeys(note.lone_scores.get(claim.statement.section, ())))
    if len(listed) < 2:
        return False
    joint = Apply("softmax", tuple(score for score, _ in listed))
    shown = Matrix((tuple(result for _, result in listed),), "tuple")
    value = evaluate(joint)
    if isinstance(value, NotEvaluated):
        return False
    found = compare(value, shown, "≈", lambda term: None)
    return isinstance(found, Comparison) and found.holds


# -- substitution -----------------------------------------------------------------------------------------


def _substitution(claim: Claim, note: Note) -> Judgement | typing.Literal["moved on"] | None:
    """A number or matrix put in the place of a symbol whose known value is another."""
    symbolic = claim.left
    if nameable(symbolic):
        binding = note.values.binding(symbolic)
        if binding is None or binding.definition is None or binding.example != note.values.example:
            return None
        symbolic = binding.definition
    if cells_of(claim.right) is not None:
        return None
    found = misfits(symbolic, claim.right, note.values)
    if isinstance(found, str) or found and not _reliable(symbolic, claim, note):
        return MOVED_ON
    if not found:
        return None
    misfit = found[0]
    rows = list(texts_by_row(misfit.shown))
    if all(each.cell.place and rows[each.cell.place[0]] in note.flagged_rows for each in misfit.comparison.wrong):
        return None
    fault, problem = faults.misfit(claim, misfit)
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    return Judgement(claim, verdict, {"substitution": "fails"}, (plain(misfit.symbol),), (), problem, fault)


def _rows_flagged(term: Term, note: Note) -> tuple[str, ...]:
    causes: dict[str, None] = {}
    for row in texts_by_row(term):
        if len(row) > 1 and row in note.flagged_rows:
            causes.update(dict.fromkeys(note.flagged_rows[row]))
    return tuple(causes)


# -- repetitions ------------------------------------------------------------------------------------------


def _repeats(claim: Claim, note: Note) -> Judgement | None:
    """A side that repeats a flagged row or result, though nothing else is known of it."""
    for side in (claim.left, claim.right):
        found = _repeats_within(claim, side, note)
        if found is not None:
            return found
    return None


def _repeats_within(claim: Claim, side: Term, note: Note) -> Judgement | None:
    for part in walk(side):
        if isinstance(part, Matrix) or isinstance(part, Apply) and part.function == "tuple":
            causes = _rows_flagged(part, note)
            if causes:
                problem = faults.repetition(claim, _flagged_cell(part, note), causes)
                return Judgement(claim, Unknown("repeats an earlier result"), {}, causes, causes, problem, "carried-on")
        if isinstance(part, Number) and part.printed is not None and part.printed.digits >= 3:
            result = note.values.result(part)
            if result is not None and result.roots:
                problem = faults.repetition(claim, part, result.roots)
                return Judgement(
                    claim, Unknown("repeats an earlier result"), {}, result.roots, result.roots, problem, "carried-on"
                )
    return None


def _restated(claim: Claim, note: Note) -> Judgement | None:
    """A display that repeats an earlier one of the same name but for one entry."""
    binding = note.values.binding(claim.left)
    if binding is None or binding.shown is None or not is_display(claim.right) or binding.display is None:
        return None
    found = compare(binding.shown, claim.right, "=", known.as_shown(note.values))
    if isinstance(found, NotEvaluated) or len(found.cells) < 4 or len(found.wrong) != 1:
        return None
    (wrong,) = found.wrong
    if wrong.cell.printed is None or wrong.cell.printed.value == 0 or wrong.value.lo == 0:
        return None  # an entry that is masked or dropped is another matrix
    problem = faults.restated(claim, found, binding.at)
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    return Judgement(claim, verdict, {"display": "fails"}, (), (), problem, "value-contradicts-symbol")


def _flagged_cell(display: Term, note: Note) -> Term:
    """The first entry of a display that repeats a flagged number, else the whole."""
    for part in walk(display):
        if isinstance(part, Number) and part.printed is not None:
            result = note.values.results.get(part.printed.text)
            if result is not None and result.roots:
                return part
    return display


# -- what is known from here on ---------------------------------------------------------------------------


def _remember(tested: Tested, judgement: Judgement, note: Note) -> None:
    """Let the printed results stand for their true values from here on."""
    truth = tested.truth if isinstance(tested.truth, Comparison) else tested.literal
    if not isinstance(truth, Comparison):
        return
    keys = _keys(judgement) if judgement.fault in (*faults.ROOTS, "carried-on") else ()
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
    if keys and wrong:
        note.flagged_claims.setdefault((tested.claim.left, tested.claim.right), keys)
        rows = list(texts_by_row(tested.claim.right))
        for place in wrong:
            if place and place[0] < len(rows) and len(rows[place[0]]) > 1:
                note.flagged_rows.setdefault(rows[place[0]], keys)


def _bind(statement: Statement, chain: Chain, roots: tuple[str, ...], last: Tested | None, note: Note) -> None:
    """Let the names at the head of a chain stand for what the chain gives them."""
    names = [side for side in chain.sides[:-1] if nameable(side)]
    if not nameable(chain.sides[0]) and not isinstance(chain.sides[0], Product):
        return
    if not names:
        if _value(chain.sides[0], known.as_shown(note.values), exactly) is not None:
            return
        names = [chain.sides[0]]
    rest = [side for side in chain.sides[1:] if not (nameable(side) and side in names)]
    display = next((side for side in reversed(rest) if is_display(side)), None)
    formulas = [side for side in rest if not is_display(side)]
    for name in names if len(names) == 1 or not formulas else names[: _heads(chain)]:
        _bind_one(statement, name, formulas[0] if formulas else None, display, roots, last, note)


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
) -> None:
    table = note.values
    before = table.binding(name)
    if formula is not None and known.self_referring(name, formula):
        if display is None:
            table.bindings.pop(name, None)
            return
        formula = None
    if before is not None and before.example == table.example and before.definition is not None:
        if formula is None or _all_literal(formula) and not _all_literal(before.definition):
            formula = before.definition  # the symbols say more than the numbers put in their place
    shown = _value(display, known.as_shown(table), exactly) if display is not None else None
    widened = _value(display, known.as_widened(table), known.widened_literal) if display is not None else None
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
    elif display is not None and (causes := _rows_flagged(display, note)):
        binding = replace(binding, roots=causes)
    table.bind(binding)


def _rebound(before: Binding | None, shown: Value | None, name: Term, last: Tested | None) -> int:
    """One more than before where a name's displayed value is replaced by another one."""
    if before is None:
        return 0
    if shown is None or before.shown is None or before.shown == shown:
        return before.rebound
    judged = last is not None and last.claim.left == name
    return before.rebound if judged else before.rebound + 1


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
