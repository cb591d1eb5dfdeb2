"""The command line: what checks notes (``symformer check``, ``audit``, …) and what writes (``latex``, ``equations``, …).

Exit status: 0 nothing found at or above ``--fail-on``; 1 findings; 2 a path could not be read or
the request was wrong (2 wins over 1); 130 interrupted.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from symformer import __version__
from symformer.faces.outcome import Outcome, WrongRequest
from symformer.faces.writing_options import WRITING_COMMANDS, Added, add_reading

FOUND, WRONG, INTERRUPTED = 1, 2, 130
LEVELS = ("error", "warning", "info")
FORMATS = ("text", "json", "sarif", "github")
WRITING, LISTING = frozenset({"latex", "example"}), frozenset({"explain", "equations", "notations", "notation"})
LEDGERS = ("text", "markdown", "csv", "json")


class CannotWrite(Exception):
    """Standard output takes no more, and not because its reader has seen enough."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    # modules, trees and terms live as long as the command: looking for garbage finds little
    gc.set_threshold(100_000, 20, 50)
    options_of = parser()
    try:
        options = options_of.parse_args(arguments)
    except SystemExit as stopped:  # --help, --version, or a request argparse has explained
        return stopped.code if isinstance(stopped.code, int) else WRONG
    if options.command is None:
        options_of.print_help(sys.stderr)
        return WRONG
    return _guarded(options)


def run() -> int:
    """``main`` for a process that ends with it."""
    status = main()
    gc.freeze()  # what is left goes with the process: nobody need look for garbage among it
    return status


