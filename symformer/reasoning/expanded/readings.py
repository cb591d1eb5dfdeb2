"""The ways in which a claim can be taken: which letters are arrays, random, functions, sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from itertools import product as pairs
from typing import Literal

from symformer.reasoning.constants import EULER_NAMES, IDENTITY_NAMES, INFINITY_NAMES, PI_NAMES
from symformer.reasoning.expanded.expand import CHANCE, ONES
from symformer.reasoning.expanded.letters import MOST_WIDE, Letters, letters_of
from symformer.reasoning.expanded.reading import Meaning, Reading, Shape
from symformer.terms.parts import base_name, rebuilt, unindexed
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    walk,
)

CONSTANTS = PI_NAMES | EULER_NAMES | INFINITY_NAMES | IDENTITY_NAMES | ONES
ON_ARRAYS = frozenset({"trace", "det", "inner", "softmax", "diag", "vec", "log_softmax", "logsumexp", "inverse", "inv"})
OFTEN = {"sigma": ("sigmoid", "tanh", "softmax"), "S": ("sigmoid",)}
SIZES = (3, 4, 5, 6)
MOST_RANDOM = 4
WIDTH, SQUARE = 3, 2


THROUGH: tuple[Literal["all", "names", "first"], ...] = ("all", "names", "first")
BEFORE_A_SIGN = frozenset({"argmax", "argmin", "max", "min"})


def signs_within(term: Term) -> Term:
    """``argmin_x -f(x)``: what stands behind the minus is what the function is of."""
    term = rebuilt(term, signs_within)
    match term:
        case Sum(terms=(Index(Symbol(name), indices) as head, *rest)) if name in BEFORE_A_SIGN and not head.upper:
            return Apply(name, (rest[0] if len(rest) == 1 else Sum(tuple(rest)),), indices, term.origin)
    return term


# -- readings -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given:
    """What is known of the letters of a claim.

    ``shapes`` are sizes of arrays as the note tells them, put in numbers; ``sizes`` the numbers taken for its
    letters of sizes; ``meanings`` what names stand for; ``functions`` which functions a name may be;
    ``conditions`` what the note may suppose of its letters: "shares", "symmetric", ….
    """

    shapes: Mapping[Term, Shape] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    meanings: Mapping[str, Meaning] = field(default_factory=dict)
    functions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    conditions: frozenset[str] = frozenset()  # of ``points.CONDITIONS``: those that the note may mean


NOTHING_GIVEN = Given()


def readings(terms: Iterable[Term], given: Given) -> Iterator[Iterator[Reading]]:
    """Every plausible reading of some terms, the likeliest first, in groups that take the same letters for arrays."""
    terms = tuple(terms)
    for meanings in _meanings(terms, given):
        letters = letters_of(terms, meanings=meanings)
        for base in _bases(letters, terms, given, meanings):
            yield _with_choices(base, letters, given)


def _meanings(terms: tuple[Term, ...], given: Given) -> list[Mapping[str, Meaning]]:
    """Nothing put in for the letters, and what they stand for put in."""
    names = letters_of(terms)
    used = {*names.plain, *names.families, *(name.rstrip("'") for name in names.functions)}
    if not used & given.meanings.keys():
        return [{}]
    return [given.meanings] if names.derivatives else [{}, given.meanings]


def _bases(
    letters: Letters, terms: tuple[Term, ...], given: Given, meanings: Mapping[str, Meaning]
) -> Iterator[Reading]:
    """Which letters are arrays, and of which sizes."""
    counts = _counts_of_means((*terms, *(each.body for each in meanings.values())))
    sizes = _sizes(letters, given)
    sizes = {**{count: WIDTH for count in counts.values() if count in letters.plain}, **sizes}
    depends = _depends(letters, meanings)
    functions = {name: candidates[0] for name, candidates in given.functions.items() if name in letters.functions}
    widths = [int(upper.value) for _, upper in letters.ranges.values() if isinstance(upper, Number)]
    base = Reading(
        width=max(widths, default=_members_told(letters) or WIDTH),
        sizes=sizes,
        ranges={**_lengths_told(letters, given, sizes, counts), **_ranges(letters, sizes)},
        meanings=meanings,
        depends=depends,
        functions=functions,
        parameters=_parameters(letters),
    )
    seen: list[Mapping[Term, Shape]] = []
    for shapes, uniform in _shapes(letters, terms, given, sizes):
        if shapes in seen:
            continue
        seen.append(shapes)
        made = replace(base, shapes=shapes)
        if uniform and shapes:
            small = {**dict.fromkeys(given.sizes, SQUARE), **dict.fromkeys(sizes, SQUARE)}
            made = replace(made, sizes=small, ranges=_ranges(letters, small), width=SQUARE)
        yield made


def _members_told(letters: Letters) -> int | None:
    """How many members a family has where a formula counts them out: p_1 and p_2, beside p_i."""
    found: set[int] = set()
    for seen in letters.families.values():
        scripts = [scripts[0] for scripts in seen if len(scripts) == 1]
        if any(isinstance(each, Symbol) for each in scripts):
            found |= {int(each.value) for each in scripts if isinstance(each, Number) and each.value.denominator == 1}
    return len(found) if len(found) > 1 and found == set(range(1, len(found) + 1)) else None


def _sizes(letters: Letters, given: Given) -> dict[str, int]:
    """Numbers for the letters in the bounds of sums, all different."""
    lower = [name for name in letters.lower if name not in letters.indices and name not in CONSTANTS]
    upper = [name for name in letters.upper if name not in letters.indices and name not in CONSTANTS]
    found = dict.fromkeys(lower, 2)
    found.update({name: SIZES[at % len(SIZES)] for at, name in enumerate(each for each in upper if each not in lower)})
    found.update({name: 2 * by for name, by in letters.divided.items() if name in found})
    return {**found, **{name: size for name, size in given.sizes.items() if name in letters.plain or name in found}}


def _ranges(letters: Letters, sizes: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """From where to where indices run that a sum without bounds binds: as far as others of the same axis do."""
    told = {
        index: (first, last)
        for index, bounds in letters.ranges.items()
        for first, last in ((_whole(bounds[0], sizes), _whole(bounds[1], sizes)),)
        if first is not None and last is not None
    }
    axes: dict[tuple[str, int], tuple[int, int]] = {}
    for name, seen in letters.families.items():
        for scripts in seen:
            for at, each in enumerate(scripts):
                if isinstance(each, Symbol) and each.name in told:
                    axes.setdefault((name, at), told[each.name])
    found = dict(told)
    for name, seen in letters.families.items():
        for scripts in seen:
            for at, each in enumerate(scripts):
                if isinstance(each, Symbol) and (name, at) in axes:
                    found.setdefault(each.name, axes[name, at])
    return found


def _counts_of_means(terms: Iterable[Term]) -> dict[str, str]:
    r"""How many things a sum without bounds adds up that is divided by a letter: \frac1n \sum_j x_j has n of them.

    >>> from fractions import Fraction
    >>> j, n = Symbol("j"), Symbol("n")
    >>> total = IndexedSum("sum", j, None, None, Index(Symbol("x"), (j,)))
    >>> _counts_of_means([Product((Quotient(Number(Fraction(1)), n), total))])
    {'j': 'n'}
    """
    found: dict[str, set[str]] = {}
    for term in terms:
        for part in walk(term):
            match part:
                case Product(
                    factors=(
                        Quotient(Number(value=1), Symbol(name=count)),
                        IndexedSum(kind="sum", index=Symbol(name=index)) as total,
                    )
                ) if total.lower is None and total.upper is None and total.condition is None:
                    found.setdefault(index, set()).add(count)
    return {index: counts.pop() for index, counts in found.items() if len(counts) == 1}


def _lengths_told(
    letters: Letters, given: Given, sizes: Mapping[str, int], counts: Mapping[str, str]
) -> dict[str, tuple[int, int]]:
    """From where to where indices run that no bound is told for: along the axes that the note tells, or as far as it counts."""
    found = {index: (1, sizes[count]) for index, count in counts.items() if count in sizes}
    for name, seen in letters.families.items():
        shape = given.shapes.get(Symbol(name), ()) if name not in letters.plain else ()
        for scripts in seen:
            if len(scripts) == len(shape):
                found.update(
                    {
                        each.name: (1, size)
                        for each, size in zip(scripts, shape, strict=True)
                        if isinstance(each, Symbol)
                    }
                )
    return found


def _whole(bound: Term | None, sizes: Mapping[str, int]) -> int | None:
    """A bound as a number, where it is one or a letter for a size."""
    if isinstance(bound, Number) and bound.value.denominator == 1:
        return int(bound.value)
    return sizes.get(bound.name) if isinstance(bound, Symbol) else None


def _shapes(
    letters: Letters, terms: tuple[Term, ...], given: Given, sizes: Mapping[str, int]
) -> Iterator[tuple[dict[Term, Shape], bool]]:
    """Shapes for the letters: as told, by the indices they have, by how they are written; then all numbers."""
    told = {term: shape for term, shape in given.shapes.items() if shape}
    if any(len(shape) == 2 and isinstance(term, Symbol) and term.name in letters.below for term, shape in told.items()):
        yield {}, False  # C B / (1 - A): the case of numbers
        return
    indexed: dict[Term, Shape] = {}
    whole = set(letters.plain) - set(letters.indices)
    for name, seen in letters.families.items():
        most = max(map(len, seen))
        if (name in whole or any(len(scripts) < most for scripts in seen)) and Symbol(name) not in told:
            long = [scripts for scripts in seen if len(scripts) == most]
            indexed[Symbol(name)] = tuple(_width([each[at] for each in long], letters, sizes) for at in range(most))
    numbers = {base_name(of) for of, _ in letters.derivatives}  # losses and the like
    arrays = bool(told) or bool(letters.turned) or any(name in ON_ARRAYS for name in letters.functions)
    styled: dict[Term, Shape] = {
        Symbol(name): (SQUARE,) * rank
        for name in letters.plain
        if name not in letters.indices and name not in CONSTANTS and name not in sizes and name not in letters.families
        if Symbol(name) not in given.shapes and name not in numbers
        for rank in (_rank_by_style(name, letters),)
        if rank
    }
    named = {term for term in told if isinstance(term, Symbol) and term.name in whole}
    square: dict[Term, Shape] = {term: (SQUARE,) * len(shape) for term, shape in told.items()}
    small: dict[Term, Shape] = {k: (SQUARE,) * len(v) for k, v in indexed.items()}
    matrices = {term.name for term, shape in styled.items() if len(shape) == 2 and isinstance(term, Symbol)}
    if surely := _surely_arrays(letters, terms, {**given.shapes, **dict.fromkeys(map(Symbol, numbers), ())}):
        yield {**styled, **small, **square, **surely}, True
        return  # W x with a bold W and a bold x: no reading takes them for numbers
    beside = bool(named) and not matrices.isdisjoint({*letters.turned, *letters.inverted})
    if named and not beside:
        yield {**indexed, **told}, False
        yield {**small, **square}, True
    if named:
        yield {**styled, **small, **square}, True
    if beside:
        return  # B in (A B)^T is no number where A is told to be a matrix
    if arrays or styled and any(isinstance(term, Symbol) and "bold" in term.name for term in styled):
        members = _turned_members(letters, given)
        if members and not named:
            yield {**styled, **members}, True
            yield {**styled, **_latin_members(letters, given), **members}, True
        yield {**styled, **small}, True
        lower: dict[Term, Shape] = {
            Symbol(name): (SQUARE,)
            for name in letters.plain
            if Symbol(name) not in styled and Symbol(name) not in given.shapes and name not in numbers and name not in letters.indices and name not in CONSTANTS
            and name not in sizes and name.islower() and name.isascii() and name not in letters.families
        }  # fmt: skip
        for chosen in _subsets(lower):
            yield {**styled, **chosen, **small}, True
    if not named:
        if indexed:
            yield indexed, False
        yield {}, False


def _surely_arrays(letters: Letters, terms: Iterable[Term], told: Mapping[Term, Shape]) -> dict[Term, Shape]:
    """Bold capitals as matrices and bold small letters as vectors, where each matrix stands before a vector: W (U x).

    None where some bold letter is told to be something else, or only its capital tells that it is a matrix.
    """
    names = {Symbol(name): name for name in letters.plain if name not in letters.indices}
    members = {each: each.base.name for each in letters.members if isinstance(each.base, Symbol)}
    named: list[tuple[Term, str]] = [*names.items(), *members.items()]
    ranks = {term: _rank_by_style(name, letters) for term, name in named if name.startswith("bold(")}
    if any(len(told.get(term, (0,) * rank)) != rank or not _is_whole(term) for term, rank in ranks.items()):
        return {}
    matrices = {term for term, rank in ranks.items() if rank == 2}
    acting = _acting(terms, ranks)
    return {term: (SQUARE,) * rank for term, rank in ranks.items()} if matrices and matrices <= acting else {}


def _is_whole(term: Term) -> bool:
    """Whether a name is no entry: a number tells W_1 and W_2 apart, an index in letters may be that of an entry."""
    if not isinstance(term, Index):
        return True
    return len(term.indices) == 1 and not term.upper and isinstance(term.indices[0], Number)


def _acting(terms: Iterable[Term], ranks: Mapping[Term, int]) -> set[Term]:
    """The matrices that stand, as they are, right before a vector, a sum with vectors, or another that does."""
    found: set[Term] = set()
    for term in terms:
        for part in walk(term):
            if not isinstance(part, Product) or part.sign not in ("", "·"):
                continue
            acts = False
            for factor in reversed(part.factors):
                rank = ranks.get(factor, 0)
                if acts and rank == 2:
                    found.add(factor)
                acts = rank == 1 or acts and rank == 2 or isinstance(factor, Sum) and _adds_vectors(factor, ranks)
    return found


def _adds_vectors(term: Sum, ranks: Mapping[Term, int]) -> bool:
    lasts = [each.factors[-1] if isinstance(each, Product) else each for each in term.terms]
    return all(ranks.get(each) == 1 for each in lasts)


def _turned_members(letters: Letters, given: Given) -> dict[Term, Shape]:
    """The members of families that a transpose turns, as vectors, capitals as matrices: x_i in Σ_i x_i x_i^T."""
    told = {term.base for term in given.shapes if isinstance(term, Index)}
    return {
        each: (SQUARE,) if each.base.name.rpartition("(")[2][:1].islower() else (SQUARE, SQUARE)
        for each in letters.members
        if isinstance(each.base, Symbol) and each.base.name in letters.turned and len(each.indices) == 1
        if not each.upper and each.base not in given.shapes and each.base not in told
    }


def _latin_members(letters: Letters, given: Given) -> dict[Term, Shape]:
    """The members of families in Latin letters, as those are that a transpose turns: v_t and S_t beside k_t k_t^T."""
    told = {each.base if isinstance(each, Index) else each for each in given.shapes}
    return {
        each: (SQUARE,) if each.base.name.islower() else (SQUARE, SQUARE)
        for each in letters.members
        if isinstance(each.base, Symbol) and len(each.base.name) == 1 and each.base.name.isascii()
        if len(each.indices) == 1 and not each.upper and each.base not in told
    }


def _subsets(shapes: Mapping[Term, Shape]) -> Iterator[dict[Term, Shape]]:
    """All of some shapes, then fewer of them while they are few."""
    terms = list(shapes)
    for size in range(len(terms), 0, -1):
        if size < len(terms) and len(terms) > MOST_RANDOM:
            return
        for chosen in combinations(terms, size):
            yield {term: shapes[term] for term in chosen}


def _width(scripts: list[Term], letters: Letters, sizes: Mapping[str, int]) -> int:
    """The length of an axis: what its index runs to, or the largest number that stands in its place."""
    numbers = [int(each.value) for each in scripts if isinstance(each, Number)]
    found = max(numbers, default=0)
    for script in scripts:
        if isinstance(script, Symbol) and (bounds := letters.ranges.get(script.name)) is not None:
            upper = bounds[1]
            if isinstance(upper, Symbol) and upper.name in sizes:
                found = max(found, sizes[upper.name])
            if isinstance(upper, Number):
                found = max(found, int(upper.value))
    return min(found, MOST_WIDE) or WIDTH


def _rank_by_style(name: str, letters: Letters) -> int:
    """2 for what is written as a matrix, 1 as a vector."""
    bare = name.partition("_")[0].partition("^")[0].rstrip("'*")
    bold = bare.startswith(("bold(", "vec("))
    letter = (
        bare.removeprefix("bold(")
        .removeprefix("vec(")
        .removeprefix("hat(")
        .removeprefix("tilde(")
        .removeprefix("bar(")
        .rstrip(")")
    )
    if letter[:1].isupper() and (len(letter) == 1 or bold):
        return 2
    if bold or name in letters.turned and len(letter) == 1:
        return 1
    return 0


def _depends(letters: Letters, meanings: Mapping[str, Meaning]) -> dict[str, tuple[Term, ...]]:
    """Of what a letter that is differentiated, and that nothing tells, is a function."""
    by: dict[str, dict[Term, None]] = {}
    for of, variables in letters.derivatives:
        base = unindexed(of)
        if isinstance(base, Symbol) and base.name not in meanings and of not in variables:
            by.setdefault(base.name, {}).update(dict.fromkeys(variables))
    found: dict[str, tuple[Term, ...]] = {}
    for name, by_terms in by.items():
        names = {base_name(each): each for each in by_terms}
        behind = {inner for each in names if each in meanings for inner in _reached(each, meanings) if inner != each}
        kept = tuple(term for each, term in names.items() if each not in behind and each != name)
        if kept and not any(name in _reached(base_name(each), meanings) for each in kept):
            found[name] = tuple(unindexed(each) for each in kept)
    return {name: each for name, each in found.items() if not any(base_name(term) in found for term in each)}


def _parameters(letters: Letters) -> frozenset[str]:
    """The letters that something is differentiated by, or made largest by."""
    by = {base_name(each) for _, variables in letters.derivatives for each in variables}
    labels = (
        label.name
        for name in ("argmax", "argmin")
        for call in letters.functions.get(name, ())
        for label in call.labels
        if isinstance(label, Symbol)
    )
    return frozenset({*by, *labels} - {""})


def _reached(name: str, meanings: Mapping[str, Meaning]) -> set[str]:
    """All names that the meaning of a name leads to."""
    found: set[str] = set()
    queue = [name]
    while queue:
        each = queue.pop()
        if each in found:
            continue
        found.add(each)
        if each in meanings:
            queue += [part.name for part in walk(meanings[each].body) if isinstance(part, Symbol)]
            queue += [part.function for part in walk(meanings[each].body) if isinstance(part, Apply)]
    return found


def _with_choices(base: Reading, letters: Letters, given: Given) -> Iterator[Reading]:
    """The choices that are left under given shapes."""
    vectors = any(len(shape) == 1 for shape in base.shapes.values())
    arrays = bool(base.shapes)
    free = [name for name in letters.free if name not in base.sizes]
    logs = any(not each.labels for name in ("log", "logarithm") for each in letters.functions.get(name, ()))
    products = frozenset(
        name
        for name, calls in letters.functions.items()
        if name in letters.plain or name in letters.families
        if all(len(each.arguments) == 1 for each in calls)
        and not (name in base.meanings and base.meanings[name].parameters)
    )
    choices = pairs(
        _chances(letters, base),
        _places(free, _narrowest(base), _labels(letters)),
        (frozenset[str](), products) if products else (frozenset[str](),),
        ("column", "row") if vectors else ("column",),
        ("as it is", "turned") if arrays and letters.derivatives else ("as it is",),
        THROUGH if letters.derivatives and base.meanings else THROUGH[:1],
        _functions(letters, given),
        (None, 2, 10) if logs else (None,),
        _identities(base, letters),
        (0, 1) if letters.ambiguous else (0,),  # the last one changes fastest: what is written there decides most
    )
    for chance, places, calls, lie, layout, through, functions, logarithm, identity, alternative in choices:
        yield replace(
            base, chance=chance[0], independent=chance[1], indices=places, product_calls=calls,
            alternative=alternative, vectors="row" if lie == "row" else "column",
            layout="turned" if layout == "turned" else "as it is", through=through, functions=functions, logarithm=logarithm,
            identity=identity,
        )  # fmt: skip


def _labels(letters: Letters) -> frozenset[str]:
    """The letters that tell which of several things something is of: the f of W^{(f)}, where there is a gate f_t."""
    return frozenset(name.rstrip(")'").rpartition("(")[2] for name in letters.families)


FIRST_LABEL = 11  # beyond all places


def _places(free: list[str], narrowest: int, labels: frozenset[str]) -> list[dict[str, int]]:
    """Places for free indices, on axes of which the narrowest has so many: all different, and all the same.

    What labels tell apart is never the same.
    """
    if own := [name for name in free if name in labels]:
        told = {name: FIRST_LABEL + at for at, name in enumerate(own)}
        others = [name for name in free if name not in labels]
        return [told | each for each in _places(others, narrowest, frozenset())]
    order = (2, 3, 1) if narrowest > SQUARE else (2, 1)
    distinct = {name: order[at % len(order)] for at, name in enumerate(free)}
    if len(free) < 2:
        return [distinct]
    return [distinct, dict.fromkeys(free, 2)]


def _narrowest(base: Reading) -> int:
    """The least length of an axis that an index may run along."""
    return min(
        [size for shape in base.shapes.values() for size in shape] + [last for _, last in base.ranges.values()]
        or [WIDTH]
    )


def _functions(letters: Letters, given: Given) -> list[dict[str, str]]:
    """Which known functions the letters are that are called."""
    named = {name.rstrip("'") for name in letters.functions}
    named -= {name for name, meaning in given.meanings.items() if meaning.parameters}  # what the note defines itself
    told = {name: each for name, each in given.functions.items() if name in named}
    likely = {name: each for name, each in OFTEN.items() if name in named and name not in told}
    plain = {name: each[0] for name, each in told.items()}
    found = [plain]
    for name, candidates in likely.items():
        found += [{**plain, name: each} for each in candidates]
    for name, candidates in told.items():
        found += [{**plain, name: each} for each in candidates[1:]]
    return found


def _identities(base: Reading, letters: Letters) -> list[int]:
    """The sizes that an identity matrix may have."""
    if not any(name in IDENTITY_NAMES | ONES for name in letters.plain):
        return [base.identity]
    return sorted({size for shape in base.shapes.values() for size in shape}) or [SQUARE]


def _chances(letters: Letters, base: Reading) -> list[tuple[frozenset[str], bool]]:
    """Which letters are random, and whether they are independent."""
    if not any(name in CHANCE for name in letters.functions):
        return [(frozenset(), False)]
    names = [name for name in letters.inside_chance if name not in letters.indices and name not in CONSTANTS]
    only = [name for name in names if name not in letters.outside_chance] or names
    if len(only) > MOST_RANDOM:
        return [(frozenset(only), False)]
    capitals = [name for name in only if name[:1].isupper()]
    sets = [frozenset(only), frozenset(capitals)]
    for size in range(len(only), 0, -1):
        sets += [frozenset(each) for each in combinations(only, size)]
    kept = [each for each in dict.fromkeys(sets) if each]
    tied = "Cov" in letters.functions  # where letters are said to vary together they are not independent
    return [
        (each, independent)
        for independent in ((False,) if tied else (False, True))
        for each in kept
        if not independent or len(each) > 1
    ]
