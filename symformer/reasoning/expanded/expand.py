"""A term written out: the array of expressions that it is under one reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import factorial

from symformer.reasoning.constants import EULER, EULER_NAMES, IDENTITY_NAMES, INFINITY_NAMES, PI_NAMES
from symformer.reasoning.expanded import functions
from symformer.reasoning.expanded.chance import expected
from symformer.reasoning.expanded.derivatives import derivative, primed
from symformer.reasoning.expanded.displays import beside, by_cases, condition_of, displayed, holds
from symformer.reasoning.expanded.entries import (
    MOST_ENTRIES,
    CannotExpand,
    Entries,
    entrywise,
    identity,
    mapped,
    multiply,
    number,
    places_of,
    transpose,
    vector,
)
from symformer.reasoning.expanded.expressions import Expression, Expressions
from symformer.reasoning.expanded.reading import Meaning, Reading
from symformer.reasoning.expanded.unending import integrated, is_infinite, unending_sum
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    bare_sign,
    walk,
)

MOST_STEPS = 20_000
DEEPEST = 60
DEEPEST_MEANING = 8
LONGEST_RANGE = 12
ONES = frozenset({"bold(1)", "vec(1)"})
CHANCE = frozenset({"expectation", "variance", "Cov", "std"})
WRAPPERS = frozenset({"given", "versus", "parameters", "tuple", "set"})
KRONECKER = "delta"
INDICATORS = frozenset({"blackboard(1)", "bold(1)", "blackboard(I)", "bold(I)", "roman(1)"})


@dataclass(slots=True)
class Expansion:
    """A reading at work: the table it writes to, and what stands for what just now."""

    table: Expressions
    reading: Reading
    indices: dict[str, int] = field(default_factory=dict)
    bound: dict[Term, Entries] = field(default_factory=dict)
    outcomes: dict[str, str] = field(default_factory=dict)  # of random letters, while an expectation is written out
    steps: int = MOST_STEPS
    depth: int = 0
    meaning_depth: int = 0
    whole: dict[str, Entries] = field(default_factory=dict)  # what names stand for, as arrays
    left_open: set[str] = field(default_factory=set)  # names of arrays whose meaning could not be written out

    def expand(self, term: Term) -> Entries:
        """The entries of a term.

        Raises:
            CannotExpand: something in it cannot be written out.
        """
        self.steps -= 1
        self.depth += 1
        try:
            if self.steps < 0 or self.depth > DEEPEST:
                raise CannotExpand("too long to write out")
            found = self.bound.get(term)
            made = found if found is not None else self._expand(term)
            if len(made.items) > MOST_ENTRIES:
                raise CannotExpand("too long to write out")
            return made
        finally:
            self.depth -= 1

    def _expand(self, term: Term) -> Entries:
        match term:
            case Number():
                return number(self.table.number(term.value))
            case Symbol():
                return self._symbol(term)
            case Sum():
                return reduce(self._added, [self.expand(each) for each in term.terms])
            case Product():
                return reduce(
                    lambda left, right: multiply(self.table, left, right, term.sign),
                    [self.expand(each) for each in term.factors],
                )
            case Elementwise(sign="⊙" | "∘" | "⊘"):
                return self._elementwise(term)
            case Quotient():
                return self._quotient(self.expand(term.numerator), self.expand(term.denominator))
            case Power():
                return self._power(term)
            case Transpose():
                return transpose(self.expand(term.operand))
            case Index():
                return self._index(term)
            case IndexedSum():
                return self._big(term)
            case Matrix():
                return displayed(self, term)
            case Cases():
                return by_cases(self, term)
            case Apply():
                return self._apply(term)
            case Relation(relations=("=" | "≠",)):
                return self._indicated(term)  # [i = j] among terms
            case Unknown() if term.alternatives:
                return self.expand(term.alternatives[min(self.reading.alternative, len(term.alternatives) - 1)])
        raise CannotExpand("a part that cannot be written out")

    def _added(self, left: Entries, right: Entries) -> Entries:
        return entrywise(left, right, lambda one, other: self.table.sum((one, other)))

    def _quotient(self, above: Entries, below: Entries) -> Entries:
        if below.rank == 2:
            raise CannotExpand("a division by a matrix")
        return entrywise(above, below, self.table.quotient)

    def _elementwise(self, term: Elementwise) -> Entries:
        factors = [self.expand(each) for each in term.factors]
        if term.sign == "⊘":
            return reduce(lambda left, right: entrywise(left, right, self.table.quotient), factors)
        return reduce(
            lambda left, right: entrywise(left, right, lambda one, other: self.table.product((one, other))), factors
        )

    def _power(self, term: Power) -> Entries:
        if isinstance(term.base, Apply) and term.base.function in self.reading.product_calls:  # σ^2 (1 + c)
            base = self._name_of_call(term.base)
            return self.expand(Product((Power(base, term.exponent), *term.base.arguments)))
        exponent = self.expand(term.exponent)
        if term.base in EULER and term.base not in self.bound:
            return mapped(exponent, lambda each: self.table.call("exp", each))
        return functions.power(self.table, self.expand(term.base), exponent)

    # -- names ----------------------------------------------------------------------------------------------------

    def _symbol(self, term: Symbol) -> Entries:
        name = term.name
        if name in self.indices:
            return number(self.table.number(self.indices[name]))
        if name in self.reading.sizes:
            return number(self.table.number(self.reading.sizes[name]))
        shape = self.reading.shapes.get(term)
        if shape is None and name not in self.reading.meanings:
            if name in PI_NAMES:
                return number(self.table.letter("π"))
            if name in EULER_NAMES:
                return number(self.table.call("exp", self.table.number(1)))
            if name in INFINITY_NAMES:
                raise CannotExpand("infinity")
            if name in IDENTITY_NAMES:
                return identity(self.table, self.reading.identity)
            if name in ONES:
                return vector([self.table.number(1)] * self.reading.identity)
        return self.named(name, shape or ())

    def named(self, name: str, shape: tuple[int, ...]) -> Entries:
        """A letter, or the letters of an array."""
        marked = f"{name}{self.outcomes.get(name, '')}"
        if not shape:
            return number(self._letter(marked, lambda: self._meaning(name, ())))
        whole = Entries(
            shape,
            tuple(
                self.table.letter(f"{marked}[{','.join(str(at + 1) for at in place)}]") for place in places_of(shape)
            ),
            self.reading.vectors,
        )
        if name in self.reading.meanings and marked not in self.whole:
            self.whole[marked] = whole
            made = self._meaning(name, ())
            if made is not None and made.shape == shape:
                self.table.definitions.update(zip(whole.items, made.items, strict=True))
            else:
                self.left_open.add(name)
        return whole

    def _letter(self, name: str, meaning: Callable[[], Entries | None]) -> Expression:
        letter = self.table.letter(name)
        if name not in self.whole:
            self.whole[name] = number(letter)
            made = meaning()
            if made is not None:
                if made.rank:
                    raise CannotExpand("an array where a number should stand")
                if made.only != letter:
                    self.table.definitions[letter] = made.only
        return letter

    def _meaning(self, name: str, places: Sequence[int]) -> Entries | None:
        """What a name stands for, at places of its indices; a function that its letters depend on."""
        found = self.reading.meanings.get(name)
        if found is None or len(found.indices) != len(places):
            depends = self.reading.depends.get(name)
            return None if depends is None else self._some(name, [self.expand(each) for each in depends], places)
        if any(place < 1 for place in places) or self.meaning_depth >= DEEPEST_MEANING:
            return None
        outside, bound = self.indices, self.bound
        self.meaning_depth += 1
        try:
            known = {each: place for each, place in outside.items() if each in self.reading.indices}
            self.indices = {**known, **dict(zip(found.indices, places, strict=True))}
            self.bound = {}
            return self.expand(found.body)
        except CannotExpand:
            return None
        finally:
            self.indices, self.bound = outside, bound
            self.meaning_depth -= 1

    def _some(self, name: str, arguments: Sequence[Entries], places: Sequence[int] = ()) -> Entries:
        """A function that nothing tells, of all the numbers it is given."""
        inside = tuple(item for each in arguments for item in each.items)
        if len(inside) > 40:
            raise CannotExpand("a function of so many numbers")
        return number(self.table.some(name + "".join(f"[{place}]" for place in places), inside))

    # -- indices --------------------------------------------------------------------------------------------------

    def _index(self, term: Index) -> Entries:
        if term.upper and all(_is_arithmetic(each) for each in term.upper):  # w^{(2 - 1)}
            return self.expand(Power(Index(term.base, term.indices) if term.indices else term.base, term.upper[0]))
        scripts = term.slots
        if isinstance(term.base, Symbol) and term.base.name in INDICATORS and (told := condition_of(scripts)):
            return self._indicated(told)
        if isinstance(term.base, Symbol) and term.base.name == KRONECKER and len(scripts) == 2:
            if KRONECKER not in self.reading.meanings:
                first, second = (self.place(each) for each in scripts)
                return number(self.table.number(int(first == second)))
        places = tuple(self.place(each) for each in scripts)
        if not isinstance(term.base, Symbol):
            return self._picked(self.expand(term.base), places)
        member = self.reading.shapes.get(term)
        if term.base in self.bound or term.base in self.reading.shapes and member is None:
            return self._picked(self.expand(term.base), places)
        name = term.base.name
        full = f"{name}[{','.join(map(str, places))}]"
        if member:
            marked = f"{full}{self.outcomes.get(name, '')}"
            items = [
                self.table.letter(f"{marked}[{','.join(str(at + 1) for at in each)}]") for each in places_of(member)
            ]
            return Entries(member, tuple(items), self.reading.vectors)
        marked = f"{name}{self.outcomes.get(name, '')}[{','.join(map(str, places))}]"
        return number(self._letter(marked, lambda: self._meaning(name, places)))

    def _picked(self, whole: Entries, places: tuple[int, ...]) -> Entries:
        if len(places) > whole.rank:
            raise CannotExpand("more indices than axes")
        return whole.at(tuple(place - 1 for place in places))

    def place(self, script: Term) -> int:
        """The whole number that an index is.

        Raises:
            CannotExpand: it is none.
        """
        found = self.table.value(self.expand(script).only)
        if found is None or found.denominator != 1:
            raise CannotExpand("an index that is no whole number")
        return int(found)

    def _big(self, term: IndexedSum) -> Entries:
        if term.kind == "integral":
            return integrated(self, term)
        index = term.index or only_index(term.body)
        if index is not None and is_infinite(term.upper) == 1:
            return unending_sum(self, term, lambda at: self._at(index.name, at, term.body))
        if term.kind not in ("sum", "product", "max", "min") or index is None:
            raise CannotExpand("a big operator without an index")
        made: list[Entries] = []
        for at in self._range(term, index):
            with_index = self.at_index(index.name, at, term.condition)
            if with_index:
                made.append(self._at(index.name, at, term.body))
        if not made:
            if term.kind in ("sum", "product"):
                return number(self.table.number(int(term.kind == "product")))
            raise CannotExpand("the largest of nothing")
        match term.kind:
            case "sum":
                return reduce(self._added, made)
            case "product":
                return reduce(lambda left, right: multiply(self.table, left, right), made)
        return functions.extreme(self.table, term.kind, made) if len(made) > 1 else made[0]

    def _at(self, name: str, place: int, body: Term) -> Entries:
        before = self.indices
        self.indices = {**before, name: place}
        try:
            return self.expand(body)
        finally:
            self.indices = before

    def at_index(self, name: str, place: int, condition: Term | None) -> bool:
        """Whether a place of an index meets the condition below the sign."""
        if condition is None or not isinstance(condition, Relation):
            return True
        if bare_sign(condition.relations[0]) in ("∈", "∼"):
            return True
        before = self.indices
        self.indices = {**before, name: place}
        try:
            return holds(self, condition)
        finally:
            self.indices = before

    def _range(self, term: IndexedSum, index: Symbol) -> range:
        if term.lower is not None and term.upper is not None:
            start, stop = self.place(term.lower), self.place(term.upper)
        elif term.upper is not None:
            start, stop = 1, self.place(term.upper)
        else:
            told = self.reading.ranges.get(index.name)
            if told is None and term.lower is None and _is_shifted(index, term.body):
                raise CannotExpand("a sum of which no ends are told, over members that are shifted")
            start, stop = told or (1, self._width_of(index, term.body))
        if stop - start >= LONGEST_RANGE:
            raise CannotExpand("a sum of so many terms")
        return range(start, stop + 1)

    def _width_of(self, index: Symbol, body: Term) -> int:
        """How far an index runs: over the axis it picks from."""
        for part in walk(body):
            if isinstance(part, Index) and index in (scripts := part.slots):
                shape = self.reading.shapes.get(part.base)
                if shape is not None and len(shape) > scripts.index(index):
                    return shape[scripts.index(index)]
        return self.reading.width

    # -- functions ------------------------------------------------------------------------------------------------

    def _apply(self, term: Apply) -> Entries:
        name = term.function
        if name in self.reading.product_calls and len(term.arguments) == 1:
            return multiply(self.table, self.expand(self._name_of_call(term)), self.expand(term.arguments[0]))
        meaning = self.reading.meanings.get(name)
        if meaning is not None and meaning.parameters and len(meaning.parameters) == len(term.arguments):
            return self.of_meaning(meaning, term)
        if name in ("derivative", "gradient"):
            return derivative(self, term)
        if name in CHANCE:
            return expected(self, term)
        if name == "factorial" and len(term.arguments) == 1 and 0 <= (whole := self.place(term.arguments[0])) < 171:
            return number(self.table.number(factorial(whole)))
        if name in ("argmax", "argmin"):
            return self._argument_of_extreme(term)
        if name == "indicator" and len(term.arguments) == 1 and isinstance(term.arguments[0], Relation):
            return self._indicated(term.arguments[0])
        name = self.reading.functions.get(name, name)
        if (prime := name.rstrip("'")) != name and len(term.arguments) == 1:
            return primed(self, self.reading.functions.get(prime, prime), len(name) - len(prime), term)
        return self._call(name, term)

    def _indicated(self, condition: Relation) -> Entries:
        """One where indices are as a condition says, else nothing."""
        return number(self.table.number(int(holds(self, condition))))

    def _name_of_call(self, term: Apply) -> Term:
        """The letter whose brackets are a factor."""
        return Index(Symbol(term.function), term.labels) if term.labels else Symbol(term.function)

    def _call(self, name: str, term: Apply) -> Entries:
        if name in functions.LOGARITHMS:
            return self._logarithm(name, term)
        if (index := self._index_label(term)) is not None:
            return self._along(name, index, term)
        if name == "norm" and len(term.arguments) == 1:
            label = term.labels[0] if term.labels else None
            told = label.value if isinstance(label, Number) else label.name if isinstance(label, Symbol) else None
            return functions.norm(self.table, self.expand(term.arguments[0]), told)
        if name == "Concat" and not term.labels and all(part.rank for part in map(self.expand, term.arguments)):
            return beside([self.expand(each) for each in term.arguments])
        known = name in functions.ELEMENTWISE or name in functions.OF_ONE or name in ("max", "min", "inner")
        if not known or term.labels:
            return self._untold(term)
        if name == "softmax" and isinstance(term.arguments[0], Index):
            return self._entry_of_softmax(term.arguments[0])
        arguments = [self.expand(each) for each in term.arguments]
        if name in ("max", "min"):
            return functions.extreme(self.table, name, arguments)
        if name == "inner" and len(arguments) == 2:
            return functions.inner(self.table, *arguments)
        if len(arguments) != 1 or name == "inner":
            raise CannotExpand(f"{name} of so many arguments")
        if name == "absolute" and arguments[0].rank == 2:
            return functions.OF_ONE["det"](self.table, arguments[0])
        if name == "absolute" and arguments[0].rank == 1:
            return functions.norm(self.table, arguments[0], None)
        if name in functions.OF_ONE:
            return functions.OF_ONE[name](self.table, arguments[0])
        return mapped(arguments[0], lambda each: functions.ELEMENTWISE[name](self.table, each))

    def _entry_of_softmax(self, entry: Index) -> Entries:
        """softmax(z_i): the entry i of softmax(z)."""
        whole = self.expand(entry)
        if whole.rank:
            return functions.softmax(self.table, whole)
        scripts = entry.slots
        if len(scripts) != 1 or not isinstance(entry.base, Symbol):
            raise CannotExpand("the softmax of a number")
        place = self.place(scripts[0])
        base = self.bound.get(entry.base) or (self.expand(entry.base) if entry.base in self.reading.shapes else None)
        if base is None:
            index = Symbol("softmax place")
            items = [
                self._at(index.name, at, Index(entry.base, (index,))).only for at in range(1, self.reading.width + 1)
            ]
            base = vector(items)
        return self._picked(functions.softmax(self.table, base), (place,))

    def _logarithm(self, name: str, term: Apply) -> Entries:
        if len(term.arguments) != 1:
            raise CannotExpand("a logarithm of several arguments")
        inside = mapped(self.expand(term.arguments[0]), lambda each: self.table.call("ln", each))
        base: Expression | None = None
        if term.labels:
            base = self.expand(term.labels[0]).only
        elif name != "ln" and self.reading.logarithm is not None:
            base = self.table.number(self.reading.logarithm)
        if base is None:
            return inside
        below = self.table.call("ln", base)
        return mapped(inside, lambda each: self.table.quotient(each, below))

    def of_meaning(self, meaning: Meaning, term: Apply) -> Entries:
        """A function that the note defines, at its arguments."""
        if self.meaning_depth >= DEEPEST_MEANING:
            raise CannotExpand("a function of itself")
        arguments = [self.expand(each) for each in term.arguments]
        bound, self.meaning_depth = self.bound, self.meaning_depth + 1
        try:
            names = (Symbol(each) for each in meaning.parameters)
            self.bound = {**bound, **dict(zip(names, arguments, strict=True))}
            return self._of_bound(meaning, arguments)
        finally:
            self.bound = bound
            self.meaning_depth -= 1

    def _of_bound(self, meaning: Meaning, arguments: Sequence[Entries]) -> Entries:
        """A function's body at its arguments; what is told of a number, 1/(1 + e^{-a}), is of a matrix entry by entry."""
        try:
            return self.expand(meaning.body)
        except CannotExpand:
            if len(arguments) != 1 or arguments[0].rank != 2 or not _is_of_a_number(meaning.body):
                raise
        outside, name = self.bound, Symbol(meaning.parameters[0])

        def at(entry: Expression) -> Expression:
            self.bound = {**outside, name: number(entry)}
            return self.expand(meaning.body).only

        return mapped(arguments[0], at)

    def _index_label(self, term: Apply) -> Symbol | None:
        """The index that a function runs over: the j of softmax_j(e_ij), the i of max_i x_i."""
        if len(term.labels) != 1 or len(term.arguments) != 1 or not isinstance(term.labels[0], Symbol):
            return None
        label = term.labels[0]
        picks = any(isinstance(part, Index) and label in part.slots for part in walk(term.arguments[0]))
        return label if picks and term.function in ("softmax", "log_softmax", "max", "min", "logsumexp") else None

    def _along(self, name: str, index: Symbol, term: Apply) -> Entries:
        body = term.arguments[0]
        width = self._width_of(index, body)
        along = vector(self._at(index.name, at, body).only for at in range(1, width + 1))
        if name in ("max", "min"):
            return functions.extreme(self.table, name, [along])
        made = functions.OF_ONE[name](self.table, along)
        return made if made.rank == 0 else self._picked(made, (self.place(index),))

    def _untold(self, term: Apply) -> Entries:
        """A function that nothing tells: of its arguments where they are numbers, else of the letters in them."""
        labels = "".join(f"_{self._spelled(each)}" for each in term.labels)
        name = f"{term.function}{labels}"
        if term.function in WRAPPERS or term.function.startswith(("prefix ", "accent ", "interval ")):
            raise CannotExpand(f"a part that is no number: {term.function}")
        if any(isinstance(part, Apply) and part.function in WRAPPERS for part in walk(term)):
            return self._by_letters(term)
        arguments = [self.expand(each) for each in term.arguments]
        return self._some(name, [*arguments, *self._held(name)])

    def _held(self, name: str) -> list[Entries]:
        """The parameter θ of p_θ, where something is differentiated by it."""
        named = [Symbol(each) for each in name.split("_")[1:]]
        return [self.expand(each) for each in named if each in self.bound or each.name in self.reading.parameters]

    def _by_letters(self, term: Apply) -> Entries:
        letters = dict.fromkeys(
            part for part in walk(term) if isinstance(part, Symbol) and part.name not in self.indices
        )
        places = [
            self.indices[each.name] for each in walk(term) if isinstance(each, Symbol) and each.name in self.indices
        ]
        depends = self.reading.parameters | self.outcomes.keys()
        values = [self.expand(each) for each in letters if each in self.bound or each.name in depends]
        inner = (part.function for part in walk(term) if isinstance(part, Apply))
        held = [each for name in dict.fromkeys(inner) for each in self._held(name)]
        return self._some(show(term), [*values, *held], places)

    def _spelled(self, label: Term) -> str:
        try:
            return str(self.place(label)) if isinstance(label, Symbol) and label.name in self.indices else show(label)
        except CannotExpand:
            return show(label)

    # -- where something is largest -----------------------------------------------------------------------------------

    def _argument_of_extreme(self, term: Apply) -> Entries:
        """Which of a few values of its letter makes something largest: their number stands for it."""
        label = term.labels[0] if len(term.labels) == 1 else None
        if len(term.arguments) != 1 or not isinstance(label, Symbol):
            raise CannotExpand("where something is largest, by what is not told")
        values: list[Expression] = []
        before_bound, before = self.bound, self.outcomes
        for at in range(1, 5):
            try:
                self.bound = {**before_bound, label: number(self.table.letter(f"{label.name}#{at}"))}
                values.append(self.expand(term.arguments[0]).only)
            finally:
                self.bound, self.outcomes = before_bound, before
        if len(set(values)) < 2:
            raise CannotExpand("how it depends on its letter is not told")
        return number(self.table.call(term.function, *values))


