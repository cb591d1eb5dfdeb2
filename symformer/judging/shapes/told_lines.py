r"""Rows and columns in words against the sizes of their matrix: "one row per word", "its $n$ rows", "whose $i$-th row $x_i$"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape import Shape
from symformer.algebra.unify import Equal
from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel, once, reader_of
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Sentence
from symformer.semantics.prose.phrases import Tokens, at, is_mark, is_word, size_at
from symformer.semantics.prose.tokens import sentences, tokens_of
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.show import show
from symformer.terms.term import EXACTLY_EQUAL, Apply, Index, Relation, Space, Symbol

ROWS, COLUMNS = ("row", "rows", "行"), ("column", "columns", "列")
CHINESE_LINES = ("行", "列")
UNSURE = words("if not never transpose transposed instead or either when unlike rather versus whereas 转置 或")
# what each size counts, besides the words that declare it
COUNTED = {
    "sequence length": "token position word",
    "vocabulary size": "vocabulary",
    "embedding dimension": "feature component dimension channel",
    "number of classes": "class category",
    "batch size": "example sample",
    "number of heads": "head",
}
FEW = words("let be one a single each the of number size length total and in for per each every is with it its")


@dataclass(frozen=True, slots=True)
class _Matrix:
    """A matrix that words may speak of: how it is called, its sizes, and what is known of sizes there."""

    called: str
    shape: Shape
    shaped: StatementShape


def told_line_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each matrix of which words exchange the rows and the columns."""
    shapes = [each for each in model.shapes if each.statement.carrier == "formula"]
    starts = [each.statement.span.start for each in shapes]
    read = reader_of(model.vocabulary)
    for block in model.document.prose:
        tokens = tokens_of(block)
        if not any(is_word(token, *ROWS, *COLUMNS) for token in tokens):
            continue
        for spoken in sentences(tokens):
            sentence = Sentence(spoken, block.text, block.span.start, read)
            for place, token in enumerate(spoken):
                if not is_word(token, *ROWS, *COLUMNS) or any(is_word(each, *UNSURE) for each in spoken[: place + 1]):
                    continue
                before = _before(sentence, place, shapes, starts)
                problem = (
                    _per_thing(sentence, place, before, model)
                    or _looked_up(sentence, place, shapes, starts, model)
                    or _counted(sentence, place, before, shapes, starts)
                    or _member(sentence, place, before, shapes, starts)
                )
                if problem is not None:
                    yield problem


def _before(
    sentence: Sentence, place: int, shapes: Sequence[StatementShape], starts: Sequence[int]
) -> list[StatementShape]:
    """The formulas before a word, the nearest first, as far as a sentence speaks of what stands before it."""
    start = sentence.span(place, place + 1).start
    end = bisect_left(starts, start)
    return [each for each in reversed(shapes[max(0, end - 6) : end]) if start - each.statement.span.end < 400]


def _matrix(before: Sequence[StatementShape]) -> _Matrix | None:
    """The nearest matrix: a name, or what an equation or a membership tells of one."""
    for shaped in before:
        term = shaped.statement.term
        if isinstance(term, Relation) and not set(term.relations) <= EXACTLY_EQUAL | {"∈"}:
            continue
        head = term.sides[0] if isinstance(term, Relation) else term
        if isinstance(head, Space) or not isinstance(head, Symbol | Index | Apply):
            continue
        found = shaped.inferred.shape if isinstance(term, Relation) else infer(head, shaped.environment).shape
        if shaped.inferred.conflicts or found is None or found.rank == 0:
            continue
        return _Matrix(show(head), found, shaped) if found.rank == 2 and not found.shown else None
    return None


# -- "one row per target word" -------------------------------------------------------------------


def _per_thing(
    sentence: Sentence, place: int, before: Sequence[StatementShape], model: SemanticModel
) -> Problem | None:
    tokens = sentence.tokens
    if not is_word(at(tokens, place - 1), "one", "a", "single"):
        return None
    here = place + 1
    if is_word(at(tokens, here), "per"):
        here += 1
    elif is_word(at(tokens, here), "for") and is_word(at(tokens, here + 1), "each", "every"):
        here += 2
    else:
        return None
    things = list(_things(tokens, here))
    matrix = _matrix(before)
    if not things or matrix is None:
        return None
    lines, others = (matrix.shape.first, matrix.shape.last)[:: 1 if is_word(tokens[place], *ROWS) else -1]
    own, other = _bag(lines, model), _bag(others, model)
    if not own or not any(each in other - own for each in things) or any(each in own - other for each in things):
        return None
    line = "row" if is_word(tokens[place], *ROWS) else "column"
    return _problem(
        sentence, place, here + 1, matrix, f"has {lines} {line}s, and is said to have one {line} per {tokens[here].text}",
        f"{others} {line}s, or say it of the {'columns' if line == 'row' else 'rows'}",
    )  # fmt: skip


