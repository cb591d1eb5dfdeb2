"""The words around a formula: what leads to it, what follows, and whether they call it a variant."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.documents.places import words_around
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.surroundings import sentence_before
from symformer.terms.show import show
from symformer.terms.term import Apply, Relation, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

if TYPE_CHECKING:
    from symformer.reasoning.nearly import Edit
    from symformer.semantics.statement import Statement

VARIES = Cued(
    r"\b(?:un-?scaled|without(?! (?:going|having|needing|(?:any |the )?need|running|simulating|iterating|looping|storing|computing|passing|stepping|knowing)\b)|simplif\w+|simplest|variants?|variations?|instead|ignor\w+|omit\w*|dropp(?:ed|ing)|leav(?:e|ing) out"
    r"|skip\w*|na[iï]ve\w*(?! bayes)|modif\w+|replac\w+|alternativ\w+|generali[sz]\w*(?! advantage)|for now|raw|intuiti\w+(?! (?:interpretation|explanation|meaning|reading|sense)\b)|analog\w+|similar(?:ly)?"
    r"|other choices?|differs?|different\w*|unlike|contrast|version|extend\w*|extension|adapt(?:ed|ing)|no longer|rather than"
    r"|approximat\w+|heuristic|proportional|up to|if we|could|would|suppose|special case|reduces? to|equivalent\w*)\b"
    r"|不带|简化|变体|改为|省略|忽略|去掉|近似|类似",
    re.IGNORECASE,
)
# of these, the words for what is another formula, and not the same one with something left out, bounded or supposed
IS_ANOTHER = Cued(
    r"\b(?:variants?|variations?|instead|modif\w+|replac\w+|alternativ\w+|generali[sz]\w*(?! advantage)|other choices?|differs?|different\w*"
    r"|unlike|contrast|adapt(?:ed|ing)|no longer|rather than|up to|equivalent\w*|opposite|negat(?:e[sd]?|ing|ion)|negative of|wrong\w*|mistak\w+|signs?)\b"
    r"|变体|改为|相反|取负|负号",
    re.IGNORECASE,
)
# words by which two outcomes, or two things that chance decides, are as likely as each other
ALIKE = Cued(
    r"\b(?:(?:uniform|flat|equal|symmetric) (?:class |input |output )?(?:prior|input|source|output|class|proposal|channel|kernel|marginal)\w*"
    r"|(?:prior|input|source|output|class|proposal|channel|kernel|marginal)\w*\b[^.;\n$]{0,40}\b(?:is|are|being) (?:\w+ )?(?:uniform|flat|equal|symmetric|equally likely|equiprobable|the same)"
    r"|equally (?:likely|probable)|equiprobable|stationar\w+|in equilibrium|identically distributed|same (?:distribution|law|entropy)|reversible)\b|先验\W*(?:概率)?(?:\W*\w)?\W*(?:相等|相同|均匀)|均匀先验|等概率|平稳|同分布",
    re.IGNORECASE,
)
NEAR = 800  # characters in which words tell what decides what
# words by which one thing that chance decides leaves nothing of another one open
DECIDED = Cued(
    r"\b(?:(?:non-?|not )?deterministic\w*|determine(?:d by|s)\b|decide(?:d by|s)\b|(?<!as a )functions? of|invertib\w+|bijecti\w+|one-to-one|sufficient|lossless\w*"
    r"|noiseless|without noise|parity|XOR|follows from (?:the|its))|确定性|可逆|双射|充分统计|异或",
    re.IGNORECASE,
)
# in a title, which may name many things: what it says of one form
TITLE_VARIES = re.compile(
    r"\b(?:un-?scaled|without|simplif\w+|simplest|variant|variation|na[iï]ve\w*(?! bayes)|modified|alternative|generali[sz]ed(?! (?:advantage|linear))"
    r"|approximat\w+|heuristic|special case|version)\b|不带|简化|变体(?![\w\s]*[与和])|近似",
    re.IGNORECASE,
)
# how the next paragraph begins where it goes on to speak of the formula
SPEAKS_OF_IT = re.compile(
    r"\W*(?:(?:note|notice|observe|remark|recall)\b(?: that)?\W+)?"
    r"(?:this|that|these|it|here|we|the (?:formula|equation|form|version|above|expression|scal\w+|factor|root|bias\w*)|unlike|in contrast|compared"
    r"|rather|instead)\b|\W*(?:这|此|其中|注意|与)",
    re.IGNORECASE,
)
HEADING = re.compile(r"^[ \t]*(?:#{1,6} |\\(?:sub)*(?:section|paragraph)\*?\{)[^\n]*$", re.MULTILINE)
PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
AFTER_SENTENCE = re.compile(r"[.!?](?=\s|$)|[。！？]|\n\s*(?:[-*+]|\d+[.)]|#+)\s")
RUN_IN = re.compile(r"\n\n\n|\n\s*(?:\\(?:textbf|paragraph|subsection|section|subsubsection)\b|#{1,6} |\*\*[A-Z])")
BEHIND_DISPLAY = re.compile(
    r"\A(?:\\\\|&|\\tag\{[^{}]*\}|\\label\{[^{}]*\}|\\end\{[\w*]+\}|\$\$|\\\]|[ \t]|\n(?![ \t]*\n)|[.,;])+"
)
AFTER = 160  # characters behind a formula in which a variant may be named


def words_before(note: SemanticModel, statement: Statement) -> str:
    """The heading above a formula, and the sentence that leads to it."""
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    title = note.document.sections[statement.section].title if statement.section >= 0 else ""
    return f"{in_words(title)}\n{sentence_before(note.document.source.text, start)}"


_JOINED = re.compile(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+")  # SoftmaxCrossEntropy


def in_words(title: str) -> str:
    """A title, with the names of classes in it taken apart as well.

    >>> in_words("The SoftmaxCrossEntropy")
    'The SoftmaxCrossEntropy (Softmax Cross Entropy)'
    """
    return _JOINED.sub(lambda name: f"{name[0]} ({re.sub(r'(?<=[a-z])(?=[A-Z])', ' ', name[0])})", title)


# a thing by its own name, which another one takes the place of: "uses SiLU instead of GELU" says nothing of SiLU's form
OTHER_THING = Cued(
    r"(?i:\b(?:instead\s+of|rather\s+than|in\s+place\s+of|unlike|in\s+contrast\s+to|as\s+opposed\s+to))\s+"
    r"(?i:(?:the|using|a|an)\s+)*(?i:(?:usual|standard|classic(?:al)?|original|older)\s+)*[*_`]*[A-Z][\w-]*"
)


def without_the_other(words: str) -> str:
    """What words say of a thing, without the one that it stands in the place of.

    >>> without_the_other("Llama uses RMSNorm instead of LayerNorm:")
    'Llama uses RMSNorm :'
    >>> without_the_other("We divide by d instead of its root:")
    'We divide by d instead of its root:'
    """
    return OTHER_THING.sub("", words)


def called_a_variant(
    note: SemanticModel,
    statement: Statement,
    label: str = "",
    *,
    but: Cued | None = None,
    cited: bool = False,
    turned: bool = False,
) -> bool:
    """Whether the words around a formula say that it is not quite the usual one; what ``but`` finds behind it is no such word.

    ``cited``: it is held against what the words name, so that another name, which it stands in the place of, is none.
    ``turned``: it has another sign or a quotient upside down, which no simpler form of it has.

    These are the words of its heading that speak of one form, the sentence that leads to it, the next one of its
    paragraph, and the first one of the paragraph behind it where that goes on to speak of it.
    """
    title, _, before = words_before(note, statement).partition("\n")
    sentence = HEADING.sub("", before)
    if cited:
        sentence = without_the_other(sentence)
    varies = IS_ANOTHER if turned else VARIES
    if (IS_ANOTHER if turned else TITLE_VARIES).search(title) or varies.search(f"{sentence}\n{label}"):
        return True
    behind = map(without_the_other, sentences_after(note, statement)) if cited else sentences_after(note, statement)
    return any(varies.search(each if but is None else but.sub("", each)) for each in behind)


# a scale that words weigh against the usual one
WEIGHED = Cued(
    r"\b(?:some|others?|too|uniform|over-?shrink\w*|linear scal\w+|compare\w*|versus|vs)\b|过小|过大", re.IGNORECASE
)


def is_meant(note: SemanticModel, statement: Statement) -> bool:
    """Whether words say that the scale is another one, or what comes of it."""
    if called_a_variant(note, statement, label_of(note, statement)):
        return True
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    said = (sentence_before(note.document.source.text, start), *sentences_after(note, statement))
    return any(WEIGHED.search(each) is not None for each in said)


def sentences_after(note: SemanticModel, statement: Statement) -> Iterator[str]:
    """What is said of a formula right behind it: the rest of its paragraph's sentence, and the next one that is of it."""
    rest = BEHIND_DISPLAY.sub("", words_after(note, statement))
    own, *others = PARAGRAPH_END.split(rest, maxsplit=1)
    for paragraph in (own, *others):
        first = AFTER_SENTENCE.split(paragraph.lstrip(), maxsplit=1)[0]
        if paragraph is own or SPEAKS_OF_IT.match(first):
            yield first


