"""Formulas that are a standard equation but for one small edit: which of them a reader is told of, and in what words.

What is a variant, or said to be one, is passed over.  Loud is only what claims to be the equation: by the function
on its left side, or since the words before it cite the equation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from symformer.catalogue.lookup import all_equations
from symformer.findings.finding import Problem
from symformer.judging.equations.around import (
    VARIES,
    called_a_variant,
    claimed_by_label,
    is_meant,
    label_of,
    titles_above,
    without_the_other,
    words_after,
    words_before,
)
from symformer.judging.equations.attention_scale import OTHER_SCALES, attention_scale_problems, speaks_of_attention
from symformer.judging.equations.edits import (
    begins_with_itself,
    in_words,
    is_fixed_point,
    is_of_costs,
    is_of_pairs,
    is_slip,
    is_turned_over,
    is_unscaled,
)
from symformer.judging.equations.means_written_out import mean_problems
from symformer.judging.equations.near_forms import (
    formulas_as_they_are_written,
    loud_near_forms,
    near_form_problems,
    stands_for_more,
)
from symformer.judging.equations.targets_told import target_told
from symformer.judging.equations.told_alike import fits_as_it_lies, holds_its_transpose, lacks_its_transpose
from symformer.judging.indices.deviations import means_told
from symformer.reasoning.near_miss import NearMiss, near_miss
from symformer.reasoning.nearly import Edit
from symformer.reasoning.plainer import with_plain_letters
from symformer.reasoning.recognise import likeness, plain_name
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.inference import StatementShape
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
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote

ORIGINAL = Cued(
    r"\b(?:original|vaswani|attention is all you need|the paper|the transformer)\b|原始|论文", re.IGNORECASE
)
LARGE = 100
NEXT_FORMULA = Cued(r"\$?[^.;$\n]{0,80}(?:\bis\b|\bare\b|=|:)\s*\$")  # "…, and the perplexity is $": what a title names


@dataclass(frozen=True, slots=True)
class _Found:
    shaped: StatementShape
    miss: NearMiss
    cited: bool


def near_miss_problems(
    note: JudgedNote, level: Literal["info", "warning"], wrong: Collection[int] = ()
) -> Iterator[Problem]:
    """The near misses of a note that are told at a level.

    ``wrong`` are chains, by the identity of their statements, with a step that does not follow: that tells of them.
    """
    told: set[int] = set(wrong)
    loud = loud_near_forms(note)
    moments = once(note, mean_problems)
    scales = {id(statement): problem for statement, problem in once(note, attention_scale_problems)}
    for each in once(note, _found):
        if not each.cited and id(each.shaped.statement) in loud | scales.keys():
            continue  # the words name a form that it differs from
        if not each.cited and id(each.shaped.statement) in moments:
            continue
        told.add(id(each.shaped.statement))
        if ("warning" if each.cited else "info") == level:
            yield _problem(each)
    if level == "warning":
        yield from (problem for statement, problem in scales.items() if statement not in told)
        told.update(scales)
        yield from (problem for statement, problem in moments.items() if statement not in told | loud)
    told.update(moments.keys() - loud)
    yield from near_form_problems(note, level, told)


def cited_near_misses(note: JudgedNote) -> frozenset[int]:
    """The identities of the statements that are told loudly to differ from a standard equation or form."""
    return frozenset(id(each.shaped.statement) for each in once(note, _found) if each.cited) | loud_near_forms(note)


def near_by_statement(model: SemanticModel) -> dict[int, str]:
    """The near misses of a note in words, by the identity of their statements: what ``check`` tells of them."""
    return {
        id(each.shaped.statement): f"differs from {each.miss.equation.id}: {in_words(each.miss.edit)}"
        for each in once(model, _found)
    }


def _found(note: SemanticModel) -> tuple[_Found, ...]:
    right = formulas_as_they_are_written(note)
    found = tuple(
        each for shaped in note.shapes if id(shaped.statement) not in right for each in _of_statement(note, shaped)
    )
    if any(map(_is_sinusoid_turned, found)) and any(map(_is_sine_of_odd, note.shapes)):
        found = tuple(each for each in found if not _is_sinusoid_turned(each))
    halves = any(map(_is_of_halves, note.shapes))
    paired = tuple(each for each in found if not halves and _has_other_angle(each, note))
    found = tuple(replace(each, cited=True) if each in paired else each for each in found)
    entries = {each.miss.equation.id for each in found if each.miss.edit.kind == "entry"}
    if not entries or len(entries) == 1 and not halves:
        return found
    told = {id(each.shaped.statement) for each in paired}  # otherwise sines and cosines count in another way
    return tuple(each for each in found if each.miss.edit.kind != "entry" or id(each.shaped.statement) in told)


def _has_other_angle(found: _Found, note: SemanticModel) -> bool:
    """Whether the sine beside a cosine, or the cosine beside a sine, is that of another angle: both are of one."""
    own = found.shaped.statement
    if not found.miss.equation.id.startswith("sinusoid-") or found.miss.edit.kind == "function":
        return False
    angles = _angles(own.term)
    beside = [
        each.term
        for each in note.statements
        if each is not own and abs(each.span.start - own.span.start) < BESIDE and each.stance == "asserted"
    ]
    others = {angle for term in beside for angle in _angles(term) if angle[0] != next(iter(angles), ("",))[0]}
    if len(angles) != 1 or len(others) != 1:
        return False
    (_, angle), (_, other) = next(iter(angles)), next(iter(others))
    return angle != other and {*_letters(angle)} == {*_letters(other)} and not any(map(_is_odd, (angle, other)))


BESIDE = 300  # characters between the sine and the cosine of one encoding


def _angles(term: Term) -> set[tuple[str, Term]]:
    """The sine or cosine that an equation tells, and what it is of."""
    right = term.sides[-1] if isinstance(term, Relation) else term
    waves = (part for part in walk(right) if isinstance(part, Apply) and part.function in ("sin", "cos"))
    return {(part.function, part.arguments[0]) for part in waves if len(part.arguments) == 1}


def _letters(term: Term) -> Iterator[Symbol]:
    return (part for part in walk(term) if isinstance(part, Symbol))


def _is_odd(angle: Term) -> bool:
    """Whether an angle counts the components one by one: 2i + 1 in the exponent."""
    return any(isinstance(part, Sum) and Number(Fraction(1)) in part.terms for part in walk(angle))


def _is_sinusoid_turned(found: _Found) -> bool:
    return found.miss.equation.id.startswith("sinusoid-") and found.miss.edit.kind == "function"


def _is_sine_of_odd(shaped: StatementShape) -> bool:
    """Whether an equation tells the component 2i - 1 by a sine: components count from 1, and the even ones are cosines."""
    term = shaped.statement.term
    if not isinstance(term, Relation) or not any(
        isinstance(part, Apply) and part.function == "sin" for part in walk(term.sides[-1])
    ):
        return False
    left = term.sides[0]
    places = left.arguments if isinstance(left, Apply) else left.indices if isinstance(left, Index) else ()
    odd = (each for each in places if isinstance(each, Sum) and isinstance(each.terms[0], Product))
    return any(len(each.terms) == 2 and each.terms[1] == Number(Fraction(-1)) for each in odd)


def _is_of_halves(shaped: StatementShape) -> bool:
    """Whether a left side tells an entry of the second half, PE_{t, i + d/2}: the order of entries is another one."""
    term = shaped.statement.term
    left = term.sides[0] if isinstance(term, Relation) else term
    places = left.arguments if isinstance(left, Apply) else left.indices if isinstance(left, Index) else ()
    return any(isinstance(each, Sum) and any(map(_is_half, each.terms)) for each in places)


def _is_half(term: Term) -> bool:
    """Whether a term is half of a size: d/2, d_{model} / 2."""
    match term:
        case Quotient(numerator=Symbol() | Index(), denominator=Number(value=value)):
            return value == 2
        case Product(factors=factors):
            return Number(Fraction(1, 2)) in factors
    return False


def _of_statement(note: SemanticModel, shaped: StatementShape) -> Iterator[_Found]:
    statement = shaped.statement
    if statement.carrier != "formula" or statement.stance != "asserted" or statement.renewed:
        return
    term, label = with_plain_letters(_claimed(statement.term)), label_of(note, statement)
    if claimed_by_label(statement.term) is not None:
        label = ""
    before = without_the_other(f"{words_before(note, statement)}\n{label}")
    after = words_after(note, statement)
    miss = near_miss(term, lambda: cited_in(before))
    if miss is None or statement.hedged and not miss.named:
        return
    by_words = miss.equation.id in cited_in(before)
    if not is_slip(miss.edit) and not (by_words and miss.edit.kind == "missing"):
        return
    if is_of_costs(miss.edit, before) or is_of_pairs(term, miss.edit) or begins_with_itself(term, miss.edit):
        return
    if is_fixed_point(statement.term):
        return
    if _is_free_choice(miss.edit, before) or (is_unscaled(miss.edit) or _is_coefficient(miss.edit)) and not by_words:
        return
    if called_a_variant(note, statement, label, cited=True, turned=is_turned_over(miss.edit)):
        return
    if miss.edit.kind == "missing" and stands_for_more(statement, note):
        return  # a letter may hold what seems to be missing
    if _is_a_variance(miss) or not isinstance(statement.term, Relation) and is_meant(note, statement):
        return
    if shaped.inferred.conflicts:
        return  # told by the shapes already
    target = target_told(note, statement, term, miss.equation.id, miss.edit)
    if target == "right":
        return
    if holds_its_transpose(note, miss.edit, f"{before}\n{after}") or fits_as_it_lies(miss.edit, shaped.environment):
        return
    cited = miss.named and bool(miss.equation.operators) or by_words
    above = titles_above(note, statement)
    cited = cited or miss.equation.id in cited_in(above) and not VARIES.search(above)
    follows = NEXT_FORMULA.match(after)
    if follows is not None and miss.equation.id in cited_in(follows[0]):
        cited = miss.equation.id in cited_in(re.split(r"[.;:!?]\s|\n", before.rstrip())[-1])
    if miss.variant and isinstance(statement.term, Relation) and isinstance(statement.term.sides[0], Index):
        cited = False  # it may tell its entries by another rule
    cited = cited or lacks_its_transpose(note, miss.edit) or _adds_up_to_nothing(miss.edit, note)
    cited = cited or _is_called_as_usual(miss) and miss.equation.id in once(note, _cited_anywhere)
    cited = cited or _is_in_its_own_letters(miss, term) and not _is_slope_of_told(note, term)
    yield _Found(shaped, miss, cited and is_slip(miss.edit) and target != "open")


def _claimed(term: Term) -> Term:
    """A formula as the equation that it claims to be: by the name before a colon, or by itself where it has no left side."""
    if isinstance(term, Relation):
        named = claimed_by_label(term)
        return term if named is None else replace(named[1], sides=(term.sides[0], *named[1].sides[1:]))
    if isinstance(term, Product | Apply) and any(
        isinstance(part, Apply) and part.function == "softmax" for part in walk(term)
    ):
        return Relation(("=",), (NAMELESS, term), term.origin)
    return term


NAMELESS = Symbol("…")  # what a formula without a left side gives


def _is_called_as_usual(miss: NearMiss) -> bool:
    """Whether the letters of a formula, but for its indices, are the ones that the equation has: Q, K, V and d_k."""
    names = {letter: name for letter, name in miss.names.items() if not _is_counter(name)}
    standard, found = miss.edit.standard, miss.edit.found
    if miss.edit.kind in NAMING or isinstance(standard, Index) != isinstance(found, Index):
        return False  # rows or columns, entries or the whole, p for the target or for the model
    if isinstance(standard, Symbol) and isinstance(found, Symbol) and found.name.startswith(f"{standard.name}_"):
        return False  # a label may be an index
    return len(names) >= FEWEST_LETTERS and likeness(names) >= 2 * len(names) - 1


def _is_in_its_own_letters(miss: NearMiss, term: Term) -> bool:
    """Whether a formula is made of the equation's own letters alone, on both sides, and they are enough to tell it."""
    standard, found = miss.edit.standard, miss.edit.found
    turned = any(isinstance(each, Transpose) for each in (standard, found))
    if miss.edit.kind in NAMING | {"letter", "other"} or turned or miss.variant or not isinstance(term, Relation):
        return False
    within = miss.edit.within
    if within is not None and {*_letters(within)} and all(map(_is_counter, _letters(within))):
        return False  # a step earlier or later
    left, own = plain_name(miss.statement.sides[0]), plain_name(term.sides[0])
    names = {plain_name(letter): plain_name(name) for letter, name in miss.names.items() if not _is_counter(name)}
    return left == own != "" and len({*names, left}) >= FEWEST_OF_ITS_OWN and all(a == b for a, b in names.items())


