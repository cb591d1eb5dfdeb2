"""Names beside the words for them: "the embedding dimension $d$", "$h$ heads", "$d_k$, the dimension of the keys"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.clauses import value_after
from symformer.semantics.prose.concepts import concept_ending, concept_of, named, words
from symformer.semantics.prose.names import Names, Sentence, declare, is_dimension_name, is_subject
from symformer.semantics.prose.phrases import Description, Tokens, at, copula, described, is_mark, is_word, noun_phrase
from symformer.terms.term import Index, Symbol, Term

_COUNTED = {
    "heads": "number of heads", "layers": "number of layers", "blocks": "number of layers", "experts": "number of experts",
    "tokens": "sequence length", "words": "sequence length", "classes": "number of classes",
    "sequences": "batch size", "examples": "batch size", "sentences": "batch size", "samples": "batch size",
}  # fmt: skip
_LENGTHS = {
    "sequence": "sequence length", "sequences": "sequence length", "sentence": "sequence length", "序列": "sequence length",
    "vocabulary": "vocabulary size", "vocab": "vocabulary size", "batch": "batch size",
    "head": "head dimension",
    "heads": "head dimension",
    "keys": "key dimension", "queries": "query dimension", "values": "value dimension",
    "embeddings": "embedding dimension", "embedding": "embedding dimension",
}  # fmt: skip


def named_by_concept(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """A concept right before the name: ``the vocabulary size $V$``, ``序列长度 $n$``, ``a sequence of length $n$``."""
    tokens = sentence.tokens
    if len(names.names) != 1 or not names.sure or isinstance(names.names[0].symbol, Index):
        return
    here = names.start
    if is_mark(at(tokens, here - 1), "(", "（") and is_mark(at(tokens, names.end), ")", "）", ",", "，"):
        here -= 1
    elif is_mark(at(tokens, here - 1), "="):
        return
    elif is_mark(at(tokens, here - 1), ":", "：") or is_word(
        at(tokens, here - 1), "is", "be", "为", "是", "记为", "记作", "设为"
    ):  # "(number of outputs: $q$)"
        yield from _concept_is(sentence, names)
        return
    before: list[str] = []
    start = here
    while start > 0 and tokens[start - 1].kind == "word" and here - start < 9:
        start -= 1
        before.insert(0, tokens[start].text)
    if not before:
        return
    name = names.names[0]
    if (found := _length_of(before)) is not None:
        concept, count = found
    else:
        ending = concept_ending(before)
        if ending is None:
            return
        concept, count = ending[0].name, ending[1]
    known = named(concept)
    if known is None or known.role != "dimension" or not is_dimension_name(name.symbol):
        return
    earlier = [w.lower() for w in before[: len(before) - count]]
    if (
        found is None
        and earlier
        and earlier[-1] in ("each", "every", "per", "any", "第")
        or _over_indices(before, name.symbol)
    ):
        return
    if copula(tokens, names.end) is not None and here == names.start and not is_subject(sentence, names):
        return
    yield declare(sentence, name, here - count, names.end + (here != names.start), Description(concept, "dimension"))


_BEFORE_SUBJECT = frozenset(
    ("where", "here", "so", "then", "and", "that", "let", "假设", "设", "其中", "令", "这里", "而", "记", "若", "取")
)


def _concept_is(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``The number of heads is $h$``, 序列长度为 $n$: the whole subject is the concept."""
    tokens = sentence.tokens
    closes = at(tokens, names.end)
    if not (closes is None or closes.kind == "mark" or is_word(closes, "and", "and", "while", "with", "的")):
        return
    start = names.start - 1
    while start > 0 and tokens[start - 1].kind == "word" and tokens[start - 1].lower not in _BEFORE_SUBJECT:
        start -= 1
    concept = concept_of([token.text for token in tokens[start : names.start - 1]])
    before = at(tokens, start - 1)
    whole = before is None or before.kind == "mark" or before.lower in _BEFORE_SUBJECT
    if concept is None or concept.role != "dimension" or not whole or not is_dimension_name(names.names[0].symbol):
        return
    yield declare(sentence, names.names[0], start, names.end, Description(concept.name, "dimension"))


