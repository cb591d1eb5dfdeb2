r"""Arrays that one section defines twice, the second time from what was made of the first: Z = X + P, Q = ZW, …, Z = AV.

An array that stands in its own new value is an assignment, Z = Z + P, and left alone, and so is what words call new.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.restated import BRANCH, CHANGED
from symformer.terms.parts import letter_names
from symformer.terms.term import EXACTLY_EQUAL, Matrix, Number, Relation, Space, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued

# a layer or a round has its own arrays of the same names
AGAIN = Cued(
    r"\b(?:layers?|blocks?|rounds?|iterat\w*|pass|epochs?|second|again|repeat\w*|loop\w*|overwr\w+|re-?us\w+|abus\w+|assign\w*|"
    r"recompute\w*|refine\w*|alternat\w*|decoder)\b|层|轮|迭代|再次|重复|更新|覆盖",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MadeOfItself:
    """An array, its first definition, one that uses it, and its second definition, which rests on that."""

    name: Symbol
    first: Statement
    between: Statement
    second: Statement


@dataclass(frozen=True, slots=True)
class _Made:
    """A definition: ``through`` leads from each definition it rests on, by number, to the last one on the way."""

    at: int
    statement: Statement
    right: Term
    through: dict[int, Statement]


def made_of_themselves(model: SemanticModel) -> Iterator[MadeOfItself]:
    """Each array whose second definition in a section rests on the first, by way of other definitions."""
    text = model.document.source.text
    section, made = -2, dict[Symbol, _Made]()
    for at, statement in enumerate(model.statements):
        if statement.section != section:
            section, made = statement.section, {}
        if (pair := _definition(statement)) is None:
            continue
        name, right = pair
        names = {part: None for part in walk(right) if isinstance(part, Symbol)}  # in order
        through: dict[int, Statement] = {}
        for rests in (made[each] for each in names if each in made):
            for definition in rests.through:
                through.setdefault(definition, rests.statement)
        before = made.get(name)
        if before is not None and name not in names and before.right != right and _is_array(name):
            between = through.get(before.at)
            if between is not None and not _turns(between, statement):
                if not _is_announced(before.statement, statement, text):
                    yield MadeOfItself(name, before.statement, between, statement)
        through |= {made[each].at: statement for each in names if each in made}
        made[name] = _Made(at, statement, right, through)


def _definition(statement: Statement) -> tuple[Symbol, Term] | None:
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
        return None
    if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL:
        return None
    name, right = term.sides[:2]
    if not isinstance(name, Symbol) or isinstance(right, Number | Matrix):
        return None
    return None if any(isinstance(part, Unknown | Space) for part in walk(right)) else (name, right)


def _is_array(name: Symbol) -> bool:
    """Whether a name is written as arrays are: a capital letter, or one in bold."""
    letter = name.name.removeprefix("bold(").removesuffix(")")
    return letter != name.name or len(letter) == 1 and letter.isupper()


def _turns(between: Statement, second: Statement) -> bool:
    """Whether a definition is in the names of the one before it, so that it may be that one solved for another."""
    mine, theirs = (letter_names(each.term) for each in (second, between))
    return mine <= theirs


def _is_announced(first: Statement, second: Statement, text: str) -> bool:
    """Whether words before the second definition, or branches between the two, say that the name starts anew."""
    start = second.formula.span.start if second.formula is not None else second.span.start
    words = text[max(first.span.end, text.rfind("\n\n", 0, max(0, start - 2)), start - 300) : start]
    return (
        second.renewed
        or second.concludes
        or CHANGED.search(words) is not None
        or AGAIN.search(words) is not None
        or BRANCH.search(text, first.span.end, start) is not None
    )
