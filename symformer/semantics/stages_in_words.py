"""The steps of attention that only words name: "the scores are", "after the softmax", "the output", and then numbers.

Who works attention out by hand prints queries, keys and values, and below them the scores, the shares and the output,
each under a word.  What a word stands for is known; the numbers above tell what it is made of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from symformer.semantics.arranged_in_words import arranged
from symformer.semantics.shown_arrays import Made, Shown, placeless
from symformer.terms.term import Apply, Index, Matrix, Number, Product, Quotient, Sum, Symbol, Term, Transpose
from symformer.text.cued import Cued

_STAGES = {
    "scores": Cued(
        r"\bscores?\b|\bdot[- ]products?\b|\binner products?\b|\bsimilarit\w+|\bcompatib\w+|\blogits?\b|\bcompar\w+"
        r"|[Qq]\w*\s*(?:\\cdot|\\times|[·×*@])?\s*K\w*\s*+\^?\s*\{?\s*(?:\\top|\\intercal|\\mathsf|\\mathrm|T\b|ᵀ|⊤|')|得分|分数|点积|内积|相似度",
        re.IGNORECASE,
    ),
    "scaled": Cued(r"\bscal(?:e|es|ed|ing)\b|\bdivid\w+|\\sqrt|√|\bsqrt\b|square root|缩放|除以", re.IGNORECASE),
    "shares": Cued(
        r"\bsoft-?max\b|\bweights?\b|\bprobabilit\w+|\bnormali[sz]\w+|\bdistribution\b|注意力权重|归一化|概率", re.IGNORECASE
    ),
    "output": Cued(
        r"\boutputs?\b|\bcontext\b|\bweighted (?:sum|average|combination|values)|\battended\b|\battention (?:result|values?)\b"
        r"|\bresults?\b|\bmultipl\w+|\bcombin\w+|\bmix\w*\b|\btimes\b|\bfinal\b|输出|加权|结果|上下文",
        re.IGNORECASE,
    ),
}  # fmt: skip
_ADDED = re.compile(
    r"\badd(?:s|ed|ing)?\b(?! up\b| to\b\s*\$?\d)|\bsum(?:s|med|ming)?\b(?!\s+(?:up\s+)?(?:to|is|over)\b)|\bplus\b|\bresidual\b|\bskip\b|残差|相加|加上",
    re.IGNORECASE,
)
_NORMED = Cued(r"\blayer[- ]?norm\w*|\blayer normali[sz]\w+|层归一化", re.IGNORECASE)
_ROLES = {
    "queries": Cued(r"\bquer(?:y|ies)\b|查询", re.IGNORECASE),
    "keys": Cued(r"\bkeys?\b|(?<!关)键", re.IGNORECASE),
    "values": Cued(r"\bvalues?\b|值", re.IGNORECASE),
}
_OF_LETTER = {"Q": "queries", "K": "keys", "V": "values", "q": "queries", "k": "keys", "v": "values"}
_WEIGHTS = re.compile(r"^(?:bold\()?[WUM]\)?[_^]?\(?([QKVqkv])\b")
_INPUT = Cued(r"\binputs?\b|\bembeddings?\b|\btokens?\b|输入|嵌入", re.IGNORECASE)
LAST_WORDS = 160  # characters, in which something is said to be added
GAINS = frozenset({"gamma", "beta", "g"})  # what a norm stretches and shifts by
_SET = Cued(r"\b(?:with|take|let|set|where|for|choose)\s*[$(\\]*\Z", re.IGNORECASE)
NEAREST_ADDED = 6  # arrays above that may be added
_LABELLED = Cued(r"(?:^|[\s*_#`(-])([QKVqkv])(?:['_\d]\w{0,2})?(?:\s*\([^()]*\))?[*_`]*\s*(?:[:：=]|is|are)?[*_`\s]*$")


def role_of(shown: Shown) -> str:
    """Whether an array is the queries, the keys or the values: by its letter, or by the one word in its last line.

    >>> numbers = Matrix(((Number(Fraction(1)), Number(Fraction(2))),))
    >>> [role_of(Shown(numbers, numbers, words)) for words in ("**Keys:**", "the query vector is", "K =", "keys and values")]
    ['keys', 'queries', 'keys', '']
    """
    letter = _letter(shown.name if shown.name is not None else shown.operand)
    if letter is not None:
        weights = _WEIGHTS.match(letter)
        if weights is not None:
            return f"weights of {_OF_LETTER[weights[1]]}"
        if letter[:1] in ("W", "U", "b") or letter in GAINS:
            return "parameters"
        return _OF_LETTER.get(letter, "input" if letter in ("X", "x", "E", "H") else "")
    last = shown.words.rstrip().rpartition("\n")[2]
    labelled = _LABELLED.search(last)
    if labelled is not None:
        return _OF_LETTER[labelled[1]]
    found = [role for role, words in _ROLES.items() if words.search(last)]
    if len(found) == 1 and re.search(r"\bweights?\b|\bprojection\b", last):
        return f"weights of {found[0]}"
    if len(found) == 1 and not stages_told(last):
        return found[0]
    return "input" if not found and _INPUT.search(last) else ""


def _letter(term: Term) -> str | None:
    match term:
        case Symbol(name=name) | Index(base=Symbol(name=name)):
            plain = re.sub(r"^(?:bold|cal|mathbf|bm)\((.*)\)$", r"\1", name)
            return plain.rstrip("'0123456789_")
    return None


def stages_told(words: str) -> tuple[str, ...]:
    """The steps that words name.

    >>> stages_told("Applying the softmax to each row:"), stages_told("### Step 2: Scores")
    (('shares',), ('scores',))
    """
    return tuple(stage for stage, pattern in _STAGES.items() if pattern.search(words))


def made_of(shown: Shown, before: Sequence[Shown]) -> Iterator[Made]:
    """What the words above an array may mean, made of the arrays before it."""
    if not before:
        return
    last = {role: each for each in before if (role := role_of(each))}
    yield from _projected(role_of(shown), last)
    yield from _added(shown, before)
    yield from arranged(shown, before)
    told = stages_told(shown.words)
    if not told:
        return
    yield from _of_one_query(shown, told, before)
    queries, keys, values = (last.get(role) for role in ("queries", "keys", "values"))
    made = [each for each in before if not role_of(each)]
    if queries is not None and keys is not None and queries.columns == keys.columns:
        if _has_shape(shown, queries.rows, keys.rows):
            yield from _scores(
                told, queries, keys, [each for each in made if _has_shape(each, queries.rows, keys.rows)]
            )
    if values is not None and "output" in told and shown.columns == values.columns:
        shares = [each for each in made if _has_shape(each, shown.rows, values.rows)]
        yield from (_made(_times, each, values) for each in reversed(shares) if "shares" in stages_told(each.words))
        fits = queries is not None and keys is not None and queries.columns == keys.columns and keys.rows == values.rows
        if fits and queries is not None and keys is not None and _has_shape(shown, queries.rows, values.columns):
            root = _root(queries.columns)
            yield _made(lambda q, k, v: Product((_softmax(Quotient(_raw(q, k), root)), v)), queries, keys, values)


def _of_one_query(shown: Shown, told: Sequence[str], before: Sequence[Shown]) -> Iterator[Made]:
    """The scores, the shares or the output of one query, where keys and values are shown one by one."""
    if shown.rows != 1:
        return
    keys, values = _stacked(before, "keys"), _stacked(before, "values")
    if keys is not None and keys.rows == shown.columns:
        earlier = [each for each in before if not role_of(each) and _has_shape(each, 1, keys.rows)]
        for query in (each for each in before if role_of(each) == "queries" and each.rows == 1):
            if query.columns == keys.columns:
                yield from _scores(told, query, keys, earlier)
    if values is not None and values.columns == shown.columns and "output" in told:
        shares = [each for each in before if not role_of(each) and _has_shape(each, 1, values.rows)]
        yield from (_made(_times, each, values) for each in reversed(shares) if "shares" in stages_told(each.words))


def _stacked(before: Sequence[Shown], role: str) -> Shown | None:
    """The keys or the values that are shown one by one, below one another."""
    found = {each.operand: each for each in before if role_of(each) == role and each.rows == 1}
    if len(found) < 2 or len({each.columns for each in found.values()}) != 1:
        return None
    numbers = Matrix(tuple(each.numbers.rows[0] for each in found.values()))
    return Shown(numbers, placeless(numbers), "")


def _projected(role: str, last: Mapping[str, Shown]) -> Iterator[Made]:
    """Queries, keys or values of the input and the weights above, whichever way round they fit."""
    weights, given = last.get(f"weights of {role}"), last.get("input")
    if weights is None or given is None:
        return
    if given.columns == weights.rows:
        yield _made(_times, given, weights)
    if given.columns == weights.columns:
        yield _made(lambda one, other: _times(one, Transpose(other)), given, weights)
    if weights.columns == given.rows:
        yield _made(lambda one, other: _times(other, one), given, weights)


def _added(shown: Shown, before: Sequence[Shown]) -> Iterator[Made]:
    """What is added to what, where words say that something is, and the norm of it or of what stands above."""
    if _SET.search(shown.words) or _letter(shown.name or shown.operand) in GAINS:
        return
    alike = [
        each
        for each in before
        if _has_shape(each, shown.rows, shown.columns) and _letter(each.name or each.operand) not in GAINS
    ]
    share = Fraction(2, 3) if shown.rows * shown.columns > 2 else Fraction(1, 2)
    first = next((each for each in alike if role_of(each) == "input"), None)
    near = (
        alike[-NEAREST_ADDED:] if first in alike[-NEAREST_ADDED:] or first is None else [first, *alike[-NEAREST_ADDED:]]
    )
    pairs = list(combinations(near, 2)) if _ADDED.search(shown.words[-LAST_WORDS:]) else []
    yield from (replace(_made(lambda one, other: Sum((one, other)), *pair), share=share) for pair in pairs)
    if _NORMED.search(shown.words):
        yield from (_made(_norm, each) for each in reversed(near[-2:]))
        yield from (_made(lambda one, other: _norm(Sum((one, other))), *pair) for pair in pairs)


def _times(one: Term, other: Term) -> Term:
    return Product((one, other))


def _norm(rows: Term) -> Term:
    return Apply("layernorm", (rows,))


def _scores(told: Sequence[str], queries: Shown, keys: Shown, earlier: Sequence[Shown]) -> Iterator[Made]:
    root = _root(queries.columns)
    if "scores" in told or "scaled" in told:
        yield _made(_raw, queries, keys)
        yield _made(lambda one, other: Quotient(_raw(one, other), root), queries, keys)
        yield _made(lambda one, other: _raw(other, one), queries, keys)  # a row for each key
    if "scaled" in told:
        yield from (_made(lambda one: Quotient(one, root), each) for each in earlier[-1:])
    if "shares" in told:
        yield from (_made(_softmax, each) for each in reversed(earlier[-2:]))
        yield from (_made(lambda one: _softmax(Quotient(one, root)), each) for each in reversed(earlier[-2:]))
        yield _made(lambda one, other: _softmax(Quotient(_raw(one, other), root)), queries, keys)
        yield _made(lambda one, other: _softmax(_raw(one, other)), queries, keys)


def _made(operation: Callable[..., Term], *arrays: Shown) -> Made:
    return Made(operation(*(each.numbers for each in arrays)), operation(*(each.operand for each in arrays)))


def _raw(queries: Term, keys: Term) -> Term:
    return Product((queries, Transpose(keys)))


def _root(width: int) -> Term:
    return Apply("sqrt", (Number(Fraction(width)),))


def _softmax(scores: Term) -> Term:
    return Apply("softmax", (scores,))


def _has_shape(shown: Shown, rows: int, columns: int) -> bool:
    return (shown.rows, shown.columns) == (rows, columns) and rows * columns > 1


def is_masked(shown: Matrix) -> bool:
    """Whether a square array is nought above its diagonal: later places are masked there."""
    size = len(shown.rows)
    above = [row[at] for number, row in enumerate(shown.rows) for at in range(number + 1, len(row))]
    return (
        size > 1 and size == len(shown.rows[0]) and all(isinstance(each, Number) and each.value == 0 for each in above)
    )


__all__ = ["is_masked", "made_of", "role_of", "stages_told"]
