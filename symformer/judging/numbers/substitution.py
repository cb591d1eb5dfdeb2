"""Numbers put in the place of symbols: do they agree with what the symbols are known to be?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from symformer.algebra.interval import NotEvaluated
from symformer.algebra.printed import PrintedNumber
from symformer.judging.numbers.comparison import Comparison, compare, is_display
from symformer.reasoning.evaluate import evaluate
from symformer.reasoning.readings import Readings, readings_of
from symformer.semantics import values as known
from symformer.semantics.values import ValueTable
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)


@dataclass(frozen=True, slots=True)
class Misfit:
    """A display that stands where a symbol of another value stood."""

    symbol: Term
    shown: Term
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Leaf:
    """A symbol (or its transpose) beside the numbers that took its place."""

    symbol: Term
    shown: Term


MOVED_ON: Final = "moved on"
LEAST_TELLING = 3  # digits
WHOLE_DISPLAY = 4  # entries
LONG_NUMBER = 5  # digits, from which on one digit more or less is no other setting


def misfits(symbolic: Term, numeric: Term, table: ValueTable) -> list[Misfit] | Literal["moved on"]:
    """The one display that disagrees, where at least one other, or most of its own cells, agree.

    Where more disagrees the note has moved on to other values.
    """
    leaves = aligned(symbolic, numeric)
    if not leaves:
        return []
    outcomes = [_misfits(leaves, table, each) for each in readings_of(*_rested_on(leaves, table))]
    return [] if [] in outcomes else outcomes[0]


def _rested_on(leaves: Sequence[Leaf], table: ValueTable) -> list[Term]:
    """The symbols and the definitions behind them: what is open in H(Y) = ¼ log 4 + … stays open in H(X) + H(Y)."""
    symbols = [leaf.symbol for leaf in leaves]
    behind = [each.definition for symbol in symbols for each in known.rests_on(symbol, table).values()]
    return [*symbols, *(each for each in behind if each is not None)]


def _misfits(leaves: Sequence[Leaf], table: ValueTable, readings: Readings) -> list[Misfit] | Literal["moved on"]:
    """What disagrees under one way to take the note, such as where its indices count from."""
    wrong: list[Misfit] = []
    agreeing = 0
    solid = False  # whether a whole display agrees, which shows that the note speaks of the values known here
    for leaf in leaves:
        found = _compared(leaf, table, readings)
        if isinstance(found, NotEvaluated):
            continue
        if found.holds:
            agreeing += 1
            solid = solid or len(found.cells) >= WHOLE_DISPLAY
        else:
            wrong.append(Misfit(leaf.symbol, leaf.shown, found))
    if not wrong:
        return []
    if len(wrong) > 1:
        if len(wrong) == 2 and _exchanged(wrong[0], wrong[1], table):
            return wrong
        return wrong if all(_taken_from_another(each, table) for each in wrong) else MOVED_ON
    cells = wrong[0].comparison.cells
    mostly = len(cells) >= WHOLE_DISPLAY and 2 * len(wrong[0].comparison.wrong) <= len(cells)
    if agreeing == 1 and len(cells) == 1 and (_taken_from_another(wrong[0], table) or _slipped(wrong[0], table)):
        return wrong
    worked_out = solid and len(cells) >= WHOLE_DISPLAY and not isinstance(wrong[0].symbol, Symbol | Index | Transpose)
    return wrong if mostly or worked_out or agreeing > 1 and len(cells) == 1 else MOVED_ON


def _exchanged(one: Misfit, other: Misfit, table: ValueTable) -> bool:
    """Whether each of two values stands for the other's name: t - y = 0.5694 - 1 where y = 0.5694 and t = 1."""
    known_as, shown_as = [], []
    for each in (one, other):
        symbol, shown = _unsigned(each.symbol, each.shown)
        binding = table.binding(symbol)
        display = binding.display if binding is not None and not binding.rebound else None
        if not isinstance(display, Number) or not isinstance(shown, Number):
            return False
        if display.printed is None or shown.printed is None:
            return False
        known_as.append(display.printed)
        shown_as.append(shown)
    telling = max(each.digits for each in known_as) >= LEAST_TELLING
    return telling and [each.value for each in known_as] == [each.value for each in reversed(shown_as)]


def _unsigned(symbol: Term, shown: Term) -> tuple[Term, Term]:
    """A symbol and its number, both without the minus before them."""
    match symbol, shown:
        case Product(factors=(Number(value=-1), inner)), Number(value=value) if value < 0:
            return inner, replace(shown, value=-value)
    return symbol, shown


def _taken_from_another(misfit: Misfit, table: ValueTable) -> bool:
    """Whether what stands for one symbol is the value of just one other: v_2 = -0.5 where h_2 belongs, which is 0.3208."""
    own, shown = table.binding(misfit.symbol), misfit.shown
    if own is None or own.rebound or not isinstance(shown, Number) or shown.printed is None:
        return False
    if not isinstance(own.display, Number) or own.display.printed is None:
        return False
    if max(own.display.printed.digits, shown.printed.digits) < LEAST_TELLING or shown.printed.exact:
        return False
    others = [
        key
        for key, each in table.bindings.items()
        if key != misfit.symbol
        and each.example == table.example
        and isinstance(each.display, Number)
        and each.display.printed is not None
        and each.display.printed.text == shown.printed.text
    ]
    return len(others) == 1 and not table.bindings[others[0]].rebound


