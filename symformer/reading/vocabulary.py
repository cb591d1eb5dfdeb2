"""What must be known of a note's names before its formulas can be read.

``a(b+c)``, ``K^T``, ``x_i`` and ``PE`` mean different things for different symbols, so the names
are collected first, from all formulas, and the formulas are read second.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from symformer.reading.entries import NONE
from symformer.reading.evidence import ROLES_OF, Evidence, Gather, is_lone_name
from symformer.syntax.nodes import Node, Tree
from symformer.terms.term import Term


@dataclass(unsafe_hash=True)
class Vocabulary:
    """The names of a note, by the part they play. All are canonical names of symbols.

    ``functions`` are called or defined as functions, ``indices`` are bound by a sum, a range or
    words, ``words`` are runs of letters that are one name (``FFN``), ``scalars`` are declared sizes
    and numbers, ``arrays`` are declared vectors and matrices, ``levels`` are names whose numeric
    superscripts count heads or layers (``W^1``, ``W^2``) instead of raising to a power.

    ``numbers`` are equal to a numeral or limit a sum or a range.  ``entries`` are names with a letter
    below that is an index there (``p_k`` under a sum over k), ``labels`` such where it is a label
    (``B_r`` beside ``B_c``), ``grids`` names with two indices (``a_{ij}``, ``a_{1n}``), so that
    ``a_{12}`` has two, ``series`` names with a superscript that counts (``s^1``), ``transposed`` names
    that somewhere are transposed for sure, ``layered`` names with an l above that counts layers, ``adjoints``
    names with an H above that is a conjugate transpose, ``values`` words that an equation defines as a
    value, so that ``attention V`` is a product, and ``called`` names before brackets that hold one letter.

    ``valued`` are names that stand among terms or factors without brackets behind them, ``applied`` names
    right before brackets with what no one multiplies by (a letter, several items), and ``places`` the
    "x(t" of ``x(t)``: such a name, with the letter.  ``settings`` are never so called, and given a decimal.  ``powered`` are names that are raised for sure
    (``p^{nk}``), ``exponents`` letters that no index is: above a numeral, or with a factorial (``k!``), and ``bounds`` names with a lower and
    an upper bound (``x^l``, ``x^u``).  ``above_vectors`` are small letters above a bold small letter: no vector is raised.  ``complements``
    are plain letters that are taken from one (``1 - B_1``): numbers, that may be raised.
    ``spoken`` are names with a letter below that is short for a word, whatever else the letter counts.
    ``primed`` are names that have a prime, and are not defined with it: where ``transposed`` holds a prime, it transposes them.
    """

    functions: frozenset[str] = frozenset()
    indices: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    scalars: frozenset[str] = frozenset()
    arrays: frozenset[str] = frozenset()
    levels: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    grids: frozenset[str] = frozenset()
    series: frozenset[str] = frozenset()
    transposed: frozenset[str] = frozenset()
    layered: frozenset[str] = frozenset()
    adjoints: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()
    valued: frozenset[str] = frozenset()
    applied: frozenset[str] = frozenset()
    settings: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    powered: frozenset[str] = frozenset()
    exponents: frozenset[str] = frozenset()
    bounds: frozenset[str] = frozenset()
    above_vectors: frozenset[str] = frozenset()
    complements: frozenset[str] = frozenset()
    spoken: frozenset[str] = frozenset()
    primed: frozenset[str] = frozenset()
    # see ``lower``
    lowered: dict[int, tuple[Node, Term]] = field(default_factory=dict, init=False, repr=False, compare=False)
    # what formulas say, where names are looked up when they are first asked for, and the names that join these
    evidence: Evidence | None = field(default=None, init=False, repr=False, compare=False)
    beside: Vocabulary | None = field(default=None, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[type[Vocabulary], tuple[frozenset[str], ...]]:
        """A copy holds all names, and no formulas to look for them in."""
        return Vocabulary, tuple(getattr(self, role) for role in _ROLES)

    def joined(self, other: Vocabulary) -> Vocabulary:
        """The names of both; what the formulas say is still looked for when it is asked for."""
        if self.evidence is not None and self.beside is None:
            made = _of_evidence(self.evidence)
            made.beside = other
            made.__dict__.update(
                {role: self.__dict__[role] | getattr(other, role) for role in _ROLES if role in self.__dict__}
            )
            return made
        return Vocabulary(*(getattr(self, role) | getattr(other, role) for role in _ROLES))


class _Gathered:
    """A part that names play, which nobody asked for yet: reading most formulas asks for few parts or none.

    What a vocabulary holds itself hides it, so that nothing is looked for twice.
    """

    def __init__(self, role: str, gather: Gather) -> None:
        self.role, self.gather = role, gather

    def __get__(self, vocabulary: Vocabulary, owner: type[Vocabulary]) -> frozenset[str]:
        """The names, as the formulas tell."""
        evidence = vocabulary.evidence
        names = NONE if evidence is None else evidence.told(self.gather).get(self.role, NONE)
        if vocabulary.beside is not None:
            names |= getattr(vocabulary.beside, self.role)
        setattr(vocabulary, self.role, names)
        return names


for _gather, _roles in ROLES_OF.items():
    for _role in _roles:
        setattr(Vocabulary, _role, _Gathered(_role, _gather))

_ROLES = tuple(each.name for each in fields(Vocabulary) if each.init)
NO_NAMES = Vocabulary()


class _Untold(Vocabulary):
    """What a formula that tells nothing gives away: nothing need be looked for."""


for _role in _ROLES:
    setattr(_Untold, _role, NONE)


def vocabulary_of(trees: Iterable[Tree]) -> Vocabulary:
    """The names that the formulas themselves give away, looked for when they are asked for.

    >>> from symformer.syntax.parser import parse
    >>> found = vocabulary_of([parse(r"\\sum_k p_k f(x)")])
    >>> sorted(found.indices), sorted(found.entries), sorted(found.applied)
    (['k'], ['p_k'], ['f'])
    """
    formulas = tuple(trees)
    if len(formulas) == 1 and is_lone_name(formulas[0].root):
        untold = object.__new__(_Untold)
        untold.lowered = {}
        untold.evidence = None
        return untold
    made = _of_evidence(Evidence(formulas))
    made.scalars = NONE  # only words tell of them
    return made


def _of_evidence(evidence: Evidence) -> Vocabulary:
    """A vocabulary none of whose names has been looked for."""
    made = object.__new__(Vocabulary)
    made.lowered = {}
    made.evidence = evidence
    return made
