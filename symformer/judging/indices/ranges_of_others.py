r"""Letters that number one kind of thing and run to the count of another: "for each head $i = 1, \dots, n$", n tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.algebra.unify import Equal
from symformer.findings.finding import Problem, Related
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.show import show, spell
from symformer.terms.term import Number, Product, Sum, Symbol, Term
from symformer.text.cued import Cued

NEAR = 160  # characters from the words that call a letter the number of a head to its range
THINGS = Cued(
    r"\b(?P<thing>head|layer|block|expert|token|class|sequence|example|patch|group)(?:s|es)?\s+(?:with\s+)?[$`\\(]*\s*\Z",
    re.IGNORECASE,
)
CALLED = {"head index": "head", "layer index": "layer", "token index": "token", "class index": "class"}
COUNTS = {
    "head": r"number of (?:[\w-]+ )*heads?",
    "layer": r"number of (?:[\w-]+ )*(?:layers?|blocks?)",
    "block": r"number of (?:[\w-]+ )*(?:layers?|blocks?)",
    "expert": r"number of (?:[\w-]+ )*experts?",
    "token": r"sequence length|number of (?:[\w-]+ )*tokens?|[\w-]+ length",
    "class": r"number of (?:[\w-]+ )*class(?:es)?|vocabulary size",
    "sequence": r"batch size|number of (?:[\w-]+ )*sequences?",
    "example": r"batch size|number of (?:[\w-]+ )*examples?",
    "patch": r"number of (?:[\w-]+ )*patch(?:es)?|sequence length",
    "group": r"number of (?:[\w-]+ )*(?:groups?|heads?)",
}


WIDTH = r".*(?:dimension|width|features?)\b.*"


def ranges_of_other_things(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter that runs to a size of which the words say that it counts something else."""
    sizes = [each for each in model.table.declarations if each.role == "dimension" and each.concept]
    for declaration in model.table.declarations:
        if declaration.role != "index" or declaration.ranges is None or declaration.by != "formula":
            continue
        last, thing = _end(declaration), _thing(model, declaration)
        if last is None or thing is None:
            continue
        counts = re.compile(COUNTS[thing])
        fitting = [each for each in sizes if counts.fullmatch(each.concept or "")]
        own = [each for each in sizes if each.symbol == last]
        if not own or not fitting or any(counts.fullmatch(each.concept or "") for each in own):
            continue
        if not any(re.fullmatch(some, each.concept or "") for some in (*COUNTS.values(), WIDTH) for each in own):
            continue  # the size of a group or window is that of a part, which may be of anything
        if any(thing in (each.concept or "") for each in own) or _are_equal(model, fitting, last):
            continue
        yield Problem(
            declaration.span,
            f"{show(declaration.symbol)} is the number of a {thing} here and runs to {spell(last.name)}, the {own[0].concept}",
            help=f"try {spell(show(fitting[0].symbol))}, the {fitting[0].concept}",
            related=(Related(own[0].evidence, f"{spell(last.name)} is told here"),),
            evidence={"kind": "index", "letter": show(declaration.symbol)},
        )


def _end(declaration: Declaration) -> Symbol | None:
    """The N of 1 to N, or of 0 to N - 1."""
    assert declaration.ranges is not None
    first, last = declaration.ranges
    match first, last:
        case Number(value=1), Symbol():
            return last
        case Number(value=0), Sum(terms=(Symbol() as count, less)) if _is_less_one(less):
            return count
    return None


def _is_less_one(term: Term) -> bool:
    match term:
        case Number(value=value):
            return value == -1
        case Product(factors=(Number(value=minus), Number(value=one))):
            return minus == -1 and one == 1
    return False


def _thing(model: SemanticModel, declaration: Declaration) -> str | None:
    """What a letter numbers, by the word before its range, or by what the words right before call it."""
    text, start = model.document.source.text, declaration.span.start
    if (found := THINGS.search(text, max(0, start - 40), start)) is not None:
        return found["thing"].lower()
    near = [
        CALLED[each.concept]
        for each in model.table.declarations
        if each.symbol == declaration.symbol and each.concept in CALLED and -NEAR < each.span.start - start <= NEAR
    ]
    return near[0] if len(set(near)) == 1 else None


def _are_equal(model: SemanticModel, fitting: list[Declaration], last: Symbol) -> bool:
    """Whether the note makes the two sizes one."""
    size = dimension_of(last)
    theory = model.shapes[-1].environment.theory if model.shapes else None
    for each in fitting:
        other = dimension_of(each.symbol)
        if theory is None or size is None or other is None or isinstance(theory.compare(size, other), Equal):
            return True
    return False
