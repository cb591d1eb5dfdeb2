"""Index faults of a note, worded for the author."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from symformer.findings.finding import Level, Problem, Related
from symformer.judging.equations.around import between_displays
from symformer.semantics.indices.binding import index_faults
from symformer.semantics.indices.escaped import (
    escaped_arguments,
    escaped_before_sums,
    escaped_beside_sums,
    escaped_from_sets,
    escaped_letters,
    exchanged_arguments,
    letters_of_the_other,
    strange_letters,
)
from symformer.semantics.indices.ranges import counted
from symformer.semantics.indices.slots import Fault, IndexFault, bound_letters, slot_letters
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.show import spell
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

COUNTERS = frozenset("ijklmn")
TIMES = {"s", "t"}  # two steps in time, by custom
MOST_BESIDE = 12  # equations of one formula that are held against each other
LESS = frozenset({"<", "≤", ">", "≥"})
# a range, which says how far a letter runs and not what it is
COUNTED = r"\s*\d+\s*(?:,|\.\.|\\[lc]?dots|…|\\ldots|:|to\b)"


def index_problems(model: SemanticModel, *faults: Fault) -> Iterator[Problem]:
    """A problem for each index fault of these kinds; the same letter at the same fault again says so."""
    first: dict[tuple[str, str, str], str] = {}
    for statement, faults_here in once(model, _faults_by_statement):
        for found in faults_here:
            if found.fault not in faults:
                continue
            span = statement.place(found.origin)
            if found.fault in ("free-on-one-side", "loose", "dangling") and not _counts(model, found):
                continue
            if found.fault in ("free-on-one-side", "dangling") and _is_lag(found.letter, statement.term):
                continue
            if found.fault in ("strange", "loose") and _is_ranged_beside(model, found.letter, statement):
                continue
            if found.fault == "dangling" and _is_middle(found.letter, statement.term):
                continue
            if found.fault in ("dangling", "stray-power") and _is_quantity(model, found.letter):
                continue
            if found.fault == "dangling" and _is_label(model, found, statement):
                continue
            if found.fault == "strange" and not found.amid and _is_spoken_of(model, found.letter, statement):
                if not _is_frequency_of_the_other(model, found, statement.term):
                    continue
            if found.fault in ("dangling", "loose", "stray-power") and _is_free_elsewhere(
                model, found.letter, statement
            ):
                continue
            if found.fault == "dangling" and _is_always_there(model, found, statement):
                continue
            if found.fault in ("dangling", "stray-power") and _has_value_behind(model, found.letter, statement.span):
                continue
            if found.fault == "free-on-one-side" and (
                _is_told_nearby(model, found.letter, statement.span) or _is_told_as_a_count(model, span)
            ):
                continue
            if found.fault in ("free-on-one-side", "strange") and (
                _is_of_named_members(model, found, statement) or _is_a_coincidence(model, statement)
            ):
                continue
            if found.fault in ("free-on-one-side", "strange") and _is_chosen_behind(model, found.letter, statement):
                continue
            if found.fault == "free-on-one-side" and _is_part_of_a_name(model, found.letter, statement):
                continue
            key = f"{found.fault}:{found.letter}@{span.start}"
            identity = (found.fault, found.letter, found.holder)
            yield _problem(model, statement, found, span, key, first.get(identity))
            first.setdefault(identity, key)


LEAST_LABELLED = 3  # names of one letter


def _is_label(model: SemanticModel, found: IndexFault, statement: Statement) -> bool:
    """Whether a letter below a name tells it from others of its kind, W_l beside W_a, W_c and W_p, and is nothing else.

    Of two only where both stand in one formula: the left one and the right one of ``W_l h_i + W_r h_j``.
    """
    slots = [part for statement in model.statements for part in walk(statement.term) if isinstance(part, Index)]
    uses = {part for part in slots if found.letter in slot_letters(part)}
    if any(isinstance(slot, Sum) and Symbol(found.letter) in slot.terms for part in uses for slot in part.slots):
        return False  # nothing is added to a label: x_{k-1}
    kin = {part for part in slots if part.base == Symbol(found.holder) and len(part.indices) == 1}
    labels = {name for part in kin for name in slot_letters(part)} - {found.letter}
    bound = {name for statement in model.statements for name in bound_letters(statement.term)}
    others = {name for part in slots if part not in kin for name in slot_letters(part)}
    spelled = {each.name for each in model.uses if each.name.startswith(f"{found.holder}_")}
    alone = len(uses) == 1 and found.letter not in bound | others
    if alone and len({*spelled, *(labels - bound - others)}) >= LEAST_LABELLED:
        return True
    beside = {name for part in kin & set(walk(statement.term)) for name in slot_letters(part)} - {found.letter}
    return found.letter not in bound and any(
        {_stem(part) for part in slots if name in slot_letters(part)} == {_stem(part) for part in uses}
        for name in beside - bound
    )


LEAST_ALONE = 2  # other equations that have a name with its label, and nothing else by that letter


def _is_part_of_a_name(model: SemanticModel, letter: str, statement: Statement) -> bool:
    r"""Whether a letter below a name is never anything but a label of it: the n of the noise ``\sigma_n^2``.

    Other equations have that name, too, and nothing that goes by the letter; no other letter ever stands in its place.
    """
    bases = {part.base for part in walk(statement.term) if isinstance(part, Index) and letter in slot_letters(part)}
    if len(bases) != 1:
        return False
    base = bases.pop()
    alone = 0
    for each in model.statements:
        parts = [part for part in walk(each.term) if isinstance(part, Index)]
        if any(part.base == base and set(slot_letters(part)) != {letter} for part in parts):
            return False
        if not any(part.base == base for part in parts) or each is statement:
            continue
        if letter in bound_letters(each.term) or not isinstance(each.term, Relation) or "∈" in each.term.relations:
            continue
        others = [part for part in parts if part.base != base and letter in slot_letters(part)]
        alone += not others and sum(isinstance(part, Symbol) for part in walk(each.term)) > 2
    return alone >= LEAST_ALONE


def _stem(term: Term) -> Term:
    """What a member of a member is one of: the g of ``{g_l}_i``."""
    while isinstance(term, Index):
        term = term.base
    return term


_ALL_BEFORE = Cued(r"\b(?:all|every|any|both)\s+(?:the\s+)?(?::math:`|[$`]|\\\()*\Z", re.IGNORECASE)


_CHOSEN_BEHIND = Cued(
    r"\s*[$`)\\]{1,3},?\s+(?:for|with|at)\s+(?:some|one|any|a(?:\s+(?:fixed|given|single|suitable))?|whichever)\s+"
    r"(?:[a-z-]+\s+){0,2}(?::math:`|[$`]|\\\()\s*(?P<letter>[A-Za-z])\b"
)


def _is_chosen_behind(model: SemanticModel, letter: str, statement: Statement) -> bool:
    """Whether words right behind a formula choose the letter: put x_k = y_n for some n."""
    found = _CHOSEN_BEHIND.match(model.document.source.text, statement.span.end)
    return found is not None and found["letter"] == letter


def _is_a_coincidence(model: SemanticModel, statement: Statement) -> bool:
    """Whether a bracket in a sentence has one entry meet another, of which nothing is made: "on a point ($m_k = x_n$)"."""
    match statement.term:
        case Relation(relations=("=",), sides=(Index(base=one), Index(base=other))) if one != other:
            start = statement.span.start if statement.formula is None else statement.formula.span.start
            return model.document.source.text[max(0, start - 3) : start].rstrip("$\\( ") != model.document.source.text[
                max(0, start - 3) : start
            ].rstrip("$\\ ")
    return False


def _is_of_named_members(model: SemanticModel, found: IndexFault, statement: Statement) -> bool:
    """Whether an equation is of all entries, "set all $L_i = R_j$", or its index names one of several that are told alike.

    Two equations of a section that give two members of one name by the entry of a third are about those members:
    ``β_r = β_i`` and ``β_s = β_i + τ``.
    """
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    if _ALL_BEFORE.search(model.document.source.text, max(0, start - 20), start) is not None:
        return True
    if (family := _family(statement)) is None:
        return False
    return len(once(model, _members_told_by).get((statement.section, *family, found.letter), ())) > 1


def _family(statement: Statement) -> tuple[Term, tuple[Term, ...]] | None:
    """The name of the entry that an equation tells, and what stands above it."""
    term = statement.term
    if not isinstance(term, Relation) or not isinstance(term.sides[0], Index) or term.relations[0] not in EQUAL:
        return None
    return term.sides[0].base, term.sides[0].upper


def _members_told_by(model: SemanticModel) -> dict[tuple[int, Term, tuple[Term, ...], str], set[tuple[Term, ...]]]:
    """Of the letters on the right of a section's equations, the entries of one name that these tell."""
    told: dict[tuple[int, Term, tuple[Term, ...], str], set[tuple[Term, ...]]] = {}
    for statement in model.statements:
        if statement.carrier == "formula" and (family := _family(statement)) is not None:
            assert isinstance(statement.term, Relation) and isinstance(statement.term.sides[0], Index)
            right = statement.term.sides[1]
            for letter in set(slot_letters(right)) - bound_letters(right):
                told.setdefault((statement.section, *family, letter), set()).add(statement.term.sides[0].indices)
    return {
        key: members
        for key, members in told.items()
        if not any(Symbol(key[3]) in set(walk(slot)) for member in members for slot in member)
    }


