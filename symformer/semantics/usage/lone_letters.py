"""Letters that stand once in a note that tells all its others: a rate beside told rates, an accent on a new letter."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.uses import SymbolUses
from symformer.terms.term import Index, Number, Product, Quotient, Relation, Symbol, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

RATES = frozenset("alpha beta gamma lambda eta mu tau rho kappa delta epsilon varepsilon".split())

_LEARNING = Cued(r"\blearning[- ]rates?\b(?!\s+(?:is\s+)?(?:of\s+)?\$)(?!\s*\(?\s*\$)", re.IGNORECASE)
_TOPICS = {
    "eta": _LEARNING,
    "alpha": _LEARNING,
    "lambda": Cued(r"\bregulari[sz]|\bpenalty|\bweight decay|正则", re.IGNORECASE),
    "gamma": Cued(r"\bdiscount", re.IGNORECASE),
}


def lone_letters(untold: Sequence[SymbolUses], model: SemanticModel) -> list[SymbolUses]:
    """Those of the names that are not told which only a slip puts where they stand; ``untold`` are all there are."""
    found = [
        symbol
        for symbol in untold
        if len(symbol.occurrences) == 1 and symbol.occurrences[0].part == "used" and _stands_in_equation(symbol, model)
    ]
    return [
        each for each in found if _is_rate_among_rates(each, untold, model) or _is_accent_on_new_letter(each, model)
    ]


def made_of_nothing(model: SemanticModel) -> list[SymbolUses]:
    """Names made as others of the note are, of a letter that the note has not: dJ beside dO and dP, J^{(2)} beside W^{(1)}."""
    return [
        symbol
        for symbol in model.uses
        if len(symbol.occurrences) == 1
        and symbol.occurrences[0].part == "used"
        and not (symbol.is_told or symbol.is_mentioned)
        and _stands_in_equation(symbol, model)
        and (_is_gradient_of_nothing(symbol, model) or _is_member_of_nothing(symbol, model))
    ]


def _stands_in_equation(symbol: SymbolUses, model: SemanticModel) -> bool:
    statement = model.statements[symbol.occurrences[0].at]
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(statement.term, Relation):
        return False
    use = symbol.occurrences[0].term
    return any(
        use in (part.factors if isinstance(part, Product) else (part.numerator,))
        for side in statement.term.sides[1:]
        for part in walk(side)
        if isinstance(part, Product | Quotient)
    )


def _is_rate_among_rates(symbol: SymbolUses, untold: Sequence[SymbolUses], model: SemanticModel) -> bool:
    """Whether a rate is the one that is not told, where another is told and used."""
    topic = _TOPICS.get(symbol.name)
    if topic is not None and topic.search(model.document.source.text) is not None:
        return False  # the words speak of it, under no letter
    if symbol.name not in RATES or any(each.name in RATES for each in untold if each is not symbol):
        return False
    return any(
        (other.is_told or other.is_mentioned) and other.uses and taken_apart(other.name).letter in RATES
        for other in model.uses
        if other is not symbol
    )


def _is_accent_on_new_letter(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether a letter stands in the note under this accent only, once, where another is told under it."""
    own = taken_apart(symbol.name)
    if len(own.accents) != 1 or own.below or own.above:
        return False
    others = [taken_apart(each.name) for each in model.uses if each is not symbol]
    letters = {own.letter, own.letter.upper()} if own.letter.islower() else {own.letter}  # x̄ may be of the rows of X
    if any(each.letter in letters for each in others):
        return False
    names = {part.name for each in model.statements for part in walk(each.term) if isinstance(part, Symbol)}
    if letters & names:
        return False
    return any(
        each.is_told and taken_apart(each.name).accents == own.accents for each in model.uses if each is not symbol
    )


_GRADIENT = re.compile(r"d(?P<of>[A-Z])")
_NOISE = frozenset({"dW", "dB", "dZ", "dN"})  # of stochastic equations, where no W stands alone


