"""Compare readers of formulas: how many they read, how faithfully, and how fast.

    python tests/bench/readers.py [--environments FOLDER] [--notes FOLDER] [--each N] [--seed N]
                                  [--passes K] [--only READER...] [--json FILE]

Other readers run in virtual environments of their own, made in the folder named (kept and used
again) or in a temporary one; ours runs in this Python.  Each has a process of its own, only one of
which works at a time, over the same sample of the formulas in the notes (``sample.py``); of K times
for a formula, after a warming-up, the best counts; long calls are timed by the clock of the
processor, since a busy machine interrupts every one of them.  Read means: a result and no exception; for our tree no part unread, for our terms
nothing unknown in them either; for pylatexenc no error when it is strict.

Faithful is a reading that keeps all facts listed in ``faithful.toml``; each verdict is printed with
what the reader made of the formula, so that it can be checked by eye.  pylatexenc builds no meaning
and is not judged.

Ratios are "other / ours", over the formulas that the other reads (pylatexenc: over all).
Exit status: 0 the targets are reached, 1 one is not, 2 nothing could be measured.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from environments import Unavailable, python_with
from facts import failing
from sample import Sampled, default_notes, draw

HERE = Path(__file__).resolve().parent
TREE, TERMS, NODES = "symformer_tree", "symformer", "pylatexenc"
PINS: dict[str, tuple[str, ...]] = {
    "pylatexenc": ("pylatexenc==2.11",),
    "latex2sympy2": ("latex2sympy2==1.9.1", "sympy==1.14.0", "mpmath==1.3.0", "antlr4-python3-runtime==4.7.2"),
    "latex2sympy2_extended": (
        "latex2sympy2_extended[antlr4_13_2]==1.11.0", "sympy==1.14.0", "mpmath==1.3.0",
        "antlr4-python3-runtime==4.13.2",
    ),
    "sympy_lark": ("sympy==1.14.0", "mpmath==1.3.0", "lark==1.3.1"),
}  # fmt: skip
READERS = (TREE, TERMS, *PINS)
OF_MEANING = ("latex2sympy2", "latex2sympy2_extended", "sympy_lark")
TITLES = {TREE: "ours, tree", TERMS: "ours, terms", "sympy_lark": "sympy, lark"}
LIMIT = 10.0  # seconds for one formula
LONG = 0.002  # seconds: a longer call is seldom left in peace by the machine
TARGETS = {True: 100.0, False: 50.0}  # other readers of meaning / our terms, on displays and inline
TARGET_NODES = 2.0  # pylatexenc / our tree


@dataclass(frozen=True, slots=True)
class Measured:
    """What one reader did: for each sampled formula whether it was read and in how many seconds."""

    read: list[bool]
    seconds: list[float]
    shown: list[dict[str, Any]]


class Process:
    """A reader at work in a process of its own, which waits between tasks."""

    def __init__(self, reader: str, python: Path) -> None:
        command = [str(python), str(HERE / "reading_process.py"), reader]
        self.reader = reader
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def ask(self, task: str, formulas: list[str]) -> list[Any]:
        """The answer for each formula. Raises ``Unavailable`` where the process has ended."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps({"task": task, "formulas": formulas, "limit": LIMIT}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Unavailable(self.last_words()) from None
        answer = self.process.stdout.readline()
        if not answer:
            raise Unavailable(self.last_words())
        return list(json.loads(answer))

    def last_words(self) -> str:
        _, said = self.process.communicate()
        return f"{self.reader}: {said.strip().split(chr(10))[-1]}"

    def end(self) -> None:
        self.process.communicate()


def start(names: list[str], folder: Path) -> dict[str, Process]:
    """A process for every reader that can be had here."""
    found: dict[str, Process] = {}
    for name in names:
        try:
            python = python_with(PINS[name], folder / name) if name in PINS else Path(sys.executable)
            found[name] = Process(name, python)
        except Unavailable as error:
            print(f"not measured: {error}", file=sys.stderr)
    return found


