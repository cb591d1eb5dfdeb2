"""Equations that are alike but for a running letter or number, and the one among them that deviates.

``Q = X W_Q``, ``K = X W_K``, ``V = X W_V`` are siblings: of one form, with leaves that follow the left
side.  Where all but one leaf of a family follow it in the same way, that leaf is a slip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from symformer.documents.places import topic_of
from symformer.semantics.indices.slots import bound_letters, slot_letters
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Product,
    Relation,
    Space,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)
from symformer.text.span import Span

Deviation = Literal["other symbol", "other number", "no relation"]
FEWEST = 3
NEIGHBOURS = 700  # characters from one sibling to the next
MOST_LEAVES = 24


@dataclass(frozen=True, slots=True)
class Leaf:
    """A name or a number at the end of a branch; ``counts`` where it is an index."""

    text: str
    origin: Span
    number: int | None = None
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Sibling:
    """One equation of a family: its left side, and the leaves of both sides in order."""

    statement: Statement
    term: Term
    letter: str
    left: tuple[Leaf, ...]
    right: tuple[Leaf, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """The leaf (or sign) by which one sibling deviates. ``expected`` is what the others would have here."""

    deviation: Deviation
    sibling: Sibling
    origin: Span
    found: str
    expected: str | None
    others: tuple[Sibling, ...]


def _is_end_of_its_own(broken: Broken, model: SemanticModel) -> bool:
    """Whether the first or last member has a name that stands nowhere else: the last layer has other weights."""
    family = (broken.sibling, *broken.others)
    counted = [leaf.number for each in family for leaf in each.left if leaf.number is not None]
    own = [leaf.number for leaf in broken.sibling.left if leaf.number is not None]
    if broken.deviation != "other symbol" or not own or not counted or own[-1] not in (min(counted), max(counted)):
        return False
    return len(model.uses.of(broken.found).uses) < FEWEST


def broken_patterns(model: SemanticModel) -> Iterator[Broken]:
    """Each family of at least three siblings of which exactly one deviates in exactly one place."""
    for run in _families(model):
        for family in map(_without_general, _of_one_kind(run)):
            if len(family) >= FEWEST:
                yield from (broken for broken in _deviating(family) if not _is_end_of_its_own(broken, model))
            elif len(family) == 2:
                yield from _label_kept(family[0], family[1], model)
            for one, other in pairwise(run):
                yield from _letter_kept(one, other)
    yield from _without_relation(model.statements)


# -- families ----------------------------------------------------------------------------------------


def _families(model: SemanticModel) -> Iterator[list[Sibling]]:
    """Runs of equations of one form, in one section, or in parts of one, and near each other."""
    open_: dict[tuple[int, str], list[Sibling]] = {}
    defined = _letters_defined(model.statements)
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        made = _sibling(statement, statement.term, defined.get(statement.section, frozenset()))
        if made is None:
            continue
        form, sibling = made
        key = (topic_of(model.document, statement.section), form)
        run = open_.setdefault(key, [])
        if run and sibling.term.origin and _far(run[-1].statement, statement):
            yield run
            run = open_[key] = []
        run.append(sibling)
    yield from open_.values()


def _letters_defined(statements: Sequence[Statement]) -> dict[int, frozenset[str]]:
    """The letters that stand on a left side, section by section: below another name they are labels."""
    found: dict[int, set[str]] = {}
    for statement in statements:
        if isinstance(statement.term, Relation) and isinstance(left := statement.term.sides[0], Index):
            if isinstance(left.base, Symbol) and statement.term.relations[0] in EXACTLY_EQUAL:
                found.setdefault(statement.section, set()).add(taken_apart(left.base.name).letter)
    return {section: frozenset(letters) for section, letters in found.items()}


def _of_one_kind(run: list[Sibling]) -> Iterator[list[Sibling]]:
    """The run itself where each sibling has a letter of its own, else those of one letter together."""
    by_letter: dict[str, list[Sibling]] = {}
    for sibling in run:
        by_letter.setdefault(sibling.letter.casefold(), []).append(sibling)
    if all(len(same) == 1 for same in by_letter.values()):
        yield run
    else:
        yield from by_letter.values()


def _without_general(family: list[Sibling]) -> list[Sibling]:
    """A family without the member that is told for all, ``V_w = e_w W_V`` before V_cat, V_dog and V_fox."""
    labels = [_labels(each.left[0].text) if len(each.left) == 1 else "" for each in family]
    worded = [each for each, label in zip(family, labels, strict=True) if len(label) > 1 and label.isalpha()]
    general = sum(len(label) == 1 for label in labels)
    return worded if len(worded) >= FEWEST and general == 1 == len(family) - len(worded) else family


def _far(before: Statement, after: Statement) -> bool:
    return after.span.start - before.span.end > NEIGHBOURS


def _sibling(statement: Statement, term: Term, defined: frozenset[str] = frozenset()) -> tuple[str, Sibling] | None:
    """The form of an equation with a name on its left, and what fills the form."""
    if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL:
        return None
    left, right = term.sides[0], term.sides[1]
    if isinstance(left, Apply) and left.labels and all(isinstance(each, Symbol | Number) for each in left.labels):
        left = Index(Symbol(left.function, left.origin), left.labels, (), left.origin)  # u_1(x)
    base = unindexed(left)
    if not isinstance(base, Symbol) or isinstance(right, Space | Number | Matrix | Symbol):
        return None
    left_leaves: list[Leaf] = []
    right_leaves: list[Leaf] = []
    letter = taken_apart(base.name).letter
    if isinstance(left, Symbol):  # nothing gives an index a value: W_j is a name beside W_q
        defined |= frozenset(slot_letters(right)) - bound_letters(right)
    form = f"{_form(left, left_leaves, frozenset())} = {_form(right, right_leaves, defined | {letter})}"
    if not 2 <= len(right_leaves) <= MOST_LEAVES:
        return None
    return form, Sibling(statement, term, letter, tuple(left_leaves), tuple(right_leaves))


def _form(term: Term, leaves: list[Leaf], labels: frozenset[str], *, counts: bool = False) -> str:
    """The term with dots for its leaves; the leaves are added to the list.

    Where an index is the letter of a left side, it is a label: the b_i of i_t beside the b_f of f_t.
    """
    match term:
        case Index(base=Symbol() as base, indices=(Symbol() as label,), upper=()) if label.name in labels:
            leaves.append(Leaf(f"{base.name}_{label.name}", term.origin))
            return "·"
        case Symbol():
            leaves.append(Leaf(term.name, term.origin, None, counts))
            return "·"
        case Number():
            whole = int(term.value) if term.value.denominator == 1 else None
            leaves.append(Leaf(str(term.value), term.origin, whole, counts))
            return "#"
        case Index():
            held = _form(term.base, leaves, labels)
            below = ",".join(_form(each, leaves, labels, counts=True) for each in term.indices)
            above = ",".join(_form(each, leaves, labels, counts=True) for each in term.upper)
            return f"{held}[{below}|{above}]"
    held = ",".join(_form(each, leaves, labels, counts=counts) for each in children(term))
    return f"{_sign(term)}({held})"


def _sign(term: Term) -> str:
    match term:
        case Apply():
            return term.function
        case IndexedSum():
            return term.kind
        case Product():
            return f"*{term.sign}"
        case Relation():
            return "".join(term.relations)
        case _:
            return type(term).__name__


# -- the one that deviates ---------------------------------------------------------------------------


def _deviating(family: list[Sibling]) -> Iterator[Broken]:
    if len({_key(each.left) for each in family}) != len(family):
        return  # one thing told twice is no family
    found: list[Broken] = []
    for at in range(len(family[0].right)):
        broken = _at(family, at)
        if broken is not None:
            found.append(broken)
        elif not _follows(family, at):
            return  # they differ by more than a running letter
    if len(found) == 1:
        yield found[0]


def _label_kept(one: Sibling, other: Sibling, model: SemanticModel) -> Iterator[Broken]:
    """``σ(W_r x + U_r h + b_r)`` and ``σ(W_z x + U_r h + b_z)``: a name copied with its label, its own is never used."""
    named = [
        (leaf, beside)
        for leaf, beside in zip(one.right, other.right, strict=True)
        if not leaf.counts and not beside.counts and leaf.number is None and beside.number is None
    ]
    pairs = [(_labels(leaf.text), _labels(beside.text)) for leaf, beside in named]
    changed = Counter(pair for pair in pairs if pair[0] != pair[1])
    if len(changed) != 1:
        return
    (change, times), *_ = changed.items()
    if times < 2 or not all(change):
        return
    for sibling, at in ((other, 1), (one, 0)):
        kept = [
            pair[at] for pair, labels in zip(named, pairs, strict=True) if labels == (change[1 - at], change[1 - at])
        ]
        meant = [(leaf, _with_label(leaf.text, change[1 - at], change[at])) for leaf in kept]
        idle = [(leaf, name) for leaf, name in meant if _is_idle(name, model)]
        if len(idle) == 1 and len(kept) == 1:
            leaf, name = idle[0]
            yield Broken("other symbol", sibling, leaf.origin, leaf.text, name, (one if at else other,))


def _letter_kept(one: Sibling, other: Sibling) -> Iterator[Broken]:
    """``q = [q^C; q^R]`` and ``k = [q^C; k^R]``: all names of one go by its left side, and all but one of the other."""
    for twin, copy in ((one, other), (other, one)):
        if twin.letter == copy.letter or not _is_joined(copy):
            continue  # what is added up may be what another one has
        named = [
            (before, leaf)
            for before, leaf in zip(twin.right, copy.right, strict=True)
            if not leaf.counts and taken_apart(leaf.text).letter.isalpha()
        ]
        letters = [(taken_apart(before.text).letter, taken_apart(leaf.text).letter) for before, leaf in named]
        kept = [leaf for before, leaf in named if before.text == leaf.text]
        follow = all(letter == twin.letter for letter, _ in letters)
        if len(letters) > 1 and follow and sum(letter == copy.letter for _, letter in letters) == len(letters) - 1:
            if len(kept) == 1:
                spelling = taken_apart(kept[0].text)
                meant = kept[0].text.replace(spelling.letter, copy.letter, 1)
                yield Broken("other symbol", copy, kept[0].origin, kept[0].text, meant, (twin,))


def _is_joined(sibling: Sibling) -> bool:
    right = sibling.term.sides[1] if isinstance(sibling.term, Relation) else sibling.term
    return isinstance(right, Apply) and right.function.casefold() == "concat"


def _with_label(name: str, label: str, another: str) -> str:
    cut = name.rfind(label)
    return name[:cut] + another + name[cut + len(label) :]


def _is_idle(name: str, model: SemanticModel) -> bool:
    """Whether a name is declared and used nowhere."""
    symbol = model.uses.of(name)
    return bool(symbol.declarations) and not symbol.uses


def _follows(family: list[Sibling], at: int) -> bool:
    """Whether the leaves at a place are one and the same, or follow the left side, or count."""
    leaves = [sibling.right[at] for sibling in family]
    if len({leaf.text for leaf in leaves}) == 1 or all(leaf.counts for leaf in leaves):
        return True
    templates = {_template(leaf.text, sibling.letter) for leaf, sibling in zip(leaves, family, strict=True)}
    if len(templates) == 1 and None not in templates:
        return True
    return any(len(set(row)) == 1 and row[0] is not None for _, row in _by_words(family, leaves))


def _by_words(family: list[Sibling], leaves: list[Leaf]) -> Iterator[tuple[list[str], list[str | None]]]:
    """For each place of the left sides with a word of its own in each, the words, and the names with dots for them.

    ``\alpha_{cat} = e_{cat} / Z``, ``\alpha_{dog} = e_{dog} / Z``: both names are e with a dot below.
    """
    for place in range(len(family[0].left)):
        lefts = [sibling.left[place] for sibling in family]
        words = [leaf.text if leaf.counts else _labels(leaf.text) for leaf in lefts]
        if len(set(words)) == len(words) and all(len(word) > 1 and word.isalpha() for word in words):
            made = zip(leaves, words, strict=True)
            yield words, [f"{leaf.text[: -len(word)]}·" if _labels(leaf.text) == word else None for leaf, word in made]


def _key(leaves: Sequence[Leaf]) -> tuple[str, ...]:
    return tuple(leaf.text for leaf in leaves)


def _at(family: list[Sibling], at: int) -> Broken | None:
    """What deviates among the leaves at one place of the form."""
    leaves = [sibling.right[at] for sibling in family]
    if len({leaf.text for leaf in leaves}) == 1:
        return None
    if all(leaf.number is not None and leaf.counts for leaf in leaves):
        return _number(family, leaves)
    if any(leaf.number is not None for leaf in leaves):
        return None
    if all(leaf.counts for leaf in leaves):
        return _index(family, leaves)
    return _label(family, leaves) or _word(family, leaves) or _constant(family, leaves)


def _number(family: list[Sibling], leaves: list[Leaf]) -> Broken | None:
    """The running number: x_1, x_2, x_2 in what defines k_1, k_2, k_3."""
    for place in range(len(family[0].left)):
        lefts = [sibling.left[place].number for sibling in family]
        if any(number is None for number in lefts) or len(set(lefts)) != len(lefts):
            continue
        shifts = [(leaf.number or 0) - (left or 0) for leaf, left in zip(leaves, lefts, strict=True)]
        (usual, times), *_ = Counter(shifts).most_common(1)
        if times == len(family) - 1:
            odd = next(at for at, shift in enumerate(shifts) if shift != usual)
            if _wraps_around(odd, [left or 0 for left in lefts], [leaf.number or 0 for leaf in leaves]):
                return None
            return _broken("other number", family, odd, leaves[odd], str((lefts[odd] or 0) + usual))
    return None


def _index(family: list[Sibling], leaves: list[Leaf]) -> Broken | None:
    """The index that the left side has too, but in one: ``Q^{(i)} = X W_Q^{(i)}``, ``K^{(i)} = X W_K^{(i)}``, ``V^{(i)} = X W_V^{(V)}``.

    A small letter there is told as an index that one side has and the other has not.
    """
    for place in range(len(family[0].left)):
        lefts = [sibling.left[place] for sibling in family]
        odd = [at for at, (left, leaf) in enumerate(zip(lefts, leaves, strict=True)) if left.text != leaf.text]
        if all(left.counts for left in lefts) and len(odd) == 1 and not leaves[odd[0]].text.islower():
            return _broken("other symbol", family, odd[0], leaves[odd[0]], lefts[odd[0]].text)
    return None


def _wraps_around(odd: int, lefts: Sequence[int], numbers: Sequence[int]) -> bool:
    """Whether the last member goes back to the first, or the first to the last: u_1 = x_2, …, u_4 = x_1."""
    at_an_end = lefts[odd] in (min(lefts), max(lefts))
    return at_an_end and numbers[odd] in (min(lefts), max(lefts)) and numbers[odd] != lefts[odd]


def _label(family: list[Sibling], leaves: list[Leaf]) -> Broken | None:
    """The label that follows the letter of the left side: W_Q, W_K, W_K in what defines Q, K, V."""
    if len({sibling.letter.casefold() for sibling in family}) != len(family):
        return None
    templates = [_template(leaf.text, sibling.letter) for leaf, sibling in zip(leaves, family, strict=True)]
    (usual, times), *_ = Counter(templates).most_common(1)
    if usual is None or times != len(family) - 1:
        return None
    odd = next(at for at, template in enumerate(templates) if template != usual)
    if taken_apart(leaves[odd].text).letter != taken_apart(leaves[odd - 1].text).letter:
        return None
    if len(_labels(leaves[odd].text)) != len(_labels(usual)):
        return None  # a name made in another way
    lower = any(mark.islower() for mark in _labels(leaves[odd].text))
    cased = family[odd].letter.casefold() if lower else family[odd].letter.upper()
    return _broken("other symbol", family, odd, leaves[odd], usual.replace("·", cased))


def _word(family: list[Sibling], leaves: list[Leaf]) -> Broken | None:
    """The word that follows one of the left side: e_the in what defines α_on, beside e_cat for α_cat and e_mat for α_mat."""
    for words, templates in _by_words(family, leaves):
        (usual, times), *_ = Counter(templates).most_common(1)
        if usual is None or times != len(family) - 1:
            continue
        odd = next(at for at, template in enumerate(templates) if template != usual)
        if _labels(leaves[odd].text) in words:
            return _broken("other symbol", family, odd, leaves[odd], usual.replace("·", words[odd]))
    return None


def _template(name: str, letter: str) -> str | None:
    """A name with a dot for the left side's letter in its label: W_xi under i is W_x·."""
    spelling = taken_apart(name)
    label = spelling.below or spelling.above
    at = label.casefold().rfind(letter.casefold())
    if at < 0 or len(letter) != 1:
        return None
    cut = name.rfind(label)
    return name[:cut] + label[:at] + "·" + label[at + 1 :] + name[cut + len(label) :]


