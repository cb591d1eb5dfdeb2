"""What a use of a macro takes: its arguments, wherever they stand, and the sides of a condition."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from symformer.syntax.macro_table import Macro
from symformer.syntax.runs import Run
from symformer.text.definitions import Parameter
from symformer.text.groups import Argument, after_blanks, argument, bracketed, is_group

TRUE, FALSE = r"\BooleanTrue", r"\BooleanFalse"  # what LaTeX passes for a star that is there, or is not

_CONDITION = re.compile(r"\\(if[A-Za-z@]*|else|fi)(?![A-Za-z@])")
_NO_CONDITIONS = frozenset({"iff", "ifthenelse"})


@dataclass(slots=True)
class Frame:
    """A run that is being read: how far it was searched, and how far it was passed on.

    ``hidden`` are standard commands that have their old meaning in it.  ``group`` is the place in
    the output where a brace may be needed before it, and ``before`` what stands there.
    """

    run: Run
    at: int = 0
    done: int = 0
    hidden: frozenset[str] = frozenset()
    group: int | None = None
    before: str = ""


@dataclass(slots=True)
class ArgumentReader:
    """Reads arguments from a position on, in the frame at ``index`` or in those below it."""

    stack: list[Frame]
    at: int
    spend: Callable[[int], None]
    index: int = -1

    def __post_init__(self) -> None:
        self.index = len(self.stack) - 1

    def arguments(self, macro: Macro) -> list[Run] | None:
        """The arguments of a use; None where one is missing."""
        if macro.arity and not macro.parameters:
            text = self._text
            if text.startswith(("*{", "*["), self.at):
                self.at += 1
        runs: list[Run] = []
        for parameter in macro.parameters or _parameters_of(macro):
            if parameter.kind == "literal":
                self._skip_to_text()
                if not self._text.startswith(parameter.marks, self.at):
                    return None
                self.at += len(parameter.marks)
                continue
            run = self._one(parameter)
            if run is None:
                return None
            runs.append(run)
        return runs

    @property
    def _text(self) -> str:
        return self.stack[self.index].run.text

    def _one(self, parameter: Parameter) -> Run | None:
        match parameter.kind:
            case "optional":
                return self._optional(parameter)
            case "flag":
                present = self._text.startswith(parameter.marks, self.at)
                self.at += len(parameter.marks) if present else 0
                return Run(TRUE if present else FALSE, (), ())
            case "until":
                return self._until(parameter.marks)
            case _:
                self._skip_to_text()
                return self._taken(argument(self._text, self.at))

    def _optional(self, parameter: Parameter) -> Run:
        text = self._text
        first = after_blanks(text, self.at)
        if text.startswith(parameter.marks[0], first):
            run = self._taken(bracketed(text, first, marks=parameter.marks))
            if run is not None and run.text:
                return run
        return Run(parameter.default, (), ())

    def _until(self, mark: str) -> Run | None:
        """The text up to ``mark``, braces hiding it, without the braces of a single group."""
        text, depth = self._text, 0
        pattern = re.compile(re.escape(mark) + r"|\\.|[{}]", re.DOTALL)
        for found in pattern.finditer(text, self.at):
            if not depth and found.group() == mark:
                start = min(after_blanks(text, self.at), found.start())
                end = start + len(text[start : found.start()].rstrip())
                if is_group(text[start:end]):
                    start, end = start + 1, end - 1
                return self._taken(Argument(start, end, found.end()))
            depth = max(0, depth + {"{": 1, "}": -1}.get(found.group(), 0))
        return self._taken(None)

    def _taken(self, found: Argument | None) -> Run | None:
        """The run of an argument; what was looked at is counted."""
        if found is None:
            self.spend(max(1, len(self._text) - self.at))
            return None
        self.spend(found.after - self.at)
        run = self.stack[self.index].run.part(found.start, found.end)
        self.at = found.after
        return run

    def _skip_to_text(self) -> None:
        """Go on in the frame below where this one holds no more."""
        while self.index and self.stack[self.index].group is None:
            if after_blanks(self._text, self.at) < len(self._text):
                return
            self.index -= 1
            self.at = self.stack[self.index].at


def _parameters_of(macro: Macro) -> tuple[Parameter, ...]:
    if macro.default is None:
        return (Parameter("mandatory"),) * macro.arity
    return (Parameter("optional", "[]", macro.default), *(Parameter("mandatory"),) * (macro.arity - 1))


def sides(text: str, at: int, spend: Callable[[int], None]) -> tuple[tuple[int, int], tuple[int, int], int] | None:
    """The two sides of a condition, and where the text goes on behind it."""
    depth, middle = 0, None
    for found in _CONDITION.finditer(text, at):
        word = found[1]
        if word == "fi":
            if depth == 0:
                spend(found.end() - at)
                end = found.start()
                if middle is None:
                    return (at, end), (end, end), found.end()
                return (at, middle.start()), (middle.end(), end), found.end()
            depth -= 1
        elif word == "else":
            middle = found if depth == 0 else middle
        elif word not in _NO_CONDITIONS:
            depth += 1
    spend(len(text) - at)
    return None
