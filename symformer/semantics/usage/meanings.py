"""The meanings a note gives to one letter, and the pairs of them that do not go together.

A meaning is a size ("the number of heads"), an index ("the i-th head"), or an array (a matrix or
vector).  What only a formula tells counts where it tells it for sure: a shape, or a place among sizes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from symformer.algebra.concepts import concepts_differ
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.prose.concepts import named
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.uses import SymbolUses
from symformer.terms.term import Space, Symbol, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

Kind = Literal["size", "index", "array"]
INDEXED: dict[str, str] = {
    "position": "position", "token index": "position", "head index": "head", "layer index": "layer",
    "dimension index": "dimension", "pair index": "pair", "vocabulary index": "word", "batch index": "sequence",
    "class index": "class",
}  # fmt: skip
ONLY_INDICES = INDEXED.keys() - {"position", "token index"}  # a position may be the length so far: X ∈ R^{t × d}
NAMES_WIDTH = Cued(r"dimension|hidden|width|model|embedding size|维|隐藏", re.IGNORECASE)
NAMES_DEPTH = Cued(r"layer|transformer|encoder|decoder|residual|deep|depth|network|层|深度", re.IGNORECASE)
OF_COINS = Cued(r"\b(?:coins?|toss(?:es|ed)?|tails)\b|硬币|抛", re.IGNORECASE)
HAS_RANK = Cued(r"\b(?:has|have|having|is of|full|of full)\s+(?:\w+\s+)?rank\b", re.IGNORECASE)  # as many as it has
COUNTED = frozenset({"position", "head", "layer"})  # what nobody counts with one letter at a time
AMASSED = Cued(r"\b(?:corpus|corpora|data ?sets?|training|trained|overall|altogether)\b|语料|数据集|训练")
NEAR = 400  # characters, within which two letters are told apart on purpose
FAR = 20_000  # characters, after which a letter may count something else


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing a letter stands for, and where the note says so."""

    kind: Kind
    concept: str | None
    span: Span
    in_words: bool

    @property
    def told(self) -> str:
        """The meaning as a message says it."""
        match self.kind:
            case "index":
                thing = INDEXED.get(self.concept or "")
                return f"the index of a {thing}" if thing else "an index"
            case "size":
                return f"the {self.concept}" if self.concept is not None and named(self.concept) else "a size"
        return "a matrix or vector"


@dataclass(frozen=True, slots=True)
class Overload:
    """A letter with two meanings, in the order of the text."""

    symbol: SymbolUses
    first: Meaning
    second: Meaning


# words by which a note tells its readers that a letter means two things
_TWO_MEANINGS = Cued(
    r"\b(?:the )?same (?:letters?|symbols?|names?)\b(?! (?:throughout|as (?:in|above|before)|everywhere))"
    r"|\b(?:letters?|symbols?|notations?|names?)\b[^.\n]{0,25}\b(?:re-?used|overload\w*|clash\w*|does double duty|two meanings)\b"
    r"|\boverload\w* (?:of )?(?:the |our |this )?(?:notation|letters?|symbols?|names?)\b|\bnot to be confused\b|\bdouble duty\b"
    r"|同一个?(?:字母|符号|记号)|(?:字母|符号|记号)[^。\n]{0,8}(?:重用|复用|冲突|两个含义)|不要[与和][^。\n]{0,14}混淆",
    re.IGNORECASE,
)


def overloads(model: SemanticModel) -> Iterator[Overload]:
    """The letters of a note that stand for two things, each once."""
    arrays, spaces = _arrays_by_equation(model), _sizes_of_spaces(model)
    confessed = [each.span for each in model.document.prose if _TWO_MEANINGS.search(each.text.text) is not None]
    for symbol in model.uses:
        if len(symbol.name) > 12:
            continue
        if any(span.contains(each.span) for span in confessed for each in symbol.occurrences):
            continue  # the note knows, and says so
        meanings = sorted(
            _meanings(symbol, arrays, spaces, model.document.source.text), key=lambda meaning: meaning.span.start
        )
        if (found := _clash(meanings)) is not None:
            yield Overload(symbol, *found)


def _meanings(symbol: SymbolUses, arrays: dict[str, Span], spaces: dict[str, Span], text: str) -> Iterator[Meaning]:
    for declaration in symbol.declarations:
        if (meaning := _of_declaration(declaration)) is not None and _is_named_so(declaration, text):
            yield meaning
    if symbol.name in arrays:
        yield Meaning("array", None, arrays[symbol.name], False)
    if symbol.name in spaces:
        yield Meaning("size", None, spaces[symbol.name], False)


