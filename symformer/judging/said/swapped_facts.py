"""What is said of a method of the field and holds of its counterpart: more rows behind ``misdescribed``.

Each row names a subject, and what would be wrong to say of it within the same clause; where the clause also holds a word of
what would be right, or one that denies or compares, nothing is told.
"""

from __future__ import annotations

from symformer.judging.said.method_facts import Fact, fact

_DENIED = r"\b(?:not|no|never|neither|nor|cannot|without|unlike|whereas|while|instead|rather|than|both|either|contrast|versus|vs|opposite|otherwise|except|but|avoids?|prevents?|would|should|must)\b|n['’]t\b|不|而"
_FORWARD = r"from\s+(?:the\s+)?(?:inputs?|first|earliest|bottom)(?:\s+layers?)?\s+(?:back\s+|all\s+the\s+way\s+|through\s+)*(?:to|towards?)\s+(?:the\s+)?(?:outputs?|last|final|top|loss)"
_BACKWARD = r"from\s+(?:the\s+)?(?:outputs?|last|final|loss)(?:\s+layers?)?\s+(?:back\s+|all\s+the\s+way\s+|through\s+)*(?:to|towards?)\s+(?:the\s+)?(?:inputs?|first)"
_LABELLED = r"(?<!un)(?<!un-)label(?:l?ed)\s+(?:data|examples|samples|training)"


def _swap(subject: str, wrong: str, so: str, about: str, right: str = "", *, gap: int = 70, among: str = "") -> Fact:
    unless = f"{_DENIED}|{right}" if right else _DENIED
    return fact(rf"\b(?:{subject})(?!\w)[^.;:!?]{{0,{gap}}}?(?<!\w)(?:{wrong})", so, unless, about=about, among=among)


