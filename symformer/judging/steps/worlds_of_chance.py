r"""Equations between probabilities and entropies, worked out in small worlds of chance: ``H(X, Y) = H(X) + H(Y \mid X)``.

A world gives each name that chance decides three values, and each law of the equation a table of how likely they are
together: in some worlds anything depends on anything, in others nothing on anything.  There the sums over outcomes,
the means, divergences, entropies and what names tell of each other are numbers.  An equation is doubted where it
holds in none of them: no supposition of independence makes it true, nor that two laws are one.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from symformer.findings.finding import Problem
from symformer.judging.equations.around import VARIES, is_alike, is_decided, words_after, words_before
from symformer.judging.equations.near_forms import loud_near_forms
from symformer.judging.indices.normalisers import normaliser_problems
from symformer.judging.indices.stuck_factors import stuck_in_shares, stuck_in_sums
from symformer.judging.steps.supposed import SUPPOSED
from symformer.judging.symbols.complements import complement_problems
from symformer.judging.symbols.exponentiated import exponentiated_problems
from symformer.judging.symbols.logs_left_out import logs_left_out_problems
from symformer.judging.symbols.restated import restated_problems
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of, put_in, rebuilt
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Ellipsis,
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
    children,
    walk,
)

LAWS = frozenset({"p", "q", "P", "Q", "Pr", "blackboard(P)"})
NAMES_OF_LAWS = frozenset({"p", "q", "P", "Q"})  # where a law itself is what an entropy is of
LOGARITHMS = frozenset({"log", "ln"})
DIVERGENCES = frozenset({"D_KL", "KL", "KL_div", "D_kl"})
OF_INFORMATION = frozenset({"H", "I", *DIVERGENCES})
OVER_OUTCOMES = frozenset({"sum", "integral"})
NOISE = frozenset({"epsilon", "varepsilon", "xi", "eta"})  # what is made of it as well is not decided by the rest
VALUES = range(3)
MEMBERS = 3  # of a list x_1, …, x_d, where it has as many as one wants
FEWEST = 3  # probabilities and entropies in an equation
MOST_NAMES = 5
MOST_CALLS = 64
MOST_NESTED = 4  # outcomes summed over within each other: each makes the work three times as long
APART = 1e-6
ITSELF = "\0"  # what a law is of where nobody says
Outcome = Mapping[str, int]


# of the same formulas: an index, a logarithm or a normaliser is named by them
NEARER = (
    stuck_in_sums,
    stuck_in_shares,
    normaliser_problems,
    exponentiated_problems,
    logs_left_out_problems,
    restated_problems,
    complement_problems,
)


class _NotReadError(Exception):
    """A part of which a world knows no value."""


def world_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each equation between probabilities or entropies that holds in no world of chance."""
    for statement, parts in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or statement.renewed or not any(map(_is_of_chance, parts)):
            continue
        if id(statement) in loud_near_forms(model):
            continue  # it is told by its name what it should be
        for at, sign in enumerate(term.relations):
            left, right = term.sides[at : at + 2]
            if sign not in ("=", "≡") or not _holds_nowhere(left, right):
                continue
            words = f"{words_before(model, statement)} {words_after(model, statement)}"
            if SUPPOSED.search(words) is not None or VARIES.search(words) is not None:
                continue
            if is_alike(model, statement):
                continue  # nor is anything there as likely as another thing
            if any(map(_is_of_information, parts)) and (is_decided(model, statement) or _are_linked(model, statement)):
                continue  # in the worlds here nothing decides another thing wholly
            place = statement.place(origin_of(right))
            yield Problem(
                place,
                f"this step does not follow: {show(left)} is another number than the right side,"
                " whether what they are of depends on each other or not",
                help="try p(a, b) = p(a | b) p(b) and H(a, b) = H(a | b) + H(b) on both sides",
                level="warning",
                evidence={"kind": "step", "right": show(right)},
                key=f"world@{place.start}",
            )
            break  # one side that is wrong is wrong beside both others


def untold_worlds(model: SemanticModel) -> Iterator[Problem]:
    """The same, but for those of which a check that knows more says already what is wrong."""
    found = list(world_problems(model))
    known = [each.span for check in NEARER for each in check(model)] if found else []
    for each in found:
        if not any(span.contains(each.span) or each.span.contains(span) for span in known):
            yield each


