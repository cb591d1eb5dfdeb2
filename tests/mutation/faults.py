"""The faults that are planted, one kind each: an edit of the note, and what the judge is told of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_letters

import numpy as np
from judge import Run, Sheet, Unreadable, Wrong, full_key, shapes_of
from latex import TRANSPOSES, Node, parse, plain, walk
from sheets import Note, Sized, with_claim, with_equation, with_sizes

TRANSPOSED = {plain(each) for each in TRANSPOSES}


@dataclass(frozen=True)
class Mutant:
    """A note with one fault: its kind, its text, and what the judge is told."""

    note: Note
    kind: str
    what: str
    text: str
    sheet: Sheet


@dataclass(frozen=True)
class Written:
    """An equation of a note: its tree, and what each name in it is worth."""

    at: int
    latex: str
    offset: int
    tree: Node


def counts(mutant: Mutant) -> bool:
    """Whether NumPy fails on the mutant, or gives another shape than for the correct note.

    Another shape alone is no fault where a size was changed that the note has in this one place: with
    ``A: m × n`` and ``B: n × p`` the product is as right with u × n or 2m × n for A, and nobody can tell.
    """
    try:
        if shapes_of(mutant.sheet) == shapes_of(mutant.note.sheet):
            return False
        return not (mutant.kind in IN_SIZES and _is_of_one_place(mutant))
    except Wrong:
        return True
    except Unreadable:
        return False


def _is_of_one_place(mutant: Mutant) -> bool:
    """Whether each size that was changed stands in no other place of the note's formulas."""
    changed = [
        (sized, at, old)
        for sized, (_, new) in zip(mutant.note.declared, mutant.sheet.declared, strict=False)
        for at, (old, size) in enumerate(zip(sized.sizes, new, strict=True))
        if old != size
    ]
    return bool(changed) and all(
        not _stands_beside(old, sized.spans[at], mutant.note.text) for sized, at, old in changed
    )


def _stands_beside(size: str, place: tuple[int, int], text: str) -> bool:
    """Whether a size stands in a formula outside of one place."""
    letter = re.compile(rf"(?<![A-Za-z\\]){re.escape(size)}(?![A-Za-z_])")
    formulas = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$|\\begin\{(\w+\*?)\}.+?\\end\{\1\}", re.DOTALL)
    return any(
        formula.start() + found.start() != place[0]
        for formula in formulas.finditer(text)
        for found in letter.finditer(formula[0])
    )


def mutants_of(note: Note) -> Iterator[Mutant]:
    """Every fault of every kind that can be planted in a note, whether it counts or not."""
    run = Run(note.sheet)
    run.shapes()
    equations = [
        Written(at, latex, offset, parse(latex, run.notation)) for at, (latex, offset) in enumerate(note.equations)
    ]
    for written in equations:
        for kind, edits in IN_EQUATIONS.items():
            for start, end, text in edits(written, run):
                changed = written.latex[:start] + text + written.latex[end:]
                yield _in_equation(note, written, kind, changed)
    for kind, sizes in IN_SIZES.items():
        for at, each in enumerate(note.declared):
            for changed, extra in sizes(each, note):
                yield _in_sizes(note, each, kind, changed, with_sizes(note, at, changed, extra))
        for at, each in enumerate(note.claims):
            for changed, extra in sizes(each, note):
                yield _in_sizes(note, each, kind, changed, with_claim(note, at, changed, extra))
    yield from _renamed_symbols(note, equations, run)


def _in_equation(note: Note, written: Written, kind: str, changed: str) -> Mutant:
    end = written.offset + len(written.latex)
    text = note.text[: written.offset] + changed + note.text[end:]
    return Mutant(note, kind, f"{written.latex}  →  {changed}", text, with_equation(note, written.at, changed))


def _in_sizes(note: Note, sized: Sized, kind: str, changed: Sequence[str], sheet: Sheet) -> Mutant:
    text, shift = note.text, 0
    for (start, end), size in zip(sized.spans, changed, strict=True):
        text = text[: start + shift] + size + text[end + shift :]
        shift += len(size) - (end - start)
    what = f"{', '.join(sized.names)}: {' × '.join(sized.sizes)}  →  {' × '.join(changed)}"
    return Mutant(note, kind, what, text, sheet)


# -- in equations --------------------------------------------------------------------------------------


