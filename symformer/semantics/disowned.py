"""What a note says only to disown it: a mistake in quotation marks, what it is tempting to think, what "it does not" follows."""

from __future__ import annotations

import re

_BAD = r"(?:mistakes?|errors?|misconceptions?|misunderstandings?|myths?|pitfalls?|traps?|fallac(?:y|ies)|wrong|false|incorrect|not)"
# the label of a paragraph or an item that holds what is wrong: "**Mistake 2.**", "- Myth:", "3. Wrong:", with a quotation behind it
_LABELLED = re.compile(
    rf"(?:\A|\n)[\s>*_#+\-]*(?:\(?\d+[.)]\s*)?[*_]*(?:(?:an?|the|another|common|typical|popular|frequent|classic|first|second|third)\s+)*{_BAD}"
    r"\b[^\n.:\"“”「『]{0,20}[.:—–-][*_\s—–-]*[\"“「『][^\"”」』\n]*\Z"
    r"|(?:\A|\n)[^\n.:\"“”「『]{0,30}\b(?:got|had|went|was)\s+(?:it\s+)?wrong\b[^\n.:\"“”「『]{0,30}[.:—–-][*_\s—–-]*[\"“「『][^\"”」』\n]*\Z"
    r"|(?:\A|\n)[\s>*_#+\-]*[*_]*(?:错误|误区|误解)[^\n：:。]{0,8}[：:。][*_\s]*[\"“「『][^\"”」』\n]*\Z",
    re.IGNORECASE,
)
_TEMPTED = re.compile(
    r"\b(?:tempting|easy)\s+to\s+(?:think|believe|assume|say|write|conclude|claim|guess)\b"
    r"|\b(?:some|many|most|people|students?|beginners?|newcomers?|blogs?|posts?)\s+(?:\w+\s+){0,2}?(?:thinks?|believes?|claims?|says?|guess(?:es)?)\b"
    r"|\b(?:one|you)\s+(?:often|sometimes|may|might|can)\s+(?:\w+\s+)?(?:reads?|hears?|thinks?|believes?|guess)\b|\bcontrary\s+to\b"
    r"|(?:很多|不少|有)人(?:以为|认为|误以为)|误以为|容易以为",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"(?:[;,:—–]|--)\s*(?:but\s+|yet\s+)?(?:in\s+fact\s+|really\s+)?(?:it|they|this|that|he|she)\s+(?:(?:does|do|is|are|was|were|will)\s*(?:not|n['’]t)|cannot|never\s+(?:does|do|is))\s*[.!]?[\"”')\s]*\Z",
    re.IGNORECASE,
)
_REJECTED = re.compile(
    r"[\s\"”'’)*_]*(?:(?:(?:this|that|it)(?:\s+\w+)?|which)\s+(?:(?:simply|just|clearly|obviously|of\s+course|plainly|also|still)\s+)?"
    r"(?:(?:is|was|would\s+be)\s+(?:an?\s+(?:\w+\s+)?(?:mistake|misconception|myth|error)|wrong|false|incorrect|nonsense|untrue|not\s+(?:so|right|true|correct|the\s+case))"
    r"|cannot\s+be\s+(?:right|true|correct)|(?:does\s+not|doesn['’]t)\s+hold)\b"
    r"|(?:not\s+(?:so|quite|true)|no|nope|wrong|false|nonsense|incorrect)\s*[.:,;!—–]|(?:这|此)?(?:是错|不对|不成立|并非如此))",
    re.IGNORECASE,
)


def is_quoted_mistake(text: str, at: int) -> bool:
    r"""Whether a place stands within quotation marks behind a label that says that what follows is wrong.

    >>> is_quoted_mistake('**Mistake 2.** "The slope of tanh is $1 - x$."', 38)
    True
    >>> is_quoted_mistake('**Step 2.** "The slope of tanh is $1 - x$."', 35)
    False
    """
    start = max(text.rfind("\n", 0, at), 0)
    return _LABELLED.match(text, start, at) is not None  # a search would try every place of a long line


def is_disowned(text: str, start: int, end: int) -> bool:
    """Whether a sentence of plain words is said only to deny it.

    >>> is_disowned("It is tempting to think that it centres; it does not.", 0, 53)
    True
    >>> is_disowned("The mean is taken away. Not so: it stays.", 0, 23)
    True
    >>> is_disowned("The mean is taken away. It is not needed.", 0, 23)
    False
    """
    if _TEMPTED.search(text, start, end) or _TAKEN_BACK.search(text, start, end):
        return True
    if _REJECTED.match(text, end) is not None:
        return True
    opening = start + len(text[start:end]) - len(text[start:end].lstrip()) + 1
    return is_quoted_mistake(text, opening)


__all__ = ["is_disowned", "is_quoted_mistake"]
