"""Steps that do not follow, and derivatives that are other ones, worded for the note's author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise

from symformer.findings.finding import Level, Problem, Related
from symformer.judging.steps.derivations import Step, steps
from symformer.judging.steps.functionals import functionals
from symformer.judging.steps.supposed import imagined, supposed
from symformer.judging.tables.listed import wrong_total
from symformer.judging.worked.one_edit import bracketed, exchanged, turned
from symformer.reasoning.equality import Counterexample, Tables, equality
from symformer.reasoning.normal import unordered
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import with_part
from symformer.terms.show import show_styled, spell_styled
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
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

MOST_EDITS, MOST_LETTERS = 90, 60
MISCOUNTS = (-1, 1, -2, 2, -3, 3, -10, 10)
MOST_SHOWN = 4
CHANCE = frozenset({"expectation", "variance", "Cov", "std"})
OTHER_FUNCTION = {"sin": "cos", "cos": "sin", "max": "min", "min": "max", "argmax": "argmin", "argmin": "argmax"}
MINUS, TWO = Number(Fraction(-1)), Number(Fraction(2))


def refuted_steps(model: SemanticModel) -> tuple[Step, ...]:
    """The steps of a note that hold for no plausible reading."""
    refuted = (
        step
        for step in steps(model)
        if step.found.outcome == "refuted" and not _may_be_called(step.statement) and not _are_columns(step)
    )
    refuted = (
        step
        for step in refuted
        if step.beyond_doubt
        or step.apart
        and not supposed(step, model)
        or step.alike
        and _is_nearly_identical(step, model)
    )
    return tuple(step for step in refuted if not (step.statement.hedged and imagined(step.statement, model)))


def _may_be_called(statement: Statement) -> bool:
    r"""Whether an average stands before a letter of which it may be one: ``\langle O \rangle(p)`` is no product."""
    return any(
        isinstance(one, Apply) and one.function == "angled" and isinstance(other, Symbol)
        for part in walk(statement.term)
        if isinstance(part, Product)
        for one, other in pairwise(part.factors)
    )


def _are_columns(step: Step) -> bool:
    """Whether an entry of a member stands beside one of the whole with the indices turned: ``(a_j)_i = a_{ij}``, of columns."""
    parts = {part for side in (step.left, step.right) for part in walk(side) if isinstance(part, Index)}
    return any(
        isinstance(part.base, Index)
        and part.indices != part.base.indices
        and Index(part.base.base, (*part.indices, *part.base.indices), part.upper) in parts
        for part in parts
    )


def broken_chains(model: SemanticModel) -> frozenset[int]:
    """The derivatives that are other ones, and the chains of three sides and more with a step that does not follow, by
    the identity of their statements."""
    return frozenset(
        id(step.statement)
        for step in once(model, refuted_steps)
        if isinstance(step.statement.term, Relation)
        and (len(step.statement.term.sides) > 2 or step.kind == "derivative" and _level(step, model) is None)
    )


def _is_nearly_identical(step: Step, model: SemanticModel) -> bool:
    """Whether an equation is one small slip away from an identity: none that is to be solved is so by chance."""
    if supposed(step, model):
        return False
    left = unordered(step.left)  # a side that is the other but for a slip: it may be asked to make no difference
    return _factor(step) is not None or any(unordered(edited) != left for _, edited in _slips(step))


def problems_of_steps(model: SemanticModel, *, derivatives: bool) -> Iterator[Problem]:
    """A problem for each refuted derivative, or for each other refuted step that is no wrong total: that is told as one."""
    for step in once(model, refuted_steps):
        if (step.kind == "derivative") == derivatives and not _is_told_as_total(step):
            yield _problem(step, model)


def _is_told_as_total(step: Step) -> bool:
    term = step.statement.term
    return isinstance(term, Relation) and wrong_total(*term.sides[step.at : step.at + 2]) is not None


def _problem(step: Step, model: SemanticModel) -> Problem:
    shown = step.found.counterexample
    assert shown is not None
    what = "this derivative is another one" if step.kind == "derivative" else "this step does not follow"
    span = step.statement.place(step.right.origin)
    slip = likely_slip(step)
    return Problem(
        span,
        f"{what}: {at_values(shown)}",
        help=slip,
        level=_level(step, model),
        related=tuple(_definitions(step, model)),
        evidence={"kind": "step", "left": show_styled(step.left), "right": show_styled(step.right)},
        key=f"step@{span.start}",
    )


def _level(step: Step, model: SemanticModel) -> Level | None:
    """Info where the words around speak of conditions; None for the rule's own level."""
    return "info" if step.statement.renewed and _rests_on_definitions(step) or supposed(step, model) else None


