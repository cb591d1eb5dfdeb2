"""Entries of a glossary: "- $L$: sequence length", "- **d** = 4 (embedding size)", "Batch size ($B$)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from symformer.documents.document import Prose
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.appositions import SOME_OF
from symformer.semantics.prose.clauses import distributed, fits, predicate
from symformer.semantics.prose.concepts import concept_ending, concept_of, named
from symformer.semantics.prose.names import Names, Sentence, declare, names_at
from symformer.semantics.prose.phrases import (
    Description,
    at,
    copula,
    described,
    in_space,
    is_array,
    is_mark,
    is_word,
    noun_phrase,
    one_shape,
    shape_phrase,
    whole_number,
)
from symformer.semantics.prose.snippets import called_name
from symformer.semantics.prose.tokens import Token
from symformer.terms.term import Number, Symbol, Term
from symformer.text.cued import Cued

_COLONS = (":", "：", "–", "—", "-", "=")


def glossary_entry(sentence: Sentence, block: Prose, *, first: bool) -> Iterator[Declaration]:
    """What a block that begins with a name and a colon declares."""
    tokens = sentence.tokens
    start = 0
    while is_mark(at(tokens, start), "-", "*", "+", "•", ">"):
        start += 1
    if is_word(at(tokens, start), "let"):
        return
    names = names_at(sentence, start) or _function(sentence, start)
    if names is None:
        if first:
            yield from _concept_first(sentence, start)
        return
    after = names.end
    mark = at(tokens, after)
    if mark is None or not is_mark(mark, *_COLONS):
        if is_mark(mark, "(") and block.kind == "item":
            yield from _in_brackets(sentence, names, after)
        return
    if mark.text == "-" and mark.start == tokens[after - 1].end:
        return
    if (block.kind != "item" or not first) and mark.text not in (":", "："):
        return
    if not names.sure and (block.kind != "item" or not first):
        return
    if mark.text == "=":
        yield from _valued(sentence, names, after + 1)
        return
    yield from entry_text(sentence, names, after + 1)


def _function(sentence: Sentence, start: int) -> Names | None:
    """``$f(\\cdot)$: attention function``."""
    token = at(sentence.tokens, start)
    if token is None or token.snippet is None or token.display or token.kind != "math":
        return None
    named_function = called_name(token.snippet, sentence.read)
    if named_function is None or not is_mark(at(sentence.tokens, start + 1), ":", "："):
        return None
    words, _ = noun_phrase(sentence.tokens, start + 2)
    if not any(
        w.lower().rstrip("s") in ("function", "mapping", "activation", "网络", "函数", "激活函数") for w in words
    ):
        return None
    return Names((named_function,), start, start + 1, True)


def entry_text(sentence: Sentence, names: Names, start: int) -> Iterator[Declaration]:
    """The explanation of a glossary entry: a shape, a phrase, or a phrase with a shape."""
    tokens, read = sentence.tokens, sentence.read
    shape = _result_of_shapes(sentence, one_shape(tokens, start, read))
    if shape is not None and (shape[1] >= len(tokens) or tokens[shape[1]].kind == "mark" or is_array(tokens[shape[1]])):
        yield from _shape_alone(sentence, names, start, shape)
        return
    here = copula(tokens, start)
    if here is not None:
        yield from predicate(sentence, replace_sure(names), here)
        return
    if is_word(at(tokens, start), "a", "an", "the", "一个") and one_shape(tokens, start + 1, read) is not None:
        yield from predicate(sentence, replace_sure(names), start)
        return
    parts = distributed(sentence, names, start)
    if parts is not None:
        yield from parts
        return
    words, end = noun_phrase(tokens, start)
    following = at(tokens, end)
    said = described(words, followed_by_math=following is not None and following.kind == "math")
    if following is not None and following.kind == "word" and concept_of(words) is None and said.role == "unknown":
        said = replace(said, concept=None)
    said, end = _with_shape_after(sentence, names, said, words, end)
    if said.says_something:
        for name in names.names:
            yield declare(sentence, name, names.start, end, said)


def _result_of_shapes(
    sentence: Sentence, shape: tuple[tuple[Term, ...], int] | None
) -> tuple[tuple[Term, ...], int] | None:
    """``(B, T, C) @ (C, h) → (B, T, h)``: what the shapes of an operation come to; None where that is not said."""
    tokens = sentence.tokens
    if shape is None or not is_mark(at(tokens, shape[1]), "@", "·", "*", "→", "->", "-", "+"):
        return shape
    for number in range(shape[1], len(tokens)):
        if tokens[number].text in ("→", ">", "⟶", "⇒"):
            return _result_of_shapes(sentence, one_shape(tokens, number + 1, sentence.read))
    return None


def _shape_alone(
    sentence: Sentence, names: Names, start: int, shape: tuple[tuple[Term, ...], int]
) -> Iterator[Declaration]:
    """``$W$: 512 × 64``; but "Q, K, V: 3 × n × d" is the size of all, and ``[2, 3]`` may be a value."""
    sizes, end = shape
    opened = at(sentence.tokens, start)
    if opened is not None and opened.text[:1] in ("(", "[") and _all_numbers(sentence, start, end):
        return
    if isinstance(sizes[0], Number) and sizes[0].value == len(names.names) > 1:
        return
    for name in names.names:
        if fits(name, sizes, "unknown"):
            yield declare(sentence, name, names.start, end, Description(sizes=sizes))


def _with_shape_after(
    sentence: Sentence, names: Names, said: Description, words: list[str], end: int
) -> tuple[Description, int]:
    """The description with the shape that follows its phrase: ``of size …``, ``, an n × n matrix``, ``(n × d)``."""
    tokens, read = sentence.tokens, sentence.read
    following = at(tokens, end)
    if is_word(following, "in") and end + 1 < len(tokens) and (space := in_space(tokens[end + 1], read)) is not None:
        return replace(said, sizes=space[0], domain=space[1]), end + 2
    phrase = shape_phrase(tokens, end, read)
    if phrase is None and is_mark(following, ",", "，", "(", "（"):
        phrase = shape_phrase(tokens, end + 1, read)
        if phrase is None:
            inner = one_shape(tokens, end + 2 if is_word(at(tokens, end + 1), "a", "an") else end + 1, read)
            if inner is not None and not _all_numbers(sentence, end + 1, inner[1]):
                phrase = [inner[0]], inner[1]
    if phrase is None or len(phrase[0]) != 1 or not _may_have_shape(words):
        return said, end
    if not all(fits(name, phrase[0][0], said.role) for name in names.names):
        return said, end
    return replace(said, sizes=phrase[0][0]), phrase[1]


def shape_of_entry(sentence: Sentence, entry: tuple[Declaration, ...]) -> Iterator[Declaration]:
    """``This is an $L \\times V$ matrix``, said in the next sentence of an entry about one name."""
    tokens = sentence.tokens
    if len(entry) != 1 or not is_word(at(tokens, 0), "this", "it"):
        return
    after = copula(tokens, 1)
    if after is None or not is_word(at(tokens, after), "a", "an"):
        return
    found = one_shape(tokens, after + 1, sentence.read)
    if found is not None and is_array(at(tokens, found[1])) and entry[0].sizes is None:
        yield replace(entry[0], sizes=found[0], evidence=sentence.span(0, found[1] + 1), role="matrix", value=None)


def _may_have_shape(words: list[str]) -> bool:
    return not any(w.lower() in ("of", "with", "number") for w in words[:2])


def _all_numbers(sentence: Sentence, start: int, end: int) -> bool:
    """``(3, 4)`` and ``[2, 3]`` after a name are values as often as shapes."""
    text = "".join(token.text for token in sentence.tokens[start:end])
    return "×" not in text and r"\times" not in text and not re.search(r"[A-Za-zα-ωΑ-Ω]", text)


def replace_sure(names: Names) -> Names:
    """The same names, taken as mathematics because they head an entry."""
    return Names(names.names, names.start, names.end, True)


def _valued(sentence: Sentence, names: Names, start: int) -> Iterator[Declaration]:
    """``**d** = 4 (embedding size)``, ``**pos** = word position (0, 1, 2)``."""
    tokens, read = sentence.tokens, sentence.read
    if len(names.names) != 1:
        return
    name = names.names[0]
    number = whole_number(at(tokens, start), read)
    if number is not None:
        closes = at(tokens, start + 1)
        if closes is None:
            yield declare(sentence, name, names.start, start + 1, Description(value=number, role="scalar"))
        elif is_mark(closes, "(", "（", ",", "，", ":", "-", "–", "—"):
            words, end = noun_phrase(tokens, start + 2)
            if concept_of(words) is not None:
                yield declare(sentence, name, names.start, end, replace(described(words), value=number))
        return
    words, end = noun_phrase(tokens, start)
    if concept_of(words) is None:
        return
    said = described(words)
    made = declare(sentence, name, names.start, end, said)
    if said.role == "index" and (ends := _listed(sentence, end)) is not None:
        made = replace(made, ranges=ends)
    yield made


def _listed(sentence: Sentence, start: int) -> tuple[Term, Term] | None:
    """The first and the last of ``(0, 1, 2)``."""
    tokens = sentence.tokens
    if not is_mark(at(tokens, start), "("):
        return None
    found: list[Term] = []
    here = start + 1
    while (number := whole_number(at(tokens, here), sentence.read)) is not None:
        found.append(number)
        here += 1
        if is_mark(at(tokens, here), ","):
            here += 1
    return (found[0], found[-1]) if len(found) >= 2 and is_mark(at(tokens, here), ")") else None


def _in_brackets(sentence: Sentence, names: Names, start: int) -> Iterator[Declaration]:
    """``$n$ (sequence length)``, ``$d_k = 64$ (key dimension)``."""
    tokens = sentence.tokens
    words, end = noun_phrase(tokens, start + 1)
    if is_mark(at(tokens, end), ")", "）") and is_mark(at(tokens, end + 1), ":", "：", "—", "–"):
        shape = one_shape(tokens, end + 2, sentence.read)
        if shape is not None and (at(tokens, shape[1]) is None or is_mark(at(tokens, shape[1]), ",", ";", "(")):
            for made in _shape_alone(sentence, names, end + 2, shape):
                yield replace(made, concept=described(words).concept)
            return
    if not is_mark(at(tokens, end), ")", ",") or concept_of(words) is None:
        return
    for name in names.names:
        yield declare(sentence, name, names.start, end, described(words))


def _concept_first(sentence: Sentence, start: int) -> Iterator[Declaration]:
    """``Sequence length: $n$``, ``Batch size ($B$)``, ``**Query (Q)**``, ``Embedding dimension (d) = 512``."""
    tokens, read = sentence.tokens, sentence.read
    words, end = noun_phrase(tokens, start)
    concept = concept_of(words)
    if concept is None or concept.role != "dimension":
        return
    mark = at(tokens, end)
    if not is_mark(mark, ":", "：", "(", "（", "=", "→"):
        return
    names = names_at(sentence, end + 1)
    if names is None or len(names.names) != 1 or not isinstance(names.names[0].symbol, Symbol):
        number = whole_number(at(tokens, end + 1), read)
        if number is not None and not is_mark(mark, "(", "（") and _closed(sentence, end + 2):
            yield by_concept(sentence, concept.name, start, end + 2, number)
        return
    closes = at(tokens, names.end)
    if closes is not None and not is_mark(closes, ")", "）", ",", "，", "(", "="):
        return
    said = described(words)
    here = names.end + 1 if is_mark(closes, ")", "）") else names.end
    if is_mark(at(tokens, here), "=", ":") and (number := whole_number(at(tokens, here + 1), read)) is not None:
        said, here = replace(said, value=number), here + 2
    yield declare(sentence, names.names[0], start, max(here, names.end), replace(said, role="dimension"))


def _closed(sentence: Sentence, index: int) -> bool:
    token = at(sentence.tokens, index)
    return token is None or is_mark(token, ",", ")", "(", "。")


def by_concept(sentence: Sentence, concept: str, start: int, end: int, value: Term) -> Declaration:
    """The value of a thing that is called by its concept and has no symbol: ``8 attention heads``."""
    known = named(concept)
    span = sentence.span(start, end)
    return Declaration(
        symbol=Symbol(concept), span=span, evidence=span, visible_from=sentence.visible_from, concept=concept,
        role=known.role if known else "unknown", value=value, by="prose",
    )  # fmt: skip


_OTHER_MODELS = Cued(
    r"bert|gpt|llama|t5\b|e\.g|such as|typical|usual|often|original|paper|up to|at least|first|like|比如|例如|通常|论文",
    re.I,
)


def _some_of(before: Token | None) -> bool:
    """``the first 2 heads``, ``top-2 heads``: a part says nothing of the whole."""
    return is_word(before, "of", *SOME_OF) or is_mark(before, "-")


def values_by_concept(sentence: Sentence) -> Iterator[Declaration]:
    """``for 8 attention heads``, ``embedding size of 512``, ``a 4-dimensional embedding``."""
    tokens, read = sentence.tokens, sentence.read
    if not any(token.kind == "number" for token in tokens):
        return
    if _OTHER_MODELS.search(sentence.text.text[tokens[0].start : tokens[-1].end]):
        return
    for place, token in enumerate(tokens):
        if token.kind != "number" or (number := whole_number(token, read)) is None:
            continue
        here = place + 1
        if is_mark(at(tokens, here), "-") and is_word(at(tokens, here + 1), "dimensional"):
            noun = at(tokens, here + 2)
            after = at(tokens, here + 3)
            if is_word(noun, "embedding", "embeddings") and not is_word(after, "space", "table"):
                yield by_concept(sentence, "embedding dimension", place, here + 3, number)
            continue
        while is_word(at(tokens, here), "attention", "parallel", "self-attention"):
            here += 1
        if is_word(at(tokens, here), "heads") and not _some_of(at(tokens, place - 1)):
            yield by_concept(sentence, "number of heads", place, here + 1, number)
            continue
        yield from _concept_before(sentence, place, number)


def _concept_before(sentence: Sentence, place: int, number: Term) -> Iterator[Declaration]:
    tokens = sentence.tokens
    here = place
    if is_word(at(tokens, here - 1), "of", "is", "为", "是", "to") or is_mark(at(tokens, here - 1), "=", ":"):
        here -= 1
    before: list[str] = []
    start = here
    while start > 0 and tokens[start - 1].kind == "word" and here - start < 6:
        start -= 1
        before.insert(0, tokens[start].text)
    ending = concept_ending(before) if before else None
    after = at(tokens, place + 1)
    if ending is None or ending[0].role != "dimension" or ending[0].name in ("rank", "number of samples"):
        return
    if not (
        after is None or (after.kind == "mark" and after.text in ",.)(，。）;") or is_word(after, "and", "in", "for")
    ):
        return
    yield by_concept(sentence, ending[0].name, here - ending[1], place + 1, number)
