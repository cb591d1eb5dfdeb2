r"""Shapes that a sentence gives without "is" right behind the name.

"The shape of $X$ is $n \\times d$", "let $X$ be an $n \\times d$ matrix and $W$ a $d \\times k$ matrix",
"$X$: $n \\times d$, $W$: $d \\times k$".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.arrays import array_phrase
from symformer.semantics.prose.clauses import distributed, predicate, share_shapes
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Names, Sentence, declare, holds_verb, is_subject, last_of, shaped_role
from symformer.semantics.prose.phrases import (
    PREPOSITIONS,
    SHAPE_NOUNS,
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
    shape_follows,
    shape_phrase,
    shapes,
)
from symformer.semantics.prose.snippets import sizes_in
from symformer.semantics.prose.tokens import Token
from symformer.terms.parts import unindexed
from symformer.terms.term import Number, Symbol, Term, walk

# "the shape of each row of X", "the size of a batch of X": not the shape of X
_PARTS = words(
    "each every any row rows column columns transpose inverse gradient gradients entry entries product slice half block "
    "blocks element elements last first head heads batch space kernel image range span null jacobian hessian square"
)
_BEFORE_CLAUSE = words("and while whereas where that so then hence thus since because let suppose assume here with")


def shape_of_name(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``The shape of $X$ is $n \\times d$``, ``the dimensions of $A$ and $B$ are …``, ``and that of $W$ is …``."""
    tokens = sentence.tokens
    after = copula(tokens, names.end)
    if after is None and is_mark(at(tokens, names.end), ":", "="):
        after = names.end + 1
    start = _measured(sentence, names.start)
    if after is None or start is None:
        return
    found = shapes(tokens, after, sentence.read)
    if found is None or len(found[0]) not in (1, len(names.names)) or not _ends(sentence, found[1]):
        return
    yield from share_shapes(sentence, names, found[1], found[0], "unknown")


def _measured(sentence: Sentence, index: int) -> int | None:
    """Where ``the shape of the input matrix`` begins that ends at ``index``; None where no such words stand there."""
    tokens = sentence.tokens
    here = index - 1
    while here >= 0 and tokens[here].kind == "word" and tokens[here].lower != "of":
        if tokens[here].lower in _PARTS or tokens[here].lower in PREPOSITIONS or index - here > 4:
            return None
        here -= 1
    if here < 1 or not is_word(tokens[here], "of"):
        return None
    noun = tokens[here - 1]
    if is_word(noun, "that", "those"):
        start = here - 1 if sentence.said_before(here - 1, SHAPE_NOUNS) else None
    elif noun.lower in SHAPE_NOUNS:
        start = here - 2 if is_word(at(tokens, here - 2), "the") else here - 1
    else:
        return None
    if start is None or start == 0:
        return start
    before = tokens[start - 1]
    opened = before.kind == "mark" and before.text in (",", ":", "，", "(", "-", "*", "+", "•")
    return start if opened or before.display or before.lower in _BEFORE_CLAUSE else None


def _ends(sentence: Sentence, index: int) -> bool:
    """Whether a shape is all that is said: "is $n \\times d$ times larger" says something else."""
    token = at(sentence.tokens, index)
    return (
        token is None
        or token.kind == "mark"
        or is_word(token, "and", "while", "whereas", "respectively", "where", "so")
    )