SWAPPED = (
    # -- the way gradients and activations go
    _swap(r"back-?propagat(?:ion|es?|ed|ing)|backward\s+pass|reverse(?:d)?\s+(?:order|mode)", _FORWARD, "gradients go backward, from the output to the input", "propagat|backward|reverse", gap=110),
    _swap(r"forward\s+(?:pass|propagation)", _BACKWARD, "the forward pass goes from the input to the output", "forward", "backward"),
    _swap(r"revers(?:e|ed)\s+order|backward(?:s)?", r"(?:1st|first)\s+layer\b[^.;]{0,40}?\bthen\s+the\s+(?:2nd|second)\b[^.;]{0,30}?\bthen\s+the\s+(?:3rd|third|last)", "backward begins with the last layer", "reverse|backward", gap=110),
    _swap(r"back-?propagation|backward\s+pass", r"(?:starts?|begins?|beginning|starting)\s+(?:at|with|from)\s+(?:the\s+)?(?:inputs?|first)\s+layer", "gradients go backward, from the output to the input", "propagation|backward"),
    _swap(r"vanishing\s+gradients?|gradients?\s+vanish(?:es)?", r"(?:become|becomes|grow|grows|get|gets|are)\s+(?:very\s+|too\s+|extremely\s+|exponentially\s+)*(?:large|huge|big)", "gradients that vanish become small", "vanish", "explod|deep"),
    _swap(r"exploding\s+gradients?|gradients?\s+explode", r"(?:become|becomes|grow|grows|get|gets|are)\s+(?:very\s+|too\s+|extremely\s+|exponentially\s+)*(?:small|tiny)", "gradients that explode become large", "explod", "vanish"),
    _swap(r"(?<!negative\s)(?<!minus\sthe\s)(?<!negative\sof\sthe\s)gradient(?:\s+vector)?\s+(?:always\s+)?points", r"(?:steepest|fastest|greatest)\s+(?:descent|decrease)", "the gradient points uphill", "gradient", r"negative|minus|-\s*\\?nabla"),
    _swap(r"negative\s+gradient\s+(?:always\s+)?points", r"(?:steepest|fastest|greatest)\s+(?:ascent|increase)", "the gradient points uphill, its negative downhill", "gradient"),
    _swap(r"(?:full[\s-])?batch\s+gradient\s+descent", r"(?:a\s+single|one)\s+(?:random(?:ly\s+chosen)?\s+)?(?:example|sample|data\s+point)", "batch gradient descent takes all examples for a step, the stochastic one a single one", "gradient descent", r"stochastic|mini|sgd"),
    _swap(r"stochastic\s+gradient\s+descent(?:\s+\(SGD\))?|SGD", r"uses?\s+(?:the\s+)?(?:whole|entire|full|complete)\s+(?:training\s+|data)\s*-?(?:set|data)|(?:whole|entire|full)\s+(?:training\s+set|dataset|data\s+set)\s+(?:for|at|in)\s+(?:each|every)\s+(?:step|update|iteration)", "the stochastic one takes a few examples for a step", "sgd|stochastic", r"batch\s+gradient|epoch|pass"),
    # -- activations and losses
    _swap(r"softmax", r"(?:classes|categories|labels)\s+(?:are|that\s+are|to\s+be)\s+(?:(?:not\s+(?:disjoint|mutually\s+exclusive))|overlapping|non-?exclusive)|multi-?label\s+classification", "a softmax is for classes of which one is right, sigmoids for several at once", "softmax", r"sigmoid|σ|\\sigma", gap=60),
    fact(r"\bsoftmax\b[^.;!?]{0,40}?\bassumes?\b[^.;!?]{0,40}?\bnot\s+(?:disjoint|mutually\s+exclusive|exclusive)\b", "a softmax is for classes of which one is right, sigmoids for several at once", r"sigmoid|does\s+not\s+assume|n['’]t\s+assume", about="softmax"),
    fact(r"\beach\s+output\b[^.;!?]{0,30}?\bdepends?\s+only\s+on\s+(?:its\s+own|the\s+corresponding|one)\s+(?:input|logit|score)|\boutputs?\b[^.;!?]{0,30}?\b(?:do|does)\s+not\s+depend\s+on\s+the\s+other\s+(?:inputs|logits|scores)", "by its normaliser each share of a softmax depends on all scores", r"relu|sigmoid|tanh|element-?wise|entry-?wise|unlike|activation", about="output", among=r"softmax\s+jacobian|jacobian\s+of\s+(?:the\s+)?softmax|softmax_i"),
    _swap(r"(?:numerically\s+)?stable\s+softmax|numerical(?:ly)?\s+stab\w+", r"subtract(?:s|ing|ed)?\s+(?:the\s+|its\s+|their\s+)?(?:minimum|smallest|mean)", "for a stable softmax the largest score is subtracted", "stab", "max|largest|norm", among="softmax"),
    _swap(r"max[\s-]?pooling", r"(?:takes?|computes?|returns?|calculates?)\s+(?:the\s+)?(?:average|mean)\b", "max pooling takes the largest, average pooling the mean", "pooling", "average[\\s-]pooling|mean[\\s-]pooling"),
    _swap(r"(?:average|mean)[\s-]?pooling", r"(?:takes?|computes?|returns?|calculates?)\s+(?:the\s+)?(?:maximum|largest|max)\b", "max pooling takes the largest, average pooling the mean", "pooling", "max[\\s-]pooling"),
    fact(r"\b(?:if|where|when(?:ever)?|exists)\b[^.;!?]{0,60}?\bp\s*\(\s*x\s*\)\s*=\s*0\s*(?:and|,|but)\s*\$?\s*q\s*\(\s*x\s*\)\s*>\s*0[^.;!?]{0,60}?(?:\\infty|∞|infinit)", "the divergence of p from q is infinite where q has no mass and p has", r"KL\s*\}?\s*\(\s*q|\(\s*Q|not|reverse", about="infty|∞|infinit"),
    fact(r"(?:\\epsilon|ε|\\varepsilon|\bepsilon)\b[^.;!?]{0,25}?\bis\s+the\s+(?:\w+\s+)?noise\s+(?:that\s+(?:is|was)\s+|which\s+(?:is|was)\s+)?added\s+(?:during|in|by|at)\s+(?:the\s+)?(?:reverse|backward|denoising)", "the noise is added in the forward process, and the reverse one takes it away", _DENIED, about="noise"),
    # -- kinds of learning and of models
    _swap(r"(?<!self-)(?<!semi-)(?<!weakly\s)(?<!un)supervised\s+learning", r"(?:un-?label(?:l?ed)|without\s+(?:any\s+)?labels)", "supervised learning has labels", "supervised", "unsupervised|self-supervised|semi"),
    _swap(r"unsupervised\s+learning", rf"(?:uses?|learns?\s+from|requires?|works?\s+(?:on|with)|is\s+trained\s+on|trains?\s+on)\s+{_LABELLED}", "unsupervised learning has no labels", "unsupervised", "semi|(?<!un)supervised learning"),
    _swap(r"regression(?:\s+(?:problems?|tasks?|models?))?\s+(?:predicts?|outputs?|is\s+to\s+predict|involves?\s+predicting)", r"(?:discrete|categorical)\s+(?:values?|labels?|outputs?|class\w*)|class\s+labels?", "regression predicts numbers, classification classes", "regression", "logistic|softmax|classif|multinomial|ordinal"),
    _swap(r"classification(?:\s+(?:problems?|tasks?|models?))?\s+(?:predicts?|outputs?|is\s+to\s+predict|involves?\s+predicting)", r"(?:continuous|real-valued|numerical)\s+(?:values?|outputs?|quantit\w+|numbers?|targets?)", "regression predicts numbers, classification classes", "classification", "regression|probabilit|score"),
    _swap(r"discriminator", r"(?:generates?|produces?|creates?)\s+(?:\w+\s+)?(?:fake|synthetic|new|realistic)?\s*(?:samples|images|data)", "the generator makes samples, the discriminator tells them from real ones", "discriminator", "generator"),
    _swap(r"generator", r"(?:distinguish(?:es)?|classif(?:y|ies)|discriminates?|tells?)\s+(?:between\s+)?(?:real|fake|true|generated)", "the generator makes samples, the discriminator tells them from real ones", "generator", "discriminator|fool"),
    _swap(r"teacher(?:\s+(?:model|network))?", r"(?:learns?\s+from|mimics?|imitates?|is\s+trained\s+to\s+match|matches)\s+(?:the\s+)?(?:outputs?\s+of\s+)?(?:the\s+)?student", "the student learns from the teacher", "teacher"),
    _swap(r"teacher\s+forcing", r"(?:feeds?|uses?|is\s+fed|conditions?\s+on)\s+[^.;]{0,40}?\b(?:its\s+own|the\s+model['’]s\s+own|previous(?:ly)?\s+(?:predicted|generated))\s*(?:predictions?|outputs?|tokens?)", "teacher forcing feeds the true tokens", "teacher forcing", "ground|true|target"),
    _swap(r"policy(?:\s+(?:\w+|π|\\pi))?\s+(?:is\s+a\s+(?:mapping|function)|maps)", r"(?:from\s+)?actions?\s+(?:in)?to\s+states?", "a policy maps states to actions", "policy"),
    # -- fit and evaluation
    _swap(r"over-?fit(?:ting|s)?(?:\s+(?:models?|occurs?|happens?|means?|is))?", r"(?:high|large|poor)\s+training\s+(?:error|loss|performance)|(?:poor(?:ly)?|badly)\s+on\s+(?:the\s+)?training\s+(?:set|data)\b|low\s+(?:test|validation)\s+(?:error|loss)|well\s+on\s+(?:the\s+)?(?:test|unseen|new|validation)", "what overfits has a low error in training and a high one on new data", "overfit|over-fit", "underfit|regulari|early|reduc|generali[sz]es?\\s+well"),
    _swap(r"under-?fit(?:ting|s)?(?:\s+(?:models?|occurs?|happens?|means?|is))?", r"(?:low|small)\s+training\s+(?:error|loss)|well\s+on\s+(?:the\s+)?training\s+(?:set|data)", "what underfits has a high error already in training", "underfit|under-fit", "overfit"),
    _swap(r"false\s+positives?(?:\s+\(FP\))?\s*(?:is|are|occurs?|happens?|means?|=)", r"(?:positives?\s+(?:\w+\s+){0,3}?(?:predicted|classified|labell?ed)\s+as\s+negative|(?:predicted|classified)\s+(?:as\s+)?negative)", "a false positive is predicted positive", "false positive", "false negative"),
    _swap(r"false\s+negatives?(?:\s+\(FN\))?\s*(?:is|are|occurs?|happens?|means?|=)", r"(?:negatives?\s+(?:\w+\s+){0,3}?(?:predicted|classified|labell?ed)\s+as\s+positive|(?:predicted|classified)\s+(?:as\s+)?positive)", "a false negative is predicted negative", "false negative", "false positive"),
    _swap(r"type[\s-](?:I|1)\s+error", r"fail(?:ing|s|ure)?\s+to\s+reject|accept(?:ing|s)?\s+(?:a\s+)?false", "an error of the first kind rejects what is true", "type", r"type[\s-](?:II|2)"),
    _swap(r"type[\s-](?:II|2)\s+error", r"(?<!to\s)reject(?:ing|s)?\s+(?:a\s+|the\s+)?true", "an error of the second kind fails to reject what is false", "type", r"type[\s-](?:I|1)\b"),
    _swap(r"test\s+set", r"(?:is\s+)?used\s+(?:to|for)\s+(?:train(?:ing)?|fit(?:ting)?|tun(?:e|ing)|select(?:ing)?\s+(?:the\s+)?hyper-?parameters)", "the test set is kept for the last", "test set", "training set|validation"),
    _swap(r"validation\s+set", r"(?:is\s+)?used\s+(?:to|for)\s+(?:train(?:ing)?|fit(?:ting)?)\s+the\s+(?:model|weights|parameters|network)", "the validation set is not trained on", "validation", "training set"),
    _swap(r"prior(?:\s+(?:distribution|probability))?\s+(?:is|represents|describes|expresses|encodes)", r"after\s+(?:observing|seeing|having\s+seen|taking)", "the prior is what is believed before the data, the posterior after it", "prior", "posterior|before"),
    _swap(r"posterior(?:\s+(?:distribution|probability))?\s+(?:is|represents|describes|expresses|encodes)", r"before\s+(?:observing|seeing|having\s+seen|taking)", "the prior is what is believed before the data, the posterior after it", "posterior", "prior|after"),
    # -- calculus and algebra in words
    _swap(r"Hessian(?:\s+\S+)?\s+is\s+positive[\s-]definite", r"local\s+maxim(?:um|a)", "a positive definite Hessian makes a minimum", "hessian", "negative|minim"),
    _swap(r"Hessian(?:\s+\S+)?\s+is\s+negative[\s-]definite", r"local\s+minim(?:um|a)", "a negative definite Hessian makes a maximum", "hessian", "positive|maxim"),
    _swap(r"(?:log(?:arithm)?\s+of\s+(?:a|the)\s+product)", r"product\s+of\s+(?:the\s+|their\s+)?log", "the logarithm of a product is the sum of the logarithms", "product", "sum"),
    _swap(r"(?:covariance\s+matri(?:x|ces)|positive\s+semi-?definite\s+matri(?:x|ces))", r"(?:has|have|with)\s+(?:only\s+)?(?:negative|non-?positive)\s+eigenvalues", "its eigenvalues are not negative", "eigenvalue"),
    _swap(r"(?:linear|logistic|softmax)\s+regression[^.;]{0,20}?\b(?:loss|objective|cost)|cross-entropy\s+loss\s+of\s+logistic", r"non-?convex", "the loss of linear and logistic regression is convex", "regression|logistic", "deep|neural|network"),
    # -- transformers
    _swap(r"scores?\s+(?:is|are)\s+(?:computed|calculated|obtained|given)\s+(?:as|by)\s+(?:taking\s+)?(?:the\s+)?dot[\s-]products?\s+(?:of|between)", r"(?:quer(?:y|ies)\s+(?:vectors?\s+)?and\s+(?:the\s+|all\s+)*values?|keys?\s+(?:vectors?\s+)?and\s+(?:the\s+|all\s+)*values?)\b", "scores are dot products of queries and keys", "dot", "quer\\w+[^.;]{0,30}key|key\\w*[^.;]{0,30}quer"),
    _swap(r"(?:output|context\s+vectors?|result)(?:\s+of\s+(?:the\s+)?attention)?\s+(?:is|are)\s+(?:then\s+)?(?:computed\s+as\s+)?(?:a|the)\s+weighted\s+(?:sum|average|mean)\s+of", r"(?:the\s+|all\s+|its\s+)*(?:keys|queries|key\s+vectors|query\s+vectors)\b", "attention averages the values", "weighted", "value", gap=10),
    _swap(r"prefill(?:ing)?(?:\s+(?:phase|stage))?(?:\s+is)?", r"(?:memory|bandwidth)(?:[\s-]bandwidth)?[\s-]bound", "prefill is bound by computation, decoding by memory", "prefill", "decod|compute", gap=40),
    _swap(r"decod(?:e|ing)(?:\s+(?:phase|stage))?(?:\s+is)?", r"compute[\s-]bound", "prefill is bound by computation, decoding by memory", "decod", "prefill|memory|batch|speculat", gap=40),
    _swap(r"byte[\s-]pair\s+encoding|BPE", r"merges?\s+(?:the\s+)?(?:least|less|rarest)\s*(?:frequent|common)?\s*(?:adjacent\s+)?pairs?", "the most frequent pair is merged", "bpe|pair"),
    _swap(r"greedy\s+(?:decoding|search)", r"(?:samples?\b|(?:chooses?|picks?|selects?)\s+(?:a\s+random|the\s+least))", "greedy decoding takes the most likely token", "greedy", "beam|sampling"),
    _swap(r"data\s+parallelism", r"(?:splits?|shards?|partitions?|divides?|distributes?)\s+(?:the\s+)?(?:model|layers|weights|parameters)\b", "data parallelism splits the batch, model parallelism the model", "parallel", "model parallel|tensor|pipeline|zero|fsdp|fully|shard"),
    _swap(r"(?:tensor|pipeline|model)\s+parallelism", r"(?:splits?|shards?|partitions?|divides?|distributes?)\s+(?:the\s+)?(?:batch(?:es)?|data|examples)\b", "data parallelism splits the batch, model parallelism the model", "parallel", "data parallel|micro"),
    fact(r"\bSRAM\b[^.;!?]{0,25}?\bis\s+(?:much\s+|far\s+)?(?:slower|larger|bigger)\s+than\s+(?:the\s+)?(?:HBM|DRAM)|\bHBM\b[^.;!?]{0,25}?\bis\s+(?:much\s+|far\s+)?(?:faster|smaller)\s+than\s+(?:the\s+)?(?:on-chip\s+)?SRAM", "SRAM is small and fast, HBM large and slower", r"\bnot\b|n['’]t\b", about="sram"),
    _swap(r"bf16|bfloat16", r"(?:more|larger)\s+(?:mantissa|fraction|precision)|(?:smaller|narrower|less)\s+(?:dynamic\s+)?range", "bfloat16 has the range of float32 and a short mantissa", "bf16|bfloat", "fp16|float16|fp8|int8"),
    _swap(r"LoRA", r"(?:freezes?\s+(?:the\s+)?(?:low-rank|adapters?|A\s+and\s+B)|(?:updates?|trains?|fine-?tunes?)\s+(?:all\s+|the\s+)*(?:pre-?trained|original|base)\s+(?:weights|parameters))", "LoRA freezes the pretrained weights and trains the low-rank ones", "lora", "freez(?:es?|ing)\\s+(?:the\\s+)?(?:pre|orig|base)|frozen"),
    _swap(r"k-?means", r"(?:assigns?|assigned)\s+(?:each|every)?\s*(?:\w+\s+){0,4}?(?:farthest|furthest|most\s+distant)", "each point goes to the nearest centre", "means"),
    _swap(r"k-?NN|k[\s-]nearest\s+neighbou?rs?", r"(?<!non-)(?<!non)(?<!non\s)\bparametric\b", "it keeps the examples and has no parameters: it is non-parametric", "nn|neighbo"),
    _swap(r"(?:layer|batch|RMS)[\s-]?norm(?:ali[sz]ation)?", r"multipl(?:y|ies)\s+by\s+(?:the\s+|its\s+)?(?:standard\s+deviation|root\s+mean\s+square)", "a norm divides by the spread", "norm", "divid|undo|invert|denormal"),
    _swap(r"(?:residual|skip)\s+connections?", r"(?:multipl(?:y|ies)|subtracts?)\s+(?:the\s+)?(?:input|output)s?\b", "a residual connection adds its input", "residual|skip", "adds?|gat"),
)  # fmt: skip

__all__ = ["SWAPPED"]
