r"""Definitions by arguments that take one letter and use another: ``f(Q, C, V) = \mathrm{softmax}(QK^T) V``.

Also those that take one letter twice.  What is used instead may be made of the argument: then the note tells it by
an equation or in the words around, and all is well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.judging.equations.around import is_decided, words_after, words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import Spelling, family_and_label, taken_apart
from symformer.semantics.usage.uses import FORMS
from symformer.terms.parts import base_name, origin_of, whole_letters
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Power,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)
from symformer.text.cued import Cued

CUSTOMARY = frozenset(
    "e i j d n m k N D T t I R c C pi epsilon varepsilon infty".split()
)  # constants, counts, the identity: no arguments
CONSTANTS = frozenset("e pi infty epsilon varepsilon".split())
LEAST_WORD = 4  # letters of a name that is a word
SEVERAL = 3  # arguments of a function that is known again by all but one
EULER = Symbol("e")
OF_NAMES = frozenset({"H", "I"})  # what is as well of any other name that tells as much
DEPENDS = Cued(r"depend|function of|implicit|determined by|through|independent|constant|regardless|ignor")


def parameter_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each definition of which one argument is not used and one letter alike is no argument."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL:
            continue
        call = term.sides[0].base if isinstance(term.sides[0], Index) else term.sides[0]
        if not isinstance(call, Apply) or call.function in FORMS or not _are_names(call.arguments):
            continue
        idle = _idle(call, term.sides[1:])
        if idle is None:
            if (pair := _of_another_call(model, call, term.sides[1:])) is not None:
                yield _problem(statement, call, *pair)
            continue
        if (twice := _standing_for(call, idle, term.sides[1])) is not None:
            yield _problem_of_pair(statement, idle, twice)
            continue
        if len(call.arguments) == 1 and (len(call.function) == 1 or not _is_made_of_one(term.sides[1:])):
            continue  # f(x) = a + a^2 may be a constant
        others = [each for each in _others(call, idle, term.sides[1:]) if each.name not in once(model, _told_functions)]
        alike = [each for each in others if _is_like(each, idle)]
        if call.arguments.count(idle) > 1:
            if sum(each == idle for each in _free_names(term.sides[1:])) > 1:
                continue  # the function at two equal points: f(x, x) = x^T W x
            known = _with_entries(term.sides[1:]) | _called(term.sides[1:])
            alike = [each for each in alike if each.name not in known]
        called = [each for each in alike if _takes(model, call, idle, each)]
        if len(called) == 1 and call.function in OF_NAMES and _is_made_of(model, statement, idle, called[0]):
            continue
        if len(called) == 1:
            yield _problem(statement, call, idle, called[0])
        elif (
            (len(others) == 1 or call.arguments.count(idle) > 1)
            and len(alike) == 1
            and not _is_made_of(model, statement, idle, alike[0])
        ):
            yield _problem(statement, call, idle, alike[0])


def members_of_others(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``a(q, k_a) = q^\top k_i / \sqrt{d}``: of a family another member is used than the one that is taken."""
    for statement, parts in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL:
            continue
        call, rights = term.sides[0], term.sides[1:]
        if not isinstance(call, Apply) or call.function in FORMS or len(call.arguments) < 2:
            continue
        if any(isinstance(part, IndexedSum | Ellipsis | Unknown) for part in parts):
            continue
        used = [part for side in rights for part in whole_letters(side)]
        if not set(map(_family, call.arguments)) <= set(map(_family, used)):
            continue
        for taken in call.arguments:
            if (other := _otherfamily_and_label(taken, used)) is not None:
                place = statement.place(origin_of(other))
                yield Problem(
                    place,
                    f"{show(other)} is used here, and {show(taken)} is the argument",
                    help=f"try {show(other)} for {show(taken)}, or the other way round",
                    evidence={"kind": "symbol", "symbol": show(taken), "used": show(other)},
                    key=f"member@{place.start}",
                )


