"""The values of a note's names in one run of the model: sizes and inputs drawn once, results as they come."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from symformer.judging.chain.names import (
    Family,
    Key,
    Name,
    base_of,
    key_of,
    labelled,
    names_in,
    part_of,
    plain,
    scripts_of,
    spelled,
)
from symformer.judging.equations.verified import CONSTANTS, is_equation, size_value
from symformer.notations.concept import concepts_by_id
from symformer.semantics.notation.profile import notation_of
from symformer.terms.show import show
from symformer.terms.term import Index, Product, Sum, Symbol, walk
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.algebra.shape import Shape
    from symformer.semantics.model import SemanticModel
    from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape

PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
HEADS = 2  # so that the width of the model is even, as sines and cosines in pairs ask
LARGE = 40
MOST_CELLS = 250_000
# the sizes of the standard shapes, where the note tells none
STANDARD = {"n": 5, "m": 7, "d_k": 3, "d_v": 3, "d": 6, r"d_{\text{ff}}": 11, "N_V": 13, "h": HEADS}
SIZES = {
    "sequence length": "n", "embedding dimension": "d", "key dimension": "d_k", "head dimension": "d_k",
    "query dimension": "d_k", "value dimension": "d_v", "feed-forward dimension": r"d_{\text{ff}}",
    "vocabulary size": "N_V", "number of heads": "h",
}  # fmt: skip
CONCEPTS = {"stream": "input", "tokens": "one-hot"}  # whose shape a part has
MASK = Cued(r"mask", re.IGNORECASE)


@dataclass(slots=True)
class Values:
    """What is known in a run: ``sizes`` of the note's letters, ``standard`` ones, and drawn inputs in the note's form.

    ``columns``: the note's vectors are columns, so that its matrices are the transposes of the reference's.
    """

    seed: int
    sizes: Mapping[str, int]
    standard: dict[str, int]
    columns: bool = False
    inputs: dict[Key, Any] = field(default_factory=dict)
    axes: dict[Key, int] = field(default_factory=dict)  # of a family: how many indices tell its members apart
    meant: Mapping[str, str] = field(default_factory=dict)  # the standard size that a letter is said to be
    guessed: set[Key] = field(default_factory=set)  # drawn in the shape that such things have
    too_large: set[Key] = field(default_factory=set)
    shapes: Mapping[Key, Shape] = field(default_factory=dict)  # the first in letters that the note tells of each name

    def draw(
        self, name: Name, part: str, environment: ScopedEnvironment, fitting: tuple[int, ...] | None = None
    ) -> Any | None:
        """A value for a name that no equation gives; None where nothing says what it is.

        ``fitting`` is the shape that it must have where it stands, if the note does not tell another.
        """
        import numpy as np

        key = key_of(name)
        if key is None:
            return None
        told_sizes = self._told(name, part, environment)
        sizes = told_sizes or fitting or self._usual(name, part)
        told = environment.shape_of(plain(name))
        if sizes is None and told is not None and not told.sizes:
            sizes = ()
        if sizes is None:
            return None
        lead = self._members(name, sizes, part) if isinstance(key, Family) else ()
        if _cells((*lead, *sizes)) > MOST_CELLS:
            self.too_large.add(key)
            return None
        if told_sizes is None:
            self.guessed.add(key)
        rng = np.random.default_rng((self.seed, *_own_name(name, key).encode()))
        found: Any = rng.normal(size=(*lead, *sizes))
        if part == "mask" or MASK.search(base_of(key)):
            found = _mask((*lead, *sizes))
        elif part in ("tokens", "one-hot"):
            found = np.eye(sizes[-1])[rng.integers(0, sizes[-1], size=sizes[:-1])]
        elif not sizes:
            found = rng.uniform(0.2, 0.8, size=lead)
        self.inputs[key] = found
        self.axes[key] = len(lead)
        return found

    def is_told_anew(self, name: Name, environment: ScopedEnvironment) -> bool:
        """Whether an input that was drawn has other numbers of rows and columns in an example."""
        key, told = key_of(name), environment.shape_of(plain(name))
        if key is None or key not in self.inputs or told is None or not told.sizes or _in_letters(told):
            return False
        return self.whole(told) != self.inputs[key].shape[self.axes.get(key, 0) :] and key not in self.shapes

    def _members(self, name: Name, sizes: tuple[int, ...], part: str) -> tuple[int, ...]:
        """How many members a family has: one for each head where they are matrices, for each position else."""
        scripts = scripts_of(name) if isinstance(name, Index) else ()
        heads = len(sizes) > 1 or part.endswith(("-weights", "-bias"))
        one = self.standard["h"] if heads else self.standard["m" if part in ("keys", "values") else "n"]
        return (one,) * len(scripts)

    def _told(self, name: Name, part: str, environment: ScopedEnvironment) -> tuple[int, ...] | None:
        """The shape that the note tells, in numbers."""
        told, first_told = environment.shape_of(plain(name)), self.shapes.get(key_of(name) or name)
        if first_told is not None and (told is None or not _in_letters(told)):
            told = first_told  # numbers are those of an example
        if told is not None and part == "tokens" and told.rank == 1:  # read as one-hot rows
            first = self.whole(told)
            return None if first is None else (*first, self.standard["N_V"])
        return self.whole(told) if told is not None else None

    def _usual(self, name: Name, part: str) -> tuple[int, ...] | None:
        """The shape that what plays such a part has."""
        concept = concepts_by_id().get(CONCEPTS.get(part, part))
        if concept is None or not concept.sizes:
            return None
        sizes = tuple(self.standard_size(each) for each in concept.sizes)
        if self.columns and len(sizes) > 1:
            sizes = sizes[::-1]
        return sizes[-1:] if isinstance(name, Index) and _is_of_a_row(name) else sizes

    def standard_size(self, told: str) -> int:
        """A size of the standard shapes: d, or h d_v."""
        total = 1
        for letter in told.split(" "):
            total *= self.standard[letter]
        return total

    def whole(self, shape: Shape) -> tuple[int, ...] | None:
        """The numbers of a shape that the note tells."""
        found = []
        for size in shape.sizes:
            if any(letter not in self.sizes for letter in size.letters):
                return None
            number = size_value(size, self.sizes)
            if number.denominator != 1 or number <= 0:
                return None
            found.append(int(number))
        return tuple(found)

    def learn(self, part: str, shape: tuple[int, ...], known: Collection[str]) -> None:
        """The standard sizes that a shape of the note's own tells, where words do not."""
        concept = concepts_by_id().get(CONCEPTS.get(part, part))
        if concept is None or len(concept.sizes) != len(shape):
            return
        sizes = concept.sizes[::-1] if self.columns and len(shape) > 1 else concept.sizes
        for letter, number in zip(sizes, shape, strict=True):
            if letter in self.standard and letter not in known:
                self.standard[letter] = number

    def turned(self, array: Any, key: Key | None) -> Any:
        """A value between the note's form and rows: the transpose of a matrix where its vectors are columns."""
        rank = array.ndim - (self.axes.get(key, 0) if key is not None else 0)
        return array.swapaxes(-1, -2) if self.columns and rank > 1 else array

    def speaks_of_shapes(self, name: str) -> bool:
        """Whether a letter is a size of an array that the note tells in letters."""
        return any(name in size.letters for shape in self.shapes.values() for size in shape.sizes)

    def is_size(self, name: Name) -> bool:
        """Whether a letter is the size of something."""
        return spelled(name) in self.sizes


