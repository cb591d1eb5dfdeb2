"""Indices: which letters a statement binds, which it leaves free, and where one letter does two jobs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from symformer.terms.show import GREEK, show
from symformer.terms.term import (
    EQUAL,
    Apply,
    Elementwise,
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
    bare_sign,
    children,
    walk,
)
from symformer.text.span import Span

IDENTITIES = frozenset({"I", "bold(I)", "blackboard(I)", "Id", "eye"})  # what stands below them is a size
OF_POINTS = frozenset({"angle", "∠"})  # what stands below them are the points that an angle is drawn between

Fault = Literal[
    "two-jobs",
    "sum-rebinds",
    "nested-rebinds",
    "nested-apart",
    "free-on-one-side",
    "loose",
    "dangling",
    "never-used",
    "left-out",
    "escaped",
    "strange",
]


@dataclass(frozen=True, slots=True)
class IndexFault:
    """One letter used against itself in a statement. ``serious``: the value depends on it."""

    fault: Fault
    letter: str
    origin: Span
    holder: str  # the name of the symbol whose slots collide, or the operator's kind
    serious: bool
    multiple: str = ""
    amid: bool = False  # whether it stands among letters that sums bind, in one entry


def index_faults(statement: Term, sizes: frozenset[str]) -> Iterator[IndexFault]:
    """The faults of one statement, given the letters that the note uses as sizes (x_n may be the last)."""
    yield from _nested(statement)
    yield from _never_used(statement)
    yield from _extreme_never_used(statement)
    if isinstance(statement, Relation) and statement.relations[0] in EQUAL:
        left, rights = statement.sides[0], statement.sides[1:]
        yield from _two_jobs(left, statement)
        if isinstance(rights[0], Unknown):
            return
        bound_left = set(slot_letters(left)) if isinstance(left, Index) else set[str]()
        for right in rights[:1]:
            yield from _rebound(right, bound_left, in_denominator=False)
        if isinstance(left, Index) and isinstance(rights[0], Index) and left.base == rights[0].base:
            return  # two members of one family are said to be equal: D_q = D_k
        loose = [*_free(left, rights[0], sizes), *_loose(left, rights[0], sizes)]
        yield from loose or _dangling_in_some(left, rights, sizes)


# -- one letter in two slots -----------------------------------------------------------------------


def _two_jobs(left: Term, statement: Relation) -> Iterator[IndexFault]:
    """``p_{i,2i}``: the letter counts one axis, and a multiple of it counts another."""
    slots, holder = _slots(left)
    if len(slots) < 2:
        return
    bare = {slot.name for slot in slots if isinstance(slot, Symbol)}
    for slot in slots:
        multiplied = _multiplied_letter(slot)
        if multiplied is None:
            continue
        letter, factor = multiplied
        if letter in bare:  # the multiple stands in another slot: this one is no bare letter
            yield IndexFault("two-jobs", letter, statement.origin, holder, True, factor)
            return


def _slots(left: Term) -> tuple[tuple[Term, ...], str]:
    match left:
        case Index(base=Symbol() as base):
            slots = tuple(slot for index in left.indices for slot in _items(index))
            return slots, base.name
        case Apply() if all(map(_is_counter, left.arguments)):
            return left.arguments, left.function
    return (), ""


def _is_counter(argument: Term) -> bool:
    """Whether an argument may count an axis, as in ``PE(pos, 2i + 1)``: no formula, such as what is differentiated."""
    match argument:
        case Symbol() | Number():
            return True
        case Product(factors=factors):
            return all(isinstance(each, Symbol | Number) for each in factors)
        case Sum(terms=terms):
            return all(map(_is_counter, terms))
    return False


def _items(term: Term) -> tuple[Term, ...]:
    return term.arguments if isinstance(term, Apply) and term.function == "tuple" else (term,)


def _multiplied_letter(slot: Term) -> tuple[str, str] | None:
    """The letter that a slot holds a multiple of: 2i, 2i + 1."""
    for part in walk(slot):
        if isinstance(part, Product) and len(part.factors) == 2:
            factor, letter = part.factors
            if isinstance(factor, Number) and abs(factor.value) > 1 and isinstance(letter, Symbol):
                return letter.name, str(factor.value)
    return None


# -- binding what is bound -------------------------------------------------------------------------


def _nested(statement: Term) -> Iterator[IndexFault]:
    """A big operator inside another that binds the same letter."""
    stack: list[tuple[Term, tuple[IndexedSum, ...]]] = [(statement, ())]
    while stack:
        term, around = stack.pop()
        if isinstance(term, Unknown):
            stack.extend((reading, around) for reading in term.alternatives[:1])  # the likelier one may be meant
            continue
        if not isinstance(term, IndexedSum):
            stack.extend((child, around) for child in reversed(children(term)))
            continue
        inside = around
        if term.index is not None and term.kind in ("sum", "product"):
            outer = next((each for each in around if each.index == term.index), None)
            if outer is not None and _is_next_factor(outer.body, term):
                outer = None
            if outer is not None:
                apart = _stands_beside(outer.body, term, term.index.name)
                fault: Fault = "nested-apart" if apart else "nested-rebinds"
                yield IndexFault(fault, term.index.name, term.index.origin, term.kind, True)
            inside = (*around, term)
        stack.extend((child, inside if child is term.body else around) for child in reversed(children(term)))


def _is_next_factor(body: Term, inner: IndexedSum) -> bool:
    r"""Whether a product follows another behind a sign: ``\prod_i a_i \times \prod_i b_i`` are two, of one letter each."""
    if inner.kind != "product" or not isinstance(body, Product) or not body.sign:
        return False
    last = body.factors[-1]
    while isinstance(last, IndexedSum) and last is not inner:
        last = last.body
    return last is inner or any(each is inner or _is_next_factor(each, inner) for each in (last, *children(last)))


def _stands_beside(body: Term, inner: IndexedSum, letter: str) -> bool:
    """Whether a letter stands in the body of a sum outside of the inner one: Σ_n l_n / Σ_n w_n has a value."""
    stack = [body]
    while stack:
        term = stack.pop()
        if term is inner:
            continue
        if isinstance(term, Symbol) and term.name == letter:
            return True
        stack.extend(children(term))
    return False


def _draws(term: Term) -> bool:
    r"""Whether a mean says what is drawn: each of the k terms of ``\sum_{i=1}^k E_{n \sim P}`` has a draw of its own."""
    return (
        isinstance(term, Apply)
        and term.function == "expectation"
        and any(isinstance(label, Relation) and "∼" in map(bare_sign, label.relations) for label in term.labels)
    )


def _never_used(statement: Term) -> Iterator[IndexFault]:
    """A sum or product over a letter that its body has not, though it has another index: Σ_i x_j."""
    for term in walk(statement):
        if not isinstance(term, IndexedSum) or term.kind not in ("sum", "product") or term.index is None:
            continue
        if any(isinstance(part, Unknown | Ellipsis) or _draws(part) for part in walk(term.body)):
            continue
        if _is_of_a_set(term):
            continue
        names = {part.name for part in walk(term.body) if isinstance(part, Symbol)}
        others = sorted(
            letter for letter in set(slot_letters(term.body)) - bound_letters(term.body) if letter.islower()
        )
        letter = term.index.name
        bare = letter.rstrip("'")
        if bare != letter and letter not in names and letter not in slot_letters(term.body):
            labels = {label for name in names if (label := name.rpartition("_")[2]) != name}
            if bare in labels | set(slot_letters(term.body)):
                others = [bare]  # Σ_{c'} exp(u_c^T v): the prime was forgotten
        if others and not any(_names(name, letter) for name in names):
            yield IndexFault("never-used", letter, term.index.origin, term.kind, True, others[0])
        elif (left_out := _left_out(term)) is not None:
            yield IndexFault(
                "left-out", letter, left_out.origin, show(left_out.base), True, next(slot_letters(left_out))
            )


def _extreme_never_used(statement: Term) -> Iterator[IndexFault]:
    """The greatest or least over a letter that what is looked at has not, though it has another index: argmax_i y_j."""
    for term in walk(statement):
        match term:
            case Apply(
                function="argmax" | "argmin" | "max" | "min", labels=(Symbol(name=letter) as label,), arguments=(body,)
            ) if len(letter) == 1 and letter.islower():
                if any(isinstance(part, Unknown | Ellipsis) for part in walk(body)):
                    continue
                names = {part.name for part in walk(body) if isinstance(part, Symbol)}
                others = sorted(set(slot_letters(body)) - bound_letters(body))
                counted = len(others) == 1 and others[0] in "ijklmnrst" and letter in "ijklmnrst"
                if counted and not any(_names(name, letter) for name in names):
                    yield IndexFault("never-used", letter, label.origin, term.function, True, others[0])


def _is_of_a_set(term: IndexedSum) -> bool:
    r"""Whether what stands below names what is run through, not a letter that runs: ``\sum_{\Omega}``, ``\prod_{right}``."""
    name = term.index.name if term.index is not None else ""
    alone = term.lower is None and term.upper is None and term.condition is None
    return alone and name.isalpha() and (name[0].isupper() or len(name) > 2 and name not in GREEK)


def _left_out(term: IndexedSum) -> Index | None:
    """The h_i of ``Σ_j α_ij h_i``: a factor for each j that has the other letters of the weights instead."""
    match term:
        case IndexedSum(kind="sum", index=Symbol() as letter, body=Product(factors=(weight, *rest))):
            factor = _lone_member(rest)
            if factor is None:
                return None
            own, others = frozenset(slot_letters(factor)), _others_of(weight, letter)
            if not own or letter.name in own or factor in walk(weight):
                return None
            if len({each for each in factor.indices if isinstance(each, Symbol)}) == len(factor.indices):
                return factor if others == own else None
            # V_{b,⌊h/g⌋,i,:}: a whole axis, or a letter of the weights within a slot
            return factor if others and others <= own and all(map(_is_plain_slot, factor.indices)) else None
    return None


def _is_plain_slot(slot: Term) -> bool:
    """Whether a slot is a letter, a whole axis, or a letter rounded off: ⌊h/g⌋."""
    match slot:
        case Symbol() | Slice(start=None, stop=None) | Apply(function="floor" | "ceil"):
            return True
    return False


def _lone_member(factors: list[Term]) -> Index | None:
    """The h_i of ``W h_i`` or ``(h_i W)``: the only one of the factors that has an index."""
    flat = [
        part for each in factors for part in (each.factors if isinstance(each, Product) and not each.sign else (each,))
    ]
    members = [each for each in flat if isinstance(each, Index) and each.indices]
    others = [each for each in flat if each not in members]
    if len(members) != 1 or members[0].upper:
        return None
    return (
        members[0]
        if all(isinstance(each, Symbol) or (isinstance(each, Index) and not each.indices) for each in others)
        else None
    )


def _others_of(weight: Term, letter: Symbol) -> frozenset[str]:
    r"""The letters beside the one that is summed over, where weights run with it: of ``a_{tsi}``, of ``\gamma^{k-t}``."""
    match weight:
        case Index(indices=slots, upper=()) if letter in slots and len(set(slots)) == len(slots) > 1:
            names = frozenset(slot.name for slot in slots if isinstance(slot, Symbol))
            return names - {letter.name} if len(names) == len(slots) else frozenset()
        case Power(base=Symbol(), exponent=Sum(terms=terms)) if letter in terms:
            return frozenset(part.name for part in walk(weight.exponent) if isinstance(part, Symbol)) - {letter.name}
    return frozenset()


def _names(name: str, letter: str) -> bool:
    """Whether a letter is a name, or stands in its label: x_i may be one name, and x_{tilm} too."""
    base, _, label = name.partition("_")
    return letter in (name, base.partition("^")[2]) or letter in label


def _rebound(term: Term, letters: set[str], *, in_denominator: bool) -> Iterator[IndexFault]:
    """A sum on the right whose letter is an index of the left side."""
    match term:
        case IndexedSum(index=Symbol() as index) if index.name in letters and term.kind in ("sum", "product"):
            mixed = _also_elsewhere(term.body, index.name) or _leaves_open(term.body, letters)
            yield IndexFault("sum-rebinds", index.name, index.origin, term.kind, not in_denominator and mixed)
            return
        case Quotient():
            yield from _rebound(term.numerator, letters, in_denominator=in_denominator)
            yield from _rebound(term.denominator, letters, in_denominator=True)
            return
        case Apply(function="ln" | "log" | "argmax" | "max" | "set" | "given"):
            return
    for child in children(term):
        yield from _rebound(child, letters, in_denominator=in_denominator)


def _also_elsewhere(body: Term, letter: str) -> bool:
    """Whether the letter stands in two factors, so that it was meant to be two letters."""
    return sum(letter in slot_letters(part) for part in walk(body) if isinstance(part, Index)) >= 2


def _leaves_open(body: Term, letters: set[str]) -> bool:
    """Whether the summed entries have an index that the left side lacks: μ_i = Σ_i X_ij is about j."""
    bound = bound_letters(body)
    return any(letter not in letters and letter not in bound for letter in slot_letters(body) if letter.islower())


# -- free on one side ------------------------------------------------------------------------------


def slot_letters(term: Term) -> Iterator[str]:
    """The letters that stand in index slots of a term, from left to right."""
    for part in walk(term):
        if isinstance(part, Index):
            for index in (*part.indices, *part.upper):
                yield from (piece.name for piece in walk(index) if isinstance(piece, Symbol))


def _slots_of(term: Term) -> Iterator[Symbol]:
    """The letters of all slots; those of a slot within a slot come twice."""
    for part in walk(term):
        if isinstance(part, Index):
            for index in (*part.indices, *part.upper):
                yield from (piece for piece in walk(index) if isinstance(piece, Symbol))


def bound_letters(term: Term) -> set[str]:
    """The letters that a term binds: under sums, ranges, conditions and arguments of arg-operators."""
    bound: set[str] = set()
    for part in walk(term):
        if isinstance(part, IndexedSum):
            if part.index is not None:
                bound.add(part.index.name)
            for limit in (part.condition, part.lower):
                if limit is not None:
                    bound.update(piece.name for piece in walk(_ran_through(limit)) if isinstance(piece, Symbol))
        elif isinstance(part, Apply) and part.labels:
            bound.update(piece.name for label in part.labels for piece in walk(label) if isinstance(piece, Symbol))
    return bound


def _ran_through(limit: Term) -> Term:
    """What a condition below a sum binds: the k of ``k \\in S_i``, all letters of ``i < j``."""
    if isinstance(limit, Relation) and limit.relations == ("∈",):
        return limit.sides[0]
    return limit


def _is_summed_in_silence(term: Term, letter: str) -> bool:
    """Whether a letter stands in two factors of one product, or twice in one entry: a sum without its sign."""
    for part in walk(term):
        match part:
            case Product(factors=factors) | Elementwise(factors=factors):
                if sum(letter in slot_letters(factor) for factor in factors) > 1:
                    return True
            case Index():
                if sum(Symbol(letter) in set(walk(slot)) for slot in (*part.indices, *part.upper)) > 1:
                    return True
    return False


def _is_of_one_set(term: Term, letter: str) -> bool:
    """Whether a letter tells which set a sum runs through: the i of ``k \\in S_i``."""
    return any(
        isinstance(part, IndexedSum)
        and isinstance(part.condition, Relation)
        and part.condition.relations == ("∈",)
        and letter in slot_letters(part.condition.sides[1])
        for part in walk(term)
    )


def _may_transpose(place: Index, letter: str) -> bool:
    """Whether a letter may be the sign of a transpose: ``V^t``, as some write it."""
    return letter == "t" and not place.indices and isinstance(place.base, Symbol) and place.base.name[-1:].isupper()


def _names_entries(left: Term, right: Term) -> bool:
    """Whether the right side adds up other entries of the left side's family: ``m_j = m_l + m_s``, by the names they have."""
    if not isinstance(left, Index) or len(left.indices) != 1 or not isinstance(right, Sum):
        return False
    entries = [each for each in right.terms if isinstance(each, Index) and each.base == left.base]
    return len(entries) == len(right.terms) and all(
        isinstance(slot, Symbol) for each in entries for slot in each.indices
    )


