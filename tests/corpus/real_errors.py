"""Count the verified faults of public notes that a check finds, and list those it misses.

    python tests/corpus/real_errors.py [--list FILE] [--corpus FOLDER]

``FILE`` (``../shared/corpus/real_errors.tsv`` unless named) has a row per fault: category, repository,
path, line or cell, quote, why.  ``expert_faults.tsv`` beside this file holds those that an expert reader
marked and that concern sizes, transposes, indices, symbols, equations of one form and lost LaTeX.  A fault counts as found where a finding at error or warning stands on its
line or within two lines of it, or in its cell of a notebook; what was said there is printed, to be judged
by eye.  One that is told at info, as what a fault above it comes to, counts by itself.  Exit status: 0 always, 2 no list.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

SHARED = ROOT.parent / "shared" / "corpus"
NEAR = 2
ECHOES = ("info[carried-on]", "info[working-does-not-yield-result]")  # of a fault above, or of numbers that are wrong


@cache
def said_of(path: Path) -> list[tuple[int | None, int, int, str, str, str]]:
    """Cell, first and last line, level, rule and message of each finding in a document."""
    from symformer.analysis import analyse
    from symformer.settings import Settings

    report = analyse(str(path), path.read_bytes(), Settings()).report
    source = report.source
    if source is None:
        return []
    found = []
    for finding in report.findings:
        begin, end = source.places(finding.problem.span)
        message = finding.problem.message
        found.append((begin.cell, begin.line, end.line, str(finding.level), finding.rule, message))
    return found


def near(row: dict[str, str], path: Path, levels: tuple[str, ...] = ("error", "warning")) -> list[str]:
    """What is said at error or warning at the place of a fault, or at ``levels``."""
    cell = int(row["line"].split()[1]) if row["line"].startswith("cell") else None
    line = int(row["line"]) if cell is None else 0
    return [
        f"{level}[{rule}] {message}"
        for at, first, last, level, rule, message in said_of(path)
        if level in levels and (at == cell if cell is not None else first - NEAR <= line <= last + NEAR)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", type=Path, default=SHARED / "real_errors.tsv")
    parser.add_argument("--corpus", type=Path, default=SHARED / "docs")
    arguments = parser.parse_args()
    if not arguments.list.is_file():
        print(f"no list of faults at {arguments.list}", file=sys.stderr)
        return 2
    with arguments.list.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    count: Counter[str] = Counter()
    for row in rows:
        path = arguments.corpus / row["repo"].replace("/", "__") / row["path"]
        if not path.is_file():
            count["document not there"] += 1
            continue
        said = near(row, path)
        echoed = [] if said else [each for each in near(row, path, ("info",)) if each.startswith(ECHOES)]
        outcome = "found" if said else "told as an echo" if echoed else "missed"
        count[outcome] += 1
        print(f"{outcome.upper():15} {row['category']:22} {row['path'][-60:]}:{row['line']}")
        print(f"       {row['quote'][:140]}")
        for each in (said or echoed)[:3]:
            print(f"         {each[:160]}")
    print(dict(count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
