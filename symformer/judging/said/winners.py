r"""Which of a few numbers that differ in one label wins, where the sentence names another: "since 0.0126 > 0.0038 the best path ends in C".

The labels are those of the formulas above, ``\delta_3(H) = 0.0126`` beside ``\delta_3(C) = 0.0038``, or of the sentence: "the
distance to \mu_1 is 1 and to \mu_2 it is 5.6, so B stays in cluster 2".  Whether the largest or the least wins, the words
around say; where they speak of both, nothing is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence, sentences
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Relation, Symbol
from symformer.text.cued import Cued

FAR = 1500  # characters between the numbers and what is concluded from them
_KIND = r"(?:class|cluster|label|state|action|token|model|split|option|arm|cent(?:er|re|roid)|group|category|component|word|feature|attribute|key|expert|document|candidate|hypothesis|path|prototype|neighbou?r)"
_LABEL = rf"(?:the\s+)?(?:{_KIND}\s+)?[\"“'‘]?(?P<{{0}}>\\?[A-Za-z]+(?:_\{{{{?\w+\}}}}?)?|\d{{{{1,2}}}})(?![\w(.^]*\d|[(^_])[\"”'’]?"
_MORE = r"(?P<{0}>larger|higher|greater|bigger|largest|highest|greatest|biggest|maximal|smaller|lower|smallest|lowest|least|minimal|shorter|shortest)"
_NOUN = r"(?P<{0}>(?:information\s+)?[a-z]+)"
_HAS = Cued(
    rf"\b{_LABEL.format('a')}\s+(?:has|gives|gets|yields|achieves|reaches|attains|shows|offers|wins\s+with|receives)\s+(?:the|a)\s+(?:much\s+|clearly\s+|far\s+|slightly\s+)?{_MORE.format('more')}\s+{_NOUN.format('noun')}\b"
    rf"|\bthe\s+{_MORE.format('more2')}\s+{_NOUN.format('noun2')}\s+(?:is|belongs\s+to|comes\s+from|is\s+that\s+of|goes\s+to|is\s+reached\s+by)\s+{_LABEL.format('b')}",
    re.IGNORECASE,
)
_CHOSEN = Cued(
    rf"\b(?:so|hence|thus|therefore|accordingly|and)\s+(?:the\s+(?:model|classifier|network|rule|tree|algorithm|policy|point)\s+)?(?:we\s+)?(?:predicts?|chooses?|picks?|selects?|(?:would\s+)?splits?\s+on|classif(?:y|ies)\s+(?:it\s+|the\s+point\s+)?as|decides?\s+for|prefers?|(?:is\s+)?assign(?:s|ed)?(?:\s+it|\s+the\s+point)?\s+to)\s+{_LABEL.format('a')}"
    rf"|\b{_LABEL.format('b')}\s+(?:wins|is\s+(?:(?:then|thus|therefore|clearly)\s+)?(?:preferred|chosen|selected|picked|predicted|the\s+winner|(?:the\s+)?(?:better|best|more\s+likely|most\s+likely|more\s+probable|most\s+probable|nearer|closer|nearest|closest)))\b"
    rf"|\b(?:the\s+)?(?:best|most\s+likely|most\s+probable|optimal)\s+(?:path|sequence|state|action|class|label|split|tag)\s+(?:ends\s+(?:in|with|at)|is)\s+{_LABEL.format('c')}"
    rf"|\b(?:moves|belongs|is\s+assigned|goes|stays|remains|is\s+put|falls|joins|is\s+(?:nearer|closer|nearest|closest))\s+(?:to\s+|in\s+|into\s+|with\s+)?{_LABEL.format('d')}",
    re.IGNORECASE,
)
_SINCE = Cued(rf"(?<![\w.])(?P<x>{PLAIN_NUMBER})\s*(?P<sign>[<>]|\\lt\b|\\gt\b)\s*(?P<y>{PLAIN_NUMBER})(?![\w^]|\.\d|\s*[-+*/·<>])")  # fmt: skip
_OPEN = Cued(
    r"\?|\b(?:if|would|could|should|might|may|not|never|no\s+longer|unless|until|wrong\w*|suppose\w*|first|before|instead|although|though|despite|but|however|unlike|otherwise|worst|second[\s-](?:most|best|largest)|with\s+(?:a\s+)?probability|sampl\w*|random\w*|draws?|drawn)\b|n['’]t\b",
    re.IGNORECASE,
)
_LEAST = Cued(
    r"\bdistan|\bloss|\berror|\bcosts?\b|perplexit|entrop|gini|impurit|\bmse\b|\bpenalt|diverg|\brisk|nearer|nearest|closer|closest|surpris|energ|\bless\b",
    re.IGNORECASE,
)
_MOST = Cued(
    r"probab|likel|scores?\b|logit|\bgains?\b|similar|posterior|accura|reward|\breturns?\b|margin|evidence|viterbi|cosine|\bq-value|value of|\bucb\b|softmax|\bactivation|\bmore\b|dot product|inner product",
    re.IGNORECASE,
)
_LOW = ("smaller", "lower", "smallest", "lowest", "least", "minimal", "shorter", "shortest")
_CHANCES = frozenset({"P", "p", "Pr", "Gain", "gain", "IG", "score"})
_MOVES = Cued(r"\b(?:so|hence|thus|therefore|since|because|as|that['’]?s why|which is why)\b", re.IGNORECASE)
_TOKEN = Cued(r"[^\W\d_]+|\d+|\S")


@dataclass(frozen=True, slots=True)
class _Valued:
    """A number under a label of its family."""

    label: str
    text: str
    value: Fraction
    at: int
    of: str = ""  # what the formula begins with


def winner_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every conclusion that names another label than the one whose number wins."""
    known: list[tuple[int, Mapping[str, Sequence[_Valued]]]] | None = None
    for block in document.prose:
        plain = block.text.text.replace("$", "").replace("*", "")
        if block.kind == "heading" or not (_HAS.search(plain) or _CHOSEN.search(plain)):
            continue
        before = ""
        for sentence in sentences(block.text):
            text = sentence.text
            told = list(_HAS.finditer(text)), list(_CHOSEN.finditer(text))
            if any(told) and _OPEN.search(text) is None:
                known = _families(document, statements) if known is None else known
                yield from _judged(document, sentence, before, told, known)
            before = text


