r"""Values of another head than the keys: ``\operatorname{softmax}(Q_j K_{g(j)}^\top) V_j``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Product, Slice, Symbol, Term, Transpose, walk


def value_of_other_keys(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each attention whose values have another index than its keys: they are made from one source."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for product in (part for part in walk(statement.term) if isinstance(part, Product)):
            for weights, values in pairwise(product.factors):
                keys = _keys_of(weights) if isinstance(weights, Apply) and weights.function == "softmax" else None
                if keys is None or not isinstance(values, Index) or _letter(values) != "V" or _is_cut(values):
                    continue
                if _slots(keys) == _slots(values) or len(_slots(keys)) != len(_slots(values)):
                    continue
                meant = f"{show(values.base)}[{', '.join(map(show, _slots(keys)))}]"
                yield Problem(
                    statement.place(values.origin),
                    f"{show(values)} is mixed by weights of {show(keys)}: keys and values of one attention have one index",
                    help=f"try {meant}",
                    related=(Related(statement.place(keys.origin), "the keys"),),
                    evidence={"kind": "index", "symbol": show(values)},
                    key=f"values@{statement.place(values.origin).start}",
                )


def _keys_of(weights: Apply) -> Index | None:
    """The one transposed K with an index in a softmax."""
    found = [
        part.operand
        for part in walk(weights)
        if isinstance(part, Transpose) and isinstance(part.operand, Index) and _letter(part.operand) == "K"
    ]
    return found[0] if len(found) == 1 and not _is_cut(found[0]) else None


def _letter(name: Index) -> str:
    return taken_apart(name.base.name).letter if isinstance(name.base, Symbol) else ""


def _slots(name: Index) -> tuple[Term, ...]:
    return (*name.upper, *name.indices)


def _is_cut(name: Index) -> bool:
    """Whether something else than one member is taken: up to a position, a list."""
    return not all(isinstance(slot, Symbol | Apply) for slot in _slots(name)) or any(
        isinstance(part, Slice) for slot in _slots(name) for part in walk(slot)
    )
