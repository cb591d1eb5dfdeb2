"""Values for letters: small ones that can be shown, others to confirm, and values that keep to a condition."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt

Point = dict[str, float]
SMALL = (2, 3, 5, 4, 7, 6, 1, 8, 9)
WEIGHT = "weight "


def parted(letter: str) -> tuple[str, tuple[int, ...]]:
    """The name of an entry and its places.

    >>> parted("A[2,1]"), parted("x[3]#1"), parted("b")
    (('A', (2, 1)), ('x#1', (3,)), ('b', ()))
    """
    name, bracket, rest = letter.partition("[")
    if not bracket:
        return letter, ()
    places, _, after = rest.rpartition("]")
    numbers = tuple(int(each) for part in places.split("][") for each in part.split(",") if each.lstrip("-").isdigit())
    return name + after, numbers


def _weights(letters: Iterable[str], chosen: random.Random) -> Point:
    """Probabilities of outcomes: two of three, or one of two, that leave something over."""
    return {each: chosen.uniform(0.15, 0.4) for each in letters if each.startswith(WEIGHT)}


def small(letters: Iterable[str]) -> Point:
    """Small whole numbers, all different while there are few."""
    found: Point = {}
    for at, each in enumerate(sorted(letters)):
        found[each] = float(SMALL[at % len(SMALL)])
    return {**found, **_weights(found, random.Random(1))}


def between(letters: Iterable[str], low: float, high: float, seed: int) -> Point:
    """Values between two bounds."""
    chosen = random.Random(seed)
    found = {each: round(chosen.uniform(low, high), 3) or high for each in sorted(letters)}
    return {**found, **_weights(found, chosen)}


KINDS: dict[str, tuple[Callable[[Iterable[str]], Point], ...]] = {
    "": (
        lambda letters: between(letters, -2.0, 2.0, 11),
        lambda letters: between(letters, -3.0, 3.0, 12),
        lambda letters: between(letters, -1.0, 1.0, 13),
    ),
    "for positive values": (
        small,
        lambda letters: between(letters, 0.3, 3.0, 21),
        lambda letters: between(letters, 0.5, 2.0, 22),
    ),
    "for values between 0 and 1": (
        lambda letters: between(letters, 0.05, 0.95, 31),
        lambda letters: between(letters, 0.1, 0.9, 32),
        lambda letters: between(letters, 0.02, 0.5, 33),
    ),
    "for negative values": (
        lambda letters: between(letters, -3.0, -0.3, 41),
        lambda letters: between(letters, -2.0, -0.5, 42),
    ),
}

# what is rounded off is counted, by whole numbers
WHOLE: dict[str, tuple[Callable[[Iterable[str]], Point], ...]] = {
    "for whole numbers": (
        small,
        lambda letters: _whole(letters, 51),
        lambda letters: _whole(letters, 52),
        lambda letters: _whole(letters, 53),
    )
}


def _whole(letters: Iterable[str], seed: int) -> Point:
    """Whole numbers from 1 on."""
    chosen = random.Random(seed)
    found: Point = {each: float(chosen.randint(1, 12)) for each in sorted(letters)}
    return {**found, **_weights(found, chosen)}


_ENTRY_OF_MEMBER = re.compile(r"([^\[\]]+)\[(\d+)\]\[(\d+)\]\Z")


def entries_of_members(letters: Iterable[str]) -> list[dict[str, str]]:
    """Which letters are one by two names: x_ij is the entry j of x_i, or x_i a column of what has the entries x_ij.

    >>> entries_of_members(["x[1,2]", "x[1][2]", "x[2][1]", "w[1]"])
    [{'x[1,2]': 'x[1][2]'}, {'x[1,2]': 'x[2][1]'}]
    >>> entries_of_members(["x[1,2]", "w[1]"])
    [{}]
    """
    present = set(letters)
    members = [found.groups() for each in sorted(present) if (found := _ENTRY_OF_MEMBER.match(each))]
    by_row = {f"{name}[{member},{entry}]": f"{name}[{member}][{entry}]" for name, member, entry in members}
    by_column = {f"{name}[{entry},{member}]": f"{name}[{member}][{entry}]" for name, member, entry in members}
    ways = [{each: way[each] for each in sorted(present & set(way))} for way in (by_row, by_column)]
    return [way for way in ways if way] or [{}]


# -- values that keep to a condition ----------------------------------------------------------------------------------


def _families(point: Mapping[str, float]) -> dict[tuple[str, tuple[int, ...]], list[tuple[tuple[int, ...], str]]]:
    """The entries that run along one axis: by their name and the places on the other axes."""
    found: dict[tuple[str, tuple[int, ...]], list[tuple[tuple[int, ...], str]]] = {}
    for letter in point:
        name, places = parted(letter)
        if places and not letter.startswith(WEIGHT):
            found.setdefault((name, places[:-1]), []).append((places, letter))
    return {key: sorted(each) for key, each in found.items() if len(each) > 1}


def _matrices(point: Mapping[str, float]) -> dict[tuple[str, tuple[int, ...]], dict[tuple[int, ...], str]]:
    """The entries of each matrix, and of each member of a family of matrices, by row and column."""
    found: dict[tuple[str, tuple[int, ...]], dict[tuple[int, ...], str]] = {}
    for letter in point:
        name, places = parted(letter)
        if len(places) >= 2:
            found.setdefault((name, places[:-2]), {})[places[-2:]] = letter
    return found


def sums_to_one(point: Point, only: str | None = None) -> Point:
    """Every family positive and of sum 1, or only the one of a name."""
    made = dict(point)
    for (name, _), members in _families(point).items():
        if only is None or name == only:
            total = sum(abs(point[letter]) for _, letter in members)
            made.update({letter: abs(point[letter]) / total for _, letter in members})
    return made


def sums_to_zero(point: Point) -> Point:
    """Every family of mean 0."""
    made = dict(point)
    for members in _families(point).values():
        mean = sum(point[letter] for _, letter in members) / len(members)
        made.update({letter: point[letter] - mean for _, letter in members})
    return made


def of_unit_length(point: Point) -> Point:
    """Every family of length 1."""
    made = dict(point)
    for members in _families(point).values():
        length = sqrt(sum(point[letter] ** 2 for _, letter in members)) or 1.0
        made.update({letter: point[letter] / length for _, letter in members})
    return made


def one_hot(point: Point) -> Point:
    """Families of labels, and lone labels, with entries 0 and 1."""
    made = dict(point)
    for (name, _), members in _families(point).items():
        if _is_label(name):
            made.update({letter: float(at == 1) for at, (_, letter) in enumerate(members)})
    for letter in point:
        if not parted(letter)[1] and _is_label(letter):
            made[letter] = float(point[letter] > 0.5)
    return made


def _is_label(name: str) -> bool:
    """Whether a name is one that labels have: y, t."""
    bare = name.partition("_")[0].replace("bold(", "").rstrip(")*'")
    return bare in ("y", "t", "Y", "T")


def symmetric(point: Point) -> Point:
    """Every square matrix equal to its transpose."""
    made = dict(point)
    for entries in _matrices(point).values():
        for (row, column), letter in entries.items():
            if row < column and (column, row) in entries:
                made[entries[column, row]] = point[letter]
    return made


def diagonal(point: Point) -> Point:
    """Every matrix zero beside its diagonal."""
    made = dict(point)
    for entries in _matrices(point).values():
        made.update({letter: 0.0 for (row, column), letter in entries.items() if row != column})
    return made


def orthogonal(point: Point) -> Point:
    """Every matrix with rows of length 1 at right angles; with such columns, where it is higher than wide.

    >>> made = orthogonal({"Q[1,1]": 3.0, "Q[2,1]": 4.0})
    >>> made["Q[1,1]"], made["Q[2,1]"]
    (0.6, 0.8)
    """
    made = dict(point)
    for entries in _matrices(point).values():
        height, width = max(row for row, _ in entries), max(column for _, column in entries)
        if len(entries) != height * width or min(min(each) for each in entries) < 1:
            continue
        upright = height > width
        lines: list[list[float]] = []
        for line in range(1, min(height, width) + 1):
            places = [(at, line) if upright else (line, at) for at in range(1, max(height, width) + 1)]
            vector = [point[entries[place]] for place in places]
            for other in lines:
                along = sum(a * b for a, b in zip(vector, other, strict=True))
                vector = [a - along * b for a, b in zip(vector, other, strict=True)]
            length = sqrt(sum(a * a for a in vector)) or 1.0
            lines.append([a / length for a in vector])
            made.update({entries[place]: value for place, value in zip(places, lines[-1], strict=True)})
    return made


CONDITIONS: dict[str, tuple[str, Callable[[Point], Point]]] = {
    "shares": ("where shares sum to one", sums_to_one),
    "centred": ("where entries sum to zero", sums_to_zero),
    "unit": ("for vectors of length one", of_unit_length),
    "labels": ("for labels that are 0 or 1", one_hot),
    "symmetric": ("for symmetric matrices", symmetric),
    "orthogonal": ("for orthogonal matrices", orthogonal),
    "diagonal": ("for diagonal matrices", diagonal),
}


OF_MATRICES = ("diagonal", "orthogonal", "symmetric")


def under_conditions(letters: Iterable[str], plausible: Iterable[str]) -> Iterator[tuple[str, list[Point]]]:
    """A few points under each plausible condition that changes anything, with what it is called.

    A condition may be one of a single letter (``orthogonal of U``); all of those hold together.

    >>> [name for name, _ in under_conditions(["U[1,1]", "U[1,2]"], ["orthogonal of U"])]
    ['with U orthogonal']
    """
    of_letters = [each.split(" of ") for each in sorted(plausible) if " of " in each]
    plausible = [each for each in plausible if " of " not in each]
    points = [between(letters, 0.1, 0.9, 51), between(letters, 0.2, 1.5, 52), between(letters, 0.05, 0.9, 53)]
    for key in sorted(plausible):
        name, change = CONDITIONS[key]
        changed = [change(point) for point in points]
        if changed != points:
            yield name, changed
    if "shares" in plausible:
        for family in sorted({name for name, _ in _families(points[0])}):
            yield f"where the {family} sum to one", [sums_to_one(point, family) for point in points]
    yield from _with_letters(points, of_letters, [key for key in sorted(plausible) if key in OF_MATRICES])


def _with_letters(
    points: Sequence[Point], of_letters: Sequence[Sequence[str]], others: Sequence[str]
) -> Iterator[tuple[str, list[Point]]]:
    """Points at which single letters keep to what is told of them, and the other matrices to one condition more."""
    names = {name for _, name in of_letters} & {name for name, _ in _matrices(points[0])}
    if not names:
        return
    rest = {name for name, _ in _matrices(points[0])} - names
    told = [(key, name) for key, name in of_letters if name in names]
    for key in ("", *others):
        both = [*told, *((key, name) for name in sorted(rest) if key)]
        label = f"with {', '.join(sorted(names))} orthogonal" + (f" and the others {key}" if key else "")
        yield label, [_kept_to(point, both) for point in points]


def _kept_to(point: Point, conditions: Iterable[Sequence[str]]) -> Point:
    """A point at which each matrix keeps to the condition of its name."""
    made = dict(point)
    for key, name in conditions:
        changed = CONDITIONS[key][1](point)
        made.update({letter: value for letter, value in changed.items() if parted(letter)[0] == name})
    return made