def _is_of_chance(part: Term) -> bool:
    return isinstance(part, Apply) and (_law(part.function) in LAWS or part.function in OF_INFORMATION)


def _is_of_information(part: Term) -> bool:
    return isinstance(part, Apply) and part.function in OF_INFORMATION


def _are_linked(model: SemanticModel, statement: Statement) -> bool:
    """Whether another equation makes one of the names of others: ``Y = X + N``, ``T = f(X)``."""
    names = set(_letters(statement.term))
    for other, parts in once(model, asserted_formulas):
        if other is statement or not isinstance(other.term, Relation) or any(map(_is_of_chance, parts)):
            continue
        left, *right = other.term.sides
        if other.term.relations[0] not in ("=", ":=", "≡") or not isinstance(left, Symbol | Index):
            continue
        made_of = {name for side in right for name in _letters(side)}
        if names.intersection(_letters(left)) and names & made_of and not made_of & NOISE - names:
            return True
    return False


def _letters(term: Term) -> Iterator[str]:
    return (part.name.casefold() for part in walk(term) if isinstance(part, Symbol))


def _law(function: str) -> str:
    return function.partition("_")[0]


# -- what an equation is of ------------------------------------------------------------------------------------------


def _holds_nowhere(left: Term, right: Term) -> bool:
    """Whether two sides are told apart in all worlds, and not by leaving out what is written as well."""
    sides = _written_out(left, right)
    if sides is None:
        return False
    called = [part for side in sides for part in walk(side) if isinstance(part, Apply) and _is_of_chance(part)]
    if not FEWEST <= len(called) <= MOST_CALLS or not all(
        any(_is_of_chance(part) for part in walk(side)) for side in sides
    ):
        return False
    conditions = any(part.function == "given" for side in sides for part in walk(side) if isinstance(part, Apply))
    of_information = any(part.function in OF_INFORMATION for part in called)
    entropies = [_is_of_laws(part) for part in called if part.function == "H"]
    if any(entropies) and not all(entropies):
        return False  # the entropy of a law by another letter is none of a name
    if not conditions and not of_information or not _are_in_one_base(*sides):
        return False  # without either it is as likely a function of another kind
    try:
        if len({frozenset(_free(side)) for side in sides}) > 1:
            return False
        ours, theirs = (set(_names(side)) for side in sides)
        if ours - theirs and theirs - ours:
            return False  # one stands for the other: of tokens T, of the same information as the text X
        names = sorted({name for side in sides for name in _names(side)}) or [ITSELF]
        if len(names) > MOST_NAMES or _are_one_in_parts(names) or max(map(_nested, sides)) > MOST_NESTED:
            return False
        laws = {_key(part.function) for part in called if _law(part.function) in LAWS}
        worlds = (
            _World(random.Random(seed), names, depends, one_law, laws)
            for seed, depends, one_law in product(
                (1, 2), (True, False), (True, False) if conditions and len(laws) > 1 else (False,)
            )
        )
        return all(world.tells_apart(*sides) for world in worlds)
    except (_NotReadError, ZeroDivisionError, ValueError, OverflowError):
        return False


def _are_in_one_base(left: Term, right: Term) -> bool:
    """Whether no number is added to what depends on the base of the logarithms, which is one and the same."""
    parts = [part for side in (left, right) for part in walk(side)]
    bases = {part.labels for part in parts if isinstance(part, Apply) and part.function in LOGARITHMS}
    added = any(isinstance(part, Sum) and any(isinstance(each, Number) for each in part.terms) for part in parts)
    return len(bases) < 2 and not (bases and added)


def _written_out(left: Term, right: Term) -> tuple[Term, Term] | None:
    """Both sides with their lists and products of members written out, or None where they cannot be."""
    sizes = {
        part.upper
        for side in (left, right)
        for part in walk(side)
        if isinstance(part, IndexedSum) and isinstance(part.upper, Symbol) and isinstance(part.lower, Number)
    }
    if len(sizes) > 1:
        return None
    lengths: dict[Term, Term] = {size: Number(Fraction(MEMBERS)) for size in sizes}
    try:
        one, other = (_with_members(put_in(side, lengths) if lengths else side) for side in (left, right))
    except _NotReadError:
        return None
    return one, other


