r"""Symbols that a reader knows without a word: from what the note is about, from its code, from the form they stand in.

The g of a falling body, the Σ of ``X = U Σ V^\top`` under "SVD", the Z of ``e^{-E} / Z``, the noise ε, the set
behind ``x \in \mathcal{R}``, the ``nu`` that the code beside the formulas sets.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from symformer.documents.document import Document
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.surroundings import sentence_before
from symformer.semantics.usage.spellings import Spelling, taken_apart
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)
from symformer.text.cued import Cued

NOISE = frozenset({"epsilon", "varepsilon"})
NUMBERS = frozenset("RNZCQ")
COLLECTED = frozenset("XYZH")
LOSSES = frozenset("EJLC")
DAMPINGS = frozenset({"lambda", "mu", "alpha", "delta", "tau", "gamma"})
IDENTITIES = ((Symbol("I"),), (Symbol("bold(I)"),))
SET_SIGNS = frozenset({"∈", "∉", "⊂", "⊆", "→", "⟶", "↦", "≅", "≃", ":"})
# letters by custom, and the words of a note by which they have it
BY_TOPIC = (
    (Cued(r"\bgravit", re.IGNORECASE), frozenset({"g", "G"})),
    (Cued(r"\bviscos", re.IGNORECASE), frozenset({"nu", "mu"})),
    (Cued(r"\bspeed of light\b", re.IGNORECASE), frozenset({"c"})),
    (Cued(r"\bBoltzmann|\btemperature", re.IGNORECASE), frozenset({"k_B", "k"})),
    (Cued(r"\bSVD\b|\bsingular[- ]value|奇异值", re.IGNORECASE), frozenset({"U", "Sigma", "V", "S", "D"})),
    (Cued(r"\beigen|\bspectral decomposition|特征值", re.IGNORECASE), frozenset({"Q", "Lambda", "V", "U"})),
    (Cued(r"\bCholesky"), frozenset({"L"})),
    (Cued(r"\bRoPE\b|\b[Rr]otary\b|旋转位置"), frozenset({"R"})),
    (Cued(r"\bcross[- ]entropy|\blabels?\b|\btargets?\b|交叉熵|标签", re.IGNORECASE), frozenset({"y", "Y"})),
)
_ASSIGNED = Cued(r"^[ \t>.]*((?:[A-Za-z]\w*[ \t]*,[ \t]*)*[A-Za-z]\w*)[ \t]*=(?!=)", re.MULTILINE)

_DRAWN = Cued(r"(?:\\sim|[∼~])\s*(?:\\(?:mathrm|text|operatorname)\s*\{)?\Z")
_PARAMETERS = Cued(r"\w?\}?\s*(?:\\[Bb]ig[lg]?|\\left)?\s*\\?[\[({]")


def _is_typed_with_its_number(use: Occurrence, spelling: Spelling, model: SemanticModel) -> bool:
    """Whether C_1 stands as C1 in the words: ``C1 : array-like, shape (ns, ns)``."""
    slots = use.term.indices if isinstance(use.term, Index) else ()
    if not slots or not isinstance(slots[0], Number) or len(spelling.letter) > 1:
        return False
    typed = re.compile(rf"(?<![\\$_^{{\w]){re.escape(spelling.letter)}{slots[0].value}(?!\w)")
    return typed.search(model.document.source.text) is not None


def _stands_by_members(spelling: Spelling, model: SemanticModel) -> bool:
    """Whether the small letter of a matrix stands with an index in the note."""
    if spelling.below or spelling.above or spelling.accents:
        return False
    small = spelling.letter.lower()
    members = model.uses.of(f"{spelling.font}({small})" if spelling.font else small)
    return any(isinstance(each.term, Index) for each in members.occurrences)


def _is_of_a_singular_decomposition(symbol: SymbolUses, model: SemanticModel) -> bool:
    r"""Whether a letter stands in ``U S V^\top``, which tells by its letters what they are."""
    decomposed = once(model, _singular_decompositions)
    return bool(decomposed) and any(symbol.name in decomposed.get(use.at, ()) for use in symbol.uses)


def _singular_decompositions(model: SemanticModel) -> dict[int, set[str]]:
    """The letters of singular decompositions, by the place of their statement among all."""
    found: dict[int, set[str]] = {}
    for at, statement in enumerate(model.statements):
        for part in walk(statement.term):
            match part:
                case Product(factors=(Symbol("U"), Symbol(values), Transpose(operand=Symbol("V")))):
                    if values in ("S", "D", "Sigma", "Lambda"):
                        found.setdefault(at, set()).update(("U", values, "V"))
    return found


def is_known_by_custom(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether a reader needs no word on a symbol that the note does not tell."""
    if _is_of_a_singular_decomposition(symbol, model):
        return True
    spelling = taken_apart(symbol.name)
    if spelling.letter in NOISE and not (spelling.below or spelling.above or spelling.accents):
        return True
    if symbol.name in once(model, _assigned_in_code) or _letter(spelling) in once(model, _letters_of_topics):
        return True
    uses = [each for each in symbol.uses if each.part == "used"]
    if not uses:
        return False
    if spelling.primes == 1 and _is_transposed(symbol.name.removesuffix("'"), uses, model):
        return True
    if symbol.name == "Delta" and all(_is_a_change(use, model) for use in uses):
        return True
    if symbol.name == "chi" and all(_is_squared(use, model) for use in uses):
        return True  # the distribution of a sum of squares
    if symbol.name == "alpha" and all(_is_a_level(use, model) for use in uses):
        return True  # of a test, or of an interval
    if spelling.letter in NOISE and all(_is_beside_bare_noise(use, spelling, model) for use in uses):
        return True  # two draws of ε merged into one
    if not (spelling.below or spelling.above or spelling.accents) and all(_mixes(use, model) for use in uses):
        return True
    if spelling.letter in LOSSES and all(_is_differentiated(use, model) for use in uses):
        return True
    if all(_is_bound_by_derivative(use, model) for use in uses):
        return True
    if symbol.name == "R" and all(_is_squared(use, model) for use in uses):
        return True  # the coefficient of determination
    if spelling.letter in NUMBERS and all(_is_set(use, model) for use in uses):
        return True
    if spelling.letter in ("mu", "sigma") and all(_is_normalised_by(use, model) for use in uses):
        return True  # the mean and the spread of what is normalised
    if spelling.letter == "delta" and all(_is_at_point(use, symbol.name, model) for use in uses):
        return True  # all of its weight at one place
    if all(_is_typed_with_its_number(use, spelling, model) for use in uses):
        return True
    if spelling.letter in COLLECTED and _stands_by_members(spelling, model):
        return True  # "in matrix form": X, where the formulas before it have x_i
    if symbol.name == "S" and all(_is_sphere(use, model) for use in uses):
        return True
    if symbol.name in ("c", "C") and all(_are_free_constants(use, model) for use in uses):
        return True
    if symbol.name in ("c", "C", "k") and any(_is_called_a_constant(use, model) for use in uses):
        return True
    if symbol.name in ("U", "N") and all(_is_drawn_from(use, model) for use in uses):
        return True  # uniform, normal
    if spelling.letter == "b" and all(_is_beside_its_weight(use, spelling, model) for use in uses):
        return True
    if len(symbol.name) == 1 and symbol.name.islower() and all(_is_dummy(use, model) for use in uses):
        return True
    if spelling.letter in ("J", "H") and spelling.below and _is_called(spelling.below, model):
        return True  # the Jacobian or Hessian of a function
    if spelling.letter in DAMPINGS and all(_damps(use, model) for use in uses):
        return True
    return spelling.letter == "Z" and any(_divides_weights(use, model) for use in uses)


