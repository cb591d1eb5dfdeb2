"""The names that a sentence speaks of: lists of them, and whether they are its subject."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from symformer.semantics.declaration import Declaration, Role
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.phrases import (
    PREPOSITIONS,
    SHAPE_NOUNS,
    Description,
    Tokens,
    at,
    copula,
    is_mark,
    is_word,
)
from symformer.semantics.prose.snippets import Named, Read, names_in
from symformer.terms.term import Index, Number, Symbol, Term
from symformer.text.mapped import MappedText
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with what is needed to place its declarations."""

    tokens: Tokens
    text: MappedText  # of the block
    visible_from: int
    read: Read
    _first: dict[frozenset[str], int] = field(default_factory=dict, repr=False, compare=False)
    _named: dict[int, tuple[Named, ...]] = field(default_factory=dict, repr=False, compare=False)

    def said_before(self, index: int, said: frozenset[str]) -> bool:
        """Whether one of the words stands before the token at ``index``; the sentence is searched only once."""
        if said not in self._first:
            places = (at for at, token in enumerate(self.tokens) if token.lower in said)
            self._first[said] = next(places, len(self.tokens))
        return self._first[said] < index

    def names_of(self, index: int) -> tuple[Named, ...]:
        """The names that the token at ``index`` offers; each token is looked at only once."""
        if index not in self._named:
            self._named[index] = _names_of(self.tokens, index, self.read)
        return self._named[index]

    def span(self, start: int, end: int) -> Span:
        """The source range of the tokens ``start`` (included) to ``end`` (excluded)."""
        return self.text.origin_span(Span(self.tokens[start].start, self.tokens[max(start, end - 1)].end))


@dataclass(frozen=True, slots=True)
class Names:
    """A list of names within a sentence: tokens ``start`` to ``end``."""

    names: tuple[Named, ...]
    start: int
    end: int
    sure: bool  # whether the author marked them as mathematics


def last_of(names: Names) -> Names:
    """The last name alone: in "of length $p$ and $v$ has …" it is only $v$ that has."""
    return Names(names.names[-1:], names.end - 1, names.end, names.sure)


def declare(sentence: Sentence, name: Named, start: int, end: int, said: Description) -> Declaration:
    """A declaration of one name, quoting the tokens ``start`` to ``end``."""
    value = said.value
    if (
        said.concept == "embedding dimension"
        and isinstance(name.symbol, Symbol)
        and re.search(r"_(?:ff|ffn|hidden_ff)\Z", name.symbol.name)
    ):
        said = replace(said, concept="feed-forward dimension")
    if value is None and name.relation == "=" and name.value is not None and said.role in ("dimension", "scalar"):
        value = name.value.read(sentence.read)
    role: Role = said.role
    if said.sizes is not None and _is_batch_of_code(sentence, name, said.sizes):
        said = replace(said, sizes=None)
    if said.sizes is not None:
        role = shaped_role(role, said.sizes)
    return Declaration(
        symbol=name.symbol,
        span=name.place.span,
        evidence=sentence.span(start, end),
        visible_from=sentence.visible_from,
        sizes=said.sizes,
        domain=said.domain,
        concept=said.concept,
        role=role,
        value=value,
        by="prose",
    )


_BATCHES = frozenset("batch batch_size bs bsz B roman(batch)".split())


def _is_batch_of_code(sentence: Sentence, name: Named, sizes: tuple[Term, ...]) -> bool:
    """Whether sizes are those of a whole batch in code: the `x` of `(batch, d)` is one row x in the formulas."""
    first = sizes[0] if sizes else None
    if not isinstance(first, Symbol) or not isinstance(name.symbol, Symbol) or not name.symbol.name.islower():
        return False
    if len(name.symbol.name) > 1 or not (first.name in _BATCHES or first.name.startswith("batch")):
        return False
    text = sentence.text.text
    return any(token.text == name.symbol.name and text[token.start] == "`" for token in sentence.tokens)


