"""What methods of the field are, by what would be wrong to say of them: the rows behind ``misdescribed``.

``about`` are words one of which the paragraph must hold, so that few patterns are tried on it; ``among`` is a pattern for what must
stand around the sentence, where the words alone may be of another method.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_IS = r"\s+(?:is|are)\s+(?:(?:an?|the|also|therefore|thus|always|clearly|called|typical|classic(?:al)?|simple)\s+)*"


@dataclass(frozen=True, slots=True)
class Fact:
    """What would be wrong to say, how it is, and the words that make it another method."""

    said: re.Pattern[str]
    so: str
    unless: re.Pattern[str] | None = None
    about: tuple[str, ...] = ()
    among: re.Pattern[str] | None = None


def fact(said: str, so: str, unless: str = "", *, about: str = "", among: str = "") -> Fact:
    """A fact from patterns in any case."""
    others = re.compile(unless, re.IGNORECASE) if unless else None
    around = re.compile(among, re.IGNORECASE) if among else None
    return Fact(re.compile(said, re.IGNORECASE), so, others, tuple(about.split("|")) if about else (), around)


def _is_called(methods: str, wrong: str, so: str, others: str, about: str, unless: str = "") -> Fact:
    """A method that is called by the name of its opposite, in a clause that names none of the others."""
    between = rf"(?:(?!\b(?:{others}|not|never|unlike|whereas|while|than|contrast|if|can|both)\b)[^.!?]){{0,140}}?"
    return fact(rf"\b(?:{methods})\b{between}{_IS}(?:{wrong})\b", so, unless or r"\?", about=about)


_ON = r"SARSA|REINFORCE|PPO|TRPO|A2C|A3C"
_OFF = r"Q-learning|DQN|DDPG|TD3|SAC"
_PLAIN_INVARIANT = rf"{_IS}invariant\s+(?:to|under|against|with\s+respect\s+to)\s+(?:(?:an?|the|any|constant|common|additive|all|inputs?)\s+)*"
_SHIFTS = r"(?:shifts?|shifting|translations?|offsets?|adding\s+a\s+constant)"
_SCALES = r"(?:(?:re-?)?scal(?:ing|es?)|multiplication|a\s+common\s+factor|multiplying)"
_NEGATED = r"\bnot\b|n['’]t\b|never|unlike|whereas|instead"
_CROSS = r"cross[\s-]?attention|encoder[\s–-]+decoder attention|encoder[\s-]decoder"
_CAUSAL = r"causal|autoregressive|look-ahead|masked self-attention|decoder"

FACTS = (
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
)  # fmt: skip

__all__ = ["FACTS", "Fact", "fact"]
