r"""What ``symformer shapes`` shows: each equation with the shape of every part.

As JSON (schema 1)::

    {"schema": 1, "version",
     "documents": [{"path", "equations": [{"path", "line", "column", "end_line", "end_column", "cell", …,
         "quote", "understood", "carrier", "shape": [size, …] | null, "shown", "reason",
         "latex": the formula with braces under its factors | null, "braces": how many,
         "parts": [{"line", …, "quote", "understood", "depth", "shape", "shown", "candidates": [[size, …]],
                    "reason"}]}]}],
     "failures": [{"path", "message"}]}

``shape`` is a list of sizes, empty for a number, null where it is not known or several are possible;
``shown`` is the same in words.  An equation's own shape is that of its sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape import Shape
from symformer.analysis import Analysis
from symformer.documents.document import Document
from symformer.faces.json_output import equations_as_json
from symformer.faces.layout import WIDTH, cut, table
from symformer.judging.note import JudgedNote
from symformer.reporters.json import place_row
from symformer.reporters.screen import columns, printable
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.parts import PartShape, part_shapes
from symformer.semantics.shapes.underbraces import speller_of, underbraced
from symformer.semantics.statement import Statement
from symformer.terms.show import show_styled, spell_styled
from symformer.terms.term import Index, Number, Relation, Space, Symbol, Term

PART = 56  # columns, at most, for a part
WORDS = {
    "conflict": "its parts do not fit",
    "undeclared symbol: ": "nothing says what {} is",
    "unknown function: ": "nothing says what {} does",
}


@dataclass(frozen=True, slots=True)
class Equation:
    """A statement with the shape of the whole and of each part; ``latex`` is its formula with braces."""

    statement: Statement
    parts: tuple[PartShape, ...]
    latex: str | None = None
    braces: int = 0

    @property
    def whole(self) -> PartShape | None:
        """The side that tells the shape of the equation: the first whose shape is known, else the last."""
        sides = [part for part in self.parts if part.depth == 0]
        return next((side for side in sides if side.shapes), sides[-1] if sides else None)

    @property
    def listed(self) -> tuple[PartShape, ...]:
        """The parts worth a line: none in plain arithmetic, and no literal numbers."""
        if all(part.shapes and all(shape.is_scalar for shape in part.shapes) for part in self.parts):
            return ()
        return tuple(part for part in self.parts if not isinstance(part.term, Number))


def equations(analysis: Analysis) -> tuple[Equation, ...]:
    """The equations of a note, and the expressions that stand alone, in order."""
    if analysis.model is None:
        return ()
    return tuple(_equations(analysis.model))


def _equations(note: JudgedNote) -> Iterator[Equation]:
    by_formula: dict[int, list[StatementShape]] = {}
    for shaped in note.shapes:
        if shaped.statement.formula is not None:
            by_formula.setdefault(shaped.statement.formula.span.start, []).append(shaped)
    spelled = speller_of(note.statements, note.vocabulary)
    written: dict[int, tuple[str, int]] = {}
    for shaped in note.shapes:
        statement = shaped.statement
        if not _says_something(statement):
            continue
        equation = Equation(statement, part_shapes(shaped))
        if not equation.listed and not (statement.formula and isinstance(statement.term, Relation)):
            continue  # plain arithmetic without LaTeX, and numbers that stand alone
        if statement.formula is None or statement.tree is None:
            yield equation
            continue
        at = statement.formula.span.start
        if at not in written:
            written[at] = underbraced(by_formula[at], statement.tree, note.vocabulary, spelled)
        yield Equation(statement, equation.parts, *written[at])


def _says_something(statement: Statement) -> bool:
    """An equation, or an expression of several parts: neither a name nor the declaration of one."""
    term = statement.term
    if isinstance(term, Relation):
        return not (len(term.sides) == 2 and isinstance(term.sides[1], Space) and _is_name(term.sides[0]))
    return not isinstance(term, Symbol | Index | Number | Space) and statement.carrier == "formula"


def _is_name(term: Term) -> bool:
    return isinstance(term, Symbol | Index)


def shown(part: PartShape) -> str:
    """A shape in words: ``n × d_k``, ``scalar``, or why it is not known."""
    if not part.shapes:
        return f"?  {reason_in_words(part.reason or 'unknown')}"
    return " or ".join(shape_in_words(shape) for shape in part.shapes)


def shape_in_words(shape: Shape) -> str:
    """A shape as a reader knows it, letters in their fonts.

    >>> from symformer.algebra.shape import shape
    >>> shape_in_words(shape("n", "bold(d)")), shape_in_words(shape())
    ('(n × 𝐝)', 'scalar')
    """
    return str(Shape(tuple(_in_fonts(size) for size in shape.sizes)))


def _in_fonts(size: Dimension) -> Dimension:
    renamed = (
        (tuple((spell_styled(name), power) for name, power in monomial), factor) for monomial, factor in size.terms
    )
    return Dimension(tuple(renamed))


def reason_in_words(reason: str) -> str:
    """Why a shape is not known, for the reader."""
    for begins, words in WORDS.items():
        if reason.startswith(begins):
            return words.format(spell_styled(reason.removeprefix(begins)))
    return reason


def as_text(found: Sequence[Equation], document: Document, path: str) -> str:
    """Each equation on a line, its parts below it in two columns."""
    lines = [printable(path) if found else f"{printable(path)}: no equations"]
    for equation in found:
        place = document.source.place(equation.statement.span.start)
        head = f"  {printable(place.uri) + ':' if place.uri else ''}{place.line}:{place.column}"
        whole = shown(equation.whole) if equation.whole is not None else "?"
        term = cut(show_styled(equation.statement.term), max(24, WIDTH - columns(head) - columns(whole) - 5))
        lines.append(f"{head}  {term} : {whole}")
        rows = [("  " * part.depth + show_styled(part.term), shown(part)) for part in equation.listed]
        lines.extend(f"      {row}" for row in table(rows, (PART, WIDTH - PART - 8)))
    return "".join(line + "\n" for line in lines)


def as_latex(found: Sequence[Equation], document: Document, path: str) -> str:
    """Each formula once, as a display, with its shapes below it and its place before it."""
    lines: list[str] = []
    done: set[int] = set()
    for equation in found:
        formula = equation.statement.formula
        if formula is None or equation.latex is None or not equation.braces or formula.span.start in done:
            continue
        done.add(formula.span.start)
        place = document.source.place(equation.statement.span.start)
        lines += [f"% {printable(place.uri or path)}:{place.line}", *_display(equation.latex.strip()), ""]
    return "\n".join(lines)


def _display(latex: str) -> list[str]:
    own = latex.startswith(
        ("\\begin{align", "\\begin{equation", "\\begin{gather", "\\begin{multline", "\\begin{flalign")
    )
    own = own and not latex.startswith(("\\begin{aligned", "\\begin{gathered"))
    return [latex] if own else ["\\[", latex, "\\]"]


def as_json(notes: Sequence[tuple[Analysis, str, Sequence[Equation]]]) -> str:
    """All notes as one object."""
    return equations_as_json(notes, _row)


def _row(equation: Equation, document: Document, path: str) -> dict[str, object]:
    statement, source = equation.statement, document.source
    whole = equation.whole
    return {
        "path": source.place(statement.span.start).uri or path,
        **place_row(source, statement.span),
        "quote": statement.span.slice(source.text),
        "understood": show_styled(statement.term),
        "carrier": statement.carrier,
        **_shape_row(whole),
        "latex": equation.latex,
        "braces": equation.braces,
        "parts": [_part_row(part, statement, document) for part in equation.parts],
    }


def _part_row(part: PartShape, statement: Statement, document: Document) -> dict[str, object]:
    span = statement.place(part.term.origin)
    return {
        **place_row(document.source, span),
        "quote": span.slice(document.source.text),
        "understood": show_styled(part.term),
        "depth": part.depth,
        **_shape_row(part),
        "candidates": [[str(size) for size in shape.sizes] for shape in part.shapes],
    }


def _shape_row(part: PartShape | None) -> dict[str, object]:
    shape = part.shape if part is not None else None
    reason = part.reason if part is not None and not part.shapes else None
    if part is not None and len(part.shapes) > 1:
        reason = "several shapes are possible"
    return {
        "shape": [str(size) for size in shape.sizes] if shape is not None else None,
        "shown": shown(part) if part is not None and part.shapes else None,
        "reason": reason_in_words(reason) if reason is not None else None,
    }
