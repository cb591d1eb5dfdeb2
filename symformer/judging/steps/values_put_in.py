r"""What a note says a formula comes to where its letters have a value: "for $z = 0$ the state is copied, $h_t = h_{t-1}$".

The values are put into the formula that the note gives above: into the one before them where words speak of "this",
into the definition of the name that the claim gives anew.  What comes out otherwise is told only where one small slip,
in the claim or in a value, explains it: else the sentence may suppose more than its formulas say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from symformer.algebra.interval import Interval
from symformer.findings.finding import Problem, Related
from symformer.judging.steps.definitions import is_kept_out
from symformer.judging.steps.derivations import Step, step_between
from symformer.judging.steps.spoken_formulas import Piece, pieces_of
from symformer.judging.worked.book import of_numbers
from symformer.judging.worked.one_edit import one_edit_away
from symformer.reasoning.equality import NOTHING_GIVEN, Tables, equality
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.model import once
from symformer.terms.parts import put_in, rebuilt
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Index, IndexedSum, Number, Product, Relation, Sum, Symbol, Term, children, walk
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

FAR = 700  # characters between a formula and the values that are put into it
MOST_BEFORE = 4  # formulas that "this" may mean
MOST_VALUES, MOST_CLAIMS = 3, 3
MOST_EDITS = 120
LONGEST = 160  # characters between the values and the claim
ZERO, ONE, MINUS = (Number(Fraction(each)) for each in (0, 1, -1))

OPENS = Cued(
    r"\b(?:for|if|when(?:ever)?|where|with|at|in|by|set(?:ting)?|let(?:ting)?|tak(?:e|ing)|put(?:ting)?|choos(?:e|ing)|once|substituting|plugging in)"
    r"(?:\s+[a-z-]+){0,4}\s*\Z|[若当取令设在][^，。]{0,8}\Z",
    re.IGNORECASE,
)
IS = Cued(
    r"\b(?:is|are|equals?|becomes?|gives?|giving|yields?|reduces?|reducing|simplif\w+|collapses?|turns? into|goes? over into|get|obtain|have|comes? to|recover)\b"
    r"|[=:]|[为是得到成]|退化|简化|等于|还原",
    re.IGNORECASE,
)
JOINS = Cued(r"\s*(?:,|，|、|and|和|且|,\s*and)?\s*\Z", re.IGNORECASE)
FOLLOWS = Cued(  # numbers that give what stands behind them, without a word before them
    r"[\s$,，;()\\]*(?:→|⇒|⟹|⟶|->|=>|\\(?:long)?[Rr]ightarrow|\\implies|(?:and )?(?:so|hence|thus|therefore)(?: that)?|giv(?:es|ing)|yields?"
    r"|因此|所以|从而|于是|故)[\s$,，:：(\\]*"
)
BEHIND = re.compile(
    r"[^\S\n]*\n?[^\S\n]*,?\s?(?:exactly |only |precisely )?(?:for|if|when|where|at|with|in the case)\s*\Z"
)
WHERE = re.compile(r"\bwhere\s*[$(\\]*\Z")
SAYS = re.compile(r"[\s$)\\]*(?!and\b|or\b|for\b|in\b|by\b|as\b|so\b)[a-z]{2,}\s+\w")
CLOSE = 12  # characters in which "where" stands before a formula
OTHER_THINGS = re.compile(
    r"derivative|slope|gradient|curvature|integral|area|error|difference|ratio|change|limit|variance|mean\b|number of|cost"
    r"|parameters|minimum|maximum|bound|probability|approximat\w+|roughly|about|instead|导数|梯度|近似|约",
    re.IGNORECASE,
)
OF_IT = Cued(  # nothing but the formula above is spoken of
    r"[\s,，$)\\]*+(?:then|就|则|时|处)?[\s,，]*+(?:this|it|that|which|we|one|everything|the (?:expression|formula|equation|sum|whole|above|right[- ]hand side)|上式|它|其)?"
    r"\s*+(?:(?<=\s)(?:just|simply|exactly|again|then|all|thing|directly|really)\s*+)*(?P<verb>[a-z]*)[^$]{0,30}[\s$(\\]*+\Z",
    re.IGNORECASE,
)
LISTED = re.compile(r"[\s$)\\]*[:：]\s*[^\W\d_]{2,}")  # "at t = 2: scores 0 and 1", which are of other things
MOST_ABOVE = 60  # formulas among which a definition is looked for
WORD, FEWEST_WORDS = re.compile(r"[^\W\d_]{2,}"), 3  # of a sentence that goes on behind the values
SHOWN = re.compile(r"\$\$|\\\]|\\end\{\w+\*?\}")
ENDS = re.compile(r"[.。!?！？](?:\s|\Z)|\n\s*\n|;\s|；|^#", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Case:
    """The values of letters, and a claim about a formula that is above it."""

    values: Mapping[Term, Term]
    formulas: tuple[tuple[Piece, Term], ...]  # the formulas that may be meant, and what each is worth
    claim: Piece
    claimed: Term


def problems_of_values(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each claim that is not what its formula comes to at the values that are said."""
    for case in _cases(model):
        found = _refuted(case, model)
        if found is None or _is_worked_on(case, found[0]):
            continue
        piece, step, likely = found
        where = " and ".join(f"{show_styled(name)} = {show_styled(value)}" for name, value in case.values.items())
        statement = case.claim.shaped.statement
        yield Problem(
            statement.place(case.claimed.origin),
            f"with {where} the formula above comes to something else",
            help=likely,
            level="warning",
            related=(Related(piece.shaped.statement.span, "the formula"),),
            evidence={"kind": "step", "left": show_styled(step.left), "right": show_styled(case.claimed)},
            key=f"put in@{statement.span.start}",
        )


