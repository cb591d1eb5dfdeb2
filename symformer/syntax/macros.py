r"""A formula with the macros in it expanded, each part of it still knowing where it was written.

As in TeX, a use is replaced by the macro's body with the arguments in it, and reading goes on at
the start of that; so a macro may take its arguments from behind the macro it stands in.  The work is
bounded: by what each macro costs, which is known before it is used, and by counters for what
only shows while expanding.  A formula that would take more stays as it is, with a ``Refusal``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from symformer.syntax.commands import Role, command
from symformer.syntax.macro_arguments import TRUE, ArgumentReader, Frame, sides
from symformer.syntax.macro_table import (
    CUSTOMARY_MACROS,
    WITHOUT_END,
    Cost,
    Macro,
    MacroTable,
    collect_macros,
    collected,
)
from symformer.syntax.runs import Origin, Run, fixed, joined, mapped
from symformer.text.definitions import DEFINERS, NO_VALUE, definitions_in
from symformer.text.groups import argument, is_group
from symformer.text.mapped import MappedText
from symformer.text.record import record

__all__ = ["Expansion", "Macro", "MacroTable", "Refusal", "collect_macros", "expand", "expansion"]

# what one formula may take, and what it may take more for each of its characters
EXPANSIONS, EXPANSIONS_EACH = 1_000, 2
LENGTH, LENGTH_EACH = 20_000, 50
WORK, WORK_EACH = 200_000, 20  # characters looked at for arguments
TAIL = 64  # how much of what was made is looked at to tell whether it awaits an argument

_COMMAND = re.compile(r"\\(?:[A-Za-z@]+|.)", re.DOTALL)
_NAME_OF_COMMAND = re.compile(r"\\([A-Za-z@]+|.)", re.DOTALL)
_ENVIRONMENT = re.compile(r"\s*\{\s*([A-Za-z@]+\*?)\s*\}")
_PARAMETER = re.compile(r"#([1-9])")
_WORD_AT_END = re.compile(r"(?<!\\)(?:\\\\)*\\[A-Za-z]+\Z")
_BRANCHES = {"ifmmode": True, "iftrue": True, "iffalse": False}
_ACTING = CUSTOMARY_MACROS.keys() | _BRANCHES.keys()  # without any macro of the note
_CHANGING = _ACTING | DEFINERS


def _given(text: str) -> bool:
    return text.strip() != NO_VALUE


def _is_true(text: str) -> bool:
    return text.strip() == TRUE


# what decides, and which of the arguments behind it is taken if it holds and if it does not
_CHOICES: Mapping[str, tuple[Callable[[str], bool], int | None, int | None]] = {
    "IfValueTF": (_given, 1, 2),
    "IfValueT": (_given, 1, None),
    "IfValueF": (_given, None, 1),
    "IfNoValueTF": (_given, 2, 1),
    "IfNoValueT": (_given, None, 1),
    "IfNoValueF": (_given, 1, None),
    "IfBooleanTF": (_is_true, 1, 2),
    "IfBooleanT": (_is_true, 1, None),
    "IfBooleanF": (_is_true, None, 1),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the macros of a formula were not expanded: the macro, and one line for the author."""

    name: str
    message: str


@record
class Expansion:
    """A formula with its macros expanded, or as it was where that was refused."""

    latex: MappedText
    refusal: Refusal | None = None


class _TooMuch(Exception):
    """The macro named needs more than a formula may take."""


def expand(latex: MappedText, macros: Mapping[str, Macro]) -> MappedText:
    r"""A formula with the macros in it expanded and definitions in it left out.

    What an expansion adds maps to the whole use; the arguments map to where they are written.

    >>> from symformer.text.span import Span
    >>> macros = collect_macros(r"\newcommand{\vect}[1]{\mathbf{#1}}")
    >>> made = expand(MappedText.identity(r"\vect{x} + y"), macros)
    >>> made.text
    '\\mathbf{x} + y'
    >>> made.origin_span(Span(8, 9)), made.origin_span(Span(0, 10))
    (Span(start=6, end=7), Span(start=0, end=8))
    """
    if "\\" not in latex.text or not macros and _CHANGING.isdisjoint(_NAME_OF_COMMAND.findall(latex.text)):
        return latex
    return expansion(latex, macros).latex


