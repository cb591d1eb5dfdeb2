"""A note in another notation: every formula and every symbol in the prose, nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.documents.encoding import decode, encoded_like
from symformer.notations import Notation
from symformer.reading.vocabulary import Vocabulary
from symformer.semantics.model import SemanticModel
from symformer.semantics.notation.roles import layouts
from symformer.syntax.nodes import Tree
from symformer.terms.show import spell_styled
from symformer.text.edit import apply_edits
from symformer.text.span import Span
from symformer.translating.found import FormulaFound, symbols_of, with_heads
from symformer.translating.letters import Letter, Letters, letters_for
from symformer.translating.macros import Body, bodies_of
from symformer.translating.plain import PlainReplaced, annotated_symbols, plain_symbols
from symformer.translating.proving import agree, original_terms, renamed_vocabulary, translated_terms
from symformer.translating.rewriting import Replaced, fitted, rewritten
from symformer.translating.tied import Handle, Tied, tied

MOST_ROUNDS = 6  # of translating and reading again, each of which may leave formulas out

Understand = Callable[[bytes], SemanticModel]
Edit = tuple[int, int, str]


class CannotEncode(ValueError):
    """The note is in an encoding that lacks a letter of the notation."""


@dataclass(frozen=True, slots=True)
class Left:
    """Something that is not translated: where it stands first, what it is, and why; a ``formula``, or a symbol."""

    span: Span
    what: str
    reason: str
    formula: bool = False


@dataclass(frozen=True, slots=True)
class Translation:
    """A note in another notation.

    ``given`` counts the places at which each letter was written; ``formulas`` are those that were changed, of
    which every one was read again and is the same term; ``left`` is what was not translated.
    """

    data: bytes
    letters: Letters
    given: Mapping[Letter, int]
    formulas: int
    plain: int
    left: tuple[Left, ...]

    @property
    def renamed(self) -> dict[str, Letter]:
        """The symbols of the note's own that got another letter, because the notation has theirs for something else."""
        found = {handle: letter for (handle, _), letter in self.letters.by_concept.items() if letter.concept is None}
        return {spell_styled(each.name): letter for each, letter in {**found, **self.letters.own}.items()}


@dataclass(frozen=True, slots=True)
class _Planned:
    """What is to be replaced in a formula, in the source text and as it is read."""

    formula: FormulaFound
    edits: tuple[Edit, ...]
    letters: tuple[Letter, ...]
    macros: frozenset[str]
    reason: str = ""


def translate(
    data: bytes, model: SemanticModel, understand: Understand, notation: Notation, source: Notation | None = None
) -> Translation:
    """The note that ``data`` holds in another notation; ``source`` is the one it is in, where that is known.

    ``understand`` gives the model of other bytes in the place of the note.  Raises CannotEncode.
    """
    ties = tied(model, source)
    formulas = symbols_of(model, ties)
    letters = letters_for(model, ties, formulas, notation)
    heads = with_heads(formulas, ties)
    bodies = bodies_of(model, ties, letters, heads)
    planned = [_planned(formula, letters, heads, model, bodies) for formula in formulas]
    plain = [*plain_symbols(model, ties, letters), *annotated_symbols(model, ties, letters)]
    left_out: set[int] = {at for at, each in enumerate(planned) if each.reason}
    reasons: dict[int, str] = {at: each.reason for at, each in enumerate(planned) if each.reason}
    made, counted = data, 0
    for _ in range(MOST_ROUNDS):
        used = [each for at, each in enumerate(planned) if at not in left_out]
        macros = _macros_of(used)
        edits = [*_edits(used), *_macro_edits(bodies, macros), *_plain_edits(plain)]
        made = _applied(data, model, edits)
        failed = _failed(planned, left_out, letters, model, understand(made)) if edits else {}
        if not failed:
            break
        left_out |= failed.keys()
        reasons |= failed
    used = [each for at, each in enumerate(planned) if at not in left_out]
    counted = sum(bool(each.edits or each.macros) for each in used)
    given = Counter(letter for each in used for letter in each.letters)
    given.update(each.letter for each in plain if each.text is not None)
    left = [*_left_formulas(planned, reasons), *_left_symbols(formulas, ties, letters), *_left_plain(plain)]
    left += _left_layout(model, notation)
    typed = sum(each.text is not None for each in plain)
    return Translation(made, letters, given, counted, typed, tuple(sorted(left, key=lambda each: each.span)))


# -- what is replaced ------------------------------------------------------------------------------------


def _planned(
    formula: FormulaFound, letters: Letters, heads: frozenset[Handle], model: SemanticModel, bodies: Mapping[str, Body]
) -> _Planned:
    made = rewritten(formula, letters, heads)
    if not made.replaced and not made.left:
        return _Planned(formula, (), (), frozenset())
    if not formula.read.tree.read:
        return _Planned(formula, (), (), frozenset(), "it cannot be read as a whole")
    if made.left:
        name = made.left[0].span.slice(formula.read.latex.text)
        return _Planned(formula, (), (), frozenset(), f"{name}: {made.left[0].reason}")
    edits: list[Edit] = []
    macros: set[str] = set()
    for each in made.replaced:
        edit = _edit(each, formula, model)
        if edit is not None:
            edits.append(edit)
            continue
        macro = _macro_at(each, formula, model)
        if macro not in bodies:
            what = f"the macro \\{macro}" if macro else "what is not written as it is read"
            return _Planned(
                formula, (), (), frozenset(), f"{each.span.slice(formula.read.latex.text)} comes from {what}"
            )
        macros.add(macro)
    given = tuple(each.letter for each in made.replaced if each.letter is not None)
    return _Planned(formula, tuple(edits), given, frozenset(macros))


