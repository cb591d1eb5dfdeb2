"""What the names in a note stand for: its definitions, by name and in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from symformer.documents.places import section_at, topic_of
from symformer.judging.steps.functionals import functionals
from symformer.judging.steps.introduced import counts_in, introduced, with_index_in
from symformer.judging.steps.matrix_families import families_in
from symformer.reasoning.equality import Meaning
from symformer.semantics.declaring.declared import is_alias, is_condition
from symformer.semantics.statement import Statement
from symformer.semantics.surroundings import sentence_before
from symformer.terms.parts import put_in, rebuilt
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

DEFINING_SIGNS = frozenset({"=", ":=", "≜", "≡"})
MOST_NODES = 160  # of one side
DERIVATIVES = frozenset({"derivative", "gradient"})
NO_NUMBERS = frozenset(
    {"given", "versus", "set", "tuple", "range", "percent", "quantity", "degrees", "times", "labelled", "evaluated",
     "O", "Theta", "Omega", "o", "calligraphic(O)"}
)  # fmt: skip
IDENTITIES = frozenset(
    {"exp", "ln", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "sqrt", "absolute", "norm", "expectation", "variance", "Cov",
     "trace", "det", "max", "min", "argmax", "argmin", "transpose", "inner"}
)  # fmt: skip  # of letters: what is said of them is no definition


# -- what a side of a formula is ---------------------------------------------------------------------------------------


def is_kept_out(term: Term) -> bool:
    """Whether a side holds what is no number, or could not be read."""
    counted = {id(each) for part in walk(term) if isinstance(part, Sum) for each in part.terms}
    for nodes, part in enumerate(walk(term)):
        if nodes > MOST_NODES:
            return True
        match part:
            case Unknown() if not part.alternatives or part.reason.startswith("a number behind"):
                return True
            case Product(sign="×") if all(isinstance(each, Symbol) for each in part.factors):
                if id(part) not in counted:  # a × b + b is a number
                    return True  # a shape
            case Ellipsis() | Space() | Relation() | Slice():
                if not isinstance(part, Relation):
                    return True
            case Apply(function=name) if name in NO_NUMBERS:
                return True
    return isinstance(term, Relation)


def is_defined(term: Term) -> bool:
    """Whether a side is a name, an entry, or a call of letters, which an equation defines."""
    match term:
        case Symbol() | Index(base=Symbol()):
            return True
        case Apply() if term.function not in DERIVATIVES:
            named = all(isinstance(each, Symbol | Index) for each in term.arguments)
            return named and term.function not in IDENTITIES and not is_primed(term)
        case Index(base=Apply() as call):
            return is_defined(call)
    return False


def is_primed(term: Term) -> bool:
    """Whether a side is f'(x)."""
    return isinstance(term, Apply) and term.function.endswith("'") and len(term.arguments) == 1


def is_derivative(term: Term) -> bool:
    """Whether a side is a derivative, or a product of them."""
    if isinstance(term, Product):
        return all(isinstance(each, Number) or is_derivative(each) for each in term.factors)
    return isinstance(term, Apply) and (term.function in DERIVATIVES or is_primed(term))


def has_letters(term: Term) -> bool:
    """Whether anything but numbers stands in it."""
    return any(isinstance(part, Symbol) and part.name not in ("e", "pi") for part in walk(term))


# -- the definitions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Definition:
    name: str
    meaning: Meaning
    statement: Statement
    section: int
    topic: int
    at: int
    counts: frozenset[str]  # the letters up to which its body sums
    indexed: frozenset[str]  # those that stand there with an index


