"""Index letters where nothing gives them a value: outside of the sum that binds them, or in place of the left side's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from symformer.semantics.indices.slots import RUNNING, RUNS_BELOW, IndexFault, bound_letters, slot_letters
from symformer.terms.parts import letter_names, put_in
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)


def escaped_letters(left: Term, right: Term) -> Iterator[IndexFault]:
    r"""An index outside of the sum that binds it: ``p_i = e^{z_j} / \sum_j e^{z_j}``, ``y = \frac{g_i}{\sum_j g_j} f_j``.

    Only where the sum stands in a fraction that the index is not in, or behind it: what follows a sum may be meant to
    belong to it.
    """
    if any(isinstance(part, Unknown | Ellipsis) for part in (*walk(left), *walk(right))):
        return
    told = set(slot_letters(left)) | letter_names(left)
    bound = bound_letters(right) - told
    if not bound:
        return
    outside = list(_outside(right, frozenset(bound)))
    for part, letter, amid in outside:
        binders = list(_binders(right, letter))
        if not binders or any(not closed and each.origin.start < part.origin.start for each, closed in binders):
            continue
        if not isinstance(part.base, Symbol):
            continue
        missing = sorted(set(_letters_asked_for(left)) - set(slot_letters(right)))
        if missing:
            yield IndexFault("escaped", letter, part.origin, part.base.name, True, missing[0])
            return
        if amid:
            yield IndexFault("escaped", letter, part.origin, part.base.name, True, amid)
            return
        if isinstance(left, Index) and (own := _own_in_share(letter, slot_letters(left), right)) is not None:
            yield IndexFault("escaped", letter, part.origin, part.base.name, True, own)
            return


def _letters_asked_for(left: Term) -> Iterator[str]:
    """The letters of the entry that an equation tells, or of the one entry that is asked about: the i of ``a(q, k_i)``."""
    match left:
        case Index():
            yield from slot_letters(left)
        case Apply(arguments=(Index(),)):
            return  # a share with the letter of its sum, which is told as that
        case Apply(labels=(), arguments=arguments):
            entries = [each for each in arguments if isinstance(each, Index | Apply)]
            if len(entries) == 1:
                yield from _letters_asked_for(entries[0])


def _own_in_share(letter: str, own: Iterable[str], right: Term) -> str | None:
    r"""The letter of the left side that a share has everywhere but in one entry: ``c_j e^{a_k} / \sum_j c_j e^{a_j}``."""
    for part in walk(right):
        match part:
            case Quotient(numerator=above, denominator=IndexedSum(kind="sum", index=Symbol(name=bound), body=body)) if (
                bound == letter
            ):
                for each in own:
                    renamed: dict[Term, Term] = {Symbol(letter): Symbol(each)}
                    has_own = any(inner == Symbol(each) for inner in walk(above))
                    if has_own and put_in(above, renamed) == put_in(body, renamed):
                        return each
    return None


def escaped_beside_sums(left: Term, right: Term) -> Iterator[IndexFault]:
    r"""An entry that a sum over its own index is taken from: ``h_j = a_j (g_i - \sum_i g_i a_i)``, where it is g_j."""
    own = set(slot_letters(left))
    told = own | letter_names(left)
    if not own or any(isinstance(part, Unknown | Ellipsis | Slice) for part in (*walk(left), *walk(right))):
        return
    for total in (part for part in walk(right) if isinstance(part, Sum)):
        for entry in (part for part in total.terms if isinstance(part, Index) and isinstance(part.base, Symbol)):
            letters = set(slot_letters(entry))
            bound = {
                part.index.name
                for other in total.terms if other is not entry
                for part in walk(other)
                if isinstance(part, IndexedSum) and part.index is not None and _takes(part.body, entry)
            }  # fmt: skip
            astray = sorted((letters & bound) - told)
            free = any(each is entry for each, _, _ in _outside(right, frozenset(astray)))  # no sum around it binds it
            if len(astray) == 1 and free and letters - own == set(astray) and (meant := sorted(own - letters)):
                assert isinstance(entry.base, Symbol)
                yield IndexFault("escaped", astray[0], entry.origin, entry.base.name, True, meant[0])
                return


def escaped_from_sets(left: Term, right: Term) -> Iterator[IndexFault]:
    r"""A letter outside of the set that runs over it: ``h_i = f_j(\{h_j : j \in \mathrm{parents}(i)\})``, where it is f_i."""
    sets = [part for part in walk(right) if isinstance(part, Apply) and part.function == "set"]
    told = set(slot_letters(left)) | letter_names(left)
    for each in sets:
        match each.arguments:
            case (
                Relation(
                    relations=(":" | "∣" | "|",), sides=(_, Relation(relations=("∈", *_), sides=(Symbol() as own, *_)))
                ),
            ):
                pass
            case _:
                continue
        inside = {id(part) for part in walk(each)}
        outside = [part for part in walk(right) if id(part) not in inside]
        if own.name in told or any(isinstance(part, IndexedSum) and part.index == own for part in outside):
            continue
        holders = [part for part in outside if isinstance(part, Apply) and own in part.labels]
        missing = sorted(set(slot_letters(left)) - {name for part in holders for name in letter_names(part)})
        if holders and len(set(slot_letters(left))) == 1:
            meant = missing[0] if missing else next(slot_letters(left))
            yield IndexFault("escaped", own.name, holders[0].origin, holders[0].function, True, meant)
            return


def escaped_before_sums(term: Term) -> Iterator[IndexFault]:
    r"""A factor with the letter of the sum behind it, within another sum: ``\sum_i x_j \sum_j p_{ij}``, where it is x_i."""
    for outer in (part for part in walk(term) if isinstance(part, IndexedSum) and part.index is not None):
        if not isinstance(outer.body, Product) or any(isinstance(part, Unknown) for part in walk(outer.body)):
            continue
        assert outer.index is not None
        *before, last = outer.body.factors
        if not isinstance(last, IndexedSum) or last.index is None or last.index == outer.index:
            continue
        inner, own = last.index.name, outer.index.name
        for entry in before:
            if isinstance(entry, Index) and isinstance(entry.base, Symbol) and set(slot_letters(entry)) == {inner}:
                yield IndexFault("escaped", inner, entry.origin, entry.base.name, True, own)
                return


def _takes(body: Term, entry: Index) -> bool:
    """Whether what is summed holds the very entry."""
    return any(part == entry for part in walk(body))


def _outside(term: Term, letters: frozenset[str]) -> Iterator[tuple[Index, str, str]]:
    """Each entry with one of the letters that nothing around it binds, and the letter of a sum around it."""
    stack: list[tuple[Term, frozenset[str], str]] = [(term, frozenset(), "")]
    while stack:
        top, around, summed = stack.pop()
        if isinstance(top, Index):
            free = [
                letter for letter in slot_letters(Index(top.base, top.indices, top.upper)) if letter in letters - around
            ]
            if free:
                yield top, free[0], summed
        if isinstance(top, Apply) and top.labels:
            around = around | {piece.name for label in top.labels for piece in walk(label) if isinstance(piece, Symbol)}
        if isinstance(top, IndexedSum):
            bound = {top.index.name} if top.index is not None else set()
            limits = [limit for limit in (top.condition, top.lower) if limit is not None]
            bound |= {piece.name for limit in limits for piece in walk(limit) if isinstance(piece, Symbol)}
            inner = top.index.name if top.index is not None else summed
            stack.append((top.body, around | bound, inner))
            continue
        stack.extend((child, around, summed) for child in reversed(children(top)))


def _binders(term: Term, letter: str) -> Iterator[tuple[IndexedSum, bool]]:
    """The sums over a letter, each with whether a fraction closes it off from what follows."""
    stack: list[tuple[Term, bool]] = [(term, False)]
    while stack:
        top, closed = stack.pop()
        if isinstance(top, IndexedSum) and top.index is not None and top.index.name == letter:
            yield top, closed
        inside = closed or isinstance(top, Quotient)
        stack.extend((child, inside) for child in children(top))


def strange_letters(left: Term, right: Term) -> Iterator[IndexFault]:
    r"""A counting letter in place of the one on the left: ``\theta_j = 10000^{-2i/d}``."""
    if not isinstance(left, Index) or not isinstance(left.base, Symbol) or left.upper or len(left.indices) != 1:
        return
    slot = left.indices[0]
    if not isinstance(slot, Symbol) or any(
        isinstance(part, Unknown | Slice | Ellipsis | IndexedSum) for part in walk(right)
    ):
        return
    names = [part for part in walk(right) if isinstance(part, Symbol)]
    if any(slot.name == part.name or slot.name in part.name.rpartition("_")[2] for part in names):
        return
    for part in walk(right):
        letter = _doubled(part) if isinstance(part, Product) else None
        if letter is not None and letter.name != slot.name and not _is_turned(right):
            yield IndexFault("strange", letter.name, letter.origin, left.base.name, True, slot.name)
            return


def escaped_arguments(left: Term, right: Term) -> Iterator[IndexFault]:
    r"""A letter of a sum in a call outside of it: ``g_t(i) = a_t(i) b_t(j) / \sum_j a_t(j) b_t(j)``."""
    if not isinstance(left, Apply) or not isinstance(right, Quotient) or len(left.arguments) != 1:
        return
    own, below = left.arguments[0], right.denominator
    if not isinstance(own, Symbol) or not isinstance(below, IndexedSum) or below.index is None or below.index == own:
        return
    if any(isinstance(part, Unknown | IndexedSum) for part in walk(right.numerator)):
        return
    calls = [part for part in walk(right.numerator) if isinstance(part, Apply) and len(part.arguments) == 1]
    astray = [part for part in calls if part.arguments[0] == below.index]
    if len(astray) == 1 and any(part.arguments[0] == own for part in calls):
        letter = below.index.name
        yield IndexFault("escaped", letter, astray[0].origin, astray[0].function, True, own.name)


def exchanged_arguments(left: Term, right: Term) -> Iterator[IndexFault]:
    r"""Another member of a family than the one that is asked for: ``f(x_j, i) = W (x_i + p_i)``, ``g(z_j) = e^{z_i}``."""
    if not isinstance(left, Apply) or left.function in RUNS_BELOW:
        return
    if any(isinstance(part, IndexedSum | Ellipsis | Slice) for part in walk(right)):
        return
    given = [
        each for each in left.arguments if isinstance(each, Index) and _is_plain(each) and isinstance(each.base, Symbol)
    ]
    for member in given:
        (own,) = member.indices
        entries = [part for part in walk(right) if isinstance(part, Index) and part.base == member.base]
        if not isinstance(own, Symbol) or own in set(walk(right)) or not entries:
            continue
        others = {each.indices for each in entries}
        if len(others) == 1 and _is_plain(entries[0]) and isinstance(letter := entries[0].indices[0], Symbol):
            if letter.name in RUNNING and own.name in RUNNING and entries[0] not in left.arguments:
                assert isinstance(member.base, Symbol)
                yield IndexFault("strange", letter.name, entries[0].origin, member.base.name, True, own.name, amid=True)
                return


def letters_of_the_other(statements: Sequence[tuple[Term, Term]]) -> Iterator[tuple[int, IndexFault]]:
    r"""Of equations side by side, those with the index of another: ``q_m = R_m q, \; k_n = R_m k``.

    Only where the two are alike but for their names, and the index of the left side stands nowhere on the right.
    """
    lefts = [left if isinstance(left, Index) and _is_plain(left) else None for left, _ in statements]
    for at, left in enumerate(lefts):
        if left is None or not isinstance(left.indices[0], Symbol) or not isinstance(left.base, Symbol):
            continue
        own, right = left.indices[0], statements[at][1]
        names = [part for part in walk(right) if isinstance(part, Symbol)]
        if any(own.name == part.name or own.name in part.name.rpartition("_")[2] for part in names):
            continue
        for other, beside in enumerate(lefts):
            if other == at or beside is None or not isinstance(beside.indices[0], Symbol):
                continue
            theirs, made = beside.indices[0], statements[other][1]
            used = [part for part in names if part == theirs]
            if theirs == own or len({part.origin for part in used}) != 1 or not _is_of_one_form(right, made):
                continue
            if theirs in set(walk(made)) or own in set(walk(made)):
                yield at, IndexFault("strange", theirs.name, used[0].origin, left.base.name, True, own.name, amid=True)
                break


def _is_plain(left: Index) -> bool:
    return len(left.indices) == 1 and not left.upper


def _is_of_one_form(one: Term, other: Term) -> bool:
    """Whether two formulas are one but for their names."""
    if isinstance(one, Symbol) and isinstance(other, Symbol):
        return True
    if type(one) is not type(other) or isinstance(one, Number) and one != other:
        return False
    if isinstance(one, Apply) and isinstance(other, Apply) and one.function != other.function:
        return False
    mine, theirs = children(one), children(other)
    return len(mine) == len(theirs) and all(_is_of_one_form(a, b) for a, b in zip(mine, theirs, strict=True))


def _doubled(part: Product) -> Symbol | None:
    """The counting letter of 2i, -2i, 2(i - 1)."""
    if not any(isinstance(factor, Number) and abs(factor.value) == 2 for factor in part.factors):
        return None
    letters = [piece for factor in part.factors for piece in walk(factor) if isinstance(piece, Symbol)]
    counting = [piece for piece in letters if piece.name in ("i", "j", "k", "l", "m")]
    return counting[0] if len(counting) == 1 and len(letters) == 1 else None


def _is_turned(right: Term) -> bool:
    """Whether i may be the imaginary unit: in a power of e."""
    return any(
        (isinstance(part, Power) and part.base == Symbol("e")) or (isinstance(part, Apply) and part.function == "exp")
        for part in walk(right)
    )
