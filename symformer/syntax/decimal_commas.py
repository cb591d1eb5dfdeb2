r"""Whether a comma in braces parts thousands or is the decimal comma: ``12{,}500``, ``0{,}5``."""

from __future__ import annotations

import re
from functools import lru_cache

DECIMAL_COMMA = re.compile(r"0\{,\}\d+|\d+\{,\}(?!\d{3}\Z)\d+")
ONE_DECIMAL = re.compile(r"\d+\{,\}\d")
WITH_COMMA = re.compile(r"\d+(?:\{,\}\d+)+")


def value_of(piece: str, formula: str) -> str:
    """A number of a formula without what groups its digits.

    Beside one that can only have the decimal comma, ``1{,}386`` has one too.

    >>> value_of("12{,}500", "12{,}500 + 3"), value_of("0{,}5", "0{,}5"), value_of("1{,}386", "1{,}386 - 0{,}25")
    ('12500', '0.5', '1.386')
    """
    if _is_decimal(piece, formula):
        return piece.replace("{,}", ".")
    return piece.replace("{,}", "").replace("\\,", "").replace(",", "")


def _is_decimal(piece: str, formula: str) -> bool:
    return DECIMAL_COMMA.fullmatch(piece) is not None or piece.count("{,}") == 1 and _has_decimal_commas(formula)


@lru_cache(maxsize=4)
def _has_decimal_commas(formula: str) -> bool:
    """Whether some numbers of a formula can only have the decimal comma: one alone may have lost a digit, but not two."""
    certain = [each[0] for each in WITH_COMMA.finditer(formula) if DECIMAL_COMMA.fullmatch(each[0]) is not None]
    return len(certain) > 1 or any(each.startswith("0{") or ONE_DECIMAL.fullmatch(each) is not None for each in certain)


__all__ = ["value_of"]
