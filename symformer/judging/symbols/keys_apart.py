"""Keys of another array than the queries and the values, and one of the three made of what nothing tells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.sources import ROLES, Projected, projection_groups
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import Index, Symbol
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
            said = f"the keys are made of {show(key.source)}, the queries and the values of {show(value.source)}"
            yield _problem(key, value, said)
        elif (odd := _made_of_nothing(query, key, value, model)) is not None:
            said = f"the {ROLES[odd.role]} are made of {show(odd.source)}, which the note tells nothing of, and the others of {show(key.source)}"
            yield _problem(odd, key, said)


def _made_of_nothing(query: Projected, key: Projected, value: Projected, model: SemanticModel) -> Projected | None:
    """The one of the three that is made of a letter which stands nowhere else, beside two made of one that does."""
    for odd, one, other in ((query, key, value), (value, query, key)):
        if one.source != other.source or odd.source == one.source or not isinstance(odd.source, Symbol):
            continue
        told = any(isinstance(each.symbol, Symbol) for each in model.table.all_of(odd.source.name))
        if told or _times(model, one.source) < 3:
            continue
        if _times(model, odd.source) > 1 and _times_alone(model, odd.source) > 1:
            continue  # of a family X^{(l)} that is told there is no X by itself
        return odd
    return None


def _times(model: SemanticModel, source: Symbol | Index) -> int:
    """In how many places a note has a name, as a letter or in words."""
    name = unindexed(source)
    return len(model.uses.of(name.name).occurrences) if isinstance(name, Symbol) else 0


def _times_alone(model: SemanticModel, source: Symbol) -> int:
    """In how many places of a note's formulas a name stands without an index."""
    heads = {id(part.base) for _, parts in once(model, asserted_formulas) for part in parts if isinstance(part, Index)}
    return sum(
        part == source and id(part) not in heads for _, parts in once(model, asserted_formulas) for part in parts
    )


def _is_told(group: list[Projected], model: SemanticModel) -> bool:
    text = model.document.source.text
    start, end = group[0].statement.span.start, group[-1].statement.span.end
    return TOLD.search(text[max(0, start - AROUND) : start] + text[end : end + AROUND]) is not None


def _problem(odd: Projected, beside: Projected, said: str) -> Problem:
    place = odd.statement.place(odd.source.origin)
    return Problem(
        place,
        said,
        help=f"try {show(beside.source)}",
        related=(Related(beside.statement.place(beside.source.origin), f"what the {ROLES[beside.role]} are made of"),),
        evidence={"kind": "symbol", "symbol": show(odd.source)},
        key=f"source@{place.start}",
    )
