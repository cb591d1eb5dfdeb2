"""Check one note: the one place that knows the order of the pipeline."""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symformer.documents.document import TYPED, Document, UnreadableDocument
from symformer.findings.finding import Finding, Problem
from symformer.findings.report import CheckedClaim, Failure, Report, Statistics, count
from symformer.findings.stamping import Raised, stamp
from symformer.findings.suppression import (
    Request,
    Suppression,
    SuppressionLedger,
    apply,
    in_order,
    place_request,
    requests_in,
)
from symformer.rules.rule import Rule
from symformer.rules.selection import all_rules, select_rules
from symformer.settings import Settings
from symformer.text.cued import Cued
from symformer.text.span import Span

if TYPE_CHECKING:
    from symformer.documents.includes import Surroundings
    from symformer.judging.note import JudgedNote
    from symformer.semantics.model import SemanticModel
    from symformer.semantics.notation.book import Profile


FAR = 200  # characters of blanks between a paragraph and the display it speaks of


@dataclass(frozen=True, slots=True)
class Analysis:
    """A note, read and checked. Document and model are None where it could not be read."""

    report: Report
    document: Document | None = None
    model: JudgedNote | None = None


def analyse(uri: str, data: bytes, settings: Settings, surroundings: Surroundings | None = None) -> Analysis:
    """Read the bytes of a note, work out what it means, and judge it.

    ``surroundings`` say how to get the files that it includes, and which macros are defined elsewhere.
    Whatever the note holds gives a report; bytes that are no document at all give a failure in it.
    """
    from symformer.documents.lettered import with_typed_formulas
    from symformer.documents.limits import within_limits
    from symformer.documents.reading import ALONE, read_document
    from symformer.judging.note import checked_claims, judge_note
    from symformer.semantics.model import build_model

    rules = select_rules(all_rules(), select=settings.select, ignore=settings.ignore, pedantic=settings.pedantic)
    try:
        document = with_typed_formulas(within_limits(read_document(uri, data, surroundings or ALONE)))
    except UnreadableDocument as unreadable:
        return Analysis(Report(uri, None, failures=(Failure(str(unreadable), unreadable=True),)))
    model = judge_note(build_model(document, settings.let))
    raised, failures = _run((rule, functools.partial(rule.check, model)) for rule in rules if rule.check is not None)
    findings, more_failures = _settle(rules, _as_meant(_as_typed(raised, document), model), document, settings)
    claims = checked_claims(model)
    statistics = _statistics(model, claims)
    report = Report(uri, document.source, findings, statistics, claims, (*failures, *more_failures))
    return Analysis(report, document, model)


def understood(uri: str, data: bytes, settings: Settings, surroundings: Surroundings | None = None) -> SemanticModel:
    """What the bytes of a note mean, without a judgement.  Raises UnreadableDocument."""
    from symformer.documents.limits import within_limits
    from symformer.documents.reading import ALONE, read_document
    from symformer.semantics.model import build_model

    return build_model(within_limits(read_document(uri, data, surroundings or ALONE)), settings.let)


def check(note: str | bytes, *, name: str = "note.md", settings: Settings | None = None) -> Report:
    """Check a note held in memory; the suffix of ``name`` says what it is."""
    data = note.encode("utf-8", "surrogatepass") if isinstance(note, str) else note
    return analyse(name, data, settings or Settings()).report


@dataclass(frozen=True, slots=True)
class BookNote:
    """What is kept of a note to compare it with others: small enough to go from one process to another."""

    report: Report
    profile: Profile
    contexts: tuple[Span, ...]
    suppressions: tuple[Suppression, ...]


def book_note(analysis: Analysis) -> BookNote | None:
    """A note of a book; None where it could not be read."""
    from symformer.semantics.notation.book import profile_of

    if analysis.document is None or analysis.model is None:
        return None
    contexts = tuple(formula.span for formula in analysis.document.formulas)
    suppressions = (*_suppressions(analysis.document), *_waivers(analysis.document))
    return BookNote(analysis.report, profile_of(analysis.report.path, analysis.model), contexts, suppressions)


