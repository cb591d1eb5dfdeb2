"""What the stages of a note's model take: which names are its queries, its weights, its residual stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from symformer.judging.chain.kinds import ATTENDED, ATTENDING, FEEDING, Seen
from symformer.judging.chain.names import (
    PROJECTED,
    WEIGHTS_OF,
    Family,
    Key,
    function_id,
    key_of,
    labelled,
    names_in,
    part_of,
    scripts_of,
)
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.term import Apply, Ellipsis, Index, IndexedSum, Product, Relation, Sum, Symbol, Term, walk

Takes = dict[str, Key]
SOURCES = {"queries": "query-source", "keys": "key-source", "values": "value-source"}


@dataclass(frozen=True, slots=True)
class ChainEquation:
    """An equation of a note that may be a stage of its model; ``key`` is what it gives a value."""

    shaped: StatementShape
    left: Term
    right: Term
    key: Key | None
    is_wave: bool  # an entry of the sinusoidal positions
    takes: frozenset[Key]  # what stands in its right side

    @property
    def section(self) -> int:
        """The section of the note in which it stands."""
        return self.shaped.statement.section


def chain_equation(shaped: StatementShape, left: Term, right: Term) -> ChainEquation:
    """An equation with what it gives a value to: a name, or the function that it defines."""
    wave = isinstance(right, Apply) and function_id(right) in ("sin", "cos")
    key = key_of(left)
    if isinstance(left, Apply):
        key = Symbol(left.function)
    elif wave and isinstance(left, Index) and isinstance(left.base, Symbol):
        key = left.base
    takes = frozenset(each for name in names_in(right) if (each := key_of(name)) is not None)
    return ChainEquation(shaped, left, right, key, wave, takes)


@dataclass(frozen=True, slots=True)
class Planned:
    """A stage: an equation, what it is, and the names by the parts that they play in it."""

    equation: ChainEquation
    kind: str
    takes: Mapping[str, Key]
    calls: tuple[Apply, ...] = ()
    function: str = ""  # the norm or the activation that it calls
    gated: bool = False
    summed: bool = False  # heads that are projected one by one


@dataclass(slots=True)
class Group:
    """One attention of the model: its queries, keys and values, what they are made of, and its stages so far."""

    names: Takes = field(default_factory=dict)
    stages: list[Planned] = field(default_factory=list)
    output: Key | None = None

    @property
    def is_used(self) -> bool:
        """Whether it has scores or an output already."""
        return any(each.kind not in PROJECTED for each in self.stages)

    @property
    def has_heads(self) -> bool:
        """Whether it is of several heads."""
        return any(isinstance(each.equation.key, Family) for each in self.stages)


def scaled_later(key: Key, later: Iterator[ChainEquation]) -> bool:
    """Whether an equation further on divides a result by a root: scores that are scaled in a step of their own."""
    for each in later:
        if any(key_of(name) == key for name in names_in(each.right)):
            return any(isinstance(part, Apply) and part.function == "sqrt" for part in walk(each.right))
    return True  # nothing takes them: what becomes of them is not told


def by_part(found: Seen, part: str) -> Key | None:
    """The first name of an equation that plays a part."""
    return next((key_of(name) for name, each in found.names if each == part), None)


def projection_takes(kind: str, found: Seen, ranks: Mapping[Key, int], parts: Mapping[Key, str]) -> Takes:
    """The source, the weights and the bias of a projection."""
    keys = [key for name, _ in found.names if (key := key_of(name)) is not None]
    product = next((each for each in walk(found.right) if isinstance(each, Product)), None)
    inside = [key for each in names_in(product) if (key := key_of(each)) is not None] if product is not None else keys
    weighing = [key for key in inside if part_of(key, parts).endswith("-weights")]
    source = next((key for key in inside if key not in weighing and part_of(key, parts) in STREAMS), None)
    if not weighing:
        rest = [key for key in inside if key != source]
        weighing = [key for key in rest if ranks.get(key, 0) > 1][-1:] or rest[-1:]
    source = source or next((key for key in inside if key not in weighing), None)
    found_takes: Takes = {}
    if weighing:
        wanted = WEIGHTS_OF.get(kind, "")
        here = weighing[0]
        found_takes["weights"] = here
        if part_of(here, parts) in set(WEIGHTS_OF.values()) - {wanted} and wanted:
            found_takes["weights"] = _of_part(wanted, isinstance(here, Family), parts) or Symbol(f"the {wanted}")
    if source is not None:
        found_takes["source"] = source
    bias = next((key for key in keys if key not in inside), None)
    if bias is not None:
        found_takes["bias"] = bias
    return found_takes


def parts_by_projection(equations: list[ChainEquation], parts: Mapping[Key, str]) -> dict[Key, str]:
    """What queries, keys and values are made of, where nothing says it: they share the stream, and not the weights."""
    made: list[tuple[str, list[Key]]] = []
    for each in equations:
        kind = part_of(each.key, parts)
        keys = [key for name in names_in(each.right) if (key := key_of(name)) is not None]
        if kind in PROJECTED and isinstance(each.right, Product) and len(keys) == len(each.right.factors) == PAIR:
            made.append((kind, keys))
    kinds: dict[Key, set[str]] = {}
    for kind, keys in made:
        for key in keys:
            kinds.setdefault(key, set()).add(kind)
    found: dict[Key, str] = {}
    for kind, keys in made:
        told = [key for key in keys if part_of(key, parts)]
        shared = [key for key in keys if len(kinds[key]) > 1]
        if not told and len(shared) == 1:
            found[shared[0]] = "stream"
            found |= {key: WEIGHTS_OF[kind] for key in keys if key not in shared}
    return found


PAIR = 2
STREAMS = frozenset({"stream", "input", "memory"})


def _of_part(part: str, family: bool, parts: Mapping[Key, str]) -> Key | None:
    """Another name of the note that plays a part."""
    found = [key for key, each in parts.items() if each == part]
    return next((key for key in found if isinstance(key, Family) == family), None)


def attention_takes(found: Seen, group: Group, parts: Mapping[Key, str], ranks: Mapping[Key, int]) -> Takes:
    """The queries, keys, values and the mask of scores, of weights and of attention.

    Where queries are not named, but worked out in place (X W_Q), their source and weights.
    """
    anew = {"queries", "keys"} <= found.parts  # its mask, if any, stands in it
    carried = PROJECTED if anew else (*PROJECTED, "mask")
    takes: Takes = {each: group.names[each] for each in carried if each in group.names}
    for part in PROJECTED:
        key = by_part(found, part)
        if key is not None and (part not in takes or key != takes[part] and part_of(key, parts) == part):
            takes[part] = key
    takes |= in_place(found, parts)
    mask = _added(found, frozenset(takes.values()), ranks, parts)
    if mask is not None:
        takes["mask"] = mask
    for part in PROJECTED:
        if part not in takes and SOURCES[part] not in takes:
            other = _of_part(part, any(isinstance(each, Family) for each in takes.values()), parts)
            if other is not None:
                takes[part] = other
    return takes


def in_place(found: Seen, parts: Mapping[Key, str]) -> Takes:
    """Projections within an equation: (X W_Q)(X W_K)ᵀ, Attention(Q W_Q, K W_K, V W_V)."""
    takes: Takes = {}
    call = next((each for each, name in found.calls if name == "attention"), None)
    if call is not None and len(call.arguments) == len(PROJECTED) and call is found.right:
        for part, argument in zip(PROJECTED, call.arguments, strict=True):
            takes |= _projected_in_place(part, argument, parts)
        sources = {part_of(takes[each], parts): takes[each] for each in SOURCES.values() if each in takes}
        if set(sources) == set(PROJECTED):  # formal parameters: each stands for what its letter says
            takes |= {SOURCES[part]: key for part, key in sources.items()}
        return takes
    for product in (each for each in walk(found.right) if isinstance(each, Product)):
        for left, right in zip(product.factors, product.factors[1:], strict=False):
            for source, weights in ((left, right), (right, left)):
                one, other = key_of(source), key_of(weights)
                kind = next((k for k, each in WEIGHTS_OF.items() if part_of(other, parts) == each), None)
                if kind is not None and one is not None and other is not None and SOURCES[kind] not in takes:
                    takes |= {SOURCES[kind]: one, f"{kind} weights": other}
    return takes


def _projected_in_place(part: str, argument: Term, parts: Mapping[Key, str]) -> Takes:
    keys = [key for name in names_in(argument) if (key := key_of(name)) is not None]
    if len(keys) == 1:
        return {part: keys[0]}
    weights = next((key for key in keys if part_of(key, parts).endswith("-weights")), keys[-1] if keys else None)
    source = next((key for key in keys if key != weights), None)
    if source is None or weights is None:
        return {}
    wanted = WEIGHTS_OF[part]
    if part_of(weights, parts) in set(WEIGHTS_OF.values()) - {wanted}:
        weights = _of_part(wanted, isinstance(weights, Family), parts) or Symbol(f"the {wanted}")
    return {SOURCES[part]: source, f"{part} weights": weights}


def _added(found: Seen, known: frozenset[Key], ranks: Mapping[Key, int], parts: Mapping[Key, str]) -> Key | None:
    """A mask or a bias that is added to the scores."""
    for total in (each for each in walk(found.right) if isinstance(each, Sum)):
        for term in total.terms:
            names = list(names_in(term))
            key = key_of(names[0]) if len(names) == 1 else None
            if key is not None and key not in known and part_of(key, parts) not in ("scores", *PROJECTED):
                if ranks.get(key, 0) > 1:
                    return key
    return None


def inner_layer(term: Term) -> Term | None:
    """The sum or the product that a second layer multiplies, where no activation stands between."""
    for product in (each for each in walk(term) if isinstance(each, Product)):
        for factor in product.factors:
            if isinstance(factor, Sum) and any(isinstance(each, Product) for each in factor.terms):
                return factor
    return None


def network_takes(found: Seen, activation: Term | None, ranks: Mapping[Key, int], parts: Mapping[Key, str]) -> Takes:
    """The input, the weights and the biases of a position-wise network."""
    inside = {id(each) for each in names_in(activation)} if activation is not None else set()
    takes: Takes = {}
    for name, part in found.names:
        key = key_of(name)
        if key is None:
            continue
        if part in ("first-weights", "second-weights", "first-bias", "second-bias"):
            takes.setdefault(part, key)
            continue
        first = not inside and "first-weights" not in takes and "hidden" not in found.parts
        layer = "first" if id(name) in inside or first else "second"
        if part == "hidden":
            takes["hidden"] = key
        elif "source" not in takes and (part in STREAMS or part in ATTENDED):
            takes["source"] = key
        elif ranks.get(key, 0) == 1:
            takes.setdefault(f"{layer}-bias", key)
        elif f"{layer}-weights" not in takes and ranks.get(key, 0) > 1:
            takes[f"{layer}-weights"] = key
        elif "source" not in takes:
            takes["source"] = key
    return takes


def sublayer_takes(found: Seen, parts: Mapping[Key, str], calls: tuple[Apply, ...]) -> Takes:
    """The residual stream of a sublayer, what is added to it, and what is attended to besides."""
    takes: Takes = {}
    made = next((key_of(name) for name, part in found.names if part in ATTENDED or part == "ffn"), None)
    within = {id(name) for call in calls for name in names_in(call)}
    outside = [key for name, _ in found.names if id(name) not in within and (key := key_of(name)) is not None]
    if not calls:
        if made is not None:
            takes["made"] = made
        residual = next((key for key in outside if key != made), None)
        if residual is not None:
            takes["residual"] = residual
        return takes
    given = list(dict.fromkeys(key for name in names_in(calls[-1]) if (key := key_of(name)) is not None))
    crossing = function_id(calls[-1]) == "cross-attention"
    if not given:
        return takes
    residual = given[0]
    if (len(given) > 1 or crossing) and outside:
        residual = outside[0]
    takes["residual"] = residual
    memory = next((key for key in given if key != residual), None)
    if memory is not None:
        takes["memory"] = memory
    return takes


def equations_of(shapes: tuple[StatementShape, ...]) -> list[ChainEquation]:
    """The equations of a note that say what something is, in order."""
    from symformer.judging.equations.verified import is_equation

    found = []
    for shaped in shapes:
        statement = shaped.statement
        if is_equation(statement) and not statement.hedged and isinstance(statement.term, Relation):
            left = statement.term.sides[0]
            if isinstance(left, Symbol | Index | Apply):
                right = statement.term.sides[1]
                running = running_in(left, right)
                found.append(chain_equation(shaped, labelled(left, running), labelled(right, running)))
    return found


def running_in(left: Term, right: Term) -> set[Term]:
    """The indices that run in an equation: those of its left side, of sums, of lists with dots."""
    found: set[Term] = {each.index for each in walk(right) if isinstance(each, IndexedSum) and each.index is not None}
    for part in walk(left):
        if isinstance(part, Index):
            found |= {each for script in scripts_of(part) for each in walk(script) if isinstance(each, Symbol)}
    if isinstance(left, Apply):
        found |= {each for argument in left.arguments for each in walk(argument) if isinstance(each, Symbol)}
        found |= {label for label in left.labels if isinstance(label, Symbol)}
    if any(isinstance(each, Ellipsis) for each in walk(right)):
        found |= {each for part in walk(right) if isinstance(part, Index) for each in scripts_of(part)}
    for call in (each for each in walk(right) if isinstance(each, Apply)):
        found |= {label for label in call.labels if isinstance(label, Symbol)}
    return found


def is_call(term: Apply) -> bool:
    """Whether a function is a part of the model: attention, the network."""
    return function_id(term) in ATTENDING | FEEDING | {"sublayer"}


def is_attention(equation: ChainEquation) -> bool:
    """Whether an equation tells what the function Attention does."""
    return isinstance(equation.left, Apply) and function_id(equation.left) == "attention"