class Definitions:
    """The definitions of a note, by name and in order.

    What is said to solve an equation, or to be the case ("for i = j"), defines nothing.
    """

    def __init__(self, model: SemanticModel) -> None:
        self.by_name: dict[str, list[_Definition]] = {}
        self.document = model.document
        self.members: dict[Term, list[Statement]] = {}
        for member, statement in _members_told(model.statements):
            self.members.setdefault(member, []).append(statement)
        self.lettered = _lettered(model.statements)
        self.functionals = functionals(model.statements)
        self.introduced: dict[tuple[str, int], list[tuple[int, tuple[str, ...]]]] = {}  # by name and topic
        for statement in model.statements:
            for name, letters in introduced(statement.term):
                self.introduced.setdefault((name, self._topic(statement)), []).append((statement.span.start, letters))
        indices = _index_names(model)
        for statement in model.statements:
            for name, meaning in _defined(statement):
                if name in indices and not meaning.indices and isinstance(meaning.body, Symbol):
                    continue
                if statement.stance == "asked" and name not in self.by_name:
                    continue  # a question may suppose another one: "if the loss is L = …, what becomes of δ?"
                if _is_solution(model, statement) or _is_choice(model, statement):
                    continue
                section = section_at(model.document, statement.span.start)
                made = _Definition(
                    name, meaning, statement, section, self._topic(statement), statement.span.start,
                    counts_in((meaning.body,)), with_index_in((meaning.body,)),
                )  # fmt: skip
                self.by_name.setdefault(name, []).append(made)
        one = {name: told[0].meaning for name, told in self.by_name.items() if len(told) == 1}
        self.matrices = families_in(one)
        if GAUSSIAN not in self.by_name:
            self.known = {GAUSSIAN: _density()}
        else:
            self.known = {}

    def at(self, statement: Statement, sides: Sequence[Term]) -> list[dict[str, Meaning]]:
        """What names stand for at a statement: the last definitions before it, then the ones before those."""
        section = section_at(self.document, statement.span.start)
        names = self._names(sides)
        found: list[dict[str, Meaning]] = [{}, {}]
        variables = _differentiated_by(sides)
        indexed = with_index_in(sides)
        held = {name: self.by_name.get(name, ()) for name in names}
        counts = counts_in(sides).union(*(each.counts for made in held.values() for each in made))
        for name in names:
            told = [each for each in self.by_name.get(name, ()) if each.statement is not statement]
            before = self._before(told, statement, with_index=name in indexed | _indexed_elsewhere(name, held))
            behind = [each for each in told if each.at > statement.span.start and each.section == section]
            candidates = [each.meaning for each in reversed(before)]
            if not candidates and name not in variables:  # what it is found to be behind a gradient is the solution
                candidates = [each.meaning for each in behind]
            candidates = [
                each
                for each in candidates
                if not _is_of_others(name, each, sides) and not (each.indices and name in counts)
            ]
            if _is_recurrence_with_start(name, candidates):
                continue  # neither of the two tells all members
            different = list(dict.fromkeys(candidates)) or [self.known[name] for _ in (name,) if name in self.known]
            if different:
                found[0][name] = different[0]
                found[1][name] = different[min(1, len(different) - 1)]
        found = [_in_their_letters(each) for each in (found if found[0] != found[1] else found[:1])]
        independent = _independent(sides, found[0]) | (_primed_by(sides) & found[0].keys())
        return [*found, *({k: v for k, v in each.items() if k not in independent} for each in found if independent)]

    def matrices_at(self, statement: Statement, names: Mapping[str, Meaning]) -> Mapping[str, Meaning]:
        """The families of matrices that have one definition in the note, which is in force at a statement."""
        return {
            name: each
            for name, each in self.matrices.items()
            if names.get(name) == each and self.by_name[name][0].statement is not statement
        }

    def told_once(self, name: str, statement: Statement) -> bool:
        """Whether a name has one definition, and no recurrence, beside a statement that is judged.

        What other topics of the note call so does not count where this one says itself what it means; but f(x) is any
        function, and may be another one at each place.
        """
        told = [each for each in self.by_name.get(name, ()) if each.statement is not statement]
        own = [] if any(each.meaning.parameters for each in told) else self._of_its_topic(told, statement)
        others = {each.meaning for each in own or told}
        if any(each.indices for each in others):  # p = softmax(z) names what p_i = … writes out
            others = {each for each in others if not _is_named(each)}
        return name in self.known or len(others) == 1 and not any(_mentions(each.body, name) for each in others)

    def _of_its_topic(self, told: Sequence[_Definition], statement: Statement) -> list[_Definition]:
        """Those of some definitions that stand before a statement, in the same topic."""
        start, topic = statement.span.start, self._topic(statement)
        return [each for each in told if each.at < start and each.topic == topic]

    def _before(self, told: Sequence[_Definition], statement: Statement, *, with_index: bool) -> list[_Definition]:
        """The definitions before a statement, but for those that only another topic has for another family.

        Its own topic may introduce the letter anew: y_i ∈ {0, 1}, where y_t is made of states elsewhere.  And a letter that
        stands there alone is not the family of another topic: v is not the v_t of a filter.
        """
        start, topic = statement.span.start, self._topic(statement)
        return [
            each
            for each in told
            if each.at < start
            and (each.topic == topic or not self._is_of_another_family(each, start, topic, with_index=with_index))
        ]

    def _is_of_another_family(self, made: _Definition, start: int, topic: int, *, with_index: bool) -> bool:
        if made.meaning.indices and not with_index:
            return True
        again = self.introduced.get((made.name, topic), ())
        return any(made.at < at < start and letters != made.meaning.indices for at, letters in again)

    def _topic(self, statement: Statement) -> int:
        return topic_of(self.document, statement.section)

    def tells_member(self, sides: Sequence[Term], statement: Statement) -> bool:
        """Whether the note says, in letters, what one of the numbered members in some formulas is: b_1 = -2 b_2.

        What a chain is worked out for may stand on both sides of its steps: that says nothing more of it.
        """
        inside = {part for side in sides for part in walk(side) if isinstance(part, Index)}
        return any(
            len(inside) > 1 or any(each is not statement for each in self.members[part])
            for part in inside
            if part in self.members
        )

    def tells_otherwise(self, sides: Sequence[Term], put_in: Mapping[str, Meaning], statement: Statement) -> bool:
        """Whether the note tells the members of a family by a formula that was not put in: p_{ij} of p_{j|i}."""
        families = {
            part.base.name
            for side in sides
            for part in walk(side)
            if isinstance(part, Index) and isinstance(part.base, Symbol) and len(part.indices) > 1
        }
        return any(
            each is not statement
            for name in families - put_in.keys() - _bases_differentiated_by(sides)
            for each in self.lettered.get(name, ())
        )

    def _names(self, sides: Sequence[Term]) -> list[str]:
        """The names in some formulas and in what they stand for."""
        names: dict[str, None] = {}
        queue = list(sides)
        while queue and len(names) < 60:
            for part in walk(queue.pop()):
                name = _name(part)
                if name and name not in names:
                    names[name] = None
                    queue += [each.meaning.body for each in self.by_name.get(name, ())]
        return list(names)


