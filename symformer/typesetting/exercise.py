r"""Worked lines as an exercise: the results as ``\answer{…}``, or one of them with a wrong digit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from symformer.typesetting.setting import Line

Exercise = Literal["answers", "mistake"]
NUMBER = re.compile(r"\d+\.\d*(\d)")
STEP = 3  # by so much a digit is wrong: more than any rounding


def as_exercise(lines: Sequence[Line], kind: Exercise, seed: int) -> tuple[Line, ...]:
    r"""Lines with their results to be found, or with one mistake to be found.

    >>> worked = (Line("s", "=", "a + b"), Line("", "=", "1.5 + 2"), Line("", "=", "3.5"))
    >>> as_exercise(worked, "answers", 0)[-1].right, as_exercise(worked, "mistake", 0)[-1].right
    ('\\answer{3.5}', '3.8')
    """
    results = [at for at, line in enumerate(lines) if _is_result(lines, at)]
    if kind == "answers":
        return tuple(
            replace(each, right=rf"\answer{{{each.right}}}") if at in results else each for at, each in enumerate(lines)
        )
    wrong = [at for at in results if NUMBER.search(lines[at].right)]
    if not wrong:
        return tuple(lines)
    chosen = wrong[seed % len(wrong)]
    return tuple(_mistaken(each, seed) if at == chosen else each for at, each in enumerate(lines))


def _is_result(lines: Sequence[Line], at: int) -> bool:
    """Whether a line ends what was worked out: it goes on from another, and the next one starts anew."""
    return not lines[at].left and (at + 1 == len(lines) or bool(lines[at + 1].left))


def _mistaken(line: Line, seed: int) -> Line:
    """The line with the last digit of one of its numbers wrong."""
    numbers = list(NUMBER.finditer(line.right))
    digit = numbers[seed // 7 % len(numbers)].start(1)
    other = str((int(line.right[digit]) + STEP) % 10)
    return replace(line, right=line.right[:digit] + other + line.right[digit + 1 :])