def _in_letters(shape: Shape) -> bool:
    return any(size.letters for size in shape.sizes) or not shape.sizes


def _is_of_a_row(name: Index) -> bool:
    """Whether a name such as x_i is one vector of many."""
    base = name.base.name if isinstance(name.base, Symbol) else ""
    plain = base.removeprefix("bold(").rstrip(")")
    return plain[:1].islower()


def _own_name(name: Name, key: Key) -> str:
    """What tells an input from all others: W_1 from W_2, the W_Q of all heads from that of one."""
    scripts = scripts_of(name) if isinstance(name, Index) and not isinstance(key, Family) else ()
    return "|".join((base_of(key), type(key).__name__, *map(show, scripts)))


def _cells(shape: Iterable[int]) -> int:
    total = 1
    for size in shape:
        total *= size
    return total


def _mask(shape: tuple[int, ...]) -> Any:
    """A mask that hides the future."""
    import numpy as np

    rows, columns = shape[-2:] if len(shape) > 1 else (1, shape[-1])
    hidden = np.arange(columns)[None, :] > np.arange(rows)[:, None] + max(0, columns - rows)
    return np.broadcast_to(np.where(hidden, -np.inf, 0.0), shape if len(shape) > 1 else (1, *shape)).copy()


def values_of(
    model: SemanticModel,
    statements: Iterable[StatementShape],
    parts: Mapping[Key, str],
    columns: bool,
    seed: int,
) -> Values | None:
    """Sizes for all letters of the note's equations, primes and all different but for what the note ties together."""
    from symformer.algebra.dimension import letter

    shapes: dict[Key, Shape] = {}
    numeric: dict[Key, Shape] = {}
    arrays = {base_of(key) for key in parts} | _multiplied(statements, parts)
    theory, last = None, None
    told: set[str] = set()
    for shaped in statements:
        environment = last = shaped.environment
        for name in names_in(shaped.statement.term):
            shape = environment.shape_of(name)
            key = key_of(labelled(name, [Symbol(each) for each in environment.index_names]))
            if key is not None and shape is not None and shape.sizes and _in_letters(shape):
                shapes.setdefault(key, shape)
                told |= {each for size in shape.sizes for each in size.letters}
            elif key is not None and shape is not None and shape.sizes:
                numeric.setdefault(key, shape)
            if isinstance(name, Symbol) and environment.theory.speaks_of(name.name) and name.name not in arrays:
                told.add(name.name)
        if is_equation(shaped.statement):
            theory = environment.theory
    meant = _sizes_meant(model)
    told |= {name for name in meant if theory is not None and theory.speaks_of(name)}
    reduced = {each: theory.reduce(letter(each))[0] for each in sorted(told)} if theory is not None else {}
    if not numeric:  # where no array has its shape in numbers, small ones do as well
        reduced = {
            each: letter(each) if size.number is not None and size.number > LARGE else size
            for each, size in reduced.items()
        }
    reduced = {each: letter(each) if arrays & set(size.letters) else size for each, size in reduced.items()}
    free = sorted({each for size in reduced.values() for each in size.letters}, key=lambda each: (each, len(each)))
    heads = [each for each in free if meant.get(each) == "h"]
    others = [each for each in free if each not in heads]
    if len(others) > len(PRIMES):
        return None
    for factor in (1, 2, 4):
        chosen = {each: factor * prime for each, prime in zip(others, PRIMES, strict=False)}
        for each in others:
            if meant.get(each) == "d" and factor == 1:
                chosen[each] *= 2
        chosen |= dict.fromkeys(heads, HEADS)
        numbers = {each: size_value(size, chosen) for each, size in reduced.items()}
        whole = {each: int(value) for each, value in numbers.items() if value.denominator == 1 and value > 0}
        if len(whole) == len(numbers):
            break
    standard = dict(STANDARD)
    in_shapes = Counter(each for shape in shapes.values() for size in shape.sizes for each in size.letters)
    for letter_, number in sorted(whole.items(), key=lambda each: in_shapes[each[0]]):
        if letter_ in meant:
            standard[meant[letter_]] = number
    named = {plain for name, plain in meant.items() if name in whole}
    if last is not None:
        for key in parts:
            shape = last.shape_of(key) if isinstance(key, Symbol) else None
            if shape is not None and shape.sizes and _in_letters(shape):
                shapes.setdefault(key, shape)
    found = Values(seed, whole, standard, columns, meant=meant, shapes=shapes)
    for key, shape in {**{key: each for key, each in numeric.items() if key not in shapes}, **shapes}.items():
        sizes = found.whole(shape)
        if sizes is not None:
            found.learn(part_of(key, parts), sizes, named)
    return found


