"""The steps of a note's own derivations: every "=" between two formulas, and every derivative, is a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from symformer.algebra.dimension import letter
from symformer.documents.places import section_at
from symformer.judging.verified import size_value
from symformer.reasoning.equality import NOTHING_GIVEN, Equality, Given, Meaning, equality
from symformer.reasoning.expanded.functions import ELEMENTWISE, OF_ONE
from symformer.semantics.inference import StatementShape
from symformer.semantics.statement import Statement
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Relation,
    Slice,
    Space,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

STEP_SIGNS = frozenset({"=", "≡"})
DEFINING_SIGNS = frozenset({"=", ":=", "≜", "≡"})
SMALL_PRIMES = (2, 3, 5, 7)
MOST_CELLS = 60
MOST_WORK = 120_000  # expressions that are written out for the steps of one note
MOST_NODES = 160  # of one side
DERIVATIVES = frozenset({"derivative", "gradient"})
NO_NUMBERS = frozenset(
    {"given", "versus", "set", "tuple", "range", "percent", "quantity", "degrees", "times", "labelled", "evaluated",
     "O", "Theta", "Omega", "o", "calligraphic(O)"}
)  # fmt: skip
IDENTITIES = frozenset(
    {"exp", "ln", "log", "sin", "cos", "tan", "tanh", "sqrt", "absolute", "norm", "expectation", "variance", "Cov",
     "trace", "det", "max", "min", "argmax", "argmin", "transpose", "inner"}
)  # fmt: skip  # of letters: what is said of them is no definition


Kind = Literal["derivative", "step", "equation"]  # one side is a derivative; of a chain; of two sides only


@dataclass(frozen=True, slots=True)
class Step:
    """Two neighbours of a chain, and what was found out about them; ``at`` counts the signs of the chain."""

    statement: Statement
    at: int
    left: Term
    right: Term
    found: Equality
    kind: Kind
    given: Given = NOTHING_GIVEN  # what was known of its letters
    beyond_doubt: bool = False  # nothing but the values of its letters could make it true


def steps(model: SemanticModel, *, prove: bool = False) -> Iterator[Step]:
    """Every step of a note with what was found out about it, in order; only those it could accuse, without ``prove``."""
    book = _Definitions(model)
    conditions = _conditions(model)
    functions = _functions(model)
    left_over = MOST_WORK
    for shaped in model.shapes:
        if shaped.inferred.conflicts:
            continue  # what is wrong with it is a matter of shapes
        for at, left, right in claims(shaped.statement):
            if left_over < 0:
                return
            kind = _kind(shaped.statement, left, right)
            if not prove and not _is_trusted(kind, left, right):
                continue  # whatever was found, it would be doubted
            step = _judged(shaped, at, left, right, book, conditions, functions, prove)
            left_over -= step.found.work
            yield step


def step_between(model: SemanticModel, shaped: StatementShape, left: Term, right: Term) -> Step:
    """Two formulas held against each other at the place of a statement, with what the note defines there."""
    return _judged(shaped, 0, left, right, _Definitions(model), _conditions(model), _functions(model), prove=False)


def claims(statement: Statement) -> Iterator[tuple[int, Term, Term]]:
    """The neighbours of a chain that are claimed to be equal: no definition, no arithmetic, no declaration."""
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
        return
    if statement.hedged:
        return
    for at, relation in enumerate(term.relations):
        left, right = term.sides[at], term.sides[at + 1]
        if relation not in STEP_SIGNS or _is_kept_out(left) or _is_kept_out(right):
            continue
        if _is_defined(left) or isinstance(left, Number) and at == 0:
            continue
        if not _has_letters(left) or not _has_letters(right) and not _is_worked_out(left, right):
            continue
        if isinstance(right, Symbol | Index) and not _is_derivative(left):
            continue  # a name for what was worked out
        if left != right:
            yield at, left, right


def _is_kept_out(term: Term) -> bool:
    """Whether a side holds what is no number, or could not be read."""
    for nodes, part in enumerate(walk(term)):
        if nodes > MOST_NODES:
            return True
        match part:
            case Unknown() if not part.alternatives or part.reason.startswith("a number behind"):
                return True
            case Product(sign="×") if all(isinstance(each, Symbol) for each in part.factors):
                return True  # a shape
            case Ellipsis() | Space() | Relation() | Slice():
                if not isinstance(part, Relation):
                    return True
            case Apply(function=name) if name in NO_NUMBERS:
                return True
    return isinstance(term, Relation)


def _is_defined(term: Term) -> bool:
    """Whether a side is a name, an entry, or a call of letters, which an equation defines."""
    match term:
        case Symbol() | Index(base=Symbol()):
            return True
        case Apply() if term.function not in DERIVATIVES:
            named = all(isinstance(each, Symbol | Index) for each in term.arguments)
            return named and term.function not in IDENTITIES and not _is_primed(term)
        case Index(base=Apply() as call):
            return _is_defined(call)
    return False


def _is_worked_out(left: Term, right: Term) -> bool:
    """Whether a single derivative is said to be a number of its own: numbers put in for letters are no step."""
    exact = all(part.value.denominator == 1 for part in walk(right) if isinstance(part, Number))
    return _is_derivative(left) and not isinstance(left, Product) and exact


def _is_primed(term: Term) -> bool:
    return isinstance(term, Apply) and term.function.endswith("'") and len(term.arguments) == 1


def _is_derivative(term: Term) -> bool:
    if isinstance(term, Product):
        return all(isinstance(each, Number) or _is_derivative(each) for each in term.factors)
    return isinstance(term, Apply) and (term.function in DERIVATIVES or _is_primed(term))


def _has_letters(term: Term) -> bool:
    return any(isinstance(part, Symbol) and part.name not in ("e", "pi") for part in walk(term))


# -- one step -----------------------------------------------------------------------------------------------------------


def _judged(
    shaped: StatementShape,
    at: int,
    left: Term,
    right: Term,
    book: _Definitions,
    conditions: frozenset[str],
    functions: Mapping[str, tuple[str, ...]],
    prove: bool,
) -> Step:
    kind = _kind(shaped.statement, left, right)
    found: Equality | None = None
    known = NOTHING_GIVEN
    for meanings in book.at(shaped.statement, (left, right)):
        given = Given(*_shapes(shaped, (left, right), meanings), meanings, functions, conditions)
        judged = equality(left, right, given, prove=prove)
        holds = judged.outcome in ("proved", "supported") or bool(judged.condition)
        if found is None or holds or judged.same_letters and not found.same_letters:
            found, known = judged, given
        if holds:
            break
    assert found is not None
    shown = found.counterexample
    beyond_doubt = shown is not None and bool(shown.point) and found.same_letters and _is_trusted(kind, left, right)
    return Step(shaped.statement, at, left, right, found, kind, known, beyond_doubt)


DOUBTFUL = frozenset({"expectation", "variance", "Cov", "std", "delta", "prod"})


def _is_trusted(kind: Kind, left: Term, right: Term) -> bool:
    """Whether nothing but its letters can make a claim true: no chance, no members that are told elsewhere."""
    if any(isinstance(part, Apply) and part.function in DOUBTFUL for side in (left, right) for part in walk(side)):
        return False
    if kind == "derivative":
        return not any(_recurs(part) for side in (left, right) for part in walk(side))
    if not _names(right) <= _names(left):
        return False
    before, behind = _wholes(left), _wholes(right)
    if any(part.base not in before for part in _members(right) - _members(left)):
        return False
    if any(part.base in behind - before for part in _members(left)):  # W for W_1 W_2
        return False
    return kind != "equation" or _is_law(left)


def _recurs(term: Term) -> bool:
    """Whether one member of a family is differentiated by another: over how many steps is left open."""
    if not isinstance(term, Apply) or term.function != "derivative":
        return False
    of, by = term.arguments[0], term.arguments[1]
    return isinstance(of, Index) and isinstance(by, Index) and of.base == by.base


def _wholes(term: Term) -> frozenset[Term]:
    """The letters in it that stand without an index."""
    if isinstance(term, Symbol):
        return frozenset({term})
    inner = (*term.indices, *term.upper) if isinstance(term, Index) else children(term)
    return frozenset().union(*map(_wholes, inner))


def _members(term: Term, bound: frozenset[Term] = frozenset()) -> frozenset[Index]:
    """The entries in it at places that no sum runs through: x_1, R_{m - n}."""
    if isinstance(term, IndexedSum) and term.index is not None:
        bound = bound | {term.index}
    found: frozenset[Index] = frozenset().union(*(_members(part, bound) for part in children(term)))
    if isinstance(term, Index) and not any(part in bound for part in walk(term)):
        found = found | {term}
    return found


def _names(term: Term) -> frozenset[str]:
    """The letters and functions in it, as they are written."""
    bound = {part.index.name for part in walk(term) if isinstance(part, IndexedSum) and part.index is not None}
    letters = {part.name for part in walk(term) if isinstance(part, Symbol)}
    return frozenset(letters | {part.function for part in walk(term) if isinstance(part, Apply)}) - bound - KNOWN


KNOWN = frozenset({"e", "pi"}) | IDENTITIES | frozenset(ELEMENTWISE) | frozenset(OF_ONE)


def _is_law(term: Term) -> bool:
    """Whether what is worked out is a function of a formula, so that an equation is a law and none to be solved."""
    match term:
        case Power(base=Apply(function="norm" | "absolute")):
            return True
        case Apply(function=name) if name in IDENTITIES or name in ("sigmoid", "softmax", "log_softmax"):
            return any(not isinstance(each, Symbol | Index | Number) for each in term.arguments)
        case Transpose(operand) | Power(operand, Number(value=-1)):
            return not isinstance(operand, Symbol | Index)
        case Index(base=base):
            return _is_law(base) or isinstance(base, Product)
    return False


def _kind(statement: Statement, left: Term, right: Term) -> Kind:
    if _is_derivative(left) or _is_derivative(right):
        return "derivative"
    chain = statement.term
    return "step" if isinstance(chain, Relation) and len(chain.sides) > 2 else "equation"


# -- what names stand for ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Definition:
    name: str
    meaning: Meaning
    statement: Statement
    section: int
    at: int


class _Definitions:
    """The definitions of a note, by name and in order."""

    def __init__(self, model: SemanticModel) -> None:
        self.by_name: dict[str, list[_Definition]] = {}
        self.document = model.document
        for statement in model.statements:
            for name, meaning in _defined(statement):
                section = section_at(model.document, statement.span.start)
                made = _Definition(name, meaning, statement, section, statement.span.start)
                self.by_name.setdefault(name, []).append(made)

    def at(self, statement: Statement, sides: Sequence[Term]) -> list[dict[str, Meaning]]:
        """What names stand for at a statement: the last definitions before it, then the ones before those."""
        section = section_at(self.document, statement.span.start)
        names = self._names(sides)
        found: list[dict[str, Meaning]] = [{}, {}]
        for name in names:
            told = [each for each in self.by_name.get(name, ()) if each.statement is not statement]
            before = [each for each in told if each.at < statement.span.start]
            behind = [each for each in told if each.at > statement.span.start and each.section == section]
            candidates = [each.meaning for each in reversed(before)] or [each.meaning for each in behind]
            different = list(dict.fromkeys(candidates))
            if different:
                found[0][name] = different[0]
                found[1][name] = different[min(1, len(different) - 1)]
        found = found if found[0] != found[1] else found[:1]
        independent = _independent(sides, found[0])
        return [*found, *({k: v for k, v in each.items() if k not in independent} for each in found if independent)]

    def _names(self, sides: Sequence[Term]) -> list[str]:
        """The names in some formulas and in what they stand for."""
        names: dict[str, None] = {}
        queue = list(sides)
        while queue and len(names) < 60:
            for part in walk(queue.pop()):
                name = part.name if isinstance(part, Symbol) else part.function if isinstance(part, Apply) else None
                if name is not None and name not in names:
                    names[name] = None
                    queue += [each.meaning.body for each in self.by_name.get(name, ())]
        return list(names)


def _independent(sides: Sequence[Term], meanings: Mapping[str, Meaning]) -> frozenset[str]:
    """Letters with a meaning by which a side differentiates, where nothing of that meaning stands in the sides."""
    parts = [part for side in sides for part in walk(side)]
    by = {
        part.arguments[1].name
        for part in parts
        if isinstance(part, Apply) and part.function == "derivative" and isinstance(part.arguments[1], Symbol)
    }
    shown = {part.name for part in parts if isinstance(part, Symbol)}
    return frozenset(
        name
        for name in by & set(meanings)
        if not any(isinstance(part, Symbol) and part.name in shown for part in walk(meanings[name].body))
    )


def _defined(statement: Statement) -> Iterator[tuple[str, Meaning]]:
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
        return
    if term.relations[0] not in DEFINING_SIGNS:
        return
    body = term.sides[1]
    if _is_kept_out(body) or not _has_letters(body) or any(_is_derivative(part) for part in walk(body)):
        return
    match term.sides[0]:
        case Symbol(name) if not _mentions(body, name):
            yield name, Meaning(body)
        case Index(Symbol(name)) as left:
            scripts = (*left.indices, *left.upper)
            if all(isinstance(each, Symbol) for each in scripts) and left not in list(walk(body)):
                yield name, Meaning(body, tuple(each.name for each in scripts if isinstance(each, Symbol)))
        case Apply(function=name, arguments=arguments, labels=()) as call if _is_defined(call):
            if all(isinstance(each, Symbol) for each in arguments) and not _calls(body, name):
                yield name, Meaning(body, (), tuple(each.name for each in arguments if isinstance(each, Symbol)))


def _mentions(body: Term, name: str) -> bool:
    return any(isinstance(part, Symbol) and part.name == name for part in walk(body))


def _calls(body: Term, name: str) -> bool:
    return any(isinstance(part, Apply) and part.function == name for part in walk(body))


# -- shapes --------------------------------------------------------------------------------------------------------------


def _shapes(
    shaped: StatementShape, sides: Sequence[Term], meanings: Mapping[str, Meaning]
) -> tuple[dict[Term, tuple[int, ...]], dict[str, int]]:
    """The shapes that the note tells of the letters in a claim, in small numbers, all sizes different."""
    environment = shaped.environment
    told = {}
    for term in (*sides, *(meaning.body for meaning in meanings.values())):
        for part in walk(term):
            if isinstance(part, Symbol | Index) and part not in told:
                told[part] = environment.shape_of(part)
    shapes = {part: shape for part, shape in told.items() if shape is not None}
    letters = sorted({name for shape in shapes.values() for size in shape.sizes for name in size.letters})
    reduced = {name: environment.theory.reduce(letter(name))[0] for name in letters}
    free = sorted({name for size in reduced.values() for name in size.letters})
    if len(free) > len(SMALL_PRIMES):
        return {part: (2,) * shape.rank for part, shape in shapes.items()}, dict.fromkeys(letters, 2)
    chosen = dict(zip(free, SMALL_PRIMES, strict=False))
    values = {name: size_value(size, chosen) for name, size in reduced.items()}
    whole = {name: int(value) for name, value in values.items() if value.denominator == 1 and value > 0}
    made: dict[Term, tuple[int, ...]] = {}
    for part, shape in shapes.items():
        sizes = [size_value(size, whole) for size in shape.sizes]
        if len(whole) < len(values) or any(size.denominator != 1 or not 0 < size <= MOST_CELLS for size in sizes):
            return {each: (2,) * told.rank for each, told in shapes.items()}, dict.fromkeys(letters, 2)
        made[part] = tuple(int(size) for size in sizes)
    return made, whole


# -- what words tell -------------------------------------------------------------------------------------------------------

_WORDS = {
    "symmetric": r"symmetric|对称",
    "orthogonal": r"orthogonal|orthonormal|unitary|rotation matri|正交|旋转矩阵",
    "diagonal": r"diagonal|对角",
    "shares": r"softmax|probabilit|distribution|sums? to (?:one|1)|simplex|one-?hot|normali[sz]|概率|分布|归一",
    "labels": r"one-?hot|binary|label|cross.?entropy|bernoulli|class|交叉熵|标签",
    "centred": r"zero.?mean|mean (?:of )?(?:zero|0)|cent(?:er|re)d|standardi[sz]|零均值|均值为 ?0",
    "unit": r"unit (?:norm|length|vector)|normali[sz]ed vector|单位向量",
}
_COMPILED = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _WORDS.items()}
_SIGMOID = re.compile(r"sigmoid|logistic", re.IGNORECASE)


def _conditions(model: SemanticModel) -> frozenset[str]:
    """What a note may suppose of its letters, since it speaks of it."""
    text = model.document.source.text
    return frozenset(name for name, pattern in _COMPILED.items() if pattern.search(text))


def _functions(model: SemanticModel) -> dict[str, tuple[str, ...]]:
    """Which known functions a letter that is called may be."""
    text = model.document.source.text
    return {"sigma": ("sigmoid", "tanh", "softmax")} if _SIGMOID.search(text) else {}


__all__ = ["Step", "claims", "steps"]
