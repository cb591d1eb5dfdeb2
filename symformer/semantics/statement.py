"""One thing the note says in mathematics: a lowered formula, or a value stated in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from symformer.documents.document import Formula
from symformer.syntax.nodes import Tree
from symformer.terms.term import Term
from symformer.text.mapped import MappedText
from symformer.text.span import Span

Carrier = Literal["formula", "prose", "table", "worksheet", "annotation", "output"]
Stance = Literal["asserted", "asked", "called wrong"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation chain or a bare expression, in document order.

    ``term.origin`` and all origins inside are spans of ``latex.text``; ``place`` leads them back
    to ``document.source.text``.  A formula with several statements (``Q = XW_Q, \\quad K = …``)
    gives several of these.  ``section`` is the index of the innermost section in
    ``document.sections`` (-1: before any heading).
    """

    term: Term
    latex: MappedText
    carrier: Carrier
    section: int = -1
    formula: Formula | None = None
    tree: Tree | None = None
    hedged: bool = False  # introduced as a supposition: "assume the scores are …"
    stance: Stance = "asserted"  # "is … ?" asks; "a common mistake is …" and ~~…~~ call it wrong
    unit: str = ""  # the word or sign right after the closing delimiter: "GB", "million", "%"
    sums_to_one: bool = False  # the words after it say so of its entries, or of each of its rows
    shares: bool = False  # introduced as a distribution: "the transition matrix is"
    renewed: bool = False  # introduced as something new: "now with another key matrix"
    stepped: bool = False  # in a line that begins as one of several steps: "Step 2: …"
    sets: bool = False  # right behind a word that sets it: "with", "from", "take"
    of_others: bool = False  # told as the way of others: "some authors write …"
    concludes: bool = False  # introduced as what follows: "so", "we get"
    by_words: bool = False  # only words say what was done to the numbers above: no formula does
    by_row: bool = False  # a row of a table, read across as an equation
    _span: Span | None = field(default=None, init=False, repr=False, compare=False)  # see ``span``

    def place(self, origin: Span) -> Span:
        """The span of the source text that a span of the LaTeX was written as."""
        return self.latex.origin_span(origin)

    @property
    def span(self) -> Span:
        """Where the statement stands in the source text: found once, as statements are sorted and looked up by it."""
        span = self._span
        if span is None:
            span = self.place(self.term.origin)
            object.__setattr__(self, "_span", span)
        return span
