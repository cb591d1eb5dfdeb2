r"""An equation in another notation, and back again.

To write: columns instead of rows, where the notation has them (``terms.dual``), then each letter by the
notation's own, with a head's number below or above.  To read back: the same, undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import cast

from symformer.catalogue.reading import Letter, ReadEquation, plain_name, resolved, term_of, vocabulary_for
from symformer.notations import Notation
from symformer.notations.concept import Kind, all_concepts, concepts_by_id
from symformer.notations.notation import colliding
from symformer.printing.latex import latex
from symformer.printing.style import Style
from symformer.printing.tidy import parted_scripts
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary, vocabulary_of
from symformer.syntax.parser import parse
from symformer.terms.dual import dual, rank_of
from symformer.terms.parts import flattened, rebuilt
from symformer.terms.term import Apply, Index, Sign, Slice, Symbol, Term
from symformer.text.record import record

SOFTMAX = "softmax"


@record
class Renaming:
    """The letters of an equation in a notation: ``spellings`` as LaTeX, ``terms`` from plain to the notation's."""

    notation: Notation
    letters: tuple[Letter, ...]
    spellings: Mapping[Term, str]
    terms: Mapping[Term, Term]
    vocabulary: Vocabulary
    style: Style
    columns: bool

    @property
    def ranks(self) -> dict[Term, int]:
        """How many axes each plain letter has."""
        return {letter.term: len(letter.shape) for letter in self.letters}


def renaming(given: ReadEquation, notation: Notation) -> Renaming:
    """How the letters of an equation are written in a notation."""
    return renaming_of(given.letters, notation, columns=notation.lay == "columns" and not given.equation.as_laid_out)


def renaming_of(
    letters: tuple[Letter, ...], notation: Notation, *, columns: bool, beside: tuple[Letter, ...] = ()
) -> Renaming:
    """How letters are written in a notation that also writes those ``beside`` them; ``columns``: vectors are columns."""
    spellings = _spelled_apart(letters, notation, beside)
    vocabulary = _vocabulary(notation, spellings, letters)
    terms = {plain: term_of(text, vocabulary) for plain, text in spellings.items()}
    names = {term.name: spellings[plain] for plain, term in terms.items() if isinstance(term, Symbol)}
    names |= {
        term.base.name: spelled_base(spellings[plain])
        for plain, term in terms.items()
        if isinstance(term, Index) and isinstance(term.base, Symbol)
    }
    names |= {
        term.arguments[0].name: spellings[plain].removeprefix(r"\lvert ").removesuffix(r" \rvert")
        for plain, term in terms.items()
        if isinstance(term, Apply) and term.function == "absolute" and isinstance(term.arguments[0], Symbol)
    }
    kinds = {plain_name(terms[letter.term]): letter.kind for letter in letters}
    full = vocabulary.joined(vocabulary_for(kinds.items()))
    style = Style(names, dict(notation.functions), notation.transpose)
    return Renaming(notation, letters, spellings, terms, full, style, columns)


def spelled(letter: Letter, notation: Notation) -> str:
    """A letter as the notation writes it: its own for a concept, the plain one in the notation's font for others."""
    if letter.concept is not None:
        return notation.letter(letter.concept)
    return notation.in_font(letter.latex, cast(Kind, "matrix" if letter.kind == "tensor" else letter.kind))


def _spelled_apart(letters: tuple[Letter, ...], notation: Notation, beside: tuple[Letter, ...]) -> dict[Term, str]:
    """All letters as the notation writes them; the spare letter for one of two that share theirs and meet here."""
    found = {letter.term: spelled(letter, notation) for letter in letters}
    twice = colliding({each.term: spelled(each, notation) for each in (*letters, *beside)}.values())
    for letter in letters:
        spare = notation.spare.get(letter.concept.id) if letter.concept is not None else None
        if spare is not None and found[letter.term] in twice:
            found[letter.term] = spare
    return found


def spelled_base(text: str) -> str:
    r"""The LaTeX of a name without the scripts that are its indices: ``\mathbf{W}`` of ``\mathbf{W}^{(q)}``."""
    parted = parted_scripts(text)
    return parted[0] if parted is not None else text


@lru_cache(maxsize=64)
def _concept_words(notation: Notation) -> Vocabulary:
    kinds = [(each, notation.letter(each)) for each in all_concepts()]
    indices = frozenset(plain_name(term_of(text, Vocabulary())) for each, text in kinds if each.kind == "index")
    return Vocabulary(indices=indices)


@lru_cache(maxsize=1024)
def _name(notation: Notation, spelling: str) -> str:
    """The name that carries a letter of a notation."""
    return plain_name(term_of(spelling, _concept_words(notation)))


def _vocabulary(notation: Notation, spellings: Mapping[Term, str], letters: Iterable[Letter]) -> Vocabulary:
    first = _concept_words(notation)
    kinds = [(_name(notation, spellings[each.term]), each.kind) for each in letters]
    return first.joined(vocabulary_for(kinds))


# -- to a notation -------------------------------------------------------------------------------------


def noted(statement: Term, how: Renaming) -> Term:
    """A statement in plain letters as the notation has it."""
    term = dual(statement, how.ranks) if how.columns else statement
    found = _renamed(term, how)
    return _labelled(found, how) if how.notation.softmax_along else found


def written(statement: Term, how: Renaming) -> str:
    """A statement in plain letters as LaTeX of the notation."""
    return latex(noted(statement, how), how.style)


