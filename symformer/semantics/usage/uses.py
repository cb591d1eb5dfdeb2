r"""Where each symbol of a note is told, and where it is used: the table behind the rules about symbols.

An *occurrence* is one place where a name stands, with the part it plays there: ``W_K`` in
``K = X W_K`` is used, ``K`` is defined; the ``n`` of ``\mathbb{R}^{n \times d}`` is a size, the ``i`` of
``x_i`` an index, the ``x`` of ``f(x) = …`` a parameter; a name that is a formula of its own is mentioned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.functions import lookup
from symformer.semantics.declaration import Declaration, Role
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.terms.term import (
    EQUAL,
    Apply,
    Cases,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
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
    bare_sign,
    children,
)
from symformer.text.span import Span

Part = Literal["defined", "declared", "used", "mentioned", "size", "index", "bound", "parameter", "called", "unsure"]
TELLING: frozenset[Part] = frozenset({"defined", "declared", "bound", "parameter"})
TARGETS = frozenset({*EQUAL, "←", "⟵", "∼", "∈", "⊂", "⊆", ":", "↦", "∝"})
BINDERS = frozenset({"max", "min", "sup", "inf", "argmax", "argmin", "arg max", "arg min", "expectation", "lim"})
# what reading writes as a call though no function is called
FORMS = frozenset({
    "tuple", "set", "list", "family", "given", "versus", "derivative", "gradient", "differential", "parameters",
    "labelled", "marked", "primed", "absolute", "norm", "floor", "ceil", "upper", "quantity", "range", "ratio", "at", "augmented",
    "percent", "degrees", "factorial", "times", "ket", "expectation", "evaluated", "inner", "angled", "indicator", "if",
    "mod", "binomial", "contraction",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where a name stands. ``at`` counts the statements of the note."""

    name: str
    term: Term
    span: Span
    part: Part
    at: int
    section: int
    arity: int = 0  # of what is called

    @property
    def tells(self) -> bool:
        """Whether the place says what the symbol is."""
        return self.part in TELLING


