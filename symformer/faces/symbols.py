r"""What ``symformer symbols`` shows: each symbol with its meanings, where it is told and used, and what is at odds.

As JSON (schema 1)::

    {"schema": 1, "version",
     "documents": [{"path",
        "symbols": [{"symbol", "latex", "name", "kind",
            "meanings": [{"concept", "kind", "shape": [size, …] | null, "shown", "definition",
                          "told": whether the note says so, "path", "line", "column", …}],
            "told": [{"path", "line", "column", …}], "used": [the same],
            "conflicts": [{"kind", "message", "places": [the same]}],
            "findings": [id of a finding about it]}],
        "attention_input": [{"symbol", "line", …}], "vectors": [{"lie_as": "rows" | "columns", "line", …}]}],
     "map": [{"concept", "symbols": [{"symbol", "latex", "path", "line", "column", …}]}],
     "several_meanings": [{"symbol", "meanings": [{"concept", "path", "line", …}]}],
     "failures": [{"path", "message"}]}

``map`` has one row for each concept of the field that some note names; lines and columns are those of
``symformer check --format json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer import __version__
from symformer.analysis import Analysis
from symformer.faces.layout import WIDTH, cut, listed, padded, table
from symformer.faces.shaped import shape_in_words
from symformer.findings.finding import Finding
from symformer.reporters.json import place_row
from symformer.reporters.screen import columns, printable
from symformer.semantics.notation.book import Profile, concepts_in, general_concept, profile_of
from symformer.semantics.notation.clashes import Clash, clashes_of, differ, letters_by_concept
from symformer.semantics.notation.profile import ARRAYS, Entry, Meaning
from symformer.semantics.prose.concepts import named
from symformer.terms.show import show_styled
from symformer.text.source import Source
from symformer.text.span import Span

IN_WORDS = "no letter"
SYMBOL, MEANING, SHAPE, TOLD = 18, 38, 16, 9
HEADINGS = ("symbol", "meaning", "shape", "told", "used")


@dataclass(frozen=True, slots=True)
class Row:
    """A symbol, what is at odds about it, and the findings that concern it."""

    entry: Entry
    clashes: tuple[Clash, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Glossary:
    """All symbols of one note."""

    profile: Profile
    rows: tuple[Row, ...]


def glossary(analysis: Analysis, path: str) -> Glossary | None:
    """The symbols of a note; None where it could not be read."""
    if analysis.model is None:
        return None
    profile = profile_of(path, analysis.model)
    letters = letters_by_concept(profile.entries)
    rows = tuple(
        Row(each, tuple(clashes_of(each, letters)), tuple(_findings_about(each, analysis.report.findings)))
        for each in profile.entries
    )
    return Glossary(profile, rows)


def _findings_about(entry: Entry, findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings that stand at a place of the symbol alone, name it, or lead back to where it is told."""
    told = {(span.start, span.end) for span in entry.told}
    places = told | {(span.start, span.end) for span in entry.used}
    for finding in findings:
        problem = finding.problem
        related = {(each.span.start, each.span.end) for each in problem.related}
        about = problem.evidence.get("symbol") or problem.evidence.get("letter")
        if about == entry.shown or related & told or (problem.span.start, problem.span.end) in places:
            yield finding


def as_text(note: Glossary) -> str:
    """One row for each meaning of each symbol, aligned; what is at odds below it."""
    path = printable(note.profile.path)
    if not note.rows:
        return f"{path}: no symbols\n"
    source = note.profile.source
    widths = _widths(note, source)
    lines = [path, "  " + _line(HEADINGS, widths)]
    for row in note.rows:
        lines.extend(f"  {line}" for line in _lines(row, source, widths))
    lines.extend(_summary(note.profile))
    return "".join(line.rstrip() + "\n" for line in lines)


def _widths(note: Glossary, source: Source) -> tuple[int, ...]:
    cells = [_cells(row.entry, meaning, source) for row in note.rows for meaning in row.entry.meanings or (None,)]
    most = (SYMBOL, MEANING, SHAPE, TOLD)
    used = [min(limit, max(columns(cell[at]) for cell in (*cells, HEADINGS))) for at, limit in enumerate(most)]
    return (*used, WIDTH - sum(used) - 2 * len(used) - 2)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(padded(cut(cell, width), width) for cell, width in zip(cells, widths, strict=True))


