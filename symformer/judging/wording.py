"""Short plain text for terms and numbers, for messages."""

from __future__ import annotations

from fractions import Fraction

from symformer.algebra.interval import INFINITE, Interval
from symformer.algebra.printed import decimal_text
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Transpose,
)

LONGEST = 48
TIGHT, PRODUCT, SUM = 3, 2, 1


def plain(term: Term) -> str:
    """A term in one short line: ``e^(9/√2)``, ``Q K^T``, ``0.5·2 + 1``.

    >>> plain(Quotient(Number(Fraction(9)), Apply("sqrt", (Number(Fraction(2)),))))
    '9/√2'
    """
    return _text(term, 0)


def short(term: Term, otherwise: str) -> str:
    """``plain(term)`` where it is short, else a word for it."""
    text = plain(term)
    return text if len(text) <= LONGEST and "…" not in text else otherwise


def _text(term: Term, within: int) -> str:
    match term:
        case Number():
            text = term.printed.text if term.printed is not None else _fraction(term.value)
            return f"({text})" if text.startswith("-") and within >= PRODUCT else text
        case Symbol():
            return _name(term.name)
        case Sum():
            joined = " + ".join(_text(part, SUM) for part in term.terms).replace("+ -", "- ")
            return f"({joined})" if within > SUM else joined
        case Product():
            return _product(term, within)
        case Elementwise():
            return f" {term.sign} ".join(_text(part, TIGHT) for part in term.factors)
        case Quotient():
            joined = f"{_text(term.numerator, PRODUCT)}/{_text(term.denominator, TIGHT)}"
            return f"({joined})" if within >= TIGHT else joined
        case Power():
            return f"{_text(term.base, TIGHT)}^{_text(term.exponent, TIGHT)}"
        case Transpose():
            return f"{_text(term.operand, TIGHT)}^T"
        case Apply():
            return _call(term)
        case Index():
            scripts = ",".join(_text(index, 0) for index in term.slots)
            return f"{_text(term.base, TIGHT)}_{scripts}"
        case Matrix():
            return "[" + "; ".join(", ".join(_text(cell, 0) for cell in row) for row in term.rows) + "]"
        case Slice():
            return ":"
        case IndexedSum():
            return f"{'Σ' if term.kind == 'sum' else term.kind} {_text(term.body, PRODUCT)}"
        case Relation():
            return " = ".join(_text(side, 0) for side in term.sides)
    return "…"


def _product(term: Product, within: int) -> str:
    if len(term.factors) == 2 and isinstance(term.factors[0], Number) and term.factors[0].value == -1:
        if term.factors[0].printed is None:
            return f"-{_text(term.factors[1], PRODUCT)}"
    numeric = any(isinstance(factor, Number) for factor in term.factors)
    sign = {"": "·" if numeric else " ", "×": " × ", "*": "·", "@": " @ "}.get(term.sign, "·")
    joined = sign.join(_text(factor, PRODUCT) for factor in term.factors)
    return f"({joined})" if within >= TIGHT else joined


def _call(term: Apply) -> str:
    inside = ", ".join(_text(argument, 0) for argument in term.arguments)
    match term.function:
        case "sqrt":
            inner = _text(term.arguments[0], TIGHT) if term.arguments else ""
            return f"√{inner}"
        case "absolute":
            return f"|{inside}|"
        case "norm":
            return f"‖{inside}‖"
        case "degrees":
            return f"{inside}°"
        case "percent":
            return f"{inside}%"
        case "derivative" if len(term.arguments) == 2:
            return "/".join(f"d{_text(argument, TIGHT)}" for argument in term.arguments)
        case "tuple":
            return f"({inside})"
        case "quantity" if len(term.arguments) == 2:
            return " ".join(_text(argument, TIGHT) for argument in term.arguments)
    return f"{_name(term.function)}({inside})"


def _name(name: str) -> str:
    for style in ("bold(", "roman(", "calligraphic("):
        if name.startswith(style):
            return name[len(style) :].replace(")", "", 1)
    return name


def _fraction(value: Fraction) -> str:
    return str(value)


def number(value: Interval, decimals: int) -> str:
    """A value with so many decimals; more where it would vanish or look like a whole number.

    >>> number(Interval.point(Fraction("580.5413")), 2)
    '580.54'
    """
    return decimal_text(value.middle, max(0, min(decimals, 30)))


def long_text(value: Interval) -> str:
    """A value with eight significant digits and more, without trailing zeros: for the evidence.

    >>> long_text(Interval.point(Fraction(1, 3)))
    '0.33333333333'
    """
    middle = value.middle
    if INFINITE / 2 <= abs(middle) <= INFINITE * 2:
        return "∞" if middle > 0 else "-∞"
    if abs(middle) >= 10**290:
        exponent = len(str(abs(int(middle)))) - 1
        return f"{float(middle / Fraction(10) ** exponent):.8g}e+{exponent}"
    if abs(middle) >= 10**15 or 0 < abs(middle) < Fraction(1, 10**9):
        return f"{float(middle):.8g}"
    if middle.denominator == 1:
        return str(middle.numerator)
    size = len(str(abs(int(middle)))) if abs(middle) >= 1 else 0
    leading = 0
    small = abs(middle)
    while 0 < small < Fraction(1, 10) and leading < 300:
        small, leading = small * 10, leading + 1
    text = decimal_text(middle, max(2, 11 - size + leading))
    return text.rstrip("0").rstrip(".") if "." in text else text