def _is_named_so(declaration: Declaration, text: str) -> bool:
    """Whether the words name the concept: "each token gets a vector of length V" says less than they were taken for."""
    start, end = declaration.evidence.start, declaration.evidence.end
    match declaration.concept:
        case "embedding dimension":
            return NAMES_WIDTH.search(text, max(0, start - 60), end + 60) is not None
        case "number of layers":
            return NAMES_DEPTH.search(text, max(0, start - 60), end + 60) is not None
        case "number of heads":
            return OF_COINS.search(text, max(0, start - NEAR), end + NEAR) is None
        case "rank":
            return HAS_RANK.search(text, max(0, start - 30), end) is None
    return True


def _of_declaration(declaration: Declaration) -> Meaning | None:
    if not isinstance(declaration.symbol, Symbol):
        return None
    in_words = declaration.by != "formula"
    match declaration.role:
        case "index":
            return Meaning("index", declaration.concept, declaration.span, in_words)
        case "dimension":
            return Meaning("size", declaration.concept, declaration.span, in_words)
        case "matrix" | "vector" | "tensor":
            return Meaning("array", declaration.concept, declaration.span, in_words)
    if declaration.sizes:
        return Meaning("array", declaration.concept, declaration.span, in_words)
    return None


def _arrays_by_equation(model: SemanticModel) -> dict[str, Span]:
    """Where an equation first makes a bare name a matrix or a vector: V = X W_V."""
    found: dict[str, Span] = {}
    for shaped in model.shapes:
        for derived in shaped.inferred.derived:
            if isinstance(derived.symbol, Symbol) and derived.shape is not None and derived.shape.rank >= 1:
                found.setdefault(derived.symbol.name, shaped.statement.place(derived.symbol.origin))
    return found


def _sizes_of_spaces(model: SemanticModel) -> dict[str, Span]:
    """Where a bare name is first a size of a space: the d of R^d."""
    found: dict[str, Span] = {}
    for statement in model.statements:
        for part in walk(statement.term):
            if isinstance(part, Space):
                for size in part.sizes:
                    if isinstance(size, Symbol):
                        found.setdefault(size.name, statement.place(size.origin))
    return found


def _clash(meanings: list[Meaning]) -> tuple[Meaning, Meaning] | None:
    """The first two meanings that do not go together, those in words before the others."""
    for words_only in (True, False):
        for at, second in enumerate(meanings):
            for first in meanings[:at]:
                both = first.in_words and second.in_words
                near = second.span.start - first.span.start < FAR
                if near and words_only == both and _differ(first, second):
                    return first, second
    return None


def _differ(first: Meaning, second: Meaning) -> bool:
    if not (first.in_words or second.in_words):
        return False
    match first.kind, second.kind:
        case "index", "index":
            one, other = INDEXED.get(first.concept or ""), INDEXED.get(second.concept or "")
            return one != other and {one, other} <= COUNTED
        case "size", "size":
            return (
                first.concept is not None
                and second.concept is not None
                and concepts_differ(first.concept, second.concept)
            )
        case ("size", "array") | ("array", "size"):
            size = first if first.kind == "size" else second
            return size.in_words and size.concept is not None and named(size.concept) is not None
        case ("size", "index") | ("index", "size"):
            index = first if first.kind == "index" else second
            size = second if first.kind == "index" else first
            known = not size.in_words or (size.concept is not None and named(size.concept) is not None)
            return known and index.in_words and index.concept in ONLY_INDICES
    return False


@dataclass(frozen=True, slots=True)
class Synonyms:
    """Two letters for one thing, in the order of the text."""

    concept: str
    first: Declaration
    second: Declaration
    is_sure: bool = True  # not so where one of the letters is something else besides


# of these a model has one, so that a second letter for it is a second notation
ALSO = Cued(r"\b(?:or|also|i\.e\.|alternatively|respectively|each|both|other|same|resp)\b|或|分别|也", re.IGNORECASE)
CLAUSE_END = Cued(
    r"[.;:|\n，。；、]|,(?=\s*(?:[$`\\]|and\b|where\b|with\b|[A-Za-z]\b))|\band\b|\bwhere\b|\bwith\b|和|与"
)
SINGLE = frozenset({"number of heads", "vocabulary size", "sequence length", "batch size", "number of layers"})


def synonyms(model: SemanticModel) -> Iterator[Synonyms]:
    """The things that a note gives two letters, the second where it is declared."""
    yield from _listed_twice(model)
    told: dict[str, list[Declaration]] = {}
    for declaration in model.table.declarations:
        bare = isinstance(declaration.symbol, Symbol) and len(declaration.symbol.name) == 1
        counted = bare and declaration.concept in SINGLE and declaration.by in ("prose", "table")
        if counted and declaration.concept and not _is_amassed(declaration, model.document.source.text):
            told.setdefault(declaration.concept, []).append(declaration)
    for concept, declarations in told.items():
        first = declarations[0]
        other = next((each for each in declarations if each.symbol != first.symbol), None)
        if other is None or not NEAR < other.span.start - first.span.start < FAR:
            continue
        symbols = [model.uses.of(each.symbol.name) for each in (first, other) if isinstance(each.symbol, Symbol)]
        if not any(_counts(symbol) and _is_paired(symbol, symbols) for symbol in symbols):
            more = any(_is_more(symbol, concept) for symbol in symbols)
            yield Synonyms(concept, first, other, not more and not _meet(symbols[0], other, model))