FEWEST_OF_ITS_OWN = 3


def _is_slope_of_told(note: SemanticModel, term: Term) -> bool:
    """Whether a formula is the derivative of what the note tells: that is worked out."""
    match term:
        case Relation(sides=(Apply(function="derivative" | "gradient", arguments=(of, *_)), *_)):
            return any(isinstance(each.term, Relation) and each.term.sides[0] == of for each in note.statements)
    return False


def _is_counter(name: Term) -> bool:
    return isinstance(name, Symbol) and name.name in COUNTERS


NAMING = frozenset({"order", "crossed", "arguments", "entry", "exchanged"})  # what another naming makes too
COUNTERS = frozenset("ijklmnrst")
FEWEST_LETTERS = 2


def _cited_anywhere(note: SemanticModel) -> frozenset[str]:
    """The equations that the note speaks of by name, wherever it does, or by the word that heads their subject."""
    text = note.document.source.text
    subjects = {stem for stem, word in SUBJECTS.items() if word.search(text)}
    if speaks_of_attention(note):
        subjects.add("attention")
    if OTHER_SCALES.search(text) is not None:
        subjects.discard("attention")
    return cited_in(text) | {each.id for each in all_equations() if any(stem in each.id for stem in subjects)}


SUBJECTS = {
    "softmax": re.compile(r"soft-?max", re.IGNORECASE),
    "layer-norm": re.compile(r"layer ?norm|层归一化", re.IGNORECASE),
    "cross-entropy": re.compile(r"cross[- ]entropy|logistic|log[- ]?(?:loss|likelihood)|交叉熵", re.IGNORECASE),
    "lstm": re.compile(r"\bLSTM\b"),
    "gru": re.compile(r"\bGRU\b"),
}


