"""The notation of a note: each symbol with what it means, its shape, where it is told and where it is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from symformer.algebra.shape import SCALAR, Shape
from symformer.functions import lookup
from symformer.semantics.declaration import Declaration, Role
from symformer.semantics.model import SemanticModel
from symformer.semantics.notation.roles import Played, concept_by_custom, played, projected_sizes
from symformer.semantics.prose.concepts import named
from symformer.semantics.shapes.expressions import infer, shape_of_sizes
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Index, Matrix, Number, Symbol, Term, walk
from symformer.text.span import Span

NUMBERS: frozenset[Role] = frozenset({"dimension", "index", "scalar"})
ARRAYS: frozenset[Role] = frozenset({"vector", "matrix", "tensor"})
ROLE_OF_RANK: tuple[Role, ...] = ("scalar", "vector", "matrix")
MOST_MEMBERS = 3  # of a family without a general member: beyond that they are listed as one
# functions that everybody writes without a word
ELEMENTARY = frozenset(
    "sqrt exp ln log sin cos tan arcsin arccos arctan sinh cosh tanh max min sum absolute norm floor ceil transpose "
    "sign round".split()
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a symbol stands for in a note, from ``span`` on."""

    span: Span
    concept: str | None = None
    role: Role = "unknown"
    shape: Shape | None = None
    definition: Term | None = None
    told: bool = True  # the note says so; False: known by its form or by custom

    @property
    def kind(self) -> Role:
        """What kind of thing it is."""
        if self.role != "unknown":
            return self.role
        known = named(self.concept) if self.concept is not None else None
        if known is not None and known.role != "unknown":
            return known.role
        if self.shape is not None:
            return ROLE_OF_RANK[self.shape.rank] if self.shape.rank < len(ROLE_OF_RANK) else "tensor"
        return "unknown"


@dataclass(frozen=True, slots=True)
class Entry:
    """A symbol, or a family of them, with all that the note says of it."""

    name: str  # canonical, without indices
    term: Term  # as it first stands
    meanings: tuple[Meaning, ...]
    told: tuple[Span, ...]
    used: tuple[Span, ...]
    is_function: bool = False
    in_words: bool = False  # it stands in a sentence, which may say what it is
    latex: str = ""  # as the note writes it

    @property
    def shown(self) -> str:
        """The symbol as a reader knows it."""
        return show_styled(self.term)

    @property
    def concepts(self) -> tuple[str, ...]:
        """What it means, each meaning once."""
        return tuple(dict.fromkeys(each.concept for each in self.meanings if each.concept is not None))

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes it has, each once."""
        return tuple(dict.fromkeys(each.shape for each in self.meanings if each.shape is not None))


@dataclass(slots=True)
class _Gathered:
    """What is found of one symbol before it is put in order."""

    term: Term
    declarations: list[Declaration] = field(default_factory=list)
    occurrences: list[Occurrence] = field(default_factory=list)


Key = tuple[str, tuple[str, ...], tuple[str, ...]]


def notation_of(model: SemanticModel) -> tuple[Entry, ...]:
    """Every symbol of a note in the order in which they first stand, functions of the field last."""
    gathered = _gathered(model)
    derived = _derived(model)
    roles: dict[Key, list[Played]] = {}
    for each in played([shaped.statement for shaped in model.shapes]):
        roles.setdefault(_key(each.symbol, model), []).append(each)
    sizes: dict[str, tuple[str, Span]] = {}
    for letter, concept, span in projected_sizes(model.shapes):
        sizes.setdefault(letter, (concept, span))
    entries = [
        replace(
            _entry(key, found, derived.get(key, ()), roles.get(key, ()), sizes.get(key[0])),
            latex=_written(found, model),
        )
        for key, found in gathered.items()
    ]
    concepts = {
        each.name: each.concepts[0] for each in entries if each.concepts and each.meanings[0].kind == "dimension"
    }
    return (*(_by_custom(_as_size(each, model), concepts) for each in entries), *_functions(model))


def _gathered(model: SemanticModel) -> dict[Key, _Gathered]:
    found: dict[Key, _Gathered] = {}
    for symbol in model.uses:
        if lookup(symbol.name) is not None and not symbol.declarations or _is_remark(symbol):
            continue
        own: dict[Key, _Gathered] = {}
        for declaration in symbol.declarations:
            key = _key(declaration.symbol, model)
            own.setdefault(key, _Gathered(declaration.symbol)).declarations.append(declaration)
        for occurrence in symbol.occurrences:
            if symbol.declarations or not _is_label(occurrence, symbol.occurrences, model):
                key = _key(occurrence.term, model)
                own.setdefault(key, _Gathered(_bare(occurrence.term))).occurrences.append(occurrence)
        found.update(_with_members_joined(symbol.name, own))
    return dict(sorted(found.items(), key=lambda item: _first(item[1])))


def _is_remark(symbol: SymbolUses) -> bool:
    """Words set as a formula, which name nothing: ``\\text{2 heads, 3 layers}``, ``\\text{"cat"}``."""
    if symbol.is_told:
        return False
    plain = symbol.name.replace(" ", "").replace("-", "")
    return symbol.name.startswith('"') or (" " in symbol.name and not plain.isalpha())


def _first(gathered: _Gathered) -> tuple[int, str]:
    spans = [each.span.start for each in gathered.declarations] + [each.span.start for each in gathered.occurrences]
    return min(spans, default=0), show_styled(gathered.term)


def _bare(term: Term) -> Term:
    """A function's name, where it stands with arguments."""
    return Symbol(term.function) if isinstance(term, Apply) else term


