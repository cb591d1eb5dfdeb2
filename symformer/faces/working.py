"""``symformer explain FILE:LINE``: the working of the claims on a line, in at most eight lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.analysis import Analysis
from symformer.faces.auditing import audited
from symformer.findings.finding import Finding
from symformer.findings.report import Report
from symformer.judging.numbers.ledger import STANDINGS, Entry
from symformer.judging.numbers.working import resting_on, substituted
from symformer.reporters.ledger import place_of
from symformer.reporters.screen import printable
from symformer.text.source import Place, Source

MOST_LINES = 8
WIDTH = 110
WORST_FIRST = ("wrong", "last digit", "careless", "carried on", "not decided", "waived", "right")


def working_at(analysis: Analysis, line: int, cell: int | None = None) -> list[str]:
    """What is claimed on a line of the file (or of a cell), printed against expected, and what it rests on."""
    entries = audited(analysis).entries
    source = analysis.report.source
    if source is None:
        return []
    here = [entry for entry in entries if _touches(entry, source, line, cell)]
    if not here:
        return _nothing(analysis.report, source, entries, line, cell)[:MOST_LINES]
    here.sort(key=lambda entry: WORST_FIRST.index(entry.standing))
    told = list(_working(here[0], source, entries, analysis.report))
    told[MOST_LINES - (len(here) > 1) :] = []
    if len(here) > 1:
        others = ", ".join(f"{place_of(entry, source)} {entry.standing}" for entry in here[1:])
        told.append(_line("also here", others))
    return told


def _touches(entry: Entry, source: Source, line: int, cell: int | None) -> bool:
    spans = (entry.judgement.claim.span, entry.span, *(figure.span for figure in entry.figures))
    return any(_within(*source.places(span), line, cell) for span in spans)


def _within(start: Place, end: Place, line: int, cell: int | None) -> bool:
    if start.uri is not None:
        return False
    if cell is None:
        return start.line <= line <= end.line
    return start.cell == cell and (start.cell_line or 0) <= line <= (end.cell_line or 0)


def _nothing(report: Report, source: Source, entries: Sequence[Entry], line: int, cell: int | None) -> list[str]:
    """What else is said of a line without claims about numbers, else where the nearest ones are."""
    found = [each for each in report.findings if _within(*source.places(each.problem.span), line, cell)]
    if found:
        return [told for each in found[:3] for told in _finding(each)]
    lines = sorted({source.place(entry.span.start).line for entry in entries}, key=lambda at: (abs(at - line), at))
    near = ", ".join(map(str, sorted(lines[:6])))
    return [f"no claim about numbers on line {line}" + (f"; the nearest are on lines {near}" if near else "")]


def _finding(finding: Finding) -> Iterator[str]:
    yield f"{finding.level}[{finding.rule}]: {printable(finding.problem.message)}"
    if finding.problem.note:
        yield _line("because", finding.problem.note)
    if finding.problem.help:
        yield _line("help", finding.problem.help)


def _working(entry: Entry, source: Source, entries: Sequence[Entry], report: Report) -> Iterator[str]:
    rule = f" [{entry.rule}]" if entry.rule is not None else ""
    yield f"{printable(report.path)}:{place_of(entry, source)} {entry.standing}{rule}"
    yield _line("claim", entry.claim)
    numbers = substituted(entry.judgement)
    if numbers is not None:
        yield _line("in numbers", numbers)
    if entry.figures:
        yield _line("printed", _figures(entry))
    elif entry.message:
        yield _line("found", entry.message)
    if entry.standing == "not decided":
        yield _line("open", f"{entry.why}: {entry.settled_by}" if entry.settled_by else entry.why)
    if entry.slip:
        yield _line("likely", entry.slip)
    yield _line("rests on", ", ".join(_grounds(entry, source, entries)) or entry.why or "the numbers printed in it")
    carried = [each for each in entries if entry.id is not None and entry.id in each.carries_on]
    if carried:
        yield _line("carried on", ", ".join(_echo(each, source) for each in carried))


def _figures(entry: Entry) -> str:
    first = entry.figures[0]
    where = f"row {first.row}, column {first.column}: " if first.row else ""
    more = f", and {len(entry.figures) - 1} more" if len(entry.figures) > 1 else ""
    if entry.standing == "right" or not first.recomputed:
        return f"{where}{first.printed}{_unrounded(first.exact, first.printed)}"
    return f"{where}{first.printed}, expected {first.recomputed}{_unrounded(first.exact, first.recomputed)}{more}"


def _unrounded(exact: str, shown: str) -> str:
    return f" (unrounded {exact})" if exact and exact != shown else ""


def _grounds(entry: Entry, source: Source, entries: Sequence[Entry]) -> Iterator[str]:
    """The names a claim rests on and the roots it carries on, with their lines."""
    for cause in entry.carries_on:
        root = next((each for each in entries if each.id == cause), None)
        if root is not None:
            yield f"{root.figures[0].printed if root.figures else 'an error'} of line {_row(root, source)}, which is wrong"
    for name, span in resting_on(entry.judgement):
        yield f"{name} (line {source.place(span.start).line})"


def _row(entry: Entry, source: Source) -> int:
    return source.place(entry.span.start).line


def _echo(entry: Entry, source: Source) -> str:
    figure = entry.figures[0] if entry.figures else None
    becomes = f": {figure.printed} becomes {figure.recomputed}" if figure is not None and figure.recomputed else ""
    return f"line {_row(entry, source)}{becomes}"


def _line(head: str, text: str) -> str:
    told = printable(text)
    return f"  {head:<11}{told if len(told) <= WIDTH else told[: WIDTH - 2] + ' …'}"


assert set(WORST_FIRST) == set(STANDINGS)
__all__ = ["working_at"]
