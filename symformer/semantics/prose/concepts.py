"""The things notes on neural networks have names for, and the phrases authors use for them.

A concept ties a symbol to its meaning: two dimensions with different concepts are different, and
a symbol without a declared shape may borrow the usual one.  What is not in the list keeps the
note's own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain

from symformer.semantics.declaration import Role
from symformer.text.cued import Cued


@dataclass(frozen=True, slots=True)
class Concept:
    """One meaning: its canonical name, what kind of thing it is, and how authors write it."""

    name: str
    role: Role
    phrases: tuple[str, ...]
    chinese: tuple[str, ...] = ()


def _row(name: str, role: Role, phrases: str, chinese: str = "") -> Concept:
    split = tuple(p.strip() for p in phrases.split(";") if p.strip())
    return Concept(name, role, (name, *split), tuple(chinese.split()))


CONCEPTS: tuple[Concept, ...] = (
    _row(
        "sequence length",
        "dimension",
        "length of sequence; length of input sequence; input sequence length; input length; length of input;"
        "number of tokens; total number of tokens; number of input tokens; number of words; context length;"
        "length of sentence; sentence length; number of positions; token count; length of context; seq len;"
        "number of token in sequence; number of time step; window length",
        "序列长度 序列的长度 输入序列长度 输入序列的长度 句子长度 句子的长度 句长 上下文长度 词的个数 单词个数 词数 "
        "token数量 token的数量 token数 输入长度 单词数 词元数 词元数量",
    ),
    _row("maximum sequence length", "dimension", "max sequence length; maximum length; maximum context length", "最大序列长度 最大长度"),
    _row("source sequence length", "dimension", "source sequence length; length of source sequence; encoder sequence length", "源序列长度"),
    _row("target sequence length", "dimension", "target sequence length; length of target sequence; decoder sequence length", "目标序列长度"),
    _row("number of queries", "dimension", "query count", "查询数量 查询个数"),
    _row("number of keys", "dimension", "number of key value pairs; key count", "键的数量 键值对数量"),
    _row(
        "embedding dimension",
        "dimension",
        "model dimension; hidden size; hidden dimension; embedding size; dimension of embedding; model size;"
        "dimension of model; dimension of embedding vector; dimension of word embedding; embedding length;"
        "dimension of token embedding; size of embedding; dimension of embedding space;"
        "word embedding dimension; token embedding dimension; hidden state dimension; dimension of hidden state;"
        "embedding vector dimension; dimension of input embedding; input embedding dimension; model width;"
        "embedding width; width of embedding; width of residual stream; size of embedding vector; embedding vector size; hidden state size; dimension of representation;"
        "dimension of word vector; length of embedding vector; dimension of positional encoding;"
        "vector embedding dimension; residual stream dimension; width of model",
        "嵌入维度 词嵌入维度 模型维度 模型的维度 隐藏层维度 隐藏维度 隐藏层大小 词向量维度 词向量的维度 嵌入的维度 "
        "嵌入向量的维度 嵌入向量维度 隐藏状态维度 词嵌入的维度 隐层维度 模型隐藏层维度 隐藏层的维度 "
        "模型维数 词嵌入大小",
    ),
    _row("input dimension", "dimension", "dimension of input; input size; number of inputs", "输入维度 输入的维度"),
    _row("output dimension", "dimension", "dimension of output; output size; number of outputs", "输出维度 输出的维度"),
    _row("feature dimension", "dimension", "", "特征维度"),
    _row(
        "key dimension",
        "dimension",
        "dimension of key; dimension of key vector; dimension of key matrix; size of key; size of key vector;"
        "dimension of each key; dimension of key per head; dimension of query and key; dimension of key and query;"
        "query key dimension; key query dimension; key vector dimension; dimension of query and key vector;"
        "dimension of key and query vector; key size; length of key vector",
        "键的维度 键向量的维度 键向量维度 键维度 key的维度 key向量的维度 键矩阵的维度 key维度",
    ),
    _row(
        "query dimension",
        "dimension",
        "dimension of query; dimension of query vector; dimension of query matrix; size of query;"
        "query vector dimension; dimension of query per head; query size",
        "查询的维度 查询向量的维度 查询向量维度 查询维度 query的维度 query向量的维度",
    ),
    _row(
        "value dimension",
        "dimension",
        "dimension of value; dimension of value vector; dimension of value matrix; size of value;"
        "value vector dimension; dimension of value per head; value size",
        "值的维度 值向量的维度 值向量维度 值维度 value的维度 value向量的维度",
    ),
    _row(
        "head dimension",
        "dimension",
        "dimension of head; dimension per head; dimension of attention head; size of head; head size;"
        "dimension of single head; per head dimension; attention head dimension; width of head; head width; width of one head;"
        "dimension of one head; size of one head; size of single head; width of single head; width per head; dim of head",
        "头的维度 头维度 每个头的维度 单头维度 注意力头的维度 每个注意力头的维度",
    ),
    _row(
        "number of heads",
        "dimension",
        "number of attention heads; total number of attention heads; head count; total number of heads;"
        "number of parallel heads; number of parallel attention heads; number of self attention head;"
        "number of query heads; count of attention head",
        "头数 头的数量 注意力头数 注意力头的数量 注意力头数量 头的个数 注意力头的个数 多头的数量 头个数 头数量 "
        "注意力头个数 head数量 head的数量 head数",
    ),
    _row("number of groups", "dimension", "number of key value groups; group count", "组数 分组数"),
    _row("number of key-value heads", "dimension", "number of kv heads; number of key value heads", "KV头数 kv头数"),
    _row(
        "number of layers",
        "dimension",
        "total number of layers; number of encoder layers; number of decoder layers; number of transformer layers;"
        "number of blocks; number of transformer blocks; layer count; model depth; depth of model",
        "层数 模型层数 网络层数 层的数量 层的个数",
    ),
    _row(
        "vocabulary size",
        "dimension",
        "size of vocabulary; vocab size; number of words in vocabulary; number of tokens in vocabulary;"
        "number of unique words; number of vocabulary words; length of vocabulary; cardinality of vocabulary;"
        "number of unique tokens; number of entries in vocabulary; dictionary size; vocabulary cardinality",
        "词汇表大小 词表大小 词表的大小 词汇表的大小 词典大小 词汇量 词汇量大小 词表长度 字典大小",
    ),
    _row(
        "batch size",
        "dimension",
        "size of batch; number of sequences in batch; mini batch size; minibatch size; number of sequences;"
        "number of examples in batch; number of samples in batch",
        "批次大小 批大小 批量大小 批次 批处理大小 批尺寸 batch大小 batch_size",
    ),
    _row(
        "feed-forward dimension",
        "dimension",
        "feed forward hidden dimension; hidden layer dimension in feed forward network; ffn dimension;"
        "hidden dimension in ffn; hidden dimension of ffn; dimension of feed forward layer; feedforward dimension;"
        "hidden dimension of feed forward network; inner dimension; inner layer dimension; ffn hidden dimension;"
        "hidden dimension in feed forward network; dimension of ffn hidden layer; intermediate size;"
        "intermediate dimension; hidden layer dimension of feed forward network; dimension of inner layer;"
        "dimension of feed forward network; hidden size of ffn; feed forward size; ffn size;"
        "hidden size of feed forward network; dimension of ffn; feed forward layer dimension",
        "前馈网络维度 前馈层维度 前馈网络的隐藏层维度 前馈网络的维度 中间层维度 前馈神经网络的隐藏层维度 FFN维度",
    ),
    _row("number of classes", "dimension", "class count; number of labels; number of categories", "类别数 类别数量 类别个数 分类数"),
    _row(
        "number of samples",
        "dimension",
        "number of examples; number of training examples; number of training samples; number of data points;"
        "sample size; number of observations",
        "样本数 样本数量 样本个数 样本总数",
    ),
    _row("number of features", "dimension", "feature count", "特征数 特征数量 特征个数"),
    _row("number of experts", "dimension", "expert count", "专家数 专家数量 专家个数"),
    _row("rank", "dimension", "rank of update; lora rank; rank of low rank matrix; rank of adapter; low rank dimension", "秩 低秩维度"),
    _row(
        "position",
        "index",
        "token index; index of token; position index; word position; token position; position of token;"
        "position of word; index of position; index of token in sequence; index of word in sequence;"
        "position of token in sequence; position of word in sequence; position in sequence; sequence position;"
        "index of position in sequence; absolute position; position of word in sentence; position of each token;"
        "index of element in sequence; sequence index",
        "位置 位置索引 词的位置 单词位置 单词的位置 位置下标 位置编号 序列位置 token的位置 token位置",
    ),
    _row(
        "dimension index",
        "index",
        "index of dimension; index of embedding dimension; embedding dimension index; index of feature;"
        "index of element in embedding vector; feature index; component index; index of component;"
        "index of element in vector",
        "维度索引 维度下标 维度的索引 维度序号",
    ),
    _row("pair index", "index", "index of pair; index of dimension pair; index of frequency; frequency index", "频率索引"),
    _row("head index", "index", "index of head; index of attention head; attention head index; head number", "头索引 头的索引 注意力头索引 头编号"),
    _row("layer index", "index", "index of layer; layer number; index of encoder layer; index of block", "层索引 层的索引 层编号 层序号"),
    _row(
        "vocabulary index",
        "index",
        "index of word in vocabulary; index of token in vocabulary; index of vocabulary word; word index in vocabulary",
        "词表索引",
    ),
    _row("batch index", "index", "index of batch; index of sample; sample index; example index; index of example", "样本索引 批次索引"),
    _row("time step", "index", "timestep; time index; step index; current time step; time", "时间步 时刻"),
    _row("class index", "index", "index of class", "类别索引"),
    _row("row index", "index", "index of row", "行索引 行号"),
    _row("column index", "index", "index of column", "列索引 列号"),
    _row("embedding matrix", "matrix", "token embedding matrix; word embedding matrix; embedding table; embedding weight matrix", "嵌入矩阵 词嵌入矩阵 词向量矩阵"),
    _row("positional encoding", "matrix", "positional encoding matrix; positional embedding matrix; position encoding matrix; positional encoding tensor; position encoding", "位置编码 位置编码矩阵"),
    _row("input", "unknown", "input matrix; input sequence matrix; input embedding matrix; matrix of input; input tensor", "输入矩阵"),
    _row("query", "matrix", "query matrix; matrix of queries; query vector; query tensor", "查询矩阵 查询 查询向量"),
    _row("key", "matrix", "key matrix; matrix of keys; key vector; key tensor", "键矩阵 键 键向量"),
    _row("value", "matrix", "value matrix; matrix of values; value vector; value tensor", "值矩阵 值向量"),
    _row("query weight", "matrix", "query weight matrix; query projection matrix; query projection; weight matrix for query; query projection weight", "查询权重矩阵"),
    _row("key weight", "matrix", "key weight matrix; key projection matrix; key projection; weight matrix for key; key projection weight", "键权重矩阵"),
    _row("value weight", "matrix", "value weight matrix; value projection matrix; value projection; weight matrix for value; value projection weight", "值权重矩阵"),
    _row("output weight", "matrix", "output weight matrix; output projection matrix; output projection; output projection weight", "输出权重矩阵 输出投影矩阵"),
    _row("attention weights", "matrix", "attention weight matrix; attention matrix; attention weight; matrix of attention weights", "注意力权重 注意力矩阵 注意力权重矩阵"),
    _row("attention scores", "matrix", "attention score matrix; score matrix; attention score; matrix of attention scores; attention logits", "注意力分数 注意力得分 注意力分数矩阵 注意力得分矩阵"),
    _row("mask", "matrix", "mask matrix; attention mask; causal mask; mask tensor", "掩码 掩码矩阵"),
    _row("identity", "matrix", "identity matrix", "单位矩阵"),
    _row("learning rate", "scalar", "step size", "学习率"),
    _row("temperature", "scalar", "temperature parameter; softmax temperature", "温度 温度参数 温度系数"),
    _row("bias", "vector", "bias vector; bias term; bias", "偏置 偏置向量 偏置项"),
    _row("mean", "unknown", "mean value", "均值"),
    _row("variance", "unknown", "variance value", "方差"),
    _row("standard deviation", "unknown", "", "标准差"),
    _row("activation function", "function", "nonlinear activation function; non linear activation function; activation", "激活函数"),
    _row("loss", "scalar", "loss function; loss value; cost; cost function; objective function", "损失 损失函数"),
    _row("logits", "unknown", "logit; logit vector", ""),
)  # fmt: skip


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set.

    >>> sorted(words("of in"))
    ['in', 'of']
    """
    return frozenset(text.split())


