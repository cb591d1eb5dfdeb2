"""Settings that a section tells twice, with two values: ``d = 512`` in its first sentence, and "the width is ``d = 256``" below.

A section may go through several settings, and says so: by a word (now, another, larger, instead), by the name of a
model, or by the way it tells them, in the items of a list or as a condition ("with ``d = 4`` …", "if").  Or it says
nothing and works on with the new numbers.  A value that stands nowhere else, where the other one does, is a slip.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import printed
from symformer.documents.places import item_at, section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import Sentence, running_words, sentences
from symformer.semantics.model import SemanticModel
from symformer.semantics.prose.concepts import named
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.terms.show import show
from symformer.terms.term import Index, Number, Relation, Symbol
from symformer.text.cued import Cued
from symformer.text.span import Span

# which one is meant, where a model has several: what is told of one of them says nothing of another
_ROLES = Cued(
    r"\b(?:encoders?|decoders?|teachers?|students?|drafts?|targets?|sources?|generators?|discriminators?|actors?|critics?|training|inference"
    r"|test|testing|validation|pre-?training|fine-?tuning|warm-?up|prefill|decoding|tokeni[sz]ers?|routers?|shared|routed|active|local|global"
    r"|image|text|audio|video|vision|language|query|key|value|key-value|kv)\b",
    re.IGNORECASE,
)
# what makes a value one of several, or one that is not told of the note's own model
_VARIES = Cued(
    r"\b(?:if|when|whenever|for|suppose|imagine|consider|assume|say|e\.g|i\.e|examples?|toy|larger|smaller|bigger|longer|shorter|wider|deeper"
    r"|others?|another|instead|increas\w*|decreas\w*|doubl\w*|tripl\w*|halv\w*|reduc\w*|grow\w*|shrink\w*|original\w*|papers?|compar\w*"
    r"|versus|vs|while|whereas|but|however|unlike|like|typical\w*|usual\w*|often|common\w*|could|would|might|may|can|try|tried|var[iy]\w*|chang\w*"
    r"|switch\w*|rang\w*|between|up to|at least|at most|base|large|small|tiny|medium|nano|mini|huge|first|second|third|last|only"
    r"|different|more|fewer|less|now|then|next|new|various|several|extend\w*|scal(?:es?|ed|ing) up|from|until|after"
    r"|before|initial\w*|final\w*|later|modern|recent|former|latter|versions?|variants?|settings?|options?|cases?|choices?|default|experiment\w*"
    r"|ablat\w*|stages?|phases?|practice|GPT|BERT|LLaMA|PaLM|Mistral|Mixtral|Gemma|Qwen|ViT|DeepSeek|RoBERTa"
    r"|Chinchilla|Gopher|Falcon|CLIP|OPT)\b|\?|？|[\"“”]|→|⇒|如果|若|当|假设|例如|比如|另|改|换|变|原|而|则|从|到",
    re.IGNORECASE,
)
_MODEL = Cued(r"\b(?!FP|BF)[A-Z][A-Za-z]+-?\d")  # GPT-2, T5
_SUPPOSES = Cued(r"\A\W*(?:let|with|take|taking|at|using|by|set|setting|choose|choosing|in|under)\b", re.IGNORECASE)
_COUNTS = Cued(
    r"(?<![\w.,^\-−–/×*])(?P<value>\d[\d,]*)[ ](?:(?:attention|transformer|encoder|decoder)[ ])?(?P<noun>layers|heads|blocks|experts)\b(?![-\s]+(?:of|per|above|below|later|each|deep)\b)",
)
_SIZES = Cued(
    r"\b(?P<noun>(?:hidden|embedding|model|vocabulary|vocab|batch|context)[ ](?:size|dimension|length|width|window)|learning rate|dropout rate|head dimension|sequence length|vocabulary)"
    r"[ ](?:is|of|holds|has|was|=)[ ](?P<value>\d[\d,]*(?:\.\d+)?)(?![\w.,^]*\d|\s?[×·*^/%+−-]|\s?\\|\s?(?:k|K|M|B|million|billion)\b)",
    re.IGNORECASE,
)
_NAMED_SIZE = re.compile(r"[dnNLHh]_\w{1,12}\Z|d\Z")
_RATES = frozenset({"learning rate", "dropout rate", "temperature", "momentum"})
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
NEAR_DISPLAY = 200  # characters from a sentence to the display that it introduces
MOST_AGREE = 3  # places that tell one value, for one in another section that tells another to be at odds with them
LEAST = 2  # a size of one, or of none, is a case


@dataclass(frozen=True, slots=True)
class _Setting:
    """A value that is told of a thing, with the sentence in which it stands."""

    name: str
    shown: str
    value: Fraction
    printed: str
    span: Span
    sentence: Sentence


def settings_changed(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each setting that a sentence tells with another value than its section does, or than all other sections do."""
    said = [each for _, words in running_words(model.document) for each in sentences(words)]
    said.sort(key=lambda each: each.place(0))
    told = sorted([*_in_formulas(model, said), *_in_words(said)], key=lambda setting: setting.span.start)
    found: set[int] = set()
    for settings in [*_by_section(told, model), *_by_name(told)]:
        for odd, usual in _odd_ones(settings, model):
            if odd.span.start not in found:
                found.add(odd.span.start)
                yield _problem(odd, usual)


