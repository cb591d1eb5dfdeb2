r"""Letters in exponents under a sum that nothing gives a value: ``\sum_n x^k / n!``, ``\sum_i \beta^{t-k} g_i``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from symformer.semantics.indices.slots import IndexFault, bound_letters
from symformer.terms.parts import letter_names
from symformer.terms.term import Ellipsis, Index, IndexedSum, Power, Symbol, Term, Unknown, walk

COUNTING = frozenset("ijklmn")


def stray_powers(left: Term, right: Term, sizes: frozenset[str]) -> Iterator[IndexFault]:
    """A counting letter that stands once in an equation, in an exponent under a sum over another letter."""
    if any(isinstance(part, Unknown | Ellipsis) for part in (*walk(left), *walk(right))):
        return
    times = Counter(name for name, _ in {(part.name, part.origin) for part in walk(right) if isinstance(part, Symbol)})
    names = {part.name for side in (left, right) for part in walk(side) if isinstance(part, Symbol)}
    labels = {name.rpartition(mark)[2] for name in names for mark in "_^" if mark in name}
    known = sizes | labels | bound_letters(right) | letter_names(left)
    for total in walk(right):
        if not isinstance(total, IndexedSum) or total.kind != "sum" or total.index is None:
            continue
        for part in walk(total.body):
            if not isinstance(part, Power) or part.base == Symbol("e"):
                continue  # e^{jω}, e^{x - m}: values, no counts
            named = {id(each.base) for each in walk(part.exponent) if isinstance(each, Index)}  # n_k is no n
            names = {each.name for each in walk(part.exponent) if isinstance(each, Symbol) and id(each) not in named}
            loose = [name for name in names & COUNTING if name not in known and times[name] == 1]
            if len(loose) == 1 and _runs(total) and not _is_told_apart(part, right):
                yield IndexFault("stray-power", loose[0], part.origin, _stem(part.base), True, total.index.name)
                return


def _is_told_apart(power: Power, right: Term) -> bool:
    """Whether the letter above a name tells it from another one beside it: the old b^o and the new b^n."""
    others = {part.exponent for part in walk(right) if isinstance(part, Power) and part.base == power.base}
    return isinstance(power.exponent, Symbol) and any(isinstance(each, Symbol) for each in others - {power.exponent})


def _stem(base: Term) -> str:
    """The name of what is raised to a power; empty for what has none."""
    match base:
        case Symbol(name=name) | Index(base=Symbol(name=name)):
            return name
    return ""


def _runs(total: IndexedSum) -> bool:
    """Whether what is summed has the letter of the sum."""
    return total.index in set(walk(total.body))