def _looked_up(
    sentence: Sentence,
    place: int,
    shapes: Sequence[StatementShape],
    starts: Sequence[int],
    model: SemanticModel,
) -> Problem | None:
    """ "Token $i$ is row $i$ of $E$": there is a row for each token, or for each that the vocabulary has."""
    tokens = sentence.tokens
    index = at(tokens, place + 1)
    if index is None or index.kind != "math" or not is_word(at(tokens, place + 2), "of"):
        return None
    same = [here for here in range(max(1, place - LOOKS_BACK), place) if tokens[here].text == index.text]
    matrix = _matrix(_named_behind(sentence, place + 3, shapes, starts))
    if not same or matrix is None or tokens[same[-1] - 1].kind != "word":
        return None
    thing = _singular(tokens[same[-1] - 1].lower)
    things = {thing, "vocabulary"} if thing in ("token", "word") else {thing}
    line = "row" if is_word(tokens[place], *ROWS) else "column"
    lines, others = (matrix.shape.first, matrix.shape.last)[:: 1 if line == "row" else -1]
    own, other = _bag(lines, model), _bag(others, model)
    if not own or things.isdisjoint(other - own) or not things.isdisjoint(own - other):
        return None
    return _problem(
        sentence, place, place + 2, matrix, f"has {lines} {line}s, and each {thing} is said to have its own {line}",
        f"{others} {line}s, or say it of the {'columns' if line == 'row' else 'rows'}",
    )  # fmt: skip


LOOKS_BACK = 8  # tokens of a sentence between what is looked up and where it is found


def _named_behind(
    sentence: Sentence, here: int, shapes: Sequence[StatementShape], starts: Sequence[int]
) -> Sequence[StatementShape]:
    """The formula that stands there, if it names something of a known shape."""
    own = _right_behind(sentence, here, shapes, starts)
    return own if own and infer(own[0].statement.term, own[0].environment).shape is not None else ()


def _things(tokens: Tokens, here: int) -> Iterator[str]:
    """The nouns and adjectives of "target word", "token of the vocabulary", in the singular."""
    while (token := at(tokens, here)) is not None and token.kind == "word":
        if is_word(token, "and", "so", "which", "that", "while", "where", "with"):
            return
        if token.lower not in FEW:
            yield _singular(token.lower)
        here += 1


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _bag(size: Dimension, model: SemanticModel) -> frozenset[str]:
    """The words that tell what a size counts."""
    return once(model, _bags).get(size.letter or "", frozenset()) if size.number is None else frozenset()


def _bags(model: SemanticModel) -> dict[str, frozenset[str]]:
    text = model.document.source.text
    found: dict[str, frozenset[str]] = {}
    for declaration in model.table.declarations:
        if declaration.concept is None or declaration.sizes is not None or not isinstance(declaration.symbol, Symbol):
            continue
        start = declaration.evidence.start
        lead = re.split(r"[$.\n|;,]|\band\b", text[max(0, start - 40) : start].rstrip("$ "))[-1]
        said = f"{lead} {text[start : declaration.evidence.end]}"
        spoken = f"{declaration.concept} {COUNTED.get(declaration.concept, '')} {re.sub(r'[$][^$]*[$]', ' ', said)}"
        bag = {_singular(word.lower()) for word in re.findall(r"[A-Za-z]{3,}|[\u3400-\u9fff]+", spoken)} - FEW
        found[declaration.symbol.name] = found.get(declaration.symbol.name, frozenset()) | bag
    return found


# -- "each of its $n$ rows" ------------------------------------------------------------------------


def _right_behind(
    sentence: Sentence, here: int, shapes: Sequence[StatementShape], starts: Sequence[int]
) -> Sequence[StatementShape]:
    """The one formula that stands there: the $X$ of "the $n$ rows of $X$"."""
    while is_word(at(sentence.tokens, here), "the", "matrix", "table", "input", "embedding"):
        here += 1
    token = at(sentence.tokens, here)
    if token is None or token.kind != "math" or token.display:
        return ()
    span = sentence.span(here, here + 1)
    first = bisect_left(starts, span.start)
    return shapes[first : first + 1] if first < len(shapes) and starts[first] < span.end else ()


