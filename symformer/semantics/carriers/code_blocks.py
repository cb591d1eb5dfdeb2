"""The program code of a note as trees of Python, with the places of their parts in the note.

What is no Python, or only a piece of a statement, gives no tree.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.text.python_code import parsed
from symformer.text.span import Span

LANGUAGES = frozenset({"python", "py", "python3", "ipython", "ipython3", ".python", "{python}", "{.python .input}"})
LONGEST = 60_000
_MAGIC = re.compile(r"^[ \t]*[%!][^\n]*", re.MULTILINE)
_WRONG = re.compile(
    r"\b(?:wrong|bad|bugg?y?|broken|mistakes?|incorrect|don['’]?t|avoid|naive)\b|✗|❌|⚠|错误", re.IGNORECASE
)
NEAR = 200


@dataclass(frozen=True, slots=True)
class PythonBlock:
    """A piece of code, its tree, and where it begins in the note."""

    text: str
    at: int
    indent: int
    tree: ast.Module
    starts: tuple[int, ...]  # of its lines

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """Where a part of the tree stands in the note."""
        return Span(
            self._offset(node.lineno, node.col_offset),
            self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0),
        )

    def _offset(self, line: int, column: int) -> int:
        start = self.starts[line - 1]
        stop = self.text.find("\n", start)
        written = self.text[start : stop if stop >= 0 else len(self.text)][self.indent :]
        # columns of Python count bytes
        return self.at + start + self.indent + len(written.encode()[:column].decode(errors="ignore"))

    def called_wrong(self, node: ast.expr | ast.stmt) -> bool:
        """Whether the lines around a part say that it is wrong."""
        span = self.span(node)
        here = span.start - self.at
        first = self.text.rfind("\n", 0, max(0, self.text.rfind("\n", 0, here))) + 1
        last = self.text.find("\n", span.end - self.at)
        return _WRONG.search(self.text, max(0, first), last if last >= 0 else len(self.text)) is not None


def python_blocks(document: Document) -> Iterator[PythonBlock]:
    """The pieces of Python of a note that can be parsed as they stand."""
    source = document.source.text
    for code in document.code:
        if (code.language or "").lower() not in LANGUAGES or not code.text or len(code.text) > LONGEST:
            continue
        at = source.find(code.text, code.span.start, code.span.end)
        if at < 0 or _WRONG.search(source, max(0, code.span.start - NEAR), code.span.start):
            continue
        block = _parsed(code.text, at)
        if block is not None:
            yield block


def _parsed(text: str, at: int) -> PythonBlock | None:
    lines = text.split("\n")
    indents = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    indent = min(indents, default=0)
    bare = "\n".join(line[indent:] for line in lines) if indent else text
    tree = parsed(_MAGIC.sub("pass", bare))
    if tree is None:
        return None
    starts, start = list[int](), 0
    for line in lines:
        starts.append(start)
        start += len(line) + 1
    return PythonBlock(text, at, indent, tree, tuple(starts))


def functions_of(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Every function, also within classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node


def suites_of(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Every run of statements."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            suite = getattr(node, name, None)
            if isinstance(suite, list) and suite and isinstance(suite[0], ast.stmt):
                yield suite


def is_whole(function: ast.AST) -> bool:
    """Whether nothing is left out of a function: it has no dots in the place of statements."""
    return not any(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is Ellipsis
        for node in ast.walk(function)
    )


def called_name(node: ast.expr) -> str:
    """The last name of what is called: ``softmax`` of ``F.softmax(x)``; nothing where that is no call."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name
    return ""


def keyword_of(call: ast.Call, *names: str) -> ast.expr | None:
    """What is handed over by name."""
    return next((each.value for each in call.keywords if each.arg in names), None)


def number_of(node: ast.expr | None) -> int | None:
    """A whole number, also a negative one."""
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
    return None


__all__ = [
    "LANGUAGES",
    "PythonBlock",
    "called_name",
    "functions_of",
    "is_whole",
    "keyword_of",
    "number_of",
    "python_blocks",
    "suites_of",
]
