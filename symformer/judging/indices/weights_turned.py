r"""Weights of attention with their two indices exchanged: where they are used, and where their scores are made.

``α_{ts}`` that sums to one over s is weighed by as ``\sum_s α_{ts} v_s``, not as ``\sum_s α_{st} v_s``; and where
``e_{ts} = q_s^\top k_t`` the second index is that of the queries, over which the weights of a query do not sum to one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.indices.normalisations import OTHERWISE, Said, defined_shares
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import untransposed
from symformer.terms.show import show, spell
from symformer.terms.term import EQUAL, Apply, Index, IndexedSum, Product, Relation, Symbol, Term, walk
from symformer.text.cued import Cued

BACK = Cued(
    r"\bgradient|\bbackward|\breceiv|\bslot|\bexpert.choice|\bre-?normali|\btranspos|\btransition|\bmarkov|\bpagerank"
    r"|\brandom walk|梯度|反向|转置",
    re.IGNORECASE,
)
MARKED = frozenset({"bar", "hat", "tilde", "delta", "partial"})
NEAR = 300


def turned_weight_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each array of shares that is used with its indices exchanged, or made of scores that are."""
    defined = defined_shares(model)
    if not defined:
        return
    text = model.document.source.text
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if term.relations[0] not in EQUAL or not isinstance(left := term.sides[0], Index):
            continue
        around = text[max(0, statement.span.start - NEAR) : statement.span.end + NEAR]
        for problem in (*_used(statement, left, defined), *_scores(statement, left, defined)):
            if BACK.search(around) is None and OTHERWISE.search(around) is None:
                yield problem


def _used(statement: Statement, left: Index, defined: dict[str, Said]) -> Iterator[Problem]:
    """``o_t = \\sum_s α_{st} v_s`` where ``α_{ts}`` sums to one over s."""
    for part in walk(statement.term):
        match part:
            case IndexedSum(kind="sum", index=Symbol() as letter, body=Product(factors=factors)):
                pass
            case _:
                continue
        for entry in factors:
            if not isinstance(entry, Index) or not isinstance(entry.base, Symbol) or len(entry.indices) != 2:
                continue
            said = defined.get(entry.base.name)
            told = _definition(said)
            if said is None or told is None or entry.indices != told.indices[::-1] or entry.upper != told.upper:
                continue
            if told.indices[said.slot] != letter or told.indices[1 - said.slot] not in left.indices:
                continue
            others = [each for each in factors if each is not entry and isinstance(each, Index)]
            if len(others) != 1 or letter not in others[0].indices or others[0].base == left.base:
                continue
            if not _is_exponential(said) or _is_marked(left.base) or _is_marked(others[0].base):
                continue
            yield Problem(
                statement.place(entry.origin),
                f"{show(told)} sums to one over {spell(letter.name)}, and here the sum over {spell(letter.name)} takes {show(entry)}",
                help=f"try {show(told)}",
                related=(Related(said.place, f"{show(told)} is told here"),),
                evidence={"kind": "index", "letter": letter.name},
                key=f"turned@{statement.place(entry.origin).start}",
            )


def _scores(statement: Statement, left: Index, defined: dict[str, Said]) -> Iterator[Problem]:
    """``e_{ts} = q_s^\\top k_t`` where ``α_{ts}`` sums to one over s: over the queries."""
    if len(left.indices) != 2 or not isinstance(left.base, Symbol):
        return
    assert isinstance(statement.term, Relation)
    query = _query_of(statement.term.sides[1])
    if query is None or query not in left.indices:
        return
    slot = left.indices.index(query)
    for name, said in defined.items():
        told = _definition(said)
        if told is None or said.slot != slot or said.statement is None or left.indices[0] == left.indices[1]:
            continue
        if name != left.base.name and not _is_made_of(said.statement, told, left.base):
            continue
        yield Problem(
            statement.place(statement.term.sides[1].origin),
            f"{spell(show(query))}, the index of the query here, is the one over which the weights {show(told)} sum to one",
            help="try the two indices the other way round",
            related=(Related(said.place, f"{show(told)} is told here"),),
            evidence={"kind": "index", "letter": show(query)},
            key=f"turned@{statement.span.start}",
        )
        return


def _definition(said: Said | None) -> Index | None:
    """The entry as its definition writes it, with two letters."""
    if said is None or said.statement is None or not isinstance(said.statement.term, Relation):
        return None
    left = said.statement.term.sides[0]
    return left if isinstance(left, Index) and len(left.indices) == 2 else None


def _is_exponential(said: Said) -> bool:
    """Whether shares are those of a softmax, which are weights and no chances of going from state to state."""
    assert said.statement is not None
    return any(isinstance(part, Apply) and part.function == "exp" for part in walk(said.statement.term))


def _is_marked(name: Term) -> bool:
    """Whether a name is that of a gradient by its letter or accent: d o_t, \\bar v."""
    if not isinstance(name, Symbol):
        return False
    spelling = taken_apart(name.name)
    return bool(MARKED & {*spelling.accents, spelling.letter}) or spelling.letter.startswith("d") and len(name.name) > 1


def _is_made_of(statement: Statement, told: Index, score: Symbol) -> bool:
    """Whether shares are made of the scores of this name, whose indices stand as those of the shares do."""
    entries = [part for part in walk(statement.term) if isinstance(part, Index) and part.base == score]
    return bool(entries) and any(each.indices == told.indices for each in entries)


def _query_of(term: Term) -> Term | None:
    """The index of the query in a product of one query and one key, of two different letters."""
    found: dict[str, Term] = {}
    for part in walk(term):
        if isinstance(part, Product):
            factors = [untransposed(each) for each in part.factors]
            for each in factors:
                if isinstance(each, Index) and isinstance(each.base, Symbol) and len(each.indices) == 1:
                    letter = taken_apart(each.base.name).letter.casefold()
                    if letter in ("q", "k"):
                        if found.get(letter, each.indices[0]) != each.indices[0]:
                            return None
                        found[letter] = each.indices[0]
        elif isinstance(part, IndexedSum):
            return None
    if len(found) < 2 or found["q"] == found["k"] or not all(isinstance(each, Symbol) for each in found.values()):
        return None
    return found["q"]


__all__ = ["turned_weight_problems"]