def _right_sides(tree: Node) -> list[Node]:
    sides = tree.parts[1:] if len(tree.parts) > 1 else tree.parts
    return [each for side in sides if side.kind != "space" for each in walk(side)]


def _shape(node: Node, run: Run) -> tuple[int, ...]:
    run.bound = dict.fromkeys(run.sheet.indices, 1)
    try:
        return np.shape(run.of(node))
    except (Wrong, Unreadable):
        return ()


def transposes_dropped(written: Written, run: Run) -> Iterator[tuple[int, int, str]]:
    """Q K^T  →  Q K"""
    for node in _right_sides(written.tree):
        if plain(node.sup) in TRANSPOSED:
            yield node.sup_start, node.sup_end, ""


def transposes_added(written: Written, run: Run) -> Iterator[tuple[int, int, str]]:
    """X W  →  X W^T"""
    for node in _right_sides(written.tree):
        if node.kind != "name" or node.text.startswith("∂") or len(set(_shape(node, run))) < 2:
            continue
        if node.sup and plain(node.sup) in TRANSPOSED:
            continue
        spelled = written.latex[node.start : node.end]
        yield node.start, node.end, f"({spelled})^{{\\top}}" if node.sup else f"{spelled}^{{\\top}}"


def factors_swapped(written: Written, run: Run) -> Iterator[tuple[int, int, str]]:
    """X W  →  W X"""
    for node in _right_sides(written.tree):
        if node.kind != "product":
            continue
        signs = node.text.split("|")
        for sign, left, right in zip(signs[1:], node.parts, node.parts[1:], strict=False):
            if written.latex[: left.start].rstrip().endswith(r"\left"):
                continue  # the bracket would lose its command
            if sign in ("", "·") and len(_shape(left, run)) == len(_shape(right, run)) == 2:
                one, two = written.latex[left.start : left.end], written.latex[right.start : right.end]
                yield left.start, right.end, two + written.latex[left.end : right.start] + one


def results_turned(written: Written, run: Run) -> Iterator[tuple[int, int, str]]:
    """S = Q K^T ∈ R^{n × m}  →  ∈ R^{m × n}, or another size in the place of one"""
    for space in written.tree.parts:
        if space.kind != "space" or len(space.parts) != 2:
            continue
        one, two = space.parts
        first, second = written.latex[one.start : one.end], written.latex[two.start : two.end]
        between = written.latex[one.end : two.start]
        yield one.start, two.end, second + between + first
        for letter in (name for name in run.sheet.sizes if "=" not in name):
            yield one.start, two.end, letter + between + second
            yield one.start, two.end, first + between + letter


def blocks_turned(written: Written, run: Run) -> Iterator[tuple[int, int, str]]:
    """[A & B]  →  [A \\ B], and back"""
    for node in _right_sides(written.tree):
        if node.kind == "block":
            inner = written.latex[node.start : node.end]
            turned = inner.replace("&", r"\\") if "&" in inner else inner.replace(r"\\", "&")
            yield node.start, node.end, turned


def indices_reused(written: Written, run: Run) -> Iterator[tuple[int, int, str]]:
    """The letter of a sum is another index of the equation, at the sign alone or in all of it."""
    for node in _right_sides(written.tree):
        if node.kind != "total":
            continue
        own, inner = plain(node.sub).partition("=")[0], written.latex[node.start : node.end]
        head = written.latex[node.start : node.parts[0].start]
        others = [name for name in run.sheet.indices if name != own and name in written.latex]
        for other in others or [name for name in run.sheet.indices if name != own]:
            letter = rf"(?<![\\A-Za-z]){own}(?![a-z])"
            changed_head = re.sub(rf"(_\{{\s*){own}\b", rf"\g<1>{other}", head, count=1)
            yield node.start, node.parts[0].start, changed_head
            scripts = re.sub(
                r"_(\{[^{}]*\}|[a-z])",
                lambda found, own=own, other=other: found.group().replace(own, other),
                inner[len(head) :],
            )
            if other in others:
                yield node.start, node.end, changed_head + re.sub(letter, other, scripts)


# -- in sizes ------------------------------------------------------------------------------------------

Sizes = Iterator[tuple[list[str], list[str]]]  # the sizes, and what letters are new


def sizes_swapped(sized: Sized, note: Note) -> Sizes:
    """n × d  →  d × n"""
    if len(sized.sizes) == 2 and sized.sizes[0] != sized.sizes[1]:
        yield [sized.sizes[1], sized.sizes[0]], []


