"""Check many notes: read each, analyse it, and never let one of them stop the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symformer.analysis import Analysis, BookNote, analyse, book_note, compare_notes
from symformer.faces.files import STDIN, Target, read_bytes, told
from symformer.faces.included import Elsewhere, surroundings_of
from symformer.findings.report import Failure, Report
from symformer.settings import Settings

if TYPE_CHECKING:
    from concurrent.futures import Future

BookOf = Callable[[Target], str | None]  # the name of the book that a note belongs to


def no_book(target: Target) -> str | None:
    """No note belongs to a book."""
    return None


ALONE = Elsewhere()
WORTH_A_POOL = 4  # documents; fewer are done before the workers have started


def check_all(
    targets: list[Target],
    settings: Settings,
    jobs: int | None,
    elsewhere: Elsewhere = ALONE,
    book_of: BookOf = no_book,
) -> tuple[Report, ...]:
    """The report of every target, in order; ``jobs`` None means as many as pay.

    ``book_of`` says which book a target belongs to: the notes of one book are compared.
    """
    books = [book_of(target) for target in targets]
    checked = _check_each(targets, settings, jobs, elsewhere, [book is not None for book in books])
    reports = [each.report for each in checked]
    for book in dict.fromkeys(book for book in books if book is not None):
        notes = {at: each.note for at, each in enumerate(checked) if books[at] == book and each.note is not None}
        compared = compare_notes(list(notes.values()), settings)
        for at, report in zip(notes, compared, strict=True):
            reports[at] = report
    return tuple(reports)


@dataclass(frozen=True, slots=True)
class Checked:
    """The report of one note, and where it is compared with others what that needs."""

    report: Report
    note: BookNote | None = None


def _check_each(
    targets: list[Target], settings: Settings, jobs: int | None, elsewhere: Elsewhere, in_book: list[bool]
) -> list[Checked]:
    workers = min(jobs if jobs is not None else _processors(len(targets)), len(targets) - 1)
    if workers <= 1:
        return [
            check_one(target, settings, elsewhere, compared) for target, compared in zip(targets, in_book, strict=True)
        ]
    from concurrent.futures import ProcessPoolExecutor

    # the first note is checked here: what that imports, the workers are born with
    here = next((k for k, target in enumerate(targets) if target.path == STDIN), 0)  # workers have no standard input
    first = check_one(targets[here], settings, elsewhere, in_book[here])
    rest = targets[:here] + targets[here + 1 :]
    compared = in_book[:here] + in_book[here + 1 :]
    with ProcessPoolExecutor(max_workers=workers) as pool:
        futures = [
            pool.submit(check_one, target, settings, elsewhere, also)
            for target, also in zip(rest, compared, strict=True)
        ]
        others = list(_results(rest, futures))
    return [*others[:here], first, *others[here:]]


def check_one(target: Target, settings: Settings, elsewhere: Elsewhere = ALONE, compared: bool = False) -> Checked:
    """The report of one note; whatever goes wrong is a line in it."""
    analysis = open_note(target, settings, elsewhere)
    if not compared:
        return Checked(analysis.report)
    try:
        return Checked(analysis.report, book_note(analysis))
    except Exception as fault:
        return Checked(replace(analysis.report, failures=(*analysis.report.failures, _fault(fault))))


def open_note(target: Target, settings: Settings, elsewhere: Elsewhere = ALONE) -> Analysis:
    """Read and analyse one note; whatever goes wrong is a line in its report."""
    if target.problem is not None:
        return _failed(target, target.problem)
    try:
        data = read_bytes(target.path)
    except OSError as error:
        return _failed(target, told(error))
    return look_at(target, data, settings, elsewhere)


def look_at(target: Target, data: bytes, settings: Settings, elsewhere: Elsewhere = ALONE) -> Analysis:
    """Analyse ``data`` as what a note holds."""
    try:
        return analyse(target.shown, data, settings, surroundings_of(target.path, data, elsewhere))
    except Exception as fault:
        return Analysis(Report(target.shown, None, failures=(_fault(fault),)))


def _failed(target: Target, problem: str) -> Analysis:
    return Analysis(Report(target.shown, None, failures=(Failure(problem, unreadable=True),)))


def _fault(fault: BaseException) -> Failure:
    summary = f"{type(fault).__name__}: {fault}".splitlines()[0]
    return Failure(f"this is a fault in symformer, please report it with the note: {summary}")


def _results(targets: list[Target], futures: list[Future[Checked]]) -> Iterator[Checked]:
    for target, future in zip(targets, futures, strict=True):
        try:
            yield future.result()
        except Exception as fault:  # the worker died: out of memory, most likely
            yield Checked(Report(target.shown, None, failures=(_fault(fault),)))


def _processors(documents: int) -> int:
    if documents < WORTH_A_POOL:
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1
