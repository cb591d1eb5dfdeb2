"""Tables of steps beside the update rule that the note gives: ``w ← w + η (t - y) x`` and columns headed ``w1``, ``x1``.

Each number follows from the row above it.  A rule for vectors holds for each of their columns; whether a row shows
what its step begins with or what it leaves behind is told by the rows themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document, Table
from symformer.findings.finding import Problem
from symformer.judging.numbers.settled import Settled
from symformer.judging.tables.amounts import Amount, amount
from symformer.judging.tables.row_steps import agrees, columns_of
from symformer.judging.wording import plain
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.statement import Statement
from symformer.terms.parts import rebuilt
from symformer.terms.term import Index, Number, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

LEAST_STEPS = 2  # that keep to the rule, besides those in doubt
LEAST_CHANGES = 1  # of these, in which the number changes
ASSIGNS = frozenset({"←", ":=", "≔"})
BEFORE = Symbol("the value before")
_HEAD = Cued(
    r"(?:new |updated |更新后的?|新的?)?(?P<base>[A-Za-zα-ωΔ]+(?:\([a-z]\))?)(?:_?(?P<index>\d{0,2})|_[kntij])(?:new|')?"
)
_HATS = Cued(r"\\(?:hat|widehat)\s*\{?([A-Za-z])\}?")
_GREEK = {"eta": "η", "alpha": "α", "delta": "δ", "theta": "θ", "beta": "β", "gamma": "γ"}


@dataclass(frozen=True, slots=True)
class Rule:
    """What a name becomes, as a formula of ``BEFORE`` and of other names."""

    name: str
    body: Term
    shown: Term
    step: Term | None = None  # the index of what it gives, where members of other families stand beside it


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table by what heads them: a name and, for an entry of a vector, its index."""

    numbers: Mapping[tuple[str, str], list[Amount]]
    gapped: Mapping[tuple[str, str], list[Amount | None]]  # those that hold nothing in the first row

    def of(self, name: str, index: str) -> Sequence[Amount | None] | None:
        """The column of a name: of its entry where the name has entries, else its only one."""
        own = self.numbers.get((name, index)) or self.numbers.get((name, ""))
        return own if own is not None else self.gapped.get((name, ""))


def update_problems(
    document: Document, statements: Sequence[Statement], settled: Settled, known: Mapping[int, Fraction]
) -> Iterator[Problem]:
    """Every number of a table that is not what the note's own update rule makes of the row above it."""
    rules = [rule for each in statements if each.stance == "asserted" and (rule := _rule(each.term)) is not None]
    names = {rule.name for rule in rules}
    rules = [rule for rule in rules if sum(other.name == rule.name for other in rules) == 1]
    if not names:
        return
    for table in document.tables:
        columns = _headed(table)
        for rule in rules if columns is not None else ():
            for (name, index), column in columns.numbers.items() if columns is not None else ():
                if name == rule.name and columns is not None:
                    yield from _broken(rule, index, column, columns, settled, known)


def _rule(term: Term) -> Rule | None:
    """The rule that an assignment is, or an equation between what is new and what is old."""
    match term:
        case Relation(relations=(sign,), sides=(left, body)) if sign in ASSIGNS and left in set(walk(body)):
            return Rule(_base(left), _replaced(body, left), body)
        case Relation(relations=("=",), sides=(Symbol(name=name), body)) if name.endswith("_new"):
            old = Symbol(f"{name.removesuffix('_new')}_old")
            return Rule(name.removesuffix("_new"), _replaced(body, old), body) if old in set(walk(body)) else None
        case Relation(relations=("=",), sides=(Index() as left, body)):
            before = next((each for each in walk(body) if _is_before(each, left)), None)
            if before is None:
                return None
            return Rule(_base(left), _replaced(body, before), body, left.slots[0])
    return None


def _is_before(term: Term, later: Index) -> bool:
    """Whether a term is a member one step before another: ``v_{t-1}`` and ``v_t``, ``w_k`` and ``w_{k+1}``."""
    if not isinstance(term, Index) or term.base != later.base:
        return False
    one, other = term.slots, later.slots
    return len(one) == len(other) == 1 and (_next(one[0]) == other[0] or _next(one[0], -1) == _next(other[0], -2))


def _next(term: Term, by: int = 1) -> Term | None:
    """The index behind an index: k + 1 for k, t for t - 1."""
    match term:
        case Symbol():
            return (
                Sum((term, Number(Fraction(1)))) if by == 1 else Sum((term, Number(Fraction(-1)))) if by == -2 else None
            )
        case Sum(terms=(Symbol() as letter, Number(value=value))) if value == -1:
            return letter if by == 1 else term if by == -1 else None
    return None


def _base(term: Term) -> str:
    match term:
        case Index(base=base):
            return _base(base)
        case Symbol(name=name):
            bold = re.fullmatch(r"[a-z]+\((\w+)\)", name)
            return bold[1] if bold is not None and not name.startswith(("hat", "tilde")) else _GREEK.get(name, name)
    return ""


def _replaced(body: Term, before: Term) -> Term:
    return BEFORE if body == before else rebuilt(body, lambda part: _replaced(part, before))


