r"""Every LaTeX command the parser knows: one row each.

``role`` says how the parser treats it, ``text`` is the canonical text of its leaf, ``arguments``
the shape of what follows: "m" a content argument, "i" an argument that carries no mathematics,
"o" an optional one in square brackets (no mathematics unless the role says so),
"d" a length without braces (``3mu plus 1fil``).
"""

from __future__ import annotations

from dataclasses import dataclass

from symformer.syntax.command_tables import COMMAND_TABLES, CUSTOMARY, ENVIRONMENT_TABLES
from symformer.text.record import record


@dataclass(frozen=True, slots=True)
class _Roles:
    """How the parser treats a command."""

    NAME: str = "name"  # one symbol: \alpha, \infty, \partial
    FUNCTION: str = "function"  # \sin, \log, \argmax
    OPERATOR: str = "operator"  # \cdot, \times, \odot; text says which
    SUM_OPERATOR: str = "sum-operator"  # \pm, \oplus: binds like +
    RELATION: str = "relation"  # \leq, \in, \to
    BAR: str = "bar"  # \mid: a conditional bar
    OPEN: str = "open"
    CLOSE: str = "close"
    FENCE_BAR: str = "fence-bar"  # \vert, \Vert, \|: opens or closes
    BIG: str = "big"  # \sum, \prod, \int
    ELLIPSIS: str = "ellipsis"
    SPACE: str = "space"
    SEPARATOR: str = "separator"  # \quad, \\, \newline
    SIZING: str = "sizing"  # \left, \right, \big…, \middle: a mark before a delimiter
    IGNORED: str = "ignored"  # the command with all its arguments is no mathematics: \label{..}, \vspace{..}, \hline
    ACCENT: str = "accent"  # \hat x
    FONT: str = "font"  # \mathbf x
    OLD_FONT: str = "old-font"  # {\bf x}
    WORD: str = "word"  # \text{..}, \operatorname{..}
    FRACTION: str = "fraction"  # \frac a b
    BINOMIAL: str = "binomial"
    OVER: str = "over"  # {a \over b}
    CHOOSE: str = "choose"
    RADICAL: str = "radical"
    STYLE: str = "style"  # wrapper around content, other arguments ignored: \textcolor{red}{x}, \boxed{x}
    UNDER_OVER: str = "under-over"  # \underbrace{x}_{note}
    STACK: str = "stack"  # \overset{note}{x}, \stackrel{note}{=}
    ARROW: str = "arrow"  # \xrightarrow[below]{above}
    NOT: str = "not"  # \not=
    SUBSTACK: str = "substack"
    PRIME: str = "prime"
    PERCENT: str = "percent"
    BEGIN: str = "begin"
    END: str = "end"


Role = _Roles()


@record
class Command:
    """One command. ``name`` is written without the backslash."""

    name: str
    role: str
    text: str = ""
    arguments: str = ""


@record
class Environment:
    """One environment: ``kind`` is "matrix", "cases", "aligned" or "wrapper"; ``arguments`` as for commands."""

    name: str
    kind: str
    arguments: str = ""


def command(name: str) -> Command | None:
    """The row of a command, or None."""
    return _COMMANDS.get(name)


def environment(name: str) -> Environment | None:
    """The row of an environment (``align*`` as ``align``), or None."""
    return _ENVIRONMENTS.get(name.rstrip("*"))


def customary(name: str) -> bool:
    """Whether a command is only a habit of authors (``\\softmax``, ``\\R``), so that a note's own definition wins."""
    return name in CUSTOMARY


def _command_rows() -> dict[str, Command]:
    rows = {blank: Command(blank, Role.SPACE) for blank in " \t\n"}
    for role, arguments, table in COMMAND_TABLES:
        for line in filter(None, table.splitlines()):
            canonical, *names = line.split()
            for name in names:
                text = name if canonical == "=" else "" if canonical == "-" else canonical
                rows[name] = Command(name, role, text, arguments)
    return rows


def _environment_rows() -> dict[str, Environment]:
    return {
        name: Environment(name, kind, arguments)
        for kind, arguments, names in ENVIRONMENT_TABLES
        for name in names.split()
    }


_COMMANDS = _command_rows()
_ENVIRONMENTS = _environment_rows()
