"""The hand-checked symbols of three source notes, where ``../shared`` is at hand: ``python tests/test_gold_symbols.py``
prints which rows our table has right, and what is wrong in the others."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

import pytest

from symformer.analysis import analyse
from symformer.faces.symbols import Glossary, Row, glossary
from symformer.semantics.model import reader_of
from symformer.semantics.prose.concepts import normal_words
from symformer.semantics.symbols import name_of
from symformer.settings import Settings
from symformer.terms.show import show, show_styled
from symformer.terms.term import Apply
from symformer.text.span import Span

SHARED = Path(__file__).resolve().parents[2] / "shared"
GOLD = SHARED / "gold" / "symbols.tsv"
FIELDS = ("found", "meaning", "shape", "told", "used", "conflicts")
FLOORS = {"found": 0.95, "meaning": 0.75, "shape": 0.85, "told": 0.8, "used": 0.9, "conflicts": 0.5}
SAME = {"projection": "weight", "logit": "score", "model": "embedding", "number": "number", "id": "index"}
NO_WORDS = frozenset({"of", "in", "and", "for", "to", "on", "as", "no", "matrix", "vector", "all", "per", "first", "="})

pytestmark = pytest.mark.skipif(not GOLD.is_file(), reason="../shared/gold is not here")


def rows() -> list[dict[str, str]]:
    with GOLD.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def note(name: str) -> tuple[Glossary, dict[str, list[Row]]]:
    path = SHARED / "seeds" / name
    analysis = analyse(name, path.read_bytes(), Settings())
    found = glossary(analysis, name)
    assert found is not None
    by_name: dict[str, list[Row]] = {}
    for row in found.rows:
        by_name.setdefault(row.entry.name, []).append(row)
    return found, by_name


@cache
def reader(name: str):  # type: ignore[no-untyped-def]
    analysis = analyse(name, (SHARED / "seeds" / name).read_bytes(), Settings())
    assert analysis.model is not None
    return reader_of(analysis.model.vocabulary)


def names(cell: str) -> list[str]:
    """The symbols of a cell: parted by ", " or " / ", commas in scripts left alone."""
    return [part for part in re.split(r"(?<![{,]),\s*(?![^{]*\})| / ", cell) if part]


def of_symbol(gold: dict[str, str]) -> list[Row]:
    """Our rows for the symbols of a gold row."""
    _, by_name = note(gold["file"])
    found: list[Row] = []
    for latex in names(gold["symbol"]):
        term = reader(gold["file"])(re.sub(r"\(\.[^)]*\)", "(x)", latex), Span(0, 0))
        name = term.function if isinstance(term, Apply) else name_of(term)
        same = by_name.get(name or "", [])
        exact = [row for row in same if show_styled(row.entry.term) == show_styled(term)]
        found += exact or same
    return found


def content(text: str) -> set[str]:
    plain = re.sub(r"[^\w\s+=/-]", " ", text).replace("/", " ").replace("+", " ").replace("=", " ")
    return {SAME.get(word, word) for word in normal_words(plain.split())} - NO_WORDS


def meaning_is_right(gold: dict[str, str], ours: list[Row]) -> bool:
    wanted = content(gold["meaning"])
    if not wanted or "undefined" in wanted:
        return True
    said = [each for row in ours for each in row.entry.meanings]
    text = " ".join(f"{each.concept or ''} {show(each.definition) if each.definition else ''}" for each in said)
    text = text.replace("·", " ")
    return bool(wanted & content(text + " " + " ".join(row.entry.shown for row in ours)))


def sizes(text: str) -> set[str]:
    """The shapes in a cell: "n x d" as "n × d", "(n,)" as "n"."""
    pairs = {f"{a} × {b}" for a, b in re.findall(r"([\w']+) x ((?:h )?[\w']+)", text)}
    return {pair.replace("h p", "hp") for pair in pairs} | set(re.findall(r"\((\w+),\)", text))


def shape_is_right(gold: dict[str, str], ours: list[Row]) -> bool:
    cell = gold["shape"]
    meanings = [each for row in ours for each in row.entry.meanings]
    shown = {str(each.shape).strip("()") for each in meanings if each.shape is not None}
    # a displayed row of two numbers is a vector to us
    shown |= {f"1 × {each}" for each in shown if each.isdecimal()}
    flat = {each.replace("·", "") for each in shown}
    if cell == "scalar":
        return any(each.kind in ("dimension", "index", "scalar") for each in meanings)
    wanted = {each.replace("·", "") for each in sizes(cell)}
    return bool(wanted & flat) if wanted else True


def numbers(cell: str) -> set[int]:
    found: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", cell):
        found |= set(range(int(first), int(last or first) + 1))
    return found


def lines(spans: tuple[Span, ...], gold: dict[str, str]) -> set[int]:
    source = note(gold["file"])[0].profile.source
    return {source.place(span.start).line for span in spans}


def told_is_right(gold: dict[str, str], ours: list[Row]) -> bool:
    told = {line for row in ours for line in lines(row.entry.told, gold)}
    if "UNDEFINED" in gold["def_line_raw"]:
        return not told
    return bool(told & numbers(gold["def_line_raw"]))


def used_is_right(gold: dict[str, str], ours: list[Row]) -> bool:
    wanted = numbers(gold["used_lines_raw"]) | numbers(gold["def_line_raw"])
    seen = {line for row in ours for line in lines((*row.entry.used, *row.entry.told), gold)}
    return not wanted or len(seen & wanted) * 2 >= len(seen) > 0


def conflicts_are_right(gold: dict[str, str], ours: list[Row]) -> bool:
    shown = any(row.clashes or row.findings for row in ours)
    return shown or not gold["conflicts"]


def judged(gold: dict[str, str]) -> dict[str, bool]:
    ours = of_symbol(gold)
    tests = {
        "meaning": meaning_is_right,
        "shape": shape_is_right,
        "told": told_is_right,
        "used": used_is_right,
        "conflicts": conflicts_are_right,
    }
    return {"found": bool(ours), **{name: bool(ours) and test(gold, ours) for name, test in tests.items()}}


@pytest.mark.parametrize("field", FIELDS)
def test_most_rows_are_right(field: str) -> None:
    found = [judged(gold)[field] for gold in rows()]
    assert sum(found) >= FLOORS[field] * len(found), f"{sum(found)} of {len(found)}"


def main() -> None:
    totals = dict.fromkeys((*FIELDS, "all but conflicts"), 0)
    everything = rows()
    for gold in everything:
        verdicts = judged(gold)
        for field in FIELDS:
            totals[field] += verdicts[field]
        totals["all but conflicts"] += all(verdicts[field] for field in FIELDS[:-1])
        wrong = [field for field in FIELDS if not verdicts[field]]
        if wrong:
            ours = [
                (
                    row.entry.shown,
                    row.entry.concepts,
                    [str(s) for s in row.entry.shapes],
                    sorted(lines(row.entry.told, gold)),
                )
                for row in of_symbol(gold)
            ]
            print(gold["file"][:3], gold["symbol"], "|", gold["meaning"], "|", gold["shape"], "|", gold["def_line_raw"])
            print("     wrong:", ", ".join(wrong), "| ours:", ours)
    print({field: f"{count} of {len(everything)}" for field, count in totals.items()})


if __name__ == "__main__":
    main()