_PRIMED_BRACKET = Cued(r"[)\]](?:'|\^\s*\{?\s*(?:'|\\prime))")


def _is_transposed(name: str, uses: list[Occurrence], model: SemanticModel) -> bool:
    """Whether a prime transposes an array that is told: it stands in a product with it, ``D'WD``, or brackets have primes."""
    base = model.uses.of(name)
    if not (base.is_told or base.is_mentioned):
        return False
    if _PRIMED_BRACKET.search(model.document.source.text) is not None:
        return True
    return all(
        any(
            isinstance(part, Product) and use.term in part.factors and Symbol(name) in part.factors
            for part in walk(model.statements[use.at].term)
        )
        for use in uses
    )


def _is_a_change(use: Occurrence, model: SemanticModel) -> bool:
    r"""Whether a Δ stands before a name, whose change it is: ``\Delta y_{it}``."""
    return any(
        isinstance(part, Product)
        and any(one == use.term and isinstance(other, Symbol | Index | Power) for one, other in pairwise(part.factors))
        for part in walk(model.statements[use.at].term)
    )


_LEVELS = (
    Sum((Number(Fraction(1)), Product((Number(Fraction(-1)), Symbol("alpha"))))),
    Quotient(Symbol("alpha"), Number(Fraction(2))),
)


