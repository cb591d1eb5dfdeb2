"""Names that a group borrows from its twin in one formula, worded for the note's author."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.parallel_groups import borrowed_names
from symformer.terms.parts import origin_of
from symformer.terms.show import spell


def borrowed_name_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each name of a group that carries the label of its twin."""
    for found in borrowed_names(model):
        place, meant = found.statement.place(found.name.origin), spell(found.meant)
        yield Problem(
            place,
            f"{spell(found.name.name)} stands among names of another label, where the twin of this group has it too",
            help=f"try {meant}",
            related=(Related(found.statement.place(origin_of(found.beside)), "the twin of this group"),),
            evidence={"kind": "symbol", "found": found.name.name, "expected": found.meant},
            key=f"borrowed@{place.start}",
        )
