"""Declarations that stand in formulas: ``X \\in \\mathbb{R}^{n \\times d}``, ``d_k = D/H``, ``i = 1, …, n``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from symformer.semantics.declaration import Declaration
from symformer.semantics.declaring.drawn import drawn
from symformer.semantics.declaring.entrywise import letter_of, sizes_by_entries
from symformer.semantics.declaring.listed import families_listed, family_in_subset
from symformer.semantics.declaring.special_cases import MAKES
from symformer.semantics.declaring.wildcards import spread
from symformer.semantics.prose.snippets import is_size
from symformer.semantics.statement import Statement
from symformer.terms.term import (
    EQUAL,
    EXACTLY_EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Product,
    Relation,
    Space,
    Symbol,
    Term,
    walk,
)
from symformer.text.cued import Cued

CONDITION = Cued(
    r"(?:\b(?:if|when|where|whenever|for|case|cases|suppose|supposing|say|with|unless|until|at|as)|当|若|如果|假设|设|取)"
    r"\s*[$\\(`*_]*\Z",
    re.IGNORECASE,
)
# "we need r = p or another matrix": one way out of two
NEEDED = Cued(r"(?:\b(?:needs?|requires?|needed|either|assume)|需要|要求)\s*[$\\(`]*\Z", re.IGNORECASE)
OTHERWISE = Cued(r"[$\\)`]*\s*,?\s*(?:or\b|或)")
DEFINES = Cued(r"[,;:.)$\n]\s*where\s*$", re.IGNORECASE)  # "…, where d_k = D/H" tells; "a case where" supposes


# "for self-attention Y = X and m = n": two letters that are one size in one case only
IN_ONE_CASE = Cued(
    r"(?:^|[(,;:.—–-])\s*(?:and |but )?(?:for|in|with|under)\s+(?:the\s+|a\s+|an\s+|pure\s+|plain\s+)?"
    r"(?P<case>(?:[A-Za-z]+[- ]){0,2}[A-Za-z]+)"
    r"(?:\s+(?:case|layers?|we (?:have|take|set|get)|one has|this means|simply|both|just|also))*[,:]?\s*"
    r"(?:\$[^$]{1,40}\$\s*(?:and|,)\s*(?:so\s+|also\s+|hence\s+)?)?[$\\(]*\Z",
    re.IGNORECASE,
)
NO_CASE = Cued(
    r"\b(?:all|each|every|any|simplicity|convenience|brevity|us|what|this|these|our|practice|particular|general|place|total"
    r"|following|sequel|rest|note|notes|paper|original)\b",
    re.IGNORECASE,
)


def declarations_in_formulas(statements: Iterable[Statement], text: str) -> tuple[Declaration, ...]:
    """All declarations that formulas make by themselves; ``text`` is that of the document.

    A value under a condition ("when $H = 1$") holds there only and declares nothing.
    """
    statements = tuple(statements)
    made = tuple(
        found
        for statement in statements
        for found in _of_statement(statement)
        if found.value is None or found.sizes is not None or not is_condition(statement, text)
    )
    arrays = {letter_of(d.symbol) for d in made if isinstance(d.symbol, Index) and d.sizes}
    listed = (found for found in _by_entries(statements) if letter_of(found.symbol) not in arrays)
    families = families_listed(statements, made)
    return (*made, *families, *_sized_by_subscripts(statements), *listed, *spread(made, statements))


def _by_entries(statements: Iterable[Statement]) -> Iterator[Declaration]:
    """``x = (x_1, \\dots, x_n)^\\top``: as long as its list of entries."""
    for statement in statements:
        match statement.term:
            case Relation(relations=(relation, *_), sides=(Symbol() as name, value, *_)) as term:
                if relation in EXACTLY_EQUAL and (sizes := sizes_by_entries(name, value)) is not None:
                    yield _declare(name, statement, term, sizes=sizes)


def is_condition(statement: Statement, text: str) -> bool:
    """Whether the words right before a formula make it a supposition: "if", "when", "for"."""
    formula = statement.formula
    if formula is None or formula.display == "display":
        return False
    before = text[max(0, formula.span.start - 24) : formula.span.start]
    if OTHERWISE.match(text, formula.span.end) and NEEDED.search(before):
        return True
    if CONDITION.search(before) is not None and DEFINES.search(before) is None:
        return True
    if is_alias(statement.term) and MAKES.match(text, formula.span.end):
        return True
    return _is_in_one_case(statement, text)


def is_alias(term: Term) -> bool:
    """Whether a formula says of names that they are one thing: Y = X."""
    return isinstance(term, Relation) and all(isinstance(side, Symbol) for side in term.sides)


def _is_in_one_case(statement: Statement, text: str) -> bool:
    """Whether two letters are said to be equal in a case that the note does not come back to."""
    term, formula = statement.term, statement.formula
    if formula is None or not is_alias(term):
        return False
    start = formula.span.start
    before = text[max(0, start - 120) : start].rpartition("\n\n")[2]
    part = re.split(r"(?<=[.;(])(?=\s|[a-z])", before)
    found = IN_ONE_CASE.search(part[-1])
    if found is not None and not found.start() and not "".join(part[:-1]).endswith("(") and part[-1][:1] not in ",:":
        return False  # a sentence of its own: "In self-attention S = T."
    if found is None or NO_CASE.search(found["case"]) is not None:
        return False
    case = re.split(r"[- ]", found["case"])[-1]
    after = text[formula.span.end :]
    words = re.compile(re.escape(found["case"]).replace(r"\ ", r"[-\s]+").replace(r"\-", r"[-\s]?"), re.IGNORECASE)
    return len(case) > 2 and words.search(after) is None


def _of_statement(statement: Statement) -> Iterator[Declaration]:
    term = statement.term
    if not isinstance(term, Relation):
        return
    yield from _memberships(term, statement)
    yield from drawn(statement)
    yield from _shape_called(term, statement)
    first = term.sides[0]
    if isinstance(first, Symbol | Index) and term.relations[0] in EXACTLY_EQUAL:
        for relation, side in zip(term.relations, term.sides[1:], strict=True):
            if relation not in EXACTLY_EQUAL or isinstance(side, Space):
                break
            yield _declare(first, statement, term, value=side)


def _memberships(term: Relation, statement: Statement) -> Iterator[Declaration]:
    if (subset := family_in_subset(term)) is not None:
        yield _declare(subset[0], statement, term, sizes=subset[1].sizes, domain=subset[1].domain)
    for at, relation in enumerate(term.relations):
        target = term.sides[at + 1]
        if relation != "∈":
            continue
        if isinstance(target, Space):
            for named in _named(term, at):
                yield _declare(named, statement, term, sizes=target.sizes, domain=target.domain)
        elif at == 0 and isinstance(term.sides[0], Symbol | Index) and _holds_numbers(target):
            yield _declare(term.sides[0], statement, term, sizes=())
        elif isinstance(target, Apply) and target.function in ("range", "set") and at == 0:
            bounds = _bounds(target)
            if isinstance(term.sides[0], Symbol) and bounds is not None:
                yield _declare(term.sides[0], statement, term, ranges=bounds)


def _holds_numbers(target: Term) -> bool:
    r"""Whether a set is two numbers: what lies in ``\\{0, 1\\}`` or ``\\{-1, +1\\}`` is a number, whatever it was before."""
    return (
        isinstance(target, Apply)
        and target.function == "set"
        and len(target.arguments) == 2
        and all(isinstance(each, Number) for each in target.arguments)
    )


def _shape_called(term: Relation, statement: Statement) -> Iterator[Declaration]:
    """``shape(X) = (n, d)``, ``\\dim(X) = n \\times d``."""
    match term.sides[0]:
        case Apply(
            function="shape" | "dim" | "size" | "dims" | "Shape" | "Dim", arguments=(Symbol() | Index() as named,)
        ):
            pass
        case Product(sign="·", factors=(Symbol() | Index() as named, Symbol(name="shape" | "roman(shape)"))):
            pass
        case _:
            return
    match term.sides[1]:
        case Product(sign="×", factors=sizes) | Matrix(style="tuple", rows=(sizes,)):
            pass
        case _:
            return
    if term.relations[0] in ("=", "∈", ":=", "≡") and len(sizes) >= 2 and all(is_size(size) for size in sizes):
        yield _declare(named, statement, term, sizes=tuple(sizes))


def _sized_by_subscripts(statements: Sequence[Statement]) -> Iterator[Declaration]:
    """``X_{n \\times d}``: the sized name, and the bare one where it carries one size throughout the note."""
    found: list[tuple[Index, Symbol, tuple[Term, ...], Statement]] = []
    for statement in statements:
        for part in walk(statement.term):
            match part:
                case Index(base=Symbol() as base, indices=(Product(sign="×", factors=sizes),), upper=()):
                    if _may_be_sized(base, sizes):
                        found.append((part, base, sizes, statement))
    by_base: dict[Symbol, set[tuple[Term, ...]]] = {}
    for _, base, sizes, _ in found:
        by_base.setdefault(base, set()).add(sizes)
    for named, base, sizes, statement in found:
        yield _declare(named, statement, named, sizes=sizes)
        if len(by_base[base]) == 1 and base.name not in ("I", "J", "O"):
            yield _declare(base, statement, named, sizes=sizes)


def _may_be_sized(base: Symbol, sizes: tuple[Term, ...]) -> bool:
    """A matrix with sizes below it: not ``x_{2 \\times i}``, an entry, nor the numbers as a space."""
    font, _, letter = base.name.rpartition("(")
    if font in ("blackboard", "calligraphic") or (not font and not letter[:1].isupper()):
        return False
    counters = any(isinstance(part, Symbol) and part.name in ("i", "j") for size in sizes for part in walk(size))
    return len(sizes) >= 2 and not counters and all(is_size(size) for size in sizes)


def _named(term: Relation, at: int) -> Iterator[Term]:
    """The names a membership speaks of: ``X = AB ∈ S`` declares X; that AB fits is for shapes to check."""
    first = term.sides[0]
    if isinstance(first, Symbol | Index):
        if all(relation in EQUAL for relation in term.relations[:at]):
            yield first
    elif at == 0 and isinstance(first, Apply) and first.function == "tuple":
        yield from (item for item in first.arguments if isinstance(item, Symbol | Index))
    elif at == 0 and isinstance(first, Matrix) and first.style == "tuple":
        yield from (item for item in first.rows[0] if isinstance(item, Symbol | Index))


def _bounds(target: Apply) -> tuple[Term | None, Term | None] | None:
    items = target.arguments
    if target.function == "range":
        return items[0], items[-1]
    if len(items) >= 3 and isinstance(items[0], Number) and not isinstance(items[-1], Matrix):
        return items[0], items[-1]
    return None


def _declare(
    named: Term,
    statement: Statement,
    whole: Term,
    *,
    sizes: tuple[Term, ...] | None = None,
    domain: str | None = None,
    value: Term | None = None,
    ranges: tuple[Term | None, Term | None] | None = None,
) -> Declaration:
    span = statement.place(named.origin)
    return Declaration(
        symbol=named,
        span=span,
        evidence=statement.place(whole.origin),
        visible_from=span.start,
        sizes=sizes,
        domain=domain,
        value=value,
        ranges=ranges,
        role="index" if ranges is not None else "unknown",
    )
