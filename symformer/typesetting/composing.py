"""From a request (an equation, a topic or a block; a notation; options) to what is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from symformer.catalogue.equation import Block, Equation
from symformer.catalogue.lookup import Topic, equation, named
from symformer.catalogue.reading import Letter, ReadEquation, letters_in, read
from symformer.notations import Notation
from symformer.terms.term import Index, Relation, Term, children
from symformer.text.record import record
from symformer.typesetting.counting_from import counted_from_zero
from symformer.typesetting.derivation import letters_of, steps_of
from symformer.typesetting.exercise import Exercise, as_exercise
from symformer.typesetting.notating import Renaming, renaming_of, written
from symformer.typesetting.setting import Display, Layout, Line, Reasons, latex_display, markdown_display, on_slide
from symformer.typesetting.shaped import ShapesAt, in_margin, shaped
from symformer.typesetting.symbol_table import (
    SYMBOLS,
    Row,
    latex_table,
    long_latex_table,
    markdown_table,
    nomenclature,
    symbol_rows,
)
from symformer.typesetting.variants import ChangesNothing, names_of, with_options

if TYPE_CHECKING:
    from symformer.typesetting.numbers import Numbers


ROWS_ON_SLIDE, ROWS_IN_COLUMN, ROWS_ON_PAGE = 10, 24, 28  # symbols that each holds


@record
class Wanted:
    """How an equation is to be written."""

    notation: Notation
    options: tuple[str, ...] = ()
    steps: bool = False
    shapes: ShapesAt | None = None
    layout: Layout = "display"
    reasons: Reasons = "auto"
    exercise: Exercise | None = None
    label: str = ""
    tag: str = ""
    symbols: bool = False
    nomenclature: bool = False
    numbers: bool = False
    titles: bool = False
    seed: int = 0
    decimals: int = 2
    base: Literal[0, 1] = 1
    values: Callable[[Renaming], Mapping[Term, Numbers]] | None = None


@record
class Composed:
    """What was asked for: its displays, their letters in the notation, and where they come from."""

    name: str
    title: str
    displays: tuple[Display, ...]
    equations: tuple[ReadEquation, ...]
    hows: tuple[Renaming, ...]
    sources: tuple[str, ...]
    remarks: tuple[str, ...]


def compose(name: str, wanted: Wanted) -> Composed:
    """The displays of an equation, a topic or a block.

    Raises UnknownEquation where there is nothing of that name, ChangesNothing where an option has no place.
    """
    found = named(name)
    members = _members(found)
    plain = [_complete(read(each), wanted) for each in members]
    parts = with_options(plain, wanted.options, strict=False)
    _refuse_idle(plain, wanted)
    if "causal" in wanted.options and len(parts) > 1 and all(each.equation.id != "causal-mask" for each in parts):
        parts = (read(equation("causal-mask")), *parts)
    if isinstance(found, Block):  # what a topic holds stands by itself: a letter may be a vector here, a matrix there
        parts = _agreeing(parts)
    parts = tuple(replace(part, letters=_used(part.letters, [part])) for part in parts)
    parts = _from_base(parts, wanted)
    hows = tuple(_how(part, parts, wanted.notation) for part in parts)
    worked: dict[Term, Numbers] = {}
    displays = tuple(
        _display(part, how, wanted, worked, alone=len(parts) == 1) for part, how in zip(parts, hows, strict=True)
    )
    title = _titled(found, wanted)
    sources = tuple(dict.fromkeys(str(part.equation.source) for part in parts))
    return Composed(name, title, displays, parts, hows, sources, _remarks(parts, wanted))


def _from_base(parts: tuple[ReadEquation, ...], wanted: Wanted) -> tuple[ReadEquation, ...]:
    """The equations counting from 0 where that is asked for. Raises ValueError where it has no place."""
    if wanted.base == 1:
        return parts
    if wanted.numbers:
        raise ValueError("--base 0 is for letters: worked numbers are counted from 1")
    found = tuple(counted_from_zero(part) for part in parts)
    if found == parts and not wanted.steps:
        raise ChangesNothing(f"--base 0 changes nothing in {names_of(parts)}: there is nothing that counts from 1")
    return found


def _titled(found: Equation | Block | Topic, wanted: Wanted) -> str:
    """A title in the language of the notation; only the languages that are not English need their table."""
    if wanted.notation.language == "en":
        return found.title
    from symformer.catalogue.chinese import title_in

    return title_in(wanted.notation.language, found.id, found.title)


def _refuse_idle(parts: Sequence[ReadEquation], wanted: Wanted) -> None:
    """Each option has to change an equation, or a definition that its steps put in."""
    put_in = [read(equation(name)) for part in parts for name in part.equation.steps] if wanted.steps else []
    for option in wanted.options:
        if wanted.steps and any(with_options([each], (option,), strict=False) != (each,) for each in put_in):
            continue
        with_options(parts, (option,))


def _members(found: Equation | Block | Topic) -> tuple[Equation, ...]:
    match found:
        case Block():
            return tuple(equation(name) for name in found.equations)
        case Topic():
            return found.equations
    return (found,)


def _complete(given: ReadEquation, wanted: Wanted) -> ReadEquation:
    """With steps, the letters of what is put in belong to the equation."""
    if not wanted.steps:
        return given
    return replace(given, letters=letters_of([given, *with_options_where_they_fit(given, wanted.options)]))


def _agreeing(parts: tuple[ReadEquation, ...]) -> tuple[ReadEquation, ...]:
    """The equations of a block with one shape for each letter."""
    if len(parts) == 1:
        return parts
    whole = {letter.term: letter for letter in letters_of(parts)}
    return tuple(replace(part, letters=tuple(whole[letter.term] for letter in part.letters)) for part in parts)


def _how(part: ReadEquation, parts: Sequence[ReadEquation], notation: Notation) -> Renaming:
    columns = notation.lay == "columns" and not part.equation.as_laid_out
    return renaming_of(part.letters, notation, columns=columns, beside=letters_of(parts))


def _display(part: ReadEquation, how: Renaming, wanted: Wanted, worked: dict[Term, Numbers], *, alone: bool) -> Display:
    told: set[Term] = set()
    lines: list[Line] = []
    for statement in () if wanted.numbers and not wanted.steps else part.statements:
        lines += _lines(statement, how, wanted, told)
    if wanted.steps:
        for step in steps_of(part, _definitions(part, wanted))[1:]:
            reason = _titled(step.put_in, wanted) if step.put_in is not None else ""
            beside = _margin(step.side, how, wanted, told)
            lines.append(Line("", "=", _with_shapes(step.side, how, wanted), reason, beside))
    if wanted.numbers:
        worked_lines = _worked(part, how, wanted, worked)
        lines += as_exercise(worked_lines, wanted.exercise, wanted.seed) if wanted.exercise else worked_lines
    label = (wanted.label if alone else f"{wanted.label}:{part.equation.id}") if wanted.label else ""
    title = _titled(part.equation, wanted)
    return Display(tuple(lines), title, label, wanted.tag if alone else "", ())


def _worked(part: ReadEquation, how: Renaming, wanted: Wanted, before: dict[Term, Numbers]) -> tuple[Line, ...]:
    """The equation on numbers. Raises CannotWork."""
    from symformer.typesetting.numbers import CannotWork
    from symformer.typesetting.worked import example_lines  # the evaluation takes its time to import

    own = wanted.values(how) if wanted.values is not None else None
    try:
        return example_lines(part, how, seed=wanted.seed, decimals=wanted.decimals, values=own, before=before)
    except CannotWork as cannot:
        raise CannotWork(f"{part.equation.id} cannot be worked on these numbers: {cannot}") from None


def with_options_where_they_fit(part: ReadEquation, options: Sequence[str]) -> tuple[ReadEquation, ...]:
    """The definitions that an equation's steps put in, changed by the options that change anything in them."""
    found = [read(equation(name)) for name in part.equation.steps]
    return with_options(found, options, strict=False) if found else ()


