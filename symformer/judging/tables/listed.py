"""Items that are listed, in a sentence, a list or a sum of one monomial, beside the total they are said to come to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.documents.document import Document, Prose
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Said, Sentence, numeral, said, sentences, whole_block
from symformer.judging.tables.amounts import mistyped
from symformer.judging.wording import long_text, short
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.statement import Statement
from symformer.terms.term import Index, Number, Power, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

_TOTAL = Cued(
    r"(?:\b(?:(?:in|grand|overall) total|total(?:s|ling|ing)?(?: of)?|altogether|all together|together(?!\s+with)|in all|sum(?:s|med)? (?:up )?to|add(?:s|ing)? up to)\b"
    r"|合计|共计|总共|总计|总参数量|总和)[^\d.;,。；，]{0,40}?" + numeral("t"),
    re.IGNORECASE,
)
_IN_ALL = Cued(
    numeral("t") + r"(?:\s[a-z]+){0,2}\s(?:in (?:all|total)|altogether|all together)\b(?!\s*\(?\d)", re.IGNORECASE
)
_ROUGH = Cued(
    r"\b(?:about|around|roughly|approximately|nearly|almost|over|under|more than|less than|at (?:least|most)|per|each|if|would|not|average|mean)\b"
    r"|≈|~|约|n['’]t\b|×|·|\*|不|每",
    re.IGNORECASE,
)
_ROUGHLY = Cued(r"\b(?:roughly|approximately|about|around)\b|大约|约", re.IGNORECASE)
_TOTAL_ITEM = re.compile(
    r"\W*(?:(?:grand|overall)\s+)?(?:total|sum|in total|altogether|together|in all|合计|总计|总和|共计)\b",
    re.IGNORECASE,
)
_EACH = Cued(r"[×·*]|\\times|\b(?:[Ss]um|[Tt]otal) (?:per|for (?:each|one)) \w+")  # the total of one layer is a total
_RIGHT_AFTER = Cued(r"\W*(?:[\w-]+\s+){0,3}[\w-]+\s*[:：=]\s*")
_LABEL = Cued(r"\W*(?:[^\W\d][\w'-]*\W+){1,4}", re.IGNORECASE)  # the one name before the number
_LABELLED = Cued(r"\W*[^\d\n:：=]{2,60}[:：=]\s*")  # one name, and nothing else before the amount
_TAIL = Cued(r"[\W_]*(?:\([^()\d]*\))?\W*")
LEAST_MEASURED = 3
LEAST_MULTIPLIED = 3  # numbers before a letter, that are worked out
CARELESS = Fraction(1, 20)
LEAST_DIGITS = 4
NEAR = Fraction(1, 20)


def listed_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every list of items that does not come to its total."""
    for statement in statements:
        if statement.stance == "asserted" and isinstance(statement.term, Relation):
            before = document.source.text[max(0, statement.span.start - 120) : statement.span.start]
            yield from _monomials(statement, statement.term, roughly=_ROUGHLY.search(before) is not None)
    for block in document.prose:
        if block.kind != "heading" and (_TOTAL.search(block.text.text) or _IN_ALL.search(block.text.text)):
            yield from _in_a_block(block)
    yield from _in_lists(document.prose)
    yield from _listed_monomials(document.prose, statements)


def _problem(sentence: Sentence, items: Sequence[Said], total: Said, added: Fraction) -> Problem:
    span = sentence.span(total.start, total.end)
    shown = long_text(Interval.point(added))
    parts = " + ".join(each.text for each in items)
    note = f"{parts} = {shown}" if len(parts) <= 90 else None
    message = f"the items add up to {shown}, not {total.text}"
    key = f"total-differs@{span.start}-{span.end}"
    return Problem(
        span, message, note=note, evidence={"kind": "number", "printed": total.text, "expected": shown}, key=key
    )


