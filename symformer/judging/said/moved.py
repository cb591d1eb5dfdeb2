r"""Which way a step moved its numbers, against what the sentence says: "so the preference of action 1 rises" of (1, 0) → (0.63, 0.37).

The step is the last formula above that begins with the old numbers and ends with the new ones, ``\theta \leftarrow (1, 0) + … =
(0.63, 0.37)`` or ``w_{new} = 0.5 - 0.1 \cdot 2 = 0.3``.  A parameter whose gradient is nothing does not move either, and those
with a negative gradient grow: as the rows of the table of old and new values show, or the rule ``w - \eta g`` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.documents.document import Document, Table
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.tables.amounts import amount
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Apply, Matrix, Number, Relation, Sum, Term
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText

FAR = 700  # characters between a step and what is said of it
_UP = r"(?:rises?|rose|increases?|increased|grows?|grew|goes\s+up|went\s+up|gets?\s+larger|becomes?\s+larger|is\s+(?:raised|increased|pushed\s+up))"
_DOWN = r"(?:falls?|fell|decreases?|decreased|shrinks?|shrank|drops?|dropped|goes\s+down|went\s+down|gets?\s+smaller|becomes?\s+smaller|is\s+(?:lowered|decreased|reduced|pushed\s+down))"
_ONE = r"(?:action|class|entry|component|weight|parameter|logit|preference|coordinate|feature|token|dimension|item|arm|score|element|option)"
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_WAY = rf"(?:(?:slightly|thus|therefore|now|then|also|only|a\s+little)\s+)*(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b"
_ENTRY = Cued(
    rf"\b(?:{_ONE}\s+(?P<n>\d)|(?:the\s+)?(?P<nth>{'|'.join(_ORDINALS)})\s+{_ONE}|(?P<name>\\?[A-Za-z]+)_\{{?(?P<i>\d)\}}?)\s+{_WAY}",
    re.IGNORECASE,
)
_LETTER = Cued(rf"(?<![\\\w/])(?P<name>\\?[A-Za-z]+(?:_\{{?[a-z]+\}}?)?)\s+{_WAY}")
_STILL = Cued(
    r"(?:\\partial\s*L\s*/\s*\\partial|dL/d|\\frac\{(?:\\partial|d)\s*\\?\w+\}\{(?:\\partial|d)|\\nabla_\{?|∂L/∂|(?:gradient|derivative)\s+(?:of\s+(?:the\s+loss|L)\s+)?(?:with\s+respect\s+to|w\.r\.t\.|of|for|by)\s+)\s*(?P<name>\\?[A-Za-z](?:_\{?\w+\}?)?)\}?\s*(?:L\s*)?(?:=|is|vanishes|is\s+exactly|equals)\s*(?:zero|0(?![\w.]))",
    re.IGNORECASE,
)
_MOVES = r"\s+(?:moves?|changes?|learns?|trains?|is\s+(?:updated|changed|moved|trained|adjusted))\b"
_MOVED = r"\b(?:moves?|changes?|updates?|trains?|adjusts?)\s+(?:only\s+|just\s+)?"
_CONCLUDES = Cued(
    r"\W*(?:so|thus|hence|therefore|consequently|accordingly|that is why|this means(?: that)?)\b", re.IGNORECASE
)
_LARGER = r"larger|bigger|greater|increased?|increases|grown?|grows|grew|risen?|rises|rose|raised|up|upwards?"
_SMALLER = (
    r"smaller|less|decreased?|decreases|shrunk|shrinks?|shrank|fallen|falls?|fell|lowered|reduced|down|downwards?"
)
_SIGNED = Cued(
    r"\b(?:parameters?|weights?|bias(?:es)?|entries|entry|coordinates?|components?|coefficients?|those|ones?|each|all)\s+"
    r"(?:(?:with|of|having|that\s+ha(?:ve|s|d))\s+(?:an?\s+|the\s+)?(?P<sign>negative|positive)\s+(?:gradients?|partial\s+derivatives?|derivatives?|one)"
    r"|whose\s+(?:gradients?|derivatives?)\s+(?:is|are|was|were)\s+(?P<sign2>negative|positive))\b"
    r"(?:\s+(?:ha(?:ve|s)|are|is|were|was|become|became|becomes|get|gets|got|go|goes|went|move|moves|moved|all|always|therefore|thus|also|been|made|pushed|turned)){0,4}"
    rf"\s+(?:(?P<up>{_LARGER})|(?P<down>{_SMALLER}))\b",
    re.IGNORECASE,
)
_SO_SIGNED = Cued(
    r"\b(?:gradient|derivative|slope)\s+(?:(?:here|there|at\s+\S+|by\s+\S+|with\s+respect\s+to\s+\S+)\s+)?(?:is|was)\s+(?P<sign>negative|positive)(?P<sign2>),?\s+(?:so|hence|thus|therefore|and\s+so|and\s+therefore|and)(?:\s+that)?\s+"
    r"(?:the\s+(?:weight|parameter|bias|coefficient)\s+(?:\\?[A-Za-z]+(?:_\{?\w+\}?)?\s+)?|(?:the\s+step\s+|it\s+)?(?:makes|moves|pushes)\s+(?:[wvbuW]|\\theta|\\beta)(?:_\{?\w+\}?)?\s+|(?:[wvbuW]|\\theta|\\beta)(?:_\{?\w+\}?)?\s+)(?:is\s+|gets\s+|becomes\s+|goes\s+|moves\s+|must\s+be\s+|has\s+to\s+)?"
    rf"(?:(?P<up>{_LARGER}|increases?)|(?P<down>{_SMALLER}|decreases?))\b",
    re.IGNORECASE,
)
_DESCENDS = Cued(
    r"-\s*\\(?:eta|alpha|gamma|lambda|epsilon|mu)\b\s*(?:\\[,;]\s*)?(?:\\nabla|\\frac\{\\partial|\\partial|g\b|\\frac\{d|\$\s*times)|gradient\s+descent",
    re.IGNORECASE,
)
_ASCENDS = Cued(
    r"\+\s*\\(?:eta|alpha|gamma|lambda|epsilon|mu)\b\s*(?:\\[,;]\s*)?(?:\\nabla|\\frac\{\\partial|\\partial|g\b)|gradient\s+ascent|maximi[sz]",
    re.IGNORECASE,
)
_LEARNS = Cued(r"\\eta\b|η|learning[\s-]rate|gradient\s+descent", re.IGNORECASE)
_OLD_HEAD = Cued(r"\b(?:old|before|initial|previous|current|start)\b|旧|原", re.IGNORECASE)
_GRADIENT_HEAD = Cued(r"\b(?:gradients?|grad|derivative)\b|\\partial|\\nabla|∂|∇|梯度", re.IGNORECASE)
_NEW_HEAD = Cued(r"\b(?:new|after|updated|next)\b|新", re.IGNORECASE)
_OPEN = Cued(
    r"\?|\b(?:if|would|could|should|might|may|not|never|unless|wrong\w*|suppose\w*|before|instead|although|earlier|probabilit\w+|until|next|later|once|again|each\s+time|as\s+\w+\s+(?:rises|grows|increases)|when(?:ever)?)\b|n['’]t\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Step:
    """By how much each number of a step changed."""

    name: str
    changes: tuple[Fraction, ...]
    shown: tuple[str, str]
    at: int
    section: int


def moved_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every number that is said to rise where the step above lowered it, or to fall where it rose."""
    steps: list[_Step] | None = None
    blocks = [*((each.text, each.kind) for each in document.prose), *((each.text, "") for each in document.worksheets)]
    for at, (words, kind) in enumerate(blocks):
        if kind == "heading":
            continue
        plain = words.text.replace("$", "")
        told = _ENTRY.search(plain) or _LETTER.search(plain)
        still = "0" in plain or "zero" in plain or "vanish" in plain
        by_sign = any(pattern.search(plain) for pattern in (_SIGNED, _SO_SIGNED))
        if not told and not by_sign and not (still and _STILL.search(plain)):
            continue
        said = list(sentences(words))
        for sentence, following in zip(said, [*said[1:], None], strict=True):
            if still and _STILL.search(sentence.text):
                concluded = following is not None and _CONCLUDES.match(following.text) is not None
                yield from _stands_still([sentence, *_carried_on(blocks, at)], following if concluded else None)
            if by_sign and _OPEN.search(sentence.text) is None:
                yield from _by_sign(document, sentence)
            if told and _OPEN.search(sentence.text) is None:
                steps = _steps(document, statements) if steps is None else steps
                yield from _moved(document, sentence, steps)


