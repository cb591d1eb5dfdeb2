"""Finding the forms of formulas that notes cite, and reading them by our own reader."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from symformer.catalogue import forms
from symformer.catalogue.form import Form
from symformer.catalogue.reading import vocabulary_for
from symformer.catalogue.topics import topics_of
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary, vocabulary_of
from symformer.syntax.parser import parse
from symformer.terms.parts import flattened
from symformer.terms.term import Apply, Relation, Term
from symformer.text.record import record


@dataclass(frozen=True, slots=True)
class WrittenForm:
    """One way to write a formula: its right side, the relation before it, and its left side where that is told."""

    form: Form
    latex: str
    term: Term
    also: bool  # whether it says too little for others to be compared with it


@lru_cache(maxsize=1)
def all_forms() -> tuple[Form, ...]:
    """Every form, topic by topic."""
    return tuple(form for _, _, module in topics_of(forms) for form in module.FORMS)


@lru_cache(maxsize=512)
def written(form: Form) -> tuple[WrittenForm, ...]:
    """All the ways to write a formula, read."""
    vocabulary = _vocabulary(form)
    found: list[WrittenForm] = []
    for latex in (*form.forms, *form.also):
        found += [WrittenForm(form, latex, term, latex in form.also) for term in _read(latex, vocabulary)]
    return tuple(found)


@lru_cache(maxsize=64)
def contrary(form: Form) -> tuple[WrittenForm, ...]:
    """All the ways to write what goes by the opposite name, read."""
    vocabulary = _vocabulary(form)
    return tuple(WrittenForm(form, latex, term, True) for latex in form.contrary for term in _read(latex, vocabulary))


def _read(latex: str, vocabulary: Vocabulary) -> tuple[Term, ...]:
    tree = parse(latex)
    return tuple(map(flattened, lower_formula(tree, vocabulary_of([tree]).joined(vocabulary))))


def _vocabulary(form: Form) -> Vocabulary:
    functions = {_name(each) for each in form.functions.split()}
    arrays = {_name(each) for each in form.arrays.split()}
    letters = {
        _name(each)
        for latex in (*form.forms, *form.also, *form.contrary)
        for each in re.findall(r"\\[a-zA-Z]+|[a-zA-Z]", latex)
    }
    scalars = letters - functions - arrays - set(form.fixed.split()) - {"e", "pi"}
    kinds = [("function", functions), ("matrix", arrays), ("scalar", scalars)]
    return vocabulary_for((name, kind) for kind, names in kinds for name in names)


def _name(latex: str) -> str:
    return latex.removeprefix("\\")


HEAD = 4  # letters by which a phrase is looked up: few of hundreds of phrases begin with any four that words have
_BEGINS = re.compile(r"(?<![a-z0-9])[a-z0-9]|[^a-z0-9\s]")  # where a phrase can begin


@record
class _Phrase:
    """A phrase by which forms are cited, and its place in the catalogue."""

    number: int
    text: str
    forms: tuple[Form, ...]


@lru_cache(maxsize=1)
def _by_head() -> dict[str, tuple[_Phrase, ...]]:
    """The phrases by which forms are cited, by the letters that they begin with."""
    found: dict[str, list[Form]] = {}
    for form in all_forms():
        for phrase in form.called:
            found.setdefault(phrase, []).append(form)
    heads: dict[str, list[_Phrase]] = {}
    for number, (phrase, those) in enumerate(found.items()):
        heads.setdefault(phrase[:HEAD], []).append(_Phrase(number, phrase, tuple(those)))
    return {head: tuple(phrases) for head, phrases in heads.items()}


def _phrases_in(text: str) -> list[_Phrase]:
    """The phrases that words in small letters may have, in the order of the catalogue."""
    heads = _by_head()
    begun = {text[at : at + size] for each in _BEGINS.finditer(text) for at in (each.start(),) for size in _SIZES}
    return sorted((each for head in begun if head in heads for each in heads[head]), key=attrgetter("number"))


_SIZES = range(1, HEAD + 1)


def forms_cited_in(words: str) -> tuple[Form, ...]:
    """The forms that words cite: those of which a phrase begins where a word does.

    >>> [each.id for each in forms_cited_in("The focal loss is")]
    ['focal-loss']
    """
    text = words.lower()
    found: dict[str, Form] = {}
    for each in _phrases_in(text):
        phrase = each.text
        at = text.find(phrase)
        while at > 0 and phrase[0].isalnum() and text[at - 1].isalnum() and text[at - 1].isascii():
            at = text.find(phrase, at + 1)
        if at >= 0:
            found.update((form.id, form) for form in each.forms)
    return tuple(found.values())


@lru_cache(maxsize=1)
def _of_opposites() -> tuple[str, ...]:
    return tuple({phrase for form in all_forms() if form.contrary for phrase in form.called})


def speaks_of_opposites(text: str) -> bool:
    """Whether a text, however long, may cite a form that another is the opposite of.

    >>> speaks_of_opposites("Pre-norm trains without a warm-up."), speaks_of_opposites("The kettle boils.")
    (True, False)
    """
    words = text.lower()
    return any(phrase in words for phrase in _of_opposites())


def forms_named(name: str) -> tuple[Form, ...]:
    """The forms that give a formula the name, where that is a word of its own: BLEU, FL."""
    return _by_word().get(name.casefold() if len(name) > 2 else name, ())


@lru_cache(maxsize=1)
def _by_word() -> dict[str, tuple[Form, ...]]:
    found: dict[str, list[Form]] = {}
    for form in all_forms():
        for name in form.left:
            if len(name) > 1 and name not in GENERAL and (name.isalpha() or name in TELLING):
                found.setdefault(name.casefold() if len(name) > 2 else name, []).append(form)
    return {name: tuple(those) for name, those in found.items()}


def forms_telling(function: str) -> tuple[Form, ...]:
    """The forms whose left side, a call of the function, says by itself what they are: I(X; Y), H(Y | X).

    >>> [each.id for each in forms_telling("I")]
    ['information-shared']
    """
    return _by_function().get(function, ())


@lru_cache(maxsize=1)
def _by_function() -> dict[str, tuple[Form, ...]]:
    found: dict[str, dict[str, Form]] = {}
    for form in all_forms():
        for each in written(form) if form.telling else ():
            left = each.term.sides[0] if isinstance(each.term, Relation) else None
            if isinstance(left, Apply):
                found.setdefault(left.function, {})[form.id] = form
    return {function: tuple(those.values()) for function, those in found.items()}


TELLING = frozenset({"R^2", "D_KL", "log_softmax"})  # names with a mark that say enough of themselves
# names on a left side that say too little of themselves
GENERAL = frozenset({
    "loss", "cost", "ell", "theta", "phi", "beta", "gamma", "mu", "sigma", "alpha", "eta", "rho", "delta", "log",
    "psi", "varphi", "zeta", "variance", "expectation", "gradient", "out", "acc", "Acc", "rec", "prec", "sim", "cos", "Var",
})  # fmt: skip


__all__ = ["WrittenForm", "all_forms", "contrary", "forms_cited_in", "forms_named", "forms_telling", "written"]
