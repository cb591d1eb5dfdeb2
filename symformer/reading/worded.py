r"""Upright words before brackets: ``\text{FFN}(x)`` is called, ``\operatorname{sbh}(10 + a)`` may be three factors."""

from __future__ import annotations

from collections.abc import Callable

from symformer.functions import lookup
from symformer.reading.called import COEFFICIENTS
from symformer.reading.spelling import spelled
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.written import base_of
from symformer.syntax.nodes import Kind, Node, content, held_in, parts
from symformer.syntax.wording import ends_in_blank
from symformer.terms.term import Apply, Product, Symbol, Term, Unknown
from symformer.text.span import Span

Lower = Callable[[Node], Term]

PREPOSITIONS = frozenset("on of to from in by with for at over under is are than".split())


def word_or_factors(pieces: list[Node], at: int, name: str, vocabulary: Vocabulary, lower: Lower) -> Unknown | None:
    """Both readings of a word before round brackets, where it may be a factor; None where it is called for sure."""
    piece, fence = pieces[at], pieces[at + 1]
    if content(piece).kind is not Kind.WORD or fence.kind is not Kind.FENCE or fence.text != "()":
        return None
    if _names_what_follows(content(piece), fence, vocabulary) or _is_phrase(name, vocabulary):
        span = Span(piece.span.start, fence.span.end)
        argument = lower(fence)
        return Unknown(
            "a call or words before what they name", "", (argument, Apply(name, (argument,), (), span)), span
        )
    if name in vocabulary.functions or lookup(name) is not None:
        return None
    apart = fence.span.start > piece.span.end
    if name in COEFFICIENTS and apart:
        names = [name]
    elif not _holds_sum(fence):
        return None
    elif _are_quantities(name, vocabulary):
        names = list(name)
    elif at and apart and name.isupper() and name.isalpha():  # R \\text{PUE} (a + b)
        names = [name]
    else:
        return None
    span = Span(piece.span.start, fence.span.end)
    argument = lower(fence)
    factors = tuple(Symbol(each, piece.span) for each in names)
    readings = (Apply(name, (argument,), (), span), Product((*factors, argument), "", span))
    return Unknown("a call or a product", "", readings, span)


def _is_phrase(words: str, vocabulary: Vocabulary) -> bool:
    r"""``\text{depends only on } (m - n)``: three words and more, or a preposition at their end, are no function's name."""
    said = words.lower().split()
    phrase = len(said) > 3 or len(said) > 1 and said[-1] in PREPOSITIONS
    return phrase and words not in vocabulary.functions and lookup(words) is None


def _names_what_follows(word: Node, fence: Node, vocabulary: Vocabulary) -> bool:
    """Whether words and a blank stand before one name in brackets, and the note does not call them elsewhere."""
    held = held_in(fence)
    apart = fence.span.start > word.span.end
    if (
        not apart
        or not ends_in_blank(word)
        or held is None
        or held.kind not in (Kind.NAME, Kind.FONT, Kind.ACCENT, Kind.SCRIPTS)
    ):
        return False
    known = lookup(word.text) is not None and word.text.islower()
    return not known and word.text not in vocabulary.functions | vocabulary.applied


def _holds_sum(fence: Node) -> bool:
    held = [content(part) for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    return len(held) == 1 and held[0].kind is Kind.SUM


def _are_quantities(name: str, vocabulary: Vocabulary) -> bool:
    """Whether a word is one that no one can speak, each of its letters a quantity of the note."""
    if not 1 < len(name) < 5 or not name.islower():
        return False
    return set("aeiouy").isdisjoint(name) and vocabulary.valued.issuperset(name)


def words_as_argument(piece: Node, following: Node, vocabulary: Vocabulary) -> Node | None:
    r"""The brackets of ``p \text{ (mouse)}``: behind a name that the note calls, what a text sets in brackets is its argument."""
    if following.kind is not Kind.WORD or following.text[:1] + following.text[-1:] != "()":
        return None
    if base_of(piece).kind is not Kind.NAME or spelled(piece) not in vocabulary.functions | vocabulary.applied:
        return None
    raised = any(part.kind is Kind.SUPERSCRIPT for part in parts(content(piece)))
    if raised or " " in following.text[1:-1].strip():
        return None  # a remark
    words = Node(Kind.WORD, following.span, (), following.text[1:-1].strip())
    return Node(Kind.FENCE, following.span, (words,), "()")