def _is_a_level(use: Occurrence, model: SemanticModel) -> bool:
    r"""Whether α stands as ``1 - \alpha`` or ``\alpha / 2`` in what a function is taken at, or below a name: ``z_{1-\alpha}``."""
    return any(
        isinstance(part, Apply | Index) and any(within in _LEVELS for each in children(part) for within in walk(each))
        for part in walk(model.statements[use.at].term)
    )


def _is_beside_bare_noise(use: Occurrence, spelling: Spelling, model: SemanticModel) -> bool:
    """Whether noise under an accent stands in an equation with the same letter without one."""
    if not spelling.accents or spelling.below or spelling.above:
        return False
    names = (part.name for part in walk(model.statements[use.at].term) if isinstance(part, Symbol))
    return any(taken_apart(name).letter == spelling.letter and not taken_apart(name).accents for name in names)


def _mixes(use: Occurrence, model: SemanticModel) -> bool:
    r"""``\tau a + (1 - \tau) b``: by how much two things are mixed."""
    minus = Product((Number(Fraction(-1)), use.term))
    for part in walk(model.statements[use.at].term):
        if not isinstance(part, Sum):
            continue
        factors = [term.factors for term in part.terms if isinstance(term, Product)]
        rests = [each for each in factors if any(_is_rest(factor, minus) for factor in each)]
        if rests and any(use.term in each for each in factors):
            return True
    return False


def _is_rest(term: Term, minus: Term) -> bool:
    return (
        isinstance(term, Sum)
        and len(term.terms) == 2
        and term.terms[0] == Number(Fraction(1))
        and term.terms[1] == minus
    )


def _is_called(name: str, model: SemanticModel) -> bool:
    return any(
        isinstance(part, Apply) and part.function == name
        for statement in model.statements
        for part in walk(statement.term)
    )


def _is_dummy(use: Occurrence, model: SemanticModel) -> bool:
    r"""``\frac{d\sigma}{du} = \sigma(u)(1 - \sigma(u))``: what a function is taken at, and differentiated by."""
    parts = [part for part in walk(model.statements[use.at].term) if isinstance(part, Apply)]
    by = any(part.function == "derivative" and use.term in part.arguments[1:] for part in parts)
    return by and any(part.arguments == (use.term,) for part in parts)


def _damps(use: Occurrence, model: SemanticModel) -> bool:
    r"""``(J^\top J + \mu I)^{-1}``: a number that is added along the diagonal."""
    return any(
        isinstance(part, Sum)
        and any(
            isinstance(term, Product) and term.factors[0] == use.term and term.factors[1:] in IDENTITIES
            for term in part.terms
        )
        for part in walk(model.statements[use.at].term)
    )


def _is_beside_its_weight(use: Occurrence, spelling: Spelling, model: SemanticModel) -> bool:
    """Whether a bias is added to a product with a told weight of the same label: ``x W_head + b_head``."""
    if not (spelling.below or spelling.above):
        return False
    return any(
        isinstance(part, Sum)
        and use.term in part.terms
        and any(_is_weight_with_label(each, spelling, model) for term in part.terms for each in walk(term))
        for part in walk(model.statements[use.at].term)
    )


def _is_weight_with_label(term: Term, spelling: Spelling, model: SemanticModel) -> bool:
    if not isinstance(term, Symbol):
        return False
    own = taken_apart(term.name)
    return (
        own.letter == "W"
        and (own.below, own.above) == (spelling.below, spelling.above)
        and model.uses.of(term.name).is_told
    )


