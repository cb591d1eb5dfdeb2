"""Keys of another array than the queries and the values: no attention is made like that."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.sources import Projected, projection_groups
from symformer.semantics.model import SemanticModel
from symformer.terms.show import show
from symformer.text.cued import Cued

TOLD = Cued(
    r"\b(?:only|instead|whereas|while|but|unlike|differ\w*|separate|own|rotat\w*|normali[sz]\w*|cach\w*|past)\b"
    r"|只|而|不同|旋转",
    re.IGNORECASE,
)
AROUND = 200  # characters around the equations in which the note may tell why


def problems_of_keys(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each attention whose queries and values are made of one array, and the keys of another.

    Queries and keys may have positions that the values lack, and keys and values another sequence than the queries;
    the keys alone stand for nothing by themselves.
    """
    for group in projection_groups(model):
        by_role = {role: [each for each in group if each.role == role] for role in "QKV"}
        if any(len(found) != 1 for found in by_role.values()):
            continue
        query, key, value = (by_role[role][0] for role in "QKV")
        if query.source == value.source != key.source and not _is_told(group, model):
            yield _problem(key, value)


def _is_told(group: list[Projected], model: SemanticModel) -> bool:
    text = model.document.source.text
    start, end = group[0].statement.span.start, group[-1].statement.span.end
    return TOLD.search(text[max(0, start - AROUND) : start] + text[end : end + AROUND]) is not None


def _problem(key: Projected, value: Projected) -> Problem:
    place = key.statement.place(key.source.origin)
    return Problem(
        place,
        f"the keys are made of {show(key.source)}, the queries and the values of {show(value.source)}",
        help=f"try {show(value.source)}",
        related=(Related(value.statement.place(value.source.origin), "what the values are made of"),),
        evidence={"kind": "symbol", "symbol": show(key.source)},
        key=f"source@{place.start}",
    )
