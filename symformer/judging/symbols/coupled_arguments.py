r"""Calls in which one argument is made of another, throughout a note but once: ``R(s, \pi(s'))`` beside ``R(s, \pi(s))``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Symbol, Term

FEWEST = 3  # calls that keep to it


@dataclass(frozen=True, slots=True)
class _Call:
    """A call whose second argument is a function of something: what that is, and what the first argument is."""

    statement: Statement
    call: Apply
    first: Term
    inner: Term


def coupled_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one call that is made for one thing and takes what belongs to another."""
    calls: dict[tuple[str, str], list[_Call]] = defaultdict(list)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if (found := _call(statement, part)) is not None:
                calls[found.call.function, _function(found.call.arguments[1])].append(found)
    for alike in calls.values():
        kept = [each for each in alike if each.first == each.inner]
        odd = [each for each in alike if each.first != each.inner]
        if len(odd) != 1 or len(kept) < FEWEST or _unprimed(odd[0].first) != _unprimed(odd[0].inner):
            continue  # what is compared with another may well be made of that one
        call = odd[0].call
        place = odd[0].statement.place(origin_of(call))
        yield Problem(
            place,
            f"{show(call)} is for {show(odd[0].first)} and takes what belongs to {show(odd[0].inner)}; elsewhere the two "
            "go together",
            help=f"try {show(odd[0].inner)} or {show(odd[0].first)} for both",
            related=(Related(kept[0].statement.span, f"{show(kept[0].call)} stands here"),),
            evidence={"kind": "symbol", "symbol": show(call)},
            key=f"coupled@{place.start}",
        )


def _call(statement: Statement, part: Term) -> _Call | None:
    """``f(x, g(y))`` with names for x and y."""
    match part:
        case Apply(arguments=(Symbol() | Index() as first, Apply(arguments=(Symbol() | Index() as inner,)), *_)):
            return _Call(statement, part, first, inner)
    return None


def _unprimed(term: Term) -> str:
    """The name of a thing and of the one after it: s for s'."""
    return show(term).rstrip("'′")


def _function(term: Term) -> str:
    return term.function if isinstance(term, Apply) else ""