def _is_label(occurrence: Occurrence, all_of: Sequence[Occurrence], model: SemanticModel) -> bool:
    """Whether a name only ever hangs on others, and binds nothing: the q of W^{(q)}."""
    return (
        occurrence.part == "index"
        and occurrence.name not in model.index_names
        and all(each.part == "index" for each in all_of)
    )


def _key(term: Term, model: SemanticModel) -> Key:
    """Which row a symbol belongs to: labels and numbers in its scripts count, running indices do not."""
    if not isinstance(term, Index):
        return name_of(term) or (term.function if isinstance(term, Apply) else show_styled(term)), (), ()
    name = name_of(term) or show_styled(term.base)
    lower, upper = (tuple(_slot(each, model) for each in slots) for slots in (term.indices, term.upper))
    return name, lower, upper


def _slot(slot: Term, model: SemanticModel) -> str:
    match slot:
        case Number():
            return show_styled(slot)
        case Symbol(name) if name not in model.index_names and _hangs_only(name, model):
            return name
        case _:
            return "·"


def _hangs_only(name: str, model: SemanticModel) -> bool:
    known = model.uses.of(name)
    return not known.declarations and all(each.part == "index" for each in known.occurrences)


def _with_members_joined(name: str, own: dict[Key, _Gathered]) -> dict[Key, _Gathered]:
    """Entries of a matrix go to the matrix, members of a family to the family, where it has one."""
    whole = own.get((name, (), ()))
    joined: dict[Key, _Gathered] = {}
    numbered: dict[tuple[int, int], list[Key]] = {}
    for key in own:
        if _is_numbered(key):
            numbered.setdefault((len(key[1]), len(key[2])), []).append(key)
    for key, found in own.items():
        target = _target(key, own, whole, numbered)
        if target not in joined:
            joined[target] = _Gathered(own[target].term if target in own else found.term)
        joined[target].declarations += found.declarations
        joined[target].occurrences += found.occurrences
    return joined


def _target(
    key: Key, own: Mapping[Key, _Gathered], whole: _Gathered | None, numbered: Mapping[tuple[int, int], Sequence[Key]]
) -> Key:
    name, lower, upper = key
    if whole is not None and lower and not upper and _is_array(whole):
        return name, (), ()
    if _is_numbered(key):
        general = next((each for each in own if _covers(each, key)), None)
        if general is not None:
            return general
        alike = numbered[len(lower), len(upper)]
        if len(alike) > MOST_MEMBERS or not own[key].declarations:
            return alike[0]
    return key


