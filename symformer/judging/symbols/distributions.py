r"""Normal distributions given by a deviation here and by a variance there: ``N(μ, σ)`` beside ``N(μ, σ²)``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Power, Product, Symbol, Term, walk
from symformer.text.span import Span

NORMAL = frozenset({"calligraphic(N)", "N", "Normal", "normal", "Gaussian", "calligraphic(G)"})
DEVIATIONS = frozenset({"sigma", "s"})
WITHIN = frozenset({"diag", "tuple", "parameters", "given"})


@dataclass(frozen=True, slots=True)
class _Spread:
    """The second parameter of a normal distribution: a letter, and whether it is squared."""

    letter: str
    squared: bool
    shown: str
    span: Span


def spreads_at_odds(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter that a note puts into normal distributions both squared and bare, at the rarer form."""
    groups: dict[str, list[_Spread]] = {}
    for each in _spreads(model):
        groups.setdefault(each.letter, []).append(each)
    for found in groups.values():
        squared, bare = ([each for each in found if each.squared is kind] for kind in (True, False))
        if not squared or not bare:
            continue
        odd, usual = (bare[0], squared[0]) if len(bare) <= len(squared) else (squared[0], bare[0])
        yield Problem(
            odd.span,
            f"the spread of this normal distribution is {odd.shown}, and {usual.shown} elsewhere in the note",
            help=f"try {usual.shown}, or say which of deviation and variance is meant",
            related=(Related(usual.span, f"{usual.shown} stands here"),),
            evidence={"kind": "symbol", "symbol": odd.letter},
            key=f"spread:{odd.letter}",
        )


def _spreads(model: SemanticModel) -> Iterator[_Spread]:
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            if isinstance(part, Apply) and part.function in NORMAL and part.arguments:
                last = last_parameter(part)
                if last is not None and (found := _deviation(last)) is not None:
                    yield _Spread(*found, show(last), statement.place(part.origin))


def last_parameter(distribution: Apply) -> Term | None:
    """The last of two parameters or more, behind a bar or a semicolon."""
    arguments = distribution.arguments
    seen = len(arguments)
    while isinstance(last := arguments[-1], Apply) and last.function in WITHIN - {"diag"} and last.arguments:
        arguments, seen = last.arguments, seen - 1 + len(last.arguments)
    return last if seen > 1 else None


def _deviation(term: Term) -> tuple[str, bool] | None:
    """The letter of a deviation, and whether it is squared, times a unit matrix or on a diagonal."""
    match term:
        case Apply(function="diag", arguments=(inside,)):
            return _deviation(inside)
        case Product(factors=(first, Symbol() as unit)) if taken_apart(unit.name).letter == "I":
            return _deviation(first)
        case Power(base=base, exponent=Number(value=two)) if two == 2:
            found = _deviation(base)
            return (found[0], True) if found is not None and not found[1] else None
        case Index(base=Symbol(name=name)) | Symbol(name=name):
            spelling = taken_apart(name)
            return (spelling.letter, False) if spelling.letter in DEVIATIONS else None
    return None
