"""What stands above a name: a power, a transpose, or an index, by the name and by what the note says of the letter.

``K^T`` and ``x^T y`` are transposes, ``\\gamma^T`` with T steps is a power; ``h_t^l`` is an entry, ``x^n`` a power.
What neither custom nor the note decides stays open, with both readings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from symformer.reading.labels import LAYERS
from symformer.reading.spelling import CONVENTIONAL_INDICES, COUNTING
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.words import is_letter
from symformer.syntax.nodes import BRACKETS, WRAPPERS, Kind, Node, content, held_in, operands, parts
from symformer.terms.term import Index, Number, Power, Sign, Symbol, Term, Transpose, Unknown
from symformer.text.span import Span

TRANSPOSES = frozenset({"T", "top", "⊤", "⊺", "intercal", "transpose", "ᵀ", "t", "tr"})
LABEL_MARKS = frozenset(
    {"*", "+", "-", "−", "dagger", "†", "⋆", "star", "ast", "circ", "∘", "∗", "′", "prime", "nabla", "∇"}
)
PRIME = "'"  # among names that are transposed for sure, where a prime transposes
DAGGER = "†"  # among names with an H above, where a dagger is a conjugate transpose
DAGGERS = frozenset({"dagger", "†"})
POWER_OR_TRANSPOSE = "a power or a transpose"
POWER_OR_INDEX = "a power or an index"
GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho varrho sigma "
    "tau upsilon phi varphi chi psi omega pi".split()
) | frozenset("αβγδεζηθικλμνξορστυφχψωπϵϕ")
ORDINALS = frozenset({"st", "nd", "rd"})
VALUES = frozenset({"||", "⌊⌋", "⌈⌉"})  # brackets that make a number of what they hold
UNSPOKEN = frozenset({"ell", "hbar", "infty", "nabla", "partial"})
RATES = frozenset({"gamma", "epsilon", "varepsilon", "eta", "rho", "tau", "kappa", "γ", "ε", "ϵ", "η", "ρ", "τ", "κ"})
DRAWN = frozenset({"tau", "xi", "theta", "phi", "τ", "ξ", "θ", "φ"})  # samples and parameters, of which there are many
LEVELS = frozenset("mqrsbg")  # letters above another letter that count as well as they raise: h_l^m
EXPONENTS = frozenset({"exponent", "power", "degree"})
Sure = Literal["transpose", "adjoint", "power"]
Below = Literal["nothing", "a number", "a letter"]
Leaning = Literal["perhaps transpose", "perhaps power"]


def transposition(
    node: Node, inner: Node, base: str | None, below: Below, vocabulary: Vocabulary
) -> Sure | Leaning | None:
    """Whether a T (or another sign for it) above ``base`` transposes; None where the superscript is no such sign."""
    plain = node
    if plain.kind is Kind.FONT and parts(plain) and plain.text in ("sans", "roman", "typewriter", "italic", "bold"):
        plain = content(parts(plain)[-1])
    if plain.text in DAGGERS and DAGGER in vocabulary.adjoints:
        return "adjoint"
    if plain.text == "H" and plain.kind in (Kind.NAME, Kind.WORD):
        return "adjoint" if _is_adjoint(node, inner, base, vocabulary) else None
    if plain.kind not in (Kind.NAME, Kind.WORD, Kind.OPERATOR) or plain.text not in TRANSPOSES:
        return None
    if plain.text in ("t", "tr"):
        if node.kind is Kind.NAME:  # K^t, where t counts nothing
            counts = "t" in vocabulary.indices or "t" in vocabulary.scalars
            matrix = base is not None and base in vocabulary.arrays and _is_matrix_letter(base)
            return "transpose" if matrix and not counts else None
        return "transpose" if base is not None and base not in vocabulary.scalars else None
    if plain.text == "T" and node.kind is Kind.NAME:
        return _by_letter(inner, base, below, vocabulary)
    return "transpose"


def _is_adjoint(node: Node, inner: Node, base: str | None, vocabulary: Vocabulary) -> bool:
    r"""Whether an H above is a conjugate transpose: as the note uses it, or upright, as ``Q^{\mathrm{H}}``."""
    if base in vocabulary.series:
        return False  # O^1, …, O^H
    if _is_laid_across(base, vocabulary):
        return "H" not in vocabulary.scalars | vocabulary.indices
    if node.kind is Kind.NAME or base == "W":
        return False  # W^{\mathrm{H}}: of the hidden layer
    return inner.kind is Kind.FENCE if base is None else _is_matrix_letter(base)


def _is_laid_across(base: str | None, vocabulary: Vocabulary) -> bool:
    """Whether an H above is a conjugate transpose: above a name that has it elsewhere, or above brackets."""
    return bool(vocabulary.adjoints - {DAGGER}) and (base is None or base in vocabulary.adjoints)


def _by_letter(inner: Node, base: str | None, below: Below, vocabulary: Vocabulary) -> Sure | Leaning:
    if inner.kind is Kind.NUMBER or base == "e":
        return "power"
    if base is None:
        held = held_in(inner) if inner.kind is Kind.FENCE else None
        if held is None or not _is_number(held):
            return "transpose"
        return "power" if _has_steps(vocabulary) else "perhaps power"
    plain = base[base.rfind("(") + 1 :].rstrip(")")
    if "T" in vocabulary.scalars and base in vocabulary.scalars:
        return "power"
    if _is_matrix_letter(base) or (len(plain) > 1 and plain not in GREEK) or base in vocabulary.arrays:
        return "transpose"
    steps = _has_steps(vocabulary)
    if base in vocabulary.scalars or base in vocabulary.numbers:
        rate = base in vocabulary.scalars or plain in RATES
        if rate and steps:
            return "power"
        return "perhaps power" if rate and plain in GREEK else "perhaps transpose"
    if plain in GREEK and plain in RATES:
        return "power" if steps else "perhaps power"
    sure = not steps or below == "a letter" or base in vocabulary.transposed
    return "transpose" if sure else "perhaps transpose"


def _has_steps(vocabulary: Vocabulary) -> bool:
    """Whether t counts steps, or T is how many there are."""
    return "T" in vocabulary.scalars | vocabulary.numbers | vocabulary.indices or "t" in vocabulary.indices


def _is_matrix_letter(base: str) -> bool:
    plain = base[base.rfind("(") + 1 :]
    return plain[:1].isupper() or "bold(" in base


def _is_number(node: Node) -> bool:
    """``(0.9)``, ``(1 - \\epsilon)``: a number in brackets."""
    if node.kind is Kind.NUMBER:
        return True
    if node.kind is not Kind.SUM:
        return False
    terms = [content(term) for term in operands(node)]
    return any(term.kind is Kind.NUMBER for term in terms) and all(
        term.kind is Kind.NUMBER or (term.kind is Kind.NAME and term.text in GREEK) for term in terms
    )


def power_or_transpose(term: Term, leaning: Leaning, span: Span) -> Term:
    """Both readings, the likelier one first."""
    powers: tuple[Term, ...] = (Power(term, Symbol("T", Span(span.end - 1, span.end)), span), Transpose(term, span))
    return Unknown(POWER_OR_TRANSPOSE, "", powers if leaning == "perhaps power" else powers[::-1], span)


def beside_factors(factors: list[Term]) -> list[Term]:
    """``w^T x``: beside another factor that is no number, what is perhaps a transpose is one."""
    if sum(not isinstance(factor, Number) for factor in factors) < 2:
        return factors
    return [_settled_transpose(factor) for factor in factors]


def _settled_transpose(term: Term) -> Term:
    match term:
        case Unknown(reason=reason, alternatives=(Transpose() as first, _)) if reason == POWER_OR_TRANSPOSE:
            return first
    return term


def counting(
    node: Node, base: str | None, below: Below, vocabulary: Vocabulary
) -> Literal["index", "perhaps index"] | None:
    """Whether a letter above a small letter counts: ``h_t^l``; None where it is an exponent."""
    if _is_lessened(node) and base is not None and base != "e":
        return "perhaps index"
    letter = _counter(node, base, vocabulary)
    if letter is None or base is None or base == "e" and below == "nothing":
        return None
    if letter in LAYERS and base not in RATES:
        return "index"
    if base == "calligraphic(N)" and below == "a letter" and node.kind is Kind.NAME:
        return "index" if letter in vocabulary.indices else "perhaps index"  # no one multiplies neighbours so
    counted = letter in ("l", "L") and base in vocabulary.layered - vocabulary.powered - RATES
    if base in vocabulary.series and below != "nothing" or counted:
        return "index"
    if node.kind is Kind.NUMBER or base in vocabulary.scalars or base in vocabulary.numbers:
        return None
    if base in vocabulary.series and node.kind is Kind.NAME:
        return "index"
    if base in vocabulary.powered or letter in vocabulary.exponents or f"{base}^{letter}" in vocabulary.powered:
        return None
    if letter == "L" and base not in RATES:
        return "index" if base in vocabulary.layered else "perhaps index"
    if letter in vocabulary.above_vectors and below == "a letter" and node.kind is Kind.NAME and base not in RATES:
        return "perhaps index"  # p_i^c beside a vector d^c
    if letter not in vocabulary.indices and letter not in CONVENTIONAL_INDICES:
        layer = below == "a letter" and letter in LEVELS and letter not in vocabulary.numbers and base not in GREEK
        return "perhaps index" if layer and letter not in vocabulary.scalars else None
    if letter == "l" and base not in RATES:
        return "index"
    if base in GREEK:
        drawn = base in DRAWN and letter in vocabulary.indices
        return "perhaps index" if below == "a letter" or drawn else None
    if below == "a letter":
        return "index" if letter == "t" or letter not in vocabulary.indices else "perhaps index"
    return "perhaps index" if letter == "t" or letter in vocabulary.indices else None


def is_stepped_above(letter: str, base: str | None, vocabulary: Vocabulary) -> bool:
    r"""Whether the h of ``V^h`` counts, beside ``V^{h-1}``: what makes the one a power or an index makes the other one."""
    custom = letter in ("i", "l", "j", "t", *LAYERS) or letter in vocabulary.indices
    return not custom and f"{base}^_{letter}" in vocabulary.entries


def prime_transposes(node: Node, inner: Node, base: str | None, vocabulary: Vocabulary) -> bool:
    r"""Whether the prime of ``x'`` lays across, as the note says; not on a name that it defines with one, nor on a function."""
    if PRIME not in vocabulary.transposed or node.text.count("'") > 1:
        return False
    if base is None:
        return inner.kind is Kind.FENCE
    others = vocabulary.functions | vocabulary.applied | vocabulary.scalars | vocabulary.indices
    return base in vocabulary.primed and base not in others


