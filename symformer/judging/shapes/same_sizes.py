r"""Arrays that words call equally large, and a count to which words add one: "of the same shape", "$V$ words plus one token"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symformer.algebra.dimension import number
from symformer.algebra.unify import Different, Equal, NotKnown
from symformer.findings.finding import Problem
from symformer.judging.shapes.exact import is_unequated
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Sentence, all_names, is_subject
from symformer.semantics.prose.phrases import SHAPE_NOUNS, Tokens, at, is_word
from symformer.semantics.prose.tokens import Token, sentences, tokens_of
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.show import show
from symformer.terms.term import Relation, Space, Symbol

UNSURE = words("if not never no must should need needs when whenever unless neither nor only cannot require requires")
ONE_MORE = words("plus and")
ADDED = words("special extra additional class cls start padding pad unknown mask end separator")


def same_size_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each list of arrays called equally large that are not, and for each size that is one too few."""
    shapes = [each for each in model.shapes if each.statement.carrier == "formula"]
    read = reader_of(model.vocabulary)
    for block in model.document.prose:
        if not block.formulas:
            continue
        tokens = tokens_of(block)
        same = any(is_word(token, "same") for token in tokens)
        added = any(is_word(token, *ADDED) for token in tokens)
        if not same and not added:
            continue
        here = [each for each in shapes if block.span.start <= each.statement.span.start < block.span.end]
        for spoken in sentences(tokens):
            sentence = Sentence(spoken, block.text, block.span.start, read)
            if any(is_word(token, *UNSURE) for token in spoken):
                continue
            if same:
                yield from _called_equal(sentence, here, model)
            if added:
                yield from _one_more(sentence, here)


def _called_equal(sentence: Sentence, here: list[StatementShape], model: SemanticModel) -> Iterator[Problem]:
    tokens = sentence.tokens
    for place, token in enumerate(tokens):
        if not is_word(token, "same") or not is_word(at(tokens, place + 1), *SHAPE_NOUNS, "length"):
            continue
        if is_word(at(tokens, place + 2), "as", "for"):
            continue
        verb = next(
            (at_ for at_ in range(place - 1, max(-1, place - 5), -1) if is_word(tokens[at_], "are", "have")), None
        )
        names = next(
            (each for each in all_names(sentence) if verb is not None and each.end <= verb <= each.end + 2), None
        )
        if names is None or len(names.names) < 2 or not here or not is_subject(sentence, names):
            continue
        environment = here[-1].environment
        known = [(each.symbol, environment.shape_of(each.symbol)) for each in names.names]
        for (one, mine), (other, theirs) in pairwise(known):
            if mine is None or theirs is None or mine.rank != theirs.rank or mine.shown or theirs.shown:
                continue
            pairs = list(zip(mine.sizes, theirs.sizes, strict=True))
            compared = [environment.theory.compare(left, right) for left, right in pairs]
            apart = [
                isinstance(found, Different) or (isinstance(found, NotKnown) and is_unequated(*pair, model))
                for found, pair in zip(compared, pairs, strict=True)
            ]
            if any(apart):
                span = sentence.span(place, place + 2)
                yield Problem(
                    span,
                    f"{show(one)} is {mine.content} and {show(other)} is {theirs.content}, and they are said to be equally large",
                    help="say that each has its own size",
                    evidence={"kind": "shape", "left": str(mine), "right": str(theirs)},
                    key=f"same@{span.start}",
                )
                break


def _one_more(sentence: Sentence, here: list[StatementShape]) -> Iterator[Problem]:
    """ "$V$ words plus one special token" beside a matrix of V rows."""
    tokens = sentence.tokens
    for place, token in enumerate(tokens):
        size = _count_before(tokens, place)
        if size is None or token.snippet is not None:
            continue
        letter = dimension_of(size.snippet.read(sentence.read)) if size.snippet is not None else None
        if letter is None or letter.letter is None:
            continue
        begin, end = sentence.span(place, place + 1).start, sentence.span(len(tokens) - 1, len(tokens)).end
        for shaped in here:
            term = shaped.statement.term
            if not begin < shaped.statement.span.start < end or not isinstance(term, Relation):
                continue
            space = term.sides[-1]
            if not isinstance(space, Space) or not isinstance(term.sides[0], Symbol) or len(space.sizes) != 2:
                continue
            sizes = [dimension_of(each) for each in space.sizes]
            if any(
                each is not None and isinstance(shaped.environment.theory.compare(each, letter), Equal)
                for each in sizes
            ):
                one_more = letter + number(1)
                span = shaped.statement.place(space.origin)
                yield Problem(
                    span,
                    f"{show(term.sides[0])} has room for {letter}, and with what is added there are {one_more}",
                    help=f"try {one_more}",
                    evidence={"kind": "shape", "symbol": show(term.sides[0])},
                    key=f"one-more@{span.start}",
                )
                return


def _count_before(tokens: Tokens, place: int) -> Token | None:
    """The $V$ of "$V$ words plus one special token", where the word at ``place`` is that token."""
    if not is_word(tokens[place], "token", "symbol", "word", "row") or not is_word(at(tokens, place - 1), *ADDED):
        return None
    here = place - 2
    while is_word(at(tokens, here), "special", "extra", "additional"):
        here -= 1
    if not is_word(at(tokens, here), "one", "a", "an", "single") or not is_word(at(tokens, here - 1), *ONE_MORE):
        return None
    noun, size = at(tokens, here - 2), at(tokens, here - 3)
    counted = noun is not None and noun.kind == "word" and noun.lower.endswith("s")
    return size if counted and size is not None and size.kind == "math" and not size.display else None


__all__ = ["same_size_problems"]