def _is_frequency_of_the_other(model: SemanticModel, found: IndexFault, term: Term) -> bool:
    """Whether only the letter on the left is told to run, in a power of a number: the position m in ``10000^{-2m/d}``."""
    ranged = {each.name for each in once(model, counted) if each.kind == "letter"}
    powers = [part for part in walk(term) if isinstance(part, Power) and isinstance(part.base, Number)]
    inside = any(Symbol(found.letter) in set(walk(part.exponent)) for part in powers)
    return inside and found.multiple in ranged and found.letter not in ranged


def _is_ranged_beside(model: SemanticModel, letter: str, statement: Statement) -> bool:
    """Whether the display itself says how far a letter runs, the h of a slope m_h: ``h = 1, …, H``."""
    return statement.formula is not None and any(
        each.kind == "letter" and each.name == letter and each.within is None
        and each.statement is not None and each.statement.formula is statement.formula
        for each in once(model, counted)
    )  # fmt: skip


def _faults_by_statement(model: SemanticModel) -> tuple[tuple[Statement, tuple[IndexFault, ...]], ...]:
    """Every formula of the note with its index faults."""
    beside = _of_neighbours(model)
    return tuple(
        (
            statement,
            (*index_faults(statement.term, model.size_names), *_stray(statement.term), *beside.get(at, ())),
        )
        for at, statement in enumerate(model.statements)
        if statement.carrier == "formula" and _has_slots(statement.term)
    )