def _with_members(term: Term) -> Term:
    match term:
        case IndexedSum(kind=kind, index=Symbol() as index, lower=Number(value=low), upper=Number(value=high)):
            if term.condition is not None or kind not in ("sum", "product") or high - low > MEMBERS:
                raise _NotReadError
            run = range(int(low), int(high) + 1)
            members = [_with_members(put_in(term.body, {index: Number(Fraction(each))})) for each in run]
            return Sum(tuple(members)) if kind == "sum" else Product(tuple(members))
        case Apply(function=function, arguments=arguments) if any(isinstance(each, Ellipsis) for each in arguments):
            return Apply(function, tuple(_listed(arguments)), term.labels, term.origin)
    return rebuilt(term, _with_members)


def _listed(arguments: tuple[Term, ...]) -> list[Term]:
    """A list with the members that its dots stand for: x_1, x_2, x_3 of x_1, …, x_3."""
    match arguments:
        case (Index(base=base, indices=(first,)), Ellipsis(), Index(base=same, indices=(last,))) if base == same:
            low, high = _whole(first), _whole(last)
            return [Index(base, (Number(Fraction(each)),)) for each in range(low, high + 1)]
    raise _NotReadError


def _whole(term: Term) -> int:
    match term:
        case Number(value=value) if value.denominator == 1:
            return int(value)
        case Sum(terms=terms):
            return sum(map(_whole, terms))
        case Product(factors=(Number(value=value), inner)) if value == -1:
            return -_whole(inner)
    raise _NotReadError


def _name(term: Term) -> str:
    """What an outcome is called, whether as a variable or as its value: x of X."""
    match term:
        case Symbol(name=name):
            return name.casefold()
        case Index(base=Symbol(name=name), indices=(at,), upper=()) if not isinstance(at, Symbol):
            return f"{name.casefold()}[{_whole(at)}]"
        case Index(base=Symbol(name=name), indices=(Symbol(name=at),), upper=()):
            return f"{name.casefold()}[{at}]"
    raise _NotReadError


