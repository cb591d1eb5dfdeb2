"""The words, units and remarks that may stand in mathematics typed without LaTeX."""

from __future__ import annotations

import re

from symformer.text.cued import Cued

UNIT = re.compile(
    r"[ ]?(GiB|MiB|KiB|[GMKT]B|bytes?|bits?|million|billion|trillion|thousand|ms|us|µs|ns|[TGM]?FLOPs?)"
    r"(?=\s*[-+*/×·÷)=≈−])"
)
SUFFIXES = {"K": "thousand", "k": "thousand", "M": "million", "B": "billion", "T": "trillion"}
QUANTITY = Cued(
    r"(?:(?<=\d)([KkMBT])|[ \u00a0]?((?:GiB|MiB|KiB|TiB|[GMKT]B)(?:/s)?|bytes?|million|billion|trillion|thousand|ms|us|µs|s(?:ec|econds?)?"
    r"|minutes?|hours?|days?|[TGPM]?FLOP(?:/s|S|s)?))(?![\w/²³(\[])"
)
BYTES = Cued(
    r"(?:(?<=(?<![\w.,])[1248])|(?<=[⁶⁹²][ ][×*·][ ][1-9])|(?<=\^[69][ ][×*·][ ][1-9]))[ \u00a0]B(?=[ )]*[-+*/×·÷=≈−](?:[^.;\n]|\.(?=\d))*?\d[ ]?[KMGT]i?B\b)"
)  # × 2 B = 14 GB
COUNTED = Cued(
    r"[ ](?!(?:minus|plus|times|bits?|thousands|millions|billions|hundreds|tens|dozens|degrees|percents?|units|weeks|months|years|is|was|has|as|its|this|gives|equals|modulus|tokens/s)[ ]*[-+*/×·÷)=≈−])"
    r"(?:[A-Za-z][A-Za-z-]*[ ]){0,2}[A-Za-z][A-Za-z-]*s(?=[ ]*[-+*/×·÷)=≈−])"
    r"|[ ](?:per|for each)[ ][a-z]+(?=[ ]*[-+*/×·÷)=≈−])"
    r"|[ ]?[层头个张卡次维位台步](?=\s*[-+*/×·÷)=≈−])"
)
LAST_UNIT = Cued(r"[ ]?(GiB|MiB|KiB|[GMKT]B|bytes?|bits?|million|billion|trillion|thousand|ms|us|µs|ns)(?![\w(\[])")
TIMES_WORD = Cued(
    r"(?:x|(?<=\d)×)[ ]+(?:smaller|larger|bigger|higher|lower|faster|slower|fewer|less|more|reduction|speedup|savings?|compression|longer|shorter|cheaper)\b"
)  # 8x smaller
NOTE = re.compile(r"[ ]+\([A-Za-z][A-Za-z /-]*\)(?=\s*[-+*/×·÷=≈−])")
REMARK = re.compile(
    r"(?<=[\d%])[ ]+\((?=[A-Za-z])(?=[^()]*(?:[A-Za-z]{3}|, ))[\w ,;’'/.-]+\)(?=\s*[-+*/×·÷=≈−])"
)  # 3 (Q, K and V)
PERCENT = re.compile(r"(?<=\d)[ \u00a0](%)(?![ ]?[\w(]*\d)(?![(\[])")  # 5.6 %, no remainder
COMMANDS = frozenset(("exp", "log", "ln", "sin", "cos", "tan", "tanh", "max", "min"))
FUNCTIONS = {
    "softmax": "softmax", "Softmax": "softmax", "sigmoid": "sigmoid", "ReLU": "ReLU", "relu": "ReLU", "GELU": "GELU",
    "LayerNorm": "LayerNorm", "layernorm": "LayerNorm", "Concat": "Concat", "concat": "Concat", "σ": r"\sigma",
    "PE": "PE", "FFN": "FFN", "Attention": "Attention", "norm": "norm", "mean": "mean", "var": "Var", "std": "std",
    "Var": "Var", "SiLU": "SiLU",
}  # fmt: skip
FENCES = {
    "int": (r"\lfloor ", r" \rfloor"), "floor": (r"\lfloor ", r" \rfloor"), "ceil": (r"\lceil ", r" \rceil"),
    "abs": (r"\lvert ", r"\rvert "),
}  # fmt: skip
ROUNDED = {"⌊": (r"\lfloor ", "⌋", r" \rfloor"), "⌈": (r"\lceil ", "⌉", r" \rceil")}
LOGARITHMS = {"log2": r"\log_{2}", "log10": r"\log_{10}", "log₂": r"\log_{2}", "log₁₀": r"\log_{10}"}
ARRAY = re.compile(
    r"(?:(?:np|numpy|torch|jnp|tf)\.)?(?:tensor|array|matrix|Tensor|asarray|constant|FloatTensor)\(\s*(?=\[)"
)
ARRAY_END = Cued(r"(?:\s*,\s*[a-z_]+\s*=\s*(?:<[^<>]*>|'[^']*'|\"[^\"]*\"|[\w.]+(?:\([^()]*\))?))*\s*,?\s*\)")
MATRIX_NAME = Cued(r"[A-Z][A-Za-z]?\d*(?:_\w+)?[₀-₉ₐ-ₜ]*['’]*|[α-ωΑ-Ω]\w*|[a-z]{1,2}_\w+['’]*")
NUMBERED = Cued(r"[A-Za-z]{1,2}\d{1,2}")  # x1, W2: one of several
ENGLISH = frozenset("A I In If It Is As At An So To We Or On No Of By Be He My Up Us Do Go".split())
CAPITAL = Cued(r"[A-Z](?:_\w+)?")  # "A V" is a product: no sentence goes on like that
LAST_NAME = Cued(r"[A-Za-z]\w*['’]*\Z")
SHORT_NAME = Cued(r"[A-Za-z]{1,2}\d*['’]*|\w+_\w+['’]*|[A-Z]{2,3}\d*")
WORD_AFTER = Cued(r"\s+[A-Za-z]{2,}(?![\w(\[])|\s*:|\s*\(")
SCALED = Cued(r"illion\}|thousand\}")
SMALL_RESULT = Cued(r"(?:=|\\approx)\s*-?\d{1,3}(?:\.\d+)?\s*\Z")
FACTOR = Cued(r"(?:(?<![\w.])[\d.]+|\))\Z")
TIMES_BRACKET = Cued(
    r"\d[ ]\((?![^()]*[A-Za-z]{3})[^()]*[^()\s]\s*[-+*/×·−]\s*[^()\s][^()]*\)(?=[²³^]|\*\*)"
)  # 1/2 (t - y)^2
CALLED = Cued(r"(?:exp|log|ln|log2|log10|log₂|log₁₀|sqrt)(?:\(| [-−]?\d)")  # 0.5 ln 0.5
FRACTION = Cued(r"\S/\d+(?:\.\d+)?\Z")  # 9/14 log2(9/14), but not 2.9 / 4.2 ln 2
BARE_ARGUMENT = Cued(r"[ ][-−]?\d+(?:\.\d+)?(?![\w.,]*\w|\s*[\^/])")
BARE_NAME = Cued(r"[ ](?:[A-Z][\w₀-₉]{0,3}|[b-zα-ω][\d₀-₉]?|[a-z]{1,2}_\w+)(?![\w(\['’])")  # log P
AND_SO_ON = Cued(r"(?:\.\.\.|…)(?!\d)")  # 0.666…
FACTORIAL = Cued(r"!\s*[-+*/×·÷=≈)^−](?!=)")
LAST_ROW = Cued(r"[,;\s]*\]")
TWO_LETTERS = Cued(r"[A-Za-z]{2,}")