def _of_neighbours(model: SemanticModel) -> dict[int, list[IndexFault]]:
    """Of the statements of one formula, those with the index of another one."""
    found: dict[int, list[IndexFault]] = {}
    numbered = enumerate(model.statements)
    for _, group in groupby(numbered, key=lambda each: each[1].formula.span if each[1].formula is not None else None):
        equations = [
            (at, each.term) for at, each in group if isinstance(each.term, Relation) and each.term.relations[0] in EQUAL
        ]
        if 1 < len(equations) <= MOST_BESIDE:
            for at, fault in letters_of_the_other([(term.sides[0], term.sides[1]) for _, term in equations]):
                found.setdefault(equations[at][0], []).append(fault)
    return found


def _stray(term: Term) -> Iterator[IndexFault]:
    """Letters that nothing gives a value, in an equation."""
    if isinstance(term, Relation) and term.relations[0] in EQUAL:
        yield from escaped_letters(term.sides[0], term.sides[1])
        yield from escaped_from_sets(term.sides[0], term.sides[1])
        yield from strange_letters(term.sides[0], term.sides[1])
        yield from escaped_arguments(term.sides[0], term.sides[1])
        yield from exchanged_arguments(term.sides[0], term.sides[1])
        for side in term.sides[1:]:
            yield from escaped_beside_sums(term.sides[0], side)
        for side in term.sides[2:]:
            yield from escaped_letters(term.sides[0], side)
    elif not isinstance(term, Relation):
        yield from escaped_before_sums(term)


def _has_slots(term: Term) -> bool:
    """Whether a formula has what an index could stand in, entries, sums, PE(t, 2i) = …, or is a range like 2i < d."""
    if isinstance(term, Relation) and (isinstance(term.sides[0], Apply) or not LESS.isdisjoint(term.relations)):
        return True
    return any(isinstance(part, Index | IndexedSum) for part in walk(term))


def _counts(model: SemanticModel, found: IndexFault) -> bool:
    """Whether a letter is an index by custom or by the note's own use: the s of F_s may be a label."""
    letter = found.letter
    if {letter.rstrip("'"), found.multiple.rstrip("'")} == TIMES:
        return True
    if letter in COUNTERS or letter in model.index_names or found.amid:
        return True
    below = once(model, _letters_below).get(found.holder, frozenset())
    beside = found.fault == "loose" and found.multiple in below
    return len(letter) == 1 and letter.isalpha() and (beside or not below.isdisjoint(model.index_names))


