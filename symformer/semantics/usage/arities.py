"""Functions of a note that are called otherwise than they are defined, or called in two ways."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.functions import lookup
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Symbol,
    Term,
    walk,
)

# what takes as many arguments as there are
VARIADIC = frozenset(
    {"concat", "max", "min", "sum", "mean", "stack", "norm", "add-norm", "logarithm", "clip", "reshape"}
)
BLOCKS = frozenset({"multi-head", "attention"})  # the laws of blocks that take several inputs


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function, or its definition."""

    statement: Statement
    term: Apply
    defines: bool

    @property
    def arity(self) -> int:
        """How many arguments it has."""
        return len(self.term.arguments)


@dataclass(frozen=True, slots=True)
class OtherArity:
    """A call with another number of arguments than the definition before or after it."""

    name: str
    call: Call
    definition: Call


def other_arities(model: SemanticModel) -> Iterator[OtherArity]:
    """Each function that is called otherwise than it is defined, at the first such call."""
    for name, made in calls_of(model).items():
        definitions = [call for call in made if call.defines]
        arities = {call.arity for call in definitions}
        if len(arities) != 1 or not _has_fixed_arity(name, made):
            continue  # a function of two definitions is one of the note's idioms
        definition = definitions[0]
        odd = [call for call in made if not call.defines and call.arity != definition.arity]
        if odd and not any(_is_raised(call) for call in odd):
            yield OtherArity(name, odd[0], definition)


def calls_of(model: SemanticModel) -> dict[str, list[Call]]:
    """The calls of each function, definitions among them, in the order of the note."""
    return once(model, _gathered)


def _gathered(model: SemanticModel) -> dict[str, list[Call]]:
    calls: dict[str, list[Call]] = {}
    for statement in model.statements:
        if statement.carrier == "formula" and statement.stance == "asserted":
            for call in _calls(statement):
                calls.setdefault(call.term.function, []).append(call)
    return calls


def _is_raised(call: Call) -> bool:
    """Whether a power is taken of a call as a whole: the letter may be a factor before a bracket, C (x - a)^m."""
    return any(isinstance(part, Power) and part.base is call.term for part in walk(call.statement.term))


def _calls(statement: Statement) -> Iterator[Call]:
    term = statement.term
    first = term.sides[0] if isinstance(term, Relation) and term.relations[0] in EXACTLY_EQUAL else None
    for part in walk(term):
        if isinstance(part, Apply) and not part.labels:
            yield Call(statement, part, part is first and _defines(part, term))


def _defines(call: Apply, term: Term) -> bool:
    """Whether a call on the left side is a definition: f(x, y) = …, not f(2) = 3."""
    plain = all(isinstance(each, Symbol | Index) for each in call.arguments)
    return (
        plain and bool(call.arguments) and isinstance(term, Relation) and not isinstance(term.sides[1], Number | Matrix)
    )


def _has_fixed_arity(name: str, made: list[Call]) -> bool:
    known = lookup(name)
    if known is not None and known.id in VARIADIC:
        return False
    return all(call.arity >= 1 and not _is_loose(call) for call in made)


def _is_loose(call: Call) -> bool:
    """Whether arguments are left out or set apart: f(·), f(x; θ), p(y | x), f(x_1, …, x_n)."""
    return any(not isinstance(each, Symbol | Index) and _is_form(each) for each in call.term.arguments)


def _is_form(argument: Term) -> bool:
    match argument:
        case Apply(function="given" | "parameters" | "tuple" | "range" | "ratio" | "versus" | "set" | "family"):
            return True
    return type(argument).__name__ in ("Sign", "Ellipsis", "Slice", "Unknown", "Relation")


def called_without_arguments(model: SemanticModel) -> Iterator[tuple[Call, Statement]]:
    """Each block that is called with several arguments, and defined under the same words without any.

    ``Z = MultiHead(X, X, X)`` beside ``MultiHead Output = H W_O``, whose right side is made of one input: what the
    arguments stand for in it is nowhere said.
    """
    if any(_is_of_parameters(part) for statement in model.statements for part in walk(statement.term)):
        return  # head_i = Attention(Q W_i, K W_i, V W_i): the three are told by their usual names
    for name, made in calls_of(model).items():
        known = lookup(name)
        if known is None or known.law not in BLOCKS or any(call.defines for call in made):
            continue
        called = next((call for call in made if call.arity > 1), None)
        if called is None or _is_loose(called):
            continue
        spellings = {_folded(each) for each in (known.name, *known.spellings)}
        for statement in model.statements:
            term = statement.term
            if statement.carrier != "formula" or not isinstance(term, Relation) or statement.stance != "asserted":
                continue
            left = term.sides[0]
            if isinstance(left, Symbol) and term.relations[0] in EXACTLY_EQUAL and _folded(left.name) in spellings:
                yield called, statement
                break


def _is_of_parameters(term: Term) -> bool:
    """Whether queries, keys or values are projected themselves, as the parameters of a block are."""
    if not isinstance(term, Product) or len(term.factors) != 2:
        return False
    names = [unindexed(each) for each in term.factors]
    letters = [taken_apart(each.name).letter for each in names if isinstance(each, Symbol)]
    return len(letters) == 2 and "W" in letters and any(each in ("Q", "K", "V") for each in letters)


def _folded(name: str) -> str:
    """A name as words alone, without what says that it is a result: "Multi-Head Attention Output"."""
    plain = re.sub(r"[^a-z]", "", name.casefold())
    return re.sub(r"(?:output|result)$", "", plain)


def attention_without_values(model: SemanticModel) -> Iterator[Call]:
    """``Attention(Q, K) = softmax(…)``: what is defined are the weights; the field's function takes V too."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or not isinstance(term, Relation) or statement.stance != "asserted":
            continue
        first = term.sides[0]
        if not isinstance(first, Apply) or len(first.arguments) != 2 or term.relations[0] not in EXACTLY_EQUAL:
            continue
        known = lookup(first.function)
        letters = [taken_apart(each.name).letter for each in first.arguments if isinstance(each, Symbol)]
        if known is not None and known.id == "attention" and letters == ["Q", "K"]:
            yield Call(statement, first, True)
            return
