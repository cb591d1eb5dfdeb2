"""What equations, topics and their own letters are called in Chinese, for notations of Chinese textbooks."""

from __future__ import annotations


def _table(text: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in text.strip().splitlines())


TITLES = _table("""
activations: 单变量函数与得分向量的函数
relu: 线性整流单元
leaky-relu: 带泄漏的线性整流单元
elu: 指数线性单元
sigmoid: Logistic 函数
tanh: 双曲正切函数
tanh-of-sigmoid: 双曲正切与 Logistic 函数的关系
softplus: Softplus 函数
gelu: 高斯误差线性单元
gelu-tanh: 用双曲正切近似的高斯误差线性单元
silu: Sigmoid 线性单元
swish: Swish 函数
log-sum-exp: 对数-求和-指数
log-softmax: 对数 softmax
softmax-at-temperature: 带温度的 softmax
attention: 注意力：查询、键和值，得分，权重及加权和
rows-of-queries: 一个位置的查询、键和值
self-attention-projections: 自注意力的查询、键和值
cross-attention-projections: 交叉注意力的查询、键和值
attention-scores: 缩放点积得分
attention-score: 一个缩放点积得分
attention-weights: 注意力权重
attention-weights-of-queries: 由查询和键得到的注意力权重
attention-weight: 一个注意力权重
attention-output: 注意力：值的加权和
attention-output-row: 一个位置的输出
scaled-dot-product-attention: 缩放点积注意力
self-attention: 自注意力（一行形式）
cross-attention: 交叉注意力（一行形式）
single-query-attention: 单个查询的注意力
dot-product-attention: 不缩放的点积注意力
attention-at-temperature: 带温度的注意力
bilinear-scores: 双线性得分
bilinear-attention: 双线性注意力
additive-score: 加性得分
additive-attention: 单个查询的加性注意力
linear-attention: 一个位置的线性注意力
kernel-regression: 核函数注意力汇聚
score-variance: 未缩放得分的方差
softmax: softmax 函数
softmax-shift: softmax 的平移不变性
softmax-rescaling: softmax 的滚动最大值与滚动和
counting: 参数、运算与字节的数量
linear-parameters: 线性层的参数量
attention-parameters: 多头注意力的参数量
feed-forward-parameters: 前馈网络的参数量
gated-feed-forward-parameters: 门控前馈网络的参数量
norm-parameters: 层归一化的参数量
encoder-block-parameters: 编码器块的参数量
model-parameters: 语言模型的参数量（约）
language-model-parameters: 共享权重的语言模型的参数量
product-operations: 矩阵乘法的运算量
attention-operations: 多头注意力的运算量
feed-forward-operations: 前馈网络的运算量
training-operations: 一次训练的运算量
cache-bytes: 键值缓存的字节数
compute-optimal-tokens: 计算最优的训练词元数（约）
embedding: 从词元到向量：独热行、嵌入矩阵、第一个块的输入
vocabulary: 词表
token-sequence: 词元序列
one-hot-entry: 词元的独热表示
one-hot-rows: 独热矩阵（展开）
embedding-rows: 嵌入矩阵（展开）
token-embedding: 用独热行相乘得到的嵌入
embedded-rows: 嵌入序列（展开）
embedded-positions: 逐位置的嵌入序列
embedding-lookup: 查表得到的嵌入
scaled-embedding: 按维度缩放的嵌入
add-positions: 加上位置编码的输入
target-input: 加上位置编码的解码器输入
unembedding: 词表上的对数几率
tied-unembedding: 共享权重的对数几率
next-token-probabilities: 下一个词元的概率
encoder-decoder: 编码器块与解码器块：两种归一化次序及其堆叠
encoder-attention: 编码器：注意力、残差连接、归一化
encoder-output: 编码器：前馈网络、残差连接、归一化
encoder-attention-pre-norm: 先归一化的编码器：注意力
encoder-output-pre-norm: 先归一化的编码器：前馈网络
decoder-masked-attention: 解码器：掩码自注意力
decoder-cross-attention: 解码器：交叉注意力
decoder-output: 解码器：前馈网络
decoder-masked-attention-pre-norm: 先归一化的解码器：掩码自注意力
decoder-cross-attention-pre-norm: 先归一化的解码器：交叉注意力
decoder-output-pre-norm: 先归一化的解码器：前馈网络
layer-stack: 多层堆叠
dropout: 丢弃法
feed-forward: 逐位置的前馈网络
linear: 线性层
feed-forward-relu: 使用 ReLU 的前馈网络
feed-forward-gelu: 使用 GELU 的前馈网络
glu: 门控线性单元
reglu: 由 ReLU 门控的单元
geglu: 由 GELU 门控的单元
swiglu: 由 Swish 门控的单元
feed-forward-swiglu: 由 Swish 门控的前馈网络
router: 专家路由
mixture-of-experts: 混合专家
generation: 从概率到词元，以及键值缓存
greedy-choice: 贪心选择下一个词
sampling-temperature: 带温度的概率
nucleus-choice: 核采样的词集
length-penalty: 束搜索的长度惩罚
cached-attention: 使用键值缓存的一步
gradients: 按矩阵给出的梯度，与求导变量形状相同
linear-backward-input: 线性层对输入的梯度
linear-backward-weights: 线性层对权重的梯度
linear-backward-bias: 线性层对偏置的梯度
softmax-jacobian: softmax 的导数
softmax-cross-entropy-gradient: 交叉熵对对数几率的梯度
attention-backward-values: 注意力对值的梯度
attention-backward-weights: 注意力对权重的梯度
attention-backward-score: 注意力对一个得分的梯度
attention-backward-queries: 注意力对查询的梯度
attention-backward-keys: 注意力对键的梯度
sigmoid-derivative: Logistic 函数的导数
tanh-derivative: 双曲正切函数的导数
losses: 损失与似然
chain-rule: 序列的似然
sequence-loss: 序列的负对数似然
cross-entropy: 交叉熵
entropy: 熵
kl-divergence: KL 散度
token-loss: 一个词元的损失
perplexity: 困惑度
label-smoothing: 标签平滑
binary-cross-entropy: 二元交叉熵
mean-squared-error: 均方误差
masked-language-loss: 掩码语言模型的损失
distillation-loss: 知识蒸馏的损失
contrastive-loss: 对比损失
cosine-similarity: 余弦相似度
masks: 掩码：一个位置可以关注什么
causal-mask: 因果掩码
padding-mask: 填充掩码
window-mask: 滑动窗口掩码
prefix-mask: 带前缀的因果掩码
masked-scores: 加掩码的得分
masked-attention: 掩码注意力
masked-self-attention: 掩码自注意力（一行形式）
causal-weight: 因果权重是对过去的 softmax
multi-head: 多头注意力（函数形式）
head-projections: 一个头的查询、键和值
head: 一个注意力头
head-of-attention: 用注意力函数写出的一个头
concatenated-heads: 各头的拼接
output-projection: 输出投影
multi-head-sum: 写成各头之和的多头注意力
head-of-query: 单个查询的一个头
multi-head-of-query: 单个查询的多头输出
head-width: 每个头的维度
query-width: 每个头的查询维度
joined-queries: 一次乘法得到所有头的查询
sliced-queries: 从整体中切出一个头的查询
split-heads: 从一个投影中拆出所有头
joined-heads: 重新合并所有头
head-in-batch: 所有头与所有序列同时计算的注意力
multi-query-head: 共享键和值的头
grouped-query-head: 按组共享键和值的头
normalization: 归一化：向量的分量、批、子层
layer-mean: 分量的均值
layer-variance: 分量的方差
layer-norm: 层归一化
layer-norm-entry: 一个分量的层归一化
rms: 均方根
rms-norm: 均方根归一化
batch-norm: 批量归一化
residual: 残差连接
post-norm: 先子层后归一化
pre-norm: 先归一化后子层
positions: 词元的位置：正弦编码、可学习向量、旋转、得分偏置
sinusoid-even: 正弦位置编码（偶数分量）
sinusoid-odd: 正弦位置编码（奇数分量）
frequency: 一对分量的频率
sinusoid-product: 两个正弦编码的内积只与距离有关
position-rows: 位置编码（展开）
learned-positions: 可学习的位置向量
rotation: 按位置旋转一对分量
rotary-query: 旋转后的查询和键
rotary-score: 旋转位置编码的得分只与距离有关
rotary-components: 逐分量的旋转
linear-bias: 带线性偏置的得分（ALiBi）
linear-bias-slope: 线性偏置的斜率
relative-bias: 带距离偏置的得分
relative-keys: 带相对位置键的得分
probability: 概率与强化学习：贝叶斯公式与回报
bayes-rule: 贝叶斯公式
discounted-return: 折扣回报
recurrent: 循环神经网络：门、记忆单元与隐状态
lstm-hidden-state: 长短期记忆网络的隐状态
gru-state: 门控循环单元的隐状态
training: 参数的更新：优化、调度、初始化、适配、规模
gradient-descent: 梯度下降法
momentum: 动量法
adam-first-moment: Adam：梯度的滑动平均
adam-second-moment: Adam：梯度平方的滑动平均
adam-correction: Adam：偏差修正
adam-step: Adam：更新
adamw-step: 解耦权重衰减的 Adam
weight-decay: 带权重衰减的损失
gradient-clipping: 梯度截断
warmup-schedule: 带预热的学习率
cosine-schedule: 余弦衰减的学习率
glorot-variance: 初始权重的方差（Glorot）
lecun-variance: 初始权重的方差（LeCun）
he-variance: 初始权重的方差（He）
low-rank-adapter: 低秩适配
scaling-law: 损失与模型、数据规模的关系
attention-step-by-step: 逐步计算的缩放点积注意力
multi-head-attention: 多头注意力
encoder-block: 编码器块
encoder-block-pre-norm: 先归一化的编码器块
decoder-block: 解码器块
input: 从词元到第一个块的输入
adam: Adam 优化算法
attention-backward: 注意力的梯度
""")
MEANINGS = _table("""
amount of smoothing: 平滑量
another vector: 另一个向量
argument: 自变量
attention: 注意力函数
bias of each distance: 每个距离的偏置
bytes of a number: 一个数占的字节数
candidate for the hidden state: 候选隐状态
cell at each position: 每个位置的记忆单元
clipped gradient: 截断后的梯度
component that is summed over: 求和的分量序号
constant: 常数
corrected mean: 修正后的均值
corrected mean of the square: 修正后的平方均值
cross-entropy: 交叉熵
decay of a running mean: 滑动平均的衰减率
discount: 折扣率
distribution: 分布
distribution of the student: 学生模型的分布
distribution of the teacher: 教师模型的分布
divergence: 散度
entries of the embedded sequence: 嵌入序列的元素
entries of the embedding matrix: 嵌入矩阵的元素
entries of the one-hot matrix: 独热矩阵的元素
entries of the positional encoding: 位置编码的元素
entropy: 熵
estimate: 估计值
estimated distribution: 估计的分布
estimates: 估计值
expert: 专家
exponent: 指数
feature map, entry by entry positive: 元素均为正的特征映射
first factor of the adapter: 适配器的第一个因子
frequency of a pair: 一对分量的频率
frequency of the pair: 该对分量的频率
gradient: 梯度
gradient by the bias: 对偏置的梯度
gradient by the input: 对输入的梯度
gradient by the keys: 对键的梯度
gradient by the output: 对输出的梯度
gradient by the queries: 对查询的梯度
gradient by the scores: 对得分的梯度
gradient by the values: 对值的梯度
gradient by the weights: 对权重的梯度
hidden state: 隐状态
hypothesis: 候选序列
input of the first block: 第一个块的输入
input of the first block of the decoder: 解码器第一个块的输入
kernel: 核函数
key of each distance: 每个距离的键
key position that is summed over: 求和的键位置
keys of all heads: 所有头的键
keys so far: 到目前为止的键
largest learning rate: 最大学习率
largest norm: 最大范数
largest number of positions: 最大位置数
largest score: 最大得分
layer: 层
learning rate: 学习率
length of the prefix: 前缀长度
logistic sigmoid: Logistic 函数
logits: 对数几率
logits of the next word: 下一个词的对数几率
loss: 损失
loss that remains: 不可约的损失
loss with weight decay: 带权重衰减的损失
maximum so far: 到目前为止的最大值
mean over the batch: 批内均值
number of bytes: 字节数
number of classes: 类别数
number of experts: 专家数
number of hidden units: 隐藏单元数
number of inputs: 输入数
number of masked words: 被遮盖的词数
number of operations: 运算次数
number of outputs: 输出数
number of pairs: 样本对数
number of parameters: 参数量
number of positions in the window: 窗口内的位置数
number of positions that are no padding: 非填充的位置数
number of scores: 得分个数
number of steps: 步数
number of the word at each position: 每个位置的词的编号
number of training tokens: 训练词元数
number of warm-up steps: 预热步数
observation: 观测
one where a word is masked, else zero: 词被遮盖处为一，否则为零
one where its indices are equal, else zero: 下标相等处为一，否则为零
output: 输出
output at one position: 一个位置的输出
output for the query: 该查询的输出
output gate: 输出门
output of the block: 块的输出
output of the first sublayer: 第一个子层的输出
outputs by head: 各头的输出
parameters: 参数
penalty: 惩罚
perplexity: 困惑度
place of the query: 查询的位置
probabilities: 概率
probabilities of the next word: 下一个词的概率
probabilities of the words at each position: 每个位置上各词的概率
probability: 概率
probability of dropping a component: 丢弃一个分量的概率
probability of the nucleus: 核的概率
probability of the right word: 正确词的概率
queries by head: 各头的查询
queries of all heads: 所有头的查询
query projections of all heads, side by side: 所有头的查询投影矩阵（并排）
rank of the adapter: 适配器的秩
return from each step on: 从每一步起的回报
rewards: 奖励
right class: 正确类别
rotated keys: 旋转后的键
rotated queries: 旋转后的查询
rotated query: 旋转后的查询
rotation by the angle of a position: 按位置角度的旋转
rotation of each pair by its position: 按位置对每对分量的旋转
rows of the output projection for one head: 输出投影中属于一个头的行
running mean of the gradient: 梯度的滑动平均
running mean of the squared gradient: 梯度平方的滑动平均
scale: 缩放系数
score by which is differentiated: 求导所对的得分
score of a query and a key: 查询与键的得分
scores: 得分
scores, one after the other: 依次到来的得分
second factor of the adapter: 适配器的第二个因子
sequence of the batch: 批中的序列
share of the velocity that is kept: 动量系数
shift: 平移量
similarities, the right pair first: 相似度（第一个为正样本对）
slope: 斜率
slope for negative arguments: 负半轴的斜率
slope of each head: 每个头的斜率
smallest learning rate: 最小学习率
smallest set of the most probable words: 最可能的词的最小集合
smoothed targets: 平滑后的目标
softmax of the logits: 对数几率的 softmax
softmax of the scores: 得分的 softmax
softplus: Softplus 函数
standard deviation over the batch: 批内标准差
step: 步
strength of the penalty: 惩罚强度
sublayer: 子层
sum of the exponentials so far: 到目前为止的指数和
targets: 目标
temperature: 温度
true distribution: 真实分布
update gate: 更新门
value far below zero, negated: 绝对值很大的负数的相反数
values of all heads: 所有头的值
values so far: 到目前为止的值
vector at one position: 一个位置的向量
vector of the batch: 批中的向量序号
vector with components dropped: 丢弃部分分量后的向量
vectors of the batch: 批中的向量
velocity: 动量
vocabulary: 词表
weight: 权重
weight decay: 权重衰减
weights of the experts: 专家的权重
weights of the hidden units: 隐藏单元的权重
weights of the key: 键的权重
weights of the query: 查询的权重
weights of the router: 路由的权重
weights of the scores: 得分的权重
weights that stay as they are: 保持不变的权重
width before projection: 投影前的维度
width of the hidden state: 隐状态的维度
width of the output: 输出的维度
word of the vocabulary: 词表中的词
words: 词
zeros and ones, one with probability 1 - p: 以概率 1 - p 取一的零一向量
""")


def title_in(language: str, name: str, title: str) -> str:
    """What an equation, a topic or a block is called in a language.

    >>> title_in("zh", "layer-norm", "Layer normalisation"), title_in("en", "layer-norm", "Layer normalisation")
    ('层归一化', 'Layer normalisation')
    """
    return TITLES.get(name, title) if language == "zh" else title


def meaning_in(language: str, words: str) -> str:
    """What the words that an equation has for a letter of its own are in a language."""
    return MEANINGS.get(words, words) if language == "zh" else words
