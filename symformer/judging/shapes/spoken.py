r"""Shapes that words tell of what stands above: "all three are $T \times D$", "the score matrix is $n \times n$".

The subject is no letter: it is the equations of a display, or what a noun of the field names (scores, weights,
logits), and its shape is what the formulas above make it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape import Shape
from symformer.algebra.unify import Different, NotKnown
from symformer.documents.document import Formula, Prose
from symformer.findings.finding import Problem
from symformer.judging.shapes.exact import is_unequated
from symformer.judging.shapes.subjects import (
    Subject,
    at_display,
    by_concatenation,
    by_noun,
    by_result,
    is_entrywise,
    named_together,
    of_formula,
    of_names,
    of_product,
    of_told_product,
)
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.prose.arrays import array_phrase
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Sentence
from symformer.semantics.prose.phrases import (
    SHAPE_NOUNS,
    Tokens,
    at,
    in_space,
    is_array,
    is_mark,
    is_word,
    one_shape,
    shape_phrase,
    size_at,
)
from symformer.semantics.prose.snippets import Read
from symformer.semantics.prose.tokens import Token, sentences, tokens_of
from symformer.semantics.shapes.expressions import shape_of_sizes
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.term import Relation, Space, Symbol, Term
from symformer.text.span import Span

IS = words("gives yields produces form forms is are becomes become remains remain stay stays 是 为 均为 都是 都为")
GIVES = words("gives yields produces")
HAS = words("has have having 形状 维度 大小 尺寸")
ADVERBS = words(
    "all both each again then only still now therefore also always just simply thus hence exactly indeed here "
    "of 都 均 也 仍 仍然 仍为 则 就 分别"
)
UNSURE = words("if when whenever unless suppose assume wrong incorrect mistake instead otherwise 若 如果 当 假设")
UNSURE_OF_IT = words(
    "not never no cannot can't isn't would should could might may must neither nor "
    "want wants wanted need needs require requires or 不 或"
)  # where they stand in the clause itself
OPENERS = words(
    "that so hence then therefore thus where and while here since because but now 则 于是 因此 所以 其中 且 而"
)
COMPONENTS = words("entries components coordinates elements numbers dimensions units neurons")
NOUN = 9  # words of a subject


@dataclass(frozen=True, slots=True)
class _Said:
    """A shape told of something: its sizes, the clause before it, and the tokens that hold the sizes."""

    sizes: tuple[Term, ...]
    verb: int
    start: int
    end: int


def spoken_shape_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each shape in words that is another than that of what it is told of."""
    shapes = [each for each in model.shapes if each.statement.carrier == "formula"]
    starts = [each.statement.span.start for each in shapes]
    displays = [each for each in model.document.formulas if each.display == "display"]
    ends = [each.span.end for each in displays]
    read = reader_of(model.vocabulary)
    for block in model.document.prose:
        tokens = tokens_of(block)
        above = _display_above(block, displays, ends, model) if block.formulas or tokens else None
        says = any(token.kind == "word" and (token.lower in IS or token.lower in HAS) for token in tokens)
        if not says and above is None and not any(token.display for token in tokens):
            continue
        seen: set[int] = set()
        for number, spoken in enumerate(sentences(tokens)):
            sentence = Sentence(spoken, block.text, block.span.start, read)
            told = [*_added(spoken, read, opened=number == 0 and above is not None), *_told(spoken, read)]
            for said in told:
                before = shapes[: bisect_left(starts, sentence.span(0, 1).start)]
                opened = above if number == 0 else None
                inside = shapes[len(before) : bisect_left(starts, sentence.span(said.verb, said.verb + 1).start)]
                for subject in _subjects(sentence, said, before, inside, opened, model):
                    if (problem := _compared(subject, sentence, said, model)) is not None:
                        if problem.span.start not in seen:
                            yield problem
                        seen.add(problem.span.start)
                        break


def _display_above(
    block: Prose, displays: Sequence[Formula], ends: Sequence[int], model: SemanticModel
) -> Formula | None:
    """The display that a paragraph goes on behind, nothing but blanks between them."""
    here = bisect_left(ends, block.span.start + 1) - 1
    if here < 0 or model.document.source.text[ends[here] : block.span.start].strip():
        return None
    return displays[here]


