r"""Every LaTeX command the parser knows: one row each.

``role`` says how the parser treats it, ``text`` is the canonical text of its leaf, ``arguments``
the shape of what follows: "m" a content argument, "i" an argument that carries no mathematics,
"o" an optional one in square brackets (no mathematics unless the role says so),
"d" a length without braces (``3mu plus 1fil``).
"""

from __future__ import annotations

from typing import Final

from symformer.syntax.command_tables import COMMAND_TABLES, CUSTOMARY, ENVIRONMENT_TABLES
from symformer.text.record import record


class Role:
    """How the parser treats a command."""

    NAME: Final = "name"  # one symbol: \alpha, \infty, \partial
    FUNCTION: Final = "function"  # \sin, \log, \argmax
    OPERATOR: Final = "operator"  # \cdot, \times, \odot; text says which
    SUM_OPERATOR: Final = "sum-operator"  # \pm, \oplus: binds like +
    RELATION: Final = "relation"  # \leq, \in, \to
    BAR: Final = "bar"  # \mid: a conditional bar
    OPEN: Final = "open"
    CLOSE: Final = "close"
    FENCE_BAR: Final = "fence-bar"  # \vert, \Vert, \|: opens or closes
    BIG: Final = "big"  # \sum, \prod, \int
    ELLIPSIS: Final = "ellipsis"
    SPACE: Final = "space"
    SEPARATOR: Final = "separator"  # \quad, \\, \newline
    SIZING: Final = "sizing"  # \left, \right, \big…, \middle: a mark before a delimiter
    IGNORED: Final = "ignored"  # the command with all its arguments is no mathematics: \label{..}, \vspace{..}, \hline
    ACCENT: Final = "accent"  # \hat x
    FONT: Final = "font"  # \mathbf x
    OLD_FONT: Final = "old-font"  # {\bf x}
    WORD: Final = "word"  # \text{..}, \operatorname{..}
    FRACTION: Final = "fraction"  # \frac a b
    BINOMIAL: Final = "binomial"
    OVER: Final = "over"  # {a \over b}
    CHOOSE: Final = "choose"
    RADICAL: Final = "radical"
    STYLE: Final = "style"  # wrapper around content, other arguments ignored: \textcolor{red}{x}, \boxed{x}
    UNDER_OVER: Final = "under-over"  # \underbrace{x}_{note}
    STACK: Final = "stack"  # \overset{note}{x}, \stackrel{note}{=}
    ARROW: Final = "arrow"  # \xrightarrow[below]{above}
    NOT: Final = "not"  # \not=
    SUBSTACK: Final = "substack"
    PRIME: Final = "prime"
    PERCENT: Final = "percent"
    BEGIN: Final = "begin"
    END: Final = "end"


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