def _definitions(part: ReadEquation, wanted: Wanted) -> tuple[ReadEquation, ...]:
    """What the steps put in, with the options and the base."""
    found = with_options_where_they_fit(part, wanted.options)
    return tuple(map(counted_from_zero, found)) if wanted.base == 0 else found


def _with_shapes(term: Term, how: Renaming, wanted: Wanted) -> str:
    """A term, with the shapes that stand in it."""
    inside = wanted.shapes is not None and wanted.shapes != "margin"
    return shaped(term, how, at=wanted.shapes or "under") if inside else written(term, how)


def _margin(term: Term, how: Renaming, wanted: Wanted, told: set[Term]) -> str:
    return in_margin(term, how, told) if wanted.shapes == "margin" else ""


def _lines(statement: Term, how: Renaming, wanted: Wanted, told: set[Term]) -> list[Line]:
    """A statement as a line, parted at its first relation."""
    text, margin = _with_shapes(statement, how, wanted), _margin(statement, how, wanted, told)
    if not isinstance(statement, Relation):
        return [Line("", "", text, margin=margin)]
    left = written(statement.sides[0], how)
    if not text.startswith(left):  # there are shapes in it
        for sign in (" = ", r" \approx ", r" \ge "):
            before, found, after = text.partition(sign)
            if found:
                return [Line(before, sign.strip(), after, margin=margin)]
        return [Line("", "", text, margin=margin)]
    sign, _, right = text.removeprefix(left).strip().partition(" ")
    return [Line(left, sign, right, margin=margin)]


