"""Names that need no telling: constants, and what everybody who writes on networks leaves undeclared."""

from __future__ import annotations

from symformer.semantics.declaring.drawn import identity_size
from symformer.semantics.indices.ranges import COUNTERS
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import slip_between, taken_apart
from symformer.semantics.usage.uses import SymbolUses
from symformer.terms.term import Symbol

CONSTANTS = frozenset(
    "e pi i j roman(e) infty ∞ epsilon varepsilon eps partial nabla top bot ell emptyset I bold(I) blackboard(I) bold(0) "
    "bold(1) blackboard(1) hbar d".split()
)
# what everybody who writes on networks leaves undeclared
STANDARD = frozenset(
    "Q K V q k v X x y d_k d_v d_q d_model d_ff d_head d_h n h t T PE pos W_Q W_K W_V W_O W_q W_k W_v W_o W^Q W^K W^V W^O "
    "W^q W^k W^v W^o theta L eta gamma beta mu sigma lambda alpha W b w z".split()
)


def is_standard(name: str) -> bool:
    """Whether a name is one that everybody knows, in whatever font.

    >>> is_standard("bold(W)^Q"), is_standard("hat(y)"), is_standard("Y"), is_standard("W_J")
    (True, True, False, False)
    """
    spelling = taken_apart(name)
    labels = (f"_{spelling.below}" if spelling.below else "") + (f"^{spelling.above}" if spelling.above else "")
    return spelling.letter + labels in STANDARD and spelling.accents in ((), ("hat",), ("vec",), ("bar",))


def needs_telling(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether a reader would look for what the symbol is: not of a constant, an index, a word, a function."""
    name = symbol.name
    if name in CONSTANTS or name in model.vocabulary.functions or name in model.index_names:
        return False
    if identity_size(Symbol(name)) is not None:
        return False
    spelling = taken_apart(name)
    if not spelling.is_letter or not (spelling.letter.isalpha()) or "dot" in spelling.accents:
        return False
    if any(label and not label.isalnum() for label in (spelling.above, spelling.below)):
        return False
    if any(each.part in ("called", "unsure", "size") for each in symbol.occurrences):
        return False
    if len(spelling.above) == 1 and not spelling.below and not is_standard(name) and spelling.above in "NMLDKTP":
        label = spelling.above  # of others too, or else a power
        return any(
            slip_between(name, other.name) == "cut" or other.declarations and taken_apart(other.name).above == label
            for other in model.uses
        )
    return not (name in COUNTERS and any(each.part == "index" for each in symbol.occurrences))
