"""Check every document of a corpus, print the coverage, and draw findings to judge by eye.

    python tests/corpus/run_corpus.py [--corpus FOLDER] [--jobs N]
    python tests/corpus/run_corpus.py --draw 60 --level error --seed 7 [--rule RULE] > draw.txt

The corpus is ``../shared/corpus/docs`` unless named; its first folders are the repositories.
The draw is seeded, stratified by repository (one from each in turn, in random order) and takes at
most five findings of one document.  Exit status: 0 no exception, 1 there were, 2 no corpus.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import reduce
from itertools import zip_longest
from operator import add
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from symformer.findings.finding import Finding
from symformer.findings.report import Report, Statistics

CORPUS = ROOT.parent / "shared" / "corpus" / "docs"
SUFFIXES = {".md", ".markdown", ".qmd", ".ipynb", ".tex", ".rst"}
PER_DOCUMENT = 5
LINES_AROUND = 2


@dataclass(frozen=True, slots=True)
class Checked:
    """One document: its report, or the exception, and the seconds it took."""

    path: Path
    report: Report | None
    error: str | None
    seconds: float


def check(path: Path) -> Checked:
    """Check one document; an exception is kept whole."""
    from symformer.analysis import analyse
    from symformer.settings import Settings

    begin = time.perf_counter()
    try:
        report = analyse(str(path), path.read_bytes(), Settings()).report
        return Checked(path, report, None, time.perf_counter() - begin)
    except Exception:
        return Checked(path, None, traceback.format_exc(), time.perf_counter() - begin)


def check_all(corpus: Path, jobs: int) -> list[Checked]:
    paths = sorted(path for path in corpus.rglob("*") if path.is_file() and path.suffix.lower() in SUFFIXES)
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(check, paths, chunksize=4))


def print_coverage(checked: list[Checked], corpus: Path) -> None:
    """Exceptions, coverage, unknown by reason, findings by rule, the slowest documents."""
    reports = [each.report for each in checked if each.report is not None]
    total = reduce(add, (report.statistics for report in reports), Statistics())
    print(f"documents {len(checked)}, exceptions {sum(each.error is not None for each in checked)}")
    for each in checked:
        if each.error is not None:
            print(f"  {each.path.relative_to(corpus)}\n{each.error}")
        for failure in each.report.failures if each.report else ():
            print(f"  {each.path.relative_to(corpus)}: {failure.message}")
    print(f"formulas {total.formulas}, read {total.read} ({share(total.read, total.formulas)}), typed {total.typed}")
    print(f"  ({share(total.typed, total.formulas)}), skipped {total.skipped}")
    print(f"claims {total.claims}: proved {total.proved}, supported {total.supported}", end="")
    print(f", refuted {total.refuted}, unknown {total.unknown}")
    for reason, number in Counter(total.unknown_reasons).most_common():
        print(f"  {number:6}  {reason}")
    rules = Counter((f.level, f.rule) for report in reports for f in report.findings)
    documents = Counter(pair for report in reports for pair in {(f.level, f.rule) for f in report.findings})
    print("findings by rule (findings, documents)")
    for (level, rule), number in sorted(rules.items(), key=lambda each: (each[0][0], -each[1])):
        print(f"  {level:8}{rule:40}{number:6}{documents[level, rule]:6}")
    print("slowest")
    for each in sorted(checked, key=lambda each: -each.seconds)[:5]:
        print(f"  {each.seconds:6.2f} s  {each.path.relative_to(corpus)}")


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def draw(checked: list[Checked], corpus: Path, options: argparse.Namespace) -> list[tuple[Path, Report, Finding]]:
    """A seeded draw, one finding of each repository in turn, at most five of one document."""
    chance = random.Random(options.seed)
    by_repository: dict[str, list[tuple[Path, Report, Finding]]] = defaultdict(list)
    for each in checked:
        if each.report is None:
            continue
        fitting = [f for f in each.report.findings if f.level == options.level and options.rule in (None, f.rule)]
        chosen = chance.sample(fitting, min(PER_DOCUMENT, len(fitting)))
        repository = each.path.relative_to(corpus).parts[0]
        by_repository[repository].extend((each.path, each.report, finding) for finding in chosen)
    repositories = sorted(by_repository)
    chance.shuffle(repositories)
    for repository in repositories:
        chance.shuffle(by_repository[repository])
    rounds = zip_longest(*(by_repository[repository] for repository in repositories))
    return [found for turn in rounds for found in turn if found is not None][: options.draw]


def print_drawn(drawn: list[tuple[Path, Report, Finding]], corpus: Path) -> None:
    """Each finding with what stands around it."""
    for number, (path, report, finding) in enumerate(drawn, 1):
        source, problem = report.source, finding.problem
        if source is None:
            continue
        place = source.place(problem.span.start)
        cell = f" cell {place.cell} line {place.cell_line}" if place.cell is not None else ""
        print(f"--- {number}. {path.relative_to(corpus)}:{place.line}:{place.column}{cell}")
        print(f"{finding.level}[{finding.rule}] {problem.message}")
        if problem.note or problem.help:
            print(f"    note {problem.note}; help {problem.help}")
        print(f"    quote {problem.span.slice(source.text)!r} evidence {problem.evidence}")
        for related in problem.related:
            print(f"    related: {related.message}: {source.line_at(related.span.start).slice(source.text)[:300]}")
        print_context(source.text, problem.span.start)


def print_context(text: str, offset: int) -> None:
    lines = text.split("\n")
    at = text.count("\n", 0, offset)
    for number in range(max(0, at - LINES_AROUND), min(len(lines), at + LINES_AROUND + 1)):
        mark = ">" if number == at else " "
        print(f"  {mark} {lines[number][:400]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--draw", type=int, default=0, metavar="N")
    parser.add_argument("--level", choices=("error", "warning", "info"), default="error")
    parser.add_argument("--rule")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not options.corpus.is_dir():
        print(f"no corpus at {options.corpus}; name one with --corpus", file=sys.stderr)
        return 2
    checked = check_all(options.corpus, options.jobs)
    print_coverage(checked, options.corpus)
    if options.draw:
        print_drawn(draw(checked, options.corpus, options), options.corpus)
    return int(any(each.error is not None for each in checked))


if __name__ == "__main__":
    raise SystemExit(main())
