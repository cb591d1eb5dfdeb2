"""What an exact reader would ask: two sizes that meet and that nothing equates, a vector that turns round.

Where shapes are known to clash there is an error already.  Here the question is what the note would have to
say for its formulas to hold, and does not say.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from symformer.algebra.dimension import Dimension, divide, is_free, letter
from symformer.algebra.shape import Orientation
from symformer.algebra.unify import Different, Equal
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.shapes.conflicts import is_excused, problem_of, spell_all
from symformer.judging.shapes.vectors import are_entries
from symformer.semantics.indices.axes import TwoSizes, ranges_of_another_size
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.expressions import Inferred, dimension_of, infer
from symformer.semantics.shapes.gradients import gradient_of
from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape
from symformer.semantics.shapes.layout import laid_out, settled_layout
from symformer.semantics.shapes.records import ShapeConflict
from symformer.semantics.surroundings import sentence_before
from symformer.semantics.symbols import exact_key
from symformer.semantics.usage.undefined import CUSTOMARY
from symformer.terms.show import show, spell
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Product,
    Relation,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

WIDTHS = frozenset({"", "model", "emb", "embed", "embedding", "hidden", "hid"})
ORDERS = frozenset("< > ≤ ≥ ≪ ≫".split())
HALVED = Cued(r"\b(?:hal(?:f|ves|ved)|evenly|equal (?:parts|size))\b|一半|[两对]半|平分", re.IGNORECASE)
# a sentence that supposes, and draws no conclusion before the display that it leads to
SUPPOSES_ALL = re.compile(
    r"\W*(?:If|Suppose|Imagine|Were|Had)\b[^,;]*?(?:,? (?:as in|like))?\s*:?\s*+|\W*(?:如果|若|假如|要是)[^，；则]*?\s*+[:：]?\s*",
    re.DOTALL,
)
FAR_LESS = frozenset("≪ ≫".split())
LABELS = frozenset({"y", "hat(y)", "bold(y)"})
OPEN = frozenset({"concat-shapes-differ", "attention-shapes-differ"})  # either axis may be meant: too much is open
FARTHEST = 6  # headings between a declaration and a use that is held against it


def unequated_sizes(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each pair of sizes that has to be one, where nothing says so; the first place it is needed."""
    seen: set[frozenset[Dimension]] = set()
    displayed, said = _displayed(model), once(model, _Said.of)
    for shaped, conflicts in _strictly(model):
        for conflict in conflicts:
            left, right = conflict.sizes
            if left is None or right is None or conflict.kind in OPEN:
                continue
            if not _both_named(left, right) and frozenset((left, right)) not in said.apart:
                continue
            pair = frozenset((left, right))
            if pair in seen or said.are_one(left, right):
                continue
            if is_excused(conflict, shaped, model) or not _firmly_known(conflict, shaped, displayed):
                continue
            if conflict.kind in ("sides-differ", "declared-shape-differs"):
                if _defined_anew(shaped) or _is_supposed(shaped):
                    continue
            seen.add(pair)
            named = replace(conflict, kind="sizes-not-equated", reason=spell_all(said.why_apart(left, right)))
            yield _told(named, shaped)


