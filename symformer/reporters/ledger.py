"""The ledger of a note's numbers as text, Markdown, CSV and JSON.

The JSON is one object (schema 1)::

    {"schema": 1, "version": "…", "second_reader": "latex2sympy2" | null,
     "documents": [{"path", "counts": {standing: claims}}],
     "claims": [{"path", "line", "column", "end_line", "end_column",
                 "cell", "cell_line", "cell_column", "cell_end_line", "cell_end_column",
                 "quote", "label", "claim", "standing", "why", "settled_by",
                 "rule", "level", "id", "message", "slip", "carries_on": [id],
                 "figures": [{"row", "column", "printed", "recomputed", "exact"}]}],
     "failures": [{"path", "message"}]}

``standing`` is "right", "wrong", "last digit", "careless" (rounding that added up or was cut off, a working that
does not yield its right result), "carried on" (an echo of the roots in ``carries_on``), "not decided" or "waived"
(by a suppression of the author's).  Places are those of ``symformer check``; ``row`` and ``column`` count from 1
and are 0 where a claim shows one number.  For a student, ``message``, ``slip``, ``recomputed`` and ``exact`` are
null.  The CSV has one row per figure, and one for a claim without any.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symformer.findings.report import Report
from symformer.judging.numbers.ledger import QUIET, STANDINGS, Entry, Figure, Standing, stories, tally
from symformer.reporters.json import place_row
from symformer.reporters.screen import columns, paint, printable
from symformer.symbolic.second_reader import EXTRA, reader_name
from symformer.text.source import Source

LONGEST_CLAIM = 60
COLOURS = {"wrong": "error", "last digit": "warning", "careless": "warning", "not decided": "info"}


@dataclass(frozen=True, slots=True)
class Audited:
    """A note with its ledger."""

    report: Report
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class LedgerOptions:
    """What the reader asked to see: the claims that hold too, and whether the right values are told."""

    version: str = ""
    everything: bool = False
    values: bool = True
    colour: bool = False


def shown(entries: Sequence[Entry], options: LedgerOptions) -> tuple[Entry, ...]:
    """The entries that are asked for."""
    return tuple(entry for entry in entries if options.everything or entry.standing not in QUIET)


# -- text ------------------------------------------------------------------------------------------------


def as_text(notes: Sequence[Audited], options: LedgerOptions) -> str:
    """One line for each number, echoes below their root; then how many of each kind there are."""
    lines: list[str] = []
    for note in notes:
        if note.report.source is None:
            continue
        rows = list(_rows(shown(note.entries, options), note.report.source, options))
        if rows:
            lines.append(paint(printable(note.report.path), "place", colour=options.colour))
            lines.extend(_aligned(rows, options))
    lines.append(_counted([entry for note in notes for entry in note.entries]))
    if options.everything:
        asked = reader_name() or f"none is installed (pip install '{EXTRA}')"
        lines.append(f"second reader, asked before a scalar formula is called wrong: {asked}")
    return "".join(line.rstrip() + "\n" for line in lines)


def _rows(entries: Sequence[Entry], source: Source, options: LedgerOptions) -> Iterator[tuple[str, str, str, str]]:
    """Place, standing, claim and right value of each line."""
    for root, echoes in stories(entries):
        yield from _rows_of(root, source, options, "")
        for echo in echoes:
            yield from _rows_of(echo, source, options, "  ")


def _rows_of(entry: Entry, source: Source, options: LedgerOptions, indent: str) -> Iterator[tuple[str, str, str, str]]:
    where = place_of(entry, source)
    told = _told(entry, options)
    many = [figure for figure in entry.figures if figure.row]
    if not many:
        yield f"{indent}{where}", entry.standing, _short(entry.claim), told
        return
    yield f"{indent}{where}", entry.standing, f"{_short(entry.claim)}", ""
    for figure in many:
        yield "", "", f"  row {figure.row}, column {figure.column}: {figure.printed}", _value(figure, entry, options)


def _told(entry: Entry, options: LedgerOptions) -> str:
    if entry.standing == "not decided":
        return f"{entry.why}: {entry.settled_by}" if entry.settled_by else entry.why
    if entry.figures:
        return _value(entry.figures[0], entry, options)
    return (entry.message or "") if entry.standing == "careless" and options.values else ""


def _value(figure: Figure, entry: Entry, options: LedgerOptions) -> str:
    if not options.values or not figure.recomputed:
        return ""
    return f"{figure.recomputed}   ({entry.slip})" if entry.slip else figure.recomputed


def _aligned(rows: Sequence[tuple[str, str, str, str]], options: LedgerOptions) -> Iterator[str]:
    widths = [max(columns(row[at]) for row in rows) for at in range(3)]
    for row in rows:
        place, standing, claim = (
            text + " " * (width - columns(text)) for text, width in zip(row, widths, strict=False)
        )
        painted = paint(standing, COLOURS.get(row[1], "place"), colour=options.colour and bool(row[1].strip()))
        yield f"  {place}  {painted}  {claim}  {printable(row[3])}"


def _short(claim: str) -> str:
    """A claim of which, where it is long, both ends are shown."""
    if len(claim) <= LONGEST_CLAIM:
        return printable(claim)
    right = min(len(claim) - claim.rfind(" = ") if " = " in claim else 0, LONGEST_CLAIM // 2) or LONGEST_CLAIM // 3
    return printable(f"{claim[: LONGEST_CLAIM - right - 2]} … {claim[-right:].lstrip()}")


def place_of(entry: Entry, source: Source) -> str:
    """Line and column of an entry; in a notebook also the cell."""
    place = source.place(entry.span.start)
    file = f"{printable(place.uri)}:" if place.uri else ""
    cell = "" if place.cell is None else f" (cell {place.cell}, line {place.cell_line})"
    return f"{file}{place.line}:{place.column}{cell}"


def _counted(entries: Sequence[Entry]) -> str:
    counts = tally(entries)
    total = sum(counts.values())
    told = ", ".join(f"{counts[standing]} {standing}" for standing in STANDINGS if standing in counts)
    return f"{total} claim{'' if total == 1 else 's'} about numbers" + (f": {told}" if told else "")


# -- Markdown, CSV and JSON ------------------------------------------------------------------------------


def as_markdown(notes: Sequence[Audited], options: LedgerOptions) -> str:
    """A table for each note, echoes marked below their root."""
    lines: list[str] = []
    head = ("line", "claim", "printed", *(("recomputed",) if options.values else ()), "verdict")
    for note in notes:
        if note.report.source is None:
            continue
        lines += [f"## {printable(note.report.path)}", ""]
        entries = shown(note.entries, options)
        if entries:
            lines += [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
        for root, echoes in stories(entries):
            lines.extend(_markdown_rows(root, note.report.source, options, ""))
            for echo in echoes:
                lines.extend(_markdown_rows(echo, note.report.source, options, "↳ "))
        lines += ["", _counted(note.entries), ""] if entries else [_counted(note.entries), ""]
    return "".join(line + "\n" for line in lines)


def _markdown_rows(entry: Entry, source: Source, options: LedgerOptions, mark: str) -> Iterator[str]:
    for figure in entry.figures or (None,):
        where = f" (row {figure.row}, column {figure.column})" if figure is not None and figure.row else ""
        verdict = entry.standing + (f": {entry.why}" if entry.standing == "not decided" else "")
        if entry.slip and options.values:
            verdict += f" ({entry.slip})"
        cells = [f"{mark}{place_of(entry, source)}", f"`{_short(entry.claim).replace('`', chr(39))}`{where}"]
        cells.append(figure.printed if figure is not None else "")
        if options.values:
            cells.append(figure.recomputed if figure is not None else "")
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in (*cells, verdict)) + " |"


FIELDS = ("path", "line", "column", "cell", "cell_line", "label", "claim", "row_of_matrix", "column_of_matrix",
          "printed", "recomputed", "exact", "verdict", "why", "rule", "level", "id", "carries_on", "slip")  # fmt: skip


def as_csv(notes: Sequence[Audited], options: LedgerOptions) -> str:
    """One row for each number, with a head."""
    made = io.StringIO()
    table = csv.writer(made, lineterminator="\n")
    table.writerow(FIELDS)
    for note in notes:
        if note.report.source is None:
            continue
        for entry in shown(note.entries, options):
            table.writerows(_csv_rows(entry, note.report.path, note.report.source, options))
    return made.getvalue()


def _csv_rows(entry: Entry, path: str, source: Source, options: LedgerOptions) -> Iterator[tuple[object, ...]]:
    for figure in entry.figures or (None,):
        place = source.place(figure.span.start if figure is not None else entry.span.start)
        row, column, printed = (figure.row or "", figure.column or "", figure.printed) if figure else ("", "", "")
        recomputed, exact = (figure.recomputed, figure.exact) if figure is not None and options.values else ("", "")
        yield (place.uri or path, place.line, place.column, place.cell, place.cell_line, _label(entry), entry.claim, row,
               column, printed, recomputed, exact, entry.standing, entry.why, entry.rule, entry.level, entry.id,
               " ".join(entry.carries_on), entry.slip if options.values else None)  # fmt: skip


def _label(entry: Entry) -> str | None:
    formula = entry.judgement.claim.statement.formula
    return formula.label if formula is not None else None


def as_json(notes: Sequence[Audited], options: LedgerOptions) -> str:
    """One object for other programs."""
    whole = {
        "schema": 1,
        "version": options.version,
        "second_reader": reader_name(),
        "documents": [
            {"path": note.report.path, "counts": tally(note.entries)}
            for note in notes
            if note.report.source is not None
        ],
        "claims": [row for note in notes for row in _json_rows(note, options)],
        "failures": [
            {"path": note.report.path, "message": failure.message} for note in notes for failure in note.report.failures
        ],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1, default=str) + "\n"


def _json_rows(note: Audited, options: LedgerOptions) -> Iterable[dict[str, object]]:
    source = note.report.source
    if source is None:
        return
    for entry in shown(note.entries, options):
        yield {
            "path": source.place(entry.span.start).uri or note.report.path,
            **place_row(source, entry.span),
            "quote": entry.judgement.claim.span.slice(source.text),
            "label": _label(entry),
            "claim": entry.claim,
            "standing": entry.standing,
            "why": entry.why or None,
            "settled_by": entry.settled_by,
            "rule": entry.rule,
            "level": entry.level,
            "id": entry.id,
            "message": entry.message if options.values else None,
            "slip": entry.slip if options.values else None,
            "carries_on": list(entry.carries_on),
            "figures": [_json_figure(figure, options) for figure in entry.figures],
        }


def _json_figure(figure: Figure, options: LedgerOptions) -> dict[str, object]:
    return {
        "row": figure.row,
        "column": figure.column,
        "printed": figure.printed,
        "recomputed": figure.recomputed if options.values else None,
        "exact": figure.exact if options.values else None,
    }


RENDERERS = {"text": as_text, "markdown": as_markdown, "csv": as_csv, "json": as_json}

__all__ = ["RENDERERS", "Audited", "LedgerOptions", "Standing", "place_of", "shown"]
