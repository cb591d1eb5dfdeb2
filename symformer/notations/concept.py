"""What the letters of a notation stand for: the concepts of the Transformer, each with a plain letter.

The plain letters are the ones the catalogue is written in.  They are those of the original paper where it
has a letter, and no two concepts share one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, cast

from symformer.text.record import record

Kind = Literal["size", "index", "scalar", "vector", "matrix"]


@record
class Concept:
    r"""Something that every note on the Transformer speaks of.

    ``letter`` is its LaTeX in the plain notation, ``shape`` its sizes in plain letters ("" for a number),
    and ``family`` says that there is one for each attention head (or layer), told apart by an index.
    """

    id: str
    letter: str
    kind: Kind
    shape: str
    meaning: str
    family: bool = False

    @property
    def sizes(self) -> tuple[str, ...]:
        """Its sizes, in plain letters."""
        return tuple(self.shape.split(" × ")) if self.shape else ()


# id | letter | shape, or the kind of what has none | meaning; a star: one for each head or layer
_TABLE = r"""
sequence-length | n | size | number of positions of the sequence
memory-length | m | size | number of positions attended to
model-width | d | size | width of the model
heads | h | size | number of attention heads
key-value-heads | h_{\text{kv}} | size | number of key and value heads
key-width | d_k | size | width of queries and keys
query-width | d_q | size | width of the queries of one head
value-width | d_v | size | width of the values
hidden-width | d_{\text{ff}} | size | inner width of the feed-forward network
vocabulary-size | N_V | size | number of words of the vocabulary
layers | L | size | number of layers
batch-size | B | size | number of sequences in a batch
head-index | i | index | attention head
position | t | index | position, of a query
key-position | s | index | position attended to
feature-index | j | index | component of a vector
pair-index | r | index | pair of components
layer-index | l | index | layer
input | X | n × d | input, one vector per position
target-input | Y | n × d | input of the decoder
output | Z | n × d | output of a sublayer
memory | X_{\text{enc}} | m × d | output of the encoder, attended to by the decoder
masked-output | Z_{\text{masked}} | n × d | output of masked self-attention
cross-output | Z_{\text{cross}} | n × d | output of cross-attention
decoder-output | Z_{\text{dec}} | n × d | output of the decoder block
queries | Q | n × d_k * | queries
keys | K | m × d_k * | keys
values | V | m × d_v * | values
scores | S | n × m * | attention scores
weights | A | n × m * | attention weights
head-output | H | n × d_v * | output of an attention head
concatenated | C | n × h d_v | outputs of all heads side by side
attention-output | O | n × d_v | output of attention
query-weights | W^Q | d × d_k * | query projection
key-weights | W^K | d × d_k * | key projection
value-weights | W^V | d × d_v * | value projection
output-weights | W^O | h d_v × d | output projection
query-bias | b^Q | d_k * | bias of the query projection
key-bias | b^K | d_k * | bias of the key projection
value-bias | b^V | d_v * | bias of the value projection
output-bias | b^O | d | bias of the output projection
mask | M | n × m | mask added to the scores
first-weights | W_1 | d × d_{\text{ff}} | first layer of the feed-forward network
first-bias | b_1 | d_{\text{ff}} | bias of the first layer
second-weights | W_2 | d_{\text{ff}} × d | second layer of the feed-forward network
second-bias | b_2 | d | bias of the second layer
gate-weights | W_3 | d × d_{\text{ff}} | layer that is gated
embedding | E | N_V × d | embedding of the vocabulary
unembedding | U | d × N_V | projection to the vocabulary
positions | P | n × d | positional encoding
one-hot | T | n × N_V | tokens as one-hot rows
gain | \gamma | d | gain of a normalisation
shift | \beta | d | shift of a normalisation
mean | \mu | scalar | mean of a vector's components
deviation | \sigma | scalar | standard deviation of a vector's components
tiny | \varepsilon | scalar | small number that keeps a denominator from zero
vector | x | d | vector at one position
query | q | d_k | query of one position
key | k | d_k | key of one position
value | v | d_v | value of one position
"""


def _concept(line: str) -> Concept:
    identity, letter, shape, meaning = (part.strip() for part in line.split("|", 3))
    family = shape.endswith(" *")
    shape = shape.removesuffix(" *")
    if shape in ("size", "index", "scalar"):
        return Concept(identity, letter, cast(Kind, shape), "", meaning)
    return Concept(identity, letter, "matrix" if " × " in shape else "vector", shape, meaning, family)


@lru_cache(maxsize=1)
def all_concepts() -> tuple[Concept, ...]:
    """Every concept, sizes first, in the order in which a list of symbols gives them."""
    return tuple(_concept(line) for line in _TABLE.strip().splitlines())


@lru_cache(maxsize=1)
def concepts_by_id() -> dict[str, Concept]:
    """Every concept under its id."""
    return {each.id: each for each in all_concepts()}
