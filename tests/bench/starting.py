"""How long commands take to start, in times of ``python -c pass``: processor time, the smallest of several runs each.

    python tests/bench/starting.py [--runs 15] [--most 12] [--uncompiled]

Processor time, and each command in turn, so that what else runs on the machine counts little.  Modules are compiled
to bytecode first, in a folder that is thrown away afterwards, as an installed program is; ``--uncompiled`` takes the
environment as it is.
Exit status: 0 all start within ``--most`` times, 1 one does not.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence

COMMANDS = (
    ("--version",),
    ("equations",),
    ("notations",),
    ("latex", "attention-scores"),
    ("latex", "encoder-block", "--notation", "prince", "--shapes"),
    ("explain", "layer-norm"),
)
NOTHING = ("-c", "pass")


def seconds(arguments: Sequence[str], environment: Mapping[str, str]) -> float:
    """The processor time that Python takes for something."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compiled(folder: str) -> dict[str, str]:
    """An environment in which bytecode is kept in a folder."""
    rest = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**rest, "PYTHONPYCACHEPREFIX": folder}


def main() -> int:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--most", type=float, default=12)
    parser.add_argument("--uncompiled", action="store_true", help="the environment as it is")
    options = parser.parse_args()
    found: dict[tuple[str, ...], list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ) if options.uncompiled else compiled(folder)
        for turn in range(options.runs + 1):
            for command in (NOTHING, *(("-m", "symformer", *each) for each in COMMANDS)):
                taken = seconds(command, environment)
                if turn:  # the first one compiles
                    found.setdefault(command, []).append(taken)
    nothing = min(found.pop(NOTHING))
    print(f"python -c pass: {nothing * 1000:.0f} ms")
    for (_, _, *command), taken_each in found.items():
        print(f"{min(taken_each) / nothing:5.1f} times  symformer {' '.join(command)}")
    return int(any(min(each) / nothing > options.most for each in found.values()))


if __name__ == "__main__":
    raise SystemExit(main())
