"""Lists that end at the size of another thing: an input sequence ``(x_1, …, x_D)``, where D is the embedding dimension."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.judging.equations.around import words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import base_name
from symformer.terms.show import show_styled, spell
from symformer.terms.term import EQUAL, Apply, Ellipsis, Index, Matrix, Number, Relation, Symbol, Term
from symformer.text.cued import Cued

# how many members each kind of list has, by what it is called
SIZES = (
    ("vocabulary size", re.compile(r"\bvocabular\w+|词表|词汇表", re.IGNORECASE)),
    ("sequence length", re.compile(r"\b(?:sequences?|sentences?)\b|\btokens\b|序列|句子", re.IGNORECASE)),
)
HEADS = "number of heads"
COUNTS = frozenset({"vocabulary size", "sequence length", "embedding dimension", "number of heads", "number of layers"})
# of one member, or of as many as are asked for
OTHERWISE = Cued(
    r"\b(?:vectors?|embeddings?|dimension\w*|entr(?:y|ies)|components?|features?|most|top|first|last|subset|candidates?|beam"
    r"|each|every|heads?|layers?|batch|logits?|scores?|weights?|probabilit\w+|distributions?|next)\b|向量|维|每|概率|分布",
    re.IGNORECASE,
)


def list_end_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each list of a sequence or a vocabulary that has as many members as something else is long."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        match statement.term:
            case Relation(relations=(sign, *_), sides=(Symbol() as name, listed, *_)) if sign in EQUAL:
                last = _last_index(listed)
            case _:
                continue
        if last is not None and (found := _of_another(name, last, statement, model)) is not None:
            size, letter = found
            yield _problem(name, last, size, letter, statement)


def joined_head_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each ``Concat(head_1, …, head_R)`` in a note that has h heads, and no other letter for how many."""
    letters = {
        key
        for each in model.table.declarations
        if each.concept == HEADS and isinstance(each.symbol, Symbol) and (key := name_of(each.symbol)) is not None
    }
    if len(letters) != 1 or not taken_apart(letter := letters.pop()).is_letter:
        return
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            members = part.arguments if isinstance(part, Apply) and part.function.casefold() == "concat" else ()
            last = _last_member(members)
            if last is not None and last.name != letter and not _is_a_number_of(last.name, model):
                place = statement.place(last.origin)
                yield Problem(
                    place,
                    f"the heads are listed up to {spell(last.name)}, and there are {spell(letter)} of them",
                    help=f"try {spell(letter)}",
                    evidence={"kind": "symbol", "symbol": last.name},
                    key=f"list@{place.start}",
                )


def _is_a_number_of(name: str, model: SemanticModel) -> bool:
    """Whether words call a letter the number of something: of heads as well, or of groups of them."""
    return any(concept.startswith("number of") for concept in model.uses.of(name).concepts)


def _last_member(members: Sequence[Term]) -> Symbol | None:
    """The h of ``(head_1, …, head_h)``, below or above."""
    match members:
        case (Index() as first, *_, Ellipsis(), Index() as last) if base_name(first).casefold() == "head":
            slots = first.slots, last.slots
            one, end = (each[0] if len(each) == 1 else None for each in slots)
            same = first.base == last.base and isinstance(one, Number) and one.value == 1
            return end if same and isinstance(end, Symbol) else None
    return None


def _last_index(listed: Term) -> Symbol | None:
    """The n of ``(x_1, x_2, …, x_n)``."""
    match listed:
        case Apply(function="set" | "tuple" | "list", arguments=members):
            pass
        case Matrix(rows=(members,)):
            pass
        case _:
            return None
    match members:
        case (Index(indices=(Number(value=first),)), *_, Ellipsis(), Index(indices=(Symbol() as last,))) if first == 1:
            return last
    return None


def _of_another(name: Symbol, last: Symbol, statement: Statement, model: SemanticModel) -> tuple[str, str] | None:
    """What a list is counted by, and the letter that the note has for it, where it ends at something else."""
    said = " ".join(model.uses.of(name_of(name) or "").concepts) or words_before(model, statement).rpartition("\n")[2]
    sizes = [size for size, pattern in SIZES if pattern.search(said)]
    told = set(model.uses.of(last.name).concepts)
    if len(sizes) != 1 or OTHERWISE.search(said) or not told & COUNTS or sizes[0] in told:
        return None
    letters = {
        key
        for each in model.table.declarations
        if each.concept == sizes[0] and (key := name_of(each.symbol)) is not None and isinstance(each.symbol, Symbol)
    }
    return (sizes[0], letters.pop()) if len(letters) == 1 else None


def _problem(name: Symbol, last: Symbol, size: str, letter: str, statement: Statement) -> Problem:
    place = statement.place(last.origin)
    return Problem(
        place,
        f"{show_styled(name)} ends at {spell(last.name)}, which is another size: the {size} is {spell(letter)}",
        help=f"try {spell(letter)}",
        evidence={"kind": "symbol", "symbol": last.name},
        key=f"list@{place.start}",
    )