def _headed(table: Table) -> Columns | None:
    columns = columns_of(table, LEAST_STEPS + 1)
    if columns is None:
        return None
    found: dict[tuple[str, str], list[Amount]] = {}
    gapped: dict[tuple[str, str], list[Amount | None]] = {}
    for at in range(len(table.header)):
        head = _HEAD.fullmatch(_bare_head(table.header[at].text))
        if head is None:
            continue
        key = (_GREEK.get(head["base"], head["base"]), head["index"] or "")
        if key in found or key in gapped:
            return None
        if at in columns:
            found[key] = columns[at]
        elif (column := _with_a_gap(table, at, len(next(iter(columns.values()))))) is not None:
            gapped[key] = column
    return Columns(found, gapped)


def _bare_head(text: str) -> str:
    """The name that heads a column, without marks and the words that explain it: ``j (jump)``, ``stride (s)``."""
    explained = re.fullmatch(r"(?P<head>[^()]+?)\s*\((?P<more>[^()]+)\)\W*", text.strip())
    if explained is not None:
        letter = len(re.sub(r"[\W_]", "", explained["more"])) == 1
        text = explained["more"] if letter else explained["head"]
    text = _HATS.sub(r"hat(\1)", text).replace("ŷ", "hat(y)")
    return re.sub(r"\\mathbf|\\boldsymbol|\\bm|[*`${}\s\\]", "", text)


def _with_a_gap(table: Table, at: int, rows: int) -> list[Amount | None] | None:
    """A column that holds a number in every row but the first, which is where the steps begin."""
    cells = [row[at] if at < len(row) else None for row in table.rows[:rows]]
    column = [amount(cell) if cell is not None else None for cell in cells]
    return column if column and column[0] is None and all(each is not None for each in column[1:]) else None


def _broken(
    rule: Rule, index: str, column: list[Amount], columns: Columns, settled: Settled, known: Mapping[int, Fraction]
) -> Iterator[Problem]:
    """The one number of a column that is at odds with the rule, in the way of reading the rows that all others keep to."""
    ways: list[tuple[int, Fraction]] = []
    for shift in (1, 0, None):
        found = _faults(rule, index, column, columns, settled, shift)
        if found is not None and not found:
            return
        ways.extend(found or ())
    if len(set(ways)) != 1:
        return
    row, value = ways[0]
    odd = column[row]
    if any(place in known for place in range(odd.span.start, odd.span.end)):
        return
    expected = decimal_text(value, max(odd.number.decimals, 0)) + odd.unit
    message = f"by the rule {plain(rule.shown)} this is {expected}, not {odd.text}"
    evidence: dict[str, object] = {"kind": "number", "printed": odd.text, "expected": expected}
    yield Problem(odd.span, message, level="warning", evidence=evidence, key=f"row-breaks-relation@{odd.span.start}-{odd.span.end}")  # fmt: skip


def _faults(
    rule: Rule, index: str, column: list[Amount], columns: Columns, settled: Settled, shift: int | None
) -> list[tuple[int, Fraction]] | None:
    """The number that spoils the rule, with what it should be; [] where none does, None where the rule does not tell.

    ``shift`` is 1 where a step uses the row it leads to, 0 where it uses the row it comes from, None where that is
    as the indices say.
    """
    steps = range(len(column) - 1)
    holds: list[bool] = []
    for at in steps:
        value = _worked(rule, index, columns, settled, at, shift, column[at].number.interval("="))
        if value is None:
            return None
        holds.append(agrees(value, column[at + 1].number))
    wrong = [at for at in steps if not holds[at]]
    if not wrong:
        return []
    row = wrong[0] + 1
    if len(wrong) > 2 or len(wrong) == 2 and wrong[1] != wrong[0] + 1 or len(wrong) == 1 and row < len(column) - 1:
        return None
    right = [at for at in steps if holds[at]]
    changes = sum(column[at].number.value != column[at + 1].number.value for at in right)
    if len(right) < LEAST_STEPS or changes < LEAST_CHANGES:
        return None
    value = _worked(rule, index, columns, settled, wrong[0], shift, column[wrong[0]].number.interval("="))
    if value is None:
        return None
    put_right = Interval.point(value.middle)
    after = _worked(rule, index, columns, settled, row, shift, put_right) if len(wrong) == 2 else None
    if len(wrong) == 2 and (after is None or not agrees(after, column[row + 1].number)):
        return None
    return [(row, value.middle)]


def _worked(
    rule: Rule, index: str, columns: Columns, settled: Settled, row: int, shift: int | None, before: Interval
) -> Interval | None:
    """What the rule gives with the numbers of a step from one row to the next."""
    if shift is None and rule.step is None:
        return None

    def lookup(term: Term) -> Interval | None:
        if term == BEFORE:
            return before
        if not isinstance(term, Symbol | Index):
            return None
        beside = columns.of(_base(term), index)
        if beside is not None:
            later = shift if shift is not None else _later(term, rule)
            found = beside[row + later] if later is not None else None
            return found.number.interval("=") if found is not None else None
        number = settled.get(term)
        return exactly(number) if number is not None else None

    value = evaluate(rule.body, lookup, exactly)
    return value if isinstance(value, Interval) else None


def _later(term: Term, rule: Rule) -> int | None:
    """Whether a member of another family is that of the row that a step leads to (1), or comes from (0)."""
    match term:
        case Symbol():
            return 1
        case Index(indices=indices, upper=upper) if len((*indices, *upper)) == 1:
            (at,) = (*indices, *upper)
            if at == rule.step:
                return 1
            before = _next(at, -1)
            earlier = before is not None and rule.step is not None and before == _next(rule.step, -2)
            return 0 if earlier or _next(at) == rule.step else None
    return None


__all__ = ["update_problems"]