def _free(left: Term, right: Term, sizes: frozenset[str]) -> Iterator[IndexFault]:
    """An index of one side that the other side neither has nor binds: y_i = W x_j."""
    if isinstance(left, Power) and isinstance(left.exponent, Number):
        left = left.base  # σ_i^2 = …
    if not isinstance(left, Index) or not isinstance(left.base, Symbol):
        return
    if any(isinstance(part, Unknown | Ellipsis) or _is_cut(part) for part in walk(right)):
        return  # x_t = (a_1, ..., a_n): the letter behind the dots is where they end
    if any(isinstance(part, Slice) for part in walk(left)):
        return
    if any(isinstance(part, Apply) and part.function in ("set", "given", "family") for part in walk(right)):
        return
    if any(" " in part.name or len(part.name) > 12 for part in walk(right) if isinstance(part, Symbol)):
        return  # words say what is meant
    if any(isinstance(part, IndexedSum) and part.index is None for part in walk(right)):
        return  # a sum that does not say over what: C_n = Σ w_i
    have = set(slot_letters(left))
    if not have or not all(isinstance(index, Symbol) for index in (*left.indices, *left.upper)):
        return
    elsewhere = {part.name for part in _outside_slots(right)}
    bound = bound_letters(right)
    times = Counter(slot_letters(right))
    missing = have - times.keys() - elsewhere
    for letter in times:
        if letter in have or letter in bound or letter in elsewhere or letter in sizes or not letter.islower():
            continue
        if times[letter] > 1 and (_is_summed_in_silence(right, letter) or not _is_of_one_set(right, letter)):
            continue  # repeated on the right: summed over without a sign, or a pair of entries
        if not missing:
            continue  # a parameter of the right side, such as a head or a layer, is no fault by itself
        place = next(part for part in walk(right) if isinstance(part, Index) and letter in slot_letters(part))
        if _may_transpose(place, letter) or _names_entries(left, right):
            continue
        yield IndexFault("free-on-one-side", letter, place.origin, left.base.name, True, sorted(missing)[0])
        return


