"""What a note says about a symbol: its shape, its concept, its value, its kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from symformer.terms.term import Term
from symformer.text.span import Span

Role = Literal["dimension", "index", "scalar", "vector", "matrix", "tensor", "function", "set", "unknown"]
Part = Literal["whole", "row", "column"]


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration, from a formula, a sentence, a list, a table, or the author's annotation.

    ``symbol`` is a Symbol, or an Index over one where the declared name carries an index
    (``\\mathbf{W}_h^q`` declares every member of the family).  ``sizes`` are the declared sizes as
    terms (``(n, d_k)``; one for a vector; none for a scalar), None where no shape is declared.
    ``value`` is what the symbol equals where a value or definition is given.
    ``concept`` is a canonical concept ("sequence length", "embedding dimension", "number of heads",
    "head index", "vocabulary size", "key dimension", "position", "query weight", ...) or the note's
    own words.  ``span`` is the declared name's place in the source text, ``evidence`` the whole
    phrase to quote.  Visible from ``visible_from`` (an offset of the source text).
    """

    symbol: Term
    span: Span
    evidence: Span
    visible_from: int
    sizes: tuple[Term, ...] | None = None
    domain: str | None = None  # "R", "Z", "{0,1}" ... of the entries
    concept: str | None = None
    role: Role = "unknown"
    value: Term | None = None
    ranges: tuple[Term | None, Term | None] | None = None  # of an index: first and last value
    like: Term | None = None  # the symbol whose shape this one has: "$K$ has the same shape as $Q$"
    part: Part = "whole"  # of ``like``: a row of it, a column of it
    by: Literal["formula", "prose", "table", "annotation", "settings"] = "formula"