def _is_lag(letter: str, term: Term) -> bool:
    r"""Whether a letter only says how far back an entry lies: the period m of ``S_t = s_{t-m}``."""
    if not isinstance(term, Relation) or not isinstance(term.sides[0], Index):
        return False
    if len(term.sides[0].indices) != 1 or term.sides[0].upper:
        return False
    own = set(term.sides[0].indices)
    slots = [slot for part in walk(term) if isinstance(part, Index) for slot in part.slots]
    holding = [slot for slot in slots if Symbol(letter) in set(walk(slot))]
    lags = [slot for slot in holding if isinstance(slot, Sum) and len(slot.terms) == 2 and own & set(slot.terms)]
    return bool(lags) and len(lags) == len(holding) and all(_goes_back(slot, letter) for slot in lags)


def _goes_back(slot: Sum, letter: str) -> bool:
    return slot.terms[1] == Product((Number(Fraction(-1)), Symbol(letter)))


def _is_middle(letter: str, term: Term) -> bool:
    r"""Whether a letter only says around which place a sum runs: the t of ``\bar v = \sum_j v_{t+j}``."""
    bound = {Symbol(each) for each in bound_letters(term)}
    places = [part for part in walk(term) if isinstance(part, Sum) and Symbol(letter) in part.terms]
    standing = sum(part == Symbol(letter) for part in walk(term))
    return standing == len(places) > 0 and all(not bound.isdisjoint(walk(each)) for each in places)


def _is_quantity(model: SemanticModel, letter: str) -> bool:
    """Whether a letter is the name of something with a value: the class y of p_y and of δ_{k,y}, told by y_k."""
    return letter not in COUNTERS and any(
        each.part in ("used", "defined") for each in model.uses.of(letter).occurrences
    )


def _letters_below(model: SemanticModel) -> dict[str, frozenset[str]]:
    """Of each name, the letters that stand below it as an index: where one of them counts, another does."""
    found: dict[str, set[str]] = {}
    for statement in model.statements:
        for part in walk(statement.term):
            if isinstance(part, Index) and isinstance(part.base, Symbol):
                found.setdefault(part.base.name, set()).update(slot_letters(Index(part.base, part.indices)))
    return {name: frozenset(letters) for name, letters in found.items()}


def _is_spoken_of(model: SemanticModel, letter: str, statement: Statement) -> bool:
    """Whether the section has another use for a letter, so that it may be a parameter: a layer, a class, a head."""
    spoken, key = once(model, _spoken_of), (statement.section, letter)
    if key not in spoken:
        spoken[key] = _stands_alone(model, letter, statement.section)
    # the statement itself has it, and so has another
    return spoken[key] or once(model, _statements_with)[key] > 1


def _spoken_of(_: SemanticModel) -> dict[tuple[int, str], bool]:
    """Of the letters that were asked about so far, section by section, whether its words speak of them."""
    return {}


def _is_free_elsewhere(model: SemanticModel, letter: str, statement: Statement) -> bool:
    """Whether the section has a letter unbound in another place, so that it may be a parameter here too."""
    if _stands_alone(model, letter, statement.section):
        return True
    return any(other is not statement for other in once(model, _free_letters).get((statement.section, letter), ()))


def _is_always_there(model: SemanticModel, found: IndexFault, statement: Statement) -> bool:
    """Whether a letter is a label: it stands in all entries of a name, beside another index, in several statements."""
    entries = once(model, _entries_of).get(found.holder, ())
    several = [(each, slots) for each, slots in entries if len(slots) > 1]
    elsewhere = any(each is not statement for each, _ in several)
    return elsewhere and all(Symbol(found.letter) in slots for _, slots in several)


def _entries_of(model: SemanticModel) -> dict[str, list[tuple[Statement, tuple[Term, ...]]]]:
    """The slots of all entries of each name, with the statement that they stand in."""
    found: dict[str, list[tuple[Statement, tuple[Term, ...]]]] = {}
    for statement in model.statements:
        for part in walk(statement.term):
            if isinstance(part, Index) and isinstance(part.base, Symbol):
                found.setdefault(part.base.name, []).append((statement, part.indices))
    return found