def _is_cut(part: Term) -> bool:
    """Whether a part is a slice that is not the whole axis: its letters say from where to where."""
    return isinstance(part, Slice) and (part.start is not None or part.stop is not None)


def _loose(left: Term, right: Term, sizes: frozenset[str]) -> Iterator[IndexFault]:
    """One entry among several of the left side's index that has an index of its own: u_i = a_i v_i + c_j."""
    if not isinstance(left, Index) or any(isinstance(part, Unknown | Slice | IndexedSum) for part in walk(right)):
        return
    have = set(slot_letters(left))
    members = [part for part in walk(right) if isinstance(part, Index) and _is_entry(part)]
    bound, elsewhere = bound_letters(right), {part.name for part in _outside_slots(right)}
    elsewhere |= _labels(left) | _labels(right)
    times = Counter(slot_letters(right))
    for part in members:
        letter = next(slot_letters(part), "")
        if times[letter] > 1 or letter in have | bound | elsewhere | sizes or not letter.islower():
            continue
        alike = {other.base for other in members if next(slot_letters(other), "") in have}
        if len(alike - {part.base}) > 1:
            assert isinstance(part.base, Symbol)
            yield IndexFault("loose", letter, part.origin, part.base.name, True, sorted(have)[0])
            return


def _dangling_in_some(left: Term, rights: tuple[Term, ...], sizes: frozenset[str]) -> Iterator[IndexFault]:
    """The first side with a letter that nothing binds, and that no other side has: all of them are the same thing."""
    for right in rights:
        for fault in _dangling(left, right, sizes):
            if all(fault.letter not in slot_letters(other) for other in rights if other is not right):
                yield fault
                return


