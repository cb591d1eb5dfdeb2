"""The clauses that declare: "$n$ is the number of tokens", "$W$ of size $d \\times k$", "with $h$ heads".

Each function looks at one place of a sentence and gives what is declared there, or nothing.  A
pattern that could mean two things gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symformer.semantics.declaration import Declaration, Role
from symformer.semantics.prose.arrays import ArrayPhrase, array_phrase, array_role, dimensional, sizes_behind
from symformer.semantics.prose.concepts import concept_of, words
from symformer.semantics.prose.names import (
    Names,
    Sentence,
    declare,
    holds_verb,
    is_dimension_name,
    is_subject,
    last_of,
)
from symformer.semantics.prose.phrases import (
    PREPOSITIONS,
    SHAPE_NOUNS,
    Description,
    Tokens,
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
    whole_number,
)
from symformer.semantics.prose.snippets import Named, Read
from symformer.semantics.prose.tokens import Token
from symformer.terms.parts import unindexed
from symformer.terms.term import Index, Number, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

# -- "$n$ is the number of tokens" -----------------------------------------------------------------


def copula_clauses(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """What follows "is", "denotes", "stands for" … after names."""
    after = copula(sentence.tokens, names.end)
    if after is None:
        after = _let_be(sentence, names)
    if after is None and _is_set_off(sentence, names):
        after = copula(sentence.tokens, names.end + 1)
    elliptical = after is None and _elliptical(sentence, names)
    if elliptical:
        after = names.end
    if after is None:
        after = _taken_to_be(sentence, names) or _as_it_is(sentence, names)
    if (
        after is not None
        and len(names.names) > 1
        and is_word(sentence.tokens[after - 1], "is", "denotes", "represents")
    ):
        names = last_of(names)  # one thing is, several are
    absolute = elliptical and is_word(at(sentence.tokens, names.start - 1), "with")
    if after is None or not (absolute or is_subject(sentence, names)):
        return
    if len(names.names) == 1 and is_word(sentence.tokens[after - 1], "are") and not _are_one(sentence, names, after):
        return  # "… are": the names before it are not all read
    yield from predicate(sentence, names, after)


_DOTS = Cued(r"\\[lc]?dots|\.\.\.|…")


def _are_one(sentence: Sentence, names: Names, after: int) -> bool:
    """``the logits $Z$ are a $B \\times C$ matrix``, ``the queries $Q$ are $n \\times d$``: one name of many things."""
    tokens = sentence.tokens
    if _DOTS.search(tokens[names.end - 1].text):
        return True  # x_1, …, x_n are many
    if is_word(at(tokens, after), "a", "an"):
        return array_phrase(tokens, after, sentence.read) is not None
    noun, before = at(tokens, names.start - 1), at(tokens, names.start - 2)
    if is_word(noun, "all", "these", "the") and isinstance(names.names[0].symbol, Index):
        return True  # all $z_l$ are in …
    plural = noun is not None and noun.kind == "word" and noun.snippet is None and noun.lower.endswith("s")
    opened = is_word(before, "the", "our", "where", "its") or before is None or before.kind == "mark"
    return plural and opened and one_shape(tokens, after, sentence.read) is not None


def _is_set_off(sentence: Sentence, names: Names) -> bool:
    """``The matrix of token embeddings, $E$, is …``: the name of the subject, between commas."""
    tokens = sentence.tokens
    before, after = at(tokens, names.start - 1), at(tokens, names.end)
    noun = at(tokens, names.start - 2)
    named = noun is not None and noun.kind == "word" and noun.snippet is None
    return len(names.names) == 1 and names.sure and is_mark(before, ",") and is_mark(after, ",") and named


def _elliptical(sentence: Sentence, names: Names) -> bool:
    """``$n$ is the number of tokens and $d$ the embedding dimension``: the verb is said once; ``with $d$ the width``: never."""
    tokens = sentence.tokens
    before = at(tokens, names.start - 1)
    opens = is_word(before, "with", "where")
    if (
        not names.sure
        or not is_word(at(tokens, names.end), "the")
        or not (opens or is_word(before, "and") or is_mark(before, ","))
    ):
        return False
    words, end = noun_phrase(tokens, names.end)
    closes, next_name = at(tokens, end), at(tokens, end + 1)
    goes_on = is_word(closes, "and", "with") and next_name is not None and next_name.kind == "math"
    whole = closes is None or closes.kind == "mark" or goes_on
    known = concept_of(words) is not None or described(words, followed_by_math=False).says_something
    return whole and known and (opens or holds_verb(tokens, names.start - 1))


def _let_be(sentence: Sentence, names: Names) -> int | None:
    opened = any(is_word(t, "let") for t in sentence.tokens[max(0, names.start - 4) : names.start])
    return names.end + 1 if opened and is_word(at(sentence.tokens, names.end), "be", "denote", "represent") else None


def _taken_to_be(sentence: Sentence, names: Names) -> int | None:
    """``take $X$ to be an n × d matrix``: where the predicate begins."""
    tokens = sentence.tokens
    taken = is_word(
        at(tokens, names.start - 1), "take", "taking", "choose", "fix", "set", "define", "assume", "consider"
    )
    return (
        names.end + 2
        if taken and is_word(at(tokens, names.end), "to") and is_word(at(tokens, names.end + 1), "be")
        else None
    )


def _as_it_is(sentence: Sentence, names: Names) -> int | None:
    """``the weights $W$: it is an m × n matrix``: where the predicate begins."""
    tokens, here = sentence.tokens, names.end + 1
    if not is_mark(at(tokens, names.end), ":", ";") or len(names.names) > 1:
        return None  # "without $W$, it is a vector" speaks of something else
    if is_word(at(tokens, here), "it’s", "it's"):
        return here + 1
    if is_word(at(tokens, here), "it") and is_mark(at(tokens, here + 1), "'", "’"):
        return here + 3 if is_word(at(tokens, here + 2), "s") else None
    return here + 2 if is_word(at(tokens, here), "it") and is_word(at(tokens, here + 1), "is") else None


def predicate(sentence: Sentence, names: Names, start: int) -> Iterator[Declaration]:
    """What a predicate that begins at token ``start`` says of the names before it."""
    tokens, read = sentence.tokens, sentence.read
    number = whole_number(at(tokens, start), read)
    if number is not None and not is_array(at(tokens, start + 1)) and one_shape(tokens, start, read) is None:
        yield from _is_number(sentence, names, start, number)
        return
    shaped = _shaped_predicate(sentence, start)
    if shaped is not None:
        found, end, role = shaped
        if _is_amount(sentence, names) and not is_array(at(tokens, end - 1)):
            return
        if all(isinstance(size, Number) for sizes in found for size in sizes) and _conditional(sentence, names):
            return  # "if $A$ is a 2 × 2 matrix" speaks of a case
        yield from share_shapes(sentence, names, end, found, role)
        return
    parts = distributed(sentence, names, start)
    if parts is not None:
        yield from parts
        return
    words, end = noun_phrase(tokens, start)
    following = at(tokens, end)
    if is_word(at(tokens, start - 1), "is", "be", "are") and not _names_a_thing(tokens[start - 1], words):
        return
    said = described(
        words, followed_by_math=following is not None and following.kind == "math" and not following.display
    )
    if not names.sure and concept_of(words) is None:
        return
    if (space := _space_after(tokens, end, read)) is not None:
        said = replace(said, sizes=space[0], domain=space[1])
        end += 2
    else:
        phrase = shape_phrase(tokens, end, read) if _plain_noun_phrase(words) else None
        if phrase is not None:
            yield from share_shapes(sentence, names, phrase[1], phrase[0], said.role, said.concept)
            return
    value = value_after(tokens, end, read)
    if value is not None and len(names.names) == 1:
        said, end = replace(said, value=value[0]), value[1]
    if said.says_something:
        yield from _each(sentence, names, end, said)


_AMOUNTS = words(
    "count counts total totals cost costs complexity number numbers area sum flops flop amount budget latency bandwidth "
    "storage operations 数量 总数 复杂度 参数量"
)


def _is_amount(sentence: Sentence, names: Names) -> bool:
    """Whether the words before the names count something: "the cost $C$ is $n \\times d$" is no shape."""
    here = names.start - 1
    while (token := at(sentence.tokens, here)) is not None and token.kind == "word" and names.start - here < 5:
        if token.lower in _AMOUNTS:
            return True
        if token.lower in ("and", "while", "where"):
            return False
        here -= 1
    return False


def _is_number(sentence: Sentence, names: Names, start: int, number: Term) -> Iterator[Declaration]:
    """``$d$ is 64``."""
    if not names.sure or not _ends_value(sentence.tokens, start + 1) or not _countable(names, number):
        return
    if not _conditional(sentence, names):
        yield from _each(sentence, names, start + 1, Description(value=number, role="scalar"))


_CONDITIONS = words("if when whenever unless 若 如果 当")


def _conditional(sentence: Sentence, names: Names) -> bool:
    """Whether "if" or "when" stands before the names: the value is only supposed."""
    return sentence.said_before(names.start, _CONDITIONS)


def _countable(names: Names, number: Term) -> bool:
    """Whether "is 64" gives a size: "where $M$ is 1" speaks of entries."""
    plain = all(is_dimension_name(name.symbol) for name in names.names)
    return plain and isinstance(number, Number) and number.value >= 2


_KINDS = ("scalars", "vectors", "matrices", "tensors", "标量", "向量", "矩阵")


def _names_a_thing(verb: Token, words: Sequence[str]) -> bool:
    """ "is the rate" and "are learned weights" name things; "is set" and "is fixed" do not."""
    if not words:
        return True
    first = words[0].lower()
    if concept_of(words) is not None or first in ("the", "a", "an", "our", "its", "their", "another", "number"):
        return True
    if len(words) == 1 and first in _KINDS:
        return True
    return verb.lower == "are" and len(words) > 1 and words[-1].lower().endswith(("s", "matrices", "indices"))


def _ends_value(tokens: Tokens, index: int) -> bool:
    """Whether a number ends there: "is 2 in this case", not "is 2 times larger"."""
    token = at(tokens, index)
    return token is None or token.kind == "mark" or is_word(token, "in", "here", "and", "for", "。")


def _each(sentence: Sentence, names: Names, end: int, said: Description) -> Iterator[Declaration]:
    for name in names.names:
        if said.role == "index" and isinstance(name.symbol, Index):
            continue  # an entry such as p_{k,2i} is no index
        yield declare(sentence, name, names.start, end, said)


def _shaped_predicate(sentence: Sentence, start: int) -> tuple[list[tuple[Term, ...]], int, Role] | None:
    """``an $n \\times d$ matrix``, ``of size …``, ``a $d$-dimensional vector``, ``in $\\mathbb{R}^d$``."""
    tokens, read = sentence.tokens, sentence.read
    here = start + 1 if is_word(at(tokens, start), "a", "an", "the", "一个", "both", "all", "each") else start
    if (phrase := shape_phrase(tokens, here, read)) is not None:
        return phrase[0], phrase[1], "unknown"
    if (space := _space_after(tokens, here, read)) is not None:
        return [space[0]], here + 2, "unknown"
    found = shapes(tokens, here, read)
    if found is not None:
        end = found[1]
        while (token := at(tokens, end)) is not None and token.kind == "word" and end - found[1] < 4:
            if is_array(token) or token.lower in ("weights", "parameters"):
                return (
                    found[0],
                    end + 1,
                    "unknown"
                    if token.lower.startswith(("tensor", "array", "weights", "para", "张"))
                    else array_role(token),
                )
            if token.lower in PREPOSITIONS:
                break
            end += 1
        return (
            (found[0], found[1], "unknown")
            if _closes(tokens, found[1])
            and (_crossed(sentence, here, found[1]) or sentence.said_before(start, SHAPE_NOUNS))
            else None
        )
    if (counted := dimensional(tokens, start, read)) is not None and _closes(tokens, counted[1]):
        return [counted[0]], counted[1], "unknown"
    array = array_phrase(tokens, start, read)
    return ([array.sizes], array.end, array.role) if array is not None else None


_BY_LETTER = re.compile(r"[\w)}] x [\w({]")  # d x C


def _crossed(sentence: Sentence, start: int, end: int) -> bool:
    if any(is_word(token, "by") for token in sentence.tokens[start:end]):
        return True
    text = Span(sentence.tokens[start].start, sentence.tokens[end - 1].end).slice(sentence.text.text)
    return "×" in text or r"\times" in text or _BY_LETTER.search(text) is not None


def _closes(tokens: Tokens, index: int) -> bool:
    token = at(tokens, index)
    return token is None or token.kind == "mark" or is_word(token, "and", "respectively", "的", "for", "in")


def _space_after(tokens: Tokens, index: int, read: Read) -> tuple[tuple[Term, ...], str] | None:
    """``in $\\mathbb{R}^{n \\times d}$``."""
    if not is_word(at(tokens, index), "in", "of", "to"):
        return None
    token = at(tokens, index + 1)
    return in_space(token, read) if token is not None and token.kind == "math" else None


def _plain_noun_phrase(words: Sequence[str]) -> bool:
    """Whether a shape right after the phrase can only be that of the phrase's subject."""
    return bool(words) and not any(w.lower() in PREPOSITIONS for w in words)