def _rests_on_definitions(step: Step) -> bool:
    """Whether a step was judged with what the note says elsewhere of its names."""
    names = {
        part.name if isinstance(part, Symbol) else part.function
        for part in walk(step.left)
        if isinstance(part, Symbol | Apply)
    }
    names |= {
        part.name if isinstance(part, Symbol) else part.function
        for part in walk(step.right)
        if isinstance(part, Symbol | Apply)
    }
    return step.kind == "derivative" or not names.isdisjoint(step.given.meanings)


def _definitions(step: Step, model: SemanticModel) -> Iterator[Related]:
    """Where the note defines what is differentiated, and the functionals whose sums were put in."""
    told = functionals(model.statements)
    for part in dict.fromkeys(walk(step.statement.term)) if told else ():
        if part in told and told[part][1] is not step.statement:
            yield Related(told[part][1].span, f"{show_styled(part)} defined here")
    if step.kind != "derivative":
        return
    of = next((each for each in (step.left, step.right) if isinstance(each, Apply)), None)
    name = of.arguments[0].name if of is not None and of.arguments and isinstance(of.arguments[0], Symbol) else None
    meaning = step.given.meanings.get(name) if name is not None else None
    if meaning is None or name is None:
        return
    for statement in model.statements:
        term = statement.term
        if isinstance(term, Relation) and len(term.sides) > 1 and term.sides[1] is meaning.body:
            yield Related(statement.span, f"{spell_styled(name)} defined here")


# -- in words -------------------------------------------------------------------------------------------------------------


def at_values(shown: Counterexample) -> str:
    """The values at which two sides differ, and what they are there.

    >>> at_values(Counterexample({"a": 2.0, "b": 3.0}, 25.0, 13.0))
    'at a = 2, b = 3 the left side is 25, the right 13'
    """
    values = [(name, value) for name, value in sorted(shown.point.items()) if not name.startswith("weight ")]
    told = [f"{_name(name)} = {_number(value)}" for name, value in values]
    sizes = [f"{spell_styled(name)} = {size}" for name, size in shown.sizes]
    if len(told) + len(sizes) > MOST_SHOWN + 2:
        told = [*told[:MOST_SHOWN], "…"] if len(told) > MOST_SHOWN else told
    where = f"at {', '.join([*told, *sizes])} " if told or sizes else ""
    entry = f"entry ({', '.join(map(str, shown.place))}) of the left side" if shown.place else "the left side"
    return f"{where}{entry} is {_number(shown.left)}, the right {_number(shown.right)}"


def _name(letter: str) -> str:
    if "(" in letter.partition("[")[0]:
        return spell_styled(letter)  # a derivative that counts as a letter, with places of its own
    base, bracket, rest = letter.partition("[")
    place = rest.replace("][", ",").rstrip("]")
    return f"{spell_styled(base)}{'_' + place.replace(',', '') if bracket else ''}"


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) and abs(value) < 1e9 else f"{value:.4g}"


# -- the likely slip --------------------------------------------------------------------------------------------------------


def likely_slip(step: Step) -> str | None:
    """The one small change that makes a step true, in words."""
    factor = _factor(step)
    return factor or next((f"{text}: {show_styled(edited)}" for text, edited in _slips(step)), None)


def _factor(step: Step) -> str | None:
    shown = step.found.counterexample
    return _lost_factor(shown.ratio) if shown is not None and shown.ratio else None


def _slips(step: Step) -> Iterator[tuple[str, Term]]:
    """The small changes of the right side that make a step true."""
    of_letters = islice(_of_letters(step.right, step.left), MOST_EDITS + MOST_LETTERS)
    tables = Tables()
    for text, edited in (*islice(_edits(step.right), MOST_EDITS), *of_letters):
        if equality(step.left, edited, step.given, prove=False, tables=tables).outcome in ("supported", "proved"):
            yield text, edited