def _dangling(left: Term, right: Term, sizes: frozenset[str]) -> Iterator[IndexFault]:
    """A letter in one slot that nothing of the statement binds or tells, beside letters that are: Σ_j (a_j + b_i).

    It may be a parameter that the author leaves out on the left; whether the note has it as one is for
    who looks at the whole note.
    """
    if any(isinstance(part, Unknown | Slice) for part in (*walk(left), *walk(right))):
        return
    if any(isinstance(part, Ellipsis) for part in walk(right)):
        return  # the letters at the dots are where they end
    if any(isinstance(part, IndexedSum) and part.index is None for part in walk(right)):
        return  # a sum that does not say over what may bind any letter
    told = {part.name for side in (left, right) for part in _outside_slots(side)} | set(slot_letters(left))
    known = told | bound_letters(left) | bound_letters(right) | sizes | _labels(left) | _labels(right)
    times = Counter(name for name, _ in {(each.name, each.origin) for each in _slots_of(right)})
    times.subtract(letter for letter in _on_the_diagonal(right))
    arguments = left.arguments if isinstance(left, Apply) else ()
    counting = {each.name for each in arguments if isinstance(each, Symbol)} & set(slot_letters(right))
    given = {*slot_letters(left), *counting}
    listed = any(isinstance(part, Ellipsis) for part in walk(left))  # softmax(x_1, …, x_n) gives a value for every x_i
    members = {part.base for part in walk(left) if isinstance(part, Index)} if listed else set[Term]()
    for part, beside in _entries_beside(right, frozenset(given)):
        if part.base in members or _names_entries(left, right):
            continue
        open_ = dict.fromkeys((*_open_letters(part), *_open_above(part, right, beside)))
        loose = [letter for letter in open_ if letter not in known and times[letter] == 1]
        if len(loose) != 1 or len(loose[0]) > 1 or not loose[0].islower():
            continue
        if beside and isinstance(part.base, Symbol) and part.base.name not in OF_POINTS | IDENTITIES:
            others = set(slot_letters(part)) - {loose[0]}
            amid = bool(others) and others <= bound_letters(right)
            yield IndexFault("dangling", loose[0], part.origin, part.base.name, True, sorted(beside)[0], amid)
            return


