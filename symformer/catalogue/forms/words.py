"""Words by counts and vectors: ranking of documents, vectors of words."""

from __future__ import annotations

from symformer.catalogue.form import Form
from symformer.catalogue.sources import MANNING, MIKOLOV, PENNINGTON

FORMS = (
    Form(
        id="okapi-weight",
        title="BM25",
        forms=(
            r"\sum_i w \frac{f (k + 1)}{f + k (1 - b + b \frac{l}{m})}",
            r"\sum_i w \frac{f (k + 1)}{f + k (1 - b + b \frac{|l|}{m})}",
            r"w \frac{f (k + 1)}{f + k (1 - b + b \frac{|l|}{m})}",
            r"\sum_i w \frac{f}{f + k (1 - b + b \frac{l}{m})}",
            r"w \frac{f (k + 1)}{f + k (1 - b + b \frac{l}{m})}",
            r"w \frac{f}{f + k (1 - b + b \frac{l}{m})}",
            r"\sum_i w \frac{f (k + 1)}{f + k ((1 - b) + b \frac{l}{m})}",
            r"w \frac{f (k + 1)}{f + k ((1 - b) + b \frac{l}{m})}",
        ),
        alike=(("l", "l L d D dl"), ("m", "avgdl m")),
        called=("bm25", "bm-25", "okapi"),
        left=("BM25", "score", "s", "S", "RSV", "w"),
        source=MANNING.at("section 11.4.3"),
    ),
    Form(
        id="vectors-from-counts",
        title="Loss of GloVe",
        forms=(
            r"\sum_{i, j} f(x) (w^\top v + b + c - \log x)^2",
            r"\sum_i \sum_j f(x) (w^\top v + b + c - \log x)^2",
            r"\sum_{i, j} f(x) (w \cdot v + b + c - \log x)^2",
            r"\sum_{i, j} f(x) (\log x - w^\top v - b - c)^2",
        ),
        also=(
            r"\sum_{i, j} f(x) (w^\top v + b + c - \log (1 + x))^2",
            r"\sum_{i, j} f(x) (w^\top v - \log x)^2",
            r"\frac{1}{2} \sum_{i, j} f(x) (w^\top v + b + c - \log x)^2",
            r"\frac{1}{2} \sum_{i, j} f(x) (w^\top v - \log x)^2",
            r"\frac{1}{n} \sum_{i, j} f(x) (w^\top v + b + c - \log x)^2",
        ),
        arrays="w v",
        functions="f",
        called=("glove",),
        left=("J", "L", "loss"),
        source=PENNINGTON.at("eq. 8"),
    ),
    Form(
        id="words-against-noise",
        title="Skip-gram with negative sampling",
        forms=(
            r"\log \sigma(u^\top v) + \sum_i \log \sigma(-w^\top v)",
            r"\log \sigma(u^\top v) + \sum_i \log \sigma(-v^\top w)",
            r"-\log \sigma(u^\top v) - \sum_i \log \sigma(-w^\top v)",
            r"-\log \sigma(u^\top v) - \sum_i \log \sigma(-v^\top w)",
            r"\log \sigma(u \cdot v) + \sum_i \log \sigma(-w \cdot v)",
            r"-\log \sigma(u \cdot v) - \sum_i \log \sigma(-w \cdot v)",
        ),
        also=(
            r"\log \sigma(u^\top v) + \sum_i \log (1 - \sigma(w^\top v))",
            r"-\log \sigma(u^\top v) - \sum_i \log (1 - \sigma(w^\top v))",
            r"\log \sigma(u \cdot v) + \sum_i \log (1 - \sigma(w \cdot v))",
            r"-\log \sigma(u \cdot v) - \sum_i \log (1 - \sigma(w \cdot v))",
        ),
        arrays="u v w",
        functions=r"\sigma",
        called=("negative sampling", "negative-sampling", "sgns", "负采样"),
        left=("J", "L", "loss", "log"),
        source=MIKOLOV.at("eq. 4"),
    ),
)