def _cells(entry: Entry, meaning: Meaning | None, source: Source) -> tuple[str, str, str, str]:
    if meaning is None:
        return entry.shown, "", "", _places(entry.told, source, TOLD)
    shape = shape_in_words(meaning.shape) if meaning.shape is not None else ""
    if meaning.kind in ("index", "dimension", "function") or (not shape and meaning.kind != "unknown"):
        shape = meaning.kind
    several = len(entry.meanings) > 1
    places = [span for span in entry.told if span == meaning.span] if several else list(entry.told)
    return entry.shown, _meaning(meaning), shape, _places(places, source, TOLD)


def _meaning(meaning: Meaning) -> str:
    words = meaning.concept or ""
    small = meaning.kind not in ARRAYS
    if meaning.definition is not None and (small or not words):
        defined = f"= {show_styled(meaning.definition)}"
        return f"{words}, {defined}" if words else defined
    return words


def _lines(row: Row, source: Source, widths: Sequence[int]) -> Iterator[str]:
    used = _places(row.entry.used, source, widths[-1])
    for at, meaning in enumerate(row.entry.meanings or (None,)):
        symbol, words, shape, told = _cells(row.entry, meaning, source)
        yield _line(("" if at else symbol, words, shape, told, "" if at else used), widths)
    room = WIDTH - 8
    for clash in row.clashes:
        where = _places(clash.places, source, 30)
        yield f"    ! {cut(clash.message, room - columns(where) - 3)}{f' ({where})' if where else ''}"
    for finding in row.findings:
        place = _place(source, finding.problem.span)
        yield f"    ! {cut(f'{place} {finding.level}[{finding.rule}]: {finding.problem.message}', room)}"


def _place(source: Source, span: Span) -> str:
    """A line of the file; in a notebook, the cell and the line within it."""
    place = source.place(span.start)
    return str(place.line) if place.cell is None else f"{place.cell}:{place.cell_line}"


def _places(spans: Sequence[Span], source: Source, width: int) -> str:
    return listed(list(dict.fromkeys(_place(source, span) for span in spans)), width)


def _summary(profile: Profile) -> Iterator[str]:
    """Where attention gets its input, and how vectors lie."""
    for title, stated in (("attention gets its input as", profile.inputs), ("vectors lie as", profile.layouts)):
        if stated:
            told = [f"{each.said} ({_place(profile.source, each.span)})" for each in stated]
            yield f"  {title}: {listed(told, WIDTH - len(title) - 4)}"


# ---------------------------------------------------------------- several notes


def map_as_text(notes: Sequence[Glossary]) -> str:
    """The notation map: by concept, which note writes it how; then symbols with several meanings."""
    profiles = [note.profile for note in notes]
    numbers = {profile.path: f"[{number}]" for number, profile in enumerate(profiles, 1)}
    lines = [f"notation of {len(notes)} notes"]
    lines += [f"  {numbers[profile.path]} {cut(profile.path, WIDTH - 8)}" for profile in profiles]

    def noted(profile: Profile, span: Span) -> str:
        return f"{numbers[profile.path]} {_place(profile.source, span)}"

    rows = [
        (_shown_with_value(entry, span), noted(profile, span), concept)
        for concept, profile, entry, span in _map(profiles)
    ]
    inputs = [(each.said, noted(p, each.span), "attention gets its input as") for p in profiles for each in p.inputs]
    lying = [(each.said, noted(p, each.span), "vectors lie as") for p in profiles for each in p.layouts]
    several = [
        (meaning, noted(profile, span), symbol)
        for symbol, told in _several(profiles)
        for meaning, profile, span in told
    ]
    for title, other, cells in (
        ("meaning", "symbol", rows),
        ("convention", "in use", [*inputs, *lying]),
        ("symbol", "means", several),
    ):
        if cells:
            lines += ["", *_grouped(title, other, cells)]
    return "".join(line.rstrip() + "\n" for line in lines)


def _grouped(title: str, other: str, rows: Sequence[tuple[str, str, str]]) -> list[str]:
    """Rows of (what, where, group): one line for each thing of a group, its places joined."""
    groups: dict[str, dict[str, list[str]]] = {}
    for what, where, group in rows:
        groups.setdefault(group, {}).setdefault(what, []).append(where)
    cells = [(title, other, "where")]
    for group, things in groups.items():
        for at, (what, places) in enumerate(things.items()):
            cells.append(("" if at else group, what, listed(list(dict.fromkeys(places)), 46)))
    return [f"  {line}" for line in table(cells, (27, 22, 46))]


