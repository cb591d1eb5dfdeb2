"""What only the most careful author writes out: side conditions, ranges, and one way of writing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.indices.ranges import counted, doubled_entries, slots_of
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import EQUAL, Index, Quotient, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

_DIVIDES = Cued(
    r"divisib|\bdivides\b|\bmultiple of\b|\bevenly\b|\\mid(?![A-Za-z])|integer division|整除|\\bmod\b|\\lfloor",
    re.IGNORECASE,
)
_EVEN = Cued(r"\beven\b|偶", re.IGNORECASE)


def sizes_that_may_not_divide(model: SemanticModel) -> Iterator[Problem]:
    """A size that is a quotient of two others, without the word that it is a whole number; once for each."""
    if _DIVIDES.search(model.document.source.text) is not None:
        return
    told: set[Quotient] = set()
    for statement in _formulas(model):
        term = statement.term
        if not isinstance(term, Relation) or term.relations[0] not in EQUAL or not isinstance(term.sides[0], Symbol):
            continue
        for side in term.sides[1:]:
            if not isinstance(side, Quotient) or side in told or not _of_sizes(side, model):
                continue
            told.add(side)
            above, below = show(side.numerator), show(side.denominator)
            yield Problem(
                statement.place(side.origin),
                f"{show(side)} is a size only where {below} divides {above}",
                help=f"try adding that {above} is a multiple of {below}",
                evidence={"kind": "size"},
            )


def _of_sizes(quotient: Quotient, model: SemanticModel) -> bool:
    return all(
        isinstance(part, Symbol) and _is_size(part.name, model) for part in (quotient.numerator, quotient.denominator)
    )


def _is_size(name: str, model: SemanticModel) -> bool:
    return name in model.size_names or any(each.role == "dimension" for each in model.table.all_of(name))


def _formulas(model: SemanticModel) -> Iterator[Statement]:
    return (each for each in model.statements if each.carrier == "formula")


def widths_that_may_be_odd(model: SemanticModel) -> Iterator[Problem]:
    """Entries in pairs, 2i and 2i + 1, of a width that is nowhere said to be even; once for each width."""
    if _EVEN.search(model.document.source.text) is not None:
        return
    told: set[str] = set()
    for entry in doubled_entries(model):
        if entry.offset == 0 or entry.size is None or entry.size.letter is None or entry.size.letter in told:
            continue
        told.add(entry.size.letter)
        width = spell(entry.size.letter)
        yield Problem(
            entry.span,
            f"entries in pairs fill a width of {width} only where {width} is even",
            help=f"try adding that {width} is even",
            evidence={"kind": "size"},
        )


def indices_without_range(model: SemanticModel) -> Iterator[Problem]:
    """An entry is defined by its indices, and nothing says from where to where they run."""
    ranged = {each.name for each in counted(model) if each.kind == "letter"}
    told: set[str] = set()
    for statement in _formulas(model):
        term = statement.term
        if not isinstance(term, Relation) or term.relations[0] not in EQUAL or not isinstance(term.sides[0], Index):
            continue
        letters = [part.name for slot in slots_of(term.sides[0]) for part in walk(slot) if isinstance(part, Symbol)]
        lost = [each for each in dict.fromkeys(letters) if each in model.index_names and each not in ranged | told]
        if not lost:
            continue
        told.update(lost)
        names = " and ".join(spell(each) for each in lost)
        yield Problem(
            statement.place(term.sides[0].origin),
            f"nothing says from where to where {names} {'runs' if len(lost) == 1 else 'run'}",
            help=f"try the first and the last value of {names}",
            evidence={"kind": "index"},
        )


def silent_broadcasts(model: SemanticModel) -> Iterator[Problem]:
    """A sum of a matrix and a vector, which adds the vector to every row; once for each vector."""
    told: set[Term] = set()
    for shaped in model.shapes:
        if shaped.statement.carrier != "formula" or shaped.inferred.conflicts:
            continue
        for part in walk(shaped.statement.term):
            if not isinstance(part, Sum):
                continue
            shapes = [infer(term, shaped.environment).shape for term in part.terms]
            ranks = {shape.rank for shape in shapes if shape is not None}
            if not {1, 2} <= ranks:
                continue
            vector = next(
                t for t, shape in zip(part.terms, shapes, strict=True) if shape is not None and shape.rank == 1
            )
            if vector in told:
                continue
            told.add(vector)
            yield Problem(
                shaped.statement.place(vector.origin),
                f"the vector {show(vector)} is added to a matrix: to each of its rows, it seems",
                help="try saying so, or a column of ones times the vector",
                evidence={"kind": "shape"},
            )


def mixed_delimiters(model: SemanticModel) -> Iterator[Problem]:
    r"""Formulas between dollars here and between ``\(`` and ``\)`` there; once, at the first of the rarer kind."""
    formulas = [each for each in model.document.formulas if each.delimiter in ("$", r"\(", "$$", r"\[")]
    for dollars, brackets, what in (("$", r"\(", "in the text"), ("$$", r"\[", "on lines of their own")):
        times = Counter(each.delimiter for each in formulas)
        if not (times[dollars] and times[brackets]):
            continue
        rarer = min((dollars, brackets), key=lambda each: times[each])
        usual = brackets if rarer == dollars else dollars
        first = next(each for each in formulas if each.delimiter == rarer)
        yield Problem(
            first.span,
            f"formulas {what} stand between {usual} {times[usual]} times and between {rarer} {times[rarer]} times",
            help=f"try {usual} throughout",
            evidence={"kind": "text"},
        )