def value_after(tokens: Tokens, index: int, read: Read) -> tuple[Term, int] | None:
    """``, which is 2 in this case`` and ``(here 4)``."""
    here = index
    if (
        is_mark(at(tokens, here), ",")
        and is_word(at(tokens, here + 1), "which")
        and is_word(at(tokens, here + 2), "is", "equals")
    ):
        here += 3
    elif is_mark(at(tokens, here), "(") and is_word(at(tokens, here + 1), "here", "so", "which"):
        here += 3 if is_word(at(tokens, here + 2), "is") else 2
    elif is_mark(at(tokens, here), "(") and (number := whole_number(at(tokens, here + 1), read)) is not None:
        if is_mark(at(tokens, here + 2), ")") or is_word(at(tokens, here + 2), "here", "in"):
            return number, here + 2
        return None
    else:
        return None
    number = whole_number(at(tokens, here), read)
    return (number, here + 1) if number is not None and _ends_value(tokens, here + 1) else None


def share_shapes(
    sentence: Sentence, names: Names, end: int, found: list[tuple[Term, ...]], role: Role, concept: str | None = None
) -> Iterator[Declaration]:
    """One shape for all names, or one for each, in order."""
    if len(found) not in (1, len(names.names)):
        return
    for index, name in enumerate(names.names):
        sizes = found[index] if len(found) > 1 else found[0]
        # a shape given in symbols goes before one in words
        fitting = fits(name, sizes, role) and name.relation not in (r"\in", "∈")
        if fitting or concept is not None:
            yield declare(sentence, name, names.start, end, Description(concept, role, sizes if fitting else None))


