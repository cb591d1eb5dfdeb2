r"""Means and variances of what is made of independent entries of known mean and variance: ``Var(q^T k) = d``.

A note that says "the entries of $q$ and $k$ are independent with mean 0 and variance 1", or draws them from a normal
distribution, tells enough to work out every mean and variance of sums and products of them.  They are worked out over
outcomes of two kinds, which must agree: what depends on more than means and variances is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as pairs
from typing import TYPE_CHECKING
from zlib import crc32

from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.steps.definitions import Definitions, is_kept_out, plain
from symformer.judging.steps.supposed import OPENS, SUPPOSED
from symformer.reasoning.expanded.entries import CannotExpand
from symformer.reasoning.expanded.expand import expanded
from symformer.reasoning.expanded.expressions import Expressions, TooLarge
from symformer.reasoning.expanded.points import between
from symformer.reasoning.expanded.reading import Reading
from symformer.semantics.indices.ranges import unstyled
from symformer.semantics.model import once
from symformer.terms.parts import letter_names, put_in, rebuilt
from symformer.terms.show import show_styled, spell_styled
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Product,
    Relation,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel
    from symformer.semantics.shapes.inference import StatementShape

CHANCE = frozenset({"expectation", "variance", "std"})
CENTRED = Cued(
    r"zero[- ]?mean|mean[- ]zero|means?\s*(?:of|is|are|=|equal to)?\s*\$?(?:0\b|zero\b)|cent(?:er|re)d|均值(?:都|均)?[为是]?\s*\$?(?:0|零)",
    re.IGNORECASE,
)
UNIT = Cued(
    r"unit[- ]variance|variance[- ]one\b|variances?\s*(?:of|is|are|=|equal to)?\s*\$?(?:1\b(?!\.\d)|one\b)|方差(?:都|均)?[为是]?\s*\$?(?:1(?!\.\d)|一)",
    re.IGNORECASE,
)
APART = Cued(r"independen\w+|\bi\.?\s?i\.?\s?d\b|独立", re.IGNORECASE)
MEAN = Cued(r"(?:\bmeans?(?: of| is| are| equal to)?|均值(?:都|均)?[为是]?)[\s$(\\]*(?:\Z|\$)", re.IGNORECASE)
OF_MEAN = Cued(r"(?:\bmeans?(?: of| is| are| equal to)?|均值(?:都|均)?[为是]?)[\s$(\\]*\Z", re.IGNORECASE)
OF_VARIANCE = Cued(r"(?:variances?(?: of| is| are| equal to)?|方差(?:都|均)?[为是]?)[\s$(\\]*\Z", re.IGNORECASE)
PRODUCT = Cued(r"\b(?:dot|inner|scalar) product|点积|内积", re.IGNORECASE)
SENTENCE = re.compile(r"(?<!i\.d\.)(?<=[.!?])\s|[。！？]|\n\s*\n")
ZERO, ONE, TWO = Number(Fraction(0)), Number(Fraction(1)), 2
SIZES = (2, 3)
MOST_ENTRIES = 6
OUTCOMES: tuple[tuple[tuple[float, float], ...], ...] = (  # value and probability: of one variance, not of one tail
    ((-1.0, 0.5), (1.0, 0.5)),
    ((-(3**0.5), 1 / 6), (0.0, 2 / 3), (3**0.5, 1 / 6)),
)
CLOSE = 1e-7


@dataclass(frozen=True, slots=True)
class _World:
    """Letters whose entries are independent, with their variances, their means but for zero, and where that is said."""

    variances: Mapping[str, Term]
    means: Mapping[str, Term]
    said: Span
    section: int


def moment_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each mean or variance that the independent entries above do not have."""
    worlds = once(model, _worlds)
    if not worlds:
        return
    for shaped in model.shapes:
        statement, term = shaped.statement, shaped.statement.term
        if statement.stance != "asserted" or statement.carrier != "formula" or not isinstance(term, Relation):
            continue
        if any(isinstance(part, Apply) and part.function in CHANCE for part in walk(term)):
            world = _world_at(worlds, statement.span.start, model)
            if world is not None and not SUPPOSED.search(model.document.source.text, world.said.start, world.said.end):
                yield from _of_chain(shaped, term, world, model)
    yield from _spoken(worlds, model)


