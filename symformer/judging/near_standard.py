"""Formulas that are a standard equation but for one small edit: which of them a reader is told of, and in what words.

What is a variant, or said to be one, is passed over.  Loud is only what claims to be the equation: by the function
on its left side, or since the words before it cite the equation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from symformer.catalogue.lookup import all_equations
from symformer.findings.finding import Problem
from symformer.reasoning.near_miss import NearMiss, near_miss
from symformer.reasoning.nearly import Edit
from symformer.semantics.inference import StatementShape
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.surroundings import sentence_before
from symformer.terms.parts import rebuilt
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote
    from symformer.semantics.statement import Statement

VARIES = re.compile(
    r"\b(?:un-?scaled|without|simplif\w+|simplest|variants?|variations?|instead|ignor\w+|omit\w*|dropp(?:ed|ing)|leav(?:e|ing) out"
    r"|skip\w*|na[iï]ve\w*|modif\w+|replac\w+|alternativ\w+|generali[sz]\w*|for now|raw|intuiti\w+|analog\w+|similar(?:ly)?"
    r"|other choices?|differs?|different\w*|unlike|contrast|version|extend\w*|extension|adapt(?:ed|ing)|no longer|rather than"
    r"|approximat\w+|heuristic|proportional|up to|if we|could|would|suppose|special case|reduces? to|equivalent\w*)\b"
    r"|不带|简化|变体|改为|省略|忽略|去掉|近似|类似",
    re.IGNORECASE,
)
AFTER = 160  # characters behind a formula in which a variant may be named
ORIGINAL = re.compile(
    r"\b(?:original|vaswani|attention is all you need|the paper|the transformer)\b|原始|论文", re.IGNORECASE
)
FAMILIES = (
    frozenset({"sin", "cos"}),
    frozenset({"sigmoid", "sigma", "tanh"}),
    frozenset({"exp", "log"}),
    frozenset({"max", "min"}),
)
SCALAR_FUNCTIONS = frozenset({"exp", "log", "tanh", "sigmoid", "sin", "cos", "erf", "sqrt"})
LARGE = 100


@dataclass(frozen=True, slots=True)
class _Found:
    shaped: StatementShape
    miss: NearMiss
    cited: bool


def near_miss_problems(note: JudgedNote, level: Literal["info", "warning"]) -> Iterator[Problem]:
    """The near misses of a note that are told at a level."""
    for each in once(note, _found):
        if ("warning" if each.cited else "info") == level:
            yield _problem(each)


def near_by_statement(model: SemanticModel) -> dict[int, str]:
    """The near misses of a note in words, by the identity of their statements: what ``check`` tells of them."""
    return {
        id(each.shaped.statement): f"differs from {each.miss.equation.id}: {in_words(each.miss.edit)}"
        for each in once(model, _found)
    }


def _found(note: SemanticModel) -> tuple[_Found, ...]:
    found = tuple(each for shaped in note.shapes for each in _of_statement(note, shaped))
    if not any(each.miss.edit.kind == "entry" for each in found) or not any(map(_is_of_halves, note.shapes)):
        return found
    return tuple(each for each in found if each.miss.edit.kind != "entry")


def _is_of_halves(shaped: StatementShape) -> bool:
    """Whether a left side tells an entry of the second half, PE_{t, i + d/2}: the order of entries is another one."""
    term = shaped.statement.term
    left = term.sides[0] if isinstance(term, Relation) else term
    places = left.arguments if isinstance(left, Apply) else left.indices if isinstance(left, Index) else ()
    return any(isinstance(each, Sum) and any(map(_is_half, each.terms)) for each in places)


def _is_half(term: Term) -> bool:
    """Whether a term is half of a size: d/2, d_{model} / 2."""
    letters = [part for part in walk(term) if isinstance(part, Symbol)]
    numbers = {part.value for part in walk(term) if isinstance(part, Number)}
    return (
        len(letters) == 1
        and (numbers == {Fraction(2)} or numbers == {Fraction(1, 2)})
        and isinstance(term, Quotient | Product)
    )


def _of_statement(note: SemanticModel, shaped: StatementShape) -> Iterator[_Found]:
    statement = shaped.statement
    if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged or statement.renewed:
        return
    miss = near_miss(statement.term, lambda: cited_in(words_before(note, statement)))
    if miss is None:
        return
    before, after = words_before(note, statement), words_after(note, statement)
    by_words = miss.equation.id in cited_in(before)
    if not is_slip(miss.edit) and not (by_words and miss.edit.kind == "missing"):
        return
    if _is_free_choice(miss.edit, before) or _is_unscaled(miss.edit) and not by_words:
        return
    if VARIES.search(before) or VARIES.search(after):
        return
    if shaped.inferred.conflicts:
        return  # told by the shapes already
    cited = miss.named and bool(miss.equation.operators) or by_words
    if miss.variant and isinstance(statement.term, Relation) and isinstance(statement.term.sides[0], Index):
        cited = False  # it may tell its entries by another rule
    yield _Found(shaped, miss, cited and is_slip(miss.edit))


@lru_cache(maxsize=1)
def _phrases() -> tuple[re.Pattern[str], dict[str, frozenset[str]]]:
    """What finds any phrase by which an equation is cited, and the equations of each."""
    by_phrase: dict[str, set[str]] = {}
    for equation in all_equations():
        for phrase in equation.called:
            by_phrase.setdefault(phrase, set()).add(equation.id)
    longest_first = sorted(by_phrase, key=len, reverse=True)
    found = re.compile("(?=\\b(" + "|".join(map(re.escape, longest_first)) + "))", re.IGNORECASE)
    return found, {phrase: frozenset(ids) for phrase, ids in by_phrase.items()}


def cited_in(words: str) -> frozenset[str]:
    """The equations that words cite, by id.

    >>> sorted(cited_in("Bias correction in Adam"))
    ['adam-correction', 'adam-first-moment', 'adam-second-moment', 'adam-step']
    """
    pattern, by_phrase = _phrases()
    phrases = {found[1].lower() for found in pattern.finditer(words)}
    return frozenset().union(*(by_phrase[phrase] for phrase in phrases))


def words_before(note: SemanticModel, statement: Statement) -> str:
    """The heading above a formula, and the sentence that leads to it."""
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    title = note.document.sections[statement.section].title if statement.section >= 0 else ""
    return f"{title}\n{sentence_before(note.document.source.text, start)}"


def words_after(note: SemanticModel, statement: Statement) -> str:
    """The words behind a formula, up to the next paragraph but one."""
    end = statement.span.end if statement.formula is None else statement.formula.span.end
    return note.document.source.text[end : end + AFTER].split("\n\n\n")[0]


def is_slip(edit: Edit) -> bool:
    """Whether an edit is one that happens to a writer: a sign, a transpose, a root, a number, a letter for another.

    What is added or left out altogether, such as a bias or a dropout, is a choice.
    """
    match edit.kind:
        case "inverted" | "negated" | "branches" | "operation" | "moved" | "regrouped":
            return True
        case "order":
            return _is_of_matrices(edit.standard)
        case "entry" | "arguments" | "crossed":
            return True
        case "function":
            return (
                isinstance(edit.standard, Apply) and isinstance(edit.found, Apply) and _kin(edit.standard, edit.found)
            )
        case "wrapped":
            return _is_slip_of_wrapping(edit.standard, edit.found)
        case "missing":
            return isinstance(edit.standard, Number) or _is_power_of_product(edit.standard, edit.within)
        case "extra":
            return _is_extra_slip(edit)
        case "letter":
            return _letter_of(edit.standard) != _letter_of(edit.found)  # no more than the font or an index
    return _is_constant(edit.standard) and _is_constant(edit.found)


def _is_extra_slip(edit: Edit) -> bool:
    """Whether what a formula has too much is a factor in numbers or a letter twice: a letter of its own is a choice."""
    if isinstance(edit.found, Number):
        return edit.found.value != 1 and not isinstance(edit.within, Sum)  # a gain counted from one: 1 + g
    known = {part for part in walk(edit.within) if isinstance(part, Symbol)} if edit.within is not None else set()
    own = {part for part in walk(edit.found) if isinstance(part, Symbol)} if edit.found is not None else set()
    return _is_power_of_product(edit.found, edit.within) and own <= known


def _is_power_of_product(part: Term | None, within: Term | None) -> bool:
    return isinstance(part, Power) and isinstance(within, Product)


def _is_constant(term: Term | None) -> bool:
    """Whether a term holds numbers only: 1/2, √2, π."""
    parts = [] if term is None else list(walk(term))
    return bool(parts) and not any(isinstance(each, Symbol | Index) and each != Symbol("pi") for each in parts)


def _kin(standard: Apply, found: Apply) -> bool:
    return any({standard.function, found.function} <= family for family in FAMILIES)


def _is_slip_of_wrapping(standard: Term | None, found: Term | None) -> bool:
    match standard, found:
        case Transpose(operand), _:
            return _is_matrix(operand)
        case _, Transpose(operand):
            return _is_matrix(operand)
        case Apply(function), _:  # exp(z) for which z stands
            return function in SCALAR_FUNCTIONS
    return isinstance(standard, Power) or isinstance(found, Power)


def _is_of_matrices(term: Term | None) -> bool:
    """Whether no factor is a vector by its name: of an inner product either factor may stand first."""
    factors = term.factors if isinstance(term, Product) else ()
    bare = (each.operand if isinstance(each, Transpose) else each for each in factors)
    return all(_is_matrix(each) for each in bare if isinstance(each, Symbol | Index))


def _is_unscaled(edit: Edit) -> bool:
    """Whether the root of a width is left out, which is a form of its own."""
    part = edit.standard
    root = isinstance(part, Power) and isinstance(part.exponent, Number) and part.exponent.value == Fraction(-1, 2)
    return edit.kind == "missing" and root and isinstance(edit.within, Product)


def _is_matrix(term: Term) -> bool:
    """Whether a name is one that matrices have: of two vectors, a product is often an inner one as it stands."""
    return _letter_of(term)[:1].isupper() or not isinstance(term, Symbol | Index)


def _letter_of(term: Term | None) -> str:
    head = term.base if isinstance(term, Index) else term
    return head.name.rpartition("(")[2].replace(")", "") if isinstance(head, Symbol) else show(head) if head else ""


def _is_free_choice(edit: Edit, before: str) -> bool:
    """Whether a constant may be chosen: the base of the positions, unless it is said to be the original one."""
    pair = (edit.standard, edit.found)
    large = any(isinstance(each, Number) and abs(each.value) >= LARGE for each in pair)
    return large and ORIGINAL.search(before) is None


# -- words ------------------------------------------------------------------------------------------------------------


def _problem(found: _Found) -> Problem:
    miss, statement = found.miss, found.shaped.statement
    assert isinstance(statement.term, Relation)
    right = statement.term.sides[miss.side]
    source, edit = str(miss.equation.source), miss.edit
    left = edit.standard if edit.kind in ("entry", "arguments") and edit.standard else statement.term.sides[0]
    return Problem(
        statement.place(right.origin),
        f"differs from the standard “{miss.equation.title}”: {in_words(miss.edit)}",
        help=f"the standard form is {show(left)} = {show(miss.standard)} ({source})",
        evidence={"equation": miss.equation.id, "standard": show(miss.standard), "edit": miss.edit.kind},
    )


def in_words(edit: Edit) -> str:
    """What an edit changes, in words.

    >>> in_words(Edit("wrapped", Transpose(Symbol("K")), Symbol("K")))
    'K is not transposed'
    >>> in_words(Edit("other", Number(Fraction(-1, 2)), Number(Fraction(-1)), Power(Symbol("d"), Number(Fraction(-1, 2)))))
    'it has 1 / d where the standard has 1 / √d'
    """
    standard, found = edit.standard, edit.found
    match edit.kind, standard, found:
        case "wrapped", Transpose(), _ if found is not None and not isinstance(found, Transpose):
            return f"{_told(found)} is not transposed"
        case "wrapped", _, Transpose() if standard is not None:
            return f"{_told(standard)} is transposed"
        case "function", Apply(), Apply():
            return f"it has {found.function} where the standard has {standard.function}"
        case "missing", Number(value=value), _ if value == -1:
            return f"the minus of {_told(_without(edit.within, standard))} is missing"
        case "extra", _, Number(value=value) if value == -1 and edit.within is not None:
            return f"{_told(edit.within)} has a minus"
        case "missing", _, _ if standard is not None:
            return f"{_part_told(standard, edit.within)} is missing"
        case "extra", _, _ if found is not None:
            return f"{_part_told(found, edit.within)} is one too many"
        case "moved", _, _ if standard is not None:
            return f"{_part_told(standard, Product(()))} stands outside or inside of what it does in the standard"
        case "order", _, _:
            return "its factors stand in another order"
        case "regrouped", _, _:
            return f"its brackets stand otherwise: it has {_told(found)} where the standard has {_told(standard)}"
        case "negated", _, _:
            return f"it has the other sign: {_told(found)} where the standard has {_told(standard)}"
        case "branches", _, _:
            return "its two cases are exchanged"
        case "crossed", _, _:
            return f"{_told(found)} and {_told(standard)} stand in each other's place"
        case "inverted", _, _:
            return f"a quotient is upside down: it has {_told(found)} where the standard has {_told(standard)}"
        case "entry" | "arguments", _, _:
            return f"the right side is that of {_told(standard)}, not of {_told(found)}"
        case "other", Number(), Number() if isinstance(edit.within, Power | Product):
            other = rebuilt(edit.within, lambda part: found if part == standard else part)
            return f"it has {_told(other)} where the standard has {_told(edit.within)}"
    return f"it has {_told(found)} where the standard has {_told(standard)}"


def _part_told(part: Term, within: Term | None) -> str:
    """A factor, a divisor or a term."""
    if isinstance(within, Product) and isinstance(part, Power) and _is_divisor(part):
        return f"the division by {_told(_turned(part))}"
    if isinstance(within, Sum):
        return f"the term {_told(part)}"
    return f"the factor {_told(part)}" if isinstance(within, Product) else _told(part)


def _without(within: Term | None, part: Term) -> Term | None:
    match within:
        case Product(factors):
            rest = tuple(each for each in factors if each != part)
            return rest[0] if len(rest) == 1 else Product(rest)
    return within


def _is_divisor(term: Term) -> bool:
    return isinstance(term, Power) and isinstance(term.exponent, Number) and term.exponent.value < 0


def _turned(term: Power) -> Term:
    assert isinstance(term.exponent, Number)
    exponent = -term.exponent.value
    return term.base if exponent == 1 else Power(term.base, Number(exponent))


def _told(term: Term | None) -> str:
    return "nothing" if term is None else show(readable(term))


def readable(term: Term) -> Term:
    """A term of the normal form as one would write it: quotients and roots.

    >>> x, y = Symbol("x"), Symbol("y")
    >>> show(readable(Product((x, Power(y, Number(Fraction(-1, 2)))))))
    'x / √y'
    """
    inner = rebuilt(term, readable) if not isinstance(term, Product) else term
    match inner:
        case Power(base, Number(value=value)) if value < 0:
            return Quotient(Number(Fraction(1)), readable(_turned(inner)))
        case Power(base, Number(value=value)) if value == Fraction(1, 2):
            return Apply("sqrt", (base,))
        case Product(factors) if divisors := [
            each for each in factors if isinstance(each, Power) and _is_divisor(each)
        ]:
            above = tuple(readable(each) for each in factors if each not in divisors)
            below = tuple(readable(_turned(each)) for each in divisors)
            return Quotient(_one(above), _one(below))
        case Product(factors):
            return Product(tuple(readable(each) for each in factors))
    return inner


def _one(factors: tuple[Term, ...]) -> Term:
    return Number(Fraction(1)) if not factors else factors[0] if len(factors) == 1 else Product(factors)
