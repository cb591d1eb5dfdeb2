"""Calls of two arguments in the other order: ``f(j, x)`` beside ``f(x, j)``, of a thing and a number that counts; ``p_{X,Y}(y, x)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.functions import lookup
from symformer.judging.symbols.argument_order import EITHER_WAY
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.indices.ranges import COUNTERS
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.arities import VARIADIC, Call, calls_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.uses import FORMS
from symformer.terms.parts import base_name
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Sum, Symbol, Term

EITHER_ORDER = frozenset({"p", "P", "q", "Pr", "I", "H", "E", "D", "d"})  # joint chances, distances
FEWEST = 2  # calls in the usual order
PAIR = 2  # arguments


@dataclass(frozen=True, slots=True)
class _Order:
    """What a call takes: the letter of the thing that is no count, and whether it comes first."""

    thing: str
    thing_first: bool


def exchanged_argument_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each call with the two arguments of the others in the other order."""
    for name, made in calls_of(model).items():
        known = lookup(name)
        if name in FORMS | EITHER_ORDER or EITHER_WAY.search(name) or known is not None and known.id in VARIADIC:
            continue
        ordered = [(call, order) for call in made if (order := _order(call)) is not None]
        for first in (True, False):
            usual = [call for call, order in ordered if order.thing_first is first]
            odd = [(call, order) for call, order in ordered if order.thing_first is not first]
            if (
                len(usual) < FEWEST
                or len(odd) != 1
                or not any(_is_of_one_thing(odd[0][1], order) for _, order in ordered)
            ):
                continue
            yield _problem(odd[0][0], usual[0])


def swapped_entries(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one ``r(a_t, s_t)`` of a note whose other calls of r take an s first and an a behind it."""
    for name, made in calls_of(model).items():
        if name in FORMS | EITHER_ORDER or EITHER_WAY.search(name):
            continue
        pairs = [(call, letters) for call in made if (letters := _letters_of_entries(call)) is not None]
        orders = Counter(letters for _, letters in pairs).most_common()
        if len(orders) != 2 or orders[1][1] != 1 or orders[0][1] <= FEWEST or orders[0][0] != orders[1][0][::-1]:
            continue
        odd = next(call for call, letters in pairs if letters == orders[1][0])
        usual = next(call for call, letters in pairs if letters == orders[0][0])
        yield _problem(odd, usual)


def turned_beside(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``\Sigma_\theta(t, x_t)`` in one formula with ``\mu_\theta(x_t, t)``: two parts of one model."""
    for statement, parts in once(model, asserted_formulas):
        calls = [each for each in parts if isinstance(each, Apply) and len(each.arguments) == PAIR and _marks(each)]
        usual = {(_marks(each), each.arguments[::-1]): each for each in calls if _is_of_a_step(each)}
        turned = [each for each in calls if (_marks(each), each.arguments) in usual]
        if len(turned) == 1:
            other = usual[_marks(turned[0]), turned[0].arguments]
            if other.function != turned[0].function:
                yield _problem(Call(statement, turned[0], False), Call(statement, other, False))


def _is_of_a_step(call: Apply) -> bool:
    """Whether a call takes the member of a step, and then the step: x_t and t."""
    match call.arguments:
        case (Index(indices=(step,)), letter):
            return step == letter
    return False


def _marks(call: Apply) -> tuple[object, ...]:
    """The labels of a function, or what stands below its name: the parameters that it has."""
    return call.labels or tuple(filter(None, (taken_apart(call.function).below,)))


def _letters_of_entries(call: Call) -> tuple[str, ...] | None:
    """The letters of the two members that a call takes: s and a of ``r(s_t, a_t)``; both of one step."""
    arguments = call.term.arguments
    if len(arguments) != PAIR or not all(isinstance(each, Index) for each in arguments):
        return None
    if len({each.slots for each in arguments if isinstance(each, Index)}) != 1:
        return None
    letters = tuple(taken_apart(base_name(each)).letter for each in arguments)
    return letters if all(letters) and len(set(letters)) == len(letters) else None


def labelled_orders(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each ``p_{X,Y}(y, x)``: the labels say which variable each argument is a value of."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, Apply) or len(part.labels) < PAIR:
                continue
            variables, values = map(_plain_letters, (part.labels, part.arguments))
            wanted = [name.lower() for name in variables]
            if len(set(values)) == len(values) > 1 and sorted(values) == sorted(wanted) and values != wanted:
                place = statement.place(part.origin)
                order = ", ".join(wanted)
                yield Problem(
                    place,
                    f"the arguments of {show(part)} stand in another order than its labels {', '.join(variables)}",
                    help=f"try ({order})",
                    evidence={"kind": "symbol", "symbol": part.function},
                    key=f"order@{place.start}",
                )


def _plain_letters(terms: Sequence[Term]) -> list[str]:
    """The letters of plain names, nothing where one is no plain letter; all capitals or all small."""
    names = [each.name if isinstance(each, Symbol) and len(each.name) == 1 else "" for each in terms]
    return names if all(name.isalpha() for name in names) and len({name.isupper() for name in names}) == 1 else []


def _is_of_one_thing(odd: _Order, other: _Order) -> bool:
    return other.thing_first is not odd.thing_first and other.thing == odd.thing


def _order(call: Call) -> _Order | None:
    if len(call.term.arguments) != PAIR:
        return None
    one, other = call.term.arguments
    for thing, count, first in ((one, other, True), (other, one, False)):
        letter = _thing(thing)
        if letter is not None and _counts(count):
            return _Order(letter, first)
    return None


def _thing(term: Term) -> str | None:
    """The letter of what is no number that counts: a vector, a word, an entry."""
    base = term.base if isinstance(term, Index) else term
    if not isinstance(base, Symbol):
        return None
    spelling = taken_apart(base.name)
    counts = isinstance(term, Symbol) and spelling.letter in COUNTERS and not spelling.font
    return None if counts or spelling.letter.isdigit() else spelling.letter


def _counts(term: Term) -> bool:
    """Whether a term is a counting letter, as it is or with something added: j, j + 1."""
    match term:
        case Symbol(name=name) if name in COUNTERS:
            return True
        case Sum(terms=(Symbol(name=name), Number() | Symbol())) if name in COUNTERS:
            return True
    return False


def _problem(call: Call, usual: Call) -> Problem:
    place = call.statement.place(call.term.origin)
    shown = show(usual.term)
    return Problem(
        place,
        f"the arguments of {show(call.term)} stand in another order than in {shown}",
        help=f"try the order of {shown}",
        related=(Related(usual.statement.place(usual.term.origin), "stands here"),),
        evidence={"kind": "symbol", "symbol": call.term.function},
        key=f"order@{place.start}",
    )
