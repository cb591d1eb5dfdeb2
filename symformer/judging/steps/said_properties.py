r"""Properties in words that the formula beside them contradicts: where a function takes its values, how a cost grows, which half is zero.

"The entries of $h_t$ lie between 0 and 1" of a tanh; "$O(n^2 d)$ grows linearly with the length"; "upper triangular: the
entries above the diagonal are zero".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.document import Prose
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences
from symformer.semantics.model import SemanticModel
from symformer.terms.parts import unindexed
from symformer.terms.term import Apply, Index, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

_OPEN = Cued(
    r"\?|\b(?:if|suppose|would|could|should|might|not|never|wrong\w*|mistake\w*|false|unlike|instead|rather|than|whereas)\b|n['’]t\b|不|若|如果|错",
    re.IGNORECASE,
)


def said_property_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each property in words that does not belong to the formula beside it."""
    ranged: dict[str, str] | None = None
    for block in model.document.prose:
        text = block.text.text
        if block.kind == "heading":
            continue
        if "O(" in text and _GROWS.search(text):
            yield from _growths(block)
        if _TRIANGULAR.search(text):
            yield from _triangles(block)
        bare = text.replace("$", "")
        if _ENDS.search(bare) and _BETWEEN.search(bare):
            ranged = _ranged(model) if ranged is None else ranged
            yield from _ranges(block, ranged)
        if _WAVES.search(text):
            yield from _waves(block, model)
        if _NORM_STANDS.search(text):
            yield from _norms(block, model)


# -- how a cost grows ----------------------------------------------------------------------------------------------------

_LENGTH = r"(?:the\s+)?(?:(?:sequence|context|input)(?:\s+length)?|length(?:\s+of\s+the\s+\w+)?|number\s+of\s+(?:tokens|positions))"
_GROWS = Cued(
    rf"\b(?:(?P<linear>linear(?:ly)?)|(?P<square>quadratic(?:ally)?))\s+(?:in|with)\s+{_LENGTH}\b|随着?(?:序列)?(?:的)?长度(?:呈|成|的增加)?(?:(?P<linear2>线性)|(?P<square2>平方|二次))",
    re.IGNORECASE,
)
_COST = Cued(r"O\s*\((?P<inside>[^()]{1,30})\)")
_PARTS = Cued(r"[.;；。](?=\s|\Z)|[；。]|\b(?:while|whereas|but)\b|,\s+(?:and|which)\b", re.IGNORECASE)
_TOKENS = Cued(r"(?<![A-Za-z\\])(?P<letter>[nNTLS])(?![A-Za-z_])\s*(?:\^\s*\{?\s*(?P<power>\d)|(?P<sign>²))?")


def _growths(block: Prose) -> Iterator[Problem]:
    for sentence in sentences(block.text):
        start = 0
        for end in [*(found.end() for found in _PARTS.finditer(sentence.text)), len(sentence.text)]:
            part, begin, start = sentence.text[start:end], start, end
            costs, grows = list(_COST.finditer(part)), list(_GROWS.finditer(part))
            if len(costs) != 1 or len(grows) != 1 or _OPEN.search(part) or "log" in part:
                continue
            lengths = list(_TOKENS.finditer(costs[0]["inside"]))
            if len(lengths) != 1:
                continue
            power = 2 if lengths[0]["sign"] else int(lengths[0]["power"] or 1)
            said = 1 if grows[0]["linear"] or grows[0]["linear2"] else 2
            if power in (1, 2) and power != said:
                how = "the square of the length" if power == 2 else "the length itself"
                place = begin + grows[0].start(), begin + grows[0].end()
                yield _problem(sentence, place, f"{costs[0][0]} grows with {how}")


# -- which half is zero --------------------------------------------------------------------------------------------------