def number_above(base: str | None, number: str, vocabulary: Vocabulary) -> Literal["index", "perhaps index"] | None:
    r"""Whether a number above a name counts layers, heads or steps; None where it is an exponent.

    No one raises a bold matrix to one; in a note that writes A^\ell and W^1, the two of W^2 counts too; the m^2 of
    n^1 = m^2, both sizes, is of layer two or a square.
    """
    if base is None:
        return None
    layered = base in vocabulary.layered
    if layered and number == "2" and base.strip("bold()") in ("sigma", "σ") and base not in vocabulary.levels:
        return "perhaps index"  # a variance, or the deviation of the second layer
    if base in vocabulary.levels or layered and (base not in vocabulary.scalars or number == "1"):
        return "index"
    if base.startswith("bold(") and number == "1":
        return "index"
    capital = bool(vocabulary.layered) and base[:1].isupper() and base not in vocabulary.scalars
    if capital and base in vocabulary.series - vocabulary.powered:
        return "index"
    return "perhaps index" if layered and not vocabulary.series.isdisjoint(vocabulary.layered) else None


def perhaps_label(node: Node, base: str | None, vocabulary: Vocabulary) -> str | None:
    r"""The letters of ``W^{sx}``, above a matrix: as well the name of a weight as a power; else None."""
    letters = "".join(piece.text for piece in map(content, parts(node)) if is_letter(piece))
    if base is None or not _is_matrix_letter(base) or not 2 <= len(letters) <= 3 or len(parts(node)) != len(letters):
        return None
    counted = vocabulary.indices | vocabulary.scalars | vocabulary.numbers | COUNTING
    return letters if letters.islower() and counted.isdisjoint(letters) else None


