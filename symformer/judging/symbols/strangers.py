r"""Letters that stand once in a note, and for which the equation itself tells another one.

An equation that is true for all values with another letter in its place (``e^{i\phi} = \cos\theta + i \sin\theta``);
what a minimum is taken over, and is not in what is made small; what an update goes on from under another letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.judging.steps.derivations import claims, step_between
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.statement import Statement
from symformer.semantics.usage.exchanged_letters import are_of_kind, is_greek, lone_letters, names_in
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import put_in
from symformer.terms.term import EXACTLY_EQUAL, Apply, Index, Number, Product, Relation, Sum, Symbol, Term, walk

MOST_TRIED = 4
EXTREMES = frozenset({"max", "min", "argmax", "argmin", "sup", "inf"})
UPDATES = EXACTLY_EQUAL | {"←", "⟵"}


@dataclass(frozen=True, slots=True)
class Stranger:
    """A letter that stands once, the one that was meant, and what tells so."""

    statement: Statement
    letter: Term
    name: str
    meant: str
    because: str


def strangers(model: SemanticModel) -> Iterator[Stranger]:
    """Each letter that stands once, in an equation that tells which letter belongs there."""
    lone = once(model, lone_letters)
    if not lone:
        return
    tried = 0
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
            continue
        letters = [(each, name) for each in walk(statement.term) for name in _lone_name(each, lone)]
        told = [made for each, name in letters if (made := _by_its_place(statement, each, name)) is not None]
        if told or not letters:
            yield from told[:1]
            continue
        letter, name = letters[0]
        if not isinstance(letter, Symbol) or "'" in name:
            continue
        if name in _differentiated_by(statement.term):
            continue  # of what is differentiated by, a derivative says nothing
        others = [each for each in dict.fromkeys(names_in(statement.term)) if are_of_kind(name, each)]
        for left, right in [(left, right) for _, left, right in claims(statement)]:
            tries = [meant for meant in others if _are_on_other_sides(left, right, name, meant)]
            if tried + len(tries) > MOST_TRIED or not tries:
                continue
            tried += len(tries)
            equal = [
                meant
                for meant in tries
                if _holds(model, shaped, *(put_in(side, {Symbol(name): Symbol(meant)}) for side in (left, right)))
            ]
            if len(equal) == 1 and not _holds(model, shaped, left, right):
                yield Stranger(statement, letter, name, equal[0], "with which the two sides are equal")


def _differentiated_by(term: Term) -> frozenset[str]:
    """The names in what something in a formula is differentiated by."""
    return frozenset(
        name
        for part in walk(term)
        if isinstance(part, Apply) and part.function in ("derivative", "gradient")
        for each in (*part.arguments[1:], *part.labels)
        for name in names_in(each)
    )


def _by_its_place(statement: Statement, letter: Term, name: str) -> Stranger | None:
    return _bound_in_vain(statement, letter, name) or _update_of_another(statement, letter, name)


def _holds(model: SemanticModel, shaped: StatementShape, left: Term, right: Term) -> bool:
    return step_between(model, shaped, left, right).found.outcome in ("proved", "supported")


def _lone_name(term: Term, lone: frozenset[str]) -> Iterator[str]:
    name = term.name if isinstance(term, Symbol) else term.function if isinstance(term, Apply) else ""
    if name in lone:
        yield name


def _are_on_other_sides(left: Term, right: Term, name: str, meant: str) -> bool:
    """Whether a letter stands on one side only, and the other one on the other."""
    ours, theirs = set(names_in(left)), set(names_in(right))
    return name in ours and meant in theirs or name in theirs and meant in ours


def _bound_in_vain(statement: Statement, letter: Term, name: str) -> Stranger | None:
    r"""What an extreme is taken over, where what is made extreme has another letter: ``\min_\phi J_\theta(x)``."""
    for part in walk(statement.term):
        if not isinstance(part, Apply) or part.function.partition("_")[0] not in EXTREMES or len(part.labels) != 1:
            continue
        label = part.labels[0]
        bound = label.sides[0] if isinstance(label, Relation) else label
        if bound != letter or not isinstance(bound, Symbol) or not is_greek(name):
            continue
        inner = [each for argument in part.arguments for each in walk(argument)]
        named = [each.name for each in inner if isinstance(each, Symbol)]
        named += [each.function for each in inner if isinstance(each, Apply)]
        below = {script for each in named if (script := taken_apart(each).below)}
        if name in below:
            return None
        meant = {each for each in (*named, *below) if are_of_kind(name, each)}
        given = {
            argument.name
            for each in inner
            if isinstance(each, Apply)
            for argument in each.arguments
            if isinstance(argument, Symbol)
        }
        meant &= given | below
        if len(meant) == 1:
            return Stranger(statement, letter, name, next(iter(meant)), "of which the rest is made")
    return None


def _update_of_another(statement: Statement, letter: Term, name: str) -> Stranger | None:
    r"""What an update gives, where it goes on from another letter: ``\phi_{t+1} = \theta_t - \eta g``."""
    term = statement.term
    if not isinstance(term, Relation) or term.relations[0] not in UPDATES or not is_greek(name):
        return None
    left = term.sides[0]
    if not isinstance(left, Index) or left.base != letter or not isinstance(right := term.sides[1], Sum):
        return None
    for each in right.terms:
        if isinstance(each, Index) and isinstance(each.base, Symbol) and are_of_kind(name, each.base.name):
            if _is_step_back(left, each) and not isinstance(each, Product | Number):
                return Stranger(statement, letter, name, each.base.name, "from which the step goes on")
    return None


def _is_step_back(left: Index, right: Index) -> bool:
    """Whether two members stand one step apart: t + 1 and t, t and t - 1."""
    pairs = list(zip(left.slots, right.slots, strict=False))
    apart = [(one, other) for one, other in pairs if one != other]
    return len(apart) == 1 and any(isinstance(each, Sum) for each in apart[0])