def _added(tokens: Tokens, read: Read, *, opened: bool) -> Iterator[_Said]:
    """``, a $k \\times k$ matrix``, ``of shape $k \\times k$``: what is added behind a display."""
    for here in range(len(tokens)):
        start = here + 1 if is_mark(at(tokens, here), ",", "(") else here
        beside = start > here and here > 0 and tokens[here - 1].kind == "math"
        if not (here == 0 and opened) and not (here and tokens[here - 1].display) and not beside:
            continue
        if is_word(at(tokens, start), "a", "an"):
            phrase = array_phrase(tokens, start, read)
            if phrase is not None:
                yield _Said(phrase.sizes, start, start, phrase.end)
        elif is_word(at(tokens, start), "all", "both", "each"):
            yield from _of_all(tokens, start, read)
        elif is_word(at(tokens, start), "of", "with") and is_word(at(tokens, start + 1), *SHAPE_NOUNS):
            several = shape_phrase(tokens, start, read)
            if several is not None and len(several[0]) == 1:
                yield _Said(several[0][0], start, start, several[1])


def _of_all(tokens: Tokens, start: int, read: Read) -> Iterator[_Said]:
    """``all three of dimension $D$``, ``both in …``, ``both $n \\times d$ matrices``: added behind several equations."""
    here = start + 1
    while is_word(at(tokens, here), "two", "three", "four", "of", "them", "which", "these") and not is_word(
        at(tokens, here + 1), "length", *SHAPE_NOUNS
    ):
        here += 1
    found = _sizes(tokens, here, read)
    if found is None and is_word(at(tokens, here), "of") and is_word(at(tokens, here + 1), "length", *SHAPE_NOUNS):
        size = size_at(tokens, here + 2, read)
        found = ((size,), here + 3) if size is not None else None
    if found is not None and _ends(tokens, found[1]):
        yield _Said(found[0], here, here, found[1])


def _told(tokens: Tokens, read: Read) -> Iterator[_Said]:
    """Each shape that a verb of the sentence tells."""
    if not any(token.kind == "word" and (token.lower in IS or token.lower in HAS) for token in tokens):
        return
    for verb, token in enumerate(tokens):
        if token.kind != "word" or token.lower not in IS | HAS:
            continue
        here = verb + 1
        while is_word(at(tokens, here), "length", *ADVERBS, *SHAPE_NOUNS) or is_word(at(tokens, here), *IS):
            here += 1
        found = _sizes(tokens, here, read)
        if found is None and token.lower in ("has", "have"):
            several = shape_phrase(tokens, verb, read)
            found = (several[0][0], several[1]) if several is not None and len(several[0]) == 1 else None
        if found is None and is_word(at(tokens, here - 1), "length", "of", *SHAPE_NOUNS):
            size = size_at(tokens, here, read)
            found = ((size,), here + 1) if size is not None and is_word(at(tokens, verb), *HAS) else None
        if found is None and token.lower in GIVES and (sizes := _named_sizes(at(tokens, here), read)) is not None:
            found = (sizes, here + 1)
        if found is not None and _ends(tokens, found[1]):
            yield _Said(found[0], verb, here, found[1])


def _named_sizes(token: Token | None, read: Read) -> tuple[Term, ...] | None:
    r"""The sizes of a name that a verb gives: ``Concatenating the heads gives $Z \in \mathbb{R}^{n \times d}$``."""
    if (
        token is None
        or token.kind != "math"
        or token.display
        or token.snippet is None
        or r"\in" not in token.snippet.text
    ):
        return None
    match token.snippet.read(read):
        case Relation(relations=("∈",), sides=(Symbol(), Space(sizes=sizes))) if sizes:
            return sizes
    return None


