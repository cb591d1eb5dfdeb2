"""The formulas, worked lines and values of a note, as what a formula is held against."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from symformer.judging.numbers.comparison import is_display
from symformer.judging.numbers.learnt import Chain, chains, nameable
from symformer.judging.worked.name_instances import instance
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.parts import is_numbered, put_in, rebuilt, unindexed, untransposed
from symformer.terms.term import (
    Apply,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Symbol,
    Term,
    Unknown,
    walk,
)
from symformer.text.cued import Cued

CONSTANTS = frozenset({"e", "pi", "exp"})
MOST_LINES, MOST_NAMED, MOST_NODES = 12, 40, 60


@dataclass(frozen=True, slots=True)
class Formula:
    """What a name is said to be, in letters."""

    statement: Statement
    name: Term | None
    body: Term


FAR_BACK_IN_LIST = 200  # characters
_SETTINGS = Cued(
    r"(?:\b(?:for|with|at|take|taking|using|let|when|if|say|suppose)\b|取|设|当|令|若)[^.$\n]{0,30}\$[^$\n]{1,40}\$"
    r"(?:(?:,|;|、|，|,? and|和)\s*\$[^$\n]{1,40}\$)*(?:,|;|、|，|,? and|和)\s*\$?\Z",
    re.IGNORECASE,
)
NEAR_BEHIND = 60  # characters between a line and a value that is told behind it


@dataclass(frozen=True, slots=True)
class Line:
    """A name worked out on numbers: what is put in, and what comes out."""

    statement: Statement
    at: int  # among the statements
    name: Term | None
    numbers: Term
    results: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A value that the note gives a name at a place."""

    at: int
    section: int
    display: Term