def _on_the_diagonal(side: Term) -> Iterator[str]:
    """The letters of entries such as ``D_{kk}``, which have one letter in both slots, but one only."""
    for part in walk(side):
        if isinstance(part, Index) and len(part.indices) == 2 and not part.upper:
            one, other = part.indices
            if isinstance(one, Symbol) and one == other:
                yield one.name


def _labels(side: Term) -> set[str]:
    """The letters that name what has indices, or are labels of names: the i of an input gate i_t, with its W_i.

    A label of two letters may be two indices, as in ``β_{gp} = e^{s_{gp}} / Σ_q e^{s_{gq}}``.
    """
    bases = {part.base.name for part in walk(side) if isinstance(part, Index) and isinstance(part.base, Symbol)}
    names = (part.name for part in walk(side) if isinstance(part, Symbol))
    labels = {name.rpartition("_")[2] for name in names if "_" in name}
    return bases | labels | {letter for label in labels if len(label) == 2 for letter in label}


def _open_letters(part: Index) -> Iterator[str]:
    """The letters that are a slot of an entry, or a term of one: b_i, A_{kj}, r_{t+j+1}; not W^{(l)}_j."""
    for slot in part.indices if not part.upper else ():
        if isinstance(slot, Apply) and len(slot.arguments) == 1:
            slot = slot.arguments[0]
        elif isinstance(slot, Index) and len(slot.indices) == 1 and not slot.upper:
            slot = slot.indices[0]  # the row s_i of a table
        pieces = slot.terms if isinstance(slot, Sum) else (slot,)
        for piece in pieces:
            if isinstance(piece, Product) and len(piece.factors) == 2 and isinstance(piece.factors[0], Number):
                piece = piece.factors[1]  # i - k
            if isinstance(piece, Symbol):
                yield piece.name