def _in_a_block(block: Prose) -> Iterator[Problem]:
    """ "The embedding has 38,597,376; the positions 786,432. In total 39,383,809.\""""
    whole = whole_block(block.text)
    if _ROUGH.search(whole.text):
        return
    for found in (*_TOTAL.finditer(whole.text), *_IN_ALL.finditer(whole.text)):
        total = said(found, "t")
        before = [each for each in whole.numbers() if each.end <= found.start() and each.unit == total.unit]
        if (_near_miss(before, total) or _slip(before, total)) and not any(
            _near_hit(before[at:], total) for at in range(len(before))
        ):
            yield _problem(whole, before, total, sum((each.number.value for each in before), Fraction(0)))
        return  # what stands behind one total may be counted in it or not


def _long(number: Said) -> bool:
    """Whether a number has so many digits that its like is no accident."""
    return number.number.exact and number.number.digits >= LEAST_DIGITS and number.number.value > 0


def _near_miss(items: Sequence[Said], total: Said) -> bool:
    """Whether long whole numbers come close to a total without reaching it: too close to be something else."""
    if len(items) < 2 or not _long(total) or not any(_long(each) for each in items):
        return False
    if not all(each.number.exact and each.number.value > 0 for each in items) or _rounded(total, items):
        return False
    added = sum((each.number.value for each in items), Fraction(0))
    largest = max(each.number.value for each in items)
    return added != total.number.value and abs(added - total.number.value) <= NEAR * min(added - largest, added) + 9


def _slip(items: Sequence[Said], total: Said) -> bool:
    """Whether a long total is what the items come to but for one digit, or two exchanged."""
    added = sum((each.number.value for each in items), Fraction(0))
    exact = all(each.number.exact for each in items)
    return (
        exact
        and len(items) > 1
        and _long(total)
        and total.number.digits > LEAST_DIGITS
        and mistyped(added, total.number)
    )


def _near_hit(items: Sequence[Said], total: Said) -> bool:
    return len(items) > 0 and sum((each.number.value for each in items), Fraction(0)) == total.number.value


def _rounded(total: Said, items: Sequence[Said]) -> bool:
    """Whether a total, or an item, is rounded to thousands: 1,050,000 for the exact sum."""
    return any(
        each.number.last_significant_unit >= 1000 and each.number.digits > LEAST_DIGITS for each in (total, *items)
    )


def _in_lists(blocks: Sequence[Prose]) -> Iterator[Problem]:
    """Items of a list, one number at the end of each, and an item or sentence below that says their total."""
    run: list[Prose] = []
    for block in blocks:
        if block.kind == "item" and not _TOTAL_ITEM.match(block.text.text.strip("*_ ")):
            run = [*run, block] if run and run[-1].depth == block.depth else [block]
            continue
        if len(run) > 1 and _TOTAL_ITEM.match(block.text.text.strip("*_ ")):
            yield from _list_total(run, block)
        run = []


def _list_total(run: Sequence[Prose], below: Prose) -> Iterator[Problem]:
    lines = [whole_block(each.text) for each in run]
    last = next(iter(sentences(below.text)), None)
    if last is None or any(_ROUGH.search(_EACH.sub("", each.text)) for each in (*lines, last)):
        return
    numbers = last.numbers()
    items = [each.numbers()[-1] for each in lines if each.numbers()]
    if not numbers or len(items) < len(lines):
        return
    total = numbers[0] if _RIGHT_AFTER.fullmatch(last.text, 0, numbers[0].start) else numbers[-1]
    if {each.unit for each in items} != {total.unit}:
        return
    if (
        _near_miss(items, total)
        or _slip(items, total)
        or _all_listed(lines, items, last, total)
        or _measured(lines, items, last, total)
    ):
        added = sum((each.number.value for each in items), Fraction(0))
        yield _problem(last, items, total, added)


def _all_listed(lines: Sequence[Sentence], items: Sequence[Said], last: Sentence, total: Said) -> bool:
    """Whether labels with one long whole number each are followed by nothing but their total, which is of their size."""
    if not all(_LABEL.fullmatch(line.text, 0, item.start) for line, item in zip(lines, items, strict=True)):
        return False
    if not _RIGHT_AFTER.fullmatch(last.text, 0, total.start) or any(len(line.numbers()) > 1 for line in (*lines, last)):
        return False
    if not all(_long(each) and each.number.digits >= LEAST_DIGITS for each in (*items, total)):
        return False
    added = sum((each.number.value for each in items), Fraction(0))
    largest = max(each.number.value for each in items)
    return added != total.number.value and largest < total.number.value <= 2 * added


