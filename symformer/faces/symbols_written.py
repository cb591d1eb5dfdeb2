"""The symbols of a note for the note itself: as a LaTeX table, as entries of a nomenclature, or as a Markdown table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.faces.symbols import Glossary
from symformer.printing.latex import latex
from symformer.printing.sizes import shape_latex
from symformer.printing.tidy import tidy
from symformer.semantics.notation.profile import Entry, Meaning
from symformer.terms.term import Number, Unknown, walk
from symformer.typesetting.symbol_table import Row, latex_table, markdown_table, nomenclature

WRITERS = {"latex": latex_table, "nomenclature": nomenclature, "markdown": markdown_table}
SPACES = {"dimension": r"\mathbb{N}", "index": r"\mathbb{N}"}


def written(notes: Sequence[Glossary], form: str) -> str:
    """The symbols of some notes, each with its space and what it means; what nothing is told of is left out."""
    rows = tuple(dict.fromkeys(row for note in notes for entry in note.rows for row in _rows(entry.entry)))
    if not rows:
        return ""
    write = WRITERS[form]
    return write(rows) + "\n"


def _rows(entry: Entry) -> Iterator[Row]:
    for meaning in entry.meanings:
        if len(entry.meanings) > 1 and isinstance(meaning.definition, Number):
            continue  # where it is put at one value for a while
        space, words = _space(meaning), _words(meaning)
        if space or words:
            yield Row(_symbol(entry), space, words)


def _symbol(entry: Entry) -> str:
    if entry.is_function and not entry.latex:
        name = entry.name.replace("_", r"\_")
        return rf"\operatorname{{{name}}}"
    return tidy(entry.latex)


def _space(meaning: Meaning) -> str:
    if meaning.shape is not None and meaning.shape.sizes:
        return rf"\mathbb{{R}}^{{{tidy(shape_latex(meaning.shape))}}}"
    return SPACES.get(meaning.kind, r"\mathbb{R}" if meaning.shape is not None else "")


def _words(meaning: Meaning) -> str:
    """What a symbol is in the note's words, else how it is defined; nothing where a part of that is not understood."""
    definition = meaning.definition
    if meaning.concept or definition is None or any(isinstance(part, Unknown) for part in walk(definition)):
        return meaning.concept or ""
    return f"${latex(definition)}$"