def _moved(document: Document, sentence: Sentence, steps: Sequence[_Step]) -> Iterator[Problem]:
    for found in (*_ENTRY.finditer(sentence.text), *_LETTER.finditer(sentence.text)):
        place = sentence.place(found.start())
        above = [each for each in steps if place - FAR <= each.at < place]
        step = above[-1] if above and above[-1].section == section_at(document, place) else None
        at = _which(found, step, sentence, document) if step is not None else None
        if step is None or at is None or step.changes[at] == 0:
            continue
        if (step.changes[at] > 0) == (found["up"] is not None):
            continue
        way = "up" if found["up"] else "down"
        span = sentence.span(*found.span(way))
        yield Problem(
            span,
            f"the step above takes {step.shown[0]} to {step.shown[1]}: {'entry ' + str(at + 1) if len(step.changes) > 1 else step.name} {'rises' if step.changes[at] > 0 else 'falls'}",
            level="warning",
            evidence={"kind": "text", "printed": found[way], "expected": "rises" if step.changes[at] > 0 else "falls"},
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


def _which(found: re.Match[str], step: _Step, sentence: Sentence, document: Document) -> int | None:
    """The entry of the step that is spoken of; None where it is another letter, or it is not clear from where is counted."""
    size = len(step.changes)
    if _LETTER.made(found):
        return 0 if size == 1 and _plain(found["name"]) == step.name else None
    if found["nth"]:
        at = _ORDINALS.index(found["nth"].lower())
        return at if size > 1 and at < size else None
    if found["name"] and size == 1:
        return 0 if f"{_plain(found['name'])}[{found['i']}]" == step.name else None
    if found["name"] and _plain(found["name"]) != step.name or size == 1:
        return None
    at = int(found["n"] or found["i"]) - 1
    around = document.source.text[max(0, step.at - FAR) : sentence.place(len(sentence.text) - 1)]
    if re.search(rf"\b{_ONE}s?\s+\$?0\b|_\{{?0\b", around, re.IGNORECASE):
        return None
    one_based = re.search(rf"\b{_ONE}\s+\$?{size}\b|_\{{?{size}\b", around, re.IGNORECASE)
    return at if one_based and 0 <= at < size else None


def _plain(name: str) -> str:
    return re.sub(r"[\\{}$]", "", name).replace("_", "")


# -- steps ---------------------------------------------------------------------------------------------------------------


def _steps(document: Document, statements: Sequence[Statement]) -> list[_Step]:
    """The formulas that begin with old numbers and end with new ones."""
    found = []
    for statement in statements:
        match statement.term:
            case Relation(relations=(sign, *_), sides=(left, *middle, last)) if (
                middle and statement.stance == "asserted"
            ):
                sums = [each for each in middle if isinstance(each, Sum)]
            case _:
                continue
        name = show(left)
        renewed = sign in ("←", ":=", "<-") or re.search(r"new|\+|′|'|\bt\b|next|\(1\)|\[1\]", name)
        if not sums or not renewed:
            continue
        old, new = _numbers(sums[0].terms[0]), _numbers(last)
        if old is None or new is None or len(old) != len(new):
            continue
        changes = tuple(b.value - a.value for a, b in zip(old, new, strict=True))
        shown = tuple("(" + ", ".join(_text(each) for each in row) + ")" if len(row) > 1 else _text(row[0]) for row in (old, new))  # fmt: skip
        plain = re.sub(r"\W*(?:new|next|t\s*\+\s*1)\W*$|[′'*^]+$", "", name)
        at = statement.span.start
        found.append(_Step(plain, changes, (shown[0], shown[1]), at, section_at(document, at)))
    return found


def _text(number: Number) -> str:
    return number.printed.text if number.printed is not None else str(number.value)


def _numbers(term: Term) -> Sequence[Number] | None:
    """A number, or the entries of a list of numbers."""
    match term:
        case Number():
            return (term,)
        case Apply(function="tuple", arguments=entries):
            pass
        case Matrix(rows=rows) if len(rows) == 1 or all(len(row) == 1 for row in rows):
            entries = tuple(entry for row in rows for entry in row)
        case _:
            return None
    numbers = [entry for entry in entries if isinstance(entry, Number)]
    return numbers if len(numbers) == len(entries) > 1 else None


# -- what has no gradient ------------------------------------------------------------------------------------------------


def _carried_on(blocks: Sequence[tuple[MappedText, str]], at: int) -> Iterator[Sentence]:
    """What goes on behind a line that ends in the middle of a sentence."""
    if at + 1 < len(blocks) and blocks[at][0].text.rstrip()[-1:].isalnum() | (blocks[at][0].text.rstrip()[-1:] == ","):
        following = next(sentences(blocks[at + 1][0]), None)
        if following is not None and following.text[:1].islower():
            yield following


def _stands_still(said: Sequence[Sentence], concluded: Sentence | None) -> Iterator[Problem]:
    """ "dL/dA = 0 in the first step, and only A moves"; ``concluded`` is a sentence that says what follows."""
    sentence = said[0]
    for found in _STILL.finditer(sentence.text):
        name, before = re.escape(found["name"]), found.end()
        pattern = rf"(?<![\\\w])(?:only\s+)?(?P<name>{name}){_MOVES}|{_MOVED}(?P<moved>{name})(?![\w^'{{\\])"
        after = re.search(pattern, concluded.text) if concluded is not None else None
        if concluded is not None and after is not None and not _CHANGED.search(concluded.text):
            yield _has_no_gradient(concluded, after, 0, found["name"])
            continue
        for each in said:
            moves = re.search(pattern, each.text[before:])
            end = len(each.text) if moves is None else before + moves.end() + 25
            if _CHANGED.search(each.text, before, end):
                break
            if moves is not None:
                yield _has_no_gradient(each, moves, before, found["name"])
                break
            before = 0


def _has_no_gradient(sentence: Sentence, moves: re.Match[str], before: int, name: str) -> Problem:
    group = "name" if moves["name"] else "moved"
    span = sentence.span(before + moves.start(group), before + moves.end(group))
    return Problem(
        span,
        f"the gradient by {name} is said to be zero: {name} does not move",
        level="warning",
        evidence={"kind": "text", "printed": moves[group]},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


_CHANGED = Cued(
    r"\b(?:not|never|but|later|then|again|until|after|once|second|next|no|neither|nor|if|unless)\b|n['’]t\b|\?",
    re.IGNORECASE,
)

# -- which way the sign of a gradient sends a parameter ------------------------------------------------------------------


def _by_sign(document: Document, sentence: Sentence) -> Iterator[Problem]:
    """ "Parameters with a negative gradient have become larger, those with a positive one smaller"."""
    place = sentence.place(0)
    told = _goes_against(document, place)
    for found in (*_SIGNED.finditer(sentence.text), *_SO_SIGNED.finditer(sentence.text)):
        against = told
        if against is None and _SO_SIGNED.made(found) and _LEARNS.search(document.source.text):
            against = _ASCENDS.search(document.source.text) is None  # with a learning rate a step goes down the slope
        if against is None:
            continue
        grows = (_sign(found) == "negative") == against
        if grows == (found["up"] is not None):
            continue
        way = "up" if found["up"] else "down"
        span = sentence.span(*found.span(way))
        expected = "larger" if grows else "smaller"
        yield Problem(
            span,
            f"a {_sign(found)} gradient makes a parameter {expected}: it moves {'against' if against else 'along'} the gradient here",
            level="warning",
            evidence={"kind": "text", "printed": found[way], "expected": expected},
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


def _sign(found: re.Match[str]) -> str:
    return str(found["sign"] or found["sign2"]).lower()


def _goes_against(document: Document, place: int) -> bool | None:
    """Whether parameters move against their gradients: by the nearest table of old, gradient and new, or by the update rule."""
    here = section_at(document, place)
    ways: list[bool] = []
    for table in document.tables:
        if table.span.start < place and section_at(document, table.span.start) == here:
            ways.extend(_rows_against(table))
    if ways:
        return ways[0] if len(set(ways)) == 1 else None
    text = document.source.text
    down, up = _DESCENDS.search(text) is not None, _ASCENDS.search(text) is not None
    return None if down == up else down


def _rows_against(table: Table) -> Iterator[bool]:
    """For each row of a table with an old value, a gradient and a new value, whether the value moved against the gradient."""
    columns = [
        [at for at, cell in enumerate(table.header) if pattern.search(cell.text)]
        for pattern in (_OLD_HEAD, _GRADIENT_HEAD, _NEW_HEAD)
    ]
    if any(len(each) != 1 for each in columns) or len({each[0] for each in columns}) != len(columns):
        return
    for row in table.rows:
        cells = [amount(row[at[0]]) if at[0] < len(row) else None for at in columns]
        old, gradient, new = (each.number.value if each is not None else None for each in cells)
        if old is not None and gradient is not None and new is not None and gradient != 0 and new != old:
            yield (new > old) == (gradient < 0)


__all__ = ["moved_problems"]
