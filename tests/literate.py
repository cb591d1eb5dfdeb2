"""Notes with their expected findings beside the lines: the format of ``tests/rules/*.md``.

A heading is a test, the fence of four or more backquotes under it the note.  A comment
``<!-- error: [rule-id] "part of the message" -->`` at the end of a line expects a finding there;
several comments may share a line, the message may be left out.  What no comment expects must be
silent, at ``warning`` and above.  A line ``<!-- next note -->`` parts the notes of a book, which are
compared with each other; what is expected of them stands beside the lines as always.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from symformer.analysis import check, check_book
from symformer.findings.finding import Finding
from symformer.findings.report import Report
from symformer.rules.selection import all_rules
from symformer.settings import Settings

_TEST = re.compile(r"^#+ (?P<name>[^\n]+)$|^(?P<fence>`{4,})(?P<format>\w+)\n(?P<note>.*?)^(?P=fence) *$", re.M | re.S)
_EXPECTED = re.compile(r'[ \t]*<!-- (error|warning|info): \[([\w-]+)\](?: "(.*?)")? -->')


@dataclass(frozen=True, slots=True)
class Expected:
    line: int
    level: str
    rule: str
    message: str

    def met_by(self, finding: Finding, line: int) -> bool:
        return (
            finding.rule == self.rule
            and finding.level == self.level
            and self.message in finding.problem.message
            and line == self.line
        )


@dataclass(frozen=True, slots=True)
class LiterateTest:
    name: str
    note: str
    format: str
    expected: tuple[Expected, ...]


def line_of(finding: Finding, report: Report) -> int:
    assert report.source is not None
    return report.source.place(finding.problem.span.start).line


def literate_tests(path: Path) -> list[LiterateTest]:
    """The tests in one file."""
    tests: list[LiterateTest] = []
    heading = path.stem
    for match in _TEST.finditer(path.read_text("utf-8")):
        if match["name"]:
            heading = match["name"].strip()
            continue
        lines = match["note"].splitlines()
        expected = tuple(
            Expected(number, level, rule, message)
            for number, line in enumerate(lines, 1)
            for level, rule, message in _EXPECTED.findall(line)
        )
        note = "\n".join(_EXPECTED.sub("", line) for line in lines) + "\n"
        tests.append(LiterateTest(f"{path.stem}: {heading}", note, match["format"], expected))
    return tests


def _settings(test: LiterateTest) -> Settings:
    """A pedantic rule is tested by itself: it is off unless asked for, and its kind would join in."""
    stem = test.name.partition(":")[0]
    pedantic = any(rule.id == stem and rule.pedantic for rule in all_rules())
    return Settings(select=(stem,)) if pedantic else Settings()


NEXT_NOTE = "<!-- next note -->\n"


def findings_in(note: str, name: str, settings: Settings) -> tuple[list[tuple[Finding, int]], list[str]]:
    """Every finding with its line, and the failures; the lines of a book count on from note to note."""
    stem, _, suffix = name.rpartition(".")
    parts = note.split(NEXT_NOTE)
    if len(parts) == 1:
        reports = (check(note, name=name, settings=settings),)
    else:
        reports = check_book({f"{stem}-{number:02}.{suffix}": part for number, part in enumerate(parts)})
    found: list[tuple[Finding, int]] = []
    before = 0
    for report, part in zip(reports, parts, strict=True):
        found += [(finding, before + line_of(finding, report)) for finding in report.findings]
        before += part.count("\n") + 1
    return found, [failure.message for report in reports for failure in report.failures]


def differences(test: LiterateTest) -> list[str]:
    """What was expected and not found, and what was found and not expected."""
    left, problems = findings_in(test.note, f"note.{test.format}", _settings(test))
    for expected in test.expected:
        met = next((each for each in left if expected.met_by(*each)), None)
        if met is None:
            problems.append(f"line {expected.line}: no {expected.level}[{expected.rule}] {expected.message!r}")
        else:
            left.remove(met)
    for finding, line in left:
        if finding.level != "info":
            problems.append(f"line {line}: unexpected {finding.level}[{finding.rule}] {finding.problem.message!r}")
    return problems
