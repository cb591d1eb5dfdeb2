r"""Statements said to hold "for all n" of a letter that they sum over: ``\sum_n p_{nk} = 1`` for all n."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import spell
from symformer.terms.term import EQUAL, Apply, Index, IndexedSum, Relation, Symbol, Term, children, walk
from symformer.text.cued import Cued

COUNTING = frozenset("ijklmn")
FOR_ALL = Cued(
    r"(?:\bfor|\\forall|∀)\s*(?:\\;|\\,|\\ |~)*(?:all|every|each|any)?[\s$\\,;~}(]*\Z"
    r"|(?:对|对于)?(?:所有|每个|每一个|任意|任何)(?:的)?[\s$\\,;~}]*\Z"
)


def quantified_and_summed(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter that an equation sums over, and that it is said to hold for all values of."""
    shapes = [each.statement for each in model.shapes if each.statement.carrier == "formula"]
    text = model.document.source.text
    for statement, after in pairwise(shapes):
        letter = _ranging(statement, after, text)
        if letter is None:
            continue
        bound, free = _letters(statement.term)
        others = sorted(name for name in free - {letter.name} if name in model.index_names or name in COUNTING)
        if letter.name not in bound or letter.name in free or not others:
            continue
        place = after.place(letter.origin)
        spelled, other = spell(letter.name), spell(others[0])
        yield Problem(
            place,
            f"{spelled} is summed over in the equation, so nothing is left to hold for each {spelled}; {other} is free in it",
            help=f"try a sum over {other}, or say it for all {other}",
            level="warning",
            evidence={"kind": "index", "letter": letter.name},
            key=f"quantified@{place.start}",
        )


def _ranging(statement: Statement, after: Statement, text: str) -> Symbol | None:
    """The letter of which the second statement tells the range of the first, an equation."""
    term = statement.term
    if not isinstance(term, Relation) or not set(term.relations) & EQUAL or statement.stance != "asserted":
        return None
    between = text[statement.span.end : after.span.start]
    match after.term:
        case Relation(relations=("∈",), sides=(Symbol() as letter, Apply(function="range"))):
            told = statement.formula is after.formula or FOR_ALL.search(between) is not None
        case Relation(relations=("∈",), sides=(Symbol() as letter, _)) | (Symbol() as letter):
            told = FOR_ALL.search(between) is not None
        case _:
            return None
    near = len(between) < 60 and "\n\n" not in between and "sum" not in between and "∑" not in between
    return letter if told and near else None


def _letters(term: Term) -> tuple[frozenset[str], frozenset[str]]:
    """The letters that stand in slots under a sum over them, and those that stand free in slots."""
    bound, free = set[str](), set[str]()
    stack: list[tuple[Term, frozenset[str]]] = [(term, frozenset())]
    while stack:
        part, under = stack.pop()
        if isinstance(part, IndexedSum):
            taken = {part.index.name} if part.index is not None else set[str]()
            for limit in (part.condition, part.lower):
                taken |= {each.name for each in walk(limit) if isinstance(each, Symbol)} if limit is not None else set()
            bound |= taken
            under = under | taken
        elif isinstance(part, Index):
            slots = {each.name for slot in part.slots for each in walk(slot) if isinstance(each, Symbol)}
            free |= slots - under
        stack += [(each, under) for each in children(part)]
    return frozenset(bound), frozenset(free)


__all__ = ["quantified_and_summed"]
