r"""Tables of vectors beside their two sizes in words: "with a length of 512 and a dimension of 768, a 512 × 512 matrix of positions"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.text.cued import Cued
from symformer.text.span import Span

_NUMBER = r"\$?(?P<{}>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}})(?![A-Za-z0-9_]|[.,]\d)\$?"
_IS = r"\s*(?:is|are|of|as|to|=|:|为|是|：)?\s*"
_COUNT = Cued(
    r"(?:\b(?:max(?:imum|imal)?|sequence|context|input|sentence)\s+(?:sequence\s+|context\s+)?lengths?|\bvocab(?:ulary)?(?:\s+size)?|"
    r"\bnumber\s+of\s+(?:words|tokens|positions|items|users|categories|classes|entities)|最大长度|序列长度|词表大小|词汇表大小|词表)"
    + _IS + _NUMBER.format("count"),
    re.IGNORECASE,
)  # fmt: skip
_WIDTH = Cued(
    r"(?:\b(?:(?:embedding|encoding|hidden|model|feature|vector|latent)\s+(?:vector\s+)?(?:dimensions?|dimensionality|sizes?|width)|(?:an?|the)\s+dimension(?:ality)?)|"
    r"(?:编码|嵌入|向量|隐藏层?|特征|模型)的?维度|维度)" + _IS + _NUMBER.format("width"),
    re.IGNORECASE,
)  # fmt: skip
_TABLE = Cued(
    r"(?<![A-Za-z0-9_.×$])\$?(?P<rows>\d{1,6})\s*(?:×|x|\\times(?![A-Za-z]))\s*(?P<columns>\d{1,6})(?![A-Za-z0-9_]|\.\d|\s*(?:×|\\times))\$?"
    r"(?:\s*的|-dimensional)?\s*(?P<what>[^.;。；$]{0,40})",
    re.IGNORECASE,
)
_VECTORS = Cued(
    r"\b(?:embeddings?|positions?|positional|lookup|look-up|table)\b|位置|嵌入|查找表|词向量", re.IGNORECASE
)
_OTHERS = Cued(
    r"\b(?:attention|scores?|projection|hidden layer|weights? matri\w*|query|key|value|covariance|similarity|gram|not|instead|"
    r"co-?occurrence|adjacency|mask|output|heads?|factori[sz]\w*|low-rank|rank)\b|注意力|投影|共现|掩码|[不非]",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?](?=\s|\Z)|[。！？]|\n\s*\n")


def table_of_vectors_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each table of vectors in a sentence that gives how many there are and how wide, where it is neither way round."""
    for block in model.document.prose:
        text, start = block.text.text, 0
        for end in (*(found.end() for found in _ENDS.finditer(text)), len(text)):
            sentence, at, start = text[start:end], start, end
            counts, widths, tables = (list(form.finditer(sentence)) for form in (_COUNT, _WIDTH, _TABLE))
            if len(counts) != 1 or len(widths) != 1 or len(tables) != 1 or _OTHERS.search(sentence):
                continue
            table = tables[0]
            count, width = (int(found[1].replace(",", "")) for found in (counts[0], widths[0]))
            sizes = {int(table["rows"]), int(table["columns"])}
            told = max(counts[0].end(), widths[0].end()) < table.start() and _VECTORS.search(sentence) is not None
            if not told or count == width or sizes == {count, width} or not sizes & {count, width}:
                continue
            yield Problem(
                block.text.origin_span(Span(at + table.start("rows"), at + table.end("columns"))),
                f"{count} vectors of {width} entries are {count} × {width}, not {table['rows']} × {table['columns']}",
                help=f"try {count} × {width}",
                evidence={"kind": "shape", "left": f"{count} × {width}", "right": table[0]},
                key=f"table of vectors@{block.span.start + at}",
            )