# -- what is said ----------------------------------------------------------------------------------------------------------


def _worlds(model: SemanticModel) -> tuple[_World, ...]:
    text = model.document.source.text
    if APART.search(text) is None or "arian" not in text and "方差" not in text:
        return ()
    found: list[_World] = []
    formulas = [each for each in model.statements if each.carrier == "formula" and each.formula is not None]
    start = 0
    for cut in (*SENTENCE.finditer(text), None):
        end = cut.start() if cut is not None else len(text)
        sentence = text[start:end]
        section = section_at(model.document, start)
        before = found[-1].variances if found and found[-1].section == section else {}
        told = CENTRED.search(sentence) or MEAN.search(sentence)
        if APART.search(sentence) and told or before and "arian" in sentence:
            inside = [each for each in formulas if start <= each.span.start < end]
            names, means = _names_told(sentence, start, [(each.span.start, each.term) for each in inside])
            if names and (not before or names.keys() <= before.keys() or APART.search(sentence)):
                found.append(_World({**before, **names}, means, Span(start, end), section))
        start = end if cut is None else cut.end()
    return tuple(found)


def _names_told(
    sentence: str, start: int, formulas: Sequence[tuple[int, Term]]
) -> tuple[dict[str, Term], dict[str, Term]]:
    """The letters of a sentence with the variances that it says they have, and with their means."""
    names: dict[str, Term] = {}
    means: dict[str, Term] = {}
    waiting: list[str] = []
    product = PRODUCT.search(sentence)
    for place, term in formulas:
        if product is not None and place - start > product.start():
            break  # what is made of them
        before = sentence[: place - start]
        if OF_VARIANCE.search(before):
            names.update(dict.fromkeys(waiting or list(names)[-1:], plain(term)))
            waiting = []
        elif OF_MEAN.search(before):
            means.update(dict.fromkeys(waiting, plain(term)))
        elif isinstance(term, Relation) and term.relations[0] != "∈":
            break
        else:
            if isinstance(term, Product | Transpose) or isinstance(term, Apply) and term.function == "inner":
                break  # what is made of them, as a formula: "then $q^T k$ has mean 0 and variance $d_k$"
            waiting += _families(term.sides[0] if isinstance(term, Relation) else term)
    if UNIT.search(sentence):
        names.update(dict.fromkeys(waiting, ONE))
    return names, means


def _families(term: Term) -> list[str]:
    """The letter that is told of: X of X_i."""
    if isinstance(term, Symbol):
        return [term.name]
    if isinstance(term, Index):
        return _families(term.base)
    return []


def _world_at(worlds: Sequence[_World], place: int, model: SemanticModel) -> _World | None:
    """What was said last before a place, in its section."""
    section = section_at(model.document, place)
    before = [each for each in worlds if each.section == section and each.said.start <= place]
    return before[-1] if before else None


# -- chains ------------------------------------------------------------------------------------------------------------------


def _of_chain(shaped: StatementShape, term: Relation, world: _World, model: SemanticModel) -> Iterator[Problem]:
    book = once(model, Definitions)
    sides = [_in_the_fonts(plain(side), world) for side in term.sides]
    meanings = book.at(shaped.statement, sides)[0]
    put: dict[Term, Term] = {
        Symbol(name): meaning.body
        for name, meaning in meanings.items()
        if not meaning.parameters and not meaning.indices and name not in world.variances
        if any(isinstance(part, Symbol) and part.name in world.variances for part in walk(meaning.body))
    }
    sides = [put_in(side, put) for side in sides]
    size = _size(sides, world, shaped)
    for at, sign in enumerate(term.relations):
        left, right = sides[at : at + 2]
        if sign not in ("=", "≡") or is_kept_out(left) or is_kept_out(right) or not _is_of(left, world):
            continue
        told = _is_told(right, world, size) and not _are_mixed((left, right), world)
        apart = _differ(left, right, world, size) if told else None
        if apart is not None:
            yield _problem(shaped.statement.place(term.sides[at + 1].origin), right, apart, world, size)
            return