def unequated_ranges(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum over the entries of an array that runs to another letter than its length."""
    said, seen, alone = once(model, _Said.of), set[frozenset[Dimension]](), dict[str, bool]()
    for shaped in once(model, _formulas):
        if not _is_asked(shaped):
            continue
        for found in ranges_of_another_size(shaped):
            count, size = found.sizes
            pair = frozenset((count, size))
            if pair in seen or said.are_one(count, size):
                continue
            if isinstance(shaped.environment.theory.compare(count, size), Equal | Different):
                continue
            if pair in said.ordered:
                continue  # "for k ≤ C": it is to end before
            if _is_on_the_left(count.letter or "", shaped.statement.term):
                continue  # s_t is a sum up to t
            if count.letter in model.index_names or _stands_alone(count.letter or "", model, alone):
                continue  # a sum cut short: "of rank $r$"
            if found.first.shape.rank == 1 and found.alike == 1 and said.knows(count):
                continue  # x_n is the n-th of N vectors, though x has been one of length d
            if found.first.shape.rank == 1 and found.first.entry.base in once(model, _families_of_arrays):
                continue  # the x_i are vectors themselves, wherever x is one too
            if found.first.shape.rank == 1 and _runs_over_vectors(found, shaped.statement.term):
                continue  # θ_j^T x, k_s v_s^T: what is transposed is no entry, nor is what runs along with it
            if found.first.shape.rank == 1 and _labels_run_along(found, shaped):
                continue  # the x_i are the samples beside their y_i
            if found.first.shape.rank == 1 and _in_bold(found.first.entry.base):
                continue  # in bold it is a vector still, and no entry
            seen.add(pair)
            yield _range_told(found, shaped)
            break


def _is_on_the_left(letter: str, term: Term) -> bool:
    """Whether a letter is an index of what an equation defines."""
    left = term.sides[0] if isinstance(term, Relation) else None
    return isinstance(left, Index) and Symbol(letter) in left.slots


def _runs_over_vectors(found: TwoSizes, term: Term) -> bool:
    """Whether the entry, or another member with its letter, is transposed in a term."""
    turned = frozenset(part.operand for part in walk(term) if isinstance(part, Transpose))
    letter = Symbol(found.letter)
    return found.first.entry in turned or any(isinstance(each, Index) and letter in each.indices for each in turned)


def _families_of_arrays(model: SemanticModel) -> frozenset[Term]:
    r"""The names whose members are told to be arrays somewhere, be it within a set: x_i \in \mathbb{R}^n."""
    return frozenset(
        side.base
        for statement in model.statements
        for part in walk(statement.term)
        if isinstance(part, Relation) and part.relations[-1] == "∈" and isinstance(part.sides[-1], Space)
        if part.sides[-1].sizes
        for side in part.sides[:-1]
        if isinstance(side, Index)
    )


def _stands_alone(letter: str, model: SemanticModel, known: dict[str, bool]) -> bool:
    """Whether the words of a note speak of a letter; each is looked for once."""
    if letter not in known:
        lone = any(
            each.part == "mentioned" and each.term == Symbol(letter) for each in model.uses.of(letter).occurrences
        )
        known[letter] = lone or f"${letter}$" in model.document.source.text
    return known[letter]


def _labels_run_along(found: TwoSizes, shaped: StatementShape) -> bool:
    """Whether a letter runs along what is to be predicted too, the y_i of a regression."""
    base = found.first.entry.base
    if isinstance(base, Symbol) and base.name in LABELS:
        return False
    return any(
        isinstance(part, Index)
        and Symbol(found.letter) in part.indices
        and isinstance(part.base, Symbol)
        and part.base.name in LABELS
        for part in walk(shaped.statement.term)
    )


def _in_bold(term: Term) -> bool:
    return isinstance(term, Symbol) and "bold" in term.name


def _range_told(found: TwoSizes, shaped: StatementShape) -> Problem:
    entry, (count, size) = found.first.entry, found.sizes
    place = shaped.environment.declared_at(entry.base)
    return Problem(
        shaped.statement.place(entry.origin),
        f"{spell(found.letter)} runs to {count} here, and {show(entry.base)} has the length {size} there",
        help=f"say that {count} is {size}, or try {size} as the last {spell(found.letter)}",
        related=(Related(place, f"{show(entry.base)} declared here"),) if place is not None and place.length else (),
        evidence={"kind": "index", "letter": found.letter},
    )


def turned_vectors(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product, sum or equation that turns a vector round, in a note that never does so else."""
    lying = once(model, _layout)
    if lying is None:
        return
    displayed = _displayed(model)
    for shaped, inferred in once(model, _laid_out):
        if not _is_asked(shaped):
            continue
        for conflict in inferred.conflicts:
            if are_entries((conflict.left, conflict.right), shaped.statement.term):
                continue
            if not is_excused(conflict, shaped, model) and _firmly_known(conflict, shaped, displayed):
                yield _told(
                    replace(conflict, kind="vector-turned", reason=f"vectors are {lying}s in this note"), shaped
                )


def _told(conflict: ShapeConflict, shaped: StatementShape) -> Problem:
    span = shaped.statement.place(conflict.origin)
    return problem_of(conflict, shaped, span, f"{conflict.kind}@{span.start}", None)


def strict_conflicts(model: SemanticModel, shaped: StatementShape) -> tuple[ShapeConflict, ...]:
    """The conflicts of a statement where open questions count as differences; each is inferred once."""
    if not shaped.inferred.sized:
        return ()  # numbers only: no sizes meet
    found = once(model, _found_strictly)
    key = id(shaped)
    if key not in found:
        strict = replace(shaped.environment, theory=shaped.environment.theory.strict)
        found[key] = infer(shaped.statement.term, strict).conflicts
    return found[key]


def _found_strictly(_: SemanticModel) -> dict[int, tuple[ShapeConflict, ...]]:
    """What was inferred strictly so far, by the identity of the statement's shapes."""
    return {}


def _strictly(model: SemanticModel) -> Iterator[tuple[StatementShape, tuple[ShapeConflict, ...]]]:
    """The conflicts there are where open questions count as differences, and not otherwise."""
    lying = once(model, _layout)
    if lying is None:
        for shaped in once(model, _formulas):
            if _is_asked(shaped):
                yield shaped, strict_conflicts(model, shaped)
        return
    strictly = laid_out(once(model, _formulas), lying, strictly=True)
    for (shaped, found), (_, known) in zip(strictly, once(model, _laid_out), strict=True):
        if found.conflicts and not known.conflicts and _is_asked(shaped):
            yield shaped, found.conflicts


def _is_asked(shaped: StatementShape) -> bool:
    """Whether an exact reader would ask: not where there is an error already, nor where nothing is claimed."""
    return not shaped.inferred.conflicts and shaped.statement.stance == "asserted"


def _formulas(model: SemanticModel) -> tuple[StatementShape, ...]:
    """Every formula in which something meets something else; a name and its membership are asked nothing."""
    return tuple(
        shaped for shaped in model.shapes if shaped.statement.carrier == "formula" and _joins(shaped.statement.term)
    )


def _joins(term: Term) -> bool:
    match term:
        case Symbol() | Index() | Number():
            return False
        case Relation(relations=("∈",), sides=(Symbol() | Index(), Space())):
            return False
    return True


def _layout(model: SemanticModel) -> Orientation | None:
    return settled_layout(once(model, _formulas), model.conventions)


def _laid_out(model: SemanticModel) -> tuple[tuple[StatementShape, Inferred], ...]:
    """Every formula with its shapes where all vectors lie one way; none where they do not."""
    lying = once(model, _layout)
    return () if lying is None else tuple(laid_out(once(model, _formulas), lying))


def _displayed(model: SemanticModel) -> frozenset[str]:
    """The names that a display gives entry by entry, or an example as a number: of their shape only that is known."""
    keys = (
        exact_key(shaped.statement.term.sides[0])
        for shaped in model.shapes
        if isinstance(shaped.statement.term, Relation)
        and any(isinstance(side, Matrix) or _is_decimal(side) for side in shaped.statement.term.sides[1:])
    )
    return frozenset(key for key in keys if key is not None)


def _is_decimal(side: Term) -> bool:
    return isinstance(side, Number) and side.value.denominator != 1


def _firmly_known(conflict: ShapeConflict, shaped: StatementShape, displayed: frozenset[str]) -> bool:
    """Whether what meets was declared nearby, and stands for no formal parameter and no display."""
    term, environment = shaped.statement.term, shaped.environment
    head = term.sides[0] if isinstance(term, Relation) else None
    formal = head.arguments if isinstance(head, Apply) and gradient_of(head) is None else ()
    sections = environment.document.sections
    sides = ((conflict.left, conflict.sizes[0]), (conflict.right, conflict.sizes[1]))
    for part, side, size in ((part, whole, size) for whole, size in sides for part in walk(whole)):
        if not isinstance(part, Symbol | Index):
            continue
        if part in formal and size is not None and _is_told_beside(size, part, side, environment):
            continue
        if part in formal and _is_met(part, term, environment):
            continue
        span, key = environment.declared_at(part), exact_key(part)
        if part in formal or span is not None and _in_code(span, environment.document):
            return False
        here = shaped.statement.section
        told = section_at(environment.document, span.start) if span is not None and span.length else None
        if key in displayed and (told != here or not environment.is_told(part)):
            return False
        if told is None:
            continue
        if told != here and key in CUSTOMARY:
            return False  # α is a weight in one section and a rate in the next
        first, last = sorted((told, here))
        if last - first > FARTHEST and first >= 0 and len(sections) > FARTHEST:
            return False
    return True


def _is_told_beside(size: Dimension, formal: Term, side: Term, environment: ScopedEnvironment) -> bool:
    """Whether a size is that of another array than a formal parameter: the width of W in x W, whatever x is."""
    own = environment.shape_of(formal)
    others = (part for part in walk(side) if isinstance(part, Symbol | Index) and part != formal)
    shapes = [shape for part in others if (shape := environment.shape_of(part)) is not None]
    told = any(size in shape.sizes for shape in shapes)
    return told and (own is None or size not in own.sizes)


def _is_met(formal: Term, term: Term, environment: ScopedEnvironment) -> bool:
    """Whether a formal parameter of a told size is multiplied by a matrix of that size: x of R^d, and W x with a W of k × d."""
    own = environment.shape_of(formal)
    if own is None or own.rank == 0 or not environment.is_told(formal):
        return False
    for part in walk(term):
        if isinstance(part, Product) and formal in part.factors:
            at = part.factors.index(formal)
            before = environment.shape_of(part.factors[at - 1]) if at else None
            after = environment.shape_of(part.factors[at + 1]) if at + 1 < len(part.factors) else None
            if before is not None and before.rank == 2 and before.last == own.first:
                return True
            if after is not None and after.rank == 2 and after.first == own.last:
                return True
    return False


def _in_code(span: Span, document: Document) -> bool:
    """Whether a place lies in program code, whose shapes may be those of a batch."""
    at = bisect_right(document.code, span.start, key=lambda code: code.span.start) - 1
    return at >= 0 and document.code[at].span.contains(span) and span.length > 0


def is_unequated(left: Dimension, right: Dimension, model: SemanticModel) -> bool:
    """Whether two sizes have names that the note knows, and nothing in it makes them one."""
    said = once(model, _Said.of)
    if not _both_named(left, right) or said.are_one(left, right):
        return False
    return all(said.knows(size) for size in (left, right) if size.number is None)


def _defined_anew(shaped: StatementShape) -> bool:
    """Whether an equation gives a name of another section a new meaning: W = U V^T, under a heading of its own."""
    term, environment = shaped.statement.term, shaped.environment
    head = term.sides[0] if isinstance(term, Relation) else None
    place = environment.declared_at(head) if isinstance(head, Symbol) else None
    return place is not None and section_at(environment.document, place.start) != shaped.statement.section


def _is_supposed(shaped: StatementShape) -> bool:
    """Whether the sentence before an equation only supposes it: "If we turned the short keys themselves:"."""
    formula = shaped.statement.formula
    if formula is None or formula.display != "display":
        return False
    before = sentence_before(shaped.environment.document.source.text, formula.span.start)
    return SUPPOSES_ALL.fullmatch(re.split("[。！？]", before)[-1]) is not None


def _both_named(left: Dimension, right: Dimension) -> bool:
    """Two sizes with letters, or a letter and the 1 of a row: no letter is introduced to stand for 1."""
    if is_free(left) or is_free(right):
        return False
    one, two = (size if size.number is None else None for size in (left, right))
    if one is not None and two is not None:
        return True
    return 1 in (left.number, right.number) and (one or two or left).letter is not None


def _one_width(left: Dimension, right: Dimension) -> bool:
    """d and d_model, or d_q and d_k: two spellings of what is one size by its role."""
    one, two = left.letter, right.letter
    if one is None or two is None:
        return False
    (base, _, label), (other, _, other_label) = one.partition("_"), two.partition("_")
    if base.casefold() != other.casefold():
        return False
    labels = {label.casefold(), other_label.casefold()}
    return labels <= WIDTHS or labels <= {"q", "k"}


def _without_common(left: Dimension, right: Dimension) -> tuple[Dimension, Dimension] | None:
    """The two letters by which products of a common letter differ: h d_v beside h d_k."""
    for name in sorted(left.letters & right.letters):
        one, two = divide(left, letter(name)), divide(right, letter(name))
        if one is not None and two is not None and one.letter is not None and two.letter is not None:
            return one, two
    return None


@dataclass(frozen=True, slots=True)
class _Said:
    """What a note says of its sizes by the way: the sides of each equation, what each letter means, what is written."""

    equated: frozenset[frozenset[Dimension]]
    meanings: dict[str, frozenset[str]]
    written: frozenset[Dimension]
    ordered: frozenset[frozenset[Dimension]]  # sizes of which one is at most the other
    less: frozenset[frozenset[Dimension]]  # and surely less
    halved: bool  # whether something is split into equal parts
    apart: frozenset[frozenset[Dimension]]  # a letter and a number that stand in one declared shape: n × 2

    @staticmethod
    def of(model: SemanticModel) -> _Said:
        """Collect it, in one walk."""
        equated = (
            frozenset(sizes)
            for statement in model.statements
            if isinstance(statement.term, Relation) and not EQUAL.isdisjoint(statement.term.relations)
            if (sizes := [size for side in statement.term.sides if (size := dimension_of(side)) is not None])
        )
        ordered, less = set[frozenset[Dimension]](), set[frozenset[Dimension]]()
        for statement in model.statements:
            if not isinstance(statement.term, Relation) or ORDERS.isdisjoint(statement.term.relations):
                continue
            sides = [size for side in statement.term.sides if (size := dimension_of(side)) is not None]
            if len(sides) == 2 and len(statement.term.sides) == 2:
                ordered.add(frozenset(sides))
                if statement.stance == "asserted" and not statement.hedged and statement.term.relations[0] in FAR_LESS:
                    less.add(frozenset(sides))
        meanings: dict[str, set[str]] = {}
        written = {
            size
            for statement in model.statements
            for part in walk(statement.term)
            if isinstance(part, Space)
            for each in part.sizes
            if isinstance(each, Sum) and (size := dimension_of(each)) is not None
        }  # what a map takes and gives: from R^d to R^{D-d}
        apart: set[frozenset[Dimension]] = set()
        for declaration in model.table.declarations:
            key = exact_key(declaration.symbol)
            if key is not None and declaration.concept is not None and declaration.sizes is None:
                shared = " and " in declaration.concept  # "S, T: lengths of source and target" are two lengths
                meanings.setdefault(key, set()).add(f"{declaration.concept} {key}" if shared else declaration.concept)
            sizes = [size for each in declaration.sizes or () if (size := dimension_of(each)) is not None]
            written.update(sizes)
            numbers = [size for size in sizes if size.number is not None and size.number > 1]
            apart.update(frozenset((one, two)) for one in numbers for two in sizes if two.letter is not None)
        kept = {letter: frozenset(each) for letter, each in meanings.items()}
        return _Said(
            frozenset(each for each in equated if len(each) > 1),
            kept,
            frozenset(written),
            frozenset(ordered),
            frozenset(less),
            HALVED.search(model.document.source.text) is not None,
            frozenset(apart),
        )

    def knows(self, size: Dimension) -> bool:
        """Whether a letter has a meaning, or is a length of something."""
        return size.letter in self.meanings or any(size.letter in each.letters for each in self.written)

    def are_one(self, left: Dimension, right: Dimension) -> bool:
        """Whether two sizes may well be one: by their names, or by what the note says of them."""
        if frozenset((left, right)) in self.less:
            return False  # D is told to be more than d
        if (rest := _without_common(left, right)) is not None:
            return self.are_one(*rest)  # so many heads of either width
        if self.halved and len((left + right).terms) == 1 and None in (left.letter, right.letter):
            return True  # d and D - d, of what is split into halves
        return _one_width(left, right) or self.something_of(left, right)

    def why_apart(self, left: Dimension, right: Dimension) -> str:
        """What is to be told of two sizes that meet."""
        apart = frozenset((left, right)) in self.less
        return f"{left} and {right} are told to differ" if apart else f"nothing says that {left} is {right}"

    def something_of(self, left: Dimension, right: Dimension) -> bool:
        """Whether an equation, a common meaning or a plain reading may make two sizes one."""
        if any({left, right} <= each for each in self.equated):
            return True  # under whatever condition
        one, two = left.letter, right.letter
        if 1 in (left.number, right.number):
            return False
        if any(size not in self.written and "_" in (size.letter or "") for size in (left, right)):
            return True  # F_0, of sizes told as F_l: the first layer may be as wide as anything
        if one is None or two is None:
            # the heads side by side may well fill the model: a product that no declaration writes out
            return any(len(size.letters) > 1 and size not in self.written for size in (left, right))
        return not self.meanings.get(one, frozenset()).isdisjoint(self.meanings.get(two, frozenset()))


__all__ = ["is_unequated", "strict_conflicts", "turned_vectors", "unequated_ranges", "unequated_sizes"]