def _map(profiles: Sequence[Profile]) -> Iterator[tuple[str, Profile, Entry, Span]]:
    """Every concept of the field with who writes it how: those written in several ways first."""
    told = {concept: rows for concept, rows in concepts_in(profiles).items() if named(concept) is not None}

    def order(concept: str) -> tuple[int, int, str]:
        rows = told[concept]
        return -len({row[1].shown for row in rows}), -len({row[0].path for row in rows}), concept

    for concept in sorted(told, key=order):
        for profile, entry, span in told[concept]:
            yield concept, profile, entry, span


def _several(profiles: Sequence[Profile]) -> Iterator[tuple[str, list[tuple[str, Profile, Span]]]]:
    """Symbols that mean different things, in one note or from note to note."""
    found: dict[str, list[tuple[str, Profile, Span]]] = {}
    for concept, rows in concepts_in(profiles).items():
        for profile, entry, span in rows:
            found.setdefault(entry.shown, []).append((concept, profile, span))
    for symbol, told in found.items():
        concepts = list(dict.fromkeys(each[0] for each in told))
        if any(differ(one, other) for at, one in enumerate(concepts) for other in concepts[at + 1 :]):
            yield symbol, [each for each in told if named(each[0]) is not None]


def _shown_with_value(entry: Entry, span: Span) -> str:
    """A symbol, and what it is by definition where that is short: ``d_k = D / H``."""
    meaning = next((each for each in entry.meanings if each.span == span), None)
    shown = IN_WORDS if named(entry.name) is not None else entry.shown  # "8 heads"
    if meaning is None or meaning.definition is None or meaning.kind in ARRAYS:
        return shown
    return f"{shown} = {cut(show_styled(meaning.definition), 10)}"


# ---------------------------------------------------------------- JSON


def as_json(notes: Sequence[Glossary], failures: Sequence[tuple[str, str]]) -> str:
    """All notes, and the notation map over them, as one object."""
    profiles = [note.profile for note in notes]
    by_concept: dict[str, list[dict[str, object]]] = {}
    for concept, profile, entry, span in _map(profiles):
        row = {"symbol": entry.shown, "latex": entry.latex, **_where(profile, span)}
        by_concept.setdefault(concept, []).append(row)
    whole = {
        "schema": 1,
        "version": __version__,
        "documents": [_document(note) for note in notes],
        "map": [{"concept": concept, "symbols": rows} for concept, rows in by_concept.items()],
        "several_meanings": [
            {
                "symbol": symbol,
                "meanings": [{"concept": concept, **_where(profile, span)} for concept, profile, span in told],
            }
            for symbol, told in _several(profiles)
        ],
        "failures": [{"path": path, "message": message} for path, message in failures],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _document(note: Glossary) -> dict[str, object]:
    profile = note.profile
    return {
        "path": profile.path,
        "symbols": [_symbol(row, profile) for row in note.rows],
        "attention_input": [{"symbol": each.said, **_where(profile, each.span)} for each in profile.inputs],
        "vectors": [{"lie_as": each.said, **_where(profile, each.span)} for each in profile.layouts],
    }


def _symbol(row: Row, profile: Profile) -> dict[str, object]:
    entry = row.entry
    return {
        "symbol": entry.shown,
        "latex": entry.latex,
        "name": entry.name,
        "kind": entry.meanings[0].kind if entry.meanings else "unknown",
        "meanings": [_meaning_row(each, profile) for each in entry.meanings],
        "told": [_where(profile, span) for span in entry.told],
        "used": [_where(profile, span) for span in entry.used],
        "conflicts": [
            {
                "kind": clash.kind,
                "message": clash.message,
                "places": [_where(profile, span) for span in clash.places],
            }
            for clash in row.clashes
        ],
        "findings": [finding.id for finding in row.findings],
    }


def _meaning_row(meaning: Meaning, profile: Profile) -> dict[str, object]:
    shape = meaning.shape
    return {
        "concept": meaning.concept,
        "kind": meaning.kind,
        "shape": [str(size) for size in shape.sizes] if shape is not None else None,
        "shown": shape_in_words(shape) if shape is not None else None,
        "definition": show_styled(meaning.definition) if meaning.definition is not None else None,
        "told": meaning.told,
        **_where(profile, meaning.span),
    }


def _where(profile: Profile, span: Span) -> dict[str, object]:
    return {"path": profile.source.place(span.start).uri or profile.path, **place_row(profile.source, span)}


__all__ = ["Glossary", "as_json", "as_text", "general_concept", "glossary", "map_as_text"]