_TRIANGULAR = Cued(r"triangular|[上下]三角", re.IGNORECASE)
_CELLS = r"(?:entries|elements|weights|values|everything|all|entry|numbers)"
_IS_TRIANGULAR = Cued(
    r"\b(?:is|are|becomes?|be)\s+(?:(?:then|thus|therefore|now|also|an?|always|hence|strictly)\s+)*(?P<half>upper|lower)[\s-]+triangular(?:\s+matrix)?"
    r"(?P<between>[^.;]{0,40}?)\b(?:entries|elements|weights|values|everything|all|entry|numbers)\s+(?:(?:of\s+\S+|strictly|that\s+are|lying)\s+)?(?P<side>above|below|under)\s+(?:the|its)\s+(?:main\s+)?diagonal\s+(?:(?:are|is|being|become|becomes|vanish)\s*)?(?:(?:all|exactly|then|set to|equal to)\s+)*(?P<what>zeros?|0\b|vanish)"
    rf"|\b{_CELLS}\s+(?:(?:of\s+\S+|strictly|that\s+are|lying)\s+)?(?P<side3>above|below|under)\s+(?:the|its)\s+(?:main\s+)?diagonal\s+(?:(?:are|is|become|becomes|vanish)\s*)(?:(?:all|exactly|then|set to|equal to)\s+)*(?P<what3>zeros?\b|0\b|)"
    r"(?P<between3>[^.;]{0,40}?)\b(?:is|are|becomes?|be)\s+(?:(?:then|thus|therefore|now|also|an?|always|hence|strictly)\s+)*(?P<half3>upper|lower)[\s-]+triangular"
    r"|(?:是|为|成为)(?:一个)?(?P<half2>[上下])三角(?:矩阵|的)?(?P<between2>[^。；]{0,12}?)对角线(?P<side2>以?上|以?下|上方|下方)(?:方)?的?(?:元素|部分|值|权重)?(?:都|均|全)?(?:为|是)(?P<what2>零|0)",
    re.IGNORECASE,
)


def _triangles(block: Prose) -> Iterator[Problem]:
    for sentence in sentences(block.text):
        for found in _IS_TRIANGULAR.finditer(sentence.text):
            before = sentence.text[max(0, found.start() - 40) : found.start()]
            if _OPEN.search(found[0]) or re.search(r"\bmask\b|掩码", before, re.IGNORECASE):
                continue
            if found["what3"] == "" and "vanish" not in found[0]:
                continue
            upper = (found["half"] or found["half3"] or "").lower() == "upper" or found["half2"] == "上"
            above = (found["side"] or found["side3"] or "").lower() == "above" or "上" in (found["side2"] or "")
            if upper == above:
                group = next(name for name in ("half", "half2", "half3") if found[name])
                zeros = "below" if upper else "above"
                yield _problem(sentence, found.span(group), f"{'an upper' if upper else 'a lower'} triangular matrix has its zeros {zeros} the diagonal")  # fmt: skip


# -- which columns hold sines --------------------------------------------------------------------------------------------

_WAVES = Cued(
    r"\b(?P<which>even|odd)(?:[\s-]+(?:numbered|indexed))?\s+(?:columns?|dimensions?|indices|index|entries|components?|channels?|features?|coordinates?)\s+(?:(?:hold|contain|use|get|are|have|carry|take|store|receive|encode)s?)\s+(?:with\s+|the\s+|a\s+|by\s+)*(?P<wave>sin(?:e|es)?|cos(?:ine|ines)?)\b"
    r"|\b(?P<wave2>sin(?:e|es)?|cos(?:ine|ines)?)\s+(?:stands?\s+|is\s+|are\s+|goes\s+|used\s+)*(?:in|on|for|at)\s+(?:the\s+)?(?P<which2>even|odd)\s+(?:columns?|dimensions?|indices|positions|entries|components?|channels?)"
    r"|(?P<which3>偶|奇)数?(?:的)?(?:维度?|列|位置?|下标|索引|分量|维的?位置)(?:上|处|的分量)?(?:则|都|均|分别)?(?:使用|采用|用|取|为|是|对应|填充|放)(?P<wave3>正弦|余弦|sin|cos)",
    re.IGNORECASE,
)
_FROM_ONE = Cued(r"\b(?:from|at|with)\s+(?:1|one)\b|\b(?:1|one)-based\b|从\s*1", re.IGNORECASE)


