r"""The macros of a note: which definitions count, and what their use costs.

A definition of a command that the parser knows is ignored unless it means to replace it
(``\renewcommand``, ``\def``).  ``macros`` puts them to use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from symformer.syntax.commands import Role, command, customary, environment
from symformer.text.definitions import Definition, Macro, Parameter, definitions_in

__all__ = ["CUSTOMARY_MACROS", "Cost", "Macro", "MacroTable", "collect_macros"]

# These mean to replace what there is; \newcommand of a standard command only repeats it for an older LaTeX.
_REDEFINERS = frozenset(
    {"renewcommand", "renewrobustcmd", "RenewDocumentCommand", "RenewExpandableDocumentCommand", "renewenvironment",
     "RenewDocumentEnvironment", "def", "gdef", "edef", "xdef", "let"}
)  # fmt: skip
_USED = re.compile(
    r"\\(?P<side>begin|end)\s*\{\s*(?P<environment>[A-Za-z@]+\*?)\s*\}|\\(?P<name>[A-Za-z@]+|.)", re.DOTALL
)
_SCRIPT = re.compile(r"\\ensuremath\s*\{\s*([_^](?:[^{}]*|\{[^{}]*\}))\s*\}")
_IN_DOLLARS = re.compile(r"\$([^$]*[^$\\])\$\s*(?:\\xspace\b|\\ |~|\{\})?")
_DELIMITERS = ("$", "$$", r"\[", r"\]", r"\(", r"\)")  # within a formula they say nothing

WITHOUT_END = 1 << 60


def _overlaid(name: str, body: str, arguments: int) -> Macro:
    """A command of presentations, which may say on which slides it acts."""
    taken = (Parameter("optional", "<>"), *(Parameter("mandatory") for _ in range(arguments)))
    return Macro(name, 1 + arguments, body, parameters=taken)


# What packages and preambles that a note does not show give these names; its own definitions win.
CUSTOMARY_MACROS: Mapping[str, Macro] = {
    **{
        name: Macro(name, 2, rf"\left{left} #2 \right{right}", default="")
        for name, left, right in (
            ("abs", "|", "|"),
            ("norm", r"\|", r"\|"),
            ("ceil", r"\lceil", r"\rceil"),
            ("floor", r"\lfloor", r"\rfloor"),
        )
    },
    **{name: _overlaid(name, "#2", 1) for name in ("only", "uncover", "visible", "alert", "action")},
    "pderiv": Macro("pderiv", 2, r"\frac{\partial #1}{\partial #2}"),
    "deriv": Macro("deriv", 2, r"\frac{d #1}{d #2}"),
    "loss": Macro("loss", 0, r"\mathrm{loss}"),
    "cmul": Macro("cmul", 0, r"\cdot "),
    "cross": Macro("cross", 0, r"\times "),
    "onslide": _overlaid("onslide", "", 0),
    "pause": Macro("pause", 0, ""),
    "mathpalette": Macro("mathpalette", 2, r"#1\displaystyle{#2}"),
}


class Cost(NamedTuple):
    """What using a macro once takes: how many expansions, and how many characters at most, arguments left out."""

    expansions: int
    length: int


class MacroTable(dict[str, Macro]):
    """The macros of a note by name, with what each costs."""

    __slots__ = ("_costs", "environments")

    def __init__(self, macros: Mapping[str, Macro] | Iterable[tuple[str, Macro]] = ()) -> None:
        super().__init__(macros)
        self._costs: dict[str, Cost] = {}
        self.environments = any(name.startswith("begin{") for name in self)

    def find(self, name: str) -> Macro | None:
        """What a name stands for, in the note or by custom."""
        return self.get(name) or CUSTOMARY_MACROS.get(name)

    def cost(self, name: str) -> Cost:
        r"""What a use of a macro costs; ``WITHOUT_END`` where it leads back to itself.

        >>> collect_macros(r"\def\a{\b\b} \def\b{xy}").cost("a")
        Cost(expansions=3, length=8)
        >>> collect_macros(r"\def\a{\b} \def\b{\a}").cost("a").expansions == WITHOUT_END
        True
        """
        pending: list[tuple[str, bool]] = [(name, False)]
        entered: set[str] = set()
        while pending:
            top, done = pending.pop()
            if done:
                entered.discard(top)
                self._costs[top] = self._sum(top, entered)
            elif top not in self._costs and top not in entered:
                entered.add(top)
                pending.append((top, True))
                pending.extend((each, False) for each in set(self._used(top)) if each not in self._costs)
        return self._costs[name]

    def _used(self, name: str) -> Iterable[str]:
        """The macros in the body of a macro, as often as they stand there."""
        macro = self.find(name)
        if macro is None or macro.final or "\\" not in macro.body:
            return
        for found in _USED.finditer(macro.body):
            used = found["name"] or f"{found['side']}{{{found['environment']}}}"
            # a new meaning built on the old one, as in \renewcommand{\phi}{\phi_0}
            old_meaning = used == name and command(name) is not None
            if self.find(used) is not None and not old_meaning:
                yield used

    def _sum(self, name: str, entered: set[str]) -> Cost:
        macro = self.find(name)
        expansions, length = 1, len(macro.body) if macro is not None else 0
        for used in self._used(name):
            cost = self._costs.get(used)
            if cost is None or used in entered or used == name:
                return Cost(WITHOUT_END, WITHOUT_END)
            expansions, length = min(expansions + cost.expansions, WITHOUT_END), min(length + cost.length, WITHOUT_END)
        return Cost(expansions, length)


def collect_macros(text: str) -> MacroTable:
    r"""The macros that a text defines, by name; a later definition replaces an earlier one.

    >>> collect_macros(r"\newcommand{\vect}[1]{\mathbf{#1}}")["vect"].body
    '\\mathbf{#1}'
    """
    return collected(definitions_in(text))


def collected(definitions: Iterable[Definition]) -> MacroTable:
    """The macros that count among definitions in order."""
    macros: dict[str, Macro] = {}
    aliases: list[str] = []
    for definition in definitions:
        for macro in definition.macros:
            provided = definition.definer.lower().startswith("provide") and macro.name in macros
            if provided or not _counts(macro, definition.definer):
                continue
            if macro.body in _DELIMITERS:
                macro = replace(macro, body="")
            elif macro.body.startswith("$") and (inside := _IN_DOLLARS.fullmatch(macro.body)) is not None:
                macro = replace(macro, body=inside[1].strip())
            elif macro.body.endswith("}") and (script := _SCRIPT.fullmatch(macro.body)) is not None:
                macro = replace(macro, body=script[1])  # \trans stands for a script of what is before it
            if definition.definer == "let":
                target = macro.body.removeprefix("\\")
                macro = replace(macros[target], name=macro.name) if target in macros else macro
                aliases.append(macro.name)
            macros[macro.name] = macro
    for name in aliases:
        # \let keeps the meaning of its time, also where the standard command is defined anew later on
        target = macros[name].body.removeprefix("\\")
        if macros[name].body == f"\\{target}" and target in macros and command(target) is not None:
            macros[name] = replace(macros[name], final=True)
    return MacroTable(macros)


def _counts(macro: Macro, definer: str) -> bool:
    """Whether a definition changes anything for the parser."""
    if macro.name.startswith(("begin{", "end{")) and macro.name.endswith("}"):
        return definer in _REDEFINERS or environment(macro.name[macro.name.index("{") + 1 : -1]) is None
    row = command(macro.name)
    if row is None:
        return True
    if macro.body.strip() == f"\\{macro.name}":
        return False
    if row.role is Role.FUNCTION and _spells(macro.body, row.text):
        return False  # \DeclareMathOperator{\softmax}{softmax} says what the parser knows
    return customary(macro.name) or definer in _REDEFINERS


def _spells(body: str, word: str) -> bool:
    r"""Whether a body sets just a word: ``\mathop{\rm arg\,max}``."""
    letters = re.sub(r"\\[A-Za-z]+\*?|[^A-Za-z#]", "", body)
    return letters.lower() == word.lower()
