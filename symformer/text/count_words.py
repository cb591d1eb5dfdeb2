"""Small numbers in words, as notes count things: "three heads", "两个子层"."""

from __future__ import annotations

COUNT_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "sixteen": 16,
}  # fmt: skip
CHINESE_COUNTS = {"两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8}

__all__ = ["CHINESE_COUNTS", "COUNT_WORDS"]
