"""Sentences that say of a method of the field the opposite of what it does: "RMSNorm subtracts the mean".

Each row is what is said, with the method right before it or behind it in one clause, and how it is.  What is asked, supposed,
denied, called wrong, or said of a variant is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.method_facts import FACTS, Fact, fact
from symformer.judging.said.sentences import Sentence, sentences

_BY_THE_WAY = (
    r"(?:\s+(?:also|then|first|always|only|just|simply|itself|therefore|thus|typically|usually|still|layers?|blocks?|functions?"
    r"|does|do|will|can|which|that|operations?|both|in turn|of course|\([^()]{0,40}\)))*\s+"
)
_THE = r"(?:(?:the|its|their|each|every|all|any)\s+)*"
_RMS = r"(?:\brms[\s-]?norm(?:ali[sz]ation)?|\broot[\s-]mean[\s-]square (?:layer )?norm(?:ali[sz]ation)?)"
_LAYER = r"(?<!rms )\b(?:layer[\s-]?norm(?:ali[sz]ation)?)"
_BATCH = r"\b(?:batch[\s-]?norm(?:ali[sz]ation)?)"
_CENTRES = r"(?:subtracts?|removes?|cent(?:er|re)s? (?:by|with|on)|takes? away)"
_SHARP = r"(?:sharpens?|sharper|peakier|more peaked|more (?:deterministic|confident|concentrated|greedy|conservative)|closer to (?:greedy|one-hot|argmax))"
_FLAT = r"(?:flattens?|flatter|more (?:uniform|random|diverse|creative|even)|smoother|closer to uniform)"
_HOT = r"(?:(?:high(?:er)?|larger?|great(?:er)?|bigger|big|rising|increased)\s+temperatures?|(?:raising|increasing)\s+the\s+temperature|temperatures?\s+(?:\w\s+)?(?:above|greater than|larger than|higher than|>)\s*(?:1|one))"
_COLD = r"(?:(?:low(?:er)?|small(?:er)?|falling|decreased|reduced)\s+temperatures?|(?:lowering|decreasing|reducing)\s+the\s+temperature|temperatures?\s+(?:\w\s+)?(?:below|less than|smaller than|lower than|<)\s*(?:1|one))"
_MAKES = r"(?:\s+(?!not\b|never\b|less\b)\w+){0,2}?\s+(?:(?:makes?|leads? to|gives?|yields?|produces?|results? in|renders?)\s+(?:(?!not\b|never\b|less\b)[\w'-]+\s+){0,5}?)?"
_LENGTH = (
    r"(?:sequence(?:[\s-]+length)?|length(?:\s+of\s+the\s+\w+)?|number\s+of\s+tokens|context(?:\s+(?:length|window))?)"
)
_SCORES = r"(?:scores?|dot[\s-]products?|inner\s+products?|logits?)"


_FACTS = (
    fact(rf"{_RMS}{_BY_THE_WAY}{_CENTRES}\s+{_THE}means?\b", "RMSNorm does not subtract the mean, layer norm does"),
    fact(
        rf"{_LAYER}(?:{_BY_THE_WAY})?\s*(?:does\s+not|doesn['’]t|never|do\s+not)\s+(?:subtract|remove|cent(?:er|re))\w*\s+(?:(?:by|with|the|its|any|a)\s+)*means?\b",
        "layer norm subtracts the mean, RMSNorm does not",
        r"rms",
    ),
    fact(
        rf"{_LAYER}{_BY_THE_WAY}(?:normali[sz]es|averages|takes (?:its )?statistics|computes (?:the |its )?(?:mean|statistics)[^.;,]{{0,25}})\s+(?:over|across|along)\s+the\s+batch\b(?!\s+(?:and|or))",
        "layer norm takes its mean and variance over the features of each example, batch norm over the batch",
    ),
    fact(
        rf"{_BATCH}{_BY_THE_WAY}(?:normali[sz]es|averages|computes (?:the |its )?(?:mean|statistics)[^.;,]{{0,25}})\s+(?:(?:over|across|along)\s+(?:the\s+features?|the\s+hidden\s+(?:units|dimension))|each\s+(?:example|sample|token)\s+(?:separately|independently|on its own|by itself))",
        "batch norm takes its mean and variance over the batch, layer norm over the features of each example",
    ),
    fact(rf"{_HOT}{_MAKES}{_SHARP}\b", "a higher temperature flattens the distribution", r"inverse|divid"),
    fact(rf"{_COLD}{_MAKES}{_FLAT}\b", "a lower temperature sharpens the distribution", r"inverse|divid"),
    fact(
        r"(?:\bT(?:emperature)?|\\tau|τ)\s*(?:→|\\to|goes to|approaches|tends to)\s*(?:0|zero)\b[^.;]{0,50}\buniform\b",
        "as the temperature goes to zero, all goes to the largest; it becomes uniform as the temperature grows",
        r"\bnot\b|infty|∞|infinity",
    ),
    fact(
        r"(?:\bT(?:emperature)?|\\tau|τ)\s*(?:→|\\to|goes to|approaches|tends to)\s*(?:\\infty|∞|infinity)[^.;]{0,50}\b(?:greedy|one-hot|argmax|deterministic)\b",
        "as the temperature grows the distribution becomes uniform; it is greedy as the temperature goes to zero",
        r"\bnot\b|(?:\\to|→|to) ?(?:0|zero)\b",
    ),
    fact(
        r"\b(?:rotary[\w\s-]{0,20}|rope)\s+(?:\([^()]*\)\s+)?(?:also\s+)?rotates?\s+(?:the\s+)?(?:quer(?:y|ies),?\s+(?:the\s+)?keys?,?\s+and\s+(?:the\s+)?values?|values?\b)",
        "rotary embeddings turn queries and keys, not values",
    ),
    fact(
        rf"\b(?:standard\s+deviation|std\b)[^.;,:]{{0,60}}\b{_SCORES}\b[^.;,:]{{0,30}}\b(?:grows?|scales?|rises?|increases?)\s+(?:like|as|with|in proportion to|proportionally to|linearly (?:in|with))\s+(?:d_k|d_\{{k\}}|d|d_h)\b",
        "the variance of a dot product grows like the number of its terms, its standard deviation like the root of it",
    ),
    fact(
        rf"\bvariance[^.;,:]{{0,60}}\b{_SCORES}\b[^.;,:]{{0,30}}\b(?:grows?|scales?|rises?|increases?)\s+(?:like|as|with|in proportion to)\s+\\sqrt\s*\{{?\s*d",
        "the variance of a dot product grows like the number of its terms, its standard deviation like the root of it",
    ),
    fact(
        r"\bdivid(?:e|es|ed|ing)\s+(?:\w+\s+){0,3}by\s+(?:d_k|d_\{k\}|d)\s+(?:\w+\s+){0,2}?(?:brings?|keeps?|restores?|resets?|makes?|sets?)\s+(?:the|their|its)\s+variance\b[^.;]{0,30}?\b(?:1|one)\b",
        "the variance of a dot product of d terms comes back to one when it is divided by the root of d",
    ),
    fact(
        rf"\b(?:self-?|full |softmax |dot-product |standard )?attention\b(?:\s+\w+){{0,3}}?\s+(?:grows?|scales?|is|increases?)\s+(?:only\s+)?linear(?:ly)?\s+(?:in|with)\s+(?:the\s+)?{_LENGTH}\b",
        "the cost of attention grows with the square of the length of the sequence",
        r"linear(?:i[sz]ed)? attention|local|window|sparse|kernel|flash|memory|per (?:token|step)|cach|decod|performer|linformer|each (?:step|token)|one (?:token|step|query)|cross",
    ),
    fact(
        rf"\bdoubling\s+(?:the\s+)?(?:sequence\s+)?(?:{_LENGTH})\s+(?:only\s+)?(?:doubles|makes)\s+(?:the\s+)?(?:(?:cost|size|number|memory)\s+of\s+(?:the\s+)?)?(?:self-?|full )?(?:attention\s+(?:cost|matrix|scores|map)|attention\b(?!\s+twice)|score\s+matrix)(?:\s+twice)?",
        "twice the length makes four times as many scores",
        r"linear|flash|local|window|sparse|four|quadrupl|cach|\b4\b|\b(?:each|every|per|rows?|one)\b",
    ),
    fact(
        r"\b(?:higher|larger|greater)\s+perplexit(?:y|ies)\s+(?:is|are|means?|indicates?)\s+(?:a\s+)?better\b|\blower\s+perplexit(?:y|ies)\s+(?:is|are|means?|indicates?)\s+(?:a\s+)?worse\b",
        "the lower the perplexity, the better the model",
    ),
    fact(
        r"\brelu(?:\s+\w+){0,2}?\s+(?:sets?|maps?|turns?|clips?|zeroes(?:\s+out)?)\s+(?:the\s+|all\s+|every\s+|any\s+)*positive\s+(?:\w+\s+){0,2}?(?:to\s+(?:zero|0)\b)?|\brelu(?:\s+\w+){0,2}?\s+(?:keeps?|passes?|leaves?)\s+(?:the\s+|all\s+|every\s+)*negative\b",
        "ReLU keeps what is positive and sets what is negative to zero",
        r"leaky|\bnot\b|gradient",
    ),
    fact(
        r"\bdropout\b(?:\s+\w+){0,2}?\s+(?:is|are|stays?)\s+(?:only\s+)?(?:active|used|applied|switched on|turned on|enabled)\s+(?:only\s+)?(?:at|during|in)\s+(?:inference|test(?:ing| time)?|evaluation)\b|\bdropout\b(?:\s+\w+){0,2}?\s+(?:is|are)\s+(?:switched off|turned off|disabled)\s+(?:at|during|in)\s+training\b",
        "dropout is used in training and switched off at inference",
        r"monte|mc[\s-]dropout|uncertaint|bayes",
    ),
    fact(
        r"\b(?:kv|key[\s–-]+value)[\s-]cach\w*\s+(?:\w+\s+)?(?:stores?|holds?|keeps?|contains?|saves?)\s+(?:the\s+|all\s+|past\s+|previous\s+|old\s+)*quer(?:y|ies)\b",
        "the cache holds keys and values; old queries are not needed again",
        r"\bnot?\b|\bfrom\b|recomput",
    ),
    fact(
        r"\b(?:causal|autoregressive|look-ahead)\s+mask(?:ing)?\b(?:\s+\w+)?\s+(?:hides?|blocks?|removes?|masks?(?:\s+out)?|excludes?|zeroes(?:\s+out)?|prevents?[^.;,]{0,40}\s(?:to|at))\s+(?:the\s+|all\s+|every\s+|any\s+)*(?:past|previous|earlier|preceding)\s+(?:tokens?|positions?|words?|keys?)",
        "a causal mask hides what follows a position, not what is before it",
        r"\b(?:except|but|keeps|window|only|backwards?|revers\w*|right[\s-]to[\s-]left|anti)\b",
    ),
    fact(
        r"\bgradient\s+descent\b(?:\s+\w+){0,2}?\s+(?:moves?|steps?|goes|walks?|updates?[^.;,]{0,30})\s+(?:\w+\s+){0,3}?(?:in|along)\s+the\s+direction\s+of\s+the\s+gradient\b",
        "gradient descent goes against the gradient",
        r"opposite|negative|against|minus|ascent",
    ),
    fact(
        r"\badding\s+(?:the\s+same\s+|a\s+|any\s+|one\s+)*constant\s+to\s+(?:all|every|each|the)\s+(?:of\s+the\s+)?(?:logits?|scores?|inputs?|entr(?:y|ies))\s+(?:does\s+)?changes?\s+(?:the\s+)?(?:softmax|probabilit|output|result|distribution|weights)",
        "a constant that is added to all scores leaves the softmax as it is",
        r"nothing|not",
    ),
    fact(
        r"\b(?:multiplying|scaling)\s+(?:all|every|each|the)\s+(?:of\s+the\s+)?(?:logits?|scores?|inputs?)\s+(?:by\s+\w+\s+)?(?:does\s+not|doesn['’]t|never)\s+changes?\s+(?:the\s+)?(?:softmax|probabilit|output|distribution|weights)",
        "a factor on all scores changes the softmax: only a constant that is added leaves it as it is",
        r"\border\b|argmax|largest|rank",
    ),
    fact(
        r"\bBERT\b(?:\s+\w+)?\s+(?:is|uses)\s+(?:an?\s+)?(?:decoder[\s-]only|causal|left[\s-]to[\s-]right|unidirectional|autoregressive)\b|\bGPT(?:-?\d)?\b(?:\s+\w+)?\s+(?:is|uses)\s+(?:an?\s+)?(?:encoder[\s-]only|bidirectional)\b",
        "BERT is an encoder that looks both ways, GPT a decoder that looks back only",
        r"\bnot\b|unlike|whereas|while",
    ),
    fact(
        r"\b(?:derivative|slope|gradient)\s+of\s+(?:the\s+)?(?:logistic\s+)?sigmoid\b(?:\s+\w+){0,3}?\s+(?:is\s+)?(?:at\s+most|never\s+(?:more|larger|greater)\s+than|never\s+exceeds|bounded\s+by|has\s+a\s+maximum\s+of|peaks\s+at|at\s+its\s+maximum\s+is)\s+(?:0\.5|1|one|a\s+half|1/2)(?![.\d/])",
        "the slope of the sigmoid is at most 1/4",
    ),
    fact(
        r"\bhigh[\s-]bias\b[^.;,]{0,30}\boverfit\w*|\bhigh[\s-]variance\b[^.;,]{0,30}\bunderfit\w*",
        "a model of high bias underfits, one of high variance overfits",
        r"\bnot\b|cannot|can['’]t|rarely|hardly|never|\band\b|\bor\b|low|trade|without|reduc",
    ),
    fact(
        r"\bforget\s+gate\b(?:\s+\w+){0,3}?\s+(?:close\s+to|near|of|equal\s+to|at|is|=)\s*(?:1|one)\b[^.;,]{0,20}\b(?:erases?|forgets?|discards?|clears?|resets?|wipes?)\b|\bforget\s+gate\b(?:\s+\w+){0,3}?\s+(?:close\s+to|near|of|equal\s+to|at|is|=)\s*(?:0|zero)\b[^.;,]{0,20}\b(?:keeps?|retains?|remembers?|preserves?)\b",
        "a forget gate of one keeps the cell state, one of zero erases it",
        r"\bnot\b|nothing",
    ),
    fact(
        r"\b(?:learning\s+rate|step\s+size)\b(?:\s+\w+)?\s+(?:is\s+|that\s+is\s+)?too\s+(?:small|low)\b[^.;,]{0,30}\b(?:diverges?|overshoots?|blows?\s+up|oscillates?)\b|\btoo\s+(?:small|low)\s+a\s+(?:learning\s+rate|step\s+size)\b[^.;,]{0,30}\b(?:diverges?|overshoots?|blows?\s+up|oscillates?)\b",
        "it is too large a learning rate that overshoots; with too small a one training is slow",
        r"\bnot\b|large|high|never",
    ),
    fact(
        r"\b(?:L2|ℓ2|ridge)\b(?:\s+\w+){0,2}?\s+(?:drives?|sets?|pushes|makes?)\s+(?:many\s+|most\s+|some\s+|the\s+)*(?:weights|coefficients|parameters)\s+(?:exactly\s+)?(?:to\s+(?:exactly\s+)(?:zero|0)|sparse)|\b(?:L2|ℓ2|ridge)\s+(?:regulari[sz]ation|penalty|norm)?\s*(?:promotes?|encourages?|produces?|leads?\s+to|induces?)\s+sparsity",
        "it is the L1 penalty that sets weights to zero; L2 only makes them small",
        r"\bnot\b|unlike|L1|lasso",
    ),
    fact(
        r"\bone[\s-]hot\b[^.;,]{0,30}\b(?:a\s+single|exactly\s+one|only\s+one|one)\s+(?:zero|0)\b(?:[^.;]{0,30}\b(?:ones|elsewhere|1s)\b)?",
        "a one-hot vector has a single one, and zeros elsewhere",
        r"\bnot\b|one-cold",
    ),
    fact(
        r"\b(?:max|average|mean)[\s-]pooling\b(?:\s+\w+)?\s+(?:has|have|learns?|adds?)\s+(?:its\s+own\s+|some\s+)?(?:learnable|trainable|learned|free)?\s*(?:parameters|weights)\b",
        "pooling has no parameters",
        r"\bnot?\b|never",
    ),
    fact(
        r"\bKL[\s-]divergence\b(?:\s+\w+)?\s+is\s+(?:a\s+)?(?:symmetric|metric|distance\s+metric)\b",
        "the KL divergence is not symmetric",
        r"\bnot\b|jensen",
    ),
    fact(
        r"\bentropy\b[^.;,]{0,40}\b(?:is|becomes)\s+(?:largest|maximal|highest|greatest)\b[^.;,]{0,30}\b(?:one-hot|deterministic|certain|degenerate|peaked)\b|\bentropy\b[^.;,]{0,40}\b(?:is|becomes)\s+(?:smallest|minimal|lowest|zero)\b[^.;,]{0,30}\buniform\b",
        "entropy is largest for the uniform distribution, and zero where one outcome is certain",
        r"\bnot\b|cross|relative|divergence|from uniform",
    ),
    fact(
        r"\borthogonal\s+(?:vectors?|embeddings?)\b[^.;,]{0,30}\bcosine(?:\s+similarity)?\s+(?:of|is|=|equal to)\s*(?:1|one)\b|\bcosine\s+similarity\b[^.;,]{0,20}\b(?:is|of|=)\s*(?:1|one)\b[^.;,]{0,20}\borthogonal\b",
        "the cosine of orthogonal vectors is zero",
        r"\bnot\b",
    ),
    fact(
        r"\bmulti-query\s+attention\b(?:\s+\([^()]*\))?(?:\s+\w+){0,2}?\s+(?:uses?|has|keeps?|gives?)\s+(?:separate|different|its own|one)\s+(?:keys?\s+(?:and\s+values?)?)\s*(?:heads?\s+)?(?:for|per|to)\s+(?:each|every)\s+(?:query\s+)?head",
        "in multi-query attention all query heads share one key and value head",
    ),
    fact(
        r"\bstride\s+(?:of\s+)?(?:2|two)\s+doubles\s+(?:the\s+)?(?:spatial\s+)?(?:size|resolution|width|height|output|dimensions)\b",
        "a stride of two halves the output",
        r"transpos|fraction|deconv|upsampl|receptive",
    ),
    fact(
        r"\bgradient\b[^.;:]{0,60}\b(?:logits?|pre-?activations?|scores?\s+z|inputs?\s+of\s+the\s+softmax)(?:\s+\w)?\s+(?:is|equals|=|becomes)\s+(?:simply\s+|just\s+|then\s+|the\s+\w+\s+)*(?:y|Y|t|\\mathbf\{y\})\s*-\s*(?:p|P|\\hat\s*\{?\s*[ypYP]\}?|\\mathbf\{p\}|softmax)",
        "the gradient of the cross-entropy by the logits is p - y, prediction less target",
        r"negative|minus the|ascent|log-?likelihood|maximi[sz]|reward",
    ),
    fact(
        r"\bAdamW?\s+(?:only\s+)?(?:stores|keeps|needs|tracks|maintains)\s+(?:only\s+|just\s+)?(?:one|a\s+single)\b(?!\s+(?:more|additional|extra|copy|learning|step|rate|pair))|\bmomentum\s+(?:only\s+)?(?:stores|keeps|needs|tracks|maintains)\s+(?:two|2)\s+(?:vectors?|buffers?|numbers?|running|moving|states?|copies|moments?)",
        "Adam keeps two running means, momentum one",
        r"unlike|adam[- ]mini|adafactor|lion|instead|including|first|second|\band\s+one\b|\b(?:weights|parameters?)\s+(?:and|plus)\b",
    ),
    fact(
        r"\bpadding\b[^.;]{0,80}\bstride\b[^.;]{0,80}\(?\b(?P<n>\w)\s*\+\s*p\s*[-−]\s*(?P<k>[kfF])\s*\)?\s*/\s*s\b",
        "padding p on both sides adds 2p to the size",
        r"total padding|one side|right side|left side|altogether",
    ),
    fact(
        r"\bpre[\s-]?(?:norm|LN)\b[^.;]{0,60}?\b(?:normali[sz]ation|layer\s?norm|norm)?\s*(?:is\s+|are\s+)?(?:applied|placed|put|comes|applies|normali[sz]es)\s+(?:the\s+\w+\s+)?(?:only\s+)?after\s+(?:the\s+|each\s+|every\s+)?(?:sub-?layer|residual|attention|addition)|\bpost[\s-]?(?:norm|LN)\b[^.;]{0,60}?\b(?:normali[sz]ation|layer\s?norm|norm)?\s*(?:is\s+|are\s+)?(?:applied|placed|put|comes|applies|normali[sz]es)\s+(?:the\s+\w+\s+)?before\s+(?:the\s+|each\s+|every\s+)?(?:sub-?layer|residual|attention)",
        "pre-norm normalises what goes into a sublayer, post-norm what comes out of the residual addition",
        r"\bnot\b|unlike|whereas|while|instead|rather|final|last|than",
    ),
)  # fmt: skip

AROUND = 800  # characters around a sentence that tell which method it is of
_OPEN = re.compile(
    r"\?|\b(?:if|suppose|would|could|might|wrong\w*|mistake\w*|myth|false|incorrect\w*|misconception|claim\w*|variants?|contrary|surprising\w*|some\s+(?:people|authors|papers)|true\s+or|let\s+us\s+say|what\s+happens|bug|never\s+mind)\b",
    re.IGNORECASE,
)
_WORTH = re.compile(  # in small letters: to look for any letters costs three times as much
    r"norm|temperature|\badam|momentum|gradient|padding|→|\\to\b|rotat|deviation|varian|divid|attention|perplexit|relu|dropout|cach|mask|descent|constant|multiplying|scaling"
    r"|\bbert\b|\bgpt|sigmoid|bias|forget|learning rate|step size|l2|ridge|one-hot|one hot|pooling|kl|entropy|orthogonal|stride|tends|goes to|doubling"
)


def misdescribed_problems(document: Document) -> Iterator[Problem]:
    """A problem for each sentence that says of a named method the opposite of what it does."""
    for block in document.prose:
        if block.kind == "heading":
            continue
        text = block.text.text.lower()
        more = [each for each in FACTS if any(word in text for word in each.about)]
        known = _WORTH.search(text) is not None
        if not more and not known:
            continue
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None:
                worth = known and _WORTH.search(sentence.text.lower())
                yield from _of_sentence(document, sentence, (*_FACTS, *more) if worth else more)


def _of_sentence(document: Document, sentence: Sentence, facts: Sequence[Fact]) -> Iterator[Problem]:
    for each in facts:
        found = each.said.search(sentence.text)
        if found is None or each.unless is not None and each.unless.search(sentence.text):
            continue
        if each.among is not None and not _is_among(document, sentence.place(found.start()), each.among):
            continue
        span = sentence.span(*found.span())
        yield Problem(
            span,
            each.so,
            level="warning",
            evidence={"kind": "text", "printed": found[0], "expected": each.so},
            key=f"method-misdescribed@{span.start}",
        )


def _is_among(document: Document, at: int, words: re.Pattern[str]) -> bool:
    return words.search(document.source.text, max(0, at - AROUND), at + AROUND) is not None


__all__ = ["misdescribed_problems"]
