"""Which way quantities of the field go with each other: the rows behind ``directions``.

A quantity is told by a noun beside a word for more or less ("a higher entropy", "the entropy falls"), by words that are
themselves the one or the other ("flat", "peaked"), or by a thing that is there or is not ("dropout").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from symformer.text.cued import Cued

_VERY = r"(?:(?:too|very|much|even|far|relatively|sufficiently|extremely|slightly|significantly)\s+)*"
_THE = r"(?:(?:the|an?|its|their|our|this|of|in|any|overall|total|risk|chance|amount|number|degree|value|size|absolute)\s+)*"
_MORE = r"(?:high(?:er)?|large(?:r)?|great(?:er)?|big(?:ger)?|more|strong(?:er)?|long(?:er)?|wide(?:r)?|deep(?:er)?|increas(?:es?|ed|ing)|rais(?:es?|ed|ing)|grow(?:s|ing)|ris(?:es?|ing)|enlarg(?:es?|ing)|boost(?:s|ing)?|amplif(?:y|ies|ying)|worsens?)"
_LESS = r"(?:low(?:er(?:s|ed|ing)?)?|small(?:er)?|less|fewer|weak(?:er)?|short(?:er)?|narrow(?:er)?|shallow(?:er)?|decreas(?:es?|ed|ing)|reduc(?:es?|ed|ing|tion\s+(?:in|of))|shrink(?:s|ing)?|diminish(?:es|ed|ing)?|limit(?:s|ing)?|mitigat(?:es?|ing)|prevent(?:s|ing)?|avoid(?:s|ing)?|alleviat(?:es?|ing)|combat(?:s|ing)?|cut(?:s|ting)?|minimi[sz](?:es?|ing)|little)"
_END = (
    r"(?=\s*(?:[,.;:)]|\Z|\b(?:and|with|to|as|over|during|so|the|from|for|when|if|because|linearly|quickly|rapidly)\b))"
)
_GETS = r"(?:\s+(?:is|are|becomes?|gets?|was|were|(?:will|would|can|may|could|might)\s+(?:be|become|get)|goes|remains?|stays?|values?|rate))*\s+"
_UP = rf"(?:{_VERY}(?:high(?:er)?|large(?:r)?|great(?:er)?|big(?:ger)?|strong(?:er)?|long(?:er)?|increased|raised|up)\b|(?:increases?|grows?|rises?|increasing|growing|rising){_END})"
_DOWN = rf"(?:{_VERY}(?:low(?:er)?|small(?:er)?|weak(?:er)?|short(?:er)?|decreased|reduced|lowered|down)\b|(?:decreases?|falls?|drops?|shrinks?|declines?|decreasing|falling|shrinking){_END})"


@dataclass(frozen=True, slots=True)
class Quantity:
    """How more and less of a quantity are told; ``cues`` are words one of which must stand there, in small letters."""

    more: Cued | None
    less: Cued | None
    cues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A cause and what it does: 1 where both go the same way, -1 where one falls as the other grows."""

    cause: str
    effect: str
    sign: int
    so: str
    unless: Cued | None = None
    mutual: bool = False  # each tells the other: which of them comes first says nothing


_CHINESE_MORE = r"(?:增大|增加|提高|提升|加大|加强|升高|加剧|更[大高多强长深]的?|较[大高多强长深]的?|[大高]的?)"
_CHINESE_LESS = (
    r"(?:降低|减少|减小|减轻|缩小|缓解|防止|避免|抑制|节省|节约|更[小低少弱短浅]的?|较[小低少弱短浅]的?|[小低]的?)"
)
_CHINESE_OF = r"(?:了|其|模型|训练|的|对|显著){0,3}"
_CHINESE_GETS = r"(?:的?值|系数|程度|参数)?(?:就|也|会|将|越|较|更|太|过|变|很|随之|则)*"
_CHINESE_UP = r"(?:[大高多强长深](?!度)|增[大加长多]|上升|升高)"
_CHINESE_DOWN = r"(?:[小低少弱短浅](?!度)|减[小少弱]|下降|降低)"


