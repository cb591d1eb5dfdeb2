"""Equations that a note writes twice in one section, and differently the second time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import exact_key
from symformer.terms.parts import own_of
from symformer.terms.show import show_styled
from symformer.terms.term import EXACTLY_EQUAL, Apply, Index, Number, Relation, Symbol, Term, children, walk
from symformer.text.cued import Cued

CHANGED = Cued(
    r"\b(?:instead|now|variant|alternativ\w*|other\w*|replac\w+|becom\w+|updat\w+|new|next|modif\w+|chang\w+|if|when|case|"
    r"equivalent\w*|rewrit\w+|simplif\w+|with(?:out)?|wrong|mistake|for|expand\w*|gives?|then|hence|thus|so|or|where|sub\w+)\b"
    r"|现在|变为|改为|另|或|则|因此|即",
    re.IGNORECASE,
)
STEPPED = Cued(  # what the next formula is made of the last one by
    r"\b(?:we['’]ll|we will|let['’]s|we now|now,? we|so,? we)\b[^.\n]{0,20}\b(?:take|add|square|divide|multiply|introduce|include|drop|remove|subtract)",
    re.IGNORECASE,
)
BRANCH = Cued(r"\b(?:else|elif|otherwise)\b|否则", re.IGNORECASE)
FEWEST_LEAVES = 4
WAVES = {"sin", "cos"}
ITEM = Cued(r"\n[ \t>]*(?:\\item\b|[-*+][ \t])")
LIST_ENDS = Cued(r"\\(?:begin|end)\s*\{(?:itemize|enumerate|description)\}|\n#{1,6} |\\(?:sub)*section\b")
BEFORE = 600  # characters before an equation in which its item begins


@dataclass(frozen=True, slots=True)
class Restated:
    """An equation and its restatement, which differ in one leaf each."""

    first: Statement
    second: Statement
    left: Term
    was: Term
    now: Term


def restated_otherwise(model: SemanticModel) -> Iterator[Restated]:
    """Each equation that repeats one of its section but for exactly one name."""
    told: dict[tuple[int, str], tuple[Statement, Term]] = {}
    text = model.document.source.text
    for statement in model.statements:
        made = _equation(statement)
        if made is None:
            continue
        left, right = made
        key = (statement.section, exact_key(left) or show_styled(left))
        if key not in told:
            told[key] = (statement, right)
            continue
        first, before = told[key]
        pair = one_leaf(before, right)
        if pair is None or _told_between(pair[1], first, statement, model):
            continue
        if BRANCH.search(text, first.span.end, statement.span.start):
            continue  # the branches of a procedure
        if are_alternatives(first, statement, text):
            continue
        if not CHANGED.search(_words_before(statement, text)):
            yield Restated(first, statement, left, *pair)


def entries_told_twice(model: SemanticModel) -> Iterator[Restated]:
    r"""Each equation of a display for entries that the same display has told, by another function of the same things.

    ``p_{2i} = \sin(w_i t), p_{2i} = \cos(w_i t)``: one of the two is for other entries.
    """
    told: dict[tuple[int, Term], tuple[Statement, Apply]] = {}
    for statement in model.statements:
        match statement.term:
            case Relation(relations=("=" | ":=",), sides=(Index() as left, Apply() as right)) if (
                statement.carrier == "formula" and statement.formula is not None and statement.stance == "asserted"
            ):
                key = (statement.formula.span.start, left)
            case _:
                continue
        if key not in told:
            told[key] = (statement, right)
            continue
        first, before = told[key]
        if {before.function, right.function} == WAVES and before.arguments == right.arguments:
            yield Restated(first, statement, left, before, right)


def names_told_twice(model: SemanticModel) -> Iterator[Restated]:
    r"""Each equation of a list that tells the name of the one before it again: ``Q = X W_Q, K = X W_K, K = X W_V``.

    A list that tells other names in the same form tells one thing each; roots, steps and alternatives are no such list.
    """
    formulas = (each for each in model.statements if each.carrier == "formula" and each.formula is not None)
    for _, group in groupby(formulas, key=lambda each: id(each.formula)):
        told = [(each, made) for each in group if (made := _told(each)) is not None]
        for (first, (left, before)), (second, (again, right)) in pairwise(told):
            others = [other for _, (name, other) in told if name != left]
            if again != left or not any(_names_apart(before, other) for other in others):
                continue
            pairs = _names_apart(before, right)
            text = model.document.source.text
            if not isinstance(left, Index) and not any("_" in each.name for each in _symbols(left, *pairs)):
                continue  # V = I R, V = I Z: plain letters may be tied by more than one law
            if pairs and _WORDS_BETWEEN.search(text, first.span.start, second.span.end + 20) is None:
                yield Restated(first, second, left, *pairs[0])


_WORDS_BETWEEN = re.compile(r"\\(?:text\w*|mbox|mathrm|intertext)\s*\{|\bor\b|[\u4e00-\u9fff]|\\(?:text)?(?:if|or)\b")


def _symbols(left: Term, *pairs: tuple[Term, Term]) -> list[Symbol]:
    return [each for each in (left, *(each for pair in pairs for each in pair)) if isinstance(each, Symbol)]


def _told(statement: Statement) -> tuple[Term, Term] | None:
    """The name that an equation tells, and what it is made of, where that is more than a name."""
    match statement.term:
        case Relation(relations=("=" | ":=",), sides=(Symbol() | Index() as left, right)) if (
            statement.stance == "asserted" and not statement.hedged and not isinstance(right, Symbol | Index | Number)
        ):
            return None if left in walk(right) else (left, right)
    return None


def _names_apart(one: Term, other: Term) -> list[tuple[Term, Term]]:
    """The names in which two terms of one form differ, where they keep one at least; none where they differ otherwise."""
    pairs = _leaves_apart(one, other)
    shared = {part for part in walk(one) if isinstance(part, Symbol)} & set(walk(other))
    named = pairs is not None and all(isinstance(each, Symbol) for pair in pairs for each in pair)
    return pairs if pairs is not None and named and shared else []


def _leaves_apart(one: Term, other: Term) -> list[tuple[Term, Term]] | None:
    """The leaves in which two terms differ; None where they are of two forms."""
    if one == other:
        return []
    if type(one) is not type(other):
        return None
    mine, theirs = children(one), children(other)
    if not mine:
        return [(one, other)]
    if len(mine) != len(theirs) or own_of(one) != own_of(other):
        return None
    found: list[tuple[Term, Term]] = []
    for left, right in zip(mine, theirs, strict=True):
        inner = _leaves_apart(left, right)
        if inner is None:
            return None
        found.extend(inner)
    return found


def are_alternatives(first: Statement, second: Statement, text: str) -> bool:
    """Whether equations stand in two items of a list, or in two cells of a table: each may be of another kind of thing."""
    start, end = first.span.start, second.span.start
    if text.rfind("\\begin{tabular", 0, end) > text.rfind("\\end{tabular", 0, end):
        return True
    if "\n\n" not in text[start:end] and all(_opens_row(text, at) for at in (start, end)):
        return True
    if ITEM.search(text, first.span.end, end) is None or LIST_ENDS.search(text, first.span.end, end) is not None:
        return False
    at = max((found.end() for found in ITEM.finditer(text, max(0, start - BEFORE), start)), default=-1)
    return at >= 0 and LIST_ENDS.search(text, at, start) is None


def _opens_row(text: str, at: int) -> bool:
    """Whether a place stands in a row of a table in Markdown."""
    return text[text.rfind("\n", 0, at) + 1 : at].lstrip().startswith("|")


def _told_between(leaf: Term, first: Statement, second: Statement, model: SemanticModel) -> bool:
    """Whether the new name was told after the first equation: then the second is a step further."""
    if not isinstance(leaf, Symbol):
        return False
    told = (each.span.start for each in model.uses.of(leaf.name).occurrences if each.tells)
    return any(first.span.end <= at < second.span.start for at in told)


def _equation(statement: Statement) -> tuple[Term, Term] | None:
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or statement.renewed or statement.hedged:
        return None
    if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL:
        return None
    left, right = term.sides[0], term.sides[1]
    if exact_key(left) is None and not isinstance(left, Apply):
        return None
    if left in walk(right):
        return None  # a step: y := Ax + y
    leaves = sum(isinstance(part, Symbol) for part in walk(right))
    return (left, right) if leaves >= FEWEST_LEAVES else None


def one_leaf(first: Term, second: Term) -> tuple[Term, Term] | None:
    """The one leaf in which two terms of one form differ."""
    pairs = _leaves_apart(first, second)
    return pairs[0] if pairs is not None and len(pairs) == 1 and isinstance(pairs[0][0], Symbol | Number) else None


def words_around(statement: Statement, text: str) -> tuple[int, int]:
    """From the paragraph before a formula to the end of the line behind it."""
    span = statement.formula.span if statement.formula is not None else statement.span
    end = text.find("\n", span.end)
    return max(0, text.rfind("\n\n", 0, max(0, span.start - 2)), span.start - 300), end if end >= 0 else len(text)


def is_stepped_to(statement: Statement, text: str) -> bool:
    """Whether the words before a formula announce a step, also where a line is left free before the display."""
    span = statement.formula.span if statement.formula is not None else statement.span
    first = max(0, span.start - 300)
    before = first + len(text[first : span.start].rstrip(" \t\n$[\\"))
    return STEPPED.search(text, max(first, text.rfind("\n\n", 0, before)), span.start) is not None


def _words_before(statement: Statement, text: str) -> str:
    start = statement.formula.span.start if statement.formula is not None else statement.span.start
    return text[max(0, text.rfind("\n\n", 0, max(0, start - 2)), start - 300) : start]
