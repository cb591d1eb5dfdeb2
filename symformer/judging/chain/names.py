"""The names in a note's equations, and the part that each plays in the model: queries, weights, a mask."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symformer.catalogue.reading import read
from symformer.functions import lookup
from symformer.judging.equations.verified import recognitions
from symformer.reasoning.recognise import plain_name
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.notation.profile import notation_of
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Index, Number, Slice, Symbol, Term, children
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.shapes.inference import ScopedEnvironment

Name = Symbol | Index


@dataclass(frozen=True, slots=True)
class Family:
    """All members of a family, told apart by an index: the W_i^Q of all heads, the x_t of all positions."""

    name: str


Key = Symbol | Index | Family

# what the table of symbols calls it, and its part
BY_WORDS = {
    "embedding matrix": "embedding", "positional encoding": "positions", "query": "queries", "key": "keys",
    "value": "values", "query weight": "query-weights", "key weight": "key-weights", "value weight": "value-weights",
    "output weight": "output-weights", "attention scores": "scores", "attention weights": "weights", "mask": "mask",
    "token indices": "tokens", "attention input": "stream",
}  # fmt: skip
# the concepts of a recognised equation that tell the part of a letter wherever it stands
BY_CONCEPT = {
    **{each: each for each in (
        "embedding", "positions", "queries", "keys", "values", "query-weights", "key-weights", "value-weights",
        "output-weights", "scores", "weights", "mask", "one-hot", "first-weights", "second-weights", "first-bias",
        "second-bias", "gate-weights", "unembedding", "query-bias", "key-bias", "value-bias", "output-bias",
    )},
    "query": "queries", "key": "keys", "value": "values",
}  # fmt: skip
TOLD, BY_OWN_LETTER, RECOGNISED, BY_FORM, BY_LETTER = 5, 4, 3, 2, 1
BY_LABEL = Cued(r"^(?:bold\()?(?:W|U|M|Omega|Theta)\)?[_^]\(?([qkvQKV])\)?$")
OF_LETTER = {"q": "queries", "k": "keys", "v": "values"}
PROJECTED = ("queries", "keys", "values")
WEIGHTS_OF = {"queries": "query-weights", "keys": "key-weights", "values": "value-weights"}


def scripts_of(term: Index) -> tuple[Term, ...]:
    """The indices of a name, above and below."""
    return (*term.upper, *term.indices)


LABEL = "label "


def key_of(term: Term) -> Key | None:
    """What a name is a name of: one thing, or all members of a family.

    >>> key_of(Index(Symbol("Q"), (Symbol("i"),)))
    Family(name='Q')
    """
    match term:
        case Symbol():
            return term
        case Index(base=Symbol(name=name)):
            scripts = scripts_of(term)
            if all(isinstance(each, Number) or _is_label(each) for each in scripts):
                return term
            if all(isinstance(each, Symbol | Number | Slice) for each in scripts):
                return Family(name)
    return None


def _is_label(script: Term) -> bool:
    return isinstance(script, Symbol) and script.name.startswith(LABEL)


def labelled(term: Term, running: Collection[Term]) -> Term:
    """A formula in which what stands below a letter, and does not run, belongs to its name: the q of Ω_q.

    >>> from symformer.terms.show import show
    >>> show(labelled(Index(Symbol("W"), (Symbol("q"),)), ()))
    'W[label q]'
    """
    if isinstance(term, Index) and isinstance(term.base, Symbol):
        scripts = scripts_of(term)
        if scripts and all(isinstance(each, Symbol | Number) for each in scripts):
            own = [isinstance(each, Symbol) and each not in running and not _is_label(each) for each in scripts]
            if len(scripts) == 1 and own[0] and isinstance(scripts[0], Symbol):
                label = Symbol(f"{LABEL}{scripts[0].name}")
                return Index(term.base, (label,), (), term.origin)
        return term
    return rebuilt(term, lambda part: labelled(part, running))


def plain(name: Name) -> Name:
    """A name as the note has it."""
    if isinstance(name, Index) and len(name.indices) == 1 and isinstance(script := name.indices[0], Symbol):
        return Index(name.base, (Symbol(script.name.removeprefix(LABEL)),), (), name.origin)
    return name


def spelled(name: Name) -> str:
    """A name as sizes are spelled: D_q."""
    if isinstance(name, Index) and len(name.indices) == 1 and isinstance(script := name.indices[0], Symbol):
        return f"{base_of(name)}_{script.name.removeprefix(LABEL)}"
    return name.name if isinstance(name, Symbol) else ""


def base_of(key: Key) -> str:
    """The letter of a name, without its indices."""
    match key:
        case Symbol(name):
            return name
        case Index(base=Symbol(name=name)):
            return name
        case Family(name):
            return name
    return ""


def names_in(term: Term) -> Iterator[Name]:
    """The names in a formula, each with its indices, from left to right."""
    if isinstance(term, Symbol) or isinstance(term, Index) and isinstance(term.base, Symbol):
        yield term
        return
    labels = set(term.labels) if isinstance(term, Apply) else set()
    for part in children(term):
        if part not in labels:
            yield from names_in(part)


def function_id(call: Apply) -> str:
    """Which function is called, in the table of functions; "" where it is none of them."""
    found = lookup(call.function)
    return found.id if found is not None else ""


def parts_played(model: SemanticModel) -> dict[Key, str]:
    """The part of each name of a note, by its words and by its recognised equations."""
    votes: dict[Key, Counter[str]] = defaultdict(Counter)
    running = [Symbol(name) for shaped in model.shapes[-1:] for name in shaped.environment.index_names]
    for key, part, weight in (*_by_words(model, running), *_by_recognition(model, running)):
        votes[key][part] = max(votes[key][part], weight)
    for shaped in model.shapes:
        for name in names_in(labelled(shaped.statement.term, running)):
            named = BY_LABEL.search(spelled(name)) or BY_LABEL.search(base_of(name))
            known = key_of(name)
            letter = plain_name(name)
            if known is not None and letter in ("q", "k") and _is_array(name, known, shaped.environment):
                votes[known][OF_LETTER[letter]] = BY_OWN_LETTER
            if named is not None and known is not None:
                part = WEIGHTS_OF[OF_LETTER[named[1].lower()]]
                votes[known][part] = max(votes[known][part], BY_LETTER)
    found: dict[Key, str] = {key: counted.most_common(1)[0][0] for key, counted in votes.items()}
    return {**_families(found), **found}


def _is_array(name: Name, key: Key, environment: ScopedEnvironment) -> bool:
    """Whether a letter is one for rows: a capital, or one of many; k alone may be a width."""
    shape = environment.shape_of(plain(name))
    capital = base_of(key).removeprefix("bold(")[:1].isupper()
    return (capital or isinstance(key, Family)) and (shape is None or bool(shape.sizes))


def _families(parts: Mapping[Key, str]) -> dict[Key, str]:
    """The part of a family whose members are all told alike: what stands below may run in another equation."""
    told: dict[str, set[str]] = defaultdict(set)
    for key, part in parts.items():
        if isinstance(key, Index) and any(_is_label(each) for each in scripts_of(key)):
            told[base_of(key)].add(part)
    return {Family(name): each.pop() for name, each in told.items() if len(each) == 1}


def _by_words(model: SemanticModel, running: Collection[Term]) -> Iterator[tuple[Key, str, int]]:
    for entry in notation_of(model):
        key = key_of(labelled(entry.term, running))
        for meaning in entry.meanings if key is not None and not entry.is_function else ():
            part = BY_WORDS.get(meaning.concept or "")
            if key is not None and part is not None:
                yield key, part, TOLD if meaning.told else BY_FORM


def _by_recognition(model: SemanticModel, running: Collection[Term]) -> Iterator[tuple[Key, str, int]]:
    known = once(model, recognitions)
    for found in known.values():
        told = [dict(_of_recognition(each.names, each.equation.id, running)) for each in found]
        for key, part in told[0].items() if told else ():
            if all(other.get(key) == part for other in told[1:]):
                yield key, part, RECOGNISED


def _of_recognition(names: Mapping[Term, Term], equation: str, running: Collection[Term]) -> Iterator[tuple[Key, str]]:
    from symformer.catalogue.lookup import equation as equation_named

    letters = {letter.term: letter for letter in read(equation_named(equation)).letters}
    for standard, name in names.items():
        letter, key = letters.get(standard), key_of(labelled(name, running))
        if letter is not None and letter.concept is not None and key is not None:
            part = BY_CONCEPT.get(letter.concept.id)
            if part is not None:
                yield key, part


def part_of(key: Key | None, parts: Mapping[Key, str]) -> str:
    """The part of a name; of a member that is told nowhere, that of its letter."""
    if key is None:
        return ""
    if key in parts:
        return parts[key]
    if isinstance(key, Symbol):
        return parts.get(Family(key.name), "")
    if isinstance(key, Index) and any(_is_label(each) for each in scripts_of(key)):
        return ""
    return parts.get(Family(base_of(key)), "") or (
        parts.get(Symbol(base_of(key)), "") if isinstance(key, Family) else ""
    )