def _is_recurrence_with_start(name: str, meanings: Sequence[Meaning]) -> bool:
    """Whether one formula tells each member of a family by its next one, and another one where that begins: δ_t and δ_T."""
    runs = {each.indices for each in meanings if each.indices and _mentions(each.body, name)}
    begins = {each.indices for each in meanings if each.indices and not _mentions(each.body, name)}
    return bool(runs) and bool(begins - runs)


def _indexed_elsewhere(name: str, held: Mapping[str, Sequence[_Definition]]) -> frozenset[str]:
    """The letters that stand with an index in what the other names of some formulas stand for."""
    return frozenset().union(*(each.indexed for other, made in held.items() if other != name for each in made))


def _in_their_letters(meanings: dict[str, Meaning]) -> dict[str, Meaning]:
    """The meanings, with a function that hides its argument in another name told by it: f(z) = w e^{-w}, where w = e^z."""
    made = dict(meanings)
    for name, each in meanings.items():
        if each.indices or not each.parameters or any(_mentions(each.body, letter) for letter in each.parameters):
            continue
        values: dict[Term, Term] = {
            Symbol(other): told.body
            for other, told in meanings.items()
            if not told.parameters and not told.indices and any(_mentions(told.body, one) for one in each.parameters)
        }
        made[name] = replace(each, body=put_in(each.body, values))
    return made


