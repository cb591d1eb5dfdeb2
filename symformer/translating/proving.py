"""A translated formula read again, its renaming undone: it must be the same term as the original."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, replace

from symformer.catalogue.reading import plain_name, resolved, vocabulary_for
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary
from symformer.semantics.symbols import name_of
from symformer.syntax.nodes import Tree
from symformer.terms.parts import rebuilt
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Symbol, Term
from symformer.text.span import Span
from symformer.translating.found import FormulaFound, is_in_bars, running
from symformer.translating.letters import Letter, Letters
from symformer.translating.tied import Handle, forms
from symformer.translating.written import Written

Mark = Callable[[Term], tuple[str, tuple[Term, ...]] | None]  # the letter of a symbol, and its running indices


def original_terms(formula: FormulaFound, letters: Letters) -> tuple[Term, ...]:
    """The statements of a formula, each symbol that gets a letter marked with it."""
    places: dict[tuple[Span, str], tuple[str, tuple[Term, ...]]] = {}
    called: dict[str, str] = {}
    for found in formula.symbols:
        letter = letters.of(found)
        if letter is not None:
            term = found.written.term
            shown = show(term) if not is_in_bars(found.written) else "in bars"
            places[term.origin, shown] = letter.text, running(found)
            if found.written.called and isinstance(term, Symbol):
                called[term.name] = letter.text
    for written in formula.others:
        letter = letters.of_own(written)
        if letter is not None:
            places[written.term.origin, show(written.term)] = letter.text, _all_indices(written)

    def mark(term: Term) -> tuple[str, tuple[Term, ...]] | None:
        return places.get((term.origin, "in bars" if isinstance(term, Apply) else show(term)))

    arrays = {found.handle.name for found in formula.symbols if not found.written.called and found.sense is not None}
    return tuple(marked(resolved(each, arrays), mark, called) for each in formula.statements)


def _all_indices(written: Written) -> tuple[Term, ...]:
    term = written.term
    return (*term.indices, *term.upper) if isinstance(term, Index) else ()


def translated_terms(tree: Tree, vocabulary: Vocabulary, letters: Iterable[Letter]) -> tuple[Term, ...]:
    """The statements of a translated formula, each letter that was given marked with itself."""
    by_name: dict[str, list[tuple[Handle, Letter]]] = defaultdict(list)
    whole: dict[str, str] = {}
    called: dict[str, str] = {}
    for letter in letters:
        if isinstance(letter.term, Apply):
            whole[show(letter.term)] = letter.text
        else:
            for form in forms(letter.handle):
                by_name[form.name].append((form, letter))
            if isinstance(letter.term, Symbol):
                called[letter.term.name] = letter.text

    words = {name for name in called if len(name) > 1 and name.isalpha()}

    def mark(term: Term) -> tuple[str, tuple[Term, ...]] | None:
        if isinstance(term, Apply):
            text = whole.get(show(term))
            return None if text is None else (text, ())
        if not isinstance(term, Symbol | Index):
            return None
        best: tuple[int, Letter, list[Term]] | None = None
        for form, letter in by_name.get(name_of(term) or "", ()):
            rest = _without(term, form)
            own = len(form.lower) + len(form.upper)
            if rest is not None and (best is None or own > best[0]):
                best = own, letter, rest
        return None if best is None else (best[1].text, tuple(best[2]))

    statements = lower_formula(tree, vocabulary)
    arrays = {form.name for forms in by_name.values() for form, letter in forms if letter.concept is not None}
    return tuple(marked(resolved(_with_words_as_indices(each, words), arrays), mark, called) for each in statements)


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
        return Index(term.base, tuple(map(go, term.indices)), tuple(map(go, term.upper)))
    inner = rebuilt(term, go)
    if isinstance(inner, Apply) and inner.function in called:
        return replace(inner, function=f"«{called[inner.function]}»")
    return inner


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
        if each.name != "lowered"
    }
    renamed = replace(vocabulary, **told, lowered={})
    kinds = [(plain_name(letter.term), letter.concept.kind) for letter in letters.all if letter.concept is not None]
    return renamed.joined(vocabulary_for(kinds))