def power_or_label(term: Term, label: str, exponent: Term, span: Span) -> Term:
    """Both readings of letters above a matrix; a letter that stands twice is no factor, so that it is a name."""
    match term:
        case Symbol():
            named: Term = Symbol(f"{term.name}^{label}", term.origin)
        case Index(base=Symbol() as base):
            named = Index(Symbol(f"{base.name}^{label}", base.origin), term.indices, term.upper, span)
        case _:
            return Power(term, exponent, span)
    if len(set(label)) < len(label):
        return named
    return Unknown("a power or a label", "", (named, Power(term, exponent, span)), span)


def word_above(word: str, vocabulary: Vocabulary) -> Literal["power", "perhaps power"] | None:
    r"""Whether a word above is an exponent: ``x^\text{exponent}``, or a word that the note gives a value."""
    if word.lower() in EXPONENTS:
        return "power"
    return "perhaps power" if word in vocabulary.values or word in vocabulary.scalars else None


def in_angles(node: Node) -> Node | None:
    """``a^{<t>}``: an index in angle brackets."""
    held = [part for part in parts(node) if part.kind not in BRACKETS]
    return held[0] if node.kind is Kind.FENCE and node.text == "⟨⟩" and len(held) == 1 else None


def below_all(node: Node, base: str) -> bool:
    r"""``\mathbf{M}^{-\infty}``: no matrix is raised to it."""
    sign, *rest = parts(node)
    unbounded = len(rest) == 1 and sign.text in ("-", "−") and content(rest[0]).text in ("infty", "∞")
    return unbounded and base.startswith("bold(")