def _is_a_variance(miss: NearMiss) -> bool:
    """Whether a norm has a letter of its own where the standard has σ²: v is a variance as it stands."""
    standard, found = miss.edit.standard, miss.edit.found
    squared = isinstance(standard, Power) and standard.exponent == Number(Fraction(2)) and standard.base == found
    return squared and "norm" in miss.equation.id and "sigma" not in plain_name(found or standard or NAMELESS)


def _adds_up_to_nothing(edit: Edit, note: SemanticModel) -> bool:
    """Whether a square is missing from deviations x_k - μ, where the note tells μ as the mean: all of them add up to 0."""
    match edit.standard, edit.found:
        case Power(base, Number(value=2)), Sum(
            terms=(Index(base=values), Product(factors=(Number(), Symbol() as mean)))
        ):
            return base == edit.found and (values, mean) in once(note, means_told)
    return False


@lru_cache(maxsize=1)
def _phrases() -> tuple[re.Pattern[str], dict[str, frozenset[str]]]:
    """What finds any phrase by which an equation is cited, and the equations of each."""
    by_phrase: dict[str, set[str]] = {}
    for equation in all_equations():
        for phrase in equation.called:
            by_phrase.setdefault(phrase, set()).add(equation.id)
    longest_first = sorted(by_phrase, key=len, reverse=True)
    # no word ends before a Chinese sign: 带有缩放的点积注意力
    found = re.compile(
        "(?=(?:\\b|(?<=[\u4e00-\u9fff]))(" + "|".join(map(re.escape, longest_first)) + "))", re.IGNORECASE
    )
    return found, {phrase: frozenset(ids) for phrase, ids in by_phrase.items()}


