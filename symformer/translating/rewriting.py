r"""The symbols of a formula in other letters: only what writes a symbol is replaced, all else stays as it stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.functions import lookup
from symformer.notations import Notation
from symformer.printing.tidy import parted_scripts
from symformer.reading.spelling import spelled
from symformer.syntax.nodes import Kind, walk
from symformer.syntax.parser import parse
from symformer.terms.term import Apply
from symformer.terms.term import walk as walk_term
from symformer.text.span import Span
from symformer.translating.found import FormulaFound, Found, head_number
from symformer.translating.letters import Letter, Letters
from symformer.translating.tied import Handle
from symformer.translating.written import Script, Written, bare_arguments

_COMMAND_END = re.compile(r"\\[a-zA-Z]+\Z")
_ONE_TOKEN = re.compile(r"\\[a-zA-Z]+|.", re.DOTALL)
_BRACKETS = re.compile(r"\s*\((.*)\)\s*", re.DOTALL)
SIGNS_OF_TRANSPOSE = frozenset({"T", r"\top", r"\intercal", r"\mathsf{T}", r"\mathrm{T}", r"\rm T", r"\mathsf T"})


@dataclass(frozen=True, slots=True)
class Replaced:
    """A place of a formula with what it becomes; ``letter`` is None where a sign is replaced."""

    span: Span
    text: str
    letter: Letter | None = None


@dataclass(frozen=True, slots=True)
class NotReplaced:
    """A symbol that keeps its letter at one place, with the reason."""

    span: Span
    reason: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What is replaced in a formula, from left to right, and what could not be."""

    replaced: tuple[Replaced, ...]
    left: tuple[NotReplaced, ...]


def rewritten(formula: FormulaFound, letters: Letters, heads: frozenset[Handle]) -> Rewritten:
    """What is replaced in a formula for the letters of a notation; ``heads``: of these there is one for each head."""
    work = _Work(formula, letters, heads)
    replaced = work.within(Span(0, len(formula.read.latex.text)))
    return Rewritten(tuple(replaced), tuple(work.left))


def applied(text: str, replaced: Sequence[Replaced], within: Span) -> str:
    """The part of a text that ``within`` names, with what is replaced in it."""
    made, at = "", within.start
    for each in replaced:
        made += text[at : each.span.start]
        made += fitted(text, each, before=made)
        at = each.span.end
    return made + text[at : within.end]


def fitted(text: str, each: Replaced, before: str | None = None) -> str:
    """What is put in a place, with the blanks that keep it apart from a command before it and a letter behind it."""
    before = text[: each.span.start] if before is None else before
    new = each.text
    if _COMMAND_END.search(new) and text[each.span.end : each.span.end + 1].isalpha():
        new += " "
    if new[:1].isalpha() and _COMMAND_END.search(before):
        new = " " + new
    return new