def _letter(spelling: Spelling) -> str:
    return spelling.letter + (f"_{spelling.below}" if len(spelling.below) == 1 and spelling.below.isupper() else "")


def _assigned_in_code(model: SemanticModel) -> frozenset[str]:
    """The names that the program code of a note sets: ``nu = 1 / Re``."""
    return frozenset(
        name.strip()
        for code in model.document.code
        for found in _ASSIGNED.finditer(code.text)
        for name in found[1].split(",")
    )


def _letters_of_topics(model: SemanticModel) -> frozenset[str]:
    """The letters whose customary meaning is what the note speaks of."""
    words = _words(model.document)
    return frozenset(letter for topic, letters in BY_TOPIC if topic.search(words) for letter in letters)


def _words(document: Document) -> str:
    return "\n".join(prose.text.text for prose in document.prose)


def _is_differentiated(use: Occurrence, model: SemanticModel) -> bool:
    r"""Whether a letter stands as what is differentiated: the loss in ``\partial E / \partial w``."""
    return any(
        isinstance(part, Apply) and part.function == "derivative" and part.arguments[0] == use.term
        for part in walk(model.statements[use.at].term)
    )


def _is_bound_by_derivative(use: Occurrence, model: SemanticModel) -> bool:
    r"""Whether a letter only names the argument of a function: ``\frac{d\sigma}{du} = \sigma(u)(1 - \sigma(u))``."""
    parts = tuple(walk(model.statements[use.at].term))
    slopes = {
        of.name if isinstance(of, Symbol) else of.function
        for part in parts
        if isinstance(part, Apply) and part.function == "derivative" and part.arguments[1:2] == (use.term,)
        if isinstance(of := part.arguments[0], Symbol | Apply)
    }
    return any(isinstance(part, Apply) and part.function in slopes and part.arguments == (use.term,) for part in parts)


def _is_squared(use: Occurrence, model: SemanticModel) -> bool:
    return any(
        isinstance(part, Power) and part.base == use.term and part.exponent == Number(Fraction(2))
        for part in walk(model.statements[use.at].term)
    )


def _is_set(use: Occurrence, model: SemanticModel) -> bool:
    r"""Whether a letter stands as the set behind ``\in``."""
    return any(
        isinstance(part, Relation) and part.relations[-1] == "∈" and part.sides[-1] == use.term
        for part in walk(model.statements[use.at].term)
    )


def _is_drawn_from(use: Occurrence, model: SemanticModel) -> bool:
    r"""Whether a letter stands right behind ``\sim`` with its parameters: ``b \sim U[0, 1]``."""
    text = model.document.source.text
    behind = _PARAMETERS.match(text, use.span.end) or _PARAMETERS.match(text, use.span.start)
    return behind is not None and _DRAWN.search(text[max(0, use.span.start - 24) : use.span.start]) is not None


def _is_normalised_by(use: Occurrence, model: SemanticModel) -> bool:
    r"""Whether a letter stands in a fraction of the form ``\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}``, or over a plain sigma."""
    for part in walk(model.statements[use.at].term):
        if not isinstance(part, Quotient) or not isinstance(part.numerator, Sum) or len(part.numerator.terms) != 2:
            continue
        above = {taken_apart(each.name).letter for each in walk(part.numerator.terms[1]) if isinstance(each, Symbol)}
        below = {taken_apart(each.name).letter for each in walk(part.denominator) if isinstance(each, Symbol)}
        if above == {"mu"} and "sigma" in below and use.term in set(walk(part)):
            return True
    return False


def _is_at_point(use: Occurrence, name: str, model: SemanticModel) -> bool:
    r"""``\delta_{y_l}``: what stands below is itself a point with a number."""
    return any(
        isinstance(part, Index) and part.base == Symbol(name) and len(part.indices) == 1
        and any(isinstance(inner, Index) for inner in walk(part.indices[0]))
        for part in walk(model.statements[use.at].term)
    )  # fmt: skip