DETERMINERS = words(
    "the a an each every this that these those our its their his some any all another corresponding respective"
)
# these say nothing about which thing is meant
NEUTRAL = words(
    "in of for to input sequence sentence text model transformer network attention corpus space case mechanism here "
    "we used use example given encoder's llm self multi"
)
_AFTER = words("in of for to here used we given")
LIGHT = words("respectively simply just also now usually typically often total fixed learned learnable trainable")
_IRREGULAR = {
    "bias": "bias", "canvas": "canvas", "queries": "query", "matrices": "matrix", "indices": "index", "indexes": "index", "vertices": "vertex",
    "dimensionality": "dimension", "dims": "dimension", "dim": "dimension", "vocab": "vocabulary", "seq": "sequence",
    "num": "number", "nb": "number", "len": "length", "feedforward": "feed forward", "#": "number of",
    "hyperparameters": "hyperparameter", "biases": "bias", "classes": "class", "batches": "batch", "vocabularies":
    "vocabulary", "categories": "category", "entries": "entry", "frequencies": "frequency", "minibatch": "mini batch",
}  # fmt: skip


def normal_words(words: Iterable[str]) -> tuple[str, ...]:
    """Lower case, singular, hyphens opened, determiners dropped.

    >>> normal_words("The dimensionality of the key-vectors".split())
    ('dimension', 'of', 'key', 'vector')
    """
    return tuple(chain.from_iterable(map(_normal, words)))