def _is_gradient_of_nothing(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether ``dJ`` is written like the gradients dO, dP and dV of arrays of the note, and the note has no J."""
    own = _GRADIENT.fullmatch(symbol.name)
    if own is None or symbol.name in _NOISE:
        return False
    names = {part.name for each in model.statements for part in walk(each.term) if isinstance(part, Symbol)}
    alike = {found["of"] for name in names - {symbol.name} if (found := _GRADIENT.fullmatch(name)) is not None}
    return own["of"] not in names and len(alike & names) > 2


def _is_member_of_nothing(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether J of ``W^{(1)} J^{(2)}`` has one member only, multiplied by a member of a family with a told W^{(2)}."""
    use, statement = symbol.occurrences[0].term, model.statements[symbol.occurrences[0].at]
    number = _number_of(use)
    if number is None:
        return False
    beside = {
        factor.base
        for part in walk(statement.term)
        if isinstance(part, Product) and use in part.factors
        for factor in part.factors
        if isinstance(factor, Index) and abs((_number_of(factor) or 0) - number) == 1
    }
    return any(
        _number_of(each.symbol) == number and each.sizes is not None
        for base in beside
        for each in model.table.all_of(base.name if isinstance(base, Symbol) else "")
    )


def _number_of(term: object) -> int | None:
    """The one number by which a member of a family goes: 2 of W^{(2)}."""
    match term:
        case Index(indices=(Number(value),), upper=()) | Index(indices=(), upper=(Number(value),)):
            return int(value)
    return None


def renamed(spoken: Container[str], model: SemanticModel) -> tuple[SymbolUses, SymbolUses] | None:
    """The one coefficient that is not told, and the one number that is told in words and stands nowhere."""
    untold = (each for each in model.uses if not (each.is_told or each.is_mentioned or each.name in spoken))
    strays = [each for each in untold if _is_coefficient(each, model)]
    idle = [each for each in model.uses if _is_idle_number(each, model)]
    if len(strays) != 1 or len(idle) != 1:
        return None
    return strays[0], idle[0]


def _is_coefficient(symbol: SymbolUses, model: SemanticModel) -> bool:
    spelling = taken_apart(symbol.name)
    if not (symbol.name in RATES or symbol.name in ("T", "r", "c", "s")) or spelling.below or spelling.above:
        return False
    return bool(symbol.occurrences) and all(
        each.part == "used"
        and model.statements[each.at].carrier == "formula"
        and isinstance(model.statements[each.at].term, Relation)
        and isinstance(each.term, Symbol)
        for each in symbol.occurrences
    )


def _is_idle_number(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether words call a letter a number of some kind, and no formula has it."""
    spelling = taken_apart(symbol.name)
    if (
        len(spelling.letter) > 1
        and spelling.letter not in RATES
        or spelling.below
        or spelling.above
        or spelling.accents
    ):
        return False
    if any(
        each.part in ("used", "size", "index", "bound", "called", "parameter", "unsure") for each in symbol.occurrences
    ):
        return False
    if any(each.sizes is not None or each.value is not None or each.by == "formula" for each in symbol.declarations):
        return False
    mentions = [each for each in symbol.occurrences if each.part == "mentioned"]
    if any(isinstance(each.term, Index) for each in symbol.occurrences):
        return False  # the $L_2$ penalty is called after its norm
    return len(mentions) == 1 and _is_called_a_rate(mentions[0].span, model)


_RATE = Cued(
    r"\b(?:rate|step size|weight|coefficient|strength|factor|temperature|constant|decay|momentum|threshold|margin|"
    r"penalty|parameter|scale|scalar)\b|率|系数|温度|因子|权重|步长|常数|参数",
    re.IGNORECASE,
)


def _is_called_a_rate(place: Span, model: SemanticModel) -> bool:
    """Whether the words next to a letter say that it is a rate, a weight, a temperature …"""
    text = model.document.source.text
    after = re.split(r"[.,;:。，；$]", text[place.end : place.end + 80].lstrip(" $`*"))[0]
    before = re.split(r"[.,;:。，；$]", text[max(0, place.start - 40) : place.start].rstrip(" $`*"))[-1]
    return _RATE.search(after) is not None or _RATE.search(before) is not None