def _is_sphere(use: Occurrence, model: SemanticModel) -> bool:
    r"""``S^2 \to \mathbb{R}``, ``x \in S^{d-1}``: a power that stands where sets do."""
    statement = model.statements[use.at].term
    return any(
        isinstance(part, Relation)
        and SET_SIGNS.issuperset(part.relations)
        and any(_is_power_of(side, use.term) for side in part.sides)
        for part in walk(statement)
    )


def _is_power_of(side: Term, term: Term) -> bool:
    match side:
        case Power(base=base):
            return base == term
        case Index(base=base, upper=(_,)):
            return base == term or side == term
    return False


def _divides_weights(use: Occurrence, model: SemanticModel) -> bool:
    """Whether a letter divides exponentials or potentials, so that these become shares."""
    return any(
        isinstance(part, Quotient) and part.denominator == use.term and _weighs(part.numerator)
        for part in walk(model.statements[use.at].term)
    )


def _weighs(numerator: Term) -> bool:
    return any(
        isinstance(part, Apply)
        and part.function in ("exp", "phi", "psi")
        or isinstance(part, Power)
        and part.base == Symbol("e")
        for part in walk(numerator)
    )


def is_of_a_law(name: str, term: Term) -> bool:
    """Whether a letter is any number in a law: σ(u + v) ≠ σ(u) + σ(v), cosh u ≤ e^{u²/2}, (a/c)/(b/c) = a/b.

    A constant that a chain gives its number is told there, too: ``μ = -γ = -0.577…``.
    """
    match term:
        case Relation(relations=relations, sides=(_, *others)) if len(others) > 1 and set(relations) <= {"=", "≈"}:
            if {type(part) for part in walk(others[-1])} <= {Number, Product, Ellipsis}:
                return any(each == Symbol(name) or _is_minus(each, Symbol(name)) for each in others[:-1])
        case Relation(relations=("=",), sides=(Quotient(Quotient(), Quotient()), Quotient()) as sides):
            own = [{part for part in walk(side) if isinstance(part, Symbol)} for side in sides]
            return Symbol(name) in own[0] and own[1] < own[0]
        case Relation(relations=("≤" | "≥" | "<" | ">",), sides=(Apply() as one, other) | (other, Apply() as one)):
            own = [{part for part in walk(side) if isinstance(part, Symbol)} for side in (one, other)]
            return all(letters - {Symbol("e"), Symbol("pi")} == {Symbol(name)} for letters in own)
        case Relation(sides=(Apply(function=law, arguments=(Sum() | Product() as joined,)), behind)):
            calls = [part for part in walk(behind) if isinstance(part, Apply) and part.function == law]
            letters = [part for part in walk(joined) if isinstance(part, Symbol)]
            apart = [letter for call in calls for letter in walk(call) if isinstance(letter, Symbol)]
            return Symbol(name) in letters and len(calls) > 1 and set(letters) == set(apart)
    return False


def _is_minus(term: Term, of: Term) -> bool:
    """Whether a term is the negative of another."""
    match term:
        case Product(factors=(Number(value=value), part)):
            return value == -1 and part == of
    return False


_CONSTANT = Cued(r"\bconstants?\b|\bKonstante\b|常数", re.IGNORECASE)


def _is_called_a_constant(use: Occurrence, model: SemanticModel) -> bool:
    """Whether the sentence before a formula speaks of a constant: "it does not change when a constant is added: f(x + c)"."""
    return (
        _CONSTANT.search(sentence_before(model.document.source.text, model.statements[use.at].span.start)) is not None
    )


def _are_free_constants(use: Occurrence, model: SemanticModel) -> bool:
    """Whether c_1, c_2 and so on, a number each, are the factors of the terms of one sum: they may be any numbers."""
    base = use.term.base if isinstance(use.term, Index) else None
    for part in walk(model.statements[use.at].term):
        if isinstance(part, Sum) and len(part.terms) > 2:
            firsts = [each.factors[0] if isinstance(each, Product) else each for each in part.terms]
            slots = {each.indices for each in firsts if isinstance(each, Index) and each.base == base}
            if len(slots) == len(firsts) and all(isinstance(slot, Number) for each in slots for slot in each):
                return True
    return False
