r"""The signs and letters with which formulas are typed without LaTeX, and what each is in LaTeX."""

from __future__ import annotations

_SMALL_ABOVE = dict(zip("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", "abcdefghijklmnoprstuvwxyz", strict=True))
_LARGE_ABOVE = dict(
    zip("ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵁⱽᵂ", "ABDEGHIJKLMNOPRUVW", strict=True)
)  # above a name all but T, which turns it
SUPER = {**dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾", "0123456789-+()", strict=True)), **_SMALL_ABOVE, **_LARGE_ABOVE}
SUB = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-=aehijklmnoprstuvx", strict=True))
# sizes above the sign of the reals, with a cross between them
SIZES_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵐᵈᵏᵖᵗᵛʰᵇˡʳˢᴺᴰᵀᴸᴴᴷⱽᴹˣ×", "0123456789nmdkptvhblrsNDTLHKVM××", strict=True))
ACCENTS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "bar", "\u0307": "dot"}
TRANSPOSED = "ᵀ⊤"

_GREEK_NAMES = """
alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega
Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega
"""
GREEK = {
    **{
        letter: f"\\{name}"
        for letter, name in zip("αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", _GREEK_NAMES.split(), strict=True)
    },
    "ℓ": r"\ell",
    "ϵ": r"\epsilon",
}

GREEK_WORDS = frozenset(_GREEK_NAMES.split()) - {"Xi", "Pi", "Psi", "Phi"}

_PLAIN_FUNCTIONS = "exp log ln tanh max min sin cos det argmax argmin".split()
_NAMED_FUNCTIONS = (
    "softmax sigmoid ReLU relu GELU gelu LayerNorm RMSNorm Concat concat Attention attention MultiHead FFN "
    "Softmax SiLU swish softplus diag erf"
).split()
FUNCTIONS = {
    **{name: f"\\{name}" for name in _PLAIN_FUNCTIONS},
    "argmax": r"\arg\max",
    "argmin": r"\arg\min",
    **{name: rf"\operatorname{{{name}}}" for name in _NAMED_FUNCTIONS},
    "concat": r"\operatorname{Concat}",
    "relu": r"\operatorname{ReLU}",
    "attention": r"\operatorname{Attention}",
}

OPERATORS = {
    "+": "+", "-": "-", "−": "-", "/": "/", "=": "=", "≈": r"\approx ", ":=": "=", "←": "=", ",": ",", ";": ";",
    "·": r"\cdot ", "⋅": r"\cdot ", "•": r"\cdot ", "×": r"\times ", "@": " ", "⊙": r"\odot ", "∘": r"\odot ", "⊗": r"\otimes ",
    "∈": r"\in ", "≤": r"\le ", "≥": r"\ge ", "<": "<", ">": ">", "∂": r"\partial ", "∇": r"\nabla ", "∞": r"\infty ",
    "…": r"\dots ", "...": r"\dots ", "|": "|", "‖": r"\|", "∝": r"\propto ", ":": ":", "⋯": r"\cdots ", "~": r"\sim ",
}  # fmt: skip