class _Work:
    """The replacements of one formula while they are made."""

    def __init__(self, formula: FormulaFound, letters: Letters, heads: frozenset[Handle]) -> None:
        self.text = formula.read.latex.text
        self.letters = letters
        self.heads = heads
        self.bare = bare_arguments(formula.read.tree)
        self.functions = tuple(_functions(formula, letters.functions))
        self.left: list[NotReplaced] = []
        symbols: list[tuple[Written, Found | None]] = [(each.written, each) for each in formula.symbols]
        symbols += [(each, None) for each in formula.others]
        self.symbols = sorted(symbols, key=lambda pair: (pair[0].span.start, -pair[0].span.end))

    def within(self, place: Span) -> list[Replaced]:
        """The replacements in a part of the formula, none within another."""
        found = list(self.inside(place))
        found += [
            each
            for each in self.functions
            if place.contains(each.span) and not any(other.span.contains(each.span) for other in found)
        ]
        return sorted(found, key=lambda each: each.span.start)

    def inside(self, place: Span) -> Iterator[Replaced]:
        """The same, in the order in which the symbols begin."""
        end = place.start
        for written, found in self.symbols:
            if written.span.start < end or not place.contains(written.span):
                continue
            letter = self.letters.of(found) if found is not None else self.letters.of_own(written)
            new = self.written_anew(written, found, letter) if letter is not None else None
            if letter is not None and new is not None:
                if new != written.span.slice(self.text):
                    yield Replaced(written.span, new, letter)
                end = written.span.end
            else:
                yield from self.transposed(written)

    def transposed(self, written: Written) -> Iterator[Replaced]:
        """The sign of the transpose on a symbol that keeps its letter."""
        sign = self.letters.notation.transpose
        for script in written.scripts:
            held = script.held.slice(self.text)
            if script.role == "transpose" and held in SIGNS_OF_TRANSPOSE and held != sign:
                yield Replaced(script.held, sign)

    def written_anew(self, written: Written, found: Found | None, letter: Letter) -> str | None:
        """A symbol in another letter, with all scripts that are not its own; None where they cannot be kept."""
        kept = found.kept if found is not None else tuple(each for each in written.scripts if each.role != "label")
        moved = found is not None and found.handle in self.heads and head_number(found) is not None
        if letter.same and not moved:
            return None
        if any(script.role == "mixed" for script in kept):
            self.left.append(NotReplaced(written.span, "its name cannot be told from its indices"))
            return None
        if letter.same and found is not None and not self.moves(kept, self.letters.notation):
            return None
        name = written_with(letter.text, [self.script(each, moved) for each in kept])
        if name is None:
            self.left.append(NotReplaced(written.span, "its scripts have no place on the new letter"))
            return None
        if self.is_bare(written.span) and not _ONE_TOKEN.fullmatch(name):
            return f"{{{name}}}"
        return name

    def moves(self, kept: Collection[Script], notation: Notation) -> bool:
        """Whether the number of a head stands elsewhere in the notation."""
        return any(script.role == "index" and script.below == (notation.heads == "above") for script in kept)

    def is_bare(self, place: Span) -> bool:
        """Whether a place takes one sign only: an argument, or a script, without braces."""
        return place in self.bare or self.text[: place.start].rstrip()[-1:] in ("_", "^")

    def script(self, script: Script, moved: bool) -> tuple[str, str]:
        """The mark and the text of a script that is kept, with its mark."""
        notation, text = self.letters.notation, self.text
        if script.role == "prime":
            return "'", script.span.slice(text)
        held = script.held.slice(text)
        if script.role == "index" or script.role == "power":
            held = applied(text, self.within(script.held), script.held)
        mark = "_" if script.below else "^"
        if script.role == "transpose" and held in SIGNS_OF_TRANSPOSE:
            held = notation.transpose
        if moved and script.role == "index" and script.below == (notation.heads == "above"):
            bracketed = _BRACKETS.fullmatch(held)
            inner = bracketed[1] if bracketed else held
            return ("^", f"^{{({inner})}}") if script.below else ("_", f"_{in_braces(inner)}")
        if held == script.held.slice(text):
            return mark, script.span.slice(text)
        opened = text[script.span.start : script.held.start]
        closed = text[script.held.end : script.span.end]
        if not closed and not _ONE_TOKEN.fullmatch(held) and not held.startswith("{"):
            opened, closed = opened + "{", "}"
        return mark, opened + held + closed


def _functions(formula: FormulaFound, names: Mapping[str, str]) -> Iterator[Replaced]:
    """The names of functions that the notation writes otherwise, where they are called."""
    called = {part.function for each in formula.statements for part in walk_term(each) if isinstance(part, Apply)}
    for node in walk(formula.read.tree.root) if names else ():
        if node.kind is Kind.WORD and (function := lookup(node.text)) is not None:
            for name, new in names.items():
                if name in called and lookup(name) is function and spelled(parse(new).root) != node.text:
                    yield Replaced(node.span, new)


def written_with(letter: str, scripts: Sequence[tuple[str, str]]) -> str | None:
    r"""A letter with scripts, in braces where it has scripts of its own in their place.

    >>> print(written_with("W_Q", [("^", "^{(i)}")]), written_with("W_Q", [("_", "_i")]), written_with("q", [("_", "_i")]))
    W_Q^{(i)} {W_Q}_i q_i
    """
    parted = parted_scripts(letter)
    base, below, above = parted if parted is not None else (letter, "", "")
    marks = [mark for mark, _ in scripts]
    text = "".join(script for _, script in scripts)
    if marks.count("^") > 1 or marks.count("_") > 1:  # the number of a head has come before a transpose
        first, *others = sorted(scripts, key=lambda script: "(" not in script[1])
        return f"{{{written_with(letter, [first])}}}" + "".join(script for _, script in others)
    if not below and not above:
        return base + text
    if "'" in marks:
        if above:
            return None
        primes = "".join(script for mark, script in scripts if mark == "'")
        rest = "".join(script for mark, script in scripts if mark != "'")
        return None if "_" in marks else f"{base}{primes}_{in_braces(below)}{rest}"
    if below and "_" in marks or above and "^" in marks:
        return f"{{{letter}}}{text}"
    before = f"_{in_braces(below)}" if below else ""
    behind = f"^{in_braces(above)}" if above else ""
    return base + before + text + behind


def in_braces(text: str) -> str:
    r"""The text of a script: one sign as it is, more in braces."""
    return text if _ONE_TOKEN.fullmatch(text) else f"{{{text}}}"