def _is_numbered(key: Key) -> bool:
    return any(slot[:1].isdigit() for slot in (*key[1], *key[2]))


def _covers(general: Key, member: Key) -> bool:
    """Whether Head^(i) speaks for Head^(1)."""
    if general == member or (len(general[1]), len(general[2])) != (len(member[1]), len(member[2])):
        return False
    pairs = zip((*general[1], *general[2]), (*member[1], *member[2]), strict=True)
    return all(one in ("·", other) for one, other in pairs)


def _is_array(found: _Gathered) -> bool:
    """Whether a name was declared as an array, so that what has indices is an entry or a row of it."""
    return any(
        (each.sizes is not None and len(each.sizes) > 0)
        or each.role in ("matrix", "tensor")
        or isinstance(each.value, Matrix)
        for each in found.declarations
    )


def _derived(model: SemanticModel) -> dict[Key, list[Meaning]]:
    """The shapes that equations give to what they define."""
    found: dict[Key, list[Meaning]] = {}
    for shaped in model.shapes:
        for each in shaped.inferred.derived:
            key = _key(each.symbol, model)
            place = shaped.statement.place(each.span)
            found.setdefault(key, []).append(Meaning(place, shape=each.shape))
    return found


def _entry(
    key: Key,
    found: _Gathered,
    derived: Sequence[Meaning],
    roles: Sequence[Played],
    size: tuple[str, Span] | None,
) -> Entry:
    shapes = {each.span.start: each.shape for each in derived}
    told = [_of_declaration(each, shapes.get(each.span.start)) for each in found.declarations]
    told += derived
    told.sort(key=lambda each: each.span.start)
    told += [Meaning(each.span, concept=each.concept, told=False) for each in roles]
    if size is not None and not any(each.concept is not None for each in told):
        told.append(Meaning(size[1], concept=size[0], role="dimension", shape=SCALAR, told=False))
    meanings = _merged(told)
    places = [each.span for each in found.declarations]
    places += [each.span for each in found.occurrences if each.part in ("defined", "declared")]
    places = places or [each.span for each in found.occurrences if each.tells][:1]
    starts = {span.start for span in places}
    used = sorted(each.span for each in found.occurrences if each.span.start not in starts)
    is_function = isinstance(found.term, Apply) or any(each.part == "called" for each in found.occurrences)
    mentioned = any(each.part == "mentioned" for each in found.occurrences)
    return Entry(key[0], found.term, meanings, _once(places), tuple(used), is_function, mentioned)


FIRST_PLACES = 8  # that are looked at for how a symbol is written


def _written(found: _Gathered, model: SemanticModel) -> str:
    """The symbol as the note writes it: of several places the shortest, since K may stand as K^T."""
    written = {
        each.term.origin.slice(statement.latex.text)
        for each in found.occurrences[:FIRST_PLACES]
        if (statement := model.statements[each.at]).carrier == "formula" and each.term == found.term
    }
    return min(written - {""}, key=lambda text: (len(text), text), default="")


def _once(spans: Sequence[Span]) -> tuple[Span, ...]:
    return tuple(sorted(dict.fromkeys(spans)))


def _of_declaration(declaration: Declaration, derived: Shape | None) -> Meaning:
    shape = shape_of_sizes(declaration.sizes) if declaration.sizes is not None else derived
    if shape is None and declaration.role in NUMBERS:
        shape = SCALAR
    value = declaration.value if declaration.role != "function" else None
    return Meaning(declaration.span, declaration.concept, declaration.role, shape, value)