def _lost_factor(ratio: float) -> str | None:
    """What a right side of so many times the left has lost, or has too much."""
    lost = Fraction(1 / ratio).limit_denominator(64)
    if abs(float(lost) * ratio - 1) > 1e-6:
        return None
    if lost == -1:
        return "the sign is turned"
    sign = "-" if lost < 0 else ""
    size = abs(lost)
    return (
        f"the right side lacks a factor {sign}{size}"
        if size > 1
        else f"the right side is {sign}{1 / size} times the left"
    )


def _edits(term: Term) -> Iterator[tuple[str, Term]]:
    """The term with one small thing changed, and what that is."""
    yield from _edits_here(term)
    for at, part in enumerate(children(term)):
        for text, edited in _edits(part):
            yield text, with_part(term, at, edited)


def _of_letters(term: Term, other: Term) -> Iterator[tuple[str, Term]]:
    """The term with two letters in each other's place, or with a product for a sum of two letters.

    Where the other side is the term with the letters exchanged, it says that both are one: a (b + 1) = b (a + 1).
    """
    for edited in exchanged(term):
        if edited != other:
            yield "two letters have changed places, try", edited
    for edited in _as_products(term):
        yield "a product is meant, try", edited
    for edited in _with_brackets(term):
        yield "brackets are lost, try", edited
    for edited in _at_bound_letters(term, None):
        yield "another letter is meant, try", edited
    if any(isinstance(part, Apply) and part.function in CHANCE for part in walk(term)):
        return  # what is said of other letters may be so of chance
    for edited in _joined(term):
        yield "a product is meant, try", edited
    ours = _leaves(other)
    for edited in islice(_with_other_letters(term, other), MOST_LETTERS):
        if _leaves(edited) != ours:  # p² q = p q² says that both are one
            yield "another letter is meant, try", edited


def _at_bound_letters(term: Term, bound: Symbol | None) -> Iterator[Term]:
    """The term with an entry taken at the letter of the sum around it."""
    if isinstance(term, Index):
        if bound is not None and bound not in term.indices and not term.upper and len(term.indices) == 1:
            yield Index(term.base, (bound,), (), term.origin)
        return
    inner = term.index if isinstance(term, IndexedSum) else bound
    for at, part in enumerate(children(term)):
        if isinstance(term, IndexedSum) and part is not term.body:
            continue
        for edited in _at_bound_letters(part, inner):
            yield with_part(term, at, edited)


def _with_brackets(term: Term) -> Iterator[Term]:
    """The term with brackets around a sum in it."""
    if isinstance(term, Sum):
        yield from bracketed(term)
    for at, part in enumerate(children(term)):
        for edited in _with_brackets(part):
            yield with_part(term, at, edited)


def _as_products(term: Term) -> Iterator[Term]:
    """The term with a sum of letters among its factors as their product."""
    if isinstance(term, Product):
        for at, part in enumerate(term.factors):
            if (
                isinstance(part, Sum)
                and len(part.terms) == 2
                and all(isinstance(e, Symbol | Index) for e in part.terms)
            ):
                yield Product((*term.factors[:at], *part.terms, *term.factors[at + 1 :]), term.sign)
    for at, part in enumerate(children(term)):
        for edited in _as_products(part):
            yield with_part(term, at, edited)


def _leaves(term: Term) -> Counter[Term]:
    """The letters and numbers of a formula, each as often as it is a factor or summand."""
    match term:
        case Symbol() | Index() | Number():
            return Counter({term: 1})
        case Power(base, Number(value)) if value.denominator == 1 and value > 0:
            return Counter({each: count * int(value) for each, count in _leaves(base).items()})
    return sum((_leaves(part) for part in children(term)), Counter())


