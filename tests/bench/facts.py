"""Facts that a faithful reading of a formula must keep, checked on an outline of any reader's result.

An outline is made of plain lists, the kind first:

    ["name", text]                       ["sum", term, ...]           ["negative", operand]
    ["number", digits]                   ["product", factor, ...]     in the order written
    ["quotient", above, below]           ["commuting", factor, ...]   in an order the reader chose
    ["power", base, exponent]            ["elementwise", sign, factor, ...]
    ["transpose", operand]               ["index", base, index, ...]  ["slice", bound, ...]
    ["call", function, ["labels", label, ...], argument, ...]
    ["big", kind, index, lower, upper, body, condition]               None where nothing is written
    ["matrix", ["row", cell, ...], ...]  ["cases", ["branch", value, condition], ...]
    ["relation", [sign, ...], side, ...] ["space", domain, size, ...]
    ["statements", one, ...]             ["either", reading, ...]     ["dots"]     ["other", text]

A fact is a line of words, the first of which says what is checked: the keys of ``CHECKS``, each with
its meaning in the docstring of its function.  ``|`` divides words of which one must do, ``not``
before a fact denies it.  Names are compared without fonts, braces and brackets, so that ``W_{ij}``,
``W_{i,j}`` and an entry i, j of W are one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

Outline = list[Any]

_FONTS = re.compile(
    r"\\?\b(?:math(?:bf|rm|cal|bb|sf|it|tt|frak|scr)?|text(?:bf|rm|it)?|operatorname|boldsymbol|bm|bold|calligraphic"
    r"|blackboard|roman|italic|script)(?=[{(])"
)
# names that readers give to functions and constants of mathematics: no letters of the author's
STANDARD = frozenset(
    "sqrt absolute norm derivative gradient expectation argmax argmin given versus exp log ln sin cos max min e infty "
    "tuple set range".split()
)


def failing(outline: Outline | None, facts: list[str]) -> list[str]:
    """The facts that do not hold; of several readings of an ambiguous result, the best one counts."""
    if outline is None:
        return ["read"]
    if outline[0] == "either":
        return min((failing(reading, facts) for reading in outline[1:]), key=len, default=["read"])
    return [fact for fact in facts if not holds(outline, fact)]


def holds(outline: Outline, fact: str) -> bool:
    """Whether one fact holds.

    >>> product = ["product", ["name", "Q"], ["transpose", ["name", "K"]]]
    >>> [holds(product, fact) for fact in ("order Q K", "order K Q", "transposed K", "names Q K", "names Q")]
    [True, False, True, True, False]
    """
    check, *words = fact.split()
    if check == "not":
        return not holds(outline, " ".join(words))
    return CHECKS[check](outline, words)


# -- outlines ----------------------------------------------------------------------------------------


def walk(outline: Outline) -> Iterator[Outline]:
    """Every node of an outline, parents first."""
    stack = [outline]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(part for part in reversed(node[1:]) if isinstance(part, list) and _is_node(part))


def _is_node(part: Outline) -> bool:
    """The signs of a relation are a list too, and no node."""
    return bool(part) and isinstance(part[0], str) and part[0].isalpha()


def plain(name: str) -> str:
    r"""A name without fonts, braces, brackets, commas and blanks.

    >>> [plain(name) for name in (r"\mathbf{W}_{i,j}", r"\hat{y}_n", "hat(bold(y))_n", r"d_{\text{model}}")]
    ['W_ij', 'haty_n', 'haty_n', 'd_model']
    """
    return re.sub(r"[\\{}(),\s]", "", _FONTS.sub("", name))


def flat(node: Outline | None) -> str:
    """A small expression in one plain word.

    >>> flat(["index", ["name", "w"], ["sum", ["name", "t"], ["number", "1"]]])
    'w_t+1'
    """
    match node:
        case None:
            return "-"
        case ["name" | "number" | "other", text]:
            return plain(text)
        case ["negative", operand]:
            return "-" + flat(operand)
        case ["sum", *terms]:
            return "+".join(map(flat, terms)).replace("+-", "-")
        case ["product" | "commuting", *factors]:
            return "".join(map(flat, factors))
        case ["index", base, *indices]:
            return f"{flat(base)}_{''.join(map(flat, indices))}"
        case ["slice", *bounds]:
            return ":" + "".join(map(flat, bounds))
        case ["quotient", above, below]:
            return f"{flat(above)}/{flat(below)}"
        case ["power", base, exponent]:
            return f"{flat(base)}^{flat(exponent)}"
        case ["relation", signs, *sides]:
            return flat(sides[0]) + "".join(sign + flat(side) for sign, side in zip(signs, sides[1:], strict=True))
        case ["call", "tuple", _, *arguments]:
            return "".join(map(flat, arguments))
        case ["call", function, _, *arguments]:
            return plain(function) + "".join(map(flat, arguments))
    return "?"


def names_in(outline: Outline) -> set[str]:
    """Every name, those of functions included; what is indexed by names also under its whole name."""
    found: set[str] = set()
    for node in walk(outline):
        match node:
            case ["name", text]:
                found.add(plain(text))
            case ["call", function, *_]:
                found.add(plain(function))
            case ["index", *_]:
                found.add(flat(node))
    return found


def _strays(outline: Outline, allowed: set[str]) -> set[str]:
    """The names that are neither allowed nor parts of an allowed name with indices."""
    found: set[str] = set()
    stack = [outline]
    while stack:
        node = stack.pop()
        match node:
            case ["index", ["name" | "index", *_], *_] if flat(node) in allowed:
                continue
            case ["name", text]:
                found.add(plain(text))
            case ["call", function, *_]:
                found.add(plain(function))
        stack.extend(part for part in node[1:] if isinstance(part, list) and _is_node(part))
    return found - allowed - STANDARD


def value_of(node: Outline) -> Fraction | None:
    """The value of a number, a negated one, or a quotient of two."""
    match node:
        case ["number", digits]:
            try:
                return Fraction(digits)
            except ValueError:
                return None
        case ["negative", operand]:
            value = value_of(operand)
            return None if value is None else -value
        case ["quotient", above, below]:
            over, under = value_of(above), value_of(below)
            return None if over is None or not under else over / under
    return None


def has(outline: Outline | None, word: str) -> bool:
    """Whether a name (with its index) or a number occurs; ``a|b``: either."""
    if outline is None:
        return False
    return any(plain(each) in names_in(outline) or _has_number(outline, each) for each in word.split("|"))


def _has_number(outline: Outline, word: str) -> bool:
    try:
        wanted = Fraction(word)
    except ValueError:
        return False
    return any(value_of(node) == wanted for node in walk(outline))


def _first(outline: Outline) -> Outline:
    """The first statement."""
    return outline[1] if outline[0] == "statements" and len(outline) > 1 else outline


# -- what can be checked -----------------------------------------------------------------------------


def names(outline: Outline, words: list[str]) -> bool:
    """All these names occur, in their case and with their scripts, and no other; ``?i`` need not occur.

    The letters of an index need not be found apart from the name they stand at.
    """
    wanted = {plain(word) for word in words if word[0] != "?"}
    allowed = wanted | {word[1:] for word in words if word[0] == "?"}
    return wanted <= names_in(outline) and not _strays(outline, allowed)


def numbers(outline: Outline, words: list[str]) -> bool:
    """All these numbers occur."""
    return all(_has_number(outline, word) for word in words)


def relation(outline: Outline, words: list[str]) -> bool:
    """The (first) statement is a chain with these signs, which also says how many sides it has."""
    node = _first(outline)
    return node[0] == "relation" and node[1] == words


def related(outline: Outline, words: list[str]) -> bool:
    """Somewhere stands a relation of this sign between something with the second and the third word."""
    sign, left, right = words
    return any(
        each == sign and has(one, left) and has(two, right)
        for node in walk(outline)
        if node[0] == "relation"
        for each, (one, two) in zip(node[1], pairwise(node[2:]), strict=True)
    )


def statements(outline: Outline, words: list[str]) -> bool:
    """So many statements."""
    return (len(outline) - 1 if outline[0] == "statements" else 1) == int(words[0])


def call(outline: Outline, words: list[str]) -> bool:
    """A function is called with so many arguments (and not multiplied)."""
    spelled, number = words
    return any(
        node[0] == "call" and plain(node[1]) in spelled.split("|") and len(node) - 3 == int(number)
        for node in walk(outline)
    )


def inside(outline: Outline, words: list[str]) -> bool:
    """In a call of the first, the others occur."""
    function, *rest = words
    return any(
        node[0] == "call" and plain(node[1]) in function.split("|") and all(has(node, word) for word in rest)
        for node in walk(outline)
    )


def transposed(outline: Outline, words: list[str]) -> bool:
    """Each of these stands transposed."""
    found = [node[1] for node in walk(outline) if node[0] == "transpose"]
    return all(any(has(node, word) for node in found) for word in words)


def order(outline: Outline, words: list[str]) -> bool:
    """Factors of one product that does not commute hold these, in this order."""
    for node in walk(outline):
        if node[0] == "product":
            factors = iter(_factors(node))
            if all(any(has(factor, word) for factor in factors) for word in words):
                return True
    return False


def _factors(node: Outline) -> Iterator[Outline]:
    for factor in node[1:]:
        if factor[0] == "product":
            yield from _factors(factor)
        else:
            yield factor


def elementwise(outline: Outline, words: list[str]) -> bool:
    """A product entry by entry, of factors that hold these in order."""
    for node in walk(outline):
        if node[0] == "elementwise" and node[1] in "⊙∘*":
            factors = iter(node[2:])
            if all(any(has(factor, word) for factor in factors) for word in words):
                return True
    return False


def above(outline: Outline, words: list[str]) -> bool:
    """A numerator holds these."""
    return any(node[0] == "quotient" and all(has(node[1], word) for word in words) for node in walk(outline))


def below(outline: Outline, words: list[str]) -> bool:
    """A denominator holds these."""
    return any(node[0] == "quotient" and all(has(node[2], word) for word in words) for node in walk(outline))


def power(outline: Outline, words: list[str]) -> bool:
    """A power whose base holds the first and whose exponent holds the others."""
    base, *exponents = words
    for node in walk(outline):
        match node:
            case ["power", under, over] if has(under, base) and all(has(over, word) for word in exponents):
                return True
            case ["call", "exp", _, over] if base == "e" and all(has(over, word) for word in exponents):
                return True
    return False


def negative(outline: Outline, words: list[str]) -> bool:
    """Something with these is negated or subtracted."""
    return any(node[0] == "negative" and all(has(node[1], word) for word in words) for node in walk(outline))


def added(outline: Outline, words: list[str]) -> bool:
    """One sum has these in terms of their own, in any order."""
    for node in walk(outline):
        if node[0] == "sum":
            terms = node[1:]
            taken = {at for word in words for at in [next((i for i, t in enumerate(terms) if has(t, word)), -1)]}
            if -1 not in taken and len(taken) == len(words):
                return True
    return False


def big(outline: Outline, words: list[str]) -> bool:
    """A big operator of this kind, with its index, lower and upper bound (``-``: none written)."""
    kind, index, lower, upper = words
    return any(
        node[0] == "big" and node[1] == kind and [flat(part) for part in node[2:5]] == [index, lower, upper]
        for node in walk(outline)
    )


def binds(outline: Outline, words: list[str]) -> bool:
    """What a big operator stands over depends on its index: the index is no mere part of a name."""
    return any(
        node[0] == "big" and node[5] is not None and ["name", words[0]] in walk(node[5]) for node in walk(outline)
    )


def over(outline: Outline, words: list[str]) -> bool:
    """What a big operator stands over holds these."""
    return any(node[0] == "big" and all(has(node[5], word) for word in words) for node in walk(outline))


def rows(outline: Outline, words: list[str]) -> bool:
    """A matrix of these entries; ``/`` divides its rows."""
    wanted = [row.split() for row in " ".join(words).split("/")]
    for node in walk(outline):
        if node[0] == "matrix" and [len(row) - 1 for row in node[1:]] == [len(row) for row in wanted]:
            cells = [
                (cell, word)
                for row, say in zip(node[1:], wanted, strict=True)
                for cell, word in zip(row[1:], say, strict=True)
            ]
            if all(value_of(cell) == Fraction(word) for cell, word in cells):
                return True
    return False


def branch(outline: Outline, words: list[str]) -> bool:
    """A definition by cases has this value under this condition."""
    return any(
        node[0] == "cases" and any([flat(one[1]), flat(one[2])] == words for one in node[1:]) for node in walk(outline)
    )


def space(outline: Outline, words: list[str]) -> bool:
    """A space over this field with these sizes, in order."""
    domain, *sizes = words
    return any(
        node[0] == "space" and node[1] == domain and [flat(size) for size in node[2:]] == sizes
        for node in walk(outline)
    )


def bar(outline: Outline, words: list[str]) -> bool:
    """A bar (given, or one against the other) between something with the first and with the second."""
    left, right = words
    for node in walk(outline):
        match node:
            case ["call", "given" | "versus", _, one, two] | ["elementwise", "∥" | "‖" | "|", one, two]:
                if has(one, left) and has(two, right):
                    return True
    return related(outline, ["∥", left, right])


CHECKS: dict[str, Callable[[Outline, list[str]], bool]] = {
    check.__name__: check
    for check in (
        names, numbers, relation, related, statements, call, inside, transposed, order, elementwise, above, below,
        power, negative, added, big, binds, over, rows, branch, space, bar,
    )
}  # fmt: skip
