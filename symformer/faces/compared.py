"""``symformer latex EQUATION --against NOTE``: a formula of a note beside the standard equation, differences in colour."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from symformer.analysis import analyse
from symformer.catalogue.equation import Equation
from symformer.catalogue.lookup import UnknownEquation, named
from symformer.catalogue.reading import read
from symformer.faces import files
from symformer.faces.outcome import WrongRequest
from symformer.notations import Notation
from symformer.printing.style import PLAIN
from symformer.reasoning.near_miss import near_miss
from symformer.reasoning.recognise import recognised
from symformer.settings import Settings
from symformer.terms.term import Relation, Term
from symformer.typesetting.differing import coloured, difference, differing
from symformer.typesetting.notating import noted, renaming
from symformer.typesetting.setting import Display, Line, latex_display, markdown_display

AT_LINE = re.compile(r"(?P<path>.+):(?P<line>\d+)")
MOST = 0.7  # what differs in more than this share is another formula
OWN, STANDARD = "red", "blue"


@dataclass(frozen=True, slots=True)
class Pair:
    """A formula of a note and the standard one in the same letters, and the line of the note."""

    own: Term
    standard: Term
    line: int


def compared(name: str, against: str, notation: Notation, form: str) -> str:
    """Both formulas, one below the other, as LaTeX or Markdown. Raises WrongRequest."""
    try:
        found = named(name)
    except UnknownEquation as unknown:
        raise WrongRequest(str(unknown)) from None
    if not isinstance(found, Equation):
        raise WrongRequest(f"--against compares one equation, and {name} holds several: symformer equations lists them")
    path, pairs = _pairs(found, against, notation)
    pair = min(pairs, key=lambda each: difference(each.own, each.standard), default=None)
    if pair is None or difference(pair.own, pair.standard) > MOST:
        raise WrongRequest(f"{against}: no formula is near to {name}")
    own, standard = differing(pair.own, pair.standard)
    lines = (
        _line(own, OWN, f"{path.rsplit('/', 1)[-1]}, line {pair.line}"),
        _line(standard, STANDARD, str(found.source)),
    )
    same = "" if own != pair.own else "% nothing differs\n" if form == "latex" else ""
    if form == "markdown":
        return markdown_display(Display(lines)) + "\n"
    return same + latex_display(Display(lines)) + "\n"


def _line(term: Term, colour: str, whence: str) -> Line:
    reason = whence.replace("&", r"\&").replace("_", r"\_")
    if not isinstance(term, Relation):
        return Line("", "", coloured(term, colour, PLAIN), reason)
    left = coloured(term.sides[0], colour, PLAIN)
    sign, _, right = coloured(term, colour, PLAIN).removeprefix(left).strip().partition(" ")
    return Line(left, sign, right, reason)


def _pairs(equation: Equation, against: str, notation: Notation) -> tuple[str, Sequence[Pair]]:
    """The formulas of a note, or of one line of it, each with the standard in its letters where these are known."""
    at = AT_LINE.fullmatch(against)
    path, line = (at["path"], int(at["line"])) if at is not None else (against, None)
    try:
        analysis = analyse(path, files.read_bytes(path), Settings())
    except OSError as error:
        raise WrongRequest(f"{path}: {files.told(error)}") from None
    source = analysis.report.source
    if analysis.model is None or source is None:
        raise WrongRequest(f"{path}: could not be read as a note")
    found: list[Pair] = []
    for statement in analysis.model.statements:
        own, here = statement.term, source.place(statement.span.start).line
        if isinstance(own, Relation) and line in (None, here):
            found += [Pair(own, standard, here) for standard in _in_its_letters(own, equation, notation)]
    return path, found


def _in_its_letters(own: Relation, equation: Equation, notation: Notation) -> list[Term]:
    """The standard equation in a formula's own letters, where it is that one or nearly so; else in the notation's."""
    if any(each.equation.id == equation.id for each in recognised(own)):
        return [own]
    miss = near_miss(own, lambda: frozenset({equation.id}))
    if miss is not None and miss.equation.id == equation.id:
        return [Relation(own.relations, (*own.sides[: miss.side], miss.standard, *own.sides[miss.side + 1 :]))]
    given = read(equation)
    how = renaming(given, notation)
    return [noted(each, how) for each in given.statements if isinstance(each, Relation)]
