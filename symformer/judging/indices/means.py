r"""Means that divide by another count than they sum: ``\frac{1}{M} \sum_{i=1}^{N}``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from symformer.algebra.unify import Different, Equal
from symformer.findings.finding import Problem
from symformer.judging.shapes.exact import is_unequated
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.expressions import dimension_of, infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.show import show, show_styled
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
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

ONES = Cued(r"(?:bold|blackboard|vec)\(1\)(?:_\w+)?")
NORMALISERS = frozenset({"Z", "C", "c", "h", "tau"})  # what is divided by and counts nothing


def means_over_another_count(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``\frac{1}{M} \sum_{i=1}^{N}`` where M is known to be no N, or stands nowhere else."""
    for shaped in model.shapes:
        if shaped.statement.carrier != "formula" or shaped.statement.stance != "asserted":
            continue
        yield from _one_more_than_divided(shaped)
        yield from _ones_over_another_length(shaped)
        for divisor, total in _means(shaped.statement.term):
            if (told := _members_of_set(total, model)) is not None:
                members, kept = told
                if divisor != kept and _counts_otherwise(divisor, kept, shaped):
                    yield Problem(
                        shaped.statement.place(divisor.origin),
                        f"the sum runs over {members}, which has {show(kept)} members, and it is divided by {show(divisor)}",
                        help=f"try {show(kept)}",
                        evidence={"kind": "symbol", "symbol": divisor.name},
                    )
                continue
            if divisor == total.index and not _is_given(divisor, shaped.statement.term, total):
                yield _by_what_runs(divisor, shaped)
                continue
            count = _count(total)
            if count is None or not _is_another(divisor, count, total, shaped, model):
                continue
            if _is_product_of_counts(divisor, shaped.statement.term):
                continue
            if _is_said_to_divide(divisor, model) or divisor in once(model, _totals):
                continue
            if _is_coupling(shaped, model):
                continue
            yield Problem(
                shaped.statement.place(divisor.origin),
                f"{show(count)} things are summed, and the sum is divided by {show(divisor)}",
                help=f"try {show(count)}, or say what {show(divisor)} is",
                evidence={"kind": "symbol", "symbol": divisor.name},
            )