def _is_arithmetic(term: Term) -> bool:
    """Whether a superscript is worked out from numbers: an exponent, and no index."""
    return isinstance(term, Sum) and not any(isinstance(part, Symbol) for part in walk(term))


def only_index(body: Term) -> Symbol | None:
    """The index of a sum that names none: the only one in it that is not bound."""
    found = {each for part in walk(body) if isinstance(part, Index) for each in part.slots if isinstance(each, Symbol)}
    free = found - {part.index for part in walk(body) if isinstance(part, IndexedSum)}
    return free.pop() if len(free) == 1 else None


def expanded(table: Expressions, reading: Reading, terms: Iterable[Term]) -> list[Entries]:
    """Some terms written out under one reading, in one table.

    Raises:
        CannotExpand: one of them cannot be.
    """
    expansion = Expansion(table, reading, dict(reading.indices))
    return [expansion.expand(term) for term in terms]


def _is_shifted(index: Symbol, body: Term) -> bool:
    """Whether members are counted from elsewhere, the g of Σ_m f_m g_{n-m}: where such a sum ends matters."""
    return any(
        isinstance(place, Sum) and index in walk(place)
        for part in walk(body)
        if isinstance(part, Index)
        for place in part.slots
    )


def _is_of_a_number(body: Term) -> bool:
    """Whether a function's body is arithmetic and functions of single numbers, as an activation's is."""
    return all(
        part.function in functions.ELEMENTWISE
        if isinstance(part, Apply)
        else isinstance(part, Number | Symbol | Sum | Product | Quotient | Power)
        for part in walk(body)
    )
