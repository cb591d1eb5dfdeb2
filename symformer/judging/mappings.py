r"""Maps and sets told twice: ``f: Z → H`` beside ``f: Z → X``, and ``z ∈ Z^M`` where Z is ℝ^M already."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show, spell
from symformer.terms.term import EQUAL, Index, Power, Relation, Space, Symbol, Term, walk

ANNOUNCED = re.compile(r"\b(?:now|instead|alternativ\w+|or|if|when|another|generali[sz]\w+)\b|或|若|另", re.IGNORECASE)
BEFORE = 160  # characters that may announce another map


def codomains_at_odds(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each map that is told again from the same set into another."""
    first: dict[tuple[str | None, Term], tuple[Statement, Term]] = {}
    text = model.document.source.text
    equated = _equated(model)
    for statement, name, domain, codomain in _maps(model):
        before, told = first.setdefault((exact_key(name), domain), (statement, codomain))
        if told == codomain or not isinstance(told, Symbol) or not isinstance(codomain, Symbol):
            continue
        if frozenset({told.name, codomain.name}) in equated:
            continue
        if ANNOUNCED.search(text[max(0, statement.span.start - BEFORE) : statement.span.start]):
            continue
        shown = show(name)
        yield Problem(
            statement.span,
            f"{shown} goes to {show(codomain)} here, and to {show(told)} above",
            help=f"try {show(told)}, or another name",
            related=(Related(before.span, f"{shown} goes to {show(told)}"),),
            evidence={"kind": "symbol", "symbol": shown, "codomains": [show(told), show(codomain)]},
            key=f"codomain@{statement.span.start}",
        )


def _maps(model: SemanticModel) -> Iterator[tuple[Statement, Term, Term, Term]]:
    r"""Each ``f: A \to B`` of the note."""
    for statement in model.statements:
        match statement.term:
            case Relation(
                relations=(":",),
                sides=(Symbol() | Index() as named, Relation(relations=("→",), sides=(domain, codomain))),
            ) if statement.stance == "asserted":
                yield statement, named, domain, codomain


def _equated(model: SemanticModel) -> set[frozenset[str]]:
    """The pairs of names that some equation or inclusion of the note brings together."""
    return {
        frozenset(names)
        for statement in model.statements
        if isinstance(statement.term, Relation)
        if not {*EQUAL, "⊂", "⊆"}.isdisjoint(statement.term.relations)
        if len(names := {side.name for side in statement.term.sides if isinstance(side, Symbol)}) == 2
    }


def sets_raised_twice(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each set that is a power by its definition, and is raised to that power again; the first place."""
    spaces: dict[str, tuple[Space, Statement]] = {}
    for statement in model.statements:
        match statement.term:
            case Relation(relations=(relation,), sides=(Symbol(name=name), Space() as space)) if relation in EQUAL:
                if len(space.sizes) == 1:
                    spaces.setdefault(name, (space, statement))
    told: set[str] = set()
    for statement in model.statements if spaces else ():
        for part in walk(statement.term):
            match part:
                case Power(base=Symbol(name=name), exponent=exponent) if name in spaces and name not in told:
                    space, defined = spaces[name]
                    if exponent != space.sizes[0]:
                        continue
                    told.add(name)
                    span = statement.place(part.origin)
                    yield Problem(
                        span,
                        f"{spell(name)} is {show(space)} already, and is raised to {show(exponent)} again here",
                        help=f"try {spell(name)}",
                        related=(Related(defined.span, f"{spell(name)} is told here"),),
                        evidence={"kind": "symbol", "symbol": name},
                        key=f"raised:{name}",
                    )