def _judged(
    document: Document,
    sentence: Sentence,
    before: str,
    told: tuple[list[re.Match[str]], list[re.Match[str]]],
    known: Sequence[tuple[int, Mapping[str, Sequence[_Valued]]]],
) -> Iterator[Problem]:
    has, chosen = told
    for found in (*has, *chosen):
        group = next(name for name in ("a", "b", "c", "d") if name in found.re.groupindex and found[name])
        label = _bare(found[group])
        pair = _SINCE.search(sentence.text, 0, found.start())
        if group == "c" and label.isdigit() and pair is None:
            continue  # a path has many labels
        if group == "d" and _MOVES.search(sentence.text, 0, found.start(group)) is None:
            continue  # it goes there for other reasons
        place = sentence.place(found.start(group))
        in_sentence = _inline(sentence.text[: found.start()])
        family = (
            in_sentence if label in {each.label for each in in_sentence} else _nearest(document, place, label, known)
        )
        if pair is not None:
            family = _of_pair(pair, document, place, label, known) or ()
        if len(family) < 2 or label not in {each.label for each in family}:
            continue
        low = _is_low(found, document, family, sentence, place)
        if low is None:
            continue
        best = (min if low else max)(family, key=lambda each: each.value)
        mine = next(each for each in family if each.label == label)
        if best.value == mine.value or sum(each.value == best.value for each in family) > 1:
            continue
        message = f"{mine.text} belongs to {label} and {best.text} to {best.label}, and here the {'least' if low else 'largest'} wins"
        span = sentence.span(*found.span(group))
        yield Problem(
            span,
            message,
            level="warning",
            evidence={"kind": "text", "printed": found[group], "expected": best.label},
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


def _is_low(
    found: re.Match[str], document: Document, family: Sequence[_Valued], sentence: Sentence, place: int
) -> bool | None:
    """Whether the least of a family wins; None where the words do not say."""
    if _HAS.made(found):
        if re.match(
            r"\s+(?:\w+\s+)?(?:with|to|on|for|towards?|at|between|among|over|against)\b", sentence.text[found.end() :]
        ):
            return None  # "cat has the highest score with mat"
        word, noun = ((found[each] or found[f"{each}2"]).lower().split()[-1] for each in ("more", "noun"))
        around = _words_around(document, family, place)
        if noun not in ("value", "score", "number", "one", "total") and around.lower().count(noun[:6]) < 2:
            return None  # of something else
        if noun in ("loss", "gain", "error", "distance", "probability", "entropy") or noun in around:
            return word in _LOW
        return None
    if family[0].of in _CHANCES:
        return False
    least, most = _LEAST.search(sentence.text), _MOST.search(sentence.text)
    if bool(least) == bool(most):
        around = _words_around(document, family, place)
        least, most = _LEAST.search(around), _MOST.search(around)
    return None if bool(least) == bool(most) else bool(least)


def _words_around(document: Document, family: Sequence[_Valued], place: int) -> str:
    section = section_at(document, place)
    top = document.sections[section].span.start if section >= 0 else 0
    start = min((each.at for each in family if each.at), default=place)
    return document.source.text[max(top, start - 250) : place + 60]


# -- families of formulas ------------------------------------------------------------------------------------------------


def _families(document: Document, statements: Sequence[Statement]) -> list[tuple[int, Mapping[str, Sequence[_Valued]]]]:
    """By section: what is left of a formula without one label, with the numbers under each label."""
    sections: dict[int, dict[str, list[_Valued]]] = {}
    for statement in statements:
        match statement.term:
            case Relation(sides=(Symbol() | Index() | Apply() as left, *_, Number(value=value, printed=number))):
                text = number.text if number is not None else str(value)
            case _:
                continue
        if statement.stance != "asserted" or statement.carrier not in ("formula", "worksheet", "prose"):
            continue
        tokens = _TOKEN.findall(show(left))
        here = sections.setdefault(section_at(document, statement.span.start), {})
        for at, token in enumerate(tokens):
            if token.isalnum() and len(tokens) > 1:
                hole = " ".join([*tokens[:at], "□", *tokens[at + 1 :]])
                here.setdefault(hole, []).append(
                    _Valued(token.casefold(), text, value, statement.span.start, tokens[0])
                )
    return [
        (section, {hole: values for hole, values in holes.items() if len({each.label for each in values}) > 1})
        for section, holes in sections.items()
    ]


def _nearest(
    document: Document, place: int, label: str, known: Sequence[tuple[int, Mapping[str, Sequence[_Valued]]]]
) -> Sequence[_Valued]:
    """The family with a label that ends last above a place, where no other one with it is as near."""
    candidates = list(_above(document, place, label, known))
    if not candidates:
        return ()
    ends = [max(each.at for each in family) for family in candidates]
    last = max(ends)
    near = [family for family, end in zip(candidates, ends, strict=True) if end == last]
    others = {tuple(sorted(each.label for each in family)) for family in candidates}
    return near[0] if len(near) == 1 and len(others) == 1 and last > place - FAR // 2 else ()


def _above(
    document: Document, place: int, label: str, known: Sequence[tuple[int, Mapping[str, Sequence[_Valued]]]]
) -> Iterator[Sequence[_Valued]]:
    here = section_at(document, place)
    for section, holes in known:
        for values in holes.values() if section == here else ():
            latest = {each.label: each for each in values if place - FAR <= each.at < place}
            if len(latest) > 1 and label in latest:
                yield tuple(latest.values())


def _of_pair(
    pair: re.Match[str],
    document: Document,
    place: int,
    label: str,
    known: Sequence[tuple[int, Mapping[str, Sequence[_Valued]]]],
) -> Sequence[_Valued] | None:
    """The two members of a family whose numbers are compared."""
    one, two = (pair[name].replace(",", "").replace("−", "-") for name in ("x", "y"))
    found = []
    for family in _above(document, place, label, known):
        mine = [each for each in family if each.value in (Fraction(one), Fraction(two))]
        if len(mine) == 2 and label in {each.label for each in mine}:
            found.append(mine)
    return found[-1] if found and len({tuple(each.label for each in mine) for mine in found}) == 1 else None


# -- labels in the sentence ----------------------------------------------------------------------------------------------

_TO = Cued(
    rf"\b(?:to|from|for|of|under|with|by)\s+(?:the\s+)?(?:{_KIND}\s+)?(?P<label>\\?[A-Za-z]+_\{{?\w+\}}?|[A-Z]|\d{{1,2}})\s*(?:,\s*)?(?:(?:it\s+)?is|has|gives|gets|=|:|≈|comes\s+to)\s*(?P<work>[^,;]{{0,80}}?)(?P<n>{PLAIN_NUMBER})(?=\s*(?:,|;|\Z|and\b|while\b|but\b))",
)


def _inline(text: str) -> Sequence[_Valued]:
    """Labels and the numbers said of them in one sentence: "to \\mu_1 it is 1 and to \\mu_2 it is 50/9 ≈ 5.556"."""
    values: dict[str, _Valued] = {}
    kinds: set[str] = set()
    for found in _TO.finditer(text):
        number = found["n"].replace(",", "").replace("−", "-")
        base, _, label = found["label"].rpartition("_")
        if _TO.search(found["work"]) or found["work"].rstrip().endswith(("/", "·", "+", "*", "^")):
            return ()
        kinds.add(base)
        values[_bare(label)] = _Valued(_bare(label), number, Fraction(number), 0)
    return tuple(values.values()) if len(kinds) == 1 and len(values) > 1 else ()


def _bare(label: str) -> str:
    return label.rpartition("_")[2].strip("{}\\").casefold()


__all__ = ["winner_problems"]