def _letters(note: Note) -> list[str]:
    return [told.partition("=")[0].strip() for told in note.sheet.sizes]


def _replaced(sized: Sized, at: int, size: str) -> list[str]:
    return [*sized.sizes[:at], size, *sized.sizes[at + 1 :]]


def size_taken_for_another(sized: Sized, note: Note) -> Sizes:
    """n × d_k  →  n × d_v: another size of the note"""
    for at, size in enumerate(sized.sizes):
        for letter in _letters(note):
            if letter not in sized.sizes and letter != size:
                yield _replaced(sized, at, letter), []


def size_renamed(sized: Sized, note: Note) -> Sizes:
    """n × d_k  →  n × u: a letter that stands nowhere else"""
    fresh = _fresh(note)
    for at, size in enumerate(sized.sizes):
        if size in _letters(note):
            yield _replaced(sized, at, fresh), [fresh]


def size_changed(sized: Sized, note: Note) -> Sizes:
    """n × d  →  n × 2d"""
    for at, size in enumerate(sized.sizes):
        if size in _letters(note):
            yield _replaced(sized, at, f"2{size}"), []


def root_in_a_shape(sized: Sized, note: Note) -> Sizes:
    """n × d_k  →  n × √d_k, where the note has such a scale"""
    for at, size in enumerate(sized.sizes):
        if size in _letters(note) and rf"\sqrt{{{size}}}" in note.text:
            yield _replaced(sized, at, rf"\sqrt{{{size}}}"), []


def output_of_wrong_shape(sized: Sized, note: Note) -> Sizes:
    """H d_v × D  →  d_v × D, D × D: a matrix that leads back to the model's width"""
    if not set(sized.names) & set(note.data.get("output", ())):
        return
    first, last = sized.sizes
    for other in [last, *(name for name in _letters(note) if name in first and name != first)]:
        yield [other, last], []
    for other in (name for name in _letters(note) if name not in sized.sizes):
        yield [first, other], []


def _fresh(note: Note) -> str:
    """A letter that stands nowhere as a name in the note."""
    used = set(re.findall(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])", note.text))
    return next((letter for letter in "uvsgeqajczyw" + ascii_letters if letter not in used), "u_u")


# -- names ---------------------------------------------------------------------------------------------


def _renamed_symbols(note: Note, equations: Sequence[Written], run: Run) -> Iterator[Mutant]:
    """The second use of a name, and each later one, under a letter that stands nowhere else."""
    seen: set[str] = set()
    used = {char for char in note.text if char.isalpha()}
    fresh = next((letter for letter in "JFGEMZRBjgzvq" + ascii_letters if letter not in used), None)
    if fresh is None:
        return  # a long note may use every letter there is
    for written in equations:
        for node in _right_sides(written.tree):
            if node.kind != "name" or node.text.startswith("∂") or plain(node.text) in run.bound:
                continue
            base = full_key(Node("name", 0, 0, (), node.text, node.sub))
            known = base in run.values or full_key(node) in run.values
            if not known or np.ndim(run.values.get(base, run.values.get(full_key(node), 0.0))) == 0:
                continue
            if base in seen:
                spelled = written.latex[node.start : node.end]
                letter = re.sub(r"^((?:\\[a-z]+\s*\{\s*)*)(\\?[A-Za-z]+)", rf"\g<1>{fresh}", spelled)
                changed = written.latex[: node.start] + letter + written.latex[node.end :]
                if letter != spelled:
                    yield _in_equation(note, written, "symbol renamed", changed)
            seen.add(base)
        seen |= {full_key(part) for part in walk(written.tree.parts[0]) if part.kind == "name"}


IN_EQUATIONS: dict[str, Callable[[Written, Run], Iterator[tuple[int, int, str]]]] = {
    "transpose dropped": transposes_dropped,
    "transpose added": transposes_added,
    "factors swapped": factors_swapped,
    "result of the wrong shape": results_turned,
    "parts joined the other way": blocks_turned,
    "index reused": indices_reused,
}
IN_SIZES: dict[str, Callable[[Sized, Note], Sizes]] = {
    "sizes swapped": sizes_swapped,
    "size taken for another": size_taken_for_another,
    "size renamed in one place": size_renamed,
    "declared size changed": size_changed,
    "output matrix of the wrong shape": output_of_wrong_shape,
    "root in a shape": root_in_a_shape,
}