def compare_notes(notes: Sequence[BookNote], settings: Settings) -> tuple[Report, ...]:
    """The reports of the notes of one book, with what disagrees between them; what each says of itself stays."""
    rules = select_rules(all_rules(), select=settings.select, ignore=settings.ignore, pedantic=settings.pedantic)
    profiles = [note.profile for note in notes]
    raised: dict[str, list[Raised]] = {}
    failures: list[Failure] = []
    for rule in rules:
        if rule.compare is None:
            continue
        try:
            for path, problem in rule.compare(profiles):
                raised.setdefault(path, []).append(Raised(rule.id, rule.level, problem))
        except Exception as fault:
            failures.append(_fault(rule, fault))
    reports = [_with_raised(note, raised.get(note.report.path, [])) for note in notes]
    if failures and reports:
        reports[0] = replace(reports[0], failures=(*reports[0].failures, *failures))
    return tuple(reports)


def _with_raised(note: BookNote, raised: list[Raised]) -> Report:
    report = note.report
    if not raised or report.source is None:
        return report
    names = {rule.id: frozenset((rule.id, rule.group, *rule.aliases)) for rule in all_rules()}
    found, _ = apply(stamp(raised, report.source.text, note.contexts), note.suppressions, names)
    return replace(report, findings=_merged(report.findings, found))


def check_book(notes: Mapping[str, str | bytes], settings: Settings | None = None) -> tuple[Report, ...]:
    """Check notes held in memory, by name, and compare them with each other."""
    chosen = settings or Settings()
    analyses = [
        analyse(name, note.encode("utf-8", "surrogatepass") if isinstance(note, str) else note, chosen)
        for name, note in notes.items()
    ]
    notes_read = [made for each in analyses if (made := book_note(each)) is not None]
    compared = {report.path: report for report in compare_notes(notes_read, chosen)}
    return tuple(compared.get(each.report.path, each.report) for each in analyses)


def bad_declarations(settings: Settings) -> tuple[str, ...]:
    """What is wrong with the declarations of the settings, one line each."""
    from symformer.documents.reading import read_document
    from symformer.semantics.model import build_model

    if not settings.let:
        return ()
    model = build_model(read_document("settings.md", b""), settings.let)
    return tuple(error.message for error in model.annotation_errors)


def _statistics(note: JudgedNote, claims: tuple[CheckedClaim, ...]) -> Statistics:
    from symformer.judging.note import typed_formulas

    read = sum(len(formula.formulas) for formula in note.formulas if formula.tree.read)
    skipped = sum(note.document.skipped.values())
    stated = sum(
        statement.carrier in ("worksheet", "prose", "table")
        or statement.carrier == "formula"
        and statement.formula is None
        for statement in note.statements
    )
    return count(
        claims,
        formulas=len(note.document.formulas),
        read=read,
        typed=typed_formulas(note),
        skipped=skipped,
        stated=stated,
        unread_lines=len(note.unread_lines),
    )


def _run(checks: Iterable[tuple[Rule, Callable[[], Iterable[Problem]]]]) -> tuple[list[Raised], list[Failure]]:
    """All problems the rules find. A rule that crashes is named, the others go on."""
    raised: list[Raised] = []
    failures: list[Failure] = []
    for rule, check in checks:
        try:
            raised.extend(Raised(rule.id, rule.level, problem) for problem in check())
        except Exception as fault:
            failures.append(_fault(rule, fault))
    return raised, failures


def _as_typed(raised: list[Raised], document: Document) -> list[Raised]:
    """The problems, where those of a formula typed without LaTeX know that it is none: no LaTeX is put into it."""
    typed = [formula.span for formula in document.formulas if formula.delimiter == TYPED]
    if not typed:
        return raised
    writing = {rule.id for rule in all_rules() if rule.group == "writing"}
    starts, kept = [span.start for span in typed], list[Raised]()
    for each in raised:
        at = bisect_right(starts, each.problem.span.start) - 1
        if at < 0 or each.problem.span.start >= typed[at].end:
            kept.append(each)
        elif each.rule not in writing:
            kept.append(replace(each, problem=replace(each.problem, fix=None)))
    return kept


def _as_meant(raised: list[Raised], model: JudgedNote) -> list[Raised]:
    """The problems but for those of what is wrong by intent, or at odds with it alone, and of formulas that the note calls wrong."""
    from symformer.semantics.wrong_on_purpose import stands_in, wrong_on_purpose

    wrong = wrong_on_purpose(model.document)
    called = tuple(
        each.formula.span
        for each in model.statements
        if each.stance == "called wrong" and each.formula is not None and each.formula.display == "inline"
    )
    if not wrong and not called:
        return raised
    writing = {rule.id for rule in all_rules() if rule.group == "writing"}
    return [
        each
        for each in raised
        if not stands_in(wrong, each.problem.span.start)
        and not any(other.elsewhere is None and stands_in(wrong, other.span.start) for other in each.problem.related)
        and (each.rule in writing or not stands_in(called, each.problem.span.start))
    ]