def _is_worked_on(case: _Case, piece: Piece) -> bool:
    """Whether a claim shows what the formula comes to, and works on from there: "T = 100 of them have 100 · 0.005 = 0.5"."""
    body = next(term for each, term in case.formulas if each is piece)
    value = evaluate(put_in(body, case.values))
    shown = case.claim.shaped.statement.term
    sides = shown.sides[:-1] if isinstance(shown, Relation) else ()
    numbers = {
        part.value
        for side in sides
        if isinstance(side, Product | Sum)
        for part in walk(side)
        if isinstance(part, Number)
    }
    return isinstance(value, Interval) and value.exact and value.middle in numbers


# -- what is said ----------------------------------------------------------------------------------------------------------


def _cases(model: SemanticModel) -> Iterator[_Case]:
    pieces = once(model, pieces_of)
    text = model.document.source.text
    at = 0
    while at < len(pieces):
        values, after = _values_from(pieces, at, text)
        if values:
            yield from _of_values(pieces, at, after, values, text)
        at = max(after, at + 1)


def _values_from(pieces: Sequence[Piece], at: int, text: str) -> tuple[dict[Term, Term], int]:
    """The values that a row of formulas gives letters, and where the row ends."""
    values: dict[Term, Term] = {}
    while at < len(pieces) and len(values) < MOST_VALUES:
        told = _equated(pieces[at].term)
        if (
            told is None
            or values
            and any(isinstance(name, Index) and not isinstance(value, Number) for name, value in told.items())
        ):
            break  # what is said of a member is a claim
        if values and JOINS.fullmatch(text[pieces[at - 1].end : pieces[at].start].strip("$ ")) is None:
            break
        values.update(told)
        at += 1
    return values, at


def _equated(term: Term) -> dict[Term, Term] | None:
    """The letters of ``z = 0`` or ``F = H = 1`` with their values; None for all else."""
    if not isinstance(term, Relation) or set(term.relations) != {"="}:
        return None
    *names, value = term.sides
    plain = of_numbers(value)
    if not all(isinstance(each, Symbol | Index) for each in names):
        return None
    if not isinstance(plain, Number) and not (isinstance(plain, Symbol | Index) and len(names) == 1):
        return None
    return {name: plain for name in names if name != plain} or None


def _of_values(pieces: Sequence[Piece], at: int, after: int, values: Mapping[Term, Term], text: str) -> Iterator[_Case]:
    first = pieces[at]
    before = _words_before(first, text)
    follows = _follows(pieces, after, values, text)
    if follows or OPENS.search(before):
        words, end = "", pieces[after - 1].end
        for number, claim in enumerate(pieces[after : after + MOST_CLAIMS]):
            between = text[end : claim.start].lstrip("$\\)")
            words, end = f"{words} {between}", claim.end
            if len(words) > LONGEST or ENDS.search(between) or OTHER_THINGS.search(f"{before} {words}"):
                break
            said = (
                follows and not number or IS.search(between) is not None or len(WORD.findall(between)) >= FEWEST_WORDS
            )
            if _equated(claim.term) and not said and (number or OPENS.search(between.rstrip("$\\( "))):
                break  # values of another case
            if not isinstance(claim.term, Relation) and (number or not _is_of_it(between)):
                break
            yield from _claimed(pieces, at, claim, values, said)
    if (
        at
        and BEHIND.fullmatch(text[pieces[at - 1].end : first.start].strip("$\\)( "))
        and not _ends(pieces[at - 1], text)
        and not _goes_on(text, first.start, pieces[after - 1].end)
        and not (at > 1 and _tells(pieces[at - 2].term, values) and _are_in_one_sentence(pieces[at - 2], first, text))
    ):
        claim = pieces[at - 1]
        words = _words_before(claim, text)
        if not OTHER_THINGS.search(words):
            yield from _claimed(pieces, at - 1, claim, values, IS.search(words) is not None)