def _waves(block: Prose, model: SemanticModel) -> Iterator[Problem]:
    even = {_wave_of_evens(each.term) for each in model.statements} - {None}
    if len(even) != 1:
        return
    (wave,) = even
    for sentence in sentences(block.text):
        for found in _WAVES.finditer(sentence.text):
            group = next(each for each in ("wave", "wave2", "wave3") if found[each])
            which = (found["which"] or found["which2"] or {"偶": "even", "奇": "odd"}[found["which3"]]).lower()
            meant = wave if which == "even" else {"sin": "cos", "cos": "sin"}[wave or "sin"]
            told = {"正弦": "sin", "余弦": "cos"}.get(found[group], found[group][:3].lower())
            if told == meant or _OPEN.search(sentence.text) or _FROM_ONE.search(block.text.text):
                continue
            yield _problem(sentence, found.span(group), f"by the formula the {which} entries are a {'sine' if meant == 'sin' else 'cosine'}")  # fmt: skip


def _wave_of_evens(term: Term) -> str | None:
    """What a formula for the entries 2i of an encoding makes of them, a sine or a cosine."""
    match term:
        case Relation(relations=("=" | ":=", *_), sides=(left, Apply(function="sin" | "cos" as wave), *_)):
            places = [part for part in walk(left) if isinstance(part, Product)]
            doubled = any(any(isinstance(x, Number) and x.value == 2 for x in part.factors) for part in places)
            return wave if doubled and not any(isinstance(part, Sum) for part in walk(left)) else None
    return None


# -- where a norm stands -------------------------------------------------------------------------------------------------

_NORM_STANDS = Cued(
    r"\b(?:layer[\s-]?)?norm(?:ali[sz]ation)?\s+(?:is|are)\s+(?:applied|placed|put|done|taken)\s+(?:only\s+)?(?P<side>before|after)\s+(?:each|every|the|both)\s+(?:sub-?layers?|attention)\b",
    re.IGNORECASE,
)
_NORMS = frozenset({"LN", "LayerNorm", "layer_norm", "Norm", "RMSNorm", "norm_layer", "layernorm", "rms_norm"})


def _norms(block: Prose, model: SemanticModel) -> Iterator[Problem]:
    before = after = False
    for part in (part for each in model.statements for part in walk(each.term) if each.stance == "asserted"):
        match part:
            case Apply(function=name, arguments=(Sum(), *_)) if _is_norm(name):
                after = True
            case Sum(terms=terms):
                before = before or any(_is_of_a_norm(each) for each in terms)
    if before == after:
        return
    for sentence in sentences(block.text):
        for found in _NORM_STANDS.finditer(sentence.text):
            if (found["side"].lower() == "before") != before and not _SUPPOSED.search(sentence.text[: found.start()]):
                where = "what goes into the sublayer" if before else "the sum behind the sublayer"
                yield _problem(sentence, found.span("side"), f"by the formula {where} is normalised")


_SUPPOSED = Cued(
    r"\?|\b(?:if|original(?:ly)?|post|unlike|instead|rather|whereas|while|paper|not|other|older|alternatively|in contrast)\b|不",
    re.IGNORECASE,
)


def _is_norm(name: str) -> bool:
    return name in _NORMS


def _is_of_a_norm(term: Term) -> bool:
    """Whether a summand is a sublayer of what was normalised: Attn(LN(X))."""
    match term:
        case Apply(function=name, arguments=arguments) if not _is_norm(name):
            return any(isinstance(each, Apply) and _is_norm(each.function) for each in arguments)
    return False


# -- where a function takes its values -----------------------------------------------------------------------------------