def _in_the_fonts(term: Term, world: _World) -> Term:
    """A side in which an entry q_i of a bold vector q is one of its entries."""
    told = {unstyled(name): name for name in world.variances}
    entries = {part.base for part in walk(term) if isinstance(part, Index) and isinstance(part.base, Symbol)}
    plain_ones = {each for each in entries if each.name in told and each.name not in world.variances}
    return put_in(term, {each: Symbol(told[each.name]) for each in plain_ones}) if plain_ones else term


def _is_of(term: Term, world: _World) -> bool:
    """Whether a side is made of means and variances, of which one is of the letters."""
    calls = [part for part in walk(term) if isinstance(part, Apply) and part.function in CHANCE]
    return any(_is_known(call, world) for call in calls) and not any(call.labels for call in calls)


def _is_known(call: Apply, world: _World) -> bool:
    """Whether a mean or variance is one of the letters, and of nothing else that may be random."""
    names = {part.name for part in walk(call.arguments[0]) if isinstance(part, Symbol)}
    return not names.isdisjoint(world.variances)


def _are_mixed(sides: Sequence[Term], world: _World) -> bool:
    """Whether letters stand beside those of the world in one mean, and in another alone: they are random as well."""
    calls = [part for side in sides for part in walk(side) if isinstance(part, Apply) and part.function in CHANCE]
    beside = {each for call in calls if _is_known(call, world) for each in _bases(call)} - world.variances.keys()
    alone = {each for call in calls if not _is_known(call, world) for each in _bases(call)}
    return not beside.isdisjoint(alone)


def _bases(term: Term) -> set[str]:
    """The letters of a formula that stand for numbers and arrays: no indices."""
    if isinstance(term, Index):
        return _bases(term.base)
    if isinstance(term, Symbol):
        return {term.name}
    return set().union(*map(_bases, children(term)))


def _is_told(term: Term, world: _World, size: str | None) -> bool:
    """Whether all letters outside of means and variances are the size, or stand in what the entries' variances are."""
    told = (*world.variances.values(), *world.means.values())
    known = {part.name for each in told for part in walk(each) if isinstance(part, Symbol)}
    return _outside(term) <= known | ({size} if size is not None else set())


def _outside(term: Term) -> set[str]:
    if isinstance(term, Apply) and term.function in CHANCE:
        return set()
    if isinstance(term, Symbol):
        return {term.name} - {"pi", "e"}
    bound = {term.index.name} if isinstance(term, IndexedSum) and term.index is not None else set()
    return set().union(*map(_outside, children(term))) - bound


def _size(sides: Sequence[Term], world: _World, shaped: StatementShape) -> str | None:
    """The letter for the number of entries: how far a sum goes, the length of a vector, else the only letter of a side."""
    for side in sides:
        for part in walk(side):
            if isinstance(part, IndexedSum) and isinstance(part.upper, Symbol):
                return part.upper.name
    for name in world.variances:
        shape = shaped.environment.shape_of(Symbol(name))
        letters = [each for size in shape.sizes for each in size.letters] if shape is not None else []
        if len(letters) == 1:
            return letters[0]
    told = (*world.variances.values(), *world.means.values())
    of_variances = {part.name for each in told for part in walk(each) if isinstance(part, Symbol)}
    for side in sides:
        letters = sorted(letter_names(side) - of_variances - world.variances.keys())
        if len(letters) == 1:
            return letters[0]
    return None