def _is_of_others(name: str, meaning: Meaning, sides: Sequence[Term]) -> bool:
    """Whether a letter stands in some formulas as it is, where its definition is of a function of none of their letters."""
    parts = [part for side in sides for part in walk(side)]
    if not meaning.parameters or any(isinstance(part, Apply) and part.function.startswith(name) for part in parts):
        return False
    letters = {part.name for part in parts if isinstance(part, Symbol)}
    return name in letters and letters.isdisjoint(meaning.parameters)


def _lettered(statements: Sequence[Statement]) -> dict[str, list[Statement]]:
    """The formulas in letters that tell the members of a family with two indices, by the name of the family."""
    found: dict[str, list[Statement]] = {}
    for statement in statements:
        match statement.term:
            case Relation(relations=("=", *_), sides=(Index(base=Symbol(name), indices=(_, _)), right, *_)):
                if statement.carrier == "formula" and has_letters(right):
                    found.setdefault(name, []).append(statement)
    return found


def _is_named(meaning: Meaning) -> bool:
    """Whether a whole is only called by the name of its function: softmax(z)."""
    body = meaning.body
    called = isinstance(body, Apply) and body.function in ("softmax", "log_softmax") and not meaning.indices
    return called and all(isinstance(each, Symbol) for each in children(body))


def _members_told(statements: Sequence[Statement]) -> Iterator[tuple[Term, Statement]]:
    """The numbered members that a formula of other members of their family tells."""
    for statement in statements:
        match statement.term:
            case Relation(relations=("=", *_), sides=(Index() as left, right, *_)) if not has_letters(
                Sum(left.indices)
            ):
                others = (part for part in walk(right) if isinstance(part, Index) and part != left)
                if any(part.base == left.base for part in others) and not isinstance(right, Index):
                    yield left, statement


def _name(part: Term) -> str:
    """The name of a letter, or of a function without its primes."""
    if isinstance(part, Symbol):
        return part.name
    return part.function.rstrip("'") if isinstance(part, Apply) else ""


def _index_names(model: SemanticModel) -> frozenset[str]:
    """The letters that stand in indices anywhere in a note."""
    scripts = (
        script
        for statement in model.statements
        for part in walk(statement.term)
        if isinstance(part, Index)
        for script in part.slots
    )
    return frozenset(script.name for script in scripts if isinstance(script, Symbol))


_SOLVES = Cued(
    r"\b(?:solutions?|solves?|solved by|ansatz|trial function|minimi[sz]er|maximi[sz]er|optimum|optimal)\b|解为|解是|最优解"
    r"|精确解|解析解",
    re.IGNORECASE,
)


def _is_choice(model: SemanticModel, statement: Statement) -> bool:
    """Whether two names are made one for a case only: "$G = H$ gives multi-head attention"."""
    return is_alias(statement.term) and is_condition(statement, model.document.source.text)


def _is_solution(model: SemanticModel, statement: Statement) -> bool:
    """Whether the words before a formula say that it solves something."""
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    return _SOLVES.search(sentence_before(model.document.source.text, start)) is not None


def _differentiated_by(sides: Sequence[Term]) -> frozenset[str]:
    """The letters by which something in some formulas is differentiated."""
    found: set[str] = set()
    for part in (part for side in sides for part in walk(side)):
        if isinstance(part, Apply) and part.function in DERIVATIVES:
            by = part.labels if part.function == "gradient" else part.arguments[1:]
            found.update(each.name for each in by if isinstance(each, Symbol))
    return frozenset(found)


def _primed_by(sides: Sequence[Term]) -> frozenset[str]:
    """The letters that a prime differentiates by: z of f'(z), which need not be what the note called z before."""
    return frozenset(
        each.name
        for side in sides
        for part in walk(side)
        if isinstance(part, Apply) and is_primed(part)
        for each in part.arguments
        if isinstance(each, Symbol)
    )