def measure(processes: dict[str, Process], sample: list[str], checked: list[str], passes: int) -> dict[str, Measured]:
    """What every reader does; what breaks down is named on standard error and left out.

    The first pass, which warms up, asks what is read.  Then the readers are timed in turn, pass by
    pass, so that a busy spell of the machine hits them all; each pass has one blank more behind the
    formulas, so that nobody gains by remembering them whole.  The best of several short calls is one
    that nothing interrupted; a call longer than ``LONG`` has no such luck on a busy machine, so it is
    timed once and then by the clock of the processor.
    """
    found: dict[str, Measured] = {}
    for name, process in processes.items():
        with left_out_if_unavailable():
            found[name] = Measured(process.ask("read", sample), [LIMIT] * len(sample), process.ask("show", checked))
    for blanks in range(1, passes + 1):
        for name in list(found):
            with left_out_if_unavailable():
                found[name] = timed(processes[name], found.pop(name), sample, blanks)
    for name in list(found):
        with left_out_if_unavailable():
            found[name] = timed(processes[name], found.pop(name), sample, passes + 1, task="processor")
    for process in processes.values():
        process.end()
    return found


def timed(process: Process, before: Measured, sample: list[str], blanks: int, task: str = "time") -> Measured:
    """The better times of those before and of one more pass."""
    best = list(before.seconds)
    at = [n for n, seconds in enumerate(best) if blanks == 1 or (seconds > LONG) is (task == "processor")]
    for n, seconds in zip(at, process.ask(task, [sample[n] + " " * blanks for n in at]), strict=True):
        best[n] = min(best[n], seconds)
    return replace(before, seconds=best)


@contextlib.contextmanager
def left_out_if_unavailable() -> Iterator[None]:
    try:
        yield
    except Unavailable as error:
        print(f"not measured: {error}", file=sys.stderr)


# -- what is printed ---------------------------------------------------------------------------------


def print_shares(found: dict[str, Measured], sample: list[Sampled], facts: list[dict[str, Any]]) -> None:
    """How many are read, how many faithfully, and the seconds."""
    print(f"\n{'':24}{'read':>22}{'faithful':>11}{'median, microseconds':>24}{'slowest, ms':>22}")
    print(f"{'':24}{'display':>11}{'inline':>11}{'':11}{'display':>13}{'inline':>11}{'display':>13}{'inline':>9}")
    for name, measured in found.items():
        read, typical, slowest = "", "", ""
        for display in (True, False):
            at = [number for number, one in enumerate(sample) if one.display is display]
            seconds = [measured.seconds[number] for number in at] or [0.0]
            read += f"{100 * sum(measured.read[n] for n in at) / max(1, len(at)):9.1f} %"
            typical += f"{1e6 * median(seconds):{13 if display else 11}.0f}"
            slowest += f"{1e3 * max(seconds):{13 if display else 9}.1f}"
        print(f"{TITLES.get(name, name):24}{read}{faithful_share(name, measured, facts):>11}{typical}{slowest}")
    print(f"(a formula is given up after {LIMIT:.0f} s)")


def faithful_share(name: str, measured: Measured, facts: list[dict[str, Any]]) -> str:
    if name == NODES:
        return "no meaning"
    if name == TREE:
        return "-"
    kept = sum(not failing(one["outline"], fact["facts"]) for one, fact in zip(measured.shown, facts, strict=True))
    return f"{kept} of {len(facts)}"