@lru_cache(maxsize=8192)
def _normal(word: str) -> tuple[str, ...]:
    """What one word is normally: a note says the same words again and again."""
    parts = word.lower().replace("’s", "").replace("'s", "").replace("-", " ").split()
    made = (each for part in parts for each in _singular(part).split())
    return tuple(each for each in made if each not in DETERMINERS and each != "的")


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and len(word) > 3 and word[-2] not in "siu":
        return word[:-1]
    return word


@cache
def _phrases() -> dict[tuple[str, ...], Concept]:
    table: dict[tuple[str, ...], Concept] = {}
    for concept in CONCEPTS:
        for phrase in concept.phrases:
            table.setdefault(normal_words(phrase.split()), concept)
        for phrase in concept.chinese:
            table.setdefault((phrase.lower(),), concept)
    return table


@cache
def longest_phrase() -> int:
    """How many words the longest known phrase has."""
    return max(len(p) for p in _phrases())


@cache
def chinese_phrases() -> tuple[str, ...]:
    """Every Chinese phrase, longest first: the dictionary that cuts Chinese sentences into words."""
    found = {p.lower() for concept in CONCEPTS for p in concept.chinese}
    return tuple(sorted(found, key=lambda p: (-len(p), p)))


def concept_of(words: Sequence[str]) -> Concept | None:
    """The concept a whole noun phrase names, or None; what is neutral may surround it.

    >>> concept_of("the total number of attention heads in the model".split()).name
    'number of heads'
    >>> concept_of("the dimension of the query before the projection".split()) is None
    True
    """
    normal = normal_words(words)
    if any("\u3400" <= letter <= "\u9fff" for word in normal for letter in word):
        return _chinese_concept("".join(normal).replace("的", ""))
    while normal and normal[0] in LIGHT:
        normal = normal[1:]
    while normal and normal[-1] in LIGHT:
        normal = normal[:-1]
    table = _phrases()
    for length in range(min(len(normal), longest_phrase()), 0, -1):
        concept = table.get(normal[:length])
        if concept is not None:
            rest = normal[length:]
            neutral = not rest or (rest[0] in _AFTER and all(w in NEUTRAL for w in rest))
            return concept if neutral else None
    return None


