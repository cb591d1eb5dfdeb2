"""Words beside factors: units that make a number a quantity, and remarks that carry no mathematics."""

from __future__ import annotations

import re

from symformer.syntax.nodes import Kind, Node, content, leaves
from symformer.terms.parts import unindexed
from symformer.terms.term import Apply, Index, Matrix, Number, Product, Symbol, Term, Unknown

UNIT_WORDS = frozenset(
    "million billion trillion thousand k K M B G T KB MB GB TB PB KiB MiB GiB TiB bytes byte bits bit s ms us μs ns seconds second "
    "MB/s GB/s TB/s FLOP/s GFLOP/s TFLOP/s PFLOP/s FLOPS GFLOPS PFLOPS TFLOPs PFLOPs MFLOPs "
    "Hz kHz MHz GHz dB Np samples frames kg km cm mm nm mW kW mV rad minutes hours days FLOPs FLOP TFLOPS GFLOPs tokens parameters params".split()
)
LETTERS_OF_UNITS = frozenset("sm")
# words that stand behind a formula and multiply nothing
SAID = frozenset(
    "time times space memory heads operations steps layers flops computation complexity "
    "elements entries total each per instead overall respectively contains nearby found "
    "choose maximize minimize return adds do vs versus s.t".split()
)
# things of which an expression says how many there are
COUNTED = frozenset("parameters params tokens samples frames neurons units words examples".split())
# what stands before the letter that it is called: "the input x"
CALLED = frozenset(
    "input output token layer head step model query class label batch epoch position word neuron node prompt "
    "group completion reward state action sample example vector matrix".split()
)
# samples/second, tokens/s, m/s: things for one of another, never a quotient of letters
RATE = re.compile(
    r"(?:[A-Za-zµμ]{3,}|[kcmµμ]?m|MB|kB)/(?:s|sec|ms|min|h|hr|[A-Za-z]{3,})(?:/(?:s|sec|h|[A-Za-z]{3,}))?\.?"
)
REMARK = re.compile(r"\(.*\)|.*:|\d\s*[.)]")  # (by definition); Step 1:; 1.


def has_words(factors: list[Term]) -> bool:
    """Whether a factor is a word, as remarks and units are; letters are neither."""
    return any(isinstance(factor, Symbol) and len(factor.name) > 1 for factor in factors)


def without_comments(factors: list[Term]) -> list[Term]:
    """The factors without remarks: words in brackets at the end, words with a colon in front."""
    if not has_words(factors):
        return factors
    if len(factors) > 1 and _is_remark(factors[0]):
        return without_comments(factors[1:])
    if len(factors) > 1 and _is_remark(factors[-1]) and not isinstance(factors[-2], Number):
        return without_comments(factors[:-1])
    if len(factors) == 2 and _is_words(factors[0]) and isinstance(factors[1], Symbol | Index):
        return [_words_or_factor(factors)]  # "the boundary z": a name for z, or a product
    if len(factors) == 2 and _is_participle(factors[0]) and isinstance(factors[1], Symbol | Index | Matrix):
        return [_words_or_factor(factors)]  # "Rotated x": what was done to it, or a factor
    if len(factors) == 2 and (_is_called(*factors) or _is_called(*factors[::-1])):
        return [_words_or_factor(factors)]
    if len(factors) > 1 and isinstance(factors[-1], Symbol) and factors[-1].name in COUNTED:
        return [_counted_things(factors)]  # "4 d^2 parameters"
    if len(factors) > 1 and any(map(_is_said, factors)) and not isinstance(factors[0], Number):
        return [_words_or_factor(factors)]  # "O(n) time", "divide H heads into G groups"
    return factors


def _counted_things(factors: list[Term]) -> Term:
    """So many of a thing: the number of them, or a product."""
    *number, things = factors
    if len(number) == 1 and isinstance(number[0], Number):
        return Apply("quantity", (number[0], things), (), number[0].origin.cover(things.origin))
    span = factors[0].origin.cover(things.origin)
    many = number[0] if len(number) == 1 else Product(tuple(number), "", number[0].origin.cover(number[-1].origin))
    return Unknown("words or a factor", "", (many, Product(tuple(factors), "", span)), span)


def _is_called(noun: Term, name: Term) -> bool:
    """``\\text{input } x``: a noun before the small letter that stands for it."""
    if not isinstance(noun, Symbol) or noun.name.lower() not in CALLED:
        return False
    letter = unindexed(name)
    plain = letter.name.removeprefix("bold(").rstrip(")") if isinstance(letter, Symbol) else ""
    return len(plain) == 1 and plain.islower()


def _is_said(term: Term) -> bool:
    """Whether a factor is a phrase, or a small word that nothing marks as a name."""
    name = term.name.strip(" ,;.") if isinstance(term, Symbol) else ""
    ends = isinstance(term, Symbol) and term.name.endswith(".") and len(name) > 3 and name.isalpha()
    return name[:1].isalpha() and (" " in name or name in SAID or ends)  # a sentence ends with it


def _is_participle(term: Term) -> bool:
    return _is_word(term) and isinstance(term, Symbol) and term.name.endswith("ed")


def _is_word(term: Term) -> bool:
    return isinstance(term, Symbol) and len(term.name) > 3 and term.name.isalpha()


def _is_words(term: Term) -> bool:
    return isinstance(term, Symbol) and " " in term.name


def _words_or_factor(factors: list[Term]) -> Term:
    span = factors[0].origin.cover(factors[-1].origin)
    return Unknown("words or a factor", "", (factors[-1], Product(tuple(factors), "", span)), span)


def _is_remark(term: Term) -> bool:
    return isinstance(term, Symbol) and len(term.name) > 1 and REMARK.fullmatch(term.name) is not None


def quantities(factors: list[Term]) -> list[Term]:
    """A number before a unit word is one quantity, not a product."""
    merged: list[Term] = []
    for factor in factors:
        if isinstance(factor, Symbol) and merged and isinstance(merged[-1], Number) and _is_unit(factor.name):
            number = merged.pop()
            merged.append(Apply("quantity", (number, factor), (), number.origin.cover(factor.origin)))
        else:
            merged.append(factor)
    return merged


def unit_behind(pieces: list[Node], at: int) -> Symbol | None:
    r"""``0.2\ \text{s}``: an upright letter behind a number and a blank, at the end, is its unit, whatever s stands for."""
    if at + 2 != len(pieces):
        return None
    number, last = pieces[at], content(pieces[-1])
    if last.kind is not Kind.FONT or last.text != "roman":
        return None
    held = [leaf for leaf in leaves(last) if leaf.kind is not Kind.MARK]
    if not held:
        return None
    spaced = number.span.end < last.span.start or held[0].kind is Kind.SPACE
    letter = "".join(leaf.text for leaf in held if leaf.kind is not Kind.SPACE)
    return Symbol(letter, last.span) if letter in LETTERS_OF_UNITS and spaced else None


def _is_unit(name: str) -> bool:
    if len(name) == 1:
        return False  # 2k and 4T are products of letters
    return name in UNIT_WORDS or " " in name or name.startswith("(") or RATE.fullmatch(name.strip()) is not None
