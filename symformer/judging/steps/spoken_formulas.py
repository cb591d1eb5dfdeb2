r"""What sentences say of formulas: their derivatives, their values and limits, where they are least or zero.

"$2a - 4a^2$, with derivative $2 - 8a$", "at $z = 0$ the gate is $1/4$", "as $x \to \infty$ it tends to $1$": the note's
own formula is differentiated, or worked out at the point.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from symformer.algebra.interval import Interval
from symformer.findings.finding import Problem, Related
from symformer.judging.steps.derivations import step_between
from symformer.judging.steps.step_faults import at_values, likely_slip
from symformer.judging.steps.supposed import conditioned
from symformer.judging.worked.book import of_numbers
from symformer.reasoning.evaluate import evaluate, nothing
from symformer.reasoning.readings import readings_of
from symformer.semantics.model import once
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.parts import put_in
from symformer.terms.show import show_styled, spell_styled
from symformer.terms.term import Apply, Index, Number, Power, Relation, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

FAR = 400  # characters before a claim in which the formula stands that it is about
MOST_LETTERS = 4
CONSTANTS = frozenset({"e", "pi", "infty", "∞"})
STEP, CLOSE, APART = Fraction(1, 1000), Fraction(1, 10**3), Fraction(1, 20)

OF = Cued(
    r"\b(?:derivative of|differentiat\w+)(?: the (?:function|loss|objective|expression|term|penalty))?\s*\Z|(?:函数|对)\s*\Z",
    re.IGNORECASE,
)
BY = Cued(r"\s*,?\s*(?:with respect to|w\.?\s?r\.?\s?t\.?|by|in|关于|对)\s*\Z", re.IGNORECASE)
IS = Cued(
    r"\s*,?\s*(?:is|equals|gives|yields|we (?:get|obtain|have)|is just|is simply|是|为|得|得到|的导数[是为])\s*\Z",
    re.IGNORECASE,
)
HAS = Cued(
    r"\s*,?\s*(?:(?:with|has|have|having)(?: the| a)? derivative(?: equal to)?|whose derivative is|and its derivative is|的导数[是为])\s*\Z",
    re.IGNORECASE,
)
RESPECT = Cued(r"\s*(?:with respect to|w\.?\s?r\.?\s?t\.?)\s*\Z", re.IGNORECASE)
AT = Cued(r"(?:\A|[\s(,，。])(?:at|for|when|where|with|in case of|取|当|在)\s*\Z", re.IGNORECASE)
COMES_TO = Cued(
    r"\s*+(?:时|处)?\s*[,，]?\s*(?:then\s+)?(?:(?:this|it|that|we|which|the (?P<noun>[a-z]+(?: [a-z]+)?)|它|其值|值)\s*)?"
    r"(?:is|equals|becomes|gives|yields|get|have|为|等于|是|得)\s*(?:exactly|just|again)?\s*\Z",
    re.IGNORECASE,
)
OTHER_THINGS = Cued(
    r"derivative|slope|gradient|curvature|integral|area|error|difference|ratio|change|increase|decrease|second|inverse|limit"
    r"|variance|mean|sum|product|probability|range|domain|number|minimum|maximum|result|answer|same|only|first|other|remaining"
    r"|\beach\b|\bevery\b|\bper\b",  # the formula is for one of several: the number may be that of all
    re.IGNORECASE,
)
NEARS = Cued(
    r"\s*[,，]?\s*(?:(?:this|it|that|which|the [a-z]+(?: [a-z]+)?|它)\s+)?(?:tends? to|goes to|approaches|converges to|趋于|趋近于|趋向于?)\s*\Z",
    re.IGNORECASE,
)
AS = Cued(r"\b(?:as|when|for|if)\s*\Z|当\s*\Z|\A\s*\Z", re.IGNORECASE)
VANISHES = re.compile(
    r"\b(?:which |that |it |this )?(?:vanishes|is zero|equals zero|is equal to zero|becomes zero) (?:at|for|when|if)\s*\Z",
    re.IGNORECASE,
)
LEAST = Cued(
    r"\b(?:(?:is|are|becomes|attains? its|reaches its|has its|has a) )?(?P<which>smallest|least|minimal|minimum|minimi[sz]ed|largest|greatest|maximal"
    r"|maximum|maximi[sz]ed)(?: value)? (?:at|for|when|if)\s*\Z",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"[.。!?！？](?:\s|$)|\n\s*\n")


@dataclass(frozen=True, slots=True)
class _Said:
    """A formula, and what a sentence says of it."""

    of: StatementShape
    by: tuple[Symbol, ...]
    claim: StatementShape


@dataclass(frozen=True, slots=True)
class Piece:
    """A formula of the text, and whether it stands alone between its delimiters."""

    shaped: StatementShape
    start: int
    end: int
    alone: bool

    @property
    def term(self) -> Term:
        """What is said."""
        return self.shaped.statement.term


def spoken_derivatives(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each derivative that words give of a formula, and that is another one."""
    for said in _derivatives(model):
        of, claimed = _value(said.of.statement.term), said.claim.statement.term
        if of is None or isinstance(claimed, Relation):
            continue
        steps = [step_between(model, said.claim, Apply("derivative", (of, by)), of_numbers(claimed)) for by in said.by]
        shown = steps[0].found.counterexample if steps else None
        if shown is None or not shown.point or any(each.found.outcome != "refuted" for each in steps):
            continue
        if conditioned(steps[0], model):
            continue
        yield Problem(
            said.claim.statement.span,
            f"this is not the derivative of {show_styled(of)} by {spell_styled(said.by[0].name)}: {at_values(shown)}",
            help=likely_slip(steps[0]) if len(steps) == 1 else None,
            related=(Related(said.of.statement.span, "what is differentiated"),),
            evidence={"kind": "step", "left": show_styled(of), "right": show_styled(claimed)},
            key=f"spoken@{said.claim.statement.span.start}",
        )


