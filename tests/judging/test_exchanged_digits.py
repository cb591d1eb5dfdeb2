"""Digits that are exchanged, and numbers that are alike by chance."""

from __future__ import annotations

import random

from symformer.analysis import check


def told(note: str) -> list[str]:
    return [each.rule for each in check(note.encode()).findings if "exchanged" in each.problem.message]


def test_one_of_few_numbers_is_told() -> None:
    assert told("It has 3,175 words.\n\nAgain 3,175 words.\n\nAnd 3,157 words are read.\n") == [
        "requoted-value-differs"
    ]


def test_among_many_numbers_some_are_alike_by_chance() -> None:
    chance = random.Random(7)
    numbers = [chance.randint(1000, 9999) for _ in range(1500)]
    assert told("".join(f"Shelf {at} has {each} books.\n\n" for at, each in enumerate(numbers))) == []
