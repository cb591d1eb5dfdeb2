r"""What a shape in words is told of: the equations of a display, "both", "the attention matrix", "the logits"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.dimension import letter
from symformer.algebra.shape import Shape
from symformer.documents.document import Formula
from symformer.documents.places import section_at
from symformer.judging.shapes.head_sizes import concepts_of_sizes
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Sentence
from symformer.semantics.prose.phrases import PREPOSITIONS, STOPS, Tokens, is_word
from symformer.semantics.prose.tokens import Token
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Elementwise,
    Index,
    Product,
    Quotient,
    Relation,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    walk,
)
from symformer.text.cued import Cued

FAR = 2500  # characters between the words and the formula that they speak of
COUNTS = {"two": 2, "both": 2, "three": 3, "four": 4, "两": 2, "二": 2, "三": 3, "四": 4}
TOGETHER = Cued(
    r"(?:(?:all|both) )?(?:of )?(?:the |these |those )?(?P<count>all|both|they|these|those|them|two|three|four)"
    r"(?: (?:of )?(?:them|these|matrices|tensors|projections|results|products|vectors))?(?: each| all| both)?\Z"
    r"|(?P<chinese>[两二三四]者|[两二三四]个矩阵|它们)(?:的|均|都|的形状|的维度|的大小)*\Z"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """Something with a shape that words may speak of, and how a message calls it."""

    called: str
    source: str
    shape: Shape
    shaped: StatementShape
    numbers: bool = False  # whether letters and numbers may be compared


def _subject(term: Term, shaped: StatementShape, called: str = "") -> Subject | None:
    """The shape of a part of a statement, where it is known for certain."""
    inferred = infer(term, shaped.environment)
    if inferred.shape is None or not inferred.certain or inferred.conflicts:
        return None
    return Subject(called or show(term), show(term), inferred.shape, shaped)


def _value(shaped: StatementShape) -> Term | None:
    """The right side of a definition."""
    term = shaped.statement.term
    if not isinstance(term, Relation) or shaped.inferred.conflicts:
        return None
    sides = term.sides[:-1] if isinstance(term.sides[-1], Space) else term.sides
    signs = term.relations[: len(sides) - 1]
    if len(sides) < 2 or not set(signs) <= EXACTLY_EQUAL or not isinstance(sides[0], Symbol | Index | Apply):
        return None
    return None if any(isinstance(part, Unknown) for part in walk(sides[-1])) else sides[-1]


def _defined(shaped: StatementShape) -> Subject | None:
    value = _value(shaped)
    term = shaped.statement.term
    assert value is None or isinstance(term, Relation)
    return _subject(value, shaped, show(term.sides[0])) if value is not None and isinstance(term, Relation) else None


def at_display(shapes: Sequence[StatementShape], display: Token | None) -> Iterator[Subject]:
    """What a display defines, where the sentence goes on behind it: its only equation."""
    found = [each for each in shapes if _is_displayed(each)]
    if display is not None and found:
        found = [each for each in found if each.statement.formula is found[-1].statement.formula]
    subjects = [subject for each in found if (subject := _defined(each)) is not None]
    if len(subjects) == 1 and sum(_value(each) is not None for each in found) == 1:
        yield subjects[0]


def _is_displayed(shaped: StatementShape) -> bool:
    formula = shaped.statement.formula
    return formula is not None and formula.display == "display"


def of_formula(clause: Tokens, shapes: Sequence[StatementShape]) -> Iterator[Subject]:
    """ "The logits $H E^\\top$ of one sequence are …": a product, with a noun before it or some words behind it."""
    place = next(at for at, token in enumerate(clause) if token.kind == "math")
    if any(token.kind != "word" or token.lower in PARTS for token in (*clause[:place], *clause[place + 1 :])):
        return
    if any(token.lower in PREPOSITIONS or token.lower in STOPS for token in clause[:place]):
        return  # "the rows of …", "the number of …"
    if place + 1 < len(clause) and not is_word(clause[place + 1], "of", "for", "in"):
        return
    for shaped in reversed(shapes):
        term = shaped.statement.term
        bare = isinstance(term, Product | Quotient | Sum | Apply | Elementwise)
        subject = _subject(term, shaped) if bare else _defined(shaped)
        if subject is not None:
            yield subject
        return


def of_told_product(clause: Tokens, shapes: Sequence[StatementShape]) -> Iterator[Subject]:
    """ "The product of $A$ and $B$": of the two names, in their order."""
    told = " ".join(token.lower if token.kind == "word" else "$" for token in clause)
    if not re.fullmatch(
        r"(?:the |their )?(?:matrix )?product of (?:the )?(?:matrix )?\$ (?:and|with) (?:the )?(?:matrix )?\$", told
    ):
        return
    names = [each.statement.term for each in shapes[-2:]]
    factors = tuple(
        each.sides[0] if isinstance(each, Relation) and each.relations == ("∈",) else each for each in names
    )
    if len(factors) == 2 and all(isinstance(each, Symbol | Index) for each in factors):
        subject = _subject(Product(factors), shapes[-1])
        if subject is not None:
            yield subject


def of_names(sentence: Sentence, start: int, verb: int, shapes: Sequence[StatementShape]) -> Iterator[Subject]:
    """ "The update gate $z_t$ and the reset gate $r_t$ are …": names with their nouns, of which formulas gave the shapes."""
    tokens = sentence.tokens[start:verb]
    if (
        any(token.kind == "word" and (token.lower in PARTS or token.lower in PREPOSITIONS) for token in tokens)
        or not shapes
    ):
        return
    if not is_word(sentence.tokens[verb], "are", "have", "都是", "均为", "都为", "是", "形状", "维度", "大小"):
        return
    shaped = shapes[-1]
    for place in range(start, verb):
        for named in sentence.names_of(place) if sentence.tokens[place].kind == "math" else ():
            shape = shaped.environment.shape_of(named.symbol)
            if shape is not None and not shaped.environment.is_told(named.symbol):
                yield Subject(show(named.symbol), "its equation", shape, shaped)


PARTS = words(
    "each every row rows column columns entry entries head heads block blocks batch gradient transpose inverse"
)


def named_together(told: str, before: Sequence[StatementShape]) -> Iterator[Subject]:
    """ "All three", "both of them", "they", 三者: the names that the formulas just above define."""
    found = TOGETHER.match(told)
    if found is None:
        return
    word = found["count"] or found["chinese"][0]
    count = next((number for name, number in COUNTS.items() if name in told.split() or name == word), None)
    near = _last_definitions(before)
    if len(near) < 2 or (count is not None and count != len(near)):
        return
    for shaped in near:
        if (subject := _defined(shaped)) is not None:
            yield subject


def _last_definitions(before: Sequence[StatementShape]) -> list[StatementShape]:
    """The equations of the last formula that has any, or the inline ones of one sentence."""
    last = next(
        (at for at in range(len(before) - 1, max(-1, len(before) - 12), -1) if _value(before[at]) is not None), None
    )
    if last is None:
        return []
    formula = before[last].statement.formula
    if formula is not None and formula.display == "display":
        return [
            each for each in before[max(0, last - 8) : last + 1] if each.statement.formula is formula and _value(each)
        ]
    near: list[StatementShape] = []
    at = last
    while at >= 0 and _value(before[at]) is not None and not _is_displayed(before[at]):
        if near and near[0].statement.span.start - before[at].statement.span.end > 40:
            break
        near.insert(0, before[at])
        at -= 1
    return near


FACTORS = Cued(r"(?:the |its )?(?:two |both )?(?:factors|sides|operands|arguments) of(?: the)?(?: (?P<what>.*))?\Z")
ENTRYWISE = Cued(r"(?:elementwise|element wise|hadamard|entrywise|pointwise|gating)? ?(?:product|multiplication)?\Z")


def is_entrywise(token: Token) -> bool:
    """Whether a formula in words is the sign of a product entry by entry."""
    return token.snippet is not None and token.snippet.text.strip(" {}") in ENTRYWISE_SIGNS


ENTRYWISE_SIGNS = frozenset({r"\odot", r"\circ", "⊙", "∘", r"\cdot", r"\otimes"})


def of_product(told: str, before: Sequence[StatementShape]) -> Iterator[Subject]:
    """ "Both factors of ⊙", "the two factors of the elementwise product": those of the last one above."""
    found = FACTORS.search(told.removeprefix("both "))
    if found is None or ENTRYWISE.match((found["what"] or "").replace("-", "")) is None:
        return
    for shaped in reversed(before[-12:]):
        for part in walk(shaped.statement.term):
            if isinstance(part, Elementwise):
                for factor in part.factors:
                    if (subject := _subject(factor, shaped)) is not None:
                        yield subject
                return


_LEAD = r"(?:the |our |this |its |these |your )?(?:resulting |final |whole |full |corresponding |raw |unnormali[sz]ed |scaled )*"
_TAIL = r"(?: of (?:one|a|a single|the|this|each|every|any) (?:head|layer|sequence|sentence|example))?(?: per head)?\Z"


_CHINESE_TAIL = r"的?(?:形状|维度|大小|尺寸)?(?:均|都)?\Z"


def _is_scores(term: Term) -> Iterator[Term]:
    """What a softmax is taken of; a product with a transpose, scaled or not."""
    for part in walk(term):
        if isinstance(part, Apply) and part.function == "softmax" and part.arguments:
            yield part.arguments[0]
    value = term.sides[-1] if isinstance(term, Relation) else term
    plain = value.numerator if isinstance(value, Quotient) else value
    if isinstance(plain, Product) and any(isinstance(each, Transpose) for each in plain.factors):
        yield value


def _is_weights(term: Term) -> Iterator[Term]:
    for part in walk(term):
        if isinstance(part, Apply) and part.function == "softmax" and part.arguments:
            yield part


def _is_logits(term: Term) -> Iterator[Term]:
    match term:
        case Relation(relations=("=", *_), sides=(Symbol(name=name), value, *_)) if "logit" in name.lower():
            yield value


def _is_output(term: Term) -> Iterator[Term]:
    """What weights make of the values: a product that begins with a softmax."""
    for side in term.sides[1:] if isinstance(term, Relation) else (term,):
        match side:
            case Product(factors=(Apply(function="softmax"), *_)):
                yield side


def _is_called(letters: str) -> Callable[[Term], Iterator[Term]]:
    """What an equation makes of the name with one of these letters: Q, \\mathbf{Q}, Q_h."""

    def value(term: Term) -> Iterator[Term]:
        match term:
            case Relation(relations=("=" | ":=", *_), sides=(Symbol() | Index() as name, made, *_)):
                base = unindexed(name)
                if (
                    isinstance(base, Symbol)
                    and taken_apart(base.name).letter in (*letters,)
                    and not isinstance(made, Space)
                ):
                    yield made

    return value


_BARE_WEIGHTS = Cued(r"(?:the |these |all )?weights\Z")  # those of attention, right behind it

NOUNS: tuple[tuple[Cued, Callable[[Term], Iterator[Term]]], ...] = (
    (
        Cued(
            _LEAD
            + r"(?:attention |similarity |alignment )?(?:scores?|energies|similarities|affinities)(?: matrix)?"
            + _TAIL
        ),
        _is_scores,
    ),
    (Cued(_LEAD + r"(?:matrix|argument|term|product) (?:inside|in|of|under) the softmax\Z"), _is_scores),
    (Cued(_LEAD + r"(?:similarity|affinity|attention logits?|attention score)(?: matrix)" + _TAIL), _is_scores),
    (
        Cued(
            _LEAD
            + r"(?:attention|alignment|softmax) (?:matrix|map|weights?|weight matrix|pattern|probabilities)"
            + _TAIL
        ),
        _is_weights,
    ),
    (_BARE_WEIGHTS, _is_weights),
    (Cued(_LEAD + r"(?:output )?logits?(?: matrix)?" + _TAIL), _is_logits),
    (Cued(_LEAD + r"(?:attention|head)(?:'s|’s)? outputs?" + _TAIL), _is_output),
    (
        Cued(_LEAD + r"outputs? of (?:the |this |one |each |a |an |every )?(?:attention(?: \w+)?|head)\Z"),
        _is_output,
    ),
    (Cued(_LEAD + r"(?:query|queries)(?: matrix)?" + _TAIL), _is_called("Qq")),
    (Cued(_LEAD + r"(?:key|keys)(?: matrix)?" + _TAIL), _is_called("Kk")),
    (Cued(_LEAD + r"(?:value|values)(?: matrix)?" + _TAIL), _is_called("Vv")),
    (Cued(r"(?:这个|该)?(?:注意力)?(?:分数|得分|相似度)(?:矩阵)?" + _CHINESE_TAIL), _is_scores),
    (Cued(r"(?:这个|该)?注意力(?:权重)?(?:矩阵|权重)" + _CHINESE_TAIL), _is_weights),
    (Cued(r"(?:注意力|单个头|每个头)(?:层)?的?输出" + _CHINESE_TAIL), _is_output),
    (Cued(r"查询(?:矩阵)?" + _CHINESE_TAIL), _is_called("Qq")),
    (Cued(r"键(?:矩阵)?" + _CHINESE_TAIL), _is_called("Kk")),
    (Cued(r"值(?:矩阵)?" + _CHINESE_TAIL), _is_called("Vv")),
)


def _is_of_a_function(shaped: StatementShape, start: int, model: SemanticModel) -> bool:
    """Whether an equation of another section defines a function: its arguments are other arrays where it is called."""
    term = shaped.statement.term
    head = term.sides[0] if isinstance(term, Relation) else None
    formal = isinstance(head, Apply) and any(isinstance(each, Symbol) for each in head.arguments)
    return formal and section_at(model.document, start) != shaped.statement.section


def by_noun(told: str, before: Sequence[StatementShape], start: int, model: SemanticModel) -> Iterator[Subject]:
    """What a noun of the field names: the last formula above that is such a thing."""
    kind = next((finds for pattern, finds in NOUNS if pattern.fullmatch(told)), None)
    if kind is None:
        return
    for shaped in reversed(before):
        near = start - shaped.statement.span.end <= NEXT
        if start - shaped.statement.span.end > FAR or not near and _BARE_WEIGHTS.match(told):
            return
        if (
            shaped.statement.stance != "asserted"
            or shaped.inferred.conflicts
            or _is_of_a_function(shaped, start, model)
        ):
            continue
        for part in kind(shaped.statement.term):
            subject = _subject(part, shaped, told)
            if subject is not None and subject.shape.rank >= (1 if near else 2):
                if not near and any(each.span.contains(shaped.statement.span) for each in model.document.tables):
                    continue  # a table lists those of several things
                yield subject
                return


RESULTS = Cued(
    _LEAD
    + r"(?:results?|product|outputs?|logits|output matrix|resulting matrix|matrix|context vectors?|scores|similarities)\Z"
    r"|(?:最终|最后|所得|得到)?的?(?:结果|输出|乘积)" + _CHINESE_TAIL
)
NEXT = 160  # characters between a formula and what is said of its result


def by_result(told: str, before: Sequence[StatementShape], opened: Formula | None, start: int) -> Iterator[Subject]:
    """ "The result", "the output", "the logits": what the formula right above gives, if it gives one thing."""
    if RESULTS.fullmatch(told) is None or not before or start - before[-1].statement.span.end > NEXT:
        return
    last = before[-1]
    if last.statement.stance != "asserted" or last.inferred.conflicts:
        return
    if _is_displayed(last):
        if opened is not None and opened is last.statement.formula:
            yield from at_display([each for each in before[-8:] if each.statement.formula is opened], None)
        return
    term = last.statement.term
    if isinstance(term, Product) and re.fullmatch(r".*\b(?:result|product)|.*(?:结果|乘积).*", told):
        subject = _subject(term, last)
        if subject is not None:
            yield subject


JOINED = Cued(
    r"(?:concatenat\w+|stacking|joining)(?: all)?(?: of)?(?: the)?(?: \w+)? (?:heads|head outputs|outputs|results)(?: of (?:the|all|all the) heads)?"
    r"|the concatenat(?:ion|ed)(?: of)?(?: all)?(?: the)? ?(?:heads|outputs|head outputs|output|result|matrix)?(?: of (?:the|all|all the) heads)?"
)


def by_concatenation(
    told: str, before: Sequence[StatementShape], model: SemanticModel, start: int
) -> Iterator[Subject]:
    """ "Concatenating all heads": as many matrices side by side as there are heads."""
    if JOINED.fullmatch(told) is None:
        return
    counts = [name for name, each in once(model, concepts_of_sizes).items() if "number of heads" in each]
    if len(counts) != 1:
        counts = _upper_ends(before)
    if len(counts) != 1:
        return
    for shaped in reversed(before):
        term = shaped.statement.term
        if start - shaped.statement.span.end > FAR:
            return
        head = term.sides[0] if isinstance(term, Relation) else term
        if not isinstance(head, Index) or len(head.indices) + len(head.upper) != 1:
            continue
        shape = shaped.inferred.shape
        if shape is None or shape.rank != 2 or shaped.inferred.conflicts or not isinstance(head.slots[0], Symbol):
            continue
        joined = Shape((shape.first, letter(counts[0]) * shape.last))
        yield Subject(told, f"{counts[0]} times {show(head)}", joined, shaped)
        return


def _upper_ends(before: Sequence[StatementShape]) -> list[str]:
    """Where the index of the last family ends: the h of i = 1, …, h."""
    for shaped in reversed(before[-6:]):
        match shaped.statement.term:
            case Relation(
                relations=("∈",), sides=(Symbol(), Apply(function="range", arguments=(_, Symbol(name=last))))
            ):
                return [last]
    return []