def _labels(name: str) -> str:
    spelling = taken_apart(name)
    return spelling.below + spelling.above


def _constant(family: list[Sibling], leaves: list[Leaf]) -> Broken | None:
    """A name that is the same in all but one: of members of one family, or of four and more."""
    running = len({sibling.left[0].text for sibling in family}) == 1
    if not running and len(family) < FEWEST + 1:
        return None
    (usual, times), *_ = Counter(leaf.text for leaf in leaves).most_common(1)
    if times != len(family) - 1:
        return None
    odd = next(at for at, leaf in enumerate(leaves) if leaf.text != usual)
    if leaves[odd].counts or (odd == 0 and usual == family[0].left[0].text):
        return None  # a recurrence begins with something else
    if not running and odd == len(family) - 1:
        return None  # Q, K, V of X, and O of what they give
    return _broken("other symbol", family, odd, leaves[odd], usual)


def _broken(deviation: Deviation, family: list[Sibling], odd: int, leaf: Leaf, expected: str) -> Broken:
    others = tuple(sibling for at, sibling in enumerate(family) if at != odd)
    return Broken(deviation, family[odd], leaf.origin, leaf.text, expected, others)


# -- a sign in the place of the relation -------------------------------------------------------------


def _without_relation(statements: Sequence[Statement]) -> Iterator[Broken]:
    """``v_4 + W x_4`` after v_1 = W x_1, v_2 = W x_2, v_3 = W x_3."""
    recent: list[tuple[str, Sibling]] = []
    for statement in statements:
        if statement.carrier != "formula":
            continue
        made = _sibling(statement, statement.term)
        if made is not None:
            recent = [*recent[-7:], made]
            continue
        term = statement.term
        if not isinstance(term, Sum) or len(term.terms) < 2 or not isinstance(term.terms[0], Symbol | Index):
            continue
        rest = term.terms[1] if len(term.terms) == 2 else Sum(term.terms[1:], term.origin)
        pseudo = _sibling(statement, Relation(("=",), (term.terms[0], rest), term.origin))
        if pseudo is None:
            continue
        form, sibling = pseudo
        alike = [other for shape, other in recent if shape == form and not _far(other.statement, statement)]
        if len(alike) >= FEWEST and all(other.letter == sibling.letter for other in alike):
            yield Broken("no relation", sibling, term.origin, "+", "=", tuple(alike))