def expansion(latex: MappedText, macros: Mapping[str, Macro], room: int | None = None) -> Expansion:
    """The same, and why not where it was refused; ``room`` is how much longer it may get."""
    text = latex.text
    if "\\" not in text:
        return Expansion(latex)
    used = set(_NAME_OF_COMMAND.findall(text))
    definitions = [] if used.isdisjoint(DEFINERS) else list(definitions_in(text))
    if not definitions and not _any_acts(used, macros):
        return Expansion(latex)
    table = macros if isinstance(macros, MacroTable) else MacroTable(macros)
    whole = Run(text, (0,), (Origin(0, 0),))
    local: Mapping[str, Macro] = {}
    if definitions:
        ends = [0, *(each.span.end for each in definitions)]
        starts = [*(each.span.start for each in definitions), len(text)]
        whole = joined([whole.part(start, end) for start, end in zip(ends, starts, strict=True)])
        local = collected(definitions)
    limits = Cost(EXPANSIONS + EXPANSIONS_EACH * len(text), LENGTH + LENGTH_EACH * len(text))
    if room is not None:
        limits = Cost(limits.expansions, min(limits.length, max(room, 0)))
    expander = _Expander(table, local, limits, WORK + WORK_EACH * len(text))
    try:
        made = expander.expanded(whole)
    except _TooMuch as refused:
        name = str(refused)
        endless = name not in local and table.cost(name).expansions >= WITHOUT_END
        what = "calls itself" if endless else "expands to more than is read"
        return Expansion(latex, Refusal(name, f"the macro \\{name} {what}"))
    return Expansion(made.then(latex))


def _any_acts(used: set[str], macros: Mapping[str, Macro]) -> bool:
    """Whether one of some commands may change under expansion."""
    if not macros:
        return not used.isdisjoint(_ACTING)
    if not used.isdisjoint(_ACTING) or not macros.keys().isdisjoint(used):
        return True
    environments = macros.environments if isinstance(macros, MacroTable) else bool(macros)
    return environments and "begin" in used


@dataclass(slots=True)
class _Expander:
    """Expands one formula; counts what it takes."""

    table: MacroTable
    local: Mapping[str, Macro]
    limits: Cost
    work: int
    stack: list[Frame] = field(default_factory=list)
    out: list[Run] = field(default_factory=list)
    tail: str = ""
    expansions: int = 0
    length: int = 0
    name: str = ""  # of the macro that is being expanded

    def expanded(self, whole: Run) -> MappedText:
        """The run with its macros expanded; raises ``_TooMuch``."""
        self.stack.append(Frame(whole))
        while self.stack:
            frame = self.stack[-1]
            match = _COMMAND.search(frame.run.text, frame.at)
            if match is None:
                self._leave()
                continue
            frame.at = match.end()
            name = match[0][1:]
            if name in ("begin", "end") and (named := _ENVIRONMENT.match(frame.run.text, frame.at)) is not None:
                name = f"{name}{{{named[1]}}}"
                self._use(frame, match.start(), named.end(), name)
            elif name in _BRANCHES:
                self._branch(frame, match.start(), name)
            elif name in _CHOICES:
                self._choose(frame, match.start(), name)
            else:
                self._use(frame, match.start(), frame.at, name)
        return mapped(self.out)

    def _leave(self) -> None:
        frame = self.stack.pop()
        self._emit(frame.run.part(frame.done, len(frame.run.text)))
        if frame.group is None:
            return
        made = joined(self.out[frame.group :])
        self._spend(len(made.text))
        if len(made.text) < 2 or _COMMAND.fullmatch(made.text) or is_group(made.text):
            if _runs_together(frame.before, made.text):
                self.out.insert(frame.group, fixed(" ", made.place(0, 1)))
        else:
            last = made.place(len(made.text) - 1, len(made.text))
            made = joined([fixed("{", made.place(0, 1)), made, fixed("}", last)])
            self.out[frame.group :] = [made]
        self.tail = (frame.before + made.text)[-TAIL:]

    def _emit(self, run: Run) -> None:
        if not run.text:
            return
        if _runs_together(self.tail, run.text):
            self._emit(fixed(" ", run.place(0, 1)))
        self.length += len(run.text)
        if self.length > self.limits.length:
            raise _TooMuch(self.name)
        self.out.append(run)
        self.tail = run.text[-TAIL:] if len(run.text) >= TAIL else (self.tail + run.text)[-TAIL:]

    def _use(self, frame: Frame, start: int, at: int, name: str) -> None:
        """Expand the macro that ``name`` may be, used from ``start`` on; its arguments begin at ``at``."""
        macro = self.local.get(name) or self.table.find(name)
        if macro is None or name in frame.hidden:
            return
        self.name = name
        self._charge(name)
        reader = ArgumentReader(self.stack, at, self._spend)
        arguments = reader.arguments(macro)
        if arguments is None:
            return
        place = self._place_of_use(frame, start, reader)
        self._pass_on(frame, start)
        group = len(self.out) if _awaits_argument(self.tail) else None
        self._continue_at(reader)
        body = _substituted(macro, arguments, place)
        self._spend(len(body.text))
        opened = Frame(body, hidden=frame.hidden | _with_old_meaning(macro), group=group, before=self.tail)
        self.stack.append(opened)
        if group is not None:
            self.tail = ""

    def _charge(self, name: str) -> None:
        """Count a use; refuse a macro that is known to need too much."""
        self.expansions += 1
        if not self.local:
            cost = self.table.cost(name)
            if cost.expansions > self.limits.expansions or cost.length > self.limits.length:
                raise _TooMuch(name)
        if self.expansions > self.limits.expansions:
            raise _TooMuch(name)

    def _spend(self, characters: int) -> None:
        self.work -= characters
        if self.work < 0:
            raise _TooMuch(self.name)

    def _place_of_use(self, frame: Frame, start: int, reader: ArgumentReader) -> Origin:
        if reader.index == len(self.stack) - 1:
            return frame.run.place(start, max(reader.at, start + 1))
        begin = frame.run.place(start, start + 1)
        last = self.stack[reader.index].run.place(max(0, reader.at - 1), max(1, reader.at))
        return Origin(begin.start, max(begin.end, last.end))

    def _pass_on(self, frame: Frame, end: int) -> None:
        self._emit(frame.run.part(frame.done, end))
        frame.done = end

    def _continue_at(self, reader: ArgumentReader) -> None:
        del self.stack[reader.index + 1 :]
        self.stack[-1].at = self.stack[-1].done = reader.at

    def _branch(self, frame: Frame, start: int, name: str) -> None:
        r"""Keep one side of ``\ifmmode … \else … \fi``."""
        found = sides(frame.run.text, frame.at, self._spend)
        if found is None:
            return
        yes, no, after = found
        kept = frame.run.part(*(yes if _BRANCHES[name] else no))
        self._pass_on(frame, start)
        frame.at = frame.done = after
        self.stack.append(Frame(kept, hidden=frame.hidden))

    def _choose(self, frame: Frame, start: int, name: str) -> None:
        r"""Keep one argument of ``\IfValueTF``."""
        decides, if_so, if_not = _CHOICES[name]
        reader = ArgumentReader(self.stack, frame.at, self._spend)
        count = max(if_so or 0, if_not or 0)
        runs = reader.arguments(Macro(name, 1 + count, ""))
        if runs is None:
            return
        taken = if_so if decides(runs[0].text) else if_not
        self._pass_on(frame, start)
        self._continue_at(reader)
        if taken is not None:
            self.stack.append(Frame(runs[taken], hidden=frame.hidden))


