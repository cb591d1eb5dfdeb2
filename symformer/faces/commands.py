"""What each command does: from its options to the text it prints and its exit status."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from symformer import __version__
from symformer.analysis import Analysis, analyse, bad_declarations, understood
from symformer.documents.document import UnreadableDocument
from symformer.faces import files
from symformer.faces.checking import BookOf, check_all, no_book, open_note
from symformer.faces.files import Target
from symformer.faces.included import Elsewhere, surroundings_of, whole_notes
from symformer.faces.outcome import Outcome, WrongRequest
from symformer.findings.finding import LEVELS, Level
from symformer.findings.report import Report
from symformer.registry import discover
from symformer.reporters.ledger import LedgerOptions
from symformer.reporters.reporter import RenderOptions, Reporter
from symformer.rules.rule import Rule
from symformer.rules.selection import UnknownRule, all_rules, find_rule, select_rules
from symformer.settings import BadSetting, Settings, from_toml

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

AT_LINE = re.compile(r"(?P<path>.+?):(?:(?P<cell>\d+):)?(?P<line>\d+)")  # in a notebook also FILE:CELL:LINE
LATEX = (".tex", ".sty", ".cls", ".ltx", ".latex", ".def")


def check(options: argparse.Namespace) -> Outcome:
    """``symformer check PATH...``"""
    name = _stdin_name(options.stdin_filename, options.paths)
    settings, home = _settings(options.config, _beside(options.paths, name))
    settings = _overridden(settings, options)
    rules = _chosen(settings)
    exclude = files.either(files.matcher(settings.exclude, home), files.matcher(tuple(options.exclude), Path.cwd()))
    elsewhere = Elsewhere(_macros(settings, home, options.macros), exclude)
    found = files.find_notes(options.paths, files.WALKED, exclude)
    targets = [_called(target, name) for target in whole_notes(found, elsewhere)]
    if options.fix or options.diff:
        fixed = _fixed(options, targets, settings, elsewhere)
        if options.diff:
            return fixed
    elif options.unsafe_fixes:
        raise WrongRequest("--unsafe-fixes goes with --fix or --diff")
    reports = check_all(targets, settings, options.jobs, elsewhere, _books(settings, home, whole=options.book))
    _tell_failures(reports)
    reporter = next(each for each in discover("symformer.reporters", Reporter) if each.id == options.format)
    text = reporter.render(reports, _render_options(options, rules))
    return Outcome(text, _status(reports, settings.fail_on))


def _books(settings: Settings, home: Path, *, whole: bool) -> BookOf:
    """Which notes are compared: all that are checked, or those of each folder that the settings name."""
    folders = [files.absolute(home / name) for name in settings.book]
    for name, folder in zip(settings.book, folders, strict=True):
        if not folder.is_dir():
            raise WrongRequest(f"book: {name}: no such folder")

    def book_of(target: Target) -> str | None:
        if whole:
            return ""
        path = files.absolute(target.path)
        return next((str(folder) for folder in folders if path.is_relative_to(folder)), None)

    return book_of if whole or folders else no_book


def _fixed(options: argparse.Namespace, targets: list[Target], settings: Settings, elsewhere: Elsewhere) -> Outcome:
    """Put the numbers of notes right, or show what that would change."""
    from symformer.faces.fixing import diff_of, fix_all

    if not options.diff and any(target.path == files.STDIN for target in targets):
        raise WrongRequest("standard input cannot be corrected: name a file, or use --diff")
    fixed = fix_all(targets, settings, elsewhere, unsafe=options.unsafe_fixes, write=not options.diff)
    for each in fixed:
        if each.changed and not options.diff:
            print(f"symformer: {each.target.shown}: {_numbers(each.corrected)} corrected", file=sys.stderr)
    if options.diff:
        _tell_failures(each.report for each in fixed)
    failed = any(each.report.failures for each in fixed)
    return Outcome(diff_of(fixed), 2 if failed else int(any(each.changed for each in fixed)))


def _numbers(count: int) -> str:
    return "1 number" if count == 1 else f"{count} numbers"


def audit(options: argparse.Namespace) -> Outcome:
    """``symformer audit FILE...``: every claim about numbers with what is printed and what it ought to be."""
    from symformer.faces import auditing

    if options.reveal and not options.student:
        raise WrongRequest("--reveal goes with --student")
    if options.rewrite is not None:
        return _rewritten(options)
    notes = _opened(options)
    text = auditing.render([note.analysis for note in notes], options.format, _ledger_options(options))
    reports = tuple(note.analysis.report for note in notes)
    return Outcome(text, _status(reports, options.fail_on or "error"))


def _ledger_options(options: argparse.Namespace) -> LedgerOptions:
    return LedgerOptions(
        version=__version__,
        everything=options.all or options.student,
        values=options.reveal or not options.student,
        colour=_coloured(),
    )


def _rewritten(options: argparse.Namespace) -> Outcome:
    """``symformer audit --rewrite OUT FILE``: the note with all its chains of numbers worked out anew."""
    from symformer.faces import auditing
    from symformer.faces.fixing import rewritten

    targets, settings, elsewhere = _targets(options)
    if len(targets) != 1 or len(options.paths) != 1:
        raise WrongRequest("--rewrite takes one note")
    fixed = rewritten(targets[0], replace(settings, select=("numbers",)), elsewhere)
    _tell_failures((fixed.report,))
    if fixed.mended is None:
        return Outcome("", 2)
    if options.rewrite == files.STDIN:
        raise WrongRequest("--rewrite writes a file: name one")
    try:
        files.write_bytes(options.rewrite, fixed.mended.data)
    except OSError as error:
        raise WrongRequest(f"{options.rewrite}: cannot be written: {error.strerror or error}") from None
    return Outcome(auditing.told(fixed.mended, options.rewrite), int(bool(fixed.mended.left)))


def read(options: argparse.Namespace) -> Outcome:
    """``symformer read FILE``: each formula as it is understood, on one line."""
    from symformer.faces.understood import as_json, as_text, understood

    name = _stdin_name(options.stdin_filename, [options.path])
    target = _called(_single(options.path), name)
    settings, home = _settings(options.config, _beside([options.path], name))
    analysis = open_note(target, settings, Elsewhere(_macros(settings, home, options.macros)))
    _tell_failures((analysis.report,))
    if analysis.document is None:
        return Outcome("", 2)
    lines = understood(analysis)
    return Outcome(as_json(lines, target.shown) if options.format == "json" else as_text(lines, target.shown))


def shapes(options: argparse.Namespace) -> Outcome:
    """``symformer shapes PATH...``: each equation with the shape of every part."""
    from symformer.faces import shaped

    notes = _opened(options)
    found = [(note.analysis, note.path, shaped.equations(note.analysis)) for note in notes]
    if options.format == "json":
        return Outcome(shaped.as_json(found), _all_read(notes))
    write = shaped.as_latex if options.latex else shaped.as_text
    texts = [
        write(equations, analysis.document, path)
        for analysis, path, equations in found
        if analysis.document is not None
    ]
    return Outcome("\n".join(text for text in texts if text), _all_read(notes))


def verify(options: argparse.Namespace) -> Outcome:
    """``symformer verify PATH...``: each equation, recognised and run, or why it could not be."""
    from symformer.faces import verifying

    notes = _opened(options)
    found = [(note.analysis, note.path, verifying.equations(note.analysis, options.seed)) for note in notes]
    if options.format == "json":
        return Outcome(verifying.as_json(found, options.seed), _all_read(notes))
    texts = [
        verifying.as_text(
            equations,
            analysis.document,
            path,
            verifying.note_steps(analysis),
            verifying.note_chain(analysis, options.seed),
            verifying.note_splits(analysis),
            verifying.note_values(analysis),
        )
        for analysis, path, equations in found
        if analysis.document is not None
    ]
    return Outcome("\n".join(text for text in texts if text), _all_read(notes))


def symbols(options: argparse.Namespace) -> Outcome:
    """``symformer symbols PATH...``: what each symbol means; for several notes the notation map."""
    from symformer.faces import symbols as shown

    notes = _opened(options)
    if options.as_declarations:
        from symformer.faces.declared import declarations_as_text

        several = len(notes) > 1
        texts = [declarations_as_text(note.analysis, note.path, note.check, several=several) for note in notes]
        return Outcome("\n".join(text for text in texts if text), _all_read(notes))
    found = [each for note in notes if (each := shown.glossary(note.analysis, note.path)) is not None]
    if options.format == "json":
        failures = [(note.path, failure.message) for note in notes for failure in note.analysis.report.failures]
        return Outcome(shown.as_json(found, failures), _all_read(notes))
    if options.format != "text":
        from symformer.faces.symbols_written import written

        return Outcome(written(found, options.format), _all_read(notes))
    text = shown.map_as_text(found) if len(found) > 1 else "".join(shown.as_text(each) for each in found)
    return Outcome(text, _all_read(notes))


@dataclass(frozen=True, slots=True)
class _Opened:
    """A note, read and analysed, and how to check it again with more declarations."""

    path: str
    analysis: Analysis
    target: Target
    settings: Settings
    elsewhere: Elsewhere

    def check(self, declarations: tuple[str, ...]) -> Report:
        """The report on the note with these declarations in force from its first line on."""
        settings = replace(self.settings, let=(*self.settings.let, *declarations))
        source = self.analysis.report.source
        if self.target.path == files.STDIN and source is not None:  # which can be read only once
            return analyse(self.path, source.raw.encode("utf-8", "surrogatepass"), settings).report
        return open_note(self.target, settings, self.elsewhere).report


def _opened(options: argparse.Namespace) -> list[_Opened]:
    """Every note that the paths name, read and analysed."""
    targets, settings, elsewhere = _targets(options)
    notes = [
        _Opened(target.shown, open_note(target, settings, elsewhere), target, settings, elsewhere) for target in targets
    ]
    _tell_failures(note.analysis.report for note in notes)
    return notes


def _all_read(notes: Iterable[_Opened]) -> int:
    return 2 if any(note.analysis.report.failures for note in notes) else 0


def _targets(options: argparse.Namespace) -> tuple[list[Target], Settings, Elsewhere]:
    """The notes that the paths name, the settings in force, and what holds for all of them."""
    name = _stdin_name(options.stdin_filename, options.paths)
    settings, home = _settings(options.config, _beside(options.paths, name))
    elsewhere = Elsewhere(_macros(settings, home, options.macros), files.matcher(settings.exclude, home))
    found = files.find_notes(options.paths, files.WALKED, elsewhere.exclude)
    return [_called(target, name) for target in whole_notes(found, elsewhere)], settings, elsewhere


@dataclass(frozen=True, slots=True)
class OneNote:
    """A note that is asked for alone: its bytes, and what bytes in its place mean."""

    target: Target
    data: bytes
    settings: Settings
    elsewhere: Elsewhere

    def model(self, data: bytes | None = None) -> SemanticModel:
        """What the note means, or other bytes in its place.  Raises WrongRequest where they cannot be read."""
        own = self.data if data is None else data
        path = self.target.path
        try:
            return understood(self.target.shown, own, self.settings, surroundings_of(path, own, self.elsewhere))
        except UnreadableDocument as unreadable:
            raise WrongRequest(f"{self.target.shown}: {unreadable}") from None


def one_note(options: argparse.Namespace, path: str) -> OneNote:
    """The note at a path with the settings in force there.  Raises WrongRequest."""
    name = _stdin_name(options.stdin_filename, [path])
    settings, home = _settings(options.config, _beside([path], name))
    target = _called(_single(path), name)
    if target.problem is not None:
        raise WrongRequest(f"{target.shown}: {target.problem}")
    try:
        data = files.read_bytes(path)
    except OSError as error:
        raise WrongRequest(f"{target.shown}: {files.told(error)}") from None
    return OneNote(target, data, settings, Elsewhere(_macros(settings, home, options.macros)))


def explain(options: argparse.Namespace) -> Outcome:
    """``symformer explain RULE``: its documentation; ``symformer explain FILE:LINE``: the working of what stands there."""
    place = AT_LINE.fullmatch(options.rule)
    if place is not None:
        return _explained(place["path"], int(place["line"]), None if place["cell"] is None else int(place["cell"]))
    try:
        rule = find_rule(options.rule)
    except UnknownRule as unknown:
        from symformer.faces.listing import explained

        rules_are_near = "the nearest are" in str(unknown)
        if (told := explained(options.rule, guess=not rules_are_near)) is not None:
            return told
        if os.path.isfile(options.rule):
            raise WrongRequest(f"{options.rule} is a file: name a line of it, as {options.rule}:1") from None
        raise WrongRequest(str(unknown)) from None
    head = f"{rule.id} ({rule.level}, {rule.group}, since {rule.since})"
    also = f"\nformerly {', '.join(rule.aliases)}" if rule.aliases else ""
    return Outcome(f"{head}{also}\n\n{rule.documentation.text.strip()}\n")


def _explained(path: str, line: int, cell: int | None) -> Outcome:
    from symformer.faces.working import working_at

    settings, home = _settings(None, [path])
    analysis = open_note(_single(path), settings, Elsewhere(_macros(settings, home, [])))
    _tell_failures((analysis.report,))
    if analysis.document is None:
        return Outcome("", 2)
    return Outcome("".join(f"{each}\n" for each in working_at(analysis, line, cell)))


def rules(options: argparse.Namespace) -> Outcome:
    """``symformer rules``: every rule with its level and summary."""
    found = all_rules()
    if options.format == "json":
        return Outcome(json.dumps([_rule_row(rule) for rule in found], ensure_ascii=False, indent=1) + "\n")
    wide = max(len(rule.id) for rule in found)
    lines = [f"{rule.id:{wide}}  {rule.level:7}  {rule.group:8}  {rule.documentation.summary}" for rule in found]
    return Outcome("".join(line + "\n" for line in lines))


def _rule_row(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "level": rule.level,
        "group": rule.group,
        "since": rule.since,
        "summary": rule.documentation.summary,
        "aliases": list(rule.aliases),
        "default": not rule.pedantic,
    }


def _settings(config: str | None, paths: Iterable[str]) -> tuple[Settings, Path]:
    """The settings in force, and the folder their patterns are relative to."""
    candidates = [Path(config)] if config else files.settings_candidates(paths)
    for candidate in candidates:
        try:
            found = from_toml(files.read_text(str(candidate)), str(candidate) if config else candidate.name)
        except OSError as error:
            raise WrongRequest(f"{candidate}: {files.told(error)}") from None
        except UnicodeDecodeError:
            raise WrongRequest(f"{candidate}: is not UTF-8") from None
        except BadSetting as bad:
            raise WrongRequest(str(bad)) from None
        if found is not None:
            for line in bad_declarations(found):
                raise WrongRequest(f"{candidate.name}: let: {line}")
            return found, files.absolute(candidate).parent
    return Settings(), Path.cwd()


def _macros(settings: Settings, home: Path, named: list[str]) -> str:
    """The definitions in the files of macros that the settings and the command line name."""
    from symformer.documents.mathjax import configured_macros

    found: list[str] = []
    for path, where in [*((home / name, "macros: ") for name in settings.macros), *((Path(n), "") for n in named)]:
        try:
            text = files.read_text(str(path))
        except (OSError, ValueError) as error:
            why = "is not UTF-8" if isinstance(error, UnicodeDecodeError) else _told(error)
            raise WrongRequest(f"{where}{path}: {why}") from None
        definitions = text if path.suffix.lower() in LATEX else configured_macros(text, whole=True)
        if not definitions.strip():
            raise WrongRequest(
                f"{where}{path}: defines no macros; write \\newcommand{{\\R}}{{\\mathbb{{R}}}} in a .tex file"
            )
        found.append(definitions)
    return "\n".join(found)


def _told(error: Exception) -> str:
    return files.told(error) if isinstance(error, OSError) else f"is no path: {error}"


def _overridden(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings with what the command line asks for on top."""
    return replace(
        settings,
        select=_listed(options.select) or settings.select,
        ignore=(*settings.ignore, *_listed(options.ignore)),
        fail_on=options.fail_on or settings.fail_on,
    )


