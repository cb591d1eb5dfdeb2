"""Slips of the pen in a number: a digit that is another, lost or put in, or two that are exchanged."""

from __future__ import annotations


def is_slip(one: str, other: str) -> bool:
    """Whether two numbers differ by one digit that is another, left out or put in, or by two that are exchanged.

    >>> is_slip("20", "25"), is_slip("20", "02"), is_slip("128", "18"), is_slip("20", "64")
    (True, True, True, False)
    >>> is_slip("60.2", "62.0")
    True
    """
    if "." in one and one.find(".") == other.find("."):
        one, other = one.replace(".", ""), other.replace(".", "")  # neighbours on either side of the point, too
    if len(one) != len(other):
        long, short = (one, other) if len(one) > len(other) else (other, one)
        return len(long) == len(short) + 1 > 2 and any(
            long[at].isdigit() and long[:at] + long[at + 1 :] == short for at in range(len(long))
        )
    places = [at for at, (mark, its) in enumerate(zip(one, other, strict=True)) if mark != its]
    if len(places) == 1:
        return one[places[0]].isdigit() and other[places[0]].isdigit()
    return len(places) == 2 and places[1] == places[0] + 1 and one[places[0]] == other[places[1]] and one[places[1]] == other[places[0]]  # fmt: skip


__all__ = ["is_slip"]
