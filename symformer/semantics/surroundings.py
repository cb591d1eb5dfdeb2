"""How the words around a statement mean it: asserted, asked or called wrong; the unit after it; a fresh start."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from symformer.algebra.interval import Interval
from symformer.documents.document import Document
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.disowned import is_quoted_mistake
from symformer.semantics.headed import hedge
from symformer.semantics.statement import Stance, Statement
from symformer.terms.term import Apply, Index, Matrix, Number, Product, Relation, Sum, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

CLOSE = 20  # characters from where a formula begins to its first statement
FAR_IN_LINE = 800  # … of the line of a step
HEAD = 400  # characters in which a note says what it is
FAR = 240  # characters of the sentence that are looked at on either side

_SENTENCE_START = re.compile(r"[.!?。！？；;]['\")*_~]*\s|\n\s*\n|\n\s*(?:[-*+>|#]|\d+[.)])\s|\n\s*\$\$\s*\n")
_SENTENCE_END = re.compile(
    r"[.!?。！？;；](?=['\")*_~]*(?:\s|$))|[？。！]|\$\$|\\[\[(]|\s\|\s|\n\s*\n|\n\s*(?:[-*+>|#]|\d+[.)])\s"
)
_CALLED_WRONG = Cued(
    r"\b(?:(?:common|typical|frequent|usual|classic|easy|naive|beginner\S*|popular)\s+(?:mistake|error|misconception|pitfall|trap|slip)"
    r"|(?:mistake|misconception)s?(?: (?:often|commonly|frequently) (?:seen|made))? (?:is|are|would be)|(?:wrong|incorrect|(?<!or )false|not)\s*[*_]*:[*_]*"
    r"|(?:do not|don['’]t|never|must not|should not|cannot|can['’]t) (?:simply |just |ever )?(?:write|conclude|claim)|beware of|if it were"
    r"|(?:mistaken|wrong|incorrect|erroneous|naive)ly|wrong (?:result|answer|value|calculation|computation|formula|way)s?"
    r"|(?:wrong|false|incorrect|mistaken|bogus) (?:claim|statement|belief|assertion|idea|argument|equation|expression|form|version|rule|shape)s?"
    r"|(?:students?|beginners?|novices?|newcomers?)(?: (?:will|still|often|sometimes|usually|always|tends? to|likes? to|loves? to|keeps?))*"
    r" (?:writ(?:es?|ing)|claims?|say(?:s|ing)?|put(?:s|ting)?|assumes?|assuming|believes?|think(?:s|ing)?|comput(?:es?|ing)|conclud(?:es?|ing))"
    r"|(?:student|beginner|novice|newcomer|false|fake|bogus|spurious|wrong)(?:['’]s)? (?:proof|derivation|argument|answer|solution|result)s?"
    r"|(?:typo|misprint)s?(?= *[,:] *[\"“])"
    r"|(?:one|you|we|people|some|many) (?:might|may|could|would|often) (?:think|guess|believe|assume|hope|wish|be tempted)"
    # what a note says that it, or a version of it, said before
    r"|used to (?:say|claim|read|state|write|have)|had (?:wrongly |mistakenly |once |previously )?(?:claimed|said|read|stated|written|printed|had)"
    r"|(?:it is|it's|it would be) tempting|not (?:true|correct|the case) that|(?:find|spot) the (?:error|mistake|bug|slip|fault)s?|(?:was|were) (?:wrongly |mis)?printed as)(?!\w)|❌|✗|✘|错误[:：]|误以为|误写|错写|写错|误作|误认为",
    re.IGNORECASE,
)
_LABELLED_WRONG = re.compile(  # "**Claim (false).** For all matrices …"
    r"(?:[*_#\s>-]|\\(?:textbf|textit|emph|paragraph\*?)\{)*(?:[A-Z]\d{1,2}\s*|claim|statement|proposition|lemma|conjecture|assertion|theorem|attempt|answer)\s*(?:\d[\d.]*\s*)?"
    r"\((?:false|wrong|incorrect|refuted|not true)[!.]?\)",
    re.IGNORECASE,
)
_PUT_RIGHT = Cued(
    r"\b(?:right|correct(?:ly|ed)?|actually|actual|instead|but|rather|really|whereas|while|in fact|truth|should be)\b"
    r"|✓|✅|✔|正确|实际",
    re.IGNORECASE,
)
_THEN_CALLED_WRONG = Cued(
    r"[ \t*_~`)\]$,(—–-]*[.!]?[\"”’']?\s+(?:also|again|still|likewise|equally|just as)\s+(?:wrong|false|incorrect)\b"
    r"|[\"”’'」]?[ \t*_~`)\]$,(—–-]*[.。;；]?[ \t]*[（(\[]?(?:[❌✗✘]|(?<=[（(])\s*+×\s*[)）])|[\"”’'」]?[ \t*_~`)\]$,(—–-]*\n{0,2}[ \t]*+(?:[❌✗✘]|[\[(]sic\b|[\"”’'」]?\s*[\[(]sic\b|\(?wrong\b|\(?incorrect\b|(?:(?:which|that|this|it)\s+)?(?:is|are|was|were|would be|looks?|seems?)\s+"
    r"(?:(?:simply|just|clearly|obviously|of course|plainly|also|still)\s+)?"
    r"(?:(?:a|the|an)\s+(?:\w+\s+)?(?:mistake|slip|misconception|typo|misprint)|wrong|incorrect|false|untrue|not (?:true|correct|right))\b"
    # "… . I feel that it's a typo"
    # "… writes that. → Wrong", in any language that calls it so
    r"|[\s$`)]*[。，,]\s*(?:这是)?(?:错了?|不对|有误)\s*[，,。：:；]"
    r"|[\s$`)」』\"”’*_]{0,12}(?:と(?:書い|言っ|答え|述べ|主張し)\w{1,4})?(?:[.。]\s{0,3})?(?:(?:→|⇒|=>|—|–|:|：)\s{0,3})?[*_]{0,2}(?:誤り|間違い|まちがい|错误|不正确|[Ff]alsch\b|[Ff]aux\b|[Ff]also\b|[Нн]еверно|[Оо]шибка)"
    r"|[$`)\s]*[.,]?[\"”’'»」]\s*(?:we|I|they|it|he|she)\s+(?:do|does|did)(?:\s+not|n['’]t)\b"
    r"|[.,;]?\s*\(?(?:which\s+)?(?:I|we)\s+(?:feel|think|believe|suspect|guess|assume|take it)\s+(?:that\s+)?(?:(?:this|that|it)\s*)?"
    r"(?:is|['’]s|was|must be|may be|might be|to be)\s+(?:probably\s+|likely\s+)?an?\s+(?:\w+\s+)?(?:typo|misprint|mistake|slip)\b"
    # shares that the note itself says do not sum to one: "… — sums to 1.007, so something was rounded badly"
    r"|(?:(?:which|that|this|it|they)\s+)?(?:sums?|adds?(?: up)?)\s+to\s+(?:only\s+|about\s+)?\$?(?:0?\.\d+|1\.0*[1-9]\d*)(?!\d))",
    re.IGNORECASE,
)
_REJECTED_NEXT = Cued(  # "Many write QK for the scores. This cannot be: …"
    r"\n{0,2}[^.!?。\n:=]{0,90}[.!。][\"”')*_]*\s+[\"“(*_]*"
    r"(?:(?:this|that|it|which)\s+(?:(?:simply|just|clearly|obviously|of course|plainly|also)\s+)?"
    r"(?:cannot (?:be(?: (?:right|true|correct))?|work|hold)|can't be(?: (?:right|true|correct))?|(?:is|was|would be) (?:wrong|false|incorrect|nonsense"
    r"|impossible|not (?:right|true|correct|possible|defined))|(?:does not|doesn't|will not|won't) (?:work|hold|type-?check|compile|fit|parse)"
    r"|fails|makes no sense)|no|not so|nope|wrong|false|nonsense)\s*(?:[.:,;!—–]|$|\bbecause\b|\bsince\b)"
    r"|\n{0,2}[^.!?。\n:=]{0,90}[.!。][\"”')*_]*\s+(?:it should (?:be|read|have been|have read)|correct(?:ly)?(?: (?:is|would be|reads?|form|formula|version))*"
    r"|the (?:correct|right|proper) (?:formula|form|version|equation|expression|line|one)(?: (?:is|reads?|would be))?)\s*[:]?\s*[$\\`]",
    re.IGNORECASE,
)
# what comes of a sum where numbers have so few digits: "256 + 1 = 256 in bf16"
_IN_FORMAT = Cued(
    r"(?:[$`]|\\\)|\s)*\s(?:in|under|with)\s+(?:(?:IEEE|plain|pure|our|this|the|half|single|low|8-bit|16-bit)\s+)*"
    r"(?:[be]?f?(?:loat)?-?(?:8|16|32|64)\b|bf16|bfloat16|fp\d+|float\d*s?\b|doubles?\b|singles?\b|half\b|e\dm\d|floating[- ]point|precision)"
    r"|(?:[$`]|\\\)|\s)*[（(]?(?:在)?\s*(?:bf16|fp16|fp32|float16|浮点|半精度)",
    re.IGNORECASE,
)
# "for X read Y", "replace X by Y", "Y (not X)": an equation that gives way to another
_GIVES_WAY = Cued(r"\b(?P<word>for|replace)\b\s*[\"“”'‘*_]{0,3}\Z|(?P<not>\(not)\s*[\"“”'‘*_]{0,3}\Z", re.IGNORECASE)
_TO_ANOTHER = {
    "for": re.compile(r"[\"“”'’*_]{0,3},?\s+(?:please\s+)?read\b", re.IGNORECASE),
    "replace": re.compile(r"[\"“”'’*_]{0,3}\s+(?:by|with)\b", re.IGNORECASE),
    "(not": re.compile(r"[\"“”'’*_]{0,3}\s*\)"),
}
_SHOULD_BE = re.compile(  # "The entry 2^10 = 1042 should be 2^10 = 1024"
    r"[$`)\s]*[\"”’'*_]{0,3}\s+(?:should|must|has to|ought to)\s+(?:be|read|have been|have read)\s*:?\s*[\"“*_]{0,3}(?:\$|`|\\\()(?P<other>[^$`]{1,80})"
)
_DENIED = re.compile(  # "T5 does not keep d_h = d / h"
    r"\b(?:(?:does|do|did|need|must|should)(?:\s+not|n['’]t)|never|no\s+longer)\s+(?:always\s+|simply\s+|in\s+general\s+)?"
    r"(?:keep|keeps|use|uses|follow|follows|satisfy|satisfies|obey|obeys|impose|require|assume|hold|have|has|set|sets)"
    r"(?:\s+(?:the|that|to|any|rule|relation|choice|convention|equation|formula|constraint|equality|usual))*\s*(?::math:`|[$`]|\\\()*\Z",
    re.IGNORECASE,
)
# "instead of “A” it should say B": what is quoted is not what the note says
_IN_ITS_STEAD = Cued(
    r"\b(?:instead of|rather than|in place of|statt|au lieu de|en lugar de|вместо)\s*[\"“”„«'‘]\s*[$\\(]*\Z",
    re.IGNORECASE,
)
# "The book has A; the sum is B": others say it, and the note says what it ought to be
_OF_A_BOOK = Cued(
    r"\b(?:the|this|that|our|your|his|her|their)\s+(?:\w+\s+)?(?:book|text|paper|slides?|draft|edition|article|manuscript|authors?|solution|printout|handout)\s+"
    r"(?:ha[sd]|says?|said|reads?|prints?|printed|gives?|gave|claims?|claimed|states?|stated|writes?|wrote)\s*(?:that\s*)?[\"“$\\(]*\Z",
    re.IGNORECASE,
)
# "I wrote A on the board. It is B"
_I_WROTE = Cued(r"\b(?:I|we|he|she|they)\s+(?:wrote|said|had|put|typed|noted|claimed)\s*[\"“$\\(]*\Z", re.IGNORECASE)
_IT_IS = Cued(
    r"[^.!?\n=]{0,60}[.!;—–]\s+(?:it|that|this)(?:['’]s|\s+is|\s+should\s+be)\s+(?:really\s+|of course\s+|actually\s+)?[$\d\\(]",
    re.IGNORECASE,
)
_ERRATA = Cued(
    r"\b(?:errat(?:a|um)|corrigend(?:a|um)|corrections? (?:to|of|for)|misprints?)\b|勘误|正誤表", re.IGNORECASE
)
_SORRY = re.compile(r"[\"“”'’*_]{0,3}[,;]?\s+(?:sorry|oops|my (?:mistake|bad))\b", re.IGNORECASE)
_QUIZ = Cued(r"\b(?:which (?:ones? )?of (?:these|those|the following)|true or false)\b|判断对错|下列", re.IGNORECASE)
_STARTS_ANEW = Cued(
    r"\b(?:another|an? (?:outlier|spike|perturbed|noisy|corrupted)|(?:a|some) different|other (?:values?|numbers?|weights?|matri\w+|inputs?|vectors?)"
    r"|(?:a|the|an?other) (?:second|third|next) (?:example|set|case|choice|head|sentence|(?:forward )?pass)\b|another (?:forward )?pass"
    r"|(?:for (?:instance|example)|e\.g\.),? (?:the|a|an|this|take|consider)(?: \w+)? (?:matri\w+|vectors?)"
    r"|(?:consider|take|look at) (?:the|a|an|this) (?:\w+ )?(?:matri\w+|vectors?)"
    r"|now (?:with|take|suppose|let|set|use|consider|change|replace|assume)|instead of|(?:new|updated) (?:values?|weights?|parameters?|bias(?:es)?|numbers?|example|input)"
    r"|(?:is|are|gets?|be|becomes?) (?:replaced|updated|changed|modified|overwritten|swapped|permuted|masked|reset)"
    r"|(?:we|let us|let's|now) (?:replace|update|change|modify|swap|permute|reset|perturb)"
    r"|(?:of|with|for|from|on) the same(?=\s+\$[^$]{1,25}\$)"
    r"|same (?:scores?|values?|numbers?|weights?|inputs?|vectors?|matri(?:x|ces)|data)(?: \w+){0,2}? (?:as|of|from|in)"
    r"(?: (?:in|the|of)){0,2} (?:example|case|part|first|second|previous|[a-d])\b"
    r"|after (?:training|an? update|one (?:step|update|epoch)|the (?:update|step|change)|\w+ steps?)|nach dem (?:update|schritt)|après (?:la mise à jour|un pas|le pas)|(?:tras|después de) (?:la actualización|un paso|el paso))\b"
    r"|после (?:обновления|шага|этого шага|одного шага)|更新後|学習後|另一|改为|换成|更新后",
    re.IGNORECASE,
)
_TAKES = Cued(r"\b(?:take|taking|use|using|try|set|choose|put|with|let)\b[\s$`(\\]*\Z|[取用]\W*\Z", re.IGNORECASE)
_INSTEAD = Cued(r"(?:[$`]|\\\))*,?\s+instead\b(?! of)|[$`\s]*(?:的话)?(?:代替|替代)")  # "Take z = 0.9 instead"
_SAY = Cued(
    r"\bsay\b[,:]?\s*(?::math:`|[$`]|\\\()*\Z|(?:不妨|比如|例如)取\s*\$*\Z", re.IGNORECASE
)  # "a compromise, say T = 1.7"
_CONCLUDES = Cued(
    r"\b(?:so(?: that)?|thus|hence|then|therefore|gives?|giving|yields?|implies|makes?|means|gets?|obtains?|becomes?|results? in|follows)"
    r"(?:\s+(?:we|us|you|get|have|obtain|that|the|is|each|a|it|head|size|value|dimension|of))*[\s$(\\]*\Z"
    r"|(?:则|所以|因此|于是|得|得到|可得|即得|故)\W{0,3}\Z|(?:⇒|⟹|→|\\Rightarrow|\\implies)[\s$]*\Z",
    re.IGNORECASE,
)
_SUPPOSES_NEXT = re.compile(
    r"(?:\b(?:for|iff?|when(?:ever)?|unless)|若|当|如果)\s*(?::math:`|[$`]|\\\()*\Z", re.IGNORECASE
)
_AT_FIRST = re.compile(  # what holds then, and is no definition
    r"[\s$)\\]*(?:at\s+(?:first|(?:the\s+)?(?:start|beginning|outset|initiali[sz]ation))|initially|to\s+(?:begin|start)\s+with|before\s+training)\b",
    re.IGNORECASE,
)
_OPENS_WITH = re.compile(r"\W*(?:For|When|If|At|With|Suppose|若|当)\s*(?:[$`]|\\\()*\Z")
# "… in general; ε = 0.1: 14.1": a case, and what it comes to
_OF_CASE = re.compile(r"(?:\$|\\\))?[:：]\s*(?:about\s+|≈\s*)?(?:\$|\\\()?\s*[-−~\\\d]")
_OPEN_BEFORE = re.compile(r"(?:\A|[;；,(.。]\s*|\A\W*)(?:\$|\\\()?\Z")
_SUPPOSES_ANEW = re.compile(r"\W*(?:For|When|If|Suppose|Had|若|如果)\s*(?:[$`]|\\\()*\Z")
# "If the gradient flips its sign: with g_1 = 0.5 and g_2 = -0.5 we get …": another case, with values of its own
_IMAGINES = re.compile(r"\W*(?:If|Suppose|Had|Were|What if|Imagine)\b")
_IMAGINED = Cued(r"\b(?:with|for|take|taking|say|let)\s+(?:[$`]|\\\()[^$`=]{1,30}=\s*-?\d", re.IGNORECASE)
_SOLVES_NEXT = re.compile(
    r"\b(?:solv(?:e|es|ing)|roots? of)(?: the equation)?\s*(?::math:`|[$`]|\\\()*\Z|解方程\s*\$*\Z", re.IGNORECASE
)
_FOR_WHICH = re.compile(r"\bfor which\s*(?::math:`|[$`]|\\\()*\Z", re.IGNORECASE)  # the largest N for which f(N) = 2^N
# what is agreed upon is not worked out
_AGREED = Cued(
    r"\b(?:conventions?|agree(?:ment|d)?|stipulat\w+)\b(?: (?:that|of|is|we|to|set|put|take|define|write))*[\s:(]*(?::math:`|[$`]|\\\()*\Z|约定\s*\$*\Z",
    re.IGNORECASE,
)
_WHO_IS_RIGHT = Cued(  # of two that differ: "Anna has 1.3, Ben 1.4. Who is right?"
    r"[^?？]{0,160}?(?:\b(?:who|which(?: one| of (?:them|the two))?)(?:['’]s| is| was| has it) (?:right|correct|wrong|mistaken)|\bis (?:he|she|this|that|it) (?:right|correct|true))\b|谁(?:是)?对|对吗",
    re.IGNORECASE,
)
_WHY = Cued(r"\W*(?:why|how come)\b|为什么", re.IGNORECASE)
_SUMS_TO_ONE = Cued(
    r"[\s*_~`)$\].,;:(—–-]*(?:and |so |where |here |now |note that )*"
    r"(?:(?:which|that|whose|they|these|all|each|every|both|the|of|its|row|rows|weights?|probabilit(?:y|ies)|entries|values|numbers"
    r"|together|indeed|always|must|do|does|now|again)\s+)*"
    r"(?:sum|sums|summing|add|adds|adding)(?:\s+up)?\s+to\s+(?:exactly\s+)?\$?(?:1(?:\.0+)?(?![\d.]*\d)|one\b|100\s?\\?%)",
    re.IGNORECASE,
)
_SHARES = Cued(
    r"(?:\b(?:distribution|transition (?:probability )?matri(?:x|ces)|stochastic matri(?:x|ces)|probability vectors?"
    r"|attention (?:weights|distribution)|softmax (?:outputs?|weights|probabilities)|mix(?:ing|ture) weights|class probabilities"
    r"|output probabilities)(?:\s+(?:over|of|for|from|across)\s[^.$:=]{1,40}?)?|概率分布|转移矩阵|注意力权重"
    r"|(?<!before )(?<!into )(?<!of )(?:the|full|whole|plain|usual|ordinary|this)\s+softmax(?=\s+(?:is|gives|yields|comes))|(?:完整|全|整个|普通)的?\s*softmax(?=\s*[为是]))"
    r"\s*(?:(?:gives|yields|is|are|be|was|were|becomes?|equals?|then|now|thus|as|by|为|是)\s*|[:：,]\s*)*[\s$(*`_]*\Z",
    re.IGNORECASE,
)
_MARK_BEFORE = Cued(r"(?:^|\n)[ \t]*[-−–][ \t]+[$`*]*\Z")
_UNIT = re.compile(r"[ \t\u00a0~]?\s?(%|[A-Za-zµμ]+(?:/s)?(?![\w])|[А-Яа-я]+(?![\w])|[万亿](?![A-Za-z0-9_]))")
_OTHER_ALPHABETS = {  # what units are called there
    **{f"{prefix}{each}Б": f"{latin}{'i' if each else ''}B" for prefix, latin in zip("КМГТ", "kMGT", strict=True) for each in ("", "и")},
    "байт": "bytes", "байта": "bytes", "бит": "bits", "с": "s", "мс": "ms", "тыс": "thousand", "млн": "million", "млрд": "billion",
    "Ko": "kB", "Mo": "MB", "Go": "GB", "To": "TB",
}  # fmt: skip


_SETS = Cued(
    r"(?:\b(?:with|for|from|to|at|take|taking|us(?:e|ing)|let|set(?:ting)?|choos(?:e|ing)|pick|try|say|when|if|given|fix|now)"
    r"|\b(?:with|for|at|take|using|given)(?: an?| the)?(?: [a-z]+){1,2},?|\bexamples?[:.,][*_]{0,2}|例[:：]|取|设|当|令|若)[ \t\n]*(?::math:`|[$`]|\\\()*\Z",
    re.IGNORECASE,
)
_WHAT_IF = re.compile(  # "**What if the scores were doubled?** …": the paragraph that answers it
    r"[\s*_>#+-]*(?:\d+[.)]\s*)?[*_]*(?:(?:and|but|now)\s+)?(?:what\s+(?:if|happens\s+(?:if|when)|would\s+\w+\s+if|about)|had\s+\w+)\b[^.!\n]{0,120}\?"
    r"|[\s*_>#+-]*(?:如果|假如|要是)[^。！\n]{0,60}[？?]",
    re.IGNORECASE,
)
_STEPS = Cued(
    r"(?:\A|\n)[ \t>*_#-]*(?:\d+[.)]\s*)?[*_]{0,2}"
    r"(?:(?:step|iteration|round|epoch|update|sweep|stage|case|day|trial|episode|period|generation|pass|run)s?\s+[$(]?\w{1,3}\b"
    r"|[$(]{0,2}[tkn]\s*=\s*\d|第\s*\w{1,3}\s*[步轮次])[^\n]*\Z",
    re.IGNORECASE,
)

_OF_OTHERS = re.compile(
    r"\b(?:some|others?|many|most|several|certain|older|newer|various|a\s+few)\b(?:\s+[\w-]+){0,3}?\s+(?:call|write|define|denote|put|take|store|keep|let|prefer|index|leave|omit|drop|add|include|divide|multiply|count|start)s?\b"
    r"|(?:有些|有的|一些|不少|很多|另一些)[^，。；]{0,10}(?:写作|写成|记作|记为|定义|称|采用|使用)",
    re.IGNORECASE,
)

_LATER_ROUND = re.compile(
    r"\b(?:second|third|fourth|next|another|following|last|final|each|every) (?:round|iteration|pass|sweep|update|epoch|step)\b"
    r"|\bonce more\b|\bagain\b|\biterat(?:e|ing)\b|下一[轮步次]|第[二三四]\s*[轮步次]|再次|迭代",
    re.IGNORECASE,
)


_INTERVAL = Cued(
    r"\b(?:intervals?|ranges?)(?: (?:of|is|in))?\s*(?::math:`|[$`]|\\\()*\Z|区间(?:为|是)?\s*\$*\Z", re.IGNORECASE
)


def _interval(statement: Statement) -> Term | None:
    """A pair of numbers, or of what is told in letters, that words call an interval; None where it is no pair."""
    term, formula = statement.term, statement.formula
    if formula is None or not isinstance(term, Matrix) or term.style != "tuple" or len(term.rows) != 1:
        return None
    written, ends = formula.text.strip(), term.rows[0]
    if len(ends) != 2 or written[:1] not in ("(", "[") or written[-1:] not in (")", "]"):
        return None
    return Apply(f"interval {written[0]}{written[-1]}", ends, (), term.origin)


def surrounded(document: Document, statement: Statement) -> Statement:
    """The statement with all that the words around it say of how it is meant."""
    statement = _with_its_minus(document.source.text, statement)
    hedged = hedge(document, statement)
    if statement.carrier == "worksheet":
        return replace(hedged, stance=_stance_on_lines(document.source.text, statement.span))
    if statement.carrier not in ("formula", "prose"):
        return hedged
    text = document.source.text
    place = statement.span if statement.formula is None else statement.formula.span
    before, after = sentence_before(text, place.start), text[place.end : place.end + FAR]
    if _INTERVAL.search(before[-80:]) is not None and (interval := _interval(statement)) is not None:
        hedged = replace(hedged, term=interval)
    asked = _is_condition(statement.term) and _SUPPOSES_NEXT.search(before) or _SOLVES_NEXT.search(before)
    valued = _is_value(statement.term) and _OPENS_WITH.match(before) is not None
    valued = (
        valued
        or _is_number(statement.term)
        and _OF_CASE.match(after) is not None
        and _OPEN_BEFORE.search(before) is not None
    )
    begins = _is_condition(statement.term) and _AT_FIRST.match(after) is not None
    if (asked or valued or begins or _is_of_several(statement.term, before)) and isinstance(statement.term, Relation):
        hedged = replace(hedged, hedged=True)
    return replace(
        hedged,
        stance="called wrong" if _is_rounded_away(statement.term, after) else _stance(text, place, before, after),
        unit=_unit(statement, after),
        sums_to_one=_SUMS_TO_ONE.match(after) is not None,
        shares=statement.span.start - place.start < CLOSE and _SHARES.search(before[-120:]) is not None,
        renewed=_STARTS_ANEW.search(before) is not None
        or _WHAT_IF.match(text, text.rfind("\n\n", 0, place.start) + 2) is not None
        or _IMAGINES.match(before) is not None
        and _IMAGINED.search(before) is not None
        or _is_array(statement.term)
        and _SUPPOSES_ANEW.match(before) is not None
        or (_INSTEAD.match(after) is not None and _TAKES.search(before) is not None)
        or (_is_value(statement.term) and _SAY.search(before) is not None),
        sets=_SETS.search(text[max(0, statement.span.start - 40) : statement.span.start]) is not None,
        stepped=_STEPS.search(text[max(0, place.start - FAR_IN_LINE) : place.start]) is not None
        or _LATER_ROUND.search(sentence_before(text, statement.span.start)) is not None,
        of_others=_OF_OTHERS.search(before) is not None or _goes_on_with_others(text, place.start, before),
        concludes=_CONCLUDES.search(sentence_before(text, statement.span.start)[-80:]) is not None,
    )


_GOES_ON = re.compile(
    r"\W*(?:[Tt]hen|[Ss]o|There|Here|Thus|Hence|In (?:that|this) case|With (?:that|this)|那么|这时|此时|于是)\b"
)


def _goes_on_with_others(text: str, at: int, before: str) -> bool:
    """Whether a sentence draws from the one before it, which tells of the way of others: "Some write r_{t+1}. Then …"."""
    if _GOES_ON.match(before) is None:
        return False
    above = text[max(0, at - FAR) : at].rstrip()[: -len(before)].rstrip()
    return _OF_OTHERS.search(sentence_before(f"{above[:-1]} ", len(above))) is not None


_OF_SEVERAL = Cued(
    r"\b(?:median|mean|average|maximum|max|minimum|min|largest|smallest|total|sum of)(?: of)?(?: the)?\s*[$(\\]*\Z"
    r"|(?:中位数|平均|均值|最大|最小|总)(?:为|的)?\s*[$(\\]*\Z",
    re.IGNORECASE,
)


def _is_of_several(term: object, before: str) -> bool:
    """Whether words right before a formula say of several values of it what it tells: "the median |r| = 2"."""
    match term:
        case Relation(relations=("=" | "≈",), sides=(Apply(), Number() | Symbol() | Index())):
            return _OF_SEVERAL.search(before) is not None
    return False


ROUNDED_AWAY = Fraction(1, 100)  # of a sum of two floats with eight bits and more


def _is_rounded_away(term: object, after: str) -> bool:
    """Whether a sum is off by no more than the rounding of a number format that the next words name."""
    match term:
        case Relation(relations=("=",), sides=(Sum() as left, right)) if _IN_FORMAT.match(after):
            total, shown = evaluate(left), evaluate(right)
            if isinstance(total, Interval) and isinstance(shown, Interval):
                return abs(total.middle - shown.middle) <= abs(shown.middle) * ROUNDED_AWAY
    return False


def _is_condition(term: object) -> bool:
    """Whether an equation is one of several letters: right behind "for" it says for which of their values something holds."""
    match term:
        case Relation(relations=("=",), sides=(Symbol() | Index(), Symbol() | Index())):
            return True
        case Relation(relations=("=",), sides=(Sum(terms) | Product(terms), _)):
            return sum(isinstance(part, Symbol | Index) for part in terms) > 1
    return False


def _is_value(term: object) -> bool:
    """Whether a name is given a decimal: at the head of a sentence, "For β = 1.475 …", it says of which value it speaks."""
    match term:
        case Relation(relations=("=",), sides=(Symbol() | Index(), Number(printed=printed))):
            return printed is not None and not printed.exact
    return False


def _is_number(term: object) -> bool:
    """Whether a name is given a number."""
    match term:
        case Relation(relations=("=",), sides=(Symbol() | Index(), Number())):
            return True
    return False


def _is_array(term: object) -> bool:
    """Whether a name is given a matrix: at the head of a sentence, "For X = …", it is another one than above."""
    match term:
        case Relation(relations=("=",), sides=(Symbol() | Index(), Matrix())):
            return True
    return False


def _with_its_minus(text: str, statement: Statement) -> Statement:
    """The mark of a list before the logarithm of a share is a minus where the result is positive: ``- log(0.6) = 0.51``."""
    match statement.term:
        case Relation(sides=(Apply(function="log" | "ln", arguments=(Number(value=share),)) as first, *rest)) as term:
            last = rest[-1]
            positive = isinstance(last, Number) and last.value > 0
            if (
                0 < share < 1
                and positive
                and _MARK_BEFORE.search(text, max(0, statement.span.start - 8), statement.span.start)
            ):
                negative = Product((Number(Fraction(-1)), first), "", first.origin)
                return replace(statement, term=replace(term, sides=(negative, *rest)))
    return statement


def _stance_on_lines(text: str, place: Span) -> Stance:
    """How the lines of a worksheet mean an equation: its own, and one above that ends with a colon."""
    start = text.rfind("\n", 0, place.start) + 1
    end = text.find("\n", place.end)
    above = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : max(start - 1, 0)].strip()
    before = f"{above if above.endswith((':', '：')) else ''} {text[start : place.start]}"
    after = text[place.end : end if end != -1 else len(text)]
    return _stance(text, place, before[-FAR:], after[:FAR])


@lru_cache(maxsize=4096)  # of the note at hand: many checks ask
def sentence_before(text: str, at: int) -> str:
    """The part of the sentence in front of an offset; for a display, the sentence that leads to it."""
    before = text[max(0, at - FAR) : at].rstrip()
    start = 0
    for found in _SENTENCE_START.finditer(before):
        start = found.end() if found.end() < len(before) else start
    return before[start:]


def _stance(text: str, place: Span, before: str, after: str) -> Stance:
    if _struck_out(text, place) or is_quoted_mistake(text, place.start):
        return "called wrong"
    called = [found.end() for found in _CALLED_WRONG.finditer(before)]
    if called and not _PUT_RIGHT.search(before, called[-1]):
        return "called wrong"
    if _LABELLED_WRONG.match(text, text.rfind("\n\n", 0, place.start) + 2) is not None:
        return "called wrong"
    if _THEN_CALLED_WRONG.match(after) or _REJECTED_NEXT.match(after):
        return "called wrong"
    if _gives_way(before, after) or _DENIED.search(before) or _IN_ITS_STEAD.search(before):
        return "called wrong"
    if _I_WROTE.search(before) and _IT_IS.match(after):
        return "called wrong"
    if _OF_A_BOOK.search(before) and _ERRATA.search(text, 0, HEAD) is not None:
        return "called wrong"
    if (
        (other := _SHOULD_BE.match(after)) is not None
        and "=" in other["other"]
        and "=" in text[place.start : place.end]
    ):
        return "called wrong"
    if (
        is_of_a_quiz(text, place)
        or _WHO_IS_RIGHT.match(after.split("\n\n")[0]) is not None
        or _AGREED.search(before) is not None
        or _FOR_WHICH.search(before) is not None
    ):
        return "asked"
    end = _SENTENCE_END.search(after)
    asks = end is not None and end[0] in ("?", "？")
    # who asks why takes it for true
    return "asked" if asks and not _WHY.match(before) else "asserted"


def is_of_a_quiz(text: str, place: Span) -> bool:
    """Whether a line before a place has the reader choose: "Which of these are defined?", "True or false:"."""
    return _QUIZ.search(text, text.rfind("\n", 0, place.start) + 1, place.start) is not None


def _gives_way(before: str, after: str) -> bool:
    """Whether words put another equation in the place of this one."""
    found = _GIVES_WAY.search(before)
    key = (found["word"] or found["not"]).casefold() if found is not None else ""
    return key in _TO_ANOTHER and _TO_ANOTHER[key].match(after) is not None or _SORRY.match(after) is not None


def _struck_out(text: str, place: Span) -> bool:
    """Whether a statement stands between two pairs of tildes of its paragraph."""
    strikes = _strikes(text)
    index = bisect_right(strikes, place.start - 2, key=lambda strike: strike.at) - 1
    if index < 0 or not strikes[index].opens or strikes[index].paragraph < place.start - 1:
        return False
    closing = bisect_left(strikes, place.end, key=lambda strike: strike.at)
    return closing < len(strikes) and text.find("\n\n", place.end, strikes[closing].at) < 0


@dataclass(frozen=True, slots=True)
class _Strike:
    """A pair of tildes, whether it is the opening one of two, and where its paragraph ends."""

    at: int
    opens: bool
    paragraph: int


@lru_cache(maxsize=2)  # of the note at hand: every statement asks
def _strikes(text: str) -> tuple[_Strike, ...]:
    found: list[_Strike] = []
    paragraph = -1
    for mark in re.finditer("~~", text):
        at = mark.start()
        opens = paragraph < at or not found[-1].opens
        if paragraph < at:
            paragraph = text.find("\n\n", at)
            paragraph = len(text) if paragraph < 0 else paragraph
        found.append(_Strike(at, opens, paragraph))
    return tuple(found)


def _unit(statement: Statement, after: str) -> str:
    """The word or sign of a unit right after the formula that ends with this statement."""
    ends = statement.span.end
    if statement.formula is not None and ends < statement.formula.body.end - 3:
        return ""
    found = _UNIT.match(after)
    return _OTHER_ALPHABETS.get(found[1], found[1]) if found is not None else ""


__all__ = ["is_of_a_quiz", "sentence_before", "surrounded"]