def _by_section(told: Sequence[_Setting], model: SemanticModel) -> Iterator[Sequence[_Setting]]:
    by_section: dict[tuple[int, int, str], list[_Setting]] = defaultdict(list)
    for each in told:
        at = each.span.start
        by_section[section_at(model.document, at), item_at(model.document, at), each.name].append(each)
    yield from by_section.values()


def _by_name(told: Sequence[_Setting]) -> Iterator[Sequence[_Setting]]:
    """What is told of one thing in the whole note, where all but one of its places agree."""
    by_name: dict[str, list[_Setting]] = defaultdict(list)
    for each in told:
        by_name[each.name].append(each)
    for settings in by_name.values():
        if len(settings) > MOST_AGREE and min(Counter(each.value for each in settings).values()) == 1:
            yield settings


def _odd_ones(settings: Sequence[_Setting], model: SemanticModel) -> Iterator[tuple[_Setting, _Setting]]:
    """Each place with the rarer of two values, and the nearest place with the other one."""
    counted = Counter(each.value for each in settings)
    if len(counted) != 2:
        return
    usual = counted.most_common(1)[0][0]  # of two told as often, the first
    agreeing = [each for each in settings if each.value == usual]
    for odd in settings:
        if odd.value != usual and _goes_by(agreeing, odd, model):
            near = min(agreeing, key=lambda each: abs(each.span.start - odd.span.start))
            if _are_one(near, odd, model):
                yield odd, near


def _goes_by(agreeing: Sequence[_Setting], odd: _Setting, model: SemanticModel) -> bool:
    """Whether the section of the odd value has the usual one again behind it, and the odd one nowhere else.

    An author who begins another example without a word works on with its numbers.
    """
    sections, at = model.document.sections, section_at(model.document, odd.span.start)
    begin = sections[at].span.start if at >= 0 else 0
    end = sections[at + 1].span.start if at + 1 < len(sections) else len(model.document.source.text)
    text = _THOUSANDS.sub("", model.document.source.text[begin:end])
    here = [each.start() for each in _number(odd).finditer(text)]
    if len(here) != 1:
        return False
    behind = sum(each.start() > here[0] for each in _number(agreeing[0]).finditer(text))
    return behind > (odd.span.start < agreeing[0].span.start) or len(agreeing) > MOST_AGREE


def _number(setting: _Setting) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.^]){re.escape(setting.printed)}(?!\w|\.\d)")


def _problem(odd: _Setting, usual: _Setting) -> Problem:
    where = "above" if usual.span.start < odd.span.start else "below"
    return Problem(
        odd.span,
        f"{odd.shown} is {odd.printed} here, and {usual.printed} {where}",
        help="say which of them holds, or where the other setting begins",
        related=(Related(usual.span, f"{usual.printed} here"),),
        evidence={"kind": "number", "printed": odd.printed, "expected": usual.printed},
        key=f"setting@{odd.span.start}",
    )


