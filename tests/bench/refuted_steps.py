"""What a refuted step costs, against ``sympy.simplify`` of the difference of its sides.

    python tests/bench/refuted_steps.py [--repeat N]

The steps are the false ones of ``tests/steps/pairs`` that SymPy can take: scalars without indices, written for
SymPy by hand-free translation of the same expressions.  Prints the time of each, and the median of the ratios.
Exit status: 1 where the median refutation costs more than a tenth of SymPy's simplification.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
MOST = 0.1
TOPICS = ("algebra", "powers", "softmax", "turns", "derivatives")


def false_steps() -> list[tuple[str, Any, Any]]:
    """The false steps as two terms each, with their LaTeX."""
    from symformer.documents.reading import read_document
    from symformer.semantics.model import build_model
    from symformer.terms.term import Relation

    found = []
    for topic in TOPICS:
        for line in (ROOT / "tests" / "steps" / "pairs" / f"{topic}.txt").read_text("utf-8").splitlines():
            if line.startswith("≠"):
                model = build_model(read_document("note.md", f"$$ {line[2:]} $$\n".encode()))
                term = model.statements[0].term
                assert isinstance(term, Relation)
                found.append((line[2:], *term.sides))
    return found


def as_sympy(left: Any, right: Any) -> Any:
    """The difference of two terms for SymPy; None where one is an array or holds functions that nothing tells."""
    import sympy

    from symformer.reasoning.expanded.by_sympy import in_sympy
    from symformer.reasoning.expanded.entries import CannotExpand
    from symformer.reasoning.expanded.expand import expanded
    from symformer.reasoning.expanded.expressions import Expressions
    from symformer.reasoning.expanded.readings import NOTHING_GIVEN, readings

    for group in readings((left, right), NOTHING_GIVEN):
        for reading in group:
            table = Expressions()
            try:
                one, other = expanded(table, reading, (left, right))
                made = in_sympy(table, [one.only, other.only])
            except CannotExpand:
                continue
            return None if made is None else sympy.Add(made[0], -made[1], evaluate=False)
    return None


def seconds(work: Any, repeat: int) -> float:
    """The shortest of a few runs."""
    times = []
    for _ in range(repeat):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def main() -> int:
    """Time each step both ways."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3)
    repeat = parser.parse_args().repeat
    import sympy
    from sympy.core.cache import clear_cache

    from symformer.reasoning.equality import equality

    def simplified(difference: Any) -> None:
        clear_cache()
        sympy.simplify(difference)

    ratios = []
    for latex, left, right in false_steps():
        difference = as_sympy(left, right)
        if difference is None:
            continue
        ours = seconds(lambda one=left, other=right: equality(one, other, prove=False), repeat)
        theirs = seconds(lambda whole=difference: simplified(whole), repeat)
        ratios.append(ours / theirs)
        print(f"{ours * 1e3:8.2f} ms  {theirs * 1e3:9.1f} ms  {ours / theirs:6.3f}  {latex[:80]}")
    median = statistics.median(ratios)
    print(
        f"{len(ratios)} refuted steps: the median costs {median:.3f} of sympy.simplify, the dearest {max(ratios):.3f}"
    )
    return int(median > MOST)


if __name__ == "__main__":
    sys.exit(main())