@dataclass(frozen=True)
class Book:
    """The formulas, worked lines and values of a note."""

    statements: tuple[Statement, ...]

    @cached_property
    def formulas(self) -> tuple[Formula, ...]:
        """What names are said to be, in letters."""
        return tuple(each for statement in self.statements for each in _formulas(statement))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What is worked out on numbers."""
        return tuple(each for at, statement in enumerate(self.statements) for each in _lines(statement, at))

    @cached_property
    def expressions(self) -> tuple[Formula, ...]:
        """What stands alone, as in "the precision is TP / (TP + FP)"."""
        return tuple(
            Formula(each, None, of_numbers(each.term))
            for each in self.statements
            if each.carrier == "formula" and each.stance == "asserted" and not isinstance(each.term, Relation)
            if _is_symbolic(of_numbers(each.term))
        )

    @cached_property
    def told(self) -> Mapping[Term, tuple[Told, ...]]:
        """The numbers that names are given, in order."""
        found: dict[Term, list[Told]] = {}
        for at, statement in enumerate(self.statements):
            if statement.stance != "asserted":
                continue
            for chain in chains(statement.term):
                name, last = chain.sides[0], chain.sides[-1]
                if (nameable(name) or is_dot_product(name) or is_power_of_name(name)) and is_value(last):
                    found.setdefault(name, []).append(Told(at, statement.section, last))
        return {name: tuple(each) for name, each in found.items()}

    @cached_property
    def bodies(self) -> Mapping[Term, frozenset[Term]]:
        """All formulas of each name."""
        found: dict[Term, set[Term]] = {}
        for each in self.formulas:
            if each.name is not None:
                found.setdefault(each.name, set()).add(each.body)
        return {name: frozenset(bodies) for name, bodies in found.items()}

    @cached_property
    def homes(self) -> Mapping[str, frozenset[int]]:
        """The sections that have a formula of their own for some member of a family: y_t, in words of y alone."""
        found: dict[str, set[int]] = {}
        for each in self.formulas:
            if each.name is not None:
                found.setdefault(head_of(each.name), set()).add(each.statement.section)
        return {head: frozenset(sections) for head, sections in found.items()}

    def is_of_another_section(self, formula: Formula, line: Line) -> bool:
        """Whether a line stands in a section that tells its family anew, and its formula in another one."""
        if formula.name is None or line.statement.section == formula.statement.section:
            return False
        return line.statement.section in self.homes[head_of(formula.name)]

    def is_of_another_setting(self, formula: Formula, line: Line, text: str) -> bool:
        """Whether a value is one of a list of new ones that has none of its formula's letters: "for T = 9, d = 128"."""
        at = line.statement.span.start
        opened = _SETTINGS.search(text, max(0, at - FAR_BACK_IN_LIST), at)
        if opened is None or not isinstance(line.numbers, Number):
            return False
        letters = {part for part in walk(formula.body) if isinstance(part, Symbol | Index)}
        beside = {self.statements[told.at].span.start for name in letters for told in self.told.get(name, ())}
        return not any(opened.start() <= start < at for start in beside)

    @cached_property
    def _lines_by_head(self) -> Mapping[str, tuple[Line, ...]]:
        found: dict[str, list[Line]] = {}
        for each in self.lines:
            if each.name is not None:
                found.setdefault(head_of(each.name), []).append(each)
        return {head: tuple(lines) for head, lines in found.items()}

    @cached_property
    def _lines_by_statement(self) -> Mapping[int, tuple[Line, ...]]:
        found: dict[int, list[Line]] = {}
        for each in self.lines:
            found.setdefault(id(each.statement), []).append(each)
        return {at: tuple(lines) for at, lines in found.items()}

    def _own_lines(self, formula: Formula) -> list[Line]:
        here = self._lines_by_statement.get(id(formula.statement), ())
        return [each for each in here if each.name == formula.name]

    @cached_property
    def _starts(self) -> Mapping[Term, tuple[int, ...]]:
        """Where the formulas of each name stand, in order: those of one case aside, which are worked out at once."""
        found: dict[Term, list[int]] = {}
        for each in self.formulas:
            if each.name is not None and not (each.name in found and self._own_lines(each)):
                found.setdefault(each.name, []).append(each.statement.span.start)
        return {name: tuple(sorted(starts)) for name, starts in found.items()}

    def lines_of(self, formula: Formula) -> list[Line]:
        """The lines that are worked from a formula: in its own chain, or under its name before the next formula for it."""
        own = self._own_lines(formula)
        if formula.name is None:
            return own
        start = formula.statement.span.start
        starts = self._starts[formula.name]
        if start not in starts:
            return own
        next_at = bisect_right(starts, start)
        end = starts[next_at] if next_at < len(starts) else None
        named = self._lines_by_head.get(head_of(formula.name), ())
        first = bisect_right(named, start, key=lambda line: line.statement.span.start)
        last = len(named) if end is None else bisect_left(named, end, key=lambda line: line.statement.span.start)
        found = [
            each
            for each in named[first : min(last, first + MOST_NAMED)]
            if each.name is not None and instance(formula.name, each.name) is not None
        ]
        return [*own, *found][:MOST_LINES]

    def told_before(self, formula: Formula) -> list[Line]:
        """The members that stand above their formula, "λ_1 = 6.7 … λ_k = σ_k^2 / (N - 1)", as lines at the end of the note.

        Only members that the note gives one number, of letters that it gives one number as well.
        """
        if not isinstance(formula.name, Index) or len(self.bodies[formula.name]) > 1 or is_numbered(formula.name):
            return []
        start = formula.statement.span.start
        found: list[Line] = []
        for name, told in self.told.items():
            bound = instance(formula.name, name) if name != formula.name else None
            statement = self.statements[told[0].at]
            if not bound or len(told) != 1 or statement.span.start >= start or not isinstance(told[0].display, Number):
                continue
            letters = {part for part in walk(put_in(formula.body, bound)) if isinstance(part, Symbol | Index)}
            if all(len(self.told.get(each, ())) == 1 for each in letters if not _is_base(each, letters)):
                found.append(Line(statement, len(self.statements), name, told[0].display, ()))
        return found[:MOST_LINES]

    @cached_property
    def uses(self) -> Counter[Term]:
        """In how many statements each letter and each member stands."""
        return Counter(
            part
            for each in self.statements
            for part in {part for part in walk(each.term) if isinstance(part, Symbol | Index)}
        )

    @cached_property
    def told_in_order(self) -> tuple[tuple[int, Term, Told], ...]:
        """Where each value of a name is told, in order."""
        places = (
            (self.statements[each.at].span.start, name, each) for name, told in self.told.items() for each in told
        )
        return tuple(sorted(places, key=lambda each: each[0]))

    def value(self, name: Term, line: Line) -> Term | None:
        """What a name stands for at a line: the last value above it, or the first behind it in its section."""
        told = self.told.get(name, ())
        first = bisect_left(told, line.at, key=lambda each: each.at)
        if first:
            return told[first - 1].display
        behind = bisect_right(told, line.at, key=lambda each: each.at)
        if behind < len(told) and told[behind].section == line.statement.section:
            start = self.statements[told[behind].at].span.start
            return told[behind].display if start - line.statement.span.end <= NEAR_BEHIND else None
        return None

    def value_of_power(self, power: Term, line: Line) -> Term | None:
        r"""What ``\sigma^2`` is at a line, where that is told later than what σ is."""
        if not is_power_of_name(power) or not isinstance(power, Power):
            return None
        told, of_base = (
            [each.at for each in self.told.get(name, ()) if each.at < line.at] for name in (power, power.base)
        )
        return self.value(power, line) if told and (not of_base or told[-1] > of_base[-1]) else None


