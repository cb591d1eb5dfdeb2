r"""Calls in which one argument is made of another, throughout a note but once: ``R(s, \pi(s'))`` beside ``R(s, \pi(s))``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Product, Symbol, Term

FEWEST = 3  # calls that keep to it


@dataclass(frozen=True, slots=True)
class _Call:
    """A call whose second argument is a function of something: what that is, and what the first argument is."""

    statement: Statement
    call: Apply
    first: Term
    inner: Term


def coupled_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one call, or argument of one, that is made for one thing and takes what belongs to another."""
    yield from _labelled_problems(model)
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


def _labelled_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one argument whose weight is labelled with another name than it is multiplied with.

    ``f(W^q q, W^k q, W^v v)``: the label goes with the letter in all others.
    """
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, Apply) or len(part.arguments) < FEWEST:
                continue
            pairs = [pair for each in part.arguments if (pair := _label_and_letter(each)) is not None]
            odd = [at for at, (label, letter, _) in enumerate(pairs) if label != letter]
            if len(pairs) != len(part.arguments) or len(odd) != 1:
                continue
            label, letter, name = pairs[odd[0]]
            others = [each for at, each in enumerate(pairs) if at != odd[0]]
            meant = {
                name.name.replace(one, other, 1) for one, other in ((letter, label), (letter.upper(), label.upper()))
            }
            own = any(model.uses.of(each).occurrences for each in meant - {name.name})
            if not any(label == each[0] or letter == each[1] and own for each in others):
                continue  # another thing altogether, that has no weights of its own, or one for both
            argument = part.arguments[odd[0]]
            place = statement.place(origin_of(argument))
            yield Problem(
                place,
                f"{show(argument)} joins what is labelled {label} with {show(name)}; in the others the two go together",
                help=f"make both {label}, or both {letter}",
                evidence={"kind": "symbol", "symbol": show(argument)},
                key=f"coupled@{place.start}",
            )


def _label_and_letter(term: Term) -> tuple[str, str, Symbol] | None:
    """The label of a weight and the letter that it is multiplied with, both small: ``W_i^{(q)} q``, ``Q W_Q``."""
    if not isinstance(term, Product) or len(term.factors) != 2:
        return None
    for weight, name in (term.factors, term.factors[::-1]):
        label = _label_of(weight)
        if label is None or not isinstance(name, Symbol) or _label_of(name) is not None:
            continue
        return label, taken_apart(name.name).letter.casefold(), name
    return None


def _label_of(term: Term) -> str | None:
    match term:
        case Index(upper=(Symbol(name=label),)) if len(label) == 1:
            return label.casefold()
        case Symbol(name=name) | Index(base=Symbol(name=name)):
            spelling = taken_apart(name)
            label = spelling.above or spelling.below
            return label.casefold() if len(label) == 1 and label.isalpha() else None
    return None


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