def _fault(rule: Rule, fault: Exception) -> Failure:
    told = f"{type(fault).__name__}: {fault}".splitlines()[0]
    return Failure(f"this is a fault in symformer (rule {rule.id}), please report it: {told}", rule=rule.id)


def _settle(
    rules: tuple[Rule, ...], raised: list[Raised], document: Document, settings: Settings
) -> tuple[tuple[Finding, ...], list[Failure]]:
    """Stamp the problems, drop what the author suppressed, and look at the suppressions themselves."""
    contexts = [formula.span for formula in document.formulas]
    text = document.source.text
    suppressions = tuple(_suppressions(document))
    names = {rule.id: frozenset((rule.id, rule.group, *rule.aliases)) for rule in all_rules()}
    stamped, _ = apply(stamp(raised, text, contexts), tuple(_waivers(document)), names)
    if not suppressions:
        return stamped, []
    kept, used = apply(stamped, suppressions, names)
    known = frozenset[str]().union(*names.values())
    # one about a rule that compares notes shows its use only beside them
    ran = frozenset[str]().union(*(names[rule.id] for rule in rules if rule.compare is None))
    partial = bool(settings.select or settings.ignore)
    # a rule that did not run cannot show whether it needed to be ignored
    judged = tuple(s for s in suppressions if _could_be_used(s, known, ran, partial=partial))
    ledger = SuppressionLedger(judged, used, known)
    reviews = ((rule, functools.partial(rule.review, ledger)) for rule in rules if rule.review is not None)
    about, failures = _run(reviews)
    kept_about, _ = apply(stamp(about, text, contexts), suppressions, names)
    return _merged(kept, kept_about), failures


def _could_be_used(suppression: Suppression, known: frozenset[str], ran: frozenset[str], *, partial: bool) -> bool:
    named = suppression.request.rules
    return all(name in ran or name not in known for name in named) if named else not partial


def _merged(kept: tuple[Finding, ...], about: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """All that is left, in the order of the text; what was silenced is no longer referred to."""
    ids = {finding.id for finding in kept}
    sound = [
        replace(
            finding,
            causes=tuple(cause for cause in finding.causes if cause in ids),
            same_as=finding.same_as if finding.same_as in ids else None,
        )
        for finding in kept
    ]
    return tuple(sorted((*sound, *about), key=lambda finding: (finding.problem.span, finding.rule)))


_ABUSE = Cued(r"\babus\w*\s+(?:of\s+|the\s+|our\s+)*notations?\b|(?:滥用|濫用)(?:记号|記號|符号|符號)", re.IGNORECASE)


def _waivers(document: Document) -> Iterator[Suppression]:
    """A paragraph that confesses an abuse of notation waives the shapes of its formulas and its neighbours'."""
    displays = [formula.span for formula in document.formulas if formula.display == "display"]
    for prose in document.prose:
        if _ABUSE.search(prose.text.text):
            first = bisect_left(displays, prose.span.start - FAR, key=lambda span: span.end)
            last = bisect_right(displays, prose.span.end + FAR, key=lambda span: span.start)
            near = [span for span in displays[first:last] if _adjacent(prose.span, span, document)]
            request = Request("ignore", ("shapes",), "abuse of notation")
            yield Suppression(request, prose.span, (prose.span, *(f.span for f in prose.formulas), *near))


def _adjacent(one: Span, other: Span, document: Document) -> bool:
    """Whether nothing but blanks stands between two places."""
    first, second = sorted((one, other))
    between = Span(first.end, max(first.end, second.start))
    return between.length <= FAR and not between.slice(document.source.text).strip()


def _suppressions(document: Document) -> Iterable[Suppression]:
    displays = [formula.span for formula in document.formulas if formula.display == "display"]
    parts = (document.prose, document.formulas, document.tables, document.worksheets)
    blocks = in_order(part.span for group in parts for part in group)
    sections = [section.span for section in document.sections]
    for annotation in document.annotations:
        for request in requests_in(annotation.text):
            yield place_request(
                request,
                annotation.span,
                document.source.text,
                blocks=blocks,
                displays=displays,
                sections=sections,
            )
