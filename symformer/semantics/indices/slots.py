"""The letters in the index slots of a term, those that it binds, and the faults that one of them may have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from symformer.terms.show import GREEK
from symformer.terms.term import Apply, Index, IndexedSum, Relation, Symbol, Term, children, walk
from symformer.text.span import Span

RUNS_BELOW = frozenset(
    {
        "argmax",
        "argmin",
        "max",
        "min",
        "sup",
        "inf",
        "lim",
        "limit",
        "expectation",
        "variance",
        "covariance",
        "probability",
        "softmax",
        "log_softmax",
        "logsumexp",
        "topk",
        "gradient",
        "derivative",
        "partial",
        "integral",
        "mean",
        "concat",
    }
)  # what runs over the letter below it, or is taken by it
RUNNING = frozenset("ijkst")  # letters that run by custom, and end no list

Fault = Literal[
    "two-jobs",
    "sum-rebinds",
    "nested-rebinds",
    "nested-apart",
    "bound-in-a-pair",
    "free-on-one-side",
    "loose",
    "dangling",
    "never-used",
    "left-out",
    "escaped",
    "strange",
    "stray-power",
]


@dataclass(frozen=True, slots=True)
class IndexFault:
    """One letter used against itself in a statement. ``serious``: the value depends on it."""

    fault: Fault
    letter: str
    origin: Span
    holder: str  # the name of the symbol whose slots collide, or the operator's kind
    serious: bool
    multiple: str = ""
    amid: bool = False  # whether it stands among letters that sums bind, in one entry; beside one that stands twice


def slot_letters(term: Term) -> Iterator[str]:
    """The letters that stand in index slots of a term, from left to right."""
    for part in walk(term):
        if isinstance(part, Index):
            for index in part.slots:
                yield from (piece.name for piece in walk(index) if isinstance(piece, Symbol))


def slots_of_term(term: Term) -> Iterator[Symbol]:
    """The letters of all slots; those of a slot within a slot come twice."""
    for part in walk(term):
        if isinstance(part, Index):
            for index in part.slots:
                yield from (piece for piece in walk(index) if isinstance(piece, Symbol))


def bound_letters(term: Term) -> set[str]:
    """The letters that a term binds: under sums, ranges, conditions and arguments of arg-operators."""
    bound: set[str] = set()
    for part in walk(term):
        if isinstance(part, IndexedSum):
            if part.index is not None:
                bound.add(part.index.name)
            for limit in (part.condition, part.lower):
                if limit is not None:
                    bound.update(piece.name for piece in walk(_ran_through(limit)) if isinstance(piece, Symbol))
        elif isinstance(part, Apply) and part.labels:
            runs = part.function in RUNS_BELOW
            labels = [label for label in part.labels if runs or not isinstance(label, Symbol)]  # phi_i(x) binds no i
            bound.update(piece.name for label in labels for piece in walk(label) if isinstance(piece, Symbol))
    return bound


def call_letters(term: Term) -> Iterator[str]:
    """The counting letters below the names of calls, or alone in their brackets: i of φ_i(x), j of P(j)."""
    for part in walk(term):
        if isinstance(part, Apply) and (len(part.function) == 1 or part.function in GREEK):
            alone = part.arguments if len(part.arguments) == 1 else ()
            for piece in (*part.labels, *alone):
                if isinstance(piece, Symbol) and piece.name in RUNNING:
                    yield piece.name


def run_by(total: IndexedSum) -> Symbol | None:
    r"""The letter of a sum: its index, or the one between two bounds in its condition, ``-m \leq j \leq m``."""
    if total.index is not None or total.condition is None:
        return total.index
    conditions = total.condition.arguments if isinstance(total.condition, Apply) else (total.condition,)
    for each in conditions:
        match each:
            case Relation(relations=("≤" | "<", "≤" | "<"), sides=(_, Symbol() as middle, _)):
                return middle
    return None


def _ran_through(limit: Term) -> Term:
    """What a condition below a sum binds: the k of ``k \\in S_i``, all letters of ``i < j``."""
    if isinstance(limit, Relation) and limit.relations == ("∈",):
        return limit.sides[0]
    return limit


def outside_slots(term: Term) -> Iterator[Symbol]:
    """The symbols that stand as values, not in index slots."""
    stack: list[Term] = [term]
    while stack:
        top = stack.pop()
        if isinstance(top, Symbol):
            yield top
        elif isinstance(top, Index):
            if not isinstance(top.base, Symbol):
                stack.append(top.base)
        else:
            stack.extend(children(top))


def names_letter(name: str, letter: str) -> bool:
    """Whether a letter is a name, or stands in its label: x_i may be one name, and x_{tilm} too."""
    base, _, label = name.partition("_")
    return letter in (name, base.partition("^")[2]) or letter in label