def fits(name: Named, sizes: tuple[Term, ...], role: Role) -> bool:
    """Whether sizes can be those of a name: "K has dimension 64" may speak of each of K's rows."""
    if role in ("dimension", "index", "scalar", "set"):
        return False
    if len(sizes) > 1:
        return True
    base = unindexed(name.symbol)
    letter = base.name if isinstance(base, Symbol) else ""
    plain = re.sub(r"^[a-z]+\((.*)\)", r"\1", letter)
    member = isinstance(name.symbol, Index) and (len(name.symbol.indices) != 1 or bool(name.symbol.upper))
    return role == "vector" or (role == "unknown" and not member and plain[:1].islower())


# -- lists of meanings -----------------------------------------------------------------------------


def distributed(sentence: Sentence, names: Names, start: int) -> list[Declaration] | None:
    """``$Q$, $K$ and $V$ are the query, key, and value matrices``: one meaning for each name."""
    count = len(names.names)
    if count < 2:
        return None
    tokens = sentence.tokens
    parts: list[list[str]] = [[]]
    here = start
    while (token := at(tokens, here)) is not None:
        if is_mark(token, ",", "、", "，") or is_word(token, "and", "和", "与", "及", "以及"):
            if parts[-1]:
                parts.append([])
            elif not is_word(token, "and", "和", "以及"):
                break
            here += 1
            continue
        if token.kind != "word" or is_word(token, "respectively", "where", "which", "with"):
            break
        if shape_follows(tokens, here):
            break
        parts[-1].append(token.text)
        here += 1
        if len(parts) > count:
            return None
    parts = [p for p in parts if p]
    if len(parts) != count:
        return None
    known = False
    for expanded in _expansions(parts):
        concepts = [concept_of(words) for words in expanded]
        known = known or any(concepts)
        if all(c is not None for c in concepts) and len({c.name for c in concepts if c}) == count:
            return [
                declare(sentence, name, names.start, here, described(words))
                for name, words in zip(names.names, expanded, strict=True)
            ]
    return [] if known else None  # some parts are known and some are not: nothing is sure


