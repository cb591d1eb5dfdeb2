"""The format people read: the fault, the line, what it rests on, and what to try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import add

from symformer.findings.finding import Elsewhere, Finding, Related
from symformer.findings.report import OpenQuestion, Report, Statistics, open_questions
from symformer.reporters.reporter import RenderOptions, Reporter, worst_first
from symformer.reporters.screen import clip, columns, paint, printable
from symformer.text.source import Source
from symformer.text.span import Span

SHOWN_FIRST = 20
QUESTIONS_SHOWN = 5
ECHOES_SHOWN = 3


def render(reports: tuple[Report, ...], options: RenderOptions) -> str:
    """The findings, errors first, then what was not decided, then what was covered."""
    found = worst_first(reports)
    shown = [each for each in found if each[1].level != "info" or options.info]
    if not (options.warnings or options.info or options.quiet):
        shown = shown[:SHOWN_FIRST]
    lines: list[str] = []
    for report, finding in shown:
        if report.source is not None:
            lines.extend(_finding(finding, report, report.source, options))
    if not options.quiet:
        lines.extend(_remainder(found, shown))
        lines.extend(_questions(reports))
        lines.append(_coverage(reports, found, options))
    return "".join(line + "\n" for line in lines)


def _finding(finding: Finding, report: Report, source: Source, options: RenderOptions) -> Iterator[str]:
    problem = finding.problem
    level = paint(finding.level, finding.level, colour=options.colour)
    where = paint(_where(report.path, source, problem.span.start), "place", colour=options.colour)
    yield f"{where} {level}[{finding.rule}]: {printable(problem.message)}"
    if options.quiet:
        return
    yield from _quoted(source, problem.span, problem.note, finding.level, options)
    here = source.place(problem.span.start).uri
    for related in problem.related:
        yield _related(source, related, here, report.path, options)
    if problem.help:
        yield paint(f"   help: {printable(problem.help)}", "help", colour=options.colour)
    yield from _carried_on(finding, here, report, source)


def _where(path: str, source: Source, offset: int) -> str:
    place = source.place(offset)
    cell = "" if place.cell is None else f" (cell {place.cell}, line {place.cell_line})"
    return f"{printable(place.uri or path)}:{place.line}:{place.column}{cell}"


def _quoted(source: Source, span: Span, note: str | None, level: str, options: RenderOptions) -> Iterator[str]:
    """The line the fault stands on, and carets under the narrowest part of it."""
    gutter = _gutter(source, span.start)
    text, start, end = _line(source, span, options.width - len(gutter))
    before = columns(text[:start])
    carets = "^" * max(1, columns(text[start:end]))
    yield paint(gutter, "gutter", colour=options.colour) + text.rstrip()
    bar = paint(" " * (len(gutter) - 2) + "| ", "gutter", colour=options.colour)
    told = f" {printable(note)}" if note else ""
    yield bar + " " * before + paint(carets, level, colour=options.colour) + told


def _gutter(source: Source, offset: int) -> str:
    place = source.place(offset)
    number = place.line if place.cell_line is None else place.cell_line
    return f"{number:5} | "


def _related(source: Source, related: Related, here: str | None, path: str, options: RenderOptions) -> str:
    """A line that belongs to the finding, with what it has to do with it; its file where that is not ``here``."""
    if related.elsewhere is not None:
        return _in_other_note(related.elsewhere, related.message, options)
    gutter = _gutter(source, related.span.start)
    there = source.place(related.span.start).uri
    message = printable(related.message if there == here else f"{related.message} ({there or path})")
    room = max(20, options.width - len(gutter) - columns(message) - 4)
    text, _, _ = _line(source, related.span, room)
    return f"{paint(gutter, 'gutter', colour=options.colour)}{text}    {message}"


def _in_other_note(other: Elsewhere, message: str, options: RenderOptions) -> str:
    place = other.place
    number = place.line if place.cell_line is None else place.cell_line
    gutter = f"{number:5} | "
    told = printable(f"{message} ({place.uri or other.path})")
    room = max(20, options.width - len(gutter) - columns(told) - 4)
    text, _, _ = clip(printable(other.line), other.at, other.at + 1, room)
    return f"{paint(gutter, 'gutter', colour=options.colour)}{text}    {told}"


def _line(source: Source, span: Span, width: int) -> tuple[str, int, int]:
    """What is shown of the line a span begins on, and where the span stands in it."""
    line = source.line_at(span.start)
    # a line may hold a whole file: only what can be shown is looked at
    near = Span(max(line.start, span.start - 4 * width), min(line.end, span.start + 4 * width))
    start = span.start - near.start
    end = max(start, min(span.end, near.end) - near.start)
    return clip(printable(near.slice(source.text)), start, end, width)


def _carried_on(finding: Finding, here: str | None, report: Report, source: Source) -> Iterator[str]:
    """The places that merely carry this fault on."""
    echoes = [each for each in report.findings if finding.id in each.causes]
    for echo in echoes[:ECHOES_SHOWN]:
        number = _gutter(source, echo.problem.span.start).split()[0]
        there = source.place(echo.problem.span.start).uri
        file = "" if there == here else f"{printable(there or report.path)} "
        yield f"   carried on: {file}line {number}, {printable(echo.problem.message)}"
    if len(echoes) > ECHOES_SHOWN:
        more = len(echoes) - ECHOES_SHOWN
        yield f"   carried on in {more} more place{'s' if more > 1 else ''}"


def _remainder(found: list[tuple[Report, Finding]], shown: list[tuple[Report, Finding]]) -> Iterator[str]:
    left = Counter(each.level for _, each in found) - Counter(each.level for _, each in shown)
    parts = [_several(left[level], level) for level in ("error", "warning") if left[level]]
    if parts:
        yield f"and {' and '.join(parts)}: -w"


def _questions(reports: tuple[Report, ...]) -> Iterator[str]:
    """What could not be decided, the declaration with the highest pay-off first."""
    questions = [(report, question) for report in reports for question in open_questions(report)]
    settled = [(report, question) for report, question in questions if question.settled_by]
    settled.sort(key=lambda each: -each[1].count)
    for report, question in settled[:QUESTIONS_SHOWN]:
        if report.source is not None:
            there = report.source.place(question.span.start).uri
            path = f"{printable(there or report.path)}:" if len(reports) > 1 or there is not None else ""
            yield f"not decided  {path}{_question(question, report.source)}"
    if len(settled) > QUESTIONS_SHOWN:
        yield f"not decided  {len(settled) - QUESTIONS_SHOWN} more: --claims --format json"


def _question(question: OpenQuestion, source: Source) -> str:
    place = source.place(question.span.start)
    line = place.line if place.cell_line is None else f"cell {place.cell} line {place.cell_line}"
    times = f" ({question.count} claims)" if question.count > 1 else ""
    return f"{line}: {printable(question.reason)}{times}  {printable(question.settled_by or '')}"


def _coverage(reports: tuple[Report, ...], found: list[tuple[Report, Finding]], options: RenderOptions) -> str:
    """The last line: what was read, what was judged, and what is not shown."""
    read = [report for report in reports if report.source is not None]
    total = reduce(add, (report.statistics for report in read), Statistics())
    parts = [_formulas(total, len(read))]
    if total.claims:
        parts.append(_claims(total))
    unread = total.formulas - total.read
    if unread:
        parts.append(f"why {unread} {'was' if unread == 1 else 'were'} not read: symformer read FILE")
    if total.unread_lines:
        parts.append(f"{_several(total.unread_lines, 'worksheet line')} not read: symformer read FILE")
    hidden = sum(finding.level == "info" for _, finding in found)
    if hidden and not options.info:
        parts.append(f"{_several(hidden, 'remark')} hidden: --info")
    mended = sum(_safe(finding) for _, finding in found)
    if mended:
        parts.append(f"{mended} can be corrected: --fix")
    failed = sum(bool(report.failures) for report in reports)
    if failed:
        parts.append(f"{_several(failed, 'document')} not checked whole")
    return " · ".join(parts)


def _safe(finding: Finding) -> bool:
    """Whether a finding comes with a fix that can be taken unseen."""
    return finding.problem.fix is not None and finding.problem.fix.safety == "safe" and finding.level != "info"


def _formulas(total: Statistics, documents: int) -> str:
    where = f" in {_several(documents, 'document')}" if documents != 1 else ""
    if total.formulas == 0 and total.stated:
        text = f"read {_several(total.stated, 'equation')} in plain text{where}"
    elif total.formulas == 0:
        text = f"no formulas found{where}"
    else:
        text = f"read {total.read} of {_several(total.formulas, 'formula')}{where}, shapes known in {total.typed}"
    return f"{text}, skipped {total.skipped}" if total.skipped else text


def _claims(total: Statistics) -> str:
    hold = total.proved + total.supported
    tried = f" ({total.supported} at random sizes only)" if total.supported else ""
    return f"{_several(total.claims, 'claim')}: {hold} hold{tried}, {total.refuted} wrong, {total.unknown} not decided"


def _several(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


TEXT = Reporter("text", "for people", render)
