"""Declarations in running text: which symbol is what, of which shape, in the words of the note.

``declarations_in_words`` reads sentences as words with holes for formulas; ``statements_in_words``
finds arithmetic and values typed without LaTeX; ``conventions_in_words`` finds what the note says
about rows and columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from symformer.documents.document import Document, Formula, Prose
from symformer.semantics.convention import Convention
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.appositions import (
    apposition,
    counted,
    denoted,
    equated,
    named_by_concept,
    scalar_before,
    vector_of_each,
)
from symformer.semantics.prose.claims import claims_in_words
from symformer.semantics.prose.clauses import attached_shape, copula_clauses
from symformer.semantics.prose.collected import collected
from symformer.semantics.prose.conventions import conventions_of
from symformer.semantics.prose.glossary import glossary_entry, shape_of_entry, values_by_concept
from symformer.semantics.prose.indices import indices
from symformer.semantics.prose.lists import same_shapes, shape_of_each, shapes_of_several
from symformer.semantics.prose.names import Names, Sentence, all_names
from symformer.semantics.prose.pronouns import shapes_of_it, spoken_of
from symformer.semantics.prose.rows import rows_told
from symformer.semantics.prose.shapes import (
    after_colon,
    array_at_end,
    array_before,
    called_array,
    dashed,
    gapped_shape,
    said_later,
    shape_as,
    shape_before,
    shape_of_name,
    shapes_of_list,
)
from symformer.semantics.prose.snippets import Read
from symformer.semantics.prose.spaces import shapes_in_plain_text
from symformer.semantics.prose.tokens import Token, sentences, tokens_of
from symformer.semantics.prose.values import values_in_words
from symformer.semantics.prose.weights import gathered_weights, weights_by_concept
from symformer.semantics.reach import WhereLists
from symformer.semantics.statement import Statement
from symformer.terms.term import Symbol, Term
from symformer.text.span import Span

__all__ = ["BlocksRead", "conventions_in_words", "declarations_in_words", "statements_in_words"]


@dataclass(frozen=True, slots=True)
class ReadBlock:
    """What a block of words was found to declare, and how the snippets were read that this rests on."""

    declarations: tuple[Declaration, ...]
    snippets: dict[str, Term]

    def holds(self, read: Read) -> bool:
        """Whether a reader that has learnt more reads the same."""
        return all(read(latex, NOWHERE) == term for latex, term in self.snippets.items())


BlocksRead = dict[Span, ReadBlock]
NOWHERE = Span(0, 0)  # where a snippet stands is for messages only


def declarations_in_words(document: Document, read: Read, before: BlocksRead | None = None) -> tuple[Declaration, ...]:
    """All that the note's words declare, in document order; what could mean two things is left out.

    ``before`` holds what an earlier reading found, block by block: a block whose snippets read as they
    did then is not read again, and what is read now is kept there.
    """
    found: list[Declaration] = []
    displays = [f for f in document.formulas if f.display == "display"]
    opened = WhereLists(document, displays)
    known = before if before is not None else {}
    for block in document.prose:
        tokens = tokens_of(block)
        visible = opened.visible_from(block, tokens)
        told = known.get(block.span)
        if told is None or not told.holds(read):
            snippets: dict[str, Term] = {}
            declared = tuple(_of_block(block, tokens, visible, _noting(read, snippets), displays))
            told = known[block.span] = ReadBlock(declared, snippets)
        found.extend(told.declarations)
    found.extend(shapes_in_plain_text(document, read))
    return tuple(_without_echoes(_one_value_per_concept(found)))


def _noting(read: Read, snippets: dict[str, Term]) -> Read:
    """The reader, with a note of what it was asked and what it said."""

    def noted(latex: str, at: Span) -> Term:
        term = snippets[latex] = read(latex, at)
        return term

    return noted


def _of_block(
    block: Prose, tokens: tuple[Token, ...], visible: int, read: Read, displays: list[Formula]
) -> Iterator[Declaration]:
    entry: tuple[Declaration, ...] = ()
    spoken: Token | None = None  # the name that "it" stands for
    for index, sentence in enumerate(sentences(tokens)):
        reading = Sentence(sentence, block.text, visible, read)
        made = [*_of_sentence(reading, block, first=index == 0), *shape_of_entry(reading, entry)]
        if index == 0:
            entry = tuple(made[:1]) if made and made[0].evidence.start <= reading.span(0, 1).end else ()
        made.extend(shapes_of_it(reading, spoken, _of_names))
        spoken = spoken_of(reading, spoken)
        made.extend(weights_by_concept(reading, displays))
        made.extend(gathered_weights(reading, (*displays, *block.formulas)))
        made.extend(rows_told(reading))
        yield from sorted(_best(made), key=lambda d: (d.span.start, d.span.end))


def statements_in_words(document: Document, read: Read) -> tuple[Statement, ...]:
    """The arithmetic and the values that the note types as plain text, and the shapes its sentences claim."""
    return (*values_in_words(document, read), *claims_in_words(document, read))


def conventions_in_words(document: Document) -> tuple[Convention, ...]:
    """All that the note says about rows and columns."""
    found: list[Convention] = []
    for block in document.prose:
        for sentence in sentences(tokens_of(block)):
            found.extend(conventions_of(sentence, block))
    return tuple(found)


def _of_sentence(sentence: Sentence, block: Prose, *, first: bool) -> Iterator[Declaration]:
    if not sentence.tokens:
        return
    entry = list(glossary_entry(sentence, block, first=first))
    yield from entry
    heads = {d.span for d in entry}
    for names in all_names(sentence):
        if any(name.place.span in heads for name in names.names):
            continue
        yield from _of_names(sentence, names)
    yield from shapes_of_several(sentence)
    yield from same_shapes(sentence)
    yield from indices(sentence)
    yield from values_by_concept(sentence)


def _of_names(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    yield from copula_clauses(sentence, names)
    yield from attached_shape(sentence, names)
    yield from collected(sentence, names)
    yield from shape_of_each(sentence, names)
    yield from shape_of_name(sentence, names)
    yield from gapped_shape(sentence, names)
    yield from shape_before(sentence, names)
    yield from array_before(sentence, names)
    yield from dashed(sentence, names)
    yield from called_array(sentence, names)
    yield from array_at_end(sentence, names)
    yield from said_later(sentence, names)
    yield from shape_as(sentence, names)
    yield from shapes_of_list(sentence, names)
    yield from after_colon(sentence, names)
    yield from named_by_concept(sentence, names)
    yield from denoted(sentence, names)
    yield from equated(sentence, names)
    yield from scalar_before(sentence, names)
    yield from vector_of_each(sentence, names)
    yield from counted(sentence, names)
    yield from apposition(sentence, names)


def _best(found: list[Declaration]) -> Iterator[Declaration]:
    """One declaration for each name and place: the one that says most, with what the others add."""
    by_place: dict[Span, list[Declaration]] = {}
    for declaration in found:
        by_place.setdefault(declaration.span, []).append(declaration)
    for same in by_place.values():
        best = max(same, key=lambda d: sum(x is not None for x in (d.sizes, d.concept, d.value, d.ranges, d.like)))
        yield best
        for other in same:
            adds = (other.sizes is not None and best.sizes is None) or (other.value is not None and best.value is None)
            adds = adds or (other.like is not None and best.like is None and best.sizes is None)
            if other is not best and adds:
                yield other


def _one_value_per_concept(found: Iterable[Declaration]) -> list[Declaration]:
    """Leave out values by concept that the note gives twice with different numbers: it compares cases."""
    found = list(found)
    values: dict[str, set[object]] = {}
    for declaration in found:
        if _by_concept(declaration):
            values.setdefault(declaration.concept or "", set()).add(declaration.value)
    return [d for d in found if not _by_concept(d) or len(values[d.concept or ""]) == 1]


def _by_concept(declaration: Declaration) -> bool:
    return isinstance(declaration.symbol, Symbol) and declaration.symbol.name == declaration.concept


def _without_echoes(found: Iterable[Declaration]) -> Iterator[Declaration]:
    """Drop a declaration that only repeats what the last one of the same symbol said of its meaning."""
    last: dict[object, Declaration] = {}
    for declaration in found:
        before = last.get(declaration.symbol)
        last[declaration.symbol] = declaration
        says_more = declaration.sizes is not None or declaration.value is not None
        if says_more or before is None or _content(before) != _content(declaration):
            yield declaration


def _content(declaration: Declaration) -> tuple[object, ...]:
    return (
        declaration.sizes,
        declaration.concept,
        declaration.role,
        declaration.value,
        declaration.ranges,
        declaration.like,
    )