def _in_words(said: Sequence[Sentence]) -> Iterator[_Setting]:
    for sentence in said:
        for pattern in (_COUNTS, _SIZES):
            for match in pattern.finditer(sentence.text):
                number = printed(match["value"].rstrip(",").replace(",", ""))
                noun = match["noun"].casefold()
                shown = f"the number of {noun}" if pattern is _COUNTS else f"the {noun}"
                yield _Setting(noun, shown, number.value, number.text, sentence.span(*match.span("value")), sentence)


def _in_formulas(model: SemanticModel, said: Sequence[Sentence]) -> Iterator[_Setting]:
    starts = [each.place(0) for each in said]
    for statement in model.statements:
        name, number = _given(statement)
        if name is None or number is None or not _is_setting(name, number, model):
            continue
        at = bisect_right(starts, statement.span.start) - 1
        if at < 0 or not _speaks_of(said[at], statement.span):
            continue
        assert isinstance(statement.term, Relation)
        text = number.printed.text if number.printed is not None else str(number.value)
        yield _Setting(name, show(statement.term.sides[0]), number.value, text, statement.span, said[at])


def _given(statement: Statement) -> tuple[str | None, Number | None]:
    """The name and the number of ``d = 512`` and ``d_k = d / h = 64``."""
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
        return None, None
    if (
        statement.hedged
        or statement.renewed
        or statement.of_others
        or statement.stepped
        or set(term.relations) != {"="}
    ):
        return None, None
    left, last = term.sides[0], term.sides[-1]
    if not isinstance(left, Symbol | Index) or not isinstance(last, Number):
        return None, None
    return (show(left) if isinstance(left, Index) else name_of(left)), last


def _is_setting(name: str, number: Number, model: SemanticModel) -> bool:
    """Whether a name is one of a size, or of a rate of training: not of an index, an entry or an unknown."""
    if name in model.index_names:
        return False
    concepts = [named(each.concept) for each in model.table.all_of(name) if each.concept is not None]
    known = [each for each in concepts if each is not None]
    if any(each.name in _RATES for each in known):
        return True
    whole = number.value.denominator == 1 and number.value >= LEAST
    if not whole or any(each.role != "dimension" for each in known):
        return False
    return bool(known) or name in model.size_names or _NAMED_SIZE.match(name) is not None


def _speaks_of(sentence: Sentence, span: Span) -> bool:
    """Whether a formula stands in a sentence, or in the display right behind it."""
    return span.start < sentence.place(len(sentence.text) - 1) + NEAR_DISPLAY


def _are_one(first: _Setting, second: _Setting, model: SemanticModel) -> bool:
    """Whether two values are told of one thing: in two sentences of running words, neither of which speaks of several."""
    if first.sentence is second.sentence or first.sentence.text == second.sentence.text:
        return False
    if any(_is_of_several(each.sentence.text) for each in (first, second)):
        return False
    if _SUPPOSES.match(second.sentence.text):
        return False
    kinds = [
        {match[0].casefold().rstrip("s") for match in _ROLES.finditer(each.sentence.text)} for each in (first, second)
    ]
    if kinds[0] != kinds[1] and any(kinds):
        return False
    return not _are_items(first, second, model)


def _is_of_several(text: str) -> bool:
    return _VARIES.search(text) is not None or _MODEL.search(text) is not None


def _are_items(first: _Setting, second: _Setting, model: SemanticModel) -> bool:
    """Whether the two stand in items of lists or behind labels, as those of several models do."""
    text = model.document.source.text
    for each in (first, second):
        begin = text.rfind("\n", 0, each.sentence.place(0)) + 1
        if _ITEM.match(text, begin) or _LABELLED.match(each.sentence.text):
            return True
    return False


_ITEM = re.compile(r"[ \t]*(?:[-*+•|]|\d{1,2}[.)]|#|\\item|\|)")
_LABELLED = re.compile(r"\W*[\w\s().-]{1,24}[:：(]")

__all__ = ["settings_changed"]
