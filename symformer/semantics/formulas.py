"""The formulas of a document, parsed and lowered, with the names they use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symformer.documents.document import Document, Formula
from symformer.documents.places import section_at
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary
from symformer.semantics.carriers.equation_rows import rows_of_equations
from symformer.semantics.declaring.sets import with_spaces
from symformer.semantics.statement import Statement
from symformer.syntax.decimal_commas import has_decimal_commas_throughout, with_decimal_commas
from symformer.syntax.fonts_apart import has_sans_apart, with_sans_apart
from symformer.syntax.macros import Macro, MacroTable, Refusal, expansion
from symformer.syntax.nodes import Kind, Node, SyntaxProblem, Tree, content, operands, parts
from symformer.syntax.parser import parse
from symformer.terms.term import Term, Unknown, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

# how much longer all formulas of a note may get by their macros, and how much more for each of its characters
ROOM, ROOM_EACH = 300_000, 10

_WRITTEN = Cued(r"\S")


@dataclass(frozen=True, slots=True)
class ReadFormula:
    """A formula with its tree; ``latex`` is the text that was parsed, macros expanded.

    A chain that goes on over several displays is one ``ReadFormula`` with several ``formulas``.
    """

    formulas: tuple[Formula, ...]
    latex: MappedText
    tree: Tree
    by_row: bool = False  # the cells of a table's row, which are one equation

    @property
    def formula(self) -> Formula:
        """The (first) formula."""
        return self.formulas[0]


class _Trees(dict[str, Tree]):
    """The trees of texts, each parsed when it is first asked for."""

    def __init__(self, decimal_commas: bool, sans_apart: bool) -> None:
        super().__init__()
        self._decimal_commas, self._sans_apart = decimal_commas, sans_apart

    def __missing__(self, text: str) -> Tree:
        tree = parse(text)
        tree = tree if not self._decimal_commas else with_decimal_commas(tree)
        self[text] = tree if not self._sans_apart else with_sans_apart(tree)
        return self[text]


def parse_formulas(document: Document, macros: Mapping[str, Macro]) -> tuple[ReadFormula, ...]:
    """Every formula of the document, parsed; equal texts are parsed once."""
    table = macros if isinstance(macros, MacroTable) else MacroTable(macros)
    texts = [formula.text for formula in document.formulas]
    trees = _Trees(has_decimal_commas_throughout(texts), has_sans_apart(texts))
    found: list[ReadFormula] = []
    room = ROOM + ROOM_EACH * len(document.source.text)
    run: list[ReadFormula] = []  # displays, each of which goes on with the chain of the one before it
    for formula in document.formulas:
        made = expansion(formula.latex, table, room)
        room -= max(0, len(made.latex.text) - len(formula.text))
        tree = trees[made.latex.text]
        read = ReadFormula((formula,), made.latex, tree if made.refusal is None else _refused(tree, made.refusal))
        if run and not _goes_on(run[-1], read, document):
            found.extend(_as_one(run, trees))
            run = []
        run.append(read)
    return _with_rows(document, (*found, *_as_one(run, trees)), trees)


def _with_rows(document: Document, found: tuple[ReadFormula, ...], trees: _Trees) -> tuple[ReadFormula, ...]:
    """The formulas, those that a table's row makes one equation of as one."""
    by_start = {read.formula.span.start: read for read in found if len(read.formulas) == 1}
    of_rows: dict[int, ReadFormula | None] = {}
    for pieces in rows_of_equations(document, {start: read.tree for start, read in by_start.items()}):
        latex = MappedText("", ())
        formulas: list[Formula] = []
        for piece in pieces:
            own = piece.number if piece.formula is None else by_start[piece.formula.span.start].latex
            if own is None:
                continue
            latex = latex.joined(f" {piece.sign} " if piece.sign else " ", own) if latex.text else own
            formulas += [piece.formula] if piece.formula is not None else []
        tree = trees[latex.text]
        if tree.read and formulas:
            of_rows |= {formula.span.start: None for formula in formulas[1:]}
            of_rows[formulas[0].span.start] = ReadFormula(tuple(formulas), latex, tree, by_row=True)
    if not of_rows:
        return found
    made = (of_rows.get(read.formula.span.start, read) for read in found)
    return tuple(read for read in made if read is not None)