def is_power_of_name(term: Term) -> bool:
    r"""``\sigma^2``: what a note gives a value before, or instead of, the letter itself."""
    return isinstance(term, Power) and isinstance(term.base, Symbol | Index) and isinstance(term.exponent, Number)


def _is_base(term: Term, letters: set[Symbol | Index]) -> bool:
    """Whether a letter only names members, or is one that nothing needs to tell."""
    if isinstance(term, Symbol) and term.name in CONSTANTS:
        return True
    return any(isinstance(each, Index) and each.base == term for each in letters)


def book_of(model: SemanticModel) -> Book:
    """The book of all that a note says: asked ``once`` of a note."""
    return Book(tuple(model.statements))


def head_of(name: Term) -> str:
    """The letter or function that a name begins with: that of its instances as well."""
    base = unindexed(name)
    if isinstance(base, Apply):
        return base.function
    return base.name if isinstance(base, Symbol) else type(base).__name__


def is_dot_product(term: Term) -> bool:
    """Whether a term is two letters or members multiplied, as in ``q \\cdot k_1 = 6``."""
    if not isinstance(term, Product) or len(term.factors) != 2:
        return False
    bare = [untransposed(each) for each in term.factors]
    return all(isinstance(each, Symbol | Index) for each in bare)


def is_value(term: Term) -> bool:
    """Whether a side is a number, or an array of numbers."""
    return is_display(term) or isinstance(term, Number)


def _formulas(statement: Statement) -> Iterator[Formula]:
    if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
        return
    for chain in chains(statement.term):
        name = chain.sides[0] if _is_name(chain.sides[0]) and not is_value(chain.sides[0]) else None
        for at, side in enumerate(chain.sides):
            side = of_numbers(side)
            if at == 0 and (name is not None or not _numbers_follow(chain)) or not _is_symbolic(side):
                continue
            if name is not None and any(part == name for part in walk(side)):
                continue
            if all(each in ("=", ":=", "≡", "≜", "←") for each in chain.signs[:at]):
                yield Formula(statement, name, side)
            break


def _is_name(term: Term) -> bool:
    r"""Whether a side names what the chain gives: a letter, or the product of two members, ``\langle p_s, p_t \rangle``."""
    match term:
        case Apply(function="inner", arguments=(Index() as one, Index() as other)):
            return one.base == other.base
    return nameable(term)


def _numbers_follow(chain: Chain) -> bool:
    return len(chain.sides) > 1 and _is_literal(chain.sides[1]) and not is_value(chain.sides[1])


def _lines(statement: Statement, at: int) -> Iterator[Line]:
    if statement.carrier not in ("formula", "prose", "worksheet") or statement.stance != "asserted":
        return
    for chain in chains(statement.term):
        name = chain.sides[0] if _is_name(chain.sides[0]) else None
        for place, side in enumerate(chain.sides):
            if place == 0 and name is not None or not _is_literal(side):
                continue
            results = chain.sides[place + 1 :]
            if all(is_value(each) or _is_literal(each) for each in results):
                yield Line(statement, at, name, side, results)
            break


def of_numbers(term: Term) -> Term:
    """A formula as it reads where its letters are numbers: u (v + 1) is a product, a^i a power."""
    if isinstance(term, Unknown) and term.alternatives:
        plain = [each for each in term.alternatives if isinstance(each, Product | Power)]
        return of_numbers(plain[0]) if plain else term
    return rebuilt(term, of_numbers)


def _is_symbolic(term: Term) -> bool:
    nodes = list(walk(term))
    if len(nodes) > MOST_NODES or isinstance(term, Symbol | Index | Matrix):
        return False
    if any(isinstance(part, Unknown | Matrix) for part in nodes):
        return False
    if isinstance(term, Product) and len(term.factors) == 2 and isinstance(term.factors[1], Number):
        return False  # \alpha_2(1) is what alpha_2 is at 1
    return any(isinstance(part, Symbol) and part.name not in CONSTANTS for part in nodes)


def _is_literal(term: Term) -> bool:
    """Whether a side holds numbers alone."""
    nodes = list(walk(term))
    if any(isinstance(part, Unknown) or isinstance(part, Symbol) and part.name not in CONSTANTS for part in nodes):
        return False
    return any(isinstance(part, Number) for part in nodes)