def _merged(told: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """What does not contradict what was said before adds to it; what does is a meaning of its own."""
    found: list[Meaning] = []
    for each in told:
        at = next((at for at in range(len(found) - 1, -1, -1) if _agree(found[at], each)), None)
        if at is None:
            found.append(each)
            continue
        before = found[at]
        found[at] = replace(
            before,
            concept=_better(before.concept, each.concept),
            role=before.role if before.role != "unknown" else each.role,
            shape=before.shape if before.shape is not None else each.shape,
            definition=before.definition if before.definition is not None else each.definition,
            told=before.told or each.told,
        )
    return tuple(found)


def _better(before: str | None, after: str | None) -> str | None:
    """A term of the field rather than the note's own words: "query weight", not "learned matrix"."""
    if before is None or after is None:
        return before if before is not None else after
    return after if named(before) is None and named(after) is not None else before


def _agree(one: Meaning, other: Meaning) -> bool:
    same_array = one.shape is not None and one.shape == other.shape and one.shape.rank > 0
    named_otherwise = None not in (one.concept, other.concept) and one.concept != other.concept
    if named_otherwise and other.told and not same_array:
        return False  # what a form suggests does not contradict what words say
    for this, that in ((one, other), (other, one)):
        if this.definition is not None and this.shape is None and that.kind in NUMBERS and that.definition is None:
            return False  # V, the size of the vocabulary, is not the V of V = X W_V
    if _is_array_kind(one) != _is_array_kind(other) and "unknown" not in (one.kind, other.kind):
        return False
    if "index" in (one.kind, other.kind) and one.kind != other.kind and "unknown" not in (one.kind, other.kind):
        return False
    if one.shape is None or other.shape is None or one.shape == other.shape:
        return True
    return one.shape.rank == other.shape.rank and _is_instance(one.shape, other.shape)


def _is_instance(one: Shape, other: Shape) -> bool:
    """Whether one is the other in numbers: 2 × 2 of m × n."""
    pairs = zip(one.sizes, other.sizes, strict=True)
    return all(a == b or a.number is not None or b.number is not None for a, b in pairs)


def _is_array_kind(meaning: Meaning) -> bool:
    return meaning.kind in ARRAYS


def _as_size(entry: Entry, model: SemanticModel) -> Entry:
    """A letter that stands as a size in some shape, and of which nothing else is said."""
    if entry.meanings or entry.name not in model.size_names or not entry.used:
        return entry
    return replace(entry, meanings=(Meaning(entry.used[0], role="dimension", shape=SCALAR, told=False),))


def _by_custom(entry: Entry, concepts: Mapping[str, str]) -> Entry:
    """A symbol that nobody explains, as its name or its sizes explain it."""
    if entry.concepts:
        return entry
    shape = entry.shapes[0] if entry.shapes else None
    sizes = tuple(concepts.get(size.letter or "") for size in shape.sizes) if shape is not None else ()
    concept = concept_by_custom(entry.name, sizes, shape)
    if concept is None:
        return entry
    if not entry.meanings:
        first = (*entry.told, *entry.used)
        return replace(entry, meanings=(Meaning(first[0], concept=concept, told=False),)) if first else entry
    return replace(entry, meanings=(replace(entry.meanings[0], concept=concept), *entry.meanings[1:]))


@dataclass(slots=True)
class _Calls:
    """Where a function of the field is defined and called, and the shape that a call of it has."""

    told: list[Span] = field(default_factory=list)
    used: list[Span] = field(default_factory=list)
    shape: Shape | None = None


def _functions(model: SemanticModel) -> Iterator[Entry]:
    """The functions of the field that a note calls, and where it defines them."""
    calls: dict[str, _Calls] = {}
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula":
            continue
        defined = {id(side) for side in getattr(statement.term, "sides", ())[:1] if isinstance(side, Apply)}
        for part in walk(statement.term):
            if isinstance(part, Apply) and part.function not in ELEMENTARY and lookup(part.function) is not None:
                found = calls.setdefault(part.function, _Calls())
                (found.told if id(part) in defined else found.used).append(statement.place(part.origin))
                if found.shape is None:
                    found.shape = infer(part, shaped.environment).shape
    for name, found in calls.items():
        known = lookup(name)
        summary = known.summary.rstrip(".") if known is not None else None
        first = (*found.told, *found.used)[0]
        meaning = Meaning(first, concept=summary, role="function", shape=found.shape, told=bool(found.told))
        yield Entry(name, Symbol(name), (meaning,), _once(found.told), tuple(sorted(found.used)), True)


__all__ = ["Entry", "Meaning", "notation_of"]
