"""Finding derivations by name, and reading their LaTeX by our own reader."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from symformer.catalogue import derivations
from symformer.catalogue.derivation import Derivation
from symformer.catalogue.equation import Equation
from symformer.catalogue.lookup import near
from symformer.catalogue.reading import Letter, ReadEquation, read
from symformer.catalogue.topics import topics_of
from symformer.notations.citation import Citation
from symformer.terms.term import Relation, Term

OURS = Citation("symformer", None, "derivations")


class UnknownDerivation(LookupError):
    """There is no derivation of that name; the message names those that are near."""


@dataclass(frozen=True, slots=True)
class DerivationTopic:
    """The derivations of one module."""

    id: str
    title: str
    derivations: tuple[Derivation, ...]


@dataclass(frozen=True, slots=True)
class ReadDerivation:
    """A derivation with its sides and what it rests on as terms, and its letters."""

    derivation: Derivation
    given: tuple[Term, ...]
    sides: tuple[Term, ...]
    relations: tuple[str, ...]
    whole: ReadEquation

    @property
    def letters(self) -> tuple[Letter, ...]:
        """Its letters, in the order in which they appear."""
        return self.whole.letters


@lru_cache(maxsize=1)
def derivation_topics() -> tuple[DerivationTopic, ...]:
    """Every topic of derivations, by name."""
    return tuple(DerivationTopic(name, title, module.DERIVATIONS) for name, title, module in topics_of(derivations))


def all_derivations() -> tuple[Derivation, ...]:
    """Every derivation, topic by topic."""
    return tuple(each for topic in derivation_topics() for each in topic.derivations)


def derivation(name: str) -> Derivation:
    """The derivation of a name. Raises UnknownDerivation.

    >>> derivation("softmax-shift").steps[-1].reason
    'definition of softmax'
    >>> derivation("softmaxshift")
    Traceback (most recent call last):
    symformer.catalogue.derived.UnknownDerivation: unknown derivation 'softmaxshift': did you mean softmax-shift...?
    """
    by_id = {each.id: each for each in all_derivations()}
    if name not in by_id:
        close = near(name, list(by_id))
        hint = f"did you mean {' or '.join(close)}?" if close else "symformer derive lists them"
        raise UnknownDerivation(f"unknown derivation {name!r}: {hint}")
    return by_id[name]


@lru_cache(maxsize=128)
def read_derivation(given: Derivation) -> ReadDerivation:
    """A derivation with its terms and letters; raises ValueError where a letter or a part is not known."""
    chain = " ".join([given.start, *(f"{step.relation} {step.latex}" for step in given.steps)])
    latex = r", \quad ".join([*given.given, chain])
    whole = read(Equation(given.id, given.title, latex, given.source or OURS, dict(given.where)))
    last = whole.statements[-1]
    if not isinstance(last, Relation) or len(last.sides) != len(given.steps) + 1:
        raise ValueError(f"{given.id}: its chain is not read as {len(given.steps) + 1} sides")
    return ReadDerivation(given, whole.statements[:-1], last.sides, last.relations, whole)
