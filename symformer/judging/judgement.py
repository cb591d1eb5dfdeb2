"""A claim about numbers, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symformer.algebra.verdict import Verdict
from symformer.findings.finding import Problem
from symformer.findings.report import ClaimKind
from symformer.judging.numbers.comparison import Comparison
from symformer.semantics.statement import Statement
from symformer.semantics.values import Binding
from symformer.terms.term import Number, Relation, Term
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class Claim:
    """Two sides of a chain that a note says are equal; ``relation`` counts the signs of the chain."""

    statement: Statement
    relation: int
    left: Term
    right: Term
    sign: str
    kind: ClaimKind = "numeric"
    measure: str = ""  # the unit that stands within the formula, behind the number: 16.8 ms
    converted: bool = False  # the left side is counted in the unit of the right side

    @property
    def unit(self) -> str:
        """The unit of the right side: in the formula, or right behind it."""
        term = self.statement.term
        last = isinstance(term, Relation) and self.right is term.sides[-1]
        return self.measure or (self.statement.unit if last else "")

    @property
    def span(self) -> Span:
        """Where both sides stand in the source text."""
        return self.statement.place(self.left.origin.cover(self.right.origin))

    @property
    def result_span(self) -> Span:
        """Where the right-hand side stands in the source text."""
        return self.statement.place(self.right.origin)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A number that a claim takes over from an earlier result which is wrong.

    ``origin`` is where it stands in the LaTeX of the claim's statement; ``causes`` are the keys of the
    faults behind the result.  Where a whole ``row`` is taken over, the number stands in its ``column``.
    """

    number: Number
    origin: Span
    causes: tuple[str, ...]
    row: tuple[str, ...] = ()
    column: int = 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was found out about a claim.

    ``tests`` holds the outcomes of the literal, truth and interval tests ("holds", "fails", or the
    reason why it is not known).  ``fault`` is the id of the rule that reports ``problem``;
    ``causes`` are the keys of the faults that this one merely carries on.  ``comparison`` holds what is
    printed beside what it ought to be, ``behind`` the same for the values behind the printed numbers
    where these say something else.  ``worked`` is the term that was worked out, and ``rests_on`` the
    names in it with what they stood for; ``repeats`` are the wrong numbers it takes over.
    """

    claim: Claim
    verdict: Verdict
    tests: dict[str, str] = field(default_factory=dict)
    causes: tuple[str, ...] = ()
    problem: Problem | None = None
    fault: str | None = None
    comparison: Comparison | None = None
    behind: Comparison | None = None
    worked: Term | None = None
    rests_on: Mapping[Term, Binding] = field(default_factory=dict)
    repeats: tuple[Repeat, ...] = ()
    slip: str | None = None  # the small change that explains the printed number
