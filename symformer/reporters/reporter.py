"""An output format: a name and a function from reports to text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from symformer.findings.finding import LEVELS, Finding
from symformer.findings.report import Report


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """What the reader asked to see, and what they see it on."""

    version: str = ""
    width: int = 100
    colour: bool = False
    warnings: bool = False  # all errors and warnings, however many
    info: bool = False  # the remarks too
    quiet: bool = False  # one line per finding, nothing else
    claims: bool = False
    summaries: Mapping[str, str] = field(default_factory=dict)  # rule id → what it is about


@dataclass(frozen=True, slots=True)
class Reporter:
    """One output format. ``render`` gives the whole text, line ends included."""

    id: str
    description: str
    render: Callable[[tuple[Report, ...], RenderOptions], str]


def worst_first(reports: Iterable[Report]) -> list[tuple[Report, Finding]]:
    """All findings, errors first, then by document and place.

    >>> worst_first([])
    []
    """
    found = [(report, finding) for report in reports for finding in report.findings]
    return sorted(found, key=lambda each: LEVELS.index(each[1].level))