def _edit(each: Replaced, formula: FormulaFound, model: SemanticModel) -> Edit | None:
    """A replacement in the source text; None where what stands there is not what is read."""
    latex = formula.read.latex
    place = latex.origin_span(each.span)
    written, read, new = place.slice(model.document.source.text), each.span.slice(latex.text), fitted(latex.text, each)
    if written == read:
        return place.start, place.end, new
    escaped = written.replace(r"\_", "_") == read  # as some renderers of Markdown want it
    return (place.start, place.end, new.replace("_", r"\_")) if escaped else None


def _macro_at(each: Replaced, formula: FormulaFound, model: SemanticModel) -> str:
    place = formula.read.latex.origin_span(each.span)
    found = re.match(r"\\([A-Za-z]+)", place.slice(model.document.source.text))
    return found[1] if found is not None else ""


def _macros_of(planned: Iterable[_Planned]) -> frozenset[str]:
    return frozenset(name for each in planned for name in each.macros)


def _edits(planned: Iterable[_Planned]) -> Iterator[Edit]:
    for each in planned:
        yield from each.edits


def _macro_edits(bodies: Mapping[str, Body], used: frozenset[str]) -> Iterator[Edit]:
    for name in sorted(used):
        yield from bodies[name].edits


def _plain_edits(plain: Iterable[PlainReplaced]) -> Iterator[Edit]:
    for each in plain:
        if each.text is not None:
            yield each.span.start, each.span.end, each.text


def _applied(data: bytes, model: SemanticModel, edits: Iterable[Edit]) -> bytes:
    """The bytes of the note with the edits of its text put in, each once."""
    raw, _ = decode(data)
    source = model.document.source
    made: dict[tuple[int, int], str] = {}
    for start, end, text in edits:
        place = source.raw_edit(Span(start, end), text, raw)
        if place is not None:
            made[place[0].start, place[0].end] = place[1]
    if not made:
        return data
    written = encoded_like(data, apply_edits(raw, ((start, end, new) for (start, end), new in made.items())))
    if written is None:
        raise CannotEncode("the encoding of the note has no sign for a letter of the notation: save it as UTF-8")
    return written


# -- the proof -------------------------------------------------------------------------------------------


def _failed(
    planned: Sequence[_Planned], left_out: set[int], letters: Letters, model: SemanticModel, again: SemanticModel
) -> dict[int, str]:
    """The formulas that are other terms when they are read again, with what differs."""
    if len(again.formulas) != len(planned):
        return {
            at: "the note has other formulas when it is read again" for at in range(len(planned)) if at not in left_out
        }
    vocabulary = again.vocabulary.joined(renamed_vocabulary(model.vocabulary, letters))
    found: dict[int, str] = {}
    for at, (each, read) in enumerate(zip(planned, again.formulas, strict=True)):
        if at in left_out or not (each.edits or each.macros):
            continue
        if not is_same(each.formula, read.tree, vocabulary, again.vocabulary, letters):
            found[at] = "it would be read otherwise"
    return found


def is_same(formula: FormulaFound, tree: Tree, vocabulary: Vocabulary, own: Vocabulary, letters: Letters) -> bool:
    """Whether a formula in new letters, its renaming undone, is the term that it was."""
    expected = original_terms(formula, letters)
    for words in (vocabulary, own):
        read = translated_terms(tree, words, letters)
        if len(read) == len(expected) and all(map(agree, read, expected)):
            return True
    return False


# -- what is left ----------------------------------------------------------------------------------------


def _left_formulas(planned: Sequence[_Planned], reasons: Mapping[int, str]) -> Iterator[Left]:
    for at, reason in reasons.items():
        formula = planned[at].formula
        yield Left(formula.read.formula.span, formula.read.formula.text.strip(), reason, True)


def _left_symbols(formulas: Iterable[FormulaFound], ties: Tied, letters: Letters) -> Iterator[Left]:
    """The second names of a concept, each once: the notation has one letter for it."""
    seen: set[tuple[Handle, str]] = set()
    for formula in formulas:
        for found in formula.symbols:
            sense = found.sense
            if sense is None or sense.chosen or (found.handle, sense.concept.id) in seen:
                continue
            if (letter := letters.of(found)) is not None and letter.same:
                continue
            seen.add((found.handle, sense.concept.id))
            place = formula.read.latex.origin_span(found.written.span)
            owner = ties.chosen[sense.concept.id]
            shown = found.written.span.slice(formula.read.latex.text)
            yield Left(place, shown, f"{spell_styled(owner.name)} is translated for it: {sense.concept.meaning}")


def _left_plain(plain: Iterable[PlainReplaced]) -> Iterator[Left]:
    for each in plain:
        if each.text is None:
            yield Left(each.span, "", f"{each.letter.text} cannot be typed in a sentence")


def _left_layout(model: SemanticModel, notation: Notation) -> Iterator[Left]:
    seen = Counter(layout for layout, _ in layouts(model.shapes))
    if not seen:
        return
    own = "columns" if seen["columns"] > seen["rows"] else "rows"
    if own != notation.lay:
        place = next(place for layout, place in layouts(model.shapes) if layout == own)
        yield Left(place, "", f"vectors stay {own}: {notation.id} lays them as {notation.lay}")
