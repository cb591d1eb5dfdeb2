"""The claims of a chain: which two sides are compared, and which side is the result."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from symformer.algebra.printed import PrintedNumber
from symformer.judging.judgement import Claim
from symformer.judging.numbers.comparison import is_display, power_of_ten, scientific
from symformer.judging.numbers.learnt import Chain, nameable
from symformer.judging.numbers.quantities import in_one_unit
from symformer.judging.numbers.units import scales
from symformer.semantics.statement import Statement
from symformer.semantics.values import ValueTable
from symformer.terms.show import GREEK
from symformer.terms.term import Apply, Index, Matrix, Number, Power, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

COUNTED_UNITS = frozenset({"byte", "bytes", "bit", "bits"})
MANY_LETTERS = 4  # of a word that is no symbol
_NEARLY = Cued(r"approx|about|rough|near|almost|or so|约")


def claim_at(statement: Statement, chain: Chain, at: int, sign: str, table: ValueTable) -> Claim:
    """Two neighbours of a chain: the printed side is the result, on whichever side of the sign it stands."""
    left, right = _one_number(chain.sides[at]), _one_number(chain.sides[at + 1])
    if _number_first(left, right) and not (sign == "≈" and (at > 0 or _is_round_choice(left))):
        left, right = right, left
    unit = _common_unit(left, right, table)
    if unit is not None:
        left, right = _counted(left, unit), _counted(right, unit)
    behind = statement.unit if isinstance(statement.term, Relation) and right is statement.term.sides[-1] else ""
    measured = in_one_unit(left, right, behind) if unit is None else None
    if measured is not None:
        shown = next(part for part in walk(right) if isinstance(part, Number))
        return Claim(statement, at, measured, shown, sign, converted=True)
    if unit is None:
        left, (right, words) = _without_counted(left, table), _number_of(right, table)
        if words and _unmeasured(left):
            return Claim(statement, at, left, right, sign, measure=words)
    found = measured_number(right) if unit is None else None
    if found is not None and not isinstance(left, Number) and _unmeasured(left):
        # nobody measures 86 us to the last digit, and the bytes of a number are counted
        whole = found[0].value.denominator == 1 and found[1] not in COUNTED_UNITS
        return Claim(statement, at, left, found[0], "≈" if whole else sign, measure=found[1])
    return Claim(statement, at, left, right, sign)


def _one_number(side: Term) -> Term:
    """``2.52 × 10^6 \\text{ s}`` as one number with its unit."""
    match side:
        case Product(factors=(Product() as number, Symbol() as unit)):
            pass
        case (
            Product(factors=(Number() as mantissa, Power() as scale, Symbol() as unit))
            | Product(factors=(Number() as mantissa, Product(factors=(Power() as scale, Symbol() as unit))))
        ):
            number = Product((mantissa, scale), "×", mantissa.origin.cover(scale.origin))
        case Apply(function="quantity", arguments=(Product() as number, Symbol() as unit)):
            pass
        case _:
            return side
    whole = scientific(number)
    if whole is None or unit.name in GREEK_OR_E:
        return side
    return Product((Number(whole.value, whole, number.origin), unit), "", side.origin)


GREEK_OR_E = frozenset({"e", "pi"})


def measured_number(term: Term) -> tuple[Number, str] | None:
    """A number with its unit behind it: ``16.8 \\text{ms}``, ``344us``."""
    match term:
        case Apply(function="quantity", arguments=(Number(printed=PrintedNumber()) as number, Symbol(name=name))):
            unit = name.strip().partition(" per ")[0]
        case Product(factors=(Number(printed=PrintedNumber()) as number, *letters), sign=""):
            if not all(isinstance(each, Symbol) for each in letters):
                return None
            unit = "".join(each.name for each in letters if isinstance(each, Symbol)).replace("roman(", "").rstrip(")")
        case _:
            return None
    timed = unit == "s" and number.printed is not None and "e" in number.printed.text  # 2.5 × 10^6 s
    known = timed or len(unit) > 1 and bool(scales(unit))
    return (number, unit) if known else None


def _unmeasured(term: Term) -> bool:
    """Whether a formula holds numbers only, none of them with a unit."""
    return not any(
        isinstance(part, Symbol | Index)
        and part != Symbol("e")
        or isinstance(part, Apply)
        and part.function == "quantity"
        for part in walk(term)
    )


def _number_of(term: Term, table: ValueTable) -> tuple[Term, str]:
    """A number without the words that say what it counts (``515 \\text{ parameters}``), and these words."""
    match term:
        case (
            Apply(
                function="quantity", arguments=(Number(printed=PrintedNumber()) as number, Symbol(name=name) as words)
            )
            | Product(factors=(Number(printed=PrintedNumber()) as number, Symbol(name=name) as words), sign="")
        ) if _counts(name) and table.binding(words) is None:
            return number, name.strip()
    return term, ""


def _counts(name: str) -> bool:
    """Whether words count things: they name neither a unit nor a multiple, and are no symbol."""
    first, *others = name.strip().split(" ") or [""]
    if first in GREEK:
        return False  # 14 λ + 1
    if any(map(scales, (first, *first.split("/")))) or _NEARLY.search(name):  # KB/token hides what KB hides
        return False
    if not all(word.strip(",.()").replace("/", "", 1).isalpha() for word in (first, *others)):
        return False
    return len(first) >= MANY_LETTERS or bool(others) and len(first) > 1


def _without_counted(term: Term, table: ValueTable) -> Term:
    """``3 \\text{ heads} × 64 \\text{ dimensions}`` as the product of the numbers."""
    if not any(isinstance(part, Symbol) for part in walk(term)):
        return term
    match term:
        case Product(factors=factors, sign=sign) if sign:
            return replace(term, factors=tuple(_number_of(factor, table)[0] for factor in factors))
        case Sum(terms=terms):
            return replace(term, terms=tuple(_number_of(part, table)[0] for part in terms))
    return term


def _is_round_choice(left: Term) -> bool:
    """``11008 ≈ 8/3·4096``: a whole number that was chosen near to what a formula gives."""
    return isinstance(left, Number) and left.value.denominator == 1 and abs(left.value) >= 100


def _number_first(left: Term, right: Term) -> bool:
    """``1.41 ≈ √2`` says of √2 how it is printed."""
    if not isinstance(left, Number) or not is_display(left):
        return False
    if is_display(right) or nameable(right) or power_of_ten(right) is not None:
        return False
    return not any(isinstance(part, Matrix) for part in walk(right))


# -- shapes written as products of sizes -----------------------------------------------------------------


def equates_shapes(left: Term, right: Term) -> bool:
    """Whether a chain multiplies shapes: ``(2 × 3) · (3 × 4) = (2 × 4)`` is no arithmetic."""
    result = _sizes(right)
    if result is None:
        return False
    match left:
        case Product(factors=factors) | Sum(terms=factors) if len(factors) > 1:
            shapes = [_sizes(factor) for factor in factors]
        case _:
            return False
    known = [shape for shape in shapes if shape is not None]
    if len(known) != len(shapes):
        return False
    if isinstance(left, Sum):
        return all(shape == result for shape in known)
    return all(one[-1] == other[-2 if len(other) > 1 else 0] for one, other in pairwise(known))


def _sizes(term: Term) -> tuple[Number, ...] | None:
    match term:
        case Matrix(rows=((inner,),)):
            return _sizes(inner)
        case Product(factors=factors, sign="×"):
            sizes = tuple(
                factor
                for factor in factors
                if isinstance(factor, Number) and factor.printed is not None and factor.printed.exact
            )
            return sizes if len(sizes) == len(factors) and all(size.value > 0 for size in sizes) else None
    return None


# -- units written as symbols ----------------------------------------------------------------------------


def _common_unit(left: Term, right: Term, table: ValueTable) -> Term | None:
    """The one symbol without a value that both sides are counted in: 4 · 15 min = 60 min."""
    match right:
        case Product(factors=(Number(printed=PrintedNumber()), Symbol() as unit)):
            pass
        case Apply(function="quantity", arguments=(Number(printed=PrintedNumber()), unit)):
            pass
        case _:
            return None
    if table.binding(unit) is not None or _degree(left, unit) != 1:
        return None
    others = [part for part in walk(left) if isinstance(part, Symbol | Index) and part != unit]
    return unit if not others and len(list(walk(left))) > 3 else None


def _degree(term: Term, unit: Term) -> int | None:
    """How often a unit is a factor; None where the parts of a sum differ in it, or a function holds it."""
    if term == unit:
        return 1
    match term:
        case Number():
            return 0
        case Sum(terms=terms):
            degrees = {_degree(part, unit) for part in terms}
            return degrees.pop() if len(degrees) == 1 else None
        case Product(factors=factors) | Apply(function="quantity", arguments=factors):
            found = [_degree(factor, unit) for factor in factors]
            return None if None in found else sum(each for each in found if each is not None)
    return None


def _counted(term: Term, unit: Term) -> Term:
    """The term with the unit left out."""
    match term:
        case Sum(terms=terms):
            return replace(term, terms=tuple(_counted(part, unit) for part in terms))
        case Product(factors=factors) | Apply(function="quantity", arguments=factors):
            kept = tuple(_counted(factor, unit) for factor in factors if factor != unit)
            sign = term.sign if isinstance(term, Product) else ""
            return kept[0] if len(kept) == 1 else Product(kept, sign, term.origin)
    return term