_CHINESE_AROUND = Cued(r"^(?:模型|输入|每个|一个|总|整个|该|词元)|(?:个数|的值|为)$")


def _chinese_concept(phrase: str) -> Concept | None:
    """Chinese has no blanks: the words are joined, and 的 does not count."""
    table = _joined_chinese()
    return table.get(phrase) or table.get(_CHINESE_AROUND.sub("", phrase))


@cache
def _joined_chinese() -> dict[str, Concept]:
    return {p.lower().replace("的", ""): concept for concept in CONCEPTS for p in concept.chinese}


def concept_ending(words: Sequence[str]) -> tuple[Concept, int] | None:
    """The concept named by the last words of a stretch, and how many words (determiners included) name it.

    >>> concept, count = concept_ending("we write the embedding dimension".split())
    >>> concept.name, count
    ('embedding dimension', 2)
    """
    table = _phrases()
    for count in range(min(len(words), longest_phrase() + 3), 0, -1):
        piece = words[-count:]
        if piece[0].lower() in DETERMINERS:
            continue
        concept = table.get(normal_words(piece))
        if concept is not None:
            return concept, count
    return None


_NAMED = {c.name: c for c in CONCEPTS}


def named(name: str) -> Concept | None:
    """The concept with a canonical name.

    >>> named("batch size").role
    'dimension'
    """
    return _NAMED.get(name)


# the head noun of a phrase says what kind of thing it is
ROLE_OF_NOUN: dict[str, Role] = {
    **dict.fromkeys(words("matrix table"), "matrix"),
    **dict.fromkeys(words("vector"), "vector"),
    **dict.fromkeys(words("tensor"), "tensor"),
    **dict.fromkeys(words("dimension length size width depth"), "dimension"),
    **dict.fromkeys(words("index"), "index"),
    **dict.fromkeys(words("function operator mapping"), "function"),
    **dict.fromkeys(words("set vocabulary"), "set"),
    **dict.fromkeys(words("scalar constant rate coefficient probability hyperparameter ratio threshold"), "scalar"),
    **dict.fromkeys(
        words(
            "embedding weight parameter bias token word position sequence representation output input score logit layer head mask "
            "gate state feature distribution gradient error label target prediction element entry projection encoding "
            "activation context memory key query value mean variance deviation loss"
        ),
        "unknown",
    ),
    **dict.fromkeys(words("矩阵 权重矩阵 参数矩阵"), "matrix"),
    **dict.fromkeys(words("向量"), "vector"),
    **dict.fromkeys(words("张量"), "tensor"),
    **dict.fromkeys(words("维度 长度 大小 数量 个数"), "dimension"),
    **dict.fromkeys(words("索引 下标"), "index"),
    **dict.fromkeys(words("函数"), "function"),
}
