"""The shape of every statement, in the order of the note, with what was said up to there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from symformer.algebra.shape import SCALAR, Shape
from symformer.algebra.unify import Theory
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.semantics.convention import Convention
from symformer.semantics.declaring.by_entries import derived_by_entries
from symformer.semantics.declaring.declared import is_alias, is_condition
from symformer.semantics.declaring.function_values import NO_FUNCTIONS, FunctionValues, function_values
from symformer.semantics.shapes.activations import named_activations, undashed
from symformer.semantics.shapes.adjoints import adjoint_accents, base_of, without_hat
from symformer.semantics.shapes.expressions import Inferred, infer, shape_of_sizes
from symformer.semantics.shapes.facts import Facts
from symformer.semantics.shapes.given import (
    Given,
    ShapesByName,
    add_given,
    declared_shapes,
    keys_of,
    running_member,
    shape_of_member,
)
from symformer.semantics.shapes.gradients import layout_told
from symformer.semantics.shapes.needed import needed_vectors
from symformer.semantics.shapes.order import inference_order
from symformer.semantics.shapes.records import ShapeConflict
from symformer.semantics.shapes.recurrent import inferred_from_itself
from symformer.semantics.shapes.swapped import swapped_factors
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import SymbolTable, exact_key, family_keys
from symformer.terms.parts import unindexed
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
from symformer.text.span import Span

CONSTANTS = frozenset({"e", "pi", "infty", "∞", "roman(e)"})


FORETOLD = 600  # characters from the equation that gives a name to the words that tell its shape


@dataclass(frozen=True, slots=True)
class StatementShape:
    """A statement with the shapes inferred in it."""

    statement: Statement
    inferred: Inferred
    environment: ScopedEnvironment


@dataclass(frozen=True, slots=True)
class ScopedEnvironment:
    """What the note has said up to one place."""

    document: Document
    at: int
    theory: Theory
    vectors: Literal["rows", "columns"] | None
    index_names: frozenset[str]
    given: ShapesByName = field(repr=False, compare=False)
    renewed: Term | None = None  # the symbol that a numeric instance gives anew
    activations: frozenset[str] = frozenset()
    gradients: Literal["same", "turned"] | None = None
    functions: FunctionValues = NO_FUNCTIONS
    adjoints: frozenset[str] = frozenset()
    definitions: Mapping[str, Sequence[tuple[int, Term]]] = field(default_factory=dict, repr=False, compare=False)
    result: Term | None = None  # what the statement gives a value
    parameters: Mapping[Term, Given] = field(
        default_factory=dict, repr=False, compare=False
    )  # of the function it defines
    general: bool = False  # the statement tells sizes in letters: what an example showed elsewhere is left aside

    def shape_of(self, term: Term) -> Shape | None:
        """The shape of a symbol or family member here, or of the value of a function that was declared."""
        if isinstance(term, Apply):
            told = self.functions.value_of(term, self.at, self.document, self._argument)
            return told.shape if told is not None else self._activated(term)
        found = self._given(term)
        if found is None and isinstance(term, Symbol) and term.name in CONSTANTS:
            return SCALAR
        if found is None and (base := base_of(term, self.adjoints)) is not None:
            shape = self.shape_of(base)
            return shape if shape is not None and any(size.number is None for size in shape.sizes) else None
        if found is None and term != self.renewed and (plain := without_hat(term)) is not None:
            return self.shape_of(plain) if self.is_told(plain) else None
        return shape_of_member(found, term) if found is not None else None

    def is_index(self, name: str) -> bool:
        """Whether a letter ranges over something."""
        return name in self.index_names

    def defined_as(self, term: Term) -> Term | None:
        """The product or call that the section gives a name last, before this place."""
        earlier = [each for each in self.definitions.get(exact_key(term) or "", ()) if each[0] < self.at]
        if not earlier or section_at(self.document, earlier[-1][0]) != section_at(self.document, self.at):
            return None
        return None if any(part == term for part in walk(earlier[-1][1])) else earlier[-1][1]

    def declared_at(self, term: Term) -> Span | None:
        """Where the shape of a symbol was given."""
        found = self._given(term)
        return found.span if found is not None else None

    def is_told(self, term: Term) -> bool:
        """Whether words or a membership gave the shape of a symbol, and not an equation."""
        found = self._given(term)
        return found is not None and found.explicit

    def _argument(self, term: Term) -> Shape | None:
        if isinstance(term, Symbol | Index):
            return self.shape_of(term)
        return infer(term, self).shape

    def _activated(self, term: Apply) -> Shape | None:
        """What the note calls an activation leaves shapes alone."""
        if undashed(term.function) not in self.activations or len(term.arguments) != 1:
            return None
        inside = infer(term.arguments[0], self)
        return inside.shape if inside.certain else None

    def _given(self, term: Term) -> Given | None:
        if self.renewed is not None and term == self.renewed:
            return None
        for key in (exact_key(term), *family_keys(term)):
            shapes = self.given.get(key) if key is not None else None
            if shapes is None:
                continue
            if (found := shapes.in_force(self.at, self.document, result=term == self.result)) is not None:
                if self.general and found.shape is not None and found.shape.shown and not found.explicit:
                    return shapes.in_letters(self.at) or found
                return found
            if key is not None and len(key.partition("_")[2]) >= 3:
                # a name in words (Z_encoder) is the same thing wherever it is declared; W_1 need not be
                return shapes.told_once()
        return self.parameters.get(term)


def infer_statements(
    document: Document,
    statements: Sequence[Statement],
    table: SymbolTable,
    index_names: frozenset[str],
    conventions: Iterable[Convention],
) -> tuple[StatementShape, ...]:
    """Infer statement by statement; what an equation gives its left side is known to the next."""
    given = declared_shapes(document, table)
    facts = Facts(document, table)
    activations = named_activations(document, statements)
    functions = function_values(document, statements)
    adjoints = adjoint_accents(document, statements)
    layout = sorted(
        (c for c in conventions if c.name == "vectors" and c.value in ("rows", "columns")),
        key=lambda c: c.visible_from,
    )
    found: dict[int, StatementShape] = {}
    gradients: Literal["same", "turned"] | None = None
    results = _Results(_results_in_spaces(statements), _definitions(statements))
    for place in inference_order(statements, document.source.text):
        statement = statements[place]
        at = statement.span.end
        vectors = _vectors(layout, at)
        renewed = _renewed(statement, given, document, results)
        environment = ScopedEnvironment(
            document, at, facts.theory(at), vectors, index_names, given, renewed, activations, gradients, functions,
            adjoints, results.definitions, _result(statement.term),
            functions.shapes_of_parameters(statement.term, statement.span.start, document), _tells_letters(statement.term),
        )  # fmt: skip
        for symbol, shape in needed_vectors(statement.term, environment):
            _record_needed(given, symbol, shape, statement, document)
        inferred = infer(statement.term, environment)
        if not inferred.conflicts and not inferred.derived:
            inferred = inferred_from_itself(statement.term, environment) or inferred
        if not inferred.conflicts and (swapped := tuple(swapped_factors(statement.term, environment))):
            inferred = replace(inferred, conflicts=swapped)
        if entries := tuple(derived_by_entries(statement.term, environment)):
            inferred = replace(inferred, derived=(*inferred.derived, *entries))
        supposed = is_alias(statement.term) and is_condition(statement, document.source.text)
        if supposed:  # "for self-attention Y = X": neither a definition nor a claim
            turned = _of_turned_shapes(statement.term, replace(environment, renewed=None))
            inferred = replace(inferred, conflicts=turned, derived=(), disputed=())
        found[place] = StatementShape(statement, inferred, environment)
        if supposed:
            continue
        gradients = gradients or layout_told(statement.term, inferred, environment)
        if statement.carrier in ("formula", "annotation") or not inferred.conflicts:
            _record(given, inferred, statement, document, environment)
    return tuple(found[place] for place in range(len(statements)))


def _of_turned_shapes(term: Term, environment: ScopedEnvironment) -> tuple[ShapeConflict, ...]:
    """The conflict of two arrays that are supposed to be one, and of which one is as wide as the other is long."""
    assert isinstance(term, Relation)
    left, right = (environment.shape_of(side) for side in term.sides[:2])
    if left is None or right is None or left.rank != 2 or left.sizes != right.sizes[::-1] or left.sizes == right.sizes:
        return ()
    return infer(term, environment).conflicts


def _result(term: Term) -> Term | None:
    return term.sides[0] if isinstance(term, Relation) and term.relations[0] in EQUAL else None


def _tells_letters(term: Term) -> bool:
    """Whether a statement says that a result lies in a space with sizes in letters."""
    if not isinstance(term, Relation) or len(term.sides) < 3 or not isinstance(term.sides[-1], Space):
        return False
    shape = shape_of_sizes(term.sides[-1].sizes)
    return shape is not None and all(size.number is None for size in shape.sizes)


def _results_in_spaces(statements: Sequence[Statement]) -> dict[int, tuple[Term, ...]]:
    """Per place of a name that ``y = Wx ∈ R^m`` gives by a formula and a space at once, that formula."""
    found: dict[int, tuple[Term, ...]] = {}
    for statement in statements:
        term = statement.term
        if isinstance(term, Relation) and len(term.sides) >= 3 and isinstance(term.sides[-1], Space):
            if term.relations[0] in EQUAL:
                found[statement.place(term.sides[0].origin).start] = term.sides[1:-1]
    return found


@dataclass(frozen=True, slots=True)
class _Results:
    """What equations give to names: by the place of the name, and by the name in the order of the note."""

    in_spaces: Mapping[int, tuple[Term, ...]]
    definitions: Mapping[str, Sequence[tuple[int, Term]]]


def _definitions(statements: Sequence[Statement]) -> dict[str, list[tuple[int, Term]]]:
    """Where each array has an equation of its own, and what it says."""
    found: dict[str, list[tuple[int, Term]]] = {}
    for statement in statements:
        term = statement.term
        if statement.carrier == "formula" and isinstance(term, Relation) and term.relations[0] in EXACTLY_EQUAL:
            if isinstance(term.sides[1], Product | Apply) and (key := exact_key(term.sides[0])) is not None:
                found.setdefault(key, []).append((statement.span.start, term.sides[1]))
    return found


def _of_other_inputs(
    term: Relation,
    current: Given,
    statement: Statement,
    definitions: Mapping[str, Sequence[tuple[int, Term]]],
    given: ShapesByName,
    document: Document,
) -> bool:
    """Whether a name is worked out anew from another array: Q = W X in the encoder, and Q = W Y in the decoder."""
    key = exact_key(term.sides[0])
    earlier = [value for start, value in definitions.get(key or "", ()) if start < statement.span.start]
    if not earlier or current.visible_from > statement.span.start:
        return False
    now, before = _arrays(term.sides[1]), _arrays(earlier[-1])
    if now == before or not now & before or len(now) != len(before):
        return False
    shapes = [
        {shape for each in names if (shape := _shape_in_force(each, statement, given, document)) is not None}
        for names in (now - before, before - now)
    ]
    return all(shapes) and shapes[0] != shapes[1]


def _arrays(term: Term) -> frozenset[Term]:
    return frozenset(part for part in walk(term) if isinstance(part, Symbol | Index))


def _shape_in_force(
    name: Term, statement: Statement, given: ShapesByName, document: Document
) -> tuple[object, ...] | None:
    key = exact_key(name)
    found = given[key].in_force(statement.span.end, document) if key is not None and key in given else None
    return found.shape.sizes if found is not None and found.shape is not None and found.shape.rank else None


def _renewed(statement: Statement, given: ShapesByName, document: Document, results: _Results) -> Term | None:
    """The symbol that a display of numbers gives anew: an example need not keep to shapes of elsewhere."""
    term = statement.term
    if not isinstance(term, Relation) or term.relations[0] not in EQUAL:
        return None
    key = exact_key(term.sides[0])
    if key is None:
        return _parameter_of_its_own(term.sides[0], statement, given, document)
    current = given[key].in_force(statement.span.end, document) if key in given else None
    if current is None and without_hat(term.sides[0]) is not None:
        return term.sides[0]
    if current is None or current.shape is None:
        return None
    if current.visible_from > statement.span.end + FORETOLD:
        return term.sides[0]  # defined here; what is told so much later is told of another
    if current.visible_from > statement.span.end and not set(results.in_spaces.get(current.span.start, term.sides)) & {
        *term.sides[1:]
    }:
        return term.sides[0]  # another formula gives it there: "with heads side by side, h = [a; b] ∈ R^{2m}"
    displays = [side for side in term.sides[1:] if isinstance(side, Matrix) and _numeric(side)]
    if displays:
        if current.explicit and _is_transposed(displays[-1], current.shape):
            return None  # 5 × 3 was said, 3 × 5 is shown: no other example, but the other way round
        elsewhere = current.section != section_at(document, statement.span.start)
        return term.sides[0] if elsewhere or not current.explicit else None
    section = section_at(document, statement.span.start)
    if current.explicit and _of_other_inputs(term, current, statement, results.definitions, given, document):
        return term.sides[0]
    if current.explicit and current.section != section and _rebinds(term, given, document, statement, section):
        return term.sides[0]  # its inputs were declared anew here: so is the result
    return term.sides[0] if not current.explicit else None


def _parameter_of_its_own(left: Term, statement: Statement, given: ShapesByName, document: Document) -> Symbol | None:
    """The x of ``FFN(x) = …`` where x was told as tokens, which no layer takes, or shown as numbers of another section."""
    match left:
        case Apply(arguments=(Symbol() as parameter,)):
            key = exact_key(parameter)
            found = given[key].in_force(statement.span.end, document) if key is not None and key in given else None
            if found is None:
                return None
            shown_elsewhere = (
                found.shape is not None
                and found.shape.shown
                and found.section != section_at(document, statement.span.start)
            )
            return parameter if found.places or shown_elsewhere else None
    return None


def _rebinds(term: Relation, given: ShapesByName, document: Document, statement: Statement, section: int) -> bool:
    """Whether a name on the right was declared in this section, otherwise than before."""
    for side in term.sides[1:]:
        for part in walk(side):
            if not isinstance(part, Symbol | Index) or (key := exact_key(part)) is None:
                continue
            if (shapes := given.get(key)) is None:
                continue
            current = shapes.in_force(statement.span.end, document)
            if current is None or current.section != section or not current.explicit:
                continue
            if shapes.told_otherwise(section, current.shape):
                return True
    return False


def _is_transposed(display: Matrix, shape: Shape) -> bool:
    """Whether a display has exactly the declared numbers of rows and columns exchanged."""
    if shape.rank != 2 or display.style != "matrix":
        return False
    height, width = len(display.rows), len(display.rows[0])
    return height != width and shape.first.number == width and shape.last.number == height


def _numeric(matrix: Matrix) -> bool:
    """Whether a display holds numbers, not letters."""
    return any(isinstance(part, Number) for row in matrix.rows for cell in row for part in walk(cell)) and not any(
        isinstance(part, Symbol) and part.name not in ("e", "pi")
        for row in matrix.rows
        for cell in row
        for part in walk(cell)
    )


def _vectors(layout: Sequence[Convention], at: int) -> Literal["rows", "columns"] | None:
    index = bisect_right(layout, at, key=lambda convention: convention.visible_from) - 1
    if index < 0:
        return None
    return "rows" if layout[index].value == "rows" else "columns"


def _record(
    given: ShapesByName,
    inferred: Inferred,
    statement: Statement,
    document: Document,
    environment: ScopedEnvironment,
) -> None:
    """Remember what an equation gave its left side, unless words gave it a shape nearby."""
    section = section_at(document, statement.span.start)
    term = statement.term
    first = term.sides[0] if isinstance(term, Relation) and term.relations[0] in EXACTLY_EQUAL else None
    if first is not None and not any(derived.symbol == first for derived in inferred.derived):
        _forget(given, first, statement, section, document, inferred.candidates)
    _record_input(given, statement, section, environment)
    if (number := _one_of_numbers(term)) is not None and _was_array(given, number, statement, document):
        _dispute(given, number, statement, section)
    for disputed in inferred.disputed:
        _dispute(given, disputed, statement, section)
    for derived in inferred.derived:
        # visible behind the statement: what it is held against must stay what it was
        member = running_member(derived.symbol, derived.shape)
        entry = Given(statement.span.end + 1, derived.shape, statement.place(derived.span), False, section, member)
        for key in keys_of(derived.symbol):
            current = given[key].in_force(statement.span.end, document) if key in given else None
            if current is not None and current.explicit and current.section == section:
                if current.visible_from > statement.span.end + FORETOLD:
                    pass  # told of another, much later
                elif not _is_instance(derived.shape, current.shape):
                    continue  # what words gave nearby stands
            add_given(given, key, entry)


def _one_of_numbers(term: Term) -> Term | None:
    r"""The y of ``y \in \{0, 1\}`` or ``y \in [0, 1]``: a number, whatever array had the name before."""
    match term:
        case Relation(relations=("∈",), sides=(Symbol() | Index() as name, Apply(function=kind, arguments=members))):
            numbers = members and all(isinstance(each, Number) for each in members)
            return name if numbers and (kind == "set" or kind.startswith("interval")) else None
        case Relation(relations=("∈",), sides=(Symbol() | Index() as name, Matrix(style="tuple", rows=(ends,)))):
            return name if len(ends) == 2 and all(isinstance(each, Number) for each in ends) else None
    return None


def _was_array(given: ShapesByName, symbol: Term, statement: Statement, document: Document) -> bool:
    found = [given[key].in_force(statement.span.end, document) for key in keys_of(symbol) if key in given]
    return any(each is not None and each.shape is not None and each.shape.rank > 0 for each in found)


def _is_instance(shown: Shape, told: Shape | None) -> bool:
    """Whether a shape in numbers is an example of one in letters: 2 × 2 of m × n."""
    if told is None or shown.rank != told.rank:
        return False
    return all(size.number is not None for size in shown.sizes) and any(size.number is None for size in told.sizes)


def _record_needed(
    given: ShapesByName, symbol: Symbol | Index, shape: Shape, statement: Statement, document: Document
) -> None:
    """Remember a vector that a formula leaves one length, from this formula on."""
    base = unindexed(symbol)
    others = (base.name, f"{base.name}[·]^[]", f"{base.name}[]^[·]") if isinstance(base, Symbol) else ()
    if any(name in given for name in others if name not in keys_of(symbol)):
        return  # where z_t is told, z is none of it
    section, start = section_at(document, statement.span.start), statement.span.start
    entry = Given(start, shape, statement.place(symbol.origin), False, section, running_member(symbol, shape))
    for key in keys_of(symbol):
        add_given(given, key, entry)


def _record_input(
    given: ShapesByName,
    statement: Statement,
    section: int,
    environment: ScopedEnvironment,
) -> None:
    """``Q = X W ∈ R^{n × k}`` with W of d × k says that X is n × d, where nothing else said it."""
    term = statement.term
    if not isinstance(term, Relation) or term.relations[-1] != "∈" or not isinstance(space := term.sides[-1], Space):
        return
    product, result = term.sides[-2], shape_of_sizes(space.sizes)
    if not isinstance(product, Product) or len(product.factors) != 2 or result is None or result.rank < 2:
        return
    source, weight = product.factors
    if not isinstance(source, Symbol) or not isinstance(weight, Symbol | Index):
        return
    widths = environment.shape_of(weight)
    if environment.shape_of(source) is not None or widths is None or widths.rank != 2 or widths.last != result.last:
        return
    shape = Shape((*result.sizes[:-1], widths.first))
    entry = Given(statement.span.start, shape, statement.place(source.origin), False, section)
    for key in keys_of(source):
        add_given(given, key, entry)


def _forget(
    given: ShapesByName,
    symbol: Term,
    statement: Statement,
    section: int,
    document: Document,
    candidates: Sequence[Shape],
) -> None:
    """A symbol defined anew by something of unknown shape no longer has the shape it had elsewhere."""
    for key in keys_of(symbol):
        current = given[key].in_force(statement.span.end, document) if key in given else None
        if current is None or current.shape is None or current.shape == SCALAR:
            continue
        rank, elsewhere = current.shape.rank, current.section != section
        another = elsewhere and candidates and all(each.rank != rank for each in candidates)
        if current.explicit and current.visible_from <= statement.span.end and not another:
            continue
        add_given(given, key, Given(statement.span.start, None, statement.span, False, section))


def _dispute(given: ShapesByName, symbol: Term, statement: Statement, section: int) -> None:
    """What was just reported is not reported again at every use: the name's shape is open from here on."""
    for key in keys_of(symbol):
        add_given(given, key, Given(statement.span.end, None, statement.span, False, section))


__all__ = ["ScopedEnvironment", "StatementShape", "infer_statements"]
