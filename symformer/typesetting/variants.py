"""What ``--with`` adds: a causal mask, biases, a batch, groups of heads that share keys and values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from symformer.catalogue.reading import Letter, ReadEquation, letters_in, plain_letters, term_of
from symformer.notations.concept import concepts_by_id
from symformer.reading.vocabulary import Vocabulary
from symformer.terms.parts import flattened, rebuilt, unindexed
from symformer.terms.term import Apply, Index, IndexedSum, Product, Relation, Sum, Symbol, Term, Transpose, walk

OPTIONS = ("causal", "bias", "batch", "grouped")
BIASES = {
    "query-weights": "query-bias",
    "key-weights": "key-bias",
    "value-weights": "value-bias",
    "output-weights": "output-bias",
}
SEQUENCES = frozenset({"n", "m"})
MULTI_HEAD, MASKED = "MultiHead", "MaskedMultiHead"


class ChangesNothing(ValueError):
    """An option that has no place in what was asked for."""


def with_options(
    parts: Sequence[ReadEquation], options: Sequence[str], *, strict: bool = True
) -> tuple[ReadEquation, ...]:
    """The equations with the options put in, in a fixed order; ``strict``: raises ChangesNothing where one has no place."""
    found = tuple(parts)
    for option in (each for each in OPTIONS if each in options):
        after = tuple(_CHANGES[option](each) for each in found)
        if strict and after == found:
            raise ChangesNothing(f"--with {option} changes nothing in {names_of(found)}")
        found = after
    return found


def names_of(parts: Sequence[ReadEquation]) -> str:
    """What a message calls some equations."""
    return parts[0].equation.id if len(parts) == 1 else f"these {len(parts)} equations"


def _letter(concept: str) -> Letter:
    return plain_letters()[concepts_by_id()[concept].letter]


def _added(given: ReadEquation, statements: tuple[Term, ...], letters: Sequence[Letter]) -> ReadEquation:
    if statements == given.statements:
        return given
    by_term = {each.term: each for each in (*plain_letters().values(), *given.letters)}
    held = {each.term: each for each in given.letters}
    for letter in letters:
        held.setdefault(letter.term, letter)
        for size in letter.shape:
            for each in letters_in(term_of(size, Vocabulary()), by_term):
                held.setdefault(each.term, each)
    return replace(given, statements=statements, letters=tuple(held.values()))


# -- causal --------------------------------------------------------------------------------------------


def _causal(given: ReadEquation) -> ReadEquation:
    mask = _letter("mask")
    concepts = {letter.concept.id for letter in given.letters if letter.concept is not None}
    if "mask" in concepts or "memory" in concepts:  # what another sequence says may be seen whole
        return given
    statements = tuple(_masked(each, mask.term) for each in given.statements)
    if not any(mask.term in walk(each) for each in statements):
        return _added(given, statements, [])
    return _of_one_sequence(_added(given, statements, [mask]))


def _of_one_sequence(given: ReadEquation) -> ReadEquation:
    """An equation in which a sequence attends to itself: there are as many keys as queries."""
    length = plain_letters()["n"]
    shaped = [replace(each, shape=tuple("n" if size == "m" else size for size in each.shape)) for each in given.letters]
    letters = {each.term: each for each in shaped if each.latex != "m"}
    return replace(given, letters=(*{length.term: length, **letters}.values(),))


def _masked(term: Term, mask: Term) -> Term:
    match term:
        case Relation(signs, (Symbol("S") as left, right)):
            return Relation(signs, (left, Sum((right, mask))))
        case Apply("softmax", (scores,)) if _are_scores(scores):
            return Apply("softmax", (Sum((scores, mask)),))
        case Apply(function="MultiHead", arguments=arguments) if len(set(arguments)) == 1:
            return replace(term, function=MASKED)
    return rebuilt(term, lambda part: _masked(part, mask))


def _are_scores(term: Term) -> bool:
    return not isinstance(term, Sum) and any(isinstance(each, Transpose) for each in walk(term))


# -- bias ----------------------------------------------------------------------------------------------


def _biased(given: ReadEquation) -> ReadEquation:
    pairs = {_letter(weight).term: _letter(bias) for weight, bias in BIASES.items()}
    used: list[Letter] = []

    def go(term: Term) -> Term:
        if isinstance(term, IndexedSum):
            return term  # a bias would be added once for each head
        inner = rebuilt(term, go)
        if isinstance(inner, Product):
            return _with_bias(inner, pairs, used)
        return inner

    statements = tuple(flattened(go(each)) for each in given.statements)
    return _added(given, statements, used)


def _with_bias(term: Product, pairs: Mapping[Term, Letter], used: list[Letter]) -> Term:
    """``X W`` becomes ``X W + b``, in brackets where other factors stand beside it."""
    factors = list(term.factors)
    at = 1
    while at < len(factors):
        last = factors[at]
        bias = pairs.get(unindexed(last))
        if bias is not None:
            used.append(bias)
            added: Term = replace(last, base=bias.term) if isinstance(last, Index) else bias.term
            factors[at - 1 : at + 1] = [Sum((Product((factors[at - 1], last)), added))]
        at += 1
    return Product(tuple(factors), term.sign) if len(factors) > 1 else factors[0]


# -- batch ---------------------------------------------------------------------------------------------


def _in_batch(given: ReadEquation) -> ReadEquation:
    """Arrays that belong to one sequence get an axis more, in front."""
    letters = tuple(_batched(letter) for letter in given.letters)
    if letters == given.letters:
        return given
    batch = _letter("batch-size")
    more = () if any(letter.term == batch.term for letter in letters) else (batch,)
    return replace(given, letters=letters + more)


def _batched(letter: Letter) -> Letter:
    belongs = letter.kind == "matrix" and SEQUENCES & set(letter.shape) and letter.latex not in ("M", "P")
    return replace(letter, kind="tensor", shape=("B", *letter.shape)) if belongs else letter


# -- grouped -------------------------------------------------------------------------------------------


def _grouped(given: ReadEquation) -> ReadEquation:
    """Head i takes the keys and values of its group, ⌈i h_kv / h⌉."""
    group = term_of(r"\lceil i h_{\text{kv}} / h \rceil", Vocabulary(indices=frozenset("i")))
    shared = {_letter(concept).term for concept in ("keys", "values")}
    head = _letter("head-index").term

    def go(term: Term) -> Term:
        match term:
            case Index(base, (index,), ()) if base in shared and index == head:
                return Index(base, (group,))
        return rebuilt(term, go)

    def changed(statement: Term) -> Term:
        match statement:
            case Relation(signs, (Index() as left, *rest)) if left.base in shared:
                return Relation(signs, (left, *rest))
        return go(statement)

    statements = tuple(changed(each) for each in given.statements)
    more = [_letter(concept) for concept in ("key-value-heads", "heads", "head-index")]
    return _added(given, statements, more)


_CHANGES = {"causal": _causal, "bias": _biased, "batch": _in_batch, "grouped": _grouped}


def options_of(text: str) -> Iterator[str]:
    """The options in a comma-separated list. Raises ValueError for one that is not known."""
    for option in filter(None, (each.strip() for each in text.split(","))):
        if option not in OPTIONS:
            raise ValueError(f"unknown option {option!r} of --with: choose from {', '.join(OPTIONS)}")
        yield option