def _otherfamily_and_label(taken: Term, used: Sequence[Term]) -> Term | None:
    """The one member of a family that is used, where the one that is taken is not, and neither is the family as a whole."""
    own = family_and_label(taken)
    family = {
        each: found for each in used if (found := family_and_label(each)) is not None and own and found[0] == own[0]
    }
    if own is None or taken in used or len(family) != 1 or Symbol(own[0]) in used:
        return None
    ((other, found),) = family.items()
    return other if found != own else None


def _family(term: Term) -> str:
    member = family_and_label(term)
    return base_name(term) if member is None else member[0]


def _told_functions(model: SemanticModel) -> frozenset[str]:
    """The functions that the note tells: H(S) = -Σ p log p."""
    terms = (statement.term for statement, _ in once(model, asserted_formulas))
    lefts = (term.sides[0] for term in terms if isinstance(term, Relation) and term.relations[0] in EXACTLY_EQUAL)
    return frozenset(left.function for left in lefts if isinstance(left, Apply))


def _are_names(arguments: tuple[Term, ...]) -> bool:
    return len(arguments) > 0 and all(isinstance(each, Symbol) for each in arguments)


def _is_made_of_one(sides: tuple[Term, ...]) -> bool:
    """Whether a formula is made of one letter alone, which stands in it twice: no constant, and of nothing that has a name."""
    names = [each.name for each in _free_names(sides)]
    return len(set(names)) == 1 and len(names) > 1


def _standing_for(call: Apply, idle: Symbol, right: Term) -> Symbol | None:
    r"""The argument that stands for the idle one as well: h of ``f(t, h, w) = a t + b h + c h``, a term for each argument."""
    terms = right.terms if isinstance(right, Sum) else ()
    if len(terms) != len(call.arguments) or len({_make(each) for each in terms}) != 1:
        return None
    held = [[each for each in call.arguments if each in walk(term)] for term in terms]
    if any(len(each) != 1 for each in held):
        return None
    twice = [each for each in call.arguments if sum(each in one for one in held) == 2]
    rest = [each for each in call.arguments if each not in (idle, *twice)]
    fits = len(twice) == 1 and all(sum(each in one for one in held) == 1 for each in rest)
    return twice[0] if fits and isinstance(twice[0], Symbol) else None


def _make(term: Term) -> object:
    """How a term is built, whatever its letters are."""
    return type(term).__name__, getattr(term, "function", None), tuple(map(_make, children(term)))


def _idle(call: Apply, sides: tuple[Term, ...]) -> Symbol | None:
    """The one argument that is not used, or that stands for the second time; all others are used."""
    arguments = [each for each in call.arguments if isinstance(each, Symbol)]
    if any(isinstance(part, Ellipsis | Unknown) for side in sides for part in walk(side)):
        return None
    used = list(_free_names(sides))
    letters = {taken_apart(each.name).letter.lower() for each in used}
    letters |= {script for each in used for script in _scripts(each.name)}
    names = {each.name for each in used}
    idle = [
        each
        for at, each in enumerate(arguments)
        if _is_idle(each, arguments[:at], letters) or each.name not in names and _is_of_one_letter(each, arguments)
    ]
    rest = {each.name for each in arguments if each not in idle}
    if len(idle) != 1 or not rest <= names or _are_indices(rest, sides):
        return None
    return idle[0]


def _of_another_call(model: SemanticModel, call: Apply, sides: tuple[Term, ...]) -> tuple[Symbol, Symbol] | None:
    r"""An argument in whose place the note has another letter elsewhere, which is used here: d of ``f(d, K) = Q K / \sqrt{d_k}``."""
    if any(isinstance(part, Ellipsis | Unknown) for side in sides for part in walk(side)):
        return None
    used = {each.name: each for each in _free_names(sides)}
    idle = [each for each in call.arguments if isinstance(each, Symbol) and each.name not in used]
    strangers = [each for each in used.values() if each not in call.arguments]
    if len(idle) != 1 or len(call.arguments) < SEVERAL and (len(call.function) < LEAST_WORD or len(call.arguments) < 2):
        return None
    found = [each for each in strangers if _takes(model, call, idle[0], each)]
    return (idle[0], found[0]) if len(found) == 1 else None


