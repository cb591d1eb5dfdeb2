"""From tokens to vectors: one-hot rows, the embedding matrix, the input of the first block."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import D2L, PHUONG, VASWANI

EQUATIONS = (
    Equation(
        id="vocabulary",
        title="The vocabulary",
        latex=r"\mathcal{V} = \{v_1, v_2, \dots, v_{N_V}\}",
        source=PHUONG.at("section 4"),
        where={
            r"\mathcal{V}": "set : vocabulary",
            "v": "index : word of the vocabulary",
        },
    ),
    Equation(
        id="token-sequence",
        title="The sequence of tokens",
        latex=r"w = (w_1, w_2, \dots, w_n)",
        source=PHUONG.at("section 4"),
        where={
            "w": "n : number of the word at each position",
        },
    ),
    Equation(
        id="one-hot-entry",
        title="Tokens as one-hot rows",
        latex=r"T_{tj} = \begin{cases} 1 & \text{if } j = w_t \\ 0 & \text{otherwise} \end{cases}",
        source=D2L.at("section 4.1.1"),
        where={
            "w": "n : number of the word at each position",
            "j": "index : word of the vocabulary",
        },
        reference="functional.one_hot w N_V",
    ),
    Equation(
        id="one-hot-rows",
        title="The one-hot matrix, written out",
        latex=(
            r"T = \begin{bmatrix} \tau_{1,1} & \tau_{1,2} & \cdots & \tau_{1,N_V} \\ \tau_{2,1} & \tau_{2,2} "
            r"& \cdots & \tau_{2,N_V} \\ \vdots & \vdots & \ddots & \vdots \\ \tau_{n,1} & \tau_{n,2} & "
            r"\cdots & \tau_{n,N_V} \end{bmatrix}"
        ),
        source=PHUONG.at("appendix B"),
        where={
            r"\tau": "n × N_V : entries of the one-hot matrix",
        },
    ),
    Equation(
        id="embedding-rows",
        title="The embedding matrix, written out",
        latex=(
            r"E = \begin{bmatrix} e_{1,1} & e_{1,2} & \cdots & e_{1,d} \\ e_{2,1} & e_{2,2} & \cdots & "
            r"e_{2,d} \\ \vdots & \vdots & \ddots & \vdots \\ e_{N_V,1} & e_{N_V,2} & \cdots & e_{N_V,d} "
            r"\end{bmatrix}"
        ),
        source=PHUONG.at("appendix B"),
        where={
            "e": "N_V × d : entries of the embedding matrix",
        },
    ),
    Equation(
        id="token-embedding",
        title="Embedding by a product with one-hot rows",
        latex=r"X = T E",
        source=PHUONG.at("algorithm 1"),
        reference="functional.linear T E",
    ),
    Equation(
        id="embedded-rows",
        title="The embedded sequence, written out",
        latex=(
            r"X = \begin{bmatrix} \xi_{1,1} & \xi_{1,2} & \cdots & \xi_{1,d} \\ \xi_{2,1} & \xi_{2,2} & "
            r"\cdots & \xi_{2,d} \\ \vdots & \vdots & \ddots & \vdots \\ \xi_{n,1} & \xi_{n,2} & \cdots & "
            r"\xi_{n,d} \end{bmatrix}"
        ),
        source=PHUONG.at("algorithm 1"),
        where={
            r"\xi": "n × d : entries of the embedded sequence",
        },
    ),
    Equation(
        id="embedded-positions",
        title="The embedded sequence, position by position",
        latex=(
            r"X = \begin{bmatrix} \text{---} & x_1 & \text{---} \\ \text{---} & x_2 & \text{---} \\ \vdots & \vdots & \vdots \\ "
            r"\text{---} & x_n & \text{---} \end{bmatrix}"
        ),
        source=PHUONG.at("algorithm 1"),
        where={"x": "n × d : vector at one position"},
        as_laid_out=True,
    ),
    Equation(
        id="embedding-lookup",
        title="Embedding by looking up rows",
        latex=r"X_{t,:} = E_{w_t,:}",
        source=PHUONG.at("algorithm 1"),
        where={
            "w": "n : number of the word at each position",
        },
        reference="transformer.embedding w E",
    ),
    Equation(
        id="scaled-embedding",
        title="Embedding scaled by the width",
        latex=r"X = \sqrt{d} T E",
        source=VASWANI.at("section 3.4"),
        reference="",
    ),
    Equation(
        id="add-positions",
        title="The input with its positions",
        latex=r"X_{\text{input}} = X + P",
        source=VASWANI.at("section 3.5"),
        where={
            r"X_{\text{input}}": "n × d : input of the first block",
        },
        reference="positions.add_positions X P",
        steps=("token-embedding",),
    ),
    Equation(
        id="target-input",
        title="The decoder's input with its positions",
        latex=r"Y_{\text{input}} = T E + P",
        source=VASWANI.at("section 3.5"),
        where={
            r"Y_{\text{input}}": "n × d : input of the first block of the decoder",
        },
        reference="",
    ),
    Equation(
        id="unembedding",
        title="Logits of the vocabulary",
        latex=r"\Lambda = Z U",
        source=PHUONG.at("algorithm 7"),
        where={
            r"\Lambda": "n × N_V : logits",
        },
        reference="transformer.output_projection Z U",
    ),
    Equation(
        id="tied-unembedding",
        title="Logits with tied weights",
        latex=r"\Lambda = Z E^\top",
        source=VASWANI.at("section 3.4"),
        where={
            r"\Lambda": "n × N_V : logits",
        },
        conditions=(r"U = E^\top",),
        reference="",
    ),
    Equation(
        id="next-token-probabilities",
        title="Probabilities of the next token",
        latex=r"\hat{p} = \operatorname{softmax}(Z U)",
        source=PHUONG.at("algorithm 7"),
        where={
            r"\hat{p}": "n × N_V : probabilities of the words at each position",
        },
        reference="",
    ),
)