_END = r"[-−]?\d(?:\.\d+)?"
# the two ends, which are looked for before what stands in front of them
_ENDS = Cued(rf"between\s+{_END}\s+and\s|[\[(]\s*{_END}\s*,\s*{_END}\s*[\])]|from\s+{_END}\s+to\s", re.IGNORECASE)
_BETWEEN = Cued(
    rf"(?P<subject>[^.;:,]{{2,80}}?)(?<!\s)\s+(?:always\s+|all\s+|thus\s+|therefore\s+|each\s+)*(?:lies?|are|is|stays?|takes?\s+(?:on\s+)?values|ranges?|maps?|squash(?:es)?|squeezes?|falls?)\b[^.;:,\d−-]{{0,45}}?"
    rf"(?:between\s+(?P<a>{_END})\s+and\s+(?P<b>{_END})|(?:in|into|to)\s+(?:the\s+(?:open\s+|closed\s+)?(?:interval|range)\s+)?[\[(]\s*(?P<a2>{_END})\s*,\s*(?P<b2>{_END})\s*[\])]|from\s+(?P<a3>{_END})\s+to\s+(?P<b3>{_END}))(?![\w.]*\d)",
    re.IGNORECASE,
)
_VALUES = {
    "tanh": (-1, 1), "sigmoid": (0, 1), "softmax": (0, 1), "sin": (-1, 1), "cos": (-1, 1),
}  # fmt: skip
_CALLED = (
    (re.compile(r"\\?\btanh\b|hyperbolic tangent", re.IGNORECASE), "tanh"),
    (re.compile(r"\bsigmoid\b|\blogistic function", re.IGNORECASE), "sigmoid"),
    (re.compile(r"\bsoftmax\b", re.IGNORECASE), "softmax"),
)
_OTHER_THING = Cued(
    r"deriv|gradient|slope|inputs?\b|argument|shift|rescal|scaled|squared|absolute|hard|log|scores?\b|logits?\b|usual|typical|initial|differen|\d|approximat|clip|mean|variance|norm\b",
    re.IGNORECASE,
)
_OF_ENTRIES = Cued(
    r"\b(?:entr(?:y|ies)|components?|elements?|values?|units?|activations?|outputs?|coordinates|states?)\b",
    re.IGNORECASE,
)
_NAME = Cued(
    r"(?:\\(?:mathbf|boldsymbol|bm|vec|mathrm|hat)\s*\{?\s*)?(?P<name>[A-Za-z])\}?(?:_\{?\w+\}?|\^\{?\(?\w+\)?\}?)*\s*\Z"
)


def _ranged(model: SemanticModel) -> dict[str, str]:
    """The letters that the note makes of a function with known ends, and of nothing else."""
    found: dict[str, set[str]] = {}
    for statement in model.statements:
        match statement.term:
            case Relation(relations=("=" | ":=", *_), sides=(Symbol() | Index() as left, right, *_)):
                base = unindexed(left)
                if isinstance(base, Symbol):
                    name = right.function if isinstance(right, Apply) else ""
                    letter = re.sub(r"^\w+\((\w+)\)$", r"\1", base.name)
                    found.setdefault(letter, set()).add(name if name in _VALUES else "")
    return {name: functions.pop() for name, functions in found.items() if len(functions) == 1 and "" not in functions}


def _ranges(block: Prose, ranged: dict[str, str]) -> Iterator[Problem]:
    for sentence in sentences(block.text):
        for found in _BETWEEN.finditer(sentence.text):
            subject = found["subject"]
            if _OPEN.search(sentence.text) or _OTHER_THING.search(subject):
                continue
            functions = [name for pattern, name in _CALLED if pattern.search(subject)]
            named = _NAME.search(subject)
            if not functions and named is not None and _OF_ENTRIES.search(subject):
                functions = [ranged[named["name"]]] if named["name"] in ranged else []
            if len(functions) != 1:
                continue
            group = next(name for name in ("a", "a2", "a3") if found[name])
            ends = tuple(float(found[name].replace("−", "-")) for name in (group, group.replace("a", "b")))
            true = _VALUES[functions[0]]
            if ends != true and set(ends) <= {-1.0, 0.0, 1.0} and ends[0] < ends[1]:
                place = found.start(group), found.end(group.replace("a", "b"))
                yield _problem(sentence, place, f"{functions[0]} takes values between {true[0]} and {true[1]}")


def _problem(sentence: Sentence, place: tuple[int, int], message: str) -> Problem:
    span = sentence.span(*place)
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": sentence.text[slice(*place)]},
        key=f"said-property@{span.start}",
    )


__all__ = ["said_property_problems"]