def _renamed(term: Term, how: Renaming) -> Term:
    if (whole := how.terms.get(term)) is not None:
        return whole
    if isinstance(term, Index) and (base := how.terms.get(term.base)) is not None:
        lower = tuple(_renamed(each, how) for each in term.indices)
        upper = tuple(_renamed(each, how) for each in term.upper)
        if how.notation.heads == "above" and _is_head(term, how.letters):
            lower, upper = (), lower
        if isinstance(base, Index):
            return Index(base.base, base.indices + lower, base.upper + upper)
        return Index(base, lower, upper)
    inner = rebuilt(term, lambda part: _renamed(part, how))
    if isinstance(inner, Apply) and isinstance(named := how.terms.get(Symbol(inner.function)), Symbol):
        return replace(inner, function=named.name)
    return inner


def _is_head(term: Index, letters: Iterable[Letter]) -> bool:
    """Whether an index counts heads: one alone below what there is for each head."""
    one = len(term.indices) == 1 and not isinstance(term.indices[0], Slice) and not term.upper
    return one and any(letter.term == term.base and letter.family for letter in letters)


def _labelled(term: Term, how: Renaming) -> Term:
    """Softmax over a matrix with the label that says along which axis."""
    inner = rebuilt(term, lambda part: _labelled(part, how))
    if isinstance(inner, Apply) and inner.function == SOFTMAX and not inner.labels:
        ranks = {how.terms[letter.term]: len(letter.shape) for letter in how.letters}
        if rank_of(inner.arguments[0], ranks) == 2:
            return replace(inner, labels=(_axis(how),))
    return inner


def _axis(how: Renaming) -> Term:
    """The label of a softmax: a word, or the size of the axis it goes along."""
    along = how.notation.softmax_along
    if along not in concepts_by_id():
        return Symbol(along)
    sizes = {each.concept.id: how.terms[each.term] for each in how.letters if each.concept is not None}
    size = sizes.get(along) or sizes["sequence-length"]
    return size.arguments[0] if isinstance(size, Apply) else size  # the axis |key| is the size of


# -- and back ------------------------------------------------------------------------------------------


def read_back(text: str, how: Renaming) -> tuple[Term, ...]:
    """LaTeX of the notation as statements in plain letters and row vectors."""
    tree = parse(text)
    statements = lower_formula(tree, vocabulary_of([tree]).joined(how.vocabulary))
    plain = {_as_label(noted): letter for letter, noted in how.terms.items()}
    plain |= {noted: letter for letter, noted in how.terms.items()}
    functions = _canonical_functions(how)
    arrays = {plain_name(how.terms[each.term]) for each in how.letters if each.kind != "function"}
    found = (flattened(_plain(resolved(each, arrays), plain, functions)) for each in statements)
    return tuple(flattened(dual(each, how.ranks)) if how.columns else each for each in found)


def _as_label(term: Term) -> Term:
    """``D_v`` as a name, where its letter below was taken for an index."""
    match term:
        case Index(Symbol(base), (Symbol(index),), ()):
            return Symbol(f"{base}_{index}")
    return term


def _canonical_functions(how: Renaming) -> dict[str, str]:
    """What the reader calls the notation's names of functions, and their canonical names."""
    found: dict[str, str] = {}
    for canonical, spelling in how.notation.functions.items():
        term = term_of(spelling + "(x)", Vocabulary())
        if isinstance(term, Apply):
            found[term.function] = canonical
    return found


def _plain(term: Term, plain: Mapping[Term, Term], functions: Mapping[str, str]) -> Term:
    def go(part: Term) -> Term:
        return _plain(part, plain, functions)

    if (whole := plain.get(term)) is not None:
        return whole
    if isinstance(term, Symbol) and (parted := _word_below(term.name, plain)) is not None:
        return parted
    if isinstance(term, Index):
        return _plain_index(term, plain, go)
    inner = rebuilt(term, go)
    if isinstance(inner, Apply):
        function = functions.get(inner.function, inner.function)
        if isinstance(named := plain.get(Symbol(function)), Symbol):
            function = named.name
        return replace(inner, function=function, labels=() if function == SOFTMAX else inner.labels)
    return inner


def _word_below(name: str, plain: Mapping[Term, Term]) -> Term | None:
    """``X_pos`` is X at ``pos``, where both are letters: a word below is no label then."""
    base, _, word = name.rpartition("_")
    letter, index = plain.get(Symbol(base)), plain.get(Symbol(word))
    return Index(letter, (index,)) if base and letter is not None and index is not None else None


def _plain_index(term: Index, plain: Mapping[Term, Term], go: Callable[[Term], Term]) -> Term:
    """What is indexed may be a letter with some of the scripts: ``W_i^{(q)}`` is the i-th of ``W^{(q)}``."""
    match term.base:
        case Apply("labelled", (inner,), (Sign(word),)) if (index := plain.get(Symbol(word))) is not None:
            # a word below brackets is no label where it is a letter
            return Index(go(inner), (index, *map(go, term.indices)), tuple(map(go, term.upper)))
    if isinstance(term.base, Symbol) and isinstance(parted := _word_below(term.base.name, plain), Index):
        return replace(parted, indices=(*parted.indices, *map(go, term.indices)), upper=tuple(map(go, term.upper)))
    for below in range(len(term.indices), -1, -1):
        for above in range(len(term.upper), -1, -1):
            kept = Index(term.base, term.indices[:below], term.upper[:above]) if below or above else term.base
            if (letter := plain.get(kept)) is not None:
                rest = (*term.indices[below:], *term.upper[above:])
                upper = term.upper[above:] and not term.indices[below:]
                held = tuple(map(go, rest))
                return (
                    Index(letter, held)
                    if rest and not _counts_layers(letter, upper=bool(upper))
                    else Index(letter, (), held)
                )
    return rebuilt(term, go)


def _counts_layers(letter: Term, *, upper: bool) -> bool:
    return upper and letter in (Symbol("X"),)
