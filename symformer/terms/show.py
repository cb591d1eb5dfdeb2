"""A term in one plain line, unambiguous: what ``symformer read`` prints and messages quote."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import TypeGuard

from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sign,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
)

DOTS = {"horizontal": "…", "vertical": "⋮", "diagonal": "⋱", "rule": "—"}
BIG = {
    "sum": "Σ", "product": "Π", "coproduct": "∐", "union": "⋃", "intersection": "⋂", "direct-sum": "⨁", "concat": "‖",
    "tensor-product": "⨂", "hadamard-product": "⨀", "disjunction": "⋁", "conjunction": "⋀", "disjoint-union": "⨆",
    "multiset-union": "⨄", "integral": "∫", "double-integral": "∬", "triple-integral": "∭", "contour-integral": "∮",
    "surface-integral": "∯", "volume-integral": "∰",
}  # fmt: skip
DOMAINS = {"R": "ℝ", "Z": "ℤ", "N": "ℕ", "C": "ℂ", "Q": "ℚ"}
BRACKETS = {"floor": "⌊⌋", "ceil": "⌈⌉"}
GREEK = dict(
    zip(
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi "
        "chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega "
        "varepsilon vartheta varphi infty partial nabla ell hbar emptyset top".split(),
        "αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩεϑφ∞∂∇ℓℏ∅⊤",
        strict=True,
    )
)
ACCENTS = {
    "hat": "\u0302", "tilde": "\u0303", "bar": "\u0304", "overline": "\u0305", "vec": "\u20d7", "dot": "\u0307",
    "ddot": "\u0308", "overleftarrow": "\u20d6", "underline": "\u0332", "check": "\u030c", "breve": "\u0306",
}  # fmt: skip
FONTS = {
    "bold": "MATHEMATICAL BOLD", "calligraphic": "MATHEMATICAL BOLD SCRIPT", "script": "MATHEMATICAL BOLD SCRIPT",
    "blackboard": "MATHEMATICAL DOUBLE-STRUCK", "fraktur": "MATHEMATICAL BOLD FRAKTUR",
    "grotesque": "MATHEMATICAL SANS-SERIF",
}  # fmt: skip
TELLING_FONTS = frozenset({"grotesque"})  # of notes that tell letters apart by them, so that messages do, too
DOUBLE_STRUCK = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))
LATIN_LABELS = frozenset({"top", "xi"})  # the best ones; from x to the input gate
NAME_PARTS = re.compile(r"([_^',|]+|\{|[+-]\d+\}|\})")
NOTHING_WRITTEN = "nothing is written here"
# How tightly a piece of the line binds: a piece is put in brackets where something tighter is wanted.
STATEMENTS, SUMS, PRODUCTS, POWERS, ATOMS = range(5)
Speller = Callable[[str], str]


def show(term: Term) -> str:
    """The term in one line, letters without their fonts: for messages, where the note stands beside it.

    >>> show(Quotient(Product((Symbol("Q"), Transpose(Symbol("K")))), Apply("sqrt", (Symbol("d_k"),))))
    'Q·Kᵀ / √d_k'
    """
    return _show(term, STATEMENTS, spell)


def show_styled(term: Term) -> str:
    """The term in one line, letters in their fonts, so that nothing that differs looks alike.

    >>> show_styled(Product((Symbol("bold(W)"), Symbol("W")))), show_styled(Power(Symbol("x"), Symbol("n")))
    ('𝐖·W', 'x^n')
    """
    return _show(term, STATEMENTS, spell_styled)


def spell(name: str) -> str:
    """A symbol's name as readers know it: bold(W) is W, alpha is α.

    >>> spell("bold(W)_q"), spell("alpha"), spell("hat(y)")
    ('W_q', 'α', 'ŷ')
    """
    return _spelled(name, styled=False)


def spell_styled(name: str) -> str:
    """A symbol's name with its font: bold(W)_q is 𝐖_q.

    >>> spell_styled("bold(W)_q"), spell_styled("blackboard(E)"), spell_styled("hat(bold(y))")
    ('𝐖_q', '𝔼', '𝐲̂')
    """
    return _spelled(name, styled=True)


def _spelled(name: str, *, styled: bool) -> str:
    opening = name.find("(")
    if opening > 0 and ")" in name and name[:opening].isalpha() and name[:opening].islower():
        closing = closing_bracket(name, opening)
        style, inner, rest = name[:opening], name[opening + 1 : closing], _greek(name[closing + 1 :], styled=styled)
        if style in ACCENTS:
            return unicodedata.normalize("NFC", _spelled(inner, styled=styled) + ACCENTS[style]) + rest
        styled = styled or style in TELLING_FONTS
        return (_in_font(style, inner) if styled else _spelled(inner, styled=styled)) + rest
    if name.startswith("Delta(") and name.endswith(")"):
        return "Δ" + _spelled(name[6:-1], styled=styled)
    return _greek(name, styled=styled)


def closing_bracket(name: str, opening: int) -> int:
    """Where the bracket that opens at ``opening`` closes; the end of the name where it does not.

    >>> closing_bracket("hat(bold(x))_i", 3)
    11
    """
    depth = 0
    for at in range(opening, len(name)):
        depth += {"(": 1, ")": -1}.get(name[at], 0)
        if depth == 0:
            return at
    return len(name)


def _greek(name: str, *, styled: bool) -> str:
    """A name and its marks in Greek letters where they are, or in a font; the label of x_top is a word."""
    head, *marks = NAME_PARTS.split(name)
    return GREEK.get(head, head) + "".join(_mark(mark, styled=styled) for mark in marks)


def _mark(mark: str, *, styled: bool) -> str:
    if mark in LATIN_LABELS:
        return mark
    return _spelled(mark, styled=styled) if mark.partition("(")[0] in FONTS else GREEK.get(mark, mark)


def _in_font(style: str, inner: str) -> str:
    family = FONTS.get(style)
    letter = GREEK.get(inner, inner)
    if family is not None and len(letter) > 1 and letter.isascii() and letter.isalpha():
        return "".join(_in_font(style, each) for each in letter)  # 𝓖𝓟
    if family is None or len(letter) > 1 or not letter.isalnum():
        return f"{style}({_spelled(inner, styled=True)})"
    if style == "blackboard" and inner in DOUBLE_STRUCK:
        return DOUBLE_STRUCK[inner]
    size = "DIGIT" if letter.isdigit() else "CAPITAL" if letter.isupper() else "SMALL"
    said = unicodedata.name(letter, "").rpartition(" ")[2]
    try:
        return unicodedata.lookup(f"{family} {size} {said}")
    except KeyError:
        return f"{style}({letter})"


def _show(term: Term, level: int, spelled: Speller) -> str:
    text, binds = _piece(term, spelled)
    return f"({text})" if level > binds else text


def _piece(term: Term, spelled: Speller) -> tuple[str, int]:
    """The line of a term, and how tightly it binds."""
    match term:
        case Symbol():
            return spelled(term.name), POWERS if "^" in term.name or " " in term.name else ATOMS
        case Number():
            text = term.printed.text if term.printed is not None else _fraction(term.value)
            return text, PRODUCTS if term.value < 0 or "/" in text else ATOMS
        case Sum():
            return _sum(term, spelled), SUMS
        case Product():
            return _product(term, spelled), PRODUCTS
        case Elementwise():
            return f" {term.sign} ".join(_show(f, POWERS, spelled) for f in term.factors), SUMS
        case Quotient():
            above, below = _show(term.numerator, PRODUCTS, spelled), _show(term.denominator, POWERS, spelled)
            return f"{above} / {below}", PRODUCTS
        case Power():
            return f"{_show(term.base, ATOMS, spelled)}^{_exponent(term.exponent, spelled)}", POWERS
        case Transpose():
            return f"{_show(term.operand, ATOMS, spelled)}{'ᴴ' if term.conjugate else 'ᵀ'}", POWERS
        case Apply():
            return _apply(term, spelled)
        case IndexedSum():
            return _indexed(term, spelled), SUMS
        case Index():
            return _index(term, spelled), POWERS if term.upper else ATOMS
        case Relation():
            return _relation(term, spelled), STATEMENTS
    return _whole(term, spelled), ATOMS


def _whole(term: Term, spelled: Speller) -> str:
    """Terms that bring their own brackets."""
    match term:
        case Slice():
            ends = ("" if end is None else _show(end, SUMS, spelled) for end in (term.start, term.stop))
            return ":".join(ends)
        case Matrix():
            return _matrix(term, spelled)
        case Ellipsis():
            return DOTS.get(term.direction, "…")
        case Sign():
            return BIG.get(term.text, term.text)
        case Cases():
            return "{" + "; ".join(_branch(value, condition, spelled) for value, condition in term.branches) + "}"
        case Space():
            sizes = " × ".join(
                _show(size, PRODUCTS if len(term.sizes) == 1 else POWERS, spelled) for size in term.sizes
            )
            tight = len(term.sizes) == 1 and isinstance(term.sizes[0], Symbol | Number)
            letter = DOMAINS.get(term.domain[:1], term.domain[:1]) + term.domain[1:]
            tight = tight and "^" not in sizes
            return letter + (f"^{sizes}" if tight else f"^({sizes})" if sizes else "")
        case Unknown():
            return _unknown(term, spelled)
    return str(term)  # every other kind is handled above


def _unknown(term: Unknown, spelled: Speller) -> str:
    if term.reason == NOTHING_WRITTEN:
        return "□"
    readings = [_show(each, STATEMENTS, spelled) for each in term.alternatives]
    if " or " in term.reason and len(readings) > 1:
        return "⟨" + " or ".join(readings) + "⟩"
    told = ", ".join([*([term.text] if term.text else []), *readings])
    return f"⟨{term.reason}{': ' + told if told else ''}⟩"


def _branch(value: Term, condition: Term | None, spelled: Speller) -> str:
    text = _show(value, SUMS, spelled)
    if condition is None:
        return text
    said = _show(condition, STATEMENTS, spelled)
    return f"{text} {said}" if said in ("otherwise", "else") else f"{text} if {said}"


def _tight(term: Term, spelled: Speller) -> str:
    """A name or a number bare, everything else in brackets."""
    text = _show(term, ATOMS, spelled)
    bare = isinstance(term, Symbol | Number) or text.startswith("(") and not isinstance(term, Index | Apply)
    return text if bare else f"({text})"


def _exponent(term: Term, spelled: Speller) -> str:
    """An exponent, so that no label below it seems to stand below the base."""
    text = _tight(term, spelled)
    return f"({text})" if isinstance(term, Symbol) and not text.startswith("(") and set(text) & {"_", "^"} else text


def _fraction(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def _sum(term: Sum, spelled: Speller) -> str:
    pieces: list[str] = []
    for each in term.terms:
        negative, text = _signed(each, spelled)
        if not pieces:
            pieces.append(f"-{text}" if negative else text)
        else:
            pieces.append(f"- {text}" if negative else f"+ {text}")
    return " ".join(pieces)


def _signed(term: Term, spelled: Speller) -> tuple[bool, str]:
    """Whether a term is subtracted, and what is."""
    if isinstance(term, Number) and (text := _show(term, PRODUCTS, spelled)).startswith(("-", "−", "(")):
        return (True, text[1:]) if text[0] in "-−" else (False, f"({text})")
    rest = _negated(term)
    if rest is not None:
        return True, _show(rest, POWERS if isinstance(rest, Number) else PRODUCTS, spelled)
    return False, _show(term, PRODUCTS, spelled)


def _negated(term: Term) -> Term | None:
    """What a sign was set before, or None."""
    match term:
        case Product(factors=(Number(printed=None) as minus, rest)) if minus.value == -1:
            return rest
        case Product(factors=(Number(printed=None) as minus, _, _, *_), sign=sign) if minus.value == -1 and not sign:
            return Product(term.factors[1:])  # as terms that were worked out have it
        case Quotient(Product(factors=(Number(printed=None), _, _, *_)) as above, below):
            inner = _negated(above)
            return Quotient(inner, below) if inner is not None else None
    return None


def _product(term: Product, spelled: Speller) -> str:
    rest = _negated(term)
    if rest is not None:
        return "-" + _show(rest, POWERS if isinstance(rest, Number) else PRODUCTS, spelled)
    sign = {"": "·", "·": " · ", "×": " × ", "*": " * ", "@": " @ "}.get(term.sign, term.sign)
    first, *others = term.factors
    shown = [_show(first, POWERS if _is_loose(first, term.sign) else PRODUCTS, spelled)]
    for factor in others:
        tight_enough = term.sign and isinstance(factor, Product) and not factor.sign
        shown.append(_show(factor, PRODUCTS if tight_enough else POWERS, spelled))
    return sign.join(shown)


def _is_loose(first: Term, sign: str) -> bool:
    """Whether the first factor could be read together with what follows it, so that it wants brackets."""
    match first:
        case Quotient() | Apply(function="derivative" | "derivative operator"):
            return True
        case Product():
            return not sign or sign != "×" and bool(first.sign)
    return False


def _apply(term: Apply, spelled: Speller) -> tuple[str, int]:
    single = term.arguments[0] if len(term.arguments) == 1 else None
    if single is not None:
        match term.function:
            case "sqrt":
                return f"√{_tight(single, spelled)}", POWERS
            case "percent":
                return f"{_show(single, ATOMS, spelled)}%", ATOMS
            case "degrees":
                return f"{_show(single, ATOMS, spelled)}°", ATOMS
            case "factorial":
                return f"{_show(single, ATOMS, spelled)}!", ATOMS
            case "times":
                return f"{_show(single, ATOMS, spelled)}×", ATOMS
            case "labelled" | "marked" | "primed":
                return _scripted(term, single, spelled), POWERS
            case prefix if prefix.startswith("prefix "):
                return prefix.removeprefix("prefix ") + _show(single, ATOMS, spelled), POWERS
    shown = [_show(argument, SUMS if len(term.arguments) > 1 else STATEMENTS, spelled) for argument in term.arguments]
    match term.function:
        case "given" | "versus":
            return (" | " if term.function == "given" else " ‖ ").join(shown), STATEMENTS
        case "quantity":
            return " ".join(shown), POWERS
        case "contraction":
            return _contraction(term, spelled), SUMS
        case "ratio":
            return " : ".join(shown), SUMS
        case "range" if len(term.arguments) == 2:
            return " … ".join(shown), SUMS
        case "derivative" if len(shown) >= 2:
            return f"∂{_order(term, spelled)}({shown[0]})/{_differentials(shown[1:])}", PRODUCTS
        case "derivative operator":
            return f"∂{_order(term, spelled)}/{_differentials(shown)}", PRODUCTS
        case "parameters":
            return ", ".join(shown), STATEMENTS
    return _called(term, shown, spelled), ATOMS


def _contraction(term: Apply, spelled: Speller) -> str:
    axes = ", ".join(_show(axis, STATEMENTS, spelled) for axis in term.labels)
    return f" ⊙[{axes}] ".join(_show(argument, POWERS, spelled) for argument in term.arguments)


def _scripted(term: Apply, single: Term, spelled: Speller) -> str:
    """An expression with a label, a mark or a prime on it."""
    text = _show(single, ATOMS, spelled)
    base = f"({text})" if isinstance(single, Symbol | Index | Space) else text
    label = "".join(_show(each, ATOMS, spelled) for each in term.labels)
    return base + {"labelled": "_", "marked": "^"}.get(term.function, "") + label


def _order(term: Apply, spelled: Speller) -> str:
    return "".join(f"^{_tight(label, spelled)}" for label in term.labels)


def _differentials(shown: list[str]) -> str:
    return "".join(f"∂({each})" for each in shown)


def _arguments(term: Apply, shown: list[str]) -> str:
    """The arguments of a call, parameters set off by a semicolon."""
    text = ""
    for argument, line in zip(term.arguments, shown, strict=True):
        parameters = isinstance(argument, Apply) and argument.function == "parameters"
        text += ("; " if parameters else ", ") * bool(text) + (line[1:-1] if parameters and line[:1] == "(" else line)
    return text


def _called(term: Apply, shown: list[str], spelled: Speller) -> str:
    """A function with its arguments in brackets."""
    arguments = _arguments(term, shown)
    labels = tuple(_show(label, ATOMS, spelled) for label in term.labels if not _is_upper(label))
    uppers = "".join(f"^({_show(label.arguments[0], SUMS, spelled)})" for label in term.labels if _is_upper(label))
    match term.function:
        case "absolute":
            return f"|({arguments})|" if "|" in arguments else f"|{arguments}|"
        case "norm" if len(labels) < 2 and not uppers:
            bars = f"‖({arguments})‖" if "‖" in arguments else f"‖{arguments}‖"
            return bars + "".join(f"_{label}" for label in labels)
        case "floor" | "ceil":
            return BRACKETS[term.function][0] + arguments + BRACKETS[term.function][1]
        case "ket":
            return f"|{arguments}⟩"
        case interval if interval.startswith("interval ") and len(interval) == len("interval ()"):
            return interval[-2] + arguments + interval[-1]
        case "at" if len(shown) > 1:
            return f"({shown[0]})({', '.join(shown[1:])})"
        case "augmented":
            return "[" + " | ".join(shown) + "]"
        case "tuple" if not labels:
            return f"({arguments})"
        case "set" if not labels:
            return "{" + arguments + "}"
        case "gradient" if not labels:
            return f"∇({arguments})"
        case "Concat" if labels and labels[0] in (";", "‖"):
            return "[" + ("; " if labels[0] == ";" else " ‖ ").join(shown) + "]"
        case "family" if labels:
            bounds = "..".join(_show(label, STATEMENTS, spelled) for label in term.labels)
            return f"{arguments if arguments[:1] == '{' else f'({arguments})'}_{{{bounds}}}"
    name = {"gradient": "∇"}.get(term.function, term.function.removeprefix("accent "))
    inverse = "⁻¹" if name.startswith("inverse ") else ""
    name = name.removeprefix("inverse ")
    return spelled(name) + inverse + uppers + ("_" + ",".join(labels) if labels else "") + f"({arguments})"


def _is_upper(label: Term) -> TypeGuard[Apply]:
    return isinstance(label, Apply) and label.function == "upper"


def _indexed(term: IndexedSum, spelled: Speller) -> str:
    under = ""
    if term.index is not None and (term.lower is not None or term.condition is None):
        start = "" if term.lower is None else f"={_show(term.lower, SUMS, spelled)}"
        under = _show(term.index, ATOMS, spelled) + start
    elif term.lower is not None:
        under = _show(term.lower, SUMS, spelled)
    over = "" if term.upper is None else f"..{_show(term.upper, SUMS, spelled)}"
    said = "" if term.condition is None else _show(term.condition, STATEMENTS, spelled)
    bounds = ", ".join(part for part in (under + over, said) if part)
    bounds = f"[{bounds}]" if bounds else ""
    body = "" if term.body == Sign("") else " " + _show(term.body, PRODUCTS, spelled)
    return f"{BIG.get(term.kind, term.kind)}{bounds}{body}"


def _index(term: Index, spelled: Speller) -> str:
    base = _show(term.base, POWERS if isinstance(term.base, Symbol) else ATOMS, spelled)
    lower = f"[{_items(term.indices, spelled)}]" if term.indices else ""
    if not term.upper:
        return base + lower
    upper = _items(term.upper, spelled)
    plain = all(isinstance(index, Symbol | Number) for index in term.upper)
    return f"{base}{lower}^({upper})" if plain else f"{base}{lower}^[{upper}]"


def _items(terms: tuple[Term, ...], spelled: Speller) -> str:
    return ", ".join(_show(term, SUMS, spelled) for term in terms)


def _matrix(term: Matrix, spelled: Speller) -> str:
    rows = [f"[{_items(row, spelled)}]" for row in term.rows]
    if term.style == "tuple" and len(rows) == 1:
        return rows[0]
    return "[" + ", ".join(rows) + "]"


def _relation(term: Relation, spelled: Speller) -> str:
    pieces = [_show(term.sides[0], SUMS, spelled)]
    for sign, side in zip(term.relations, term.sides[1:], strict=True):
        pieces += [sign, _show(side, SUMS, spelled)]
    return " ".join(pieces)
