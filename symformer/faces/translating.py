"""``symformer translate NOTE --to N``: a note in another notation, and what of it is left as it was."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from symformer.documents.encoding import decode
from symformer.faces import files
from symformer.faces.commands import OneNote, one_note
from symformer.faces.fixing import diff_between
from symformer.faces.layout import WIDTH, cut
from symformer.faces.notated import notation_asked
from symformer.faces.outcome import Outcome, WrongRequest
from symformer.reporters.screen import printable
from symformer.semantics.model import SemanticModel
from symformer.translating.letters import Letter
from symformer.translating.translation import CannotEncode, Left, Translation, translate

MOST_LEFT = 20  # of what is left, that are told one by one
LEFT_SOMETHING = 1


def translated(options: argparse.Namespace) -> Outcome:
    """``symformer translate``: the note in the other notation on standard output or in a file, the account beside it."""
    target, source = notation_asked(options.to), None
    if options.source is not None:
        source = notation_asked(options.source)
    note = one_note(options, options.note)
    model = note.model()
    try:
        made = translate(note.data, model, note.model, target, source)
    except CannotEncode as refused:
        raise WrongRequest(f"{note.target.shown}: {refused}") from None
    sys.stderr.write("".join(f"symformer: {line}\n" for line in _account(note, model, made)))
    status = LEFT_SOMETHING if any(each.formula for each in made.left) else 0
    if options.diff:
        return Outcome(diff_between(note.target.shown, note.data, made.data), status)
    if options.output is None:
        return Outcome(decode(made.data)[0], status)
    try:
        files.write_bytes(options.output, made.data)
    except OSError as error:
        raise WrongRequest(f"{options.output}: {(error.strerror or str(error)).lower()}") from None
    return Outcome("", status)


def _account(note: OneNote, model: SemanticModel, made: Translation) -> Iterator[str]:
    """What was done and what was not, each in a line."""
    shown = printable(note.target.shown)
    places = sum(made.given.values())
    if not made.given and not made.left:
        yield f"{shown}: nothing to translate: no symbol is known that {made.letters.notation.id} writes otherwise"
        return
    changed = counted(made.formulas, "formula")
    words = f", {made.plain} in sentences" if made.plain else ""
    symbols = f"{counted(len(made.given), 'symbol')} at {counted(places, 'place')}{words}"
    yield f"{shown}: {symbols}; {changed} changed, each read again as the same"
    for handle, letter in made.renamed.items():
        yield f"{shown}: {handle} is now {letter.text}: {_taken(handle, made)}"
    for each in made.left[:MOST_LEFT]:
        yield cut(
            f"{shown}:{_line(model, each)}: left: {' '.join(each.what.split())}{': ' if each.what else ''}{each.reason}",
            2 * WIDTH,
        )
    if len(made.left) > MOST_LEFT:
        yield f"{shown}: and {len(made.left) - MOST_LEFT} more are left"


def counted(number: int, what: str) -> str:
    """A number of things, in words."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _taken(shown: str, made: Translation) -> str:
    meant: Letter | None = next((each for each in made.given if each.concept is not None and each.text == shown), None)
    return (
        f"{made.letters.notation.id} has it for the {meant.concept.meaning}"
        if meant and meant.concept
        else "its letter is taken"
    )


def _line(model: SemanticModel, left: Left) -> str:
    place = model.document.source.place(left.span.start)
    return str(place.line) if place.cell is None else f"{place.cell}:{place.cell_line}"