def _expansions(parts: list[list[str]]) -> Iterator[list[list[str]]]:
    """The list as it stands; with the last head noun for all; with the first "dimension of" for all."""
    last = parts[-1]
    if len(last) > 1:
        for shared in (1, 2, 3):
            if len(last) > shared:
                yield [*(p + last[-shared:] for p in parts[:-1]), last]
    first = [w.lower() for w in parts[0]]
    for preposition in ("of", "for"):
        if preposition in first:
            prefix = parts[0][: first.index(preposition) + 1]
            yield [parts[0], *(prefix + p for p in parts[1:])]
    yield parts


# -- "$W$ of size $d \times k$", "$X$ has shape …" --------------------------------------------------


def attached_shape(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """A shape that stands right after names: ``of size``, ``with shape``, ``has dimensions``, in brackets."""
    tokens, read = sentence.tokens, sentence.read
    here = names.end + 1 if is_mark(at(tokens, names.end), ",") else names.end
    while is_word(at(tokens, here), "all", "both", "each", "should", "must", "will", "then", "now", "also", "thus"):
        here += 1
    if is_word(at(tokens, here), "has") and len(names.names) > 1:
        names = last_of(names)
    before = at(tokens, names.start - 1)
    if (here > names.end or is_word(at(tokens, here), "has", "have")) and not is_subject(sentence, names):
        if is_word(before, *_BEFORE_OBJECT):
            yield from _shape_of_noun(sentence, names)
        return
    phrase = shape_phrase(tokens, here, read)
    if phrase is None and is_mark(at(tokens, here), "(", "（"):
        phrase = _bracketed_shape(sentence, here + 1)
    if phrase is None and (counted := _components(sentence, names)) is not None:
        yield from share_shapes(sentence, names, counted.end, [counted.sizes], counted.role)
        return
    if phrase is None:
        yield from _shape_of_noun(sentence, names)
        return
    if not names.sure and not _crossed(sentence, here, phrase[1]) and not is_word(at(tokens, here + 1), *SHAPE_NOUNS):
        return
    if len(phrase[0][0]) == 1 and is_word(before, "of", "between", "by", "each", "in", "的"):
        return
    yield from share_shapes(sentence, names, phrase[1], phrase[0], _noun_before(sentence, names))


# "is $O$, an n × d matrix" and "we obtain $O$, an …"; but "the output of $f$, an …" speaks of the output
_BEFORE_OBJECT = words("using with by via is are called obtain get gives yields produces define have namely")


def _components(sentence: Sentence, names: Names) -> ArrayPhrase | None:
    """``a vector $v$ with $k$ entries``, ``square matrices $A$ and $B$ of order $n$``: the noun stands before the names."""
    noun = names.start - 1
    if not is_array(at(sentence.tokens, noun)) or not names.sure:
        return None
    squared = is_word(at(sentence.tokens, noun - 1), "square")
    found = sizes_behind(sentence.tokens, names.end, array_role(sentence.tokens[noun]), sentence.read)
    return found if found is not None and (squared or found.role == "vector") else None


def _bracketed_shape(sentence: Sentence, start: int) -> tuple[list[tuple[Term, ...]], int] | None:
    """``(n × d)``, ``(both n × d)``, ``(of size n)``."""
    tokens, read = sentence.tokens, sentence.read
    here = start + 1 if is_word(at(tokens, start), "both", "each", "all") else start
    inner = one_shape(tokens, here, read)
    if inner is not None and is_mark(at(tokens, inner[1]), ")", "）") and _crossed(sentence, here, inner[1]):
        return [inner[0]], inner[1] + 1
    return shape_phrase(tokens, here, read)


def _shape_of_noun(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``$x$, a vector of size 8``; but "each word $X$ (a vector of size 8)" speaks of the rows of X."""
    tokens, read = sentence.tokens, sentence.read
    if any(is_word(token, "each", "every") for token in tokens[max(0, names.start - 3) : names.start]):
        return
    if not is_mark(at(tokens, names.end), "(", ",") or not is_word(at(tokens, names.end + 1), "a", "an"):
        return
    found = _shaped_predicate(sentence, names.end + 1)
    if found is not None:
        yield from share_shapes(sentence, names, found[1], found[0], found[2])
        return
    noun = next((i for i in range(names.end + 2, min(names.end + 5, len(tokens))) if is_array(tokens[i])), None)
    sized = shape_phrase(tokens, noun + 1, read) if noun is not None else None
    if noun is not None and sized is not None:
        yield from share_shapes(sentence, names, sized[1], sized[0], array_role(tokens[noun]))


def _noun_before(sentence: Sentence, names: Names) -> Role:
    before = at(sentence.tokens, names.start - 1)
    if before is None or not is_array(before) or is_word(before, "array", "arrays"):
        return "unknown"  # an array has any number of axes
    return array_role(before)