def _measured(lines: Sequence[Sentence], items: Sequence[Said], last: Sentence, total: Said) -> bool:
    """Whether labels with one amount each, all in one unit, miss by little the total in that unit below them."""
    if not total.unit or total.unit == "%" or len(items) < LEAST_MEASURED:
        return False
    if not _RIGHT_AFTER.fullmatch(last.text, 0, total.start) or _TAIL.fullmatch(last.text, total.end) is None:
        return False
    if any(
        _LABELLED.fullmatch(line.text, 0, item.start) is None or _TAIL.fullmatch(line.text, item.end) is None
        for line, item in zip(lines, items, strict=True)
    ):
        return False
    added = sum((each.number.value for each in items), Fraction(0))
    loose = sum((each.number.unit for each in (*items, total)), Fraction(0)) / 2
    if all(each.number.exact for each in (*items, total)):
        loose = Fraction(0)
    off = abs(added - total.number.value)
    return loose < off <= added / 8 and total.number.value > max(each.number.value for each in items)


# -- sums of one monomial ----------------------------------------------------------------------------------------

_SUMS_UP = Cued(r"\b(?:sum|total|add|altogether|in all|overall)|合计|总|共", re.IGNORECASE)
_AND_MORE = Cued(
    r"\b(?:plus|with|including|besides|further|also|per|each|times|other|remaining|above)\b|[×+]|另|加上|其他|每",
    re.IGNORECASE,
)
_MORE_THAN_ITEMS = Cued(
    r"\b(?:plus|including|besides|further|also|times|other|remaining|layers|blocks|without|ignor\w+|about|roughly)\b|另|加上|其他|约",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"\$[^$]*\$")

Basis = tuple[tuple[Term, int], ...]


def wrong_total(left: Term, right: Term) -> tuple[Fraction, Fraction, Basis] | None:
    """What multiples of one product of letters add up to, and the other multiple of it that they are said to be.

    >>> x = Symbol("x")
    >>> two, three, six = (Product((Number(Fraction(n)), x)) for n in (2, 3, 6))
    >>> added, told, _ = wrong_total(Sum((two, three)), six)
    >>> int(added), int(told)
    (5, 6)
    """
    whole = monomial(right)
    if whole is None or not whole[1] or not isinstance(left, Sum) or len(left.terms) < 2:
        return None
    parts = [part for each in left.terms if (part := monomial(each)) is not None and dict(part[1]) == dict(whole[1])]
    if len(parts) < len(left.terms):
        return None
    added = sum((times for times, _ in parts), Fraction(0))
    if added == whole[0] or whole[0] in (0, 1) or all(times == 1 for times, _ in parts):
        return None  # letters alone may be parts of one thing: Y + Y = Y
    return added, *whole


def _wrong_multiple(left: Term, right: Term) -> tuple[Fraction, Fraction, Basis] | None:
    """What numbers before letters come to, and the other multiple of the same letters that they are said to be.

    >>> x = Symbol("x")
    >>> half, two = Number(Fraction(1, 2)), Number(Fraction(2))
    >>> times, told, _ = _wrong_multiple(Product((x, two, Sum((half, two)))), x)
    >>> int(times), int(told)
    (5, 1)
    """
    whole = monomial(right)
    if whole is None or not whole[1] or not isinstance(left, Product):
        return None
    times, letters, numbers = Fraction(1), dict[Term, int](), 0
    for factor in left.factors:
        part = monomial(factor)
        if part is not None and part[1]:
            times *= part[0]
            letters.update({base: letters.get(base, 0) + power for base, power in part[1]})
            continue
        value = evaluate(factor, lambda name: None, exactly)
        if not isinstance(value, Interval) or value.lo != value.hi:
            return None
        times *= value.middle
        numbers += sum(isinstance(each, Number) for each in walk(factor))
    if letters != dict(whole[1]) or numbers < LEAST_MULTIPLIED or abs(times - whole[0]) <= abs(whole[0]) * CARELESS:
        return None
    return times, *whole


