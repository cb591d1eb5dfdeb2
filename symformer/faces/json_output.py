"""The JSON that commands about the equations of notes share: a list of documents, and what failed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TypeVar

from symformer import __version__
from symformer.analysis import Analysis
from symformer.documents.document import Document

Found = TypeVar("Found")


def equations_as_json(
    notes: Sequence[tuple[Analysis, str, Sequence[Found]]],
    row: Callable[[Found, Document, str], dict[str, object]],
    more: Callable[[Analysis, str], dict[str, object]] | None = None,
) -> str:
    """All notes as one object; ``row`` says what is told of one equation of a document at a path, ``more`` what else."""
    whole = {
        "schema": 1,
        "version": __version__,
        "documents": [
            {
                "path": path,
                "equations": [row(each, analysis.document, path) for each in found],
                **(more(analysis, path) if more is not None else {}),
            }
            for analysis, path, found in notes
            if analysis.document is not None
        ],
        "failures": [
            {"path": path, "message": failure.message}
            for analysis, path, _ in notes
            for failure in analysis.report.failures
        ],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