def _noun(noun: str, cues: str, more: str = "", less: str = "", chinese: str = "") -> Quantity:
    """A quantity by its noun, with a word for more or less before or behind it, or by words of its own."""

    def told(signs: tuple[str, ...], own: str) -> Cued:
        before, behind, before_chinese, behind_chinese = signs
        ways = [rf"\b{_VERY}{before}\s+{_THE}(?:{noun})(?!\w)|\b(?:{noun}){_GETS}{behind}", own]
        if chinese:
            ways.append(rf"{before_chinese}{_CHINESE_OF}(?:{chinese})|(?:{chinese}){_CHINESE_GETS}{behind_chinese}")
        return Cued("|".join(filter(None, ways)), re.IGNORECASE)

    return Quantity(
        told((_MORE, _UP, _CHINESE_MORE, _CHINESE_UP), more),
        told((_LESS, _DOWN, _CHINESE_LESS, _CHINESE_DOWN), less),
        tuple(filter(None, (*cues.split("|"), *re.sub(r"\(\?[^()]*\)", "", chinese).split("|")))),
    )


def _words(more: str, less: str, cues: str) -> Quantity:
    """A quantity that has words for more and less of it, and no noun."""
    return Quantity(Cued(more, re.IGNORECASE), Cued(less, re.IGNORECASE), tuple(cues.split("|")))


def _thing(name: str, cues: str) -> Quantity:
    """Something that is used or is not: only where it is said to be used."""
    at_work = (
        r"\b(?:(?:using|adding|applying|with|add|use|apply)\s+)?"
        rf"(?:{name})\b(?!\s+(?:rate|ratio|size|probability|factor|strength))"
    )
    return Quantity(Cued(at_work, re.IGNORECASE), None, tuple(cues.split("|")))


_FLAT = r"平坦|平缓|均匀|随机|多样|分散|\b(?:flat(?:ter|tens?)?|(?:more\s+|nearly\s+|almost\s+|too\s+|close\s+to\s+|near-?)uniform(?:ly)?|spread\s+out|smoother|softer|more\s+(?:random|diverse|creative|even))\b"
_PEAKED = r"尖锐|陡峭|集中|确定(?!性)|\b(?:peak(?:y|ier|ed)|sharp(?:er|ens?)?|spik(?:y|ier)|one-hot|concentrated|more\s+(?:deterministic|confident|greedy|focused))\b"

