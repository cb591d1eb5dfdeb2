"""Sections that are the steps of one worked example: "Forward pass", "Update"; and those that cite one, "in the toy example"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from symformer.documents.document import Section
from symformer.text.cued import Cued

_STEP = Cued(
    r"\W*(?:\d+(?:\.\d+)*[.):]?\s+)?(?:(?:the|adding|apply(?:ing)?|causal|masked|multi|self|scaled|dot|product|layer|cross)[\s-]+){0,3}(?:step|stage|phase|schritt|forward|backward|loss|cost|error|gradients?|update|updating|weight updates?"
    r"|inputs?|outputs?|hidden|given|setup|set-up|initiali[sz]ation|initial|scores?|scaling|scale|softmax|weighted sum|attention weights"
    r"|activations?|backprop(?:agation)?|predictions?|computing|compute|calculating|calculate|results?|summary|mean|variance|covariance"
    r"|eigen\w+|projection|centring|centering|normali[sz]\w+|gates?|cell state|parameters?|numbers|data"
    r"|(?:un)?embeddings?|tokens?|tokeni[sz]ation|positional encodings?|positions|quer(?:y|ies)|keys?|values?|mask(?:s|ing)?|attention|heads?"
    r"|residuals?|norm|layernorm|feed-?\s?forward|ffn|mlp|logits?|probabilities|concat\w*|exponentials?|entropy)s?\b"
    r"|\W*(?:[一二三四五六七八九十\d]+[、.．]\s*)?(?:第[一二三四五六七八九十\d]+步|步骤|前向|反向|损失|梯度|更新|输入|输出|计算|初始化|缩放|结果|协方差|均值|词嵌入|嵌入|位置编码|自?注意力|多头|残差|层?归一化|前馈|掩码)",
    re.IGNORECASE,
)
RUN_IN = 4  # a heading of this level and deeper stands within its paragraph


def steps_of(sections: Sequence[Section]) -> Mapping[int, int]:
    """For each section, the one that speaks for its worked example: itself, or the section whose steps it shares.

    >>> from symformer.text.span import Span
    >>> titles = (("A net", 1, 0, 90), ("Forward", 2, 10, 50), ("Backward", 2, 50, 90))
    >>> steps_of([Section(Span(a, b), level, title, Span(a, a)) for title, level, a, b in titles])
    {0: 0, 1: 0, 2: 0}
    """
    found: dict[int, int] = {}
    open_sections: list[int] = []
    for at, section in enumerate(sections):
        while open_sections and not sections[open_sections[-1]].span.contains(section.span):
            open_sections.pop()
        step = _STEP.match(section.title) is not None or section.level >= RUN_IN
        found[at] = found[open_sections[-1]] if open_sections and step else at
        open_sections.append(at)
    return found


def cited_by(sections: Sequence[Section], text: str) -> Mapping[int, int]:
    """For each section whose words go back to the example of an earlier one, that section: "in the toy example"."""
    examples = [(at, match["title"]) for at, each in enumerate(sections) if (match := _EXAMPLE.match(each.title))]
    found: dict[int, int] = {}
    for at, section in enumerate(sections) if examples else ():
        inner = next((each.span.start for each in sections[at + 1 :] if each.span.start < section.span.end), None)
        own = text[section.span.start : inner if inner is not None else section.span.end]
        cited = [
            other
            for other, title in examples
            if other < at
            and not sections[other].span.contains(section.span)
            and re.search(rf"\b(?:in|of|from|for|to)\s+(?:the|our|that)\s+{re.escape(title)}\b", own, re.IGNORECASE)
        ]
        if len(cited) == 1:
            found[at] = cited[0]
    return found


_EXAMPLE = Cued(
    r"\W*(?:\d+(?:\.\d+)*[.):]?\s+)?(?:(?:an?|the)\s+)?(?P<title>(?:[A-Za-z-]+\s+){1,3}(?:example|case|network|model|sentence|problem))\W*\Z",
    re.IGNORECASE,
)

__all__ = ["cited_by", "steps_of"]
