"""Plant wrong numbers in worked examples that are right, and count how many are found, kind by kind.

    python tests/worked/plant_numbers.py [--missed] [--courses] [--sheet NAME]

A fault is found where the first finding at error or warning stands on the line that was changed, and
nothing else is said at these levels but of that line and of other copies of the number.  Exit status: 0
where all are found and the sheets themselves are silent, 1 otherwise.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE)]

import itertools

from course_sheets import COURSES
from worked_sheets import SHEETS

from symformer.analysis import check

MARKS = re.compile("[⟪⟫⟦⟧⟬⟭]")
NUMBER = re.compile("⟪([^⟪⟫]*)⟫")
ROW = re.compile("[⟦⟬]([^⟦⟧⟬⟭]*)[⟧⟭]")
SOFTMAX = re.compile("⟬([^⟬⟭]*)⟭")


@dataclass(frozen=True)
class Planted:
    """A sheet with one fault in it, and the line it stands on."""

    kind: str
    sheet: str
    text: str
    line: int
    was: str
    now: str


def plain(marked: str) -> str:
    """A sheet without its marks."""
    return MARKS.sub("", marked)


def _made(kind: str, name: str, marked: str, start: int, end: int, now: str) -> Planted:
    line = marked.count("\n", 0, start) + 1
    return Planted(kind, name, plain(marked[:start] + now + marked[end:]), line, plain(marked[start:end]), plain(now))


def planted(name: str, marked: str) -> Iterator[Planted]:
    """Every fault of a sheet."""
    for found in NUMBER.finditer(marked):
        for kind, now in slips(found[1]):
            yield _made(kind, name, marked, found.start(), found.end(), now)
    rows = list(ROW.finditer(marked))
    for before, row in itertools.pairwise(rows):
        near = len(marked[before.end() : row.start()]) < 12
        if near and plain(before[1]) != plain(row[1]) and before[1].count("⟪") == row[1].count("⟪"):
            yield _made("row copied", name, marked, row.start(), row.end(), before[1])
    for row in SOFTMAX.finditer(marked):
        shares = [float(each) for each in NUMBER.findall(row[1])]
        decimals = len(NUMBER.findall(row[1])[0].partition(".")[2])
        flat = [share**0.5 for share in shares]
        other = iter(f"{each / sum(flat):.{decimals}f}" for each in flat)
        yield _made(
            "softmax of other scores",
            name,
            marked,
            row.start(),
            row.end(),
            NUMBER.sub(lambda _, o=other: next(o), row[1]),
        )


def slips(text: str) -> Iterator[tuple[str, str]]:
    """The wrong numbers that a hand writes for a right one."""
    digits = [at for at, mark in enumerate(text) if mark.isdigit()]
    at = digits[len(digits) // 2] if len(digits) > 1 else digits[0]
    other = str((int(text[at]) + 3) % 10)
    yield "digit", text[:at] + other + text[at + 1 :]
    pairs = [a for a, b in itertools.pairwise(digits) if b == a + 1 and text[a] != text[b]]
    if pairs:
        a = pairs[0]
        swapped = text[:a] + text[a + 1] + text[a] + text[a + 2 :]
        if not swapped.startswith("0") or swapped.startswith("0."):
            yield "digits swapped", swapped
    if text.startswith("-"):
        yield "sign lost", text[1:]
    elif float(text.replace(",", "")) != 0:
        yield "sign gained", "-" + text
    _whole, dot, rest = text.partition(".")
    if dot and len(rest) > 1 and rest.strip("0"):
        yield "factor of ten", f"{float(text) * 10:.{len(rest)}f}"


def outcome(fault: Planted) -> str:
    """ "found", or what went wrong instead."""
    report = check(fault.text.encode("utf-8"), name=fault.sheet)
    said = [
        (report.source.places(each.problem.span)[0].line if report.source else 0, each)
        for each in report.findings
        if each.level != "info"
    ]
    if not said:
        return "missed"
    lines = {at for at, line in enumerate(fault.text.split("\n"), 1) if at == fault.line or fault.now in line}
    here = [at for at, _ in said if at in lines]
    if not here:
        return "only elsewhere: " + said[0][1].problem.message
    if said[0][0] not in lines:
        return "not first: " + said[0][1].problem.message
    others = [f"{at}: {each.problem.message}" for at, each in said if at not in lines]
    return "blamed besides: " + others[0] if others else "found"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missed", action="store_true", help="show each that is not found")
    parser.add_argument("--courses", action="store_true", help="the examples of courses")
    parser.add_argument("--sheet", default="", help="only sheets whose name holds this")
    arguments = parser.parse_args()
    count, good, silent = Counter[str](), Counter[str](), True
    for name, make in (COURSES if arguments.courses else SHEETS).items():
        if arguments.sheet not in name:
            continue
        marked = make()
        own = [each for each in check(plain(marked).encode("utf-8"), name=name).findings if each.level != "info"]
        for each in own:
            silent = False
            print(f"{name}: the sheet itself: {each.problem.message}")
        for fault in planted(name, marked):
            found = outcome(fault)
            for key in (fault.kind, f"  in {name}"):
                count[key] += 1
                good[key] += found == "found"
            if found != "found" and arguments.missed:
                print(f"{name}:{fault.line} {fault.kind}: {fault.was} → {fault.now}: {found}")
    for key in sorted(count):
        print(f"{key:28} {count[key]:5} {good[key]:5} {good[key] / count[key]:7.1%}")
    return 0 if silent and count == good else 1


if __name__ == "__main__":
    sys.exit(main())
