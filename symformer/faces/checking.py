"""Check many notes: read each, analyse it, and never let one of them stop the others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.analysis import Analysis, analyse
from symformer.faces.files import STDIN, Target, read_bytes, told
from symformer.faces.included import Elsewhere, surroundings_of
from symformer.findings.report import Failure, Report
from symformer.settings import Settings

if TYPE_CHECKING:
    from concurrent.futures import Future

ALONE = Elsewhere()
WORTH_A_POOL = 4  # documents; fewer are done before the workers have started


def check_all(
    targets: list[Target], settings: Settings, jobs: int | None, elsewhere: Elsewhere = ALONE
) -> tuple[Report, ...]:
    """The report of every target, in order; ``jobs`` None means as many as pay."""
    workers = min(jobs if jobs is not None else _processors(len(targets)), len(targets) - 1)
    if workers <= 1:
        return tuple(check_one(target, settings, elsewhere) for target in targets)
    from concurrent.futures import ProcessPoolExecutor

    # the first note is checked here: what that imports, the workers are born with
    here = next((k for k, target in enumerate(targets) if target.path == STDIN), 0)  # workers have no standard input
    first, rest = check_one(targets[here], settings, elsewhere), targets[:here] + targets[here + 1 :]
    with ProcessPoolExecutor(max_workers=workers) as pool:
        futures = [pool.submit(check_one, target, settings, elsewhere) for target in rest]
        others = list(_results(rest, futures))
    return (*others[:here], first, *others[here:])


def check_one(target: Target, settings: Settings, elsewhere: Elsewhere = ALONE) -> Report:
    """The report of one note; whatever goes wrong is a line in it."""
    return open_note(target, settings, elsewhere).report


def open_note(target: Target, settings: Settings, elsewhere: Elsewhere = ALONE) -> Analysis:
    """Read and analyse one note; whatever goes wrong is a line in its report."""
    if target.problem is not None:
        return _failed(target, target.problem)
    try:
        data = read_bytes(target.path)
    except OSError as error:
        return _failed(target, told(error))
    try:
        return analyse(target.shown, data, settings, surroundings_of(target.path, data, elsewhere))
    except Exception as fault:
        return Analysis(Report(target.shown, None, failures=(_fault(fault),)))


def _failed(target: Target, problem: str) -> Analysis:
    return Analysis(Report(target.shown, None, failures=(Failure(problem, unreadable=True),)))


def _fault(fault: BaseException) -> Failure:
    summary = f"{type(fault).__name__}: {fault}".splitlines()[0]
    return Failure(f"this is a fault in symformer, please report it with the note: {summary}")


def _results(targets: list[Target], futures: list[Future[Report]]) -> Iterator[Report]:
    for target, future in zip(targets, futures, strict=True):
        try:
            yield future.result()
        except Exception as fault:  # the worker died: out of memory, most likely
            yield Report(target.shown, None, failures=(_fault(fault),))


def _processors(documents: int) -> int:
    if documents < WORTH_A_POOL:
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1