def _tells(term: Term, values: Mapping[Term, Term]) -> bool:
    """Whether a formula gives letters values, or one of these letters anything: "at k = d/2 that is 2 (d + 1), at k = d"."""
    if _equated(term) is not None:
        return True
    return isinstance(term, Relation) and term.relations == ("=",) and term.sides[0] in values


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether what "where z = 1" begins is a sentence of its own: "where z = 1 takes the new state"."""
    return WHERE.search(text, max(0, start - CLOSE), start) is not None and SAYS.match(text, end) is not None


def _follows(pieces: Sequence[Piece], after: int, values: Mapping[Term, Term], text: str) -> bool:
    """Whether an arrow or "so" leads from two numbers and more to the formula behind them."""
    if len(values) < 2 or after >= len(pieces) or not all(isinstance(each, Number) for each in values.values()):
        return False
    return FOLLOWS.fullmatch(text[pieces[after - 1].end : pieces[after].start]) is not None


def _are_in_one_sentence(one: Piece, other: Piece, text: str) -> bool:
    """Whether no sentence ends between two formulas."""
    return ENDS.search(text[one.end : other.start].lstrip("$\\)")) is None


def _ends(piece: Piece, text: str) -> bool:
    """Whether a formula ends its sentence."""
    return text[piece.start : piece.end].rstrip("$ \n\\])").endswith((".", "。", ";"))


def _words_before(piece: Piece, text: str) -> str:
    """The words of a sentence before a formula in it."""
    lead = text[max(0, piece.start - LONGEST) : piece.start].rstrip("$\\( ")
    return SHOWN.split(ENDS.split(lead)[-1])[-1]


def _is_of_it(between: str) -> bool:
    """Whether the words between values and a formula say of the formula above, and of nothing else, what it comes to."""
    found = OF_IT.match(between)
    if LISTED.match(between) is not None:
        return False
    return found is not None and IS.match(found["verb"] or between.strip(" ,，$")) is not None


def _claimed(
    pieces: Sequence[Piece], at: int, claim: Piece, values: Mapping[Term, Term], said: bool
) -> Iterator[_Case]:
    """The claim, where it is of a name that is defined above, or where words say that the formula before comes to it."""
    term = claim.term
    if not claim.alone:
        return
    if isinstance(term, Relation):
        if set(term.relations) != {"="} or _equated(term) is not None and not said:
            return
        if isinstance(of_numbers(term.sides[-1]), Number) and isinstance(term.sides[0], Apply):
            return  # f(2) = 5: a number that is worked out with all others
        formulas = tuple(_definitions(pieces, at, term.sides[0], values))
        claimed = of_numbers(term.sides[-1])
    elif said:
        claimed = of_numbers(term)
        letters = set(_letters(claimed))
        formulas = tuple(each for each in _before(pieces, at, values) if letters <= {*walk(each[1])})
    else:
        return
    if formulas and not is_kept_out(claimed):
        yield _Case(values, formulas, claim, claimed)


def _definitions(
    pieces: Sequence[Piece], at: int, name: Term, values: Mapping[Term, Term]
) -> Iterator[tuple[Piece, Term]]:
    """The formulas above that a name is said to be, with the letters that get a value, the nearest first."""
    for each in reversed(pieces[max(0, at - MOST_ABOVE) : at]):
        term = each.term
        if not isinstance(term, Relation) or not set(term.relations) <= {"=", ":=", "≡"}:
            continue
        if not _is_named(term.sides[0], name, values):
            continue
        sides = [side for side in term.sides[1:] if _holds(side, values)]
        if sides and not is_kept_out(sides[-1]):
            yield each, of_numbers(sides[-1])


def _is_named(left: Term, name: Term, values: Mapping[Term, Term]) -> bool:
    """Whether a claim speaks of what a formula is of: of h_t, of f or f(0) for f(x)."""
    if name in (left, put_in(left, values)):
        return True
    match left, name:
        case (Apply(function=function, labels=()), Symbol(called)) | (
            Symbol(called),
            Apply(function=function, labels=()),
        ):
            return function == called
    return False


def _before(pieces: Sequence[Piece], at: int, values: Mapping[Term, Term]) -> Iterator[tuple[Piece, Term]]:
    """The last few formulas before a place that hold all letters that get a value."""
    count = 0
    for each in reversed(pieces[:at]):
        if pieces[at].start - each.end > FAR or count >= MOST_BEFORE:
            return
        term = each.term
        side = term.sides[-1] if isinstance(term, Relation) and set(term.relations) <= {"=", ":=", "≡"} else term
        if isinstance(side, Relation | Symbol | Index | Number) or is_kept_out(side):
            continue
        if all(_holds(side, {name: value}) for name, value in values.items()):
            count += 1
            yield each, of_numbers(side)


def _holds(term: Term, values: Mapping[Term, Term]) -> bool:
    """Whether a formula holds one of the letters that get a value, as a letter or as the name of a function."""
    names = {name.name for name in values if isinstance(name, Symbol)}
    return any(part in values or isinstance(part, Apply) and part.function in names for part in walk(term))


# -- what it comes to --------------------------------------------------------------------------------------------------------


def _refuted(case: _Case, model: SemanticModel) -> tuple[Piece, Step, str] | None:
    """The first formula that does not come to what is claimed, and the slip that explains it; None where one does."""
    refuted: tuple[Piece, Term, Step] | None = None
    for piece, body in case.formulas:
        if _only_names(body, case):
            return None
        step = step_between(model, case.claim.shaped, _with(body, case.values), case.claimed)
        if step.found.outcome != "refuted" or step.found.condition:
            return None
        refuted = refuted or (piece, body, step)
    if refuted is None:
        return None
    piece, body, step = refuted
    likely = _likely(case, body, step)
    return (piece, step, likely) if likely is not None else None


def _only_names(body: Term, case: _Case) -> bool:
    """Whether a formula comes to the very name that a claim is of: x_t at t = 0 is x_0, whatever x_0 is said to be."""
    claim = case.claim.term
    if not isinstance(claim, Relation):
        return False
    return equality(_with(body, case.values), claim.sides[0], NOTHING_GIVEN, prove=False).outcome in (
        "proved",
        "supported",
    )


def _with(body: Term, values: Mapping[Term, Term]) -> Term:
    """A formula with values put in for letters, and other names for functions."""
    calls = {
        name.name: value.name if isinstance(value, Symbol) else value
        for name, value in values.items()
        if isinstance(name, Symbol)
    }
    return _recalled(put_in(body, values), calls)


def _recalled(term: Term, names: Mapping[str, str | Term]) -> Term:
    term = rebuilt(term, lambda part: _recalled(part, names))
    if isinstance(term, Apply) and (value := names.get(term.function)) is not None:
        return Apply(value, term.arguments, term.labels, term.origin) if isinstance(value, str) else value
    return term


def _likely(case: _Case, body: Term, step: Step) -> str | None:
    """The one small change of the claim, or of a value, that makes it true."""
    tables = Tables()
    letters = tuple(dict.fromkeys(_letters(step.left)))
    counted = (Sum((case.claimed, ONE)), Sum((case.claimed, MINUS)), *_counted(case.claimed))
    of_name = isinstance(case.claim.term, Relation) and isinstance(case.claimed, Number | Symbol | Index)
    whole = letters if of_name else ()
    for edited in (*whole, *counted, *islice(one_edit_away(case.claimed, letters), MOST_EDITS)):
        found = equality(step.left, edited, step.given, prove=False, tables=tables)
        if found.outcome in ("proved", "supported") and not found.condition.startswith(("where", "for whole")):
            return f"try {show_styled(edited)}"
    for name, value in case.values.items():
        for other in (ZERO, ONE):
            if isinstance(value, Number) and value != other:
                changed = {**case.values, name: other}
                found = equality(_with(body, changed), case.claimed, step.given, prove=False, tables=tables)
                if found.outcome in ("proved", "supported") and not found.condition:
                    return f"it does with {show_styled(name)} = {show_styled(other)}"
    return None


def _letters(term: Term) -> Iterator[Term]:
    if isinstance(term, Symbol | Index):
        yield term
    elif not isinstance(term, IndexedSum):
        for part in children(term):
            yield from _letters(part)


def _counted(term: Term) -> Iterator[Term]:
    """A product with one more, or one fewer, of the things that one of its letters counts."""
    if isinstance(term, Product):
        for at, part in enumerate(term.factors):
            if isinstance(part, Symbol):
                for one in (ONE, MINUS):
                    yield Product((*term.factors[:at], Sum((part, one)), *term.factors[at + 1 :]))


__all__ = ["problems_of_values"]
