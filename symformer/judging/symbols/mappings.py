r"""Maps and sets told twice: ``f: Z → H`` beside ``f: Z → X``, and ``z ∈ Z^M`` where Z is ℝ^M already."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show, show_styled, spell
from symformer.terms.term import EQUAL, Index, Power, Relation, Space, Symbol, Term, walk
from symformer.text.cued import Cued

ANNOUNCED = Cued(r"\b(?:now|instead|alternativ\w+|or|if|when|another|generali[sz]\w+)\b|或|若|另", re.IGNORECASE)
BEFORE = 160  # characters that may announce another map


def codomains_at_odds(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each map that is told from the same set into another than elsewhere: into the rarer one, or the later."""
    told: dict[tuple[str | None, Term], list[tuple[Statement, Term, Term]]] = {}
    for statement, name, domain, codomain in _maps(model):
        told.setdefault((exact_key(name), domain), []).append((statement, name, codomain))
    text = model.document.source.text
    equated = _equated(model)
    for maps in told.values():
        (usual, _), *_ = Counter(codomain for _, _, codomain in maps).most_common(1)
        beside = next(statement for statement, _, codomain in maps if codomain == usual)
        for statement, name, codomain in maps:
            if codomain == usual or not isinstance(usual, Symbol) or not isinstance(codomain, Symbol):
                continue
            if frozenset({usual.name, codomain.name}) in equated:
                continue
            if any(_is_announced(each, text) for each in (statement, beside) if each is not maps[0][0]):
                continue
            yield _codomain_problem(statement, name, codomain, beside, usual)


def _is_announced(statement: Statement, text: str) -> bool:
    return ANNOUNCED.search(text[max(0, statement.span.start - BEFORE) : statement.span.start]) is not None


def _codomain_problem(statement: Statement, name: Term, codomain: Term, beside: Statement, usual: Term) -> Problem:
    shown, here, there = show(name), show(codomain), show(usual)
    if here == there:
        here, there = show_styled(codomain), show_styled(usual)
    where = "above" if beside.span.start < statement.span.start else "below"
    return Problem(
        statement.span,
        f"{shown} goes to {here} here, and to {there} {where}",
        help=f"try {there}, or another name",
        related=(Related(beside.span, f"{shown} goes to {there}"),),
        evidence={"kind": "symbol", "symbol": shown, "codomains": [there, here]},
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
