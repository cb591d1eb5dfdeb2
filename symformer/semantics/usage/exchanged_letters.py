r"""Letters that stand once in a note, where the same expression has another letter elsewhere: ``\beta(q, k)`` for ``\alpha(q, k)``.

An expression is compared by its *frame*, which is the expression without its letters, and by the row of its letters
and functions: two of one frame that differ in one letter are alike but for that one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.told_besides import spoken_names
from symformer.semantics.usage.uses import FORMS
from symformer.terms.term import (
    Apply,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Number,
    Product,
    Relation,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)
from symformer.text.cued import Cued

MOST_LEAVES = 24
FEWEST_NAMES = 1  # beside the letter itself, or there is nothing to know the place by
SHORT, OFTEN = 4, 4
NOISE = frozenset({"epsilon", "varepsilon"})
CONSTANTS = frozenset({"pi", "e", "i", "j"})
MOST_ALIKE = 400  # of one frame
WITHIN = 40  # characters between two formulas of one list
LISTED = Cued(r"\s*(?:,|;|and|or|versus|vs\.?|respectively|与|和|或|、|，|\s)*(?::math:)?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A name in an expression, and where it stands; ``called`` if it is that of a function."""

    name: str
    term: Term
    called: bool


@dataclass(frozen=True, slots=True)
class Framed:
    """An expression as its frame and its leaves."""

    statement: Statement
    part: Term
    frame: str
    leaves: tuple[Leaf, ...]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A letter that stands once, in the place of another."""

    statement: Statement
    leaf: Leaf
    meant: Leaf
    there: Statement


def exchanged_letters(model: SemanticModel) -> Iterator[Exchanged]:
    """Each letter that stands once in a note, where another stands in the same expression elsewhere."""
    statements = [each for each in model.statements if each.carrier == "formula"]
    framed = [each for statement in statements for each in _framed(statement)]
    times = once(model, _times)
    lone = frozenset(filter(is_greek, once(model, lone_letters)))  # letters from a to z are taken as they come
    if not lone:
        return
    by_frame: dict[str, list[Framed]] = defaultdict(list)
    for each in framed:
        if len(found := by_frame[each.frame]) < MOST_ALIKE:
            found.append(each)
    told: set[str] = set()
    for each in sorted(framed, key=lambda each: -len(each.leaves)):
        mine = [leaf for leaf in each.leaves if leaf.name in lone and leaf.name not in told]
        if len(mine) != 1 or each.statement.stance != "asserted":
            continue
        others: dict[str, tuple[Leaf, Framed]] = {}
        for other in by_frame[each.frame]:
            meant = None if other is each else _one_apart(each, other, mine[0])
            if meant is not None and _is_usual(meant.name, times, model) and are_of_kind(mine[0].name, meant.name):
                others[meant.name] = meant, other
        if len(others) != 1:
            continue
        ((meant, there),) = others.values()
        if any(_are_listed(each, other, model) for other in by_frame[each.frame] if other is not each):
            continue
        if _is_known_place(each, mine[0], meant, there, model):
            told.add(mine[0].name)
            yield Exchanged(each.statement, mine[0], meant, there.statement)


def _are_listed(one: Framed, other: Framed, model: SemanticModel) -> bool:
    """Whether two formulas stand side by side in a sentence: ``log Γ(α)`` and ``log Γ(β)`` are two on purpose."""
    first, second = one.statement.formula, other.statement.formula
    if first is None or second is None or first is second:
        return False
    start, end = min(first.span.end, second.span.end), max(first.span.start, second.span.start)
    return end - start < WITHIN and LISTED.fullmatch(model.document.source.text, start, end) is not None


def _is_usual(name: str, times: Counter[str], model: SemanticModel) -> bool:
    """Whether a letter is at home in a note: it stands often, or something says what it is."""
    uses = model.uses.of(name)
    return times[name] > 2 or uses.is_told or uses.is_mentioned


def _is_known_place(here: Framed, leaf: Leaf, meant: Leaf, there: Framed, model: SemanticModel) -> bool:
    """Whether an expression holds enough beside a letter to tell that it is the one that has another letter elsewhere."""
    spelling = taken_apart(leaf.name)
    if spelling.letter in NOISE:
        return False  # drawn anew wherever it stands
    if any(each.part in ("index", "bound") for each in model.uses.of(leaf.name).occurrences):
        return False
    if isinstance(here.part, Index) and here.part.base is leaf.term:
        return False  # μ_{S_t} and σ_{S_t}: that both have an entry for each regime makes them no one thing
    beside = {each.name for each in here.leaves if each is not leaf}
    running = {part.index.name for part in walk(here.statement.term) if isinstance(part, IndexedSum) and part.index}
    beside -= running | model.index_names
    together = [each for each in model.statements if each.formula is here.statement.formula] or [here.statement]
    if _has_another_part(here, together, meant.name):
        return False
    own = sum(part.name == meant.name for part in here.leaves)
    if own and leaf.called:
        return len(here.leaves) >= SHORT  # σ(z) (1 - σ(z))
    in_statement = sum(list(names_in(each.term)).count(meant.name) for each in together)
    if in_statement:
        return len(beside) >= SHORT or in_statement >= OFTEN and here.part is not leaf.term
    if leaf.called:
        alone = here.part is leaf.term  # a call and nothing around it, which may be of another function
        defined = any(each.part == "defined" for each in model.uses.of(leaf.name).occurrences)
        return len(beside) > 0 and not (alone and (defined or spelling.below or spelling.above))
    given = isinstance(here.part, Apply) and leaf.term in here.part.arguments  # f(x, y) and f(x, z)
    return len(beside) >= 2 and not given


def _has_another_part(here: Framed, together: list[Statement], name: str) -> bool:
    """Whether a formula has entries of a name beside an expression, which wants another letter: ``β_0 + β_1 s_i + x_i γ``."""
    return _has_entries(name, *(each.term for each in together)) and not _has_entries(name, here.part)


def _has_entries(name: str, *terms: Term) -> bool:
    letter = taken_apart(name).letter
    members = (part for term in terms for part in walk(term) if isinstance(part, Index) and part.indices)
    return any(isinstance(each.base, Symbol) and taken_apart(each.base.name).letter == letter for each in members)


def _times(model: SemanticModel) -> Counter[str]:
    """How often each name stands in a note."""
    return Counter(name for statement in model.statements for name in names_in(statement.term))


def lone_letters(model: SemanticModel) -> frozenset[str]:
    """The letters that stand once, and of which nothing is said."""
    times, spoken = once(model, _times), spoken_names(model.document) | CONSTANTS
    names = (name for name, count in times.items() if count == 1 and name not in spoken and _alphabet_of(name))
    return frozenset(name for name in names if all(told.by == "formula" for told in model.uses.of(name).declarations))


def is_greek(name: str) -> bool:
    """Whether a name is a Greek letter with its marks."""
    return _alphabet_of(name).casefold() == "greek"


def _alphabet_of(name: str) -> str:
    return _alphabet(taken_apart(name).letter)


GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi omicron pi rho sigma tau "
    "upsilon phi varphi chi psi omega".split()
)


def are_of_kind(one: str, other: str) -> bool:
    """Whether two names differ in their letter only, and those are of one alphabet and case."""
    ours, theirs = taken_apart(one), taken_apart(other)
    if replace(ours, letter="") != replace(theirs, letter=""):
        return False
    return _alphabet(ours.letter) == _alphabet(theirs.letter) != ""


def _alphabet(letter: str) -> str:
    if letter.casefold() in GREEK:
        return "Greek" if letter[0].isupper() else "greek"
    if len(letter) != 1 or not letter.isascii() or not letter.isalpha():
        return ""
    return "Latin" if letter.isupper() else "latin"


def _one_apart(one: Framed, other: Framed, at: Leaf) -> Leaf | None:
    """The name that stands in an expression where another has ``at``, if that is all they differ in."""
    found: Leaf | None = None
    for mine, theirs in zip(one.leaves, other.leaves, strict=True):
        if mine.name == theirs.name:
            continue
        if mine is not at or mine.called != theirs.called:
            return None
        found = theirs
    return found


def _framed(statement: Statement) -> Iterator[Framed]:
    """The expressions of a statement that hold enough names to be known by."""
    found: list[Framed] = []
    _frame(statement.term, statement, found)
    yield from found


def _frame(term: Term, statement: Statement, found: list[Framed]) -> tuple[str, tuple[Leaf, ...]] | None:
    """The frame and the leaves of a term, and of its parts in passing; None for what cannot be compared."""
    match term:
        case Symbol(name=name):
            return "□", (Leaf(name, term, False),)
        case Number(value=value):
            return str(value), ()
        case Unknown() | Ellipsis():
            return None
    inner = [_frame(each, statement, found) for each in children(term)]
    own: tuple[Leaf, ...] = ()
    kind = type(term).__name__
    match term:
        case Apply(function=function):
            kind = f"{kind}{len(term.arguments)}" if function not in FORMS else f"{kind} {function}"
            own = (Leaf(function, term, True),) if function not in FORMS else ()
        case IndexedSum():
            kind = f"{kind} {term.kind} {term.lower is None} {term.upper is None} {term.condition is None}"
        case Product(sign=sign) | Elementwise(sign=sign):
            kind = f"{kind} {sign}"
        case Relation(relations=relations):
            kind = f"{kind} {relations}"
        case Index():
            kind = f"{kind} {len(term.indices)} {len(term.upper)}"
    parts = [each for each in inner if each is not None]
    if len(parts) < len(inner):
        return None
    leaves = own + tuple(leaf for _, each in parts for leaf in each)
    if len(leaves) > MOST_LEAVES:
        return None
    frame = f"{kind}({','.join(each for each, _ in parts)})"
    if len({leaf.name for leaf in leaves}) > FEWEST_NAMES:
        found.append(Framed(statement, term, frame, leaves))
    return frame, leaves


def names_in(term: Term) -> Iterator[str]:
    """The names of the letters and functions in a term."""
    for part in walk(term):
        if isinstance(part, Symbol):
            yield part.name
        elif isinstance(part, Apply):
            yield part.function