def _bases_differentiated_by(sides: Sequence[Term]) -> frozenset[str]:
    """The same, with the families of the members among them: s for s_{ij}."""
    members = (
        part.arguments[1:] if part.function == "derivative" else part.labels
        for side in sides
        for part in walk(side)
        if isinstance(part, Apply) and part.function in DERIVATIVES
    )
    bases = (each.base for by in members for each in by if isinstance(each, Index))
    return _differentiated_by(sides) | {base.name for base in bases if isinstance(base, Symbol)}


def is_by_layers(sides: Sequence[Term]) -> bool:
    """Whether something is differentiated by a bare name that the formulas have in one of several layers: ∇_a C of a^L."""
    by = {Symbol(name) for name in _differentiated_by(sides)}
    parts = (each for side in sides for part in walk(side) for each in (part, *_alternatives(part)))
    return any(isinstance(part, Index) and part.base in by and LAYERS.intersection(part.upper) for part in parts)


LAYERS = frozenset({Symbol("L"), Symbol("l")})  # above a name: a^L is no power, as x^n is one


def _alternatives(part: Term) -> Iterator[Term]:
    """All parts of the readings of what can be read in two ways."""
    if isinstance(part, Unknown):
        for each in part.alternatives:
            yield from walk(each)


def _independent(sides: Sequence[Term], meanings: Mapping[str, Meaning]) -> frozenset[str]:
    """Letters with a meaning by which a side differentiates, where nothing of that meaning stands in the sides."""
    shown = {part.name for side in sides for part in walk(side) if isinstance(part, Symbol)}
    return frozenset(
        name
        for name in _differentiated_by(sides) & set(meanings)
        if not any(isinstance(part, Symbol) and part.name in shown for part in walk(meanings[name].body))
    )


TELLS = frozenset({"asserted", "asked"})  # stances of equations that tell what is meant by a name


def _defined(statement: Statement) -> Iterator[tuple[str, Meaning]]:
    term = statement.term
    if statement.carrier != "formula" or statement.stance not in TELLS or not isinstance(term, Relation):
        return
    if term.relations[0] not in DEFINING_SIGNS:
        return
    left, body = plain(term.sides[0]), worked_out(term)
    if body is None:
        return
    match left:
        case Power(Symbol() | Index() as inner, Number(value)) if value == 2 and not _is_constant(body):
            yield from _named(inner, Apply("sqrt", (body,)))  # σ² by its name
        case Apply("log" | "ln", (Symbol() | Index() | Apply() as inner,), ()) if not _is_constant(body):
            yield from _named(inner, Power(Symbol("e"), body))
        case _:
            yield from _named(left, body)


def worked_out(term: Relation) -> Term | None:
    """The first side behind the name that can be worked with, while the signs say that all are equal."""
    for relation, side in zip(term.relations, term.sides[1:], strict=True):
        if relation not in DEFINING_SIGNS:
            return None
        body = plain(side)
        if not is_kept_out(body) and has_letters(body) and not any(is_derivative(part) for part in walk(body)):
            return body
    return None


def _is_constant(body: Term) -> bool:
    return not has_letters(body)


def _named(left: Term, body: Term) -> Iterator[tuple[str, Meaning]]:
    match left:
        case Symbol(name) if not _mentions(body, name):
            yield name, Meaning(body)
        case Index(Symbol(name)):
            scripts = left.slots
            # g_{kk} tells the diagonal only, and nothing of g_{ij}
            apart = all(isinstance(each, Symbol) for each in scripts) and len(set(scripts)) == len(scripts)
            if apart and left not in list(walk(body)):
                yield name, Meaning(body, tuple(each.name for each in scripts if isinstance(each, Symbol)))
        case Apply(function=name, arguments=arguments, labels=()) if name not in DERIVATIVES and not is_primed(left):
            if name not in IDENTITIES and not _calls(body, name):
                yield from _function(name, arguments, body)