# -- members of a list -------------------------------------------------------------------------------


def broken_lists(model: SemanticModel) -> Iterator[tuple[Statement, Index, Index, Index]]:
    """A member of another name beside the dots of a list: h_1, …, r_T; with the member it goes with, and the one meant."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            for items in _lists(part):
                yield from ((statement, *found) for found in _odd_members(items))


def _lists(part: Term) -> Iterator[Sequence[Term]]:
    match part:
        case Apply():
            yield part.arguments
        case Matrix(style="tuple", rows=(row,)):
            yield row


def _odd_members(items: Sequence[Term]) -> Iterator[tuple[Index, Index, Index]]:
    for at in range(1, len(items) - 1):
        before, after = items[at - 1], items[at + 1]
        if not isinstance(items[at], Ellipsis) or not isinstance(before, Index) or not isinstance(after, Index):
            continue
        one, other = before.base, after.base
        if isinstance(one, Symbol) and isinstance(other, Symbol) and _lettered(one) != _lettered(other):
            if (turns := _turns(items, at)) is not None:
                yield from _out_of_turn(*turns)
                continue
            if _is_another_list(items, at, other):
                continue
            first = items[0]
            swapped = isinstance(first, Index) and first.base == other and first is not before
            odd, usual = (before, after) if swapped else (after, before)
            yield odd, usual, replace(odd, base=usual.base)


def _lettered(name: Symbol) -> str:
    """A name without what stands above it, which may run along a list: H_0^1, …, H_0^k."""
    return name.name.partition("^")[0]


def _is_another_list(items: Sequence[Term], dots: int, other: Symbol) -> bool:
    """Whether dots end one list and another begins: c_1, c_2, …, φ_1, φ_2, … with dots of its own, or from the same start."""
    behind = [each for each in items[dots + 1 :] if not isinstance(each, Ellipsis)]
    return (
        any(isinstance(each, Ellipsis) for each in items[dots + 1 :])
        and len(behind) > 1
        and all(isinstance(each, Index) and each.base == other for each in behind)
    )


def _turns(items: Sequence[Term], dots: int) -> tuple[Sequence[Index], Sequence[Index]] | None:
    """What stands before and behind the dots where names take turns: u_1, v_1, …, u_n, v_n."""
    for period in range(2, min(dots, len(items) - dots - 1) + 1):
        before, after = items[dots - period : dots], items[dots + 1 : dots + 1 + period]
        if _bases(before) == _bases(after) and None not in _bases(before):
            return [each for each in before if isinstance(each, Index)], [e for e in after if isinstance(e, Index)]
    return None


def _bases(items: Sequence[Term]) -> list[Term | None]:
    return [each.base if isinstance(each, Index) and isinstance(each.base, Symbol) else None for each in items]


def _out_of_turn(before: Sequence[Index], after: Sequence[Index]) -> Iterator[tuple[Index, Index, Index]]:
    """The one with another index than those of its turn: the π_i of μ_1, Σ_1, π_i, …, μ_k, Σ_k, π_k."""
    for turn, other in ((before, after), (after, before)):
        (usual, times), *_ = Counter(each.indices for each in turn).most_common(1)
        if len({each.indices for each in other}) == 1 and times == len(turn) - 1 > 1:
            odd = next(each for each in turn if each.indices != usual)
            yield odd, next(each for each in turn if each.indices == usual), replace(odd, indices=usual)
