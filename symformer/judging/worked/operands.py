"""The vectors that are put into scores of pairs: each belongs to one of the two that the score is of.

    score(cat, sat) = [1, 0] · [2, 1] = 2
    score(dog, sat) = [0, 1] · [2, 3] = 3

What stands for ``sat`` in one score stands for it in all, and is the vector that the note shows under that label.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import PLAIN_NUMBER
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Matrix, Number, Product, Relation, Sum, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

FEWEST = 3  # scores that a key stands in before one of them is called odd
FAR = 3_000  # characters between scores of one table of scores
LARGEST = 16  # entries


@dataclass(frozen=True, slots=True)
class Operand:
    """A vector that is put in: its entries and where they stand."""

    values: tuple[Fraction, ...]
    texts: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Score:
    """One score: the name of all of them, the two that it is of, and the two vectors."""

    name: str
    keys: tuple[str, str]
    shown: str
    operands: tuple[Operand, Operand]


def operand_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each vector in a score that is another than the one that belongs there."""
    tables: dict[str, list[Score]] = defaultdict(list)
    for statement in statements:
        score = _score(statement)
        if score is None:
            continue
        table = tables[score.name]
        if table and score.operands[0].span.start - table[-1].operands[1].span.end > FAR:
            yield from _odd(document, statements, table)
            table.clear()
        table.append(score)
    for table in tables.values():
        yield from _odd(document, statements, table)


def _score(statement: Statement) -> Score | None:
    if statement.stance != "asserted" or not isinstance(statement.term, Relation):
        return None
    first, *rest = statement.term.sides
    named = _pair(first)
    if named is None:
        return None
    lists = next((pair for side in rest if (pair := _lists(side)) is not None), None)
    sums = next((pair for side in rest if (pair := _summed(side)) is not None), None)
    if lists is None and all(key.isdigit() for key in named[1]) and isinstance(first, Apply):
        return None  # f(2, 3) = 4·2 + 5·3: the sum is of the function
    pairs = lists or sums
    found = _operands(pairs, statement) if pairs is not None else None
    return Score(named[0], named[1], show(first), found) if found is not None else None