def label_of(note: SemanticModel, statement: Statement) -> str:
    r"""What stands in words before a formula in its own row of a display: ``\text{ReLU:} \quad f(x) = …``."""
    if statement.formula is None:
        return ""
    term = statement.term
    start = statement.place(term.sides[0].origin).start if isinstance(term, Relation) else statement.span.start
    row = ROW_END.split(note.document.source.text[statement.formula.span.start : start])[-1]
    return " ".join(each[1] for each in WORDS_IN_FORMULA.finditer(row))


ROW_END = re.compile(r"\\\\|\\newline\b|\\begin\{\w+\*?\}")
WORDS_IN_FORMULA = re.compile(r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mbox) *\{([^{}]*)\}")


def claimed_by_label(term: Term) -> tuple[str, Relation] | None:
    """The name before a colon and the equation behind it: LayerNorm : y = …"""
    match term:
        case Relation((":",), (Symbol() | Apply() as name, Relation() as equation)):
            return show(name), equation
    return None


def words_after(note: SemanticModel, statement: Statement) -> str:
    """The words behind a formula, up to the next heading, also one within a paragraph, or paragraph but one."""
    end = statement.span.end if statement.formula is None else statement.formula.span.end
    return RUN_IN.split(note.document.source.text[end : end + AFTER], maxsplit=1)[0]