def _collected(term: Term) -> dict[Basis, Fraction] | None:
    """The multiple of each product of letters in a sum; None where it holds anything else."""
    found: dict[Basis, Fraction] = {}
    for each in _terms(term):
        part = monomial(each)
        if part is None or not part[1]:
            return None
        basis = tuple(sorted(part[1], key=repr))
        found[basis] = found.get(basis, Fraction(0)) + part[0]
    return found


def _terms(term: Term) -> Iterator[Term]:
    for each in term.terms if isinstance(term, Sum) else (term,):
        yield from _terms(each) if isinstance(each, Sum) else (each,)


def _wrong_part(left: Term, right: Term) -> tuple[Fraction, Fraction, Basis] | None:
    """The one multiple in a sum over several products of letters that is not what the terms before add up to."""
    terms = list(_terms(left))
    added, told = _collected(left), _collected(right)
    if added is None or told is None or added.keys() != told.keys() or len(added) < 2 or len(terms) <= len(added):
        return None
    odd = [basis for basis in added if added[basis] != told[basis]]
    if len(odd) != 1:
        return None
    return added[odd[0]], told[odd[0]], odd[0]


def _monomials(statement: Statement, term: Relation, *, roughly: bool) -> Iterator[Problem]:
    """``2bsh + 8bsh + bsh = 19bsh``: a sum of multiples of one product of letters, and the multiple it is said to be.

    Sums over several products are steps like others, but for those that are said to be ``roughly`` right: that is about
    what was left out, and whole multiples still add up.
    """
    for left, right, sign in zip(term.sides, term.sides[1:], term.relations, strict=False):
        found = wrong_total(left, right) if sign == "=" else None
        if found is None and sign == "=":
            found = _wrong_multiple(left, right) or (_wrong_part(left, right) if roughly else None)
        if found is None:
            continue
        added, told, basis = found
        span = statement.place(right.origin)
        letters = "".join(_name(base, power) for base, power in basis)
        shown = long_text(Interval.point(added))
        what = "the terms add up to" if isinstance(left, Sum) else "this is"
        other = letters if told == 1 else f"{long_text(Interval.point(told))} {letters}"
        message = f"{what} {shown} {letters}, not {other}"
        evidence: dict[str, object] = {"kind": "number", "expected": f"{shown} {letters}"}
        yield Problem(span, message, evidence=evidence, key=f"total-differs@{span.start}-{span.end}")


def _listed_monomials(blocks: Sequence[Prose], statements: Sequence[Statement]) -> Iterator[Problem]:
    """Items that each end in a multiple of the same letters, and a sentence below with the multiple they come to."""
    asserted = [each for each in statements if each.stance == "asserted" and each.carrier == "formula"]
    run: list[Prose] = []
    for block in blocks:
        if block.kind == "item" and not _TOTAL_ITEM.match(block.text.text.strip("*_ ")):
            run = [*run, block] if run and run[-1].depth == block.depth else [block]
            continue
        if len(run) > 1 and _SUMS_UP.search(block.text.text) and not _AND_MORE.search(block.text.text):
            yield from monomial_total(
                [multiples(each, asserted) for each in run],
                multiples(block, asserted),
            )
        words = _FORMULA.sub(" ", block.text.text)
        if len(run) > 1 and _SUMS_UP.search(words) and not _MORE_THAN_ITEMS.search(words):
            yield from _polynomial_total([_ends(each, asserted) for each in run], _ends(block, asserted))
        run = []


def multiples(
    block: Prose, statements: Sequence[Statement], *, squares: bool = False
) -> list[tuple[Statement, Fraction, Basis]]:
    """The multiples of two or more letters that the formulas of a block end in; of the power of one, too, with ``squares``."""
    first = bisect_left(statements, block.span.start, key=lambda each: each.span.start)
    last = bisect_left(statements, block.span.end, lo=first, key=lambda each: each.span.start)
    found: list[tuple[Statement, Fraction, Basis]] = []
    for each in statements[first:last]:
        term = each.term.sides[-1] if isinstance(each.term, Relation) else each.term
        known = monomial(term)
        if known is not None and (len(known[1]) > 1 or squares and any(power > 1 for _, power in known[1])):
            found.append((each, *known))
    return found