def shaped_role(role: Role, sizes: tuple[Term, ...]) -> Role:
    """The kind of a thing of known sizes: an ``n × 1`` vector stays a vector, an ``n × d`` one does not."""
    if role == "function":
        return role
    match len(sizes):
        case 0:
            return "scalar"
        case 1:
            return "vector"
        case 2:
            column = any(isinstance(size, Number) and size.value == 1 for size in sizes)
            return "vector" if role == "vector" and column else "matrix"
        case _:
            return "tensor"


# -- names -----------------------------------------------------------------------------------------


def names_at(sentence: Sentence, start: int) -> Names | None:
    """The longest list of names that begins at ``start``: ``$a$, $b$ and $c$``."""
    tokens = sentence.tokens
    if _is_size(tokens, start):
        return None
    found: list[Named] = []
    sure = True
    here, first = start, 0
    while True:
        one = sentence.names_of(here)
        if not one or (found and found[-1].relation and not one[0].relation):
            break
        found.extend(one)
        sure = sure and tokens[here].sure
        here += 1
        following = here
        first = first or (here if is_mark(at(tokens, here), ",", "，") else 0)
        while is_mark(at(tokens, following), ",", "、", "/", "，") or is_word(
            at(tokens, following), "and", "和", "与", "及", "以及", "or", "或"
        ):
            following += 1
        if following == here or not sentence.names_of(following):
            break
        here = following
    if first and first < here and _leads(tokens, start) and _says(tokens, here):
        found, here = list(sentence.names_of(first - 1)), first  # "for layer $l$, $W^l$ has …" speaks of W only
    return Names(tuple(found), start, here, sure) if found else None


def _is_size(tokens: Tokens, index: int) -> bool:
    """Whether a letter is the last size of a shape and begins no list: the d of "h is 1 × d, W is d × C"."""
    cross, first = at(tokens, index - 1), at(tokens, index - 2)
    if first is None or first.kind == "mark" or not is_word(cross, "×", "x"):
        return False
    return first.kind == "number" or first.snippet is not None


_LEADING = words("for at in given within on under fixing")


def _leads(tokens: Tokens, index: int) -> bool:
    """Whether the name at ``index`` ends a phrase before the sentence proper: "for each layer $l$, …"."""
    here = index - 1
    while here > 0 and tokens[here].kind == "word" and index - here < 6 and not is_word(tokens[here], *_LEADING):
        here -= 1
    before = at(tokens, here - 1)
    return is_word(at(tokens, here), *_LEADING) and (before is None or before.kind == "mark" or is_word(before, "and"))


def _says(tokens: Tokens, index: int) -> bool:
    """Whether a verb that tells a shape or a meaning follows a list of names."""
    return copula(tokens, index) is not None or is_word(at(tokens, index), "has", "have")


def _names_of(tokens: Tokens, index: int, read: Read) -> tuple[Named, ...]:
    token = at(tokens, index)
    if token is None or token.snippet is None or token.display or token.kind == "number":
        return ()
    if is_word(at(tokens, index + 1), "th", "dimensional") or (token.kind == "word" and _is_hyphened(tokens, index)):
        return ()
    return names_in(token.snippet, read)


def _is_hyphened(tokens: Tokens, index: int) -> bool:
    after = at(tokens, index + 1)
    return after is not None and after.text in ("-", "'", "’") and after.start == tokens[index].end


def all_names(sentence: Sentence) -> list[Names]:
    """Every list of names in a sentence, longest lists, left to right."""
    found: list[Names] = []
    here = 0
    while here < len(sentence.tokens):
        # most tokens are words that can be no name
        names = names_at(sentence, here) if sentence.tokens[here].snippet is not None else None
        if names is None:
            here += 1
            continue
        found.append(names)
        here = names.end
    return found


_STRONG = (",", "，", ":", "：", "(", "（", "—", "–", "、")
_OPENERS = words(
    "where that here let if thus hence so then therefore since because suppose assume 其中 这里 此处 式中 设 令 假设"
)


