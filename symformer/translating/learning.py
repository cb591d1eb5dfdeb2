"""A notation learnt from a note: its own letters for the concepts that it speaks of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from symformer.notations import Citation, Notation
from symformer.notations.concept import Concept, all_concepts, concepts_by_id
from symformer.printing.tidy import tidy
from symformer.semantics.model import SemanticModel
from symformer.semantics.notation.roles import layouts
from symformer.syntax.nodes import Kind, content, parts, walk
from symformer.terms.term import Apply
from symformer.terms.term import walk as walk_term
from symformer.translating.found import FormulaFound, Found, head_number, name_text, symbols_of, with_heads
from symformer.translating.free import bare, free_letter
from symformer.translating.tied import Tied, tied
from symformer.translating.written import Script

FEWEST_BOLD = 2  # arrays in bold, before the others are taken to be bold too


class NothingLearnt(ValueError):
    """No symbol of a note is tied to a concept that notations have letters for."""


def learnt(model: SemanticModel, name: str, title: str) -> Notation:
    """The notation of a note; ``name`` becomes its id.  Raises NothingLearnt."""
    ties = tied(model)
    formulas = symbols_of(model, ties)
    letters = _letters(formulas)
    if not letters:
        raise NothingLearnt("the note says of no symbol what it stands for: nothing is learnt from it")
    matrices: Literal["bold", "italic"] = "bold" if _bold(letters, ("matrix",)) else "italic"
    vectors: Literal["bold", "italic"] = "bold" if _bold(letters, ("vector", "matrix")) else "italic"
    spare, shared = _shared(letters)
    full = _without_collisions(
        letters, Notation(name, title, Citation(title, None, title), {}, matrices=matrices, vectors=vectors)
    )
    return Notation(
        id=name,
        title=title,
        source=Citation("the note", None, title),
        letters=full,
        functions=_functions(formulas),
        matrices=matrices,
        vectors=vectors,
        lay=_lay(model),
        heads=_heads(formulas, ties, letters),
        transpose=_transpose(formulas),
        softmax_along=_along(formulas),
        shared=shared,
        spare=spare,
    )


def _letters(formulas: Iterable[FormulaFound]) -> dict[str, str]:
    """The letter of each concept as the note writes it most often."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for formula in formulas:
        text = formula.read.latex.text
        for each in formula.symbols:
            letter = name_text(each, text) if each.sense is not None else None
            if each.sense is not None and letter is not None:
                seen[each.sense.concept.id][_as_name(tidy(letter))] += 1
    order = [concept.id for concept in all_concepts()]
    return {name: seen[name].most_common(1)[0][0] for name in sorted(seen, key=order.index)}


def _as_name(letter: str) -> str:
    """Letters side by side that are one name, set as one."""
    return rf"\mathrm{{{letter}}}" if len(letter) > 1 and letter.isalpha() else letter


def _bold(letters: Mapping[str, str], kinds: tuple[str, ...]) -> bool:
    """Whether most of the arrays of these kinds are set in bold."""
    arrays = [letter for name, letter in letters.items() if concepts_by_id()[name].kind in kinds]
    bold = sum(letter.startswith((r"\mathbf", r"\boldsymbol", r"\bm", r"\bf")) for letter in arrays)
    return bold >= FEWEST_BOLD and 2 * bold > len(arrays)


def _shared(letters: Mapping[str, str]) -> tuple[dict[str, str], tuple[frozenset[str], ...]]:
    """The concepts for which the note has one letter, with a spare one for all but the first of each."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name, letter in letters.items():
        groups[bare(letter)].append(name)
    taken = set(groups)
    spare: dict[str, str] = {}
    for names in groups.values():
        arrays_first = sorted(names, key=lambda name: concepts_by_id()[name].kind not in ("matrix", "vector"))
        for concept in map(concepts_by_id().__getitem__, arrays_first[1:]):
            usual = bare(concept.letter) not in taken
            spare[concept.id] = concept.letter if usual else free_letter(concept.kind, taken)
            taken.add(bare(spare[concept.id]))
    return spare, tuple(frozenset(names) for names in groups.values() if len(names) > 1)


def _without_collisions(letters: Mapping[str, str], style: Notation) -> dict[str, str]:
    """The letters, and free ones for concepts of which the note does not speak and whose letter it has otherwise."""
    found = dict(letters)
    taken = {bare(letter) for letter in letters.values()}
    taken |= {bare(_usual(concept, style)) for concept in all_concepts()}
    used = {bare(letter) for letter in letters.values()}
    for concept in all_concepts():
        if concept.id not in found and bare(_usual(concept, style)) in used:
            found[concept.id] = style.in_font(free_letter(concept.kind, taken), concept.kind)
            taken.add(bare(found[concept.id]))
    return found


def _usual(concept: Concept, style: Notation) -> str:
    return style.in_font(concept.letter, concept.kind)


def _functions(formulas: Iterable[FormulaFound]) -> dict[str, str]:
    """How the note writes the names of functions, where it does not write them as is usual here."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for formula in formulas:
        text = formula.read.latex.text
        called = {part.function for each in formula.statements for part in walk_term(each) if isinstance(part, Apply)}
        for node in walk(formula.read.tree.root):
            if node.kind is Kind.WORD and node.text in called:
                seen[node.text][node.span.slice(text)] += 1
    return {
        name: spelled.most_common(1)[0][0]
        for name, spelled in sorted(seen.items())
        if spelled.most_common(1)[0][0] != rf"\operatorname{{{name}}}"
    }


def _lay(model: SemanticModel) -> Literal["rows", "columns"]:
    seen = Counter(layout for layout, _ in layouts(model.shapes))
    return "columns" if seen["columns"] > seen["rows"] else "rows"


def _heads(formulas: Sequence[FormulaFound], ties: Tied, own: Mapping[str, str]) -> Literal["below", "above"]:
    """Whether the number of a head stands above its arrays: where none does, where there is room."""
    counted = with_heads(formulas, ties)
    seen = Counter(
        script.below
        for formula in formulas
        for each in formula.symbols
        if each.handle in counted and head_number(each) is not None
        for script in _indexed(each)
    )
    if not seen:
        return "above" if "_" in own.get("query-weights", "") else "below"
    return "above" if seen[False] > seen[True] else "below"


def _indexed(found: Found) -> list[Script]:
    return [script for script in found.kept if script.role == "index"]


def _transpose(formulas: Iterable[FormulaFound]) -> str:
    seen: Counter[str] = Counter()
    for formula in formulas:
        text = formula.read.latex.text
        for each in (*(found.written for found in formula.symbols), *formula.others):
            for script in each.scripts:
                if script.role == "transpose":
                    seen[script.held.slice(text).strip()] += 1
    plain = [sign for sign, _ in seen.most_common() if len(sign) == 1 or sign[1:].isalpha()]
    return plain[0] if plain else r"\top"


def _along(formulas: Iterable[FormulaFound]) -> str:
    """The word below softmax that says along which axis it goes."""
    for formula in formulas:
        for node in walk(formula.read.tree.root):
            if node.kind is Kind.SCRIPTS and content(parts(node)[0]).text == "softmax" and len(parts(node)) == 2:
                label = content(parts(node)[1])
                if label.kind is Kind.WORD and label.text.isalpha():
                    return label.text
    return ""
