"""A term in one plain line, unambiguous: what ``symformer read`` prints and messages quote."""

from __future__ import annotations

from fractions import Fraction

from symformer.terms.term import (
    Apply,
    Cases,
    Ellipsis,
    Elementwise,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
)

DOTS = {"horizontal": "…", "vertical": "⋮", "diagonal": "⋱", "rule": "—"}
BIG = {"sum": "Σ", "product": "Π"}
GREEK = dict(
    zip(
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi "
        "chi psi omega".split(),
        "αβγδεζηθικλμνξοπρστυφχψω",
        strict=True,
    )
)
SUMS, PRODUCTS, ATOMS = 1, 2, 3


def show(term: Term) -> str:
    """The term in one line.

    >>> show(Quotient(Product((Symbol("Q"), Transpose(Symbol("K")))), Apply("sqrt", (Symbol("d_k"),))))
    'Q·Kᵀ / √d_k'
    """
    return _show(term, 0)


def spell(name: str) -> str:
    """A symbol's name as readers know it: bold(W) is W, alpha is α.

    >>> spell("bold(W)_q"), spell("alpha"), spell("hat(y)")
    ('W_q', 'α', 'ŷ')
    """
    opening = name.find("(")
    if opening > 0 and ")" in name and name[:opening].isalpha() and name[:opening].islower():
        closing = name.rfind(")")
        inner, rest = name[opening + 1 : closing], name[closing + 1 :]
        mark = {"hat": "\u0302", "tilde": "\u0303", "bar": "\u0304", "vec": "\u20d7"}.get(name[:opening], "")
        import unicodedata

        return unicodedata.normalize("NFC", spell(inner) + mark) + rest
    head, underscore, label = name.partition("_")
    return GREEK.get(head, head) + underscore + label


def _show(term: Term, level: int) -> str:
    match term:
        case Symbol():
            return spell(term.name)
        case Number():
            return term.printed.text if term.printed is not None else _fraction(term.value)
        case Sum():
            return _wrap(_sum(term), level > SUMS)
        case Product():
            return _wrap(_product(term), level > PRODUCTS)
        case Elementwise():
            return _wrap(f" {term.sign} ".join(_show(f, ATOMS) for f in term.factors), level > SUMS)
        case Quotient():
            return _wrap(f"{_show(term.numerator, PRODUCTS)} / {_show(term.denominator, ATOMS)}", level > PRODUCTS)
        case Power():
            return f"{_show(term.base, ATOMS)}^{_show(term.exponent, ATOMS)}"
        case Transpose():
            return f"{_show(term.operand, ATOMS)}ᵀ"
        case Apply():
            return _apply(term)
        case IndexedSum():
            return _wrap(_indexed(term), level > SUMS)
        case Index():
            return _index(term)
        case Slice():
            return f"{'' if term.start is None else show(term.start)}:{'' if term.stop is None else show(term.stop)}"
        case Matrix():
            return _matrix(term)
        case Ellipsis():
            return DOTS.get(term.direction, "…")
        case Cases():
            return "{" + "; ".join(show(v) + ("" if c is None else f" if {show(c)}") for v, c in term.branches) + "}"
        case Space():
            return term.domain + ("^(" + " × ".join(_show(size, PRODUCTS) for size in term.sizes) + ")" if term.sizes else "")
        case Relation():
            pieces = [_show(term.sides[0], 0)]
            for sign, side in zip(term.relations, term.sides[1:], strict=True):
                pieces += [sign, _show(side, 0)]
            return _wrap(" ".join(pieces), level > 0)
        case Unknown():
            if term.alternatives and term.reason == "a call or a product":
                return "⟨" + " or ".join(show(each) for each in term.alternatives) + "⟩"
            return f"⟨{term.reason}{': ' + term.text if term.text else ''}⟩"


def _wrap(text: str, needed: bool) -> str:
    return f"({text})" if needed else text


def _fraction(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def _sum(term: Sum) -> str:
    pieces: list[str] = []
    for each in term.terms:
        negative, rest = _signed(each)
        text = _show(rest, PRODUCTS)
        if not pieces:
            pieces.append(f"-{text}" if negative else text)
        else:
            pieces.append(f"- {text}" if negative else f"+ {text}")
    return " ".join(pieces)


def _signed(term: Term) -> tuple[bool, Term]:
    match term:
        case Product(factors=(Number(printed=None) as minus, rest)) if minus.value == -1:
            return True, rest
    return False, term


def _product(term: Product) -> str:
    negative, rest = _signed(term)
    if negative:
        return f"-{_show(rest, ATOMS)}"
    sign = {"": "·", "·": " · ", "×": " × ", "*": " * ", "@": " @ "}.get(term.sign, term.sign)
    return sign.join(_show(factor, ATOMS if i or isinstance(factor, Quotient) else PRODUCTS) for i, factor in enumerate(term.factors))


def _apply(term: Apply) -> str:
    arguments = ", ".join(show(argument) for argument in term.arguments)
    match term.function:
        case "sqrt" if len(term.arguments) == 1:
            return f"√{_show(term.arguments[0], ATOMS)}"
        case "absolute":
            return f"|{arguments}|"
        case "norm":
            return f"‖{arguments}‖"
        case "tuple":
            return f"({arguments})"
        case "set":
            return "{" + arguments + "}"
        case "given":
            return " | ".join(show(argument) for argument in term.arguments)
        case "percent":
            return f"{arguments}%"
        case "factorial":
            return f"{_show(term.arguments[0], ATOMS)}!"
        case "quantity":
            return " ".join(show(argument) for argument in term.arguments)
        case "derivative":
            return f"∂({show(term.arguments[0])})/∂({show(term.arguments[1])})"
        case "gradient":
            return f"∇({arguments})"
        case "range":
            return " … ".join(show(argument) for argument in term.arguments)
    labels = "_" + ",".join(show(label) for label in term.labels) if term.labels else ""
    return f"{spell(term.function)}{labels}({arguments})"


def _indexed(term: IndexedSum) -> str:
    under = ""
    if term.condition is not None:
        under = show(term.condition)
    elif term.index is not None:
        under = show(term.index) + ("" if term.lower is None else f"={show(term.lower)}")
    over = "" if term.upper is None else f"..{show(term.upper)}"
    return f"{BIG.get(term.kind, term.kind)}[{under}{over}] {_show(term.body, PRODUCTS)}"


def _index(term: Index) -> str:
    base = _show(term.base, ATOMS)
    lower = f"[{', '.join(show(index) for index in term.indices)}]" if term.indices else ""
    upper = f"^({', '.join(show(index) for index in term.upper)})" if term.upper else ""
    return f"{base}{lower}{upper}"


def _matrix(term: Matrix) -> str:
    rows = ["[" + ", ".join(show(cell) for cell in row) + "]" for row in term.rows]
    if term.style == "tuple" and len(rows) == 1:
        return rows[0]
    return "[" + ", ".join(rows) + "]"