def _free_letters(model: SemanticModel) -> dict[tuple[int, str], list[Statement]]:
    """The statements of a section that have a letter in a slot, and do not bind it."""
    found: dict[tuple[int, str], list[Statement]] = {}
    for statement in model.statements:
        for letter in set(slot_letters(statement.term)) - bound_letters(statement.term) - _defined_for(statement.term):
            found.setdefault((statement.section, letter), []).append(statement)
    return found


def _defined_for(term: Term) -> set[str]:
    """The letters below what an equation defines: it says it for all of them."""
    if isinstance(term, Relation) and term.relations[0] in EQUAL and isinstance(term.sides[0], Index):
        return set(slot_letters(term.sides[0]))
    return set()


def _stands_alone(model: SemanticModel, letter: str, section: int) -> bool:
    """Whether a letter stands by itself somewhere in a section: "in class $c$", "the $l$-th layer"."""
    mentions = (each for each in model.uses.of(letter).occurrences if each.part == "mentioned")
    if any(each.section == section and each.term == Symbol(letter) for each in mentions):
        return True
    sections = model.document.sections
    begin = sections[section].span.start if section >= 0 else 0
    end = sections[section + 1].span.start if section + 1 < len(sections) else len(model.document.source.text)
    lone = re.compile(
        rf"\$\s*{re.escape(letter)}\s*(?:\$|=|\\in\b|,)|(?<![A-Za-z\\]){re.escape(letter)}\$?-?(?:th\b|个)"
    )
    return lone.search(model.document.source.text[begin:end]) is not None


def _statements_with(model: SemanticModel) -> Counter[tuple[int, str]]:
    """How many statements of a section have a letter as an index, or bind it."""
    return Counter(
        (statement.section, letter)
        for statement in model.statements
        for letter in {*slot_letters(statement.term), *bound_letters(statement.term)}
    )


def _is_told_nearby(model: SemanticModel, letter: str, span: Span) -> bool:
    """Whether the words around say what the letter is: "if $i = j$", "where $i = \\lfloor k/b \\rfloor$"."""
    text = model.document.source.text
    told = re.compile(
        rf"(?<![A-Za-z\\_])(?<!_\{{){re.escape(letter)}\s*(?:=(?!{COUNTED})|<|>|\\neq|\\ne\b|\\leq|\\le\b|\\geq|\\in\b|\\sim)"
        rf"|(?:=|\\neq)\s*{re.escape(letter)}(?![A-Za-z])"
    )
    begin, end = between_displays(model, span)
    before, after = text[max(begin, span.start - 250) : span.start], text[span.end : min(end, span.end + 250)]
    return told.search(before) is not None or told.search(after) is not None


def _has_value_behind(model: SemanticModel, letter: str, span: Span) -> bool:
    """Whether the words right behind give the letter a value: "where $i = \\lfloor n/2 \\rfloor$"."""
    given = re.compile(rf"(?<![A-Za-z\\_])(?<!_\{{){re.escape(letter)}\s*=(?!{COUNTED})")
    return given.search(model.document.source.text, span.end, span.end + 250) is not None


_IS_A_COUNT = r"\s*[$`)]{0,2}\s*(?:is|are|be|denotes?|means|counts|as|:|=)\s+(?:the\s+)?(?:total\s+)?(?:number|count|period|length)\b"


def _is_told_as_a_count(model: SemanticModel, span: Span) -> bool:
    """Whether the entry at a place is told as one number, index and all: "$T_i$ is the number of epochs between …"."""
    text = model.document.source.text
    return re.search(re.escape(text[span.start : span.end]) + _IS_A_COUNT, text) is not None


def ranges_carried_on(model: SemanticModel) -> Iterator[Problem]:
    """Range conditions that bound a letter with two jobs: they limit the one by the size of the other."""
    roots: list[tuple[int, int, str, str]] = []
    told: set[tuple[str, int]] = set()
    for statement, faults_here in once(model, _faults_by_statement):
        for found in faults_here:
            if found.fault == "two-jobs":
                place = statement.place(found.origin)
                roots.append((statement.section, place.start, found.letter, f"two-jobs:{found.letter}@{place.start}"))
        term = statement.term
        if not isinstance(term, Relation) or LESS.isdisjoint(term.relations):
            continue
        for section, _, letter, key in roots[:1]:
            line = model.document.source.place(statement.span.start).line
            if (key, line) in told:
                continue
            told.add((key, line))
            if section == statement.section and any(_has_multiple(side, letter) for side in term.sides):
                message = (
                    f"the range bounds {spell(letter)} as a doubled index, but {spell(letter)} is also the other index"
                )
                yield Problem(
                    statement.span, message, level="info", evidence={"kind": "index", "letter": letter}, causes=(key,)
                )