def _sizes(tokens: Tokens, here: int, read: Read) -> tuple[tuple[Term, ...], int] | None:
    token = at(tokens, here)
    if token is None:
        return None
    if (space := in_space(token, read)) is not None:
        return space[0], here + 1
    if is_word(token, "in") and (after := at(tokens, here + 1)) is not None and (space := in_space(after, read)):
        return space[0], here + 2
    size = size_at(tokens, here, read)
    if size is not None and is_word(at(tokens, here + 1), *COMPONENTS):
        return (size,), here + 2
    if (line := _one_line(tokens, here, read)) is not None:
        return line
    if (found := one_shape(tokens, here, read)) is not None:
        end = found[1]
        while is_array(at(tokens, end)) or is_word(at(tokens, end), "的"):
            end += 1
        return found[0], end
    if (phrase := array_phrase(tokens, here, read)) is not None:
        return phrase.sizes, phrase.end
    if is_word(token, "of", "with", "shape", "size") and (several := shape_phrase(tokens, here, read)) is not None:
        return (several[0][0], several[1]) if len(several[0]) == 1 else None
    return None


def _one_line(tokens: Tokens, here: int, read: Read) -> tuple[tuple[Term, ...], int] | None:
    """``a row of length $t$``, ``a single column with $t$ entries``: a vector, by how it lies."""
    while is_word(at(tokens, here), "a", "one", "single", "long"):
        here += 1
    if not is_word(at(tokens, here), "row", "column", "list") or not is_word(at(tokens, here + 1), "of", "with"):
        return None
    if is_word(at(tokens, here + 2), "length"):
        size = size_at(tokens, here + 3, read)
        return ((size,), here + 4) if size is not None else None
    size = size_at(tokens, here + 2, read)
    return ((size,), here + 4) if size is not None and is_word(at(tokens, here + 3), *COMPONENTS) else None


def _ends(tokens: Tokens, index: int) -> bool:
    """Whether the shape is all that is said: "is $n \\times d$ times larger" says something else."""
    token = at(tokens, index)
    if token is None or (token.kind == "mark" and token.text not in "*/+^") or token.display:
        return True
    return is_word(
        token, "and", "with", "where", "so", "because", "since", "whatever", "for", "again", "as", "too", "here", "that",
        "which", "regardless", "while", "but", "now", "holding", "whose", "per", "in", "each", "of", "containing", "respectively", "的",
    )  # fmt: skip


def _subjects(
    sentence: Sentence,
    said: _Said,
    before: Sequence[StatementShape],
    inside: Sequence[StatementShape],
    opened: Formula | None,
    model: SemanticModel,
) -> Iterator[Subject]:
    """What a shape may be told of, the likeliest first; nothing where the sentence is unsure."""
    tokens = sentence.tokens
    if any(token.kind == "word" and token.lower in UNSURE for token in tokens[: said.end]):
        return
    start = _clause(tokens, said.verb)
    if any(token.kind == "word" and token.lower in UNSURE_OF_IT for token in tokens[start : said.end]):
        return
    clause = tokens[start : said.verb]
    first = at(tokens, start - 1)
    if (named := _named_before(tokens, start, clause)) is not None:
        yield from of_formula([named], inside)
        return
    if len(clause) == 1 and is_word(clause[0], "which") and first is not None and first.display:
        clause = ()
    if not clause:
        if first is not None and first.display:
            yield from at_display(inside, first)
        elif first is None and opened is not None and tokens[0].text[:1].islower():
            yield from at_display([each for each in before[-8:] if each.statement.formula is opened], None)
        return
    formulas = [token for token in clause if token.kind == "math"]
    if len(formulas) > 1 and is_word(clause[0], "the", "their", "product", "this"):
        yield from of_told_product(clause, inside)
    if len(formulas) > 1:
        if all(token.kind == "math" or is_word(token, "both", "and", "all") for token in clause):
            for place in range(max(0, len(inside) - len(formulas)), len(inside)):  # "both $A x$ and $B x$"
                yield from of_formula(formulas[:1], inside[place : place + 1])
        yield from of_names(sentence, start, said.verb, [*before, *inside])
        return
    if len(formulas) == 1 and not is_entrywise(formulas[0]):
        yield from of_formula(clause, inside)
        return
    phrase = [token.lower for token in clause if token.kind == "word"]
    if len(phrase) > NOUN:
        return
    told = " ".join(phrase) if phrase and phrase[0].isascii() else "".join(phrase)
    yield from named_together(told, [*before, *inside])
    yield from of_product(told, before)
    place = sentence.span(start, said.verb).start
    if is_word(tokens[said.verb], "gives", "yields", "produces") != told.startswith(("concat", "stacking", "joining")):
        return
    named_by_noun = tuple(by_noun(told, before, place, model))
    yield from named_by_noun
    if named_by_noun:
        return
    yield from by_concatenation(told, before, model, place)
    yield from by_result(told, before, opened, place)