QUANTITIES = {
    # -- distributions
    "temperature": _noun(r"(?:softmax\s+|sampling\s+)?temperatures?(?:\s+(?:T|τ|\\tau))?", "temperature", chinese="温度"),
    "flatness": _words(_FLAT, _PEAKED, "flat|uniform|spread|smooth|soft|random|divers|creativ|even|peak|sharp|spik|one-hot|concentrat|determin|confiden|greedy|focus|平|均匀|随机|多样|分散|尖锐|陡峭|集中|确定"),
    "scores": _noun(r"(?:dot[\s-]products?|inner\s+products?|logits?|(?:attention\s+)?scores)", "product|logit|score", chinese="点积|分数|内积"),
    "entropy": _noun(r"entropy(?!\s+(?:loss|coding|bonus))", "entropy", r"\bhigh-entropy\b", r"\blow-entropy\b", chinese="(?<!交叉)熵"),
    "surprise": _words(
        r"\b(?:(?:highly\s+|very\s+|more\s+|most\s+|less\s+predictable|unpredictable|(?:high|more|greater|maximal|maximum)\s+uncertain(?:ty)?|uncertain|surprising|random)\b(?<!highly )(?<!very )(?<!more )(?<!most ))|不确定性?(?:就|也)?(?:越|更|较)?[大高]|难以?预测",
        r"\b(?:(?:more\s+|highly\s+|very\s+|is\s+|are\s+|perfectly\s+)predictable|(?:more\s+)?(?:certain|deterministic)|(?:low|less|little)\s+uncertainty)\b|不确定性?(?:就|也)?(?:越|更|较)?[小低]|容易预测",
        "predictable|certain|surprising|random|determin|不确定|预测",
    ),
    "coin": _words(r"\b(?:fair|unbiased)\s+(?:coin|die|dice)\b", r"\b(?:biased|loaded|unfair|two-headed)\s+(?:coin|die|dice)\b", "coin|die|dice"),
    "probability": _noun(
        r"(?:probabilit(?:y|ies)|likelihood|likely)\b(?:\s+of\s+(?:an?\s+|the\s+)?(?:events?|outcomes?|symbols?|tokens?|words?))?", "probab|likel|rare|common|frequent",
        r"\b(?:likely|common|frequent|certain|probable)\s+(?:events?|outcomes?|symbols?|messages?|words?)\b", r"\b(?:rare|unlikely|infrequent|improbable)\s+(?:events?|outcomes?|symbols?|messages?|words?)\b", chinese="概率"),
    "information": _noun(r"(?:self-?)?information(?:\s+content)?(?!\s+(?:gain|theory|about))|surprisal|code(?:word)?s?(?:\s+lengths?)?", "information|surprisal|code", chinese="信息量"),
    "true class": _noun(r"probabilit(?:y|ies)\s+(?:of|for|to|on)\s+(?:the\s+)?(?:correct|true|right|actual|target|observed)\s+(?:class(?:es)?|labels?|tokens?|words?|answers?|next\s+token)", "probab", r"\b(?:high(?:er)?|large(?:r)?)\s+probability\s+(?:to|on)\s+the\s+(?:correct|true|right|actual)\s+(?:class|label|token|word)\b", r"\b(?:low(?:er)?|small(?:er)?)\s+probability\s+(?:to|on)\s+the\s+(?:correct|true|right|actual)\s+(?:class|label|token|word)\b"),
    "loss": _noun(r"(?:cross-entropy\s+|log\s+)?loss(?:\s+values?)?|penalty", "loss|penalty", chinese="损失"),
    "weight": _noun(r"attention(?:\s+weights?)?|weights?", "weight|attention", chinese="注意力权重|注意力"),
    # -- training
    "rate": _noun(r"learning[\s-]rates?(?:\s+(?:η|\\eta|α|\\alpha))?|step[\s-]sizes?", "learning rate|learning-rate|step size|step-size", chinese="学习率|步长"),
    "divergence": _words(
        r"\b(?:diverg(?:es?|ence|ing)(?!\s+between)|overshoot(?:s|ing)?|oscillat(?:es?|ions?|ing)|unstable|instabilit(?:y|ies)|blow(?:s|ing)?\s+up|explod(?:es?|ing))\b|发散|震荡|振荡|不收敛",
        r"\b(?:slow(?:er)?\s+(?:convergence|training|learning|progress)|converges?\s+(?:very\s+|too\s+|more\s+)?slow(?:ly)?|(?:training|learning)\s+(?:is|becomes|will\s+be|gets)\s+(?:very\s+|too\s+)?slow(?:er)?|tak(?:es?|ing)\s+(?:very\s+)?(?:long|many\s+steps))\b|收敛(?:得|会|速度)?(?:很|更|过|太|较|变)?慢|训练(?:得|会|速度)?(?:很|更|过|太|较|变)?慢",
        "diverg|overshoot|oscillat|unstable|instabil|blow|explod|slow|tak|发散|荡|收敛|慢",
    ),
    "overfitting": _noun(r"over-?fit(?:ting|s)?|generali[sz]ation\s+(?:gap|error)", "overfit|over-fit|generali", r"\b(?:will|can|may|tends?\s+to|likely\s+to|prone\s+to|leads?\s+to|causes?|cause)\s+over-?fit(?:ting)?\b", r"\bgenerali[sz]es?\s+better\b|\b(?:better|improved|improves?)\s+generali[sz]ation\b", chinese="过拟合"),
    "underfitting": _noun(r"under-?fit(?:ting|s)?", "underfit|under-fit", r"\b(?:will|can|may|tends?\s+to|likely\s+to|prone\s+to|leads?\s+to|causes?|cause)\s+under-?fit(?:ting)?\b", chinese="欠拟合"),
    "regularisation": _noun(r"(?:L[12]\s+|\\ell_?[12]\s+)?regulari[sz]ation(?:\s+(?:strength|parameter|coefficient|term))?|weight\s+decay|penalt(?:y|ies)|(?:value\s+of\s+|values\s+of\s+)?(?:λ|\\lambda|lambda)(?!\s*(?:_|\())", "regulari|decay|penalt|lambda|λ", chinese="正则化|权重衰减|惩罚"),
    "weights": _noun(r"(?:magnitude\s+of\s+the\s+)?(?:weights|coefficients)(?:\s+(?:norm|magnitudes?))?", "weights|coefficients", "", r"\b(?:weights|coefficients)\s+(?:\w+\s+){0,3}?(?:towards?|closer\s+to|near)\s+(?:zero|0)\b", chinese="权重"),
    "variance": _noun(r"variance(?:\s+of\s+the\s+(?:model|estimat\w+|predictor))?|standard\s+errors?|confidence\s+intervals?", "variance|standard error|confidence interval", chinese="方差"),
    "bias": _noun(r"(?<!inductive )bias(?!\s+(?:term|vector|param\w*|toward\w*))", "bias", chinese="偏差"),
    "capacity": _noun(r"(?:model\s+)?(?:complexity|capacity|flexibility)(?:\s+of\s+the\s+(?:model|network|hypothesis\s+class))?|polynomial\s+degrees?|degrees?\s+of\s+the\s+polynomial|(?:complex|flexible|expressive)\s+models?", "complexity|capacity|flexib|degree|complex|expressive", chinese="模型复杂度|模型容量|复杂度"),
    "training error": _noun(r"training\s+(?:error|loss)", "training", chinese="训练误差|训练损失"),
    "data": _noun(r"training\s+(?:data|examples|samples|sets?)|(?:amounts?\s+of\s+)?data(?:\s*set)?(?:\s+size)?(?!\s+(?:augmentation|points?\s+(?:in|of|per)))|sample\s+sizes?", "data|training|sample", chinese="数据量|训练数据|样本量|样本数"),
    "batch": _noun(r"(?:mini-?)?batch(?:es)?(?:\s+sizes?)?", "batch", chinese="批量|批大小|batch size"),
    "gradient noise": _noun(r"(?:gradient\s+noise|nois(?:y|e)(?:\s+(?:gradients?|in\s+the\s+gradients?|estimates?))?|variance\s+of\s+the\s+(?:stochastic\s+)?gradients?|gradient\s+variance)", "nois|variance", r"\bnoisier\s+(?:gradients?|estimates?|updates?)\b", r"\bless\s+noisy\s+(?:gradients?|estimates?|updates?)\b", chinese="梯度噪声|噪声"),
    "smoothing": _words(r"\b(?:smooth(?:er|s)?|less\s+noisy|more\s+stable)\b", r"\b(?:noisier|more\s+(?:noisy|jagged)|less\s+smooth|reacts?\s+(?:more\s+)?(?:quick(?:ly|er)|fast(?:er)?)|more\s+responsive)\b", "smooth|nois|stable|jagged|react|respons"),
    "neighbours": _noun(r"(?:number\s+of\s+neighbou?rs|values?\s+of\s+k|k(?=\s+(?:in|for)\s+(?:k-?NN|the\s+nearest)))", "neighbo|of k|knn|k-nn"),
    # -- what is used or is not
    "against overfitting": _thing(r"dropout|weight\s+decay|L[12]\s+regulari[sz]ation|regulari[sz]ation|early\s+stopping|data\s+augmentation|more\s+training\s+data|label\s+smoothing", "dropout|decay|regulari|stopping|augment|more training|smoothing"),
    "shortcuts": _thing(r"(?:residual|skip|shortcut)\s+connections?|ReLUs?|LSTMs?|gating|highway\s+connections?", "residual|skip|shortcut|relu|lstm|gating|highway"),
    "vanishing": _noun(r"vanish(?:ing|es)?(?:[\s-]+gradients?)?(?:\s+problem)?|gradient\s+vanishing", "vanish", chinese="梯度消失"),
    "compression": _thing(r"quanti[sz]ation|mixed[\s-]precision(?:\s+training)?|pruning|distillation|(?:multi-query|grouped-query|multi-head\s+latent)\s+attention(?:\s+\([^()]*\))?|MQA|GQA|MLA|LoRA|gradient\s+checkpointing|activation\s+(?:checkpointing|recomputation)|FlashAttention|flash\s+attention", "quanti|precision|pruning|distill|attention|mqa|gqa|mla|lora|checkpoint|recompu|flash"),
    "memory": _noun(r"(?:(?:GPU|peak|activation|KV|key-value|inference|training)\s+)*(?:memory|cache)(?:\s+(?:usage|use|footprint|consumption|requirements?|traffic|sizes?))?|model\s+size", "memory|cache|model size", chinese="显存|内存|缓存|KV ?Cache"),
    "pooling": _thing(r"(?:max[\s-]?|average[\s-]?|mean[\s-]?)?pooling(?:\s+layers?)?|strided\s+convolutions?|down-?sampling", "pooling|strided|downsampl|down-sampl"),
    "momentum": _thing(r"momentum", "momentum"),
    "oscillation": _noun(r"oscillations?|zig-?zag(?:ging|s)?", "oscillat|zig"),
    "checkpointing": _thing(r"(?:gradient|activation)\s+(?:checkpointing|recomputation)", "checkpoint|recomput"),
    "compute": _noun(r"(?:extra\s+|additional\s+)?(?:compute|computations?|computational\s+(?:cost|load)|FLOPs)", "comput|flop", chinese="计算量|重复计算"),
    "caching": _thing(r"(?:KV|key[\s/-]value)[\s-](?:cache|caching)", "cache|caching"),
    # -- shapes of networks
    "kernel": _noun(r"(?:kernel|filter)s?(?:\s+sizes?)?|dilation(?:\s+(?:rates?|factors?))?", "kernel|filter|dilation", chinese="卷积核"),
    "receptive field": _noun(r"receptive\s+fields?", "receptive", chinese="感受野"),
    "stride": _noun(r"strides?", "stride", chinese="步幅"),
    "padding": _noun(r"padding", "padding"),
    "resolution": _noun(r"(?:spatial\s+)?(?:resolutions?|dimensions?|dimensionality)(?:\s+of\s+the\s+(?:output|feature\s+maps?))?|(?:output|feature\s+maps?)(?:\s+(?:sizes?|dimensions?))?", "resolution|dimension|output|feature map", chinese="分辨率|特征图|输出尺寸"),
    "length": _noun(r"(?:sequence|context|prompt)(?:\s+(?:lengths?|windows?))?|sequences", "sequence|context|prompt", chinese="序列长度|序列|上下文长度"),
    "rank": _noun(r"ranks?(?:\s+r)?", "rank", chinese="秩"),
    "parameters": _noun(r"(?:trainable\s+|learnable\s+)?parameters|parameter\s+counts?", "parameter", chinese="参数量|参数数量|可训练参数"),
    "kv heads": _noun(r"(?:KV|key[\s/-]value|key\s+and\s+value)\s+(?:heads|groups)", "heads|groups"),
    "bits": _noun(r"(?:numerical\s+)?precision|bit[\s-]?widths?|bits(?:\s+per\s+(?:weight|parameter))?", "precision|bit", chinese="比特数|位宽"),
    "quantisation error": _noun(r"quanti[sz]ation\s+(?:error|noise)|rounding\s+errors?", "quanti|rounding", chinese="量化误差"),
    "patch": _noun(r"patch(?:es)?(?:\s+sizes?)?|vocabular(?:y|ies)(?:\s+sizes?)?", "patch|vocabular"),
    "tokens": _noun(r"(?:number\s+of\s+)?(?:patches|tokens)(?!\s+(?:embedding|per))|sequences(?:\s+lengths?)?", "tokens|patches|sequences", "", r"\bfewer\s+(?:patches|tokens)\b"),
    "intensity": _noun(r"arithmetic\s+intensity|operational\s+intensity", "intensity"),
    "boundness": _words(r"\bcompute[\s-]bound\b", r"\b(?:memory|bandwidth)[\s-]bound\b", "bound"),
    "depth": _noun(r"(?:network\s+)?depth(?:\s+of\s+the\s+network)?|networks?|number\s+of\s+layers", "depth|network|layers", chinese="网络"),
    "saturation": _thing(r"saturat(?:es?|ed|ion|ing)", "saturat"),
    "gradient": _noun(r"gradients?", "gradient", "", r"\bgradients?\s+(?:is|are|becomes?|close|near|\s)*(?:\s|to|almost|nearly|close|near)*\s(?:zero|0|vanish\w*)\b|\bvanishing\s+gradients?\b", chinese="梯度(?!消失|爆炸)"),
    "update": _words(r"\b(?:learn(?:s|ing)?|train(?:s|ing)?|updates?)\s+(?:is\s+|are\s+|becomes?\s+|very\s+|more\s+|too\s+)*(?:fast(?:er)?|quick(?:ly|er)?|large(?:r)?)\b|\blarger?\s+updates\b", r"\b(?:learn(?:s|ing)?|train(?:s|ing)?|updates?)\s+(?:is\s+|are\s+|becomes?\s+|very\s+|more\s+|too\s+)*(?:slow(?:er|ly)?|small(?:er)?)\b|\bslow\s+(?:learning|training)\b|\bsmall(?:er)?\s+updates\b", "learn|train|update"),
    "decay of averages": _noun(r"(?:\\?beta|β)(?:_?\{?\d?\}?)(?:\s+values?)?|momentum\s+(?:coefficient|parameter)|smoothing\s+(?:factor|coefficient)", "beta|β|momentum|smoothing"),
    "diffusion time": _noun(r"(?:the\s+)?(?:time-?step|timesteps?|t)", "t"),
    "noisiness": _words(r"\b(?:noisier|more\s+(?:and\s+more\s+)?noise|more\s+noisy|pure\s+noise|noisy)\b", r"\b(?:cleaner|less\s+(?:and\s+less\s+)?noise|less\s+noisy|noise-free)\b", "nois|clean"),
    "trees": _noun(r"(?:number\s+of\s+)?trees(?:\s+in\s+the\s+forest)?", "trees"),
    "tree depth": _noun(r"(?:tree\s+depth|depth\s+of\s+the\s+tree|trees?(?=\s))", "tree"),
    "svm c": _noun(r"(?:values?\s+of\s+)?C", "c"),
    "margin": _noun(r"margins?", "margin"),
    "spread": _noun(r"(?:standard\s+deviations?|variances?|bandwidths?|σ|\\sigma)(?:\^2|²)?", "deviation|variance|bandwidth|sigma|σ"),
    "breadth": _words(r"\b(?:wider|broader|flatter|smoother|more\s+spread\s+out)\b", r"\b(?:narrower|more\s+(?:peaked|concentrated)|sharper|taller)\b", "wide|broad|flat|smooth|spread|narrow|peak|concentrat|sharp|tall"),
    "dependence": _words(r"\b(?:(?:more|strongly|highly|fully)\s+dependent|dependence|dependency)\b", r"\b(?:independent|independence)\b", "depend"),
    "mutual information": _noun(r"mutual\s+information|correlations?", "mutual|correlation"),
    "p value": _noun(r"p-?values?", "value"),
    "evidence": _noun(r"evidence(?:\s+against\s+the\s+null\s+hypothesis)?|significan(?:ce|t)", "evidence|significan", r"\b(?:strong(?:er)?|more)\s+(?:evidence|significant)\b", r"\b(?:weak(?:er)?|less)\s+(?:evidence|significant)\b"),
    "confidence": _noun(r"confidence\s+levels?", "confidence"),
    "interval": _noun(r"(?:confidence\s+)?intervals?", "interval", r"\bwider\s+(?:confidence\s+)?intervals?\b", r"\bnarrower\s+(?:confidence\s+)?intervals?\b"),
    "hidden": _noun(r"hidden\s+(?:sizes?|dimensions?|units|layers?)|(?:more|wider|deeper)\s+layers|embedding\s+(?:sizes?|dimensions?)", "hidden|layers|embedding"),
    # -- evaluation
    "perplexity": _noun(r"perplexit(?:y|ies)|(?:validation|test)\s+(?:loss|error)|FID(?:\s+scores?)?|word\s+error\s+rates?|WER", "perplex|loss|error|fid|wer", chinese="困惑度"),
    "goodness": _words(r"\bbetter\b(?!\s+than\s+(?:nothing|chance))|\b(?:good|stronger)\s+(?:model|performance|fit)\b|越好|更好", r"越差|更差|\bworse\b|\b(?:bad|poor(?:er)?)\s+(?:model|performance|fit)\b", "better|good|stronger|worse|bad|poor|好|差"),
    "accuracy": _noun(r"accurac(?:y|ies)|BLEU(?:\s+scores?)?|AUC|F1(?:[\s-]scores?)?|log-?likelihood|R\^?2|R²", "accura|bleu|auc|f1|likelihood|r^2|r²", chinese="准确率|精度"),
    "threshold": _noun(r"(?:decision\s+|classification\s+)?thresholds?", "threshold"),
    "recall": _noun(r"recall|(?:true|false)\s+positive\s+rates?|false\s+positives?|sensitivity", "recall|positive|sensitivity"),
    "similarity": _noun(r"(?:cosine\s+)?similarit(?:y|ies)", "similar", chinese="相似度"),
    "distance": _noun(r"distances?(?:\s+between\s+\w+)?|angles?(?:\s+between\s+\w+)?", "distance|angle", chinese="距离"),
    # -- decisions and samples
    "discount": _noun(r"discount(?:\s+(?:factors?|rates?))?(?:\s+(?:γ|\\gamma))?|\\gamma|γ", "discount|gamma|γ"),
    "foresight": _words(r"\b(?:far-?sighted|long-term|longer\s+horizon|future\s+rewards?)\b", r"\b(?:myopic|short-?sighted|immediate\s+rewards?|short-term)\b", "sighted|term|horizon|future|myopic|immediate"),
    "epsilon": _noun(r"(?:ε|\\(?:var)?epsilon|epsilon)", "epsilon|ε"),
    "exploration": _noun(r"exploration|explor(?:es?|ing)", "explor", r"\bexplores?\s+more\b", r"\bmore\s+exploitation\b|\bexploits?\s+more\b"),
    "guidance": _noun(r"guidance(?:\s+(?:scales?|weights?|strength))?", "guidance"),
    "diversity": _noun(r"(?:sample\s+)?diversity|diverse(?:\s+(?:samples|outputs|text))?", "divers"),
    "nucleus": _noun(r"top-?[pk](?:\s+(?:values?|thresholds?))?|nucleus", "top-p|top-k|top p|top k|nucleus"),
    "noise": _noun(r"noise(?:\s+(?:levels?|variance|scale))?", "noise"),
    "signal": _noun(r"signal-to-noise(?:\s+ratios?)?|SNR", "signal|snr"),
}  # fmt: skip


