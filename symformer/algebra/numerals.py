"""A number written as another one is: with its signs, its separators and as many decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator

GROUPS = (",", "{,}", r"\,", "'", "_", " ", "\u202f", "\u00a0", ".", r"\;", "~")
POINTS = (".", "{,}", ",", "{.}")
MINUSES = ("-", "−", "–", "{-}")
_GROUPED = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")


def written_like(written: str, canonical: str, new: str) -> str | None:
    r"""``new`` in the spelling in which ``written`` writes the number ``canonical``; None where that is not plain.

    >>> written_like("3{,}100", "3100", "3000")
    '3{,}000'
    >>> written_like("−0{,}42", "-0.42", "-0.46")
    '−0{,}46'
    >>> written_like("42 apples", "42", "43") is None
    True
    """
    sign, body = _signed(written)
    if sign is None and canonical.startswith("-") or sign in MINUSES and not canonical.startswith("-"):
        return None
    for point, group in _styles():
        if body == _spelt(canonical.lstrip("+-"), point, group):
            return _sign_for(new, sign) + _spelt(new.lstrip("+-"), point, group)
    return None


def _signed(written: str) -> tuple[str | None, str]:
    for sign in (*MINUSES, "+"):
        if written.startswith(sign):
            return sign, written[len(sign) :].lstrip()
    return None, written


def _sign_for(new: str, sign: str | None) -> str:
    if new.startswith("-"):
        return sign if sign in MINUSES else "-"
    return "+" if sign == "+" else ""


def _styles() -> Iterator[tuple[str, str]]:
    """The decimal point and the sign between thousands, the plain ones first."""
    for point in POINTS:
        yield point, ""
    for point in POINTS:
        yield from ((point, group) for group in GROUPS if group != point)


def _spelt(number: str, point: str, group: str) -> str:
    whole, has_decimals, decimals = number.partition(".")
    return _GROUPED.sub(lambda _: group, whole) + (point + decimals if has_decimals else "")
