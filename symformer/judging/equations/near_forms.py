"""Formulas that are one the field cites by name, but for one edit; which of them a reader is told of.

Where a formula agrees with any of the ways to write it, nothing is said.  Loud is what its left side or the words
before it name; what only the headings above or the words after it name is told at info.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Literal

from symformer.catalogue.form import Form
from symformer.catalogue.formed import all_forms, forms_cited_in, speaks_of_opposites
from symformer.findings.finding import Problem
from symformer.judging.equations.around import (
    HEADING,
    VARIES,
    called_a_variant,
    claimed_by_label,
    is_alike,
    is_told_right_behind,
    label_of,
    titles_above,
    without_the_other,
    words_after,
    words_before,
)
from symformer.judging.equations.edits import (
    begins_with_itself,
    comes_down_to_two,
    in_words,
    is_fixed_point,
    is_log_of_a_size,
    is_of_costs,
    is_of_pairs,
    is_slip_of_form,
    is_solved_for_another,
    is_turned_over,
    readable,
)
from symformer.judging.equations.targets_told import target_told
from symformer.judging.indices.runs import is_mean_of_its_terms
from symformer.reasoning.evident import told_by_itself
from symformer.reasoning.form_miss import (
    LIKE_EQUAL,
    FormMiss,
    compared_with_forms,
    is_contrary,
    left_names,
    telling_forms,
)
from symformer.reasoning.nearly import Edit
from symformer.reasoning.normal import normal
from symformer.reasoning.plainer import with_plain_letters
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.surroundings import sentence_before
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote
    from symformer.semantics.statement import Statement

# where the sign of the whole is a matter of what one wants of it
EITHER_SIGN = Cued(
    r"(?<!negative log-)(?<!negative log )likelihood|\bmaximi[sz]|\breward|\bscores?\b|\bascent|\bgain|objective|(?<!负对数)似然|最大",
    re.IGNORECASE,
)
# what may be done with a formula as it stands, which says that it holds it
MAY_GO = Cued(
    r"\b(?:can|may|could|will)\b[^.,]{0,20}?\b(?:ignor|drop|omit|neglect|leav)\w*|可以?(?:忽略|省略|去掉)",
    re.IGNORECASE,
)
OF_TWO = frozenset({"mutual-information", "information-shared"})
HIDDEN_STATE = "hidden-state-of-a-cell"
FAR = 500  # characters in which a paragraph is looked for
SENTENCE_END = re.compile(r"[.!?。](?=\s|$)|\n\s*\n|\n\s*(?:[-*+]|\d+[.)]|#+)\s")


@dataclass(frozen=True, slots=True)
class _Found:
    shaped: StatementShape
    miss: FormMiss
    loud: bool


@dataclass(frozen=True, slots=True)
class _All:
    right: frozenset[int]
    found: tuple[_Found, ...]


def near_form_problems(
    note: JudgedNote, level: Literal["info", "warning"], told: Collection[int] = ()
) -> Iterator[Problem]:
    """The near misses of a note that are told at a level, but for the statements that something was told of."""
    opposites = {id(statement): problem for statement, problem in once(note, _contrary)}
    if level == "warning":
        yield from opposites.values()
    for each in once(note, _all).found:
        known = id(each.shaped.statement) in told or id(each.shaped.statement) in opposites
        if ("warning" if each.loud else "info") == level and not known:
            yield _problem(each)


def _contrary(note: SemanticModel) -> tuple[tuple[Statement, Problem], ...]:
    """A problem for each formula that the words right before it call by the name of its opposite, and by no other."""
    found: list[tuple[Statement, Problem]] = []
    text = note.document.source.text
    if not speaks_of_opposites(text):
        return ()
    for statement in note.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if set(term.relations) - LIKE_EQUAL:
            continue
        start = statement.span.start if statement.formula is None else statement.formula.span.start
        sentence = sentence_before(text, start)
        cited = [each for each in _cited(sentence, sentence) if each.contrary]
        if len(cited) == 1 and is_contrary(term, cited[0]) and not BOTH.search(sentence):
            form = cited[0]
            problem = Problem(
                statement.place(term.sides[1].origin),
                f"the words name “{form.title}”, and this is the opposite of it",
                help=f"that is {(form.forms or form.also)[0]} ({form.source})",
                evidence={"equation": form.id, "edit": "contrary"},
            )
            found.append((statement, problem))
    return tuple(found)


def _is_leaky(term: Relation, note: SemanticModel, here: Statement) -> bool:
    """Whether a cell that a hidden state is made of is told, in its section, as a weighted mean of two: ``f c + (1 - f) z``.

    Such a cell stays as small as what goes in, and needs no function to keep it so.
    """
    held = set(walk(term.sides[1]))
    for statement in note.statements:
        match statement.term:
            case Relation(sides=(Symbol() | Index() as cell, Sum(terms=terms), *_)) if (
                statement.section == here.section and cell in held
            ):
                factors = [each.factors for each in terms if isinstance(each, Product | Elementwise)]
                shares: set[Term] = {
                    factor for each in factors for factor in each if isinstance(factor, Symbol | Index)
                }
                if any(_is_rest_of(factor, shares) for each in factors for factor in each):
                    return True
    return False


def _is_rest_of(factor: Term, shares: set[Term]) -> bool:
    """Whether a factor is what is left of one when a share is taken: 1 - f."""
    match factor:
        case Sum(terms=(Number(value=value), *others)) if value == 1:
            return any(not shares.isdisjoint(walk(each)) for each in others)
    return False


def _is_sum_of_its_kind(term: Relation) -> bool:
    """Whether parts with labels add up to a whole of the same letter, ``E_total = E_a + E_b``: none of them lacks a square."""
    left, right = term.sides[0], term.sides[1]
    if not isinstance(left, Symbol) or not isinstance(right, Sum):
        return False
    return all(isinstance(each, Symbol) and _stem(each.name) == _stem(left.name) for each in right.terms)


def _is_said_to_be_the_rest(term: Relation) -> bool:
    """Whether a chain says on the way that it is what another thing leaves of one: ``g_2 = 1 - g = 1 / (1 + e^u)``."""
    return any(
        isinstance(side, Sum) and len(side.terms) == 2 and Number(Fraction(1)) in side.terms and _subtracts_a_name(side)
        for side in term.sides[1:-1]
    )


def _subtracts_a_name(side: Sum) -> bool:
    taken = next(each for each in side.terms if each != Number(Fraction(1)))
    match taken:
        case Product(factors=(Number(value=value), Symbol() | Index() | Apply())):
            return value == -1
    return False


def _stem(name: str) -> str:
    return name.partition("_")[0]


BOTH = Cued(
    r"\b(?:not|unlike|contrast|compared|versus|vs|than|rather|whereas|opposite)\b|(?<!well[- ])\bknown\b(?! (?:as|to|for|by)\b)|不同于|相比",
    re.IGNORECASE,
)


def loud_near_forms(note: SemanticModel) -> frozenset[int]:
    """The statements, by identity, that are not quite what the words before them name."""
    return frozenset(id(each.shaped.statement) for each in once(note, _all).found if each.loud)


def formulas_as_they_are_written(note: SemanticModel) -> frozenset[int]:
    """The statements, by identity, that are a formula of the field in one of the ways to write it."""
    return once(note, _all).right


def _all(note: SemanticModel) -> _All:
    right: set[int] = set()
    found: list[_Found] = []
    for shaped in note.shapes:
        statement = shaped.statement
        if statement.carrier not in ("formula", "prose") or statement.stance != "asserted":
            continue
        term = statement.term
        if statement.carrier == "prose" and not (isinstance(term, Relation) and _is_named_by_a_word(term)):
            continue  # in plain characters letters are told from words too badly to be compared with much
        if statement.hedged and not (isinstance(term, Relation) and _tells(term.sides[0])):
            continue  # but what random variables are supposed in is none of an entropy's sums
        label = label_of(note, statement)
        if (claimed := claimed_by_label(term)) is not None:
            label, term = claimed
        term = with_plain_letters(term)
        if not isinstance(term, Relation):
            bare = _bare(note, shaped)
            found.extend([bare] if bare is not None else [])
            continue
        before, after = f"{_words_before(note, statement)}\n{label}", _sentence_after(note, statement)
        cited = _cited(before, f"{before} {after}")
        above = titles_above(note, statement)
        weakly = _cited(f"{above} {after}", f"{above} {before} {after}")
        signs = EITHER_SIGN.search(f"{before} {after}") is None
        signs = signs and (LOSS.search(f"{before} {after}") is not None or not once(note, _has_bounds))
        evident = () if telling_forms(term.sides[0]) else (*told_by_itself(term), *_told_by_letters(term, SHARES))
        by_both = tuple(each for each in evident if each in cited)
        evident = () if by_both else evident  # the words tell which of them it is
        cited = (*cited, *evident)
        if _decays_second(term) and any(each.id == SECOND_MOMENT for each in cited):
            cited, weakly = (tuple(each for each in some if each.id not in FIRST_MOMENTS) for some in (cited, weakly))
        if told := _told_by_letters(term):
            signs = signs and bool(cited or LOSS.search(f"{above} {before} {after}"))
            cited = (*cited, *(each for each in told if each not in cited))
        compared = compared_with_forms(
            term, partial(tuple, (*cited, *weakly)), partial(_is_slip, signs), tuple(set(evident) & set(cited))
        )
        if by_both and not compared.agrees and compared.miss is None:  # whatever its left side is called
            again = compared_with_forms(term, tuple, partial(_is_slip, signs), by_both)
            compared = again if again.miss is not None else compared
        if not compared.agrees and compared.miss is None and _is_word(term.sides[0]):
            near = _cited(f"{words_before(note, statement)}\n{label}", before)
            if not any(name in form.left for form in near for name in left_names(term.sides[0])):
                again = compared_with_forms(term, tuple, partial(_is_slip, signs), near)
                compared = again if again.miss is not None else compared
        if compared.agrees:
            if not any(map(_is_root_of_deviation, walk(term))):
                right.add(id(statement))
        elif compared.miss is not None and not shaped.inferred.conflicts:
            if compared.miss.form in evident and is_custom(term, compared.miss):
                continue
            if is_fixed_point(term) or comes_down_to_two(term, compared.miss.side):
                continue
            if is_log_of_a_size(term, shaped.environment.theory.speaks_of):
                continue
            if is_told_right_behind(note, statement, compared.miss.edit):
                continue
            if is_mean_of_its_terms(term) or _is_sum_of_its_kind(term) or _is_said_to_be_the_rest(term):
                continue
            if compared.miss.form.id == HIDDEN_STATE and _is_leaky(term, note, statement):
                right.add(id(statement))
                continue
            called = isinstance(term.sides[0], Apply) and _is_unmistakable(compared.miss)
            loud = compared.miss.named or compared.miss.form in cited or called or _is_root_of_spread(compared.miss)
            # by the heading, and by what is said of the letters right behind it
            loud = loud or all(compared.miss.form in forms_cited_in(words) for words in (above, after))
            others = tuple(
                form for form in forms_cited_in(f"{above} {before} {after}") if form not in (*cited, *weakly)
            )
            if not loud and compared_with_forms(term, partial(tuple, others), partial(_is_slip, signs)).agrees:
                right.add(id(statement))  # it is another form of which the words speak as well
                continue
            if compared.miss.kept and (
                UNWEIGHTED.search(f"{before} {after}") or not _has_elsewhere(note, compared.miss.edit.standard)
            ):
                continue
            if _is_negative(term.sides[0]) and in_words(compared.miss.edit).startswith(OTHER_SIGN):
                continue  # both sides have it
            if is_of_costs(compared.miss.edit, before, term) or is_of_pairs(term, compared.miss.edit):
                continue
            target = target_told(note, statement, term, compared.miss.form.id, compared.miss.edit)
            if target == "right":
                right.add(id(statement))
                continue
            loud = loud and target != "open"
            if begins_with_itself(term, compared.miss.edit):
                continue
            if compared.miss.form.id in OF_TWO and is_alike(note, statement):
                continue
            if compared.miss.edit.kind == "negated" and _is_slope_of_a_log(term, note):
                continue  # a loss is the negative of it
            unless = compared.miss.form.unless
            if unless and re.search(unless, before, re.IGNORECASE) is not None:
                continue  # the name on the left may be that of another one
            lacks = compared.miss.edit.kind in ("missing", "divisor")  # which a letter may hold
            if lacks and stands_for_more(statement, note):
                continue
            turned = is_turned_over(compared.miss.edit) and not compared.miss.signed
            if not called_a_variant(note, statement, label, but=MAY_GO, cited=True, turned=turned):
                found.append(_Found(shaped, compared.miss, loud))
    others_told = [each.term for each in note.statements if id(each) in right and isinstance(each.term, Relation)]
    found = [
        each for each in found if not any(is_solved_for_another(each.shaped.statement.term, one) for one in others_told)
    ]
    return _All(frozenset(right), tuple(found))


NEVER_NEGATIVE = frozenset({"entropy-of-a-distribution", "binary-entropy"})


def is_custom(term: Relation, miss: FormMiss) -> bool:
    """Whether a formula that only its letters tell differs in what custom may decide: the sign of all, rows for columns.

    What is called with its arguments has its sign where the form leaves no choice: H(p), A(s, a).
    """
    decided = isinstance(term.sides[0], Apply) and (miss.form.decided or miss.form.id in NEVER_NEGATIVE)
    turned = any(isinstance(each, Transpose) for each in (miss.edit.standard, miss.edit.found))
    return (
        miss.signed and not decided or turned or miss.edit.kind in ("order", "crossed", "arguments", "entry", "letter")
    )


OTHER_SIGN = "it has the other sign"


def _is_negative(term: Term) -> bool:
    return isinstance(term, Product) and Number(Fraction(-1)) in term.factors


def _is_slope_of_a_log(term: Relation, note: SemanticModel) -> bool:
    """Whether a logarithm itself is differentiated, or what the note says is one, or a sum of them."""
    match term.sides[0]:
        case Apply(function="derivative" | "gradient", arguments=(Symbol() as name, *_)):
            told = [each.term for each in note.statements if isinstance(each.term, Relation)]
            return any(each.sides[0] == name and any(map(_is_of_logs, each.sides[1:])) for each in told)
        case Apply(function="derivative" | "gradient", arguments=(inner, *_)):
            return _is_of_logs(inner)
    return False


def _is_of_logs(term: Term) -> bool:
    """Whether a term is a logarithm, or made of some, that are not subtracted."""
    match term:
        case Apply(function="log" | "ln"):
            return True
        case IndexedSum(kind="sum", body=inner) | Quotient(numerator=inner):
            return _is_of_logs(inner)
        case Sum(terms=terms):
            return any(map(_is_of_logs, terms))
        case Product(factors=factors):
            return Number(Fraction(-1)) not in factors and any(map(_is_of_logs, factors))
    return False


UNWEIGHTED = re.compile(  # words that say that a factor is one
    r"\b(?:undiscounted|episodic|average[- ]reward|(?:no|without|ignor\w+) (?:a )?(?:discount|weight)\w*|uniform|equal(?:ly)?)\b|\\(?:gamma|beta)\s*=\s*1\b"
    r"|无折扣|等权",
    re.IGNORECASE,
)


def _tells(left: Term) -> bool:
    """Whether a left side says by itself what it is, whatever is supposed of its letters: H(Y | X), Var(X)."""
    return bool(telling_forms(left)) or isinstance(left, Apply) and left.function in ("variance", "Cov")


def _has_elsewhere(note: SemanticModel, letter: Term | None) -> bool:
    """Whether a letter that a formula lacks stands in another formula of the note."""
    head = letter.base if isinstance(letter, Index) else letter
    return any(part == head for part in once(note, _letters))


def _letters(note: SemanticModel) -> frozenset[Term]:
    """The letters in what a note asserts."""
    return frozenset(part for each in note.statements for part in walk(each.term) if isinstance(part, Symbol))


LEAST_NAME = 5  # letters of a name that is a word: recall, precision


def _is_named_by_a_word(term: Relation) -> bool:
    """Whether the left side is the name of a formula in full: recall = TP / (TP + FN)."""
    name = term.sides[0]
    if not isinstance(name, Symbol) or len(name.name) < LEAST_NAME:
        return False
    return any(name.name.casefold() == left.casefold() for form in all_forms() for left in form.left)


LEAST_WORD = 4  # letters of a word


def _is_word(left: Term) -> bool:
    """Whether a left side is a word: output, weights, new value.  Where no form is called so, the sentence tells which it is."""
    name = left.name if isinstance(left, Symbol) else ""
    return len(name) >= LEAST_WORD and name.replace(" ", "").isalpha()


LONG = 12  # parts, of a formula that nobody writes by chance but for a sign


def _is_unmistakable(miss: FormMiss) -> bool:
    """Whether a long formula has a minus too many or too few, or lacks a logarithm: for the mean of a thing a heading is enough."""
    sign = miss.edit.standard if miss.edit.kind == "missing" else miss.edit.found
    minus = miss.edit.kind in ("missing", "extra") and isinstance(sign, Number) and sign.value == -1
    standard = miss.edit.standard
    bare = miss.edit.kind == "wrapped" and isinstance(standard, Apply) and standard.function in ("log", "exp")
    bare = bare and isinstance(standard, Apply) and standard.arguments == (miss.edit.found,)
    return (minus or bare) and not miss.signed and sum(1 for _ in walk(miss.standard)) >= LONG


def _is_root_of_spread(miss: FormMiss) -> bool:
    """Whether a deviation is divided by a variance and its ε without a root, or by the root of σ and ε."""
    if miss.form.id not in ("normalised", "normalised-scaled-and-shifted") or isinstance(miss.edit.found, Index):
        return False  # of an index nobody knows whether it is a power
    return miss.edit.kind in ("wrapped", "other", "powered") and any(
        isinstance(part, Power) for part in (miss.edit.standard, miss.edit.found)
    )


def _is_root_of_deviation(part: Term) -> bool:
    """Whether a root is taken of σ itself and an ε: what is a variance by another letter is none by this."""
    match part:
        case Apply(function="sqrt", arguments=(Sum(terms=(Symbol(name="sigma"), Symbol(name=small))),)):
            return small in ("epsilon", "varepsilon", "eps")
    return False


IS_NAMED = Cued(r"(?:\b(?:is|are|as|equals)|:|：|为|是|=)\s*[$`(\\\[:math]*\Z", re.IGNORECASE)


def _bare(note: SemanticModel, shaped: StatementShape) -> _Found | None:
    """A formula without a left side, right behind words that name it: "Precision is TP / (TP + FP)"."""
    statement = shaped.statement
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    text = note.document.source.text
    words = re.split(r"\$|\n\s*\n|[.。;；](?:\s|\Z)", text[max(0, start - 80) : start].rstrip("$\\([` "))[-1]
    if isinstance(statement.term, Symbol | Index | Number) or IS_NAMED.search(words) is None:
        return None
    cited = tuple(
        form
        for form in _cited(words, _words_before(note, statement))
        if form.fixed and any(len(name) > 2 and name.casefold() in words.casefold() for name in form.left)
    )
    if len(cited) != 1 or VARIES.search(words) is not None:
        return None
    named = Relation(("=",), (Symbol(cited[0].left[0]), statement.term), statement.term.origin)
    compared = compared_with_forms(named, lambda: cited, partial(_is_slip, True))
    if compared.agrees or compared.miss is None:
        return None
    return _Found(shaped, compared.miss, True)


def _words_before(note: SemanticModel, statement: Statement, far: int = FAR) -> str:
    """The heading above a formula, and the paragraph that leads to it, so far as it is near.

    Words that only point, "The formula is:", lead to nothing by themselves: then the paragraph before them counts too.
    """
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    before = note.document.source.text[max(0, start - far) : start].rstrip()
    cut = before.rfind("\n\n")
    if POINTS.match(before, cut + 1) is not None:
        earlier = before.rfind("\n\n", 0, max(cut, 0))
        cut = earlier if HEADING.search(before[earlier + 1 : cut + 1]) is None else cut
    return without_the_other(f"{words_before(note, statement)}\n{before[cut + 1 :]}")


# a lead that names nothing
POINTS = Cued(
    r"\s*[*_>-]*\s*(?:(?:the|this|its|our|resulting|general|final|full|exact|in|as|is|are|can be|written|given|by|formally|mathematically|so|thus|here"
    r"|formula|equation|definition|expression|calculation|symbols?|math(?:s|ematics)?|follows|it|that|we|have|get|write|compute|one|of|form)\s*)+[*_]*[:：,，]?[*_]*\s*[$\\(\[`]*\Z"
    r"|\s*[*_>-]*\s*(?:(?:其|计算|具体|数学|的)*(?:公式|表达式|定义|形式)(?:化|如下|为|是|表示)*|即|如下)[*_]*[:：,，]?[*_]*\s*[$\\(\[`]*\Z",
    re.IGNORECASE,
)


def _cited(words: str, around: str) -> tuple[Form, ...]:
    cited = forms_cited_in(words)
    return tuple(form for form in cited if not form.unless or re.search(form.unless, around, re.IGNORECASE) is None)


SECOND_MOMENT = "running-mean-of-the-squared-gradient"
FIRST_MOMENTS = frozenset({"velocity", "moving-average", "running-mean-of-the-gradient"})


def _decays_second(term: Relation) -> bool:
    """Whether a running mean goes by v or s, and its decay by β_2: that is the one of the squared gradient."""
    decay = Index(Symbol("beta"), (Number(Fraction(2)),))
    return not {"v", "s", "V", "S"}.isdisjoint(left_names(term.sides[0])) and decay in set(walk(term.sides[1]))


LOSS = Cued(r"\b(?:loss|cost|error|minimi[sz])|损失|最小化", re.IGNORECASE)
LOSSES = frozenset({"L", "l", "J", "loss", "Loss", "ell", "cost"})
SHARES = frozenset({"p", "q"})  # what a model gives, in letters that stand for much else
OF_DATA, OF_MODEL = frozenset({"y"}), frozenset({"hat(y)", "hat(p)"})


def _told_by_letters(term: Relation, model: frozenset[str] = OF_MODEL) -> tuple[Form, ...]:
    """The losses that a formula must be one of since it is called one and is made of y and ŷ."""
    if not LOSSES.intersection(left_names(term.sides[0])) or _is_slope(term.sides[0]):
        return ()
    right = [part for side in term.sides[1:] for part in walk(side)]
    names = {name for part in right if isinstance(part, Symbol) for name in left_names(part)[:1]}
    if not names & OF_DATA or not names & model:
        return ()
    if not any(isinstance(part, IndexedSum) or isinstance(part, Apply) and part.function == "log" for part in right):
        return ()  # a difference may be an error by itself
    return tuple(each for each in all_forms() if each.lettered)


def _is_slope(term: Term) -> bool:
    """Whether a loss is differentiated: its slope is no loss."""
    return any(isinstance(part, Apply) and part.function in ("derivative", "gradient") for part in walk(term))


BOUND = Cued(r"\bELBO\b|\blower bound|\bevidence bound|下界", re.IGNORECASE)


def _has_bounds(note: SemanticModel) -> bool:
    """Whether the note speaks of a lower bound: what is maximised stands under its letter, and no loss."""
    return BOUND.search(note.document.source.text) is not None


def _is_slip(signs: bool, edit: Edit, signed: bool, decided: bool) -> bool:
    return is_slip_of_form(edit) and (signs or decided or not (signed or _is_reciprocal(edit)))


def _is_reciprocal(edit: Edit) -> bool:
    """Whether a part stands upside down, which is no more than a sign in a logarithm."""
    if edit.standard is None or edit.found is None:
        return False
    return normal(Power(edit.found, Number(Fraction(-1)))) == normal(edit.standard)


GOES_ON = Cued(r"[\s$.,;]*(?:\\\]|\\end\{\w+\*?\})?\s*(?P<words>(?:where|with|here)\b|其中|这里)", re.IGNORECASE)


def _sentence_after(note: SemanticModel, statement: Statement) -> str:
    after = words_after(note, statement)
    after = after[goes_on.start("words") :] if (goes_on := GOES_ON.match(after)) is not None else after
    end = SENTENCE_END.search(after)
    return after[: end.start()] if end is not None else after


def stands_for_more(statement: Statement, note: SemanticModel) -> bool:
    """Whether the note says of a factor of a formula what quotient or product it is: s = α / r."""
    products = [part.factors for part in walk(statement.term) if isinstance(part, Product)]
    products = [each for each in products if sum(not isinstance(factor, Number) for factor in each) > 1]
    factors = {factor for each in products for factor in each}  # what is only subtracted is none
    return any(
        isinstance(each.term, Relation)
        and each is not statement
        and each.term.relations[0] in ("=", ":=", "≡")
        and each.term.sides[0] in factors
        and isinstance(each.term.sides[1], Quotient | Product)
        and any(isinstance(part, Symbol) for part in walk(each.term.sides[1]))
        and isinstance(each.term.sides[0], Symbol)
        for each in note.statements
    )


def _problem(found: _Found) -> Problem:
    miss, statement = found.miss, found.shaped.statement
    claimed = claimed_by_label(statement.term)
    term = statement.term if claimed is None else claimed[1]
    right = term.sides[miss.side] if isinstance(term, Relation) else term
    name = term.sides[0] if isinstance(term, Relation) else Symbol(miss.form.left[0])
    left = miss.edit.standard if miss.edit.kind == "arguments" and miss.edit.standard else name
    standard = show(readable(miss.standard))
    return Problem(
        statement.place(right.origin),
        f"differs from the standard “{miss.form.title}”: {in_words(miss.edit)}",
        help=f"the standard form is {show(left)} = {standard} ({miss.form.source})",
        evidence={"equation": miss.form.id, "standard": standard, "edit": miss.edit.kind},
    )
