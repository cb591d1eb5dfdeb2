"""How many worked notes pass the audit, and how many with one wrong digit are caught.

    python tests/typesetting/many_examples.py [--count 300] [--seed 0]

Sizes, decimals, seeds, notations and formats are drawn at random, the same for a seed.
Exit status: 0 all right, 1 a right note was accused or a wrong one missed.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from planting import with_a_wrong_digit

from symformer.analysis import check
from symformer.notations import all_notations
from symformer.typesetting.example import Example, Sizes, encoder_block
from symformer.typesetting.notes import as_latex, as_markdown, as_notebook

WRITERS = {"note.md": as_markdown, "note.ipynb": as_notebook, "note.tex": as_latex}


def drawn(chance: random.Random) -> tuple[Example, str, str]:
    """A worked note, the name of a file of its format, and what it is."""
    heads = chance.choice((1, 2, 3))
    sizes = Sizes(
        chance.randint(2, 4), heads * chance.choice((2, 3) if heads == 1 else (2,)), heads, chance.randint(2, 4)
    )
    chosen = chance.choice(all_notations())
    decimals, seed = chance.choice((1, 2, 2, 3, 4)), chance.randrange(10**6)
    name = chance.choice(tuple(WRITERS))
    return (
        encoder_block(sizes, chosen, decimals=decimals, seed=seed),
        name,
        f"{sizes} {chosen.id} {decimals} {seed} {name}",
    )


def findings(example: Example, name: str) -> list[str]:
    """What the checker says of the note, remarks left out."""
    report = check(WRITERS[name](example, "symformer example"), name=name)
    return [each.problem.message for each in report.findings if each.level != "info"]


def main() -> int:
    """Count, and print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    clean = caught = 0
    for _ in range(options.count):
        example, name, what = drawn(chance)
        found = findings(example, name)
        clean += not found
        if found:
            print(f"accused: {what}: {found[0]}")
        wrong, told = with_a_wrong_digit(example, chance)
        missed = not findings(wrong, name)
        caught += not missed
        if missed:
            print(f"missed: {what}: {told}")
    print(f"{clean} of {options.count} right notes pass, {caught} of {options.count} wrong ones are caught")
    return int(clean < options.count or caught < options.count)


if __name__ == "__main__":
    raise SystemExit(main())
