"""What methods of the field are, by what would be wrong to say of them: the rows behind ``misdescribed``.

``about`` are words one of which the paragraph must hold, so that few patterns are tried on it; ``among`` is a pattern for what must
stand around the sentence, where the words alone may be of another method.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from symformer.text.cued import Cued

_IS = r"\s+(?:is|are)\s+(?:(?:an?|the|also|therefore|thus|always|clearly|called|typical|classic(?:al)?|simple)\s+)*"


@dataclass(frozen=True, slots=True)
class Fact:
    """What would be wrong to say, how it is, and the words that make it another method."""

    said: Cued
    so: str
    unless: Cued | None = None
    about: tuple[str, ...] = ()
    among: Cued | None = None


def fact(said: str, so: str, unless: str = "", *, about: str = "", among: str = "") -> Fact:
    """A fact from patterns in any case."""
    others = Cued(unless, re.IGNORECASE) if unless else None
    around = Cued(among, re.IGNORECASE) if among else None
    return Fact(Cued(said, re.IGNORECASE), so, others, tuple(about.split("|")) if about else (), around)


def _is_called(methods: str, wrong: str, so: str, others: str, about: str, unless: str = "") -> Fact:
    """A method that is called by the name of its opposite, in a clause that names none of the others."""
    between = rf"(?:(?!\b(?:{others}|not|never|unlike|whereas|while|than|contrast|if|can|both)\b)[^.!?]){{0,140}}?"
    return fact(rf"\b(?:{methods})\b{between}{_IS}(?:{wrong})\b", so, unless or r"\?", about=about)


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

_ON = r"SARSA|REINFORCE|PPO|TRPO|A2C|A3C"
_OFF = r"Q-learning|DQN|DDPG|TD3|SAC"
_PLAIN_INVARIANT = rf"{_IS}invariant\s+(?:to|under|against|with\s+respect\s+to)\s+(?:(?:an?|the|any|constant|common|additive|all|inputs?)\s+)*"
_SHIFTS = r"(?:shifts?|shifting|translations?|offsets?|adding\s+a\s+constant)"
_SCALES = r"(?:(?:re-?)?scal(?:ing|es?)|multiplication|a\s+common\s+factor|multiplying)"
_NEGATED = r"\bnot\b|n['’]t\b|never|unlike|whereas|instead"
_CROSS = r"cross[\s-]?attention|encoder[\s–-]+decoder attention|encoder[\s-]decoder"
_CAUSAL = r"causal|autoregressive|look-ahead|masked self-attention|decoder"
_ZH_NEGATED = r"不(?!断|同)|没有|并非|而非|未|若|如果|错误|误以为|区别|相反"
_ZH_SO = r"(?:则|会|也|是|首先|通常|一般|总是|只|将|对输入|对每个样本)*"

FACTS = (
    # -- norms, temperatures, optimisers, masks and lengths
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
        r"\brelu(?:\s+\w+){0,2}?\s+(?:sets?|maps?|turns?|clips?|zeroe?s(?:\s+out)?)\s+(?:the\s+|all\s+|every\s+|any\s+)*positive\s+(?:\w+\s+){0,2}?(?:to\s+(?:zero|0)\b)?|\brelu(?:\s+\w+){0,2}?\s+(?:keeps?|passes?|leaves?)\s+(?:the\s+|all\s+|every\s+)*negative\b",
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
    # -- what a method is called
    _is_called(_ON, "off[\\s-]policy", "it learns from the actions that its own policy takes: it is on-policy", _OFF, "off-policy|off policy", r"expected sarsa|importance|replay|\?"),
    _is_called(_OFF, "on[\\s-]policy", "it learns of the greedy policy while another one acts: it is off-policy", _ON, "on-policy|on policy"),
    _is_called(rf"{_ON}|{_OFF}", "model[\\s-]based", "it uses no model of the environment", "Dyna|MPC|value iteration|policy iteration|dynamic programming|planning", "model-based"),
    _is_called("value iteration|policy iteration", "model[\\s-]free", "it needs the transition probabilities, a model", f"{_ON}|{_OFF}|Monte Carlo", "model-free"),
    _is_called("naive Bayes|Gaussian discriminant analysis", "discriminative", "it models how the inputs come about: it is generative", "logistic|SVM|GAN", "discriminative"),
    _is_called("logistic regression|softmax regression", "generative", "it models the class given the input only: it is discriminative", "Bayes|LDA|GAN", "generative"),
    _is_called("k-means|PCA|principal component analysis", "supervised", "it uses no labels", "LDA|regression|k-?NN|classif\\w+|discriminant", "supervised"),
    _is_called("linear regression|logistic regression|naive Bayes|random forests?|decision trees?", "unsupervised", "it learns from labels", "k-means|PCA|clustering|autoencoders?", "unsupervised"),
    _is_called("FlashAttention|Flash attention", "(?:approximat\\w+|approximate attention|inexact)", "it computes exact attention, in blocks", "Linformer|Performer|sparse|linear", "flash"),
    _is_called("forward KL", "mode[\\s-]seeking", "the forward divergence covers all modes, the reverse one seeks one", "reverse", "seeking"),
    _is_called("reverse KL", "(?:mode|mass)[\\s-]covering", "the reverse divergence seeks one mode, the forward one covers all", "forward", "covering"),
    _is_called("ELBO|evidence lower bound", "upper bound", "it is a lower bound of the log-likelihood", "EUBO|perplexity", "upper bound"),
    _is_called("(?:beta|β|\\\\beta)_?1", "(?:decay rate |decay |factor )?(?:of |for )the second moment", "in Adam beta_1 belongs to the first moment", "beta_?2|β_?2|\\\\beta_?2", "second moment"),
    # -- what leaves a result as it is
    fact(rf"\brms[\s-]?norm\b{_PLAIN_INVARIANT}{_SHIFTS}", "RMSNorm does not subtract the mean: a shift changes it, a factor does not", _NEGATED, about="rms"),
    fact(rf"(?<!rms)\b(?:layer[\s-]?norm(?:ali[sz]ation)?){_PLAIN_INVARIANT}(?:{_SCALES}|{_SHIFTS})\s+only\b", "layer norm is left as it is by factors and by shifts", _NEGATED, about="layer"),
    fact(
        r"\bsoftmax\b[^.!?\n]{0,140}?\b(?:weights?|shares|probabilities|outputs?|(?:each|every)\s+row|rows)\s+(?:(?:that|which|are|non-?negative|positive|and|all|always|each)\s+)*(?:sums?|adds?)\s+(?:up\s+)?to\s+[$*`]*(?:zero|two|three|[02-9])(?![\d%.,]\d|[%\d/])"
        r"|softmax[^。.!?\n]{0,70}(?:求和|相加|之和|总和|加起来|和)\s?(?:求和)?\s?(?:等于|为|是|总是)\s?[$*`]*[02-9](?![\d%.])",
        "what a softmax gives sums to one",
        r"jacobian|gradient|derivative|slope|differen|雅可比|梯度|导数|之前|before|columns|列",
        about="softmax",
    ),
    fact(rf"\bsoftmax{_PLAIN_INVARIANT}{_SCALES}", "a factor on all scores changes the softmax: only a constant that is added leaves it as it is", _NEGATED, about="softmax"),
    fact(rf"\bsoftmax\s+is\s+not\s+(?:\w+\s+)?invariant\s+(?:to|under)\s+(?:\w+\s+){{0,3}}?{_SHIFTS}", "a constant that is added to all scores leaves the softmax as it is", about="softmax"),
    fact(rf"\bcosine\s+similarity\b{_PLAIN_INVARIANT}{_SHIFTS}", "a shift turns vectors: the cosine is left as it is by factors", _NEGATED, about="cosine"),
    fact(r"\bcosine\s+similarity\s+(?:also\s+|still\s+|strongly\s+)?(?:depends\s+on|grows\s+with|is\s+affected\s+by|increases\s+with)\s+the\s+(?:lengths?|norms?|magnitudes?)\b", "the cosine does not depend on the lengths", _NEGATED, about="cosine"),
    fact(r"\bdot\s+product\s+(?:only\s+depends|depends\s+only)\s+on\s+the\s+angle|\bdot\s+product\s+(?:ignores|does\s+not\s+depend\s+on)\s+the\s+(?:lengths?|norms?|magnitudes?)", "a dot product grows with the lengths; the cosine does not", r"unit|normali[sz]ed", about="dot product"),
    # -- attention
    fact(r"\bencoder(?:['’]s)?\s+(?:outputs?|states?)\s+(?:\S+\s+)?(?:serves?|acts?|(?:is|are)\s+used|provides?|supplies|gives?|becomes?)\s+(?:as\s+)?(?:the\s+)?quer(?:y|ies)\b(?!\s*(?:,|and))", "in cross-attention the queries come from the decoder, keys and values from the encoder", _NEGATED, about="encoder", among=_CROSS),
    fact(r"\b(?:each\s+(?:token|position|query)|(?:a|every)\s+(?:token|position|query)|tokens?|positions?|queries|it|the\s+decoder|the\s+model)\s+(?:(?:in|of)\s+(?:the|a)\s+\w+\s+)?(?:(?:\S+\s+)?(?:can|may)\s+)?only\s+(?:attends?|looks?|sees?)\s*(?:to|at)?\s+(?:the\s+|its\s+)?(?:future|later|subsequent|following)\b", "a causal mask leaves each position itself and what is before it", rf"{_NEGATED}|backward|revers|right[\s-]to[\s-]left|anti", about="attend|look|see", among=_CAUSAL),
    fact(r"\b(?:prevents?|stops?|keeps?|forbids?|blocks?)\s+(?:each\s+|every\s+|all\s+|the\s+|any\s+|a\s+)*(?:token|position|quer(?:y|ies)|decoder|model|word)s?\s+(?:from\s+)?(?:attending|looking|to\s+attend|to\s+look|seeing)\s*(?:to|at|back\s+at)?\s+(?:the\s+|any\s+|all\s+|its\s+)*(?:past|previous|earlier|preceding)\s+(?:token|position|word|one|key)s?", "a causal mask hides what follows a position, not what is before it", rf"{_NEGATED}|window|more\s+than|further|document|revers|backward|anti|right[\s-]to", about="attend|look|see", among=r"causal|autoregressive|look-ahead|decoder"),
    fact(r"\bmask\s+(?:assigns|gives|puts|adds|sets)\s+(?:an?\s+)?(?:(?:very\s+)?large\s+negative\s+(?:value|number)s?|minus\s+infinity|negative\s+infinity)(?:(?!future|later|subsequent)(?:[^.;]|e\.g\.|i\.e\.)){0,40}?\s(?:to|on|at)\s+(?:all\s+|the\s+)*(?:past|previous|earlier|preceding)\s+(?:positions?|tokens?|scores?)", "a causal mask hides what follows a position, not what is before it", rf"{_NEGATED}|would|backward|revers", about="mask"),
    fact(r"(?:\+\s*(?:\\infty|∞|inf(?:inity)?)|\b(?:plus|positive)\s+infinity|\blarge\s+positive\s+(?:value|number|constant|bias))(?:[^.;]|e\.g\.|i\.e\.){0,50}\b(?:future|masked|padd\w+|later|subsequent|forbidden|hidden)\b|\b(?:future|masked|padd\w+|later|subsequent|forbidden)\s+(?:tokens?|positions?|scores?|entries|keys?|logits?|columns?)\b[^.;]{0,40}(?<![\w-])(?:\+\s*(?:\\infty|∞|inf(?:inity)?)|(?:plus|positive)\s+infinity|(?:an?\s+)?large\s+positive\s+(?:value|number|constant|bias))", "what is masked gets minus infinity: the exponential of it is zero", rf"{_NEGATED}|would|distance", about="infinit|infty|∞|large positive", among=r"mask|softmax"),
    fact(r"\b(?:masked|future|padding|padded|forbidden)\s+(?:scores|logits|entries|positions)\b[^.;,]{0,30}\b(?:are|is)\s+(?:set|replaced|filled)\s+(?:to|by|with)\s+(?:zero|0)(?![.\w])[^.;]{0,20}\bbefore\s+(?:the\s+|applying\s+(?:the\s+)?)?softmax", "a score of zero still gets weight e^0: before the softmax what is masked is set to minus infinity", _NEGATED, about="softmax"),
    fact(r"\b(?:the\s+)?(?:causal|look-ahead|padding|attention)\s+mask\s+is\s+(?:added|applied)\s+(?:to\s+\S+\s+)?(?:only\s+)?after\s+(?:the\s+|applying\s+(?:the\s+)?)?softmax", "a mask of minus infinities is added to the scores before the softmax", rf"{_NEGATED}|renormal|multipl", about="softmax"),
    fact(r"\b(?:real|actual|valid|non-padding)\s+(?:tokens?|positions?|keys?)\s+(?:get|receive|are\s+set\s+to|are\s+masked|are\s+filled|are\s+hidden|are\s+ignored)(?:\s+with|\s+by|\s+to)?\s*(?:-\s*(?:\\infty|∞|inf)|minus\s+infinity|out\b|\s*$|\s*[,.;])", "it is the padding that is masked", _NEGATED, about="token|position|key", among=r"padd"),
    fact(r"\b(?:causal|autoregressive)\s+(?:self-)?attention\b[^.;,]{0,40}\b(?:weights?|matrix|pattern|map)\s+(?:[A-Z]\s+)?(?:is|are)\s+(?:strictly\s+)?upper[\s-]triangular", "causal weights are zero above the diagonal: lower triangular", _NEGATED, about="triangular"),
    fact(r"\bmulti-query\s+attention\b(?:\s+\([^()]*\))?(?:\s+\w+){0,3}?\s+(?:increases|enlarges|grows)\s+the\s+(?:KV[\s-]|key[\s–-]value\s+)?cache", "fewer key and value heads make the cache smaller", _NEGATED, about="multi-query"),
    fact(r"\b(?:rope|rotary\s+(?:position(?:al)?\s+)?embeddings?)\b(?:\s+\([^()]*\))?\s+(?:is|are)\s+(?:simply\s+)?added\s+to\s+(?:the\s+)?(?:token\s+|input\s+)?embeddings?", "rotary embeddings turn queries and keys; nothing is added to the embeddings", _NEGATED, about="rope|rotary"),
    fact(r"\bsinusoidal\s+(?:position(?:al)?\s+)?(?:encodings?|embeddings?)\s+(?:is|are)\s+(?:learned|learnt|trainable|trained)\b", "sinusoidal encodings are fixed", _NEGATED, about="sinusoidal"),
    # -- recurrent cells
    fact(r"\bGRU\b(?:\s+\([^()]*\)|\s+cell)?\s+(?:has|uses|contains)\s+(?:four|4)\s+gates\b", "a GRU has two gates, reset and update", _NEGATED, about="gru"),
    fact(r"\bLSTM\b(?:\s+\([^()]*\)|\s+cell)?\s+(?:has|uses|contains)\s+(?:two|2)\s+gates\b", "an LSTM has three gates, forget, input and output", _NEGATED, about="lstm"),
    fact(r"\bGRUs?\b(?:\s+cells?)?\s+(?:keeps?|has|have|maintains?)\s+(?:an?\s+)?separate\s+cell\s+state", "a GRU has no cell state of its own, an LSTM has", _NEGATED, about="gru"),
    fact(r"\bGRUs?\b(?:\s+cells?)?\s+(?:has|have|needs?|uses?)\s+more\s+parameters\s+than\s+(?:an?\s+|the\s+)?LSTM|\bLSTMs?\b(?:\s+cells?)?\s+(?:has|have|needs?|uses?)\s+fewer\s+parameters\s+than\s+(?:an?\s+|the\s+)?GRU", "an LSTM has four sets of weights, a GRU three", _NEGATED, about="gru"),
    fact(r"\binput\s+gate\s+(?:decides|controls|determines)\s+(?:what|how\s+much)[^.;,]{0,30}\b(?:forgotten|forgets?|erased|discarded)|\bforget\s+gate\s+(?:decides|controls|determines)\s+(?:what|how\s+much)[^.;,]{0,30}\b(?:new|written|added|output|exposed)\b", "the forget gate tells what is kept, the input gate what is written, the output gate what is shown", _NEGATED, about="gate"),
    # -- estimates and objectives
    fact(r"\b(?:we|training|one|the\s+model|it|which|and|sgd)\s+(?:therefore\s+|then\s+|thus\s+)?maximi[sz]es?\s+the\s+(?:training\s+|empirical\s+|total\s+|mean\s+)?(?:loss|cross-entropy|negative\s+log[\s-]likelihood|nll|squared\s+error|mean\s+squared\s+error|perplexity|reconstruction\s+error)\b(?!\s+of\s+the\s+discriminator)", "a loss is minimised", rf"{_NEGATED}|adversar|attack|inner|discriminator|generator|min-?max|domain|worst|ascent|perturb", about="maximi"),
    fact(r"\b(?:we|training|one|the\s+model|it|which|and|sgd)\s+(?:therefore\s+|then\s+|thus\s+)?minimi[sz]es?\s+the\s+(?:log[\s-]?likelihood|likelihood|elbo|evidence\s+lower\s+bound|expected\s+(?:return|reward))\b", "it is maximised, or its negative is minimised", rf"{_NEGATED}|negative|minus", about="minimi"),
    fact(r"\b(?:a\s+)?(?:higher|larger|greater)\s+(?:validation\s+|test\s+|cross-entropy\s+)?(?:loss|error\s+rate|word\s+error\s+rate|WER|FID)\s+(?:is|means|indicates)\s+(?:a\s+)?better\b|\b(?:a\s+)?(?:lower|smaller)\s+(?:accuracy|BLEU|ROUGE|F1|AUC|likelihood)(?:\s+score)?\s+(?:is|means|indicates)\s+(?:a\s+)?better\b", "the other way round is better", _NEGATED, about="better"),
    fact(r"\brecall\b(?:\s+\([^()]*\))?\s+(?:is|measures|gives|tells|=)\s+(?:the\s+)?(?:share|fraction|proportion|percentage|ratio)\s+of\s+(?:the\s+|all\s+)*(?:predicted\s+positives|positive\s+predictions)|\bprecision\b(?:\s+\([^()]*\))?\s+(?:is|measures|gives|tells|=)\s+(?:the\s+)?(?:share|fraction|proportion|percentage|ratio)\s+of\s+(?:the\s+|all\s+)*(?:actual\s+positives|relevant\s+documents)\s+that", "precision is the share of what is predicted, recall the share of what is there", _NEGATED, about="recall|precision"),
    fact(r"\b(?:raising|increasing)\s+the\s+(?:decision\s+|classification\s+)?threshold\s+(?:raises|increases|improves)\s+(?:the\s+)?recall|\b(?:lowering|decreasing|reducing)\s+the\s+(?:decision\s+|classification\s+)?threshold\s+(?:lowers|decreases|reduces)\s+(?:the\s+)?recall", "the higher the threshold, the fewer are found: recall falls", _NEGATED, about="threshold"),
    fact(r"\bEM\b(?:\s+algorithm)?\s+(?:never\s+increases|always\s+decreases|decreases)\s+the\s+(?:log[\s-]?)?likelihood|\bk-means\s+(?:always\s+)?(?:finds|converges\s+to|reaches)\s+(?:the|a)\s+global\s+(?:optimum|minimum)", "each step of EM or k-means makes its objective no worse, and ends in a local optimum", _NEGATED, about="em|k-means"),
    fact(r"\bbagging\s+(?:mainly\s+|mostly\s+|primarily\s+)?reduces\s+(?:the\s+)?bias\b|\bboosting\s+(?:mainly|mostly|primarily)\s+reduces\s+(?:the\s+)?variance\b", "bagging reduces variance, boosting mainly bias", _NEGATED, about="bagging|boosting"),
    fact(r"\b(?:choose|pick|select|take|prefer)s?\s+the\s+(?:split|attribute|feature)\s+(?:with|of|that\s+has)\s+the\s+(?:smallest|lowest|least)\s+(?:information\s+)?gain\b|\b(?:choose|pick|select|take|prefer)s?\s+the\s+(?:split|attribute|feature)\s+(?:with|of|that\s+has)\s+the\s+(?:largest|highest|greatest)\s+(?:weighted\s+)?(?:impurity|entropy|Gini)\b(?!\s+(?:reduction|decrease|gain|drop))", "the split with the largest gain is taken, the one that leaves least impurity", _NEGATED, about="split|attribute|feature"),
    fact(r"\bfirst\s+principal\s+(?:component|axis|direction)\s+(?:is|points|lies)\s+(?:\w+\s+){0,4}?(?:smallest|least|lowest|minimal)\s+(?:eigenvalue|variance)", "the first principal component is the direction of the largest variance", _NEGATED, about="principal"),
    fact(r"\bSVMs?\b(?:\s+\w+)?\s+minimi[sz]es?\s+the\s+margin|\bsupport\s+vectors\s+are\s+the\s+(?:\w+\s+)?(?:farthest|furthest)", "a support vector machine makes the margin as wide as it can; the support vectors are nearest to the boundary", _NEGATED, about="svm|support"),
    fact(r"\b(?:larger|higher|bigger|stronger|greater|increasing)\s+(?:the\s+)?(?:lambda|λ|\\lambda|weight\s+decay|regulari[sz]ation)(?:\s+\w+)?\s+(?:leads?\s+to|gives|makes|means|causes|increases)\s+(?:\w+\s+)?(?:larger\s+weights|overfitting|higher\s+variance|the\s+weights\s+larger)", "more regularisation makes the weights smaller", _NEGATED, about="lambda|λ|decay|regulari"),
    fact(r"\b(?:maximum\s+likelihood|MLE)\b(?:\s+estimat\w+)?\s+(?:uses|includes|takes\s+into\s+account|multiplies\s+by)\s+(?:a|the)\s+prior|\bMAP\b(?:\s+estimat\w+)?\s+(?:ignores|does\s+not\s+use|drops)\s+the\s+prior", "the MAP estimate uses a prior, maximum likelihood does not", r"unlike|whereas", about="prior"),
    # -- reinforcement learning
    fact(r"\b(?:discount\w*|\\?gamma|γ)\b[^.;,]{0,25}\b(?:near|close\s+to|of|=|→|\\to|towards?)\s*(?:0|zero)\b(?!\.)[^.;]{0,30}\b(?:far-?sighted|long-term|distant)|\b(?:discount\w*|\\?gamma|γ)\b[^.;,]{0,25}\b(?:near|close\s+to|of|=|→|\\to|towards?)\s*(?:1|one)\b(?!\.)[^.;]{0,30}\b(?:myopic|short-?sighted|immediate\s+rewards?\s+only)", "a discount near one looks far ahead, one near zero at the next reward only", _NEGATED, about="discount|gamma|γ"),
    fact(r"\bMonte[\s-]Carlo\b(?:\s+(?:methods?|estimates?|returns?|targets?|learning))?\s+(?:also\s+)?(?:bootstraps?|(?:has|have)\s+(?:a\s+)?(?:lower|smaller|less)\s+variance\s+than\s+TD)|\bTD\b(?:\s+(?:learning|methods?|targets?))?\s+(?:has|have)\s+(?:a\s+)?(?:higher|larger|more)\s+variance\s+than\s+Monte", "TD bootstraps, with less variance and some bias; Monte Carlo returns have no bias and more variance", _NEGATED, about="monte"),
    # -- words and text
    fact(r"\bskip-?gram\b(?:\s+model)?\s+predicts\s+(?:the\s+|a\s+)?(?:cent(?:er|re)|target|middle)\s+word|\bCBOW\b(?:\s+model)?\s+predicts\s+(?:the\s+)?(?:context|surrounding)", "skip-gram predicts the context from the word, CBOW the word from its context", _NEGATED, about="gram|cbow"),
    fact(r"\b(?:rare|infrequent)\s+(?:words|terms)\s+(?:have|get|receive)\s+(?:a\s+)?(?:low|small|lower|smaller)\s+(?:idf|inverse\s+document)|\b(?:frequent|common)\s+(?:words|terms)\s+(?:have|get|receive)\s+(?:a\s+)?(?:high|large|higher|larger)\s+(?:idf|inverse\s+document)", "the rarer a word, the higher its inverse document frequency", _NEGATED, about="idf|inverse document"),
    fact(r"\bBLEU\b(?:\s+\w+)?\s+is\s+(?:a\s+)?(?:based\s+on\s+)?recall(?:[\s-](?:based|oriented))?\b|\bROUGE(?:-\w+)?\b(?:\s+\w+)?\s+is\s+(?:a\s+)?precision[\s-](?:based|oriented)", "BLEU counts precision, ROUGE recall", _NEGATED, about="bleu|rouge"),
    fact(r"\blabel\s+smoothing\s+(?:makes|encourages)\s+(?:the\s+)?(?:model|network|predictions)\s+(?:to\s+be\s+)?(?:more|over)[\s-]?confident", "label smoothing makes predictions less confident", _NEGATED, about="smoothing"),
    fact(r"\bfocal\s+loss\s+(?:focuses|concentrates)\s+(?:\w+\s+)?on\s+(?:the\s+)?easy", "the focal loss makes easy examples count less", _NEGATED, about="focal"),
    # -- networks in training
    fact(r"\b(?:at|during|in)\s+(?:inference|test(?:\s+time)?|testing|evaluation)\b[^.;]{0,20}\bbatch[\s-]?norm(?:ali[sz]ation)?\s+uses\s+(?:the\s+)?(?:batch\s+statistics|(?:mean|statistics)[^.;,]{0,20}\s+of\s+the\s+(?:current\s+)?(?:mini-?)?batch)|\bbatch[\s-]?norm(?:ali[sz]ation)?\s+uses\s+(?:the\s+)?(?:running|moving)\s+(?:averages?|means?|statistics)\s+(?:only\s+)?(?:during|in)\s+training", "batch norm uses the statistics of the batch in training, and running ones at inference", _NEGATED, about="batch"),
    fact(r"\bbatch[\s-]?norm(?:ali[sz]ation)?\s+(?:does\s+not\s+depend\s+on|is\s+independent\s+of)\s+the\s+batch|\blayer[\s-]?norm(?:ali[sz]ation)?\s+depends\s+on\s+the\s+(?:batch\s+size|other\s+examples)", "batch norm depends on the batch, layer norm does not", "", about="norm"),
    fact(r"\bgradient\s+clipping\s+(?:prevents|avoids|fixes|solves|cures|helps\s+against)\s+(?:the\s+)?vanishing", "clipping is against exploding gradients", _NEGATED, about="clipping"),
    fact(r"\bweight\s+decay\s+(?:pushes|pulls|drives|moves)\s+(?:the\s+)?weights\s+away\s+from\s+(?:zero|0)", "weight decay pulls the weights towards zero", _NEGATED, about="decay"),
    fact(r"\bleaky\s+relu\s+(?:is|outputs|returns|gives)\s+(?:exactly\s+)?(?:zero|0)\s+(?:for|on|at)\s+(?:all\s+)?negative|\brelu\b(?<!leaky relu)\s+saturates\s+(?:for|on|at)\s+(?:large\s+)?positive", "a ReLU passes what is positive, a leaky one a little of what is negative", _NEGATED, about="relu"),
    fact(r"\b(?:the\s+)?(?:logistic\s+)?sigmoid\s+is\s+zero-?cent(?:er|re)d\b|\btanh\s+is\s+not\s+zero-?cent(?:er|re)d", "tanh is centred at zero, the sigmoid is not", r"unlike|whereas|shifted", about="sigmoid|tanh"),
    fact(r"\bdilat(?:ion|ed\s+convolutions?)\s+(?:shrinks?|reduces?|decreases?)\s+the\s+receptive\s+field|\b(?:1\s*[x×]\s*1|pointwise)\s+convolutions?\s+(?:mix(?:es)?|combines?)\s+(?:neighbou?ring|spatial)|\bdepth-?wise\s+convolutions?\s+mix(?:es)?\s+(?:the\s+)?channels", "dilation widens the receptive field; a pointwise convolution mixes channels, a depthwise one positions", _NEGATED, about="convolution|dilat"),
    fact(r"\b(?:forward|noising)\s+(?:diffusion\s+)?process\s+(?:gradually\s+|slowly\s+|step\s+by\s+step\s+)?(?:removes|subtracts)\s+(?:the\s+)?noise|\b(?:reverse|denoising)\s+process\s+(?:gradually\s+|slowly\s+|step\s+by\s+step\s+)?adds\s+(?:the\s+)?noise", "the forward process adds noise, the reverse process takes it away", _NEGATED, about="process"),
    fact(r"\bKalman\s+gain\b[^.;,]{0,20}\b(?:is\s+(?:large|high)|grows|increases|close\s+to\s+(?:1|one))\b[^.;,]{0,20}\b(?:when|if|where|with)\s+(?:the\s+)?(?:measurement|observation|sensor)\s+(?:noise|variance)\s+(?:is\s+|variance\s+is\s+)?(?:large|high|grows|increases)", "the noisier the measurement, the smaller the gain", _NEGATED, about="kalman"),
    # -- the same in Chinese: what is told most often of the functions and layers themselves
    fact(r"sigmoid(?:函数)?的?(?:导数|梯度|斜率)的?(?:的最大值|最大值?|不超过|上界)(?:[是为])?(?:0\.5|1)(?![.\d/])", "the slope of the sigmoid is at most 1/4", r"不是|并非"),
    fact(rf"RMS\s?Norm{_ZH_SO}(?:先)?减去(?:其|了|向量的|特征的)?均值", "RMSNorm does not subtract the mean, layer norm does", _ZH_NEGATED),
    fact(rf"(?<!RMS )(?<!RMS)(?:Layer\s?Norm|层归一化){_ZH_SO}(?:在|沿|对|按)(?:着)?\s?(?:batch|批次?)\s?(?:维度|方向|维)(?:上)?(?:进行|做|计算|归一)", "layer norm takes its mean and variance over the features of each example, batch norm over the batch", _ZH_NEGATED + r"|batch\s?norm|批归一化", about="layer|层归"),
    fact(rf"(?:Batch\s?Norm|批归一化){_ZH_SO}(?:在|沿|对|按)(?:着)?(?:特征|通道|隐藏)(?:维度|方向|维)(?:上)?(?:进行|做|计算|归一)", "batch norm takes its mean and variance over the batch, layer norm over the features of each example", _ZH_NEGATED + r"|layer\s?norm|层归一化|每个|各", about="batch|批归"),
    fact(r"LSTM(?:共|一共|单元)?(?:有|包含|使用)(?:两|二|2)个门", "an LSTM has three gates, forget, input and output", _ZH_NEGATED, about="lstm"),
    fact(r"GRU(?:共|一共|单元)?(?:有|包含|使用)(?:四|4)个门", "a GRU has two gates, reset and update", _ZH_NEGATED, about="gru"),
    fact(r"(?:RoPE|旋转位置编码)(?:是)?(?:被|直接)?(?:加到|加在|与)(?:词向量|词嵌入|embedding|嵌入)(?:上|向量上|相加)", "rotary embeddings turn queries and keys; nothing is added to the embeddings", _ZH_NEGATED, about="rope|旋转位置"),
    fact(r"BERT(?:是|采用|使用)(?:一个|一种)?(?:单向|自回归|因果|decoder-only|仅解码器)|GPT(?:-?\d)?(?:是|采用|使用)(?:一个|一种)?(?:双向|encoder-only|仅编码器)", "BERT is an encoder that looks both ways, GPT a decoder that looks back only", _ZH_NEGATED, about="bert|gpt"),
    fact(r"(?<!对抗)训练的?(?:目标|目的)是最大化(?:损失|交叉熵|均方误差|负对数似然|困惑度)", "a loss is minimised", _ZH_NEGATED + r"|判别器|生成器|攻击", about="最大化"),
    fact(r"skip-?gram(?:模型)?(?:是)?(?:用|根据|由)(?:上下文|周围)(?:词|的词)?(?:来)?预测中心词|CBOW(?:模型)?(?:是)?(?:用|根据|由)中心词(?:来)?预测(?:上下文|周围)", "skip-gram predicts the context from the word, CBOW the word from its context", _ZH_NEGATED, about="gram|cbow"),
    fact(r"(?:前向|加噪)过程(?:是)?(?:逐步|逐渐|不断)(?:地)?(?:去除|减少|移除)噪声|(?:反向|逆向|去噪)过程(?:是)?(?:逐步|逐渐|不断)(?:地)?(?:添加|加入|增加)噪声", "the forward process adds noise, the reverse process takes it away", _ZH_NEGATED, about="过程"),
    fact(r"梯度裁剪(?:可以|能够|能|用于|用来)?(?:防止|避免|缓解|解决)梯度消失", "clipping is against exploding gradients", _ZH_NEGATED, about="裁剪"),
)  # fmt: skip

__all__ = ["FACTS", "Fact", "fact"]