@dataclass(frozen=True, slots=True)
class SymbolUses:
    """All that a note says and does with one name, in the order of the text."""

    name: str
    declarations: tuple[Declaration, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether anything says what the symbol is: words, a definition, a membership, a binder."""
        return bool(self.declarations) or any(each.tells for each in self.occurrences)

    @property
    def is_mentioned(self) -> bool:
        """Whether the symbol stands by itself in the words of the note."""
        return any(each.part == "mentioned" for each in self.occurrences)

    @property
    def uses(self) -> tuple[Occurrence, ...]:
        """The places where the symbol stands for something told elsewhere."""
        return tuple(each for each in self.occurrences if each.part in ("used", "size"))

    @property
    def concepts(self) -> tuple[str, ...]:
        """The meanings that words give it, each once, in order."""
        return tuple(dict.fromkeys(each.concept for each in self.declarations if each.concept is not None))

    @property
    def roles(self) -> tuple[Role, ...]:
        """The kinds of thing it is declared to be, each once, in order."""
        return tuple(dict.fromkeys(each.role for each in self.declarations if each.role != "unknown"))


@dataclass(frozen=True, slots=True)
class UseTable:
    """The symbols of a note by name, in the order in which they first stand."""

    symbols: Mapping[str, SymbolUses] = field(default_factory=dict)

    def of(self, name: str) -> SymbolUses:
        """What is known of a name; of one that does not stand in the note, nothing."""
        return self.symbols.get(name, SymbolUses(name))

    def __iter__(self) -> Iterator[SymbolUses]:
        return iter(self.symbols.values())


def uses_of(document: Document, statements: Sequence[Statement], declarations: Iterable[Declaration]) -> UseTable:
    """The table of a note: one walk over its statements."""
    occurrences: dict[str, list[Occurrence]] = {}
    for at, statement in enumerate(statements):
        if statement.carrier == "output":
            continue
        section = statement.section if statement.section >= 0 else section_at(document, statement.span.start)
        for found in _occurrences(statement, at, section):
            occurrences.setdefault(found.name, []).append(found)
    declared: dict[str, list[Declaration]] = {}
    for declaration in declarations:
        if (name := name_of(declaration.symbol)) is not None:
            declared.setdefault(name, []).append(declaration)
    first = {name: found[0].span.start for name, found in occurrences.items()}
    for name, told in declared.items():
        first[name] = min(first.get(name, told[0].span.start), told[0].span.start)
    names = sorted(first, key=lambda name: (first[name], name))
    return UseTable(
        {name: SymbolUses(name, tuple(declared.get(name, ())), tuple(occurrences.get(name, ()))) for name in names}
    )


def parts_played(term: Term) -> Iterator[tuple[Term, Part, int]]:
    """Each symbol (or member of a family, or called function) of a statement with its part, left to right.

    >>> from symformer.terms.show import show
    >>> x, f = Symbol("x"), Apply("f", (Symbol("x"),))
    >>> [(show(each), part) for each, part, _ in parts_played(Relation(("=",), (f, Product((Symbol("W"), x)))))]
    [('f(x)', 'defined'), ('x', 'parameter'), ('W', 'used'), ('x', 'used')]
    """
    if isinstance(bare := _bare(term), Symbol | Index):
        yield from _named(bare, "mentioned")
    elif isinstance(term, Apply) and _is_own(term.function) and all(_is_formal(each) for each in term.arguments):
        yield term, "mentioned", len(term.arguments)
        for argument in term.arguments:
            yield from _formal(argument)
    else:
        yield from _walk(term, "used")


def _occurrences(statement: Statement, at: int, section: int) -> Iterator[Occurrence]:
    for term, part, arity in parts_played(statement.term):
        name = term.function if isinstance(term, Apply) else name_of(term)
        if name is not None:
            yield Occurrence(name, term, statement.place(term.origin), part, at, section, arity)


def _walk(term: Term, part: Part) -> Iterator[tuple[Term, Part, int]]:
    match term:
        case Symbol() | Index():
            yield from _named(term, part)
        case Power(base=Symbol() | Index() as base, exponent=Symbol() as label) if _is_label(label):
            yield from _labelled(base, label, part)
        case Relation():
            yield from _relation(term, part)
        case Apply():
            yield from _application(term, part)
        case IndexedSum():
            yield from _big(term, part)
        case Space():
            for size in term.sizes:
                yield from _walk(size, "size")
        case Unknown():
            for each in term.alternatives[:1]:
                yield from _walk(each, "unsure")
        case Cases():
            for value, condition in term.branches:
                yield from _walk(value, part)
                if condition is not None:
                    yield from _walk(condition, "unsure")
        case Slice():
            for each in children(term):
                yield from _walk(each, "index")
        case _:
            for each in children(term):
                yield from _walk(each, part)


def _named(term: Term, part: Part) -> Iterator[tuple[Term, Part, int]]:
    """A name, and the indices on it."""
    if isinstance(term, Index):
        if isinstance(term.base, Symbol):
            yield term, part, 0
        else:
            yield from _walk(term.base, part)
        sized = any(isinstance(each, Product) and each.sign == "×" for each in term.indices)
        for index in term.slots:
            yield from _walk(index, "size" if sized else "index")
    elif isinstance(term, Symbol):
        yield term, part, 0
    else:
        yield from _walk(term, part)


def _is_label(exponent: Symbol) -> bool:
    """Whether what stands above is rather a label than an exponent: the K of c^K, no n of x^n."""
    return exponent.name.isalpha() and exponent.name.isupper() and exponent.name != "N"


def _labelled(base: Symbol | Index, label: Symbol, part: Part) -> Iterator[tuple[Term, Part, int]]:
    inner = base if isinstance(base, Symbol) else base.base
    if not isinstance(inner, Symbol):
        yield from _walk(base, part)
        return
    named = Symbol(f"{inner.name}^{label.name}", Span(base.origin.start, label.origin.end))
    yield named, part, 0
    if isinstance(base, Index):
        for index in base.slots:
            yield from _walk(index, "index")


def _relation(term: Relation, part: Part) -> Iterator[tuple[Term, Part, int]]:
    """What stands left of an equation is defined by it, and so is a lone name on its right."""
    if part != "used" and part != "unsure":
        for side in term.sides:
            yield from _walk(side, part)
        return
    last = len(term.sides) - 1
    told = False
    for at, side in enumerate(term.sides):
        sign = bare_sign(term.relations[at] if at < last else term.relations[-1])
        shown = at and isinstance(side, Matrix)  # what a name is said to be
        if at < last and sign in TARGETS and not shown and (targets := list(_targets(side))):
            told = True
            whole: Part = "declared" if sign in ("∈", "⊂", "⊆", "∼", ":") else "defined"
            for target in targets:
                yield from _target(target, whole)
        elif at == last and not told and sign in EQUAL and isinstance(side, Symbol | Index):
            yield from _target(side, "defined")
        elif at == last and sign in ("←", "⟵") or sign == "=:":
            yield from _walk(side, part)
        else:
            yield from _walk(side, part)


def _targets(side: Term) -> Iterator[Term]:
    """What an equation defines that begins with this: a name, several, a call with plain parameters."""
    match side:
        case Symbol() | Index():
            yield side
        case Power(base=Symbol() | Index(), exponent=Symbol() as label) if _is_label(label):
            yield side
        case Power(base=Symbol() | Index() as named, exponent=Number(value=exponent)) if exponent == 2:
            yield named  # a variance: what it is the square of is told with it
        case Apply(function="absolute", arguments=(Symbol() as named,)):
            yield named  # a set: how many it holds is told
        case Transpose(operand=Symbol() | Index() as named):
            yield named
        case Apply(function="tuple" | "set" | "family" | "list"):
            for each in side.arguments:
                yield from _targets(each)
        case Matrix():
            for row in side.rows:
                for cell in row:
                    yield from _targets(cell)
        case Index(base=Apply() as called):
            yield from _targets(called)
        case Apply(arguments=arguments) if side.function not in FORMS and all(_is_formal(each) for each in arguments):
            yield side


def _target(target: Term, part: Part) -> Iterator[tuple[Term, Part, int]]:
    match target:
        case Apply():
            yield target, part, len(target.arguments)
            for argument in target.arguments:
                yield from _formal(argument)
        case Power(base=Symbol() | Index() as base, exponent=Symbol() as label):
            yield from _labelled(base, label, part)
        case _:
            yield from _named(target, part)


def _formal(argument: Term) -> Iterator[tuple[Term, Part, int]]:
    match argument:
        case Symbol() | Index():
            yield from _named(argument, "parameter")
        case _:
            for each in children(argument):
                yield from _formal(each)


def _is_formal(argument: Term) -> bool:
    """Whether an argument can be a formal parameter: a name, or names behind a bar or a semicolon."""
    match argument:
        case Symbol() | Index() | Ellipsis() | Number():
            return True
        case Apply(function="given" | "parameters" | "tuple"):
            return all(_is_formal(each) for each in argument.arguments)
        case Product(factors=(Number(), Symbol())):
            return True  # PE(pos, 2i)
    return False


def _is_own(function: str) -> bool:
    """Whether the note may mean a function of its own by a name: f, score; not sin, nor a form of writing."""
    return function not in FORMS and " " not in function and lookup(function) is None


def _application(term: Apply, part: Part) -> Iterator[tuple[Term, Part, int]]:
    if _is_own(term.function):
        yield term, "called" if part == "used" else part, len(term.arguments)
    binds = term.function in BINDERS
    for label in term.labels:
        if term.function == "family" or binds:
            yield from _bounds(label)
        else:
            yield from _walk(label, "index")
    inside: Part = "parameter" if part == "used" and term.function == "family" else part
    for argument in term.arguments:
        yield from _walk(argument, inside)


def _bounds(label: Term) -> Iterator[tuple[Term, Part, int]]:
    """What is below an operator that binds: ``x ∼ p``, ``i = 1``, ``θ``."""
    match label:
        case Symbol() | Index():
            yield from _named(label, "bound")
        case Relation(sides=(first, *rest)):
            yield from _bounds(first)
            for side in rest:
                yield from _walk(side, "unsure")
        case Apply(function="tuple" | "set"):
            for each in label.arguments:
                yield from _bounds(each)
        case _:
            yield from _walk(label, "unsure")


def _big(term: IndexedSum, part: Part) -> Iterator[tuple[Term, Part, int]]:
    if term.index is not None:
        yield term.index, "bound", 0
    if term.condition is not None:
        yield from _bounds(term.condition)
    for limit in (term.lower, term.upper):
        if limit is not None:
            yield from _walk(limit, "size" if part == "used" else part)
    yield from _walk(term.body, part)


def _bare(term: Term) -> Term:
    match term:
        case Transpose(operand=operand):
            return operand
        case Power(base=Symbol() | Index() as base, exponent=Number(value=exponent)) if exponent == -1:
            return base
    return term