def _outcomes(terms: tuple[Term, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a probability or entropy is of, and what is given, by name."""
    match tuple(each for each in terms if not (isinstance(each, Apply) and each.function == "parameters")):
        case (Apply(function="given", arguments=(of, given)),):
            ours, theirs = _members(of), _members(given)
        case plain:
            ours, theirs = tuple(name for each in plain for name in _members(each)), ()
    if not ours or len({*ours, *theirs}) < len(ours) + len(theirs):
        raise _NotReadError
    return ours, theirs


def _members(term: Term) -> tuple[str, ...]:
    if isinstance(term, Apply) and term.function == "tuple":
        return tuple(map(_name, term.arguments))
    return (_name(term),)


def _names(term: Term) -> Iterator[str]:
    """The names of the outcomes that the calls of a formula are of, or that its sums run over."""
    for part in walk(term):
        if not isinstance(part, Apply):
            continue
        if _law(part.function) in LAWS or part.function == "H" and not _is_of_laws(part):
            ours, theirs = _outcomes(part.arguments)
            yield from (*ours, *theirs)
        elif part.function == "I":
            yield from (name for each in _shared(part) for name in each)


def _bound(term: Term) -> tuple[str, ...]:
    """The outcomes that a sum, a mean or a divergence runs over."""
    match term:
        case IndexedSum():
            return _over(term)
        case Apply(function="expectation", labels=(label,)):
            return _drawn(label)[1]
        case Apply(function=function, arguments=(Apply(function="versus", arguments=(Apply() as one, _)),)) if (
            function in DIVERGENCES and _law(one.function) in LAWS
        ):
            return _outcomes(one.arguments)[0]
    return ()


def _nested(term: Term) -> int:
    """How many outcomes are summed over within each other."""
    return len(_bound(term)) + max(map(_nested, children(term)), default=0)


def _free(term: Term) -> Iterator[str]:
    """The outcomes that a formula is a function of."""
    bound = _bound(term)
    match term:
        case Apply(function="H" | "I"):
            return
        case Apply(function=function) if _law(function) in LAWS:
            ours, theirs = _outcomes(term.arguments)
            yield from (
                name for name in (*ours, *theirs) if not name.endswith("[0]")
            )  # what only a first member is given
            return
    yield from (name for each in children(term) for name in _free(each) if name not in bound)


def _is_of_laws(term: Apply) -> bool:
    return all(isinstance(each, Symbol) and each.name in NAMES_OF_LAWS for each in term.arguments)


def _are_one_in_parts(names: list[str]) -> bool:
    """Whether one name is of what others are the members of, or of the same in another style: x beside x_1, X̂ beside X."""
    letters = [each.partition("[")[0] for each in names]
    bare = {each for each in names if "[" not in each}
    if any(letter in bare for letter, each in zip(letters, names, strict=True) if "[" in each):
        return True
    stripped = [each.split("(")[-1].rstrip(")").partition("_")[0] for each in bare]
    return len(set(stripped)) < len(stripped)


def _over(term: IndexedSum) -> tuple[str, ...]:
    """The outcomes that a sum runs over."""
    match term.condition:
        case None if term.index is not None:
            return (_name(term.index),)
        case Apply(function="tuple", arguments=arguments):
            return tuple(map(_name, arguments))
        case Relation(("∈",), (Symbol() as one, _)):
            return (_name(one),)
    raise _NotReadError


def _drawn(label: Term) -> tuple[Term, tuple[str, ...]]:
    """The law that a mean is under, and the outcomes that it runs over."""
    match label:
        case Apply() if _law(label.function) in LAWS:
            return label, _outcomes(label.arguments)[0]
        case Relation(("∼",), (Symbol() | Index(), Apply() as law)) if _law(law.function) in LAWS:
            return law, _outcomes(law.arguments)[0]
    raise _NotReadError


# -- worlds ------------------------------------------------------------------------------------------------------------


@dataclass
class _World:
    """How likely all outcomes are together, by each law."""

    draw: random.Random
    names: list[str]
    depends: bool
    one_law: bool
    laws: set[str]
    tables: dict[str, dict[tuple[int, ...], float]] = field(default_factory=dict)

    def tells_apart(self, left: Term, right: Term) -> bool:
        """Whether two sides are other numbers, and by more than one term that is written."""
        for value in (0, 1):
            outcome = {name: (value + at) % len(VALUES) for at, name in enumerate(self.names)}
            one, other = self.value(left, outcome), self.value(right, outcome)
            gap = abs(one - other)
            if gap < APART * (1 + abs(one)):
                return False
            if any(abs(gap - abs(self.value(each, outcome))) < APART for each in (*_terms(left), *_terms(right))):
                return False  # which is as much as to say that this one is zero
        return True

    def table(self, law: str) -> dict[tuple[int, ...], float]:
        key = "" if self.one_law else law
        if key not in self.tables:
            single = [[self.draw.uniform(0.2, 1) for _ in VALUES] for _ in self.names]
            weights = {
                each: self.draw.uniform(0.1, 1)
                if self.depends
                else math.prod(row[value] for row, value in zip(single, each, strict=True))
                for each in product(VALUES, repeat=len(self.names))
            }
            whole = sum(weights.values())
            self.tables[key] = {each: weight / whole for each, weight in weights.items()}
        return self.tables[key]

    def chance(self, law: str, names: tuple[str, ...], outcome: Outcome) -> float:
        at = [(self.names.index(name), outcome[name]) for name in names]
        return sum(weight for each, weight in self.table(law).items() if all(each[k] == value for k, value in at))

    def entropy(self, names: tuple[str, ...]) -> float:
        if len(self.laws) > 1:
            raise _NotReadError  # by which of them, nobody says
        found = 0.0
        law = next(iter(self.laws), "")
        for outcome in self.outcomes(names, {}):
            chance = self.chance(law, names, outcome)
            found -= chance * math.log(chance)
        return found

    def outcomes(self, names: tuple[str, ...], outcome: Outcome) -> Iterator[Outcome]:
        if any(name not in self.names for name in names):
            raise _NotReadError
        for values in product(VALUES, repeat=len(names)):
            yield {**outcome, **dict(zip(names, values, strict=True))}

    def value(self, term: Term, outcome: Outcome) -> float:
        match term:
            case Number(value=value):
                return float(value)
            case Sum(terms=terms):
                return sum(self.value(each, outcome) for each in terms)
            case Product(factors=factors):
                return math.prod(self.value(each, outcome) for each in factors)
            case Quotient(numerator=above, denominator=below):
                return self.value(above, outcome) / self.value(below, outcome)
            case Power(base=base, exponent=Number(value=by)):
                return float(self.value(base, outcome) ** float(by))
            case IndexedSum(kind=kind, body=body) if kind in OVER_OUTCOMES:
                return sum(self.value(body, each) for each in self.outcomes(_over(term), outcome))
            case Apply():
                return self.called(term, outcome)
        raise _NotReadError

    def called(self, term: Apply, outcome: Outcome) -> float:
        match term.function, term.arguments:
            case name, (inner,) if name in LOGARITHMS:
                return math.log(self.value(inner, outcome))
            case "exp", (inner,):
                return math.exp(self.value(inner, outcome))
            case "expectation", (inner,) if len(term.labels) == 1:
                law, names = _drawn(term.labels[0])
                return sum(self.value(law, each) * self.value(inner, each) for each in self.outcomes(names, outcome))
            case "H", laws if _is_of_laws(term):
                return self.of_laws([each.name for each in laws if isinstance(each, Symbol)])
            case "H", arguments:
                ours, theirs = _outcomes(arguments)
                return self.entropy(ours + theirs) - (self.entropy(theirs) if theirs else 0.0)
            case "I", _:
                return self.shared(*_shared(term))
            case name, (Apply(function="versus", arguments=(one, other)),) if name in DIVERGENCES:
                return self.divergence(one, other, outcome)
            case name, arguments if _law(name) in LAWS and not term.labels:
                ours, theirs = _outcomes(arguments)
                whole = self.chance(_key(name), ours + theirs, outcome)
                return whole / self.chance(_key(name), theirs, outcome) if theirs else whole
        raise _NotReadError

    def shared(self, ours: tuple[str, ...], theirs: tuple[str, ...], given: tuple[str, ...]) -> float:
        found = self.entropy(ours + given) + self.entropy(theirs + given) - self.entropy(ours + theirs + given)
        return found - (self.entropy(given) if given else 0.0)

    def of_laws(self, laws: list[str]) -> float:
        """The entropy of a law, or across two."""
        under, of = _key(laws[0]), _key(laws[-1])
        return -sum(self.table(under)[each] * math.log(self.table(of)[each]) for each in self.table(under))

    def divergence(self, one: Term, other: Term, outcome: Outcome) -> float:
        match one, other:
            case Symbol(name=under), Symbol(name=of) if {under, of} <= NAMES_OF_LAWS:
                return self.of_laws([under, of]) - self.of_laws([under])
            case Apply(function=name, arguments=arguments), _ if _law(name) in LAWS:
                names = _outcomes(arguments)[0]
                return sum(
                    self.value(one, each) * math.log(self.value(one, each) / self.value(other, each))
                    for each in self.outcomes(names, outcome)
                )
        raise _NotReadError


def _shared(term: Apply) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Of what and what mutual information is, and what is given."""
    match term.arguments:
        case one, Apply(function="parameters", arguments=(Apply(function="given", arguments=(other, given)),)):
            return _members(one), _members(other), _members(given)
        case (one, Apply(function="parameters", arguments=(other,))) | (one, other):
            return _members(one), _members(other), ()
    raise _NotReadError


def _key(function: str) -> str:
    """The name of a law: P is p, and p_θ another one than p."""
    letter, _, label = function.partition("_")
    plain = {"P": "p", "Pr": "p", "blackboard(P)": "p", "Q": "q"}.get(letter, letter)
    return f"{plain}_{label}" if label else plain


def _terms(side: Term) -> tuple[Term, ...]:
    """The terms of a side that has several."""
    match side:
        case Sum(terms=terms):
            return terms
    return ()


__all__ = ["untold_worlds", "world_problems"]