def _open_above(part: Index, side: Term, bound: frozenset[str]) -> Iterator[str]:
    """The letter above one of several names, where a sum's own letter stands above another: Σ_j Z^{(j)} C^{(i)}."""
    match part:
        case Index(indices=(), upper=(Symbol(name=letter),)):
            others = (each for each in walk(side) if isinstance(each, Index) and each.base != part.base)
            if any(isinstance(each.upper[0], Symbol) and each.upper[0].name in bound for each in others if each.upper):
                yield letter


def _entries_beside(term: Term, letters: frozenset[str]) -> Iterator[tuple[Index, frozenset[str]]]:
    """Each entry of a term with the letters that are bound around it, or given by the left side."""
    stack: list[tuple[Term, frozenset[str]]] = [(term, letters)]
    while stack:
        top, around = stack.pop()
        if isinstance(top, Index):
            yield top, around
        inside = around
        if isinstance(top, IndexedSum) and top.index is not None:
            inside = around | {top.index.name}
        stack.extend((child, inside) for child in reversed(children(top)))


def _is_entry(term: Index) -> bool:
    """Whether a term is a name with one letter below and nothing above; an identity has its size there."""
    return (
        isinstance(term.base, Symbol)
        and term.base.name not in IDENTITIES
        and not term.upper
        and len(term.indices) == 1
        and isinstance(term.indices[0], Symbol)
    )


def _outside_slots(term: Term) -> Iterator[Symbol]:
    """The symbols that stand as values, not in index slots."""
    stack: list[Term] = [term]
    while stack:
        top = stack.pop()
        if isinstance(top, Symbol):
            yield top
        elif isinstance(top, Index):
            if not isinstance(top.base, Symbol):
                stack.append(top.base)
        else:
            stack.extend(children(top))
