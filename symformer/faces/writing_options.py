"""The options of the commands that write mathematics."""

from __future__ import annotations

import argparse
from typing import Any


def add_commands(commands: Any) -> None:
    """The commands ``latex``, ``equations``, ``notations`` and ``notation``."""
    _add_latex(
        commands.add_parser("latex", help="write an equation, a topic or a block of the catalogue in any notation")
    )
    equations = commands.add_parser("equations", help="list or search the catalogue of equations")
    equations.add_argument("words", nargs="*", metavar="WORD", help="list only the equations that have all these words")
    equations.add_argument("--format", choices=("text", "json"), default="text", help="what to print (default: text)")
    notations = commands.add_parser("notations", help="list the notations")
    notations.add_argument("--format", choices=("text", "json"), default="text", help="what to print (default: text)")
    notation = commands.add_parser("notation", help="show the letters of a notation")
    notation.add_argument("what", choices=("show",), help="what to do with it")
    notation.add_argument("name", metavar="NOTATION", help="its name, as symformer notations lists it")
    notation.add_argument("--format", choices=("text", "json"), default="text", help="what to print (default: text)")


def _add_latex(latex: argparse.ArgumentParser) -> None:
    latex.add_argument(
        "equation", metavar="EQUATION", help="an equation, a topic or a block: symformer equations lists them"
    )
    latex.add_argument("--notation", default="plain", metavar="NAME", help="whose letters (default: plain)")
    latex.add_argument(
        "--with",
        dest="options",
        action="append",
        default=[],
        metavar="OPTIONS",
        help="add causal, bias, batch, grouped",
    )
    latex.add_argument("--steps", action="store_true", help="put definitions in, one after the other")
    latex.add_argument("--shapes", action="store_true", help="write the shape under each factor")
    latex.add_argument("--symbols", action="store_true", help="add a table of the symbols")
    latex.add_argument(
        "--layout", choices=("display", "github", "two-column"), default="display", help="how it is laid out"
    )
    latex.add_argument("--label", metavar="NAME", help="give it a label (of a block, the start of each label)")
    latex.add_argument("--tag", metavar="TEXT", help="give it a tag")
    latex.add_argument("--preamble", metavar="FILE", help="write it in the macros that this file defines")
    latex.add_argument("--standalone", action="store_true", help="a document that compiles by itself")
    latex.add_argument(
        "--format", choices=("latex", "markdown"), default="latex", help="what to print (default: latex)"
    )
    latex.add_argument("-o", "--output", metavar="FILE", help="write it to a file")