def _problem(place: Span, right: Term, apart: tuple[float, float, int], world: _World, size: str | None) -> Problem:
    ours, theirs, number = apart
    where = f"for {spell_styled(size)} = {number} " if size is not None else ""
    return Problem(
        place,
        f"by what is said of the entries this is another number: {where}it is {_short(ours)}, not {_short(theirs)}",
        related=(Related(world.said, "what is said of them"),),
        evidence={"kind": "step", "right": show_styled(right)},
        key=f"moment@{place.start}",
    )


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value - round(value)) < CLOSE else f"{value:.4g}"


# -- in words ----------------------------------------------------------------------------------------------------------------


def _spoken(worlds: Sequence[_World], model: SemanticModel) -> Iterator[Problem]:
    """The variance that words give the product of two vectors: "their dot product has mean 0 and variance $d_k$"."""
    text = model.document.source.text
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.formula is None or isinstance(statement.term, Relation | Number):
            continue
        start = statement.formula.span.start
        before = SENTENCE.split(text[max(0, start - 300) : start])[-1]
        called = PRODUCT.search(before)
        if OF_VARIANCE.search(before) is None or called is None or SUPPOSED.search(before):
            continue
        words = before[called.end() :]
        world = _world_at(worlds, start, model)
        if world is None or OPENS.search(before) and not world.said.contains(Span(start, start)):
            continue  # what is supposed of the entries here is not what was said of them
        if len(world.variances) != TWO or re.search(r"scal\w+|divid\w+|sqrt|缩放|除", words):
            continue
        first, second = (Symbol(name) for name in world.variances)
        product = Apply("variance", (Product((Transpose(first), second)),))
        claimed = plain(statement.term)
        size = _size([claimed], world, shaped)
        letters = letter_names(claimed)
        if size is None or size not in letters or is_kept_out(claimed):
            continue
        apart = _differ(product, claimed, world, size)
        if apart is not None:
            yield _problem(statement.place(statement.term.origin), claimed, apart, world, size)


# -- worked out ----------------------------------------------------------------------------------------------------------------


def _differ(left: Term, right: Term, world: _World, size: str | None) -> tuple[float, float, int] | None:
    """What two sides are worth where they differ at all sizes and values; None where they do not, or one has no value."""
    shown: tuple[float, float, int] | None = None
    for number in SIZES:
        for seed in (71, 72):
            ours, theirs = (_worth(side, world, size, number, seed) for side in (left, right))
            if ours is None or theirs is None or abs(ours - theirs) <= CLOSE * max(abs(ours), abs(theirs), 1.0):
                return None
            shown = (ours, theirs, number)
    return shown


def _worth(term: Term, world: _World, size: str | None, number: int, seed: int) -> float | None:
    """What a side is worth for vectors of so many entries; None where it cannot be told by means and variances."""
    vectors = _vectors([term], world)
    if vectors and size is None:
        return None
    reading = Reading(
        shapes={Symbol(name): (number,) * scripts for name, scripts in vectors.items()},
        sizes={size: number} if size is not None else {},
        width=number,
        identity=number,
    )
    values: dict[str, float] = {}
    try:
        stripped = _without_chance(term, world, reading, seed, values, frozenset())
        table = Expressions()
        (made,) = expanded(table, _with_places(reading, stripped), (stripped,))
        (root,) = table.resolved([made.only])
    except (CannotExpand, TooLarge, RecursionError, _Untold):
        return None
    point = {**_point(table, [root], seed), **values}
    result = table.evaluated([root], point)[0]
    return float(result) if isinstance(result, float | int) and result == result else None


class _Untold(Exception):
    """A mean that means and variances do not tell."""


def _vectors(terms: Sequence[Term], world: _World) -> dict[str, int]:
    """The letters that are arrays, with their number of axes: with indices, turned, or in a product of vectors."""
    found: dict[str, int] = {}
    for part in (part for term in terms for part in walk(term)):
        match part:
            case Index(base=Symbol(name)):
                found[name] = max(found.get(name, 1), len(part.indices) + len(part.upper))
            case Transpose(Symbol(name)):
                found.update({each: found.get(each, 1) for each in (name, *world.variances)})
            case Product((Symbol(first), Symbol(second)), "·") | Apply("inner", (Symbol(first), Symbol(second))):
                found.update({each: found.get(each, 1) for each in (first, second)})
            case Apply("norm", (Symbol(name),)):
                found.setdefault(name, 1)
    return {name: scripts for name, scripts in found.items() if name in world.variances}


