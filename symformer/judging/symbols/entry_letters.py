r"""Lists and matrices written out, of which one entry has another letter than all others: ``w_1, v_2, …, w_n``.

Entries are compared by their form, which is what is left of them without the indices: where all but one have one form, and
that one differs from it in a single letter, the letter is a slip.  A list has dots, by which it shows that it goes on as it
began; a matrix has rows and columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.matrix_patterns import HOLE
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.exchanged_letters import are_of_kind
from symformer.terms.parts import origin_of, rebuilt
from symformer.terms.show import show
from symformer.terms.term import Apply, Ellipsis, Index, Matrix, Number, Product, Sum, Symbol, Term, children, walk

FEWEST_IN_LIST, FEWEST_IN_MATRIX = 2, 3  # entries of one form, beside the one that is odd
MOST_ENTRIES = 60


def entry_letter_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each list or matrix of which exactly one entry has a letter of its own."""
    for statement, parts in once(model, asserted_formulas):
        told: set[int] = set()
        for part in parts:
            found = _odd(part)
            if found is None:
                continue
            entry, odd, due = found
            place = statement.place(origin_of(odd))
            if place.start in told:
                continue
            told.add(place.start)
            what = "matrix" if isinstance(part, Matrix) else "list"
            yield Problem(
                place,
                f"{show(entry)} has {show(odd)} where the other entries of its {what} have {show(due)}",
                help=f"try {show(due)} for {show(odd)}",
                related=(Related(statement.place(origin_of(part)), f"the {what}"),),
                evidence={"kind": "symbol", "found": show(odd), "expected": show(due)},
                key=f"entry@{place.start}",
            )


def _odd(part: Term) -> tuple[Term, Symbol, Symbol] | None:
    """The odd entry of a list or matrix, its letter, and that of all others."""
    match part:
        case Matrix(rows=rows):
            cells = [each for row in rows for each in row]
            is_grid = len(rows) > 1 and len(rows[0]) > 1
            return _odd_of(cells, FEWEST_IN_MATRIX if is_grid else FEWEST_IN_LIST, is_grid=is_grid)
        case Sum(terms=items) | Product(factors=items) | Apply(arguments=items):
            return _odd_of(items, FEWEST_IN_LIST, is_grid=False)
    return None


def _odd_of(cells: Sequence[Term], fewest: int, *, is_grid: bool) -> tuple[Term, Symbol, Symbol] | None:
    dots = [at for at, each in enumerate(cells) if isinstance(each, Ellipsis)]
    if not is_grid and len(dots) != 1 or len(cells) > MOST_ENTRIES or len(cells) <= fewest:
        return None
    entries = [(at, each) for at, each in enumerate(cells) if not isinstance(each, Ellipsis | Number)]
    forms = {at: _form(each) for at, each in entries}
    if not forms:
        return None
    ((usual, times), *_) = Counter(forms.values()).most_common(1)
    odd = [(at, each) for at, each in entries if forms[at] != usual]
    if times < fewest or len(odd) != 1 or not any(part == HOLE for part in walk(usual)):
        return None
    (at, entry), *_ = odd
    if not is_grid and (not _continues(cells, at, dots[0]) or _count(entry) == 0):
        return None  # a bias is often put before the rest: b_0, x_1, …, x_n
    if is_grid and not _fits(entry, [each for place, each in entries if place != at]):
        return None
    pair = _one_letter(usual, forms[at])
    if pair is None or not is_grid and isinstance(entry, Index) and not are_of_kind(pair[0].name, pair[1].name):
        return None
    here = next((each for each in walk(entry) if each == pair[1] and isinstance(each, Symbol)), None)
    return (entry, here, pair[0]) if here is not None else None


def _continues(cells: Sequence[Term], at: int, dots: int) -> bool:
    """Whether an entry of a list has the index of its place: the second one is 2, or one more than the first; the last any."""
    if at > dots:
        return at == len(cells) - 1 and dots > 1
    counts = [_count(each) for each in cells[:dots]]
    first = counts[0]
    if first is None or any(count is None for count in counts) or dots < 1:
        return False
    return all(count == first + step for step, count in enumerate(counts) if count is not None)


def _fits(entry: Term, others: Sequence[Term]) -> bool:
    """Whether an entry of a matrix has indices like all others, and those of none: b_{22} in a matrix of a_{ij}, not b_1."""
    own, theirs = _written(entry), [_written(each) for each in others]
    return own not in theirs and all(len(own) == len(each) for each in theirs)


def _written(entry: Term) -> str:
    """The indices of an entry, one behind the other."""
    return "".join(show(slot) for part in walk(entry) if isinstance(part, Index) for slot in part.slots)


def _count(entry: Term) -> int | None:
    """The one number by which an entry goes: 2 of e^{x_2}."""
    slots = {
        slot for part in walk(entry) if isinstance(part, Index) for slot in part.slots
        if isinstance(slot, Number)
    }  # fmt: skip
    return int(next(iter(slots)).value) if len(slots) == 1 else None


def _form(entry: Term) -> Term:
    """An entry with holes for its indices."""
    match entry:
        case Index(base=base, indices=indices, upper=upper):
            return Index(
                _form(base), (HOLE,) if indices else (), (HOLE,) if upper else ()
            )  # b_{22} may be of number 22
    return rebuilt(entry, _form) if children(entry) else entry


def _one_letter(usual: Term, odd: Term) -> tuple[Symbol, Symbol] | None:
    """The one letter in which two forms differ: that of the usual one, and that of the odd one."""
    found: list[tuple[Symbol, Symbol]] = []
    stack = [(usual, odd)]
    while stack:
        one, other = stack.pop()
        if one == other:
            continue
        if isinstance(one, Symbol) and isinstance(other, Symbol):
            found.append((one, other))
            continue
        inside, beside = tuple(children(one)), tuple(children(other))
        if type(one) is not type(other) or not inside or len(inside) != len(beside):
            return None
        if any(getattr(one, name, None) != getattr(other, name, None) for name in ("function", "sign", "kind")):
            return None
        stack.extend(zip(inside, beside, strict=True))
    return found[0] if len(found) == 1 else None
