"""The judge of numbers: each claim of a note about numbers, tested and weighed, from top to bottom.

Three tests (see ``tests``): *literal*, from the numbers printed on the left; *truth*, from the
unrounded values behind them; *interval*, from some values that print as those shown.  A claim is
wrong only if every plausible reading of it is.
"""

from __future__ import annotations

import re
import typing
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.interval import Interval, NotEvaluated, pi
from symformer.algebra.verdict import Refuted, Unknown
from symformer.documents.document import Section
from symformer.documents.places import items_in
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.angles import in_radians
from symformer.judging.numbers.claims import claim_at, equates_shapes
from symformer.judging.numbers.comparison import Cell, Compared, Comparison, best, cells_of, is_display, texts_by_row
from symformer.judging.numbers.entries import is_general
from symformer.judging.numbers.example_steps import cited_by, steps_of
from symformer.judging.numbers.following import (
    deviation_or_variance,
    follows_here,
    is_set_anew,
    is_setting,
    learn_lengths,
    settings_beside,
)
from symformer.judging.numbers.learnt import (
    Chain,
    LookupOf,
    Note,
    Tested,
    all_literal,
    assignments,
    chains,
    compared,
    decimals_in,
    decimals_kept,
    is_unrounded,
    keys_of,
    lone_score,
    nameable,
    whole_division,
)
from symformer.judging.numbers.memory import bind, grounded, remember, repeats, repeats_within, restated
from symformer.judging.numbers.solved_next import is_solved_next
from symformer.judging.numbers.spreads import of_population
from symformer.judging.numbers.substitution import MOVED_ON, digit_slip, misfits, two_values
from symformer.judging.numbers.weighing import count_agreement, reliable, weigh
from symformer.judging.said.slips import is_slip
from symformer.reasoning.constants import INFINITY_NAMES, PI_NAMES
from symformer.reasoning.evaluate import Literal, exactly
from symformer.reasoning.named import canonical
from symformer.semantics import values as known
from symformer.semantics.measured_sizes import axes_of_sizes
from symformer.semantics.statement import Statement
from symformer.semantics.values import NEW_EXAMPLE, Binding, ValueTable
from symformer.terms.parts import untransposed
from symformer.terms.term import (
    ROUGHLY_EQUAL,
    Apply,
    Elementwise,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued


def judge_numbers(
    statements: Sequence[Statement],
    sections: Sequence[Section] = (),
    recomputed: Sequence[Judgement] = (),
    text: str = "",
) -> tuple[Judgement, ...]:
    """Every claim about numbers in a note, judged; statements are in document order.

    ``recomputed`` are the tables that were judged by the formulas of their columns, ``text`` is the source.
    """
    wrong = [each for each in recomputed if each.fault == "table-contradicts-formula"]
    note = Note(wrong_tables=tuple(sorted(wrong, key=lambda each: each.claim.result_span.end)))
    note.values.radians, note.values.population = in_radians(statements), of_population(statements)
    note.values.axes = axes_of_sizes(statements)
    note.lone_scores, note.steps = _lone_scores(statements), steps_of(sections)
    note.beside, note.own_operators = settings_beside(statements), _own_operators(statements)
    note.cited = cited_by(sections, text)
    inputs = _inputs(statements)
    seen = decimals_in(text)
    note.first_seen = {number: at for number, at in seen.items() if number not in inputs}
    note.decimals = frozenset(seen)
    note.unrounded, note.rounds_to = is_unrounded(text), decimals_kept(text)
    examples = _examples(sections)
    items = items_in(text)
    judged = _walked(statements, examples, items, note)
    if note.trustworthy:
        again = Note(wrong_tables=note.wrong_tables, lone_scores=note.lone_scores, steps=note.steps, trusting=True)
        again.cited = note.cited
        again.first_seen, again.beside, again.own_operators = note.first_seen, note.beside, note.own_operators
        again.unrounded, again.rounds_to, again.decimals = note.unrounded, note.rounds_to, note.decimals
        again.values.radians, again.values.population = note.values.radians, note.values.population
        again.values.axes = note.values.axes
        judged = _walked(statements, examples, items, again)
    return tuple(_once(judged))


def _own_operators(statements: Sequence[Statement]) -> frozenset[str]:
    """The signs that an equation says the meaning of: (a, b) ∘ (c, d) = (ca, cb + d); π, where the note has members π_i."""
    members = any(
        isinstance(part, Index) and part.base == Symbol(PI) for statement in statements for part in walk(statement.term)
    )
    return frozenset({PI} if members else ()) | frozenset(
        statement.term.sides[0].sign
        for statement in statements
        if isinstance(statement.term, Relation) and isinstance(statement.term.sides[0], Elementwise)
        if all(_holds_letters(each) for each in statement.term.sides[0].factors)
    )


def _holds_letters(term: Term) -> bool:
    """Whether a list holds letters alone, as the parts of what an operation is defined for."""
    return isinstance(term, Matrix) and all(isinstance(each, Symbol | Index) for row in term.rows for each in row)


def _inputs(statements: Sequence[Statement]) -> frozenset[str]:
    """The numbers that the note gives a name at once, as settings: β = 0.999."""
    return frozenset(
        chain.sides[1].printed.text.lstrip("-")
        for statement in statements
        for chain in chains(statement.term)
        if len(chain.sides) == 2 and nameable(chain.sides[0])
        if isinstance(chain.sides[1], Number) and chain.sides[1].printed is not None
    )


def _walked(
    statements: Sequence[Statement], examples: dict[int, int], items: Sequence[int], note: Note
) -> list[Judgement]:
    """All claims of a note from top to bottom, each judged by those before it."""
    judged: list[Judgement] = []
    for at, statement in enumerate(statements):
        note.at = at
        note.values.example = examples.get(statement.section, 0) + bisect_right(items, statement.span.start)
        if _takes_several(statement, statements[at + 1 : at + 2]) or _is_one_of_several(at, statements):
            assert isinstance(statement.term, Relation)
            note.values.forget(statement.term.sides[0])
            continue
        if is_solved_next(statement, statements[at + 1 : at + 3], note.values):
            continue
        if at + 1 < len(statements) and _holds_for(statement, statements[at + 1]):
            for chain in chains(statements[at + 1].term):
                bind(statements[at + 1], chain, (), None, note)
        for chain in chains(statement.term):
            judged.extend(_judge_chain(statement, chain, note))
        for chain in assignments(statement.term) if statement.stance == "asserted" else ():
            note.values.forget(chain.sides[0])
            bind(statement, chain, (), None, note)
        if statement.stance == "asserted":
            note.entries.learn(statement.term, at, note.values.example)
    return judged


def _takes_several(statement: Statement, following: Sequence[Statement]) -> bool:
    """``t = 1, 2, 3``: what a name is in several cases, and no value that holds from there on."""
    term = statement.term
    if not isinstance(term, Relation) or len(term.sides) != 2 or not isinstance(term.sides[1], Number):
        return False
    return statement.formula is not None and any(
        each.formula is statement.formula and isinstance(each.term, Number) for each in following
    )


def _holds_for(statement: Statement, behind: Statement) -> bool:
    r"""Whether the number right behind an equation is that which it is said for: "$\alpha = 2.21$ for $N = 12$"."""
    if statement.formula is None or behind.formula is None or not behind.sets or behind.stance != "asserted":
        return False
    match statement.term, behind.term:
        case Relation(sides=(*_, Number())), Relation(relations=("=",), sides=(Symbol() | Index() as name, Number())):
            near = 0 < behind.formula.span.start - statement.formula.span.end < GAP
            return near and name != statement.term.sides[0]
    return False


GAP = 10  # characters between two formulas in a list: ", ", " or "


def _is_one_of_several(at: int, statements: Sequence[Statement]) -> bool:
    r"""Whether a value is one of a list of them: "$\sigma = 2$, $\sigma = 4$ or $\sigma = 0.5$"."""
    return any(
        _give_two_values(statements[one], statements[one + 1])
        for one in (at - 1, at)
        if one >= 0 and one + 1 < len(statements)
    )


def _give_two_values(one: Statement, other: Statement) -> bool:
    match one.term, other.term:
        case (
            Relation(relations=("=",), sides=(Symbol() | Index() as name, Number(value=first))),
            Relation(relations=("=",), sides=(again, Number(value=second))),
        ):
            if name != again or first == second or one.formula is None or other.formula is None:
                return False
            return 0 < other.formula.span.start - one.formula.span.end < GAP
    return False


def _once(judged: Sequence[Judgement]) -> Iterator[Judgement]:
    """Each problem once, though two sides or two claims may show it."""
    seen: set[str] = set()
    for each in judged:
        key = each.problem.key if each.problem is not None else None
        yield replace(each, problem=None, fault=None) if key in seen else each
        if key is not None:
            seen.add(key)


COUNTED = Cued(r"\d|\b(?:another|second|third|next|other|alternative)\b|另一|第", re.IGNORECASE)


def _examples(sections: Sequence[Section]) -> dict[int, int]:
    """For each section, which example of the note it belongs to: a heading that announces one starts it."""
    found: dict[int, int] = {}
    example = 0
    around: Section | None = None
    for at, section in enumerate(sections):
        if not NEW_EXAMPLE.search(section.title):
            found[at] = example
            continue
        nested = around is not None and around.span.contains(section.span)
        if at and not (nested and not COUNTED.search(section.title)):
            example += 1
        if not nested:
            around = section
        found[at] = example
    return found


def _judge_chain(statement: Statement, chain: Chain, note: Note) -> Iterator[Judgement]:
    if statement.renewed or statement.carrier == "annotation":
        _start_anew(chain, note.values)
    if statement.carrier in ("annotation", "output"):
        bind(statement, chain, (), None, note)
        return
    signs = tuple("≈" if sign in ROUGHLY_EQUAL else "=" for sign in chain.signs)
    _define_by_entries(statement, chain, note)
    roots: tuple[str, ...] = ()
    last: Tested | None = None
    first = int(_leaves_gain_out(chain))  # the first side whose symbols still have the values known here
    for at, sign in enumerate(signs):
        claim = claim_at(statement, chain, at, sign, note.values)
        if equates_shapes(claim.left, claim.right) or _is_of_own_operator(claim.left, note):
            continue
        if _is_one_direction(claim.left, claim.right):
            continue
        if statement.stance != "asserted":
            yield Judgement(claim, Unknown(f"the note does not claim this: {statement.stance}"))
            continue
        wrong = _substitution(claim, note)
        if isinstance(wrong, str):
            first = at + 1
            continue
        if isinstance(wrong, Judgement):
            yield wrong
            roots = _with_roots(roots, wrong)
            continue
        earlier = chain.sides[first : min(at, first + MOST_SIDES)] if claim.left is chain.sides[at] else ()
        tested = _test(claim, earlier, roots, note)
        if tested is None:
            carried = repeats(claim, note) or restated(claim, note)
            if carried is not None:
                yield grounded(carried, claim.left, note)
            continue
        judgement = grounded(weigh(tested, note), tested.worked, note)
        count_agreement(tested, judgement, note)
        last = tested if not isinstance(judgement.verdict, Unknown) else None
        yield judgement
        roots = _with_roots(roots, judgement)
        remember(tested, judgement, note)
        for side in (claim.left, claim.right) if judgement.problem is None else (claim.left,):
            carried = repeats_within(claim, side, note) if judgement.fault != "carried-on" else None
            if carried is not None:
                yield carried
                break
    if _is_case(statement, chain) or _is_way_of_others(statement, chain, note):
        return
    if statement.stance == "asserted" or statement.stance == "asked" and _given(chain):
        bind(statement, chain, roots, last, note)


def _is_way_of_others(statement: Statement, chain: Chain, note: Note) -> bool:
    """Whether others are said to write otherwise what the note has a formula for: "some write y = x W"."""
    binding = note.values.binding(chain.sides[0]) if statement.of_others and nameable(chain.sides[0]) else None
    return binding is not None and binding.definition is not None and not all_literal(chain.sides[-1])


def _is_one_direction(left: Term, right: Term) -> bool:
    r"""Whether two angles that are written out are whole turns apart: ``0^\circ = 360^\circ``."""
    match left, right:
        case Apply("degrees", (Number(value=one),)), Apply("degrees", (Number(value=other),)):
            return (one - other) % 360 == 0
    return False


NORMALISATIONS = frozenset({"layernorm", "rmsnorm", "batchnorm"})


def _is_case(statement: Statement, chain: Chain) -> bool:
    """Whether two letters are said to be equal in a case that is looked at: "for p = r we get"."""
    return statement.hedged and len(chain.sides) == 2 and all(isinstance(each, Symbol) for each in chain.sides)


def _is_of_own_operator(term: Term, note: Note) -> bool:
    if any(isinstance(part, Elementwise) and part.sign in note.own_operators for part in walk(term)):
        return True
    return PI in note.own_operators and any(isinstance(part, Sum) and Symbol(PI) in part.terms for part in walk(term))


def _leaves_gain_out(chain: Chain) -> bool:
    """Whether the first side is a normalisation of which the second has a gain or a shift: LayerNorm(x) = γ ⊙ …"""
    match chain.sides:
        case (Apply(function=name) as call, formula, *_) if canonical(name) in NORMALISATIONS:
            return any(isinstance(each, Symbol) and each not in set(walk(call)) for each in _operands(formula))
    return False


def _operands(term: Term) -> Iterator[Term]:
    """What is added and multiplied outermost."""
    match term:
        case Sum(parts) | Product(parts) | Elementwise(parts):
            for part in parts:
                yield from _operands(part)
        case _:
            yield term


def _define_by_entries(statement: Statement, chain: Chain, note: Note) -> None:
    """Let a displayed array or member be what the formula for its entries says, where nothing else is known of it."""
    name, display, table = chain.sides[0], chain.sides[-1], note.values
    if statement.stance != "asserted" or not nameable(name) or not is_display(display):
        return
    before = table.binding(name)
    if before is not None and before.definition is not None and before.example == table.example:
        return
    found = note.entries.definition(name, display, table)
    if found is not None and not (before is not None and before.statement >= found.statement):
        table.bind(Binding(name, statement.span, found.statement, table.example, found.term, section=statement.section))


MOST_ROOTS = 24  # faults of one chain, that its later sides are said to carry on


def _with_roots(roots: tuple[str, ...], judgement: Judgement) -> tuple[str, ...]:
    """The faults that a chain carries on behind one of its claims."""
    return tuple(dict.fromkeys((*roots, *keys_of(judgement))))[:MOST_ROOTS]


def _given(chain: Chain) -> bool:
    """Whether a chain only gives a name its value."""
    return len(chain.sides) == 2 and nameable(chain.sides[0]) and is_display(chain.sides[1])


def _start_anew(chain: Chain, table: ValueTable) -> None:
    """Forget what the names of a chain stood for: the note says that they get other values now."""
    for side in chain.sides[:-1]:
        if nameable(side) and is_display(chain.sides[-1]):
            table.forget(untransposed(side))
    match chain.sides:
        case (
            Apply(function="sqrt", arguments=(Symbol() | Index() as name,)) | Power(base=Symbol() | Index() as name),
            Number(),
        ):
            table.forget(name)  # told anew by its root, or by its square


def _known_transpose(term: Term, table: ValueTable) -> bool:
    """Whether a side is the transpose of something that has a value."""
    return isinstance(term, Transpose) and table.binding(term.operand) is not None


def _quotes_pi(claim: Claim, table: ValueTable) -> bool:
    """Whether a claim gives the first digits of π: a name of another value is no π."""
    if not isinstance(claim.left, Symbol) or claim.left.name not in PI_NAMES or not isinstance(claim.right, Number):
        return False
    return table.binding(claim.left) is None and abs(claim.right.value - pi().middle) < Fraction(1, 20)


PI = "pi"
MOST_SIDES = 24  # of a chain, that are tried as what a later side rests on


def _test(claim: Claim, earlier_sides: tuple[Term, ...], roots: tuple[str, ...], note: Note) -> Tested | None:
    """The three tests of a claim, which may rest on earlier sides; None where no side of it has a value."""
    table = note.values
    left = claim.left
    division = whole_division(left)
    naming = nameable(left) and not _known_transpose(left, table) or table.binding(left) is not None
    naming = naming and not _quotes_pi(claim, table)

    def run(term: Term, lookup_of: LookupOf, literal: Literal) -> Comparison | NotEvaluated:
        return best(compared(term, claim, lookup_of, literal, table, division))

    if naming:
        literal: Comparison | NotEvaluated = NotEvaluated("a name, given a value here")
        interval = literal
        definition = _own_definition(left, claim, note)
        if definition is None:
            return None
        inherited = known.roots_of(definition, table)
        truth = run(definition, known.as_true, known.true_literal(table))
        shown = run(definition, known.as_shown, exactly)
        # what follows from the displays holds; what does not may rest on more than they show
        if all_literal(definition) or isinstance(shown, Comparison) and shown.holds:
            literal = shown
        if isinstance(truth, NotEvaluated) and isinstance(literal, NotEvaluated):
            return None
        if inherited and isinstance(truth, Comparison) and truth.holds:
            literal = run(definition, known.as_shown, exactly)  # right, though what stands above it is wrong
        return Tested(claim, literal, truth, truth, (*inherited, *roots), definition)
    literal = run(left, known.as_shown, exactly)
    truth = run(left, known.as_true, known.true_literal(table))
    if earlier_sides and not (isinstance(truth, Comparison) and truth.holds and not roots):
        for earlier in earlier_sides:
            found = _truth_of_first(earlier, claim, note)
            arrays_shown = any(isinstance(part, Matrix) for part in walk(claim.right))
            telling = isinstance(literal, Comparison) or arrays_shown
            if isinstance(found, Comparison) and (found.holds or telling and reliable(earlier, claim, note, found)):
                truth = found if roots or found.holds or not isinstance(truth, Comparison) else truth
                break
    elif earlier_sides and isinstance(truth, Comparison) and isinstance(claim.right, Number):
        truth = _finest(earlier_sides, truth, claim, note)
    if isinstance(literal, NotEvaluated) and isinstance(truth, NotEvaluated):
        open_result = literal.missing and is_display(claim.right)
        return Tested(claim, literal, truth, literal, roots, left) if open_result else None
    interval = literal
    if not (isinstance(literal, Comparison) and literal.holds):
        interval = run(left, known.as_widened, known.widened_literal)
    return Tested(claim, literal, truth, interval, (*known.roots_of(left, table), *roots), left)


def _finest(earlier: Sequence[Term], truth: Comparison, claim: Claim, note: Note) -> Comparison:
    """What stands behind a number at the end of a chain: the first side that gives it, since later ones may be rounded."""
    found = (_truth_of_first(side, claim, note) for side in earlier)
    return next((each for each in found if isinstance(each, Comparison) and each.holds), truth)


def _truth_of_first(side: Term, claim: Claim, note: Note) -> Comparison | NotEvaluated:
    """The value behind an earlier side of the chain, beside what this claim shows."""
    table = note.values
    term = side
    if nameable(side):
        definition = _own_definition(side, claim, note)
        if definition is None:
            return NotEvaluated("a name, given a value here")
        term = definition
    return best(compared(term, claim, known.as_true, known.true_literal(table), table, whole_division(term)))


def _own_definition(name: Term, claim: Claim, note: Note) -> Term | None:
    """The formula an earlier statement of the same example gave for a name, where it can be relied on."""
    binding = note.values.binding(name)
    if binding is None and isinstance(name, Apply) and canonical(name.function) == "attention":
        return name if len(name.arguments) == 3 and is_display(claim.right) else None
    if binding is None and is_display(claim.right):
        return deviation_or_variance(name, claim, note.values)
    if binding is None or binding.definition is None:
        return None
    if binding.example != note.values.example and (binding.display is not None or not is_general(binding.definition)):
        return None
    if not is_display(claim.right) or _begins_infinite(binding.definition):
        return None
    learn_lengths(binding.definition, note.values)
    if is_setting(claim.right) and not follows_here(binding.definition, claim, note.values):
        return None
    if claim.statement.carrier == "worksheet" and binding.display is not None and isinstance(claim.right, Number):
        return None  # worked out above, and judged there: a sheet uses the name again for the next sum
    if isinstance(claim.right, Number) and isinstance(name, Apply):
        return None  # a function at another point
    if is_set_anew(binding.definition, claim, note.beside.get(note.at), note.values):
        return None
    at_first = isinstance(binding.definition, Symbol | Index)  # c_1 = x_1, to begin with
    if claim.statement.stepped and (at_first or binding.display is not None and all_literal(binding.definition)):
        return None  # worked out on the numbers of the step before
    if _is_of_one_more_kind(binding, claim, note.at):
        return None
    if any(
        _is_told_by_another_formula(each, binding) for each in known.rests_on(binding.definition, note.values).values()
    ):
        return None
    return binding.definition


SOON = 4  # statements from the working of a name to where its result is told again
MOST_KINDS = 2  # times that a name may be worked out anew before it is one that each paragraph has a value of


def _is_of_one_more_kind(binding: Binding, claim: Claim, at: int) -> bool:
    """Whether a name that was worked out on numbers is given another value further on, without any working.

    What differs by a slip of the pen is the same value, miscopied.
    """
    shown, before = claim.right, binding.display
    if before is None or not all_literal(binding.definition or before) or not isinstance(shown, Number):
        return False
    if binding.rebound >= MOST_KINDS:
        return True
    if not isinstance(before, Number) or shown.printed is None or before.printed is None:
        return False
    return at - binding.statement > SOON and not is_slip(shown.printed.text, before.printed.text)


def _is_told_by_another_formula(part: Binding, whole: Binding) -> bool:
    """Whether what a formula is made of has got another formula since: a variant has begun."""
    return part.retold > whole.statement and part.definition is not None and not all_literal(part.definition)


def _begins_infinite(definition: Term) -> bool:
    """A running maximum starts at -∞, and then takes other values."""
    return any(isinstance(part, Symbol) and part.name in INFINITY_NAMES for part in walk(definition)) and not any(
        isinstance(part, Apply) for part in walk(definition)
    )


def _lone_scores(statements: Sequence[Statement]) -> dict[int, list[tuple[Number, Number]]]:
    """Per section, each softmax of a single numeral with what it is said to be."""
    found: dict[int, list[tuple[Number, Number]]] = {}
    for statement in statements:
        for chain in chains(statement.term):
            for left, right in zip(chain.sides, chain.sides[1:], strict=False):
                if (score := lone_score(left)) is not None and isinstance(right, Number):
                    found.setdefault(statement.section, []).append((score, right))
    return found


def _substitution(claim: Claim, note: Note) -> Judgement | typing.Literal["moved on"] | None:
    """A number or matrix put in the place of a symbol whose known value is another."""
    symbolic = claim.left
    if nameable(symbolic):
        binding = note.values.binding(symbolic)
        if binding is None or binding.definition is None:
            return None
        if binding.example != note.values.example and not isinstance(symbolic, Apply):
            return None  # how a function is defined holds in every example
        symbolic = binding.definition
    if cells_of(claim.right) is not None:
        return None
    if (both := two_values(symbolic, claim.right)) is not None and not claim.statement.hedged:
        problem = faults.two_values(claim, *both)
        verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
        tests = {"substitution": "fails"}
        return Judgement(claim, verdict, tests, (), problem, "value-contradicts-symbol")
    found = misfits(symbolic, claim.right, note.values)
    if (
        not found
        and not claim.statement.hedged
        and (slip := digit_slip(symbolic, claim.right, note.values)) is not None
    ):
        problem = faults.digit_slip(claim, slip, note.values.bindings[slip.symbol])
        told = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
        known_value = note.values.bindings[slip.symbol].shown
        cell = Compared(Cell((), slip.shown), known_value, "no") if isinstance(known_value, Interval) else None
        comparison = Comparison((cell,)) if cell is not None else None
        tests = {"substitution": "fails"}
        return Judgement(claim, told, tests, (), problem, "value-contradicts-symbol", comparison)
    if isinstance(found, str) or found and not reliable(symbolic, claim, note):
        return MOVED_ON
    if not found:
        return None
    misfit = found[0]
    rows = list(texts_by_row(misfit.shown))
    if all(each.cell.place and rows[each.cell.place[0]] in note.flagged_rows for each in misfit.comparison.wrong):
        return None
    fault, problem = faults.misfit(claim, misfit)
    if fault == "last-digit-differs" and not nameable(misfit.symbol):
        return None  # it may be worked out of rounded numbers that are not shown
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    tests = {"substitution": "fails"}
    return Judgement(claim, verdict, tests, (), problem, fault, misfit.comparison)