def _named_before(tokens: Tokens, start: int, clause: Tokens) -> Token | None:
    """The formula in a line of words that ", which is …", ", a …" or "(a …" speaks of."""
    joined = is_mark(at(tokens, start - 1), ",", "，", "(", "（") and (not clause or is_word(clause[0], "which"))
    named = at(tokens, start - 2) if joined and len(clause) < 2 else None
    return named if named is not None and named.kind == "math" and not named.display else None


def _clause(tokens: Tokens, verb: int) -> int:
    """Where the clause begins of which ``verb`` is the verb."""
    here = verb
    while here > 0:
        token = tokens[here - 1]
        if token.display or (token.kind == "mark" and token.text in ",:：，(—–（，、"):
            return here
        joins = is_word(token, "and") and here < verb and tokens[here].kind == tokens[here - 2].kind == "math"
        if token.kind == "word" and token.lower in OPENERS and not joins:
            return here
        here -= 1
    return here


def _compared(subject: Subject, sentence: Sentence, said: _Said, model: SemanticModel) -> Problem | None:
    return told_otherwise(subject, said.sizes, sentence.span(said.start, said.end), model)


def told_otherwise(subject: Subject, sizes: tuple[Term, ...], place: Span, model: SemanticModel) -> Problem | None:
    """A problem where the sizes told differ from the sizes there are, the axes of a batch left aside."""
    shape, told = subject.shape, shape_of_sizes(sizes)
    if told is None or shape.rank == 0 or told.rank == 0 or shape.shown:
        return None
    mine, theirs = _same_axes(shape, told)
    if len(mine) != len(theirs):
        return None
    if not any(_differ(one, other, subject, model) for one, other in zip(mine, theirs, strict=True)):
        return None
    right = " × ".join(str(size) if len(size.terms) == 1 else f"({size})" for size in mine)
    by = f" by {subject.source}" if subject.source != subject.called else ""
    verb = "are" if re.fullmatch(r"(?:the|these|those|its|their) [a-z ]*[^s]s", subject.called) else "is"
    return Problem(
        place,
        f"{subject.called} {verb} {right}{by}, and {verb} said to be {told.content}",
        help=f"try {right}",
        evidence={"kind": "shape", "left": str(shape), "right": str(told)},
        key=f"spoken@{place.start}",
    )


def _same_axes(shape: Shape, told: Shape) -> tuple[tuple[Dimension, ...], tuple[Dimension, ...]]:
    """The sizes to compare: without those of a batch or of heads in front, and without the 1 of a vector."""
    mine, theirs = shape.sizes, told.sizes
    if min(len(mine), len(theirs)) == 1 and max(len(mine), len(theirs)) == 2:
        mine, theirs = (tuple(size for size in sizes if size.number != 1) for sizes in (mine, theirs))
        return mine, theirs
    axes = min(len(mine), len(theirs))
    return (mine[-axes:], theirs[-axes:]) if axes >= 2 else (mine, theirs)


def _differ(one: Dimension, other: Dimension, subject: Subject, model: SemanticModel) -> bool:
    theory = subject.shaped.environment.theory
    compared = theory.compare(one, other)
    if isinstance(compared, Different):
        return (one.number is None) == (other.number is None) or subject.numbers
    if not isinstance(compared, NotKnown):
        return False
    return one.letters == other.letters or is_unequated(one, other, model)  # p + q is no pq


__all__ = ["spoken_shape_problems", "told_otherwise"]
