"""The reader's own numbers: a JSON object of arrays, or the matrices that a note shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from symformer.algebra.printed import printed
from symformer.analysis import analyse
from symformer.catalogue.reading import Letter
from symformer.faces import files
from symformer.faces.outcome import WrongRequest
from symformer.settings import Settings
from symformer.terms.term import EQUAL, Matrix, Number, Relation, Term
from symformer.typesetting.notating import Renaming
from symformer.typesetting.numbers import Numbers

MOST_DIGITS = 300  # of a number
Values = Callable[[Renaming], Mapping[Term, Numbers]]


def own_values(path: str) -> Values:
    """What a file says of the letters of an equation. Raises WrongRequest."""
    try:
        data = files.read_bytes(path)
    except OSError as error:
        raise WrongRequest(f"{path}: {str(error.strerror or error).lower()}") from None
    return _of_json(path, data) if path.endswith(".json") else _of_note(path, data)


def _of_json(path: str, data: bytes) -> Values:
    try:
        told = json.loads(data, parse_float=str, parse_int=str)
    except ValueError as error:
        raise WrongRequest(f"{path}: no JSON: {error}") from None
    if not isinstance(told, dict):
        raise WrongRequest(f'{path}: must be an object such as {{"Q": [[1, 0.5], [0, 2]]}}')

    def values(how: Renaming) -> dict[Term, Numbers]:
        by_name = {name: letter for letter in how.letters for name in _names(letter, how)}
        found: dict[Term, Numbers] = {}
        for name, array in told.items():
            if name not in by_name:
                known = ", ".join(dict.fromkeys(how.spellings[each.term] for each in how.letters if each.shape))
                raise WrongRequest(f"{path}: no letter {name!r} here: there are {known}")
            found[by_name[name].term] = _turned(_numbers(path, name, array), how)
        return found

    return values


def _names(letter: Letter, how: Renaming) -> Iterator[str]:
    yield letter.latex
    yield how.spellings[letter.term]
    if letter.concept is not None:
        yield letter.concept.id


def _numbers(path: str, name: str, array: Any) -> Numbers:
    if isinstance(array, str):
        return Numbers(((_exact(path, name, array),),), 0, _decimals([array]))
    rows = array if isinstance(array, list) and array and isinstance(array[0], list) else [array]
    lists = all(isinstance(row, list) and row for row in rows)
    if (
        not lists
        or len({len(row) for row in rows}) != 1
        or not all(isinstance(cell, str) for row in rows for cell in row)
    ):
        raise WrongRequest(f"{path}: {name} must be a number, a list of numbers, or rows of one length")
    cells = tuple(tuple(_exact(path, name, cell) for cell in row) for row in rows)
    return Numbers(cells, 2 if rows is array else 1, _decimals([cell for row in rows for cell in row]))


def _exact(path: str, name: str, text: str) -> Fraction:
    _, _, exponent = text.casefold().partition("e")
    if len(text) > MOST_DIGITS or len(exponent) > len("-300"):
        raise WrongRequest(f"{path}: {name} holds {text[:20]!r}, which is too long a number to work with")
    try:
        return Fraction(text)
    except ValueError:
        raise WrongRequest(f"{path}: {name} holds {text!r}, which is no number") from None


def _decimals(cells: list[str]) -> int:
    return max(len(cell.partition(".")[2]) for cell in cells)


def _turned(numbers: Numbers, how: Renaming) -> Numbers:
    """Column vectors as the rows that the catalogue counts in."""
    if not how.columns or numbers.rank != 2:
        return numbers
    return Numbers(tuple(zip(*numbers.rows, strict=True)), 2, numbers.decimals)


def _of_note(path: str, data: bytes) -> Values:
    analysis = analyse(path, data, Settings())
    if analysis.model is None:
        raise WrongRequest(f"{path}: could not be read as a note")
    shown: dict[Term, Numbers] = {}
    for statement in analysis.model.statements:
        term = statement.term
        if (
            isinstance(term, Relation)
            and term.relations[-1] in EQUAL
            and (numbers := _shown(term.sides[-1])) is not None
        ):
            shown.setdefault(term.sides[0], numbers)

    def values(how: Renaming) -> dict[Term, Numbers]:
        plain = {noted: letter for letter, noted in how.terms.items()}
        found = {plain[each]: _turned(numbers, how) for each, numbers in shown.items() if each in plain}
        if not found:
            raise WrongRequest(f"{path}: shows no numbers for a letter of this equation")
        return found

    return values


def _shown(term: Term) -> Numbers | None:
    """The numbers of a displayed matrix or number."""
    if isinstance(term, Number) and term.printed is not None:
        return Numbers(((term.value,),), 0, term.printed.decimals)
    if not isinstance(term, Matrix):
        return None
    cells = [cell for row in term.rows for cell in row]
    if not all(isinstance(cell, Number) for cell in cells):
        return None
    decimals = max((cell.printed or printed("0")).decimals for cell in cells if isinstance(cell, Number))
    rows = tuple(tuple(cell.value for cell in row if isinstance(cell, Number)) for row in term.rows)
    return Numbers(rows, 2 if term.style == "matrix" else 1, decimals)