def denoted(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``We write $T$ for the sequence length``, ``denote by $m$ the batch size``, ``the batch size, denoted $m$``."""
    if len(names.names) != 1 or not names.sure or names.start == 0:
        return
    found = _named_behind(sentence, names) or _named_before(sentence, names)
    if found is None:
        return
    phrase, start, end = found
    said = described(phrase)
    if said.says_something and (said.role != "dimension" or is_dimension_name(names.names[0].symbol)):
        yield declare(sentence, names.names[0], start, end, said)


_WRITES = words("write writing use using stand stands")
_DENOTES = words("denote denotes denoting write writing")
_Said = tuple[Sequence[str], int, int]  # the words for a thing, and the tokens that say what it is called


def _named_behind(sentence: Sentence, names: Names) -> _Said | None:
    """``write $T$ for …``, ``use $T$ to denote …``, ``by $T$ we denote …``, ``denote by $T$ …``, ``call $T$ the …``."""
    tokens, start, after = sentence.tokens, names.start - 1, names.end
    before = tokens[start]
    if is_word(at(tokens, after), "for") and (
        is_word(before, "write", "writing", "use", "using", "let")
        or ((is_word(before, "and") or is_mark(before, ",")) and sentence.said_before(start, _WRITES))
    ):
        behind = after + 1
    elif _means(tokens, after) and (
        (is_word(before, "use", "using") and is_word(tokens[after], "to"))
        or (is_word(before, "by", "with") and is_word(tokens[after], "we"))
    ):
        behind = after + 2
    elif is_word(before, "by") and is_word(at(tokens, start - 1), *_DENOTES):
        start, behind = start - 1, after
    elif is_word(before, "call") and is_word(at(tokens, after), "the"):
        behind = after
    else:
        return None
    phrase, end = noun_phrase(tokens, behind)
    return (phrase, start, end) if phrase else None


def _means(tokens: Tokens, index: int) -> bool:
    """``to denote``, ``we mean``."""
    return is_word(at(tokens, index), "to", "we") and is_word(
        at(tokens, index + 1), "denote", "represent", "mean", "indicate"
    )


def _named_before(sentence: Sentence, names: Names) -> _Said | None:
    """``denote the batch size by $m$ and the width by $d$``, ``the batch size, denoted $m$``."""
    tokens, start = sentence.tokens, names.start - 1
    if is_word(tokens[start], "by", "as"):
        start -= 1
    first = start
    if start < names.start - 1 and sentence.said_before(start, _DENOTES):
        while first >= 0 and tokens[first].kind == "word" and not is_word(tokens[first], "and", *_DENOTES):
            first -= 1
        opened = is_word(at(tokens, first), "and", *_DENOTES) or is_mark(at(tokens, first), ",")
        phrase = [token.text for token in tokens[first + 1 : start + 1]]
        return (phrase, max(first, 0), names.end) if opened and phrase else None
    if not is_word(at(tokens, start), "denoted"):
        return None
    last = start - 1 if is_mark(at(tokens, start - 1), ",", "(") else start
    first = last
    while first > 0 and tokens[first - 1].kind == "word" and last - first < 9:
        first -= 1
    phrase = [token.text for token in tokens[first:last]]
    return (phrase, first, names.end) if phrase else None


def equated(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``where $N$ = batch size, $S$ = sequence length``."""
    tokens = sentence.tokens
    if len(names.names) != 1 or not names.sure or not is_mark(at(tokens, names.end), "="):
        return
    phrase, end = noun_phrase(tokens, names.end + 1)
    closes = at(tokens, end)
    concept = concept_of(phrase) if phrase else None
    if concept is None or not (closes is None or closes.kind == "mark" or is_word(closes, "and")):
        return
    if concept.role != "dimension" or is_dimension_name(names.names[0].symbol):
        yield declare(sentence, names.names[0], names.start, end, Description(concept.name, concept.role))


_SCALARS = words("scalar 标量")
_NO_QUANTITY = words("product multiplication function field functions products")


def scalar_before(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``the scalar loss $L$``, ``a scalar $\\alpha$``, 标量 $c$; but "the scalar product $s$" is left to its formula."""
    tokens = sentence.tokens
    if len(names.names) != 1 or not names.sure or isinstance(names.names[0].symbol, Index):
        return
    for here in range(names.start - 1, max(-1, names.start - 4), -1):
        token = tokens[here]
        if token.kind != "word" or is_word(token, *_NO_QUANTITY):
            return
        if is_word(token, *_SCALARS):
            opened = (
                is_word(at(tokens, here - 1), "a", "the", "some", "any", "one", "real", "positive")
                or not token.text.isascii()
            )
            if opened and not is_word(at(tokens, names.end), "times") and not is_mark(at(tokens, names.end), "-"):
                yield declare(sentence, names.names[0], here, names.end, Description(role="scalar"))
            return


_THINGS = words("token tokens word words position patch patches sample")
_FAR = 14  # tokens between "each token" and the length of its vector


def vector_of_each(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``every token is a vector of dimension $D$``, ``each word is mapped to a $d$-dimensional vector``."""
    tokens = sentence.tokens
    if len(names.names) != 1 or not is_dimension_name(names.names[0].symbol):
        return
    before = at(tokens, names.start - 1)
    if is_word(before, "dimension", "size", "length", "dimensionality") and is_word(at(tokens, names.start - 2), "of"):
        behind = at(tokens, names.start - 3)
        of_vector = is_word(behind, "vector", "vectors", "embedding", "embeddings")
        if not (of_vector or is_word(behind, "is", "are")):
            return
    elif not _counts_a_vector(tokens, names.end):
        return
    for here in range(names.start - 1, max(0, names.start - _FAR), -1):
        if is_word(tokens[here], *_THINGS) and is_word(
            at(tokens, here - 1), "each", "every", "a", "per", "input", "the"
        ):
            if any(
                is_word(t, "query", "key", "value", "head", "queries", "keys", "values", "layer", "hidden")
                for t in tokens[here : names.start]
            ):
                return
            yield declare(
                sentence, names.names[0], names.start, names.end, Description("embedding dimension", "dimension")
            )
            return


def _counts_a_vector(tokens: Tokens, index: int) -> bool:
    """``-dimensional vector``, ``-dimensional embedding``."""
    here = index + 1 if is_mark(at(tokens, index), "-", "–") else index
    return is_word(at(tokens, here), "dimensional") and is_word(
        at(tokens, here + 1), "vector", "vectors", "embedding", "embeddings", "real", "dense"
    )


def _length_of(before: Sequence[str]) -> tuple[str, int] | None:
    """``a sequence of length``, ``keys of dimension``: what is measured, and how many words say so."""
    words = [w.lower() for w in before]
    if words == ["each", "of", "length"]:
        return "sequence length", 2
    if (
        len(words) < 3
        or words[-2] not in ("of", "has", "have")
        or words[-1] not in ("length", "size", "dimension", "dimensions")
    ):
        return None
    concept = _LENGTHS.get(words[-3])
    if concept is None or (words[-3] in ("sequence", "sequences", "sentence")) != (words[-1] == "length"):
        return None
    return concept, 3


def _over_indices(before: Sequence[str], symbol: Term) -> bool:
    """Whether "embedding dimension $j$" numbers the dimensions: ``for each position $i$ and embedding dimension $j$``."""
    letter = symbol.name if isinstance(symbol, Symbol) else ""
    return letter in ("i", "j", "p", "t", "l") and any(
        w.lower() in ("for", "each", "every", "and", "at") for w in before
    )


_WHICH_HEADS = words(
    "attention parallel different input self-attention separate independent encoder decoder identical transformer "
    "stacked expert"
)
# "the first $k$ layers" are not all layers
SOME_OF = words(
    "first last top previous next other every each after before per only remaining selected active another these those "
    "head layer token extra additional most least than"
)


def counted(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$h$ attention heads``, ``a sequence of $n$ tokens``."""
    tokens = sentence.tokens
    if len(names.names) != 1 or not names.sure or not is_dimension_name(names.names[0].symbol):
        return
    here = names.end
    while is_word(at(tokens, here), *_WHICH_HEADS):
        here += 1
    noun = at(tokens, here)
    if noun is None or noun.kind != "word" or noun.lower not in _COUNTED:
        return
    concept = _COUNTED[noun.lower]
    before = at(tokens, names.start - 1)
    if concept == "batch size" and not (
        is_word(before, "of") and is_word(at(tokens, names.start - 2), "batch", "minibatch")
    ):
        return
    if concept == "sequence length" and not (
        is_word(before, "of", "with", "has", "contains", "containing", "have")
        and is_word(at(tokens, names.start - 2), "sequence", "sequences", "sentence", "input", "text", "length")
    ):
        return
    if is_word(before, *SOME_OF) or is_mark(before, "-") or (is_word(before, "the") and concept != "number of heads"):
        return
    if isinstance(names.names[0].symbol, Symbol) and names.names[0].symbol.name in ("i", "j"):
        return
    yield declare(sentence, names.names[0], names.start, here + 1, Description(concept, "dimension"))


def apposition(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$d_k$, the dimension of the keys, which is 2 here``."""
    tokens = sentence.tokens
    if len(names.names) != 1 or not names.sure or not is_mark(at(tokens, names.end), ",", "(", "，", "（"):
        return
    if not is_word(at(tokens, names.end + 1), "the", "our", "its"):
        return
    phrase, end = noun_phrase(tokens, names.end + 1)
    concept = concept_of(phrase)
    closes = at(tokens, end)
    if concept is None or concept.role != "dimension" or not (closes is None or closes.kind == "mark"):
        return
    if is_word(at(tokens, end + 1), "and") or not is_dimension_name(names.names[0].symbol):
        return
    value = value_after(tokens, end, sentence.read)
    said = Description(concept.name, concept.role, value=value[0] if value else None)
    yield declare(sentence, names.names[0], names.start, value[1] if value else end, said)
