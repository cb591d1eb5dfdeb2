"""Roots that scale scores, standing where a size is meant: ``n × √d_k``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import Apply, Product, Quotient, Relation, Space, Symbol, Term, walk
from symformer.text.span import Span


def roots_in_shapes(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each shape with a size that the note elsewhere divides by as a scale."""
    scales = {
        inside
        for statement in model.statements
        for quotient in walk(statement.term)
        if isinstance(quotient, Quotient)
        for part in walk(quotient.denominator)
        if (inside := _under_root(part)) is not None
    }
    seen: set[Span] = set()
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for sizes in _shapes_in(statement):
            roots = [(size, inside) for size in sizes if (inside := _under_root(size)) in scales and inside is not None]
            if len(roots) == len(sizes) or not roots:
                continue  # √N × √N is a square picture of N pixels
            root, inside = roots[0]
            span = statement.place(root.origin)
            if span not in seen:
                seen.add(span)
                yield _problem(span, inside, sizes)


def _problem(span: Span, inside: Term, sizes: tuple[Term, ...]) -> Problem:
    name = spell(show(inside))
    return Problem(
        span,
        f"the square root of {name} scales scores in this note; here it stands as a size",
        help=f"try {name}",
        evidence={"kind": "shape", "sizes": [show(size) for size in sizes]},
        key=f"root@{span.start}",
    )


def _under_root(term: Term) -> Term | None:
    """What a square root is taken of, where a term is one."""
    if isinstance(term, Apply) and term.function == "sqrt" and len(term.arguments) == 1:
        return term.arguments[0]
    return None


def _shapes_in(statement: Statement) -> Iterator[tuple[Term, ...]]:
    """The sizes of each space, and those of a bare ``n × d``."""
    term = statement.term
    if isinstance(term, Product) and term.sign == "×":
        if all(isinstance(each, Symbol) or _under_root(each) is not None for each in term.factors):
            yield term.factors
    if isinstance(term, Relation):
        yield from (side.sizes for side in term.sides if isinstance(side, Space) and len(side.sizes) > 1)
