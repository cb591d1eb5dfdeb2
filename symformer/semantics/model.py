"""The meaning of a note: its symbols in scope, its statements, and the shapes they have.

``build_model`` runs the steps in the one order that works: names first, words second, formulas
third, shapes last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

from symformer.documents.document import Document
from symformer.reading.lower import lower
from symformer.reading.statements import lower_formula
from symformer.reading.superscripts import DAGGER, PRIME
from symformer.reading.vocabulary import Vocabulary, vocabulary_of
from symformer.semantics.carriers.annotations import AnnotationError
from symformer.semantics.carriers.authored import authored_declarations, statements_of_authors
from symformer.semantics.carriers.coded import shapes_in_code
from symformer.semantics.carriers.macro_kinds import declared_macros
from symformer.semantics.carriers.outputs import values_in_outputs
from symformer.semantics.carriers.tables import declarations_in_tables, statements_in_tables
from symformer.semantics.carriers.worksheets import Worked, worked
from symformer.semantics.convention import Convention
from symformer.semantics.declaration import Declaration
from symformer.semantics.declaring.declared import declarations_in_formulas
from symformer.semantics.declaring.joined import with_signs_as_told
from symformer.semantics.declaring.sizes_behind import shapes_behind
from symformer.semantics.declaring.underneath import sizes_underneath
from symformer.semantics.formulas import ReadFormula, parse_formulas, statements_of
from symformer.semantics.headed import named_by_heading
from symformer.semantics.operations import told_by_words
from symformer.semantics.prose.conventions import is_adjoint_by_dagger, is_transposed_by_prime
from symformer.semantics.prose.declarations import (
    BlocksRead,
    conventions_in_words,
    declarations_in_words,
    statements_in_words,
)
from symformer.semantics.prose.likeness import with_shapes_alike
from symformer.semantics.prose.numbers_listed import is_untold_list, lists_of_numbers
from symformer.semantics.prose.ordinals import shapes_of_ordinals
from symformer.semantics.prose.snippets import Read
from symformer.semantics.prose.subscripts import labels_told
from symformer.semantics.prose.worded import with_plain_formulas
from symformer.semantics.reach import reaching_back
from symformer.semantics.shapes.facts import size_letters
from symformer.semantics.shapes.inference import StatementShape, infer_statements
from symformer.semantics.statement import Statement
from symformer.semantics.surroundings import surrounded
from symformer.semantics.symbols import SymbolTable, name_of
from symformer.semantics.usage.uses import UseTable, uses_of
from symformer.semantics.wrong_on_purpose import stands_in, wrong_on_purpose
from symformer.syntax.macros import MacroTable, collect_macros
from symformer.syntax.nodes import Tree
from symformer.syntax.parser import parse
from symformer.terms.term import Index, Symbol, Term, Unknown, children
from symformer.text.span import Span

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class SemanticModel:
    """All that is known of a note before anything in it is judged."""

    document: Document
    vocabulary: Vocabulary
    formulas: tuple[ReadFormula, ...]
    statements: tuple[Statement, ...]
    table: SymbolTable
    shapes: tuple[StatementShape, ...]
    conventions: tuple[Convention, ...] = ()
    annotation_errors: tuple[AnnotationError, ...] = ()
    index_names: frozenset[str] = field(default_factory=frozenset)
    size_names: frozenset[str] = field(default_factory=frozenset)
    unread_lines: tuple[Span, ...] = ()  # of worksheets: lines with an equals sign that were not read
    uses: UseTable = field(default_factory=UseTable)  # where each symbol is told and where it is used
    _answers: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)  # what was asked ``once``


def once(model: SemanticModel, question: Callable[[SemanticModel], Answer]) -> Answer:
    """What ``question`` finds in a note: several rules ask the same, and the note is gone through for the first."""
    if question not in model._answers:
        model._answers[question] = question(model)
    answer: Answer = model._answers[question]
    return answer


def build_model(document: Document, settings_declarations: tuple[str, ...] = ()) -> SemanticModel:
    """Read all that a document says."""
    declared_kinds = declared_macros([*settings_declarations, *(each.text for each in document.annotations)])
    macros = MacroTable({**collect_macros(document.definitions), **declared_kinds})
    formulas = parse_formulas(document, macros)
    vocabulary = vocabulary_of(read.tree for read in formulas)
    worded = with_plain_formulas(document, macros)
    words, vocabulary = _words(worded, vocabulary, formulas)
    wrong = wrong_on_purpose(document)
    words = tuple(each for each in words if not stands_in(wrong, each.span.start))
    reader = _Reader(vocabulary)
    authored = authored_declarations(document, settings_declarations, reader)
    stated = statements_of_authors(document, authored.declarations)
    sheets = worked(document, reader)
    statements = _statements(worded, formulas, vocabulary, stated, sheets, wrong)
    written = tuple(statement for statement in statements if statement.carrier != "output")
    declared = (
        *declarations_in_formulas(written, document.source.text),
        *sizes_underneath(formulas, reader),
        *words,
        *authored.declarations,
    )
    declared = (*declared, *shapes_in_code(document, written, declared, reader))
    table = SymbolTable.of(with_shapes_alike(reaching_back(document, declared)))
    conventions = (*conventions_in_words(document), *authored.conventions)
    statements = with_signs_as_told(document, statements, conventions)
    written = tuple(statement for statement in statements if statement.carrier != "output")
    indices = vocabulary.indices | {
        name for d in table.declarations if d.role == "index" and (name := name_of(d.symbol)) is not None
    }
    shapes = infer_statements(document, written, table, frozenset(indices), conventions)
    return SemanticModel(
        document,
        vocabulary,
        formulas,
        statements,
        table,
        shapes,
        conventions,
        authored.errors,
        frozenset(indices),
        frozenset(size_letters(table)),
        sheets.unread,
        uses_of(document, statements, table.declarations),
    )


def _words(
    document: Document, vocabulary: Vocabulary, formulas: tuple[ReadFormula, ...]
) -> tuple[tuple[Declaration, ...], Vocabulary]:
    """What words declare, and the vocabulary that knows it.

    Which letters are indices is known only once the words are read, and the words hold symbols whose
    scripts depend on it: where the words bring news, the blocks that it changes are read a second time.
    """
    blocks: BlocksRead = {}
    declared = _read_words(document, vocabulary, blocks)
    wiser = vocabulary.joined(_vocabulary_of_words(declared))
    labels, spoken = labels_told(document, (read.tree for read in formulas), wiser.indices, wiser.entries)
    if labels or spoken:
        wiser = replace(wiser, labels=wiser.labels | labels | spoken, spoken=wiser.spoken | spoken)
    if wiser.primed and is_transposed_by_prime(document):
        wiser = replace(wiser, transposed=wiser.transposed | {PRIME})
    if is_adjoint_by_dagger(document):
        wiser = replace(wiser, adjoints=wiser.adjoints | {DAGGER})
    if wiser != vocabulary:
        declared = _read_words(document, wiser, blocks)
    return declared, wiser


def _read_words(document: Document, vocabulary: Vocabulary, blocks: BlocksRead) -> tuple[Declaration, ...]:
    reader = _Reader(vocabulary)
    return (*declarations_in_words(document, reader, blocks), *declarations_in_tables(document, reader))


def _vocabulary_of_words(declarations: tuple[Declaration, ...]) -> Vocabulary:
    indices, scalars, arrays, functions, joined = set[str](), set[str](), set[str](), set[str](), set[str]()
    for declaration in declarations:
        if not isinstance(declaration.symbol, Symbol):
            continue
        name = declaration.symbol.name
        if len(name) > 1 and name.isascii() and name.isalpha():
            joined.add(name)
        match declaration.role:
            case "index":
                indices.add(name)
            case "dimension" | "scalar":
                scalars.add(name)
            case "matrix" | "vector" | "tensor":
                arrays.add(name)
            case "function":
                functions.add(name)
        for size in declaration.sizes or ():
            scalars.update(_letters_of(size))
    return Vocabulary(
        frozenset(functions), frozenset(indices), frozenset(joined), frozenset(scalars), frozenset(arrays)
    )


def _letters_of(size: Term) -> Iterator[str]:
    """The names that make up a size; what stands below ``T_{KV}`` is none."""
    stack = [size]
    while stack:
        match stack.pop():
            case Symbol() as part:
                yield part.name
            case Index() as part:
                stack.append(part.base)
            case part:
                stack.extend(children(part))


@lru_cache(maxsize=4096)
def _parsed(latex: str) -> Tree:
    """The tree of a snippet: notes name the same symbols again and again."""
    return parse(latex)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads a LaTeX snippet as one term; ``at`` is where it stands, for messages only."""

    vocabulary: Vocabulary
    _terms: dict[str, Term] = field(default_factory=dict, repr=False, compare=False)

    def __call__(self, latex: str, at: Span) -> Term:
        if latex not in self._terms:  # notes name the same symbols again and again
            self._terms[latex] = self._read(latex)
        return self._terms[latex]

    def _read(self, latex: str) -> Term:
        tree = _parsed(latex)
        if not tree.read:
            return Unknown("unread", latex, (), Span(0, len(latex)))
        statements = lower_formula(tree, self.vocabulary)
        if len(statements) == 1:
            return statements[0]
        return lower(tree.root, self.vocabulary)


def reader_of(vocabulary: Vocabulary) -> Read:
    """What reads a snippet as the formulas of a note are read."""
    return _Reader(vocabulary)


def _statements(
    document: Document,
    formulas: tuple[ReadFormula, ...],
    vocabulary: Vocabulary,
    stated: tuple[Statement, ...],
    sheets: Worked,
    wrong: tuple[Span, ...],
) -> tuple[Statement, ...]:
    reader = _Reader(vocabulary)
    found = [
        *stated,
        *statements_of(formulas, vocabulary, document),
        *statements_in_words(document, reader),
        *statements_in_tables(document, reader),
        *sheets.statements,
        *values_in_outputs(document, reader),
        *lists_of_numbers(document),
    ]
    ordered = sorted(found, key=lambda statement: statement.span.start)
    ordered += [*shapes_of_ordinals(document, ordered, reader), *shapes_behind(ordered, reader)]
    ordered.sort(key=lambda statement: statement.span.start)
    named = told_by_words(document, named_by_heading(document, ordered, reader))
    return tuple(
        surrounded(document, statement)
        for statement in named
        if not is_untold_list(statement) and not stands_in(wrong, statement.span.start)
    )
