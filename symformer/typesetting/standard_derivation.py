"""A derivation of the catalogue as a Python object: its steps with reasons and proofs, and its LaTeX."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symformer.catalogue.derivation import Derivation
from symformer.catalogue.derived import derivation as found_derivation
from symformer.catalogue.derived import read_derivation
from symformer.notations import notation as found_notation
from symformer.typesetting.derivations import ComposedDerivation, compose_derivation
from symformer.typesetting.notating import renaming
from symformer.typesetting.setting import aligned_rows


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """A side of the chain: its relation to the side before, its LaTeX, why it follows, and what was proved of it."""

    relation: str
    latex: str
    reason: str
    mark: str


@dataclass(frozen=True, slots=True)
class StandardDerivation:
    """A derivation of the catalogue; notebooks show it typeset.

    >>> shift = derivation("softmax-shift")
    >>> shift.title
    'Softmax does not see a number that is added to all scores'
    >>> shift.steps[1].reason, shift.steps[1].mark
    ('the exponential of a sum is a product', 'proved (entry by entry, c = 3)')
    """

    derivation: Derivation

    @property
    def id(self) -> str:
        """Its name in the catalogue."""
        return self.derivation.id

    @property
    def title(self) -> str:
        """What it shows."""
        return self.derivation.title

    @property
    def source(self) -> str:
        """Where it is published, "" where it is nobody's in particular."""
        return str(self.derivation.source or "")

    @property
    def steps(self) -> tuple[WrittenStep, ...]:
        """Its steps in plain letters, each judged by itself."""
        composed = compose_derivation(self.derivation, found_notation("plain"))
        return tuple(
            WrittenStep(line.relation, line.right, line.reason, mark)
            for line, mark in zip(composed.display.lines, composed.marks, strict=True)
        )

    def latex(self, *, notation: str = "plain") -> str:
        """The whole chain as one aligned formula, without the reasons. Raises UnknownNotation."""
        found = read_derivation(self.derivation)
        composed = ComposedDerivation(found, renaming(found.whole, found_notation(notation)))
        rows = aligned_rows([replace(line, reason="") for line in composed.display.lines])
        return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


def derivation(name: str) -> StandardDerivation:
    """The derivation of a name. Raises UnknownDerivation, with the names that are near."""
    return StandardDerivation(found_derivation(name))