def monomial_total(
    items: Sequence[Sequence[tuple[Statement, Fraction, Basis]]],
    below: Sequence[tuple[Statement, Fraction, Basis]],
) -> Iterator[Problem]:
    """A problem where the last multiples of the items do not come to the one told below them."""
    ends = [each[-1] for each in items if each]
    if len(ends) < len(items) or len(below) != 1:
        return
    statement, told, basis = below[0]
    added = sum((factor for _, factor, _ in ends), Fraction(0))
    if any(dict(each) != dict(basis) for _, _, each in ends) or added == told or not added < 2 * told < 4 * added:
        return
    letters = "".join(_name(base, power) for base, power in basis)
    shown = long_text(Interval.point(added))
    span = statement.span
    message = f"the items add up to {shown} {letters}, not {long_text(Interval.point(told))} {letters}"
    parts = " + ".join(long_text(Interval.point(factor)) for _, factor, _ in ends)
    evidence: dict[str, object] = {"kind": "number", "expected": f"{shown} {letters}"}
    yield Problem(
        span,
        message,
        level="warning",
        note=f"{parts} = {shown}",
        evidence=evidence,
        key=f"total-differs@{span.start}-{span.end}",
    )


def _ends(block: Prose, statements: Sequence[Statement]) -> list[tuple[Statement, dict[Basis, Fraction]]]:
    """The sums of multiples of letters that the formulas of a block end in."""
    first = bisect_left(statements, block.span.start, key=lambda each: each.span.start)
    last = bisect_left(statements, block.span.end, lo=first, key=lambda each: each.span.start)
    ends = [
        (each, each.term.sides[-1] if isinstance(each.term, Relation) else each.term) for each in statements[first:last]
    ]
    return [(each, collected) for each, term in ends if (collected := _collected(term)) is not None]


def _polynomial_total(
    items: Sequence[Sequence[tuple[Statement, dict[Basis, Fraction]]]],
    below: Sequence[tuple[Statement, dict[Basis, Fraction]]],
) -> Iterator[Problem]:
    """``4d``, ``4d^2 + 4d`` and ``8d^2 + 5d``, and a total of which one multiple is another: ``12d^2 + 14d``."""
    if len(below) != 1 or any(len(each) != 1 for each in items):
        return
    (statement, told), added = below[0], dict[Basis, Fraction]()
    for ((_, parts),) in items:
        for basis, factor in parts.items():
            added[basis] = added.get(basis, Fraction(0)) + factor
    odd = [basis for basis in added if added[basis] != told.get(basis)]
    if added.keys() != told.keys() or len(added) < 2 or len(odd) != 1:
        return
    letters = "".join(_name(base, power) for base, power in odd[0])
    expected, shown = (f"{long_text(Interval.point(each[odd[0]]))} {letters}" for each in (added, told))
    span = statement.span
    yield Problem(
        span,
        f"the items add up to {expected}, not {shown}",
        level="warning",
        evidence={"kind": "number", "expected": expected},
        key=f"total-differs@{span.start}-{span.end}",
    )


def _name(base: Term, power: int) -> str:
    text = short(base, "")
    return text if power == 1 else f"{text}^{power}"


def monomial(term: Term) -> tuple[Fraction, Basis] | None:
    """The number and the letters of a product, letters in the order they stand in; None where it is something else."""
    factor, powers = Fraction(1), dict[Term, int]()
    stack: list[Term] = [term]
    while stack:
        match stack.pop():
            case Number(value=value, printed=printed) if printed is None or printed.exact:
                factor *= value
            case Symbol() | Index() as letter:
                powers[letter] = powers.get(letter, 0) + 1
            case Power(base=Symbol() | Index() as letter, exponent=Number(value=value)) if (
                value.denominator == 1 and 0 < value < 20
            ):
                powers[letter] = powers.get(letter, 0) + int(value)
            case Product(factors=factors):
                stack.extend(reversed(factors))
            case _:
                return None
    return factor, tuple(powers.items())