def gapped_shape(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$X$ is an $n \\times d$ matrix and $W$ a $d \\times k$ matrix``: the verb is said once."""
    tokens, read = sentence.tokens, sentence.read
    spaced = is_word(at(tokens, names.end), "in") and (space := at(tokens, names.end + 1)) is not None
    in_one = spaced and space is not None and in_space(space, read) is not None
    if not names.sure or not (is_word(at(tokens, names.end), "a", "an", "the") or in_one):
        return
    if is_word(at(tokens, names.start - 1), "length", "size", "dimension"):
        names = last_of(names)  # of length $p$ and $v$ a vector
    joined = _joined_at(sentence, names.start)
    if joined is None or not holds_verb(tokens, joined):
        return
    if not in_one and one_shape(tokens, names.end + 1, read) is None:
        phrase, end = noun_phrase(tokens, names.end)
        if (
            not phrase
            or any(word.lower() in PREPOSITIONS for word in phrase)
            or shape_phrase(tokens, end, read) is None
        ):
            return
    yield from predicate(sentence, names, names.end)


def _joined_at(sentence: Sentence, start: int) -> int | None:
    """The "and" (or comma) that joins the clause of a name to the one before: ``, and the weight $W$``."""
    tokens = sentence.tokens
    here = start - 1
    while here >= 0 and start - here < 5:
        token = tokens[here]
        if is_word(token, "and", "while", "whereas") or is_mark(token, ","):
            return here - 1 if is_mark(at(tokens, here - 1), ",") else here
        if token.kind != "word" or token.lower in PREPOSITIONS or is_word(token, "each", "every"):
            return None
        here -= 1
    return None


_ADJECTIVES = words(
    "input output weight data real random query key value attention mask score embedding projection feature design "
    "parameter weights dense square constant learned learnable trainable binary sparse"
)


def shape_before(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``an $n \\times d$ matrix $X$``, ``two $n \\times n$ input matrices $A$ and $B$``."""
    tokens, read = sentence.tokens, sentence.read
    noun = at(tokens, names.start - 1)
    if not names.sure or noun is None or not is_array(noun):
        return
    here = names.start - 2
    while is_word(at(tokens, here), *_ADJECTIVES) or is_mark(at(tokens, here), "-"):
        here -= 1
    sized = at(tokens, here)
    if sized is None or sized.kind != "math" or sized.snippet is None or r"\times" not in sized.snippet.text:
        return
    several = noun.lower in ("matrices", "tensors", "arrays")
    opener = at(tokens, here - 1)
    if not (several or is_word(opener, "a", "an", "the", "any", "our", "some")) or is_word(opener, *_PARTS):
        return
    sizes = sizes_in(sized.snippet, read)
    if sizes is None or (not several and len(names.names) > 1):
        return
    yield from share_shapes(sentence, names, names.end, [sizes], "unknown")


def shape_as(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$X$ represented as an $n \\times d$ matrix``, ``$X$ is stored as a …``."""
    tokens, read = sentence.tokens, sentence.read
    here = copula(tokens, names.end) or names.end
    if is_word(at(tokens, here), "as") and _is_viewed(sentence, names):
        phrase = array_phrase(tokens, here + 1, read)
        if phrase is not None and names.sure and len(names.names) == 1:
            yield from share_shapes(sentence, names, phrase.end, [phrase.sizes], phrase.role)
        return
    if not is_word(at(tokens, here), "represented", "stored", "given", "written", "packed", "stacked", "organized"):
        return
    if not is_word(at(tokens, here + 1), "as", "into") or not is_word(at(tokens, here + 2), "a", "an"):
        return
    found = one_shape(tokens, here + 3, read)
    if found is None or not is_array(at(tokens, found[1])) or not names.sure or len(names.names) != 1:
        return
    before = at(tokens, names.start - 1)
    if before is None or not is_word(before, "of", "by", "from", "between"):
        yield from share_shapes(sentence, names, found[1] + 1, [found[0]], "unknown")


def _is_viewed(sentence: Sentence, names: Names) -> bool:
    """``we view $E$ as``, ``think of $E$ as``, ``treat the batch $X$ as``."""
    for token in reversed(sentence.tokens[max(0, names.start - 5) : names.start]):
        if is_word(
            token, "view", "viewing", "think", "treat", "treating", "regard", "regarding", "interpret", "see", "write"
        ):
            return True
        if token.kind != "word" or is_word(token, *_PARTS):
            return False
    return False


def said_later(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$W$ projects back to the model dimension and is of size …``: a second verb of the first subject."""
    tokens = sentence.tokens
    first = at(tokens, names.end)
    if names.start > LONGEST_OPENING or not names.sure or len(names.names) != 1 or not is_subject(sentence, names):
        return
    if first is None or first.kind != "word" or first.snippet is not None or not first.lower.endswith("s"):
        return
    for here in range(names.end + 1, min(names.end + LONGEST_REMARK, len(tokens) - 2)):
        if tokens[here].display or is_word(tokens[here], "where", "which", "that", "whose", "while"):
            return
        if is_word(tokens[here], "and") and is_word(tokens[here + 1], "is", "has"):
            start = here + 2 if is_word(tokens[here + 1], "is") else here + 1
            found = shape_phrase(tokens, start, sentence.read)
            if found is not None and len(found[0]) == 1 and _ends(sentence, found[1]):
                yield from share_shapes(sentence, names, found[1], found[0], "unknown")
            return


LONGEST_OPENING = 4  # words before the subject of a sentence


def shapes_of_list(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$Q$, $K$ and $V$ are the query, key and value matrices of size …, … and …, respectively``."""
    tokens = sentence.tokens
    start = copula(tokens, names.end)
    if start is None or len(names.names) < 2 or not is_subject(sentence, names):
        return
    parts = distributed(sentence, names, start)
    if not parts:
        return
    stop = start
    while (token := at(tokens, stop)) is not None and not is_word(token, "of", "with", "having"):
        if token.kind != "word" and not is_mark(token, ",", "、"):
            return
        stop += 1
    phrase = shape_phrase(tokens, stop, sentence.read)
    if phrase is None or len(phrase[0]) not in (1, len(names.names)) or not _ends(sentence, phrase[1]):
        return
    for place, made in enumerate(parts):
        sizes = phrase[0][place if len(phrase[0]) > 1 else 0]
        if len(sizes) > 1:
            evidence = sentence.span(names.start, phrase[1])
            yield replace(made, sizes=sizes, role=shaped_role(made.role, sizes), evidence=evidence)


def array_before(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``a $d$-dimensional column vector $x$``, ``any square matrix of order $n$, $A$``, 一个 $d$ 维向量 $x_i$."""
    tokens, read = sentence.tokens, sentence.read
    noun = at(tokens, names.start - 1)
    if not names.sure or noun is None or not is_array(noun):
        return
    several = noun.lower.endswith(("matrices", "tensors", "arrays", "vectors"))
    for start in range(names.start - 2, max(-1, names.start - 10), -1):
        opened = is_word(at(tokens, start - 1), *_OPENS_PHRASE) or (
            several and not is_word(at(tokens, start - 1), *_PARTS)
        )
        if not opened and start > 0 and not is_chinese(tokens[start - 1]):
            continue
        phrase = array_phrase(tokens, start, read)
        if phrase is not None and phrase.end == names.start and not is_word(tokens[start], *_PARTS):
            if several or len(names.names) == 1:
                yield from share_shapes(sentence, names, names.end, [phrase.sizes], phrase.role)
            return


_OPENS_PHRASE = words("a an the any our some this that its one two three four both")


def is_chinese(token: Token) -> bool:
    """Whether a token is a Chinese word: there are no articles there."""
    return token.kind == "word" and "\u3400" <= token.text[:1] <= "\u9fff"


def dashed(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$X$ — a matrix of shape $n \\times d$``, ``the input $X$: an $n \\times d$ matrix``."""
    tokens, read = sentence.tokens, sentence.read
    mark = at(tokens, names.end)
    if not names.sure or not is_mark(mark, "—", "–", ":", "：", "-") or mark is None:
        return
    if mark.text == "-" and mark.start == tokens[names.end - 1].end:
        return
    before = at(tokens, names.start - 1)
    here = names.end + 1
    while is_mark(at(tokens, here), "—", "–", "-"):
        here += 1
    if before is not None and not (before.kind == "mark" or is_subject(sentence, names)):
        return
    phrase = array_phrase(tokens, here, read)
    if phrase is not None:
        yield from share_shapes(sentence, names, phrase.end, [phrase.sizes], phrase.role)
        return
    found = shape_phrase(tokens, here, read)
    if found is not None and len(found[0]) == 1:
        yield from share_shapes(sentence, names, found[1], found[0], "unknown")
        return
    bare = one_shape(tokens, here, read)
    if bare is None or before is None or before.kind != "word" or not _ends(sentence, bare[1]) or len(names.names) != 1:
        return
    text = "".join(token.text for token in tokens[here : bare[1]])
    if is_shape(names.names[0].symbol, bare[0], text):
        yield from share_shapes(sentence, names, bare[1], [bare[0]], "unknown")


def called_array(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``Denote by $G$ the $n \\times n$ Gram matrix``, ``we write $A$ for the $m \\times n$ matrix of …``."""
    tokens = sentence.tokens
    if len(names.names) != 1 or not names.sure:
        return
    here = names.end
    before = at(tokens, names.start - 1)
    if is_word(before, "write", "writing", "use", "let", "call", "stands") and is_word(at(tokens, here), "for"):
        here += 1
    elif not (is_word(before, "by") and is_word(at(tokens, names.start - 2), "denote", "denoting", "denoted")):
        return
    phrase = array_phrase(tokens, here, sentence.read)
    if phrase is not None:
        yield from share_shapes(sentence, names, phrase.end, [phrase.sizes], phrase.role)


def array_at_end(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$e_i$ is the embedding of token $i$, a $d$-dimensional vector``, ``…, of shape …``: what is added is the subject."""
    tokens, read = sentence.tokens, sentence.read
    after = copula(tokens, names.end) or (names.end + 1 if is_word(at(tokens, names.end), "be") else None)
    if after is None or len(names.names) != 1 or not names.sure or not is_subject(sentence, names):
        return
    if any(is_word(token, "for") for token in tokens[max(0, names.start - 4) : names.start]):
        return  # "the output for head $i$ is …" speaks of the output
    for here in range(after, min(after + LONGEST_REMARK, len(tokens) - 2)):
        if tokens[here].display or copula(tokens, here) is not None or is_word(tokens[here], "and", "where", "which"):
            return
        if not is_mark(tokens[here], ","):
            continue
        if shape_follows(tokens, here + 1) and (told := shape_phrase(tokens, here + 1, read)) is not None:
            if len(told[0]) == 1 and _ends(sentence, told[1]):
                role = described(noun_phrase(tokens, after)[0]).role
                kept = role if role == "vector" or len(told[0][0]) == 1 else "unknown"
                yield from share_shapes(sentence, names, told[1], told[0], kept)
            return
        if not is_word(at(tokens, here + 1), "a", "an"):
            continue
        phrase = array_phrase(tokens, here + 1, read)
        if phrase is not None and _ends(sentence, phrase.end):
            yield from share_shapes(sentence, names, phrase.end, [phrase.sizes], phrase.role)
        return


LONGEST_REMARK = 16


# -- "$X$: $n \times d$, $W$: $d \times k$" --------------------------------------------------------


def after_colon(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$X: (n, d)$``, and the later pairs of ``$X$: $n \\times d$, $W$: $d \\times k$``."""
    tokens, read = sentence.tokens, sentence.read
    said = sentence.said_before(names.start, SHAPE_NOUNS)
    for name in names.names:
        if name.relation == ":" and name.value is not None and (sizes := sizes_in(name.value, read)) is not None:
            if is_shape(name.symbol, sizes, name.value.text, said):
                yield declare(sentence, name, names.start, names.end, Description(sizes=sizes))
    if not names.sure or len(names.names) != 1 or not is_mark(at(tokens, names.end), ":", "："):
        return
    before = at(tokens, names.start - 1)
    if not (before is None or is_mark(before, ",", "，", "、", ":", "(") or is_word(before, "and", "和")):
        return
    found = one_shape(tokens, names.end + 1, read)
    if found is None or not _ends(sentence, found[1]):
        return
    text = "".join(token.text for token in tokens[names.end + 1 : found[1]])
    if is_shape(names.names[0].symbol, found[0], text, said):
        yield declare(sentence, names.names[0], names.start, found[1], Description(sizes=found[0]))


def is_shape(symbol: Term, sizes: Sequence[Term], text: str, said: bool = False) -> bool:
    r"""Whether what stands behind a name and a colon is a shape; ``said``: the sentence speaks of shapes.

    ``p: (3, 4)`` may be a point, ``z: (x, y)`` a pair and ``G: (V, E)`` a graph.

    >>> [is_shape(Symbol("X"), (Number(3), Number(4)), text) for text in ("(3, 4)", r"3 \times 4")]
    [False, True]
    >>> is_shape(Symbol("X"), (Symbol("n"), Symbol("d")), "(n, d)")
    True
    """
    base = unindexed(symbol)
    name = base.name if isinstance(base, Symbol) else ""
    letter = re.sub(r"^[a-z]+\((.*)\)", r"\1", name)[:1]
    if len(sizes) < 2 or (letter.islower() and letter == name[:1]):
        return False
    if said or "×" in text or r"\times" in text:
        return True
    return any(not isinstance(size, Number) for size in sizes) and any(_is_plain_size(size) for size in sizes)


def _is_plain_size(size: Term) -> bool:
    return isinstance(size, Number) or any(isinstance(part, Symbol) and part.name[:1].islower() for part in walk(size))
