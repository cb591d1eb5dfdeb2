r"""A second reader of scalar formulas: latex2sympy2, where the extra ``latex2sympy`` is installed.

It is asked before a formula is called wrong, and can only take an accusation back.  Its habits: a bare
logarithm is to base 10, names of functions it does not know are products of letters, and one formula can
spoil the next through its global state.  So each call begins from the same state and ends in it.
"""

from __future__ import annotations

import contextlib
import copy
import io
import re
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from symformer.algebra.interval import Interval

READERS = ("latex2sympy2", "latex2sympy2_extended")
EXTRA = "symformer[latex2sympy]"
LONGEST = 240
DIGITS = 30
SLACK = Fraction(1, 10**20)
LARGEST_EXPONENT = 400
_HABITS = re.compile(
    r"\\(?:log|operatorname|text|mathrm|mathbf|sum|prod|int|lim|begin|max|min|pm|mod)\b|softmax|=|[;:]"
)
_STATE = (dict, list, set, str, bool, int, float, type(None))


@cache
def reader_name() -> str | None:
    """The module of the second reader, where one is installed."""
    return next((name for name in READERS if find_spec(name) is not None), None)


@cache
def _reader() -> ModuleType | None:
    name = reader_name()
    if name is None:
        return None
    try:
        return __import__(name)
    except (ImportError, RuntimeError, ValueError):  # an ANTLR runtime of another version
        return None


def second_value(latex: str) -> Interval | None:
    r"""What the second reader makes of a formula of numbers; None where it has no opinion that counts.

    An opinion counts where the formula is short, holds nothing the reader has habits about, and comes to one
    number without free symbols.
    """
    if len(latex) > LONGEST or _HABITS.search(latex) is not None or not _is_small(latex):
        return None
    reader = _reader()
    return None if reader is None else _asked(reader, latex)


def _is_small(latex: str) -> bool:
    """Whether no power or factorial in a formula is too large to be worked out in an instant."""
    exponents = re.findall(r"\^\s*+\{?\s*-?\s*([\d.,]+)", latex)
    factorials = re.findall(r"(\d+)\s*!", latex)
    nested = re.search(r"\^\s*\{[^{}]*\^", latex)
    amounts = [each.replace(",", "") for each in (*exponents, *factorials)]
    return nested is None and all(len(each.partition(".")[0]) <= 3 and float(each.strip(".") or 0) <= LARGEST_EXPONENT
                                  for each in amounts)  # fmt: skip


def _asked(reader: ModuleType, latex: str) -> Interval | None:
    """The reader's value, from a state that no other formula has touched."""
    before = _state(reader)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            return _value(reader.latex2sympy(latex))
    except Exception:  # whatever its parser stumbles over: it has no opinion then
        return None
    finally:
        vars(reader).update(before)


def _state(reader: ModuleType) -> dict[str, Any]:
    """A copy of all that a call may change."""
    return {
        name: copy.deepcopy(value)
        for name, value in vars(reader).items()
        if not name.startswith("__") and isinstance(value, _STATE)
    }


def _value(term: Any) -> Interval | None:
    """A SymPy number in bounds; None for what has free symbols, is complex or no number."""
    if getattr(term, "free_symbols", None) != set():
        return None  # a list, an equation or letters
    worked = term.doit()
    if getattr(worked, "is_Rational", False):
        return Interval.point(Fraction(int(worked.p), int(worked.q)))
    found = worked.evalf(DIGITS)
    if not (getattr(found, "is_Float", False) and found.is_finite):
        return None
    value = Fraction(str(found))
    slack = max(abs(value), Fraction(1)) * SLACK
    return Interval(value - slack, value + slack)