def _with_places(reading: Reading, term: Term) -> Reading:
    """A reading in which the letters of places that no sum binds are 1."""
    bound = {part.index for part in walk(term) if isinstance(part, IndexedSum)}
    scripts = {
        each.name
        for part in walk(term)
        if isinstance(part, Index)
        for each in part.slots
        if isinstance(each, Symbol) and each not in bound
    }
    return Reading(
        shapes=reading.shapes, sizes=reading.sizes, width=reading.width, identity=reading.identity,
        indices=dict.fromkeys(sorted(scripts), 1),
    )  # fmt: skip


def _without_chance(
    term: Term, world: _World, reading: Reading, seed: int, values: dict[str, float], bound: frozenset[str]
) -> Term:
    """A side with letters for its means and variances, whose values are put down."""
    if isinstance(term, IndexedSum) and term.index is not None:
        bound = bound | {term.index.name}
    if isinstance(term, Apply) and term.function in CHANCE and len(term.arguments) == 1:
        if not _is_known(term, world):
            return Symbol(f"mean {crc32(show_styled(term).encode())}")  # of other letters: a number
        if len(letter_names(term) & bound) > 1:
            raise _Untold  # of two entries, which may be one
        name = f"moment {len(values)}"
        values[name] = _moment(term, world, reading, seed)
        return Symbol(name)
    return rebuilt(term, lambda part: _without_chance(part, world, reading, seed, values, bound))


def _moment(term: Apply, world: _World, reading: Reading, seed: int) -> float:
    table = Expressions()
    inner = term.arguments[0]
    told = [*world.variances.values(), *(world.means.get(name, ZERO) for name in world.variances)]
    (made, *others) = expanded(table, _with_places(reading, inner), (inner, *told))
    roots = table.resolved([made.only, *(each.only for each in others)])
    letters = [str(table.nodes[each].told) for each in table.reached(roots[:1]) if table.nodes[each].kind == "letter"]
    random = [each for each in letters if each.partition("[")[0] in world.variances]
    if not random or len(random) > MOST_ENTRIES:
        raise _Untold
    fixed = _point(table, roots, seed)
    values = table.evaluated(roots[1:], fixed)
    deviations = {name: value**0.5 for name, value in zip(world.variances, values, strict=False)}
    means = dict(zip(world.variances, values[len(world.variances) :], strict=True))
    found: list[float] = []
    for outcomes in OUTCOMES:
        first = second = 0.0
        for chosen in pairs(outcomes, repeat=len(random)):
            point = dict(fixed)
            weight = 1.0
            for letter, (value, share) in zip(random, chosen, strict=True):
                name = letter.partition("[")[0]
                point[letter] = means[name] + value * deviations[name]
                weight *= share
            value = table.evaluated(roots[:1], point)[0]
            first, second = first + weight * value, second + weight * value * value
        spread = second - first * first
        found.append({"expectation": first, "variance": spread, "std": max(spread, 0.0) ** 0.5}[term.function])
    if abs(found[0] - found[1]) > CLOSE * max(abs(found[0]), 1.0) or found[0] != found[0]:
        raise _Untold
    return found[0]


def _point(table: Expressions, roots: Sequence[int], seed: int) -> dict[str, float]:
    letters = [str(table.nodes[each].told) for each in table.reached(roots) if table.nodes[each].kind == "letter"]
    return {
        each: value
        for letter in set(letters) - {"π"}  # of one letter always the same
        for each, value in between([letter], 0.6, 1.9, seed + crc32(letter.encode())).items()
    }


__all__ = ["moment_problems"]
