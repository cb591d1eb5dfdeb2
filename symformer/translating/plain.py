"""Symbols that stand in sentences without dollars: ``d_k``, ``n tokens``, ``Q``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.documents.typed_signs import SUB
from symformer.reading.statements import lower_formula
from symformer.semantics.model import SemanticModel
from symformer.semantics.prose.plain_names import GREEK_LETTERS, name_latex
from symformer.syntax.parser import parse
from symformer.terms.term import Index, Symbol
from symformer.text.span import Span
from symformer.translating.found import sense_at
from symformer.translating.letters import Letter, Letters
from symformer.translating.tied import Tied

_NAME = re.compile(
    rf"(?<![\w\\$`/'’.&#@-])(?:[A-Za-z{GREEK_LETTERS}]_[A-Za-z0-9]+|[A-Za-z{GREEK_LETTERS}][{''.join(SUB)}]*)"
    r"(?![\w`'’(\[{@^]|[-–—](?!dimensional|th\b|by-))"
)
# what no symbol stands in: code, links, tags, addresses, commands
_HIDDEN = re.compile(
    r"(`+)(?:(?!\1).)+\1|\]\([^)\s]*(?:\s[^)]*)?\)|<[^<>\n]*>|https?://\S+|\\[a-zA-Z]+(?:\[[^\]]*\])?(?:\{[^{}]*\})?|&\w+;",
    re.DOTALL,
)
_NOT_SYMBOLS = frozenset("AIaO")  # words of one letter
_ORDERED = re.compile(
    r"(?:appendi(?:x|ces)|sections?|parts?|figures?|fig\.|tables?|options?|steps?|cases?|types?|plans?|class|chapters?"
    r"|questions?|exercises?|levels?|grades?|vitamins?|versions?|lemma|theorem|corollary)\s+\Z",
    re.IGNORECASE,
)
_INITIAL = re.compile(r"\.\s*[A-Z]")
_FONT = re.compile(r"\\(?:mathbf|boldsymbol|mathrm|mathsf|mathit|text|operatorname|mathcal|bm)\{([^{}]*)\}")
_DECLARES = re.compile(r"\s*(?:let|assume|heads|vectors)\b|[^;]*:[^;]*(?:×|\bx\b)")
_SCRIPT = re.compile(r"_\{?([A-Za-z0-9]+)\}?")


@dataclass(frozen=True, slots=True)
class PlainReplaced:
    """A place of the source text with what it becomes; ``text`` is None where the new letter cannot be typed."""

    span: Span
    text: str | None
    letter: Letter


def plain_letter(latex: str) -> str | None:
    r"""A letter as it is typed in a sentence; None where that cannot be.

    >>> plain_letter(r"d_{\text{model}}"), plain_letter(r"\mathbf{Q}"), plain_letter(r"\lvert \mathsf{seq} \rvert")
    ('d_model', 'Q', None)
    >>> plain_letter(r"\ell_{\text{x}}"), plain_letter("W^Q")
    ('ℓ_x', None)
    """
    text = latex
    for _ in range(3):
        text = _FONT.sub(r"\1", text)
    text = text.replace(r"\ell", "ℓ")
    for command, letter in _greek():
        text = text.replace(command, letter)
    text = _SCRIPT.sub(r"_\1", text)
    return text if re.fullmatch(rf"[A-Za-zℓ{GREEK_LETTERS}]\w*", text) else None


def _greek() -> Iterator[tuple[str, str]]:
    for letter in GREEK_LETTERS:
        command = name_latex(letter)
        if command is not None:
            yield command, letter


def plain_symbols(model: SemanticModel, ties: Tied, letters: Letters) -> Iterator[PlainReplaced]:
    """Every symbol in a sentence or a cell of a table that gets another letter."""
    document = model.document
    if document.format == "tex":
        return
    seen: set[Span] = set()
    for place in _places(document):
        text = place.slice(document.source.text)
        hidden = [Span(*found.span()).shift(place.start) for found in _HIDDEN.finditer(text)]
        hidden += _formulas_within(document, place)
        for found in _NAME.finditer(text):
            span = Span(*found.span()).shift(place.start)
            if span in seen or any(each.start < span.end and span.start < each.end for each in hidden):
                continue
            seen.add(span)
            if _is_word(found.group(), text, found.start(), found.end()):
                continue
            replaced = _replaced(found.group(), span, model, ties, letters)
            if replaced is not None and replaced.text != found.group():
                yield replaced


def annotated_symbols(model: SemanticModel, ties: Tied, letters: Letters) -> Iterator[PlainReplaced]:
    """Every name in what the author tells symformer, which takes LaTeX too: ``let K: m × d_k``."""
    source = model.document.source.text
    for annotation in model.document.annotations:
        start = source.find(annotation.text, annotation.span.start, annotation.span.end)
        if start < 0 or not _DECLARES.match(annotation.text):
            continue
        for found in _NAME.finditer(annotation.text):
            span = Span(*found.span()).shift(start)
            made = _replaced(found.group(), span, model, ties, letters)
            if made is not None:
                typed = made.text if made.text is not None and r"\math" not in made.letter.text else made.letter.text
                yield PlainReplaced(span, typed, made.letter)


def _places(document: Document) -> Iterator[Span]:
    for prose in document.prose:
        yield prose.span
    for table in document.tables:
        for row in (table.header, *table.rows):
            yield from (cell.span for cell in row)


def _formulas_within(document: Document, place: Span) -> list[Span]:
    from bisect import bisect_left

    start = bisect_left(document.formulas, place.start, key=lambda formula: formula.span.end)
    found: list[Span] = []
    for formula in document.formulas[start:]:
        if formula.span.start >= place.end:
            break
        found.append(formula.span)
    return found


def _is_word(name: str, text: str, start: int, end: int) -> bool:
    """Whether a letter is rather a word, a label of something counted, or the initial of a name."""
    if name in _NOT_SYMBOLS:
        return True
    if len(name) > 1:
        return False
    if _ORDERED.search(text, max(0, start - 20), start) or _ordered_before(text[:start]):
        return True
    if _INITIAL.match(text, end) or text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        return True
    return text[end : end + 1] == ")" or bool(re.match(r"\s*\.(?:\s|\Z)", text[end:])) and start == 0


def _ordered_before(before: str) -> bool:
    return _ORDERED.search(before[-24:]) is not None


def _replaced(name: str, span: Span, model: SemanticModel, ties: Tied, letters: Letters) -> PlainReplaced | None:
    latex = name_latex(name)
    if latex is None:
        return None
    statements = lower_formula(parse(latex), model.vocabulary)
    term = statements[0] if len(statements) == 1 else None
    if not isinstance(term, Symbol | Index):
        return None
    handle = ties.handle_of(term)
    if handle is None or isinstance(term, Index) and len(term.indices) != len(handle.lower):
        return None
    sense = sense_at(ties.senses[handle], span, number=False)
    letter = letters.by_concept.get((handle, sense.concept.id)) if sense is not None else None
    if letter is None or letter.same:
        return None
    new = plain_letter(letter.text)
    return PlainReplaced(span, new, letter)