def _with_old_meaning(macro: Macro) -> frozenset[str]:
    """The standard commands that mean in the body of a macro what they meant before it was defined."""
    if macro.final:
        return frozenset({macro.body.removeprefix("\\")})
    if f"\\{macro.name}" in macro.body and command(macro.name) is not None:
        return frozenset({macro.name})
    return frozenset()


def _substituted(macro: Macro, arguments: list[Run], place: Origin) -> Run:
    """The body of a macro with the arguments of one use in it."""
    runs: list[Run] = []
    done = reached = 0
    for match in _PARAMETER.finditer(macro.body):
        index = int(match[1])
        if index > len(arguments):
            continue
        runs.append(fixed(macro.body[done : match.start()], place))
        taken = arguments[index - 1]
        # an argument that stands earlier than its predecessor would turn the ranges of the origin round
        in_order = taken.origins and index >= reached
        _separate(runs, taken, place)
        runs.append(taken if in_order else fixed(taken.text, place))
        reached = max(reached, index)
        done = match.end()
    runs.append(fixed(macro.body[done:], place))
    return joined(runs)


def _separate(runs: list[Run], following: Run, place: Origin) -> None:
    r"""A blank where ``\mathbf#1`` would run into its argument."""
    if _runs_together("".join(run.text[-TAIL:] for run in runs[-2:]), following.text):
        runs.append(fixed(" ", place))


def _runs_together(before: str, text: str) -> bool:
    r"""Whether a command at the end of one text would take up the letter that begins the other."""
    return text[:1].isalpha() and _WORD_AT_END.search(before) is not None


def _awaits_argument(before: str) -> bool:
    r"""Whether what comes next stands for one argument of what is before it: ``\hat\weights``, ``x_\index``."""
    before = before.rstrip()
    if before.endswith(("_", "^")) and not before.endswith(("\\_", "\\^")):
        return True
    return "\\" in before and any(_stops_before_argument(before, match) for match in _COMMAND.finditer(before))


def _stops_before_argument(before: str, match: re.Match[str]) -> bool:
    row = command(match[0][1:])
    if row is None or row.role == Role.IGNORED:
        return False
    at = match.end()
    if at == len(before):
        return row.arguments.startswith(("m", "om"))
    first = argument(before, at) if row.arguments == "mm" else None
    return first is not None and first.after == len(before)
