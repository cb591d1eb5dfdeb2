"""The options of the commands that write mathematics."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

MOST_DECIMALS = 12
Added = Callable[[argparse.ArgumentParser], None]  # adds the options of a command
FORMATS = ("latex", "markdown", "mathml", "sympy", "numpy")


def _add_latex(latex: argparse.ArgumentParser) -> None:
    latex.add_argument(
        "equation", metavar="EQUATION", help="an equation, a topic or a block: symformer equations lists them"
    )
    latex.add_argument(
        "--notation",
        default="plain",
        metavar="NAME|FILE",
        help="whose letters (default: plain); a TOML file of your own; all: side by side",
    )
    latex.add_argument(
        "--with",
        dest="options",
        action="append",
        default=[],
        metavar="OPTIONS",
        help="add causal, bias, batch, grouped",
    )
    latex.add_argument(
        "--base", type=int, choices=(0, 1), default=1, help="what sums and lists count from (default: 1)"
    )
    latex.add_argument("--steps", action="store_true", help="put definitions in, one after the other")
    latex.add_argument(
        "--reasons",
        choices=("auto", "margin", "intertext", "none"),
        default="auto",
        help="where the reasons of steps stand (default: where there is room)",
    )
    latex.add_argument("--shapes", action="store_true", help="write the shape under each factor")
    latex.add_argument(
        "--shapes-at", choices=("under", "subscript", "margin"), help="where --shapes writes them (default: under)"
    )
    latex.add_argument("--numbers", action="store_true", help="work it on small numbers")
    latex.add_argument("--values", metavar="NOTE|JSON", help="work it on the numbers of a note, or of a JSON object")
    latex.add_argument(
        "--exercise",
        choices=("answers", "mistake"),
        help="worked numbers, the results as \\answer{...} or one of them wrong",
    )
    latex.add_argument("--seed", type=_count, default=0, metavar="N", help="which small numbers (default: 0)")
    latex.add_argument("--decimals", type=_decimals, default=2, metavar="N", help="of results (default: 2)")
    latex.add_argument(
        "--symbols",
        nargs="?",
        const="table",
        choices=("table", "nomenclature"),
        help="add the symbols, as a table (default) or a nomenclature",
    )
    latex.add_argument(
        "--layout",
        choices=("display", "github", "jekyll", "two-column", "beamer"),
        default="display",
        help="how it is laid out",
    )
    latex.add_argument(
        "--label", type=_label, metavar="NAME", help="give it a label (of a block, the start of each label)"
    )
    latex.add_argument("--tag", type=_tag, metavar="TEXT", help="give it a tag")
    latex.add_argument("--preamble", metavar="FILE", help="write it in the macros that this file defines")
    latex.add_argument(
        "--against", metavar="NOTE[:LINE]", help="beside a note's own formula, with what differs in colour"
    )
    latex.add_argument("--standalone", action="store_true", help="a document that compiles by itself")
    latex.add_argument("--format", choices=FORMATS, default="latex", help="what to print (default: latex)")
    latex.add_argument("-o", "--output", metavar="FILE", help="write it to a file")


def _add_derive(derive: argparse.ArgumentParser) -> None:
    derive.add_argument("name", nargs="?", metavar="NAME", help="which derivation (default: list all)")
    derive.add_argument("--notation", default="plain", metavar="NAME", help="whose letters (default: plain)")
    derive.add_argument(
        "--format", choices=("text", "latex", "markdown", "json"), default="text", help="what to print (default: text)"
    )
    derive.add_argument("-o", "--output", metavar="FILE", help="write it to a file")


def _add_example(example: argparse.ArgumentParser) -> None:
    example.add_argument("what", metavar="encoder-block", choices=("encoder-block",), help="what is worked")
    example.add_argument("--n", type=_count, default=3, metavar="N", help="positions (default: 3)")
    example.add_argument("--d", type=_count, default=4, metavar="N", help="width of the model (default: 4)")
    example.add_argument("--heads", type=_count, default=2, metavar="N", help="attention heads (default: 2)")
    example.add_argument(
        "--hidden", type=_count, metavar="N", help="width of the hidden layer (default: that of the model)"
    )
    example.add_argument("--decimals", type=_decimals, default=2, metavar="N", help="of results (default: 2)")
    example.add_argument("--seed", type=_count, default=0, metavar="N", help="which numbers (default: 0)")
    example.add_argument("--notation", default="plain", metavar="NAME|FILE", help="whose letters (default: plain)")
    example.add_argument("--format", choices=("md", "ipynb", "tex"), default="md", help="of the note (default: md)")
    example.add_argument("-o", "--output", metavar="FILE", help="write it to a file")


def _add_equations(equations: argparse.ArgumentParser) -> None:
    equations.add_argument("words", nargs="*", metavar="WORD", help="list only the equations that have all these words")
    equations.add_argument("--format", choices=("text", "json"), default="text", help="what to print (default: text)")


def _add_notes(notes: argparse.ArgumentParser) -> None:
    notes.add_argument("paths", nargs="+", metavar="PATH", help="a note, or a folder of notes")
    notes.add_argument("--update", action="store_true", help="write what is stale anew")


def _add_notations(notations: argparse.ArgumentParser) -> None:
    notations.add_argument("--format", choices=("text", "json"), default="text", help="what to print (default: text)")


def _add_notation(notation: argparse.ArgumentParser) -> None:
    notation.add_argument(
        "what", metavar="show|learn", choices=("show", "learn"), help="show a notation, or learn one from a note"
    )
    notation.add_argument(
        "name",
        metavar="NOTATION|NOTE",
        help="its name, as symformer notations lists it, or its TOML file; to learn, a note",
    )
    notation.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="how to show it (default: text); learnt ones are TOML",
    )
    notation.add_argument("-o", "--output", metavar="FILE", help="write what is learnt to a file")
    add_reading(notation)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """The options of whatever reads notes."""
    parser.add_argument(
        "--stdin-filename",
        metavar="NAME",
        help='what "-" is called; its suffix says the format (default: what it holds)',
    )
    parser.add_argument("--macros", action="append", default=[], metavar="FILE", help="a file that defines macros")
    parser.add_argument(
        "--config", metavar="FILE", help="settings (default: the nearest symformer.toml or pyproject.toml)"
    )


def _label(text: str) -> str:
    if not re.fullmatch(r"[\w:./+-]+", text):
        raise argparse.ArgumentTypeError(f"must be of letters, digits and -_:./+, not {text!r}")
    return text


def _tag(text: str) -> str:
    depth = 0
    for sign in re.sub(r"\\.", "", text, flags=re.DOTALL):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0:
            break
    if not text.strip() or depth or "%" in text or re.search(r"(?<!\\)(?:\\\\)*\\$", text):
        raise argparse.ArgumentTypeError(f"must be LaTeX with its braces closed, not {text!r}")
    return text


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a number from 0, not {text!r}")
    return int(text)


def _decimals(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_DECIMALS:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to {MOST_DECIMALS}, not {text!r}")
    return int(text)


# what each command is for, and what adds its options
WRITING_COMMANDS: dict[str, tuple[str, Added]] = {
    "latex": ("write an equation, a topic or a block of the catalogue in any notation", _add_latex),
    "derive": ("write a derivation step by step, with what is proved of it", _add_derive),
    "example": ("write a whole worked note on small numbers", _add_example),
    "equations": ("list or search the catalogue of equations", _add_equations),
    "notes": ("keep the formulas fresh that notes take from the catalogue", _add_notes),
    "notations": ("list the notations", _add_notations),
    "notation": ("show the letters of a notation, or learn one from a note", _add_notation),
}