def _multiplied(statements: Iterable[StatementShape], parts: Mapping[Key, str]) -> set[str]:
    """The letters that stand beside weights in a product, and those in words: arrays, whatever the sizes say."""
    found = set()
    for shaped in statements:
        for product in (each for each in walk(shaped.statement.term) if isinstance(each, Product)):
            keys = [key for name in names_in(product) if (key := key_of(name)) is not None]
            if any(part_of(key, parts).endswith("-weights") for key in keys):
                found |= {base_of(key) for key in keys}
        for total in (each for each in walk(shaped.statement.term) if isinstance(each, Sum)):
            if any(isinstance(each, Product) for each in total.terms):  # a bias
                added = [key for each in total.terms if (key := key_of(each)) is not None]
                found |= {base_of(key) for key in added if base_of(key).startswith(("b_", "b^", "bold(b)"))}
    return found


def _sizes_meant(model: SemanticModel) -> dict[str, str]:
    """The letters of a note that are standard sizes, with the plain letter of each."""
    found: dict[str, str] = {}
    for entry in notation_of(model):
        for meaning in entry.meanings:
            plain = SIZES.get(meaning.concept or "")
            if (
                plain is not None
                and isinstance(entry.term, Symbol)
                and meaning.kind in ("dimension", "scalar", "unknown")
            ):
                found.setdefault(entry.term.name, plain)
    return found


def is_constant(name: Name) -> bool:
    """Whether a name is π, e and the like."""
    return isinstance(name, Symbol) and name.name in CONSTANTS
