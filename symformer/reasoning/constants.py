"""The names that stand for a constant wherever the note says nothing else of them."""

from __future__ import annotations

from symformer.terms.term import Symbol

INFINITY_NAMES = frozenset({"infty", "∞", "infinity", "inf"})
PI_NAMES = frozenset({"pi", "π"})
EULER_NAMES = frozenset({"e", "roman(e)", "ℯ"})
IDENTITY_NAMES = frozenset({"I", "bold(I)", "blackboard(1)", "blackboard(I)", "roman(I)"})

EULER = frozenset(map(Symbol, EULER_NAMES))  # as the base of a power only: e_ij are scores