def _others(call: Apply, idle: Symbol, sides: tuple[Term, ...]) -> list[Symbol]:
    """What is used besides the arguments, but for sizes and constants: one of them may be meant for the idle one."""
    taken = {
        taken_apart(each.name).letter.lower()
        for each in call.arguments
        if isinstance(each, Symbol) and each is not idle
    }
    taken |= {part.name.lower() for label in call.labels for part in walk(label) if isinstance(part, Symbol)}
    scales = _scales(sides)
    twice = call.arguments.count(idle) > 1 or _is_of_one_letter(
        idle, call.arguments
    )  # then one of them stands for another, whatever that is
    found = {
        each.name: each
        for each in _free_names(sides)
        if taken_apart(each.name).letter.lower() not in taken
        and each.name != call.function
        and (each.name not in CONSTANTS if twice else not _is_customary(each.name))
        and (each.name not in scales or _is_like(each, idle))
    }
    return list(found.values())


def _with_entries(sides: tuple[Term, ...]) -> set[str]:
    """The names with indices: families that a function is made of, and none of its arguments."""
    bases = (part.base for side in sides for part in walk(side) if isinstance(part, Index))
    return {each.name for each in bases if isinstance(each, Symbol)}


def _called(sides: tuple[Term, ...]) -> set[str]:
    """The names that are called: the g of ``f(m, m) = g(0)``."""
    return {part.function for side in sides for part in walk(side) if isinstance(part, Apply)}


def _scales(sides: tuple[Term, ...]) -> set[str]:
    """The names that something is divided by."""
    below = (part.denominator for side in sides for part in walk(side) if isinstance(part, Quotient))
    return {part.name for each in below for part in walk(each) if isinstance(part, Symbol)}


def _is_customary(name: str) -> bool:
    """Whether a letter is a constant, a count or a size, which a formula may have besides its arguments."""
    spelling = taken_apart(name)
    return spelling.letter in CUSTOMARY and (name == spelling.letter or spelling.letter.islower())


def _are_indices(names: set[str], sides: tuple[Term, ...]) -> bool:
    """Whether some of the arguments stand in scripts only: then the call names an entry of an array."""
    parts = [part for side in sides for part in walk(side)]
    scripts = [script for part in parts if isinstance(part, Index) for script in part.slots]
    below = [part.name for script in scripts for part in walk(script) if isinstance(part, Symbol)]
    every = [part.name for part in parts if isinstance(part, Symbol)]
    return any(name in below and below.count(name) == every.count(name) for name in names)


def _free_names(sides: tuple[Term, ...]) -> Iterator[Symbol]:
    """The names that stand in an expression, but for those that its sums bind."""
    parts = [part for side in sides for part in walk(side)]
    bound = {part.index.name for part in parts if isinstance(part, IndexedSum) and part.index is not None}
    raised = {id(part.base) for part in parts if isinstance(part, Power) and part.base == EULER}
    for part in parts:
        if isinstance(part, Symbol) and part.name not in bound and id(part) not in raised:
            yield part
        elif isinstance(part, Apply) and len(part.function) == 1:
            yield Symbol(part.function, part.origin)  # of q(x), the q


def _is_idle(argument: Symbol, before: list[Symbol], letters: set[str]) -> bool:
    """Whether an argument is used nowhere, in no case and under no label, or is the one before it once more."""
    return taken_apart(argument.name).letter.lower() not in letters or argument in before


def _is_of_one_letter(argument: Symbol, arguments: Sequence[Term]) -> bool:
    r"""Whether another argument is the same letter in another font: the q of ``f(\mathbf{q}, q)``."""
    own = taken_apart(argument.name).letter
    return any(
        isinstance(each, Symbol) and each != argument and taken_apart(each.name).letter == own for each in arguments
    )