LONGEST_RUN = 24  # displays that are tried one by one, where all of them together cannot be read


def _as_one(run: Sequence[ReadFormula], trees: _Trees) -> Iterator[ReadFormula]:
    """A chain over several displays as one formula; as much of it as can be read."""
    if len(run) < 2:
        yield from run
        return
    whole = _joined_formulas(run, trees)
    if whole.tree.read:
        yield whole
        return
    for at in range(0, len(run), LONGEST_RUN):
        before = run[at]
        for read in run[at + 1 : at + LONGEST_RUN]:
            if before.tree.read:
                before = _joined_formulas((before, read), trees)
            else:
                yield before
                before = read
        yield before


def _joined_formulas(run: Sequence[ReadFormula], trees: _Trees) -> ReadFormula:
    latex = _joined([read.latex for read in run])
    return ReadFormula(tuple(formula for read in run for formula in read.formulas), latex, trees[latex.text])


def _refused(tree: Tree, refusal: Refusal) -> Tree:
    """The tree of a formula whose macros were not expanded, with the reason before all others."""
    at = max(0, tree.input.find(f"\\{refusal.name}"))
    problem = SyntaxProblem(
        "macro-limit", Span(at, min(len(tree.input), at + len(refusal.name) + 1)), refusal.message, fatal=True
    )
    return replace(tree, problems=(problem, *tree.problems))


def _goes_on(before: ReadFormula, after: ReadFormula, document: Document) -> bool:
    """Whether a display continues the chain of the display just before it."""
    first, second = before.formulas[-1], after.formula
    if first.display != "display" or second.display != "display" or not (before.tree.read and after.tree.read):
        return False
    if _WRITTEN.search(document.source.text, first.span.end, second.span.start):
        return False
    return _has_gap(after.tree, at=0) or _has_gap(before.tree, at=-1)


def _has_gap(tree: Tree, at: int) -> bool:
    """Whether the formula begins (0) or ends (-1) with a relation."""
    node: Node = content(tree.root)
    while node.kind in (Kind.LIST, Kind.ALIGNED, Kind.ROW):
        inside = operands(node) if node.kind is Kind.LIST else parts(node)
        if not inside:
            return False
        node = content(inside[at])
    sides = operands(node) if node.kind is Kind.CHAIN else ()
    return bool(sides) and content(sides[at]).kind is Kind.MISSING


def _joined(texts: Sequence[MappedText]) -> MappedText:
    """Texts one below the other."""
    segments: list[Segment] = []
    length = 0
    for text in texts:
        if segments:
            end = segments[-1].origin_end
            segments.append(Segment(length, length + 1, end, end))
            length += 1
        segments.extend(
            Segment(each.start + length, each.end + length, each.origin_start, each.origin_end)
            for each in text.segments
        )
        length += len(text.text)
    return MappedText("\n".join(text.text for text in texts), tuple(segments))


def statements_of(
    read_formulas: Sequence[ReadFormula], vocabulary: Vocabulary, document: Document
) -> tuple[Statement, ...]:
    """The statements of every formula that was read, in order."""
    found: list[Statement] = []
    for read in read_formulas:
        section = section_at(document, read.formula.span.start)
        for term in lower_formula(read.tree, vocabulary):
            if not read.tree.read and not is_sound(term, read.tree, fatal_only=True):
                continue  # one unread part spoils its own statement, not its neighbours
            found.append(Statement(with_spaces(term), read.latex, "formula", section, read.formula, read.tree))
            if read.by_row:
                found[-1] = replace(found[-1], by_row=True)
    return tuple(found)


def is_sound(term: Term, tree: Tree, *, fatal_only: bool = False) -> bool:
    """Whether nothing malformed stands within a statement."""
    spoiled = any(
        problem.span.start < term.origin.end and term.origin.start < max(problem.span.end, problem.span.start + 1)
        for problem in tree.problems
        if problem.fatal or not fatal_only
    )
    return not spoiled and not any(isinstance(part, Unknown) and part.reason == "unread" for part in walk(term))