def _joined(term: Term) -> Iterator[Term]:
    """The term with two neighbours of a sum, letters both, as a product: 1 - a b for 1 - a - b."""
    if isinstance(term, Sum) and len(term.terms) > 2:
        for at in range(len(term.terms) - 1):
            first, second = term.terms[at], term.terms[at + 1]
            bare = second if isinstance(second, Symbol | Index) else turned(second)
            if all(isinstance(each, Symbol | Index) for each in (bare, first if at == 0 else _bare(first))):
                yield Sum((*term.terms[:at], Product((first, bare)), *term.terms[at + 2 :]))
    if not isinstance(term, Index):
        for at, part in enumerate(children(term)):
            for edited in _joined(part):
                yield with_part(term, at, edited)


def _bare(term: Term) -> Term:
    return turned(term) if isinstance(term, Product) and term.factors[0] == MINUS else term


def _with_other_letters(term: Term, other: Term) -> Iterator[Term]:
    """The term with one of its letters as another one of the step, or the square of one as a product of two."""
    letters = list(dict.fromkeys(each for side in (term, other) for each in _letters(side)))
    yield from _replaced(term, letters)


def _letters(term: Term) -> Iterator[Term]:
    if isinstance(term, Symbol | Index):
        yield term
    else:
        for part in children(term):
            yield from _letters(part)


def _replaced(term: Term, letters: list[Term]) -> Iterator[Term]:
    if isinstance(term, Symbol | Index):
        yield from (each for each in letters if each != term)
        return
    match term:
        case Power(Symbol() | Index() as base, Number(value)) if value == 2:
            yield from (Product((base, each)) for each in letters if each != base)
        case Quotient(above, below) if not isinstance(above, Number):
            yield Quotient(below, above)
    for at, part in enumerate(children(term)):
        if isinstance(term, IndexedSum) and part is not term.body:
            continue  # the index and its ends stay
        for edited in _replaced(part, letters):
            yield with_part(term, at, edited)


def _edits_here(term: Term) -> Iterator[tuple[str, Term]]:
    match term:
        case Sum(terms):
            for at, part in enumerate(terms):
                yield "a sign is turned, try", Sum((*terms[:at], turned(part), *terms[at + 1 :]))
                yield "a factor 2 is lost, try", Sum((*terms[:at], Product((TWO, part)), *terms[at + 1 :]))
                yield "a factor 2 is too much, try", Sum((*terms[:at], Quotient(part, TWO), *terms[at + 1 :]))
            for at, part in enumerate(terms):
                for counted in _miscounted(part):
                    yield "a number is off, try", Sum((*terms[:at], counted, *terms[at + 1 :]))
        case Product(factors) if len(factors) > 1 and factors[0] == MINUS:
            yield "a sign is turned, try", Product(factors[1:]) if len(factors) > 2 else factors[1]
        case Power(base, Number(value)):
            for other in (value + 1, value - 1, -value):
                yield "an exponent is off, try", Power(base, Number(other))
        case Power(base, exponent):
            yield "the sign of an exponent is turned, try", Power(base, turned(exponent))
        case Product(factors=(*before, one, Transpose(other)), sign=sign) if not isinstance(one, Transpose):
            yield "the outer product is the other way round, try", Product((*before, other, Transpose(one)), sign)
        case Transpose(operand):
            yield "a transpose too many, try", operand
        case Apply(function=name) if name in OTHER_FUNCTION:
            yield "another function is meant, try", Apply(OTHER_FUNCTION[name], term.arguments, term.labels)
        case Symbol(name) if _may_turn(name):
            yield "a transpose is missing, try", Transpose(term)
    if isinstance(term, Product) and any(isinstance(part, Symbol | Transpose) for part in term.factors):
        for at in range(len(term.factors) - 1):
            swapped = (*term.factors[:at], term.factors[at + 1], term.factors[at], *term.factors[at + 2 :])
            yield "two factors have changed places, try", Product(swapped, term.sign)


def _miscounted(term: Term) -> Iterator[Term]:
    """A multiple with a few more or less."""
    first = term.factors[0] if isinstance(term, Product) else None
    if not isinstance(term, Product) or not isinstance(first, Number):
        return
    count = first.value
    if count.denominator == 1 and count > 1:
        for off in MISCOUNTS:
            if count + off > 0:
                yield Product((Number(count + off), *term.factors[1:]), term.sign)


def _may_turn(name: str) -> bool:
    return name[:1].isupper() or name.startswith("bold(")