def print_ratios(found: dict[str, Measured], sample: list[Sampled]) -> bool:
    """The times of others over ours; whether the targets are reached."""
    reached = True
    print("\nother / ours            over                     our tree            our terms       target")
    print("                                          of each  of medians  of each  of medians")
    for name, measured in found.items():
        if name in (TREE, TERMS):
            continue
        for display in (True, False):
            at = [
                number
                for number, one in enumerate(sample)
                if one.display is display and (name == NODES or measured.read[number])
            ]
            ratios = {ours: ratios_of(measured, found[ours], at) for ours in (TREE, TERMS) if ours in found}
            target, against = (TARGET_NODES, TREE) if name == NODES else (TARGETS[display], TERMS)
            achieved = against not in ratios or ratios[against] is None or ratios[against][0] >= target
            reached &= achieved
            print(f"{TITLES.get(name, name):24}{len(at):4} {'display' if display else 'inline':8}", end="")
            print("".join(said(ratios.get(ours)) for ours in (TREE, TERMS)), end="")
            print(f"   {target:.0f} ({TITLES[against]}) {'reached' if achieved else 'NOT reached'}")
    return reached


def ratios_of(other: Measured, ours: Measured, at: list[int]) -> tuple[float, float] | None:
    """The median of the ratios of single formulas, and the ratio of the median times; None over nothing."""
    if not at:
        return None
    theirs, mine = [other.seconds[number] for number in at], [ours.seconds[number] for number in at]
    return median(a / b for a, b in zip(theirs, mine, strict=True)), median(theirs) / median(mine)


def said(ratios: tuple[float, float] | None) -> str:
    return f"{'-':>12}{'-':>10}" if ratios is None else f"{ratios[0]:12.2f}{ratios[1]:10.2f}"


def print_verdicts(found: dict[str, Measured], facts: list[dict[str, Any]]) -> None:
    """Of each formula, what each reader made of it, and the facts it lost."""
    print("\nwhat each made of the formulas whose facts are checked")
    for number, one in enumerate(facts):
        print(f"\n{number + 1}. {one['about']}: {one['latex']}")
        for name, measured in found.items():
            if name == TREE:
                continue
            words = " ".join(measured.shown[number]["words"].split())
            if name == NODES:
                print(f"  {name:24}no meaning  {words[:150]}")
                continue
            lost = failing(measured.shown[number]["outline"], one["facts"])
            verdict = "faithful" if not lost else "not read" if lost == ["read"] else "misread"
            print(f"  {TITLES.get(name, name):24}{verdict:10}  {words[:150]}")
            if verdict == "misread":
                print(f"  {'':36}lost: {'; '.join(lost)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environments", type=Path, help="where virtual environments are made and kept")
    parser.add_argument("--notes", type=Path, default=default_notes(), help="a folder of notes to draw from")
    parser.add_argument("--each", type=int, default=300, help="how many displays, and how many inline formulas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", type=int, default=5, help="each formula is timed so often; the best counts")
    parser.add_argument("--only", nargs="+", choices=READERS, default=list(READERS), metavar="READER")
    parser.add_argument("--json", type=Path, help="write all times, and what was made of the formulas, here")
    options = parser.parse_args()
    sample = draw(options.notes, options.each, options.seed)
    if not sample:
        print(f"no formulas in {options.notes}; name a folder of notes with --notes", file=sys.stderr)
        return 2
    facts = tomllib.loads((HERE / "faithful.toml").read_text(encoding="utf-8"))["formula"]
    displays = sum(one.display for one in sample)
    print(f"{displays} displays and {len(sample) - displays} inline formulas of {options.notes}, seed {options.seed},")
    print(f"from {len({one.document for one in sample})} documents; best of {options.passes} times")
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.environments or Path(temporary)).resolve()
        processes = start([name for name in READERS if name in options.only], folder)
        checked = [one["latex"] for one in facts]
        found = measure(processes, [one.latex for one in sample], checked, options.passes)
    if not found:
        return 2
    print_shares(found, sample, facts)
    reached = print_ratios(found, sample)
    print_verdicts(found, facts)
    if options.json:
        options.json.write_text(json.dumps({name: asdict(one) for name, one in found.items()}), encoding="utf-8")
    return int(not reached)


if __name__ == "__main__":
    raise SystemExit(main())
