"""Along which index an array sums to one: what its definition, the words and an equation ``Σ_j A_ij = 1`` say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.indices.slots import slot_letters
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import letter_names
from symformer.terms.show import show, spell
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    IndexedSum,
    Number,
    Quotient,
    Relation,
    Symbol,
    Term,
    Unknown,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

NEAR = 260  # characters from the words to the equation that says the same
SUMS = Cued(
    r"\b(?:each|every|all|the|whose|its|both|(?:entries|weights|elements|numbers)\s+(?:of|in)\s+(?:a|each|every|the|any))\s+(?P<side>row|column)s?\b(?:\s+of\s+[^.;:]{1,40}?)?\s+(?:also\s+|thus\s+|hence\s+|then\s+|now\s+)?"
    r"(?:sums?|adds?(?:\s+up)?)\s+to\s+(?:one|1\b|\$1\$)",
    re.IGNORECASE,
)
SUMS_IN_CHINESE = Cued(
    r"(?:\$?[A-Za-z]\$?\s*的?)?每一?(?P<side>行|列)(?:的)?(?:元素|分量|权重)?(?:之和|的和|和|求和|加起来|相加)(?:都|均|恒)?(?:为|等于|是|得)?\s*\$?(?:1\b|一)"
)
SIDES = {"行": "row", "列": "column"}
SOFTMAX = Cued(
    r"softmax\b[^.;\n]{0,50}?\b(?:each|every|over|along|across|per)\W{1,4}(?:the\s+|all\s+|its\s+)?(?P<side>row|column)s?\b",
    re.IGNORECASE,
)
OTHERWISE = Cued(r"\b(?:doubly|both|Sinkhorn|bistochastic|symmetric|either)\b", re.IGNORECASE)
SLOTS = {"row": 1, "column": 0}  # an entry's place in a row is told by its second index


@dataclass(frozen=True, slots=True)
class Said:
    """An array of two indices sums to one along this slot; ``place`` says so."""

    slot: int
    place: Span
    why: str
    statement: Statement | None = None


def normalisation_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each equation ``Σ_i A_ij = 1`` that another place contradicts, and each softmax of a diagonal."""
    text = model.document.source.text
    defined = defined_shares(model)
    yield from _against_words(model)
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        yield from _of_diagonals(statement)
        if (found := _sum_to_one(statement.term)) is None:
            continue
        entry, slot, total = found
        array = _array(entry)
        said = (defined.get(array.name) if array is not None else None) or _in_words(entry, statement, model)
        around = text[max(0, statement.span.start - 400) : statement.span.end + 200]
        if said is None or said.slot == slot or OTHERWISE.search(around):
            continue
        letters = [each.name for each in entry.indices if isinstance(each, Symbol)]
        place = statement.place(total.origin)
        yield Problem(
            place,
            f"this sum runs over {spell(letters[slot])}, but {show(entry)} sums to one over {spell(letters[said.slot])}: {said.why}",
            help=f"try {spell(letters[said.slot])} under the sum",
            related=(Related(said.place, "told here"),),
            evidence={"kind": "index", "letter": letters[slot]},
            key=f"normalisation@{place.start}",
        )


WISE = Cued(
    r"(?:\b(?=row|column)|(?:按|逐)\W{0,4}(?=行|列))(?P<side>row|column|行|列)(?:(?<=[行列])|[- ]?wise\b| by (?:row|column)\b)",
    re.IGNORECASE,
)
OVER = Cued(
    r"(?:softmax|normali[sz]\w+|sums?\s+to\s+(?:one|1))\b[^.;\n]{0,40}\b(?:over|across|along)\W+(?:the\s+|all\s+(?:the\s+)?)?"
    r"(?P<what>key|quer)(?:s|y|ies)\b",
    re.IGNORECASE,
)
_LETTER_OF = r"\b{what}(?:s|y|ies)?\s+(?:token\s+|position\s+|vector\s+)?\$([a-z])\$"