def _has_multiple(term: Term, letter: str) -> bool:
    """Whether a multiple of the letter stands in a term: 2i + 1."""
    return any(
        isinstance(part, Product)
        and any(isinstance(factor, Symbol) and factor.name == letter for factor in part.factors)
        for part in walk(term)
    )


def _problem(
    model: SemanticModel, statement: Statement, found: IndexFault, span: Span, key: str, same_as: str | None
) -> Problem:
    letter, holder = spell(found.letter), spell(found.holder)
    related = tuple(
        Related(declaration.span, f"{letter} declared here")
        for declaration in model.table.all_of(found.letter)[:2]
        if not statement.span.contains(declaration.span)
    )
    evidence: dict[str, object] = {"kind": "index", "letter": letter}
    match found.fault:
        case "two-jobs":
            message = f"{letter} is used for two indices of {holder}: one of them is {found.multiple}{letter}"
            note = f"only entries whose indices are {letter} and {found.multiple}{letter} are defined"
            advice = f"try another letter for the index that is doubled, in both slots and formulas of {holder}"
        case "nested-rebinds" | "nested-apart":
            message = f"{letter} is bound by two sums, one inside the other"
            note, advice = f"the inner {letter} hides the outer one", f"try another letter for one {letter}"
        case "bound-in-a-pair":
            message = f"{letter} stands twice in the pair that the {found.holder} runs through"
            note = f"what is taken has the index {spell(found.multiple)}, which nothing binds"
            advice = f"try {spell(found.multiple)} for one {letter}"
        case "sum-rebinds":
            message = f"{letter} is an index of the left side and bound again by the {found.holder}"
            note = f"inside the {found.holder}, {letter} is not the {letter} of the left side"
            advice = f"try another letter under the {found.holder}"
        case "never-used":
            message = f"the {found.holder} runs over {letter}, but {letter} does not stand in what is taken"
            note = f"what stands there has the index {spell(found.multiple)}"
            advice = f"try {letter} for {spell(found.multiple)}, or {spell(found.multiple)} under the {found.holder}"
        case "left-out":
            message = f"the sum runs over {letter}, but {holder} has the index {spell(found.multiple)} of the left side"
            note = f"{holder} is the same for every {letter} of the sum"
            advice = f"try {letter} for {spell(found.multiple)}"
        case "dangling":
            message = f"{holder} has the index {letter} here, which nothing in this formula binds"
            note, advice = (
                f"what stands around it is indexed by {spell(found.multiple)}",
                f"try {spell(found.multiple)} for {letter}",
            )
        case "stray-power":
            message = f"the exponent {letter} is bound by nothing in this formula, and the sum runs over {spell(found.multiple)}"
            note, advice = f"nothing says what {letter} is", f"try {spell(found.multiple)} for {letter}"
        case "escaped":
            summed = any(isinstance(part, IndexedSum) for part in walk(statement.term))
            message = f"{holder} has the index {letter} outside of the {'sum' if summed else 'set'} over {letter}"
            note, advice = f"nothing binds {letter} here", f"try {spell(found.multiple)} for {letter}"
        case "strange":
            message = f"{letter} stands on the right only, while {spell(found.multiple)} of the left side is not used"
            note, advice = f"nothing says what {letter} is", f"try {spell(found.multiple)} for {letter}"
        case "loose":
            message = f"{holder} has the index {letter} here, and what stands beside it has {spell(found.multiple)}"
            note, advice = f"nothing binds {letter} here", f"try {spell(found.multiple)} for {letter}"
        case "free-on-one-side" if found.amid:
            message = f"{letter} stands on the right only, and {spell(found.multiple)} in two slots of the left side"
            note, advice = f"nothing binds {letter} here", f"try {letter} for one {spell(found.multiple)}"
        case _:
            message = f"{letter} stands on the right only, while {spell(found.multiple)} of the left side is not used"
            note, advice = f"nothing binds {letter} here", f"try {spell(found.multiple)} for {letter}"
    level: Level | None = None if found.serious else "info"
    if found.fault == "nested-apart":  # the value does not depend on it, but a reader stumbles
        level = "warning"
    return Problem(span, message, help=advice, level=level, related=related, evidence=evidence, note=note, key=key,
                   same_as=same_as)  # fmt: skip
