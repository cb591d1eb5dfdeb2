r"""Sines and cosines worked in numbers, in turn, of which each has an angle of its own where a pair has one.

``\sin(1/10000^{0/4}), \cos(1/10000^{1/4}), \sin(1/10000^{2/4}), \cos(1/10000^{3/4})`` counts on in the exponent, where
the note's formula has an exponent for each pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Cases, Number, Power, Product, Quotient, Relation, Sum, Symbol, Term, walk

WAVES = frozenset({"sin", "cos"})
FEWEST = 4  # two pairs, so that it is no chance


@dataclass(frozen=True, slots=True)
class _Wave:
    """A wave in numbers: sin or cos of ``position / base^(counted / width)``."""

    statement: Statement
    term: Apply
    position: Fraction
    base: Fraction
    counted: Fraction
    width: Fraction

    def follows(self, before: _Wave) -> bool:
        """Whether it is the next entry of the same row."""
        row, other = ((each.position, each.base, each.width) for each in (self, before))
        return row == other and self.counted == before.counted + 1 and self.term.function != before.term.function


def worked_wave_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the first cosine of worked pairs whose exponent counts on, where the note's formula has pairs."""
    run: list[_Wave] = []
    for wave in _worked(model):
        run = [*run, wave] if run and wave.follows(run[-1]) else [wave]
        if len(run) == FEWEST and run[0].term.function == "sin" and run[0].counted % 2 == 0:
            formula = next(_paired_formulas(model), None)
            if formula is None:
                return
            sine, cosine = run[0], run[1]
            yield Problem(
                cosine.statement.place(cosine.term.origin),
                f"this cosine has the exponent {_exponent(cosine)}, "
                f"where the formula of this note gives it that of the sine of its pair, {_exponent(sine)}",
                related=(
                    Related(sine.statement.place(sine.term.origin), f"{_exponent(sine)} here"),
                    Related(formula.span, "the formula"),
                ),
                evidence={"kind": "symbol", "symbol": show_styled(cosine.term)},
            )
            return


def _exponent(wave: _Wave) -> str:
    return f"{wave.counted}/{wave.width}"


def _worked(model: SemanticModel) -> Iterator[_Wave]:
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        term = statement.term.sides[0] if isinstance(statement.term, Relation) else statement.term
        match term:
            case Apply(
                arguments=(
                    Quotient(
                        numerator=Number(value=position),
                        denominator=Power(
                            base=Number(value=base),
                            exponent=Quotient(numerator=Number(value=counted), denominator=Number(value=width)),
                        ),
                    ),
                )
            ) if term.function in WAVES:
                yield _Wave(statement, term, position, base, counted, width)


def _paired_formulas(model: SemanticModel) -> Iterator[Statement]:
    """The formulas of a note whose cosine has an exponent that both entries of a pair share; none where one has not."""
    found: list[Statement] = []
    for statement in model.statements:
        for part in walk(statement.term):
            if isinstance(part, Apply) and part.function == "cos" and (counted := _counted(part)) is not None:
                if isinstance(counted, Symbol):
                    return  # counts one by one
                if _is_told_of_odd(statement.term) and statement not in found:
                    found.append(statement)
    yield from found


def _counted(wave: Apply) -> Term | None:
    """What the exponent of a wave in letters counts by: ``j - 1`` of ``(j - 1)/d``."""
    match wave.arguments:
        case (Quotient(denominator=Power(exponent=Quotient(numerator=numerator))),):
            if any(isinstance(part, Symbol) for part in walk(numerator)):
                return numerator
    return None


def _is_told_of_odd(term: Term) -> bool:
    """Whether a formula tells the two entries of a pair apart: 2i + 1 on its left, or cases."""
    left = term.sides[0] if isinstance(term, Relation) else term
    odd = any(isinstance(part, Sum) and Number(Fraction(1)) in part.terms for part in walk(left))
    doubled = any(isinstance(part, Product) and Number(Fraction(2)) in part.factors for part in walk(left))
    return odd and doubled or any(isinstance(part, Cases) for part in walk(term))
