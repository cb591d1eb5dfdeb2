"""What the concepts are called in Chinese, for notations of Chinese textbooks."""

from __future__ import annotations

CHINESE = dict(
    line.split(": ")
    for line in """
sequence-length: 序列长度
memory-length: 被关注序列的长度
model-width: 模型维度
heads: 注意力头数
key-value-heads: 键值头数
key-width: 查询与键的维度
query-width: 每个头的查询维度
value-width: 值的维度
hidden-width: 前馈网络的隐藏层维度
vocabulary-size: 词表大小
layers: 层数
batch-size: 批大小
head-index: 注意力头的序号
position: 查询所在的位置
key-position: 被关注的位置
feature-index: 向量的分量序号
pair-index: 分量对的序号
layer-index: 层的序号
input: 输入，每个位置一个向量
target-input: 解码器的输入
output: 子层的输出
memory: 编码器的输出，供解码器关注
masked-output: 掩码自注意力的输出
cross-output: 交叉注意力的输出
decoder-output: 解码器块的输出
queries: 查询
keys: 键
values: 值
scores: 注意力分数
weights: 注意力权重
head-output: 一个注意力头的输出
concatenated: 所有头的输出拼接而成
attention-output: 注意力的输出
query-weights: 查询投影矩阵
key-weights: 键投影矩阵
value-weights: 值投影矩阵
output-weights: 输出投影矩阵
query-bias: 查询投影的偏置
key-bias: 键投影的偏置
value-bias: 值投影的偏置
output-bias: 输出投影的偏置
mask: 加到分数上的掩码
first-weights: 前馈网络第一层的权重
first-bias: 第一层的偏置
second-weights: 前馈网络第二层的权重
second-bias: 第二层的偏置
gate-weights: 门控层的权重
embedding: 词嵌入矩阵
unembedding: 到词表的投影
positions: 位置编码
one-hot: 词元的独热行向量
gain: 归一化的缩放参数
shift: 归一化的平移参数
mean: 向量各分量的均值
deviation: 向量各分量的标准差
tiny: 防止分母为零的小数
vector: 一个位置上的向量
query: 一个位置的查询
key: 一个位置的键
value: 一个位置的值
""".strip().splitlines()
)