def _scripts(name: str) -> Iterator[str]:
    spelling = taken_apart(name)
    yield from (each.lower() for label in (spelling.below, spelling.above) for each in (label, *label))


def _is_like(stranger: Symbol, argument: Symbol) -> bool:
    """Whether two names are letters of one kind: both capital, in one font, with labels or without."""
    one, other = taken_apart(stranger.name), taken_apart(argument.name)
    return _kind(one) == _kind(other) and one.is_letter and other.is_letter


def _kind(spelling: Spelling) -> tuple[object, ...]:
    letter = spelling.letter
    return letter.isupper(), len(letter) > 1, spelling.font, spelling.accents, bool(spelling.below or spelling.above)


def _takes(model: SemanticModel, call: Apply, argument: Symbol, stranger: Symbol) -> bool:
    """Whether the function is called elsewhere with the letter that is used, in the place of the one that is not."""
    expected = tuple(stranger if each is argument else each for each in call.arguments)
    return any(
        isinstance(part, Apply) and part.function == call.function and part.arguments == expected
        for _, parts in once(model, asserted_formulas)
        for part in parts
    )


def _is_made_of(model: SemanticModel, statement: Statement, argument: Symbol, stranger: Symbol) -> bool:
    """Whether the note may make one of the other: by an equation with both, or in the words around."""
    after = words_after(model, statement).lstrip(".,; \n")
    after = "" if after.startswith("$$") else after.split("\n\n")[0]
    words = words_before(model, statement) + after
    if DEPENDS.search(words):
        return True
    call = statement.term.sides[0] if isinstance(statement.term, Relation) else statement.term
    if isinstance(call, Apply) and call.function in OF_NAMES and is_decided(model, statement):
        return True  # an entropy is of any name that tells as much
    if isinstance(call, Apply) and call.arguments.count(argument) > 1:
        return False
    if _stands_in(words, argument):
        return True
    letters = {taken_apart(argument.name).letter, taken_apart(stranger.name).letter}
    if isinstance(call, Apply) and call.function in OF_NAMES:  # of X, whose value is x
        values = {each.casefold() for each in letters}
        if any(_tells(other.term, values) for other in model.statements):
            return True
    return any(other is not statement and _tells(other.term, letters) for other, _ in once(model, asserted_formulas))


def _tells(term: Term, letters: set[str]) -> bool:
    """Whether an equation tells a name by others, and has both letters: ``K = C W_K``."""
    if not isinstance(term, Relation) or isinstance(term.sides[0], Apply):
        return False
    return letters <= {taken_apart(part.name).letter for part in walk(term) if isinstance(part, Symbol)}


def _stands_in(words: str, argument: Symbol) -> bool:
    """Whether words speak of an argument by its letter."""
    letter = re.escape(taken_apart(argument.name).letter)
    return re.search(rf"\$[^$]*(?<![A-Za-z]){letter}(?![A-Za-z])[^$]*\$|`{letter}`", words) is not None


def _problem(statement: Statement, call: Apply, idle: Symbol, stranger: Symbol) -> Problem:
    place = statement.place(idle.origin)
    what = "stands twice among the arguments" if call.arguments.count(idle) > 1 else "is an argument and is not used"
    return Problem(
        place,
        f"{show(idle)} {what}; {show(stranger)} is used and is no argument of {show(call)}",
        help=f"try {show(stranger)} for {show(idle)}, here or on the right",
        evidence={"kind": "symbol", "symbol": show(idle), "used": show(stranger)},
        key=f"argument@{place.start}",
    )


def _problem_of_pair(statement: Statement, idle: Symbol, twice: Symbol) -> Problem:
    place = statement.place(idle.origin)
    return Problem(
        place,
        f"{show(idle)} is an argument and is not used; {show(twice)} stands in two of the terms, of which each has one argument",
        help=f"try {show(idle)} for one {show(twice)}",
        evidence={"kind": "symbol", "symbol": show(idle), "used": show(twice)},
        key=f"argument@{place.start}",
    )