def _pair(term: Term) -> tuple[str, tuple[str, str]] | None:
    """What a score is called, and the two that it is of."""
    match term:
        case Apply(function=name, arguments=(one, other)):
            keys = (show(one), show(other))
        case Index(base=base, indices=(Number(value=both),)) if 11 <= both <= 99 and both.denominator == 1:
            name, keys = show(base), (str(int(both) // 10), str(int(both) % 10))
        case Index(base=base, indices=(one, other)):
            name, keys = show(base), (show(one), show(other))
        case _:
            return None
    return (name, keys) if keys[0] and keys[1] else None


Pairs = list[tuple[Term, Term]]


def _lists(side: Term) -> Pairs | None:
    """The entries of two lists that are multiplied, side by side."""
    match side:
        case Product(factors=(Matrix(rows=(one,)), Matrix(rows=(other,)))) if len(one) == len(other):
            return list(zip(one, other, strict=True))
    return None


def _summed(side: Term) -> Pairs | None:
    """The factors of a sum of products of two."""
    if not isinstance(side, Sum):
        return None
    pairs: Pairs = []
    for term in side.terms:
        match term:
            case Product(factors=(one, other)):
                pairs.append((one, other))
            case _:
                return None
    return pairs


def _operands(pairs: Pairs, statement: Statement) -> tuple[Operand, Operand] | None:
    if not 2 <= len(pairs) <= LARGEST:
        return None
    first, second = (_operand([pair[at] for pair in pairs], statement) for at in (0, 1))
    return (first, second) if first is not None and second is not None else None


def _operand(entries: Sequence[Term], statement: Statement) -> Operand | None:
    values = [_value(entry) for entry in entries]
    if None in values:
        return None
    span = statement.place(Span(entries[0].origin.start, entries[-1].origin.end))
    return Operand(tuple(each for each in values if each is not None), tuple(show(each) for each in entries), span)


def _value(term: Term) -> Fraction | None:
    match term:
        case Number(value=value):
            return value
        case Product(factors=(Number(value=sign), Number(value=value))) if sign == -1:
            return -value
    return None


def _odd(document: Document, statements: Sequence[Statement], table: Sequence[Score]) -> Iterator[Problem]:
    """The vectors that are not those of their key: as the other scores have it, or as the note shows it."""
    if len(table) < 2 or len({len(score.operands[0].values) for score in table}) != 1:
        return
    order = _order(table)
    if order is None:
        return
    usual = [_usual(table, key, order[key]) for key in (0, 1)]
    shown = _labelled(document, statements, len(table[0].operands[0].values))
    for score in table:
        for key in (0, 1):
            operand, label = score.operands[order[key]], score.keys[key]
            other, its_label = score.operands[order[1 - key]], score.keys[1 - key]
            wanted = usual[key].get(label)
            if wanted is not None and operand.values == wanted:
                continue
            if wanted is None and other.values in shown.get(its_label, frozenset()):
                wanted = _nearly(operand.values, shown.get(label, frozenset()))
            if wanted is not None:
                yield _problem(score, operand, label, wanted)


def _order(table: Sequence[Score]) -> tuple[int, int] | None:
    """Which of the two vectors belongs to which key: as nearly all of the scores have it; None where neither does."""
    for order in ((0, 1), (1, 0)):
        off = 0
        for key in (0, 1):
            held: dict[str, Counter[tuple[Fraction, ...]]] = defaultdict(Counter)
            for score in table:
                held[score.keys[key]][score.operands[order[key]].values] += 1
            off += sum(each.total() - max(each.values()) for each in held.values())
        if off <= 1 and any(len({score.keys[key] for score in table}) < len(table) for key in (0, 1)):
            return order
    return None


def _usual(table: Sequence[Score], key: int, slot: int) -> dict[str, tuple[Fraction, ...]]:
    """The vector of each key that all scores but one have, where that is sure."""
    held: dict[str, Counter[tuple[Fraction, ...]]] = defaultdict(Counter)
    for score in table:
        held[score.keys[key]][score.operands[slot].values] += 1
    return {
        label: counted.most_common(1)[0][0]
        for label, counted in held.items()
        if counted.total() >= FEWEST
        and len(counted) == 2
        and min(counted.values()) == 1
        or len(counted) == 1 < counted.total()
    }


def _labelled(
    document: Document, statements: Sequence[Statement], size: int
) -> dict[str, frozenset[tuple[Fraction, ...]]]:
    """The vectors that the note shows under each label: ``K_cat = [1, 0]``, ``cat → [1, 0]``."""
    found: dict[str, set[tuple[Fraction, ...]]] = defaultdict(set)
    for statement in statements:
        match statement.term:
            case Relation(sides=(Symbol() | Index() as name, *_, Matrix(rows=(row,)))) if len(row) == size:
                values = [_value(entry) for entry in row]
                label = (
                    (name_of(name) or "").rpartition("_")[2]
                    if isinstance(name, Symbol)
                    else show(name.indices[-1])
                    if name.indices
                    else ""
                )
                if label and None not in values:
                    found[label].add(tuple(each for each in values if each is not None))
    for text in (*(each.text.text for each in document.prose), *(each.text.text for each in document.worksheets)):
        for line in _LINE.finditer(text):
            numbers = tuple(Fraction(each.replace("−", "-")) for each in re.findall(PLAIN_NUMBER, line["numbers"]))
            if len(numbers) == size:
                found[line["label"].strip()].add(numbers)
    return {label: frozenset(vectors) for label, vectors in found.items()}


_LINE = Cued(
    rf"^[ \t]*(?:[-*+•][ \t]+)?(?P<label>[^\W\d_]\w{{0,20}})[ \t]*(?:→|->|:)[ \t]*\[(?P<numbers>[ \t]*{PLAIN_NUMBER}(?:[ \t]*,[ \t]*{PLAIN_NUMBER})+[ \t]*)\][ \t.]*$",
    re.M,
)


def _nearly(values: tuple[Fraction, ...], shown: frozenset[tuple[Fraction, ...]]) -> tuple[Fraction, ...] | None:
    """The one vector that the note shows under the label and that differs in one entry; None where one is the same."""
    if values in shown or len(values) < 2:
        return None
    near = [each for each in shown if sum(a != b for a, b in zip(each, values, strict=True)) == 1]
    return near[0] if len(near) == 1 else None


def _problem(score: Score, operand: Operand, label: str, wanted: tuple[Fraction, ...]) -> Problem:
    def listed(values: Sequence[Fraction]) -> str:
        return "[" + ", ".join(f"{float(each):g}" for each in values) + "]"

    return Problem(
        operand.span,
        f"{score.shown} takes {listed(operand.values)} for {label}, which is {listed(wanted)}",
        evidence={"kind": "number", "printed": listed(operand.values), "expected": listed(wanted)},
        key=f"operand@{operand.span.start}",
    )


__all__ = ["operand_problems"]
