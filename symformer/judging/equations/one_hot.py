"""A product of token indices and an embedding matrix, read as one of one-hot rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symformer.algebra.dimension import Dimension
from symformer.terms.show import show_styled, spell_styled
from symformer.terms.term import Index, Product, Relation, Space, Symbol, Term

if TYPE_CHECKING:
    from symformer.semantics.shapes.inference import StatementShape

LENGTH, WORDS, WIDTH = 5, 7, 3  # different primes


@dataclass(frozen=True, slots=True)
class OneHotReading:
    """Indices that are multiplied by a matrix as if each were a one-hot row; ``difference`` from a look-up."""

    indices: Term
    matrix: Term
    length: str
    words: str
    width: str
    difference: float

    def in_words(self) -> str:
        """What stands there, and how it can be read."""
        indices, matrix = show_styled(self.indices), show_styled(self.matrix)
        close = "to the last digit" if not self.difference else f"to {self.difference:.0e}"
        return (
            f"as one-hot rows ({self.length} × {self.words}) it is token-embedding, {close}; "
            f"{indices} ({self.length}) itself cannot multiply {matrix} ({self.words} × {self.width})"
        )


def one_hot_reading(shaped: StatementShape, seed: int = 0) -> OneHotReading | None:
    """The reading of ``X = w E`` with n indices w and a matrix E of V rows, where the note says that X has n rows.

    None where a statement is nothing of the kind.
    """
    term = shaped.statement.term
    if not isinstance(term, Relation) or len(term.sides) < 3 or not isinstance(term.sides[-1], Space):
        return None
    product = term.sides[1]
    if not isinstance(product, Product) or len(product.factors) != 2:
        return None
    indices, matrix = product.factors
    if not isinstance(indices, Symbol | Index) or not isinstance(matrix, Symbol | Index):
        return None
    left, right = (shaped.environment.shape_of(each) for each in (indices, matrix))
    if left is None or right is None or left.rank != 1 or right.rank != 2 or left.sizes[0] == right.sizes[0]:
        return None
    length, (words, width) = left.sizes[0], right.sizes
    if [show_styled(each) for each in term.sides[-1].sizes] != [spell_styled(str(each)) for each in (length, width)]:
        return None
    told = [_told(each) for each in (length, words, width)]
    return OneHotReading(indices, matrix, told[0], told[1], told[2], _difference(seed))


def _told(size: Dimension) -> str:
    return spell_styled(str(size))


def _difference(seed: int) -> float:
    """How far a product of one-hot rows is from looking the rows up."""
    import numpy as np

    from symformer.reasoning.running.compiled import compiled, difference

    rng = np.random.default_rng(seed)
    table, places = rng.normal(size=(WORDS, WIDTH)), rng.integers(0, WORDS, size=LENGTH)
    product = compiled(Product((Symbol("T"), Symbol("E"))))({"T": np.eye(WORDS)[places], "E": table})
    return difference(product, table[places]).difference