def _remarks(parts: Sequence[ReadEquation], wanted: Wanted) -> tuple[str, ...]:
    found = [part.equation.remark for part in parts if part.equation.remark]
    if wanted.notation.lay == "columns":
        found += [f"{part.equation.id}: as arrays lie in memory" for part in parts if part.equation.as_laid_out]
    if "batch" in wanted.options:
        found.append("products act on the last two axes, once for each sequence of the batch")
    return tuple(dict.fromkeys(found))


def as_latex(composed: Composed, wanted: Wanted) -> str:
    """Everything as LaTeX that stands in a document."""
    pieces: list[str] = []
    for display in composed.displays:
        if len(composed.displays) > 1:
            words = wanted.titles and wanted.layout != "beamer"
            pieces.append(f"\n\\noindent {display.title}:" if words else f"% {display.title}")
        shown = latex_display(display, wanted.layout, wanted.reasons)
        pieces.append(on_slide(shown, display.title) if wanted.layout == "beamer" else shown)
    if wanted.symbols:
        pieces += _latex_symbols(_rows(composed), wanted)
    return "\n".join(pieces) + "\n"


def _latex_symbols(rows: tuple[Row, ...], wanted: Wanted) -> list[str]:
    if wanted.nomenclature:
        return [nomenclature(rows)]
    language = wanted.notation.language
    if wanted.layout not in ("beamer", "two-column"):
        return [long_latex_table(rows, language) if len(rows) > ROWS_ON_PAGE else latex_table(rows, language)]
    most = ROWS_ON_SLIDE if wanted.layout == "beamer" else ROWS_IN_COLUMN  # a table that goes on is for one column only
    parts = [rows[at : at + most] for at in range(0, len(rows), most)]
    tables = [latex_table(each, language, narrow=True) for each in parts]
    if wanted.layout == "beamer":
        return [on_slide(each, SYMBOLS[language]) for each in tables]
    return ["\n\n\\noindent\n".join(tables)]


def latex_displays(composed: Composed) -> list[str]:
    """Each display as one formula without its frame."""
    return [r" \\ ".join(line.text for line in display.lines) for display in composed.displays]


def as_markdown(composed: Composed, wanted: Wanted) -> str:
    """Everything as Markdown."""
    pieces: list[str] = []
    for display in composed.displays:
        if len(composed.displays) > 1:
            pieces.append(f"{display.title}:")
        pieces.append(markdown_display(display, wanted.layout))
    if wanted.symbols:
        pieces.append(markdown_table(_rows(composed), wanted.notation.language))
    text = "\n\n".join(pieces) + "\n"
    return text.replace(r"\\", r"\\\\") if wanted.layout == "jekyll" else text


def _used(letters: tuple[Letter, ...], parts: Sequence[ReadEquation]) -> tuple[Letter, ...]:
    """The letters without sizes of which no array has any more."""
    by_term = {each.term: each for each in letters}
    said = {each.term for part in parts for statement in part.statements for each in letters_in(statement, by_term)}
    sizes = {each for letter in letters for size in letter.shape for each in size.split()}
    return tuple(each for each in letters if each.kind != "size" or each.term in said or each.latex in sizes)


def _rows(composed: Composed) -> tuple[Row, ...]:
    return symbol_rows(composed.hows, members_of_families(composed.equations))


def members_of_families(parts: Sequence[ReadEquation]) -> set[Term]:
    """The letters that only ever stand with the number of a head."""
    families = {letter.term for part in parts for letter in part.letters if letter.family}
    alone: set[Term] = set()
    counted: set[Term] = set()

    def look(term: Term) -> None:
        if term in families:
            alone.add(term)
        elif isinstance(term, Index) and term.base in families and len(term.indices) == 1:
            counted.add(term.base)
            for index in term.indices:
                look(index)
        else:
            for each in children(term):
                look(each)

    for part in parts:
        for statement in part.statements:
            look(statement)
    return counted - alone