def cited_in(words: str) -> frozenset[str]:
    """The equations that words cite, by id.

    >>> sorted(cited_in("Bias correction in Adam"))
    ['adam-correction', 'adam-first-moment', 'adam-second-moment', 'adam-step']
    """
    pattern, by_phrase = _phrases()
    phrases = {found[1].lower() for found in pattern.finditer(words)}
    return frozenset().union(*(by_phrase[phrase] for phrase in phrases))


def _is_free_choice(edit: Edit, before: str) -> bool:
    """Whether a constant may be chosen: the base of the positions, unless it is said to be the original one."""
    pair = (edit.standard, edit.found)
    large = any(isinstance(each, Number) and abs(each.value) >= LARGE for each in pair)
    return large and ORIGINAL.search(before) is None


def _is_coefficient(edit: Edit) -> bool:
    """Whether a number stands where the standard has none: another equation of the form, where no word cites it."""
    return edit.kind == "extra" and isinstance(edit.found, Number) and edit.found.value > 0  # -1 is a sign


def _problem(found: _Found) -> Problem:
    miss, statement = found.miss, found.shaped.statement
    term = _claimed(statement.term)
    assert isinstance(term, Relation)
    right = term.sides[miss.side]
    source, edit = str(miss.equation.source), miss.edit
    left = edit.standard if edit.kind in ("entry", "arguments") and edit.standard else term.sides[0]
    left = miss.statement.sides[0] if left is NAMELESS else left
    return Problem(
        statement.place(right.origin),
        f"differs from the standard “{miss.equation.title}”: {in_words(miss.edit)}",
        help=f"the standard form is {show(left)} = {show(miss.standard)} ({source})",
        evidence={"equation": miss.equation.id, "standard": show(miss.standard), "edit": miss.edit.kind},
    )
