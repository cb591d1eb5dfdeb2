"""Plant faults in correct notes and count how many are found, kind by kind.

    python tests/mutation/plant.py [--missed] [--kind WORDS] [--note NAME]
    python tests/mutation/plant.py --corpus FOLDER [--missed]

Without ``--corpus`` the notes are ours.  With it they are the documents of a folder, each as far as the judge
can follow its displays by itself; there a mutant is caught where a finding is new.

A mutant counts only where the judge, which knows the note from the data beside it, fails on it or gets
another shape.  It is caught where the program has a finding at error or warning.  Exit status: 0 at least
``FLOOR`` of the mutants are caught and the originals are silent, 1 otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE)]

from faults import Mutant, counts, mutants_of
from harvest import MOST_MUTANTS, harvested
from sheets import Note, all_notes

from symformer.analysis import check

FLOOR = 0.95


def alarms(note: Note, text: str) -> list[str]:
    """What the program says of a text at error and at warning."""
    name, data = note.packed(text)
    return [f"{each.rule}: {each.problem.message}" for each in check(data, name=name).findings if each.level != "info"]


def planted(notes: Iterable[Note], kind: str = "") -> Iterator[Mutant]:
    """The mutants that count, each text once."""
    for note in notes:
        texts = {note.text}
        for mutant in mutants_of(note):
            if kind in mutant.kind and mutant.text not in texts and counts(mutant):
                texts.add(mutant.text)
                yield mutant


def table(found: Counter[str], caught: Counter[str]) -> str:
    """One line for each kind: how many count, how many are caught."""
    rows = [f"{kind:34} {found[kind]:6} {caught[kind]:6} {caught[kind] / found[kind]:7.1%}" for kind in sorted(found)]
    total, all_caught = found.total(), caught.total()
    head = f"{'kind':34} {'count':>6} {'caught':>6}"
    return "\n".join([head, *rows, f"{'all':34} {total:6} {all_caught:6} {all_caught / max(total, 1):7.1%}"])


def plant_in_corpus(folder: Path, *, missed: bool) -> int:
    """The same in documents that are not ours, whose own findings do not count."""
    found, caught, documents = Counter[str](), Counter[str](), 0
    for path in sorted(each for each in folder.rglob("*") if each.suffix in (".md", ".tex")):
        note = harvested(path)
        mutants = list(planted([note])) if note is not None else []
        if note is None or not mutants:
            continue
        documents += 1
        known = set(alarms(note, note.text))
        for mutant in mutants[:: -(-len(mutants) // MOST_MUTANTS)]:
            found[mutant.kind] += 1
            if set(alarms(note, mutant.text)) - known:
                caught[mutant.kind] += 1
            elif missed:
                print(f"missed in {path}: {mutant.kind}: {mutant.what}")
    print(f"{documents} documents\n{table(found, caught)}")
    return int(not documents)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--missed", action="store_true", help="list the mutants that are not caught")
    parser.add_argument("--kind", default="", help="only kinds with these words in their name")
    parser.add_argument("--note", default="", help="only notes with these letters in their name")
    parser.add_argument("--corpus", type=Path, help="a folder of documents to plant faults in")
    options = parser.parse_args()
    if options.corpus is not None:
        return plant_in_corpus(options.corpus, missed=options.missed)
    notes = [note for note in all_notes() if options.note in note.name]
    loud = {note.name: said for note in notes if (said := alarms(note, note.text))}
    for name, said in loud.items():
        print(f"{name} is correct, but: {'; '.join(said)}")
    found, caught = Counter[str](), Counter[str]()
    for mutant in planted(notes, options.kind):
        found[mutant.kind] += 1
        if alarms(mutant.note, mutant.text):
            caught[mutant.kind] += 1
        elif options.missed:
            print(f"missed in {mutant.note.name}: {mutant.kind}: {mutant.what}")
    print(table(found, caught))
    return int(bool(loud) or caught.total() < FLOOR * found.total())


if __name__ == "__main__":
    sys.exit(main())