def is_decided(note: SemanticModel, statement: Statement) -> bool:
    """Whether words near by, of the same topic, say that one thing is wholly decided by another."""
    return DECIDED.search(words_around(note.document, statement.span, NEAR)) is not None


def is_alike(note: SemanticModel, statement: Statement) -> bool:
    """Whether words near by, or the titles above, make the outcomes of one thing as likely as those of another."""
    return ALIKE.search(words_around(note.document, statement.span, NEAR)) is not None


def titles_above(note: SemanticModel, statement: Statement) -> str:
    """The headings of the sections that a formula stands in, the innermost left out."""
    sections = note.document.sections
    found: list[str] = []
    at = statement.section
    level = sections[at].level if at >= 0 else 0
    while at > 0:
        at -= 1
        if sections[at].level < level:
            level = sections[at].level
            found.append(in_words(sections[at].title))
    return "\n".join(found)


def between_displays(model: SemanticModel, span: Span) -> tuple[int, int]:
    """From where to where words may speak of the display at a place: what another one says is said of that one."""
    end = len(model.document.source.text)
    shown = once(model, _displays)
    at = bisect_right(shown, span.start, key=lambda each: each.start)
    own = at > 0 and span.start < shown[at - 1].end
    before = shown[at - 2] if own and at > 1 else shown[at - 1] if at > 0 and not own else None
    return before.end if before is not None else 0, shown[at].start if at < len(shown) else end


_WITH = Cued(r"[\s$,]*(?:with|where|for|here|其中)[\s$]*\Z", re.IGNORECASE)


def is_told_right_behind(model: SemanticModel, statement: Statement, edit: Edit) -> bool:
    """Whether the letter that stands in another one's place is told by the next words: "(X^T X + λ D)^{-1} …, with D = …"."""
    found, after = edit.found, statement.span.end
    if not isinstance(found, Symbol) or not isinstance(edit.standard, Symbol):
        return False
    told = (
        each
        for each in model.statements
        if 0 <= each.span.start - after < SOON and isinstance(each.term, Relation) and each.term.sides[0] == found
    )
    text = model.document.source.text
    return any(_WITH.search(text[after : each.span.start]) is not None for each in told)


SOON = 40  # characters from a formula to what tells its letters


def _displays(model: SemanticModel) -> list[Span]:
    return sorted(
        (each.span for each in model.document.formulas if each.display != "inline"), key=lambda each: each.start
    )