def _listed(values: list[str]) -> tuple[str, ...]:
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def _chosen(settings: Settings) -> tuple[Rule, ...]:
    try:
        return select_rules(all_rules(), select=settings.select, ignore=settings.ignore, pedantic=settings.pedantic)
    except UnknownRule as unknown:
        raise WrongRequest(str(unknown)) from None


def _single(path: str) -> Target:
    if path != files.STDIN and Path(path).is_dir():
        return Target(path, "is a folder; name one note")
    return Target(path)


def _stdin_name(name: str | None, paths: list[str]) -> str | None:
    """What standard input is called."""
    if name is not None and files.STDIN not in paths:
        raise WrongRequest('--stdin-filename names what is read from standard input: add "-" to the paths')
    if name is not None and not Path(name).name:
        raise WrongRequest(f"--stdin-filename {name!r} is no name of a file")
    return name


def _called(target: Target, name: str | None) -> Target:
    return replace(target, name=name) if target.path == files.STDIN else target


def _beside(paths: list[str], name: str | None) -> list[str]:
    """The paths that settings are looked for above: standard input stands where its name says."""
    return [name if path == files.STDIN and name is not None else path for path in paths]


def _tell_failures(reports: Iterable[Report]) -> None:
    for report in reports:
        for failure in report.failures:
            print(f"symformer: {report.path}: {failure.message}", file=sys.stderr)
        if report.source is not None and not report.source.raw.strip():
            print(f"symformer: {report.path}: is empty", file=sys.stderr)


def _status(reports: tuple[Report, ...], fail_on: Level) -> int:
    if any(report.failures for report in reports):
        return 2
    failing = LEVELS[: LEVELS.index(fail_on) + 1]
    return int(any(finding.level in failing for report in reports for finding in report.findings))


def _render_options(options: argparse.Namespace, chosen: tuple[Rule, ...]) -> RenderOptions:
    return RenderOptions(
        version=__version__,
        width=shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 100,
        colour=_coloured(),
        warnings=options.warnings,
        info=options.info,
        quiet=options.quiet,
        claims=options.claims,
        summaries={rule.id: rule.documentation.summary for rule in chosen},
    )


def _coloured() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
