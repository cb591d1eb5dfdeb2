"""Functions called with another number of arguments than they are defined with, in words."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.arities import attention_without_values, called_without_arguments, other_arities
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show, spell
from symformer.terms.term import Relation

NUMBERS = ("no arguments", "one argument", "two arguments", "three arguments", "four arguments", "five arguments")


def arity_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each function with two numbers of arguments, and for an attention that lacks its values."""
    for found in other_arities(model):
        place = found.call.statement.place(found.call.term.origin)
        told = found.definition.statement.place(found.definition.term.origin)
        name = spell(found.name)
        # a letter often names a function of one and of two things, and a whole block is called with its input
        idiom = taken_apart(found.name).is_letter or found.call.arity == 1
        yield Problem(
            place,
            f"{name} is called with {_count(found.call.arity)}, and defined with {_count(found.definition.arity)}",
            help=f"try the arguments of {show(found.definition.term)}",
            level="info" if idiom else "warning",
            related=(Related(told, f"{name} is defined here"),),
            evidence={"kind": "symbol", "symbol": found.name, "called": found.call.arity,
                      "defined": found.definition.arity},
        )  # fmt: skip
    for call, definition in called_without_arguments(model):
        left = definition.term.sides[0] if isinstance(definition.term, Relation) else definition.term
        yield Problem(
            call.statement.place(call.term.origin),
            f"{spell(call.term.function)} is called with {_count(call.arity)}, and {show(left)} is defined with none",
            help=f"try a definition that says where each of the {NUMBERS[min(call.arity, 5)].split()[0]} enters",
            related=(Related(definition.place(left.origin), f"{show(left)} is defined here"),),
            evidence={"kind": "symbol", "symbol": call.term.function, "called": call.arity, "defined": 0},
        )
    for call in attention_without_values(model):
        yield Problem(
            call.statement.place(call.term.origin),
            f"{show(call.term)} is defined without the values, so it is the attention weights",
            help="try another name for the weights, and Attention(Q, K, V) for the weights times the values",
            evidence={"kind": "symbol", "symbol": call.term.function, "defined": call.arity},
        )


def _count(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else f"{number} arguments"