def _slipped(misfit: Misfit, table: ValueTable) -> bool:
    """Whether what stands for a symbol is its one value but for a digit, as 6244 for 6144."""
    own, shown = table.binding(misfit.symbol), misfit.shown
    if own is None or own.rebound or not isinstance(shown, Number) or shown.printed is None:
        return False
    if not isinstance(own.display, Number) or own.display.printed is None:
        return False
    one, other = own.display.printed, shown.printed
    return min(one.digits, other.digits) >= LEAST_TELLING and _one_digit_apart(one.text, other.text)


def two_values(symbolic: Term, numeric: Term) -> tuple[Leaf, Leaf] | None:
    """One symbol that two different numbers were put in for: its first place, and the one that differs."""
    first: dict[Term, Leaf] = {}
    for leaf in aligned(symbolic, numeric) or ():
        if not isinstance(leaf.shown, Number) or leaf.shown.printed is None or isinstance(leaf.symbol, Number):
            continue
        before = first.setdefault(leaf.symbol, leaf)
        assert isinstance(before.shown, Number) and before.shown.printed is not None
        one, other = before.shown.printed, leaf.shown.printed
        alike = one.decimals != other.decimals and one.interval("≈").meets(other.interval("≈"))
        if one.value != other.value and not alike:
            return before, leaf
    return None


def digit_slip(symbolic: Term, numeric: Term, table: ValueTable) -> Leaf | None:
    """A long number in the place of a symbol whose value it is but for one digit, though the two are built differently."""
    if not any(isinstance(part, Number) for part in walk(numeric)) or is_display(numeric):
        return None
    shown = [part for part in walk(numeric) if isinstance(part, Number) and part.printed is not None]
    texts = [part.printed.text for part in shown if part.printed is not None]
    for part in walk(symbolic):
        binding = table.binding(part) if isinstance(part, Symbol | Index) else None
        if binding is None or not isinstance(binding.display, Number) or binding.display.printed is None:
            continue
        known_text = binding.display.printed.text
        if binding.display.printed.digits < LONG_NUMBER or known_text in texts:
            continue
        close = [each for each, text in zip(shown, texts, strict=True) if _one_digit_apart(known_text, text)]
        if len(close) == 1:
            return Leaf(part, close[0])
    return None


def _one_digit_apart(one: str, other: str) -> bool:
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _compared(leaf: Leaf, table: ValueTable, readings: Readings) -> Comparison | NotEvaluated:
    outcome: Comparison | NotEvaluated = NotEvaluated("not known")
    for lookup in (known.as_shown(table, readings), known.as_true(table, readings)):
        value = evaluate(leaf.symbol, lookup, readings=readings)
        if isinstance(value, NotEvaluated):
            continue
        found = compare(value, leaf.shown, "=", known.as_widened(table))
        if isinstance(found, Comparison) and found.holds:
            return found
        outcome = outcome if isinstance(outcome, Comparison) else found
    return outcome


def aligned(symbolic: Term, numeric: Term) -> list[Leaf] | None:
    """The leaves of two terms of one build, side by side; None where they are built differently."""
    if symbolic == numeric:
        return []
    if is_display(numeric):
        named = any(isinstance(part, Symbol) for part in walk(symbolic))
        return [Leaf(symbolic, numeric)] if named else None
    match symbolic, numeric:
        case (Product() | Power(), Product()):
            left, right = _flat(symbolic), _flat(numeric)
            right = _with_its_sign(right) if len(right) == len(left) + 1 else right
            return _paired(left if len(left) == len(right) else _spread(left), right)
        case (Sum(), Sum()):
            return _paired(symbolic.terms, numeric.terms)
        case (Quotient(), Quotient()):
            return _paired((symbolic.numerator, symbolic.denominator), (numeric.numerator, numeric.denominator))
        case (Power(), Power()):
            return _paired((symbolic.base, symbolic.exponent), (numeric.base, numeric.exponent))
        case (Elementwise(), Elementwise()) if symbolic.sign == numeric.sign:
            return _paired(symbolic.factors, numeric.factors)
        case (Transpose(), Transpose()):
            return aligned(symbolic.operand, numeric.operand)
        case (Apply(), Apply()) if symbolic.function == numeric.function:
            return _paired(symbolic.arguments, numeric.arguments)
    return None


def _paired(left: tuple[Term, ...], right: tuple[Term, ...]) -> list[Leaf] | None:
    if len(left) != len(right):
        return None
    found: list[Leaf] = []
    for one, other in zip(left, right, strict=True):
        leaves = aligned(one, other)
        if leaves is None:
            return None
        found.extend(leaves)
    return found


def _spread(factors: Sequence[Term]) -> tuple[Term, ...]:
    """Factors with small powers of a letter as that letter several times."""
    found: list[Term] = []
    for each in factors:
        match each:
            case Power(base=Symbol() | Index() as base, exponent=Number(value=times)) if times in (2, 3):
                found += [base] * int(times)
            case _:
                found.append(each)
    return tuple(found)


def _with_its_sign(factors: tuple[Term, ...]) -> tuple[Term, ...]:
    """Factors with the minus before them as that of the first number: "- 0.5 · 0.34" for v_2 h_2 where v_2 is negative."""
    match factors:
        case (Number(value=-1, printed=None), Number(printed=PrintedNumber() as shown) as first, *rest) if (
            first.value > 0
        ):
            turned = replace(shown, text=f"-{shown.text}", value=-shown.value)
            return (replace(first, value=-first.value, printed=turned), *rest)
    return factors


def _flat(product: Term) -> tuple[Term, ...]:
    if not isinstance(product, Product):
        return (product,)
    return tuple(
        part for factor in product.factors for part in (_flat(factor) if isinstance(factor, Product) else (factor,))
    )