def spoken_values(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each value, limit, zero or extreme that words give of a formula, and that it has not."""
    pieces = once(model, pieces_of)
    text = model.document.source.text
    for at, piece in enumerate(pieces):
        yield from _values_at(model, pieces, at, text)
        if at and piece.alone and pieces[at - 1].alone:
            yield from _no_zero(model, pieces[at - 1], piece, text)
        if isinstance(piece.term, Relation):
            yield from _limit_shown(piece)


# -- derivatives -----------------------------------------------------------------------------------------------------------


def pieces_of(model: SemanticModel) -> tuple[Piece, ...]:
    """The formulas of a note in order, and whether each stands alone between its delimiters."""
    shown = [
        each for each in model.shapes if each.statement.carrier == "formula" and each.statement.stance == "asserted"
    ]
    count = Counter(id(each.statement.formula) for each in shown)
    return tuple(
        Piece(each, formula.span.start, formula.span.end, count[id(formula)] == 1)
        for each in shown
        if (formula := each.statement.formula) is not None
    )


def _derivatives(model: SemanticModel) -> Iterator[_Said]:
    text = model.document.source.text
    pieces = once(model, pieces_of)
    for at, piece in enumerate(pieces[:-1]):
        following = pieces[at + 1 : at + 3]
        if not piece.alone or not all(each.alone for each in following):
            continue
        before = SENTENCE.split(text[max(0, piece.start - 120) : piece.start])[-1]
        first = text[piece.end : following[0].start]
        by = _letters(_value(piece.term))
        if len(following) > 1 and isinstance(following[0].term, Symbol) and BY.fullmatch(first):
            second = text[following[0].end : following[1].start]
            if OF.search(before) and IS.fullmatch(second):
                yield _Said(piece.shaped, (following[0].term,), following[1].shaped)
        elif OF.search(before) and IS.fullmatch(first) and "对" not in before[-3:] or HAS.fullmatch(first):
            told = _told_behind(following, text)
            letters = (told,) if told is not None else by
            if 0 < len(letters) <= MOST_LETTERS:
                yield _Said(piece.shaped, letters, following[0].shaped)


def _told_behind(following: Sequence[Piece], text: str) -> Symbol | None:
    """The letter behind a derivative: "… has derivative $2 λ w$ with respect to $w$"."""
    if len(following) > 1 and RESPECT.fullmatch(text[following[0].end : following[1].start]):
        letter = following[1].term
        return letter if isinstance(letter, Symbol) else None
    return None


def _value(term: Term) -> Term | None:
    """What a formula says a name is, or what it is by itself."""
    term = of_numbers(term.sides[-1] if isinstance(term, Relation) and set(term.relations) <= {"=", ":="} else term)
    if isinstance(term, Relation | Symbol | Number) or any(isinstance(part, Unknown) for part in walk(term)):
        return None
    return term


def _letters(term: Term | None) -> tuple[Symbol, ...]:
    if term is None:
        return ()
    found = {part for part in walk(term) if isinstance(part, Symbol) and part.name not in CONSTANTS}
    return tuple(sorted(found, key=lambda each: each.name))


# -- values at a point -----------------------------------------------------------------------------------------------------


def _values_at(model: SemanticModel, pieces: Sequence[Piece], at: int, text: str) -> Iterator[Problem]:
    """What is said of a formula at the point that a piece tells."""
    piece = pieces[at]
    told = _point(piece.term) if piece.alone else None
    if told is None:
        return
    letter, sign, value = told
    before = SENTENCE.split(text[max(0, piece.start - 120) : piece.start])[-1]
    formulas = _formulas_before(pieces, at, letter)
    if not formulas:
        return
    vanishes = VANISHES.search(before) if sign == "=" else None
    if vanishes is not None:
        at_once = text[formulas[0].end : piece.start].lstrip(" ,，") == vanishes[0].lstrip()  # "…, which vanishes at"
        yield from _accused(piece, formulas[:1] if at_once else formulas, letter, value, Fraction(0))
        return
    least = LEAST.search(before) if sign == "=" else None
    if least is not None:
        yield from _no_extreme(piece, formulas, letter, value, least["which"].lower())
        return
    if at + 1 == len(pieces) or not pieces[at + 1].alone:
        return
    other = pieces[at + 1]
    between = text[piece.end : other.start]
    shown = evaluate(of_numbers(other.term)) if not isinstance(other.term, Relation) else None
    if not isinstance(shown, Interval) or not shown.narrow:
        return
    if sign == "→" and AS.search(before) and NEARS.fullmatch(between):
        yield from _no_limit(other, formulas, letter, value, shown.middle)
    found = COMES_TO.fullmatch(between) if sign == "=" and AT.search(before) else None
    if found is not None and OTHER_THINGS.search(f"{found['noun'] or ''} {before}") is None:
        yield from _accused(other, formulas, letter, value, shown.middle)


def _no_zero(model: SemanticModel, formula: Piece, claim: Piece, text: str) -> Iterator[Problem]:
    """A problem where a formula does not vanish at what the words right behind it say: ``a/y - b``, zero at ``y = b/a``."""
    between = text[formula.end : claim.start]
    body = _value(formula.term)
    if body is None or VANISHES.fullmatch(between.lstrip(" ,，$\\)`").replace("$", "")) is None:
        return
    match claim.term:
        case Relation(relations=("=",), sides=(Symbol() as letter, value)):
            zero = of_numbers(value)
        case _:
            return
    letters, own = set(_letters(zero)), set(_letters(body))
    if letter not in own or letter in letters or not letters or not letters <= own:
        return
    step = step_between(model, claim.shaped, put_in(body, {letter: zero}), Number(Fraction(0)))
    shown = step.found.counterexample
    if step.found.outcome != "refuted" or shown is None or not shown.point or conditioned(step, model):
        return
    yield Problem(
        claim.shaped.statement.span,
        f"{show_styled(body)} is not zero at {show_styled(letter)} = {show_styled(zero)}: {at_values(shown)}",
        level="warning",
        related=(Related(formula.shaped.statement.span, "the formula"),),
        evidence={"kind": "value", "formula": show_styled(body)},
        key=f"spoken@{claim.start}",
    )


def _point(term: Term) -> tuple[Symbol, str, Fraction | str] | None:
    """The letter, the sign and the number of ``z = 0`` or of an arrow to infinity."""
    match term:
        case Relation(relations=("=" | "→" as sign,), sides=(Symbol() as letter, value)):
            if isinstance(value, Symbol) and value.name in ("infty", "∞") and sign == "→":
                return letter, sign, "infinity"
            found = evaluate(value)
            return (letter, sign, found.middle) if isinstance(found, Interval) and found.exact else None
    return None


def _formulas_before(pieces: Sequence[Piece], at: int, letter: Symbol) -> list[Piece]:
    """The formulas before a place whose only letter is the one that gets a value, the nearest first."""
    found: list[Piece] = []
    for each in reversed(pieces[:at]):
        if pieces[at].start - each.end > FAR:
            break
        body = _value(each.term)
        if body is None and letter in walk(each.term) and any(isinstance(part, Unknown) for part in walk(each.term)):
            return []  # of what could not be read
        if body is not None and letter in _letters(body):
            if _letters(body) != (letter,) or any(isinstance(part, Index) for part in walk(body)):
                return []  # of other letters as well
            found.append(each)
    return found


def _at(body: Term, letter: Symbol, value: Fraction) -> list[Interval] | None:
    found: list[Interval] = []
    for readings in readings_of(body):
        known = Interval.point(value)
        result = evaluate(body, lambda term: known if term == letter else nothing(term), readings=readings)  # noqa: B023
        if not isinstance(result, Interval):
            return None
        found.append(result)
    return found


def _accused(
    claim: Piece, formulas: Sequence[Piece], letter: Symbol, value: Fraction | str, shown: Fraction
) -> Iterator[Problem]:
    """A problem where no formula at hand has the value that is said."""
    if isinstance(value, str):
        return
    first: Interval | None = None
    for each in formulas:
        body = _value(each.term)
        results = _at(body, letter, value) if body is not None else None
        if results is None or any(abs(one.middle - shown) <= APART * max(abs(shown), CLOSE) for one in results):
            return
        first = first or results[0]
    body = _value(formulas[0].term)
    if first is None or body is None:
        return
    yield Problem(
        claim.shaped.statement.span,
        f"{show_styled(body)} is {_short(first.middle)} at {show_styled(letter)} = {_short(value)}, not {_short(shown)}",
        level="warning",
        related=(Related(formulas[0].shaped.statement.span, "the formula"),),
        evidence={"kind": "value", "formula": show_styled(body)},
        key=f"spoken@{claim.start}",
    )


def _no_extreme(
    claim: Piece, formulas: Sequence[Piece], letter: Symbol, value: Fraction | str, which: str
) -> Iterator[Problem]:
    """A problem where every formula at hand grows or falls on one side of the place at which it is said to be least."""
    sign = 1 if which.startswith(("small", "least", "minim")) else -1
    bodies = [body for each in formulas if (body := _value(each.term)) is not None]
    if isinstance(value, str) or not bodies or not all(_passes(body, letter, value, sign) for body in bodies):
        return
    yield Problem(
        claim.shaped.statement.span,
        f"{show_styled(bodies[0])} has no {'minimum' if sign > 0 else 'maximum'} at {show_styled(letter)} = {_short(value)}",
        level="warning",
        related=(Related(formulas[0].shaped.statement.span, "the formula"),),
        evidence={"kind": "value", "formula": show_styled(bodies[0])},
        key=f"spoken@{claim.start}",
    )


def _passes(body: Term, letter: Symbol, value: Fraction, sign: int) -> bool:
    """Whether a formula is smaller (for -1: larger) right beside a place than there."""
    here, below, above = (_first_at(body, letter, value + shift) for shift in (Fraction(0), -STEP, STEP))
    if here is None or below is None or above is None:
        return False
    return any(sign * (each - here) < 0 for each in (below, above))


# -- limits ----------------------------------------------------------------------------------------------------------------


def _no_limit(
    claim: Piece, formulas: Sequence[Piece], letter: Symbol, value: Fraction | str, shown: Fraction
) -> Iterator[Problem]:
    limits = [_limit(body, letter, value) for each in formulas if (body := _value(each.term)) is not None]
    if not limits or any(each is None or abs(each - shown) <= APART * max(abs(shown), Fraction(1)) for each in limits):
        return
    body = _value(formulas[0].term)
    assert limits[0] is not None and body is not None
    yield Problem(
        claim.shaped.statement.span,
        f"{show_styled(body)} tends to {_short(limits[0])}, not to {_short(shown)}",
        level="warning",
        related=(Related(formulas[0].shaped.statement.span, "the formula"),),
        evidence={"kind": "value", "formula": show_styled(body)},
        key=f"spoken@{claim.start}",
    )


def _limit_shown(piece: Piece) -> Iterator[Problem]:
    """A problem for a limit that is written as a formula, of one letter, and is another number."""
    match piece.term:
        case Relation(
            relations=("=", *_), sides=(Apply(function="lim", arguments=(body,), labels=(Relation() as to,)), value, *_)
        ):
            pass
        case Relation(
            relations=("=", *_),
            sides=(Power(Apply(function="lim", arguments=(base,), labels=(Relation() as to,)), exponent), value, *_),
        ):
            body = Power(base, exponent)  # the power is under the limit as well
        case _:
            return
    told, shown = _point(to), evaluate(value)
    body = of_numbers(body)
    if told is None or not isinstance(shown, Interval) or _letters(body) != (told[0],):
        return
    limit = _limit(body, told[0], told[2])
    if limit is None or abs(limit - shown.middle) <= APART * max(abs(shown.middle), Fraction(1)):
        return
    yield Problem(
        piece.shaped.statement.place(value.origin),
        f"the limit is {_short(limit)}, not {_short(shown.middle)}",
        evidence={"kind": "value", "formula": show_styled(body)},
        key=f"spoken@{piece.start}",
    )


def _limit(body: Term, letter: Symbol, to: Fraction | str) -> Fraction | None:
    """What a formula settles at, on its way to a number or to infinity; None where it does not, or sides differ."""
    if isinstance(to, str):
        ways = [[Fraction(10) ** k for k in (1, 2, 3)]]
    else:
        ways = [[to + side * Fraction(1, 10**k) for k in (2, 3, 4)] for side in (1, -1)]
    ends = [_settled([_first_at(body, letter, each) for each in way]) for way in ways]
    if any(each is None or abs(each - (ends[0] or 0)) > CLOSE * max(abs(each), Fraction(1)) for each in ends):
        return None
    return ends[0]


def _first_at(body: Term, letter: Symbol, value: Fraction) -> Fraction | None:
    found = _at(body, letter, value)
    return found[0].middle if found else None


def _settled(values: Sequence[Fraction | None]) -> Fraction | None:
    """What three values run to, each much nearer to it than the one before; None where they do not."""
    first, second, third = values
    if first is None or second is None or third is None:
        return None
    before, after = second - first, third - second
    if before == after == 0:
        return third
    if 2 * abs(after) > abs(before):
        return None
    return third - after * after / (after - before)


def _short(value: Fraction) -> str:
    number = float(value)
    return f"{number:.0f}" if abs(number - round(number)) < 1e-6 and abs(number) < 1e9 else f"{number:.4g}"


__all__ = ["Piece", "pieces_of", "spoken_derivatives", "spoken_values"]
