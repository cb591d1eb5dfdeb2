"""Count the verified faults of public notes that a check finds, and list those it misses.

    python tests/corpus/real_errors.py [--list FILE... | --numeric] [--corpus FOLDER]

``FILE`` (``../shared/corpus/real_errors.tsv`` unless named) has a row per fault: category, repository,
path, line (or lines) or cell, quote, why.  ``--numeric`` takes the rows about numbers of both lists of
numeric faults: that one and ``numeric_faults.tsv`` beside this file.  ``expert_faults.tsv`` beside this file holds those that an expert reader
marked and that concern sizes, transposes, indices, symbols, equations of one form and lost LaTeX.  A fault counts as found where a finding at error or warning stands on its
line or within two lines of it, or refers to it, or stands in its cell of a notebook; what was said there is
printed, to be judged by eye.  One that is told at info, as what a fault above it comes to, counts by itself,
and so does a number of the quote that a remark names, as the manners want it of what is cut off or rounded twice.  Exit status: 0 always, 2 no list.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

SHARED = ROOT.parent / "shared" / "corpus"
NEAR = 2
NUMERIC = frozenset(
    {
        "attention-value", "constraint-vs-example", "ffn-value", "floor-missing", "formula-vs-value", "loss-value",
        "matmul-entry", "matmul-value", "matvec-value", "norm-value", "pe-formula-vs-example", "power-value",
        "projection-value", "row-lost", "score-value", "softmax-value", "sum-not-one", "value", "value-conflict",
        "variance-value",
    }
)  # fmt: skip
NUMBER = re.compile(r"\d*\.?\d+")
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
        told = (str(finding.level), finding.rule, finding.problem.message)
        found.append((begin.cell, begin.line, end.line, *told))
        for related in finding.problem.related:
            begin, end = source.places(related.span)
            found.append((begin.cell, begin.line, end.line, *told))
    return found


def near(row: dict[str, str], path: Path, levels: tuple[str, ...] = ("error", "warning")) -> list[str]:
    """What is said at error or warning at the place of a fault, or at ``levels``."""
    cell = int(row["line"].split()[1]) if row["line"].startswith("cell") else None
    begin, _, end = row["line"].partition("-") if cell is None else ("0", "", "")
    said = [
        f"{level}[{rule}] {message}"
        for at, first, last, level, rule, message in said_of(path)
        if level in levels
        and (at == cell if cell is not None else first - NEAR <= int(end or begin) and int(begin) <= last + NEAR)
    ]
    return list(dict.fromkeys(said))


def names(message: str, quote: str) -> bool:
    """Whether a message names a number of a quote, with or without the nought before the point."""
    told = {float(each) for each in NUMBER.findall(message)}
    return any(float(each) in told for each in NUMBER.findall(quote))


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", type=Path, nargs="+", default=[SHARED / "real_errors.tsv"])
    parser.add_argument("--numeric", action="store_true", help="the rows about numbers, of both lists")
    parser.add_argument("--corpus", type=Path, default=SHARED / "docs")
    arguments = parser.parse_args()
    lists = [SHARED / "real_errors.tsv", HERE / "numeric_faults.tsv"] if arguments.numeric else arguments.list
    for each in lists:
        if not each.is_file():
            print(f"no list of faults at {each}", file=sys.stderr)
            return 2
    rows = [row for each in lists for row in rows_of(each) if not arguments.numeric or row["category"] in NUMERIC]
    count: Counter[str] = Counter()
    for row in rows:
        path = arguments.corpus / row["repo"].replace("/", "__") / row["path"]
        if not path.is_file():
            count["document not there"] += 1
            continue
        said = near(row, path)
        aside = [] if said else near(row, path, ("info",))
        echoed = [each for each in aside if each.startswith(ECHOES)]
        remarked = [each for each in aside if names(each, row["quote"])]
        outcome = "found" if said else "told as an echo" if echoed else "told as a remark" if remarked else "missed"
        count[outcome] += 1
        print(f"{outcome.upper():16} {row['category']:22} {row['path'][-60:]}:{row['line']}")
        print(f"       {row['quote'][:140]}")
        for each in (said or echoed or remarked)[:3]:
            print(f"         {each[:160]}")
    print(dict(count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
