"""What sentences say of a name by a pronoun: "Meet $W$. It has shape $d \\times k$", "$X$ is the input, and it lives in …".

A sentence is read again with the name where the pronoun stands, and only the shapes that it then tells are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Names, Sentence, all_names, is_subject, names_at
from symformer.semantics.prose.phrases import PREPOSITIONS, SHAPE_NOUNS, Tokens, at, copula, is_array, is_mark, is_word
from symformer.semantics.prose.tokens import Token

Tell = Callable[[Sentence, Names], Iterator[Declaration]]

_PRESENTS = words(
    "meet enter consider take comes come introduce have need get is are here say see look recall call define start begin "
    "next first second third then now finally also"
)
_PRESENTED_BY = (("look", "at"), ("hello", "to"), ("start", "with"), ("begin", "with"), ("on", "to"))
LONGEST_PRESENTING = 7  # words before the name


def spoken_of(sentence: Sentence, before: Token | None) -> Token | None:
    """The name that "it" stands for in the next sentence, where this one speaks of that alone."""
    tokens = sentence.tokens
    if before is not None and _opens_with_pronoun(tokens):
        return before
    named = all_names(sentence)
    if any(token.display for token in tokens) or not named or not named[0].sure or len(named[0].names) != 1:
        return None
    names = named[0]
    if names.start == 0 or _is_noun_alone(tokens, names.start) and is_subject(sentence, names):
        return tokens[names.start]
    formulas = sum(token.kind == "math" for token in tokens)
    last = names.end == len(tokens) or all(token.kind == "mark" for token in tokens[names.end :])
    return tokens[names.start] if formulas == 1 and last and _presents(tokens, names.start) else None


def _is_noun_alone(tokens: Tokens, end: int) -> bool:
    """``The matrix $W$ …``: the name is in apposition to the first words."""
    return end <= 4 and is_word(tokens[0], "the", "our", "this") and is_array(tokens[end - 1])


def _presents(tokens: Tokens, end: int) -> bool:
    """``Meet $W$``, ``Next comes the query matrix $W_Q$``; but "the output depends on $W$" speaks of the output."""
    if end > LONGEST_PRESENTING or not any(is_word(token, *_PRESENTS) for token in tokens[:end]):
        return False
    for here, token in enumerate(tokens[:end]):
        if token.kind not in ("word", "mark"):
            return False
        pair = (tokens[here - 1].lower, token.lower) if here else ("", token.lower)
        if token.lower in PREPOSITIONS and pair not in _PRESENTED_BY:
            return False
    return True


def _opens_with_pronoun(tokens: Tokens) -> bool:
    return _behind_pronoun(tokens, 0) is not None


def _behind_pronoun(tokens: Tokens, index: int) -> int | None:
    """Where what is said of "it", "this matrix" or "its" goes on; None where no pronoun stands."""
    token = at(tokens, index)
    if is_word(token, "it"):
        return index + 1
    if is_word(token, "this") and is_array(at(tokens, index + 1)):
        return index + 2
    if is_word(token, "its") and is_word(at(tokens, index + 1), *SHAPE_NOUNS):
        return index + 1
    if index == 0 and is_word(token, *SHAPE_NOUNS):
        return index  # "**$W$.** Shape $d \times k$."
    return None


def shapes_of_it(sentence: Sentence, name: Token | None, tell: Tell) -> Iterator[Declaration]:
    """The shapes that a sentence tells of the name before it, or of its own subject, by a pronoun."""
    tokens = sentence.tokens
    if not any(is_word(token, "it", "its", "this", *SHAPE_NOUNS) for token in tokens):
        return
    for here in range(len(tokens)):
        behind = _behind_pronoun(tokens, here)
        if behind is None:
            continue
        if here == 0:
            token = name
        elif is_word(tokens[here - 1], "and", "so") or is_mark(tokens[here - 1], ",", "—", "–", "("):
            token = name if _opens_with_pronoun(tokens) else spoken_of(sentence, None)
        else:
            continue
        if token is None or not _says_something(tokens, behind):
            continue
        again = replace(sentence, tokens=(token, *tokens[behind:]), _first={}, _named={})
        names = names_at(again, 0)
        if names is not None and len(names.names) == 1:
            yield from (each for each in tell(again, names) if each.sizes is not None)


def _says_something(tokens: Tokens, index: int) -> bool:
    return copula(tokens, index) is not None or is_word(at(tokens, index), "has", *SHAPE_NOUNS)