_LEADS = (
    "in what follows", "in this case", "in that case", "in practice", "in general", "in particular", "in our", "from now on",
    "on the other hand", "for example", "for instance", "by definition", "by construction", "at this point", "as before",
)  # fmt: skip
LONGEST_CLAUSE = 400  # words; a clause that is longer is looked through no further
_PLURALS = ("matrices", "vectors", "weights", "tensors", "projections", "biases", "parameters", "embeddings")


def is_subject(sentence: Sentence, names: Names) -> bool:
    """Whether a list of names can be what the sentence speaks of: "the rows of $X$ are …" speaks of rows."""
    tokens = sentence.tokens
    here = names.start - 1
    while is_mark(at(tokens, here), ",", "，"):
        here -= 1
    if is_mark(at(tokens, here), ".", "…", "⋯") and here < names.start - 1:
        return False  # the last of "a, b, …, z"
    here = names.start - 1
    while here >= 0:
        token = tokens[here]
        if token.kind == "mark" and token.text in _STRONG:
            return not (
                token.text in (",", "、", "，")
                and here == names.start - 1
                and sentence.names_of(here - 1)
                and not _is_size(tokens, here - 1)
                and tokens[here - 1].end == token.start
                and not is_word(at(tokens, here + 1), "and")
                and not _leads(tokens, here - 1)
            )
        if token.display:
            return True
        if token.kind == "mark":
            if token.text in ("-", "*", "+", "•", "|", ">", '"', "“", "”", "[", "]", "#"):
                here -= 1
                continue
            return False
        if token.kind != "word":
            return False
        if token.lower in _OPENERS:
            return True
        if token.lower == "and" and is_word(at(tokens, names.start - 1), *_PLURALS):
            here -= 1  # the query and key matrices W_Q and W_K
            continue
        if token.lower in ("and", "和", "以及", "while", "而", "且"):
            return here == 0 or holds_verb(tokens, here)
        if here >= names.start - 2 and is_word(token, "each", "every") and _is_family(names):
            return True  # "each $x_i$ is …", "each head $Z_i$ is …" speaks of all of them
        if here == 0 and " ".join(t.lower for t in tokens[: names.start] if t.kind == "word").startswith(_LEADS):
            return True  # "in what follows $d$ is …", "on the other hand, $U$ is …"
        if token.lower in PREPOSITIONS or token.lower in ("each", "every", "的", "在", "对", "从"):
            return False
        if names.start - here > 5:
            return False
        here -= 1
    return True


def _is_family(names: Names) -> bool:
    """Whether each name carries an index that is no number."""
    return all(
        isinstance(name.symbol, Index) and not any(isinstance(index, Number) for index in name.symbol.slots)
        for name in names.names
    )


def holds_verb(tokens: Tokens, end: int) -> bool:
    """Whether a whole clause stands before the "and" at ``end``, or the clause begins with it."""
    here = end - 1
    first = max(0, end - LONGEST_CLAUSE)
    while here >= first:
        token = tokens[here]
        if is_mark(token, ")", "]"):
            while here > first and not is_mark(tokens[here], "(", "["):
                here -= 1
        if copula(tokens, here) is not None or _has_shape(tokens, here):
            return True
        if is_word(tokens[here], "with", "where") and _leaves_verb_out(tokens, here + 1):
            return True
        if (is_mark(tokens[here], ",", "，", ":", "：") and not _leaves_verb_out(tokens, here + 1)) or token.display:
            return here == end - 1
        here -= 1
    return False


def _leaves_verb_out(tokens: Tokens, start: int) -> bool:
    """``, $P$ the number of heads``: a clause whose verb was said before."""
    name = at(tokens, start)
    return name is not None and name.kind == "math" and not name.display and is_word(at(tokens, start + 1), "the")


def _has_shape(tokens: Tokens, index: int) -> bool:
    return is_word(tokens[index], "has", "have") and is_word(at(tokens, index + 1), "a", "the", *SHAPE_NOUNS)


def is_dimension_name(symbol: Term) -> bool:
    """``n``, ``d_k``, ``V``: one letter with or without a label, in no bold or calligraphic font."""
    return isinstance(symbol, Symbol) and "(" not in symbol.name and "'" not in symbol.name