def with_marks_apart(scripts: Sequence[Node]) -> list[Node]:
    r"""``A^{c\nabla}``: a label and the mark of a gradient in one superscript, as two."""
    made: list[Node] = []
    for script in scripts:
        above = content(script)
        pieces = parts(above) if script.kind is Kind.SUPERSCRIPT and above.kind is Kind.JUXTAPOSITION else ()
        marked = len(pieces) == 2 and content(pieces[1]).text in ("nabla", "∇") and is_letter(content(pieces[0]))
        made += [Node(Kind.SUPERSCRIPT, piece.span, (piece,)) for piece in pieces] if marked else [script]
    return made


def is_exponent(node: Node, base: str | None) -> bool:
    """``e^{(x - 1)}``, ``q^{(1/2)}``, ``a^{|n|}``, perhaps ``w^{(2 - 1)}``: brackets around an exponent, not around an index."""
    if node.text in VALUES:
        return True
    held = [content(part) for part in parts(node) if part.kind not in BRACKETS]
    if base == "e" or len(held) != 1:
        return base == "e"
    terms = parts(held[0]) if held[0].kind is Kind.SUM else held
    divided = any(each.kind is Kind.FRACTION or _is_divided(each) for each in map(content, terms))
    return divided or held[0].kind is Kind.PREFIX or _is_lessened(node)


def _is_lessened(node: Node) -> bool:
    """``(2 - 1)``: a number taken from another: what is left of an exponent, or the layer before one."""
    held = held_in(node) if node.kind is Kind.FENCE and node.text == "()" else None
    terms = parts(held) if held is not None and held.kind is Kind.SUM else ()
    numbers = all(content(each).kind is Kind.NUMBER for each in terms[::2])
    return numbers and len(terms) == 3 and terms[1].text in "-−"


def is_one_of_several(node: Node, above: Term, base: str | None, below: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """``f^S``: a letter above a function tells which one; not in ``p_j^{z_j}``, nor in ``p_k^n`` and ``a^n`` beside ``2^n``."""
    if base not in vocabulary.functions:
        return False
    if isinstance(above, Index):
        return set(above.indices).isdisjoint(below)
    raises = is_letter(node) and node.text in vocabulary.exponents and (bool(below) or base in vocabulary.valued)
    return isinstance(above, Symbol) and not raises


def is_ordinal(letters: str | None, inner: Node, base: str | None) -> bool:
    """``i^{th}``, ``2^{nd}``: the ending of a word."""
    return letters == "th" and base != "e" or letters in ORDINALS and inner.kind is Kind.NUMBER


def is_spoken(base: str) -> bool:
    """Whether a name is a word, which has labels rather than powers: ``head^M``."""
    return len(base) > 2 and base.isalpha() and base.isascii() and base not in GREEK and base not in UNSPOKEN


def _is_divided(node: Node) -> bool:
    if node.kind is not Kind.PRODUCT:
        return False
    return any(content(part).kind is Kind.FRACTION or part.text == "/" for part in parts(node))


def _counter(node: Node, base: str | None, vocabulary: Vocabulary) -> str | None:
    """The letter that may count: l, or that of l - 1; a number too, which counts where letters do."""
    if node.kind is Kind.NUMBER or is_letter(node):
        return node.text
    if node.kind is Kind.SUM and len(operands(node)) == 2:
        first, second = map(content, operands(node))
        if second.kind is not Kind.NUMBER or second.text != "1":
            return None
        small = is_letter(first) and first.text.islower()
        if first.text in LAYERS or small and (first.text in "lt" or base in vocabulary.series):
            return first.text
    return None


def power_or_index(term: Term, above: Term, span: Span) -> Term:
    """Both readings of a letter above a name."""
    match term:
        case Index():
            entry = Index(term.base, term.indices, (*term.upper, above), span)
        case _:
            entry = Index(term, (), (above,), span)
    return Unknown(POWER_OR_INDEX, "", (Power(term, above, span), entry), span)


def footnote_mark(whole: Node) -> Sign | None:
    r"""``^\dagger``, ``^{th}`` by itself: a mark that typesets words, and says nothing; else None."""
    first = whole.children[0]
    if first.kind is not Kind.MISSING and first.kind not in WRAPPERS or len(parts(whole)) != 2:
        return None
    if content(parts(whole)[0]).kind is not Kind.MISSING:
        return None
    script = parts(whole)[1]
    mark = content(script)
    if script.kind is not Kind.SUPERSCRIPT or mark.text not in LABEL_MARKS and mark.kind is not Kind.WORD:
        return None
    return Sign(mark.text, whole.span)