def _go(cause: str, effect: str, sign: int, so: str, unless: str = "") -> Relation:
    return Relation(cause, effect, sign, so, Cued(unless, re.IGNORECASE) if unless else None, cause in _TELLING)


_TELLING = frozenset(
    {
        "entropy",
        "surprise",
        "perplexity",
        "accuracy",
        "similarity",
        "probability",
        "p value",
        "mutual information",
        "spread",
    }
)


RELATIONS = (
    _go("temperature", "flatness", 1, "the higher the temperature, the flatter the distribution", r"inverse|multipl|anneal"),
    _go("scores", "flatness", -1, "the larger the scores, the more peaked is their softmax", r"divid|scal(?:e|ing) (?:them|it|the|down)|temperature|after scaling|1/"),
    _go("entropy", "flatness", 1, "the flatter a distribution, the higher its entropy", r"penal|regulari|bonus|cross"),
    _go("entropy", "surprise", 1, "the less predictable an outcome, the higher the entropy", r"cross|penal|bonus"),
    _go("entropy", "coin", 1, "a fair coin has the highest entropy of all coins", r"cross|penal|bonus"),
    _go("surprise", "coin", 1, "nothing is less predictable than a fair coin"),
    _go("true class", "loss", -1, "the higher the probability of what is true, the lower the loss"),
    _go("scores", "weight", 1, "the larger a score, the more attention", "norm|decay|regulari|divid|scal|initial|gradient"),
    _go("similarity", "weight", 1, "the more alike, the more attention", "norm|decay|regulari|divid|scal|initial|gradient|distance"),
    _go("patch", "tokens", -1, "larger patches or vocabularies make fewer tokens", "special|rare|train|data|corpus"),
    _go("intensity", "boundness", 1, "what has a low arithmetic intensity is bound by memory"),
    _go("depth", "vanishing", 1, "the deeper a network, the more its gradients vanish", "residual|skip|shortcut|norm"),
    _go("saturation", "gradient", -1, "where a function saturates, its gradient is near zero", "relu"),
    _go("gradient", "update", 1, "small gradients make small steps", "adapt|adagrad|adam|rms|invers|normali|clip"),
    _go("decay of averages", "smoothing", 1, "the larger the factor of a moving average, the smoother", r"1 ?- ?|beta-?vae|kl"),
    _go("diffusion time", "noisiness", 1, "noise grows with the step of the forward process", "reverse|denois|sampl|backward|generat"),
    _go("trees", "variance", -1, "the more trees are averaged, the smaller the variance", "boost|correl|depth|deep"),
    _go("tree depth", "overfitting", 1, "the deeper a tree, the more it overfits", "forest|ensemble|number|bagg|averag|more trees"),
    _go("svm c", "margin", -1, "the larger C, the narrower the margin", r"1/C|inverse|regulari"),
    _go("spread", "breadth", 1, "the larger its spread, the broader a distribution", "explain|reduc|gradient|weights|init|noise|bias"),
    _go("mutual information", "dependence", 1, "without any dependence the mutual information is zero", "conditional|linear"),
    _go("p value", "evidence", -1, "the smaller the p-value, the stronger the evidence"),
    _go("confidence", "interval", 1, "the higher the level of confidence, the wider the interval"),
    _go("hidden", "parameters", 1, "wider or more layers have more parameters", "shar|convolution|bottleneck|without|per"),
    _go("probability", "information", -1, "the less likely an event, the more information it carries", r"mutual|log-?likelihood"),
    _go("rate", "divergence", 1, "a large learning rate overshoots, a small one is slow", r"decay|schedul|warm|adapt|batch"),
    _go("regularisation", "overfitting", -1, "more regularisation is less overfitting", "norm"),
    _go("regularisation", "underfitting", 1, "too much regularisation underfits", "norm"),
    _go("regularisation", "weights", -1, "more regularisation makes the weights smaller", "norm(?!s)|entropy"),
    _go("regularisation", "variance", -1, "more regularisation lowers the variance and raises the bias"),
    _go("regularisation", "bias", 1, "more regularisation lowers the variance and raises the bias"),
    _go("capacity", "training error", -1, "the more complex a model, the lower its training error"),
    _go("capacity", "bias", -1, "the more complex a model, the lower its bias and the higher its variance", "time|comput|sample"),
    _go("capacity", "variance", 1, "the more complex a model, the lower its bias and the higher its variance", "time|comput|sample"),
    _go("capacity", "overfitting", 1, "the more complex a model, the more it overfits", "time|comput|sample|interpolat"),
    _go("data", "overfitting", -1, "the more data, the less overfitting", "repeat|same|dimension|nois"),
    _go("data", "variance", -1, "the more data, the smaller the variance of what is estimated", "repeat|same|dimension|nois|explain|spread"),
    _go("batch", "gradient noise", -1, "the larger the batch, the less noisy is the gradient"),
    _go("batch", "memory", 1, "the larger the batch, the more memory it takes"),
    _go("neighbours", "smoothing", 1, "the more neighbours, the smoother is the boundary"),
    _go("against overfitting", "overfitting", -1, "that is used against overfitting", "too (?:much|strong|high)|batch"),
    _go("shortcuts", "vanishing", -1, "these lessen the vanishing of gradients", "plain|vanilla|dying|dead"),
    _go("compression", "memory", -1, "this takes less memory", "bandwidth|overhead"),
    _go("pooling", "resolution", -1, "pooling and strides make the maps smaller", "up-?sampl|unpool|transposed|receptive|channel"),
    _go("momentum", "oscillation", -1, "momentum damps oscillations", "too|large"),
    _go("checkpointing", "compute", 1, "recomputation takes more computation, for less memory"),
    _go("caching", "compute", -1, "a cache saves computation, and takes memory", "memory"),
    _go("kernel", "receptive field", 1, "the larger the kernel or its dilation, the larger the receptive field"),
    _go("stride", "resolution", -1, "the larger the stride, the smaller the output", "transposed|up-?sampl"),
    _go("padding", "resolution", 1, "padding makes the output larger", "sequence|token|batch|transposed"),
    _go("length", "memory", 1, "the longer the sequence, the more memory it takes"),
    _go("rank", "parameters", 1, "the higher the rank, the more parameters"),
    _go("kv heads", "memory", 1, "the fewer key and value heads, the smaller the cache"),
    _go("bits", "quantisation error", -1, "the fewer the bits, the larger the rounding errors"),
    _go("bits", "memory", 1, "the fewer the bits, the less memory"),
    _go("perplexity", "goodness", -1, "the lower, the better", "trade"),
    _go("accuracy", "goodness", 1, "the higher, the better", "trade"),
    _go("threshold", "recall", -1, "the higher the threshold, the fewer are found", "precision"),
    _go("similarity", "distance", -1, "what is more alike is closer"),
    _go("discount", "foresight", 1, "a discount near one looks far ahead, one near zero at the next reward only"),
    _go("epsilon", "exploration", 1, "the larger epsilon, the more exploration"),
    _go("guidance", "diversity", -1, "stronger guidance makes samples less diverse"),
    _go("temperature", "diversity", 1, "the higher the temperature, the more diverse the samples"),
    _go("nucleus", "diversity", 1, "the more tokens are kept, the more diverse the samples"),
    _go("noise", "signal", -1, "the more noise, the lower the ratio of signal to noise"),
)  # fmt: skip

__all__ = ["QUANTITIES", "RELATIONS", "Quantity", "Relation"]