def means_over_another_set(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``\frac{1}{|M|} \sum_{i=1}^{|Q|}``: as many are summed as one set has members, and another divides."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            match part:
                case Product(
                    factors=(
                        Quotient(
                            Number(value=1), Apply(function="absolute", arguments=(Symbol() as divides,)) as divisor
                        ),
                        IndexedSum(
                            kind="sum", upper=Apply(function="absolute", arguments=(Symbol() as counted,)) as last
                        ),
                    )
                ) if divides != counted:
                    place = statement.place(divisor.origin)
                    yield Problem(
                        place,
                        f"the sum has {show(last)} terms, and it is divided by {show(divisor)}",
                        help=f"try {show(last)}",
                        evidence={"kind": "symbol", "symbol": divides.name},
                        key=f"mean-of-set@{place.start}",
                    )


COUPLES = Cued(r"\bhebb\w*|\bhopfield\b|\bassociative memor|\bspins?\b|赫布|联想记忆", re.IGNORECASE)
COUPLINGS = frozenset({"w", "W", "J", "T", "M"})


def _is_coupling(shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether patterns are summed to couplings, which by custom are divided by the number of units: w_ij of Hebb."""
    term = shaped.statement.term
    left = term.sides[0] if isinstance(term, Relation) else term
    head = unindexed(left)
    named = isinstance(head, Symbol) and show(head) in COUPLINGS
    return named and COUPLES.search(model.document.source.text) is not None


def _is_product_of_counts(divisor: Symbol, term: Term) -> bool:
    """Whether a name is made of the letters that sums of the formula run to: NHW, of sums to N, to H and to W."""
    last = {part.upper.name for part in walk(term) if isinstance(part, IndexedSum) and isinstance(part.upper, Symbol)}
    return len(divisor.name) > 1 and set(divisor.name) <= last


DIVIDES = Cued(r"\bdivi(?:d|sion)\w*\b[^.\n]{0,60}?\b(?:by|with|over)\b[^.\n]{0,40}$|除以\W*$", re.IGNORECASE)


def _is_said_to_divide(divisor: Symbol, model: SemanticModel) -> bool:
    """Whether the words of a note say that it divides by a letter: then it does so on purpose."""
    text = model.document.source.text
    return any(
        each.term == divisor and DIVIDES.search(text, max(0, each.span.start - 90), each.span.start) is not None
        for each in model.statements
        if each.carrier == "formula"
    )


def _totals(model: SemanticModel) -> frozenset[Term]:
    """The names that the note defines as sums: a mean divides by the sum of its weights."""
    return frozenset(
        statement.term.sides[0]
        for statement in model.statements
        if isinstance(statement.term, Relation)
        and any(isinstance(side, IndexedSum) for side in statement.term.sides[1:])
    )


def _members_of_set(total: IndexedSum, model: SemanticModel) -> tuple[str, Symbol] | None:
    """The set that a sum runs over, and the letter that the note gives the number of its members: N = |V|."""
    match total.condition:
        case Relation(relations=("∈",), sides=(Symbol(), Symbol() | Index() as members)):
            count = once(model, _counts_of_sets).get(members)
            return (show(members), count) if count is not None else None
    return None


def _counts_of_sets(model: SemanticModel) -> dict[Term, Symbol]:
    """The letters that equations give for the sizes of sets."""
    found: dict[Term, Symbol] = {}
    for statement in model.statements:
        match statement.term:
            case Relation(
                relations=("=" | ":=",), sides=(Symbol() as count, Apply(function="absolute", arguments=(members,)))
            ):
                found[members] = count
            case Relation(
                relations=("=" | ":=",), sides=(Apply(function="absolute", arguments=(members,)), Symbol() as count)
            ):
                found[members] = count
    return found


def _counts_otherwise(divisor: Symbol, count: Symbol, shaped: StatementShape) -> bool:
    """Whether a divisor is a size of something else by the words of the note."""
    if divisor.name.partition("_")[0] in NORMALISERS:
        return False
    one, two = dimension_of(divisor), dimension_of(count)
    if one is None or two is None or isinstance(shaped.environment.theory.compare(one, two), Equal):
        return False
    return shaped.environment.theory.speaks_of(divisor.name) or shaped.environment.shape_of(divisor) is not None


def _one_more_than_divided(shaped: StatementShape) -> Iterator[Problem]:
    r"""``\frac{1}{n-1} \sum_{i=1}^{n} f(w_{i+1})``: one term more than the last that there is. A variance has no such i + 1."""
    for part in walk(shaped.statement.term):
        match part:
            case Product(
                factors=(
                    *_,
                    Quotient(Number() | Product(), Sum(terms=(Symbol() as last, Number(value=-1) | Product()))) as mean,
                    IndexedSum(kind="sum", lower=Number(value=1), upper=upper, index=Symbol() as letter) as total,
                )
            ) if upper == last:
                one_less = mean.denominator
            case _:
                continue
        next_one = any(
            isinstance(slot, Sum)
            and slot.terms[0] == letter
            and isinstance(slot.terms[1], Number)
            and slot.terms[1].value == 1
            for each in walk(total.body)
            if isinstance(each, Index)
            for slot in each.slots
        )
        if next_one:
            yield Problem(
                shaped.statement.place(total.upper.origin if total.upper is not None else total.origin),
                f"{show(last)} things are summed, the last of them with the index {show(last)} + 1, and the sum is divided by {show(one_less)}",
                help=f"try {show(one_less)} as the end of the sum",
                evidence={"kind": "symbol", "symbol": last.name},
            )


def _ones_over_another_length(shaped: StatementShape) -> Iterator[Problem]:
    r"""``\frac1n \mathbf{1}^\top x`` with x of d entries: the product is a sum of d, and no mean."""
    for part in walk(shaped.statement.term):
        match part:
            case Product(
                factors=(Quotient(Number(value=1), Symbol() as divisor), Transpose(operand=Symbol() as ones), summed)
            ):
                pass
            case Quotient(Product(factors=(Transpose(operand=Symbol() as ones), summed)), Symbol() as divisor):
                pass
            case _:
                continue
        if not ONES.fullmatch(ones.name):
            continue
        found = infer(summed, shaped.environment)
        size, length = dimension_of(divisor), found.shape.first if found.certain and found.shape is not None else None
        if size is None or length is None or length.number is not None:
            continue
        if isinstance(shaped.environment.theory.compare(size, length), Different):
            yield Problem(
                shaped.statement.place(divisor.origin),
                f"{length} entries of {show_styled(summed)} are summed, and the sum is divided by {show(divisor)}",
                help=f"try {length}",
                evidence={"kind": "symbol", "symbol": divisor.name},
            )


def _counts_lengths(divisor: Symbol, count: Symbol, model: SemanticModel) -> bool:
    """Whether both letters are the lengths of arrays or lists, and none is a number of samples or a budget."""
    sized = once(model, _sizes_told)
    return divisor.name in sized and count.name in sized


def _sizes_told(model: SemanticModel) -> frozenset[str]:
    return frozenset(
        size.name for each in model.table.declarations for size in each.sizes or () if isinstance(size, Symbol)
    )


def _runs_so_far_elsewhere(letter: str, divisor: Symbol, count: Symbol, model: SemanticModel) -> bool:
    """Whether the letter of a sum runs as far as the divisor in other sums, and as far as here in none."""
    ends = once(model, _ends_of_letters)
    return ends[letter, divisor.name] > 0 and ends[letter, count.name] == 1


def _ends_of_letters(model: SemanticModel) -> Counter[tuple[str, str]]:
    """How often each letter runs to each size in the sums of a note."""
    return Counter(
        (part.index.name, count.name)
        for _, parts in once(model, asserted_formulas)
        for part in parts
        if isinstance(part, IndexedSum) and part.index is not None and (count := _count(part)) is not None
    )


def _is_given(letter: Symbol, term: Term, total: IndexedSum) -> bool:
    """Whether a letter has a value outside of the sum over it: on the left side, or in another sum around."""
    sides = term.sides if isinstance(term, Relation) and len(term.sides) > 1 else ()
    if sides and letter in walk(sides[0]):
        return True
    return any(isinstance(part, IndexedSum) and part is not total and part.index == letter for part in walk(term))


def _by_what_runs(divisor: Symbol, shaped: StatementShape) -> Problem:
    return Problem(
        shaped.statement.place(divisor.origin),
        f"the sum is divided by {show(divisor)}, which is the letter that runs in it",
        help="try the end of the sum",
        evidence={"kind": "symbol", "symbol": divisor.name},
    )


def _means(term: Term) -> Iterator[tuple[Symbol, IndexedSum]]:
    for part in walk(term):
        match part:
            case Product(factors=(Quotient(Number(value=1), Symbol() as divisor), IndexedSum(kind="sum") as total)):
                yield divisor, total
            case Quotient(IndexedSum(kind="sum") as total, Symbol() as divisor):
                yield divisor, total


def _count(total: IndexedSum) -> Symbol | None:
    """How many things a sum takes: N, of i = 1 to N, or of i = 0 to N - 1."""
    match total.lower, total.upper:
        case Number(value=1), Symbol() as last:
            return last
        case Number(value=0), Sum(terms=(Symbol() as last, Product(factors=(Number(value=-1), Number(value=1))))):
            return last
    return None


def _is_another(
    divisor: Symbol, count: Symbol, total: IndexedSum, shaped: StatementShape, model: SemanticModel
) -> bool:
    if divisor == count or divisor.name.partition("_")[0] in NORMALISERS or divisor == total.index:
        return False
    if _is_power_of(divisor, count):
        return False  # a sum over L words is divided by L^α
    if any(divisor in walk(part.upper) for part in walk(total) if isinstance(part, IndexedSum) and part.upper):
        return False  # the mean is that of a sum within
    if any(isinstance(part, Power) and part.exponent == divisor for part in walk(total)):
        return False
    one, two = dimension_of(divisor), dimension_of(count)
    if one is None or two is None:
        return False
    found = shaped.environment.theory.compare(one, two)
    if isinstance(found, Equal | Different):
        return isinstance(found, Different)
    if total.index is not None and _runs_so_far_elsewhere(total.index.name, divisor, count, model):
        return True
    if is_unequated(one, two, model) and _counts_lengths(divisor, count, model):
        return True
    if _both_divide_their_own(divisor, count, total, model):
        return True
    if _is_of_pair(shaped.statement.term, count, total, model):
        return True
    return _stands_alone(divisor, count, model) or _stands_alone(count, divisor, model)


def _is_of_pair(term: Term, count: Symbol, total: IndexedSum, model: SemanticModel) -> bool:
    r"""Whether a mean is that of a variance which divides by the number of things, or such a variance of a mean.

    ``\mu = \frac{1}{m} \sum_{i=1}^{n} a_i`` beside ``\frac{1}{n} \sum_{i=1}^{n} (a_i - \mu)^2``.
    """
    own = term.sides[0] if isinstance(term, Relation) else None
    families = {each.base for each in walk(total.body) if isinstance(each, Index)}
    for other, _ in once(model, asserted_formulas):
        if not isinstance(other.term, Relation) or other.term is term:
            continue
        for divisor, beside in _means(other.term):
            if divisor != count or _count(beside) != count:
                continue
            same = families & {each.base for each in walk(beside.body) if isinstance(each, Index)}
            if same and (_deviates(beside.body, own) or _deviates(total.body, other.term.sides[0])):
                return True
    return False


def _deviates(body: Term, mean: Term | None) -> bool:
    """Whether what is summed is a deviation from a mean, to a power."""
    match body:
        case Power(base=Sum(terms=terms) | Apply(arguments=(Sum(terms=terms),))):
            return mean is not None and any(mean in walk(each) for each in terms[1:])
    return False


def _is_power_of(divisor: Symbol, count: Symbol) -> bool:
    """Whether a name is that of the count, with something more above it."""
    one, two = taken_apart(divisor.name), taken_apart(count.name)
    return bool(one.above) and (one.letter, one.below, one.font) == (two.letter, two.below, two.font) and not two.above


def _both_divide_their_own(divisor: Symbol, count: Symbol, total: IndexedSum, model: SemanticModel) -> bool:
    """Whether other means of the note divide sums to either letter by that letter, and none mixes the two.

    What is summed is plain: no sums within, no counts of the parts that a whole is made of (N_k of N).
    """
    if any(
        isinstance(part, IndexedSum) or isinstance(part, Index) and part.base == divisor for part in walk(total.body)
    ):
        return False
    if any(isinstance(part, Apply) and part.function == "absolute" for part in walk(total.body)):
        return False
    if isinstance(total.body, Index) and total.body.base in once(model, _divided):
        return False  # the T_c right ones of the N_c of a class: counts, that are shares of all
    pairs = once(model, _pairs_of_means)
    mixed = pairs[divisor.name, count.name] + pairs[count.name, divisor.name]
    return mixed == 1 and all(pairs[letter.name, letter.name] > 0 for letter in (divisor, count))


def _divided(model: SemanticModel) -> frozenset[Term]:
    """The families whose members are divided by something that has an index too."""
    return frozenset(
        part.numerator.base
        for _, parts in once(model, asserted_formulas)
        for part in parts
        if isinstance(part, Quotient) and isinstance(part.numerator, Index)
        if any(isinstance(each, Index) for each in walk(part.denominator))
    )


def _pairs_of_means(model: SemanticModel) -> Counter[tuple[str, str]]:
    """How often the means of a note divide by one letter a sum that runs to another."""
    return Counter(
        (divisor.name, count.name)
        for statement, _ in once(model, asserted_formulas)
        for divisor, total in _means(statement.term)
        if (count := _count(total)) is not None
    )


def _stands_alone(letter: Symbol, other: Symbol, model: SemanticModel) -> bool:
    """Whether a letter stands nowhere else in the note, and the other does."""
    uses = model.uses.of(letter.name)
    return len(uses.occurrences) == 1 and not uses.declarations and len(model.uses.of(other.name).occurrences) > 1
