"""``symformer notes``: formulas that notes take from the catalogue, between markers, kept fresh.

In Markdown a block begins with ``<!-- generated: symformer latex … -->`` and ends with ``<!-- /generated -->``, in
LaTeX with ``% generated: symformer latex …`` and ``% /generated``.  What stands between is what the command prints.
"""

from __future__ import annotations

import argparse
import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass

from symformer.faces import files
from symformer.faces.outcome import Outcome, WrongRequest

SUFFIXES = frozenset({".md", ".markdown", ".qmd", ".tex"})
BLOCK = re.compile(
    r"^(?P<open>(?:<!--|%) generated: symformer (?P<request>[^\n]*?)(?: -->)?\n)(?P<body>.*?)(?P<close>^(?:<!-- /generated -->|% /generated))",
    re.DOTALL | re.MULTILINE,
)
OPENING = re.compile(r"^(?:<!--|%) generated: ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Stale:
    """A block that is not what its command prints."""

    path: str
    line: int
    request: str


def notes(options: argparse.Namespace) -> Outcome:
    """Say which blocks are stale, or write them anew."""
    if options.update and files.STDIN in options.paths:
        raise WrongRequest("standard input cannot be written anew: name a file")
    found: list[Stale] = []
    for path in _paths(options.paths):
        text = _text(path)
        fresh, stale = refreshed(path, text)
        found += stale
        if options.update and stale:
            files.write_bytes(path, fresh.encode("utf-8"))
    told = "written anew" if options.update else "stale: symformer notes --update writes it anew"
    lines = [f"{each.path}:{each.line}: symformer {each.request}: {told}\n" for each in found]
    return Outcome("".join(lines), int(bool(found) and not options.update))


def refreshed(path: str, text: str) -> tuple[str, list[Stale]]:
    """The text with every block as its command prints it, and the blocks that were not. Raises WrongRequest."""
    stale: list[Stale] = []

    def fresh(block: re.Match[str]) -> str:
        line = text.count("\n", 0, block.start()) + 1
        body = _printed(block["request"].strip(), f"{path}:{line}")
        if body != block["body"]:
            stale.append(Stale(path, line, block["request"].strip()))
        return block["open"] + body + block["close"]

    whole = BLOCK.sub(fresh, text)
    if len(OPENING.findall(text)) != len(BLOCK.findall(text)):
        raise WrongRequest(f"{path}: a generated block does not end: close it with <!-- /generated --> or % /generated")
    return whole, stale


def _printed(request: str, where: str) -> str:
    """What the command of a block prints."""
    from symformer.faces import deriving, listing, writing
    from symformer.faces.cli import parser

    all_commands = writing.COMMANDS | deriving.COMMANDS | listing.COMMANDS
    commands = {name: run for name, run in all_commands.items() if name != "explain"}
    try:
        words = shlex.split(request)
    except ValueError as wrong:  # a quotation that does not end
        raise WrongRequest(f"{where}: the command of the block is not understood: {str(wrong).lower()}") from None
    if not words or words[0] not in commands:
        raise WrongRequest(f"{where}: a block is made by one of {', '.join(commands)}, not by {request!r}")
    try:
        with redirect_stderr(io.StringIO()):  # what argparse says of it is of no line of the note
            options = parser().parse_args(words)
    except SystemExit:
        raise WrongRequest(f"{where}: the command of the block is not understood: symformer {request}") from None
    if getattr(options, "output", None) is not None:
        raise WrongRequest(f"{where}: a block is printed, not written to a file: leave -o out")
    try:
        return commands[words[0]](options).text
    except WrongRequest as wrong:
        raise WrongRequest(f"{where}: {wrong}") from None


def _paths(given: list[str]) -> Iterator[str]:
    """The notes of text that are named, and those of folders that are."""
    for target in files.find_notes(given, SUFFIXES, files.nothing):
        if target.problem is not None:
            raise WrongRequest(f"{target.shown}: {target.problem}")
        yield target.path


def _text(path: str) -> str:
    try:
        return files.read_bytes(path).decode("utf-8")
    except OSError as error:
        raise WrongRequest(f"{path}: {files.told(error)}") from None
    except UnicodeDecodeError:
        raise WrongRequest(f"{path}: is no text in UTF-8") from None
