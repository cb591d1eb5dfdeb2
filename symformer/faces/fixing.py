"""``symformer check --fix`` and ``--diff``: notes with their numbers put right, written or shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff

from symformer.analysis import Analysis
from symformer.documents.encoding import decode
from symformer.faces import files
from symformer.faces.checking import look_at, open_note
from symformer.faces.files import Target
from symformer.faces.included import Elsewhere
from symformer.faces.mending import Look, Mended, mend, rewrite
from symformer.findings.report import Failure, Report
from symformer.settings import Settings


@dataclass(frozen=True, slots=True)
class Fixed:
    """A note before and after its repair; nothing but its report where it could not be read."""

    target: Target
    report: Report
    before: bytes = b""
    mended: Mended | None = None

    @property
    def changed(self) -> bool:
        """Whether there is something to write."""
        return self.mended is not None and self.mended.data != self.before

    @property
    def corrected(self) -> int:
        """How many numbers are others now."""
        return self.mended.corrected if self.mended is not None else 0


def fix_all(
    targets: Sequence[Target], settings: Settings, elsewhere: Elsewhere, *, unsafe: bool, write: bool
) -> list[Fixed]:
    """Every target, mended; written where that is asked for."""
    found = [_fixed(target, settings, elsewhere, unsafe=unsafe) for target in targets]
    return [_written(each) if write and each.changed else each for each in found]


def rewritten(target: Target, settings: Settings, elsewhere: Elsewhere) -> Fixed:
    """A note with all chains of its numbers worked out anew."""
    analysis, before = _opened(target, settings, elsewhere)
    if analysis.report.source is None or before is None:
        return Fixed(target, analysis.report)
    mended = rewrite(before, analysis, _look(target, settings, elsewhere))
    return Fixed(target, mended.analysis.report, before, mended)


def diff_of(fixed: Iterable[Fixed]) -> str:
    """What would be changed, as a unified diff."""
    return "".join(line for each in fixed for line in _diff(each))


def _diff(fixed: Fixed) -> Iterator[str]:
    if fixed.mended is None or not fixed.changed:
        return
    yield diff_between(fixed.target.shown, fixed.before, fixed.mended.data)


def diff_between(name: str, before: bytes, after: bytes) -> str:
    """What was changed in the bytes of a note, as a unified diff."""
    return "".join(_lines_between(name, before, after))


def _lines_between(name: str, old: bytes, new: bytes) -> Iterator[str]:
    before, after = (decode(data)[0].splitlines(keepends=True) for data in (old, new))
    for line in unified_diff(before, after, f"a/{name.lstrip('/')}", f"b/{name.lstrip('/')}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _fixed(target: Target, settings: Settings, elsewhere: Elsewhere, *, unsafe: bool) -> Fixed:
    analysis, before = _opened(target, settings, elsewhere)
    if analysis.report.source is None or before is None:
        return Fixed(target, analysis.report)
    mended = mend(before, analysis, _look(target, settings, elsewhere), unsafe=unsafe)
    return Fixed(target, mended.analysis.report, before, mended)


def _opened(target: Target, settings: Settings, elsewhere: Elsewhere) -> tuple[Analysis, bytes | None]:
    """A note analysed, and its bytes, which are read once: standard input cannot be read again."""
    if target.problem is not None:
        return open_note(target, settings, elsewhere), None
    try:
        data = files.read_bytes(target.path)
    except OSError as error:
        failure = Failure(files.told(error), unreadable=True)
        return Analysis(Report(target.shown, None, failures=(failure,))), None
    return look_at(target, data, settings, elsewhere), data


def _look(target: Target, settings: Settings, elsewhere: Elsewhere) -> Look:
    def look(data: bytes) -> Analysis:
        return look_at(target, data, settings, elsewhere)

    return look


def _written(fixed: Fixed) -> Fixed:
    """The note, its file changed; where that cannot be, as it was, with the reason."""
    assert fixed.mended is not None
    try:
        files.write_bytes(fixed.target.path, fixed.mended.data)
    except OSError as error:
        failure = Failure(f"the corrected note could not be written: {error.strerror or error}".lower())
        return Fixed(fixed.target, Report(fixed.target.shown, None, failures=(failure,)))
    return fixed


__all__ = ["Fixed", "diff_between", "diff_of", "fix_all", "rewritten"]
