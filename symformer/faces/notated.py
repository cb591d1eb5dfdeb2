"""Whose letters a request asks for: a notation by name, or by a file of the reader's own; and one learnt from a note."""

from __future__ import annotations

import argparse
import re

from symformer.faces.outcome import Outcome, WrongRequest
from symformer.notations import Notation, UnknownNotation, notation


def notation_asked(name: str) -> Notation:
    """The notation of a name, or that of a TOML file.  Raises WrongRequest."""
    if not name.endswith(".toml"):
        try:
            return notation(name)
        except UnknownNotation as unknown:
            raise WrongRequest(str(unknown)) from None
    from symformer.faces import files
    from symformer.notations.own import BadNotation, notation_in

    try:
        found = notation_in(files.read_text(name), name)
    except BadNotation as bad:
        raise WrongRequest(str(bad)) from None
    except UnicodeDecodeError:
        raise WrongRequest(f"{name}: it is not UTF-8") from None
    except OSError as error:
        raise WrongRequest(f"{name}: {(error.strerror or str(error)).lower()}") from None
    _refuse_unread(found, name)
    return found


def _refuse_unread(found: Notation, name: str) -> None:
    """Each letter of one's own has to be read again, or no formula with it could be proved."""
    from symformer.catalogue.reading import term_of
    from symformer.reading.vocabulary import Vocabulary
    from symformer.terms.term import Unknown, walk

    for concept, letter in (*found.letters.items(), *found.spare.items()):
        if any(isinstance(part, Unknown) for part in walk(term_of(letter, Vocabulary()))):
            hint = "write what a macro stands for, and give the macro by --preamble"
            raise WrongRequest(f"{name}: letters: {concept} = {letter!r} is not understood: {hint}")


def learn(options: argparse.Namespace) -> Outcome:
    """``symformer notation learn NOTE``: a notation from what a note says of its own symbols."""
    from pathlib import Path

    from symformer.faces import files
    from symformer.faces.commands import one_note
    from symformer.notations.own import as_toml
    from symformer.translating.learning import NothingLearnt, learnt

    name = re.sub(r"[^a-z0-9]+", "-", Path(options.name).stem.casefold()).strip("-") or "note"
    model = one_note(options, options.name).model()
    try:
        text = as_toml(learnt(model, name, Path(options.name).stem))
    except NothingLearnt as nothing:
        raise WrongRequest(f"{options.name}: {nothing}") from None
    if options.output is None:
        return Outcome(text)
    try:
        files.write_bytes(options.output, text.encode("utf-8"))
    except OSError as error:
        raise WrongRequest(f"{options.output}: {(error.strerror or str(error)).lower()}") from None
    return Outcome("")
