r"""Events typed without LaTeX, of which a probability is told: ``P(rain|clouds)``, ``P(A)``, ``P(no rain)``."""

from __future__ import annotations

import re

from symformer.semantics.prose.plain_names import name_latex
from symformer.text.cued import Cued

_EVENT = Cued(
    r"\([ ]?(?P<what>[^\W\d_][^()|=+*/<>]{0,40}?)[ ]?(?:[|∣][ ]?(?P<given>[^\W\d_][^()|=+*/<>]{0,40}?)[ ]?)?\)"
)


def event_latex(text: str, at: int, end: int) -> tuple[str, int] | None:
    r"""What stands in brackets behind a P, as LaTeX, and where the brackets end.

    >>> event_latex("P(rain|A) = 0.6", 1, 15)
    ('\\text{rain} \\mid A', 9)
    """
    event = _EVENT.match(text, at, end)
    if event is None:
        return None
    named = [re.sub(r"[^\W\d_][\w ]*", _name, each) for each in (event["what"], event["given"]) if each]
    return r" \mid ".join(named), event.end()


def _name(word: re.Match[str]) -> str:
    return word[0] if len(word[0]) == 1 else name_latex(word[0]) or rf"\text{{{word[0]}}}"


__all__ = ["event_latex"]
