"""The standard equations of the catalogue, run: random values for their letters, and their reference functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from symformer.catalogue.reading import Letter, ReadEquation, plain_letters, term_of, vocabulary_for
from symformer.reasoning.running.calls import resolved
from symformer.reasoning.running.compiled import NotRun, compiled
from symformer.reasoning.running.state import Definition
from symformer.terms.conventions import ROWS, Conventions
from symformer.terms.term import EQUAL, Apply, Index, Relation, Sum, Symbol, Term, walk
from symformer.terms.term import Number as Literal

PRODUCT = "symformer.product"  # how the catalogue names a plain product of two matrices
PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29)
FAMILY = "h"  # as many members as there are heads
# what the letters for functions stand for where an equation is run; any other one is some function
ARGUMENT = Symbol("argument")
SOME_FUNCTION = Apply("tanh", (ARGUMENT,))
FUNCTIONS: dict[str, Term] = {
    "sigma": Apply("sigmoid", (ARGUMENT,)),
    "phi": Sum((Apply("ELU", (ARGUMENT,)), Literal(Fraction(1)))),  # the feature map of linear attention
}


@dataclass(frozen=True, slots=True)
class Sample:
    """Random values for the letters of an equation, and the sizes they were drawn at."""

    bindings: Mapping[str | Term, Any]
    sizes: Mapping[str, int]
    seed: int


def sample(given: ReadEquation, seed: int) -> Sample:
    """Values for all letters: sizes are primes, all different, but for what a condition asks of them.

    >>> from symformer.catalogue.lookup import equation
    >>> from symformer.catalogue.reading import read
    >>> drawn = sample(read(equation("attention-scores")), 0)
    >>> drawn.bindings[Symbol("Q")].shape == (drawn.sizes["n"], drawn.sizes["d_k"])
    True
    """
    rng = np.random.default_rng(seed)
    sizes = sizes_of(given)
    known: dict[str | Term, Any] = {Symbol(name): size for name, size in sizes.items()}
    for letter in given.letters:
        if letter.kind in ("size", "function", "index", "set"):
            continue
        known[letter.term] = _drawn(letter, given, sizes, rng)
    return Sample(known, sizes, seed)


def sizes_of(given: ReadEquation) -> dict[str, int]:
    """A prime for each size; an even one where pairs are formed, a multiple where heads must divide."""
    names = [each.term.name for each in given.letters if each.kind == "size" and isinstance(each.term, Symbol)]
    if any(_is_family(each, given) for each in given.letters) and FAMILY not in names:
        names.append(FAMILY)
    sizes = dict(zip(names, PRIMES, strict=False))
    told = " ".join(
        (given.equation.latex, *given.equation.conditions, *(s for each in given.letters for s in each.shape))
    )
    for name in sizes:
        if re.search(rf"\b{re.escape(name)} / 2|2 ?[rij]\b", told) and name.startswith("d"):
            sizes[name] *= 2
    if "d \\bmod h" in told and {"d", "h"} <= sizes.keys():
        sizes["d"] = 2 * sizes["h"]
    if "h \\bmod" in told and {"h", "h_kv"} <= sizes.keys():
        sizes["h"] = 2 * sizes["h_kv"]
    return sizes


def _drawn(letter: Letter, given: ReadEquation, sizes: Mapping[str, int], rng: np.random.Generator) -> Any:
    shape = tuple(_size(each, sizes) for each in letter.shape)
    if _is_family(letter, given):
        shape = (sizes[FAMILY], *shape)
    if _is_places(letter):
        return rng.integers(1, sizes[VOCABULARY], size=shape).astype(float)
    return rng.uniform(0.2, 0.8, size=shape) if _positive(letter) else rng.normal(size=shape)


VOCABULARY = "N_V"


def _is_places(letter: Letter) -> bool:
    """Whether the entries of a letter are places in the vocabulary."""
    return letter.meaning.startswith("number of the word")


def _is_family(letter: Letter, given: ReadEquation) -> bool:
    """Whether an equation tells the members of a letter apart by the head."""
    if letter.shape[:1] == (FAMILY,) or letter.kind not in ("vector", "matrix", "tensor"):
        return False
    parts = [part for each in given.statements for part in walk(each) if isinstance(part, Index)]
    own = [part for part in parts if part.base == letter.term]
    return any(_is_head(script, letter) for part in own for script in (*part.upper, *part.indices))


def _is_head(script: Term, letter: Letter) -> bool:
    return any(part in (HEAD, Symbol(FAMILY)) for part in walk(script)) or (
        letter.family and isinstance(script, Literal)
    )


HEAD = Symbol("i")  # the plain letter of a head


def _positive(letter: Letter) -> bool:
    """Numbers such as probabilities, rates and variances, which logarithms and roots are taken of."""
    return not letter.shape or any(word in letter.meaning for word in ("probabilit", "distribution", "target"))


def _size(latex: str, sizes: Mapping[str, int]) -> int:
    letters = ((each.term.name, each.kind) for each in plain_letters().values() if isinstance(each.term, Symbol))
    found = compiled(term_of(latex, vocabulary_for(letters)))({Symbol(name): size for name, size in sizes.items()})
    if isinstance(found, NotRun):
        raise ValueError(f"the size {latex}: {found.reason}")
    return int(found)


def definitions_for(given: ReadEquation) -> dict[str, Definition]:
    """What the letters for functions are taken to be."""
    names = {part.function for each in given.statements for part in walk(each) if isinstance(part, Apply)}
    letters = {each.term.name for each in given.letters if each.kind == "function" and isinstance(each.term, Symbol)}
    found = {}
    for name in names & letters:
        found[name] = Definition(FUNCTIONS.get(name, SOME_FUNCTION), (), (ARGUMENT.name,))
    return found


def value_of(given: ReadEquation, drawn: Sample, conventions: Conventions = ROWS) -> np.ndarray | NotRun:
    """What the first statement of an equation gives, the others being definitions beside it."""
    equations = [each for each in given.statements if isinstance(each, Relation) and each.relations[0] in EQUAL]
    if not equations:
        return NotRun("no equation")
    known = dict(drawn.bindings)
    beside = {}
    for each in equations[1:]:
        name = each.sides[0]
        if isinstance(name, Symbol):
            beside[name.name] = Definition(each.sides[-1])
            known.pop(name, None)
    first = equations[0]
    whole = Relation(first.relations[-1:], (first.sides[0], first.sides[-1]))
    return compiled(whole, conventions, {**definitions_for(given), **beside})(known)


def reference_value(given: ReadEquation, drawn: Sample, first_index: int = 1) -> np.ndarray | NotRun:
    """What the reference function of an equation gives for the same values."""
    name, *letters = given.equation.reference.split()
    if not name:
        return NotRun("the equation has no reference function")
    work = np.matmul if name == PRODUCT else resolved(f"symformer.reference.{name}")
    by_latex = {each.latex: each for each in given.letters}
    plain = [each.replace("_i", "") for each in letters]  # W_i^Q is a member of W^Q
    missing = [each for each in plain if each not in by_latex and each not in drawn.sizes]
    if missing:
        return NotRun(f"the value of {', '.join(missing)} is not known", tuple(missing))
    arguments: list[Any] = [
        _argument(by_latex[each], drawn, first_index) if each in by_latex else drawn.sizes[each] for each in plain
    ]
    members = [each != whole for each, whole in zip(letters, plain, strict=True)]
    try:
        if not any(members):
            return np.asarray(work(*arguments), dtype=np.float64)
        heads = [
            work(*(each[head] if member else each for each, member in zip(arguments, members, strict=True)))
            for head in range(drawn.sizes[FAMILY])
        ]
        return np.array(heads, dtype=np.float64)
    except (ValueError, IndexError, TypeError) as error:  # it may be written for rows where this is one vector
        return NotRun(f"the reference function is for other shapes: {str(error).splitlines()[0]}")


def _argument(letter: Letter, drawn: Sample, first_index: int) -> Any:
    if letter.kind == "size" and isinstance(letter.term, Symbol):
        return drawn.sizes[letter.term.name]
    found = drawn.bindings[letter.term]
    return found.astype(np.int64) - first_index if _is_places(letter) else found
