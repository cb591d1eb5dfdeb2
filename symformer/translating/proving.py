"""A translated formula read again, its renaming undone: it must be the same term as the original."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace

from symformer.catalogue.reading import plain_name, resolved, vocabulary_for
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary
from symformer.semantics.symbols import name_of
from symformer.syntax.nodes import Tree
from symformer.terms.parts import rebuilt
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Symbol, Term, Unknown, children
from symformer.text.span import Span
from symformer.translating.found import FormulaFound
from symformer.translating.letters import Letter, Letters, handle_written, read_as
from symformer.translating.tied import Handle, forms
from symformer.translating.written import Written

Mark = Callable[[Term], tuple[str, tuple[Term, ...]] | None]  # the letter of a symbol, and its running indices


def original_terms(formula: FormulaFound, letters: Letters) -> tuple[Term, ...]:
    """The statements of a formula, each symbol that gets a letter marked with it.

    What keeps its name is marked too where that is one of the letters: in this formula it stands for nothing else.
    """
    places: dict[Span, tuple[str, Handle]] = {}
    kept_places: set[Span] = set()
    called: dict[str, str] = {}
    given: set[str] = set()
    kept: list[Written] = [*formula.others]
    for found in formula.symbols:
        letter = letters.of(found)
        if letter is None:
            kept.append(found.written)
            continue
        places[found.written.term.origin] = letter.text, found.handle
        given |= set() if letter.same else {letter.text}
        if found.written.called:
            called[name_of(found.written.term) or ""] = letter.text
    named = _by_name(letters.all)
    for written in kept:
        name = name_of(written.term) or ""
        whole, bare = letters.own.get(handle_written(written.term)), letters.own.get(Handle(name))
        if (letter := whole or bare) is not None:
            places[written.term.origin] = letter.text, handle_written(written.term) if whole else Handle(name)
            called |= {name: letter.text} if written.called else {}
        elif (marked_as := _as_letter(written.term, named)) is not None and marked_as[0] not in given:
            kept_places.add(written.term.origin)
            called |= {name: marked_as[0]} if written.called else {}

    def mark(term: Term) -> tuple[str, tuple[Term, ...]] | None:
        if isinstance(term, Apply):
            return (places[term.origin][0], ()) if term.function == "absolute" and term.origin in places else None
        if not isinstance(term, Symbol | Index):
            return None
        if term.origin in kept_places:
            return _as_letter(term, named)
        text, handle = places.get(term.origin, ("", Handle("")))
        rest = _without(term, handle) if name_of(term) == handle.name else None
        return None if rest is None else (text, tuple(rest))

    arrays = {found.handle.name for found in formula.symbols if not found.written.called and found.sense is not None}
    return tuple(marked(resolved(each, arrays), mark, called) for each in formula.statements)


Named = Mapping[str, Sequence[tuple[Handle, Letter]]]


def _by_name(letters: Iterable[Letter]) -> Named:
    """The letters by the names that they may be read as."""
    found: dict[str, list[tuple[Handle, Letter]]] = defaultdict(list)
    for letter in letters:
        if not isinstance(letter.term, Apply):
            for form in forms(letter.handle):
                found[form.name].append((form, letter))
    return found


def _as_letter(term: Symbol | Index, named: Named) -> tuple[str, tuple[Term, ...]] | None:
    """The letter that a symbol is, with its running indices: of several the one with most scripts of its own."""
    best: tuple[int, Letter, list[Term]] | None = None
    for form, letter in named.get(name_of(term) or "", ()):
        rest = _without(term, form)
        own = len(form.lower) + len(form.upper)
        if rest is not None and (best is None or own > best[0]):
            best = own, letter, rest
    if best is not None:
        return best[1].text, tuple(best[2])
    base, mark, label = (name_of(term) or "").rpartition("_")
    arrays = [
        each for _, each in named.get(base, ()) if each.concept is None or each.concept.kind in ("matrix", "vector")
    ]
    if mark and len(label) == 1 and isinstance(term, Symbol) and arrays:  # k_N, where N counts nothing else
        return _as_letter(Index(Symbol(base), (Symbol(label),)), named)
    return None


def translated_terms(tree: Tree, vocabulary: Vocabulary, letters: Letters) -> tuple[Term, ...]:
    """The statements of a translated formula, each letter that was given marked with itself."""
    every = letters.all
    functions = {read_as(new): name for name, new in letters.functions.items()}
    named = _by_name(every)
    whole = {show(letter.term): letter.text for letter in every if isinstance(letter.term, Apply)}
    called = {letter.term.name: letter.text for letter in every if isinstance(letter.term, Symbol)}
    words = {name for name in called if len(name) > 1 and name.isalpha()}

    def mark(term: Term) -> tuple[str, tuple[Term, ...]] | None:
        if isinstance(term, Apply):
            text = whole.get(show(term))
            return None if text is None else (text, ())
        return _as_letter(term, named) if isinstance(term, Symbol | Index) else None

    statements = lower_formula(tree, vocabulary)
    arrays = {form.name for rows in named.values() for form, letter in rows if letter.concept is not None}
    return tuple(
        marked(_canonical(resolved(_with_words_as_indices(each, words), arrays), functions), mark, called)
        for each in statements
    )


def _canonical(term: Term, functions: Mapping[str, str]) -> Term:
    """The term with functions under their own names."""
    inner = rebuilt(term, lambda part: _canonical(part, functions)) if functions else term
    if isinstance(inner, Apply) and inner.function in functions:
        return replace(inner, function=functions[inner.function])
    return inner


def _with_words_as_indices(term: Term, words: Collection[str]) -> Term:
    """The term with a word below a name as an index, where an index has that name: the pos of ``x_{\\mathrm{pos}}``."""
    if not words:
        return term
    inner = rebuilt(term, lambda part: _with_words_as_indices(part, words))
    match inner:
        case Symbol(name):
            return _parted_word(name, words) or inner
        case Index(base=Index(base=Symbol() as base, indices=first, upper=())) if inner is not term:
            return Index(base, (*first, *inner.indices), inner.upper)
    return inner


def _parted_word(name: str, words: Collection[str]) -> Term | None:
    base, _, word = name.rpartition("_")
    return Index(Symbol(base), (Symbol(word),)) if base and word in words else None


def _without(term: Symbol | Index, handle: Handle) -> list[Term] | None:
    """The indices of a symbol without those of a handle; None where it lacks one of these."""
    lower, upper = (list(term.indices), list(term.upper)) if isinstance(term, Index) else ([], [])
    for fixed, slots in ((handle.lower, lower), (handle.upper, upper)):
        for text in fixed:
            at = next((at for at, each in enumerate(slots) if show(each) == text), None)
            if at is None:
                return None
            slots.pop(at)
    return [*lower, *upper]


def marked(term: Term, mark: Mark, called: Mapping[str, str]) -> Term:
    """A term with its symbols as the letters they get, running indices in one row; what is a function too."""

    def go(part: Term) -> Term:
        return marked(part, mark, called)

    found = mark(term)
    if found is not None:
        text, indices = found
        symbol = Symbol(f"«{text}»")
        return Index(symbol, tuple(map(go, indices))) if indices else symbol
    if isinstance(term, Index) and isinstance(term.base, Symbol):
        return Index(go(term.base), tuple(map(go, term.indices)), tuple(map(go, term.upper)))
    inner = rebuilt(term, go)
    if isinstance(inner, Apply) and inner.function in called:
        return replace(inner, function=f"«{called[inner.function]}»")
    return inner


def agree(one: Term, other: Term) -> bool:
    """Whether two terms are the same; of what can be read in several ways, one reading.

    >>> from symformer.terms.term import Power, Unknown
    >>> x, n = Symbol("x"), Symbol("n")
    >>> agree(Unknown("a power or an index", "", (Power(x, n), Index(x, (), (n,)))), Power(x, n))
    True
    """
    if one == other:
        return True
    for this, that in ((one, other), (other, one)):
        if isinstance(this, Unknown) and this.alternatives and not isinstance(that, Unknown):
            return any(agree(each, that) for each in this.alternatives)
    if type(one) is not type(other):
        return False
    ours, theirs = children(one), children(other)
    if len(ours) != len(theirs) or not ours:
        return False
    blank = Symbol("")
    alike = rebuilt(one, lambda part: blank) == rebuilt(other, lambda part: blank)
    return alike and all(agree(a, b) for a, b in zip(ours, theirs, strict=True))


def renamed_vocabulary(vocabulary: Vocabulary, letters: Letters) -> Vocabulary:
    """What the note tells of its names, told of their new letters."""
    names: dict[str, set[str]] = defaultdict(set)
    for (handle, _), letter in letters.by_concept.items():
        names[handle.name].add(plain_name(letter.term))
    for handle, letter in letters.own.items():
        names[handle.name].add(plain_name(letter.term))
    told: dict[str, frozenset[str]] = {
        each.name: frozenset(new for name in getattr(vocabulary, each.name) for new in names.get(name, {name}))
        for each in fields(Vocabulary)
        if each.init
    }
    renamed = Vocabulary(**told)
    kinds = [(plain_name(letter.term), letter.concept.kind) for letter in letters.all if letter.concept is not None]
    return renamed.joined(vocabulary_for(kinds))
