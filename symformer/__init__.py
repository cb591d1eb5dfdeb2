"""A type checker and proof-reader for the mathematics in machine-learning notes.

>>> import symformer
>>> report = symformer.check("There is no mathematics in this note.")
>>> report.findings
()
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from symformer.analysis import Analysis, analyse, check
    from symformer.findings.finding import Finding, Problem
    from symformer.findings.report import Report, Statistics
    from symformer.settings import Settings
    from symformer.typesetting.standard import StandardEquation, equation
    from symformer.typesetting.standard_derivation import derivation

__all__ = [
    "Analysis",
    "Finding",
    "Problem",
    "Report",
    "Settings",
    "StandardEquation",
    "Statistics",
    "__version__",
    "analyse",
    "check",
    "derivation",
    "equation",
]

# where each public name lives; imported at first use, so that a start costs nothing
_HOMES = {
    "Analysis": "symformer.analysis",
    "Finding": "symformer.findings.finding",
    "Problem": "symformer.findings.finding",
    "Report": "symformer.findings.report",
    "Settings": "symformer.settings",
    "StandardEquation": "symformer.typesetting.standard",
    "Statistics": "symformer.findings.report",
    "analyse": "symformer.analysis",
    "check": "symformer.analysis",
    "derivation": "symformer.typesetting.standard_derivation",
    "equation": "symformer.typesetting.standard",
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
