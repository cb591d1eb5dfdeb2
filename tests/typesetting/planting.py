"""Worked notes with one wrong digit in a printed result."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from symformer.typesetting.example import Example, Section
from symformer.typesetting.setting import Display, Line

NUMBER = re.compile(r"-?\d+\.\d+")


def with_a_wrong_digit(example: Example, chance: random.Random) -> tuple[Example, str]:
    """The note with one digit of one result changed, and what was changed to what."""
    places = [
        (at, number, line)
        for at, section in enumerate(example.sections)
        for number, part in enumerate(section.parts)
        if isinstance(part, Display)
        for line in [len(part.lines) - 1]
        if len(part.lines) > 1 and part.lines[line].left == "" and NUMBER.search(part.lines[line].right)
    ]
    at, number, line = chance.choice(places)
    section = example.sections[at]
    display = section.parts[number]
    assert isinstance(display, Display)
    changed, told = _changed(display.lines[line], chance)
    lines = (*display.lines[:line], changed, *display.lines[line + 1 :])
    parts = (*section.parts[:number], replace(display, lines=lines), *section.parts[number + 1 :])
    sections = (*example.sections[:at], Section(section.title, parts), *example.sections[at + 1 :])
    return replace(example, sections=sections), told


def _changed(line: Line, chance: random.Random) -> tuple[Line, str]:
    found = chance.choice(list(NUMBER.finditer(line.right)))
    digits = [at for at, sign in enumerate(found[0]) if sign.isdigit()]
    at = chance.choice(digits)
    other = chance.choice([digit for digit in "0123456789" if digit != found[0][at]])
    wrong = found[0][:at] + other + found[0][at + 1 :]
    return replace(line, right=line.right[: found.start()] + wrong + line.right[found.end() :]), f"{found[0]} → {wrong}"