def _counted(
    sentence: Sentence,
    place: int,
    before: Sequence[StatementShape],
    shapes: Sequence[StatementShape],
    starts: Sequence[int],
) -> Problem | None:
    tokens = sentence.tokens
    size = size_at(tokens, place - 1, sentence.read)
    if size is None or not is_word(at(tokens, place - 2), "its", "the", "all", "有", "共", *CHINESE_LINES):
        return None
    if is_word(at(tokens, place - 2), "the", "all") and not is_word(at(tokens, place + 1), "of"):
        return None
    if is_word(at(tokens, place + 1), "of"):
        matrix = _matrix(_right_behind(sentence, place + 2, shapes, starts))
    else:
        matrix = _matrix([each for each in before if dimension_of(each.statement.term) is None or each.inferred.sized])
    said = dimension_of(size)
    if matrix is None or said is None:
        return None
    mine, other = (matrix.shape.first, matrix.shape.last)[:: 1 if is_word(tokens[place], *ROWS) else -1]
    theory = matrix.shaped.environment.theory
    if isinstance(theory.compare(mine, said), Equal) or not isinstance(theory.compare(other, said), Equal):
        return None
    line = "rows" if is_word(tokens[place], *ROWS) else "columns"
    return _problem(sentence, place - 1, place + 1, matrix, f"has {mine} {line}, not {said}", f"{mine} {line}")


# -- "whose $i$-th row $x_i \in \mathbb{R}^d$" -----------------------------------------------------


def _member(
    sentence: Sentence,
    place: int,
    before: Sequence[StatementShape],
    shapes: Sequence[StatementShape],
    starts: Sequence[int],
) -> Problem | None:
    tokens = sentence.tokens
    begin = _ordinal_before(tokens, place)
    following = at(tokens, place + 1)
    if begin is None or following is None or following.kind != "math" or following.display:
        return None
    if not is_word(at(tokens, begin - 1), "whose", "its", "the", "其", "的", "with"):
        return None
    earlier = [each for each in before if each.statement.span.end <= sentence.span(begin, begin + 1).start]
    matrix = _matrix(earlier)
    span = sentence.span(place + 1, place + 2)
    first = bisect_left(starts, span.start)
    member = shapes[first] if first < len(shapes) and starts[first] < span.end else None
    if matrix is None or member is None:
        return None
    shape = member.inferred.shape
    name = member.statement.term.sides[0] if isinstance(member.statement.term, Relation) else member.statement.term
    if shape is None or shape.rank != 1 or shape.shown or not isinstance(name, Index):
        return None
    row = is_word(tokens[place], *ROWS)
    mine, other = (matrix.shape.last, matrix.shape.first)[:: 1 if row else -1]
    theory = matrix.shaped.environment.theory
    if isinstance(theory.compare(mine, shape.first), Equal) or not isinstance(
        theory.compare(other, shape.first), Equal
    ):
        return None
    line, meant = ("row", "column") if row else ("column", "row")
    return _problem(
        sentence, place, place + 2, matrix,
        f"is {matrix.shape.content}, so that {show(name)} with its {shape.first} entries is a {meant} of it, not a {line}",
        meant,
    )  # fmt: skip


def _ordinal_before(tokens: Tokens, place: int) -> int | None:
    """Where "$j$-th" begins, or 第 $j$."""
    if is_word(at(tokens, place - 1), "th"):
        return place - 2
    before = at(tokens, place - 1)
    if before is not None and before.kind == "math" and is_word(at(tokens, place - 2), "第"):
        return place - 2
    if before is not None and before.kind == "math" and before.text.strip("$").endswith(("th}", "{th}", "th")):
        return place - 1
    if is_word(before, "ith", "jth", "kth", "nth", "tth"):
        return place - 1
    if is_mark(before, "-") and is_word(at(tokens, place - 2), "th"):
        return place - 3
    return None


def _problem(sentence: Sentence, start: int, end: int, matrix: _Matrix, said: str, meant: str) -> Problem:
    place = sentence.span(start, min(end, len(sentence.tokens)))
    return Problem(
        place,
        f"{matrix.called} {said}",
        help=f"try {meant}",
        evidence={"kind": "shape", "symbol": matrix.called},
        key=f"lines@{place.start}",
    )


__all__ = ["told_line_problems"]