def _listed_twice(model: SemanticModel) -> Iterator[Synonyms]:
    """The sizes that one list of symbols tells in the same words as another of its lines: ``H`` and ``L``, the length."""
    text = model.document.source.text
    told: dict[str, Declaration] = {}
    for each in model.table.declarations:
        if each.role != "dimension" or each.by not in ("prose", "table") or not isinstance(each.symbol, Symbol):
            continue
        words = _clause(each, text)
        if words is None:
            continue
        first = told.setdefault(words, each)
        apart = each.span.start - first.span.start
        if not 0 < apart < NEAR or first.concept != each.concept or first.by != each.by or not each.concept:
            continue
        assert isinstance(first.symbol, Symbol)
        letters = [taken_apart(name.name).letter.casefold() for name in (first.symbol, each.symbol)]
        if letters[0] != letters[1] and not ALSO.search(text, first.span.end, each.evidence.end + 40):
            yield Synonyms(each.concept, first, each, True)


def _clause(declaration: Declaration, text: str) -> str | None:
    """The words that tell a symbol, up to the end of their clause, without the symbol and what joins it to them."""
    end = CLAUSE_END.search(text, declaration.evidence.end)
    phrase = text[declaration.span.end : end.start() if end is not None else len(text)]
    if declaration.evidence.start > declaration.span.start or "\n\n" in phrase or len(phrase) > 90 or "$" in phrase[3:]:
        return None
    words = re.sub(r"[^\w\s-]|\b(?:for|is|are|be|denotes?|the|a|an|of)\b|[为是表示]", " ", phrase)
    found = " ".join(words.casefold().split())
    return found if len(found) > 3 or not found.isascii() and len(found) > 1 else None


def letter_of_the_same(meaning: Meaning, symbol: SymbolUses, model: SemanticModel) -> Declaration | None:
    """Where another letter was told before to be the very size that a letter is now said to be, one of a kind."""
    if meaning.kind != "size" or meaning.concept not in SINGLE:
        return None
    for each in model.table.declarations:
        bare = isinstance(each.symbol, Symbol) and each.symbol.name != symbol.name and len(each.symbol.name) == 1
        if bare and each.concept == meaning.concept and each.by == "prose" and each.span.start < meaning.span.start:
            return each
    return None


def _is_amassed(declaration: Declaration, text: str) -> bool:
    """Whether the words count a whole collection: all tokens of a corpus are no sequence."""
    start, end = declaration.evidence.start, declaration.evidence.end
    line = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    return AMASSED.search(text, max(line, start - 60), min(end + 60, stop if stop >= 0 else len(text))) is not None


def _meet(first: SymbolUses, other: Declaration, model: SemanticModel) -> bool:
    """Whether the first letter stands in the very paragraph that tells the second, as the loss L of n layers."""
    text = model.document.source.text
    start = text.rfind("\n", 0, other.span.start)
    stop = text.find("\n", other.span.end)
    return any(start < each.span.start < (stop if stop >= 0 else len(text)) for each in first.occurrences)


def _is_paired(symbol: SymbolUses, symbols: list[SymbolUses]) -> bool:
    """Whether the other letter is the same one in the other case: layer l of L."""
    return any(each.name != symbol.name and each.name.casefold() == symbol.name.casefold() for each in symbols)


def _counts(symbol: SymbolUses) -> bool:
    """Whether a letter serves as an index too."""
    indexing = any(each.part in ("index", "bound") for each in symbol.occurrences)
    return indexing or any(each.role == "index" for each in symbol.declarations)


def _is_more(symbol: SymbolUses, concept: str) -> bool:
    """Whether the note gives a letter another meaning as well, such as L, the layers and the loss."""
    others = [known for each in symbol.declarations if each.concept and (known := named(each.concept)) is not None]
    return any(known.role != "dimension" or concepts_differ(known.name, concept) for known in others)


def fonts_apart(model: SemanticModel) -> list[tuple[SymbolUses, ...]]:
    """The told capitals that only a font keeps apart: V, bold V and calligraphic V."""
    groups: dict[str, list[SymbolUses]] = {}
    for symbol in model.uses:
        spelling = taken_apart(symbol.name)
        plain = not (spelling.accents or spelling.below or spelling.above or spelling.primes)
        if plain and len(spelling.letter) == 1 and any(each.concept for each in symbol.declarations):
            groups.setdefault(spelling.letter, []).append(symbol)
    return [
        tuple(group)
        for group in groups.values()
        if len(group) > 1 and len({each.concepts[0] for each in group}) == len(group)
    ]
