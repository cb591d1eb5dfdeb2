"""Equations as source: NumPy that runs, SymPy to compute with."""

from __future__ import annotations

from symformer.catalogue.reading import ReadEquation
from symformer.printing.numpy_code import numpy_function
from symformer.printing.numpy_pieces import CannotWrite
from symformer.printing.sympy_code import sympy_code
from symformer.terms.term import Relation, Symbol, Term
from symformer.typesetting.composing import Composed


class CannotCode(ValueError):
    """An equation has no source; the message says why."""


def numpy_source(composed: Composed) -> str:
    """Each equation as a function of its arrays. Raises CannotCode."""
    found: list[str] = []
    for part in composed.equations:
        for at, statement in enumerate(part.statements):
            name = part.equation.id.replace("-", "_") + (f"_{at + 1}" if len(part.statements) > 1 else "")
            found.append(_function(name, statement, part))
    imports = [line for text in found for line in text.splitlines() if line.startswith(("import ", "from "))]
    bodies = [text[text.index("def ") :] for text in found]
    heads = sorted(dict.fromkeys(imports), key=lambda line: not line.startswith("import"))
    return "\n".join(heads) + "\n\n\n" + "\n\n\n".join(bodies) + "\n"


def _function(name: str, statement: Term, part: ReadEquation) -> str:
    if not isinstance(statement, Relation):
        raise CannotCode(f"{part.equation.id} is no equation")
    try:
        return numpy_function(name, statement, shapes_of(part))
    except CannotWrite as cannot:
        raise CannotCode(f"{part.equation.id}: {cannot}") from None


def shapes_of(part: ReadEquation) -> dict[str, tuple[str, ...]]:
    """The sizes of an equation's letters, by canonical name."""
    names = {letter.latex: letter.term.name for letter in part.letters if isinstance(letter.term, Symbol)}
    return {
        letter.term.name: tuple(names.get(size, size) for size in letter.shape)
        for letter in part.letters
        if isinstance(letter.term, Symbol) and letter.kind != "index"
    }


def sympy_source(composed: Composed) -> str:
    """The equations as SymPy expressions over matrix symbols. Raises CannotCode."""
    shapes: dict[str, tuple[str, ...]] = {}
    equations: list[tuple[str, Relation]] = []
    for part in composed.equations:
        shapes |= shapes_of(part)
        for statement in part.statements:
            if not isinstance(statement, Relation):
                raise CannotCode(f"{part.equation.id} is no equation")
            equations.append((part.equation.id.replace("-", "_"), statement))
    try:
        return sympy_code(equations, shapes)
    except ValueError as cannot:
        raise CannotCode(str(cannot)) from None