def _guarded(options: argparse.Namespace) -> int:
    """Run the command; a wrong request, a closed pipe and Ctrl-C end it in one line."""
    try:
        outcome = _command(options.command)(options)
        _write(
            outcome.text, exact=options.command not in ("explain", "notes") and getattr(options, "format", "") != "text"
        )
    except WrongRequest as wrong:
        print(f"symformer: {wrong}", file=sys.stderr)
        return WRONG
    except CannotWrite as full:
        print(f"symformer: the result could not be written: {full}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("symformer: interrupted", file=sys.stderr)
        return INTERRUPTED
    return outcome.status


def _command(name: str) -> Callable[[argparse.Namespace], Outcome]:
    """What runs a command; only what it needs is imported."""
    if name == "notes":
        from symformer.faces.refreshing import notes

        return notes
    if name == "translate":
        from symformer.faces.translating import translated

        return translated
    if name in WRITING:
        from symformer.faces import writing

        return writing.COMMANDS[name]
    if name == "derive":
        from symformer.faces import deriving

        return deriving.derive
    if name in LISTING:
        from symformer.faces import listing

        return listing.COMMANDS[name]
    from symformer.faces import commands

    found: Callable[[argparse.Namespace], Outcome] = getattr(commands, name)
    return found


def _write(text: str, *, exact: bool) -> None:
    """Print the result. A reader that has seen enough (``| head``) is no fault."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        # JSON is UTF-8 whatever the terminal is; a terminal that lacks a letter gets a stand-in
        reconfigure(**({"encoding": "utf-8", "errors": "backslashreplace"} if exact else {"errors": "replace"}))
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # the interpreter flushes once more at its end: let it do so into nothing
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise CannotWrite(str(error.strerror or error).lower()) from None


class CommandParser(argparse.ArgumentParser):
    """The parser of one command, whose options are added when it is asked to parse or to help.

    One command of sixteen is run: what the others take need not be told each time.
    """

    def __init__(self, *, options: Added | None = None, **rest: Any) -> None:
        super().__init__(**rest)
        self._later = options

    def error(self, message: str) -> NoReturn:
        """Say in one line what is wrong with a request, and where its options are told."""
        self.exit(WRONG, f"{self.prog}: {message}: {self.prog} --help tells more\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The options, and what is none of them."""
        if self._later is not None:
            self._later(self)
            self._later = None
        return super().parse_known_args(args, namespace)


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    program = CommandParser(
        prog="symformer",
        description="A type checker and proof-reader for the mathematics in machine-learning notes.",
    )
    program.add_argument("--version", action="version", version=f"symformer {__version__}")
    commands = program.add_subparsers(dest="command", metavar="COMMAND", parser_class=CommandParser)
    for name, (told, options) in {**READING_COMMANDS, **WRITING_COMMANDS, **ABOUT_RULES}.items():
        commands.add_parser(name, help=told, options=options)
    return program


def _add_check(check: argparse.ArgumentParser) -> None:
    check.add_argument("paths", nargs="+", metavar="PATH", help='a note, a folder of notes, or "-" for standard input')
    check.add_argument("--format", choices=FORMATS, default="text", help="what to print (default: text)")
    check.add_argument("--fail-on", choices=LEVELS, help="the lowest level that gives exit status 1 (default: error)")
    check.add_argument("--select", action="append", default=[], metavar="RULES", help="run only these rules or groups")
    check.add_argument("--ignore", action="append", default=[], metavar="RULES", help="leave these rules or groups out")
    check.add_argument("--exclude", action="append", default=[], metavar="PATTERN", help="skip files, as in .gitignore")
    check.add_argument("-w", "--warnings", action="store_true", help="show every error and warning, however many")
    check.add_argument("--info", action="store_true", help="show remarks too")
    check.add_argument("--claims", action="store_true", help="list every claim with its verdict (json)")
    check.add_argument("--book", action="store_true", help="the notes are one book: compare them with each other too")
    check.add_argument("--fix", action="store_true", help="write corrected numbers into the notes, where that is safe")
    check.add_argument("--diff", action="store_true", help="show what --fix would change, and write nothing")
    check.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: the doubtful ones too")
    check.add_argument("--jobs", type=_jobs, metavar="N", help="how many notes at a time (default: what pays)")
    check.add_argument("-q", "--quiet", action="store_true", help="one line per finding, nothing else")
    add_reading(check)


def _add_read(read: argparse.ArgumentParser) -> None:
    read.add_argument("path", metavar="FILE", help='a note, or "-" for standard input')
    read.add_argument("--format", choices=("text", "json"), default="text", help="what to print (default: text)")
    add_reading(read)


def _add_symbols(symbols: argparse.ArgumentParser) -> None:
    symbols.add_argument(
        "paths", nargs="+", metavar="PATH", help='a note, a folder of notes, or "-" for standard input'
    )
    how = symbols.add_mutually_exclusive_group()
    how.add_argument(
        "--format",
        choices=("text", "json", "latex", "nomenclature", "markdown"),
        default="text",
        help="what to print (default: text); latex, nomenclature, markdown: a table for the note itself",
    )
    how.add_argument(
        "--as-declarations", action="store_true", help="print what is known as a block of declarations, to paste"
    )
    add_reading(symbols)


def _add_shapes(shapes: argparse.ArgumentParser) -> None:
    shapes.add_argument("paths", nargs="+", metavar="PATH", help='a note, a folder of notes, or "-" for standard input')
    how = shapes.add_mutually_exclusive_group()
    how.add_argument("--format", choices=("text", "json"), default="text", help="what to print (default: text)")
    how.add_argument("--latex", action="store_true", help="print each formula with its shapes below, as LaTeX")
    add_reading(shapes)


def _add_verify(verify: argparse.ArgumentParser) -> None:
    verify.add_argument("paths", nargs="+", metavar="PATH", help='a note, a folder of notes, or "-" for standard input')
    verify.add_argument("--format", choices=("text", "json"), default="text", help="what to print (default: text)")
    verify.add_argument("--seed", type=_seed, default=0, metavar="N", help="of the random values (default: 0)")
    add_reading(verify)


def _add_audit(audit: argparse.ArgumentParser) -> None:
    audit.add_argument("paths", nargs="+", metavar="PATH", help='a note, a folder of notes, or "-" for standard input')
    audit.add_argument("--format", choices=LEDGERS, default="text", help="what to print (default: text)")
    audit.add_argument("--all", action="store_true", help="list the claims that hold, too")
    audit.add_argument("--student", action="store_true", help="a verdict for each step, without the right values")
    audit.add_argument("--reveal", action="store_true", help="with --student: the right values after all")
    audit.add_argument("--rewrite", metavar="OUT", help="write the note with all its numbers worked out anew")
    audit.add_argument("--fail-on", choices=LEVELS, help="the lowest level that gives exit status 1 (default: error)")
    add_reading(audit)


def _add_explain(explain: argparse.ArgumentParser) -> None:
    explain.add_argument(
        "rule",
        metavar="RULE|NAME|FILE:LINE",
        help="a rule, an equation of the catalogue, or a line of a note (in a notebook also FILE:CELL:LINE)",
    )


def _add_rules(rules: argparse.ArgumentParser) -> None:
    rules.add_argument("--format", choices=("text", "json"), default="text")


def _add_translate(translate: argparse.ArgumentParser) -> None:
    translate.add_argument("note", metavar="NOTE", help='a note, or "-" for standard input')
    translate.add_argument(
        "--to", required=True, metavar="NAME|FILE", help="whose letters: symformer notations lists them; or a TOML file"
    )
    translate.add_argument(
        "--from", dest="source", metavar="NAME|FILE", help="whose letters the note has (default: what it says itself)"
    )
    translate.add_argument("--diff", action="store_true", help="show what would change, and write nothing")
    translate.add_argument("-o", "--output", metavar="FILE", help="write it to a file")
    add_reading(translate)


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number from 0, not {text!r}")
    return int(text)


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a number from 1, not {text!r}")
    return int(text)


# what each command is for, and what adds its options
READING_COMMANDS: dict[str, tuple[str, Added]] = {
    "check": ("find the faults in notes", _add_check),
    "read": ("show how each formula of a note is understood", _add_read),
    "symbols": ("show what each symbol means, where it is told and used", _add_symbols),
    "shapes": ("show each equation with the shape of every part", _add_shapes),
    "verify": ("run each equation of a note, beside the standard one where it is one", _add_verify),
    "audit": ("recompute every number of a note", _add_audit),
    "explain": ("what a rule or an equation is about, or the working of the claims on a line", _add_explain),
    "translate": ("write a note in another notation", _add_translate),
}
ABOUT_RULES: dict[str, tuple[str, Added]] = {"rules": ("list the rules", _add_rules)}
