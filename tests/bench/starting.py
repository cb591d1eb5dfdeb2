"""How long commands take to start, in times of ``python -c pass``; the smallest of several runs each.

    python tests/bench/starting.py [--runs 10] [--most 12]

Exit status: 0 all start within ``--most`` times, 1 one does not.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

COMMANDS = (
    ("--version",),
    ("equations",),
    ("notations",),
    ("latex", "attention-scores"),
    ("latex", "encoder-block", "--notation", "prince", "--shapes"),
    ("explain", "layer-norm"),
)


def shortest(command: list[str], runs: int) -> float:
    """The time of the fastest run, in seconds."""
    found: list[float] = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        found.append(time.perf_counter() - start)
    return min(found)


def main() -> int:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--most", type=float, default=12)
    options = parser.parse_args()
    nothing = shortest([sys.executable, "-c", "pass"], options.runs)
    print(f"python -c pass: {nothing * 1000:.0f} ms")
    slow = False
    for command in COMMANDS:
        times = shortest([sys.executable, "-m", "symformer", *command], options.runs) / nothing
        slow = slow or times > options.most
        print(f"{times:5.1f} times  symformer {' '.join(command)}")
    return int(slow)


if __name__ == "__main__":
    raise SystemExit(main())