def _against_words(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each array that its definition makes sum to one along another index than the words say."""
    text = model.document.source.text
    for name, made in defined_shares(model).items():
        statement = made.statement
        if statement is None or OTHERWISE.search(text, max(0, made.place.start - 400), made.place.end + 200):
            continue
        left = statement.term.sides[0] if isinstance(statement.term, Relation) else None
        if not isinstance(left, Index):
            continue
        letters = [each.name for each in left.indices if isinstance(each, Symbol)]
        said = _side_told(text, made.place, name) or _role_told(text, letters)
        if said is None or said.slot == made.slot:
            continue
        yield Problem(
            made.place,
            f"{show(Symbol(name))} sums to one over {spell(letters[made.slot])} by this equation, "
            f"but over {spell(letters[said.slot])} by the words: {said.why}",
            help=f"try a sum over {spell(letters[said.slot])} below the line",
            related=(Related(said.place, "told here"),),
            evidence={"kind": "index", "letter": letters[made.slot]},
            key=f"normalisation@{made.place.start}",
        )


def _side_told(text: str, place: Span, name: str) -> Said | None:
    """The side that all words on softmaxes near an equation name, and those on the sums of this array."""
    begin = max(0, place.start - NEAR)
    near = re.sub(r"[*_]", " ", text[begin : place.end + NEAR])
    own = re.compile(rf"\b{re.escape(taken_apart(name).letter)}\b")
    told = [found for each in (SUMS, SUMS_IN_CHINESE) for found in each.finditer(near) if own.search(found[0])]
    if "softmax" in near.lower():
        told += [found for each in (SOFTMAX, WISE) for found in each.finditer(near)]
    sides = {side_of(found) for found in told}
    if len(sides) != 1:
        return None
    side = sides.pop()
    at = begin + told[0].start()
    return Said(SLOTS[side], Span(at, at + len(told[0][0])), f"each {side} sums to one")


def side_of(found: re.Match[str]) -> str:
    """ "row" or "column", whatever the language."""
    return SIDES.get(found["side"], found["side"].lower())


def _role_told(text: str, letters: list[str]) -> Said | None:
    """The slot of the keys, where words say that the weights are normalised over them, and which letter theirs is."""
    over = list(OVER.finditer(text))
    if len({found["what"].lower() for found in over}) != 1:
        return None
    what = over[0]["what"].lower()
    named = {found for found in re.findall(_LETTER_OF.format(what=what), text, re.IGNORECASE) if found in letters}
    if len(named) != 1:
        return None
    role = "keys" if what == "key" else "queries"
    place = Span(over[0].start(), over[0].end())
    return Said(letters.index(named.pop()), place, f"they are normalised over the {role}")


def _sum_to_one(term: Term) -> tuple[Index, int, IndexedSum] | None:
    """The entry, the slot that is summed, and the sum, of ``Σ_j A_ij = 1``."""
    match term:
        case Relation(
            relations=("=", *_),
            sides=(
                IndexedSum(kind="sum", index=Symbol() as letter, body=Index() as entry) as total,
                Number(value=one),
                *_,
            ),
        ) if one == 1 and len(entry.indices) == 2 and letter in entry.indices and entry.indices[0] != entry.indices[1]:
            if _array(entry) is not None:
                return entry, entry.indices.index(letter), total
    return None


def defined_shares(model: SemanticModel) -> dict[str, Said]:
    """By name: along which slot a definition of the entries makes shares."""
    found: dict[str, Said] = {}
    twice: set[str] = set()
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        left, right = term.sides[0], term.sides[1]
        array = _array(left)
        if term.relations[0] not in EQUAL or not isinstance(left, Index) or array is None:
            continue
        letters = [each.name for each in left.indices if isinstance(each, Symbol)]
        slot = slot_of_shares(right, letters)
        why = "its denominator is a sum over it"
        if slot is None:
            slot, why = _slot_of_chances(right, letters), "it is a chance of that, given the other"
        if slot is None:
            continue
        if array.name in found and found[array.name].slot != slot:
            twice.add(array.name)
        found.setdefault(array.name, Said(slot, statement.span, why, statement))
    return {name: said for name, said in found.items() if name not in twice}


def shares_over(model: SemanticModel) -> dict[str, Said]:
    """By name: along which slot the entries of an array are chances, by their definition or an equation Σ_j a_ij = 1."""
    found = {name: said for name, said in defined_shares(model).items() if said.why.startswith("it is a chance")}
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        summed = _sum_to_one(statement.term)
        if summed is not None and (array := _array(summed[0])) is not None:
            found.setdefault(array.name, Said(summed[1], statement.span, "its sum is told", statement))
    return found


def _array(entry: Term) -> Symbol | None:
    """The array of an entry at two letters; of all members of a family, ``A_h[i, j]`` or ``A^{(h)}_{ij}``, their name."""
    match entry:
        case Index(base=Symbol() as name, indices=(Symbol(), Symbol())):
            return name
        case Index(base=Index(base=Symbol() as name), indices=(Symbol(), Symbol()), upper=()):
            return name
    return None


def slot_of_shares(right: Term, letters: list[str]) -> int | None:
    """The slot whose letter the sum in the denominator has no more."""
    if not isinstance(right, Quotient) or not isinstance(right.denominator, IndexedSum):
        return None
    below = right.denominator
    if below.kind != "sum" or below.index is None:
        return None
    above, under = set(slot_letters(right.numerator)), set(slot_letters(below.body)) - {below.index.name}
    if not set(letters) <= above:
        return None
    kept = [letter for letter in letters if letter in under]
    return 1 - letters.index(kept[0]) if len(kept) == 1 and below.index.name not in kept else None


def _slot_of_chances(right: Term, letters: list[str]) -> int | None:
    """The slot of what is asked of ``P(z' = j | z = i)``."""
    calls = [
        part
        for part in walk(right)
        if isinstance(part, Apply) and part.function == "given" and len(part.arguments) == 2
    ]
    if not isinstance(right, Apply) or len(calls) != 1 or any(isinstance(part, Unknown) for part in walk(right)):
        return None
    asked, given = (letter_names(each) for each in calls[0].arguments)
    for at, letter in enumerate(letters):
        if letter in asked and letter not in given and letters[1 - at] in given and letters[1 - at] not in asked:
            return at
    return None


def _in_words(entry: Index, statement: Statement, model: SemanticModel) -> Said | None:
    """What the sentence before the equation says of rows or columns, or the note of its softmax."""
    text = model.document.source.text
    start = statement.formula.span.start if statement.formula is not None else statement.span.start
    lead = text[max(0, start - NEAR) : start]
    cut = max(lead.rfind("\n\n", 0, max(0, len(lead) - 4)), 0)
    near = list(SUMS.finditer(lead, cut))
    if near and len({found["side"].lower() for found in near}) == 1:
        side = near[-1]["side"].lower()
        at = max(0, start - NEAR) + near[-1].start()
        return Said(SLOTS[side], Span(at, at + near[-1].end() - near[-1].start()), f"the {side}s sum to one")
    array = _array(entry)
    if array is None or not _is_softmax(array, model):
        return None
    plain = re.sub(r"[*_]", " ", text)
    told = [found for each in (SOFTMAX, WISE) for found in each.finditer(plain)]
    if told and len(sides := {side_of(found) for found in told}) == 1:
        side = sides.pop()
        return Said(SLOTS[side], Span(told[0].start(), told[0].end()), f"the softmax is taken over each {side}")
    return None


def _is_softmax(name: Symbol, model: SemanticModel) -> bool:
    """Whether the note makes an array, or the members of a family of such, by a softmax of a whole array."""
    return any(
        isinstance(statement.term, Relation)
        and _named(statement.term.sides[0]) == name
        and isinstance(statement.term.sides[1], Apply)
        and statement.term.sides[1].function == "softmax"
        for statement in model.statements
    )


def _named(side: Term) -> Term:
    """The name of a side that is one, or a member of a family: A of ``A_h``, of ``A^{(h)}``."""
    return side.base if isinstance(side, Index) and len(side.slots) == 1 else side


def _of_diagonals(statement: Statement) -> Iterator[Problem]:
    """``exp(L_ii) / Σ_j exp(L_jj)``: the sum runs over the other pairs, not over the diagonal."""
    for part in walk(statement.term):
        if (
            not isinstance(part, Quotient)
            or not isinstance(part.denominator, IndexedSum)
            or part.denominator.index is None
        ):
            continue
        above = {each for each in walk(part.numerator) if isinstance(each, Index) and _is_diagonal(each)}
        below = [each for each in walk(part.denominator.body) if isinstance(each, Index)]
        if (
            len(above) != 1
            or len(below) != 1
            or not _is_diagonal(below[0])
            or below[0].indices[0] != part.denominator.index
        ):
            continue
        own = next(iter(above))
        if own.base == below[0].base:
            letter, summed = show(own.indices[0]), show(part.denominator.index)
            yield Problem(
                statement.place(below[0].origin),
                f"the sum below the line is over the diagonal {show(below[0])}: it holds none of the other pairs",
                help=f"try {show(own.base)}[{letter}, {summed}] or {show(own.base)}[{summed}, {letter}]",
                evidence={"kind": "index", "letter": summed},
            )


def _is_diagonal(entry: Index) -> bool:
    return len(entry.indices) == 2 and entry.indices[0] == entry.indices[1] and isinstance(entry.indices[0], Symbol)