def _function(name: str, arguments: tuple[Term, ...], body: Term) -> Iterator[tuple[str, Meaning]]:
    """A function of letters, and of squares of letters, which count as letters of their own."""
    parameters: list[str] = []
    for each in arguments:
        match each:
            case Symbol(letter) if " " not in letter:  # words name one value
                parameters.append(letter)
            case Power(Symbol(letter) as base, Number(value)) if value == 2:
                parameters.append(f"square of {letter}")
                body = _with_square(body, base)
            case Apply("versus" | "given" | "parameters") if not _speaks_of(body, each) or _is_of_laws(each):
                yield name, Meaning(body)  # D(q ‖ p), in letters of another kind
                return
            case _:
                return
    yield name, Meaning(body, (), tuple(parameters))


def _is_of_laws(arguments: Apply) -> bool:
    """Whether laws with their parameters are compared, KL(N(μ, σ²) ‖ N(0, 1)): a number made of the parameters."""
    return len(arguments.arguments) == 2 and all(
        isinstance(each, Apply) and len(each.arguments) == 2 for each in arguments.arguments
    )


def _speaks_of(body: Term, arguments: Term) -> bool:
    """Whether a letter of some arguments stands in a formula."""
    letters = {part for part in walk(arguments) if isinstance(part, Symbol)}
    return any(part in letters or isinstance(part, Apply) and Symbol(part.function) in letters for part in walk(body))


def _with_square(body: Term, base: Symbol) -> Term:
    """A formula in which the square of a letter is one letter."""
    square = Symbol(f"square of {base.name}")
    match body:
        case Power(inner, Number(value)) if inner == base and value == 2:
            return square
        case Symbol() if body == base:
            return Apply("sqrt", (square,))
    return rebuilt(body, lambda part: _with_square(part, base))


def _mentions(body: Term, name: str) -> bool:
    return any(isinstance(part, Symbol) and part.name == name for part in walk(body))


def _calls(body: Term, name: str) -> bool:
    return any(isinstance(part, Apply) and part.function == name for part in walk(body))


# -- densities -----------------------------------------------------------------------------------------------------------


GAUSSIAN = "calligraphic(N)"


def plain(term: Term) -> Term:
    """A formula in which N(x | μ, σ²) and N(x; μ, σ²) are functions of three numbers.

    >>> from symformer.terms.show import show
    >>> x, m, s = Symbol("x"), Symbol("m"), Power(Symbol("s"), Number(Fraction(2)))
    >>> show(plain(Apply(GAUSSIAN, (Apply("given", (x, Apply("tuple", (m, s)))),))))
    'N(x, m, s^2)'
    """
    match term:
        case Apply("calligraphic(N)", (Apply("given", (x, Apply("tuple", (mean, Power() as variance)))),), ()):
            return Apply(GAUSSIAN, (x, mean, variance), (), term.origin)
        case Apply("calligraphic(N)", (x, Apply("parameters", (mean, Power() as variance))), ()):
            return Apply(GAUSSIAN, (x, mean, variance), (), term.origin)
        case Index(Symbol("blackboard(1)" | "bold(1)" | "roman(1)"), (Apply("set", (Relation() as told,)),)):
            return Apply("indicator", (told,), (), term.origin)
        case Symbol() | Number():
            return term
    return rebuilt(term, plain)


def _density() -> Meaning:
    """The density of the normal distribution, for a note that takes it for known."""
    x, mean, square = (Symbol(name) for name in ("x", "mean", "square"))
    two, half, minus = Number(Fraction(2)), Number(Fraction(-1, 2)), Number(Fraction(-1))
    below = Power(Product((two, Symbol("pi"), square)), half)
    apart = Power(Sum((x, Product((minus, mean)))), two)
    exponent = Product((minus, Quotient(apart, Product((two, square)))))
    return Meaning(Product((below, Apply("exp", (exponent,)))), (), ("x", "mean", "square"))
